/* stack_solver.h — the solver of stack.c and level.c: bodies in space, and the impulses at their contact points.
 *
 * Soft contacts in short steps: collision detection runs once a step, the solver in eight parts of it. In each part every contact
 * point gets the impulse that stops its two surfaces from coming closer, with the stiffness of a damped spring where they overlap,
 * beginning with the impulse of the part before; then the bodies move, and the speed that only mended overlaps is taken away again
 * (Catto, "Solver2D", 2024, "soft step"). From step to step a point is recognised by its feature (Catto, "Iterative dynamics with
 * temporal coherence", GDC 2005). Friction acts across the normal, and is at most its coefficient times the impulse along the normal.
 * Bodies that have lain still for half a second, with all that they touch, sleep until something that moves touches them. */
#ifndef STACK_SOLVER_H
#define STACK_SOLVER_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <sepal/sepal.h>

enum { MOST_BODIES = 2048, MOST_PAIRS = 8 * MOST_BODIES, PARTS = 8, ROUNDS = 2 };

#define SECONDS  (1.0F / 60)       /* a step */
#define SHORT    (SECONDS / PARTS) /* a part of it */
#define GRAVITY  10.0F             /* m/s² */
#define FRICTION 0.5F              /* Coulomb's, of most bodies */
#define FORESEEN 0.05F             /* m; surfaces so near have contact points already */
#define SLOP     0.005F            /* m; surfaces may overlap by that much, so that contacts last from step to step */
#define SAME     0.02F             /* m; points so near each other are one */
#define FASTEST  4.0F              /* m/s; no overlap is mended faster */
#define ROLLING  8.0F              /* rad/s²; what rolling friction takes from a spin */
#define STILL    0.2F              /* m/s, and rad/s: slower bodies count as still */
#define SLEEPY   0.5F              /* seconds of stillness before sleep */

/* The spring of a contact: it swings with OFTEN radians a second, and is damped ten times as much as would keep it from swinging. */
#define OFTEN  (6.2831853F * 115)
#define DAMPED 10.0F

/* The share of its impulse that each of two points gets which are pushed at once: with all of it, two at one place would swing for ever. */
#define TOGETHER 0.75F

typedef struct vec {
    float x, y, z;
} vec;

typedef struct body {
    vec at, placed;   /* where its centre is, and where it was when contacts were found */
    vec lost;         /* what rounding has taken from the moves so far */
    float w, x, y, z; /* the quaternion of its rotation */
    vec turned;       /* by how much it has turned since then: a vector along the axis, which holds for small angles */
    vec velocity, spin;
    float light;    /* inverse mass; 0: the body stands still for ever */
    float friction; /* Coulomb's; the lesser one of two bodies holds */
    vec agile;      /* inverse moments of inertia about its own axes */
    vec turning[3]; /* the inverse of the inertia tensor, by rows, along the axes of the world */
    float still;    /* seconds of stillness */
    bool asleep;
    uint32_t island; /* the next body towards the first of those that hang together */
} body;

typedef struct point {
    vec of_a, of_b;                  /* from the centre of each body to the point of its surface */
    float depth;                     /* how far the surfaces overlap */
    uint32_t feature, of_level;      /* what makes the point; on a level, of the body, and of the level */
    float normal_mass, side_mass[2]; /* what an impulse of 1 is divided by */
    float push, rub[2];              /* impulses so far, along the normal and the two sides */
} point;

typedef struct manifold {
    uint32_t a, b;
    vec normal;  /* from a towards b */
    vec side[2]; /* across it */
    float friction;
    uint8_t count;
    point points[4];
} manifold;

/* By what a point is recognised in the step after. (The latter two are there to be compared with.) */
typedef enum memory { BY_FEATURE_AND_PLACE, BY_FEATURE, BY_NOTHING } memory;

typedef struct solver {
    manifold manifolds[2][MOST_PAIRS]; /* of this step and of the one before, by turns */
    size_t count[2];
    int now;
    memory memory;
} solver;

/* (fminf and fmaxf may take either zero of two, and so differ from machine to machine.) */
static inline float lesser(float a, float b) {
    return a < b ? a : b;
}

static inline float greater(float a, float b) {
    return a > b ? a : b;
}

static inline vec add(vec a, float factor, vec b) {
    return (vec){a.x + factor * b.x, a.y + factor * b.y, a.z + factor * b.z};
}

