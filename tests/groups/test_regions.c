/* test_regions.c — "a group is the union of its parts": where touching is apart, a point or a segment on the edges between the parts of a
 * concave polygon is inside of it, or on its border. The judge knows the rings, and not the parts: whole numbers tell on which side of a
 * ring a point is. */
#include "../common/check.h"
#include "../scenes/shapes.h"
#include "rings.h"

#include <criterion/criterion.h>
#include <sepal/groups.h>
#include <stdlib.h>
#include <time.h>

enum { RINGS_MOST = 3, SIDE = 5, POINTS = (SIDE + 1) * (SIDE + 1), THIN = POINTS + POINTS * (POINTS - 1) / 2 };

typedef struct region {
    outline ring[RINGS_MOST];
    size_t count;
} region;

/* Is (x, y) / scale in the interior of the outline without its holes? */
static bool point_is_inside(const region *g, int64_t x, int64_t y, int64_t scale) {
    static outline larger;
    for (size_t r = 0; r < g->count; r++) {
        larger.count = g->ring[r].count;
        for (size_t k = 0; k < larger.count; k++) {
            larger.x[k] = (int32_t)(scale * g->ring[r].x[k]);
            larger.y[k] = (int32_t)(scale * g->ring[r].y[k]);
        }
        if (outline_side(&larger, x, y) != (r == 0 ? 1 : -1))
            return false;
    }
    return true;
}

/* A part of the way along a segment. */
typedef struct share {
    int64_t above, below;
} share;

static int by_size(const void *p, const void *q) {
    const share *a = p, *b = q;
    const int64_t left = a->above * b->below, right = b->above * a->below;
    return (left > right) - (left < right);
}

/* Where the lines of the edges cut the segment it may change sides: between two successive such places any point tells. */
static bool segment_is_inside(const region *g, const int32_t from[2], const int32_t to[2]) {
    static share cuts[RINGS_MOST * OUTLINE_MOST + 2];
    const int64_t dx = to[0] - from[0], dy = to[1] - from[1];
    size_t count = 0;
    cuts[count++] = (share){0, 1};
    cuts[count++] = (share){1, 1};
    for (size_t r = 0; r < g->count; r++)
        for (size_t k = 0; k < g->ring[r].count; k++) {
            const size_t next = (k + 1) % g->ring[r].count;
            const int64_t ex = g->ring[r].x[next] - g->ring[r].x[k], ey = g->ring[r].y[next] - g->ring[r].y[k];
            const int64_t fx = g->ring[r].x[k] - from[0], fy = g->ring[r].y[k] - from[1];
            const int64_t across = dx * ey - dy * ex, sign = across < 0 ? -1 : 1;
            const share cut = {sign * (fx * ey - fy * ex), sign * across};
            if (cut.below > 0 && cut.above > 0 && cut.above < cut.below)
                cuts[count++] = cut;
        }
    qsort(cuts, count, sizeof *cuts, by_size);
    for (size_t k = 0; k + 1 < count; k++) {
        const int64_t below = 2 * cuts[k].below * cuts[k + 1].below;
        const int64_t above = cuts[k].above * cuts[k + 1].below + cuts[k + 1].above * cuts[k].below;
        if (by_size(&cuts[k], &cuts[k + 1]) != 0 &&
            point_is_inside(g, below * from[0] + above * dx, below * from[1] + above * dy, below))
            return true;
    }
    return false;
}

/* All points of the lattice, and all segments between two of them. */
static void add_thin(sepal_polys *set, int32_t ends[THIN][2][2]) {
    size_t count = 0;
    for (int32_t i = 0; i < POINTS; i++)
        for (int32_t k = i; k < POINTS; k++) {
            const int32_t rows[2] = {i / (SIDE + 1), k / (SIDE + 1)};
            const float x[2] = {(float)(i % (SIDE + 1)), (float)(k % (SIDE + 1))}, y[2] = {(float)rows[0], (float)rows[1]};
            for (int end = 0; end < 2; end++) {
                ends[count][end][0] = (int32_t)x[end];
                ends[count][end][1] = (int32_t)y[end];
            }
            cr_assert_eq(sepal_polys_add(set, x, y, i == k ? 1 : 2, NULL), SEPAL_OK);
            count++;
        }
}

