/* mtv_large.h — the smallest push of polygons of more than 16 vertices: one pair at a time, an axis in each lane; and of two
 * such, a few edges and vertices of each polygon, with a pair in each lane. */
#ifndef SEPAL_POLYS_KERNEL_MTV_LARGE_H
#define SEPAL_POLYS_KERNEL_MTV_LARGE_H

#include "large.h"

/* --- All edges of a pair ------------------------------------------------------------------------- */

/* Stores the push as number k. Returns whether it is known: of pairs that are apart, the line must be certain. */
static bool mtv_large_pair(const sepal_polys *a, uint32_t i, const sepal_polys *b, uint32_t j, size_t k, mtv_values *out) {
    float extent = extent_of_one(&a->circles[i], &b->circles[j]);
    sepal_axis of_a, of_b;
    if (!greatest_gaps_of_large(a, i, b, j, extent, &of_a, &of_b))
        return false;
    const bool from_b = of_b.gap > of_a.gap;
    const sepal_axis *best = from_b ? &of_b : &of_a;
    sepal_poly_mtv push = {from_b ? 0 - best->x : 0 + best->x, from_b ? 0 - best->y : 0 + best->y, 0 - best->gap};
    const bool meet = best->gap<-extent * SEPAL_GAP_ERROR, apart = best->gap> extent * SEPAL_APART_ERROR;
    const bool certain = meet || (apart && sepal_polys_scalar_line(a, i, b, j, best, from_b, extent, &push) == SEPAL_LINE_APART);
    out->x[k] = push.x;
    out->y[k] = push.y;
    out->depth[k] = push.depth;
    if (!certain && apart)
        set_bit(out->apart, k);
    if (!certain && !apart) {
        set_bit(out->unsure, k);
        out->any_unsure = true;
    }
    return certain || !apart;
}

static inline lanes mtv_large_kernel(const void *question, sepal_pair pair, size_t k) {
    const mtv_query *m = question;
    bool known = mtv_large_pair(m->q->a, pair.a, m->q->b, pair.b, k, m->out);
    return (lanes){known, !known};
}

/* Some polygon of each pair has more than 16 vertices. */
static SEPAL_NOINLINE void push_large(mtv_work *todo) {
    todo->any = ask_each(mtv_large_kernel, &(mtv_query){todo->q, &todo->values}, todo->pairs, todo->count, &todo->found);
}

/* --- A few edges of each polygon ----------------------------------------------------------------- */

/* The smallest push of two large polygons, every lane its own pair: a few edges and vertices of each polygon are
 * enough, and it is proved for each pair that the others do not matter.
 *
 * The depth along a unit direction d from a to b is the support function of the difference a - b. The difference of the coarse
 * polygons is inside of it, so its support function is a lower bound of the depth; between its edge normals, which are those of the
 * chords of both coarse polygons, it bends no deeper than at the nearest ones. So the depths along all chord normals tell in which
 * directions the least depth can be. A window, a run of vertices, of each polygon around the least of them is searched in the
 * defined arithmetic, as in mtv_axes.h. What makes the answer certain is proved in docs/numerics/mtv_window.md. */

/* Relative to the extent of the pair: how much more than the depth found a lower bound must be for an edge to be out of question
 * (docs/numerics/mtv_window.md). */
#define WINDOW_DEPTH_ERROR (128 * 0x1p-24F)

/* The greatest product with a direction. */
SPECIALISED w coarse_support(const coarse_lanes *c, w2 direction) {
    w most = w_dot(direction, c->vertex[0]);
    for (int k = 1; k < SEPAL_COARSE; k++)
        most = w_max(most, w_dot(direction, c->vertex[k]));
    return most;
}

/* The outward normals of the chords of one coarse polygon, their lengths, and the depths along them times these. */
typedef struct coarse_chords {
    w2 normal[SEPAL_COARSE];
    w length[SEPAL_COARSE], depth[SEPAL_COARSE];
} coarse_chords;

/* A chord, and its number. */
typedef struct shallowest_chord {
    w2 normal;
    w length, depth, number;
} shallowest_chord;

