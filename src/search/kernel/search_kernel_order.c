/* search_kernel_order.c — the keys of the Hilbert curve, by which boxes are put in order. */
#include "../../core/arithmetic.h"

#include "../../core/compiler.h"
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

/* Ten bits, each three places above the one below it (Ericson, Real-Time Collision Detection, section 7.3.5). */
static uint32_t spread_bits(uint32_t v) {
    v = (v ^ v << 16) & 0xff0000ffU;
    v = (v ^ v << 8) & 0x0300f00fU;
    v = (v ^ v << 4) & 0x030c30c3U;
    return (v ^ v << 2) & 0x09249249U;
}

/* The turn of a cell, for an axis: its lower bits are exchanged with those of x, or those of x are mirrored. */
SPECIALISED void turn_axis(uint32_t *x, uint32_t *axis, int bit) {
    uint32_t mirrored = 0 - (*axis >> bit & 1), lower = (1U << bit) - 1, differing = (*x ^ *axis) & lower & ~mirrored;
    *x ^= differing | (mirrored & lower);
    *axis ^= differing;
}

/* The numbers along the curve in space (Skilling, "Programming the Hilbert curve", AIP Conference Proceedings 707, 2004): the turns of
 * all cells, from the coarsest to the finest, then the Gray code of what they make of the three numbers. */
void search_hilbert_keys_in_space(const uint32_t *x, const uint32_t *y, const uint32_t *z, uint32_t *keys, size_t count) {
    for (size_t i = 0; i < count; i++) {
        uint32_t at_x = x[i], at_y = y[i], at_z = z[i];
        for (int bit = 9; bit > 0; bit--) {
            at_x ^= (0 - (at_x >> bit & 1)) & ((1U << bit) - 1);
            turn_axis(&at_x, &at_y, bit);
            turn_axis(&at_x, &at_z, bit);
        }
        at_y ^= at_x;
        at_z ^= at_y;
        uint32_t odd = at_z >> 1; /* bit b: whether an odd number of the bits above it are set */
        odd ^= odd >> 1;
        odd ^= odd >> 2;
        odd ^= odd >> 4;
        odd ^= odd >> 8;
        keys[i] = spread_bits(at_x ^ odd) << 2 | spread_bits(at_y ^ odd) << 1 | spread_bits(at_z ^ odd);
    }
}
