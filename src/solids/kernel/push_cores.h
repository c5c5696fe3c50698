/* push_cores.h — the smallest push of any two solids whose nearest parts are certain, one pair at a time.
 *
 * Double searches; cores_part.h proves that the part found is the one that defines the answer. Where double knows the answer well
 * enough, it is rounded here, else by the reference, which also takes what is not certain. The bits are those of the reference. */
#ifndef SEPAL_SOLIDS_KERNEL_PUSH_CORES_H
#define SEPAL_SOLIDS_KERNEL_PUSH_CORES_H

#include "../twofold.h"
#include "cores_part.h"
#include "grow.h"

/* --- Cores apart ---------------------------------------------------------------------------------------------------------------- */

/* Rounds a number that is known but for an error; false if that is not certain. */
static inline bool round_between(double value, double error, float *out) {
    *out = sepal_nearest_float(value - error) + 0; /* no -0 */
    return *out == sepal_nearest_float(value + error);
}

/* The push of cores that are apart by `gap` along a coordinate axis, exactly. False if the depth is not certain. */
static bool push_along_axis(const core_part *part, int axis, const sepal_reach3 *reach, sepal_solid_mtv *out) {
    const double gap = fabs(part->m[0].w[axis]);
    double sum;
    bool exact = add_reach_exactly(reach->part[0], reach->part[1], reach->part[2], &sum);
    const double depth = sum - gap;
    exact = exact && sum - depth == gap && depth + gap == sum;
    float n[3] = {0, 0, 0};
    n[axis] = part->n[axis] > 0 ? 1 : -1;
    *out = (sepal_solid_mtv){n[0], n[1], n[2], 0};
    return round_between(depth, exact ? 0 : 0x1p-50 * (sum + gap), &out->depth) && ((exact && depth == 0) || out->depth != 0);
}

/* --- Cores that meet ------------------------------------------------------------------------------------------------------------ */

/* Is the plane certainly no farther than `most`? */
static bool is_near_enough(const solid_core_pair *p, const core_part *part, const sepal_grown *grown) {
    const double distance = d3_dot(part->n, part->m[0].w) / part->size;
    const double error = p->extent * (32 * DOUBLE_UNIT + 5 * part->error / part->size);
    return distance + error <= grown->most.part[0] + grown->most.part[1] - 0x1p-50 * grown->most.part[0];
}

/* The face of the reference, if the origin is certainly inside of K, or on its boundary. */
static bool find_way_out(const solids_query *q, sepal_pair pair, const solid_core_pair *p, core_part *out) {
    sepal_grown grown;
    core_list in[2];
    if (p->a.box && p->b.box) /* these have a way out of their own */
        return false;
    if (!grow_lanes(q, pair, p, &grown))
        return is_flat_and_touched(p, out);
    if (!is_face(p, grown.member, out, grown.around ? NULL : in))
        return false;
    out->touches = !grown.around && is_touched(p, out, in);
    return out->touches || (grown.around && is_near_enough(p, out, &grown));
}

/* --- Rounding ------------------------------------------------------------------------------------------------------------------- */

/* What double knows of the answer is often enough to round it. */
static bool round_part(const solid_core_pair *p, const core_part *part, double reach, sepal_solid_mtv *out) {
    const double u = DOUBLE_UNIT, *n = part->n, sign = part->meets ? -1 : 1;
    double share = part->error / part->size, distance = d3_dot(n, part->m[0].w) / part->size;
    double error = p->extent * (32 * u + 5 * share) + 0x1p-50 * (reach + distance);
    float x[3];
    for (int k = 0; k < 3; k++) {
        double value = sign * n[k] / part->size;
        x[k] = 0;
        if (!part->none[k] && !round_between(value, 2.5 * share + 8 * u * fabs(value), &x[k]))
            return false;
    }
    *out = (sepal_solid_mtv){.x = x[0], .y = x[1], .z = x[2]};
    if (part->touches) /* at no distance */
        return round_between(reach, 0x1p-50 * reach, &out->depth);
    return round_between(reach - sign * distance, error, &out->depth);
}

/* n, n . n and n . w[0] of a part of exact coordinates, in twice the digits. error: of n, as a share of its length; far: that of n . w[0],
 * as a share of itself. */
typedef struct twofold_part {
    sepal_twofold n[3], square, along;
    double error, far;
} twofold_part;

static void find_twofold(const core_part *part, twofold_part *out) {
    sepal_twofold c[3], edge[3], other[3], across[3];
    double most = d3_length(part->m[0].w);
    for (int k = 0; k < 3; k++) {
        c[k] = out->n[k] = (sepal_twofold){part->m[0].w[k], 0};
        edge[k] = (sepal_twofold){part->edge[0][k], 0};
        other[k] = part->count == 3 ? (sepal_twofold){part->edge[1][k], 0} : c[k];
    }
    if (part->count > 1)
        sepal_twofold_cross(edge, other, part->count == 3 ? out->n : across);
    if (part->count == 2)
        sepal_twofold_cross(across, edge, out->n);
    const double length = part->count > 1 ? d3_length(part->edge[0]) : 0;
    const double product = part->count == 1 ? 0 : part->count == 3 ? length * d3_length(part->edge[1]) : length * length * most;
    out->square = sepal_twofold_dot(out->n, out->n);
    out->along = sepal_twofold_dot(out->n, c);
    out->error = 8 * TWOFOLD_UNIT * product / part->size;
    out->far = (out->error + 4 * TWOFOLD_UNIT) * most * part->size / fabs(out->along.high);
}

