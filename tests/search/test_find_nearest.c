/* test_find_nearest.c — the k nearest: against the push about every pair, in order of the floats and of the indices. */
#include "../common/allocators.h"
#include "../common/check.h"
#include "../questions/questions.h"
#include "../scenes/round_scenes.h"
#include "../scenes/solid_scenes.h"
#include "either.h"

#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <sepal/sepal.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 4096, MOST_K = 600, FIRST = 3, ASKED = 12, SEED = 923 };

typedef struct neighbour {
    float distance;
    uint32_t shape;
} neighbour;

static int by_distance(const void *a, const void *b) {
    const neighbour *p = a, *q = b;
    if (p->distance != q->distance)
        return p->distance < q->distance ? -1 : 1;
    return p->shape < q->shape ? -1 : p->shape > q->shape;
}

/* Of sets that are one, or of two, about whose second one there is no mask. */
static bool is_in_filter(const sepal_filter *f, bool one, uint32_t i, uint32_t j) {
    return f == NULL || ((f->mask[0][i] & f->member[one ? 0 : 1][j]) != 0 && (!one || (f->mask[0][j] & f->member[0][i]) != 0));
}

/* All neighbours of shape i of a that are wanted, in order; returns how many. */
static size_t judge(either kind, const void *a, uint32_t i, const void *b, const sepal_filter *filter, float limit,
                    neighbour out[MOST]) {
    static sepal_pair pairs[MOST];
    static float depth[MOST];
    size_t count = either_count(kind, b), found = 0;
    cr_assert_leq(count, (size_t)MOST);
    for (uint32_t j = 0; j < count; j++)
        pairs[j] = (sepal_pair){i, j};
    cr_assert_eq(either_depths(kind, a, b, pairs, count, NULL, depth), SEPAL_OK);
    for (uint32_t j = 0; j < count; j++) {
        float distance = depth[j] < 0 ? -depth[j] : 0;
        if (distance <= limit && !(a == b && i == j) && is_in_filter(filter, a == b, i, j))
            out[found++] = (neighbour){distance, j};
    }
    qsort(out, found, sizeof *out, by_distance);
    return found;
}

static void check_nearest(either kind, const char *name, sepal_finder *finder, const void *a, const void *b, size_t k,
                          const sepal_filter *filter, float limit) {
    static uint32_t nearest[ASKED * MOST_K + 1];
    static float distance[ASKED * MOST_K + 1];
    size_t count = either_count(kind, a) - FIRST < ASKED ? either_count(kind, a) - FIRST : ASKED;
    nearest[k * count] = 77777;
    distance[k * count] = 77777;
    cr_assert_eq(either_find_nearest(kind, finder, a, FIRST, count, k, filter, limit, nearest, distance), SEPAL_OK);
    cr_assert(nearest[k * count] == 77777 && distance[k * count] == 77777, "written behind the end");
    for (size_t i = 0; i < count; i++) {
        static neighbour expected[MOST];
        size_t known = judge(kind, a, (uint32_t)(FIRST + i), b, filter, limit, expected);
        for (size_t at = 0; at < k; at++) {
            neighbour want = at < known ? expected[at] : (neighbour){limit, SEPAL_NO_SHAPE};
            neighbour got = {distance[i * k + at], nearest[i * k + at]};
            cr_assert(memcmp(&got, &want, sizeof got) == 0, "%s, '%s': neighbour %zu of %zu of shape %zu is %u at %a, not %u at %a",
                      sepal_isa(), name, at, k, FIRST + i, got.shape, (double)got.distance, want.shape, (double)want.distance);
        }
    }
}

/* About another set and itself, with few and with more neighbours than there are, with a limit and with filters; in trees of boxes that
 * fit and of larger ones. */
