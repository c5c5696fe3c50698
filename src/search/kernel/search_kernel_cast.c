/* search_kernel_cast.c — which shapes may rays hit next? */
#include "../../core/arithmetic.h"

#include "names.h"
#include "slabs.h"
#include "walk_on.h"

SPECIALISED void look_along_ray(const void *walkers, uint32_t number, float limit, const float *node, const float *spans,
                                float least[SEPAL_FANOUT]) {
    const sepal_ray *ray = (const sepal_ray *)walkers + number;
    ray_entries(node, spans, ray, limit, least);
    if (ray->partly_known) {
        const uint32_t hits = node_hits(node, ray->bounds) & (spans != NULL ? span_hits(spans, ray->span) : 0xffff);
        for (unsigned k = 0; k < SEPAL_FANOUT; k++)
            least[k] = (hits >> k & 1) != 0 ? least[k] : INFINITY;
    }
}

void search_walk_rays(const sepal_tree *tree, const sepal_ray *rays, sepal_walk *walks, sepal_walkers *on) {
    walk_on(look_along_ray, rays, tree, walks, on);
}
