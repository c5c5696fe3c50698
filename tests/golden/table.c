#include "table.h"
#include "../common/must.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { LINE_MOST = 256 };

static void line_of(const stored_table *t, size_t number, char out[LINE_MOST]) {
    char name[TABLE_NAME_MOST];
    digest columns[TABLE_COLUMNS_MOST];
    t->ask_line(number, name, columns);
    int length = snprintf(out, LINE_MOST, "%s:", name);
    for (int k = 0; k < t->column_count; k++)
        length += snprintf(out + length, LINE_MOST - (size_t)length, " %016" PRIx64, columns[k]);
    snprintf(out + length, LINE_MOST - (size_t)length, "\n");
}

static int write_table(const stored_table *t) {
    char line[LINE_MOST];
    must(sepal_isa_use("scalar") == SEPAL_OK, "no scalar path");
    printf("# Digests of the answers about %s: made by `%s --write` (tests/golden/%s.c). Columns:\n# scene:", t->about, t->program,
           t->program);
    for (int k = 0; k < t->column_count; k++)
        printf(" %s", t->column_name(k));
    printf("\n");
    for (size_t k = 0; k < t->line_count; k++) {
        line_of(t, k, line);
        fputs(line, stdout);
    }
    return EXIT_SUCCESS;
}

/* The next line of a table that is no comment. */
static void next_line(FILE *file, char *out, int size) {
    do
        must(fgets(out, size, file) != NULL, "the table ends early");
    while (out[0] == '#');
}

/* How many lines differ on the instruction set in use. */
static int compare(const stored_table *t, const char *path) {
    FILE *file = fopen(path, "r");
    int differ = 0;
    must(file != NULL, "%s cannot be read", path);
    for (size_t k = 0; k < t->line_count; k++) {
        char expected[LINE_MOST], line[LINE_MOST];
        next_line(file, expected, sizeof expected);
        line_of(t, k, line);
        if (strcmp(line, expected) != 0) {
            printf("%s\n  expected %s  found    %s", sepal_isa(), expected, line);
            differ++;
        }
    }
    must(fgetc(file) == EOF, "the table has more lines than there are scenes");
    fclose(file);
    printf("%s: %s\n", sepal_isa(), differ == 0 ? "as stored" : "differs");
    return differ;
}

int run_stored_table(const stored_table *table, int count, char **values) {
    int differ = 0;
    must(count == 2, "usage: %s TABLE, or %s --write", table->program, table->program);
    if (strcmp(values[1], "--write") == 0)
        return write_table(table);
    for (size_t i = 0; i < sepal_isa_count(); i++) {
        must(sepal_isa_use(sepal_isa_at(i)) == SEPAL_OK, "an instruction set is not there");
        differ += compare(table, values[1]);
    }
    return differ == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
