/* contact_ends.h — the candidates of pairs with a core of one vertex or two: spheres and capsules, with each other or with a box that
 * has right angles. One pair in each lane of double. All of it repeats solids_scalar_side.c, solids_scalar_common.c and
 * solids_scalar_contacts.c for such cores, operation by operation, so that the bits are the same. A core of one vertex is taken as a
 * segment of length 0: its block repeats the vertex (set.h). */
#ifndef SEPAL_SOLIDS_KERNEL_CONTACT_ENDS_H
#define SEPAL_SOLIDS_KERNEL_CONTACT_ENDS_H

#include "contact_points.h"

/* The vertices of a core in each lane of a group. */
typedef struct ends_lanes {
    w3 at[2];
} ends_lanes;

static inline ends_lanes load_ends(const sepal_solids *const *sets, const uint32_t *numbers) {
    const float *of[SEPAL_LANES];
    w in[12]; /* the x of four vertices, then the y, then the z */
    for (int lane = 0; lane < SEPAL_LANES; lane++)
        of[lane] = sepal_solid_x(sets[lane], numbers[lane]);
    w_load_quads(of, 3, in);
    return (ends_lanes){{{in[0], in[4], in[8]}, {in[1], in[5], in[9]}}};
}

/* The side of such a core: an edge between both vertices in their order, or one of them, which is then both corners. */
typedef struct ends_side {
    wd3 at[2];
    wd number[2];
    wdm edge;
} ends_side;

/* Half a group of cores in the frame. */
typedef struct contact_ends {
    contact_cover cover;
    wd3 at[2];
} contact_ends;

static inline void see_ends(const contact_view_lanes *view, const ends_lanes *of, int half, contact_ends *out) {
    const wd3 p = wd3_of(of->at[0], half), q = wd3_of(of->at[1], half);
    out->cover = cover_between(wd3_less(p, q), wd3_more(p, q));
    out->at[0] = into_frame(&view->frame, wd3_sub(p, view->origin));
    out->at[1] = into_frame(&view->frame, wd3_sub(q, view->origin));
}

/* up: 1 for the side along the normal, -1 for that against it. Returns the lanes in which rounding lets the reference leave out an
 * end: far from the origin of the frame, of segments that are short beside that. */
SPECIALISED wdm find_ends_side(const contact_ends *core, wd up, ends_side *out) {
    const wd zero = wd_set1(0), one = wd_set1(1);
    const wd near = wd_add(wd_mul(wd_set1(SEPAL_SIDE_NEAR_EXTENT), core->cover.extent),
                           wd_mul(wd_set1(SEPAL_SIDE_NEAR_MAGNITUDE), core->cover.magnitude));
    const wd3 *p = &core->at[0], *q = &core->at[1];
    const wdm from_q = wd_gt(wd_mul(up, q->z), wd_mul(up, p->z));
    const wd3 from = wd3_select(from_q, *q, *p), to = wd3_select(from_q, *p, *q), step = wd3_sub(to, from);
    const wd square = wd_add(wd_mul(step.x, step.x), wd_mul(step.y, step.y)), drop = wd_sub(from.z, to.z);
    const wd fall = wd_select(wd_gt(wd_mul(up, drop), zero), drop, zero);
    const wdm edge =
        wdm_and(wd_gt(square, wd_mul(near, near)), wd_ge(wd_mul(wd_set1(SEPAL_SIDE_STEEP), square), wd_mul(fall, fall)));
    const wd slope = wd_div(step.z, square), slopes = wd_mul(wd_mul(slope, slope), square);
    const wd thickness = wd_mul(near, wd_sqrt(wd_add(one, slopes)));
    const wdm both = wd_ge(thickness, wd_abs(wd_sub(wd_add(from.z, wd_mul(slope, square)), to.z)));
    const wd number = wd_select(from_q, one, zero);
    out->edge = edge;
    out->at[0] = wd3_select(edge, *p, from);
    out->at[1] = wd3_select(edge, *q, from);
    out->number[0] = wd_select(edge, zero, number);
    out->number[1] = wd_select(edge, one, number);
    return wdm_andnot(edge, both);
}

/* Two candidates at most, with the names of sepal_contact_candidate. feature: as a double. */
typedef struct ends_candidates {
    wd x[2], y[2], off_x[2], off_y[2], first[2], second[2], distance[2], feature[2];
    wdm there[2];
} ends_candidates;

/* --- Two such cores ------------------------------------------------------------------------------------------------------------- */

typedef struct ends_place {
    wd3 at;
    wd feature;
} ends_place;

