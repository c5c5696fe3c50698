/* compiler.h — what C11 lacks, as each compiler provides it. */
#ifndef SEPAL_CORE_COMPILER_H
#define SEPAL_CORE_COMPILER_H

#include <stdbool.h>
#include <stdint.h>

/* SPECIALISED begins a function whose constant arguments become constants in its code, so that one source makes kernels of
 * different shape; where a build asks for small code, the compiler decides. SEPAL_NOINLINE keeps a function out of its callers. UNUSED
 * comes before an argument that a function has only since others of its type need it.
 * sepal_prefetch asks for a line of memory ahead of its use. */
#if defined(_MSC_VER) && !defined(__clang__)
#include <intrin.h>
#define SPECIALISED    static __forceinline
#define SEPAL_NOINLINE __declspec(noinline)
#define UNUSED
#else
#if defined(__OPTIMIZE_SIZE__)
#define SPECIALISED static inline
#else
#define SPECIALISED static inline __attribute__((always_inline))
#endif
#define SEPAL_NOINLINE __attribute__((noinline))
#define UNUSED         __attribute__((unused))
#endif

/* Before a loop whose passes are not to be written out one after the other: in code that is seldom run, its size counts. */
#if defined(__clang__)
#define SEPAL_ROLLED _Pragma("clang loop unroll(disable)")
#elif defined(__GNUC__)
#define SEPAL_ROLLED _Pragma("GCC unroll 1")
#else
#define SEPAL_ROLLED
#endif

/* Keeps the compiler from moving loads across this point. Where many addresses are computed, it would compute all of them first,
 * and keep them on the stack. */
static inline void sepal_keep_loads_apart(void) {
#if defined(_MSC_VER) && !defined(__clang__)
    _ReadWriteBarrier();
#else
    __asm__ volatile("" ::: "memory");
#endif
}

static inline void sepal_prefetch(const void *address) {
#if defined(_MSC_VER) && !defined(__clang__)
    (void)address;
#else
    __builtin_prefetch(address);
#endif
}

/* Makes a flag false, while other threads may do the same. Reads it first: so threads do not fight for the line of a flag that is
 * false already. */
/* NOLINTNEXTLINE(readability-non-const-parameter): clang-tidy does not see the store */
static inline void sepal_clear_shared(bool *flag) {
#if defined(_MSC_VER) && !defined(__clang__)
    volatile bool *shared = flag;
    if (*shared)
        *shared = false;
#else
    if (__atomic_load_n(flag, __ATOMIC_RELAXED))
        __atomic_store_n(flag, false, __ATOMIC_RELAXED);
#endif
}

/* The number of the lowest bit that is set in `word`, which is not 0. */
static inline unsigned sepal_lowest_bit(uint64_t word) {
#if defined(_MSC_VER) && !defined(__clang__)
    unsigned long bit;
#if defined(_M_X64) || defined(_M_ARM64)
    _BitScanForward64(&bit, word);
#else
    if ((uint32_t)word != 0) {
        _BitScanForward(&bit, (uint32_t)word);
    } else {
        _BitScanForward(&bit, (uint32_t)(word >> 32));
        bit += 32;
    }
#endif
    return bit;
#else
    return (unsigned)__builtin_ctzll(word);
#endif
}

/* Before SEPAL_NOINLINE: of a function that is seldom called, and large, gcc makes no copies for constant arguments. */
#if defined(__GNUC__) && !defined(__clang__)
#define SEPAL_ONE_COPY __attribute__((noclone))
#else
#define SEPAL_ONE_COPY
#endif

#endif
