/* test_cast_each.c — every shape that rays hit, in order, against the sweeps of every ray and every shape. */
#include "../common/allocators.h"
#include "../common/check.h"
#include "../questions/questions.h"
#include "../scenes/round_scenes.h"
#include "../scenes/solid_scenes.h"
#include "either.h"
#include "rays.h"
#include "solid_rays.h"

#include <criterion/criterion.h>
#include <fenv.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { RAYS = 200, SHAPES = 60, SHAPES_MOST = 1200 };

/* What is taken, and when it is enough. */
typedef struct taken {
    sepal_ray_hit *hits;
    size_t count, room;
    size_t of_ray[RAYS]; /* how many of each ray, */
    size_t most;         /* and after how many a ray ends; */
    size_t all;          /* after how many the search ends */
    bool has_ended[RAYS], is_over;
} taken;

static int take(void *context, const sepal_ray_hit *hit) {
    taken *t = context;
    cr_assert(!t->is_over && hit->ray < RAYS && !t->has_ended[hit->ray], "a hit after the last one that was wanted");
    cr_assert(t->count < t->room);
    t->hits[t->count++] = *hit;
    t->has_ended[hit->ray] = ++t->of_ray[hit->ray] == t->most;
    t->is_over = t->count == t->all;
    return t->is_over ? -1 : t->has_ended[hit->ray] ? 0 : 1;
}

static int by_time(const void *a, const void *b) {
    const sepal_ray_hit *p = a, *q = b;
    if (p->time != q->time)
        return p->time < q->time ? -1 : 1;
    return p->shape < q->shape ? -1 : p->shape > q->shape;
}

/* The hits of one ray by the sweep, in order. point: a set of its origin. */
static size_t judge(either kind, const void *set, const void *point, const float *row, uint32_t ray, float limit,
                    const sepal_filter *filter, const sepal_rule *rule, sepal_ray_hit *hits) {
    static sepal_pair pairs[SHAPES_MOST];
    static float time[SHAPES_MOST], normal[3][SHAPES_MOST];
    uint64_t bits[SEPAL_BIT_WORDS(SHAPES_MOST)];
    const size_t count = either_count(kind, set);
    size_t found = 0;
    for (uint32_t i = 0; i < count; i++)
        pairs[i] = (sepal_pair){i, 0};
    cr_assert_eq(kind == EITHER_SOLIDS
                     ? sepal_solids_sweep_pairs(set, NULL, point, &(sepal_solid_moves){row + 3, row + 4, row + 5, 1}, pairs, count,
                                                rule, &(sepal_solid_hits){bits, time, normal[0], normal[1], normal[2]})
                     : sepal_polys_sweep_pairs(set, NULL, point, &(sepal_moves){row + 3, row + 4, 1}, pairs, count, rule,
                                               &(sepal_hits){bits, time, normal[0], normal[1]}),
                 SEPAL_OK);
    for (uint32_t i = 0; i < count; i++)
        if ((bits[i / 64] >> i % 64 & 1) != 0 && time[i] <= limit && ray_is_wanted(filter, ray, i))
            hits[found++] = (sepal_ray_hit){ray, i, time[i], normal[0][i], normal[1][i], kind == EITHER_SOLIDS ? normal[2][i] : 0};
    qsort(hits, found, sizeof *hits, by_time);
    return found;
}

/* Are the hits of each ray the first ones of the judge, and are they as many as are wanted? Returns how many there are. */
static size_t check_hits(either kind, const void *set, const float *rows, size_t rays, float limit, const sepal_filter *filter,
                         const sepal_rule *rule, const taken *t) {
    static sepal_ray_hit wanted[SHAPES_MOST];
    for (uint32_t ray = 0; ray < rays; ray++) {
        void *point = either_create(kind);
        cr_assert_eq(either_add_ball(kind, point, rows + 6 * ray, 0), SEPAL_OK);
        const size_t found = judge(kind, set, point, rows + 6 * ray, ray, limit, filter, rule, wanted);
        size_t at = 0;
        for (size_t k = 0; k < t->count; k++)
            if (t->hits[k].ray == ray) {
                cr_assert(at < found && memcmp(&t->hits[k], &wanted[at], sizeof *wanted) == 0,
                          "%s, kind %d, ray %u, hit %zu of %zu: shape %u at %a", sepal_isa(), (int)kind, ray, at, found,
                          t->hits[k].shape, (double)t->hits[k].time);
                at++;
            }
        cr_assert(t->is_over || at == (found < t->most ? found : t->most), "ray %u: %zu of %zu hits", ray, at, found);
        either_destroy(kind, point);
    }
    return t->count;
}

