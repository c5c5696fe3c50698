/* doubles.h — the stages of sets of doubles that read vertices, a pair in each lane (docs/numerics/doubles.md has the bounds).
 *
 *   near axes   all edge normals in float, of vertices relative to the centre of their own polygon: as sharp as those of float sets,
 *               however far the origin is
 *   doubles     all edge normals in double, of what float leaves open: shapes that touch, or nearly
 *   reach       of shapes with a radius or under a margin: all features in double, with tails where they tie
 *   reference   one pair at a time, by expansions */
#ifndef SEPAL_POLYS_KERNEL_DOUBLES_H
#define SEPAL_POLYS_KERNEL_DOUBLES_H

#include "exact.h"

#include "../../simd/tails.h"

/* --- Vertices --------------------------------------------------------------------------------------------------------------------- */

/* The vertices of half of the lanes; of polygons of one vertex, that one. same: as in load_blocks. */
SPECIALISED void load_doubles(const sepal_polys *set, const uint32_t *index, uint32_t size, bool same, int half, wd2 *out) {
    const uint32_t padded = block_size(size);
    const double *at[HALF_LANES], *next[HALF_LANES];
    for (int lane = 0; lane < HALF_LANES; lane++) {
        const uint32_t i = index[2 * (half * HALF_LANES + lane)];
        at[lane] = set->exact + (same ? 2 * (size_t)padded * i : 4 * (size_t)set->heads[i].at);
    }
    if (size == 1) {
        double x[HALF_LANES], y[HALF_LANES];
        for (int lane = 0; lane < HALF_LANES; lane++) {
            x[lane] = at[lane][0];
            y[lane] = at[lane][padded];
        }
        out[0] = (wd2){wd_load(x), wd_load(y)};
        return;
    }
    for (uint32_t k = 0; k < size; k += 4) {
        wd x[4], y[4];
        for (int lane = 0; lane < HALF_LANES; lane++)
            next[lane] = at[lane] + k;
        wd_load_fours(next, x);
        for (int lane = 0; lane < HALF_LANES; lane++)
            next[lane] += padded;
        wd_load_fours(next, y);
        for (uint32_t m = 0; m < 4; m++)
            out[k + m] = (wd2){x[m], y[m]};
    }
}

/* The centres of half of the lanes, as they are stored with the records: the float plus the origin, rounded. */
SPECIALISED wd2 centres64(const sepal_polys *set, const circle_lanes *c, int half) {
    return (wd2){wd_add(wd_of(c->centre.x, half), wd_set1(set->origin_x)),
                 wd_add(wd_of(c->centre.y, half), wd_set1(set->origin_y))};
}

/* The margin of a query in float is rounded up. This one is not above that in double. */
static inline float margin_before(const polys_query *q) {
    float margin = q->margin;
    uint32_t word;
    memcpy(&word, &margin, sizeof word);
    word -= (double)margin > q->margin64;
    memcpy(&margin, &word, sizeof margin);
    return margin;
}

/* --- Near axes -------------------------------------------------------------------------------------------------------------------- */

/* Bound on the error of a gap between vertices that are relative to the centres of their own polygons, relative to the product of the
 * polygon's radius and the pair's extent (docs/numerics/doubles.md, "Near axes"). */
#define NEAR_ERROR (24 * 0x1p-24F)

/* A group relative to centres. `world` of both: to their own, for edges; `near` of both: to that of a. */
typedef struct near_pair {
    vertex_lanes va, vb;
    circle_lanes a, b;
    w unit; /* times the radius of a polygon: a bound on the errors of the gaps along its edges */
} near_pair;

/* Vertices of polygons less `centre`, rounded once: those that are not stored so are computed. `centre`: of both halves; where
 * sepal_has_near_floats, that of the polygons themselves. */
