/* mtv_spheres.h — the pushes of two spheres, a pair in each lane of double: the way between the centres, rounded by intervals, as in
 * closest_sure.h. What is not certain stays open (docs/numerics/solids_kernels.md, "Spheres: push"). */
#ifndef SEPAL_SOLIDS_KERNEL_MTV_SPHERES_H
#define SEPAL_SOLIDS_KERNEL_MTV_SPHERES_H

#include "closest_sure.h"
#include "spheres_touch.h"

/* The radii and the margin of both halves, added in the order of the reference. */
SPECIALISED void load_reaches(const solids_query *q, const sepal_pair *group, wd reach[2]) {
    const w a = solid_load_radii(q->a, &group->a), b = solid_load_radii(q->b, &group->b);
    for (int half = 0; half < 2; half++)
        reach[half] = wd_add(wd_add(wd_of(a, half), wd_of(b, half)), wd_set1((double)q->margin));
}

SPECIALISED lanes push_spheres_kernel(const void *question, const sepal_pair *group, size_t k, sizes n) {
    const closest_query *asked = question;
    const ball_lanes a = load_balls(asked->q->a, &group->a), b = load_balls(asked->q->b, &group->b);
    closest_half found[2];
    wd reach[2];
    (void)n;
    for (int half = 0; half < 2; half++)
        found[half] = find_between_points(wd3_sub(wd3_of(b.centre, half), wd3_of(a.centre, half)));
    load_reaches(asked->q, group, reach);
    rounded_push push = round_push(found, reach);
    if (push.sure != ALL_LANES)
        settle_touching_spheres(&a, &b, asked->q->margin, &push);
    store_rounded(asked->out, k, &push);
    return (lanes){0, ALL_LANES & ~push.sure};
}

static bool push_two_spheres(const solids_query *q, const sepal_pair *pairs, size_t count, verdicts *found, push_values *out) {
    return ask_groups(push_spheres_kernel, NULL, &(closest_query){q, out}, pairs, count, (sizes){0}, found);
}

#endif
