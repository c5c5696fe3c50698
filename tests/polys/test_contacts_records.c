/* Contact points in the plane: two margins, where answers are written, relative to what, and which arguments are refused. */
#include "../common/check.h"
#include "../scenes/round_scenes.h"

#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <string.h>

enum { MOST = 400, POINTS = 2 };

typedef struct answers {
    uint8_t count[MOST];
    float normal[2][MOST], at[2][POINTS * MOST], a[2][POINTS * MOST], b[2][POINTS * MOST], depth[POINTS * MOST];
    uint32_t feature[POINTS * MOST];
} answers;

static sepal_contacts arrays_of(answers *to) {
    return (sepal_contacts){.count = to->count,
                            .normal_x = to->normal[0],
                            .normal_y = to->normal[1],
                            .x = to->at[0],
                            .y = to->at[1],
                            .depth = to->depth,
                            .feature = to->feature,
                            .a_x = to->a[0],
                            .a_y = to->a[1],
                            .b_x = to->b[0],
                            .b_y = to->b[1]};
}

static void ask(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, size_t count, const sepal_contact_rule *rule,
                answers *to) {
    const sepal_contacts out = arrays_of(to);
    memset(to, 0x55, sizeof *to);
    cr_assert_eq(sepal_polys_contacts_pairs(a, b, pairs, count, rule, &out), SEPAL_OK);
}

/* Boxes, one on the other, one apart, one with a circle in it; and hexagons, which another kernel answers: one on the other, one on a
 * corner, one apart. Pairs with two points, with one, and with none. */
static sepal_polys *some_shapes(void) {
    const float x[] = {0, 0.5F, 9, 9}, y[] = {0, 1.75F, 0, 3}, half[] = {1, 1, 1, 1}, radius[] = {1};
    const sepal_boxes boxes = {.x = x, .y = y, .half_x = half, .half_y = half};
    const sepal_circles ball = {.x = x + 2, .y = x, .radius = radius};
    sepal_polys *set = empty_set(NULL);
    cr_assert_eq(sepal_polys_add_boxes(set, &boxes, 4, NULL, NULL), SEPAL_OK);
    cr_assert_eq(sepal_polys_add_circles(set, &ball, 1, NULL, NULL), SEPAL_OK);
    return set;
}
static sepal_polys *some_hexagons(void) {
    const float x[] = {-1, 1, 2, 1, -1, -2}, y[] = {-1, -1, 0, 1, 1, 0};
    sepal_polys *set = empty_set(NULL);
    for (int k = 0; k < 4; k++) {
        float px[6], py[6];
        for (int v = 0; v < 6; v++) {
            px[v] = (k == 2 ? y[v] : x[v]) + (k == 3 ? 40.0F : 0);
            py[v] = k == 2 ? x[v] + 2.75F : y[v] + (k == 1 ? 1.75F : 0);
        }
        cr_assert_eq(sepal_polys_add(set, px, py, 6, NULL), SEPAL_OK);
    }
    return set;
}
static const sepal_pair some_pairs[2][3] = {{{0, 1}, {2, 4}, {0, 3}}, {{0, 1}, {0, 2}, {0, 3}}};
enum { SOME_PAIRS = 3 };

/* --- Two margins -------------------------------------------------------------------------------------------------------------- */

/* A box that is tilted against another, which nearly touches it: the far end is 0.6 away, the near one 0.1. */
Test(contacts_records, second_points_have_a_margin_of_their_own) {
    const float x[2][4] = {{-4, 4, 4, -4}, {-1, 1, 1, -1}}, y[2][4] = {{-2, -2, 0, 0}, {0.125F, 0.625F, 3, 3}};
    static const struct {
        sepal_contact_rule rule;
        int expected;
    } cases[] = {{{0, 0.0625F, 0}, 0},     {{0, 0.0625F, INFINITY}, 0}, {{0, 0.25F, 0}, 1},        {{0, 0.25F, 0.25F}, 1},
                 {{0, 0.25F, 0.5F}, 1},    {{0, 0.25F, 0.75F}, 2},      {{0, 0.25F, INFINITY}, 2}, {{0, 0.125F, 0.625F}, 2},
                 {{0, 0.125F, 0.624F}, 1}, {{0, 0.75F, 0}, 2},          {{0, 0.75F, INFINITY}, 2}};
    sepal_polys *set = empty_set(NULL);
    for (int k = 0; k < 2; k++)
        cr_assert_eq(sepal_polys_add(set, x[k], y[k], 4, NULL), SEPAL_OK);
    for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
        use_isa(isa);
        for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
            answers got;
            ask(set, set, &(sepal_pair){0, 1}, 1, &cases[k].rule, &got);
            cr_assert_eq(got.count[0], cases[k].expected, "%s, case %zu: %d points", sepal_isa(), k, got.count[0]);
            if (got.count[0] > 0)
                cr_assert_eq(got.depth[got.count[0] - 1], -0.125F);
            if (got.count[0] == 2)
                cr_assert_eq(got.depth[0], -0.625F);
        }
    }
    sepal_polys_destroy(set);
}

