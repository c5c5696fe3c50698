/* common_part.h — the corners of the common part of two sides, seen along the normal, and those of them that are kept.
 *
 * Each edge of the first side is cut to the second one (Cyrus, Beck, "Generalized two- and three-dimensional clipping", Computers &
 * Graphics 3, 1978), and the corners of the second side that are inside of the first are added. A corner of the first side counts as
 * inside up to the tolerance, one of the second only beyond half of it: so of corners in one place one is left, or two, of which one
 * is chosen, and none is lost where an edge passes by at the tolerance (docs/numerics/solid_contacts.md, "No corner is lost").
 *
 * In double, in a fixed order, and written in words: of a pair in each lane in kernel/contact_cores.h, of one pair in
 * scalar/solids_scalar_contacts.c (simd/one.h). The unit that includes this says before what halves of features are:
 * feature_of_corner, feature_of_edge; and which_are_below_zero, of one pair alone: of up to 64 numbers those that are, as bits. */
#ifndef SEPAL_SOLIDS_COMMON_PART_H
#define SEPAL_SOLIDS_COMMON_PART_H

#include "sides.h"

/* Two of each edge of the first side, one of each corner of the second. */
enum { CONTACT_CANDIDATES = 3 * CONTACT_SIDE_CORNERS };

/* Places in the picture: x is not a number in lanes that have none, so that no comparison chooses it. first, second: the heights of
 * both cores there; feature: what makes it, the first core in the higher half, as a double. Between edges side by side, the place is
 * midway: from there it is -off to the point of the first core, and +off to that of the second; distance: of both. NULL: none is off,
 * and distances are those of the heights. */
typedef struct contact_candidates {
    wd *x, *y, *first, *second, *feature, *off_x, *off_y, *distance;
    int count; /* places in use, in each of which some lane may have a candidate */
} contact_candidates;

static inline wd candidate_distance(const contact_candidates *c, int k) {
    return c->distance != NULL ? c->distance[k] : wd_sub(c->second[k], c->first[k]);
}

/* How the pairs are seen. */
typedef struct contact_view {
    contact_frame frame;
    wd3 origin;
    contact_scale scale;
} contact_view;

typedef struct contact_sides {
    contact_view view;
    solid_side first, second;
} contact_sides;

/* The most corners that the first and the second side have in some lane; and do they have as many in each? A constant where all sides
 * have four, so that the loops over them become straight code. */
typedef struct contact_shape {
    int first, second;
    bool same;
} contact_shape;

/* --- Sides with an area ------------------------------------------------------------------------------------------------------- */

/* wide: by how much places may be outside of an edge, times its length. */
typedef struct contact_edges {
    wd x[CONTACT_SIDE_CORNERS], y[CONTACT_SIDE_CORNERS], wide[CONTACT_SIDE_CORNERS], feature[CONTACT_SIDE_CORNERS];
} contact_edges;

static inline int next_corner(int k, int corners) {
    return k + 1 == corners ? 0 : k + 1;
}

SPECIALISED void find_edges(const solid_side *of, int corners, wd flush, contact_edges *out) {
    for (int k = 0; k < corners; k++) {
        const int next = next_corner(k, corners);
        out->x[k] = wd_sub(of->x[next], of->x[k]);
        out->y[k] = wd_sub(of->y[next], of->y[k]);
        out->wide[k] = wd_mul(flush, wd_sqrt(wd_add(wd_mul(out->x[k], out->x[k]), wd_mul(out->y[k], out->y[k]))));
        out->feature[k] =
            feature_of_edge(of->many, wd_min(of->number[k], of->number[next]), wd_max(of->number[k], of->number[next]));
    }
}

/* How far a place is on the left of the line from a corner along (line_x, line_y), times the length of this step. */
static inline wd left_of_line(wd line_x, wd line_y, wd corner_x, wd corner_y, wd x, wd y) {
    return wd_sub(wd_mul(line_x, wd_sub(y, corner_y)), wd_mul(line_y, wd_sub(x, corner_x)));
}

/* How far inside of edge k a place is, times the length of the edge. */
static inline wd inside_edge(const contact_edges *e, const solid_side *of, int k, wd x, wd y) {
    return left_of_line(e->x[k], e->y[k], of->x[k], of->y[k], x, y);
}

/* The height of a plane with these slopes, through a corner. */
static inline wd height_of_plane(wd3 corner, wd slope_x, wd slope_y, wd x, wd y) {
    const wd along = wd_mul(slope_x, wd_sub(x, corner.x)), across = wd_mul(slope_y, wd_sub(y, corner.y));
    return wd_add(corner.z, wd_add(along, across));
}

