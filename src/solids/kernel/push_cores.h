/* push_cores.h — the smallest push of any two solids whose nearest parts are certain, one pair at a time.
 *
 * Double searches; approach.h proves that the part found is the one that defines the answer. Where double knows the answer well
 * enough, it is rounded here, else by the reference, which also takes what is not certain. The bits are those of the reference. */
#ifndef SEPAL_SOLIDS_KERNEL_PUSH_CORES_H
#define SEPAL_SOLIDS_KERNEL_PUSH_CORES_H

#include "cores_plane.h"
#include "grow.h"

/* --- Cores apart ---------------------------------------------------------------------------------------------------------------- */

/* Rounds a number that is known but for an error; false if that is not certain. */
static inline bool round_between(double value, double error, float *out) {
    *out = sepal_nearest_float(value - error) + 0; /* no -0 */
    return *out == sepal_nearest_float(value + error);
}

/* The push of cores that are apart along a coordinate axis. False if the depth is not certain. */
static bool push_along_axis(const core_axis_gap *along, const sepal_reach3 *reach, sepal_solid_mtv *out) {
    double sum;
    bool exact = add_reach_exactly(reach->part[0], reach->part[1], reach->part[2], &sum);
    const double depth = sum - along->gap;
    exact = exact && sum - depth == along->gap && depth + along->gap == sum;
    float n[3] = {0, 0, 0};
    n[along->axis] = (float)along->side;
    *out = (sepal_solid_mtv){n[0], n[1], n[2], 0};
    return round_between(depth, exact ? 0 : 0x1p-50 * (sum + along->gap), &out->depth) &&
           ((exact && depth == 0) || out->depth != 0);
}

/* The part that is nearest. known: it is along a coordinate axis, whatever parts there are, and the push is certain, and in `push`. */
static approach_end find_part(const solid_core_pair *p, const sepal_reach3 *reach, core_part *out, bool *known,
                              sepal_solid_mtv *push) {
    simplex s;
    double at[3];
    core_axis_gap along;
    const core_member *m[3] = {&s.m[0], &s.m[1], &s.m[2]};
    approach_end end = search_nearest(p, &s);
    core_feature *f = &out->feature;
    if (end != APPROACH_APART)
        return end;
    *known = p->exact && reduce_simplex(&s, at) && find_axis_gap(p, at, &along) && push_along_axis(&along, reach, push);
    if (*known)
        return APPROACH_APART;
    if (!set_feature(p, m, s.count, f) || !set_direction(f, p->extent) || (s.count == 3 && !(inside_by(f, p->extent) > 0)) ||
        !(others_beyond(p, f) > 0))
        return APPROACH_OPEN;
    out->count = reference_members(m, s.count, out->member);
    return APPROACH_APART;
}

/* --- Cores that meet ------------------------------------------------------------------------------------------------------------ */

/* Is the plane certainly no farther than `most`? */
static bool is_near_enough(const solid_core_pair *p, const core_part *part, const sepal_grown *grown, exact_part *x) {
    const core_feature *f = &part->feature;
    const double distance = d3_dot(f->n, f->c.w) / f->size;
    const double error = p->extent * (32 * DOUBLE_UNIT + 5 * f->error / f->size);
    if (distance + error <= grown->most.part[0] + grown->most.part[1] - 0x1p-50 * grown->most.part[0])
        return true;
    know_exactly(x);
    return sepal_nearest_compare(&x->plane, &x->cores, &grown->most) <= 0;
}

/* The face of the reference, if the origin is certainly inside of K, or on its boundary where both cores have a face. */
static bool find_way_out(const solids_query *q, sepal_pair pair, const solid_core_pair *p, core_part *out) {
    sepal_grown grown;
    exact_part x; /* most of it is seldom filled in */
    x.q = q, x.pair = pair, x.part = out, x.set = false;
    if (p->a.box && p->b.box) /* these have a way out of their own */
        return false;
    if (!grow_lanes(q, pair, p, &grown))
        return false;
    out->meets = true;
    out->count = 3;
    for (int k = 0; k < 3; k++)
        out->member[k] = grown.member[k];
    uint64_t in[2];
    if (!set_plane(p, out) || !is_behind_plane(p, out, false, &x, &in[0]) || !is_behind_plane(p, out, true, &x, &in[1]))
        return false;
    out->touches = !grown.around && is_touched(p, out, in);
    return out->touches || (grown.around && is_near_enough(p, out, &grown, &x));
}

/* --- Rounding ------------------------------------------------------------------------------------------------------------------- */

/* What double knows of the answer is often enough to round it. */
static bool round_part(const solid_core_pair *p, const core_part *part, double reach, sepal_solid_mtv *out) {
    const double u = DOUBLE_UNIT, *n = part->feature.n, sign = part->meets ? -1 : 1;
    double share = part->feature.error / part->feature.size, distance = d3_dot(n, part->feature.c.w) / part->feature.size;
    double error = p->extent * (32 * u + 5 * share) + 0x1p-50 * (reach + distance);
    float x[3];
    for (int k = 0; k < 3; k++) {
        double value = sign * n[k] / part->feature.size;
        x[k] = 0;
        if (!part->none[k] && !round_between(value, 2.5 * share + 8 * u * fabs(value), &x[k]))
            return false;
    }
    *out = (sepal_solid_mtv){.x = x[0], .y = x[1], .z = x[2]};
    if (part->touches) /* at no distance */
        return round_between(reach, 0x1p-50 * reach, &out->depth);
    return round_between(reach - sign * distance, error, &out->depth);
}

/* meets: do the cores seem to meet? False if the answer is not certain. */
static bool push_of_cores(const solids_query *q, sepal_pair pair, bool meets, sepal_solid_mtv *out) {
    solid_core_pair p;
    core_part part; /* its feature is filled in by whoever finds it: an initialiser would write all of it */
    bool known = false;
    sepal_reach3 reach = {
        {(double)sepal_solid_radius(q->a, pair.a), (double)sepal_solid_radius(q->b, pair.b), (double)q->margin, 0}};
    if (!solid_load_cores(q, pair, &p))
        return false;
    if (!(meets && find_way_out(q, pair, &p, &part))) {
        part.meets = part.touches = false;
        part.none[0] = part.none[1] = part.none[2] = false;
        if (find_part(&p, &reach, &part, &known, out) != APPROACH_APART && (meets || !find_way_out(q, pair, &p, &part)))
            return false;
    }
    if (known)
        return true;
    if (!round_part(&p, &part, (reach.part[0] + reach.part[1]) + reach.part[2], out)) {
        sepal_cores cores;
        sepal_nearest found;
        float n[3];
        set_cores(q, pair, &cores);
        sepal_nearest_set(&found, &cores, part.count, part.member);
        sepal_nearest_direction(&found, &cores, part.meets ? -1 : 1, n);
        *out = (sepal_solid_mtv){n[0], n[1], n[2], sepal_nearest_rounded(&found, &cores, &reach, part.meets ? 1 : -1)};
        if (out->depth == 0 && !part.meets) { /* they touch, or a number next to 0 became 0 */
            out->depth = sepal_signed_depth(0, (sepal_contact)-sepal_nearest_compare(&found, &cores, &reach));
            return true;
        }
    }
    return part.touches || out->depth != 0; /* a depth rounded once has the sign of the exact one, unless it became 0 */
}

#endif