static inline ends_place place_on_ends(const ends_side *s, wd share) {
    const wdm inner = wdm_and(
        s->edge, wdm_and(wd_gt(share, wd_set1(SEPAL_CONTACT_AT_AN_END)), wd_lt(share, wd_set1(1 - SEPAL_CONTACT_AT_AN_END))));
    const wdm last = wd_gt(share, wd_set1(0.5));
    const wd3 end = wd3_select(last, s->at[1], s->at[0]), *p = &s->at[0], *q = &s->at[1];
    const wd3 between = {wd_between(p->x, q->x, share), wd_between(p->y, q->y, share), wd_between(p->z, q->z, share)};
    const wd of_end = feature_of_corner(wd_select(last, s->number[1], s->number[0]));
    return (ends_place){wd3_select(inner, between, end),
                        wd_select(inner, wd_set1(1), of_end)}; /* an edge from 0 to 1: 0 << 8 | 1 */
}

/* How far two places are beside each other, as a square. */
static inline wd square_aside(wd off_x, wd off_y) {
    return wd_mul(wd_set1(4), wd_add(wd_mul(off_x, off_x), wd_mul(off_y, off_y)));
}

/* A candidate, in these lanes. */
SPECIALISED void put_between_places(const ends_place *p, const ends_place *q, wdm which, int slot, ends_candidates *out) {
    const wd half = wd_set1(0.5), off_x = wd_mul(half, wd_sub(q->at.x, p->at.x)), off_y = wd_mul(half, wd_sub(q->at.y, p->at.y));
    const wd gap = wd_sub(q->at.z, p->at.z), apart = wd_max(gap, wd_set1(0)), within = wd_min(gap, wd_set1(0));
    const wd distance = wd_add(wd_sqrt(wd_add(square_aside(off_x, off_y), wd_mul(apart, apart))), within);
    out->x[slot] = wd_select(which, wd_add(p->at.x, off_x), out->x[slot]);
    out->y[slot] = wd_select(which, wd_add(p->at.y, off_y), out->y[slot]);
    out->off_x[slot] = wd_select(which, off_x, out->off_x[slot]);
    out->off_y[slot] = wd_select(which, off_y, out->off_y[slot]);
    out->first[slot] = wd_select(which, p->at.z, out->first[slot]);
    out->second[slot] = wd_select(which, q->at.z, out->second[slot]);
    out->distance[slot] = wd_select(which, distance, out->distance[slot]);
    out->feature[slot] = wd_select(which, wd_add(wd_mul(p->feature, wd_set1(65536)), q->feature), out->feature[slot]);
    out->there[slot] = wdm_or(which, out->there[slot]);
}

static inline void no_candidates(ends_candidates *out) {
    wd *const of[8] = {out->x, out->y, out->off_x, out->off_y, out->first, out->second, out->distance, out->feature};
    for (int k = 0; k < 8; k++)
        of[k][0] = of[k][1] = wd_set1(0);
    out->there[0] = out->there[1] = wdm_none();
}

/* sepal_contact_side_by_side */
SPECIALISED void put_side_by_side(const ends_side *first, const ends_side *second, wd flush, ends_candidates *out) {
    const wd zero = wd_set1(0);
    const wd3 of_p = wd3_sub(first->at[1], first->at[0]), of_q = wd3_sub(second->at[1], second->at[0]);
    const wd3 way = wd3_sub(second->at[0], first->at[0]);
    const wd p = wd_sqrt(wd_add(wd_mul(of_p.x, of_p.x), wd_mul(of_p.y, of_p.y)));
    const wd q = wd_sqrt(wd_add(wd_mul(of_q.x, of_q.x), wd_mul(of_q.y, of_q.y)));
    const wdm opposite = wd_lt(wd_add(wd_mul(of_p.x, of_q.x), wd_mul(of_p.y, of_q.y)), zero);
    const wd same = wd_select(opposite, wd_set1(-1), wd_set1(1));
    const wd sx = wd_add(wd_div(of_p.x, p), wd_div(wd_mul(same, of_q.x), q));
    const wd sy = wd_add(wd_div(of_p.y, p), wd_div(wd_mul(same, of_q.y), q));
    const wd s = wd_sqrt(wd_add(wd_mul(sx, sx), wd_mul(sy, sy)));
    const wd rise_p = wd_div(wd_add(wd_mul(of_p.x, sx), wd_mul(of_p.y, sy)), s);
    const wd rise_q = wd_div(wd_add(wd_mul(of_q.x, sx), wd_mul(of_q.y, sy)), s);
    const wd from = wd_div(wd_add(wd_mul(way.x, sx), wd_mul(way.y, sy)), s), to = wd_add(from, rise_q);
    const wd low = wd_max(wd_min(from, to), zero), high = wd_min(wd_max(from, to), rise_p);
    const wdm there = wdm_and(wdm_and(first->edge, second->edge), wd_gt(wd_sub(high, low), flush));
    for (int end = 0; end < 2; end++) {
        const wd at = end == 0 ? low : high;
        const ends_place of_first = place_on_ends(first, wd_div(at, rise_p));
        const wd of_way = wd_select(wd_eq(at, to), wd_set1(1), wd_div(wd_sub(at, from), rise_q));
        const ends_place of_second = place_on_ends(second, of_way);
        put_between_places(&of_first, &of_second, there, end, out);
    }
}

