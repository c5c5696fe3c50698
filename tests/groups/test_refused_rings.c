/* test_refused_rings.c — where a polygon is refused: the ring is the first that cannot follow those before it, which is judged by asking
 * the judge of test_holes.c about some of the rings; and at the vertex named there is what the reason says, by whole numbers. */
#include "../common/check.h"
#include "rings.h"

#include <criterion/criterion.h>
#include <math.h>
#include <sepal/groups.h>
#include <string.h>

enum { RINGS_MOST = 6, VERTICES_MOST = 256, SKIPPED = 3 };

typedef struct area {
    size_t count;
    outline rings[RINGS_MOST];
    float x[VERTICES_MOST], y[VERTICES_MOST];
    uint32_t starts[RINGS_MOST + 1];
} area;

static area a;

/* Refuses the rings of `a`, which stand behind some other floats. */
static sepal_refusal refusal_of_area(void) {
    sepal_polys *set = empty_set(NULL);
    sepal_refusal refusal = {77, NULL};
    uint32_t first = 7, parts = 8;
    a.starts[0] = SKIPPED;
    for (size_t k = 0; k < a.count; k++) {
        a.starts[k + 1] = a.starts[k] + (uint32_t)a.rings[k].count;
        outline_floats(&a.rings[k], a.x + a.starts[k], a.y + a.starts[k]);
    }
    sepal_status status = sepal_polys_add_with_holes(set, a.x, a.y, a.starts, a.count, &first, &parts, &refusal);
    cr_assert_eq(status == SEPAL_OK, refusal.reason == NULL);
    cr_assert_eq(status == SEPAL_BAD_SHAPE, sepal_polys_count(set) == 0);
    cr_assert(status == SEPAL_OK || (first == 7 && parts == 8));
    cr_assert_eq(sepal_polys_add_with_holes(set, a.x, a.y, a.starts, a.count, NULL, NULL, NULL), status);
    sepal_polys_destroy(set);
    return refusal;
}

static bool says(sepal_refusal refusal, const char *words) {
    return refusal.reason != NULL && strstr(refusal.reason, words) != NULL;
}

/* --- The judge -------------------------------------------------------------------------------- */

typedef struct spot {
    int64_t x, y;
} spot;

static spot spot_at(const outline *o, size_t k) {
    return (spot){o->x[k % o->count], o->y[k % o->count]};
}

static bool is_same(spot p, spot q) {
    return p.x == q.x && p.y == q.y;
}

static int turn_of(spot p, spot q, spot r) {
    int64_t cross = (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x);
    return (cross > 0) - (cross < 0);
}

static bool is_on(spot p, spot q, spot r) {
    return turn_of(p, q, r) == 0 && (r.x - p.x) * (r.x - q.x) <= 0 && (r.y - p.y) * (r.y - q.y) <= 0;
}

/* The next vertex, or the last one, that is somewhere else. */
static size_t step_from(const outline *o, size_t k, size_t by) {
    size_t to = (k + by) % o->count;
    while (is_same(spot_at(o, to), spot_at(o, k)) && to != k)
        to = (to + by) % o->count;
    return to;
}

/* The ring without repetitions, so that neighbours of edges are known by number. */
static void without_repetitions(const outline *o, outline *out) {
    out->count = 0;
    for (size_t k = 0; k < o->count; k++)
        if (!is_same(spot_at(o, k), spot_at(o, k + o->count - 1))) {
            out->x[out->count] = o->x[k];
            out->y[out->count++] = o->y[k];
        }
}

static bool is_short(const outline *o) {
    static outline once;
    without_repetitions(o, &once);
    return once.count < 3;
}

/* Do two edges have a point in common? */
static bool edges_meet(spot p, spot q, spot r, spot s) {
    return is_on(p, q, r) || is_on(p, q, s) || is_on(r, s, p) || is_on(r, s, q) ||
           (turn_of(p, q, r) * turn_of(p, q, s) < 0 && turn_of(r, s, p) * turn_of(r, s, q) < 0);
}

