/* digest.h — a digest of the last state of a program, which tells whether it is the same to the last bit: FNV-1a (Fowler, Noll, Vo) of
 * the bytes of its numbers, the lowest byte of each first. */
#ifndef DIGEST_H
#define DIGEST_H

#include <stdint.h>
#include <string.h>

#define DIGEST_OF_NOTHING UINT64_C(14695981039346656037)

static inline uint64_t digest_more(uint64_t hash, const float *numbers, int count) {
    for (int i = 0; i < count; i++) {
        uint32_t bits;
        memcpy(&bits, &numbers[i], sizeof bits);
        for (int k = 0; k < 4; k++)
            hash = (hash ^ (bits >> 8 * k & 255)) * UINT64_C(1099511628211);
    }
    return hash;
}

#endif
