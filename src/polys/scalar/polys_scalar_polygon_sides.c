/* polys_scalar_polygon_sides.c — the polygon that two small polygons have in common, where no vertex is on the line of an edge of the
 * other polygon, nor on that through its own neighbours.
 *
 * Then the sides on which all vertices of each are of all edges of the other tell the rest: which vertices are inside, which edges cross
 * and which way, and so the corners in their order. The sides are computed in double, each edge of the one with all vertices of the
 * other, without a branch. A crossing follows from two sides that are known (docs/numerics/common.md, "By sides"). If a side is not
 * certain, polys_scalar_polygon.c finds the corners. */
#include "../../core/arithmetic.h"

#include "../../core/compiler.h"
#include "../../exact/crossing.h"
#include "corners.h"
#include <string.h>

/* MOST: vertices of each polygon. FEW: vertices of the one times those of the other; of more, a walk along both takes less time. */
enum { SIDES_MOST = 16, SIDES_FEW = 144 };

/* A polygon, counter-clockwise. The first vertex stands behind the last one again. */
typedef struct sides_ring {
    uint32_t size;
    double x[SIDES_MOST + 1], y[SIDES_MOST + 1];
    double run[SIDES_MOST], rise[SIDES_MOST]; /* of the edge that begins at a vertex, */
    double error[SIDES_MOST];                 /* and how far a side of it may be off */
} sides_ring;

/* Two polygons, and the sides of their vertices. */
typedef struct sides_table {
    sides_ring a, b;
    double of_b[SIDES_MOST + 1][SIDES_MOST]; /* the side of edge j of b on which vertex i of a is; > 0 inside */
    uint32_t beyond_a[SIDES_MOST];     /* bit j: vertex j of b is outside of edge i of a; the first one again behind the last */
    uint32_t beyond_b[SIDES_MOST + 1]; /* bit j: vertex i of a is outside of edge j of b */
} sides_table;

static void sides_fill(sides_ring *ring, const sepal_polys *set, uint32_t index, uint32_t size) {
    const bool clockwise = (set->heads[index].flags & SEPAL_CLOCKWISE) != 0;
    const float *x = sepal_poly_x(set, index), *y = sepal_poly_y(set, index);
    ring->size = size;
    for (uint32_t k = 0; k < size; k++) {
        const uint32_t from = clockwise ? size - 1 - k : k;
        ring->x[k] = (double)x[from], ring->y[k] = (double)y[from];
    }
    ring->x[size] = ring->x[0], ring->y[size] = ring->y[0];
}

/* Widens the range from `low` to `high` so that it holds some numbers. */
static void sides_reach(const double *numbers, uint32_t count, double *low, double *high) {
    for (uint32_t k = 0; k < count; k++) {
        *low = numbers[k] < *low ? numbers[k] : *low;
        *high = numbers[k] > *high ? numbers[k] : *high;
    }
}

static void sides_edges(sides_ring *ring, double width, double height) {
    for (uint32_t k = 0; k < ring->size; k++) {
        ring->run[k] = ring->x[k + 1] - ring->x[k], ring->rise[k] = ring->y[k + 1] - ring->y[k];
        ring->error[k] = sepal_side_error(ring->run[k], ring->rise[k], width, height);
    }
}

/* Returns whether all sides are certain. */
static bool sides_find(sides_table *s) {
    const sides_ring *a = &s->a, *b = &s->b;
    double least = INFINITY; /* by how much a side is more than it may be off */
    for (uint32_t i = 0; i < a->size; i++) {
        uint32_t beyond_a = 0, beyond_b = 0;
        for (uint32_t j = b->size; j-- > 0;) {
            const double x = b->x[j] - a->x[i], y = b->y[j] - a->y[i]; /* seen from edge j of b, both have the other sign */
            const double of_a = sepal_side(a->run[i], a->rise[i], x, y), of_b = sepal_side(b->run[j], b->rise[j], -x, -y);
            const double sure_a = fabs(of_a) - a->error[i], sure_b = fabs(of_b) - b->error[j];
            least = sure_a < least ? sure_a : least;
            least = sure_b < least ? sure_b : least;
            s->of_b[i][j] = of_b;
            beyond_a = beyond_a << 1 | (of_a < 0);
            beyond_b = beyond_b << 1 | (of_b < 0);
        }
        s->beyond_a[i] = beyond_a | (beyond_a & 1) << b->size;
        s->beyond_b[i] = beyond_b;
    }
    memcpy(s->of_b[a->size], s->of_b[0], sizeof s->of_b[0]);
    s->beyond_b[a->size] = s->beyond_b[0];
    return least > 0;
}

/* --- The walk ------------------------------------------------------------------------------------- */

/* The corners, from any of them on. Bit k of `onward`: the edge behind corner k leads to a later point, in the order of x, then of y.
 * doubtful: some corner may have its neighbours on one line. */
typedef struct sides_corners {
    uint32_t count, onward;
    bool doubtful;
    sepal_float2 at[2 * SIDES_MOST];
} sides_corners;

/* The corner from which edge k of a polygon goes on. */
static void sides_add(sides_corners *out, sepal_float2 corner, const sides_ring *ring, uint32_t k) {
    out->at[out->count] = corner;
    out->onward |= (uint32_t)(ring->run[k] > 0 || (ring->run[k] == 0 && ring->rise[k] > 0)) << out->count;
    out->count++;
}

