/* doubles.h — the reference of sets of doubles, which answers for one pair. */
#ifndef SEPAL_POLYS_SCALAR_DOUBLES_H
#define SEPAL_POLYS_SCALAR_DOUBLES_H

#include "../set.h"

/* Do polygon i of a and polygon j of b overlap? */
bool sepal_polys_scalar_overlap_doubles(const sepal_polys *a, uint32_t i, const sepal_polys *b, uint32_t j,
                                        sepal_touching touching);

/* Does polygon i of a contain polygon j of b? */
bool sepal_polys_scalar_contains_doubles(const sepal_polys *a, uint32_t i, const sepal_polys *b, uint32_t j,
                                         sepal_touching touching);

#endif
