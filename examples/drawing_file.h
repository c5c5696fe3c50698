/* drawing_file.h — the file of a drawing, which these programs take as an argument. */
#ifndef DRAWING_FILE_H
#define DRAWING_FILE_H

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* No file of another name is overwritten. */
static inline bool is_drawing(const char *name) {
    const size_t length = strlen(name);
    return length > 4 && strcmp(name + length - 4, ".svg") == 0;
}

/* NULL, after a message, if it cannot be written. */
static inline FILE *open_drawing(const char *program, const char *name) {
    FILE *file = fopen(name, "w");
    if (file == NULL)
        fprintf(stderr, "%s: cannot draw: %s\n", program, name);
    return file;
}

/* Ends the drawing. Returns false, after a message, if something of it could not be written. */
static inline bool close_drawing(FILE *file, const char *program, const char *name) {
    fputs("</svg>\n", file);
    const bool failed = ferror(file) != 0;
    if (fclose(file) == 0 && !failed)
        return true;
    fprintf(stderr, "%s: cannot draw: %s\n", program, name);
    return false;
}

#endif
