/* Sets of doubles: overlap and containment as the oracle says, on every instruction set; the same answers as float sets where vertices
 * are floats; what they keep, what they refuse. */
#include "../common/allocators.h"
#include "../oracle/oracle.h"
#include "../oracle/round.h"
#include "../questions/questions.h"
#include "../scenes/doubles_scenes.h"
#include "../scenes/shapes.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_PAIRS = DOUBLES_SHAPES * DOUBLES_SHAPES, WORDS = MOST_PAIRS / 64 };

static const sepal_rule rules[] = {{SEPAL_TOUCHING_OVERLAPS, 0, 0}, {SEPAL_TOUCHING_IS_APART, 0, 0}};

static void good(sepal_status status) {
    cr_assert_eq(status, SEPAL_OK, "%s", sepal_status_text(status));
}

static size_t all_pairs(size_t shapes, sepal_pair *pairs) {
    size_t count = 0;
    for (uint32_t a = 0; a < shapes; a++)
        for (uint32_t b = 0; b < shapes; b++)
            pairs[count++] = (sepal_pair){a, b};
    return count;
}

static bool bit(const uint64_t *bits, size_t k) {
    return bits[k / 64] >> (k % 64) & 1;
}

/* --- The oracle */

static oracle_contact contact_by_oracle(const doubles_scene *s, size_t a, size_t b) {
    const uint32_t i = s->first[a], j = s->first[b];
    return oracle_doubles_contact(s->x + i, s->y + i, s->first[a + 1] - i, s->x + j, s->y + j, s->first[b + 1] - j);
}

/* a holds b if it holds the vertices of b, which are points. */
static bool holds_by_oracle(const doubles_scene *s, size_t a, size_t b, bool strict) {
    const uint32_t i = s->first[a];
    for (uint32_t k = s->first[b]; k < s->first[b + 1]; k++)
        if (oracle_doubles_contact(s->x + i, s->y + i, s->first[a + 1] - i, s->x + k, s->y + k, 1) <
            (strict ? ORACLE_OVERLAP : ORACLE_TOUCH))
            return false;
    return true;
}

/* Some of the pairs of a scene, and what the oracle says of them. */
typedef struct judged {
    sepal_pair pairs[MOST_PAIRS];
    bool overlaps[2][MOST_PAIRS], holds[2][MOST_PAIRS];
    size_t count;
} judged;

static void judge(const doubles_scene *s, unsigned step, judged *j) {
    static sepal_pair all[MOST_PAIRS];
    const size_t count = all_pairs(s->shapes, all);
    j->count = 0;
    for (size_t k = step; k < count; k += 1 + step) {
        const oracle_contact contact = contact_by_oracle(s, all[k].a, all[k].b);
        for (int strict = 0; strict < 2; strict++) {
            j->overlaps[strict][j->count] = contact >= (strict ? ORACLE_OVERLAP : ORACLE_TOUCH);
            j->holds[strict][j->count] = contact != ORACLE_APART && holds_by_oracle(s, all[k].a, all[k].b, strict != 0);
        }
        j->pairs[j->count++] = all[k];
    }
}

static void compare(const sepal_polys *set, const judged *j, const char *what, uint64_t seed) {
    for (int strict = 0; strict < 2; strict++) {
        uint64_t overlaps[WORDS], holds[WORDS];
        good(sepal_polys_overlap_pairs(set, set, j->pairs, j->count, &rules[strict], overlaps));
        good(sepal_polys_contains_pairs(set, set, j->pairs, j->count, &rules[strict], holds));
        for (size_t k = 0; k < j->count; k++) {
            cr_assert(bit(overlaps, k) == j->overlaps[strict][k], "%s, seed %d, pair %u %u, strict %d, overlap %d, %s", what,
                      (int)seed, j->pairs[k].a, j->pairs[k].b, strict, j->overlaps[strict][k], sepal_isa());
            cr_assert(bit(holds, k) == j->holds[strict][k], "%s, seed %d, pair %u %u, strict %d, containment %d, %s", what,
                      (int)seed, j->pairs[k].a, j->pairs[k].b, strict, j->holds[strict][k], sepal_isa());
        }
    }
}

Test(doubles, answers_are_those_of_the_oracle) {
    static doubles_scene s;
    static judged j;
    for (int family = 0; family < doubles_families(); family++)
        for (uint64_t seed = 0; seed < 24; seed += scene_step_at_most_5()) {
            doubles_scene_make(&s, family, seed);
            sepal_polys *set = doubles_scene_set(&s);
            judge(&s, 6, &j);
            for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
                good(sepal_isa_use(sepal_isa_at(isa)));
                compare(set, &j, doubles_family_name(family), seed);
            }
            sepal_polys_destroy(set);
        }
}

/* --- Radii and margins */

static oracle_contact contact_with_reach(const doubles_scene *s, size_t a, size_t b) {
    const uint32_t i = s->first[a], j = s->first[b];
    return oracle_doubles_round_contact(s->x + i, s->y + i, s->first[a + 1] - i, s->radius[a], s->x + j, s->y + j,
                                        s->first[b + 1] - j, s->radius[b], s->margin);
}

/* Is a vertex so far inside of a core that a disc of the radius of b and the margin, less the radius of a, is? */
static bool holds_disc_by_oracle(const doubles_scene *s, size_t a, size_t b, uint32_t vertex, bool strict) {
    const uint32_t first = s->first[a], end = s->first[a + 1];
    const double *x = s->x + vertex, *y = s->y + vertex;
    if (oracle_doubles_contact(s->x + first, s->y + first, end - first, x, y, 1) != ORACLE_OVERLAP)
        return false;
    for (uint32_t k = first; k < end; k++) {
        const uint32_t next = k + 1 < end ? k + 1 : first;
        const double ex[] = {s->x[k], s->x[next]}, ey[] = {s->y[k], s->y[next]};
        const oracle_contact is = oracle_doubles_round_contact(ex, ey, 2, s->radius[b], x, y, 1, s->margin, -s->radius[a]);
        if (is == ORACLE_OVERLAP || (strict && is == ORACLE_TOUCH))
            return false;
    }
    return true;
}

/* a holds b if it holds a disc about each vertex of b, of the radius of b and the margin. */
static bool holds_with_reach(const doubles_scene *s, size_t a, size_t b, bool strict) {
    const uint32_t i = s->first[a];
    const int spare = oracle_doubles_sum_sign(s->radius[a], -s->radius[b], -s->margin);
    for (uint32_t k = s->first[b]; k < s->first[b + 1]; k++) {
        bool holds;
        if (spare < 0) {
            holds = holds_disc_by_oracle(s, a, b, k, strict);
        } else {
            const oracle_contact is = spare == 0
                                          ? oracle_doubles_contact(s->x + i, s->y + i, s->first[a + 1] - i, s->x + k, s->y + k, 1)
                                          : oracle_doubles_round_contact(s->x + i, s->y + i, s->first[a + 1] - i, s->radius[a],
                                                                         s->x + k, s->y + k, 1, -s->radius[b], -s->margin);
            holds = is >= (strict ? ORACLE_OVERLAP : ORACLE_TOUCH);
        }
        if (!holds)
            return false;
    }
    return true;
}

static void check_reach(const doubles_scene *s, int family, uint64_t seed) {
    static sepal_pair all[MOST_PAIRS], pairs[MOST_PAIRS];
    static bool expected[2][2][MOST_PAIRS];
    const size_t listed = all_pairs(s->shapes, all);
    size_t count = 0;
    for (size_t k = seed % 13; k < listed; k += 13) {
        const oracle_contact is = contact_with_reach(s, all[k].a, all[k].b);
        for (int strict = 0; strict < 2; strict++) {
            expected[0][strict][count] = is >= (strict ? ORACLE_OVERLAP : ORACLE_TOUCH);
            expected[1][strict][count] = holds_with_reach(s, all[k].a, all[k].b, strict != 0);
        }
        pairs[count++] = all[k];
    }
    sepal_polys *set = doubles_scene_set(s);
    for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
        good(sepal_isa_use(sepal_isa_at(isa)));
        for (int strict = 0; strict < 2; strict++) {
            const sepal_rule rule = {.touching = (sepal_touching)strict, .margin64 = s->margin};
            uint64_t bits[2][WORDS];
            good(sepal_polys_overlap_pairs(set, set, pairs, count, &rule, bits[0]));
            good(sepal_polys_contains_pairs(set, set, pairs, count, &rule, bits[1]));
            for (size_t k = 0; k < count; k++)
                for (int asked = 0; asked < 2; asked++)
                    cr_assert(bit(bits[asked], k) == expected[asked][strict][k],
                              "%s, seed %d, pair %u %u, strict %d, question %d: %d, %s", doubles_family_name(family), (int)seed,
                              pairs[k].a, pairs[k].b, strict, asked, expected[asked][strict][k], sepal_isa());
        }
    }
    sepal_polys_destroy(set);
}

Test(doubles, radii_and_margins_are_those_of_the_oracle) {
    static doubles_scene s;
    for (int family = 0; family < doubles_families(); family++)
        for (uint64_t seed = 200; seed < 208; seed += scene_step_at_most_5()) {
            doubles_scene_make(&s, family, seed);
            doubles_scene_grow(&s, seed);
            check_reach(&s, family, seed);
        }
}

