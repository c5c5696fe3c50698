/* boxes_exact.h — two boxes by their fifteen axes once more, exactly: for pairs so near to contact that float cannot tell.
 *
 * With the half edges g_1 .. g_6 of both and d from centre to centre, the boxes are parted along n = g_i x g_j if and only if
 * |det(d, g_i, g_j)| > sum over k of |det(g_i, g_j, g_k)|: polynomials of degree 3 in the given floats. 20 + 15 determinants serve
 * all fifteen axes (docs/numerics/solids.md, "Boxes").
 *   1. In double, with a bound on the error; where all coordinates are small integers times one power of two, without error.
 *   2. Ties again in integers modulo 2^64, in units of the lowest bit of the pair. Where double cannot tell a sign, the value is
 *      below 2^63 units, so the wrapped integer is the value.
 *   3. What has more bits, and flat pairs that no axis parts, stay open.
 * Proofs: docs/numerics/solids_kernels.md, "Boxes: the exact stage". */
#ifndef SEPAL_SOLIDS_KERNEL_BOXES_EXACT_H
#define SEPAL_SOLIDS_KERNEL_BOXES_EXACT_H

#include "../../simd/vec3.h"
#include "../box_push.h"
#include "query.h"
#include <string.h>

/* All coordinates of a pair are multiples of 2^low and below 2^high in magnitude. The widest high - low for which double is exact, and
 * for which sums of half edges along one coordinate axis are. */
enum { BOX_SPAN_DOUBLE = 16, BOX_SPAN_ALIGNED = 50 };

/* In units of 2^low: the greatest coordinate, and the greatest error in double, for which the integers tell what double cannot. */
#define BOX_INTEGER_EXTENT 0x1p50
#define BOX_INTEGER_ERROR  0x1p61

/* Bounds the error of a gap, and of a determinant, as a share of |g_i|_1 |g_j|_1 (|d| + sum of all |g_k|), where |.| is the
 * greatest coordinate and |.|_1 the sum of all. */
#define BOX_EXACT_ERROR (16 * 0x1p-53)

/* The determinants. [3 * i + j] belongs to half edge i of a and half edge j of b; n_a[i] is normal to the two others of a. */
enum {
    OWN_A,       /* of the half edges of a */
    OWN_B,       /* of those of b */
    FROM_A,      /* [3 * i + j]: n_a[i] . b_j */
    FROM_B = 11, /* [3 * i + j]: a_i . n_b[j] */
    FACE_A = 20, /* [i]: n_a[i] . d */
    FACE_B = 23, /* [j]: n_b[j] . d */
    EDGE = 26,   /* [3 * i + j]: (d x a_i) . b_j */
    DETERMINANTS = 35
};

/* Of each axis of box_axes the determinant with d, and those that the boxes reach. */
static const struct axis_determinants {
    uint8_t across, reach[4];
} axis_determinants[BOX_AXES] = {
    {FACE_A + 0, {OWN_A, FROM_A + 0, FROM_A + 1, FROM_A + 2}},    {FACE_A + 1, {OWN_A, FROM_A + 3, FROM_A + 4, FROM_A + 5}},
    {FACE_A + 2, {OWN_A, FROM_A + 6, FROM_A + 7, FROM_A + 8}},    {FACE_B + 0, {OWN_B, FROM_B + 0, FROM_B + 3, FROM_B + 6}},
    {FACE_B + 1, {OWN_B, FROM_B + 1, FROM_B + 4, FROM_B + 7}},    {FACE_B + 2, {OWN_B, FROM_B + 2, FROM_B + 5, FROM_B + 8}},
    {EDGE + 0, {FROM_A + 3, FROM_A + 6, FROM_B + 1, FROM_B + 2}}, {EDGE + 1, {FROM_A + 4, FROM_A + 7, FROM_B + 2, FROM_B + 0}},
    {EDGE + 2, {FROM_A + 5, FROM_A + 8, FROM_B + 0, FROM_B + 1}}, {EDGE + 3, {FROM_A + 6, FROM_A + 0, FROM_B + 4, FROM_B + 5}},
    {EDGE + 4, {FROM_A + 7, FROM_A + 1, FROM_B + 5, FROM_B + 3}}, {EDGE + 5, {FROM_A + 8, FROM_A + 2, FROM_B + 3, FROM_B + 4}},
    {EDGE + 6, {FROM_A + 0, FROM_A + 3, FROM_B + 7, FROM_B + 8}}, {EDGE + 7, {FROM_A + 1, FROM_A + 4, FROM_B + 8, FROM_B + 6}},
    {EDGE + 8, {FROM_A + 2, FROM_A + 5, FROM_B + 6, FROM_B + 7}},
};