static sepal_float2 sides_vertex(const sides_ring *ring, uint32_t k) {
    return (sepal_float2){(float)ring->x[k], (float)ring->y[k]};
}

static void sides_add_vertex(sides_corners *out, const sides_ring *ring, uint32_t k) {
    const uint32_t before = k > 0 ? k - 1 : ring->size - 1;
    out->doubtful |= !(sepal_side(ring->run[before], ring->rise[before], ring->run[k], ring->rise[k]) > ring->error[before]);
    sides_add(out, sides_vertex(ring, k), ring, k);
}

/* Where edge i of a crosses edge j of b. */
static sepal_float2 sides_crossing(const sides_table *s, uint32_t i, uint32_t j) {
    const sepal_float2 p = sides_vertex(&s->a, i), q = sides_vertex(&s->a, i + 1), r = sides_vertex(&s->b, j),
                       t = sides_vertex(&s->b, j + 1);
    const sepal_crossing_estimate near = sepal_estimate_passage(p, q, fabs(s->of_b[i][j]), fabs(s->of_b[i + 1][j]), s->b.error[j]);
    return sepal_round_crossing(&near, p, q, r, t);
}

/* The edges of b, as bits, that edge i of a crosses: by which it comes into b, and by which it leaves b. Each is one or none. */
typedef struct sides_crossed {
    uint32_t in, out;
} sides_crossed;

static sides_crossed sides_crossed_by(const sides_table *s, uint32_t i) {
    const uint32_t crossed = (s->beyond_a[i] ^ s->beyond_a[i] >> 1) & (s->beyond_b[i] ^ s->beyond_b[i + 1]);
    return (sides_crossed){crossed & s->beyond_b[i], crossed & s->beyond_b[i + 1]};
}

/* The vertices of b from where edge `from` was crossed to where edge `to` is. */
static void sides_follow(const sides_ring *b, uint32_t from, uint32_t to, sides_corners *out) {
    while (from != to) {
        from = from + 1 < b->size ? from + 1 : 0;
        sides_add_vertex(out, b, from);
    }
}

/* Along a, from an edge on that comes into b; and along b from where a leaves it to where a comes into it again. */
static void sides_walk(const sides_table *s, uint32_t begin, sides_corners *out) {
    const uint32_t begun = sepal_lowest_bit(sides_crossed_by(s, begin).in);
    uint32_t left = begun;
    for (uint32_t k = 0, i = begin; k < s->a.size; k++, i = i + 1 < s->a.size ? i + 1 : 0) {
        const sides_crossed crossed = sides_crossed_by(s, i);
        if (crossed.in != 0) {
            const uint32_t j = sepal_lowest_bit(crossed.in);
            sides_follow(&s->b, left, j, out);
            sides_add(out, sides_crossing(s, i, j), &s->a, i);
        }
        if (crossed.out != 0) {
            left = sepal_lowest_bit(crossed.out);
            sides_add(out, sides_crossing(s, i, left), &s->b, left);
        }
        if (s->beyond_b[i + 1] == 0)
            sides_add_vertex(out, &s->a, i + 1 < s->a.size ? i + 1 : 0);
    }
    sides_follow(&s->b, left, begun, out);
}

bool sepal_polys_scalar_polygon_sides(const sepal_polys *a, uint32_t i, const sepal_polys *b, uint32_t j, clip_list *list) {
    const uint32_t size_a = a->heads[i].size, size_b = b->heads[j].size;
    if (size_a < 3 || size_b < 3 || size_a > SIDES_MOST || size_b > SIDES_MOST || size_a * size_b > SIDES_FEW)
        return false;
    sides_table s;
    sides_fill(&s.a, a, i, size_a);
    sides_fill(&s.b, b, j, size_b);
    double left = s.a.x[0], right = left, low = s.a.y[0], high = low;
    sides_reach(s.a.x, size_a, &left, &right);
    sides_reach(s.b.x, size_b, &left, &right);
    sides_reach(s.a.y, size_a, &low, &high);
    sides_reach(s.b.y, size_b, &low, &high);
    sides_edges(&s.a, right - left, high - low);
    sides_edges(&s.b, right - left, high - low);
    if (!sides_find(&s))
        return false;
    sides_corners out;
    out.count = out.onward = 0;
    out.doubtful = false;
    uint32_t begin = 0;
    while (begin < size_a && sides_crossed_by(&s, begin).in == 0)
        begin++;
    if (begin < size_a)
        sides_walk(&s, begin, &out);
    else { /* one of them is inside of the other */
        const sides_ring *inner = s.beyond_b[0] == 0 ? &s.a : &s.b;
        for (uint32_t k = 0; k < inner->size; k++)
            sides_add_vertex(&out, inner, k);
    }
    if (out.doubtful || out.count < 3)
        return false;
    const uint32_t first = sepal_lowest_bit(out.onward & ~(out.onward << 1 | out.onward >> (out.count - 1)));
    for (uint32_t k = 0, at = first; k < out.count; k++, at = at + 1 < out.count ? at + 1 : 0)
        clip_add(list, out.at[at], 1);
    return true;
}
