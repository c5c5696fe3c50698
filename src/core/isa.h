/* isa.h — the instruction sets that this build has kernels for, and the one in use.
 *
 * Kernels are compiled for SSE2 (4 lanes), AVX2 (8) and AVX-512 (16); a build for x86 has all three. On 64-bit ARM and WebAssembly,
 * SIMDe makes NEON and simd128 of SSE2, whose name the kernels keep. A build that leaves some out must define SEPAL_WITHOUT_SSE2,
 * SEPAL_WITHOUT_AVX2 or SEPAL_WITHOUT_AVX512 for all files of the library; otherwise the linker reports missing kernels. On 32-bit
 * ARM, NEON flushes subnormals, so only the scalar path is used there. SEPAL_PORTABLE_AVX512 builds the kernels of AVX-512 in plain C,
 * for tests on any machine. */
#ifndef SEPAL_CORE_ISA_H
#define SEPAL_CORE_ISA_H

#include <stddef.h>

#if defined(SEPAL_PORTABLE_AVX512)
#define SEPAL_HAVE_AVX512
#else
#if defined(__x86_64__) || defined(__i386__) || defined(_M_X64) || defined(_M_IX86)
#if !defined(SEPAL_WITHOUT_SSE2)
#define SEPAL_HAVE_SSE2
#endif
#if !defined(SEPAL_WITHOUT_AVX2)
#define SEPAL_HAVE_AVX2
#endif
#if !defined(SEPAL_WITHOUT_AVX512)
#define SEPAL_HAVE_AVX512
#endif
#elif (defined(__aarch64__) || defined(_M_ARM64) || defined(__wasm__)) && !defined(SEPAL_WITHOUT_SSE2)
#define SEPAL_HAVE_SSE2
#endif
#endif

typedef enum sepal_isa_kind { SEPAL_SCALAR, SEPAL_SSE2, SEPAL_AVX2, SEPAL_AVX512 } sepal_isa_kind;
enum { SEPAL_ISA_COUNT = SEPAL_AVX512 + 1 };

/* A table of the functions that answer one question, by instruction set; NULL stands for those that this build leaves out. Each table
 * is in the source of its question, so that a static library brings into a program only the kernels of the questions that it asks. */
#define SEPAL_KERNELS(scalar, sse2, avx2, avx512)                                                                                  \
    { scalar, SEPAL_KERNEL_SSE2(sse2), SEPAL_KERNEL_AVX2(avx2), SEPAL_KERNEL_AVX512(avx512) }
#if defined(SEPAL_HAVE_SSE2)
#define SEPAL_KERNEL_SSE2(kernel) kernel
#else
#define SEPAL_KERNEL_SSE2(kernel) NULL
#endif
#if defined(SEPAL_HAVE_AVX2)
#define SEPAL_KERNEL_AVX2(kernel) kernel
#else
#define SEPAL_KERNEL_AVX2(kernel) NULL
#endif
#if defined(SEPAL_HAVE_AVX512)
#define SEPAL_KERNEL_AVX512(kernel) kernel
#else
#define SEPAL_KERNEL_AVX512(kernel) NULL
#endif

/* The instruction set that the user chose, or the fastest one of this machine. This build has kernels for it. */
sepal_isa_kind sepal_isa_in_use(void);

/* The instruction set for a list of `count` pairs that are answered in lanes of their own: the one in use, except that a list that
 * fits into 8 lanes, if the user has not chosen, is not answered in 16, which take longer for it (docs/tried.md). */
sepal_isa_kind sepal_isa_for(size_t count);

#endif
