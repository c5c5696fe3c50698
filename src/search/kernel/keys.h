/* keys.h — which of the sixteen boxes of a node is the nearest? Keys say it in one comparison (../walk.h). */
#ifndef SEPAL_SEARCH_KERNEL_KEYS_H
#define SEPAL_SEARCH_KERNEL_KEYS_H

#include "../walk.h"
#include "node.h"

#include <string.h>

#if defined(SEPAL_LANES)

/* The keys of numbers that are not below 0, of the boxes from k on, as floats. INFINITY is to be put in where nothing waits: with the
 * number of a box it would be NaN. */
SPECIALISED w box_keys(w number, int k) {
    const wi place = wi_add(wi_lane_numbers(), wi_set1(k));
    return w_of_bits(wi_or(wi_and(wi_of_bits(number), wi_set1(SEPAL_KEY_NUMBER)), place));
}

/* least: keys. */
SPECIALISED uint32_t least_key(const float least[SEPAL_FANOUT]) {
    w nearest = w_load(least);
    uint32_t key;
    for (int k = SEPAL_LANES; k < SEPAL_FANOUT; k += SEPAL_LANES)
        nearest = w_min(nearest, w_load(least + k));
    const float found = w_least(nearest);
    memcpy(&key, &found, sizeof key);
    return key;
}

/* Makes number `which` INFINITY. All are stored at once, so that loads do not wait for a store of one. */
SPECIALISED void take_away(float least[SEPAL_FANOUT], uint32_t which) {
    for (int k = 0; k < SEPAL_FANOUT; k += SEPAL_LANES) {
        const wm taken = wi_eq(wi_add(wi_lane_numbers(), wi_set1(k)), wi_set1((int32_t)which));
        w_store(least + k, w_select(taken, w_infinity(), w_load(least + k)));
    }
}

/* Which keys have a number within the limit, as bits? */
SPECIALISED uint32_t keys_within(const uint32_t keys[SEPAL_FANOUT], float limit) {
    uint32_t beyond = 0;
    for (int k = 0; k < SEPAL_FANOUT; k += SEPAL_LANES) {
        const w number = w_of_bits(wi_and(wi_load((const int32_t *)keys + k), wi_set1(SEPAL_KEY_NUMBER)));
        beyond |= (uint32_t)wm_bits(w_gt(number, w_set1(limit))) << k;
    }
    return ~beyond & 0xffff;
}

#else

/* least: any numbers that are not below 0. */
SPECIALISED uint32_t least_key(const float least[SEPAL_FANOUT]) {
    uint32_t found = 0, key;
    for (uint32_t k = 1; k < SEPAL_FANOUT; k++)
        found = least[k] < least[found] ? k : found;
    memcpy(&key, &least[found], sizeof key);
    return (key & SEPAL_KEY_NUMBER) | found;
}

SPECIALISED void take_away(float least[SEPAL_FANOUT], uint32_t which) {
    least[which] = INFINITY;
}

SPECIALISED uint32_t keys_within(const uint32_t keys[SEPAL_FANOUT], float limit) {
    uint32_t within = 0;
    for (unsigned k = 0; k < SEPAL_FANOUT; k++) {
        const uint32_t bits = keys[k] & SEPAL_KEY_NUMBER;
        float number;
        memcpy(&number, &bits, sizeof number);
        within |= (uint32_t)(number <= limit) << k;
    }
    return within;
}

#endif

#endif
