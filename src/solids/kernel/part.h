/* part.h — a part of the Minkowski difference K = {b - a} of two cores that have half edges: boxes, capsules and spheres. Is it the part
 * that holds the point of K nearest to the origin?
 *
 * K is the centre d and all sums of t g, |t| <= 1, over the half edges g of both cores (a zonotope: McMullen, "On zonotopes", Transactions
 * of the AMS 159, 1971). A part is told by one sign for each of them: 1 or -1 if it has one end of g only, 0 if it has both. So it is a
 * corner, an edge or a parallelogram of K. How a part is found proves nothing. It holds the nearest point if the foot of the origin is
 * in it and no other half edge leads towards the origin: these are the conditions of Kuhn and Tucker, which suffice as K is convex, and
 * which are closed: a product that is 0 fulfils them.
 *   1. In double, each product with a bound on its error.
 *   2. Those within their bounds, as on a lattice, once more in integers modulo 2^64, in units of the lowest bit of the pair. Where double
 *      cannot tell a sign, the value is below 2^63 units: so it is 0 if the integer is. Integers also tell which components of the
 *      direction are 0, and whether the distance is exactly the reach.
 * What is not certain stays open (docs/numerics/solids_kernels.md, "Parts of K"). */
#ifndef SEPAL_SOLIDS_KERNEL_PART_H
#define SEPAL_SOLIDS_KERNEL_PART_H

#include "closest.h"

/* Bounds on errors in double: of the normal of a face as a share of |e|_1 |g|_1, of one across an edge of |e|_1 |e|_1 R, and of a corner
 * of R; of n . g as a share of |n| |g|_1; of where the foot is, of R R and |n| or none. */
#define PART_FACE    (5 * DOUBLE_UNIT)
#define PART_EDGE    (20 * DOUBLE_UNIT)
#define PART_CORNER  (8 * DOUBLE_UNIT)
#define PART_PRODUCT (8 * DOUBLE_UNIT)
#define PART_FOOT    (80 * DOUBLE_UNIT)
/* In units of half of the lowest bit: R up to which integers tell which products are 0; numbers that convert, and the greatest difference
 * from 0 of which they tell whether the distance is the reach. */
#define PART_INTEGER_EXTENT 0x1p26
#define PART_INTEGER_MOST   0x1p50
#define PART_INTEGER_TOUCH  0x1p60
/* Bits that coordinates span up to which sums of them are exact in double. */
enum { PART_SPAN_EXACT = 46 };

enum { PART_EDGES = 6 }; /* at most, those of two boxes */

/* A part of half of a group: its corner, if it is one, else what is in the middle of it, and the edges e and g, of which a face has two and
 * an edge one. many: it has more edges, so it is none. d: the centre of K; extent: R, the sum of the magnitudes of d and of all half
 * edges. */
typedef struct solid_part {
    wd3 d, c, e, g;
    wd sign[PART_EDGES], extent;
    wdm one, two, many;
} solid_part;

/* A point c and a half edge from there, forwards or backwards. */
static inline wd3 end_of_edge(wd3 c, wd3 edge, wd sign) {
    return (wd3){wd_madd(sign, edge.x, c.x), wd_madd(sign, edge.y, c.y), wd_madd(sign, edge.z, c.z)};
}

/* d: the centre of K; edge: its half edges, `edges` of them; signs: which end of each the part has. By address, as gcc 12 copies a result
 * of this size word by word. */
SPECIALISED void set_part_by_signs(wd3 d, const wd3 *edge, int edges, const wd *signs, solid_part *out) {
    wd3 c = d, e = d, g = d;
    wd extent = wd3_sum(d);
    wdm one = wdm_none(), two = one, many = one;
    for (int k = 0; k < edges; k++) {
        const wd sign = out->sign[k] = signs[k];
        c = end_of_edge(c, edge[k], sign);
        extent = wd_add(extent, wd3_sum(edge[k]));
        const wdm both = wd_eq(sign, wd_set1(0)), second = wdm_and(one, both);
        e = wd3_select(wdm_andnot(both, one), edge[k], e);
        g = wd3_select(second, edge[k], g);
        many = wdm_or(many, wdm_and(two, both));
        two = wdm_or(two, second);
        one = wdm_or(one, both);
    }
    out->d = d, out->c = c, out->e = e, out->g = g;
    out->extent = extent;
    out->one = one, out->two = two, out->many = many;
}

