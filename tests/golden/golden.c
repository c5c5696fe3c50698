/* golden.c — the same answers on every machine. Makes scenes of every kind, asks every question about them, and compares digests of
 * the answers with a stored table, for every instruction set that this machine has.
 *
 *     golden TABLE     compares
 *     golden --write   prints the table anew, by the scalar path
 *
 * This is a plain program, without Criterion or GMP, so that it can be built for any machine. The scenes are made of whole numbers
 * and of operations that IEEE 754 defines to the last bit. */
#include "lines.h"
#include "table.h"

#include <stdio.h>

static line current;

static void make_line(size_t number, char name[TABLE_NAME_MOST]) {
    current = line_create(number);
    snprintf(name, TABLE_NAME_MOST, "%s", current.name);
}
static void ask_current(digest columns[TABLE_COLUMNS_MOST]) {
    ask_line(&current, columns);
}
static void free_line(void) {
    line_destroy(&current);
}

int main(int count, char **values) {
    const stored_table table = {"golden", "polygons", COLUMNS, column_name, line_count(), make_line, ask_current, free_line, false};
    return run_stored_table(&table, count, values);
}
