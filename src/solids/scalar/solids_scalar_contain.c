/* solids_scalar_contain.c — containment as plainly as C can say it; exact, one pair at a time.
 *
 * A core contains another if it contains its vertices. A with the radius r contains B with the radius s if in every direction A
 * reaches at least as far as B does (Schneider, Convex Bodies, section 1.7): h_A + r >= h_B + s. If r >= s, that says that B is
 * inside of A with the radius r - s: no vertex of it is farther from A. If r < s, every vertex of B must be inside of A, s - r or
 * more from the plane of every face; for then the balls around the vertices are in A, and so is their hull. If r = s, that says the
 * same, and is decided in the same way. A margin is added to s. Where touching does not count, all these comparisons are strict: B is
 * in the interior of A. */
#include "../../core/arithmetic.h"

#include "../../core/compiler.h"
#include "../../core/d3.h"
#include "../../core/pairs.h"
#include "../../exact/expansion.h"
#include "../../exact/orient3.h"
#include "reach.h"
#include "reference.h"
#include <math.h>
#include <stddef.h>
#include <string.h>

/* --- A box that is not sheared ---------------------------------------------------------------------------------------------- */

/* The sum of a reach, if double has it. */
static bool sum_reach(const sepal_reach3 *reach, double *sum) {
    double lack[2];
    sepal_two_sum(reach->part[0], reach->part[1], sum, &lack[0]);
    sepal_two_sum(*sum, reach->part[2], sum, &lack[1]);
    return lack[0] == 0 && lack[1] == 0;
}

/* In what units all coordinates are whole numbers. */
static double unit_of(const sepal_corners *s) {
    const int low_a = s->set[0]->heads[s->index[0]].low, low_b = s->set[1]->heads[s->index[1]].low;
    return ldexp(1, low_a < low_b ? low_a : low_b);
}

/* Whole numbers that double has, half of 2^53; what double may be off by in the square of a distance from such a box, relative to it. */
#define BOX_WHOLE_MOST 0x1p52
#define BOX_AWAY_ERROR 0x1p-48

/* A box of which double has, without an error, how far each vertex of b is along its edges from its middle, and which is not sheared. Along
 * edge k the box reaches to `reach` on both sides, all as products with a vector whose square is `square`. */
typedef struct sepal_square_box {
    double middle[3], edge[3][3], reach[3], square[3];
} sepal_square_box;

/* Of a box along the coordinate axes the vectors are 1 along these: then they add no bits. */
static bool set_square_box(const sepal_corners *s, sepal_square_box *out) {
    const sepal_box_exact *box = s->box[0] ? sepal_solid_exact(s->set[0], s->index[0]) : NULL;
    const double unit = unit_of(s);
    double longest = 0;
    if (box == NULL || s->error > 0)
        return false;
    const bool aligned = (box->flags & SEPAL_SOLID_ALIGNED) != 0;
    for (int k = 0; k < 3; k++) {
        const float *edge = k == 0 ? box->u : k == 1 ? box->v : box->w;
        out->middle[k] = (double)box->c[k];
        for (int c = 0; c < 3; c++)
            out->edge[k][c] = !aligned ? (double)edge[c] : c == k;
        out->reach[k] = aligned ? (fabs((double)box->u[k]) + fabs((double)box->v[k])) + fabs((double)box->w[k])
                                : d3_dot(out->edge[k], out->edge[k]);
        out->square[k] = aligned ? 1 : out->reach[k];
        longest = fmax(longest, sepal_largest_of(out->edge[k]));
    }
    if (!(3 * longest * fmax(aligned ? 0 : longest, s->extent[1]) <= BOX_WHOLE_MOST * (aligned ? unit : unit * unit)))
        return false;
    return aligned || (d3_dot(out->edge[0], out->edge[1]) == 0 && d3_dot(out->edge[1], out->edge[2]) == 0 &&
                       d3_dot(out->edge[2], out->edge[0]) == 0 && out->square[0] > 0 && out->square[1] > 0 && out->square[2] > 0);
}

/* The sign of excess^2 - reach^2 square, exactly. */
static int compare_excess(double excess, double reach, double square) {
    double reach2[2], terms[6];
    sepal_multiply(&reach, 1, &reach, 1, reach2);
    sepal_multiply(reach2, 2, &square, 1, terms);
    for (int k = 0; k < 4; k++)
        terms[k] = -terms[k];
    sepal_multiply(&excess, 1, &excess, 1, terms + 4);
    return sepal_sign_of_sum(terms, 6);
}

