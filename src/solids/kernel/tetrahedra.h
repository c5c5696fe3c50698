/* tetrahedra.h — two hulls of at most four vertices: by the planes of their faces, in float; and by all their axes, exactly.
 *
 * With the edges e_1, e_2, e_3 from one vertex, N_1 = e_2 x e_3 and so on, and V = e_1 . N_1, a point q beside that vertex is beyond
 * face k if N_k . q has not the sign of V, and beyond the face opposite to the vertex if (N_1 + N_2 + N_3) . q is beyond V: these are
 * the barycentric coordinates of q, times V. If all vertices of the other are certainly beyond one face, the two are apart; if one
 * of them is certainly beyond none, it is inside. Of tetrahedra that are apart, only some 4 in 100 are not beyond one face. */
#ifndef SEPAL_SOLIDS_KERNEL_TETRAHEDRA_H
#define SEPAL_SOLIDS_KERNEL_TETRAHEDRA_H

#include "boxes_exact.h"
#include "query.h"

/* --- Faces -------------------------------------------------------------------------------------------------------------------- */

/* Bounds the errors of these products, as a share of E^2 T, and what underflow may take (docs/numerics/solids_kernels.md,
 * "Tetrahedra: faces"). */
#define TETRAHEDRON_ERROR     (48 * 0x1p-24F)
#define TETRAHEDRON_UNDERFLOW 0x1p-110F

/* The vertices of one solid of each lane; the last one repeated, if there are fewer. */
typedef struct four_vertices {
    w3 at[4];
} four_vertices;

/* index[2 * lane] is the solid. */
SPECIALISED four_vertices load_four(const sepal_solids *set, const uint32_t *index) {
    const float *at[SEPAL_LANES];
    for (int lane = 0; lane < SEPAL_LANES; lane++)
        at[lane] = sepal_solid_x(set, index[2 * lane]);
    w f[12];
    w_load_quads(at, 3, f);
    return (four_vertices){{{f[0], f[4], f[8]}, {f[1], f[5], f[9]}, {f[2], f[6], f[10]}, {f[3], f[7], f[11]}}};
}

/* By how much all vertices of the other are beyond one face, and by how much one of them is beyond none: the greatest, as far as
 * errors allow. Volumes, times 6. */
typedef struct face_margins {
    w beyond, inside;
} face_margins;

static inline w3 w3_flip(w3 a, w sign) {
    return (w3){w_flip(a.x, sign), w_flip(a.y, sign), w_flip(a.z, sign)};
}

/* edge: from one vertex to the three others. other: the vertices of the other, from there. */
static inline face_margins find_margins(const w3 edge[3], const w3 other[4]) {
    w3 normal[3];
    for (int k = 0; k < 3; k++)
        normal[k] = w3_cross(edge[(k + 1) % 3], edge[(k + 2) % 3]);
    w volume = w3_dot(edge[0], normal[0]), size = w_abs(volume);
    for (int k = 0; k < 3; k++)
        normal[k] = w3_flip(normal[k], volume);
    w most[3], least = w_infinity(), inside = w_neg(w_infinity());
    most[0] = most[1] = most[2] = inside;
    for (int j = 0; j < 4; j++) {
        w x = w3_dot(normal[0], other[j]), y = w3_dot(normal[1], other[j]), z = w3_dot(normal[2], other[j]);
        w sum = w_add(x, w_add(y, z));
        most[0] = w_max(most[0], x);
        most[1] = w_max(most[1], y);
        most[2] = w_max(most[2], z);
        least = w_min(least, sum);
        inside = w_max(inside, w_min(w_min(x, y), w_min(z, w_sub(size, sum))));
    }
    w opposite = w_sub(least, size);
    return (face_margins){w_max(w_neg(w_min(w_min(most[0], most[1]), most[2])), opposite), inside};
}

/* Margins of a group, and what bounds their errors. */
typedef struct solid_face_lanes {
    w beyond, inside, error;
} solid_face_lanes;

static inline solid_face_lanes find_faces(const four_vertices *a, const four_vertices *b) {
    w3 edge_a[3], edge_b[3], of_b[4], of_a[4];
    w size_a = w_zero(), size_b = w_zero();
    for (int i = 0; i < 4; i++) {
        of_b[i] = w3_sub(b->at[i], a->at[0]);
        of_a[i] = w3_sub(a->at[i], b->at[0]);
    }
    for (int i = 0; i < 3; i++) {
        edge_a[i] = w3_sub(a->at[i + 1], a->at[0]);
        edge_b[i] = w3_sub(b->at[i + 1], b->at[0]);
        size_a = w_max(size_a, w3_sum(edge_a[i]));
        size_b = w_max(size_b, w3_sum(edge_b[i]));
    }
    w size = w_max(size_a, size_b), extent = w_add(w_add(size_a, size_b), w3_greatest(of_b[0]));
    /* infinite where a sum of products of three lengths may be */
    w product = w_mul(w_mul(size, size), w_mul(extent, w_set1(16))), lost = w_set1(TETRAHEDRON_UNDERFLOW);
    face_margins by_a = find_margins(edge_a, of_b), by_b = find_margins(edge_b, of_a);
    return (solid_face_lanes){w_max(by_a.beyond, by_b.beyond), w_max(by_a.inside, by_b.inside),
                              w_madd(product, w_set1(TETRAHEDRON_ERROR / 16), w_madd(extent, lost, lost))};
}

