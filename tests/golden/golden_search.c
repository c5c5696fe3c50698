/* golden_search.c — golden.c for whole scenes: digests of what the finder, groups and trajectories answer about scenes of every kind
 * of polygons and solids, against a stored table.
 *
 *     golden_search TABLE     compares
 *     golden_search --write   prints the table anew, by the scalar path */
#include "search_lines.h"
#include "table.h"

#include <stdio.h>

static const char *column_name(int column) {
    return search_column_names[column];
}

static size_t current;

static void make_line(size_t number, char name[TABLE_NAME_MOST]) {
    const char *kind, *scene = search_line_name(number, &kind);
    snprintf(name, TABLE_NAME_MOST, "%s, %s", kind, scene);
    current = number;
}
static void ask_line(digest columns[TABLE_COLUMNS_MOST]) {
    ask_search_line(current, columns);
}
static void free_line(void) {
} /* ask_search_line makes the scene and frees it */

int main(int count, char **values) {
    const stored_table table = {"golden_search", "whole scenes", SEARCH_COLUMNS, column_name, search_line_count(),
                                make_line,       ask_line,       free_line,      true};
    return run_stored_table(&table, count, values);
}