/* --- Two boxes with parallel half edges ------------------------------------------------------------------------------------------------ */

/* In which lanes two vectors of floats are parallel, and not 0. Their products are exact, so a computed difference is 0 only if it is. */
static inline wdm are_parallel(wd3 a, wd3 b) {
    const wd zero = wd_set1(0);
    return wdm_andnot(wd_eq(wd3_sum(wd3_cross(a, b)), zero), wd_eq(wd3_dot(a, b), zero));
}

/* pairs: bits 3 k + m of half edges k of the first box and m of the second that may be parallel. Where a part has opposite ends of two, no
 * direction leads away from the origin along both, but for those at right angles to them: so it is to have both ends of one of them. One that
 * is parallel to an edge of the part is level with it: joined to that, it is asked for no sign, and the foot may be anywhere along both. */
static inline void join_parallel_edges(const wd3 *edge, unsigned pairs, solid_part *p) {
    const wd zero = wd_set1(0);
    unsigned some = 0;
    for (; pairs != 0; pairs &= pairs - 1) {
        const int pair = (int)sepal_lowest_bit(pairs), k = pair / 3, m = 3 + pair % 3;
        const wdm parallel = are_parallel(edge[k], edge[m]);
        const wd ends = wd_mul(wd_mul(p->sign[k], p->sign[m]), wd3_dot(edge[k], edge[m]));
        const wdm level = wdm_andnot(wdm_and(parallel, wd_gt(zero, ends)), p->two), second = wdm_and(level, p->one);
        p->sign[k] = wd_select(level, zero, p->sign[k]);
        p->g = wd3_select(second, edge[k], p->g);
        p->e = wd3_select(wdm_andnot(level, second), edge[k], p->e);
        p->two = wdm_or(p->two, second);
        p->one = wdm_or(p->one, level);
        some |= wdm_bits(parallel) != 0 ? 1U << pair : 0;
    }
    const wd3 e = p->e;
    for (; some != 0; some &= some - 1) {
        const int pair = (int)sepal_lowest_bit(some), k = pair / 3, m = 3 + pair % 3;
        const wdm of_a = wd_eq(p->sign[k], zero), of_b = wd_eq(p->sign[m], zero);
        const wdm joins = wdm_andnot(wdm_and(are_parallel(edge[k], edge[m]), wdm_or(of_a, of_b)), wdm_and(of_a, of_b));
        const wd3 other = wd3_select(of_a, edge[m], edge[k]);
        const wdm with_e = wdm_and(joins, are_parallel(e, other)), with_g = wdm_andnot(joins, with_e);
        p->e = wd3_select(with_e, wd3_add(p->e, wd3_minus(other, wd_gt(zero, wd3_dot(e, other)))), p->e);
        p->g = wd3_select(with_g, wd3_add(p->g, wd3_minus(other, wd_gt(zero, wd3_dot(p->g, other)))), p->g);
        p->sign[k] = wd_select(joins, zero, p->sign[k]);
        p->sign[m] = wd_select(joins, zero, p->sign[m]);
    }
    p->c = p->d;
    for (int k = 0; k < PART_EDGES; k++)
        p->c = end_of_edge(p->c, edge[k], p->sign[k]);
}

/* --- Integers ---------------------------------------------------------------------------------------------------------------------- */

/* What is known of a part without rounding; in units of half of the lowest bit of the pair, modulo 2^64. n: its normal, as in double. */
typedef struct whole_part {
    wd scale;      /* the inverse of the unit */
    wdm exact;     /* all sums of coordinates are exact in double */
    bool integers; /* what follows is there, too */
    wdm converts;  /* all numbers were below 2^51 units */
    wdm tells;     /* R is so small that a product within its bound is 0 if the integer is */
    wl3 c, e, g, n, edge[PART_EDGES];
    wl3 up;    /* n, or of a face of a box with right angles its third half edge */
    wd square; /* the square of the length of `up`, in units, where that is exact or nearly */
} whole_part;

/* The pairs of a group, for what is seldom asked about them. parallel: of two boxes, which half edges may be parallel: join_parallel_edges. */
typedef struct part_group {
    const solids_query *q;
    const sepal_pair *pairs;
    unsigned parallel;
} part_group;

static inline wl3 wl3_select(wdm m, wl3 a, wl3 b) {
    return (wl3){wl_select(m, a.x, b.x), wl_select(m, a.y, b.y), wl_select(m, a.z, b.z)};
}

