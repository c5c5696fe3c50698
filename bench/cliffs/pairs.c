#include "pairs.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- Making pairs ----------------------------------------------------------------------------- */

const char *const number_names[NUMBER_TYPES] = {"", ", doubles", ", decimals"};

/* A length, or with `at` a coordinate, as a double. 2^-10, of which coordinates of bodies are multiples before they are turned, is a
 * millimetre in decimals; what is turned is not rounded, since a polygon of many vertices would bend. */
static double number_of(const pair_list *list, double value, double at) {
    if (list->numbers == DOUBLES)
        return at + value;
    return ((list->in_millimetres ? floor(1024 * value + 0.5) : 1024 * value) + 1000 * at) / 1000;
}

/* Where bodies are on the UTM grid: in whole millimetres, or in multiples of 2^-10. */
static double utm_of(number_type numbers, int axis) {
    return (axis == 0 ? 500123 : 5400123) + (numbers == DOUBLES ? 0.4375 : 0.457);
}

static bool add_body_of_doubles(pair_list *list, int set, const body *b) {
    static double x[2][BODY_MOST];
    for (int i = 0; i < b->count; i++)
        for (int k = 0; k < 2; k++)
            x[k][i] = number_of(list, b->p[i][k], utm_of(list->numbers, k));
    const double radius = number_of(list, b->radius, 0);
    return sepal_polys_add_round_doubles(list->polys[set], x[0], x[1], (size_t)b->count, radius, NULL) == SEPAL_OK;
}

static bool add_body(pair_list *list, int set, const body *b) {
    if (list->numbers != FLOATS)
        return add_body_of_doubles(list, set, b);
    static float x[3][BODY_MOST];
    const float radius = (float)b->radius;
    for (int i = 0; i < b->count; i++)
        for (int k = 0; k < 3; k++)
            x[k][i] = (float)b->p[i][k];
    if (!list->space)
        return sepal_polys_add_round(list->polys[set], x[0], x[1], (size_t)b->count, radius, NULL) == SEPAL_OK;
    if (!b->is_box)
        return sepal_solids_add_hull(list->solids[set], x[0], x[1], x[2], (size_t)b->count, radius, NULL) == SEPAL_OK;
    const sepal_solid_parallelepipeds box = {.c = {x[0], x[1], x[2]},
                                             .u = {x[0] + 1, x[1] + 1, x[2] + 1},
                                             .v = {x[0] + 2, x[1] + 2, x[2] + 2},
                                             .w = {x[0] + 3, x[1] + 3, x[2] + 3},
                                             .radius = &radius};
    return sepal_solids_add_parallelepipeds(list->solids[set], &box, 1, NULL, NULL) == SEPAL_OK;
}

void pair_list_destroy(pair_list *list) {
    for (int i = 0; i < SETS; i++) {
        sepal_polys_destroy(list->polys[i]);
        sepal_solids_destroy(list->solids[i]);
    }
}

static bool add_pair(pair_list *list, int number, const kind_row *k, const place_row *p) {
    static body a, b, moved;
    double up[3], side[3];
    put_pair(k, p, &a, &b, up, side);
    bool is_added = add_body(list, SET_A, &a) && add_body(list, SET_B, &b);
    const double above[3] = {2.5 * up[0], 2.5 * up[1], 2.5 * up[2]}, aside[3] = {-3 * side[0], -3 * side[1], -3 * side[2]};
    moved = b;
    move_body(above, &moved);
    is_added = is_added && add_body(list, SET_ABOVE, &moved);
    moved = b;
    move_body(aside, &moved);
    is_added = is_added && add_body(list, SET_ASIDE, &moved);
    for (int c = 0; c < 3; c++) {
        list->move[WAY_DOWN][c][number] = (float)(-3 * up[c]);
        list->move[WAY_ALONG][c][number] = (float)(2 * side[c]);
        list->move[WAY_GRAZING][c][number] = (float)(6 * side[c]);
    }
    return is_added;
}

static sepal_status create_set(pair_list *list, int set) {
    if (list->space)
        return sepal_solids_create(NULL, &list->solids[set]);
    return list->numbers == FLOATS ? sepal_polys_create(NULL, &list->polys[set])
                                   : sepal_polys_create_doubles(NULL, utm_of(DOUBLES, 0), utm_of(DOUBLES, 1), &list->polys[set]);
}

bool pair_list_create(const kind_row *k, const place_row *p, number_type numbers, int count, pair_list *out) {
    memset(out, 0, sizeof *out);
    out->space = k->space;
    out->numbers = numbers;
    out->in_millimetres = p->frame == AS_MADE && !p->spin && p->tilt == 0;
    out->count = count;
    out->gap = p->how == PLACE_ON && p->gap > 0 ? (float)p->gap : 0.0625F;
    for (int i = 0; i < SETS; i++)
        if (create_set(out, i) != SEPAL_OK)
            abort();
    random_begin(1 + 1000 * (uint64_t)(k - kinds) + (uint64_t)(p - places));
    for (int i = 0; i < count; i++)
        if (!add_pair(out, i, k, p)) {
            pair_list_destroy(out);
            return false;
        }
    return true;
}

