/* balls.h — do the balls around two solids miss each other? Two loads of 16 bytes a pair. */
#ifndef SEPAL_SOLIDS_KERNEL_BALLS_H
#define SEPAL_SOLIDS_KERNEL_BALLS_H

#include "query.h"

typedef struct ball_lanes {
    w3 centre;
    w radius;
} ball_lanes;

/* index[2 * lane] is the solid: the one or the other of a group of pairs. */
SPECIALISED ball_lanes load_balls(const sepal_solids *set, const uint32_t *index) {
    const float *at[SEPAL_LANES];
    for (int lane = 0; lane < SEPAL_LANES; lane++)
        at[lane] = &set->balls[index[2 * lane]].x;
    w f[4];
    w_load_quads(at, 1, f);
    return (ball_lanes){{f[0], f[1], f[2]}, f[3]};
}

/* By how much a reach is widened, and what a square may lose by underflow (docs/numerics/solids_kernels.md, "Balls"). */
#define BALL_WIDER     (1 + 0x1p-20F)
#define BALL_UNDERFLOW 0x1p-110F

/* Infinite radii are apart from nothing. */
static inline lanes balls_decide(ball_lanes a, ball_lanes b, w margin) {
    w3 d = w3_sub(b.centre, a.centre);
    w reach = w_mul(w_add(w_add(a.radius, b.radius), margin), w_set1(BALL_WIDER));
    wm apart = w_gt(w3_dot(d, d), w_madd(reach, reach, w_set1(BALL_UNDERFLOW)));
    return (lanes){0, ALL_LANES & ~wm_bits(apart)};
}

SPECIALISED lanes balls_kernel(const void *question, const sepal_pair *group, UNUSED size_t k, UNUSED sizes n) {
    const solids_query *q = question;
    return balls_decide(load_balls(q->a, &group->a), load_balls(q->b, &group->b), w_set1(q->margin));
}

STAGE_OF_GROUPS(filter_balls, balls_kernel);

#endif
