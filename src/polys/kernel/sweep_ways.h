/* sweep_ways.h — where the way of a shape with a reach first comes within reach of another one: a pair in each lane, in double; half of
 * the lanes at a time.
 *
 * The sum of K, the Minkowski difference of the cores, and the disc of the radius r has an edge at the distance r from each edge of K,
 * and between them arcs. Of the lines of the edges in front the way crosses one last. It enters over that edge if the foot is on it;
 * else, in the corner that this line has in common with the next one, it can enter over the arc of the vertex between the two, or
 * leave the corner for ever over one of the two lines. So the entry is known without a walk along K.
 *
 * What is found need not be right: sweep_hits.h proves each answer, and leaves open what it cannot prove (docs/numerics/sweep.md,
 * "Casts in lanes"). */
#ifndef SEPAL_POLYS_KERNEL_SWEEP_WAYS_H
#define SEPAL_POLYS_KERNEL_SWEEP_WAYS_H

#include "exact.h"
#include "reach.h"
#include "sweep_cast.h"

/* --- A pair -------------------------------------------------------------------------------------- */

static inline wd wd2_size(wd2 p) {
    return wd_add(wd_abs(p.x), wd_abs(p.y));
}
/* p + t * q */
static inline wd2 wd2_ahead(wd2 p, wd t, wd2 q) {
    return (wd2){wd_madd(t, q.x, p.x), wd_madd(t, q.y, p.y)};
}

/* A core: its vertices as stored, and relative to the first vertex of a. */
typedef struct ways_shape {
    wd2 world[SEPAL_LANE_VERTICES], near[SEPAL_LANE_VERTICES];
    wd winding;
} ways_shape;

/* b moves by d as seen from a; r: the reach, as the reference adds it. parts: the sum of the magnitudes that it is made of; move: |d.x| +
 * |d.y|; extent: at least |x| + |y| of all vertices relative to the first one of a; all: the sum of these. */
typedef struct ways_pair {
    ways_shape a, b;
    wd2 d;
    wd r, parts, move, extent, all;
    wdm exact; /* was d not rounded? */
} ways_pair;

SPECIALISED void ways_take_shape(const vertex_lanes *v, w winding, uint32_t size, int half, wd2 origin, ways_shape *out) {
    for (uint32_t k = 0; k < size; k++) {
        w2 at = vertex(v->world, size, k);
        out->world[k] = (wd2){wd_of(at.x, half), wd_of(at.y, half)};
        out->near[k] = wd2_sub(out->world[k], origin);
    }
    out->winding = wd_of(winding, half);
}

/* Is a - b, of which `difference` is the rounded value, a double? (Knuth's two-sum.) */
static inline wdm ways_is_exact(wd a, wd b, wd difference) {
    wd seen = wd_sub(a, difference);
    return wdm_and(wd_eq(seen, b), wd_eq(wd_add(difference, b), a));
}

/* --- The guess ----------------------------------------------------------------------------------- */

/* The line that the way crosses last: along n, from a to b, K begins at gap / |n| from the disc's edge, and comes nearer by speed / |n|.
 */
typedef struct ways_line {
    wd gap, speed;
    wd2 n;
    wdm of_a; /* is it the line of an edge of a? */
} ways_line;

/* Tries the edges of one shape. d: the move of the other one as seen from it. */
SPECIALISED void ways_try_edges(const ways_shape *own, uint32_t size, const ways_shape *other, uint32_t size_other, wd2 d, wd r,
                                bool of_a, ways_line *last) {
    const wd zero = wd_set1(0);
    for (uint32_t i = 0; i < size; i++) {
        wd2 from = own->near[i], to = own->near[i + 1 < size ? i + 1 : 0];
        wd2 out = {wd_mul(wd_sub(to.y, from.y), own->winding), wd_mul(wd_sub(from.x, to.x), own->winding)};
        wd least = wd2_dot(out, other->near[0]), speed = wd_minus(wd2_dot(out, d));
        for (uint32_t j = 1; j < size_other; j++)
            least = wd_min(least, wd_madd(out.x, other->near[j].x, wd_mul(out.y, other->near[j].y)));
        wd gap = wd_sub(wd_sub(least, wd2_dot(out, from)), wd_mul(r, wd2_length(out)));
        wdm later = wdm_and(wd_gt(speed, zero), wd_gt(wd_mul(gap, last->speed), wd_mul(last->gap, speed)));
        last->gap = wd_select(later, gap, last->gap);
        last->speed = wd_select(later, speed, last->speed);
        last->n = wd2_select(later, of_a ? out : wd2_minus(out), last->n);
        last->of_a = of_a ? wdm_or(last->of_a, later) : wdm_andnot(last->of_a, later);
    }
}

