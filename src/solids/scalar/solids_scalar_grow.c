/* solids_scalar_grow.c — a polytope of members of the Minkowski difference K, grown in double until its nearest face seems to be one
 * of K.
 *
 * The expanding polytope of van den Bergen, "Proximity queries and penetration depth computation on 3D game objects", GDC 2001: four
 * members; the nearest face of their tetrahedron; the member farthest along its normal, which the polytope takes in, until none is
 * beyond that face. Members that are in the plane of a face but for rounding are left out, so that solids that rest on each other,
 * whose K has many faces in one plane or nearly so, take a few steps.
 *
 * Where several faces are as near, this order of operations tells which one answers. So every operation here is part of the
 * definition, and the kernels do the same ones. Nothing here has to be right: the face is the answer only after exact signs agree
 * (docs/numerics/solids.md, "Smallest push"). */
#include "../../core/arithmetic.h"

#include "../../core/compiler.h"
#include "../../core/d3.h"
#include "push.h"
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

typedef struct grow_corner {
    sepal_member member;
    double w[3];
} grow_corner;

/* The corners of a face, outside in front; its unit normal; the least n . w of its corners; above 0 if the origin is certainly
 * behind it. */
typedef struct grow_face {
    uint8_t corner[3];
    double n[3], distance, behind;
} grow_face;

typedef struct grow_body {
    grow_core a, b;
    double extent;
    int corners, faces;
    grow_corner corner[SEPAL_GROW_CORNERS];
    grow_face face[SEPAL_GROW_FACES];
} grow_body;

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

static bool load_grown_cores(const sepal_cores *cores, grow_body *p) {
    double origin[3];
    for (int k = 0; k < 3; k++)
        origin[k] = sepal_solid_is_box(cores->a, cores->i)
                        ? (double)sepal_solid_exact(cores->a, cores->i)->c[k]
                        : (double)sepal_solid_x(cores->a, cores->i)[(size_t)k * sepal_solid_padded(cores->size_a)];
    double of_a = load_grown_core(cores->a, cores->i, origin, &p->a), of_b = load_grown_core(cores->b, cores->j, origin, &p->b);
    p->extent = (of_a > of_b ? of_a : of_b) * (1 + 0x1p-50);
    return p->extent > SEPAL_GROW_LEAST && p->extent < SEPAL_GROW_MOST;
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

/* The member that is farthest along n, times sign. */
static void farthest_member(const grow_body *p, const double n[3], double sign, grow_corner *out) {
    out->member = (sepal_member){farthest_along(&p->a, n, -sign), farthest_along(&p->b, n, sign)};
    double from[3], to[3];
    place_of_grown(&p->a, out->member.a, from);
    place_of_grown(&p->b, out->member.b, to);
    d3_sub(to, from, out->w);
}

/* --- The polytope ----------------------------------------------------------------------------- */

/* False if the corners are in a line. */
static bool set_face(grow_body *p, int number, int from, int to, int apex) {
    const double *w[3] = {p->corner[from].w, p->corner[to].w, p->corner[apex].w};
    grow_face *f = &p->face[number];
    double e[3], g[3], n[3];
    d3_sub(w[1], w[0], e);
    d3_sub(w[2], w[0], g);
    d3_cross(e, g, n);
    double square = d3_dot(n, n), inverse = 1 / sqrt(square), lengths = d3_sum(e) + d3_sum(g);
    if (!(square > 0))
        return false;
    f->distance = INFINITY;
    for (int k = 0; k < 3; k++) {
        f->corner[k] = (uint8_t)(k == 0 ? from : k == 1 ? to : apex);
        f->n[k] = n[k] * inverse;
    }
    for (int k = 0; k < 3; k++)
        f->distance = fmin(f->distance, d3_dot(f->n, w[k]));
    double limit = lengths * (lengths * SEPAL_GROW_EDGES + SEPAL_GROW_SIDES * p->extent);
    f->behind = f->distance - p->extent * (limit * inverse + SEPAL_GROW_PLACE);
    return true;
}

static void set_grown_corner(void *polytope, int number, const double n[3], double sign, double at[3]) {
    grow_body *p = polytope;
    farthest_member(p, n, sign, &p->corner[number]);
    memcpy(at, p->corner[number].w, sizeof p->corner[number].w);
}

static bool start_body(const sepal_cores *cores, grow_body *p) {
    const sepal_solid_ball *of_a = &cores->a->balls[cores->i], *of_b = &cores->b->balls[cores->j];
    const double c[3] = {(double)of_b->x - (double)of_a->x, (double)of_b->y - (double)of_a->y, (double)of_b->z - (double)of_a->z};
    const int one = sepal_grow_start(set_grown_corner, p, p->extent, c), two = 3 - one;
    p->corners = p->faces = 4;
    return one != 0 && set_face(p, 0, 0, one, two) && set_face(p, 1, one, 0, 3) && set_face(p, 2, two, one, 3) &&
           set_face(p, 3, 0, two, 3);
}

/* Takes in a corner. The new faces get the numbers of those that are taken away, and further ones. False if there is no room. */
static bool grow_body_by(grow_body *p, const grow_corner *more) {
    int gone[SEPAL_GROW_FACES], count = 0;
    sepal_grow_rim r;
    r.count = 0;
    if (p->corners == SEPAL_GROW_CORNERS)
        return false;
    for (int k = 0; k < p->faces; k++) {
        const grow_face *f = &p->face[k];
        if (!(d3_dot(f->n, more->w) - f->distance > SEPAL_GROW_BEYOND * p->extent))
            continue;
        for (int e = 0; e < 3; e++)
            if (!sepal_grow_note_rim(&r, f->corner[e], f->corner[(e + 1) % 3]))
                return false;
        gone[count++] = k;
    }
    int added = r.count - count;
    if (added < 0 || p->faces + added > SEPAL_GROW_FACES)
        return false;
    p->corner[p->corners++] = *more;
    for (int k = 0; k < r.count; k++)
        if (!set_face(p, k < count ? gone[k] : p->faces++, r.from[k], r.to[k], p->corners - 1))
            return false;
    return true;
}

static SEPAL_NOINLINE bool find_grown(const sepal_cores *cores, sepal_grown *out) {
    grow_body p;
    if (!load_grown_cores(cores, &p) || !start_body(cores, &p))
        return false;
    for (;;) {
        const grow_face *nearest = &p.face[0];
        grow_corner more;
        for (int k = 1; k < p.faces; k++)
            if (p.face[k].distance < nearest->distance)
                nearest = &p.face[k];
        farthest_member(&p, nearest->n, 1, &more);
        if (d3_dot(nearest->n, more.w) - nearest->distance <= SEPAL_GROW_PROGRESS * p.extent) {
            out->around = true;
            for (int k = 0; k < p.faces; k++)
                out->around = out->around && p.face[k].behind > 0;
            for (int k = 0; k < 3; k++)
                out->member[k] = p.corner[nearest->corner[k]].member;
            sepal_grown_set_most(out, nearest->distance, p.extent);
            return true;
        }
        if (!grow_body_by(&p, &more))
            return false;
    }
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
