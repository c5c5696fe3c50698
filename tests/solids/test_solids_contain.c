/* Which solids contain which, by every rule: cases worked out by hand, the oracle, and what holds of all. */
#include "../common/check.h"
#include "../polys/shape.h"
#include "../scenes/solid_sets.h"
#include "judged.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

enum { PAIRS = 150 };

Test(solids_contain, as_the_oracle_says) {
    solid_item *items = malloc(PAIRS * sizeof *items);
    size_t inside = 0, rounder = 0;
    for (size_t kind = 0; kind < solid_scene_kinds(); kind++) {
        solid_scene s = solid_scene_create(kind, 7, PAIRS);
        sepal_solids *small = solid_scene_inner(&s, items);
        uint64_t bits[SEPAL_BIT_WORDS(PAIRS)];
        cr_assert_eq(sepal_solids_contains_pairs(s.set_a, small, s.pairs, s.count, NULL, bits), SEPAL_OK);
        cr_assert_eq(bits[PAIRS / 64] >> PAIRS % 64, 0, "spare bits");
        for (size_t k = 0; k < s.count; k++) {
            judged_room room_a, room_b;
            const oracle_solid a = judged(&s.a[k], &room_a), b = judged(&items[k], &room_b);
            const bool holds = oracle_solids_contain(&a, &b, false, 0);
            inside += holds;
            rounder += holds && b.radius > a.radius;
            cr_assert_eq(bits[k / 64] >> (k % 64) & 1, holds, "%s, pair %zu", s.kind, k);
        }
        sepal_solids_destroy(small);
        solid_scene_destroy(&s);
    }
    free(items);
    cr_assert(inside > 200 && rounder > 50, "%zu inside, %zu of them with the greater radius", inside, rounder);
}

Test(solids_contain, every_solid_contains_itself) {
    for (size_t kind = 0; kind < solid_scene_kinds(); kind++) {
        solid_scene s = solid_scene_create(kind, 8, PAIRS);
        uint64_t bits[SEPAL_BIT_WORDS(PAIRS)];
        cr_assert_eq(sepal_solids_contains_pairs(s.set_a, s.set_a, s.pairs, s.count, NULL, bits), SEPAL_OK);
        for (size_t k = 0; k < s.count; k++)
            cr_assert(bits[k / 64] >> (k % 64) & 1, "%s, solid %zu", s.kind, k);
        solid_scene_destroy(&s);
    }
}

/* Hulls of integer points, and in each of them some of its own vertices, points halfway between two of them, or others: much of it
 * touches the boundary from within. Every instruction set against the reference, under either rule of touching. */
enum { LATTICE_HULLS = 1500, LATTICE_VERTICES = 40 };

static void add_integer_hulls(sepal_solids *outer, sepal_solids *inner) {
    rng r = {1};
    for (int hull = 0; hull < LATTICE_HULLS; hull++) {
        float a[3][LATTICE_VERTICES], b[3][LATTICE_VERTICES];
        const uint32_t of_a = 4 + rng_below(&r, LATTICE_VERTICES - 3), of_b = 1 + rng_below(&r, LATTICE_VERTICES / 2);
        const uint32_t way = rng_below(&r, 4);
        const float radius = rng_below(&r, 4) == 0 ? 1 : 0, smaller = rng_below(&r, 4) == 0 ? 1 : 0;
        for (int k = 0; k < 3; k++) {
            for (size_t i = 0; i < of_a; i++)
                a[k][i] = (float)rng_between(&r, -8, 8);
        }
        for (size_t i = 0; i < of_b; i++) {
            const uint32_t from = rng_below(&r, of_a), to = way == 0 ? from : rng_below(&r, of_a);
            for (int k = 0; k < 3; k++)
                b[k][i] = way < 2 ? (a[k][from] + a[k][to]) / 2 : (a[k][from] + a[k][to]) / 4 + (way == 3 ? 0.25F : 0);
        }
        cr_assert_eq(sepal_solids_add_hull(outer, a[0], a[1], a[2], of_a, radius, NULL), SEPAL_OK);
        cr_assert_eq(sepal_solids_add_hull(inner, b[0], b[1], b[2], of_b, smaller, NULL), SEPAL_OK);
    }
}

