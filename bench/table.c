#include "table.h"

#include <stdlib.h>
#include <string.h>

#include <sepal/sepal.h>

enum { MOST_ROWS = 768, MOST_COLUMNS = 32, NAME = 64, WIDEST = 6 };

const short_row short_rows[] = {
    {"overlap/box/aabb", "boxes, near"},
    {"overlap/box/rest", "boxes at rest on each other"},
    {"overlap/8/aabb", "8 vertices, near"},
    {"overlap/64/aabb", "64 vertices, near"},
    {"calls/lists of 1", "boxes, one pair a call"},
    {"round/mixed/aabb", "round shapes of 1 to 8 vertices"},
    {"mtv/box/aabb", "push: boxes, near"},
    {"mtv/8/aabb", "push: 8 vertices, near"},
    {"contacts/box/aabb", "contacts: boxes, near"},
    {"contacts/box/rest", "contacts: boxes at rest"},
    {"sweep/box/aabb", "sweep: boxes, near"},
    {"find/boxes, 100 000", "all pairs of 100 000 boxes, ns a box"},
    {"rays/boxes, 100 000", "rays among 100 000 boxes, ns a ray"},
    {"solids overlap/boxes, near", "boxes in space, near"},
    {"solids push/boxes, near", "push: boxes in space, near"},
};
const size_t short_row_count = sizeof short_rows / sizeof short_rows[0];

typedef struct cell {
    double ns;    /* for one pair; 0 = not measured */
    double wrong; /* how many answers; below 0 = does not apply */
} cell;

/* What is planned, and the cells of the row that is being measured. */
struct table {
    FILE *out;
    const char *heading;
    bool is_short;
    char row_names[MOST_ROWS][NAME], column_names[MOST_COLUMNS][NAME];
    size_t rows, columns;
    bool planned[MOST_ROWS][MOST_COLUMNS];
    cell cells[MOST_COLUMNS];
    cell others[MOST_ROWS][MOST_COLUMNS]; /* of peers, in a table of their own once the question is done */
};

table *table_create(FILE *out, const char *heading, bool is_short) {
    table *t = calloc(1, sizeof *t);
    if (t)
        t->out = out, t->heading = heading, t->is_short = is_short;
    return t;
}

void table_destroy(table *t) {
    free(t);
}

size_t table_row_count(const table *t) {
    return t->rows;
}

/* --- Names ------------------------------------------------------------------------------------------------------------------- */

/* The index of a name, which is added if it is new; `most` if there is no more room. */
static size_t index_of(char names[][NAME], size_t *count, size_t most, const char *name, size_t length) {
    for (size_t i = 0; i < *count; i++)
        if (strlen(names[i]) == length && memcmp(names[i], name, length) == 0)
            return i;
    if (*count == most || length >= NAME)
        return most;
    memcpy(names[*count], name, length);
    return (*count)++;
}

/* Row and column of a benchmark; false if it has none. */
static bool place_of(table *t, const char *name, size_t *row, size_t *column) {
    const char *last = strrchr(name, '/');
    if (!last || strchr(name, '/') == last)
        return false;
    *row = index_of(t->row_names, &t->rows, MOST_ROWS, name, (size_t)(last - name));
    *column = index_of(t->column_names, &t->columns, MOST_COLUMNS, last + 1, strlen(last + 1));
    return *row < MOST_ROWS && *column < MOST_COLUMNS;
}

static bool is_peer(const table *t, size_t column) {
    for (size_t i = 0; i < sepal_isa_count(); i++)
        if (strcmp(t->column_names[column], sepal_isa_at(i)) == 0)
            return false;
    return true;
}

static size_t question_length(const table *t, size_t row) {
    return strcspn(t->row_names[row], "/");
}

/* Are these rows of one table? */
static bool same_table(const table *t, size_t row, size_t other) {
    const size_t length = question_length(t, row);
    return t->is_short || (length == question_length(t, other) && memcmp(t->row_names[row], t->row_names[other], length) == 0);
}

static const char *title_of(const table *t, size_t row) {
    for (size_t k = 0; t->is_short && k < short_row_count; k++)
        if (strcmp(t->row_names[row], short_rows[k].row) == 0)
            return short_rows[k].title;
    return t->row_names[row] + question_length(t, row) + 1;
}

/* --- Cells ------------------------------------------------------------------------------------------------------------------- */

/* Prints three significant digits. */
static int digits_after_point(double value) {
    return value < 9.995 ? 2 : value < 99.95 ? 1 : 0;
}

static void cell_text(const table *t, const cell *c, double scalar, char *text, size_t size) {
    text[0] = '\0';
    if (!(c->ns > 0))
        return;
    const int length = snprintf(text, size, "%.*f", digits_after_point(c->ns), c->ns);
    if (c->wrong > 0)
        snprintf(text + length, size - (size_t)length, ", %.0f wrong", c->wrong);
    else if (c->wrong < 0 && scalar > 0 && c->ns != scalar && !t->is_short)
        snprintf(text + length, size - (size_t)length, " (%.1fx)", scalar / c->ns);
}

