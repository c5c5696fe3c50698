/* solids_scalar_guess.c — which part of the Minkowski difference K is nearest to the origin, by the search of solids_scalar_distance.c
 * in double. Nothing here has to be right: exact signs decide afterwards whether it is. */
#include "../../core/arithmetic.h"

#include "../../core/d3.h"
#include "distance.h"
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

/* The direction of the point of the affine hull of up to three points that is nearest to the origin. Is it strictly between them? */
static bool guess_normal(const double *const p[3], int count, double n[3]) {
    double e[3], f[3], across[3];
    memcpy(n, p[0], 3 * sizeof *n);
    if (count == 1)
        return true;
    d3_sub(p[1], p[0], e);
    if (count == 2) {
        if (!(d3_dot(p[0], e) < 0 && d3_dot(p[1], e) > 0))
            return false;
        d3_cross(e, p[0], across);
        d3_cross(across, e, n);
        return true;
    }
    d3_sub(p[2], p[0], f);
    d3_cross(e, f, n);
    for (int k = 0; k < 3; k++) {
        d3_cross(p[(k + 1) % 3], p[(k + 2) % 3], across);
        if (d3_dot(n, across) <= 0)
            return false;
    }
    const double side = d3_dot(n, p[0]) < 0 ? -1 : 1;
    for (int k = 0; k < 3; k++)
        n[k] *= side;
    return true;
}

/* Is a point not on the origin's side of the plane through `on` across n? */
static bool is_not_nearer(const double n[3], const double on[3], const double w[3], double slack) {
    double step[3];
    d3_sub(w, on, step);
    const double height = d3_dot(n, step);
    return height >= 0 || height >= -slack * d3_length(n);
}

const uint8_t sepal_parts[SEPAL_PARTS] = {1, 2, 4, 8, 3, 5, 6, 9, 10, 12, 7, 11, 13, 14};

/* Leaves of all members the part of up to three, the last one among them, that holds their point nearest to the origin; false, and all stay,
 * if there is none. */
static bool leave_part(simplex *s, double slack) {
    for (int k = 0; k < SEPAL_PARTS; k++) {
        const double *p[3] = {s->w[0], s->w[0], s->w[0]};
        const unsigned part = sepal_parts[k];
        double n[3];
        int count = 0;
        if (part >> (s->count - 1) != 1)
            continue;
        for (int m = 0; m < s->count; m++)
            if ((part >> m & 1) != 0)
                p[count++] = s->w[m];
        bool found = guess_normal(p, count, n);
        for (int m = 0; m < s->count && found; m++)
            found = (part >> m & 1) != 0 || is_not_nearer(n, p[0], s->w[m], slack);
        if (!found)
            continue;
        count = 0;
        for (int m = 0; m < s->count; m++)
            if ((part >> m & 1) != 0) {
                s->member[count] = s->member[m];
                memmove(s->w[count++], s->w[m], sizeof s->w[0]);
            }
        s->count = count;
        memcpy(s->n, n, sizeof n);
        return true;
    }
    return false;
}

/* A vertex with the greatest n . x, as if all were at rest. */
static uint32_t guess_at_rest(const sepal_solids *set, uint32_t index, const double n[3]) {
    if (sepal_solid_is_box(set, index)) {
        const sepal_box_exact *box = sepal_solid_exact(set, index);
        const float *g[3] = {box->u, box->v, box->w};
        uint32_t number = 0;
        for (uint32_t k = 0; k < 3; k++)
            number |= (uint32_t)((n[0] * (double)g[k][0] + n[1] * (double)g[k][1]) + n[2] * (double)g[k][2] > 0) << k;
        return number;
    }
    const uint32_t size = set->heads[index].size;
    const float *x = sepal_solid_x(set, index), *y = sepal_solid_y(set, index), *z = sepal_solid_z(set, index);
    double height[SEPAL_HEIGHTS], most = -INFINITY;
    uint32_t best = 0;
    for (uint32_t first = 0; first < size; first += SEPAL_HEIGHTS) {
        const uint32_t count = size - first < SEPAL_HEIGHTS ? size - first : SEPAL_HEIGHTS;
        for (uint32_t k = 0; k < count; k++)
            height[k] = (n[0] * (double)x[first + k] + n[1] * (double)y[first + k]) + n[2] * (double)z[first + k];
        const uint32_t k = sepal_greatest_of(height, count);
        if (height[k] > most)
            most = height[k], best = first + k;
    }
    return best;
}

/* The first of the vertices with the greatest n . x, where b is at a time. */
static uint32_t guess_on_the_way(const sepal_cores *cores, bool of_b, const double n[3]) {
    const uint32_t from = sepal_cores_first(cores, of_b), size = sepal_cores_end(cores, of_b) - from;
    double height[SEPAL_HEIGHTS], most = -INFINITY;
    uint32_t best = from;
    for (uint32_t first = 0; first < size; first += SEPAL_HEIGHTS) {
        const uint32_t count = size - first < SEPAL_HEIGHTS ? size - first : SEPAL_HEIGHTS;
        sepal_cores_heights(cores, of_b, n, from + first, count, height);
        const uint32_t k = sepal_greatest_of(height, count);
        if (height[k] > most)
            most = height[k], best = from + first + k;
    }
    return best;
}

/* Is b at a time? Then the part that is found, of several in one plane, tells the last bits of a normal (solids_scalar_hit_round.c): so the
 * search has one order. Elsewhere answers do not depend on it. */
static bool is_on_the_way(const sepal_cores *cores) {
    return cores->first_b >= cores->still_b;
}

/* The member with the least n . w. */
static sepal_member guess_support(const sepal_cores *cores, const double n[3]) {
    const double down[3] = {-n[0], -n[1], -n[2]};
    if (is_on_the_way(cores))
        return (sepal_member){guess_on_the_way(cores, false, n), guess_on_the_way(cores, true, down)};
    sepal_member at = {guess_at_rest(cores->a, cores->i, n), cores->first_b};
    if (cores->size_b == 1)
        return at;
    at.b = guess_at_rest(cores->b, cores->j, down);
    if (sepal_cores_moved(cores, true) && d3_dot(n, cores->way.x) < 0)
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
