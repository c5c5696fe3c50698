/* contact_one.h — the points of one pair of which some side has many corners: lanes are the corners of a side, and candidates. So prisms of
 * many sides have their points without a lane that waits for another one.
 *
 * Each step is that of ../sides.h and ../common_part.h, in the same order, so that the bits are the same (docs/numerics/solid_contacts.md,
 * "One pair in lanes"). The plane of a side, and which vertices are on it, was found with a pair in each lane. */
#ifndef SEPAL_SOLIDS_KERNEL_CONTACT_ONE_H
#define SEPAL_SOLIDS_KERNEL_CONTACT_ONE_H

#include "contact_cores.h"

/* Room for corners, and behind these for the first ones again, and to fill up a register. */
enum { ONE_ROOM = CONTACT_WIDE_CORNERS + 8, ONE_CANDIDATES = 3 * CONTACT_WIDE_CORNERS + 8 };

/* A side with an area: its corners counterclockwise in the picture, and the first ones again behind them. The slopes have one value in all
 * lanes. */
typedef struct one_side {
    double x[ONE_ROOM], y[ONE_ROOM], h[ONE_ROOM], number[ONE_ROOM];
    wd slope_x, slope_y;
    int count;
} one_side;

/* What faces the other core: a side with an area, or else an edge or a vertex. */
typedef struct one_face {
    bool area;
    union {
        one_side side;
        contact_ends ends;
    };
} one_face;

static inline double value_of_lane(wd a, int lane) {
    double of[CONTACT_LANES];
    wd_store(of, a);
    return of[lane];
}
static inline double first_lane(wd a) {
    return value_of_lane(a, 0);
}

static inline double least_lane(wd a) {
    return -wd_greatest(wd_negated(a));
}

/* The bits of the lanes of a register that is read from number `from` on, of `count` in all. */
static inline unsigned lanes_before(int from, int count) {
    return count - from < CONTACT_LANES ? (1U << (count - from)) - 1 : (1U << CONTACT_LANES) - 1;
}

/* --- From lanes to one pair -------------------------------------------------------------------------------------------------- */

/* What a lane has, in all lanes. */
static inline wd from_lane(wd a, int lane) {
    return wd_set1(value_of_lane(a, lane));
}

static inline wd3 from_lane3(wd3 v, int lane) {
    return (wd3){from_lane(v.x, lane), from_lane(v.y, lane), from_lane(v.z, lane)};
}

static void view_of_lane(const contact_view *v, int lane, contact_view *out) {
    out->frame =
        (contact_frame){.u = from_lane3(v->frame.u, lane), .v = from_lane3(v->frame.v, lane), .n = from_lane3(v->frame.n, lane)};
    out->origin = from_lane3(v->origin, lane);
    out->scale = (contact_scale){from_lane(v->scale.extent, lane), from_lane(v->scale.flush, lane), from_lane(v->scale.least, lane),
                                 from_lane(v->scale.named, lane)};
}

/* --- Sides -------------------------------------------------------------------------------------------------------------------- */

/* The first corners again behind the last one, and behind these. */
static void close_one_side(one_side *side) {
    double *const of[4] = {side->x, side->y, side->h, side->number};
    for (int c = 0; c < 4; c++)
        for (int k = 0; k < 8; k++)
            of[c][side->count + k] = of[c][k < side->count ? k : 0];
}

static inline contact_spot spots_of_one(const one_side *side, int from) {
    return (contact_spot){wd_load(side->x + from), wd_load(side->y + from)};
}

static inline contact_spot spot_of_one(const one_side *side, int k) {
    return (contact_spot){wd_set1(side->x[k]), wd_set1(side->y[k])};
}

