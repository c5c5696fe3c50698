#include "../core/arithmetic.h"

#include "expansion.h"
#include "motion.h"
#include "number.h"
#include <math.h>

/* --- In double, with a bound on the error -------------------------------------------------------
 * The bounds are rounded too, at most five times each, which this factor covers. */
#define NEAR_ROUNDING (1 + 8 * 0x1p-53)

static sepal_rounded near_add(sepal_rounded a, sepal_rounded b) {
    double sum, error;
    sepal_two_sum(a.value, b.value, &sum, &error);
    return (sepal_rounded){sum, (a.error + b.error + fabs(error)) * NEAR_ROUNDING};
}

static sepal_rounded near_negative(sepal_rounded a) {
    return (sepal_rounded){-a.value, a.error};
}

static sepal_rounded near_multiply(sepal_rounded a, sepal_rounded b) {
    double product, error;
    sepal_two_product(a.value, b.value, &product, &error);
    double inherited = fabs(a.value) * b.error + a.error * (fabs(b.value) + b.error);
    return (sepal_rounded){product, (inherited + fabs(error)) * NEAR_ROUNDING};
}

/* a * b - c * d */
static sepal_rounded near_products(sepal_rounded a, sepal_rounded b, sepal_rounded c, sepal_rounded d) {
    return near_add(near_multiply(a, b), near_negative(near_multiply(c, d)));
}

static sepal_rounded near_reach(const sepal_reach *reach) {
    sepal_rounded a = {(double)reach->part[0], 0}, b = {(double)reach->part[1], 0}, c = {(double)reach->part[2], 0};
    return near_add(near_add(a, b), c);
}

/* Is the sign of the value that of the number? */
static bool near_is_sure(sepal_rounded a) {
    return fabs(a.value) > a.error || a.error == 0;
}

static int near_sign(sepal_rounded a) {
    return (a.value > 0) - (a.value < 0);
}

/* --- Exactly ------------------------------------------------------------------------------------ */

typedef struct vector_number {
    sepal_number x, y;
} vector_number;

static void vector_exactly(const sepal_vector *v, vector_number *out) {
    sepal_number_sum(v->x, 4, &out->x);
    sepal_number_sum(v->y, 4, &out->y);
}

static void cross_exactly(const sepal_vector *v, const sepal_vector *w, sepal_number *out) {
    vector_number p, q;
    sepal_number right;
    vector_exactly(v, &p);
    vector_exactly(w, &q);
    sepal_number_multiply(&p.x, &q.y, out);
    sepal_number_multiply(&p.y, &q.x, &right);
    sepal_number_subtract(out, &right, out);
}

static void dot_exactly(const sepal_vector *v, const sepal_vector *w, sepal_number *out) {
    vector_number p, q;
    sepal_number right;
    vector_exactly(v, &p);
    vector_exactly(w, &q);
    sepal_number_multiply(&p.x, &q.x, out);
    sepal_number_multiply(&p.y, &q.y, &right);
    sepal_number_add(out, &right, out);
}

static void reach_exactly(const sepal_reach *reach, sepal_number *square) {
    double parts[3] = {(double)reach->part[0], (double)reach->part[1], (double)reach->part[2]};
    sepal_number_sum(parts, 3, square);
    sepal_number_multiply(square, square, square);
}

/* --- Vectors ------------------------------------------------------------------------------------ */

static sepal_rounded near_sum(const double terms[4]) {
    sepal_rounded a = {terms[0], 0}, b = {terms[1], 0}, c = {terms[2], 0}, d = {terms[3], 0};
    return near_add(near_add(a, b), near_add(c, d));
}

