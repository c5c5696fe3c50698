/* solid_rays.h — rays that are hard on the solids of a set, and what each hits first, by asking about every solid. As rays.h. */
#ifndef SEPAL_TESTS_SOLID_RAYS_H
#define SEPAL_TESTS_SOLID_RAYS_H

#include <sepal/sepal.h>

/* What one ray hits. */
typedef struct solid_ray_hit {
    uint32_t shape;
    float time, normal[3];
} solid_ray_hit;

/* Rays as rows of x, y, z, dx, dy, dz: sepal_solid_rays of these. */
sepal_solid_rays solid_rays_of(const float *rows);

/* Rays from solids of one set to solids of another: through vertices, up to them, far out, from within, parallel to the axes, at rest.
 * All numbers are finite. rows: receives six numbers for each ray. */
void make_solid_rays(const sepal_solids *from, const sepal_solids *to, size_t count, float *rows);

/* What each ray hits first: every pair asked by sepal_solids_sweep_pairs. */
void judge_solid_rays(const sepal_solids *set, const float *rows, size_t count, const sepal_filter *filter, const sepal_rule *rule,
                      solid_ray_hit *hits);

/* What each ray hits first, as sepal_solids_cast_rays says with the tree of the finder. */
sepal_status cast_solid_rays(sepal_finder *finder, const float *rows, size_t count, const sepal_filter *filter,
                             const sepal_rule *rule, solid_ray_hit *hits);

#endif
