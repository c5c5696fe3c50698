/* table.h — the results of a run as tables in Markdown, each row of which is printed as soon as it was measured: one table for each
 * question, a row for each scene, a column for each instruction set or peer; or one short table that tells the story. */
#ifndef BENCH_TABLE_H
#define BENCH_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "gbench.h"

typedef struct table table;

/* What the short table calls a row "<question>/<scene>". */
typedef struct short_row {
    const char *row, *title;
} short_row;
extern const short_row short_rows[];
extern const size_t short_row_count;

/* The rows go to `out`, after `heading` before the first one. is_short: all rows in one table, with the titles above and a column that says
 * how many times as fast the fastest instruction set is. NULL if there is no memory. */
table *table_create(FILE *out, const char *heading, bool is_short);
void table_destroy(table *t);

/* How many rows were planned. */
size_t table_row_count(const table *t);

/* For a gbench_listener whose context is the table. Benchmarks are named "<question>/<scene>/<column>". Results with the counter "wrong"
 * are those of a peer. */
void table_plan(const char *name, void *context);
void table_add(const gbench_result *result, void *context);
void table_print_row(const char *name, void *context);

#endif
