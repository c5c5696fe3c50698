/* solid_moves.h — moves for solids that bring many of them into contact with those of their pairs. */
#ifndef SEPAL_TESTS_SOLID_MOVES_H
#define SEPAL_TESTS_SOLID_MOVES_H

#include <sepal/solids.h>

/* Rows of x, y, z, one for each solid of the two sets; one array if they are one set. The caller releases them by
 * solid_moves_destroy. */
typedef struct solid_moves {
    float *a, *b;
} solid_moves;

solid_moves solid_moves_create(const sepal_solids *a, const sepal_solids *b, const sepal_pair *pairs, size_t count, uint64_t seed);
void solid_moves_destroy(solid_moves *moves);

#endif
