/* planes.c — the bounds of planes through vertices and of heights of vertices, by which the reference tells what is inside of a solid. */
#include "exact_vector.h"
#include "families.h"
#include "solid_pair.h"

#include <math.h>
#include <solids/scalar/plane.h>
#include <solids/scalar/push.h>

/* The coordinates of corner 0 .. 7 of the box with these vectors, less those of corner `from`, or of a point less them. */
static exact_vector from_corner(const float *vectors, unsigned from, unsigned to, const float *point) {
    exact_vector out;
    for (int k = 0; k < 3; k++) {
        double terms[8];
        int count = 0;
        for (unsigned t = 0; t < 4; t++) {
            const double v = (double)vectors[3 * t + (unsigned)k];
            const bool minus_from = t > 0 && (from >> (t - 1) & 1) == 0, minus_to = t > 0 && (to >> (t - 1) & 1) == 0;
            terms[count++] = minus_from ? v : -v;
            if (point == NULL)
                terms[count++] = minus_to ? -v : v;
        }
        if (point != NULL)
            terms[count++] = (double)point[k];
        sepal_number_sum(terms, count, &out.x[k]);
    }
    return out;
}

static sepal_corners corners_of(const solid_pair *of) {
    sepal_corners s;
    sepal_corners_set(&s, of->a, 0, of->b, 0);
    return s;
}

/* How far a height of the vertex of b is off, or a component of the normal, relative to its bound. */
static double of_height(const sepal_corner_plane *p, const sepal_corners *s, const exact_vector *n, const exact_vector *r) {
    double at[3];
    sepal_corner_of(s, 1, 0, at);
    const sepal_number exact = exact_dot(n, r);
    return p->error[1] > 0 ? difference(&exact, sepal_corner_height(p, at)) / p->error[1] : -INFINITY;
}
static double of_normal(const sepal_corner_plane *p, const exact_vector *n) {
    double worst = -INFINITY;
    for (int k = 0; k < 3 && p->wrong > 0; k++)
        worst = fmax(worst, difference(&n->x[k], p->n[k]) / p->wrong);
    return worst;
}

/* Of a triangle and a point. */
static double triangle_error(const float *input, bool height) {
    const solid_pair of = solid_pair_emptied();
    if (!add_points(of.a, input, 3, 0) || !add_points(of.b, input + 9, 1, 0))
        return -INFINITY;
    const sepal_corners s = corners_of(&of);
    const exact_vector p = vector_between(input, input + 3), q = vector_between(input, input + 6),
                       r = vector_between(input, input + 9);
    const exact_vector n = exact_cross(&p, &q);
    sepal_corner_plane plane;
    sepal_corner_plane_set(&plane, &s, (const uint32_t[3]){0, 1, 2});
    return height ? of_height(&plane, &s, &n, &r) : of_normal(&plane, &n);
}
static double height_error(const float *input) {
    return triangle_error(input, true);
}
static double normal_error(const float *input) {
    return triangle_error(input, false);
}

/* Of whole numbers, whose normals and heights must be exact: how great the sum of a height's products is, relative to 2^53
 * units; 2 if anything is wrong. */
static double whole_error(const float *input) {
    const solid_pair of = solid_pair_emptied();
    float at[12];
    for (int k = 0; k < 12; k++)
        at[k] = rintf(input[k]);
    if (!add_points(of.a, at, 3, 0) || !add_points(of.b, at + 9, 1, 0))
        return -INFINITY;
    const sepal_corners s = corners_of(&of);
    if (!s.whole)
        return -INFINITY;
    const exact_vector p = vector_between(at, at + 3), q = vector_between(at, at + 6), r = vector_between(at, at + 9);
    const exact_vector n = exact_cross(&p, &q);
    const sepal_number height = exact_dot(&n, &r);
    sepal_corner_plane plane;
    const int low_a = of.a->heads[0].low, low_b = of.b->heads[0].low, low = low_a < low_b ? low_a : low_b;
    double x[3], products = 0;
    sepal_corner_plane_set(&plane, &s, (const uint32_t[3]){0, 1, 2});
    sepal_corner_of(&s, 1, 0, x);
    bool exact = difference(&height, sepal_corner_height(&plane, x)) == 0;
    for (int k = 0; k < 3; k++) {
        exact = exact && difference(&n.x[k], plane.n[k]) == 0;
        products += fabs(plane.n[k] * (x[k] - plane.at[k]));
    }
    return exact ? ldexp(products, -53 - 3 * low) : 2;
}