/* --- The inner solid as round or rounder ------------------------------------------------------------------------------------ */

/* Are the balls of this radius around all vertices of b in the box? */
static bool square_box_holds(const sepal_square_box *box, const sepal_corners *s, double radius, bool strict) {
    double at[3];
    for (uint32_t i = 0; i < s->size[1]; i++) {
        sepal_corner_of(s, 1, i, at);
        d3_sub(at, box->middle, at);
        for (int k = 0; k < 3; k++) {
            const double depth = box->reach[k] - fabs(d3_dot(box->edge[k], at)), needed = radius * radius * box->square[k];
            if (depth > 0 && depth * depth > needed * (1 + BOX_AWAY_ERROR))
                continue;
            const int sign = depth < 0 || depth * depth < needed * (1 - BOX_AWAY_ERROR) ? -1
                             : radius > 0 ? compare_excess(depth, radius, box->square[k])
                                          : 0;
            if (sign < (strict ? 1 : 0))
                return false;
        }
    }
    return true;
}

/* Is the part of b inside of the planes of the six faces of a box that has a volume? */
static bool is_inside_of_box(sepal_inside *q) {
    const sepal_box_exact *box = sepal_solid_exact(q->s.set[0], q->s.index[0]);
    const bool right_handed = sepal_triple(box->u, box->v, box->w) > 0;
    sepal_corner_plane p;
    uint32_t beyond;
    for (uint32_t k = 0; k < 3; k++)
        for (uint32_t side = 0; side < 2; side++) { /* bits 0, 1, 2 of a corner's number say on which side of u, v, w it is */
            const uint32_t at = side << k, one = at | 1U << (k + 1) % 3, two = at | 1U << (k + 2) % 3;
            const bool outward = (side == 1) == right_handed;
            sepal_corner_plane_set(&p, &q->s, (const uint32_t[3]){at, outward ? one : two, outward ? two : one});
            if (sepal_inside_of_plane(q, &p, true, &beyond) == SEPAL_OUTSIDE)
                return false;
        }
    return true;
}

bool sepal_solids_scalar_is_copy(const sepal_solids *a, uint32_t i, const sepal_solids *b, uint32_t j) {
    if (sepal_solid_is_box(a, i) || sepal_solid_is_box(b, j))
        return sepal_solid_is_box(a, i) && sepal_solid_is_box(b, j) &&
               memcmp(sepal_solid_exact(a, i), sepal_solid_exact(b, j), offsetof(sepal_box_exact, low)) == 0;
    const float *of_a = sepal_solid_x(a, i), *of_b = sepal_solid_x(b, j);
    const uint32_t size = b->heads[j].size;
    const size_t step_a = sepal_solid_padded(a->heads[i].size), step_b = sepal_solid_padded(size);
    if (size > a->heads[i].size)
        return false;
    for (uint32_t k = 0; k < size; k++)
        for (size_t c = 0; c < 3; c++)
            if (of_a[c * step_a + k] != of_b[c * step_b + k])
                return false;
    return true;
}

/* Are all vertices of a hull b on a core a of two vertices, or else is one certainly not? Each is if it is between these along all axes,
 * and the cross product with the edge is 0. *known: whether all differences of coordinates were exact in double. */
static bool is_on_segment(const sepal_solids *a, uint32_t i, const sepal_solids *b, uint32_t j, bool *known) {
    const float *of_a = sepal_solid_x(a, i), *of_b = sepal_solid_x(b, j);
    const size_t step_a = sepal_solid_padded(2), step_b = sepal_solid_padded(b->heads[j].size);
    double edge[3], step[3], lost, left[2], right[2];
    bool on = true;
    *known = true;
    for (uint32_t k = 0; k < b->heads[j].size && on && *known; k++) {
        for (size_t c = 0; c < 3; c++) {
            const float from = of_a[c * step_a], to = of_a[c * step_a + 1], at = of_b[c * step_b + k];
            on = on && ((from <= at && at <= to) || (to <= at && at <= from));
            sepal_two_sum((double)to, -(double)from, &edge[c], &lost);
            *known = *known && lost == 0;
            sepal_two_sum((double)at, -(double)from, &step[c], &lost);
            *known = *known && lost == 0;
        }
        for (int c = 0; c < 3; c++) {
            sepal_two_product(edge[c], step[(c + 1) % 3], &left[0], &left[1]);
            sepal_two_product(edge[(c + 1) % 3], step[c], &right[0], &right[1]);
            on = on && left[0] == right[0] && left[1] == right[1];
        }
    }
    return on;
}

