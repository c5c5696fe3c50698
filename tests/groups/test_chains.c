/* test_chains.c — contacts with chains: no normal across the way over a joint, nothing from behind, and every point where the shape
 * is above its segment. The normals that belong to a border are found anew, by angles between vectors of whole numbers. */
#include "../common/check.h"
#include "../scenes/round_scenes.h"

#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <sepal/sepal.h>
#include <string.h>

enum { MOST = 64, PAIRS = MOST * MOST };

typedef struct answers {
    uint8_t count[PAIRS];
    float normal_x[PAIRS], normal_y[PAIRS], x[2 * PAIRS], y[2 * PAIRS], depth[2 * PAIRS];
    uint32_t feature[2 * PAIRS];
    float a_x[2 * PAIRS], a_y[2 * PAIRS], b_x[2 * PAIRS], b_y[2 * PAIRS];
} answers;

static sepal_contacts arrays_of(answers *to) {
    return (sepal_contacts){.count = to->count,
                            .normal_x = to->normal_x,
                            .normal_y = to->normal_y,
                            .x = to->x,
                            .y = to->y,
                            .depth = to->depth,
                            .feature = to->feature,
                            .a_x = to->a_x,
                            .a_y = to->a_y,
                            .b_x = to->b_x,
                            .b_y = to->b_y};
}

/* A chain of the vertices given. */
static void add_chain(sepal_polys *set, const float *x, const float *y, size_t vertices, float radius) {
    float radii[MOST];
    for (size_t k = 0; k < vertices; k++)
        radii[k] = radius;
    const sepal_capsules segments = {x, y, x + 1, y + 1, radii, 1};
    cr_assert_eq(sepal_polys_add_capsules(set, &segments, vertices - 1, NULL, NULL), SEPAL_OK);
}

static size_t every_pair(size_t segments, size_t shapes, sepal_pair *pairs) {
    size_t count = 0;
    for (uint32_t i = 0; i < segments; i++)
        for (uint32_t j = 0; j < shapes; j++)
            pairs[count++] = (sepal_pair){i, j};
    return count;
}

static answers found;
static sepal_pair all[PAIRS];

/* Asks about all segments, of one chain, with all shapes. */
static size_t ask(const sepal_polys *chain, const sepal_polys *shapes, float margin) {
    const uint32_t first[] = {0, (uint32_t)sepal_polys_count(chain)};
    const sepal_contact_rule rule = {SEPAL_TOUCHING_OVERLAPS, margin, 0};
    const sepal_contacts out = arrays_of(&found);
    size_t count = every_pair(sepal_polys_count(chain), sepal_polys_count(shapes), all);
    memset(&found, 0x55, sizeof found);
    cr_assert_eq(sepal_polys_contacts_chains(chain, &(sepal_groups){first, 1}, shapes, all, count, &rule, &out), SEPAL_OK);
    return count;
}

static void put_box(sepal_polys *set, float x, float y, float half_x, float half_y, float cosine, float sine) {
    const sepal_boxes one = {&x, &y, &half_x, &half_y, &cosine, &sine, 1, NULL};
    cr_assert_eq(sepal_polys_add_boxes(set, &one, 1, NULL, NULL), SEPAL_OK);
}

/* --- A floor of segments ---------------------------------------------------------------------- */

enum { FLOOR = 17 };

/* A floor whose outside is up, of segments of length 1 from x = 8 to x = -8. */
static sepal_polys *make_floor(void) {
    float x[FLOOR], y[FLOOR];
    sepal_polys *floor = empty_set(NULL);
    for (int k = 0; k < FLOOR; k++) {
        x[k] = (float)(8 - k);
        y[k] = 0;
    }
    add_chain(floor, x, y, FLOOR, 0);
    return floor;
}