/* Does the edge from a spot meet another of its ring, which is not its neighbour, or a neighbour in more than a point? */
static bool meets_itself(const outline *ring, spot at) {
    static outline o;
    without_repetitions(ring, &o);
    bool found = false;
    for (size_t k = 0; k < o.count; k++)
        for (size_t j = 0; j < o.count && is_same(spot_at(&o, k), at); j++) {
            spot p = spot_at(&o, k), q = spot_at(&o, k + 1), r = spot_at(&o, j), s = spot_at(&o, j + 1);
            if (j == k)
                continue;
            if ((j + 1) % o.count == k) /* the edge before */
                found |= is_on(p, q, r) || is_on(r, s, q);
            else if ((k + 1) % o.count == j)
                found |= is_on(p, q, s) || is_on(r, s, p);
            else
                found |= edges_meet(p, q, r, s);
        }
    return found;
}

/* Is a direction within the angle from one to another, going round to the left, and neither of them? */
static bool is_between(spot from, spot to, spot d) {
    const spot zero = {0, 0};
    if (turn_of(zero, from, to) > 0)
        return turn_of(zero, from, d) > 0 && turn_of(zero, d, to) > 0;
    if (turn_of(zero, from, to) == 0) /* a straight angle: the two are opposite */
        return turn_of(zero, from, d) > 0;
    return !(turn_of(zero, to, d) >= 0 && turn_of(zero, d, from) >= 0);
}

static spot minus(spot p, spot q) {
    return (spot){p.x - q.x, p.y - q.y};
}

/* Do two rings cross at a point, of which the directions are known in which each comes and goes? */
static bool ways_cross(const spot p[2], const spot q[2]) {
    return is_between(p[0], p[1], q[0]) != is_between(p[0], p[1], q[1]);
}

/* Does the edge from vertex k of a ring cross the other one, its beginning included, or lie partly on it? */
static bool crosses(const outline *ring, size_t k, const outline *other) {
    const size_t next = step_from(ring, k, 1);
    const spot p = spot_at(ring, k), q = spot_at(ring, next), before = spot_at(ring, step_from(ring, k, ring->count - 1));
    for (size_t j = 0; j < other->count; j++) {
        const size_t after = step_from(other, j, 1);
        const spot r = spot_at(other, j), s = spot_at(other, after),
                   earlier = spot_at(other, step_from(other, j, other->count - 1));
        if (turn_of(p, q, r) * turn_of(p, q, s) < 0 && turn_of(r, s, p) * turn_of(r, s, q) < 0)
            return true;
        if (turn_of(p, q, r) == 0 && turn_of(p, q, s) == 0) {
            int ends = is_on(p, q, r) + is_on(p, q, s) + is_on(r, s, p) + is_on(r, s, q);
            if (ends > 2 || (ends == 2 && !is_same(p, r) && !is_same(p, s) && !is_same(q, r) && !is_same(q, s)))
                return true;
        }
        const bool at_start = is_same(p, r), in_edge = is_on(p, q, r) && !is_same(p, r) && !is_same(q, r),
                   in_other = is_on(r, s, p) && !is_same(p, r) && !is_same(p, s);
        const spot here = in_other ? p : r;
        const spot own[2] = {minus(in_edge ? p : before, here), minus(q, here)},
                   others[2] = {minus(in_other ? r : earlier, here), minus(s, here)};
        if ((at_start || in_edge || in_other) && ways_cross(own, others))
            return true;
    }
    return false;
}

/* --- Any rings -------------------------------------------------------------------------------- */

static void random_rings(rng *r, int n) {
    const int32_t side = rng_between(r, 2, 7);
    a.count = 1 + rng_below(r, 4);
    for (size_t k = 0; k < a.count; k++) {
        outline *o = &a.rings[k];
        o->count = 3 + rng_below(r, 5);
        for (size_t j = 0; j < o->count; j++) {
            o->x[j] = rng_between(r, 0, side);
            o->y[j] = rng_between(r, 0, side);
            if (j > 0 && rng_below(r, 8) == 0) {
                o->x[j] = o->x[j - 1];
                o->y[j] = o->y[j - 1];
            }
        }
    }
    if (n % 4 > 0) { /* a frame around the grid */
        const int32_t x[] = {0, side, side, 0}, y[] = {0, 0, side, side};
        a.rings[0].count = 4;
        memcpy(a.rings[0].x, x, sizeof x);
        memcpy(a.rings[0].y, y, sizeof y);
    }
}

