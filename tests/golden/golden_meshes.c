/* golden_meshes.c — golden.c for triangle meshes: digests of edges, of what is found, of contacts and of sweeps, against a stored
 * table.
 *
 *     golden_meshes TABLE     compares
 *     golden_meshes --write   prints the table anew, by the scalar path */
#include "../common/must.h"
#include "../meshes/surfaces.h"
#include "../search/solid_rays.h"
#include "table.h"

#include <float.h>
#include <stdio.h>

enum { COLUMNS = 10, SIZE = 10, BODIES = 150, RAYS = 400, ROOM = 1 << 18, NEAREST = 3, TOUCHING = 4096, MANIFOLDS = 16 * BODIES };

static const char *column_name(int column) {
    static const char *const names[COLUMNS] = {"edges",   "pairs", "margin",   "near",      "meets",
                                               "nearest", "rays",  "contacts", "manifolds", "sweeps"};
    return names[column];
}

static surface shape;
static sepal_mesh *mesh;
static sepal_solids *hulls, *bodies;
static sepal_finder *finder;
static sepal_pair pairs[ROOM];
static uint32_t indices[NEAREST * BODIES + RAYS];
static float rows[6 * RAYS], floats[NEAREST * BODIES + 4 * RAYS];
static uint8_t counts[TOUCHING];
static float normals[3][TOUCHING], points[7][4 * TOUCHING];
static uint32_t features[4 * TOUCHING];
static sepal_mesh_manifold manifolds[MANIFOLDS];

static void make_line(size_t number, char name[TABLE_NAME_MOST]) {
    const surface_kind kind = (surface_kind)number;
    shape = surface_create(kind, kind >= SURFACE_FAN ? 20 * SIZE : SIZE, 2);
    mesh = surface_mesh(&shape);
    hulls = surface_hulls(mesh);
    bodies = surface_bodies(&shape, BODIES, 3);
    make_solid_rays(bodies, hulls, RAYS, rows);
    must(sepal_finder_create(NULL, &finder) == SEPAL_OK, "no finder");
    snprintf(name, TABLE_NAME_MOST, "%s", surface_name(kind));
}

static void take_edges(digest *d) {
    for (uint32_t i = 0; i < sepal_mesh_count(mesh); i++) {
        sepal_mesh_edge kind[3];
        uint32_t beyond[3];
        must(sepal_mesh_edges(mesh, i, kind, beyond) == SEPAL_OK, "no edges");
        for (int k = 0; k < 3; k++) {
            take_word(d, (uint64_t)kind[k], 1);
            take_word(d, beyond[k], 4);
        }
    }
}

static void take_rays(digest *d, sepal_mesh_sides sides) {
    const sepal_solid_rays rays = solid_rays_of(rows);
    const sepal_solid_ray_hits hits = {indices, floats, floats + RAYS, floats + 2 * RAYS, floats + 3 * RAYS, 0};
    must(sepal_mesh_cast_rays(finder, mesh, &rays, RAYS, sides, NULL, NULL, &hits) == SEPAL_OK, "no rays");
    for (size_t k = 0; k < RAYS; k++)
        take_word(d, indices[k], 4);
    take_floats(d, floats, 4 * RAYS);
}

/* Of the pairs that are near each other, as many as there is room for. */
static void take_contacts(digest *d, size_t near) {
    const size_t count = near < TOUCHING ? near : TOUCHING;
    const sepal_contact_rule rule = {.margin = 0.05F, .point_margin = 0.1F};
    const sepal_solid_contacts out = {.count = counts,
                                      .normal_x = normals[0],
                                      .normal_y = normals[1],
                                      .normal_z = normals[2],
                                      .x = points[0],
                                      .y = points[1],
                                      .z = points[2],
                                      .depth = points[3],
                                      .feature = features};
    must(sepal_mesh_contacts_pairs(bodies, mesh, pairs, count, &rule, &out) == SEPAL_OK, "no contacts");
    for (size_t k = 0; k < count; k++) {
        take_word(d, counts[k], 1);
        for (int c = 0; c < 3; c++)
            take_floats(d, &normals[c][k], 1);
        for (size_t i = 4 * k; i < 4 * k + counts[k]; i++) {
            for (int c = 0; c < 4; c++)
                take_floats(d, &points[c][i], 1);
            take_word(d, features[i], 4);
        }
    }
}

