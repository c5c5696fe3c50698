/* solids_scalar_distance.c — the nearest points of two cores, exactly.
 *
 * The algorithm of Gilbert, Johnson and Keerthi, "A fast procedure for computing the distance between complex objects in
 * three-dimensional space", IEEE Journal of Robotics and Automation 4 (1988), with every decision the sign of a polynomial in the
 * vertices: a simplex of up to three members of the Minkowski difference K, the origin nearest to its inside; the member w that is
 * least along that direction n; if n . w is not less than for the simplex, no point of K is nearer; else the nearest point of the
 * simplex and w is nearer, in a part of it that holds w. Since the distance decreases strictly and there are finitely many
 * simplices, it ends. w is not in the affine hull of the simplex, on which n is constant: so no simplex ever degenerates. */
#include "../../core/arithmetic.h"

#include "distance.h"
#include <math.h>

/* --- One simplex ------------------------------------------------------------------------------ */

void sepal_nearest_set(sepal_nearest *s, const sepal_cores *cores, int count, const sepal_member *member) {
    s->count = count;
    for (int k = 0; k < count; k++) {
        s->member[k] = member[k];
        sepal_exact_member(&s->w[k], cores, member[k]);
    }
    for (int k = 1; k < count; k++)
        sepal_exact_minus(&s->edge[k - 1], &s->w[k], &s->w[0]);
    if (count == 2) {
        sepal_exact_cross(&s->across, &s->edge[0], &s->w[0]);
        sepal_exact_cross(&s->n, &s->across, &s->edge[0]);
    } else if (count == 3) {
        sepal_exact_cross(&s->n, &s->edge[0], &s->edge[1]);
    }
}

/* Is that point strictly between the members? If so, a triangle is turned so that n points at it. */
static bool holds_nearest(sepal_nearest *s, const sepal_cores *cores) {
    if (s->count == 2) { /* w0 . (w0 - w1) > 0 and w1 . (w1 - w0) > 0 */
        return sepal_exact_dot_sign(&s->w[0], &s->edge[0], cores) < 0 && sepal_exact_dot_sign(&s->w[1], &s->edge[0], cores) > 0;
    }
    for (int k = 0; k < 3 && s->count == 3; k++) { /* the weight of member k, times n . n */
        sepal_exact opposite;
        sepal_exact_cross(&opposite, &s->w[(k + 1) % 3], &s->w[(k + 2) % 3]);
        if (sepal_exact_dot_sign(&s->n, &opposite, cores) <= 0)
            return false;
    }
    if (s->count == 3 && sepal_exact_dot_sign(&s->n, &s->w[0], cores) < 0) {
        sepal_member turned[3] = {s->member[0], s->member[2], s->member[1]};
        sepal_nearest_set(s, cores, 3, turned);
    }
    return true;
}

/* Is the member w not on the origin's side of the simplex: n . (w - w0) >= 0? */
static bool is_beyond(sepal_nearest *s, const sepal_cores *cores, sepal_member at) {
    sepal_exact w, step;
    for (int k = 0; k < s->count; k++) /* on the simplex, which takes exact numbers to see */
        if (s->member[k].a == at.a && s->member[k].b == at.b)
            return true;
    sepal_exact_member(&w, cores, at);
    sepal_exact_minus(&step, &w, &s->w[0]);
    return sepal_exact_dot_sign(sepal_nearest_normal(s), &step, cores) >= 0;
}

/* --- The next simplex ------------------------------------------------------------------------- */

/* The part of the simplex of `count` members and w that holds its point nearest to the origin: the one part, w among it, for which
 * the nearest point of the affine hull is strictly inside and all other members are beyond. False if the part is the whole
 * tetrahedron, which then holds the origin. */
static bool nearest_part(const sepal_cores *cores, const sepal_member *old, int count, sepal_member w, sepal_nearest *out) {
    for (int size = 1; size <= 3; size++)
        for (int chosen = 0; chosen < 1 << count; chosen++) {
            sepal_member part[3] = {w}, rest[3];
            int taken = 1, left = 0;
            for (int k = 0; k < count; k++) {
                if ((chosen >> k & 1) == 0)
                    rest[left++] = old[k];
                else if (taken < 3)
                    part[taken++] = old[k];
                else
                    taken = 4; /* the whole tetrahedron */
            }
            if (taken != size)
                continue;
            sepal_nearest_set(out, cores, size, part);
            bool found = holds_nearest(out, cores);
            for (int k = 0; k < left && found; k++)
                found = is_beyond(out, cores, rest[k]);
            if (found)
                return true;
        }
    return false;
}

