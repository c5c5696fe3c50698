/* Contact points of solids: where they are written, relative to what, and which arguments are refused. */
#include "../common/check.h"
#include "../scenes/solid_scenes.h"
#include "contact_answers.h"

#include <float.h>

/* Three pairs: with four points, with one, and with none. */
static sepal_solids *some_solids(void) {
    const float x[] = {0, 0.5F, 9, 9}, y[] = {0, 0.25F, 0, 0}, z[] = {0, 1.75F, 0, 3}, half[] = {1, 1, 1, 1};
    const sepal_solid_boxes boxes = {.x = x, .y = y, .z = z, .half_x = half, .half_y = half, .half_z = half};
    const sepal_solid_spheres ball = {.x = x + 2, .y = y, .z = x, .radius = half};
    sepal_solids *set = new_set();
    cr_assert_eq(sepal_solids_add_boxes(set, &boxes, 4, NULL, NULL), SEPAL_OK);
    cr_assert_eq(sepal_solids_add_spheres(set, &ball, 1, NULL, NULL), SEPAL_OK);
    return set;
}
static const sepal_pair some_pairs[] = {{0, 1}, {2, 4}, {0, 3}};
enum { SOME_PAIRS = 3 };

/* --- Records of the caller ---------------------------------------------------------------------- */

typedef struct engine_point {
    float at[3], impulse, depth;
    uint32_t feature;
    float on_a[3], on_b[3];
} engine_point;

typedef struct engine_record {
    uint8_t friction, count;
    float normal[3];
    engine_point points[POINTS];
    double warm;
} engine_record;

Test(solids_contacts_records, strides_lead_into_records_and_leave_the_rest) {
    sepal_solids *set = some_solids();
    for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
        engine_record got[SOME_PAIRS], stale;
        answers packed;
        use_isa(isa);
        memset(got, 0x55, sizeof got);
        memset(&stale, 0x55, sizeof stale);
        engine_point *p = got->points;
        const sepal_solid_contacts out = {.count = &got->count,
                                          .normal_x = &got->normal[0],
                                          .normal_y = &got->normal[1],
                                          .normal_z = &got->normal[2],
                                          .x = &p->at[0],
                                          .y = &p->at[1],
                                          .z = &p->at[2],
                                          .a_x = &p->on_a[0],
                                          .a_y = &p->on_a[1],
                                          .a_z = &p->on_a[2],
                                          .b_x = &p->on_b[0],
                                          .b_y = &p->on_b[1],
                                          .b_z = &p->on_b[2],
                                          .depth = &p->depth,
                                          .feature = &p->feature,
                                          .stride = sizeof *got,
                                          .point_stride = sizeof *p};
        cr_assert_eq(sepal_solids_contacts_pairs(set, set, some_pairs, SOME_PAIRS, NULL, &out), SEPAL_OK);
        ask(set, set, some_pairs, SOME_PAIRS, NULL, &packed);
        cr_assert(packed.count[0] == 4 && packed.count[1] == 1 && packed.count[2] == 0);
        for (size_t k = 0; k < SOME_PAIRS; k++) {
            cr_assert(got[k].count == packed.count[k] && got[k].friction == stale.friction &&
                      memcmp(&got[k].warm, &stale.warm, sizeof stale.warm) == 0);
            for (size_t i = 0; i < POINTS; i++) {
                const engine_point *one = &got[k].points[i];
                cr_assert(one->depth == packed.depth[POINTS * k + i] && one->feature == packed.feature[POINTS * k + i] &&
                          memcmp(&one->impulse, &stale.points[i].impulse, sizeof one->impulse) == 0);
                for (int c = 0; c < 3; c++)
                    cr_assert(one->at[c] == packed.at[c][POINTS * k + i] && one->on_a[c] == packed.a[c][POINTS * k + i] &&
                              one->on_b[c] == packed.b[c][POINTS * k + i] && got[k].normal[c] == packed.normal[c][k]);
            }
        }
    }
    sepal_solids_destroy(set);
}

/* Each point of a pair next to the other, without a stride between points. */
Test(solids_contacts_records, points_follow_each_other_without_a_point_stride) {
    sepal_solids *set = some_solids();
    struct {
        float depth[POINTS], other[3];
    } got[SOME_PAIRS];
    answers packed;
    memset(got, 0x55, sizeof got);
    const sepal_solid_contacts out = {.depth = got->depth, .stride = sizeof *got};
    cr_assert_eq(sepal_solids_contacts_pairs(set, set, some_pairs, SOME_PAIRS, NULL, &out), SEPAL_OK);
    ask(set, set, some_pairs, SOME_PAIRS, NULL, &packed);
    for (size_t k = 0; k < SOME_PAIRS; k++)
        cr_assert(memcmp(got[k].depth, packed.depth + POINTS * k, sizeof got[k].depth) == 0);
    sepal_solids_destroy(set);
}

