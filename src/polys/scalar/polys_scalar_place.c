/* polys_scalar_place.c — places shapes one after the other. The kernels send the shapes here that they cannot place. */
#include "../../core/arithmetic.h"

#include "../convex.h"
#include "../hull.h"
#include "../pose.h"
#include "../records.h"
#include "reference.h"
#include <math.h>

/* Replaces the vertices of a polygon by the corners of its hull, in the winding of the model, the last one repeated. */
static void take_hull(float *x, float *y, uint32_t size, bool clockwise) {
    size_t corners = sepal_poly_hull(x, y, size);
    for (size_t i = 1, j = corners - 1; clockwise && i < j; i++, j--) {
        float keep_x = x[i], keep_y = y[i];
        x[i] = x[j], y[i] = y[j];
        x[j] = keep_x, y[j] = keep_y;
    }
    for (size_t i = corners; i < size; i++) {
        x[i] = x[corners - 1];
        y[i] = y[corners - 1];
    }
}

void sepal_polys_scalar_place_one(sepal_placing *placing, size_t i) {
    const sepal_polys *models = placing->models;
    uint32_t model = placing->model[i], size = models->heads[model].size, shape = (uint32_t)(placing->first + i), flags = 0;
    uint32_t at = placing->world->heads[shape].at;
    float *x = placing->world->vertices + 4 * (size_t)at, *y = x + sepal_padded(size);
    for (uint32_t k = 0; k < size; k++)
        sepal_poly_pose_vertex(models, model, placing->poses, i, k, &x[k], &y[k]);
    if (!sepal_poly_is_convex(x, y, size, &flags)) {
        take_hull(x, y, size, (models->heads[model].flags & SEPAL_CLOCKWISE) != 0);
        (void)sepal_poly_is_convex(x, y, size, &flags);
    }
    flags = sepal_poly_write_records(placing->world, shape, at, x, y, size, flags | (models->heads[model].flags & SEPAL_BOX),
                                     sepal_poly_radius(models, model));
    placing->boxes = placing->boxes && (flags & SEPAL_BOX) != 0;
    placing->plain = placing->plain && sepal_poly_is_plain(placing->world, shape);
}

void sepal_polys_place_scalar(sepal_placing *placing) {
    uint32_t at = placing->at;
    for (size_t k = 0; k < placing->count; k++) {
        size_t i = sepal_placed(placing, k);
        uint32_t size = placing->models->heads[placing->model[i]].size;
        if (placing->shapes == NULL) { /* a world that is refilled has no heads yet */
            placing->world->heads[placing->first + i].at = at + (uint32_t)sepal_quads_before(size);
            at += (uint32_t)sepal_quads_of(size);
        }
        sepal_polys_scalar_place_one(placing, i);
    }
}
