/* mirror.h — an allocator whose blocks can be compared with those of another, to see whether two sets hold the same bytes. */
#ifndef SEPAL_TESTS_MIRROR_H
#define SEPAL_TESTS_MIRROR_H

#include "../scenes/stages.h"

/* Its memory comes full of one byte, so that what the library leaves unwritten is equal too. */
typedef struct mirror {
    struct {
        void *pointer;
        size_t size;
    } blocks[8];
    size_t count;
} mirror;

/* A set with room for so many shapes and vertices; the mirror then belongs to it. */
sepal_polys *mirrored_room(mirror *m, size_t shapes, size_t vertices);

/* A set with room for the copies of a stage; the mirror then belongs to it. */
sepal_polys *mirrored_set(mirror *m, const stage *s);

/* Fails unless the blocks of two sets hold the same bytes. The first block is the structure of the set, which holds pointers, and
 * is not compared. */
void check_same_memory(const mirror *a, const mirror *b, const stage *s, const char *what, size_t travel);

#endif
