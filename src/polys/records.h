/* records.h — what is derived from the vertices when a polygon is stored (set.h has the records). */
#ifndef SEPAL_POLYS_RECORDS_H
#define SEPAL_POLYS_RECORDS_H

#include "bounds.h"
#include "set.h"
#include <math.h>

/* The coarse polygon of one with more than SEPAL_COARSE vertices: SEPAL_COARSE_FLOATS floats. */
void sepal_poly_find_coarse(const float *x, const float *y, size_t count, float *out);

/* A chord of a coarse polygon: from (x, y) along (ex, ey), with 1 / |e|^2, or 0 if that is too small for float. */
typedef struct sepal_poly_chord {
    float x, y, ex, ey, inverse;
} sepal_poly_chord;

static inline sepal_poly_chord sepal_poly_chord_between(float x, float y, float end_x, float end_y) {
    float ex = end_x - x, ey = end_y - y, square = ex * ex + ey * ey;
    return (sepal_poly_chord){x, y, ex, ey, square < SEPAL_RECORD_LEAST_SQUARE ? 0 : 1 / square};
}

/* The square of the distance of a point from a chord (Ericson, Real-Time Collision Detection, section 5.1.2). Whatever point of the
 * chord the distance is measured to is a point of the coarse polygon, so an inaccurate t can only make the slack larger than
 * necessary. */
static inline float sepal_poly_square_from_chord(const sepal_poly_chord *chord, float x, float y) {
    float dx = x - chord->x, dy = y - chord->y, t = (chord->ex * dx + chord->ey * dy) * chord->inverse;
    t = t < 0 ? 0 : t > 1 ? 1 : t;
    dx = dx - t * chord->ex;
    dy = dy - t * chord->ey;
    return dx * dx + dy * dy;
}

/* Bounds the errors of the two functions above, relative to the extent of the polygon, and what underflow adds
 * (docs/numerics/records.md, "Slack of a coarse polygon"). */
#define SEPAL_COARSE_ERROR 0x1p-19
#define SEPAL_COARSE_LEAST 0x1p-70

/* The slack of a coarse polygon. `square`: the greatest square of a vertex's distance from the chord that skips it. `extent`: the
 * greatest difference of a coordinate from that of the first vertex. */
float sepal_poly_coarse_slack(float square, float extent);

/* Is the parallelogram so near to the polygon that the box kernel will decide almost every pair? */
static inline bool sepal_poly_is_box(const sepal_poly_parallelogram *box) {
    const float u_x = fabsf(box->ux), u_y = fabsf(box->uy), v_x = fabsf(box->vx), v_y = fabsf(box->vy);
    const float u = u_x > u_y ? u_x : u_y, v = v_x > v_y ? v_x : v_y;
    return box->slack * 64 <= (u < v ? u : v);
}

/* Writes a polygon with the flags of sepal_poly_is_convex into the block and the records of shape `index`, but says nothing of it in
 * the totals of the set, nor in its radii. Returns the flags of its head. x and y may be the block's own. */
uint32_t sepal_poly_write_records(sepal_polys *set, uint32_t index, uint32_t at, const float *x, const float *y, uint32_t size,
                                  uint32_t flags, float radius);

/* Is this written shape one of those that `plain` asks for? */
bool sepal_poly_is_plain(const sepal_polys *set, uint32_t index);

/* Counts a written shape in the totals of the set, and stores its radius, which is not -0. */
void sepal_poly_count(sepal_polys *set, uint32_t index, double radius);

/* Writes a polygon with the flags of sepal_poly_is_convex into the block and the records of shape `index`, and counts it in
 * the totals of the set. x and y may be the block's own. */
void sepal_poly_write(sepal_polys *set, uint32_t index, uint32_t at, const float *x, const float *y, uint32_t size, uint32_t flags,
                      float radius);

#endif
