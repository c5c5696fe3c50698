/* sweep_cast.h — do two moving shapes meet, when, and how? One pair at a time.
 *
 * sweep_way.h guesses in double where and when they meet first. If a line parts them until the float before, and a point of the one is
 * within reach of the other at the float after, that is the time, and no root was rounded to find it; if a line parts them to the
 * end, they do not meet. Where a float is too near to the time for double, exact arithmetic tells on which side it is, for the part of
 * K that is met first. What is left open then is left to the reference (docs/numerics/sweep.md, "Casts"). */
#ifndef SEPAL_POLYS_KERNEL_SWEEP_CAST_H
#define SEPAL_POLYS_KERNEL_SWEEP_CAST_H

#include "sweep_line.h"

/* --- Points -------------------------------------------------------------------------------------- */

/* A bound on the coordinates of a part. */
static double cast_size(const way_entry *e) {
    return fabs(e->w.x) + fabs(e->w.y) + fabs(e->edge.x) + fabs(e->edge.y);
}

/* Does the way certainly cross the inside of an edge, and its line after the beginning and before `time`? */
static bool cast_crosses(const cast_question *c, const way_entry *e, double time) {
    double2 end = {e->w.x + e->edge.x, e->w.y + e->edge.y}, n = e->normal, d = c->way.d;
    double size = cast_size(e), begins = double2_cross(e->w, d), ends = double2_cross(end, d), error = CAST_ERROR * size * c->move;
    double first = double2_dot(n, e->w), last = first + time * double2_dot(n, d);
    double gap_error = CAST_ERROR * (fabs(n.x) + fabs(n.y)) * (size + time * c->move);
    bool across = (begins > error && ends < -error) || (begins < -error && ends > error);
    return across && first > gap_error && last < -gap_error;
}

/* The point of the entry that is nearest to the origin at a time, as seen from there. share: where it is on the edge, from 0 to 1. */
static double2 cast_nearest(const cast_question *c, const way_entry *e, double time, double *share) {
    double2 at = {e->w.x + time * c->way.d.x, e->w.y + time * c->way.d.y};
    *share = 0;
    if (e->part == WAY_VERTEX)
        return at;
    double foot = -double2_dot(at, e->edge) / double2_dot(e->edge, e->edge);
    *share = foot > 0 ? foot < 1 ? foot : 1 : 0;
    return (double2){at.x + *share * e->edge.x, at.y + *share * e->edge.y};
}

/* Do the shapes certainly more than touch at a time, or before? */
static bool cast_is_within(const cast_question *c, const way_entry *e, double time) {
    if (c->reach.square == 0)
        return e->part != WAY_VERTEX && cast_crosses(c, e, time);
    double share;
    double2 at = cast_nearest(c, e, time, &share);
    double size = cast_size(e) + time * c->move;
    double r = c->way.r - CAST_ERROR * (c->way.r + size);
    return r > 0 && double2_dot(at, at) < r * r;
}

/* --- The first entry ----------------------------------------------------------------------------- */

/* The normal of shapes with a reach at the time at which they meet first.
 *
 * It is that of the first entry into K, as polys_scalar_hit_round.c computes it: of all vertices and edges of K. Here all but a few
 * are certainly later, and of those the entries are computed by the same functions, in the same order (docs/numerics/sweep.md, "The
 * first entry"). */

/* Relative to all lengths of a pair: a bound on the errors of an entry as the reference computes it; how far parts of K must be behind
 * the contact, or aside, to be certainly later; the least reach for which the edges that begin at the contact are so, and how near to
 * it they must begin then. Relative to the move: the least speed along the normal for which the last two hold, and the least for which
 * all of this does. */
#define CAST_ENTRY_ERROR 0x1p-44
#define CAST_BEHIND      0x1p-14
#define CAST_SPEED       0x1p-6
#define CAST_SLOWEST     0x1p-20
#define CAST_REACH       0x1p-10
#define CAST_CORNER      0x1p-28

