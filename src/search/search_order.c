/* search_order.c — sorts boxes by the keys of their centres along a curve: Hilbert's, in the plane with 16 bits an axis, in space
 * with 10. Radix sort, and runs of equal keys once more in the bounds of the run, so that clusters are resolved as well. Where most
 * boxes have one key, a few outliers have stretched the cells, or the scene has no scale of its own: then the keys of the run are made of
 * the bits of the coordinates, so that cells have sizes in proportion to how far from 0 they are. */
#include "../core/arithmetic.h"

#include "../core/compiler.h"
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
    KEY_BLOCK = 256,      /* keys that are made at a time */
    SHORT_RUN = 32,       /* runs of equal keys that are left as they are */
    FEW_WORDS = 2048,     /* fewer are sorted by digits of 8 bits, more by digits of 11 */
    MAGNITUDE_CELLS = 512 /* along an axis, of keys made of bits: a power of two each, if the floats have all magnitudes */
};

/* Sorts by the upper 32 bits, by digits of so many bits: constants. start: a counter for each value of each digit. */
SPECIALISED void sort_by_digits(unsigned bits, unsigned digits, uint32_t *start, uint64_t *words, uint64_t *spare, size_t count) {
    const uint32_t values = 1U << bits;
    memset(start, 0, (size_t)digits * values * sizeof *start);
    for (size_t i = 0; i < count; i++)
        for (unsigned digit = 0; digit < digits; digit++)
            start[(size_t)digit * values + (words[i] >> (32 + bits * digit) & (values - 1))]++;
    uint64_t *from = words, *to = spare;
    for (unsigned digit = 0; digit < digits; digit++, start += values) {
        uint32_t sum = 0;
        if (start[words[0] >> (32 + bits * digit) & (values - 1)] == count) /* this digit is the same in all keys */
            continue;
        for (size_t k = 0; k < values; k++) {
            uint32_t size = start[k];
            start[k] = sum;
            sum += size;
        }
        for (size_t i = 0; i < count; i++)
            to[start[from[i] >> (32 + bits * digit) & (values - 1)]++] = from[i];
        uint64_t *swap = from;
        from = to;
        to = swap;
    }
    if (from != words)
        memcpy(words, from, count * sizeof *words);
}

/* Sorts by the upper 32 bits. The result is in `words`. */
SEPAL_NOINLINE static void sort_by_key(uint64_t *words, uint64_t *spare, size_t count) {
    uint32_t start[3 << 11];
    if (count < FEW_WORDS)
        sort_by_digits(8, 4, start, words, spare, count);
    else
        sort_by_digits(11, 3, start, words, spare, count);
}

/* A quarter of the sum of two coordinates: no sum or difference of two such numbers overflows. */
static float half_centre(float low, float high) {
    return 0.25F * low + 0.25F * high;
}

