/* finder.h — what a finder owns: memory that grows as needed and is kept, and the tree that was built last. */
#ifndef SEPAL_SEARCH_FINDER_H
#define SEPAL_SEARCH_FINDER_H

#include "tree.h"
#include <sepal/search.h>
#include <stdbool.h>

/* Memory of the allocator; what was in it is lost when it grows, but for the pairs that were found. */
typedef struct sepal_buffer {
    void *memory;
    size_t bytes;
} sepal_buffer;

struct sepal_finder {
    sepal_allocator allocator;
    sepal_buffer bounds; /* of shapes, in the order of their numbers */
    sepal_buffer order;  /* words: see order.h */
    sepal_buffer spare;  /* as many */
    sepal_buffer nodes;  /* of the tree */
    sepal_buffer ids;    /* likewise */
    sepal_buffer pairs;  /* candidates, then pairs found */
    sepal_buffer sorted; /* the pairs, while they are sorted */
    sepal_buffer counts; /* of pairs, while they are sorted */
    sepal_tree tree;
    const sepal_polys *built; /* the set of the tree that was built for later questions; NULL if there is none */
    sepal_polys *point;       /* a set of one point, made when it is first needed */
};

/* Room for so many bytes. False if there is no memory; then the buffer is as it was. keep: bytes at its beginning that stay. */
bool sepal_finder_room(sepal_finder *finder, sepal_buffer *buffer, size_t bytes, size_t keep);

/* Builds the tree of a set. */
sepal_status sepal_finder_build(sepal_finder *finder, const sepal_polys *set);

#endif
