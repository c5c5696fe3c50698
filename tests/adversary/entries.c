/* entries.c — which parts the reference of the plane tries: of shapes with a reach that move, where a part is when its entry says that it
 * is at the reach; of nearest points, how far a vertex is along a direction; how far one is to the left of a direction. */
#include "families.h"

#include <math.h>
#include <polys/scalar/difference.h>
#include <polys/scalar/nearest.h>
#include <polys/scalar/reference.h>

/* By how much a disc or an edge is farther than r at its entry, as a share of what the window of parts allows for. */
static double excess_of(const sepal_entry *entry, const float *f, bool of_edge) {
    const long double wx = (long double)f[2] - (long double)f[0], wy = (long double)f[3] - (long double)f[1];
    const long double dx = (long double)f[6] - (long double)f[4], dy = (long double)f[7] - (long double)f[5];
    const long double r = fabsl((long double)f[8]), time = (long double)entry->time;
    long double x = wx + time * dx, y = wy + time * dy, far = sqrtl(x * x + y * y), extent = fabsl(wx) + fabsl(wy);
    if (!(entry->time <= 2 && entry->time > -2) || entry->miss != 0)
        return -INFINITY;
    if (of_edge) { /* the nearest point of the edge from there, seen from the vertex of the other shape */
        const long double ex = (long double)f[9] - (long double)f[0], ey = (long double)f[10] - (long double)f[1];
        long double along = (x * ex + y * ey) / (ex * ex + ey * ey);
        along = along < 0 ? 0 : along > 1 ? 1 : along;
        far = sqrtl((x - along * ex) * (x - along * ex) + (y - along * ey) * (y - along * ey));
        extent += fabsl(ex) + fabsl(ey);
    }
    return (double)((far - r) / (extent + fabsl(dx) + fabsl(dy) + r)) / SEPAL_ENTRY_ERROR;
}

/* A vertex of each, two moves, the reach, and the other end of an edge of the first. */
static double entry_error(const float *f, bool of_edge) {
    sepal_polys *a = NULL, *b = NULL;
    sepal_entry entry = {INFINITY, 0, 0, INFINITY};
    double ratio = -INFINITY;
    const float x[2] = {f[0], f[9]}, y[2] = {f[1], f[10]};
    const bool fits = fabsf(f[8]) > 0 && (f[4] != f[6] || f[5] != f[7]) && (!of_edge || x[0] != x[1] || y[0] != y[1]);
    if (fits && sepal_polys_create(NULL, &a) == SEPAL_OK && sepal_polys_create(NULL, &b) == SEPAL_OK &&
        sepal_polys_add(a, x, y, of_edge ? 2 : 1, NULL) == SEPAL_OK && sepal_polys_add(b, f + 2, f + 3, 1, NULL) == SEPAL_OK) {
        const sepal_mover first = {a, 0, {f[4], f[5]}}, second = {b, 0, {f[6], f[7]}};
        if (of_edge)
            sepal_polys_scalar_try_edge(&first, 0, &second, 0, (double)fabsf(f[8]), 1, &entry);
        else
            sepal_polys_scalar_try_disc(&first, 0, &second, 0, (double)fabsf(f[8]), &entry);
        ratio = excess_of(&entry, f, of_edge);
    }
    sepal_polys_destroy(a);
    sepal_polys_destroy(b);
    return ratio;
}

static double disc_error(const float *f) {
    return entry_error(f, false);
}
static double edge_error(const float *f) {
    return entry_error(f, true);
}

/* How far a cross product may be below what is said to be its least magnitude: a vertex of each, and two moves. */
static double aside_error(const float *f) {
    const double wx = (double)f[2] - (double)f[0], wy = (double)f[3] - (double)f[1];
    const double dx = (double)f[6] - (double)f[4], dy = (double)f[7] - (double)f[5];
    const double allowed = SEPAL_DISC_ERROR * (fabs(dx * wy) + fabs(dy * wx));
    const long double exact = ((long double)f[6] - (long double)f[4]) * ((long double)f[3] - (long double)f[1]) -
                              ((long double)f[7] - (long double)f[5]) * ((long double)f[2] - (long double)f[0]);
    return allowed > 0 ? (double)((long double)(sepal_least_aside(dx, dy, wx, wy) + allowed) - fabsl(exact)) / allowed : -INFINITY;
}

