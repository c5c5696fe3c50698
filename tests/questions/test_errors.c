/* Bad arguments: the status says so, and outputs and sets stay as they were. */
#include "../common/check.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

enum { WORDS = 64 };
static const uint64_t canary = 0x0123456789abcdefu;

static void fill(uint64_t *bits) {
    for (size_t k = 0; k < WORDS; k++)
        bits[k] = canary + k;
}

static void check_untouched(const uint64_t *bits, const char *what) {
    for (size_t k = 0; k < WORDS; k++)
        cr_assert_eq(bits[k], canary + k, "%s, %s: word %zu was written", sepal_isa(), what, k);
}

/* One index of a list is bad, wherever it stands in a chunk and in a vector. */
static void check_bad_indices(const scene *s) {
    const size_t counts[] = {1, 2, 15, 16, 17, 63, 64, 65, 512, 513, 1100};
    const uint32_t count_a = (uint32_t)sepal_polys_count(s->set_a), count_b = (uint32_t)sepal_polys_count(s->set_b);
    uint64_t bits[WORDS];
    fill(bits);
    for (size_t c = 0; c < sizeof counts / sizeof *counts; c++)
        for (size_t at = 0; at<counts[c]; at += at> 20 && at + 20 < counts[c] ? 14 : 1) {
            const uint32_t beyond_a[] = {count_a, count_a + 1, 0x80000000u, UINT32_MAX};
            const uint32_t beyond_b[] = {count_b, count_b + 1, 0x80000000u, UINT32_MAX};
            for (int k = 0; k < 4; k++) {
                const sepal_pair good = s->pairs[at];
                s->pairs[at].a = beyond_a[k];
                cr_assert_eq(sepal_polys_overlap_pairs(s->set_a, s->set_b, s->pairs, counts[c], NULL, bits), SEPAL_BAD_ARGUMENT,
                             "%s: a = %u at %zu of %zu", sepal_isa(), beyond_a[k], at, counts[c]);
                s->pairs[at] = good;
                s->pairs[at].b = beyond_b[k];
                cr_assert_eq(sepal_polys_overlap_pairs(s->set_a, s->set_b, s->pairs, counts[c], NULL, bits), SEPAL_BAD_ARGUMENT,
                             "%s: b = %u at %zu of %zu", sepal_isa(), beyond_b[k], at, counts[c]);
                s->pairs[at] = good;
            }
        }
    check_untouched(bits, "a bad index");
}

Test(errors, a_bad_index_leaves_the_answers_alone) {
    const char *const names[] = {"boxes", "boxes and triangles", "everything", "triangles"};
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        scene s = scene_create(scene_kind_find(names[k]), 601, 100, 1200);
        for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
            use_isa(isa);
            check_bad_indices(&s);
        }
        scene_destroy(&s);
    }
}

Test(errors, a_bad_range_leaves_the_answers_alone) {
    scene s = scene_create(scene_kind_find("boxes and triangles"), 602, 100, 0);
    const size_t count_a = sepal_polys_count(s.set_a), count_b = sepal_polys_count(s.set_b);
    const struct {
        uint32_t index;
        size_t first, count;
    } bad[] = {
        {(uint32_t)count_a, 0, 1},
        {(uint32_t)count_a, 0, 0},
        {UINT32_MAX, 0, count_b},
        {0, 0, count_b + 1},
        {0, 1, count_b},
        {0, count_b, 1},
        {0, count_b + 1, 0},
        {0, SIZE_MAX, 0},
        {0, SIZE_MAX, 1},
        {0, 1, SIZE_MAX},
        {0, 2, SIZE_MAX - 1},
        {0, SIZE_MAX, SIZE_MAX},
#if SIZE_MAX > UINT32_MAX
        {0, (size_t)UINT32_MAX + 1, 1},
        {0, (size_t)UINT32_MAX + 1, 0},
        {0, 0, (size_t)UINT32_MAX + 2},
#endif
    };
    uint64_t bits[WORDS];
    fill(bits);
    for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
        use_isa(isa);
        for (size_t k = 0; k < sizeof bad / sizeof *bad; k++)
            cr_assert_eq(sepal_polys_overlap_one(s.set_a, bad[k].index, s.set_b, bad[k].first, bad[k].count, NULL, bits),
                         SEPAL_BAD_ARGUMENT, "%s, range %zu", sepal_isa(), k);
        cr_assert_eq(sepal_polys_overlap_one(s.set_a, 0, s.set_b, count_b, 0, NULL, NULL), SEPAL_OK, "an empty range is none");
    }
    check_untouched(bits, "a bad range");
    scene_destroy(&s);
}

