/* names.h — what these kernels of one instruction set are called outside of their files. Without an instruction set they are compiled in
 * plain C. */
#ifndef SEPAL_CORE_KERNEL_NAMES_H
#define SEPAL_CORE_KERNEL_NAMES_H

#include "../../simd/instructions.h"

#define core_kernel_least_seeds SEPAL_NAMED(sepal_least_seeds)
#define core_kernel_least_row   SEPAL_NAMED(sepal_least_row)

#include "../least.h"

#endif
