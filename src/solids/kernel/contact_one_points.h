/* contact_one_points.h — from the candidates of one pair (contact_one.h) to its points: those that are deep enough, those that are chosen of
 * them, and their names. As keep_deep, choose_corners and name_on_side of ../common_part.h, but a candidate is in each lane, or a corner of
 * the side that gives names. */
#ifndef SEPAL_SOLIDS_KERNEL_CONTACT_ONE_POINTS_H
#define SEPAL_SOLIDS_KERNEL_CONTACT_ONE_POINTS_H

#include "contact_one.h"

static chosen_corner candidate_of_one(const one_candidates *c, int k) {
    const wd first = wd_set1(c->first[k]), second = wd_set1(c->second[k]), feature = wd_set1(c->feature[k]), zero = wd_set1(0);
    return (chosen_corner){wd_set1(c->x[k]), wd_set1(c->y[k]), first, second, feature, zero, zero, zero, wdm_all()};
}

/* As keep_deep. */
static void keep_deep_of_one(one_candidates *c, contact_spot way, const contact_view *seen, const contact_measure *of,
                             contact_choice *out) {
    const wd far = wd_set1(INFINITY), none = wd_set1(NAN), shallowest = wd_negated(of->point_margin);
    wd low_x = far, low_y = far, high_x = wd_negated(far), high_y = high_x, nearest = far;
    for (int k = c->count; k % CONTACT_LANES != 0; k++)
        c->x[k] = NAN, c->y[k] = c->first[k] = c->second[k] = 0;
    for (int k = 0; k < c->count; k += CONTACT_LANES) {
        const wd at_x = wd_load(c->x + k), y = wd_load(c->y + k), distance = wd_sub(wd_load(c->second + k), wd_load(c->first + k));
        const wd x = wd_select(wd_ge(wd_sub(of->reach, distance), shallowest), at_x, none);
        const wdm there = wd_eq(x, x);
        wd_store(c->x + k, x);
        nearest = wd_min(nearest, wd_select(there, distance, far));
        low_x = wd_min(low_x, wd_select(there, x, far));
        low_y = wd_min(low_y, wd_select(there, y, far));
        high_x = wd_max(high_x, wd_select(there, x, wd_negated(far)));
        high_y = wd_max(high_y, wd_select(there, y, wd_negated(far)));
    }
    const wd width = wd_sub(wd_set1(wd_greatest(high_x)), wd_set1(least_lane(low_x)));
    const wd height = wd_sub(wd_set1(wd_greatest(high_y)), wd_set1(least_lane(low_y)));
    set_choice(out, way, wd_set1(least_lane(nearest)), width, height, seen, of);
}

/* The candidate that is taken in a step, or -1: of several that are as good, the first one. */
static int best_of_one(const one_candidates *c, int step, const contact_gain *by, const contact_choice *choice) {
    const contact_spot leans = turned_by(choice->way, SEPAL_CONTACT_LEANS);
    wd most = wd_set1(-INFINITY), taken = wd_set1(0);
    for (int k = 0; k < c->count; k += CONTACT_LANES) {
        const wd x = wd_load(c->x + k), y = wd_load(c->y + k), gain = gain_of_corner(by, step, x, y);
        const wd value = value_of_corner(step, gain, choice->length, leans, x, y);
        const wdm better = wdm_and(wd_gt(value, most), wd_gt(gain, by->enough));
        most = wd_select(better, value, most);
        taken = wd_select(better, wd_set1((double)k), taken);
    }
    const double greatest = wd_greatest(most);
    double from[CONTACT_LANES];
    int best = -1;
    if (!(greatest > -(double)INFINITY))
        return best;
    wd_store(from, taken);
    for (unsigned bits = wdm_bits(wd_eq(most, wd_set1(greatest))); bits != 0; bits &= bits - 1) {
        const int lane = (int)sepal_lowest_bit(bits), k = (int)from[lane] + lane;
        best = best < 0 || k < best ? k : best;
    }
    return best;
}

/* As choose_corners. Returns how many are chosen. */
static int choose_of_one(const one_candidates *c, contact_choice *choice) {
    contact_gain by;
    for (int step = 0; step < SEPAL_CONTACTS_MOST; step++) {
        prepare_gain(choice, step, &by);
        const int best = best_of_one(c, step, &by, choice);
        if (best < 0)
            return step;
        choice->chosen[step] = candidate_of_one(c, best);
    }
    return SEPAL_CONTACTS_MOST;
}

