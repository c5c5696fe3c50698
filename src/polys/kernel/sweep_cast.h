/* sweep_cast.h — do two moving shapes meet, when, and how? One pair at a time.
 *
 * sweep_way.h guesses in double where and when they meet first. If a line parts them until the float before, and a point of the one is
 * within reach of the other at the float after, that is the time, and no root was rounded to find it; if a line parts them to the
 * end, they do not meet. Where a float is too near to the time for double, exact arithmetic tells on which side it is, for the part of
 * K that is met first. What is left open then is left to the reference (docs/numerics/sweep.md, "Casts"). */
#ifndef SEPAL_POLYS_KERNEL_SWEEP_CAST_H
#define SEPAL_POLYS_KERNEL_SWEEP_CAST_H

#include "cores.h"
#include "sweep_entries.h"

/* --- Times -------------------------------------------------------------------------------------- */

/* The distance of the shapes at a time, of which it is certain that it is that of the entry alone: 1 if it is greater than the reach,
 * 0 if it is equal and becomes less, -1 if it is less; 2 if it is not certain. */
static int cast_compare(const cast_question *c, const way_entry *e, float time) {
    double t = (double)time, share;
    double2 at = cast_nearest(c, e, t, &share), n = e->part == WAY_VERTEX ? at : e->normal;
    cast_line l = cast_line_along(c, e, n);
    double size = l.extent + c->move + c->way.r, error = CAST_ENTRY_ERROR * size;
    if (!(l.others - l.least > error * (l.length + 0x1p-4 * size)) || !(l.speed < -error * (l.length + 0x1p-4 * size)))
        return 2;
    if (e->part != WAY_VERTEX && !(share * l.length > error && (1 - share) * l.length > error)) /* |n| is that of the edge */
        return 2;
    return sepal_polys_scalar_compare_part(&c->a, e->a, &c->b, e->b, cast_mover(c, e), cast_edge(c, e), time, &c->reach);
}

/* The greatest float that is not greater than a number from 0 to 1. */
static float cast_round_down(double time) {
    float nearest = (float)time;
    return (double)nearest > time ? sepal_polys_scalar_previous_time(nearest) : nearest;
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
            *time = sepal_polys_scalar_previous_time(*time);
            continue;
        }
        float next = sepal_polys_scalar_next_time(*time);
        int then = next <= 1 ? cast_compare(c, e, next) : 2;
        if (then == 2)
            return false;
        if (then < 0)
            return true;
        *time = next;
    }
    return false;
}

/* --- Answers ------------------------------------------------------------------------------------ */

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
    if (!(l.others - l.least > CAST_ENTRY_ERROR * l.length * (l.extent + c->move)) || !cast_is_beyond(c, &l, 0))
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

/* A pair that is apart at the beginning. more: the time and the normal are wanted if it meets. */
static cast_verdict cast_pair(const sweep_query *s, sepal_pair pair, bool more, sepal_poly_hit *hit) {
    if ((s->q.a->heads[pair.a].flags & s->q.b->heads[pair.b].flags & SEPAL_FLAT) != 0 && !has_reach(&s->q, pair))
        return CAST_OPEN; /* they have more axes than their edges */
    cast_question c = cast_of(s, pair);
    *hit = sepal_poly_no_hit();
    if (c.move == 0)
        return CAST_APART;
    way_entry e;
    way_find(&c.way, &e);
    if (!(e.time >= 0 && e.time < 1))
        return cast_stays_apart(&c, &e, e.time < 0) ? CAST_APART : CAST_OPEN;
    float time = cast_round_down(e.time), next = sepal_polys_scalar_next_time(time);
    bool within = next <= 1 && cast_is_within(&c, &e, (double)next);
    hit->meet = true;
    if (c.reach.square == 0)
        return !within && !(next < 1 && cast_is_within(&c, &e, 1)) ? CAST_OPEN : more ? cast_hit_cores(&c, &e, hit) : CAST_MEET;
    if (more)
        return cast_hit_round(&c, &e, time, within, hit);
    return within ? CAST_MEET : CAST_OPEN;
}

#endif