/* Are the corners, in this order, certainly those of a convex polygon, by more than `least`? */
static bool is_in_order(one_side *s, wd least) {
    const int count = s->count;
    close_one_side(s);
    const contact_spot first = spot_of_one(s, 0);
    const contact_edge along = edge_from_to(first, spot_of_one(s, 1));
    for (int k = 0; k < count; k += CONTACT_LANES) {
        const contact_spot p = spots_of_one(s, k), q = spots_of_one(s, k + 1), r = spots_of_one(s, k + 2);
        const unsigned here = lanes_before(k, count), inner = lanes_before(k, count - 1) & (k == 0 ? ~1U : ~0U);
        const unsigned round = wdm_bits(wd_gt(triangle_of(p, q, r), least));
        const wd of_first = triangle_over(&along, q.x, q.y), of_last = triangle_of(first, p, q);
        const unsigned seen = wdm_bits(wd_gt(wd_min(of_first, of_last), least));
        if ((here & ~round) != 0 || (inner & ~seen) != 0)
            return false;
    }
    return true;
}

/* Puts the corners round the first one, by turns about it, which are less than half a turn. */
static void sort_round_first(one_side *s) {
    double *const of[4] = {s->x, s->y, s->h, s->number};
    for (int k = 2; k < s->count; k++) {
        const double x = s->x[k], y = s->y[k], corner[4] = {x, y, s->h[k], s->number[k]};
        int at = k;
        for (; at > 1 && (x - s->x[0]) * (s->y[at - 1] - s->y[0]) > (y - s->y[0]) * (s->x[at - 1] - s->x[0]); at--)
            for (int c = 0; c < 4; c++)
                of[c][at] = of[c][at - 1];
        for (int c = 0; c < 4; c++)
            of[c][at] = corner[c];
    }
}

/* The corners behind the first one backwards. */
static void turn_round(one_side *s) {
    double *const of[4] = {s->x, s->y, s->h, s->number};
    for (int c = 0; c < 4; c++)
        for (int i = 1, j = s->count - 1; i < j; i++, j--) {
            const double was = of[c][i];
            of[c][i] = of[c][j];
            of[c][j] = was;
        }
}

/* In which order the corners of the wide sides that were found last go round, by the vertices on their planes: the ends of prisms of one model
 * come again and again. It proposes an order, and is_in_order proves it. */
enum { KNOWN_RINGS = 2 };
typedef struct known_rings {
    int next; /* whose place the next one takes */
    uint64_t members[KNOWN_RINGS][CONTACT_HULL_VERTICES / 64];
    uint8_t corner[KNOWN_RINGS][CONTACT_WIDE_CORNERS];
} known_rings;

static const uint8_t *known_ring(const known_rings *of, const uint64_t *members) {
    for (int k = 0; k < KNOWN_RINGS; k++)
        if (memcmp(of->members[k], members, sizeof of->members[k]) == 0)
            return of->corner[k];
    return NULL;
}

static void note_ring(const one_side *side, const uint64_t *members, known_rings *out) {
    memcpy(out->members[out->next], members, sizeof *out->members);
    for (int k = 0; k < side->count; k++)
        out->corner[out->next][k] = (uint8_t)side->number[k];
    out->next = (out->next + 1) % KNOWN_RINGS;
}

/* As put_corners_in_order of ../sides.h, which has another way to the only order: false where that is not certain. Half of the sides of prisms
 * are listed clockwise. members: the vertices that are its corners, or NULL. */
static bool order_of_one(one_side *s, wd least, const uint64_t *members, known_rings *rings) {
    const wd first = triangle_of(spot_of_one(s, 0), spot_of_one(s, 1), spot_of_one(s, 2));
    if (wdm_bits(wd_lt(first, wd_set1(0))) != 0)
        turn_round(s);
    if (is_in_order(s, least))
        return true;
    sort_round_first(s);
    if (!is_in_order(s, least))
        return false;
    if (members != NULL)
        note_ring(s, members, rings);
    return true;
}

/* A side that a lane has. */
static void side_of_lane(const solid_side *of, int lane, one_side *out) {
    out->count = (int)value_of_lane(of->count, lane);
    for (int k = 0; k < out->count; k++) {
        out->x[k] = value_of_lane(of->x[k], lane);
        out->y[k] = value_of_lane(of->y[k], lane);
        out->h[k] = value_of_lane(of->h[k], lane);
        out->number[k] = value_of_lane(of->number[k], lane);
    }
    close_one_side(out);
}

/* The vertices on the plane of a wide side of a hull, in the frame. */
typedef struct plane_rows {
    double *x, *y, *h, *number;
} plane_rows;