/* Pairs within the margin have the points that they have under the margin for points; the others have none. */
static void compare_margins(const round_scene *s, size_t *second) {
    const sepal_pair *pairs = s->base.pairs;
    const size_t count = s->base.pair_count;
    static answers narrow, wide, both;
    uint64_t meet[SEPAL_BIT_WORDS(MOST)];
    const float margin = s->margin, further = margin > 1e37F ? margin : margin > 0 ? 8 * margin : 0.25F;
    cr_assert_leq(count, MOST);
    for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
        use_isa(isa);
        ask(s->a, s->b, pairs, count, &(sepal_contact_rule){.margin = margin}, &narrow);
        ask(s->a, s->b, pairs, count, &(sepal_contact_rule){.margin = further}, &wide);
        ask(s->a, s->b, pairs, count, &(sepal_contact_rule){.margin = margin, .point_margin = further}, &both);
        cr_assert_eq(sepal_polys_overlap_pairs(s->a, s->b, pairs, count, &(sepal_rule){.margin = margin}, meet), SEPAL_OK);
        for (size_t i = 0; i < count; i++) {
            const bool expected = meet[i / 64] >> i % 64 & 1;
            cr_assert_eq(both.count[i], expected ? wide.count[i] : 0, "%s, %s, pair %zu", sepal_isa(), s->base.kind, i);
            *second += both.count[i] > narrow.count[i];
            for (size_t k = 0; k < POINTS; k++) {
                const size_t at = POINTS * i + k;
                const bool used = k < both.count[i];
                const float depth = used ? fmaxf(wide.depth[at], both.count[i] == 1 ? -margin : -further) : 0;
                cr_assert(both.depth[at] == depth || (used && both.depth[at] == -margin && wide.depth[at] < -margin),
                          "%s, %s, pair %zu: %a", sepal_isa(), s->base.kind, i, (double)both.depth[at]);
                cr_assert_eq(both.feature[at], used ? wide.feature[at] : 0);
                for (int c = 0; c < 2; c++)
                    cr_assert(both.at[c][at] == (used ? wide.at[c][at] : 0) && both.a[c][at] == (used ? wide.a[c][at] : 0) &&
                              both.b[c][at] == (used ? wide.b[c][at] : 0));
            }
        }
    }
}

Test(contacts_records, the_margin_for_points_changes_no_yes_or_no) {
    size_t second = 0;
    for (size_t kind = 0; kind < scene_kind_count(); kind++)
        for (int manner = 0; manner < RADIUS_MANNERS; manner++) {
            round_scene s = round_scene_create(kind, 1661 + (uint64_t)manner, 40, 100, (radius_manner)manner);
            compare_margins(&s, &second);
            round_scene_destroy(&s);
        }
    cr_assert_gt(second, 100 * sepal_isa_count(), "%zu second points only", second);
}

/* --- Records of the caller ---------------------------------------------------------------------------------------------------- */

typedef struct engine_point {
    float at[2], impulse, depth;
    uint32_t feature;
    float on_a[2], on_b[2];
} engine_point;

typedef struct engine_record {
    uint8_t friction, count;
    float normal[2];
    engine_point points[POINTS];
    double warm;
} engine_record;