bool sepal_solids_scalar_nearest(const sepal_cores *cores, sepal_nearest *out) {
    sepal_member start = {0, cores->first_b};
    sepal_nearest_set(out, cores, 1, &start);
    for (;;) {
        sepal_exact *n = sepal_nearest_normal(out);
        /* n = 0 if the origin is in the affine hull of one or two members; that of three, if it is in their plane. */
        if (out->count < 3 ? sepal_exact_is_zero(n, cores) : sepal_exact_dot_sign(n, &out->w[0], cores) == 0)
            return false;
        sepal_member w = sepal_exact_support(cores, n);
        if (is_beyond(out, cores, w))
            return true;
        sepal_member old[3];
        for (int k = 0; k < out->count; k++)
            old[k] = out->member[k];
        if (!nearest_part(cores, old, out->count, w, out))
            return false;
    }
}

bool sepal_solids_scalar_nearest_on(const sepal_cores *cores, sepal_nearest *out) {
    sepal_member member[3];
    for (int k = 0; k < out->count; k++)
        member[k] = out->member[k];
    sepal_nearest_set(out, cores, out->count, member);
    if (holds_nearest(out, cores)) {
        sepal_exact *n = sepal_nearest_normal(out);
        const bool apart = out->count < 3 ? !sepal_exact_is_zero(n, cores) : sepal_exact_dot_sign(n, &out->w[0], cores) != 0;
        if (apart && is_beyond(out, cores, sepal_exact_support(cores, n)))
            return true;
    }
    return sepal_solids_scalar_nearest(cores, out);
}

/* --- The distance ----------------------------------------------------------------------------- */

void sepal_nearest_square(sepal_nearest *found, const sepal_cores *cores, sepal_number *over, sepal_number *under) {
    static const double one = 1;
    if (found->count == 1) { /* |w|^2 */
        sepal_exact_dot(&found->w[0], &found->w[0], cores, over);
        sepal_number_sum(&one, 1, under);
    } else if (found->count == 2) { /* |e x w|^2 / |e|^2 */
        sepal_exact_dot(&found->across, &found->across, cores, over);
        sepal_exact_dot(&found->edge[0], &found->edge[0], cores, under);
    } else { /* (n . w)^2 / |n|^2 */
        sepal_exact_dot(&found->n, &found->w[0], cores, over);
        sepal_number_multiply(over, over, over);
        sepal_exact_dot(&found->n, &found->n, cores, under);
    }
}

/* The bounds of docs/numerics/solids.md, "Distances". */
void sepal_nearest_range(const sepal_nearest *found, double *least, double *most) {
    const sepal_exact_vector *w = &found->w[0].near, *v = found->count == 1   ? w
                                                          : found->count == 2 ? &found->across.near
                                                                              : &found->n.near;
    double vv = (v->x[0] * v->x[0] + v->x[1] * v->x[1]) + v->x[2] * v->x[2], size = sqrt(vv), error = 2 * v->error + 0x1p-50 * size;
    if (found->count == 1) {
        *least = size - error;
        *most = size + error;
    } else if (found->count == 2) {
        const sepal_exact_vector *e = &found->edge[0].near;
        double length = sqrt((e->x[0] * e->x[0] + e->x[1] * e->x[1]) + e->x[2] * e->x[2]),
               edge_error = 2 * e->error + 0x1p-50 * length;
        *least = (size - error) / (length + edge_error);
        *most = length > edge_error ? (size + error) / (length - edge_error) : INFINITY;
    } else {
        double dot = fabs((v->x[0] * w->x[0] + v->x[1] * w->x[1]) + v->x[2] * w->x[2]);
        double reach = sqrt((w->x[0] * w->x[0] + w->x[1] * w->x[1]) + w->x[2] * w->x[2]) + 2 * w->error;
        double dot_error = (error + 8 * 0x1p-53 * size) * reach + (size + error) * (2 * w->error);
        *least = (dot - dot_error) / (size + error);
        *most = size > error ? (dot + dot_error) / (size - error) : INFINITY;
    }
    *least = *least > 0 ? *least * (1 - 0x1p-48) : 0;
    *most = *most * (1 + 0x1p-48);
}

int sepal_nearest_compare(sepal_nearest *found, const sepal_cores *cores, const sepal_reach3 *reach) {
    sepal_number sum, over, under;
    double least, most;
    sepal_number_sum(reach->part, SEPAL_REACH_PARTS, &sum);
    if (sepal_number_sign(&sum) < 0)
        return 1;
    double value = sepal_number_value(&sum);
    sepal_nearest_range(found, &least, &most);
    if (least > value * (1 + 0x1p-50))
        return 1;
    if (most < value * (1 - 0x1p-50))
        return -1;
    sepal_nearest_square(found, cores, &over, &under);
    sepal_number_multiply(&under, &sum, &under);
    sepal_number_multiply(&under, &sum, &under);
    sepal_number_subtract(&over, &under, &over);
    return sepal_number_sign(&over);
}
