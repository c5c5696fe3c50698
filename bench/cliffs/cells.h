/* cells.h — the cells of the map, and the tables that are printed of them. */
#ifndef SEPAL_BENCH_CLIFFS_CELLS_H
#define SEPAL_BENCH_CLIFFS_CELLS_H

#include "pairs.h"

/* A kind of pairs in a place, asked a question. ns: for a pair. times: ns as a multiple of what the question costs this kind in the
 * usual place. touching, overlapping: the share of the pairs that overlap under the one rule and the other, if they were counted. */
typedef struct cell {
    int kind, place, question;
    number_type numbers;
    double ns, times, touching, overlapping;
    uint64_t digest;
} cell;

typedef struct cell_table {
    cell *cells;
    int count, left_out; /* lists of pairs that could not be made */
} cell_table;

/* A cell counts as a cliff only if it takes longer than this. */
#define NS_THAT_COUNT 1e3

/* What is asked of the map: how many percent of the cells may cost more than 10 times what is usual, how many times any may cost, and
 * how much more than in proportion to their number more than 64 vertices may cost. */
typedef struct cell_limits {
    double percent, times, growth;
} cell_limits;

/* Sorts the cells, the worst first, and prints: the worst ones; how costs are spread for each question, place and kind; the longest time
 * for each number of vertices. */
void print_cells(cell_table *table, int worst);

/* Prints how costs grow with the number of vertices, and one line about all. Returns whether the limits are kept. */
bool judge_cells(const cell_table *table, const cell_limits *limits);

/* A line for each cell, with tabulators. */
bool write_cells(const cell_table *table, const char *path);

#endif
