/* Solids in hulls and boxes where the faces of the outer one decide, against GMP: copies, vertices on faces, edges and corners of the
 * outer one or a unit in the last place beside, lattices, flat ones, exact ties of a radius or a margin, and coordinates of all sizes. */
#include "../common/check.h"
#include "judged.h"

#include <criterion/criterion.h>
#include <math.h>

enum { PAIRS = 150, MOST = 9, MARGINS = 4 };

typedef enum family { LATTICE, REAL, NEARLY_FLAT, TINY_ONES, HUGE_ONES, ALL_SIZES, FAMILIES } family;

static const char *const names[FAMILIES] = {"lattice", "real", "nearly flat", "tiny", "huge", "of all sizes"};
static const float scales[FAMILIES] = {1, 1, 1, 0x1p-125F, 0x1p124F, 1};

static float coordinate(rng *r, family of) {
    if (of == LATTICE)
        return (float)(4 * rng_between(r, -2, 2));
    if (of == NEARLY_FLAT)
        return (float)rng_between(r, -2, 2) + (float)rng_between(r, -2, 2) * 0x1p-22F;
    if (of == ALL_SIZES)
        return (float)(rng_real(r, -1, 1) * (rng_below(r, 3) == 0 ? 0x1p-70 : rng_below(r, 6) == 0 ? 0x1p40 : 1));
    return (float)rng_real(r, -4, 4) * scales[of];
}

/* Points of which the outer solid is the hull, or three vectors of which it is the box; all, two, one or none of its dimensions. */
static void make_outer(rng *r, family of, solid_item *out) {
    const uint32_t dimensions = rng_below(r, 4) == 0 ? rng_below(r, 3) : 3;
    *out = (solid_item){.box = rng_below(r, 4) == 0, .count = 1 + rng_below(r, MOST)};
    for (size_t k = 0; k < out->count; k++) {
        float at[3] = {0, 0, 0};
        for (uint32_t c = 0; c < 3; c++)
            at[c] = c < dimensions ? coordinate(r, of) : c == 0 ? scales[of] : at[0];
        out->x[k] = at[0], out->y[k] = at[1], out->z[k] = at[2];
    }
    for (uint32_t c = 0; c < 3; c++) {
        out->vectors.c[c] = coordinate(r, of);
        out->vectors.u[c] = coordinate(r, of) / 2;
        out->vectors.v[c] = coordinate(r, of) / 2;
        out->vectors.w[c] = dimensions == 3 ? coordinate(r, of) / 2 : 0;
    }
}

/* Point k of a hull, or a corner of a box as rounded. */
static float point_of(const solid_item *s, size_t k, size_t c) {
    const float *const all[3] = {s->x, s->y, s->z};
    const sepal_parallelepiped *v = &s->vectors;
    return s->box ? v->c[c] + (k & 1 ? v->u[c] : -v->u[c]) + (k & 2 ? v->v[c] : -v->v[c]) + (k & 4 ? v->w[c] : -v->w[c])
                  : all[c][k];
}

/* Points of the outer one: vertices, means of two or three, those a unit in the last place beside, and what is well inside. */
static void make_inner(rng *r, const solid_item *outer, solid_item *out) {
    const uint32_t count = outer->box ? 8 : (uint32_t)outer->count;
    const bool copy = rng_below(r, 8) == 0;
    *out = (solid_item){.count = copy ? count : 1 + rng_below(r, 5)};
    for (size_t k = 0; k < out->count; k++) {
        const uint32_t way = copy ? 0 : rng_below(r, 5), i = copy ? (uint32_t)k : rng_below(r, count), j = rng_below(r, count),
                       h = rng_below(r, count);
        float at[3];
        for (size_t c = 0; c < 3; c++) {
            const float p = point_of(outer, i, c), q = point_of(outer, j, c), s = point_of(outer, h, c);
            at[c] = way == 0 ? p : way == 1 || way == 2 ? p / 2 + q / 2 : way == 3 ? p / 4 + q / 4 + s / 2 : p / 2 + q / 4;
            at[c] = way == 2 ? nextafterf(at[c], rng_below(r, 2) == 0 ? 0 : s) : at[c];
        }
        out->x[k] = at[0], out->y[k] = at[1], out->z[k] = at[2];
    }
    out->radius = outer->radius;
}

