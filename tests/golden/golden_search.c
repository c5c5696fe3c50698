/* golden_search.c — golden.c for whole scenes: digests of what the finder, groups and trajectories answer about scenes of every kind
 * of polygons and solids, against a stored table, on every instruction set that this machine has.
 *
 *     golden_search TABLE     compares
 *     golden_search --write   prints the table anew, by the scalar path */
#include "../common/must.h"
#include "search_lines.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { LINE_MOST = 256 };

static void line_of(size_t number, char out[LINE_MOST]) {
    digest columns[SEARCH_COLUMNS];
    const char *kind, *name = search_line_name(number, &kind);
    int length = snprintf(out, LINE_MOST, "%s, %s:", kind, name);
    ask_search_line(number, columns);
    for (int k = 0; k < SEARCH_COLUMNS; k++)
        length += snprintf(out + length, LINE_MOST - (size_t)length, " %016" PRIx64, columns[k]);
    snprintf(out + length, LINE_MOST - (size_t)length, "\n");
}

static int write_table(void) {
    char line[LINE_MOST];
    must(sepal_isa_use("scalar") == SEPAL_OK, "no scalar path");
    printf("# Digests of the answers about whole scenes: made by `golden_search --write` (tests/golden/golden_search.c). Columns:\n"
           "# scene:");
    for (int k = 0; k < SEARCH_COLUMNS; k++)
        printf(" %s", search_column_names[k]);
    printf("\n");
    for (size_t k = 0; k < search_line_count(); k++) {
        line_of(k, line);
        fputs(line, stdout);
    }
    return EXIT_SUCCESS;
}

/* The next line of a table that is no comment. */
static void next_line(FILE *table, char *out, int size) {
    do
        must(fgets(out, size, table) != NULL, "the table ends early");
    while (out[0] == '#');
}

static int compare(const char *path) {
    int wrong = 0;
    for (size_t i = 0; i < sepal_isa_count(); i++) {
        FILE *table = fopen(path, "r");
        int differ = 0;
        must(table != NULL, "%s cannot be read", path);
        must(sepal_isa_use(sepal_isa_at(i)) == SEPAL_OK, "an instruction set is not there");
        for (size_t k = 0; k < search_line_count(); k++) {
            char expected[LINE_MOST], line[LINE_MOST];
            next_line(table, expected, sizeof expected);
            line_of(k, line);
            if (strcmp(line, expected) != 0) {
                printf("%s\n  expected %s  found    %s", sepal_isa(), expected, line);
                differ++;
            }
        }
        must(fgetc(table) == EOF, "the table has more lines than there are scenes");
        fclose(table);
        printf("%s: %s\n", sepal_isa(), differ == 0 ? "as stored" : "differs");
        wrong += differ;
    }
    return wrong == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

int main(int count, char **values) {
    must(count == 2, "usage: golden_search TABLE, or golden_search --write");
    return strcmp(values[1], "--write") == 0 ? write_table() : compare(values[1]);
}
