/* Queries take no memory from anywhere: the allocation functions of the C library are replaced by ones that count. (A linker takes
 * the program's own definitions before those of a library; glibc keeps its own under other names, for this purpose.) */
#include "../common/check.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <stdlib.h>

static size_t allocations;

/* NOLINTBEGIN: glibc's names are reserved ones, and its parameters too */
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *pointer, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

void *malloc(size_t size) {
    allocations++;
    return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
    allocations++;
    return __libc_calloc(count, size);
}

void *realloc(void *pointer, size_t size) {
    allocations++;
    return __libc_realloc(pointer, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
    allocations++;
    return __libc_memalign(alignment, size);
}

int posix_memalign(void **out, size_t alignment, size_t size) {
    allocations++;
    *out = __libc_memalign(alignment, size);
    return *out == NULL ? ENOMEM : 0;
}
/* NOLINTEND */

Test(quiet, queries_do_not_allocate) {
    for (size_t kind = 0; kind < scene_kind_count(); kind++) {
        scene s = scene_create(kind, 801, 150, 1500);
        uint64_t bits[SEPAL_BIT_WORDS(1500)];
        static float depth[1500];
        const size_t row = sepal_polys_count(s.set_b) < 1500 ? sepal_polys_count(s.set_b) : 1500;
        const size_t before = allocations;
        cr_assert_gt(before, 0, "the replacement is not in use");
        for (size_t isa = 0; isa < sepal_isa_count(); isa++)
            for (int touching = 0; touching < RULES; touching++) {
                use_isa(isa);
                const size_t now = allocations;
                sepal_polys_overlap_pairs(s.set_a, s.set_b, s.pairs, s.pair_count, rule_at(touching), bits);
                sepal_polys_mtv_pairs(s.set_a, s.set_b, s.pairs, s.pair_count, rule_at(touching), &(sepal_mtvs){.depth = depth});
                sepal_polys_overlap_one(s.set_a, 0, s.set_b, 0, row, rule_at(touching), bits);
                cr_assert_eq(allocations, now, "%s, scene '%s'", sepal_isa(), s.kind);
            }
        scene_destroy(&s);
    }
}
