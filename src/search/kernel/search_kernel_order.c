/* search_kernel_order.c — the keys of the Hilbert curve, by which boxes are put in order. */
#include "../../core/arithmetic.h"

#include "names.h"

/* From the coarsest cells to the finest: which quarter of the curve's cell, then the turn that the curve makes in it (Hamilton,
 * Rau-Chaplin, "Compact Hilbert indices", Information Processing Letters 105, 2008). Plain C that compilers make wide. */
void search_hilbert_keys(const uint32_t *x, const uint32_t *y, uint32_t *keys, size_t count) {
    for (size_t i = 0; i < count; i++) {
        uint32_t at_x = x[i], at_y = y[i], key = 0;
        for (int bit = 15; bit >= 0; bit--) {
            uint32_t right = at_x >> bit & 1, up = at_y >> bit & 1;
            key = key << 2 | ((3 * right) ^ up);
            uint32_t mirrored = 0 - ((up ^ 1) & right), swapped = up - 1;
            at_x ^= mirrored;
            at_y ^= mirrored;
            uint32_t differing = (at_x ^ at_y) & swapped;
            at_x ^= differing;
            at_y ^= differing;
        }
        keys[i] = key;
    }
}
