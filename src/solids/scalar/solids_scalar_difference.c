/* solids_scalar_difference.c — vectors between vertices: in double with a bound on the error, and exactly. */
#include "../../core/arithmetic.h"

#include "../../exact/orient3.h"
#include "difference.h"
#include <math.h>

/* Bounds of docs/numerics/solids.md, "Vectors", in units of 2^-53 and relative to the greatest components of the factors: the
 * rounding of a component of a cross product (4), and of a dot product (8); the rest covers the rounding of the bound itself. The
 * slack covers that of what the factors' own errors become. */
#define CROSS_ERROR (6 * 0x1p-53)
#define DOT_ERROR   (10 * 0x1p-53)
#define SLACK       (1 + 0x1p-40)

/* a + b in double, and what that lacks (Knuth; Shewchuk's theorem 7). */
static double sum_of(double a, double b, double *lack) {
    double sum = a + b, b_seen = sum - a, a_seen = sum - b_seen;
    *lack = (a - a_seen) + (b - b_seen);
    return sum;
}

/* --- Vertices --------------------------------------------------------------------------------- */

/* The most terms of a component of a vertex: four of a box, two of the moves, and what it goes on. */
enum { VERTEX_TERMS = 7 };

/* Component k of vertex `number` of a solid as a sum of floats. Bits 0, 1, 2 of the number of a box's vertex say on which side of
 * u, v, w it is. */
static int terms_at_rest(const sepal_solids *set, uint32_t index, uint32_t number, int k, double terms[VERTEX_TERMS]) {
    if (!sepal_solid_is_box(set, index)) {
        const float *x = sepal_solid_x(set, index) + (size_t)k * sepal_solid_padded(set->heads[index].size);
        terms[0] = (double)x[number];
        return 1;
    }
    const sepal_box_exact *box = sepal_solid_exact(set, index);
    terms[0] = (double)box->c[k];
    terms[1] = number & 1 ? (double)box->u[k] : -(double)box->u[k];
    terms[2] = number & 2 ? (double)box->v[k] : -(double)box->v[k];
    terms[3] = number & 4 ? (double)box->w[k] : -(double)box->w[k];
    return 4;
}

/* The same of a vertex that may have moved: the product of a time and a move is exact in double. */
static int terms_of(const sepal_cores *cores, sepal_vertex v, int k, double terms[VERTEX_TERMS]) {
    bool moved = v.of_b && v.number >= cores->still_b;
    int count = v.of_b ? terms_at_rest(cores->b, cores->j, moved ? v.number - cores->still_b : v.number, k, terms)
                       : terms_at_rest(cores->a, cores->i, v.number, k, terms);
    if (moved) {
        terms[count++] = (double)cores->time * (double)cores->move_b[k];
        terms[count++] = -((double)cores->time * (double)cores->move_a[k]);
    }
    for (int t = 0; t < count; t++)
        terms[t] *= cores->scale;
    if (moved && cores->onward[k] != 0)
        terms[count++] = cores->onward[k];
    return count;
}

/* Of a hull at rest it is the floats as they are, which searches ask for again and again. */
static sepal_exact_vector vertex_of(const sepal_cores *cores, sepal_vertex v) {
    const sepal_solids *set = v.of_b ? cores->b : cores->a;
    uint32_t index = v.of_b ? cores->j : cores->i;
    if (!sepal_solid_is_box(set, index) && !(v.of_b && v.number >= cores->still_b)) {
        const float *at = sepal_solid_x(set, index) + v.number;
        const size_t step = sepal_solid_padded(set->heads[index].size);
        const double scale = cores->scale;
        return (sepal_exact_vector){{scale * (double)at[0], scale * (double)at[step], scale * (double)at[2 * step]}, 0};
    }
    sepal_exact_vector out = {{0, 0, 0}, 0};
    for (int k = 0; k < 3; k++) {
        double terms[VERTEX_TERMS], lack, lacks = 0;
        int count = terms_of(cores, v, k, terms);
        out.x[k] = terms[0];
        for (int t = 1; t < count; t++) {
            out.x[k] = sum_of(out.x[k], terms[t], &lack);
            lacks += fabs(lack);
        }
        out.error = lacks * SLACK > out.error ? lacks * SLACK : out.error;
    }
    return out;
}

static sepal_exact_vector vertex_at(const sepal_cores *cores, sepal_vertex v) {
    if (v.of_b)
        return sepal_solid_is_box(cores->b, cores->j) && v.number < cores->still_b ? cores->corner_b[v.number]
                                                                                   : vertex_of(cores, v);
    return sepal_solid_is_box(cores->a, cores->i) ? cores->corner_a[v.number] : vertex_of(cores, v);
}

static void set_corners(sepal_cores *cores) {
    for (uint32_t corner = 0; corner < 8 && sepal_solid_is_box(cores->a, cores->i); corner++)
        cores->corner_a[corner] = vertex_of(cores, (sepal_vertex){false, corner});
    for (uint32_t corner = 0; corner < 8 && sepal_solid_is_box(cores->b, cores->j); corner++)
        cores->corner_b[corner] = vertex_of(cores, (sepal_vertex){true, corner});
}