static inline wd height_over(const solid_side *f, wd x, wd y) {
    return height_of_plane((wd3){f->x[0], f->y[0], f->h[0]}, f->slope_x, f->slope_y, x, y);
}

static inline wd wd_between(wd p, wd q, wd share) {
    return wd_add(p, wd_mul(share, wd_sub(q, p)));
}

static inline wd3 wd3_between(wd3 p, wd3 q, wd share) {
    return (wd3){wd_between(p.x, q.x, share), wd_between(p.y, q.y, share), wd_between(p.z, q.z, share)};
}

/* The next candidate, in these lanes. A place that no lane needs is given again. */
SPECIALISED void put_corner(wd3 at, wd second, wd feature, wdm there, contact_candidates *out) {
    const int slot = out->count;
    out->x[slot] = wd_select(there, at.x, wd_set1(NAN));
    out->y[slot] = at.y;
    out->first[slot] = at.z;
    out->second[slot] = second;
    out->feature[slot] = feature;
    out->count += wdm_bits(there) != 0;
}

static inline wd both_features(wd of_first, wd of_second) {
    return wd_add(wd_mul(of_first, wd_set1(65536)), of_second);
}

/* At a share of the way from corner i of the first side to corner j. */
SPECIALISED void put_on_edge(const contact_sides *s, int i, int j, wd share, wd of_first, wd of_second, wdm there,
                             contact_candidates *out) {
    const solid_side *f = &s->first;
    if (wdm_may_skip(there))
        return;
    const wd3 at = wd3_between((wd3){f->x[i], f->y[i], f->h[i]}, (wd3){f->x[j], f->y[j], f->h[j]}, share);
    put_corner(at, height_over(&s->second, at.x, at.y), both_features(of_first, of_second), there, out);
}

/* How far inside of the edges of a side a place is; and the same with the tolerance, which is below 0 outside. outside: of one pair, as
 * bits. */
typedef struct contact_inside {
    wd at[CONTACT_SIDE_CORNERS], wide[CONTACT_SIDE_CORNERS];
    uint64_t outside;
} contact_inside;

SPECIALISED void compare_with_edges(const contact_edges *edges, const solid_side *of, int corners, wd x, wd y,
                                    contact_inside *out) {
    for (int k = 0; k < corners; k++) {
        out->at[k] = inside_edge(edges, of, k, x, y);
        out->wide[k] = wd_add(out->at[k], edges->wide[k]);
    }
    out->outside = which_are_below_zero(out->wide, corners);
}

/* The part of an edge that is over a side, up to the tolerance: the shares of the way at which it begins and ends, where it crosses the
 * edges of the side themselves, or the end of the part that is nearest to that. entered, left: the features of these edges, if it
 * enters and leaves the side. */
typedef struct edge_part {
    wd begins, ends, entered, left;
    wdm some, enters, leaves;
} edge_part;

/* An edge on the way to its part. enter, leave: where it crosses the edges moved by the tolerance; nearer_end: how far outside of one of
 * them both ends are, if that is below 0. */
typedef struct edge_cut {
    wd enter, leave, nearer_end;
    edge_part part;
} edge_cut;

static inline edge_cut whole_edge(void) {
    const wd zero = wd_set1(0), far = wd_set1(INFINITY), inside = wd_set1((double)SEPAL_FEATURE_INSIDE);
    return (edge_cut){zero, far, far, {zero, wd_set1(1), inside, inside, wdm_none(), wdm_none(), wdm_none()}};
}

/* Cuts an edge by one of the other side's: how far inside of that both ends are; and with the tolerance. The greatest way in and the least
 * way out are found without a choice by a truth value: those of AVX-512 take as long to combine as several additions. */
SPECIALISED void cut_by_line(wd from_at, wd from_wide, wd to_at, wd to_wide, wd feature, edge_cut *c) {
    const wd zero = wd_set1(0), far = wd_set1(INFINITY), inverse = wd_div(wd_set1(1), wd_sub(from_at, to_at));
    const wd share = wd_mul(from_at, inverse), moved = wd_mul(from_wide, inverse);
    const wdm from_outside = wd_lt(from_wide, zero), to_outside = wd_lt(to_wide, zero);
    const wd way_in = wd_select(from_outside, moved, wd_negated(far)), way_out = wd_select(to_outside, moved, far);
    const wdm later = wd_gt(way_in, c->enter), sooner = wd_lt(way_out, c->leave);
    c->nearer_end = wd_min(c->nearer_end, wd_max(from_wide, to_wide));
    c->enter = wd_max(c->enter, way_in);
    c->part.begins = wd_select(later, share, c->part.begins);
    c->part.entered = wd_select(later, feature, c->part.entered);
    c->leave = wd_min(c->leave, way_out);
    c->part.ends = wd_select(sooner, share, c->part.ends);
    c->part.left = wd_select(sooner, feature, c->part.left);
}

