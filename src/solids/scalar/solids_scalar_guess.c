/* solids_scalar_guess.c — which part of the Minkowski difference K is nearest to the origin, by the search of solids_scalar_distance.c
 * in double. Nothing here has to be right: exact signs decide afterwards whether it is. */
#include "../../core/arithmetic.h"

#include "../../core/d3.h"
#include "distance.h"
#include <assert.h>
#include <math.h>
#include <string.h>

/* A member is nearer than the part by more than this share of the extent of the cores, or the search ends; it ends after so many steps. */
#define GUESS_PROGRESS 0x1p-48
enum { GUESS_STEPS = 40 };

/* Up to four members and their places; n: the direction of the point nearest to the origin. */
typedef struct simplex {
    int count;
    sepal_member member[4];
    double w[4][3], n[3];
} simplex;

static void add_member(simplex *s, const sepal_cores *cores, sepal_member m) {
    double from[3], to[3];
    sepal_cores_place(cores, (sepal_vertex){false, m.a}, from);
    sepal_cores_place(cores, (sepal_vertex){true, m.b}, to);
    s->member[s->count] = m;
    d3_sub(to, from, s->w[s->count++]);
}

/* Is a point not on the origin's side of the plane through `on` across n? */
static bool is_not_nearer(const double n[3], const double on[3], const double w[3], double slack) {
    double step[3];
    d3_sub(w, on, step);
    const double height = d3_dot(n, step);
    return height >= 0 || height >= -slack * d3_length(n);
}

/* Has a part with the normal n, which has member `on`, no member on the origin's side, of those that are not in it? */
static bool is_part(const simplex *s, const double n[3], unsigned part, int on, double slack) {
    for (int m = 0; m < s->count; m++)
        if ((part >> m & 1) == 0 && !is_not_nearer(n, s->w[on], s->w[m], slack))
            return false;
    return true;
}

/* The normals of the parts of one to three members, the direction of the point of their affine hull that is nearest to the origin. Is it
 * strictly between them? */
static bool find_normal_of_edge(const double p[3], const double q[3], double n[3]) {
    double e[3], across[3];
    d3_sub(q, p, e);
    if (!(d3_dot(p, e) < 0 && d3_dot(q, e) > 0))
        return false;
    d3_cross(e, p, across);
    d3_cross(across, e, n);
    return true;
}
static bool find_normal_of_face(const double p[3], const double q[3], const double r[3], double n[3]) {
    double e[3], f[3], across[3];
    d3_sub(q, p, e);
    d3_sub(r, p, f);
    d3_cross(e, f, n);
    d3_cross(q, r, across);
    if (d3_dot(n, across) <= 0)
        return false;
    d3_cross(r, p, across);
    if (d3_dot(n, across) <= 0)
        return false;
    d3_cross(p, q, across);
    if (d3_dot(n, across) <= 0)
        return false;
    if (d3_dot(n, p) < 0)
        for (int k = 0; k < 3; k++)
            n[k] = -n[k];
    return true;
}

/* Leaves the members of a part. */
static bool leave(simplex *s, unsigned part, const double n[3]) {
    int count = 0;
    assert(part != 0 && part < 1U << s->count);
    for (int m = 0; m < s->count; m++)
        if ((part >> m & 1) != 0) {
            s->member[count] = s->member[m];
            memmove(s->w[count++], s->w[m], sizeof s->w[0]);
        }
    s->count = count;
    memcpy(s->n, n, 3 * sizeof *n);
    return true;
}

/* Leaves of all members the part of up to three, the last one among them, that holds their point nearest to the origin; false, and all stay,
 * if there is none. Those of few come first. */
static bool leave_part(simplex *s, double slack) {
    const int last = s->count - 1;
    const unsigned of_last = 1U << last;
    double n[3];
    if (is_part(s, s->w[last], of_last, last, slack))
        return leave(s, of_last, s->w[last]);
    for (int k = 0; k < last; k++)
        if (find_normal_of_edge(s->w[k], s->w[last], n) && is_part(s, n, of_last | 1U << k, k, slack))
            return leave(s, of_last | 1U << k, n);
    for (int k = 0; k < last; k++)
        for (int m = k + 1; m < last; m++)
            if (find_normal_of_face(s->w[k], s->w[m], s->w[last], n) && is_part(s, n, of_last | 1U << k | 1U << m, k, slack))
                return leave(s, of_last | 1U << k | 1U << m, n);
    return false;
}

