/* rows.h — the rows of a file, or of a crossing that the program makes up. */
#ifndef VEHICLES_ROWS_H
#define VEHICLES_ROWS_H

#include <stdbool.h>
#include <stddef.h>

#define HEADER "scenario,t,id,type,x,y,yaw,length,width"

/* One row. Its texts point into the text of the file. `later` is how many vehicles of the same frame follow in the sorted rows. */
struct vehicle {
    const char *scenario, *id, *type;
    double t, x, y, yaw, length, width;
    size_t line, later;
};

struct rows {
    const char *name; /* of the file */
    char *text;       /* all of it, and a '\0' */
    size_t size;      /* without the '\0' */
    struct vehicle *vehicles;
    size_t count;
};

/* Says what cannot be done, and returns false. */
bool fail(const char *what, const char *why);

/* Each makes the text of all rows: of the file, or of a crossing. */
bool read_file(struct rows *rows);
bool write_crossing(struct rows *rows);

/* Reads the header and all rows below it. */
bool read_rows(struct rows *rows);

#endif
