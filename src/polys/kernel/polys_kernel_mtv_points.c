/* polys_kernel_mtv_points.c — the points between which pushes lead, by the sizes of the cores.
 *
 *   sets of one block size    all vertices ──────────────────────────┬─ the rest: the reference
 *   any shapes                by size: all vertices, ────────────────┤
 *                             or one pair at a time, a vertex a lane ┘ */
#include "../../core/arithmetic.h"

#include "../scalar/points.h"
#include "mtv_axes.h"
#include "names.h"
#include "reach.h"
#include <float.h>

/* --- In lanes ------------------------------------------------------------------------------------ */

/* The points between which pushes lead. Each lane has its own pair.
 *
 * The operations of scalar/polys_scalar_mtv_points.c, "In float", in the same order, so that the bits are the same. Left open are the
 * pairs that it computes in double. The copies of a vertex that fill up a block change nothing: of vertices in one place the first
 * counts. */

/* The normals of pushes, and where their points go: x and y of a, x and y of b. */
typedef struct points_query {
    const polys_query *q;
    const float *x, *y;
    float *to[4];
} points_query;

/* The bounding box of some points. */
typedef struct bounds_lanes {
    w2 low, high;
} bounds_lanes;

SPECIALISED void widen_bounds(const vertex_lanes *v, uint32_t size, bounds_lanes *box) {
    for (uint32_t k = 0; k < size; k++) {
        w2 at = vertex(v->near, size, k);
        box->low = (w2){w_min(at.x, box->low.x), w_min(at.y, box->low.y)};
        box->high = (w2){w_max(at.x, box->high.x), w_max(at.y, box->high.y)};
    }
}

/* As sepal_poly_top. */
typedef struct top_lanes {
    w low, high;
    w2 from, to;
} top_lanes;

/* doubtful: receives also the lanes of which it is not certain whether a vertex counts. */
SPECIALISED top_lanes find_top(const vertex_lanes *v, uint32_t size, w2 up, w2 across, w diagonal, wm *doubtful) {
    w heights[SEPAL_LANE_VERTICES], highest = w2_along(up, vertex(v->near, size, 0));
    heights[0] = highest;
    for (uint32_t k = 1; k < size; k++) {
        heights[k] = w2_along(up, vertex(v->near, size, k));
        highest = w_max(heights[k], highest);
    }
    w level = w_sub(highest, w_mul(diagonal, w_set1(SEPAL_SLICE_SURE)));
    w out = w_sub(highest, w_mul(diagonal, w_set1(SEPAL_SLICE_OUT)));
    w2 first = vertex(v->world, size, 0);
    top_lanes top = {w_infinity(), w_set1(-INFINITY), first, first};
    for (uint32_t k = 0; k < size; k++) {
        w at = w2_along(across, vertex(v->near, size, k));
        wm below = w_gt(level, heights[k]);
        *doubtful = wm_or(*doubtful, wm_andnot(below, w_gt(out, heights[k])));
        wm lower = wm_andnot(w_gt(top.low, at), below), higher = wm_andnot(w_gt(at, top.high), below);
        top.low = w_select(lower, at, top.low);
        top.from = w2_select(lower, vertex(v->world, size, k), top.from);
        top.high = w_select(higher, at, top.high);
        top.to = w2_select(higher, vertex(v->world, size, k), top.to);
    }
    return top;
}

/* How far `across` is on the way between the two vertices of a top. */
static inline w part_of_top(const top_lanes *top, w across) {
    w width = w_sub(top->high, top->low), at = w_min(w_max(across, top->low), top->high);
    return w_select(w_gt(width, w_zero()), w_div(w_sub(at, top->low), width), w_zero());
}

/* The vertices between which the points of both shapes are, and how far on the way. */
typedef struct ways_lanes {
    w2 from[2], to[2];
    w part[2];
} ways_lanes;

/* Returns which lanes are left open. */
SPECIALISED unsigned find_ways(vertex_lanes *a, vertex_lanes *b, sizes n, w2 normal, ways_lanes *out) {
    w2 origin = vertex(a->world, n.a, 0), across = {w_neg(normal.y), normal.x};
    bounds_lanes box = {{w_zero(), w_zero()}, {w_zero(), w_zero()}}; /* the origin is a vertex */
    make_near(a, n.a, origin);
    make_near(b, n.b, origin);
    widen_bounds(a, n.a, &box);
    widen_bounds(b, n.b, &box);
    w2 extent = w2_sub(box.high, box.low);
    w diagonal = w_sqrt(w_add(w_mul(extent.x, extent.x), w_mul(extent.y, extent.y)));
    wm fit = wm_and(w_gt(diagonal, w_set1(SEPAL_POINTS_LEAST)), w_gt(w_set1(SEPAL_POINTS_MOST), diagonal));
    wm open = wm_none();
    top_lanes of_a = find_top(a, n.a, normal, across, diagonal, &open),
              of_b = find_top(b, n.b, w2_neg(normal), across, diagonal, &open);
    w low = w_max(of_a.low, of_b.low), high = w_min(of_a.high, of_b.high);
    w middle = w_add(low, w_mul(w_sub(high, low), w_set1(0.5F)));
    open = wm_or(open, w_gt(w_sub(low, high), w_mul(diagonal, w_set1(SEPAL_SLICE_HEIGHT * 0.5F))));
    *out = (ways_lanes){{of_a.from, of_b.from}, {of_a.to, of_b.to}, {part_of_top(&of_a, middle), part_of_top(&of_b, middle)}};
    return ALL_LANES & ~wm_bits(wm_andnot(fit, open));
}

