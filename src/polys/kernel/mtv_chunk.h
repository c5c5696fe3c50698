/* mtv_chunk.h — the smallest pushes of a chunk of pairs. */
#ifndef SEPAL_POLYS_KERNEL_MTV_CHUNK_H
#define SEPAL_POLYS_KERNEL_MTV_CHUNK_H

#include "../../batch/verdicts.h"
#include <string.h>

/* The answers of a chunk. `unsure`: the sign of the depth is not certain. `unfit`: not a pair for float at all. */
typedef struct mtv_chunk {
    float x[SEPAL_CHUNK], y[SEPAL_CHUNK], depth[SEPAL_CHUNK];
    uint64_t unsure[SEPAL_CHUNK / 64], unfit[SEPAL_CHUNK / 64];
} mtv_chunk;

static inline void mtv_clear(mtv_chunk *out) {
    for (int k = 0; k < SEPAL_CHUNK / 64; k++)
        out->unsure[k] = out->unfit[k] = 0;
}

static inline void copy_if_wanted(float *to, const float *from, size_t count) {
    if (to != NULL)
        memcpy(to, from, count * sizeof *to);
}

#endif
