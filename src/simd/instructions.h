/* instructions.h — the instruction set that a unit of kernels is compiled for, which the build defines: SEPAL_FOR_SSE2 (SIMDe turns it
 * into NEON or WebAssembly's simd128 on other machines), SEPAL_FOR_AVX2 or SEPAL_FOR_AVX512. Plain C has none of them.
 * SEPAL_LANES: how many floats one vector of the set holds; another set may have vectors of the same length. SEPAL_NAMED: what a function of
 * the unit is called outside of its file. */
#ifndef SEPAL_SIMD_INSTRUCTIONS_H
#define SEPAL_SIMD_INSTRUCTIONS_H

#if defined(SEPAL_FOR_SSE2)
#define SEPAL_LANES       4
#define SEPAL_NAMED(name) name##_sse2
#elif defined(SEPAL_FOR_AVX2)
#define SEPAL_LANES       8
#define SEPAL_NAMED(name) name##_avx2
#elif defined(SEPAL_FOR_AVX512)
#define SEPAL_LANES       16
#define SEPAL_NAMED(name) name##_avx512
#else
#define SEPAL_NAMED(name) name##_scalar
#endif

#endif
