/* push_meeting.h — the pushes of two hulls that meet, a pair in each lane, by the face that a ray leaves their Minkowski difference through
 * (mtv_ray.h), or by the nearest face of a polytope that grows (mtv_polytope.h). Double goes on from there (mtv_meeting.h), and rounds what
 * is certain. */
#ifndef SEPAL_SOLIDS_KERNEL_PUSH_MEETING_H
#define SEPAL_SOLIDS_KERNEL_PUSH_MEETING_H

#include "mtv_polytope.h"
#include "mtv_ray.h"

/* What float finds of a group. */
typedef struct ray_found {
    int32_t code[3][SEPAL_LANES];
    w3 ray;
    wm found;
} ray_found;

/* By itself, and not inlined, as it needs much of the stack. */
static SEPAL_NOINLINE void find_by_ray(const solids_query *q, const sepal_pair *group, sizes n, ray_found *out) {
    difference_lanes s;
    ray_triangle t;
    out->found = wm_none();
    if (n.a == 0 || n.b == 0) /* never, as push_meeting asserts: so that there is no code for boxes here */
        return;
    load_difference(q, group, n, &s);
    search_ray(&s, n, w3_sub(w3_set1(0, 0, 0), s.d), &t);
    for (int k = 0; k < 3; k++)
        wi_store(out->code[k], t.m[k].code);
    out->ray = t.ray;
    out->found = t.found;
}

/* Goes on in double from triangles that were found in float, and rounds. code: of their members; along: rays that pass between these, or
 * normals of polytopes; others, extent: what is known of all other faces of polytopes, in units of the extent, or NULL. Returns the lanes
 * that are certain. By itself for the same reason. */
static SEPAL_NOINLINE unsigned settle_triangles(const push_query *asked, const sepal_pair *group, size_t k, sizes n,
                                                const int32_t (*code)[SEPAL_LANES], w3 along, const w *others, const w *extent) {
    closest_half halves[2];
    wd reach[2];
    for (int half = 0; half < 2; half++) {
        meeting_member m[3];
        meeting_half p;
        meeting_ball ball = {.n = wd3_of(along, half)};
        const wdm exact = load_meeting_half(asked->q, group, n, half, &p);
        for (int corner = 0; corner < 3; corner++)
            m[corner] = member_of_code(&p, code[corner], half);
        if (others != NULL) {
            const wd scale = wd_of(*extent, half);
            ball.others = wd_mul(wd_scaled(wd_of(*others, half), 1 - 0x1p-20), scale);
            ball.plane = wd_scaled(scale, 4 * (double)POLYTOPE_PLANE);
        }
        const wdm has = move_triangle(&p, m, ball.n);
        halves[half] = settle_meeting(&p, m, wdm_and(has, exact), others != NULL ? &ball : NULL);
        reach[half] = solid_reach_of_half(asked->q, group, half);
    }
    return store_closest(asked->out, k, halves, reach);
}

SPECIALISED lanes meeting_kernel(const void *question, const sepal_pair *group, size_t k, sizes n) {
    const push_query *asked = question;
    ray_found ray;
    find_by_ray(asked->q, group, n, &ray);
    const unsigned bits = wm_bits(ray.found);
    if (bits == 0)
        return (lanes){0, ALL_LANES};
    return (lanes){0, ALL_LANES & ~(bits & settle_triangles(asked, group, k, n, (const int32_t(*)[SEPAL_LANES])ray.code, ray.ray,
                                                            NULL, NULL))};
}

/* Pairs of hulls of these sizes that seem to meet. What is not certain stays open. */
static SEPAL_NOINLINE void push_meeting(const solids_query *q, const sepal_pair *pairs, size_t count, sizes n, verdicts *found,
                                        push_values *out) {
    assert(n.a > 0 && n.b > 0);
    (void)ask_groups(meeting_kernel, NULL, &(push_query){q, out}, pairs, count, n, found);
}

/* --- By a polytope that grows ---------------------------------------------------------------------------- */

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