/* The half edge that a face of a box does not have is normal to it, if it is to both that it has: then products have fewer bits. */
static inline void set_normal_by_third_edge(const solid_part *p, const wd3 *edge, int edges, whole_part *out) {
    const wd zero = wd_set1(0);
    const wd3 face = wd3_scale(wd3_cross(p->e, p->g), wd_mul(out->scale, out->scale));
    out->up = out->n;
    out->square = wd3_dot(face, face);
    for (int box = 0; box + 3 <= edges; box += 3)
        for (int k = 0; k < 3; k++) {
            const int i = box + (k + 1) % 3, j = box + (k + 2) % 3;
            const wdm face_of = wdm_and(p->two, wdm_and(wd_eq(p->sign[i], zero), wd_eq(p->sign[j], zero)));
            const wdm level =
                wdm_and(wl_zero(wl3_dot(out->edge[box + k], out->edge[i])), wl_zero(wl3_dot(out->edge[box + k], out->edge[j])));
            const wd3 third = wd3_scale(edge[box + k], out->scale);
            const wd square = wd3_dot(third, third);
            const wdm right = wdm_and(wdm_and(face_of, level), wdm_and(out->tells, wd_gt(square, zero)));
            out->up = wl3_select(right, out->edge[box + k], out->up);
            out->square = wd_select(right, square, out->square);
        }
}

static inline void set_whole_part(const solid_part *p, const wd3 *edge, int edges, whole_part *out) {
    out->integers = true;
    const wd extent = wd_mul(p->extent, out->scale);
    out->tells = wd_gt(wd_set1(PART_INTEGER_EXTENT), extent);
    out->converts = wd_gt(wd_set1(PART_INTEGER_MOST), extent);
    out->c = wl3_of(wd3_scale(p->c, out->scale));
    out->e = wl3_of(wd3_scale(p->e, out->scale));
    out->g = wl3_of(wd3_scale(p->g, out->scale));
    for (int k = 0; k < edges; k++)
        out->edge[k] = wl3_of(wd3_scale(edge[k], out->scale));
    const wl3 across = wl3_cross(wl3_cross(out->e, out->c), out->e);
    out->n = wl3_select(p->two, wl3_cross(out->e, out->g), wl3_select(p->one, across, out->c));
    set_normal_by_third_edge(p, edge, edges, out);
}

/* --- The certificate --------------------------------------------------------------------------------------------------------------- */

/* Notes the components of n that are exactly 0: both of their products are, in e x g; an edge e along a coordinate axis has none there; c and
 * e have none there, or all of K. Of the others those that are 0 as integers. error: of a component. */
static SEPAL_NOINLINE void note_zeros(const solid_part *p, const wd3 *edge, int edges, wd3 n, wd error, const whole_part *whole,
                                      wdm none[3]) {
    const wd any = wd_set1(1), zero = wd_set1(0);
    wd3 size = wd3_magnitudes(p->c);
    for (int k = 0; k < edges; k++)
        size = wd3_add(size, wd3_magnitudes(edge[k]));
    note_none(p->e, p->g, p->two, none);
    note_none(p->e, (wd3){any, any, any}, wdm_andnot(p->one, p->two), none);
    const wd of_n[3] = {n.x, n.y, n.z}, of_c[3] = {p->c.x, p->c.y, p->c.z}, of_e[3] = {p->e.x, p->e.y, p->e.z};
    const wd of_k[3] = {size.x, size.y, size.z};
    for (int k = 0; k < 3; k++) {
        none[k] = wdm_or(none[k], wd_eq(of_k[k], zero));
        if (whole == NULL)
            continue;
        const wdm off_line = wdm_and(wd_eq(of_c[k], zero), wdm_or(wdm_not(p->one), wd_eq(of_e[k], zero)));
        none[k] = wdm_or(none[k], wdm_and(whole->exact, wdm_andnot(off_line, p->two)));
        if (!whole->integers)
            continue;
        const wl number = k == 0 ? whole->n.x : k == 1 ? whole->n.y : whole->n.z;
        const wdm within = wdm_and(whole->tells, wd_ge(error, wd_abs(of_n[k])));
        none[k] = wdm_or(none[k], wdm_and(within, wl_zero(number)));
    }
}

/* In which lanes v is along one coordinate axis, u at right angles to it, and c not farther along it than v: then the foot of the origin is
 * between the ends of v in the part c + s v + t u, as its coordinate along v is 0. */