/* An edge that is nearly along one of the side, outside of it by less than the tolerance, crosses that one anywhere: so where it crosses is
 * limited to the part. It leaves the side where its end is outside, even if rounding puts that place at the end itself. */
static inline edge_part part_of_cut(const edge_cut *c) {
    const wd zero = wd_set1(0), leave = wd_min(c->leave, wd_set1(1));
    edge_part out = c->part;
    out.enters = wd_gt(c->enter, zero);
    out.leaves = wd_lt(c->leave, wd_set1(INFINITY));
    out.begins = wd_min(out.begins, leave);
    out.ends = wd_max(out.ends, c->enter);
    out.some = wdm_andnot(wd_ge(leave, c->enter), wd_lt(c->nearer_end, zero));
    return out;
}

/* from, to: both ends of the edge. */
SPECIALISED edge_part cut_edge(const contact_inside *from, const contact_inside *to, const contact_edges *by, int corners) {
    edge_cut cut = whole_edge();
    if (WD_ONE_PAIR && (from->outside & to->outside) != 0)
        return cut.part;
    for (int k = 0; k < corners; k++)
        if (!WD_ONE_PAIR || ((from->outside | to->outside) >> k & 1) != 0)
            cut_by_line(from->at[k], from->wide[k], to->at[k], to->wide[k], by->feature[k], &cut);
    return part_of_cut(&cut);
}

/* In which lanes is a place inside of the first `corners` edges of a side by more than these widths? */
SPECIALISED wdm is_inner(const contact_edges *edges, const solid_side *of, int corners, bool same, const wd *width, wd x, wd y) {
    if (WD_ONE_PAIR) {
        wd beyond[CONTACT_SIDE_CORNERS];
        for (int k = 0; k < corners; k++)
            beyond[k] = wd_sub(width[k], inside_edge(edges, of, k, x, y));
        return which_are_below_zero(beyond, corners) == UINT64_MAX >> (64 - corners) ? wdm_all() : wdm_none();
    }
    wdm inner = wdm_all();
    for (int k = 0; k < corners; k++) {
        const wdm in = wd_gt(inside_edge(edges, of, k, x, y), width[k]);
        inner = wdm_and(inner, wdm_or(in, wdm_not(side_has_corner(of, k, same))));
    }
    return inner;
}

/* The corners of the second side that are inside of the first by more than half of the tolerance. */
SPECIALISED void find_inner(const contact_sides *s, const contact_edges *of_first, contact_shape shape, contact_candidates *out) {
    const solid_side *f = &s->second;
    wd inner_width[CONTACT_SIDE_CORNERS];
    for (int k = 0; k < shape.first; k++)
        inner_width[k] = wd_mul(wd_set1(SEPAL_SIDE_INNER), of_first->wide[k]);
    for (int i = 0; i < shape.second; i++) {
        const wdm over = is_inner(of_first, &s->first, shape.first, shape.same, inner_width, f->x[i], f->y[i]);
        const wdm inner = wdm_and(side_has_corner(f, i, shape.same), over);
        if (wdm_may_skip(inner))
            continue;
        const wd3 at = {f->x[i], f->y[i], height_over(&s->first, f->x[i], f->y[i])};
        const wd feature = both_features(wd_set1((double)SEPAL_FEATURE_INSIDE), feature_of_corner(f->many, f->number[i]));
        put_corner(at, f->h[i], feature, inner, out);
    }
}

/* The candidates of two sides with an area: of each edge of the first where it begins or comes in over the second, and where it leaves
 * it; then the corners of the second that are over the first. */
SPECIALISED void find_common_corners(const contact_sides *s, contact_shape shape, contact_candidates *out) {
    const solid_side *first = &s->first, *second = &s->second;
    contact_edges of_first, of_second;
    contact_inside inside[2]; /* of corner i at [i % 2] */
    find_edges(first, shape.first, s->view.scale.flush, &of_first);
    find_edges(second, shape.second, s->view.scale.flush, &of_second);
    out->count = 0;
    compare_with_edges(&of_second, second, shape.second, first->x[0], first->y[0], &inside[0]);
    for (int i = 0; i < shape.first; i++) {
        const int j = next_corner(i, shape.first);
        contact_inside *from = &inside[i & 1], *to = &inside[(i + 1) & 1];
        compare_with_edges(&of_second, second, shape.second, first->x[j], first->y[j], to);
        const edge_part part = cut_edge(from, to, &of_second, shape.second);
        const wdm some = wdm_and(part.some, side_has_corner(first, i, shape.same));
        if (wdm_may_skip(some))
            continue;
        const wd begins = wd_select(part.enters, of_first.feature[i], feature_of_corner(first->many, first->number[i]));
        put_on_edge(s, i, j, part.begins, begins, part.entered, some, out);
        put_on_edge(s, i, j, part.ends, of_first.feature[i], part.left, wdm_and(some, part.leaves), out);
    }
    find_inner(s, &of_first, shape, out);
}

