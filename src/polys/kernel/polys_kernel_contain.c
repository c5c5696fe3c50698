/* polys_kernel_contain.c — does a contain b? The stages of overlap.h once more; but only the edges of a count, and of b the vertex
 * that reaches farthest out. The bounds are those of the same quantities in overlap (docs/numerics.md, "Containment").
 *
 *   sets of boxes      boxes ─────────────────────────┐
 *   small polygons     axes ──────────────────────────┤
 *   any polygons       circles → by size: axes ───────┼→ exact in double → reference
 *                                         edges ──────┘                     */
#include "../../core/arithmetic.h"

#include "excess.h"
#include "kinds.h"
#include "names.h"
#include "overlap_large.h"

/* --- Filters -------------------------------------------------------------------------------------------------------------------
 */

static void filter_containing_circles(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, size_t count,
                                      verdicts *out) {
    verdicts_clear(out);
    for (size_t k = 0; k < count; k += SEPAL_LANES) {
        sepal_pair spare[SEPAL_LANES];
        const sepal_pair *group = group_at(pairs, k, count, spare);
        verdicts_note(out, k, count, circles_contain(load_circles(a, &group->a), load_circles(b, &group->b)));
    }
}

static void filter_containing_boxes(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, size_t count,
                                    verdicts *out) {
    verdicts_clear(out);
    for (size_t k = 0; k < count; k += SEPAL_LANES) {
        sepal_pair spare[SEPAL_LANES];
        const sepal_pair *group = group_at(pairs, k, count, spare);
        verdicts_note(out, k, count, boxes_contain(load_boxes(a, &group->a), load_boxes(b, &group->b)));
    }
}

/* n.b = 1 says that every b is a point; then its circle's centre is the point. */
SPECIALISED void filter_containing_axes_of(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, size_t count,
                                           sizes n, verdicts *out) {
    verdicts_clear(out);
    for (size_t k = 0; k < count; k += SEPAL_LANES) {
        sepal_pair spare[SEPAL_LANES];
        const sepal_pair *group = group_at(pairs, k, count, spare);
        circle_lanes ca = load_circles(a, &group->a), cb = load_circles(b, &group->b);
        vertex_lanes va, vb;
        load_vertices(a, &group->a, n.a, n.same, &va);
        if (n.b == 1)
            vb.world[0] = cb.centre.x, vb.world[sepal_padded(1)] = cb.centre.y;
        else
            load_vertices(b, &group->b, n.b, n.same, &vb);
        verdicts_note(out, k, count, axes_contain(ca, &va, cb, &vb, n));
    }
}

/* The combinations of sizes that matter most get a kernel with constant bounds. */
static void filter_containing_axes(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, size_t count, sizes n,
                                   verdicts *out) {
    if (n.same && n.a == 4 && n.b == 1)
        filter_containing_axes_of(a, b, pairs, count, (sizes){4, 1, true}, out);
    else if (n.same && n.a == 4 && n.b == 4)
        filter_containing_axes_of(a, b, pairs, count, (sizes){4, 4, true}, out);
    else if (n.a == 8 && n.b == 1)
        filter_containing_axes_of(a, b, pairs, count, (sizes){8, 1, false}, out);
    else if (n.a == 8 && n.b == 8)
        filter_containing_axes_of(a, b, pairs, count, (sizes){8, 8, false}, out);
    else if (n.a == 16 && n.b == 1)
        filter_containing_axes_of(a, b, pairs, count, (sizes){16, 1, false}, out);
    else if (n.a == 16 && n.b == 16)
        filter_containing_axes_of(a, b, pairs, count, (sizes){16, 16, false}, out);
    else
        filter_containing_axes_of(a, b, pairs, count, n, out);
}

/* --- Edges of large polygons: a lane for each, one pair at a time; what the bound leaves open is asked exactly */