SPECIALISED lanes tetrahedra_kernel(const void *question, const sepal_pair *group, size_t k, sizes n) {
    const solids_query *q = question;
    (void)k;
    (void)n;
    four_vertices a = load_four(q->a, &group->a), b = load_four(q->b, &group->b);
    solid_face_lanes found = find_faces(&a, &b);
    return decided(w_gt(found.beyond, found.error), w_gt(found.inside, found.error));
}

static bool filter_tetrahedra(const void *question, const sepal_pair *pairs, size_t count, sizes n, verdicts *out) {
    return ask_groups(tetrahedra_kernel, NULL, question, pairs, count, n, out);
}

/* --- All axes ----------------------------------------------------------------------------------------------------------------- */

/* Two hulls of at most four vertices by all their axes, exactly: for pairs that touch, or nearly do.
 *
 * A face of the Minkowski difference of A and B is normal to two edges: of one face of A or of B, or one of each. So A and B are
 * parted by a plane if and only if one of 4 + 4 + 36 normals n parts them, unless all vertices lie in one plane
 * (docs/numerics/solids_kernels.md, "Tetrahedra: all axes").
 *   1. In double, with a bound on the error; where all coordinates are small integers times one power of two, without error.
 *   2. Axes of which double is not sure again in integers modulo 2^64, in units of the lowest bit of the pair: which vertices may
 *      be the farthest is known, and their products with n differ by less than 2^63 units, so the wrapped difference is exact.
 *   3. What has more bits, and pairs in one plane that no axis parts, stay open. */

/* All coordinates of a pair are multiples of 2^low and below 2^high in magnitude: the widest high - low for which double is exact. */
enum { TETRAHEDRON_SPAN_DOUBLE = 15 };

/* In units of 2^low: the greatest difference of coordinates, and the greatest error in double, for which integers tell what double
 * cannot. */
#define TETRAHEDRON_INTEGER_EXTENT 0x1p49
#define TETRAHEDRON_INTEGER_ERROR  0x1p61

/* Bounds the error of a gap, and of the difference of two products with a normal, as a share of |e|_1 |f|_1 T: of the two edges, and
 * of the greatest difference of coordinates. */
#define TETRAHEDRON_EXACT_ERROR (20 * 0x1p-53)

/* Edges by their vertices, those of b after those of a; the two edges of each axis. */
enum { TETRAHEDRON_EDGES = 6, TETRAHEDRON_AXES = 44 };
static const uint8_t tetrahedron_edges[TETRAHEDRON_EDGES][2] = {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}};
static const uint8_t tetrahedron_axes[TETRAHEDRON_AXES][2] = {
    {0, 1}, {0, 2},  {1, 2},  {3, 4},  {6, 7},  {6, 8}, {7, 8}, {9, 10}, {0, 6},  {0, 7},  {0, 8},
    {0, 9}, {0, 10}, {0, 11}, {1, 6},  {1, 7},  {1, 8}, {1, 9}, {1, 10}, {1, 11}, {2, 6},  {2, 7},
    {2, 8}, {2, 9},  {2, 10}, {2, 11}, {3, 6},  {3, 7}, {3, 8}, {3, 9},  {3, 10}, {3, 11}, {4, 6},
    {4, 7}, {4, 8},  {4, 9},  {4, 10}, {4, 11}, {5, 6}, {5, 7}, {5, 8},  {5, 9},  {5, 10}, {5, 11},
};

/* Half of a group: edges, and vertices from vertex 0 of a on, those of b after those of a. unit: 2^-low of each lane; share: of
 * the error of an axis, of |e|_1 |f|_1. */
typedef struct tetrahedra_lanes {
    wd3 edge[2 * TETRAHEDRON_EDGES], at[8];
    wd sum[2 * TETRAHEDRON_EDGES], longest, extent, share, unit;
    wdm inexact;
} tetrahedra_lanes;