/* sepal_contact_crossing: the candidate of these lanes. */
SPECIALISED void put_crossing(const ends_side *first, const ends_side *second, wd flush, wdm which, ends_candidates *out) {
    const wd3 p = wd3_sub(first->at[1], first->at[0]), q = wd3_sub(second->at[1], second->at[0]);
    const wd3 d = wd3_sub(second->at[0], first->at[0]);
    const wd turn = wd_sub(wd_mul(p.x, q.y), wd_mul(p.y, q.x)), zero = wd_set1(0);
    const wd p2 = wd_add(wd_mul(p.x, p.x), wd_mul(p.y, p.y)), q2 = wd_add(wd_mul(q.x, q.x), wd_mul(q.y, q.y));
    const wdm two = wdm_and(first->edge, second->edge), parallel = wdm_and(two, wd_eq(turn, zero));
    const wd cross_p = wd_div(wd_sub(wd_mul(d.x, q.y), wd_mul(d.y, q.x)), turn);
    const wd cross_q = wd_div(wd_sub(wd_mul(d.x, p.y), wd_mul(d.y, p.x)), turn);
    const wd foot_p = wd_div(wd_add(wd_mul(d.x, p.x), wd_mul(d.y, p.y)), p2);
    const wd foot_q = wd_div(wd_negated(wd_add(wd_mul(d.x, q.x), wd_mul(d.y, q.y))), q2);
    const wd of_p = wd_select(two, cross_p, wd_select(first->edge, foot_p, zero));
    const wd of_q = wd_select(two, cross_q, wd_select(second->edge, foot_q, zero));
    const ends_place on_p = place_on_ends(first, of_p), on_q = place_on_ends(second, of_q);
    put_between_places(&on_p, &on_q, which, 0, out);
    const wdm cross = wdm_andnot(wd_ge(wd_mul(flush, flush), square_aside(out->off_x[0], out->off_y[0])), parallel);
    out->there[0] = wdm_andnot(out->there[0], wdm_andnot(which, cross));
    out->there[1] = wdm_andnot(out->there[1], which);
}

/* --- A box, and such a core ----------------------------------------------------------------------------------------------------- */