static inline bool contains_large(const sepal_polys *a, uint32_t i, const sepal_polys *b, uint32_t j) {
    if (a->heads[i].flags & SEPAL_FLAT)
        return sepal_polys_scalar_contains(a, i, b, j);
    const float *bx = sepal_poly_x(b, j), *by = sepal_poly_y(b, j);
    uint32_t size_a = a->heads[i].size, size_b = b->heads[j].size;
    const sepal_poly_circle *ca = &a->circles[i];
    w error = w_set1(AXES_ERROR * fabsf(ca->outer) * extent_of(ca, &b->circles[j])), zero = w_set1(0);
    w2 origin = {w_set1(ca->x), w_set1(ca->y)};
    for (uint32_t k = 0; k < size_a; k += SEPAL_LANES) {
        inward_lanes edges = load_inward(a, i, k, origin);
        w shallowest = w_set1(INFINITY);
        for (uint32_t m = 0; m < size_b; m++)
            shallowest = w_min(shallowest, w_dot(edges.inward, w2_sub((w2){w_set1(bx[m]), w_set1(by[m])}, origin)));
        w excess = w_sub(w_dot(edges.inward, edges.from), shallowest);
        if (wm_bits(wm_andnot(w_gt(excess, error), edges.none)) != 0)
            return false;
        unsigned open = ALL_LANES & ~wm_bits(wm_or(w_gt(w_sub(zero, error), excess), edges.none));
        for (; open != 0; open &= open - 1) {
            uint32_t edge_at = k + sepal_lowest_bit(open);
            if (edge_at < size_a && !sepal_polys_scalar_edge_holds(a, i, edge_at, b, j))
                return false;
        }
    }
    return true;
}

/* --- Exact in double (exact.h has the argument) */

/* In which lanes is no vertex of b outside of a? winding: as in edges_separate. Every vertex is on an edge that is none. */
SPECIALISED wdm none_outside(const wd2 *a, uint32_t size_a, wd winding, const wd2 *b, uint32_t size_b) {
    wdm contained = wd_eq(winding, winding);
    for (uint32_t i = 0; i < size_a; i++) {
        wd ex = wd_mul(wd_sub(a[i + 1].x, a[i].x), winding), ey = wd_mul(wd_sub(a[i + 1].y, a[i].y), winding);
        for (uint32_t j = 0; j < size_b; j++) {
            wd rx = wd_sub(b[j].x, a[i].x), ry = wd_sub(b[j].y, a[i].y);
            contained = wdm_and(contained, wd_products_ge(ex, ry, ey, rx));
        }
    }
    return contained;
}

/* Answers every pair; each must be of a kind of contain_exact_kind other than REFERENCE, and of the sizes n. */
SPECIALISED void contains_exactly_of(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, size_t count, sizes n,
                                     verdicts *out) {
    verdicts_clear(out);
    for (size_t k = 0; k < count; k += SEPAL_LANES) {
        sepal_pair spare[SEPAL_LANES];
        const sepal_pair *group = group_at(pairs, k, count, spare);
        w winding = windings(a, &group->a);
        vertex_lanes va, vb;
        load_vertices(a, &group->a, n.a, n.same, &va);
        load_vertices(b, &group->b, n.b, n.same, &vb);
        unsigned contained = 0;
        for (int half = 0; half < 2; half++) {
            vertex_half ha, hb;
            take_half(&va, n.a, half, ha);
            take_half(&vb, n.b, half, hb);
            contained |= wdm_bits(none_outside(ha, n.a, wd_of(winding, half), hb, n.b)) << (half * SEPAL_LANES / 2);
        }
        verdicts_note(out, k, count, (lanes){contained, 0});
    }
}

static void contains_exactly(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, size_t count, sizes n,
                             verdicts *out) {
    if (n.a == 4 && n.b == 4)
        contains_exactly_of(a, b, pairs, count, (sizes){4, 4, false}, out);
    else
        contains_exactly_of(a, b, pairs, count, n, out);
}

/* --- From pairs to bits */

static inline int contain_filter_kind(const sepal_poly_head *a, const sepal_poly_head *b) {
    int kind = filter_kind(a, b);
    return kind == BOTH_LARGE ? ONE_LARGE : kind;
}

/* No pair with a large polygon comes here: contains_large answers them. */
static inline int contain_exact_kind(const sepal_poly_head *a, const sepal_poly_head *b) {
    return a->flags & SEPAL_FLAT ? REFERENCE : exact_kind(a, b);
}