/* --- Asking ----------------------------------------------------------------------------------- */

typedef enum ask_type { ASK_OVERLAP, ASK_CONTAINS, ASK_PUSH, ASK_POINTS, ASK_CONTACTS, ASK_MEETS, ASK_HIT } ask_type;

/* margin < 0: the gap between the shapes. */
static const struct {
    const char *name;
    ask_type type;
    sepal_touching touching;
    float margin;
    int from, way;
} questions[QUESTIONS] = {
    {"overlap", ASK_OVERLAP, SEPAL_TOUCHING_OVERLAPS, 0, SET_B, 0},
    {"overlap, touching is apart", ASK_OVERLAP, SEPAL_TOUCHING_IS_APART, 0, SET_B, 0},
    {"overlap, margin = gap", ASK_OVERLAP, SEPAL_TOUCHING_OVERLAPS, -1, SET_B, 0},
    {"overlap, margin 0.05", ASK_OVERLAP, SEPAL_TOUCHING_OVERLAPS, 0.05F, SET_B, 0},
    {"contains", ASK_CONTAINS, SEPAL_TOUCHING_OVERLAPS, 0, SET_B, 0},
    {"contains, margin 0.01", ASK_CONTAINS, SEPAL_TOUCHING_OVERLAPS, 0.01F, SET_B, 0},
    {"push", ASK_PUSH, SEPAL_TOUCHING_OVERLAPS, 0, SET_B, 0},
    {"push and nearest points", ASK_POINTS, SEPAL_TOUCHING_OVERLAPS, 0, SET_B, 0},
    {"contacts, margin 1/16", ASK_CONTACTS, SEPAL_TOUCHING_OVERLAPS, 0.0625F, SET_B, 0},
    {"sweep into, yes or no", ASK_MEETS, SEPAL_TOUCHING_OVERLAPS, 0, SET_ABOVE, WAY_DOWN},
    {"sweep into", ASK_HIT, SEPAL_TOUCHING_OVERLAPS, 0, SET_ABOVE, WAY_DOWN},
    {"sweep along the face", ASK_HIT, SEPAL_TOUCHING_OVERLAPS, 0, SET_B, WAY_ALONG},
    {"sweep grazing, yes or no", ASK_MEETS, SEPAL_TOUCHING_OVERLAPS, 0, SET_ASIDE, WAY_GRAZING},
    {"sweep grazing", ASK_HIT, SEPAL_TOUCHING_OVERLAPS, 0, SET_ASIDE, WAY_GRAZING},
    {"sweep into, margin 0.05", ASK_HIT, SEPAL_TOUCHING_OVERLAPS, 0.05F, SET_ABOVE, WAY_DOWN},
    {"sweep grazing, margin 0.05", ASK_HIT, SEPAL_TOUCHING_OVERLAPS, 0.05F, SET_ASIDE, WAY_GRAZING},
};

const char *question_name(int question) {
    return questions[question].name;
}

bool question_moves(int question) {
    return questions[question].type >= ASK_MEETS;
}

bool question_suits(int question, number_type numbers) {
    return numbers == FLOATS || questions[question].type <= ASK_CONTAINS;
}

/* The answers to the question asked last. */
static struct {
    float numbers[10][4 * PAIRS_MOST];
    uint64_t bits[SEPAL_BIT_WORDS(PAIRS_MOST)];
    uint8_t counts[PAIRS_MOST];
    uint32_t features[4 * PAIRS_MOST];
} answers;