/* If one of them has more vertices than this, one vertex is asked about before all of them: of others kernels have asked that. */
enum { FARTHEST_FIRST = 64 };

/* Is the vertex of b that is farthest from a along the line between their centres certainly not in the core a? It tells of most pairs, with
 * less than the faces do (docs/numerics/solids.md, "Reach"). */
static SEPAL_NOINLINE bool is_farthest_outside(const sepal_corners *s) {
    const sepal_solid_ball *a = &s->set[0]->balls[s->index[0]], *b = &s->set[1]->balls[s->index[1]];
    sepal_corner_plane p = {.at = {(double)a->x, (double)a->y, (double)a->z},
                            .n = {(double)b->x - (double)a->x, (double)b->y - (double)a->y, (double)b->z - (double)a->z}};
    sepal_reaching near = {1, {0}};
    double heights[SEPAL_INSIDE_PART], most = -INFINITY;
    uint32_t best = 0;
    for (uint32_t first = 0; first < s->size[1]; first += SEPAL_INSIDE_PART) {
        const uint32_t left = s->size[1] - first, count = left < SEPAL_INSIDE_PART ? left : SEPAL_INSIDE_PART;
        sepal_corner_heights(&p, s, 1, first, count, heights);
        const uint32_t k = sepal_greatest_of(heights, count);
        if (heights[k] > most)
            most = heights[k], best = first + k;
    }
    return sepal_reach_guess(&near, s, best, 0, 0) < 0;
}

/* Are the balls of this radius, 0 or more, around all vertices of b in the core a; if `strict`, in its interior? */
static SEPAL_NOINLINE bool holds_balls(const sepal_solids *a, uint32_t i, const sepal_solids *b, uint32_t j,
                                       const sepal_reach3 *radius, int sign, bool strict) {
    sepal_inside q;
    const double most = radius->part[1] + radius->part[2], value = radius->part[0] + most,
                 wrong = 0x1p-50 * (most - radius->part[0]);
    const bool box = sepal_solid_is_box(a, i), flat = (a->heads[i].flags & SEPAL_SOLID_FLAT) != 0;
    if (sign == 0 && !strict && sepal_solids_scalar_is_copy(a, i, b, j))
        return true;
    if (!box && a->heads[i].size == 2 && !sepal_solid_is_box(b, j)) { /* it has no interior, so that nothing else is left to ask */
        bool known;
        const bool on = is_on_segment(a, i, b, j, &known);
        if (known)
            return on;
    }
    q.shared = sign == 0 && !strict && !box && !sepal_solid_is_box(b, j);
    sepal_corners_set(&q.s, a, i, b, j);
    sepal_square_box square;
    double sum;
    if (box && !flat && sum_reach(radius, &sum) && set_square_box(&q.s, &square))
        return square_box_holds(&square, &q.s, sum, strict);
    if (!box && (q.s.size[0] > FARTHEST_FIRST || q.s.size[1] > FARTHEST_FIRST) && is_farthest_outside(&q.s))
        return false;
    q.reach = *radius;
    q.touching = !strict;
    q.least = sign == 0 || value < wrong ? 0 : value - wrong;
    q.most = sign == 0 ? 0 : value + wrong;
    const sepal_solid_ball *ball = &b->balls[j]; /* around b with its radius */
    const double around = (double)ball->r - (double)sepal_solid_radius(b, j);
    q.centre[0] = (double)ball->x, q.centre[1] = (double)ball->y, q.centre[2] = (double)ball->z;
    q.around = around > 0 ? around * (1 + 0x1p-50) : 0;
    if (!box || flat)
        return sepal_inside_of_hull(&q);
    for (uint32_t first = 0; first < q.s.size[1]; first += SEPAL_INSIDE_PART) {
        sepal_inside_take(&q, first, SEPAL_INSIDE_PART);
        if (!is_inside_of_box(&q))
            return false;
    }
    return true;
}

/* --- The outer solid rounder ------------------------------------------------------------------------------------------------- */

