/* kernel.c — all kernels for one instruction set. Compiled once for each, with SEPAL_LANES given by the build. */
#include "contain.h"
#include "indices.h"
#include "mtv_round.h"
#include "overlap.h"
#include "place.h"
#include "round.h"

#if SEPAL_LANES == 4
const sepal_kernels sepal_kernels_x4
#elif SEPAL_LANES == 8
const sepal_kernels sepal_kernels_x8
#else
const sepal_kernels sepal_kernels_x16
#endif
    = {W_NAME,         indices_within, overlap_pairs, overlap_one, round_pairs,    round_one,
       contains_pairs, poses_within,   place,         mtv_pairs,   mtv_round_pairs};