/* --- Relative points ---------------------------------------------------------------------------- */

/* Boxes at rest on each other, about as far away as half of their size is a unit in the last place of a float: the points in space
 * are rounded to it, those relative to the places are as near to the origin. */
Test(solids_contacts_records, relative_points_are_not_rounded_by_the_distance) {
    const float far = 0x1p20F, x[] = {far, far + 0.5F}, y[] = {0, 0}, z[] = {far, far + 1.75F}, half[] = {0.9375F, 0.9375F};
    const sepal_solid_boxes boxes = {.x = x, .y = y, .z = z, .half_x = half, .half_y = half, .half_z = half};
    const sepal_solid_poses poses = {.x = x, .y = y, .z = z};
    answers got;
    sepal_solids *set = new_set();
    cr_assert_eq(sepal_solids_add_boxes(set, &boxes, 2, NULL, NULL), SEPAL_OK);
    for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
        use_isa(isa);
        sepal_solid_contacts out = arrays_of(&got);
        out.poses_a = out.poses_b = &poses;
        cr_assert_eq(sepal_solids_contacts_pairs(set, set, &(sepal_pair){0, 1}, 1, NULL, &out), SEPAL_OK);
        cr_assert_eq(got.count[0], 4);
        for (int p = 0; p < POINTS; p++) {
            cr_assert(got.a[2][p] == 0.9375F && got.b[2][p] == -0.9375F && got.depth[p] == 0.125F);
            cr_assert(got.a[0][p] == 0.9375F || got.a[0][p] == -0.4375F, "%g", (double)got.a[0][p]);
            cr_assert(got.b[0][p] == got.a[0][p] - 0.5F && fabsf(got.b[1][p]) == 0.9375F);
            cr_assert(fabsf(got.at[2][p] - (far + 0.875F)) <= 0.0625F);
        }
    }
    sepal_solids_destroy(set);
}

/* Points are relative to places in double with an origin, and of solids that were placed so. */
Test(solids_contacts_records, places_in_double_are_relative_to_their_origin) {
    const double x64[] = {1e9, 1e9 + 0.5}, y64[] = {-1e9, -1e9}, z64[] = {5, 6.75};
    const sepal_solid_poses poses = {.x64 = x64, .y64 = y64, .z64 = z64, .origin_x = 1e9, .origin_y = -1e9, .origin_z = 0};
    const float zero[] = {0}, half[] = {1};
    const sepal_solid_boxes cube = {.x = zero, .y = zero, .z = zero, .half_x = half, .half_y = half, .half_z = half};
    const uint32_t model[2] = {0, 0};
    answers got;
    sepal_solids *models = new_set(), *world = new_set();
    cr_assert_eq(sepal_solids_add_boxes(models, &cube, 1, NULL, NULL), SEPAL_OK);
    cr_assert_eq(sepal_solids_place(world, models, model, &poses, 2, NULL), SEPAL_OK);
    sepal_solid_contacts out = arrays_of(&got);
    out.poses_a = out.poses_b = &poses;
    cr_assert_eq(sepal_solids_contacts_pairs(world, world, &(sepal_pair){0, 1}, 1, NULL, &out), SEPAL_OK);
    cr_assert_eq(got.count[0], 4);
    for (int p = 0; p < POINTS; p++)
        cr_assert(got.a[2][p] == 1 && got.b[2][p] == -1 && got.at[2][p] == 5.875F && got.b[0][p] == got.a[0][p] - 0.5F);
    sepal_solids_destroy(models);
    sepal_solids_destroy(world);
}

