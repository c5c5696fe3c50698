#include "shapes.h"

#include "../oracle/oracle.h"

#include <math.h>
#include <string.h>

/* --- Random numbers ----------------------------------------------------------------------------*/

uint64_t rng_next(rng *r) {
    uint64_t z = r->state += 0x9e3779b97f4a7c15U;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9U;
    z = (z ^ z >> 27) * 0x94d049bb133111ebU;
    return z ^ z >> 31;
}

uint32_t rng_below(rng *r, uint32_t bound) {
    return (uint32_t)((rng_next(r) >> 32) * bound >> 32);
}

int32_t rng_between(rng *r, int32_t lo, int32_t hi) {
    return lo + (int32_t)rng_below(r, (uint32_t)(hi - lo) + 1);
}

double rng_real(rng *r, double lo, double hi) {
    return lo + (hi - lo) * ((double)(rng_next(r) >> 11) * 0x1p-53);
}

/* --- Polygons ----------------------------------------------------------------------------------*/

void polygon_push(polygon *p, double x, double y) {
    p->x[p->count] = (float)x;
    p->y[p->count++] = (float)y;
}

bool polygon_is_valid(const polygon *p) {
    return oracle_is_convex(p->x, p->y, p->count);
}

void polygon_take_hull(polygon *p) {
    polygon hull;
    hull.count = oracle_hull(p->x, p->y, p->count, hull.x, hull.y);
    *p = hull;
}

/* --- Boxes -------------------------------------------------------------------------------------*/

