/* Manifolds with meshes: what four points must keep of all contact points of a body, and what may not change them. */
#include "../common/must.h"
#include "grounds.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#define MARGIN 0.02F

typedef struct manifolds {
    sepal_mesh_manifold *of;
    size_t count;
} manifolds;

static manifolds ask_manifolds(sepal_finder *finder, const sepal_solids *set, const sepal_mesh *mesh, float cosine) {
    manifolds out = {NULL, 0};
    const sepal_contact_rule rule = {.margin = MARGIN};
    const size_t count = sepal_solids_count(set);
    sepal_status status = sepal_mesh_manifolds(finder, set, 0, count, mesh, NULL, &rule, cosine, 0, NULL, &out.count);
    cr_assert_eq(status, out.count > 0 ? SEPAL_TOO_SMALL : SEPAL_OK);
    out.of = must_have(calloc(out.count + 1, sizeof *out.of));
    size_t found = 0;
    status = sepal_mesh_manifolds(finder, set, 0, count, mesh, NULL, &rule, cosine, out.count, out.of, &found);
    cr_assert_eq(status, SEPAL_OK);
    cr_assert_eq(found, out.count);
    return out;
}

static sepal_finder *a_finder(void) {
    sepal_finder *finder = NULL;
    cr_assert_eq(sepal_finder_create(NULL, &finder), SEPAL_OK);
    return finder;
}

static sepal_solids *a_set(const body *bodies, size_t count) {
    sepal_solids *set = NULL;
    cr_assert_eq(sepal_solids_create(NULL, &set), SEPAL_OK);
    bodies_put(set, bodies, count);
    return set;
}

/* Twice the area of the quadrangle of four places seen from above, in any order. */
static double area_of_four(const sepal_mesh_manifold *m) {
    double most = 0;
    for (int i = 0; i < 3; i++) { /* three ways to pair the diagonals */
        const int p = 0, q = i + 1, r = i == 0 ? 2 : 1, s = i == 2 ? 2 : 3;
        const float *a = m->point[p].at, *b = m->point[q].at, *c = m->point[r].at, *d = m->point[s].at;
        const double dx = (double)b[0] - (double)a[0], dy = (double)b[1] - (double)a[1];
        const double ex = (double)d[0] - (double)c[0], ey = (double)d[1] - (double)c[1];
        most = fmax(most, fabs(dx * ey - dy * ex));
    }
    return most;
}

/* A box on a flat floor has one manifold of four points, which have the whole of its area, whatever triangles are below it. */
Test(meshes_manifolds, boxes_on_a_floor) {
    ground g = ground_of_grid(20, GROUND_FLAT);
    sepal_mesh *mesh = ground_mesh(&g, SEPAL_RIM_ENDS);
    sepal_finder *finder = a_finder();
    body b[200];
    rng random = {3};
    for (size_t i = 0; i < 200; i++) {
        const double c = rng_real(&random, -1, 1);
        b[i] = body_upright(BODY_BOX, rng_real(&random, -8, 8), rng_real(&random, -8, 8), 0.495, c, sqrt(1 - c * c));
    }
    sepal_solids *set = a_set(b, 200);
    const manifolds m = ask_manifolds(finder, set, mesh, 0.99F);
    cr_assert_eq(m.count, 200, "%zu manifolds", m.count);
    for (size_t i = 0; i < m.count; i++) {
        cr_expect_eq(m.of[i].solid, i);
        cr_expect_eq(m.of[i].count, 4, "body %zu has %u points", i, m.of[i].count);
        cr_expect_float_eq(area_of_four(&m.of[i]), 2, 1e-4, "body %zu: twice the area is %g", i, area_of_four(&m.of[i]));
        cr_expect_eq(m.of[i].normal[2], -1);
    }
    free(m.of);
    sepal_solids_destroy(set);
    sepal_finder_destroy(finder);
    sepal_mesh_destroy(mesh);
    ground_release(&g);
}