static inline wdm is_between_ends(wd3 v, wd3 u, wd3 c) {
    const wd zero = wd_set1(0);
    const wdm x = wd_eq(v.x, zero), y = wd_eq(v.y, zero), z = wd_eq(v.z, zero);
    const wdm along_x = wdm_and(wdm_and(y, z), wdm_and(wd_eq(u.x, zero), wd_ge(wd_abs(v.x), wd_abs(c.x)))),
              along_y = wdm_and(wdm_and(z, x), wdm_and(wd_eq(u.y, zero), wd_ge(wd_abs(v.y), wd_abs(c.y)))),
              along_z = wdm_and(wdm_and(x, y), wdm_and(wd_eq(u.z, zero), wd_ge(wd_abs(v.z), wd_abs(c.z))));
    return wdm_or(along_x, wdm_or(along_y, along_z));
}

/* Takes `a` in the lanes m. */
static inline void closest_take(wdm m, const certified_push *a, certified_push *out) {
    out->n = wd3_select(m, a->n, out->n);
    out->distance = wd_select(m, a->distance, out->distance);
    out->direction_error = wd_select(m, a->direction_error, out->direction_error);
    out->distance_error = wd_select(m, a->distance_error, out->distance_error);
    for (int k = 0; k < 3; k++)
        out->none[k] = wdm_or(wdm_and(m, a->none[k]), wdm_andnot(out->none[k], m));
    out->sure = wdm_or(wdm_and(m, a->sure), wdm_andnot(out->sure, m));
}

/* Is a value, of which `error` bounds the error, certainly above 0; or 0, if `zero` says so where it is within that bound? */
static inline wdm is_not_below(wd value, wd error, wdm zero) {
    return wdm_or(wd_gt(value, error), wdm_and(zero, wd_ge(error, wd_abs(value))));
}

/* The nearest point of K. aside: the part is to hold it also where the origin is not more than that from its place; NULL = 0. whole: NULL,
 * or what is known without rounding; open: NULL, or receives the lanes that are worth asking again with more of that. floats: how many of
 * the first half edges are floats. off_diagonals: receives in which lanes the foot is certainly on no diagonal of a face; or NULL. */
