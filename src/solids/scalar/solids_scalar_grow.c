/* solids_scalar_grow.c — the first attempt at the smallest push: the polytope of polytope.h of two cores, one vertex or face at a time,
 * and the exact signs that tell whether its face is the answer. */
#include "../../core/arithmetic.h"

#include "../../core/compiler.h"
#include "../../core/d3.h"
#include "../../simd/one.h"
#include "polytope.h"
#include <math.h>
#include <string.h>

/* A core, relative to a vertex of a, or to its centre, if that is a box. at: the vertices of a box, and of a hull that has no more. */
typedef struct grow_core {
    uint32_t size;
    const float *x; /* of a larger hull: the coordinates, `step` from one axis to the next */
    size_t step;
    double origin[3], at[3][SEPAL_HEIGHTS];
} grow_core;

typedef struct grow_cores {
    grow_core a, b;
    double extent;
} grow_cores;

/* --- The cores -------------------------------------------------------------------------------- */

static void place_of_grown(const grow_core *c, uint32_t i, double out[3]) {
    for (int k = 0; k < 3; k++)
        out[k] = c->x == NULL ? c->at[k][i] : (double)c->x[i + (size_t)k * c->step] - c->origin[k];
}

/* Returns the greatest sum of the coordinates of a vertex. */
static double load_grown_core(const sepal_core *core, uint32_t size, const double origin[3], grow_core *out) {
    const sepal_box_exact *box = core->box;
    double most = 0, at[3];
    out->size = size;
    out->x = box == NULL && size > SEPAL_HEIGHTS ? core->x : NULL;
    out->step = core->step;
    for (int k = 0; k < 3; k++) {
        const double o = out->origin[k] = origin[k];
        if (box != NULL) {
            const double u = (double)box->u[k], v = (double)box->v[k], w = (double)box->w[k];
            for (uint32_t i = 0; i < 8; i++)
                out->at[k][i] = ((double)box->c[k] - o) + ((i & 1 ? u : -u) + ((i & 2 ? v : -v) + (i & 4 ? w : -w)));
        } else if (out->x == NULL) {
            const float *x = core->x + (size_t)k * core->step;
            for (uint32_t i = 0; i < size; i++)
                out->at[k][i] = (double)x[i] - o;
        }
    }
    for (uint32_t i = 0; i < size; i++) {
        place_of_grown(out, i, at);
        const double sum = d3_sum(at);
        most = sum > most ? sum : most;
    }
    return most;
}

static void load_grown_cores(const sepal_cores *cores, grow_cores *p) {
    const sepal_core *a = &cores->core[0];
    double origin[3];
    for (int k = 0; k < 3; k++)
        origin[k] = (double)(a->box != NULL ? a->box->c[k] : a->x[(size_t)k * a->step]);
    const double of_a = load_grown_core(a, cores->size_a, origin, &p->a),
                 of_b = load_grown_core(&cores->core[1], cores->size_b, origin, &p->b);
    p->extent = (of_a > of_b ? of_a : of_b) * (1 + 0x1p-50);
}

/* The first of the vertices that are farthest along n. */
static uint32_t farthest_along(const grow_core *c, const double n[3]) {
    double height[SEPAL_HEIGHTS], most = -INFINITY;
    uint32_t best = 0;
    for (uint32_t first = 0; first < c->size; first += SEPAL_HEIGHTS) {
        const uint32_t count = c->size - first < SEPAL_HEIGHTS ? c->size - first : SEPAL_HEIGHTS;
        if (c->x == NULL) {
            for (uint32_t i = 0; i < count; i++)
                height[i] = (n[0] * c->at[0][i] + n[1] * c->at[1][i]) + n[2] * c->at[2][i];
        } else {
            const float *x = c->x + first, *y = x + c->step, *z = y + c->step;
            const double *o = c->origin;
            for (uint32_t i = 0; i < count; i++)
                height[i] = (n[0] * ((double)x[i] - o[0]) + n[1] * ((double)y[i] - o[1])) + n[2] * ((double)z[i] - o[2]);
        }
        const uint32_t i = sepal_greatest_of(height, count);
        if (height[i] > most)
            most = height[i], best = first + i;
    }
    return best;
}

static void find_farthest_member(const void *cores, const double n[3], sepal_member *member, double at[3]) {
    const grow_cores *p = cores;
    const double down[3] = {-n[0], -n[1], -n[2]};
    *member = (sepal_member){farthest_along(&p->a, down), farthest_along(&p->b, n)};
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

bool sepal_solids_scalar_grown_face(const sepal_cores *cores, sepal_nearest *out, bool *around) {
    sepal_grown grown;
    sepal_member farthest;
    *around = false;
    if (!find_grown(cores, &grown))
        return false;
    *around = grown.around;
    sepal_nearest_set(out, cores, 3, grown.member);
    return !sepal_exact_is_zero(&out->n, cores) && sepal_nearest_is_outermost(out, cores, &farthest) &&
           sepal_nearest_compare(out, cores, &grown.most) <= 0;
}
