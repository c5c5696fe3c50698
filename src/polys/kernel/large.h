/* large.h — polygons of more than 16 vertices: one pair at a time in linear time, windows, and a few well chosen axes in lanes. */
#ifndef SEPAL_POLYS_KERNEL_LARGE_H
#define SEPAL_POLYS_KERNEL_LARGE_H

#include "../scalar/axis.h"
#include "mtv_axes.h"

#include <string.h>

/* ===== One pair at a time ======================================================================== */

/* Two polygons of which one has more than 16 vertices: one pair at a time, an edge of one of them in each lane, and of the
 * other one the run of vertices that is next to these edges.
 *
 * The normals of consecutive edges turn one way, and the vertices of a convex polygon that are the least far along them follow each
 * other likewise ("rotating calipers": Shamos, Computational Geometry, 1978). So a pair takes a time that is linear in its vertices. A
 * run that ends at vertices which are certainly farther is enough: around a convex polygon the products with a direction fall and rise
 * once. What is found is then, to the last bit, what all vertices would give. */

/* --- Edges --------------------------------------------------------------------------------------- */

/* Edges of a polygon, as stored: those from number k on, and in the lanes past the last one, which repeats, none; of more edges than lanes
 * the last ones, so that all lanes have one. Returns the number of the first. */
static inline uint32_t load_edges(const sepal_polys *set, uint32_t index, uint32_t k, w2 *from, w2 *to) {
    const float *x = sepal_poly_x(set, index), *y = sepal_poly_y(set, index);
    const uint32_t size = set->heads[index].size;
    if (size > SEPAL_LANES) {
        const bool last = k + SEPAL_LANES >= size;
        k = last ? size - SEPAL_LANES : k;
        *from = (w2){w_load(x + k), w_load(y + k)};
        *to = last ? (w2){w_next(from->x, w_set1(*x)), w_next(from->y, w_set1(*y))} : (w2){w_load(x + k + 1), w_load(y + k + 1)};
        return k;
    }
    float closed_x[SEPAL_LANES + 1], closed_y[SEPAL_LANES + 1];
    for (uint32_t lane = 0; lane <= SEPAL_LANES; lane++) {
        const uint32_t at = lane < size ? lane : 0;
        closed_x[lane] = x[at];
        closed_y[lane] = y[at];
    }
    *from = (w2){w_load(closed_x), w_load(closed_y)};
    *to = (w2){w_load(closed_x + 1), w_load(closed_y + 1)};
    return 0;
}

/* Edges of a polygon from number `first` on. none: lanes between repeated vertices, past the last edge, and before the one asked for. */
typedef struct edge_run {
    w2 from, edge;
    wm none;
    uint32_t first;
} edge_run;

static inline edge_run load_edge_run(const sepal_polys *set, uint32_t index, uint32_t k) {
    w2 from, to;
    const uint32_t first = load_edges(set, index, k, &from, &to);
    const w2 edge = w2_sub(to, from);
    const wm before = wm_of_bits((1U << (k - first)) - 1);
    return (edge_run){from, edge, wm_or(before, w2_is_zero(edge)), first};
}

/* --- The vertices next to them ------------------------------------------------------------------- */

/* A run of vertices: `count` from number `first` on, backwards if the shape goes round the other way than the edges. Before a search,
 * first: where it begins. whole: the run has all vertices, since they are few, or one group of edges goes all the way round. */
typedef struct vertex_run {
    const float *x, *y;
    uint32_t size, first, count;
    bool backwards, whole;
} vertex_run;

static inline vertex_run begin_run(const sepal_polys *edges_of, uint32_t i, const sepal_polys *set, uint32_t j) {
    const bool other_way = ((edges_of->heads[i].flags ^ set->heads[j].flags) & SEPAL_CLOCKWISE) != 0;
    const uint32_t size = set->heads[j].size;
    const bool whole = size <= SEPAL_LANE_VERTICES || edges_of->heads[i].size <= SEPAL_LANES;
    return (vertex_run){sepal_poly_x(set, j), sepal_poly_y(set, j), size, 0, whole ? size : 1, other_way, whole};
}

