/* peers_geos.c — GEOS: intersects, with one side prepared (its index is built beforehand), and without preparation; covers, with one side
 * prepared; and the area of an intersection. */
#include "peers.h"

#include <geos_c.h>
#include <stdlib.h>

typedef struct shapes {
    GEOSContextHandle_t geos;
    size_t first_b; /* shapes b come behind those of a, unless the two sets are one */
    size_t count;
    GEOSGeometry **plain;
    const GEOSPreparedGeometry **prepared;
} shapes;

static void destroy(void *handle) {
    shapes *s = handle;
    for (size_t i = 0; i < s->count; i++) {
        GEOSPreparedGeom_destroy_r(s->geos, s->prepared[i]);
        GEOSGeom_destroy_r(s->geos, s->plain[i]);
    }
    free(s->plain);
    free(s->prepared);
    GEOS_finish_r(s->geos);
    free(s);
}

/* A point if it has one vertex. */
static GEOSGeometry *polygon(GEOSContextHandle_t geos, const double *x, const double *y, size_t n) {
    if (n == 1)
        return GEOSGeom_createPointFromXY_r(geos, x[0], y[0]);
    GEOSCoordSequence *ring = GEOSCoordSeq_create_r(geos, (unsigned)n + 1, 2);
    for (size_t i = 0; i <= n; i++) /* a ring is closed: its last vertex is its first */
        GEOSCoordSeq_setXY_r(geos, ring, (unsigned)i, x[i % n], y[i % n]);
    return GEOSGeom_createPolygon_r(geos, GEOSGeom_createLinearRing_r(geos, ring), NULL, 0);
}

static void *create(const sepal_polys *a, const sepal_polys *b) {
    const size_t of_a = sepal_polys_count(a), all = of_a + (a == b ? 0 : sepal_polys_count(b));
    shapes *s = calloc(1, sizeof *s);
    if (!s)
        return NULL;
    s->geos = GEOS_init_r();
    s->first_b = a == b ? 0 : of_a;
    s->plain = calloc(all, sizeof *s->plain);
    s->prepared = calloc(all, sizeof *s->prepared);
    for (; s->plain && s->prepared && s->count < all; s->count++) {
        static double x[PEER_MOST_VERTICES], y[PEER_MOST_VERTICES];
        const uint32_t index = (uint32_t)(s->count < of_a ? s->count : s->count - of_a);
        const size_t n = peer_vertices(s->count < of_a ? a : b, index, x, y);
        if (n == 0)
            break;
        s->plain[s->count] = polygon(s->geos, x, y, n);
        s->prepared[s->count] = GEOSPrepare_r(s->geos, s->plain[s->count]);
    }
    if (s->count == all)
        return s;
    destroy(s);
    return NULL;
}

static void overlap_prepared(void *handle, const sepal_pair *pairs, size_t count, uint64_t *bits) {
    shapes *s = handle;
    for (size_t i = 0; i < count; i++)
        peer_answer(bits, i, GEOSPreparedIntersects_r(s->geos, s->prepared[pairs[i].a], s->plain[pairs[i].b]) == 1);
}

static void overlap_plain(void *handle, const sepal_pair *pairs, size_t count, uint64_t *bits) {
    shapes *s = handle;
    for (size_t i = 0; i < count; i++)
        peer_answer(bits, i, GEOSIntersects_r(s->geos, s->plain[pairs[i].a], s->plain[pairs[i].b]) == 1);
}

static void contain(void *handle, const sepal_pair *pairs, size_t count, uint64_t *bits) {
    shapes *s = handle;
    for (size_t i = 0; i < count; i++)
        peer_answer(bits, i, GEOSPreparedCovers_r(s->geos, s->prepared[pairs[i].a], s->plain[s->first_b + pairs[i].b]) == 1);
}

static void common(void *handle, const sepal_pair *pairs, size_t count, float *area) {
    shapes *s = handle;
    for (size_t i = 0; i < count; i++) {
        double found = 0;
        GEOSGeometry *both = GEOSIntersection_r(s->geos, s->plain[pairs[i].a], s->plain[pairs[i].b]);
        if (both)
            GEOSArea_r(s->geos, both, &found);
        GEOSGeom_destroy_r(s->geos, both);
        area[i] = (float)found;
    }
}

/* The shapes with greater numbers than the one that asks. */
typedef struct partners {
    uint32_t than;
    size_t count, room;
    uint32_t *found;
} partners;

static void take_partner(void *item, void *context) {
    partners *near = context;
    const uint32_t k = *(const uint32_t *)item;
    if (k <= near->than)
        return;
    if (near->count == near->room) {
        near->room = 2 * near->room + 64;
        near->found = realloc(near->found, near->room * sizeof *near->found);
        if (!near->found)
            abort();
    }
    near->found[near->count++] = k;
}

static int ascending(const void *left, const void *right) {
    const uint32_t p = *(const uint32_t *)left, q = *(const uint32_t *)right;
    return (p > q) - (p < q);
}

/* The STR tree of the envelopes, which the first query packs; each shape is prepared for its partners. */
static size_t find(void *handle, size_t room, sepal_pair *pairs) {
    const shapes *s = handle;
    uint32_t *numbers = calloc(s->count + 1, sizeof *numbers);
    GEOSSTRtree *tree = GEOSSTRtree_create_r(s->geos, 16);
    partners near = {0, 0, 0, NULL};
    size_t count = 0;
    if (!numbers || !tree)
        abort();
    for (uint32_t k = 0; k < s->count; k++) {
        numbers[k] = k;
        GEOSSTRtree_insert_r(s->geos, tree, s->plain[k], &numbers[k]);
    }
    for (uint32_t k = 0; k < s->count; k++) {
        near.than = k;
        near.count = 0;
        GEOSSTRtree_query_r(s->geos, tree, s->plain[k], take_partner, &near);
        if (near.count == 0)
            continue;
        qsort(near.found, near.count, sizeof *near.found, ascending);
        const GEOSPreparedGeometry *own = GEOSPrepare_r(s->geos, s->plain[k]);
        for (size_t i = 0; i < near.count; i++)
            if (GEOSPreparedIntersects_r(s->geos, own, s->plain[near.found[i]]) == 1)
                count = peer_found(pairs, room, count, k, near.found[i]);
        GEOSPreparedGeom_destroy_r(s->geos, own);
    }
    GEOSSTRtree_destroy_r(s->geos, tree);
    free(near.found);
    free(numbers);
    return count;
}

const peer peer_geos_prepared = {.name = "geos-prepared",
                                 .create_two = create,
                                 .doubles = true,
                                 .destroy = destroy,
                                 .overlap = overlap_prepared,
                                 .contain = contain,
                                 .find = find};
const peer peer_geos = {.name = "geos", .create_two = create, .destroy = destroy, .overlap = overlap_plain, .common = common};
