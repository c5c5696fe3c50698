/* isa.c — chooses the instruction set: once, at the first query, or when the user asks for another. */
#include "arithmetic.h"

#include "isa.h"

#include "compiler.h"
#include "cpu.h"
#include <sepal/base.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

/* The names that sepal_isa_at returns. */
static const char *const names[] = {
    [SEPAL_SCALAR] = "scalar",
#if defined(__aarch64__) || defined(_M_ARM64)
    [SEPAL_SSE2] = "neon",
#elif defined(__wasm__)
    [SEPAL_SSE2] = "simd128",
#else
    [SEPAL_SSE2] = "sse2",
#endif
    [SEPAL_AVX2] = "avx2",
    [SEPAL_AVX512] = "avx512",
};

/* What is in use: a sepal_isa_kind, with NARROWER added where short lists may be answered in 8 lanes. */
enum { NONE = -1, NARROWER = 8 };
static atomic_int in_use = NONE; /* until the first query */

/* Usable instruction set i, slowest first; NONE past the last. */
static int usable(size_t i) {
    int found[4];
    size_t count = 0;
    found[count++] = SEPAL_SCALAR;
#if defined(SEPAL_HAVE_SSE2)
    found[count++] = SEPAL_SSE2;
#endif
#if defined(SEPAL_HAVE_AVX2)
    if (sepal_cpu_has_avx2())
        found[count++] = SEPAL_AVX2;
#endif
#if defined(SEPAL_PORTABLE_AVX512)
    found[count++] = SEPAL_AVX512;
#elif defined(SEPAL_HAVE_AVX512)
    if (sepal_cpu_has_avx512())
        found[count++] = SEPAL_AVX512;
#endif
    return i < count ? found[i] : NONE;
}

static int fastest(void) {
    int isa = SEPAL_SCALAR, next;
    for (size_t i = 0; (next = usable(i)) != NONE; i++)
        isa = next;
    return isa;
}

/* What the library chooses: the fastest, and fewer lanes for short lists. */
static int choice(void) {
    int isa = fastest(), next;
    for (size_t i = 0; isa == SEPAL_AVX512 && (next = usable(i)) != NONE; i++)
        if (next == SEPAL_AVX2)
            return isa | NARROWER;
    return isa;
}

static int find(const char *name) {
    int isa;
    for (size_t i = 0; (isa = usable(i)) != NONE; i++)
        if (strcmp(names[isa], name) == 0)
            return isa;
    return NONE;
}

size_t sepal_isa_count(void) {
    size_t count = 1;
    while (usable(count) != NONE)
        count++;
    return count;
}

const char *sepal_isa_at(size_t i) {
    int isa = usable(i);
    return isa == NONE ? NULL : names[isa];
}

/* Not inlined, since it is called once. */
static SEPAL_NOINLINE int choose(void) {
    const char *wanted = getenv("SEPAL_ISA");
    int isa = wanted == NULL ? NONE : find(wanted), none = NONE;
    if (isa == NONE)
        isa = choice();
    /* If several threads come here together, the first one decides; and a sepal_isa_use in between is not undone. */
    return atomic_compare_exchange_strong(&in_use, &none, isa) ? isa : none;
}

static inline int chosen(void) {
    int isa = atomic_load_explicit(&in_use, memory_order_acquire);
    return isa == NONE ? choose() : isa;
}

sepal_isa_kind sepal_isa_in_use(void) {
    return (sepal_isa_kind)(chosen() & ~NARROWER);
}

sepal_isa_kind sepal_isa_for(size_t count) {
    int isa = chosen();
    return count <= 8 && (isa & NARROWER) != 0 ? SEPAL_AVX2 : (sepal_isa_kind)(isa & ~NARROWER);
}

const char *sepal_isa(void) {
    return names[sepal_isa_in_use()];
}

sepal_status sepal_isa_use(const char *name) {
    int isa = name == NULL ? choice() : find(name);
    if (isa == NONE)
        return SEPAL_BAD_ARGUMENT;
    atomic_store_explicit(&in_use, isa, memory_order_release);
    return SEPAL_OK;
}
