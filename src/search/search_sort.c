/* search_sort.c — sorts pairs by counting: once into parts by the upper bits of a, so that each part stays in the cache, then each
 * part by the digits of b and the lower bits of a (least significant digit first; Knuth, The Art of Computer Programming, volume 3,
 * section 5.2.5). */
#include "../core/arithmetic.h"

#include "sort.h"

#include <string.h>

enum {
    PART_PAIRS = 32768, /* about so many pairs to a part: 256 KiB */
    MOST_A_BITS = 12
};

sepal_pair_digits sepal_pair_digits_for(size_t count, uint32_t first, size_t count_a, size_t count_b) {
    sepal_pair_digits digits = {.first = first};
    while (digits.a_bits < MOST_A_BITS && (double)count / (double)count_a * (double)(2U << digits.a_bits) < PART_PAIRS)
        digits.a_bits++;
    unsigned bits = 1;
    while (bits < 32 && (count_b - 1) >> bits != 0)
        bits++;
    digits.b_low_bits = (bits + 1) / 2;
    digits.b_high_bits = bits - digits.b_low_bits;
    digits.parts = ((count_a - 1) >> digits.a_bits) + 1;
    return digits;
}

size_t sepal_sort_bytes(const sepal_pair_digits *digits) {
    size_t counters = ((size_t)1 << digits->b_low_bits) + ((size_t)1 << digits->b_high_bits) + ((size_t)1 << digits->a_bits);
    return (digits->parts + 1) * sizeof(size_t) + counters * sizeof(uint32_t);
}

/* Counts become the positions where runs begin. */
static void begin_runs(uint32_t *counts, size_t size) {
    uint32_t sum = 0;
    for (size_t k = 0; k < size; k++) {
        uint32_t count = counts[k];
        counts[k] = sum;
        sum += count;
    }
}

/* Sorts a part of fewer than 2^32 pairs from `x` to `y`; both are worked in. */
static void sort_part(const sepal_pair_digits *digits, sepal_pair *x, sepal_pair *y, size_t count, uint32_t *counters) {
    size_t b_low_size = (size_t)1 << digits->b_low_bits, b_high_size = (size_t)1 << digits->b_high_bits;
    size_t a_size = (size_t)1 << digits->a_bits;
    uint32_t *b_low = counters, *b_high = b_low + b_low_size, *a = b_high + b_high_size;
    uint32_t first = digits->first;
    memset(counters, 0, (b_low_size + b_high_size + a_size) * sizeof *counters);
    for (size_t i = 0; i < count; i++) {
        b_low[x[i].b & (b_low_size - 1)]++;
        b_high[(uint64_t)x[i].b >> digits->b_low_bits]++;
        a[(x[i].a - first) & (a_size - 1)]++;
    }
    begin_runs(b_low, b_low_size);
    begin_runs(b_high, b_high_size);
    begin_runs(a, a_size);
    for (size_t i = 0; i < count; i++)
        y[b_low[x[i].b & (b_low_size - 1)]++] = x[i];
    for (size_t i = 0; i < count; i++)
        x[b_high[(uint64_t)y[i].b >> digits->b_low_bits]++] = y[i];
    for (size_t i = 0; i < count; i++)
        y[a[(x[i].a - first) & (a_size - 1)]++] = x[i];
}

void sepal_sort_pairs(const sepal_pair_digits *digits, const sepal_pair *from, sepal_pair *spare, sepal_pair *to, size_t count,
                      void *counters) {
    size_t *start = counters;
    memset(start, 0, (digits->parts + 1) * sizeof *start);
    for (size_t i = 0; i < count; i++)
        start[((from[i].a - digits->first) >> digits->a_bits) + 1]++;
    for (size_t k = 0; k < digits->parts; k++)
        start[k + 1] += start[k];
    for (size_t i = 0; i < count; i++)
        spare[start[(from[i].a - digits->first) >> digits->a_bits]++] = from[i];
    for (size_t k = 0, begin = 0; k < digits->parts; k++) {
        size_t end = start[k]; /* which has become the beginning of the next part */
        if (end > begin)
            sort_part(digits, spare + begin, to + begin, end - begin, (uint32_t *)(void *)(start + digits->parts + 1));
        begin = end;
    }
}