/* --- Sides without area: an edge between both places, or one vertex, which is then at both -------------------------------------- */

typedef struct contact_ends {
    wd3 at[2];
    wd of_corner[2], of_edge; /* halves of features */
    wdm edge;
} contact_ends;

/* Where the part of an edge or vertex begins (end = 0) or ends (1); by, own: what makes it, of the side and of the edge. */
typedef struct place_over_side {
    wd3 at;
    wd by, own;
    wdm there;
} place_over_side;

static inline place_over_side end_over_side(const contact_ends *of, const edge_part *part, int end) {
    const wdm cut = end == 0 ? part->enters : part->leaves;
    return (place_over_side){wd3_select(cut, wd3_between(of->at[0], of->at[1], end == 0 ? part->begins : part->ends), of->at[end]),
                             end == 0 ? part->entered : part->left, wd_select(cut, of->of_edge, of->of_corner[end]),
                             end == 0 ? part->some : wdm_and(part->some, of->edge)};
}

/* The part of an edge or vertex that is over a side with an area. of_first: the lanes in which that side is the one of the first core. */
SPECIALISED void find_over_side(const contact_ends *of, const solid_side *side, int corners, wdm of_first, wd flush,
                                contact_candidates *out) {
    const wd zero = wd_set1(0);
    contact_edges edges;
    contact_inside ends[2];
    find_edges(side, corners, flush, &edges);
    for (int end = 0; end < 2; end++)
        compare_with_edges(&edges, side, corners, of->at[end].x, of->at[end].y, &ends[end]);
    const edge_part part = cut_edge(&ends[0], &ends[1], &edges, corners);
    for (int end = 0; end < 2; end++) {
        const place_over_side place = end_over_side(of, &part, end);
        const wd3 at = place.at;
        const wd height = height_over(side, at.x, at.y);
        out->x[end] = wd_select(place.there, at.x, wd_set1(NAN));
        out->y[end] = at.y;
        out->off_x[end] = out->off_y[end] = zero;
        out->first[end] = wd_select(of_first, height, at.z);
        out->second[end] = wd_select(of_first, at.z, height);
        out->distance[end] = wd_sub(out->second[end], out->first[end]);
        out->feature[end] = both_features(wd_select(of_first, place.by, place.own), wd_select(of_first, place.own, place.by));
    }
    out->count = 2;
}

typedef struct ends_place {
    wd3 at;
    wd feature;
} ends_place;

/* At a share of the way from the one end to the other. */
static inline ends_place place_on_ends(const contact_ends *s, wd share) {
    const wdm inner = wdm_and(
        s->edge, wdm_and(wd_gt(share, wd_set1(SEPAL_CONTACT_AT_AN_END)), wd_lt(share, wd_set1(1 - SEPAL_CONTACT_AT_AN_END))));
    const wdm last = wd_gt(share, wd_set1(0.5));
    const wd3 end = wd3_select(last, s->at[1], s->at[0]);
    const wd of_end = wd_select(last, s->of_corner[1], s->of_corner[0]);
    return (ends_place){wd3_select(inner, wd3_between(s->at[0], s->at[1], share), end), wd_select(inner, s->of_edge, of_end)};
}

/* How far two places are beside each other, as a square. */
static inline wd square_aside(wd off_x, wd off_y) {
    return wd_mul(wd_set1(4), wd_add(wd_mul(off_x, off_x), wd_mul(off_y, off_y)));
}

/* A candidate between two places, in these lanes. Its distance is that in space; where the second place is the lower one, what is aside
 * of it less what it is lower (docs/numerics/solid_contacts.md, "Edges"). */
SPECIALISED void put_between_places(const ends_place *p, const ends_place *q, wdm which, int slot, contact_candidates *out) {
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
    out->feature[slot] = wd_select(which, both_features(p->feature, q->feature), out->feature[slot]);
}

static inline void no_candidates(contact_candidates *out) {
    wd *const of[8] = {out->x, out->y, out->first, out->second, out->feature, out->off_x, out->off_y, out->distance};
    for (int k = 0; k < 8; k++)
        of[k][0] = of[k][1] = wd_set1(k == 0 ? NAN : 0);
    out->count = 2;
}

/* The ends of the stretch that two edges share. It is measured along the sum of both directions. The last end of the second edge is told
 * by its place, since its share would have a rounding error of the whole way to it. */