SPECIALISED void load_near(const sepal_polys *set, const uint32_t *index, sizes n, uint32_t size, const wd2 *centre, w *out) {
    if (sepal_has_near_floats(size)) {
        const float *at[SEPAL_LANES];
        for (int lane = 0; lane < SEPAL_LANES; lane++)
            at[lane] = sepal_near_floats_at(set, set->heads[index[2 * lane]].at, block_size(size));
        load_blocks_at(at, block_size(size), false, out);
        return;
    }
    wd2 low[SEPAL_LANE_VERTICES], high[SEPAL_LANE_VERTICES];
    load_doubles(set, index, size, n.same, 0, low);
    load_doubles(set, index, size, n.same, 1, high);
    for (uint32_t k = 0; k < size; k++) {
        out[k] = w_of(wd_sub(low[k].x, centre[0].x), wd_sub(high[k].x, centre[1].x));
        out[block_size(size) + k] = w_of(wd_sub(low[k].y, centre[0].y), wd_sub(high[k].y, centre[1].y));
    }
}

/* b of one vertex is taken relative to the centre of a at once, and its circle is not read. */
SPECIALISED void load_near_pair(const polys_query *q, const sepal_pair *group, sizes n, near_pair *out) {
    w2 d;
    out->a = load_circles(q->a, &group->a);
    const wd2 centre_a[2] = {centres64(q->a, &out->a, 0), centres64(q->a, &out->a, 1)};
    load_near(q->a, &group->a, n, n.a, centre_a, out->va.world);
    for (uint32_t k = 0; k < n.a; k++) {
        out->va.near[k] = out->va.world[k];
        out->va.near[block_size(n.a) + k] = out->va.world[block_size(n.a) + k];
    }
    next_load();
    if (n.b == 1) {
        load_near(q->b, &group->b, n, 1, centre_a, out->vb.near);
        d = vertex(out->vb.near, 1, 0);
        out->b.outer = w_zero();
    } else {
        out->b = load_circles(q->b, &group->b);
        const wd2 centre_b[2] = {centres64(q->b, &out->b, 0), centres64(q->b, &out->b, 1)};
        d = (w2){w_of(wd_sub(centre_b[0].x, centre_a[0].x), wd_sub(centre_b[1].x, centre_a[1].x)),
                 w_of(wd_sub(centre_b[0].y, centre_a[0].y), wd_sub(centre_b[1].y, centre_a[1].y))};
        load_near(q->b, &group->b, n, n.b, centre_b, out->vb.world);
        make_near(&out->vb, n.b, w2_neg(d));
    }
    out->unit = w_mul(w_add(w_add(out->a.outer, out->b.outer), w2_greatest(d)), w_set1(NEAR_ERROR));
}

/* --- Doubles ---------------------------------------------------------------------------------------------------------------------- */

/* Bound on the error of the difference of two products, each of two differences, relative to the sum of their magnitudes
 * (docs/numerics/doubles.md, "Doubles"). */
#define DOUBLES_ERROR (5 * 0x1p-53)

/* Where the extent of a pair is less than this many times the power of two of which all its coordinates are multiples, their differences
 * are exact: with one place to spare for the rounding of the extent. */
enum { EXACT_PLACES = 52 };

/* Of each lane: 0 where the differences between vertices of the two polygons are exact, else DOUBLES_ERROR. 2^e as a float, without a
 * branch; 0 where it is out of range. */
SPECIALISED w factors_of(const polys_query *q, const sepal_pair *group) {
    int32_t places[SEPAL_LANES];
    for (int lane = 0; lane < SEPAL_LANES; lane++) {
        const int low_a = q->a->heads[group[lane].a].low, low_b = q->b->heads[group[lane].b].low;
        const int biased = (low_a < low_b ? low_a : low_b) + EXACT_PLACES + 127;
        places[lane] = (biased < 0 ? 0 : biased > 254 ? 254 : biased) << 23;
    }
    const circle_lanes a = load_circles(q->a, &group->a), b = load_circles(q->b, &group->b);
    const w2 d = w2_sub(b.centre, a.centre);
    const w extent = w_add(w_add(a.outer, b.outer), w2_greatest(d));
    return w_select(w_gt(w_of_bits(wi_load(places)), extent), w_zero(), w_set1((float)DOUBLES_ERROR));
}

/* The sign of (p x q), in a number of which `error` bounds the error; where the factor is 0, the sign is exact. If p or q is 0, both
 * products are, so that a vertex in common costs nothing. */
typedef struct cross_lanes {
    wd value, error;
} cross_lanes;

