/* meshes_heights.c — height fields: filling, and what meshes read of them. */
#include "../core/arithmetic.h"

#include "heights.h"

#include "../core/fpstate.h"
#include "../core/memory.h"
#include "../core/refusal.h"
#include "../exact/orient3.h"
#include "mesh.h"
#include <string.h>

/* --- Triangles by arithmetic ---------------------------------------------------------------------------------------------------- */

/* The sides of a cell. */
typedef enum field_side { SIDE_BELOW, SIDE_RIGHT, SIDE_ABOVE, SIDE_LEFT, SIDE_CUT } field_side;

/* [turned][triangle][corner]: which vertex of the cell it is, 1 to the right and 2 up; and on which side the edge from there is. */
static const uint8_t field_corner_at[2][2][3] = {{{0, 1, 3}, {0, 3, 2}}, {{0, 1, 2}, {1, 3, 2}}};
static const uint8_t field_side_at[2][2][3] = {{{SIDE_BELOW, SIDE_RIGHT, SIDE_CUT}, {SIDE_CUT, SIDE_ABOVE, SIDE_LEFT}},
                                               {{SIDE_BELOW, SIDE_CUT, SIDE_LEFT}, {SIDE_RIGHT, SIDE_ABOVE, SIDE_CUT}}};
/* [turned][side]: which triangle is there, 3 * triangle + edge. */
static const uint8_t field_edge_at[2][4] = {{0, 1, 4, 5}, {0, 3, 4, 2}};

typedef struct field_cell {
    size_t number, i, j;
    int turned;
} field_cell;

static inline size_t cells_in_row(const sepal_field *field) {
    return field->columns - 1;
}

static inline field_cell field_cell_at(const sepal_field *field, size_t number) {
    const size_t in_row = cells_in_row(field), j = number / in_row;
    return (field_cell){number, number - j * in_row, j, (field->cells[number] & SEPAL_CELL_TURNED) != 0};
}

static inline uint32_t field_vertex_of(const sepal_field *field, const field_cell *cell, unsigned at) {
    return (uint32_t)((cell->j + (at >> 1)) * field->columns + cell->i + (at & 1));
}

uint32_t sepal_field_corner(const sepal_field *field, uint32_t triangle, int k) {
    const field_cell cell = field_cell_at(field, triangle / 2);
    return field_vertex_of(field, &cell, field_corner_at[cell.turned][triangle % 2][k]);
}

void sepal_field_point(const sepal_field *field, uint32_t vertex, float out[3]) {
    const size_t j = vertex / field->columns;
    out[0] = field->x[vertex - j * field->columns];
    out[1] = field->y[j];
    out[2] = field->height[vertex];
}

bool sepal_field_is_there(const sepal_field *field, uint32_t triangle) {
    return (field->cells[triangle / 2] & SEPAL_CELL_HOLE) == 0;
}

sepal_mesh_edge sepal_field_kind(const sepal_field *field, uint32_t triangle, int k) {
    const field_cell cell = field_cell_at(field, triangle / 2);
    const field_side side = (field_side)field_side_at[cell.turned][triangle % 2][k];
    size_t of = cell.number;
    if (side == SIDE_LEFT || side == SIDE_BELOW) {
        if (side == SIDE_LEFT ? cell.i == 0 : cell.j == 0)
            return SEPAL_EDGE_RIM;
        of -= side == SIDE_LEFT ? 1 : cells_in_row(field);
    }
    const int shift = side == SIDE_CUT                          ? SEPAL_CELL_CUT
                      : side == SIDE_LEFT || side == SIDE_RIGHT ? SEPAL_CELL_RIGHT
                                                                : SEPAL_CELL_ABOVE;
    return (sepal_mesh_edge)(field->cells[of] >> shift & 3);
}

/* The cell beyond a side that is not the cut; false if there is none. */
static bool find_cell_beyond(const sepal_field *field, const field_cell *cell, field_side side, field_cell *out) {
    const size_t in_row = cells_in_row(field);
    const bool none = side == SIDE_LEFT    ? cell->i == 0
                      : side == SIDE_RIGHT ? cell->i + 1 == in_row
                      : side == SIDE_BELOW ? cell->j == 0
                                           : cell->j + 2 == field->rows;
    if (none)
        return false;
    *out = field_cell_at(field, side == SIDE_LEFT    ? cell->number - 1
                                : side == SIDE_RIGHT ? cell->number + 1
                                : side == SIDE_BELOW ? cell->number - in_row
                                                     : cell->number + in_row);
    return (field->cells[out->number] & SEPAL_CELL_HOLE) == 0;
}