/* Keys are made of a multiple of sixteen cells. */
static size_t filled(size_t cells) {
    return (cells + 15) / 16 * 16;
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

/* What became of the keys. CROWDED: there are none, since most boxes would have the same. */
typedef enum keys { KEYS_MADE, KEYS_EQUAL, KEYS_CROWDED } keys;

/* A sample of so many boxes, of not fewer than these. */
enum { SAMPLE = 32, SAMPLED_LEAST = 512 };

/* The centre of a box, a half of it along each axis. spans: NULL in the plane. */
static void half_centre_of(const sepal_bounds *boxes, const sepal_span *spans, uint32_t k, float out[3]) {
    out[0] = half_centre(boxes[k].low_x, boxes[k].high_x);
    out[1] = half_centre(boxes[k].low_y, boxes[k].high_y);
    out[2] = spans == NULL ? 0 : half_centre(spans[k].low, spans[k].high);
}

/* Are most boxes of a sample no farther than a cell from the next one of the sample? So most of all would have few keys. */
static bool are_crowded(const sepal_bounds *boxes, const sepal_span *spans, const uint64_t *order, size_t count,
                        const double cell[3]) {
    float last[3], at[3];
    size_t near = 0;
    if (count < SAMPLED_LEAST)
        return false;
    half_centre_of(boxes, spans, (uint32_t)order[0], last);
    for (size_t i = 1; i <= SAMPLE; i++) {
        half_centre_of(boxes, spans, (uint32_t)order[(count - 1) / SAMPLE * i], at);
        bool within = true;
        for (int k = 0; k < 3; k++) {
            within = within && fabs((double)at[k] - (double)last[k]) <= cell[k];
            last[k] = at[k];
        }
        near += within;
    }
    return near > SAMPLE / 2;
}

/* Puts the keys of boxes above their numbers. What has arrays on the stack is kept out of the function that calls itself. */
SEPAL_NOINLINE static keys make_keys(const sepal_bounds *boxes, uint64_t *order, size_t count) {
    sepal_search_hilbert_keys_kernel *hilbert_keys = search_hilbert_keys_kernels[sepal_isa_in_use()];
    grid cells;
    if (!choose_grid(boxes, order, count, &cells))
        return KEYS_EQUAL;
    if (are_crowded(boxes, NULL, order, count, (const double[]){1 / (double)cells.scale_x, 1 / (double)cells.scale_y, 0}))
        return KEYS_CROWDED;
    for (size_t from = 0; from < count; from += KEY_BLOCK) {
        uint32_t x[KEY_BLOCK] = {0}, y[KEY_BLOCK] = {0}, key[KEY_BLOCK];
        size_t size = count - from < KEY_BLOCK ? count - from : KEY_BLOCK;
        for (size_t k = 0; k < size; k++) {
            sepal_bounds box = boxes[(uint32_t)order[from + k]];
            x[k] = (uint32_t)(int32_t)((half_centre(box.low_x, box.high_x) - cells.least_x) * cells.scale_x);
            y[k] = (uint32_t)(int32_t)((half_centre(box.low_y, box.high_y) - cells.least_y) * cells.scale_y);
        }
        hilbert_keys(x, y, key, filled(size));
        for (size_t k = 0; k < size; k++)
            order[from + k] = (uint64_t)key[k] << 32 | (uint32_t)order[from + k];
    }
    return KEYS_MADE;
}

/* Puts the keys of boxes in space above their numbers. Cells are cubes as long as the longest side of the bounds allows. */
SEPAL_NOINLINE static keys make_keys_in_space(const sepal_bounds *boxes, const sepal_span *spans, uint64_t *order, size_t count) {
    float least[3] = {INFINITY, INFINITY, INFINITY}, most[3] = {-INFINITY, -INFINITY, -INFINITY}, at[3];
    double span = 0;
    for (size_t i = 0; i < count; i++) {
        half_centre_of(boxes, spans, (uint32_t)order[i], at);
        for (int k = 0; k < 3; k++) {
            least[k] = at[k] < least[k] ? at[k] : least[k];
            most[k] = at[k] > most[k] ? at[k] : most[k];
        }
    }
    for (int k = 0; k < 3; k++)
        span = fmax(span, (double)most[k] - (double)least[k]);
    if (!(span > 0))
        return KEYS_EQUAL;
    const double scale = 1023 / span, cell_side = 1 / scale;
    if (are_crowded(boxes, spans, order, count, (const double[]){cell_side, cell_side, cell_side}))
        return KEYS_CROWDED;
    for (size_t from = 0; from < count; from += KEY_BLOCK) {
        uint32_t cell[3][KEY_BLOCK] = {{0}}, key[KEY_BLOCK];
        size_t size = count - from < KEY_BLOCK ? count - from : KEY_BLOCK;
        for (size_t i = 0; i < size; i++) {
            half_centre_of(boxes, spans, (uint32_t)order[from + i], at);
            for (int k = 0; k < 3; k++)
                cell[k][i] = (uint32_t)(((double)at[k] - (double)least[k]) * scale);
        }
        search_hilbert_keys_in_space_kernels[sepal_isa_in_use()](cell[0], cell[1], cell[2], key, filled(size));
        for (size_t i = 0; i < size; i++)
            order[from + i] = (uint64_t)key[i] << 32 | (uint32_t)order[from + i];
    }
    return KEYS_MADE;
}

/* The place of a float in the order of all floats, from 0 on. */
static uint32_t order_of_float(float number) {
    uint32_t bits;
    memcpy(&bits, &number, sizeof bits);
    return bits ^ ((0 - (bits >> 31)) | 0x80000000);
}

static void ordered_centre_of(const sepal_bounds *boxes, const sepal_span *spans, uint32_t k, uint32_t out[3]) {
    float at[3];
    half_centre_of(boxes, spans, k, at);
    for (int axis = 0; axis < 3; axis++)
        out[axis] = order_of_float(at[axis]);
}

/* Puts keys above the numbers of boxes, with cells of equally many floats along each axis, as many as fit: within one power of two they
 * are as wide, and twice as wide in the next one. So what lies near 0 and what is far out part whatever lies between them. */
SEPAL_NOINLINE static keys make_keys_of_magnitude(const sepal_bounds *boxes, const sepal_span *spans, uint64_t *order,
                                                  size_t count) {
    uint32_t least[3] = {UINT32_MAX, UINT32_MAX, UINT32_MAX}, most[3] = {0, 0, 0}, at[3], range = 0;
    int shift = 0;
    for (size_t i = 0; i < count; i++) {
        ordered_centre_of(boxes, spans, (uint32_t)order[i], at);
        for (int k = 0; k < 3; k++) {
            least[k] = at[k] < least[k] ? at[k] : least[k];
            most[k] = at[k] > most[k] ? at[k] : most[k];
        }
    }
    for (int k = 0; k < 3; k++)
        range = most[k] - least[k] > range ? most[k] - least[k] : range;
    if (range == 0)
        return KEYS_EQUAL;
    while (range >> shift >= MAGNITUDE_CELLS)
        shift++;
    for (size_t from = 0; from < count; from += KEY_BLOCK) {
        uint32_t cell[3][KEY_BLOCK] = {{0}}, key[KEY_BLOCK];
        size_t size = count - from < KEY_BLOCK ? count - from : KEY_BLOCK;
        for (size_t i = 0; i < size; i++) {
            ordered_centre_of(boxes, spans, (uint32_t)order[from + i], at);
            for (int k = 0; k < 3; k++)
                cell[k][i] = (at[k] - least[k]) >> shift;
        }
        if (spans == NULL)
            search_hilbert_keys_kernels[sepal_isa_in_use()](cell[0], cell[1], key, filled(size));
        else
            search_hilbert_keys_in_space_kernels[sepal_isa_in_use()](cell[0], cell[1], cell[2], key, filled(size));
        for (size_t i = 0; i < size; i++)
            order[from + i] = (uint64_t)key[i] << 32 | (uint32_t)order[from + i];
    }
    return KEYS_MADE;
}

/* magnitude: whether keys are made of bits. Every level parts the boxes, as long as their centres differ: if cells of one size do not,
 * since their sizes are at the end of the range of float, then those of magnitude do, which come next. How deep this goes: a run below
 * cells of one size has at most half of the boxes, or else keys of magnitude; and the bounds of a run below these have 2^8 times fewer
 * floats between them along the longest axis, of 2^32, so that they come four times at most. */
/* NOLINTNEXTLINE(misc-no-recursion): at most some 40 deep, see above */
static void order_run(const sepal_bounds *boxes, const sepal_span *spans, uint64_t *order, uint64_t *spare, size_t count,
                      bool magnitude) {
    if (count <= SEPAL_FANOUT) /* one node holds them in any order */
        return;
    keys made = KEYS_CROWDED;
    if (!magnitude)
        made = spans == NULL ? make_keys(boxes, order, count) : make_keys_in_space(boxes, spans, order, count);
    if (made == KEYS_CROWDED) {
        magnitude = true;
        made = make_keys_of_magnitude(boxes, spans, order, count);
    }
    if (made == KEYS_EQUAL)
        return;
    sort_by_key(order, spare, count);
    for (size_t from = 0, to; from < count; from = to) {
        for (to = from + 1; to < count && order[to] >> 32 == order[from] >> 32;)
            to++;
        if (to - from > SHORT_RUN)
            order_run(boxes, spans, order + from, spare + from, to - from, !magnitude && to - from > count / 2);
    }
}

void sepal_order_boxes(const sepal_bounds *boxes, const sepal_span *spans, uint64_t *order, uint64_t *spare, size_t count) {
    size_t first = 0, last = count;
    for (size_t i = 0; i < count; i++)
        order[boxes[i].low_x <= boxes[i].high_x ? first++ : --last] = i;
    order_run(boxes, spans, order, spare, first, false);
}
