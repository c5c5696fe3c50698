/* doubles.h — the stages of sets of doubles that read vertices, a pair in each lane (docs/numerics/doubles.md has the bounds).
 *
 *   near axes   all edge normals in float, of vertices relative to the centre of their own polygon: as sharp as those of float sets,
 *               however far the origin is
 *   doubles     all edge normals in double, of what float leaves open: shapes that touch, or nearly
 *   reference   one pair at a time, by expansions */
#ifndef SEPAL_POLYS_KERNEL_DOUBLES_H
#define SEPAL_POLYS_KERNEL_DOUBLES_H

#include "exact.h"

#define HALF_LANES (SEPAL_LANES / 2)

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

/* Bounds on a number. */
typedef struct depth_bounds {
    wd low, high;
} depth_bounds;

/* How deep b is behind the edge of a that it is least behind (as depth_behind_edges); a is counter-clockwise. */
SPECIALISED depth_bounds depth_of_doubles(const wd2 *a, uint32_t size_a, const wd2 *b, uint32_t size_b, wd factor, bool exact) {
    const wd infinity = wd_set1((double)INFINITY);
    wd low[SEPAL_LANE_VERTICES], high[SEPAL_LANE_VERTICES];
    for (uint32_t i = 0; i < size_a; i++) {
        const wd2 *after = &a[i + 1 < size_a ? i + 1 : 0];
        const wdm no_edge = wdm_and(wd_eq(a[i].x, after->x), wd_eq(a[i].y, after->y));
        low[i] = high[i] = wd_select(no_edge, infinity, wd_set1(-(double)INFINITY));
    }
    for (uint32_t j = 0; j < size_b; j++) {
        const wd2 first = {wd_sub(a[0].x, b[j].x), wd_sub(a[0].y, b[j].y)};
        wd2 p = first;
        for (uint32_t i = 0; i < size_a; i++) {
            const wd2 q = i + 1 == size_a ? first : (wd2){wd_sub(a[i + 1].x, b[j].x), wd_sub(a[i + 1].y, b[j].y)};
            const cross_lanes depth = cross_of(p, q, factor, exact);
            low[i] = wd_max(low[i], exact ? depth.value : wd_sub(depth.value, depth.error));
            if (!exact)
                high[i] = wd_max(high[i], wd_add(depth.value, depth.error));
            p = q;
        }
    }
    depth_bounds least = {infinity, infinity};
    for (uint32_t i = 0; i < size_a; i++) {
        least.low = wd_min(least.low, low[i]);
        least.high = wd_min(least.high, high[i]);
    }
    if (exact)
        least.high = least.low;
    return least;
}

/* How deep a point is behind the edge of a polygon that it is least behind; a is counter-clockwise. One bound serves all edges: that of
 * the one with the greatest products. */
SPECIALISED depth_bounds depth_of_point(const wd2 *a, uint32_t size, wd2 point) {
    wd least = wd_set1((double)INFINITY), greatest = wd_set1(0);
    for (uint32_t i = 0; i < size; i++) {
        const wd2 *after = &a[i + 1 < size ? i + 1 : 0];
        const wd2 p = wd2_sub(a[i], point), q = wd2_sub(*after, point);
        const wd left = wd_mul(p.x, q.y), right = wd_mul(p.y, q.x);
        const wdm no_edge = wdm_and(wd_eq(a[i].x, after->x), wd_eq(a[i].y, after->y));
        least = wd_min(least, wd_select(no_edge, least, wd_sub(left, right)));
        greatest = wd_max(greatest, wd_add(wd_abs(left), wd_abs(right)));
    }
    const wd error = wd_mul(greatest, wd_set1(DOUBLES_ERROR));
    return (depth_bounds){wd_sub(least, error), wd_add(least, error)};
}

/* Both polygons mirrored in x where `winding` is -1: then a clockwise one is counter-clockwise. */
SPECIALISED void mirror(wd2 *v, uint32_t size, wd winding) {
    for (uint32_t k = 0; k < size; k++)
        v[k].x = wd_mul(v[k].x, winding);
}

/* Adds what the bounds of a depth say of half of the lanes: a depth below 0, or not above it where touching does not count, says `no`. */
SPECIALISED void take_depth(const polys_query *q, depth_bounds depth, int half, unsigned *no, unsigned *yes) {
    const wd zero = wd_set1(0);
    const bool strict = q->touching != SEPAL_TOUCHING_OVERLAPS;
    *no |= wdm_bits(strict ? wd_ge(zero, depth.high) : wd_gt(zero, depth.high)) << (half * HALF_LANES);
    *yes |= wdm_bits(strict ? wd_gt(depth.low, zero) : wd_ge(depth.low, zero)) << (half * HALF_LANES);
}

static inline double winding64(const sepal_polys *set, uint32_t index) {
    return set->heads[index].flags & SEPAL_CLOCKWISE ? -1 : 1;
}

#endif