/* Answers every pair. */
static void contains_by_reference(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, size_t count,
                                  verdicts *out) {
    verdicts_clear(out);
    for (size_t k = 0; k < count; k++)
        out->yes[k / 64] |= (uint64_t)sepal_polys_scalar_contains(a, pairs[k].a, b, pairs[k].b) << (k % 64);
}

/* The last stage, for the pairs that the filters left open. place: as in sort_open. */
static void settle_containment(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, const uint32_t *place,
                               size_t count, const uint64_t *open, uint64_t *bits) {
    bins waiting;
    sort_open(a, b, pairs, place, count, open, contain_exact_kind, KINDS, &waiting);
    for (int kind = 0; kind < KINDS; kind++) {
        const sepal_pair *from = waiting.pairs + waiting.start[kind];
        size_t size = waiting.start[kind + 1] - waiting.start[kind];
        if (size == 0)
            continue;
        verdicts found;
        if (kind == REFERENCE)
            contains_by_reference(a, b, from, size, &found);
        else
            contains_exactly(a, b, from, size, sizes_of(kind, false), &found);
        spread(waiting.place + waiting.start[kind], size, found.yes, bits);
    }
}

/* One chunk of pairs of any polygons. */
static void contains_any(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, size_t count, verdicts *out) {
    filter_containing_circles(a, b, pairs, count, out);
    bins waiting;
    sort_open(a, b, pairs, NULL, count, out->open, contain_filter_kind, KINDS, &waiting);
    for (int kind = 0; kind < KINDS; kind++) {
        const sepal_pair *list = waiting.pairs + waiting.start[kind];
        const uint32_t *place = waiting.place + waiting.start[kind];
        size_t size = waiting.start[kind + 1] - waiting.start[kind];
        if (size == 0)
            continue;
        verdicts found;
        if (kind == ONE_LARGE) {
            for (size_t k = 0; k < size; k++)
                out->yes[place[k] / 64] |= (uint64_t)contains_large(a, list[k].a, b, list[k].b) << (place[k] % 64);
            continue;
        }
        if (kind == BOXES) {
            filter_containing_boxes(a, b, list, size, &found);
        } else {
            sizes n = sizes_of(kind, false);
            n.b = b->largest == 1 ? 1 : n.b;
            filter_containing_axes(a, b, list, size, n, &found);
        }
        spread(place, size, found.yes, out->yes);
        settle_containment(a, b, list, place, size, found.open, out->yes);
    }
}

/* Where there are radii: the circles are those of the whole shapes, and what they leave goes to the reference. */
static void contains_round(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, size_t count, verdicts *out) {
    filter_containing_circles(a, b, pairs, count, out);
    for (size_t word = 0; word * 64 < count; word++)
        for (uint64_t left = out->open[word]; left != 0; left &= left - 1) {
            size_t k = word * 64 + sepal_lowest_bit(left);
            out->yes[word] |= (uint64_t)sepal_polys_scalar_contains(a, pairs[k].a, b, pairs[k].b) << (k % 64);
        }
}

void kernel_contains_pairs(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, size_t count, uint64_t *bits) {
    bool round = a->round || b->round, small = a->largest <= 4 && b->largest <= 4 && !round;
    for (size_t from = 0; from < count; from += SEPAL_CHUNK) {
        size_t size = count - from < SEPAL_CHUNK ? count - from : SEPAL_CHUNK;
        const sepal_pair *chunk = pairs + from;
        verdicts out;
        if (round)
            contains_round(a, b, chunk, size, &out);
        else if (a->boxes && b->boxes)
            filter_containing_boxes(a, b, chunk, size, &out);
        else if (small)
            filter_containing_axes(a, b, chunk, size, (sizes){4, b->largest == 1 ? 1 : 4, true}, &out);
        else
            contains_any(a, b, chunk, size, &out);
        if (small && any_open(&out))
            settle_containment(a, b, chunk, NULL, size, out.open, out.yes);
        for (size_t word = 0; word * 64 < size; word++)
            bits[from / 64 + word] = out.yes[word];
    }
}
