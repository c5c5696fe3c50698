/* polys_kernel_mtv_points.c — the points between which pushes lead, by the sizes of the cores.
 *
 *   sets of one block size    all vertices ──────────────────────┬─ the rest: the reference
 *   any shapes                by size: all vertices, or of more ─┘
 *                             than 16 a window */
#include "../../core/arithmetic.h"

#include "../scalar/difference.h"
#include "../scalar/points.h"
#include "reach.h"
#include <float.h>

/* --- In lanes ------------------------------------------------------------------------------------ */

/* The points between which pushes lead. Each lane has its own pair.
 *
 * The operations of scalar/polys_scalar_mtv_points.c, "In float", in the same order, so that the bits are the same. Left open are the pairs
 * that it computes in double. The copies of a vertex that fill up a block change nothing: of vertices in one place the first counts. */

/* The normals of pushes, and where their points go: x and y of a, x and y of b. */
typedef struct points_query {
    const polys_query *q;
    const float *x, *y;
    float *to[4];
} points_query;

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

/* Of the highest vertices of a core, the one that is lowest across the direction and the one that is highest: where they are across, and
 * the vertices themselves. */
typedef struct top_lanes {
    w low, high;
    w2 from, to;
} top_lanes;

/* The diagonal is between `least` and `most`. window: of some vertices alone (below). doubtful: receives also the lanes of which it is not
 * certain whether a vertex counts. */
