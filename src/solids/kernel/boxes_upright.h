/* boxes_upright.h — two boxes that stand upright along one coordinate axis, exactly: floors, walls, furniture, boxes in a stack.
 *
 * Of each of them one half edge has the direction of that axis, and the two others are at right angles to it. So the Minkowski
 * difference is an interval along the axis times a zonogon across it, that of the four other half edges g. The interval takes one
 * comparison. For the zonogon, four axes are enough, the normals of the g: it holds the origin if and only if |det(d, g_i)| <= sum
 * over k of |det(g_k, g_i)| for all i, polynomials of degree 2 in the given floats.
 *   1. In double, with a bound on the error.
 *   2. Ties again in integers modulo 2^64, as in boxes_exact.h. All spans that are taken here are narrow enough for that.
 * Boxes without area across the axis that no axis parts stay open. Proofs: docs/numerics/solids_kernels.md, "Upright boxes". */
#ifndef SEPAL_SOLIDS_KERNEL_BOXES_UPRIGHT_H
#define SEPAL_SOLIDS_KERNEL_BOXES_UPRIGHT_H

#include "boxes_exact.h"

/* The coordinate axis along which both of two boxes are upright, 0, 1 or 2, the first of several; UPRIGHT_NONE if there is none, or if
 * their coordinates span more bits than BOX_SPAN_ALIGNED: then sums of half edges along the axis might not be exact. flags: those
 * that both have. */
enum { UPRIGHT_NONE = 3 };

static inline unsigned upright_axis(unsigned flags, int span) {
    static const uint8_t first[8] = {UPRIGHT_NONE, 0, 1, 0, 2, 0, 1, 0};
    return span <= BOX_SPAN_ALIGNED ? first[flags / SEPAL_SOLID_UPRIGHT % 8] : UPRIGHT_NONE;
}

/* --- Boxes seen along the axis ------------------------------------------------------------------------------------------------ */

/* One box in each lane: its two half edges across the axis; its centre, of which z is along the axis; half of its height. */
typedef struct upright_lanes {
    w3 centre;
    w edge[2][2], height;
} upright_lanes;

static inline upright_lanes load_upright(const sepal_box_exact *const *of, uint32_t axis) {
    const float *at[SEPAL_LANES];
    for (int lane = 0; lane < SEPAL_LANES; lane++)
        at[lane] = of[lane]->c;
    w f[12];
    w_load_quads(at, 3, f);
    const w *c = f, *p = f + 3, *q = f + 6, *r = f + 9;
    uint32_t x = (axis + 1) % 3, y = (axis + 2) % 3;
    w zero = w_set1(0), p_height = w_abs(p[axis]), q_height = w_abs(q[axis]), r_height = w_abs(r[axis]);
    /* all but one of the heights are 0 */
    wm upright_p = w_gt(p_height, zero), upright_r = w_gt(r_height, zero);
    upright_lanes out = {{c[x], c[y], c[axis]}, {{zero, zero}, {zero, zero}}, w_add(p_height, w_add(q_height, r_height))};
    out.edge[0][0] = w_select(upright_p, q[x], p[x]);
    out.edge[0][1] = w_select(upright_p, q[y], p[y]);
    out.edge[1][0] = w_select(upright_r, q[x], r[x]);
    out.edge[1][1] = w_select(upright_r, q[y], r[y]);
    return out;
}

/* A vector across the axis, in half of the lanes. */
typedef struct flat_half {
    wd x, y;
} flat_half;

static inline wd flat_det(flat_half a, flat_half b) {
    return wd_msub(a.x, b.y, wd_mul(a.y, b.x));
}
static inline wd flat_dot(flat_half a, flat_half b) {
    return wd_madd(a.x, b.x, wd_mul(a.y, b.y));
}
static inline wd flat_sum(flat_half a) {
    return wd_add(wd_abs(a.x), wd_abs(a.y));
}
static inline wd flat_greatest(flat_half a) {
    return wd_max(wd_abs(a.x), wd_abs(a.y));
}
static inline flat_half flat_add(flat_half a, flat_half b) {
    return (flat_half){wd_add(a.x, b.x), wd_add(a.y, b.y)};
}
static inline flat_half flat_minus(flat_half a, wdm where) {
    wd zero = wd_set1(0);
    return (flat_half){wd_select(where, wd_sub(zero, a.x), a.x), wd_select(where, wd_sub(zero, a.y), a.y)};
}
static inline flat_half flat_select(wdm m, flat_half a, flat_half b) {
    return (flat_half){wd_select(m, a.x, b.x), wd_select(m, a.y, b.y)};
}

