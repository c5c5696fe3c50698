/* test_find_in.c — shapes in a window: against a set of that one box, asked about every shape. */
#include "../common/allocators.h"
#include "../common/check.h"
#include "../questions/questions.h"
#include "../scenes/round_scenes.h"
#include "../scenes/solid_scenes.h"
#include "either.h"

#include <criterion/criterion.h>
#include <math.h>
#include <sepal/sepal.h>
#include <string.h>

enum { MOST = 4096, WINDOWS = 30, SEED = 311 };

/* A point of a shape: windows have their corners at such places, so that they touch shapes and begin inside of them. */
static void place_of(either kind, const void *set, uint32_t index, float at[3]) {
    const float *x, *y, *z = at;
    size_t count;
    sepal_parallelepiped vectors;
    at[2] = 0;
    if (kind == EITHER_SOLIDS && sepal_solids_box(set, index, &vectors) == SEPAL_OK) {
        for (int axis = 0; axis < 3; axis++) {
            double corner = (double)vectors.c[axis] + (double)vectors.u[axis] + (double)vectors.v[axis] + (double)vectors.w[axis];
            at[axis] = (float)fmax(fmin(corner, 3e38), -3e38);
        }
        return;
    }
    cr_assert_eq(kind == EITHER_SOLIDS ? sepal_solids_vertices(set, index, &x, &y, &z, &count)
                                       : sepal_polys_vertices(set, index, &x, &y, &count),
                 SEPAL_OK);
    at[0] = x[count - 1], at[1] = y[count - 1], at[2] = z[kind == EITHER_SOLIDS ? count - 1 : 2];
}

/* The window as a set of one shape. */
static void *set_of_window(either kind, const float low[3], const float high[3]) {
    void *set = either_create(kind);
    float x[8], y[8], z[8];
    for (int k = 0; k < 8; k++) {
        x[k] = (k + 1) / 2 % 2 == 1 ? high[0] : low[0];
        y[k] = k / 2 % 2 == 1 ? high[1] : low[1];
        z[k] = k / 4 == 1 ? high[2] : low[2];
    }
    cr_assert_eq(kind == EITHER_SOLIDS ? sepal_solids_add_hull(set, x, y, z, 8, 0, NULL) : sepal_polys_add(set, x, y, 4, NULL),
                 SEPAL_OK);
    return set;
}

static void check_window(either kind, const char *name, sepal_finder *finder, const void *set, const float low[3],
                         const float high[3], const sepal_filter *filter, const sepal_rule *rule) {
    static uint32_t shapes[MOST];
    static uint64_t bits[SEPAL_BIT_WORDS(MOST)];
    static sepal_pair pairs[MOST];
    size_t found, count = either_count(kind, set), at = 0;
    void *window = set_of_window(kind, low, high);
    cr_assert_leq(count, (size_t)MOST);
    for (uint32_t j = 0; j < count; j++)
        pairs[j] = (sepal_pair){0, j};
    cr_assert_eq(either_overlap_pairs(kind, window, set, pairs, count, rule, bits), SEPAL_OK);
    cr_assert_eq(either_find_in(kind, finder, low, high, filter, rule, MOST, shapes, &found), SEPAL_OK);
    for (uint32_t j = 0; j < count; j++)
        if (bit_at(bits, j) && (filter == NULL || (filter->member[1][j] & filter->mask[0][0]) != 0))
            cr_assert(at < found && shapes[at++] == j, "%s, '%s': shape %u is missing", sepal_isa(), name, j);
    cr_assert_eq(at, found, "%s, '%s': %zu shapes too many", sepal_isa(), name, found - at);
    if (found > 0) { /* too little room: the number is told, and nothing is written */
        size_t again;
        shapes[0] = 77777;
        cr_assert_eq(either_find_in(kind, finder, low, high, filter, rule, found - 1, shapes, &again), SEPAL_TOO_SMALL);
        cr_assert(again == found && shapes[0] == 77777);
    }
    either_destroy(kind, window);
}

static void check_scene(either kind, const char *name, const void *set, float margin) {
    static uint32_t numbers[MOST];
    const sepal_filter some = {{NULL, numbers}, {numbers + 1, NULL}, {NULL, NULL}};
    sepal_finder *finder = NULL;
    uint32_t count = (uint32_t)either_count(kind, set);
    for (uint32_t j = 0; j < MOST; j++)
        numbers[j] = j * 2654435761U >> 30;
    numbers[1] = 2;
    cr_assert_eq(sepal_finder_create(NULL, &finder), SEPAL_OK);
    for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
        use_isa(isa);
        cr_assert_eq(either_find_keep(kind, finder, set, isa % 2 == 0 ? 0 : margin), SEPAL_OK);
        for (uint32_t k = 0; k < WINDOWS; k++) {
            const sepal_rule rule = {(sepal_touching)(k % RULES), k % 4 < 2 ? 0 : margin, 0};
            float one[3], other[3], low[3], high[3];
            place_of(kind, set, k % count, one);
            place_of(kind, set, (k * 7 + k / 3) % count, other); /* sometimes the same: a window of one point */
            for (int axis = 0; axis < 3; axis++) {
                low[axis] = fminf(one[axis], other[axis]);
                high[axis] = fmaxf(one[axis], other[axis]);
            }
            check_window(kind, name, finder, set, low, high, k % 5 == 0 ? &some : NULL, &rule);
        }
    }
    sepal_finder_destroy(finder);
}

