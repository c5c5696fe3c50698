/* core_bits.c — answers as NumPy's bool arrays, a byte each. */
#include "core.h"

#include <string.h>

/* The eight bytes for each value of eight bits. A load from this table takes less time than the arithmetic that would spread the
 * bits. */
static unsigned char bytes_of[256][8];

void bits_prepare(void) {
    for (unsigned value = 0; value < 256; value++)
        for (unsigned bit = 0; bit < 8; bit++)
            bytes_of[value][bit] = (unsigned char)(value >> bit & 1);
}

void bits_to_bytes(const uint64_t *bits, size_t count, unsigned char *out) {
    size_t whole = count / 64;
    for (size_t k = 0; k < whole; k++)
        for (unsigned part = 0; part < 8; part++)
            memcpy(out + 64 * k + 8 * part, bytes_of[bits[k] >> 8 * part & 0xff], 8);
    for (size_t i = 64 * whole; i < count; i++)
        out[i] = (unsigned char)(bits[i / 64] >> i % 64 & 1);
}