/* The shape that the edge of an entry is one of, or NULL; and the number of the edge: the one that ends at `next`, or, if the walk has
 * gone backwards, begins there. */
static const sepal_mover *cast_mover(const cast_question *c, const way_entry *e) {
    return e->part == WAY_VERTEX ? NULL : e->part == WAY_EDGE_OF_A ? &c->a : &c->b;
}
static uint32_t cast_edge(const cast_question *c, const way_entry *e) {
    const way_shape *s = e->part == WAY_EDGE_OF_A ? &c->way.a : &c->way.b;
    bool forwards = e->k_is_left != s->clockwise;
    return !forwards ? e->next : (e->next > 0 ? e->next : s->size) - 1;
}

/* A few vertices of a shape, in ascending order. Of 500 vertices on a circle some six are next to a contact. */
enum { CAST_FEW = 16 };
typedef struct cast_few {
    uint32_t at[CAST_FEW], count;
} cast_few;

static bool cast_few_hold(const cast_few *few, uint32_t k) {
    for (uint32_t i = 0; i < few->count; i++)
        if (few->at[i] == k)
            return true;
    return false;
}

/* One vertex, or the two ends of an edge. */
static cast_few cast_few_of(uint32_t one, uint32_t two) {
    if (one == two)
        return (cast_few){{one}, 1};
    return one < two ? (cast_few){{one, two}, 2} : (cast_few){{two, one}, 2};
}

/* The vertices that are least far along n, up to `most`; false if there are too many. */
static bool cast_find_few(const way_shape *s, double2 n, double2 origin, double most, cast_few *out) {
    out->count = 0;
    for (uint32_t k = 0; k < s->size; k++) {
        if (double2_dot(n, double2_sub(way_vertex(s, k), origin)) > most)
            continue;
        if (out->count == CAST_FEW)
            return false;
        out->at[out->count++] = k;
    }
    return true;
}

/* What decides which entries are computed. a, b: the vertices whose differences are not certainly behind. aside: a part of K that is
 * farther than this from the contact, along the tangent, is not met first. corner: nor is the inside of an edge of which one end is
 * this near to the contact, and the other one behind. */
typedef struct cast_parts {
    const cast_question *c;
    double2 tangent, origin; /* of length 1; where the origin is at the contact */
    cast_few a, b;
    double aside, corner, r;
} cast_parts;

/* Vertex a of a and vertex b of b: how far along the tangent their difference is from the contact. */
static double cast_aside(const cast_parts *p, uint32_t a, uint32_t b) {
    double2 corner = double2_sub(way_vertex(&p->c->way.b, b), way_vertex(&p->c->way.a, a));
    return double2_dot(p->tangent, double2_sub(corner, p->origin));
}

/* May the inside of an edge be met first? hold: whether its ends are among the few; at: how far aside they are. */
static bool cast_edge_counts(const cast_parts *p, const bool hold[2], const double at[2]) {
    if (hold[0] && hold[1])
        return !((at[0] > p->aside && at[1] > p->aside) || (at[0] < -p->aside && at[1] < -p->aside));
    double near = fabs(hold[0] ? at[0] : at[1]);
    return near <= p->aside && near >= p->corner;
}

/* The numbers of the edges that begin or end at a few vertices, in ascending order. Returns how many they are. */
static uint32_t cast_edges_at(const cast_few *few, uint32_t size, uint32_t out[2 * CAST_FEW]) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < 2 * few->count; i++) {
        uint32_t vertex = few->at[i / 2], edge = i % 2 == 1 ? vertex : (vertex > 0 ? vertex : size) - 1, at = count;
        while (at > 0 && out[at - 1] > edge)
            at--;
        if (at > 0 && out[at - 1] == edge)
            continue;
        for (uint32_t k = count++; k > at; k--)
            out[k] = out[k - 1];
        out[at] = edge;
    }
    return count;
}