static inline float dot(vec a, vec b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline vec cross(vec a, vec b) {
    return (vec){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static inline bool is_fixed(const body *b) {
    return b->light == 0;
}

static inline bool is_moving(const body *b) {
    return !is_fixed(b) && !b->asleep;
}

/* --- Motion -------------------------------------------------------------------------------------- */

/* The axes of a body in the world: the columns of its rotation. */
static inline void axes_of(const body *b, vec axes[3]) {
    const float w = b->w, x = b->x, y = b->y, z = b->z;
    axes[0] = (vec){1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)};
    axes[1] = (vec){2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)};
    axes[2] = (vec){2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)};
}

/* The inverse of the inertia tensor where the body is now: the sum of agile[k] axis[k] axis[k]^T. */
static inline void turn_inertia(body *b) {
    const float agile[3] = {b->agile.x, b->agile.y, b->agile.z};
    vec axes[3];
    axes_of(b, axes);
    for (int row = 0; row < 3; row++)
        b->turning[row] = (vec){0, 0, 0};
    for (int k = 0; k < 3; k++) {
        b->turning[0] = add(b->turning[0], agile[k] * axes[k].x, axes[k]);
        b->turning[1] = add(b->turning[1], agile[k] * axes[k].y, axes[k]);
        b->turning[2] = add(b->turning[2], agile[k] * axes[k].z, axes[k]);
    }
}

static inline vec agility(const body *b, vec v) {
    return (vec){dot(b->turning[0], v), dot(b->turning[1], v), dot(b->turning[2], v)};
}

/* The move and what rounding took from those before, together (Kahan, "Further remarks on reducing truncation errors", 1965): 20 m above
 * the floor floats are 2e-6 m apart, and a body that moves by less in each part of a step would stand still, and keep its speed.
 * (The precession of a body that turns freely is left out: bodies here are compact.) */
static inline void move_body(body *b) {
    const float half = 0.5F * SHORT;
    const vec s = b->spin;
    const float w = b->w - half * (s.x * b->x + s.y * b->y + s.z * b->z), x = b->x + half * (s.x * b->w + s.y * b->z - s.z * b->y);
    const float y = b->y + half * (s.y * b->w + s.z * b->x - s.x * b->z), z = b->z + half * (s.z * b->w + s.x * b->y - s.y * b->x);
    const float length = sqrtf(w * w + x * x + y * y + z * z);
    b->w = w / length, b->x = x / length, b->y = y / length, b->z = z / length;
    const vec move = add(b->lost, SHORT, b->velocity), before = b->at;
    b->at = add(before, 1, move);
    b->lost = add(move, -1, add(b->at, -1, before));
    b->turned = add(b->turned, SHORT, s);
}

/* --- The points of a step -------------------------------------------------------------------------- */

/* 1 / how much an impulse along n changes the speed along it. */
static inline float mass_along(const body *a, const body *b, const point *p, vec n) {
    const vec turn_a = cross(p->of_a, n), turn_b = cross(p->of_b, n);
    return 1 / ((a->light + b->light) + (dot(turn_a, agility(a, turn_a)) + dot(turn_b, agility(b, turn_b))));
}

/* Two unit vectors across n. */
static inline void find_sides(manifold *m) {
    const vec n = m->normal;
    const vec across = n.x * n.x < 0.5F ? (vec){0, n.z, -n.y} : (vec){-n.z, 0, n.x};
    const float length = sqrtf(dot(across, across));
    m->side[0] = (vec){across.x / length, across.y / length, across.z / length};
    m->side[1] = cross(n, m->side[0]);
}

/* The point of the step before that has the same feature, or else is at the same place of a: where corners lie on corners, as in a
 * tower, which of both the feature names is up to rounding. */
static inline const point *same_point(const manifold *old, const point *p, memory by) {
    const point *same = NULL;
    for (unsigned k = 0; by != BY_NOTHING && k < old->count; k++) {
        const vec moved = add(p->of_a, -1, old->points[k].of_a);
        if (old->points[k].feature == p->feature && old->points[k].of_level == p->of_level)
            return &old->points[k];
        if (by == BY_FEATURE_AND_PLACE && dot(moved, moved) < SAME * SAME)
            same = &old->points[k];
    }
    return same;
}

/* Takes the impulses of the same points in the step before. Pairs of both steps are in ascending order. A body and a level may have
 * several manifolds, which follow one another. */
static inline void inherit(const solver *s, size_t *before, manifold *m) {
    const manifold *old = s->manifolds[1 - s->now];
    const size_t count = s->count[1 - s->now];
    while (*before < count && (old[*before].a < m->a || (old[*before].a == m->a && old[*before].b < m->b)))
        ++*before;
    for (size_t i = *before; i < count && old[i].a == m->a && old[i].b == m->b; i++)
        for (unsigned k = 0; k < m->count; k++) {
            const point *same = same_point(&old[i], &m->points[k], s->memory);
            if (same != NULL)
                m->points[k].push = same->push, m->points[k].rub[0] = same->rub[0], m->points[k].rub[1] = same->rub[1];
        }
}