sepal_vector sepal_vector_at(sepal_float2 from, sepal_float2 to, sepal_float2 move_from, sepal_float2 move_to, float time) {
    double t = (double)time; /* its product with a float is exact in double */
    sepal_vector v = {
        {(double)to.x, -(double)from.x, t * (double)move_to.x, -(t * (double)move_from.x)},
        {(double)to.y, -(double)from.y, t * (double)move_to.y, -(t * (double)move_from.y)},
        {0, 0},
        {0, 0},
    };
    v.near_x = near_sum(v.x);
    v.near_y = near_sum(v.y);
    return v;
}

static sepal_rounded near_difference(float to, float from) {
    double value, error;
    sepal_two_sum((double)to, -(double)from, &value, &error);
    return (sepal_rounded){value, fabs(error)};
}

sepal_vector sepal_vector_between(sepal_float2 from, sepal_float2 to) {
    return (sepal_vector){
        {(double)to.x, -(double)from.x, 0, 0},
        {(double)to.y, -(double)from.y, 0, 0},
        near_difference(to.x, from.x),
        near_difference(to.y, from.y),
    };
}

sepal_vector sepal_vector_turned(const sepal_vector *v) {
    return (sepal_vector){
        {-v->y[0], -v->y[1], -v->y[2], -v->y[3]},
        {v->x[0], v->x[1], v->x[2], v->x[3]},
        near_negative(v->near_y),
        v->near_x,
    };
}

sepal_rounded sepal_vector_cross(const sepal_vector *v, const sepal_vector *w) {
    return near_products(v->near_x, w->near_y, v->near_y, w->near_x);
}

sepal_rounded sepal_vector_dot(const sepal_vector *v, const sepal_vector *w) {
    return near_add(near_multiply(v->near_x, w->near_x), near_multiply(v->near_y, w->near_y));
}

double sepal_vector_cross_value(const sepal_vector *v, const sepal_vector *w) {
    sepal_rounded cross = sepal_vector_cross(v, w);
    if (cross.error <= 0x1p-53 * fabs(cross.value))
        return cross.value;
    sepal_number exact;
    cross_exactly(v, w, &exact);
    return sepal_number_value(&exact);
}

/* The quick tests return the sign, or 0 if it is not certain. They take fewer operations than sepal_rounded
 * (docs/numerics/sweep.md, "Signs"). */
static sepal_rounded quick_cross(const sepal_vector *v, const sepal_vector *w) {
    double vx = v->near_x.value, vy = v->near_y.value, wx = w->near_x.value, wy = w->near_y.value;
    double left = vx * wy, right = vy * wx;
    double inherited = (fabs(vx) * w->near_y.error + v->near_x.error * (fabs(wy) + w->near_y.error)) +
                       (fabs(vy) * w->near_x.error + v->near_y.error * (fabs(wx) + w->near_x.error));
    return (sepal_rounded){left - right, 4 * 0x1p-53 * (fabs(left) + fabs(right)) + inherited * NEAR_ROUNDING};
}

static int quick_cross_sign(const sepal_vector *v, const sepal_vector *w) {
    sepal_rounded cross = quick_cross(v, w);
    return (cross.value > cross.error) - (cross.value < -cross.error);
}

/* Of |v| - reach. */
static int quick_length(const sepal_vector *v, const sepal_reach *reach) {
    double vx = v->near_x.value, vy = v->near_y.value, ex = v->near_x.error, ey = v->near_y.error;
    double square = vx * vx + vy * vy, inherited = 2 * (fabs(vx) * ex + fabs(vy) * ey) + (ex * ex + ey * ey);
    double error = 8 * 0x1p-53 * (square + reach->square) + inherited * NEAR_ROUNDING, difference = square - reach->square;
    return (difference > error) - (difference < -error);
}

/* Of the distance of v from the line along e, a difference of two floats in each component, minus the reach. */
static int quick_line(const sepal_vector *e, const sepal_vector *v, const sepal_reach *reach) {
    sepal_rounded cross = quick_cross(e, v);
    double ex = e->near_x.value, ey = e->near_y.value, left = cross.value * cross.value;
    double right = reach->square * (ex * ex + ey * ey), difference = left - right;
    double error = 16 * 0x1p-53 * (left + right) + (2 * fabs(cross.value) + cross.error) * cross.error * NEAR_ROUNDING;
    return (difference > error) - (difference < -error);
}

