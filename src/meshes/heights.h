/* heights.h — how a height field lies in memory, and what a mesh reads of it.
 *
 * Vertex (i, j) has the number i + j * columns, and the coordinates x[i], y[j] and its height. Cell (i, j) has the number
 * i + j * (columns - 1), its vertices (i, j), (i+1, j), (i, j+1), (i+1, j+1), and the triangles 2 * cell and 2 * cell + 1:
 *     cut from (i, j) to (i+1, j+1):            turned, cut from (i+1, j) to (i, j+1):
 *     0 has (i, j), (i+1, j), (i+1, j+1)        0 has (i, j), (i+1, j), (i, j+1)
 *     1 has (i, j), (i+1, j+1), (i, j+1)        1 has (i+1, j), (i+1, j+1), (i, j+1)
 * The triangles of a hole are not there. A byte a cell says what the edges between its triangles, on its right and above are. */
#ifndef SEPAL_MESHES_HEIGHTS_H
#define SEPAL_MESHES_HEIGHTS_H

#include <sepal/meshes.h>
#include <stdbool.h>

/* Bits of the byte of a cell: three kinds of edges, each a sepal_mesh_edge, how it is cut, and whether it is a hole. */
enum { SEPAL_CELL_CUT = 0, SEPAL_CELL_RIGHT = 2, SEPAL_CELL_ABOVE = 4, SEPAL_CELL_TURNED = 64, SEPAL_CELL_HOLE = 128 };

/* So that numbers of triangles are below 2^30, and the tree has no more levels than below. */
enum { SEPAL_MOST_VERTICES_OF_FIELD = 1 << 29, SEPAL_MOST_SIDE_OF_FIELD = (1 << 15) + 1 };

/* The least and the greatest height of 4 x 2 cells, whose triangles are a leaf of the tree, then of 4 x 4 of these blocks, and so on, up to
 * one. */
enum { SEPAL_LEAF_COLUMNS = 4, SEPAL_LEAF_ROWS = 2, SEPAL_FIELD_SIDE = 4, SEPAL_FIELD_LEVELS = 8 };
typedef struct sepal_field_level {
    size_t columns, rows, first; /* blocks, and the number of the first one */
} sepal_field_level;

typedef struct sepal_field {
    size_t columns, rows; /* vertices */
    float *x, *y, *height;
    uint8_t *cells;
    float *low, *high; /* of the blocks of all levels; blocks of holes alone have low > high */
    size_t blocks;
    int levels;
    sepal_field_level level[SEPAL_FIELD_LEVELS];
    uint32_t *facets; /* names of flat facets at some flat edges (meshes_heights_facets.c). NULL: no edge is flat */
} sepal_field;

uint32_t sepal_field_corner(const sepal_field *field, uint32_t triangle, int k);
void sepal_field_point(const sepal_field *field, uint32_t vertex, float out[3]);
bool sepal_field_is_there(const sepal_field *field, uint32_t triangle);
sepal_mesh_edge sepal_field_kind(const sepal_field *field, uint32_t triangle, int k);

/* As sepal_mesh_beyond, of an edge that is not of the rim. */
uint32_t sepal_field_beyond(const sepal_field *field, uint32_t triangle, int k);

/* The star of a vertex, in the order of mesh.h; returns how many corners it has. */
enum { SEPAL_FIELD_STAR = 8 };
uint32_t sepal_field_star(const sepal_field *field, uint32_t vertex, uint32_t out[SEPAL_FIELD_STAR]);

/* Keeps the names of flat facets, of which `facets` has one for each triangle; false if there is no memory for it. */
bool sepal_field_keep_facets(const sepal_allocator *from, sepal_field *field, const uint32_t *facets);
void sepal_field_release_facets(const sepal_allocator *from, sepal_field *field);

/* The flat facet of a triangle, as in sepal_mesh_facet. */
uint32_t sepal_field_facet(const sepal_field *field, uint32_t triangle);

/* Releases a field. NULL is allowed. */
void sepal_field_release(const sepal_allocator *from, sepal_field *field);

#endif