/* r^2 n . n - (n . w[0])^2, which has the sign of the depth of cores apart. False if that is not certain. */
static bool find_excess(const solid_core_pair *p, const core_part *part, const twofold_part *of, double reach, double *excess,
                        double *error) {
    const sepal_twofold r = sepal_twofold_product(reach, reach), first = sepal_twofold_times(r, of->square),
                        second = sepal_twofold_times(of->along, of->along);
    const double far = of->far + 8 * TWOFOLD_UNIT, share = 2 * of->error + 16 * TWOFOLD_UNIT;
    *excess = sepal_twofold_add(first, sepal_twofold_minus(second)).high;
    *error = 2 * (far * second.high + share * first.high);
    if (fabs(*excess) > *error)
        return true;
    const int64_t whole_reach = (int64_t)(fmin(reach * p->unit, 0x1p60));
    if ((double)whole_reach != reach * p->unit || !fits_whole(p, 2 * degree_of(part) + 2, 2 * *error))
        return false;
    const whole3 from = whole_of(p, part->m[0].w);
    const uint64_t r_whole = (uint64_t)whole_reach, along = whole_dot(&part->whole, &from);
    *excess = (double)(int64_t)(r_whole * r_whole * whole_dot(&part->whole, &part->whole) - along * along);
    for (int k = 0; k < 2 * degree_of(part) + 2; k++)
        *excess /= p->unit;
    *error = DOUBLE_UNIT * fabs(*excess);
    return true;
}

/* The same with twice the digits: what cancels where the cores are nearly as far apart as the reach, or a component of the normal is nearly
 * 0. False if all of that does not do. */
static SEPAL_NOINLINE bool round_twofold(const solid_core_pair *p, const core_part *part, const sepal_reach3 *radii,
                                         sepal_solid_mtv *out) {
    const double sign = part->meets ? -1 : 1;
    double reach, depth, error;
    twofold_part of;
    float x[3];
    if (!p->exact || !(p->extent > SEPAL_GROW_LEAST && p->extent < SEPAL_GROW_MOST) ||
        !add_reach_exactly(radii->part[0], radii->part[1], radii->part[2], &reach) || reach > SEPAL_GROW_MOST)
        return false;
    find_twofold(part, &of);
    const double size = sqrt(of.square.high), distance = of.along.high / size;
    for (int k = 0; k < 3; k++) {
        const double value = sign * of.n[k].high / size;
        x[k] = 0;
        if (!part->none[k] && !round_between(value, 2.5 * of.error + 0x1p-50 * fabs(value), &x[k]))
            return false;
    }
    *out = (sepal_solid_mtv){.x = x[0], .y = x[1], .z = x[2]};
    if (part->touches)
        return round_between(reach, 0x1p-50 * reach, &out->depth);
    if (part->meets || reach == 0) {
        depth = reach - sign * distance;
        error = 0x1p-50 * (reach + distance) + 2 * of.far * distance;
    } else {
        double excess, excess_error;
        if (!find_excess(p, part, &of, reach, &excess, &excess_error))
            return false;
        const double over = size * (reach * size + of.along.high);
        depth = excess / over;
        error = excess_error / over + 0x1p-49 * fabs(depth);
        if (excess == 0)
            return round_between(0, 0, &out->depth);
    }
    return round_between(depth, error, &out->depth) && out->depth != 0;
}

/* meets: do the cores seem to meet? False if the answer is not certain. */
static bool push_of_cores(const solids_query *q, sepal_pair pair, bool meets, sepal_solid_mtv *out) {
    solid_core_pair p;
    core_part part;
    simplex found;
    const sepal_reach3 reach = {
        {(double)sepal_solid_radius(q->a, pair.a), (double)sepal_solid_radius(q->b, pair.b), (double)q->margin, 0}};
    if (!solid_load_cores(q, pair, &p))
        return false;
    if (!(meets && find_way_out(q, pair, &p, &part))) {
        const bool apart = search_nearest(&p, &found) == APPROACH_APART && is_nearest_part(&p, &found, &part);
        if (!apart && (meets || !find_way_out(q, pair, &p, &part)))
            return false;
    }
    const int axis = p.exact && !part.meets ? axis_of_part(&part) : 3;
    if (axis < 3)
        return push_along_axis(&part, axis, &reach, out);
    if (round_part(&p, &part, (reach.part[0] + reach.part[1]) + reach.part[2], out) && (part.touches || out->depth != 0))
        return true; /* a depth rounded once has the sign of the exact one, unless it became 0 */
    return round_twofold(&p, &part, &reach, out);
}

#endif
