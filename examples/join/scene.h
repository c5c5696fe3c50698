/* scene.h — the boxes of a scene, and the share of a rank. */
#ifndef JOIN_SCENE_H
#define JOIN_SCENE_H

#include <stddef.h>
#include <stdint.h>

#include <sepal/sepal.h>

enum { FIELDS = 6 };

struct row {
    float field[FIELDS]; /* x, y, half_x, half_y, cos, sin */
    uint32_t number;     /* in the scene */
};

struct rows {
    struct row *row;
    size_t count, room;
};

/* The boxes first, first + step, ... of a scene: of a file with a box in each line, or so many random ones. */
void get_rows(const char *scene, uint32_t first, uint32_t step, struct rows *rows);

/* A set with these boxes, in their order. */
sepal_polys *set_of(const struct rows *rows);

#endif
