#include "doubles_scenes.h"
#include "shapes.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Where a scene is, and how large its shapes are. */
typedef struct place {
    double x, y, size;
} place;

typedef struct outline {
    double x[48], y[48];
    size_t count;
} outline;

static void push(outline *o, double x, double y) {
    o->x[o->count] = x;
    o->y[o->count++] = y;
}

/* v moved by so many units in its last place. */
static double by_ulps(double v, int ulps) {
    for (; ulps > 0; ulps--)
        v = nextafter(v, DBL_MAX);
    for (; ulps < 0; ulps++)
        v = nextafter(v, -DBL_MAX);
    return v;
}

/* A point of the unit circle, without libm: u from -1 to 1 goes once round it (the rational parametrisation by tan(angle / 2)). */
static void on_circle(double u, double *x, double *y) {
    const double t = u / (1 - u * u), s = 1 / (1 + t * t);
    *x = (1 - t * t) * s;
    *y = 2 * t * s;
}

/* Corners on an ellipse, in order, about a point. */
static outline ellipse(rng *r, size_t count, double cx, double cy, double a, double b) {
    outline o = {.count = 0};
    const double phase = rng_real(r, 0, 1);
    for (size_t k = 0; k < count; k++) {
        double x, y;
        on_circle(-0.999 + 1.998 * ((double)k + phase * 0.9) / (double)count, &x, &y);
        push(&o, cx + a * x, cy + b * y);
    }
    return o;
}

/* A box whose half edge is (ux, uy); its corners are rounded. */
static outline box_about(double cx, double cy, double ux, double uy, double aspect) {
    const double vx = -uy * aspect, vy = ux * aspect;
    outline o = {.count = 0};
    push(&o, (cx - ux) - vx, (cy - uy) - vy);
    push(&o, (cx + ux) - vx, (cy + uy) - vy);
    push(&o, (cx + ux) + vx, (cy + uy) + vy);
    push(&o, (cx - ux) + vx, (cy - uy) + vy);
    return o;
}

static double real(rng *r, double lo, double hi) {
    return rng_real(r, lo, hi);
}

/* Numbers are drawn one after the other, not in the arguments of one call, whose order each compiler chooses. */

/* --- Families: shape k of a scene -------------------------------------------------------------------------------------------------- */

static outline any_polygon(rng *r, const place *p, int k) {
    const double cx = p->x + p->size * real(r, -2, 2), cy = p->y + p->size * real(r, -2, 2);
    if (k % 3 == 0) {
        const double aspect = real(r, 0.1, 1), uy = p->size * real(r, -1, 1), ux = p->size * real(r, -1, 1);
        return box_about(cx, cy, ux, uy, aspect);
    }
    const double b = p->size * real(r, 0.2, 1), a = p->size * real(r, 0.2, 1);
    return ellipse(r, 3 + rng_below(r, 14), cx, cy, a, b);
}

static outline large_polygon(rng *r, const place *p, int k) {
    if (k % 4 == 0)
        return any_polygon(r, p, k);
    const double b = p->size * real(r, 0.2, 1), a = p->size * real(r, 0.2, 1);
    const double cy = p->y + p->size * real(r, -2, 2), cx = p->x + p->size * real(r, -2, 2);
    return ellipse(r, 17 + rng_below(r, 31), cx, cy, a, b);
}

/* Corners on a lattice of whole numbers: triangles, quads, segments and points that share and touch everything. */
static outline on_lattice(rng *r, const place *p, int k) {
    static const int8_t forms[][8][2] = {
        {{0, 0}, {2, 0}, {2, 2}, {0, 2}},
        {{0, 0}, {2, 0}, {0, 2}},
        {{1, 0}, {3, 0}, {4, 1}, {4, 3}, {3, 4}, {1, 4}, {0, 3}, {0, 1}},
        {{0, 0}, {3, 1}},
        {{0, 0}},
        {{0, 0}, {1, -1}, {2, 0}, {1, 1}},
        {{0, 0}, {1, 0}, {2, 0}, {2, 1}},
        {{0, 0}, {2, 2}, {4, 4}, {2, 2}},
    };
    static const uint8_t sizes[] = {4, 3, 8, 2, 1, 4, 4, 4};
    const size_t form = (size_t)k % 8;
    const int dx = rng_between(r, -3, 3), dy = rng_between(r, -3, 3);
    outline o = {.count = 0};
    for (size_t i = 0; i < sizes[form]; i++)
        push(&o, p->x + p->size * (forms[form][i][0] + dx), p->y + p->size * (forms[form][i][1] + dy));
    return o;
}