SPECIALISED void certify_part(const solid_part *p, const wd3 *edge, int edges, int floats, const wd *aside, const whole_part *whole,
                              certified_push *out, wdm *open, wdm *off_diagonals) {
    const wd3 c = p->c, e = p->e, g = p->g;
    const wd zero = wd_set1(0), extent = p->extent;
    const wdm one = p->one, two = p->two;
    assert(floats <= edges && wdm_bits(wdm_andnot(two, one)) == 0);
    const wd length_e = wd3_sum(e), length_g = wd3_sum(g), square = wd_mul(extent, extent);
    const wd3 face = wd3_cross(e, g), across = wd3_cross(e, c);
    wd3 n = wd3_select(two, face, wd3_select(one, wd3_cross(across, e), c));
    wd error = wd_select(one, wd_mul(wd_scaled(wd_mul(length_e, length_e), PART_EDGE), extent), wd_scaled(extent, PART_CORNER));
    error = wd_select(two, wd_scaled(wd_mul(length_e, length_g), PART_FACE), error);
    const wd nn = wd3_dot(n, n), size = wd_sqrt(nn), along = wd3_dot(n, c);
    const wdm turned = wd_gt(zero, along);
    n = wd3_minus(n, turned);
    wdm none[3] = {wdm_none(), wdm_none(), wdm_none()};
    if (whole != NULL ||
        (edges < PART_EDGES && wdm_bits(wd3_has_zero(n)) != 0)) /* two boxes with such a normal are mostly upright */
        note_zeros(p, edge, edges, n, error, whole, none);

    /* all other half edges lead away from the origin, or across */
    wd most = error, reach = zero; /* how far n may be from what it is there, and how far the foot may be, along an edge */
    if (aside != NULL) {
        most = wd_add(error, wd_mul(wd_select(two, zero, wd_select(one, wd3_dot(e, e), wd_set1(1))), *aside));
        reach = wd_mul(*aside, extent);
    }
    const wd limit = wd_mul(wd_madd(size, wd_set1(PART_PRODUCT), most), extent);
    wd least = wd_set1(INFINITY); /* how far they lead away */
    wdm away = wdm_all();
    for (int k = 0; k < edges; k++) {
        wd of = wd_sub(zero, wd_mul(p->sign[k], wd3_dot(n, edge[k])));
        wdm unasked = wd_eq(p->sign[k], zero);
        if (k >= floats) /* a core of one vertex has an edge of length 0 */
            unasked = wdm_or(unasked, wd_eq(wd3_sum(edge[k]), zero));
        if (whole != NULL) {
            const wd3 left = {wd_select(none[0], zero, edge[k].x), wd_select(none[1], zero, edge[k].y),
                              wd_select(none[2], zero, edge[k].z)};
            wdm level = wd_eq(wd3_sum(left), zero);
            if (whole->integers)
                level = wdm_or(level, wdm_and(whole->tells, wl_zero(wl3_dot(whole->up, whole->edge[k]))));
            away = wdm_and(away, wdm_or(unasked, is_not_below(of, limit, level)));
        }
        least = wd_min(least, wd_select(unasked, wd_set1(INFINITY), of));
    }
    if (whole == NULL)
        away = wd_gt(least, limit);

    /* and the foot is in the part */
    const wd past_g = wd3_dot(across, face), past_e = wd3_triple(g, c, face);
    const wd aside_g = wd_abs(past_g), aside_e = wd_abs(past_e);
    wd face_bound = wd_mul(square, wd_madd(size, wd_set1(PART_FOOT), wd_scaled(error, 3)));
    if (aside != NULL)
        face_bound = wd_madd(reach, size, face_bound);
    if (off_diagonals != NULL)
        *off_diagonals = wd_gt(wd_abs(wd_sub(aside_e, aside_g)), wd_scaled(face_bound, 2));
    wd edge_bound = wd_scaled(square, PART_FOOT);
    if (aside != NULL)
        edge_bound = wd_add(edge_bound, reach);
    const wd ee = wd3_dot(e, e), past = wd3_dot(c, e);
    const wd in_face = wd_sub(nn, wd_max(aside_e, aside_g)), in_edge = wd_sub(ee, wd_abs(past));
    const wd within = wd_select(two, in_face, wd_select(one, in_edge, wd_set1(INFINITY)));
    const wd allowed = wd_select(two, face_bound, wd_select(one, edge_bound, zero));
    wdm inside = wd_gt(within, allowed);
    if (whole != NULL) {
        const wdm none_of = wdm_none();
        wdm border_g = none_of, border_e = none_of, border = none_of; /* the foot is certainly on that border, or nowhere near */
        if (whole->integers) {
            const wl square_n = wl3_dot(whole->n, whole->n), square_e = wl3_dot(whole->e, whole->e), nothing = wl_set1(0);
            const wl to_g = wl3_dot(wl3_cross(whole->e, whole->c), whole->n),
                     to_e = wl3_dot(wl3_cross(whole->g, whole->c), whole->n), to = wl3_dot(whole->c, whole->e);
            border_g = wl_zero(wl_sub(square_n, wl_select(wd_gt(zero, past_g), wl_sub(nothing, to_g), to_g)));
            border_e = wl_zero(wl_sub(square_n, wl_select(wd_gt(zero, past_e), wl_sub(nothing, to_e), to_e)));
            border = wl_zero(wl_sub(square_e, wl_select(wd_gt(zero, past), wl_sub(nothing, to), to)));
            border_g = wdm_and(whole->tells, border_g), border_e = wdm_and(whole->tells, border_e),
            border = wdm_and(whole->tells, border);
        }
        const wdm between_g = wdm_and(whole->exact, is_between_ends(g, e, c)),
                  between_e = wdm_and(whole->exact, is_between_ends(e, g, c)),
                  between = wdm_and(whole->exact, is_between_ends(e, (wd3){zero, zero, zero}, c));
        const wdm on_face = wdm_and(wdm_or(between_g, is_not_below(wd_sub(nn, aside_g), face_bound, border_g)),
                                    wdm_or(between_e, is_not_below(wd_sub(nn, aside_e), face_bound, border_e)));
        const wdm on_edge = wdm_or(between, is_not_below(in_edge, edge_bound, border));
        inside = wdm_or(wdm_and(two, on_face), wdm_andnot(wdm_or(on_edge, wdm_not(one)), two));
    }

    const wd inverse = wd_div(wd_set1(1), size), share = wd_mul(error, inverse);
    const wd length = wd_add(wd_select(one, length_e, zero), wd_select(two, length_g, zero));
    out->n = wd3_scale(n, inverse);
    out->distance = wd_mul(wd_abs(along), inverse);
    for (int k = 0; k < 3; k++)
        out->none[k] = none[k];
    out->direction_error = wd_scaled(share, 2.2);
    if (floats == edges) /* products of floats are exact: the error of a component of e x g is in proportion to it */
        out->direction_error = wd_select(two, zero, out->direction_error);
    else if (floats > 0)
        out->direction_error = wd_select(wdm_andnot(two, wd_eq(p->sign[edges - 1], zero)), zero, out->direction_error);
    out->distance_error = wd_madd(wd_mul(length, share), wd_set1(1.25), wd_scaled(extent, 32 * DOUBLE_UNIT));
    wdm known = wdm_and(wd_gt(size, wd_scaled(most, 16)), wd_gt(out->distance, wd_scaled(out->distance_error, 2)));
    known = wdm_andnot(known, p->many);
    out->sure = wdm_and(wdm_and(known, away), inside);
    if (whole != NULL)
        clear_none(&out->n, out->none);
    if (open != NULL) {
        const wdm near_zero = wd_ge(error, wd_min(wd_min(wd_abs(n.x), wd_abs(n.y)), wd_abs(n.z)));
        *open = wdm_or(near_zero, wdm_not(out->sure));
        if (wdm_bits(*open) == 0)
            return;
        const wdm may = wdm_and(wd_ge(least, wd_sub(zero, limit)), wd_ge(within, wd_sub(zero, allowed)));
        const wdm level =
            wdm_or(wdm_andnot(wd_ge(error, wd_abs(n.x)), none[0]),
                   wdm_or(wdm_andnot(wd_ge(error, wd_abs(n.y)), none[1]), wdm_andnot(wd_ge(error, wd_abs(n.z)), none[2])));
        *open = wdm_and(wdm_and(known, may), wdm_or(wdm_not(out->sure), level));
    }
}

