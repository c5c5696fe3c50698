/* Solids that move against a mesh: the first hit is that of all triangles which the solid comes at from the front, each as a hull. */
#include "../common/must.h"
#include "grounds.h"

#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <string.h>

enum { BODIES = 160 };

typedef struct hit {
    uint32_t triangle;
    float time, normal[3];
} hit;

typedef struct sweep_trial {
    body bodies[BODIES];
    sepal_solids *set;
    sepal_mesh *mesh;
    sepal_finder *finder;
    float x[BODIES], y[BODIES], z[BODIES];
} sweep_trial;

/* Bodies in, on and above the ground, which move in any direction, some of them far. */
static void begin_trial(sweep_trial *t, const ground *g, uint64_t seed) {
    rng random = {seed};
    for (size_t i = 0; i < BODIES; i++)
        t->bodies[i] = body_turned((body_kind)(i % BODY_KINDS), rng_real(&random, -6, 6), rng_real(&random, -6, 6), 0, &random);
    bodies_lower(g, t->bodies, BODIES, 0);
    for (size_t i = 0; i < BODIES; i++) {
        const double far = i % 8 == 7 ? 12 : 1.5;
        t->bodies[i].at[2] += rng_real(&random, -0.3, 1.2);
        t->x[i] = (float)rng_real(&random, -far, far);
        t->y[i] = (float)rng_real(&random, -far, far);
        t->z[i] = i % 5 == 4 ? 0 : (float)rng_real(&random, -2, 0.5);
    }
    cr_assert_eq(sepal_solids_create(NULL, &t->set), SEPAL_OK);
    cr_assert_eq(sepal_finder_create(NULL, &t->finder), SEPAL_OK);
    bodies_put(t->set, t->bodies, BODIES);
    t->mesh = ground_mesh(g, SEPAL_RIM_ENDS);
}

static void end_trial(sweep_trial *t) {
    sepal_solids_destroy(t->set);
    sepal_mesh_destroy(t->mesh);
    sepal_finder_destroy(t->finder);
}

static void ask_sweep(const sweep_trial *t, size_t first, size_t count, const sepal_rule *rule, int later, hit *out) {
    static float normal[3][BODIES], time[BODIES];
    static uint32_t triangle[BODIES];
    const sepal_solid_moves moves = {t->x, t->y, t->z, 1};
    const sepal_solid_ray_hits hits = {triangle, time, normal[0], normal[1], normal[2], later};
    cr_assert_eq(sepal_mesh_sweep(t->finder, t->set, &moves, first, count, t->mesh, NULL, rule, &hits), SEPAL_OK);
    for (size_t i = 0; i < count; i++)
        out[i] = (hit){triangle[i], time[i], {normal[0][i], normal[1][i], normal[2][i]}};
}

static void corner_of(const ground *g, uint32_t triangle, size_t k, double out[3]) {
    for (size_t c = 0; c < 3; c++)
        out[c] = (double)g->xyz[3 * (size_t)g->corner[3 * (size_t)triangle + k] + c];
}

/* Does a body come at a triangle from the front? In double, which tells signs that are not 0 by far. */
static bool comes_from_front(const sweep_trial *t, const ground *g, uint32_t solid, uint32_t triangle) {
    double p[3][3], n[3], least = INFINITY, most = -INFINITY;
    float points[BODY_POINTS][3];
    const size_t count = body_points(&t->bodies[solid], points);
    for (size_t k = 0; k < 3; k++)
        corner_of(g, triangle, k, p[k]);
    for (size_t c = 0; c < 3; c++) {
        const size_t d = (c + 1) % 3, e = (c + 2) % 3;
        n[c] = (p[1][d] - p[0][d]) * (p[2][e] - p[0][e]) - (p[1][e] - p[0][e]) * (p[2][d] - p[0][d]);
    }
    for (size_t k = 0; k < count; k++) {
        double height = 0;
        for (size_t c = 0; c < 3; c++)
            height += n[c] * ((double)points[k][c] - p[0][c]);
        least = fmin(least, height);
        most = fmax(most, height);
    }
    return n[0] * (double)t->x[solid] + n[1] * (double)t->y[solid] + n[2] * (double)t->z[solid] < 0 && least + most >= 0;
}

