/* table.h — arrays as arguments of the library, in rows or in columns, in memory that ends with the last value. */
#ifndef SEPAL_TESTS_TABLE_H
#define SEPAL_TESTS_TABLE_H

#include "points.h"

enum { FIELDS_MOST = 6 };

typedef struct table {
    const float *column[FIELDS_MOST]; /* the argument for the library; may be set to NULL */
    size_t stride;                    /* likewise: 0 means 1 */
    float *memory[FIELDS_MOST];       /* one block of rows, or one for each column */
} table;

/* `fields` values in each row, mostly finite. lengths: if bit k is set, field k is mostly not negative. */
table take_table(pen *p, size_t fields, uint32_t lengths, size_t rows);
void table_release(table *t);

float table_value(const table *t, size_t field, size_t row);

/* `count` floats, and nothing behind them. */
float *table_copy(const float *values, size_t count);

#endif
