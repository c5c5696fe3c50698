/* search_sort.c — sorts pairs by counting: once into parts by the upper bits of a, so that each part stays in the cache, then each
 * part by the digits of b and the lower bits of a (least significant digit first; Knuth, The Art of Computer Programming, volume 3,
 * section 5.2.5). Pairs that are few beside the counters of all parts are sorted by bytes. */
#include "../core/arithmetic.h"

#include "sort.h"

#include <string.h>

enum {
    PART_PAIRS = 32768, /* about so many pairs to a part: 256 KiB */
    MOST_A_BITS = 12,
    SPARSE_PAIRS = 2 * PART_PAIRS, /* which may be few beside the counters of all parts: */
    PAIR_COUNTERS = 8              /* a pair costs as much as so many */
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

/* Of a part. */
static size_t counters_for(const sepal_pair_digits *digits) {
    return ((size_t)1 << digits->b_low_bits) + ((size_t)1 << digits->b_high_bits) + ((size_t)1 << digits->a_bits);
}

size_t sepal_sort_bytes(const sepal_pair_digits *digits) {
    return (digits->parts + 1) * sizeof(size_t) + counters_for(digits) * sizeof(uint32_t);
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

/* One digit of eight bits of a - first, or of b, from bit `shift` on. */
static void sort_by_byte(const sepal_pair *from, sepal_pair *to, size_t count, bool by_a, uint32_t first, unsigned shift) {
    uint32_t start[256] = {0};
    for (size_t i = 0; i < count; i++)
        start[(by_a ? from[i].a - first : from[i].b) >> shift & 255]++;
    begin_runs(start, 256);
    for (size_t i = 0; i < count; i++)
        to[start[(by_a ? from[i].a - first : from[i].b) >> shift & 255]++] = from[i];
}

/* Few pairs of many shapes: all at once, so that no counter costs more than a pair. */
static void sort_sparse(const sepal_pair_digits *digits, const sepal_pair *from, sepal_pair *spare, sepal_pair *to, size_t count) {
    sepal_pair *other = spare;
    for (unsigned shift = 0; shift < digits->b_low_bits + digits->b_high_bits; shift += 8) {
        sort_by_byte(from, other, count, false, 0, shift);
        from = other;
        other = other == spare ? to : spare;
    }
    for (unsigned shift = 0; shift < 32 && ((digits->parts << digits->a_bits) - 1) >> shift != 0; shift += 8) {
        sort_by_byte(from, other, count, true, digits->first, shift);
        from = other;
        other = other == spare ? to : spare;
    }
    if (from != to)
        memcpy(to, from, count * sizeof *to);
}

void sepal_sort_pairs(const sepal_pair_digits *digits, const sepal_pair *from, sepal_pair *spare, sepal_pair *to, size_t count,
                      void *counters) {
    size_t *start = counters;
    if (count < SPARSE_PAIRS && count < counters_for(digits) * digits->parts / PAIR_COUNTERS) {
        sort_sparse(digits, from, spare, to, count);
        return;
    }
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
