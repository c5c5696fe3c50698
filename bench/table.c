#include "table.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_ROWS = 64, MOST_COLUMNS = 32, NAME = 48, WIDEST = 6 };

typedef struct cell {
    double ns;    /* a pair; 0 = not measured */
    double wrong; /* answers; below 0 = does not apply */
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

/* The index of a name, new or not; `most` if there is no more room. */
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
    const char *name = gbench_result_name(result), *scene = strchr(name, '/'), *column = strrchr(name, '/');
    const double rate = gbench_result_counter(result, "items_per_second", 0);
    if (!scene || scene == column || !(rate > 0))
        return;
    scene++, column++;
    const size_t i = index_of(t->row_names, &t->rows, MOST_ROWS, scene, (size_t)(column - 1 - scene));
    const size_t k = index_of(t->column_names, &t->columns, MOST_COLUMNS, column, strlen(column));
    if (i < MOST_ROWS && k < MOST_COLUMNS)
        t->cells[i][k] = (cell){1e9 / rate, gbench_result_counter(result, "wrong", -1)};
}

/* Three digits that count. */
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

static void print_columns(const table *t, size_t first, size_t end, FILE *out) {
    int scene_width = 5;
    for (size_t i = 0; i < t->rows; i++)
        if ((int)strlen(t->row_names[i]) > scene_width)
            scene_width = (int)strlen(t->row_names[i]);
    int width[MOST_COLUMNS];
    char text[64];
    for (size_t k = first; k < end; k++) {
        width[k] = (int)strlen(t->column_names[k]);
        for (size_t i = 0; i < t->rows; i++) {
            cell_text(t, i, k, text, sizeof text);
            if ((int)strlen(text) > width[k])
                width[k] = (int)strlen(text);
        }
    }
    fprintf(out, "\n| %-*s |", scene_width, "scene");
    for (size_t k = first; k < end; k++)
        fprintf(out, " %*s |", width[k], t->column_names[k]);
    fprintf(out, "\n|-%.*s-|", scene_width, "------------------------------------------------");
    for (size_t k = first; k < end; k++)
        fprintf(out, "-%.*s:|", width[k], "------------------------------------------------");
    for (size_t i = 0; i < t->rows; i++) {
        fprintf(out, "\n| %-*s |", scene_width, t->row_names[i]);
        for (size_t k = first; k < end; k++) {
            cell_text(t, i, k, text, sizeof text);
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

void table_print(const table *t, FILE *out) {
    size_t first_peer = 0;
    while (first_peer < t->columns && !is_peer(t, first_peer))
        first_peer++;
    if (t->columns <= WIDEST || first_peer == 0) {
        print_columns(t, 0, t->columns, out);
    } else { /* too wide for one */
        print_columns(t, 0, first_peer, out);
        print_columns(t, first_peer, t->columns, out);
    }
}