/* Half of a group: d leads from centre to centre, across the axis and along it; the half edges across it; both heights together. All
 * of them are exact. */
enum { UPRIGHT_EDGES = 4 };
typedef struct upright_half {
    flat_half d, edge[UPRIGHT_EDGES];
    wd along, height;
} upright_half;

static inline upright_half upright_half_of(const upright_lanes *a, const upright_lanes *b, int half) {
    wd3 d = wd3_sub(wd3_of(b->centre, half), wd3_of(a->centre, half));
    upright_half out;
    out.d = (flat_half){d.x, d.y};
    out.along = d.z;
    out.height = wd_add(wd_of(a->height, half), wd_of(b->height, half));
    for (int k = 0; k < 2; k++) {
        out.edge[k] = (flat_half){wd_of(a->edge[k][0], half), wd_of(a->edge[k][1], half)};
        out.edge[2 + k] = (flat_half){wd_of(b->edge[k][0], half), wd_of(b->edge[k][1], half)};
    }
    return out;
}

/* --- Do they overlap? --------------------------------------------------------------------------------------------------------- */

/* Bounds the error of a gap, and of a determinant, as a share of |g_i|_1 (|d| + sum of all |g_k|), where |.| is the greatest coordinate
 * and |.|_1 the sum of both. */
#define UPRIGHT_ERROR (8 * 0x1p-53)

/* The determinants of two half edges; from FLAT_ACROSS on those of d and a half edge. Those that half edge k has with the others. */
enum { FLAT_ACROSS = 6, FLAT_DETERMINANTS = FLAT_ACROSS + UPRIGHT_EDGES };
static const uint8_t flat_reach[UPRIGHT_EDGES][3] = {{0, 1, 2}, {0, 3, 4}, {1, 3, 5}, {2, 4, 5}};
static const uint8_t flat_couple[FLAT_ACROSS][2] = {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}};

/* What double knows of each axis, as in boxes_exact.h. */
typedef struct flat_known {
    wd value[FLAT_DETERMINANTS], error;
    wdm unsure[UPRIGHT_EDGES], thick[UPRIGHT_EDGES];
} flat_known;

/* Decides the axes of which double was not sure. */
static SEPAL_NOINLINE void decide_flat_in_integers(const upright_half *u, wd unit, const flat_known *known, sepal_touching touching,
                                                   half_verdict *verdict) {
    wl x[UPRIGHT_EDGES + 1], y[UPRIGHT_EDGES + 1], value[FLAT_DETERMINANTS], zero = wl_set1(0);
    SEPAL_ROLLED
    for (int k = 0; k <= UPRIGHT_EDGES; k++) {
        flat_half v = k < UPRIGHT_EDGES ? u->edge[k] : u->d;
        x[k] = wl_of(wd_mul(v.x, unit));
        y[k] = wl_of(wd_mul(v.y, unit));
    }
    SEPAL_ROLLED
    for (int k = 0; k < FLAT_DETERMINANTS; k++) {
        int i = k < FLAT_ACROSS ? flat_couple[k][0] : UPRIGHT_EDGES, j = k < FLAT_ACROSS ? flat_couple[k][1] : k - FLAT_ACROSS;
        value[k] = wl_sub(wl_mul(x[i], y[j]), wl_mul(y[i], x[j]));
        wdm negative = wdm_or(wd_gt(wd_sub(wd_set1(0), known->error), known->value[k]),
                              wdm_andnot(wl_negative(value[k]), wd_gt(known->value[k], known->error)));
        value[k] = wl_select(negative, wl_sub(zero, value[k]), value[k]);
    }
    SEPAL_ROLLED
    for (int k = 0; k < UPRIGHT_EDGES; k++) {
        wl reach = wl_add(value[flat_reach[k][0]], wl_add(value[flat_reach[k][1]], value[flat_reach[k][2]]));
        wl gap = wl_sub(value[FLAT_ACROSS + k], reach);
        wdm parted = wl_negative(wl_sub(zero, gap)), thick = wdm_or(known->thick[k], wdm_not(wl_zero(reach)));
        if (touching == SEPAL_TOUCHING_IS_APART)
            parted = wdm_or(parted, wdm_and(thick, wl_zero(gap)));
        verdict->apart = wdm_or(verdict->apart, wdm_and(known->unsure[k], parted));
        verdict->spans = wdm_or(verdict->spans, thick);
    }
}