static const sepal_mesh_manifold_point *find_point(const sepal_mesh_manifold *m, const sepal_mesh_manifold_point *like) {
    for (uint32_t k = 0; k < m->count; k++)
        if (m->point[k].of_solid == like->of_solid && m->point[k].of_mesh == like->of_mesh)
            return &m->point[k];
    return NULL;
}

/* The names of a box that slides over a flat floor stay, and no manifold has one twice. */
Test(meshes_manifolds, names_stay) {
    ground g = ground_of_grid(20, GROUND_FLAT);
    sepal_mesh *mesh = ground_mesh(&g, SEPAL_RIM_ENDS);
    sepal_finder *finder = a_finder();
    sepal_mesh_manifold before = {.count = 0};
    for (int step = 0; step < 200; step++) {
        const body b = body_upright(BODY_BOX, -4 + 0.037 * step, -3 + 0.021 * step, 0.497, 0.8, 0.6);
        sepal_solids *set = a_set(&b, 1);
        const manifolds m = ask_manifolds(finder, set, mesh, 0.99F);
        cr_assert_eq(m.count, 1);
        for (uint32_t k = 0; k < m.of->count; k++) {
            cr_expect_eq(find_point(m.of, &m.of->point[k]), &m.of->point[k], "step %d: a name is there twice", step);
            cr_expect(step == 0 || find_point(&before, &m.of->point[k]) != NULL, "step %d: a name is new", step);
            cr_expect_eq(m.of->point[k].of_mesh >> SEPAL_MESH_NAME_BITS, SEPAL_MESH_FACET_NAME);
        }
        before = *m.of;
        free(m.of);
        sepal_solids_destroy(set);
    }
    sepal_finder_destroy(finder);
    sepal_mesh_destroy(mesh);
    ground_release(&g);
}

/* Bodies of all kinds on bumpy ground. */
static size_t some_bodies(const ground *g, body *out, size_t count) {
    rng random = {29};
    for (size_t i = 0; i < count; i++)
        out[i] = body_turned((body_kind)(i % BODY_KINDS), rng_real(&random, -7, 7), rng_real(&random, -7, 7), 0, &random);
    bodies_lower(g, out, count, 0.01);
    return count;
}

/* Has the pair of a point such a normal, up to the angle, and no point that is farther from the surface? */
static bool is_of_pair(const sepal_pair *near, const contact_row *rows, size_t pairs, const sepal_mesh_manifold *m,
                       const sepal_mesh_manifold_point *p, float cosine) {
    for (size_t k = 0; k < pairs; k++) {
        if (near[k].a != m->solid || near[k].b != p->triangle || rows[k].count == 0)
            continue;
        double along = 0;
        for (int c = 0; c < 3; c++)
            along += (double)rows[k].normal[c] * (double)m->normal[c];
        return along >= (double)cosine - 1e-6 && p->depth <= rows[k].point[deepest_point(&rows[k])].depth + 1e-6F;
    }
    return false;
}

/* Every point is one of a pair, not deeper than its deepest one; and every pair's normal is within the angle of that of a manifold. */
Test(meshes_manifolds, they_are_the_contacts_of_pairs) {
    enum { COUNT = 120 };
    ground g = ground_of_grid(20, GROUND_BUMPY);
    sepal_mesh *mesh = ground_mesh(&g, SEPAL_RIM_ENDS);
    sepal_finder *finder = a_finder();
    static body b[COUNT];
    sepal_solids *set = a_set(b, some_bodies(&g, b, COUNT));
    size_t pairs;
    sepal_pair *near = bodies_near(&g, b, COUNT, MARGIN, &pairs);
    contact_row *rows = ask_contacts(set, mesh, near, pairs, MARGIN);
    const float cosines[3] = {1, 0.996F, 0.966F};
    size_t counts[3];
    for (int c = 0; c < 3; c++) {
        const manifolds m = ask_manifolds(finder, set, mesh, cosines[c]);
        counts[c] = m.count;
        for (size_t i = 0; i < m.count; i++) {
            cr_expect(i == 0 || m.of[i].solid >= m.of[i - 1].solid);
            for (uint32_t k = 0; k < m.of[i].count; k++)
                cr_expect(is_of_pair(near, rows, pairs, &m.of[i], &m.of[i].point[k], cosines[c]),
                          "manifold %zu has a point of no pair", i);
        }
        for (size_t k = 0; k < pairs; k++) {
            bool has = rows[k].count == 0;
            for (size_t i = 0; i < m.count && !has; i++) {
                double along = 0;
                for (int a = 0; a < 3; a++)
                    along += (double)rows[k].normal[a] * (double)m.of[i].normal[a];
                has = m.of[i].solid == near[k].a && along >= (double)cosines[c] - 1e-6;
            }
            cr_expect(has, "pair %zu has a normal of no manifold", k);
        }
        free(m.of);
    }
    cr_expect(counts[0] > counts[1] && counts[1] > counts[2] && counts[2] >= COUNT, "%zu, %zu, %zu manifolds", counts[0], counts[1],
              counts[2]);
    free(near);
    free(rows);
    sepal_solids_destroy(set);
    sepal_finder_destroy(finder);
    sepal_mesh_destroy(mesh);
    ground_release(&g);
}