SPECIALISED top_lanes find_top(const vertex_lanes *v, uint32_t size, w2 up, w2 across, w least, w most, bool window, wm *doubtful) {
    w heights[SEPAL_LANE_VERTICES], highest = w2_along(up, vertex(v->near, size, 0));
    heights[0] = highest;
    for (uint32_t k = 1; k < size; k++) {
        heights[k] = w2_along(up, vertex(v->near, size, k));
        highest = w_max(heights[k], highest);
    }
    w level = w_sub(highest, w_mul(least, w_set1(SEPAL_SLICE_SURE)));
    w out = w_sub(highest, w_mul(most, w_set1(SEPAL_SLICE_OUT)));
    if (window) {
        w beyond = w_sub(out, w_mul(most, w_set1(WINDOW_VERTEX_ERROR)));
        *doubtful = wm_or(*doubtful, wm_not(w_gt(beyond, w_max(heights[0], heights[size - 1]))));
    }
    w2 first = vertex(v->world, size, 0);
    top_lanes top = {w_infinity(), w_set1(-INFINITY), first, first};
    for (uint32_t k = 0; k < size; k++) {
        w at = w2_along(across, vertex(v->near, size, k));
        wm below = w_gt(level, heights[k]);
        *doubtful = wm_or(*doubtful, wm_andnot(below, w_gt(out, heights[k])));
        if (window) /* of two vertices at one place the first of all counts, and a window may run past vertex 0 */
            *doubtful = wm_or(*doubtful, wm_andnot(wm_or(w_eq(top.low, at), w_eq(top.high, at)), below));
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

/* Of which cores only windows are seen; the first vertex of a; with a window, at least the diagonal of all vertices. */
typedef struct views_lanes {
    bool window_a, window_b;
    w2 origin;
    w most;
} views_lanes;

/* Returns which lanes are left open. */
SPECIALISED unsigned find_ways(vertex_lanes *a, vertex_lanes *b, sizes n, const views_lanes *seen, w2 normal, ways_lanes *out) {
    w2 across = {w_neg(normal.y), normal.x};
    bounds_lanes box = {{w_zero(), w_zero()}, {w_zero(), w_zero()}}; /* the origin is a vertex */
    make_near(a, n.a, seen->origin);
    make_near(b, n.b, seen->origin);
    widen_bounds(a, n.a, &box);
    widen_bounds(b, n.b, &box);
    w2 extent = w2_sub(box.high, box.low);
    w least = w_sqrt(w_add(w_mul(extent.x, extent.x), w_mul(extent.y, extent.y)));
    w most = seen->window_a || seen->window_b ? seen->most : least;
    wm fit = wm_and(w_gt(least, w_set1(SEPAL_POINTS_LEAST)), w_gt(w_set1(SEPAL_POINTS_MOST), most));
    wm open = wm_none();
    top_lanes of_a = find_top(a, n.a, normal, across, least, most, seen->window_a, &open),
              of_b = find_top(b, n.b, w2_neg(normal), across, least, most, seen->window_b, &open);
    w low = w_max(of_a.low, of_b.low), high = w_min(of_a.high, of_b.high);
    w middle = w_add(low, w_mul(w_sub(high, low), w_set1(0.5F)));
    open = wm_or(open, w_gt(w_sub(low, high), w_mul(least, w_set1(SEPAL_SLICE_HEIGHT * 0.5F))));
    *out = (ways_lanes){{of_a.from, of_b.from}, {of_a.to, of_b.to}, {part_of_top(&of_a, middle), part_of_top(&of_b, middle)}};
    return ALL_LANES & ~wm_bits(wm_andnot(fit, open));
}

/* Of half of the lanes, in double: the radii, and the normals made unit vectors. */
typedef struct reach_halves {
    wd radius[2], normal[2];
} reach_halves;

SPECIALISED void store_points(const points_query *p, const ways_lanes *ways, bool straight, bool round, w radius_a, w radius_b,
                              w2 normal, size_t k) {
    reach_halves reach[2];
    for (int half = 0; half < 2 && round; half++) {
        const wd x = wd_of(normal.x, half), y = wd_of(normal.y, half), one = wd_set1(1);
        const wd e = wd_sub(wd_add(wd_mul(x, x), wd_mul(y, y)), one);
        const wd inverse = wd_sub(one, wd_mul(e, wd_sub(wd_set1(0.5), wd_mul(wd_set1(0.375), e))));
        reach[half] = (reach_halves){{wd_of(radius_a, half), wd_of(radius_b, half)}, {wd_mul(x, inverse), wd_mul(y, inverse)}};
    }
    for (int c = 0; c < 4; c++) {
        wd halves[2];
        int shape = c / 2;
        w from = c % 2 == 0 ? ways->from[shape].x : ways->from[shape].y, to = c % 2 == 0 ? ways->to[shape].x : ways->to[shape].y;
        for (int half = 0; half < 2; half++) {
            halves[half] = wd_of(from, half);
            if (!straight)
                halves[half] = wd_add(halves[half], wd_mul(wd_of(ways->part[shape], half), wd_sub(wd_of(to, half), halves[half])));
            if (round) {
                wd along = wd_mul(reach[half].radius[shape], reach[half].normal[c % 2]);
                halves[half] = shape == 0 ? wd_add(halves[half], along) : wd_sub(halves[half], along);
            }
        }
        const w v = w_add(w_zero(), w_of(halves[0], halves[1])); /* 0 + -0 is 0; rounded as sepal_nearest_float does */
        w_store(p->to[c] + k, w_max(w_min(v, w_set1(FLT_MAX)), w_set1(-FLT_MAX)));
    }
}

/* --- Windows of large polygons. Of a polygon of more than 16 vertices only a window is looked at, around the vertex that is the farthest
 * along the normal. The heights of a convex polygon rise once and fall once around it. So if both ends of the window are low enough, no
 * vertex outside of it counts. The diagonal, which takes all vertices, only decides which of them count: it is at least that of what is
 * looked at, and at most that of both circles. Where it would have to be known better, the pair is left open (docs/numerics/mtv_window.md,
 * "The points of a push"). */

/* The vertices that are looked at of a core of block size `size`: CORE_MANY if it may have more than MTV_SMALL_MOST vertices. */
#define CORE_MANY (2U << CORE_LARGE)
static inline uint32_t size_seen(uint32_t size) {
    return size <= SEPAL_LANE_VERTICES ? size : size < CORE_MANY ? MTV_SMALL : MTV_NARROW;
}

/* Returns the first vertex of the polygon. */
SPECIALISED w2 load_top_window(const sepal_polys *set, const uint32_t *index, uint32_t window, w2 up, vertex_lanes *out) {
    coarse_lanes coarse;
    uint32_t start[SEPAL_LANES];
    float x[SEPAL_LANES], y[SEPAL_LANES];
    const w2 origin = load_coarse(set, index, NULL, &coarse);
    const w number = coarse_farthest(&coarse, up);
    place_windows(set, index, w_add(number, number), window, start);
    if (set->largest > MTV_NARROW_MOST) {
        w_store(x, up.x);
        w_store(y, up.y);
        for (int lane = 0; lane < SEPAL_LANES; lane++) {
            const uint32_t shape = index[2 * lane], size = set->heads[shape].size, near = (start[lane] + window / 2) % size;
            const sepal_rim rim = sepal_rim_at(set, shape);
            start[lane] = (sepal_farthest_from(&rim, near, (double)x[lane], (double)y[lane]) + size - window / 2) % size;
        }
    }
    load_windows(set, index, start, window, out->world);
    return origin;
}

/* At least the diagonal of the bounding box, as any stage computes it. */
SPECIALISED w most_diagonal(circle_lanes a, circle_lanes b) {
    const w2 d = w2_sub(b.centre, a.centre);
    const w width = w_sub(w_max(a.outer, w_add(d.x, b.outer)), w_min(w_neg(a.outer), w_sub(d.x, b.outer)));
    const w height = w_sub(w_max(a.outer, w_add(d.y, b.outer)), w_min(w_neg(a.outer), w_sub(d.y, b.outer)));
    return w_mul(w_sqrt(w_add(w_mul(width, width), w_mul(height, height))), w_set1(1 + WINDOW_VERTEX_ERROR));
}

SPECIALISED lanes points_kernel(const void *question, const sepal_pair *group, size_t k, sizes n) {
    const points_query *p = question;
    const polys_query *q = p->q;
    const bool large_a = n.a > SEPAL_LANE_VERTICES, large_b = n.b > SEPAL_LANE_VERTICES;
    vertex_lanes a, b;
    ways_lanes ways;
    w2 origin = {w_zero(), w_zero()};
    unsigned open = 0;
    bool points = n.a * n.b == 1;
    w2 normal = {w_load(p->x + k), w_load(p->y + k)};
    if (large_a)
        origin = load_top_window(q->a, &group->a, size_seen(n.a), normal, &a);
    else
        load_core(q->a, &group->a, n.a, n.same, &a);
    next_load();
    if (large_b)
        (void)load_top_window(q->b, &group->b, size_seen(n.b), w2_neg(normal), &b);
    else
        load_core(q->b, &group->b, n.b, n.same, &b);
    next_load();
    if (points) {
        ways.part[0] = ways.part[1] = w_zero();
        ways.from[0] = ways.to[0] = vertex(a.world, 1, 0), ways.from[1] = ways.to[1] = vertex(b.world, 1, 0);
    } else {
        views_lanes seen = {large_a, large_b, large_a ? origin : vertex(a.world, n.a, 0), w_zero()};
        if (large_a || large_b)
            seen.most = most_diagonal(load_circles(q->a, &group->a), load_circles(q->b, &group->b));
        open = find_ways(&a, &b, (sizes){size_seen(n.a), size_seen(n.b), n.same}, &seen, normal, &ways);
    }
    if (q->a->round || q->b->round)
        store_points(p, &ways, points, true, load_radii(q->a, &group->a), load_radii(q->b, &group->b), normal, k);
    else
        store_points(p, &ways, points, false, w_zero(), w_zero(), normal, k);
    return (lanes){0, open};
}

/* --- Blocks of pairs ----------------------------------------------------------------------------- */

/* The points of some pairs of a block, whose normals are (x, y). slots: NULL if pair k has slot k. */
static SEPAL_NOINLINE void find_points(const polys_query *q, sizes n, const sepal_pair *pairs, const uint16_t *slots, size_t count,
                                       const float *x, const float *y, const mtv_values *from, const sepal_mtvs *to) {
    float found[4][SEPAL_BLOCK];
    float *const out[4] = {to->a_x, to->a_y, to->b_x, to->b_y};
    points_query p = {q, x, y, {found[0], found[1], found[2], found[3]}};
    verdicts known;
    bool some_open;
    /* query.h, "Sizes"; blocks of four that follow each other have code of their own where it pays, with 16 lanes */
    if (SEPAL_LANES == 16 && n.same && are_sizes(n, 4, 4))
        some_open = ask_groups(points_kernel, NULL, &p, pairs, count, (sizes){4, 4, true}, &known);
    else if (are_sizes(n, 4, 4))
        some_open = ask_groups(points_kernel, NULL, &p, pairs, count, (sizes){4, 4, SEPAL_LANES < 16 && n.same}, &known);
    else
        some_open = ask_groups(points_kernel, NULL, &p, pairs, count, n, &known);
    for (int c = 0; c < 4; c++) {
        if (out[c] != NULL && slots == NULL)
            memcpy(out[c], found[c], count * sizeof *found[c]);
        for (size_t k = 0; k < count && out[c] != NULL && slots != NULL; k++)
            out[c][slots[k]] = found[c][k];
    }
    size_t k;
    if (some_open)
        FOR_BITS(k, known.open, count) {
            const size_t slot = slots == NULL ? k : slots[k];
            sepal_mtv_points_write(to, slot,
                                   sepal_polys_scalar_mtv_points(q->a, pairs[k].a, q->b, pairs[k].b, from->x[slot], from->y[slot]));
        }
}

static void find_points_of_list(const polys_query *q, sizes n, const pair_list *list, const mtv_values *from,
                                const sepal_mtvs *to) {
    float x[SEPAL_BLOCK], y[SEPAL_BLOCK];
    read_from_slots(x, list, from->x);
    read_from_slots(y, list, from->y);
    find_points(q, n, list->pairs, list->slots, list->count, x, y, from, to);
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
        const pair_list list = block_bin(&waiting, kind);
        const core_pair kinds = cores_of(kind);
        sizes n = core_sizes(kinds, false);
        n.a = kinds.a == CORE_LARGE && q->a->largest > MTV_SMALL_MOST ? CORE_MANY : n.a;
        n.b = kinds.b == CORE_LARGE && q->b->largest > MTV_SMALL_MOST ? CORE_MANY : n.b;
        if (list.count > 0)
            find_points_of_list(q, n, &list, from, to);
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
