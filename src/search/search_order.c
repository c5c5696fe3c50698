/* search_order.c — sorts boxes by the keys of their centres along a curve: Hilbert's, in the plane with 16 bits an axis, in space
 * with 10. Radix sort, and runs of equal keys once more in the bounds of the run, so that clusters are resolved as well. */
#include "../core/arithmetic.h"

#include "kernels.h"
#include "order.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

static sepal_search_hilbert_keys_kernel *const search_hilbert_keys_kernels[SEPAL_ISA_COUNT] =
    SEPAL_KERNELS(sepal_search_hilbert_keys_scalar, sepal_search_hilbert_keys_sse2, sepal_search_hilbert_keys_avx2,
                  sepal_search_hilbert_keys_avx512);

static sepal_search_hilbert_keys_in_space_kernel *const search_hilbert_keys_in_space_kernels[SEPAL_ISA_COUNT] =
    SEPAL_KERNELS(sepal_search_hilbert_keys_in_space_scalar, sepal_search_hilbert_keys_in_space_sse2,
                  sepal_search_hilbert_keys_in_space_avx2, sepal_search_hilbert_keys_in_space_avx512);

enum {
    DIGITS = 2048,   /* of a radix of 11 bits; three cover a key */
    KEY_BLOCK = 256, /* keys that are made at a time */
    SHORT_RUN = 32,  /* runs of equal keys that are left as they are */
    MOST_DEPTH = 4   /* each level of runs has 2^32 cells in the one above */
};

/* Sorts by the upper 32 bits. The result is in `words`. */
static void sort_by_key(uint64_t *words, uint64_t *spare, size_t count) {
    uint32_t start[3][DIGITS] = {{0}};
    for (size_t i = 0; i < count; i++) {
        uint32_t key = (uint32_t)(words[i] >> 32);
        start[0][key % DIGITS]++;
        start[1][key / DIGITS % DIGITS]++;
        start[2][key / DIGITS / DIGITS]++;
    }
    uint64_t *from = words, *to = spare;
    for (int digit = 0; digit < 3; digit++) {
        uint32_t sum = 0;
        bool equal = false; /* this digit is the same in all keys */
        for (size_t k = 0; k < DIGITS; k++) {
            uint32_t size = start[digit][k];
            equal = equal || size == count;
            start[digit][k] = sum;
            sum += size;
        }
        if (equal)
            continue;
        for (size_t i = 0; i < count; i++)
            to[start[digit][from[i] >> (32 + 11 * digit) & (DIGITS - 1)]++] = from[i];
        uint64_t *swap = from;
        from = to;
        to = swap;
    }
    if (from != words)
        memcpy(words, from, count * sizeof *words);
}

/* A quarter of the sum of two coordinates: no sum or difference of two such numbers overflows. */
static float half_centre(float low, float high) {
    return 0.25F * low + 0.25F * high;
}

/* Where the cells of the curve lie. */
typedef struct grid {
    float least_x, least_y, scale_x, scale_y;
} grid;

/* Cells have the proportions of the mean box, up to 2^12: so flat boxes are sorted by y first, and tall ones by x. False if all
 * centres are equal. */
static bool choose_grid(const sepal_bounds *boxes, const uint64_t *order, size_t count, grid *out) {
    float least_x = INFINITY, least_y = INFINITY, most_x = -INFINITY, most_y = -INFINITY;
    double width = 0, height = 0;
    for (size_t i = 0; i < count; i++) {
        sepal_bounds box = boxes[(uint32_t)order[i]];
        float x = half_centre(box.low_x, box.high_x), y = half_centre(box.low_y, box.high_y);
        least_x = x < least_x ? x : least_x;
        least_y = y < least_y ? y : least_y;
        most_x = x > most_x ? x : most_x;
        most_y = y > most_y ? y : most_y;
        width += (double)box.high_x - (double)box.low_x;
        height += (double)box.high_y - (double)box.low_y;
    }
    double span_x = (double)most_x - (double)least_x, span_y = (double)most_y - (double)least_y;
    if (!(span_x > 0 || span_y > 0))
        return false;
    double shape = width > 0 && height > 0 ? fmin(fmax(height / width, 0x1p-12), 0x1p12) : 1;
    double cells = 65535 / fmax(span_x * shape, span_y);
    double scale_x = span_x > 0 ? fmin(cells * shape, 65535 / span_x) : 0, scale_y = cells;
    *out = (grid){least_x, least_y, (float)fmin(scale_x, 0x1p120), (float)fmin(scale_y, 0x1p120)};
    return true;
}