/* Boxes that sink into a floor by 1/8, and slide over it: as shapes like others they catch on joints; as a chain never. */
Test(chains, what_slides_over_a_straight_floor_is_pushed_up_everywhere) {
    sepal_polys *floor = make_floor(), *boxes = empty_set(NULL);
    for (int k = 0; k < 50; k++)
        put_box(boxes, (float)k / 64 - 0.4F, 0.5F - 0x1p-3F, 0.75F, 0.5F, 1, 0);
    for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
        use_isa(isa);
        size_t caught = 0, points = 0, count = ask(floor, boxes, 0);
        static uint8_t plain_count[PAIRS];
        static float plain_x[PAIRS];
        const sepal_contacts plain = {.count = plain_count, .normal_x = plain_x};
        cr_assert_eq(sepal_polys_contacts_pairs(floor, boxes, all, count, NULL, &plain), SEPAL_OK);
        for (size_t i = 0; i < count; i++) {
            caught += plain_count[i] > 0 && plain_x[i] != 0;
            points += found.count[i];
            if (found.count[i] > 0)
                cr_assert(found.normal_x[i] == 0 && found.normal_y[i] == 1, "%s, pair %zu: normal %g, %g", sepal_isa(), i,
                          (double)found.normal_x[i], (double)found.normal_y[i]);
            for (size_t k = 0; k < found.count[i]; k++)
                cr_assert_float_eq(found.depth[2 * i + k], 0x1p-3F, 1e-6, "%s, pair %zu: depth %g", sepal_isa(), i,
                                   (double)found.depth[2 * i + k]);
        }
        cr_assert_gt(caught, 8, "%zu", caught);
        cr_assert_gt(points, 50 * 4, "%zu", points);
    }
    sepal_polys_destroy(floor);
    sepal_polys_destroy(boxes);
}

/* Each box has points from the one end of its bottom to the other, where segments meet twice. */
Test(chains, points_of_all_segments_reach_over_the_whole_side) {
    sepal_polys *floor = make_floor(), *boxes = empty_set(NULL);
    put_box(boxes, 0.25F, 0.5F - 0x1p-3F, 1.5F, 0.5F, 1, 0); /* its bottom is from -1.25 to 1.75 */
    for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
        use_isa(isa);
        size_t count = ask(floor, boxes, 0);
        for (size_t i = 0; i < count; i++) {
            const float start = (float)(8 - (int)i), end = start - 1;
            const float right = start < 1.75F ? start : 1.75F, left = end > -1.25F ? end : -1.25F;
            cr_assert_eq(found.count[i], right > left ? 2 : right == left ? found.count[i] : 0, "%s, segment %zu", sepal_isa(), i);
            if (right > left)
                cr_assert(fabsf(found.x[2 * i] - right) < 1e-5F && fabsf(found.x[2 * i + 1] - left) < 1e-5F,
                          "%s, segment %zu: from %g to %g", sepal_isa(), i, (double)found.x[2 * i], (double)found.x[2 * i + 1]);
        }
    }
    sepal_polys_destroy(floor);
    sepal_polys_destroy(boxes);
}

/* The middle of the projection onto the normal tells the side, exactly: one float below the line is behind. */
Test(chains, nothing_has_points_from_behind) {
    static const struct {
        float y;
        bool points;
    } cases[] = {{0.25F, true}, {0, true}, {-FLT_TRUE_MIN, false}, {-0x1p-20F, false}, {-0.25F, false}, {-0.49F, false}};
    for (size_t isa = 0; isa < sepal_isa_count(); isa++)
        for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
            use_isa(isa);
            sepal_polys *floor = make_floor(), *balls = empty_set(NULL);
            const float x = 0.5F, radius = 0.5F;
            const sepal_circles ball = {&x, &cases[k].y, &radius, 1};
            cr_assert_eq(sepal_polys_add_circles(balls, &ball, 1, NULL, NULL), SEPAL_OK);
            ask(floor, balls, 0);
            cr_assert_eq(found.count[7] > 0, cases[k].points, "%s, ball at %g", sepal_isa(), (double)cases[k].y);
            sepal_polys_destroy(floor);
            sepal_polys_destroy(balls);
        }
}

__extension__ typedef __int128 wide;

/* A coordinate times 2^40, which makes it a whole number. */
static wide whole(float v) {
    return (wide)((double)v * 0x1p40);
}

/* (q - p) x (v - p) + (q - p) x (w - p), times 2^80 */
static wide sum_of_sides(const float p[2], const float q[2], const float v[2], const float w[2]) {
    const wide x = whole(v[0]) + whole(w[0]) - 2 * whole(p[0]), y = whole(v[1]) + whole(w[1]) - 2 * whole(p[1]);
    return (whole(q[0]) - whole(p[0])) * y - (whole(q[1]) - whole(p[1])) * x;
}

