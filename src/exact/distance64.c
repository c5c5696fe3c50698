#include "../core/arithmetic.h"

#include "../simd/one.h"
#include "distance.h"
#include "distance64.h"
#include "expansion.h"
#include "number.h"

/* The components of an expansion do not overlap, so that their sum has a relative error of little more than 2^-53, also where signs
 * differ. */
sepal_reach64 sepal_reach64_of(double a, double b, double c) {
    const double terms[3] = {a, b, c};
    double expansion[3], sum = 0;
    const int count = sepal_expand_sum(terms, 3, expansion);
    for (int k = 0; k < count; k++)
        sum += expansion[k];
    return (sepal_reach64){{a, b, c}, sum * sum};
}

int sepal_reach64_sign(double a, double b, double c) {
    const double terms[3] = {a, b, c};
    return sepal_sign_of_sum(terms, 3);
}

/* --- Exactly ---------------------------------------------------------------------------------- */

/* b - a, and |b - a|^2. */
typedef struct vector64 {
    sepal_number x, y;
} vector64;

static void number_between(double a, double b, sepal_number *out) {
    const double terms[2] = {b, -a};
    sepal_number_sum(terms, 2, out);
}

static void vector64_between(sepal_double2 a, sepal_double2 b, vector64 *out) {
    number_between(a.x, b.x, &out->x);
    number_between(a.y, b.y, &out->y);
}

static void square_of_vector64(const vector64 *v, sepal_number *out) {
    sepal_number y2;
    sepal_number_multiply(&v->x, &v->x, out);
    sepal_number_multiply(&v->y, &v->y, &y2);
    sepal_number_add(out, &y2, out);
}

static void square_of_reach64(const sepal_reach64 *reach, sepal_number *out) {
    sepal_number sum;
    sepal_number_sum(reach->part, 3, &sum);
    sepal_number_multiply(&sum, &sum, out);
}

static int compare_points64_exactly(sepal_double2 a, sepal_double2 b, const sepal_reach64 *reach) {
    vector64 d;
    sepal_number square, reach2;
    vector64_between(a, b, &d);
    square_of_vector64(&d, &square);
    square_of_reach64(reach, &reach2);
    sepal_number_subtract(&square, &reach2, &square);
    return sepal_number_sign(&square);
}

/* (e x w)^2 - reach^2 e.e for e = b - a and w = p - a. */
static int compare_line64_exactly(sepal_double2 a, sepal_double2 b, sepal_double2 p, const sepal_reach64 *reach) {
    vector64 e, to;
    sepal_number left, right, reach2;
    vector64_between(a, b, &e);
    vector64_between(a, p, &to);
    sepal_number_multiply(&e.x, &to.y, &left);
    sepal_number_multiply(&e.y, &to.x, &right);
    sepal_number_subtract(&left, &right, &left);
    sepal_number_multiply(&left, &left, &left);
    square_of_vector64(&e, &right);
    square_of_reach64(reach, &reach2);
    sepal_number_multiply(&right, &reach2, &right);
    sepal_number_subtract(&left, &right, &left);
    return sepal_number_sign(&left);
}

/* --- With tails, where double does not tell ---------------------------------------------------- */

static tailed2 tailed_between(sepal_double2 a, sepal_double2 b) {
    return (tailed2){tailed_of(b.x, -a.x), tailed_of(b.y, -a.y)};
}

static tailed_sum tailed_reach_of(const sepal_reach64 *reach) {
    return tailed_reach(reach->part[0], reach->part[1], reach->part[2]);
}

/* The greatest power of two of which all are multiples; 1 if all are 0. */
static double grain_of(const sepal_double2 *points, int count, const sepal_reach64 *reach) {
    int grain = 0;
    bool found = false;
    for (int k = 0; k < 2 * count + 3; k++) {
        const double v = k >= 2 * count ? reach->part[k - 2 * count] : k % 2 != 0 ? points[k / 2].y : points[k / 2].x;
        const int own = v != 0 ? sepal_grain_of(v) : grain;
        grain = v != 0 && (!found || own < grain) ? own : grain;
        found = found || v != 0;
    }
    return sepal_power_of_two(grain);
}

/* The sign of a distance minus a reach; false if the bound leaves it open. */
static bool tails_tell(tailed_estimate within, int *sign) {
    *sign = (within.value.high < 0) - (within.value.high > 0);
    return fabs(within.value.high) > within.error || within.error == 0;
}

static int compare_points64_closely(sepal_double2 a, sepal_double2 b, const sepal_reach64 *reach) {
    const tailed_sum sum = tailed_reach_of(reach);
    int sign;
    if (tails_tell(tailed_within_of_points(tailed_between(a, b), &sum, grain_of((sepal_double2[]){a, b}, 2, reach)), &sign))
        return sign;
    return compare_points64_exactly(a, b, reach);
}

static int compare_line64_closely(sepal_double2 a, sepal_double2 b, sepal_double2 p, const sepal_reach64 *reach) {
    const tailed_sum sum = tailed_reach_of(reach);
    const double grain = grain_of((sepal_double2[]){a, b, p}, 3, reach);
    int sign;
    if (tails_tell(tailed_within_of_line(tailed_between(a, p), tailed_between(a, b), &sum, grain), &sign))
        return sign;
    return compare_line64_exactly(a, b, p, reach);
}

/* --- First, in double ------------------------------------------------------------------------- */

int sepal_compare_points64(sepal_double2 a, sepal_double2 b, const sepal_reach64 *reach) {
    const double dx = b.x - a.x, dy = b.y - a.y, square = dx * dx + dy * dy;
    if (square > reach->square * (1 + SEPAL_COMPARE_ERROR))
        return 1;
    return square * (1 + SEPAL_COMPARE_ERROR) < reach->square ? -1 : compare_points64_closely(a, b, reach);
}

int sepal_compare_line64(sepal_double2 a, sepal_double2 b, sepal_double2 p, const sepal_reach64 *reach) {
    const double ex = b.x - a.x, ey = b.y - a.y, left = ex * (p.y - a.y), right = ey * (p.x - a.x);
    const double area = fabs(left - right), error = SEPAL_ORIENT_ERROR * (fabs(left) + fabs(right));
    const double least = area > error ? area - error : 0, most = area + error, needed = reach->square * (ex * ex + ey * ey);
    if (least * least > needed * (1 + SEPAL_COMPARE_ERROR))
        return 1;
    return most * most * (1 + SEPAL_COMPARE_ERROR) < needed ? -1 : compare_line64_closely(a, b, p, reach);
}

int sepal_compare_edge64(sepal_double2 a, sepal_double2 b, sepal_double2 p, const sepal_reach64 *reach) {
    const int side = sepal_compare_line64(a, b, p, reach);
    return side > 0 || sepal_sign_of_dot64(a, b, p) <= 0 || sepal_sign_of_dot64(b, a, p) <= 0 ? 1 : side;
}
