/* polys_kernel_shared.c — what units of several questions ask, in one copy: the checks of pairs and of poses; and polygons of more than 16
 * vertices, one pair at a time in double, in sets of floats or of doubles: do they overlap, and does one contain the other? */
#include "../../core/arithmetic.h"

#include "large64.h"

/* --- Checks: plain C, which compilers turn into vector instructions --- */

bool polys_kernel_indices_within(const sepal_pair *pairs, size_t count, size_t count_a, size_t count_b) {
    if (count_a == 0 || count_b == 0)
        return count == 0;
    uint32_t last_a = (uint32_t)(count_a - 1), last_b = (uint32_t)(count_b - 1);
    uint32_t outside = 0;
    for (size_t k = 0; k < count; k++)
        outside |= (uint32_t)(pairs[k].a > last_a) | (uint32_t)(pairs[k].b > last_b);
    return outside == 0;
}

/* Is every magnitude <= most? The bits of magnitudes are ordered as these are, NaN last; compilers vectorise this loop. */
SPECIALISED bool magnitudes_within(const float *values, size_t count, size_t stride, float most) {
    uint32_t limit, beyond = 0;
    memcpy(&limit, &most, sizeof limit);
    for (size_t i = 0; i < count; i++) {
        uint32_t word;
        memcpy(&word, values + i * stride, sizeof word);
        beyond |= (uint32_t)((word & 0x7fffffff) > limit);
    }
    return beyond == 0;
}

SPECIALISED bool column_within(const float *values, size_t count, size_t stride, float most) {
    return stride == 1 ? magnitudes_within(values, count, 1, most) : magnitudes_within(values, count, stride, most);
}

SPECIALISED bool far_within(const double *values, size_t count, size_t stride, double origin, double most) {
    uint32_t beyond = 0;
    for (size_t i = 0; i < count; i++)
        beyond |= (uint32_t) !(fabs(values[i * stride] - origin) <= most);
    return beyond == 0;
}

bool polys_kernel_poses_within(const sepal_poses *poses, size_t count, float most_place, float most_turn) {
    const size_t stride = poses->stride;
    /* what is rounded to float is within a bound that is a float if it was so before */
    const bool places =
        poses->x64 == NULL
            ? column_within(poses->x, count, stride, most_place) && column_within(poses->y, count, stride, most_place)
            : far_within(poses->x64, count, poses->stride64, poses->origin_x, (double)most_place) &&
                  far_within(poses->y64, count, poses->stride64, poses->origin_y, (double)most_place);
    return places && (poses->cos == NULL ||
                      (column_within(poses->cos, count, stride, most_turn) && column_within(poses->sin, count, stride, most_turn)));
}

/* --- Large polygons --- */

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
    (void)try_direction64(&p, (double2){-(double)x, -(double)y}, NULL);
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