/* The product of a direction with vertex k. fused: by w_dot; else each operation is rounded, as answers are defined. */
SPECIALISED w along_vertex(const vertex_run *run, uint32_t k, w2 direction, w2 origin, bool fused) {
    w2 near = w2_sub((w2){w_set1(run->x[k]), w_set1(run->y[k])}, origin);
    return fused ? w_dot(direction, near) : w2_along(direction, near);
}

/* The least products of all vertices with the directions of the lanes, but for the lanes `none`; and the run that was looked at. margin:
 * at least twice the error of a product. The next group of edges begins where this one ends. */
SPECIALISED w find_least(vertex_run *run, w2 direction, w2 origin, wm none, w margin, bool fused) {
    uint32_t last = run->first;
    w begin = along_vertex(run, last, direction, origin, fused), least = begin;
    if (run->whole) {
        for (uint32_t k = 0; k < run->size; k++)
            least = w_min(along_vertex(run, k, direction, origin, fused), least);
        return least;
    }
    run->count = 1;
    while (run->count < run->size) {
        last = sepal_step_around(run->size, last, run->backwards);
        const w end = along_vertex(run, last, direction, origin, fused);
        least = w_min(end, least);
        run->count++;
        if (wm_bits(wm_or(w_gt(end, w_add(least, margin)), none)) == ALL_LANES)
            break;
    }
    while (run->count < run->size && wm_bits(wm_or(w_gt(begin, w_add(least, margin)), none)) != ALL_LANES) {
        run->first = sepal_step_around(run->size, run->first, !run->backwards);
        begin = along_vertex(run, run->first, direction, origin, fused);
        least = w_min(begin, least);
        run->count++;
    }
    return least;
}

/* Where the search for the edges after these begins: two vertices before the end. */
static inline void pass_run(vertex_run *run) {
    for (uint32_t k = 3; k < run->count && !run->whole; k++)
        run->first = sepal_step_around(run->size, run->first, run->backwards);
}

/* --- The greatest gap ---------------------------------------------------------------------------- */

/* How much farther than the nearest vertex the ends of a run must be, relative to the extent of the pair
 * (docs/numerics/mtv_window.md, condition v). */
#define WINDOW_VERTEX_ERROR (32 * 0x1p-24F)

/* The coarse polygon of a large one as a run of vertices, in which all are looked at; of a polygon without one it has size 0. */
static inline vertex_run coarse_run(const sepal_polys *set, uint32_t index) {
    if (set->heads[index].size <= SEPAL_COARSE)
        return (vertex_run){.whole = true};
    const float *block = sepal_poly_x(set, index) - SEPAL_COARSE_FLOATS;
    return (vertex_run){block, block + SEPAL_COARSE, SEPAL_COARSE, 0, SEPAL_COARSE, false, true};
}

/* The number in a polygon of `size` vertices of the coarse vertex that is the farthest along a direction. */
static inline uint32_t farthest_of_coarse(const vertex_run *coarse, uint32_t size, float x, float y) {
    uint32_t best = 0;
    float most = -INFINITY;
    for (uint32_t k = 0; k < coarse->size; k++) {
        const float along = x * coarse->x[k] + y * coarse->y[k];
        best = along > most ? k : best;
        most = along > most ? along : most;
    }
    return (uint32_t)((uint64_t)best * size / SEPAL_COARSE);
}

/* Where the greatest gap is likely: the edges around the coarse vertex that is the farthest towards the centre of b. */
static inline uint32_t likely_edges(const sepal_polys *a, uint32_t i, const sepal_polys *b, uint32_t j) {
    const vertex_run coarse = coarse_run(a, i);
    const float x = b->circles[j].x - a->circles[i].x, y = b->circles[j].y - a->circles[i].y;
    return farthest_of_coarse(&coarse, a->heads[i].size, x, y) / SEPAL_LANES * SEPAL_LANES;
}

/* How much greater than all others the gap of one edge to a point must be as computed here, relative to the extent of the pair, to be the
 * greatest as defined, too (docs/numerics/mtv.md, "A point and a large polygon"). */
#define POINT_GAP_ERROR (64 * 0x1p-24F)

