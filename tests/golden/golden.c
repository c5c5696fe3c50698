/* golden.c — the same answers on every machine. Makes scenes of every kind, asks every question about them, and compares digests of
 * the answers with a stored table, for every instruction set that this machine has.
 *
 *     golden TABLE     compares
 *     golden --write   prints the table anew, by the scalar path
 *
 * This is a plain program, without Criterion or GMP, so that it can be built for any machine. The scenes are made of whole numbers
 * and of operations that IEEE 754 defines to the last bit. */
#include "../common/must.h"
#include "lines.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The table has a line per scene, `name: digest digest ...`, in the order of the columns; `#` begins a remark. */

static void write_line(const char *name, const digest columns[COLUMNS]) {
    printf("%s:", name);
    for (int k = 0; k < COLUMNS; k++)
        printf(" %016" PRIx64, columns[k]);
    printf("\n");
}

static void write_header(void) {
    printf("# Digests of the answers: made by `golden --write`, compared by `golden` (tests/golden/golden.c). Columns:\n# scene:");
    for (int k = 0; k < COLUMNS; k++)
        printf(" %s", column_name(k));
    printf("\n");
}

/* Reads the next line of the table, which must be the one of this scene. */
static void read_line(FILE *table, const char *name, digest columns[COLUMNS]) {
    char text[256];
    do
        must(fgets(text, sizeof text, table) != NULL, "the table ends before '%s'", name);
    while (text[0] == '#');
    size_t length = strlen(name);
    must(strncmp(text, name, length) == 0 && text[length] == ':', "the table has '%.*s' where '%s' should be",
         (int)strcspn(text, ":\n"), text, name);
    char *at = text + length + 1;
    for (int k = 0; k < COLUMNS; k++) {
        char *end;
        columns[k] = strtoull(at, &end, 16);
        must(end != at, "the line '%s' of the table is too short", name);
        at = end;
    }
}

/* Asks on every instruction set and prints what differs; true if nothing does. */
static bool check_line(const line *l, FILE *table) {
    digest expected[COLUMNS], found[COLUMNS];
    read_line(table, l->name, expected);
    bool same = true;
    for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
        const char *isa_name = sepal_isa_at(isa);
        must(sepal_isa_use(isa_name) == SEPAL_OK, "%s cannot be used", isa_name);
        ask_line(l, found);
        for (int k = 0; k < COLUMNS; k++)
            if (found[k] != expected[k]) {
                printf("FAIL  scene '%s', question '%s', %s: %016" PRIx64 " instead of %016" PRIx64 "\n", l->name, column_name(k),
                       isa_name, found[k], expected[k]);
                same = false;
            }
    }
    if (same)
        printf("ok    %s\n", l->name);
    fflush(stdout);
    return same;
}

int main(int count, char **arguments) {
    must(count == 2, "usage: golden TABLE | --write");
    bool write = strcmp(arguments[1], "--write") == 0;
    FILE *table = write ? NULL : fopen(arguments[1], "r");
    must(write || table != NULL, "golden: cannot read '%s'", arguments[1]);
    if (write)
        write_header();
    size_t differ = 0;
    size_t lines = line_count();
    for (size_t k = 0; k < lines; k++) {
        line l = line_create(k);
        if (write) {
            digest columns[COLUMNS];
            must(sepal_isa_use("scalar") == SEPAL_OK, "scalar cannot be used");
            ask_line(&l, columns);
            write_line(l.name, columns);
        } else
            differ += !check_line(&l, table);
        line_destroy(&l);
    }
    if (write)
        return EXIT_SUCCESS;
    must(fgetc(table) == EOF, "the table has more lines than there are scenes");
    fclose(table);
    printf("golden: %zu of %zu scenes have the stored answers on", lines - differ, lines);
    for (size_t isa = 0; isa < sepal_isa_count(); isa++)
        printf(" %s", sepal_isa_at(isa));
    printf("\n");
    return differ == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
