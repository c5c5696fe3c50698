/* fuzz_calls.c — any sequence of calls on three sets. Whatever they went through, they answer as sets do to which the same shapes
 * were added one by one, on the scalar path. */
#include "../common/must.h"
#include "ways.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { SETS = 3, PAIRS_MOST = 600 };

/* --- Questions -----------------------------------------------------------------------------------*/

typedef enum question { OVERLAP_PAIRS, OVERLAP_ONE, CONTAINS_PAIRS, MTV_PAIRS, QUESTIONS } question;

typedef struct query {
    question asks;
    const sepal_pair *pairs;
    uint32_t index;
    size_t first, count;
    const sepal_rule *rule;
    bool wants[3]; /* which of the arrays of sepal_mtvs */
} query;

/* Every bit that a call may write, and some behind. */
typedef struct answer {
    sepal_status status;
    uint64_t bits[SEPAL_BIT_WORDS(PAIRS_MOST) + 1];
    float numbers[3][PAIRS_MOST + 1];
} answer;

static void ask(const query *q, const sepal_polys *a, const sepal_polys *b, answer *out) {
    memset(out, 0xa5, sizeof *out);
    const sepal_mtvs mtvs = {q->wants[0] ? out->numbers[0] : NULL, q->wants[1] ? out->numbers[1] : NULL,
                             q->wants[2] ? out->numbers[2] : NULL};
    switch (q->asks) {
    case OVERLAP_PAIRS:
        out->status = sepal_polys_overlap_pairs(a, b, q->pairs, q->count, q->rule, out->bits);
        break;
    case OVERLAP_ONE:
        out->status = sepal_polys_overlap_one(a, q->index, b, q->first, q->count, q->rule, out->bits);
        break;
    case CONTAINS_PAIRS:
        out->status = sepal_polys_contains_pairs(a, b, q->pairs, q->count, out->bits);
        break;
    default:
        out->status = sepal_polys_mtv_pairs(a, b, q->pairs, q->count, q->rule, &mtvs);
    }
}

/* Does the header call these arguments good? */
static bool is_good(const query *q, size_t count_a, size_t count_b) {
    const bool ruled = q->asks != CONTAINS_PAIRS && q->rule != NULL;
    if (ruled && q->rule->touching != SEPAL_TOUCHING_OVERLAPS && q->rule->touching != SEPAL_TOUCHING_IS_APART)
        return false;
    if (ruled && !(q->rule->margin >= 0 && q->rule->margin < 1 / 0.0F))
        return false;
    if (q->asks == OVERLAP_ONE)
        return q->index < count_a && q->first <= count_b && q->count <= count_b - q->first;
    for (size_t i = 0; i < q->count; i++)
        if (q->pairs[i].a >= count_a || q->pairs[i].b >= count_b)
            return false;
    return true;
}

