/* test_find_slots.c — searches while shapes are removed from their slots and others put there: what a finder says of the set, step by
 * step, against one of a set of those shapes alone that are there, which is made anew. */
#include "../common/check.h"
#include "../scenes/shapes.h"
#include "either.h"
#include "rays.h"

#include <criterion/criterion.h>
#include <float.h>
#include <sepal/sepal.h>
#include <stdlib.h>
#include <string.h>

enum { SLOTS = 700, POINTS = 3, ROOM = 60000, STEPS = 14, NEAREST = 5, RAYS = 200, SEED = 2611 };

/* A set with slots, what should be in each, and the same shapes without gaps: shape k of `dense` is in slot at[k]. */
typedef struct slotted {
    either kind;
    void *set, *dense, *model;
    bool is_there[SLOTS];
    float points[SLOTS][POINTS][3], radius[SLOTS];
    uint32_t at[SLOTS];
    size_t count; /* of those that are there */
    rng r;
} slotted;

static size_t points_of(const slotted *s, size_t i) {
    return s->radius[i] > 0.25F ? 1 : s->radius[i] > 0 ? 2 : 3;
}

/* Another shape, of another number of points and another radius, for a slot. */
static void draw(slotted *s, size_t i) {
    const double side = s->kind == EITHER_SOLIDS ? 8 : 24;
    float centre[3];
    for (int axis = 0; axis < 3; axis++)
        centre[axis] = (float)rng_real(&s->r, 0, side);
    for (int k = 0; k < POINTS; k++)
        for (int axis = 0; axis < 3; axis++)
            s->points[i][k][axis] = centre[axis] + (float)rng_real(&s->r, -0.6, 0.6);
    s->radius[i] = rng_below(&s->r, 2) == 0 ? 0 : (float)rng_real(&s->r, 0, 0.5);
}

static void put(slotted *s, uint32_t i) {
    draw(s, i);
    either_clear(s->kind, s->model);
    cr_assert_eq(either_add_points(s->kind, s->model, s->points[i], points_of(s, i), s->radius[i]), SEPAL_OK);
    cr_assert_eq(either_replace(s->kind, s->set, i, s->model, 0), SEPAL_OK);
    s->is_there[i] = true;
}

static void take_out(slotted *s, uint32_t i) {
    cr_assert_eq(either_remove(s->kind, s->set, i), s->is_there[i] ? SEPAL_OK : SEPAL_BAD_ARGUMENT);
    s->is_there[i] = false;
}

static void make_dense(slotted *s) {
    either_clear(s->kind, s->dense);
    s->count = 0;
    for (uint32_t i = 0; i < SLOTS; i++)
        if (s->is_there[i]) {
            cr_assert_eq(either_add_points(s->kind, s->dense, s->points[i], points_of(s, i), s->radius[i]), SEPAL_OK);
            s->at[s->count++] = i;
        }
}

static sepal_pair expected[ROOM], got[ROOM];

static void must_be_same(const slotted *s, const char *what, int step, size_t found, size_t wanted) {
    cr_assert_eq(found, wanted, "%s, %s, step %d: %zu pairs instead of %zu", sepal_isa(), what, step, found, wanted);
    for (size_t k = 0; k < found; k++)
        cr_assert(got[k].a == s->at[expected[k].a] && got[k].b == s->at[expected[k].b], "%s, %s, step %d, pair %zu: (%u, %u)",
                  sepal_isa(), what, step, k, got[k].a, got[k].b);
}

static void check_found_pairs(const slotted *s, sepal_finder *kept, sepal_finder *fresh, int step) {
    const sepal_rule rule = {step % 2 == 0 ? SEPAL_TOUCHING_OVERLAPS : SEPAL_TOUCHING_IS_APART, step % 3 == 0 ? 0.125F : 0, 0};
    static uint32_t all[SLOTS];
    size_t found, wanted;
    for (uint32_t i = 0; i < SLOTS; i++)
        all[i] = i;
    cr_assert_eq(either_find_pairs(s->kind, fresh, s->dense, s->dense, NULL, &rule, ROOM, expected, &wanted), SEPAL_OK);
    cr_assert_eq(either_find_pairs(s->kind, fresh, s->set, s->set, NULL, &rule, ROOM, got, &found), SEPAL_OK);
    must_be_same(s, "pairs", step, found, wanted);
    cr_assert_eq(either_find_kept(s->kind, kept, NULL, &rule, ROOM, got, &found), SEPAL_OK);
    must_be_same(s, "kept", step, found, wanted);
    cr_assert_eq(either_find_range(s->kind, kept, s->set, 0, SLOTS, NULL, &rule, ROOM, got, &found), SEPAL_OK);
    must_be_same(s, "range", step, found, wanted);
    cr_assert_eq(either_find_list(s->kind, kept, s->set, all, SLOTS, NULL, &rule, ROOM, got, &found), SEPAL_OK);
    must_be_same(s, "list", step, found, wanted);
    cr_assert_eq(either_find_near(s->kind, fresh, s->dense, s->dense, NULL, rule.margin, ROOM, expected, &wanted), SEPAL_OK);
    cr_assert_eq(either_find_near(s->kind, fresh, s->set, s->set, NULL, rule.margin, ROOM, got, &found), SEPAL_OK);
    must_be_same(s, "near", step, found, wanted);
    cr_assert_eq(either_find_pairs(s->kind, fresh, s->dense, s->model, NULL, &rule, ROOM, expected, &wanted), SEPAL_OK);
    cr_assert_eq(either_find_pairs(s->kind, fresh, s->set, s->model, NULL, &rule, ROOM, got, &found), SEPAL_OK);
    cr_assert_eq(found, wanted);
}