/* The corner beyond an edge, which is not on it; SEPAL_NO_SHAPE if there is none. */
static uint32_t field_corner_beyond(const sepal_field *field, uint32_t triangle, int k) {
    const field_cell cell = field_cell_at(field, triangle / 2);
    const field_side side = (field_side)field_side_at[cell.turned][triangle % 2][k];
    field_cell there;
    if (side ==
        SIDE_CUT) /* the third corners are the first one of triangle 0, and the last one of triangle 1; or, cut so, 1 and 2 */
        return 3 * (triangle ^ 1) + (triangle % 2 == 0 ? (cell.turned ? 1 : 2) : (cell.turned ? 0 : 1));
    if (!find_cell_beyond(field, &cell, side, &there))
        return SEPAL_NO_SHAPE;
    const unsigned edge = field_edge_at[there.turned][(side + 2) % 4];
    return 6 * (uint32_t)there.number + 3 * (edge / 3) + (edge % 3 + 2) % 3;
}

uint32_t sepal_field_beyond(const sepal_field *field, uint32_t triangle, int k) {
    return field_corner_beyond(field, triangle, k);
}

static uint32_t field_vertex_before(const sepal_field *field, uint32_t corner) {
    return sepal_field_corner(field, corner / 3, (int)((corner + 2) % 3));
}

uint32_t sepal_field_star(const sepal_field *field, uint32_t vertex, uint32_t out[SEPAL_FIELD_STAR]) {
    const size_t j = vertex / field->columns, i = vertex - j * field->columns;
    uint32_t count = 0;
    for (unsigned at = 0; at < 4;
         at++) { /* the vertex is the one of the cell below and to the left that is above and to the right */
        if (i < (at & 1) || j < (at >> 1) || i - (at & 1) + 1 >= field->columns || j - (at >> 1) + 1 >= field->rows)
            continue;
        const field_cell cell = field_cell_at(field, (j - (at >> 1)) * cells_in_row(field) + i - (at & 1));
        if ((field->cells[cell.number] & SEPAL_CELL_HOLE) != 0)
            continue;
        for (uint32_t corner = 0; corner < 6; corner++)
            if (field_corner_at[cell.turned][corner / 3][corner % 3] == at)
                out[count++] = 6 * (uint32_t)cell.number + corner;
    }
    for (uint32_t k = 1; k < count; k++) { /* in order of the vertices before them, which differ */
        const uint32_t moved = out[k], before = field_vertex_before(field, moved);
        uint32_t to = k;
        for (; to > 0 && field_vertex_before(field, out[to - 1]) > before; to--)
            out[to] = out[to - 1];
        out[to] = moved;
    }
    return count;
}

/* --- Filling -------------------------------------------------------------------------------------------------------------------- */

static size_t field_cells(size_t columns, size_t rows) {
    return columns < 2 || rows < 2 ? 0 : (columns - 1) * (rows - 1);
}

static size_t room_for(size_t count) {
    return count > 0 ? count : 1;
}

void sepal_field_release(const sepal_allocator *from, sepal_field *field) {
    if (field == NULL)
        return;
    sepal_memory_release(from, field->x, room_for(field->columns), sizeof *field->x);
    sepal_memory_release(from, field->y, room_for(field->rows), sizeof *field->y);
    sepal_memory_release(from, field->height, room_for(field->columns * field->rows), sizeof *field->height);
    sepal_memory_release(from, field->cells, room_for(field_cells(field->columns, field->rows)), sizeof *field->cells);
    sepal_memory_release(from, field->low, room_for(field->blocks), sizeof *field->low);
    sepal_memory_release(from, field->high, room_for(field->blocks), sizeof *field->high);
    sepal_field_release_facets(from, field);
    sepal_memory_release(from, field, 1, sizeof *field);
}

/* The sizes of all levels. */
static void lay_out_levels(sepal_field *field) {
    size_t columns = (field->columns - 2) / SEPAL_LEAF_COLUMNS + 1, rows = (field->rows - 2) / SEPAL_LEAF_ROWS + 1;
    for (;;) {
        field->level[field->levels++] = (sepal_field_level){columns, rows, field->blocks};
        field->blocks += columns * rows;
        if (columns * rows == 1)
            return;
        columns = (columns - 1) / SEPAL_FIELD_SIDE + 1;
        rows = (rows - 1) / SEPAL_FIELD_SIDE + 1;
    }
}