/* Finds the chords of a, and the one with the least depth; zero-length chords have none. */
SPECIALISED shallowest_chord chord_depths(const coarse_lanes *a, const coarse_lanes *b, w winding, coarse_chords *out) {
    w zero = w_set1(0);
    shallowest_chord least = {{zero, zero}, w_set1(1), w_set1(INFINITY), zero};
    for (int k = 0; k < SEPAL_COARSE; k++) {
        w2 from = a->vertex[k], edge = w2_sub(a->vertex[(k + 1) % SEPAL_COARSE], from);
        w2 normal = {w_flip(edge.y, winding), w_flip(w_neg(edge.x), winding)};
        w nearest = w_dot(normal, b->vertex[0]);
        for (int j = 1; j < SEPAL_COARSE; j++)
            nearest = w_min(nearest, w_dot(normal, b->vertex[j]));
        w length = w_sqrt(w_dot(edge, edge)), depth = w_sub(w_dot(normal, from), nearest);
        out->normal[k] = normal;
        out->length[k] = length;
        out->depth[k] = depth;
        wm less = w_gt(w_mul(least.depth, length), w_mul(depth, least.length)); /* NaN for the first zero-length chords */
        least.normal = w2_select(less, normal, least.normal);
        least.length = w_select(less, length, least.length);
        least.depth = w_select(less, depth, least.depth);
        least.number = w_select(less, w_set1((float)k), least.number);
    }
    return least;
}

/* What a search of the edges of one window finds. edge: the number of the best in the window. lead: how much farther, along the best axis,
 * both ends of the other window are than its nearest vertex. tied: two edges have the best gap. first, last: the normals at the ends. */
typedef struct window_axis {
    axis_lanes axis;
    w edge, lead;
    wm tied;
    w2 first, last;
} window_axis;

/* As greatest_unit_gap, of the edges between the vertices of a window, with the vertices of the other window. near: these, relative to the
 * origin. */
SPECIALISED window_axis search_window(const w *a, w winding, const w2 *near, w2 origin, uint32_t size) {
    w zero = w_set1(0);
    window_axis best = {{{zero, zero}, w_set1(-INFINITY)}, zero, zero, wm_none(), {zero, zero}, {zero, zero}};
    for (uint32_t i = 0; i + 1 < size; i++) {
        w2 from = vertex(a, size, i), edge = w2_sub(vertex(a, size, i + 1), from);
        w2 n = unit_normal(edge, w2_along(edge, edge), winding);
        w ends = w_min(w2_along(n, near[0]), w2_along(n, near[size - 1]));
        w least = ends;
        for (uint32_t j = 1; j + 1 < size; j++)
            least = w_min(least, w2_along(n, near[j]));
        axis_lanes next = {n, w_sub(least, w2_along(n, w2_sub(from, origin)))};
        wm greater = w_gt(next.gap, best.axis.gap);
        best.tied = wm_or(wm_andnot(best.tied, greater), w_eq(next.gap, best.axis.gap));
        best.axis = select_axis(greater, next, best.axis);
        best.edge = w_select(greater, w_set1((float)i), best.edge);
        best.lead = w_select(greater, w_sub(ends, least), best.lead);
        best.first = i == 0 ? n : best.first;
        best.last = n;
    }
    return best;
}

/* What is known of a group: the coarse polygons, which have their first vertices relative to `origin`, where the windows are, and what is
 * found in them. The stages of the kernel are functions of their own, since the compiler gives each of them room on the stack. */
typedef struct window_search {
    const polys_query *q;
    const sepal_pair *group;
    coarse_lanes coarse_a, coarse_b;
    coarse_chords chords_a, chords_b;
    w2 origin;
    w winding_a, winding_b;
    wm some; /* some chord has a length */
    uint32_t start_a[SEPAL_LANES], start_b[SEPAL_LANES];
    window_axis of_a, of_b;
    w extent;
    nearest_lanes found; /* the push, if the windows suffice */
    wm beyond;           /* of these, the lanes in which it may depend on other vertices */
} window_search;

/* The lanes in which a line between corners may not be that of all vertices: another vertex of the window is as near to the corner, so
 * that the first of all counts; or some end of a window is not certainly behind its corner. */
SPECIALISED wm corners_in_doubt(const w *a, const w *b, uint32_t size, const best_edge *best, const corner_lanes *between,
                                w extent) {
    const w2 p = between->of_a, q = between->of_b, way = w2_sub(q, p), back = w2_sub(p, q);
    const w2 corner = w2_select(best->of_b, q, p), nearest = w2_select(best->of_b, p, q);
    const w square = w2_along(way, way), margin = w_mul(w_mul(extent, w_set1(WINDOW_VERTEX_ERROR)), w_sqrt(square));
    wm tied = wm_none();
    for (uint32_t k = 0; k < size; k++) {
        w2 d = w2_sub(best->other[k], corner);
        tied = wm_or(tied, wm_andnot(w_eq(w2_along(d, d), square), w2_equal(best->other[k], nearest)));
    }
    w ends_a = w_max(w2_along(way, w2_sub(vertex(a, size, 0), p)), w2_along(way, w2_sub(vertex(a, size, size - 1), p)));
    w ends_b = w_max(w2_along(back, w2_sub(vertex(b, size, 0), q)), w2_along(back, w2_sub(vertex(b, size, size - 1), q)));
    return wm_or(tied, wm_not(w_gt(w_neg(margin), w_max(ends_a, ends_b))));
}