static inline void find_hull_units(const solids_query *q, const sepal_pair *group, unit_lanes *out) {
    for (int lane = 0; lane < SEPAL_LANES; lane++) {
        const sepal_solid_head *a = &q->a->heads[group[lane].a], *b = &q->b->heads[group[lane].b];
        set_unit(out, lane, a->low, a->high, b->low, b->high);
    }
}

static inline void load_tetrahedra(const four_vertices *a, const four_vertices *b, int half, const unit_lanes *units,
                                   tetrahedra_lanes *out) {
    wd3 at[8];
    for (int i = 0; i < 4; i++) {
        at[i] = wd3_of(a->at[i], half);
        at[4 + i] = wd3_of(b->at[i], half);
    }
    out->extent = wd_set1(0);
    out->longest = wd_set1(0);
    for (int i = 0; i < 8; i++) {
        out->at[i] = wd3_sub(at[i], at[0]);
        out->extent = wd_max(out->extent, wd3_greatest(out->at[i]));
    }
    for (int k = 0; k < 2 * TETRAHEDRON_EDGES; k++) {
        const uint8_t *edge = tetrahedron_edges[k % TETRAHEDRON_EDGES];
        int first = k < TETRAHEDRON_EDGES ? 0 : 4;
        out->edge[k] = wd3_sub(at[first + edge[1]], at[first + edge[0]]);
        out->sum[k] = wd3_sum(out->edge[k]);
        out->longest = wd_max(out->longest, out->sum[k]);
    }
    out->unit = wd_load(units->scale + half * (SEPAL_LANES / 2));
    out->inexact = wd_gt(wd_load(units->span + half * (SEPAL_LANES / 2)), wd_set1(TETRAHEDRON_SPAN_DOUBLE));
    out->share = wd_select(out->inexact, wd_mul(out->extent, wd_set1(TETRAHEDRON_EXACT_ERROR)), wd_set1(0));
}

/* Along the normal of an axis: the products of all vertices, and the least and the greatest of a and of b. */
typedef struct solid_axis_lanes {
    wd3 n;
    wd along[8], least[2], greatest[2], error;
} solid_axis_lanes;

static inline solid_axis_lanes along_axis(const tetrahedra_lanes *t, const uint8_t axis[2]) {
    solid_axis_lanes out;
    wd3 n = out.n = wd3_cross(t->edge[axis[0]], t->edge[axis[1]]);
    out.along[0] = wd_set1(0);
    for (int i = 1; i < 8; i++)
        out.along[i] = wd3_dot(n, t->at[i]);
    for (int of = 0; of < 2; of++) {
        const wd *v = out.along + 4 * of;
        out.least[of] = wd_min(wd_min(v[0], v[1]), wd_min(v[2], v[3]));
        out.greatest[of] = wd_max(wd_max(v[0], v[1]), wd_max(v[2], v[3]));
    }
    out.error = wd_mul(wd_mul(t->sum[axis[0]], t->sum[axis[1]]), t->share);
    return out;
}

/* The gap where b is farther along the normal (0), and where a is (1). */
static inline wd gap_of(const solid_axis_lanes *x, int of) {
    return wd_sub(x->least[1 - of], x->greatest[of]);
}

/* How far apart the farthest of all vertices are. */
static inline wd spread_of(const solid_axis_lanes *x) {
    return wd_sub(wd_max(x->greatest[0], x->greatest[1]), wd_min(x->least[0], x->least[1]));
}

/* The integer of the vertex with the greatest product, or the least: one of those for which double allows it. */
static inline wl farthest_integer(const solid_axis_lanes *x, const wl *value, int of, bool greatest) {
    wl best = wl_set1(0);
    wdm have = wdm_none();
    wd limit = greatest ? wd_sub(x->greatest[of], x->error) : wd_add(x->least[of], x->error);
    SEPAL_ROLLED
    for (int i = 4 * of; i < 4 * of + 4; i++) {
        wdm may = greatest ? wd_ge(x->along[i], limit) : wd_ge(limit, x->along[i]);
        wl beyond = greatest ? wl_sub(best, value[i]) : wl_sub(value[i], best);
        wdm take = wdm_andnot(may, wdm_andnot(have, wl_negative(beyond)));
        best = wl_select(take, value[i], best);
        have = wdm_or(have, may);
    }
    return best;
}

