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

static inline contact_edge edge_between(contact_spot p, contact_spot q) {
    return (contact_edge){p, wd_sub(q.x, p.x), wd_sub(q.y, p.y)};
}

/* Twice the area of its triangle with (x, y). */
static inline wd triangle_over(const contact_edge *e, wd x, wd y) {
    return wd_sub(wd_mul(e->x, wd_sub(y, e->from.y)), wd_mul(e->y, wd_sub(x, e->from.x)));
}

static inline wd triangle_of(contact_spot p, contact_spot q, contact_spot r) {
    const contact_edge e = edge_between(p, q);
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

/* The corner that is the farthest from a place. */
SPECIALISED chosen_corner choose_farthest(const contact_corners *c, int count, wd enough, contact_spot from) {
    chosen_corner out = {c->x[0], c->y[0], c->first[0], c->second[0], c->feature[0], wdm_none()};
    wd most = enough;
    for (int k = 0; k < count; k++)
        take_if_better(c, k, square_to(from, c->x[k], c->y[k]), &most, &out);
    out.there = wd_gt(most, enough);
    return out;
}

/* The one that makes the greatest triangle with an edge. */
SPECIALISED chosen_corner choose_third(const contact_corners *c, int count, wd enough, const contact_edge *e) {
    chosen_corner out = {c->x[0], c->y[0], c->first[0], c->second[0], c->feature[0], wdm_none()};
    wd most = enough;
    for (int k = 0; k < count; k++)
        take_if_better(c, k, wd_abs(triangle_over(e, c->x[k], c->y[k])), &most, &out);
    out.there = wd_gt(most, enough);
    return out;
}

/* The one that adds most to a triangle. */
SPECIALISED chosen_corner choose_fourth(const contact_corners *c, int count, wd enough, const chosen_corner *triangle) {
    chosen_corner out = {c->x[0], c->y[0], c->first[0], c->second[0], c->feature[0], wdm_none()};
    const contact_spot p = spot_of(&triangle[0]), q = spot_of(&triangle[1]), r = spot_of(&triangle[2]);
    contact_edge edge[3] = {edge_between(p, q), edge_between(q, r), edge_between(r, p)};
    const wdm back = wd_lt(triangle_over(&edge[0], r.x, r.y), wd_set1(0));
    const wd way = wd_select(back, wd_set1(1), wd_set1(-1)); /* so that triangles beyond an edge count as positive */
    wd most = enough;
    for (int k = 0; k < 3; k++) {
        edge[k].x = wd_mul(way, edge[k].x);
        edge[k].y = wd_mul(way, edge[k].y);
    }
    for (int k = 0; k < count; k++) {
        wd beyond = triangle_over(&edge[0], c->x[k], c->y[k]);
        for (int e = 1; e < 3; e++)
            beyond = wd_max(beyond, triangle_over(&edge[e], c->x[k], c->y[k]));
        take_if_better(c, k, beyond, &most, &out);
    }
    out.there = wd_gt(most, enough);
    return out;
}

/* Leaves the corners that are deep enough of the first `count`, and chooses four. deeper: how much deeper another one may be. False in
 * lanes where no corner is as deep as the push. */
SPECIALISED wdm choose_corners(contact_corners *c, int count, const contact_view_lanes *view, const contact_measure *of,
                               wd *nearest, wd *deeper, chosen_corner out[SEPAL_CONTACTS_MOST]) {
    const wd far = wd_set1(INFINITY), shallowest = wd_negated(of->point_margin), least = wd_mul(wd_set1(4), view->flush);
    wd low_x = far, low_y = far, high_x = wd_negated(far), high_y = high_x;
    *nearest = far;
    for (int k = 0; k < count; k++) {
        const wd distance = wd_sub(c->second[k], c->first[k]);
        const wd x = wd_select(wd_ge(wd_sub(of->reach, distance), shallowest), c->x[k], wd_set1(NAN));
        const wdm there = wd_eq(x, x);
        c->x[k] = x;
        *nearest = wd_min(*nearest, wd_select(there, distance, far));
        low_x = wd_min(low_x, wd_select(there, x, far));
        low_y = wd_min(low_y, wd_select(there, c->y[k], far));
        high_x = wd_max(high_x, wd_select(there, x, wd_negated(far)));
        high_y = wd_max(high_y, wd_select(there, c->y[k], wd_negated(far)));
    }
    const wd width = wd_sub(high_x, low_x), height = wd_sub(high_y, low_y), half = wd_set1(0.5);
    const wd rectangle = wd_sqrt(wd_add(wd_mul(width, width), wd_mul(height, height)));
    const contact_spot middle = {wd_mul(half, wd_add(low_x, high_x)), wd_mul(half, wd_add(low_y, high_y))};
    *deeper = wd_add(wd_add(wd_mul(wd_set1(0.25), of->margin), wd_mul(wd_set1(SEPAL_CONTACT_DEEPER), rectangle)),
                     wd_mul(wd_set1(SEPAL_CONTACT_DEEPER_BOX), wd_add(view->extent, of->reach)));
    out[0] = choose_farthest(c, count, wd_set1(-1), middle);
    out[1] = choose_farthest(c, count, wd_mul(least, least), spot_of(&out[0]));
    const wd enough = wd_mul(least, wd_sqrt(square_to(spot_of(&out[0]), out[1].x, out[1].y)));
    const contact_edge first_edge = edge_between(spot_of(&out[0]), spot_of(&out[1]));
    out[2] = choose_third(c, count, enough, &first_edge);
    out[3] = choose_fourth(c, count, enough, out);
    for (int p = 1; p < SEPAL_CONTACTS_MOST; p++)
        out[p].there = wdm_and(out[p].there, out[p - 1].there);
    return wdm_and(out[0].there, wd_ge(wd_sub(of->reach, *nearest), wd_sub(of->depth, *deeper)));
}

#endif
