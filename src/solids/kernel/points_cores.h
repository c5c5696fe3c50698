/* points_cores.h — the slices of two cores that are highest along the normal of their push, seen along the axes of a frame, in double: what
 * ../slices.h searches. By the operations of ../solids_mtv_points.c in their order.
 *
 * With a pair in each lane, float finds all vertices that are in a slice, and few others (docs/numerics/solids_kernels.md, "Points of
 * pushes"), and only these are seen in double. Of one pair, all vertices are seen in double, a vertex in each lane. */
#ifndef SEPAL_SOLIDS_KERNEL_POINTS_CORES_H
#define SEPAL_SOLIDS_KERNEL_POINTS_CORES_H

#include "../../simd/vec3.h"
#include "../seen.h"
#include "hulls.h"

/* The most vertices of a slice, with a pair in each lane, and of one pair; the most of a hull, of one pair; and the doubles in a
 * register. */
enum { POINTS_VERTICES = 32, POINTS_ROOM = 256, POINTS_HULL = 512, POINTS_LANES = SEPAL_LANES / 2 };

/* The slice of a core in each lane: its vertices in their order, and where these are seen along the normal. Between them, and behind them
 * up to as many as the lane with the most has, the first one is there again: which is found no more often by that, and no later. */
typedef struct slice_lanes {
    uint32_t most;
    wd3 *at;
    wd *x, *y; /* the caller's room */
    wd count;  /* of vertices, each counted once */
} slice_lanes;

/* Field by field: gcc clears all of a structure that is initialised in part, which takes time. */
static inline void set_room(slice_lanes *s, wd3 *at, wd *x, wd *y) {
    s->at = at;
    s->x = x;
    s->y = y;
}

/* The slice of a core of one pair: the numbers of its vertices, and where these are seen. Behind them, up to a whole register, places are no
 * numbers. */
typedef struct slice_of_one {
    uint32_t count;
    double x[POINTS_ROOM], y[POINTS_ROOM];
    uint16_t number[POINTS_ROOM];
} slice_of_one;

/* A slice and its mean, or, if both slices are NULL, one point of the plane. Of one pair, all lanes have its mean. */
typedef struct slice_view {
    const slice_lanes *slice;
    const slice_of_one *one;
    wd x, y;
} slice_view;

/* The vertex of one pair that is farthest along (dx, dy), of several the first one. Returns its place in the slice, in all lanes. */
static inline wd farthest_of_one(const slice_of_one *s, wd dx, wd dy, wd *x, wd *y) {
    double places[POINTS_LANES], at_x[POINTS_LANES], at_y[POINTS_LANES];
    wd most = wd_set1(-INFINITY), taken = wd_set1(0), taken_x = taken, taken_y = taken;
    for (uint32_t k = 0; k < s->count; k += POINTS_LANES) {
        const wd px = wd_load(s->x + k), py = wd_load(s->y + k), along = wd_add(wd_mul(dx, px), wd_mul(dy, py));
        const wdm more = wd_gt(along, most);
        most = wd_select(more, along, most);
        taken = wd_select(more, wd_set1((double)k), taken);
        taken_x = wd_select(more, px, taken_x);
        taken_y = wd_select(more, py, taken_y);
    }
    wd_store(places, taken);
    wd_store(at_x, taken_x);
    wd_store(at_y, taken_y);
    unsigned bits = wdm_bits(wd_eq(most, wd_set1(wd_greatest(most)))), best = sepal_lowest_bit(bits);
    for (bits &= bits - 1; bits != 0; bits &= bits - 1) {
        const unsigned lane = sepal_lowest_bit(bits);
        best = places[lane] < places[best] ? lane : best;
    }
    *x = wd_set1(at_x[best]);
    *y = wd_set1(at_y[best]);
    return wd_set1(places[best] + (double)best);
}

