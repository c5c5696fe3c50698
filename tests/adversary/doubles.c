/* doubles.c — sets of doubles: the gap along an edge normal between vertices relative to centres, computed in float; the cross product of
 * two rounded differences; the products of the portal search in double; and distances from edges, with a reach. */
#include "couple.h"
#include "families.h"

#include <gmp.h>
#include <math.h>
#include <polys/kernel/doubles.h>
#include <polys/kernel/large64.h>
#include <stdlib.h>
#include <string.h>

/* --- Near axes */

/* A set of one triangle of doubles made anew; NULL if it is refused. Its vertices are floats, moved by what the polygons have in common.
 */
static sepal_polys *triangle_of(sepal_polys **set, const float *f, double move) {
    const double x[] = {(double)f[0] + move, (double)f[2] + move, (double)f[4] + move};
    const double y[] = {(double)f[1] - move, (double)f[3] - move, (double)f[5] - move};
    if (*set == NULL && sepal_polys_create_doubles(NULL, 0, 0, set) != SEPAL_OK)
        abort();
    sepal_polys_clear(*set);
    return sepal_polys_add_doubles(*set, x, y, 3, NULL) == SEPAL_OK ? *set : NULL;
}

/* As couple_gap. Differences of doubles are rounded, which is nothing beside the errors of float. */
static double gap_of_doubles(const sepal_polys *a, const sepal_polys *b) {
    const double *ax = sepal_poly_exact_x(a, 0), *ay = sepal_poly_exact_y(a, 0), *bx = sepal_poly_exact_x(b, 0),
                 *by = sepal_poly_exact_y(b, 0);
    const double outward = a->heads[0].flags & SEPAL_CLOCKWISE ? -1 : 1;
    double greatest = -INFINITY;
    for (int i = 0; i < 3; i++) {
        const int next = (i + 1) % 3;
        const double nx = outward * (ay[next] - ay[i]), ny = outward * (ax[i] - ax[next]);
        double least = INFINITY;
        for (int j = 0; j < 3; j++)
            least = fmin(least, nx * (bx[j] - ax[i]) + ny * (by[j] - ay[i]));
        if (nx != 0 || ny != 0)
            greatest = fmax(greatest, least);
    }
    return greatest;
}

static double near_gap_error(const float *input) {
    static sepal_polys *first, *second;
    const double move = (double)input[12] * 0x1p20;
    const sepal_polys *a = triangle_of(&first, input, move), *b = triangle_of(&second, input + 6, move);
    const polys_query q = {a, b, SEPAL_TOUCHING_OVERLAPS, 0, 0};
    near_pair p;
    if (a == NULL || b == NULL)
        return -INFINITY;
    load_near_pair(&q, couple_group, (sizes){4, 4, true}, &p);
    const double gap_a = (double)lane_of(greatest_gap(&p.va, 4, p.a.winding, &p.vb, 4));
    const double gap_b = (double)lane_of(greatest_gap(&p.vb, 4, p.b.winding, &p.va, 4));
    const double error_a = fabs(gap_a - gap_of_doubles(a, b)) / (double)lane_of(w_mul(p.a.outer, p.unit));
    const double error_b = fabs(gap_b - gap_of_doubles(b, a)) / (double)lane_of(w_mul(p.b.outer, p.unit));
    return isfinite(error_a) && isfinite(error_b) ? fmax(error_a, error_b) : -INFINITY;
}

/* --- Doubles */

/* A double from two floats, which have 48 of its bits and choose their distance. */
static double double_of(const float *f) {
    return (double)f[0] + (double)f[1] * 0x1p-29;
}

enum { DETERMINANT_BITS = 2048 };

/* Of three points whose coordinates are doubles: (a - c) x (b - c) by GMP. False if a coordinate is out of range. */
static bool determinant_of(const float *input, double *d, mpf_t out) {
    static mpf_t v[6], right;
    static bool ready;
    for (int k = 0; k < 6; k++) {
        d[k] = double_of(input + 2 * k);
        if (!(d[k] == 0 || (fabs(d[k]) >= 0x1p-200 && fabs(d[k]) <= 0x1p100)))
            return false;
        if (!ready)
            mpf_init2(v[k], DETERMINANT_BITS);
        mpf_set_d(v[k], d[k]);
    }
    if (!ready)
        mpf_init2(right, DETERMINANT_BITS);
    ready = true;
    for (int k = 0; k < 4; k++)
        mpf_sub(v[k], v[k], v[4 + k % 2]);
    mpf_mul(out, v[0], v[3]);
    mpf_mul(right, v[1], v[2]);
    mpf_sub(out, out, right);
    return true;
}