static void check_scene(either kind, const char *name, const void *a, const void *b, float margin) {
    static uint32_t numbers[MOST];
    const sepal_filter some = {{numbers, numbers}, {numbers + 1, NULL}, {NULL, NULL}};
    sepal_finder *finder = NULL;
    for (uint32_t j = 0; j < MOST; j++)
        numbers[j] = 1 + (j * 2654435761U >> 30);
    cr_assert_eq(sepal_finder_create(NULL, &finder), SEPAL_OK);
    for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
        use_isa(isa);
        cr_assert_eq(either_find_keep(kind, finder, b, isa % 2 == 0 ? 0 : margin), SEPAL_OK);
        check_nearest(kind, name, finder, a, b, 3, NULL, FLT_MAX);
        check_nearest(kind, name, finder, a, b, 17, NULL, margin);
        check_nearest(kind, name, finder, b, b, 5, NULL, FLT_MAX);
        if (either_count(kind, b) < MOST_K)
            check_nearest(kind, name, finder, a, b, either_count(kind, b) + 1, NULL, FLT_MAX);
        check_nearest(kind, name, finder, b, b, 4, &some, FLT_MAX);
        check_nearest(kind, name, finder, a, b, 1, NULL, 0);
    }
    sepal_finder_destroy(finder);
}

Test(find_nearest, every_kind_of_scene) {
    for (size_t kind = 0; kind < scene_kind_count(); kind += scene_step()) {
        round_scene s = round_scene_create(kind, SEED + kind, 50, 1, kind % 2 == 0 ? RADII_NONE : RADII_SOME);
        check_scene(EITHER_POLYS, s.base.kind, s.a, s.b, s.margin);
        round_scene_destroy(&s);
    }
    for (size_t kind = 0; kind < solid_scene_kinds(); kind += scene_step()) {
        solid_scene s = solid_scene_create(kind, SEED + kind, 60);
        check_scene(EITHER_SOLIDS, s.kind, s.set_a, s.set_b, s.margin);
        solid_scene_destroy(&s);
    }
}

/* Points on a line, 3 apart, more than fit a few leaves, and scaled to both ends of the range of float. */
Test(find_nearest, points_on_a_line) {
    enum { POINTS = 500 };
    static const float scales[] = {1, 0x1p-149F, 0x1p-140F, 0x1p-120F, 0x1p-60F, 0x1p60F, 0x1p116F};
    for (either kind = EITHER_POLYS; kind <= EITHER_SOLIDS; kind++)
        for (size_t k = 0; k < sizeof scales / sizeof *scales; k++) {
            sepal_finder *finder = NULL;
            void *set = either_create(kind);
            for (int i = 0; i < POINTS; i++) {
                const float at[3] = {(float)(3 * (i * 7 % POINTS)) * scales[k], 0, 0};
                cr_assert_eq(either_add_ball(kind, set, at, 0), SEPAL_OK);
            }
            cr_assert_eq(sepal_finder_create(NULL, &finder), SEPAL_OK);
            for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
                use_isa(isa);
                cr_assert_eq(either_find_build(kind, finder, set), SEPAL_OK);
                check_nearest(kind, "line", finder, set, set, 6, NULL, FLT_MAX);
                check_nearest(kind, "line", finder, set, set, 6, NULL, 3 * scales[k]);
            }
            sepal_finder_destroy(finder);
            either_destroy(kind, set);
        }
}

