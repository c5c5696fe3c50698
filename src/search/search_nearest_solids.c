/* search_nearest_solids.c — the k nearest solids. */
#include "../core/arithmetic.h"

#include "nearest.h"

static void solid_depths(const void *a, const void *b, const sepal_pair *pairs, size_t count, float *depth) {
    (void)sepal_solids_mtv_pairs(a, b, pairs, count, NULL, &(sepal_solid_mtvs){.depth = depth});
}

sepal_status
sepal_solids_find_nearest(sepal_finder *finder, const sepal_solids *a, size_t first, size_t count, size_t k,
                          /* NOLINTNEXTLINE(readability-non-const-parameter): the answers are written through `asked` */
                          const sepal_filter *filter, float limit, uint32_t *nearest, float *distance) {
    const sepal_seek asked = {a, first, count, k, filter, limit, nearest, distance, solid_depths};
    return sepal_search_nearest(finder, true, &asked);
}
