/* obstacles.h — boxes in the way, of a file or the program's own. */
#ifndef ROBOT_OBSTACLES_H
#define ROBOT_OBSTACLES_H

#include <stdbool.h>
#include <stddef.h>

#define HEADER "family,scene,id,type,px,py,pz,qx,qy,qz,qw,hx,hy,hz"

enum { TEXT = 64, TABLE_PARTS = 7 };

/* One obstacle; numbers: centre, quaternion x y z w, half extents. */
struct obstacle {
    char family[TEXT], scene[TEXT], id[TEXT];
    float numbers[10];
};

/* A table with a shelf. */
extern const struct obstacle TABLE[TABLE_PARTS];

/* Says what cannot be done, and returns false. */
bool fail(const char *what, const char *why);

/* Reads all rows. NULL if there is something wrong with them, which is then said. */
struct obstacle *read_file(const char *name, size_t *count);

#endif
