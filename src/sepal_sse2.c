/* sepal_sse2.c — the kernels for 4 lanes (SSE2 on x86, NEON on 64-bit ARM, simd128 on WebAssembly) as one file. It is empty elsewhere. */
#include "core/arithmetic.h"

#include "core/isa.h"

#if defined(SEPAL_HAVE_SSE2)
#define SEPAL_FOR_SSE2
#include "sepal_lanes.h"
#endif
