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

/* Sets n to the direction of the point of the affine hull that is nearest to the origin. Is it strictly between the members? */
static bool guess_normal(simplex *s) {
    double e[3], f[3], across[3];
    memcpy(s->n, s->w[0], sizeof s->n);
    if (s->count == 1)
        return true;
    d3_sub(s->w[1], s->w[0], e);
    if (s->count == 2) {
        d3_cross(e, s->w[0], across);
        d3_cross(across, e, s->n);
        return d3_dot(s->w[0], e) < 0 && d3_dot(s->w[1], e) > 0;
    }
    d3_sub(s->w[2], s->w[0], f);
    d3_cross(e, f, s->n);
    for (int k = 0; k < 3; k++) {
        d3_cross(s->w[(k + 1) % 3], s->w[(k + 2) % 3], across);
        if (d3_dot(s->n, across) <= 0)
            return false;
    }
    const double side = d3_dot(s->n, s->w[0]) < 0 ? -1 : 1;
    for (int k = 0; k < 3; k++)
        s->n[k] *= side;
    return true;
}

/* Is a point not on the origin's side of the simplex? */
static bool is_not_nearer(const simplex *s, const double w[3], double slack) {
    double step[3];
    d3_sub(w, s->w[0], step);
    return d3_dot(s->n, step) >= -slack * d3_length(s->n);
}

/* The part of up to three of all members, the last among them, that holds their point nearest to the origin. */
static bool guess_part(const simplex *all, double slack, simplex *out) {
    for (int k = 0; k < SEPAL_PARTS; k++) {
        if (sepal_parts[k] >> (all->count - 1) != 1)
            continue;
        out->count = 0;
        for (int m = 0; m < all->count; m++)
            if ((sepal_parts[k] >> m & 1) != 0) {
                out->member[out->count] = all->member[m];
                memcpy(out->w[out->count++], all->w[m], sizeof out->w[0]);
            }
        bool found = guess_normal(out);
        for (int m = 0; m < all->count && found; m++)
            found = (sepal_parts[k] >> m & 1) != 0 || is_not_nearer(out, all->w[m], slack);
        if (found)
            return true;
    }
    return false;
}

/* The first of the vertices with the greatest sign * n . x. */
static uint32_t guess_farthest(const sepal_cores *cores, bool of_b, const double n[3], double sign) {
    const uint32_t first = sepal_cores_first(cores, of_b), size = sepal_cores_end(cores, of_b) - first;
    const double along[3] = {sign * n[0], sign * n[1], sign * n[2]};
    double height[SEPAL_HEIGHTS], most = -INFINITY;
    uint32_t best = first;
    for (uint32_t part = 0; part < size; part += SEPAL_HEIGHTS) {
        const uint32_t count = size - part < SEPAL_HEIGHTS ? size - part : SEPAL_HEIGHTS;
        sepal_cores_heights(cores, of_b, along, first + part, count, height);
        for (uint32_t k = 0; k < count; k++)
            if (height[k] > most)
                most = height[k], best = first + part + k;
    }
    return best;
}

int sepal_solids_scalar_guess(const sepal_cores *cores, int count, sepal_member member[4]) {
    const double slack = 3 * GUESS_PROGRESS * (sepal_cores_extent(cores, false) + sepal_cores_extent(cores, true));
    simplex at, all;
    all.count = 0;
    for (int k = 0; k < count; k++)
        add_member(&all, cores, member[k]);
    if (count < 2 || !guess_part(&all, slack, &at)) {
        all.count = 1;
        at = all;
        (void)guess_normal(&at);
    }
    for (int step = 0; step < GUESS_STEPS; step++) {
        if (d3_dot(at.n, at.w[0]) <= slack * d3_length(at.n)) { /* the origin is in the part, or close to it */
            memcpy(member, at.member, sizeof at.member);
            return at.count;
        }
        all = at;
        add_member(&all, cores, (sepal_member){guess_farthest(cores, false, at.n, 1), guess_farthest(cores, true, at.n, -1)});
        if (is_not_nearer(&at, all.w[at.count], slack)) {
            memcpy(member, at.member, sizeof at.member);
            return at.count;
        }
        if (!guess_part(&all, slack, &at)) { /* it is the whole tetrahedron */
            memcpy(member, all.member, sizeof all.member);
            return all.count == 4 ? 4 : 0;
        }
    }
    return 0;
}
