/* meshes_heights_facets.c — the flat facets of a height field, without a name for each triangle. The cells lie in squares; of each flat edge
 * between two squares the name of its facet is kept. A facet that does not leave a square is walked through when its name is asked for; one
 * that does is walked through until the first such edge. */
#include "../core/arithmetic.h"

#include "../core/memory.h"
#include "mesh.h"

/* Cells along the side of a square. */
enum { FACET_SQUARE = 8, FACET_TRIANGLES = 2 * FACET_SQUARE * FACET_SQUARE };

/* How many edges are between squares: those across the lines between columns, then those across the lines between rows. */
static size_t edges_of_columns(const sepal_field *field) {
    return (field->columns - 2) / FACET_SQUARE * (field->rows - 1);
}
static size_t edges_between_squares(const sepal_field *field) {
    return edges_of_columns(field) + (field->rows - 2) / FACET_SQUARE * (field->columns - 1);
}

/* The number of the edge between the squares of two neighbouring cells; false if they are in one square. */
static bool find_edge_between(const sepal_field *field, size_t cell, size_t other, size_t *edge) {
    const size_t in_row = field->columns - 1, low = cell < other ? cell : other, high = cell < other ? other : cell;
    const size_t i = high % in_row, j = high / in_row;
    const bool across_column = j == low / in_row;
    if (low == high || (across_column ? i : j) % FACET_SQUARE != 0)
        return false;
    *edge = across_column ? (i / FACET_SQUARE - 1) * (field->rows - 1) + j
                          : edges_of_columns(field) + (j / FACET_SQUARE - 1) * in_row + i;
    return true;
}

void sepal_field_release_facets(const sepal_allocator *from, sepal_field *field) {
    if (field->facets != NULL)
        sepal_memory_release(from, field->facets, edges_between_squares(field) + 1, sizeof *field->facets);
    field->facets = NULL;
}

bool sepal_field_keep_facets(const sepal_allocator *from, sepal_field *field, const uint32_t *facets) {
    const size_t cells = (field->columns - 1) * (field->rows - 1);
    field->facets = sepal_memory_take(from, edges_between_squares(field) + 1, sizeof *field->facets);
    if (field->facets == NULL)
        return false;
    for (uint32_t t = 0; t < 2 * cells; t++)
        for (int k = 0; k < 3; k++) {
            size_t edge;
            if (sepal_field_kind(field, t, k) == SEPAL_EDGE_FLAT &&
                find_edge_between(field, t / 2, sepal_field_beyond(field, t, k) / 6, &edge))
                field->facets[edge] = facets[t];
        }
    return true;
}

/* The number of a triangle in its square. */
static unsigned place_in_square(const sepal_field *field, uint32_t triangle) {
    const size_t in_row = field->columns - 1, cell = triangle / 2;
    return (unsigned)((cell / in_row % FACET_SQUARE * FACET_SQUARE + cell % in_row % FACET_SQUARE) * 2 + triangle % 2);
}

uint32_t sepal_field_facet(const sepal_field *field, uint32_t triangle) {
    uint32_t waiting[FACET_TRIANGLES], least = triangle;
    uint64_t seen[FACET_TRIANGLES / 64] = {0};
    size_t count = 0;
    if (field->facets == NULL)
        return triangle;
    waiting[count++] = triangle;
    seen[place_in_square(field, triangle) / 64] |= UINT64_C(1) << place_in_square(field, triangle) % 64;
    while (count > 0) {
        const uint32_t t = waiting[--count];
        least = t < least ? t : least;
        for (int k = 0; k < 3; k++) {
            size_t edge;
            if (sepal_field_kind(field, t, k) != SEPAL_EDGE_FLAT)
                continue;
            const uint32_t other = sepal_field_beyond(field, t, k) / 3;
            if (find_edge_between(field, t / 2, other / 2, &edge))
                return field->facets[edge];
            const unsigned place = place_in_square(field, other);
            if ((seen[place / 64] >> place % 64 & 1) == 0)
                waiting[count++] = other;
            seen[place / 64] |= UINT64_C(1) << place % 64;
        }
    }
    return least;
}
