/* solids_scalar_side.c — the side with which a core faces another one, seen along the normal of their push.
 *
 * Of a box with right angles it is the face whose half edge is most nearly along the normal: the cosine of its angle is at least
 * 1 / sqrt(3). Otherwise the side is found from the vertices alone, by two turns of gift wrapping (Chand, Kapur, "An algorithm for
 * convex polytopes", Journal of the ACM 17, 1970): from the farthest vertex along the edge that falls least, about this edge to
 * the plane that falls least; the vertices near this plane, seen along the normal, have the side as their hull. So nothing need be
 * known of the faces of a hull, and repeated, inner and coplanar vertices do no harm. All is computed in double, in the order
 * written. */
#include "../../core/arithmetic.h"

#include "side.h"
#include <math.h>

/* --- Boxes with right angles ------------------------------------------------------------------ */

static void side_of_box(sepal_contact_side *out, const sepal_contact_core *core, double up) {
    const sepal_box_exact *box = sepal_solid_exact(core->set, core->index);
    const float *half[3] = {box->u, box->v, box->w};
    double square[3];
    int face = 0;
    for (int k = 0; k < 3; k++)
        square[k] = ((double)half[k][0] * (double)half[k][0] + (double)half[k][1] * (double)half[k][1]) +
                    (double)half[k][2] * (double)half[k][2];
    for (int k = 1; k < 3; k++) {
        const double along = core->half[k][2], other = core->half[face][2];
        face = along * along * square[face] > other * other * square[k] ? k : face;
    }
    const bool plus = up > 0 ? core->half[face][2] >= 0 : core->half[face][2] < 0;
    int first = face == 0 ? 1 : 0, second = face == 2 ? 1 : 2;
    if (core->half[first][0] * core->half[second][1] - core->half[first][1] * core->half[second][0] < 0) {
        const int swapped = first;
        first = second;
        second = swapped;
    }
    const double *e = core->half[first], *f = core->half[second];
    const double area = e[0] * f[1] - e[1] * f[0];
    const uint32_t number = plus ? 1U << face : 0;
    out->count = 4;
    for (int k = 0; k < 4; k++) {
        double at[3];
        for (int c = 0; c < 3; c++) {
            const double middle = plus ? core->centre[c] + core->half[face][c] : core->centre[c] - core->half[face][c];
            const double along = k == 1 || k == 2 ? middle + e[c] : middle - e[c];
            at[c] = k >= 2 ? along + f[c] : along - f[c];
        }
        out->x[k] = at[0];
        out->y[k] = at[1];
        out->h[k] = at[2];
        out->vertex[k] = number + (k == 1 || k == 2 ? 1U << first : 0) + (k >= 2 ? 1U << second : 0);
    }
    out->slope_x = (e[2] * f[1] - e[1] * f[2]) / area;
    out->slope_y = (e[0] * f[2] - e[2] * f[0]) / area;
}

/* --- Other cores ------------------------------------------------------------------------------ */

/* Some vertices of a core. */
typedef struct side_points {
    int count;
    double x[SEPAL_SIDE_CORNERS], y[SEPAL_SIDE_CORNERS], h[SEPAL_SIDE_CORNERS];
    uint32_t vertex[SEPAL_SIDE_CORNERS];
} side_points;

static void add_point(side_points *p, const double at[3], uint32_t vertex) {
    p->x[p->count] = at[0];
    p->y[p->count] = at[1];
    p->h[p->count] = at[2];
    p->vertex[p->count++] = vertex;
}

/* A plane through a vertex: how much higher it is elsewhere. */
typedef struct side_plane {
    double at[3], slope_x, slope_y, thickness;
} side_plane;

static bool is_on_plane(const side_plane *plane, const double p[3], double up) {
    const double level = plane->at[2] + (plane->slope_x * (p[0] - plane->at[0]) + plane->slope_y * (p[1] - plane->at[1]));
    return up * (level - p[2]) <= plane->thickness;
}

/* The vertices on a plane that are farthest in 64 directions, for cores of which more than that many are on it. Direction k of a
 * quarter is along (256 - k^2, 32 k). */
static void farthest_points(const sepal_contact_core *core, const side_plane *plane, double up, side_points *out) {
    out->count = 0;
    for (int direction = 0; direction < SEPAL_SIDE_CORNERS; direction++) {
        const int k = direction % 16;
        double dx = 256 - k * k, dy = 32 * k, most = -INFINITY, best[3] = {0, 0, 0};
        uint32_t found = 0;
        for (int turn = 0; turn < direction / 16; turn++) {
            const double x = dx;
            dx = -dy;
            dy = x;
        }
        for (uint32_t v = 0; v < core->count; v++) {
            double p[3];
            sepal_contact_vertex(core, v, p);
            const double along = dx * p[0] + dy * p[1];
            if (along > most && is_on_plane(plane, p, up)) {
                most = along;
                found = v;
                memcpy(best, p, sizeof best);
            }
        }
        if (out->count == 0 || (out->vertex[out->count - 1] != found && out->vertex[0] != found))
            add_point(out, best, found);
    }
}

