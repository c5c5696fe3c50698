/* polys_kernel_contacts.c — the contact points of pairs: first which pairs have any, then the points of those, one pair at a time. */
#include "../../core/arithmetic.h"

#include "names.h"

void kernel_contacts_pairs(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, size_t count,
                           const sepal_rule *rule, const sepal_contacts *out) {
    sepal_rule closed = {SEPAL_TOUCHING_OVERLAPS, rule->margin};
    for (size_t first = 0; first < count; first += SEPAL_CHUNK) {
        size_t some = count - first < SEPAL_CHUNK ? count - first : SEPAL_CHUNK;
        uint64_t bits[SEPAL_CHUNK / 64];
        kernel_overlap_pairs(a, b, pairs + first, some, &closed, bits);
        for (size_t k = 0; k < some; k++) {
            sepal_poly_contacts found = {0};
            if (bit_at(bits, k))
                found = sepal_polys_scalar_manifold(a, pairs[first + k].a, b, pairs[first + k].b, rule->margin);
            sepal_poly_contacts_write(out, first + k, &found);
        }
    }
}
