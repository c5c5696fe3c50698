/* push_polytopes.h — the pushes of two hulls that meet, a pair in each lane, by the nearest face of the polytope of mtv_polytope.h,
 * from which push_meeting.h goes on in double. */
#ifndef SEPAL_SOLIDS_KERNEL_PUSH_POLYTOPES_H
#define SEPAL_SOLIDS_KERNEL_PUSH_POLYTOPES_H

#include "push_meeting.h"

/* As load_hulls does, which has room for more vertices. Through one function for both, gcc keeps the vertices of tetrahedra in memory. */
SPECIALISED void load_polytope_hull(const sepal_solids *set, const uint32_t *index, uint32_t size, w3 centre, w inverse, w *out) {
    const float *at[SEPAL_LANES];
    const w from[3] = {centre.x, centre.y, centre.z};
    w f[4];
    for (int lane = 0; lane < SEPAL_LANES; lane++)
        at[lane] = sepal_solid_x(set, index[2 * lane]);
    for (uint32_t i = 0; i < 3 * size; i += 4) {
        w_load_quads(at, 1, f);
        for (uint32_t row = 0; row < 4; row++)
            out[i + row] = w_mul(w_sub(f[row], from[i / size]), inverse);
        for (int lane = 0; lane < SEPAL_LANES; lane++)
            at[lane] += 4;
    }
}

/* Returns the extents. By itself, and not inlined, as it needs much of the stack. */
static SEPAL_NOINLINE w find_polytopes(const solids_query *q, const sepal_pair *group, sizes n, polytope_found *out) {
    const ball_lanes a = load_balls(q->a, &group->a), b = load_balls(q->b, &group->b);
    const w3 d = w3_sub(b.centre, a.centre);
    const w extent = w_add(w_add(a.radius, b.radius), w3_greatest(d)), inverse = w_div(w_set1(1), extent);
    polytope_lanes p;
    p.hulls = n;
    p.d = w3_scale(d, inverse);
    load_polytope_hull(q->a, &group->a, n.a, a.centre, inverse, p.word);
    load_polytope_hull(q->b, &group->b, n.b, b.centre, inverse, p.word + 3 * (size_t)n.a);
    grow_polytope(&p, out);
    return extent;
}

SPECIALISED lanes polytope_kernel(const void *question, const sepal_pair *group, size_t k, sizes n) {
    const push_query *asked = question;
    polytope_found found;
    const w extent = find_polytopes(asked->q, group, n, &found), others = w_load(found.others);
    if (found.lanes == 0)
        return (lanes){0, ALL_LANES};
    const unsigned sure =
        settle_triangles(asked, group, k, n, (const int32_t(*)[SEPAL_LANES])found.code, polytope_load(found.n), &others, &extent);
    return (lanes){0, ALL_LANES & ~(found.lanes & sure)};
}

/* The same as push_meeting. */
static SEPAL_NOINLINE void push_polytopes(const solids_query *q, const sepal_pair *pairs, size_t count, sizes n, verdicts *found,
                                          push_values *out) {
    (void)ask_groups(polytope_kernel, NULL, &(push_query){q, out}, pairs, count, n, found);
}

#endif
