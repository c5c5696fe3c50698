/* search_lines.h — the lines of the table of stored answers about whole scenes: a scene each, of polygons or of solids, and digests of
 * what the finder, groups and trajectories answer about it. */
#ifndef SEPAL_TESTS_SEARCH_LINES_H
#define SEPAL_TESTS_SEARCH_LINES_H

#include "digest.h"

enum {
    COLUMN_PAIRS,
    COLUMN_NEAR,
    COLUMN_AT,
    COLUMN_GROUPS,
    COLUMN_FIRST_HIT,
    COLUMN_RAYS,
    COLUMN_NEAREST,
    COLUMN_PARTS,
    COLUMN_CASTS,
    COLUMN_WAYS,
    COLUMN_INSIDE,
    COLUMN_HITS,
    SEARCH_COLUMNS
};
extern const char *const search_column_names[SEARCH_COLUMNS];

size_t search_line_count(void);

/* The scene of a line; kind: receives "polygons", "solids", or what they are gathered in. */
const char *search_line_name(size_t number, const char **kind);

/* Digests of the answers of the instruction set in use. */
void ask_search_line(size_t number, digest columns[SEARCH_COLUMNS]);

#endif