/* Of a face of a box whose corners double does not hold, and a point. */
static double corner_error(const float *input, bool height) {
    const solid_pair of = solid_pair_emptied();
    if (!add_slanted_box(of.a, input) || !add_points(of.b, input + 12, 1, 0))
        return -INFINITY;
    const sepal_corners s = corners_of(&of);
    if (!(s.error > 0))
        return -INFINITY;
    const exact_vector p = from_corner(input, 0, 1, NULL), q = from_corner(input, 0, 2, NULL),
                       r = from_corner(input, 0, 0, input + 12);
    const exact_vector n = exact_cross(&p, &q);
    sepal_corner_plane plane;
    sepal_corner_plane_set(&plane, &s, (const uint32_t[3]){0, 1, 2});
    return height ? of_height(&plane, &s, &n, &r) : of_normal(&plane, &n);
}
static double corner_height_error(const float *input) {
    return corner_error(input, true);
}
static double corner_normal_error(const float *input) {
    return corner_error(input, false);
}

/* How far n . x of a vertex that has moved is off, relative to its bound; n, the vertex, the ways of both, and the time. */
static double support_error(const float *input) {
    const solid_pair of = solid_pair_emptied();
    static const float origin[3] = {0, 0, 0};
    const float time = fabsf(input[12]);
    if (!add_points(of.a, origin, 1, 0) || !add_points(of.b, input + 3, 1, 0) || !(time <= 1))
        return -INFINITY;
    sepal_cores cores;
    sepal_cores_set(&cores, of.a, 0, of.b, 0);
    cores.move_a = input + 6;
    cores.move_b = input + 9;
    sepal_cores_advance(&cores, time);
    exact_vector n, x;
    sepal_exact_vector near = {{0, 0, 0}, 0, 0};
    for (int k = 0; k < 3; k++) {
        const double terms[3] = {(double)input[3 + k], (double)time * (double)input[9 + k], -((double)time * (double)input[6 + k])};
        near.x[k] = (double)input[k];
        sepal_number_sum(&near.x[k], 1, &n.x[k]);
        sepal_number_sum(terms, 3, &x.x[k]);
    }
    double height;
    sepal_cores_heights(&cores, true, near.x, 1, 1, &height);
    const sepal_number exact = exact_dot(&n, &x);
    const double bound = sepal_cores_height_error(&cores, true, &near);
    return bound > 0 ? difference(&exact, height) / bound : -INFINITY;
}

/* The greatest power of two that all of three whole numbers are multiples of; 1 if all are 0. */
static double unit_of_whole(const double x[3]) {
    double unit = 1;
    while ((x[0] != 0 || x[1] != 0 || x[2] != 0) && fmod(x[0], 2 * unit) == 0 && fmod(x[1], 2 * unit) == 0 &&
           fmod(x[2], 2 * unit) == 0)
        unit *= 2;
    return unit;
}

/* A product of a vector of whole numbers and a cross product of two others, that double is said to have: how great the sum of its products
 * is, relative to 2^53 products of the units; 2 if anything is wrong. */
static double product_error(const float *input) {
    const solid_pair of = solid_pair_emptied();
    float at[12];
    for (int k = 0; k < 12; k++)
        at[k] = rintf(input[k]);
    if (!add_points(of.a, at, 1, 0) || !add_points(of.b, at + 3, 3, 0))
        return -INFINITY;
    sepal_cores cores;
    sepal_exact v[4];
    double computed, products = 0;
    sepal_cores_set(&cores, of.a, 0, of.b, 0);
    for (uint32_t k = 0; k < 3; k++)
        sepal_exact_member(&v[k], &cores, (sepal_member){0, k});
    sepal_exact_cross(&v[3], &v[0], &v[1]);
    if (!sepal_exact_dot_in_double(&v[3], &v[2], &computed))
        return -INFINITY;
    const exact_vector p = vector_between(at, at + 3), q = vector_between(at, at + 6), r = vector_between(at, at + 9);
    const exact_vector n = exact_cross(&p, &q);
    const sepal_number exact = exact_dot(&n, &r);
    for (int k = 0; k < 3; k++)
        products += fabs(v[3].near.x[k] * v[2].near.x[k]);
    const double units = unit_of_whole(v[3].near.x) * unit_of_whole(v[2].near.x);
    return difference(&exact, computed) == 0 ? products / units * 0x1p-53 : 2;
}

/* How far a height of one member above the plane of three others is off, by places in double. */
static double place_error(const float *input) {
    const solid_pair of = solid_pair_emptied();
    if (!add_points(of.a, input, 1, 0) || !add_points(of.b, input + 3, 4, 0))
        return -INFINITY;
    sepal_cores cores;
    double at[4][3], error;
    sepal_cores_set(&cores, of.a, 0, of.b, 0);
    for (uint32_t k = 0; k < 4; k++)
        sepal_place_of_member(&cores, (sepal_member){0, k}, at[k]);
    const double height = sepal_place_height(at[0], at[1], at[2], at[3], sepal_places_wrong(&cores), &error);
    const exact_vector p = vector_between(input + 3, input + 6), q = vector_between(input + 3, input + 9),
                       r = vector_between(input + 3, input + 12);
    const exact_vector n = exact_cross(&p, &q);
    const sepal_number exact = exact_dot(&n, &r);
    return error > 0 ? difference(&exact, height) / error : -INFINITY;
}