/* Loads the windows of both polygons and searches them: what has code for each size. */
SPECIALISED void search_windows(window_search *s, uint32_t size) {
    w a[2 * MTV_WIDE], b[2 * MTV_WIDE];
    union { /* one after the other */
        w2 near[MTV_WIDE];
        best_edge best;
    } room;
    load_windows(s->q->a, &s->group->a, s->start_a, size, a);
    load_windows(s->q->b, &s->group->b, s->start_b, size, b);
    move_windows(b, size, s->origin, room.near);
    s->of_a = search_window(a, s->winding_a, room.near, s->origin, size);
    move_windows(a, size, s->origin, room.near);
    s->of_b = search_window(b, s->winding_b, room.near, s->origin, size);
    const wm of_b = w_gt(s->of_b.axis.gap, s->of_a.axis.gap);
    const axis_lanes axis = select_axis(of_b, s->of_b.axis, s->of_a.axis);
    s->found = judge_gap(axis, of_b, s->extent);
    s->beyond = wm_none();
    if (wm_bits(s->found.apart) == 0)
        return;
    const sizes n = {size, size, false};
    best_edge *best = &room.best;
    corner_lanes between;
    take_best(of_b, w_select(of_b, s->of_b.edge, s->of_a.edge), a, b, n, best);
    best->axis = axis;
    const wm corners = find_nearest_line(a, b, best, n, s->origin, s->extent, false, &s->found, &between);
    s->beyond = wm_andnot(s->found.apart, s->found.certain);
    if (wm_bits(corners) != 0)
        s->beyond = wm_or(s->beyond, wm_and(corners, corners_in_doubt(a, b, size, best, &between, s->extent)));
}

static SEPAL_NOINLINE void search_small_windows(window_search *s) {
    search_windows(s, MTV_SMALL);
}
static SEPAL_NOINLINE void search_narrow_windows(window_search *s) {
    search_windows(s, MTV_NARROW);
}
static SEPAL_NOINLINE void search_wide_windows(window_search *s) {
    search_windows(s, MTV_WIDE);
}

/* The directions from a to b between the normals at the ends of a window; turning: its sign bit is set if the normals turn clockwise. */
typedef struct window_arc {
    w2 first, last;
    w turning;
} window_arc;

/* Certainly not so for NaN, which comes of zero-length edges. */
SPECIALISED wm is_in_arc(const window_arc *arc, w2 direction) {
    w after = w_flip(w_cross(arc->first, direction), arc->turning), before = w_flip(w_cross(direction, arc->last), arc->turning);
    w zero = w_set1(0);
    return wm_and(w_gt(after, zero), w_gt(before, zero));
}

/* Are both ends of an arc deeper than `depth`? The directions have the length 1, but for rounding. */
SPECIALISED wm ends_are_deeper(const window_arc *arc, const coarse_lanes *a, const coarse_lanes *b, w depth) {
    w first = w_add(coarse_support(a, arc->first), coarse_support(b, w2_neg(arc->first)));
    w last = w_add(coarse_support(a, arc->last), coarse_support(b, w2_neg(arc->last)));
    return wm_and(w_gt(first, depth), w_gt(last, depth));
}

/* Are all chords deeper than `depth`, or in both arcs? outward: of a; else of b, whose normals point towards a. */
SPECIALISED wm chords_are_deeper(const coarse_chords *c, bool outward, const window_arc *arc_a, const window_arc *arc_b, w depth) {
    wm all = wm_all();
    for (int k = 0; k < SEPAL_COARSE; k++) {
        w2 direction = outward ? c->normal[k] : w2_neg(c->normal[k]);
        wm deeper = wm_or(w_gt(c->depth[k], w_mul(depth, c->length[k])), w_eq(c->length[k], w_set1(0)));
        all = wm_and(all, wm_or(deeper, wm_and(is_in_arc(arc_a, direction), is_in_arc(arc_b, direction))));
    }
    return all;
}

