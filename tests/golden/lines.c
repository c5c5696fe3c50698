#include "lines.h"
#include "../common/must.h"

#include <stdlib.h>

enum { SEED = 1301, SHAPES = 120, PAIRS = 1000, ROUND_SHAPES = 60, ROUND_PAIRS = 300, CONTACTS = 500, COPIES = 60 };

const char *column_name(int column) {
    return column == COLUMN_PLACE      ? "place"
           : column == COLUMN_SCENE    ? "scene"
           : column == COLUMN_COMMON   ? "common"
           : column == COLUMN_POLYGONS ? "polygons"
                                       : polys_questions[column].name;
}

/* --- Scenes ------------------------------------------------------------------------------------------------------------------ */

static line line_of_kind(size_t kind) {
    line l = {.name = scene_kind_name(kind)};
    l.plain = scene_create(kind, SEED, SHAPES, PAIRS);
    l.nest = nest_create(kind, SEED, ROUND_SHAPES, PAIRS);
    for (size_t manner = 0; manner < RADIUS_MANNERS; manner++) /* every second seed has a margin */
        l.round[manner] = round_scene_create(kind, SEED + manner, ROUND_SHAPES, ROUND_PAIRS, (radius_manner)manner);
    for (size_t travel = 0; travel < TRAVELS; travel++) {
        l.stages[travel] = stage_create(kind, travel, SEED, COPIES);
        stage_make_finite(&l.stages[travel]);
    }
    return l;
}

static line line_of_contacts(void) {
    line l = {.name = "exact contacts", .contacts = true, .margins = must_have(calloc(CONTACTS, sizeof *l.margins))};
    must(sepal_polys_create(NULL, &l.contact_a) == SEPAL_OK, "a set could not be made");
    must(sepal_polys_create(NULL, &l.contact_b) == SEPAL_OK, "a set could not be made");
    rng r = {SEED};
    for (size_t i = 0; i < CONTACTS; i++) {
        contact c = random_contact(&r);
        l.margins[i] = c.margin;
        must(sepal_polys_add_round(l.contact_a, c.a.x, c.a.y, c.a.count, c.radius_a, NULL) == SEPAL_OK, "contact %zu", i);
        must(sepal_polys_add_round(l.contact_b, c.b.x, c.b.y, c.b.count, c.radius_b, NULL) == SEPAL_OK, "contact %zu", i);
    }
    return l;
}

size_t line_count(void) {
    return scene_kind_count() + 1;
}

line line_create(size_t number) {
    return number < scene_kind_count() ? line_of_kind(number) : line_of_contacts();
}

void line_destroy(line *l) {
    sepal_polys_destroy(l->contact_a);
    sepal_polys_destroy(l->contact_b);
    free(l->margins);
    if (l->contacts)
        return;
    scene_destroy(&l->plain);
    nest_destroy(&l->nest);
    for (size_t manner = 0; manner < RADIUS_MANNERS; manner++)
        round_scene_destroy(&l->round[manner]);
    for (size_t travel = 0; travel < TRAVELS; travel++)
        stage_destroy(&l->stages[travel]);
}

/* --- Answers ----------------------------------------------------------------------------------------------------------------- */

static void ask_call(const question *q, const call *c, digest *d) {
    reply r = reply_create(q, c->count);
    sepal_status status = q->ask(c, r.arrays);
    must(status == SEPAL_OK, "%s: %s", q->name, sepal_status_text(status));
    take_reply(d, &r);
    reply_release(&r);
}

static void ask_pairs(const question *q, const subject *s, digest *d) {
    for (size_t i = 0; i < rule_count(q); i++) {
        sepal_rule rule = rule_number(i, s->margin);
        call c = call_part(q, s, 0, 0, q->slow ? s->pair_count / 4 : s->pair_count, &rule);
        ask_call(q, &c, d);
    }
}

/* The first shapes of some pairs, each against a range of the other set. */
static void ask_ranges(const question *q, const subject *s, digest *d) {
    size_t all = s->count_b;
    for (size_t i = 0; i < 8 && i < s->pair_count; i++) {
        size_t first = i * all / 9;
        sepal_rule rule = rule_number(i % rule_count(q), s->margin);
        call c = call_part(q, s, s->pairs[i].a, first, all - first - i, &rule);
        ask_call(q, &c, d);
    }
}

static void ask_all(const subject *s, digest columns[COLUMNS]) {
    for (int k = 0; k < POLYS_STORED; k++) {
        const question *q = &polys_questions[k];
        (q->one_against_many ? ask_ranges : ask_pairs)(q, s, &columns[k]);
    }
}

