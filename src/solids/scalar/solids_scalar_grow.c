/* solids_scalar_grow.c — the first attempt at the smallest push: the polytope of polytope.h of two cores, one vertex or face at a time,
 * and the exact signs that tell whether its face is the answer. */
#include "../../core/arithmetic.h"

#include "../../core/compiler.h"
#include "../../core/d3.h"
#include "../../simd/one.h"
#include "polytope.h"
#include <math.h>
#include <string.h>

/* A core, relative to a vertex of a, or to its centre, if that is a box. */
typedef struct grow_core {
    uint32_t size;
    bool is_box;
    const float *x; /* of a hull: the coordinates, `step` from one axis to the next */
    size_t step;
    double origin[3];
    double corner[8][3]; /* of a box */
} grow_core;

typedef struct grow_cores {
    grow_core a, b;
    double extent;
} grow_cores;

/* --- The cores -------------------------------------------------------------------------------- */

static void place_of_grown(const grow_core *c, uint32_t i, double out[3]) {
    for (int k = 0; k < 3; k++)
        out[k] = c->is_box ? c->corner[i][k] : (double)c->x[i + (size_t)k * c->step] - c->origin[k];
}

/* Returns the greatest sum of the coordinates of a vertex. */
static double load_grown_core(const sepal_solids *set, uint32_t index, const double origin[3], grow_core *out) {
    double most = 0, at[3];
    out->size = set->heads[index].size;
    out->is_box = sepal_solid_is_box(set, index);
    out->x = out->is_box ? NULL : sepal_solid_x(set, index);
    out->step = sepal_solid_padded(out->size);
    memcpy(out->origin, origin, sizeof out->origin);
    for (uint32_t i = 0; i < 8 && out->is_box; i++)
        for (int k = 0; k < 3; k++) {
            const sepal_box_exact *box = sepal_solid_exact(set, index);
            const double u = (double)box->u[k], v = (double)box->v[k], w = (double)box->w[k];
            out->corner[i][k] = ((double)box->c[k] - origin[k]) + ((i & 1 ? u : -u) + ((i & 2 ? v : -v) + (i & 4 ? w : -w)));
        }
    for (uint32_t i = 0; i < out->size; i++) {
        place_of_grown(out, i, at);
        const double sum = d3_sum(at);
        most = sum > most ? sum : most;
    }
    return most;
}

static void load_grown_cores(const sepal_cores *cores, grow_cores *p) {
    double origin[3];
    for (int k = 0; k < 3; k++)
        origin[k] = sepal_solid_is_box(cores->a, cores->i)
                        ? (double)sepal_solid_exact(cores->a, cores->i)->c[k]
                        : (double)sepal_solid_x(cores->a, cores->i)[(size_t)k * sepal_solid_padded(cores->size_a)];
    double of_a = load_grown_core(cores->a, cores->i, origin, &p->a), of_b = load_grown_core(cores->b, cores->j, origin, &p->b);
    p->extent = (of_a > of_b ? of_a : of_b) * (1 + 0x1p-50);
}

/* The first of the vertices that are farthest along n, times sign. */
static uint32_t farthest_along(const grow_core *c, const double n[3], double sign) {
    const double o[3] = {c->origin[0], c->origin[1], c->origin[2]};
    double height[SEPAL_HEIGHTS], most = -INFINITY;
    uint32_t best = 0;
    for (uint32_t first = 0; first < c->size; first += SEPAL_HEIGHTS) {
        const uint32_t count = c->size - first < SEPAL_HEIGHTS ? c->size - first : SEPAL_HEIGHTS;
        if (c->is_box) {
            for (uint32_t i = 0; i < count; i++)
                height[i] = sign * d3_dot(n, c->corner[i]);
        } else {
            const float *x = c->x + first, *y = x + c->step, *z = y + c->step;
            for (uint32_t i = 0; i < count; i++)
                height[i] = sign * ((n[0] * ((double)x[i] - o[0]) + n[1] * ((double)y[i] - o[1])) + n[2] * ((double)z[i] - o[2]));
        }
        for (uint32_t i = 0; i < count; i++)
            if (height[i] > most)
                most = height[i], best = first + i;
    }
    return best;
}

static void find_farthest_member(const void *cores, const double n[3], sepal_member *member, double at[3]) {
    const grow_cores *p = cores;
    *member = (sepal_member){farthest_along(&p->a, n, -1), farthest_along(&p->b, n, 1)};
    double from[3], to[3];
    place_of_grown(&p->a, member->a, from);
    place_of_grown(&p->b, member->b, to);
    d3_sub(to, from, at);
}

static SEPAL_NOINLINE bool find_grown(const sepal_cores *cores, sepal_grown *out) {
    const sepal_solid_ball *of_a = &cores->a->balls[cores->i], *of_b = &cores->b->balls[cores->j];
    const double c[3] = {(double)of_b->x - (double)of_a->x, (double)of_b->y - (double)of_a->y, (double)of_b->z - (double)of_a->z};
    grow_cores p;
    load_grown_cores(cores, &p);
    return grow_around(&(grow_source){find_farthest_member, &p, p.extent}, c, out);
}

/* --- Exactly ---------------------------------------------------------------------------------- */

bool sepal_nearest_is_outermost(sepal_nearest *nearest, const sepal_cores *cores, sepal_member *farthest) {
    const sepal_directions outward = {1, 1, {&nearest->n}, {1}};
    sepal_exact step, w;
    *farthest = sepal_exact_extreme(cores, &outward);
    sepal_exact_member(&w, cores, *farthest);
    sepal_exact_minus(&step, &w, &nearest->w[0]);
    return sepal_exact_dot_sign(&nearest->n, &step, cores) <= 0;
}

bool sepal_solids_scalar_grown_face(const sepal_cores *cores, sepal_nearest *out) {
    sepal_grown grown;
    sepal_member farthest;
    if (!find_grown(cores, &grown))
        return false;
    sepal_nearest_set(out, cores, 3, grown.member);
    return !sepal_exact_is_zero(&out->n, cores) && sepal_nearest_is_outermost(out, cores, &farthest) &&
           sepal_nearest_compare(out, cores, &grown.most) <= 0;
}
