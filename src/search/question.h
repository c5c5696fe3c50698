/* question.h — a question on its way: from the candidates of a join to the pairs that are found, in order or as they come. */
#ifndef SEPAL_SEARCH_QUESTION_H
#define SEPAL_SEARCH_QUESTION_H

#include "find.h"
#include "kernels.h"

typedef struct sepal_question {
    sepal_candidates candidates; /* the first member: `empty` gets its address */
    sepal_finder *finder;
    const sepal_find_kind *kind;
    const sepal_tree *tree; /* of b */
    const sepal_find *asked;
    const uint64_t *listed; /* NULL, or the shapes of a list: each candidate begins with one of them. If the sets are one, pairs are
                             * put into order, and one of two listed shapes is taken once */
    size_t first, count_a;  /* the shapes of a that are asked about */
    size_t count_b;
    size_t found;
    size_t most;        /* with more than so many found, nothing more is wanted */
    size_t refused;     /* how many candidates the filter did not want; */
    size_t patience;    /* from so many on, a join of a tree with itself leaves out nodes by their classes */
    sepal_policy round; /* do circles or balls pay before other filters? */
    uint64_t *matrix;   /* NULL, or where the pairs are that were found: a row of bits for each of these shapes */
    bool no_matrix;     /* there is no memory for it, or no need */
    bool in_order;      /* the candidates come in ascending order */
    bool ended;         /* nothing more is wanted: there is no memory, or the taker has enough */
    bool failed;        /* there is no memory */
} sepal_question;

/* Begins a question about shapes first .. first+count_a-1 of a and a tree of b. */
void sepal_question_begin(sepal_question *q, sepal_finder *finder, const sepal_find_kind *kind, const sepal_tree *tree,
                          const sepal_find *asked, size_t first, size_t count_a);

/* Takes the candidates away: asks about them, and keeps or gives those that overlap. */
void sepal_question_take(sepal_candidates *candidates);

/* Writes the pairs in order, if there is room. Where a taker was given them, nothing is written: room is 0, and found may be NULL. */
sepal_status sepal_question_answer(sepal_question *q, size_t room, sepal_pair *pairs, size_t *found);

/* Writes the second numbers of the pairs in order, if there is room. */
sepal_status sepal_question_answer_shapes(sepal_question *q, size_t room, uint32_t *shapes, size_t *found);

#endif
