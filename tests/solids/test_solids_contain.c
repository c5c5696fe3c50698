/* Which solids contain which: against the oracle; and what holds of all. */
#include "judged.h"

#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PAIRS = 150 };

/* Makes b of each pair small, so that it is often inside. */
static sepal_solids *shrunk(const solid_scene *s, solid_item *items) {
    sepal_solids *set = NULL;
    cr_assert_eq(sepal_solids_create(NULL, &set), SEPAL_OK);
    for (size_t k = 0; k < s->count; k++) {
        items[k] = s->b[k];
        if (k % 5 == 0) {
            items[k] = s->a[k]; /* itself */
            items[k].radius = s->b[k].radius;
        } else if (k % 5 < 3) {
            items[k].count = items[k].count > 2 ? 2 : items[k].count;
            for (int c = 0; c < 3; c++) {
                items[k].vectors.u[c] *= 0.25F;
                items[k].vectors.v[c] = 0;
                items[k].vectors.w[c] = items[k].vectors.u[c];
            }
            items[k].radius *= 0.25F;
        } else if (k % 5 == 3) { /* a ball in the middle, of a greater radius */
            items[k] = (solid_item){.count = 1, .radius = s->a[k].radius + fabsf(s->a[k].vectors.u[0]) / 2};
            float *const at[3] = {items[k].x, items[k].y, items[k].z};
            const float *const from[3] = {s->a[k].x, s->a[k].y, s->a[k].z};
            for (int c = 0; c < 3; c++) {
                at[c][0] = s->a[k].vectors.c[c];
                for (size_t m = 0; m < s->a[k].count; m++)
                    at[c][0] += from[c][m] / (float)s->a[k].count;
            }
            if (!s->a[k].box)
                items[k].radius = s->a[k].radius + (float)(1 + k % 7) / 32 * fabsf(s->a[k].x[0] - at[0][0]);
        }
        items[k].radius = fminf(items[k].radius, FLT_MAX);
        solid_add(set, &items[k]);
    }
    return set;
}

Test(solids_contain, as_the_oracle_says) {
    solid_item *items = malloc(PAIRS * sizeof *items);
    size_t inside = 0, rounder = 0;
    for (size_t kind = 0; kind < solid_scene_kinds(); kind++) {
        solid_scene s = solid_scene_create(kind, 7, PAIRS);
        sepal_solids *small = shrunk(&s, items);
        uint64_t bits[SEPAL_BIT_WORDS(PAIRS)];
        cr_assert_eq(sepal_solids_contains_pairs(s.set_a, small, s.pairs, s.count, bits), SEPAL_OK);
        cr_assert_eq(bits[PAIRS / 64] >> PAIRS % 64, 0, "spare bits");
        for (size_t k = 0; k < s.count; k++) {
            judged_room room_a, room_b;
            const oracle_solid a = judged(&s.a[k], &room_a), b = judged(&items[k], &room_b);
            const bool holds = oracle_solids_contain(&a, &b);
            inside += holds;
            rounder += holds && b.radius > a.radius;
            cr_assert_eq(bits[k / 64] >> (k % 64) & 1, holds, "%s, pair %zu", s.kind, k);
        }
        sepal_solids_destroy(small);
        solid_scene_destroy(&s);
    }
    free(items);
    cr_assert(inside > 200 && rounder > 50, "%zu inside, %zu of them with the greater radius", inside, rounder);
}

Test(solids_contain, every_solid_contains_itself) {
    for (size_t kind = 0; kind < solid_scene_kinds(); kind++) {
        solid_scene s = solid_scene_create(kind, 8, PAIRS);
        uint64_t bits[SEPAL_BIT_WORDS(PAIRS)];
        cr_assert_eq(sepal_solids_contains_pairs(s.set_a, s.set_a, s.pairs, s.count, bits), SEPAL_OK);
        for (size_t k = 0; k < s.count; k++)
            cr_assert(bits[k / 64] >> (k % 64) & 1, "%s, solid %zu", s.kind, k);
        solid_scene_destroy(&s);
    }
}
