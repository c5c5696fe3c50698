#include "first_touch.h"

#include <gmp.h>
#include <stdlib.h>

/* The bits of a number, and the steps of Newton's method at most. */
enum { BITS = 384, STEPS = 200 };

typedef struct place {
    mpf_t c[3];
} place;

static void place_init(place *p) {
    for (int k = 0; k < 3; k++)
        mpf_init2(p->c[k], BITS);
}
static void place_clear(place *p) {
    for (int k = 0; k < 3; k++)
        mpf_clear(p->c[k]);
}
static place *places_create(size_t count) {
    place *p = malloc(count * sizeof *p);
    if (p == NULL)
        abort();
    for (size_t i = 0; i < count; i++)
        place_init(&p[i]);
    return p;
}
static void places_destroy(place *p, size_t count) {
    for (size_t i = 0; i < count; i++)
        place_clear(&p[i]);
    free(p);
}

/* What is computed with. */
typedef struct bench {
    mpf_t s, t, v, product, least;
    place e, g, n, across, at;
} bench;

static void sub(place *out, const place *p, const place *q) {
    for (int k = 0; k < 3; k++)
        mpf_sub(out->c[k], p->c[k], q->c[k]);
}
static void dot(bench *m, mpf_t out, const place *p, const place *q) {
    mpf_mul(out, p->c[0], q->c[0]);
    for (int k = 1; k < 3; k++) {
        mpf_mul(m->product, p->c[k], q->c[k]);
        mpf_add(out, out, m->product);
    }
}
static void cross(bench *m, place *out, const place *p, const place *q) { /* out is neither */
    for (int k = 0; k < 3; k++) {
        mpf_mul(out->c[k], p->c[(k + 1) % 3], q->c[(k + 2) % 3]);
        mpf_mul(m->product, p->c[(k + 2) % 3], q->c[(k + 1) % 3]);
        mpf_sub(out->c[k], out->c[k], m->product);
    }
}

/* Takes a point p + s e + t g if it is nearer to the origin than the one before. */
static void take(bench *m, const place *p, bool edge, bool face, place *nearest) {
    for (int k = 0; k < 3; k++) {
        mpf_set(m->at.c[k], p->c[k]);
        if (edge) {
            mpf_mul(m->product, m->s, m->e.c[k]);
            mpf_add(m->at.c[k], m->at.c[k], m->product);
        }
        if (face) {
            mpf_mul(m->product, m->t, m->g.c[k]);
            mpf_add(m->at.c[k], m->at.c[k], m->product);
        }
    }
    dot(m, m->v, &m->at, &m->at);
    if (mpf_sgn(m->least) < 0 || mpf_cmp(m->v, m->least) < 0) {
        mpf_set(m->least, m->v);
        for (int k = 0; k < 3; k++)
            mpf_set(nearest->c[k], m->at.c[k]);
    }
}

static bool is_share(const mpf_t v) {
    return mpf_sgn(v) > 0 && mpf_cmp_ui(v, 1) < 0;
}

static void try_edge(bench *m, const place *p, const place *q, place *nearest) {
    sub(&m->e, q, p);
    dot(m, m->v, &m->e, &m->e);
    if (mpf_sgn(m->v) == 0)
        return;
    dot(m, m->s, p, &m->e);
    mpf_div(m->s, m->s, m->v);
    mpf_neg(m->s, m->s);
    if (is_share(m->s))
        take(m, p, true, false, nearest);
}

static void try_face(bench *m, const place *p, const place *q, const place *r, place *nearest) {
    sub(&m->e, q, p);
    sub(&m->g, r, p);
    cross(m, &m->n, &m->e, &m->g);
    dot(m, m->v, &m->n, &m->n);
    if (mpf_sgn(m->v) == 0)
        return;
    cross(m, &m->across, &m->g, p); /* s = (g x p) . n / n . n, t = (p x e) . n / n . n */
    dot(m, m->s, &m->across, &m->n);
    cross(m, &m->across, p, &m->e);
    dot(m, m->t, &m->across, &m->n);
    mpf_div(m->s, m->s, m->v);
    mpf_div(m->t, m->t, m->v);
    mpf_add(m->v, m->s, m->t);
    if (mpf_sgn(m->s) > 0 && mpf_sgn(m->t) > 0 && mpf_cmp_ui(m->v, 1) < 0)
        take(m, p, true, true, nearest);
}