/* The part of the side that is over the face, as by sepal_contact_common. above: the lanes in which the box is the first core. */
SPECIALISED void put_over_face(const ends_side *of, const contact_face_lanes *face, wdm above, wd flush, ends_candidates *out) {
    const wd zero = wd_set1(0), one = wd_set1(1), inside = wd_set1((double)SEPAL_FEATURE_INSIDE);
    wd share[2] = {zero, one}, moved_to[2] = {zero, wd_set1(INFINITY)}, by[2] = {inside, inside};
    wdm outside = wdm_none(), cut[2] = {wdm_none(), wdm_none()};
    contact_edges edges;
    find_edges(face, 4, flush, &edges);
    for (int k = 0; k < 4; k++) {
        const wd at_p = inside_edge(&edges, face, k, of->at[0].x, of->at[0].y);
        const wd at_q = inside_edge(&edges, face, k, of->at[1].x, of->at[1].y);
        const wdm p_out = wd_lt(wd_add(at_p, edges.wide[k]), zero), q_out = wd_lt(wd_add(at_q, edges.wide[k]), zero);
        const wd inverse = wd_div(one, wd_sub(at_p, at_q)), moved = wd_mul(wd_add(at_p, edges.wide[k]), inverse);
        const wd at = wd_mul(at_p, inverse);
        const wdm later = wdm_and(p_out, wd_gt(moved, moved_to[0])), sooner = wdm_and(q_out, wd_lt(moved, moved_to[1]));
        outside = wdm_or(outside, wdm_and(p_out, q_out));
        moved_to[0] = wd_select(later, moved, moved_to[0]);
        moved_to[1] = wd_select(sooner, moved, moved_to[1]);
        share[0] = wd_select(later, at, share[0]);
        share[1] = wd_select(sooner, at, share[1]);
        by[0] = wd_select(later, edges.feature[k], by[0]);
        by[1] = wd_select(sooner, edges.feature[k], by[1]);
        cut[0] = wdm_or(cut[0], later);
        cut[1] = wdm_or(cut[1], sooner);
    }
    moved_to[1] = wd_min(moved_to[1], one);
    share[0] = wd_min(share[0], moved_to[1]);
    share[1] = wd_max(share[1], moved_to[0]);
    const wdm some = wdm_andnot(wd_ge(moved_to[1], moved_to[0]), outside);
    for (int end = 0; end < 2; end++) {
        const wd3 *p = &of->at[0], *q = &of->at[1];
        const wd3 between = {wd_between(p->x, q->x, share[end]), wd_between(p->y, q->y, share[end]),
                             wd_between(p->z, q->z, share[end])};
        const wd3 at = wd3_select(cut[end], between, of->at[end]);
        const wd height = height_over(face, at.x, at.y), own = wd_select(cut[end], one, feature_of_corner(of->number[end]));
        out->x[end] = at.x;
        out->y[end] = at.y;
        out->off_x[end] = out->off_y[end] = zero;
        out->first[end] = wd_select(above, height, at.z);
        out->second[end] = wd_select(above, at.z, height);
        out->distance[end] = wd_sub(out->second[end], out->first[end]);
        out->feature[end] = wd_add(wd_mul(wd_select(above, by[end], own), wd_set1(65536)), wd_select(above, own, by[end]));
        out->there[end] = end == 0 ? some : wdm_and(some, of->edge);
    }
}

/* --- Choice --------------------------------------------------------------------------------------------------------------------- */

static inline wd between_candidates(const ends_candidates *c, wdm both, wd middle[2]) {
    const wd half = wd_set1(0.5), zero = wd_set1(0);
    const wd low_x = wd_min(c->x[0], c->x[1]), high_x = wd_max(c->x[0], c->x[1]), width = wd_sub(high_x, low_x);
    const wd low_y = wd_min(c->y[0], c->y[1]), high_y = wd_max(c->y[0], c->y[1]), height = wd_sub(high_y, low_y);
    middle[0] = wd_mul(half, wd_add(low_x, high_x));
    middle[1] = wd_mul(half, wd_add(low_y, high_y));
    return wd_select(both, wd_sqrt(wd_add(wd_mul(width, width), wd_mul(height, height))), zero);
}

static inline wd nearest_candidate(const ends_candidates *c) {
    const wd far = wd_set1(INFINITY);
    return wd_min(wd_select(c->there[0], c->distance[0], far), wd_select(c->there[1], c->distance[1], far));
}

/* How much deeper a candidate must be to be taken as well. */
static inline wd deeper_in_lanes(const contact_view_lanes *view, const contact_measure *of, wd rectangle) {
    return wd_add(wd_add(wd_mul(wd_set1(0.25), of->margin), wd_mul(wd_set1(SEPAL_CONTACT_DEEPER), rectangle)),
                  wd_mul(wd_set1(SEPAL_CONTACT_DEEPER_BOX), wd_add(view->extent, of->reach)));
}

/* Leaves the candidates that are deep enough. Returns the lanes in which one is as deep as the push. */
SPECIALISED wdm keep_deep_lanes(const contact_view_lanes *view, const contact_measure *of, ends_candidates *c) {
    const wd shallowest = wd_negated(of->point_margin);
    wd middle[2];
    for (int k = 0; k < 2; k++)
        c->there[k] = wdm_and(c->there[k], wd_ge(wd_sub(of->reach, c->distance[k]), shallowest));
    const wd deeper = deeper_in_lanes(view, of, between_candidates(c, wdm_and(c->there[0], c->there[1]), middle));
    return wdm_and(wdm_or(c->there[0], c->there[1]), wd_ge(wd_sub(of->reach, nearest_candidate(c)), wd_sub(of->depth, deeper)));
}

static inline void exchange_candidates(wdm m, ends_candidates *c) {
    wd *const of[8] = {c->x, c->y, c->off_x, c->off_y, c->first, c->second, c->distance, c->feature};
    for (int k = 0; k < 8; k++) {
        const wd p = of[k][0], q = of[k][1];
        of[k][0] = wd_select(m, q, p);
        of[k][1] = wd_select(m, p, q);
    }
}