/* Its error as computed. */
static double determinant_share(const float *input) {
    double d[6], share = -INFINITY;
    mpf_t exact, found;
    mpf_init2(exact, DETERMINANT_BITS);
    mpf_init2(found, DETERMINANT_BITS);
    if (determinant_of(input, d, exact)) {
        const wd2 p = {wd_set1(d[0] - d[4]), wd_set1(d[1] - d[5])}, q = {wd_set1(d[2] - d[4]), wd_set1(d[3] - d[5])};
        const cross_lanes cross = cross_of(p, q, wd_set1((double)(float)DOUBLES_ERROR), false);
        mpf_set_d(found, wd_greatest(cross.value));
        mpf_sub(found, found, exact);
        const double error = wd_greatest(cross.error);
        share = error > 0 ? fabs(mpf_get_d(found)) / error : -INFINITY;
    }
    mpf_clears(exact, found, NULL);
    return share;
}

/* --- Portals */

enum { PORTAL_BITS = 2048 };

/* A set of one triangle of doubles made anew; NULL if it is refused. */
static const sepal_polys *exact_triangle_of(sepal_polys **set, const float *f) {
    double x[3], y[3];
    for (int k = 0; k < 3; k++) {
        x[k] = double_of(f + 4 * k);
        y[k] = double_of(f + 4 * k + 2);
    }
    if (*set == NULL && sepal_polys_create_doubles(NULL, 0, 0, set) != SEPAL_OK)
        abort();
    sepal_polys_clear(*set);
    return sepal_polys_add_doubles(*set, x, y, 3, NULL) == SEPAL_OK ? *set : NULL;
}

/* Of two triangles that have one vertex in common, so that their twelve coordinates and a direction are few floats. */
static portal64 portal_of(const float *input) {
    static sepal_polys *first, *second;
    static polys_query q;
    const float other[12] = {input[0],  input[1],  input[2],  input[3],  input[12], input[13],
                             input[14], input[15], input[16], input[17], input[18], input[19]};
    const sepal_pair pair = {0, 0};
    q = (polys_query){exact_triangle_of(&first, input), exact_triangle_of(&second, other), SEPAL_TOUCHING_OVERLAPS, 0, 0};
    if (q.a != NULL && q.b != NULL)
        return begin_portal64(&q, pair);
    const portal64 none = {.q = NULL};
    return none;
}

/* max n . b - min n . a over all vertices, by GMP, less what was computed. */
static double error_along(const polys_query *q, double2 n, double computed) {
    enum { SUM, MOST, LEFT, RIGHT, FACTOR, NUMBERS };
    static mpf_t v[NUMBERS];
    static bool ready;
    for (int k = 0; k < NUMBERS && !ready; k++)
        mpf_init2(v[k], PORTAL_BITS);
    ready = true;
    mpf_set_d(v[SUM], -computed);
    for (int of_b = 0; of_b < 2; of_b++) {
        const sepal_polys *set = of_b ? q->b : q->a;
        for (uint32_t k = 0; k < set->heads[0].size; k++) {
            mpf_set_d(v[LEFT], sepal_poly_exact_x(set, 0)[k]);
            mpf_set_d(v[FACTOR], of_b ? n.x : -n.x);
            mpf_mul(v[LEFT], v[LEFT], v[FACTOR]);
            mpf_set_d(v[RIGHT], sepal_poly_exact_y(set, 0)[k]);
            mpf_set_d(v[FACTOR], of_b ? n.y : -n.y);
            mpf_mul(v[RIGHT], v[RIGHT], v[FACTOR]);
            mpf_add(v[LEFT], v[LEFT], v[RIGHT]);
            if (k == 0 || mpf_cmp(v[LEFT], v[MOST]) > 0)
                mpf_set(v[MOST], v[LEFT]);
        }
        mpf_add(v[SUM], v[SUM], v[MOST]);
    }
    return mpf_get_d(v[SUM]);
}

/* ends: of b, as those of support64. */
static double axis_share(const portal64 *p, double2 n, const uint32_t *ends) {
    const double allowed = (fabs(n.x) + fabs(n.y)) * p->extent * PORTAL64_AXIS_ERROR;
    if (!(fabs(n.x) + fabs(n.y) >= 0x1p-100) || !isfinite(allowed))
        return -INFINITY;
    const farthest64 b = support64(p->q->b, 0, p->origin, n, 2 * allowed, ends),
                     a = support64(p->q->a, 0, p->origin, (double2){-n.x, -n.y}, 2 * allowed, NULL);
    return fabs(error_along(p->q, n, a.along + b.along)) / allowed;
}

