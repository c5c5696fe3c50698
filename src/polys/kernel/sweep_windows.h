/* sweep_windows.h — where two moving shapes of more than 8 vertices meet first: the two vertices of each that are next
 * to the contact; a pair in each lane, in float.
 *
 * Let K be the Minkowski difference of the cores. Each direction n against which the way leads has a vertex of K that is least far
 * along it, and a place at which the way comes within reach of the line through this vertex. If the vertex is to the left of that
 * place, K is met to the right of it, and the other way round. So a front of K, from the vertex on the right of the way to that on the
 * left, is narrowed from both sides, by the vertex that is least far along the normal of the chord between its ends, as in portal.h,
 * until it is an edge of K, or a vertex. It is looked for among 16 vertices of each shape, which are those of the coarse polygon if it
 * has more, and then in windows around what these have found.
 *
 * What is found is a guess: sweep_times.h and sweep_hits.h prove that the others do not matter, or leave the pair open. */
#ifndef SEPAL_POLYS_KERNEL_SWEEP_WINDOWS_H
#define SEPAL_POLYS_KERNEL_SWEEP_WINDOWS_H

#include "reach.h"
#include "sweep_filters.h"
#include "windows.h"

/* The most vertices of a shape; the vertices of a window around what its coarse polygon has found, three chords of the largest one; and
 * the most steps of a search. */
#define FRONT_MOST   64
#define FRONT_WINDOW 12
#define FRONT_STEPS  12

/* A vertex of K, a vertex of b minus one of a, and their numbers. */
typedef struct front_vertex {
    w2 at;
    w a, b;
} front_vertex;

/* The ends of a front, as seen along the way: of an edge of K, or of a vertex, if a search has ended. */
typedef struct front_ends {
    front_vertex right, left;
} front_ends;

/* d: the move of b as seen from a; r: the reach. */
typedef struct front_way {
    w2 d;
    w r;
} front_way;

/* The vertex that is least far along n, and its number. */
static inline w2 front_nearest(const w2 *near, uint32_t size, w2 n, w *number) {
    w least = w_dot(n, near[0]);
    w2 at = near[0];
    *number = w_set1(0);
    for (uint32_t k = 1; k < size; k++) {
        w along = w_dot(n, near[k]);
        wm less = w_gt(least, along);
        least = w_min(along, least);
        at = w2_select(less, near[k], at);
        *number = w_select(less, w_set1((float)k), *number);
    }
    return at;
}

static SEPAL_NOINLINE void front_try(const w2 *a, const w2 *b, uint32_t size, w2 n, front_vertex *out) {
    w2 of_b = front_nearest(b, size, n, &out->b);
    out->at = w2_sub(of_b, front_nearest(a, size, w2_neg(n), &out->a));
}

static inline front_vertex front_select(wm which, const front_vertex *yes, const front_vertex *no) {
    return (front_vertex){w2_select(which, yes->at, no->at), w_select(which, yes->a, no->a), w_select(which, yes->b, no->b)};
}

static inline wm front_is(const front_vertex *one, const front_vertex *other) {
    return wm_and(w_eq(one->at.x, other->at.x), w_eq(one->at.y, other->at.y));
}

/* Finds the front among some vertices of both, relative to one point of each lane. */
static SEPAL_NOINLINE void front_find(const w2 *a, const w2 *b, uint32_t size, const front_way *way, front_ends *out) {
    const w zero = w_set1(0);
    w2 d = way->d;
    front_ends f;
    front_try(a, b, size, (w2){d.y, w_neg(d.x)}, &f.right);
    front_try(a, b, size, (w2){w_neg(d.y), d.x}, &f.left);
    for (int step = 0; step < FRONT_STEPS; step++) {
        front_vertex next;
        w2 tangent = w2_sub(f.left.at, f.right.at), n = {tangent.y, w_neg(tangent.x)};
        front_try(a, b, size, n, &next);
        w length = w_sqrt(w_dot(n, n));
        w time = w_div(w_sub(w_mul(way->r, length), w_dot(n, next.at)), w_dot(n, d)), foot = w_mul(time, w_dot(tangent, d));
        wm left = w_gt(w_add(w_dot(tangent, next.at), foot), zero);
        wm end = wm_or(front_is(&f.right, &f.left), wm_or(front_is(&next, &f.right), front_is(&next, &f.left)));
        wm to_right = wm_and(end, w_gt(w_add(w_dot(tangent, f.right.at), foot), zero));
        wm to_left = wm_and(end, w_gt(zero, w_add(w_dot(tangent, f.left.at), foot)));
        front_ends last = f;
        f.left = front_select(wm_andnot(left, end), &next, &f.left);
        f.right = front_select(wm_or(left, end), &f.right, &next);
        f.left = front_select(to_right, &last.right, &f.left);
        f.right = front_select(to_left, &last.left, &f.right);
        if (wm_bits(end) == ALL_LANES)
            break;
    }
    *out = f;
}

