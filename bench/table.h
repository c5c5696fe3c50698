/* table.h — the readable end of a run: a table for each question, one row a scene, one column an instruction set or a peer. */
#ifndef BENCH_TABLE_H
#define BENCH_TABLE_H

#include <stdio.h>

#include "gbench.h"

typedef struct table table;

table *table_create(void);
void table_destroy(table *t);

/* Takes in a result named "<question>/<scene>/<column>"; a gbench_report, whose context is the table. Results with a counter
 * "wrong" are a peer's. */
void table_add(const gbench_result *result, void *context);

/* Prints what was taken in, rows and columns in the order of their first result, in the format of Markdown. */
void table_print(const table *t, FILE *out);

#endif