/* The exact records of the one or the other of a group of pairs: index[2 * lane] is the solid. */
SPECIALISED void find_exact(const sepal_solids *set, const uint32_t *index, const sepal_box_exact **of) {
    for (int lane = 0; lane < SEPAL_LANES; lane++)
        of[lane] = sepal_solid_exact(set, index[2 * lane]);
}

/* The exact records of a group, one of its boxes in each lane. */
typedef struct solid_exact_lanes {
    w3 centre, edge[3];
} solid_exact_lanes;

static inline solid_exact_lanes load_exact(const sepal_box_exact *const *of) {
    const float *at[SEPAL_LANES];
    for (int lane = 0; lane < SEPAL_LANES; lane++)
        at[lane] = of[lane]->c;
    w f[12];
    w_load_quads(at, 3, f);
    return (solid_exact_lanes){{f[0], f[1], f[2]}, {{f[3], f[4], f[5]}, {f[6], f[7], f[8]}, {f[9], f[10], f[11]}}};
}

/* The boxes of a group of pairs, and their records. */
typedef struct exact_pairs {
    const sepal_box_exact *of_a[SEPAL_LANES], *of_b[SEPAL_LANES];
    solid_exact_lanes a, b;
} exact_pairs;

SPECIALISED void load_exact_pairs(const solids_query *q, const sepal_pair *group, exact_pairs *out) {
    find_exact(q->a, &group->a, out->of_a);
    find_exact(q->b, &group->b, out->of_b);
    out->a = load_exact(out->of_a);
    out->b = load_exact(out->of_b);
}

/* Of each lane: 2^-low, and high - low. */
typedef struct unit_lanes {
    double scale[SEPAL_LANES], span[SEPAL_LANES];
} unit_lanes;

/* Sets one lane from the exponents of both solids. */
static inline void set_unit(unit_lanes *out, int lane, int16_t low_a, int16_t high_a, int16_t low_b, int16_t high_b) {
    int low = low_a < low_b ? low_a : low_b, high = high_a > high_b ? high_a : high_b;
    uint64_t bits = (uint64_t)(1023 - low) << 52;
    memcpy(&out->scale[lane], &bits, sizeof bits);
    out->span[lane] = high - low;
}

static inline void find_hull_units(const solids_query *q, const sepal_pair *group, unit_lanes *out) {
    for (int lane = 0; lane < SEPAL_LANES; lane++) {
        const sepal_solid_head *a = &q->a->heads[group[lane].a], *b = &q->b->heads[group[lane].b];
        set_unit(out, lane, a->low, a->high, b->low, b->high);
    }
}

static inline void find_units(const sepal_box_exact *const *a, const sepal_box_exact *const *b, unit_lanes *out) {
    for (int lane = 0; lane < SEPAL_LANES; lane++)
        set_unit(out, lane, a[lane]->low, a[lane]->high, b[lane]->low, b[lane]->high);
}

static inline void find_doubles(wd3 d, const wd3 *a, const wd3 *b, wd *out) {
    for (int i = 0; i < 3; i++) {
        wd3 n_a = wd3_cross(a[(i + 1) % 3], a[(i + 2) % 3]), n_b = wd3_cross(b[(i + 1) % 3], b[(i + 2) % 3]);
        wd3 beside = wd3_cross(d, a[i]);
        if (i == 0) {
            out[OWN_A] = wd3_dot(n_a, a[0]);
            out[OWN_B] = wd3_dot(n_b, b[0]);
        }
        out[FACE_A + i] = wd3_dot(n_a, d);
        out[FACE_B + i] = wd3_dot(n_b, d);
        for (int k = 0; k < 3; k++) {
            out[FROM_A + 3 * i + k] = wd3_dot(n_a, b[k]);
            out[FROM_B + 3 * k + i] = wd3_dot(n_b, a[k]);
            out[EDGE + 3 * i + k] = wd3_dot(beside, b[k]);
        }
    }
}

