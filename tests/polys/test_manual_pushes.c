/* What the headers say of the smallest push, sentence by sentence, where no other test is about it: the axes and their order, the
 * normal, the distance of pairs apart, and which numbers never come. */
#include "../common/check.h"
#include "../oracle/turn.h"
#include "../scenes/round_scenes.h"

#include <criterion/criterion.h>
#include <float.h>
#include <math.h>

static sepal_polys *new_set(void) {
    sepal_polys *set;
    cr_assert_eq(sepal_polys_create(NULL, &set), SEPAL_OK);
    return set;
}

/* --- The axes of a push, in order --------------------------------------------------------------- */

typedef struct push {
    float x, y, depth;
} push;

static push push_of(const sepal_polys *a, uint32_t i, const sepal_polys *b, uint32_t j, const sepal_rule *rule) {
    push found;
    cr_assert_eq(sepal_polys_mtv_pairs(a, b, &(sepal_pair){i, j}, 1, rule,
                                       &(sepal_mtvs){.normal_x = &found.x, .normal_y = &found.y, .depth = &found.depth}),
                 SEPAL_OK);
    return found;
}

/* Shapes all edges of which are parallel to a coordinate axis, with small whole coordinates: points, segments, rectangles, from any
 * vertex on, either way round, with vertices repeated. Every axis and every gap is then computed without rounding. */
static void make_upright(rng *r, polygon *p) {
    const int32_t left = rng_between(r, -3, 3), low = rng_between(r, -3, 3), width = rng_between(r, 0, 3),
                  height = rng_between(r, 0, 3);
    const int32_t x[] = {left, left + width, left + width, left}, y[] = {low, low, low + height, low + height};
    const uint32_t start = rng_below(r, 4), step = rng_below(r, 2) ? 1 : 3;
    p->count = 0;
    for (uint32_t k = 0; k < 4; k++) {
        const uint32_t at = (start + step * k) % 4;
        for (uint32_t times = 1 + (rng_below(r, 4) == 0); times > 0; times--)
            polygon_push(p, (double)x[at], (double)y[at]);
    }
    if ((width == 0 || height == 0) && rng_below(r, 2)) { /* without area, there and back with nothing repeated */
        p->count = 0;
        polygon_push(p, (double)left, (double)low);
        if (width + height > 0)
            polygon_push(p, (double)(left + width), (double)(low + height));
    }
}

static double area_of(const polygon *p) {
    double area = 0;
    for (size_t k = 0; k < p->count; k++) {
        const size_t next = (k + 1) % p->count;
        area += (double)p->x[k] * (double)p->y[next] - (double)p->y[k] * (double)p->x[next];
    }
    return area;
}

/* The gap between two polygons along a direction, and the axis if that is the greatest so far. */
static void try_direction(const polygon *a, const polygon *b, double x, double y, push *best) {
    double high_a = -INFINITY, low_b = INFINITY;
    for (size_t k = 0; k < a->count; k++)
        high_a = fmax(high_a, x * (double)a->x[k] + y * (double)a->y[k]);
    for (size_t k = 0; k < b->count; k++)
        low_b = fmin(low_b, x * (double)b->x[k] + y * (double)b->y[k]);
    if (best->depth != best->depth || high_a - low_b < (double)best->depth)
        *best = (push){(float)(0 + x), (float)(0 + y), (float)(high_a - low_b)};
}

/* The axes that the edges of `of` give, as the header has them. */
static void try_edges(const polygon *of, bool reversed, bool along, const polygon *a, const polygon *b, push *best) {
    const double side = (area_of(of) < 0 ? -1 : 1) * (reversed ? -1 : 1), way = reversed ? -1 : 1;
    for (size_t k = 0; k < of->count; k++) {
        const size_t next = (k + 1) % of->count;
        const double ex = (double)of->x[next] - (double)of->x[k], ey = (double)of->y[next] - (double)of->y[k];
        const double length = fabs(ex) + fabs(ey); /* one of them is 0 */
        if (length == 0)
            continue;
        if (along)
            try_direction(a, b, way * ex / length, way * ey / length, best);
        else
            try_direction(a, b, side * ey / length, -side * ex / length, best);
    }
}

