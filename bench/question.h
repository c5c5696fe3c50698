/* question.h — a question about a scene. It is put to sepal on every instruction set and to the peers: built once, checked, then
 * timed.
 *
 * Each kind of question embeds `question` as the first member of its own structure. When the first benchmark that needs them runs,
 * the scene is built and the scalar path gives the answers that all others must give. */
#ifndef BENCH_QUESTION_H
#define BENCH_QUESTION_H

#include <stdbool.h>
#include <stddef.h>

#include <sepal/sepal.h>

#include "peers.h"

typedef struct question question;

/* The functions of a kind of question. */
typedef struct question_kind {
    const char *name;
    /* Makes the scene and sets `items`, `bytes` and `shapes`. `release` frees all that was made. */
    bool (*build)(question *q);
    /* Asks sepal. This call is timed. */
    sepal_status (*ask)(question *q, void *answers);
    /* Copies the bytes of answers that are not an array, such as a set, to `answers`. NULL if `ask` writes them there. */
    bool (*collect)(question *q, void *answers);
    void (*release)(question *q);
    /* The rest may be NULL if there are no peers. Asks a peer; this call is timed as well. */
    void (*ask_peer)(question *q, const peer *who, void *shapes, void *answers);
    /* How many of the peer's answers are wrong. */
    size_t (*judge)(question *q, const peer *who);
    bool on_the_wall; /* several threads work: time is that of the clock on the wall, not of the processor */
} question_kind;

struct question {
    const question_kind *kind;
    const char *scene;
    size_t items;                  /* pairs or shapes that one call answers */
    size_t bytes;                  /* of all answers */
    const sepal_polys *shapes;     /* for peers to copy; */
    const sepal_polys *partners;   /* the shapes b of the pairs, if they are of another set; */
    const sepal_solids *solids[2]; /* or these, if the question is about solids */
    void *exact, *answers;         /* the answers of the scalar path, and the measured ones */
    question *next;
};

/* Registers "<kind>/<scene>/<instruction set>" for each instruction set of this machine. `size` is that of the structure that
 * begins with the question; the rest of it is zero, for the caller to fill. Never NULL: the program ends if there is no memory. */
question *question_add(const question_kind *kind, const char *scene, size_t size);

/* Registers "<kind>/<scene>/<peer>". */
void question_add_peer(question *q, const peer *who);

#ifdef SEPAL_STAGES
/* Asks the questions about a scene, or the one named `kind` (or NULL), once each on the instruction set in use, and prints what each
 * stage was asked and answered; and what it said of pair number `pair`, if that is not negative. Returns whether there is one. */
bool questions_print_stages(const char *scene, const char *kind, long pair);
#endif

/* Registers the peer if it takes the shapes, of `most` vertices at most, with radii and of two sets if `round`. */
void question_offer(question *q, const peer *who, size_t most, bool round);

/* What `judge` may say: how many of `items` bits differ from the exact ones; how many of `items` depths, in the arrays found and exact,
 * are wrong: a depth of shapes that meet, or that the peer says do, must not be off by a thousandth, where shapes are about 2 wide. */
size_t question_wrong_bits(question *q, const peer *who);
size_t question_wrong_depths(const float *found, const float *exact, size_t items);

/* Of pairs that a peer has found, of which the first `room` are in a list, in any order: those that are missing, and those that should
 * not be there. Puts the list into order. */
size_t question_wrong_pairs(sepal_pair *found, size_t found_count, size_t room, const sepal_pair *exact, size_t exact_count);

/* How many answers about nearest points are wrong: distances of shapes that are apart, and those of their points. */
size_t question_wrong_points(const sepal_mtvs *found, const sepal_mtvs *exact, size_t items);

/* How many answers about moving shapes are wrong: whether they meet, and where, along the move of b as a sees it. `moves` are those of sets
 * a and b. */
size_t question_wrong_hits(const question *q, const sepal_pair *pairs, const sepal_moves *a, const sepal_moves *b);

/* To be called after the run. */
void questions_free(void);

#endif
