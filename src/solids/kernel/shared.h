/* shared.h — two hulls that touch often share a vertex, as neighbours in a mesh do: then they meet, exactly. */
#ifndef SEPAL_SOLIDS_KERNEL_SHARED_H
#define SEPAL_SOLIDS_KERNEL_SHARED_H

#include "hulls.h"

/* Larger blocks have too many couples of vertices to compare. */
enum { SHARED_VERTICES = 16 };

/* n: the sizes of the blocks. yes: some vertex of a is one of b. */
SPECIALISED lanes shared_kernel(const void *question, const sepal_pair *group, size_t k, sizes n) {
    const solids_query *q = question;
    hull_lanes a, b;
    w3 mean, origin = w3_set1(0, 0, 0);
    (void)k;
    load_hulls(q->a, &group->a, n.a, origin, w_set1(1), &mean, &a);
    load_hulls(q->b, &group->b, n.b, origin, w_set1(1), &mean, &b);
    wm shared = wm_none();
    for (uint32_t i = 0; i < n.a; i++)
        for (uint32_t j = 0; j < n.b; j++) {
            wm same = wm_and(w_eq(a.at[i], b.at[j]), w_eq(a.at[n.a + i], b.at[n.b + j]));
            shared = wm_or(shared, wm_and(same, w_eq(a.at[2 * n.a + i], b.at[2 * n.b + j])));
        }
    return decided(wm_none(), shared);
}

/* For pairs of hulls of which touching counts as overlap; others are left open. */
static bool filter_shared(const void *question, const sepal_pair *pairs, size_t count, sizes n, verdicts *out) {
    const solids_query *q = question;
    if (q->touching != SEPAL_TOUCHING_OVERLAPS || n.a == 0 || n.b == 0 || n.a > SHARED_VERTICES || n.b > SHARED_VERTICES)
        return leave_all_open(out, count);
    return n.a == 4 && n.b == 4 ? ask_groups(shared_kernel, NULL, q, pairs, count, (sizes){4, 4, false}, out)
                                : ask_groups(shared_kernel, NULL, q, pairs, count, n, out);
}

#endif
