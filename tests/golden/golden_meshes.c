/* golden_meshes.c — golden.c for triangle meshes: digests of edges and of what is found, against a stored table.
 *
 *     golden_meshes TABLE     compares
 *     golden_meshes --write   prints the table anew, by the scalar path */
#include "../common/must.h"
#include "../meshes/surfaces.h"
#include "../search/solid_rays.h"
#include "table.h"

#include <float.h>
#include <stdio.h>

enum { COLUMNS = 7, SIZE = 10, BODIES = 150, RAYS = 400, ROOM = 1 << 18, NEAREST = 3 };

static const char *column_name(int column) {
    static const char *const names[COLUMNS] = {"edges", "pairs", "margin", "near", "meets", "nearest", "rays"};
    return names[column];
}

static surface shape;
static sepal_mesh *mesh;
static sepal_solids *hulls, *bodies;
static sepal_finder *finder;
static sepal_pair pairs[ROOM];
static uint32_t indices[NEAREST * BODIES + RAYS];
static float rows[6 * RAYS], floats[NEAREST * BODIES + 4 * RAYS];

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
    must(sepal_mesh_meets(finder, bodies, 0, BODIES, mesh, NULL, NULL, bits) == SEPAL_OK, "no bits");
    take_bits(&columns[4], bits, BODIES);
    must(sepal_mesh_find_nearest(finder, bodies, 0, BODIES, mesh, NEAREST, NULL, FLT_MAX, indices, floats) == SEPAL_OK,
         "no nearest");
    for (size_t k = 0; k < NEAREST * BODIES; k++)
        take_word(&columns[5], indices[k], 4);
    take_floats(&columns[5], floats, NEAREST * BODIES);
    take_rays(&columns[6], SEPAL_MESH_FRONT);
    take_rays(&columns[6], SEPAL_MESH_BOTH);
}

static void free_line(void) {
    surface_release(&shape);
    sepal_mesh_destroy(mesh);
    sepal_solids_destroy(hulls);
    sepal_solids_destroy(bodies);
    sepal_finder_destroy(finder);
}

int main(int count, char **values) {
    const stored_table table = {"golden_meshes", "triangle meshes", COLUMNS, column_name, SURFACES, make_line, ask_line, free_line};
    return run_stored_table(&table, count, values);
}
