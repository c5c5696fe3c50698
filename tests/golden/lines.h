/* lines.h — the lines of the table of stored answers about polygons: a scene each, and digests of all answers about it.
 *
 * Another kind of set has lines and a table of its own; digests and questions are shared. */
#ifndef SEPAL_TESTS_LINES_H
#define SEPAL_TESTS_LINES_H

#include "../questions/polys_questions.h"
#include "../questions/polys_subjects.h"
#include "../scenes/stages.h"
#include "digest.h"

/* The columns: a question each; what placing makes of the scene, with all answers about it; the scene itself; and what polygons without
 * radii have in common, as areas and as polygons. */
enum { COLUMN_PLACE = POLYS_STORED, COLUMN_SCENE, COLUMN_COMMON, COLUMN_POLYGONS, COLUMNS };
const char *column_name(int column);

/* A kind of scene: plain, nested, with radii and margins in every manner, and placed in every way. Or (`contacts`) shapes that
 * touch exactly, each under a margin of its own. */
typedef struct line {
    const char *name;
    bool contacts;
    scene plain;
    nest nest;
    round_scene round[RADIUS_MANNERS];
    stage stages[TRAVELS];
    sepal_polys *contact_a, *contact_b;
    float *margins;
} line;

size_t line_count(void);
line line_create(size_t number);
void line_destroy(line *l);

/* Digests of the answers of the instruction set in use. */
void ask_line(const line *l, digest columns[COLUMNS]);

#endif
