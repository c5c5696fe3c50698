#include "obstacles.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const struct obstacle TABLE[TABLE_PARTS] = {
    {"own", "1", "table", {0.55F, 0, 0.12F, 0, 0, 0, 1, 0.35F, 0.7F, 0.02F}},
    {"own", "1", "leg", {0.85F, 0.6F, -0.2F, 0, 0, 0, 1, 0.03F, 0.03F, 0.3F}},
    {"own", "1", "leg", {0.85F, -0.6F, -0.2F, 0, 0, 0, 1, 0.03F, 0.03F, 0.3F}},
    {"own", "1", "crate", {0.5F, -0.35F, 0.24F, 0, 0, 0.2F, 1, 0.1F, 0.15F, 0.1F}},
    {"own", "1", "shelf", {0.1F, 0.75F, 0.45F, 0, 0, 0.1F, 1, 0.4F, 0.15F, 0.015F}},
    {"own", "1", "shelf", {0.1F, 0.75F, 0.8F, 0, 0, 0.1F, 1, 0.4F, 0.15F, 0.015F}},
    {"own", "1", "side", {0.48F, 0.83F, 0.6F, 0, 0, 0.1F, 1, 0.015F, 0.15F, 0.35F}},
};

bool fail(const char *what, const char *why) {
    fprintf(stderr, "arm: cannot %s: %s\n", what, why);
    return false;
}

/* Each reads one field up to a comma or the end of the line; false if it is not what it must be. */
static bool read_text(char **line, char text[TEXT]) {
    const size_t length = strcspn(*line, ",\r\n");
    if (length == 0 || length >= TEXT)
        return false;
    memcpy(text, *line, length);
    text[length] = '\0';
    *line += length + ((*line)[length] == ',');
    return true;
}

static bool read_number(char **line, float least, float *number) {
    const size_t length = strcspn(*line, ",\r\n");
    char *end = *line;
    if (length > 0 && strspn(*line, "0123456789+-.eE") >= length)
        *number = strtof(*line, &end);
    if (length == 0 || end != *line + length || !(*number >= least && *number < 1e6F))
        return false;
    *line = end + (*end == ',');
    return true;
}

static bool read_obstacle(char *line, struct obstacle *out) {
    char type[TEXT];
    if (!read_text(&line, out->family) || !read_text(&line, out->scene) || !read_text(&line, out->id) || !read_text(&line, type))
        return false;
    for (int k = 0; k < 10; ++k)
        if (!read_number(&line, k < 7 ? -1e6F : 0, &out->numbers[k]))
            return false;
    return line[strspn(line, "\r\n")] == '\0';
}

struct obstacle *read_file(const char *name, size_t *count) {
    struct obstacle *all = NULL, *grown;
    char line[1024];
    size_t number = 0, room = 0;
    bool good = true;
    FILE *file = fopen(name, "r");
    if (file == NULL) {
        fprintf(stderr, "arm: cannot read %s: %s\n", name, strerror(errno));
        return NULL;
    }
    for (*count = 0; good && fgets(line, sizeof line, file) != NULL; number++) {
        if (*count == room && (grown = realloc(all, (room = 2 * room + 64) * sizeof *all)) != NULL)
            all = grown;
        else if (*count >= room || all == NULL)
            good = fail("read rows", "out of memory");
        if (good && number == 0)
            good = strncmp(line, HEADER, sizeof HEADER - 1) == 0 && strchr("\r\n", line[sizeof HEADER - 1]) != NULL;
        else if (good)
            good = read_obstacle(line, &all[(*count)++]);
        if (!good)
            fprintf(stderr, "%s:%zu: expected %s, found \"%.60s\"\n", name, number + 1,
                    number == 0 ? "the header " HEADER : "four texts and ten numbers, the last three not negative",
                    strtok(line, "\r\n") == NULL ? "" : line);
    }
    if (good && ferror(file) != 0) {
        fprintf(stderr, "arm: cannot read %s: %s\n", name, strerror(errno));
        good = false;
    } else if (good && number == 0) {
        fprintf(stderr, "%s:1: expected the header %s, found the end of the file\n", name, HEADER);
        good = false;
    }
    fclose(file);
    if (good)
        return all;
    free(all);
    return NULL;
}
