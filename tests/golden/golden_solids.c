/* golden_solids.c — golden.c for solids: digests of all answers about scenes of every kind, against a stored table.
 *
 *     golden_solids TABLE     compares
 *     golden_solids --write   prints the table anew, by the scalar path */
#include "../common/must.h"
#include "../questions/solids_questions.h"
#include "../scenes/solid_moves.h"
#include "../scenes/solid_scenes.h"
#include "table.h"

#include <math.h>
#include <stdio.h>

/* The columns: a question each, what placing makes of the scene, and prisms from solid to solid of a pair. */
enum { SEED = 2027, PAIRS = 300, COLUMN_PLACE = SOLIDS_QUESTIONS, COLUMN_PRISMS, COLUMNS };
_Static_assert((int)COLUMNS <= (int)TABLE_COLUMNS_MOST, "a table has room for the columns");

static const char *column_name(int column) {
    return column == COLUMN_PLACE ? "place" : column == COLUMN_PRISMS ? "prisms" : solids_questions[column].name;
}

static void ask_call(const question *q, const call *c, digest *d) {
    reply r = reply_create(q, c->count);
    sepal_status status = q->ask(c, r.arrays);
    must(status == SEPAL_OK, "%s: %s", q->name, sepal_status_text(status));
    take_reply(d, &r);
    reply_release(&r);
}

/* All pairs under every rule; or some solids, each against a range of the other set. */
static void ask_question(const question *q, const subject *s, digest *d) {
    for (uint32_t i = 0; i < (q->one_against_many ? 4 : rule_count(q)); i++) {
        const sepal_rule rule = rule_number(i % rule_count(q), s->margin);
        const size_t first = q->one_against_many ? 10 * (size_t)i : 0, less = q->one_against_many ? first + i : 0;
        const call c = call_part(q, s, 3 * i, first, call_longest(q, s) - less, &rule);
        ask_call(q, &c, d);
    }
}

static void take_core(digest *d, const sepal_solids *set, uint32_t index) {
    sepal_parallelepiped box;
    const float *x, *y, *z;
    size_t count;
    if (sepal_solids_box(set, index, &box) == SEPAL_OK) {
        take_floats(d, box.c, 3);
        take_floats(d, box.u, 3);
        take_floats(d, box.v, 3);
        take_floats(d, box.w, 3);
        return;
    }
    must(sepal_solids_vertices(set, index, &x, &y, &z, &count) == SEPAL_OK, "solid %u has no vertices", (unsigned)index);
    take_floats(d, x, count);
    take_floats(d, y, count);
    take_floats(d, z, count);
}

/* Prisms of 3 .. 20 sides between the centres, or first points, of both solids of a pair. */
static void ask_prisms(const solid_scene *s, digest *d) {
    float ends[2][3], around;
    sepal_solids *set = NULL;
    must(sepal_solids_create(NULL, &set) == SEPAL_OK, "no set");
    for (uint32_t i = 0; i < s->count; i++) {
        const solid_item *const of[2] = {&s->a[s->pairs[i].a], &s->b[s->pairs[i].b]};
        for (int end = 0; end < 2; end++) {
            const float first[3] = {of[end]->x[0], of[end]->y[0], of[end]->z[0]};
            for (int k = 0; k < 3; k++)
                ends[end][k] = of[end]->box ? of[end]->vectors.c[k] : first[k];
        }
        around = fabsf(ends[0][i % 3]) + fabsf(ends[1][i % 3]);
        const sepal_solid_prisms prism = {.x0 = ends[0],
                                          .y0 = ends[0] + 1,
                                          .z0 = ends[0] + 2,
                                          .x1 = ends[1],
                                          .y1 = ends[1] + 1,
                                          .z1 = ends[1] + 2,
                                          .circumradius = &around,
                                          .sides = 3 + i % 18};
        const sepal_status status = sepal_solids_add_prisms(set, &prism, 1, NULL, NULL);
        take_word(d, status, 4); /* some ends coincide */
        if (status == SEPAL_OK)
            take_core(d, set, (uint32_t)sepal_solids_count(set) - 1);
    }
    sepal_solids_destroy(set);
}

