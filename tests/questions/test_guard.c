/* No call reads or writes outside what it was given: arrays of the caller and memory of the sets end where a page begins that may
 * not be touched. A stray access ends the test with a signal. */
#include "../common/allocators.h"
#include "../common/check.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static void *guarded_copy(const void *from, size_t size) {
    void *copy = guarded(size);
    memcpy(copy, from, size);
    return copy;
}

/* The pairs and the answers end at the guard, at every length; the sets are in guarded memory of the size they need. */
static void ask_at_the_edge(const scene *s, const sepal_polys *a, const sepal_polys *b, const uint8_t *expected, int touching) {
    for (size_t length = 1; length <= s->pair_count; length += 1 + length / 24) {
        const size_t from = s->pair_count - length, words = SEPAL_BIT_WORDS(length);
        sepal_pair *pairs = guarded_copy(s->pairs + from, length * sizeof *pairs);
        uint64_t *bits = guarded(words * sizeof *bits);
        cr_assert_eq(sepal_polys_overlap_pairs(a, b, pairs, length, rule_at(touching), bits), SEPAL_OK);
        for (size_t i = 0; i < length; i++)
            cr_assert_eq(bit_at(bits, i), expected[from + i], "%s, scene '%s', pair %zu of %zu", sepal_isa(), s->kind, i, length);
        guarded_release(bits, words * sizeof *bits);
        guarded_release(pairs, length * sizeof *pairs);
    }
}

static void ask_ranges_at_the_edge(const scene *s, const sepal_polys *a, const sepal_polys *b, int touching) {
    const size_t all = sepal_polys_count(b);
    for (size_t length = 1; length <= all; length += 1 + length / 12) {
        const size_t words = SEPAL_BIT_WORDS(length);
        uint64_t *bits = guarded(words * sizeof *bits);
        const uint32_t last = (uint32_t)sepal_polys_count(a) - 1;
        cr_assert_eq(sepal_polys_overlap_one(a, last, b, all - length, length, rule_at(touching), bits), SEPAL_OK, "%s", s->kind);
        cr_assert_eq(sepal_polys_overlap_one(a, 0, b, 0, length, rule_at(touching), bits), SEPAL_OK, "%s", s->kind);
        guarded_release(bits, words * sizeof *bits);
    }
}

/* The last polygon of a guarded set lies at the end of its memory: it is in every second pair. */
static void favour_the_ends(scene *s) {
    const uint32_t last_a = (uint32_t)sepal_polys_count(s->set_a) - 1, last_b = (uint32_t)sepal_polys_count(s->set_b) - 1;
    for (size_t i = 0; i < s->pair_count; i += 2) {
        s->pairs[i].a = i % 4 == 0 ? last_a : s->pairs[i].a;
        s->pairs[i].b = i % 8 == 0 || i % 4 == 2 ? last_b : s->pairs[i].b;
    }
}

static size_t vertex_count(const polygon_list *list) {
    size_t count = 0;
    for (size_t i = 0; i < list->count; i++)
        count += list->items[i].count;
    return count;
}

/* In guarded memory; with room for exactly these polygons and no more, or as it grows. */
static sepal_polys *guarded_set(const polygon_list *list, bool exact_room) {
    const sepal_allocator allocator = guard_allocator();
    sepal_polys *set = NULL;
    cr_assert_eq(sepal_polys_create(&allocator, &set), SEPAL_OK);
    if (exact_room)
        cr_assert_eq(sepal_polys_reserve(set, list->count, vertex_count(list)), SEPAL_OK);
    for (size_t i = 0; i < list->count; i++)
        cr_assert_eq(sepal_polys_add(set, list->items[i].x, list->items[i].y, list->items[i].count, NULL), SEPAL_OK);
    return set;
}