/* Short segments through the middle of a long one, whose ends are equally far from its line but for their last bits. */
Test(chains, the_side_is_exact_where_double_cannot_tell_it) {
    rng r = {81};
    size_t in_front = 0, behind = 0, on_line = 0, misled = 0;
    for (int i = 0; i < 20000; i++) {
        float p[2], q[2], v[2], w[2];
        for (int axis = 0; axis < 2; axis++) {
            p[axis] = ((float)rng_below(&r, 1 << 20) - 0x1p19F) * 0x1p-2F;
            q[axis] = -p[axis];
            v[axis] = (float)((1 << 22) + rng_below(&r, 1 << 22)) * (rng_below(&r, 2) == 0 ? 0x1p-36F : -0x1p-36F);
            w[axis] = -v[axis];
            for (uint32_t steps = i % 4 == 0 ? 0 : rng_below(&r, 3); steps > 0; steps--)
                w[axis] = nextafterf(w[axis], rng_below(&r, 2) == 0 ? -1 : 1);
        }
        sepal_polys *set = empty_set(NULL);
        cr_assert_eq(sepal_polys_add(set, (float[]){p[0], q[0]}, (float[]){p[1], q[1]}, 2, NULL), SEPAL_OK);
        cr_assert_eq(sepal_polys_add(set, (float[]){v[0], w[0]}, (float[]){v[1], w[1]}, 2, NULL), SEPAL_OK);
        const sepal_contacts out = arrays_of(&found);
        const wide exactly = sum_of_sides(p, q, v, w);
        const double way[2] = {(double)q[0] - (double)p[0], (double)q[1] - (double)p[1]},
                     to_v[2] = {(double)v[0] - (double)p[0], (double)v[1] - (double)p[1]},
                     to_w[2] = {(double)w[0] - (double)p[0], (double)w[1] - (double)p[1]},
                     computed = (way[0] * to_v[1] - way[1] * to_v[0]) + (way[0] * to_w[1] - way[1] * to_w[0]);
        use_isa((size_t)i % sepal_isa_count());
        cr_assert_eq(sepal_polys_contacts_chains(set, &(sepal_groups){NULL, 0}, set, &(sepal_pair){0, 1}, 1,
                                                 &(sepal_contact_rule){0, 1, 0}, &out),
                     SEPAL_OK);
        cr_assert_eq(found.count[0] > 0, exactly <= 0, "segment %d: %d points", i, found.count[0]);
        in_front += exactly < 0;
        behind += exactly > 0;
        on_line += exactly == 0;
        misled += (computed > 0) != (exactly > 0) || (computed < 0) != (exactly < 0);
        sepal_polys_destroy(set);
    }
    cr_assert(in_front > 3000 && behind > 3000 && on_line > 1000 && misled > 100, "%zu %zu %zu %zu", in_front, behind, on_line,
              misled);
}

/* --- Any chain -------------------------------------------------------------------------------- */

static double cross(const double v[2], const double w[2]) {
    return v[0] * w[1] - v[1] * w[0];
}

static double dot(const double v[2], const double w[2]) {
    return v[0] * w[0] + v[1] * w[1];
}

/* The angle between two vectors, in degrees. */
static double angle_between(const double v[2], const double w[2]) {
    return atan2(fabs(cross(v, w)), dot(v, w)) * 57.29577951308232;
}

/* A border of whole numbers with joints of every kind, and shapes about it. */
typedef struct landscape {
    float x[MOST], y[MOST];
    sepal_polys *chain, *shapes;
    size_t segments;
    bool closed;
} landscape;

