/* forms.c — what is stored with a polygon (src/polys/polys_records.c): circles and parallelograms are rounded to the safe side by a
 * margin; how much of it can rounding use up? */
#include "couple.h"
#include "families.h"

#include <polys/records.h>

/* The distance of vertex k from the stored centre. */
static double distance_of(const float *x, const float *y, uint32_t k, const sepal_poly_circle *circle) {
    return hypot((double)x[k] - (double)circle->x, (double)y[k] - (double)circle->y);
}

static double radius_of(const float *x, const float *y, uint32_t count, const sepal_poly_circle *circle) {
    double farthest = 0;
    for (uint32_t k = 0; k < count; k++)
        farthest = fmax(farthest, distance_of(x, y, k, circle));
    return farthest;
}

/* The distance of the centre from the nearest line of an edge, on the inner side. */
static double depth_of(const float *x, const float *y, uint32_t count, bool clockwise, const sepal_poly_circle *circle) {
    double least = INFINITY;
    for (uint32_t k = 0; k < count; k++) {
        uint32_t next = k + 1 < count ? k + 1 : 0;
        double ex = (double)x[next] - (double)x[k], ey = (double)y[next] - (double)y[k];
        double rx = (double)circle->x - (double)x[k], ry = (double)circle->y - (double)y[k];
        if (ex != 0 || ey != 0)
            least = fmin(least, (clockwise ? -1 : 1) * (ex * ry - ey * rx) / hypot(ex, ey));
    }
    return least;
}

static const double margin = (double)SEPAL_RECORD_MARGIN;

/* The circle of a polygon, its radius and winding positive. */
static bool take(const float *input, uint32_t count, float *x, float *y, sepal_poly_circle *circle, bool *clockwise) {
    couple c;
    if (!couple_of_polygons(input, count, 1, count, &c)) /* b is the first vertex after it */
        return false;
    for (uint32_t k = 0; k < count; k++) {
        x[k] = sepal_poly_x(c.a, 0)[k];
        y[k] = sepal_poly_y(c.a, 0)[k];
    }
    *circle = c.a->circles[0];
    *clockwise = circle->outer < 0;
    circle->outer = fabsf(circle->outer);
    return true;
}

static double outer_error(const float *input) {
    float x[4], y[4];
    sepal_poly_circle circle;
    bool clockwise;
    if (!take(input, 3, x, y, &circle, &clockwise))
        return -INFINITY;
    double radius = radius_of(x, y, 3, &circle);
    return (radius * (1 + margin) - (double)circle.outer) / (margin * radius);
}

/* By how much the radius of the inner circle would exceed its true distance from the edges, without the margin. */
static double inner_error_of(const float *input, uint32_t count) {
    float x[5], y[5];
    sepal_poly_circle circle;
    bool clockwise;
    if (!take(input, count, x, y, &circle, &clockwise) || circle.inner <= 0)
        return -INFINITY;
    double depth = depth_of(x, y, count, clockwise, &circle), spare = margin * (depth + (double)circle.outer);
    return ((double)circle.inner - (depth - spare)) / spare;
}

static double inner_error(const float *input) {
    return inner_error_of(input, 3);
}

static double inner_error_of_five(const float *input) {
    return inner_error_of(input, 5);
}

/* The distance of a vertex from its corner of the parallelogram, less the one that was computed in float. */
static double stray_error(const float *input) {
    couple c;
    if (!couple_of_boxes(input, &c))
        return -INFINITY;
    const sepal_poly_parallelogram *of = &c.a->cores->parallelogram;
    const float *x = sepal_poly_x(c.a, 0), *y = sepal_poly_y(c.a, 0);
    static const double of_u[] = {-1, 1, 1, -1}, of_v[] = {-1, -1, 1, 1};
    double stray = 0;
    for (int k = 0; k < 4; k++) {
        stray = fmax(stray, fabs((double)x[k] - (double)of->x - of_u[k] * (double)of->ux - of_v[k] * (double)of->vx));
        stray = fmax(stray, fabs((double)y[k] - (double)of->y - of_u[k] * (double)of->uy - of_v[k] * (double)of->vy));
    }
    double size = fmax(fabs((double)of->ux), fabs((double)of->uy)) + fmax(fabs((double)of->vx), fabs((double)of->vy));
    double spare = (double)SEPAL_BOX_ERROR * size;
    return isfinite(of->slack) ? (stray - ((double)of->slack - spare)) / spare : -INFINITY;
}

