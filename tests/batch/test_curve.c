/* Hilbert's curves of the finder: the cells of a square or cube, as they come one after the other, are
 * neighbours, and the curve leaves none out. */
#include "../../src/search/kernels.h"

#include <criterion/criterion.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE_IN_SPACE = 32, SIDE = 128, CELLS = SIDE_IN_SPACE * SIDE_IN_SPACE * SIDE_IN_SPACE };

/* Are the keys of an aligned square or cube of `count` cells a part of a path? */
static void check_path(const char *about, uint32_t *const cell[3], const uint32_t *keys, size_t count) {
    uint32_t first = keys[0] / (uint32_t)count * (uint32_t)count, *at = malloc(count * sizeof *at);
    cr_assert(at);
    memset(at, 0xff, count * sizeof *at);
    for (size_t i = 0; i < count; i++) {
        cr_assert_lt(keys[i] - first, count, "%s: cell %zu has key %u, behind %u", about, i, keys[i], first);
        at[keys[i] - first] = (uint32_t)i;
    }
    for (size_t k = 0; k < count; k++)
        cr_assert_neq(at[k], UINT32_MAX, "%s: no cell has key %zu", about, first + k);
    for (size_t k = 1; k < count; k++) {
        long steps = 0;
        for (int axis = 0; axis < 3; axis++)
            steps += labs((long)cell[axis][at[k]] - (long)cell[axis][at[k - 1]]);
        cr_assert_eq(steps, 1, "%s: %ld steps to key %zu", about, steps, first + k);
    }
    free(at);
}

/* Squares of the plane, or cubes, along the diagonal of all cells. */
static void check_curve(bool in_space) {
    static uint32_t x[CELLS], y[CELLS], z[CELLS], keys[CELLS];
    uint32_t *const cell[3] = {x, y, z};
    const uint32_t side = in_space ? SIDE_IN_SPACE : SIDE, most = in_space ? 1024 : 65536;
    const size_t count = in_space ? CELLS : SIDE * SIDE;
    for (uint32_t corner = 0; corner < most; corner += most / 8) {
        for (uint32_t i = 0; i < count; i++) {
            x[i] = corner + i % side;
            y[i] = corner + i / side % side;
            z[i] = in_space ? corner + i / side / side : 0;
        }
        if (in_space)
            sepal_search_hilbert_keys_in_space_scalar(x, y, z, keys, count);
        else
            sepal_search_hilbert_keys_scalar(x, y, keys, count);
        check_path(in_space ? "space" : "plane", cell, keys, count);
    }
}

Test(curve, plane) {
    check_curve(false);
}

Test(curve, space) {
    check_curve(true);
}