static landscape make_landscape(uint64_t seed, bool closed, float radius) {
    rng r = {seed};
    landscape l = {.chain = empty_set(NULL), .shapes = empty_set(NULL), .segments = 24, .closed = closed};
    for (size_t k = 0; k <= l.segments; k++) {
        const double angle = (double)k / (double)l.segments * 2 * 3.14159265358979, far = 300 + 80 * rng_real(&r, -1, 1);
        l.x[k] = closed ? (float)(int)(far * cos(angle)) : (float)(int)(900 - 75 * (double)k);
        l.y[k] = closed ? (float)(int)(far * sin(angle)) : (float)rng_below(&r, 6) * 10;
    }
    if (closed) {
        l.x[l.segments] = l.x[0];
        l.y[l.segments] = l.y[0];
    }
    add_chain(l.chain, l.x, l.y, l.segments + 1, radius);
    for (int k = 0; k < MOST; k++) {
        const uint32_t on = rng_below(&r, (uint32_t)l.segments);
        const float share = (float)rng_real(&r, 0, 1), x = l.x[on] + share * (l.x[on + 1] - l.x[on]) + (float)rng_real(&r, -20, 20),
                    y = l.y[on] + share * (l.y[on + 1] - l.y[on]) + (float)rng_real(&r, -20, 20), size = (float)rng_real(&r, 5, 60),
                    angle = (float)rng_real(&r, 0, 6.3);
        const sepal_circles ball = {&x, &y, &size, 1};
        if (k % 3 == 0)
            cr_assert_eq(sepal_polys_add_circles(l.shapes, &ball, 1, NULL, NULL), SEPAL_OK);
        else
            put_box(l.shapes, x, y, size, size * (float)rng_real(&r, 0.2, 1), k % 3 == 1 ? 1 : cosf(angle),
                    k % 3 == 1 ? 0 : sinf(angle));
    }
    return l;
}

static void destroy_landscape(landscape *l) {
    sepal_polys_destroy(l->chain);
    sepal_polys_destroy(l->shapes);
}

/* Is a normal between that of segment k and those of its neighbours, or a quarter turn at the ends? */
static bool belongs(const landscape *l, size_t k, const double normal[2], double slack) {
    const size_t n = l->segments, before = k > 0 ? k - 1 : n - 1, after = k + 1 < n ? k + 1 : 0;
    const double way[2] = {(double)l->x[k + 1] - (double)l->x[k], (double)l->y[k + 1] - (double)l->y[k]};
    const bool forwards = dot(way, normal) > 0;
    double reach = 90;
    if (l->closed || (forwards ? k + 1 < n : k > 0)) {
        const size_t other = forwards ? after : before;
        const double next[2] = {(double)l->x[other + 1] - (double)l->x[other], (double)l->y[other + 1] - (double)l->y[other]};
        const bool convex = (forwards ? cross(way, next) : cross(next, way)) > 0; /* exact for whole numbers */
        reach = convex ? angle_between(way, next) : 0;
    }
    const double up[2] = {way[1], -way[0]};
    return angle_between(up, normal) <= reach + slack;
}

/* How low a core comes above a segment, along its normal: its vertices, and where it is cut at the segment's ends. */
static double lowest_above(const landscape *l, size_t k, uint32_t shape) {
    const float *x, *y;
    size_t size;
    cr_assert_eq(sepal_polys_vertices(l->shapes, shape, &x, &y, &size), SEPAL_OK);
    const double way[2] = {(double)l->x[k + 1] - (double)l->x[k], (double)l->y[k + 1] - (double)l->y[k]},
                 length = sqrt(dot(way, way));
    double lowest = INFINITY, along[MOST], above[MOST];
    for (size_t v = 0; v < size; v++) {
        const double p[2] = {(double)x[v] - (double)l->x[k], (double)y[v] - (double)l->y[k]};
        along[v] = dot(way, p) / length;
        above[v] = (way[1] * p[0] - way[0] * p[1]) / length;
        if (along[v] >= 0 && along[v] <= length)
            lowest = fmin(lowest, above[v]);
    }
    for (size_t v = 0; v < size; v++)
        for (int end = 0; end < 2; end++) {
            const size_t w = v + 1 < size ? v + 1 : 0;
            const double at = end * length;
            if ((along[v] < at) != (along[w] < at))
                lowest = fmin(lowest, above[v] + (at - along[v]) / (along[w] - along[v]) * (above[w] - above[v]));
        }
    return lowest;
}

/* The middle of a core's projection onto the normal of a segment, in front of it. Coordinates of boxes are not whole, so it is rounded. */
static double middle_in_front(const landscape *l, size_t k, uint32_t shape) {
    const float *x, *y;
    size_t size;
    cr_assert_eq(sepal_polys_vertices(l->shapes, shape, &x, &y, &size), SEPAL_OK);
    double least = INFINITY, most = -INFINITY;
    for (size_t v = 0; v < size; v++) {
        const double above = ((double)l->y[k + 1] - (double)l->y[k]) * ((double)x[v] - (double)l->x[k]) -
                             ((double)l->x[k + 1] - (double)l->x[k]) * ((double)y[v] - (double)l->y[k]);
        least = fmin(least, above);
        most = fmax(most, above);
    }
    return least + most;
}

