/* sepal_avx2.c — the kernels for 8 lanes (AVX2 and FMA on x86) as one file. It is empty elsewhere. */
#include "core/arithmetic.h"

#include "core/isa.h"

#if defined(SEPAL_HAVE_AVX2)
#define SEPAL_FOR_AVX2
#include "sepal_lanes.h"
#endif