/* Of all triangles, each as a hull. */
static void check_sweeps(const ground *g, uint64_t seed, const sepal_rule *rule, int later) {
    static sweep_trial t;
    static hit out[BODIES];
    begin_trial(&t, g, seed);
    ask_sweep(&t, 0, BODIES, rule, later, out);
    sepal_solids *hulls = ground_hulls(g);
    sepal_pair *pairs = must_have(malloc(g->triangles * sizeof *pairs));
    uint64_t *bits = must_have(malloc(SEPAL_BIT_WORDS(g->triangles) * sizeof *bits));
    float *f = must_have(malloc(4 * g->triangles * sizeof *f));
    const size_t n = g->triangles;
    const sepal_solid_moves moves = {t.x, t.y, t.z, 1};
    size_t hit_some = 0;
    for (uint32_t i = 0; i < BODIES; i++) {
        for (uint32_t k = 0; k < n; k++)
            pairs[k] = (sepal_pair){k, i};
        const sepal_solid_hits hits = {bits, f, f + n, f + 2 * n, f + 3 * n};
        cr_assert_eq(sepal_solids_sweep_pairs(hulls, NULL, t.set, &moves, pairs, n, rule, &hits), SEPAL_OK);
        uint32_t best = SEPAL_NO_SHAPE;
        for (uint32_t k = 0; k < n; k++) {
            const bool meets = (bits[k / 64] >> (k % 64) & 1) != 0 && !(later && f[k] <= 0);
            if (!meets)
                continue;
            if ((best == SEPAL_NO_SHAPE || f[k] < f[best]) && comes_from_front(&t, g, i, k))
                best = k;
        }
        cr_assert_eq(out[i].triangle, best, "body %u, a %s: triangle %d, but %d is hit first", i, body_names[t.bodies[i].kind],
                     (int)out[i].triangle, (int)best);
        if (best == SEPAL_NO_SHAPE) {
            cr_assert_eq(out[i].time, 1);
            cr_assert_eq(out[i].normal[2], 0);
            continue;
        }
        hit_some++;
        cr_assert_eq(out[i].time, f[best]);
        for (size_t c = 0; c < 3; c++)
            cr_assert_eq(out[i].normal[c], f[(c + 1) * n + best]);
    }
    cr_expect_gt(hit_some, 40);
    free(pairs);
    free(bits);
    free(f);
    sepal_solids_destroy(hulls);
    end_trial(&t);
}

Test(meshes_sweep, first_hits_are_those_of_hulls) {
    ground bumpy = ground_of_grid(16, GROUND_BUMPY), flat = ground_of_grid(16, GROUND_FLAT), step = ground_with_step(16, 0.5);
    check_sweeps(&bumpy, 1, NULL, 0);
    check_sweeps(&bumpy, 2, &(sepal_rule){.margin = 0.1F}, 0);
    check_sweeps(&bumpy, 3, NULL, 1);
    check_sweeps(&flat, 4, NULL, 0);
    check_sweeps(&step, 5, NULL, 1);
    ground_release(&bumpy);
    ground_release(&flat);
    ground_release(&step);
}

/* Ranges, instruction sets, and another order of triangles change nothing. */
Test(meshes_sweep, order_changes_nothing) {
    static sweep_trial t, other;
    static hit all[BODIES], some[BODIES];
    ground g = ground_of_grid(16, GROUND_BUMPY), mirror = ground_shuffled(&g, 0);
    const uint32_t last = (uint32_t)g.triangles - 1;
    for (size_t i = 0; i < g.triangles; i++)
        memcpy(mirror.corner + 3 * i, g.corner + 3 * (last - i), 3 * sizeof *g.corner);
    begin_trial(&t, &g, 6);
    begin_trial(&other, &mirror, 6);
    ask_sweep(&t, 0, BODIES, NULL, 0, all);
    for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
        cr_assert_eq(sepal_isa_use(sepal_isa_at(isa)), SEPAL_OK);
        ask_sweep(&t, 0, BODIES, NULL, 0, some);
        cr_assert_eq(memcmp(all, some, sizeof all), 0, "%s", sepal_isa_at(isa));
    }
    for (size_t i = 0; i < BODIES; i++) {
        ask_sweep(&t, i, 1, NULL, 0, some);
        cr_assert_eq(memcmp(&all[i], some, sizeof some[0]), 0, "body %zu", i);
    }
    ask_sweep(&other, 0, BODIES, NULL, 0, some);
    for (size_t i = 0; i < BODIES; i++)
        cr_assert_eq(all[i].time, some[i].time);
    end_trial(&t);
    end_trial(&other);
    ground_release(&g);
    ground_release(&mirror);
}