/* The gap between the intervals that two polygons cover; signed from a to b, and 0 if the intervals meet. */
static double gap_between(const float *a, size_t count_a, const float *b, size_t count_b) {
    double low_a = INFINITY, high_a = -INFINITY, low_b = INFINITY, high_b = -INFINITY;
    for (size_t k = 0; k < count_a; k++) {
        low_a = fmin(low_a, (double)a[k]);
        high_a = fmax(high_a, (double)a[k]);
    }
    for (size_t k = 0; k < count_b; k++) {
        low_b = fmin(low_b, (double)b[k]);
        high_b = fmax(high_b, (double)b[k]);
    }
    return low_b > high_a ? low_b - high_a : high_b < low_a ? high_b - low_a : 0;
}

/* Of shapes that fill their bounding boxes: along the line of their nearest points. */
static push stated_push_apart(const polygon *a, const polygon *b) {
    const double x = gap_between(a->x, a->count, b->x, b->count), y = gap_between(a->y, a->count, b->y, b->count);
    const double length = hypot(x, y);
    return (push){(float)(x / length), (float)(y / length), (float)-length};
}

static push stated_push(const polygon *a, const polygon *b) {
    push best = {0, 0, NAN};
    try_edges(a, false, false, a, b, &best);
    try_edges(b, true, false, a, b, &best);
    if (area_of(a) == 0 && area_of(b) == 0) {
        try_edges(a, false, true, a, b, &best);
        try_edges(b, true, true, a, b, &best);
    }
    if (best.depth != best.depth) { /* two points */
        const double dx = (double)b->x[0] - (double)a->x[0], dy = (double)b->y[0] - (double)a->y[0], length = hypot(dx, dy);
        best = length > 0 ? (push){(float)(dx / length), (float)(dy / length), (float)-length} : (push){1, 0, 0};
    }
    return best;
}

Test(manual_pushes, of_axes_with_equal_pushes_the_first_is_taken_and_pairs_apart_get_their_distance) {
    enum { SHAPES = 1500, PAIRS = 20000 };
    static polygon shapes[SHAPES];
    static sepal_pair pairs[PAIRS];
    static float x[PAIRS], y[PAIRS], depth[PAIRS];
    rng r = {42};
    size_t seen_apart = 0;
    sepal_polys *set = new_set();
    for (int i = 0; i < SHAPES; i++) {
        make_upright(&r, &shapes[i]);
        cr_assert_eq(sepal_polys_add(set, shapes[i].x, shapes[i].y, shapes[i].count, NULL), SEPAL_OK);
    }
    for (int k = 0; k < PAIRS; k++)
        pairs[k] = (sepal_pair){rng_below(&r, SHAPES), rng_below(&r, SHAPES)};
    for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
        use_isa(isa);
        cr_assert_eq(
            sepal_polys_mtv_pairs(set, set, pairs, PAIRS, NULL, &(sepal_mtvs){.normal_x = x, .normal_y = y, .depth = depth}),
            SEPAL_OK);
        for (int k = 0; k < PAIRS; k++) {
            push stated = stated_push(&shapes[pairs[k].a], &shapes[pairs[k].b]);
            const bool apart = stated.depth < 0;
            if (apart)
                stated = stated_push_apart(&shapes[pairs[k].a], &shapes[pairs[k].b]);
            const bool same = float_bits(x[k]) == float_bits(stated.x) && float_bits(y[k]) == float_bits(stated.y) &&
                              depth[k] == stated.depth,
                       near = fabsf(x[k] - stated.x) <= 0x1p-22F && fabsf(y[k] - stated.y) <= 0x1p-22F &&
                              fabsf(depth[k] - stated.depth) <= 0x1p-22F * -stated.depth;
            seen_apart += apart;
            cr_assert(apart ? near : same, "%s, pair %d (%u and %u): (%g, %g) %g instead of (%g, %g) %g", sepal_isa(), k,
                      pairs[k].a, pairs[k].b, (double)x[k], (double)y[k], (double)depth[k], (double)stated.x, (double)stated.y,
                      (double)stated.depth);
        }
    }
    sepal_polys_destroy(set);
    cr_assert(seen_apart > PAIRS / 10, "%zu pairs are apart", seen_apart);
}

/* --- The normal and the depth ------------------------------------------------------------------- */