/* In double: half of the lanes at a time. */

/* The radii, and the normals made unit vectors. */
typedef struct reach_halves {
    wd radius[2], normal[2];
} reach_halves;

static inline reach_halves reach_of_half(w radius_a, w radius_b, w2 normal, int half) {
    wd x = wd_of(normal.x, half), y = wd_of(normal.y, half), one = wd_set1(1);
    wd e = wd_sub(wd_add(wd_mul(x, x), wd_mul(y, y)), one);
    wd inverse = wd_sub(one, wd_mul(e, wd_sub(wd_set1(0.5), wd_mul(wd_set1(0.375), e))));
    return (reach_halves){{wd_of(radius_a, half), wd_of(radius_b, half)}, {wd_mul(x, inverse), wd_mul(y, inverse)}};
}

static inline wd between_halves(w from, w to, w part, int half) {
    wd start = wd_of(from, half);
    return wd_add(start, wd_mul(wd_of(part, half), wd_sub(wd_of(to, half), start)));
}

/* Stores coordinates as sepal_nearest_float rounds them, where they may be beyond the greatest float. 0 + -0 is 0. */
static inline void store_coordinate(wd low, wd high, float *to) {
    w v = w_add(w_zero(), w_of(low, high));
    w_store(to, w_max(w_min(v, w_set1(FLT_MAX)), w_set1(-FLT_MAX)));
}

SPECIALISED void store_points(const points_query *p, const ways_lanes *ways, bool straight, bool round, w radius_a, w radius_b,
                              w2 normal, size_t k) {
    reach_halves reach[2];
    for (int half = 0; half < 2 && round; half++)
        reach[half] = reach_of_half(radius_a, radius_b, normal, half);
    for (int c = 0; c < 4; c++) {
        wd halves[2];
        int shape = c / 2;
        w from = c % 2 == 0 ? ways->from[shape].x : ways->from[shape].y, to = c % 2 == 0 ? ways->to[shape].x : ways->to[shape].y;
        for (int half = 0; half < 2; half++) {
            halves[half] = straight ? wd_of(from, half) : between_halves(from, to, ways->part[shape], half);
            if (round) {
                wd along = wd_mul(reach[half].radius[shape], reach[half].normal[c % 2]);
                halves[half] = shape == 0 ? wd_add(halves[half], along) : wd_sub(halves[half], along);
            }
        }
        store_coordinate(halves[0], halves[1], p->to[c] + k);
    }
}

SPECIALISED lanes points_kernel(const void *question, const sepal_pair *group, size_t k, sizes n) {
    const points_query *p = question;
    const polys_query *q = p->q;
    vertex_lanes a, b;
    ways_lanes ways;
    unsigned open = 0;
    bool points = n.a * n.b == 1;
    w2 normal = {w_load(p->x + k), w_load(p->y + k)};
    load_core(q->a, &group->a, n.a, n.same, &a);
    next_load();
    load_core(q->b, &group->b, n.b, n.same, &b);
    next_load();
    if (points)
        ways.from[0] = ways.to[0] = vertex(a.world, 1, 0), ways.from[1] = ways.to[1] = vertex(b.world, 1, 0);
    else
        open = find_ways(&a, &b, n, normal, &ways);
    if (q->a->round || q->b->round)
        store_points(p, &ways, points, true, load_radii(q->a, &group->a), load_radii(q->b, &group->b), normal, k);
    else
        store_points(p, &ways, points, false, w_zero(), w_zero(), normal, k);
    return (lanes){0, open};
}

/* --- Large polygons ------------------------------------------------------------------------------ */

/* The points between which the push of large polygons leads: one pair at a time, a vertex in each lane.
 *
 * The operations of scalar/polys_scalar_mtv_points.c, "In float": what is taken from many vertices, a least or a greatest number,
 * does not depend on their order. */

/* A core seen along a direction, from an origin, in all lanes; the origin, and another direction. */
typedef struct large_view {
    const float *x, *y;
    uint32_t size;
    w2 up, origin;
    float origin_x, origin_y, across_x, across_y;
} large_view;

