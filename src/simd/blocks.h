/* blocks.h — loads and stores that transpose: records or blocks of vertices in memory, one shape in each lane. */
#ifndef SEPAL_SIMD_BLOCKS_H
#define SEPAL_SIMD_BLOCKS_H

#include "simd.h"

/* Row by row, so that the addresses of only a few lanes are needed at a time. */
SPECIALISED void w_load_quads(const float *const *at, int count, w *out) {
    for (int row = 0; row < 4; row++)
        for (int quad = 0; quad < count; quad++)
            out[4 * quad + row] = w_quad_row(at + row, quad);
    for (int quad = 0; quad < count; quad++)
        w_transpose(out + 4 * quad);
}
#ifndef W_LOADS_EIGHT
SPECIALISED void w_load_eight(const float *const *at, w *out) {
    w_load_quads(at, 2, out);
}
#endif
/* Records of sixteen floats, as two of eight. */
SPECIALISED void w_load_sixteen(const float *const *at, w *out) {
    const float *rest[SEPAL_LANES];
    for (int lane = 0; lane < SEPAL_LANES; lane++)
        rest[lane] = at[lane] + 8;
    w_load_eight(at, out);
    w_load_eight(rest, out + 8);
}
SPECIALISED void w_load_any_quad(const float *const *at, w *out) {
    for (int row = 0; row < 4; row++)
        out[row] = w_any_row(at + row);
    w_transpose(out);
}
SPECIALISED void w_store_quads(float *const *at, int count, const w *in) {
    for (int quad = 0; quad < count; quad++) {
        w rows[4] = {in[4 * quad], in[4 * quad + 1], in[4 * quad + 2], in[4 * quad + 3]};
        w_transpose(rows);
        for (int row = 0; row < 4; row++)
            w_store_row(at + row, quad, rows[row]);
    }
}

/* After the first transposes, list[] holds the quads in the order of their lanes: quad q of lane 4 * i + row is quad i of
 * list[row * count + q]. Transposing as many registers at a time as a register has quads brings them into the order of memory. */
SPECIALISED void w_store_run(float *to, int count, const w *in) {
    enum { QUADS = SEPAL_LANES / 4 };
    w list[32];
    for (int quad = 0; quad < count; quad++) {
        w rows[4] = {in[4 * quad], in[4 * quad + 1], in[4 * quad + 2], in[4 * quad + 3]};
        w_transpose(rows);
        for (int row = 0; row < 4; row++)
            list[row * count + quad] = rows[row];
    }
    for (int i = 0; i < 4 * count; i += QUADS) {
        w_transpose_quads(list + i);
        for (int k = 0; k < QUADS; k++)
            w_store(to + 16 * count * k + 4 * i, list[i + k]);
    }
}

#endif
