/* solids_scalar_rounded.c — distances and directions that are square roots, rounded once, as if from the real number.
 *
 * Double tells nearly always between which two numbers a value is; where these do not round to the same float, the value is
 * compared with the midpoints of floats, exactly. So the bits depend on the value alone, and not on how it was found. */
#include "../../core/arithmetic.h"

#include "push.h"
#include <math.h>
#include <string.h>

/* --- Floats in order -------------------------------------------------------------------------- */

/* The number of a finite float in the order of all; 0 and -0 are one. And back. */
static int64_t place_of(float v) {
    uint32_t bits;
    memcpy(&bits, &v, sizeof bits);
    int64_t magnitude = bits & 0x7fffffff;
    return bits >> 31 != 0 ? -magnitude : magnitude;
}
static float float_at(int64_t place) {
    uint32_t bits = place < 0 ? (uint32_t)-place | 0x80000000U : (uint32_t)place;
    float v;
    memcpy(&v, &bits, sizeof v);
    return v;
}

/* Between a float and the next greater one. */
static double midpoint_above(int64_t place) {
    double v = (double)float_at(place);
    return v + ((double)float_at(place + 1) - v) / 2;
}

/* A real number of which it can be asked: is it less than (-1), equal to (0), or greater than a midpoint? */
typedef struct real {
    sepal_nearest *found;
    const sepal_cores *cores;
    const sepal_reach3 *reach; /* of a distance: reach + sign * distance */
    int sign;
    int component; /* of a direction: |n_k| / |n| */
} real;

static int compare_distance(const real *v, double midpoint) {
    /* sign > 0: distance - (midpoint - reach); else (reach - midpoint) - distance */
    sepal_reach3 rest = *v->reach;
    rest.part[3] = -midpoint;
    if (v->sign < 0)
        return -sepal_nearest_compare(v->found, v->cores, &rest);
    for (int k = 0; k < SEPAL_REACH_PARTS; k++)
        rest.part[k] = -rest.part[k];
    return sepal_nearest_compare(v->found, v->cores, &rest);
}

#ifdef SEPAL_HAS_WHOLE
/* |n_k| less m |n|, by the squares. */
static bool whole_compare_component(const real *v, double midpoint, int *sign) {
    sepal_whole_vector n;
    int unit;
    const sepal_whole128 middle = sepal_whole_of_double(midpoint, &unit);
    if (!sepal_exact_whole(sepal_nearest_normal(v->found), v->cores, &n))
        return false;
    sepal_natural over = sepal_natural_of(sepal_whole_magnitude(n.x[v->component])),
                  square = sepal_natural_of((sepal_natural128)(middle * middle));
    const sepal_whole256 length2 = sepal_whole_dot(&n, &n);
    sepal_natural under = sepal_whole_natural(&length2);
    over = sepal_natural_product(&over, &over);
    under = sepal_natural_product(&under, &square);
    *sign = sepal_natural_compare(over, under, -2 * unit);
    return true;
}
#else
static bool whole_compare_component(const real *v, double midpoint, int *sign) {
    (void)v, (void)midpoint, (void)sign;
    return false;
}
#endif

static int compare_component(const real *v, double midpoint) {
    sepal_exact *n = sepal_nearest_normal(v->found);
    sepal_number square, length2, factor;
    int sign;
    if (whole_compare_component(v, midpoint, &sign))
        return sign;
    double power = midpoint < 0x1p-60 ? 0x1p60 : 1, scaled = midpoint * power; /* so that no bit is lost */
    sepal_exact_know(n, v->cores);
    sepal_number_sum(&power, 1, &factor);
    sepal_number_multiply(&n->x[v->component], &factor, &square);
    sepal_number_multiply(&square, &square, &square);
    sepal_exact_dot(n, n, v->cores, &length2);
    sepal_number_sum(&scaled, 1, &factor);
    sepal_number_multiply(&length2, &factor, &length2);
    sepal_number_multiply(&length2, &factor, &length2);
    sepal_number_subtract(&square, &length2, &square);
    return sepal_number_sign(&square);
}

/* The float nearest to a real number between two doubles; of two floats equally near the one with an even last bit. */
static float rounded(const real *v, double least, double most) {
    int64_t low = place_of(sepal_nearest_float(least)), high = place_of(sepal_nearest_float(most));
    while (low < high) {
        int64_t middle = low + (high - low) / 2; /* rounded down, also below 0, as high > low */
        double midpoint = midpoint_above(middle);
        int side = v->reach != NULL ? compare_distance(v, midpoint) : compare_component(v, midpoint);
        if (side > 0 || (side == 0 && middle % 2 != 0))
            low = middle + 1;
        else
            high = middle;
    }
    return float_at(low);
}

/* --- Distances -------------------------------------------------------------------------------- */

float sepal_nearest_rounded(sepal_nearest *found, const sepal_cores *cores, const sepal_reach3 *reach, int sign) {
    double least, most, sum = (reach->part[0] + reach->part[1]) + reach->part[2];
    sepal_nearest_range(found, &least, &most);
    if (most == (double)INFINITY) { /* too much cancelled */
        sepal_number over, under;
        sepal_nearest_square(found, cores, &over, &under);
        double value = sqrt(sepal_number_value(&over) / sepal_number_value(&under));
        least = value * (1 - 0x1p-48);
        most = value * (1 + 0x1p-48);
    }
    double from = sign > 0 ? least : -most, to = sign > 0 ? most : -least, slack = 0x1p-50 * (fabs(sum) + most);
    real v = {found, cores, reach, sign, 0};
    least = sum + from - slack, most = sum + to + slack;
    if (least < 0 && most > 0 && compare_distance(&v, 0) == 0) /* too many floats are next to 0 for a search */
        return 0;
    return rounded(&v, least, most);
}

/* --- Directions ------------------------------------------------------------------------------- */

/* Components are known to this share of themselves (docs/numerics/solids.md, "Rounded once"). */
#define COMPONENT_ERROR 0x1p-43
#define COMPONENT_SURE  0x1p-46

void sepal_nearest_direction(sepal_nearest *found, const sepal_cores *cores, int sign, float normal[3]) {
    sepal_exact *n = sepal_nearest_normal(found);
    int side[3];
    bool sure = true;
    for (int k = 0; k < 3; k++) {
        side[k] = sepal_exact_component_sign(n, k, cores) * sign;
        sure = sure && (side[k] == 0 || n->near.error <= COMPONENT_SURE * fabs(n->near.x[k]));
    }
    if (!sure)
        sepal_exact_refine(n, cores);
    double length = sqrt((n->near.x[0] * n->near.x[0] + n->near.x[1] * n->near.x[1]) + n->near.x[2] * n->near.x[2]);
    for (int k = 0; k < 3; k++) {
        real v = {found, cores, NULL, 0, k};
        double value = fabs(n->near.x[k]) / length;
        float magnitude = side[k] == 0 ? 0 : rounded(&v, value * (1 - COMPONENT_ERROR), value * (1 + COMPONENT_ERROR));
        normal[k] = side[k] < 0 && magnitude > 0 ? -magnitude : magnitude; /* never -0 */
    }
}