/* sepal_contact_choose for two candidates at most: those that are left are the points. Returns the lanes in which one that is not
 * chosen is deeper than the other, which are left to the reference. */
SPECIALISED wdm choose_of_two(const contact_view_lanes *view, const contact_measure *of, ends_candidates *c) {
    const wdm both = wdm_and(c->there[0], c->there[1]);
    const wd least = wd_mul(wd_set1(4), view->flush);
    wd middle[2];
    const wd deeper = deeper_in_lanes(view, of, between_candidates(c, both, middle));
    const contact_spot centre = {middle[0], middle[1]};
    const wd gain = wd_mul(square_to(centre, c->x[0], c->y[0]), wd_set1(SEPAL_CONTACT_BETTER));
    const wdm second = wdm_and(both, wd_gt(square_to(centre, c->x[1], c->y[1]), gain));
    exchange_candidates(wdm_or(second, wdm_andnot(c->there[1], c->there[0])), c);
    const wd square = square_to((contact_spot){c->x[0], c->y[0]}, c->x[1], c->y[1]);
    const wdm two = wdm_and(both, wd_gt(square, wd_mul(least, least)));
    const wdm left_out = wdm_andnot(both, two);
    c->there[0] = wdm_or(c->there[0], c->there[1]);
    c->there[1] = two;
    return wdm_and(left_out, wd_gt(wd_sub(c->distance[0], wd_min(c->distance[0], c->distance[1])), deeper));
}

/* --- Half a group --------------------------------------------------------------------------------------------------------------- */

/* What is left of a group's half: its points, if one is as deep as the push, and the lanes that are left to the reference. */
typedef struct ends_points {
    contact_view_lanes view;
    ends_candidates points;
    wdm deep, open;
} ends_points;

static inline wd3 contact_normal(const contact_group *group, int half) {
    return wd3_of((w3){w_load(group->normal[0]), w_load(group->normal[1]), w_load(group->normal[2])}, half);
}

/* Two such cores, of which one has two vertices. */
SPECIALISED void points_of_ends(const contact_group *group, const ends_lanes *first, const ends_lanes *second, int half,
                                const contact_measure *of, ends_points *out) {
    contact_ends below, above;
    ends_side p, q;
    find_frame(contact_normal(group, half), &out->view.frame);
    out->view.origin = wd3_of(first->at[0], half);
    see_ends(&out->view, first, half, &below);
    see_ends(&out->view, second, half, &above);
    measure_view(&below.cover, &above.cover, &out->view);
    no_candidates(&out->points);
    out->open = find_ends_side(&below, wd_set1(1), &p);
    out->open = wdm_or(out->open, find_ends_side(&above, wd_set1(-1), &q));
    put_side_by_side(&p, &q, out->view.flush, &out->points);
    const wdm beside = keep_deep_lanes(&out->view, of, &out->points);
    if (wdm_bits(wdm_not(beside)) != 0)
        put_crossing(&p, &q, out->view.flush, wdm_not(beside), &out->points);
    out->deep = keep_deep_lanes(&out->view, of, &out->points);
    out->open = wdm_or(out->open, wdm_and(out->deep, choose_of_two(&out->view, of, &out->points)));
}

/* Boxes, and cores of one or two vertices, which are the second of the pairs in the lanes `above`. */
SPECIALISED void points_of_box_and_ends(const contact_group *group, const solid_exact_lanes *boxes, const ends_lanes *ends,
                                        wdm above, int half, const contact_measure *of, ends_points *out) {
    contact_box box;
    contact_ends core;
    contact_face_lanes face;
    ends_side side;
    find_frame(contact_normal(group, half), &out->view.frame);
    out->view.origin = wd3_select(above, wd3_of(boxes->centre, half), wd3_of(ends->at[0], half));
    see_box_of_half(&out->view.frame, boxes, half, out->view.origin, &box);
    see_ends(&out->view, ends, half, &core);
    measure_view(&box.cover, &core.cover, &out->view);
    find_contact_face(&box, above, &face);
    out->open = find_ends_side(&core, wd_select(above, wd_set1(-1), wd_set1(1)), &side);
    put_over_face(&side, &face, above, out->view.flush, &out->points);
    out->deep = keep_deep_lanes(&out->view, of, &out->points);
    out->open = wdm_or(out->open, wdm_and(out->deep, choose_of_two(&out->view, of, &out->points)));
}

#endif