/* The vertex that is farthest along (dx, dy), of several the first one. Returns its number. */
static inline wd farthest_in_view(const slice_view *v, wd dx, wd dy, wd *x, wd *y) {
    const slice_lanes *s = v->slice;
    const wd one = wd_set1(1);
    wd most = wd_set1(-INFINITY), number = wd_set1(0), next = number;
    *x = v->x, *y = v->y;
    if (v->one != NULL)
        return farthest_of_one(v->one, dx, dy, x, y);
    if (s == NULL)
        return number;
    for (uint32_t k = 0; k < s->most; k++, next = wd_add(next, one)) {
        const wd px = s->x[k], py = s->y[k], along = wd_add(wd_mul(dx, px), wd_mul(dy, py));
        const wdm more = wd_gt(along, most);
        most = wd_max(along, most);
        number = wd_select(more, next, number);
        *x = wd_select(more, px, *x);
        *y = wd_select(more, py, *y);
    }
    return number;
}

static inline wdm has_one_vertex(const slice_view *v) {
    return wd_eq(v->one != NULL ? wd_set1((double)v->one->count) : v->slice->count, wd_set1(1));
}

#include "../slices.h"

/* Hulls with room for as many vertices are large: quicker one by one than with all their vertices in lanes. */
enum { POINTS_LARGE_HULL = 64 };
/* Vertices that are lower in float than the highest one by more than this share of the diagonal, and by more than what may underflow,
 * are in no slice; where the diagonal is longer than the last, nothing is said. */
#define POINTS_BAND       (96 * 0x1p-24F)
#define POINTS_UNDERFLOW  0x1p-140F
#define POINTS_BAND_BELOW 0x1p100F

/* One core of each lane of a group: boxes; hulls with blocks of one size; or large hulls. */
typedef struct points_core {
    bool box, large;
    uint32_t size;                                       /* of the block; 8 of boxes */
    solid_exact_lanes exact;                             /* of boxes */
    const float *at[SEPAL_LANES];                        /* of hulls: the vertices, */
    uint32_t vertices[SEPAL_LANES], padded[SEPAL_LANES]; /* how many, and the room for them */
    w3 first, low, high;                                 /* of hulls: vertex 0, and what they cover */
    uint32_t most, count[SEPAL_LANES];                   /* of the vertices that may be in the slice */
    w highest;                                           /* of the heights */
    union {
        w height[POINTS_VERTICES];                     /* in float; not of large hulls */
        uint32_t number[POINTS_VERTICES][SEPAL_LANES]; /* then which vertices may be in the slice */
    };
    unsigned open; /* the lanes with more of them than there is room for */
} points_core;

SPECIALISED void load_points_core(const sepal_solids *set, const uint32_t *index, uint32_t size, points_core *out) {
    out->box = size == 0;
    out->large = size >= POINTS_LARGE_HULL;
    out->size = size == 0 ? 8 : size;
    out->open = 0;
    if (out->box)
        out->exact = load_exact_boxes(set, index);
    for (int lane = 0; lane < SEPAL_LANES; lane++) {
        out->vertices[lane] = set->heads[index[2 * lane]].size;
        if (!out->box) {
            out->at[lane] = sepal_solid_x(set, index[2 * lane]);
            out->padded[lane] = out->large ? sepal_solid_padded(out->vertices[lane]) : size;
        }
    }
}

/* --- Boxes in double --------------------------------------------------------------------------------------------------------------- */

typedef struct points_box {
    wd3 centre, edge[3], back[3]; /* back: the opposites of the half edges */
} points_box;

static inline points_box box_of_half(const points_core *c, int half) {
    points_box out = {.centre = wd3_of(c->exact.centre, half)};
    for (int k = 0; k < 3; k++) {
        out.edge[k] = wd3_of(c->exact.edge[k], half);
        out.back[k] = wd3_negated(out.edge[k]);
    }
    return out;
}

/* The corners with these numbers. */
static inline wd3 corners_of_half(const points_box *box, wd number) {
    const wd two = wd_set1(2), four = wd_set1(4);
    const wdm w_side = wd_ge(number, four);
    const wd below_four = wd_select(w_side, wd_sub(number, four), number);
    const wdm v_side = wd_ge(below_four, two);
    const wdm u_side = wd_gt(wd_select(v_side, wd_sub(below_four, two), below_four), wd_set1(0));
    const wd3 u = wd3_select(u_side, box->edge[0], box->back[0]), v = wd3_select(v_side, box->edge[1], box->back[1]);
    return wd3_add(box->centre, wd3_add(wd3_add(u, v), wd3_select(w_side, box->edge[2], box->back[2])));
}

