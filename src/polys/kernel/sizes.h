/* sizes.h — the one place where code is made for constant sizes: a kernel whose loops have constant bounds is 1.5 to 2 times as
 * fast as one whose bounds are read (docs/tried.md). */
#ifndef SEPAL_POLYS_KERNEL_SIZES_H
#define SEPAL_POLYS_KERNEL_SIZES_H

#include "../../batch/chunk.h"

/* Combinations of sizes of a and b. SAME: all blocks of both sets have room for four vertices. ANY: the size is read at run
 * time. */
enum {
    SAME_3_3 = 1 << 3,
    SAME_4_1 = 1 << 4,
    SAME_4_4 = 1 << 5,
    SIZES_1_1 = 1 << 6,
    SIZES_2_2 = 1 << 7,
    SIZES_1_4 = 1 << 8,
    SIZES_4_1 = 1 << 9,
    SIZES_4_4 = 1 << 10,
    SIZES_4_8 = 1 << 11,
    SIZES_8_4 = 1 << 12,
    SIZES_8_8 = 1 << 13,
    SIZES_4_16 = 1 << 14,
    SIZES_16_4 = 1 << 15,
    SIZES_8_16 = 1 << 16,
    SIZES_16_8 = 1 << 17,
    SIZES_16_16 = 1 << 18,
    SIZES_8_1 = 1 << 19,
    SIZES_16_1 = 1 << 20,
    SIZES_1_ANY = 1 << 21,
    SIZES_ANY_1 = 1 << 23,
    SIZES_ANY = 1 << 24,
};

/* Is the combination `with` made, and is it the one that is asked for? */
SPECIALISED bool is_made(int made, int one, sizes with, sizes n) {
    return (made & one) != 0 && with.a == n.a && with.b == n.b && (n.same || !with.same);
}

/* As ask_groups, with separate code for each combination in `made`, which must be a constant. The first combination that fits n is
 * used; one must fit. */
SPECIALISED bool ask_sized(int made, group_kernel *kernel, const void *question, const sepal_pair *pairs, size_t count, sizes n,
                           verdicts *out) {
#define TRY(one, size_a, size_b, same)                                                                                             \
    if (is_made(made, one, (sizes){size_a, size_b, same}, n))                                                                      \
    return ask_groups(kernel, NULL, question, pairs, count, (sizes){size_a, size_b, same}, out)
    TRY(SAME_3_3, 3, 3, true);
    TRY(SAME_4_1, 4, 1, true);
    TRY(SAME_4_4, 4, 4, true);
    TRY(SIZES_1_1, 1, 1, false);
    TRY(SIZES_2_2, 2, 2, false);
    TRY(SIZES_1_4, 1, 4, false);
    TRY(SIZES_4_1, 4, 1, false);
    TRY(SIZES_4_4, 4, 4, false);
    TRY(SIZES_4_8, 4, 8, false);
    TRY(SIZES_8_4, 8, 4, false);
    TRY(SIZES_8_8, 8, 8, false);
    TRY(SIZES_4_16, 4, 16, false);
    TRY(SIZES_16_4, 16, 4, false);
    TRY(SIZES_8_16, 8, 16, false);
    TRY(SIZES_16_8, 16, 8, false);
    TRY(SIZES_16_16, 16, 16, false);
    TRY(SIZES_8_1, 8, 1, false);
    TRY(SIZES_16_1, 16, 1, false);
    TRY(SIZES_1_ANY, 1, n.b, false);
    TRY(SIZES_ANY_1, n.a, 1, false);
    TRY(SIZES_ANY, n.a, n.b, n.same);
#undef TRY
    return false;
}

#endif
