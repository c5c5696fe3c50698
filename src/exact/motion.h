/* motion.h — vectors between points that move in straight lines: signs of products and lengths of them. Exact for all finite
 * float32 coordinates and moves, and all float32 times from 0 to 1.
 *
 * Each expression is first computed in double together with a bound on its error (running error analysis: Higham, Accuracy and
 * Stability of Numerical Algorithms, 2002, section 3.3). The bound is made of the rounding errors that really occurred, so it is 0
 * where nothing was rounded, as with small whole numbers. Where the bound does not decide the sign, the expression is computed by
 * exact numbers (number.h). docs/numerics/sweep.md, "Signs", has the proofs. */
#ifndef SEPAL_EXACT_MOTION_H
#define SEPAL_EXACT_MOTION_H

#include "distance.h"

/* A real number that is within `error` of `value`. */
typedef struct sepal_rounded {
    double value, error;
} sepal_rounded;

/* A vector whose components are the exact sums of four doubles, of which some may be 0. */
typedef struct sepal_vector {
    double x[4], y[4];
    sepal_rounded near_x, near_y; /* the sums in double */
} sepal_vector;

typedef struct sepal_float2 {
    float x, y;
} sepal_float2;

/* to - from */
sepal_vector sepal_vector_between(sepal_float2 from, sepal_float2 to);

/* Where `to` is, as seen from `from`, when both have moved by `time` times their moves: to - from + time * (move_to - move_from). */
sepal_vector sepal_vector_at(sepal_float2 from, sepal_float2 to, sepal_float2 move_from, sepal_float2 move_to, float time);

/* The vector turned by a quarter turn to the left. */
sepal_vector sepal_vector_turned(const sepal_vector *v);

/* v x w and v . w, in double */
sepal_rounded sepal_vector_cross(const sepal_vector *v, const sepal_vector *w);
sepal_rounded sepal_vector_dot(const sepal_vector *v, const sepal_vector *w);

/* v x w, wrong by less than one unit in the last place of double. */
double sepal_vector_cross_value(const sepal_vector *v, const sepal_vector *w);

/* The signs of v x w and v . w. */
int sepal_vector_cross_sign(const sepal_vector *v, const sepal_vector *w);
int sepal_vector_dot_sign(const sepal_vector *v, const sepal_vector *w);

/* The sign of |v| - reach. */
int sepal_vector_compare_length(const sepal_vector *v, const sepal_reach *reach);

/* The sign of the distance of the point v from the line through 0 and e, minus the reach. e is from sepal_vector_between, and not 0.
 */
int sepal_vector_compare_line(const sepal_vector *e, const sepal_vector *v, const sepal_reach *reach);

/* The sign of (e x v) / (e x d) - (f x w) / (f x d), where e x d and f x d are positive. */
int sepal_vector_compare_quotients(const sepal_vector *e, const sepal_vector *v, const sepal_vector *f, const sepal_vector *w,
                                   const sepal_vector *d);

/* The unit vector in the direction of v, which is not 0: each component is within 2^-50 of its own. */
void sepal_vector_direction(const sepal_vector *v, double *x, double *y);

/* On a way along d, the place e x v / e x d, with e x d > 0: where it crosses the line along e through v, as seen from the beginning of the
 * way. Or the beginning. */
typedef struct sepal_way_place {
    bool is_begin;
    sepal_vector e, v;
} sepal_way_place;

/* The sign of p - q. */
static inline int sepal_way_compare(const sepal_way_place *p, const sepal_way_place *q, const sepal_vector *d) {
    if (!p->is_begin && !q->is_begin)
        return sepal_vector_compare_quotients(&p->e, &p->v, &q->e, &q->v, d);
    if (p->is_begin && q->is_begin)
        return 0;
    return p->is_begin ? -sepal_vector_cross_sign(&q->e, &q->v) : sepal_vector_cross_sign(&p->e, &p->v);
}

#endif
