/* solids_scalar_boxes.c — how two boxes meet, by fifteen axes; exact, one pair at a time.
 *
 * Boxes c ± u ± v ± w, any parallelepipeds, have as their Minkowski difference the zonotope around d = c_b - c_a of the six half
 * edges g. Its facets are normal to the cross products of two of these: the faces of both, and edge x edge. So the origin is in it
 * if and only if |d . n| <= sum |g . n| for n = g_i x g_j, all fifteen; and inside if each is strict, or 0 <= 0 for parallel
 * edges, and one right side is not 0 (McMullen, "On zonotopes", Transactions of the AMS 159, 1971, for the facets). If all right
 * sides are 0 the six are in one plane, or on one line: then the coordinate axes take part as half edges of length 0, that is, as
 * partners in the cross products and as axes (docs/numerics/solids.md, "Boxes"). */
#include "../../core/arithmetic.h"

#include "difference.h"
#include "reference.h"
#include <math.h>

/* The six half edges, the three coordinate axes, and d. */
typedef struct zonotope_edges {
    sepal_exact g[9], d;
} zonotope_edges;

static void set_vector(sepal_exact *out, const float *to, const float *from) {
    double most = 0;
    for (int k = 0; k < 3; k++) {
        double terms[2] = {(double)to[k], from == NULL ? 0 : -(double)from[k]};
        sepal_number_sum(terms, 2, &out->x[k]);
        out->near.x[k] = sepal_number_value(&out->x[k]);
        most = out->x[k].length > 1 ? fmax(most, 0x1p-52 * fabs(out->near.x[k])) : most;
    }
    out->near.error = most;
    out->kind = SEPAL_FIXED;
    out->known = true;
}

static void set_edges(zonotope_edges *e, const sepal_box_exact *a, const sepal_box_exact *b) {
    const float *vectors[6] = {a->u, a->v, a->w, b->u, b->v, b->w};
    for (int k = 0; k < 6; k++)
        set_vector(&e->g[k], vectors[k], NULL);
    for (int k = 0; k < 3; k++)
        sepal_exact_axis(&e->g[6 + k], k);
    set_vector(&e->d, b->c, a->c);
}

/* The sign of |d . n| - sum |g . n|; *wide: is the sum above 0? */
static int gap_along(zonotope_edges *e, sepal_exact *n, bool *wide) {
    sepal_number sum, term;
    sepal_exact_dot(n, &e->d, NULL, &sum);
    sepal_number_make_positive(&sum);
    *wide = false;
    for (int k = 0; k < 6; k++) {
        sepal_exact_dot(n, &e->g[k], NULL, &term);
        sepal_number_make_positive(&term);
        *wide = *wide || term.length > 0;
        sepal_number_subtract(&sum, &term, &sum);
    }
    return sepal_number_sign(&sum);
}

/* The same where double can tell: an answer other than 0 is right, and the sum is then above 0 if it is negative. */
static int gap_in_double(const zonotope_edges *e, const sepal_exact *n) {
    double gap = 0, size = 0, error = 0;
    for (int k = -1; k < 6; k++) {
        const sepal_exact_vector *v = k < 0 ? &e->d.near : &e->g[k].near;
        double x = n->near.x[0] * v->x[0], y = n->near.x[1] * v->x[1], z = n->near.x[2] * v->x[2], dot = (x + y) + z;
        gap = k < 0 ? fabs(dot) : gap - fabs(dot);
        size += (fabs(v->x[0]) + fabs(v->x[1])) + fabs(v->x[2]);
        error += 3 * v->error;
    }
    double most = fmax(fmax(fabs(n->near.x[0]), fabs(n->near.x[1])), fabs(n->near.x[2]));
    double bound = (size * (n->near.error + 12 * 0x1p-53 * most) + error * (most + n->near.error)) * (1 + 0x1p-40);
    return gap > bound ? 1 : gap < -bound ? -1 : 0;
}

/* Are they parted along the axes of the flat case, with touching counted as overlap? */
static bool parted_though_flat(zonotope_edges *e) {
    for (int i = 0; i < 9; i++)
        for (int j = i < 6 ? 6 : i + 1; j < 9; j++) {
            sepal_exact n;
            bool wide;
            sepal_exact_cross(&n, &e->g[i], &e->g[j]);
            if (gap_along(e, &n, &wide) > 0)
                return true;
        }
    return false;
}

sepal_contact sepal_solids_scalar_boxes(const sepal_box_exact *a, const sepal_box_exact *b) {
    zonotope_edges e;
    bool full = false, touch = false;
    set_edges(&e, a, b);
    for (int i = 0; i < 6; i++)
        for (int j = i + 1; j < 6; j++) {
            sepal_exact n;
            bool wide = true;
            sepal_exact_cross(&n, &e.g[i], &e.g[j]);
            int gap = gap_in_double(&e, &n);
            if (gap == 0)
                gap = gap_along(&e, &n, &wide);
            if (gap > 0)
                return SEPAL_APART;
            full = full || wide;
            touch = touch || (wide && gap == 0);
        }
    if (!full)
        return parted_though_flat(&e) ? SEPAL_APART : SEPAL_TOUCH;
    return touch ? SEPAL_TOUCH : SEPAL_OVERLAP;
}