/* Memory for a field; NULL if there is none. */
static sepal_field *take_field(const sepal_allocator *from, size_t columns, size_t rows) {
    sepal_field *field = sepal_memory_take(from, 1, sizeof *field);
    if (field == NULL)
        return NULL;
    *field = (sepal_field){.columns = columns, .rows = rows};
    if (field_cells(columns, rows) > 0)
        lay_out_levels(field);
    field->x = sepal_memory_take(from, room_for(columns), sizeof *field->x);
    field->y = sepal_memory_take(from, room_for(rows), sizeof *field->y);
    field->height = sepal_memory_take(from, room_for(columns * rows), sizeof *field->height);
    field->cells = sepal_memory_take(from, room_for(field_cells(columns, rows)), sizeof *field->cells);
    field->low = sepal_memory_take(from, room_for(field->blocks), sizeof *field->low);
    field->high = sepal_memory_take(from, room_for(field->blocks), sizeof *field->high);
    if (field->x != NULL && field->y != NULL && field->height != NULL && field->cells != NULL && field->low != NULL &&
        field->high != NULL)
        return field;
    sepal_field_release(from, field);
    return NULL;
}

/* The coordinates of columns or rows, each rounded once. Returns the first that is not a number above the one before, or `count`. */
static size_t fill_field_places(float origin, float step, size_t count, float *out) {
    for (size_t i = 0; i < count; i++) {
        out[i] = (float)((double)origin + (double)i * (double)step) + 0.0F;
        if (!isfinite(out[i]) || (i > 0 && !(out[i] > out[i - 1])))
            return i;
    }
    return count;
}

static bool field_bit(const uint64_t *bits, size_t k) {
    return bits != NULL && (bits[k / 64] >> k % 64 & 1) != 0;
}

/* What an edge of a triangle that is not in a hole is. */
static unsigned find_field_kind(const sepal_field *field, uint32_t triangle, int k) {
    const uint32_t far = field_corner_beyond(field, triangle, k);
    float corner[3][3], beyond[3];
    if (far == SEPAL_NO_SHAPE)
        return SEPAL_EDGE_RIM;
    for (int c = 0; c < 3; c++)
        sepal_field_point(field, sepal_field_corner(field, triangle, c), corner[c]);
    sepal_field_point(field, sepal_field_corner(field, far / 3, (int)(far % 3)), beyond);
    const int side = sepal_orient3(corner[0], corner[1], corner[2], beyond);
    return side > 0 ? SEPAL_EDGE_CONCAVE : side < 0 ? SEPAL_EDGE_CONVEX : SEPAL_EDGE_FLAT;
}

/* The edges of a cell that its byte is about. */
static unsigned find_field_kinds(const sepal_field *field, size_t number) {
    unsigned kinds = 0;
    const int turned = (field->cells[number] & SEPAL_CELL_TURNED) != 0;
    for (uint32_t t = 0; t < 2; t++)
        for (int k = 0; k < 3; k++) {
            const field_side side = (field_side)field_side_at[turned][t][k];
            const bool counts = side == SIDE_RIGHT || side == SIDE_ABOVE || (side == SIDE_CUT && t == 0);
            const int shift = side == SIDE_CUT ? SEPAL_CELL_CUT : side == SIDE_RIGHT ? SEPAL_CELL_RIGHT : SEPAL_CELL_ABOVE;
            if (counts)
                kinds |= find_field_kind(field, (uint32_t)(2 * number + t), k) << shift;
        }
    return kinds;
}

static void fill_field_cells(const sepal_heights *given, sepal_field *field) {
    const size_t cells = field_cells(field->columns, field->rows);
    for (size_t k = 0; k < cells; k++)
        field->cells[k] =
            (uint8_t)((field_bit(given->turned, k) ? SEPAL_CELL_TURNED : 0) | (field_bit(given->hole, k) ? SEPAL_CELL_HOLE : 0));
    for (size_t k = 0; k < cells; k++)
        if ((field->cells[k] & SEPAL_CELL_HOLE) == 0)
            field->cells[k] |= (uint8_t)find_field_kinds(field, k);
}

/* Widens a block by a range of heights. */
static void widen_block(sepal_field *field, const sepal_field_level *level, size_t i, size_t j, float low, float high) {
    const size_t block = level->first + j * level->columns + i;
    field->low[block] = low < field->low[block] ? low : field->low[block];
    field->high[block] = high > field->high[block] ? high : field->high[block];
}

