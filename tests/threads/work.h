/* work.h — pieces of work for the programs with threads. A piece uses everything that the library does, and its seed determines
 * it: any thread that does it, after any other pieces, must get the same digest of all statuses and answers. */
#ifndef SEPAL_TESTS_WORK_H
#define SEPAL_TESTS_WORK_H

#include "../questions/questions.h"
#include "../scenes/shapes.h"

#include <sepal/sepal.h>

/* The sets that all threads read and none changes. */
typedef struct work_common {
    sepal_polys *shapes, *models; /* models lie about the origin and are placed by the threads */
    sepal_solids *solids;
    sepal_mesh *mesh;
} work_common;

work_common work_common_create(const sepal_allocator *allocator);
void work_common_destroy(work_common *common);

/* The sets of one thread. They serve for many pieces and so have room from earlier ones, which must not change an answer. */
typedef struct worker {
    const work_common *common;
    const sepal_allocator *allocator;
    sepal_polys *kept, *world;
    sepal_solids *kept_solids, *world_solids;
} worker;

worker worker_create(const work_common *common, const sepal_allocator *allocator);
void worker_destroy(worker *w);

/* Does one piece: creates and fills sets, asks, updates, places, asks again, and destroys them. */
uint64_t worker_do(worker *w, uint64_t seed);

/* A piece of work with solids only. `common` and the sets are those of the worker. */
void add_common_solids(sepal_solids *set);
void fill_common_mesh(sepal_mesh *mesh);
void do_solids(worker *w, rng *r, uint64_t *d);

/* Digests of numbers and of what lies in memory. */
void digest(uint64_t *d, uint64_t value);
void digest_bytes(uint64_t *d, const void *bytes, size_t count);

/* Every question about two sets under several rules, and a call that is refused, which leaves the stale bytes of the reply. s: the sets;
 * the pairs are made here. */
void ask_questions(uint64_t *d, rng *r, const question *questions, size_t count, subject s);

/* Ends the program with a message unless the call succeeded. */
void must_succeed(sepal_status status, const char *what);

#endif