/* Sets of points have kernels of their own: each shape with the vertices of some others, and with points between two of these. */
Test(doubles, points_are_where_the_oracle_has_them) {
    static doubles_scene s;
    static sepal_pair pairs[MOST_PAIRS];
    for (int family = 0; family < doubles_families(); family++)
        for (uint64_t seed = 50; seed < 56; seed++) {
            doubles_scene_make(&s, family, seed);
            sepal_polys *set = doubles_scene_set(&s), *points = NULL;
            uint32_t count = 0;
            good(sepal_polys_create_doubles(NULL, s.origin_x, s.origin_y, &points));
            for (uint32_t a = 0; a < s.shapes; a++)
                for (uint32_t k = s.first[a / 2]; k < s.first[a / 2 + 1] && k < s.first[a / 2] + 6; k++) {
                    const uint32_t next = k + 1 < s.first[a / 2 + 1] ? k + 1 : s.first[a / 2];
                    double x = k % 2 ? s.x[k] : s.x[k] + (s.x[next] - s.x[k]) * 0.5;
                    double y = k % 2 ? s.y[k] : s.y[k] + (s.y[next] - s.y[k]) * 0.5;
                    x = x != 0 && fabs(x) < 0x1p-200 ? 0 : x;
                    y = y != 0 && fabs(y) < 0x1p-200 ? 0 : y;
                    good(sepal_polys_add_doubles(points, &x, &y, 1, NULL));
                    pairs[count] = (sepal_pair){a, count};
                    count++;
                }
            for (size_t isa = 0; isa < sepal_isa_count(); isa++)
                for (int strict = 0; strict < 2; strict++) {
                    uint64_t holds[WORDS], overlaps[WORDS];
                    good(sepal_isa_use(sepal_isa_at(isa)));
                    good(sepal_polys_contains_pairs(set, points, pairs, count, &rules[strict], holds));
                    good(sepal_polys_overlap_pairs(set, points, pairs, count, &rules[strict], overlaps));
                    for (uint32_t k = 0; k < count; k++) {
                        const uint32_t a = pairs[k].a, i = s.first[a];
                        const double *x, *y;
                        size_t one;
                        good(sepal_polys_vertices_doubles(points, k, &x, &y, &one));
                        const oracle_contact is = oracle_doubles_contact(s.x + i, s.y + i, s.first[a + 1] - i, x, y, 1);
                        const bool yes = is >= (strict ? ORACLE_OVERLAP : ORACLE_TOUCH);
                        cr_assert(bit(holds, k) == yes && bit(overlaps, k) == yes, "%s, seed %d, point %u, strict %d, %s",
                                  doubles_family_name(family), (int)seed, (unsigned)k, strict, sepal_isa());
                    }
                }
            sepal_polys_destroy(points);
            sepal_polys_destroy(set);
        }
}

/* --- Ways of asking */

static int take_no_pairs(void *context, const sepal_pair *pairs, size_t count) {
    (void)context;
    (void)pairs;
    cr_assert_fail("a refused question gives %zu pairs", count);
    return 0;
}

static int take_no_hit(void *context, const sepal_ray_hit *hit) {
    (void)context;
    (void)hit;
    cr_assert_fail("a refused question gives a hit");
    return -1;
}

static int pair_order(const void *p, const void *q) {
    const sepal_pair *a = p, *b = q;
    return a->a != b->a ? (a->a > b->a) - (a->a < b->a) : (a->b > b->b) - (a->b < b->b);
}

/* One at a time, in the other order, by rows, by the finder in its ways, and as groups of one: all say what a list says. */
static void ask_in_all_ways(const sepal_polys *set, const sepal_rule *rule, sepal_finder *finder) {
    static sepal_pair pairs[MOST_PAIRS], turned[MOST_PAIRS], found[MOST_PAIRS];
    const size_t shapes = sepal_polys_count(set), count = all_pairs(shapes, pairs);
    uint64_t bits[WORDS], other[WORDS], one;
    sepal_row rows[DOUBLES_SHAPES];
    size_t listed = 0, number;
    good(sepal_polys_overlap_pairs(set, set, pairs, count, rule, bits));
    for (size_t k = 0; k < count; k++)
        turned[k] = (sepal_pair){pairs[k].b, pairs[k].a};
    good(sepal_polys_overlap_pairs(set, set, turned, count, rule, other));
    cr_assert_arr_eq(bits, other, SEPAL_BIT_WORDS(count) * sizeof *bits, "in the other order");
    for (uint32_t k = 0; k < shapes; k++)
        rows[k] = (sepal_row){k, 0, (uint32_t)shapes};
    good(sepal_polys_overlap_rows(set, set, rows, shapes, rule, other));
    cr_assert_arr_eq(bits, other, SEPAL_BIT_WORDS(count) * sizeof *bits, "by rows");
    for (size_t k = 0; k < count; k += 5) {
        good(sepal_polys_overlap_pairs(set, set, &pairs[k], 1, rule, &one));
        cr_assert_eq(one & 1, bit(bits, k), "alone");
    }
    if (rule->touching == SEPAL_TOUCHING_OVERLAPS) { /* else groups are unions */
        uint32_t first[DOUBLES_SHAPES + 1];
        for (uint32_t k = 0; k <= shapes; k++)
            first[k] = k;
        const sepal_groups groups = {first, shapes};
        good(sepal_polys_overlap_groups(set, &groups, set, &groups, pairs, count, rule, other));
        cr_assert_arr_eq(bits, other, SEPAL_BIT_WORDS(count) * sizeof *bits, "as groups");
    }
    for (size_t k = 0; k < count; k++)
        if (pairs[k].a < pairs[k].b && bit(bits, k))
            turned[listed++] = pairs[k];
    good(sepal_polys_find_pairs(finder, set, set, NULL, rule, MOST_PAIRS, found, &number));
    cr_assert_eq(number, listed, "%zu found of %zu", number, listed);
    cr_assert_arr_eq(found, turned, listed * sizeof *found, "found");
    good(sepal_polys_find_keep(finder, set, 0.5F));
    good(sepal_polys_find_kept(finder, NULL, rule, MOST_PAIRS, found, &number));
    cr_assert_eq(number, listed, "%zu kept of %zu", number, listed);
    good(sepal_polys_find_range(finder, set, 0, shapes, NULL, rule, MOST_PAIRS, found, &number));
    qsort(found, number, sizeof *found, pair_order);
    cr_assert(number == listed && memcmp(found, turned, listed * sizeof *found) == 0, "of the tree");
}

Test(doubles, all_ways_of_asking_agree) {
    static doubles_scene s;
    sepal_finder *finder = NULL;
    good(sepal_finder_create(NULL, &finder));
    for (int family = 0; family < doubles_families(); family++)
        for (uint64_t seed = 101; seed < 107; seed++) {
            doubles_scene_make(&s, family, seed);
            if (seed >= 104)
                doubles_scene_grow(&s, seed);
            sepal_polys *set = doubles_scene_set(&s);
            for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
                good(sepal_isa_use(sepal_isa_at(isa)));
                for (int strict = 0; strict < 2; strict++)
                    ask_in_all_ways(set, &(sepal_rule){.touching = (sepal_touching)strict, .margin64 = s.margin}, finder);
            }
            sepal_polys_destroy(set);
        }
    sepal_finder_destroy(finder);
}

/* At points, vertices or between two of these, a finder tells the shapes that a set of these points overlaps; and in a window those that
 * overlap the shape of another set. */
Test(doubles, found_at_points_and_in_a_window) {
    enum { POINTS = 96, APART = 3 };
    static doubles_scene s;
    static double rows[POINTS][APART];
    static sepal_pair pairs[POINTS], found[POINTS * DOUBLES_SHAPES], one[DOUBLES_SHAPES];
    sepal_finder *finder = NULL;
    good(sepal_finder_create(NULL, &finder));
    for (int family = 0; family < doubles_families(); family++)
        for (uint64_t seed = 200; seed < 204; seed++) {
            doubles_scene_make(&s, family, seed);
            sepal_polys *set = doubles_scene_set(&s), *points = NULL;
            good(sepal_polys_create_doubles(NULL, s.origin_x, s.origin_y, &points));
            for (uint32_t k = 0; k < POINTS; k++) {
                const uint32_t shape = k % (uint32_t)s.shapes, size = s.first[shape + 1] - s.first[shape];
                const uint32_t at = s.first[shape] + k / 3 % size, next = s.first[shape] + (k / 3 + k % 3) % size;
                const double x = s.x[at] + (s.x[next] - s.x[at]) * 0.5, y = s.y[at] + (s.y[next] - s.y[at]) * 0.5;
                rows[k][0] = fabs(x) < 0x1p-200 ? 0 : x;
                rows[k][1] = fabs(y) < 0x1p-200 ? 0 : y;
                good(sepal_polys_add_doubles(points, &rows[k][0], &rows[k][1], 1, NULL));
            }
            const sepal_points at = {.x64 = rows[0], .y64 = rows[0] + 1, .stride64 = APART};
            good(sepal_polys_find_build(finder, set));
            for (int strict = 0; strict < 2; strict++) {
                size_t number, next = 0, alone;
                uint64_t bits[SEPAL_BIT_WORDS(POINTS)];
                good(sepal_polys_find_at(finder, &at, POINTS, NULL, &rules[strict], POINTS * DOUBLES_SHAPES, found, &number));
                for (uint32_t k = 0; k < POINTS; k++) {
                    for (uint32_t b = 0; b < s.shapes; b++)
                        pairs[b] = (sepal_pair){k, b};
                    good(sepal_polys_overlap_pairs(points, set, pairs, s.shapes, &rules[strict], bits));
                    for (uint32_t b = 0; b < s.shapes; b++) {
                        const bool there = next < number && found[next].a == k && found[next].b == b;
                        cr_assert(bit(bits, b) == there, "%s, seed %d, point %u, shape %u", doubles_family_name(family), (int)seed,
                                  k, b);
                        next += there;
                    }
                }
                cr_assert_eq(next, number, "in order, and each once");
                const uint32_t window = (uint32_t)seed % (uint32_t)s.shapes;
                good(sepal_polys_find_range(finder, points, window, 1, NULL, &rules[strict], DOUBLES_SHAPES, one, &alone));
                for (size_t k = 0, from = 0; k < alone; k++, from++) {
                    while (found[from].a != window)
                        from++;
                    cr_assert(one[k].a == window && one[k].b == found[from].b);
                }
            }
            sepal_polys_destroy(points);
            sepal_polys_destroy(set);
        }
    sepal_finder_destroy(finder);
}

