/* Adding, replacing and reading polygons; which are refused, decided by the oracle; a refused call changes nothing. */
#include "../common/check.h"
#include "../oracle/oracle.h"

#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Fails unless the vertices, their order and their number are those of `p`, to the bit. */
static void check_vertices(const sepal_polys *set, uint32_t index, const polygon *p) {
    const float *x, *y;
    size_t count;
    cr_assert_eq(sepal_polys_vertices(set, index, &x, &y, &count), SEPAL_OK);
    cr_assert_eq(count, p->count, "polygon %u", index);
    cr_assert(memcmp(x, p->x, count * sizeof *x) == 0 && memcmp(y, p->y, count * sizeof *y) == 0, "polygon %u", index);
}

Test(polys, keep_the_vertices_as_given) {
    const char *const names[] = {"everything", "lattice, dressed", "wild", "couples of all scales"};
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        scene s = scene_create(scene_kind_find(names[k]), 3, 400, 0);
        cr_assert_eq(sepal_polys_count(s.set_a), s.a.count);
        for (size_t i = 0; i < s.a.count; i++)
            check_vertices(s.set_a, (uint32_t)i, &s.a.items[i]);
        scene_destroy(&s);
    }
}

/* --- Which shapes are refused ------------------------------------------------------------------*/

/* Adds a polygon; the oracle decides whether it must be refused. */
static void check_add(sepal_polys *set, const polygon *p, const char *what) {
    bool valid = oracle_is_convex(p->x, p->y, p->count);
    content before = content_of(set);
    uint32_t index = 12345;
    sepal_status status = sepal_polys_add(set, p->x, p->y, p->count, &index);
    if (valid) {
        cr_assert_eq(status, SEPAL_OK, "%s with %zu vertices: refused", what, p->count);
        cr_assert_eq(index, before.shapes);
        check_vertices(set, index, p);
        content_release(&before);
        return;
    }
    cr_assert_eq(status, SEPAL_BAD_SHAPE, "%s with %zu vertices: %s", what, p->count, sepal_status_text(status));
    cr_assert_eq(index, 12345, "a refused polygon has no index");
    check_content(set, &before, what);
}

static const struct {
    const char *what;
    bool valid;
    polygon p;
} examples[] = {
    {"point", true, {{1}, {2}, 1}},
    {"segment", true, {{1, 3}, {2, 5}, 2}},
    {"point given twice", true, {{1, 1}, {2, 2}, 2}},
    {"triangle", true, {{0, 1, 0}, {0, 0, 1}, 3}},
    {"clockwise triangle", true, {{0, 0, 1}, {0, 1, 0}, 3}},
    {"triangle without area", true, {{0, 2, 1}, {0, 2, 1}, 3}},
    {"there and back with stops", true, {{0, 1, 2, 3, 2, 1}, {0, 0, 0, 0, 0, 0}, 6}},
    {"there and back twice", false, {{0, 1, 0, 1}, {0, 0, 0, 0}, 4}},
    {"zigzag in line", false, {{0, 2, 1, 3}, {0, 0, 0, 0}, 4}},
    {"square", true, {{0, 1, 1, 0}, {0, 0, 1, 1}, 4}},
    {"bow tie", false, {{0, 1, 0, 1}, {0, 0, 1, 1}, 4}},
    {"arrow head", false, {{0, 4, 0, 1}, {0, 1, 2, 1}, 4}},
    {"square with repeated vertices", true, {{0, 0, 1, 1, 1, 1, 0}, {0, 0, 0, 0, 1, 1, 1}, 7}},
    {"square with vertices on its sides", true, {{0, 1, 2, 2, 2, 1, 0, 0}, {0, 0, 0, 1, 2, 2, 2, 1}, 8}},
    {"square with a step back on a side", false, {{0, 2, 1, 3, 3, 0}, {0, 0, 0, 0, 3, 3}, 6}},
    {"square with a spike", false, {{0, 5, 2, 2, 0}, {0, 0, 0, 2, 2}, 5}},
    {"square with a dent", false, {{0, 2, 2, 1, 0}, {0, 0, 2, 1, 2}, 5}},
    {"square with a dent of an ulp", false, {{0, 2, 2, 1, 0}, {0, 0, 2, 0x1.fffffep0F, 2}, 5}},
    {"square gone round twice", false, {{0, 1, 1, 0, 0, 1, 1, 0}, {0, 0, 1, 1, 0, 0, 1, 1}, 8}},
    {"triangle gone round twice", false, {{0, 1, 0, 0, 1, 0}, {0, 0, 1, 0, 0, 1}, 6}},
    {"pentagram", false, {{0, 6, -10, 10, -6}, {10, -8, 3, 3, -8}, 5}},
    {"its pentagon", true, {{0, 10, 6, -6, -10}, {10, 3, -8, -8, 3}, 5}},
    {"not a number", false, {{0, NAN, 0}, {0, 0, 1}, 3}},
    {"infinite", false, {{0, 1, 0}, {0, 0, INFINITY}, 3}},
    {"infinite point", false, {{-INFINITY}, {0}, 1}},
    {"largest square", true, {{-FLT_MAX, FLT_MAX, FLT_MAX, -FLT_MAX}, {-FLT_MAX, -FLT_MAX, FLT_MAX, FLT_MAX}, 4}},
    {"least square", true, {{0, 0x1p-149F, 0x1p-149F, 0}, {0, 0, 0x1p-149F, 0x1p-149F}, 4}},
};

