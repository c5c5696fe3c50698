#include "polys_questions.h"

#include <sepal/groups.h>
#include <sepal/polys.h>

#include <math.h>
#include <string.h>

static uint64_t *bits_of(void *const arrays[]) {
    return arrays == NULL ? NULL : arrays[0];
}

static sepal_status ask_overlap(const call *c, void *const arrays[]) {
    return sepal_polys_overlap_pairs(c->a, c->b, c->pairs, c->count, c->rule, bits_of(arrays));
}

static sepal_status ask_overlap_one(const call *c, void *const arrays[]) {
    return sepal_polys_overlap_one(c->a, c->index, c->b, c->first, c->count, c->rule, bits_of(arrays));
}

static sepal_mtvs pushes_of(void *const arrays[]) {
    return (sepal_mtvs){.normal_x = arrays[0],
                        .normal_y = arrays[1],
                        .depth = arrays[2],
                        .a_x = arrays[3],
                        .a_y = arrays[4],
                        .b_x = arrays[5],
                        .b_y = arrays[6]};
}

static sepal_status ask_mtv(const call *c, void *const arrays[]) {
    if (arrays == NULL)
        return sepal_polys_mtv_pairs(c->a, c->b, c->pairs, c->count, c->rule, NULL);
    const sepal_mtvs out = pushes_of(arrays);
    return sepal_polys_mtv_pairs(c->a, c->b, c->pairs, c->count, c->rule, &out);
}

static sepal_status ask_mtv_alone(const call *c, void *const arrays[]) {
    if (arrays == NULL)
        return sepal_polys_mtv_pairs(c->a, c->b, c->pairs, c->count, c->rule, NULL);
    const sepal_mtvs out = {.normal_x = arrays[0], .normal_y = arrays[1], .depth = arrays[2]};
    return sepal_polys_mtv_pairs(c->a, c->b, c->pairs, c->count, c->rule, &out);
}

static sepal_status ask_contains(const call *c, void *const arrays[]) {
    return sepal_polys_contains_pairs(c->a, c->b, c->pairs, c->count, NULL, bits_of(arrays));
}

static sepal_status ask_contains_by_rule(const call *c, void *const arrays[]) {
    return sepal_polys_contains_pairs(c->a, c->b, c->pairs, c->count, c->rule, bits_of(arrays));
}

/* Rows of x and y. */
static sepal_moves moves_of(const float *rows) {
    return rows == NULL ? (sepal_moves){NULL, NULL, 0} : (sepal_moves){rows, rows + 1, 2};
}

static sepal_status ask_sweep(const call *c, void *const arrays[]) {
    sepal_moves of_a = moves_of(c->moves_a), of_b = moves_of(c->moves_b);
    const sepal_moves *a = c->moves_a == NULL ? NULL : &of_a, *b = c->moves_b == NULL ? NULL : &of_b;
    if (arrays == NULL)
        return sepal_polys_sweep_pairs(c->a, a, c->b, b, c->pairs, c->count, c->rule, NULL);
    sepal_hits out = {.bits = arrays[0], .time = arrays[1], .normal_x = arrays[2], .normal_y = arrays[3]};
    return sepal_polys_sweep_pairs(c->a, a, c->b, b, c->pairs, c->count, c->rule, &out);
}

static sepal_status ask_contacts(const call *c, void *const arrays[]) {
    const sepal_contact_rule rule = {c->rule == NULL ? SEPAL_TOUCHING_OVERLAPS : c->rule->touching,
                                     c->rule == NULL ? 0 : c->rule->margin, 0};
    if (arrays == NULL)
        return sepal_polys_contacts_pairs(c->a, c->b, c->pairs, c->count, &rule, NULL);
    sepal_contacts out = {
        .count = arrays[0],
        .normal_x = arrays[1],
        .normal_y = arrays[2],
        .x = arrays[3],
        .y = arrays[4],
        .depth = arrays[5],
        .feature = arrays[6],
    };
    return sepal_polys_contacts_pairs(c->a, c->b, c->pairs, c->count, c->rule == NULL ? NULL : &rule, &out);
}

/* With the points of the surfaces, and second points however far they are. */
static sepal_status ask_contact_surfaces(const call *c, void *const arrays[]) {
    const sepal_contact_rule rule = {c->rule == NULL ? SEPAL_TOUCHING_OVERLAPS : c->rule->touching,
                                     c->rule == NULL ? 0 : c->rule->margin, INFINITY};
    if (arrays == NULL)
        return sepal_polys_contacts_pairs(c->a, c->b, c->pairs, c->count, &rule, NULL);
    const sepal_contacts out = {
        .count = arrays[0],
        .normal_x = arrays[1],
        .normal_y = arrays[2],
        .x = arrays[3],
        .y = arrays[4],
        .depth = arrays[5],
        .feature = arrays[6],
        .a_x = arrays[7],
        .a_y = arrays[8],
        .b_x = arrays[9],
        .b_y = arrays[10],
    };
    return sepal_polys_contacts_pairs(c->a, c->b, c->pairs, c->count, &rule, &out);
}