static void check_spare(const query *q, const answer *given) {
    if (given->status != SEPAL_OK || q->asks == MTV_PAIRS || q->count % 64 == 0)
        return;
    must(given->bits[q->count / 64] >> q->count % 64 == 0, "spare bits are set");
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

/* A few pairs from the bytes, repeated with steps until there are `count`. */
static void take_pairs(pen *p, size_t count_a, size_t count_b, sepal_pair *pairs, size_t count) {
    const size_t told = 1 + take_below(p->from, 16), step_a = take_byte(p->from), step_b = take_byte(p->from);
    for (size_t i = 0; i < count; i++)
        if (i < told || count_a == 0 || count_b == 0) {
            pairs[i].a = take_index(p, count_a);
            pairs[i].b = take_index(p, count_b);
        } else {
            pairs[i].a = (uint32_t)((pairs[i % told].a + i / told * step_a) % count_a);
            pairs[i].b = (uint32_t)((pairs[i % told].b + i / told * step_b) % count_b);
        }
}

static void take_question(pen *p, const tracked *a, const tracked *b) {
    sepal_rule rule;
    query q = {.asks = (question)take_below(p->from, QUESTIONS), .wants = {true, true, true}};
    const size_t count_a = a->model.count, count_b = b->model.count;
    if (take_byte(p->from) % 2 == 1) {
        rule = take_rule(p);
        q.rule = &rule;
    }
    if (q.asks == OVERLAP_ONE) {
        q.index = take_index(p, count_a);
        q.first = take_below(p->from, 1 + (uint32_t)count_b);
        q.count = take_rarely(p->from) ? take_byte(p->from) : count_b - q.first;
    } else {
        q.count = take_byte(p->from);
        q.count = q.count < 200 ? q.count : 200 + 7 * (q.count - 200); /* more than a chunk of the library */
    }
    if (q.asks == MTV_PAIRS)
        for (int k = 0; k < 3; k++)
            q.wants[k] = take_byte(p->from) % 4 != 3;
    sepal_pair *pairs = must_have(malloc((q.count + 1) * sizeof *pairs));
    if (q.asks != OVERLAP_ONE)
        take_pairs(p, count_a, count_b, pairs, q.count);
    q.pairs = pairs;
    static answer given, expected;
    ask(&q, a->set, b->set, &given);
    must(given.status == (is_good(&q, count_a, count_b) ? SEPAL_OK : SEPAL_BAD_ARGUMENT), "question %d: %s", (int)q.asks,
         sepal_status_text(given.status));
    check_spare(&q, &given);
    sepal_polys *fresh_a = model_set(&a->model), *fresh_b = a == b ? fresh_a : model_set(&b->model);
    const char *isa = sepal_isa();
    must(sepal_isa_use("scalar") == SEPAL_OK, "there is no scalar path");
    ask(&q, fresh_a, fresh_b, &expected);
    must(sepal_isa_use(isa) == SEPAL_OK, "%s was in use and is unknown", isa);
    must(memcmp(&given, &expected, sizeof given) == 0, "question %d: %s answers otherwise than a fresh set does", (int)q.asks, isa);
    sepal_polys_destroy(fresh_a);
    if (fresh_b != fresh_a)
        sepal_polys_destroy(fresh_b);
    free(pairs);
}

/* --- What else there is --------------------------------------------------------------------------*/

static void take_isa(pen *p) {
    const size_t i = take_below(p->from, 8), count = sepal_isa_count();
    const char *name = sepal_isa_at(i), *before = sepal_isa();
    must((name != NULL) == (i < count), "instruction set %zu of %zu", i, count);
    if (take_rarely(p->from)) {
        must(sepal_isa_use("abacus") == SEPAL_BAD_ARGUMENT && strcmp(sepal_isa(), before) == 0, "counts on an abacus");
        return;
    }
    must(sepal_isa_use(name) == SEPAL_OK, "cannot use %s", name);
    must(strcmp(sepal_isa(), name != NULL ? name : sepal_isa_at(count - 1)) == 0, "uses %s", sepal_isa());
}

/* Reads one shape, or tries to with one argument that is bad. (tracked_check reads all of them as one should.) */
static void take_reading(pen *p, const tracked *t) {
    const float *const nowhere = &(float){0};
    const float *x = nowhere, *y = nowhere;
    size_t count = 77;
    float radius = -7;
    const uint32_t shapes = (uint32_t)t->model.count, fault = take_below(p->from, 5);
    const uint32_t index = fault == 0 || shapes == 0 ? shapes + take_byte(p->from) : take_below(p->from, shapes);
    const sepal_polys *set = fault == 1 ? NULL : t->set;
    const sepal_status of_vertices =
        sepal_polys_vertices(set, index, fault == 2 ? NULL : &x, fault == 3 ? NULL : &y, fault == 4 ? NULL : &count);
    must(of_vertices == SEPAL_BAD_ARGUMENT, "vertices: %s", sepal_status_text(of_vertices));
    must(x == nowhere && y == nowhere && count == 77, "vertices: wrote although refused");
    const bool bad = index >= shapes || fault <= 2;
    const sepal_status of_radius = sepal_polys_radius(set, index, fault == 2 ? NULL : &radius);
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
        const uint32_t first = take_below(&b, SETS), second = take_below(&b, SETS), what = take_below(&b, 8);
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