/* a, b: three half edges, and the first two of them again. */
static inline void find_integers(wl3 d, const wl3 *a, const wl3 *b, wl *out) {
    out[OWN_A] = wl3_dot(wl3_cross(a[1], a[2]), a[0]);
    out[OWN_B] = wl3_dot(wl3_cross(b[1], b[2]), b[0]);
    SEPAL_ROLLED
    for (int i = 0; i < 3; i++) {
        wl3 n_a = wl3_cross(a[i + 1], a[i + 2]), n_b = wl3_cross(b[i + 1], b[i + 2]), beside = wl3_cross(d, a[i]);
        out[FACE_A + i] = wl3_dot(n_a, d);
        out[FACE_B + i] = wl3_dot(n_b, d);
        SEPAL_ROLLED
        for (int k = 0; k < 3; k++) {
            out[FROM_A + 3 * i + k] = wl3_dot(n_a, b[k]);
            out[FROM_B + 3 * k + i] = wl3_dot(n_b, a[k]);
            out[EDGE + 3 * i + k] = wl3_dot(beside, b[k]);
        }
    }
}

/* Both boxes of a group. Not inlined, since loads are most of the code of what is made of them. */
typedef struct boxes_group {
    solid_exact_lanes a, b;
    unit_lanes units;
} boxes_group;

static SEPAL_NOINLINE void load_boxes_group(const solids_query *q, const sepal_pair *group, boxes_group *out) {
    const sepal_box_exact *a[SEPAL_LANES], *b[SEPAL_LANES];
    find_exact(q->a, &group->a, a);
    find_exact(q->b, &group->b, b);
    find_units(a, b, &out->units);
    out->a = load_exact(a);
    out->b = load_exact(b);
}

/* What is known of half a group: some axis parts the two; both together span space. */
typedef struct half_verdict {
    wdm apart, spans;
} half_verdict;

/* The answers. open: the lanes of which an axis is not known. Two that lie in one plane have no inner point in common; whether they
 * touch, axes that span nothing cannot tell. */
static inline lanes answers_of_half(half_verdict verdict, wdm open, sepal_touching touching) {
    wdm flat = wdm_andnot(wdm_not(verdict.spans), wdm_or(verdict.apart, open));
    if (touching == SEPAL_TOUCHING_IS_APART)
        verdict.apart = wdm_or(verdict.apart, flat);
    else
        open = wdm_or(open, flat);
    unsigned no = wdm_bits(wdm_or(verdict.apart, open));
    return (lanes){((1U << (SEPAL_LANES / 2)) - 1) & ~no, wdm_bits(open)};
}

/* What double knows of each axis: is it unsure which side of it the boxes are on, and do they certainly have an extent along it? */
typedef struct axes_known {
    wdm unsure[BOX_AXES], thick[BOX_AXES];
} axes_known;

/* Half of a group: from centre to centre, the half edges of both, 2^-low and high - low. */
typedef struct boxes_half {
    wd3 d, edge[6];
    wd unit, span;
} boxes_half;

static inline void set_boxes_half(const boxes_group *boxes, int half, boxes_half *out) {
    const int first = half * (SEPAL_LANES / 2);
    out->d = wd3_sub(wd3_of(boxes->b.centre, half), wd3_of(boxes->a.centre, half));
    out->unit = wd_load(boxes->units.scale + first);
    out->span = wd_load(boxes->units.span + first);
    for (int k = 0; k < 3; k++) {
        out->edge[k] = wd3_of(boxes->a.edge[k], half);
        out->edge[3 + k] = wd3_of(boxes->b.edge[k], half);
    }
}

