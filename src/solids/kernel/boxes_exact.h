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
SPECIALISED solid_exact_lanes load_exact_boxes(const sepal_solids *set, const uint32_t *index) {
    const sepal_box_exact *of[SEPAL_LANES];
    find_exact(set, index, of);
    return load_exact(of);
}

/* The boxes of a group of pairs. */
typedef struct exact_pairs {
    solid_exact_lanes a, b;
} exact_pairs;

SPECIALISED void load_exact_pairs(const solids_query *q, const sepal_pair *group, exact_pairs *out) {
    out->a = load_exact_boxes(q->a, &group->a);
    out->b = load_exact_boxes(q->b, &group->b);
}

/* The half edges of both boxes of half a group, those of a first. Returns the way from centre to centre. */
static inline wd3 halves_of(const solid_exact_lanes *a, const solid_exact_lanes *b, int half, wd3 *edge) {
    for (int k = 0; k < 3; k++) {
        edge[k] = wd3_of(a->edge[k], half);
        edge[3 + k] = wd3_of(b->edge[k], half);
    }
    return wd3_sub(wd3_of(b->centre, half), wd3_of(a->centre, half));
}

/* Of each lane: 2^-low, and high - low. */
typedef struct unit_lanes {
    double scale[SEPAL_LANES], span[SEPAL_LANES];
} unit_lanes;

static inline void find_units(const solids_query *q, const sepal_pair *group, unit_lanes *out) {
    for (int lane = 0; lane < SEPAL_LANES; lane++) {
        int low, high;
        find_core_span(q, group[lane], &low, &high);
        const uint64_t bits = (uint64_t)(1023 - low) << 52;
        memcpy(&out->scale[lane], &bits, sizeof bits);
        out->span[lane] = high - low;
    }
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
    exact_pairs of;
    unit_lanes units;
} boxes_group;

static SEPAL_NOINLINE void load_boxes_group(const solids_query *q, const sepal_pair *group, boxes_group *out) {
    load_exact_pairs(q, group, &out->of);
    find_units(q, group, &out->units);
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
    out->d = halves_of(&boxes->of.a, &boxes->of.b, half, out->edge);
    out->unit = wd_load(boxes->units.scale + first);
    out->span = wd_load(boxes->units.span + first);
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

SPECIALISED lanes boxes_exact_kernel(const void *question, const sepal_pair *group, UNUSED size_t k, UNUSED sizes n) {
    const solids_query *q = question;
    boxes_group boxes;
    load_boxes_group(q, group, &boxes);
    boxes_half of[2];
    set_boxes_half(&boxes, 0, &of[0]);
    set_boxes_half(&boxes, 1, &of[1]);
    lanes low = decide_half(&of[0], q->touching), high = decide_half(&of[1], q->touching);
    return (lanes){low.yes | high.yes << (SEPAL_LANES / 2), low.open | high.open << (SEPAL_LANES / 2)};
}

/* Pairs of boxes that are both aligned, whose coordinates span at most BOX_SPAN_ALIGNED bits: none stays open. */
SPECIALISED lanes boxes_aligned_kernel(const void *question, const sepal_pair *group, UNUSED size_t k, UNUSED sizes n) {
    const solids_query *q = question;
    exact_pairs boxes;
    unsigned apart = 0;
    load_exact_pairs(q, group, &boxes);
    for (int half = 0; half < 2; half++) {
        wd3 edge[6], d = halves_of(&boxes.a, &boxes.b, half, edge);
        for (int m = 0; m < 6; m++)
            edge[m] = wd3_magnitudes(edge[m]);
        wd3 reach_a = wd3_add(wd3_add(edge[0], edge[1]), edge[2]), reach_b = wd3_add(wd3_add(edge[3], edge[4]), edge[5]);
        wd gap = wd3_most(wd3_sub(wd3_magnitudes(d), wd3_add(reach_a, reach_b))), zero = wd_set1(0); /* along the coordinate axes */
        apart |= wdm_bits(q->touching == SEPAL_TOUCHING_IS_APART ? wd_ge(gap, zero) : wd_gt(gap, zero))
                 << (half * (SEPAL_LANES / 2));
    }
    return (lanes){ALL_LANES & ~apart, 0};
}

/* --- Upright boxes ----------------------------------------------------------------------------------------------------------------
 *
 * Two boxes that stand upright along one coordinate axis: floors, walls, furniture, boxes in a stack. Of each of them one half edge has the
 * direction of that axis, and the two others are at right angles to it. So the Minkowski difference is an interval along the axis times a
 * zonogon across it, that of the four other half edges g. The interval takes one comparison. For the zonogon, four axes are enough, the
 * normals of the g: it holds the origin if and only if |det(d, g_i)| <= sum over k of |det(g_k, g_i)| for all i, polynomials of degree 2 in
 * the given floats.
 *   1. In double, with a bound on the error.
 *   2. Ties again in integers modulo 2^64, as of any two boxes. All spans that are taken here are narrow enough for that.
 * Boxes without area across the axis that no axis parts stay open. Proofs: docs/numerics/solids_kernels.md, "Upright boxes". */

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

/* Vectors across the axis, in half of the lanes; products may be fused. */
static inline wd flat_det(wd2 a, wd2 b) {
    return wd_msub(a.x, b.y, wd_mul(a.y, b.x));
}
static inline wd flat_dot(wd2 a, wd2 b) {
    return wd_madd(a.x, b.x, wd_mul(a.y, b.y));
}
static inline wd flat_sum(wd2 a) {
    return wd_add(wd_abs(a.x), wd_abs(a.y));
}
static inline wd flat_greatest(wd2 a) {
    return wd_max(wd_abs(a.x), wd_abs(a.y));
}
static inline wd2 flat_minus(wd2 a, wdm where) {
    return wd2_select(where, wd2_minus(a), a);
}

/* Half of a group: d leads from centre to centre, across the axis and along it; the half edges across it; both heights together. All
 * of them are exact. */
enum { UPRIGHT_EDGES = 4 };
typedef struct upright_half {
    wd2 d, edge[UPRIGHT_EDGES];
    wd along, height;
} upright_half;

static inline upright_half upright_half_of(const upright_lanes *a, const upright_lanes *b, int half) {
    wd3 d = wd3_sub(wd3_of(b->centre, half), wd3_of(a->centre, half));
    upright_half out;
    out.d = (wd2){d.x, d.y};
    out.along = d.z;
    out.height = wd_add(wd_of(a->height, half), wd_of(b->height, half));
    for (int k = 0; k < 2; k++) {
        out.edge[k] = (wd2){wd_of(a->edge[k][0], half), wd_of(a->edge[k][1], half)};
        out.edge[2 + k] = (wd2){wd_of(b->edge[k][0], half), wd_of(b->edge[k][1], half)};
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
        wd2 v = k < UPRIGHT_EDGES ? u->edge[k] : u->d;
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

SPECIALISED lanes boxes_upright_kernel(const void *question, const sepal_pair *group, UNUSED size_t k, UNUSED sizes n) {
    const upright_query *asked = question;
    const solids_query *q = asked->q;
    const sepal_box_exact *of_a[SEPAL_LANES], *of_b[SEPAL_LANES];
    unit_lanes units;
    unsigned yes = 0, open = 0;
    find_exact(q->a, &group->a, of_a);
    find_exact(q->b, &group->b, of_b);
    find_units(q, group, &units);
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

#endif
