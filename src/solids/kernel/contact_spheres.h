/* contact_spheres.h — the contact point of two spheres, a pair in each lane: from the distance of the centres, by which the normal and the
 * depth of the push are told, to the arrays of the caller.
 *
 * The operations of solids_scalar_contacts.c for cores of one vertex, in the same order, so that the bits are the same; but what is 0
 * in the frame around the centre of the first sphere is left out: an addition of 0 changes only the sign of a 0, which no answer
 * has. The centre of the second sphere is never lower than that of the first, and never as far aside as it may be
 * (docs/numerics/solid_contacts.md, "Edges"). */
#ifndef SEPAL_SOLIDS_KERNEL_CONTACT_SPHERES_H
#define SEPAL_SOLIDS_KERNEL_CONTACT_SPHERES_H

#include "balls.h"
#include "contact_points.h"
#include "push_rounded.h"
#include "spheres_touch.h"

/* A group of pairs of spheres. */
typedef struct sphere_pairs {
    w3 centre_a, centre_b;
    w radius_a, radius_b;
    rounded_push push;
} sphere_pairs;

SPECIALISED void find_sphere_pairs(const sepal_solids *a, const sepal_solids *b, const sepal_pair *group, sphere_pairs *out) {
    const ball_lanes of_a = load_balls(a, &group->a), of_b = load_balls(b, &group->b);
    closest_half found[2];
    wd reach[2];
    out->centre_a = of_a.centre, out->radius_a = of_a.radius;
    out->centre_b = of_b.centre, out->radius_b = of_b.radius;
    for (int half = 0; half < 2; half++) {
        found[half] = find_between_points(wd3_sub(wd3_of(of_b.centre, half), wd3_of(of_a.centre, half)));
        reach[half] = wd_add(wd_of(of_a.radius, half), wd_of(of_b.radius, half));
    }
    out->push = round_push(found, reach);
    if (out->push.sure != ALL_LANES)
        settle_touching_spheres(&of_a, &of_b, 0, &out->push);
}

/* Half a group as it is looked at: the normal leads from the first sphere to the second. depth: of the push. */
typedef struct sphere_half {
    int half;
    wd3 first, second, normal;
    wd radius_first, radius_second, depth;
    wdm turned;
} sphere_half;

static inline sphere_half half_of_spheres(const sphere_pairs *p, w depth, int half) {
    const wd3 a = wd3_of(p->centre_a, half), b = wd3_of(p->centre_b, half), n = wd3_of(p->push.normal, half);
    const wd of_a = wd_of(p->radius_a, half), of_b = wd_of(p->radius_b, half);
    const wdm turned = turns_in_lanes(n);
    return (sphere_half){half,
                         wd3_select(turned, b, a),
                         wd3_select(turned, a, b),
                         wd3_select(turned, wd3_negated(n), n),
                         wd_select(turned, of_b, of_a),
                         wd_select(turned, of_a, of_b),
                         wd_of(depth, half),
                         turned};
}

/* Where the solids of a group were placed. */
typedef struct sphere_places {
    double of_a[3][SEPAL_LANES], of_b[3][SEPAL_LANES];
} sphere_places;

static inline void find_sphere_places(const sepal_solid_contacts *out, const sepal_pair *group, sphere_places *places) {
    for (int lane = 0; lane < SEPAL_LANES; lane++) {
        double of_a[3], of_b[3];
        sepal_contact_place(out->poses_a, group[lane].a, of_a);
        sepal_contact_place(out->poses_b, group[lane].b, of_b);
        for (int c = 0; c < 3; c++) {
            places->of_a[c][lane] = of_a[c];
            places->of_b[c][lane] = of_b[c];
        }
    }
}

/* The points of half a group: midway between the surfaces, on that of a, on that of b. */
typedef struct sphere_points {
    wd at[3], on_a[3], on_b[3];
} sphere_points;

/* places: NULL if the points of the surfaces are not wanted. Returns the lanes in which the point is as deep as the push, and as the
 * rule asks for. */