Test(polys, are_refused_if_and_only_if_they_must_be) {
    sepal_polys *set = empty_set(NULL);
    for (size_t i = 0; i < sizeof examples / sizeof *examples; i++) {
        const polygon *p = &examples[i].p;
        cr_assert_eq(oracle_is_convex(p->x, p->y, p->count), examples[i].valid, "the oracle: %s", examples[i].what);
        check_add(set, p, examples[i].what);
    }
    float none = 0;
    content before = content_of(set);
    cr_assert_eq(sepal_polys_add(set, &none, &none, 0, NULL), SEPAL_BAD_SHAPE);
    check_content(set, &before, "adding nothing");
    sepal_polys_destroy(set);
}

Test(polys, are_refused_exactly) {
    rng r = {7};
    sepal_polys *set = empty_set(NULL);
    size_t valid = 0;
    for (int round = 0; round < 6000; round++) {
        polygon p;
        if (round % 50 == 0)
            sepal_polys_clear(set);
        size_t count = 1 + rng_below(&r, 7);
        int32_t range = rng_between(&r, 1, 3);
        switch (round % 4) {
        case 0: /* any order of a few points of a lattice */
            p.count = 0;
            for (size_t i = 0; i < count; i++) {
                int32_t x = rng_between(&r, -range, range);
                polygon_push(&p, x, rng_between(&r, -range, range));
            }
            break;
        case 1: /* a convex polygon with vertices on its edges, moved by an ulp */
            make_round(&r, count, 3, 5, 2, 0.125, &p);
            polygon_split_edges(&r, &p, 4);
            for (int i = 0; i < 2; i++) {
                size_t at = rng_below(&r, (uint32_t)p.count);
                p.x[at] = nextafterf(p.x[at], rng_below(&r, 2) ? 9.0F : -9.0F);
            }
            break;
        case 2: /* wild magnitudes, two vertices exchanged */
            make_wild(&r, count + 3, 0, 254, &p);
            size_t one = rng_below(&r, (uint32_t)p.count), other = rng_below(&r, (uint32_t)p.count);
            float x = p.x[one], y = p.y[one];
            p.x[one] = p.x[other];
            p.y[one] = p.y[other];
            p.x[other] = x;
            p.y[other] = y;
            break;
        default: /* winds more than once, or once with repeated vertices */
            make_lattice(&r, count + 2, (lattice_point){0, 0}, 5, &p);
            size_t again = rng_below(&r, (uint32_t)p.count + 1);
            for (size_t i = 0; i < again; i++)
                polygon_push(&p, p.x[i], p.y[i]);
        }
        valid += polygon_is_valid(&p);
        check_add(set, &p, "random polygon");
    }
    cr_assert(valid > 1500 && valid < 4500, "%zu of 6000 were valid", valid);
    sepal_polys_destroy(set);
}