Test(contacts_records, strides_lead_into_records_and_leave_the_rest) {
    for (int which = 0; which < 2; which++) {
        sepal_polys *set = which == 0 ? some_shapes() : some_hexagons();
        for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
            engine_record got[SOME_PAIRS], stale;
            answers packed;
            use_isa(isa);
            memset(got, 0x55, sizeof got);
            memset(&stale, 0x55, sizeof stale);
            engine_point *p = got->points;
            const sepal_contacts out = {.count = &got->count,
                                        .normal_x = &got->normal[0],
                                        .normal_y = &got->normal[1],
                                        .x = &p->at[0],
                                        .y = &p->at[1],
                                        .depth = &p->depth,
                                        .feature = &p->feature,
                                        .a_x = &p->on_a[0],
                                        .a_y = &p->on_a[1],
                                        .b_x = &p->on_b[0],
                                        .b_y = &p->on_b[1],
                                        .stride = sizeof *got,
                                        .point_stride = sizeof *p};
            cr_assert_eq(sepal_polys_contacts_pairs(set, set, some_pairs[which], SOME_PAIRS, NULL, &out), SEPAL_OK);
            ask(set, set, some_pairs[which], SOME_PAIRS, NULL, &packed);
            cr_assert(packed.count[0] == 2 && packed.count[1] == 1 && packed.count[2] == 0, "%d: %d, %d, %d", which,
                      packed.count[0], packed.count[1], packed.count[2]);
            for (size_t k = 0; k < SOME_PAIRS; k++) {
                cr_assert(got[k].count == packed.count[k] && got[k].friction == stale.friction &&
                          memcmp(&got[k].warm, &stale.warm, sizeof stale.warm) == 0);
                for (size_t i = 0; i < POINTS; i++) {
                    const engine_point *one = &got[k].points[i];
                    cr_assert(one->depth == packed.depth[POINTS * k + i] && one->feature == packed.feature[POINTS * k + i] &&
                              memcmp(&one->impulse, &stale.points[i].impulse, sizeof one->impulse) == 0);
                    for (int c = 0; c < 2; c++)
                        cr_assert(one->at[c] == packed.at[c][POINTS * k + i] && one->on_a[c] == packed.a[c][POINTS * k + i] &&
                                  one->on_b[c] == packed.b[c][POINTS * k + i] && got[k].normal[c] == packed.normal[c][k]);
                }
            }
        }
        sepal_polys_destroy(set);
    }
}

/* Each point of a pair next to the other, without a stride between points. */
Test(contacts_records, points_follow_each_other_without_a_point_stride) {
    sepal_polys *set = some_shapes();
    struct {
        float depth[POINTS], other[3];
    } got[SOME_PAIRS];
    answers packed;
    memset(got, 0x55, sizeof got);
    const sepal_contacts out = {.depth = got->depth, .stride = sizeof *got};
    cr_assert_eq(sepal_polys_contacts_pairs(set, set, some_pairs[0], SOME_PAIRS, NULL, &out), SEPAL_OK);
    ask(set, set, some_pairs[0], SOME_PAIRS, NULL, &packed);
    for (size_t k = 0; k < SOME_PAIRS; k++)
        cr_assert(memcmp(got[k].depth, packed.depth + POINTS * k, sizeof got[k].depth) == 0);
    sepal_polys_destroy(set);
}

/* The other answers do not depend on whether points of the surfaces are wanted. */
Test(contacts_records, surfaces_change_nothing_else) {
    for (size_t kind = 0; kind < scene_kind_count(); kind++) {
        round_scene s = round_scene_create(kind, 1671, 40, MOST, kind % 2 == 0 ? RADII_NONE : RADII_SOME);
        for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
            static answers all, few;
            use_isa(isa);
            ask(s.a, s.b, s.base.pairs, s.base.pair_count, &(sepal_contact_rule){.margin = s.margin}, &all);
            memset(&few, 0x55, sizeof few);
            sepal_contacts out = arrays_of(&few);
            out.a_x = out.a_y = out.b_x = out.b_y = NULL;
            cr_assert_eq(sepal_polys_contacts_pairs(s.a, s.b, s.base.pairs, s.base.pair_count,
                                                    &(sepal_contact_rule){.margin = s.margin}, &out),
                         SEPAL_OK);
            memcpy(few.a, all.a, sizeof few.a);
            memcpy(few.b, all.b, sizeof few.b);
            cr_assert(memcmp(&all, &few, sizeof all) == 0, "%s, %s", sepal_isa(), s.base.kind);
        }
        round_scene_destroy(&s);
    }
}

/* --- Relative points ---------------------------------------------------------------------------------------------------------- */

/* Boxes at rest on each other, about as far away as a tenth of their size is a unit in the last place of a float: the points in the
 * plane are rounded to it, those relative to the places are as near to the origin. */
