/* fuzz_doubles.c — sets of doubles from bytes: overlap under both rules, with radii and margins, and containment. GMP judges the scalar
 * path, and the scalar path judges every other instruction set. A pair must have the same answers in a longer list, after another origin,
 * and in a set that holds the hulls as they go round the other way. */
#include "../common/must.h"
#include "../oracle/oracle.h"
#include "../oracle/round.h"
#include "bytes.h"

#include <math.h>
#include <sepal/sepal.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { SHAPES_MOST = 6, VERTICES_MOST = 40, PAIRS_MOST = SHAPES_MOST * SHAPES_MOST, BATCH_MOST = 15 * PAIRS_MOST, SEEN_MOST = 64 };

/* --- Numbers and points from bytes */

/* Raw bits hardly ever touch. So there are also whole numbers of a step, decimals, earlier coordinates, and what is an ulp beside them. */
typedef struct pen64 {
    bytes *from;
    double step, x, y; /* the lattice is that of whole multiples of the step, moved to here */
    size_t seen;       /* number of points so far; the last ones are kept */
    double seen_x[SEEN_MOST], seen_y[SEEN_MOST];
} pen64;

/* A coordinate; 0 in place of what is out of range. */
static double in_range(double v) {
    const double size = fabs(v);
    return size >= 0x1p-200 && size <= 0x1p100 ? v : 0;
}

static double by_ulps(double v, int steps) {
    for (; steps != 0; steps += steps < 0 ? 1 : -1)
        v = nextafter(v, steps < 0 ? -HUGE_VAL : HUGE_VAL);
    return v;
}

static size_t take_seen(pen64 *p) {
    const size_t kept = p->seen < SEEN_MOST ? p->seen : SEEN_MOST;
    return kept == 0 ? 0 : take_below(p->from, (uint32_t)kept);
}

static double take_number(pen64 *p) {
    bytes *b = p->from;
    const uint32_t kind = take_below(b, 6);
    if (kind == 0)
        return p->step * take_small(b);
    if (kind == 1) {
        const uint64_t low = take_word(b), bits = low | (uint64_t)take_word(b) << 32;
        double value;
        memcpy(&value, &bits, sizeof value);
        return value;
    }
    if (kind == 2)
        return (double)take_small(b) / 1000;
    if (kind == 3) {
        const int mantissa = take_small(b);
        return ldexp(mantissa, take_small(b));
    }
    const size_t i = take_seen(p);
    return by_ulps(take_byte(b) % 2 == 0 ? p->seen_x[i] : p->seen_y[i], kind == 4 ? 0 : take_small(b) / 16);
}

static void take_point(pen64 *p, double *x, double *y) {
    bytes *b = p->from;
    const uint32_t kind = take_below(b, 9);
    const size_t i = take_seen(p), j = take_seen(p), k = take_seen(p);
    *x = p->seen_x[i];
    *y = p->seen_y[i];
    if (kind <= 1) {
        *x = p->x + p->step * take_small(b);
        *y = p->y + p->step * take_small(b);
    } else if (kind == 2) {
        *x = take_number(p);
        *y = take_number(p);
    } else if (kind == 3) {
        *x = by_ulps(*x, take_small(b) / 16);
        *y = by_ulps(*y, take_small(b) / 16);
    } else if (kind == 4) { /* between two points */
        const double share = (double)take_byte(b) / 256;
        *x += share * (p->seen_x[j] - *x);
        *y += share * (p->seen_y[j] - *y);
    } else if (kind == 5) { /* the fourth corner of a parallelogram */
        *x += p->seen_x[j] - p->seen_x[k];
        *y += p->seen_y[j] - p->seen_y[k];
    } else if (kind == 6) { /* a quarter turn about a point: distances that are equal */
        *x = p->seen_x[j] - (p->seen_y[i] - p->seen_y[j]);
        *y = p->seen_y[j] + (p->seen_x[i] - p->seen_x[j]);
    } else if (kind == 7) { /* another lattice */
        p->step = take_byte(b) % 2 == 0 ? ldexp(1, take_small(b)) : 0.001;
        p->x = in_range(take_number(p));
        p->y = in_range(take_number(p));
    }
    *x = in_range(*x);
    *y = in_range(*y);
    p->seen_x[p->seen % SEEN_MOST] = *x;
    p->seen_y[p->seen % SEEN_MOST] = *y;
    p->seen++;
}