Test(refused_rings, the_first_wrong_ring_and_a_vertex_where_it_is_wrong) {
    rng r = {5150};
    size_t taken = 0, of_short = 0, of_itself = 0, of_others = 0, astray = 0, later = 0;
    for (int n = 0; n < 200000; n++) {
        random_rings(&r, n);
        const sepal_refusal refusal = refusal_of_area();
        size_t touches, bad = 0, too_short = 0;
        while (too_short < a.count && !is_short(&a.rings[too_short]))
            too_short++;
        while (too_short == a.count && bad < a.count && rings_are_good(a.rings, bad + 1, &touches))
            bad++;
        if (refusal.reason == NULL) {
            cr_assert(too_short == a.count && bad == a.count, "case %d", n);
            taken++;
        } else if (too_short < a.count) {
            cr_assert(says(refusal, "less than three vertices") && refusal.index == a.starts[too_short], "case %d: %zu", n,
                      refusal.index);
            of_short++;
        } else {
            cr_assert(bad < a.count && refusal.index >= a.starts[bad] && refusal.index < a.starts[bad + 1],
                      "case %d: vertex %zu, not of ring %zu", n, refusal.index, bad);
            const outline *ring = &a.rings[bad];
            const size_t k = refusal.index - a.starts[bad];
            later += bad + 1 < a.count;
            cr_assert(k == 0 || !is_same(spot_at(ring, k), spot_at(ring, k - 1)), "case %d: a repeated vertex", n);
            if (says(refusal, "another edge of its ring")) {
                cr_assert(meets_itself(ring, spot_at(ring, k)), "case %d: ring %zu, vertex %zu", n, bad, k);
                of_itself++;
            } else if (says(refusal, "crosses another ring")) {
                bool found = false;
                for (size_t j = 0; j < bad; j++)
                    found |= crosses(ring, k, &a.rings[j]);
                cr_assert(found, "case %d: ring %zu, vertex %zu", n, bad, k);
                of_others++;
            } else {
                cr_assert(says(refusal, "not inside the outline") && bad > 0, "case %d: %s", n, refusal.reason);
                for (size_t j = 0; j < ring->count; j++)
                    cr_assert(ring->x[k] < ring->x[j] || (ring->x[k] == ring->x[j] && ring->y[k] <= ring->y[j]), "case %d", n);
                astray++;
            }
        }
    }
    cr_assert(taken > 5000 && of_short > 2000 && of_itself > 20000 && of_others > 10000 && astray > 2000 && later > 20000,
              "%zu %zu %zu %zu %zu %zu", taken, of_short, of_itself, of_others, astray, later);
}

/* --- By hand ---------------------------------------------------------------------------------- */

static void set_rings(size_t count, const outline *const *rings) {
    a.count = count;
    for (size_t k = 0; k < count; k++)
        a.rings[k] = *rings[k];
}

