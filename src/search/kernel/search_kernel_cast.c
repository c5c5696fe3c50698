/* search_kernel_cast.c — which boxes of nodes may rays enter, and when? */
#include "../../core/arithmetic.h"

#include "names.h"
#include "slabs.h"

/* No step depends on the answers of another one, so that several are on their way in the processor. */
void search_look(const sepal_tree *tree, const sepal_ray *rays, sepal_look *looks, size_t count) {
    for (size_t k = 0; k < count; k++) {
        sepal_look *look = &looks[k];
        const sepal_ray *ray = &rays[look->walk];
        const float *node = tree->level[look->level] + look->node * (size_t)SEPAL_NODE_FLOATS;
        const float *spans = tree->spans[look->level];
        if (spans != NULL) {
            spans += look->node * (size_t)SEPAL_SPAN_FLOATS;
            look->hits = ray_hits(node, spans, ray, look->least);
        } else
            look->hits = ray_hits(node, NULL, ray, look->least);
        if (ray->partly_known)
            look->hits &= node_hits(node, ray->bounds) & (spans != NULL ? span_hits(spans, ray->span) : look->hits);
    }
}