SPECIALISED void find_side_by_side(const contact_ends *first, const contact_ends *second, wd flush, contact_candidates *out) {
    const wd zero = wd_set1(0);
    const wd3 of_p = wd3_sub(first->at[1], first->at[0]), of_q = wd3_sub(second->at[1], second->at[0]);
    const wd3 way = wd3_sub(second->at[0], first->at[0]);
    no_candidates(out);
    if (wdm_may_skip(wdm_and(first->edge, second->edge)))
        return;
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
    if (wdm_may_skip(there))
        return;
    for (int end = 0; end < 2; end++) {
        const wd at = end == 0 ? low : high;
        const ends_place of_first = place_on_ends(first, wd_div(at, rise_p));
        const wd of_way = wd_select(wd_eq(at, to), wd_set1(1), wd_div(wd_sub(at, from), rise_q));
        const ends_place of_second = place_on_ends(second, of_way);
        put_between_places(&of_first, &of_second, there, end, out);
    }
}

/* In these lanes instead, the place where edges or vertices cross, if they do, up to the tolerance for corners. */
SPECIALISED void find_crossing(const contact_ends *first, const contact_ends *second, wd flush, wdm which,
                               contact_candidates *out) {
    const wd3 p = wd3_sub(first->at[1], first->at[0]), q = wd3_sub(second->at[1], second->at[0]);
    const wd3 d = wd3_sub(second->at[0], first->at[0]);
    const wd turn = wd_sub(wd_mul(p.x, q.y), wd_mul(p.y, q.x)), zero = wd_set1(0), none = wd_set1(NAN);
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
    out->x[0] = wd_select(wdm_andnot(which, cross), none, out->x[0]);
    out->x[1] = wd_select(which, none, out->x[1]);
}

/* --- Those that are kept ------------------------------------------------------------------------------------------------------ */

/* A candidate in each lane that is chosen, where there is one. */
typedef struct chosen_corner {
    wd x, y, first, second, feature, off_x, off_y, distance;
    wdm there;
} chosen_corner;

/* What candidates are measured by: the sum of the radii, the margins, and the depth of the push. */
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

static inline contact_spot chosen_spot(const chosen_corner *c) {
    return (contact_spot){c->x, c->y};
}

SPECIALISED chosen_corner candidate_at(const contact_candidates *c, int k) {
    const bool ends = c->distance != NULL;
    const wd zero = wd_set1(0);
    return (chosen_corner){c->x[k],
                           c->y[k],
                           c->first[k],
                           c->second[k],
                           c->feature[k],
                           ends ? c->off_x[k] : zero,
                           ends ? c->off_y[k] : zero,
                           candidate_distance(c, k),
                           wdm_none()};
}

/* Takes a candidate in these lanes. off: it may be midway between places that are beside each other. */
SPECIALISED void take_chosen(wdm better, const chosen_corner *from, bool off, chosen_corner *out) {
    out->x = wd_select(better, from->x, out->x);
    out->y = wd_select(better, from->y, out->y);
    out->first = wd_select(better, from->first, out->first);
    out->second = wd_select(better, from->second, out->second);
    out->feature = wd_select(better, from->feature, out->feature);
    if (!off)
        return;
    out->off_x = wd_select(better, from->off_x, out->off_x);
    out->off_y = wd_select(better, from->off_y, out->off_y);
    out->distance = wd_select(better, from->distance, out->distance);
}

SPECIALISED void take_corner(wdm better, const contact_candidates *c, int k, chosen_corner *out) {
    const chosen_corner taken = candidate_at(c, k);
    take_chosen(better, &taken, c->distance != NULL, out);
}

/* What candidates are compared by in a step. */
typedef struct contact_gain {
    wd enough; /* those that gain less are not taken */
    contact_spot from;
    contact_edge edge[3];
} contact_gain;

/* How far a place is in a direction. */
static inline wd along_way(contact_spot way, wd x, wd y) {
    return wd_add(wd_mul(way.x, x), wd_mul(way.y, y));
}

/* What a candidate adds to those that were chosen in the steps before: by step, how far it is in a direction, its distance from the first
 * one, the triangle with both, and what is outside of the triangle. */
SPECIALISED wd gain_of_corner(const contact_gain *by, int step, wd x, wd y) {
    if (step == 0)
        return along_way(by->from, x, y);
    if (step == 1)
        return square_to(by->from, x, y);
    if (step == 2)
        return wd_abs(triangle_over(&by->edge[0], x, y));
    return wd_max(wd_max(triangle_over(&by->edge[0], x, y), triangle_over(&by->edge[1], x, y)), triangle_over(&by->edge[2], x, y));
}

/* The candidates, and what is known of them. way: a direction that is fixed in the first core; length: the diagonal of the
 * rectangle around them; deeper: how much deeper than those that are chosen another one may be. */