/* The point of the hull of the places that is nearest to the origin, and the square of its distance in m->least. */
static void find_nearest(bench *m, const place *w, size_t count, place *nearest) {
    mpf_set_si(m->least, -1);
    for (size_t i = 0; i < count; i++) {
        take(m, &w[i], false, false, nearest);
        for (size_t j = i + 1; j < count; j++) {
            try_edge(m, &w[i], &w[j], nearest);
            for (size_t k = j + 1; k < count; k++)
                try_face(m, &w[i], &w[j], &w[k], nearest);
        }
    }
}

static void set_point(place *out, const oracle_solid *s, size_t point, mpf_t room) {
    for (int k = 0; k < 3; k++) {
        mpf_set_ui(out->c[k], 0);
        for (size_t t = 0; t < s->per_point; t++) {
            mpf_set_d(room, (double)s->terms[(point * s->per_point + t) * 3 + (size_t)k]);
            mpf_add(out->c[k], out->c[k], room);
        }
    }
}

bool oracle_solids_first_touch(const oracle_solid *a, const float move_a[3], const oracle_solid *b, const float move_b[3],
                               float margin, float from, oracle_touch *out) {
    const size_t count = a->points * b->points;
    place *w = places_create(count), *room = places_create(3), *way = &room[0], *nearest = &room[1], *by = &room[2];
    bench m;
    mpf_t reach, length, slope, time, size;
    bool found = false;
    enum { NUMBERS = 10, PLACES = 5 };
    mpf_t *numbers[NUMBERS] = {&m.s, &m.t, &m.v, &m.product, &m.least, &reach, &length, &slope, &time, &size};
    place *places[PLACES] = {&m.e, &m.g, &m.n, &m.across, &m.at};
    for (size_t k = 0; k < NUMBERS; k++)
        mpf_init2(*numbers[k], BITS);
    for (size_t k = 0; k < PLACES; k++)
        place_init(places[k]);
    mpf_set_d(time, (double)from);
    for (int k = 0; k < 3; k++) {
        mpf_set_d(way->c[k], (double)move_b[k]);
        mpf_set_d(size, (double)move_a[k]);
        mpf_sub(way->c[k], way->c[k], size);
        mpf_mul(by->c[k], way->c[k], time);
    }
    const float reaches[3] = {a->radius, b->radius, margin};
    for (int k = 0; k < 3; k++) {
        mpf_set_d(size, (double)reaches[k]);
        mpf_add(reach, reach, size);
    }
    dot(&m, size, way, way);
    mpf_sqrt(size, size);
    for (size_t k = 0; k < count; k++) {
        set_point(&w[k], b, k % b->points, m.s);
        set_point(&m.at, a, k / b->points, m.s);
        for (int i = 0; i < 3; i++) {
            mpf_sub(w[k].c[i], w[k].c[i], m.at.c[i]);
            mpf_add(w[k].c[i], w[k].c[i], by->c[i]);
        }
    }
    out->shift = 0;
    for (int step = 0; step < STEPS; step++) {
        find_nearest(&m, w, count, nearest);
        mpf_sqrt(length, m.least);
        dot(&m, slope, nearest, way);
        mpf_sub(m.s, length, reach);
        mpf_div(m.t, m.s, reach);
        if (mpf_get_d(m.t) <= 0x1p-100) {
            for (int k = 0; k < 3; k++) {
                mpf_div(m.t, nearest->c[k], length);
                out->normal[k] = mpf_get_d(m.t);
            }
            mpf_div(slope, slope, length);
            mpf_div(slope, slope, size);
            out->slope = -mpf_get_d(slope);
            found = true;
            break;
        }
        if (mpf_sgn(slope) >= 0)
            break;
        mpf_mul(m.s, m.s, length);
        mpf_div(time, m.s, slope); /* minus how much later the tangent of the distance is at the reach */
        for (int i = 0; i < 3; i++) {
            mpf_mul(by->c[i], way->c[i], time);
            for (size_t k = 0; k < count; k++)
                mpf_sub(w[k].c[i], w[k].c[i], by->c[i]);
        }
        mpf_mul(time, time, size);
        mpf_div(time, time, reach);
        out->shift -= mpf_get_d(time);
    }
    for (size_t k = 0; k < NUMBERS; k++)
        mpf_clear(*numbers[k]);
    for (size_t k = 0; k < PLACES; k++)
        place_clear(places[k]);
    places_destroy(w, count);
    places_destroy(room, 3);
    return found;
}
