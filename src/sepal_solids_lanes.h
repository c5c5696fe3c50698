/* sepal_solids_lanes.h — the kernels of one instruction set for solids, for sepal_solids_x4.c, sepal_solids_x8.c and
 * sepal_solids_x16.c. They use the names of the kernels for polygons, and so have files of their own. */
#include "solids/kernel/solids_kernel_contacts.c"
#include "solids/kernel/solids_kernel_contain.c"
#include "solids/kernel/solids_kernel_mtv.c"
#include "solids/kernel/solids_kernel_overlap.c"
#include "solids/kernel/solids_kernel_place.c"
#include "solids/kernel/solids_kernel_rows.c"
#include "solids/kernel/solids_kernel_sweep.c"
