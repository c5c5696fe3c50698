/* fuzz_calls.c — any sequence of calls on three sets. After any history, a set gives the answers that the scalar path gives for
 * a set to which the same shapes were added one by one. */
#include "../common/must.h"
#include "../questions/polys_questions.h"
#include "ways.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { SETS = 3 };

/* --- Questions -----------------------------------------------------------------------------------*/

/* Whether the header of the library allows these arguments. */
static bool is_good(const question *q, const call *c, size_t count_a, size_t count_b) {
    const sepal_rule *rule = q->ruled ? c->rule : NULL;
    if (rule != NULL && rule->touching != SEPAL_TOUCHING_OVERLAPS && rule->touching != SEPAL_TOUCHING_IS_APART)
        return false;
    if (rule != NULL && !(rule->margin >= 0 && rule->margin < 1 / 0.0F))
        return false;
    if (q->one_against_many)
        return c->index < count_a && c->first <= count_b && c->count <= count_b - c->first;
    for (size_t i = 0; i < c->count; i++)
        if (c->pairs[i].a >= count_a || c->pairs[i].b >= count_b)
            return false;
    return true;
}

static uint32_t take_index(pen *p, size_t count) {
    if (count == 0 || take_below(p->from, 256) == 255)
        return take_byte(p->from) % 2 == 0 ? (uint32_t)count : UINT32_MAX - take_byte(p->from);
    return take_below(p->from, (uint32_t)count);
}

static sepal_rule take_rule(pen *p) {
    sepal_rule rule = {.touching = (sepal_touching)(take_byte(p->from) % 2)};
    rule.margin = take_reach(p);
    if (take_rarely(p->from))
        rule.margin = take_float(p);
    if (take_rarely(p->from))
        rule.touching = (sepal_touching)take_byte(p->from);
    return rule;
}

/* A few pairs come from the bytes. They are repeated with steps until there are `count`. */
static void take_pairs(pen *p, size_t count_a, size_t count_b, sepal_pair *pairs, size_t count) {
    size_t told = 1 + take_below(p->from, 16), step_a = take_byte(p->from), step_b = take_byte(p->from);
    for (size_t i = 0; i < count; i++)
        if (i < told || count_a == 0 || count_b == 0) {
            pairs[i].a = take_index(p, count_a);
            pairs[i].b = take_index(p, count_b);
        } else {
            pairs[i].a = (uint32_t)((pairs[i % told].a + i / told * step_a) % count_a);
            pairs[i].b = (uint32_t)((pairs[i % told].b + i / told * step_b) % count_b);
        }
}

static bool wants_all(const question *q, const bool wanted[]) {
    for (size_t k = 0; k < q->array_count; k++)
        if (!wanted[k])
            return false;
    return true;
}

/* Asks on the instruction set in use, and then asks the scalar path about fresh sets. Both must return and write the same. */
static void check_question(const question *q, call *c, const bool wanted[], const tracked *a, const tracked *b) {
    reply given = reply_create(q, c->count), expected = reply_create(q, c->count);
    void *given_arrays[ARRAYS_MOST] = {NULL}, *expected_arrays[ARRAYS_MOST] = {NULL};
    for (size_t k = 0; k < q->array_count; k++) {
        given_arrays[k] = wanted[k] ? given.arrays[k] : NULL;
        expected_arrays[k] = wanted[k] ? expected.arrays[k] : NULL;
    }
    c->a = a->set;
    c->b = b->set;
    sepal_status status = q->ask(c, given_arrays);
    must(status == (is_good(q, c, a->model.count, b->model.count) ? SEPAL_OK : SEPAL_BAD_ARGUMENT), "%s: %s", q->name,
         sepal_status_text(status));
    if (status != SEPAL_OK)
        must(reply_is_untouched(&given), "%s: wrote although refused", q->name);
    sepal_polys *fresh_a = model_set(&a->model), *fresh_b = a == b ? fresh_a : model_set(&b->model);
    const char *isa = sepal_isa();
    size_t differs = 0;
    must(sepal_isa_use("scalar") == SEPAL_OK, "there is no scalar path");
    c->a = fresh_a;
    c->b = fresh_b;
    must(q->ask(c, expected_arrays) == status, "%s: %s and a fresh set differ in the status", q->name, isa);
    must(sepal_isa_use(isa) == SEPAL_OK, "%s was in use and is unknown", isa);
    must(same_answers(&given, &expected, 0, &differs), "%s: %s answers otherwise than a fresh set does: %zu of %zu", q->name, isa,
         differs, c->count);
    if (status == SEPAL_OK && wants_all(q, wanted))
        must(reply_fault(&given) == NULL, "%s, %s: %s", q->name, isa, reply_fault(&given));
    sepal_polys_destroy(fresh_a);
    if (fresh_b != fresh_a)
        sepal_polys_destroy(fresh_b);
    reply_release(&expected);
    reply_release(&given);
}

