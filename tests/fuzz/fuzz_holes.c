/* fuzz_holes.c — polygons with holes: whether the rings are as they should be, and whether the area of the parts is theirs. The judge
 * compares all pairs of edges, with whole numbers. The same bytes as any floats have only to be refused or cut. */
#include "../common/must.h"
#include "../groups/rings.h"
#include "bytes.h"

#include <sepal/groups.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { RINGS_MOST = 8, RING_MOST = 24 };

typedef struct given {
    size_t count;
    outline rings[RINGS_MOST];
    float x[RINGS_MOST * RING_MOST], y[RINGS_MOST * RING_MOST];
    uint32_t starts[RINGS_MOST + 1];
} given;

/* A byte is a point of a lattice of 16 by 16. */
static void take_rings(given *g, bytes *b) {
    g->count = 1 + take_below(b, RINGS_MOST);
    for (size_t k = 0; k < g->count; k++) {
        outline *ring = &g->rings[k];
        ring->count = take_below(b, RING_MOST + 1);
        for (size_t i = 0; i < ring->count; i++) {
            uint8_t point = take_byte(b);
            ring->x[i] = point / 16;
            ring->y[i] = point % 16;
        }
        outline_floats(ring, g->x + g->starts[k], g->y + g->starts[k]);
        g->starts[k + 1] = g->starts[k] + (uint32_t)ring->count;
    }
}

/* Twice the area between the rings. */
static int64_t area2_of(const given *g) {
    int64_t sum = 0;
    for (size_t k = 0; k < g->count; k++) {
        int64_t area = outline_area2(&g->rings[k]);
        sum += (area > 0) == (k == 0) ? area : -area;
    }
    return sum;
}

/* Twice the area of a part, whose corners all turn left. */
static int64_t check_part(const sepal_polys *set, uint32_t index) {
    const float *x, *y;
    size_t count;
    int64_t sum = 0;
    must(sepal_polys_vertices(set, index, &x, &y, &count) == SEPAL_OK && count >= 3, "a part has no area");
    for (size_t k = 0; k < count; k++) {
        size_t next = (k + 1) % count, after = (k + 2) % count;
        must((x[next] - x[k]) * (y[after] - y[k]) > (y[next] - y[k]) * (x[after] - x[k]), "a part is not convex");
        sum += (int64_t)x[k] * (int64_t)y[next] - (int64_t)x[next] * (int64_t)y[k];
    }
    return sum;
}

/* What is outside of the polygon overlaps none of its parts, but where touching counts. */
static void check_outside(const sepal_polys *inside, const given *g, bool good) {
    const sepal_rule apart = {.touching = SEPAL_TOUCHING_IS_APART};
    sepal_polys *set = NULL;
    must(sepal_polys_create(NULL, &set) == SEPAL_OK, "out of memory");
    const sepal_status status = sepal_polys_add_outside(set, g->x, g->y, g->starts, g->count, 1, NULL, NULL, NULL);
    must(status == (good ? SEPAL_OK : SEPAL_BAD_SHAPE), "the outside of %s polygon", good ? "a good" : "a bad");
    must((sepal_polys_count(set) > 0) == good, "parts of the outside");
    for (uint32_t i = 0; i < sepal_polys_count(set); i++) {
        check_part(set, i);
        for (uint32_t j = 0; j < sepal_polys_count(inside); j++) {
            uint64_t bit = 0;
            must(sepal_polys_overlap_pairs(set, inside, &(sepal_pair){i, j}, 1, &apart, &bit) == SEPAL_OK && bit == 0,
                 "the outside overlaps the inside");
        }
    }
    sepal_polys_destroy(set);
}

static void check_lattice(sepal_polys *set, const given *g) {
    uint32_t first = 0, parts = 0;
    size_t touches;
    bool good = rings_are_good(g->rings, g->count, &touches);
    sepal_refusal refusal = {SIZE_MAX, NULL};
    sepal_status status = sepal_polys_add_with_holes(set, g->x, g->y, g->starts, g->count, &first, &parts, &refusal);
    must(good ? refusal.reason == NULL : refusal.reason != NULL && refusal.index <= g->starts[g->count], "no vertex is named");
    must(status == (good ? SEPAL_OK : SEPAL_BAD_SHAPE), "%s", good ? "a polygon is refused" : "a polygon is not refused");
    must(sepal_polys_count(set) == parts, "parts that are not told");
    int64_t area = good ? area2_of(g) : 0;
    for (uint32_t k = 0; k < parts; k++)
        area -= check_part(set, first + k);
    must(area == 0, "the areas differ");
    check_outside(set, g, good);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static given g;
    bytes b = {data, size};
    sepal_polys *set = NULL;
    must(sepal_polys_create(NULL, &set) == SEPAL_OK, "out of memory");
    take_rings(&g, &b);
    check_lattice(set, &g);
    const uint32_t count = g.starts[g.count];
    for (uint32_t k = 0; k < count && b.left > 0; k++) { /* some of the coordinates as bits */
        uint32_t bits = take_word(&b);
        memcpy(k % 2 == 0 ? &g.x[k] : &g.y[k], &bits, sizeof bits);
    }
    uint32_t parts = 0;
    sepal_status status = sepal_polys_add_with_holes(set, g.x, g.y, g.starts, g.count, NULL, &parts, NULL);
    must(status == SEPAL_OK ? parts > 0 : status == SEPAL_BAD_SHAPE && parts == 0, "another status");
    sepal_polys_destroy(set);
    return 0;
}
