#include "digest.h"
#include "../common/must.h"

#include <string.h>

digest digest_start(void) {
    return 0xcbf29ce484222325U;
}

void take_word(digest *d, uint64_t word, int bytes) {
    for (int k = 0; k < bytes; k++)
        *d = (*d ^ (word >> 8 * k & 0xff)) * 0x100000001b3U;
}

void take_bits(digest *d, const uint64_t *bits, size_t count) {
    for (size_t i = 0; i < SEPAL_BIT_WORDS(count); i++)
        take_word(d, bits[i], 8);
}

void take_floats(digest *d, const float *values, size_t count) {
    for (size_t i = 0; i < count; i++) {
        uint32_t word;
        memcpy(&word, &values[i], sizeof word);
        take_word(d, word, 4);
    }
}

void take_set(digest *d, const sepal_polys *set) {
    for (size_t i = 0; i < sepal_polys_count(set); i++) {
        const float *x, *y;
        float radius;
        size_t count;
        must(sepal_polys_vertices(set, (uint32_t)i, &x, &y, &count) == SEPAL_OK, "shape %zu has no vertices", i);
        must(sepal_polys_radius(set, (uint32_t)i, &radius) == SEPAL_OK, "shape %zu has no radius", i);
        take_word(d, count, 4);
        take_floats(d, x, count);
        take_floats(d, y, count);
        take_floats(d, &radius, 1);
    }
}

void take_pairs(digest *d, const sepal_pair *pairs, size_t count) {
    for (size_t i = 0; i < count; i++) {
        take_word(d, pairs[i].a, 4);
        take_word(d, pairs[i].b, 4);
    }
}

/* Number i of an array of numbers of so many bytes. */
static uint64_t number_at(const void *numbers, size_t bytes, size_t i) {
    const char *at = (const char *)numbers + i * bytes;
    uint16_t two;
    uint32_t four;
    uint64_t eight;
    switch (bytes) {
    case 1:
        return *(const unsigned char *)at;
    case 2:
        memcpy(&two, at, bytes);
        return two;
    case 4:
        memcpy(&four, at, bytes);
        return four;
    default:
        must(bytes == 8, "a number has %zu bytes", bytes);
        memcpy(&eight, at, bytes);
        return eight;
    }
}

void take_reply(digest *d, const reply *r) {
    for (size_t k = 0; k < r->question->array_count; k++) {
        const answer_array *array = &r->question->arrays[k];
        size_t bytes = array->bytes == 0 ? sizeof(uint64_t) : array->bytes;
        for (size_t i = 0; i < array_bytes(array, r->count) / bytes; i++)
            take_word(d, number_at(r->arrays[k], bytes, i), (int)bytes);
    }
}
