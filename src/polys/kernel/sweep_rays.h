/* sweep_rays.h — rays: points that move and polygons, circles, or capsules; bits, times and normals at once, in lanes. */
#ifndef SEPAL_POLYS_KERNEL_SWEEP_RAYS_H
#define SEPAL_POLYS_KERNEL_SWEEP_RAYS_H

#include "sweep_cast.h"

/* ===== Hits in lanes. Times and normals of hits that are known in double with bounds on their errors, rounded to float where that is
 * certain; and the moves of a block of pairs. */

/* --- Moves --------------------------------------------------------------------------------------- */

/* The moves of one side of a block of pairs, found ahead of their use (sweep_filters.h). all: the move of all shapes, where the arrays
 * have no meaning, else NULL. */
typedef struct block_moves {
    const sepal_moves *all;
    const float *x, *y; /* the room, or the caller's arrays */
    float room_x[SEPAL_BLOCK], room_y[SEPAL_BLOCK];
} block_moves;

/* Are shapes one after the other, as where each ray is asked about once? index[2 * k] is the shape of pair k. */
static inline bool in_order(const uint32_t *index, size_t count) {
    uint32_t others = 0;
    for (uint32_t k = 0; k < SEPAL_BLOCK && k < count; k++) /* SEPAL_BLOCK: so that gcc knows that k does not overflow */
        others |= (index[2 * k] - k) ^ index[0];
    return others == 0;
}

/* Moves in order need no copy, if they fill all groups. */
static inline void take_moves(const sepal_moves *moves, const uint32_t *index, size_t count, block_moves *out) {
    out->all = moves->stride == 0 ? moves : NULL;
    if (moves->stride == 0)
        return;
    if (moves->stride == 1 && count % SEPAL_LANES == 0 && in_order(index, count)) {
        out->x = moves->x + index[0];
        out->y = moves->y + index[0];
        return;
    }
    out->x = out->room_x;
    out->y = out->room_y;
    for (size_t k = 0; k < count; k++) {
        size_t at = moves->stride * index[2 * k];
        out->room_x[k] = moves->x[at];
        out->room_y[k] = moves->y[at];
        sepal_keep_loads_apart();
    }
    for (size_t k = count; k % SEPAL_LANES != 0; k++)
        out->room_x[k] = out->room_y[k] = 0;
}

static inline w2 moves_at(const block_moves *m, size_t k) {
    if (m->all != NULL)
        return (w2){w_set1(*m->all->x), w_set1(*m->all->y)};
    return (w2){w_load(m->x + k), w_load(m->y + k)};
}

/* --- Hits ---------------------------------------------------------------------------------------- */

/* Half of the lanes: the time and a bound on its error, and bounds on the normal. known: the lanes in which these have a meaning; apart:
 * those in which the shapes certainly do not meet. */
typedef struct hit_half {
    wd time, error;
    wd2 low, high;
    wdm known, apart;
} hit_half;

/* A float. Greater times become this, and so are not certain. */
#define HIT_MOST 0x1p100

/* Stores the hits of a group as values k and so on; those of the lanes that do not meet, too. open: lanes whose halves have no
 * meaning; apart: lanes that are known not to meet. A time is certain if it is farther from the nearest float than its error
 * (docs/numerics/sweep.md, "Rays"). */
SPECIALISED lanes store_hits(const hit_half *half, wm open, wm apart, sweep_values *out, size_t k) {
    const wd most = wd_set1(HIT_MOST), times[2] = {wd_min(half[0].time, most), wd_min(half[1].time, most)};
    const w zero = w_zero(), one = w_set1(1), nearest = w_of(times[0], times[1]);
    wd above[2]; /* how far the nearest float is above the time; 0 if that is not certain, infinite if the shapes do not meet */
    for (int h = 0; h < 2; h++) {
        const wd by = wd_sub(wd_of(nearest, h), times[h]);
        above[h] = wd_select(wdm_and(wd_gt(wd_abs(by), half[h].error), half[h].known), by, wd_set1(0));
        above[h] = wd_select(half[h].apart, wd_set1((double)INFINITY), above[h]);
    }
    const w by = w_of(above[0], above[1]), x = w_of(half[0].low.x, half[1].low.x), y = w_of(half[0].low.y, half[1].low.y);
    const wm normal = wm_and(w_eq(x, w_of(half[0].high.x, half[1].high.x)), w_eq(y, w_of(half[0].high.y, half[1].high.y)));
    const wi bits = wi_of_bits(nearest);
    const w time = w_of_bits(wi_select(w_gt(by, zero), wi_sub(bits, wi_set1(1)), bits)); /* the float before it */
    const wm sure = wm_andnot(w_gt(w_abs(by), zero), open), reached = wm_and(w_gt(time, zero), w_gt(one, time));
    const wm late = wm_and(sure, wm_or(wm_not(w_gt(one, time)), w_eq(by, w_infinity())));
    const wm no = wm_or(apart, late), yes = wm_andnot(wm_and(wm_and(sure, normal), reached), no);
    w_store(out->time + k, w_select(yes, time, one));
    w_store(out->x + k, w_add(zero, w_select(yes, x, zero)));
    w_store(out->y + k, w_add(zero, w_select(yes, y, zero)));
    return decided(no, yes);
}