/* Shapes at points and in windows, with the tree that is kept. `fresh` gets that of the dense set. */
static void check_shapes(const slotted *s, sepal_finder *kept, sepal_finder *fresh, int step) {
    static uint32_t shapes[2][SLOTS];
    static sepal_pair pairs[2][SLOTS];
    size_t found, wanted;
    cr_assert_eq(either_find_build(s->kind, fresh, s->dense), SEPAL_OK);
    for (size_t i = 0; i < SLOTS; i += 11) /* also where something was before */
        for (int window = 0; window < 2; window++) {
            const float *low = s->points[i][0], high[3] = {low[0] + 1, low[1] + 1, low[2] + 1};
            if (window != 0) {
                cr_assert_eq(either_find_in(s->kind, fresh, low, high, NULL, NULL, SLOTS, shapes[0], &wanted), SEPAL_OK);
                cr_assert_eq(either_find_in(s->kind, kept, low, high, NULL, NULL, SLOTS, shapes[1], &found), SEPAL_OK);
            } else {
                cr_assert_eq(either_find_at(s->kind, fresh, low, 1, NULL, NULL, SLOTS, pairs[0], &wanted), SEPAL_OK);
                cr_assert_eq(either_find_at(s->kind, kept, low, 1, NULL, NULL, SLOTS, pairs[1], &found), SEPAL_OK);
                for (size_t k = 0; k < wanted; k++)
                    shapes[0][k] = pairs[0][k].b;
                for (size_t k = 0; k < found; k++)
                    shapes[1][k] = pairs[1][k].b;
            }
            cr_assert_eq(found, wanted, "step %d, %zu", step, i);
            for (size_t k = 0; k < found; k++)
                cr_assert_eq(shapes[1][k], s->at[shapes[0][k]]);
        }
}

static void check_nearest(const slotted *s, sepal_finder *kept, sepal_finder *fresh) {
    static uint32_t of_dense[SLOTS * NEAREST], nearest[SLOTS * NEAREST];
    static float distances[SLOTS * NEAREST], distance[SLOTS * NEAREST];
    cr_assert_eq(either_find_nearest(s->kind, fresh, s->dense, 0, s->count, NEAREST, NULL, FLT_MAX, of_dense, distances), SEPAL_OK);
    cr_assert_eq(either_find_nearest(s->kind, kept, s->set, 0, SLOTS, NEAREST, NULL, FLT_MAX, nearest, distance), SEPAL_OK);
    for (size_t i = 0, k = 0; i < SLOTS; i++)
        for (size_t n = i * NEAREST; n < (i + 1) * NEAREST; n++) {
            if (!s->is_there[i]) {
                cr_assert(nearest[n] == SEPAL_NO_SHAPE && distance[n] == FLT_MAX, "slot %zu is empty", i);
                continue;
            }
            const uint32_t wanted = of_dense[k];
            cr_assert(distance[n] == distances[k] && nearest[n] == (wanted == SEPAL_NO_SHAPE ? wanted : s->at[wanted]));
            k++;
        }
}

static void check_rays(slotted *s, sepal_finder *kept, sepal_finder *fresh) {
    static float rows[4 * RAYS];
    static ray_hit hits[RAYS], wanted[RAYS];
    if (s->kind != EITHER_POLYS || s->count == 0)
        return;
    make_rays(s->dense, s->dense, RAYS, rows);
    cr_assert_eq(cast_rays(fresh, rows, RAYS, NULL, NULL, wanted), SEPAL_OK);
    cr_assert_eq(cast_rays(kept, rows, RAYS, NULL, NULL, hits), SEPAL_OK);
    for (size_t k = 0; k < RAYS; k++) {
        const uint32_t shape = wanted[k].shape == SEPAL_NO_SHAPE ? SEPAL_NO_SHAPE : s->at[wanted[k].shape];
        cr_assert(hits[k].shape == shape && hits[k].time == wanted[k].time && hits[k].normal_x == wanted[k].normal_x &&
                      hits[k].normal_y == wanted[k].normal_y,
                  "ray %zu", k);
    }
}

