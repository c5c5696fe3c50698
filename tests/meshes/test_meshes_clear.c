/* Manifolds leave out most triangles near a sphere by a few products, before they ask: never one that has a contact. Two triangles with a
 * common edge, flat, convex, concave, narrow, small and far away; and spheres that just touch them, or are beside an edge by a little. */
#include "../common/must.h"
#include "grounds.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

enum { TRIALS = 3000, SPHERES = 24 };
#define MARGIN 0x1p-6F

/* Corners 0 and 1 are of both triangles; 2 and 3 are beyond the edge between them. */
static void make_corners(rng *r, int trial, float corner[4][3]) {
    const double size = trial % 5 == 0 ? 0x1p-8 : trial % 5 == 1 ? 64 : 1, far = trial % 7 == 0 ? 1000 : 0;
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 3; k++)
            corner[i][k] = (float)(far + size * rng_real(r, -1, 1));
    if (trial % 3 == 0) /* a floor */
        for (int i = 0; i < 4; i++)
            corner[i][2] = (float)far;
    if (trial % 3 == 0 || trial % 11 == 0) { /* with its triangles on both sides of the edge; a narrow one */
        const float along[4] = {0, 1, 0.25F, 0.75F}, across[4] = {0, 0, 1, trial % 11 == 0 ? -0x1p-12F : -1};
        for (int i = 0; i < 4; i++) {
            corner[i][0] = (float)(far + size * (double)along[i]);
            corner[i][1] = (float)(far + size * (double)across[i]);
        }
    }
}

static sepal_mesh *mesh_of_corners(const float corner[4][3], sepal_mesh_rim rim) {
    static const uint32_t both[2][3] = {{0, 1, 2}, {1, 0, 3}};
    const sepal_triangles triangles = {.x = corner[0],
                                       .y = corner[0] + 1,
                                       .z = corner[0] + 2,
                                       .stride = 3,
                                       .vertices = 4,
                                       .a = both[0],
                                       .b = both[0] + 1,
                                       .c = both[0] + 2,
                                       .corner_stride = 3};
    sepal_mesh *mesh = NULL;
    cr_assert_eq(sepal_mesh_create(NULL, &mesh), SEPAL_OK);
    cr_assert_eq(sepal_mesh_fill(mesh, &triangles, 2, rim, NULL), SEPAL_OK);
    return mesh;
}

/* A sphere whose distance from a point of a triangle is its radius and the margin, or up to some floats more or less. Every other point
 * is on an edge or a corner, and the way from there may be at right angles to the first edge. */
static void add_sphere(sepal_solids *set, rng *r, const float corner[4][3]) {
    double share[4] = {rng_real(r, 0, 1), rng_real(r, 0, 1), rng_real(r, 0, 1), 0}, way[3], at[3] = {0, 0, 0}, sum = 0, size = 0;
    for (int i = 0; i < 3; i++) {
        share[i] *= rng_between(r, 0, 1) == 0 ? 0 : 1;
        sum += share[i];
        size = fmax(size, fabs((double)corner[i][0] - (double)corner[3][0]));
    }
    if (sum <= 0)
        share[0] = sum = 1;
    double length = 0, along = 0, edge2 = 0;
    for (int k = 0; k < 3; k++) {
        for (int i = 0; i < 4; i++)
            at[k] += share[i] / sum * (double)corner[i][k];
        way[k] = rng_real(r, -1, 1);
        const double e = (double)corner[1][k] - (double)corner[0][k];
        along += e * way[k];
        edge2 += e * e;
    }
    const bool across = rng_between(r, 0, 1) == 0;
    for (int k = 0; k < 3; k++) {
        way[k] -= across ? along / edge2 * ((double)corner[1][k] - (double)corner[0][k]) : 0;
        length += way[k] * way[k];
    }
    float centre[3];
    double distance = 0;
    const double far = size * rng_real(r, 0.1, 2);
    for (int k = 0; k < 3; k++) {
        centre[k] = (float)(at[k] + far / sqrt(length) * way[k]);
        distance += ((double)centre[k] - at[k]) * ((double)centre[k] - at[k]);
    }
    float radius = (float)fmax(0, sqrt(distance) - (double)MARGIN);
    for (int64_t steps = rng_between(r, -3, 3); steps != 0; steps += steps > 0 ? -1 : 1)
        radius = nextafterf(radius, steps > 0 ? INFINITY : 0);
    if (rng_between(r, 0, 3) == 0)
        radius *= 1.25F;
    cr_assert_eq(sepal_solids_add_hull(set, centre, centre + 1, centre + 2, 1, radius, NULL), SEPAL_OK);
}

static bool has_normal(const sepal_mesh_manifold *of, size_t count, uint32_t solid, const float normal[3]) {
    for (size_t i = 0; i < count; i++)
        if (of[i].solid == solid && memcmp(of[i].normal, normal, sizeof of[i].normal) == 0)
            return true;
    return false;
}

