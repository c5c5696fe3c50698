/* No question allocates memory: the allocation functions of the C library are replaced by functions that count. The linker prefers
 * the program's own definitions to those of a library, and glibc keeps its own under other names for this purpose. */
#include "../common/check.h"
#include "../scenes/solid_scenes.h"
#include "../scenes/stages.h"
#include "questions.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <stdlib.h>

static size_t allocations;

/* NOLINTBEGIN: glibc's names and parameters are reserved ones */
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

Test(quiet, questions_do_not_allocate) {
    for (size_t k = 0; k < set_kind_count; k++)
        for (size_t n = 0; n < set_kinds[k]->brief_count(); n++) {
            const set_kind *kind = set_kinds[k];
            subject s = kind->create(n, 801, 150, 700);
            for (size_t j = 0; j < kind->question_count; j++) {
                const question *q = &kind->questions[j];
                if (!is_asked(j, n))
                    continue;
                reply r = reply_create(q, call_longest(q, &s));
                cr_assert_gt(allocations, 0, "the replacement is not in use");
                for (size_t i = 0; i < rule_count(q); i++)
                    for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
                        sepal_rule rule = rule_number(i, s.margin);
                        call c = call_part(q, &s, 0, 0, isa == 0 ? r.count / 8 : r.count, &rule); /* scalar: one after the other */
                        use_isa(isa);
                        size_t before = allocations;
                        sepal_status status = q->ask(&c, r.arrays);
                        cr_assert_eq(allocations, before, "%s, '%s', scene '%s'", sepal_isa(), q->name, s.name);
                        cr_assert_eq(status, SEPAL_OK, "%s, '%s', scene '%s'", sepal_isa(), q->name, s.name);
                    }
                reply_release(&r);
            }
            kind->destroy(&s);
        }
}

/* Nor does placing shapes in a set that has room. */
Test(quiet, placing_does_not_allocate_where_there_is_room) {
    for (size_t kind = 0; kind < scene_kind_count(); kind++) {
        stage s = stage_create(kind, 0, 802, 200);
        sepal_polys *world = NULL;
        stage_make_finite(&s);
        cr_assert_eq(sepal_polys_create(NULL, &world), SEPAL_OK);
        cr_assert_eq(sepal_polys_place(world, s.scene.set_a, s.model, &s.poses, s.count, NULL), SEPAL_OK);
        for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
            use_isa(isa);
            size_t before = allocations;
            sepal_status status = sepal_polys_place(world, s.scene.set_a, s.model, &s.poses, s.count, NULL);
            cr_assert_eq(allocations, before, "%s, scene '%s'", sepal_isa(), s.scene.kind);
            cr_assert_eq(status, SEPAL_OK, "%s, scene '%s'", sepal_isa(), s.scene.kind);
        }
        sepal_polys_destroy(world);
        stage_destroy(&s);
    }
}

Test(quiet, placing_solids_does_not_allocate_where_there_is_room) {
    enum { COUNT = 200 };
    float rows[COUNT][7];
    uint32_t model[COUNT];
    rng r = {803};
    for (uint32_t i = 0; i < COUNT; i++) {
        model[i] = i;
        for (int k = 0; k < 7; k++)
            rows[i][k] = (float)rng_real(&r, -1, 1);
    }
    sepal_solid_poses poses = {.x = &rows[0][0],
                               .y = &rows[0][1],
                               .z = &rows[0][2],
                               .turn = {&rows[0][3], &rows[0][4], &rows[0][5], &rows[0][6], {NULL}},
                               .stride = 7};
    for (size_t kind = 0; kind < solid_scene_kinds(); kind++) {
        solid_scene s = solid_scene_create(kind, 803, COUNT);
        sepal_solids *world = NULL;
        cr_assert_eq(sepal_solids_create(NULL, &world), SEPAL_OK);
        sepal_status expected = sepal_solids_place(world, s.set_a, model, &poses, COUNT, NULL); /* extremes overflow */
        for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
            use_isa(isa);
            size_t before = allocations;
            sepal_status status = sepal_solids_place(world, s.set_a, model, &poses, COUNT, NULL);
            cr_assert_eq(allocations, before, "%s, scene '%s'", sepal_isa(), s.kind);
            cr_assert_eq(status, expected, "%s, scene '%s'", sepal_isa(), s.kind);
        }
        sepal_solids_destroy(world);
        solid_scene_destroy(&s);
    }
}