/* Corner (i, j) of a jittered grid. */
static void grid_corner(const place *p, int i, int j, double *x, double *y) {
    rng own = {(uint64_t)(i * 1000 + j) * 77 + 5};
    *x = p->x + p->size * (i * 0.8 - j * 0.6 + real(&own, -0.2, 0.2));
    *y = p->y + p->size * (i * 0.6 + j * 0.8 + real(&own, -0.2, 0.2));
}

static outline parcel(rng *r, const place *p, int k) {
    static const int at[4][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
    outline o = {.count = 0};
    (void)r;
    for (int c = 0; c < 4; c++) {
        double x, y;
        grid_corner(p, k % 8 + at[c][0], k / 8 + at[c][1], &x, &y);
        push(&o, x, y);
    }
    return o;
}

static outline moved_by_ulps(rng *r, outline o) {
    for (size_t k = 0; k < o.count; k++) {
        o.x[k] = by_ulps(o.x[k], rng_between(r, -3, 3));
        o.y[k] = by_ulps(o.y[k], rng_between(r, -3, 3));
    }
    return o;
}

static outline parcel_by_ulps(rng *r, const place *p, int k) {
    return moved_by_ulps(r, parcel(r, p, k));
}

/* Lots as bricks, turned: corners lie on the edges of the next row, but for rounding. */
static outline brick(rng *r, const place *p, int k) {
    const int row = k / 8;
    const double column = k % 8 + 0.5 * (row % 2), size = p->size;
    outline o = {.count = 0};
    (void)r;
    for (int c = 0; c < 4; c++) {
        const double u = column + (c == 1 || c == 2), v = row + (c > 1);
        push(&o, p->x + size * (0.96 * u - 0.28 * v), p->y + size * (0.28 * u + 0.96 * v));
    }
    return o;
}

/* Fans on one line of whole slope through the place: points, segments and triangles with vertices on it, or an ulp beside it. */
static outline on_line(rng *r, const place *p, int k) {
    const double unit = p->size / 64, at = rng_between(r, -64, 64), to = at + rng_between(r, 1, 32);
    const double side = k % 2 ? 1 : -1;
    outline o = {.count = 0};
    push(&o, p->x + unit * at, p->y + unit * 3 * at);
    if (k % 5 > 0)
        push(&o, p->x + unit * to, p->y + unit * 3 * to);
    if (k % 5 > 1)
        push(&o, p->x + unit * (at - side * 40), p->y + unit * (3 * at + side * rng_between(r, 1, 60)));
    return rng_below(r, 2) ? o : moved_by_ulps(r, o);
}

/* Whole numbers, up to 2^51; edges along both axes and diagonals. */
static outline whole(rng *r, const place *p, int k) {
    const double unit = floor(p->size > 1 ? p->size : 1), half = unit * rng_between(r, 1, 4);
    const double cx = floor(p->x) + unit * rng_between(r, -4, 4), cy = floor(p->y) + unit * rng_between(r, -4, 4);
    outline o = {.count = 0};
    if (k % 2) {
        push(&o, cx - half, cy), push(&o, cx, cy - half), push(&o, cx + half, cy), push(&o, cx, cy + half);
    } else {
        push(&o, cx - half, cy - half), push(&o, cx + half, cy - half), push(&o, cx + half, cy + half),
            push(&o, cx - half, cy + half);
    }
    return o;
}

/* Boxes side by side, with gaps of some errors of float, of either sign. */
static outline beside(rng *r, const place *p, int k) {
    const double ux = p->size * 0.96, uy = p->size * 0.28, gap = real(r, -3, 3) * 0x1p-24 * (k % 2 ? 1 : 0.05);
    const int row = k / 8;
    const double along = 2 * (k % 8) * (1 + gap), across = 2 * row * (1 - gap);
    return box_about(p->x + along * ux - across * uy, p->y + along * uy + across * ux, ux, uy, 1);
}

/* Polygons of 16 vertices, corner to corner. */
static outline corner_to_corner(rng *r, const place *p, int k) {
    outline o = ellipse(r, 16, 0, 0, p->size, p->size * 0.5);
    const double gap = real(r, -2, 2) * 0x1p-24 * (k % 3 ? 1 : 0x1p-26);
    const double dx = p->x - o.x[5] + p->size * (k % 4), dy = p->y - o.y[5];
    for (size_t i = 0; i < o.count; i++) {
        o.x[i] = (k % 2 ? -(o.x[i]) : o.x[i]) * (1 + gap) + dx;
        o.y[i] = o.y[i] * (1 + gap) + dy;
    }
    return o;
}

/* One in the other, with vertices in the middle of edges, but for rounding. */
static outline nested(rng *r, const place *p, int k) {
    rng own = {17};
    outline o = ellipse(&own, 8, p->x, p->y, p->size, p->size * 0.7);
    for (int depth = k % 6; depth > 0; depth--) {
        const outline outer = o;
        for (size_t i = 0; i < o.count; i++) {
            const size_t next = (i + 1) % o.count;
            o.x[i] = outer.x[i] + (outer.x[next] - outer.x[i]) * 0.5;
            o.y[i] = outer.y[i] + (outer.y[next] - outer.y[i]) * 0.5;
        }
    }
    return rng_below(r, 3) ? o : moved_by_ulps(r, o);
}

/* Tracks on a board, in eight directions, and vias. */
static outline track(rng *r, const place *p, int k) {
    static const int8_t ways[8][2] = {{1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}, {0, -1}, {1, -1}};
    const int8_t *way = ways[rng_below(r, 8)];
    const int x = rng_between(r, -8, 8), y = rng_between(r, -8, 8), length = rng_between(r, 1, 6);
    outline o = {.count = 0};
    push(&o, p->x + p->size * x, p->y + p->size * y);
    if (k % 4 != 0)
        push(&o, p->x + p->size * (x + length * way[0]), p->y + p->size * (y + length * way[1]));
    return o;
}

typedef struct family {
    const char *name;
    outline (*make)(rng *r, const place *p, int k);
} family;

static const family families[] = {
    {"any polygons", any_polygon},
    {"large polygons", large_polygon},
    {"on a lattice", on_lattice},
    {"parcels that share corners", parcel},
    {"parcels whose corners are some ulps off", parcel_by_ulps},
    {"bricks", brick},
    {"fans on a line", on_line},
    {"whole numbers", whole},
    {"boxes side by side", beside},
    {"16 vertices corner to corner", corner_to_corner},
    {"nested, with vertices on edges", nested},
    {"tracks and vias", track},
};

int doubles_families(void) {
    return (int)(sizeof families / sizeof *families);
}

const char *doubles_family_name(int number) {
    return families[number].name;
}

/* --- Scenes ----------------------------------------------------------------------------------------------------------------------- */

/* Some corners are repeated, and the order of some shapes is turned round. */
static void vary(rng *r, outline *o) {
    if (o->count < 40 && rng_below(r, 8) == 0) {
        const size_t at = rng_below(r, (uint32_t)o->count);
        memmove(o->x + at + 1, o->x + at, (o->count - at) * sizeof *o->x);
        memmove(o->y + at + 1, o->y + at, (o->count - at) * sizeof *o->y);
        o->count++;
    }
    const bool turned = rng_below(r, 8) == 0;
    for (size_t k = 0; turned && k < o->count / 2; k++) {
        const size_t other = o->count - 1 - k;
        const double x = o->x[k], y = o->y[k];
        o->x[k] = o->x[other], o->y[k] = o->y[other];
        o->x[other] = x, o->y[other] = y;
    }
}

void doubles_scene_make(doubles_scene *s, int number, uint64_t seed) {
    static const double places[][2] = {{0, 0}, {500123.4567, 5400123.4567}, {-1e7, 1e7}, {3.7e9, -3.7e9}, {0.1, 1e-3}};
    static const double sizes[] = {1, 25, 1000, 1e-3, 0x1p-150, 0x1p60, 0x1p40};
    rng r = {seed * 1000003 + (uint64_t)number};
    sepal_polys *tried = NULL;
    place p = {0, 0, sizes[rng_below(&r, 7)]};
    if (p.size > 0x1p-100 && p.size < 0x1p50) {
        const size_t at = rng_below(&r, 5);
        p.x = places[at][0];
        p.y = places[at][1];
    }
    const double off = rng_below(&r, 3) == 0 ? 0 : rng_below(&r, 2) ? 1 : 0x1p7 * p.size / (1 + fabs(p.x));
    s->origin_x = floor(p.x * off);
    s->origin_y = off > 0 ? p.y : 0;
    s->shapes = 0;
    s->first[0] = 0;
    s->size = p.size;
    s->margin = 0;
    memset(s->radius, 0, sizeof s->radius);
    if (sepal_polys_create_doubles(NULL, s->origin_x, s->origin_y, &tried) != SEPAL_OK)
        abort();
    for (int k = 0; k < DOUBLES_SHAPES; k++) {
        outline o = families[number].make(&r, &p, k);
        vary(&r, &o);
        if (sepal_polys_add_doubles(tried, o.x, o.y, o.count, NULL) != SEPAL_OK)
            continue; /* rounding may bend one */
        const uint32_t first = s->first[s->shapes];
        memcpy(s->x + first, o.x, o.count * sizeof *o.x);
        memcpy(s->y + first, o.y, o.count * sizeof *o.y);
        s->first[++s->shapes] = first + (uint32_t)o.count;
    }
    sepal_polys_destroy(tried);
}

/* The distance between two vertices of a scene, rounded, some units of the last place off. */
static double some_distance(rng *r, const doubles_scene *s) {
    const uint32_t i = rng_below(r, s->first[s->shapes]), j = rng_below(r, s->first[s->shapes]);
    const double dx = s->x[i] - s->x[j], dy = s->y[i] - s->y[j], distance = sqrt(dx * dx + dy * dy);
    return distance < 0x1p-199 ? 0 : by_ulps(distance, rng_between(r, -2, 2));
}

/* How far a vertex is from the line through two others. */
static double some_height(rng *r, const doubles_scene *s) {
    const uint32_t i = rng_below(r, s->first[s->shapes]), j = rng_below(r, s->first[s->shapes]), k = j > 0 ? j - 1 : 0;
    const double ex = s->x[k] - s->x[j], ey = s->y[k] - s->y[j], wx = s->x[i] - s->x[j], wy = s->y[i] - s->y[j];
    const double length = sqrt(ex * ex + ey * ey), height = length > 0 ? fabs(ex * (wy / length) - ey * (wx / length)) : 0;
    return height < 0x1p-199 ? 0 : by_ulps(height, rng_between(r, -1, 1));
}

void doubles_scene_grow(doubles_scene *s, uint64_t seed) {
    rng r = {seed * 7919 + 3};
    const uint32_t manner = rng_below(&r, 4);
    for (size_t k = 0; k < s->shapes && manner != 3; k++) {
        const uint32_t choice = rng_below(&r, 4);
        const double quarters = s->size * 0.25 * rng_below(&r, 5), distance = some_distance(&r, s), height = some_height(&r, s);
        s->radius[k] = manner == 0 || choice == 0 ? quarters : choice == 1 ? 0 : choice == 2 ? distance : height;
    }
    const double distance = some_distance(&r, s), height = some_height(&r, s);
    s->margin = manner == 0 ? 0 : manner == 1 ? s->size * 0.25 * rng_below(&r, 4) : rng_below(&r, 2) ? distance : height;
}

sepal_polys *doubles_scene_set(const doubles_scene *s) {
    sepal_polys *set = NULL;
    if (sepal_polys_create_doubles(NULL, s->origin_x, s->origin_y, &set) != SEPAL_OK ||
        sepal_polys_add_many_doubles(set, s->x, s->y, s->first, s->shapes, s->radius, NULL, NULL) != SEPAL_OK)
        abort();
    return set;
}