/* As name_on_side. */
static half_name name_on_side_of_one(const one_side *of, wd reach2, contact_spot at) {
    double nearest2 = first_lane(reach2), name = 0, square[CONTACT_LANES];
    bool corner = false;
    for (int k = 0; k < of->count; k += CONTACT_LANES) {
        const wd of_corners = square_to(at, wd_load(of->x + k), wd_load(of->y + k));
        unsigned near = wdm_bits(wd_lt(of_corners, reach2)) & lanes_before(k, of->count);
        if (near == 0)
            continue;
        wd_store(square, of_corners);
        for (; near != 0; near &= near - 1) {
            const unsigned lane = sepal_lowest_bit(near);
            if (square[lane] < nearest2) {
                nearest2 = square[lane];
                name = of->number[k + (int)lane];
                corner = true;
            }
        }
    }
    return (half_name){feature_of_corner(false, wd_set1(name)), wd_set1((double)SEPAL_FEATURE_INSIDE),
                       corner ? wdm_all() : wdm_none()};
}

static half_name name_of_one(const one_face *of, wd reach2, contact_spot at) {
    return of->area ? name_on_side_of_one(&of->side, reach2, at) : name_on_ends(&of->ends, reach2, at);
}

/* The points of these candidates: none, if no candidate is as deep as the push. */
static SEPAL_NOINLINE void choose_points_of_one(const one_face *below, const one_face *above, const contact_view *view,
                                                const contact_measure *of, one_candidates *c, sepal_contact_seen *out) {
    const contact_spot none = {wd_set1(0), wd_set1(0)};
    const contact_spot way = below->area && above->area
                                 ? way_of_side((const wd[2]){wd_set1(below->side.x[0]), wd_set1(below->side.x[1])},
                                               (const wd[2]){wd_set1(below->side.y[0]), wd_set1(below->side.y[1])})
                                 : none;
    contact_choice choice;
    choice.corners.distance = NULL;
    out->count = 0;
    keep_deep_of_one(c, way, view, of, &choice);
    if (wdm_bits(choice.deep) == 0)
        return;
    int count = choose_of_one(c, &choice);
    for (int k = count; k < SEPAL_CONTACTS_MOST; k++)
        choice.chosen[k] = (chosen_corner){.there = wdm_none()};
    if (wdm_bits(leaves_deeper(&choice)) != 0) {
        const double nearest = first_lane(choice.nearest);
        int k = 0;
        while (!(c->x[k] == c->x[k] && c->second[k] - c->first[k] == nearest))
            k++;
        const chosen_corner deepest = candidate_of_one(c, k);
        put_deeper(&deepest, wdm_all(), &choice);
        count += count < SEPAL_CONTACTS_MOST;
    }
    const wd reach2 = reach_of_names(view->scale.named, &choice, SEPAL_CONTACTS_MOST);
    for (int k = 0; k < count; k++) {
        const chosen_corner *p = &choice.chosen[k];
        const half_name on_first = name_of_one(below, reach2, chosen_spot(p)),
                        on_second = name_of_one(above, reach2, chosen_spot(p));
        out->x[k] = first_lane(p->x);
        out->y[k] = first_lane(p->y);
        out->first[k] = first_lane(p->first);
        out->second[k] = first_lane(p->second);
        out->feature[k] = first_lane(name_of_point(&on_first, &on_second, p->feature));
    }
    out->count = count;
}

static inline void put_three(wd3 v, double out[3]) {
    out[0] = first_lane(v.x);
    out[1] = first_lane(v.y);
    out[2] = first_lane(v.z);
}

/* The points of two solids with this normal from the first one to the second; false where that is left to the reference. */
static SEPAL_NOINLINE bool see_one_pair(const sepal_solids *first, uint32_t i, const sepal_solids *second, uint32_t j,
                                        const float normal[3], const contact_measure *of, sepal_contact_seen *out) {
    contact_view view;
    one_face below, above;
    one_candidates found;
    find_frame(broadcast(normal), &view.frame);
    view.origin = sepal_solid_is_box(first, i) ? broadcast(sepal_solid_exact(first, i)->c) : vertex_of_set(first, i, 0);
    if (!find_face_of_one(&view, first, i, true, &below) || !find_face_of_one(&view, second, j, false, &above))
        return false;
    if (!below.area && !above.area)
        return false;
    measure_covers(&below.cover, &above.cover, &view.scale);
    found.count = 0;
    if (below.area && above.area)
        common_corners_of_one(&below.side, &above.side, view.scale.flush, &found);
    else if (below.area)
        ends_over_one(&above.ends, &below.side, true, view.scale.flush, &found);
    else
        ends_over_one(&below.ends, &above.side, false, view.scale.flush, &found);
    put_three(view.frame.u, out->u);
    put_three(view.frame.v, out->v);
    put_three(view.frame.n, out->n);
    put_three(view.origin, out->origin);
    choose_points_of_one(&below, &above, &view, of, &found, out);
    return true;
}

#endif