static double portal_axis_share(const float *input) {
    const portal64 p = portal_of(input);
    const double2 n = {double_of(input + 20), double_of(input + 22)};
    return p.q == NULL ? -INFINITY : axis_share(&p, n, NULL);
}

/* Of a triangle and a polygon of many vertices on an ellipse, of which some are close together, and where the search begins anywhere. The
 * first float chooses what is a whole number. */
static double portal_vertex_share(const float *input) {
    enum { LEAST = 10, MOST = 80 };
    static sepal_polys *triangle, *many;
    static polys_query q;
    double x[2 * MOST], y[2 * MOST];
    uint32_t seed;
    memcpy(&seed, input, sizeof seed);
    rng r = {seed};
    const uint32_t half = LEAST + rng_below(&r, MOST - LEAST), ends[2] = {rng_below(&r, 2 * half), rng_below(&r, 2 * half)};
    const double sign = rng_below(&r, 2) != 0 ? 1 : -1, slope = 1 / (1 + fabs((double)input[1]));
    for (uint32_t k = 0; k < half; k++) {
        const double u = (2.0 * k - half) / half, t = u * (slope + (1 - slope) * u * u), scale = 1 / (1 + t * t);
        const double along = (double)input[4] * (1 - t * t) * scale, across = sign * (double)input[5] * 2 * t * scale;
        x[k] = (double)input[2] + along;
        y[k] = (double)input[3] + across;
        x[half + k] = (double)input[2] - along;
        y[half + k] = (double)input[3] - across;
    }
    if (many == NULL && sepal_polys_create_doubles(NULL, 0, 0, &many) != SEPAL_OK)
        abort();
    sepal_polys_clear(many);
    q = (polys_query){exact_triangle_of(&triangle, input + 8), many, SEPAL_TOUCHING_OVERLAPS, 0, 0};
    if (q.a == NULL || sepal_polys_add_doubles(many, x, y, 2 * (size_t)half, NULL) != SEPAL_OK)
        return -INFINITY;
    const portal64 p = begin_portal64(&q, (sepal_pair){0, 0});
    return axis_share(&p, (double2){(double)input[6], (double)input[7]}, ends);
}

/* The cross product of two points of b - a, which are differences of vertices. */
static double portal_cross_share(const float *input) {
    const portal64 p = portal_of(input);
    if (p.q == NULL)
        return -INFINITY;
    const double *ax = sepal_poly_exact_x(p.q->a, 0), *ay = sepal_poly_exact_y(p.q->a, 0);
    const double *bx = sepal_poly_exact_x(p.q->b, 0), *by = sepal_poly_exact_y(p.q->b, 0);
    static mpf_t v[4], term;
    static bool ready;
    double2 points[2];
    if (!ready)
        mpf_init2(term, PORTAL_BITS);
    for (int k = 0; k < 2; k++) {
        const double2 from_a = {ax[k + 1] - p.origin.x, ay[k + 1] - p.origin.y},
                      from_b = {bx[k + 1] - p.origin.x, by[k + 1] - p.origin.y};
        points[k] = double2_sub(from_b, from_a);
        for (int c = 0; c < 2; c++) {
            if (!ready)
                mpf_init2(v[2 * k + c], PORTAL_BITS);
            mpf_set_d(v[2 * k + c], c == 0 ? bx[k + 1] : by[k + 1]);
            mpf_set_d(term, c == 0 ? ax[k + 1] : ay[k + 1]);
            mpf_sub(v[2 * k + c], v[2 * k + c], term);
        }
    }
    ready = true;
    mpf_mul(v[0], v[0], v[3]);
    mpf_mul(v[1], v[1], v[2]);
    mpf_sub(v[0], v[0], v[1]);
    mpf_set_d(term, double2_cross(points[0], points[1]));
    mpf_sub(v[0], v[0], term);
    const double allowed = p.extent * p.extent * PORTAL64_CROSS_ERROR;
    return isfinite(allowed) ? fabs(mpf_get_d(v[0])) / allowed : -INFINITY;
}

static void square_into(mpf_t out, const mpf_t x, const mpf_t y) {
    mpf_t y2;
    mpf_init2(y2, 2048);
    mpf_mul(y2, y, y);
    mpf_mul(out, x, x);
    mpf_add(out, out, y2);
    mpf_clear(y2);
}

/* --- Edges in lanes */