Test(refused_rings, places_known_by_hand) {
    static const outline frame = {4, {0, 9, 9, 0}, {0, 0, 9, 9}}, bow_tie = {4, {1, 3, 3, 1}, {1, 3, 1, 3}},
                         hole = {3, {4, 6, 5}, {1, 1, 3}}, outside = {5, {12, 11, 11, 14, 14}, {5, 6, 6, 4, 5}},
                         inside_hole = {3, {5, 5, 5}, {1, 2, 1}}, around = {4, {2, 8, 8, 2}, {7, 7, 0, 0}},
                         over = {4, {7, 12, 12, 7}, {5, 5, 7, 7}}, corner = {3, {2, 2, 3}, {4, 2, 2}},
                         turning_back = {4, {2, 0, 5, 3}, {5, 0, 5, 3}}, /* its last edge lies on the one from vertex 1 */
        eight = {7, {1, 2, 2, 3, 3, 2, 1}, {5, 5, 6, 7, 6, 6, 6}};
    static const struct {
        size_t count;
        const outline *rings[3];
        size_t ring, least, most;
        const char *words;
    } cases[] = {
        {2, {&frame, &bow_tie, NULL}, 1, 0, 2, "another edge of its ring"}, /* the edges from vertices 0 and 2 cross */
        {2, {&frame, &eight, NULL}, 1, 1, 5, "another edge of its ring"},   /* which has one vertex three times, once repeated */
        {3, {&frame, &hole, &outside}, 2, 1, 1, "not inside the outline"},
        {3, {&frame, &hole, &around}, 2, 3, 3, "not inside the outline"},
        {3, {&frame, &over, &bow_tie}, 1, 0, 2, "crosses another ring"},
        {3, {&frame, &hole, &inside_hole}, 2, 0, 0, "less than three vertices"},
        {3, {&frame, &corner, &turning_back}, 2, 1, 1, "crosses another ring"},
        {2, {&bow_tie, &bow_tie, NULL}, 0, 0, 2, "another edge of its ring"},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        set_rings(cases[k].count, cases[k].rings);
        const sepal_refusal refusal = refusal_of_area();
        cr_assert(says(refusal, cases[k].words), "case %zu: %s", k, refusal.reason);
        const size_t from = a.starts[cases[k].ring];
        cr_assert(refusal.index >= from + cases[k].least && refusal.index <= from + cases[k].most, "case %zu: vertex %zu", k,
                  refusal.index);
    }
}

Test(refused_rings, rings_without_enough_vertices_and_coordinates_that_are_not_finite) {
    float x[] = {0, 9, 9, 0, 1, 3, 2, 5, 6, 6}, y[] = {0, 0, 9, 9, 1, 1, 2, 5, 5, 6};
    const uint32_t empty[] = {0, 4, 4, 7, 9}, two[] = {0, 4, 6, 9}, good[] = {0, 4, 7, 10}, down[] = {0, 7, 4, 10};
    sepal_polys *set = empty_set(NULL);
    sepal_refusal refusal = {77, NULL};
    cr_assert_eq(sepal_polys_add_with_holes(set, x, y, empty, 4, NULL, NULL, &refusal), SEPAL_BAD_SHAPE);
    cr_assert(refusal.index == 4 && says(refusal, "no vertices"), "%zu: %s", refusal.index, refusal.reason);
    cr_assert_eq(sepal_polys_add_with_holes(set, x, y, two, 3, NULL, NULL, &refusal), SEPAL_BAD_SHAPE);
    cr_assert(refusal.index == 4 && says(refusal, "less than three"), "%zu: %s", refusal.index, refusal.reason);
    y[8] = NAN;
    x[9] = INFINITY;
    cr_assert_eq(sepal_polys_add_with_holes(set, x, y, good, 3, NULL, NULL, &refusal), SEPAL_BAD_SHAPE);
    cr_assert(refusal.index == 8 && says(refusal, "not finite"), "%zu: %s", refusal.index, refusal.reason);
    cr_assert_eq(sepal_polys_add_concave(set, x + 7, y + 7, 3, NULL, NULL, &refusal), SEPAL_BAD_SHAPE);
    cr_assert(refusal.index == 1 && says(refusal, "not finite"), "%zu: %s", refusal.index, refusal.reason);
    refusal = (sepal_refusal){77, NULL};
    cr_assert_eq(sepal_polys_add_with_holes(set, x, y, down, 3, NULL, NULL, &refusal), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_polys_add_with_holes(set, x, y, good, 0, NULL, NULL, &refusal), SEPAL_BAD_SHAPE);
    cr_assert_eq(sepal_polys_add_concave(set, x, y, ((size_t)1 << 29) + 1, NULL, NULL, &refusal), SEPAL_BAD_SHAPE);
    cr_assert_eq(sepal_polys_add_concave(set, x, y, 4, NULL, NULL, &refusal), SEPAL_OK);
    cr_assert(refusal.index == 77 && refusal.reason == NULL, "untouched");
    sepal_polys_destroy(set);
}