/* Tries the edges of one shape that have an end among the few, each with the few vertices of the other one, in the order of the
 * reference; with the edges of a, the discs. sign: 1 for the edges of a, -1 for those of b. */
static void cast_try_edges(const cast_parts *p, double sign, sepal_entry *first) {
    const sepal_mover *of = sign > 0 ? &p->c->a : &p->c->b, *other = sign > 0 ? &p->c->b : &p->c->a;
    const cast_few *ends = sign > 0 ? &p->a : &p->b, *vertices = sign > 0 ? &p->b : &p->a;
    uint32_t edges[2 * CAST_FEW], size = sepal_mover_size(of), count = cast_edges_at(ends, size, edges);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t next = edges[i] + 1 < size ? edges[i] + 1 : 0, start = sepal_polys_scalar_edge_start(of, edges[i]);
        bool hold[2] = {cast_few_hold(ends, edges[i]), cast_few_hold(ends, next)};
        for (uint32_t k = 0; k < vertices->count; k++) {
            uint32_t vertex = vertices->at[k];
            double at[2] = {sign > 0 ? cast_aside(p, edges[i], vertex) : cast_aside(p, vertex, edges[i]),
                            sign > 0 ? cast_aside(p, next, vertex) : cast_aside(p, vertex, next)};
            int first_end = start == next;
            if (sign > 0 && hold[first_end] && fabs(at[first_end]) <= p->aside)
                sepal_polys_scalar_try_disc(of, start, other, vertex, p->r, first);
            if (cast_edge_counts(p, hold, at))
                sepal_polys_scalar_try_edge(of, edges[i], other, vertex, p->r, sign, first);
        }
    }
}

/* Is every part of K certainly later than the one that was guessed? All other vertices of K must be behind. */
static bool cast_is_alone(const cast_parts *p, const way_entry *e) {
    double at = cast_aside(p, e->a, e->b), end;
    if (e->part == WAY_VERTEX)
        return fabs(at) < p->corner;
    end = e->part == WAY_EDGE_OF_A ? cast_aside(p, e->next, e->b) : cast_aside(p, e->a, e->next);
    return (at < -p->aside && end > p->aside) || (at > p->aside && end < -p->aside);
}

/* The entry of the part that was guessed. */
static void cast_try_alone(const cast_parts *p, const way_entry *e, sepal_entry *first) {
    const sepal_mover *a = &p->c->a, *b = &p->c->b;
    if (e->part == WAY_VERTEX)
        sepal_polys_scalar_try_disc(a, e->a, b, e->b, p->r, first);
    else if (e->part == WAY_EDGE_OF_A)
        sepal_polys_scalar_try_edge(a, cast_edge(p->c, e), b, e->b, p->r, 1, first);
    else
        sepal_polys_scalar_try_edge(b, cast_edge(p->c, e), a, e->a, p->r, -1, first);
}

/* Finds the few vertices; false if there are too many. behind: how far others are along the line's normal, times its length. */
static bool cast_find_both(cast_parts *p, const way_entry *e, const cast_line *l, double behind) {
    const way_shape *a = &p->c->way.a, *b = &p->c->way.b;
    if (l->others - l->least >= behind) {
        p->a = cast_few_of(e->a, e->part == WAY_EDGE_OF_A ? e->next : e->a);
        p->b = cast_few_of(e->b, e->part == WAY_EDGE_OF_B ? e->next : e->b);
        return true;
    }
    double2 n = e->normal, back = {-n.x, -n.y}, origin = way_vertex(a, e->a);
    cast_range of_a = cast_project(a, back, origin, 0, 0), of_b = cast_project(b, n, origin, 0, 0);
    return cast_find_few(a, back, origin, of_a.least + behind, &p->a) && cast_find_few(b, n, origin, of_b.least + behind, &p->b);
}

