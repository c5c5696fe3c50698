/* polys_scalar_common.c — areas, and the area that two polygons have in common: the sum of ../common.h for one pair. Of more than
 * SEPAL_COMMON_MOST vertices the same terms are found by merging chains of edges along x, linear in the vertices. */
#include "../../core/arithmetic.h"

#include "../../core/compiler.h"
#include "../../simd/one.h"
#include "../common.h"
#include "reference.h"
#include <math.h>

/* --- Up to SEPAL_COMMON_MOST vertices */

static unsigned common_size(uint32_t size) {
    return (size + 3) / 4 * 4;
}

static void ring_of(const sepal_polys *set, uint32_t index, common_ring *out) {
    const float *x = sepal_poly_x(set, index), *y = sepal_poly_y(set, index);
    const unsigned n = common_size(set->heads[index].size);
    double xs[SEPAL_COMMON_MOST] = {0}, ys[SEPAL_COMMON_MOST] = {0};
    for (unsigned k = 0; k < n; k++) {
        xs[k] = (double)x[k];
        ys[k] = (double)y[k] * SEPAL_COMMON_SCALE;
    }
    common_ring_of(n, xs, ys, out);
}

/* --- More vertices */

/* A sum whose rounding errors are added separately (Knuth, TAOCP 2, section 4.2.2, theorem B): its error does not grow with the number
 * of terms, but for a share of 2^-106. */
typedef struct long_sum {
    double high, low;
} long_sum;

static inline void add_term(long_sum *sum, double term) {
    const double high = sum->high + term, back = high - sum->high;
    sum->low += (sum->high - (high - back)) + (term - back);
    sum->high = high;
}

/* The area in its unit. */
static double area_of_large(const float *x, const float *y, uint32_t size) {
    long_sum sum = {0, 0};
    double from = 0;
    for (uint32_t k = 0; k + 1 < size; k++) {
        const double to = (double)y[k + 1] - (double)y[0];
        add_term(&sum, ((double)x[k + 1] - (double)x[k]) * (from + to));
        from = to;
    }
    add_term(&sum, ((double)x[0] - (double)x[size - 1]) * from);
    return fabs(sum.high + sum.low) * 2 * SEPAL_COMMON_SCALE;
}

/* The edges of a polygon that follow each other from its leftmost to its rightmost vertex, in the order of its vertices (step = 1) or
 * against it (size - 1). They are computed in parts: as many as there is room for. Edge k of a part is from x[k] to x[k + 1]. Edges without
 * width are among them: their terms are 0. */
enum { CHAIN_PART = 64 };
typedef struct chain {
    const float *xs, *ys;
    uint32_t size, step, first; /* first: the leftmost vertex */
    uint32_t at, done;          /* the vertex that the next part begins with, and how many edges were looked at */
    uint32_t parts, count;
    double x[CHAIN_PART + 1], y[CHAIN_PART + 1], slope[CHAIN_PART];
} chain;

static void next_part(chain *c) {
    uint32_t count = 0;
    c->x[0] = (double)c->xs[c->at];
    c->y[0] = (double)c->ys[c->at] * SEPAL_COMMON_SCALE;
    for (; c->done < c->size && count < CHAIN_PART; c->done++) {
        const uint32_t to = c->at + c->step < c->size ? c->at + c->step : c->at + c->step - c->size;
        if (c->xs[to] < c->xs[c->at]) {
            c->done = c->size;
            break;
        }
        c->x[++count] = (double)c->xs[to];
        c->y[count] = (double)c->ys[to] * SEPAL_COMMON_SCALE;
        c->at = to;
    }
    for (uint32_t k = 0; k < count; k++) {
        const double run = c->x[k + 1] - c->x[k];
        c->slope[k] = (c->y[k + 1] - c->y[k]) / (run > 0 ? run : 1);
    }
    c->count = count;
    c->parts++;
}

/* Begins at the left again, with the part that is there if it is the only one. */
static void begin_chain(chain *c) {
    if (c->parts == 1)
        return;
    c->at = c->first;
    c->done = c->parts = 0;
    next_part(c);
}