/* Solids k of both sets, by every instruction set as by the reference; a share of them is inside. */
static void check_every_isa(const sepal_solids *outer, const sepal_solids *inner, const sepal_rule *rule, size_t least) {
    static sepal_pair pairs[LATTICE_HULLS];
    uint64_t bits[SEPAL_BIT_WORDS(LATTICE_HULLS)], others[SEPAL_BIT_WORDS(LATTICE_HULLS)];
    size_t inside = 0;
    for (uint32_t k = 0; k < LATTICE_HULLS; k++)
        pairs[k] = (sepal_pair){k, k};
    use_isa(0);
    cr_assert_eq(sepal_solids_contains_pairs(outer, inner, pairs, LATTICE_HULLS, rule, bits), SEPAL_OK);
    for (size_t k = 0; k < LATTICE_HULLS; k++)
        inside += bits[k / 64] >> (k % 64) & 1;
    cr_assert(inside > least && inside < LATTICE_HULLS - least, "%zu are inside, touching %d", inside, (int)rule->touching);
    for (size_t isa = 1; isa < sepal_isa_count(); isa++) {
        use_isa(isa);
        cr_assert_eq(sepal_solids_contains_pairs(outer, inner, pairs, LATTICE_HULLS, rule, others), SEPAL_OK);
        for (size_t k = 0; k < LATTICE_HULLS; k++)
            cr_assert_eq(others[k / 64] >> (k % 64) & 1, bits[k / 64] >> (k % 64) & 1, "%s: pair %zu, touching %d, margin %g",
                         sepal_isa(), k, (int)rule->touching, (double)rule->margin);
    }
}

Test(solids_contain, hulls_in_hulls_that_touch_from_within) {
    sepal_solids *outer = NULL, *inner = NULL;
    cr_assert(sepal_solids_create(NULL, &outer) == SEPAL_OK && sepal_solids_create(NULL, &inner) == SEPAL_OK);
    add_integer_hulls(outer, inner);
    for (int strictly = 0; strictly < 2; strictly++) {
        const sepal_rule rule = {strictly ? SEPAL_TOUCHING_IS_APART : SEPAL_TOUCHING_OVERLAPS, 0, 0};
        check_every_isa(outer, inner, &rule, LATTICE_HULLS / 8);
    }
    sepal_solids_destroy(outer);
    sepal_solids_destroy(inner);
}

/* Outer solids that are sheared boxes or hulls of one to four points, flat mostly, and inner ones of one or two points in them: of a box, from
 * its middle some way along its half edges. */
static void add_integer_solids(sepal_solids *outer, sepal_solids *inner) {
    rng r = {2};
    for (int n = 0; n < LATTICE_HULLS; n++) {
        const bool sheared = n % 2 == 0;
        const uint32_t of_a = sheared ? 4 : 1 + rng_below(&r, 4), of_b = 1 + rng_below(&r, 2);
        const float radius = (float)rng_below(&r, 4), smaller = rng_below(&r, 2) == 0 ? 0 : (float)rng_below(&r, 4);
        float a[4][3], at[3][4], b[3][2];
        for (size_t i = 0; i < 4; i++)
            for (size_t k = 0; k < 3; k++)
                at[k][i] = a[i][k] = (float)rng_between(&r, -8, 8);
        for (size_t i = 0; i < of_b; i++) {
            const uint32_t from = rng_below(&r, of_a), to = rng_below(&r, of_a);
            const float share[3] = {(float)rng_between(&r, -4, 4) / 4, (float)rng_between(&r, -4, 4) / 4,
                                    (float)rng_between(&r, -4, 4) / 4};
            const float aside = rng_below(&r, 3) == 0 ? (float)rng_between(&r, -2, 2) : 0;
            for (size_t k = 0; k < 3; k++)
                b[k][i] = (sheared ? a[0][k] + share[0] * a[1][k] + share[1] * a[2][k] + share[2] * a[3][k]
                                   : (a[from][k] + a[to][k]) / 2) +
                          (k == 0 ? aside : 0);
        }
        const sepal_solid_parallelepipeds boxes = {{&a[0][0], &a[0][1], &a[0][2]},
                                                   {&a[1][0], &a[1][1], &a[1][2]},
                                                   {&a[2][0], &a[2][1], &a[2][2]},
                                                   {&a[3][0], &a[3][1], &a[3][2]},
                                                   &radius,
                                                   1};
        cr_assert_eq(sheared ? sepal_solids_add_parallelepipeds(outer, &boxes, 1, NULL, NULL)
                             : sepal_solids_add_hull(outer, at[0], at[1], at[2], of_a, radius, NULL),
                     SEPAL_OK);
        cr_assert_eq(sepal_solids_add_hull(inner, b[0], b[1], b[2], of_b, smaller, NULL), SEPAL_OK);
    }
}