/* --- Faces --------------------------------------------------------------------------------------- */

/* The vertices of a shape that are least far along a direction, but for `behind`: the first and the last along the tangent, how far they
 * are along both, times the length of the direction, and the least of all. more: there are others. */
typedef struct ways_face {
    wd2 low, high;
    wd low_at, high_at, low_height, high_height, least;
    wdm more;
} ways_face;

/* n: the direction; back: is it -n along which the vertices are least far? The tangent is n turned to the left. window: they are a run
 * of the vertices of a larger shape, of which the others are farther than these ones if the ends are. */
SPECIALISED void ways_find_face(const ways_shape *s, uint32_t size, bool window, wd2 n, bool back, wd behind, ways_face *out) {
    wd heights[SEPAL_LANE_VERTICES];
    out->least = wd_set1(INFINITY);
    for (uint32_t k = 0; k < size; k++) {
        wd along = wd2_dot(n, s->near[k]);
        heights[k] = back ? wd_minus(along) : along;
        out->least = wd_min(out->least, heights[k]);
    }
    wd most = wd_add(out->least, behind);
    out->low = out->high = s->world[0];
    out->low_height = out->high_height = out->least;
    out->low_at = size == 1 ? wd2_cross(n, s->near[0]) : wd_set1(INFINITY);
    out->high_at = size == 1 ? out->low_at : wd_set1(-INFINITY);
    out->more = wdm_none();
    if (size == 1)
        return;
    for (uint32_t k = 0; k < size; k++) {
        wdm few = wd_ge(most, heights[k]);
        wd at = wd2_cross(n, s->near[k]);
        wdm low = wdm_and(few, wd_gt(out->low_at, at)), high = wdm_and(few, wd_gt(at, out->high_at));
        out->low = wd2_select(low, s->world[k], out->low);
        out->low_at = wd_select(low, at, out->low_at);
        out->low_height = wd_select(low, heights[k], out->low_height);
        out->high = wd2_select(high, s->world[k], out->high);
        out->high_at = wd_select(high, at, out->high_at);
        out->high_height = wd_select(high, heights[k], out->high_height);
    }
    for (uint32_t k = 0; k < size; k++) {
        wdm is_low = wdm_and(wd_eq(s->world[k].x, out->low.x), wd_eq(s->world[k].y, out->low.y));
        wdm is_high = wdm_and(wd_eq(s->world[k].x, out->high.x), wd_eq(s->world[k].y, out->high.y));
        out->more = wdm_or(out->more, wdm_andnot(wd_ge(most, heights[k]), wdm_or(is_low, is_high)));
    }
    if (window)
        out->more = wdm_or(out->more, wdm_not(wd_gt(wd_min(heights[0], heights[size - 1]), most)));
}

static inline wdm ways_is_corner(const ways_face *f) {
    return wdm_and(wd_eq(f->low.x, f->high.x), wd_eq(f->low.y, f->high.y));
}

/* --- Discs --------------------------------------------------------------------------------------- */

/* The entry into a disc, by the operations of try_disc in polys_scalar_hit_round.c. same: is every number that is computed here that of
 * the reference? */
typedef struct ways_disc {
    wd2 w; /* the centre: a vertex of b minus one of a */
    wd time, x, y, across, inside;
    wdm same;
} ways_disc;

/* The product of two doubles minus its rounded value. */
static inline wd ways_tail(wd a, wd b, wd product) {
#ifdef W_FUSED
    return wd_msub(a, b, product);
#else
    return wd_tail(a, b, product);
#endif
}

static inline ways_disc ways_into_disc(wd2 of_b, wd2 of_a, wd2 d, wd r) {
    const wd zero = wd_set1(0);
    wd2 v = wd2_sub(of_b, of_a);
    wd length = wd2_length(d);
    wd ahead = wd_div(wd_minus(wd2_dot(v, d)), length);
    wd left = wd_mul(d.x, v.y), right = wd_mul(d.y, v.x), cross = wd_sub(left, right), p = wd_div(cross, length);
    wd inside = wd_mul(wd_sub(r, p), wd_add(r, p)), half = wd_sqrt(wd_max(inside, zero));
    wd ux = wd_div(d.x, length), uy = wd_div(d.y, length);
    /* sepal_vector_cross_value is the rounded difference if its error is certainly small, else the exact one */
    wd seen = wd_sub(cross, left), lost = wd_add(wd_sub(left, wd_sub(cross, seen)), wd_sub(wd_minus(right), seen));
    wd error = wd_add(wd_add(wd_abs(ways_tail(d.x, v.y, left)), wd_abs(ways_tail(d.y, v.x, right))), wd_abs(lost));
    wdm small = wd_ge(wd_mul(wd_abs(cross), wd_set1(0x1p-53)), wd_mul(error, wd_set1(1 + 32 * 0x1p-53)));
    wdm exact = wdm_and(ways_is_exact(of_b.x, of_a.x, v.x), ways_is_exact(of_b.y, of_a.y, v.y));
    return (ways_disc){.w = v,
                       .time = wd_div(wd_sub(ahead, half), length),
                       .x = wd_div(wd_sub(wd_mul(wd_minus(half), ux), wd_mul(p, uy)), r),
                       .y = wd_div(wd_add(wd_mul(wd_minus(half), uy), wd_mul(p, ux)), r),
                       .across = p,
                       .inside = inside,
                       .same = wdm_and(wdm_and(small, exact), wdm_and(wd_ge(ahead, zero), wd_ge(inside, zero)))};
}

