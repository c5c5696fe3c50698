/* sepal_avx512.c — the kernels for 16 lanes (AVX-512 on x86) as one file. It is empty elsewhere. */
#include "core/arithmetic.h"

#include "core/isa.h"

#if defined(SEPAL_HAVE_AVX512)
#define SEPAL_FOR_AVX512
#include "sepal_lanes.h"
#endif