/* The square of the gap from an edge to a point, with the sign of the gap. */
SPECIALISED w square_of_gap(w2 from, w2 edge, w2 point, w winding) {
    const w across = w_flip(w_cross(w2_sub(point, from), edge), winding);
    return w_mul(across, w_div(w_abs(across), w_dot(edge, edge)));
}

/* As greatest_gap_of_large, if b is a point and one edge certainly has the greatest gap: gaps are compared by their squares with their signs,
 * so that no edge needs a root; then that one is computed as defined. */
static inline bool greatest_gap_to_point(const sepal_polys *a, uint32_t i, const sepal_polys *b, uint32_t j, w2 origin,
                                         float extent, sepal_axis *best) {
    const w winding = w_set1(a->circles[i].outer), none = w_set1(-INFINITY);
    const w2 point = {w_set1(*sepal_poly_x(b, j)), w_set1(*sepal_poly_y(b, j))};
    const float *x = sepal_poly_x(a, i), *y = sepal_poly_y(a, i);
    const uint32_t size = a->heads[i].size;
    float edges[SEPAL_LANES], axis_x[SEPAL_LANES], axis_y[SEPAL_LANES];
    w most = none, second = none, edge = w_zero();
    if (a->heads[i].low < -50) /* an edge may be too short for float */
        return false;
    for (uint32_t k = 0; k < size; k += SEPAL_LANES) {
        const edge_run e = load_edge_run(a, i, k);
        const w square = w_select(e.none, none, square_of_gap(e.from, e.edge, point, winding));
        second = w_max(second, w_min(most, square));
        edge = w_select(w_gt(square, most), w_set1((float)e.first), edge);
        most = w_max(most, square);
    }
    const float greatest = w_greatest(most);
    const unsigned lane = sepal_lowest_bit(wm_bits(w_eq(most, w_set1(greatest))));
    const float other = w_greatest(w_select(wm_of_bits(1U << lane), second, most));
    if (!(greatest - other > 2 * extent * POINT_GAP_ERROR * sqrtf(fmaxf(fabsf(greatest), fabsf(other)))))
        return false;
    w_store(edges, edge);
    const uint32_t number = (uint32_t)edges[lane] + lane, next = number + 1 < size ? number + 1 : 0;
    const w2 from = {w_set1(x[number]), w_set1(y[number])}, e = w2_sub((w2){w_set1(x[next]), w_set1(y[next])}, from);
    const w2 normal = unit_normal(e, w2_along(e, e), winding);
    w_store(axis_x, normal.x);
    w_store(axis_y, normal.y);
    w_store(edges, w_sub(w2_along(normal, w2_sub(point, origin)), w2_along(normal, w2_sub(from, origin))));
    *best = (sepal_axis){axis_x[0], axis_y[0], edges[0], number};
    return true;
}

/* The greatest gap over the edge normals of a, and the first axis that has it. extent: as extent_of_one. False if an edge is too short
 * for float.
 *
 * The gap to one vertex of b is at least that to b, also as computed, since rounding keeps order. So edges of which it is below the best
 * gap so far, for the coarse vertex that was near the least before or the next one, need no search for the least of all; of large polygons
 * that are most. */