/* order: their order, or NULL. */
static void list_plane_of_lane(const contact_view *view, const sepal_solids *set, uint32_t index, const wide_side *of, int lane,
                               const uint8_t *order, plane_rows out) {
    const float *x = sepal_solid_x(set, index), *y = sepal_solid_y(set, index), *z = sepal_solid_z(set, index);
    members_left members = members_of_lane(&of->members, lane);
    const int count = vertices_on_plane(of, lane);
    for (int at = 0; at < count; at++) {
        const int k = order != NULL ? order[at] : next_member(&members);
        out.x[at] = (double)x[k];
        out.y[at] = (double)y[k];
        out.h[at] = (double)z[k];
        out.number[at] = k;
    }
    for (int k = count; k % CONTACT_LANES != 0; k++)
        out.x[k] = out.y[k] = out.h[k] = 0;
    for (int k = 0; k < count; k += CONTACT_LANES) {
        const wd3 at = {wd_load(out.x + k), wd_load(out.y + k), wd_load(out.h + k)};
        const wd3 p = into_frame(&view->frame, wd3_sub(at, view->origin));
        wd3_store(out.x + k, out.y + k, out.h + k, p);
    }
}

/* Which vertex is farthest in each of the directions of ../side_points.h, of several the first one: a direction in each lane. */
static void farthest_on_plane(plane_rows of, int count, double *out) {
    enum { QUARTER = CONTACT_WIDE_CORNERS / 4 };
    double numbers[QUARTER];
    for (int k = 0; k < QUARTER; k++)
        numbers[k] = k;
    for (int direction = 0; direction < CONTACT_WIDE_CORNERS; direction += CONTACT_LANES) {
        const int turns = direction / QUARTER;
        const wd k = wd_load(numbers + direction % QUARTER), ahead = wd_sub(wd_set1(256), wd_mul(k, k)),
                 aside = wd_mul(wd_set1(32), k);
        const wd x = turns % 2 == 0 ? ahead : aside, y = turns % 2 == 0 ? aside : ahead;
        const wd dx = turns == 1 || turns == 2 ? wd_negated(x) : x, dy = turns >= 2 ? wd_negated(y) : y;
        wd most = wd_set1(-INFINITY), found = wd_set1(0);
        for (int i = 0; i < count; i++) {
            const wd along = wd_add(wd_mul(dx, wd_set1(of.x[i])), wd_mul(dy, wd_set1(of.y[i])));
            found = wd_select(wd_gt(along, most), wd_set1((double)i), found);
            most = wd_max(along, most);
        }
        wd_store(out + direction, found);
    }
}

/* The corners of a side with more vertices on its plane than it has room for: those that are farthest, each once, from that with the lowest
 * number on. */
static SEPAL_NOINLINE void farthest_corners(const contact_view *view, const sepal_solids *set, uint32_t index, const wide_side *of,
                                            int lane, double rows[4][CONTACT_HULL_VERTICES], one_side *out) {
    double at[CONTACT_WIDE_CORNERS];
    const plane_rows from = {rows[0], rows[1], rows[2], rows[3]};
    int count = 0, lowest = 0;
    list_plane_of_lane(view, set, index, of, lane, NULL, from);
    farthest_on_plane(from, vertices_on_plane(of, lane), at);
    for (int k = 0; k < CONTACT_WIDE_CORNERS; k++)
        if (count == 0 || (at[k] != at[count - 1] && at[k] != at[0]))
            at[count++] = at[k];
    for (int k = 1; k < count; k++)
        lowest = at[k] < at[lowest] ? k : lowest;
    for (int k = 0; k < count; k++) {
        const int of_k = (int)at[lowest + k < count ? lowest + k : lowest + k - count];
        out->x[k] = from.x[of_k];
        out->y[k] = from.y[of_k];
        out->h[k] = from.h[of_k];
        out->number[k] = from.number[of_k];
    }
    out->count = count;
}

