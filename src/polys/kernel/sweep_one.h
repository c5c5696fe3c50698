/* sweep_one.h — when and how do moving shapes meet? One pair at a time, for lists of so few pairs that most lanes of the kernels would
 * hold copies.
 *
 * What proves a hit in sweep_cast.h is a line that parts the shapes from the beginning on, and what proves that they stay apart is one,
 * too. So nothing has to be known of a pair before it is cast, and no other stage is asked; what a cast leaves open, such as a pair that
 * overlaps at the beginning, is answered as a pair of any list (docs/numerics/sweep.md, "Casts"). */
#ifndef SEPAL_POLYS_KERNEL_SWEEP_ONE_H
#define SEPAL_POLYS_KERNEL_SWEEP_ONE_H

#include "sweep_cast.h"

/* Is the pair certainly apart during the step, by its circles? */
static inline bool one_misses(const sweep_query *s, const sepal_poly_circle *a, const sepal_poly_circle *b,
                              const cast_question *c) {
    const w2 move = {w_set1(c->b.move.x - c->a.move.x), w_set1(c->b.move.y - c->a.move.y)};
    const sweep_distances apart = sweep_circle_distances(same_circle(a), same_circle(b), move, s->q.margin);
    const lanes found = sweep_circles_decided(&apart);
    return ((found.yes | found.open) & 1) == 0;
}

/* Do the inner circles seem to meet at the beginning? Then a cast would be in vain. */
static inline bool one_begins_inside(const sweep_query *s, const sepal_poly_circle *a, const sepal_poly_circle *b) {
    const float x = b->x - a->x, y = b->y - a->y, reach = a->inner + b->inner + s->q.margin;
    return x * x + y * y < reach * reach;
}

/* Lists of up to so many pairs are answered one by one. */
enum { ONE_BY_ONE = 3 };

/* Answers a pair, or leaves it open. */
static SEPAL_NOINLINE cast_verdict sweep_one(const sweep_query *s, sepal_pair pair, sepal_poly_hit *hit) {
    const sepal_poly_circle *a = &s->q.a->circles[pair.a], *b = &s->q.b->circles[pair.b];
    if (!cast_takes(s, pair) || one_begins_inside(s, a, b))
        return CAST_OPEN;
    const cast_question c = cast_of(s, pair);
    *hit = sepal_poly_no_hit();
    if (one_misses(s, a, b, &c))
        return CAST_APART;
    return c.move == 0 ? CAST_OPEN : cast_moving(&c, true, hit);
}

#endif
