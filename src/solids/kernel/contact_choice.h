/* contact_choice.h — the four corners that are kept, in lanes: sepal_contact_choose of solids_scalar_common.c, operation by operation,
 * but for candidates that are deeper than those chosen, which are rare: such pairs are left to the reference. */
#ifndef SEPAL_SOLIDS_KERNEL_CONTACT_CHOICE_H
#define SEPAL_SOLIDS_KERNEL_CONTACT_CHOICE_H

#include "contact_cuts.h"

/* A corner in each lane that is chosen, where there is one. */
typedef struct chosen_corner {
    wd x, y, first, second, feature;
    wdm there;
} chosen_corner;

/* What a pair's corners are measured by: the sum of the radii, the margins, and the depth of the push. */
typedef struct contact_measure {
    wd reach, margin, point_margin, depth;
} contact_measure;

typedef struct contact_spot {
    wd x, y;
} contact_spot;

static inline wd square_to(contact_spot p, wd x, wd y) {
    const wd dx = wd_sub(x, p.x), dy = wd_sub(y, p.y);
    return wd_add(wd_mul(dx, dx), wd_mul(dy, dy));
}

/* An edge: where it begins, and the way to its other end. */
typedef struct contact_edge {
    contact_spot from;
    wd x, y;
} contact_edge;

static inline contact_edge edge_from_to(contact_spot p, contact_spot q) {
    return (contact_edge){p, wd_sub(q.x, p.x), wd_sub(q.y, p.y)};
}

/* Twice the area of its triangle with (x, y). */
static inline wd triangle_over(const contact_edge *e, wd x, wd y) {
    return wd_sub(wd_mul(e->x, wd_sub(y, e->from.y)), wd_mul(e->y, wd_sub(x, e->from.x)));
}

static inline wd triangle_of(contact_spot p, contact_spot q, contact_spot r) {
    const contact_edge e = edge_from_to(p, q);
    return triangle_over(&e, r.x, r.y);
}

static inline contact_spot spot_of(const chosen_corner *c) {
    return (contact_spot){c->x, c->y};
}

/* Takes corner k where it is better than `most`. */
SPECIALISED void take_if_better(const contact_corners *c, int k, wd gain, wd *most, chosen_corner *out) {
    const wdm better = wd_gt(gain, *most);
    *most = wd_select(better, wd_mul(gain, wd_set1(SEPAL_CONTACT_BETTER)), *most);
    out->x = wd_select(better, c->x[k], out->x);
    out->y = wd_select(better, c->y[k], out->y);
    out->first = wd_select(better, c->first[k], out->first);
    out->second = wd_select(better, c->second[k], out->second);
    out->feature = wd_select(better, c->feature[k], out->feature);
}

/* What the corners of half a group are compared by in a step: their distance from a place, or triangles. */
typedef struct contact_gain {
    wd enough; /* those with less are not taken */
    contact_spot from;
    contact_edge edge[3];
} contact_gain;

/* What a corner adds to those that were chosen in the steps before. */
SPECIALISED wd gain_of_corner(const contact_gain *by, int step, wd x, wd y) {
    if (step < 2)
        return square_to(by->from, x, y);
    if (step == 2)
        return wd_abs(triangle_over(&by->edge[0], x, y));
    return wd_max(wd_max(triangle_over(&by->edge[0], x, y), triangle_over(&by->edge[1], x, y)), triangle_over(&by->edge[2], x, y));
}

/* The corners of half a group, and what is known of them. deeper: how much deeper than those that are chosen another one may be. */
typedef struct contact_choice {
    contact_corners corners;
    contact_spot middle;
    wd nearest, deeper, least;
    wdm deep; /* some corner is as deep as the push */
    chosen_corner chosen[SEPAL_CONTACTS_MOST];
} contact_choice;

