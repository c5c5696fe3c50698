/* test_find_cost.c — what search.h says of costs: processor time, as ratios of two calls in one run, with room for a busy machine. */
#include "../common/check.h"
#include "../scenes/shapes.h"
#include "either.h"

#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <time.h>

enum { SEED = 31, REPEATS = 5 };

/* A call that is timed. */
typedef void timed(void *about);

/* The least processor time of one of several calls, each of `times` passes, in seconds. */
static double least_time(timed *work, void *about, int times) {
    double least = DBL_MAX;
    for (int repeat = 0; repeat < REPEATS; repeat++) {
        const clock_t begin = clock();
        for (int k = 0; k < times; k++)
            work(about);
        const double took = (double)(clock() - begin) / CLOCKS_PER_SEC / times;
        least = took < least ? took : least;
    }
    return least;
}

/* --- Outliers ------------------------------------------------------------------------------------------------------------------- */

enum { OUTLIERS_NONE, OUTLIERS_SIX, OUTLIERS_GARBAGE, OUTLIERS_ALL, OUTLIERS };

/* Any magnitude of float32, of either sign. */
static float any_magnitude(rng *r) {
    const float magnitude = (float)pow(10, rng_real(r, -37, 38));
    return rng_below(r, 2) == 0 ? magnitude : -magnitude;
}

/* Balls in a square or cube, of which some meet, but for some outliers: six at 10^5 .. 10^35; one in 200 anywhere; or all. */
static void *scene_with_outliers(either kind, int outliers, size_t count) {
    void *set = either_create(kind);
    rng r = {SEED};
    const double side = kind == EITHER_SOLIDS ? 2 * cbrt((double)count) : 2 * sqrt((double)count);
    for (size_t k = 0; k < count; k++) {
        const size_t sixth = count / 6 + 1, number = k / sixth;
        float at[3], radius = (float)rng_real(&r, 0.1, 0.4);
        for (int axis = 0; axis < 3; axis++) {
            at[axis] = (float)rng_real(&r, 0, side);
            if (outliers == OUTLIERS_ALL || (outliers == OUTLIERS_GARBAGE && k % 200 == 0))
                at[axis] = any_magnitude(&r);
            if (outliers == OUTLIERS_SIX && k % sixth == 0)
                at[axis] = (float)pow(10, 5 + 6 * (double)number);
        }
        for (int axis = 0; axis < 3 && outliers == OUTLIERS_ALL; axis++)
            radius = fminf(radius, 0.01F * fabsf(at[axis]));
        cr_assert_eq(either_add_ball(kind, set, at, radius), SEPAL_OK);
    }
    return set;
}

typedef struct joined {
    either kind;
    sepal_finder *finder;
    void *set;
} joined;

static void join_near(void *about) {
    const joined *j = about;
    size_t found;
    const sepal_status status = either_find_near(j->kind, j->finder, j->set, j->set, NULL, 0, 0, NULL, &found);
    cr_assert(status == SEPAL_OK || status == SEPAL_TOO_SMALL);
}

/* "at a cost near n log n + k", whatever the coordinates. While outliers left shapes without an order, this took some fifty times as long. */
Test(find_cost, outliers) {
    enum { COUNT = 20000, MOST_RATIO = 6 };
    for (int of = 0; of < 2; of++) {
        joined j = {.kind = of == 0 ? EITHER_POLYS : EITHER_SOLIDS};
        double without = 0;
        cr_assert_eq(sepal_finder_create(NULL, &j.finder), SEPAL_OK);
        for (int outliers = 0; outliers < OUTLIERS; outliers++) {
            j.set = scene_with_outliers(j.kind, outliers, COUNT);
            const double took = least_time(join_near, &j, 1);
            if (outliers == OUTLIERS_NONE)
                without = took;
            cr_assert_leq(took, MOST_RATIO * without, "%s, outliers of kind %d: %g s instead of %g s",
                          of == 0 ? "polygons" : "solids", outliers, took, without);
            either_destroy(j.kind, j.set);
        }
        sepal_finder_destroy(j.finder);
    }
}

