/* isa.h — the instruction sets that this build has kernels for, and the one in use.
 *
 * Kernels are compiled for 4, 8 and 16 lanes: 4 are SSE2, NEON or WebAssembly's simd128, 8 are AVX2, 16 are AVX-512. A build for
 * x86 has all three. A build that leaves some out must define SEPAL_WITHOUT_X4, SEPAL_WITHOUT_X8 or SEPAL_WITHOUT_X16 for all files
 * of the library; otherwise the linker reports missing kernels. On 32-bit ARM, NEON flushes subnormals, so only the scalar path is
 * used there. SEPAL_PORTABLE_X16 builds the 16 lanes without AVX-512, for tests on any machine. */
#ifndef SEPAL_CORE_ISA_H
#define SEPAL_CORE_ISA_H

#include <stddef.h>

#if defined(SEPAL_PORTABLE_X16)
#define SEPAL_HAVE_X16
#else
#if defined(__x86_64__) || defined(__i386__) || defined(_M_X64) || defined(_M_IX86)
#if !defined(SEPAL_WITHOUT_X4)
#define SEPAL_HAVE_X4
#endif
#if !defined(SEPAL_WITHOUT_X8)
#define SEPAL_HAVE_X8
#endif
#if !defined(SEPAL_WITHOUT_X16)
#define SEPAL_HAVE_X16
#endif
#elif (defined(__aarch64__) || defined(_M_ARM64) || defined(__wasm__)) && !defined(SEPAL_WITHOUT_X4)
#define SEPAL_HAVE_X4
#endif
#endif

typedef enum sepal_isa_lanes { SEPAL_SCALAR, SEPAL_X4, SEPAL_X8, SEPAL_X16 } sepal_isa_lanes;
enum { SEPAL_ISA_COUNT = SEPAL_X16 + 1 };

/* A table of the functions that answer one question, by instruction set; NULL stands for those that this build leaves out. Each table
 * is in the source of its question, so that a static library brings into a program only the kernels of the questions that it asks. */
#define SEPAL_KERNELS(scalar, x4, x8, x16)                                                                                         \
    { scalar, SEPAL_KERNEL_X4(x4), SEPAL_KERNEL_X8(x8), SEPAL_KERNEL_X16(x16) }
#if defined(SEPAL_HAVE_X4)
#define SEPAL_KERNEL_X4(kernel) kernel
#else
#define SEPAL_KERNEL_X4(kernel) NULL
#endif
#if defined(SEPAL_HAVE_X8)
#define SEPAL_KERNEL_X8(kernel) kernel
#else
#define SEPAL_KERNEL_X8(kernel) NULL
#endif
#if defined(SEPAL_HAVE_X16)
#define SEPAL_KERNEL_X16(kernel) kernel
#else
#define SEPAL_KERNEL_X16(kernel) NULL
#endif

/* The instruction set that the user chose, or the fastest one of this machine. This build has kernels for it. */
sepal_isa_lanes sepal_isa_in_use(void);

/* The same for a list of `count` pairs that are answered in lanes of their own: if the user has not chosen, a list that fits into 8
 * lanes is not answered in 16, which take longer for it (docs/tried.md). */
sepal_isa_lanes sepal_isa_for(size_t count);

#endif
