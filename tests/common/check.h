/* check.h — asks the library about polygons and compares the answers pair by pair; a failure names scene, seed, pair and
 * vertices. */
#ifndef SEPAL_TESTS_CHECK_H
#define SEPAL_TESTS_CHECK_H

#include "../questions/questions.h"
#include "../scenes/scenes.h"

/* The rules without a margin, by the value of sepal_touching. */
enum { RULES = 2 };
const sepal_rule *rule_at(int touching);

/* Answers as bytes: answer i is byte i, so that a pointer into them holds the answers of a part of the list. `expected` is of
 * this kind. */
uint8_t *answers_create(size_t count);

bool bit_at(const uint64_t *bits, size_t i);

/* Asks a question whose answers are bits; checks that no byte behind the answers is written, that spare bits are 0, and that every
 * answer is as expected. `about`: the scene of the sets; `who`: whose answers these are, for the message. */
void check_bits(const scene *about, const char *who, const question *q, const call *c, const uint8_t *expected);

/* The answers on the instruction set in use. */
void ask_bits(const question *q, const call *c, uint8_t *answers);

/* check_bits of the overlap of pairs, and of one against many, under a rule without a margin. */
void check_pairs(const scene *about, const char *who, const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs,
                 size_t count, int touching, const uint8_t *expected);

void check_one(const scene *about, const char *who, const sepal_polys *a, uint32_t index, const sepal_polys *b, size_t first,
               size_t count, int touching, const uint8_t *expected);

void ask_pairs(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, size_t count, int touching, uint8_t *answers);

/* Chooses an instruction set by its number in the list, and returns its name. */
const char *use_isa(size_t i);

/* --- The content of a set ----------------------------------------------------------------------*/

/* A copy of what a set holds, to check that a refused call changes nothing. */
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
