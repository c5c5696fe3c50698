/* contact_one.h — one pair of which some side has many corners, as it is seen along the normal of its push: lanes are the vertices of a core,
 * and the corners of a side. So prisms of many sides have their candidates without a lane that waits for another one.
 *
 * Each step is that of ../sides.h and ../common_part.h, in the same order, so that the bits are the same: where a vertex is asked whether it
 * is better than the best before it, a whole register is asked, and from the first one that is, what is behind it once more. */
#ifndef SEPAL_SOLIDS_KERNEL_CONTACT_ONE_H
#define SEPAL_SOLIDS_KERNEL_CONTACT_ONE_H

#include "contact_cores.h"

/* Room for vertices and corners, and behind these for the first ones again, and to fill up a register. */
enum {
    ONE_CORNERS = SEPAL_SEEN_CORNERS,
    ONE_VERTICES = 2 * ONE_CORNERS,
    ONE_ROOM = ONE_CORNERS + 8,
    ONE_CANDIDATES = SEPAL_SEEN_CANDIDATES + 8
};

/* A hull in the frame; the last vertex fills up the last register. The cover has one value in all lanes. */
typedef struct one_core {
    _Alignas(64) double x[ONE_VERTICES], y[ONE_VERTICES], h[ONE_VERTICES];
    contact_cover cover;
    int count;
} one_core;

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
    one_side side;
    contact_ends ends;
    contact_cover cover;
} one_face;

static inline double first_lane(wd a) {
    double of[CONTACT_LANES];
    wd_store(of, a);
    return of[0];
}

static inline double least_lane(wd a) {
    return -wd_greatest(wd_negated(a));
}

/* The bits of the lanes of a register that is read from number `from` on, of `count` in all. */
static inline unsigned lanes_before(int from, int count) {
    return count - from < CONTACT_LANES ? (1U << (count - from)) - 1 : (1U << CONTACT_LANES) - 1;
}

/* --- A core ------------------------------------------------------------------------------------------------------------------- */

static inline wd3 vertices_of_one(const one_core *core, int from) {
    return (wd3){wd_load(core->x + from), wd_load(core->y + from), wd_load(core->h + from)};
}

static inline wd3 vertex_of_one(const one_core *core, int k) {
    return (wd3){wd_set1(core->x[k]), wd_set1(core->y[k]), wd_set1(core->h[k])};
}

/* The coordinates of a hull; returns how many fill up the registers. */
static int load_one_hull(const sepal_solids *set, uint32_t index, one_core *out) {
    const int count = (int)set->heads[index].size, filled = (count + CONTACT_LANES - 1) / CONTACT_LANES * CONTACT_LANES;
    double *const to[3] = {out->x, out->y, out->h};
    const float *const from[3] = {sepal_solid_x(set, index), sepal_solid_y(set, index), sepal_solid_z(set, index)};
    for (int c = 0; c < 3; c++) {
        for (int k = 0; k < count; k++)
            to[c][k] = (double)from[c][k];
        for (int k = count; k < filled; k++)
            to[c][k] = to[c][count - 1];
    }
    out->count = count;
    return filled;
}

static void see_one_hull(const contact_view *view, const sepal_solids *set, uint32_t index, one_core *out) {
    const int filled = load_one_hull(set, index, out);
    wd3 low = vertices_of_one(out, 0), high = low;
    for (int k = 0; k < filled; k += CONTACT_LANES) {
        const wd3 at = vertices_of_one(out, k), p = into_frame(&view->frame, wd3_sub(at, view->origin));
        low = wd3_less(low, at);
        high = wd3_more(high, at);
        wd_store(out->x + k, p.x);
        wd_store(out->y + k, p.y);
        wd_store(out->h + k, p.z);
    }
    const wd3 least = {wd_set1(least_lane(low.x)), wd_set1(least_lane(low.y)), wd_set1(least_lane(low.z))};
    const wd3 most = {wd_set1(wd_greatest(high.x)), wd_set1(wd_greatest(high.y)), wd_set1(wd_greatest(high.z))};
    out->cover = cover_between(least, most);
}

/* --- Its side ----------------------------------------------------------------------------------------------------------------- */

static int highest_of_one(const one_core *core, wd up) {
    wd most = wd_mul(up, wd_load(core->h));
    for (int k = CONTACT_LANES; k < core->count; k += CONTACT_LANES)
        most = wd_max(most, wd_mul(up, wd_load(core->h + k)));
    const wd highest = wd_set1(wd_greatest(most));
    for (int k = 0; k < core->count; k += CONTACT_LANES) {
        const unsigned here = wdm_bits(wd_eq(wd_mul(up, wd_load(core->h + k)), highest));
        if (here != 0)
            return k + (int)sepal_lowest_bit(here);
    }
    return 0;
}

