/* dispatch.c — chooses the table of kernels: once, at the first query, or when the user asks for another. */
#include "cpu.h"
#include "kernels.h"
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#ifndef SEPAL_PORTABLE_X16
#define SEPAL_PORTABLE_X16 0 /* 1: they are built without AVX-512, for tests on any machine */
#endif

static _Atomic(const sepal_kernels *) in_use; /* NULL until the first query */

/* Usable table i, slowest first; NULL past the last. */
static const sepal_kernels *usable(size_t i) {
    const sepal_kernels *tables[4];
    size_t count = 0;
    tables[count++] = &sepal_kernels_scalar;
#ifdef SEPAL_HAVE_X4
    tables[count++] = &sepal_kernels_x4;
#endif
#ifdef SEPAL_HAVE_X8
    if (sepal_cpu_has_avx2())
        tables[count++] = &sepal_kernels_x8;
#endif
#ifdef SEPAL_HAVE_X16
    if (SEPAL_PORTABLE_X16 || sepal_cpu_has_avx512())
        tables[count++] = &sepal_kernels_x16;
#endif
    return i < count ? tables[i] : NULL;
}

static const sepal_kernels *find(const char *name) {
    const sepal_kernels *table;
    for (size_t i = 0; (table = usable(i)) != NULL; i++)
        if (strcmp(table->name, name) == 0)
            return table;
    return NULL;
}

size_t sepal_isa_count(void) {
    size_t count = 1;
    while (usable(count) != NULL)
        count++;
    return count;
}

const char *sepal_isa_at(size_t i) {
    const sepal_kernels *table = usable(i);
    return table == NULL ? NULL : table->name;
}

const sepal_kernels *sepal_kernels_in_use(void) {
    const sepal_kernels *table = atomic_load_explicit(&in_use, memory_order_acquire);
    if (table == NULL) {
        const char *wanted = getenv("SEPAL_ISA");
        table = wanted == NULL ? NULL : find(wanted);
        if (table == NULL)
            table = usable(sepal_isa_count() - 1);
        /* Of threads that come here together the first one wins, so that a sepal_isa_use in between is not undone. */
        const sepal_kernels *none = NULL;
        if (!atomic_compare_exchange_strong(&in_use, &none, table))
            table = none;
    }
    return table;
}

const char *sepal_isa(void) {
    return sepal_kernels_in_use()->name;
}

sepal_status sepal_isa_use(const char *name) {
    const sepal_kernels *table = name == NULL ? usable(sepal_isa_count() - 1) : find(name);
    if (table == NULL)
        return SEPAL_BAD_ARGUMENT;
    atomic_store_explicit(&in_use, table, memory_order_release);
    return SEPAL_OK;
}
