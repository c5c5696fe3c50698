/* test_least.c — the nearest, deepest and first parts of groups: against every pair of their parts, asked one by one. */
#include "../common/check.h"
#include "../questions/questions.h"
#include "../scenes/round_scenes.h"
#include "../scenes/solid_moves.h"
#include "../scenes/solid_scenes.h"
#include "../search/either.h"

#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <sepal/sepal.h>
#include <stdlib.h>
#include <string.h>

/* More than two tiles of 64 shapes; groups of every number of parts up to it. */
enum { SHAPES_MOST = 150, GROUPS = 9, PAIRS = GROUPS * GROUPS };

/* Two sets with moves, three floats a shape. */
typedef struct sides {
    either kind;
    const void *a, *b;
    size_t count_a, count_b;
    float *moves_a, *moves_b;
    float margin;
} sides;

/* What is known of every pair of shapes, by the scalar path. */
static float depths[SHAPES_MOST * SHAPES_MOST], times[SHAPES_MOST * SHAPES_MOST];
static uint64_t meet[SEPAL_BIT_WORDS(SHAPES_MOST * SHAPES_MOST)];

static void ask_every_pair(const sides *s, const sepal_rule *rule) {
    static sepal_pair pairs[SHAPES_MOST * SHAPES_MOST];
    size_t count = 0;
    for (uint32_t i = 0; i < s->count_a; i++)
        for (uint32_t j = 0; j < s->count_b; j++)
            pairs[count++] = (sepal_pair){i, j};
    use_isa(sepal_isa_count() - 1);
    cr_assert_eq(either_depths(s->kind, s->a, s->b, pairs, count, rule, depths), SEPAL_OK);
    cr_assert_eq(either_times(s->kind, s->a, s->moves_a, s->b, s->moves_b, pairs, count, rule, meet, times), SEPAL_OK);
}

/* The first pair of parts with the least number, in the order of pairs. */
static sepal_pair expected_parts(const sides *s, const uint32_t *a, const uint32_t *b, bool moving, float *number) {
    sepal_pair parts = {SEPAL_NO_SHAPE, SEPAL_NO_SHAPE};
    *number = moving ? 1 : -FLT_MAX;
    for (uint32_t i = a[0]; i < a[1]; i++)
        for (uint32_t j = b[0]; j < b[1]; j++) {
            const size_t k = i * s->count_b + j;
            const bool is_first = parts.a == SEPAL_NO_SHAPE;
            if (moving ? bit_at(meet, k) && (is_first || times[k] < *number) : is_first || depths[k] > *number) {
                *number = moving ? times[k] : depths[k];
                parts = (sepal_pair){i, j};
            }
        }
    return parts;
}

/* Groups of 0 to 65 parts, as far as the set goes. */
static sepal_groups cut_groups(uint32_t first[GROUPS + 1], size_t shapes, uint64_t seed) {
    static const uint32_t sizes[] = {0, 1, 2, 5, 20, 64, 65};
    size_t count = 0;
    first[0] = 0;
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        const uint32_t size = sizes[(k + seed) % (sizeof sizes / sizeof *sizes)];
        if (first[count] + size > shapes)
            continue;
        first[count + 1] = first[count] + size;
        count++;
    }
    return (sepal_groups){first, count};
}

/* Returns how many pairs of groups have a number that is not the one without parts. */
static size_t check_groups(const sides *s, const sepal_groups *of_a, const sepal_groups *of_b, const sepal_rule *rule) {
    sepal_pair pairs[PAIRS], parts[PAIRS + 1];
    float numbers[PAIRS + 1];
    size_t count = 0, found = 0;
    for (uint32_t i = 0; i < of_a->count; i++)
        for (uint32_t j = 0; j < of_b->count; j++)
            pairs[count++] = (sepal_pair){i, j};
    for (size_t isa = 0; isa < 2 * sepal_isa_count(); isa++) {
        const bool moving = isa % 2 != 0;
        use_isa(isa / 2);
        memset(parts, 0xa5, sizeof parts);
        memset(numbers, 0xa5, sizeof numbers);
        cr_assert_eq(moving ? either_first_groups(s->kind, s->a, of_a, s->moves_a, s->b, of_b, s->moves_b, pairs, count, rule,
                                                  parts, numbers)
                            : either_deepest_groups(s->kind, s->a, of_a, s->b, of_b, pairs, count, rule, parts, numbers),
                     SEPAL_OK);
        for (size_t k = 0; k < count; k++) {
            float number;
            const sepal_pair wanted = expected_parts(s, of_a->first + pairs[k].a, of_b->first + pairs[k].b, moving, &number);
            cr_assert(parts[k].a == wanted.a && parts[k].b == wanted.b && memcmp(&numbers[k], &number, sizeof number) == 0,
                      "%s, %s, groups %u and %u: %u and %u, %a, not %u and %u, %a", sepal_isa(), moving ? "first" : "deepest",
                      pairs[k].a, pairs[k].b, parts[k].a, parts[k].b, (double)numbers[k], wanted.a, wanted.b, (double)number);
            found += wanted.a != SEPAL_NO_SHAPE;
        }
        cr_assert_eq(parts[count].a, 0xa5a5a5a5U, "more pairs are written than there are");
    }
    return found;
}