/* A vertex beside a chord of a coarse polygon: how much farther is it than the slack says, without the terms for rounding? The first
 * vertex is as near to all three as it can be. */
static double slack_error(const float *f) {
    double ex = (double)f[2] - (double)f[0], ey = (double)f[3] - (double)f[1], square = ex * ex + ey * ey, extent = 0;
    double dx = (double)f[4] - (double)f[0], dy = (double)f[5] - (double)f[1];
    double t = square > 0 ? fmin(fmax((ex * dx + ey * dy) / square, 0), 1) : 0;
    const double differences[] = {ex, ey, dx, dy, dx - ex, dy - ey};
    for (size_t k = 0; k < sizeof differences / sizeof *differences; k++)
        extent = fmax(extent, fabs(differences[k]) / 2);
    sepal_poly_chord chord = sepal_poly_chord_between(f[0], f[1], f[2], f[3]);
    double rounded = sqrt((double)sepal_poly_square_from_chord(&chord, f[4], f[5])) * (1 + 0x1p-20);
    double error = hypot(dx - t * ex, dy - t * ey) - rounded;
    return extent > 0x1p-40 && extent < 0x1p61 ? error / (SEPAL_COARSE_ERROR * extent + SEPAL_COARSE_LEAST) : -INFINITY;
}

static const attack attacks[] = {
    {"SEPAL_COARSE_ERROR",
     "a slack",
     slack_error,
     6,
     3,
     0.248,
     {0x1.fffc8p+12F, 0x1.01a13ep+13F, -0x1.35327ep+6F, 0x1.040ffep+1F, -0x1.478p-2F, -0x1.004afep+5F}},
    {"SEPAL_RECORD_MARGIN",
     "an outer circle",
     outer_error,
     8,
     3,
     0.231,
     {0x1.46bfa4p+2F, 0x1.056p+3F, 0x1.fdff4p+0F, 0x1.bb6daap+2F, 0x1.5ecf6p-4F, -0x1.2d816p+2F, 0x1.98d59ep+2F, 0x1.46p+2F}},
    {"SEPAL_RECORD_MARGIN",
     "an inner circle, 3",
     inner_error,
     8,
     3,
     0.163,
     {-0x1.49f148p+3F, -0x1.5c328ep-2F, -0x1.4da0dap+1F, 0x1.3f908ap+0F, -0x1.bc8c26p+2F, -0x1.e53e58p+2F, 0x1.f57172p+0F,
      0x1.faa7d8p+0F}},
    {"SEPAL_RECORD_MARGIN",
     "an inner circle, 5",
     inner_error_of_five,
     12,
     3,
     0.170,
     {0x1.c1e9d4p+1F, 0x1.becp+1F, 0x1.e35586p+0F, -0x1.6836p+0F, -0x1.11203cp+1F, -0x1.a0821p+0F, -0x1.05e7b8p+2F, -0x1.addcdap-2F,
      0x1.297914p+0F, 0x1.6802p+2F, -0x1.95c3cp+2F, 0x1.35408ep+1F}},
    {"SEPAL_BOX_ERROR",
     "a stray",
     stray_error,
     12,
     3,
     0.124,
     {0x1.598bcp-8F, 0x1.851534p+0F, -0x1.10acbep+1F, -0x1.10acc2p+1F, 0x1.e00016p+0F, 0x1.e00016p+0F, 0x1.b4c426p-2F,
      -0x1.b568bp-1F, 0x1.e00016p+0F, -0x1.17e05ep+4F, 0x1.9d672ap+0F, -0x1.498bc4p-8F}},
};

const attack_family forms_attacks = {"forms", attacks, sizeof attacks / sizeof *attacks};
