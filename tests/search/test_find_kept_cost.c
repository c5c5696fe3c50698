/* test_find_kept_cost.c — what search.h says of the cost of a tree that is kept: in memory, and in time beside that of a tree that is built
 * anew, in the same run. The limits leave room for a machine that is busy. */
#include "../common/allocators.h"
#include "../scenes/shapes.h"
#include "either.h"

#include <criterion/criterion.h>
#include <math.h>
#include <sepal/sepal.h>
#include <stdlib.h>
#include <time.h>

enum { SEED = 4711 };

static double seconds(void) {
    return (double)clock() / CLOCKS_PER_SEC;
}

/* Points of a scene in which each shape meets some others. */
typedef struct field {
    either kind;
    void *set;
    size_t count;
    float (*at)[3];
    rng r;
} field;

static field field_create(either kind, size_t count) {
    field f = {kind, either_create(kind), count, calloc(count, sizeof *f.at), {SEED}};
    const double side = kind == EITHER_SOLIDS ? 2 * cbrt((double)count) : 2 * sqrt((double)count);
    cr_assert_not_null(f.at);
    for (size_t i = 0; i < count; i++) {
        for (int axis = 0; axis < 3; axis++)
            f.at[i][axis] = (float)rng_real(&f.r, 0, side);
        cr_assert_eq(either_add_ball(kind, f.set, f.at[i], 0.5F), SEPAL_OK);
    }
    return f;
}

static void field_destroy(field *f) {
    either_destroy(f->kind, f->set);
    free(f->at);
}

static void move(field *f, uint32_t i, double by) {
    for (int axis = 0; axis < 3; axis++)
        f->at[i][axis] += (float)rng_real(&f->r, -by, by);
    cr_assert_eq(either_update_points(f->kind, f->set, i, &f->at[i], 1), SEPAL_OK);
}

/* --- Memory ---------------------------------------------------------------------------------------------------------------------
 */

static size_t bytes_of(const watch *w) {
    size_t sum = 0;
    for (size_t k = 0; k < WATCH_MOST; k++)
        sum += w->blocks[k].pointer != NULL ? w->blocks[k].size : 0;
    return sum;
}

/* "None are kept where there are more than 64 for each shape: so they take at most 512 bytes a shape, and a little more while they are
 * found." Where everything meets, beside a finder that keeps none; with a filter that wants no pair, too. */
Test(find_kept_cost, memory_where_everything_meets) {
    enum { MANY = 3000 };
    static uint32_t none[MANY];
    const sepal_filter nothing = {.mask = {none}}, *const filters[] = {NULL, &nothing};
    for (either kind = EITHER_POLYS; kind <= EITHER_SOLIDS; kind++)
        for (int k = 0; k < 2; k++) {
            const float at[3] = {1, 2, 3};
            void *set = either_create(kind);
            watch of_kept = watch_create(), of_fresh = watch_create();
            sepal_allocator kept_allocator = watch_allocator(&of_kept), fresh_allocator = watch_allocator(&of_fresh);
            sepal_finder *kept = NULL, *fresh = NULL;
            size_t found, wanted;
            for (size_t i = 0; i < MANY; i++)
                cr_assert_eq(either_add_ball(kind, set, at, 1), SEPAL_OK);
            cr_assert_eq(sepal_finder_create(&kept_allocator, &kept), SEPAL_OK);
            cr_assert_eq(sepal_finder_create(&fresh_allocator, &fresh), SEPAL_OK);
            cr_assert_eq(either_find_keep(kind, kept, set, 0), SEPAL_OK);
            const sepal_status status = either_find_kept(kind, kept, filters[k], NULL, 0, NULL, &found);
            cr_assert_eq(either_find_pairs(kind, fresh, set, set, filters[k], NULL, 0, NULL, &wanted), status);
            cr_assert(found == wanted && found == (k == 0 ? MANY * (MANY - 1) / 2 : 0));
            /* twice 512 while they are found, and 400 for the tree and what follows the set */
            cr_assert_lt(bytes_of(&of_kept), bytes_of(&of_fresh) + (size_t)MANY * (2 * 512 + 400), "%zu bytes, without %zu",
                         bytes_of(&of_kept), bytes_of(&of_fresh));
            sepal_finder_destroy(kept);
            sepal_finder_destroy(fresh);
            either_destroy(kind, set);
        }
}

/* --- Time -----------------------------------------------------------------------------------------------------------------------
 */

/* "The first one that ... has gone farther than to the next shapes costs some microseconds, on average": a jump a step, until the tail has
 * been full, takes less than a hundredth of the time that it takes to build the tree. So does one shape that jumps over and over then. */
Test(find_kept_cost, a_jump) {
    enum { MANY = 60000, JUMPS = MANY / 32 + 200, SAME = 200 };
    field f = field_create(EITHER_POLYS, MANY);
    sepal_finder *finder = NULL;
    double build = 1e30;
    cr_assert_eq(sepal_finder_create(NULL, &finder), SEPAL_OK);
    for (int k = 0; k < 5; k++) {
        const double from = seconds();
        cr_assert_eq(sepal_polys_find_keep(finder, f.set, 0.1F), SEPAL_OK);
        build = fmin(build, seconds() - from);
    }
    for (int same = 0; same < 2; same++) {
        const int jumps = same != 0 ? SAME : JUMPS;
        const double from = seconds();
        for (int k = 0; k < jumps; k++) {
            const uint32_t i = same != 0 ? 7 : rng_below(&f.r, MANY);
            move(&f, i, 100);
            cr_assert_eq(sepal_polys_find_update(finder, &i, 1), SEPAL_OK);
        }
        const double jump = (seconds() - from) / jumps;
        cr_assert_lt(jump, build / 100, "a jump %g s, to build the tree %g s", jump, build);
    }
    sepal_finder_destroy(finder);
    field_destroy(&f);
}