/* A mesh that is cut in two, along any row of edges: the first hit of both halves is that of the whole. */
Test(meshes_sweep, a_cut_changes_nothing) {
    static sweep_trial t;
    static hit all[BODIES], of_half[2][BODIES];
    ground g = ground_of_grid(16, GROUND_BUMPY), half = ground_shuffled(&g, 0);
    uint32_t *number = must_have(malloc(g.triangles * sizeof *number));
    size_t hit_some[2] = {0, 0};
    begin_trial(&t, &g, 8);
    ask_sweep(&t, 0, BODIES, NULL, 0, all);
    sepal_mesh *whole = t.mesh;
    for (int side = 0; side < 2; side++) {
        size_t count = 0;
        for (size_t i = 0; i < g.triangles; i++) {
            double middle = 0, p[3];
            for (size_t k = 0; k < 3; k++)
                corner_of(&g, (uint32_t)i, k, p), middle += p[0];
            if ((middle > 0) != (side == 1))
                continue;
            number[count] = (uint32_t)i;
            memcpy(half.corner + 3 * count++, g.corner + 3 * i, 3 * sizeof *g.corner);
        }
        half.triangles = count;
        t.mesh = ground_mesh(&half, SEPAL_RIM_GOES_ON);
        ask_sweep(&t, 0, BODIES, NULL, 0, of_half[side]);
        sepal_mesh_destroy(t.mesh);
        for (size_t i = 0; i < BODIES; i++)
            if (of_half[side][i].triangle != SEPAL_NO_SHAPE) {
                of_half[side][i].triangle = number[of_half[side][i].triangle];
                hit_some[side]++;
            }
    }
    for (size_t i = 0; i < BODIES; i++) {
        const hit *left = &of_half[0][i], *right = &of_half[1][i];
        const bool is_right = right->time < left->time || (right->time == left->time && right->triangle < left->triangle);
        cr_assert_eq(memcmp(is_right ? right : left, &all[i], sizeof *all), 0, "body %zu", i);
    }
    cr_expect(hit_some[0] > 20 && hit_some[1] > 20);
    t.mesh = whole;
    end_trial(&t);
    free(number);
    ground_release(&half);
    ground_release(&g);
}

/* A sphere that falls fast and far stops at the floor; one that rises through it, or slides along it, is not held. */
Test(meshes_sweep, one_sided) {
    ground g = ground_of_grid(8, GROUND_FLAT);
    sepal_mesh *mesh = ground_mesh(&g, SEPAL_RIM_ENDS);
    sepal_finder *finder = NULL;
    sepal_solids *set = NULL;
    const body b[3] = {body_upright(BODY_SPHERE, 0.3, 0.2, 100.5, 1, 0), body_upright(BODY_SPHERE, 0.3, 0.2, -1, 1, 0),
                       body_upright(BODY_SPHERE, 0.3, 0.2, 0.25, 1, 0)};
    const float x[3] = {0, 0, 1}, z[3] = {-200, 2, 0};
    uint32_t triangle[3];
    float time[3], normal[3];
    cr_assert_eq(sepal_finder_create(NULL, &finder), SEPAL_OK);
    cr_assert_eq(sepal_solids_create(NULL, &set), SEPAL_OK);
    bodies_put(set, b, 3);
    const sepal_solid_moves moves = {x, (const float[3]){0, 0, 0}, z, 1};
    const sepal_solid_ray_hits hits = {.shape = triangle, .time = time, .normal_z = normal};
    cr_assert_eq(sepal_mesh_sweep(finder, set, &moves, 0, 3, mesh, NULL, NULL, &hits), SEPAL_OK);
    cr_expect_neq(triangle[0], SEPAL_NO_SHAPE);
    cr_expect_eq(time[0], 0.5F);
    cr_expect_eq(normal[0], 1);
    cr_expect_eq(triangle[1], SEPAL_NO_SHAPE);
    cr_expect_eq(triangle[2], SEPAL_NO_SHAPE);
    sepal_solids_destroy(set);
    sepal_finder_destroy(finder);
    sepal_mesh_destroy(mesh);
    ground_release(&g);
}

/* A box that falls flat onto a floor hits more triangles at once than are asked about together; the first of them is named, wherever it is
 * in the tree. */