/* --- Exactly as far apart as the reach ------------------------------------------------------------------------------------------------ */

static inline wdm is_whole(wd v) {
    const wd shift = wd_set1(0x1.8p52);
    return wdm_and(wd_eq(wd_sub(wd_add(v, shift), shift), v), wd_gt(wd_set1(PART_INTEGER_MOST), wd_abs(v)));
}

/* In which lanes the distance from the origin to the part, which is the nearest one, is exactly the reach. D is |n|^2 of a face, |e|^2 of an
 * edge and 1 of a corner: the square of the distance times D is a polynomial. error: of the distance less the reach. */
static inline wdm touches_part(const solid_part *p, const whole_part *whole, const certified_push *near, const part_group *of,
                               int half, wd reach, wd error) {
    const wd zero = wd_set1(0), one = wd_set1(1), s = whole->scale;
    const wd of_a = wd_of(solid_load_radii(of->q->a, &of->pairs->a), half),
             of_b = wd_of(solid_load_radii(of->q->b, &of->pairs->b), half);
    const wd units = wd_mul(reach, s);
    const wdm added = wdm_and(wdm_and(is_whole(wd_mul(of_a, s)), is_whole(wd_mul(of_b, s))),
                              wdm_and(is_whole(wd_mul(wd_set1((double)of->q->margin), s)), is_whole(units)));
    /* along a coordinate axis */
    const wdm x = near->none[0], y = near->none[1], z = near->none[2];
    const wd gap = wd_select(wdm_and(y, z), p->c.x, wd_select(wdm_and(x, z), p->c.y, p->c.z));
    const wdm straight = wdm_and(whole->exact, wdm_or(wdm_and(y, z), wdm_and(x, wdm_or(y, z))));
    /* along any */
    const wd square = wd_select(p->two, whole->square, wd_select(p->one, wd_mul(wd3_dot(p->e, p->e), wd_mul(s, s)), one));
    const wd most = wd_mul(wd_mul(wd_mul(error, s), wd_mul(wd_add(wd_add(reach, reach), error), s)), square);
    const wl r = wl_of(units), along_n = wl3_dot(whole->up, whole->c), along_e = wl3_dot(whole->e, whole->c);
    const wl cc = wl3_dot(whole->c, whole->c), ee = wl3_dot(whole->e, whole->e), nn = wl3_dot(whole->up, whole->up);
    const wl of_edge = wl_sub(wl_mul(cc, ee), wl_mul(along_e, along_e));
    const wl distance2 = wl_select(p->two, wl_mul(along_n, along_n), wl_select(p->one, of_edge, cc));
    const wl under = wl_select(p->two, nn, wl_select(p->one, ee, wl_set1(1)));
    const wdm equal = wdm_and(wl_zero(wl_sub(distance2, wl_mul(wl_mul(r, r), under))), wd_gt(wd_set1(PART_INTEGER_TOUCH), most));
    const wdm near_by = wd_ge(error, wd_abs(wd_sub(near->distance, reach)));
    const wdm same = wdm_or(wdm_and(straight, wd_eq(wd_abs(gap), reach)), wdm_and(wdm_and(whole->converts, near_by), equal));
    return wdm_and(wdm_and(added, wd_gt(reach, zero)), same);
}