static inline bool greatest_gap_of_large(const sepal_polys *a, uint32_t i, const sepal_polys *b, uint32_t j, w2 origin,
                                         float extent, sepal_axis *best) {
    const w winding = w_set1(a->circles[i].outer), margin = w_set1(extent * WINDOW_VERTEX_ERROR);
    const uint32_t size = a->heads[i].size;
    *best = (sepal_axis){0, 0, -INFINITY, 0};
    if (size == 1 ||
        (b->heads[j].size == 1 && size > SEPAL_LANE_VERTICES && greatest_gap_to_point(a, i, b, j, origin, extent, best)))
        return true;
    vertex_run run = begin_run(a, i, b, j), coarse = coarse_run(b, j);
    bool passed = !run.whole; /* the edges before these have not been searched */
    uint32_t k = run.whole ? 0 : likely_edges(a, i, b, j);
    w most = w_set1(-INFINITY), greatest = most, edge = w_zero(); /* the greatest gap of each lane, of all; the first such edge */
    w2 axis = {edge, edge};
    float gaps[SEPAL_LANES], edges[SEPAL_LANES], x[SEPAL_LANES], y[SEPAL_LANES];
    for (uint32_t done = 0; done < size; done += SEPAL_LANES, k = k + SEPAL_LANES < size ? k + SEPAL_LANES : 0) {
        const edge_run e = load_edge_run(a, i, k);
        const w square = w2_along(e.edge, e.edge);
        if (wm_bits(too_short(e.edge, square)) != 0)
            return false;
        const w2 normal = unit_normal(e.edge, square, winding);
        const w from = w2_along(normal, w2_sub(e.from, origin));
        bool pass = false;
        for (uint32_t tries = run.whole ? 2 : 0; tries < 2 && !pass; tries++) {
            const w below = w_sub(along_vertex(&coarse, coarse.first, normal, origin, false), from);
            pass = wm_bits(wm_or(w_gt(greatest, below), e.none)) == ALL_LANES;
            coarse.first = pass ? coarse.first : sepal_step_around(SEPAL_COARSE, coarse.first, run.backwards);
        }
        passed = passed || pass;
        if (pass)
            continue;
        if (passed) {
            w_store(x, normal.x);
            w_store(y, normal.y);
            run.first = farthest_of_coarse(&coarse, run.size, -x[0], -y[0]);
            passed = false;
        }
        const w least = find_least(&run, normal, origin, e.none, margin, false);
        const w gap = w_select(e.none, w_set1(-INFINITY), w_sub(least, from)), first = w_set1((float)e.first);
        const wm better = wm_or(w_gt(gap, most), wm_and(w_eq(gap, most), w_gt(edge, first)));
        most = w_select(better, gap, most);
        edge = w_select(better, first, edge);
        axis = w2_select(better, normal, axis);
        greatest = run.whole ? most : w_set1(w_greatest(most));
        pass_run(&run);
        coarse.first = run.whole ? 0 : (uint32_t)((uint64_t)run.first * SEPAL_COARSE / run.size);
    }
    w_store(gaps, most);
    w_store(edges, edge);
    w_store(x, axis.x);
    w_store(y, axis.y);
    for (unsigned bits = wm_bits(w_eq(most, w_set1(w_greatest(most)))); bits != 0; bits &= bits - 1) {
        const unsigned lane = sepal_lowest_bit(bits);
        const uint32_t of = (uint32_t)edges[lane] + lane;
        if (gaps[lane] > best->gap || of < best->edge)
            *best = (sepal_axis){x[lane], y[lane], gaps[lane], of};
    }
    return true;
}

/* Of both shapes. False if float does not suffice. */
static inline bool greatest_gaps_of_large(const sepal_polys *a, uint32_t i, const sepal_polys *b, uint32_t j, float extent,
                                          sepal_axis *of_a, sepal_axis *of_b) {
    const w2 origin = {w_set1(*sepal_poly_x(a, i)), w_set1(*sepal_poly_y(a, i))};
    return extent < INFINITY && greatest_gap_of_large(a, i, b, j, origin, extent, of_a) &&
           greatest_gap_of_large(b, j, a, i, origin, extent, of_b);
}

/* ===== Windows, with a pair in each lane ========================================================= */

/* The coarse polygons of one side, relative to one point of each lane; of smaller ones of more than 8 vertices, their blocks. origin: that
 * point; NULL: their first vertices. Returns it. */
typedef struct coarse_lanes {
    w2 vertex[SEPAL_COARSE];
} coarse_lanes;

SPECIALISED w2 load_coarse(const sepal_polys *set, const uint32_t *index, const w2 *origin, coarse_lanes *out) {
    const float *at[SEPAL_LANES];
    w all[2 * SEPAL_COARSE];
    for (int lane = 0; lane < SEPAL_LANES; lane++) {
        const sepal_poly_head *head = &set->heads[index[2 * lane]];
        at[lane] = set->vertices + 4 * (size_t)head->at - (head->size > SEPAL_COARSE ? SEPAL_COARSE_FLOATS : 0);
    }
    polys_kernel_load_largest(at, all);
    const w2 from = origin != NULL ? *origin : (w2){all[0], all[SEPAL_COARSE]};
    for (int k = 0; k < SEPAL_COARSE; k++)
        out->vertex[k] = w2_sub((w2){all[k], all[SEPAL_COARSE + k]}, from);
    return from;
}