/* A place that is not finite is refused if its solid is in a pair, and not read otherwise: in lists of fewer pairs than solids, and of more. */
Test(solids_contacts_records, only_places_of_solids_in_pairs_have_to_be_finite) {
    enum { REPEATED = 12 };
    sepal_solids *set = some_solids();
    const float at[5] = {0}, wrong[5] = {0, 0, 0, INFINITY, NAN};
    const sepal_solid_poses poses = {.x = at, .y = wrong, .z = at};
    sepal_pair pairs[REPEATED];
    answers got, stale;
    for (int k = 0; k < REPEATED; k++)
        pairs[k] = some_pairs[0];
    sepal_solid_contacts out = arrays_of(&got);
    out.poses_a = out.poses_b = &poses;
    for (size_t count = 1; count <= REPEATED; count += REPEATED - 1) {
        pairs[count - 1] = (sepal_pair){0, 1};
        cr_assert_eq(sepal_solids_contacts_pairs(set, set, pairs, count, NULL, &out), SEPAL_OK);
        cr_assert_eq(got.count[count - 1], 4);
        memset(&got, 0x55, sizeof got);
        memset(&stale, 0x55, sizeof stale);
        pairs[count - 1] = (sepal_pair){0, 3};
        cr_assert_eq(sepal_solids_contacts_pairs(set, set, pairs, count, NULL, &out), SEPAL_BAD_SHAPE);
        pairs[count - 1] = (sepal_pair){4, 0};
        cr_assert_eq(sepal_solids_contacts_pairs(set, set, pairs, count, NULL, &out), SEPAL_BAD_SHAPE);
        cr_assert(memcmp(&got, &stale, sizeof got) == 0, "%zu pairs", count);
        pairs[count - 1] = some_pairs[0];
    }
    sepal_solids_destroy(set);
}

/* --- Refused ------------------------------------------------------------------------------------ */

static void refuse(sepal_status expected, const sepal_solids *set, const sepal_contact_rule *rule, const sepal_solid_poses *poses,
                   const char *what) {
    answers got, stale;
    sepal_solid_contacts out = arrays_of(&got);
    memset(&got, 0x55, sizeof got);
    memset(&stale, 0x55, sizeof stale);
    out.poses_b = poses;
    cr_assert_eq(sepal_solids_contacts_pairs(set, set, some_pairs, SOME_PAIRS, rule, &out), expected, "%s", what);
    cr_assert(memcmp(&got, &stale, sizeof got) == 0, "%s", what);
}

Test(solids_contacts_records, arguments_without_a_meaning_are_refused) {
    sepal_solids *set = some_solids();
    const float at[5] = {0}, wrong[5] = {0, 0, 0, 0, INFINITY}, none[5] = {0, NAN, 0, 0, 0};
    const double far[5] = {0, 0, 0, 1e39, 0};
    const sepal_contact_rule rules[] = {{SEPAL_TOUCHING_OVERLAPS, -1, 0},        {SEPAL_TOUCHING_OVERLAPS, INFINITY, INFINITY},
                                        {SEPAL_TOUCHING_OVERLAPS, NAN, 1},       {SEPAL_TOUCHING_OVERLAPS, 1, 0.5F},
                                        {SEPAL_TOUCHING_OVERLAPS, 0, -1},        {SEPAL_TOUCHING_OVERLAPS, 0, NAN},
                                        {SEPAL_TOUCHING_OVERLAPS, 1, -INFINITY}, {(sepal_touching)2, 0, 0}};
    for (size_t k = 0; k < sizeof rules / sizeof *rules; k++)
        refuse(SEPAL_BAD_ARGUMENT, set, &rules[k], NULL, "rule");
    refuse(SEPAL_BAD_ARGUMENT, set, NULL, &(sepal_solid_poses){.x = at, .y = at}, "poses without z");
    refuse(SEPAL_BAD_ARGUMENT, set, NULL, &(sepal_solid_poses){.x = at, .y = at, .z = at, .x64 = far},
           "half of the places in double");
    refuse(SEPAL_BAD_SHAPE, set, NULL, &(sepal_solid_poses){.x = at, .y = at, .z = wrong}, "an infinite place");
    refuse(SEPAL_BAD_SHAPE, set, NULL, &(sepal_solid_poses){.x = none, .y = at, .z = at}, "a place that is no number");
    refuse(SEPAL_BAD_SHAPE, set, NULL, &(sepal_solid_poses){.x64 = far, .y64 = far, .z64 = far}, "a place that overflows");
    const sepal_contact_rule good[] = {{SEPAL_TOUCHING_IS_APART, 0, 0},
                                       {SEPAL_TOUCHING_OVERLAPS, -0.0F, -0.0F},
                                       {SEPAL_TOUCHING_OVERLAPS, 1, 1},
                                       {SEPAL_TOUCHING_OVERLAPS, 1, INFINITY}};
    for (size_t k = 0; k < sizeof good / sizeof *good; k++) {
        answers got;
        ask(set, set, some_pairs, SOME_PAIRS, &good[k], &got);
        cr_assert_eq(got.count[0], 4);
    }
    cr_assert_eq(sepal_solids_contacts_pairs(set, set, some_pairs, SOME_PAIRS, NULL, NULL), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_solids_contacts_pairs(set, set, NULL, 0, NULL, &(sepal_solid_contacts){0}), SEPAL_OK);
    sepal_solids_destroy(set);
}