/* Whatever the order, no pair is lost. */
Test(find_cost, outliers_lose_no_pair) {
    enum { COUNT = 1200, MOST_PAIRS = 4000 };
    for (int of = 0; of < 2; of++)
        for (int outliers = 0; outliers < OUTLIERS; outliers++) {
            static sepal_pair pairs[MOST_PAIRS];
            const either kind = of == 0 ? EITHER_POLYS : EITHER_SOLIDS;
            void *set = scene_with_outliers(kind, outliers, COUNT);
            sepal_finder *finder = NULL;
            size_t found, at = 0;
            cr_assert_eq(sepal_finder_create(NULL, &finder), SEPAL_OK);
            cr_assert_eq(either_find_pairs(kind, finder, set, set, NULL, NULL, MOST_PAIRS, pairs, &found), SEPAL_OK);
            for (uint32_t i = 0; i < COUNT; i++) {
                static sepal_pair asked[COUNT];
                uint64_t bits[SEPAL_BIT_WORDS(COUNT)];
                size_t count = 0;
                for (uint32_t k = i + 1; k < COUNT; k++)
                    asked[count++] = (sepal_pair){i, k};
                cr_assert_eq(either_overlap_pairs(kind, set, set, asked, count, NULL, bits), SEPAL_OK);
                for (size_t k = 0; k < count; k++)
                    if (bit_at(bits, k)) {
                        cr_assert(at < found && pairs[at].a == i && pairs[at].b == asked[k].b, "(%u, %u)", i, asked[k].b);
                        at++;
                    }
            }
            cr_assert_eq(at, found);
            sepal_finder_destroy(finder);
            either_destroy(kind, set);
        }
}

/* --- Equally near shapes ----------------------------------------------------------------------------------------------------------- */

typedef struct seeking {
    either kind;
    sepal_finder *finder;
    void *from; /* one point */
} seeking;

enum { K = 4 };

static void seek_nearest(void *about) {
    const seeking *s = about;
    uint32_t nearest[K];
    float distance[K];
    cr_assert_eq(either_find_nearest(s->kind, s->finder, s->from, 0, 1, K, NULL, FLT_MAX, nearest, distance), SEPAL_OK);
    for (uint32_t k = 0; k < K; k++)
        cr_assert(nearest[k] == k && distance[k] == 0, "%u, %g", nearest[k], (double)distance[k]);
}

static void cast_one(void *about) {
    const seeking *s = about;
    static const float from[] = {0.25F, 0.25F, 0.25F}, move[] = {10, 1, 0.5F};
    uint32_t shape = 7;
    float time = 7;
    const sepal_rays flat = {from, from, move, move, 1};
    const sepal_solid_rays solid = {from, from, from, move, move, move, 1};
    cr_assert_eq(
        s->kind == EITHER_SOLIDS
            ? sepal_solids_cast_rays(s->finder, &solid, 1, NULL, NULL, &(sepal_solid_ray_hits){.shape = &shape, .time = &time})
            : sepal_polys_cast_rays(s->finder, &flat, 1, NULL, NULL, &(sepal_ray_hits){.shape = &shape, .time = &time}),
        SEPAL_OK);
    cr_assert(shape == 0 && time == 0, "%u at %g", shape, (double)time);
}

/* "all of those are asked about, but for shapes at distance 0, of which some k log n are"; and of rays "for time 0". A point in some or
 * in very many shapes, in one place or in any places and any order: the time hardly grows. It was in proportion to their number. */