/* Points of the other kind, or of both, are refused, and so is what is no coordinate; the tree serves on. */
Test(doubles, points_of_the_wrong_kind_are_refused) {
    const float fx[] = {0.25F, 3}, fy[] = {0.25F, 3};
    const double x[] = {0, 1, 0}, y[] = {0, 0, 1}, in[] = {0.25, 3}, tiny[] = {0.25, 0x1p-201};
    sepal_polys *set = NULL, *floats = NULL;
    sepal_finder *finder = NULL;
    sepal_pair found[2] = {{77, 77}, {77, 77}};
    size_t count = 77;
    good(sepal_polys_create_doubles(NULL, 0, 0, &set));
    good(sepal_polys_create(NULL, &floats));
    good(sepal_finder_create(NULL, &finder));
    good(sepal_polys_add_doubles(set, x, y, 3, NULL));
    good(sepal_polys_add(floats, (float[]){0, 1, 0}, (float[]){0, 0, 1}, 3, NULL));
    const sepal_points of_floats = {.x = fx, .y = fy}, of_doubles = {.x64 = in, .y64 = in};
    const sepal_points both = {.x = fx, .y = fy, .x64 = in, .y64 = in}, half = {.x64 = in}, other_half = {.y64 = in};
    const sepal_points low = {.x64 = in, .y64 = tiny}, left = {.x64 = tiny, .y64 = in};
    cr_assert_eq(sepal_polys_find_at(finder, &of_doubles, 2, NULL, NULL, 2, found, &count), SEPAL_BAD_ARGUMENT, "no tree");
    good(sepal_polys_find_build(finder, floats));
    cr_assert_eq(sepal_polys_find_at(finder, &of_doubles, 2, NULL, NULL, 2, found, &count), SEPAL_BAD_KIND);
    cr_assert_eq(sepal_polys_find_at(finder, &both, 2, NULL, NULL, 2, found, &count), SEPAL_BAD_KIND);
    good(sepal_polys_find_build(finder, set));
    cr_assert_eq(sepal_polys_find_at(finder, &of_floats, 2, NULL, NULL, 2, found, &count), SEPAL_BAD_KIND);
    cr_assert_eq(sepal_polys_find_at(finder, &both, 2, NULL, NULL, 2, found, &count), SEPAL_BAD_KIND);
    cr_assert_eq(sepal_polys_find_at(finder, &half, 2, NULL, NULL, 2, found, &count), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_find_at(finder, &other_half, 2, NULL, NULL, 2, found, &count), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_find_at(finder, &low, 2, NULL, NULL, 2, found, &count), SEPAL_BAD_SHAPE);
    cr_assert_eq(sepal_polys_find_at(finder, &left, 2, NULL, NULL, 2, found, &count), SEPAL_BAD_SHAPE);
    cr_assert(count == 77 && found[0].a == 77);
    good(sepal_polys_find_at(finder, &of_doubles, 2, NULL, NULL, 2, found, &count));
    cr_assert(count == 1 && found[0].a == 0 && found[0].b == 0);
    good(sepal_polys_find_at(finder, &(sepal_points){.stride = 0}, 0, NULL, NULL, 0, NULL, &count));
    cr_assert_eq(count, 0);
    good(sepal_polys_find_build(finder, floats));
    good(sepal_polys_find_at(finder, &of_floats, 2, NULL, NULL, 2, found, &count));
    cr_assert_eq(count, 1);
    sepal_finder_destroy(finder);
    sepal_polys_destroy(floats);
    sepal_polys_destroy(set);
}

/* Polygons of many vertices, and the mirror image of each through one of its vertices, which so touches it there, moved by some units
 * in the last place. Of more than 256 vertices no instruction set looks at all in a search for the farthest one. */
Test(doubles, large_polygons_that_touch) {
    enum { MANY = 64, MOST = 320 };
    static const double grid = 0x1p-30, ulp = 0x1p-33;
    rng r = {99};
    int met[3] = {0, 0, 0};
    for (int round = 0; round < 400; round++) {
        const size_t count = round % 5 == 0    ? 3 + rng_below(&r, 14)
                             : round % 16 == 1 ? 257 + rng_below(&r, MOST - 257)
                                               : 17 + rng_below(&r, MANY - 17);
        const size_t at = rng_below(&r, (uint32_t)count);
        const double wide = rng_real(&r, 1, 8), high = rng_real(&r, 1, 8), turn = rng_real(&r, 0, 1);
        double x[2][MOST], y[2][MOST];
        for (size_t k = 0; k < count; k++) {
            const double angle = 6.283185307179586 * ((double)k + turn) / (double)count;
            x[0][k] = 500123 + floor(wide * cos(angle) / grid) * grid;
            y[0][k] = 400123 + floor(high * sin(angle) / grid) * grid;
        }
        const double by_x = ulp * rng_between(&r, -2, 2), by_y = ulp * rng_between(&r, -2, 2);
        for (size_t k = 0; k < count; k++) {
            x[1][k] = 2 * x[0][at] - x[0][k] + (round % 3 ? by_x : 0);
            y[1][k] = 2 * y[0][at] - y[0][k] + (round % 3 ? by_y : 0);
        }
        sepal_polys *set = NULL;
        good(sepal_polys_create_doubles(NULL, 500000, 400000, &set));
        good(sepal_polys_add_doubles(set, x[0], y[0], count, NULL));
        good(sepal_polys_add_doubles(set, x[1], y[1], count, NULL));
        const oracle_contact is = oracle_doubles_contact(x[0], y[0], count, x[1], y[1], count);
        met[is]++;
        for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
            const sepal_pair pairs[] = {{0, 1}, {1, 0}, {0, 0}};
            uint64_t touching, apart;
            good(sepal_isa_use(sepal_isa_at(isa)));
            good(sepal_polys_overlap_pairs(set, set, pairs, 3, &rules[0], &touching));
            good(sepal_polys_overlap_pairs(set, set, pairs, 3, &rules[1], &apart));
            cr_assert(touching == (is >= ORACLE_TOUCH ? 7 : 4) && apart == (is >= ORACLE_OVERLAP ? 7 : 4), "round %d, %s", round,
                      sepal_isa());
        }
        sepal_polys_destroy(set);
    }
    cr_assert(met[0] > 50 && met[1] > 50 && met[2] > 50, "%d apart, %d touch, %d overlap", met[0], met[1], met[2]);
}

/* Points within a few units in the last place of the borders of quadrilaterals, of which some have only three corners, or go round
 * clockwise. */
Test(doubles, points_beside_borders_are_where_the_oracle_has_them) {
    enum { POINTS = 4096 };
    rng r = {311};
    static sepal_pair pairs[POINTS];
    static oracle_contact is[POINTS];
    int met[3] = {0, 0, 0};
    sepal_polys *quads = NULL, *points = NULL;
    good(sepal_polys_create_doubles(NULL, 0, 0, &quads));
    good(sepal_polys_create_doubles(NULL, 0, 0, &points));
    for (uint32_t k = 0; k < POINTS; k++) {
        static const double side[4][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
        double x[4], y[4];
        for (int i = 0; i < 4; i++) {
            const int at = k % 7 == 0 ? 3 - i : i;
            x[at] = side[i][0] * rng_real(&r, 0.75, 1);
            y[at] = side[i][1] * rng_real(&r, 0.75, 1);
        }
        if (k % 5 == 0)
            x[3] = x[2], y[3] = y[2];
        const uint32_t from = rng_below(&r, 4), to = (from + 1) % 4;
        const double share = rng_real(&r, 0, 1);
        double at_x = x[from] + share * (x[to] - x[from]), at_y = y[from] + share * (y[to] - y[from]);
        for (int step = (int)rng_below(&r, 3); step > 0; step--)
            at_x = nextafter(at_x, k % 2 ? 2 : -2);
        good(sepal_polys_add_doubles(quads, x, y, 4, NULL));
        good(sepal_polys_add_doubles(points, &at_x, &at_y, 1, NULL));
        pairs[k] = (sepal_pair){k, k};
        is[k] = oracle_doubles_contact(x, y, 4, &at_x, &at_y, 1);
        met[is[k]]++;
    }
    for (size_t isa = 0; isa < sepal_isa_count(); isa++)
        for (int strict = 0; strict < 2; strict++) {
            uint64_t bits[POINTS / 64];
            good(sepal_isa_use(sepal_isa_at(isa)));
            good(sepal_polys_contains_pairs(quads, points, pairs, POINTS, &rules[strict], bits));
            for (size_t k = 0; k < POINTS; k++)
                cr_assert_eq(bit(bits, k), is[k] >= (strict ? ORACLE_OVERLAP : ORACLE_TOUCH), "%zu, %s", k, sepal_isa());
        }
    cr_assert(met[0] > 500 && met[1] > 50 && met[2] > 500, "%d out, %d on, %d in", met[0], met[1], met[2]);
    sepal_polys_destroy(points);
    sepal_polys_destroy(quads);
}

/* A square cell of a layer, which has more vertices than corners: so many parts a side. */
static size_t put_cell(double *x, double *y, double left, double low, double size, size_t parts) {
    static const double corner[5][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}, {0, 0}};
    size_t count = 0;
    for (int side = 0; side < 4; side++)
        for (size_t part = 0; part < parts; part++) {
            const double share = (double)part / (double)parts;
            x[count] = left + size * (corner[side][0] + share * (corner[side + 1][0] - corner[side][0]));
            y[count++] = low + size * (corner[side][1] + share * (corner[side + 1][1] - corner[side][1]));
        }
    return count;
}

/* Layers of cells, of which circles tell nothing: neighbours with corners in common, then cells apart by little, then bricks; in one list,
 * so that what pays about one layer does not about the next. */