static float radius_of(const sepal_polys *set, uint32_t index) {
    float radius;
    cr_assert_eq(sepal_polys_radius(set, index, &radius), SEPAL_OK);
    return radius;
}

/* Pair by pair: from behind there are no points; a contact whose normal belongs to the border stays to the last bit; and one along the
 * normal of a segment is as deep as the shape comes below its line between its ends. */
Test(chains, every_pair_of_any_chain_is_answered_as_the_header_says) {
    size_t kept = 0, behind = 0, moved = 0, none = 0;
    for (uint64_t seed = 0; seed < 12; seed++) {
        const float radius = seed % 3 == 2 ? 4 : 0, margin = seed % 2 == 0 ? 0 : 3;
        landscape l = make_landscape(4000 + seed, seed % 4 >= 2, radius);
        static answers first, plain;
        const sepal_contact_rule rule = {SEPAL_TOUCHING_OVERLAPS, margin, 0};
        for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
            use_isa(isa);
            size_t count = ask(l.chain, l.shapes, margin);
            if (isa == 0)
                first = found;
            cr_assert(memcmp(&first, &found, sizeof found) == 0, "%s, seed %d: other bits", sepal_isa(), (int)seed);
            if (isa > 0)
                continue;
            const sepal_contacts out = arrays_of(&plain);
            memset(&plain, 0x55, sizeof plain);
            cr_assert_eq(sepal_polys_contacts_pairs(l.chain, l.shapes, all, count, &rule, &out), SEPAL_OK);
            for (size_t i = 0; i < count; i++) {
                const size_t k = all[i].a;
                const uint32_t shape = all[i].b;
                const double front = middle_in_front(&l, k, shape),
                             of_plain[2] = {(double)plain.normal_x[i], (double)plain.normal_y[i]};
                const double lowest = lowest_above(&l, k, shape), radii = (double)radius + (double)radius_of(l.shapes, shape);
                if (plain.count[i] == 0 || front < -1e-3) {
                    behind += plain.count[i] > 0;
                    cr_assert_eq(found.count[i], 0, "seed %d, pair %zu", (int)seed, i);
                } else if (belongs(&l, k, of_plain, -0.002)) {
                    kept++;
                    cr_assert(found.count[i] == plain.count[i] && found.normal_x[i] == plain.normal_x[i] &&
                                  found.normal_y[i] == plain.normal_y[i] &&
                                  memcmp(&found.depth[2 * i], &plain.depth[2 * i], 2 * sizeof(float)) == 0 &&
                                  memcmp(&found.x[2 * i], &plain.x[2 * i], 2 * sizeof(float)) == 0,
                              "seed %d, pair %zu", (int)seed, i);
                } else if (!belongs(&l, k, of_plain, 0.002) && front > 1e-3) {
                    const bool expected = radii - lowest >= -(double)margin;
                    if (fabs(radii - lowest + (double)margin) > 1e-3)
                        cr_assert_eq(found.count[i] > 0, expected, "seed %d, pair %zu: %d points, lowest %g, plain (%g, %g)",
                                     (int)seed, i, found.count[i], lowest, of_plain[0], of_plain[1]);
                    none += found.count[i] == 0;
                    if (found.count[i] == 0)
                        continue;
                    moved++;
                    const double normal[2] = {(double)found.normal_x[i], (double)found.normal_y[i]};
                    const float deepest = found.count[i] == 2 && found.depth[2 * i + 1] > found.depth[2 * i]
                                              ? found.depth[2 * i + 1]
                                              : found.depth[2 * i];
                    cr_assert(belongs(&l, k, normal, 0.001), "seed %d, pair %zu", (int)seed, i);
                    cr_assert_float_eq(deepest, radii - lowest, 1e-3, "seed %d, pair %zu: %g, not %g", (int)seed, i,
                                       (double)deepest, radii - lowest);
                }
            }
        }
        destroy_landscape(&l);
    }
    cr_assert(kept > 150 && behind > 300 && moved > 120 && none > 50, "%zu %zu %zu %zu", kept, behind, moved, none);
}

