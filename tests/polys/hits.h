/* hits.h — the answer of sepal_polys_sweep_pairs about one pair. */
#ifndef SEPAL_TESTS_HITS_H
#define SEPAL_TESTS_HITS_H

#include <sepal/sepal.h>
#include <stdbool.h>

/* Rows of x and y; NULL: no arrays. */
sepal_moves moves_of(const float *rows);

typedef struct hit {
    bool meet;
    float time, x, y;
} hit;

typedef struct mover {
    const sepal_polys *set;
    uint32_t index;
    float x, y; /* its move */
} mover;

/* The sets get moves that are those of this pair for all shapes. */
hit hit_of(const mover *a, const mover *b, const sepal_rule *rule);

#endif