Test(doubles, neighbours_in_layers_are_judged_by_gmp) {
    enum { SIDE = 24, CELLS = SIDE * SIDE, LAYERS = 4, NEAR = 4 * CELLS * LAYERS };
    static double x[LAYERS * CELLS][24], y[LAYERS * CELLS][24];
    static size_t size[LAYERS * CELLS];
    static sepal_pair pairs[NEAR];
    static oracle_contact is[NEAR];
    int met[3] = {0, 0, 0};
    size_t count = 0;
    sepal_polys *set = NULL;
    good(sepal_polys_create_doubles(NULL, 500000, 5400000, &set));
    for (uint32_t k = 0; k < LAYERS * CELLS; k++) {
        const uint32_t layer = k / CELLS, i = k % SIDE, j = k / SIDE % SIDE;
        const double wide = layer == 1 ? 10 - 0x1p-20 : 10, moved = layer == 2 && j % 2 ? 5 : 0;
        size[k] = put_cell(x[k], y[k], 500123.25 + 10 * i + moved, 5400123.25 + 10 * j, wide, k % 11 == 0 ? 5 : 2 + k % 3);
        good(sepal_polys_add_doubles(set, x[k], y[k], size[k], NULL));
        for (uint32_t n = 0; n < 4; n++) {
            static const uint32_t right[] = {1, 0, 1, 2}, up[] = {0, 1, 1, 1};
            if (i + right[n] < SIDE && j + up[n] < SIDE)
                pairs[count++] = (sepal_pair){k, k + up[n] * SIDE + right[n]};
        }
    }
    for (size_t p = 0; p < count; p++) {
        const uint32_t a = pairs[p].a, b = pairs[p].b;
        is[p] = oracle_doubles_contact(x[a], y[a], size[a], x[b], y[b], size[b]);
        met[is[p]]++;
    }
    for (size_t isa = 0; isa < sepal_isa_count(); isa++)
        for (int strict = 0; strict < 2; strict++) {
            static uint64_t bits[NEAR / 64];
            good(sepal_isa_use(sepal_isa_at(isa)));
            good(sepal_polys_overlap_pairs(set, set, pairs, count, &rules[strict], bits));
            for (size_t p = 0; p < count; p++)
                cr_assert_eq(bit(bits, p), is[p] >= (strict ? ORACLE_OVERLAP : ORACLE_TOUCH), "pair %zu, %s", p, sepal_isa());
        }
    cr_assert(met[0] > 1000 && met[1] > 1000, "%d apart, %d touch", met[0], met[1]);
    sepal_polys_destroy(set);
}

/* Neither the origin changes an answer, nor which of two sets a shape is in. */
Test(doubles, the_origin_changes_no_answer) {
    static doubles_scene s;
    static sepal_pair pairs[MOST_PAIRS];
    static const double origins[][2] = {{0, 0}, {1, -1}, {1e9, 1e9}, {-0x1p100, 0x1p100}, {0x1p-200, 0}};
    for (int family = 0; family < doubles_families(); family++) {
        doubles_scene_make(&s, family, 7);
        sepal_polys *set = doubles_scene_set(&s), *other = doubles_scene_set(&s);
        const size_t count = all_pairs(s.shapes, pairs);
        for (int strict = 0; strict < 2; strict++) {
            uint64_t before[WORDS], after[WORDS], holds[WORDS];
            good(sepal_polys_overlap_pairs(set, set, pairs, count, &rules[strict], before));
            good(sepal_polys_contains_pairs(set, set, pairs, count, &rules[strict], holds));
            for (size_t k = 0; k < sizeof origins / sizeof *origins; k++) {
                good(sepal_polys_rebase(set, origins[k][0], origins[k][1]));
                good(sepal_polys_rebase(other, origins[k][0], origins[k][1]));
                good(sepal_polys_overlap_pairs(set, other, pairs, count, &rules[strict], after));
                cr_assert_arr_eq(before, after, SEPAL_BIT_WORDS(count) * sizeof *before, "%s", doubles_family_name(family));
                good(sepal_polys_contains_pairs(set, other, pairs, count, &rules[strict], after));
                cr_assert_arr_eq(holds, after, SEPAL_BIT_WORDS(count) * sizeof *before, "%s", doubles_family_name(family));
            }
        }
        sepal_polys_destroy(other);
        sepal_polys_destroy(set);
    }
}

/* --- Shapes whose vertices are floats: a set of doubles says of them what a float set says */

static void add_to_both(sepal_polys *floats, sepal_polys *doubles, const polygon *p) {
    double x[POLYGON_MAX], y[POLYGON_MAX];
    for (size_t k = 0; k < p->count; k++) {
        x[k] = (double)p->x[k];
        y[k] = (double)p->y[k];
    }
    const sepal_status status = sepal_polys_add(floats, p->x, p->y, p->count, NULL);
    cr_assert_eq(sepal_polys_add_doubles(doubles, x, y, p->count, NULL), status, "as convex as in float");
}

Test(doubles, float_vertices_have_the_answers_of_float_sets) {
    static sepal_pair pairs[MOST_PAIRS];
    rng r = {4711};
    for (int round = 0; round < 60; round++) {
        sepal_polys *floats = NULL, *doubles = NULL;
        good(sepal_polys_create(NULL, &floats));
        good(sepal_polys_create_doubles(NULL, 0, 0, &doubles));
        for (int k = 0; k < DOUBLES_SHAPES; k++) {
            polygon p = {.count = 1 + rng_below(&r, round % 2 ? 6 : 4)};
            for (size_t i = 0; i < p.count; i++) {
                p.x[i] = (float)rng_between(&r, -4, 4) * (round % 3 ? 1.0F : 0.1F);
                p.y[i] = (float)rng_between(&r, -4, 4) * (round % 3 ? 1.0F : 0.1F);
            }
            add_to_both(floats, doubles, &p);
        }
        const size_t count = all_pairs(sepal_polys_count(floats), pairs);
        cr_assert_eq(sepal_polys_count(doubles), sepal_polys_count(floats));
        for (int strict = 0; strict < 2; strict++) {
            uint64_t of_floats[WORDS], of_doubles[WORDS];
            good(sepal_polys_overlap_pairs(floats, floats, pairs, count, &rules[strict], of_floats));
            good(sepal_polys_overlap_pairs(doubles, doubles, pairs, count, &rules[strict], of_doubles));
            cr_assert_arr_eq(of_floats, of_doubles, SEPAL_BIT_WORDS(count) * sizeof *of_floats);
            good(sepal_polys_contains_pairs(floats, floats, pairs, count, &rules[strict], of_floats));
            good(sepal_polys_contains_pairs(doubles, doubles, pairs, count, &rules[strict], of_doubles));
            cr_assert_arr_eq(of_floats, of_doubles, SEPAL_BIT_WORDS(count) * sizeof *of_floats);
        }
        sepal_polys_destroy(doubles);
        sepal_polys_destroy(floats);
    }
}

/* --- What a set keeps */

Test(doubles, vertices_are_kept_and_changed) {
    const double x[] = {500123.4567, 500133.4567, 500133.4567, 500123.4567},
                 y[] = {5400123.4567, 5400123.4567, 5400133.5, 5400133.5};
    const double moved_x[] = {1, 2, 2, 1}, moved_y[] = {1, 1, 2, 2};
    const double *is_x, *is_y;
    sepal_polys *set = NULL, *from = NULL;
    uint32_t index;
    size_t count;
    good(sepal_polys_create_doubles(NULL, 500000, 5400000, &set));
    good(sepal_polys_create_doubles(NULL, 500000, 5400000, &from));
    good(sepal_polys_add_doubles(set, x, y, 4, &index));
    cr_assert_eq(index, 0);
    good(sepal_polys_add_doubles(set, x, y, 1, &index));
    cr_assert_eq(index, 1);
    good(sepal_polys_vertices_doubles(set, 0, &is_x, &is_y, &count));
    cr_assert(count == 4 && memcmp(is_x, x, sizeof x) == 0 && memcmp(is_y, y, sizeof y) == 0);
    good(sepal_polys_update_doubles(set, 0, moved_x, moved_y));
    good(sepal_polys_vertices_doubles(set, 0, &is_x, &is_y, &count));
    cr_assert(count == 4 && memcmp(is_x, moved_x, sizeof x) == 0 && memcmp(is_y, moved_y, sizeof y) == 0);
    good(sepal_polys_remove(set, 1));
    good(sepal_polys_vertices_doubles(set, 1, &is_x, &is_y, &count));
    cr_assert_eq(count, 0);
    good(sepal_polys_add_doubles(from, x, y, 4, NULL));
    good(sepal_polys_replace(set, 1, from, 0));
    good(sepal_polys_add_doubles(set, x, y, 3, &index));
    cr_assert_eq(index, 2);
    good(sepal_polys_vertices_doubles(set, 1, &is_x, &is_y, &count));
    cr_assert(count == 4 && memcmp(is_x, x, sizeof x) == 0 && memcmp(is_y, y, sizeof y) == 0);
    uint64_t bits;
    good(sepal_polys_overlap_one(set, 1, set, 0, 3, NULL, &bits));
    cr_assert_eq(bits, 6);
    sepal_polys_destroy(from);
    sepal_polys_destroy(set);
}

/* A regular polygon of `count` vertices about (x, y), of `wide` across. */
static void put_round(double *at_x, double *at_y, size_t count, double x, double y, double wide) {
    for (size_t k = 0; k < count; k++) {
        const double angle = 6.283185307179586 * (double)k / (double)count;
        at_x[k] = x + 0.5 * wide * cos(angle);
        at_y[k] = y + 0.5 * wide * sin(angle);
    }
}

/* Of whatever number of vertices. */
Test(doubles, what_is_reserved_suffices) {
    enum { MOST = 40, SHAPES = 50 };
    for (size_t count = 1; count <= MOST; count++) {
        double x[MOST], y[MOST];
        watch w = watch_create();
        const sepal_allocator allocator = watch_allocator(&w);
        sepal_polys *set = NULL;
        put_round(x, y, count, 500123.4567, 5400123.4567, 9.7);
        good(sepal_polys_create_doubles(&allocator, 500000, 5400000, &set));
        good(sepal_polys_reserve(set, SHAPES, SHAPES * count));
        const size_t requests = w.requests;
        for (int k = 0; k < SHAPES; k++)
            good(sepal_polys_add_doubles(set, x, y, count, NULL));
        cr_assert_eq(w.requests, requests, "%zu vertices", count);
        sepal_polys_destroy(set);
    }
}