/* Another order of triangles changes only what they are called; ranges of bodies and instruction sets change nothing. */
Test(meshes_manifolds, order_changes_nothing) {
    enum { COUNT = 80 };
    ground g = ground_of_grid(20, GROUND_BUMPY), other = ground_shuffled(&g, 0);
    for (size_t i = 0; i < g.triangles; i++)
        memcpy(other.corner + 3 * i, g.corner + 3 * (g.triangles - 1 - i), 3 * sizeof *g.corner);
    sepal_mesh *mesh = ground_mesh(&g, SEPAL_RIM_ENDS), *mirror = ground_mesh(&other, SEPAL_RIM_ENDS);
    sepal_finder *finder = a_finder();
    static body b[COUNT];
    sepal_solids *set = a_set(b, some_bodies(&g, b, COUNT));
    const manifolds m = ask_manifolds(finder, set, mesh, 0.996F), n = ask_manifolds(finder, set, mirror, 0.996F);
    cr_assert_eq(m.count, n.count);
    for (size_t i = 0; i < m.count; i++) {
        cr_assert_eq(m.of[i].count, n.of[i].count);
        cr_assert_eq(memcmp(m.of[i].normal, n.of[i].normal, sizeof m.of[i].normal), 0);
        for (uint32_t k = 0; k < m.of[i].count; k++) {
            cr_assert_eq(memcmp(m.of[i].point[k].at, n.of[i].point[k].at, sizeof m.of[i].point[k].at), 0, "manifold %zu", i);
            cr_assert_eq(m.of[i].point[k].depth, n.of[i].point[k].depth);
        }
    }
    for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
        cr_assert_eq(sepal_isa_use(sepal_isa_at(isa)), SEPAL_OK);
        const manifolds again = ask_manifolds(finder, set, mesh, 0.996F);
        cr_assert_eq(again.count, m.count);
        cr_assert_eq(memcmp(again.of, m.of, m.count * sizeof *m.of), 0, "%s", sepal_isa_at(isa));
        free(again.of);
    }
    size_t from = 0;
    for (size_t i = 0; i < COUNT; i++) {
        sepal_mesh_manifold part[64];
        size_t found = 0;
        const sepal_contact_rule rule = {.margin = MARGIN};
        cr_assert_eq(sepal_mesh_manifolds(finder, set, i, 1, mesh, NULL, &rule, 0.996F, 64, part, &found), SEPAL_OK);
        cr_assert_eq(memcmp(part, m.of + from, found * sizeof *part), 0);
        from += found;
    }
    cr_expect_eq(from, m.count);
    free(m.of);
    free(n.of);
    sepal_solids_destroy(set);
    sepal_finder_destroy(finder);
    sepal_mesh_destroy(mesh);
    sepal_mesh_destroy(mirror);
    ground_release(&g);
    ground_release(&other);
}

