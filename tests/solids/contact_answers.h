/* contact_answers.h — asks where solids touch each other, and holds the answers. */
#ifndef SEPAL_TESTS_SOLIDS_CONTACT_ANSWERS_H
#define SEPAL_TESTS_SOLIDS_CONTACT_ANSWERS_H

#include <sepal/sepal.h>

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

enum { COUNT = 60, POINTS = 4 };

typedef struct answers {
    uint8_t count[COUNT];
    float normal[3][COUNT], at[3][POINTS * COUNT], a[3][POINTS * COUNT], b[3][POINTS * COUNT], depth[POINTS * COUNT];
    uint32_t feature[POINTS * COUNT];
} answers;

static inline sepal_solid_contacts arrays_of(answers *to) {
    return (sepal_solid_contacts){
        .count = to->count,
        .normal_x = to->normal[0],
        .normal_y = to->normal[1],
        .normal_z = to->normal[2],
        .x = to->at[0],
        .y = to->at[1],
        .z = to->at[2],
        .a_x = to->a[0],
        .a_y = to->a[1],
        .a_z = to->a[2],
        .b_x = to->b[0],
        .b_y = to->b[1],
        .b_z = to->b[2],
        .depth = to->depth,
        .feature = to->feature,
    };
}

static inline void ask(const sepal_solids *a, const sepal_solids *b, const sepal_pair *pairs, size_t count,
                       const sepal_contact_rule *rule, answers *to) {
    const sepal_solid_contacts out = arrays_of(to);
    memset(to, 0x55, sizeof *to);
    cr_assert_eq(sepal_solids_contacts_pairs(a, b, pairs, count, rule, &out), SEPAL_OK);
}

static inline sepal_solids *new_set(void) {
    sepal_solids *set;
    cr_assert_eq(sepal_solids_create(NULL, &set), SEPAL_OK);
    return set;
}

/* The matrix of a turn by small angles about x and y after one about z. */
static inline void turn_matrix(double about_x, double about_y, double about_z, float m[9]) {
    const double cx = cos(about_x), sx = sin(about_x), cy = cos(about_y), sy = sin(about_y), cz = cos(about_z), sz = sin(about_z);
    const double r[9] = {cy * cz,
                         cz * sx * sy - cx * sz,
                         cx * cz * sy + sx * sz,
                         cy * sz,
                         cx * cz + sx * sy * sz,
                         cx * sy * sz - cz * sx,
                         -sy,
                         cy * sx,
                         cx * cy};
    for (int k = 0; k < 9; k++)
        m[k] = (float)r[k];
}

static inline void add_turned_box(sepal_solids *set, const float c[3], const float half[3], const float m[9], float radius) {
    sepal_solid_boxes one = {
        .x = c, .y = c + 1, .z = c + 2, .half_x = half, .half_y = half + 1, .half_z = half + 2, .radius = &radius};
    for (int k = 0; k < 9; k++)
        one.turn.matrix[k] = m + k;
    cr_assert_eq(sepal_solids_add_boxes(set, &one, 1, NULL, NULL), SEPAL_OK);
}

#endif