/* ===== Points and polygons ======================================================================= */

/* When and how a point that moves meets a polygon: up to 16 vertices with a pair in each lane, beyond that an edge in each
 * lane; the times in double.
 *
 * The line of the way has the vertices of the polygon on its left and on its right. It enters over the edge that leads from the left to the
 * right, and there is one such edge, as the polygon is convex; or all vertices are on one side. So no two edges are compared (the
 * clipping by Cyrus and Beck asks each for a time). Which side a vertex is on is told in float. Left open are pairs in which an end of
 * that edge is too near to the line, the point touches or overlaps at the beginning, or the time is too near to a float. */

/* Bounds on the errors: of a vertex's side, relative to the move and the distance of the vertex, in float; of a gap, a speed and their
 * quotient, relative to their products, and of a unit normal, in double. The least speed for which the quotient is certain, relative to
 * its products (docs/numerics/sweep.md, "Rays"). */
#define RAY_SIDE_ERROR   (8 * 0x1p-24F)
#define RAY_TIME_ERROR   (8 * 0x1p-53)
#define RAY_NORMAL_ERROR (16 * 0x1p-53)
#define RAY_SLOWEST      0x1p-20

/* The shapes are the polygons, the points those of the other set. turned: the points are shapes a of the pairs. Moves are those of a
 * block, whose values go to `out`. */
typedef struct rays_query {
    const sepal_polys *shapes, *points;
    bool turned;
    block_moves move_shapes, move_points;
    sweep_values *out;
} rays_query;

static inline const uint32_t *ray_shapes(const rays_query *t, const sepal_pair *group) {
    return t->turned ? &group->b : &group->a;
}
static inline const uint32_t *ray_points(const rays_query *t, const sepal_pair *group) {
    return t->turned ? &group->a : &group->b;
}

/* --- Ways ---------------------------------------------------------------------------------------- */

/* The way of the point as seen from the polygon, in float; a bound on the errors of sides; and the lanes in which the polygon is certainly
 * behind the point. */
typedef struct ray_ways {
    w2 point, move;
    w error;
    wm in_range, behind;
} ray_ways;

static inline ray_ways ray_ways_of(circle_lanes shape, w2 point, w2 move) {
    w2 d = w2_sub(shape.centre, point);
    w distance = w2_greatest(d), length = w2_sum(move);
    w error = w_madd(length, w_mul(w_add(distance, shape.outer), w_set1(RAY_SIDE_ERROR)), w_set1(SWEEP_LEAST));
    wm in_range = w_gt(w_set1(SWEEP_MOST), w_add(distance, w2_greatest(move)));
    wm behind = w_gt(w_neg(w_dot(move, d)), w_madd(length, shape.outer, error));
    return (ray_ways){point, move, error, in_range, wm_and(in_range, behind)};
}

/* --- Hits ---------------------------------------------------------------------------------------- */

/* The edge that is entered over, in the order of the vertices. found: the lanes in which it is certain; apart: those in which the pair is
 * apart. */
typedef struct ray_edges {
    w2 from, to;
    wm found, apart;
} ray_edges;

/* sign: -1 if the normal leads into the polygon as its edges stand, else 1. */
SPECIALISED hit_half ray_hit(wd2 from, wd2 to, wd2 point, wd2 d, wd sign) {
    wd2 e = wd2_sub(to, from), at = wd2_sub(point, from);
    wd gap_left = wd_mul(at.x, e.y), gap_right = wd_mul(at.y, e.x), speed_left = wd_mul(e.x, d.y), speed_right = wd_mul(e.y, d.x);
    wd gaps = wd_add(wd_abs(gap_left), wd_abs(gap_right)), speeds = wd_add(wd_abs(speed_left), wd_abs(speed_right));
    wd speed = wd_sub(speed_left, speed_right), inverse = wd_div(wd_set1(1), speed);
    wd unit = wd_div(sign, wd2_length(e));
    const wd2 normal = {wd_mul(e.y, unit), wd_minus(wd_mul(e.x, unit))};
    hit_half out;
    out.time = wd_mul(wd_sub(gap_left, gap_right), inverse);
    out.error = wd_mul(wd_add(gaps, wd_mul(wd_abs(out.time), speeds)), wd_mul(wd_abs(inverse), wd_set1(RAY_TIME_ERROR)));
    out.low = wd2_scale(normal, wd_set1(1 - RAY_NORMAL_ERROR));
    out.high = wd2_scale(normal, wd_set1(1 + RAY_NORMAL_ERROR));
    out.known = wd_gt(wd_abs(speed), wd_mul(speeds, wd_set1(RAY_SLOWEST)));
    out.apart = wdm_none();
    return out;
}

