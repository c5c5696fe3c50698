/* hulls.c — the bounds of searches among hulls: supports, determinants of members of their difference (portal.h), and how near a
 * convex combination of members is to the origin (nearest.h). */
#include "exact_vector.h"
#include "families.h"
#include "solid_pair.h"

#include <solids/kernel/nearest.h>
#include <solids/kernel/portal.h>

/* How far the farthest member of two triangles is along n, times a factor. */
static double exact_support(const float *input, const float *n, double factor) {
    double exact = -INFINITY;
    for (int i = 0; i < 9; i++) {
        const float *p = input + 3 * (i % 3), *r = input + 9 + 3 * (i / 3);
        double along = 0;
        for (int k = 0; k < 3; k++)
            along += (double)n[k] * ((double)r[k] - (double)p[k]);
        exact = fmax(exact, along * factor);
    }
    return exact;
}

/* Two triangles and a direction: how far the farthest member is along it. */
static double support_error(const float *input) {
    const float *n = input + 18;
    const solid_pair of = solid_pair_emptied();
    if (!add_points(of.a, input, 3, 0) || !add_points(of.b, input + 9, 3, 0))
        return -INFINITY;
    const solids_query q = solid_query(of);
    const ball_lanes a = load_balls(of.a, &solid_group->a), b = load_balls(of.b, &solid_group->b);
    const w3 d = w3_sub(b.centre, a.centre), along_n = {w_set1(n[0]), w_set1(n[1]), w_set1(n[2])};
    const double inverse = first_float(w_div(w_set1(1), w_add(w_add(a.radius, b.radius), w3_greatest(d))));
    difference_lanes s;
    load_difference(&q, solid_group, (sizes){4, 4, false}, &s);
    w least, greatest;
    least_vertex(&s.a, along_n, &least);
    greatest_vertex(&s.b, along_n, &greatest);
    const double found = first_float(w_add(w_sub(greatest, least), w3_dot(along_n, s.d)));
    const double bound = first_float(w_madd(w3_sum(along_n), w_set1(HULL_AXIS_ERROR), w_set1(HULL_UNDERFLOW)));
    return inverse > 0 && bound > 0 && bound < INFINITY ? fabs(found - exact_support(input, n, inverse)) / bound : -INFINITY;
}

/* A triangle as a hull of more vertices than a group takes: its corners again and again. */
static bool add_many_corners(sepal_solids *set, const float *f) {
    enum { MANY = HULL_VERTICES + 36 };
    float at[3][MANY];
    for (size_t i = 0; i < MANY; i++)
        for (size_t k = 0; k < 3; k++)
            at[k][i] = f[3 * (i % 3) + k];
    return sepal_solids_add_hull(set, at[0], at[1], at[2], MANY, 0, NULL) == SEPAL_OK;
}

/* The error of a support with the numbers of the vertices in the last bits. */
static double row_support_error(const float *input) {
    const float *n = input + 18;
    const solid_pair of = solid_pair_emptied();
    if (!add_many_corners(of.a, input) || !add_many_corners(of.b, input + 9))
        return -INFINITY;
    const solids_query q = solid_query(of);
    static row_block block;
    static row_copies of_a, of_b;
    static row_lanes s;
    load_row_block(&q, NULL, solid_group, SEPAL_LANES, &block);
    set_row_numbers(&q, solid_group, SEPAL_LANES, &s);
    for (unsigned lane = 0; lane < SEPAL_LANES; lane++) {
        put_row_side(of.a, 0, lane, of_a, &s.a);
        put_row_side(of.b, 0, lane, of_b, &s.b);
        put_pair(&block, lane, lane, &s);
    }
    const w3 along_n = {w_set1(n[0]), w_set1(n[1]), w_set1(n[2])};
    w along;
    wi code;
    member_in_rows(&s, along_n, ALL_LANES, &along, &code);
    const double inverse = (double)s.inverse[0];
    const double bound = first_float(w_madd(w3_sum(along_n), w_set1(s.error), w_load(s.underflow)));
    return inverse > 0 && bound > 0 && bound < INFINITY ? fabs(first_float(along) - exact_support(input, n, inverse)) / bound
                                                        : -INFINITY;
}

