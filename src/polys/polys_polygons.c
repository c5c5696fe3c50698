/* polys_polygons.c — the polygons that pairs have in common: checks the arguments, asks the kernels of overlap which pairs have any, and
 * the scalar path which. */
#include "../core/arithmetic.h"

#include "../core/fpstate.h"
#include "commons.h"
#include "kernels.h"

/* So many pairs are asked about overlap at a time. */
enum { POLYGONS_PAIRS = 1024 };

static bool has_bit(const uint64_t *bits, size_t k) {
    return (bits[k / 64] >> k % 64 & 1) != 0;
}

/* Counts the corners; writes them, and where those of each pair begin, if `first` is not NULL. */
static uint64_t list_polygons(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, size_t count,
                              const sepal_rule *rule, float *x, float *y, uint32_t *first) {
    const sepal_rule apart = {SEPAL_TOUCHING_IS_APART, 0, 0};
    sepal_polys_overlap_pairs_kernel *const ask = sepal_polys_overlap_pairs_kernels[sepal_isa_for(count)];
    uint64_t meet[SEPAL_BIT_WORDS(POLYGONS_PAIRS)] = {0}, overlap[SEPAL_BIT_WORDS(POLYGONS_PAIRS)] = {0}, found = 0;
    for (size_t done = 0; done < count; done += POLYGONS_PAIRS) {
        const size_t some = count - done < POLYGONS_PAIRS ? count - done : POLYGONS_PAIRS;
        ask(a, b, pairs + done, some, &apart, &(sepal_policy){0}, overlap);
        if (rule->touching == SEPAL_TOUCHING_OVERLAPS)
            ask(a, b, pairs + done, some, rule, &(sepal_policy){0}, meet);
        else
            memcpy(meet, overlap, sizeof meet);
        sepal_polys_leave_out(a, b, pairs + done, some, meet);
        for (size_t k = 0; k < some; k++) {
            const sepal_pair pair = pairs[done + k];
            if (first != NULL)
                first[done + k] = (uint32_t)found;
            if (!has_bit(meet, k))
                continue;
            const bool flat = ((a->heads[pair.a].flags | b->heads[pair.b].flags) & SEPAL_FLAT) != 0;
            found += sepal_polys_polygon_scalar(a, pair.a, b, pair.b, !flat && has_bit(overlap, k), x == NULL ? NULL : x + found,
                                                x == NULL ? NULL : y + found);
        }
    }
    if (first != NULL)
        first[count] = (uint32_t)found;
    return found;
}

/* How many corners there can be. */
static uint64_t most_corners(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, size_t count) {
    uint64_t most = 0;
    for (size_t k = 0; k < count; k++)
        most += (uint64_t)a->heads[pairs[k].a].size + b->heads[pairs[k].b].size;
    return most;
}

sepal_status sepal_polys_common_polygons(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, size_t count,
                                         const sepal_rule *rule, size_t room, float *x, float *y, uint32_t *first, size_t *found) {
    rule = sepal_rule_meaning(rule);
    if (rule == NULL || sepal_rule_magnitude(rule->margin) != 0 || !sepal_polys_pairs_are_good(a, b, pairs, count) ||
        first == NULL || found == NULL || (room > 0 && (x == NULL || y == NULL)))
        return SEPAL_BAD_ARGUMENT;
    if (!sepal_polys_are_floats(a, b))
        return SEPAL_BAD_KIND;
    const uint64_t most = room < UINT32_MAX ? room : UINT32_MAX;
    sepal_fpstate callers = sepal_fpstate_enter();
    sepal_status status = sepal_poly_some_are_round(a, b, pairs, count) ? SEPAL_BAD_SHAPE : SEPAL_OK;
    if (status == SEPAL_OK && most_corners(a, b, pairs, count) > most) {
        const uint64_t needed = list_polygons(a, b, pairs, count, rule, NULL, NULL, NULL);
        if (needed > most) {
            *found = (size_t)needed;
            status = SEPAL_TOO_SMALL;
        }
    }
    if (status == SEPAL_OK)
        *found = (size_t)list_polygons(a, b, pairs, count, rule, x, y, first);
    sepal_fpstate_leave(callers);
    return status;
}