/* Exactly: is a vertex of b within reach of the core a; if `strict`, nearer than that? The search begins where that in double has ended. */
static SEPAL_NOINLINE bool reaches_vertex(sepal_corners *s, uint32_t vertex, const sepal_reaching *near, const sepal_reach3 *reach,
                                          bool strict) {
    sepal_nearest found;
    sepal_cores *cores = sepal_corners_cores(s);
    cores->first_b = vertex;
    cores->size_b = 1;
    found.count = near->count < 1 ? 1 : near->count > 3 ? 3 : near->count;
    for (int k = 0; k < found.count; k++)
        found.member[k] = (sepal_member){near->vertex[k], vertex};
    return !sepal_solids_scalar_nearest_on(cores, &found, false) || sepal_nearest_compare(&found, cores, reach) < (strict ? 0 : 1);
}

/* Up to so many units between vertices double has products of two differences, and differences of these. What rounding moves a height times
 * the normal by, as a share of the cube of the extent; where a foot is, times a square of the extent or of that; and squares of these. */
#define SIMPLEX_WHOLE_MOST   0x1p26
#define SIMPLEX_HEIGHT_ERROR 0x1p-48
#define SIMPLEX_FOOT_ERROR   0x1p-46
#define SIMPLEX_SQUARE_ERROR 0x1p-40

/* p . q as an expansion; returns its length. */
static int sum_of_products(const double p[3], const double q[3], double out[6]) {
    double terms[6];
    for (size_t k = 0; k < 3; k++)
        sepal_two_product(p[k], q[k], &terms[2 * k], &terms[2 * k + 1]);
    return sepal_expand_sum(terms, 6, out);
}

/* Is a vertex of b within reach of up to three vertices of a, as its foot is certainly between them, and near enough, exactly? False where that
 * is not known. Double has the cross products and the reach (docs/numerics/solids.md, "Reach"). */
static bool reaches_simplex(const sepal_corners *s, uint32_t vertex, const sepal_reaching *near, double reach, bool strict) {
    const double extent2 = s->extent[1] * s->extent[1], wrong = SIMPLEX_HEIGHT_ERROR * (extent2 * s->extent[1]);
    double at[3], to[3][3], edge[2][3], n[3], part[3], height[6], over[2 * 36 + 2 * 12], square[6] = {1}, reach2[2];
    if (near->count < 1 || near->count > 3)
        return false;
    sepal_corner_of(s, 1, vertex, at);
    for (int k = 0; k < near->count; k++) {
        sepal_corner_of(s, 0, near->vertex[k], to[k]);
        d3_sub(to[k], at, to[k]);
    }
    for (int k = 1; k < near->count; k++)
        d3_sub(to[k], to[0], edge[k - 1]);
    const double *apart = to[0], *along = NULL; /* the square of the distance is that of `apart` over that of `along` */
    if (near->count == 2) {
        if (!(d3_dot(edge[0], to[1]) > SIMPLEX_FOOT_ERROR * extent2) || !(-d3_dot(edge[0], to[0]) > SIMPLEX_FOOT_ERROR * extent2))
            return false;
        d3_cross(edge[0], to[0], n);
        apart = n, along = edge[0];
    }
    if (near->count == 3) {
        d3_cross(edge[0], edge[1], n);
        for (int k = 0; k < 3; k++) {
            d3_cross(to[(k + 1) % 3], to[(k + 2) % 3], part);
            if (!(d3_dot(n, part) > SIMPLEX_FOOT_ERROR * (extent2 * extent2)))
                return false;
        }
        along = n;
    }
    const double far = near->count == 3 ? fabs(d3_dot(n, to[0])) : sqrt(d3_dot(apart, apart)), off = near->count == 3 ? wrong : 0;
    const double most = reach * reach * (along != NULL ? d3_dot(along, along) : 1), low = fmax(far - off, 0);
    if ((far + off) * (far + off) < most * (1 - SIMPLEX_SQUARE_ERROR))
        return true;
    if (low * low > most * (1 + SIMPLEX_SQUARE_ERROR))
        return false;
    const int count_height = near->count == 3 ? sum_of_products(n, to[0], height) : 0;
    int count =
        near->count == 3 ? sepal_multiply(height, count_height, height, count_height, over) : sum_of_products(apart, apart, over);
    const int count_square = along != NULL ? sum_of_products(along, along, square) : 1;
    sepal_two_product(reach, -reach, &reach2[0], &reach2[1]);
    count += sepal_multiply(square, count_square, reach2, 2, over + count);
    return sepal_sign_of_sum(over, count) < (strict ? 0 : 1);
}

