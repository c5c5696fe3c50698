/* polys_concave.c — adds a polygon that need not be convex, and may have holes, as convex parts. It is triangulated, and each diagonal is
 * removed without which the angles at both of its ends are not more than 180 degrees (Hertel, Mehlhorn, FCT 1983; O'Rourke, Computational
 * Geometry in C, section 2.5.1). */
#include "../core/arithmetic.h"

#include "../core/fpstate.h"
#include "../core/memory.h"
#include "../core/refusal.h"
#include "concave.h"
#include "triangulate.h"

#include <math.h>
#include <sepal/groups.h>

/* What is worked in, in units of a double, for each vertex, and twice for each hole: 2 coordinates, and 28 numbers of four bytes. */
enum { CONCAVE_DOUBLES = 16 };
_Static_assert(2 * sizeof(uint32_t) == sizeof(double) && sizeof(float) == sizeof(uint32_t), "arrays of them follow each other");

/* The polygon, its triangles, and the polygons that they become: half-edges around each, in two directions. */
typedef struct concave {
    sepal_outline outline;
    double *x, *y;            /* its vertices, without repetitions */
    double *part_x, *part_y;  /* of one part */
    float *float_x, *float_y; /* and the vertices of the part as floats, which they are in a set of floats */
    uint32_t *next, *prev;
} concave;

/* Instead of a twin: of a half-edge that stands for a part; of one that was removed, or belongs to a part that was counted. */
#define PART    (SEPAL_OUTLINE - 1)
#define REMOVED (SEPAL_OUTLINE - 2)

static uint32_t *take_numbers(uint32_t **at, size_t count) {
    uint32_t *taken = *at;
    *at += count;
    return taken;
}

/* Cuts the memory for m vertices and holes into arrays. Some are not needed any more when others begin to be: the nodes of the chains
 * when `next` and `prev` do, and when the vertices of parts do. There are at least three vertices in each ring, so that starts and
 * lowest fit into m words. */
static concave cut_memory(double *memory, size_t m, size_t rings) {
    double *const rest = memory + 2 * m;
    uint32_t *at = (uint32_t *)(void *)rest;
    concave c = {.x = memory, .y = memory + m, .part_x = rest, .part_y = rest + m, .float_x = (float *)(void *)(rest + 2 * m)};
    c.float_y = c.float_x + m;
    sepal_outline *o = &c.outline;
    o->x = c.x;
    o->y = c.y;
    o->down = take_numbers(&at, SEPAL_OUTLINE_NODES * m);
    o->behind = take_numbers(&at, SEPAL_OUTLINE_NODES * m);
    o->vertex = c.next = take_numbers(&at, SEPAL_OUTLINE_NODES * m);
    o->up = c.prev = take_numbers(&at, SEPAL_OUTLINE_NODES * m);
    o->corner = take_numbers(&at, SEPAL_OUTLINE_HALVES * m);
    o->twin = take_numbers(&at, SEPAL_OUTLINE_HALVES * m);
    o->fan = take_numbers(&at, m);
    o->open = take_numbers(&at, m);
    o->starts = take_numbers(&at, rings + 1);
    o->lowest = take_numbers(&at, m - (rings + 1));
    o->ring = take_numbers(&at, m);
    o->after = take_numbers(&at, m);
    o->order = take_numbers(&at, m);
    o->status = take_numbers(&at, m);
    o->head = take_numbers(&at, m);
    o->tail = take_numbers(&at, m);
    o->hook = take_numbers(&at, m);
    return c;
}

/* Is vertex k where the one before it in its ring is? */
static bool repeats(const sepal_rings *g, size_t k, size_t before) {
    const sepal_double2 v = sepal_ring_vertex(g, k), w = sepal_ring_vertex(g, before);
    return v.x == w.x && v.y == w.y;
}

/* Copies a ring without the vertices that repeat the one before. False if fewer than three are left. */
static bool copy_ring(concave *c, uint32_t ring, const sepal_rings *g) {
    sepal_outline *o = &c->outline;
    uint32_t start = o->count;
    o->starts[ring] = o->lowest[ring] = start;
    for (size_t k = g->starts[ring], before = g->starts[ring + 1] - 1; k < g->starts[ring + 1]; before = k++) {
        if (repeats(g, k, before))
            continue;
        uint32_t vertex = o->count++, lowest = o->lowest[ring];
        const sepal_double2 v = sepal_ring_vertex(g, k);
        c->x[vertex] = v.x;
        c->y[vertex] = v.y;
        o->ring[vertex] = ring;
        o->after[vertex] = vertex + 1;
        if (sepal_is_before64(v, (sepal_double2){c->x[lowest], c->y[lowest]}))
            o->lowest[ring] = vertex;
    }
    o->starts[ring + 1] = o->count;
    if (o->count - start < 3)
        return false;
    o->after[o->count - 1] = start;
    return true;
}