/* Of ways whose falls are compared by products, those that fall as little but for this share may be the one that is found; no other one is
 * (docs/numerics/solid_contacts.md, "One pair in lanes"). */
#define ONE_NEARLY_AS_FLAT (1 + 0x1p-40)
/* Smaller cores are left to the reference, since products of their ways may underflow. */
#define ONE_LEAST_EXTENT 0x1p-100

/* The other end of the edge from a vertex that falls least, or -1. */
static int flattest_of_one(const one_core *core, wd up, wd3 from, wd near) {
    const wd near2 = wd_mul(near, near), far = wd_set1(INFINITY), thickness = near_plane(&core->cover);
    double share[ONE_VERTICES];
    wd least = far;
    side_way best = {far, far, far};
    int to = -1;
    for (int k = 0; k < core->count; k += CONTACT_LANES) {
        const side_way way = way_to_vertex(from, vertices_of_one(core, k), up, thickness);
        const wd of = wd_select(wd_gt(way.run2, near2), wd_div(way.compared2, way.run2), far);
        least = wd_min(least, of);
        wd_store(share + k, of);
    }
    const double flattest = least_lane(least);
    if (!(flattest < INFINITY))
        return -1;
    for (int from_lane = 0; from_lane < core->count; from_lane += CONTACT_LANES) {
        unsigned flat = wdm_bits(wd_ge(wd_set1(flattest * ONE_NEARLY_AS_FLAT), wd_load(share + from_lane)));
        for (; flat != 0; flat &= flat - 1) {
            const int k = from_lane + (int)sepal_lowest_bit(flat);
            const side_way way = way_to_vertex(from, vertex_of_one(core, k), up, thickness);
            if (to >= 0 && wdm_bits(wd_lt(wd_mul(way.compared2, best.run2), wd_mul(best.compared2, way.run2))) == 0)
                continue;
            to = k;
            best = way;
        }
    }
    return wdm_bits(is_edge_of_side(best.fall2, best.run2)) != 0 ? to : -1;
}

/* The plane through an edge that falls least across it; false if there is none that is not steep. */
static bool plane_of_one(const one_core *core, wd up, wd3 from, wd3 to, wd near, side_plane *out) {
    const plane_edge edge = edge_of_plane(from, to, near);
    const wd thickness = near_plane(&core->cover);
    double ratio[ONE_VERTICES], share[ONE_VERTICES];
    wd least = wd_set1(INFINITY), falls = wd_set1(0);
    for (int k = 0; k < core->count; k += CONTACT_LANES) {
        wdm there;
        wd compared;
        const wd of = fall_across_edge(&edge, up, vertices_of_one(core, k), thickness, &there, &compared);
        const wd magnitude = wd_select(there, compared, wd_set1(INFINITY));
        least = wd_min(least, magnitude);
        wd_store(ratio + k, of);
        wd_store(share + k, magnitude);
    }
    least = wd_set1(least_lane(least));
    for (int k = 0; k < core->count; k += CONTACT_LANES) {
        const unsigned here = wdm_bits(wd_eq(wd_load(share + k), least));
        if (here == 0)
            continue;
        falls = wd_set1(ratio[k + (int)sepal_lowest_bit(here)]);
        break;
    }
    return wdm_bits(plane_through_edge(&edge, falls, least, &core->cover, out)) != 0;
}

/* The first corners again behind the last one, and behind these. */
static void close_one_side(one_side *side) {
    double *const of[4] = {side->x, side->y, side->h, side->number};
    for (int c = 0; c < 4; c++)
        for (int k = 0; k < 8; k++)
            of[c][side->count + k] = of[c][k < side->count ? k : 0];
}