typedef struct contact_choice {
    contact_candidates corners;
    contact_spot way;
    wd length, nearest, deeper;
    const contact_scale *scale;
    wdm deep; /* some candidate is as deep as the push */
    chosen_corner chosen[SEPAL_CONTACTS_MOST];
} contact_choice;

/* Along the first edge of a side with an area, backwards. */
SPECIALISED contact_spot way_of_side(const wd *of_x, const wd *of_y) {
    const wd x = wd_sub(of_x[0], of_x[1]), y = wd_sub(of_y[0], of_y[1]);
    const wd length = wd_sqrt(wd_add(wd_mul(x, x), wd_mul(y, y)));
    return (contact_spot){wd_div(x, length), wd_div(y, length)};
}

/* A direction, turned to the left by what has this tangent, and longer. */
static inline contact_spot turned_by(contact_spot of, double tangent) {
    const wd t = wd_set1(tangent);
    return (contact_spot){wd_sub(of.x, wd_mul(t, of.y)), wd_add(of.y, wd_mul(t, of.x))};
}

/* What is known of the candidates before any is chosen. nearest: infinite if there are none; width, height: of the rectangle around them. */
SPECIALISED void set_choice(contact_choice *out, contact_spot way, wd nearest, wd width, wd height, const contact_view *seen,
                            const contact_measure *of) {
    out->way = way;
    out->length = wd_sqrt(wd_add(wd_mul(width, width), wd_mul(height, height)));
    out->nearest = nearest;
    out->deeper = wd_add(wd_add(wd_mul(wd_set1(0.25), of->margin), wd_mul(wd_set1(SEPAL_CONTACT_DEEPER), out->length)),
                         wd_mul(wd_set1(SEPAL_CONTACT_DEEPER_BOX), wd_add(seen->scale.extent, of->reach)));
    out->scale = &seen->scale;
    out->deep = wdm_and(wd_lt(nearest, wd_set1(INFINITY)), wd_ge(wd_sub(of->reach, nearest), wd_sub(of->depth, out->deeper)));
}

/* Leaves those that are deep enough of the first `count`. way: of the first side; (0, 0) if there are two at most. */
SPECIALISED void keep_deep(contact_choice *out, int count, contact_spot way, const contact_view *seen, const contact_measure *of) {
    const contact_candidates *c = &out->corners;
    const wd far = wd_set1(INFINITY), shallowest = wd_negated(of->point_margin);
    wd low_x = far, low_y = far, high_x = wd_negated(far), high_y = high_x, nearest = far;
    for (int k = 0; k < count; k++) {
        const wd distance = candidate_distance(c, k);
        const wd x = wd_select(wd_ge(wd_sub(of->reach, distance), shallowest), c->x[k], wd_set1(NAN));
        const wdm there = wd_eq(x, x);
        c->x[k] = x;
        if (wdm_may_skip(there))
            continue;
        nearest = wd_min(nearest, wd_select(there, distance, far));
        low_x = wd_min(low_x, wd_select(there, x, far));
        low_y = wd_min(low_y, wd_select(there, c->y[k], far));
        high_x = wd_max(high_x, wd_select(there, x, wd_negated(far)));
        high_y = wd_max(high_y, wd_select(there, c->y[k], wd_negated(far)));
    }
    set_choice(out, way, nearest, wd_sub(high_x, low_x), wd_sub(high_y, low_y), seen, of);
}

/* What a candidate is compared by: its gain, and a little more in the direction `leans`, so that there are no ties. */
SPECIALISED wd value_of_corner(int step, wd gain, wd length, contact_spot leans, wd x, wd y) {
    const wd lean = wd_mul(wd_set1(SEPAL_CONTACT_LEAN), along_way(leans, x, y));
    return step == 0 ? gain : wd_add(gain, wd_mul(length, lean));
}

/* One step for one half of a group, or for both by turns: each candidate waits for the one before, and so the other half fills the
 * time. */
SPECIALISED void choose_corner(contact_choice *choices, int halves, int count, int step, const contact_gain *by) {
    const wd none = wd_set1(-INFINITY);
    contact_spot leans[2];
    wd most[2];
    chosen_corner best[2];
    for (int h = 0; h < halves; h++) {
        most[h] = none;
        leans[h] = turned_by(choices[h].way, SEPAL_CONTACT_LEANS);
        best[h] = candidate_at(&choices[h].corners, 0);
    }
    for (int k = 0; k < count; k++)
        for (int h = 0; h < halves; h++) {
            const contact_candidates *c = &choices[h].corners;
            const wd gain = gain_of_corner(&by[h], step, c->x[k], c->y[k]);
            const wd value = value_of_corner(step, gain, choices[h].length, leans[h], c->x[k], c->y[k]);
            const wdm better = wdm_and(wd_gt(value, most[h]), wd_gt(gain, by[h].enough));
            if (wdm_may_skip(better))
                continue;
            most[h] = wd_select(better, value, most[h]);
            take_corner(better, c, k, &best[h]);
        }
    for (int h = 0; h < halves; h++) {
        chosen_corner *chosen = choices[h].chosen;
        const wdm found = wd_gt(most[h], none);
        best[h].there = step == 0 ? found : wdm_and(found, chosen[step - 1].there);
        chosen[step] = best[h];
    }
}