SPECIALISED cross_lanes cross_of(wd2 p, wd2 q, wd factor, bool exact) {
    cross_lanes out = {wd_products_sub(p.x, q.y, p.y, q.x), factor};
    if (!exact)
        out.error = wd_mul(factor, wd_add(wd_abs(wd_mul(p.x, q.y)), wd_abs(wd_mul(p.y, q.x))));
    return out;
}

typedef struct bounds64 {
    wd low, high;
} bounds64;

/* How deep b is behind the edge of a that it is least behind (as depth_behind_edges): DEEPEST, as in axes.h, its deepest vertex; SHALLOWEST,
 * its shallowest one. a is counter-clockwise. */
SPECIALISED bounds64 depth_of_doubles(const wd2 *a, uint32_t size_a, const wd2 *b, uint32_t size_b, vertex_beside which, wd factor,
                                      bool exact) {
    const wd infinity = wd_set1((double)INFINITY), none = which == DEEPEST ? wd_set1(-(double)INFINITY) : infinity;
    wd low[SEPAL_LANE_VERTICES], high[SEPAL_LANE_VERTICES];
    for (uint32_t i = 0; i < size_a; i++)
        low[i] = high[i] = none;
    for (uint32_t j = 0; j < size_b; j++) {
        const wd2 first = {wd_sub(a[0].x, b[j].x), wd_sub(a[0].y, b[j].y)};
        wd2 p = first;
        for (uint32_t i = 0; i < size_a; i++) {
            const wd2 q = i + 1 == size_a ? first : (wd2){wd_sub(a[i + 1].x, b[j].x), wd_sub(a[i + 1].y, b[j].y)};
            const cross_lanes depth = cross_of(p, q, factor, exact);
            const wd least = exact ? depth.value : wd_sub(depth.value, depth.error);
            low[i] = which == DEEPEST ? wd_max(low[i], least) : wd_min(low[i], least);
            if (!exact) {
                const wd most = wd_add(depth.value, depth.error);
                high[i] = which == DEEPEST ? wd_max(high[i], most) : wd_min(high[i], most);
            }
            p = q;
        }
    }
    bounds64 least = {infinity, infinity};
    for (uint32_t i = 0; i < size_a; i++) {
        const wd2 *after = &a[i + 1 < size_a ? i + 1 : 0];
        const wdm no_edge = wd2_equal(a[i], *after);
        least.low = wd_min(least.low, wd_select(no_edge, infinity, low[i]));
        if (!exact)
            least.high = wd_min(least.high, wd_select(no_edge, infinity, high[i]));
    }
    if (exact)
        least.high = least.low;
    return least;
}

/* Both polygons mirrored in x where `winding` is -1: then a clockwise one is counter-clockwise. */
SPECIALISED void mirror(wd2 *v, uint32_t size, wd winding) {
    for (uint32_t k = 0; k < size; k++)
        v[k].x = wd_mul(v[k].x, winding);
}

/* Adds what the bounds of a depth say of half of the lanes: a depth below 0, or not above it where touching does not count, says `no`. */
SPECIALISED void take_depth(const polys_query *q, bounds64 depth, int half, unsigned *no, unsigned *yes) {
    const wd zero = wd_set1(0);
    const bool strict = q->touching != SEPAL_TOUCHING_OVERLAPS;
    *no |= wdm_bits(strict ? wd_ge(zero, depth.high) : wd_gt(zero, depth.high)) << (half * HALF_LANES);
    *yes |= wdm_bits(strict ? wd_gt(depth.low, zero) : wd_ge(depth.low, zero)) << (half * HALF_LANES);
}

/* ===== Reach ====================================================================================================================== */

/* Are two cores of doubles within reach, r_a + r_b + margin, of each other? In double; each lane has its own pair
 * (docs/numerics/doubles.md, "Reach").
 *
 * Cores that share more than their boundaries have no edge with all of the other core beyond it or on its line. The nearest points of
 * others are two vertices, or a vertex and the foot of its perpendicular on an edge (Ericson, Real-Time Collision Detection, section
 * 9.5.3). Both are compared with the reach as squares, each with a bound on its error. */

