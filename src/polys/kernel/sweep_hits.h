/* sweep_hits.h — do moving shapes with a reach meet, when, and how? A pair in each lane, in double.
 *
 * As in sweep_cast.h, a guess is made (sweep_ways.h), and two certificates at two neighbouring floats prove the time. The normal is that
 * of the first entry as the reference computes it, by the same operations; the lanes in which another entry might be taken for the
 * first one are left open (docs/numerics/sweep.md, "Casts in lanes"). */
#ifndef SEPAL_POLYS_KERNEL_SWEEP_HITS_H
#define SEPAL_POLYS_KERNEL_SWEEP_HITS_H

#include "sweep_times.h"
#include "sweep_ways.h"
#include "sweep_windows.h"

/* Where two faces are parallel but for rounding: how far, relative to all lengths of a pair, the contact must be from the ends of both
 * if their normals are the same floats; or how far behind the one the other must be where the contact is (docs/numerics/sweep.md,
 * "Casts in lanes"). */
#define WAYS_ASIDE 0x1p-9
#define WAYS_APART (16 * CAST_ENTRY_ERROR)

/* --- The certificates ---------------------------------------------------------------------------- */

/* Is K certainly farther than r along the line until `time`? */
static inline wdm ways_is_beyond(const ways_pair *p, const ways_entry *e, wd time) {
    wd least = wd_min(e->height, wd_madd(time, e->speed, e->height));
    wd error = wd_mul(wd_set1(CAST_ERROR), wd_add(wd_add(p->parts, p->extent), wd_mul(time, p->move)));
    return wd_gt(least, wd_mul(e->length, wd_add(p->r, error)));
}

/* The share of an edge, from 0 to 1, at which it is nearest to the origin. */
static inline wd ways_foot(wd2 from, wd2 edge) {
    wd share = wd_div(wd_minus(wd2_dot(from, edge)), wd_max(wd2_dot(edge, edge), wd_set1(0x1p-1000)));
    return wd_min(wd_max(share, wd_set1(0)), wd_set1(1));
}

/* The edge of a face, from the end that is less far along n. */
static inline wd2 ways_face_edge(const ways_face *f, wd2 *from) {
    wdm high = wd_gt(f->low_height, f->high_height);
    wd2 to = wd2_select(high, f->low, f->high);
    *from = wd2_select(high, f->high, f->low);
    return wd2_sub(to, *from);
}

/* Do the shapes certainly more than touch at a time, or before? By a point of K. */
static inline wdm ways_is_within(const ways_pair *p, const ways_entry *e, wd time) {
    wd2 from_a, from_b, edge_a = ways_face_edge(&e->a, &from_a), edge_b = ways_face_edge(&e->b, &from_b),
                        w0 = wd2_sub(from_b, from_a);
    edge_a = wd2_minus(edge_a);
    wd2 own = wd2_select(e->of_a, edge_a, edge_b), other = wd2_select(e->of_a, edge_b, edge_a), at = wd2_ahead(w0, time, p->d);
    at = wd2_ahead(at, ways_foot(at, own), own);
    at = wd2_ahead(at, ways_foot(at, other), other);
    wd size = wd_add(wd_add(wd2_size(w0), wd_mul(time, p->move)), wd_add(wd2_size(own), wd2_size(other)));
    wd r = wd_sub(p->r, wd_mul(wd_set1(CAST_ERROR), wd_add(p->parts, size)));
    return wdm_and(wd_gt(r, wd_set1(0)), wd_gt(wd_mul(r, r), wd2_dot(at, at)));
}

/* --- The normal ---------------------------------------------------------------------------------- */

/* The normal of an edge, by the operations of try_edge. Its ends are in the order of the tangent. */
static inline wd2 ways_edge_normal(const ways_face *f) {
    wd2 e = wd2_sub(f->high, f->low);
    wd length = wd2_length(e);
    return (wd2){wd_div(e.y, length), wd_div(wd_minus(e.x), length)};
}

static inline wd ways_as_float(wd value) {
    return wd_of(w_of(value, value), 0);
}