/* The number of the vertex that has the greatest product with a direction. */
SPECIALISED w coarse_farthest(const coarse_lanes *c, w2 direction) {
    w most = w_dot(direction, c->vertex[0]), number = w_set1(0);
    for (int k = 1; k < SEPAL_COARSE; k++) {
        w along = w_dot(direction, c->vertex[k]);
        number = w_select(w_gt(along, most), w_set1((float)k), number);
        most = w_max(most, along);
    }
    return number;
}

/* Where the windows begin: of each lane, the vertex before the middle of the window by half of its vertices. `eighths`: twice the
 * number of the coarse vertex in the middle, which may be half-way between two. */
SPECIALISED void place_windows(const sepal_polys *set, const uint32_t *index, w eighths, uint32_t window, uint32_t *start) {
    float middle[SEPAL_LANES];
    w_store(middle, eighths);
    for (int lane = 0; lane < SEPAL_LANES; lane++) {
        uint32_t size = set->heads[index[2 * lane]].size;
        uint32_t at = (uint32_t)middle[lane] * size / (2 * SEPAL_COARSE) + size - window / 2;
        start[lane] = at < size ? at : at - size;
    }
}

/* Loads windows of `size` vertices, as stored, in blocks as those of polygons (vertex_lanes); those that pass the last vertex are copied
 * together first. */
static SEPAL_NOINLINE void load_windows(const sepal_polys *set, const uint32_t *index, const uint32_t *start, uint32_t size,
                                        w *world) {
    float joined[SEPAL_LANES][2 * MTV_WIDE];
    const float *x[SEPAL_LANES], *y[SEPAL_LANES];
    for (int lane = 0; lane < SEPAL_LANES; lane++) {
        uint32_t shape = index[2 * lane], left = set->heads[shape].size - start[lane];
        x[lane] = sepal_poly_x(set, shape) + start[lane];
        y[lane] = sepal_poly_y(set, shape) + start[lane];
        if (left < size) {
            for (uint32_t k = 0, at = start[lane]; k < size; k++, at = sepal_step_around(set->heads[shape].size, at, false)) {
                joined[lane][k] = sepal_poly_x(set, shape)[at];
                joined[lane][MTV_WIDE + k] = sepal_poly_y(set, shape)[at];
            }
            x[lane] = joined[lane];
            y[lane] = joined[lane] + MTV_WIDE;
        }
    }
    for (uint32_t quad = 0; quad < size / 4; quad++) {
        const float *at_x[SEPAL_LANES], *at_y[SEPAL_LANES];
        for (int lane = 0; lane < SEPAL_LANES; lane++) {
            at_x[lane] = x[lane] + 4 * quad;
            at_y[lane] = y[lane] + 4 * quad;
        }
        w_load_any_quad(at_x, world + 4 * quad);
        w_load_any_quad(at_y, world + block_size(size) + 4 * quad);
    }
}

/* The vertices of windows, relative to one point of each lane. */
static inline void move_windows(const w *world, uint32_t size, w2 origin, w2 *near) {
    for (uint32_t k = 0; k < size; k++)
        near[k] = w2_sub(vertex(world, size, k), origin);
}

/* ===== Portals =================================================================================== */

/* A few well chosen axes instead of all of them. Each lane has its own pair.
 *
 * Minkowski portal refinement (Snethen, "XenoCollide", Game Programming Gems 7, 2008) in the plane. Two polygons overlap if and
 * only if their difference b - a contains the origin. Start from a point `inner` inside the difference. The support point of the
 * difference in some direction either lies short of the origin, and the direction is a separating axis, or it is a new vertex. Two
 * vertices on either side of the ray from `inner` to the origin are a portal: if the origin is inside the triangle of the three, it
 * is inside the difference; otherwise the portal moves out along its normal. A step costs one pass over the vertices, and two to
 * four steps decide all but the near contacts. Near contacts, and polygons whose centre is not certainly inside of them, stay open. */

/* After the first portal. What is open then is faster on all axes. */
#define PORTAL_STEPS 4