static void take_question(pen *p, const tracked *a, const tracked *b) {
    const question *q = &polys_questions[take_below(p->from, POLYS_STORED)];
    sepal_rule rule;
    call c = {0};
    bool wanted[ARRAYS_MOST];
    size_t count_a = a->model.count, count_b = b->model.count;
    if (take_byte(p->from) % 2 == 1) {
        rule = take_rule(p);
        c.rule = &rule;
    }
    if (q->one_against_many) {
        c.index = take_index(p, count_a);
        c.first = take_below(p->from, 1 + (uint32_t)count_b);
        c.count = take_rarely(p->from) ? take_byte(p->from) : count_b - c.first;
    } else {
        c.count = take_byte(p->from);
        c.count = c.count < 200 ? c.count : 200 + 7 * (c.count - 200); /* more than a chunk of the library */
    }
    for (size_t k = 0; k < ARRAYS_MOST; k++)
        wanted[k] = !q->structured || k >= q->array_count || take_byte(p->from) % 4 != 3;
    sepal_pair *pairs = must_have(malloc((c.count + 1) * sizeof *pairs));
    if (!q->one_against_many)
        take_pairs(p, count_a, count_b, pairs, c.count);
    c.pairs = pairs;
    check_question(q, &c, wanted, a, b);
    free(pairs);
}

/* --- What else there is --------------------------------------------------------------------------*/

static void take_isa(pen *p) {
    size_t i = take_below(p->from, 8), count = sepal_isa_count();
    const char *name = sepal_isa_at(i), *before = sepal_isa();
    must((name != NULL) == (i < count), "instruction set %zu of %zu", i, count);
    if (take_rarely(p->from)) {
        must(sepal_isa_use("abacus") == SEPAL_BAD_ARGUMENT && strcmp(sepal_isa(), before) == 0, "counts on an abacus");
        return;
    }
    must(sepal_isa_use(name) == SEPAL_OK, "cannot use %s", name);
    must(strcmp(sepal_isa(), name != NULL ? name : sepal_isa_at(count - 1)) == 0, "uses %s", sepal_isa());
}

/* Tries to read one shape with one argument that is bad. (tracked_check reads all shapes with good arguments.) */
static void take_reading(pen *p, const tracked *t) {
    const float *const nowhere = &(float){0};
    const float *x = nowhere, *y = nowhere;
    size_t count = 77;
    float radius = -7;
    uint32_t shapes = (uint32_t)t->model.count, fault = take_below(p->from, 5);
    uint32_t index = fault == 0 || shapes == 0 ? shapes + take_byte(p->from) : take_below(p->from, shapes);
    const sepal_polys *set = fault == 1 ? NULL : t->set;
    sepal_status of_vertices =
        sepal_polys_vertices(set, index, fault == 2 ? NULL : &x, fault == 3 ? NULL : &y, fault == 4 ? NULL : &count);
    must(of_vertices == SEPAL_BAD_ARGUMENT, "vertices: %s", sepal_status_text(of_vertices));
    must(x == nowhere && y == nowhere && count == 77, "vertices: wrote although refused");
    bool bad = index >= shapes || fault <= 2;
    sepal_status of_radius = sepal_polys_radius(set, index, fault == 2 ? NULL : &radius);
    must(of_radius == (bad ? SEPAL_BAD_ARGUMENT : SEPAL_OK), "radius: %s", sepal_status_text(of_radius));
    must((radius == -7) == bad, "radius: wrote although refused, or did not");
    must(sepal_status_text((sepal_status)fault) != NULL && sepal_version() != NULL, "no text");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static tracked sets[SETS];
    bytes b = {data, size};
    pen p = pen_create(&b);
    must(sepal_isa_use(NULL) == SEPAL_OK, "there is no instruction set");
    for (int i = 0; i < SETS; i++)
        tracked_open(&sets[i], take_byte(&b) % 2 == 1);
    while (b.left > 0) {
        uint32_t first = take_below(&b, SETS), second = take_below(&b, SETS), what = take_below(&b, 8);
        tracked *to = &sets[first];
        if (what < 4) {
            take_way(&p, to, &sets[(first + 1 + second % 2) % SETS]);
            tracked_check(to);
        } else if (what < 6) {
            take_question(&p, to, &sets[second]);
        } else if (what == 6) {
            take_isa(&p);
        } else if (take_byte(&b) % 2 == 0) {
            take_reading(&p, to);
        } else {
            tracked_close(to);
            tracked_open(to, take_byte(&b) % 2 == 1);
        }
    }
    for (int i = 0; i < SETS; i++)
        tracked_close(&sets[i]);
    return 0;
}