/* The normal of shapes with a reach, that of the first entry of all; false if it is not certain which that is. */
static bool cast_normal(const cast_question *c, const way_entry *e, const cast_line *l, sepal_poly_hit *hit) {
    double parts = fabs((double)c->reach.part[0]) + fabs((double)c->reach.part[1]) + fabs((double)c->reach.part[2]);
    double size = c->extent + c->move + parts, behind = CAST_BEHIND * size, error = CAST_ENTRY_ERROR * size;
    bool quick = l->speed <= -CAST_SPEED * l->length * c->move;
    cast_parts p = {.c = c,
                    .tangent = {-e->normal.y / l->length, e->normal.x / l->length},
                    .origin = {-e->time * c->way.d.x, -e->time * c->way.d.y},
                    .aside = quick ? behind : INFINITY,
                    .corner = quick && c->way.r >= CAST_REACH * size ? CAST_CORNER * size : 0,
                    .r = sepal_polys_scalar_reach_sum(&c->reach)};
    sepal_entry first = {INFINITY, 0, 0, INFINITY};
    if (!(l->speed <= -CAST_SLOWEST * l->length * c->move))
        return false;
    if (l->others - l->least >= behind * l->length && cast_is_alone(&p, e)) {
        cast_try_alone(&p, e, &first);
    } else {
        if (!cast_find_both(&p, e, l, behind * l->length))
            return false;
        cast_try_edges(&p, 1, &first);
        cast_try_edges(&p, -1, &first);
    }
    if (first.miss != 0 || !(fabs(first.time) <= 1) || !(fabs(first.time - e->time) * c->move <= error) ||
        !(l->least + first.time * l->speed >= l->length * (c->way.r - error)))
        return false;
    hit->x = 0 + (float)first.x;
    hit->y = 0 + (float)first.y;
    return true;
}

/* --- Times --------------------------------------------------------------------------------------- */

/* The distance of the shapes at a time, of which it is certain that it is that of the entry alone: 1 if it is greater than the reach,
 * 0 if it is equal and becomes less, -1 if it is less; 2 if it is not certain. */
static int cast_compare(const cast_question *c, const way_entry *e, float time) {
    double t = (double)time, share;
    double2 at = cast_nearest(c, e, t, &share), n = e->part == WAY_VERTEX ? at : e->normal;
    cast_line l = cast_line_along(c, e, n);
    double size = c->extent + c->move + c->way.r, error = CAST_ENTRY_ERROR * size;
    if (!(l.others - l.least > error * (l.length + 0x1p-4 * size)) || !(l.speed < -error * (l.length + 0x1p-4 * size)))
        return 2;
    if (e->part != WAY_VERTEX && !(share * l.length > error && (1 - share) * l.length > error)) /* |n| is that of the edge */
        return 2;
    /* its line tells a distance on both sides: the origin must certainly be in front of it */
    if (e->part != WAY_VERTEX && !(l.least + t * l.speed > l.length * CAST_ERROR * (c->extent + t * c->move)))
        return 2;
    return sepal_polys_scalar_compare_part(&c->a, e->a, &c->b, e->b, cast_mover(c, e), cast_edge(c, e), time, &c->reach);
}

/* The greatest float that is not greater than a number from 0 to 1. */
static float cast_float_below(double time) {
    float nearest = (float)time;
    return (double)nearest > time ? sepal_previous_time(nearest) : nearest;
}

/* The time, if a float is too near to it for the certificates: by exact signs for the part of K that is met first. */
static bool cast_time_exactly(const cast_question *c, const way_entry *e, float *time) {
    for (int tries = 0; tries < 3; tries++) {
        int here = cast_compare(c, e, *time);
        if (here == 2 || (here < 0 && *time == 0))
            return false;
        if (here == 0)
            return *time > 0 && *time < 1; /* what touches at the beginning has another normal */
        if (here < 0) {
            *time = sepal_previous_time(*time);
            continue;
        }
        float next = sepal_next_time(*time);
        int then = next <= 1 ? cast_compare(c, e, next) : 2;
        if (then == 2)
            return false;
        if (then < 0)
            return true;
        *time = next;
    }
    return false;
}