static void add_item(sepal_solids *set, const solid_item *s) {
    const sepal_parallelepiped *b = &s->vectors;
    const sepal_solid_parallelepipeds boxes = {.c = {&b->c[0], &b->c[1], &b->c[2]},
                                               .u = {&b->u[0], &b->u[1], &b->u[2]},
                                               .v = {&b->v[0], &b->v[1], &b->v[2]},
                                               .w = {&b->w[0], &b->w[1], &b->w[2]},
                                               .radius = &s->radius};
    cr_assert_eq(s->box ? sepal_solids_add_parallelepipeds(set, &boxes, 1, NULL, NULL)
                        : sepal_solids_add_hull(set, s->x, s->y, s->z, s->count, s->radius, NULL),
                 SEPAL_OK);
}

Test(solids_contain_faces, as_the_oracle_says) {
    static solid_item outer[PAIRS], inner[PAIRS];
    static sepal_pair pairs[PAIRS];
    size_t tally[2][2] = {{0, 0}, {0, 0}}, touching = 0;
    rng r = {31};
    for (family of = 0; of < FAMILIES; of++) {
        const float margins[MARGINS] = {0, scales[of], 0.01F * scales[of], 0x1p-20F * scales[of]};
        sepal_solids *a = NULL, *b = NULL;
        cr_assert(sepal_solids_create(NULL, &a) == SEPAL_OK && sepal_solids_create(NULL, &b) == SEPAL_OK);
        for (uint32_t k = 0; k < PAIRS; k++) {
            make_outer(&r, of, &outer[k]);
            make_inner(&r, &outer[k], &inner[k]);
            inner[k].radius = rng_below(&r, 3) == 0 ? scales[of] * 0.5F : 0;
            outer[k].radius = rng_below(&r, 4) == 0 ? scales[of] * 0.5F : 0;
            add_item(a, &outer[k]);
            add_item(b, &inner[k]);
            pairs[k] = (sepal_pair){k, k};
        }
        for (int way = 0; way < 2 * MARGINS; way++) {
            const int strictly = way / MARGINS;
            const sepal_rule rule = {strictly ? SEPAL_TOUCHING_IS_APART : SEPAL_TOUCHING_OVERLAPS, margins[way % MARGINS], 0};
            bool holds[PAIRS];
            for (size_t k = 0; k < PAIRS; k++) {
                judged_room room_a, room_b;
                const oracle_solid of_a = judged(&outer[k], &room_a), of_b = judged(&inner[k], &room_b);
                holds[k] = oracle_solids_contain(&of_a, &of_b, strictly, rule.margin);
                tally[strictly][holds[k]]++;
                touching += strictly ? 0 : holds[k] && !oracle_solids_contain(&of_a, &of_b, true, rule.margin);
            }
            for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
                uint64_t bits[SEPAL_BIT_WORDS(PAIRS)];
                use_isa(isa);
                cr_assert_eq(sepal_solids_contains_pairs(a, b, pairs, PAIRS, &rule, bits), SEPAL_OK);
                for (size_t k = 0; k < PAIRS; k++)
                    cr_assert_eq(bits[k / 64] >> (k % 64) & 1, holds[k], "%s: %s, pair %zu, strictly %d, margin %a", sepal_isa(),
                                 names[of], k, strictly, (double)rule.margin);
            }
        }
        sepal_solids_destroy(a);
        sepal_solids_destroy(b);
    }
    cr_assert(tally[0][1] > 500 && tally[1][1] > 150 && touching > 200, "%zu are contained, %zu strictly, %zu touch", tally[0][1],
              tally[1][1], touching);
}
