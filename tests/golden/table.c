#include "table.h"
#include "../common/must.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_MOST = 320 };

static int write_table(const stored_table *t) {
    must(sepal_isa_use("scalar") == SEPAL_OK, "scalar cannot be used");
    printf("# Digests of the answers about %s: made by `%s --write` (tests/golden/%s.c). Columns:\n# scene:", t->about, t->program,
           t->program);
    for (int k = 0; k < t->column_count; k++)
        printf(" %s", t->column_name(k));
    printf("\n");
    for (size_t number = 0; number < t->line_count; number++) {
        char name[TABLE_NAME_MOST];
        digest columns[TABLE_COLUMNS_MOST];
        t->make_line(number, name);
        t->ask_line(columns);
        t->free_line();
        printf("%s:", name);
        for (int k = 0; k < t->column_count; k++)
            printf(" %016" PRIx64, columns[k]);
        printf("\n");
        fflush(stdout);
    }
    return EXIT_SUCCESS;
}

/* Reads the next line that is no remark, and returns its name. */
static const char *read_line(const stored_table *t, FILE *file, char text[LINE_MOST], digest columns[TABLE_COLUMNS_MOST]) {
    do
        must(fgets(text, LINE_MOST, file) != NULL, "the table ends early");
    while (text[0] == '#');
    const size_t length = strcspn(text, ":");
    must(text[length] == ':', "a line of the table has no name: %s", text);
    text[length] = '\0';
    char *at = text + length + 1;
    for (int k = 0; k < t->column_count; k++) {
        char *end;
        columns[k] = strtoull(at, &end, 16);
        must(end != at, "the line '%s' of the table is too short", text);
        at = end;
    }
    return text;
}

/* Of how many lines one is asked about. Whole scenes take minutes under an emulator, so that with SEPAL_TESTS=slow these are a seventh. */
static size_t line_step(const stored_table *t) {
    const char *tests = getenv("SEPAL_TESTS");
    return t->whole_scenes && tests != NULL && strcmp(tests, "slow") == 0 ? 7 : 1;
}

/* Asks on every instruction set and prints what differs; true if nothing does. With `asks` false only the name is compared. */
static bool check_line(const stored_table *t, size_t number, bool asks, FILE *file) {
    char text[LINE_MOST], name[TABLE_NAME_MOST];
    digest expected[TABLE_COLUMNS_MOST], found[TABLE_COLUMNS_MOST];
    const char *stored = read_line(t, file, text, expected);
    bool same = true;
    t->make_line(number, name);
    must(strcmp(name, stored) == 0, "the table has '%s' where '%s' should be", stored, name);
    for (size_t isa = 0; asks && isa < sepal_isa_count(); isa++) {
        const char *isa_name = sepal_isa_at(isa);
        must(sepal_isa_use(isa_name) == SEPAL_OK, "%s cannot be used", isa_name);
        t->ask_line(found);
        for (int k = 0; k < t->column_count; k++)
            if (found[k] != expected[k]) {
                printf("FAIL  scene '%s', question '%s', %s: %016" PRIx64 " instead of %016" PRIx64 "\n", name, t->column_name(k),
                       isa_name, found[k], expected[k]);
                same = false;
            }
    }
    t->free_line();
    if (same && asks)
        printf("ok    %s\n", stored);
    fflush(stdout);
    return same;
}

static int compare_table(const stored_table *t, const char *path) {
    FILE *file = fopen(path, "r");
    const size_t step = line_step(t);
    size_t asked = 0, same = 0;
    must(file != NULL, "%s: cannot read '%s'", t->program, path);
    for (size_t number = 0; number < t->line_count; number++) {
        const bool asks = number % step == 0, is_same = check_line(t, number, asks, file);
        asked += asks;
        same += asks && is_same;
    }
    must(fgetc(file) == EOF, "the table has more lines than there are scenes");
    fclose(file);
    printf("%s: %zu of %zu scenes have the stored answers on", t->program, same, asked);
    for (size_t isa = 0; isa < sepal_isa_count(); isa++)
        printf(" %s", sepal_isa_at(isa));
    printf("\n");
    return same == asked ? EXIT_SUCCESS : EXIT_FAILURE;
}

int run_stored_table(const stored_table *table, int count, char **values) {
    must(count == 2, "usage: %s TABLE | --write", table->program);
    return strcmp(values[1], "--write") == 0 ? write_table(table) : compare_table(table, values[1]);
}
