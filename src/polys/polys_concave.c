/* polys_concave.c — adds a polygon that need not be convex, and may have holes, as convex parts. It is triangulated, and each diagonal is removed without
 * which the angles at both of its ends are not more than 180 degrees (Hertel, Mehlhorn, FCT 1983; O'Rourke, Computational Geometry
 * in C, section 2.5.1). */
#include "../core/arithmetic.h"

#include "../core/fpstate.h"
#include "../core/memory.h"
#include "../core/refusal.h"
#include "../exact/orient.h"
#include "set.h"
#include "triangulate.h"

#include <math.h>
#include <sepal/groups.h>

/* Vertices, and two for each hole, so that numbers of half-edges and nodes leave the highest bit free: 3 * 2^29 < 2^31. */
enum { CONCAVE_MOST = 1 << 29 };

/* What is worked in for so many: 30 words for each. */
enum { CONCAVE_WORDS = 30 };
typedef union concave_word {
    float coordinate;
    uint32_t number;
} concave_word;
_Static_assert(sizeof(concave_word) == sizeof(float) && sizeof(float) == sizeof(uint32_t), "arrays of either follow each other");

/* The polygon, its triangles, and the polygons that they become: half-edges around each, in two directions. */
typedef struct concave {
    sepal_outline outline;
    float *x, *y;           /* its vertices, without repetitions */
    float *part_x, *part_y; /* of one part */
    uint32_t *next, *prev;
} concave;

/* Instead of a twin: of a half-edge that stands for a part; of one that was removed, or belongs to a part that was counted. */
#define PART    (SEPAL_OUTLINE - 1)
#define REMOVED (SEPAL_OUTLINE - 2)

static float *take_floats(concave_word **at, size_t count) {
    float *taken = &(*at)->coordinate;
    *at += count;
    return taken;
}

static uint32_t *take_numbers(concave_word **at, size_t count) {
    uint32_t *taken = &(*at)->number;
    *at += count;
    return taken;
}

/* Cuts the memory for m vertices and holes into arrays. Some are not needed any more when others begin to be: the nodes of the chains
 * when `next` and `prev` do, and what is used at a single point when the vertices of parts do. There are at least three vertices in
 * each ring, so that starts and lowest fit into m words. */
static concave cut_memory(concave_word *at, size_t m, size_t rings) {
    concave c = {.x = take_floats(&at, m), .y = take_floats(&at, m)};
    sepal_outline *o = &c.outline;
    o->x = c.x;
    o->y = c.y;
    o->fan = &at->number;
    c.part_x = take_floats(&at, m);
    o->open = &at->number;
    c.part_y = take_floats(&at, m);
    o->starts = take_numbers(&at, rings + 1);
    o->lowest = take_numbers(&at, m - (rings + 1));
    o->ring = take_numbers(&at, m);
    o->after = take_numbers(&at, m);
    o->order = take_numbers(&at, m);
    o->status = take_numbers(&at, m);
    o->head = take_numbers(&at, m);
    o->tail = take_numbers(&at, m);
    o->hook = take_numbers(&at, m);
    o->vertex = c.next = take_numbers(&at, SEPAL_OUTLINE_NODES * m);
    o->up = c.prev = take_numbers(&at, SEPAL_OUTLINE_NODES * m);
    o->down = take_numbers(&at, SEPAL_OUTLINE_NODES * m);
    o->behind = take_numbers(&at, SEPAL_OUTLINE_NODES * m);
    o->corner = take_numbers(&at, SEPAL_OUTLINE_HALVES * m);
    o->twin = take_numbers(&at, SEPAL_OUTLINE_HALVES * m);
    return c;
}

