/* push_cores.h — the smallest push of any two solids whose nearest parts are certain, one pair at a time.
 *
 * Double searches; feature.h proves that the part found is the one that defines the answer; the reference rounds it. The answer has
 * the bits of the reference, which takes what is not certain here. */
#ifndef SEPAL_SOLIDS_KERNEL_PUSH_CORES_H
#define SEPAL_SOLIDS_KERNEL_PUSH_CORES_H

#include "../scalar/push.h"
#include "expand.h"
#include "feature.h"

/* Of a face: the product of how far the foot of the origin is inside of it, and how far all other members are below it, at least, of
 * the square of the extent. Then no plane that the reference could confuse with this one has another normal. */
#define PUSH_ALONE 0x1p-34

static bool is_certainly_nearest(const core_pair *p, const core_member *const *m, int count) {
    core_feature f;
    return set_feature(p, m, count, &f) && set_direction(&f, p->extent) && (count < 3 || inside_by(&f, p->extent) > 0) &&
           others_beyond(p, &f, 1) > 0;
}

static bool is_certainly_the_way_out(const core_pair *p, const expand_body *body, const expand_face *face,
                                     const core_member *const *m) {
    core_feature f;
    if (!set_feature(p, m, 3, &f) || !set_direction(&f, p->extent))
        return false;
    double inside = inside_by(&f, p->extent), below = others_beyond(p, &f, -1);
    return inside > 0 && below > 0 && inside * below > PUSH_ALONE * p->extent * p->extent &&
           is_alone(body, face, p->extent, f.of_a, f.of_b);
}

/* The members that the answer goes by, in the order of the reference; 0 if none is certain. meets: do the cores? */
static int find_members(const core_pair *p, bool boxes, sepal_member out[3], bool *meets) {
    expand_body body;
    simplex s;
    const core_member *m[3] = {&s.m[0], &s.m[1], &s.m[2]};
    approach_end end = search_nearest(p, &s);
    *meets = end == APPROACH_MEETS;
    if (end == APPROACH_APART)
        return is_certainly_nearest(p, m, s.count) ? reference_members(m, s.count, out) : 0;
    if (end == APPROACH_UNSURE || boxes) /* boxes that meet have a way out of their own */
        return 0;
    const expand_face *face = search_face(p, &s, &body);
    if (face == NULL)
        return 0;
    for (int k = 0; k < 3; k++)
        m[k] = &body.corner[face->corner[k]];
    return is_certainly_the_way_out(p, &body, face, m) ? reference_members(m, 3, out) : 0;
}

/* False if the answer is not certain. */
static bool push_of_cores(const solids_query *q, sepal_pair pair, sepal_solid_mtv *out) {
    core_pair p;
    sepal_member members[3];
    sepal_cores cores;
    sepal_nearest found;
    float n[3];
    bool meets;
    if (!load_cores(q, pair, &p))
        return false;
    int count = find_members(&p, p.a.box && p.b.box, members, &meets);
    if (count == 0)
        return false;
    sepal_reach3 reach = {
        {(double)sepal_solid_radius(q->a, pair.a), (double)sepal_solid_radius(q->b, pair.b), (double)q->margin, 0}};
    sepal_cores_set(&cores, q->a, pair.a, q->b, pair.b);
    sepal_nearest_set(&found, &cores, count, members);
    sepal_nearest_direction(&found, &cores, meets ? -1 : 1, n);
    *out = (sepal_solid_mtv){n[0], n[1], n[2], sepal_nearest_rounded(&found, &cores, &reach, meets ? 1 : -1)};
    return out->depth != 0; /* a depth rounded once has the sign of the exact one, unless it became 0 */
}

#endif