static taken take_most(size_t rays, size_t shapes, size_t most, size_t all) {
    taken t = {.room = rays * shapes, .most = most, .all = all};
    t.hits = calloc(t.room + 1, sizeof *t.hits);
    cr_assert_not_null(t.hits);
    return t;
}

/* All hits; those up to a limit; the first three of each ray; and the first few of all. On every instruction set. */
static size_t check_cast(either kind, const void *set, const float *rows, size_t rays, float margin, uint64_t seed) {
    static uint32_t numbers[2][SHAPES_MOST];
    const sepal_filter odd = {{numbers[0], numbers[1]}, {NULL, NULL}, {NULL, NULL}};
    const sepal_rule rule = {seed % 2 == 0 ? SEPAL_TOUCHING_OVERLAPS : SEPAL_TOUCHING_IS_APART, seed % 4 < 2 ? 0 : margin, 0};
    const struct {
        float limit;
        size_t most, all;
    } ways[] = {{1, SIZE_MAX, SIZE_MAX}, {0.5F, SIZE_MAX, SIZE_MAX}, {0, SIZE_MAX, SIZE_MAX}, {1, 3, SIZE_MAX}, {1, 2, 5}};
    sepal_finder *finder = NULL;
    size_t hits = 0;
    for (size_t k = 0; k < SHAPES_MOST; k++)
        numbers[0][k] = numbers[1][k] = (uint32_t)k % 3;
    cr_assert_eq(sepal_finder_create(NULL, &finder), SEPAL_OK);
    cr_assert_eq(either_find_build(kind, finder, set), SEPAL_OK);
    for (size_t isa = 0; isa < sepal_isa_count(); isa++)
        for (size_t k = 0; k < sizeof ways / sizeof *ways; k++) {
            const sepal_filter *filter = (isa + seed + k) % 3 == 0 ? &odd : NULL;
            taken t = take_most(rays, either_count(kind, set), ways[k].most, ways[k].all);
            use_isa(isa);
            cr_assert_eq(either_cast_each(kind, finder, rows, rays, ways[k].limit, filter, &rule, take, &t), SEPAL_OK);
            hits += check_hits(kind, set, rows, rays, ways[k].limit, filter, &rule, &t);
            free(t.hits);
        }
    sepal_finder_destroy(finder);
    return hits;
}

Test(cast_each, among_polygons_of_every_kind) {
    static float flat[4 * RAYS], rows[6 * RAYS];
    size_t hits = 0;
    for (size_t kind = 0; kind < scene_kind_count(); kind += scene_step()) {
        round_scene s = round_scene_create(kind, 91 + kind, SHAPES, 1, (radius_manner)(kind % RADIUS_MANNERS));
        if (sepal_polys_count(s.b) < SHAPES_MOST) {
            make_rays(s.a, s.b, RAYS / 2, flat);
            for (size_t k = 0; k < RAYS / 2; k++)
                memcpy(rows + 6 * k, (const float[6]){flat[4 * k], flat[4 * k + 1], 0, flat[4 * k + 2], flat[4 * k + 3], 0},
                       6 * sizeof *rows);
            hits += check_cast(EITHER_POLYS, s.b, rows, RAYS / 2, s.margin, kind);
        }
        round_scene_destroy(&s);
    }
    cr_assert_gt(hits, 5000U, "%zu", hits);
}

Test(cast_each, among_solids_of_every_kind) {
    static float rows[6 * RAYS];
    size_t hits = 0;
    for (size_t kind = 0; kind < solid_scene_kinds(); kind += scene_step()) {
        solid_scene s = solid_scene_create(kind, 91 + kind, SHAPES / 2);
        make_solid_rays(s.set_a, s.set_b, RAYS / 4, rows);
        hits += check_cast(EITHER_SOLIDS, s.set_b, rows, RAYS / 4, s.margin, kind);
        solid_scene_destroy(&s);
    }
    cr_assert_gt(hits, 500U, "%zu", hits);
}

/* Hundreds of balls around one point, and around others along a line, in an order that is not that of the line: far more hits at one
 * time, and more that wait, than a ray has room for. */