static void chains_of(const sepal_polys *set, uint32_t index, chain chains[2]) {
    const float *x = sepal_poly_x(set, index), *y = sepal_poly_y(set, index);
    const uint32_t size = set->heads[index].size;
    uint32_t first = 0;
    for (uint32_t k = 1; k < size; k++)
        first = x[k] < x[first] ? k : first;
    for (int k = 0; k < 2; k++) {
        chains[k].xs = x, chains[k].ys = y;
        chains[k].size = size, chains[k].step = k == 0 ? 1 : size - 1;
        chains[k].first = first, chains[k].parts = 0;
    }
}

/* Two chains that are merged from left to right, and the sum of the terms of their edges that meet. */
typedef struct chain_merge {
    chain *a, *b;
    uint32_t i, j; /* the edges of the parts that are there */
    long_sum sum;
} chain_merge;

/* The next part of a chain, if there is one; else the last one stays, for the next merge. */
static SEPAL_NOINLINE bool has_more(chain *c) {
    if (c->done == c->size)
        return false;
    next_part(c);
    return c->count > 0;
}

static inline bool has_edges(chain_merge *m) {
    if (m->i == m->a->count) {
        m->i = 0;
        if (!has_more(m->a))
            return false;
    }
    if (m->j == m->b->count) {
        m->j = 0;
        if (!has_more(m->b))
            return false;
    }
    return true;
}

static chain_merge begin_merge(chain *a, chain *b) {
    chain_merge m = {a, b, 0, 0, {0, 0}};
    begin_chain(a);
    begin_chain(b);
    if (a->count == 0 || b->count == 0)
        return m;
    while (m.i + 1 < a->count && a->x[m.i + 1] <= b->x[0]) /* these would only add 0 */
        m.i++;
    while (m.j + 1 < b->count && b->x[m.j + 1] <= a->x[0])
        m.j++;
    return m;
}

/* Adds the term of two edges, and goes on behind the one that ends first. Branches that depend on the pair would take half of the time: v +
 * |v| is twice the greater of v and 0, exactly, and edges that do not meet have the term 0. */
static inline void merge_on(chain_merge *m) {
    const chain *a = m->a, *b = m->b;
    const uint32_t i = m->i, j = m->j;
    const double left = a->x[i] > b->x[j] ? a->x[i] : b->x[j];
    const double end_a = a->x[i + 1], end_b = b->x[j + 1], right = end_a < end_b ? end_a : end_b;
    const double width = right - left;
    const double of_a = a->slope[i] * (left - a->x[i]), of_b = b->slope[j] * (left - b->x[j]);
    const double dl = ((a->y[i] - b->y[j]) + of_a) - of_b, dr = dl + (a->slope[i] - b->slope[j]) * width;
    const double S = fabs(dl) + fabs(dr), p = dl * dr;
    add_term(&m->sum, (width + fabs(width)) * (S + (p - fabs(p)) / (S > SEPAL_COMMON_LEAST ? S : SEPAL_COMMON_LEAST)));
    m->i += end_a <= end_b;
    m->j += end_b <= end_a;
}

/* The sums of two merges. Their steps take turns, since each step waits for the one before. */
static double merge_both(chain_merge m, chain_merge n) {
    bool m_goes_on = has_edges(&m), n_goes_on = has_edges(&n);
    while (m_goes_on && n_goes_on) {
        merge_on(&m);
        merge_on(&n);
        m_goes_on = has_edges(&m);
        n_goes_on = has_edges(&n);
    }
    for (; m_goes_on; m_goes_on = has_edges(&m))
        merge_on(&m);
    for (; n_goes_on; n_goes_on = has_edges(&n))
        merge_on(&n);
    return (m.sum.high + m.sum.low) / 2 + (n.sum.high + n.sum.low) / 2;
}