static size_t check_sides(const sides *s, uint64_t seed) {
    static const sepal_touching touching[] = {SEPAL_TOUCHING_OVERLAPS, SEPAL_TOUCHING_IS_APART};
    uint32_t first_a[GROUPS + 1], first_b[GROUPS + 1];
    const sepal_groups of_a = cut_groups(first_a, s->count_a, seed), of_b = cut_groups(first_b, s->count_b, seed / 2);
    const uint32_t every_a[] = {0, (uint32_t)s->count_a}, every_b[] = {0, (uint32_t)s->count_b};
    const sepal_rule rule = {touching[seed % 2], seed % 4 < 2 ? 0 : s->margin, 0};
    ask_every_pair(s, &rule);
    return check_groups(s, &of_a, &of_b, &rule) + check_groups(s, &(sepal_groups){every_a, 1}, &(sepal_groups){every_b, 1}, &rule);
}

Test(least, parts_of_polygons_of_every_kind) {
    static float moves_a[3 * SHAPES_MOST], moves_b[3 * SHAPES_MOST];
    size_t found = 0;
    for (size_t kind = 0; kind < scene_kind_count(); kind += scene_step_at_most_5()) {
        round_scene r = round_scene_create(kind, 77 + kind, SHAPES_MOST, 1, (radius_manner)(kind % RADIUS_MANNERS));
        sides s = {EITHER_POLYS, r.a, r.b, sepal_polys_count(r.a), sepal_polys_count(r.b), moves_a, moves_b, r.margin};
        s.count_a = s.count_a < SHAPES_MOST ? s.count_a : SHAPES_MOST;
        s.count_b = s.count_b < SHAPES_MOST ? s.count_b : SHAPES_MOST;
        for (size_t k = 0; k < s.count_a; k++)
            memcpy(moves_a + 3 * k, r.base.moves_a + 2 * k, 2 * sizeof(float));
        for (size_t k = 0; k < s.count_b; k++)
            memcpy(moves_b + 3 * k, r.base.moves_b + 2 * k, 2 * sizeof(float));
        if (kind % 5 == 4)
            s.moves_b = NULL;
        if (sepal_polys_count(r.a) <= SHAPES_MOST && sepal_polys_count(r.b) <= SHAPES_MOST)
            found += check_sides(&s, kind);
        round_scene_destroy(&r);
    }
    cr_assert_gt(found, 1000U);
}

Test(least, parts_of_solids_of_every_kind) {
    size_t found = 0;
    for (size_t kind = 0; kind < solid_scene_kinds(); kind += scene_step_at_most_5()) {
        solid_scene c = solid_scene_create(kind, 77 + kind, 68);
        solid_moves moves = solid_moves_create(c.set_a, c.set_b, c.pairs, c.count, kind);
        const sides s = {
            EITHER_SOLIDS, c.set_a, c.set_b, c.count, c.count, moves.a, kind % 5 == 4 ? NULL : moves.b, c.margin,
        };
        found += check_sides(&s, kind);
        solid_moves_destroy(&moves);
        solid_scene_destroy(&c);
    }
    cr_assert_gt(found, 200U);
}

/* Of parts that are equally near, or meet at the same time, those with the least numbers are named, in whichever tile they are; empty
 * slots are no parts. */