Test(meshes_clear, no_contact_of_a_sphere_is_left_out) {
    rng random = {17};
    sepal_finder *finder = NULL;
    size_t contacts = 0, none = 0;
    cr_assert_eq(sepal_finder_create(NULL, &finder), SEPAL_OK);
    for (int trial = 0; trial < TRIALS; trial++) {
        float corner[4][3];
        sepal_solids *set = NULL;
        sepal_mesh_manifold found[4 * SPHERES];
        sepal_pair pairs[2 * SPHERES];
        size_t count = 0;
        make_corners(&random, trial, corner);
        sepal_mesh *mesh = mesh_of_corners((const float(*)[3])corner, trial % 2 == 0 ? SEPAL_RIM_ENDS : SEPAL_RIM_GOES_ON);
        cr_assert_eq(sepal_solids_create(NULL, &set), SEPAL_OK);
        for (uint32_t i = 0; i < SPHERES; i++) {
            add_sphere(set, &random, (const float(*)[3])corner);
            pairs[2 * i] = (sepal_pair){i, 0};
            pairs[2 * i + 1] = (sepal_pair){i, 1};
        }
        const sepal_contact_rule rule = {.margin = MARGIN};
        cr_assert_eq(sepal_mesh_manifolds(finder, set, 0, SPHERES, mesh, NULL, &rule, 1, 4 * SPHERES, found, &count), SEPAL_OK);
        contact_row *rows = ask_contacts(set, mesh, pairs, 2 * SPHERES, MARGIN);
        for (size_t k = 0; k < 2 * SPHERES; k++) {
            contacts += rows[k].count > 0;
            none += rows[k].count == 0;
            cr_expect(rows[k].count == 0 || has_normal(found, count, pairs[k].a, rows[k].normal),
                      "trial %d: the contact of sphere %u with triangle %u is left out", trial, pairs[k].a, pairs[k].b);
        }
        free(rows);
        sepal_solids_destroy(set);
        sepal_mesh_destroy(mesh);
    }
    cr_expect(contacts > 10000 && none > 10000, "%zu contacts, %zu without", contacts, none);
    sepal_finder_destroy(finder);
}

/* The way from an edge that leads along (3, 4, 0) to the centre leads along (-4, 3, 0): so the distance is a whole number, and that is the
 * radius. Products of the squares are rounded, so a sphere would be left out if no error was allowed for. */
Test(meshes_clear, spheres_that_touch_an_edge_exactly) {
    enum { LEAST = 1 << 10, MOST = 1 << 20 };
    rng random = {5};
    sepal_finder *finder = NULL;
    cr_assert_eq(sepal_finder_create(NULL, &finder), SEPAL_OK);
    for (int trial = 0; trial < TRIALS; trial++) {
        const double along = (double)rng_between(&random, LEAST, MOST), beside = (double)rng_between(&random, LEAST, MOST),
                     third = (double)rng_between(&random, LEAST, MOST), share = rng_real(&random, 0.1, 0.9) * along;
        const double from[2] = {(double)rng_between(&random, -99, 99), (double)rng_between(&random, -99, 99)}, on = floor(share);
        const float corner[4][3] = {{(float)from[0], (float)from[1], 0},
                                    {(float)(from[0] + 3 * along), (float)(from[1] + 4 * along), 0},
                                    {(float)(from[0] + 4 * third), (float)(from[1] - 3 * third), 0},
                                    {(float)(from[0] + 4 * third), (float)(from[1] - 3 * third), 1}};
        const float centre[3] = {(float)(from[0] + 3 * on - 4 * beside), (float)(from[1] + 4 * on + 3 * beside), 0};
        sepal_mesh *mesh = mesh_of_corners(corner, SEPAL_RIM_ENDS);
        sepal_solids *set = NULL;
        sepal_mesh_manifold found;
        size_t count = 0;
        cr_assert_eq(sepal_solids_create(NULL, &set), SEPAL_OK);
        cr_assert_eq(sepal_solids_add_hull(set, centre, centre + 1, centre + 2, 1, (float)(5 * beside), NULL), SEPAL_OK);
        cr_assert_eq(sepal_mesh_manifolds(finder, set, 0, 1, mesh, NULL, NULL, 0.5F, 1, &found, &count), SEPAL_OK);
        const sepal_pair pairs[2] = {{0, 0}, {0, 1}};
        contact_row *rows = ask_contacts(set, mesh, pairs, 2, 0);
        cr_expect_gt(rows[0].count + rows[1].count, 0, "trial %d touches nothing", trial);
        cr_expect_eq(count, 1, "trial %d", trial);
        free(rows);
        sepal_solids_destroy(set);
        sepal_mesh_destroy(mesh);
    }
    sepal_finder_destroy(finder);
}
