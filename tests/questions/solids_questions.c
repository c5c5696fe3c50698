#include "solids_questions.h"

#include <sepal/solids.h>

static uint64_t *words_of(void *const arrays[]) {
    return arrays == NULL ? NULL : arrays[0];
}

static sepal_status ask_overlap(const call *c, void *const arrays[]) {
    return sepal_solids_overlap_pairs(c->a, c->b, c->pairs, c->count, c->rule, words_of(arrays));
}

static sepal_status ask_overlap_one(const call *c, void *const arrays[]) {
    return sepal_solids_overlap_one(c->a, c->index, c->b, c->first, c->count, c->rule, words_of(arrays));
}

static sepal_solid_mtvs pushes_of(void *const arrays[]) {
    return (sepal_solid_mtvs){.normal_x = arrays[0],
                              .normal_y = arrays[1],
                              .normal_z = arrays[2],
                              .depth = arrays[3],
                              .a_x = arrays[4],
                              .a_y = arrays[5],
                              .a_z = arrays[6],
                              .b_x = arrays[7],
                              .b_y = arrays[8],
                              .b_z = arrays[9]};
}

static sepal_status ask_mtv(const call *c, void *const arrays[]) {
    if (arrays == NULL)
        return sepal_solids_mtv_pairs(c->a, c->b, c->pairs, c->count, c->rule, NULL);
    const sepal_solid_mtvs out = pushes_of(arrays);
    return sepal_solids_mtv_pairs(c->a, c->b, c->pairs, c->count, c->rule, &out);
}

static sepal_status ask_overlap_rows(const call *c, void *const arrays[]) {
    sepal_row rows[CALL_ROWS];
    call_in_rows(c, rows);
    return sepal_solids_overlap_rows(c->a, c->b, rows, CALL_ROWS, c->rule, words_of(arrays));
}

static sepal_status ask_mtv_rows(const call *c, void *const arrays[]) {
    sepal_row rows[CALL_ROWS];
    call_in_rows(c, rows);
    if (arrays == NULL)
        return sepal_solids_mtv_rows(c->a, c->b, rows, CALL_ROWS, c->rule, NULL);
    const sepal_solid_mtvs out = pushes_of(arrays);
    return sepal_solids_mtv_rows(c->a, c->b, rows, CALL_ROWS, c->rule, &out);
}

static sepal_status ask_contains(const call *c, void *const arrays[]) {
    return sepal_solids_contains_pairs(c->a, c->b, c->pairs, c->count, NULL, words_of(arrays));
}

static sepal_status ask_contains_by_rule(const call *c, void *const arrays[]) {
    return sepal_solids_contains_pairs(c->a, c->b, c->pairs, c->count, c->rule, words_of(arrays));
}

static sepal_status ask_contacts(const call *c, void *const arrays[]) {
    const sepal_contact_rule rule = {c->rule == NULL ? SEPAL_TOUCHING_OVERLAPS : c->rule->touching,
                                     c->rule == NULL ? 0 : c->rule->margin, 0};
    if (arrays == NULL)
        return sepal_solids_contacts_pairs(c->a, c->b, c->pairs, c->count, &rule, NULL);
    const sepal_solid_contacts out = {.count = arrays[0],
                                      .normal_x = arrays[1],
                                      .normal_y = arrays[2],
                                      .normal_z = arrays[3],
                                      .x = arrays[4],
                                      .y = arrays[5],
                                      .z = arrays[6],
                                      .a_x = arrays[7],
                                      .a_y = arrays[8],
                                      .a_z = arrays[9],
                                      .b_x = arrays[10],
                                      .b_y = arrays[11],
                                      .b_z = arrays[12],
                                      .depth = arrays[13],
                                      .feature = arrays[14]};
    return sepal_solids_contacts_pairs(c->a, c->b, c->pairs, c->count, c->rule == NULL ? NULL : &rule, &out);
}

/* Rows of x, y and z. */
static sepal_solid_moves moves_of(const float *rows) {
    return rows == NULL ? (sepal_solid_moves){NULL, NULL, NULL, 0} : (sepal_solid_moves){rows, rows + 1, rows + 2, 3};
}

static sepal_status ask_sweep(const call *c, void *const arrays[]) {
    const sepal_solid_moves of_a = moves_of(c->moves_a), of_b = moves_of(c->moves_b);
    const sepal_solid_moves *a = c->moves_a == NULL ? NULL : &of_a, *b = c->moves_b == NULL ? NULL : &of_b;
    if (arrays == NULL)
        return sepal_solids_sweep_pairs(c->a, a, c->b, b, c->pairs, c->count, c->rule, NULL);
    const sepal_solid_hits out = {arrays[0], arrays[1], arrays[2], arrays[3], arrays[4]};
    return sepal_solids_sweep_pairs(c->a, a, c->b, b, c->pairs, c->count, c->rule, &out);
}

/* One float for each pair; ten of them. */
#define FLOATS                                                                                                                     \
    { sizeof(float), 1 }
#define PUSHES                                                                                                                     \
    { FLOATS, FLOATS, FLOATS, FLOATS, FLOATS, FLOATS, FLOATS, FLOATS, FLOATS, FLOATS }

const question solids_questions[SOLIDS_QUESTIONS] = {
    [SOLIDS_OVERLAP] = {.name = "overlap", .ruled = true, .touching = true, .array_count = 1, .ask = ask_overlap},
    [SOLIDS_OVERLAP_ONE] =
        {.name = "one", .one_against_many = true, .ruled = true, .touching = true, .array_count = 1, .ask = ask_overlap_one},
    [SOLIDS_MTV] =
        {
            .name = "push",
            .ruled = true,
            .structured = true,
            .array_count = 10,
            .arrays = PUSHES,
            .ask = ask_mtv,
        },
    [SOLIDS_CONTAINS] = {.name = "contains", .array_count = 1, .ask = ask_contains},
    [SOLIDS_CONTAINS_BY_RULE] =
        {.name = "contains by a rule", .ruled = true, .touching = true, .array_count = 1, .ask = ask_contains_by_rule},
    [SOLIDS_CONTACTS] =
        {
            .name = "contacts",
            .ruled = true,
            .structured = true,
            .array_count = 15,
            .arrays = {{1, 1},
                       {sizeof(float), 1},
                       {sizeof(float), 1},
                       {sizeof(float), 1},
                       {sizeof(float), 4},
                       {sizeof(float), 4},
                       {sizeof(float), 4},
                       {sizeof(float), 4},
                       {sizeof(float), 4},
                       {sizeof(float), 4},
                       {sizeof(float), 4},
                       {sizeof(float), 4},
                       {sizeof(float), 4},
                       {sizeof(float), 4},
                       {sizeof(uint32_t), 4}},
            .ask = ask_contacts,
        },
    [SOLIDS_SWEEP] =
        {
            .name = "sweep",
            .slow = true,
            .ruled = true,
            .touching = true,
            .structured = true,
            .array_count = 5,
            .arrays = {{0, 0}, {sizeof(float), 1}, {sizeof(float), 1}, {sizeof(float), 1}, {sizeof(float), 1}},
            .ask = ask_sweep,
        },
    [SOLIDS_OVERLAP_ROWS] =
        {
            .name = "overlap in rows",
            .one_against_many = true,
            .ruled = true,
            .touching = true,
            .array_count = 1,
            .ask = ask_overlap_rows,
        },
    [SOLIDS_MTV_ROWS] =
        {
            .name = "push in rows",
            .one_against_many = true,
            .ruled = true,
            .structured = true,
            .array_count = 10,
            .arrays = PUSHES,
            .ask = ask_mtv_rows,
        },
};