SPECIALISED lanes store_ray_hits(const rays_query *t, const ray_edges *e, w2 point, w winding, size_t k) {
    const w2 of_shape = moves_at(&t->move_shapes, k), of_point = moves_at(&t->move_points, k);
    const w sign = t->turned ? w_neg(winding) : winding;
    hit_half hit[2];
    for (int h = 0; h < 2; h++) {
        wd2 d = wd2_sub(wd2_of(of_point, h), wd2_of(of_shape, h));
        hit[h] = ray_hit(wd2_of(e->from, h), wd2_of(e->to, h), wd2_of(point, h), d, wd_of(sign, h));
    }
    return store_hits(hit, wm_not(e->found), e->apart, t->out, k);
}

/* --- Up to 16 vertices --------------------------------------------------------------------------- */

SPECIALISED ray_edges find_ray_edges(const vertex_lanes *v, uint32_t size, const ray_ways *r, w winding) {
    wm left[SEPAL_LANE_VERTICES], right[SEPAL_LANE_VERTICES], all_left = r->in_range, all_right = r->in_range;
    const w2 move = {w_flip(r->move.x, winding), w_flip(r->move.y, winding)}; /* so that the polygon is counter-clockwise */
    const w other = w_neg(r->error);
    for (uint32_t k = 0; k < size; k++) {
        w side = w_cross(move, w2_sub(vertex(v->world, size, k), r->point));
        left[k] = w_gt(side, r->error);
        right[k] = w_gt(other, side);
        all_left = wm_and(all_left, left[k]);
        all_right = wm_and(all_right, right[k]);
    }
    ray_edges out = {.from = vertex(v->world, size, 0), .to = vertex(v->world, size, 0), .found = wm_none()};
    for (uint32_t k = 0; k < size; k++) {
        uint32_t next = k + 1 < size ? k + 1 : 0;
        wm here = wm_and(left[k], right[next]);
        out.from = w2_select(here, vertex(v->world, size, k), out.from);
        out.to = w2_select(here, vertex(v->world, size, next), out.to);
        out.found = wm_or(out.found, here);
    }
    out.found = wm_and(out.found, r->in_range);
    out.apart = wm_or(r->behind, wm_or(all_left, all_right));
    return out;
}

SPECIALISED lanes rays_kernel(const void *question, const sepal_pair *group, size_t k, sizes n) {
    const rays_query *t = question;
    const uint32_t *shapes = ray_shapes(t, group);
    vertex_lanes v;
    load_vertices(t->shapes, shapes, n.a, n.same, &v);
    next_load();
    circle_lanes circle = load_circles(t->shapes, shapes);
    next_load();
    w2 point = load_circles(t->points, ray_points(t, group)).centre;
    w2 move = w2_sub(moves_at(&t->move_points, k), moves_at(&t->move_shapes, k));
    ray_ways r = ray_ways_of(circle, point, move);
    ray_edges e = find_ray_edges(&v, n.a, &r, circle.winding);
    return store_ray_hits(t, &e, point, w_flip(w_set1(1), circle.winding), k);
}

/* --- Large polygons ------------------------------------------------------------------------------ */

/* The ways of a group, and the edges that they enter over, as far as they are found. Moves are such that polygons are
 * counter-clockwise. */
typedef struct ray_edge_room {
    float point_x[SEPAL_LANES], point_y[SEPAL_LANES], move_x[SEPAL_LANES], move_y[SEPAL_LANES], error[SEPAL_LANES];
    float from_x[SEPAL_LANES], from_y[SEPAL_LANES], to_x[SEPAL_LANES], to_y[SEPAL_LANES];
    unsigned found, apart; /* a bit for each lane */
} ray_edge_room;

