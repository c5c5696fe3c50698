/* table.h — the results of a run as tables: one for each question, a row for each scene, a column for each instruction set or peer.
 */
#ifndef BENCH_TABLE_H
#define BENCH_TABLE_H

#include <stdio.h>

#include "gbench.h"

typedef struct table table;

table *table_create(void);
void table_destroy(table *t);

/* Adds a result named "<question>/<scene>/<column>" to a table. This is a gbench_report whose context is the table. Results with
 * the counter "wrong" are those of a peer. */
void table_add(const gbench_result *result, void *context);

/* Prints the tables in Markdown, with rows and columns in the order of their first results. */
void table_print(const table *t, FILE *out);

#endif
