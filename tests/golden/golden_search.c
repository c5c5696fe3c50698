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

static void ask_line(size_t number, char name[TABLE_NAME_MOST], digest columns[TABLE_COLUMNS_MOST]) {
    const char *kind, *scene = search_line_name(number, &kind);
    snprintf(name, TABLE_NAME_MOST, "%s, %s", kind, scene);
    ask_search_line(number, columns);
}

int main(int count, char **values) {
    const stored_table table = {"golden_search", "whole scenes", SEARCH_COLUMNS, column_name, search_line_count(), ask_line};
    return run_stored_table(&table, count, values);
}