/* Bounds on the error of a product of two rounded differences, relative to the square of the extent of a pair, and of a difference of
 * squares, relative to their sum (docs/numerics/doubles.md, "Reach"). */
#define REACH_PRODUCT_ERROR (8 * DOUBLES_ERROR) /* the sum of magnitudes is at most 8 times that square */
#define REACH_SQUARES_ERROR (16 * 0x1p-53)

/* Where an extent is less than this many times the grain of a pair, differences are exact; and where it is less than the second, their
 * products, too. */
enum { EXACT_DIFFERENCE_PLACES = 51, EXACT_PRODUCT_PLACES = 26 };
#define EXACT_DIFFERENCES ((double)(UINT64_C(1) << EXACT_DIFFERENCE_PLACES))
#define EXACT_PRODUCTS    ((double)(UINT64_C(1) << EXACT_PRODUCT_PLACES))
_Static_assert(EXACT_DIFFERENCE_PLACES + 2 <= 53, "a sum of two numbers of twice the extent is a double");
_Static_assert(2 * EXACT_PRODUCT_PLACES + 1 <= 53, "a sum of two products of such numbers is a double");

SPECIALISED lanes reach_circles_kernel(const void *question, const sepal_pair *group, UNUSED size_t k, UNUSED sizes n) {
    const polys_query *q = question;
    const circle_lanes a = load_circles(q->a, &group->a), b = load_circles(q->b, &group->b);
    return decided_by_circles(reach_squares(a, b, margin_before(q), q->margin));
}

STAGE_OF_GROUPS(filter_reach_circles, reach_circles_kernel);

/* A pair in each lane of a half: its reach, bounds on errors, and what is found. */
typedef struct reach_half {
    tailed_sum whole; /* the reach */
    wd grain;
    wd reach, reach2;
    wd product_error; /* of a product of two differences, by itself or summed with another; 0 where they are exact */
    wd area_error;    /* of a cross product of two differences; 0 only where products are doubles */
    wd squares_error; /* REACH_SQUARES_ERROR, or 0 where squares are exact */
    wd points_error;  /* of the square of a distance between two vertices less that of the reach */
    wd least, most;   /* bounds of a number that is not negative where some features are within reach, and 0 where they just are */
    bounds64 deep;    /* how deep a core is behind the edge of the other that it is least behind; infinite if there is no edge */
} reach_half;

/* The reach, and the grain as a power of two, of half of the lanes. */
SPECIALISED tailed_sum reaches_of(const polys_query *q, const sepal_pair *group, int half, wd *grain) {
    double of_a[HALF_LANES], of_b[HALF_LANES], unit[HALF_LANES];
    const int of_margin = q->margin64 > 0 ? sepal_grain_of(q->margin64) : SEPAL_LOW_OF_ZERO;
    for (int lane = 0; lane < HALF_LANES; lane++) {
        const sepal_pair pair = group[half * HALF_LANES + lane];
        const int low_a = q->a->heads[pair.a].low, low_b = q->b->heads[pair.b].low, low = low_a < low_b ? low_a : low_b;
        const uint64_t word = (uint64_t)((low < of_margin ? low : of_margin) + 1023) << 52;
        memcpy(&unit[lane], &word, sizeof word);
        of_a[lane] = sepal_poly_radius64(q->a, pair.a);
        of_b[lane] = sepal_poly_radius64(q->b, pair.b);
    }
    *grain = wd_load(unit);
    return tailed_reach(wd_load(of_a), wd_load(of_b), wd_set1(q->margin64));
}

