/* sweep_spheres.h — when and how do two moving spheres meet? One pair at a time, in double. The time is certain if the spheres are
 * certainly apart and come nearer at a float, and certainly meet at the next one; or if they touch just at a float. */
#ifndef SEPAL_SOLIDS_KERNEL_SWEEP_SPHERES_H
#define SEPAL_SOLIDS_KERNEL_SWEEP_SPHERES_H

#include "../records.h"
#include "cores_part.h"
#include "sweep_zonotopes.h"

/* Errors of a distance, of the speed of its square, and of a component of the normal in double (docs/numerics/solids_sweep.md, "Moving
 * spheres"); how far the way must be from a tangent, and the earliest time, for these. */
#define SPHERE_DISTANCE_ERROR (16 * 0x1p-53)
#define SPHERE_SPEED_ERROR    (16 * 0x1p-53)
#define SPHERE_NORMAL_ERROR   0x1p-43
#define SPHERE_TANGENT        0x1p-8
#define SPHERE_EARLIEST       0x1p-30

typedef struct moving_spheres {
    double w[3], m[3], r; /* the centre of b as seen from a, its move, and the reach */
    double size;          /* |w|_1 + |m|_1 + r */
    bool exact;           /* no number is rounded, and all are integers times 1 / unit, which is a power of two */
    double unit;
} moving_spheres;

static bool spheres_of(const solid_sweep_query *s, sepal_pair pair, moving_spheres *out) {
    const sepal_solids *a = s->q.a, *b = s->q.b;
    if (a->heads[pair.a].class != SEPAL_SOLID_POINT || b->heads[pair.b].class != SEPAL_SOLID_POINT || !solid_has_reach(&s->q, pair))
        return false;
    const sepal_solid_mover of_a = solid_mover_a(s, pair), of_b = solid_mover_b(s, pair);
    const float *const at_a[3] = {sepal_solid_x(a, pair.a), sepal_solid_y(a, pair.a), sepal_solid_z(a, pair.a)};
    const float *const at_b[3] = {sepal_solid_x(b, pair.b), sepal_solid_y(b, pair.b), sepal_solid_z(b, pair.b)};
    for (int k = 0; k < 3; k++) {
        out->w[k] = (double)*at_b[k] - (double)*at_a[k];
        out->m[k] = (double)of_b.move[k] - (double)of_a.move[k];
    }
    out->r = ((double)sepal_solid_radius(a, pair.a) + (double)sepal_solid_radius(b, pair.b)) + (double)s->q.margin;
    int low, high;
    find_core_span(&s->q, pair, &low, &high);
    const float radius[3] = {sepal_solid_radius(a, pair.a), sepal_solid_radius(b, pair.b), s->q.margin};
    for (int k = 0; k < 3; k++) {
        sepal_solid_cover(of_a.move[k], &low, &high);
        sepal_solid_cover(of_b.move[k], &low, &high);
        sepal_solid_cover(radius[k], &low, &high);
    }
    out->exact = high - low <= CORE_SPAN_EXACT;
    out->unit = ldexp(1, -low);
    out->size = (d3_sum(out->w) + d3_sum(out->m)) + out->r;
    return true;
}

/* The sign of |p|^2 - r^2 at a time that is k 2^-shift: an integer in units of 4^-shift and the square of the unit. error: no more than
 * that differ |p| and r. */
static int spheres_compare_whole(const moving_spheres *s, float time, double error) {
    int exponent;
    const uint64_t k = (uint64_t)(int64_t)ldexp((double)frexpf(time, &exponent), 24);
    const int shift = 24 - exponent;
    const double scale = s->unit * ldexp(1, shift);
    if (!s->exact || !(time >= (float)SPHERE_EARLIEST) || !(error * (2 * s->size) * scale * scale < WHOLE_MOST))
        return SIGN_OPEN;
    uint64_t r = (uint64_t)(int64_t)(s->r * s->unit) << shift, square = 0 - r * r;
    for (int c = 0; c < 3; c++) {
        const uint64_t at = (uint64_t)(int64_t)(s->w[c] * s->unit) << shift, p = at + k * (uint64_t)(int64_t)(s->m[c] * s->unit);
        square += p * p;
    }
    return sign_of_whole(square);
}

/* Less (-1) or more (1) than r apart at a time, just r (0), or SIGN_OPEN; *coming: do they certainly come nearer? */
static int spheres_compare(const moving_spheres *s, float time, bool *coming) {
    double p[3], t = (double)time;
    for (int k = 0; k < 3; k++)
        p[k] = s->w[k] + t * s->m[k];
    double gap = sqrt(d3_dot(p, p)) - s->r, error = SPHERE_DISTANCE_ERROR * s->size;
    *coming = d3_dot(p, s->m) < -SPHERE_SPEED_ERROR * s->size * d3_sum(s->m);
    const int sign = sign_by_double(gap, error);
    return sign != SIGN_OPEN ? sign : spheres_compare_whole(s, time, 2 * error);
}

/* The normal where the way enters, as in solids_scalar_hit_round.c. */
static bool spheres_normal(const moving_spheres *s, float normal[3]) {
    double c[3], q[3], square = d3_dot(s->m, s->m), length = sqrt(square);
    d3_cross(s->w, s->m, c);
    d3_cross(s->m, c, q);
    double miss = sqrt(d3_dot(c, c)) / length, left = (s->r - miss) * (s->r + miss);
    if (!(left >= SPHERE_TANGENT * (s->r * s->r)))
        return false;
    double front = sqrt(left), error = SPHERE_NORMAL_ERROR * (s->size / s->r);
    for (int k = 0; k < 3; k++) {
        double v = (q[k] / square - front * (s->m[k] / length)) / s->r;
        const bool none = s->w[k] == 0 && s->m[k] == 0;
        normal[k] = none ? 0 : (float)v;
        if (!none && (float)(v - error) != (float)(v + error))
            return false;
    }
    return true;
}

/* Where the equation for the distance r has its first root; negative if it seems to have none from 0 to 1. */
static double spheres_guess(const moving_spheres *s) {
    double a = d3_dot(s->m, s->m), b = -d3_dot(s->w, s->m), c = d3_dot(s->w, s->w) - s->r * s->r;
    double root = b * b - a * c;
    if (!(c > 0) || !(b > 0) || !(root > 0))
        return -1;
    double guess = c / (b + sqrt(root));
    return guess < 1 ? guess : -1;
}

/* Do they certainly meet? Where they are nearest on the way that is asked about: at the beginning, or soon after the guess. */
static bool spheres_meet(const moving_spheres *s) {
    bool unused;
    if (spheres_compare(s, 0, &unused) < 0)
        return true;
    double guess = spheres_guess(s);
    return guess >= 0 && spheres_compare(s, sepal_next_time(sepal_time_below(guess)), &unused) < 0;
}

/* False if the bits of the answer are not certain. */
static bool spheres_hit(const moving_spheres *s, sepal_solid_hit *hit) {
    double guess = spheres_guess(s);
    bool coming;
    if (!(guess >= SPHERE_EARLIEST))
        return false;
    float time = sepal_time_below(guess), next = sepal_next_time(time);
    const int now = spheres_compare(s, time, &coming);
    hit->meet = true;
    hit->time = time;
    if (!coming || (now != 0 && now != 1))
        return false;
    if (now == 1) {
        const int later = spheres_compare(s, next, &coming);
        hit->time = later == 0 ? next : time;
        if (later != -1 && !(later == 0 && coming))
            return false;
    }
    return spheres_normal(s, hit->normal);
}

#endif