/* Looks for the edge of one polygon of more than 16 vertices. */
static inline void find_ray_edge(const sepal_polys *set, uint32_t shape, uint32_t lane, ray_edge_room *room) {
    const uint32_t size = set->heads[shape].size;
    const float *x = sepal_poly_x(set, shape), *y = x + sepal_padded(size);
    const w2 point = {w_set1(room->point_x[lane]), w_set1(room->point_y[lane])};
    const w2 move = {w_set1(room->move_x[lane]), w_set1(room->move_y[lane])};
    const w error = w_set1(room->error[lane]), other = w_neg(error);
    uint32_t entered = size;
    unsigned last_left = 0, first_right = 0, all_left = 1, all_right = 1; /* last_left: is the vertex before on the left? */
    for (uint32_t from = 0; from < size && entered == size; from += SEPAL_LANES) {
        const uint32_t count = size - from < SEPAL_LANES ? size - from : SEPAL_LANES;
        const int quads = (int)((count + 3) / 4);
        const w side = w_cross(move, w2_sub((w2){w_load_part(x + from, quads), w_load_part(y + from, quads)}, point));
        const unsigned below = (2U << (count - 1)) - 1, left = wm_bits(w_gt(side, error)) & below,
                       right = wm_bits(w_gt(other, side)) & below, here = right & (left << 1 | last_left);
        if (from == 0)
            first_right = right & 1;
        if (here != 0)
            entered = from + sepal_lowest_bit(here);
        last_left = left >> (count - 1) & 1;
        all_left &= left == below;
        all_right &= right == below;
    }
    if (entered == size && (last_left & first_right) != 0)
        entered = 0;
    const uint32_t to = entered < size ? entered : 0, start = (to > 0 ? to : size) - 1;
    room->from_x[lane] = x[start];
    room->from_y[lane] = y[start];
    room->to_x[lane] = x[to];
    room->to_y[lane] = y[to];
    room->found |= (unsigned)(entered < size) << lane;
    room->apart |= (unsigned)(entered == size && (all_left | all_right) != 0) << lane;
}

/* The circles tell most pairs that are apart, and only of the others vertices are looked at. */
SPECIALISED lanes large_rays_kernel(const void *question, const sepal_pair *group, size_t k, UNUSED sizes n) {
    const rays_query *t = question;
    const uint32_t *shapes = ray_shapes(t, group);
    const circle_lanes circle = load_circles(t->shapes, shapes), point = load_circles(t->points, ray_points(t, group));
    const w2 move = w2_sub(moves_at(&t->move_points, k), moves_at(&t->move_shapes, k));
    const sweep_distances way = sweep_circle_distances(circle, point, move, 0);
    const lanes by_circles = sweep_circles_decided(&way);
    const ray_ways r = ray_ways_of(circle, point.centre, move);
    ray_edge_room room = {0};
    w_store(room.point_x, point.centre.x);
    w_store(room.point_y, point.centre.y);
    w_store(room.move_x, w_flip(move.x, circle.winding));
    w_store(room.move_y, w_flip(move.y, circle.winding));
    w_store(room.error, r.error);
    room.apart = ~(by_circles.yes | by_circles.open);
    for (unsigned open = wm_bits(r.in_range) & ~room.apart; open != 0; open &= open - 1)
        find_ray_edge(t->shapes, shapes[2 * sepal_lowest_bit(open)], sepal_lowest_bit(open), &room);
    const w2 from = {w_load(room.from_x), w_load(room.from_y)}, to = {w_load(room.to_x), w_load(room.to_y)};
    const ray_edges e = {from, to, wm_of_bits(room.found), wm_of_bits(room.apart)};
    return store_ray_hits(t, &e, point.centre, w_flip(w_set1(1), circle.winding), k);
}

/* --- A block ------------------------------------------------------------------------------------- */

/* Pairs of a polygon with area and a point without a radius, at most a block. size: what the blocks of all polygons have room for: 4, 8 or
 * 16; or more, if they are large. */
static SEPAL_NOINLINE bool sweep_rays(const sweep_query *s, bool turned, uint32_t size, const sepal_pair *pairs, size_t count,
                                      verdicts *answers, sweep_values *out) {
    rays_query t; /* too large to be cleared */
    t.shapes = turned ? s->q.b : s->q.a;
    t.points = turned ? s->q.a : s->q.b;
    t.turned = turned;
    t.out = out;
    take_moves(turned ? s->moves_b : s->moves_a, turned ? &pairs->b : &pairs->a, count, &t.move_shapes);
    take_moves(turned ? s->moves_a : s->moves_b, turned ? &pairs->a : &pairs->b, count, &t.move_points);
    if (size > SEPAL_LANE_VERTICES)
        return ask_groups(large_rays_kernel, NULL, &t, pairs, count, (sizes){0}, answers);
    if (size <= 4)
        return ask_groups(rays_kernel, NULL, &t, pairs, count, (sizes){4, 1, false}, answers);
    if (size <= 8)
        return ask_groups(rays_kernel, NULL, &t, pairs, count, (sizes){8, 1, false}, answers);
    return ask_groups(rays_kernel, NULL, &t, pairs, count, (sizes){16, 1, false}, answers);
}