/* The gap along the normal of half edge k, times the length of that half edge; *reach: that of both boxes. */
static inline wd flat_gap(const wd *value, int k, wd *reach) {
    const uint8_t *of = flat_reach[k];
    *reach = wd_add(wd_abs(value[of[0]]), wd_add(wd_abs(value[of[1]]), wd_abs(value[of[2]])));
    return wd_sub(wd_abs(value[FLAT_ACROSS + k]), *reach);
}

static inline void find_flat_determinants(const upright_half *u, wd *value) {
    for (int k = 0; k < FLAT_ACROSS; k++)
        value[k] = flat_det(u->edge[flat_couple[k][0]], u->edge[flat_couple[k][1]]);
    for (int k = 0; k < UPRIGHT_EDGES; k++)
        value[FLAT_ACROSS + k] = flat_det(u->d, u->edge[k]);
}

static inline lanes decide_upright_half(const upright_half *u, wd unit, sepal_touching touching) {
    wd height = wd_abs(u->along), longest = wd_set1(0), extent = flat_greatest(u->d), sum[UPRIGHT_EDGES];
    half_verdict verdict = {wd_gt(height, u->height), wdm_none()};
    flat_known known;
    wdm any = wdm_none();
    if (touching == SEPAL_TOUCHING_IS_APART)
        verdict.apart = wd_ge(height, u->height);
    find_flat_determinants(u, known.value);
    for (int k = 0; k < UPRIGHT_EDGES; k++) {
        sum[k] = flat_sum(u->edge[k]);
        longest = wd_max(longest, sum[k]);
        extent = wd_add(extent, flat_greatest(u->edge[k]));
    }
    wd share = wd_mul(extent, wd_set1(UPRIGHT_ERROR));
    for (int k = 0; k < UPRIGHT_EDGES; k++) {
        wd reach, gap = flat_gap(known.value, k, &reach), error = wd_mul(sum[k], share);
        known.thick[k] = wd_gt(reach, error);
        known.unsure[k] = wdm_not(wd_gt(wd_abs(gap), error));
        verdict.spans = wdm_or(verdict.spans, known.thick[k]);
        verdict.apart = wdm_or(verdict.apart, wd_gt(gap, error));
        any = wdm_or(any, known.unsure[k]);
    }
    known.error = wd_mul(longest, share);
    if (wdm_bits(wdm_andnot(any, verdict.apart)) != 0)
        decide_flat_in_integers(u, unit, &known, touching, &verdict);
    return answers_of_half(verdict, wdm_none(), touching);
}

/* A question about pairs of boxes whose upright_axis is `axis`. */
typedef struct upright_query {
    const solids_query *q;
    unsigned axis;
} upright_query;

SPECIALISED lanes boxes_upright_kernel(const void *question, const sepal_pair *group, size_t k, sizes n) {
    const upright_query *asked = question;
    const solids_query *q = asked->q;
    const sepal_box_exact *of_a[SEPAL_LANES], *of_b[SEPAL_LANES];
    unit_lanes units;
    unsigned yes = 0, open = 0;
    (void)k;
    (void)n;
    find_exact(q->a, &group->a, of_a);
    find_exact(q->b, &group->b, of_b);
    find_units(of_a, of_b, &units);
    upright_lanes a = load_upright(of_a, asked->axis), b = load_upright(of_b, asked->axis);
    for (int half = 0; half < 2; half++) {
        upright_half u = upright_half_of(&a, &b, half);
        int first = half * (SEPAL_LANES / 2);
        lanes found = decide_upright_half(&u, wd_load(units.scale + first), q->touching);
        yes |= found.yes << first;
        open |= found.open << first;
    }
    return (lanes){yes, open};
}

static SEPAL_NOINLINE bool decide_boxes_upright(const solids_query *q, unsigned axis, const sepal_pair *pairs, size_t count,
                                                verdicts *out) {
    return ask_groups(boxes_upright_kernel, NULL, &(upright_query){q, axis}, pairs, count, (sizes){0}, out);
}

#endif
