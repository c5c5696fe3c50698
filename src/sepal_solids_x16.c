/* sepal_solids_x16.c — the kernels of solids for 16 lanes (AVX-512 on x86) as one file. It is empty elsewhere. */
#include "core/arithmetic.h"

#include "core/isa.h"

#if defined(SEPAL_HAVE_X16)
#define SEPAL_LANES 16
#include "sepal_solids_lanes.h"
#endif
