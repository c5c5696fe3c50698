#include "check.h"
#include "must.h"

#include <criterion/criterion.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const uint64_t canary = 0xa5c3f0e19687d2b4u;

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
    const int length = vsnprintf(m->text + m->length, sizeof m->text - m->length, format, values);
    va_end(values);
    m->length += (size_t)length;
    if (m->length >= sizeof m->text)
        m->length = sizeof m->text - 1;
}

/* The vertices as hexadecimal floats, to be copied into a test. */
static void say_polygon(message *m, const char *name, const sepal_polys *set, uint32_t index) {
    const float *x, *y;
    size_t count;
    cr_assert_eq(sepal_polys_vertices(set, index, &x, &y, &count), SEPAL_OK);
    say(m, "\n  %s = polygon %u:", name, index);
    for (size_t i = 0; i < count; i++)
        say(m, " {%a, %a}", (double)x[i], (double)y[i]);
}

static void fail_pair(const scene *about, const char *who, const sepal_polys *a, const sepal_polys *b, sepal_pair pair, size_t i,
                      size_t count, int touching, bool expected) {
    static message m;
    m.length = 0;
    say(&m, "%s, scene '%s', seed %llu, pair %zu of %zu, touching %s: should %s", who, about->kind, (unsigned long long)about->seed,
        i, count, touching == SEPAL_TOUCHING_OVERLAPS ? "overlaps" : "is apart", expected ? "overlap" : "be apart");
    say_polygon(&m, "a", a, pair.a);
    say_polygon(&m, "b", b, pair.b);
    cr_assert_fail("%s", m.text);
}

/* --- Questions ---------------------------------------------------------------------------------*/

typedef struct answer_words {
    uint64_t *bits;
    size_t words, count;
} answer_words;

/* Room for the answers, full of ones, and a word behind it. */
static answer_words words_create(size_t count) {
    answer_words w = {.words = SEPAL_BIT_WORDS(count), .count = count};
    w.bits = must_have(malloc((w.words + 1) * sizeof *w.bits));
    memset(w.bits, 0xff, w.words * sizeof *w.bits);
    w.bits[w.words] = canary;
    return w;
}

static void check_edges(const answer_words *w, const scene *about, const char *who) {
    cr_assert_eq(w->bits[w->words], canary, "%s, scene '%s': wrote behind the answers of %zu pairs", who, about->kind, w->count);
    for (size_t i = w->count; i < 64 * w->words; i++)
        cr_assert(!bit_at(w->bits, i), "%s, scene '%s': spare bit %zu of %zu answers is set", who, about->kind, i, w->count);
}

void check_pairs(const scene *about, const char *who, const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs,
                 size_t count, int touching, const uint8_t *expected) {
    answer_words w = words_create(count);
    cr_assert_eq(sepal_polys_overlap_pairs(a, b, pairs, count, rule_at(touching), w.bits), SEPAL_OK);
    check_edges(&w, about, who);
    for (size_t i = 0; i < count; i++)
        if (bit_at(w.bits, i) != expected[i])
            fail_pair(about, who, a, b, pairs[i], i, count, touching, expected[i]);
    free(w.bits);
}

void check_one(const scene *about, const char *who, const sepal_polys *a, uint32_t index, const sepal_polys *b, size_t first,
               size_t count, int touching, const uint8_t *expected) {
    answer_words w = words_create(count);
    cr_assert_eq(sepal_polys_overlap_one(a, index, b, first, count, rule_at(touching), w.bits), SEPAL_OK);
    check_edges(&w, about, who);
    for (size_t i = 0; i < count; i++)
        if (bit_at(w.bits, i) != expected[i])
            fail_pair(about, who, a, b, (sepal_pair){index, (uint32_t)(first + i)}, i, count, touching, expected[i]);
    free(w.bits);
}

void ask_pairs(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, size_t count, int touching, uint8_t *answers) {
    answer_words w = words_create(count);
    cr_assert_eq(sepal_polys_overlap_pairs(a, b, pairs, count, rule_at(touching), w.bits), SEPAL_OK);
    for (size_t i = 0; i < count; i++)
        answers[i] = bit_at(w.bits, i);
    free(w.bits);
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