/* Decides the axes of which double was not sure. error: of each determinant. */
static SEPAL_NOINLINE void decide_in_integers(const boxes_half *boxes, const wd *determinants, wd error, const axes_known *known,
                                              sepal_touching touching, half_verdict *verdict) {
    wl3 of_a[5], of_b[5], d = wl3_of(wd3_scale(boxes->d, boxes->unit));
    SEPAL_ROLLED
    for (int k = 0; k < 5; k++) {
        of_a[k] = wl3_of(wd3_scale(boxes->edge[k % 3], boxes->unit));
        of_b[k] = wl3_of(wd3_scale(boxes->edge[3 + k % 3], boxes->unit));
    }
    wl value[DETERMINANTS], zero = wl_set1(0);
    find_integers(d, of_a, of_b, value);

    /* magnitudes: the sign is that of the double where that is sure, and of the integer elsewhere */
    wd below = wd_sub(wd_set1(0), error);
    SEPAL_ROLLED
    for (int k = 0; k < DETERMINANTS; k++) {
        wdm negative = wdm_or(wd_gt(below, determinants[k]), wdm_andnot(wl_negative(value[k]), wd_gt(determinants[k], error)));
        value[k] = wl_select(negative, wl_sub(zero, value[k]), value[k]);
    }

    SEPAL_ROLLED
    for (int k = 0; k < BOX_AXES; k++) {
        const struct axis_determinants *axis = &axis_determinants[k];
        wl reach =
            wl_add(wl_add(value[axis->reach[0]], value[axis->reach[1]]), wl_add(value[axis->reach[2]], value[axis->reach[3]]));
        wl gap = wl_sub(value[axis->across], reach);
        wdm parted = wl_negative(wl_sub(zero, gap)); /* gap > 0 */
        /* where double is sure of the reach, the integer may have wrapped to 0 */
        wdm thick = wdm_or(known->thick[k], wdm_not(wl_zero(reach)));
        if (touching == SEPAL_TOUCHING_IS_APART)
            parted = wdm_or(parted, wdm_and(thick, wl_zero(gap)));
        verdict->apart = wdm_or(verdict->apart, wdm_and(known->unsure[k], parted));
        verdict->spans = wdm_or(verdict->spans, thick);
    }
}

/* Half of a group. */
static SEPAL_NOINLINE lanes decide_half(const boxes_half *boxes, sepal_touching touching) {
    wd sum[6], extent = wd3_greatest(boxes->d), longest = wd_set1(0), zero = wd_set1(0);
    for (int k = 0; k < 6; k++) {
        sum[k] = wd3_sum(boxes->edge[k]);
        longest = wd_max(longest, sum[k]);
        extent = wd_add(extent, wd3_greatest(boxes->edge[k]));
    }
    wd value[DETERMINANTS];
    find_doubles(boxes->d, boxes->edge, boxes->edge + 3, value);

    wdm none = wdm_none(), inexact = wd_gt(boxes->span, wd_set1(BOX_SPAN_DOUBLE));
    wd share = wd_select(inexact, wd_mul(extent, wd_set1(BOX_EXACT_ERROR)), zero);
    half_verdict verdict = {none, none};
    axes_known known;
    wdm any = none;
    for (int k = 0; k < BOX_AXES; k++) {
        const struct axis_determinants *axis = &axis_determinants[k];
        wd reach = wd_add(wd_add(wd_abs(value[axis->reach[0]]), wd_abs(value[axis->reach[1]])),
                          wd_add(wd_abs(value[axis->reach[2]]), wd_abs(value[axis->reach[3]])));
        wd gap = wd_sub(wd_abs(value[axis->across]), reach);
        wd error = wd_mul(wd_mul(sum[box_axes[k][0]], sum[box_axes[k][1]]), share);
        wdm thick = wd_gt(reach, error);
        verdict.spans = wdm_or(verdict.spans, thick);
        verdict.apart = wdm_or(verdict.apart, wd_gt(gap, error));
        if (touching == SEPAL_TOUCHING_IS_APART)
            verdict.apart = wdm_or(verdict.apart, wdm_and(thick, wd_ge(gap, error)));
        known.thick[k] = thick;
        known.unsure[k] = wdm_andnot(inexact, wd_gt(wd_abs(gap), error));
        any = wdm_or(any, known.unsure[k]);
    }
    any = wdm_andnot(any, verdict.apart);
    wd unit = boxes->unit, error = wd_mul(wd_mul(longest, longest), share);
    wd cube = wd_mul(wd_mul(unit, unit), unit);
    wdm wide =
        wdm_or(wd_gt(wd_mul(extent, unit), wd_set1(BOX_INTEGER_EXTENT)), wd_gt(wd_mul(error, cube), wd_set1(BOX_INTEGER_ERROR)));
    wdm open = wdm_and(any, wide);
    if (wdm_bits(wdm_andnot(any, wide)) != 0) {
        half_verdict exactly = verdict;
        decide_in_integers(boxes, value, error, &known, touching, &exactly);
        verdict.apart = wdm_or(verdict.apart, wdm_andnot(exactly.apart, wide));
        verdict.spans = wdm_or(verdict.spans, wdm_andnot(exactly.spans, wide));
    }
    return answers_of_half(verdict, open, touching);
}