/* One that is wide in a lane, of a hull; false if the order of its corners is not certain. */
static bool wide_side_of_lane(const contact_view *view, const sepal_solids *set, uint32_t index, const wide_side *of, int lane,
                              known_rings *rings, double rows[4][CONTACT_HULL_VERTICES], one_side *out) {
    const uint64_t *members = of->members.of[lane];
    out->count = vertices_on_plane(of, lane);
    if (out->count > CONTACT_WIDE_CORNERS) {
        farthest_corners(view, set, index, of, lane, rows, out);
        members = NULL;
    } else {
        const plane_rows to = {out->x, out->y, out->h, out->number};
        list_plane_of_lane(view, set, index, of, lane, known_ring(rings, members), to);
    }
    close_one_side(out);
    return order_of_one(out, wd_set1(of->least[lane]), members, rings);
}

/* The side, edge or vertex of a solid in this lane. rows: room for the vertices in the plane of a side. */
static SEPAL_NOINLINE bool face_of_lane(const contact_view *view, const sepal_solids *set, uint32_t index, const solid_side *side,
                                        const seen_face *face, const wide_side *wide, int lane, known_rings *rings,
                                        double rows[4][CONTACT_HULL_VERTICES], one_face *out) {
    out->area = (wdm_bits(face->flat) >> lane & 1) != 0;
    if (!out->area) {
        for (int end = 0; end < 2; end++) {
            out->ends.at[end] = from_lane3(face->ends.at[end], lane);
            out->ends.of_corner[end] = from_lane(face->ends.of_corner[end], lane);
        }
        out->ends.of_edge = from_lane(face->ends.of_edge, lane);
        out->ends.edge = (wdm_bits(face->ends.edge) >> lane & 1) != 0 ? wdm_all() : wdm_none();
        return true;
    }
    out->side.slope_x = from_lane(side->slope_x, lane);
    out->side.slope_y = from_lane(side->slope_y, lane);
    if ((wide->lanes >> lane & 1) != 0)
        return wide_side_of_lane(view, set, index, wide, lane, rings, rows, &out->side);
    side_of_lane(side, lane, &out->side);
    return true;
}

/* --- Candidates --------------------------------------------------------------------------------------------------------------- */

/* The edges of a side: those of contact_edges, without features, of which few are needed. */
typedef struct one_edges {
    double x[ONE_ROOM], y[ONE_ROOM], wide[ONE_ROOM];
} one_edges;

static inline wd feature_of_one_edge(const one_side *of, unsigned k) {
    const wd p = wd_set1(of->number[k]), q = wd_set1(of->number[k + 1]);
    return feature_of_edge(false, wd_min(p, q), wd_max(p, q));
}

static void edges_of_one(const one_side *of, wd flush, one_edges *out) {
    for (int k = 0; k < of->count; k += CONTACT_LANES) {
        const wd x = wd_sub(wd_load(of->x + k + 1), wd_load(of->x + k)), y = wd_sub(wd_load(of->y + k + 1), wd_load(of->y + k));
        wd_store(out->x + k, x);
        wd_store(out->y + k, y);
        wd_store(out->wide + k, wd_mul(flush, wd_sqrt(wd_add(wd_mul(x, x), wd_mul(y, y)))));
    }
}

/* Which edges of a side is each of these places outside of, by more than the tolerance; or, of `inner`, not inside of by more than half of it? As
 * bits. Edges in lanes, so that they are loaded once for all places, and no place waits for another one. */
SPECIALISED void outside_of_one(const one_edges *e, const one_side *of, bool inner, const double *x, const double *y, int count,
                                uint64_t *out) {
    memset(out, 0, (size_t)count * sizeof *out);
    for (int k = 0; k < of->count; k += CONTACT_LANES) {
        const wd line_x = wd_load(e->x + k), line_y = wd_load(e->y + k), wide = wd_load(e->wide + k);
        const wd half = wd_mul(wd_set1(SEPAL_SIDE_INNER), wide);
        const contact_spot corner = spots_of_one(of, k);
        const unsigned here = lanes_before(k, of->count);
        for (int i = 0; i < count; i++) {
            const wd inside = left_of_line(line_x, line_y, corner.x, corner.y, wd_set1(x[i]), wd_set1(y[i]));
            const unsigned bits = inner ? ~wdm_bits(wd_gt(inside, half)) : wdm_bits(wd_lt(wd_add(inside, wide), wd_set1(0)));
            out[i] |= (uint64_t)(bits & here) << k;
        }
    }
}