Test(least, ties_and_empty_slots) {
    enum { BALLS = 200 };
    static float moves[3 * BALLS];
    for (int k = 0; k < 2; k++) {
        const either kind = k == 0 ? EITHER_POLYS : EITHER_SOLIDS;
        void *set = either_create(kind);
        for (int i = 0; i < BALLS; i++) {
            const float at[3] = {i < BALLS / 2 ? 0 : 3, (float)(4 * (i % (BALLS / 2))), 0};
            cr_assert_eq(either_add_ball(kind, set, at, 1), SEPAL_OK);
            moves[3 * i] = i < BALLS / 2 ? 2 : 0;
        }
        const uint32_t first[] = {0, BALLS / 2, BALLS, BALLS};
        const sepal_groups groups = {first, 3};
        const sepal_pair pairs[] = {{0, 1}, {1, 0}, {0, 2}, {2, 0}};
        sepal_pair parts[4];
        float depth[4], time[4];
        for (uint32_t gone = 0; gone < 3; gone++) {
            cr_assert_eq(either_deepest_groups(kind, set, &groups, set, &groups, pairs, 4, NULL, parts, depth), SEPAL_OK);
            cr_assert(parts[0].a == gone && parts[0].b == gone + BALLS / 2 && depth[0] == -1);
            cr_assert(parts[1].a == gone + BALLS / 2 && parts[1].b == gone && depth[1] == -1);
            cr_assert(parts[2].a == SEPAL_NO_SHAPE && parts[2].b == SEPAL_NO_SHAPE && depth[2] == -FLT_MAX);
            cr_assert(parts[3].a == SEPAL_NO_SHAPE && parts[3].b == SEPAL_NO_SHAPE && depth[3] == -FLT_MAX);
            cr_assert_eq(either_first_groups(kind, set, &groups, moves, set, &groups, NULL, pairs, 4, NULL, parts, time), SEPAL_OK);
            cr_assert(parts[0].a == gone && parts[0].b == gone + BALLS / 2 && time[0] == 0.5F);
            cr_assert(parts[1].a == SEPAL_NO_SHAPE && time[1] == 1 && parts[3].b == SEPAL_NO_SHAPE && time[3] == 1);
            cr_assert_eq(either_remove(kind, set, gone), SEPAL_OK);
        }
        for (uint32_t i = 3; i < BALLS / 2; i++)
            cr_assert_eq(either_remove(kind, set, i), SEPAL_OK);
        cr_assert_eq(either_deepest_groups(kind, set, &groups, set, &groups, pairs, 2, NULL, parts, NULL), SEPAL_OK);
        cr_assert(parts[0].a == SEPAL_NO_SHAPE && parts[1].b == SEPAL_NO_SHAPE);
        either_destroy(kind, set);
    }
}

Test(least, bad_arguments_change_nothing) {
    const uint32_t good_first[] = {0, 2, 4}, beyond[] = {0, 2, 5};
    const sepal_groups good = {good_first, 2}, bad = {beyond, 2};
    const sepal_rule bad_rule = {.margin = -1};
    const sepal_pair pair = {1, 1}, none = {2, 0};
    static float rows[12];
    for (int k = 0; k < 2; k++) {
        const either kind = k == 0 ? EITHER_POLYS : EITHER_SOLIDS;
        void *set = either_create(kind);
        const float at[3] = {0};
        for (int i = 0; i < 4; i++)
            cr_assert_eq(either_add_ball(kind, set, at, 1), SEPAL_OK);
        sepal_pair parts = {7, 8};
        float number = 9;
        const struct {
            const void *a;
            const sepal_groups *of_a, *of_b;
            const sepal_pair *pairs;
            const sepal_rule *rule;
        } refused[] = {
            {NULL, &good, &good, &pair, NULL}, {set, NULL, &good, &pair, NULL},       {set, &good, NULL, &pair, NULL},
            {set, &good, &good, NULL, NULL},   {set, &good, &good, &none, NULL},      {set, &bad, &good, &pair, NULL},
            {set, &good, &bad, &pair, NULL},   {set, &good, &good, &pair, &bad_rule},
        };
        for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
            cr_assert_eq(either_deepest_groups(kind, refused[i].a, refused[i].of_a, set, refused[i].of_b, refused[i].pairs, 1,
                                               refused[i].rule, &parts, &number),
                         SEPAL_BAD_ARGUMENT);
            cr_assert_eq(either_first_groups(kind, refused[i].a, refused[i].of_a, NULL, set, refused[i].of_b, NULL,
                                             refused[i].pairs, 1, refused[i].rule, &parts, &number),
                         SEPAL_BAD_ARGUMENT);
        }
        rows[4] = INFINITY;
        cr_assert_eq(either_first_groups(kind, set, &good, rows, set, &good, NULL, &pair, 1, NULL, &parts, &number),
                     SEPAL_BAD_SHAPE);
        cr_assert_eq(either_first_groups(kind, set, &good, NULL, set, &good, rows, &pair, 1, NULL, &parts, &number),
                     SEPAL_BAD_SHAPE);
        rows[4] = 0;
        cr_assert(parts.a == 7 && parts.b == 8 && number == 9);
        cr_assert_eq(either_deepest_groups(kind, set, &good, set, &good, &pair, 1, NULL, NULL, NULL), SEPAL_OK);
        cr_assert_eq(either_deepest_groups(kind, set, &good, set, &good, NULL, 0, NULL, NULL, NULL), SEPAL_OK);
        cr_assert_eq(either_first_groups(kind, set, &good, rows, set, &good, rows, &pair, 1, NULL, NULL, &number), SEPAL_OK);
        cr_assert_eq(number, 0);
        either_destroy(kind, set);
    }
}