/* The mean of the vertices of b less that of those of a. */
static exact_vector inner_point(const float *of_a, const float *of_b) {
    exact_vector out;
    for (int k = 0; k < 3; k++) {
        double terms[8];
        for (int i = 0; i < 4; i++) {
            terms[i] = 0.25 * (double)of_b[3 * i + k];
            terms[4 + i] = -0.25 * (double)of_a[3 * i + k];
        }
        sepal_number_sum(terms, 8, &out.x[k]);
    }
    return out;
}

static w3 member_of(const difference_lanes *s, uint32_t i) {
    const w3 of_a = {s->a.at[i], s->a.at[4 + i], s->a.at[8 + i]}, of_b = {s->b.at[i], s->b.at[4 + i], s->b.at[8 + i]};
    return w3_add(w3_sub(of_b, of_a), s->d);
}

/* Two tetrahedra: the determinants of three members, and of the inner point and two members. */
static double determinant_error(const float *input) {
    const solid_pair of = solid_pair_emptied();
    if (!add_points(of.a, input, 4, 0) || !add_points(of.b, input + 12, 4, 0))
        return -INFINITY;
    const solids_query q = solid_query(of);
    difference_lanes s;
    load_difference(&q, solid_group, (sizes){4, 4, false}, &s);
    const tetrahedron_lanes found =
        find_determinants(s.inside, member_of(&s, 0), member_of(&s, 1), member_of(&s, 2), w_set1(PORTAL_DETERMINANT_ERROR));
    const double inverse = first_float(w_div(w_set1(1), s.extent)), bound = first_float(found.error);
    exact_vector v[4] = {inner_point(input, input + 12)};
    for (int i = 0; i < 3; i++)
        v[1 + i] = vector_between(input + 3 * i, input + 12 + 3 * i);
    double worst = -INFINITY;
    for (int k = 0; k < 4; k++) {
        const exact_vector *first = k == 0 ? &v[1] : &v[0], *second = &v[k == 0 ? 2 : 1 + k % 3],
                           *third = &v[k == 0 ? 3 : 1 + (k + 1) % 3];
        const exact_vector n = exact_cross(second, third);
        const sepal_number exact = exact_dot(first, &n);
        const double value = first_float(k == 0 ? found.of_portal : found.with_inside[k - 1]);
        worst = fmax(worst, fabs(value - sepal_number_value(&exact) * inverse * inverse * inverse) / bound);
    }
    return bound > 0 && bound < INFINITY ? worst : -INFINITY;
}

/* Whether the search says that two tetrahedra overlap under a reach; and by how much of the error it would be wrong. The distance is
 * in the units of the extent. */
static double wrong_within(difference_lanes *s, double distance, float reach) {
    s->reach = w_set1(reach);
    return (search_rounded(s, s->inside, GILBERT_STEPS).yes & 1) != 0 ? 1 + (distance - (double)reach) / (double)GILBERT_ERROR
                                                                      : -INFINITY;
}

/* The ratio at the least reach of which the search says so. */
static double most_wrong_within(const float *input) {
    const solid_pair of = solid_pair_emptied();
    if (!add_points(of.a, input, 4, 0) || !add_points(of.b, input + 12, 4, 0))
        return -INFINITY;
    const solids_query q = solid_query(of);
    difference_lanes s;
    load_difference(&q, solid_group, (sizes){4, 4, false}, &s);
    const double distance = solid_distance(of) * first_float(w_div(w_set1(1), s.extent));
    if (!(distance > 0x1p-20) || !(distance < 4))
        return -INFINITY;
    float silent = (float)distance, telling = (float)(distance + 3 * (double)GILBERT_ERROR);
    double share = wrong_within(&s, distance, silent);
    if (share > -INFINITY)
        return share; /* about 1, or more */
    share = wrong_within(&s, distance, telling);
    for (int halved = 0; halved < 12; halved++) {
        const float middle = silent + (telling - silent) / 2;
        const double there = wrong_within(&s, distance, middle);
        *(there > -INFINITY ? &telling : &silent) = middle;
        share = fmax(share, there);
    }
    return share;
}