static sepal_status ask_overlap_rows(const call *c, void *const arrays[]) {
    sepal_row rows[CALL_ROWS];
    call_in_rows(c, rows);
    return sepal_polys_overlap_rows(c->a, c->b, rows, CALL_ROWS, c->rule, bits_of(arrays));
}

static sepal_status ask_mtv_rows(const call *c, void *const arrays[]) {
    sepal_row rows[CALL_ROWS];
    call_in_rows(c, rows);
    if (arrays == NULL)
        return sepal_polys_mtv_rows(c->a, c->b, rows, CALL_ROWS, c->rule, NULL);
    const sepal_mtvs out = pushes_of(arrays);
    return sepal_polys_mtv_rows(c->a, c->b, rows, CALL_ROWS, c->rule, &out);
}

/* Every shape as a group of its own. */
static sepal_status ask_overlap_groups(const call *c, void *const arrays[]) {
    const sepal_groups each = {0};
    return sepal_polys_overlap_groups(c->a, &each, c->b, &each, c->pairs, c->count, c->rule, bits_of(arrays));
}

static sepal_commons commons_of(void *const arrays[], size_t first) {
    float *part[4];
    for (int k = 0; k < 4; k++)
        part[k] = arrays[k] == NULL ? NULL : (float *)arrays[k] + first;
    return (sepal_commons){part[0], part[1], part[2], part[3]};
}

/* Shapes with radii are refused, with the whole list. Scenes with some are asked about pair by pair, and the answers about a pair that is
 * refused count as 0. */
static sepal_status ask_common(const call *c, void *const arrays[]) {
    if (arrays == NULL)
        return sepal_polys_common_pairs(c->a, c->b, c->pairs, c->count, NULL);
    const sepal_commons out = commons_of(arrays, 0);
    const sepal_status status = sepal_polys_common_pairs(c->a, c->b, c->pairs, c->count, &out);
    for (size_t i = 0; status == SEPAL_BAD_SHAPE && i < c->count; i++) {
        const sepal_commons one = commons_of(arrays, i);
        if (sepal_polys_common_pairs(c->a, c->b, c->pairs + i, 1, &one) == SEPAL_OK)
            continue;
        for (int k = 0; k < 4; k++)
            if (arrays[k] != NULL)
                ((float *)arrays[k])[i] = 0;
    }
    return status == SEPAL_BAD_SHAPE ? SEPAL_OK : status;
}

/* The pairs that are asked about at a time, and the room for their corners. */
enum { POLYGON_PAIRS = 1100, POLYGON_ROOM = 512 };

static uint32_t mix_floats(uint32_t hash, const float *values, size_t count) {
    for (size_t k = 0; k < count; k++) {
        uint32_t word;
        memcpy(&word, &values[k], sizeof word);
        hash = (hash ^ word) * 16777619U;
    }
    return hash;
}

/* Of each pair how many corners there are, and a hash of these, 0 if there are none. Fewer pairs are asked about at a time while there is
 * no room for their corners, or a shape has a radius; the answers about one that is refused count as 0. Margins count as 0. */
static sepal_status ask_polygons(const call *c, void *const arrays[]) {
    sepal_rule rule = c->rule == NULL ? (sepal_rule){SEPAL_TOUCHING_OVERLAPS, 0, 0} : *c->rule;
    uint32_t bits; /* not compared as floats, which would leave a flag where a margin is subnormal */
    memcpy(&bits, &rule.margin, sizeof bits);
    if (bits < 0x7f800000U)
        rule.margin = 0;
    if (arrays == NULL)
        return sepal_polys_common_polygons(c->a, c->b, c->pairs, c->count, &rule, 0, NULL, NULL, NULL, NULL);
    uint32_t first[POLYGON_PAIRS + 1], *counts = arrays[0], *hashes = arrays[1];
    float x[POLYGON_ROOM], y[POLYGON_ROOM];
    size_t found = 0, done = 0, most = POLYGON_PAIRS;
    do {
        const size_t some = c->count - done < most ? c->count - done : most;
        const sepal_pair *pairs = c->pairs == NULL ? NULL : c->pairs + done;
        const sepal_status status = sepal_polys_common_polygons(c->a, c->b, pairs, some, &rule, POLYGON_ROOM, x, y, first, &found);
        const bool is_refused = status == SEPAL_BAD_SHAPE || status == SEPAL_TOO_SMALL;
        if (is_refused && some > 1) {
            most = (some + 3) / 4;
            continue;
        }
        if (status != SEPAL_OK && status != SEPAL_BAD_SHAPE)
            return status;
        for (size_t k = 0; k < some; k++) {
            const size_t from = is_refused ? 0 : first[k], corners = is_refused ? 0 : first[k + 1] - from;
            if (counts != NULL)
                counts[done + k] = (uint32_t)corners;
            if (hashes != NULL)
                hashes[done + k] = corners == 0 ? 0 : mix_floats(mix_floats(2166136261U, x + from, corners), y + from, corners);
        }
        done += some;
    } while (done < c->count);
    return SEPAL_OK;
}

