/* search_kernels.c — the table of the finder's kernels in use. */
#include "../core/arithmetic.h"

#include "../core/isa.h"
#include "kernels.h"

const sepal_search_kernels *sepal_search_kernels_in_use(void) {
    static const sepal_search_kernels *const tables[] = {
        [SEPAL_SCALAR] = &sepal_search_kernels_scalar,
#if defined(SEPAL_HAVE_X4)
        [SEPAL_X4] = &sepal_search_kernels_x4,
#endif
#if defined(SEPAL_HAVE_X8)
        [SEPAL_X8] = &sepal_search_kernels_x8,
#endif
#if defined(SEPAL_HAVE_X16)
        [SEPAL_X16] = &sepal_search_kernels_x16,
#endif
    };
    return tables[sepal_isa_in_use()];
}