static const attack attacks[] = {
    {
        "HULL_AXIS_ERROR",
        "a support",
        support_error,
        21,
        4,
        0.3836,
        {
            0x1.0a9134p+2F,  0x1.886426p-9F,   -0x1.540216p+0F,  -0x1p-24F,       -0x1.bcbb1ap-11F, 0x1.f8ce3cp-24F,
            0x1.000032p-22F, -0x1.d9d012p-16F, -0x1.5c4454p-10F, 0x1.f8ece8p-24F, -0x1.552744p-10F, -0x1.6acefep-18F,
            0x1.5ea8c8p-21F, -0x1.3f61dp-23F,  -0x1.2036f2p-11F, -0x1.f7199p-23F, -0x1.baf75ep-17F, 0x1.261e5ap-11F,
            -0x1.fa55fap+2F, -0x1.d63e08p-12F, 0x1.36c14p-20F,
        },
    },
    {
        "ROWS_AXIS_ERROR",
        "a support by numbered vertices",
        row_support_error,
        21,
        4,
        0.621,
        {
            -0x1.97347ep-7F,  -0x1.3337d8p-8F, -0x1.7adp-8F,    0x1.55346cp-12F, 0x1.b4e7aep-11F, 0x1.b754aep-9F,  0x1.552f94p-12F,
            -0x1.9911cap-7F,  0x1.2fffd4p-19F, 0x1.fa03dep+1F,  -0x1.0a9a5p+0F,  -0x1.7ba954p-8F, -0x1.e74fdp-23F, -0x1.68881ep-18F,
            -0x1.e543b2p-19F, -0x1.0aaf72p+2F, -0x1.2abebcp-7F, 0x1.582304p-11F, -0x1.1a71bap+2F, -0x1.5ebb6p-12F, -0x1.d3a7fcp-12F,
        },
    },
    {"PORTAL_DETERMINANT_ERROR",
     "a determinant",
     determinant_error,
     24,
     4,
     0.0554,
     {-0x1.458ae8p+3F, 0x1.7d1b8ap+2F,  0x1.a2622ep+1F,  -0x1.94922p+3F,  0x1.f0443p+2F,   -0x1.e7fff6p+1F,
      0x1.c4aa4cp+2F,  0x1.a44b04p+0F,  -0x1.c4aa4ep+2F, -0x1.f70708p+0F, -0x1.af8fd8p+1F, -0x1.6116ep+3F,
      0x1.2ddc2p+1F,   -0x1.ddb9f4p+2F, -0x1.2bd73ap+3F, 0x1.d80aap+1F,   -0x1.b310b6p+1F, 0x1.2bd73ap+3F,
      -0x1.6362ep+2F,  -0x1.a41d7ep+3F, 0x1.7c2846p+2F,  0x1.0c6ccap+1F,  -0x1.4f32f8p+0F, -0x1.cc5ad4p+1F}},
    {"GILBERT_ERROR", "a wrong within", most_wrong_within, 24, 4, 0.0035, {-0x1.b7830ep+3F, 0x1.88d726p+1F,  -0x1.b782e2p+3F,
                                                                           -0x1.d9f5a2p+2F, -0x1.984cfep+1F, -0x1.b6f43p+3F,
                                                                           0x1.3e52f8p+3F,  -0x1.b782c8p+3F, -0x1.f40006p+3F,
                                                                           -0x1.d0cc98p+1F, -0x1.3a6bcep+1F, -0x1.77700ap+3F,
                                                                           0x1.a26dc8p+2F,  0x1.5ee7e2p+1F,  0x1.0dce5p+2F,
                                                                           0x1.6a0cc4p+3F,  -0x1.b7b13cp+3F, -0x1.af62fap+1F,
                                                                           0x1.c78e2p+3F,   0x1.6a0ca8p+3F,  -0x1.f6d0fap+0F,
                                                                           0x1.d403fep+2F,  0x1.ffff7cp+1F,  0x1.04e194p+2F}},
};
const attack_family hulls_attacks = {"hulls", attacks, sizeof attacks / sizeof attacks[0]};