/* No ball slips between two segments: where its centre is in front of a chain and nearer than its radius, some segment has a point as
 * deep as the distance says. */
Test(chains, a_ball_that_rolls_over_any_chain_touches_it_by_its_distance) {
    for (uint64_t seed = 0; seed < 20; seed++) {
        landscape l = make_landscape(7000 + seed, true, 0);
        sepal_polys *balls = empty_set(NULL);
        rng r = {seed};
        for (int k = 0; k < MOST; k++) {
            const double angle = rng_real(&r, 0, 6.28318);
            const float x = (float)(400 * cos(angle)), y = (float)(400 * sin(angle)), radius = (float)rng_real(&r, 60, 190);
            cr_assert_eq(sepal_polys_add_circles(balls, &(sepal_circles){&x, &y, &radius, 1}, 1, NULL, NULL), SEPAL_OK);
        }
        use_isa((size_t)seed % sepal_isa_count());
        ask(l.chain, balls, 0);
        for (uint32_t k = 0; k < MOST; k++) {
            const float *x, *y;
            size_t size;
            cr_assert_eq(sepal_polys_vertices(balls, k, &x, &y, &size), SEPAL_OK);
            double nearest = INFINITY;
            float deepest = -INFINITY;
            for (size_t s = 0; s < l.segments; s++) {
                const double way[2] = {(double)l.x[s + 1] - (double)l.x[s], (double)l.y[s + 1] - (double)l.y[s]},
                             p[2] = {(double)*x - (double)l.x[s], (double)*y - (double)l.y[s]},
                             share = fmin(fmax(dot(way, p) / dot(way, way), 0), 1);
                nearest = fmin(nearest, hypot(p[0] - share * way[0], p[1] - share * way[1]));
                const size_t i = s * MOST + k;
                for (size_t point = 0; point < found.count[i]; point++)
                    deepest = found.depth[2 * i + point] > deepest ? found.depth[2 * i + point] : deepest;
            }
            const double expected = (double)radius_of(balls, k) - nearest;
            if (expected > 1e-3)
                cr_assert_float_eq(deepest, expected, 1e-3, "seed %d, ball %u: %g, not %g", (int)seed, k, (double)deepest,
                                   expected);
        }
        sepal_polys_destroy(balls);
        destroy_landscape(&l);
    }
}

/* --- Walls, records, arguments ---------------------------------------------------------------- */

/* A chain that leads there and back is a wall without thickness: each side pushes to its own front. */
Test(chains, a_wall_that_leads_there_and_back_is_solid_from_both_sides) {
    const float x[] = {0, 4, 0}, y[] = {0, 0, 0};
    for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
        use_isa(isa);
        sepal_polys *wall = empty_set(NULL), *boxes = empty_set(NULL);
        add_chain(wall, x, y, 3, 0);
        put_box(boxes, 2, 0.375F, 0.5F, 0.5F, 1, 0);
        put_box(boxes, 2, -0.375F, 0.5F, 0.5F, 1, 0);
        put_box(boxes, 4.375F, 0, 0.5F, 0.5F, 1, 0); /* at the end: pushed on along the wall */
        ask(wall, boxes, 0);
        cr_assert(found.count[0] == 0 && found.count[1] == 2 && found.normal_y[1] == -1, "%s", sepal_isa());
        cr_assert(found.count[3] == 2 && found.normal_y[3] == 1 && found.count[4] == 0, "%s", sepal_isa());
        cr_assert(found.count[2] > 0 && found.normal_x[2] == 1 && found.count[5] > 0 && found.normal_x[5] == 1, "%s", sepal_isa());
        sepal_polys_destroy(wall);
        sepal_polys_destroy(boxes);
    }
}

/* Segments of no chain, and of chains of one, have no neighbours: a ball beside a joint touches the end of each. */
Test(chains, segments_of_no_chain_end_at_their_ends) {
    const float x[] = {2, 0, -2}, y[] = {0, 0, 0}, at_x = 0.25F, at_y = 0.5F, radius = 1;
    const uint32_t joined[] = {0, 2}, each[] = {0, 1, 2};
    const sepal_groups chains[] = {{NULL, 0}, {each, 2}, {joined, 1}};
    sepal_polys *set = empty_set(NULL);
    add_chain(set, x, y, 3, 0);
    cr_assert_eq(sepal_polys_add_circles(set, &(sepal_circles){&at_x, &at_y, &radius, 1}, 1, NULL, NULL), SEPAL_OK);
    const sepal_pair pairs[] = {{0, 2}, {1, 2}};
    for (int k = 0; k < 3; k++) {
        const sepal_contacts out = arrays_of(&found);
        cr_assert_eq(sepal_polys_contacts_chains(set, &chains[k], set, pairs, 2, NULL, &out), SEPAL_OK);
        cr_assert(found.count[0] == 1 && found.normal_y[0] == 1);
        cr_assert_eq(found.count[1], k < 2 ? 1 : 0, "%d", k);
    }
    sepal_polys_destroy(set);
}

