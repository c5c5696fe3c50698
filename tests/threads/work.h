/* work.h — everything that the library does, in pieces that a seed determines: what the programs with threads do. Whoever does a
 * piece, after whatever others, gets the same digest of all statuses and answers. (Criterion runs no threads, hence not in it.) */
#ifndef SEPAL_TESTS_WORK_H
#define SEPAL_TESTS_WORK_H

#include <sepal/sepal.h>

/* What all threads read and none changes. */
typedef struct work_common {
    sepal_polys *shapes, *models; /* models are about the origin, to be placed */
} work_common;

work_common work_common_create(const sepal_allocator *allocator);
void work_common_destroy(work_common *common);

/* One thread's own sets. They serve for many pieces, and so have room from earlier ones, which must change no answer. */
typedef struct worker {
    const work_common *common;
    const sepal_allocator *allocator;
    sepal_polys *kept, *world;
} worker;

worker worker_create(const work_common *common, const sepal_allocator *allocator);
void worker_destroy(worker *w);

/* One piece: makes, fills, asks, updates, places, asks again, destroys. */
uint64_t worker_do(worker *w, uint64_t seed);

/* Ends the program with a message unless the call went well. */
void must_succeed(sepal_status status, const char *what);

#endif