Test(errors, queries_need_sets_lists_and_a_rule_with_a_meaning) {
    scene s = scene_create(scene_kind_find("lattice"), 603, 100, 100);
    uint64_t bits[WORDS];
    fill(bits);
    const sepal_rule bad[] = {{(sepal_touching)2, 0}, {(sepal_touching)-1, 0}, {(sepal_touching)0x7fffffff, 0}};
    for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
        use_isa(isa);
        cr_assert_eq(sepal_polys_overlap_pairs(NULL, s.set_b, s.pairs, 9, NULL, bits), SEPAL_BAD_ARGUMENT);
        cr_assert_eq(sepal_polys_overlap_pairs(s.set_a, NULL, s.pairs, 9, NULL, bits), SEPAL_BAD_ARGUMENT);
        cr_assert_eq(sepal_polys_overlap_pairs(NULL, s.set_b, s.pairs, 0, NULL, bits), SEPAL_BAD_ARGUMENT);
        cr_assert_eq(sepal_polys_overlap_pairs(s.set_a, NULL, s.pairs, 0, NULL, bits), SEPAL_BAD_ARGUMENT);
        cr_assert_eq(sepal_polys_overlap_pairs(s.set_a, s.set_b, NULL, 9, NULL, bits), SEPAL_BAD_ARGUMENT);
        cr_assert_eq(sepal_polys_overlap_pairs(s.set_a, s.set_b, s.pairs, 9, NULL, NULL), SEPAL_BAD_ARGUMENT);
        cr_assert_eq(sepal_polys_overlap_one(NULL, 0, s.set_b, 0, 9, NULL, bits), SEPAL_BAD_ARGUMENT);
        cr_assert_eq(sepal_polys_overlap_one(s.set_a, 0, NULL, 0, 9, NULL, bits), SEPAL_BAD_ARGUMENT);
        cr_assert_eq(sepal_polys_overlap_one(s.set_a, 0, s.set_b, 0, 9, NULL, NULL), SEPAL_BAD_ARGUMENT);
        for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
            cr_assert_eq(sepal_polys_overlap_pairs(s.set_a, s.set_b, s.pairs, 9, &bad[k], bits), SEPAL_BAD_ARGUMENT);
            cr_assert_eq(sepal_polys_overlap_pairs(s.set_a, s.set_b, s.pairs, 0, &bad[k], bits), SEPAL_BAD_ARGUMENT);
            cr_assert_eq(sepal_polys_overlap_one(s.set_a, 0, s.set_b, 0, 9, &bad[k], bits), SEPAL_BAD_ARGUMENT);
        }
        cr_assert_eq(sepal_polys_overlap_pairs(s.set_a, s.set_b, s.pairs, 0, NULL, bits), SEPAL_OK);
        cr_assert_eq(sepal_polys_overlap_pairs(s.set_a, s.set_b, NULL, 0, NULL, NULL), SEPAL_OK);
        cr_assert_eq(sepal_polys_overlap_one(s.set_a, 0, s.set_b, 3, 0, NULL, bits), SEPAL_OK);
    }
    check_untouched(bits, "a bad argument");
    scene_destroy(&s);
}

