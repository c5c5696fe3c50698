#include "../core/arithmetic.h"

#include "distance.h"
#include "expansion.h"
#include "orient.h"

/* Where signs differ, a sum of three may cancel. The components of the expansion do not overlap, so their sum has a relative error
 * of little more than 2^-53 (docs/numerics/round.md, "The reference"). */
static double sum_of_mixed(float a, float b, float c) {
    const double terms[3] = {(double)a, (double)b, (double)c};
    double expansion[3], sum = 0;
    int count = sepal_expand_sum(terms, 3, expansion);
    for (int k = 0; k < count; k++)
        sum += expansion[k];
    return sum;
}

sepal_reach sepal_reach_of(float a, float b, float c) {
    bool mixed = (a < 0 || b < 0 || c < 0) && a != 0 && b != 0 && c != 0;
    double sum = mixed ? sum_of_mixed(a, b, c) : ((double)a + (double)b) + (double)c;
    return (sepal_reach){{a, b, c}, sum * sum};
}

int sepal_reach_sign(float a, float b, float c) {
    const double terms[3] = {(double)a, (double)b, (double)c};
    return sepal_sign_of_sum(terms, 3);
}

/* The square of a reach as six terms: products of two floats are exact in double. */
static int square_of(const sepal_reach *reach, double *terms) {
    double a = (double)reach->part[0], b = (double)reach->part[1], c = (double)reach->part[2];
    terms[0] = a * a;
    terms[1] = b * b;
    terms[2] = c * c;
    terms[3] = 2 * (a * b);
    terms[4] = 2 * (b * c);
    terms[5] = 2 * (c * a);
    return 6;
}

/* |b - a|^2 as six terms. */
static int square_between(float ax, float ay, float bx, float by, double *terms) {
    double x0 = (double)ax, y0 = (double)ay, x1 = (double)bx, y1 = (double)by;
    terms[0] = x0 * x0;
    terms[1] = x1 * x1;
    terms[2] = -2 * (x0 * x1);
    terms[3] = y0 * y0;
    terms[4] = y1 * y1;
    terms[5] = -2 * (y0 * y1);
    return 6;
}

sepal_squares sepal_squares_of_points(float ax, float ay, float bx, float by, const sepal_reach *reach) {
    double dx = (double)bx - (double)ax, dy = (double)by - (double)ay;
    double square = dx * dx + dy * dy;
    return (sepal_squares){square, square, reach->square};
}

sepal_squares sepal_squares_of_line(float ax, float ay, float bx, float by, float px, float py, const sepal_reach *reach) {
    double ex = (double)bx - (double)ax, ey = (double)by - (double)ay;
    sepal_estimate det = sepal_determinant(ax, ay, bx, by, px, py);
    double area = fabs(det.value), least = area > det.error ? area - det.error : 0, most = area + det.error;
    return (sepal_squares){least * least, most * most, reach->square * (ex * ex + ey * ey)};
}

/* The result of the comparison, 1 or -1, if it is certain; else 0. */
static int compare_squares(sepal_squares s) {
    return (s.least > s.reach * (1 + SEPAL_COMPARE_ERROR)) - (s.most * (1 + SEPAL_COMPARE_ERROR) < s.reach);
}

int sepal_compare_points(float ax, float ay, float bx, float by, const sepal_reach *reach) {
    int certain = compare_squares(sepal_squares_of_points(ax, ay, bx, by, reach));
    if (certain != 0)
        return certain;
    double terms[12];
    int count = square_between(ax, ay, bx, by, terms);
    int all = count + square_of(reach, terms + count);
    for (int k = count; k < all; k++)
        terms[k] = -terms[k];
    return sepal_sign_of_sum(terms, all);
}

/* The operations, and so the bound, are those of the determinant in orient.h. */
sepal_estimate sepal_dot(float ax, float ay, float bx, float by, float cx, float cy) {
    double left = ((double)bx - (double)ax) * ((double)cx - (double)ax);
    double right = ((double)by - (double)ay) * ((double)cy - (double)ay);
    return (sepal_estimate){left + right, SEPAL_ORIENT_ERROR * (fabs(left) + fabs(right))};
}

int sepal_sign_of_dot(float ax, float ay, float bx, float by, float cx, float cy) {
    sepal_estimate dot = sepal_dot(ax, ay, bx, by, cx, cy);
    if (fabs(dot.value) > dot.error)
        return (dot.value > 0) - (dot.value < 0);
    double products[8] = {
        (double)bx * (double)cx, -((double)bx * (double)ax), -((double)ax * (double)cx), (double)ax * (double)ax,
        (double)by * (double)cy, -((double)by * (double)ay), -((double)ay * (double)cy), (double)ay * (double)ay,
    };
    return sepal_sign_of_sum(products, 8);
}

/* (e x w)^2 - reach^2 e.e by expansions, for e = b - a and w = p - a. */
static int compare_line_exactly(float ax, float ay, float bx, float by, float px, float py, const sepal_reach *reach) {
    double products[6] = {
        (double)bx * (double)py,    -((double)by * (double)px), (double)px * (double)ay,
        -((double)py * (double)ax), (double)ax * (double)by,    -((double)ay * (double)bx),
    };
    double squares[6], area[6], length2[6], reach2[6], terms[2 * 36 + 2 * 36];
    int count_area = sepal_expand_sum(products, 6, area);
    int count_length2 = sepal_expand_sum(squares, square_between(ax, ay, bx, by, squares), length2);
    int count_reach2 = sepal_expand_sum(squares, square_of(reach, squares), reach2);
    int count = sepal_multiply(area, count_area, area, count_area, terms);
    int all = count + sepal_multiply(reach2, count_reach2, length2, count_length2, terms + count);
    for (int k = count; k < all; k++)
        terms[k] = -terms[k];
    return sepal_sign_of_sum(terms, all);
}

int sepal_compare_line(float ax, float ay, float bx, float by, float px, float py, const sepal_reach *reach) {
    int certain = compare_squares(sepal_squares_of_line(ax, ay, bx, by, px, py, reach));
    return certain != 0 ? certain : compare_line_exactly(ax, ay, bx, by, px, py, reach);
}

int sepal_compare_edge(float ax, float ay, float bx, float by, float px, float py, const sepal_reach *reach) {
    int side = sepal_compare_line(ax, ay, bx, by, px, py, reach);
    if (side > 0 || sepal_sign_of_dot(ax, ay, bx, by, px, py) <= 0 || sepal_sign_of_dot(bx, by, ax, ay, px, py) <= 0)
        return 1;
    return side;
}