/* The fastest instruction set beside textbook code, or beside the scalar path where there is none. */
static void gain_text(const table *t, char *text, size_t size) {
    double fastest = 0, scalar = 0, textbook = 0;
    for (size_t k = 0; k < t->columns; k++) {
        const double ns = t->cells[k].ns;
        if (strcmp(t->column_names[k], "scalar") == 0)
            scalar = ns;
        if (is_peer(t, k))
            textbook = ns;
        else if (ns > 0 && (fastest <= 0 || ns < fastest))
            fastest = ns;
    }
    const double slow = textbook > 0 ? textbook : scalar;
    text[0] = '\0';
    if (fastest > 0 && slow > 0)
        snprintf(text, size, "%.*f x %s", slow / fastest < 9.95 ? 1 : 0, slow / fastest, textbook > 0 ? "textbook" : "scalar");
}

/* --- Tables ------------------------------------------------------------------------------------------------------------------ */

/* The rows first .. end-1 of one table, in the chosen columns. */
typedef struct part {
    size_t first, end, columns[MOST_COLUMNS], column_count;
} part;

static part choose(const table *t, size_t row, bool sepal, bool others) {
    part p = {row, row + 1, {0}, 0};
    while (p.first > 0 && same_table(t, p.first - 1, row))
        p.first--;
    while (p.end < t->rows && same_table(t, p.end, row))
        p.end++;
    for (size_t k = 0; k < t->columns; k++) {
        bool planned = false;
        for (size_t i = p.first; i < p.end; i++)
            planned |= t->planned[i][k];
        if (planned && (is_peer(t, k) ? others : sepal))
            p.columns[p.column_count++] = k;
    }
    return p;
}

enum { CELL = 13, PEER_CELL = 17, GAIN = 15 };

static int cell_width(const table *t, size_t column) {
    const int least = is_peer(t, column) ? PEER_CELL : t->is_short ? 7 : CELL, name = (int)strlen(t->column_names[column]);
    return name > least ? name : least;
}

static int title_width(const table *t, const part *p) {
    int width = t->is_short ? 0 : (int)question_length(t, p->first);
    for (size_t i = p->first; i < p->end; i++)
        if ((int)strlen(title_of(t, i)) > width)
            width = (int)strlen(title_of(t, i));
    return width;
}

static void print_heading(const table *t, const part *p) {
    static const char dashes[] = "----------------------------------------------------------------";
    const int length = t->is_short ? 0 : (int)question_length(t, p->first);
    fprintf(t->out, "\n| %-*.*s |", title_width(t, p), length, t->row_names[p->first]);
    for (size_t k = 0; k < p->column_count; k++)
        fprintf(t->out, " %*s |", cell_width(t, p->columns[k]), t->column_names[p->columns[k]]);
    if (t->is_short)
        fprintf(t->out, " %*s |", GAIN, "times as fast");
    fprintf(t->out, "\n|-%.*s-|", title_width(t, p), dashes);
    for (size_t k = 0; k < p->column_count; k++)
        fprintf(t->out, "-%.*s:|", cell_width(t, p->columns[k]), dashes);
    fprintf(t->out, t->is_short ? "-%.*s:|\n" : "\n", GAIN, dashes);
}

static void print_row(const table *t, const part *p, size_t row, const cell *cells) {
    const double scalar = t->columns > 0 && strcmp(t->column_names[0], "scalar") == 0 ? cells[0].ns : 0;
    char text[64];
    fprintf(t->out, "| %-*s |", title_width(t, p), title_of(t, row));
    for (size_t k = 0; k < p->column_count; k++) {
        cell_text(t, &cells[p->columns[k]], scalar, text, sizeof text);
        fprintf(t->out, " %*s |", cell_width(t, p->columns[k]), text);
    }
    if (t->is_short) {
        gain_text(t, text, sizeof text);
        fprintf(t->out, " %*s |", GAIN, text);
    }
    fprintf(t->out, "\n");
}

/* Peers beyond WIDEST columns have a table of their own behind that of sepal. */
static void print_others(const table *t, size_t row) {
    const part p = choose(t, row, false, true);
    if (p.column_count == 0)
        return;
    print_heading(t, &p);
    for (size_t i = p.first; i < p.end; i++)
        print_row(t, &p, i, t->others[i]);
}

/* --- A run ------------------------------------------------------------------------------------------------------------------- */

void table_plan(const char *name, void *context) {
    table *t = context;
    size_t row, column;
    if (place_of(t, name, &row, &column))
        t->planned[row][column] = true;
}

void table_add(const gbench_result *result, void *context) {
    table *t = context;
    size_t row, column;
    const double rate = gbench_result_counter(result, "items_per_second", 0);
    if (rate > 0 && place_of(t, gbench_result_name(result), &row, &column)) {
        t->cells[column] = (cell){1e9 / rate, gbench_result_counter(result, "wrong", -1)};
        t->others[row][column] = t->cells[column];
    }
}

void table_print_row(const char *name, void *context) {
    table *t = context;
    const size_t length = strlen(name);
    const size_t row = length > 0 ? index_of(t->row_names, &t->rows, MOST_ROWS, name, length - 1) : MOST_ROWS;
    if (row == MOST_ROWS)
        return;
    const part all = choose(t, row, true, true);
    const bool together = t->is_short || all.column_count <= WIDEST;
    const part p = together ? all : choose(t, row, true, false);
    if (row == 0)
        fprintf(t->out, "%s", t->heading);
    if (row == p.first && p.column_count > 0)
        print_heading(t, &p);
    if (p.column_count > 0)
        print_row(t, &p, row, t->cells);
    if (row + 1 == p.end && !together)
        print_others(t, row);
    fflush(t->out);
    memset(t->cells, 0, sizeof t->cells);
}
