/* cast.h — rays from bytes, and the question what they hit first. */
#ifndef SEPAL_TESTS_CAST_H
#define SEPAL_TESTS_CAST_H

#include "../search/rays.h"
#include "../search/solid_rays.h"
#include "points.h"

enum { RAYS_MOST = 8 };

typedef struct few_rays {
    size_t count;
    float rows[4 * RAYS_MOST]; /* x, y, dx, dy of each */
    ray_hit expected[RAYS_MOST];
} few_rays;

/* From places of the pen or corners of the set to others, or by any move; and what the instruction set in use says of every pair. */
void take_rays(pen *p, const sepal_polys *set, const sepal_filter *filter, const sepal_rule *rule, few_rays *out);

/* Fails unless sepal_polys_cast_rays says the same. */
void ask_rays(sepal_finder *finder, const sepal_polys *set, const sepal_filter *filter, const sepal_rule *rule,
              const few_rays *rays);

/* Rays among solids. */
typedef struct few_solid_rays {
    size_t count;
    float rows[6 * RAYS_MOST];
    solid_ray_hit expected[RAYS_MOST];
} few_solid_rays;

void take_solid_rays(pen *p, const sepal_solids *set, const sepal_filter *filter, const sepal_rule *rule, few_solid_rays *out);
void ask_solid_rays(sepal_finder *finder, const sepal_solids *set, const sepal_filter *filter, const sepal_rule *rule,
                    const few_solid_rays *rays);

#endif
