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
