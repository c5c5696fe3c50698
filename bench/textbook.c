/* textbook.c — the separating axis theorem as it is usually written by hand: in float, one pair at a time, with unit axes (computed
 * beforehand), all vertices of both shapes projected on every axis, and an early exit (Ericson, Real-Time Collision Detection,
 * 2005, section 5.2.1; Gottschalk, Lin, Manocha, OBBTree, 1996). Rounding makes it wrong near contact. */
#include "peers.h"

#include <math.h>
#include <stdlib.h>

typedef struct vector {
    float x, y;
} vector;

typedef struct polygon {
    size_t first, count;
} polygon;

typedef struct textbook {
    polygon *polygons;
    vector *vertices, *axes; /* axis i is the unit normal of the edge from vertex i to the next */
} textbook;

static void destroy(void *shapes) {
    textbook *t = shapes;
    free(t->polygons);
    free(t->vertices);
    free(t->axes);
    free(t);
}

static void copy(textbook *t, polygon p, const float *x, const float *y) {
    for (size_t i = 0; i < p.count; i++) {
        const size_t next = (i + 1) % p.count;
        const float dx = x[next] - x[i], dy = y[next] - y[i], length = sqrtf(dx * dx + dy * dy);
        t->vertices[p.first + i] = (vector){x[i], y[i]};
        t->axes[p.first + i] = length > 0 ? (vector){dy / length, -dx / length} : (vector){1, 0};
    }
}

static void *create(const sepal_polys *polys) {
    const size_t count = sepal_polys_count(polys);
    const float *x, *y;
    size_t vertices = 0, n = 0;
    for (uint32_t i = 0; i < count; i++)
        if (sepal_polys_vertices(polys, i, &x, &y, &n) == SEPAL_OK)
            vertices += n;
    textbook *t = calloc(1, sizeof *t);
    if (!t)
        return NULL;
    t->polygons = malloc((count + 1) * sizeof *t->polygons);
    t->vertices = malloc((vertices + 1) * sizeof *t->vertices);
    t->axes = malloc((vertices + 1) * sizeof *t->axes);
    if (!t->polygons || !t->vertices || !t->axes) {
        destroy(t);
        return NULL;
    }
    vertices = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (sepal_polys_vertices(polys, i, &x, &y, &n) != SEPAL_OK)
            continue;
        t->polygons[i] = (polygon){vertices, n};
        copy(t, t->polygons[i], x, y);
        vertices += n;
    }
    return t;
}

static void project(const vector *vertices, size_t count, vector axis, float *low, float *high) {
    *low = *high = vertices[0].x * axis.x + vertices[0].y * axis.y;
    for (size_t i = 1; i < count; i++) {
        const float along = vertices[i].x * axis.x + vertices[i].y * axis.y;
        *low = along < *low ? along : *low;
        *high = along > *high ? along : *high;
    }
}

static bool separated(const vector *axes, size_t count, const vector *a, size_t a_count, const vector *b, size_t b_count) {
    for (size_t i = 0; i < count; i++) {
        float a_low, a_high, b_low, b_high;
        project(a, a_count, axes[i], &a_low, &a_high);
        project(b, b_count, axes[i], &b_low, &b_high);
        if (a_high < b_low || b_high < a_low)
            return true;
    }
    return false;
}

static void overlap(void *shapes, const sepal_pair *pairs, size_t count, uint64_t *bits) {
    const textbook *t = shapes;
    for (size_t i = 0; i < count; i++) {
        const polygon a = t->polygons[pairs[i].a], b = t->polygons[pairs[i].b];
        const vector *va = t->vertices + a.first, *vb = t->vertices + b.first;
        peer_answer(bits, i,
                    !separated(t->axes + a.first, a.count, va, a.count, vb, b.count) &&
                        !separated(t->axes + b.first, b.count, va, a.count, vb, b.count));
    }
}

/* --- The smallest push as it is usually written: the shortest common part of the projections, with the direction given by the
 * centres */

typedef struct push {
    vector normal;
    float depth;
} push;

