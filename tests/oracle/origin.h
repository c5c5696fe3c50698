/* origin.h — how the origin lies to the hull of some points, for the files of the oracle. */
#ifndef SEPAL_TESTS_ORACLE_ORIGIN_H
#define SEPAL_TESTS_ORACLE_ORIGIN_H

#include "oracle.h"

#include <gmp.h>

/* ORACLE_OVERLAP: the origin is interior to the hull; ORACLE_TOUCH: on its boundary, or in a hull without area. */
oracle_contact oracle_origin_contact(const mpz_t *x, const mpz_t *y, size_t count);

#endif
