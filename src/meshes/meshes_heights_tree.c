/* meshes_heights_tree.c — the nodes of the tree of a height field, which are made when a question comes to them, from the least
 * and the greatest heights of blocks. */
#include "../core/arithmetic.h"

#include "mesh.h"

/* A leaf has 4 x 2 cells, a node above 4 x 4 nodes of the level below: bits 0 and 1 of a child's number are its column. */
static void find_field_block(uint32_t index, size_t *i, size_t *j) {
    *i = *j = 0;
    for (unsigned shift = 0; index != 0; index >>= 4, shift += 2) {
        *i |= (size_t)(index & 3) << shift;
        *j |= (size_t)(index >> 2 & 3) << shift;
    }
}

static size_t least_size(size_t a, size_t b) {
    return a < b ? a : b;
}

/* The box of a block of a level; false if it has no triangles. */
static bool find_field_box(const sepal_field *field, int level, size_t i, size_t j, sepal_bounds *bounds, sepal_span *span) {
    const sepal_field_level *of = &field->level[level];
    if (i >= of->columns || j >= of->rows)
        return false;
    const size_t block = of->first + j * of->columns + i;
    const size_t width = (size_t)SEPAL_LEAF_COLUMNS << 2 * level, height = (size_t)SEPAL_LEAF_ROWS << 2 * level;
    *bounds = (sepal_bounds){field->x[i * width], field->y[j * height], field->x[least_size((i + 1) * width, field->columns - 1)],
                             field->y[least_size((j + 1) * height, field->rows - 1)]};
    *span = (sepal_span){field->low[block], field->high[block]};
    return span->low <= span->high;
}

/* The triangle at a place of the leaf that begins with cell (i, j); false if there is none. */
static bool find_field_place(const sepal_field *field, size_t i, size_t j, uint32_t place, uint32_t *triangle) {
    i += place >> 1 & (SEPAL_LEAF_COLUMNS - 1);
    j += place >> 3;
    if (i + 1 >= field->columns || j + 1 >= field->rows)
        return false;
    *triangle = (uint32_t)(2 * (j * (field->columns - 1) + i) + (place & 1));
    return sepal_field_is_there(field, *triangle);
}

static bool find_field_triangle_box(const sepal_field *field, size_t i, size_t j, uint32_t place, sepal_bounds *bounds,
                                    sepal_span *span) {
    uint32_t triangle;
    if (!find_field_place(field, i, j, place, &triangle))
        return false;
    for (int k = 0; k < 3; k++) {
        const float height = field->height[sepal_field_corner(field, triangle, k)];
        span->low = k == 0 || height < span->low ? height : span->low;
        span->high = k == 0 || height > span->high ? height : span->high;
    }
    i += place >> 1 & (SEPAL_LEAF_COLUMNS - 1);
    j += place >> 3;
    *bounds = (sepal_bounds){field->x[i], field->y[j], field->x[i + 1], field->y[j + 1]};
    return true;
}

void sepal_field_node(const sepal_field *field, int level, uint32_t index, sepal_mesh_node *out) {
    sepal_bounds bounds[SEPAL_MESH_FANOUT];
    sepal_span spans[SEPAL_MESH_FANOUT];
    bool there[SEPAL_MESH_FANOUT], any = false;
    size_t i, j;
    find_field_block(index, &i, &j);
    uint32_t some = 0;
    for (uint32_t k = 0; k < SEPAL_MESH_FANOUT; k++) {
        there[k] = level == 0
                       ? find_field_triangle_box(field, i * SEPAL_LEAF_COLUMNS, j * SEPAL_LEAF_ROWS, k, &bounds[k], &spans[k])
                       : find_field_box(field, level - 1, 4 * i + (k & 3), 4 * j + (k >> 2), &bounds[k], &spans[k]);
        some = there[k] ? k : some;
        any = any || there[k];
    }
    for (uint32_t k = 0; k < SEPAL_MESH_FANOUT; k++)
        if (!there[k]) {
            bounds[k] = any ? bounds[some] : (sepal_bounds){0, 0, 0, 0};
            spans[k] = any ? spans[some] : (sepal_span){0, 0};
        }
    sepal_mesh_write_node(out, bounds, spans);
    for (int axis = 0; axis < 3; axis++)
        for (uint32_t k = 0; k < SEPAL_MESH_FANOUT; k++)
            if (!there[k]) { /* an empty place */
                out->low[axis][k] = UINT8_MAX;
                out->high[axis][k] = 0;
            }
}

uint32_t sepal_field_triangle_at(const sepal_field *field, size_t place) {
    size_t i, j;
    uint32_t triangle = SEPAL_NO_SHAPE;
    find_field_block((uint32_t)(place / SEPAL_MESH_FANOUT), &i, &j);
    (void)find_field_place(field, i * SEPAL_LEAF_COLUMNS, j * SEPAL_LEAF_ROWS, place % SEPAL_MESH_FANOUT, &triangle);
    return triangle;
}
