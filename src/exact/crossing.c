#include "../core/arithmetic.h"

#include "../core/compiler.h"
#include "crossing.h"
#include "number.h"

/* A coordinate of a crossing is p + (numerator / denominator) (q - p). */
typedef struct crossing_share {
    sepal_number numerator, denominator;
} crossing_share;

static void difference_of(float a, float b, sepal_number *out) {
    const double terms[2] = {(double)a, -(double)b};
    sepal_number_sum(terms, 2, out);
}

/* v x w */
static void cross_of(const sepal_number v[2], const sepal_number w[2], sepal_number *out) {
    sepal_number right;
    sepal_number_multiply(&v[0], &w[1], out);
    sepal_number_multiply(&v[1], &w[0], &right);
    sepal_number_subtract(out, &right, out);
}

static crossing_share exact_share(sepal_float2 p, sepal_float2 q, sepal_float2 r, sepal_float2 s) {
    sepal_number d[2], e[2], w[2];
    difference_of(q.x, p.x, &d[0]), difference_of(q.y, p.y, &d[1]);
    difference_of(s.x, r.x, &e[0]), difference_of(s.y, r.y, &e[1]);
    difference_of(r.x, p.x, &w[0]), difference_of(r.y, p.y, &w[1]);
    crossing_share t;
    cross_of(w, e, &t.numerator);
    cross_of(d, e, &t.denominator);
    return t;
}

/* The float nearest to p + t (q - p). The quotient of the values is within 2^-50 of itself, so that the exact number, if it is not known
 * yet, is between two floats that are neighbours; and on which side of their middle is a sign. */
static SEPAL_NOINLINE float exact_coordinate(const crossing_share *t, float p, float q) {
    sepal_number whole, part, middle;
    difference_of(q, p, &part);
    sepal_number_multiply(&t->numerator, &part, &part);
    sepal_number_sum(&(double){(double)p}, 1, &whole);
    sepal_number_multiply(&t->denominator, &whole, &whole);
    sepal_number_add(&whole, &part, &whole);
    const double value = sepal_number_value(&whole) / sepal_number_value(&t->denominator);
    const float low = (float)(value * (1 - 0x1p-48)), high = (float)(value * (1 + 0x1p-48));
    if (low == high)
        return high;
    const double between = ((double)low + (double)high) / 2;
    sepal_number_sum(&between, 1, &middle);
    sepal_number_multiply(&t->denominator, &middle, &middle);
    sepal_number_subtract(&whole, &middle, &whole);
    const int above = sepal_number_sign(&whole) * sepal_number_sign(&t->denominator);
    const float least = low < high ? low : high, greatest = low < high ? high : low;
    return above == 0 ? (float)between : above > 0 ? greatest : least;
}

sepal_float2 sepal_round_crossing(const sepal_crossing_estimate *near, sepal_float2 p, sepal_float2 q, sepal_float2 r,
                                  sepal_float2 s) {
    sepal_float2 out = {(float)(near->x + near->error_x), (float)(near->y + near->error_y)};
    const bool known_x = near->known && (float)(near->x - near->error_x) == out.x,
               known_y = near->known && (float)(near->y - near->error_y) == out.y;
    if (!known_x || !known_y) {
        const crossing_share t = exact_share(p, q, r, s);
        out.x = known_x ? out.x : exact_coordinate(&t, p.x, q.x);
        out.y = known_y ? out.y : exact_coordinate(&t, p.y, q.y);
    }
    return (sepal_float2){out.x + 0.0F, out.y + 0.0F}; /* -0 becomes 0 */
}

sepal_float2 sepal_crossing(sepal_float2 p, sepal_float2 q, sepal_float2 r, sepal_float2 s) {
    const sepal_crossing_estimate near = sepal_estimate_crossing(p, q, r, s);
    return sepal_round_crossing(&near, p, q, r, s);
}
