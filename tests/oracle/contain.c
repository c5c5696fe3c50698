#include "contain.h"
#include "round.h"

#include <stdlib.h>

/* Whether the core contains the disc of radius b - a > 0 about (x, y). It does if it contains (x, y) and no point of the
 * boundary is nearer to that than the radius. A hull without area is its own boundary. */
static bool holds_disc(const oracle_shape *a, float x, float y, float b_radius) {
    if (oracle_hulls_contact(a->x, a->y, a->count, &x, &y, 1) == ORACLE_APART)
        return false;
    float *hull_x = malloc(a->count * sizeof *hull_x), *hull_y = malloc(a->count * sizeof *hull_y);
    if (hull_x == NULL || hull_y == NULL)
        abort();
    size_t corners = oracle_hull(a->x, a->y, a->count, hull_x, hull_y);
    bool holds = true;
    for (size_t i = 0; i < corners && holds; i++) {
        size_t next = (i + 1) % corners;
        const float edge_x[] = {hull_x[i], hull_x[next]}, edge_y[] = {hull_y[i], hull_y[next]};
        holds = oracle_round_contact(edge_x, edge_y, 2, -a->radius, &x, &y, 1, b_radius, 0) != ORACLE_OVERLAP;
    }
    free(hull_x);
    free(hull_y);
    return holds;
}

/* A convex set contains a shape if it contains the disc, of the shape's radius, about every vertex of its core. */
bool oracle_contains(const oracle_shape *a, const oracle_shape *b) {
    bool all = true;
    for (size_t i = 0; i < b->count && all; i++)
        all = a->radius >= b->radius
                  ? oracle_round_contact(a->x, a->y, a->count, a->radius, &b->x[i], &b->y[i], 1, -b->radius, 0) != ORACLE_APART
                  : holds_disc(a, b->x[i], b->y[i], b->radius);
    return all;
}