void box_corners(const box *b, polygon *out) {
    static const float signs[4][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
    float cx = b->cos * b->half_x, cy = b->cos * b->half_y;
    float sx = b->sin * b->half_x, sy = b->sin * b->half_y;
    out->count = 0;
    for (int k = 0; k < 4; k++) {
        float i = signs[k][0], j = signs[k][1];
        float middle_x = b->x + i * cx, middle_y = b->y + i * sx;
        polygon_push(out, middle_x - j * sy, middle_y + j * cy);
    }
}

/* The point of parameter t on the unit circle: ((1-t^2)/(1+t^2), 2t/(1+t^2)), in quadrant 0 .. 3 for t from 0 to 1. */
static void on_circle(int quadrant, double t, double *x, double *y) {
    double u = (1 - t * t) / (1 + t * t), v = 2 * t / (1 + t * t);
    const double xs[4] = {u, -v, -u, v}, ys[4] = {v, u, -v, -u};
    *x = xs[quadrant];
    *y = ys[quadrant];
}

void random_rotation(rng *r, double *cos, double *sin) {
    int quadrant = (int)rng_below(r, 4);
    on_circle(quadrant, rng_real(r, 0, 1), cos, sin);
}

box random_box(rng *r, double x, double y, double half_least, double half_most) {
    double cos, sin;
    random_rotation(r, &cos, &sin);
    box b = {.x = (float)x, .y = (float)y, .cos = (float)cos, .sin = (float)sin};
    b.half_x = (float)rng_real(r, half_least, half_most);
    b.half_y = (float)rng_real(r, half_least, half_most);
    return b;
}

/* --- Making polygons ---------------------------------------------------------------------------*/

static double round_to(double value, double quantum) {
    return quantum > 0 ? quantum * (double)(int64_t)(value / quantum) : value;
}

void make_round(rng *r, size_t count, double x, double y, double radius, double quantum, polygon *out) {
    double cos, sin;
    random_rotation(r, &cos, &sin);
    double rx = rng_real(r, radius / 3, radius);
    double ry = rng_real(r, radius / 3, radius);
    out->count = 0;
    for (size_t i = 0; i < count; i++) {
        double along = 4 * ((double)i + rng_real(r, 0.15, 0.85)) / (double)count;
        double u, v;
        on_circle((int)along, along - (int)along, &u, &v);
        u *= rx;
        v *= ry;
        polygon_push(out, round_to(x + (cos * u - sin * v), quantum), round_to(y + (sin * u + cos * v), quantum));
    }
    polygon_take_hull(out);
    polygon_repeat(r, out, count);
}

void make_lattice(rng *r, size_t count, lattice_point centre, int32_t range, polygon *out) {
    out->count = 0;
    for (size_t i = 0; i < count; i++) {
        int64_t x = centre.x + rng_between(r, -range, range);
        int64_t y = centre.y + rng_between(r, -range, range);
        polygon_push(out, (double)x, (double)y);
    }
    polygon_take_hull(out);
}

static float wild_float(rng *r, int lowest, int highest) {
    uint32_t exponent = (uint32_t)rng_between(r, lowest, highest);
    uint32_t zeros = rng_below(r, 24); /* shapes with short significands touch exactly more often */
    uint32_t fraction = (uint32_t)rng_next(r) & (0x7fffffU >> zeros << zeros);
    uint32_t sign = rng_below(r, 2);
    uint32_t bits = sign << 31 | exponent << 23 | fraction;
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

void make_wild(rng *r, size_t count, int lowest, int highest, polygon *out) {
    out->count = count;
    for (size_t i = 0; i < count; i++) {
        out->x[i] = wild_float(r, lowest, highest);
        out->y[i] = wild_float(r, lowest, highest);
    }
    polygon_take_hull(out);
}

void make_parallelogram(lattice_point p, lattice_point u, lattice_point v, polygon *out) {
    out->count = 0;
    polygon_push(out, (double)p.x, (double)p.y);
    polygon_push(out, (double)(p.x + u.x), (double)(p.y + u.y));
    polygon_push(out, (double)(p.x + u.x + v.x), (double)(p.y + u.y + v.y));
    polygon_push(out, (double)(p.x + v.x), (double)(p.y + v.y));
}

void make_hexagon(lattice_point p, lattice_point u, lattice_point v, polygon *out) {
    static const int steps[6][2] = {{0, 0}, {1, 0}, {2, 1}, {2, 2}, {1, 2}, {0, 1}};
    out->count = 0;
    for (int k = 0; k < 6; k++) {
        int64_t x = p.x + steps[k][0] * u.x + steps[k][1] * v.x;
        int64_t y = p.y + steps[k][0] * u.y + steps[k][1] * v.y;
        polygon_push(out, (double)x, (double)y);
    }
}

void make_octagon(int64_t half, int64_t side, polygon *out) {
    const int64_t x[8] = {side, half, half, side, -side, -half, -half, -side};
    const int64_t y[8] = {-half, -side, side, half, half, side, -side, -half};
    out->count = 0;
    for (int k = 0; k < 8; k++)
        polygon_push(out, (double)x[k], (double)y[k]);
}

touch move_to_touch(rng *r, const polygon *neighbour, touch_manner manner, polygon *mover) {
    polygon hull = *neighbour;
    polygon_take_hull(&hull);
    size_t i = rng_below(r, (uint32_t)hull.count), next = (i + 1) % hull.count;
    lattice_point p = {(int64_t)hull.x[i], (int64_t)hull.y[i]}, q = {(int64_t)hull.x[next], (int64_t)hull.y[next]};
    lattice_point middle = {(p.x + q.x) / 2, (p.y + q.y) / 2};
    touch at = {manner == TOUCH_VERTEX ? p : middle, {q.x - p.x, q.y - p.y}};
    if (manner == TOUCH_EDGE) { /* turned by half a turn about the middle of the edge */
        mover->count = 0;
        for (size_t k = 0; k < hull.count; k++)
            polygon_push(mover, (double)(p.x + q.x) - hull.x[k], (double)(p.y + q.y) - hull.y[k]);
        return at;
    }
    lattice_point outward = {at.edge.y, -at.edge.x}; /* a hull goes counter-clockwise */
    size_t nearest = 0;
    int64_t least = INT64_MAX;
    for (size_t k = 0; k < mover->count; k++) {
        int64_t height = outward.x * (int64_t)mover->x[k] + outward.y * (int64_t)mover->y[k];
        if (height < least) {
            least = height;
            nearest = k;
        }
    }
    polygon_translate(mover, (double)(at.point.x - (int64_t)mover->x[nearest]), (double)(at.point.y - (int64_t)mover->y[nearest]));
    return at;
}

/* --- Changing polygons -------------------------------------------------------------------------*/

void polygon_reverse(polygon *p) {
    polygon old = *p;
    for (size_t i = 0; i < p->count; i++) {
        p->x[i] = old.x[p->count - 1 - i];
        p->y[i] = old.y[p->count - 1 - i];
    }
}

void polygon_start_at(polygon *p, size_t first) {
    polygon old = *p;
    for (size_t i = 0; i < p->count; i++) {
        p->x[i] = old.x[(first + i) % p->count];
        p->y[i] = old.y[(first + i) % p->count];
    }
}

static void polygon_insert(polygon *p, size_t at, float x, float y) {
    memmove(p->x + at + 1, p->x + at, (p->count - at) * sizeof *p->x);
    memmove(p->y + at + 1, p->y + at, (p->count - at) * sizeof *p->y);
    p->x[at] = x;
    p->y[at] = y;
    p->count++;
}

void polygon_repeat(rng *r, polygon *p, size_t count) {
    while (p->count < count) {
        size_t i = rng_below(r, (uint32_t)p->count);
        polygon_insert(p, i, p->x[i], p->y[i]);
    }
}

void polygon_split_edges(rng *r, polygon *p, size_t attempts) {
    while (attempts-- > 0 && p->count < POLYGON_MAX) {
        size_t i = rng_below(r, (uint32_t)p->count), next = (i + 1) % p->count;
        double t = (double)rng_between(r, 1, 3) / 4;
        polygon split = *p;
        polygon_insert(&split, i + 1, (float)(p->x[i] + t * ((double)p->x[next] - p->x[i])),
                       (float)(p->y[i] + t * ((double)p->y[next] - p->y[i])));
        polygon corners = *p, split_corners = split;
        polygon_take_hull(&corners);
        polygon_take_hull(&split_corners);
        bool same_hull = corners.count == split_corners.count &&
                         memcmp(corners.x, split_corners.x, corners.count * sizeof *corners.x) == 0 &&
                         memcmp(corners.y, split_corners.y, corners.count * sizeof *corners.y) == 0;
        if (same_hull && polygon_is_valid(&split))
            *p = split;
    }
}

void polygon_translate(polygon *p, double x, double y) {
    for (size_t i = 0; i < p->count; i++) {
        p->x[i] = (float)(p->x[i] + x);
        p->y[i] = (float)(p->y[i] + y);
    }
}

void polygon_scale(polygon *p, int exponent) {
    for (size_t i = 0; i < p->count; i++) {
        p->x[i] = ldexpf(p->x[i], exponent);
        p->y[i] = ldexpf(p->y[i], exponent);
    }
}

void polygon_nudge(rng *r, polygon *p) {
    polygon moved = *p;
    size_t i = rng_below(r, (uint32_t)p->count);
    float *value = rng_below(r, 2) ? &moved.x[i] : &moved.y[i];
    *value = nextafterf(*value, rng_below(r, 2) ? HUGE_VALF : -HUGE_VALF);
    if (polygon_is_valid(&moved))
        *p = moved;
}