/* How half-edge q turns from half-edge p, which it follows, or would follow: left, +1; straight on, 0. */
static int half_edge_turn(const concave *c, uint32_t p, uint32_t q) {
    const uint32_t a = c->outline.corner[p], b = c->outline.corner[q], d = c->outline.corner[c->next[q]];
    return sepal_orient64((sepal_double2){c->x[a], c->y[a]}, (sepal_double2){c->x[b], c->y[b]}, (sepal_double2){c->x[d], c->y[d]});
}

static void join_halves(concave *c, uint32_t p, uint32_t q) {
    c->next[p] = q;
    c->prev[q] = p;
}

/* Removes the diagonals that are not needed. */
static void merge_triangles(concave *c) {
    uint32_t *twin = c->outline.twin, halves = (uint32_t)(3 * c->outline.triangles);
    for (uint32_t h = 0; h < halves; h++) {
        c->next[h] = h % 3 == 2 ? h - 2 : h + 1;
        c->prev[h] = h % 3 == 0 ? h + 2 : h - 1;
    }
    for (uint32_t h = 0; h < halves; h++) {
        uint32_t t = twin[h];
        if (t >= REMOVED || t < h || half_edge_turn(c, c->prev[h], c->next[t]) < 0 || half_edge_turn(c, c->prev[t], c->next[h]) < 0)
            continue;
        join_halves(c, c->prev[h], c->next[t]);
        join_halves(c, c->prev[t], c->next[h]);
        twin[h] = twin[t] = REMOVED;
    }
}

/* Lists the corners of the part that half-edge h is an edge of, without those in the middle of an edge. Returns their number. */
static size_t list_corners(concave *c, uint32_t h) {
    size_t corners = 0;
    uint32_t at = h;
    do {
        if (half_edge_turn(c, c->prev[at], at) > 0) {
            c->part_x[corners] = c->x[c->outline.corner[at]];
            c->part_y[corners++] = c->y[c->outline.corner[at]];
        }
        at = c->next[at];
    } while (at != h);
    return corners;
}

/* Counts the parts and the memory that they take. One half-edge of each becomes a PART, the others REMOVED. */
static void count_parts(concave *c, bool doubles, size_t *parts, size_t *quads) {
    uint32_t *twin = c->outline.twin;
    *parts = *quads = 0;
    for (uint32_t h = 0; h < 3 * c->outline.triangles; h++) {
        if (twin[h] == REMOVED)
            continue;
        for (uint32_t at = c->next[h]; at != h; at = c->next[at])
            twin[at] = REMOVED;
        twin[h] = PART;
        ++*parts;
        const size_t corners = list_corners(c, h);
        *quads += doubles ? sepal_quads_of_doubles(corners) : sepal_quads_of(corners);
    }
}

/* The number that a vertex had before those were left out that repeat the one before. */
static size_t given_number(const concave *c, const sepal_rings *g, uint32_t vertex) {
    const uint32_t ring = c->outline.ring[vertex];
    const size_t first = g->starts[ring], last = g->starts[ring + 1] - 1;
    size_t left = vertex - c->outline.starts[ring], before = last;
    for (size_t k = first; k < last; before = k++)
        if (!repeats(g, k, before) && left-- == 0)
            return k;
    return last;
}

static bool triangulate_rings(concave *c, uint32_t rings) {
    c->outline.count = c->outline.starts[rings];
    return sepal_poly_triangulate(&c->outline);
}

/* Names a vertex of the first ring that is not as it should be beside those before it: by bisection, since a ring stays wrong
 * whatever follows. What the sweep finds last, with no later ring, is wrong with this ring. */
static void refuse_rings(concave *c, const sepal_rings *g, sepal_refusal *refusal) {
    const sepal_outline *o = &c->outline;
    uint32_t good = 0, bad = (uint32_t)g->count; /* so many rings are as they should be, and so many are not */
    while (bad - good > 1) {
        const uint32_t middle = good + (bad - good) / 2;
        if (triangulate_rings(c, middle))
            good = middle;
        else
            bad = middle;
    }
    triangulate_rings(c, bad);
    if (o->against == SEPAL_OUTLINE) /* the ring may also be around another hole, which is found then */
        sepal_refuse(refusal, given_number(c, g, o->lowest[good]), SEPAL_ASTRAY_RING);
    else
        sepal_refuse(refusal, given_number(c, g, o->wrong),
                     o->ring[o->wrong] == o->ring[o->against] ? SEPAL_MEETS_ITSELF : SEPAL_CROSSES_RING);
}

/* Appends the part that half-edge h is an edge of: it is convex, has area, and goes round counter-clockwise. */
static void append_part(sepal_polys *set, concave *c, uint32_t h, sepal_append_part *append) {
    const size_t corners = list_corners(c, h);
    if (append != NULL) {
        append(set, c->part_x, c->part_y, corners, 0);
        return;
    }
    for (size_t k = 0; k < corners; k++) {
        c->float_x[k] = (float)c->part_x[k];
        c->float_y[k] = (float)c->part_y[k];
    }
    sepal_polys_store_append(set, c->float_x, c->float_y, corners, 0, 0);
}