/* Which vertices of the polygons are used: a block of 16, or the coarse polygon of a larger one; or all vertices. */
typedef enum vertex_source { FROM_COARSE, FROM_ALL } vertex_source;

/* The vertices of the polygons of one side, relative to one point of each lane. Repeated vertices change no support point. */
typedef struct cloud {
    w2 origin;
    w slack;                         /* no vertex of the polygon is farther from the hull of these */
    uint32_t size;                   /* of the largest, filled up */
    w near[2 * SEPAL_LANE_VERTICES]; /* first all x, then all y */
    /* FROM_ALL: nothing is kept in `near` */
    const float *x[SEPAL_LANES];
    uint32_t padded[SEPAL_LANES];
} cloud;

SPECIALISED void make_cloud(const sepal_polys *set, const uint32_t *index, vertex_source source, w2 origin, cloud *c) {
    float slack[SEPAL_LANES];
    uint32_t largest = 0;
    for (int lane = 0; lane < SEPAL_LANES; lane++) {
        const sepal_poly_head *head = &set->heads[index[2 * lane]];
        const float *block = set->vertices + 4 * (size_t)head->at;
        bool coarse = source == FROM_COARSE && head->size > SEPAL_COARSE;
        slack[lane] = coarse ? block[SEPAL_COARSE_SLACK - SEPAL_COARSE_FLOATS] : 0;
        c->x[lane] = coarse ? block - SEPAL_COARSE_FLOATS : block;
        c->padded[lane] = sepal_padded(head->size);
        largest = c->padded[lane] > largest ? c->padded[lane] : largest;
    }
    c->origin = origin;
    c->slack = w_load(slack);
    c->size = source == FROM_ALL ? largest : SEPAL_COARSE;
    if (source != FROM_ALL) {
        w_load_quads(c->x, (int)c->size / 2, c->near);
        for (uint32_t k = 0; k < c->size; k++) {
            c->near[k] = w_sub(c->near[k], origin.x);
            c->near[c->size + k] = w_sub(c->near[c->size + k], origin.y);
        }
    }
}

/* The vertex that is farthest along a direction, and its product with the direction. */
typedef struct farthest {
    w along;
    w2 vertex;
} farthest;

static inline void improve(farthest *best, w2 candidate, w2 direction) {
    w along = w_dot(direction, candidate);
    wm better = w_gt(along, best->along);
    best->along = w_max(along, best->along);
    best->vertex = w2_select(better, candidate, best->vertex);
}

/* Not inlined: inlined four times, gcc would keep all vertices in registers, and spill them. */
static SEPAL_NOINLINE farthest support(const cloud *c, vertex_source source, w2 direction) {
    farthest best = {w_set1(-INFINITY), {w_set1(0), w_set1(0)}};
    if (source != FROM_ALL) {
        for (uint32_t k = 0; k < c->size; k++)
            improve(&best, vertex(c->near, c->size, k), direction);
    } else {
        for (uint32_t from = 0; from < c->size; from += 4) {
            const float *at_x[SEPAL_LANES], *at_y[SEPAL_LANES];
            for (int lane = 0; lane < SEPAL_LANES; lane++) { /* a polygon with fewer vertices repeats its last four */
                at_x[lane] = c->x[lane] + (from < c->padded[lane] ? from : c->padded[lane] - 4);
                at_y[lane] = at_x[lane] + c->padded[lane];
            }
            w x[4], y[4];
            w_load_quads(at_x, 1, x);
            w_load_quads(at_y, 1, y);
            for (int k = 0; k < 4; k++)
                improve(&best, w2_sub((w2){x[k], y[k]}, c->origin), direction);
        }
    }
    return best;
}

/* Bounds on the errors of a projection and of a cross product, relative to the extent of the pair; and on what underflow adds to
 * the first (docs/numerics/overlap.md, "Portal search"). */
#define PORTAL_AXIS_ERROR  (5 * 0x1p-24F)
#define PORTAL_CROSS_ERROR (16 * 0x1p-24F)
#define PORTAL_LEAST       0x1p-110F
/* Bounds of a projection and of a cross product where b moves, relative to the extent of the pair and the move (docs/numerics/sweep.md,
 * "Moving polygons: portals"); and the steps after the first portal then. */
