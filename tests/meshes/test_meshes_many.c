/* test_meshes_many.c — millions of overlaps of bodies and triangles: none is lost by the tree of bytes, none is added. */
#include "surfaces.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 120, BODIES = 60000, ROOM = 1 << 22 };

static size_t compare(surface_kind kind, sepal_pair *found, sepal_pair *expected) {
    surface s = surface_create(kind, SIDE, 6);
    sepal_mesh *mesh = surface_mesh(&s);
    sepal_solids *hulls = surface_hulls(mesh), *bodies = surface_bodies(&s, BODIES, 8);
    sepal_finder *finder = NULL;
    size_t count = 0, right = 0;
    cr_assert_eq(sepal_finder_create(NULL, &finder), SEPAL_OK);
    cr_assert_eq(sepal_solids_find_pairs(finder, bodies, hulls, NULL, NULL, ROOM, expected, &right), SEPAL_OK);
    cr_assert_eq(sepal_mesh_find(finder, bodies, 0, BODIES, mesh, NULL, NULL, ROOM, found, &count), SEPAL_OK);
    cr_assert_eq(count, right, "%s: %zu overlaps, not %zu", surface_name(kind), count, right);
    cr_assert_eq(memcmp(found, expected, count * sizeof *found), 0, "%s", surface_name(kind));
    sepal_finder_destroy(finder);
    sepal_solids_destroy(bodies);
    sepal_solids_destroy(hulls);
    sepal_mesh_destroy(mesh);
    surface_release(&s);
    return count;
}

Test(meshes_many, no_overlap_is_lost) {
    sepal_pair *found = malloc(ROOM * sizeof *found), *expected = malloc(ROOM * sizeof *expected);
    cr_assert(found != NULL && expected != NULL);
    size_t all = 0;
    for (surface_kind kind = 0; kind < SURFACE_FAN; kind++)
        all += compare(kind, found, expected);
    cr_assert_gt(all, 2000000, "%zu overlaps", all);
    free(found);
    free(expected);
}
