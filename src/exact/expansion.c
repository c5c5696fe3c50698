#include "expansion.h"

/* a + b = *sum + *error exactly (Knuth; Shewchuk's theorem 7), whatever the order of the magnitudes. */
static inline void two_sum(double a, double b, double *sum, double *error) {
    double s = a + b;
    double b_seen = s - a;
    double a_seen = s - b_seen;
    *error = (a - a_seen) + (b - b_seen);
    *sum = s;
}

int sepal_sign_of_sum(const double *terms, int count) {
    double expansion[SEPAL_SUM_TERMS];
    int length = 0;
    for (int i = 0; i < count; i++) {
        double carry = terms[i];
        int kept = 0;
        for (int k = 0; k < length; k++) {
            double error;
            two_sum(carry, expansion[k], &carry, &error);
            if (error != 0)
                expansion[kept++] = error;
        }
        if (carry != 0)
            expansion[kept++] = carry;
        length = kept;
    }
    if (length == 0)
        return 0;
    return expansion[length - 1] > 0 ? 1 : -1;
}
