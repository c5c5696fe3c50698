/* solids_scalar_distance.c — the nearest points of two cores, exactly.
 *
 * A guess in double (solids_scalar_guess.c) proposes the part of the Minkowski difference K that holds its point nearest to the origin,
 * and exact signs prove that it is. If they do not, it is looked for by exact signs alone: the algorithm of Gilbert, Johnson and Keerthi,
 * "A fast procedure for computing the distance between complex objects in three-dimensional space", IEEE Journal of Robotics and
 * Automation 4 (1988), with every decision the sign of a polynomial in the vertices: a simplex of up to three members of the Minkowski
 * difference K, the origin nearest to its inside; the member w that is least along that direction n; if n . w is not less than for the
 * simplex, no point of K is nearer; else the nearest point of the simplex and w is nearer, in a part of it that holds w. Since the
 * distance decreases strictly and there are finitely many simplices, it ends. w is not in the affine hull of the simplex, on which n is
 * constant: so no simplex ever degenerates. */
#include "../../core/arithmetic.h"

#include "../../core/compiler.h"
#include "../../exact/expansion.h"
#include "distance.h"
#include <math.h>

/* --- One simplex ------------------------------------------------------------------------------ */

void sepal_nearest_set(sepal_nearest *s, const sepal_cores *cores, int count, const sepal_member *member) {
    s->count = count;
    for (int k = 0; k < count; k++) {
        s->member[k] = member[k];
        sepal_exact_member(&s->w[k], cores, member[k]);
    }
    for (int k = 1; k < count;
         k++) /* members with one vertex in common differ by an edge of the other core, which moves along with it */
        if (member[k].a == member[0].a)
            sepal_exact_between(&s->edge[k - 1], cores, (sepal_vertex){true, member[0].b}, (sepal_vertex){true, member[k].b});
        else if (member[k].b == member[0].b)
            sepal_exact_between(&s->edge[k - 1], cores, (sepal_vertex){false, member[k].a}, (sepal_vertex){false, member[0].a});
        else
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

/* --- A guess that is proved ------------------------------------------------------------------- */

/* The simplex holds strictly between its members the point of its affine hull that is nearest to the origin. Is this the nearest of K, and
 * not the origin itself? */
static bool is_nearest(sepal_nearest *s, const sepal_cores *cores) {
    sepal_exact *n = sepal_nearest_normal(s);
    return (s->count < 3 ? !sepal_exact_is_zero(n, cores) : sepal_exact_dot_sign(n, &s->w[0], cores) > 0) &&
           sepal_exact_is_support(cores, n, s->member[0]);
}

/* Is the origin inside of the tetrahedron; in it at all? */
static SEPAL_NOINLINE sepal_proved where_in_tetrahedron(const sepal_cores *cores, const sepal_member m[4]) {
    sepal_exact w[4], normal;
    int sign = 0;
    bool inside = true;
    for (int k = 0; k < 4; k++)
        sepal_exact_member(&w[k], cores, m[k]);
    for (int k = 0; k < 4; k++) {
        sepal_exact_cross(&normal, &w[(k + 1) % 4], &w[(k + 2) % 4]);
        const int side = sepal_exact_dot_sign(&normal, &w[(k + 3) % 4], cores) * (k % 2 == 0 ? 1 : -1);
        if (side * sign < 0)
            return SEPAL_NOT_PROVED;
        inside = inside && side != 0;
        sign = side != 0 ? side : sign;
    }
    return sign == 0 ? SEPAL_NOT_PROVED : inside ? SEPAL_PROVED_INSIDE : SEPAL_PROVED_WITHIN;
}

/* Is the origin in the part, one to three members? */
static bool is_in_part(sepal_nearest *s, const sepal_cores *cores) {
    if (s->count == 1)
        return sepal_exact_is_zero(&s->w[0], cores);
    if (s->count == 2)
        return sepal_exact_is_zero(&s->across, cores) && sepal_exact_dot_sign(&s->w[0], &s->edge[0], cores) <= 0 &&
               sepal_exact_dot_sign(&s->w[1], &s->edge[0], cores) >= 0;
    if (sepal_exact_dot_sign(&s->n, &s->w[0], cores) != 0 || sepal_exact_is_zero(&s->n, cores))
        return false;
    for (int k = 0; k < 3; k++) {
        sepal_exact opposite;
        sepal_exact_cross(&opposite, &s->w[(k + 1) % 3], &s->w[(k + 2) % 3]);
        if (sepal_exact_dot_sign(&s->n, &opposite, cores) < 0)
            return false;
    }
    return true;
}

/* Has the plane of the triangle all members on one side? */
static bool is_supporting(sepal_nearest *s, const sepal_cores *cores) {
    const sepal_member turned[3] = {s->member[0], s->member[2], s->member[1]};
    if (sepal_exact_is_support(cores, &s->n, s->member[0]))
        return true;
    sepal_nearest_set(s, cores, 3, turned);
    return sepal_exact_is_support(cores, &s->n, s->member[0]);
}

sepal_proved sepal_nearest_prove(const sepal_cores *cores, sepal_nearest *out) {
    sepal_member part[4];
    for (int k = 0; k < out->count; k++)
        part[k] = out->member[k];
    const int count = sepal_solids_scalar_guess(cores, out->count, part);
    out->count = 0;
    if (count == 0)
        return SEPAL_NOT_PROVED;
    if (count < 4) {
        sepal_nearest_set(out, cores, count, part);
        if (holds_nearest(out, cores) && is_nearest(out, cores))
            return SEPAL_PROVED_APART;
        return !is_in_part(out, cores)                   ? SEPAL_NOT_PROVED
               : count == 3 && is_supporting(out, cores) ? SEPAL_PROVED_TOUCHING
                                                         : SEPAL_PROVED_WITHIN;
    }
    const sepal_proved where = where_in_tetrahedron(cores, part);
    for (int k = 0; k < 4 && where == SEPAL_PROVED_WITHIN; k++) {
        sepal_nearest_set(out, cores, 3, (const sepal_member[3]){part[k], part[(k + 1) % 4], part[(k + 2) % 4]});
        if (is_in_part(out, cores) && is_supporting(out, cores))
            return SEPAL_PROVED_TOUCHING;
    }
    out->count = 0;
    return where;
}

/* --- The search ------------------------------------------------------------------------------- */

/* The part of the simplex of `count` members, the last among it, that holds its point nearest to the origin: the one part for which the
 * nearest point of the affine hull is strictly inside and all other members are beyond. False if the part is the whole tetrahedron,
 * which then holds the origin. */
static bool nearest_part(const sepal_cores *cores, const sepal_member *all, int count, sepal_nearest *out) {
    static const uint8_t parts[] = {1, 2, 4, 8, 3, 5, 6, 9, 10, 12, 7, 11, 13, 14}; /* as bits; those of few come first */
    for (size_t k = 0; k < sizeof parts; k++) {
        sepal_member part[3];
        int taken = 0;
        if (parts[k] >> (count - 1) != 1)
            continue;
        for (int m = 0; m < count; m++)
            if ((parts[k] >> m & 1) != 0)
                part[taken++] = all[m];
        sepal_nearest_set(out, cores, taken, part);
        bool found = holds_nearest(out, cores);
        for (int m = 0; m < count && found; m++)
            found = (parts[k] >> m & 1) != 0 || is_beyond(out, cores, all[m]);
        if (found)
            return true;
    }
    return false;
}

/* Begins with a guess that was not proved, unless `anew`. */
static bool search_nearest(const sepal_cores *cores, sepal_nearest *out, bool anew) {
    const sepal_member start = {0, cores->first_b};
    if (anew || out->count == 0 || !holds_nearest(out, cores))
        sepal_nearest_set(out, cores, 1, &start);
    for (;;) {
        sepal_exact *n = sepal_nearest_normal(out);
        /* n = 0 if the origin is in the affine hull of one or two members; that of three, if it is in their plane. */
        if (out->count < 3 ? sepal_exact_is_zero(n, cores) : sepal_exact_dot_sign(n, &out->w[0], cores) == 0)
            return false;
        const sepal_member w = sepal_exact_support(cores, n);
        if (is_beyond(out, cores, w))
            return true;
        sepal_member all[4];
        for (int k = 0; k < out->count; k++)
            all[k] = out->member[k];
        all[out->count] = w;
        if (!nearest_part(cores, all, out->count + 1, out))
            return false;
    }
}

static sepal_proved find_where(const sepal_cores *cores, sepal_nearest *out, bool anew) {
    const sepal_proved proved = sepal_nearest_prove(cores, out);
    if (proved != SEPAL_NOT_PROVED)
        return proved;
    return search_nearest(cores, out, anew) ? SEPAL_PROVED_APART : SEPAL_PROVED_WITHIN;
}

bool sepal_solids_scalar_nearest_on(const sepal_cores *cores, sepal_nearest *out, bool anew) {
    return find_where(cores, out, anew) == SEPAL_PROVED_APART;
}

sepal_proved sepal_solids_scalar_where(const sepal_cores *cores, sepal_nearest *out) {
    out->count = 0;
    return find_where(cores, out, cores->first_b >= cores->still_b);
}

bool sepal_solids_scalar_nearest(const sepal_cores *cores, sepal_nearest *out) {
    return sepal_solids_scalar_where(cores, out) == SEPAL_PROVED_APART;
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

#ifdef SEPAL_HAS_WHOLE
/* The square of the distance as a quotient of two numbers, of which the first is multiplied by 2^*unit; false if they do not fit. */
static bool whole_square(sepal_nearest *found, const sepal_cores *cores, sepal_natural *over, sepal_natural *under, int *unit) {
    sepal_whole_vector w, v, e;
    sepal_whole256 dot;
    if (!sepal_exact_whole(&found->w[0], cores, &w))
        return false;
    if (found->count == 1) {
        dot = sepal_whole_dot(&w, &w);
        *under = sepal_natural_of(1);
        *unit = 2 * w.unit;
    } else if (found->count == 2) {
        if (!sepal_exact_whole(&found->across, cores, &v) || !sepal_exact_whole(&found->edge[0], cores, &e))
            return false;
        dot = sepal_whole_dot(&e, &e);
        *under = sepal_whole_natural(&dot);
        dot = sepal_whole_dot(&v, &v);
        *unit = 2 * (v.unit - e.unit);
    } else {
        if (!sepal_exact_whole(&found->n, cores, &v))
            return false;
        dot = sepal_whole_dot(&v, &v);
        *under = sepal_whole_natural(&dot);
        dot = sepal_whole_dot(&v, &w);
        *unit = 2 * w.unit;
    }
    *over = sepal_whole_natural(&dot);
    if (found->count == 3)
        *over = sepal_natural_product(over, over);
    return true;
}

/* The sign of the distance less a reach that double has exactly. */
static bool whole_compare(sepal_nearest *found, const sepal_cores *cores, double reach, int *sign) {
    int unit, unit_of_reach;
    const sepal_whole128 whole = sepal_whole_of_double(reach, &unit_of_reach);
    sepal_natural over, under, square = sepal_natural_of((sepal_natural128)(whole * whole));
    if (!whole_square(found, cores, &over, &under, &unit))
        return false;
    under = sepal_natural_product(&under, &square);
    *sign = sepal_natural_compare(over, under, unit - 2 * unit_of_reach);
    return true;
}
#else
static bool whole_compare(sepal_nearest *found, const sepal_cores *cores, double reach, int *sign) {
    (void)found, (void)cores, (void)reach, (void)sign;
    return false;
}
#endif

int sepal_nearest_compare(sepal_nearest *found, const sepal_cores *cores, const sepal_reach3 *reach) {
    sepal_number sum, over, under;
    double least, most, value = reach->part[0], lack, lacks = 0;
    int sign;
    for (int k = 1; k < SEPAL_REACH_PARTS; k++) {
        sepal_two_sum(value, reach->part[k], &value, &lack);
        lacks += fabs(lack);
    }
    if (lacks > 0) {
        sepal_number_sum(reach->part, SEPAL_REACH_PARTS, &sum);
        value = sepal_number_value(&sum);
    }
    if (value < 0)
        return 1;
    sepal_nearest_range(found, &least, &most);
    if (least > value * (1 + 0x1p-50))
        return 1;
    if (most < value * (1 - 0x1p-50))
        return -1;
    if (lacks == 0) {
        if (whole_compare(found, cores, value, &sign))
            return sign;
        sepal_number_sum(&value, 1, &sum);
    }
    sepal_nearest_square(found, cores, &over, &under);
    sepal_number_multiply(&under, &sum, &under);
    sepal_number_multiply(&under, &sum, &under);
    sepal_number_subtract(&over, &under, &over);
    return sepal_number_sign(&over);
}