/* Leaves the corners that are deep enough of the first `count`. */
SPECIALISED void keep_deep(contact_choice *out, int count, const contact_view_lanes *view, const contact_measure *of) {
    const contact_corners *c = &out->corners;
    const wd far = wd_set1(INFINITY), shallowest = wd_negated(of->point_margin);
    wd low_x = far, low_y = far, high_x = wd_negated(far), high_y = high_x, nearest = far;
    for (int k = 0; k < count; k++) {
        const wd distance = wd_sub(c->second[k], c->first[k]);
        const wd x = wd_select(wd_ge(wd_sub(of->reach, distance), shallowest), c->x[k], wd_set1(NAN));
        const wdm there = wd_eq(x, x);
        c->x[k] = x;
        nearest = wd_min(nearest, wd_select(there, distance, far));
        low_x = wd_min(low_x, wd_select(there, x, far));
        low_y = wd_min(low_y, wd_select(there, c->y[k], far));
        high_x = wd_max(high_x, wd_select(there, x, wd_negated(far)));
        high_y = wd_max(high_y, wd_select(there, c->y[k], wd_negated(far)));
    }
    const wd width = wd_sub(high_x, low_x), height = wd_sub(high_y, low_y), half = wd_set1(0.5);
    const wd rectangle = wd_sqrt(wd_add(wd_mul(width, width), wd_mul(height, height)));
    out->middle = (contact_spot){wd_mul(half, wd_add(low_x, high_x)), wd_mul(half, wd_add(low_y, high_y))};
    out->nearest = nearest;
    out->deeper = wd_add(wd_add(wd_mul(wd_set1(0.25), of->margin), wd_mul(wd_set1(SEPAL_CONTACT_DEEPER), rectangle)),
                         wd_mul(wd_set1(SEPAL_CONTACT_DEEPER_BOX), wd_add(view->extent, of->reach)));
    out->least = wd_mul(wd_set1(4), view->flush);
    out->deep = wd_ge(wd_sub(of->reach, nearest), wd_sub(of->depth, out->deeper));
}

/* One step for one half of a group, or for both by turns: each corner waits for the one before, and so the other half fills the time. */
SPECIALISED void choose_corner(contact_choice *choices, int halves, int count, int step, const contact_gain *by) {
    wd most[2];
    chosen_corner best[2];
    for (int h = 0; h < halves; h++) {
        const contact_corners *c = &choices[h].corners;
        most[h] = by[h].enough;
        best[h] = (chosen_corner){c->x[0], c->y[0], c->first[0], c->second[0], c->feature[0], wdm_none()};
    }
    for (int k = 0; k < count; k++)
        for (int h = 0; h < halves; h++) {
            const contact_corners *c = &choices[h].corners;
            take_if_better(c, k, gain_of_corner(&by[h], step, c->x[k], c->y[k]), &most[h], &best[h]);
        }
    for (int h = 0; h < halves; h++) {
        chosen_corner *chosen = choices[h].chosen;
        const wdm found = wd_gt(most[h], by[h].enough);
        best[h].there = step == 0 ? found : wdm_and(found, chosen[step - 1].there);
        chosen[step] = best[h];
    }
}

/* The edges of the triangle of three corners, turned so that triangles beyond them count as positive. */
SPECIALISED void edges_of_triangle(const chosen_corner *of, contact_edge out[3]) {
    const contact_spot p = spot_of(&of[0]), q = spot_of(&of[1]), r = spot_of(&of[2]);
    const wd way = wd_select(wd_lt(triangle_of(p, q, r), wd_set1(0)), wd_set1(1), wd_set1(-1));
    out[0] = edge_from_to(p, q);
    out[1] = edge_from_to(q, r);
    out[2] = edge_from_to(r, p);
    for (int k = 0; k < 3; k++) {
        out[k].x = wd_mul(way, out[k].x);
        out[k].y = wd_mul(way, out[k].y);
    }
}

/* Chooses four of the first `count` corners of one half of a group, or of both. */
SPECIALISED void choose_corners(contact_choice *choices, int halves, int count) {
    contact_gain by[2];
    for (int h = 0; h < halves; h++) {
        by[h].enough = wd_set1(-1);
        by[h].from = choices[h].middle;
    }
    choose_corner(choices, halves, count, 0, by);
    for (int h = 0; h < halves; h++) {
        by[h].enough = wd_mul(choices[h].least, choices[h].least);
        by[h].from = spot_of(&choices[h].chosen[0]);
    }
    choose_corner(choices, halves, count, 1, by);
    for (int h = 0; h < halves; h++) {
        const contact_spot p = spot_of(&choices[h].chosen[0]), q = spot_of(&choices[h].chosen[1]);
        by[h].enough = wd_mul(choices[h].least, wd_sqrt(square_to(p, q.x, q.y)));
        by[h].edge[0] = edge_from_to(p, q);
    }
    choose_corner(choices, halves, count, 2, by);
    for (int h = 0; h < halves; h++)
        edges_of_triangle(choices[h].chosen, by[h].edge);
    choose_corner(choices, halves, count, 3, by);
}

#endif
