/* points_cores.h — the vertices of cores along the axes of a frame, a pair in each lane of double, and the slices of those that are
 * highest: what is searched by points_search.h. The operations of ../solids_mtv_points.c, in their order. */
#ifndef SEPAL_SOLIDS_KERNEL_POINTS_CORES_H
#define SEPAL_SOLIDS_KERNEL_POINTS_CORES_H

#include "hulls.h"
#include "points_search.h"

/* Hulls with room for as many vertices are large: quicker one by one than with all their vertices in lanes. */
enum { POINTS_LARGE_HULL = 64 };

/* One core of each lane of a group: boxes; hulls with blocks of one size, of which all vertices are put into lanes; or large hulls, of
 * which only the slices are, found one hull at a time. */
typedef struct points_core {
    const sepal_solids *set;
    const uint32_t *index; /* of lane k: index[2 * k] */
    bool box, large;
    uint32_t size; /* of the block; 8 of boxes */
    solid_exact_lanes exact;
    w3 low, high;  /* of hulls, what they cover */
    unsigned open; /* the lanes with more vertices in the slice than there is room for */
} points_core;

SPECIALISED void load_points_core(const sepal_solids *set, const uint32_t *index, uint32_t size, points_core *out) {
    const sepal_box_exact *of[SEPAL_LANES];
    out->set = set;
    out->index = index;
    out->box = size == 0;
    out->large = size >= POINTS_LARGE_HULL;
    out->size = size == 0 ? 8 : size;
    out->open = 0;
    if (out->box) {
        find_exact(set, index, of);
        out->exact = load_exact(of);
    }
}

/* A box of half of the lanes. */
typedef struct points_box {
    wd3 centre, edge[3], back[3]; /* back: the opposites of the half edges */
} points_box;

static inline points_box box_of_half(const points_core *c, int half) {
    points_box out = {.centre = wd3_of(c->exact.centre, half)};
    for (int k = 0; k < 3; k++) {
        out.edge[k] = wd3_of(c->exact.edge[k], half);
        out.back[k] = (wd3){wd_negated(out.edge[k].x), wd_negated(out.edge[k].y), wd_negated(out.edge[k].z)};
    }
    return out;
}

/* The corner on these sides of the box. */
static inline wd3 corner_of_half(const points_box *box, wd3 u, wd3 v, wd3 along) {
    return wd3_add(box->centre, wd3_add(wd3_add(u, v), along));
}

/* The vertices with these numbers. */
static inline wd3 vertex_of_half(const points_core *c, wd number, int half) {
    double at[3][CONTACT_LANES], numbers[CONTACT_LANES];
    if (c->box) {
        const points_box box = box_of_half(c, half);
        const wd two = wd_set1(2), four = wd_set1(4);
        const wdm w_side = wd_ge(number, four);
        const wd below_four = wd_select(w_side, wd_sub(number, four), number);
        const wdm v_side = wd_ge(below_four, two);
        const wdm u_side = wd_gt(wd_select(v_side, wd_sub(below_four, two), below_four), wd_set1(0));
        return corner_of_half(&box, wd3_select(u_side, box.edge[0], box.back[0]), wd3_select(v_side, box.edge[1], box.back[1]),
                              wd3_select(w_side, box.edge[2], box.back[2]));
    }
    wd_store(numbers, number);
    for (int lane = 0; lane < CONTACT_LANES; lane++) {
        const uint32_t index = c->index[2 * (half * CONTACT_LANES + lane)], padded = sepal_solid_padded(c->set->heads[index].size);
        const float *x = sepal_solid_x(c->set, index) + (uint32_t)numbers[lane];
        for (int k = 0; k < 3; k++)
            at[k][lane] = (double)x[(size_t)k * padded];
    }
    return (wd3){wd_load(at[0]), wd_load(at[1]), wd_load(at[2])};
}

static inline void see_vertex(const contact_frame_lanes *f, wd3 from_origin, uint32_t k, slice_lanes *out) {
    const wd3 at = into_frame_lanes(f, from_origin);
    wd_store(out->x[k], at.x);
    wd_store(out->y[k], at.y);
    wd_store(out->number[k], at.z);
    out->low = wd_min(at.z, out->low);
    out->high = wd_max(at.z, out->high);
}

/* Half of a group. The frame, and the place that is 0. */
typedef struct points_view {
    contact_frame_lanes frame;
    wd3 origin;
} points_view;

static SEPAL_NOINLINE void see_boxes(const points_core *c, const points_view views[2], slice_lanes out[2]) {
    for (int half = 0; half < 2; half++) {
        const points_box box = box_of_half(c, half);
        for (uint32_t k = 0; k < 8; k++) {
            const wd3 corner = corner_of_half(&box, k & 1 ? box.edge[0] : box.back[0], k & 2 ? box.edge[1] : box.back[1],
                                              k & 4 ? box.edge[2] : box.back[2]);
            see_vertex(&views[half].frame, wd3_sub(corner, views[half].origin), k, &out[half]);
        }
    }
}