static sepal_status add_parts(sepal_polys *set, concave *c, const sepal_rings *g, sepal_append_part *append, uint32_t *first,
                              uint32_t *parts, sepal_refusal *refusal) {
    size_t count, quads;
    if (!sepal_poly_triangulate(&c->outline)) {
        if (refusal != NULL)
            refuse_rings(c, g, refusal);
        return SEPAL_BAD_SHAPE;
    }
    merge_triangles(c);
    count_parts(c, append != NULL, &count, &quads);
    sepal_status status = sepal_polys_store_more(set, count, quads);
    if (status != SEPAL_OK)
        return status;
    if (first != NULL)
        *first = (uint32_t)set->count;
    if (parts != NULL)
        *parts = (uint32_t)count;
    for (uint32_t h = 0; h < 3 * c->outline.triangles; h++)
        if (c->outline.twin[h] == PART)
            append_part(set, c, h, append);
    return SEPAL_OK;
}

/* Why vertex k cannot be one of any polygon of a set, of doubles or not; NULL if it can. */
static const char *refuse_vertex(const sepal_rings *g, size_t k, bool doubles) {
    const sepal_double2 v = sepal_ring_vertex(g, k);
    if (!doubles)
        return isfinite(v.x) && isfinite(v.y) ? NULL : SEPAL_NOT_FINITE;
    return sepal_is_double_coordinate(v.x) && sepal_is_double_coordinate(v.y) ? NULL : SEPAL_OUT_OF_DOUBLES;
}

/* Copies the rings, and names the first vertex or ring that cannot be part of any polygon. */
static bool copy_rings(concave *c, const sepal_rings *g, bool doubles, sepal_refusal *refusal) {
    for (size_t k = g->starts[0]; k < g->starts[g->count]; k++) {
        const char *reason = refuse_vertex(g, k, doubles);
        if (reason != NULL) {
            sepal_refuse(refusal, k, reason);
            return false;
        }
    }
    for (uint32_t ring = 0; ring < g->count; ring++)
        if (!copy_ring(c, ring, g)) {
            sepal_refuse(refusal, g->starts[ring], SEPAL_SHORT_RING);
            return false;
        }
    return true;
}

sepal_status sepal_polys_add_rings(sepal_polys *set, const sepal_rings *g, sepal_append_part *append, uint32_t *first,
                                   uint32_t *parts, sepal_refusal *refusal) {
    const uint32_t *starts = g->starts;
    const size_t rings = g->count;
    for (size_t k = 0; k < rings; k++)
        if (starts[k] > starts[k + 1])
            return SEPAL_BAD_ARGUMENT;
    if (rings == 0 || rings > SEPAL_CONCAVE_MOST / 3)
        return SEPAL_BAD_SHAPE;
    const size_t most = (size_t)(starts[rings] - starts[0]) + 2 * (rings - 1);
    if (most > SEPAL_CONCAVE_MOST)
        return SEPAL_BAD_SHAPE;
    for (size_t k = 0; k < rings; k++)
        if (starts[k + 1] - starts[k] < 3) {
            sepal_refuse(refusal, starts[k], starts[k] == starts[k + 1] ? SEPAL_EMPTY_RING : SEPAL_SHORT_RING);
            return SEPAL_BAD_SHAPE;
        }
    double *memory = sepal_memory_take(&set->allocator, most, CONCAVE_DOUBLES * sizeof *memory);
    if (memory == NULL)
        return SEPAL_NO_MEMORY;
    sepal_fpstate callers = sepal_fpstate_enter();
    concave c = cut_memory(memory, most, rings);
    const sepal_status status =
        copy_rings(&c, g, append != NULL, refusal) ? add_parts(set, &c, g, append, first, parts, refusal) : SEPAL_BAD_SHAPE;
    sepal_fpstate_leave(callers);
    sepal_memory_release(&set->allocator, memory, most, CONCAVE_DOUBLES * sizeof *memory);
    return status;
}

sepal_status sepal_polys_add_with_holes(sepal_polys *set, const float *x, const float *y, const uint32_t *starts, size_t rings,
                                        uint32_t *first, uint32_t *parts, sepal_refusal *refusal) {
    if (set == NULL || x == NULL || y == NULL || starts == NULL)
        return SEPAL_BAD_ARGUMENT;
    if (set->doubles)
        return SEPAL_BAD_KIND;
    const sepal_rings given = {.x = x, .y = y, .starts = starts, .count = rings};
    return sepal_polys_add_rings(set, &given, NULL, first, parts, refusal);
}

sepal_status sepal_polys_add_concave(sepal_polys *set, const float *x, const float *y, size_t count, uint32_t *first,
                                     uint32_t *parts, sepal_refusal *refusal) {
    const uint32_t starts[2] = {0, count > SEPAL_CONCAVE_MOST ? UINT32_MAX : (uint32_t)count};
    return sepal_polys_add_with_holes(set, x, y, starts, 1, first, parts, refusal);
}
