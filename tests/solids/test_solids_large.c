/* Hulls of 257 to 505 vertices: around the most that are looked at one pair at a time (cores.h). Every question has the answer of the
 * reference, bit by bit, and whether two overlap is known by how they are made. */
#include "../common/check.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

enum { MOST_VERTICES = 505, PLACES = 5, LIST = PLACES + 1 };

/* Points near a sphere, on a grid; the last one is farther along x than all others. */
static void add_round_hull(sepal_solids *set, rng *r, uint32_t vertices, const float offset[PLACES]) {
    static float x[MOST_VERTICES], y[MOST_VERTICES], z[MOST_VERTICES], moved[MOST_VERTICES], half[2][MOST_VERTICES];
    for (uint32_t k = 0; k < vertices; k++) {
        double d[3], length;
        do {
            for (int c = 0; c < 3; c++)
                d[c] = (double)rng_between(r, -4096, 4096) / 4096;
            length = sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
        } while (!(length > 0.25 && length < 1));
        x[k] = (float)floor(d[0] / length * 4000), y[k] = (float)floor(d[1] / length * 4000),
        z[k] = (float)floor(d[2] / length * 4000);
    }
    x[vertices - 1] = 4100, y[vertices - 1] = z[vertices - 1] = 0;
    cr_assert_eq(sepal_solids_add_hull(set, x, y, z, vertices, 0, NULL), SEPAL_OK);
    for (uint32_t k = 0; k < vertices; k++)
        half[0][k] = 0.5F * y[k], half[1][k] = 0.5F * z[k];
    for (int place = 0; place < PLACES; place++) { /* turned by half a turn about z, half as large across x */
        for (uint32_t k = 0; k < vertices; k++)
            moved[k] = offset[place] - x[k];
        cr_assert_eq(sepal_solids_add_hull(set, moved, half[0], half[1], vertices, 0, NULL), SEPAL_OK);
    }
}

/* What is asked of all pairs, under a rule. */
typedef struct answers {
    uint64_t overlap, contains, meet;
    float normal[3][LIST], depth[LIST], time[LIST], met[3][LIST];
} answers;

static void ask_all(const sepal_solids *set, const sepal_pair pairs[LIST], const sepal_rule *rule, answers *out) {
    static const float move[3] = {-3, 1, 2};
    float resting[3][LIST + PLACES] = {{0}}, moving[3][LIST + PLACES];
    for (int c = 0; c < 3; c++)
        for (int k = 0; k < LIST + PLACES; k++)
            moving[c][k] = move[c];
    memset(out, 0, sizeof *out);
    cr_assert_eq(sepal_solids_overlap_pairs(set, set, pairs, LIST, rule, &out->overlap), SEPAL_OK);
    cr_assert_eq(sepal_solids_contains_pairs(set, set, pairs, LIST, rule, &out->contains), SEPAL_OK);
    cr_assert_eq(sepal_solids_mtv_pairs(
                     set, set, pairs, LIST, rule,
                     &(sepal_solid_mtvs){
                         .normal_x = out->normal[0], .normal_y = out->normal[1], .normal_z = out->normal[2], .depth = out->depth}),
                 SEPAL_OK);
    cr_assert_eq(sepal_solids_sweep_pairs(set, &(sepal_solid_moves){resting[0], resting[1], resting[2], 1}, set,
                                          &(sepal_solid_moves){moving[0], moving[1], moving[2], 1}, pairs, LIST, rule,
                                          &(sepal_solid_hits){&out->meet, out->time, out->met[0], out->met[1], out->met[2]}),
                 SEPAL_OK);
}

Test(solids_large, every_question_has_the_answer_of_the_reference) {
    static const uint32_t sizes[] = {257, 300, 400, 504, 505};
    static const float offset[PLACES] = {8200, 8201, 8199, 6000, 0}; /* touching at a vertex, a gap, a little deep, deep, within */
    rng r = {5};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        sepal_solids *set = NULL;
        cr_assert_eq(sepal_solids_create(NULL, &set), SEPAL_OK);
        add_round_hull(set, &r, sizes[i], offset);
        sepal_pair pairs[LIST];
        for (uint32_t k = 0; k < LIST; k++)
            pairs[k] = (sepal_pair){0, k}; /* the first one is a copy */
        for (int touching = 0; touching < 2; touching++)
            for (int margin = 0; margin < 2; margin++) {
                const sepal_rule rule = {touching == 0 ? SEPAL_TOUCHING_OVERLAPS : SEPAL_TOUCHING_IS_APART, (float)margin, 0};
                answers first, other;
                use_isa(0);
                ask_all(set, pairs, &rule, &first);
                const bool counts = touching == 0; /* with the margin of 1 it is the gap that touches */
                const uint64_t overlap = 0x39U | (counts || margin == 1 ? 2U : 0U) | (margin == 1 && counts ? 4U : 0U);
                cr_assert_eq(first.overlap, overlap, "%u vertices, rule %d, margin %d: %x", sizes[i], touching, margin,
                             (unsigned)first.overlap);
                for (size_t isa = 1; isa < sepal_isa_count(); isa++) {
                    use_isa(isa);
                    ask_all(set, pairs, &rule, &other);
                    cr_assert_eq(memcmp(&first, &other, sizeof first), 0, "%s: %u vertices, rule %d, margin %d", sepal_isa(),
                                 sizes[i], touching, margin);
                }
            }
        sepal_solids_destroy(set);
    }
}