Test(errors, empty_sets_have_no_pairs) {
    sepal_polys *empty;
    cr_assert_eq(sepal_polys_create(NULL, &empty), SEPAL_OK);
    uint64_t bits[WORDS];
    fill(bits);
    const sepal_pair pair = {0, 0};
    for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
        use_isa(isa);
        cr_assert_eq(sepal_polys_overlap_pairs(empty, empty, &pair, 1, NULL, bits), SEPAL_BAD_ARGUMENT);
        cr_assert_eq(sepal_polys_overlap_pairs(empty, empty, &pair, 0, NULL, bits), SEPAL_OK);
        cr_assert_eq(sepal_polys_overlap_one(empty, 0, empty, 0, 0, NULL, bits), SEPAL_BAD_ARGUMENT);
    }
    check_untouched(bits, "an empty set");
    sepal_polys_destroy(empty);
}

/* --- Sets --------------------------------------------------------------------------------------*/

static void *no_allocate(void *context, size_t size, size_t alignment) {
    (void)context;
    (void)size;
    (void)alignment;
    return NULL;
}

static void no_release(void *context, void *pointer, size_t size) {
    (void)context;
    (void)pointer;
    (void)size;
    cr_assert_fail("nothing was allocated");
}

Test(errors, creating_needs_a_place_and_a_whole_allocator) {
    sepal_polys *const nowhere = (sepal_polys *)&(char){0};
    sepal_polys *set = nowhere;
    const sepal_allocator half[] = {{NULL, no_allocate, NULL}, {NULL, NULL, no_release}, {NULL, NULL, NULL}};
    for (size_t k = 0; k < sizeof half / sizeof *half; k++)
        cr_assert_eq(sepal_polys_create(&half[k], &set), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_create(NULL, NULL), SEPAL_BAD_ARGUMENT);
    const sepal_allocator none = {NULL, no_allocate, no_release};
    cr_assert_eq(sepal_polys_create(&none, &set), SEPAL_NO_MEMORY);
    cr_assert_eq(set, nowhere, "untouched");
}

Test(errors, changing_needs_its_arguments) {
    scene s = scene_create(scene_kind_find("lattice"), 604, 50, 0);
    content before = content_of(s.set_a);
    const float x[] = {0, 1, 0}, y[] = {0, 0, 1};
    const uint32_t first[] = {0, 3}, descending[] = {3, 0};
    const uint32_t count = (uint32_t)sepal_polys_count(s.set_a);
    uint32_t index = 12345;
    size_t bad = 12345;
    cr_assert_eq(sepal_polys_add(NULL, x, y, 3, &index), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_add(s.set_a, NULL, y, 3, &index), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_add(s.set_a, x, NULL, 3, &index), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_add_many(NULL, x, y, first, 1, &index, &bad), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_add_many(s.set_a, NULL, y, first, 1, &index, &bad), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_add_many(s.set_a, x, NULL, first, 1, &index, &bad), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_add_many(s.set_a, x, y, NULL, 1, &index, &bad), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_add_many(s.set_a, x, y, descending, 1, &index, &bad), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_update(NULL, 0, x, y), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_update(s.set_a, 0, NULL, y), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_update(s.set_a, 0, x, NULL), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_update(s.set_a, count, x, y), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_update(s.set_a, UINT32_MAX, x, y), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_reserve(NULL, 1, 1), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(index, 12345);
    cr_assert_eq(bad, 12345);
    check_content(s.set_a, &before, "bad arguments");
    scene_destroy(&s);
}

Test(errors, reading_needs_its_arguments) {
    scene s = scene_create(scene_kind_find("lattice"), 605, 50, 0);
    const float place = 0;
    const float *x = &place, *y = &place;
    size_t count = 12345;
    const uint32_t shapes = (uint32_t)sepal_polys_count(s.set_a);
    cr_assert_eq(sepal_polys_vertices(NULL, 0, &x, &y, &count), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_vertices(s.set_a, 0, NULL, &y, &count), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_vertices(s.set_a, 0, &x, NULL, &count), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_vertices(s.set_a, 0, &x, &y, NULL), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_vertices(s.set_a, shapes, &x, &y, &count), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_vertices(s.set_a, UINT32_MAX, &x, &y, &count), SEPAL_BAD_ARGUMENT);
    cr_assert(x == &place && y == &place && count == 12345, "untouched");
    scene_destroy(&s);
}