/* The number of the first vertex of the lanes that begin with vertex k: of the last ones, if not as many are left, so that some come
 * twice. */
static inline uint32_t first_of_lanes(const large_view *v, uint32_t k) {
    return k + SEPAL_LANES <= v->size || v->size < SEPAL_LANES ? k : v->size - SEPAL_LANES;
}

/* SEPAL_LANES vertices from vertex `first` on, from the origin. Those after the last one of a small core are copies of the
 * first. */
static inline w2 near_at(const large_view *v, uint32_t first) {
    w2 at;
    if (v->size >= SEPAL_LANES) {
        at = (w2){w_load(v->x + first), w_load(v->y + first)};
    } else {
        float x[SEPAL_LANES], y[SEPAL_LANES];
        for (uint32_t lane = 0; lane < SEPAL_LANES; lane++) {
            x[lane] = v->x[lane < v->size ? lane : 0];
            y[lane] = v->y[lane < v->size ? lane : 0];
        }
        at = (w2){w_load(x), w_load(y)};
    }
    return w2_sub(at, v->origin);
}

/* How high the core is; widens the bounding box, in all lanes together, to hold it. */
static inline float height_of_large(const large_view *v, bounds_lanes *box) {
    w highest = w_set1(-INFINITY);
    for (uint32_t k = 0; k < v->size; k += SEPAL_LANES) {
        w2 at = near_at(v, first_of_lanes(v, k));
        highest = w_max(w2_along(v->up, at), highest);
        box->low = (w2){w_min(at.x, box->low.x), w_min(at.y, box->low.y)};
        box->high = (w2){w_max(at.x, box->high.x), w_max(at.y, box->high.y)};
    }
    return w_greatest(highest);
}

/* The top of the core. Which vertices belong to it is asked first, of up to 64, so that one loop goes over them. False if it is not
 * certain of one. */
static inline bool top_of_large(const large_view *v, float highest, float diagonal, sepal_poly_top *top) {
    float level = highest - diagonal * SEPAL_SLICE_SURE, out = highest - diagonal * SEPAL_SLICE_OUT;
    *top = (sepal_poly_top){.low = INFINITY, .high = -INFINITY};
    for (uint32_t first = 0; first < v->size; first += 64) {
        uint64_t high = 0;
        for (uint32_t k = first; k < v->size && k < first + 64; k += SEPAL_LANES) {
            uint32_t from = first_of_lanes(v, k), left = v->size - k;
            w heights = w2_along(v->up, near_at(v, from));
            wm lower = w_gt(w_set1(level), heights);
            if (wm_bits(wm_andnot(lower, w_gt(w_set1(out), heights))) != 0)
                return false;
            uint64_t below = wm_bits(lower);
            uint64_t there = (left < SEPAL_LANES ? UINT64_C(1) << left : UINT64_C(1) << SEPAL_LANES) - 1;
            high |= (~below >> (k - from) & there) << (k - first);
        }
        for (; high != 0; high &= high - 1) {
            uint32_t number = first + sepal_lowest_bit(high);
            float x = v->x[number] - v->origin_x, y = v->y[number] - v->origin_y;
            sepal_poly_top_add(top, v->across_x * x + v->across_y * y, v->x[number], v->y[number]);
        }
    }
    return true;
}

/* False if the points are to be computed in double. */
static bool points_of_large(const polys_query *q, sepal_pair pair, float nx, float ny, sepal_mtv_points *out) {
    const float *ax = sepal_poly_x(q->a, pair.a), *ay = sepal_poly_y(q->a, pair.a);
    w2 origin = {w_set1(*ax), w_set1(*ay)}, up = {w_set1(nx), w_set1(ny)};
    large_view of_a = {ax, ay, q->a->heads[pair.a].size, up, origin, *ax, *ay, -ny, nx}, of_b = of_a;
    of_b.x = sepal_poly_x(q->b, pair.b);
    of_b.y = sepal_poly_y(q->b, pair.b);
    of_b.size = q->b->heads[pair.b].size;
    of_b.up = w2_neg(up);
    bounds_lanes box = {{w_zero(), w_zero()}, {w_zero(), w_zero()}}; /* the origin is a vertex */
    float highest_a = height_of_large(&of_a, &box), highest_b = height_of_large(&of_b, &box);
    float wide = w_greatest(box.high.x) - w_least(box.low.x), high = w_greatest(box.high.y) - w_least(box.low.y);
    float diagonal = sqrtf(wide * wide + high * high);
    if (!(diagonal > SEPAL_POINTS_LEAST && SEPAL_POINTS_MOST > diagonal))
        return false;
    sepal_poly_top top_a, top_b;
    return top_of_large(&of_a, highest_a, diagonal, &top_a) && top_of_large(&of_b, highest_b, diagonal, &top_b) &&
           sepal_polys_scalar_points_between(&top_a, sepal_poly_radius(q->a, pair.a), &top_b, sepal_poly_radius(q->b, pair.b),
                                             diagonal, nx, ny, out);
}