SPECIALISED reach_half reach_half_of(tailed_sum whole, wd grain, const wd2 *a, uint32_t size_a, const wd2 *b, uint32_t size_b,
                                     bool *exact) {
    const wd extent = wd_max(extent_from(a[0], a, size_a), extent_from(a[0], b, size_b)), extent2 = wd_mul(extent, extent);
    const wd reach = whole.sum.high;
    const wd size = wd_add(wd_add(extent, extent), reach), zero = wd_set1(0), infinity = wd_set1((double)INFINITY);
    const wdm differences = wd_gt(wd_mul(grain, wd_set1(EXACT_DIFFERENCES)), size);
    const wdm products = wd_gt(wd_mul(grain, wd_set1(EXACT_PRODUCTS)), size);
    const wd error = wd_mul(extent2, wd_set1(REACH_PRODUCT_ERROR)), reach2 = wd_mul(reach, reach);
    const wd of_points = wd_mul(wd_madd(extent2, wd_set1(8), reach2), wd_set1(REACH_SQUARES_ERROR));
    *exact = wdm_bits(wdm_not(differences)) == 0;
    return (reach_half){
        .whole = whole,
        .grain = grain,
        .reach = reach,
        .reach2 = reach2,
        .product_error = wd_select(differences, zero, error),
        .area_error = wd_select(products, zero, error),
        .squares_error = wd_select(products, zero, wd_set1(REACH_SQUARES_ERROR)),
        .points_error = wd_select(differences, zero, of_points),
        .least = wd_set1(-(double)INFINITY),
        .most = wd_set1(-(double)INFINITY),
        .deep = {infinity, infinity},
    };
}

/* Do bounds on a number that is not negative where a feature is within reach, and 0 where it just is, leave its sign open? */
SPECIALISED wdm in_doubt(const bounds64 *f) {
    const wd zero = wd_set1(0);
    return wdm_and(wd_gt(f->high, f->low), wdm_and(wd_ge(zero, f->low), wd_ge(f->high, zero)));
}

SPECIALISED void take_estimate(bounds64 *f, wdm where, tailed_estimate within) {
    f->low = wd_select(where, wd_sub(within.value.high, within.error), f->low);
    f->high = wd_select(where, wd_add(within.value.high, within.error), f->high);
}

SPECIALISED tailed2 tailed_between(wd2 from, wd2 to) {
    const wd zero = wd_set1(0);
    return (tailed2){tailed_of(to.x, wd_sub(zero, from.x)), tailed_of(to.y, wd_sub(zero, from.y))};
}

/* Where double does not tell, numbers with tails do: a distance that is equal to a reach in decimals is not so in doubles. */
static SEPAL_NOINLINE void look_closely_at_vertices(const reach_half *r, const wd2 *a, const wd2 *b, wdm where, bounds64 *f) {
    take_estimate(f, where, tailed_within_of_points(tailed_between(*b, *a), &r->whole, r->grain));
}

static SEPAL_NOINLINE void look_closely_at_edge(const reach_half *r, const wd2 *from, const wd2 *to, const wd2 *p, wdm where,
                                                bounds64 *f) {
    take_estimate(f, where, tailed_within_of_line(tailed_between(*p, *from), tailed_between(*from, *to), &r->whole, r->grain));
}

/* Two vertices: |p| <= R says (R - p.y) (R + p.y) >= p.x p.x. */
SPECIALISED bounds64 bounds_of_vertices(const reach_half *r, wd2 p, bool exact) {
    const wd within = wd_products_sub(wd_sub(r->reach, p.y), wd_add(r->reach, p.y), p.x, p.x);
    if (exact)
        return (bounds64){within, within};
    return (bounds64){wd_sub(within, r->points_error), wd_add(within, r->points_error)};
}

/* An edge e of a. Where it is parallel to an axis, a coordinate is the distance of a vertex from its line: so tracks of boards and sides
 * of boxes, of which many are just within reach, are compared exactly while differences are exact. (A distance from a line midway
 * between the axes is never a whole number of grains, unless it is 0.) */
typedef struct edge64_half {
    wd2 e;
    wd length2, needed;          /* |e|^2, and the square of the reach times that */
    wdm along_y, straight, some; /* straight: along an axis; some: its ends differ */
} edge64_half;

SPECIALISED edge64_half edge64_half_of(const reach_half *r, wd2 from, wd2 to) {
    const wd zero = wd_set1(0);
    const wd2 e = {wd_sub(to.x, from.x), wd_sub(to.y, from.y)};
    const wd length2 = wd_add(wd_mul(e.x, e.x), wd_mul(e.y, e.y));
    const wdm along_y = wd_eq(e.x, zero), along_x = wd_eq(e.y, zero);
    return (edge64_half){
        e, length2, wd_mul(r->reach2, length2), along_y, wdm_or(along_y, along_x), wdm_not(wdm_and(along_y, along_x))};
}