/* Solids of the scene, placed in three ways; what is stored of them, and pushes of neighbours. */
static void ask_place(const solid_scene *s, digest *d) {
    enum { COPIES = 60, WIDTH = 16 };
    float rows[COPIES][WIDTH];
    uint32_t state = SEED, model[COPIES];
    sepal_pair pairs[COPIES];
    sepal_solids *world = NULL;
    must(sepal_solids_create(NULL, &world) == SEPAL_OK, "no set");
    for (uint32_t i = 0; i < COPIES; i++) {
        for (int k = 0; k < WIDTH; k++) {
            state = state * 1664525 + 1013904223;
            rows[i][k] = (float)(state >> 8) * 0x1p-23F - 1;
        }
        model[i] = (state >> 8) % PAIRS;
        pairs[i] = (sepal_pair){i, (i + 1) % COPIES};
    }
    for (int way = 0; way < 3; way++) {
        sepal_solid_poses poses = {.x = &rows[0][0], .y = &rows[0][1], .z = &rows[0][2], .stride = WIDTH};
        if (way == 1)
            poses.turn = (sepal_solid_turns){&rows[0][3], &rows[0][4], &rows[0][5], &rows[0][6], {NULL}};
        for (int k = 0; way == 2 && k < 9; k++)
            poses.turn.matrix[k] = &rows[0][7 + k];
        const sepal_status status = sepal_solids_place(world, s->set_a, model, &poses, COPIES, NULL);
        take_word(d, status, 4);
        if (status != SEPAL_OK) /* extremes overflow */
            continue;
        for (uint32_t i = 0; i < COPIES; i++)
            take_core(d, world, i);
        const sepal_rule rule = {.margin = 0};
        const call c = {.a = world, .b = world, .pairs = pairs, .count = COPIES, .rule = &rule};
        ask_call(&solids_questions[SOLIDS_MTV], &c, d);
    }
    sepal_solids_destroy(world);
}

static solid_scene current, other;
static solid_moves moves;

static void make_line(size_t kind, char name[TABLE_NAME_MOST]) {
    current = solid_scene_create(kind, SEED, PAIRS);
    other = solid_scene_create(kind, SEED + 1, PAIRS);
    moves = solid_moves_create(current.set_a, current.set_b, current.pairs, PAIRS, SEED);
    snprintf(name, TABLE_NAME_MOST, "%s", current.kind);
}

/* Each against its pair; and, of containment, against those of the other scene too. */
static void ask_line(digest columns[TABLE_COLUMNS_MOST]) {
    const solid_scene *s = &current;
    subject own = {
        .a = s->set_a, .b = s->set_b, .count_a = s->count, .count_b = s->count, .pairs = s->pairs, .pair_count = s->count};
    own.margin = s->margin;
    own.moves_a = moves.a;
    own.moves_b = moves.b;
    subject others = own;
    others.b = other.set_b;
    for (int k = 0; k < COLUMNS; k++)
        columns[k] = digest_start();
    for (int k = 0; k < SOLIDS_QUESTIONS; k++)
        ask_question(&solids_questions[k], &own, &columns[k]);
    ask_question(&solids_questions[SOLIDS_CONTAINS], &others, &columns[SOLIDS_CONTAINS]);
    ask_place(s, &columns[COLUMN_PLACE]);
    ask_prisms(s, &columns[COLUMN_PRISMS]);
}

static void free_line(void) {
    solid_moves_destroy(&moves);
    solid_scene_destroy(&current);
    solid_scene_destroy(&other);
}

int main(int count, char **values) {
    const stored_table table = {"golden_solids", "solids", COLUMNS,   column_name, solid_scene_kinds(),
                                make_line,       ask_line, free_line, false};
    return run_stored_table(&table, count, values);
}