/* The least of cross(e, b_j - a_i) over the vertices of b, less R times the length of e, for edge i of a; by GMP. part: of R. */
static void exact_beyond(const edges64 *s, uint32_t i, mpf_t least) {
    enum { EX, EY, BX, BY, OF_PART, NUMBERS };
    static mpf_t v[NUMBERS];
    static bool ready;
    for (int k = 0; k < NUMBERS && !ready; k++)
        mpf_init2(v[k], PORTAL_BITS);
    ready = true;
    const double *ax = sepal_poly_exact_x(s->a, 0), *ay = sepal_poly_exact_y(s->a, 0);
    const double *bx = sepal_poly_exact_x(s->b, 0), *by = sepal_poly_exact_y(s->b, 0);
    const uint32_t next = (i + 1) % 3;
    mpf_t product;
    mpf_init2(product, PORTAL_BITS);
    for (int k = 0; k < 3; k++) {
        mpf_set_d(v[EX], ax[next]);
        mpf_set_d(v[OF_PART], ax[i]);
        mpf_sub(v[EX], v[EX], v[OF_PART]);
        mpf_set_d(v[BX], bx[k]);
        mpf_sub(v[BX], v[BX], v[OF_PART]);
        mpf_set_d(v[EY], ay[next]);
        mpf_set_d(v[OF_PART], ay[i]);
        mpf_sub(v[EY], v[EY], v[OF_PART]);
        mpf_set_d(v[BY], by[k]);
        mpf_sub(v[BY], v[BY], v[OF_PART]);
        mpf_mul(product, v[EX], v[BY]);
        mpf_mul(v[OF_PART], v[EY], v[BX]);
        mpf_sub(product, product, v[OF_PART]);
        if (s->a->heads[0].flags & SEPAL_CLOCKWISE)
            mpf_neg(product, product);
        if (k == 0 || mpf_cmp(product, least) < 0)
            mpf_set(least, product);
    }
    square_into(product, v[EX], v[EY]);
    mpf_sqrt(product, product);
    for (int k = 0; k < 3; k++) {
        mpf_set_d(v[OF_PART], -s->part[k]);
        mpf_mul(v[OF_PART], v[OF_PART], product);
        mpf_add(least, least, v[OF_PART]);
    }
    mpf_clear(product);
}

/* Of two triangles that have one vertex in common, and radii. */
static double edges_share(const float *input) {
    const portal64 p = portal_of(input);
    const double radius_a = fabs(double_of(input + 20)), radius_b = fabs(double_of(input + 22));
    if (p.q == NULL || !isfinite(radius_a + radius_b))
        return -INFINITY;
    edges64 s = begin_edges64(p.q, (sepal_pair){0, 0});
    s.part[0] = radius_b;
    s.part[2] = -radius_a;
    s.reach = (s.part[0] + s.part[1]) + s.part[2];
    s.scale = s.part[0] + s.part[1] - s.part[2];
    double worst = -INFINITY;
    vertex_run64 run = {sepal_poly_any_x(s.b, 0), sepal_poly_any_y(s.b, 0), 3, 0, 3, false, true};
    mpf_t exact, computed;
    mpf_init2(exact, PORTAL_BITS);
    mpf_init2(computed, PORTAL_BITS);
    for (uint32_t k = 0; k < 3; k += HALF_LANES) {
        const edge_run64 e = load_edge_run64(&s, k, wd_set1(winding64(s.a, 0)), true);
        double found[HALF_LANES], errors[HALF_LANES];
        wd_store(found, beyond_of_run(&e, find_least64(&s, &run, &e), wd_set1(s.reach)));
        wd_store(errors, e.error);
        for (uint32_t lane = 0; lane < HALF_LANES && k + lane < 3; lane++) {
            if (!(errors[lane] > 0) || !isfinite(errors[lane]))
                continue;
            exact_beyond(&s, k + lane, exact);
            mpf_set_d(computed, found[lane]);
            mpf_sub(exact, exact, computed);
            worst = fmax(worst, fabs(mpf_get_d(exact)) / errors[lane]);
        }
    }
    mpf_clears(exact, computed, NULL);
    return worst;
}

static double edges_share_without_reach(const float *input) {
    float all[ATTACK_FLOATS] = {0};
    memcpy(all, input, 20 * sizeof *input);
    return edges_share(all);
}

/* --- Reach */

/* A segment a, a point b and a reach of three parts, all doubles: what the stage finds, and the exact numbers by GMP: the area of both, its
 * square and that of the distance of b from the first end, each less that of the reach. */
typedef struct reach_case {
    wd2 a[2], b;
    reach_half found;
    mpf_t area, line, points;
} reach_case;