/* The vertex 0. */
static inline wd3 first_of_half(const points_core *c, int half) {
    if (!c->box)
        return wd3_of(c->first, half);
    const points_box box = box_of_half(c, half);
    return corners_of_half(&box, wd_set1(0));
}

/* --- What may be in a slice -------------------------------------------------------------------------------------------------------- */

/* From the centre. */
static SEPAL_NOINLINE void see_boxes(points_core *c, w3 n) {
    const w zero = w_zero(), u = w3_dot(n, c->exact.edge[0]), v = w3_dot(n, c->exact.edge[1]), up = w3_dot(n, c->exact.edge[2]);
    c->highest = w_add(w_add(w_abs(u), w_abs(v)), w_abs(up));
    for (uint32_t k = 0; k < 8; k++) {
        const w side = w_add(k & 1 ? u : w_sub(zero, u), k & 2 ? v : w_sub(zero, v));
        c->height[k] = k & 4 ? w_add(side, up) : w_sub(side, up);
    }
}

/* From the first vertex. */
static SEPAL_NOINLINE void see_hulls(points_core *c, w3 n) {
    const float *at[3][SEPAL_LANES];
    c->low = w3_set1(INFINITY, INFINITY, INFINITY);
    c->high = w3_set1(-INFINITY, -INFINITY, -INFINITY);
    c->highest = w_zero();
    for (int lane = 0; lane < SEPAL_LANES; lane++)
        for (int k = 0; k < 3; k++)
            at[k][lane] = c->at[lane] + (size_t)k * c->size;
    for (uint32_t from = 0; from < c->size; from += 4) {
        w x[4], y[4], z[4];
        w_load_quads(at[0], 1, x);
        w_load_quads(at[1], 1, y);
        w_load_quads(at[2], 1, z);
        for (int k = 0; k < 3; k++)
            for (int lane = 0; lane < SEPAL_LANES; lane++)
                at[k][lane] += 4;
        if (from == 0)
            c->first = (w3){x[0], y[0], z[0]};
        for (uint32_t k = 0; k < 4; k++) {
            const w height = w3_dot(n, w3_sub((w3){x[k], y[k], z[k]}, c->first));
            c->low = (w3){w_min(x[k], c->low.x), w_min(y[k], c->low.y), w_min(z[k], c->low.z)};
            c->high = (w3){w_max(x[k], c->high.x), w_max(y[k], c->high.y), w_max(z[k], c->high.z)};
            c->height[from + k] = height;
            c->highest = w_max(height, c->highest);
        }
    }
}

/* Only what they cover. */
static SEPAL_NOINLINE void see_large(points_core *c) {
    float first[3][SEPAL_LANES], low[3][SEPAL_LANES], high[3][SEPAL_LANES];
    for (int lane = 0; lane < SEPAL_LANES; lane++) {
        const float *at = c->at[lane];
        for (int k = 0; k < 3; k++, at += c->padded[lane]) {
            w least = w_load(at), most = least;
            for (uint32_t from = SEPAL_LANES; from < c->padded[lane]; from += SEPAL_LANES) {
                least = w_min(w_load(at + from), least);
                most = w_max(w_load(at + from), most);
            }
            first[k][lane] = at[0];
            low[k][lane] = w_least(least);
            high[k][lane] = w_greatest(most);
        }
    }
    c->first = (w3){w_load(first[0]), w_load(first[1]), w_load(first[2])};
    c->low = (w3){w_load(low[0]), w_load(low[1]), w_load(low[2])};
    c->high = (w3){w_load(high[0]), w_load(high[1]), w_load(high[2])};
}