/* Groups of seven slots each, and a trajectory. */
static void check_groups(const slotted *s) {
    enum { GROUPS = SLOTS / 7 };
    uint32_t first[2][GROUPS + 1] = {{0}, {0}}, same[1] = {0};
    static sepal_pair pairs[GROUPS * GROUPS];
    static uint64_t bits[2][SEPAL_BIT_WORDS(GROUPS * GROUPS)];
    for (size_t g = 0; g < GROUPS; g++) {
        first[0][g + 1] = (uint32_t)(7 * (g + 1));
        first[1][g + 1] = first[1][g];
        for (size_t i = 7 * g; i < 7 * (g + 1); i++)
            first[1][g + 1] += s->is_there[i];
        for (size_t k = 0; k < GROUPS; k++)
            pairs[GROUPS * g + k] = (sepal_pair){(uint32_t)g, (uint32_t)k};
    }
    const sepal_groups groups = {first[0], GROUPS}, of_dense = {first[1], GROUPS};
    cr_assert_eq(either_overlap_groups(s->kind, s->set, &groups, s->set, &groups, pairs, GROUPS * GROUPS, NULL, bits[0]), SEPAL_OK);
    cr_assert_eq(either_overlap_groups(s->kind, s->dense, &of_dense, s->dense, &of_dense, pairs, GROUPS * GROUPS, NULL, bits[1]),
                 SEPAL_OK);
    cr_assert(memcmp(bits[0], bits[1], sizeof bits[0]) == 0);
    static float rows[3 * SLOTS];
    void *world = either_create(s->kind);
    size_t hit, wanted;
    for (size_t i = 0; i < SLOTS; i++)
        memcpy(rows + 3 * i, s->points[i][0], 3 * sizeof(float));
    for (size_t from = 0; from < SLOTS; from += 50) { /* along what is, or was, in the slots */
        cr_assert_eq(either_first_hit(s->kind, s->model, same[0], rows + 3 * from, SLOTS - from, s->set, NULL, world, &hit),
                     SEPAL_OK);
        cr_assert_eq(either_first_hit(s->kind, s->model, same[0], rows + 3 * from, SLOTS - from, s->dense, NULL, world, &wanted),
                     SEPAL_OK);
        cr_assert_eq(hit, wanted);
    }
    either_destroy(s->kind, world);
}

/* How many slots change in a step: few, most, and then all become empty, and are filled again. */
static size_t changes_in(int step) {
    return step % 5 == 4 ? SLOTS : step % 5 == 3 ? SLOTS / 2 : (size_t)(1 + 20 * (step % 5));
}

static void run_steps(either kind, float slack) {
    static slotted s;
    static uint32_t list[SLOTS];
    sepal_finder *kept = NULL, *fresh = NULL;
    s = (slotted){.kind = kind, .r = {SEED}};
    s.set = either_create(kind);
    s.dense = either_create(kind);
    s.model = either_create(kind);
    cr_assert(sepal_finder_create(NULL, &kept) == SEPAL_OK && sepal_finder_create(NULL, &fresh) == SEPAL_OK);
    for (uint32_t i = 0; i < SLOTS; i++) {
        draw(&s, i);
        cr_assert_eq(either_add_points(kind, s.set, s.points[i], points_of(&s, i), s.radius[i]), SEPAL_OK);
        s.is_there[i] = true;
    }
    cr_assert_eq(either_find_keep(kind, kept, s.set, slack), SEPAL_OK);
    for (int step = 0; step < STEPS; step++) {
        const size_t changes = changes_in(step);
        for (size_t k = 0; k < changes; k++) {
            const uint32_t i = changes == SLOTS ? (uint32_t)k : rng_below(&s.r, SLOTS);
            list[k] = i;
            if (changes == SLOTS ? step % 10 == 4 : rng_below(&s.r, 2) == 0)
                take_out(&s, i);
            else
                put(&s, i);
        }
        make_dense(&s);
        const bool all = step % 3 == 0;
        cr_assert_eq(either_find_update(kind, kept, all ? NULL : list, all ? 0 : changes), SEPAL_OK);
        if (changes != SLOTS || step % 10 != 4) { /* the model is that of the last put */
            check_found_pairs(&s, kept, fresh, step);
            check_shapes(&s, kept, fresh, step);
            check_nearest(&s, kept, fresh);
            check_rays(&s, kept, fresh);
            check_groups(&s);
            continue;
        }
        size_t found;
        cr_assert_eq(either_find_kept(kind, kept, NULL, NULL, ROOM, got, &found), SEPAL_OK);
        cr_assert_eq(found, 0);
        cr_assert_eq(either_removed(kind, s.set, NULL, 0), SLOTS);
    }
    sepal_finder_destroy(kept);
    sepal_finder_destroy(fresh);
    either_destroy(kind, s.set);
    either_destroy(kind, s.dense);
    either_destroy(kind, s.model);
}

Test(find_slots, finds_what_is_there) {
    for (size_t isa = 0; isa < sepal_isa_count(); isa++)
        for (either kind = EITHER_POLYS; kind <= EITHER_SOLIDS; kind++)
            for (int slack = 0; slack < 2; slack++) {
                use_isa(isa);
                run_steps(kind, slack == 0 ? 0 : 0.05F);
            }
}