Test(solids_contain, solids_in_boxes_and_flat_ones_that_touch_from_within) {
    sepal_solids *outer = NULL, *inner = NULL;
    cr_assert(sepal_solids_create(NULL, &outer) == SEPAL_OK && sepal_solids_create(NULL, &inner) == SEPAL_OK);
    add_integer_solids(outer, inner);
    for (int strictly = 0; strictly < 2; strictly++)
        for (int margin = 0; margin < 2; margin++) {
            const sepal_rule rule = {strictly ? SEPAL_TOUCHING_IS_APART : SEPAL_TOUCHING_OVERLAPS, (float)margin, 0};
            check_every_isa(outer, inner, &rule, LATTICE_HULLS / 16);
        }
    sepal_solids_destroy(outer);
    sepal_solids_destroy(inner);
}

/* A point beside a segment by so little that both products of their cross product have the same double, and one on a segment. */
Test(solids_contain, a_point_nearly_on_a_segment) {
    static const float x[2] = {-8571345, 839502336}, y[2] = {-12030598, 951773952}, z[2] = {3, 3}, ends[2] = {-4, 12};
    static const float at[3] = {16777184, 16777073, 3}, middle = 4;
    static const sepal_pair pairs[2] = {{0, 0}, {1, 1}};
    sepal_solids *outer = NULL, *inner = NULL;
    cr_assert(sepal_solids_create(NULL, &outer) == SEPAL_OK && sepal_solids_create(NULL, &inner) == SEPAL_OK);
    cr_assert_eq(sepal_solids_add_hull(outer, x, y, z, 2, 0, NULL), SEPAL_OK);
    cr_assert_eq(sepal_solids_add_hull(outer, ends, ends, ends, 2, 0, NULL), SEPAL_OK);
    cr_assert_eq(sepal_solids_add_hull(inner, &at[0], &at[1], &at[2], 1, 0, NULL), SEPAL_OK);
    cr_assert_eq(sepal_solids_add_hull(inner, &middle, &middle, &middle, 1, 0, NULL), SEPAL_OK);
    for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
        uint64_t bits = 0;
        use_isa(isa);
        cr_assert_eq(sepal_solids_contains_pairs(outer, inner, pairs, 2, NULL, &bits), SEPAL_OK);
        cr_assert_eq(bits, 2, "%s: %d", sepal_isa(), (int)bits);
    }
    sepal_solids_destroy(outer);
    sepal_solids_destroy(inner);
}

/* A box much thinner than what double knows of its faces, with a radius of the order of that; and points beside it, one in each quadrant of its
 * faces, which are behind the one by as much as they are beyond the other: some within reach, others not. */
Test(solids_contain, a_point_beside_a_thin_box_with_a_small_radius) {
    enum { EXPONENTS = 16, HEIGHTS = 8, QUADRANTS = 4, POINTS = EXPONENTS * HEIGHTS * QUADRANTS };
    static const float centre = 0, one = 1, zero = 0, thick = 0x1p-60F;
    static sepal_pair pairs[POINTS];
    static bool holds[POINTS];
    sepal_solids *outer = NULL, *inner = NULL;
    size_t count = 0;
    cr_assert(sepal_solids_create(NULL, &outer) == SEPAL_OK && sepal_solids_create(NULL, &inner) == SEPAL_OK);
    for (int e = 0; e < EXPONENTS; e++) {
        const float radius = ldexpf(1, e - 56);
        const sepal_solid_parallelepipeds thin = {.c = {&centre, &centre, &centre},
                                                  .u = {&one, &zero, &zero},
                                                  .v = {&zero, &one, &zero},
                                                  .w = {&zero, &zero, &thick},
                                                  .radius = &radius};
        cr_assert_eq(sepal_solids_add_parallelepipeds(outer, &thin, 1, NULL, NULL), SEPAL_OK);
        for (int k = 0; k < HEIGHTS * QUADRANTS; k++) {
            const int height = k / QUADRANTS, far = height / 2;
            const float x = k & 1 ? 0.3F : -0.3F, y = k & 2 ? 0.2F : -0.2F;
            const float away = radius * (0.25F + 0.5F * (float)far), z = height % 2 == 0 ? away : -away;
            cr_assert_eq(sepal_solids_add_hull(inner, &x, &y, &z, 1, 0, NULL), SEPAL_OK);
            holds[count] = away < radius;
            pairs[count] = (sepal_pair){(uint32_t)e, (uint32_t)count};
            count++;
        }
    }
    for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
        uint64_t bits[SEPAL_BIT_WORDS(POINTS)];
        use_isa(isa);
        cr_assert_eq(sepal_solids_contains_pairs(outer, inner, pairs, count, NULL, bits), SEPAL_OK);
        for (size_t k = 0; k < count; k++)
            cr_assert_eq(bits[k / 64] >> (k % 64) & 1, holds[k], "%s: pair %zu", sepal_isa(), k);
    }
    sepal_solids_destroy(outer);
    sepal_solids_destroy(inner);
}

