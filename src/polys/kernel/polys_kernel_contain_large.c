/* polys_kernel_contain_large.c — does a shape contain another, of which one has many vertices or a reach? One pair at a time in double, in sets
 * of floats or of doubles (edges_doubles.h). A unit of its own, so that sets of both kinds have one copy of it. */
#include "../../core/arithmetic.h"

#include "edges_doubles.h"
#include "names.h"
#include "query.h"

bool polys_kernel_contain_large(const void *question, const sepal_pair *pairs, size_t count, UNUSED sizes n, verdicts *out) {
    return ask_each(edges_hold_kernel, question, pairs, count, out);
}
