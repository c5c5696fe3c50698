/* solids_scalar_side.c — the side with which a core faces another one, seen along the normal of their push.
 *
 * Of a box with right angles it is the face whose half edge is most nearly along the normal (../seen.h). Otherwise the side is found from the vertices alone, by two turns of gift wrapping (Chand, Kapur, "An algorithm for
 * convex polytopes", Journal of the ACM 17, 1970): from the farthest vertex along the edge that falls least, about this edge to
 * the plane that falls least; the vertices near this plane, seen along the normal, have the side as their hull. So nothing need be
 * known of the faces of a hull, and repeated, inner and coplanar vertices do no harm. All is computed in double, in the order
 * written. */
#include "../../core/arithmetic.h"

#include "side.h"
#include <math.h>

/* --- Boxes with right angles ------------------------------------------------------------------ */

static void side_of_box(sepal_contact_side *out, const sepal_contact_core *core, double up) {
    box_face face;
    face_of_box(&core->box, up > 0, &face);
    out->count = 4;
    for (int k = 0; k < 4; k++) {
        out->x[k] = face.x[k];
        out->y[k] = face.y[k];
        out->h[k] = face.h[k];
        out->vertex[k] = (uint32_t)face.number[k];
    }
    out->slope_x = face.slope_x;
    out->slope_y = face.slope_y;
}

/* --- Other cores ------------------------------------------------------------------------------ */

/* A vertex of a core. */
typedef struct side_vertex {
    double x, y, h;
    uint32_t number;
} side_vertex;

/* Vertex k of the block from number `first` on. */
static side_vertex side_vertex_at(const sepal_contact_core *core, uint32_t first, uint32_t k) {
    return (side_vertex){core->x[k], core->y[k], core->h[k], first + k};
}

/* Some vertices of a core; the last place is scratch memory. */
typedef struct side_points {
    int count;
    double x[SEPAL_SIDE_CORNERS + 1], y[SEPAL_SIDE_CORNERS + 1], h[SEPAL_SIDE_CORNERS + 1];
    uint32_t vertex[SEPAL_SIDE_CORNERS + 1];
} side_points;

/* Puts a vertex behind those of a list, which it does not count. */
static void put_point(side_points *p, side_vertex v) {
    p->x[p->count] = v.x;
    p->y[p->count] = v.y;
    p->h[p->count] = v.h;
    p->vertex[p->count] = v.number;
}

/* A plane through a vertex: how much higher it is elsewhere. */
typedef struct side_plane {
    side_vertex at;
    double slope_x, slope_y, thickness;
} side_plane;

static bool is_on_plane(const side_plane *plane, double x, double y, double h, double up) {
    const double level = plane->at.h + (plane->slope_x * (x - plane->at.x) + plane->slope_y * (y - plane->at.y));
    return up * (level - h) <= plane->thickness;
}

/* The vertices on a plane that are farthest in 64 directions, for cores of which more than that many are on it. Direction k of a
 * quarter is along (256 - k^2, 32 k). */
static void farthest_points(sepal_contact_core *core, const side_plane *plane, double up, side_points *out) {
    out->count = 0;
    for (int direction = 0; direction < SEPAL_SIDE_CORNERS; direction++) {
        const int quarter = direction % 16;
        double dx = 256 - quarter * quarter, dy = 32 * quarter, most = -INFINITY;
        side_vertex best = {0};
        for (int turn = 0; turn < direction / 16; turn++) {
            const double x = dx;
            dx = -dy;
            dy = x;
        }
        for (uint32_t first = 0; first < core->count; first += SEPAL_SIDE_CORNERS) {
            const uint32_t some = sepal_contact_block(core, first);
            for (uint32_t k = 0; k < some; k++) {
                const double along = dx * core->x[k] + dy * core->y[k];
                if (along > most && is_on_plane(plane, core->x[k], core->y[k], core->h[k], up)) {
                    most = along;
                    best = side_vertex_at(core, first, k);
                }
            }
        }
        if (out->count == 0 || (out->vertex[out->count - 1] != best.number && out->vertex[0] != best.number)) {
            put_point(out, best);
            out->count++;
        }
    }
}

static void points_on_plane(sepal_contact_core *core, const side_plane *plane, double up, side_points *out) {
    out->count = 0;
    for (uint32_t first = 0; first < core->count; first += SEPAL_SIDE_CORNERS) {
        const uint32_t some = sepal_contact_block(core, first);
        for (uint32_t k = 0; k < some; k++) {
            put_point(out, side_vertex_at(core, first, k));
            out->count += is_on_plane(plane, core->x[k], core->y[k], core->h[k], up);
            if (out->count > SEPAL_SIDE_CORNERS) {
                farthest_points(core, plane, up, out);
                return;
            }
        }
    }
}

