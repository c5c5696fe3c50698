#include "../core/arithmetic.h"

#include "expansion.h"
#include "orient.h"

int sepal_orient_exact(float ax, float ay, float bx, float by, float cx, float cy) {
    /* (b - a) x (c - a) multiplied out; a x a is 0. A product of two 24-bit significands is exact in double. */
    double products[6] = {
        (double)bx * (double)cy,    -((double)by * (double)cx), (double)cx * (double)ay,
        -((double)cy * (double)ax), (double)ax * (double)by,    -((double)ay * (double)bx),
    };
    return sepal_sign_of_sum(products, 6);
}
