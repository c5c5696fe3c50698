/* Which solids overlap: the answers of the library against those of the oracle, pair by pair; and laws that hold for all. */
#include "../oracle/solid.h"
#include "../scenes/solid_scenes.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A solid as the oracle takes it; its terms stand in `room`. */
static oracle_solid judged(const solid_item *s, float room[SOLID_MOST_VERTICES * 12]) {
    if (!s->box) {
        for (size_t k = 0; k < s->count; k++)
            room[3 * k] = s->x[k], room[3 * k + 1] = s->y[k], room[3 * k + 2] = s->z[k];
        return (oracle_solid){room, s->count, 1, s->radius};
    }
    const float *const vectors[4] = {s->vectors.c, s->vectors.u, s->vectors.v, s->vectors.w};
    for (int corner = 0; corner < 8; corner++)
        for (int t = 0; t < 4; t++)
            for (int k = 0; k < 3; k++)
                room[(corner * 4 + t) * 3 + k] = t > 0 && (corner >> (t - 1) & 1) == 0 ? -vectors[t][k] : vectors[t][k];
    return (oracle_solid){room, 8, 4, s->radius};
}

static bool bit_of(const uint64_t *bits, size_t i) {
    return (bits[i / 64] >> (i % 64) & 1) != 0;
}

static void ask(const solid_scene *s, bool swapped, sepal_touching touching, float margin, uint64_t *bits) {
    const sepal_rule rule = {touching, margin};
    const sepal_status status = swapped ? sepal_solids_overlap_pairs(s->set_b, s->set_a, s->pairs, s->count, &rule, bits)
                                        : sepal_solids_overlap_pairs(s->set_a, s->set_b, s->pairs, s->count, &rule, bits);
    cr_assert_eq(status, SEPAL_OK);
}

enum { PAIRS = 150 };

Test(solids_overlap, as_the_oracle_says) {
    for (size_t kind = 0; kind < solid_scene_kinds(); kind++) {
        solid_scene s = solid_scene_create(kind, 1, PAIRS);
        size_t found[3] = {0, 0, 0};
        uint64_t closed[SEPAL_BIT_WORDS(PAIRS)], open[SEPAL_BIT_WORDS(PAIRS)];
        ask(&s, false, SEPAL_TOUCHING_OVERLAPS, s.margin, closed);
        ask(&s, false, SEPAL_TOUCHING_IS_APART, s.margin, open);
        for (size_t k = 0; k < s.count; k++) {
            float room_a[SOLID_MOST_VERTICES * 12], room_b[SOLID_MOST_VERTICES * 12];
            const oracle_solid a = judged(&s.a[k], room_a), b = judged(&s.b[k], room_b);
            const oracle_contact contact = oracle_solids_contact(&a, &b, s.margin);
            found[contact]++;
            cr_assert_eq(bit_of(closed, k), contact != ORACLE_APART, "%s, pair %zu: closed, contact %d", s.kind, k, (int)contact);
            cr_assert_eq(bit_of(open, k), contact == ORACLE_OVERLAP, "%s, pair %zu: open, contact %d", s.kind, k, (int)contact);
        }
        cr_assert(found[ORACLE_APART] > 0 && found[ORACLE_OVERLAP] + found[ORACLE_TOUCH] > 0, "%s: all are alike", s.kind);
        if (getenv("SOLIDS_SHOW") != NULL)
            fprintf(stderr, "%s: %zu apart, %zu touching, %zu overlapping\n", s.kind, found[0], found[1], found[2]);
        solid_scene_destroy(&s);
    }
}
