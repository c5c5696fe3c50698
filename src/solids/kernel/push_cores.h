/* push_cores.h — the smallest push of any two solids whose nearest parts are certain, one pair at a time.
 *
 * Double searches; feature.h proves that the part found is the one that defines the answer. Where double knows the answer well
 * enough, it is rounded here, else by the reference, which also takes what is not certain. The bits are those of the reference. */
#ifndef SEPAL_SOLIDS_KERNEL_PUSH_CORES_H
#define SEPAL_SOLIDS_KERNEL_PUSH_CORES_H

#include "../scalar/push.h"
#include "expand.h"
#include "feature.h"

/* Of a face: the product of how far the foot of the origin is inside of it, and how far all other members are below it, at least, of
 * the square of the extent. Then no plane that the reference could confuse with this one has another normal. */
#define PUSH_ALONE 0x1p-34

static bool is_certainly_nearest(const core_pair *p, const core_member *const *m, int count, core_feature *f) {
    return set_feature(p, m, count, f) && set_direction(f, p->extent) && (count < 3 || inside_by(f, p->extent) > 0) &&
           others_beyond(p, f, 1) > 0;
}

static bool is_certainly_the_way_out(const core_pair *p, const expand_body *body, int face, const core_member *const *m,
                                     core_feature *f) {
    if (!set_feature(p, m, 3, f) || !set_direction(f, p->extent))
        return false;
    double inside = inside_by(f, p->extent), below = others_beyond(p, f, -1);
    return inside > 0 && below > 0 && inside * below > PUSH_ALONE * p->extent * p->extent &&
           is_alone(body, face, p->extent, f->of_a, f->of_b);
}

/* What an answer goes by: members in the order of the reference; 0 if none is certain. meets: do the cores? */
typedef struct push_part {
    int count;
    sepal_member member[3];
    bool meets;
    core_feature feature;
} push_part;

/* From a tetrahedron around the origin. */
static void find_way_out(const core_pair *p, const simplex *start, push_part *out) {
    expand_body body;
    const core_member *m[3];
    out->meets = true;
    if (p->a.box && p->b.box) /* these have a way out of their own */
        return;
    int face = search_face(p, start, &body);
    if (face < 0)
        return;
    for (int k = 0; k < 3; k++)
        m[k] = &body.corner[body.of[face][k]];
    if (is_certainly_the_way_out(p, &body, face, m, &out->feature))
        out->count = reference_members(m, 3, out->member);
}

static void find_part(const core_pair *p, push_part *out) {
    simplex s;
    const core_member *m[3] = {&s.m[0], &s.m[1], &s.m[2]};
    approach_end end = search_nearest(p, &s);
    out->meets = end == APPROACH_MEETS;
    if (end == APPROACH_APART && is_certainly_nearest(p, m, s.count, &out->feature))
        out->count = reference_members(m, s.count, out->member);
    else if (end == APPROACH_MEETS)
        find_way_out(p, &s, out);
}

/* Rounds a number that is known but for an error; false if that is not certain. */
static inline bool round_between(double value, double error, float *out) {
    *out = sepal_nearest_float(value - error) + 0; /* no -0 */
    return *out == sepal_nearest_float(value + error);
}

/* What double knows of the answer is often enough to round it. */
static bool round_part(const core_pair *p, const push_part *part, double reach, sepal_solid_mtv *out) {
    const double u = DOUBLE_UNIT, *n = part->feature.n, sign = part->meets ? -1 : 1;
    double share = part->feature.error / part->feature.size, distance = d3_dot(n, part->feature.c.w) / part->feature.size, x[3];
    for (int k = 0; k < 3; k++)
        x[k] = sign * n[k] / part->feature.size;
    double error = p->extent * (32 * u + 5 * share) + 0x1p-50 * (reach + distance);
    return round_between(x[0], 2.5 * share + 8 * u * fabs(x[0]), &out->x) &&
           round_between(x[1], 2.5 * share + 8 * u * fabs(x[1]), &out->y) &&
           round_between(x[2], 2.5 * share + 8 * u * fabs(x[2]), &out->z) &&
           round_between(reach - sign * distance, error, &out->depth);
}

/* start: a tetrahedron of members that seems to be around the origin, or NULL. False if the answer is not certain. */
static bool push_of_cores(const solids_query *q, sepal_pair pair, const sepal_member *start, sepal_solid_mtv *out) {
    core_pair p;
    push_part part = {.count = 0};
    if (!load_cores(q, pair, &p))
        return false;
    if (start != NULL) {
        simplex s = {.count = 4};
        for (int k = 0; k < 4; k++)
            set_member(&p, start[k].a, start[k].b, &s.m[k]);
        find_way_out(&p, &s, &part);
    }
    if (part.count == 0)
        find_part(&p, &part);
    if (part.count == 0)
        return false;
    sepal_reach3 reach = {
        {(double)sepal_solid_radius(q->a, pair.a), (double)sepal_solid_radius(q->b, pair.b), (double)q->margin, 0}};
    if (!round_part(&p, &part, (reach.part[0] + reach.part[1]) + reach.part[2], out)) {
        sepal_cores cores;
        sepal_nearest found;
        float n[3];
        sepal_cores_set(&cores, q->a, pair.a, q->b, pair.b);
        sepal_nearest_set(&found, &cores, part.count, part.member);
        sepal_nearest_direction(&found, &cores, part.meets ? -1 : 1, n);
        *out = (sepal_solid_mtv){n[0], n[1], n[2], sepal_nearest_rounded(&found, &cores, &reach, part.meets ? 1 : -1)};
    }
    return out->depth != 0; /* a depth rounded once has the sign of the exact one, unless it became 0 */
}

#endif
