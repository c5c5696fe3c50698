#include "table.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_ROWS = 128, MOST_COLUMNS = 32, NAME = 48, WIDEST = 6 };

typedef struct cell {
    double ns;    /* for one pair; 0 = not measured */
    double wrong; /* how many answers; below 0 = does not apply */
} cell;

struct table {
    char row_names[MOST_ROWS][NAME], column_names[MOST_COLUMNS][NAME];
    size_t rows, columns;
    cell cells[MOST_ROWS][MOST_COLUMNS];
};

table *table_create(void) {
    return calloc(1, sizeof(table));
}

void table_destroy(table *t) {
    free(t);
}

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

void table_add(const gbench_result *result, void *context) {
    table *t = context;
    const char *name = gbench_result_name(result), *column = strrchr(name, '/');
    const double rate = gbench_result_counter(result, "items_per_second", 0);
    if (!column || strchr(name, '/') == column || !(rate > 0))
        return;
    column++;
    const size_t i = index_of(t->row_names, &t->rows, MOST_ROWS, name, (size_t)(column - 1 - name));
    const size_t k = index_of(t->column_names, &t->columns, MOST_COLUMNS, column, strlen(column));
    if (i < MOST_ROWS && k < MOST_COLUMNS)
        t->cells[i][k] = (cell){1e9 / rate, gbench_result_counter(result, "wrong", -1)};
}

/* Prints three significant digits. */
static int digits_after_point(double value) {
    return value < 9.995 ? 2 : value < 99.95 ? 1 : 0;
}

static void cell_text(const table *t, size_t row, size_t column, char *text, size_t size) {
    const cell *c = &t->cells[row][column];
    const double scalar = strcmp(t->column_names[0], "scalar") == 0 ? t->cells[row][0].ns : 0;
    int length = 0;
    text[0] = '\0';
    if (!(c->ns > 0))
        return;
    length = snprintf(text, size, "%.*f", digits_after_point(c->ns), c->ns);
    if (c->wrong > 0)
        snprintf(text + length, size - (size_t)length, ", %.0f wrong", c->wrong);
    else if (c->wrong < 0 && column > 0 && scalar > 0)
        snprintf(text + length, size - (size_t)length, " (%.1fx)", scalar / c->ns);
}

/* The rows of one question, first_row .. end_row-1, in the chosen columns. */
typedef struct part {
    size_t first_row, end_row, columns[MOST_COLUMNS], column_count;
} part;

static size_t question_length(const table *t, size_t row) {
    return strcspn(t->row_names[row], "/");
}

static bool same_question(const table *t, size_t row, size_t other) {
    const size_t length = question_length(t, row);
    return length == question_length(t, other) && memcmp(t->row_names[row], t->row_names[other], length) == 0;
}

static void print_part(const table *t, const part *p, FILE *out) {
    const size_t question = question_length(t, p->first_row);
    int scene_width = (int)question;
    for (size_t i = p->first_row; i < p->end_row; i++)
        if ((int)strlen(t->row_names[i] + question + 1) > scene_width)
            scene_width = (int)strlen(t->row_names[i] + question + 1);
    int width[MOST_COLUMNS];
    char text[64];
    for (size_t k = 0; k < p->column_count; k++) {
        width[k] = (int)strlen(t->column_names[p->columns[k]]);
        for (size_t i = p->first_row; i < p->end_row; i++) {
            cell_text(t, i, p->columns[k], text, sizeof text);
            if ((int)strlen(text) > width[k])
                width[k] = (int)strlen(text);
        }
    }
    fprintf(out, "\n| %-*.*s |", scene_width, (int)question, t->row_names[p->first_row]);
    for (size_t k = 0; k < p->column_count; k++)
        fprintf(out, " %*s |", width[k], t->column_names[p->columns[k]]);
    fprintf(out, "\n|-%.*s-|", scene_width, "------------------------------------------------");
    for (size_t k = 0; k < p->column_count; k++)
        fprintf(out, "-%.*s:|", width[k], "------------------------------------------------");
    for (size_t i = p->first_row; i < p->end_row; i++) {
        fprintf(out, "\n| %-*s |", scene_width, t->row_names[i] + question + 1);
        for (size_t k = 0; k < p->column_count; k++) {
            cell_text(t, i, p->columns[k], text, sizeof text);
            fprintf(out, " %*s |", width[k], text);
        }
    }
    fprintf(out, "\n");
}

static bool is_peer(const table *t, size_t column) {
    for (size_t i = 0; i < t->rows; i++)
        if (t->cells[i][column].ns > 0)
            return t->cells[i][column].wrong >= 0;
    return false;
}

/* The columns that were measured for these rows: of sepal, of peers, or both. */
static part choose(const table *t, size_t first_row, size_t end_row, bool sepal, bool others) {
    part p = {first_row, end_row, {0}, 0};
    for (size_t k = 0; k < t->columns; k++) {
        bool measured = false;
        for (size_t i = first_row; i < end_row; i++)
            measured |= t->cells[i][k].ns > 0;
        if (measured && (is_peer(t, k) ? others : sepal))
            p.columns[p.column_count++] = k;
    }
    return p;
}

void table_print(const table *t, FILE *out) {
    for (size_t first = 0, end; first < t->rows; first = end) {
        for (end = first + 1; end < t->rows && same_question(t, first, end); end++)
            continue;
        const part all = choose(t, first, end, true, true);
        if (all.column_count <= WIDEST) {
            print_part(t, &all, out);
            continue;
        }
        const part sepal = choose(t, first, end, true, false), others = choose(t, first, end, false, true);
        if (sepal.column_count > 0)
            print_part(t, &sepal, out);
        if (others.column_count > 0)
            print_part(t, &others, out);
    }
}
