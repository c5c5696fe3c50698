/* names.h — what these kernels of one instruction set are called outside of their files. Without an instruction set they are compiled in
 * plain C. */
#ifndef SEPAL_CORE_KERNEL_NAMES_H
#define SEPAL_CORE_KERNEL_NAMES_H

#if defined(SEPAL_FOR_SSE2)
#define core_kernel_least_seeds sepal_least_seeds_sse2
#define core_kernel_least_row   sepal_least_row_sse2
#elif defined(SEPAL_FOR_AVX2)
#define core_kernel_least_seeds sepal_least_seeds_avx2
#define core_kernel_least_row   sepal_least_row_avx2
#elif defined(SEPAL_FOR_AVX512)
#define core_kernel_least_seeds sepal_least_seeds_avx512
#define core_kernel_least_row   sepal_least_row_avx512
#else
#define core_kernel_least_seeds sepal_least_seeds_scalar
#define core_kernel_least_row   sepal_least_row_scalar
#endif

#include "../least.h"

#endif