/* --- The whole question ---------------------------------------------------------------------------------------------------------------- */

/* What the computed difference of distance and reach may be off. */
static inline wd error_of_depth(const certified_push *near, wd reach) {
    return wd_add(near->distance_error, wd_scaled(wd_add(reach, wd_abs(near->distance)), 0x1p-50));
}

/* In which lanes it is not known whether the distance is the reach. */
static inline wdm is_near_reach(const certified_push *near, wd reach) {
    return wdm_and(near->sure, wd_ge(error_of_depth(near, reach), wd_abs(wd_sub(near->distance, reach))));
}

/* Takes what else is certain: of lanes that are, only which components are 0. */
static inline void take_certain(const certified_push *push, certified_push *out) {
    closest_take(wdm_andnot(push->sure, out->sure), push, out);
    for (int k = 0; k < 3; k++)
        out->none[k] = wdm_or(out->none[k], wdm_and(push->sure, push->none[k]));
    clear_none(&out->n, out->none);
}

/* What double has left open, or boxes with parallel half edges that it has not been asked about: by what such edges, and those along the
 * coordinate axes, tell without rounding; then by integers. One function for all kernels, as it is seldom called. */
static SEPAL_ONE_COPY SEPAL_NOINLINE void settle_part_exactly(solid_part *p, const wd3 *edge, int edges, const part_group *of,
                                                              int half, wd reach, certified_push *out, wdm *touches) {
    whole_part whole;
    unit_lanes units;
    certified_push push;
    wdm open;
    assert(of->parallel < 1U << 9 && (of->parallel == 0 || edges == PART_EDGES)); /* three edges by three */
    find_units(of->q, of->pairs, &units);
    whole.scale = wd_scaled(wd_load(units.scale + half * WD_LANES), 2);
    whole.exact = wd_gt(wd_set1(PART_SPAN_EXACT + 1), wd_load(units.span + half * WD_LANES));
    whole.integers = false;
    if (of->parallel != 0)
        join_parallel_edges(edge, of->parallel, p);
    certify_part(p, edge, edges, 0, NULL, &whole, &push, &open, NULL);
    if (of->parallel != 0)
        *out = push;
    else
        take_certain(&push, out);
    if (wdm_bits(wdm_or(open, is_near_reach(out, reach))) == 0)
        return;
    set_whole_part(p, edge, edges, &whole);
    certify_part(p, edge, edges, 0, NULL, &whole, &push, NULL, NULL);
    take_certain(&push, out);
    *touches = wdm_and(push.sure, touches_part(p, &whole, &push, of, half, reach, error_of_depth(out, reach)));
}

/* Half of a group: the distance from the origin to a part and its direction, where they are certain. touches: receives where the distance is
 * exactly the reach. */
SPECIALISED void settle_part(solid_part *p, const wd3 *edge, int edges, int floats, const part_group *of, int half, wd reach,
                             certified_push *out, wdm *touches) {
    wdm open = wdm_all();
    *touches = wdm_none();
    if (of->parallel == 0) {
        certify_part(p, edge, edges, floats, NULL, NULL, out, &open, NULL);
        open = wdm_or(open, is_near_reach(out, reach));
    }
    if (wdm_bits(open) != 0)
        settle_part_exactly(p, edge, edges, of, half, reach, out, touches);
}

/* settle_part of the part with these signs, in float. */
SPECIALISED void settle_part_of_signs(wd3 d, const wd3 *edge, int edges, int floats, const w *signs, const part_group *of, int half,
                                      wd reach, certified_push *out, wdm *touches) {
    wd of_half[PART_EDGES];
    for (int k = 0; k < edges; k++)
        of_half[k] = wd_of(signs[k], half);
    solid_part p;
    set_part_by_signs(d, edge, edges, of_half, &p);
    settle_part(&p, edge, edges, floats, of, half, reach, out, touches);
}