/* The chain ends before an empty slot, and begins anew behind it. */
Test(chains, nothing_is_joined_to_a_segment_that_was_removed) {
    enum { SEGMENTS = 5, GONE = 2, SHAPES = 60 };
    const float x[SEGMENTS + 1] = {10, 8, 6, 4, 2, 0}, y[SEGMENTS + 1] = {0, 1, 0, 0, 1, 0};
    sepal_polys *chain = NULL, *parts = NULL, *shapes = NULL;
    static answers whole;
    rng r = {2612};
    cr_assert(sepal_polys_create(NULL, &chain) == SEPAL_OK && sepal_polys_create(NULL, &parts) == SEPAL_OK &&
              sepal_polys_create(NULL, &shapes) == SEPAL_OK);
    add_chain(chain, x, y, SEGMENTS + 1, 0.125F);
    add_chain(parts, x, y, GONE + 1, 0.125F);
    add_chain(parts, x + GONE + 1, y + GONE + 1, SEGMENTS - GONE, 0.125F);
    for (int k = 0; k < SHAPES; k++) {
        const double turn = rng_real(&r, 0, 6);
        put_box(shapes, (float)rng_real(&r, 2, 8), (float)rng_real(&r, 0, 1.5), 0.5F, 0.75F, (float)cos(turn), (float)sin(turn));
    }
    cr_assert_eq(sepal_polys_remove(chain, GONE), SEPAL_OK);
    ask(chain, shapes, 0.25F);
    whole = found;
    const uint32_t first[] = {0, GONE, SEGMENTS - 1};
    const sepal_contact_rule rule = {SEPAL_TOUCHING_OVERLAPS, 0.25F, 0};
    const sepal_contacts out = arrays_of(&found);
    const size_t count = every_pair(SEGMENTS - 1, SHAPES, all);
    cr_assert_eq(sepal_polys_contacts_chains(parts, &(sepal_groups){first, 2}, shapes, all, count, &rule, &out), SEPAL_OK);
    size_t points = 0;
    for (size_t i = 0; i < SEGMENTS; i++)
        for (size_t k = i * SHAPES; k < (i + 1) * SHAPES; k++) {
            const size_t of = k - (i > GONE ? SHAPES : 0);
            if (i == GONE) {
                cr_assert(whole.count[k] == 0 && whole.normal_x[k] == 0 && whole.normal_y[k] == 0);
                continue;
            }
            points += whole.count[k];
            cr_assert(whole.count[k] == found.count[of] && whole.normal_x[k] == found.normal_x[of] &&
                          whole.normal_y[k] == found.normal_y[of] &&
                          memcmp(whole.depth + 2 * k, found.depth + 2 * of, 2 * sizeof(float)) == 0,
                      "segment %zu, shape %zu", i, k % SHAPES);
        }
    cr_assert_gt(points, 50, "%zu points", points);
    sepal_polys_destroy(chain);
    sepal_polys_destroy(parts);
    sepal_polys_destroy(shapes);
}