/* n: the direction in which the core is looked at; it is longer than 1 by 2^-22 at most. */
static void see_core(points_core *c, w3 n) {
    if (c->large)
        see_large(c);
    else if (c->box)
        see_boxes(c, n);
    else
        see_hulls(c, n);
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

/* The diagonal of the box around both. */
static inline wd extent_of_half(const points_core *a, const points_core *b, int half) {
    wd3 low_a, high_a, low_b, high_b;
    cover_lanes(a, half, &low_a, &high_a);
    cover_lanes(b, half, &low_b, &high_b);
    const wd3 side = wd3_sub(wd3_more(high_a, high_b), wd3_less(low_a, low_b));
    return wd_sqrt(wd3_dot_in_order(side, side));
}

/* Of boxes, and hulls in lanes. */
static SEPAL_NOINLINE void pick_in_lanes(points_core *c, w band) {
    const w level = w_sub(c->highest, band);
    int32_t bits[SEPAL_LANES];
    uint32_t left[SEPAL_LANES], some = 0;
    wi high = wi_set1(0);
    for (uint32_t k = 0; k < c->size; k++) /* what is not a number may be high */
        high = wi_or(high, wi_select(w_gt(level, c->height[k]), wi_set1(0), wi_set1((int32_t)(1U << k))));
    wi_store(bits, high);
    for (int lane = 0; lane < SEPAL_LANES; lane++) {
        left[lane] = (uint32_t)bits[lane] & (0xFFFFFFFF >> (32 - c->vertices[lane]));
        some |= left[lane];
        c->count[lane] = 0;
    }
    for (c->most = 0; some != 0; c->most++) {
        some = 0;
        for (int lane = 0; lane < SEPAL_LANES; lane++) { /* without branches; a lane that has no more gets any vertex */
            const uint32_t none = left[lane] == 0;
            c->number[c->most][lane] = sepal_lowest_bit(left[lane] | none);
            c->count[lane] += 1 - none;
            left[lane] &= left[lane] - 1;
            some |= left[lane];
        }
    }
}

/* A vertex in each lane. */
static SEPAL_NOINLINE void pick_large(points_core *c, w3 n, w bands) {
    float normal[3][SEPAL_LANES], band[SEPAL_LANES];
    w3_store(normal[0], normal[1], normal[2], n);
    w_store(band, bands);
    c->most = 0;
    for (int lane = 0; lane < SEPAL_LANES; lane++) {
        const float *x = c->at[lane], *y = x + c->padded[lane], *z = y + c->padded[lane];
        const w3 first = w3_set1(x[0], y[0], z[0]), along = w3_set1(normal[0][lane], normal[1][lane], normal[2][lane]);
        const uint32_t size = c->vertices[lane];
        w most = w_zero();
        uint32_t to = 0;
        for (uint32_t k = 0; k < size; k += SEPAL_LANES)
            most = w_max(w3_dot(along, w3_sub((w3){w_load(x + k), w_load(y + k), w_load(z + k)}, first)), most);
        const w level = w_set1(w_greatest(most) - band[lane]);
        for (uint32_t k = 0; k < size; k += SEPAL_LANES) {
            const w height = w3_dot(along, w3_sub((w3){w_load(x + k), w_load(y + k), w_load(z + k)}, first));
            unsigned high = ALL_LANES & ~wm_bits(w_gt(level, height));
            high &= size - k >= SEPAL_LANES ? ALL_LANES : (1U << (size - k)) - 1;
            for (; high != 0 && to < POINTS_VERTICES; high &= high - 1)
                c->number[to++][lane] = k + sepal_lowest_bit(high);
            if (high != 0)
                c->open |= 1U << lane;
        }
        c->count[lane] = to;
        c->most = to > c->most ? to : c->most;
    }
    for (int lane = 0; lane < SEPAL_LANES; lane++)
        for (uint32_t k = c->count[lane]; k < c->most; k++)
            c->number[k][lane] = 0;
}

/* Those that may be in the slice along n. extent: the diagonal, rounded. */
static void pick_core(points_core *c, w3 n, w extent) {
    const w band = w_madd(extent, w_set1(POINTS_BAND), w_set1(POINTS_UNDERFLOW));
    const w bounded = w_select(w_gt(w_set1(POINTS_BAND_BELOW), extent), band, w_infinity());
    if (c->large)
        pick_large(c, n, bounded);
    else
        pick_in_lanes(c, bounded);
}

/* --- Slices ------------------------------------------------------------------------------------------------------------------------ */

/* Half of a group. The frame, and the place that is 0. */
typedef struct points_view {
    contact_frame frame;
    wd3 origin;
} points_view;

/* Those of half of a group that were picked as number k. */
static inline wd3 corners_picked(const points_core *c, const points_box *box, uint32_t k, int half) {
    double number[POINTS_LANES];
    for (int lane = 0; lane < POINTS_LANES; lane++)
        number[lane] = (double)c->number[k][half * POINTS_LANES + lane];
    return corners_of_half(box, wd_load(number));
}

static inline wd3 vertices_picked(const points_core *c, uint32_t k, int half) {
    double at[3][POINTS_LANES];
    for (int lane = 0; lane < POINTS_LANES; lane++) {
        const int of = half * POINTS_LANES + lane;
        const float *x = c->at[of] + c->number[k][of];
        at[0][lane] = (double)x[0];
        at[1][lane] = (double)x[c->padded[of]];
        at[2][lane] = (double)x[2 * (size_t)c->padded[of]];
    }
    return (wd3){wd_load(at[0]), wd_load(at[1]), wd_load(at[2])};
}

/* The slice of half of a group; with up = -1, of those that are lowest. height: how much lower than the highest they may be. Returns
 * their mean in the plane. */
static SEPAL_NOINLINE slice_view find_slice(const points_core *c, double up, const points_view *view, wd height, int half,
                                            slice_lanes *s) {
    const wd zero = wd_set1(0), one = wd_set1(1), ups = wd_set1(up);
    double counts[POINTS_LANES];
    wd heights[POINTS_VERTICES], highest = wd_set1(-INFINITY);
    wdm in[POINTS_VERTICES];
    slice_view mean = {s, NULL, zero, zero};
    points_box box;
    if (c->box)
        box = box_of_half(c, half);
    s->most = 0;
    for (int lane = 0; lane < POINTS_LANES; lane++) {
        const uint32_t count = c->count[half * POINTS_LANES + lane];
        s->most = count > s->most ? count : s->most;
        counts[lane] = (double)count;
    }
    const wd count = wd_load(counts);
    for (uint32_t k = 0; k < s->most; k++) {
        s->at[k] = c->box ? corners_picked(c, &box, k, half) : vertices_picked(c, k, half);
        const wd3 at = into_frame(&view->frame, wd3_sub(s->at[k], view->origin));
        s->x[k] = at.x;
        s->y[k] = at.y;
        in[k] = wd_gt(count, wd_set1((double)k));
        heights[k] = wd_mul(ups, at.z);
        highest = wd_select(in[k], wd_max(heights[k], highest), highest);
    }
    const wd level = wd_sub(highest, height);
    wd3 first = s->at[0];
    wd first_x = zero, first_y = zero;
    s->count = zero;
    for (uint32_t k = 0; k < s->most; k++) {
        in[k] = wdm_and(in[k], wd_ge(heights[k], level));
        s->count = wd_add(s->count, wd_select(in[k], one, zero));
        mean.x = wd_add(mean.x, wd_select(in[k], s->x[k], zero));
        mean.y = wd_add(mean.y, wd_select(in[k], s->y[k], zero));
    }
    for (uint32_t k = s->most; k-- > 0;) {
        first = wd3_select(in[k], s->at[k], first);
        first_x = wd_select(in[k], s->x[k], first_x);
        first_y = wd_select(in[k], s->y[k], first_y);
    }
    for (uint32_t k = 0; k < s->most; k++) {
        s->at[k] = wd3_select(in[k], s->at[k], first);
        s->x[k] = wd_select(in[k], s->x[k], first_x);
        s->y[k] = wd_select(in[k], s->y[k], first_y);
    }
    mean.x = wd_div(mean.x, s->count);
    mean.y = wd_div(mean.y, s->count);
    return mean;
}

/* --- One pair, with vertices in the lanes ------------------------------------------------------------------------------------------ */

/* A core: its vertices, and behind them, up to a whole register, the first one again; what it covers, in all lanes. */
typedef struct core_of_one {
    uint32_t count;
    double at[3][POINTS_HULL];
    wd3 low, high;
} core_of_one;

static void load_box_of_one(const sepal_box_exact *of, core_of_one *out) {
    const float *const edge[3] = {of->u, of->v, of->w};
    points_box box = {.centre = {wd_set1((double)of->c[0]), wd_set1((double)of->c[1]), wd_set1((double)of->c[2])}};
    double number[8];
    wd3 reach = {wd_set1(0), wd_set1(0), wd_set1(0)};
    for (int k = 0; k < 3; k++) {
        box.edge[k] = (wd3){wd_set1((double)edge[k][0]), wd_set1((double)edge[k][1]), wd_set1((double)edge[k][2])};
        box.back[k] = wd3_negated(box.edge[k]);
        reach = k == 0 ? wd3_magnitudes(box.edge[0]) : wd3_add(reach, wd3_magnitudes(box.edge[k]));
    }
    for (int k = 0; k < 8; k++)
        number[k] = k;
    for (int k = 0; k < 8; k += POINTS_LANES) {
        const wd3 corners = corners_of_half(&box, wd_load(number + k));
        wd3_store(out->at[0] + k, out->at[1] + k, out->at[2] + k, corners);
    }
    out->count = 8;
    out->low = wd3_sub(box.centre, reach);
    out->high = wd3_add(box.centre, reach);
}

/* The least and the greatest of the numbers of a row. */
static inline void range_of_row(const double *row, uint32_t count, wd *low, wd *high) {
    wd least = wd_load(row), most = least;
    for (uint32_t k = POINTS_LANES; k < count; k += POINTS_LANES) {
        least = wd_min(least, wd_load(row + k));
        most = wd_max(most, wd_load(row + k));
    }
    *low = wd_set1(-wd_greatest(wd_negated(least)));
    *high = wd_set1(wd_greatest(most));
}

static SEPAL_NOINLINE void load_core_of_one(const sepal_solids *set, uint32_t index, core_of_one *out) {
    if (sepal_solid_is_box(set, index)) {
        load_box_of_one(sepal_solid_exact(set, index), out);
        return;
    }
    const float *const of[3] = {sepal_solid_x(set, index), sepal_solid_y(set, index), sepal_solid_z(set, index)};
    const uint32_t count = out->count = set->heads[index].size;
    for (int c = 0; c < 3; c++) {
        for (uint32_t k = 0; k < count; k++)
            out->at[c][k] = (double)of[c][k];
        for (uint32_t k = count; k % POINTS_LANES != 0; k++)
            out->at[c][k] = out->at[c][0];
    }
    range_of_row(out->at[0], count, &out->low.x, &out->high.x);
    range_of_row(out->at[1], count, &out->low.y, &out->high.y);
    range_of_row(out->at[2], count, &out->low.z, &out->high.z);
}

/* Where vertices k and so on of one pair are seen. */
static inline wd3 places_of_one(const core_of_one *c, double up, const points_view *view, uint32_t k) {
    const wd3 vertices = {wd_load(c->at[0] + k), wd_load(c->at[1] + k), wd_load(c->at[2] + k)};
    const wd3 at = into_frame(&view->frame, wd3_sub(vertices, view->origin));
    return (wd3){at.x, at.y, wd_mul(wd_set1(up), at.z)};
}

/* As find_slice. Where they are seen is found twice, as it takes less than the room for it. None if there are too many. */
static SEPAL_NOINLINE slice_view find_slice_of_one(const core_of_one *c, double up, const points_view *view, wd height,
                                                   slice_of_one *s) {
    double mean_x = 0, mean_y = 0;
    wd highest = wd_set1(-INFINITY);
    for (uint32_t k = 0; k < c->count; k += POINTS_LANES)
        highest = wd_max(places_of_one(c, up, view, k).z, highest);
    const wd level = wd_sub(wd_set1(wd_greatest(highest)), height);
    s->count = 0;
    for (uint32_t from = 0; from < c->count; from += POINTS_LANES) {
        const uint32_t left = c->count - from, here = left < POINTS_LANES ? (1U << left) - 1 : (1U << POINTS_LANES) - 1;
        const wd3 at = places_of_one(c, up, view, from);
        double x[POINTS_LANES], y[POINTS_LANES];
        wd_store(x, at.x);
        wd_store(y, at.y);
        for (unsigned in = wdm_bits(wd_ge(at.z, level)) & here; in != 0; in &= in - 1) {
            const uint32_t lane = sepal_lowest_bit(in), to = s->count++;
            if (to == POINTS_ROOM)
                return (slice_view){NULL, NULL, level, level};
            s->number[to] = (uint16_t)(from + lane);
            s->x[to] = x[lane];
            s->y[to] = y[lane];
            mean_x += x[lane];
            mean_y += y[lane];
        }
    }
    for (uint32_t k = s->count; k % POINTS_LANES != 0; k++)
        s->x[k] = s->y[k] = NAN;
    const double count = (double)s->count;
    return (slice_view){NULL, s, wd_set1(mean_x / count), wd_set1(mean_y / count)};
}

#endif