static const attack attacks[] = {
    {"SEPAL_BEHIND_PLACES",
     "a height of a member above three others",
     place_error,
     15,
     30,
     0.0486,
     {-0x1.48p-24F, -0x1.27fffep-24F, -0x1.000a42p-24F, 0x1p+24F, 0x1p+24F, 0x1.27fffap+6F, -0x1.283ab4p+17F, -0x1.50a39ep+19F,
      0x1p+24F, -0x1.28p-23F, -0x1.21f4c4p+11F, -0x1.fff8p+23F, -0x1.480bc4p+16F, -0x1.bffffep-22F, -0x1.ffc1e4p+23F}},
    {"WHOLE_PRODUCTS",
     "a product that double has",
     product_error,
     12,
     17,
     0.749,
     {-0x1.a45684p+16F, -0x1.750b74p+15F, -0x1.6b177cp+15F, -0x1.680fdcp+15F, 0x1.9a33dep+16F, 0x1.5dbe24p+15F, 0x1.345c48p+15F,
      0x1.3f3aap+16F, -0x1.f49fb6p+15F, 0x1.745772p+15F, 0x1.a3fd6ap+16F, 0x1.a8f484p+16F}},
    {"SUPPORT_ERROR",
     "a height of a vertex that has moved",
     support_error,
     13,
     4,
     0.634,
     {-0x1.96704ap+3F, -0x1.a0d32p+3F, 0x1.a0db54p+3F, 0x1.1e645p-7F, 0x1.7e7d28p-6F, 0x1.57c302p-5F, 0x1.3a28c4p-1F,
      -0x1.2d891ep+2F, 0x1.fab454p+0F, -0x1.7da95ap+2F, -0x1.6b916ap+3F, 0x1.28255p+3F, 0x1.efa2d2p-1F}},
    {"HEIGHT_ERROR",
     "a height above a plane",
     height_error,
     12,
     4,
     0.190,
     {-0x1.cf3f4ap-2F, -0x1.51ff2ap+3F, 0x1.c68b7ep+2F, 0x1.c6ap+2F, -0x1.37e5fap+1F, -0x1.e61088p-2F, -0x1.1453fep+3F,
      -0x1.41c45ep+0F, 0x1.e8000ep+3F, -0x1.081c16p+6F, 0x1.0d5e1cp+6F, -0x1.0493c2p+6F}},
    {"NORMAL_ERROR",
     "a normal of a plane",
     normal_error,
     12,
     4,
     0.686,
     {-0x1.e65a7ep+1F, -0x1.02df14p+6F, 0x1.02f73p+6F, -0x1.3678p+1F, -0x1.01f00cp+7F, 0x1.81fffep-24F, -0x1.f37f88p+1F,
      0x1.81fff2p-24F, -0x1.01fffap-24F, 0x1.f42b98p+1F, -0x1.01fffap-24F, -0x1.c007fcp+3F}},
    {"PLANE_WHOLE_MOST",
     "a height of whole numbers above a plane",
     whole_error,
     12,
     4,
     0.01,
     {0, 0, 0, 0x1.5f92p+15F, 0x1.5f92p+15F, 0, 0, 0x1.5f92p+15F, 0x1.5f92p+15F, 0x1.5f92p+15F, -0x1.5f92p+15F, 0x1.5f92p+15F}},
    {"HEIGHT_TERMS",
     "a height above a face of a box",
     corner_height_error,
     15,
     60,
     0.091,
     {0x1.fffffep+23F, 0x1.ffc826p+23F, -0x1.ffc826p+23F, -0x1.617b9p+22F, 0x1.617b9p+22F, 0x1.617b9p+22F, 0x1.340002p-23F,
      -0x1.55fffep-23F, 0x1.340002p-23F, -0x1.4f423cp+23F, -0x1.fffffep+23F, 0x1.4f7a16p+23F, -0x1.ffc828p+23F, -0x1p+24F,
      0x1p+24F}},
    {"NORMAL_TERMS",
     "a normal of a face of a box",
     corner_normal_error,
     15,
     60,
     0.1499,
     {0x1.fffff8p+23F, -0x1.0001ecp+15F, -0x1.ffffdap+23F, -0x1.fffffap+23F, -0x1.effffap+23F, 0x1.fffffap+23F, 0x1.97fffep-24F,
      0x1.010062p-24F, 0x1.17fffep-24F, -0x1.00004cp+6F, -0x1.000042p+0F, 0x1.bf0038p+23F, 0x1.fffp+23F, 0x1.fffffap+23F,
      0x1.ffffdap+23F}},
};
const attack_family planes_attacks = {"planes", attacks, sizeof attacks / sizeof attacks[0]};