/* Copies a ring without the vertices that repeat the one before. False if fewer than three are left. */
static bool copy_ring(concave *c, uint32_t ring, const float *x, const float *y, size_t count) {
    sepal_outline *o = &c->outline;
    uint32_t start = o->count;
    o->starts[ring] = o->lowest[ring] = start;
    for (size_t k = 0; k < count; k++) {
        size_t before = k == 0 ? count - 1 : k - 1;
        if (x[k] == x[before] && y[k] == y[before])
            continue;
        uint32_t vertex = o->count++, lowest = o->lowest[ring];
        c->x[vertex] = x[k];
        c->y[vertex] = y[k];
        o->ring[vertex] = ring;
        o->after[vertex] = vertex + 1;
        if (sepal_point_before(x[k], y[k], c->x[lowest], c->y[lowest]))
            o->lowest[ring] = vertex;
    }
    o->starts[ring + 1] = o->count;
    if (o->count - start < 3)
        return false;
    o->after[o->count - 1] = start;
    return true;
}

/* Do the half-edges p and q, which would follow each other, turn left or go straight on? */
static bool follows(const concave *c, uint32_t p, uint32_t q) {
    uint32_t a = c->outline.corner[p], b = c->outline.corner[q], d = c->outline.corner[c->next[q]];
    return sepal_orient(c->x[a], c->y[a], c->x[b], c->y[b], c->x[d], c->y[d]) >= 0;
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
        if (t >= REMOVED || t < h || !follows(c, c->prev[h], c->next[t]) || !follows(c, c->prev[t], c->next[h]))
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
        uint32_t a = c->outline.corner[c->prev[at]], b = c->outline.corner[at], d = c->outline.corner[c->next[at]];
        if (sepal_orient(c->x[a], c->y[a], c->x[b], c->y[b], c->x[d], c->y[d]) > 0) {
            c->part_x[corners] = c->x[b];
            c->part_y[corners++] = c->y[b];
        }
        at = c->next[at];
    } while (at != h);
    return corners;
}

/* Counts the parts and the memory that they take. One half-edge of each becomes a PART, the others REMOVED. */
static void count_parts(concave *c, size_t *parts, size_t *quads) {
    uint32_t *twin = c->outline.twin;
    *parts = *quads = 0;
    for (uint32_t h = 0; h < 3 * c->outline.triangles; h++) {
        if (twin[h] == REMOVED)
            continue;
        for (uint32_t at = c->next[h]; at != h; at = c->next[at])
            twin[at] = REMOVED;
        twin[h] = PART;
        ++*parts;
        *quads += sepal_quads_of(list_corners(c, h));
    }
}

/* The polygon as it was given. */
typedef struct given_rings {
    const float *x, *y;
    const uint32_t *starts;
    size_t count;
} given_rings;

/* The number that a vertex had before those were left out that repeat the one before. */
static size_t given_number(const concave *c, const given_rings *g, uint32_t vertex) {
    const uint32_t ring = c->outline.ring[vertex];
    const size_t first = g->starts[ring], last = g->starts[ring + 1] - 1;
    size_t left = vertex - c->outline.starts[ring], before = last;
    for (size_t k = first; k < last; before = k++)
        if ((g->x[k] != g->x[before] || g->y[k] != g->y[before]) && left-- == 0)
            return k;
    return last;
}

static bool triangulate_rings(concave *c, uint32_t rings) {
    c->outline.count = c->outline.starts[rings];
    return sepal_poly_triangulate(&c->outline);
}

/* Names a vertex of the first ring that is not as it should be beside those before it: by bisection, since a ring stays wrong
 * whatever follows. What the sweep finds last, with no later ring, is wrong with this ring. */