/* Does the way from point i to point j turn left to point k, by more than the tolerance? The square root, at most |ex| + |ey|, is
 * seldom needed. */
static bool turns_left(const side_points *p, int i, int j, int k, double flat) {
    const double ex = p->x[j] - p->x[i], ey = p->y[j] - p->y[i];
    const double turn = ex * (p->y[k] - p->y[i]) - ey * (p->x[k] - p->x[i]);
    if (!(turn > 0))
        return false;
    return turn > 2 * flat * (fabs(ex) + fabs(ey)) || turn > flat * sqrt(ex * ex + ey * ey);
}

/* Is point i before point j, by x, and then y? */
static bool is_left_of(const side_points *p, int i, int j) {
    return p->x[i] < p->x[j] || (p->x[i] == p->x[j] && p->y[i] < p->y[j]); /* NOLINT: both are points of the list */
}

/* Sorts points by x, and y; the first in the order given stays of those in one place. */
static int sort_side_points(const side_points *p, int order[SEPAL_SIDE_CORNERS]) {
    int count = 0;
    for (int i = 0; i < p->count; i++) {
        int j = count;
        while (j > 0 && is_left_of(p, i, order[j - 1]))
            j--;
        if (j > 0 && p->x[order[j - 1]] == p->x[i] && p->y[order[j - 1]] == p->y[i])
            continue;
        for (int k = count++; k > j; k--)
            order[k] = order[k - 1];
        order[j] = i;
    }
    return count;
}

static void add_corner(sepal_contact_side *s, side_vertex v) {
    s->x[s->count] = v.x;
    s->y[s->count] = v.y;
    s->h[s->count] = v.h;
    s->vertex[s->count++] = v.number;
}

/* The hull of the points in the picture (Andrew's monotone chain, Information Processing Letters 9, 1979). The corner with the
 * lowest number becomes the first: which one that is does not depend on how the frame lies. None, where there are fewer than three
 * points. */
static void hull_of_points(sepal_contact_side *s, const side_points *p, double flat) {
    int order[SEPAL_SIDE_CORNERS], corners[2 * SEPAL_SIDE_CORNERS], count = 0, lowest = 0;
    const int points = sort_side_points(p, order);
    s->count = 0;
    if (points < 3)
        return;
    for (int back = 0; back < 2; back++) {
        const int from = count;
        for (int k = 0; k < points; k++) {
            const int i = order[back ? points - 1 - k : k];
            while (count - from >= 2 && !turns_left(p, corners[count - 2], corners[count - 1], i, flat))
                count--;
            corners[count++] = i;
        }
        count--; /* the last one is the first of the other chain */
    }
    for (int k = 1; k < count; k++)
        lowest = p->vertex[corners[k]] < p->vertex[corners[lowest]] ? k : lowest;
    for (int k = 0; k < count; k++) {
        const int i = corners[lowest + k < count ? lowest + k : lowest + k - count];
        add_corner(s, (side_vertex){p->x[i], p->y[i], p->h[i], p->vertex[i]});
    }
}

static side_vertex highest_vertex(sepal_contact_core *core, double up) {
    side_vertex best = {0};
    for (uint32_t first = 0; first < core->count; first += SEPAL_SIDE_CORNERS) {
        const uint32_t some = sepal_contact_block(core, first);
        if (first == 0)
            best = side_vertex_at(core, 0, 0);
        for (uint32_t k = 0; k < some; k++)
            if (up * core->h[k] > up * best.h)
                best = side_vertex_at(core, first, k);
    }
    return best;
}

/* The other end of the edge from a vertex that falls least: fall^2 / run^2 is least. False if there is none that is not steep. */
static bool flattest_edge(sepal_contact_core *core, double up, const side_vertex *from, double near, side_vertex *best) {
    const double nearest = near * near;
    double fall2 = 0, run2 = 0;
    for (uint32_t first = 0; first < core->count; first += SEPAL_SIDE_CORNERS) {
        const uint32_t some = sepal_contact_block(core, first);
        double falls[SEPAL_SIDE_CORNERS], squares[SEPAL_SIDE_CORNERS];
        for (uint32_t k = 0; k < some; k++) {
            const double dx = core->x[k] - from->x, dy = core->y[k] - from->y, below = from->h - core->h[k];
            const double fall = up * below > 0 ? below : 0;
            squares[k] = dx * dx + dy * dy;
            falls[k] = fall * fall;
        }
        for (uint32_t k = 0; k < some; k++)
            if (squares[k] > nearest && (!(run2 > 0) || falls[k] * run2 < fall2 * squares[k])) {
                fall2 = falls[k];
                run2 = squares[k];
                *best = side_vertex_at(core, first, k);
            }
    }
    return run2 > 0 && fall2 <= SEPAL_SIDE_STEEP * run2;
}

