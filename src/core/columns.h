/* columns.h — the arrays of a set, which grow together.
 *
 * A set keeps what it stores of its shapes in several arrays, its columns: element i of each belongs to shape i. A kind of set
 * lists its columns in one table, and they grow and are released by this table, so that no array can be forgotten:
 *
 *     static const sepal_column shape_columns[] = {
 *         {offsetof(sepal_polys, heads), sizeof(sepal_poly_head)},
 *         {offsetof(sepal_polys, circles), sizeof(sepal_poly_circle)},
 *     };
 *     static const sepal_columns shapes = {shape_columns, 2};
 *
 * Arrays of another length, such as that of the vertices, have a table of their own. */
#ifndef SEPAL_CORE_COLUMNS_H
#define SEPAL_CORE_COLUMNS_H

#include <sepal/base.h>

typedef struct sepal_column {
    size_t pointer; /* offset, in the structure of the set, of the pointer to the first element; NULL while there is no room */
    size_t size;    /* bytes of an element */
} sepal_column;

/* The columns of one length. */
typedef struct sepal_columns {
    const sepal_column *column;
    size_t number; /* of columns, at most SEPAL_COLUMNS_MOST */
} sepal_columns;

enum { SEPAL_COLUMNS_MOST = 16 };

/* Makes room for `wanted` elements in all; the first `count` are kept.
 * *capacity: for how many there is room, 0 while the pointers are NULL; receives `wanted` if that is more.
 * SEPAL_NO_MEMORY, and nothing has changed, if one of the arrays cannot be allocated. */
sepal_status sepal_columns_reserve(const sepal_columns *columns, void *set, const sepal_allocator *allocator, size_t count,
                                   size_t *capacity, size_t wanted);

/* Makes room for `more` elements beyond the `count` that are kept. Arrays grow by half at least, so that adding elements one by one
 * takes linear time. count + more must not exceed SIZE_MAX. */
sepal_status sepal_columns_more(const sepal_columns *columns, void *set, const sepal_allocator *allocator, size_t count,
                                size_t *capacity, size_t more);

/* Releases all arrays. The pointers must not be used afterwards. */
void sepal_columns_release(const sepal_columns *columns, void *set, const sepal_allocator *allocator, size_t capacity);

#endif
