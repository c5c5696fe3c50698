/* bytes.h — reads the bytes of a fuzzer as numbers. Every string of bytes is a valid input, and behind its end every number is
 * 0, so that no mutation is wasted. */
#ifndef SEPAL_TESTS_BYTES_H
#define SEPAL_TESTS_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct bytes {
    const uint8_t *at;
    size_t left;
} bytes;

static inline uint8_t take_byte(bytes *b) {
    if (b->left == 0)
        return 0;
    b->left--;
    return *b->at++;
}

/* -128 .. 127, in two's complement */
static inline int take_small(bytes *b) {
    int byte = take_byte(b);
    return byte < 128 ? byte : byte - 256;
}

static inline uint32_t take_word(bytes *b) {
    uint32_t word = 0;
    for (int i = 0; i < 4; i++)
        word |= (uint32_t)take_byte(b) << 8 * i;
    return word;
}

/* 0 .. bound-1, bound <= 256 */
static inline uint32_t take_below(bytes *b, uint32_t bound) {
    return take_byte(b) % bound;
}

/* True for one byte in sixteen. Errors are taken this rarely, so that long sequences of calls get far. */
static inline bool take_rarely(bytes *b) {
    return take_byte(b) % 16 == 15;
}

#endif
