#include "../core/arithmetic.h"

#include "expansion.h"
#include "orient64.h"

/* b - a as the sum of two doubles. */
static void difference64(double a, double b, double out[2]) {
    sepal_two_sum(b, -a, &out[0], &out[1]);
}

int sepal_cross64_exact(sepal_double2 a, sepal_double2 b, sepal_double2 c, sepal_double2 d) {
    double u_x[2], u_y[2], v_x[2], v_y[2], terms[16];
    difference64(a.x, b.x, u_x);
    difference64(a.y, b.y, u_y);
    difference64(c.x, d.x, v_x);
    difference64(c.y, d.y, v_y);
    u_y[0] = -u_y[0];
    u_y[1] = -u_y[1];
    if (u_x[1] == 0 && u_y[1] == 0 && v_x[1] == 0 && v_y[1] == 0) { /* nearly always, where shapes touch */
        const int count = sepal_multiply(u_x, 1, v_y, 1, terms);
        return sepal_sign_of_sum(terms, count + sepal_multiply(u_y, 1, v_x, 1, terms + count));
    }
    const int count = sepal_multiply(u_x, 2, v_y, 2, terms);
    return sepal_sign_of_sum(terms, count + sepal_multiply(u_y, 2, v_x, 2, terms + count));
}