/* Is b at a time? Then the part that is found, of several in one plane, tells the last bits of a normal (solids_scalar_hit_round.c): so the
 * search has one order. Elsewhere answers do not depend on it. */
static bool is_on_the_way(const sepal_cores *cores) {
    return cores->first_b >= cores->still_b;
}

/* The first of the vertices of a core with the greatest n . x + onward. */
static uint32_t farthest_at_rest(const sepal_cores *cores, bool of_b, const double n[3], double onward) {
    const sepal_core *core = &cores->core[of_b];
    const uint32_t size = of_b ? cores->still_b : cores->size_a;
    double height[SEPAL_HEIGHTS], most = -INFINITY;
    uint32_t best = 0;
    if (core->is_small) {
        for (int k = 0; k < SEPAL_CORE_SMALL; k++)
            height[k] = ((n[0] * core->at[0][k] + n[1] * core->at[1][k]) + n[2] * core->at[2][k]) + onward;
        return sepal_greatest_of(height, SEPAL_CORE_SMALL);
    }
    const double m[3] = {cores->scale * n[0], cores->scale * n[1], cores->scale * n[2]};
    for (uint32_t first = 0; first < size; first += SEPAL_HEIGHTS) {
        const uint32_t count = size - first < SEPAL_HEIGHTS ? size - first : SEPAL_HEIGHTS;
        const float *x = core->x + first, *y = x + core->step, *z = y + core->step;
        for (uint32_t k = 0; k < count; k++)
            height[k] = ((m[0] * (double)x[k] + m[1] * (double)y[k]) + m[2] * (double)z[k]) + onward;
        const uint32_t k = sepal_greatest_of(height, count);
        if (height[k] > most)
            most = height[k], best = first + k;
    }
    return best;
}

/* The member with the least n . w. */
static sepal_member guess_support(const sepal_cores *cores, const double n[3]) {
    const double down[3] = {-n[0], -n[1], -n[2]};
    sepal_member at = {farthest_at_rest(cores, false, n, 0), cores->first_b};
    if (cores->size_b == 1)
        return at;
    const double onward = sepal_cores_moved(cores, true) ? d3_dot(down, cores->way.x) : 0;
    at.b = farthest_at_rest(cores, true, down, is_on_the_way(cores) ? onward : 0);
    if (is_on_the_way(cores) || onward > 0)
        at.b += cores->still_b;
    return at;
}

/* Begins with the `count` members of a part; on the way, if they are none, with the first one; else with the member that is farthest from the
 * centre of b toward that of a. */
static void begin_simplex(simplex *s, const sepal_cores *cores, int count, const sepal_member member[4], double slack) {
    const sepal_solid_ball *a = &cores->a->balls[cores->i], *b = &cores->b->balls[cores->j];
    double n[3] = {(double)b->x - (double)a->x, (double)b->y - (double)a->y, (double)b->z - (double)a->z};
    s->count = 0;
    for (int k = 0; k < count; k++)
        add_member(s, cores, member[k]);
    if (count > 1 && leave_part(s, slack))
        return;
    for (int c = 0; c < 3 && sepal_cores_moved(cores, true); c++)
        n[c] = cores->scale * n[c] + 0.5 * cores->way.x[c];
    if (!is_on_the_way(cores) || count < 1) {
        s->count = 0;
        add_member(s, cores, is_on_the_way(cores) ? (sepal_member){0, cores->first_b} : guess_support(cores, n));
    }
    s->count = 1;
    memcpy(s->n, s->w[0], sizeof s->n);
}

int sepal_solids_scalar_guess(const sepal_cores *cores, int count, sepal_member member[4]) {
    const double slack = 3 * GUESS_PROGRESS * (sepal_cores_extent(cores, false) + sepal_cores_extent(cores, true));
    simplex s;
    begin_simplex(&s, cores, count, member, slack);
    for (int step = 0; step < GUESS_STEPS; step++) {
        const int before = s.count;
        bool is_found = d3_dot(s.n, s.w[0]) <= slack * d3_length(s.n); /* the origin is in the part, or close to it */
        if (!is_found) {
            add_member(&s, cores, guess_support(cores, s.n));
            is_found = is_not_nearer(s.n, s.w[0], s.w[before], slack);
        }
        if (is_found || !leave_part(&s, slack)) { /* if there is no part, it is the whole tetrahedron */
            memcpy(member, s.member, sizeof s.member);
            return is_found ? before : s.count == 4 ? 4 : 0;
        }
    }
    return 0;
}
