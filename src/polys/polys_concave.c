/* polys_concave.c — adds a polygon that need not be convex, as convex parts. It is triangulated, and each diagonal is removed without
 * which the angles at both of its ends are not more than 180 degrees (Hertel, Mehlhorn, FCT 1983; O'Rourke, Computational Geometry
 * in C, section 2.5.1). */
#include "../core/arithmetic.h"

#include "../core/fpstate.h"
#include "../core/memory.h"
#include "../exact/orient.h"
#include "set.h"
#include "triangulate.h"

#include <math.h>
#include <sepal/groups.h>

/* Vertices, so that numbers of half-edges and nodes leave the highest bit free: 3 * 2^29 < 2^31. */
enum { CONCAVE_MOST = 1 << 29 };

/* What is worked in for n vertices: 27 n words. */
enum { CONCAVE_WORDS = 27 };
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

/* Cuts the memory for n vertices into arrays. The nodes of the chains are not needed any more when `next` and `prev` are. */
static concave cut_memory(concave_word *at, size_t n) {
    concave c = {.x = take_floats(&at, n), .y = take_floats(&at, n), .part_x = take_floats(&at, n), .part_y = take_floats(&at, n)};
    sepal_outline *o = &c.outline;
    o->x = c.x;
    o->y = c.y;
    o->order = take_numbers(&at, n);
    o->status = take_numbers(&at, n);
    o->head = take_numbers(&at, n);
    o->tail = take_numbers(&at, n);
    o->hook = take_numbers(&at, n);
    o->vertex = c.next = take_numbers(&at, SEPAL_OUTLINE_NODES * n);
    o->up = c.prev = take_numbers(&at, SEPAL_OUTLINE_NODES * n);
    o->down = take_numbers(&at, SEPAL_OUTLINE_NODES * n);
    o->behind = take_numbers(&at, SEPAL_OUTLINE_NODES * n);
    o->corner = take_numbers(&at, SEPAL_OUTLINE_HALVES * n);
    o->twin = take_numbers(&at, SEPAL_OUTLINE_HALVES * n);
    return c;
}

/* Copies the vertices without those that repeat the one before. */
static void copy_outline(concave *c, const float *x, const float *y, size_t count) {
    uint32_t copied = 0;
    for (size_t k = 0; k < count; k++) {
        size_t before = k == 0 ? count - 1 : k - 1;
        if (x[k] == x[before] && y[k] == y[before])
            continue;
        c->x[copied] = x[k];
        c->y[copied++] = y[k];
    }
    c->outline.count = copied;
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

static sepal_status add_parts(sepal_polys *set, concave *c, uint32_t *first, uint32_t *parts) {
    size_t count, quads;
    if (c->outline.count < 3 || !sepal_poly_triangulate(&c->outline))
        return SEPAL_BAD_SHAPE;
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

static bool all_are_finite(const float *x, const float *y, size_t count) {
    for (size_t k = 0; k < count; k++)
        if (!isfinite(x[k]) || !isfinite(y[k]))
            return false;
    return true;
}

sepal_status sepal_polys_add_concave(sepal_polys *set, const float *x, const float *y, size_t count, uint32_t *first,
                                     uint32_t *parts) {
    if (set == NULL || x == NULL || y == NULL)
        return SEPAL_BAD_ARGUMENT;
    if (count < 3 || count > CONCAVE_MOST)
        return SEPAL_BAD_SHAPE;
    concave_word *memory = sepal_memory_take(&set->allocator, count, CONCAVE_WORDS * sizeof *memory);
    if (memory == NULL)
        return SEPAL_NO_MEMORY;
    sepal_fpstate callers = sepal_fpstate_enter();
    concave c = cut_memory(memory, count);
    copy_outline(&c, x, y, count);
    sepal_status status = all_are_finite(x, y, count) ? add_parts(set, &c, first, parts) : SEPAL_BAD_SHAPE;
    sepal_fpstate_leave(callers);
    sepal_memory_release(&set->allocator, memory, count, CONCAVE_WORDS * sizeof *memory);
    return status;
}