static void points_on_plane(const sepal_contact_core *core, const side_plane *plane, double up, side_points *out) {
    out->count = 0;
    for (uint32_t k = 0; k < core->count; k++) {
        double p[3];
        sepal_contact_vertex(core, k, p);
        if (!is_on_plane(plane, p, up))
            continue;
        if (out->count == SEPAL_SIDE_CORNERS) {
            farthest_points(core, plane, up, out);
            return;
        }
        add_point(out, p, k);
    }
}

/* Does the way from corner i to corner j of a side turn left to a point, by more than the tolerance? */
static bool turns_left(const sepal_contact_side *s, int i, int j, double x, double y, double flat) {
    const double ex = s->x[j] - s->x[i], ey = s->y[j] - s->y[i];
    return ex * (y - s->y[i]) - ey * (x - s->x[i]) > flat * sqrt(ex * ex + ey * ey);
}

static void add_corner(sepal_contact_side *s, double x, double y, double h, uint32_t vertex) {
    s->x[s->count] = x;
    s->y[s->count] = y;
    s->h[s->count] = h;
    s->vertex[s->count++] = vertex;
}

/* Sorts points by x, and y; the first in the order given stays of those in one place. */
static int sort_side_points(const side_points *p, int order[SEPAL_SIDE_CORNERS]) {
    int count = 0;
    for (int i = 0; i < p->count; i++) {
        int j = count;
        while (j > 0 && (p->x[order[j - 1]] > p->x[i] || (p->x[order[j - 1]] == p->x[i] && p->y[order[j - 1]] > p->y[i])))
            j--;
        if (j > 0 && p->x[order[j - 1]] == p->x[i] && p->y[order[j - 1]] == p->y[i])
            continue;
        memmove(order + j + 1, order + j, (size_t)(count - j) * sizeof *order);
        order[j] = i;
        count++;
    }
    return count;
}

/* The corner with the lowest number becomes the first: which one that is does not depend on how the frame lies. */
static void begin_with_lowest(sepal_contact_side *s) {
    sepal_contact_side from;
    int lowest = 0;
    from.count = 0;
    for (int k = 0; k < s->count; k++) {
        lowest = s->vertex[k] < s->vertex[lowest] ? k : lowest;
        add_corner(&from, s->x[k], s->y[k], s->h[k], s->vertex[k]);
    }
    s->count = 0;
    for (int k = 0; k < from.count; k++) {
        const int of = lowest + k < from.count ? lowest + k : lowest + k - from.count;
        add_corner(s, from.x[of], from.y[of], from.h[of], from.vertex[of]);
    }
}

/* The hull of the points in the picture (Andrew's monotone chain, Information Processing Letters 9, 1979). */
static void hull_of_points(sepal_contact_side *s, const side_points *p, double flat) {
    int order[SEPAL_SIDE_CORNERS];
    const int count = sort_side_points(p, order);
    sepal_contact_side chain;
    s->count = 0;
    for (int back = 0; back < 2; back++) {
        chain.count = 0;
        for (int k = 0; k < count; k++) {
            const int i = order[back ? count - 1 - k : k];
            while (chain.count >= 2 && !turns_left(&chain, chain.count - 2, chain.count - 1, p->x[i], p->y[i], flat))
                chain.count--;
            add_corner(&chain, p->x[i], p->y[i], p->h[i], p->vertex[i]);
        }
        for (int k = 0; k + 1 < chain.count; k++) /* the last one is the first of the other chain */
            add_corner(s, chain.x[k], chain.y[k], chain.h[k], chain.vertex[k]);
    }
    begin_with_lowest(s);
}

static uint32_t highest_vertex(const sepal_contact_core *core, double up, double best[3]) {
    uint32_t found = 0;
    sepal_contact_vertex(core, 0, best);
    for (uint32_t k = 1; k < core->count; k++) {
        double p[3];
        sepal_contact_vertex(core, k, p);
        if (up * p[2] > up * best[2]) {
            found = k;
            memcpy(best, p, sizeof p);
        }
    }
    return found;
}