/* What is found of a group: the nearest point of K, the reach, and in which lanes its distance is exactly that. */
typedef struct parts_found {
    certified_push near[2];
    wd reach[2];
    wdm touches[2];
} parts_found;

static inline unsigned touching_parts(const parts_found *of) {
    return wdm_bits(of->touches[0]) | wdm_bits(of->touches[1]) << SEPAL_LANES / 2;
}

/* Rounds the pushes of a group, and stores them. Returns the lanes in which they are certain. */
static SEPAL_NOINLINE unsigned store_part_pushes(push_values *out, size_t k, const parts_found *parts) {
    rounded_push push = round_push(parts->near, parts->reach);
    const unsigned touch = touching_parts(parts);
    if (touch != 0) {
        push.depth = w_select(wm_of_bits(touch), w_zero(), push.depth);
        push.sure |= push.directed & touch;
    }
    store_rounded(out, k, &push);
    return push.sure;
}

/* --- The stages ------------------------------------------------------------------------------------------------------------------------ */

/* The nearest parts of cores of a kind (query.h): SOLID_BOXES, and from SEGMENTS to SEGMENT_BOX. all: also of those that meet their boxes,
 * or do not, where these are few. out: where pushes go. */
typedef struct parts_query {
    const solids_query *q;
    unsigned kind;
    bool all;
    push_values *out;
} parts_query;

/* The nearest parts of a group, in a unit of its own, since several questions ask it. */
void solids_kernel_find_parts(const parts_query *asked, const sepal_pair *group, parts_found *out);

SPECIALISED lanes push_parts_kernel(const void *question, const sepal_pair *group, size_t k, UNUSED sizes n) {
    const parts_query *asked = question;
    parts_found parts;
    solids_kernel_find_parts(asked, group, &parts);
    return (lanes){0, ALL_LANES & ~store_part_pushes(asked->out, k, &parts)};
}

/* The pushes of pairs of one kind. Those of two boxes that are not certainly apart stay open, as does what is not certain. */
static SEPAL_NOINLINE void push_parts(const solids_query *q, unsigned kind, bool all, const sepal_pair *pairs, size_t count,
                                      verdicts *answers, push_values *out) {
    (void)ask_groups(push_parts_kernel, NULL, &(parts_query){q, kind, all, out}, pairs, count, (sizes){0}, answers);
}

SPECIALISED lanes overlap_parts_kernel(const void *question, const sepal_pair *group, UNUSED size_t k, UNUSED sizes n) {
    const parts_query *asked = question;
    parts_found parts;
    unsigned yes = 0, no = 0;
    solids_kernel_find_parts(asked, group, &parts);
    for (int half = 0; half < 2; half++) {
        const certified_push *near = &parts.near[half];
        const wd depth = wd_sub(parts.reach[half], near->distance), error = error_of_depth(near, parts.reach[half]);
        yes |= wdm_bits(wdm_and(near->sure, wd_gt(depth, error))) << half * (SEPAL_LANES / 2);
        no |= wdm_bits(wdm_and(near->sure, wd_gt(wd_sub(wd_set1(0), error), depth))) << half * (SEPAL_LANES / 2);
    }
    const unsigned touch = touching_parts(&parts);
    yes |= asked->q->touching == SEPAL_TOUCHING_OVERLAPS ? touch : 0;
    return (lanes){yes, ALL_LANES & ~(yes | no | touch)};
}

/* Do pairs of one kind, of classes before SEPAL_SOLID_UP_TO_4, overlap? Where sets tell the kind (class_of_all), spheres may be among its
 * capsules, and are taken as such; the kind of capsules is the greater one. */
static bool filter_parts(const void *question, const sepal_pair *pairs, size_t count, UNUSED sizes n, verdicts *out) {
    unsigned kind = kind_of_pair(question, *pairs);
    for (size_t k = 1; k < count && (kind == SPHERES || kind == BOX_SPHERE || kind == SPHERE_BOX); k++) {
        const unsigned of_pair = kind_of_pair(question, pairs[k]);
        kind = of_pair > kind ? of_pair : kind;
    }
    kind = kind == SPHERES ? SEGMENTS : kind;
    assert(kind < LARGE);
    return ask_groups(overlap_parts_kernel, NULL, &(parts_query){question, kind, true, NULL}, pairs, count, (sizes){0}, out);
}

#endif
