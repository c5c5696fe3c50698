#include "arithmetic.h"

#include "last_time.h"
#include <stdint.h>
#include <string.h>

/* Floats >= 0 have the order of their bits. */
static float time_of_bits(uint32_t bits) {
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static uint32_t time_bits(float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

float sepal_next_time(float time) {
    return time_of_bits(time_bits(time) + 1);
}

float sepal_previous_time(float time) {
    return time_of_bits(time_bits(time) - 1);
}

float sepal_last_time(bool (*holds)(const void *context, float time), const void *context, double guess) {
    uint32_t low = 0, high = time_bits(1) + 1; /* it holds at `low`; `high` is beyond */
    uint32_t try = time_bits(guess > 0 ? guess < 1 ? (float)guess : 1.0F : 0.0F);
    for (uint32_t step = 1; low + 1 < high; step *= 2) { /* away from the guess in doubled steps, until it is between the two */
        if (try > low && try < high) {
            if (holds(context, time_of_bits(try))) {
                low = try;
                try = high - low > step ? low + step : high - 1;
                continue;
            }
            high = try;
            try = high - low > step ? high - step : low + 1;
            continue;
        }
        try = low + (high - low) / 2;
    }
    return time_of_bits(low);
}
