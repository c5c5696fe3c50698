#include "scene.h"
#include "job.h"

#include <errno.h>
#include <float.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE = 256 };

static void put_row(struct rows *rows, struct row row) {
    if (rows->count == rows->room) {
        rows->room = 2 * rows->room + 1000;
        rows->row = realloc(rows->row, rows->room * sizeof *rows->row);
        if (rows->row == NULL)
            fail("out of memory");
    }
    rows->row[rows->count++] = row;
}

/* Box `number` of the random scene, whoever makes it (SplitMix64: Steele, Lea, Flood, OOPSLA 2014). */
static struct row random_row(uint32_t number, float side) {
    uint64_t state = number * UINT64_C(6364136223846793005);
    float value[5];
    for (int k = 0; k < 5; k++) {
        uint64_t z = state += 0x9E3779B97F4A7C15U;
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9U;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EBU;
        value[k] = (float)((z ^ (z >> 31)) >> 40) * 0x1p-24F;
    }
    const float t = 6 * value[4] - 3;
    return (struct row){{side * value[0], side * value[1], 0.1F + 0.5F * value[2], 0.1F + 0.5F * value[3],
                         (1 - t * t) / (1 + t * t), 2 * t / (1 + t * t)},
                        number};
}

/* The boxes first, first + step, ... of so many random ones. */
static void make_rows(uint32_t shapes, uint32_t first, uint32_t step, struct rows *rows) {
    float side = 1;
    while (side * side < (float)shapes)
        side *= 1.1F;
    for (uint64_t k = first; k < shapes; k += step)
        put_row(rows, random_row((uint32_t)k, side));
}

static bool read_row(char *line, struct row *row) {
    for (int k = 0; k < FIELDS; k++) {
        char *end;
        row->field[k] = strtof(line, &end);
        if (end == line || !(row->field[k] >= -FLT_MAX && row->field[k] <= FLT_MAX) || ((k == 2 || k == 3) && row->field[k] < 0))
            return false;
        line = end;
    }
    return line[strspn(line, " \t\r\n")] == '\0';
}

/* The boxes of the lines first, first + step, ... of a file, counted from 0. */
static void read_rows(const char *name, uint32_t first, uint32_t step, struct rows *rows) {
    FILE *file = fopen(name, "r");
    char line[LINE];
    uint32_t number = 0;
    if (file == NULL)
        fail("cannot read %s: %s", name, strerror(errno));
    for (; fgets(line, sizeof line, file) != NULL; number++) {
        struct row row = {.number = number};
        if (number == UINT32_MAX || (strchr(line, '\n') == NULL && !feof(file)))
            fail("%s:%" PRIu32 ": expected a line of less than %d characters", name, number + 1, LINE - 1);
        if (number % step != first)
            continue;
        if (!read_row(line, &row))
            fail("%s:%" PRIu32 ": expected x y half_x half_y cos sin, six finite numbers with half extents >= 0, found \"%.*s\"",
                 name, number + 1, (int)strcspn(line, "\r\n"), line);
        put_row(rows, row);
    }
    if (ferror(file))
        fail("cannot read %s: %s", name, strerror(errno));
    fclose(file);
}

void get_rows(const char *scene, uint32_t first, uint32_t step, struct rows *rows) {
    char *end;
    const unsigned long shapes = strtoul(scene, &end, 10);
    if (*end == '\0' && *scene >= '0' && *scene <= '9' && shapes < UINT32_MAX)
        make_rows((uint32_t)shapes, first, step, rows);
    else
        read_rows(scene, first, step, rows);
}

sepal_polys *set_of(const struct rows *rows) {
    const float *at = rows->count > 0 ? rows->row->field : NULL;
    sepal_polys *set = NULL;
    must("make a set", sepal_polys_create(NULL, &set));
    if (rows->count > 0) {
        const sepal_boxes boxes = {.x = at,
                                   .y = at + 1,
                                   .half_x = at + 2,
                                   .half_y = at + 3,
                                   .cos = at + 4,
                                   .sin = at + 5,
                                   .stride = sizeof(struct row) / sizeof(float)};
        must("store the boxes", sepal_polys_add_boxes(set, &boxes, rows->count, NULL, NULL));
    }
    return set;
}
