/* table.h — a program around a stored table: a line `name: digest digest ...` for each scene, in the order of the columns; `#` begins a
 * remark. */
#ifndef SEPAL_TESTS_GOLDEN_TABLE_H
#define SEPAL_TESTS_GOLDEN_TABLE_H

#include "digest.h"

#include <stdbool.h>

enum { TABLE_NAME_MOST = 96, TABLE_COLUMNS_MOST = 16 };

typedef struct stored_table {
    const char *program, *about; /* its name, and what the answers are about */
    int column_count;
    const char *(*column_name)(int column);
    size_t line_count;
    /* Makes the scene of a line and says its name; digests of what the instruction set in use answers about it; frees it. There is
     * one at a time. */
    void (*make_line)(size_t number, char name[TABLE_NAME_MOST]);
    void (*ask_line)(digest columns[TABLE_COLUMNS_MOST]);
    void (*free_line)(void);
    bool whole_scenes; /* each line takes long: with SEPAL_TESTS=slow in the environment one in three is asked about */
} stored_table;

/* PROGRAM TABLE compares on every instruction set that this machine has; PROGRAM --write prints the table anew, by the scalar path.
 * Returns what `main` returns. */
int run_stored_table(const stored_table *table, int count, char **values);

#endif