/* How far a normal is from the nearest of the directions that the header names: normals of the edges of both either way round, and
 * the lines from the vertices of a to those of b. (long double has 64 bits or more, or as many as double, which are enough.) */
typedef struct direction {
    long double x, y, error;
} direction;

static void compare_direction(long double dx, long double dy, direction *d) {
    const long double length = sqrtl(dx * dx + dy * dy);
    if (length == 0)
        return;
    const long double error = fmaxl(fabsl(dx / length - d->x), fabsl(dy / length - d->y));
    d->error = error < d->error ? error : d->error;
}

static void compare_edges(const float *x, const float *y, size_t count, bool along, direction *d) {
    for (size_t k = 0; k < count; k++) {
        const size_t next = (k + 1) % count;
        const long double ex = (long double)x[next] - (long double)x[k], ey = (long double)y[next] - (long double)y[k];
        compare_direction(ey, -ex, d);
        compare_direction(-ey, ex, d);
        if (along) {
            compare_direction(ex, ey, d);
            compare_direction(-ex, -ey, d);
        }
    }
}

static bool is_flat(const float *x, const float *y, size_t count) {
    for (size_t i = 0; i < count; i++)
        for (size_t k = i + 1; k + 1 < count; k++)
            if (turn_of((float_point){x[i], y[i]}, (float_point){x[k], y[k]}, (float_point){x[k + 1], y[k + 1]}) != 0)
                return false;
    return true;
}

/* Each component is within 6 u of that of one of these directions. */
static void check_normal(const sepal_polys *a, const sepal_polys *b, sepal_pair pair, bool lines, push found) {
    const float *ax, *ay, *bx, *by;
    size_t count_a, count_b;
    cr_assert_eq(sepal_polys_vertices(a, pair.a, &ax, &ay, &count_a), SEPAL_OK);
    cr_assert_eq(sepal_polys_vertices(b, pair.b, &bx, &by, &count_b), SEPAL_OK);
    direction d = {(long double)found.x, (long double)found.y, INFINITY};
    const bool flat = is_flat(ax, ay, count_a) && is_flat(bx, by, count_b);
    compare_edges(ax, ay, count_a, flat, &d);
    compare_edges(bx, by, count_b, flat, &d);
    const bool points = d.error == (long double)INFINITY; /* neither has an edge */
    for (size_t i = 0; i < count_a && (lines || points); i++)
        for (size_t j = 0; j < count_b; j++)
            compare_direction((long double)bx[j] - (long double)ax[i], (long double)by[j] - (long double)ay[i], &d);
    if (d.error == (long double)INFINITY) /* two points that coincide */
        cr_assert(found.x == 1 && found.y == 0);
    else
        cr_assert_leq(d.error, 6 * 0x1p-24L, "%s: (%a, %a) is %Lg u from an axis", sepal_isa(), (double)found.x, (double)found.y,
                      d.error * 0x1p24L);
}

static bool is_plain_number(float v) {
    return isfinite(v) && float_bits(v) != 0x80000000;
}

/* Every scene, as it is and with radii: normals are those of an axis, or of a line between cores that are apart; no number is -0, infinite or
 * NaN; the sign is that of overlap under the same margin. */
static void check_pushes(const scene *s, const sepal_polys *a, const sepal_polys *b, float margin, bool round) {
    enum { MOST = 400 };
    static float x[MOST], y[MOST], depth[MOST];
    static uint64_t closed[SEPAL_BIT_WORDS(MOST)], open[SEPAL_BIT_WORDS(MOST)];
    const sepal_rule closed_rule = {SEPAL_TOUCHING_OVERLAPS, margin, 0}, open_rule = {SEPAL_TOUCHING_IS_APART, margin, 0};
    const size_t count = s->pair_count < MOST ? s->pair_count : MOST;
    for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
        use_isa(isa);
        cr_assert_eq(sepal_polys_overlap_pairs(a, b, s->pairs, count, &closed_rule, closed), SEPAL_OK);
        cr_assert_eq(sepal_polys_overlap_pairs(a, b, s->pairs, count, &open_rule, open), SEPAL_OK);
        cr_assert_eq(
            sepal_polys_mtv_pairs(a, b, s->pairs, count, &closed_rule, &(sepal_mtvs){.normal_x = x, .normal_y = y, .depth = depth}),
            SEPAL_OK);
        for (size_t k = 0; k < count; k++) {
            cr_assert(is_plain_number(x[k]) && is_plain_number(y[k]) && is_plain_number(depth[k]),
                      "%s, scene '%s', pair %zu: (%a, %a) %a", sepal_isa(), s->kind, k, (double)x[k], (double)y[k],
                      (double)depth[k]);
            cr_assert(bit_at(closed, k) == (depth[k] >= 0) && bit_at(open, k) == (depth[k] > 0), "%s, scene '%s', pair %zu: %a",
                      sepal_isa(), s->kind, k, (double)depth[k]);
            if (isa + 1 == sepal_isa_count()) /* all instruction sets have the same bits */
                check_normal(a, b, s->pairs[k], round || depth[k] < 0, (push){x[k], y[k], depth[k]});
        }
    }
}