/* --- Answers ------------------------------------------------------------------------------------- */

typedef enum cast_verdict { CAST_OPEN, CAST_APART, CAST_MEET } cast_verdict;

/* Shapes with a reach that certainly meet between `time` and the next float, but for rounding. */
static cast_verdict cast_hit_round(const cast_question *c, const way_entry *e, float time, bool within, sepal_poly_hit *hit) {
    cast_line l = cast_line_along(c, e, e->normal);
    hit->time = time;
    if (!(within && cast_is_beyond(c, &l, (double)time)) && !cast_time_exactly(c, e, &hit->time))
        return CAST_OPEN;
    return cast_normal(c, e, &l, hit) ? CAST_MEET : CAST_OPEN;
}

/* Cores that certainly meet over the inside of an edge. If no other vertex of K is on its line, it is the only edge that is closed so
 * late. */
static cast_verdict cast_hit_cores(const cast_question *c, const way_entry *e, sepal_poly_hit *hit) {
    cast_line l = cast_line_along(c, e, e->normal);
    if (!(l.others - l.least > CAST_ENTRY_ERROR * l.length * (c->extent + c->move)) || !cast_is_beyond(c, &l, 0))
        return CAST_OPEN;
    *hit = sepal_polys_scalar_hit_edge(&c->a, e->a, &c->b, e->b, cast_mover(c, e), cast_edge(c, e));
    return CAST_MEET;
}

/* Do they certainly stay apart? behind: the way has left K before it begins, if at all, so that the line is that of the place which
 * it leaves last. */
static bool cast_stays_apart(const cast_question *c, const way_entry *e, bool behind) {
    way_entry last = *e;
    if (behind) {
        way_pair turned = c->way;
        turned.d = (double2){-turned.d.x, -turned.d.y};
        way_find(&turned, &last);
    }
    cast_line l = cast_line_along(c, &last, last.normal);
    return cast_is_beyond(c, &l, 1);
}

/* May a line or a point decide this pair? Two cores without area have more axes than their edges. */
static inline bool cast_takes(const sweep_query *s, sepal_pair pair) {
    return (s->q.a->heads[pair.a].flags & s->q.b->heads[pair.b].flags & SEPAL_FLAT) == 0 || has_reach(&s->q, pair);
}

/* A pair of which one shape moves as seen from the other. more: the time and the normal are wanted if it meets; then what is found is
 * proof that it is apart at the beginning. */
static cast_verdict cast_moving(const cast_question *c, bool more, sepal_poly_hit *hit) {
    way_entry e;
    *hit = sepal_poly_no_hit();
    way_find(&c->way, &e);
    if (!(e.time >= 0 && e.time < 1))
        return cast_stays_apart(c, &e, e.time < 0) ? CAST_APART : CAST_OPEN;
    float time = cast_float_below(e.time), next = sepal_next_time(time);
    bool within = next <= 1 && cast_is_within(c, &e, (double)next);
    hit->meet = true;
    if (c->reach.square == 0)
        return !within && !(next < 1 && cast_is_within(c, &e, 1)) ? CAST_OPEN : more ? cast_hit_cores(c, &e, hit) : CAST_MEET;
    if (more)
        return cast_hit_round(c, &e, time, within, hit);
    return within ? CAST_MEET : CAST_OPEN;
}

/* A pair that is apart at the beginning. */
static cast_verdict cast_pair(const sweep_query *s, sepal_pair pair, bool more, sepal_poly_hit *hit) {
    if (!cast_takes(s, pair))
        return CAST_OPEN;
    cast_question c = cast_of(s, pair);
    if (c.move == 0) {
        *hit = sepal_poly_no_hit();
        return CAST_APART;
    }
    return cast_moving(&c, more, hit);
}

#endif