/* --- Shapes: the hulls of points */

typedef struct hull64 {
    double x[VERTICES_MOST], y[VERTICES_MOST], radius;
    size_t count;
} hull64;

static void take_hull(pen64 *p, sepal_polys *set, bool round, hull64 *out) {
    double x[VERTICES_MOST], y[VERTICES_MOST];
    const double *corner_x, *corner_y;
    const uint32_t wanted = take_below(p->from, 20);
    const uint32_t first[] = {0, 1 + (wanted > 17 ? 2 * wanted : wanted)};
    for (uint32_t k = 0; k < first[1]; k++)
        take_point(p, &x[k], &y[k]);
    out->radius = round && take_byte(p->from) % 2 == 0 ? fabs(in_range(take_number(p))) : 0;
    uint32_t index = 0;
    must(sepal_polys_add_hulls_doubles(set, x, y, first, 1, &out->radius, &index, NULL) == SEPAL_OK, "a hull is refused");
    must(sepal_polys_vertices_doubles(set, index, &corner_x, &corner_y, &out->count) == SEPAL_OK, "no vertices");
    memcpy(out->x, corner_x, out->count * sizeof *corner_x);
    memcpy(out->y, corner_y, out->count * sizeof *corner_y);
    for (uint32_t k = 0; k < first[1]; k++)
        must(oracle_doubles_contact(&x[k], &y[k], 1, out->x, out->y, out->count) != ORACLE_APART, "a point is not in its hull");
}

/* A set of the hulls, `times` times one after the other. turned: every second one goes round the other way, with its last vertex twice. */
static sepal_polys *set_of(const hull64 *hulls, uint32_t count, uint32_t times, double origin_x, double origin_y, bool turned) {
    sepal_polys *set = NULL;
    must(sepal_polys_create_doubles(NULL, origin_x, origin_y, &set) == SEPAL_OK, "no set");
    for (uint32_t k = 0; k < times * count; k++) {
        const hull64 *h = &hulls[k % count];
        double x[VERTICES_MOST + 1] = {0}, y[VERTICES_MOST + 1] = {0};
        const bool back = turned && k % 2 == 0;
        for (size_t i = 0; i < h->count; i++) {
            x[i] = h->x[back ? h->count - 1 - i : i];
            y[i] = h->y[back ? h->count - 1 - i : i];
        }
        x[h->count] = x[h->count - 1];
        y[h->count] = y[h->count - 1];
        must(sepal_polys_add_round_doubles(set, x, y, h->count + back, h->radius, NULL) == SEPAL_OK, "a hull is no polygon");
    }
    return set;
}

/* --- Answers */

typedef struct answers {
    uint64_t overlap[2][SEPAL_BIT_WORDS(BATCH_MOST)], contains[2][SEPAL_BIT_WORDS(BATCH_MOST)]; /* [touching] */
} answers;

static bool bit_at(const uint64_t *bits, size_t i) {
    return bits[i / 64] >> i % 64 & 1;
}

static void ask(const sepal_polys *set, const sepal_pair *pairs, size_t count, double margin, answers *out) {
    memset(out, 0, sizeof *out);
    for (int touching = 0; touching < 2; touching++) {
        const sepal_rule rule = {(sepal_touching)touching, 0, margin};
        must(sepal_polys_overlap_pairs(set, set, pairs, count, &rule, out->overlap[touching]) == SEPAL_OK &&
                 sepal_polys_contains_pairs(set, set, pairs, count, &rule, out->contains[touching]) == SEPAL_OK,
             "a question is refused");
    }
}

