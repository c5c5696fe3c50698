#include "../core/arithmetic.h"

#include "number.h"
#include "orient.h"
#include "orient3.h"
#include "whole.h"
#include <math.h>

/* More than the error of a determinant of three rounded differences, of |p| |q| |r|, greatest components: 28 for the operations, 6
 * * 3 for the differences, in units of 2^-53 (docs/numerics/solids.md, "Determinants"). */
#define DETERMINANT_ERROR (56 * 0x1p-53)

static void normal_of(const double p[3], const double q[3], double out[3]) {
    out[0] = p[1] * q[2] - p[2] * q[1];
    out[1] = p[2] * q[0] - p[0] * q[2];
    out[2] = p[0] * q[1] - p[1] * q[0];
}

/* The sign of the determinant of p, q and r, of which normal = p x q, and the product of the greatest components of p and q are known;
 * 0 if it is not certain. error: receives the bound. */
static int certain_sign(const double normal[3], double size, const double r[3], double *error) {
    const double value = normal[0] * r[0] + normal[1] * r[1] + normal[2] * r[2];
    *error = DETERMINANT_ERROR * (size * sepal_largest_of(r));
    return fabs(value) > *error ? (value > 0 ? 1 : -1) : 0;
}

#ifdef SEPAL_HAS_WHOLE
/* Components of fewer than so many bits have a determinant of three of fewer than 3 * 41 + 3 bits. */
enum { WHOLE_COMPONENT_BITS = 41 };

/* The sign of the determinant of three rounded differences, if they are what they round, and span few enough bits: so it is of most points
 * in one plane, in a hundredth of the time that expansions take. Returns false if they are not. */
static bool whole_sign(double to[3][3], double from[3][3], double p[3][3], int *sign) {
    int64_t odd[3][3];
    int unit[3][3], least = 2000;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) {
            const double back = to[i][k] - p[i][k]; /* the error of a sum: Knuth, TwoSum */
            if ((to[i][k] - (p[i][k] + back)) + (back - from[i][k]) != 0)
                return false;
            odd[i][k] = sepal_whole_of_double(p[i][k], &unit[i][k]);
            if (odd[i][k] != 0 && unit[i][k] < least)
                least = unit[i][k];
        }
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) {
            const int shift = odd[i][k] == 0 ? 0 : unit[i][k] - least;
            const int64_t most = ((int64_t)1 << WHOLE_COMPONENT_BITS) - 1;
            if (shift >= WHOLE_COMPONENT_BITS || odd[i][k] > most >> shift || odd[i][k] < -(most >> shift))
                return false;
            odd[i][k] *= (int64_t)1 << shift;
        }
    sepal_whole128 sum = 0;
    for (int k = 0; k < 3; k++) {
        const int y = (k + 1) % 3, z = (k + 2) % 3;
        sum += ((sepal_whole128)odd[0][y] * odd[1][z] - (sepal_whole128)odd[0][z] * odd[1][y]) * odd[2][k];
    }
    *sign = sum > 0 ? 1 : sum < 0 ? -1 : 0;
    return true;
}
#endif

/* The determinant of three vectors, each component the difference to - from. */
static int sign_of(double to[3][3], double from[3][3]) {
    double p[3][3], normal[3], error;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            p[i][k] = to[i][k] - from[i][k];
    normal_of(p[0], p[1], normal);
    const int sign = certain_sign(normal, sepal_largest_of(p[0]) * sepal_largest_of(p[1]), p[2], &error);
    if (sign != 0)
        return sign;
    if (error == 0)
        return 0; /* one of the three is 0 */
#ifdef SEPAL_HAS_WHOLE
    int whole;
    if (whole_sign(to, from, p, &whole))
        return whole;
#endif
    sepal_number component[3][3], sum;
    sum.length = 0;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) {
            double terms[2] = {to[i][k], -from[i][k]};
            sepal_number_sum(terms, 2, &component[i][k]);
        }
    for (int k = 0; k < 3; k++) {
        sepal_number left, right;
        int y = (k + 1) % 3, z = (k + 2) % 3;
        sepal_number_multiply(&component[0][y], &component[1][z], &left);
        sepal_number_multiply(&component[0][z], &component[1][y], &right);
        sepal_number_subtract(&left, &right, &left);
        sepal_number_multiply(&left, &component[2][k], &left);
        sepal_number_add(&sum, &left, &sum);
    }
    return sepal_number_sign(&sum);
}

int sepal_orient3(const float a[3], const float b[3], const float c[3], const float d[3]) {
    double to[3][3], from[3][3];
    for (int k = 0; k < 3; k++) {
        to[0][k] = (double)b[k], to[1][k] = (double)c[k], to[2][k] = (double)d[k];
        from[0][k] = from[1][k] = from[2][k] = (double)a[k];
    }
    return sign_of(to, from);
}

int sepal_side_of_direction(const float a[3], const float b[3], const float c[3], const float d[3]) {
    double to[3][3], from[3][3];
    for (int k = 0; k < 3; k++) {
        to[0][k] = (double)b[k], to[1][k] = (double)c[k], to[2][k] = (double)d[k];
        from[0][k] = from[1][k] = (double)a[k];
        from[2][k] = 0;
    }
    return sign_of(to, from);
}

sepal_plane3 sepal_plane_through(const float a[3], const float b[3], const float c[3]) {
    sepal_plane3 out;
    double p[3], q[3];
    for (int k = 0; k < 3; k++) {
        out.a[k] = a[k], out.b[k] = b[k], out.c[k] = c[k];
        p[k] = (double)b[k] - (double)a[k];
        q[k] = (double)c[k] - (double)a[k];
    }
    normal_of(p, q, out.normal);
    out.size = sepal_largest_of(p) * sepal_largest_of(q);
    return out;
}

int sepal_side_of_plane(const sepal_plane3 *plane, const float d[3]) {
    double r[3], error;
    for (int k = 0; k < 3; k++)
        r[k] = (double)d[k] - (double)plane->a[k];
    const int sign = certain_sign(plane->normal, plane->size, r, &error);
    return sign != 0 ? sign : sepal_orient3(plane->a, plane->b, plane->c, d);
}

int sepal_triple(const float u[3], const float v[3], const float w[3]) {
    double to[3][3];
    double from[3][3] = {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}};
    for (int k = 0; k < 3; k++)
        to[0][k] = (double)u[k], to[1][k] = (double)v[k], to[2][k] = (double)w[k];
    return sign_of(to, from);
}

bool sepal_on_line(const float a[3], const float b[3], const float c[3]) {
    for (int k = 0; k < 3; k++) { /* seen along each axis */
        int y = (k + 1) % 3, z = (k + 2) % 3;
        if (sepal_orient(a[y], a[z], b[y], b[z], c[y], c[z]) != 0)
            return false;
    }
    return true;
}
