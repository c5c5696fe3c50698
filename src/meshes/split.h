/* split.h — the order in which a tree has triangles. */
#ifndef SEPAL_MESHES_SPLIT_H
#define SEPAL_MESHES_SPLIT_H

#include <stddef.h>
#include <stdint.h>

/* The middle of a triangle's box; half of it, so that no difference of two overflows. */
typedef struct sepal_mesh_centre {
    float at[3];
    uint32_t triangle;
} sepal_mesh_centre;

/* Orders centres, which are finite, so that each aligned run of leaf, 2 leaf, 4 leaf ... of them is near together. `leaf` is positive.
 * Takes time in proportion to count * log(count / leaf), whatever the centres are, and no memory. */
void sepal_mesh_split(sepal_mesh_centre *centres, size_t count, size_t leaf);

#endif