#define SWEEP_PORTAL_AXIS_ERROR  (7 * 0x1p-24F)
#define SWEEP_PORTAL_CROSS_ERROR (24 * 0x1p-24F)
#define SWEEP_PORTAL_STEPS       8

typedef struct portal_search {
    vertex_source source;
    cloud a, b;
    w extent; /* at least all coordinates of a and b relative to the centre of a, and the sum of the two radii */
    w slack;  /* of both polygons */
    wm apart;
} portal_search;

/* The support point of b - a along a direction, the product of both, and a bound on the error of that. move: of b, so that the region
 * which the difference covers is searched: its support point is moved if the direction is one of the move; or NULL. */
typedef struct support_lanes {
    w2 point;
    w along, error;
} support_lanes;

SPECIALISED support_lanes support_of_difference(const portal_search *s, const w2 *move, w2 direction) {
    farthest b = support(&s->b, s->source, direction);
    farthest a = support(&s->a, s->source, w2_neg(direction));
    w length = w2_sum(direction), share = w_set1(move != NULL ? SWEEP_PORTAL_AXIS_ERROR : PORTAL_AXIS_ERROR);
    w error = w_madd(length, w_madd(s->extent, share, s->slack), w_set1(PORTAL_LEAST));
    support_lanes found = {w2_sub(b.vertex, a.vertex), w_add(a.along, b.along), error};
    if (move != NULL) {
        w ahead = w_dot(direction, *move), zero = w_zero();
        found.along = w_add(found.along, w_max(ahead, zero));
        found.point = w2_select(w_gt(ahead, zero), w2_add(found.point, *move), found.point);
    }
    return found;
}

/* The support point. Notes the lanes in which the direction certainly separates. */
SPECIALISED w2 try_direction(portal_search *s, const w2 *move, w2 direction) {
    support_lanes found = support_of_difference(s, move, direction);
    s->apart = wm_or(s->apart, w_gt(w_neg(found.along), found.error));
    return found.point;
}

/* A bound on the error of the cross product of two points of b - a. */
static inline w cross_error(const portal_search *s, const w2 *move) {
    return w_mul(w_mul(s->extent, s->extent), w_set1(move != NULL ? SWEEP_PORTAL_CROSS_ERROR : PORTAL_CROSS_ERROR));
}

/* Two points of b - a, on either side of the ray from the inner point to the origin. */
typedef struct portal_lanes {
    w2 right, left;
} portal_lanes;

/* The first portal. inner: a point of b - a. */
SPECIALISED portal_lanes first_portal(portal_search *s, const w2 *move, w2 inner) {
    w2 to_origin = w2_neg(inner), first = try_direction(s, move, to_origin);
    /* the second direction: normal to the ray inner -> first, on the side of the origin */
    w2 ray = w2_sub(first, inner);
    w side = w_cross(ray, to_origin);
    w2 second = try_direction(s, move, (w2){w_flip(w_neg(ray.y), side), w_flip(ray.x, side)});
    wm origin_is_left = w_gt(side, w_zero());
    return (portal_lanes){w2_select(origin_is_left, first, second), w2_select(origin_is_left, second, first)};
}

/* Moves the portal out. The inner point is certain in the lanes `sound`. */
SPECIALISED lanes refine_portal(portal_search *s, const w2 *move, w2 inner, wm sound, portal_lanes *portal) {
    w2 right = portal->right, left = portal->left, to_origin = w2_neg(inner);
    w error = cross_error(s, move);
    wm overlap = wm_none();
    const w least = w_mul(s->extent, w_set1(SWEEP_PORTAL_AXIS_ERROR));
    unsigned moving = ALL_LANES; /* the lanes whose portal has moved: it stays where the way grazes */
    for (int step = 0;; step++) {
        wm inside = wm_and(wm_and(w_gt(w_cross(inner, right), error), w_gt(w_cross(right, left), error)),
                           w_gt(w_cross(left, inner), error));
        overlap = wm_or(overlap, wm_and(inside, sound));
        lanes now = decided(s->apart, overlap);
        *portal = (portal_lanes){right, left};
        if (step == (move != NULL ? SWEEP_PORTAL_STEPS : PORTAL_STEPS) || (now.open & moving) == 0)
            return now;
        w2 across = w2_sub(left, right), n = {across.y, w_neg(across.x)}, next = try_direction(s, move, n);
        if (move != NULL)
            moving = wm_bits(w_gt(w_dot(n, w2_sub(next, right)), w_mul(w2_sum(n), least)));
        wm keep_left = w_gt(w_cross(w2_sub(next, inner), to_origin), w_zero()); /* the origin is left of the ray inner -> next */
        right = w2_select(keep_left, next, right);
        left = w2_select(keep_left, left, next);
    }
}

