/* solids_add_prisms.c — prisms over regular polygons into a set of solids. */
#include "../core/arithmetic.h"

#include "../core/fpstate.h"
#include "../core/refusal.h"
#include "records.h"

#include <math.h>

/* A polygon of `sides` corners: corner k at the angle 2 pi k / sides. */
typedef struct regular_polygon {
    double cosine[SEPAL_PRISM_SIDES_MOST], sine[SEPAL_PRISM_SIDES_MOST];
    uint32_t sides;
} regular_polygon;

/* Cosine and sine of 0 <= angle <= pi/4 by their series of degree 16 and 17, with an error of at most 2^-50
 * (docs/numerics/place.md, "Prisms"). The functions of the C library would have other bits on other machines. */
static void turn_by(double angle, double *cosine, double *sine) {
    const double square = angle * angle;
    *cosine = *sine = 1;
    for (int k = 16; k > 0; k -= 2) {
        *cosine = 1 - square / (double)(k * (k - 1)) * *cosine;
        *sine = 1 - square / (double)(k * (k + 1)) * *sine;
    }
    *sine *= angle;
}

/* Each corner is found in the first eighth of the circle and mirrored: so the polygon is as symmetric as a regular one can be. */
static regular_polygon regular_polygon_of(uint32_t sides) {
    static const double quarter_pi = 0.78539816339744831; /* rounded to double */
    regular_polygon out = {.sides = sides};
    for (uint32_t k = 0; k < sides; k++) {
        const uint32_t eighth = 8 * k / sides, rest = 8 * k % sides;
        double cosine, sine;
        turn_by(quarter_pi * ((double)(eighth % 2 == 0 ? rest : sides - rest) / (double)sides), &cosine, &sine);
        const bool steep = (eighth + 1) / 2 % 2 == 1; /* nearer to the second axis than to the first */
        const double x = steep ? sine : cosine, y = steep ? cosine : sine;
        out.cosine[k] = eighth >= 2 && eighth < 6 ? -x : x;
        out.sine[k] = eighth >= 4 ? -y : y;
    }
    return out;
}

/* The points of one hull. */
typedef struct prism_points {
    float x[2 * SEPAL_PRISM_SIDES_MOST], y[2 * SEPAL_PRISM_SIDES_MOST], z[2 * SEPAL_PRISM_SIDES_MOST], radius;
} prism_points;

/* Unit vectors across the axis d: u is the part normal to d of the coordinate axis that is least along d, and v = d x u / |d|.
 * Nothing underflows or overflows: d is a difference of floats, and degree 4 in it is the most. Errors: docs/numerics/place.md. */
static void vectors_across(const double d[3], double u[3], double v[3]) {
    int k = 0;
    for (int i = 1; i < 3; i++)
        k = fabs(d[i]) < fabs(d[k]) ? i : k;
    const int i = (k + 1) % 3, j = (k + 2) % 3;
    const double across = d[i] * d[i] + d[j] * d[j], length = sqrt(across * (across + d[k] * d[k])), side = sqrt(across);
    u[k] = across / length, u[i] = -(d[i] * d[k]) / length, u[j] = -(d[j] * d[k]) / length;
    v[k] = 0, v[i] = d[j] / side, v[j] = -d[i] / side;
}

/* The points of prism i as sepal_solids_add_prisms states. Returns NULL, or why the prism is refused. */
static const char *points_of(const sepal_solid_prisms *prisms, const regular_polygon *polygon, size_t i, prism_points *out) {
    const size_t at = i * (prisms->stride == 0 ? 1 : prisms->stride), sides = polygon->sides;
    const float ends[2][3] = {{prisms->x0[at], prisms->y0[at], prisms->z0[at]}, {prisms->x1[at], prisms->y1[at], prisms->z1[at]}};
    const float around = prisms->circumradius[at];
    float *const to[3] = {out->x, out->y, out->z};
    double d[3], u[3], v[3];
    out->radius = prisms->radius == NULL ? 0 : prisms->radius[at];
    for (int k = 0; k < 3; k++) {
        if (!isfinite(ends[0][k]) || !isfinite(ends[1][k]))
            return SEPAL_NOT_FINITE;
        d[k] = (double)ends[1][k] - (double)ends[0][k];
    }
    if (d[0] == 0 && d[1] == 0 && d[2] == 0)
        return SEPAL_NO_AXIS;
    if (!isfinite(around) || around < 0)
        return SEPAL_BAD_CIRCUMRADIUS;
    vectors_across(d, u, v);
    for (int k = 0; k < 3; k++)
        for (size_t corner = 0; corner < sides; corner++) {
            const double side = (double)around * (polygon->cosine[corner] * u[k] + polygon->sine[corner] * v[k]);
            to[k][corner] = (float)((double)ends[0][k] + side);
            to[k][sides + corner] = (float)((double)ends[1][k] + side);
            if (!isfinite(to[k][corner]) || !isfinite(to[k][sides + corner]))
                return SEPAL_OVERFLOW;
        }
    return sepal_refuse_radius(out->radius);
}

sepal_status sepal_solids_add_prisms(sepal_solids *set, const sepal_solid_prisms *prisms, size_t count, uint32_t *index,
                                     sepal_refusal *refusal) {
    if (set == NULL || prisms == NULL || prisms->sides < 3 || prisms->sides > SEPAL_PRISM_SIDES_MOST)
        return SEPAL_BAD_ARGUMENT;
    if (count > 0 && (prisms->x0 == NULL || prisms->y0 == NULL || prisms->z0 == NULL || prisms->x1 == NULL || prisms->y1 == NULL ||
                      prisms->z1 == NULL || prisms->circumradius == NULL))
        return SEPAL_BAD_ARGUMENT;
    const uint32_t size = 2 * prisms->sides;
    const size_t first = set->count, quads = sepal_solid_quads_of(size);
    if (count > UINT32_MAX / quads)
        return SEPAL_NO_MEMORY;
    prism_points points;
    const char *reason = NULL;
    sepal_fpstate callers = sepal_fpstate_enter();
    const regular_polygon polygon = regular_polygon_of(prisms->sides);
    for (size_t i = 0; i < count && reason == NULL; i++) {
        reason = points_of(prisms, &polygon, i, &points);
        if (reason != NULL)
            sepal_refuse(refusal, i, reason);
    }
    sepal_status status = reason == NULL ? sepal_solids_store_more(set, 0, count, count * quads) : SEPAL_BAD_SHAPE;
    for (size_t i = 0; i < count && status == SEPAL_OK; i++) {
        (void)points_of(prisms, &polygon, i, &points);
        sepal_hull_append(set, points.x, points.y, points.z, size, points.radius);
    }
    sepal_fpstate_leave(callers);
    if (status == SEPAL_OK && index != NULL)
        *index = (uint32_t)first;
    return status;
}