/* --- Blocks of pairs ----------------------------------------------------------------------------- */

static void answer_alone(const polys_query *q, sepal_pair pair, size_t slot, const mtv_values *from, const sepal_mtvs *to) {
    sepal_mtv_points_write(to, slot, sepal_polys_scalar_mtv_points(q->a, pair.a, q->b, pair.b, from->x[slot], from->y[slot]));
}

/* See query.h, "Sizes". Blocks of four that follow each other have code of their own where it pays, with 16 lanes. */
SPECIALISED bool ask_points(const points_query *p, sizes n, const sepal_pair *pairs, size_t count, verdicts *known) {
    if (SEPAL_LANES == 16 && n.same && are_sizes(n, 4, 4))
        return ask_groups(points_kernel, NULL, p, pairs, count, (sizes){4, 4, true}, known);
    if (are_sizes(n, 4, 4))
        return ask_groups(points_kernel, NULL, p, pairs, count, (sizes){4, 4, SEPAL_LANES < 16 && n.same}, known);
    return ask_groups(points_kernel, NULL, p, pairs, count, n, known);
}

/* The points of some pairs of a block, whose normals are (x, y). slots: NULL if pair k has slot k. */
static SEPAL_NOINLINE void find_points(const polys_query *q, sizes n, const sepal_pair *pairs, const uint16_t *slots, size_t count,
                                       const float *x, const float *y, const mtv_values *from, const sepal_mtvs *to) {
    float found[4][SEPAL_BLOCK];
    float *const out[4] = {to->a_x, to->a_y, to->b_x, to->b_y};
    points_query p = {q, x, y, {found[0], found[1], found[2], found[3]}};
    verdicts known;
    bool some_open = ask_points(&p, n, pairs, count, &known);
    for (int c = 0; c < 4; c++) {
        if (out[c] != NULL && slots == NULL)
            memcpy(out[c], found[c], count * sizeof *found[c]);
        for (size_t k = 0; k < count && out[c] != NULL && slots != NULL; k++)
            out[c][slots[k]] = found[c][k];
    }
    size_t k;
    if (some_open)
        FOR_BITS(k, known.open, count)
            answer_alone(q, pairs[k], slots == NULL ? k : slots[k], from, to);
}

static void find_points_of_list(const polys_query *q, sizes n, const pair_list *list, const mtv_values *from,
                                const sepal_mtvs *to) {
    float x[SEPAL_BLOCK], y[SEPAL_BLOCK];
    read_from_slots(x, list, from->x);
    read_from_slots(y, list, from->y);
    find_points(q, n, list->pairs, list->slots, list->count, x, y, from, to);
}

static void find_points_of_large(const polys_query *q, const pair_list *list, const mtv_values *from, const sepal_mtvs *to) {
    for (size_t k = 0; k < list->count; k++) {
        size_t slot = list->slots[k];
        sepal_mtv_points found;
        if (points_of_large(q, list->pairs[k], from->x[slot], from->y[slot], &found))
            sepal_mtv_points_write(to, slot, found);
        else
            answer_alone(q, list->pairs[k], slot, from, to);
    }
}

static void find_points_of_any(const polys_query *q, const sepal_pair *pairs, size_t count, const mtv_values *from,
                               const sepal_mtvs *to) {
    uint64_t all[SEPAL_BLOCK / 64];
    block_room room;
    block_bins waiting;
    set_all(all, count);
    pair_list block = list_block(pairs, count, all, &room);
    sort_block(kind_of_cores, CORE_KINDS * CORE_KINDS, q, &block, &waiting);
    for (unsigned kind = 0; kind < CORE_KINDS * CORE_KINDS; kind++) {
        pair_list list = block_bin(&waiting, kind);
        if (list.count > 0 && has_large_core(cores_of(kind)))
            find_points_of_large(q, &list, from, to);
        else if (list.count > 0)
            find_points_of_list(q, core_sizes(cores_of(kind), false), &list, from, to);
    }
}

void polys_kernel_mtv_points(const polys_query *q, const sepal_pair *pairs, size_t count, const mtv_values *from,
                             const sepal_mtvs *to) {
    const core_pair largest = {core_kind(q->a->largest), core_kind(q->b->largest)};
    if (q->a->same && q->b->same && !has_large_core(largest))
        find_points(q, core_sizes(largest, true), pairs, NULL, count, from->x, from->y, from, to);
    else
        find_points_of_any(q, pairs, count, from, to);
}