static SEPAL_NOINLINE void see_hulls(points_core *c, const points_view views[2], slice_lanes out[2]) {
    hull_lanes all;
    w3 mean;
    load_hulls(c->set, c->index, c->size, w3_set1(0, 0, 0), w_set1(1), &mean, &all);
    const w *const x = all.at, *const y = x + c->size, *const z = y + c->size;
    c->low = w3_set1(INFINITY, INFINITY, INFINITY);
    c->high = w3_set1(-INFINITY, -INFINITY, -INFINITY);
    for (uint32_t k = 0; k < c->size; k++) {
        c->low = (w3){w_min(x[k], c->low.x), w_min(y[k], c->low.y), w_min(z[k], c->low.z)};
        c->high = (w3){w_max(x[k], c->high.x), w_max(y[k], c->high.y), w_max(z[k], c->high.z)};
    }
    for (int half = 0; half < 2; half++)
        for (uint32_t k = 0; k < c->size; k++) {
            const wd3 at = {wd_of(x[k], half), wd_of(y[k], half), wd_of(z[k], half)};
            see_vertex(&views[half].frame, wd3_sub(at, views[half].origin), k, &out[half]);
        }
}

/* What large hulls cover. */
static SEPAL_NOINLINE void cover_large(points_core *c) {
    float low[3][SEPAL_LANES], high[3][SEPAL_LANES];
    for (int lane = 0; lane < SEPAL_LANES; lane++) {
        const uint32_t index = c->index[2 * lane], padded = sepal_solid_padded(c->set->heads[index].size);
        const float *at = sepal_solid_x(c->set, index);
        for (int k = 0; k < 3; k++, at += padded) {
            w least = w_load(at), most = least;
            for (uint32_t from = SEPAL_LANES; from < padded; from += SEPAL_LANES) {
                least = w_min(w_load(at + from), least);
                most = w_max(w_load(at + from), most);
            }
            low[k][lane] = w_least(least);
            high[k][lane] = w_greatest(most);
        }
    }
    c->low = (w3){w_load(low[0]), w_load(low[1]), w_load(low[2])};
    c->high = (w3){w_load(high[0]), w_load(high[1]), w_load(high[2])};
}

/* The vertices of a core along the axes of the frame; of large hulls, only what they cover. */
static void see_core(points_core *c, const points_view views[2], slice_lanes out[2]) {
    for (int half = 0; half < 2; half++) {
        out[half].low = wd_set1(INFINITY);
        out[half].high = wd_set1(-INFINITY);
    }
    if (c->large)
        cover_large(c);
    else if (c->box)
        see_boxes(c, views, out);
    else
        see_hulls(c, views, out);
}

/* The box around the cores of half of a group. */
static inline void cover_lanes(const points_core *c, int half, wd3 *low, wd3 *high) {
    if (!c->box) {
        *low = wd3_of(c->low, half);
        *high = wd3_of(c->high, half);
        return;
    }
    const points_box box = box_of_half(c, half);
    const wd3 reach = wd3_add(wd3_add(wd3_magnitudes(box.edge[0]), wd3_magnitudes(box.edge[1])), wd3_magnitudes(box.edge[2]));
    *low = wd3_sub(box.centre, reach);
    *high = wd3_add(box.centre, reach);
}

/* Ends slices with so many vertices. Returns their mean in the plane. */
static inline slice_view end_slice(const uint32_t found[CONTACT_LANES], slice_lanes *s) {
    const wd zero = wd_set1(0);
    slice_view mean = {NULL, zero, zero};
    s->most = 0;
    for (int lane = 0; lane < CONTACT_LANES; lane++) {
        s->most = found[lane] > s->most ? found[lane] : s->most;
        s->count[lane] = (double)found[lane];
    }
    for (int lane = 0; lane < CONTACT_LANES; lane++) /* what fills up the others does not count */
        for (uint32_t k = found[lane]; k < s->most; k++)
            s->x[k][lane] = s->y[k][lane] = s->number[k][lane] = 0;
    for (uint32_t k = 0; k < s->most; k++) {
        mean.x = wd_add(mean.x, wd_load(s->x[k]));
        mean.y = wd_add(mean.y, wd_load(s->y[k]));
    }
    mean.x = wd_div(mean.x, wd_load(s->count));
    mean.y = wd_div(mean.y, wd_load(s->count));
    return mean;
}