Test(find_in, windows_of_every_kind_of_scene) {
    for (size_t kind = 0; kind < scene_kind_count(); kind += scene_step()) {
        round_scene s = round_scene_create(kind, SEED + kind, 50, 1, kind % 2 == 0 ? RADII_NONE : RADII_SOME);
        check_scene(EITHER_POLYS, s.base.kind, s.a, s.margin);
        round_scene_destroy(&s);
    }
    for (size_t kind = 0; kind < solid_scene_kinds(); kind += scene_step()) {
        solid_scene s = solid_scene_create(kind, SEED + kind, 60);
        check_scene(EITHER_SOLIDS, s.kind, s.set_a, s.margin);
        solid_scene_destroy(&s);
    }
}

Test(find_in, bad_arguments_change_nothing) {
    const sepal_rule bad = {.margin = -1};
    sepal_finder *finder = NULL;
    uint32_t shapes[1] = {77};
    size_t found = 99;
    for (either kind = EITHER_POLYS; kind <= EITHER_SOLIDS; kind++) {
        static const float low[3] = {-1, -1, -1}, high[3] = {1, 1, 1}, zero[3] = {-0.0F, 0, 0}, other_zero[3] = {0, -0.0F, 0};
        void *set = either_create(kind);
        cr_assert_eq(either_add_ball(kind, set, zero, 0.5F), SEPAL_OK);
        cr_assert_eq(sepal_finder_create(NULL, &finder), SEPAL_OK);
        cr_assert_eq(either_find_in(kind, finder, low, high, NULL, NULL, 1, shapes, &found), SEPAL_BAD_ARGUMENT, "no tree");
        cr_assert_eq(either_find_build(kind, finder, set), SEPAL_OK);
        cr_assert_eq(either_find_in(kind, NULL, low, high, NULL, NULL, 1, shapes, &found), SEPAL_BAD_ARGUMENT);
        cr_assert_eq(either_find_in(kind, finder, high, low, NULL, NULL, 1, shapes, &found), SEPAL_BAD_ARGUMENT, "low above high");
        cr_assert_eq(either_find_in(kind, finder, low, high, NULL, &bad, 1, shapes, &found), SEPAL_BAD_ARGUMENT);
        cr_assert_eq(either_find_in(kind, finder, low, high, NULL, NULL, 1, NULL, &found), SEPAL_BAD_ARGUMENT);
        cr_assert_eq(either_find_in(kind, finder, low, high, NULL, NULL, 1, shapes, NULL), SEPAL_BAD_ARGUMENT);
        for (int axis = 0; axis < (kind == EITHER_SOLIDS ? 3 : 2); axis++)
            for (int side = 0; side < 4; side++) {
                float corners[2][3] = {{-1, -1, -1}, {1, 1, 1}};
                corners[side % 2][axis] = side < 2 ? NAN : side % 2 == 0 ? -INFINITY : INFINITY;
                cr_assert_eq(either_find_in(kind, finder, corners[0], corners[1], NULL, NULL, 1, shapes, &found),
                             SEPAL_BAD_ARGUMENT);
            }
        cr_assert(found == 99 && shapes[0] == 77);
        cr_assert_eq(either_find_in(kind, finder, zero, other_zero, NULL, NULL, 1, shapes, &found), SEPAL_OK, "both zeros are 0");
        cr_assert(found == 1 && shapes[0] == 0);
        found = 99, shapes[0] = 77;
        sepal_finder_destroy(finder);
        either_destroy(kind, set);
    }
    cr_assert_eq(sepal_solids_find_in(NULL, NULL, NULL, NULL, NULL, 1, shapes, &found), SEPAL_BAD_ARGUMENT);
}

/* Whichever request for memory is refused, the call says so, and the next one succeeds; then it asks for no more. */
Test(find_in, memory_that_runs_out) {
    static const float low[3] = {-1, -1, -1}, high[3] = {1, 1, 1}, at[3] = {0, 0, 0};
    for (either kind = EITHER_POLYS; kind <= EITHER_SOLIDS; kind++) {
        watch w = watch_create();
        sepal_allocator allocator = watch_allocator(&w);
        sepal_finder *finder = NULL;
        uint32_t shapes[2];
        size_t found = 99, refused = 0;
        void *set = either_create(kind);
        cr_assert_eq(either_add_ball(kind, set, at, 0.5F), SEPAL_OK);
        cr_assert_eq(sepal_finder_create(&allocator, &finder), SEPAL_OK);
        cr_assert_eq(either_find_build(kind, finder, set), SEPAL_OK);
        sepal_status status;
        do {
            w.fail_at = w.requests + refused;
            status = either_find_in(kind, finder, low, high, NULL, NULL, 2, shapes, &found);
            refused += status != SEPAL_OK;
            cr_assert(status == SEPAL_OK || (status == SEPAL_NO_MEMORY && found == 99));
        } while (status != SEPAL_OK);
        cr_assert(found == 1 && refused > 1);
        size_t requests = w.requests;
        cr_assert_eq(either_find_in(kind, finder, at, high, NULL, NULL, 2, shapes, &found), SEPAL_OK);
        cr_assert_eq(w.requests, requests);
        sepal_finder_destroy(finder);
        cr_assert_eq(w.live, 0U);
        either_destroy(kind, set);
    }
}