/* Decides the axes of which double was not sure, until `asked` is decided. */
static SEPAL_NOINLINE void decide_tetrahedra_in_integers(const tetrahedra_lanes *t, const wdm *unsure, wdm asked,
                                                         sepal_touching touching, half_verdict *verdict) {
    wl3 edge[2 * TETRAHEDRON_EDGES], at[8];
    SEPAL_ROLLED
    for (int k = 0; k < 2 * TETRAHEDRON_EDGES; k++)
        edge[k] = wl3_of(wd3_scale(t->edge[k], t->unit));
    SEPAL_ROLLED
    for (int i = 1; i < 8; i++)
        at[i] = wl3_of(wd3_scale(t->at[i], t->unit));
    for (int k = 0; k < TETRAHEDRON_AXES; k++) {
        wdm open = wdm_andnot(wdm_and(asked, unsure[k]), verdict->apart);
        if (wdm_bits(open) == 0)
            continue;
        solid_axis_lanes x = along_axis(t, tetrahedron_axes[k]);
        wl3 n = wl3_cross(edge[tetrahedron_axes[k][0]], edge[tetrahedron_axes[k][1]]);
        wl value[8], zero = wl_set1(0);
        value[0] = zero;
        /* where double is sure of the spread, the integers may have wrapped to 0 */
        wdm flat = wdm_not(wd_gt(spread_of(&x), x.error));
        SEPAL_ROLLED
        for (int i = 1; i < 8; i++) {
            value[i] = wl3_dot(n, at[i]);
            flat = wdm_and(flat, wl_zero(value[i]));
        }
        SEPAL_ROLLED
        for (int of = 0; of < 2; of++) {
            wl gap = wl_sub(farthest_integer(&x, value, 1 - of, false), farthest_integer(&x, value, of, true));
            wdm near = wdm_andnot(open, wd_gt(wd_abs(gap_of(&x, of)), x.error));
            wdm parted = wl_negative(wl_sub(zero, gap));
            if (touching == SEPAL_TOUCHING_IS_APART)
                parted = wdm_or(parted, wdm_andnot(wl_zero(gap), flat));
            verdict->apart = wdm_or(verdict->apart, wdm_and(near, parted));
        }
        verdict->spans = wdm_or(verdict->spans, wdm_andnot(asked, flat));
    }
}

static inline lanes decide_tetrahedra_half(const tetrahedra_lanes *t, sepal_touching touching) {
    half_verdict verdict = {wdm_none(), wdm_none()};
    wdm unsure[TETRAHEDRON_AXES], any = wdm_none();
    for (int k = 0; k < TETRAHEDRON_AXES; k++) {
        solid_axis_lanes x = along_axis(t, tetrahedron_axes[k]);
        wd gap = wd_max(gap_of(&x, 0), gap_of(&x, 1));
        wdm spans = wd_gt(spread_of(&x), x.error);
        verdict.spans = wdm_or(verdict.spans, spans);
        verdict.apart = wdm_or(verdict.apart, wd_gt(gap, x.error));
        if (touching == SEPAL_TOUCHING_IS_APART) /* a tie is one where double is exact */
            verdict.apart = wdm_or(verdict.apart, wdm_and(spans, wd_ge(gap, x.error)));
        unsure[k] = wdm_andnot(t->inexact, wd_gt(wd_abs(gap), x.error));
        any = wdm_or(any, unsure[k]);
    }
    any = wdm_andnot(any, verdict.apart);
    wd error = wd_mul(wd_mul(t->longest, t->longest), t->share), cube = wd_mul(wd_mul(t->unit, t->unit), t->unit);
    wdm wide = wdm_or(wd_gt(wd_mul(t->extent, t->unit), wd_set1(TETRAHEDRON_INTEGER_EXTENT)),
                      wd_gt(wd_mul(error, cube), wd_set1(TETRAHEDRON_INTEGER_ERROR)));
    wdm open = wdm_and(any, wide), asked = wdm_andnot(any, wide);
    if (wdm_bits(asked) != 0)
        decide_tetrahedra_in_integers(t, unsure, asked, touching, &verdict);
    return answers_of_half(verdict, open, touching);
}

SPECIALISED lanes tetrahedra_exact_kernel(const void *question, const sepal_pair *group, size_t k, sizes n) {
    const solids_query *q = question;
    unit_lanes units;
    (void)k;
    (void)n;
    find_hull_units(q, group, &units);
    four_vertices a = load_four(q->a, &group->a), b = load_four(q->b, &group->b);
    lanes of[2];
    for (int half = 0; half < 2; half++) {
        tetrahedra_lanes t;
        load_tetrahedra(&a, &b, half, &units, &t);
        of[half] = decide_tetrahedra_half(&t, q->touching);
    }
    return (lanes){of[0].yes | of[1].yes << (SEPAL_LANES / 2), of[0].open | of[1].open << (SEPAL_LANES / 2)};
}

static bool decide_tetrahedra_exactly(const void *question, const sepal_pair *pairs, size_t count, sizes n, verdicts *out) {
    return ask_groups(tetrahedra_exact_kernel, NULL, question, pairs, count, n, out);
}

#endif