SPECIALISED wdm find_sphere_points(const sphere_half *of, const sepal_contact_rule *rule, const sphere_places *places,
                                   sphere_points *out) {
    const wdm all = wdm_all();
    const wd zero = wd_set1(0), half = wd_set1(0.5), reach = wd_add(of->radius_first, of->radius_second);
    contact_frame frame;
    find_frame(of->normal, &frame);
    const wd3 way = wd3_sub(of->second, of->first), q = into_frame(&frame, way);
    const wd off_x = wd_mul(half, q.x), off_y = wd_mul(half, q.y);
    const wd depth = wd_sub(reach, wd_sqrt(wd_add(square_aside(off_x, off_y), wd_mul(q.z, q.z))));
    const wd deeper = wd_add(wd_set1(0.25 * (double)rule->margin),
                             wd_mul(wd_set1(SEPAL_CONTACT_DEEPER_BOX), wd_add(wd3_most(wd3_magnitudes(way)), reach)));
    const wd on_first = of->radius_first, on_second = wd_sub(q.z, of->radius_second);
    place_point(&frame, off_x, off_y, wd_mul(half, wd_add(on_first, on_second)), of->first, all, out->at);
    if (places != NULL) {
        const wd3 from_a = relative_to(of->first, places->of_a, of->half), from_b = relative_to(of->first, places->of_b, of->half);
        wd first[3], second[3];
        place_point(&frame, zero, zero, on_first, wd3_select(of->turned, from_b, from_a), all, first);
        place_point(&frame, wd_add(off_x, off_x), wd_add(off_y, off_y), on_second, wd3_select(of->turned, from_a, from_b), all,
                    second);
        for (int c = 0; c < 3; c++) {
            out->on_a[c] = wd_select(of->turned, second[c], first[c]);
            out->on_b[c] = wd_select(of->turned, first[c], second[c]);
        }
    }
    return wdm_and(wd_ge(depth, wd_set1(-(double)rule->point_margin)), wd_ge(depth, wd_sub(of->depth, deeper)));
}

/* A number of the only point of each pair that meets, to an array of the caller: by whole registers if the answers follow each other. */
static inline void put_only_points(void *array, const solid_contact_target *to, wm meet, w number) {
    const w in[SEPAL_CONTACTS_MOST] = {w_select(meet, number, w_zero()), w_zero(), w_zero(), w_zero()};
    if (to->run && array != NULL)
        w_store_run((float *)array + SEPAL_CONTACTS_MOST * to->slot[0], 1, in);
    else
        put_points(array, to, in);
}

/* Writes the answers of a group, of which those of the lanes `meeting` have points; those of the others are all 0. Returns the lanes
 * whose answers are not certain. */
static SEPAL_NOINLINE unsigned contacts_of_spheres(const sepal_solids *a, const sepal_solids *b, const sepal_pair *group,
                                                   unsigned meeting, const sepal_contact_rule *rule,
                                                   const solid_contact_target *to) {
    const sepal_solid_contacts *out = to->out;
    const w least = w_set1(0 - rule->margin), zero = w_zero();
    sphere_pairs pairs;
    sphere_points points[2];
    sphere_places room;
    const sphere_places *places = NULL;
    unsigned deep = 0;
    find_sphere_pairs(a, b, group, &pairs);
    const w depth = w_select(w_gt(pairs.push.depth, least), pairs.push.depth, least);
    const wm meet = wm_of_bits(meeting);
    if (wants_surfaces(out)) {
        find_sphere_places(out, group, &room);
        places = &room;
    }
    for (int half = 0; half < 2; half++) {
        const sphere_half of = half_of_spheres(&pairs, depth, half);
        deep |= wdm_bits(find_sphere_points(&of, rule, places, &points[half])) << half * CONTACT_LANES;
    }
    float *const of_points[9] = {out->x, out->y, out->z, out->a_x, out->a_y, out->a_z, out->b_x, out->b_y, out->b_z};
    for (int c = 0; c < 3; c++) {
        put_only_points(of_points[c], to, meet, both_halves((const wd[2]){points[0].at[c], points[1].at[c]}));
        if (places != NULL) {
            put_only_points(of_points[3 + c], to, meet, both_halves((const wd[2]){points[0].on_a[c], points[1].on_a[c]}));
            put_only_points(of_points[6 + c], to, meet, both_halves((const wd[2]){points[0].on_b[c], points[1].on_b[c]}));
        }
    }
    put_only_points(out->depth, to, meet, w_add(zero, depth));
    put_only_points(out->feature, to, meet, zero);
    put_values(out->normal_x, to, w_select(meet, pairs.push.normal.x, zero));
    put_values(out->normal_y, to, w_select(meet, pairs.push.normal.y, zero));
    put_values(out->normal_z, to, w_select(meet, pairs.push.normal.z, zero));
    put_counts(to, w_select(meet, w_set1(1), zero));
    return meeting & ~(deep & pairs.push.sure);
}

#endif