/* The vertices of a block of 16, or those of the coarse polygon of a larger shape. */
static inline void front_load(const sepal_polys *set, const uint32_t *index, w2 *out) {
    const float *at[SEPAL_LANES];
    w all[2 * SEPAL_COARSE];
    for (int lane = 0; lane < SEPAL_LANES; lane++) {
        const sepal_poly_head *head = &set->heads[index[2 * lane]];
        at[lane] = set->vertices + 4 * (size_t)head->at - (head->size > SEPAL_COARSE ? SEPAL_COARSE_FLOATS : 0);
    }
    load_largest_blocks(at, all);
    for (int k = 0; k < SEPAL_COARSE; k++)
        out[k] = (w2){all[k], all[SEPAL_COARSE + k]};
}

/* The first of `window` vertices of each lane, around the middle of those with the numbers `one` and `two` among 16. */
static SEPAL_NOINLINE void front_place(const sepal_polys *set, const uint32_t *index, w one, w two, uint32_t window,
                                       uint32_t *start) {
    float from[SEPAL_LANES], to[SEPAL_LANES];
    w_store(from, w_min(one, two));
    w_store(to, w_max(one, two));
    for (int lane = 0; lane < SEPAL_LANES; lane++) {
        uint32_t size = set->heads[index[2 * lane]].size, low = (uint32_t)from[lane], high = (uint32_t)to[lane], middle;
        if (size > SEPAL_COARSE) {
            middle = low + high + (high - low > SEPAL_COARSE / 2 ? SEPAL_COARSE : 0);
            middle = middle * size / (2 * SEPAL_COARSE);
        } else {
            high = high < size ? high : size - 1; /* blocks repeat the last vertex */
            middle = high - low > 1 ? high : low;
        }
        start[lane] = (middle + 2 * size - (window / 2 - 1)) % size;
    }
}

/* The first of four vertices of each lane, around those with the numbers `one` and `two` in windows. */
static SEPAL_NOINLINE void front_place_in(const sepal_polys *set, const uint32_t *index, w one, w two, uint32_t *start) {
    float from[SEPAL_LANES];
    w_store(from, w_min(one, two));
    for (int lane = 0; lane < SEPAL_LANES; lane++) {
        uint32_t size = set->heads[index[2 * lane]].size;
        start[lane] = (start[lane] + (uint32_t)from[lane] + size - 1) % size;
    }
}

/* May windows be asked for? */
static inline bool front_takes(uint32_t size_a, uint32_t size_b) {
    return size_a > 8 && size_b > 8 && size_a <= FRONT_MOST && size_b <= FRONT_MOST;
}

/* The first of four vertices of each shape of a group. */
typedef struct front_starts {
    uint32_t a[SEPAL_LANES], b[SEPAL_LANES];
} front_starts;

static SEPAL_NOINLINE void front_in_windows(const polys_query *q, const sepal_pair *group, const front_way *way,
                                            front_starts *starts) {
    window_lanes a, b;
    front_ends found;
    w2 origin = load_circles(q->a, &group->a).centre;
    load_windows(q->a, &group->a, starts->a, FRONT_WINDOW, &origin, &a);
    load_windows(q->b, &group->b, starts->b, FRONT_WINDOW, &origin, &b);
    front_find(a.near, b.near, FRONT_WINDOW, way, &found);
    front_place_in(q->a, &group->a, found.left.a, found.right.a, starts->a);
    front_place_in(q->b, &group->b, found.left.b, found.right.b, starts->b);
}

static SEPAL_NOINLINE void find_fronts(const sweep_query *s, const sepal_pair *group, front_starts *starts) {
    const polys_query *q = &s->q;
    w2 a[SEPAL_COARSE], b[SEPAL_COARSE];
    front_ends found;
    front_load(q->a, &group->a, a);
    front_load(q->b, &group->b, b);
    w2 origin = a[0];
    for (int k = 0; k < SEPAL_COARSE; k++) {
        a[k] = w2_sub(a[k], origin);
        b[k] = w2_sub(b[k], origin);
    }
    w2 d = w2_sub(load_moves(s->moves_b, &group->b), load_moves(s->moves_a, &group->a));
    w2 c = w2_sub(load_circles(q->b, &group->b).centre, load_circles(q->a, &group->a).centre);
    wm away = w_gt(w_dot(c, d), w_set1(0));
    w reach = w_add(w_add(load_radii(q->a, &group->a), load_radii(q->b, &group->b)), w_set1(q->margin));
    const front_way way = {w2_select(away, w2_neg(d), d), reach};
    front_find(a, b, SEPAL_COARSE, &way, &found);
    uint32_t most = 0;
    for (int lane = 0; lane < SEPAL_LANES; lane++) {
        uint32_t of_a = q->a->heads[group[lane].a].size, of_b = q->b->heads[group[lane].b].size;
        most = of_a > most ? of_a : most;
        most = of_b > most ? of_b : most;
    }
    const uint32_t window = most > SEPAL_COARSE ? FRONT_WINDOW : 4;
    front_place(q->a, &group->a, found.left.a, found.right.a, window, starts->a);
    front_place(q->b, &group->b, found.left.b, found.right.b, window, starts->b);
    if (most > SEPAL_COARSE)
        front_in_windows(q, group, &way, starts);
}

#endif