Test(contacts_records, relative_points_are_not_rounded_by_the_distance) {
    const float far = 0x1p20F, x[] = {far, far + 0.5F}, y[] = {far, far + 1.625F}, half[] = {0.875F, 0.875F};
    const sepal_boxes boxes = {.x = x, .y = y, .half_x = half, .half_y = half};
    const sepal_poses poses = {.x = x, .y = y};
    sepal_polys *set = empty_set(NULL);
    cr_assert_eq(sepal_polys_add_boxes(set, &boxes, 2, NULL, NULL), SEPAL_OK);
    for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
        answers got;
        use_isa(isa);
        sepal_contacts out = arrays_of(&got);
        out.poses_a = out.poses_b = &poses;
        cr_assert_eq(sepal_polys_contacts_pairs(set, set, &(sepal_pair){0, 1}, 1, NULL, &out), SEPAL_OK);
        cr_assert_eq(got.count[0], 2);
        for (int p = 0; p < POINTS; p++) {
            cr_assert(got.a[1][p] == 0.875F && got.b[1][p] == -0.875F && got.depth[p] == 0.125F);
            cr_assert_eq(got.a[0][p], p == 0 ? 0.875F : -0.375F, "%g", (double)got.a[0][p]);
            cr_assert_eq(got.b[0][p], got.a[0][p] - 0.5F);
            cr_assert(fabsf(got.at[1][p] - (far + 0.8125F)) <= 0.0625F);
        }
    }
    sepal_polys_destroy(set);
}

/* Points are relative to places in double with an origin, of shapes that were placed so; of boxes, rounded boxes and hexagons. */
Test(contacts_records, places_in_double_are_relative_to_their_origin) {
    const double x64[] = {1e9, 1e9 + 0.5}, y64[] = {-1e9, -1e9 + 1.75};
    const sepal_poses poses = {.x64 = x64, .y64 = y64, .origin_x = 1e9, .origin_y = -1e9};
    const float x[] = {-1, 1, 1, 0.5F, -0.5F, -1}, y[] = {-1, -1, 1, 1, 1, 1};
    for (int kind = 0; kind < 3; kind++) {
        const float radius = kind == 1 ? 0.25F : 0;
        const uint32_t model[2] = {0, 0};
        sepal_polys *models = empty_set(NULL), *world = empty_set(NULL);
        if (kind == 2)
            cr_assert_eq(sepal_polys_add(models, x, y, 6, NULL), SEPAL_OK);
        else
            cr_assert_eq(
                sepal_polys_add_round(models, (const float[]){-1, 1, 1, -1}, (const float[]){-1, -1, 1, 1}, 4, radius, NULL),
                SEPAL_OK);
        cr_assert_eq(sepal_polys_place(world, models, model, &poses, 2, NULL), SEPAL_OK);
        for (size_t isa = 0; isa < sepal_isa_count(); isa++)
            for (uint32_t swap = 0; swap < 2; swap++) {
                answers got;
                use_isa(isa);
                sepal_contacts out = arrays_of(&got);
                out.poses_a = out.poses_b = &poses;
                cr_assert_eq(sepal_polys_contacts_pairs(world, world, &(sepal_pair){swap, 1 - swap}, 1, NULL, &out), SEPAL_OK);
                cr_assert_eq(got.count[0], 2);
                for (int p = 0; p < POINTS; p++) {
                    float *const low = swap ? &got.b[0][p] : &got.a[0][p], *const high = swap ? &got.a[0][p] : &got.b[0][p];
                    const float low_y = swap ? got.b[1][p] : got.a[1][p], high_y = swap ? got.a[1][p] : got.b[1][p];
                    cr_assert(low_y == 1 + radius && high_y == -1 - radius && *high == *low - 0.5F, "%s, kind %d: %g %g",
                              sepal_isa(), kind, (double)low_y, (double)high_y);
                    cr_assert(got.at[1][p] == 0.875F && got.depth[p] == 0.25F + 2 * radius);
                }
            }
        sepal_polys_destroy(models);
        sepal_polys_destroy(world);
    }
}