/* One float for each pair. */
#define FLOATS                                                                                                                     \
    { sizeof(float), 1 }

const question polys_questions[POLYS_QUESTIONS] = {
    [ASK_OVERLAP] = {.name = "overlap", .ruled = true, .touching = true, .array_count = 1, .ask = ask_overlap},
    [ASK_OVERLAP_ONE] =
        {.name = "one", .one_against_many = true, .ruled = true, .touching = true, .array_count = 1, .ask = ask_overlap_one},
    [ASK_MTV] =
        {
            .name = "push",
            .ruled = true,
            .structured = true,
            .array_count = 7,
            .arrays = {FLOATS, FLOATS, FLOATS, FLOATS, FLOATS, FLOATS, FLOATS},
            .ask = ask_mtv,
        },
    [ASK_CONTAINS] = {.name = "contains", .array_count = 1, .ask = ask_contains},
    [ASK_SWEEP] =
        {
            .name = "sweep",
            .slow = true,
            .ruled = true,
            .touching = true,
            .structured = true,
            .array_count = 4,
            .arrays = {{0, 0}, {sizeof(float), 1}, {sizeof(float), 1}, {sizeof(float), 1}},
            .ask = ask_sweep,
        },
    [ASK_CONTACTS] =
        {
            .name = "contacts",
            .ruled = true,
            .structured = true,
            .array_count = 7,
            .arrays = {{1, 1},
                       {sizeof(float), 1},
                       {sizeof(float), 1},
                       {sizeof(float), 2},
                       {sizeof(float), 2},
                       {sizeof(float), 2},
                       {sizeof(uint32_t), 2}},
            .ask = ask_contacts,
        },
    [ASK_CONTACT_SURFACES] =
        {
            .name = "surfaces",
            .ruled = true,
            .structured = true,
            .array_count = 11,
            .arrays = {{1, 1},
                       {sizeof(float), 1},
                       {sizeof(float), 1},
                       {sizeof(float), 2},
                       {sizeof(float), 2},
                       {sizeof(float), 2},
                       {sizeof(uint32_t), 2},
                       {sizeof(float), 2},
                       {sizeof(float), 2},
                       {sizeof(float), 2},
                       {sizeof(float), 2}},
            .ask = ask_contact_surfaces,
        },
    [ASK_OVERLAP_ROWS] =
        {
            .name = "overlap in rows",
            .one_against_many = true,
            .ruled = true,
            .touching = true,
            .array_count = 1,
            .ask = ask_overlap_rows,
        },
    [ASK_MTV_ROWS] =
        {
            .name = "push in rows",
            .one_against_many = true,
            .ruled = true,
            .structured = true,
            .array_count = 7,
            .arrays = {FLOATS, FLOATS, FLOATS, FLOATS, FLOATS, FLOATS, FLOATS},
            .ask = ask_mtv_rows,
        },
    [ASK_OVERLAP_GROUPS] =
        {.name = "overlap of groups", .ruled = true, .touching = true, .array_count = 1, .ask = ask_overlap_groups},
    [ASK_CONTAINS_BY_RULE] =
        {.name = "contains by a rule", .ruled = true, .touching = true, .array_count = 1, .ask = ask_contains_by_rule},
    [ASK_COMMON] =
        {
            .name = "common",
            .structured = true,
            .array_count = 4,
            .arrays = {FLOATS, FLOATS, FLOATS, FLOATS},
            .ask = ask_common,
        },
    [ASK_POLYGONS] =
        {
            .name = "polygons",
            .ruled = true,
            .touching = true,
            .structured = true,
            .array_count = 2,
            .arrays = {{sizeof(uint32_t), 1}, {sizeof(uint32_t), 1}},
            .ask = ask_polygons,
        },
    [ASK_MTV_ALONE] =
        {
            .name = "push without points",
            .ruled = true,
            .structured = true,
            .array_count = 3,
            .arrays = {FLOATS, FLOATS, FLOATS},
            .ask = ask_mtv_alone,
        },
};