/* p: from a vertex of the other core to an end of the edge. area: p x the edge. */
SPECIALISED bounds64 bounds_of_line(const reach_half *r, const edge64_half *edge, wd2 p, wd area, bool exact) {
    const wd area2 = wd_mul(area, area), line = wd_products_sub(r->reach2, edge->length2, area, area);
    const wd error = wd_madd(r->area_error, wd_madd(wd_abs(area), wd_set1(2), r->area_error),
                             wd_mul(r->squares_error, wd_add(edge->needed, area2)));
    const bounds64 f = {wd_sub(line, error), wd_add(line, error)};
    if (!exact)
        return f;
    const wd beside = wd_sub(r->reach, wd_abs(wd_select(edge->along_y, p.x, p.y)));
    return (bounds64){wd_select(edge->straight, beside, f.low), wd_select(edge->straight, beside, f.high)};
}

/* ends: of an edge. vertex: of the other core. p, q: from that to both ends. area: p x q. */
SPECIALISED void edge_reaches(reach_half *r, const edge64_half *edge, const wd2 *const ends[2], const wd2 *vertex, wd2 p, wd2 q,
                              wd area, bool exact) {
    const wd before = wd_products_sub(p.x, edge->e.x, wd_sub(wd_set1(0), p.y), edge->e.y);
    const wd behind = wd_products_sub(q.x, edge->e.x, wd_sub(wd_set1(0), q.y), edge->e.y);
    const wd foot = wd_min(behind, wd_sub(wd_set1(0), before)), low = wd_set1(-(double)INFINITY);
    bounds64 f = bounds_of_line(r, edge, p, area, exact);
    const wdm on_it = wdm_and(edge->some, wd_gt(exact ? foot : wd_add(foot, r->product_error), wd_set1(0)));
    const wdm doubt = wdm_and(on_it, in_doubt(&f));
    if (wdm_bits(doubt) != 0)
        look_closely_at_edge(r, ends[0], ends[1], vertex, doubt, &f);
    r->least = wd_max(r->least, wd_select(wd_gt(foot, exact ? wd_set1(0) : r->product_error), f.low, low));
    r->most = wd_max(r->most, wd_select(on_it, f.high, low));
}

/* All edges of a, which is counter-clockwise, with all vertices of b. The one edge of a segment stands for both directions. */
SPECIALISED void edges_reach(reach_half *r, const wd2 *a, uint32_t size_a, const wd2 *b, uint32_t size_b, bool exact) {
    const wd minus = wd_set1(-(double)INFINITY), zero = wd_set1(0);
    for (uint32_t i = 0; i < edge_count(size_a); i++) {
        const wd2 *const ends[2] = {&a[i], &a[i + 1 < size_a ? i + 1 : 0]}, from = *ends[0], to = *ends[1];
        const edge64_half edge = edge64_half_of(r, from, to);
        wd deepest = minus, shallowest = wd_set1((double)INFINITY);
        for (uint32_t j = 0; j < size_b; j++) {
            const wd2 p = {wd_sub(from.x, b[j].x), wd_sub(from.y, b[j].y)}, q = {wd_sub(to.x, b[j].x), wd_sub(to.y, b[j].y)};
            const wd area = wd_products_sub(p.x, q.y, p.y, q.x);
            edge_reaches(r, &edge, ends, &b[j], p, q, area, exact);
            /* of an edge along an axis one product is 0, and the side has the exact sign */
            const wd beside = wd_sub(wd_mul(p.x, edge.e.y), wd_mul(p.y, edge.e.x));
            const wd side = exact ? area : wd_select(edge.straight, beside, area);
            deepest = wd_max(deepest, side);
            shallowest = wd_min(shallowest, side);
        }
        if (size_a == 2)
            deepest = wd_min(deepest, wd_sub(zero, shallowest));
        const wd error = exact ? zero : wd_select(edge.straight, zero, r->product_error);
        const wd low = wd_sub(deepest, error), high = wd_add(deepest, error);
        r->deep.low = wd_min(r->deep.low, wd_select(edge.some, low, r->deep.low));
        r->deep.high = wd_min(r->deep.high, wd_select(edge.some, high, r->deep.high));
    }
}