void sepal_cores_set(sepal_cores *cores, const sepal_solids *a, uint32_t i, const sepal_solids *b, uint32_t j) {
    cores->a = a;
    cores->b = b;
    cores->i = i;
    cores->j = j;
    cores->size_a = a->heads[i].size;
    cores->first_b = 0;
    cores->size_b = cores->still_b = b->heads[j].size;
    cores->time = 0;
    cores->scale = 1;
    set_corners(cores);
}

void sepal_cores_move(sepal_cores *cores, const float move_a[3], const float move_b[3], double scale) {
    cores->move_a = move_a;
    cores->move_b = move_b;
    if (scale != 1) {
        cores->scale = scale;
        set_corners(cores);
    }
}

static void set_time(sepal_cores *cores, float time) {
    cores->time = time;
    for (int k = 0; k < 3; k++)
        cores->onward[k] = 0;
}

void sepal_cores_sweep(sepal_cores *cores, float time) {
    set_time(cores, time);
    cores->first_b = 0;
    cores->size_b = 2 * cores->still_b;
}

void sepal_cores_advance(sepal_cores *cores, float time) {
    set_time(cores, time);
    cores->first_b = cores->size_b = cores->still_b;
}

void sepal_cores_go_on(sepal_cores *cores, const double onward[3]) {
    for (int k = 0; k < 3; k++)
        cores->onward[k] = onward[k];
}

/* --- Vectors ---------------------------------------------------------------------------------- */

/* p - q */
static sepal_exact_vector subtract(const sepal_exact_vector *p, const sepal_exact_vector *q) {
    sepal_exact_vector out;
    double most = 0;
    for (int k = 0; k < 3; k++) {
        double lack;
        out.x[k] = sum_of(p->x[k], -q->x[k], &lack);
        most = fabs(lack) > most ? fabs(lack) : most;
    }
    out.error = ((most + p->error) + q->error) * SLACK;
    return out;
}

void sepal_exact_between(sepal_exact *out, const sepal_cores *cores, sepal_vertex from, sepal_vertex to) {
    sepal_exact_vector p = vertex_at(cores, to), q = vertex_at(cores, from);
    out->near = subtract(&p, &q);
    out->kind = SEPAL_BETWEEN;
    out->to = to;
    out->from = from;
    out->known = false;
}

void sepal_exact_member(sepal_exact *out, const sepal_cores *cores, sepal_member member) {
    sepal_exact_between(out, cores, (sepal_vertex){false, member.a}, (sepal_vertex){true, member.b});
}

void sepal_exact_way(sepal_exact *out, const sepal_cores *cores, int sign) {
    double scale = sign * cores->scale, lack = 0;
    for (int k = 0; k < 3; k++) {
        double terms[2] = {scale * (double)cores->move_b[k], -(scale * (double)cores->move_a[k])};
        sepal_number_sum(terms, 2, &out->x[k]);
        out->near.x[k] = sepal_number_value(&out->x[k]);
        lack = out->x[k].length > 1 ? fmax(lack, 0x1p-52 * fabs(out->near.x[k])) : lack;
    }
    out->near.error = lack;
    out->kind = SEPAL_FIXED;
    out->known = true;
}

void sepal_exact_minus(sepal_exact *out, sepal_exact *p, sepal_exact *q) {
    out->near = subtract(&p->near, &q->near);
    out->kind = SEPAL_MINUS;
    out->p = p;
    out->q = q;
    out->known = false;
}

void sepal_exact_cross(sepal_exact *out, sepal_exact *p, sepal_exact *q) {
    const double *a = p->near.x, *b = q->near.x;
    double size_a = sepal_largest_of(a), size_b = sepal_largest_of(b), error_a = p->near.error, error_b = q->near.error;
    for (int k = 0; k < 3; k++) {
        int y = (k + 1) % 3, z = (k + 2) % 3;
        out->near.x[k] = a[y] * b[z] - a[z] * b[y];
    }
    out->near.error = CROSS_ERROR * (size_a * size_b) + 2 * SLACK * ((size_a + error_a) * error_b + size_b * error_a);
    out->kind = SEPAL_CROSS;
    out->p = p;
    out->q = q;
    out->known = false;
}

void sepal_exact_axis(sepal_exact *out, int axis) {
    for (int k = 0; k < 3; k++) {
        double one = k == axis;
        out->near.x[k] = one;
        sepal_number_sum(&one, 1, &out->x[k]);
    }
    out->near.error = 0;
    out->kind = SEPAL_FIXED;
    out->known = true;
}