static double near_plane(const contact_cover *cover) {
    return SEPAL_SIDE_PLANE_EXTENT * cover->extent + SEPAL_SIDE_PLANE_MAGNITUDE * cover->magnitude;
}

/* The plane through an edge that falls least across it. False if there is none that is not steep. */
static bool flattest_plane(sepal_contact_core *core, double up, const side_vertex *from, const side_vertex *to, double near,
                           side_plane *out) {
    const double ex = to->x - from->x, ey = to->y - from->y, square = ex * ex + ey * ey, slope = (to->h - from->h) / square;
    const double aside = near * sqrt(square), thickness = near_plane(&core->cover);
    double least = INFINITY, tilt = 0;
    for (uint32_t first = 0; first < core->count; first += SEPAL_SIDE_CORNERS) {
        const uint32_t some = sepal_contact_block(core, first);
        double falls[SEPAL_SIDE_CORNERS], ways[SEPAL_SIDE_CORNERS], shares[SEPAL_SIDE_CORNERS];
        for (uint32_t k = 0; k < some; k++) {
            const double dx = core->x[k] - from->x, dy = core->y[k] - from->y, along = dx * ex + dy * ey;
            const double below = slope * along - (core->h[k] - from->h);
            falls[k] = up * below > 0 ? below : 0;
            ways[k] = ex * dy - ey * dx;
            shares[k] = fabs(falls[k]) / fabs(ways[k]);
        }
        for (uint32_t k = 0; k < some; k++)
            if (fabs(ways[k]) > aside && shares[k] < least) {
                least = shares[k];
                tilt = -falls[k] / ways[k];
            }
    }
    out->slope_x = slope * ex - tilt * ey;
    out->slope_y = slope * ey + tilt * ex;
    const double slopes = out->slope_x * out->slope_x + out->slope_y * out->slope_y;
    out->at = *from;
    out->thickness = thickness * sqrt(1 + slopes);
    return least < INFINITY && slopes <= SEPAL_SIDE_STEEP;
}

/* The edge through two vertices, between the farthest of the vertices that are on its line. */
static void side_on_edge(sepal_contact_side *out, sepal_contact_core *core, const side_vertex *from, const side_vertex *to,
                         double near) {
    const double ex = to->x - from->x, ey = to->y - from->y, square = ex * ex + ey * ey, slope = (to->h - from->h) / square;
    const double aside = near * sqrt(square), thickness = near * sqrt(1 + slope * slope * square);
    double low = INFINITY, high = -INFINITY;
    side_vertex lowest = {0}, highest = {0};
    for (uint32_t first = 0; first < core->count; first += SEPAL_SIDE_CORNERS) {
        const uint32_t some = sepal_contact_block(core, first);
        for (uint32_t k = 0; k < some; k++) {
            const double dx = core->x[k] - from->x, dy = core->y[k] - from->y, along = dx * ex + dy * ey;
            if (fabs(ex * dy - ey * dx) > aside || fabs(from->h + slope * along - core->h[k]) > thickness)
                continue;
            if (along < low) {
                low = along;
                lowest = side_vertex_at(core, first, k);
            }
            if (along > high) {
                high = along;
                highest = side_vertex_at(core, first, k);
            }
        }
    }
    const bool in_order = lowest.number < highest.number;
    out->count = 0;
    add_corner(out, in_order ? lowest : highest);
    add_corner(out, in_order ? highest : lowest);
}

static void side_of_points(sepal_contact_side *out, sepal_contact_core *core, double up) {
    const double near = SEPAL_SIDE_NEAR_EXTENT * core->cover.extent + SEPAL_SIDE_NEAR_MAGNITUDE * core->cover.magnitude;
    const side_vertex from = highest_vertex(core, up);
    side_vertex to = from;
    side_plane plane;
    side_points points;
    out->count = 0;
    if (!flattest_edge(core, up, &from, near, &to)) {
        add_corner(out, from);
        return;
    }
    if (flattest_plane(core, up, &from, &to, near, &plane)) {
        points_on_plane(core, &plane, up, &points);
        hull_of_points(out, &points, near);
        out->slope_x = plane.slope_x;
        out->slope_y = plane.slope_y;
    }
    if (out->count < 3)
        side_on_edge(out, core, &from, &to, near);
}

void sepal_contact_side_set(sepal_contact_side *out, sepal_contact_core *core, double up) {
    out->many = core->count > SEPAL_FEATURE_NUMBERS;
    if (sepal_contact_is_right_box(core->set, core->index))
        side_of_box(out, core, up);
    else
        side_of_points(out, core, up);
}