/* What was updated or put into the place of another is asked about as it is now: polygons in a row, which are apart, grow until each
 * overlaps the next one. */
Test(doubles, changed_polygons_are_asked_about_as_they_are) {
    enum { MOST = 18, SHAPES = 33 };
    static const double east = 500123.4567, north = 5400123.4567;
    for (size_t count = 3; count <= MOST; count++)
        for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
            double x[MOST], y[MOST];
            sepal_pair pairs[SHAPES - 1];
            uint64_t bits;
            sepal_polys *set = NULL, *from = NULL;
            good(sepal_isa_use(sepal_isa_at(isa)));
            good(sepal_polys_create_doubles(NULL, 500000, 5400000, &set));
            good(sepal_polys_create_doubles(NULL, 500000, 5400000, &from));
            for (uint32_t k = 0; k < SHAPES; k++) {
                put_round(x, y, count, east + 7 * k, north, 4);
                good(sepal_polys_add_doubles(set, x, y, k % 3 == 2 ? 3 : count, NULL)); /* others are smaller to begin with */
                if (k + 1 < SHAPES)
                    pairs[k] = (sepal_pair){k, k + 1};
            }
            good(sepal_polys_overlap_pairs(set, set, pairs, SHAPES - 1, NULL, &bits));
            cr_assert_eq(bits, 0);
            for (uint32_t k = 0; k < SHAPES; k++) {
                put_round(x, y, count, east + 7 * k, north, 10);
                good(sepal_polys_add_doubles(from, x, y, count, NULL));
                if (k % 3 == 0)
                    good(sepal_polys_update_doubles(set, k, x, y));
                else
                    good(sepal_polys_replace(set, k, from, k));
            }
            good(sepal_polys_overlap_pairs(set, set, pairs, SHAPES - 1, NULL, &bits));
            cr_assert_eq(bits, UINT32_MAX, "%zu vertices, %s", count, sepal_isa());
            good(sepal_polys_contains_pairs(set, from, (sepal_pair[]){{4, 4}, {4, 5}, {5, 5}}, 3, NULL, &bits));
            cr_assert_eq(bits, 5, "%zu vertices, %s", count, sepal_isa());
            sepal_polys_destroy(from);
            sepal_polys_destroy(set);
        }
}

/* --- Boxes */

Test(doubles, boxes_have_the_corners_that_are_stated) {
    enum { BOXES = 40, STRIDE = 6 };
    double row[BOXES * STRIDE];
    rng r = {17};
    sepal_polys *set = NULL;
    uint32_t index;
    for (size_t k = 0; k < sizeof row / sizeof *row; k += STRIDE) {
        const double angle = rng_between(&r, -4, 4), scale = k % 4 == 0 ? 1 : 1.25;
        row[k] = 500000 + rng_between(&r, 0, 999) + 0x1p-30;
        row[k + 1] = 5400000 + rng_between(&r, 0, 999) - 0x1p-29;
        row[k + 2] = rng_between(&r, 0, 20);
        row[k + 3] = k % 5 == 0 ? 0 : rng_between(&r, 0, 1) * 1e-7; /* also a thin one, far from the origin, is convex */
        row[k + 4] = cos(angle) * scale;
        row[k + 5] = sin(angle) * scale;
    }
    const sepal_boxes_doubles boxes = {row, row + 1, row + 2, row + 3, row + 4, row + 5, STRIDE, NULL},
                              level = {row, row + 1, row + 2, row + 3, NULL, NULL, STRIDE, NULL};
    good(sepal_polys_create_doubles(NULL, 500500, 5400500, &set));
    good(sepal_polys_add_boxes_doubles(set, &boxes, BOXES, &index, NULL));
    cr_assert_eq(index, 0);
    good(sepal_polys_add_boxes_doubles(set, &level, BOXES, &index, NULL));
    cr_assert(index == BOXES && sepal_polys_count(set) == 2 * BOXES);
    static const int side_i[] = {-1, 1, 1, -1}, side_j[] = {-1, -1, 1, 1};
    for (uint32_t k = 0; k < 2 * BOXES; k++) {
        const double *x, *y, *of = row + (size_t)STRIDE * (k % BOXES);
        const double c = k < BOXES ? of[4] : 1, s = k < BOXES ? of[5] : 0;
        size_t count;
        good(sepal_polys_vertices_doubles(set, k, &x, &y, &count));
        cr_assert_eq(count, 4);
        for (int m = 0; m < 4; m++) {
            const double ux = c * of[2], uy = s * of[2], vx = s * of[3], vy = c * of[3];
            const double at_x = of[0] + side_i[m] * ux, at_y = of[1] + side_i[m] * uy;
            const double corner_x = at_x - side_j[m] * vx, corner_y = at_y + side_j[m] * vy;
            cr_assert(x[m] == corner_x && y[m] == corner_y, "box %d, corner %d", (int)k, m);
        }
    }
    sepal_polys_destroy(set);
}

Test(doubles, boxes_that_are_none_are_refused) {
    static const struct {
        double at, half, turn;
        const char *why;
    } bad[] = {{NAN, 1, 1, "coordinate"},     {0x1p101, 1, 1, "coordinate"},   {INFINITY, 1, 1, "coordinate"},
               {0, 0x1p101, 1, "coordinate"}, {0, -1, 1, "negative"},          {0, INFINITY, 1, "extent is not finite"},
               {0, NAN, 1, "extent"},         {0, 1, INFINITY, "orientation"}, {0, 1, NAN, "orientation"}};
    const double zero[] = {0, 0, 0}, one[] = {1, 1, 1};
    sepal_polys *set = NULL;
    good(sepal_polys_create_doubles(NULL, 0, 0, &set));
    good(sepal_polys_add_doubles(set, zero, zero, 3, NULL));
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++)
        for (int other = 0; other < 2; other++) {
            const double at[] = {0, 0, bad[k].at}, half[] = {1, 1, bad[k].half}, turn[] = {1, 1, bad[k].turn};
            const sepal_boxes_doubles boxes = {.x = other ? zero : at,
                                               .y = other ? at : zero,
                                               .half_x = other ? one : half,
                                               .half_y = other ? half : one,
                                               .cos = other ? one : turn,
                                               .sin = other ? turn : one};
            sepal_refusal refusal = {9, NULL};
            uint32_t index = 77;
            cr_assert_eq(sepal_polys_add_boxes_doubles(set, &boxes, 3, &index, &refusal), SEPAL_BAD_SHAPE, "%d", (int)k);
            cr_assert(refusal.index == 2 && strstr(refusal.reason, bad[k].why) != NULL, "%d: %s", (int)k, refusal.reason);
            cr_assert(index == 77 && sepal_polys_count(set) == 1);
        }
    const sepal_boxes_doubles parts[] = {{.y = one, .half_x = one, .half_y = one},
                                         {.x = one, .half_x = one, .half_y = one},
                                         {.x = one, .y = one, .half_y = one},
                                         {.x = one, .y = one, .half_x = one},
                                         {.x = one, .y = one, .half_x = one, .half_y = one, .cos = one},
                                         {.x = one, .y = one, .half_x = one, .half_y = one, .sin = one}};
    for (size_t k = 0; k < sizeof parts / sizeof *parts; k++) {
        cr_assert_eq(sepal_polys_add_boxes_doubles(set, &parts[k], 1, NULL, NULL), SEPAL_BAD_ARGUMENT, "%d", (int)k);
        cr_assert_eq(sepal_polys_add_boxes_doubles(set, &parts[k], 0, NULL, NULL), k < 4 ? SEPAL_OK : SEPAL_BAD_ARGUMENT);
    }
    cr_assert_eq(sepal_polys_add_boxes_doubles(NULL, &parts[0], 0, NULL, NULL), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_add_boxes_doubles(set, NULL, 0, NULL, NULL), SEPAL_BAD_ARGUMENT);
    sepal_polys_destroy(set);
}

/* --- Radii and margins that are refused, and those that are the same */

