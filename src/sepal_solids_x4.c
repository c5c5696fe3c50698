/* sepal_solids_x4.c — the kernels of solids for 4 lanes (SSE2 on x86, NEON on 64-bit ARM, simd128 on WebAssembly) as one file. It is empty elsewhere. */
#include "core/arithmetic.h"

#include "core/isa.h"

#if defined(SEPAL_HAVE_X4)
#define SEPAL_LANES 4
#include "sepal_solids_lanes.h"
#endif
