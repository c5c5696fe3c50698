/* meshes_facets.c — which triangles are in one plane and joined by flat edges. The sets are joined as in Tarjan, "Efficiency of
 * a good but not linear set union algorithm", Journal of the ACM 22, 1975; the least triangle of each names it. */
#include "../core/arithmetic.h"

#include "../core/memory.h"
#include "mesh.h"

static uint32_t facet_root(uint32_t *facets, uint32_t triangle) {
    while (facets[triangle] != triangle) {
        facets[triangle] = facets[facets[triangle]];
        triangle = facets[triangle];
    }
    return triangle;
}

static void join_facets(uint32_t *facets, uint32_t p, uint32_t q) {
    p = facet_root(facets, p);
    q = facet_root(facets, q);
    if (p < q)
        facets[q] = p;
    else
        facets[p] = q;
}

static bool has_flat_edge(const sepal_mesh *mesh) {
    bool flat = false;
    for (uint32_t t = 0; t < mesh->count && !flat; t++)
        for (int k = 0; k < 3; k++)
            flat = flat || sepal_mesh_kind(mesh, t, k) == SEPAL_EDGE_FLAT;
    return flat;
}

sepal_status sepal_mesh_find_facets(sepal_mesh *made) {
    if (!has_flat_edge(made))
        return SEPAL_OK;
    made->facets = sepal_memory_take(&made->allocator, made->count, sizeof *made->facets);
    if (made->facets == NULL)
        return SEPAL_NO_MEMORY;
    for (uint32_t t = 0; t < made->count; t++)
        made->facets[t] = t;
    for (uint32_t t = 0; t < made->count; t++)
        for (int k = 0; k < 3; k++) {
            const uint32_t other = sepal_mesh_kind(made, t, k) == SEPAL_EDGE_FLAT ? sepal_mesh_neighbour(made, t, k) : t;
            if (other < t)
                join_facets(made->facets, t, other);
        }
    for (uint32_t t = 0; t < made->count; t++)
        made->facets[t] = facet_root(made->facets, t);
    return SEPAL_OK;
}