static double common_of_large(const sepal_polys *a, uint32_t i, const sepal_polys *b, uint32_t j) {
    chain of_a[2], of_b[2];
    chains_of(a, i, of_a);
    chains_of(b, j, of_b);
    const double across = merge_both(begin_merge(&of_a[0], &of_b[1]), begin_merge(&of_a[1], &of_b[0]));
    return fabs(across - merge_both(begin_merge(&of_a[0], &of_b[0]), begin_merge(&of_a[1], &of_b[1])));
}

/* --- Answers */

static bool is_large(const sepal_polys *set, uint32_t index) {
    return set->heads[index].size > SEPAL_COMMON_MOST;
}

/* All of polygons of up to SEPAL_COMMON_MOST vertices. Of others the area, and an extent that is not too small: the circle that holds
 * the polygon may be infinite. */
static void measure_ring(const sepal_polys *set, uint32_t index, common_ring *out) {
    if (!is_large(set, index)) {
        ring_of(set, index, out);
        return;
    }
    out->area = area_of_large(sepal_poly_x(set, index), sepal_poly_y(set, index), set->heads[index].size);
    out->extent = (double)fabsf(set->circles[index].outer) * 4 * SEPAL_COMMON_SCALE; /* its sign is a flag */
}

double sepal_polys_area_scalar(const sepal_polys *set, uint32_t index) {
    common_ring ring;
    if (set->heads[index].flags & SEPAL_FLAT)
        return 0;
    measure_ring(set, index, &ring);
    return ring.area * SEPAL_COMMON_UNIT;
}

sepal_poly_common sepal_polys_scalar_common(const sepal_polys *a, uint32_t i, const sepal_polys *b, uint32_t j) {
    const uint32_t size_a = a->heads[i].size, size_b = b->heads[j].size;
    common_ring of_a, of_b;
    double common;
    measure_ring(a, i, &of_a);
    measure_ring(b, j, &of_b);
    if (is_large(a, i) || is_large(b, j))
        common = common_of_large(a, i, b, j);
    else if (common_size(size_a) >= common_size(size_b))
        common = common_area(common_size(size_a), of_a.edges, common_size(size_b), of_b.edges);
    else
        common = common_area(common_size(size_b), of_b.edges, common_size(size_a), of_a.edges);
    const common_answer r = common_answer_of(common, of_a.area, of_a.extent, of_b.area, of_b.extent, true);
    sepal_poly_common out = {r.exact, (float)r.area, (float)r.iou, (float)r.share_a, (float)r.share_b};
    if (r.may_hold_a || r.may_hold_b)
        sepal_polys_scalar_common_inside(a, i, b, j, &out);
    return out;
}

void sepal_polys_scalar_common_inside(const sepal_polys *a, uint32_t i, const sepal_polys *b, uint32_t j, sepal_poly_common *out) {
    const sepal_rule rule = {SEPAL_TOUCHING_OVERLAPS, 0, 0};
    const bool in_b = sepal_polys_scalar_contains(b, j, a, i, &rule), in_a = sepal_polys_scalar_contains(a, i, b, j, &rule);
    out->share_a = in_b ? 1 : out->share_a;
    out->share_b = in_a ? 1 : out->share_b;
    out->iou = in_a && in_b ? 1 : out->iou;
}

/* Do two polygons have area in common? */
static bool have_common_area(const sepal_polys *a, uint32_t i, const sepal_polys *b, uint32_t j) {
    return ((a->heads[i].flags | b->heads[j].flags) & SEPAL_FLAT) == 0 &&
           sepal_polys_scalar_overlap(a, i, b, j, SEPAL_TOUCHING_IS_APART);
}

void sepal_polys_common_pairs_scalar(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, size_t count,
                                     const sepal_commons *out, double *exact) {
    for (size_t k = 0; k < count; k++) {
        const uint32_t i = pairs[k].a, j = pairs[k].b;
        sepal_poly_common found = {0, 0, 0, 0, 0};
        if (have_common_area(a, i, b, j))
            found = sepal_polys_scalar_common(a, i, b, j);
        sepal_poly_common_write(out, k, &found);
        if (exact != NULL)
            exact[k] = found.exact;
    }
}