static sepal_status add_region(sepal_polys *set, const region *g, uint32_t *parts) {
    static float x[RINGS_MOST * OUTLINE_MOST], y[RINGS_MOST * OUTLINE_MOST];
    uint32_t starts[RINGS_MOST + 1] = {0};
    for (size_t r = 0; r < g->count; r++) {
        outline_floats(&g->ring[r], x + starts[r], y + starts[r]);
        starts[r + 1] = starts[r] + (uint32_t)g->ring[r].count;
    }
    return sepal_polys_add_with_holes(set, x, y, starts, g->count, NULL, parts, NULL);
}

/* How many thin shapes are inside that touch parts alone. */
static size_t check_region(const region *g, const sepal_polys *thin, int32_t ends[THIN][2][2]) {
    static sepal_pair pairs[THIN];
    static uint64_t bits[SEPAL_BIT_WORDS(THIN)], back[SEPAL_BIT_WORDS(THIN)], bit[1];
    const sepal_rule rule = {SEPAL_TOUCHING_IS_APART, 0, 0};
    const sepal_groups each = {NULL, 0};
    sepal_polys *set = empty_set(NULL);
    uint32_t parts = 0, first[2] = {0, 0};
    size_t between = 0;
    if (add_region(set, g, &parts) != SEPAL_OK) {
        sepal_polys_destroy(set);
        return 0;
    }
    first[1] = parts;
    const sepal_groups whole = {first, 1};
    for (uint32_t i = 0; i < THIN; i++)
        pairs[i] = (sepal_pair){0, i};
    cr_assert_eq(sepal_polys_overlap_groups(set, &whole, thin, &each, pairs, THIN, &rule, bits), SEPAL_OK);
    for (uint32_t i = 0; i < THIN; i++)
        pairs[i] = (sepal_pair){i, 0};
    cr_assert_eq(sepal_polys_overlap_groups(thin, &each, set, &whole, pairs, THIN, &rule, back), SEPAL_OK);
    for (uint32_t i = 0; i < THIN; i++) {
        const bool is_point = ends[i][0][0] == ends[i][1][0] && ends[i][0][1] == ends[i][1][1];
        const bool expected =
            is_point ? point_is_inside(g, ends[i][0][0], ends[i][0][1], 1) : segment_is_inside(g, ends[i][0], ends[i][1]);
        bool alone = false;
        cr_assert(bit_at(bits, i) == expected && bit_at(back, i) == expected, "(%d, %d) - (%d, %d): %d, not %d", ends[i][0][0],
                  ends[i][0][1], ends[i][1][0], ends[i][1][1], bit_at(bits, i), expected);
        for (uint32_t part = 0; part < parts && expected && !alone; part++) {
            cr_assert_eq(sepal_polys_overlap_one(set, part, thin, i, 1, &rule, bit), SEPAL_OK);
            alone = bit[0] != 0;
        }
        between += expected && !alone;
    }
    sepal_polys_destroy(set);
    return between;
}

/* Small outlines, and holes in a square, which touch it and each other in every way. */
Test(regions, thin_shapes_between_the_parts) {
    static region g;
    static int32_t ends[THIN][2][2];
    rng r = {1811};
    size_t regions[2] = {0, 0}, between[2] = {0, 0}, touches = 0;
    sepal_polys *thin = empty_set(NULL);
    add_thin(thin, ends);
    for (int n = 0; n < 40000 && (regions[0] < 150 || regions[1] < 150); n++) {
        const bool has_holes = n % 2 == 1;
        g.count = has_holes ? 2 + rng_below(&r, 2) : 1;
        for (size_t k = 0; k < g.count; k++) {
            outline *o = &g.ring[k];
            o->count = has_holes && k == 0 ? 4 : 3 + rng_below(&r, has_holes ? 3 : 8);
            for (size_t j = 0; j < o->count; j++) {
                const bool is_frame = has_holes && k == 0;
                o->x[j] = is_frame ? SIDE * (j == 1 || j == 2) : rng_between(&r, 0, SIDE);
                o->y[j] = is_frame ? SIDE * (j > 1) : rng_between(&r, 0, SIDE);
            }
        }
        if (regions[has_holes] >= 150 || !rings_are_good(g.ring, g.count, &touches))
            continue;
        regions[has_holes]++;
        between[has_holes] += check_region(&g, thin, ends);
    }
    cr_assert(regions[0] == 150 && regions[1] == 150, "%zu and %zu regions", regions[0], regions[1]);
    cr_assert(between[0] > 150 && between[1] > 150, "only %zu and %zu lie between parts", between[0], between[1]);
    sepal_polys_destroy(thin);
}