/* --- Entries ------------------------------------------------------------------------------------- */

/* The guess of a pair, with the faces of both along its normal: the line along n, and where the contact is along the tangent. */
typedef struct ways_entry {
    ways_face a, b;
    wd2 n;
    wd length, height, speed, time, at; /* height: of K, speed: n . d, both times the length */
    wdm of_a;
} ways_entry;

/* Vertices of both: how far along the tangent their difference is from the contact. */
static inline wd ways_aside(const ways_entry *e, wd at_b, wd at_a) {
    return wd_sub(wd_sub(at_b, at_a), e->at);
}

/* The entry as a guess. side: 1, or -1 in the lanes in which the shapes seem to have passed each other: then the way back is looked at,
 * since its entry parts them. vertex: the lanes in which it is a disc. */
SPECIALISED wdm ways_guess(const ways_pair *p, wd side, sizes n, bool window, ways_entry *e, ways_disc *disc) {
    const wd zero = wd_set1(0);
    const bool points = n.a * n.b == 1;
    wd2 d = {wd_mul(p->d.x, side), wd_mul(p->d.y, side)}, back = wd2_minus(d);
    wdm corner = wdm_all();
    e->of_a = wdm_none();
    e->n = d;
    e->time = zero;
    wd2 of_a = p->a.world[0], of_b = p->b.world[0];
    if (!points) {
        ways_line last = {wd_set1(-INFINITY), wd_set1(1), back, wdm_none()};
        ways_try_edges(&p->a, n.a, &p->b, n.b, d, p->r, true, &last);
        ways_try_edges(&p->b, n.b, &p->a, n.a, back, p->r, false, &last);
        e->n = last.n;
        e->of_a = last.of_a;
        e->length = wd2_length(e->n);
        e->time = wd_div(last.gap, last.speed);
        e->at = wd_minus(wd_mul(e->time, wd2_cross(e->n, d)));
        wd behind = wd_mul(wd_set1(CAST_BEHIND), wd_mul(p->all, e->length));
        ways_find_face(&p->a, n.a, window, e->n, true, behind, &e->a);
        ways_find_face(&p->b, n.b, window, e->n, false, behind, &e->b);
        wd low = ways_aside(e, e->b.low_at, e->a.high_at), high = ways_aside(e, e->b.high_at, e->a.low_at);
        corner = wdm_not(wdm_and(wd_gt(zero, low), wd_gt(high, zero)));
        wdm beyond = wd_gt(zero, high);
        of_a = wd2_select(beyond, e->a.low, e->a.high);
        of_b = wd2_select(beyond, e->b.high, e->b.low);
    }
    if (!points && wdm_bits(corner) == 0)
        return corner;
    *disc = ways_into_disc(of_b, of_a, d, p->r);
    wd sign = wd_select(wd_gt(zero, disc->across), wd_set1(-1), wd_set1(1));
    wdm misses = wd_gt(zero, disc->inside);
    wd2 n_disc = wd2_select(misses, (wd2){wd_mul(sign, back.y), wd_mul(sign, d.x)}, wd2_ahead(disc->w, disc->time, d));
    wd time = wd_select(misses, wd_set1(INFINITY), disc->time);
    e->n = wd2_select(corner, n_disc, e->n);
    e->time = wd_select(corner, time, e->time);
    e->length = wd2_length(e->n);
    wd behind = wd_mul(wd_set1(CAST_BEHIND), wd_mul(p->all, e->length));
    ways_find_face(&p->a, n.a, window, e->n, true, behind, &e->a);
    ways_find_face(&p->b, n.b, window, e->n, false, behind, &e->b);
    return corner;
}

#endif