/* The edges of the triangle of three candidates, turned so that triangles beyond them count as positive. */
SPECIALISED void edges_of_triangle(const chosen_corner *of, contact_edge out[3]) {
    const contact_spot p = chosen_spot(&of[0]), q = chosen_spot(&of[1]), r = chosen_spot(&of[2]);
    const wd way = wd_select(wd_lt(triangle_of(p, q, r), wd_set1(0)), wd_set1(1), wd_set1(-1));
    out[0] = edge_from_to(p, q);
    out[1] = edge_from_to(q, r);
    out[2] = edge_from_to(r, p);
    for (int k = 0; k < 3; k++) {
        out[k].x = wd_mul(way, out[k].x);
        out[k].y = wd_mul(way, out[k].y);
    }
}

/* What the candidates of a step are compared by, once those of the steps before are chosen: by the last step as much is enough as by the
 * one before. */
SPECIALISED void prepare_gain(contact_choice *choice, int step, contact_gain *by) {
    const chosen_corner *chosen = choice->chosen;
    if (step == 0) {
        by->enough = wd_set1(-INFINITY);
        by->from = turned_by(choice->way, SEPAL_CONTACT_TOWARDS);
    } else if (step == 1) {
        by->enough = wd_mul(choice->scale->least, choice->scale->least);
        by->from = chosen_spot(&chosen[0]);
    } else if (step == 2) {
        choice->length = wd_sqrt(square_to(chosen_spot(&chosen[0]), chosen[1].x, chosen[1].y));
        by->enough = wd_mul(choice->scale->least, choice->length);
        by->edge[0] = edge_from_to(chosen_spot(&chosen[0]), chosen_spot(&chosen[1]));
    } else {
        edges_of_triangle(chosen, by->edge);
    }
}

SPECIALISED void choose_next(contact_choice *choices, int halves, int count, int step, contact_gain *by) {
    for (int h = 0; h < halves; h++)
        prepare_gain(&choices[h], step, &by[h]);
    choose_corner(choices, halves, count, step, by);
}

/* Chooses up to `most` of the first `count` candidates of one half of a group, or of both. Not one that is deeper than all of them: see
 * `deeper`. */
SPECIALISED void choose_corners(contact_choice *choices, int halves, int count, int most) {
    contact_gain by[2];
    choose_next(choices, halves, count, 0, by);
    choose_next(choices, halves, count, 1, by);
    for (int h = 0; h < halves && most == 2; h++)
        for (int k = 2; k < SEPAL_CONTACTS_MOST; k++) {
            choices[h].chosen[k] = choices[h].chosen[1];
            choices[h].chosen[k].there = wdm_none();
        }
    if (most == 2)
        return;
    choose_next(choices, halves, count, 2, by);
    choose_next(choices, halves, count, 3, by);
}

/* How far the cores are from each other at a chosen candidate. */
SPECIALISED wd chosen_distance(const contact_choice *choice, int p) {
    const chosen_corner *c = &choice->chosen[p];
    return choice->corners.distance != NULL ? c->distance : wd_sub(c->second, c->first);
}

/* Is another candidate deeper than all that were chosen, by so much that it is to be taken as well? */
SPECIALISED wdm leaves_deeper(const contact_choice *choice) {
    wd kept = wd_set1(INFINITY);
    for (int p = 0; p < SEPAL_CONTACTS_MOST; p++)
        kept = wd_min(kept, wd_select(choice->chosen[p].there, chosen_distance(choice, p), kept));
    return wd_gt(wd_sub(kept, choice->nearest), choice->deeper);
}

/* A candidate that is deeper than all that were chosen comes, in these lanes, in place of the one without which the others make the
 * greatest triangle; or behind them, if there are fewer than four. */
