#include "couple.h"

#include <stdlib.h>

const sepal_pair couple_group[SEPAL_LANES];

/* Makes a set anew; NULL if sepal refuses the shape. */
static sepal_polys *shape_of(sepal_polys **set, const float *floats, uint32_t count, uint32_t filled, float radius) {
    float x[SEPAL_LANE_VERTICES], y[SEPAL_LANE_VERTICES];
    uint32_t size = filled > count ? filled : count;
    for (uint32_t k = 0; k < size; k++) {
        x[k] = floats[2 * (k < count ? k : count - 1)];
        y[k] = floats[2 * (k < count ? k : count - 1) + 1];
    }
    if (*set == NULL && sepal_polys_create(NULL, set) != SEPAL_OK)
        abort();
    sepal_polys_clear(*set);
    return sepal_polys_add_round(*set, x, y, size, fabsf(radius), NULL) == SEPAL_OK ? *set : NULL;
}

static sepal_polys *first_set, *second_set;

bool couple_made_last(couple *out) {
    *out = (couple){first_set, second_set};
    return first_set != NULL && second_set != NULL && first_set->count == 1 && second_set->count == 1;
}

bool couple_of_polygons(const float *floats, uint32_t count_a, uint32_t count_b, uint32_t filled, couple *out) {
    out->a = shape_of(&first_set, floats, count_a, filled, 0);
    out->b = shape_of(&second_set, floats + 2 * count_a, count_b, filled, 0);
    return out->a != NULL && out->b != NULL;
}

bool couple_of_round(const float *floats, uint32_t count_a, float radius_a, uint32_t count_b, float radius_b, couple *out) {
    out->a = shape_of(&first_set, floats, count_a, count_a, radius_a);
    out->b = shape_of(&second_set, floats + 2 * count_a, count_b, count_b, radius_b);
    return out->a != NULL && out->b != NULL;
}

bool couple_of_circles(const float *floats, couple *out) {
    const float centres[] = {floats[0], floats[1], floats[3], floats[4]};
    return couple_of_round(centres, 1, floats[2], 1, floats[5], out);
}

static void corners_of(const float *f, float *vertices) {
    static const float of_u[] = {-1, 1, 1, -1}, of_v[] = {-1, -1, 1, 1};
    for (int k = 0; k < 4; k++)
        for (int axis = 0; axis < 2; axis++)
            vertices[2 * k + axis] = f[axis] + (of_u[k] * f[2 + axis] + of_v[k] * f[4 + axis]);
}

bool couple_of_boxes(const float *floats, couple *out) {
    float vertices[16];
    corners_of(floats, vertices);
    corners_of(floats + 6, vertices + 8);
    return couple_of_polygons(vertices, 4, 4, 4, out);
}

circle_lanes couple_circle(const sepal_polys *set) {
    return load_circles(set, &couple_group->a);
}

vertex_lanes couple_vertices(const sepal_polys *set, uint32_t size) {
    vertex_lanes out;
    load_vertices(set, &couple_group->a, size, true, &out);
    return out;
}

float lane_of(w v) {
    float lanes[SEPAL_LANES];
    w_store(lanes, v);
    return lanes[0];
}

static double greatest_gap_of(const sepal_polys *a, const sepal_polys *b, bool unit, double x, double y) {
    const float *ax = sepal_poly_x(a, 0), *ay = sepal_poly_y(a, 0), *bx = sepal_poly_x(b, 0), *by = sepal_poly_y(b, 0);
    double outward = a->heads[0].flags & SEPAL_CLOCKWISE ? -1 : 1;
    uint32_t size_a = a->heads[0].size, size_b = b->heads[0].size;
    double greatest = -INFINITY;
    for (uint32_t i = 0; i < size_a; i++) {
        uint32_t next = i + 1 < size_a ? i + 1 : 0;
        double nx = outward * ((double)ay[next] - (double)ay[i]), ny = outward * ((double)ax[i] - (double)ax[next]);
        double least = INFINITY;
        for (uint32_t j = 0; j < size_b; j++)
            least = fmin(least, nx * ((double)bx[j] - (double)ax[i] + x) + ny * ((double)by[j] - (double)ay[i] + y));
        if (nx != 0 || ny != 0)
            greatest = fmax(greatest, unit ? least / hypot(nx, ny) : least);
    }
    return greatest;
}

double couple_gap(const sepal_polys *a, const sepal_polys *b) {
    return greatest_gap_of(a, b, false, 0, 0);
}

double couple_unit_gap(const sepal_polys *a, const sepal_polys *b) {
    return greatest_gap_of(a, b, true, 0, 0);
}

double couple_unit_gap_moved(const sepal_polys *a, const sepal_polys *b, double x, double y) {
    return greatest_gap_of(a, b, true, x, y);
}

/* The distance of a point from a segment. */
static double distance_of(double px, double py, double ax, double ay, double bx, double by) {
    double ex = bx - ax, ey = by - ay, wx = px - ax, wy = py - ay, along = ex * wx + ey * wy, length2 = ex * ex + ey * ey;
    if (along <= 0 || length2 == 0)
        return hypot(wx, wy);
    return along >= length2 ? hypot(px - bx, py - by) : fabs(ex * wy - ey * wx) / sqrt(length2);
}

/* The least distance of a vertex of a from an edge of b, moved by (x, y). */
static double least_distance(const sepal_polys *a, const sepal_polys *b, double x, double y) {
    const float *ax = sepal_poly_x(a, 0), *ay = sepal_poly_y(a, 0), *bx = sepal_poly_x(b, 0), *by = sepal_poly_y(b, 0);
    uint32_t size_a = a->heads[0].size, size_b = b->heads[0].size;
    double least = INFINITY;
    for (uint32_t i = 0; i < size_a; i++)
        for (uint32_t j = 0; j < size_b; j++) {
            uint32_t next = j + 1 < size_b ? j + 1 : 0;
            least = fmin(least, distance_of((double)ax[i] - x, (double)ay[i] - y, (double)bx[j], (double)by[j], (double)bx[next],
                                            (double)by[next]));
        }
    return least;
}

double couple_distance(const couple *c, double x, double y) {
    bool flat = (c->a->heads[0].flags & c->b->heads[0].flags & SEPAL_FLAT) != 0;
    double gap = fmax(couple_unit_gap_moved(c->a, c->b, x, y), couple_unit_gap_moved(c->b, c->a, -x, -y));
    if (flat ? gap < 0 : gap <= 0) /* of two parallel segments, one normal has a gap of 0 or more */
        return 0;
    return fmin(least_distance(c->a, c->b, x, y), least_distance(c->b, c->a, -x, -y));
}

double wrong_share(const gap_lanes *g, const couple *c) {
    double share_a = (double)lane_of(g->gap_a) / (double)lane_of(g->error_a);
    double share_b = (double)lane_of(g->gap_b) / (double)lane_of(g->error_b);
    double apart = fmax(share_a, share_b); /* the filter answers apart if this is above 1, and overlap if it is below -1 */
    if (!isfinite(apart))                  /* of two points there is no gap */
        return -INFINITY;
    sepal_contact contact = sepal_polys_scalar_contact(c->a, 0, c->b, 0);
    return contact == SEPAL_APART ? -apart : contact == SEPAL_TOUCH ? fabs(apart) : apart;
}
