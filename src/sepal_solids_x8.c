/* sepal_solids_x8.c — the kernels of solids for 8 lanes (AVX2 and FMA on x86) as one file. It is empty elsewhere. */
#include "core/arithmetic.h"

#include "core/isa.h"

#if defined(SEPAL_HAVE_X8)
#define SEPAL_LANES 8
#include "sepal_solids_lanes.h"
#endif
