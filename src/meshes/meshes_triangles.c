/* meshes_triangles.c — triangles of a mesh as hulls in a small set. */
#include "../core/arithmetic.h"

#include "../solids/records.h"
#include "triangles.h"

sepal_status sepal_mesh_reserve_triangles(sepal_finder *finder, size_t count) {
    finder->destroy_solids = sepal_solids_destroy;
    sepal_status status = SEPAL_OK;
    if (finder->space_triangles == NULL)
        status = sepal_solids_create(&finder->allocator, &finder->space_triangles);
    if (status == SEPAL_OK)
        status = sepal_solids_store_room(finder->space_triangles, 0, count, count * sepal_solid_quads_of(3));
    return status;
}

sepal_status sepal_mesh_put_triangles(sepal_finder *finder, const sepal_mesh *mesh, const uint32_t *triangles, size_t count) {
    const sepal_status status = sepal_mesh_reserve_triangles(finder, count);
    if (status != SEPAL_OK)
        return status;
    sepal_solids *set = finder->space_triangles;
    sepal_solids_clear(set);
    const size_t ahead = 8; /* triangles: their points, and as many before, their corners are asked for before they are read */
    for (size_t i = 0; i < count; i++) {
        if (i + 2 * ahead < count)
            sepal_mesh_fetch_corners(mesh, triangles[i + 2 * ahead]);
        if (i + ahead < count)
            sepal_mesh_fetch_points(mesh, triangles[i + ahead]);
        float x[3], y[3], z[3];
        for (int k = 0; k < 3; k++) {
            float at[3];
            sepal_mesh_point(mesh, sepal_mesh_corner(mesh, triangles[i], k), at);
            x[k] = at[0], y[k] = at[1], z[k] = at[2];
        }
        sepal_hull_append(set, x, y, z, 3, 0);
    }
    return SEPAL_OK;
}