static void refuse_rings(concave *c, const given_rings *g, sepal_refusal *refusal) {
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

static sepal_status add_parts(sepal_polys *set, concave *c, const given_rings *g, uint32_t *first, uint32_t *parts,
                              sepal_refusal *refusal) {
    size_t count, quads;
    if (!sepal_poly_triangulate(&c->outline)) {
        if (refusal != NULL)
            refuse_rings(c, g, refusal);
        return SEPAL_BAD_SHAPE;
    }
    merge_triangles(c);
    count_parts(c, &count, &quads);
    sepal_status status = sepal_polys_store_more(set, count, quads);
    if (status != SEPAL_OK)
        return status;
    if (first != NULL)
        *first = (uint32_t)set->count;
    if (parts != NULL)
        *parts = (uint32_t)count;
    for (uint32_t h = 0; h < 3 * c->outline.triangles; h++)
        if (c->outline.twin[h] == PART) {
            size_t corners = list_corners(c, h);
            sepal_polys_store_append(set, c->part_x, c->part_y, corners, 0, 0); /* convex, with area, counter-clockwise */
        }
    return SEPAL_OK;
}

/* Copies the rings, and names the first vertex or ring that cannot be part of any polygon. */
static bool copy_rings(concave *c, const given_rings *g, sepal_refusal *refusal) {
    for (size_t k = g->starts[0]; k < g->starts[g->count]; k++)
        if (!isfinite(g->x[k]) || !isfinite(g->y[k])) {
            sepal_refuse(refusal, k, SEPAL_NOT_FINITE);
            return false;
        }
    for (uint32_t ring = 0; ring < g->count; ring++) {
        const size_t start = g->starts[ring];
        if (!copy_ring(c, ring, g->x + start, g->y + start, g->starts[ring + 1] - start)) {
            sepal_refuse(refusal, start, SEPAL_SHORT_RING);
            return false;
        }
    }
    return true;
}

sepal_status sepal_polys_add_with_holes(sepal_polys *set, const float *x, const float *y, const uint32_t *starts, size_t rings,
                                        uint32_t *first, uint32_t *parts, sepal_refusal *refusal) {
    if (set == NULL || x == NULL || y == NULL || starts == NULL)
        return SEPAL_BAD_ARGUMENT;
    if (set->doubles)
        return SEPAL_BAD_KIND;
    for (size_t k = 0; k < rings; k++)
        if (starts[k] > starts[k + 1])
            return SEPAL_BAD_ARGUMENT;
    if (rings == 0 || rings > CONCAVE_MOST / 3)
        return SEPAL_BAD_SHAPE;
    const size_t most = (size_t)(starts[rings] - starts[0]) + 2 * (rings - 1);
    if (most > CONCAVE_MOST)
        return SEPAL_BAD_SHAPE;
    for (size_t k = 0; k < rings; k++)
        if (starts[k + 1] - starts[k] < 3) {
            sepal_refuse(refusal, starts[k], starts[k] == starts[k + 1] ? SEPAL_EMPTY_RING : SEPAL_SHORT_RING);
            return SEPAL_BAD_SHAPE;
        }
    concave_word *memory = sepal_memory_take(&set->allocator, most, CONCAVE_WORDS * sizeof *memory);
    if (memory == NULL)
        return SEPAL_NO_MEMORY;
    sepal_fpstate callers = sepal_fpstate_enter();
    concave c = cut_memory(memory, most, rings);
    const given_rings g = {x, y, starts, rings};
    const sepal_status status = copy_rings(&c, &g, refusal) ? add_parts(set, &c, &g, first, parts, refusal) : SEPAL_BAD_SHAPE;
    sepal_fpstate_leave(callers);
    sepal_memory_release(&set->allocator, memory, most, CONCAVE_WORDS * sizeof *memory);
    return status;
}

sepal_status sepal_polys_add_concave(sepal_polys *set, const float *x, const float *y, size_t count, uint32_t *first,
                                     uint32_t *parts, sepal_refusal *refusal) {
    if (set == NULL || x == NULL || y == NULL)
        return SEPAL_BAD_ARGUMENT;
    if (set->doubles)
        return SEPAL_BAD_KIND;
    if (count > CONCAVE_MOST)
        return SEPAL_BAD_SHAPE;
    const uint32_t starts[2] = {0, (uint32_t)count};
    return sepal_polys_add_with_holes(set, x, y, starts, 1, first, parts, refusal);
}