/* A cube as a hull, and in it hulls with two vertices in the plane of a face: one in the face, and then one on its border, or beside it by
 * what float does not tell from that, on the one side or the other. */
enum { BESIDE = 600, BESIDE_HALF = 1 << 13 };

Test(solids_contain, a_vertex_in_the_plane_of_a_face_and_beside_it) {
    sepal_solids *outer = NULL, *inner = NULL;
    static sepal_pair pairs[BESIDE];
    rng r = {3};
    cr_assert(sepal_solids_create(NULL, &outer) == SEPAL_OK && sepal_solids_create(NULL, &inner) == SEPAL_OK);
    for (uint32_t i = 0; i < BESIDE; i++) {
        const int up = (int)(i / 3 % 3), side = (up + 1 + (int)(i / 9 % 2)) % 3, beyond = (int)(i % 3) - 1;
        float a[3][8], b[3][4];
        for (int k = 0; k < 3; k++) {
            for (int corner = 0; corner < 8; corner++)
                a[k][corner] = (corner >> k & 1) != 0 ? BESIDE_HALF : -BESIDE_HALF;
            b[k][0] = (float)rng_between(&r, -BESIDE_HALF, BESIDE_HALF);
            for (int vertex = 1; vertex < 4; vertex++)
                b[k][vertex] = (float)rng_between(&r, -BESIDE_HALF / 2, BESIDE_HALF / 2);
        }
        b[up][0] = b[up][1] = BESIDE_HALF;
        b[side][1] = (float)(BESIDE_HALF + beyond);
        cr_assert_eq(sepal_solids_add_hull(outer, a[0], a[1], a[2], 8, 0, NULL), SEPAL_OK);
        cr_assert_eq(sepal_solids_add_hull(inner, b[0], b[1], b[2], 4, 0, NULL), SEPAL_OK);
        pairs[i] = (sepal_pair){i, i};
    }
    for (int strictly = 0; strictly < 2; strictly++)
        for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
            const sepal_rule rule = {strictly ? SEPAL_TOUCHING_IS_APART : SEPAL_TOUCHING_OVERLAPS, 0, 0};
            uint64_t bits[SEPAL_BIT_WORDS(BESIDE)];
            use_isa(isa);
            cr_assert_eq(sepal_solids_contains_pairs(outer, inner, pairs, BESIDE, &rule, bits), SEPAL_OK);
            for (size_t i = 0; i < BESIDE; i++)
                cr_assert_eq(bits[i / 64] >> (i % 64) & 1, i % 3 < 2 && strictly == 0, "%s: pair %zu, strictly %d", sepal_isa(), i,
                             strictly);
        }
    sepal_solids_destroy(outer);
    sepal_solids_destroy(inner);
}

/* Whole numbers x, y, z with n . (x, y, z) = d, the greatest common divisor of n: d; or 0 if they have more than 60 bits. */
static int64_t bezout(const int64_t n[3], int64_t out[3]) {
    int64_t d = 0;
    out[0] = out[1] = out[2] = 0;
    for (int k = 0; k < 3; k++) {
        int64_t r[2] = {d, n[k]}, s[2] = {1, 0}, t[2] = {0, 1};
        while (r[1] != 0) {
            const int64_t q = r[0] / r[1], rest[3] = {r[0] - q * r[1], s[0] - q * s[1], t[0] - q * t[1]};
            r[0] = r[1], r[1] = rest[0], s[0] = s[1], s[1] = rest[1], t[0] = t[1], t[1] = rest[2];
        }
        const int64_t sign = r[0] < 0 ? -1 : 1;
        for (int i = 0; i < k; i++) {
            if (fabs((double)out[i] * (double)s[0]) > 0x1p60)
                return 0;
            out[i] *= sign * s[0];
        }
        out[k] = sign * t[0];
        d = sign * r[0];
    }
    return d;
}

static double dot3(const int64_t p[3], const int64_t q[3]) {
    return (double)p[0] * (double)q[0] + (double)p[1] * (double)q[1] + (double)p[2] * (double)q[2];
}

/* Three vectors of at most 24 bits: v[0] is about minus the others, so that the triangle of their ends has the origin about in its middle, but
 * for a determinant that is as small as it can be. Returns that, or 0 if there are no such vectors. */