/* Pair k is shape k / count and shape k % count of the hulls. */
static void judge_pair(const hull64 *hulls, size_t count, size_t k, double margin, const answers *m) {
    const hull64 *a = &hulls[k / count], *b = &hulls[k % count];
    const oracle_contact contact =
        oracle_doubles_round_contact(a->x, a->y, a->count, a->radius, b->x, b->y, b->count, b->radius, margin);
    must(bit_at(m->overlap[SEPAL_TOUCHING_OVERLAPS], k) == (contact != ORACLE_APART), "overlap: the contact is %d", (int)contact);
    must(bit_at(m->overlap[SEPAL_TOUCHING_IS_APART], k) == (contact == ORACLE_OVERLAP),
         "overlap, touching is apart: the contact is %d", (int)contact);
    if (a->radius > 0 || b->radius > 0 || margin > 0) { /* what is contained, and has an inside, overlaps */
        must(!bit_at(m->contains[1], k) || bit_at(m->contains[0], k), "contained strictly, and not contained");
        must(!bit_at(m->contains[0], k) || contact != ORACLE_APART, "contained, and apart");
        return;
    }
    bool inside = true, strictly = true;
    for (size_t i = 0; i < b->count; i++) {
        const oracle_contact at = oracle_doubles_contact(a->x, a->y, a->count, &b->x[i], &b->y[i], 1);
        inside = inside && at != ORACLE_APART;
        strictly = strictly && at == ORACLE_OVERLAP;
    }
    must(bit_at(m->contains[0], k) == inside && bit_at(m->contains[1], k) == strictly, "contains");
}

/* A list that repeats the pairs, and mixes them, has the answers of each pair. */
static void check_batch(const hull64 *hulls, uint32_t count, bytes *b, double margin, const answers *few) {
    static answers many;
    sepal_pair pairs[BATCH_MOST];
    uint32_t number[BATCH_MOST];
    const uint32_t step = 1 + take_byte(b), length = BATCH_MOST - take_byte(b);
    if (count == 0)
        return;
    const double origin_x = count > 1 ? hulls[1].x[0] : 0, origin_y = hulls[0].y[0];
    sepal_polys *set = set_of(hulls, count, 3, origin_x, origin_y, true);
    for (uint32_t i = 0; i < length; i++) {
        number[i] = i * step % (count * count);
        pairs[i] = (sepal_pair){number[i] / count + i % 3 * count, number[i] % count + i / 7 % 3 * count};
    }
    for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
        must(sepal_isa_use(sepal_isa_at(isa)) == SEPAL_OK, "cannot use %s", sepal_isa_at(isa));
        ask(set, pairs, length, margin, &many);
        for (uint32_t i = 0; i < length; i++)
            for (int touching = 0; touching < 2; touching++)
                must(bit_at(many.overlap[touching], i) == bit_at(few->overlap[touching], number[i]) &&
                         bit_at(many.contains[touching], i) == bit_at(few->contains[touching], number[i]),
                     "%s: pair %u of many", sepal_isa(), (unsigned)i);
    }
    sepal_polys_destroy(set);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static hull64 hulls[SHAPES_MOST];
    static answers few, other;
    bytes b = {data, size};
    pen64 p = {.from = &b, .step = 1};
    const uint8_t manner = take_byte(&b);
    const uint32_t count = 2 + (manner >> 2) % (SHAPES_MOST - 1);
    const bool round = manner % 4 >= 2;
    sepal_pair pairs[PAIRS_MOST];
    sepal_polys *set = NULL;
    must(sepal_polys_create_doubles(NULL, 0, 0, &set) == SEPAL_OK, "no set");
    for (uint32_t k = 0; k < count; k++)
        take_hull(&p, set, round, &hulls[k]);
    const double margin = round ? fabs(in_range(take_number(&p))) : 0;
    for (uint32_t k = 0; k < count * count; k++)
        pairs[k] = (sepal_pair){k / count, k % count};
    for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
        must(sepal_isa_use(sepal_isa_at(isa)) == SEPAL_OK, "cannot use %s", sepal_isa_at(isa));
        ask(set, pairs, count * count, margin, isa == 0 ? &few : &other);
        must(isa == 0 || memcmp(&few, &other, sizeof few) == 0, "%s has other answers", sepal_isa());
    }
    for (size_t k = 0; k < (size_t)count * count; k++)
        judge_pair(hulls, count, k, margin, &few);
    check_batch(hulls, count, &b, margin, &few);
    sepal_polys_destroy(set);
    return 0;
}