Test(meshes_sweep, the_first_of_many) {
    ground g = ground_of_grid(16, GROUND_FLAT), mirror = ground_shuffled(&g, 0);
    for (size_t i = 0; i < g.triangles; i++)
        memcpy(mirror.corner + 3 * i, g.corner + 3 * (g.triangles - 1 - i), 3 * sizeof *g.corner);
    const float middle[3] = {0, 0, 0.9F}, half[3] = {10, 10, 0.5F}, none = 0, down = -1.3F;
    const sepal_solid_boxes box_of = {
        .x = &middle[0], .y = &middle[1], .z = &middle[2], .half_x = &half[0], .half_y = &half[1], .half_z = &half[2]};
    for (int k = 0; k < 2; k++) {
        sepal_mesh *mesh = ground_mesh(k == 0 ? &g : &mirror, SEPAL_RIM_ENDS);
        sepal_finder *finder = NULL;
        sepal_solids *set = NULL;
        uint32_t triangle = 77;
        cr_assert_eq(sepal_finder_create(NULL, &finder), SEPAL_OK);
        cr_assert_eq(sepal_solids_create(NULL, &set), SEPAL_OK);
        cr_assert_eq(sepal_solids_add_boxes(set, &box_of, 1, NULL, NULL), SEPAL_OK);
        const sepal_solid_moves moves = {&none, &none, &down, 1};
        cr_assert_eq(sepal_mesh_sweep(finder, set, &moves, 0, 1, mesh, NULL, NULL, &(sepal_solid_ray_hits){.shape = &triangle}),
                     SEPAL_OK);
        cr_expect_eq(triangle, 0);
        sepal_solids_destroy(set);
        sepal_finder_destroy(finder);
        sepal_mesh_destroy(mesh);
    }
    ground_release(&g);
    ground_release(&mirror);
}

Test(meshes_sweep, refused) {
    ground g = ground_of_grid(4, GROUND_FLAT);
    sepal_mesh *mesh = ground_mesh(&g, SEPAL_RIM_ENDS);
    sepal_finder *finder = NULL;
    sepal_solids *set = NULL;
    const body b = body_upright(BODY_SPHERE, 0, 0, 1, 1, 0);
    const float one = 1, nothing = NAN;
    const sepal_solid_moves good = {&one, &one, &one, 1}, part = {&one, &one, NULL, 1}, lost = {&one, &nothing, &one, 1};
    const sepal_rule bad_margin = {.margin = -1};
    float time = 77;
    const sepal_solid_ray_hits out = {.time = &time};
    cr_assert_eq(sepal_finder_create(NULL, &finder), SEPAL_OK);
    cr_assert_eq(sepal_solids_create(NULL, &set), SEPAL_OK);
    bodies_put(set, &b, 1);
    cr_expect_eq(sepal_mesh_sweep(NULL, set, &good, 0, 1, mesh, NULL, NULL, &out), SEPAL_BAD_ARGUMENT);
    cr_expect_eq(sepal_mesh_sweep(finder, NULL, &good, 0, 1, mesh, NULL, NULL, &out), SEPAL_BAD_ARGUMENT);
    cr_expect_eq(sepal_mesh_sweep(finder, set, NULL, 0, 1, mesh, NULL, NULL, &out), SEPAL_BAD_ARGUMENT);
    cr_expect_eq(sepal_mesh_sweep(finder, set, &part, 0, 1, mesh, NULL, NULL, &out), SEPAL_BAD_ARGUMENT);
    cr_expect_eq(sepal_mesh_sweep(finder, set, &good, 0, 2, mesh, NULL, NULL, &out), SEPAL_BAD_ARGUMENT);
    cr_expect_eq(sepal_mesh_sweep(finder, set, &good, 0, 1, NULL, NULL, NULL, &out), SEPAL_BAD_ARGUMENT);
    cr_expect_eq(sepal_mesh_sweep(finder, set, &good, 0, 1, mesh, NULL, &bad_margin, &out), SEPAL_BAD_ARGUMENT);
    cr_expect_eq(sepal_mesh_sweep(finder, set, &good, 0, 1, mesh, NULL, NULL, NULL), SEPAL_BAD_ARGUMENT);
    cr_expect_eq(sepal_mesh_sweep(finder, set, &lost, 0, 1, mesh, NULL, NULL, &out), SEPAL_BAD_SHAPE);
    cr_expect_eq(time, 77);
    cr_expect_eq(sepal_mesh_sweep(finder, set, &good, 0, 1, mesh, NULL, NULL, &out), SEPAL_OK);
    cr_expect_eq(time, 1);
    sepal_solids_destroy(set);
    sepal_finder_destroy(finder);
    sepal_mesh_destroy(mesh);
    ground_release(&g);
}
