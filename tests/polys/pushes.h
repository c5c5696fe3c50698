/* pushes.h — the answers of sepal_polys_mtv_pairs: asks for them, compares them bit by bit, and judges one by the oracle. */
#ifndef SEPAL_TESTS_PUSHES_H
#define SEPAL_TESTS_PUSHES_H

#include "../oracle/depth.h"
#include "../scenes/scenes.h"

typedef struct pushes {
    float *x, *y, *depth;
    size_t count;
} pushes;

/* rule NULL: the rule of zeros. */
pushes pushes_ask(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, size_t count, const sepal_rule *rule);
void pushes_release(pushes *p);

/* The one answer about shape 0 of each set. */
typedef struct push {
    float x, y, depth;
} push;
push push_ask(const sepal_polys *a, const sepal_polys *b, sepal_pair pair, const sepal_rule *rule);

bool same_bits(float p, float q);

/* Fails unless all answers have the bits of those expected. `about`: the scene; `who`: the instruction set. */
void check_same_pushes(const scene *about, const char *who, const pushes *got, const pushes *expected);

/* Asks about all pairs on every instruction set; the scalar path gives the answers of which the others must have the bits. */
void check_pushes_agree(const scene *about, const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, size_t count);

/* The greatest errors that were found, in units of u times the diagonal D, as in the header of the library. */
typedef struct push_errors {
    double depth, normal, left;
} push_errors;

/* Judges one answer by the oracle: its signs, the length of the normal, that the normal leads away from a, and the error bounds that
 * the header states, which are larger where the two have radii or a margin. Keeps the greatest errors. */
void judge_push(const char *what, size_t i, const oracle_shape *a, const oracle_shape *b, float margin, push got,
                push_errors *worst);

/* Reports the greatest errors, and fails if they are so small that the oracle cannot have judged. */
void check_push_errors(const push_errors *worst);

/* The vertices of a shape, without its radius. */
oracle_shape core_of(const sepal_polys *set, uint32_t index);

#endif