SPECIALISED void put_deeper(const chosen_corner *deeper, wdm which, contact_choice *choice) {
    chosen_corner *chosen = choice->chosen;
    const wdm full = chosen[SEPAL_CONTACTS_MOST - 1].there;
    wd place = wd_set1(0), most = wd_set1(-1);
    for (int k = 0; k < SEPAL_CONTACTS_MOST - 1; k++)
        place = wd_add(place, wd_select(chosen[k].there, wd_set1(1), wd_set1(0)));
    for (int k = 0; k < SEPAL_CONTACTS_MOST; k++) {
        const contact_spot p = chosen_spot(&chosen[(k + 1) & 3]), q = chosen_spot(&chosen[(k + 2) & 3]),
                           r = chosen_spot(&chosen[(k + 3) & 3]);
        const wd area = wd_abs(triangle_of(p, q, r));
        const wdm greater = wdm_and(full, wd_gt(area, most));
        most = wd_select(greater, area, most);
        place = wd_select(greater, wd_set1((double)k), place);
    }
    for (int k = 0; k < SEPAL_CONTACTS_MOST; k++) {
        const wdm here = wdm_and(which, wd_eq(place, wd_set1((double)k)));
        take_chosen(here, deeper, choice->corners.distance != NULL, &chosen[k]);
        chosen[k].there = wdm_or(chosen[k].there, here);
    }
}

/* Takes the first of the deepest candidates where none of the chosen ones is as deep. */
SPECIALISED void take_deeper(contact_choice *choice) {
    const contact_candidates *c = &choice->corners;
    const wdm which = leaves_deeper(choice);
    chosen_corner deepest = candidate_at(c, 0);
    if (wdm_bits(which) == 0)
        return;
    for (int k = c->count - 1; k >= 0; k--)
        take_corner(wdm_and(wd_eq(c->x[k], c->x[k]), wd_eq(candidate_distance(c, k), choice->nearest)), c, k, &deepest);
    put_deeper(&deepest, which, choice);
}

/* --- Names --------------------------------------------------------------------------------------------------------------------- */

/* How far from a corner its name reaches, as a square: so far that no corner gives its name to two of the points. */
SPECIALISED wd reach_of_names(wd named, const contact_choice *choice, int most) {
    wd nearest2 = wd_set1(INFINITY);
    for (int p = 1; p < most; p++)
        for (int q = 0; q < p; q++) {
            const chosen_corner *c = &choice->chosen[p];
            nearest2 = wd_min(nearest2, wd_select(c->there, square_to(chosen_spot(&choice->chosen[q]), c->x, c->y), nearest2));
        }
    const wd reach = wd_min(named, wd_mul(wd_set1(SEPAL_FEATURE_SHARE), wd_sqrt(nearest2)));
    return wd_mul(reach, reach);
}

/* Half of a feature, if the point is at a corner of the side; and if it is not, but at one of the other side. */
typedef struct half_name {
    wd at_corner, elsewhere;
    wdm corner;
} half_name;

/* The corner of a side with an area that is nearest to a place, if it is within reach. */
SPECIALISED half_name name_on_side(const wd *x, const wd *y, const wd *number, int corners, bool many, wd reach2, contact_spot at) {
    wd nearest2 = reach2, name = wd_set1(0), beyond[CONTACT_SIDE_CORNERS];
    for (int k = 0; k < corners; k++)
        beyond[k] = wd_sub(square_to(at, x[k], y[k]), reach2);
    const uint64_t near = WD_ONE_PAIR ? which_are_below_zero(beyond, corners) : UINT64_MAX; /* lanes look at all */
    for (int k = 0; k < corners; k++) {
        if ((near >> k & 1) == 0)
            continue;
        const wd square = square_to(at, x[k], y[k]);
        const wdm nearer = wd_lt(square, nearest2);
        nearest2 = wd_select(nearer, square, nearest2);
        name = wd_select(nearer, number[k], name);
    }
    return (half_name){feature_of_corner(many, name), wd_set1((double)SEPAL_FEATURE_INSIDE), wd_lt(nearest2, reach2)};
}

/* The end that is nearest to a place, if it is within reach, or there is nothing else. */
SPECIALISED half_name name_on_ends(const contact_ends *of, wd reach2, contact_spot at) {
    const wd first = square_to(at, of->at[0].x, of->at[0].y), last = square_to(at, of->at[1].x, of->at[1].y);
    const wdm inner = wdm_and(of->edge, wd_ge(wd_min(first, last), reach2));
    return (half_name){wd_select(wd_lt(last, first), of->of_corner[1], of->of_corner[0]), of->of_edge, wdm_not(inner)};
}

/* A point that is at no corner keeps the names of the edges that cross there. */
SPECIALISED wd name_of_point(const half_name *first, const half_name *second, wd crossing) {
    const wd both = both_features(wd_select(first->corner, first->at_corner, first->elsewhere),
                                  wd_select(second->corner, second->at_corner, second->elsewhere));
    return wd_select(wdm_or(first->corner, second->corner), both, crossing);
}

#endif