/* Is the edge of one face certainly entered first, and not one of the other face, which is parallel but for rounding? */
static inline wdm ways_first_of_two(const ways_pair *p, const ways_entry *e) {
    wdm of_a = e->of_a, high_a = wd_gt(e->a.low_height, e->a.high_height), high_b = wd_gt(e->b.low_height, e->b.high_height);
    /* of the other face: the end that is less far along n, and by how much; with both ends of the edge */
    wd end = wd_select(of_a, wd_select(high_b, e->b.high_at, e->b.low_at), wd_select(high_a, e->a.high_at, e->a.low_at));
    wd rise = wd_select(of_a, wd_abs(wd_sub(e->b.high_height, e->b.low_height)), wd_abs(wd_sub(e->a.high_height, e->a.low_height)));
    wd width = wd_select(of_a, wd_sub(e->b.high_at, e->b.low_at), wd_sub(e->a.high_at, e->a.low_at));
    wd one = wd_select(of_a, ways_aside(e, end, e->a.high_at), ways_aside(e, e->b.low_at, end));
    wd two = wd_select(of_a, ways_aside(e, end, e->a.low_at), ways_aside(e, e->b.high_at, end));
    wd least = wd_min(wd_minus(one), two); /* positive if the contact is between */
    return wd_gt(wd_mul(rise, least), wd_mul(wd_mul(wd_set1(WAYS_APART), wd_mul(p->all, e->length)), width));
}

/* The normal if the entry is over an edge: *sure where it is certainly that of the reference. */
static inline wd2 ways_over_edge(const ways_pair *p, const ways_entry *e, wdm *sure) {
    const wd zero = wd_set1(0);
    wdm corner_a = ways_is_corner(&e->a), corner_b = ways_is_corner(&e->b), two = wdm_not(wdm_or(corner_a, corner_b));
    wd2 of_a = ways_edge_normal(&e->a), of_b = ways_edge_normal(&e->b);
    wd ends[4] = {ways_aside(e, e->b.low_at, e->a.high_at), ways_aside(e, e->b.high_at, e->a.low_at),
                  ways_aside(e, e->b.low_at, e->a.low_at), ways_aside(e, e->b.high_at, e->a.high_at)};
    wd near = wd_min(wd_min(wd_abs(ends[0]), wd_abs(ends[1])), wd_min(wd_abs(ends[2]), wd_abs(ends[3])));
    wd scale = wd_mul(p->all, e->length);
    wdm none = wdm_or(wdm_and(e->of_a, corner_a), wdm_andnot(corner_b, e->of_a)), alone = wdm_not(two);
    wdm equal = wdm_and(wd_eq(ways_as_float(of_a.x), ways_as_float(of_b.x)), wd_eq(ways_as_float(of_a.y), ways_as_float(of_b.y)));
    if (wdm_bits(two) != 0)
        alone = wdm_or(alone, ways_first_of_two(p, e));
    *sure = wdm_and(wdm_and(wd_gt(zero, ends[0]), wd_gt(ends[1], zero)), wd_gt(near, wd_mul(scale, wd_set1(CAST_BEHIND))));
    *sure = wdm_and(*sure, wdm_or(alone, wdm_and(equal, wd_gt(near, wd_mul(scale, wd_set1(WAYS_ASIDE))))));
    *sure = wdm_andnot(*sure, none);
    return wd2_select(e->of_a, of_a, of_b);
}

/* --- Half of a group ----------------------------------------------------------------------------- */

/* What is found. time, x, y: of the lanes in `sure`, whose shapes meet later; within: the lanes in which they certainly meet. */
typedef struct ways_half {
    wd time, x, y;
    wdm apart, within, sure;
} ways_half;

/* The greatest float that is not above a time from 0 on, and the next one. */
static inline wd ways_floats_around(wd time, wd *next) {
    w nearest = w_of(time, time);
    wd here = wd_of(nearest, 0), before = wd_of(w_of_bits(wi_sub(wi_of_bits(nearest), wi_set1(1))), 0);
    wd after = wd_of(w_of_bits(wi_add(wi_of_bits(nearest), wi_set1(1))), 0);
    wdm above = wd_gt(here, time);
    *next = wd_select(above, here, after);
    return wd_select(above, before, here);
}

