#include "cast.h"
#include "../common/must.h"

#include <math.h>
#include <string.h>

/* A corner of a shape of the set, or a point of the pen. */
static void take_place(pen *p, const sepal_polys *set, float at[2]) {
    const uint8_t which = take_byte(p->from);
    const float *x, *y;
    size_t corners, shapes = sepal_polys_count(set);
    if (shapes == 0 || which % 4 == 0) {
        (void)take_points(p, &at[0], &at[1], 1);
        return;
    }
    must(sepal_polys_vertices(set, (uint32_t)(which / 4 % shapes), &x, &y, &corners) == SEPAL_OK, "a shape without vertices");
    const uint32_t k = take_byte(p->from) % (uint32_t)corners;
    at[0] = x[k];
    at[1] = y[k];
}

static void take_ray(pen *p, const sepal_polys *set, float row[4]) {
    float to[2];
    take_place(p, set, row);
    if (take_rarely(p->from)) {
        row[2] = take_finite(p);
        row[3] = take_finite(p);
        return;
    }
    take_place(p, set, to);
    const int share = take_small(p->from); /* of the way, in eighths; or a power of two */
    const double factor = share >= -64 && share < 64 ? share / 8.0 : ldexp(1, share);
    for (int axis = 0; axis < 2; axis++)
        row[2 + axis] = to_float(((double)to[axis] - (double)row[axis]) * factor);
}

void take_rays(pen *p, const sepal_polys *set, const sepal_filter *filter, const sepal_rule *rule, few_rays *out) {
    out->count = take_below(p->from, RAYS_MOST + 1);
    for (size_t k = 0; k < out->count; k++)
        take_ray(p, set, out->rows + 4 * k);
    judge_rays(set, out->rows, out->count, filter, rule, out->expected);
}

void ask_rays(sepal_finder *finder, const sepal_polys *set, const sepal_filter *filter, const sepal_rule *rule,
              const few_rays *rays) {
    ray_hit got[RAYS_MOST];
    must(sepal_polys_find_build(finder, set) == SEPAL_OK, "find_build");
    const sepal_status status = cast_rays(finder, rays->rows, rays->count, filter, rule, got);
    must(status == SEPAL_OK, "cast_rays: %s", sepal_status_text(status));
    for (size_t k = 0; k < rays->count; k++)
        must(memcmp(&got[k], &rays->expected[k], sizeof got[k]) == 0, "cast_rays, %s: ray %zu hits %u at %a, not %u at %a",
             sepal_isa(), k, (unsigned)got[k].shape, (double)got[k].time, (unsigned)rays->expected[k].shape,
             (double)rays->expected[k].time);
}

/* --- Among solids ------------------------------------------------------------------------------- */

/* A vertex of a hull of the set, the centre of a box, or any place. */
static void take_solid_place(pen *p, const sepal_solids *set, float at[3]) {
    const uint8_t which = take_byte(p->from);
    const float *x, *y, *z;
    size_t corners, solids = sepal_solids_count(set);
    sepal_parallelepiped box;
    if (solids == 0 || which % 4 == 0) {
        for (int k = 0; k < 3; k++)
            at[k] = take_finite(p);
    } else if (sepal_solids_vertices(set, (uint32_t)(which / 4 % solids), &x, &y, &z, &corners) == SEPAL_OK) {
        const uint32_t k = take_byte(p->from) % (uint32_t)corners;
        at[0] = x[k];
        at[1] = y[k];
        at[2] = z[k];
    } else {
        must(sepal_solids_box(set, (uint32_t)(which / 4 % solids), &box) == SEPAL_OK, "a solid that is nothing");
        memcpy(at, box.c, sizeof box.c);
    }
}

void take_solid_rays(pen *p, const sepal_solids *set, const sepal_filter *filter, const sepal_rule *rule, few_solid_rays *out) {
    out->count = take_below(p->from, RAYS_MOST + 1);
    for (size_t k = 0; k < out->count; k++) {
        float *row = out->rows + 6 * k, to[3];
        take_solid_place(p, set, row);
        take_solid_place(p, set, to);
        const int share = take_small(p->from); /* of the way, in eighths; or a power of two */
        const double factor = share >= -64 && share < 64 ? share / 8.0 : ldexp(1, share);
        for (int axis = 0; axis < 3; axis++)
            row[3 + axis] = to_float(((double)to[axis] - (double)row[axis]) * factor);
    }
    judge_solid_rays(set, out->rows, out->count, filter, rule, out->expected);
}

void ask_solid_rays(sepal_finder *finder, const sepal_solids *set, const sepal_filter *filter, const sepal_rule *rule,
                    const few_solid_rays *rays) {
    solid_ray_hit got[RAYS_MOST];
    must(sepal_solids_find_build(finder, set) == SEPAL_OK, "find_build");
    const sepal_status status = cast_solid_rays(finder, rays->rows, rays->count, filter, rule, got);
    must(status == SEPAL_OK, "cast_rays: %s", sepal_status_text(status));
    for (size_t k = 0; k < rays->count; k++)
        must(memcmp(&got[k], &rays->expected[k], sizeof got[k]) == 0, "cast_rays, %s: ray %zu hits solid %u at %a, not %u at %a",
             sepal_isa(), k, (unsigned)got[k].shape, (double)got[k].time, (unsigned)rays->expected[k].shape,
             (double)rays->expected[k].time);
}