/* Parts that a caller lays side by side are a union, too; one that only meets them at a corner leaves gaps. */
Test(regions, parts_side_by_side) {
    static const struct {
        uint32_t end;
        float x, y;
        bool inside;
    } cases[] = {{2, 1, 0.5F, true}, {2, 1, 0, false}, {2, 1, 1, false}, {3, 1, 1, false}, {4, 1, 1, true}, {4, 0, 1, false}};
    static const float from[4][2] = {{0, 0}, {1, 0}, {0, 1}, {1, 1}}; /* unit squares */
    const sepal_rule rule = {SEPAL_TOUCHING_IS_APART, 0, 0};
    const sepal_groups each = {NULL, 0};
    sepal_polys *set = empty_set(NULL);
    for (int k = 0; k < 4; k++) {
        const float x[] = {from[k][0], from[k][0] + 1, from[k][0] + 1, from[k][0]},
                    y[] = {from[k][1], from[k][1], from[k][1] + 1, from[k][1] + 1};
        cr_assert_eq(sepal_polys_add(set, x, y, 4, NULL), SEPAL_OK);
    }
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const uint32_t first[2] = {0, cases[i].end};
        const sepal_groups whole = {first, 1};
        sepal_polys *point = empty_set(NULL);
        uint64_t bits = 0;
        cr_assert_eq(sepal_polys_add(point, &cases[i].x, &cases[i].y, 1, NULL), SEPAL_OK);
        cr_assert_eq(sepal_polys_overlap_groups(set, &whole, point, &each, &(sepal_pair){0, 0}, 1, &rule, &bits), SEPAL_OK);
        cr_assert_eq(bits != 0, cases[i].inside, "case %zu", i);
        sepal_polys_destroy(point);
    }
    sepal_polys_destroy(set);
}

/* "Groups whose bounds are apart are not looked at further": whatever the rule, it costs in proportion to their parts. */
Test(regions, groups_that_are_apart_cost_by_their_parts) {
    enum { SEGMENTS = 4000 };
    const uint32_t first[2][2] = {{0, SEGMENTS}, {SEGMENTS, 2 * SEGMENTS}};
    const sepal_groups of_a = {first[0], 1}, of_b = {first[1], 1};
    sepal_polys *set = empty_set(NULL);
    double least[2] = {1e30, 1e30};
    for (int k = 0; k < 2 * SEGMENTS; k++) {
        const float x[2] = {(float)(k % 100) + (k < SEGMENTS ? 0 : 1e6F), (float)(k % 100 + 1) + (k < SEGMENTS ? 0 : 1e6F)};
        const int row = k / 100;
        const float y[2] = {(float)row, (float)(row + 1)};
        cr_assert_eq(sepal_polys_add(set, x, y, 2, NULL), SEPAL_OK);
    }
    for (int n = 0; n < 20; n++) {
        const sepal_rule rule = {n % 2 == 0 ? SEPAL_TOUCHING_OVERLAPS : SEPAL_TOUCHING_IS_APART, 0, 0};
        uint64_t bits = 1;
        const clock_t from = clock();
        cr_assert_eq(sepal_polys_overlap_groups(set, &of_a, set, &of_b, &(sepal_pair){0, 0}, 1, &rule, &bits), SEPAL_OK);
        const double took = (double)(clock() - from) / CLOCKS_PER_SEC;
        least[n % 2] = took < least[n % 2] ? took : least[n % 2];
        cr_assert_eq(bits, 0);
    }
    cr_assert_lt(least[1], 20 * least[0] + 0.001, "%g s where touching is apart, else %g s", least[1], least[0]);
    sepal_polys_destroy(set);
}