/* Where a sign is not known. */
enum { BOX_OPEN = 2 };

/* The sign of the distance of a vertex of b from the box, less the reach; BOX_OPEN if that is not known, as near a corner of the box. */
static int compare_with_box(const sepal_square_box *box, const double at[3], double reach) {
    double step[3], excess = 0, square = 1, away2 = 0;
    int beyond = 0;
    d3_sub(at, box->middle, step);
    for (int k = 0; k < 3; k++) {
        const double more = fabs(d3_dot(box->edge[k], step)) - box->reach[k];
        if (more > 0) {
            beyond++;
            excess = more, square = box->square[k];
            away2 += more * more / square;
        }
    }
    if (away2 < reach * reach * (1 - BOX_AWAY_ERROR))
        return -1;
    if (away2 > reach * reach * (1 + BOX_AWAY_ERROR))
        return 1;
    return beyond == 1 ? compare_excess(excess, reach, square) : BOX_OPEN;
}

/* Exact sums of products tell, but of a rounder box near its corners and edges (docs/numerics/solids.md, "Containment"). */
bool sepal_solids_scalar_box_holds(const sepal_solids *a, uint32_t i, const sepal_solids *b, uint32_t j, double more, bool strict,
                                   bool *known) {
    sepal_square_box box;
    sepal_corners s;
    double at[3];
    sepal_corners_set(&s, a, i, b, j);
    *known = set_square_box(&s, &box);
    if (more >= 0)
        return *known && square_box_holds(&box, &s, more, strict);
    for (uint32_t k = 0; k < s.size[1] && *known; k++) {
        sepal_corner_of(&s, 1, k, at);
        const int sign = compare_with_box(&box, at, -more);
        if (sign == 1 || (sign == 0 && strict))
            return false;
        *known = sign != BOX_OPEN;
    }
    return true;
}

/* Are all vertices of b? */
static SEPAL_NOINLINE bool reaches_vertices(const sepal_solids *a, uint32_t i, const sepal_solids *b, uint32_t j,
                                            const sepal_reach3 *reach, bool strict) {
    const double most = reach->part[1] + reach->part[2], value = reach->part[0] + most, wrong = 0x1p-50 * (reach->part[0] - most);
    sepal_reaching at = {1, {0}};
    sepal_corners s;
    double sum;
    const bool summed = sum_reach(reach, &sum);
    bool known = false;
    const bool within = summed && sepal_solids_scalar_box_holds(a, i, b, j, -sum, strict, &known);
    if (known)
        return within;
    sepal_corners_set(&s, a, i, b, j);
    const bool whole = summed && s.error == 0 && s.extent[1] <= SIMPLEX_WHOLE_MOST * unit_of(&s);
    for (uint32_t k = 0; k < s.size[1]; k++) {
        const int guess = sepal_reach_guess(&at, &s, k, value - wrong, value + wrong);
        if (guess < 0 ||
            (guess == 0 && !(whole && reaches_simplex(&s, k, &at, sum, strict)) && !reaches_vertex(&s, k, &at, reach, strict)))
            return false;
    }
    return true;
}

bool sepal_solids_scalar_contains(const sepal_solids *a, uint32_t i, const sepal_solids *b, uint32_t j, const sepal_rule *rule) {
    STAGES_REFER(i);
    const double more[3] = {(double)sepal_solid_radius(a, i), -(double)sepal_solid_radius(b, j), -(double)rule->margin};
    const sepal_reach3 spare = {{more[0], more[1], more[2], 0}}, short_of = {{-more[0], -more[1], -more[2], 0}};
    const bool strict = rule->touching == SEPAL_TOUCHING_IS_APART;
    const int sign = sepal_sign_of_sum(more, 3);
    if (sign > 0)
        return reaches_vertices(a, i, b, j, &spare, strict);
    if ((sign < 0 || strict) && (a->heads[i].flags & SEPAL_SOLID_FLAT) != 0)
        return false; /* it has no interior */
    return holds_balls(a, i, b, j, &short_of, sign, strict);
}

void sepal_solids_contains_pairs_scalar(const sepal_solids *a, const sepal_solids *b, const sepal_pair *pairs, size_t count,
                                        const sepal_rule *rule, uint64_t *bits) {
    for (size_t k = 0; k < count; k++)
        sepal_bits_write(bits, k, sepal_solids_scalar_contains(a, pairs[k].a, b, pairs[k].b, rule));
}