/* ===== Circles =================================================================================== */

/* When and how two circles meet that move: a pair in each lane, in double; half of the lanes at a time. It is asked about
 * rays and circles; of two circles with radii, a filter in float tells most for less (docs/tried.md).
 *
 * The centre of b passes that of a at the distance |c| / |d| for c = d x w, if it is at w at the beginning and moves by d. It comes
 * within the sum r of the radii at the time (-w . d - sqrt(r^2 d^2 - c^2)) / d^2 (Ericson, Real-Time Collision Detection, section
 * 5.3.2). Left open are pairs that touch or overlap at the beginning, that graze, or whose time is too near to a float. */

/* Bounds on the errors of the square under the root, of a time and of a normal, in units of what they are made of; and the least share of
 * the way from another circle that is not its rounding (docs/numerics/sweep.md, "Moving circles, in double"). */
#define DISC_ROOT_ERROR   (32 * 0x1p-53)
#define DISC_TIME_ERROR   (40 * 0x1p-53)
#define DISC_NORMAL_ERROR (64 * 0x1p-53)
#define DISC_SQUARE       0x1p-40

/* So much, relative to a float, is nearer to it than half of the way to the next one. */
#define RAY_AFTER 0x1p-30

/* Centres and radii of a side. */
typedef struct disc_lanes {
    w2 centre;
    w radius;
} disc_lanes;

/* The outer radius of a circle is its radius, unless that is out of the range of the filters. */
SPECIALISED disc_lanes load_discs(const sepal_polys *set, const uint32_t *index) {
    circle_lanes c = load_circles(set, index);
    disc_lanes out = {c.centre, w_zero()};
    if (!set->round)
        return out;
    out.radius = c.outer;
    if (wm_bits(wm_and(w_gt(c.outer, w_set1(SEPAL_RANGE_LEAST)), w_gt(w_set1(INFINITY), c.outer))) != ALL_LANES)
        out.radius = load_radii(set, index);
    return out;
}

/* The steps of one half of the lanes. b moves by d as seen from a, and its centre is farther along d by along / |d|. alongs: the magnitudes
 * of the products of `along`. inverse: 1 / (r d^2 root), of which all other quotients are products. across: c = d x w; inside: r^2 d^2 - c^2,
 * and scale, what its error is a share of (Z), from the magnitudes of the products of c. */
typedef struct disc_steps {
    wd2 d;
    wd r, along, alongs, root, inverse, across, acrosses, r_move2, scale, inside;
} disc_steps;

/* b is `at` as seen from a. */
SPECIALISED void disc_root(wd2 at, wd2 d, wd r, disc_steps *out) {
    wd left = wd_mul(d.x, at.y), right = wd_mul(d.y, at.x), along_y = wd_mul(at.y, d.y);
    out->d = d;
    out->r = r;
    out->along = wd_madd(at.x, d.x, along_y);
    out->alongs = wd_madd(wd_abs(along_y), wd_set1(2), wd_abs(out->along));
    out->across = wd_sub(left, right);
    out->acrosses = wd_add(wd_abs(left), wd_abs(right));
    out->r_move2 = wd_mul(r, wd_madd(d.x, d.x, wd_mul(d.y, d.y)));
    const wd reach2 = wd_mul(r, out->r_move2);
    out->scale = wd_madd(wd_madd(out->acrosses, wd_set1(DISC_SQUARE), wd_abs(out->across)), out->acrosses, reach2);
    out->inside = wd_sub(reach2, wd_mul(out->across, out->across));
    out->root = wd_sqrt(wd_max(out->inside, wd_set1(0)));
}

SPECIALISED void disc_quotient(disc_steps *s) {
    s->inverse = wd_div(wd_set1(1), wd_mul(s->r_move2, s->root));
}