/* In records of the caller, relative to places: the points of both surfaces are the depth apart along the normal. */
Test(chains, answers_stand_in_records_relative_to_places) {
    typedef struct record {
        uint8_t count;
        float normal[2], depth[2], ax[2], ay[2], bx[2], by[2];
        int own;
    } record;
    sepal_polys *floor = make_floor(), *boxes = empty_set(NULL);
    put_box(boxes, 0.25F, 0.5F - 0x1p-3F, 0.5F, 0.5F, 1, 0);
    float place_x[FLOOR], place_y[FLOOR];
    for (int k = 0; k < FLOOR; k++) {
        place_x[k] = 100;
        place_y[k] = 200;
    }
    const sepal_poses places = {.x = place_x, .y = place_y};
    const uint32_t first[] = {0, FLOOR - 1};
    const sepal_pair pairs[] = {{7, 0}, {0, 0}, {8, 0}};
    record records[3];
    for (int k = 0; k < 3; k++)
        records[k].own = k;
    const sepal_contacts out = {
        &records->count, records->normal, records->normal + 1, NULL,           NULL,          records->depth, NULL,   records->ax,
        records->ay,     records->bx,     records->by,         sizeof(record), sizeof(float), NULL,           &places};
    cr_assert_eq(sepal_polys_contacts_chains(floor, &(sepal_groups){first, 1}, boxes, pairs, 3, NULL, &out), SEPAL_OK);
    cr_assert(records[0].count == 2 && records[1].count == 0 && records[2].count == 2);
    for (int k = 0; k < 3; k += 2)
        for (int p = 0; p < 2; p++) {
            cr_assert_eq(records[k].own, k);
            cr_assert_float_eq(records[k].ax[p] - (records[k].bx[p] + 100), 0, 1e-5);
            cr_assert_float_eq(records[k].ay[p] - (records[k].by[p] + 200), records[k].depth[p], 2e-5);
        }
    sepal_polys_destroy(floor);
    sepal_polys_destroy(boxes);
}

Test(chains, bad_arguments_write_nothing) {
    sepal_polys *floor = make_floor(), *boxes = empty_set(NULL);
    put_box(boxes, 0, 0, 1, 1, 1, 0);
    const uint32_t good[] = {0, FLOOR - 1}, down[] = {0, 4, 2}, beyond[] = {0, FLOOR};
    const sepal_groups chain = {good, 1}, missing = {NULL, 1}, descending = {down, 2}, outside = {beyond, 1};
    const sepal_pair pair = {7, 0}, no_segment = {0, 0}, no_shape = {7, 1};
    const sepal_contacts out = arrays_of(&found);
    sepal_contacts no_count = out, no_normal = out;
    no_count.count = NULL;
    no_normal.normal_y = NULL;
    const sepal_contact_rule negative = {SEPAL_TOUCHING_OVERLAPS, -1, 0};
    const float nowhere = NAN;
    const sepal_poses lost = {.x = &nowhere, .y = &nowhere};
    sepal_contacts with_lost = out;
    with_lost.poses_b = &lost;
    memset(&found, 0x55, sizeof found);
    cr_assert_eq(sepal_polys_contacts_chains(NULL, &chain, boxes, &pair, 1, NULL, &out), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_contacts_chains(floor, NULL, boxes, &pair, 1, NULL, &out), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_contacts_chains(floor, &missing, boxes, &pair, 1, NULL, &out), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_contacts_chains(floor, &descending, boxes, &pair, 1, NULL, &out), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_contacts_chains(floor, &outside, boxes, &pair, 1, NULL, &out), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_contacts_chains(floor, &chain, NULL, &pair, 1, NULL, &out), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_contacts_chains(floor, &chain, boxes, NULL, 1, NULL, &out), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_contacts_chains(floor, &chain, boxes, &no_shape, 1, NULL, &out), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_contacts_chains(boxes, &(sepal_groups){NULL, 0}, boxes, &no_segment, 1, NULL, &out),
                 SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_contacts_chains(floor, &chain, boxes, &pair, 1, &negative, &out), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_contacts_chains(floor, &chain, boxes, &pair, 1, NULL, NULL), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_contacts_chains(floor, &chain, boxes, &pair, 1, NULL, &no_count), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_contacts_chains(floor, &chain, boxes, &pair, 1, NULL, &no_normal), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_contacts_chains(floor, &chain, boxes, &pair, 1, NULL, &with_lost), SEPAL_BAD_SHAPE);
    for (size_t k = 0; k < sizeof found; k++)
        cr_assert_eq(((const unsigned char *)&found)[k], 0x55);
    cr_assert_eq(sepal_polys_contacts_chains(floor, &chain, boxes, NULL, 0, NULL, &out), SEPAL_OK);
    cr_assert_eq(sepal_polys_contacts_chains(floor, &chain, boxes, &pair, 1, NULL, &out), SEPAL_OK);
    sepal_polys_destroy(floor);
    sepal_polys_destroy(boxes);
}
