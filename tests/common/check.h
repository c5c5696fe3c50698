/* check.h — asks the library, compares pair by pair, and names what differs: scene, seed, pair, vertices to the last bit. */
#ifndef SEPAL_TESTS_CHECK_H
#define SEPAL_TESTS_CHECK_H

#include "../scenes/scenes.h"

/* The rules, by the value of sepal_touching. */
enum { RULES = 2 };
const sepal_rule *rule_at(int touching);

/* Answers as bytes, so that any part of a list has its own: answer i is [i]. `expected` below is of this kind. */
uint8_t *answers_create(size_t count);

bool bit_at(const uint64_t *bits, size_t i);

/* Asks sepal_polys_overlap_pairs, checks that no word behind the answers is written and that spare bits are 0, and that every
 * answer is as expected. `about`: the scene that the sets are of; `who`: whose answers these are, for the message. */
void check_pairs(const scene *about, const char *who, const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs,
                 size_t count, int touching, const uint8_t *expected);

/* The same for sepal_polys_overlap_one. */
void check_one(const scene *about, const char *who, const sepal_polys *a, uint32_t index, const sepal_polys *b, size_t first,
               size_t count, int touching, const uint8_t *expected);

/* The answers of the library as it is set up now. */
void ask_pairs(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, size_t count, int touching, uint8_t *answers);

/* Chooses an instruction set by its place in the list, and returns its name. */
const char *use_isa(size_t i);

/* --- The content of a set ----------------------------------------------------------------------*/

/* What a set holds, copied: to see that a refused call changes nothing. */
typedef struct content {
    size_t shapes, vertices;
    size_t *counts;
    float *x, *y;
} content;

content content_of(const sepal_polys *set);
void content_release(content *c);

/* Fails unless the set holds exactly this; then releases `c`. */
void check_content(const sepal_polys *set, content *c, const char *after);

#endif