static sepal_status ask_solids(const pair_list *list, int question, const sepal_pair *pairs, size_t n, const sepal_rule *rule) {
    const ask_type type = questions[question].type;
    const sepal_solids *a = list->solids[SET_A], *b = list->solids[questions[question].from];
    const float(*move)[PAIRS_MOST] = list->move[questions[question].way];
    const sepal_solid_moves moves = {move[0], move[1], move[2], 0};
    float(*out)[4 * PAIRS_MOST] = answers.numbers;
    switch (type) {
    case ASK_OVERLAP:
        return sepal_solids_overlap_pairs(a, b, pairs, n, rule, answers.bits);
    case ASK_CONTAINS:
        return sepal_solids_contains_pairs(a, b, pairs, n, rule, answers.bits);
    case ASK_PUSH:
    case ASK_POINTS: {
        sepal_solid_mtvs mtvs = {.normal_x = out[0], .normal_y = out[1], .normal_z = out[2], .depth = out[3]};
        if (type == ASK_POINTS)
            mtvs = (sepal_solid_mtvs){out[0], out[1], out[2], out[3], out[4], out[5], out[6], out[7], out[8], out[9]};
        return sepal_solids_mtv_pairs(a, b, pairs, n, rule, &mtvs);
    }
    case ASK_CONTACTS:
        return sepal_solids_contacts_pairs(a, b, pairs, n, &(sepal_contact_rule){rule->touching, rule->margin, 0},
                                           &(sepal_solid_contacts){.count = answers.counts,
                                                                   .normal_x = out[0],
                                                                   .normal_y = out[1],
                                                                   .normal_z = out[2],
                                                                   .x = out[3],
                                                                   .y = out[4],
                                                                   .z = out[5],
                                                                   .depth = out[6],
                                                                   .feature = answers.features});
    case ASK_MEETS:
        return sepal_solids_sweep_pairs(a, NULL, b, &moves, pairs, n, rule, &(sepal_solid_hits){.bits = answers.bits});
    default:
        return sepal_solids_sweep_pairs(a, NULL, b, &moves, pairs, n, rule,
                                        &(sepal_solid_hits){answers.bits, out[0], out[1], out[2], out[3]});
    }
}

static sepal_status ask_polys(const pair_list *list, int question, const sepal_pair *pairs, size_t n, const sepal_rule *rule) {
    const ask_type type = questions[question].type;
    const sepal_polys *a = list->polys[SET_A], *b = list->polys[questions[question].from];
    const float(*move)[PAIRS_MOST] = list->move[questions[question].way];
    const sepal_moves moves = {move[0], move[1], 0};
    float(*out)[4 * PAIRS_MOST] = answers.numbers;
    switch (type) {
    case ASK_OVERLAP:
        return sepal_polys_overlap_pairs(a, b, pairs, n, rule, answers.bits);
    case ASK_CONTAINS:
        return sepal_polys_contains_pairs(a, b, pairs, n, rule, answers.bits);
    case ASK_PUSH:
    case ASK_POINTS: {
        sepal_mtvs mtvs = {.normal_x = out[0], .normal_y = out[1], .depth = out[2]};
        if (type == ASK_POINTS)
            mtvs = (sepal_mtvs){out[0], out[1], out[2], out[3], out[4], out[5], out[6]};
        return sepal_polys_mtv_pairs(a, b, pairs, n, rule, &mtvs);
    }
    case ASK_CONTACTS:
        return sepal_polys_contacts_pairs(a, b, pairs, n, &(sepal_contact_rule){rule->touching, rule->margin, 0},
                                          &(sepal_contacts){.count = answers.counts,
                                                            .normal_x = out[0],
                                                            .normal_y = out[1],
                                                            .x = out[2],
                                                            .y = out[3],
                                                            .depth = out[4],
                                                            .feature = answers.features});
    case ASK_MEETS:
        return sepal_polys_sweep_pairs(a, NULL, b, &moves, pairs, n, rule, &(sepal_hits){.bits = answers.bits});
    default:
        return sepal_polys_sweep_pairs(a, NULL, b, &moves, pairs, n, rule, &(sepal_hits){answers.bits, out[0], out[1], out[2]});
    }
}

void ask_about(const pair_list *list, int question, int count) {
    static sepal_pair pairs[PAIRS_MOST];
    if (pairs[1].a == 0)
        for (uint32_t i = 0; i < PAIRS_MOST; i++)
            pairs[i] = (sepal_pair){i, i};
    const float margin = questions[question].margin < 0 ? list->gap : questions[question].margin;
    const bool floats = list->numbers == FLOATS;
    const sepal_rule rule = {questions[question].touching, floats ? margin : 0, floats ? 0 : number_of(list, (double)margin, 0)};
    sepal_status status = list->space ? ask_solids(list, question, pairs, (size_t)count, &rule)
                                      : ask_polys(list, question, pairs, (size_t)count, &rule);
    if (status != SEPAL_OK) {
        fprintf(stderr, "%s: %s\n", questions[question].name, sepal_status_text(status));
        abort();
    }
}

int count_yes(int count) {
    return (int)sepal_bits_count(answers.bits, (size_t)count);
}

uint64_t digest_answers(const pair_list *list, int question, int count) {
    uint64_t digest = 14695981039346656037U; /* FNV-1a, word by word */
    memset(&answers, 0, sizeof answers);
    ask_about(list, question, count);
    for (size_t i = 0; i < sizeof answers / 4; i++) {
        uint32_t word;
        memcpy(&word, (const char *)&answers + 4 * i, 4);
        if (word != 0)
            digest = (digest ^ (word + i)) * 1099511628211U;
    }
    return digest;
}