Test(doubles, radii_are_kept_and_refused) {
    static const struct {
        double radius;
        const char *why;
    } bad[] = {{-1, "negative"}, {NAN, "not finite"}, {INFINITY, "not finite"}, {0x1p-201, "2^-200"}, {0x1.8p100, "2^-200"}};
    const double x[] = {0, 4, 1, 5, 2, 6}, y[] = {0, 1, 0, 1, 0, 1}, radii[] = {0.1, -0.0, 3};
    const uint32_t first[] = {0, 2, 4, 6};
    double radius;
    uint32_t index = 0;
    sepal_polys *set = NULL, *from = NULL;
    good(sepal_polys_create_doubles(NULL, 0, 0, &set));
    good(sepal_polys_create_doubles(NULL, 0, 0, &from));
    good(sepal_polys_add_doubles(set, x, y, 2, NULL));
    good(sepal_polys_add_many_doubles(set, x, y, first, 3, radii, &index, NULL));
    cr_assert_eq(index, 1);
    good(sepal_polys_add_circles_doubles(set, &(sepal_circles_doubles){x, y, radii, 2}, 2, &index, NULL));
    cr_assert_eq(index, 4);
    good(sepal_polys_add_capsules_doubles(set, &(sepal_capsules_doubles){x, y, x + 1, y + 1, radii, 1}, 3, &index, NULL));
    cr_assert_eq(index, 6);
    good(sepal_polys_add_boxes_doubles(
        set, &(sepal_boxes_doubles){.x = x, .y = y, .half_x = x + 1, .half_y = x + 1, .radius = radii}, 2, &index, NULL));
    static const double expected[] = {0, 0.1, 0, 3, 0.1, 3, 0.1, 0, 3, 0.1, 0};
    cr_assert_eq(sepal_polys_count(set), sizeof expected / sizeof *expected);
    good(sepal_polys_update_doubles(set, 3, x + 2, y + 2));
    good(sepal_polys_rebase(set, 2, 1));
    good(sepal_polys_rebase(from, 2, 1));
    for (uint32_t k = 0; k < sepal_polys_count(set); k++) {
        good(sepal_polys_radius_doubles(set, k, &radius));
        cr_assert(radius == expected[k] && !signbit(radius), "%d: %g", (int)k, radius);
        float rounded;
        good(sepal_polys_radius(set, k, &rounded));
        cr_assert(rounded == (float)expected[k]);
    }
    good(sepal_polys_remove(set, 1));
    good(sepal_polys_radius_doubles(set, 1, &radius));
    cr_assert(radius == 0);
    good(sepal_polys_add_round_doubles(from, x, y, 2, 0.7, NULL));
    good(sepal_polys_replace(set, 1, from, 0));
    good(sepal_polys_radius_doubles(set, 1, &radius));
    cr_assert(radius == 0.7);
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        const double some[] = {1, 1, bad[k].radius};
        sepal_refusal refusal[4] = {{9, NULL}, {9, NULL}, {9, NULL}, {9, NULL}};
        cr_assert_eq(sepal_polys_add_round_doubles(from, x, y, 2, bad[k].radius, &index), SEPAL_BAD_SHAPE);
        cr_assert_eq(sepal_polys_add_many_doubles(from, x, y, first, 3, some, &index, &refusal[0]), SEPAL_BAD_SHAPE);
        cr_assert_eq(sepal_polys_add_circles_doubles(from, &(sepal_circles_doubles){x, y, some, 1}, 3, &index, &refusal[1]),
                     SEPAL_BAD_SHAPE);
        cr_assert_eq(
            sepal_polys_add_capsules_doubles(from, &(sepal_capsules_doubles){x, y, x + 1, y + 1, some, 1}, 3, &index, &refusal[2]),
            SEPAL_BAD_SHAPE);
        cr_assert_eq(sepal_polys_add_boxes_doubles(
                         from, &(sepal_boxes_doubles){.x = x, .y = y, .half_x = x + 1, .half_y = x + 1, .radius = some}, 3, &index,
                         &refusal[3]),
                     SEPAL_BAD_SHAPE);
        for (int way = 0; way < 4; way++)
            cr_assert(refusal[way].index == 2 && strstr(refusal[way].reason, bad[k].why) != NULL, "%d %d", (int)k, way);
        cr_assert_eq(sepal_polys_count(from), 1);
    }
    const sepal_circles_doubles no_circle = {.x = x};
    const sepal_capsules_doubles no_capsule = {.x0 = x, .y0 = y, .x1 = x};
    cr_assert_eq(sepal_polys_add_circles_doubles(from, &no_circle, 1, NULL, NULL), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_add_capsules_doubles(from, &no_capsule, 1, NULL, NULL), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_add_circles_doubles(from, NULL, 0, NULL, NULL), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_add_capsules_doubles(NULL, &no_capsule, 0, NULL, NULL), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_radius_doubles(from, 1, &radius), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_radius_doubles(from, 0, NULL), SEPAL_BAD_ARGUMENT);
    sepal_polys_destroy(from);
    sepal_polys_destroy(set);
}

Test(doubles, rules_with_a_double_need_a_meaning) {
    static const sepal_rule bad[] = {{.margin64 = -1},
                                     {.margin64 = NAN},
                                     {.margin64 = INFINITY},
                                     {.margin64 = 0x1p-201},
                                     {.margin64 = 0x1.8p100},
                                     {.margin = 1, .margin64 = 1},
                                     {.touching = (sepal_touching)2, .margin64 = 1}};
    const double x[] = {0, 10}, y[] = {0, 0};
    const float fx[] = {0, 10}, fy[] = {0, 0};
    const sepal_pair pair = {0, 1};
    const sepal_row row = {0, 1, 1};
    const uint32_t of_group[] = {0, 1, 2};
    const sepal_groups group = {of_group, 2};
    uint64_t bits = 77;
    size_t count = 77;
    sepal_pair found = {77, 77};
    sepal_polys *set = NULL, *floats = NULL;
    sepal_finder *finder = NULL;
    good(sepal_polys_create_doubles(NULL, 0, 0, &set));
    good(sepal_polys_create(NULL, &floats));
    good(sepal_finder_create(NULL, &finder));
    good(sepal_polys_add_circles_doubles(set, &(sepal_circles_doubles){.x = x, .y = y}, 2, NULL, NULL));
    good(sepal_polys_add_circles(floats, &(sepal_circles){.x = fx, .y = fy}, 2, NULL, NULL));
    for (size_t k = 0; k <= sizeof bad / sizeof *bad; k++) { /* the last is for sets of floats */
        const sepal_rule fine = {.margin64 = 1}, *rule = k < sizeof bad / sizeof *bad ? &bad[k] : &fine;
        const sepal_polys *of = rule == &fine ? floats : set;
        good(sepal_polys_find_build(finder, of));
        cr_assert_eq(sepal_polys_overlap_pairs(of, of, &pair, 1, rule, &bits), SEPAL_BAD_ARGUMENT, "%d", (int)k);
        cr_assert_eq(sepal_polys_overlap_one(of, 0, of, 0, 2, rule, &bits), SEPAL_BAD_ARGUMENT);
        cr_assert_eq(sepal_polys_overlap_rows(of, of, &row, 1, rule, &bits), SEPAL_BAD_ARGUMENT);
        cr_assert_eq(sepal_polys_contains_pairs(of, of, &pair, 1, rule, &bits), SEPAL_BAD_ARGUMENT);
        cr_assert_eq(sepal_polys_overlap_groups(of, &group, of, &group, &pair, 1, rule, &bits), SEPAL_BAD_ARGUMENT);
        cr_assert_eq(sepal_polys_find_pairs(finder, of, of, NULL, rule, 1, &found, &count), SEPAL_BAD_ARGUMENT);
        cr_assert_eq(sepal_polys_find_kept(finder, NULL, rule, 1, &found, &count), SEPAL_BAD_ARGUMENT);
        cr_assert_eq(sepal_polys_find_range(finder, of, 0, 1, NULL, rule, 1, &found, &count), SEPAL_BAD_ARGUMENT);
        cr_assert_eq(sepal_polys_find_list(finder, of, of_group, 1, NULL, rule, 1, &found, &count), SEPAL_BAD_ARGUMENT);
    }
    good(sepal_polys_find_build(finder, floats));
    const sepal_rule fine = {.margin64 = 1};
    cr_assert_eq(sepal_polys_find_at(finder, &(sepal_points){.x = fx, .y = fy}, 1, NULL, &fine, 1, &found, &count),
                 SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_mtv_pairs(floats, floats, &pair, 1, &fine, &(sepal_mtvs){.depth = NULL}), SEPAL_BAD_ARGUMENT);
    cr_assert(bits == 77 && count == 77 && found.a == 77);
    sepal_finder_destroy(finder);
    sepal_polys_destroy(floats);
    sepal_polys_destroy(set);
}

/* A margin in float is the double that it is; and a distance that is no float is told from its neighbours. */
Test(doubles, margins_in_float_and_in_double_are_the_same) {
    const double x[] = {0, 0.1}, y[] = {500000, 500000};
    const double less = nextafter(0.1, 0), more = nextafter(0.1, 1);
    const sepal_pair pair = {0, 1};
    sepal_polys *set = NULL;
    sepal_finder *finder = NULL;
    good(sepal_polys_create_doubles(NULL, 0, 500000, &set));
    good(sepal_polys_add_circles_doubles(set, &(sepal_circles_doubles){.x = x, .y = y}, 2, NULL, NULL));
    good(sepal_finder_create(NULL, &finder));
    good(sepal_polys_find_build(finder, set));
    for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
        good(sepal_isa_use(sepal_isa_at(isa)));
        const sepal_rule rules64[] = {{.margin64 = less},
                                      {.margin64 = 0.1},
                                      {.margin64 = more},
                                      {.touching = SEPAL_TOUCHING_IS_APART, .margin64 = 0.1},
                                      {.touching = SEPAL_TOUCHING_IS_APART, .margin64 = more},
                                      {.margin = 0.1F},
                                      {.margin = 0x1.999998p-4F},
                                      {.margin64 = -0.0}};
        static const bool expected[] = {false, true, true, false, true, true, false, false};
        for (size_t k = 0; k < sizeof expected / sizeof *expected; k++) {
            uint64_t bits;
            good(sepal_polys_overlap_pairs(set, set, &pair, 1, &rules64[k], &bits));
            cr_assert_eq(bits, expected[k], "%d, %s", (int)k, sepal_isa());
            sepal_pair found[2];
            size_t number = 0;
            good(sepal_polys_find_at(finder, &(sepal_points){.x64 = x, .y64 = y}, 1, NULL, &rules64[k], 2, found, &number));
            cr_assert(number == (rules64[k].touching == SEPAL_TOUCHING_OVERLAPS ? 1U : rules64[k].margin64 > 0) + expected[k],
                      "%d: %zu found", (int)k, number);
        }
    }
    sepal_finder_destroy(finder);
    sepal_polys_destroy(set);
}

/* --- What is refused */

