#include "check.h"
#include "../questions/polys_questions.h"
#include "must.h"

#include <criterion/criterion.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const sepal_rule *rule_at(int touching) {
    static const sepal_rule rules[RULES] = {{.touching = SEPAL_TOUCHING_OVERLAPS}, {.touching = SEPAL_TOUCHING_IS_APART}};
    return &rules[touching];
}

uint8_t *answers_create(size_t count) {
    return must_have(calloc(count + 1, 1));
}

bool bit_at(const uint64_t *bits, size_t i) {
    return bits[i / 64] >> i % 64 & 1;
}

/* --- Messages ----------------------------------------------------------------------------------*/

typedef struct message {
    char text[1 << 15];
    size_t length;
} message;

static void say(message *m, const char *format, ...) {
    va_list values;
    va_start(values, format);
    int length = vsnprintf(m->text + m->length, sizeof m->text - m->length, format, values);
    va_end(values);
    m->length += (size_t)length;
    if (m->length >= sizeof m->text)
        m->length = sizeof m->text - 1;
}

/* The vertices as hexadecimal floats, which can be copied into a test. */
static void say_polygon(message *m, const char *name, const sepal_polys *set, uint32_t index) {
    const float *x, *y;
    size_t count;
    cr_assert_eq(sepal_polys_vertices(set, index, &x, &y, &count), SEPAL_OK);
    say(m, "\n  %s = polygon %u:", name, index);
    for (size_t i = 0; i < count; i++)
        say(m, " {%a, %a}", (double)x[i], (double)y[i]);
}

static void fail_pair(const scene *about, const char *who, const question *q, const call *c, size_t i, bool expected) {
    static message m;
    uint32_t a = q->one_against_many ? c->index : c->pairs[i].a;
    uint32_t b = q->one_against_many ? (uint32_t)(c->first + i) : c->pairs[i].b;
    m.length = 0;
    say(&m, "%s, '%s', scene '%s', seed %llu, pair %zu of %zu, touching %s, margin %a: should be %d", who, q->name, about->kind,
        (unsigned long long)about->seed, i, c->count,
        c->rule != NULL && c->rule->touching == SEPAL_TOUCHING_IS_APART ? "is apart" : "overlaps",
        c->rule != NULL ? (double)c->rule->margin : 0, expected);
    say_polygon(&m, "a", c->a, a);
    say_polygon(&m, "b", c->b, b);
    cr_assert_fail("%s", m.text);
}

/* --- Questions ------------------------------------------------------------------------------------------------------------- */

void check_bits(const scene *about, const char *who, const question *q, const call *c, const uint8_t *expected) {
    reply r = reply_create(q, c->count);
    cr_assert_eq(q->ask(c, r.arrays), SEPAL_OK);
    const char *fault = reply_fault(&r);
    cr_assert_null(fault, "%s, '%s', scene '%s', %zu answers: %s", who, q->name, about->kind, c->count, fault);
    for (size_t i = 0; i < c->count; i++)
        if (bit_at(r.arrays[0], i) != expected[i])
            fail_pair(about, who, q, c, i, expected[i]);
    reply_release(&r);
}

void ask_bits(const question *q, const call *c, uint8_t *answers) {
    reply r = reply_create(q, c->count);
    cr_assert_eq(q->ask(c, r.arrays), SEPAL_OK);
    for (size_t i = 0; i < c->count; i++)
        answers[i] = bit_at(r.arrays[0], i);
    reply_release(&r);
}

void check_pairs(const scene *about, const char *who, const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs,
                 size_t count, int touching, const uint8_t *expected) {
    call c = {.a = a, .b = b, .pairs = pairs, .count = count, .rule = rule_at(touching)};
    check_bits(about, who, &polys_questions[ASK_OVERLAP], &c, expected);
}

void check_one(const scene *about, const char *who, const sepal_polys *a, uint32_t index, const sepal_polys *b, size_t first,
               size_t count, int touching, const uint8_t *expected) {
    call c = {.a = a, .b = b, .index = index, .first = first, .count = count, .rule = rule_at(touching)};
    check_bits(about, who, &polys_questions[ASK_OVERLAP_ONE], &c, expected);
}

void ask_pairs(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, size_t count, int touching, uint8_t *answers) {
    call c = {.a = a, .b = b, .pairs = pairs, .count = count, .rule = rule_at(touching)};
    ask_bits(&polys_questions[ASK_OVERLAP], &c, answers);
}

const char *use_isa(size_t i) {
    const char *name = sepal_isa_at(i);
    cr_assert_not_null(name);
    cr_assert_eq(sepal_isa_use(name), SEPAL_OK);
    return name;
}

/* --- The content of a set ----------------------------------------------------------------------*/

content content_of(const sepal_polys *set) {
    content c = {.shapes = sepal_polys_count(set)};
    const float *x, *y;
    size_t count;
    for (size_t i = 0; i < c.shapes; i++) {
        cr_assert_eq(sepal_polys_vertices(set, (uint32_t)i, &x, &y, &count), SEPAL_OK);
        c.vertices += count;
    }
    c.counts = must_have(malloc((c.shapes + 1) * sizeof *c.counts));
    c.x = must_have(malloc((c.vertices + 1) * sizeof *c.x));
    c.y = must_have(malloc((c.vertices + 1) * sizeof *c.y));
    size_t at = 0;
    for (size_t i = 0; i < c.shapes; i++) {
        cr_assert_eq(sepal_polys_vertices(set, (uint32_t)i, &x, &y, &count), SEPAL_OK);
        c.counts[i] = count;
        memcpy(c.x + at, x, count * sizeof *x);
        memcpy(c.y + at, y, count * sizeof *y);
        at += count;
    }
    return c;
}

void content_release(content *c) {
    free(c->counts);
    free(c->x);
    free(c->y);
}

void check_content(const sepal_polys *set, content *c, const char *after) {
    content now = content_of(set);
    cr_assert_eq(now.shapes, c->shapes, "after %s: %zu polygons instead of %zu", after, now.shapes, c->shapes);
    cr_assert_eq(now.vertices, c->vertices, "after %s: other numbers of vertices", after);
    cr_assert(memcmp(now.counts, c->counts, c->shapes * sizeof *c->counts) == 0, "after %s: other numbers of vertices", after);
    cr_assert(memcmp(now.x, c->x, c->vertices * sizeof *c->x) == 0, "after %s: other x", after);
    cr_assert(memcmp(now.y, c->y, c->vertices * sizeof *c->y) == 0, "after %s: other y", after);
    content_release(&now);
    content_release(c);
}
