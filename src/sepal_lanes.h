/* sepal_lanes.h — all kernels of one instruction set, for sepal_x4.c, sepal_x8.c, sepal_x16.c and meson.build. */
#include "polys/kernel/polys_kernel_contain.c"
#include "polys/kernel/polys_kernel_mtv.c"
#include "polys/kernel/polys_kernel_mtv_round.c"
#include "polys/kernel/polys_kernel_overlap.c"
#include "polys/kernel/polys_kernel_overlap_round.c"
#include "polys/kernel/polys_kernel_place.c"
#include "polys/kernel/polys_kernel_table.c"