/* The part of an edge with these ends that is over a side. beyond: the edges of the side that one of both is outside of. */
static SEPAL_NOINLINE edge_part part_of_one(const one_edges *e, const one_side *of, uint64_t beyond, wd from_x, wd from_y, wd to_x,
                                            wd to_y) {
    edge_cut cut = whole_edge();
    for (; beyond != 0; beyond &= beyond - 1) {
        const unsigned k = sepal_lowest_bit(beyond);
        const wd x = wd_set1(e->x[k]), y = wd_set1(e->y[k]), at_x = wd_set1(of->x[k]), at_y = wd_set1(of->y[k]);
        const wd wide = wd_set1(e->wide[k]);
        const wd from = left_of_line(x, y, at_x, at_y, from_x, from_y), to = left_of_line(x, y, at_x, at_y, to_x, to_y);
        cut_by_line(from, wd_add(from, wide), to, wd_add(to, wide), feature_of_one_edge(of, k), &cut);
    }
    return part_of_cut(&cut);
}

static inline wd height_over_one(const one_side *of, wd x, wd y) {
    return height_of_plane((wd3){wd_set1(of->x[0]), wd_set1(of->y[0]), wd_set1(of->h[0])}, of->slope_x, of->slope_y, x, y);
}

/* The candidates of a pair in their order, as in contact_candidates. Those that fill up the last register have no place. */
typedef struct one_candidates {
    double x[ONE_CANDIDATES], y[ONE_CANDIDATES], first[ONE_CANDIDATES], second[ONE_CANDIDATES], feature[ONE_CANDIDATES];
    int count;
} one_candidates;

/* The next candidate, of which all lanes have one value. */
static inline void put_one(one_candidates *out, wd x, wd y, wd first, wd second, wd feature) {
    const int k = out->count++;
    out->x[k] = first_lane(x);
    out->y[k] = first_lane(y);
    out->first[k] = first_lane(first);
    out->second[k] = first_lane(second);
    out->feature[k] = first_lane(feature);
}

/* At a share of the way along edge i of the first side. */
static SEPAL_NOINLINE void put_on_edge_of_one(const one_side *first, const one_side *second, int i, wd share, wd of_first,
                                              wd of_second, one_candidates *out) {
    const wd3 p = {wd_set1(first->x[i]), wd_set1(first->y[i]), wd_set1(first->h[i])};
    const wd3 q = {wd_set1(first->x[i + 1]), wd_set1(first->y[i + 1]), wd_set1(first->h[i + 1])}, at = wd3_between(p, q, share);
    put_one(out, at.x, at.y, at.z, height_over_one(second, at.x, at.y), both_features(of_first, of_second));
}

/* Corners of a side as candidates, a register of them: of the first side where its edges begin, of the second where they are. */
typedef struct one_corners {
    double x[CONTACT_LANES], y[CONTACT_LANES], first[CONTACT_LANES], second[CONTACT_LANES], feature[CONTACT_LANES];
} one_corners;

static void put_corner_of_one(const one_corners *of, int i, one_candidates *out) {
    const int k = out->count++;
    out->x[k] = of->x[i];
    out->y[k] = of->y[i];
    out->first[k] = of->first[i];
    out->second[k] = of->second[i];
    out->feature[k] = of->feature[i];
}

/* From corner k on. */
static void corners_of_first(const one_side *first, const one_side *second, int k, one_corners *out) {
    const wd zero = wd_set1(0), inside = wd_set1((double)SEPAL_FEATURE_INSIDE);
    const wd3 p = {wd_load(first->x + k), wd_load(first->y + k), wd_load(first->h + k)};
    const wd3 q = {wd_load(first->x + k + 1), wd_load(first->y + k + 1), wd_load(first->h + k + 1)}, at = wd3_between(p, q, zero);
    wd3_store(out->x, out->y, out->first, at);
    wd_store(out->second, height_over_one(second, at.x, at.y));
    wd_store(out->feature, both_features(feature_of_corner(false, wd_load(first->number + k)), inside));
}