/* The lanes in which the windows are enough, whatever is beyond them. */
SPECIALISED wm windows_suffice(const window_search *s, w extent) {
    const window_axis of_a = s->of_a, of_b = s->of_b; /* in registers */
    wm from_b = w_gt(of_b.axis.gap, of_a.axis.gap);
    axis_lanes best = {w2_select(from_b, w2_neg(of_b.axis.normal), of_a.axis.normal), w_max(of_b.axis.gap, of_a.axis.gap)};
    w depth = w_sub(w_mul(extent, w_set1(WINDOW_DEPTH_ERROR)), best.gap);
    window_arc arc_a = {of_a.first, of_a.last, s->winding_a}, arc_b = {w2_neg(of_b.first), w2_neg(of_b.last), s->winding_b};
    wm enough = w_gt(w_select(from_b, of_b.lead, of_a.lead), w_mul(extent, w_set1(WINDOW_VERTEX_ERROR)));
    enough = wm_andnot(enough, wm_or(of_a.tied, of_b.tied));
    enough = wm_and(enough, wm_and(is_in_arc(&arc_a, best.normal), is_in_arc(&arc_b, best.normal)));
    enough = wm_and(enough, ends_are_deeper(&arc_a, &s->coarse_a, &s->coarse_b, depth));
    enough = wm_and(enough, ends_are_deeper(&arc_b, &s->coarse_a, &s->coarse_b, depth));
    if (wm_bits(enough) == 0)
        return enough;
    enough = wm_and(enough, chords_are_deeper(&s->chords_a, true, &arc_a, &arc_b, depth));
    return wm_and(enough, chords_are_deeper(&s->chords_b, false, &arc_a, &arc_b, depth));
}

/* Half-way between two coarse vertices if the chord is the window's own; else the coarse vertex that is farthest towards it. */
SPECIALISED w middle_of(wm own, w chord, const coarse_lanes *coarse, w2 direction) {
    w number = w_select(own, chord, coarse_farthest(coarse, direction));
    return w_add(w_add(number, number), w_select(own, w_set1(1), w_set1(0)));
}

/* Loads the coarse polygons, and places the windows about what is shallowest of them. size: of the windows. */
static SEPAL_NOINLINE void find_windows(window_search *s, uint32_t size) {
    const sepal_polys *a = s->q->a, *b = s->q->b;
    const sepal_pair *group = s->group;
    s->origin = load_coarse(a, &group->a, NULL, &s->coarse_a);
    (void)load_coarse(b, &group->b, &s->origin, &s->coarse_b);
    shallowest_chord least_a = chord_depths(&s->coarse_a, &s->coarse_b, s->winding_a, &s->chords_a);
    shallowest_chord least_b = chord_depths(&s->coarse_b, &s->coarse_a, s->winding_b, &s->chords_b);
    wm from_b = w_gt(w_mul(least_a.depth, least_b.length), w_mul(least_b.depth, least_a.length));
    w2 towards_b = w2_select(from_b, w2_neg(least_b.normal), least_a.normal);
    place_windows(a, &group->a, middle_of(wm_not(from_b), least_a.number, &s->coarse_a, towards_b), size, s->start_a);
    place_windows(b, &group->b, middle_of(from_b, least_b.number, &s->coarse_b, w2_neg(towards_b)), size, s->start_b);
    s->some = w_gt(w_infinity(), w_min(least_a.depth, least_b.depth));
}

/* n.a: the vertices of both windows, MTV_SMALL, MTV_NARROW or MTV_WIDE. */
SPECIALISED lanes mtv_window_kernel(const void *question, const sepal_pair *group, size_t k, sizes n) {
    const mtv_query *m = question;
    const sepal_polys *a = m->q->a, *b = m->q->b;
    const circle_lanes circle_a = load_circles(a, &group->a), circle_b = load_circles(b, &group->b);
    window_search s;
    s.q = m->q, s.group = group, s.winding_a = circle_a.winding, s.winding_b = circle_b.winding;
    s.extent = pair_extent(circle_a, circle_b);
    find_windows(&s, n.a);
    if (n.a == MTV_SMALL)
        search_small_windows(&s);
    else if (n.a == MTV_NARROW)
        search_narrow_windows(&s);
    else
        search_wide_windows(&s);
    const wm enough = wm_andnot(wm_and(windows_suffice(&s, s.extent), s.some), s.beyond);
    unsigned again = ALL_LANES & ~wm_bits(enough), open = 0;
    /* no edge may be too short for float: two different multiples of 2^-50 are 2^-50 apart */
    for (int lane = 0; lane < SEPAL_LANES; lane++)
        again |= (unsigned)(a->heads[group[lane].a].low < -50 || b->heads[group[lane].b].low < -50) << lane;
    (void)store_nearest(&s.found, again, k, m->out);
    for (; again != 0; again &= again - 1) {
        unsigned lane = sepal_lowest_bit(again);
        if (!mtv_large_pair(a, group[lane].a, b, group[lane].b, k + lane, m->out))
            open |= 1U << lane;
    }
    return (lanes){ALL_LANES & ~open, open};
}

#endif