Test(cast_each, many_at_one_time) {
    for (int k = 0; k < 2; k++) {
        const either kind = k == 0 ? EITHER_POLYS : EITHER_SOLIDS;
        static float rows[6 * 4];
        void *set = either_create(kind);
        for (int i = 0; i < 1000; i++) {
            const int place = i * 7 % 10;
            const float at[3] = {(float)(4 * place), 0, 0};
            cr_assert_eq(either_add_ball(kind, set, at, i % 3 == 0 ? 1.5F : 3 + (float)(i * 31 % 64) / 8), SEPAL_OK);
        }
        for (int i = 0; i < 4; i++) {
            rows[6 * i] = i == 1 ? 60 : i == 2 ? 20 : -40;
            rows[6 * i + 3] = i == 1 ? -100 : i == 2 ? 3 : 100;
            rows[6 * i + 4] = i == 3 ? 10 : 0;
        }
        cr_assert_gt(check_cast(kind, set, rows, 4, 0.5F, 6), 3000U);
        either_destroy(kind, set);
    }
}

typedef struct caller {
    int rounding;
    size_t calls;
} caller;

static int look_at_state(void *context, const sepal_ray_hit *hit) {
    caller *c = context;
    (void)hit;
    c->rounding = fegetround();
    c->calls++;
    return 1;
}

/* It is called in the caller's floating-point state, and bad arguments and missing memory do not call it. */
Test(cast_each, state_memory_and_bad_arguments) {
    const sepal_rule bad = {.margin = -1};
    for (int k = 0; k < 2; k++) {
        const either kind = k == 0 ? EITHER_POLYS : EITHER_SOLIDS, other = k == 0 ? EITHER_SOLIDS : EITHER_POLYS;
        float row[6] = {-5, 0, 0, 10, 0, 0};
        const float at[3] = {0};
        void *set = either_create(kind), *of_other = either_create(other);
        sepal_finder *finder = NULL;
        caller c = {.rounding = -1};
        watch w = watch_create();
        sepal_allocator allocator = watch_allocator(&w);
        cr_assert_eq(either_add_ball(kind, set, at, 1), SEPAL_OK);
        cr_assert_eq(sepal_finder_create(&allocator, &finder), SEPAL_OK);
#define REFUSED(status, of, rays, count, limit, rule)                                                                              \
    cr_assert_eq(either_cast_each(kind, of, rays, count, limit, NULL, rule, look_at_state, &c), status)
        REFUSED(SEPAL_BAD_ARGUMENT, finder, row, 1, 1, NULL); /* there is no tree, */
        cr_assert_eq(either_find_build(other, finder, of_other), SEPAL_OK);
        REFUSED(SEPAL_BAD_ARGUMENT, finder, row, 1, 1, NULL); /* or one of the other kind */
        cr_assert_eq(either_find_build(kind, finder, set), SEPAL_OK);
        REFUSED(SEPAL_BAD_ARGUMENT, NULL, row, 1, 1, NULL);
        REFUSED(SEPAL_BAD_ARGUMENT, finder, row, 1, -1, NULL);
        REFUSED(SEPAL_BAD_ARGUMENT, finder, row, 1, 1.5F, NULL);
        REFUSED(SEPAL_BAD_ARGUMENT, finder, row, 1, NAN, NULL);
        REFUSED(SEPAL_BAD_ARGUMENT, finder, row, 1, 1, &bad);
        cr_assert_eq(either_cast_each(kind, finder, row, 1, 1, NULL, NULL, NULL, NULL), SEPAL_BAD_ARGUMENT);
        row[4] = NAN;
        REFUSED(SEPAL_BAD_SHAPE, finder, row, 1, 1, NULL);
        row[4] = 0;
        w.fail_at = w.requests;
        w.fail_later = true;
        REFUSED(SEPAL_NO_MEMORY, finder, row, 1, 1, NULL);
        w.fail_at = SIZE_MAX;
        cr_assert_eq(c.calls, 0U);
        fesetround(FE_UPWARD);
        const sepal_status status = either_cast_each(kind, finder, row, 1, 1, NULL, NULL, look_at_state, &c);
        const int after = fegetround();
        fesetround(FE_TONEAREST);
        cr_assert(status == SEPAL_OK && c.calls == 1 && c.rounding == FE_UPWARD && after == FE_UPWARD);
        const size_t requests = w.requests;
        static float rows[6 * RAYS];
        for (size_t i = 0; i < RAYS; i++)
            memcpy(rows + 6 * i, row, sizeof row);
        cr_assert_eq(either_cast_each(kind, finder, rows, RAYS, 1, NULL, NULL, look_at_state, &c), SEPAL_OK);
        cr_assert(c.calls == 1 + RAYS && w.requests == requests, "%zu calls, %zu requests", c.calls, w.requests - requests);
        sepal_finder_destroy(finder);
        cr_assert_eq(w.live, 0U);
        either_destroy(kind, set);
        either_destroy(other, of_other);
    }
}