int sepal_vector_cross_sign(const sepal_vector *v, const sepal_vector *w) {
    int quick = quick_cross_sign(v, w);
    if (quick != 0)
        return quick;
    sepal_rounded cross = sepal_vector_cross(v, w);
    if (near_is_sure(cross))
        return near_sign(cross);
    sepal_number exact;
    cross_exactly(v, w, &exact);
    return sepal_number_sign(&exact);
}

int sepal_vector_dot_sign(const sepal_vector *v, const sepal_vector *w) {
    sepal_rounded dot = sepal_vector_dot(v, w);
    if (near_is_sure(dot))
        return near_sign(dot);
    sepal_number exact;
    dot_exactly(v, w, &exact);
    return sepal_number_sign(&exact);
}

int sepal_vector_compare_length(const sepal_vector *v, const sepal_reach *reach) {
    int quick = quick_length(v, reach);
    if (quick != 0)
        return quick;
    sepal_rounded r = near_reach(reach);
    sepal_rounded difference = near_add(sepal_vector_dot(v, v), near_negative(near_multiply(r, r)));
    if (near_is_sure(difference))
        return near_sign(difference);
    sepal_number square, reach2;
    dot_exactly(v, v, &square);
    reach_exactly(reach, &reach2);
    sepal_number_subtract(&square, &reach2, &square);
    return sepal_number_sign(&square);
}

int sepal_vector_compare_line(const sepal_vector *e, const sepal_vector *v, const sepal_reach *reach) {
    int quick = quick_line(e, v, reach);
    if (quick != 0)
        return quick;
    sepal_rounded cross = sepal_vector_cross(e, v), r = near_reach(reach);
    sepal_rounded difference = near_products(cross, cross, near_multiply(r, r), sepal_vector_dot(e, e));
    if (near_is_sure(difference))
        return near_sign(difference);
    sepal_number area, length2, reach2;
    cross_exactly(e, v, &area);
    dot_exactly(e, e, &length2);
    reach_exactly(reach, &reach2);
    sepal_number_multiply(&area, &area, &area);
    sepal_number_multiply(&reach2, &length2, &reach2);
    sepal_number_subtract(&area, &reach2, &area);
    return sepal_number_sign(&area);
}

int sepal_vector_compare_quotients(const sepal_vector *e, const sepal_vector *v, const sepal_vector *f, const sepal_vector *w,
                                   const sepal_vector *d) {
    sepal_rounded difference =
        near_products(sepal_vector_cross(e, v), sepal_vector_cross(f, d), sepal_vector_cross(f, w), sepal_vector_cross(e, d));
    if (near_is_sure(difference))
        return near_sign(difference);
    sepal_number left, right, other;
    cross_exactly(e, v, &left);
    cross_exactly(f, d, &other);
    sepal_number_multiply(&left, &other, &left);
    cross_exactly(f, w, &right);
    cross_exactly(e, d, &other);
    sepal_number_multiply(&right, &other, &right);
    sepal_number_subtract(&left, &right, &left);
    return sepal_number_sign(&left);
}

void sepal_vector_direction(const sepal_vector *v, double *x, double *y) {
    double vx = v->near_x.value, vy = v->near_y.value, error = v->near_x.error + v->near_y.error;
    if (!(error <= 0x1p-52 * (fabs(vx) + fabs(vy)))) { /* much has been cancelled */
        vector_number exact;
        vector_exactly(v, &exact);
        vx = sepal_number_value(&exact.x);
        vy = sepal_number_value(&exact.y);
    }
    double length = sqrt(vx * vx + vy * vy);
    *x = vx / length;
    *y = vy / length;
}