/* Shortens the push if this axis needs a shorter one; false if the axis separates. */
static bool shorten(push *found, const vector *axes, size_t count, const vector *a, size_t a_count, const vector *b,
                    size_t b_count) {
    for (size_t i = 0; i < count; i++) {
        float a_low, a_high, b_low, b_high;
        project(a, a_count, axes[i], &a_low, &a_high);
        project(b, b_count, axes[i], &b_low, &b_high);
        const float one_way = a_high - b_low, other_way = b_high - a_low, shared = one_way < other_way ? one_way : other_way;
        if (shared < 0)
            return false;
        if (shared < found->depth)
            *found = (push){axes[i], shared};
    }
    return true;
}

static vector centre(const vector *vertices, size_t count) {
    vector sum = {0, 0};
    for (size_t i = 0; i < count; i++)
        sum = (vector){sum.x + vertices[i].x, sum.y + vertices[i].y};
    return (vector){sum.x / (float)count, sum.y / (float)count};
}

static void mtv(void *shapes, const sepal_pair *pairs, size_t count, sepal_mtvs out) {
    const textbook *t = shapes;
    for (size_t i = 0; i < count; i++) {
        const polygon a = t->polygons[pairs[i].a], b = t->polygons[pairs[i].b];
        const vector *va = t->vertices + a.first, *vb = t->vertices + b.first;
        push found = {{1, 0}, INFINITY};
        if (!shorten(&found, t->axes + a.first, a.count, va, a.count, vb, b.count) ||
            !shorten(&found, t->axes + b.first, b.count, va, a.count, vb, b.count)) {
            peer_push(out, i, 1, 0, -1);
            continue;
        }
        const vector ca = centre(va, a.count), cb = centre(vb, b.count);
        const float side = (cb.x - ca.x) * found.normal.x + (cb.y - ca.y) * found.normal.y < 0 ? -1.0F : 1.0F;
        peer_push(out, i, side * found.normal.x, side * found.normal.y, found.depth);
    }
}

/* What is left of polygon b after it is cut off at each edge of a (Sutherland, Hodgman, "Reentrant polygon clipping", CACM 1974), and its
 * area, in double. */
enum { CUT_MOST = 256 };
typedef struct corner {
    double x, y;
} corner;

static size_t cut_at(const corner *from, size_t count, corner p, corner q, corner *to) {
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        const corner at = from[i], next = from[i + 1 < count ? i + 1 : 0];
        const double s = (q.x - p.x) * (at.y - p.y) - (q.y - p.y) * (at.x - p.x);
        const double t = (q.x - p.x) * (next.y - p.y) - (q.y - p.y) * (next.x - p.x);
        if (s >= 0)
            to[kept++] = at;
        if ((s > 0 && t < 0) || (s < 0 && t > 0))
            to[kept++] = (corner){at.x + (next.x - at.x) * s / (s - t), at.y + (next.y - at.y) * s / (s - t)};
    }
    return kept;
}

static corner corner_of(const textbook *t, polygon p, size_t i) {
    const vector v = t->vertices[p.first + (i < p.count ? i : 0)];
    return (corner){(double)v.x, (double)v.y};
}

static void common(void *shapes, const sepal_pair *pairs, size_t count, float *area) {
    const textbook *t = shapes;
    corner ring[2][CUT_MOST] = {{{0, 0}}};
    for (size_t k = 0; k < count; k++) {
        const polygon a = t->polygons[pairs[k].a], b = t->polygons[pairs[k].b];
        size_t left = b.count, now = 0;
        double sum = 0;
        for (size_t i = 0; i < b.count; i++)
            ring[0][i] = corner_of(t, b, i);
        for (size_t i = 0; i < a.count && left > 0; i++, now = 1 - now)
            left = cut_at(ring[now], left, corner_of(t, a, i), corner_of(t, a, i + 1), ring[1 - now]);
        for (size_t i = 1; i + 1 < left; i++)
            sum += (ring[now][i].x - ring[now][0].x) * (ring[now][i + 1].y - ring[now][0].y) -
                   (ring[now][i].y - ring[now][0].y) * (ring[now][i + 1].x - ring[now][0].x);
        area[k] = (float)(sum / 2);
    }
}

const peer peer_textbook = {
    .name = "textbook", .create = create, .overlap = overlap, .mtv = mtv, .common = common, .destroy = destroy};