/* A sphere on the edge of a kerb has the name of the edge, from whichever triangle it is found, and one point. */
Test(meshes_manifolds, an_edge_counts_once) {
    ground g = ground_with_step(8, 1);
    sepal_mesh *mesh = ground_mesh(&g, SEPAL_RIM_ENDS);
    sepal_finder *finder = a_finder();
    const double s = 0.35;
    const body b = body_upright(BODY_SPHERE, -s, 0.3, 1 + s, 1, 0);
    sepal_solids *set = a_set(&b, 1);
    const manifolds m = ask_manifolds(finder, set, mesh, 0.99F);
    cr_assert_eq(m.count, 1);
    cr_expect_eq(m.of->count, 1);
    cr_expect_eq(m.of->point[0].of_mesh >> SEPAL_MESH_NAME_BITS, SEPAL_MESH_EDGE_NAME);
    free(m.of);
    sepal_solids_destroy(set);
    sepal_finder_destroy(finder);
    sepal_mesh_destroy(mesh);
    ground_release(&g);
}

Test(meshes_manifolds, refused) {
    ground g = ground_of_grid(4, GROUND_FLAT);
    sepal_mesh *mesh = ground_mesh(&g, SEPAL_RIM_ENDS);
    sepal_finder *finder = a_finder();
    const body b = body_upright(BODY_BOX, 0, 0, 0.499, 1, 0);
    sepal_solids *set = a_set(&b, 1);
    const sepal_contact_rule bad_margin = {.margin = -1};
    sepal_mesh_manifold out = {.solid = 77};
    size_t found = 77;
    cr_expect_eq(sepal_mesh_manifolds(NULL, set, 0, 1, mesh, NULL, NULL, 1, 1, &out, &found), SEPAL_BAD_ARGUMENT);
    cr_expect_eq(sepal_mesh_manifolds(finder, NULL, 0, 1, mesh, NULL, NULL, 1, 1, &out, &found), SEPAL_BAD_ARGUMENT);
    cr_expect_eq(sepal_mesh_manifolds(finder, set, 0, 1, NULL, NULL, NULL, 1, 1, &out, &found), SEPAL_BAD_ARGUMENT);
    cr_expect_eq(sepal_mesh_manifolds(finder, set, 1, 1, mesh, NULL, NULL, 1, 1, &out, &found), SEPAL_BAD_ARGUMENT);
    cr_expect_eq(sepal_mesh_manifolds(finder, set, 0, 2, mesh, NULL, NULL, 1, 1, &out, &found), SEPAL_BAD_ARGUMENT);
    cr_expect_eq(sepal_mesh_manifolds(finder, set, 0, 1, mesh, NULL, &bad_margin, 1, 1, &out, &found), SEPAL_BAD_ARGUMENT);
    cr_expect_eq(sepal_mesh_manifolds(finder, set, 0, 1, mesh, NULL, NULL, 1.5F, 1, &out, &found), SEPAL_BAD_ARGUMENT);
    cr_expect_eq(sepal_mesh_manifolds(finder, set, 0, 1, mesh, NULL, NULL, NAN, 1, &out, &found), SEPAL_BAD_ARGUMENT);
    cr_expect_eq(sepal_mesh_manifolds(finder, set, 0, 1, mesh, NULL, NULL, 1, 1, NULL, &found), SEPAL_BAD_ARGUMENT);
    cr_expect_eq(sepal_mesh_manifolds(finder, set, 0, 1, mesh, NULL, NULL, 1, 1, &out, NULL), SEPAL_BAD_ARGUMENT);
    cr_expect_eq(found, 77);
    cr_expect_eq(sepal_mesh_manifolds(finder, set, 0, 1, mesh, NULL, NULL, 1, 0, NULL, &found), SEPAL_TOO_SMALL);
    cr_expect_eq(found, 1);
    cr_expect_eq(sepal_mesh_manifolds(finder, set, 0, 0, mesh, NULL, NULL, 1, 1, &out, &found), SEPAL_OK);
    cr_expect_eq(found, 0);
    cr_expect_eq(out.solid, 77);
    sepal_solids_destroy(set);
    sepal_finder_destroy(finder);
    sepal_mesh_destroy(mesh);
    ground_release(&g);
}