/* How many bits the coordinates of both span. */
static inline int boxes_span(const sepal_box_exact *a, const sepal_box_exact *b) {
    int low = a->low < b->low ? a->low : b->low, high = a->high > b->high ? a->high : b->high;
    return high - low;
}

/* Both boxes are parallel to the coordinate axes: three comparisons. */
static inline wd aligned_gap(wd from, wd to, wd a0, wd a1, wd a2, wd b0, wd b1, wd b2) {
    wd reach_a = wd_add(wd_add(wd_abs(a0), wd_abs(a1)), wd_abs(a2)), reach_b = wd_add(wd_add(wd_abs(b0), wd_abs(b1)), wd_abs(b2));
    return wd_sub(wd_abs(wd_sub(to, from)), wd_add(reach_a, reach_b));
}

static inline lanes boxes_decide_aligned(const sepal_box_exact *const *a, const sepal_box_exact *const *b,
                                         sepal_touching touching) {
    const solid_exact_lanes of_a = load_exact(a), of_b = load_exact(b);
    unsigned apart = 0;
    for (int half = 0; half < 2; half++) {
        wd3 from = wd3_of(of_a.centre, half), to = wd3_of(of_b.centre, half), p[3], q[3];
        for (int k = 0; k < 3; k++) {
            p[k] = wd3_of(of_a.edge[k], half);
            q[k] = wd3_of(of_b.edge[k], half);
        }
        wd gap = wd_max(wd_max(aligned_gap(from.x, to.x, p[0].x, p[1].x, p[2].x, q[0].x, q[1].x, q[2].x),
                               aligned_gap(from.y, to.y, p[0].y, p[1].y, p[2].y, q[0].y, q[1].y, q[2].y)),
                        aligned_gap(from.z, to.z, p[0].z, p[1].z, p[2].z, q[0].z, q[1].z, q[2].z));
        wd zero = wd_set1(0);
        apart |= wdm_bits(touching == SEPAL_TOUCHING_IS_APART ? wd_ge(gap, zero) : wd_gt(gap, zero)) << (half * (SEPAL_LANES / 2));
    }
    return (lanes){ALL_LANES & ~apart, 0};
}

SPECIALISED lanes boxes_exact_kernel(const void *question, const sepal_pair *group, size_t k, sizes n) {
    const solids_query *q = question;
    boxes_group boxes;
    (void)k;
    (void)n;
    load_boxes_group(q, group, &boxes);
    boxes_half of[2];
    set_boxes_half(&boxes, 0, &of[0]);
    set_boxes_half(&boxes, 1, &of[1]);
    lanes low = decide_half(&of[0], q->touching), high = decide_half(&of[1], q->touching);
    return (lanes){low.yes | high.yes << (SEPAL_LANES / 2), low.open | high.open << (SEPAL_LANES / 2)};
}

SPECIALISED lanes boxes_aligned_kernel(const void *question, const sepal_pair *group, size_t k, sizes n) {
    const solids_query *q = question;
    const sepal_box_exact *a[SEPAL_LANES], *b[SEPAL_LANES];
    (void)k;
    (void)n;
    find_exact(q->a, &group->a, a);
    find_exact(q->b, &group->b, b);
    return boxes_decide_aligned(a, b, q->touching);
}

static bool decide_boxes_exactly(const solids_query *q, const sepal_pair *pairs, size_t count, verdicts *out) {
    return ask_groups(boxes_exact_kernel, NULL, q, pairs, count, (sizes){0}, out);
}

/* Pairs of boxes that are both aligned, whose coordinates span at most BOX_SPAN_ALIGNED bits: none stays open. */
static bool decide_boxes_aligned(const solids_query *q, const sepal_pair *pairs, size_t count, verdicts *out) {
    return ask_groups(boxes_aligned_kernel, NULL, q, pairs, count, (sizes){0}, out);
}

#endif