/* The other end of the edge from a vertex that falls least: fall^2 / run^2 is least. False if there is none that is not steep. */
static bool flattest_edge(const sepal_contact_core *core, double up, const double from[3], double near, double best[3]) {
    double fall2 = 0, run2 = 0;
    for (uint32_t k = 0; k < core->count; k++) {
        double p[3];
        sepal_contact_vertex(core, k, p);
        const double dx = p[0] - from[0], dy = p[1] - from[1], square = dx * dx + dy * dy;
        const double fall = up * (from[2] - p[2]) > 0 ? from[2] - p[2] : 0;
        if (square > near * near && (!(run2 > 0) || fall * fall * run2 < fall2 * square)) {
            fall2 = fall * fall;
            run2 = square;
            memcpy(best, p, sizeof p);
        }
    }
    return run2 > 0 && fall2 <= SEPAL_SIDE_STEEP * run2;
}

/* The plane through an edge that falls least across it. False if there is none that is not steep. */
static bool flattest_plane(const sepal_contact_core *core, double up, const double from[3], const double to[3], double near,
                           side_plane *out) {
    const double ex = to[0] - from[0], ey = to[1] - from[1], square = ex * ex + ey * ey, slope = (to[2] - from[2]) / square;
    const double aside = near * sqrt(square);
    double least = INFINITY, tilt = 0;
    for (uint32_t k = 0; k < core->count; k++) {
        double p[3];
        sepal_contact_vertex(core, k, p);
        const double dx = p[0] - from[0], dy = p[1] - from[1], along = dx * ex + dy * ey, across = ex * dy - ey * dx;
        const double fall = up * (slope * along - (p[2] - from[2])) > 0 ? slope * along - (p[2] - from[2]) : 0;
        const double share = fabs(fall) / fabs(across);
        if (fabs(across) > aside && share < least) {
            least = share;
            tilt = -fall / across;
        }
    }
    out->slope_x = slope * ex - tilt * ey;
    out->slope_y = slope * ey + tilt * ex;
    const double slopes = out->slope_x * out->slope_x + out->slope_y * out->slope_y;
    memcpy(out->at, from, sizeof out->at);
    out->thickness = near * sqrt(1 + slopes);
    return least < INFINITY && slopes <= SEPAL_SIDE_STEEP;
}

/* The edge through two vertices, between the farthest of the vertices that are on its line. */
static void side_on_edge(sepal_contact_side *out, const sepal_contact_core *core, const double from[3], const double to[3],
                         double near) {
    const double ex = to[0] - from[0], ey = to[1] - from[1], square = ex * ex + ey * ey, slope = (to[2] - from[2]) / square;
    const double aside = near * sqrt(square), thickness = near * sqrt(1 + slope * slope * square);
    double low = INFINITY, high = -INFINITY, first[3] = {0, 0, 0}, last[3] = {0, 0, 0};
    uint32_t first_number = 0, last_number = 0;
    for (uint32_t k = 0; k < core->count; k++) {
        double p[3];
        sepal_contact_vertex(core, k, p);
        const double dx = p[0] - from[0], dy = p[1] - from[1], along = dx * ex + dy * ey;
        if (fabs(ex * dy - ey * dx) > aside || fabs(from[2] + slope * along - p[2]) > thickness)
            continue;
        if (along < low) {
            low = along;
            first_number = k;
            memcpy(first, p, sizeof p);
        }
        if (along > high) {
            high = along;
            last_number = k;
            memcpy(last, p, sizeof p);
        }
    }
    const bool in_order = first_number < last_number;
    const double *p = in_order ? first : last, *q = in_order ? last : first;
    out->count = 0;
    add_corner(out, p[0], p[1], p[2], in_order ? first_number : last_number);
    add_corner(out, q[0], q[1], q[2], in_order ? last_number : first_number);
}

static void side_of_points(sepal_contact_side *out, const sepal_contact_core *core, double up) {
    const double near = SEPAL_SIDE_NEAR_EXTENT * core->extent + SEPAL_SIDE_NEAR_MAGNITUDE * core->magnitude;
    double from[3], to[3] = {0, 0, 0};
    side_plane plane;
    side_points points;
    const uint32_t start = highest_vertex(core, up, from);
    out->count = 0;
    if (!flattest_edge(core, up, from, near, to)) {
        add_corner(out, from[0], from[1], from[2], start);
        return;
    }
    if (flattest_plane(core, up, from, to, near, &plane)) {
        points_on_plane(core, &plane, up, &points);
        hull_of_points(out, &points, near);
        out->slope_x = plane.slope_x;
        out->slope_y = plane.slope_y;
    }
    if (out->count < 3)
        side_on_edge(out, core, from, to, near);
}

void sepal_contact_side_set(sepal_contact_side *out, const sepal_contact_core *core, double up) {
    if (sepal_contact_is_right_box(core->set, core->index))
        side_of_box(out, core, up);
    else
        side_of_points(out, core, up);
}