Test(doubles, coordinates_out_of_range_are_refused) {
    static const double bad[] = {0x1p-201, -0x1p-1074, 0x1.0000000000001p100, -0x1p1000, INFINITY, NAN};
    sepal_polys *set = NULL;
    good(sepal_polys_create_doubles(NULL, 0, 0, &set));
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        const double x[] = {0, 1, bad[k]}, y[] = {0, 1, 1}, far[] = {0, 0, 0, 1, 1};
        const uint32_t first[] = {0, 1, 3};
        sepal_refusal refusal = {9, NULL};
        cr_assert_eq(sepal_polys_add_doubles(set, x, y, 3, NULL), SEPAL_BAD_SHAPE);
        cr_assert_eq(sepal_polys_add_doubles(set, y, x, 3, NULL), SEPAL_BAD_SHAPE);
        const double many_x[] = {0, 1, bad[k]};
        cr_assert_eq(sepal_polys_add_many_doubles(set, many_x, far, first, 2, NULL, NULL, &refusal), SEPAL_BAD_SHAPE);
        cr_assert(refusal.index == 1 && strstr(refusal.reason, "2^-200") != NULL);
        cr_assert_eq(sepal_polys_count(set), 0);
        if (k > 0) {
            sepal_polys *none = NULL;
            cr_assert_eq(sepal_polys_create_doubles(NULL, bad[k], 0, &none), SEPAL_BAD_ARGUMENT);
            cr_assert_eq(sepal_polys_rebase(set, 0, bad[k]), SEPAL_BAD_ARGUMENT);
            cr_assert_null(none);
        }
    }
    const double least[] = {0x1p-200, -0x1p100, 0x1p100}, zero[] = {0, -0.0, 0x1p-200};
    good(sepal_polys_add_doubles(set, least, zero, 3, NULL));
    sepal_polys_destroy(set);
}

/* Pads on a grid of 2.54 mm: by their decimals neighbours are as far apart as the clearance asks, and by their doubles some more, some
 * less, and some exactly so. */
Test(doubles, pads_in_decimals_are_judged_by_gmp) {
    enum { SIDE = 16, PADS = SIDE * SIDE, PAIRS = 2 * SIDE * (SIDE - 1) };
    static double x[PADS], y[PADS];
    static sepal_pair pairs[PAIRS];
    uint64_t bits[SEPAL_BIT_WORDS(PAIRS)];
    const double radius = 0.6, margin = 1.34;
    size_t count = 0, contacts[3] = {0};
    sepal_polys *set = NULL;
    good(sepal_polys_create_doubles(NULL, 20, 20, &set));
    for (uint32_t k = 0; k < PADS; k++) {
        const uint32_t row = k / SIDE;
        x[k] = (double)(2540 * (k % SIDE)) / 1000;
        y[k] = (double)(2540 * row) / 1000;
        good(sepal_polys_add_round_doubles(set, &x[k], &y[k], 1, radius, NULL));
        if (k % SIDE > 0)
            pairs[count++] = (sepal_pair){k - 1, k};
        if (k >= SIDE)
            pairs[count++] = (sepal_pair){k, k - SIDE};
    }
    cr_assert_eq(count, PAIRS);
    for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
        good(sepal_isa_use(sepal_isa_at(isa)));
        for (int strict = 0; strict < 2; strict++) {
            const sepal_rule rule = {strict ? SEPAL_TOUCHING_IS_APART : SEPAL_TOUCHING_OVERLAPS, 0, margin};
            good(sepal_polys_overlap_pairs(set, set, pairs, count, &rule, bits));
            for (size_t k = 0; k < count; k++) {
                const uint32_t a = pairs[k].a, b = pairs[k].b;
                const oracle_contact contact =
                    oracle_doubles_round_contact(&x[a], &y[a], 1, radius, &x[b], &y[b], 1, radius, margin);
                contacts[contact]++;
                cr_assert_eq(bits[k / 64] >> k % 64 & 1, contact == ORACLE_OVERLAP || (!strict && contact == ORACLE_TOUCH),
                             "%s, %zu", sepal_isa(), k);
            }
        }
    }
    cr_assert(contacts[ORACLE_APART] > 0 && contacts[ORACLE_OVERLAP] > 0, "%zu apart, %zu touch, %zu overlap",
              contacts[ORACLE_APART], contacts[ORACLE_TOUCH], contacts[ORACLE_OVERLAP]);
    sepal_polys_destroy(set);
}

/* Coordinate `thousandths` of a decimal grid, as a decimal is read. */
static double decimal(double thousandths) {
    return thousandths / 1000;
}

/* A polygon on a decimal grid, and what touches it at a corner, moved away by half a unit; or a box along 4 and 3 whole numbers, or along
 * the axes, and another one or a side of one beside it, as far away. */
static void two_in_decimals(rng *r, int round, double x[2][64], double y[2][64], size_t count[2]) {
    static const double ways[4][2] = {{500, 0}, {0, 500}, {300, 400}, {400, 300}};
    const double at_x = rng_between(r, -90000, 90000), at_y = rng_between(r, -90000, 90000);
    if (round % 2 == 0) {
        const size_t sizes[] = {3, 5, 8, 12, 17, 24, 40, 64}, many = sizes[rng_below(r, 8)], at = rng_below(r, (uint32_t)many);
        const double wide = rng_real(r, 4000, 90000), high = rng_real(r, 4000, 90000), turn = rng_real(r, 0, 1);
        double own_x[64] = {0}, own_y[64] = {0};
        for (size_t k = 0; k < many; k++) {
            const double angle = 6.283185307179586 * ((double)k + turn) / (double)many;
            own_x[k] = floor(wide * cos(angle));
            own_y[k] = floor(high * sin(angle));
        }
        const double *way = ways[rng_below(r, 4)], by_x = copysign(way[0], own_x[at]), by_y = copysign(way[1], own_y[at]);
        for (size_t k = 0; k < many; k++) {
            x[0][k] = decimal(at_x + own_x[k]);
            y[0][k] = decimal(at_y + own_y[k]);
            x[1][k] = decimal(at_x + 2 * own_x[at] - own_x[k] + by_x);
            y[1][k] = decimal(at_y + 2 * own_y[at] - own_y[k] + by_y);
        }
        count[0] = many;
        count[1] = round % 4 == 0 ? many : 1; /* the corner itself may be the first vertex */
        if (count[1] == 1) {
            x[1][0] = decimal(at_x + own_x[at] + by_x);
            y[1][0] = decimal(at_y + own_y[at] + by_y);
        }
        return;
    }
    const double u_x = round % 3 == 0 ? 1000 : 400, u_y = round % 3 == 0 ? 0 : 300;
    const double length = rng_between(r, 1, 40), height = rng_between(r, 1, 40), along = rng_between(r, -30, 30);
    const double up_x = -u_y, up_y = u_x, apart = 500 / (round % 3 == 0 ? 1000.0 : 500.0);
    for (int k = 0; k < 4; k++) {
        const double right = k == 1 || k == 2 ? length : 0, up = k >= 2 ? height : 0;
        x[0][k] = decimal(at_x + right * u_x + up * up_x);
        y[0][k] = decimal(at_y + right * u_y + up * up_y);
        x[1][k] = decimal(at_x + (right + along) * u_x + (up + height + apart) * up_x);
        y[1][k] = decimal(at_y + (right + along) * u_y + (up + height + apart) * up_y);
    }
    count[0] = 4;
    count[1] = round % 5 == 0 ? 2 : 4;
}

/* Shapes of few and of many vertices, half a unit from each other by their decimals, under reaches of half a unit: what their doubles
 * say. */
Test(doubles, reaches_in_decimals_are_judged_by_gmp) {
    static const double reaches[][3] = {{0, 0, 0.5}, {0.1, 0.15, 0.25}, {0.3, 0.2, 0}, {0.05, 0.35, 0.1}};
    rng r = {4242};
    size_t contacts[3] = {0, 0, 0}, refused = 0;
    for (int round = 0; round < 1500; round++) {
        double x[2][64], y[2][64];
        size_t count[2];
        const double *reach = reaches[rng_below(&r, 4)];
        sepal_polys *set = NULL;
        two_in_decimals(&r, round, x, y, count);
        good(sepal_polys_create_doubles(NULL, 0, 0, &set));
        if (sepal_polys_add_round_doubles(set, x[0], y[0], count[0], reach[0], NULL) != SEPAL_OK ||
            sepal_polys_add_round_doubles(set, x[1], y[1], count[1], reach[1], NULL) != SEPAL_OK) {
            refused++; /* bent by rounding */
            sepal_polys_destroy(set);
            continue;
        }
        const oracle_contact is =
            oracle_doubles_round_contact(x[0], y[0], count[0], reach[0], x[1], y[1], count[1], reach[1], reach[2]);
        contacts[is]++;
        for (size_t isa = 0; isa < sepal_isa_count(); isa++)
            for (int strict = 0; strict < 2; strict++) {
                const sepal_rule rule = {.touching = (sepal_touching)strict, .margin64 = reach[2]};
                const sepal_pair pairs[] = {{0, 1}, {1, 0}};
                uint64_t bits = 0;
                good(sepal_isa_use(sepal_isa_at(isa)));
                good(sepal_polys_overlap_pairs(set, set, pairs, 2, &rule, &bits));
                cr_assert(bits == (is >= (strict ? ORACLE_OVERLAP : ORACLE_TOUCH) ? 3 : 0), "round %d, strict %d, %s", round,
                          strict, sepal_isa());
            }
        sepal_polys_destroy(set);
    }
    cr_assert(contacts[0] > 200 && contacts[1] > 5 && contacts[2] > 200 && refused < 500,
              "%zu apart, %zu touch, %zu overlap, %zu refused", contacts[0], contacts[1], contacts[2], refused);
}

