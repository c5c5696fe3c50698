/* polys_kernel_large.c — polygons of more than 16 vertices, one pair at a time in double, in sets of floats or of doubles: do they overlap,
 * and does one contain the other (large64.h)?
 *
 * A unit of its own, so that sets of both kinds have one copy of it, and so that other stages are compiled without it. */
#include "../../core/arithmetic.h"

#include "large64.h"
#include "names.h"
#include "query.h"

static inline bool pair_reaches(const polys_query *q, sepal_pair pair) {
    return margin64_of(q) > 0 || sepal_poly_has_radius(q->a, pair.a) || sepal_poly_has_radius(q->b, pair.b);
}

/* Portals begin at an inner point. */
static inline lanes large_pair_kernel(const void *question, sepal_pair pair, UNUSED size_t k) {
    const polys_query *q = question;
    const bool inner = q->a->circles[pair.a].inner > 0 && q->b->circles[pair.b].inner > 0; /* the centres are certainly inside */
    return pair_reaches(q, pair) || !inner ? meet_by_nearest(q, pair) : meet_by_portals(q, pair);
}

/* Cores whose radii do not count stay open, as corners are asked about the shapes. */
static inline lanes large_cores_kernel(const void *question, sepal_pair pair, size_t k) {
    return pair_reaches(question, pair) ? (lanes){0, 1} : large_pair_kernel(question, pair, k);
}

void polys_kernel_load_largest(const float *const *at, w *out) {
    w_load_quads(at, SEPAL_LANE_VERTICES / 2, out);
}

lanes polys_kernel_meet_along(const polys_query *q, sepal_pair pair, float x, float y) {
    portal64 p = begin_portal64(q, pair);
    if (!(p.extent < (double)INFINITY))
        return (lanes){0, 1};
    (void)try_direction64(&p, (point64){-(double)x, -(double)y}, NULL);
    return ask_corners(&p, &p.last, 1);
}

sepal_contact polys_kernel_contact_large(const polys_query *q, sepal_pair pair, float x, float y) {
    sepal_contact contact = SEPAL_OVERLAP;
    for (int strict = 0; strict < 2 && contact == SEPAL_OVERLAP; strict++) {
        const polys_query asked = {q->a, q->b, strict ? SEPAL_TOUCHING_IS_APART : SEPAL_TOUCHING_OVERLAPS, q->margin, 0};
        const sepal_rule rule = rule_of(&asked);
        lanes found = polys_kernel_meet_along(&asked, pair, x, y);
        if (found.open != 0)
            found = large_pair_kernel(&asked, pair, 0);
        const bool meet = found.open != 0 ? sepal_polys_scalar_overlap_round(q->a, pair.a, q->b, pair.b, &rule) : found.yes != 0;
        contact = meet ? SEPAL_OVERLAP : strict ? SEPAL_TOUCH : SEPAL_APART;
    }
    return contact;
}

bool polys_kernel_overlap_large(const void *question, const sepal_pair *pairs, size_t count, UNUSED sizes n, verdicts *out) {
    return ask_each(large_pair_kernel, question, pairs, count, out);
}

bool polys_kernel_cores_large(const void *question, const sepal_pair *pairs, size_t count, UNUSED sizes n, verdicts *out) {
    return ask_each(large_cores_kernel, question, pairs, count, out);
}

bool polys_kernel_contain_large(const void *question, const sepal_pair *pairs, size_t count, UNUSED sizes n, verdicts *out) {
    return ask_each(edges_hold_kernel, question, pairs, count, out);
}