Test(guard, queries_stay_inside) {
    for (size_t kind = 0; kind < scene_kind_count(); kind++)
        for (int exact_room = 0; exact_room < 2; exact_room++) {
            scene s = scene_create(kind, 501, 90 + 7 * (kind % 5), 600);
            favour_the_ends(&s);
            sepal_polys *a = guarded_set(&s.a, exact_room), *b = s.one_set ? a : guarded_set(&s.b, exact_room);
            uint8_t *expected = answers_create(s.pair_count);
            for (int touching = 0; touching < RULES; touching++) {
                use_isa(0);
                ask_pairs(s.set_a, s.set_b, s.pairs, s.pair_count, touching, expected);
                for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
                    use_isa(isa);
                    ask_at_the_edge(&s, a, b, expected, touching);
                    ask_ranges_at_the_edge(&s, a, b, touching);
                }
            }
            free(expected);
            sepal_polys_destroy(a);
            if (!s.one_set)
                sepal_polys_destroy(b);
            scene_destroy(&s);
        }
}

Test(guard, adding_and_replacing_stay_inside) {
    scene s = scene_create(scene_kind_find("everything"), 502, 400, 0);
    const sepal_allocator allocator = guard_allocator();
    sepal_polys *set;
    cr_assert_eq(sepal_polys_create(&allocator, &set), SEPAL_OK);
    for (size_t i = 0; i < s.a.count; i++) {
        const polygon *p = &s.a.items[i];
        const size_t size = p->count * sizeof(float);
        float *x = guarded_copy(p->x, size), *y = guarded_copy(p->y, size);
        cr_assert_eq(sepal_polys_add(set, x, y, p->count, NULL), SEPAL_OK);
        cr_assert_eq(sepal_polys_update(set, (uint32_t)(2 * i), x, y), SEPAL_OK);
        const uint32_t offsets[] = {0, (uint32_t)p->count};
        uint32_t *first = guarded_copy(offsets, sizeof offsets);
        cr_assert_eq(sepal_polys_add_many(set, x, y, first, 1, NULL, NULL), SEPAL_OK);
        x[p->count - 1] = INFINITY; /* refused, without a look beyond */
        cr_assert_eq(sepal_polys_add(set, x, y, p->count, NULL), SEPAL_BAD_SHAPE);
        guarded_release(first, sizeof offsets);
        guarded_release(x, size);
        guarded_release(y, size);
    }
    sepal_polys_destroy(set);
    scene_destroy(&s);
}

/* The last row of boxes ends at the guard with its last field: the stride must not be read to its end behind the others. */
Test(guard, boxes_in_rows_and_columns_stay_inside) {
    enum { BOXES = 70 };
    static box rows[BOXES];
    rng r = {503};
    for (int k = 0; k < BOXES; k++)
        rows[k] = random_box(&r, k, 1, 1, 2);
    const sepal_allocator allocator = guard_allocator();
    for (size_t count = 1; count <= BOXES; count++) {
        sepal_polys *set;
        cr_assert_eq(sepal_polys_create(&allocator, &set), SEPAL_OK);
        const size_t size = count * sizeof *rows;
        box *last = guarded_copy(rows, size);
        const sepal_boxes as_rows = {&last->x, &last->y, &last->half_x, &last->half_y, &last->cos, &last->sin, 6};
        cr_assert_eq(sepal_polys_add_boxes(set, &as_rows, count, NULL), SEPAL_OK);
        float *column = guarded(count * sizeof *column);
        for (size_t k = 0; k < count; k++)
            column[k] = (float)k;
        const sepal_boxes as_columns = {column, column, column, column, column, column, 1};
        cr_assert_eq(sepal_polys_add_boxes(set, &as_columns, count, NULL), SEPAL_OK);
        const sepal_boxes aligned = {column, column, column, column, NULL, NULL, 0};
        cr_assert_eq(sepal_polys_add_boxes(set, &aligned, count, NULL), SEPAL_OK);
        cr_assert_eq(sepal_polys_count(set), 3 * count);
        guarded_release(column, count * sizeof *column);
        guarded_release(last, size);
        sepal_polys_destroy(set);
    }
}