/* Where the answers to the pairs of the next step go. */
static inline manifold *solver_next(solver *s) {
    s->now = 1 - s->now;
    return s->manifolds[s->now];
}

/* Completes `named` manifolds that name their bodies, and behind them the answers to `count` pairs; all in ascending order of bodies. */
static inline void solver_begin(solver *s, const body *w, size_t named, const sepal_pair *pairs, size_t count) {
    size_t before = 0;
    s->count[s->now] = named + count;
    for (size_t i = 0; i < named + count; i++) {
        manifold *m = &s->manifolds[s->now][i];
        if (i >= named)
            m->a = pairs[i - named].a, m->b = pairs[i - named].b;
        if (m->count == 0)
            continue;
        m->friction = lesser(w[m->a].friction, w[m->b].friction);
        find_sides(m);
        for (unsigned k = 0; k < m->count; k++) {
            point *p = &m->points[k];
            const body *a = &w[m->a], *b = &w[m->b];
            p->normal_mass = mass_along(a, b, p, m->normal);
            p->side_mass[0] = mass_along(a, b, p, m->side[0]), p->side_mass[1] = mass_along(a, b, p, m->side[1]);
            p->push = p->rub[0] = p->rub[1] = 0;
        }
        inherit(s, &before, m);
    }
}

/* --- Impulses ---------------------------------------------------------------------------------------- */

static inline void apply(body *a, body *b, const point *p, float size, vec direction) {
    a->velocity = add(a->velocity, -a->light * size, direction);
    a->spin = add(a->spin, -size, agility(a, cross(p->of_a, direction)));
    b->velocity = add(b->velocity, b->light * size, direction);
    b->spin = add(b->spin, size, agility(b, cross(p->of_b, direction)));
}

/* The speed at which the surface of b leaves that of a. */
static inline float speed_along(const body *a, const body *b, const point *p, vec direction) {
    const vec of_a = add(a->velocity, 1, cross(a->spin, p->of_a)), of_b = add(b->velocity, 1, cross(b->spin, p->of_b));
    return dot(add(of_b, -1, of_a), direction);
}

/* How far the surfaces overlap now: the bodies have moved and turned since contacts were found. */
static inline float depth_now(const body *a, const body *b, const manifold *m, const point *p) {
    const vec moved_a = add(add(add(a->at, -1, a->placed), 1, a->lost), 1, cross(a->turned, p->of_a));
    const vec moved_b = add(add(add(b->at, -1, b->placed), 1, b->lost), 1, cross(b->turned, p->of_b));
    return p->depth - dot(add(moved_b, -1, moved_a), m->normal);
}

/* The impulse along the normal that a point is to have. Points that are still apart may come closer, but no more than that in a part of a
 * step. Where they overlap, the spring pushes; `relaxes`: only what moves towards each other is stopped. */
static inline float wanted_push(const body *a, const body *b, const manifold *m, const point *p, bool relaxes) {
    const float depth = depth_now(a, b, m, p), stiff = SHORT * OFTEN * (2 * DAMPED + SHORT * OFTEN);
    float target = depth / SHORT, hard = 1, yields = 0;
    if (depth > 0) {
        target = relaxes || depth < SLOP ? 0 : lesser(OFTEN / (2 * DAMPED + SHORT * OFTEN) * (depth - SLOP), FASTEST);
        hard = relaxes ? 1 : stiff / (1 + stiff);
        yields = relaxes ? 0 : 1 / (1 + stiff);
    }
    const float more = hard * p->normal_mass * (target - speed_along(a, b, p, m->normal)) - yields * p->push;
    return greater(p->push + more, 0);
}

static inline void rub(body *a, body *b, const manifold *m, point *p) {
    const float most = m->friction * p->push;
    const float u = p->rub[0] - p->side_mass[0] * speed_along(a, b, p, m->side[0]);
    const float v = p->rub[1] - p->side_mass[1] * speed_along(a, b, p, m->side[1]);
    const float length = sqrtf(u * u + v * v), held = length > most ? most / length : 1;
    const float more[2] = {held * u - p->rub[0], held * v - p->rub[1]};
    for (int k = 0; k < 2; k++) {
        p->rub[k] += more[k];
        apply(a, b, p, more[k], m->side[k]);
    }
}