/* The vertices on a plane, in their order; false if they are fewer than 3, or too many. */
static bool list_of_one(const one_core *core, const side_plane *plane, wd up, one_side *out) {
    int count = 0;
    for (int from = 0; from < core->count; from += CONTACT_LANES) {
        unsigned on = wdm_bits(is_on_plane(plane, up, vertices_of_one(core, from))) & lanes_before(from, core->count);
        for (; on != 0; on &= on - 1) {
            const int k = from + (int)sepal_lowest_bit(on);
            if (count == ONE_CORNERS)
                return false;
            out->x[count] = core->x[k];
            out->y[count] = core->y[k];
            out->h[count] = core->h[k];
            out->number[count++] = k;
        }
    }
    out->count = count;
    return count >= 3;
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

/* A number that grows with the angle from a direction, from -2 to 2: as an angle on the border of a square. */
static inline wd angle_from(wd ahead, wd aside) {
    const wd zero = wd_set1(0), share = wd_div(aside, wd_add(wd_abs(aside), wd_abs(ahead)));
    const wd behind = wd_sub(wd_select(wd_lt(aside, zero), wd_set1(-2), wd_set1(2)), share);
    return wd_select(wd_lt(ahead, zero), behind, share);
}

/* Puts the corners round the first one, by their angles about it from the second one, which are less than half a turn: each to the place
 * that is the number of those before it. */
static void sort_round_first(one_side *s) {
    const contact_edge along = edge_from_to(spot_of_one(s, 0), spot_of_one(s, 1));
    double *const of[4] = {s->x, s->y, s->h, s->number};
    double angle[ONE_ROOM], before[ONE_ROOM], moved[ONE_ROOM];
    for (int k = 0; k < s->count; k += CONTACT_LANES) {
        const wd x = wd_sub(wd_load(s->x + k), wd_set1(s->x[0])), y = wd_sub(wd_load(s->y + k), wd_set1(s->y[0]));
        const wd ahead = wd_add(wd_mul(along.x, x), wd_mul(along.y, y)), aside = wd_sub(wd_mul(along.x, y), wd_mul(along.y, x));
        wd_store(angle + k, angle_from(ahead, aside));
    }
    angle[0] = -3;
    for (int k = 0; k < s->count; k += CONTACT_LANES) {
        wd less = wd_set1(0);
        for (int other = 0; other < s->count; other++)
            less = wd_add(less, wd_select(wd_lt(wd_set1(angle[other]), wd_load(angle + k)), wd_set1(1), wd_set1(0)));
        wd_store(before + k, less);
    }
    for (int c = 0; c < 4; c++) {
        memcpy(moved, of[c], sizeof moved);
        for (int k = 0; k < s->count; k++)
            of[c][(int)before[k]] = moved[k];
    }
}

/* As put_corners_in_order of ../sides.h, which has another way to the only order: false where that is not certain. */
static bool order_of_one(one_side *s, wd least) {
    if (is_in_order(s, least))
        return true;
    sort_round_first(s);
    return is_in_order(s, least);
}

/* The side, where it has 3 to ONE_CORNERS corners that are not near to a line. */
static bool find_side_of_one(const one_core *core, double way, one_side *out) {
    const wd up = wd_set1(way), near = near_in_picture(&core->cover);
    const wd3 from = vertex_of_one(core, highest_of_one(core, up));
    const int to = flattest_of_one(core, up, from, near);
    side_plane plane;
    if (to < 0 || !plane_of_one(core, up, from, vertex_of_one(core, to), near, &plane) || !list_of_one(core, &plane, up, out))
        return false;
    out->slope_x = plane.slope_x;
    out->slope_y = plane.slope_y;
    return order_of_one(out, wd_mul(wd_set1(4), wd_mul(near, core->cover.extent)));
}

static void side_of_one_box(const contact_box *box, bool up, one_side *out) {
    solid_side side;
    side_of_box(box, up ? wdm_all() : wdm_none(), &side);
    for (int k = 0; k < 4; k++) {
        out->x[k] = first_lane(side.x[k]);
        out->y[k] = first_lane(side.y[k]);
        out->h[k] = first_lane(side.h[k]);
        out->number[k] = first_lane(side.number[k]);
    }
    out->slope_x = side.slope_x;
    out->slope_y = side.slope_y;
    out->count = 4;
    close_one_side(out);
}

static inline wd3 broadcast(const float at[3]) {
    return (wd3){wd_set1((double)at[0]), wd_set1((double)at[1]), wd_set1((double)at[2])};
}

static inline wd3 vertex_of_set(const sepal_solids *set, uint32_t index, uint32_t k) {
    return broadcast((const float[3]){sepal_solid_x(set, index)[k], sepal_solid_y(set, index)[k], sepal_solid_z(set, index)[k]});
}

/* What solid `index` faces the other one with; false where that is left to the reference. */
static SEPAL_NOINLINE bool find_face_of_one(const contact_view *view, const sepal_solids *set, uint32_t index, bool up,
                                            one_face *out) {
    const uint32_t size = set->heads[index].size;
    const wd way = wd_set1(up ? 1 : -1);
    out->area = true;
    if (sepal_solid_is_box(set, index)) {
        const sepal_box_exact *of = sepal_solid_exact(set, index);
        const wd3 edges[3] = {broadcast(of->u), broadcast(of->v), broadcast(of->w)};
        contact_box box;
        if (!sepal_contact_is_right_box(set, index))
            return false;
        see_box(&view->frame, broadcast(of->c), edges, view->origin, &box);
        side_of_one_box(&box, up, &out->side);
        out->cover = box.cover;
    } else if (size <= 2) {
        const wd3 p = vertex_of_set(set, index, 0), q = vertex_of_set(set, index, size - 1);
        const contact_segment ends = {
            cover_between(wd3_less(p, q), wd3_more(p, q)),
            {into_frame(&view->frame, wd3_sub(p, view->origin)), into_frame(&view->frame, wd3_sub(q, view->origin))}};
        out->area = false;
        out->cover = ends.cover;
        return wdm_bits(find_ends_side(&ends, way, &out->ends)) == 0;
    } else {
        one_core core;
        if (size > ONE_VERTICES)
            return false;
        see_one_hull(view, set, index, &core);
        out->cover = core.cover;
        return first_lane(core.cover.extent) >= ONE_LEAST_EXTENT && find_side_of_one(&core, up ? 1 : -1, &out->side);
    }
    return true;
}

/* --- Candidates --------------------------------------------------------------------------------------------------------------- */

/* The edges of a side: those of contact_edges. */
typedef struct one_edges {
    double x[ONE_ROOM], y[ONE_ROOM], wide[ONE_ROOM], feature[ONE_ROOM];
} one_edges;

static void edges_of_one(const one_side *of, wd flush, one_edges *out) {
    for (int k = 0; k < of->count; k += CONTACT_LANES) {
        const wd x = wd_sub(wd_load(of->x + k + 1), wd_load(of->x + k)), y = wd_sub(wd_load(of->y + k + 1), wd_load(of->y + k));
        const wd p = wd_load(of->number + k), q = wd_load(of->number + k + 1);
        wd_store(out->x + k, x);
        wd_store(out->y + k, y);
        wd_store(out->wide + k, wd_mul(flush, wd_sqrt(wd_add(wd_mul(x, x), wd_mul(y, y)))));
        wd_store(out->feature + k, feature_of_edge(false, wd_min(p, q), wd_max(p, q)));
    }
}

/* How far inside of the edges from number k on a place is. */
static inline wd inside_edges_of_one(const one_edges *e, const one_side *of, int k, wd x, wd y) {
    return left_of_line(wd_load(e->x + k), wd_load(e->y + k), wd_load(of->x + k), wd_load(of->y + k), x, y);
}

/* Which edges of a side is a place outside of, by more than the tolerance? As bits. */
static uint64_t outside_of_one(const one_edges *e, const one_side *of, wd x, wd y) {
    uint64_t outside = 0;
    for (int k = 0; k < of->count; k += CONTACT_LANES) {
        const wd wide = wd_add(inside_edges_of_one(e, of, k, x, y), wd_load(e->wide + k));
        outside |= (uint64_t)(wdm_bits(wd_lt(wide, wd_set1(0))) & lanes_before(k, of->count)) << k;
    }
    return outside;
}

/* Is a place inside of all edges of a side by more than half of the tolerance? */
static bool is_inner_of_one(const one_edges *e, const one_side *of, wd x, wd y) {
    for (int k = 0; k < of->count; k += CONTACT_LANES) {
        const wd width = wd_mul(wd_set1(SEPAL_SIDE_INNER), wd_load(e->wide + k));
        const unsigned inner = wdm_bits(wd_gt(inside_edges_of_one(e, of, k, x, y), width));
        if ((lanes_before(k, of->count) & ~inner) != 0)
            return false;
    }
    return true;
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
        cut_by_line(from, wd_add(from, wide), to, wd_add(to, wide), wd_set1(e->feature[k]), &cut);
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

/* The corners of both sides as candidates: of the first where its edges begin, of the second where they are. */
typedef struct one_corners {
    double x[ONE_ROOM], y[ONE_ROOM], first[ONE_ROOM], second[ONE_ROOM], feature[ONE_ROOM];
} one_corners;

static void put_corner_of_one(const one_corners *of, int i, one_candidates *out) {
    const int k = out->count++;
    out->x[k] = of->x[i];
    out->y[k] = of->y[i];
    out->first[k] = of->first[i];
    out->second[k] = of->second[i];
    out->feature[k] = of->feature[i];
}

static void corners_of_first(const one_side *first, const one_side *second, one_corners *out) {
    const wd zero = wd_set1(0), inside = wd_set1((double)SEPAL_FEATURE_INSIDE);
    for (int k = 0; k < first->count; k += CONTACT_LANES) {
        const wd3 p = {wd_load(first->x + k), wd_load(first->y + k), wd_load(first->h + k)};
        const wd3 q = {wd_load(first->x + k + 1), wd_load(first->y + k + 1), wd_load(first->h + k + 1)},
                  at = wd3_between(p, q, zero);
        wd_store(out->x + k, at.x);
        wd_store(out->y + k, at.y);
        wd_store(out->first + k, at.z);
        wd_store(out->second + k, height_over_one(second, at.x, at.y));
        wd_store(out->feature + k, both_features(feature_of_corner(false, wd_load(first->number + k)), inside));
    }
}

static void corners_of_second(const one_side *first, const one_side *second, one_corners *out) {
    const wd inside = wd_set1((double)SEPAL_FEATURE_INSIDE);
    for (int k = 0; k < second->count; k += CONTACT_LANES) {
        const wd x = wd_load(second->x + k), y = wd_load(second->y + k);
        wd_store(out->x + k, x);
        wd_store(out->y + k, y);
        wd_store(out->first + k, height_over_one(first, x, y));
        wd_store(out->second + k, wd_load(second->h + k));
        wd_store(out->feature + k, both_features(inside, feature_of_corner(false, wd_load(second->number + k))));
    }
}

/* As find_common_corners. */
static SEPAL_NOINLINE void common_corners_of_one(const one_side *first, const one_side *second, wd flush, one_candidates *out) {
    one_edges of_first, of_second;
    one_corners corners;
    edges_of_one(first, flush, &of_first);
    edges_of_one(second, flush, &of_second);
    corners_of_first(first, second, &corners);
    uint64_t from = outside_of_one(&of_second, second, wd_set1(first->x[0]), wd_set1(first->y[0]));
    const uint64_t begin = from;
    for (int i = 0; i < first->count; i++) {
        const bool last = i + 1 == first->count;
        const wd to_x = wd_set1(first->x[i + 1]), to_y = wd_set1(first->y[i + 1]);
        const uint64_t to = last ? begin : outside_of_one(&of_second, second, to_x, to_y), beyond = from | to, none = from & to;
        from = to;
        if (none != 0)
            continue;
        if (beyond == 0) {
            put_corner_of_one(&corners, i, out);
            continue;
        }
        const edge_part part = part_of_one(&of_second, second, beyond, wd_set1(first->x[i]), wd_set1(first->y[i]), to_x, to_y);
        const wd own = wd_set1(of_first.feature[i]), corner = feature_of_corner(false, wd_set1(first->number[i]));
        if (wdm_bits(part.some) == 0)
            continue;
        put_on_edge_of_one(first, second, i, part.begins, wd_select(part.enters, own, corner), part.entered, out);
        if (wdm_bits(part.leaves) != 0)
            put_on_edge_of_one(first, second, i, part.ends, own, part.left, out);
    }
    corners_of_second(first, second, &corners);
    for (int i = 0; i < second->count; i++)
        if (is_inner_of_one(&of_first, first, wd_set1(second->x[i]), wd_set1(second->y[i])))
            put_corner_of_one(&corners, i, out);
}

/* As find_over_side, of which the candidates are not aside of each other. of_first: the side is that of the first core. */
static SEPAL_NOINLINE void ends_over_one(const contact_ends *of, const one_side *side, bool of_first, wd flush,
                                         one_candidates *out) {
    one_edges edges;
    edges_of_one(side, flush, &edges);
    const uint64_t from = outside_of_one(&edges, side, of->at[0].x, of->at[0].y),
                   to = outside_of_one(&edges, side, of->at[1].x, of->at[1].y);
    if ((from & to) != 0)
        return;
    const edge_part part = part_of_one(&edges, side, from | to, of->at[0].x, of->at[0].y, of->at[1].x, of->at[1].y);
    for (int end = 0; end < 2; end++) {
        const place_over_side at = end_over_side(of, &part, end);
        if (wdm_bits(at.there) == 0)
            continue;
        const wd height = height_over_one(side, at.at.x, at.at.y);
        put_one(out, at.at.x, at.at.y, of_first ? height : at.at.z, of_first ? at.at.z : height,
                of_first ? both_features(at.by, at.own) : both_features(at.own, at.by));
    }
}

#endif
