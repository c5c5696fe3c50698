/* work.h — pieces of work for the programs with threads. A piece uses everything that the library does, and its seed determines
 * it: any thread that does it, after any other pieces, must get the same digest of all statuses and answers. */
#ifndef SEPAL_TESTS_WORK_H
#define SEPAL_TESTS_WORK_H

#include <sepal/sepal.h>

/* The sets that all threads read and none changes. */
typedef struct work_common {
    sepal_polys *shapes, *models; /* models lie about the origin and are placed by the threads */
} work_common;

work_common work_common_create(const sepal_allocator *allocator);
void work_common_destroy(work_common *common);

/* The sets of one thread. They serve for many pieces and so have room from earlier ones, which must not change an answer. */
typedef struct worker {
    const work_common *common;
    const sepal_allocator *allocator;
    sepal_polys *kept, *world;
} worker;

worker worker_create(const work_common *common, const sepal_allocator *allocator);
void worker_destroy(worker *w);

/* Does one piece: creates and fills sets, asks, updates, places, asks again, and destroys them. */
uint64_t worker_do(worker *w, uint64_t seed);

/* Ends the program with a message unless the call succeeded. */
void must_succeed(sepal_status status, const char *what);

#endif
