/* filter.h — is a pair wanted? */
#ifndef SEPAL_SEARCH_FILTER_H
#define SEPAL_SEARCH_FILTER_H

#include <sepal/search.h>
#include <stdbool.h>

static inline uint32_t sepal_filter_number(const uint32_t *numbers, size_t i, uint32_t otherwise) {
    return numbers == NULL ? otherwise : numbers[i];
}

/* second: which arrays serve for the second set: 1, or 0 if both sets are one. */
static inline bool sepal_filter_wants(const sepal_filter *f, int second, sepal_pair pair) {
    const uint32_t *owner_a = f->owner[0], *owner_b = f->owner[second], all = ~UINT32_C(0);
    const uint32_t member_a = sepal_filter_number(f->member[0], pair.a, all), mask_a = sepal_filter_number(f->mask[0], pair.a, all);
    const uint32_t member_b = sepal_filter_number(f->member[second], pair.b, all);
    const uint32_t mask_b = sepal_filter_number(f->mask[second], pair.b, all);
    return (member_a & mask_b) != 0 && (member_b & mask_a) != 0 &&
           (owner_a == NULL || owner_b == NULL || owner_a[pair.a] != owner_b[pair.b]);
}

#endif
