/* solid_hits.h — the answer of sepal_solids_sweep_pairs about one pair. */
#ifndef SEPAL_TESTS_SOLIDS_SOLID_HITS_H
#define SEPAL_TESTS_SOLIDS_SOLID_HITS_H

#include <criterion/criterion.h>
#include <sepal/solids.h>
#include <stdbool.h>

typedef struct solid_hit {
    bool meet;
    float time, normal[3];
} solid_hit;

/* All solids of a move by `by_a`, and all of b by `by_b`. */
static inline solid_hit solid_hit_of(const sepal_solids *a, uint32_t i, const float by_a[3], const sepal_solids *b, uint32_t j,
                                     const float by_b[3], const sepal_rule *rule) {
    enum { SOLIDS_MOST = 512 };
    static float rows_a[3 * SOLIDS_MOST], rows_b[3 * SOLIDS_MOST];
    cr_assert(sepal_solids_count(a) <= SOLIDS_MOST && sepal_solids_count(b) <= SOLIDS_MOST);
    for (size_t k = 0; k < 3 * sepal_solids_count(a); k++)
        rows_a[k] = by_a[k % 3];
    for (size_t k = 0; k < 3 * sepal_solids_count(b); k++)
        rows_b[k] = by_b[k % 3];
    const sepal_solid_moves of_a = {rows_a, rows_a + 1, rows_a + 2, 3}, of_b = {rows_b, rows_b + 1, rows_b + 2, 3};
    const sepal_pair pair = {i, j};
    uint64_t bits = 0;
    solid_hit found = {false, -1, {-1, -1, -1}};
    const sepal_solid_hits out = {&bits, &found.time, &found.normal[0], &found.normal[1], &found.normal[2]};
    cr_assert_eq(sepal_solids_sweep_pairs(a, &of_a, b, &of_b, &pair, 1, rule, &out), SEPAL_OK);
    found.meet = bits == 1;
    return found;
}

#endif