/* --- Many at once ------------------------------------------------------------------------------*/

enum { MANY = 200 };

typedef struct batch {
    float x[MANY * 8], y[MANY * 8];
    uint32_t first[MANY + 1];
    polygon each[MANY];
} batch;

/* Polygons that follow each other, with `lead` unused coordinates in front. */
static void fill_batch(batch *all, uint32_t lead) {
    rng r = {11};
    uint32_t at = lead;
    for (int k = 0; k < MANY; k++) {
        make_lattice(&r, 1 + rng_below(&r, 7), (lattice_point){k, -k}, 9, &all->each[k]);
        all->first[k] = at;
        for (size_t i = 0; i < all->each[k].count; i++, at++) {
            all->x[at] = all->each[k].x[i];
            all->y[at] = all->each[k].y[i];
        }
    }
    all->first[MANY] = at;
}

Test(polys, are_added_all_at_once) {
    static batch all;
    sepal_polys *set = empty_set(NULL);
    for (uint32_t lead = 0; lead < 6; lead += 5) {
        fill_batch(&all, lead);
        size_t before = sepal_polys_count(set);
        uint32_t index = 12345;
        sepal_refusal refusal = {12345, NULL};
        cr_assert_eq(sepal_polys_add_many(set, all.x, all.y, all.first, MANY, NULL, &index, &refusal), SEPAL_OK);
        cr_assert_eq(index, before);
        cr_assert_eq(refusal.index, 12345, "only a refused polygon is reported");
        cr_assert_eq(sepal_polys_count(set), before + MANY);
        for (uint32_t k = 0; k < MANY; k++)
            check_vertices(set, index + k, &all.each[k]);
    }
    content before = content_of(set);
    cr_assert_eq(sepal_polys_add_many(set, all.x, all.y, all.first, 0, NULL, NULL, NULL), SEPAL_OK);
    cr_assert_eq(sepal_polys_add_many(set, NULL, NULL, NULL, 0, NULL, NULL, NULL), SEPAL_OK);
    check_content(set, &before, "adding no polygons");
    sepal_polys_destroy(set);
}

static void check_many_refused(sepal_polys *set, const batch *all, sepal_status expected, size_t first_bad) {
    content before = content_of(set);
    uint32_t index = 12345;
    sepal_refusal refusal = {12345, NULL};
    cr_assert_eq(sepal_polys_add_many(set, all->x, all->y, all->first, MANY, NULL, &index, &refusal), expected);
    cr_assert_eq(index, 12345);
    cr_assert(refusal.index == first_bad && refusal.reason != NULL);
    cr_assert_eq(sepal_polys_add_many(set, all->x, all->y, all->first, MANY, NULL, NULL, NULL), expected);
    check_content(set, &before, "add_many with a bad polygon");
}

Test(polys, are_added_all_or_none) {
    static batch all;
    sepal_polys *set = empty_set(NULL);
    fill_batch(&all, 0);
    cr_assert_eq(sepal_polys_add_many(set, all.x, all.y, all.first, 50, NULL, NULL, NULL), SEPAL_OK);
    const size_t places[] = {0, 1, 77, MANY - 1};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        uint32_t at = all.first[places[i]];
        all.x[at] = NAN;
        check_many_refused(set, &all, SEPAL_BAD_SHAPE, places[i]);
        all.y[all.first[MANY] - 1] = INFINITY; /* the last is bad as well, but the first is reported */
        check_many_refused(set, &all, SEPAL_BAD_SHAPE, places[i]);
        fill_batch(&all, 0);
    }
    all.first[31] = all.first[30]; /* a polygon without vertices; the next one begins too early, and may be bad as well */
    check_many_refused(set, &all, SEPAL_BAD_SHAPE, 30);
    fill_batch(&all, 0);
    all.first[MANY] = all.first[MANY - 1] - 1;
    check_many_refused(set, &all, SEPAL_BAD_ARGUMENT, MANY - 1);
    sepal_polys_destroy(set);
}