/* Every call that is not for sets of doubles refuses them and leaves its outputs alone; every call that is for them refuses others. */
Test(doubles, other_kinds_of_sets_are_refused) {
    const float fx[] = {0, 1, 0}, fy[] = {0, 0, 1}, unit[] = {1, 1, 1};
    const double x[] = {0, 1, 0}, y[] = {0, 0, 1}, *is_x, *is_y;
    double x_64 = 77;
    const float *is_fx, *is_fy;
    const uint32_t first[] = {0, 3}, none[] = {0};
    const sepal_pair pair = {0, 0};
    const sepal_row row = {0, 0, 1};
    const uint32_t of_group[] = {0, 1};
    const sepal_groups group = {of_group, 1};
    const sepal_poses poses = {.x = fx, .y = fy};
    uint64_t bits = 77;
    float depth = 77, distance = 77;
    uint32_t index = 77, firsts[2] = {77, 77};
    uint8_t contact_count[1] = {77};
    size_t count = 77;
    sepal_pair found = {77, 77};
    sepal_polys *set = NULL, *floats = NULL, *elsewhere = NULL, *segments = NULL;
    sepal_finder *finder = NULL;
    good(sepal_polys_create_doubles(NULL, 0, 0, &set));
    good(sepal_polys_create_doubles(NULL, 1, 0, &elsewhere));
    good(sepal_polys_create_doubles(NULL, 0, 0, &segments));
    good(sepal_polys_create(NULL, &floats));
    good(sepal_finder_create(NULL, &finder));
    good(sepal_polys_add_doubles(set, x, y, 3, NULL));
    good(sepal_polys_add_doubles(elsewhere, x, y, 3, NULL));
    good(sepal_polys_add(floats, fx, fy, 3, NULL));
    good(sepal_polys_add_doubles(segments, x, y, 2, NULL));
    const sepal_polys *const others[] = {floats, elsewhere};
#define REFUSED(call) cr_assert_eq(call, SEPAL_BAD_KIND, #call)
    for (int k = 0; k < 2; k++) {
        const sepal_polys *b = others[k];
        REFUSED(sepal_polys_overlap_pairs(set, b, &pair, 1, NULL, &bits));
        REFUSED(sepal_polys_overlap_pairs(b, set, &pair, 1, NULL, &bits));
        REFUSED(sepal_polys_overlap_one(set, 0, b, 0, 1, NULL, &bits));
        REFUSED(sepal_polys_overlap_rows(set, b, &row, 1, NULL, &bits));
        REFUSED(sepal_polys_contains_pairs(set, b, &pair, 1, NULL, &bits));
        REFUSED(sepal_polys_overlap_groups(set, &group, b, &group, &pair, 1, NULL, &bits));
        REFUSED(sepal_polys_find_pairs(finder, set, b, NULL, NULL, 1, &found, &count));
        REFUSED(sepal_polys_find_near(finder, set, b, NULL, 0, 1, &found, &count));
        REFUSED(sepal_polys_find_each(finder, set, b, NULL, NULL, take_no_pairs, NULL));
        REFUSED(sepal_polys_replace(set, 0, b, 0));
        REFUSED(sepal_polys_overlap_pairs(set, b, NULL, 0, NULL, NULL));
        REFUSED(sepal_polys_contains_pairs(set, b, NULL, 0, NULL, NULL));
    }
    REFUSED(sepal_polys_mtv_pairs(set, set, &pair, 1, NULL, &(sepal_mtvs){.depth = &depth}));
    REFUSED(sepal_polys_mtv_rows(set, set, &row, 1, NULL, &(sepal_mtvs){.depth = &depth}));
    REFUSED(sepal_polys_sweep_pairs(set, NULL, set, NULL, &pair, 1, NULL, &(sepal_hits){.bits = &bits}));
    const sepal_contacts contacts = {.count = contact_count, .normal_x = &depth, .normal_y = &distance};
    REFUSED(sepal_polys_contacts_chains(segments, &group, segments, &pair, 1, NULL, &contacts));
    REFUSED(sepal_polys_contacts_chains(segments, &group, floats, &pair, 1, NULL, &contacts));
    REFUSED(sepal_polys_contacts_pairs(set, set, &pair, 1, NULL, &(sepal_contacts){.count = contact_count}));
    REFUSED(sepal_polys_common_pairs(set, set, &pair, 1, &(sepal_commons){.area = &depth}));
    REFUSED(sepal_polys_common_rows(set, set, &row, 1, &(sepal_commons){.area = &depth}));
    REFUSED(sepal_polys_common_groups(set, &group, set, &group, &pair, 1, &(sepal_commons){.area = &depth}));
    REFUSED(sepal_polys_common_polygons(set, set, &pair, 1, NULL, 1, &depth, &depth, firsts, &count));
    REFUSED(sepal_polys_areas(set, 0, 1, &depth));
    REFUSED(sepal_polys_deepest_groups(set, &group, set, &group, &pair, 1, NULL, &found, &depth));
    REFUSED(sepal_polys_first_groups(set, &group, NULL, set, &group, NULL, &pair, 1, NULL, &found, &depth));
    REFUSED(sepal_polys_place(floats, set, none, &poses, 1, NULL));
    REFUSED(sepal_polys_place(set, floats, none, &poses, 1, NULL));
    REFUSED(sepal_polys_place(set, floats, none, &poses, 0, NULL));
    REFUSED(sepal_polys_place_range(set, 0, floats, none, &poses, 1, NULL));
    REFUSED(sepal_polys_place_list(set, none, 1, floats, none, &poses, NULL));
    REFUSED(sepal_polys_first_hit(floats, 0, &poses, 1, set, NULL, elsewhere, &count));
    REFUSED(sepal_polys_add(set, fx, fy, 3, &index));
    REFUSED(sepal_polys_add_round(set, fx, fy, 3, 1, &index));
    REFUSED(sepal_polys_add_many(set, fx, fy, first, 1, NULL, &index, NULL));
    REFUSED(sepal_polys_add_hulls(set, fx, fy, first, 1, NULL, &index, NULL));
    REFUSED(sepal_polys_add_boxes(set, &(sepal_boxes){.x = fx, .y = fy, .half_x = unit, .half_y = unit}, 1, &index, NULL));
    REFUSED(sepal_polys_add_circles(set, &(sepal_circles){.x = fx, .y = fy}, 1, &index, NULL));
    REFUSED(sepal_polys_add_capsules(set, &(sepal_capsules){.x0 = fx, .y0 = fy, .x1 = fx, .y1 = fy}, 1, &index, NULL));
    REFUSED(sepal_polys_add_concave(set, fx, fy, 3, &index, &index, NULL));
    REFUSED(sepal_polys_add_with_holes(set, fx, fy, first, 1, &index, &index, NULL));
    REFUSED(sepal_polys_add_outside(set, fx, fy, first, 1, 1, &index, &index, NULL));
    REFUSED(sepal_polys_update(set, 0, fx, fy));
    REFUSED(sepal_polys_vertices(set, 0, &is_fx, &is_fy, &count));
    good(sepal_polys_find_build(finder, set));
    REFUSED(sepal_polys_find_range(finder, floats, 0, 1, NULL, NULL, 1, &found, &count));
    REFUSED(sepal_polys_find_list(finder, elsewhere, none, 1, NULL, NULL, 1, &found, &count));
    REFUSED(sepal_polys_find_each_range(finder, elsewhere, 0, 1, NULL, NULL, take_no_pairs, NULL));
    REFUSED(sepal_polys_find_each_list(finder, floats, none, 1, NULL, NULL, take_no_pairs, NULL));
    REFUSED(sepal_polys_find_at(finder, &(sepal_points){.x = fx, .y = fy}, 1, NULL, NULL, 1, &found, &count));
    REFUSED(sepal_polys_find_in(finder, 0, 0, 1, 1, NULL, NULL, 1, &index, &count));
    REFUSED(sepal_polys_find_nearest(finder, floats, 0, 1, 1, NULL, INFINITY, &index, &distance));
    REFUSED(sepal_polys_cast_rays(finder, &(sepal_rays){.x = fx, .y = fy, .dx = fx, .dy = fy}, 1, NULL, NULL,
                                  &(sepal_ray_hits){.shape = &index}));
    REFUSED(
        sepal_polys_cast_each(finder, &(sepal_rays){.x = fx, .y = fy, .dx = fx, .dy = fy}, 1, 1, NULL, NULL, take_no_hit, NULL));
    REFUSED(sepal_polys_contains_groups(set, &group, set, &group, &pair, 1, &bits));
    REFUSED(sepal_polys_push_along_groups(set, &group, set, &group, &pair, 1, unit, unit, &depth));
    REFUSED(sepal_polys_cast_shapes(finder, set, NULL, 0, 1, NULL, NULL, &(sepal_ray_hits){.shape = &index}));
    REFUSED(sepal_polys_cast_shapes(finder, floats, NULL, 0, 1, NULL, NULL, &(sepal_ray_hits){.shape = &index}));
    REFUSED(sepal_polys_add_doubles(floats, x, y, 3, &index));
    REFUSED(sepal_polys_add_many_doubles(floats, x, y, first, 1, NULL, &index, NULL));
    REFUSED(
        sepal_polys_add_boxes_doubles(floats, &(sepal_boxes_doubles){.x = x, .y = y, .half_x = y, .half_y = y}, 1, &index, NULL));
    REFUSED(sepal_polys_add_concave_doubles(floats, x, y, 3, &index, &index, NULL));
    REFUSED(sepal_polys_add_with_holes_doubles(floats, x, y, first, 1, &index, &index, NULL));
    REFUSED(sepal_polys_add_outside_doubles(floats, x, y, first, 1, 1, &index, &index, NULL));
    REFUSED(sepal_polys_add_hulls_doubles(floats, x, y, first, 1, NULL, &index, NULL));
    REFUSED(sepal_polys_add_round_doubles(floats, x, y, 3, 1, &index));
    REFUSED(sepal_polys_add_circles_doubles(floats, &(sepal_circles_doubles){.x = x, .y = y}, 1, &index, NULL));
    REFUSED(
        sepal_polys_add_capsules_doubles(floats, &(sepal_capsules_doubles){.x0 = x, .y0 = y, .x1 = x, .y1 = y}, 1, &index, NULL));
    REFUSED(sepal_polys_radius_doubles(floats, 0, &x_64));
    REFUSED(sepal_polys_update_doubles(floats, 0, x, y));
    REFUSED(sepal_polys_vertices_doubles(floats, 0, &is_x, &is_y, &count));
    REFUSED(sepal_polys_rebase(floats, 0, 0));
    cr_assert(bits == 77 && count == 77 && index == 77 && found.a == 77 && contact_count[0] == 77);
    cr_assert(x_64 > 76 && depth > 76 && distance > 76 && sepal_polys_count(set) == 1 && sepal_polys_count(floats) == 1);
    sepal_finder_destroy(finder);
    sepal_polys_destroy(floats);
    sepal_polys_destroy(elsewhere);
    sepal_polys_destroy(segments);
    sepal_polys_destroy(set);
}
