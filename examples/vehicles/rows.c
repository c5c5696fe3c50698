#include "rows.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SCENARIO, T, ID, TYPE, X, Y, YAW, LENGTH, WIDTH, COLUMNS };

/* What a field must hold: a number from low to high, or any text if these two are equal. */
static const struct {
    const char *name;
    double low, high;
} COLUMN[COLUMNS] = {{"scenario", 0, 0}, {"t", -1e15, 1e15}, {"id", 0, 0},       {"type", 0, 0},   {"x", -1e9, 1e9},
                     {"y", -1e9, 1e9},   {"yaw", -1e3, 1e3}, {"length", 0, 1e6}, {"width", 0, 1e6}};

bool fail(const char *what, const char *why) {
    fprintf(stderr, "traffic: cannot %s: %s\n", what, why);
    return false;
}

/* Reads the whole file, so that lines may have any length and the file may be a pipe. */
bool read_file(struct rows *rows) {
    FILE *file = fopen(rows->name, "rb");
    char *grown = NULL;
    size_t room = 1 << 16, got = 1;
    while (file && got != 0 && (grown = realloc(rows->text, room *= 2))) {
        rows->text = grown;
        got = fread(rows->text + rows->size, 1, room - rows->size - 1, file);
        rows->size += got;
    }
    const bool ok = file && grown && !ferror(file);
    if (ok)
        rows->text[rows->size] = '\0';
    else
        fprintf(stderr, "traffic: cannot read %s: %s\n", rows->name, strerror(errno));
    if (file)
        fclose(file);
    return ok;
}

/* Reports the line, what was expected and what was found there, shortened, with unprintable bytes in hexadecimal. */
static bool refuse(const char *name, size_t number, const char *expected, const char *text, size_t length) {
    const size_t most = 60;
    fprintf(stderr, "%s:%zu: expected %s, found %s", name, number, expected, length ? "\"" : "nothing\n");
    for (size_t i = 0; i < length && i < most; ++i)
        fprintf(stderr, text[i] >= ' ' && text[i] <= '~' ? "%c" : "\\x%02x", (unsigned char)text[i]);
    fputs(length > most ? "...\"\n" : length ? "\"\n" : "", stderr);
    return false;
}

/* Reads a number written in decimal. (strtod alone would also take blanks, "nan", "inf" and hexadecimal.) */
static bool read_number(const char *field, double low, double high, double *value) {
    char *end;
    if (*field == '\0' || field[strspn(field, "0123456789+-.eE")] != '\0')
        return false;
    *value = strtod(field, &end);
    return *end == '\0' && *value >= low && *value <= high;
}

/* Reads one line, which ends with '\0', and cuts it into its fields. */
static bool read_row(const char *name, size_t number, char *line, size_t length, struct vehicle *vehicle) {
    char expected[96];
    size_t fields = 1;
    for (size_t i = 0; i < length; ++i) {
        const unsigned char c = (unsigned char)line[i];
        if (c < ' ' || c == '"')
            return refuse(name, number, "plain text without quotes and control characters", line + i, length - i);
        fields += c == ',';
    }
    if (fields != COLUMNS) {
        snprintf(expected, sizeof expected, "9 fields, " HEADER ", not %zu", length ? fields : 0);
        return refuse(name, number, expected, line, length);
    }
    const char *text[COLUMNS];
    double value[COLUMNS] = {0};
    for (int i = 0; i < COLUMNS; ++i) {
        text[i] = line;
        line += strcspn(line, ",");
        *line++ = '\0';
        if (COLUMN[i].low < COLUMN[i].high) {
            snprintf(expected, sizeof expected, "a number from %g to %g as %s", COLUMN[i].low, COLUMN[i].high, COLUMN[i].name);
            if (!read_number(text[i], COLUMN[i].low, COLUMN[i].high, &value[i]))
                return refuse(name, number, expected, text[i], strlen(text[i]));
        } else if (*text[i] == '\0') {
            snprintf(expected, sizeof expected, "some text as %s", COLUMN[i].name);
            return refuse(name, number, expected, text[i], 0);
        }
    }
    *vehicle = (struct vehicle){text[SCENARIO], text[ID],      text[TYPE],   value[T], value[X], value[Y],
                                value[YAW],     value[LENGTH], value[WIDTH], number,   0};
    return true;
}

/* Reads the header and all rows below it. Lines end with "\n" or "\r\n"; the last one may end with the file. */
bool read_rows(struct rows *rows) {
    char *const end = rows->text + rows->size;
    size_t lines = 1;
    for (const char *c = rows->text; c < end; ++c)
        lines += *c == '\n';
    if (!(rows->vehicles = calloc(lines, sizeof *rows->vehicles)))
        return fail("read rows", "out of memory");

    size_t number = 0;
    for (char *line = rows->text, *next; line < end || number == 0; line = next) {
        char *stop = memchr(line, '\n', (size_t)(end - line));
        if (!stop)
            stop = end;
        next = stop < end ? stop + 1 : end;
        if (stop > line && stop[-1] == '\r')
            --stop;
        *stop = '\0';
        const size_t length = (size_t)(stop - line);
        if (++number > 1) {
            if (!read_row(rows->name, number, line, length, &rows->vehicles[rows->count++]))
                return false;
        } else if (length != strlen(HEADER) || strcmp(line, HEADER) != 0) {
            return refuse(rows->name, number, "the header " HEADER, line, length);
        }
    }
    return true;
}