Test(manual_pushes, pushes_are_numbers_along_an_axis_with_the_sign_of_overlap) {
    for (size_t kind = 0; kind < scene_kind_count(); kind++) {
        scene s = scene_create(kind, 51, 90, 400);
        check_pushes(&s, s.set_a, s.set_b, 0, false);
        scene_destroy(&s);
        for (int manner = 0; manner < RADIUS_MANNERS; manner++) {
            round_scene q = round_scene_create(kind, 52 + (uint64_t)manner, 40, 150, (radius_manner)manner);
            check_pushes(&q.base, q.a, q.b, q.margin, true);
            round_scene_destroy(&q);
        }
    }
}

/* Whatever the exact depth, the number is finite: the sums of the greatest radii and margin, and the greatest distances. */
Test(manual_pushes, a_depth_beyond_the_range_of_float_becomes_the_nearest_finite_one) {
    static const float x[] = {-FLT_MAX, FLT_MAX, -FLT_MAX, FLT_MAX}, y[] = {-FLT_MAX, FLT_MAX, 0, 0};
    sepal_polys *set = new_set();
    for (int k = 0; k < 2; k++) {
        cr_assert_eq(sepal_polys_add(set, &x[k], &y[k], 1, NULL), SEPAL_OK);
        cr_assert_eq(sepal_polys_add_round(set, &x[2 + k], &y[2 + k], 1, FLT_MAX, NULL), SEPAL_OK);
    }
    const sepal_rule rule = {SEPAL_TOUCHING_OVERLAPS, FLT_MAX, 0};
    for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
        use_isa(isa);
        const push apart = push_of(set, 0, set, 2, NULL), same = push_of(set, 1, set, 1, &rule),
                   meeting = push_of(set, 1, set, 3, NULL), over = push_of(set, 1, set, 3, &rule);
        cr_assert(apart.depth == -FLT_MAX && fabsf(apart.x - apart.y) == 0 && apart.x > 0.7F, "%s", sepal_isa());
        cr_assert(same.depth == FLT_MAX && same.x == 1 && same.y == 0, "three times the greatest float; concentric circles");
        cr_assert(meeting.depth == 0 && meeting.x == 1 && meeting.y == 0);
        cr_assert(over.depth == FLT_MAX && over.x == 1 && over.y == 0);
    }
    sepal_polys_destroy(set);
}

/* Each array may be left out, all of them too; without the structure there is no answer, even to no pair. */
Test(manual_pushes, pushes_need_a_structure_but_no_array) {
    static const float x[] = {0, 1, 0}, y[] = {0, 0, 1};
    sepal_polys *set = new_set();
    cr_assert_eq(sepal_polys_add(set, x, y, 3, NULL), SEPAL_OK);
    const sepal_pair pair = {0, 0};
    const sepal_mtvs none = {0};
    for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
        use_isa(isa);
        cr_assert_eq(sepal_polys_mtv_pairs(set, set, &pair, 1, NULL, &none), SEPAL_OK);
        cr_assert_eq(sepal_polys_mtv_pairs(set, set, NULL, 0, NULL, &none), SEPAL_OK);
        cr_assert_eq(sepal_polys_mtv_pairs(set, set, NULL, 0, NULL, NULL), SEPAL_BAD_ARGUMENT);
        cr_assert_eq(sepal_polys_mtv_pairs(set, set, NULL, 1, NULL, &none), SEPAL_BAD_ARGUMENT);
    }
    sepal_polys_destroy(set);
}