SPECIALISED ways_half ways_find(const ways_pair *p, wd side, sizes n, bool window) {
    const wd zero = wd_set1(0), one = wd_set1(1);
    ways_entry e;
    ways_disc disc;
    ways_half out = {zero, zero, zero, wdm_none(), wdm_none(), wdm_none()};
    wdm corner = ways_guess(p, side, n, window, &e, &disc);
    e.height = wd_add(e.a.least, e.b.least);
    e.speed = wd2_dot(e.n, p->d);
    wdm ahead = wdm_and(wd_gt(side, zero), wdm_and(wd_ge(e.time, zero), wd_gt(one, e.time)));
    wdm more = wdm_or(e.a.more, e.b.more);
    out.apart = ways_is_beyond(p, &e, one);
    if (window)
        out.apart = wdm_andnot(out.apart, more);
    if (wdm_bits(ahead) == 0)
        return out;
    e.time = wd_select(ahead, e.time, wd_set1(0.5));
    e.at = wd_minus(wd_mul(e.time, wd2_cross(e.n, p->d)));
    wd next;
    out.time = ways_floats_around(e.time, &next);
    out.within = wdm_and(wdm_and(ahead, wd_ge(one, next)), ways_is_within(p, &e, next));
    /* the normal */
    wdm edge = wdm_none();
    wd2 normal = {zero, zero};
    if (wdm_bits(wdm_not(corner)) != 0)
        normal = ways_over_edge(p, &e, &edge);
    wdm sure = wdm_andnot(edge, corner);
    if (wdm_bits(corner) != 0) {
        wdm alone = wdm_and(wdm_and(ways_is_corner(&e.a), ways_is_corner(&e.b)), wdm_and(corner, wdm_and(disc.same, p->exact)));
        wd2 own = wd2_sub(e.b.low, e.a.low);
        alone = wdm_and(alone, wdm_and(wd_eq(own.x, disc.w.x), wd_eq(own.y, disc.w.y)));
        alone = wdm_and(alone, wd_ge(p->r, wd_mul(wd_set1(CAST_REACH), p->all)));
        sure = wdm_or(sure, alone);
        normal = (wd2){wd_select(corner, disc.x, normal.x), wd_select(corner, disc.y, normal.y)};
    }
    wd error = wd_mul(e.length, wd_mul(wd_set1(CAST_ENTRY_ERROR), p->all)), reach = wd_mul(e.length, p->r);
    wdm quick = wd_ge(wd_mul(wd_set1(-CAST_SPEED), wd_mul(e.length, p->move)), e.speed);
    wdm meets = wd_ge(error, wd_abs(wd_sub(wd_madd(e.time, e.speed, e.height), reach)));
    sure = wdm_and(wdm_andnot(sure, more), wdm_and(quick, meets));
    out.sure = wdm_and(wdm_and(sure, out.within), ways_is_beyond(p, &e, out.time));
    out.x = normal.x;
    out.y = normal.y;
    return out;
}

/* --- A group ------------------------------------------------------------------------------------- */

/* more: the times and the normals are wanted. */
typedef struct ways_query {
    const sweep_query *s;
    bool more;
    sweep_values *out;
} ways_query;