/* All features of both cores. turn_a, turn_b: -1 where a core is clockwise, else 1; a mirrored one is not. */
SPECIALISED void features_of_doubles(reach_half *r, wd2 *a, wd turn_a, wd2 *b, wd turn_b, bool plain, bool exact, sizes n) {
    for (uint32_t i = 0; i < n.a; i++)
        for (uint32_t j = 0; j < n.b; j++) {
            bounds64 f = bounds_of_vertices(r, wd2_sub(a[i], b[j]), exact);
            const wdm doubt = in_doubt(&f);
            if (!exact && wdm_bits(doubt) != 0)
                look_closely_at_vertices(r, &a[i], &b[j], doubt, &f);
            r->least = wd_max(r->least, f.low);
            r->most = wd_max(r->most, f.high);
        }
    if (!plain)
        mirror(a, n.a, turn_a), mirror(b, n.b, turn_a);
    edges_reach(r, a, n.a, b, n.b, exact);
    if (!plain)
        mirror(a, n.a, wd_mul(turn_a, turn_b)), mirror(b, n.b, wd_mul(turn_a, turn_b));
    edges_reach(r, b, n.b, a, n.a, exact);
}

/* A core of more vertices than one has an edge unless all are one point; without an edge the depth is infinite, and nothing is crossed. */
SPECIALISED lanes reach_doubles_kernel(const void *question, const sepal_pair *group, UNUSED size_t k, sizes n) {
    const polys_query *q = question;
    const bool plain = q->a->plain && q->b->plain, strict = q->touching != SEPAL_TOUCHING_OVERLAPS;
    const w winding_a = windings(q->a, &group->a), winding_b = windings(q->b, &group->b);
    const wd zero = wd_set1(0), infinity = wd_set1((double)INFINITY);
    unsigned yes = 0, no = 0;
    for (int half = 0; half < 2; half++) {
        wd2 a[SEPAL_LANE_VERTICES], b[SEPAL_LANE_VERTICES];
        wd grain;
        bool exact;
        load_doubles(q->a, &group->a, n.a, false, half, a);
        load_doubles(q->b, &group->b, n.b, false, half, b);
        const tailed_sum reach = reaches_of(q, group, half, &grain);
        reach_half r = reach_half_of(reach, grain, a, n.a, b, n.b, &exact);
        if (exact)
            features_of_doubles(&r, a, wd_of(winding_a, half), b, wd_of(winding_b, half), plain, true, n);
        else
            features_of_doubles(&r, a, wd_of(winding_a, half), b, wd_of(winding_b, half), plain, false, n);
        const wdm within = strict ? wd_gt(r.least, zero) : wd_ge(r.least, zero);
        const wdm beyond = strict ? wd_ge(zero, r.most) : wd_gt(zero, r.most);
        const wdm cross = wdm_and(wd_gt(r.deep.low, zero), wd_gt(infinity, r.deep.low));
        const wdm no_cross = wdm_or(wd_ge(zero, r.deep.high), wd_eq(r.deep.high, infinity));
        yes |= wdm_bits(wdm_or(within, cross)) << (half * HALF_LANES);
        no |= wdm_bits(wdm_and(beyond, no_cross)) << (half * HALF_LANES);
    }
    no &= ~yes;
    return (lanes){yes, ALL_LANES & ~(yes | no)};
}

/* n: as in filter_reach. */
static SEPAL_NOINLINE bool decide_reach_of_small(const void *question, const sepal_pair *pairs, size_t count, sizes n,
                                                 verdicts *out) {
    if (n.a == 1 && n.b == 1)
        return ask_groups(reach_doubles_kernel, NULL, question, pairs, count, (sizes){1, 1, false}, out);
    return ask_groups(reach_doubles_kernel, NULL, question, pairs, count, (sizes){2, 2, false}, out);
}

STAGE_ALONE(decide_reach_of_any, reach_doubles_kernel);

static bool decide_reach_of_doubles(const void *question, const sepal_pair *pairs, size_t count, sizes n, verdicts *out) {
    return n.a <= 2 && n.b <= 2 ? decide_reach_of_small(question, pairs, count, n, out)
                                : decide_reach_of_any(question, pairs, count, n, out);
}

#endif