/* A vertex of each, the origin of coordinates, and a direction. */
static double along_error(const float *f) {
    const double x = (double)f[6], y = (double)f[7], length = sqrt(x * x + y * y);
    if (!(length > 0))
        return -INFINITY;
    const sepal_window n = {x / length, y / length, 0, {f[4], f[5]}};
    const double along = sepal_along(&n, (sepal_float2){f[2], f[3]}) - sepal_along(&n, (sepal_float2){f[0], f[1]});
    const long double exact =
        (long double)n.x * ((long double)f[2] - (long double)f[0]) + (long double)n.y * ((long double)f[3] - (long double)f[1]);
    double extent = 0;
    for (int k = 0; k < 4; k++)
        extent += fabs((double)f[k] - (double)f[4 + k % 2]);
    return extent > 0 ? (double)fabsl((long double)along - exact) / (SEPAL_NEAREST_ERROR * extent) : -INFINITY;
}

/* The ends of a direction, the first vertex, and another one. */
static double left_error(const float *f) {
    const sepal_vector along = sepal_vector_between((sepal_float2){f[0], f[1]}, (sepal_float2){f[2], f[3]});
    double size;
    const double far = sepal_farness(&along, (sepal_float2){f[4], f[5]}, (sepal_float2){f[6], f[7]}, &size);
    const long double x = (long double)f[2] - (long double)f[0], y = (long double)f[3] - (long double)f[1];
    const long double exact = x * ((long double)f[7] - (long double)f[5]) - y * ((long double)f[6] - (long double)f[4]);
    return size > 0 ? (double)fabsl((long double)far - exact) / (SEPAL_FARTHEST_ERROR * size) : -INFINITY;
}

static const attack attacks[] = {
    {"SEPAL_ENTRY_ERROR",
     "a disc at its entry",
     disc_error,
     9,
     3,
     0.0053,
     {0x1.e7b96p-1F, 0x1.ed5408p+2F, 0x1.f954fcp+0F, -0x1.e7b168p-1F, 0x1.2001p+1F, -0x1.f9a92ap-2F, 0x1.4a427p+0F, 0x1.fp+2F,
      -0x1.0003dap-2F}},
    {"SEPAL_ENTRY_ERROR",
     "an edge at its entry",
     edge_error,
     11,
     3,
     0.0038,
     {-0x1.e096d4p+0F, -0x1.d9f19ep+2F, -0x1.fc0132p+1F, -0x1.2aea36p+2F, 0x1.5e3e56p+0F, 0x1.b8677ap-3F, -0x1.d28068p+2F,
      0x1.bffea8p+0F, -0x1.bc6ffp+3F, -0x1.50e1ep-3F, 0x1.bc5512p-3F}},
    {"SEPAL_DISC_ERROR",
     "a disc beside the way",
     aside_error,
     8,
     3,
     0.0886,
     {0x1.ac29fap+0F, -0x1.bffec8p-20F, -0x1.73f6c6p-16F, -0x1.d0018p-20F, -0x1p-24F, -0x1.3222c6p+6F, 0x1.7f833p-23F,
      -0x1.000e6ap-24F}},
    {"SEPAL_NEAREST_ERROR",
     "a vertex along a direction",
     along_error,
     8,
     3,
     0.089,
     {-0x1.3ff7dp+0F, -0x1.e14948p+0F, -0x1.3fed8p+0F, -0x1.7439aep+1F, -0x1.410168p+0F, -0x1.74p+1F, -0x1.8f6e92p+0F,
      -0x1.cd4d9ep+2F}},
    {"SEPAL_FARTHEST_ERROR",
     "a vertex to the left",
     left_error,
     8,
     3,
     0.495,
     {-0x1.b00486p-30F, 0x1.7065f4p-26F, -0x1.018bfep+0F, -0x1.0880f8p-20F, -0x1.ffa402p-24F, -0x1.808c2ap-30F, -0x1p-18F,
      0x1.00c032p+0F}},
};

const attack_family entries_attacks = {"entries", attacks, sizeof attacks / sizeof *attacks};