static bool reach_case_of(const float *input, reach_case *c) {
    static mpf_t v[9], reach2, length2;
    static bool ready;
    double d[9];
    for (int k = 0; k < 9; k++) {
        if (!ready)
            mpf_init2(v[k], 2048);
        d[k] = k < 6 ? double_of(input + 2 * k) : fabs(double_of(input + 2 * k));
        if (!(d[k] == 0 || (fabs(d[k]) >= 0x1p-200 && fabs(d[k]) <= 0x1p100)))
            return false;
    }
    if (!ready) {
        mpf_inits(reach2, length2, NULL);
        mpf_set_prec(reach2, 2048);
        mpf_set_prec(length2, 2048);
        for (int k = 0; k < 9; k++)
            mpf_set_prec(v[k], 2048);
    }
    ready = true;
    for (int k = 0; k < 9; k++)
        mpf_set_d(v[k], d[k]);
    c->a[0] = (wd2){wd_set1(d[0]), wd_set1(d[1])};
    c->a[1] = (wd2){wd_set1(d[2]), wd_set1(d[3])};
    c->b = (wd2){wd_set1(d[4]), wd_set1(d[5])};
    bool exact;
    c->found =
        reach_half_of(tailed_reach(wd_set1(d[6]), wd_set1(d[7]), wd_set1(d[8])), wd_set1(0x1p-1000), c->a, 2, &c->b, 1, &exact);
    mpf_add(reach2, v[6], v[7]);
    mpf_add(reach2, reach2, v[8]);
    mpf_mul(reach2, reach2, reach2);
    for (int k = 2; k < 6; k++) /* from the first end */
        mpf_sub(v[k], v[k], v[k % 2]);
    square_into(length2, v[2], v[3]);
    square_into(c->points, v[4], v[5]);
    mpf_sub(c->points, reach2, c->points);
    mpf_mul(c->area, v[2], v[5]);
    mpf_mul(c->line, v[3], v[4]);
    mpf_sub(c->area, c->area, c->line);
    mpf_mul(c->line, c->area, c->area);
    mpf_mul(reach2, reach2, length2);
    mpf_sub(c->line, reach2, c->line);
    return !exact;
}

/* The share of its error that a number with bounds has. */
static double share_between(wd least, wd most, mpf_t exact) {
    const double low = wd_greatest(least), high = wd_greatest(most), error = (high - low) / 2;
    if (!(error > 0) || !isfinite(error))
        return -INFINITY;
    mpf_t middle;
    mpf_init2(middle, 2048);
    mpf_set_d(middle, low);
    mpf_sub(exact, exact, middle);
    mpf_set_d(middle, error);
    mpf_sub(exact, exact, middle);
    mpf_clear(middle);
    return fabs(mpf_get_d(exact)) / error;
}

enum { OF_DEPTH, OF_LINE, OF_POINTS };

static double reach_share(const float *input, int of) {
    reach_case c;
    double share = -INFINITY;
    mpf_init2(c.area, 2048);
    mpf_init2(c.line, 2048);
    mpf_init2(c.points, 2048);
    if (reach_case_of(input, &c)) {
        const wd2 p = {wd_sub(c.a[0].x, c.b.x), wd_sub(c.a[0].y, c.b.y)}, q = {wd_sub(c.a[1].x, c.b.x), wd_sub(c.a[1].y, c.b.y)};
        const edge64_half edge = edge64_half_of(&c.found, c.a[0], c.a[1]);
        if (of == OF_DEPTH) {
            edges_reach(&c.found, c.a, 2, &c.b, 1, false);
            mpf_abs(c.area, c.area); /* of both directions of a segment, the point is less deep behind one */
            mpf_neg(c.area, c.area);
            share = share_between(c.found.deep.low, c.found.deep.high, c.area);
        } else {
            const bounds64 f = of == OF_POINTS ? bounds_of_vertices(&c.found, p, false)
                                               : bounds_of_line(&c.found, &edge, p, wd_products_sub(p.x, q.y, p.y, q.x), false);
            share = share_between(f.low, f.high, of == OF_LINE ? c.line : c.points);
        }
    }
    mpf_clears(c.area, c.line, c.points, NULL);
    return share;
}

/* The share of the bound that a number with tails takes. */
static double tail_share(const float *input, int of) {
    reach_case c;
    double share = -INFINITY;
    mpf_init2(c.area, 2048);
    mpf_init2(c.line, 2048);
    mpf_init2(c.points, 2048);
    if (reach_case_of(input, &c)) {
        const tailed2 v = tailed_between(c.b, c.a[0]), e = tailed_between(c.a[0], c.a[1]);
        const tailed_estimate found = of == OF_LINE ? tailed_within_of_line(v, e, &c.found.whole, c.found.grain)
                                                    : tailed_within_of_points(v, &c.found.whole, c.found.grain);
        mpf_t *const exact = of == OF_LINE ? &c.line : &c.points;
        mpf_set_d(c.area, wd_greatest(found.value.high));
        mpf_sub(*exact, *exact, c.area);
        mpf_set_d(c.area, wd_greatest(found.value.low));
        mpf_sub(*exact, *exact, c.area);
        if (wd_greatest(found.error) > 0 && isfinite(wd_greatest(found.error)))
            share = fabs(mpf_get_d(*exact)) / wd_greatest(found.error);
    }
    mpf_clears(c.area, c.line, c.points, NULL);
    return share;
}