static int64_t find_flat_corner(rng *r, int64_t v[3][3]) {
    enum { HALF = 1 << 21 };
    for (int k = 0; k < 6; k++)
        v[1 + k / 3][k % 3] = rng_between(r, -HALF, HALF);
    const int64_t *p = v[1], *q = v[2];
    const int64_t n[3] = {p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]};
    const int64_t d = bezout(n, v[0]);
    const double pp = dot3(p, p), pq = dot3(p, q), qq = dot3(q, q), square = pp * qq - pq * pq;
    if (d == 0)
        return 0;
    for (int round = 0; round < 8; round++) { /* to p and q, what is left of v[0] + p + q has less than half of each */
        const int64_t left[3] = {v[0][0] + p[0] + q[0], v[0][1] + p[1] + q[1], v[0][2] + p[2] + q[2]};
        const double along_p = dot3(left, p), along_q = dot3(left, q);
        const int64_t s = llrint((along_p * qq - along_q * pq) / square), t = llrint((along_q * pp - along_p * pq) / square);
        for (int k = 0; k < 3; k++)
            v[0][k] -= s * p[k] + t * q[k];
    }
    for (int k = 0; k < 3; k++)
        if (v[0][k] <= -(1 << 24) || v[0][k] >= 1 << 24)
            return 0;
    return d;
}

/* A tetrahedron with a vertex of the inner solid beside a face, by less than double knows of products of three coordinates: on the inner side
 * or beyond it. */
Test(solids_contain, a_vertex_so_near_to_a_face_that_products_are_rounded) {
    enum { FLAT = 400 };
    sepal_solids *outer = NULL, *inner = NULL;
    static sepal_pair pairs[FLAT];
    static bool within[FLAT];
    rng r = {9};
    uint32_t count = 0;
    cr_assert(sepal_solids_create(NULL, &outer) == SEPAL_OK && sepal_solids_create(NULL, &inner) == SEPAL_OK);
    for (int tries = 0; tries < 40 * FLAT && count < FLAT; tries++) {
        int64_t v[3][3];
        const int64_t d = find_flat_corner(&r, v);
        const double up = rng_below(&r, 2) == 0 ? 1 : -1;
        const double n[3] = {(double)(v[1][1] * v[2][2] - v[1][2] * v[2][1]), (double)(v[1][2] * v[2][0] - v[1][0] * v[2][2]),
                             (double)(v[1][0] * v[2][1] - v[1][1] * v[2][0])};
        const double length = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
        float a[3][4], b[3][2];
        if (d == 0 || length < 0x1p38)
            continue;
        for (int k = 0; k < 3; k++) {
            for (int corner = 0; corner < 3; corner++)
                a[k][corner] = (float)v[corner][k];
            a[k][3] = (float)floor(up * n[k] / length * 0x1p21);
            b[k][0] = 0;
            b[k][1] = (float)floor(up * n[k] / length * 0x1p19);
        }
        cr_assert_eq(sepal_solids_add_hull(outer, a[0], a[1], a[2], 4, 0, NULL), SEPAL_OK);
        cr_assert_eq(sepal_solids_add_hull(inner, b[0], b[1], b[2], 2, 0, NULL), SEPAL_OK);
        within[count] = up < 0; /* n . v[0] = d > 0, and n . v[1] = n . v[2] = 0: the origin is below the triangle */
        pairs[count] = (sepal_pair){count, count};
        count++;
    }
    cr_assert_eq(count, FLAT);
    for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
        uint64_t bits[SEPAL_BIT_WORDS(FLAT)];
        use_isa(isa);
        cr_assert_eq(sepal_solids_contains_pairs(outer, inner, pairs, FLAT, NULL, bits), SEPAL_OK);
        for (size_t k = 0; k < FLAT; k++)
            cr_assert_eq(bits[k / 64] >> (k % 64) & 1, within[k], "%s: pair %zu", sepal_isa(), k);
    }
    sepal_solids_destroy(outer);
    sepal_solids_destroy(inner);
}

/* --- By a rule ------------------------------------------------------------------------------------------------------------------ */

/* A box parallel to the axes, or a ball if the half edge is 0. */
typedef struct cube {
    float x, y, z, half, radius;
} cube;

