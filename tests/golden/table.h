/* table.h — a program around a stored table: a line for each scene, with its name and a digest for each column. */
#ifndef SEPAL_TESTS_GOLDEN_TABLE_H
#define SEPAL_TESTS_GOLDEN_TABLE_H

#include "digest.h"

enum { TABLE_NAME_MOST = 96, TABLE_COLUMNS_MOST = 8 };

typedef struct stored_table {
    const char *program, *about; /* its name, and what the answers are about */
    int column_count;
    const char *(*column_name)(int column);
    size_t line_count;
    /* The name of a line, and the digests of what the instruction set in use answers. */
    void (*ask_line)(size_t number, char name[TABLE_NAME_MOST], digest columns[TABLE_COLUMNS_MOST]);
} stored_table;

/* PROGRAM TABLE compares on every instruction set that this machine has; PROGRAM --write prints the table anew, by the scalar path.
 * Returns what `main` returns. */
int run_stored_table(const stored_table *table, int count, char **values);

#endif