/* Puts the keys of boxes above their numbers; false if all centres are equal. */
static bool make_keys(const sepal_bounds *boxes, uint64_t *order, size_t count) {
    sepal_search_hilbert_keys_kernel *hilbert_keys = search_hilbert_keys_kernels[sepal_isa_in_use()];
    grid cells;
    if (!choose_grid(boxes, order, count, &cells))
        return false;
    for (size_t from = 0; from < count; from += KEY_BLOCK) {
        uint32_t x[KEY_BLOCK] = {0}, y[KEY_BLOCK] = {0}, key[KEY_BLOCK];
        size_t size = count - from < KEY_BLOCK ? count - from : KEY_BLOCK;
        for (size_t k = 0; k < size; k++) {
            sepal_bounds box = boxes[(uint32_t)order[from + k]];
            x[k] = (uint32_t)(int32_t)((half_centre(box.low_x, box.high_x) - cells.least_x) * cells.scale_x);
            y[k] = (uint32_t)(int32_t)((half_centre(box.low_y, box.high_y) - cells.least_y) * cells.scale_y);
        }
        hilbert_keys(x, y, key, KEY_BLOCK);
        for (size_t k = 0; k < size; k++)
            order[from + k] = (uint64_t)key[k] << 32 | (uint32_t)order[from + k];
    }
    return true;
}

/* The centre of a box in space, a half of it along each axis. */
static void half_centre_of(const sepal_bounds *box, const sepal_span *span, float out[3]) {
    out[0] = half_centre(box->low_x, box->high_x);
    out[1] = half_centre(box->low_y, box->high_y);
    out[2] = half_centre(span->low, span->high);
}

/* The same in space. Cells are cubes as long as the longest side of the bounds allows. */
static bool make_keys_in_space(const sepal_bounds *boxes, const sepal_span *spans, uint64_t *order, size_t count) {
    float least[3] = {INFINITY, INFINITY, INFINITY}, most[3] = {-INFINITY, -INFINITY, -INFINITY}, at[3];
    double span = 0;
    for (size_t i = 0; i < count; i++) {
        half_centre_of(&boxes[(uint32_t)order[i]], &spans[(uint32_t)order[i]], at);
        for (int k = 0; k < 3; k++) {
            least[k] = at[k] < least[k] ? at[k] : least[k];
            most[k] = at[k] > most[k] ? at[k] : most[k];
        }
    }
    for (int k = 0; k < 3; k++)
        span = fmax(span, (double)most[k] - (double)least[k]);
    if (!(span > 0))
        return false;
    double scale = 1023 / span;
    for (size_t from = 0; from < count; from += KEY_BLOCK) {
        uint32_t cell[3][KEY_BLOCK] = {{0}}, key[KEY_BLOCK];
        size_t size = count - from < KEY_BLOCK ? count - from : KEY_BLOCK;
        for (size_t i = 0; i < size; i++) {
            half_centre_of(&boxes[(uint32_t)order[from + i]], &spans[(uint32_t)order[from + i]], at);
            for (int k = 0; k < 3; k++)
                cell[k][i] = (uint32_t)(((double)at[k] - (double)least[k]) * scale);
        }
        search_hilbert_keys_in_space_kernels[sepal_isa_in_use()](cell[0], cell[1], cell[2], key, KEY_BLOCK);
        for (size_t i = 0; i < size; i++)
            order[from + i] = (uint64_t)key[i] << 32 | (uint32_t)order[from + i];
    }
    return true;
}

/* NOLINTNEXTLINE(misc-no-recursion): at most MOST_DEPTH deep */
static void order_run(const sepal_bounds *boxes, const sepal_span *spans, uint64_t *order, uint64_t *spare, size_t count,
                      int depth) {
    if (count <= SEPAL_FANOUT) /* one node holds them in any order */
        return;
    if (!(spans == NULL ? make_keys(boxes, order, count) : make_keys_in_space(boxes, spans, order, count)))
        return;
    sort_by_key(order, spare, count);
    for (size_t from = 0, to; depth < MOST_DEPTH && from < count; from = to) {
        for (to = from + 1; to < count && order[to] >> 32 == order[from] >> 32;)
            to++;
        if (to - from > SHORT_RUN)
            order_run(boxes, spans, order + from, spare + from, to - from, depth + 1);
    }
}

void sepal_order_boxes(const sepal_bounds *boxes, const sepal_span *spans, uint64_t *order, uint64_t *spare, size_t count) {
    size_t first = 0, last = count;
    for (size_t i = 0; i < count; i++)
        order[boxes[i].low_x <= boxes[i].high_x ? first++ : --last] = i;
    order_run(boxes, spans, order, spare, first, 0);
}
