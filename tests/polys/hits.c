#include "hits.h"

#include <criterion/criterion.h>
#include <stdlib.h>

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

void sweep_in_lists(const sweep_asked *asked, size_t length, const sepal_hits *out) {
    for (size_t k = 0; k < SEPAL_BIT_WORDS(asked->count); k++)
        out->bits[k] = 0;
    for (size_t from = 0; from < asked->count; from += length) {
        const size_t some = asked->count - from < length ? asked->count - from : length;
        uint64_t *bits = calloc(some / 64 + 1, sizeof *bits);
        cr_assert_not_null(bits);
        const sepal_hits part = {bits, out->time == NULL ? NULL : out->time + from,
                                 out->normal_x == NULL ? NULL : out->normal_x + from,
                                 out->normal_y == NULL ? NULL : out->normal_y + from};
        cr_assert_eq(
            sepal_polys_sweep_pairs(asked->a, &asked->of_a, asked->b, &asked->of_b, asked->pairs + from, some, asked->rule, &part),
            SEPAL_OK);
        for (size_t k = 0; k < 64 * SEPAL_BIT_WORDS(some); k++) {
            const uint64_t bit = bits[k / 64] >> k % 64 & 1;
            cr_assert(k < some || bit == 0, "a bit after the last pair of %zu is set", some);
            out->bits[(from + k) / 64] |= k < some ? bit << (from + k) % 64 : 0;
        }
        free(bits);
    }
}