/* starts: NULL, or of windows of four vertices of larger shapes. */
SPECIALISED lanes ways_group(const ways_query *t, const sepal_pair *group, size_t k, sizes n, const front_starts *starts) {
    const sweep_query *s = t->s;
    const polys_query *q = &s->q;
    vertex_lanes va, vb;
    if (starts != NULL) {
        load_window_of_four(q->a, &group->a, starts->a, &va);
        load_window_of_four(q->b, &group->b, starts->b, &vb);
    } else {
        load_core(q->a, &group->a, n.a, false, &va);
        next_load();
        load_core(q->b, &group->b, n.b, false, &vb);
        next_load();
    }
    circle_lanes ca = load_circles(q->a, &group->a), cb = load_circles(q->b, &group->b);
    next_load();
    w radius_a = load_radii(q->a, &group->a), radius_b = load_radii(q->b, &group->b);
    w winding_a = windings(q->a, &group->a), winding_b = windings(q->b, &group->b);
    w2 move_a = load_moves(s->moves_a, &group->a), move_b = load_moves(s->moves_b, &group->b), c = w2_sub(cb.centre, ca.centre);
    w outer = w_add(ca.outer, cb.outer);
    w extent = w_add(w_mul(outer, w_set1(3)), w_mul(w_add(w_abs(c.x), w_abs(c.y)), w_set1(1.5F)));
    ways_half found[2];
    unsigned apart = 0, within = 0, sure = 0;
    for (int half = 0; half < 2; half++) {
        ways_pair p;
        w2 first = vertex(va.world, n.a, 0);
        wd2 origin = {wd_of(first.x, half), wd_of(first.y, half)};
        wd2 ma = {wd_of(move_a.x, half), wd_of(move_a.y, half)}, mb = {wd_of(move_b.x, half), wd_of(move_b.y, half)};
        wd ra = wd_of(radius_a, half), rb = wd_of(radius_b, half), margin = wd_set1((double)q->margin);
        ways_take_shape(&va, winding_a, n.a, half, origin, &p.a);
        ways_take_shape(&vb, winding_b, n.b, half, origin, &p.b);
        p.d = wd2_sub(mb, ma);
        p.exact = wdm_and(ways_is_exact(mb.x, ma.x, p.d.x), ways_is_exact(mb.y, ma.y, p.d.y));
        p.r = wd_add(wd_add(ra, rb), margin);
        p.parts = wd_add(wd_add(ra, rb), wd_abs(margin));
        p.move = wd2_size(p.d);
        p.extent = wd_of(extent, half);
        p.all = wd_add(wd_add(p.parts, p.move), p.extent);
        wd along = wd2_dot((wd2){wd_of(c.x, half), wd_of(c.y, half)}, p.d);
        found[half] = ways_find(&p, wd_select(wd_gt(along, wd_set1(0)), wd_set1(-1), wd_set1(1)), n, starts != NULL);
        unsigned shift = (unsigned)half * SEPAL_LANES / 2;
        apart |= wdm_bits(found[half].apart) << shift;
        within |= wdm_bits(found[half].within) << shift;
        sure |= wdm_bits(found[half].sure) << shift;
    }
    if (!t->more)
        return (lanes){within, ALL_LANES & ~(within | apart)};
    w_store(t->out->time + k, w_of(found[0].time, found[1].time));
    w_store(t->out->x + k, w_add(w_zero(), w_of(found[0].x, found[1].x)));
    w_store(t->out->y + k, w_add(w_zero(), w_of(found[0].y, found[1].y)));
    return (lanes){sure, ALL_LANES & ~(sure | apart)};
}

SPECIALISED lanes ways_kernel(const void *question, const sepal_pair *group, size_t k, sizes n) {
    return ways_group(question, group, k, n, NULL);
}

SPECIALISED lanes ways_window_kernel(const void *question, const sepal_pair *group, size_t k, sizes n) {
    const ways_query *t = question;
    front_starts starts;
    find_fronts(t->s, group, &starts);
    return ways_group(t, group, k, n, &starts);
}

/* Answers pairs with a reach, of cores of more than 8 vertices, that do not overlap at the beginning. */
static SEPAL_NOINLINE bool sweep_ways_in_windows(const ways_query *t, const sepal_pair *pairs, size_t count, verdicts *found) {
    return ask_groups(ways_window_kernel, NULL, t, pairs, count, (sizes){4, 4, false}, found);
}

/* Answers pairs with a reach, of cores of up to 16 vertices with the sizes n, that do not overlap at the beginning. The values of those
 * that meet are stored, if they are wanted. */
static SEPAL_NOINLINE bool sweep_ways(const ways_query *t, const sepal_pair *pairs, size_t count, sizes n, verdicts *found) {
    if (are_sizes(n, 2, 2))
        return ask_groups(ways_kernel, NULL, t, pairs, count, (sizes){2, 2, false}, found);
    return ask_groups(ways_kernel, NULL, t, pairs, count, n, found);
}

#endif
