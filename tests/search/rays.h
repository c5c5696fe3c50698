/* rays.h — rays that are hard on the shapes of a set, and what each hits first, by asking about every shape. */
#ifndef SEPAL_TESTS_RAYS_H
#define SEPAL_TESTS_RAYS_H

#include <sepal/sepal.h>
#include <stdbool.h>

/* What one ray hits. */
typedef struct ray_hit {
    uint32_t shape;
    float time, normal_x, normal_y;
} ray_hit;

/* Rays as rows of x, y, dx, dy: sepal_rays of these. */
sepal_rays rays_of(const float *rows);

/* Rays from places of one set to places of another: through vertices, along edges, grazing, at rest, far out, from within, parallel to
 * the axes. All numbers are finite. rows: receives four numbers for each ray. */
void make_rays(const sepal_polys *from, const sepal_polys *to, size_t count, float *rows);

/* Does a filter want this ray and this shape? */
bool ray_is_wanted(const sepal_filter *f, size_t ray, size_t shape);

/* What each ray hits first: every pair asked by sepal_polys_sweep_pairs. */
void judge_rays(const sepal_polys *set, const float *rows, size_t count, const sepal_filter *filter, const sepal_rule *rule,
                ray_hit *hits);

/* What each ray hits first, as sepal_polys_cast_rays says with the tree of the finder. */
sepal_status cast_rays(sepal_finder *finder, const float *rows, size_t count, const sepal_filter *filter, const sepal_rule *rule,
                       ray_hit *hits);

#endif
