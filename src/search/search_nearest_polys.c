/* search_nearest_polys.c — the k nearest polygons. */
#include "../core/arithmetic.h"

#include "../polys/set.h"
#include "nearest.h"

static void poly_depths(const void *a, const void *b, const sepal_pair *pairs, size_t count, float *depth) {
    (void)sepal_polys_mtv_pairs(a, b, pairs, count, NULL, &(sepal_mtvs){.depth = depth});
}

sepal_status sepal_polys_find_nearest(sepal_finder *finder, const sepal_polys *a, size_t first, size_t count, size_t k,
                                      /* NOLINTNEXTLINE(readability-non-const-parameter): the answers are written through `asked` */
                                      const sepal_filter *filter, float limit, uint32_t *nearest, float *distance) {
    const sepal_polys *b = sepal_finder_polys(finder);
    if ((a != NULL && a->doubles) || (b != NULL && b->doubles))
        return SEPAL_BAD_KIND;
    const sepal_seek asked = {a, first, count, k, filter, limit, nearest, distance, poly_depths};
    return sepal_search_nearest(finder, false, &asked);
}
