/* polys_scalar_doubles.c — overlap and containment of polygons whose vertices are doubles, by their definitions
 * (polys_scalar_overlap.c and polys_scalar_contain.c, which say why); exact, one pair at a time.
 *
 * Of the other polygon one vertex matters for each edge: the one that is farthest on one side of it. Where there are more than a few, it
 * is found from the one of the edge before, as rotating calipers do (Preparata, Shamos, Computational Geometry, 1985, section 4.2.3):
 * while the edges of a turn to the left, the farthest vertex of b goes round to the left as well. */
#include "../../core/arithmetic.h"

#include "../../core/stages.h"
#include "../../exact/orient64.h"
#include "difference.h"
#include "doubles.h"

/* A polygon with its vertices in counter-clockwise order. */
typedef struct ring64 {
    const double *x, *y;
    uint32_t size;
    bool clockwise;
} ring64;

static ring64 ring64_of(const sepal_polys *set, uint32_t i) {
    return (ring64){sepal_poly_exact_x(set, i), sepal_poly_exact_y(set, i), set->heads[i].size,
                    (set->heads[i].flags & SEPAL_CLOCKWISE) != 0};
}

static sepal_double2 corner64(const ring64 *r, uint32_t k) {
    const uint32_t at = r->clockwise ? r->size - 1 - k : k;
    return (sepal_double2){r->x[at], r->y[at]};
}

static sepal_double2 corner64_after(const ring64 *r, uint32_t k) {
    return corner64(r, k + 1 < r->size ? k + 1 : 0);
}

#define NOT_FOUND_YET UINT32_MAX

/* Moves *at to the vertex of b that is farthest on the left of an edge, or with sign -1 on its right; before it was so of the edge
 * before. What leads along the edge is walked too: in a polygon that has turned by a half, the way begins with it. */
static void go_to_farthest(sepal_double2 from, sepal_double2 to, const ring64 *b, int sign, uint32_t *at) {
    if (*at == NOT_FOUND_YET) {
        *at = 0;
        for (uint32_t k = 1; k < b->size; k++)
            if (sign * sepal_cross64(from, to, corner64(b, *at), corner64(b, k)) > 0)
                *at = k;
    }
    for (uint32_t steps = 0; steps < b->size && sign * sepal_cross64(from, to, corner64(b, *at), corner64_after(b, *at)) >= 0;
         steps++)
        *at = *at + 1 < b->size ? *at + 1 : 0;
}

/* The greatest sign * side of a vertex of b from an edge: 1 if one is on its left, or with sign -1 on its right. at: where the walk is;
 * NULL if there are few vertices, of which each is tried. */
static int greatest_side(sepal_double2 from, sepal_double2 to, const ring64 *b, int sign, uint32_t *at) {
    int greatest = -1;
    if (at != NULL) {
        go_to_farthest(from, to, b, sign, at);
        return sign * sepal_orient64(from, to, corner64(b, *at));
    }
    for (uint32_t k = 0; k < b->size && greatest < 1; k++) {
        const int side = sign * sepal_orient64(from, to, corner64(b, k));
        greatest = side > greatest ? side : greatest;
    }
    return greatest;
}

/* Is of some edge of a the greatest sign * side of a vertex of b from `least` to `most`? */
static bool some_edge_has(const ring64 *a, const ring64 *b, int sign, int least, int most) {
    uint32_t found = NOT_FOUND_YET, *at = sepal_parts_are_few(a->size, b->size) ? NULL : &found;
    for (uint32_t k = 0; k < a->size; k++) {
        const sepal_double2 from = corner64(a, k), to = corner64_after(a, k);
        if (from.x == to.x && from.y == to.y)
            continue;
        const int side = greatest_side(from, to, b, sign, at);
        if (side >= least && side <= most)
            return true;
    }
    return false;
}

/* An interval of doubles, from the least to the greatest of some values. */
typedef struct interval64 {
    double low, high;
} interval64;

static interval64 interval64_of(const double *value, uint32_t count) {
    interval64 out = {value[0], value[0]};
    for (uint32_t k = 1; k < count; k++) {
        out.low = value[k] < out.low ? value[k] : out.low;
        out.high = value[k] > out.high ? value[k] : out.high;
    }
    return out;
}

static bool intervals64_apart(const double *p, uint32_t count_p, const double *q, uint32_t count_q, bool strict) {
    const interval64 a = interval64_of(p, count_p), b = interval64_of(q, count_q);
    return strict ? a.high <= b.low || b.high <= a.low : a.high < b.low || b.high < a.low;
}

bool sepal_polys_scalar_overlap_doubles(const sepal_polys *a, uint32_t i, const sepal_polys *b, uint32_t j,
                                        sepal_touching touching) {
    STAGES_REFER(i);
    const ring64 of_a = ring64_of(a, i), of_b = ring64_of(b, j);
    const bool strict = touching != SEPAL_TOUCHING_OVERLAPS;
    if (some_edge_has(&of_a, &of_b, 1, -1, strict ? 0 : -1) || some_edge_has(&of_b, &of_a, 1, -1, strict ? 0 : -1))
        return false;
    return (a->heads[i].flags & b->heads[j].flags & SEPAL_FLAT) == 0 ||
           (!intervals64_apart(of_a.x, of_a.size, of_b.x, of_b.size, strict) &&
            !intervals64_apart(of_a.y, of_a.size, of_b.y, of_b.size, strict));
}

static bool interval64_holds(const double *p, uint32_t count_p, const double *q, uint32_t count_q) {
    const interval64 a = interval64_of(p, count_p), b = interval64_of(q, count_q);
    return b.low >= a.low && b.high <= a.high;
}

bool sepal_polys_scalar_contains_doubles(const sepal_polys *a, uint32_t i, const sepal_polys *b, uint32_t j,
                                         sepal_touching touching) {
    STAGES_REFER(i);
    const ring64 of_a = ring64_of(a, i), of_b = ring64_of(b, j);
    const bool strict = touching != SEPAL_TOUCHING_OVERLAPS, flat = (a->heads[i].flags & SEPAL_FLAT) != 0;
    if ((strict && flat) || some_edge_has(&of_a, &of_b, -1, strict ? 0 : 1, 1))
        return false;
    return !flat ||
           (interval64_holds(of_a.x, of_a.size, of_b.x, of_b.size) && interval64_holds(of_a.y, of_a.size, of_b.y, of_b.size));
}