static void take_manifolds(digest *d, float cosine) {
    const sepal_contact_rule rule = {.margin = 0.05F};
    size_t found = 0;
    must(sepal_mesh_manifolds(finder, bodies, 0, BODIES, mesh, NULL, &rule, cosine, MANIFOLDS, manifolds, &found) == SEPAL_OK,
         "no manifolds");
    take_word(d, found, 4);
    for (size_t k = 0; k < found; k++) {
        const sepal_mesh_manifold *m = &manifolds[k];
        const uint32_t words[3] = {m->solid, m->triangle, m->count};
        for (int i = 0; i < 3; i++)
            take_word(d, words[i], 4);
        take_floats(d, m->normal, 3);
        for (size_t i = 0; i < m->count; i++) {
            const sepal_mesh_manifold_point *p = &m->point[i];
            const uint32_t names[3] = {p->of_solid, p->of_mesh, p->triangle};
            take_floats(d, p->at, 3);
            take_floats(d, &p->depth, 1);
            for (int c = 0; c < 3; c++)
                take_word(d, names[c], 4);
        }
    }
}

/* The bodies move as the first rays do. */
static void take_sweeps(digest *d, const sepal_rule *rule, int later) {
    const sepal_solid_moves moves = {rows + 3, rows + 4, rows + 5, 6};
    const sepal_solid_ray_hits hits = {indices, floats, floats + BODIES, floats + 2 * BODIES, floats + 3 * BODIES, later};
    must(sepal_mesh_sweep(finder, bodies, &moves, 0, BODIES, mesh, NULL, rule, &hits) == SEPAL_OK, "no sweeps");
    for (size_t k = 0; k < BODIES; k++)
        take_word(d, indices[k], 4);
    take_floats(d, floats, 4 * BODIES);
}

static void ask_line(digest columns[TABLE_COLUMNS_MOST]) {
    const sepal_rule wide = {.margin = 0.05F};
    uint64_t bits[SEPAL_BIT_WORDS(BODIES)];
    size_t found = 0;
    for (int k = 0; k < COLUMNS; k++)
        columns[k] = digest_start();
    take_edges(&columns[0]);
    for (int k = 0; k < 3; k++) {
        const sepal_status status =
            k < 2 ? sepal_mesh_find(finder, bodies, 0, BODIES, mesh, NULL, k == 0 ? NULL : &wide, ROOM, pairs, &found)
                  : sepal_mesh_find_near(finder, bodies, 0, BODIES, mesh, NULL, 0.1F, ROOM, pairs, &found);
        must(status == SEPAL_OK, "no pairs");
        take_pairs(&columns[1 + k], pairs, found);
    }
    take_contacts(&columns[7], found);
    must(sepal_mesh_meets(finder, bodies, 0, BODIES, mesh, NULL, NULL, bits) == SEPAL_OK, "no bits");
    take_bits(&columns[4], bits, BODIES);
    must(sepal_mesh_find_nearest(finder, bodies, 0, BODIES, mesh, NEAREST, NULL, FLT_MAX, indices, floats) == SEPAL_OK,
         "no nearest");
    for (size_t k = 0; k < NEAREST * BODIES; k++)
        take_word(&columns[5], indices[k], 4);
    take_floats(&columns[5], floats, NEAREST * BODIES);
    take_rays(&columns[6], SEPAL_MESH_FRONT);
    take_rays(&columns[6], SEPAL_MESH_BOTH);
    take_manifolds(&columns[8], 0.98F);
    take_manifolds(&columns[8], 1);
    take_sweeps(&columns[9], NULL, 0);
    take_sweeps(&columns[9], &wide, 1);
}

static void free_line(void) {
    surface_release(&shape);
    sepal_mesh_destroy(mesh);
    sepal_solids_destroy(hulls);
    sepal_solids_destroy(bodies);
    sepal_finder_destroy(finder);
}

int main(int count, char **values) {
    const stored_table table = {"golden_meshes", "triangle meshes", COLUMNS,   column_name, SURFACES,
                                make_line,       ask_line,          free_line, false};
    return run_stored_table(&table, count, values);
}
