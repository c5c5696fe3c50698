/* pile_solver.h — the solver of pile.c: bodies, and the impulses at their contact points.
 *
 * Sequential impulses with warm starting: each contact point in turn gets the impulse that stops its two surfaces from coming
 * closer, several times over, beginning with the impulses of the step before; a point is recognised by its feature (Catto,
 * "Iterative dynamics with temporal coherence", GDC 2005). Points that are still apart may come closer, but no more than that in a
 * step. Bodies that have lain still for half a second, with all that they touch, sleep until something that moves touches them. */
#ifndef PILE_SOLVER_H
#define PILE_SOLVER_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <sepal/sepal.h>

enum { MOST_BODIES = 4096, MOST_PAIRS = 8 * MOST_BODIES, MOST_POINTS = 2 * MOST_PAIRS, ITERATIONS = 24, RELAXING = 12 };

#define SECONDS  (1.0F / 60) /* a step */
#define GRAVITY  10.0F       /* m/s² */
#define FRICTION 0.5F        /* Coulomb's */
#define FORESEEN 0.05F       /* m; surfaces so near have contact points already */
#define SLOP     0.005F      /* m; surfaces may overlap by that much, so that contacts last from step to step */
#define MENDED   0.2F        /* the part of a deeper overlap that a step removes */
#define FASTEST  4.0F        /* m/s; no overlap is mended faster */
#define STILL    0.06F       /* m/s, and rad/s: slower bodies count as still */
#define SLEEPY   0.5F        /* seconds of stillness before sleep */

typedef struct bodies {
    uint32_t count;
    float x[MOST_BODIES], y[MOST_BODIES], cos[MOST_BODIES], sin[MOST_BODIES]; /* poses */
    float vx[MOST_BODIES], vy[MOST_BODIES], spin[MOST_BODIES];                /* velocities */
    float light[MOST_BODIES], agile[MOST_BODIES]; /* inverse mass and moment of inertia; both 0: the body stands still for ever */
    float still[MOST_BODIES];                     /* seconds of stillness */
    bool asleep[MOST_BODIES];
    uint32_t island[MOST_BODIES]; /* the next body towards the first of those that hang together */
} bodies;

typedef struct point {
    uint32_t a, b, feature;
    float nx, ny;                     /* from a towards b */
    float ax, ay, bx, by;             /* from the centre of each body to the point */
    float normal_mass, sideways_mass; /* what an impulse of 1 is divided by */
    float target;                     /* the least speed at which the surfaces part */
    float push, rub;                  /* impulses so far, along the normal and sideways */
} point;

typedef struct solver {
    point points[2][MOST_POINTS]; /* of this step and of the one before, by turns */
    size_t count[2];
    int now;
} solver;

/* (fminf and fmaxf may take either zero of two, and so differ from machine to machine.) */
static inline float lesser(float a, float b) {
    return a < b ? a : b;
}

static inline float greater(float a, float b) {
    return a > b ? a : b;
}

static inline bool is_fixed(const bodies *w, uint32_t i) {
    return w->light[i] == 0;
}

static inline bool is_moving(const bodies *w, uint32_t i) {
    return !is_fixed(w, i) && !w->asleep[i];
}

/* --- The points of a step -------------------------------------------------------------------- */

/* 1 / how much an impulse along (nx, ny) changes the speed along it. */
static inline float mass_along(const bodies *w, const point *p, float nx, float ny) {
    const float turn_a = p->ax * ny - p->ay * nx, turn_b = p->bx * ny - p->by * nx;
    return 1 / ((w->light[p->a] + w->light[p->b]) + (w->agile[p->a] * turn_a * turn_a + w->agile[p->b] * turn_b * turn_b));
}

static inline float target_speed(float depth) {
    if (depth < SLOP)
        return depth < 0 ? depth / SECONDS : 0;
    return lesser(MENDED * (depth - SLOP) / SECONDS, FASTEST);
}

/* Takes the impulses of the same feature in the step before. Points of both steps are in ascending order of their pairs. */
static inline void inherit(const solver *s, size_t *before, point *p) {
    const point *old = s->points[1 - s->now];
    const size_t count = s->count[1 - s->now];
    while (*before < count && (old[*before].a < p->a || (old[*before].a == p->a && old[*before].b < p->b)))
        ++*before;
    for (size_t k = *before; k < count && old[k].a == p->a && old[k].b == p->b; k++)
        if (old[k].feature == p->feature) {
            p->push = old[k].push;
            p->rub = old[k].rub;
        }
}

/* Makes the points of a step from the library's answers to `count` pairs in ascending order. */
static inline void solver_begin(solver *s, const bodies *w, const sepal_pair *pairs, size_t count, const sepal_contacts *found) {
    size_t before = 0, points = 0;
    s->now = 1 - s->now;
    for (size_t i = 0; i < count; i++)
        for (unsigned k = 0; k < found->count[i]; k++) {
            const size_t at = 2 * i + k;
            point *p = &s->points[s->now][points++];
            *p = (point){.a = pairs[i].a, .b = pairs[i].b, .feature = found->feature[at]};
            p->nx = found->normal_x[i], p->ny = found->normal_y[i];
            p->ax = found->x[at] - w->x[p->a], p->ay = found->y[at] - w->y[p->a];
            p->bx = found->x[at] - w->x[p->b], p->by = found->y[at] - w->y[p->b];
            p->normal_mass = mass_along(w, p, p->nx, p->ny);
            p->sideways_mass = mass_along(w, p, -p->ny, p->nx);
            p->target = target_speed(found->depth[at]);
            inherit(s, &before, p);
        }
    s->count[s->now] = points;
}