static void fill_field_blocks(sepal_field *field) {
    for (size_t k = 0; k < field->blocks; k++) {
        field->low[k] = INFINITY;
        field->high[k] = -INFINITY;
    }
    for (size_t k = 0; k < field_cells(field->columns, field->rows); k++) {
        const field_cell cell = field_cell_at(field, k);
        for (unsigned at = 0; at < 4 && (field->cells[k] & SEPAL_CELL_HOLE) == 0; at++) {
            const float height = field->height[field_vertex_of(field, &cell, at)];
            widen_block(field, &field->level[0], cell.i / SEPAL_LEAF_COLUMNS, cell.j / SEPAL_LEAF_ROWS, height, height);
        }
    }
    for (int n = 0; n + 1 < field->levels; n++)
        for (size_t k = 0; k < field->level[n].columns * field->level[n].rows; k++) {
            const size_t block = field->level[n].first + k;
            widen_block(field, &field->level[n + 1], k % field->level[n].columns / SEPAL_FIELD_SIDE,
                        k / field->level[n].columns / SEPAL_FIELD_SIDE, field->low[block], field->high[block]);
        }
}

/* Coordinates and heights. Returns why not, and which vertex. */
static const char *fill_field_vertices(const sepal_heights *given, sepal_field *field, size_t *vertex) {
    const size_t stride = given->stride == 0 ? field->columns : given->stride;
    const size_t column = fill_field_places(given->origin_x, given->step_x, field->columns, field->x),
                 row = fill_field_places(given->origin_y, given->step_y, field->rows, field->y);
    if (column < field->columns || row < field->rows) {
        *vertex = column < field->columns ? column : row * field->columns;
        return SEPAL_NOT_ASCENDING;
    }
    for (size_t j = 0; j < field->rows; j++)
        for (size_t i = 0; i < field->columns; i++) {
            const float height = given->height[j * stride + i];
            *vertex = j * field->columns + i;
            if (!isfinite(height))
                return SEPAL_NOT_FINITE;
            field->height[*vertex] = height + 0.0F;
        }
    return NULL;
}

/* Finds the flat facets; their names by triangles are there only while it works. */
static sepal_status find_field_facets(sepal_mesh *made) {
    sepal_status status = sepal_mesh_find_facets(made);
    if (made->facets == NULL)
        return status;
    if (status == SEPAL_OK && !sepal_field_keep_facets(&made->allocator, made->field, made->facets))
        status = SEPAL_NO_MEMORY;
    sepal_memory_release(&made->allocator, made->facets, made->count, sizeof *made->facets);
    made->facets = NULL;
    return status;
}

sepal_status sepal_mesh_fill_heights(sepal_mesh *mesh, const sepal_heights *heights, sepal_mesh_rim rim, sepal_refusal *refusal) {
    if (mesh == NULL || heights == NULL || (rim != SEPAL_RIM_ENDS && rim != SEPAL_RIM_GOES_ON))
        return SEPAL_BAD_ARGUMENT;
    const size_t columns = heights->columns, rows = heights->rows;
    if (columns > 0 && rows > 0 && heights->height == NULL)
        return SEPAL_BAD_ARGUMENT;
    if (columns > SEPAL_MOST_SIDE_OF_FIELD || rows > SEPAL_MOST_SIDE_OF_FIELD)
        return SEPAL_BAD_ARGUMENT;
    if (columns * rows > SEPAL_MOST_VERTICES_OF_FIELD)
        return SEPAL_NO_MEMORY;
    sepal_mesh made = {.allocator = mesh->allocator, .rim = rim};
    made.field = take_field(&made.allocator, columns, rows);
    if (made.field == NULL)
        return SEPAL_NO_MEMORY;
    made.vertices = columns * rows;
    made.count = 2 * field_cells(columns, rows);
    made.levels = made.field->levels;
    sepal_fpstate callers = sepal_fpstate_enter();
    size_t vertex = 0;
    const char *reason = fill_field_vertices(heights, made.field, &vertex);
    if (reason == NULL) {
        fill_field_cells(heights, made.field);
        fill_field_blocks(made.field);
    } else {
        sepal_refuse(refusal, vertex, reason);
    }
    const sepal_status status = reason != NULL ? SEPAL_BAD_SHAPE : find_field_facets(&made);
    sepal_fpstate_leave(callers);
    sepal_mesh_release(status == SEPAL_OK ? mesh : &made);
    if (status == SEPAL_OK)
        *mesh = made;
    return status;
}