static const struct {
    const char *what;
    cube a, b;
    float margin;
    bool contains, strictly;
} examples[] = {
    {"a box and itself", {0, 0, 0, 4, 0}, {0, 0, 0, 4, 0}, 0, true, false},
    {"a box and a point inside", {0, 0, 0, 4, 0}, {1, 1, 1, 0, 0}, 0, true, true},
    {"a box and a point of a face", {0, 0, 0, 4, 0}, {1, 1, 4, 0, 0}, 0, true, false},
    {"a box and its corner", {0, 0, 0, 4, 0}, {4, 4, 4, 0, 0}, 0, true, false},
    {"a point and itself", {1, 2, 3, 0, 0}, {1, 2, 3, 0, 0}, 0, true, false},
    {"a ball and itself", {1, 2, 3, 0, 5}, {1, 2, 3, 0, 5}, 0, true, false},
    {"a ball and its centre", {1, 2, 3, 0, 5}, {1, 2, 3, 0, 0}, 0, true, true},
    {"a ball and a point of its boundary, 2 3 6", {0, 0, 0, 0, 7}, {2, 3, 6, 0, 0}, 0, true, false},
    {"balls that touch from within, 2 3 6", {0, 0, 0, 0, 9}, {2, 3, 6, 0, 2}, 0, true, false},
    {"a point stays 3 inside", {0, 0, 0, 4, 0}, {1, -1, 0, 0, 0}, 3, true, false},
    {"but not more", {0, 0, 0, 4, 0}, {1, -1, 0, 0, 0}, 3 + 2 * ULP, false, false},
    {"and strictly a little less", {0, 0, 0, 4, 0}, {1, -1, 0, 0, 0}, 3 - 2 * ULP, true, true},
    {"a ball of 1 stays 2 inside", {0, 0, 0, 4, 0}, {1, 0, 0, 0, 1}, 2, true, false},
    {"a box stays inside of another", {0, 0, 0, 4, 0}, {0, 0, 0, 2, 0}, 2, true, false},
    {"a rounded box of the same reach", {0, 0, 0, 2, 2}, {0, 0, 0, 2, 0}, 2, true, false},
    {"the corner of a rounded box, 2 3 6", {0, 0, 0, 2, 8}, {4, 5, 8, 0, 0}, 1, true, false},
    {"but strictly with less", {0, 0, 0, 2, 8}, {4, 5, 8, 0, 0}, 0.5F, true, true},
    {"a box through the face of a rounded one", {0, 0, 0, 2, 2}, {1, 0, 2, 1, 0.5F}, 0.5F, true, false},
    {"a little farther out", {0, 0, 0, 2, 2}, {1, 0, 2, 1, 0.5F}, 0.5F + ULP, false, false},
    {"and a little less", {0, 0, 0, 2, 2}, {1, 0, 2, 1, 0.5F}, 0.5F - ULP, true, true},
    {"a box through two faces of a rounded one", {0, 0, 0, 2, 2}, {2, 0, 2, 1, 0.5F}, 0.0625F, true, true},
    {"but not so far", {0, 0, 0, 2, 2}, {2, 0, 2, 1, 0.5F}, 0.125F, false, false},
    {"a point on a huge rounded box", {0x1p60F, 0, 0, 0x1p60F, 0x1p-10F}, {-0x1p-10F, 0, 0, 0, 0}, 0, true, false},
    {"a point a little beyond it", {0x1p60F, 0, 0, 0x1p60F, 0x1p-11F}, {-0x1p-10F, 0, 0, 0, 0}, 0, false, false},
    {"nothing stays inside of a point", {1, 2, 3, 0, 0}, {1, 2, 3, 0, 0}, TINY, false, false},
    {"a tiny margin beside a huge radius", {0, 0, 0, 0, 0x1p100F}, {0, 0, 0, 0, 0x1p100F}, TINY, false, false},
    {"a huge margin", {0, 0, 0, 4, 0}, {0, 0, 0, 0, 0}, 0x1.fffffep127F, false, false},
};

enum { EXAMPLES = sizeof examples / sizeof *examples };

static void add_cube(sepal_solids *set, const cube *c) {
    const sepal_solid_boxes boxes = {
        .x = &c->x, .y = &c->y, .z = &c->z, .half_x = &c->half, .half_y = &c->half, .half_z = &c->half, .radius = &c->radius};
    cr_assert_eq(c->half > 0 ? sepal_solids_add_boxes(set, &boxes, 1, NULL, NULL)
                             : sepal_solids_add_hull(set, &c->x, &c->y, &c->z, 1, c->radius, NULL),
                 SEPAL_OK);
}