/* --- Impulses ---------------------------------------------------------------------------------- */

static inline void apply(bodies *w, const point *p, float x, float y) {
    w->vx[p->a] -= w->light[p->a] * x, w->vy[p->a] -= w->light[p->a] * y;
    w->spin[p->a] -= w->agile[p->a] * (p->ax * y - p->ay * x);
    w->vx[p->b] += w->light[p->b] * x, w->vy[p->b] += w->light[p->b] * y;
    w->spin[p->b] += w->agile[p->b] * (p->bx * y - p->by * x);
}

/* The speed at which the surface of b leaves that of a, along (nx, ny). */
static inline float speed_along(const bodies *w, const point *p, float nx, float ny) {
    const float x = (w->vx[p->b] - w->spin[p->b] * p->by) - (w->vx[p->a] - w->spin[p->a] * p->ay);
    const float y = (w->vy[p->b] + w->spin[p->b] * p->bx) - (w->vy[p->a] + w->spin[p->a] * p->ax);
    return x * nx + y * ny;
}

static inline void push_apart(bodies *w, point *p, float target) {
    const float wanted = p->push + p->normal_mass * (target - speed_along(w, p, p->nx, p->ny));
    const float push = greater(wanted, 0), more = push - p->push;
    p->push = push;
    apply(w, p, more * p->nx, more * p->ny);
}

static inline void rub(bodies *w, point *p) {
    const float most = FRICTION * p->push, wanted = p->rub - p->sideways_mass * speed_along(w, p, -p->ny, p->nx);
    const float held = greater(-most, lesser(wanted, most)), more = held - p->rub;
    p->rub = held;
    apply(w, p, more * -p->ny, more * p->nx);
}

static inline bool solves(const bodies *w, const point *p) {
    return is_moving(w, p->a) || is_moving(w, p->b);
}

static inline void solver_run(solver *s, bodies *w) {
    point *points = s->points[s->now];
    const size_t count = s->count[s->now];
    for (size_t k = 0; k < count; k++) {
        const point *p = &points[k];
        if (solves(w, p))
            apply(w, p, p->push * p->nx - p->rub * p->ny, p->push * p->ny + p->rub * p->nx);
    }
    for (int round = 0; round < ITERATIONS; round++)
        for (size_t k = 0; k < count; k++)
            if (solves(w, &points[k])) {
                rub(w, &points[k]);
                push_apart(w, &points[k], points[k].target);
            }
}

/* After the bodies have moved: takes the speed away again that only mended overlaps. */
static inline void solver_relax(solver *s, bodies *w) {
    point *points = s->points[s->now];
    for (int round = 0; round < RELAXING; round++)
        for (size_t k = 0; k < s->count[s->now]; k++)
            if (solves(w, &points[k])) {
                rub(w, &points[k]);
                push_apart(w, &points[k], lesser(points[k].target, 0));
            }
}

/* --- Sleep ------------------------------------------------------------------------------------- */

static inline uint32_t first_of_island(bodies *w, uint32_t i) {
    while (w->island[i] != i)
        i = w->island[i] = w->island[w->island[i]];
    return i;
}

/* Bodies that touch hang together, but not through fixed ones. They all sleep, or none does. */
static inline void solver_sleep(const solver *s, bodies *w) {
    for (uint32_t i = 0; i < w->count; i++) {
        const bool is_still = fabsf(w->vx[i]) + fabsf(w->vy[i]) < STILL && fabsf(w->spin[i]) < STILL;
        w->still[i] = is_fixed(w, i) || w->asleep[i] || is_still ? w->still[i] + SECONDS : 0;
        w->island[i] = i;
    }
    for (size_t k = 0; k < s->count[s->now]; k++) {
        const point *p = &s->points[s->now][k];
        if (is_fixed(w, p->a) || is_fixed(w, p->b) || p->push == 0)
            continue;
        const uint32_t a = first_of_island(w, p->a), b = first_of_island(w, p->b);
        w->island[a > b ? a : b] = a > b ? b : a;
    }
    for (uint32_t i = 0; i < w->count; i++) { /* the least stillness of an island stands at its first body */
        float *least = &w->still[first_of_island(w, i)];
        *least = lesser(*least, w->still[i]);
    }
    for (uint32_t i = 0; i < w->count; i++) {
        const bool sleeps = !is_fixed(w, i) && w->still[first_of_island(w, i)] >= SLEEPY;
        if (w->asleep[i] && !sleeps)
            w->still[i] = 0;
        w->asleep[i] = sleeps;
        if (sleeps)
            w->vx[i] = w->vy[i] = w->spin[i] = 0;
    }
}

#endif
