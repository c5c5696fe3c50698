/* solids_scalar_inside.c — one plane, and the vertices of b.
 *
 * In double, with bounds: first a ball around them, then the vertices. What is within the bounds is
 * decided by exact signs, for the vertex that is farthest out; so a plane through many vertices of both costs a sign for each. */
#include "../../core/arithmetic.h"

#include "../../core/d3.h"
#include "inside.h"

#include <assert.h>

/* Covers the rounding of sums and products of bounds. */
#define BOUND_SLACK 0x1p-40

/* --- Shared vertices -------------------------------------------------------------------------- */

static bool is_vertex_at(const sepal_corners *s, uint32_t k, const float at[3]) {
    return s->x[0][k] == at[0] && s->x[0][s->step[0] + k] == at[1] && s->x[0][2 * s->step[0] + k] == at[2];
}

/* Is a vertex of the hull b that of the hull a which has the number k, or any? */
static bool is_shared(const sepal_corners *s, uint32_t number, uint32_t k) {
    const float at[3] = {s->x[1][number], s->x[1][s->step[1] + number], s->x[1][2 * s->step[1] + number]};
    return k < s->size[0] && is_vertex_at(s, k, at);
}
static bool is_shared_with_any(const sepal_corners *s, uint32_t number) {
    for (uint32_t k = 0; k < s->size[0]; k++)
        if (s->x[0][k] == s->x[1][number] && is_shared(s, number, k))
            return true;
    return false;
}

void sepal_inside_take(sepal_inside *q, uint32_t first, uint32_t most) {
    assert(first < q->s.size[1] && most <= SEPAL_INSIDE_PART);
    const uint32_t left = q->s.size[1] - first;
    q->first = first;
    q->count = left < most ? left : most;
    for (uint32_t k = 0; k < q->count; k++)
        q->left_out[k] = q->shared && is_shared(&q->s, first + k, first + k); /* a copy has them in the same order */
}

/* How far out the vertices of the part reach, and which does. heights: receives all. */
static double greatest_height(const sepal_inside *q, const sepal_corner_plane *p, double *heights, uint32_t *which) {
    sepal_corner_heights(p, &q->s, 1, q->first, q->count, heights);
    for (uint32_t k = 0; k < q->count && q->shared; k++)
        heights[k] = q->left_out[k] ? -INFINITY : heights[k];
    *which = sepal_greatest_of(heights, q->count);
    return heights[*which];
}

/* --- The plane -------------------------------------------------------------------------------- */

/* Finds a vertex of a that is beyond the plane: the farthest if it is certain, or else one by exact signs. */
static bool finds_beyond(sepal_inside *q, sepal_corner_plane *p, uint32_t *out) {
    sepal_corners *s = &q->s;
    double heights[SEPAL_INSIDE_PART], most = p->error[0];
    bool found = false;
    for (uint32_t first = 0; first < s->size[0]; first += SEPAL_INSIDE_PART) {
        const uint32_t left = s->size[0] - first, count = left < SEPAL_INSIDE_PART ? left : SEPAL_INSIDE_PART;
        sepal_corner_heights(p, s, 0, first, count, heights);
        const uint32_t k = sepal_greatest_of(heights, count);
        if (heights[k] > most)
            most = heights[k], *out = first + k, found = true;
        for (uint32_t i = 0; i < count && !found && !s->whole; i++) {
            const uint32_t at = first + i;
            if (heights[i] >= -p->error[0] && at != p->corner[0] && at != p->corner[1] && at != p->corner[2] &&
                sepal_corner_side(p, s, 0, at) > 0)
                *out = at, found = true;
        }
    }
    return found;
}

/* Exactly: does the vertex of the part that is farthest out keep the distance? */
static bool keeps_distance(sepal_inside *q, sepal_corner_plane *p, const double *heights, uint32_t which) {
    sepal_corners *s = &q->s;
    const double near = heights[which] - 2.5 * p->error[1];
    uint32_t best = which;
    for (uint32_t k = 0; k < q->count; k++)
        if (k != which && heights[k] >= near && !q->left_out[k] && sepal_corner_order(p, s, q->first + k, q->first + best) > 0)
            best = k;
    int side = sepal_corner_side(p, s, 1, q->first + best);
    if (side <= 0 && q->most > 0)
        side = -sepal_corner_compare(p, s, q->first + best, &q->reach);
    return side < 0 || (side == 0 && q->touching);
}

sepal_inside_answer sepal_inside_of_plane(sepal_inside *q, sepal_corner_plane *p, bool is_face, uint32_t *beyond) {
    const double length = d3_length(p->n), unsure = 2 * p->wrong + 0x1p-50 * length, error = p->error[1] * (1 + BOUND_SLACK);
    const double inside = -(error + q->most * (length + unsure) * (1 + BOUND_SLACK)) * (1 + BOUND_SLACK);
    const double outside = error - q->least * (length > unsure ? length - unsure : 0) * (1 - BOUND_SLACK);
    double heights[SEPAL_INSIDE_PART], most;
    uint32_t which;
    if (sepal_corner_height(p, q->centre) < inside - q->around * (length + unsure) * (1 + BOUND_SLACK))
        return SEPAL_INSIDE;
    for (;;) {
        most = greatest_height(q, p, heights, &which);
        if (most < inside || q->left_out[which])
            return SEPAL_INSIDE;
        if (!q->shared || !is_shared_with_any(&q->s, q->first + which))
            break;
        q->left_out[which] = true;
    }
    if (!is_face && finds_beyond(q, p, beyond))
        return SEPAL_IS_BEYOND;
    return most > outside || !keeps_distance(q, p, heights, which) ? SEPAL_OUTSIDE : SEPAL_INSIDE;
}
