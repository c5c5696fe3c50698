/* columns.c — arrays that grow together: all of them, or none. */
#include "arithmetic.h"

#include "columns.h"
#include "memory.h"
#include <stdbool.h>
#include <string.h>

/* The pointers in a set have many types. They are read and written as bytes, as void *, which has the representation of every other
 * pointer to an object on all systems that have POSIX or Windows. */
static void *column_in(const void *set, const sepal_column *column) {
    void *elements;
    memcpy(&elements, (const char *)set + column->pointer, sizeof elements);
    return elements;
}

static void set_column(void *set, const sepal_column *column, void *elements) {
    memcpy((char *)set + column->pointer, &elements, sizeof elements);
}

/* Allocates an array for each column, or none at all if one of them cannot be allocated. */
static bool take_all(const sepal_columns *columns, const sepal_allocator *allocator, size_t capacity, void **grown) {
    for (size_t k = 0; k < columns->number; k++) {
        grown[k] = sepal_memory_take(allocator, capacity, columns->column[k].size);
        if (grown[k] == NULL) {
            while (k-- > 0)
                sepal_memory_release(allocator, grown[k], capacity, columns->column[k].size);
            return false;
        }
    }
    return true;
}

sepal_status sepal_columns_reserve(const sepal_columns *columns, void *set, const sepal_allocator *allocator, size_t count,
                                   size_t *capacity, size_t wanted) {
    void *grown[SEPAL_COLUMNS_MOST];
    if (wanted <= *capacity)
        return SEPAL_OK;
    if (!take_all(columns, allocator, wanted, grown))
        return SEPAL_NO_MEMORY;
    for (size_t k = 0; k < columns->number; k++) {
        const sepal_column *column = &columns->column[k];
        void *old = column_in(set, column);
        if (count > 0) /* memcpy may not be given NULL, even for nothing */
            memcpy(grown[k], old, count * column->size);
        sepal_memory_release(allocator, old, *capacity, column->size);
        set_column(set, column, grown[k]);
    }
    *capacity = wanted;
    return SEPAL_OK;
}

sepal_status sepal_columns_more(const sepal_columns *columns, void *set, const sepal_allocator *allocator, size_t count,
                                size_t *capacity, size_t more) {
    size_t needed = count + more, half_more = *capacity + *capacity / 2;
    if (needed <= *capacity)
        return SEPAL_OK;
    return sepal_columns_reserve(columns, set, allocator, count, capacity, needed > half_more ? needed : half_more);
}

void sepal_columns_release(const sepal_columns *columns, void *set, const sepal_allocator *allocator, size_t capacity) {
    for (size_t k = 0; k < columns->number; k++)
        sepal_memory_release(allocator, column_in(set, &columns->column[k]), capacity, columns->column[k].size);
}
