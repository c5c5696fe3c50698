#include "contain.h"
#include "round.h"

#include <stdlib.h>

/* Whether the core contains the disc of radius b + margin - a > 0 about (x, y); if `strict`, in its interior. It does if it contains
 * (x, y) and no point of the boundary is nearer to that than the radius, or, if `strict`, as near. A hull without area is its own
 * boundary. */
static bool holds_disc(const oracle_shape *a, float x, float y, float b_radius, bool strict, float margin) {
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
        oracle_contact contact = oracle_round_contact(edge_x, edge_y, 2, -a->radius, &x, &y, 1, b_radius, margin);
        holds = contact == ORACLE_APART || (contact == ORACLE_TOUCH && !strict);
    }
    free(hull_x);
    free(hull_y);
    return holds;
}

/* A convex set contains a shape if it contains the disc, of the shape's radius, about every vertex of its core. */
bool oracle_contains(const oracle_shape *a, const oracle_shape *b, bool strict, float margin) {
    int spare = oracle_sum_sign(a->radius, -b->radius, -margin);
    for (size_t i = 0; i < b->count; i++) {
        bool holds;
        if (spare < 0) {
            holds = holds_disc(a, b->x[i], b->y[i], b->radius, strict, margin);
        } else {
            oracle_contact contact =
                spare == 0 ? oracle_hulls_contact(a->x, a->y, a->count, &b->x[i], &b->y[i], 1)
                           : oracle_round_contact(a->x, a->y, a->count, a->radius, &b->x[i], &b->y[i], 1, -b->radius, -margin);
            holds = contact == ORACLE_OVERLAP || (contact == ORACLE_TOUCH && !strict);
        }
        if (!holds)
            return false;
    }
    return true;
}