static void know_between(sepal_exact *v, const sepal_cores *cores) {
    for (int k = 0; k < 3; k++) {
        double terms[2 * VERTEX_TERMS], from[VERTEX_TERMS];
        int count = terms_of(cores, v->to, k, terms), more = terms_of(cores, v->from, k, from);
        for (int t = 0; t < more; t++)
            terms[count++] = -from[t];
        sepal_number_sum(terms, count, &v->x[k]);
    }
}

/* Only what is made of others that are known: so no function calls itself. */
static void know_from(sepal_exact *v) {
    for (int k = 0; k < 3; k++) {
        int y = (k + 1) % 3, z = (k + 2) % 3;
        if (v->kind == SEPAL_MINUS) {
            sepal_number_subtract(&v->p->x[k], &v->q->x[k], &v->x[k]);
        } else {
            sepal_number left, right;
            sepal_number_multiply(&v->p->x[y], &v->q->x[z], &left);
            sepal_number_multiply(&v->p->x[z], &v->q->x[y], &right);
            sepal_number_subtract(&left, &right, &v->x[k]);
        }
    }
}

void sepal_exact_know(sepal_exact *v, const sepal_cores *cores) { /* NOLINT(misc-no-recursion): as deep as the formula, 4 */
    if (v->known)
        return;
    if (v->kind == SEPAL_BETWEEN) {
        know_between(v, cores);
    } else {
        sepal_exact_know(v->p, cores);
        sepal_exact_know(v->q, cores);
        know_from(v);
    }
    v->known = true;
}

void sepal_exact_refine(sepal_exact *v, const sepal_cores *cores) {
    sepal_exact_know(v, cores);
    for (int k = 0; k < 3; k++)
        v->near.x[k] = sepal_number_value(&v->x[k]);
    v->near.error = 0x1p-52 * sepal_largest_of(v->near.x);
}

/* --- Signs ------------------------------------------------------------------------------------ */

void sepal_exact_dot(sepal_exact *p, sepal_exact *q, const sepal_cores *cores, sepal_number *out) {
    sepal_number product;
    sepal_exact_know(p, cores);
    sepal_exact_know(q, cores);
    out->length = 0;
    for (int k = 0; k < 3; k++) {
        sepal_number_multiply(&p->x[k], &q->x[k], &product);
        sepal_number_add(out, &product, out);
    }
}

int sepal_exact_dot_sign(sepal_exact *p, sepal_exact *q, const sepal_cores *cores) {
    const double *a = p->near.x, *b = q->near.x;
    double size_a = sepal_largest_of(a), size_b = sepal_largest_of(b), error_a = p->near.error, error_b = q->near.error;
    double value = (a[0] * b[0] + a[1] * b[1]) + a[2] * b[2];
    double error = DOT_ERROR * (size_a * size_b) + 3 * SLACK * ((size_a + error_a) * error_b + size_b * error_a);
    if (fabs(value) > error)
        return value > 0 ? 1 : -1;
    if (error == 0)
        return 0; /* one of them is the null vector */
    sepal_number dot;
    sepal_exact_dot(p, q, cores, &dot);
    return sepal_number_sign(&dot);
}

int sepal_exact_component_sign(sepal_exact *v, int k, const sepal_cores *cores) {
    double value = v->near.x[k];
    if (fabs(value) > v->near.error)
        return value > 0 ? 1 : -1;
    if (v->near.error == 0)
        return 0;
    sepal_exact_know(v, cores);
    return sepal_number_sign(&v->x[k]);
}

bool sepal_exact_is_zero(sepal_exact *v, const sepal_cores *cores) {
    return sepal_exact_component_sign(v, 0, cores) == 0 && sepal_exact_component_sign(v, 1, cores) == 0 &&
           sepal_exact_component_sign(v, 2, cores) == 0;
}

/* --- Supports --------------------------------------------------------------------------------- */

uint32_t sepal_exact_farthest(const sepal_cores *cores, bool of_b, sepal_exact *n) {
    uint32_t best = sepal_cores_first(cores, of_b), end = sepal_cores_end(cores, of_b);
    for (uint32_t k = best + 1; k < end; k++) {
        sepal_exact step;
        sepal_exact_between(&step, cores, (sepal_vertex){of_b, best}, (sepal_vertex){of_b, k});
        if (sepal_exact_dot_sign(n, &step, cores) > 0)
            best = k;
    }
    return best;
}

/* The vertex with the least n . x. */
static uint32_t nearest_vertex(const sepal_cores *cores, bool of_b, sepal_exact *n) {
    uint32_t best = sepal_cores_first(cores, of_b), end = sepal_cores_end(cores, of_b);
    for (uint32_t k = best + 1; k < end; k++) {
        sepal_exact step;
        sepal_exact_between(&step, cores, (sepal_vertex){of_b, best}, (sepal_vertex){of_b, k});
        if (sepal_exact_dot_sign(n, &step, cores) < 0)
            best = k;
    }
    return best;
}

sepal_member sepal_exact_support(const sepal_cores *cores, sepal_exact *n) {
    return (sepal_member){sepal_exact_farthest(cores, false, n), nearest_vertex(cores, true, n)};
}