Test(solids_contain, by_a_rule_is_right_for_cases_worked_out_by_hand) {
    sepal_solids *a = NULL, *b = NULL;
    cr_assert(sepal_solids_create(NULL, &a) == SEPAL_OK && sepal_solids_create(NULL, &b) == SEPAL_OK);
    for (size_t i = 0; i < EXAMPLES; i++) {
        add_cube(a, &examples[i].a);
        add_cube(b, &examples[i].b);
    }
    for (size_t isa = 0; isa < sepal_isa_count(); isa++)
        for (uint32_t i = 0; i < EXAMPLES; i++)
            for (int strictly = 0; strictly < 2; strictly++) {
                const sepal_rule rule = {strictly ? SEPAL_TOUCHING_IS_APART : SEPAL_TOUCHING_OVERLAPS, examples[i].margin, 0};
                const sepal_pair pair = {i, i};
                uint64_t bit;
                use_isa(isa);
                cr_assert_eq(sepal_solids_contains_pairs(a, b, &pair, 1, &rule, &bit), SEPAL_OK);
                cr_assert_eq(bit, strictly ? examples[i].strictly : examples[i].contains, "%s: %s, strictly %d", sepal_isa(),
                             examples[i].what, strictly);
            }
    sepal_solids_destroy(a);
    sepal_solids_destroy(b);
}

/* The edges of a box are multiples of (1 2 2), (2 1 -2) and (2 -2 1), of the length 3. */
static void add_turned_box(sepal_solids *set, const float middle[3], const float half[3], float radius) {
    const float u[3] = {half[0], 2 * half[0], 2 * half[0]}, v[3] = {2 * half[1], half[1], -2 * half[1]},
                w[3] = {2 * half[2], -2 * half[2], half[2]};
    const sepal_solid_parallelepipeds turned = {.c = {middle, middle + 1, middle + 2},
                                                .u = {u, u + 1, u + 2},
                                                .v = {v, v + 1, v + 2},
                                                .w = {w, w + 1, w + 2},
                                                .radius = &radius};
    cr_assert_eq(sepal_solids_add_parallelepipeds(set, &turned, 1, NULL, NULL), SEPAL_OK);
}

/* A box of half the size, through one face of a rounded one by 3 t exactly, or over one of its edges by 9 and 12, which is 15. */
Test(solids_contain, turned_rounded_boxes_that_touch_from_within) {
    rng r = {77};
    for (int n = 0; n < 400; n++) {
        const uint32_t k = rng_below(&r, 3), next = (k + 1) % 3;
        const bool over_edge = n % 4 == 3;
        const float t = over_edge ? 3 : (float)(1 + rng_below(&r, 9)), sign = rng_below(&r, 2) == 0 ? 1 : -1;
        const float away = over_edge ? 15 : 3 * t, spare = 0.25F * (float)rng_below(&r, 8);
        float half[3], inner[3], steps[3] = {0, 0, 0}, middle[3], from[3];
        for (int c = 0; c < 3; c++) {
            half[c] = (float)(16 + rng_below(&r, 16));
            inner[c] = 0.5F * half[c];
            from[c] = (float)rng_below(&r, 64);
        }
        steps[k] = sign * (half[k] - inner[k] + t); /* along the edges, whose length is 3 */
        steps[next] = over_edge ? half[next] - inner[next] + 4 : 0;
        middle[0] = from[0] + (steps[0] + 2 * steps[1] + 2 * steps[2]);
        middle[1] = from[1] + (2 * steps[0] + steps[1] - 2 * steps[2]);
        middle[2] = from[2] + (2 * steps[0] - 2 * steps[1] + steps[2]);
        for (int off = -1; off <= 1; off++) {
            const float reach = away + spare, radius = off == 0 ? reach : nextafterf(reach, off < 0 ? 0 : INFINITY);
            sepal_solids *a = NULL, *b = NULL;
            cr_assert(sepal_solids_create(NULL, &a) == SEPAL_OK && sepal_solids_create(NULL, &b) == SEPAL_OK);
            add_turned_box(a, from, half, radius);
            add_turned_box(b, middle, inner, 0.5F * spare);
            for (size_t isa = 0; isa < sepal_isa_count(); isa++)
                for (int strictly = 0; strictly < 2; strictly++) {
                    const sepal_rule rule = {strictly ? SEPAL_TOUCHING_IS_APART : SEPAL_TOUCHING_OVERLAPS, 0.5F * spare, 0};
                    const sepal_pair pair = {0, 0};
                    uint64_t bit;
                    use_isa(isa);
                    cr_assert_eq(sepal_solids_contains_pairs(a, b, &pair, 1, &rule, &bit), SEPAL_OK);
                    cr_assert_eq(bit, off > 0 || (off == 0 && !strictly), "%s: case %d, radius %a, strictly %d", sepal_isa(), n,
                                 (double)radius, strictly);
                }
            sepal_solids_destroy(a);
            sepal_solids_destroy(b);
        }
    }
}