/* --- Replacing, emptying -----------------------------------------------------------------------*/

Test(polys, are_replaced) {
    rng r = {23};
    scene s = scene_create(scene_kind_find("everything"), 5, 300, 0);
    for (int round = 0; round < 2000; round++) {
        uint32_t index = rng_below(&r, (uint32_t)s.a.count);
        polygon *old = &s.a.items[index], p;
        make_round(&r, old->count, 0, 0, 50, 1, &p);
        if (round % 3 == 0) { /* a bad one */
            content before = content_of(s.set_a);
            p.y[rng_below(&r, (uint32_t)p.count)] = rng_below(&r, 2) ? NAN : INFINITY;
            cr_assert_eq(sepal_polys_update(s.set_a, index, p.x, p.y), SEPAL_BAD_SHAPE);
            check_content(s.set_a, &before, "a refused update");
            continue;
        }
        cr_assert_eq(sepal_polys_update(s.set_a, index, p.x, p.y), SEPAL_OK);
        *old = p;
    }
    cr_assert_eq(sepal_polys_count(s.set_a), s.a.count);
    for (size_t i = 0; i < s.a.count; i++)
        check_vertices(s.set_a, (uint32_t)i, &s.a.items[i]);
    const float bow_tie[2][4] = {{0, 1, 0, 1}, {0, 0, 1, 1}};
    for (size_t i = 0; i < s.a.count; i++)
        if (s.a.items[i].count == 4) {
            cr_assert_eq(sepal_polys_update(s.set_a, (uint32_t)i, bow_tie[0], bow_tie[1]), SEPAL_BAD_SHAPE);
            check_vertices(s.set_a, (uint32_t)i, &s.a.items[i]);
        }
    scene_destroy(&s);
}

Test(polys, go_when_the_set_is_cleared) {
    scene s = scene_create(scene_kind_find("everything"), 9, 200, 0);
    sepal_polys_clear(s.set_a);
    cr_assert_eq(sepal_polys_count(s.set_a), 0);
    const float *x, *y;
    size_t count;
    cr_assert_eq(sepal_polys_vertices(s.set_a, 0, &x, &y, &count), SEPAL_BAD_ARGUMENT);
    for (size_t i = s.a.count; i-- > 0;) {
        uint32_t index;
        cr_assert_eq(sepal_polys_add(s.set_a, s.a.items[i].x, s.a.items[i].y, s.a.items[i].count, &index), SEPAL_OK);
        cr_assert_eq(index, s.a.count - 1 - i);
        check_vertices(s.set_a, index, &s.a.items[i]);
    }
    scene_destroy(&s);
    sepal_polys_clear(NULL);
    sepal_polys_destroy(NULL);
    cr_assert_eq(sepal_polys_count(NULL), 0);
}

Test(polys, stay_when_room_is_made) {
    scene s = scene_create(scene_kind_find("everything"), 10, 100, 0);
    const size_t totals[][2] = {{0, 0}, {1, 1}, {5000, 0}, {0, 50000}, {10000, 100000}, {10, 10}};
    for (size_t i = 0; i < sizeof totals / sizeof *totals; i++) {
        content before = content_of(s.set_a);
        cr_assert_eq(sepal_polys_reserve(s.set_a, totals[i][0], totals[i][1]), SEPAL_OK);
        check_content(s.set_a, &before, "reserve");
    }
    content before = content_of(s.set_a);
    cr_assert_eq(sepal_polys_reserve(s.set_a, SIZE_MAX, 1), SEPAL_NO_MEMORY);
    cr_assert_eq(sepal_polys_reserve(s.set_a, 1, SIZE_MAX), SEPAL_NO_MEMORY);
#if SIZE_MAX > UINT32_MAX
    cr_assert_eq(sepal_polys_reserve(s.set_a, (size_t)UINT32_MAX + 2, 1), SEPAL_NO_MEMORY);
#endif
    check_content(s.set_a, &before, "reserving more than there can be");
    scene_destroy(&s);
}
