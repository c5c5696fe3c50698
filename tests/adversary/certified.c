#include "certified.h"

#include "exact_vector.h"
#include "solid_pair.h"

double distance_error_of(certificate *certify, const float *input) {
    certified of;
    sepal_number over, under;
    if (!certify(input, &of))
        return -INFINITY;
    sepal_nearest_square(&of.exact, &of.cores, &over, &under);
    return difference_from_root(&over, &under, fabs(first_double(of.found.distance))) / first_double(of.found.distance_error);
}

double direction_error_of(certificate *certify, const float *input) {
    certified of;
    sepal_number over, under;
    if (!certify(input, &of))
        return -INFINITY;
    sepal_exact *const normal = sepal_nearest_normal(&of.exact);
    sepal_exact_dot(normal, normal, &of.cores, &under);
    const double n[3] = {first_double(of.found.n.x), first_double(of.found.n.y), first_double(of.found.n.z)};
    double worst = -INFINITY;
    for (int k = 0; k < 3; k++) {
        const double bound = first_double(of.found.direction_error) + 8 * DOUBLE_UNIT * fabs(n[k]);
        sepal_number_multiply(&normal->x[k], &normal->x[k], &over);
        const bool is_zero = sepal_number_sign(&over) == 0;
        if (!is_zero && (wdm_bits(of.found.none[k]) & 1) != 0)
            return INFINITY;
        if (!is_zero || fabs(n[k]) > 0)
            worst = fmax(worst, difference_from_root(&over, &under, fabs(n[k])) / bound);
    }
    return worst;
}
