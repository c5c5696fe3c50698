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

/* Two sets whose shapes move, and what is asked about pairs of them. */
typedef struct sweep_asked {
    const sepal_polys *a, *b;
    sepal_moves of_a, of_b;
    const sepal_pair *pairs;
    size_t count;
    const sepal_rule *rule;
} sweep_asked;

/* Answers the pairs in lists of up to `length`. The bits of `out` are whole words; its other arrays may be NULL. */
void sweep_in_lists(const sweep_asked *asked, size_t length, const sepal_hits *out);

#endif