/* way: how far b gets from a along an axis at most, from centre to centre. */
SPECIALISED void portal_begin(const sepal_polys *a, const sepal_polys *b, const sepal_pair *group, vertex_source source,
                              circle_lanes ca, circle_lanes cb, w way, portal_search *s) {
    s->source = source;
    make_cloud(a, &group->a, source, ca.centre, &s->a);
    make_cloud(b, &group->b, source, ca.centre, &s->b);
    s->extent = w_add(w_add(ca.outer, cb.outer), way);
    s->slack = w_add(s->a.slack, s->b.slack);
    s->apart = wm_none();
}

/* The portals of a block of pairs: x and y of the right point, then of the left one. A group may be longer than the block. */
typedef struct block_portals {
    _Alignas(16) float points[SEPAL_BLOCK + SEPAL_LANES][4];
} block_portals;

/* What the portal kernel is asked about a list of pairs: which vertices are used, and whether the search goes on from a portal that was
 * kept. */
typedef struct portal_query {
    const polys_query *q;
    block_portals *kept;
    vertex_source source;
    bool from_kept;
} portal_query;

SPECIALISED lanes portal_kernel(const void *question, const sepal_pair *group, size_t k, UNUSED sizes n) {
    const portal_query *p = question;
    const polys_query *q = p->q;
    circle_lanes ca = load_circles(q->a, &group->a), cb = load_circles(q->b, &group->b);
    portal_search s; /* too large to be cleared */
    portal_lanes portal;
    float *at[SEPAL_LANES];
    w points[4];
    w2 inner = w2_sub(cb.centre, ca.centre);
    portal_begin(q->a, q->b, group, p->source, ca, cb, w2_greatest(inner), &s);
    wm sound = wm_and(w_gt(ca.inner, w_zero()), w_gt(cb.inner, w_zero())); /* the centres are certainly inside */
    for (size_t lane = 0; lane < SEPAL_LANES; lane++)
        at[lane] = p->kept->points[k + lane];
    if (p->from_kept) {
        w_load_quads((const float *const *)at, 1, points);
        portal = (portal_lanes){{points[0], points[1]}, {points[2], points[3]}};
    } else {
        portal = first_portal(&s, NULL, inner);
    }
    lanes found = refine_portal(&s, NULL, inner, sound, &portal);
    if (found.open != 0)
        w_store_quads(at, 1, (const w[]){portal.right.x, portal.right.y, portal.left.x, portal.left.y});
    return found;
}

/* Every polygon has more than 8 vertices, so a block of 16 or a coarse polygon. Keeps the portals of the pairs that are left open:
 * coarse vertices are vertices, so the search over all of them can go on from there. */
static SEPAL_NOINLINE bool filter_coarse_portal(const polys_query *q, const sepal_pair *pairs, size_t count, block_portals *kept,
                                                verdicts *out) {
    const portal_query p = {q, kept, FROM_COARSE, false};
    bool open = ask_groups(portal_kernel, NULL, &p, pairs, count, (sizes){0}, out);
    size_t left = 0, k;
    FOR_BITS(k, out->open, count)
        memcpy(kept->points[left++], kept->points[k], sizeof kept->points[k]);
    return open;
}

/* Of all vertices, from a kept portal or from nothing; keeps where the search ends. */
static SEPAL_NOINLINE bool filter_portal(const polys_query *q, const sepal_pair *pairs, size_t count, bool from_kept,
                                         block_portals *kept, verdicts *out) {
    const portal_query p = {q, kept, FROM_ALL, from_kept};
    return ask_groups(portal_kernel, NULL, &p, pairs, count, (sizes){0}, out);
}

#endif