static void corners_of_second(const one_side *first, const one_side *second, int k, one_corners *out) {
    const wd inside = wd_set1((double)SEPAL_FEATURE_INSIDE), x = wd_load(second->x + k), y = wd_load(second->y + k);
    wd_store(out->x, x);
    wd_store(out->y, y);
    wd_store(out->first, height_over_one(first, x, y));
    wd_store(out->second, wd_load(second->h + k));
    wd_store(out->feature, both_features(inside, feature_of_corner(false, wd_load(second->number + k))));
}

/* As find_common_corners. The edges are those of the second side, then of the first, so that they need the stack only once. */
static SEPAL_NOINLINE void common_corners_of_one(const one_side *first, const one_side *second, wd flush, one_candidates *out) {
    one_edges edges;
    one_corners corners;
    uint64_t outside[CONTACT_WIDE_CORNERS + 1];
    edges_of_one(second, flush, &edges);
    outside_of_one(&edges, second, false, first->x, first->y, first->count, outside);
    outside[first->count] = outside[0];
    for (int i = 0; i < first->count; i++) {
        const uint64_t beyond = outside[i] | outside[i + 1], none = outside[i] & outside[i + 1];
        if (i % CONTACT_LANES == 0)
            corners_of_first(first, second, i, &corners);
        if (none != 0)
            continue;
        if (beyond == 0) {
            put_corner_of_one(&corners, i % CONTACT_LANES, out);
            continue;
        }
        const edge_part part = part_of_one(&edges, second, beyond, wd_set1(first->x[i]), wd_set1(first->y[i]),
                                           wd_set1(first->x[i + 1]), wd_set1(first->y[i + 1]));
        const wd own = feature_of_one_edge(first, (unsigned)i), corner = feature_of_corner(false, wd_set1(first->number[i]));
        if (wdm_bits(part.some) == 0)
            continue;
        put_on_edge_of_one(first, second, i, part.begins, wd_select(part.enters, own, corner), part.entered, out);
        if (wdm_bits(part.leaves) != 0)
            put_on_edge_of_one(first, second, i, part.ends, own, part.left, out);
    }
    edges_of_one(first, flush, &edges);
    outside_of_one(&edges, first, true, second->x, second->y, second->count, outside);
    for (int i = 0; i < second->count; i++) {
        if (i % CONTACT_LANES == 0)
            corners_of_second(first, second, i, &corners);
        if (outside[i] == 0)
            put_corner_of_one(&corners, i % CONTACT_LANES, out);
    }
}

/* As find_over_side, of which the candidates are not aside of each other. of_first: the side is that of the first core. */
static SEPAL_NOINLINE void ends_over_one(const contact_ends *of, const one_side *side, bool of_first, wd flush,
                                         one_candidates *out) {
    one_edges edges;
    double x[2], y[2];
    uint64_t outside[2];
    edges_of_one(side, flush, &edges);
    for (int end = 0; end < 2; end++) {
        x[end] = first_lane(of->at[end].x);
        y[end] = first_lane(of->at[end].y);
    }
    outside_of_one(&edges, side, false, x, y, 2, outside);
    if ((outside[0] & outside[1]) != 0)
        return;
    const edge_part part = part_of_one(&edges, side, outside[0] | outside[1], of->at[0].x, of->at[0].y, of->at[1].x, of->at[1].y);
    for (int end = 0; end < 2; end++) {
        const place_over_side at = end_over_side(of, &part, end);
        if (wdm_bits(at.there) == 0)
            continue;
        const wd height = height_over_one(side, at.at.x, at.at.y);
        put_one(out, at.at.x, at.at.y, of_first ? height : at.at.z, of_first ? at.at.z : height,
                of_first ? both_features(at.by, at.own) : both_features(at.own, at.by));
    }
}

/* --- Points ------------------------------------------------------------------------------------------------------------------- */