Test(find_cost, shapes_that_hold_a_point) {
    enum { FEW = 200, MANY = 60000, MOST_RATIO = 40, PASSES = 20 };
    for (int of = 0; of < 2; of++)
        for (int places = 0; places < 2; places++) {
            seeking s = {.kind = of == 0 ? EITHER_POLYS : EITHER_SOLIDS};
            double least[2][2];
            static const float at_point[3] = {0.25F, 0.25F, 0.25F};
            s.from = either_create(s.kind);
            cr_assert_eq(either_add_ball(s.kind, s.from, at_point, 0), SEPAL_OK);
            cr_assert_eq(sepal_finder_create(NULL, &s.finder), SEPAL_OK);
            for (int many = 0; many < 2; many++) {
                void *set = either_create(s.kind);
                rng r = {SEED};
                for (size_t k = 0; k < (many ? MANY : FEW); k++) {
                    float at[3] = {0, 0, 0};
                    for (int axis = 0; axis < 3 && places == 1; axis++)
                        at[axis] = (float)rng_real(&r, 0, 1);
                    cr_assert_eq(either_add_ball(s.kind, set, at, 3), SEPAL_OK);
                }
                cr_assert_eq(either_find_build(s.kind, s.finder, set), SEPAL_OK);
                least[many][0] = least_time(seek_nearest, &s, PASSES);
                least[many][1] = least_time(cast_one, &s, PASSES);
                cr_assert_eq(either_find_build(s.kind, s.finder, s.from), SEPAL_OK);
                either_destroy(s.kind, set);
            }
            for (int ray = 0; ray < 2; ray++)
                cr_assert_leq(least[1][ray], MOST_RATIO * least[0][ray] + 1e-6, "kind %d, places %d, ray %d: %g s instead of %g s",
                              of, places, ray, least[1][ray], least[0][ray]);
            sepal_finder_destroy(s.finder);
            either_destroy(s.kind, s.from);
        }
}

/* --- Lists ---------------------------------------------------------------------------------------------------------------------- */

typedef struct listing {
    sepal_finder *finder;
    const sepal_polys *set;
    uint32_t shapes[100];
} listing;

static void find_listed(void *about) {
    enum { MOST = 2000 };
    static sepal_pair pairs[MOST];
    const listing *l = about;
    size_t found;
    cr_assert_eq(sepal_polys_find_list(l->finder, l->set, l->shapes, 100, NULL, NULL, MOST, pairs, &found), SEPAL_OK);
}

/* "at a cost that grows with their number, and not with that of all": a hundred of 10^4 and of 10^6 shapes. The second took ten times as
 * long as the first, and more in a build without optimisation. */
Test(find_cost, lists) {
    enum { FEW = 10000, MANY = 1000000, MOST_RATIO = 5, PASSES = 20 };
    double least[2] = {0, 0};
    for (int many = 0; many < 2; many++) {
        const size_t count = many ? MANY : FEW, row = many ? 1000 : 100;
        float *at = calloc(2 * count, sizeof *at);
        sepal_polys *set = NULL;
        listing l = {.finder = NULL};
        const float half = 0.6F;
        cr_assert_not_null(at);
        cr_assert_eq(sepal_polys_create(NULL, &set), SEPAL_OK);
        for (size_t k = 0; k < count; k++) {
            const size_t rows = k / row;
            at[2 * k] = (float)(k % row);
            at[2 * k + 1] = (float)rows;
        }
        float *halves = calloc(2 * count, sizeof *halves);
        cr_assert_not_null(halves);
        for (size_t k = 0; k < 2 * count; k++)
            halves[k] = half;
        const sepal_boxes boxes = {.x = at, .y = at + 1, .half_x = halves, .half_y = halves, .stride = 2};
        cr_assert_eq(sepal_polys_add_boxes(set, &boxes, count, NULL, NULL), SEPAL_OK);
        cr_assert_eq(sepal_finder_create(NULL, &l.finder), SEPAL_OK);
        cr_assert_eq(sepal_polys_find_build(l.finder, set), SEPAL_OK);
        l.set = set;
        for (size_t k = 0; k < 100; k++)
            l.shapes[k] = (uint32_t)(count / 100 * k + 37 * k % 91);
        least[many] = least_time(find_listed, &l, PASSES);
        sepal_finder_destroy(l.finder);
        sepal_polys_destroy(set);
        free(at);
        free(halves);
    }
    cr_assert_leq(least[1], MOST_RATIO * least[0], "%g s in a large set instead of %g s", least[1], least[0]);
}