static double tail_line_share(const float *input) {
    return tail_share(input, OF_LINE);
}

static double tail_points_share(const float *input) {
    return tail_share(input, OF_POINTS);
}

static double reach_depth_share(const float *input) {
    return reach_share(input, OF_DEPTH);
}

static double reach_line_share(const float *input) {
    return reach_share(input, OF_LINE);
}

static double reach_points_share(const float *input) {
    return reach_share(input, OF_POINTS);
}

/* --- Nearest points */

/* The length of the way to the point of a side of K that is nearest to the origin: the point that has the same share of exact knots.
 * Five points, all doubles: the centre of a, two of a and two of b. */
static double nearest_share(const float *input) {
    static mpf_t v[10], x, y, share;
    static bool ready;
    double d[10], most[2] = {0, 0};
    knot64 knots[2];
    for (int k = 0; k < 10; k++) {
        d[k] = double_of(input + 2 * k);
        if (!(d[k] == 0 || (fabs(d[k]) >= 0x1p-200 && fabs(d[k]) <= 0x1p100)))
            return -INFINITY;
        if (!ready)
            mpf_init2(v[k], 2048);
        mpf_set_d(v[k], d[k]);
    }
    if (!ready) {
        mpf_init2(x, 2048);
        mpf_init2(y, 2048);
        mpf_init2(share, 2048);
    }
    ready = true;
    for (int k = 2; k < 10; k++) {
        d[k] -= d[k % 2];
        most[k / 6] = fmax(most[k / 6], fabs(d[k]));
    }
    for (int k = 0; k < 2; k++)
        knots[k] = (knot64){{d[6 + 2 * k] - d[2 + 2 * k], d[7 + 2 * k] - d[3 + 2 * k]}, {0, 0}};
    const side64 side = side_of_knots(&knots[0], &knots[1]);
    const double2 e = double2_sub(knots[1].at, knots[0].at);
    const double t = -(knots[0].at.x * e.x + knots[0].at.y * e.y) / double2_dot(e, e),
                 error = (most[0] + most[1]) * NEAREST64_ERROR;
    if (side.count != 2 || !(error > 0))
        return -INFINITY;
    for (int k = 6; k < 10; k++) /* the exact knots */
        mpf_sub(v[k], v[k], v[k - 4]);
    mpf_set_d(share, t);
    for (int c = 0; c < 2; c++) {
        mpf_sub(x, v[8 + c], v[6 + c]);
        mpf_mul(x, x, share);
        mpf_add(v[6 + c], v[6 + c], x);
    }
    square_into(x, v[6], v[7]);
    mpf_sqrt(x, x);
    mpf_set_d(y, sqrt(double2_dot(side.nearest, side.nearest)));
    mpf_sub(x, x, y);
    return fabs(mpf_get_d(x)) / error;
}