static chosen_corner candidate_of_one(const one_candidates *c, int k) {
    const wd first = wd_set1(c->first[k]), second = wd_set1(c->second[k]), feature = wd_set1(c->feature[k]), zero = wd_set1(0);
    return (chosen_corner){wd_set1(c->x[k]),      wd_set1(c->y[k]), first, second, feature, zero, zero,
                           wd_sub(second, first), wdm_all()};
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

/* Chooses points of these candidates, for a lane of `out`; none and false, if no candidate is as deep as the push. Not inlined, so that it
 * does not need its stack while candidates are looked for. */
static SEPAL_NOINLINE bool choose_points_of_one(const one_face *below, const one_face *above, const contact_view *view,
                                                const contact_measure *of, one_candidates *c, wdm lane, contact_choice *out) {
    const contact_spot none = {wd_set1(0), wd_set1(0)};
    const contact_spot way = below->area && above->area
                                 ? way_of_side((const wd[2]){wd_set1(below->side.x[0]), wd_set1(below->side.x[1])},
                                               (const wd[2]){wd_set1(below->side.y[0]), wd_set1(below->side.y[1])})
                                 : none;
    contact_choice choice;
    choice.corners.distance = NULL;
    keep_deep_of_one(c, way, view, of, &choice);
    if (wdm_bits(choice.deep) == 0)
        return false;
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
    for (int k = 0; k < SEPAL_CONTACTS_MOST; k++) {
        chosen_corner *p = &choice.chosen[k], *to = &out->chosen[k];
        if (k < count) {
            const half_name on_first = name_of_one(below, reach2, chosen_spot(p)),
                            on_second = name_of_one(above, reach2, chosen_spot(p));
            p->feature = name_of_point(&on_first, &on_second, p->feature);
        }
        p->distance = wd_sub(p->second, p->first); /* put_deeper leaves it as it was; other lanes may be measured by it */
        take_chosen(lane, p, true, to);
        to->there = wdm_or(wdm_and(lane, p->there), wdm_andnot(to->there, lane));
    }
    out->deep = wdm_or(out->deep, lane);
    return true;
}

/* The points of the pair in a lane, by what both solids face each other with; false if they are not known. */
static bool points_of_faces(const one_face *below, const one_face *above, const contact_view *view, const contact_measure *of,
                            int lane, one_candidates *found, contact_choice *out) {
    double numbers[CONTACT_LANES];
    contact_measure measure = {from_lane(of->reach, lane), from_lane(of->margin, lane), from_lane(of->point_margin, lane),
                               from_lane(of->depth, lane)};
    found->count = 0;
    if (below->area && above->area)
        common_corners_of_one(&below->side, &above->side, view->scale.flush, found);
    else if (below->area)
        ends_over_one(&above->ends, &below->side, true, view->scale.flush, found);
    else
        ends_over_one(&below->ends, &above->side, false, view->scale.flush, found);
    for (int k = 0; k < CONTACT_LANES; k++)
        numbers[k] = k;
    return choose_points_of_one(below, above, view, &measure, found, wd_eq(wd_load(numbers), wd_set1((double)lane)), out);
}

/* The pair in a lane of half a group. */
static SEPAL_NOINLINE bool points_of_one(const contact_group *group, const contact_faces *f, int half, int lane,
                                         const contact_measure *of, known_rings *rings, contact_choice *out) {
    const int of_group = half * CONTACT_LANES + lane;
    const bool below = (wdm_bits(f->below) >> lane & 1) != 0;
    const sepal_solids *const sets[2] = {group->set_first[of_group], group->set_second[of_group]};
    const uint32_t numbers[2] = {group->first[of_group], group->second[of_group]};
    const unsigned from = f->exchanged >> lane & 1;
    union {
        double rows[4][CONTACT_HULL_VERTICES];
        one_candidates found;
    } room; /* one after the other, so that a call needs less of the stack */
    contact_view view;
    one_face first, second;
    view_of_lane(&f->sides.view, lane, &view);
    if (!face_of_lane(&view, sets[!below], numbers[!below], &f->sides.first, &f->of[0], &f->of[from].wide, lane, rings, room.rows,
                      &first) ||
        !face_of_lane(&view, sets[below], numbers[below], &f->sides.second, &f->of[1], &f->of[1 - from].wide, lane, rings,
                      room.rows, &second))
        return false;
    return points_of_faces(below ? &first : &second, below ? &second : &first, &view, of, lane, &room.found, out);
}

#endif