SPECIALISED hit_half disc_hit(const disc_steps *s) {
    const wd2 d = s->d;
    const wd size_x = wd_abs(d.x), size_y = wd_abs(d.y), along = s->along, root = s->root, across = s->across,
             acrosses = s->acrosses;
    wd error = wd_mul(s->scale, wd_set1(DISC_ROOT_ERROR));
    wd per_reach = wd_mul(root, s->inverse), per_move2 = wd_mul(s->r, per_reach);
    wd roots = wd_mul(s->scale, wd_mul(s->r_move2, s->inverse));
    wd times_error = wd_mul(wd_add(s->alongs, roots), wd_set1(DISC_TIME_ERROR));
    wd unit = wd_mul(per_reach, wd_set1(DISC_NORMAL_ERROR)), minus_unit = wd_minus(unit), minus_root = wd_minus(root);
    wd x = wd_mul(wd_madd(minus_root, d.x, wd_minus(wd_mul(across, d.y))), per_reach);
    wd y = wd_mul(wd_madd(minus_root, d.y, wd_mul(across, d.x)), per_reach);
    wd error_x = wd_madd(roots, size_x, wd_mul(acrosses, size_y)), error_y = wd_madd(roots, size_y, wd_mul(acrosses, size_x));
    const wdm known = wd_gt(s->inside, error);
    return (hit_half){.time = wd_mul(wd_sub(minus_root, along), per_move2),
                      .error = wd_mul(times_error, per_move2),
                      .low = {wd_madd(error_x, minus_unit, x), wd_madd(error_y, minus_unit, y)},
                      .high = {wd_madd(error_x, unit, x), wd_madd(error_y, unit, y)},
                      .known = known,
                      .apart = wdm_or(wdm_and(known, wd_gt(wd_sub(along, root), times_error)), wd_gt(wd_minus(error), s->inside))};
}

/* Two points meet if the way of b leads through a exactly: at the quotient of two differences, and the normal is opposite to the way.
 * exact: the lanes in which at and d were not rounded; others, and points that are one at the beginning, are not known. A time that is a
 * float is the answer, and stands for any that is after it and before the next float. */
SPECIALISED hit_half point_hit(wd2 at, wd2 d, wdm exact) {
    const wd zero = wd_set1(0), length = wd2_length(at);
    const wd2 normal = {wd_div(at.x, length), wd_div(at.y, length)};
    const wdm by_x = wd_gt(wd_abs(at.x), wd_abs(at.y)), misses = wdm_not(wd_eq(wd_products_sub(d.x, at.y, d.y, at.x), zero));
    const wd gap = wd_select(by_x, at.x, at.y), speed = wd_minus(wd_select(by_x, d.x, d.y)), one = wd_set1(1),
             time = wd_div(gap, speed);
    const wd nearest = wd_of(w_of(time, time), 0), left = wd_products_sub(nearest, speed, gap, one);
    const wdm on_float = wdm_and(wdm_and(exact, wd_eq(left, zero)), wd_gt(one, nearest));
    return (hit_half){.time = wd_select(on_float, wd_mul(time, wd_set1(1 + RAY_AFTER)), time),
                      .error = wd_select(on_float, zero, wd_mul(time, wd_set1(RAY_TIME_ERROR))),
                      .low = wd2_scale(normal, wd_set1(1 - RAY_NORMAL_ERROR)),
                      .high = wd2_scale(normal, wd_set1(1 + RAY_NORMAL_ERROR)),
                      .known = wdm_andnot(wdm_and(exact, wd_gt(time, zero)), misses),
                      .apart = wdm_and(exact, wdm_or(misses, wdm_or(wd_gt(zero, time), wd_gt(time, one))))};
}

/* moves_a, moves_b: of a block, whose values go to `out`. points: no shape has a radius or a margin, and touching counts. */
typedef struct discs_query {
    const polys_query *q;
    block_moves moves_a, moves_b;
    sweep_values *out;
    bool points;
} discs_query;

SPECIALISED lanes discs_kernel(const void *question, const sepal_pair *group, size_t k, UNUSED sizes n) {
    const discs_query *t = question;
    disc_lanes a = load_discs(t->q->a, &group->a);
    next_load();
    disc_lanes b = load_discs(t->q->b, &group->b);
    w2 move_a = moves_at(&t->moves_a, k), move_b = moves_at(&t->moves_b, k);
    const wd margin = wd_set1((double)t->q->margin);
    disc_steps steps[2];
    hit_half hit[2];
    for (int h = 0; h < 2 && t->points; h++) {
        const wd2 pa = wd2_of(a.centre, h), pb = wd2_of(b.centre, h), at = wd2_sub(pb, pa);
        const wd2 ma = wd2_of(move_a, h), mb = wd2_of(move_b, h), d = wd2_sub(mb, ma);
        const wdm places = wdm_and(is_difference(pb.x, pa.x, at.x), is_difference(pb.y, pa.y, at.y));
        const wdm moves = wdm_and(is_difference(mb.x, ma.x, d.x), is_difference(mb.y, ma.y, d.y));
        hit[h] = point_hit(at, d, wdm_and(places, moves));
    }
    if (t->points)
        return store_hits(hit, wm_none(), wm_none(), t->out, k);
    /* both halves step by step: neither the roots nor the quotients wait for each other */
    for (int h = 0; h < 2; h++) {
        wd2 at = wd2_sub(wd2_of(b.centre, h), wd2_of(a.centre, h));
        wd2 d = wd2_sub(wd2_of(move_b, h), wd2_of(move_a, h));
        disc_root(at, d, wd_add(wd_add(wd_of(a.radius, h), wd_of(b.radius, h)), margin), &steps[h]);
    }
    for (int h = 0; h < 2; h++)
        disc_quotient(&steps[h]);
    for (int h = 0; h < 2; h++)
        hit[h] = disc_hit(&steps[h]);
    return store_hits(hit, wm_none(), wm_none(), t->out, k);
}