/* Leaves the vertices that are as high as a level; with up = -1, as low. Returns their mean in the plane. */
static inline slice_view find_slice(const points_core *c, double up, wd level, int half, slice_lanes *s) {
    uint32_t found[CONTACT_LANES] = {0}, size[CONTACT_LANES];
    for (int lane = 0; lane < CONTACT_LANES; lane++)
        size[lane] = c->set->heads[c->index[2 * (half * CONTACT_LANES + lane)]].size;
    for (uint32_t k = 0; k < c->size; k++) {
        const unsigned high = wdm_bits(wd_ge(wd_mul(wd_set1(up), wd_load(s->number[k])), level));
        for (int lane = 0; lane < CONTACT_LANES; lane++) { /* without branches: one that is not in it is overwritten */
            const uint32_t to = found[lane];
            s->x[to][lane] = s->x[k][lane];
            s->y[to][lane] = s->y[k][lane];
            s->number[to][lane] = (double)k;
            found[lane] += (high >> lane & 1) & (unsigned)(k < size[lane]);
        }
    }
    return end_slice(found, s);
}

/* --- Large hulls, a vertex in each lane ----------------------------------------------------------------------------------------- */

/* One of the views of half of a group, in all lanes. */
static inline points_view view_of_lane(const points_view *views, int lane) {
    const wd *const of[12] = {&views->frame.u.x, &views->frame.u.y, &views->frame.u.z, &views->frame.v.x,
                              &views->frame.v.y, &views->frame.v.z, &views->frame.n.x, &views->frame.n.y,
                              &views->frame.n.z, &views->origin.x,  &views->origin.y,  &views->origin.z};
    wd one[12];
    for (int k = 0; k < 12; k++) {
        double all[CONTACT_LANES];
        wd_store(all, *of[k]);
        one[k] = wd_set1(all[lane]);
    }
    return (points_view){{{one[0], one[1], one[2]}, {one[3], one[4], one[5]}, {one[6], one[7], one[8]}},
                         {one[9], one[10], one[11]}};
}

/* The vertices from number k on, half of them, from the origin. */
static inline wd3 vertices_from_origin(const float *x, uint32_t padded, uint32_t k, int half, const points_view *view) {
    const w3 at = {w_load(x + k), w_load(x + padded + k), w_load(x + 2 * (size_t)padded + k)};
    return wd3_sub(wd3_of(at, half), view->origin);
}

/* How high a hull is above the origin, by up * n. */
static inline double height_of_large_hull(const float *x, uint32_t padded, wd up, const points_view *view) {
    wd most = wd_set1(-INFINITY);
    double lane[CONTACT_LANES], greatest = -INFINITY;
    for (uint32_t k = 0; k < padded; k += SEPAL_LANES)
        for (int half = 0; half < 2; half++) {
            const wd3 at = vertices_from_origin(x, padded, k, half, view);
            most = wd_max(wd_mul(up, wd3_dot_in_order(view->frame.n, at)), most);
        }
    wd_store(lane, most);
    for (int k = 0; k < CONTACT_LANES; k++)
        greatest = lane[k] > greatest ? lane[k] : greatest;
    return greatest;
}

/* The slices of half of a group; heights: how much lower than the highest their vertices may be. Returns their mean in the plane. */
static SEPAL_NOINLINE slice_view find_large_slices(points_core *c, double up, const points_view *views, wd heights, int half,
                                                   slice_lanes *s) {
    uint32_t found[CONTACT_LANES];
    double height[CONTACT_LANES];
    wd_store(height, heights);
    for (int lane = 0; lane < CONTACT_LANES; lane++) {
        const uint32_t index = c->index[2 * (half * CONTACT_LANES + lane)], size = c->set->heads[index].size;
        const uint32_t padded = sepal_solid_padded(size);
        const float *x = sepal_solid_x(c->set, index);
        const points_view view = view_of_lane(views, lane);
        const wd ups = wd_set1(up), level = wd_set1(height_of_large_hull(x, padded, ups, &view) - height[lane]);
        uint32_t to = 0;
        for (uint32_t k = 0; k < padded; k += CONTACT_LANES) {
            const wd3 from = vertices_from_origin(x, padded, k / SEPAL_LANES * SEPAL_LANES, (int)(k / CONTACT_LANES % 2), &view);
            unsigned high = wdm_bits(wd_ge(wd_mul(ups, wd3_dot_in_order(view.frame.n, from)), level));
            high &= k + CONTACT_LANES <= size ? (1U << CONTACT_LANES) - 1 : k < size ? (1U << (size - k)) - 1 : 0;
            if (high == 0)
                continue;
            double in_x[CONTACT_LANES], in_y[CONTACT_LANES];
            wd_store(in_x, wd3_dot_in_order(view.frame.u, from));
            wd_store(in_y, wd3_dot_in_order(view.frame.v, from));
            for (; high != 0 && to < POINTS_VERTICES; high &= high - 1, to++) {
                const unsigned at = sepal_lowest_bit(high);
                s->x[to][lane] = in_x[at];
                s->y[to][lane] = in_y[at];
                s->number[to][lane] = (double)(k + at);
            }
            if (high != 0)
                c->open |= 1U << (half * CONTACT_LANES + lane);
        }
        found[lane] = to;
    }
    return end_slice(found, s);
}

#endif
