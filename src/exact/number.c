#include "../core/arithmetic.h"

#include "expansion.h"
#include "number.h"
#include <assert.h>
#include <math.h>

/* Room for a number and one row of a product. */
enum { ROOM = 3 * SEPAL_NUMBER_PARTS };

/* a + b = *sum + *error exactly, if |a| >= |b| (Dekker; Shewchuk's theorem 6). */
static inline void fast_two_sum(double a, double b, double *sum, double *error) {
    assert(!(fabs(a) < fabs(b)));
    double s = a + b;
    *error = b - (s - a);
    *sum = s;
}

/* Shewchuk's COMPRESS (figure 15, theorem 23), in place. */
static int compress(double *part, int length) {
    if (length == 0)
        return 0;
    double carry = part[length - 1], error;
    int bottom = length - 1;
    for (int k = length - 2; k >= 0; k--) {
        fast_two_sum(carry, part[k], &carry, &error);
        if (error != 0) {
            part[bottom--] = carry;
            carry = error;
        }
    }
    part[bottom] = carry;
    int top = 0;
    for (int k = bottom + 1; k < length; k++) {
        fast_two_sum(part[k], carry, &carry, &error);
        if (error != 0)
            part[top++] = error;
    }
    part[top++] = carry;
    return top;
}

/* Adds `count` terms to an expansion and compresses it. */
static int grow(double *part, int length, const double *terms, int count) {
    for (int k = 0; k < count; k++)
        length = sepal_expand_by(part, length, terms[k]);
    return compress(part, length);
}

static void store(const double *part, int length, sepal_number *out) {
    assert(length <= SEPAL_NUMBER_PARTS);
    out->length = length;
    for (int k = 0; k < length; k++)
        out->part[k] = part[k];
}

void sepal_number_sum(const double *terms, int count, sepal_number *out) {
    assert(count <= SEPAL_NUMBER_TERMS);
    double part[SEPAL_NUMBER_TERMS];
    store(part, grow(part, 0, terms, count), out);
}

void sepal_number_add(const sepal_number *a, const sepal_number *b, sepal_number *out) {
    double part[ROOM];
    int length = a->length;
    for (int k = 0; k < length; k++)
        part[k] = a->part[k];
    store(part, grow(part, length, b->part, b->length), out);
}

void sepal_number_subtract(const sepal_number *a, const sepal_number *b, sepal_number *out) {
    sepal_number minus = *b;
    for (int k = 0; k < minus.length; k++)
        minus.part[k] = -minus.part[k];
    sepal_number_add(a, &minus, out);
}

void sepal_number_multiply(const sepal_number *a, const sepal_number *b, sepal_number *out) {
    double part[ROOM], row[2 * SEPAL_NUMBER_PARTS];
    int length = 0;
    for (int k = 0; k < a->length; k++) {
        assert(length + 2 * b->length <= ROOM);
        length = grow(part, length, row, sepal_multiply(&a->part[k], 1, b->part, b->length, row));
    }
    store(part, length, out);
}