/* Are all shapes points, which meet if they touch? */
static inline bool are_points(const polys_query *q) {
    return q->a->largest == 1 && q->b->largest == 1 && !some_reach(q) && q->touching == SEPAL_TOUCHING_OVERLAPS;
}

/* ===== Segments and circles ======================================================================
 *
 * A circle and a segment that are apart at the beginning, in double: they meet where the centre is at the distance r from the line of the
 * segment, if its foot is then between the ends, or where it comes within r of an end, if its foot is then beyond that end. The distance
 * from a segment is a convex function of the time: so that is when they meet first, however it was guessed. Left open is what is within
 * rounding of both, or slow, and where r is small. */

/* Bounds on the errors of the time at which the line is reached, in units of what it is made of; and of products of the move with
 * places, and with the reach (docs/numerics/sweep.md, "Moving circles and segments"). */
#define SIDE_TIME_ERROR (12 * 0x1p-53)
#define SIDE_MOVE_ERROR (16 * 0x1p-53)

/* When the line is reached at the distance r, on the side on which the centre is: 1 if that is on the left of the segment, else -1. Gap and
 * speed are times the length. */
typedef struct capsule_side {
    wd side, gap, speed, time, error;
} capsule_side;

/* The centre is `at` as seen from where the segment begins, which is e and has this length, and moves by d. */
SPECIALISED capsule_side way_to_capsule_side(wd2 e, wd length, wd2 at, wd2 d, wd r) {
    const wd left = wd_mul(e.x, at.y), right = wd_mul(e.y, at.x), across = wd_sub(left, right), reach = wd_mul(r, length);
    const wd speed_left = wd_mul(e.y, d.x), speed_right = wd_mul(e.x, d.y), turn = wd_sub(speed_left, speed_right);
    const wdm above = wd_gt(across, wd_set1(0));
    capsule_side out = {.side = wd_select(above, wd_set1(1), wd_set1(-1)),
                        .gap = wd_sub(wd_abs(across), reach),
                        .speed = wd_select(above, turn, wd_minus(turn))};
    const wd gaps = wd_add(wd_add(wd_abs(left), wd_abs(right)), reach), speeds = wd_add(wd_abs(speed_left), wd_abs(speed_right));
    const wd inverse = wd_div(wd_set1(1), out.speed);
    out.time = wd_mul(out.gap, inverse);
    out.error = wd_mul(wd_madd(wd_abs(out.time), speeds, gaps), wd_mul(wd_abs(inverse), wd_set1(SIDE_TIME_ERROR)));
    return out;
}

