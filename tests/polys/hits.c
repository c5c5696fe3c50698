#include "hits.h"

#include <criterion/criterion.h>

sepal_moves moves_of(const float *rows) {
    return rows == NULL ? (sepal_moves){NULL, NULL, 0} : (sepal_moves){rows, rows + 1, 2};
}

hit hit_of(const mover *a, const mover *b, const sepal_rule *rule) {
    enum { SHAPES_MOST = 2048 };
    static float moves_a[2 * SHAPES_MOST], moves_b[2 * SHAPES_MOST];
    size_t count_a = sepal_polys_count(a->set), count_b = sepal_polys_count(b->set);
    cr_assert(count_a <= SHAPES_MOST && count_b <= SHAPES_MOST);
    for (size_t i = 0; i < count_a; i++)
        moves_a[2 * i] = a->x, moves_a[2 * i + 1] = a->y;
    for (size_t i = 0; i < count_b; i++)
        moves_b[2 * i] = b->x, moves_b[2 * i + 1] = b->y;
    sepal_moves of_a = moves_of(moves_a), of_b = moves_of(moves_b);
    uint64_t bits = 0;
    hit found = {false, -1, -1, -1};
    sepal_pair pair = {a->index, b->index};
    sepal_hits out = {&bits, &found.time, &found.x, &found.y};
    cr_assert_eq(sepal_polys_sweep_pairs(a->set, &of_a, b->set, &of_b, &pair, 1, rule, &out), SEPAL_OK);
    found.meet = bits == 1;
    return found;
}