Test(find_nearest, bad_arguments_change_nothing) {
    static const float at[3] = {0, 0, 0}, bad[] = {-1, -0x1p-149F, INFINITY, NAN};
    for (either kind = EITHER_POLYS; kind <= EITHER_SOLIDS; kind++) {
        either other = kind == EITHER_POLYS ? EITHER_SOLIDS : EITHER_POLYS;
        sepal_finder *finder = NULL;
        void *set = either_create(kind), *alien = either_create(other);
        uint32_t nearest[2] = {7, 7};
        float distance[2] = {7, 7};
        cr_assert_eq(either_add_ball(kind, set, at, 0.5F), SEPAL_OK);
        cr_assert_eq(either_add_ball(other, alien, at, 0.5F), SEPAL_OK);
        cr_assert_eq(sepal_finder_create(NULL, &finder), SEPAL_OK);
        cr_assert_eq(either_find_nearest(kind, finder, set, 0, 1, 1, NULL, 1, nearest, distance), SEPAL_BAD_ARGUMENT, "no tree");
        cr_assert_eq(either_find_build(other, finder, alien), SEPAL_OK);
        cr_assert_eq(either_find_nearest(kind, finder, set, 0, 1, 1, NULL, 1, nearest, distance), SEPAL_BAD_ARGUMENT, "of others");
        cr_assert_eq(either_find_build(kind, finder, set), SEPAL_OK);
        cr_assert_eq(either_find_nearest(kind, NULL, set, 0, 1, 1, NULL, 1, nearest, distance), SEPAL_BAD_ARGUMENT);
        cr_assert_eq(either_find_nearest(kind, finder, NULL, 0, 1, 1, NULL, 1, nearest, distance), SEPAL_BAD_ARGUMENT);
        cr_assert_eq(either_find_nearest(kind, finder, set, 0, 1, 1, NULL, 1, NULL, distance), SEPAL_BAD_ARGUMENT);
        cr_assert_eq(either_find_nearest(kind, finder, set, 0, 1, 1, NULL, 1, nearest, NULL), SEPAL_BAD_ARGUMENT);
        cr_assert_eq(either_find_nearest(kind, finder, set, 0, 2, 1, NULL, 1, nearest, distance), SEPAL_BAD_ARGUMENT);
        cr_assert_eq(either_find_nearest(kind, finder, set, 2, 0, 1, NULL, 1, nearest, distance), SEPAL_BAD_ARGUMENT);
        cr_assert_eq(either_find_nearest(kind, finder, set, 0, 1, SIZE_MAX / 2, NULL, 1, nearest, distance), SEPAL_BAD_ARGUMENT);
        for (size_t k = 0; k < sizeof bad / sizeof *bad; k++)
            cr_assert_eq(either_find_nearest(kind, finder, set, 0, 1, 1, NULL, bad[k], nearest, distance), SEPAL_BAD_ARGUMENT);
        cr_assert(nearest[0] == 7 && distance[0] == 7);
        cr_assert_eq(either_find_nearest(kind, finder, set, 1, 0, 1, NULL, 1, NULL, NULL), SEPAL_OK, "nothing is asked");
        cr_assert_eq(either_find_nearest(kind, finder, set, 0, 1, 0, NULL, 1, NULL, NULL), SEPAL_OK);
        cr_assert_eq(either_find_nearest(kind, finder, set, 0, 1, 1, NULL, 0.25F, nearest, distance), SEPAL_OK);
        cr_assert(nearest[0] == SEPAL_NO_SHAPE && distance[0] == 0.25F && nearest[1] == 7 && distance[1] == 7, "none but itself");
        either_clear(kind, set);
        cr_assert_eq(either_find_nearest(kind, finder, set, 0, 0, 1, NULL, 1, nearest, distance), SEPAL_BAD_ARGUMENT, "changed");
        sepal_finder_destroy(finder);
        either_destroy(kind, set);
        either_destroy(other, alien);
    }
}

/* Whichever request for memory is refused, the call says so, and the next one succeeds; then it asks for no more. */
Test(find_nearest, memory_that_runs_out) {
    static const float at[3] = {0, 0, 0}, beside[3] = {3, 0, 0};
    for (either kind = EITHER_POLYS; kind <= EITHER_SOLIDS; kind++) {
        watch w = watch_create();
        sepal_allocator allocator = watch_allocator(&w);
        sepal_finder *finder = NULL;
        uint32_t nearest = 7;
        float distance = 7;
        size_t refused = 0;
        void *set = either_create(kind);
        cr_assert_eq(either_add_ball(kind, set, at, 0.5F), SEPAL_OK);
        cr_assert_eq(either_add_ball(kind, set, beside, 0.5F), SEPAL_OK);
        cr_assert_eq(sepal_finder_create(&allocator, &finder), SEPAL_OK);
        cr_assert_eq(either_find_build(kind, finder, set), SEPAL_OK);
        sepal_status status;
        do {
            w.fail_at = w.requests + refused;
            status = either_find_nearest(kind, finder, set, 0, 1, 1, NULL, FLT_MAX, &nearest, &distance);
            refused += status != SEPAL_OK;
            cr_assert(status == SEPAL_OK || (status == SEPAL_NO_MEMORY && nearest == 7 && distance == 7));
        } while (status != SEPAL_OK);
        cr_assert(nearest == 1 && distance == 2 && refused > 0);
        size_t requests = w.requests;
        cr_assert_eq(either_find_nearest(kind, finder, set, 1, 1, 1, NULL, FLT_MAX, &nearest, &distance), SEPAL_OK);
        cr_assert(nearest == 0 && w.requests == requests);
        sepal_finder_destroy(finder);
        cr_assert_eq(w.live, 0U);
        either_destroy(kind, set);
    }
}