/* from, to: the segment; the centre moves by d as seen from it. sign: -1 if the segment is that of b, else 1. */
SPECIALISED hit_half segment_hit(wd2 from, wd2 to, wd2 centre, wd2 d, wd r, wd sign) {
    const wd zero = wd_set1(0);
    const wd2 e = wd2_sub(to, from), of_from = wd2_sub(centre, from), of_to = wd2_sub(centre, to);
    const wd length = wd2_length(e), move = wd2_size(d), places = wd_add(wd2_size(of_from), wd2_size(of_to));
    const wd scale = wd_add(wd_add(places, move), r), beside = wd_mul(scale, wd_set1(CAST_BEHIND));

    const capsule_side line = way_to_capsule_side(e, length, of_from, d, r);
    const wdm nearer = wdm_and(wd_gt(line.speed, zero), wd_gt(line.gap, zero));
    const wd begin = wd2_dot(e, of_from), foot = wd_select(nearer, wd_madd(line.time, wd2_dot(e, d), begin), begin);
    const wd square = wd_mul(length, length), within = wd_min(foot, wd_sub(square, foot));
    const wdm quick = wd_gt(line.speed, wd_mul(wd_mul(length, move), wd_set1(CAST_SPEED)));
    const wdm by_side = wdm_and(wdm_and(nearer, quick), wd_gt(within, wd_mul(beside, length)));

    /* the end that is nearer then */
    const wdm first = wd_gt(square, wd_add(foot, foot));
    const wd2 at = wd2_select(first, of_from, of_to), back = wd2_select(first, e, wd2_minus(e));
    disc_steps steps;
    disc_root(at, d, r, &steps);
    disc_quotient(&steps);
    const hit_half end = disc_hit(&steps);
    const wd2 way = {wd_madd(end.time, d.x, at.x), wd_madd(end.time, d.y, at.y)};
    wdm by_end = wdm_and(end.known, wd_gt(wd_minus(wd2_dot(way, back)), wd_mul(beside, r)));
    by_end = wdm_and(by_end, wd_gt(steps.root, wd_mul(wd_mul(r, move), wd_set1(CAST_SPEED))));

    const wd unit = wd_div(wd_mul(line.side, sign), length), less = wd_set1(1 - RAY_NORMAL_ERROR),
             more = wd_set1(1 + RAY_NORMAL_ERROR);
    const wd2 normal = {wd_minus(wd_mul(e.y, unit)), wd_mul(e.x, unit)};
    const wdm turned = wd_gt(zero, sign);
    hit_half out = {.time = wd_select(by_side, line.time, end.time), .error = wd_select(by_side, line.error, end.error)};
    out.low = wd2_select(by_side, wd2_scale(normal, less), wd2_select(turned, wd2_minus(end.high), end.low));
    out.high = wd2_select(by_side, wd2_scale(normal, more), wd2_select(turned, wd2_minus(end.low), end.high));
    out.known = wdm_and(wdm_or(by_side, by_end), wd_gt(r, wd_mul(scale, wd_set1(CAST_REACH))));

    /* the way leads away from both ends, or past both on one side */
    const wd error = wd_mul(wd_mul(places, move), wd_set1(SIDE_MOVE_ERROR)),
             limit = wd_madd(r, wd_mul(wd2_length(d), wd_set1(1 + SIDE_MOVE_ERROR)), error);
    const wd past0 = wd2_cross(d, of_from), past1 = wd2_cross(d, of_to);
    const wdm past = wdm_or(wd_gt(wd_min(past0, past1), limit), wd_gt(wd_minus(limit), wd_max(past0, past1)));
    out.apart = wdm_or(past, wd_gt(wd_min(wd2_dot(of_from, d), wd2_dot(of_to, d)), error));
    return out;
}

/* n: the vertices of the cores, 2 and 1, or 1 and 2. */
SPECIALISED lanes segments_kernel_of_sweep(const void *question, const sepal_pair *group, size_t k, sizes n) {
    const discs_query *t = question;
    const bool turned = n.a == 1;
    vertex_lanes v;
    load_core(turned ? t->q->b : t->q->a, turned ? &group->b : &group->a, 2, false, &v);
    next_load();
    const w2 centre = load_circles(turned ? t->q->a : t->q->b, turned ? &group->a : &group->b).centre;
    const w radius_a = load_radii(t->q->a, &group->a), radius_b = load_radii(t->q->b, &group->b);
    const w2 move_a = moves_at(&t->moves_a, k), move_b = moves_at(&t->moves_b, k), of_segment = turned ? move_b : move_a,
             of_circle = turned ? move_a : move_b, from = vertex(v.world, 2, 0), to = vertex(v.world, 2, 1);
    hit_half hit[2];
    for (int h = 0; h < 2; h++) {
        const wd2 d = wd2_sub(wd2_of(of_circle, h), wd2_of(of_segment, h));
        const wd r = wd_add(wd_add(wd_of(radius_a, h), wd_of(radius_b, h)), wd_set1((double)t->q->margin));
        hit[h] = segment_hit(wd2_of(from, h), wd2_of(to, h), wd2_of(centre, h), d, r, wd_set1(turned ? -1 : 1));
    }
    return store_hits(hit, wm_none(), wm_none(), t->out, k);
}

/* Pairs of circles, or of a segment and a circle that are apart at the beginning, at most a block; the margin is not negative. n: the
 * vertices of the cores. */
static SEPAL_NOINLINE void sweep_discs(const sweep_query *s, sizes n, const sepal_pair *pairs, size_t count, verdicts *answers,
                                       sweep_values *out) {
    discs_query asked;
    asked.q = &s->q;
    asked.out = out;
    asked.points = are_points(&s->q);
    take_moves(s->moves_a, &pairs->a, count, &asked.moves_a);
    take_moves(s->moves_b, &pairs->b, count, &asked.moves_b);
    if (n.a == n.b)
        (void)ask_groups(discs_kernel, NULL, &asked, pairs, count, (sizes){1, 1, false}, answers);
    else
        (void)ask_groups(segments_kernel_of_sweep, NULL, &asked, pairs, count, n, answers);
}

#endif