/* The copies that a stage makes, and all questions about them: each copy against some that come after it. */
static void ask_placed(const stage *s, digest *d) {
    enum { NEIGHBOURS = 3 };
    sepal_polys *world = NULL;
    sepal_pair *pairs = must_have(malloc(NEIGHBOURS * s->count * sizeof *pairs));
    for (size_t i = 0; i < NEIGHBOURS * s->count; i++)
        pairs[i] = (sepal_pair){(uint32_t)(i % s->count), (uint32_t)((i % s->count + i / s->count + 1) % s->count)};
    must(sepal_polys_create(NULL, &world) == SEPAL_OK, "a set could not be made");
    must(sepal_polys_place(world, s->scene.set_a, s->model, &s->poses, s->count, NULL) == SEPAL_OK, "place failed");
    take_set(d, world);
    subject placed = {.a = world, .b = world, .count_a = s->count, .count_b = s->count, .pairs = pairs};
    placed.pair_count = NEIGHBOURS * s->count;
    digest columns[COLUMNS] = {0};
    ask_all(&placed, columns);
    for (int k = 0; k < COLUMN_COMMON; k++)
        take_word(d, columns[k], 8);
    sepal_polys_destroy(world);
    free(pairs);
}

/* Each contact under its own margin, in a batch with others. */
static void ask_contacts(const line *l, digest columns[COLUMNS]) {
    enum { COMPANY = 12 };
    sepal_pair pairs[COMPANY];
    for (size_t i = 0; i < CONTACTS; i++) {
        for (size_t k = 0; k < COMPANY; k++)
            pairs[k] = (sepal_pair){(uint32_t)((i + k) % CONTACTS), (uint32_t)((i + k) % CONTACTS)};
        subject s = {.a = l->contact_a, .b = l->contact_b, .pairs = pairs, .pair_count = COMPANY, .margin = l->margins[i]};
        for (int k = 0; k < POLYS_STORED; k++)
            if (polys_questions[k].ruled && !polys_questions[k].one_against_many)
                ask_pairs(&polys_questions[k], &s, &columns[k]);
    }
}

/* --- A line ------------------------------------------------------------------------------------------------------------------ */

static void take_subject(const subject *s, digest *d) {
    take_set(d, s->a);
    take_set(d, s->b);
    take_pairs(d, s->pairs, s->pair_count);
    take_floats(d, &s->margin, 1);
}

/* The scenes themselves: if this digest differs, the generators do, and not the answers. */
static void take_line(const line *l, digest *d) {
    if (l->contacts) {
        take_set(d, l->contact_a);
        take_set(d, l->contact_b);
        take_floats(d, l->margins, CONTACTS);
        return;
    }
    subject plain = plain_subject(&l->plain), nested = nest_subject(&l->nest);
    take_subject(&plain, d);
    take_subject(&nested, d);
    for (size_t manner = 0; manner < RADIUS_MANNERS; manner++) {
        subject round = round_subject(&l->round[manner]);
        take_subject(&round, d);
    }
    for (size_t travel = 0; travel < TRAVELS; travel++) {
        const stage *s = &l->stages[travel];
        take_set(d, s->scene.set_a);
        take_floats(d, s->rows, 4 * s->count);
        for (size_t i = 0; i < s->count; i++)
            take_word(d, s->model[i], 4);
    }
}

void ask_line(const line *l, digest columns[COLUMNS]) {
    for (int k = 0; k < COLUMNS; k++)
        columns[k] = digest_start();
    take_line(l, &columns[COLUMN_SCENE]);
    if (l->contacts) {
        ask_contacts(l, columns);
        return;
    }
    subject plain = plain_subject(&l->plain), nested = nest_subject(&l->nest);
    ask_all(&plain, columns);
    ask_all(&nested, columns);
    ask_pairs(&polys_questions[ASK_COMMON], &plain, &columns[COLUMN_COMMON]);
    ask_pairs(&polys_questions[ASK_COMMON], &nested, &columns[COLUMN_COMMON]);
    ask_pairs(&polys_questions[ASK_POLYGONS], &plain, &columns[COLUMN_POLYGONS]);
    ask_pairs(&polys_questions[ASK_POLYGONS], &nested, &columns[COLUMN_POLYGONS]);
    for (size_t manner = 0; manner < RADIUS_MANNERS; manner++) {
        subject round = round_subject(&l->round[manner]);
        ask_all(&round, columns);
    }
    for (size_t travel = 0; travel < TRAVELS; travel++)
        ask_placed(&l->stages[travel], &columns[COLUMN_PLACE]);
}
