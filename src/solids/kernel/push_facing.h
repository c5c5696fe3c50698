/* push_facing.h — the pushes of cores apart of which one faces the other with many vertices that are nearly in one plane, as the ends of
 * prisms are: float does not know which three of them are nearest, double does. A pair in each lane.
 *
 * Float has proposed a triangle of members of the Minkowski difference K = {b - a} (push_closest.h). From a place behind it, which is inside of K, the
 * face is looked for through which the way to the origin leads, as of hulls that meet (mtv_meeting.h). If the foot of the origin is inside
 * of that triangle, and no member is in front of its plane, certainly, it holds the point of K that is nearest to the origin
 * (docs/numerics/solids_kernels.md, "Hulls that face each other"). */
#ifndef SEPAL_SOLIDS_KERNEL_PUSH_FACING_H
#define SEPAL_SOLIDS_KERNEL_PUSH_FACING_H

#include "mtv_meeting.h"
#include "push_closest.h"

/* How far behind the triangle the place is, as a share of R. */
#define FACING_BEHIND 0x1p-10

/* What float has found of a group. */
typedef struct facing_found {
    int32_t code[3][SEPAL_LANES];
    wm triangle;
} facing_found;

/* Of lanes without a triangle the codes are 0. */
static inline void load_codes(const push_values *from, size_t k, facing_found *out) {
    const float *const of[3] = {from->x + k, from->y + k, from->z + k};
    for (int c = 0; c < 3; c++) {
        const wi code = wi_of_bits(w_load(of[c]));
        out->triangle = wi_gt(code, wi_set1(CLOSEST_NONE));
        wi_store(out->code[c], wi_select(out->triangle, code, wi_set1(0)));
    }
}

/* Moves the triangle to the face that is in front of it. Returns the lanes in which there is one. */
SPECIALISED wdm face_in_front(difference_half *p, member_half *m) {
    const wd zero = wd_set1(0);
    const wd3 across = wd3_unit(triangle_normal(m));
    const wd height = wd3_dot(across, m[0].w);
    const wd3 ray = wd3_minus(across, wd_gt(height, zero)); /* towards the origin */
    p->origin = wd3_scale(ray, wd_sub(zero, wd_add(wd_abs(height), wd_scaled(p->extent, FACING_BEHIND))));
    for (int k = 0; k < 3; k++)
        m[k].w = wd3_sub(m[k].w, p->origin);
    const member_half second = m[1];
    const wdm turned = wd_gt(height, zero);
    m[1] = member_half_select(turned, &m[2], &m[1]);
    m[2] = member_half_select(turned, &second, &m[2]);
    const wdm has = move_triangle(p, m, ray, wdm_all());
    p->origin = (wd3){zero, zero, zero};
    for (int k = 0; k < 3; k++)
        m[k].w = wd3_sub(m[k].b, m[k].a);
    return has;
}

/* Goes on in double from triangles that were found in float, and rounds. Returns the lanes that are certain. By itself, and not inlined, as
 * it needs much of the stack. */
static SEPAL_NOINLINE unsigned settle_facing_group(const push_query *asked, const sepal_pair *group, size_t k, sizes n,
                                                   const facing_found *found) {
    closest_half halves[2];
    wd reach[2];
    for (int half = 0; half < 2; half++) {
        member_half m[3];
        difference_half p;
        const wdm exact = load_difference_half(asked->q, group, n, half, &p);
        for (int corner = 0; corner < 3; corner++)
            m[corner] = member_of_code(&p, found->code[corner], half);
        halves[half] = settle_facing(&p, m, wdm_and(face_in_front(&p, m), exact));
        reach[half] = solid_reach_of_half(asked->q, group, half);
    }
    return wm_bits(found->triangle) & store_closest(asked->out, k, halves, reach);
}

SPECIALISED lanes facing_kernel(const void *question, const sepal_pair *group, size_t k, sizes n) {
    const push_query *asked = question;
    facing_found found;
    load_codes(asked->out, k, &found);
    if (wm_bits(found.triangle) == 0)
        return (lanes){0, ALL_LANES};
    return (lanes){0, ALL_LANES & ~settle_facing_group(asked, group, k, n, &found)};
}

/* Pairs of cores of these sizes that seem to be apart, not both of them boxes. out: has the codes that push_closest left of each. What is
 * not certain stays open. */
static SEPAL_NOINLINE void push_facing(const solids_query *q, const sepal_pair *pairs, size_t count, sizes n, verdicts *found,
                                       push_values *out) {
    const int32_t none = CLOSEST_NONE;
    float *const codes[3] = {out->x, out->y, out->z};
    assert(n.a + n.b > 0);
    for (size_t k = count; k % SEPAL_LANES != 0; k++) /* what fills up the last group */
        for (int c = 0; c < 3; c++)
            memcpy(codes[c] + k, &none, sizeof none);
    (void)ask_groups(facing_kernel, NULL, &(push_query){q, out}, pairs, count, n, found);
}

#endif