static const attack attacks[] = {
    {"NEAR_ERROR",
     "a gap",
     near_gap_error,
     13,
     4,
     0.311,
     {0x1.063c48p+2F, -0x1.ffc80cp+1F, 0x1.06f2f2p+2F, -0x1.fecbb4p+1F, 0x1.ffdbbp+1F, -0x1.0278p+2F, -0x1.f57d02p+1F,
      0x1.45b09p+3F, 0x1.f8008p-4F, 0x1.90411ap+3F, 0x1.27e392p+2F, 0x1.bdc09ap+3F, 0x1.394728p-2F}},
    {"DOUBLES_ERROR",
     "a cross product",
     determinant_share,
     12,
     4,
     0.798,
     {0x1.f261b6p+1F, 0x1.f261bp+1F, -0x1.e6cp+2F, -0x1.30af3cp+0F, -0x1.b40c1p-4F, 0x1.77ffdcp+0F, -0x1.12db04p+2F, 0x1.1922p+3F,
      0x1.f261b6p+1F, 0x1.e939cp+2F, -0x1.cc2a32p+1F, -0x1.30af0cp+0F}},
    {"PORTAL64_AXIS_ERROR", "a projection", portal_axis_share, 24, 4, 0.749, {0x1.5a6bc6p-1F,  0x1.5e67cp+3F,   -0x1.6bd778p+2F,
                                                                              -0x1.d87cf8p+3F, -0x1.806834p+1F, -0x1.6bd768p+2F,
                                                                              -0x1.495454p+2F, -0x1.488242p+3F, -0x1.a4b64ap-1F,
                                                                              0x1.fc0016p+2F,  -0x1.0c461ap+2F, 0x1.fa4d3p+0F,
                                                                              0x1.f1b938p+4F,  0x1.fffff6p+1F,  -0x1.833cb4p+2F,
                                                                              -0x1.f4c41ap-1F, 0x1.e96bfp+3F,   0x1.9fc8b4p+2F,
                                                                              -0x1.9acffap+2F, -0x1.8p+3F,      0x1.07c2ep+2F,
                                                                              0x1.e84ff8p+0F,  -0x1.19201p-5F,  0x1.9dafa2p+3F}},
    {"PORTAL64_AXIS_ERROR",
     "a farthest vertex of many",
     portal_vertex_share,
     20,
     4,
     0.635,
     {0x1.c538fp+0F,  0x1.ac38e2p+3F,  0x1.9bff64p-1F, -0x1.283fd8p+1F, 0x1p+1F,         -0x1.283fd8p+1F, 0x1.fap+3F,
      0x1p-2F,        0x1.7b0b3ep+0F,  0x1.a4037p+1F,  -0x1.0a0036p+2F, 0x1.ae6e6p+5F,   -0x1.0602cp+2F,  -0x1.e5bd7ap+1F,
      0x1.8acaeap+1F, -0x1.e29c22p+2F, -0x1.ae6fap+3F, -0x1.434e02p+2F, -0x1.1232bap-1F, -0x1.737bcp+3F}},
    {"PORTAL64_CROSS_ERROR",
     "a cross product",
     portal_cross_share,
     20,
     4,
     0.344,
     {0x1.ffc92cp+2F, 0x1.23fb78p+3F, -0x1.ac775cp+0F, 0x1.457d5p+0F,   0x1p+3F,        -0x1.417d4p+0F, -0x1.34282ep+1F,
      0x1.00afb2p+0F, 0x1.00000cp+3F, 0x1.457d56p+0F,  -0x1.051782p+1F, 0x1.05173ap+1F, 0x1.72e9d4p+1F, -0x1.ed51dep+1F,
      0x1.d6544ep+3F, 0x1.fee8d2p+3F, -0x1.07efe2p+3F, -0x1.c10442p+3F, 0x1.1f92cap+1F, -0x1.0a6ac2p+1F}},
    {"EDGES64_ERROR",
     "a distance from an edge",
     edges_share_without_reach,
     20,
     4,
     0.235,
     {-0x1.2c42e4p+0F, -0x1.0b355ep+4F, -0x1.34ae1ep+0F, 0x1.038002p+1F,  0x1.87fd7ap+1F, 0x1.326076p+1F,  -0x1.a5df84p+1F,
      0x1.fd74bep+3F,  -0x1.3714b6p+0F, -0x1.038004p+1F, -0x1.717b8ap+2F, 0x1.cc2fc4p+0F, -0x1.fd74bep+3F, -0x1.379c7ap+3F,
      0x0p+0F,         0x1.2afa6p+4F,   -0x1.0b8fd8p+3F, 0x1.886ed8p+2F,  0x1.33ff42p+0F, -0x1.2afa6p+4F}},
    {"EDGES64_REACH_ERROR",
     "a distance from an edge less a reach",
     edges_share,
     24,
     4,
     0.669,
     {-0x1.aef2dcp+2F, -0x1.c46718p+2F, -0x1.a4f0cp+3F,  -0x1.a787d8p+4F, -0x1.3e176ep+3F, -0x1.0c0018p+4F,
      -0x1.3ff7p+3F,   0x1.3c7cp+1F,    -0x1.cdfdd4p+2F, -0x1.a4d7dep+2F, -0x1.3e20dcp+2F, -0x1.0940ecp-1F,
      -0x1.37e78p+3F,  0x1.cp+4F,       -0x1.23a566p+3F, 0x1.5e2926p-6F,  -0x1.5dd80ep+2F, 0x1.ef91b2p+7F,
      -0x1.f349c6p+2F, -0x1.ccaf96p+0F, 0x1p-2F,         0x1.62a98p+1F,   -0x1.0065fap+8F, -0x1.c466fep+2F}},
    {"REACH_PRODUCT_ERROR",
     "a depth with a reach",
     reach_depth_share,
     18,
     4,
     0.282,
     {0x1.bcp-21F, 0x1.8be2d8p+0F, -0x1.819fd4p+0F, 0x1.135bc8p+0F, 0x1.0a4d32p+3F, -0x1.dbdbd6p+0F, 0x1.b520dcp+2F,
      -0x1.832374p+2F, -0x1.0a4daap+3F, 0x1.1c7024p+3F, -0x1.38p+3F, -0x1.164352p+2F, -0x1.41499ap+0F, -0x1.8282fap+0F,
      -0x1.1c7024p+3F, 0x1.c77c48p+3F, 0x1.c77c48p+3F, -0x1.60b7fcp+3F}},
    {"SEPAL_TAIL_ERROR",
     "a square of two points with tails",
     tail_points_share,
     18,
     4,
     0.106,
     {-0x1.d7dbacp+0F, -0x1.c1d612p+0F, -0x1.31050ap+0F, -0x1.0076f6p-2F, 0x1.75e7ep+0F, -0x1.000814p-23F, -0x1.007514p+1F,
      0x1.00750cp-1F, -0x1.d7dba2p+0F, -0x1.54357cp+0F, 0x1.f677d8p+5F, -0x1.85c548p+5F, -0x1.dcf26p-23F, -0x1.dcf322p-1F,
      -0x1.3b933p-23F, 0x1.f1f688p+6F, -0x1.9bce82p-23F, -0x1.2622fcp+2F}},
    {"SEPAL_TAIL_ERROR",
     "a square of a line with tails",
     tail_line_share,
     18,
     4,
     0.185,
     {-0x1.8112d6p+3F, 0x1.f4c2c6p+1F, -0x1.b4cp+3F, -0x1.155d16p+1F, -0x1.8912d6p+3F, 0x1.c022cp+4F, 0x1.dp+2F, -0x1.04c664p+0F,
      0x1.9ffffap+3F, 0x1.db4186p+2F, -0x1.aea2b6p+2F, -0x1.575428p-1F, 0x1.657528p-4F, 0x1.7cfc34p+0F, 0x1.7f57d4p-2F,
      0x1.963958p+3F, 0x0p+0F, -0x1.09f834p+1F}},
    {"NEAREST64_ERROR", "the way to a side of K", nearest_share, 20, 4, 0.099, {-0x1.4217a8p+0F, 0x1.700014p-22F, 0x1.c03f88p+3F,
                                                                                0x1.59c6a8p+3F,  -0x1.5d5ab2p+3F, 0x1.d92b2ap+0F,
                                                                                -0x1.021788p+0F, 0x1.99e39ap+1F,  0x1.5cf4d6p+1F,
                                                                                -0x1.99e392p+1F, -0x1p+1F,        -0x1.9ae02cp+2F,
                                                                                -0x1.4217a8p+0F, 0x1.73ffd4p-21F, 0x1.1345e2p+4F,
                                                                                -0x1.99e38ap+1F, -0x1.b3be6p-2F,  -0x1.c6bee2p+2F,
                                                                                0x1.cf5292p+3F,  0x1.904376p+3F}},
    {"REACH_SQUARES_ERROR",
     "a square of a line",
     reach_line_share,
     18,
     4,
     0.575,
     {-0x1.d05bp+1F, -0x1.9e874cp+2F, -0x1.465cc6p+0F, 0x1.4f35d2p+3F, 0x1.934c94p+3F, -0x1.0b95b8p+3F, -0x1.9b65bcp-1F,
      0x1.1c62fcp+0F, -0x1.b244a6p+0F, -0x1.beae94p+3F, -0x1.2ffffap+0F, 0x1.4b8036p+0F, 0x1.ee6f1ep+3F, 0x1.c0df1ep+4F,
      0x1.beae94p+3F, -0x1.94d52ep+3F, 0x1.84ee04p+1F, -0x1.7ef2d2p+3F}},
    {"REACH_SQUARES_ERROR",
     "a square of two vertices",
     reach_points_share,
     18,
     4,
     0.317,
     {0x1.446e9p+2F, 0x1.ca952ep+2F, 0x1.42cb3p+2F, 0x1.e9ab7cp+1F, 0x1.014b8cp+1F, 0x1.6fcp+2F, 0x1.f18ec2p+1F, -0x1.f18fp+1F,
      -0x1.9f7dbcp+0F, -0x1.1d0e9cp+0F, -0x1.64619ap+0F, -0x1.6af44p+1F, 0x1.b5fe66p+3F, 0x1.da1b7cp+1F, 0x1.e9f76ap+7F,
      0x1.9d870cp+2F, 0x1.da18p+1F, 0x1.83008p+3F}},
};

const attack_family doubles_attacks = {"doubles", attacks, sizeof attacks / sizeof *attacks};