/* Every instruction set against GMP. The margins are those of the scenes, small ones, and none. */
Test(solids_contain, by_a_rule_is_what_the_oracle_says) {
    solid_item *items = malloc(PAIRS * sizeof *items);
    size_t tally[2][2] = {{0, 0}, {0, 0}};
    for (size_t kind = 0; kind < solid_scene_kinds(); kind++) {
        solid_scene s = solid_scene_create(kind, 9, PAIRS);
        sepal_solids *small = solid_scene_inner(&s, items);
        const float margins[] = {0, s.margin, s.margin * 0x1p-4F, TINY};
        for (int way = 0; way < 5; way++) {
            const bool strictly = way != 1 && way != 3;
            const sepal_rule rule = {strictly ? SEPAL_TOUCHING_IS_APART : SEPAL_TOUCHING_OVERLAPS, margins[way % 4], 0};
            uint64_t bits[SEPAL_BIT_WORDS(PAIRS)], others[SEPAL_BIT_WORDS(PAIRS)];
            use_isa(0);
            cr_assert_eq(sepal_solids_contains_pairs(s.set_a, small, s.pairs, s.count, &rule, bits), SEPAL_OK);
            for (size_t k = 0; k < s.count; k++) {
                judged_room room_a, room_b;
                const oracle_solid a = judged(&s.a[k], &room_a), b = judged(&items[k], &room_b);
                const bool holds = oracle_solids_contain(&a, &b, strictly, rule.margin);
                tally[strictly][holds]++;
                cr_assert_eq(bits[k / 64] >> (k % 64) & 1, holds, "%s, pair %zu, strictly %d, margin %a", s.kind, k, strictly,
                             (double)rule.margin);
            }
            for (size_t isa = 1; isa < sepal_isa_count(); isa++) {
                use_isa(isa);
                cr_assert_eq(sepal_solids_contains_pairs(s.set_a, small, s.pairs, s.count, &rule, others), SEPAL_OK);
                for (size_t k = 0; k < s.count; k++)
                    cr_assert_eq(others[k / 64] >> (k % 64) & 1, bits[k / 64] >> (k % 64) & 1, "%s: %s, pair %zu, strictly %d",
                                 sepal_isa(), s.kind, k, strictly);
            }
        }
        sepal_solids_destroy(small);
        solid_scene_destroy(&s);
    }
    free(items);
    for (int strictly = 0; strictly < 2; strictly++)
        cr_assert(tally[strictly][0] > 500 && tally[strictly][1] > 200, "strictly %d: %zu are contained, %zu are not", strictly,
                  tally[strictly][1], tally[strictly][0]);
}

/* The usual rule is that of NULL; what is contained strictly is contained; what stays inside by more stays inside by less; and nothing
 * contains itself strictly. */
Test(solids_contain, by_a_rule_obeys_the_laws) {
    const sepal_rule usual = {SEPAL_TOUCHING_OVERLAPS, 0, 0}, strict = {SEPAL_TOUCHING_IS_APART, 0, 0};
    for (size_t kind = 0; kind < solid_scene_kinds(); kind++) {
        solid_scene s = solid_scene_create(kind, 10, PAIRS);
        sepal_solids *small = solid_scene_inner(&s, NULL);
        const sepal_rule more = {SEPAL_TOUCHING_OVERLAPS, s.margin, 0}, less = {SEPAL_TOUCHING_OVERLAPS, s.margin / 2, 0};
        enum { ASKED = 5 };
        const sepal_rule *const rules[ASKED] = {NULL, &usual, &strict, &less, &more};
        uint64_t bits[ASKED][SEPAL_BIT_WORDS(PAIRS)];
        for (int k = 0; k < ASKED; k++)
            cr_assert_eq(sepal_solids_contains_pairs(s.set_a, small, s.pairs, s.count, rules[k], bits[k]), SEPAL_OK);
        for (size_t word = 0; word < SEPAL_BIT_WORDS(PAIRS); word++) {
            cr_assert_eq(bits[0][word], bits[1][word], "%s: no rule is the usual one", s.kind);
            cr_assert_eq(bits[2][word] & ~bits[1][word], 0, "%s: contained strictly, yet not contained", s.kind);
            cr_assert_eq(bits[4][word] & ~bits[3][word], 0, "%s: inside by more, yet not by less", s.kind);
            cr_assert_eq(bits[3][word] & ~bits[1][word], 0, "%s: inside by some, yet not contained", s.kind);
        }
        cr_assert_eq(sepal_solids_contains_pairs(s.set_a, s.set_a, s.pairs, s.count, &strict, bits[0]), SEPAL_OK);
        for (size_t word = 0; word < SEPAL_BIT_WORDS(PAIRS); word++)
            cr_assert_eq(bits[0][word], 0, "%s: a solid contains itself strictly", s.kind);
        sepal_solids_destroy(small);
        solid_scene_destroy(&s);
    }
}