/* Pushes two points at once, or the last one of three. The first two of four points lie opposite to each other, and so do the others: one
 * after the other, the first would turn the bodies a little each time, and a tower that is not at rest yet would begin to lean. */
static inline void push_apart(body *a, body *b, const manifold *m, point *p, unsigned count, bool relaxes) {
    float more[2];
    for (unsigned k = 0; k < count; k++)
        more[k] = (count == 2 ? TOGETHER : 1) * (wanted_push(a, b, m, &p[k], relaxes) - p[k].push);
    for (unsigned k = 0; k < count; k++) {
        p[k].push += more[k];
        apply(a, b, &p[k], more[k], m->normal);
    }
}

/* Goes once through all points of bodies that move. */
static inline void solver_round(solver *s, body *w, bool relaxes) {
    for (size_t i = 0; i < s->count[s->now]; i++) {
        manifold *m = &s->manifolds[s->now][i];
        body *a = &w[m->a], *b = &w[m->b];
        for (unsigned k = 0; (is_moving(a) || is_moving(b)) && k < m->count; k += 2) {
            const unsigned count = m->count - k < 2 ? 1 : 2;
            for (unsigned of = k; of < k + count; of++)
                rub(a, b, m, &m->points[of]);
            push_apart(a, b, m, &m->points[k], count, relaxes);
        }
    }
}

/* The impulses of the part before, once more. */
static inline void solver_repeat(solver *s, body *w) {
    for (size_t i = 0; i < s->count[s->now]; i++) {
        const manifold *m = &s->manifolds[s->now][i];
        body *a = &w[m->a], *b = &w[m->b];
        for (unsigned k = 0; (is_moving(a) || is_moving(b)) && k < m->count; k++) {
            const point *p = &m->points[k];
            apply(a, b, p, p->push, m->normal);
            apply(a, b, p, p->rub[0], m->side[0]);
            apply(a, b, p, p->rub[1], m->side[1]);
        }
    }
}

/* A step of the bodies w[moving[0]] and so on. */
static inline void solver_run(solver *s, body *w, const uint32_t *moving, size_t count) {
    for (int part = 0; part < PARTS; part++) {
        for (size_t k = 0; k < count; k++)
            w[moving[k]].velocity.z -= SHORT * GRAVITY;
        solver_repeat(s, w);
        for (int round = 0; round < ROUNDS; round++)
            solver_round(s, w, false);
        for (size_t k = 0; k < count; k++)
            move_body(&w[moving[k]]);
        solver_round(s, w, true);
    }
    for (size_t k = 0; k < count; k++) {
        body *b = &w[moving[k]];
        const float speed = sqrtf(dot(b->spin, b->spin));
        b->spin = speed > SECONDS * ROLLING ? add(b->spin, -SECONDS * ROLLING / speed, b->spin) : (vec){0, 0, 0};
    }
}

/* --- Sleep --------------------------------------------------------------------------------------------- */

static inline uint32_t first_of_island(body *w, uint32_t i) {
    while (w[i].island != i)
        i = w[i].island = w[w[i].island].island;
    return i;
}

/* Bodies that touch hang together, but not through fixed ones. They all sleep, or none does. */
static inline void solver_sleep(const solver *s, body *w, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        const vec v = w[i].velocity, turn = w[i].spin;
        const bool is_still = dot(v, v) < STILL * STILL && dot(turn, turn) < STILL * STILL;
        w[i].still = is_fixed(&w[i]) || w[i].asleep || is_still ? w[i].still + SECONDS : 0;
        w[i].island = i;
    }
    for (size_t i = 0; i < s->count[s->now]; i++) {
        const manifold *m = &s->manifolds[s->now][i];
        float push = 0;
        for (unsigned k = 0; k < m->count; k++)
            push += m->points[k].push;
        if (is_fixed(&w[m->a]) || is_fixed(&w[m->b]) || push == 0)
            continue;
        const uint32_t a = first_of_island(w, m->a), b = first_of_island(w, m->b);
        w[a > b ? a : b].island = a > b ? b : a;
    }
    for (uint32_t i = 0; i < count; i++) { /* the least stillness of an island stands at its first body */
        float *least = &w[first_of_island(w, i)].still;
        *least = lesser(*least, w[i].still);
    }
    for (uint32_t i = 0; i < count; i++) {
        const bool sleeps = !is_fixed(&w[i]) && w[first_of_island(w, i)].still >= SLEEPY;
        if (w[i].asleep && !sleeps)
            w[i].still = 0;
        w[i].asleep = sleeps;
        if (sleeps)
            w[i].velocity = w[i].spin = (vec){0, 0, 0};
    }
}

#endif