/* A point so far from its place that no float holds the difference. */
Test(contacts_records, a_relative_coordinate_beyond_the_range_becomes_the_nearest_float) {
    const float far[] = {-FLT_MAX}, none[] = {FLT_MAX};
    const sepal_poses poses = {.x = far, .y = none};
    sepal_polys *set = empty_set(NULL);
    const float x[] = {0x1p50F, 0x1.8p50F, 0x1p50F}, y[] = {-0x1p50F, -0x1p50F, 0x1p50F};
    cr_assert_eq(sepal_polys_add_round(set, x, y, 3, FLT_MAX, NULL), SEPAL_OK);
    for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
        answers got;
        use_isa(isa);
        sepal_contacts out = arrays_of(&got);
        out.poses_a = out.poses_b = &poses;
        cr_assert_eq(sepal_polys_contacts_pairs(set, set, &(sepal_pair){0, 0}, 1, NULL, &out), SEPAL_OK);
        cr_assert_gt(got.count[0], 0);
        for (int p = 0; p < got.count[0]; p++)
            cr_assert(isfinite(got.a[0][p]) && isfinite(got.a[1][p]) && isfinite(got.b[0][p]) && isfinite(got.b[1][p]) &&
                      (got.a[0][p] == FLT_MAX || got.b[0][p] == FLT_MAX || got.a[1][p] == -FLT_MAX || got.b[1][p] == -FLT_MAX));
    }
    sepal_polys_destroy(set);
}

/* --- Refused ------------------------------------------------------------------------------------------------------------------ */

static void refuse(sepal_status expected, const sepal_polys *set, const sepal_contact_rule *rule, const sepal_poses *poses,
                   const char *what) {
    static answers got, stale;
    for (int of_b = 0; of_b < 2; of_b++) {
        sepal_contacts out = arrays_of(&got);
        memset(&got, 0x55, sizeof got);
        memset(&stale, 0x55, sizeof stale);
        *(of_b ? &out.poses_b : &out.poses_a) = poses;
        cr_assert_eq(sepal_polys_contacts_pairs(set, set, some_pairs[0], SOME_PAIRS, rule, &out), expected, "%s", what);
        cr_assert(memcmp(&got, &stale, sizeof got) == 0, "%s", what);
    }
}

Test(contacts_records, arguments_without_a_meaning_are_refused) {
    sepal_polys *set = some_shapes();
    const float at[5] = {0}, wrong[5] = {0, 0, 0, 0, INFINITY}, none[5] = {0, NAN, 0, 0, 0};
    const double far[5] = {0, 0, 1e39, 0, 0};
    const sepal_contact_rule rules[] = {{SEPAL_TOUCHING_OVERLAPS, -1, 0},        {SEPAL_TOUCHING_OVERLAPS, INFINITY, INFINITY},
                                        {SEPAL_TOUCHING_OVERLAPS, NAN, 1},       {SEPAL_TOUCHING_OVERLAPS, 1, 0.5F},
                                        {SEPAL_TOUCHING_OVERLAPS, 0, -1},        {SEPAL_TOUCHING_OVERLAPS, 0, NAN},
                                        {SEPAL_TOUCHING_OVERLAPS, 1, -INFINITY}, {(sepal_touching)2, 0, 0}};
    for (size_t k = 0; k < sizeof rules / sizeof *rules; k++)
        refuse(SEPAL_BAD_ARGUMENT, set, &rules[k], NULL, "rule");
    refuse(SEPAL_BAD_ARGUMENT, set, NULL, &(sepal_poses){.x = at}, "poses without y");
    refuse(SEPAL_BAD_ARGUMENT, set, NULL, &(sepal_poses){.x = at, .y = at, .x64 = far}, "half of the places in double");
    refuse(SEPAL_BAD_SHAPE, set, NULL, &(sepal_poses){.x = at, .y = wrong}, "an infinite place");
    refuse(SEPAL_BAD_SHAPE, set, NULL, &(sepal_poses){.x = none, .y = at}, "a place that is no number");
    refuse(SEPAL_BAD_SHAPE, set, NULL, &(sepal_poses){.x64 = far, .y64 = far}, "a place that overflows");
    const sepal_contact_rule good[] = {{SEPAL_TOUCHING_IS_APART, 0, 0},
                                       {SEPAL_TOUCHING_OVERLAPS, -0.0F, -0.0F},
                                       {SEPAL_TOUCHING_OVERLAPS, 1, 1},
                                       {SEPAL_TOUCHING_OVERLAPS, 1, INFINITY}};
    for (size_t k = 0; k < sizeof good / sizeof *good; k++) {
        static answers got;
        ask(set, set, some_pairs[0], SOME_PAIRS, &good[k], &got);
        cr_assert_eq(got.count[0], 2);
    }
    cr_assert_eq(sepal_polys_contacts_pairs(set, set, some_pairs[0], SOME_PAIRS, NULL, NULL), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_contacts_pairs(set, set, NULL, 0, NULL, &(sepal_contacts){0}), SEPAL_OK);
    sepal_polys_destroy(set);
}
