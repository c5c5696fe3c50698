/* question.h — a question about a scene, put to sepal on every instruction set, and to peers: built once, checked, then timed.
 *
 * Each kind of question embeds `question` as the first member of its own structure. The scene is built, and the scalar path asked
 * for the answers that all others must give, when the first benchmark that needs them runs. */
#ifndef BENCH_QUESTION_H
#define BENCH_QUESTION_H

#include <stdbool.h>
#include <stddef.h>

#include <sepal/sepal.h>

#include "peers.h"

typedef struct question question;

/* What a kind of question can do. */
typedef struct question_kind {
    const char *name;
    /* Makes the scene; sets `items`, `bytes` and `shapes`. Whatever it has made, `release` frees. */
    bool (*build)(question *q);
    /* Asks sepal. This is what is timed. */
    sepal_status (*ask)(question *q, void *answers);
    /* Answers that are no array, such as a set: copies their bytes to `answers`. NULL if `ask` has written them there. */
    bool (*collect)(question *q, void *answers);
    void (*release)(question *q);
    /* The rest may be NULL if there are no peers. Timed as well: */
    void (*ask_peer)(question *q, const peer *who, void *shapes, void *answers);
    /* How many of the peer's answers are wrong. */
    size_t (*judge)(question *q, const peer *who);
} question_kind;

struct question {
    const question_kind *kind;
    const char *scene;
    size_t items;              /* pairs or shapes that are answered at once */
    size_t bytes;              /* of all answers */
    const sepal_polys *shapes; /* for peers to copy */
    void *exact, *answers;     /* of the scalar path, and those that are being measured */
    question *next;
};

/* Registers "<kind>/<scene>/<instruction set>" for each that this machine has. `size`: of the structure that begins with the
 * question; the rest of it is zero, for the caller to fill. Never NULL: the program ends if there is no memory. */
question *question_add(const question_kind *kind, const char *scene, size_t size);

/* Registers "<kind>/<scene>/<peer>". */
void question_add_peer(question *q, const peer *who);

/* After the run. */
void questions_free(void);

#endif
