/* contact_corners.h — the corners of the common part of two sides, in lanes: of each edge of the first side where it begins or
 * comes in over the second, and where it leaves it; then the corners of the second that are over the first; and the four of them
 * that are kept. All of it repeats solids_scalar_common.c, operation by operation. */
#ifndef SEPAL_SOLIDS_KERNEL_CONTACT_CORNERS_H
#define SEPAL_SOLIDS_KERNEL_CONTACT_CORNERS_H

#include "contact_sides.h"

/* --- The corners -------------------------------------------------------------------------------------------------------------- */

/* Two of each edge of the first side, one of each corner of the second. */
enum { CONTACT_CORNERS = 3 * CONTACT_SIDE_CORNERS };

/* x: not a number in lanes that have no such corner, so that no comparison chooses it. feature: as a double. */
typedef struct contact_corners {
    wd *x, *y, *first, *second, *feature; /* room for at most CONTACT_CORNERS */
    int count;                            /* places in use, in each of which some lane may have a corner */
} contact_corners;

typedef struct contact_edges {
    wd x[CONTACT_SIDE_CORNERS], y[CONTACT_SIDE_CORNERS], wide[CONTACT_SIDE_CORNERS], feature[CONTACT_SIDE_CORNERS];
} contact_edges;

/* The lanes in which a side has a corner k. */
static inline wdm has_corner(const contact_face_lanes *of, int k, bool same) {
    return same ? wdm_all() : wd_gt(of->count, wd_set1((double)k));
}

static inline int next_corner(int k, int corners) {
    return k + 1 == corners ? 0 : k + 1;
}

static inline wd feature_of_corner(wd number) {
    return wd_mul(number, wd_set1(257));
}

SPECIALISED void find_edges(const contact_face_lanes *of, int corners, wd flush, contact_edges *out) {
    for (int k = 0; k < corners; k++) {
        const int next = next_corner(k, corners);
        const wd low = wd_min(of->number[k], of->number[next]), high = wd_max(of->number[k], of->number[next]);
        out->x[k] = wd_sub(of->x[next], of->x[k]);
        out->y[k] = wd_sub(of->y[next], of->y[k]);
        out->wide[k] = wd_mul(flush, wd_sqrt(wd_add(wd_mul(out->x[k], out->x[k]), wd_mul(out->y[k], out->y[k]))));
        out->feature[k] = wd_add(wd_mul(low, wd_set1(256)), high);
    }
}

static inline wd inside_edge(const contact_edges *e, const contact_face_lanes *of, int k, wd x, wd y) {
    return wd_sub(wd_mul(e->x[k], wd_sub(y, of->y[k])), wd_mul(e->y[k], wd_sub(x, of->x[k])));
}

static inline wd height_over(const contact_face_lanes *f, wd x, wd y) {
    const wd along = wd_mul(f->slope_x, wd_sub(x, f->x[0])), across = wd_mul(f->slope_y, wd_sub(y, f->y[0]));
    return wd_add(f->h[0], wd_add(along, across));
}

static inline wd wd_between(wd p, wd q, wd share) {
    return wd_add(p, wd_mul(share, wd_sub(q, p)));
}

/* The next candidate, in these lanes. place: where it goes if all sides have as many corners; otherwise places that no lane needs are
 * used again. */
SPECIALISED void put_corner(wd3 at, wd second, wd feature, wdm there, bool same, int place, contact_corners *out) {
    const int slot = same ? place : out->count;
    out->x[slot] = wd_select(there, at.x, wd_set1(NAN));
    out->y[slot] = at.y;
    out->first[slot] = at.z;
    out->second[slot] = second;
    out->feature[slot] = feature;
    out->count = same || wdm_bits(there) != 0 ? slot + 1 : slot;
}

/* At a share of the way from corner i of the first side to corner j. */
SPECIALISED void put_on_edge(const contact_sides *s, int i, int j, wd share, wd of_first, wd of_second, wdm there, bool same,
                             int place, contact_corners *out) {
    const contact_face_lanes *f = &s->first;
    const wd3 at = {wd_between(f->x[i], f->x[j], share), wd_between(f->y[i], f->y[j], share), wd_between(f->h[i], f->h[j], share)};
    put_corner(at, height_over(&s->second, at.x, at.y), wd_add(wd_mul(of_first, wd_set1(65536)), of_second), there, same, place,
               out);
}

/* How far inside of the edges of the second side a corner of the first is; the same with the tolerance; and is it outside then? */
typedef struct contact_inside {
    wd at[CONTACT_SIDE_CORNERS], wide[CONTACT_SIDE_CORNERS];
    wdm out[CONTACT_SIDE_CORNERS];
} contact_inside;

SPECIALISED void compare_with_edges(const contact_sides *s, int i, const contact_edges *of_second, int corners,
                                    contact_inside *out) {
    for (int k = 0; k < corners; k++) {
        out->at[k] = inside_edge(of_second, &s->second, k, s->first.x[i], s->first.y[i]);
        out->wide[k] = wd_add(out->at[k], of_second->wide[k]);
        out->out[k] = wd_lt(out->wide[k], wd_set1(0));
    }
}