/* "If more than an eighth of the shapes have left their boxes": a shape counts once, however often it is listed. The boxes of the others
 * keep their slack, and so their near pairs. */
Test(find_kept_cost, a_shape_that_is_listed_often) {
    enum { MANY = 10000, TIMES = MANY / 8 + 100 };
    static uint32_t often[TIMES];
    field f = field_create(EITHER_POLYS, MANY);
    sepal_finder *finder = NULL;
    size_t before = 0, after = 0;
    cr_assert_eq(sepal_finder_create(NULL, &finder), SEPAL_OK);
    cr_assert_eq(sepal_polys_find_keep(finder, f.set, 0.2F), SEPAL_OK);
    cr_assert_eq(sepal_polys_find_near_kept(finder, NULL, 0, 0, NULL, &before), before > 0 ? SEPAL_TOO_SMALL : SEPAL_OK);
    for (size_t k = 0; k < TIMES; k++)
        often[k] = 7;
    move(&f, 7, 100);
    cr_assert_eq(sepal_polys_find_update(finder, often, TIMES), SEPAL_OK);
    (void)sepal_polys_find_near_kept(finder, NULL, 0, 0, NULL, &after);
    cr_assert(before > MANY / 10 && after + 100 > before, "%zu near pairs, then %zu", before, after);
    sepal_finder_destroy(finder);
    field_destroy(&f);
}

/* "So this and sepal_polys_find_kept take about as long then as sepal_polys_find_pairs", if more than an eighth of the shapes leave their
 * boxes in each step. The least times of nine steps tell, or of more on a machine that is busy. */
Test(find_kept_cost, restless_shapes) {
    enum { MANY = 20000, STEPS = 9, STEPS_MOST = 90 };
    const double limit = 1.4;
    static const uint32_t every[] = {1, 2, 5}; /* of so many shapes, one moves */
    static sepal_pair pairs[20 * MANY];
    for (either kind = EITHER_POLYS; kind <= EITHER_SOLIDS; kind++)
        for (size_t k = 0; k < sizeof every / sizeof *every; k++) {
            field f = field_create(kind, MANY);
            sepal_finder *kept = NULL, *fresh = NULL;
            size_t found;
            double with_kept = 1e30, anew = 1e30;
            cr_assert(sepal_finder_create(NULL, &kept) == SEPAL_OK && sepal_finder_create(NULL, &fresh) == SEPAL_OK);
            cr_assert_eq(either_find_keep(kind, kept, f.set, 0.1F), SEPAL_OK);
            for (int step = 0; step < STEPS || (step < STEPS_MOST && with_kept >= limit * anew); step++) {
                for (uint32_t i = 0; i < MANY; i += every[k])
                    move(&f, i, 1);
                const double from = seconds();
                cr_assert_eq(either_find_update(kind, kept, NULL, 0), SEPAL_OK);
                cr_assert_eq(either_find_kept(kind, kept, NULL, NULL, 20 * MANY, pairs, &found), SEPAL_OK);
                const double between = seconds();
                cr_assert_eq(either_find_pairs(kind, fresh, f.set, f.set, NULL, NULL, 20 * MANY, pairs, &found), SEPAL_OK);
                anew = fmin(anew, seconds() - between);
                with_kept = fmin(with_kept, between - from);
            }
            cr_assert_lt(with_kept, limit * anew, "%d, one of %u moves: %g s, anew %g s", (int)kind, (unsigned)every[k], with_kept,
                         anew);
            sepal_finder_destroy(kept);
            sepal_finder_destroy(fresh);
            field_destroy(&f);
        }
}

/* "Looks at all shapes ... a nanosecond or two for a box": where some slots are empty, no more than twice of what it takes otherwise. */
Test(find_kept_cost, empty_slots) {
    enum { MANY = 60000 };
    static float at[MANY];
    const float half = 0.5F;
    sepal_polys *model = NULL, *set = NULL;
    sepal_finder *finder = NULL;
    double least[2] = {1e30, 1e30};
    for (size_t i = 0; i < MANY; i++)
        at[i] = (float)i;
    const sepal_boxes square = {.x = at, .y = at, .half_x = &half, .half_y = &half};
    const sepal_poses poses = {.x = at, .y = at};
    static const uint32_t models[MANY];
    cr_assert(sepal_polys_create(NULL, &model) == SEPAL_OK && sepal_polys_create(NULL, &set) == SEPAL_OK);
    cr_assert_eq(sepal_polys_add_boxes(model, &square, 1, NULL, NULL), SEPAL_OK);
    cr_assert_eq(sepal_polys_place(set, model, models, &poses, MANY, NULL), SEPAL_OK);
    cr_assert_eq(sepal_finder_create(NULL, &finder), SEPAL_OK);
    cr_assert_eq(sepal_polys_find_keep(finder, set, 0.1F), SEPAL_OK);
    for (int empty = 0; empty < 2; empty++) {
        for (uint32_t i = 0; empty != 0 && i < MANY; i += 200)
            cr_assert_eq(sepal_polys_remove(set, i), SEPAL_OK);
        for (int k = 0; k < 30; k++) {
            const double from = seconds();
            cr_assert_eq(sepal_polys_find_update(finder, NULL, 0), SEPAL_OK);
            least[empty] = fmin(least[empty], k > 1 ? seconds() - from : 1e30);
        }
    }
    cr_assert_lt(least[1], 2 * least[0], "%g s, with empty slots %g s", least[0], least[1]);
    sepal_finder_destroy(finder);
    sepal_polys_destroy(set);
    sepal_polys_destroy(model);
}