/* The edge between corners i and j of the first side. The greatest way in and the least way out are found without a choice by a truth
 * value: those of AVX-512 take as long to combine as several additions. */
SPECIALISED void cut_edge_lanes(const contact_sides *s, int i, int j, const contact_inside *from, const contact_inside *to,
                                const contact_edges *of_first, const contact_edges *of_second, contact_shape shape,
                                contact_corners *out) {
    const wd zero = wd_set1(0), one = wd_set1(1), inside = wd_set1((double)SEPAL_FEATURE_INSIDE), far = wd_set1(INFINITY);
    wd enter = zero, leave = far, entered_at = zero, left_at = one, entered = inside, left = inside, nearer_end = far;
    for (int k = 0; k < shape.second; k++) {
        const wd inverse = wd_div(one, wd_sub(from->at[k], to->at[k]));
        const wd share = wd_mul(from->at[k], inverse), moved = wd_mul(from->wide[k], inverse);
        const wd way_in = wd_select(from->out[k], moved, wd_negated(far)), way_out = wd_select(to->out[k], moved, far);
        const wdm later = wd_gt(way_in, enter), sooner = wd_lt(way_out, leave);
        nearer_end = wd_min(nearer_end, wd_max(from->wide[k], to->wide[k]));
        enter = wd_max(enter, way_in);
        entered_at = wd_select(later, share, entered_at);
        entered = wd_select(later, of_second->feature[k], entered);
        leave = wd_min(leave, way_out);
        left_at = wd_select(sooner, share, left_at);
        left = wd_select(sooner, of_second->feature[k], left);
    }
    const wdm outside = wdm_or(wd_lt(nearer_end, zero), wdm_not(has_corner(&s->first, i, shape.same))), leaves = wd_lt(leave, far);
    leave = wd_min(leave, one);
    const wdm some = wdm_andnot(wd_ge(leave, enter), outside);
    const wd begins = wd_select(wd_gt(enter, zero), of_first->feature[i], feature_of_corner(s->first.number[i]));
    put_on_edge(s, i, j, wd_min(entered_at, leave), begins, entered, some, shape.same, 2 * i, out);
    put_on_edge(s, i, j, wd_max(left_at, enter), of_first->feature[i], left, wdm_and(some, leaves), shape.same, 2 * i + 1, out);
}

/* The corners of the second side that are inside of the first by more than half of the tolerance. */
SPECIALISED void find_inner(const contact_sides *s, const contact_edges *of_first, contact_shape shape, contact_corners *out) {
    const contact_face_lanes *f = &s->second;
    wd inner_width[CONTACT_SIDE_CORNERS];
    for (int k = 0; k < shape.first; k++)
        inner_width[k] = wd_mul(wd_set1(SEPAL_SIDE_INNER), of_first->wide[k]);
    for (int i = 0; i < shape.second; i++) {
        wdm inner = has_corner(f, i, shape.same);
        for (int k = 0; k < shape.first; k++) {
            const wdm in = wd_gt(inside_edge(of_first, &s->first, k, f->x[i], f->y[i]), inner_width[k]);
            inner = wdm_and(inner, wdm_or(in, wdm_not(has_corner(&s->first, k, shape.same))));
        }
        const wd3 at = {f->x[i], f->y[i], height_over(&s->first, f->x[i], f->y[i])};
        const wd feature = wd_add(wd_set1((double)SEPAL_FEATURE_INSIDE * 65536), feature_of_corner(f->number[i]));
        put_corner(at, f->h[i], feature, inner, shape.same, 2 * shape.first + i, out);
    }
}

SPECIALISED void find_corners(const contact_sides *s, contact_shape shape, contact_corners *out) {
    contact_edges of_first, of_second;
    contact_inside inside[2]; /* of corner i at [i % 2] */
    find_edges(&s->first, shape.first, s->view.flush, &of_first);
    find_edges(&s->second, shape.second, s->view.flush, &of_second);
    out->count = 0;
    compare_with_edges(s, 0, &of_second, shape.second, &inside[0]);
    for (int i = 0; i < shape.first; i++) {
        const int j = next_corner(i, shape.first);
        compare_with_edges(s, j, &of_second, shape.second, &inside[(i + 1) & 1]);
        cut_edge_lanes(s, i, j, &inside[i & 1], &inside[(i + 1) & 1], &of_first, &of_second, shape, out);
    }
    find_inner(s, &of_first, shape, out);
}

/* --- The four that are kept --------------------------------------------------------------------------------------------------- */

/* The four corners that are kept, in lanes: sepal_contact_choose of solids_scalar_common.c, operation by operation,
 * but for candidates that are deeper than those chosen, which are rare: such pairs are left to the reference. */

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
