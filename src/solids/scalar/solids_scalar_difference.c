/* solids_scalar_difference.c — vectors between vertices: in double with a bound on the error, and exactly. */
#include "../../core/arithmetic.h"

#include "../../core/compiler.h"
#include "../../core/d3.h"
#include "../../exact/orient64.h"
#include "../bounds.h"
#include "difference.h"
#include <assert.h>
#include <float.h>
#include <limits.h>
#include <math.h>

/* Bounds of docs/numerics/solids.md, "Vectors", in units of 2^-53 and relative to the greatest components of the factors: the
 * rounding of a component of a cross product (4), and of a dot product (8); the rest covers the rounding of the bound itself. The
 * slack covers that of what the factors' own errors become. */
#define CROSS_ERROR (6 * 0x1p-53)
#define DOT_ERROR   (10 * 0x1p-53)
#define SLACK       (1 + 0x1p-40)

/* The rounding of n . x, in the same units ("Supports" there). */
#define SUPPORT_ERROR (14 * 0x1p-53)

/* a + b in double, and what that lacks (Knuth; Shewchuk's theorem 7). */
static double sum_of(double a, double b, double *lack) {
    double sum = a + b, b_seen = sum - a, a_seen = sum - b_seen;
    *lack = (a - a_seen) + (b - b_seen);
    return sum;
}

/* The sum of up to three products is exact in double if the factors are multiples of units, and the greatest ones have a product of at most
 * so many products of the units (docs/numerics/solids.md, "Vectors"). */
#define WHOLE_PRODUCTS 0x1p51

/* The unit of a sum of such products, or 0 if it may have an error. greatest: their product; unit: that of the units. */
static inline double unit_of_products(double greatest, double unit) {
    return greatest <= WHOLE_PRODUCTS * unit ? unit : 0;
}

/* The unit of a vector is the lowest bit of its components, if it has no error, and that bit is a normal number. */
static void set_unit(sepal_exact_vector *v) {
    int least = SEPAL_SOLID_LOW_OF_ZERO;
    for (int k = 0; k < 3; k++) {
        const int bit = v->x[k] != 0 ? sepal_grain_of(v->x[k]) : least;
        least = bit < least ? bit : least;
    }
    v->unit = v->error > 0 || least < DBL_MIN_EXP - 1 ? 0 : sepal_power_of_two(least);
}

/* --- Vertices --------------------------------------------------------------------------------- */

/* The most terms of a component of a vertex: four of a box, two of the moves, and what it goes on. */
enum { VERTEX_TERMS = 7 };

/* Component k of vertex `number` of a core as a sum of floats. Bits 0, 1, 2 of the number of a box's vertex say on which side of
 * u, v, w it is. */
static int terms_at_rest(const sepal_core *core, uint32_t number, int k, double terms[VERTEX_TERMS]) {
    const sepal_box_exact *box = core->box;
    if (box == NULL) {
        terms[0] = (double)core->x[(size_t)k * core->step + number];
        return 1;
    }
    terms[0] = (double)box->c[k];
    terms[1] = number & 1 ? (double)box->u[k] : -(double)box->u[k];
    terms[2] = number & 2 ? (double)box->v[k] : -(double)box->v[k];
    terms[3] = number & 4 ? (double)box->w[k] : -(double)box->w[k];
    return 4;
}

/* The terms that a vertex has when it has moved: the product of a time and a move is exact in double. */
static int terms_of_way(const sepal_cores *cores, int k, double *terms) {
    const double time = cores->scale * (double)cores->time;
    terms[0] = time * (double)cores->move_b[k];
    terms[1] = -(time * (double)cores->move_a[k]);
    terms[2] = cores->onward[k];
    return 3;
}

/* Component k of a vertex that may have moved. */
static int terms_of(const sepal_cores *cores, sepal_vertex v, int k, double terms[VERTEX_TERMS]) {
    const bool moved = v.of_b && v.number >= cores->still_b;
    const int count = terms_at_rest(&cores->core[v.of_b], moved ? v.number - cores->still_b : v.number, k, terms);
    for (int t = 0; t < count; t++)
        terms[t] *= cores->scale;
    return moved ? count + terms_of_way(cores, k, terms + count) : count;
}

/* The sum of terms, each of three components, in double. Returns what it may be wrong by. */
static double sum_of_terms(double terms[3][VERTEX_TERMS], int count, double out[3]) {
    double error = 0;
    for (int k = 0; k < 3; k++) {
        double lack, lacks = 0;
        out[k] = terms[k][0];
        for (int t = 1; t < count; t++) {
            out[k] = sum_of(out[k], terms[k][t], &lack);
            lacks += fabs(lack);
        }
        error = lacks * SLACK > error ? lacks * SLACK : error;
    }
    return error;
}

/* Three additions lose nothing if all bits of a box fit (docs/numerics/solids.md, "Vectors"). */
enum { BOX_SPAN = 51 };

static void set_corners(sepal_cores *cores, bool of_b) {
    sepal_core *core = &cores->core[of_b];
    const sepal_box_exact *box = core->box;
    const double scale = cores->scale;
    for (int k = 0; k < 3; k++) {
        const double c = scale * (double)box->c[k], u = scale * (double)box->u[k], v = scale * (double)box->v[k],
                     w = scale * (double)box->w[k];
        for (int corner = 0; corner < 8; corner++)
            core->at[k][corner] = ((c + (corner & 1 ? u : -u)) + (corner & 2 ? v : -v)) + (corner & 4 ? w : -w);
    }
    for (uint32_t corner = 0; corner < 8 && box->high - box->low > BOX_SPAN; corner++) {
        double terms[3][VERTEX_TERMS], at[3];
        for (int k = 0; k < 3; k++)
            (void)terms_of(cores, (sepal_vertex){of_b, corner}, k, terms[k]);
        core->error[corner] = sum_of_terms(terms, 4, at);
        for (int k = 0; k < 3; k++)
            core->at[k][corner] = at[k];
        core->wrong = core->error[corner] > core->wrong ? core->error[corner] : core->wrong;
    }
}

static void load_core_at_rest(sepal_cores *cores, bool of_b, const sepal_solids *set, uint32_t index) {
    const sepal_solid_head *head = &set->heads[index];
    sepal_core *core = &cores->core[of_b];
    const bool is_box = sepal_solid_is_box(set, index);
    core->box = is_box ? sepal_solid_exact(set, index) : NULL;
    core->x = is_box ? NULL : sepal_solid_x(set, index);
    core->step = sepal_solid_padded(head->size);
    core->is_small = head->size <= SEPAL_CORE_SMALL;
    core->wrong = 0;
    core->extent = cores->scale * sepal_power_of_two(head->high + (is_box ? 2 : 0));
    for (int k = 0; k < SEPAL_CORE_SMALL; k++)
        core->error[k] = 0;
    if (is_box)
        set_corners(cores, of_b);
    for (int k = 0; k < 3 && !is_box && core->is_small; k++)
        for (uint32_t m = 0; m < SEPAL_CORE_SMALL; m++)
            core->at[k][m] = cores->scale * (double)core->x[(size_t)k * core->step + (m < head->size ? m : head->size - 1)];
}

void sepal_cores_set_scaled(sepal_cores *cores, const sepal_solids *a, uint32_t i, const sepal_solids *b, uint32_t j,
                            double scale) {
    const int low_a = a->heads[i].low, low_b = b->heads[j].low;
    cores->a = a;
    cores->b = b;
    cores->i = i;
    cores->j = j;
    cores->size_a = a->heads[i].size;
    cores->first_b = 0;
    cores->size_b = cores->still_b = b->heads[j].size;
    cores->time = 0;
    cores->scale = scale;
    cores->unit = scale * sepal_power_of_two(low_a < low_b ? low_a : low_b);
    load_core_at_rest(cores, false, a, i);
    load_core_at_rest(cores, true, b, j);
    cores->is_whole = cores->core[0].extent + cores->core[1].extent <= 0x1p52 * cores->unit;
}

static void set_way(sepal_cores *cores) {
    double terms[3][VERTEX_TERMS];
    int count = 0;
    for (int k = 0; k < 3; k++)
        count = terms_of_way(cores, k, terms[k]);
    cores->way.error = sum_of_terms(terms, count, cores->way.x);
    set_unit(&cores->way);
}

static void set_time(sepal_cores *cores, float time) {
    assert(time >= 0);
    cores->time = time;
    for (int k = 0; k < 3; k++)
        cores->onward[k] = 0;
    set_way(cores);
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
    set_way(cores);
}

/* --- Vectors ---------------------------------------------------------------------------------- */

/* A vertex at rest, and any. */
static inline void set_at_rest(const sepal_cores *cores, bool of_b, uint32_t number, sepal_exact_vector *out) {
    const sepal_core *core = &cores->core[of_b];
    sepal_core_place(core, cores->scale, number, out->x);
    out->error = core->is_small ? core->error[number] : 0;
    out->unit = out->error > 0 ? 0 : cores->unit;
}

/* p + sign * q */
static inline void add_vectors(const sepal_exact_vector *p, const sepal_exact_vector *q, int sign, sepal_exact_vector *out) {
    double most = 0;
    for (int k = 0; k < 3; k++) {
        double lack;
        out->x[k] = sum_of(p->x[k], sign * q->x[k], &lack);
        most = fabs(lack) > most ? fabs(lack) : most;
    }
    out->error = ((most + p->error) + q->error) * SLACK;
    out->unit = out->error > 0 ? 0 : p->unit < q->unit ? p->unit : q->unit;
}

static inline void set_vertex(const sepal_cores *cores, sepal_vertex v, sepal_exact_vector *out) {
    sepal_exact_vector rest;
    if (!v.of_b || v.number < cores->still_b) {
        set_at_rest(cores, v.of_b, v.number, out);
        return;
    }
    set_at_rest(cores, true, v.number - cores->still_b, &rest);
    add_vectors(&rest, &cores->way, 1, out);
}

/* An edge of a box: twice u, v or w, whatever its corners are rounded to. */
static bool set_edge_of_box(sepal_exact_vector *out, const sepal_cores *cores, sepal_vertex from, sepal_vertex to) {
    const sepal_box_exact *box = cores->core[to.of_b].box;
    const uint32_t bit = to.number ^ from.number;
    if (from.of_b != to.of_b || box == NULL || (bit != 1 && bit != 2 && bit != 4))
        return false;
    const float *edge = bit == 1 ? box->u : bit == 2 ? box->v : box->w;
    const double twice = (to.number & bit) != 0 ? 2 * cores->scale : -2 * cores->scale;
    for (int k = 0; k < 3; k++)
        out->x[k] = twice * (double)edge[k];
    out->error = 0;
    out->unit = cores->unit;
    return true;
}

static void set_difference(sepal_exact_vector *out, const sepal_cores *cores, sepal_vertex from, sepal_vertex to) {
    sepal_exact_vector p, q;
    if (cores->is_whole && !(from.of_b && from.number >= cores->still_b) && !(to.of_b && to.number >= cores->still_b)) {
        sepal_core_place(&cores->core[to.of_b], cores->scale, to.number, p.x);
        sepal_core_place(&cores->core[from.of_b], cores->scale, from.number, q.x);
        d3_sub(p.x, q.x, out->x);
        out->error = 0;
        out->unit = cores->unit;
        return;
    }
    set_vertex(cores, to, &p);
    set_vertex(cores, from, &q);
    add_vectors(&p, &q, -1, out);
}

void sepal_exact_between(sepal_exact *out, const sepal_cores *cores, sepal_vertex from, sepal_vertex to) {
    if (from.of_b && to.of_b && from.number >= cores->still_b &&
        to.number >= cores->still_b) /* as far from each other as at rest */
        from.number -= cores->still_b, to.number -= cores->still_b;
    if (!set_edge_of_box(&out->near, cores, from, to))
        set_difference(&out->near, cores, from, to);
    out->kind = SEPAL_BETWEEN;
    out->to = to;
    out->from = from;
    out->known = SEPAL_KNOWN_NEAR;
}

void sepal_exact_member(sepal_exact *out, const sepal_cores *cores, sepal_member member) {
    sepal_exact_between(out, cores, (sepal_vertex){false, member.a}, (sepal_vertex){true, member.b});
}

/* Sums of terms, which are known from the beginning. */
static void set_fixed(sepal_exact *out, double terms[3][2 * VERTEX_TERMS], int count) {
    double lack = 0;
    for (int k = 0; k < 3; k++) {
        sepal_number_sum(terms[k], count, &out->x[k]);
        out->near.x[k] = sepal_number_value(&out->x[k]);
        lack = out->x[k].length > 1 ? fmax(lack, 0x1p-52 * fabs(out->near.x[k])) : lack;
    }
    out->near.error = lack;
    set_unit(&out->near);
    out->kind = SEPAL_FIXED;
    out->known = SEPAL_KNOWN_NUMBERS;
}

void sepal_exact_way(sepal_exact *out, const sepal_cores *cores, int sign) {
    const double scale = sign * cores->scale;
    double terms[3][2 * VERTEX_TERMS];
    for (int k = 0; k < 3; k++) {
        terms[k][0] = scale * (double)cores->move_b[k];
        terms[k][1] = -(scale * (double)cores->move_a[k]);
    }
    set_fixed(out, terms, 2);
}

void sepal_exact_middle(sepal_exact *out, const sepal_cores *cores, int sign) {
    double terms[3][2 * VERTEX_TERMS];
    for (int side = 0; side < 2; side++) {
        const sepal_core *core = &cores->core[side];
        const sepal_box_exact *box = core->box;
        const double scale = (side == 0 ? -sign : sign) * cores->scale;
        uint32_t of[5];
        sepal_line_vertices(side == 1, side == 0 ? cores->size_a : cores->size_b, of);
        for (uint32_t k = 0; k < 3; k++)
            for (int i = 0; i < 5; i++) {
                const float *const parts[5] = {box != NULL ? box->c : NULL, box != NULL ? box->u : NULL,
                                               box != NULL ? box->v : NULL, box != NULL ? box->w : NULL, NULL};
                const double value = box == NULL ? (double)core->x[k * core->step + of[i]] : i < 4 ? (double)parts[i][k] : 0;
                const int share = box == NULL ? sepal_line_shares[i] : i < 4 ? sepal_line_box[side][i] : 0;
                terms[k][5 * side + i] = scale * share * value;
            }
    }
    set_fixed(out, terms, 10);
}

void sepal_exact_minus(sepal_exact *out, sepal_exact *p, sepal_exact *q) {
    add_vectors(&p->near, &q->near, -1, &out->near);
    out->kind = SEPAL_MINUS;
    out->p = p;
    out->q = q;
    out->known = SEPAL_KNOWN_NEAR;
}

void sepal_exact_cross(sepal_exact *out, sepal_exact *p, sepal_exact *q) {
    const double *a = p->near.x, *b = q->near.x;
    double size_a = sepal_largest_of(a), size_b = sepal_largest_of(b), error_a = p->near.error, error_b = q->near.error;
    for (int k = 0; k < 3; k++) {
        int y = (k + 1) % 3, z = (k + 2) % 3;
        out->near.x[k] = a[y] * b[z] - a[z] * b[y];
    }
    out->near.unit = unit_of_products(size_a * size_b, p->near.unit * q->near.unit);
    out->near.error =
        out->near.unit > 0 ? 0 : CROSS_ERROR * (size_a * size_b) + 2 * SLACK * ((size_a + error_a) * error_b + size_b * error_a);
    out->kind = SEPAL_CROSS;
    out->p = p;
    out->q = q;
    out->known = SEPAL_KNOWN_NEAR;
}

void sepal_exact_axis(sepal_exact *out, int axis) {
    for (int k = 0; k < 3; k++) {
        double one = k == axis;
        out->near.x[k] = one;
        sepal_number_sum(&one, 1, &out->x[k]);
    }
    out->near.error = 0;
    out->near.unit = 1;
    out->kind = SEPAL_FIXED;
    out->known = SEPAL_KNOWN_NUMBERS;
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
    if (v->known == SEPAL_KNOWN_NUMBERS)
        return;
    if (v->near.error == 0) {
        for (int k = 0; k < 3; k++)
            sepal_number_sum(&v->near.x[k], 1, &v->x[k]);
    } else if (v->kind == SEPAL_BETWEEN) {
        know_between(v, cores);
    } else {
        sepal_exact_know(v->p, cores);
        sepal_exact_know(v->q, cores);
        know_from(v);
    }
    v->known = SEPAL_KNOWN_NUMBERS;
}

/* --- Whole numbers ---------------------------------------------------------------------------- */

/* Where a sign is not known. */
enum { NOT_WHOLE = 2 };

#ifdef SEPAL_HAS_WHOLE
/* The sums of terms, of which there are up to 14, if none has more than 121 bits from the least unit on. */
static bool whole_of_terms(const double *const terms[3], const int count[3], sepal_whole_vector *out) {
    int64_t part[3][2 * VERTEX_TERMS];
    int unit[3][2 * VERTEX_TERMS], least = INT_MAX;
    for (int k = 0; k < 3; k++)
        for (int t = 0; t < count[k]; t++) {
            part[k][t] = sepal_whole_of_double(terms[k][t], &unit[k][t]);
            least = part[k][t] != 0 && unit[k][t] < least ? unit[k][t] : least;
        }
    for (int k = 0; k < 3; k++) {
        sepal_whole128 sum = 0;
        for (int t = 0; t < count[k]; t++) {
            const int by = part[k][t] == 0 ? 0 : unit[k][t] - least;
            if (by > 121 - 53 && by + sepal_natural128_bits(sepal_whole_magnitude(part[k][t])) > 121)
                return false;
            sum += part[k][t] * ((sepal_whole128)1 << by);
        }
        out->x[k] = sum;
    }
    out->unit = least == INT_MAX ? 0 : least;
    sepal_whole_measure(out);
    return true;
}

static bool whole_between(const sepal_exact *v, const sepal_cores *cores, sepal_whole_vector *out) {
    double terms[3][2 * VERTEX_TERMS];
    int count[3];
    for (int k = 0; k < 3; k++) {
        const int of_to = terms_of(cores, v->to, k, terms[k]);
        count[k] = of_to + terms_of(cores, v->from, k, terms[k] + of_to);
        for (int t = of_to; t < count[k]; t++)
            terms[k][t] = -terms[k][t];
    }
    return whole_of_terms((const double *const[3]){terms[0], terms[1], terms[2]}, count, out);
}

static bool whole_of_numbers(const sepal_exact *v, sepal_whole_vector *out) {
    for (int k = 0; k < 3; k++)
        if (v->x[k].length > 2 * VERTEX_TERMS)
            return false;
    return whole_of_terms((const double *const[3]){v->x[0].part, v->x[1].part, v->x[2].part},
                          (const int[3]){v->x[0].length, v->x[1].length, v->x[2].length}, out);
}

/* NOLINTNEXTLINE(misc-no-recursion): as above */
bool sepal_exact_whole(sepal_exact *v, const sepal_cores *cores, sepal_whole_vector *out) {
    bool fits;
    if (v->known == SEPAL_KNOWN_WHOLE) {
        *out = v->whole;
        return true;
    }
    if (v->near.error == 0) {
        const double *x = v->near.x;
        fits = whole_of_terms((const double *const[3]){x, x + 1, x + 2}, (const int[3]){1, 1, 1}, out);
    } else if (v->kind == SEPAL_FIXED) {
        fits = whole_of_numbers(v, out);
    } else if (v->known == SEPAL_KNOWN_NUMBERS) { /* which are seldom computed where whole numbers fit */
        return false;
    } else if (v->kind == SEPAL_BETWEEN) {
        fits = whole_between(v, cores, out);
    } else {
        sepal_whole_vector p, q;
        fits = sepal_exact_whole(v->p, cores, &p) && sepal_exact_whole(v->q, cores, &q) &&
               (v->kind == SEPAL_MINUS ? sepal_whole_minus(&p, &q, out) : sepal_whole_cross(&p, &q, out));
    }
    if (fits && v->known == SEPAL_KNOWN_NEAR) {
        v->whole = *out;
        v->known = SEPAL_KNOWN_WHOLE;
    }
    return fits;
}

/* p . q, with q = r x s: (s x p) . r */
static bool whole_triple(const sepal_whole_vector *p, sepal_exact *q, const sepal_cores *cores, sepal_whole256 *out) {
    sepal_whole_vector r, s, across;
    if (q->kind != SEPAL_CROSS || !sepal_exact_whole(q->p, cores, &r) || !sepal_exact_whole(q->q, cores, &s) ||
        !sepal_whole_cross(&s, p, &across))
        return false;
    *out = sepal_whole_dot(&across, &r);
    return true;
}

static int whole_dot_sign(sepal_exact *p, sepal_exact *q, const sepal_cores *cores) {
    sepal_whole_vector of_p, of_q;
    sepal_whole256 dot;
    const bool whole_p = sepal_exact_whole(p, cores, &of_p), whole_q = sepal_exact_whole(q, cores, &of_q);
    if (whole_p && whole_q)
        dot = sepal_whole_dot(&of_p, &of_q);
    else if (whole_p ? !whole_triple(&of_p, q, cores, &dot) : !whole_q || !whole_triple(&of_q, p, cores, &dot))
        return NOT_WHOLE;
    return sepal_whole_sign(&dot);
}

static int whole_component_sign(sepal_exact *v, int k, const sepal_cores *cores) {
    sepal_whole_vector whole;
    return sepal_exact_whole(v, cores, &whole) ? (whole.x[k] > 0) - (whole.x[k] < 0) : NOT_WHOLE;
}

static bool whole_refine(sepal_exact *v, const sepal_cores *cores) {
    sepal_whole_vector whole;
    if (!sepal_exact_whole(v, cores, &whole))
        return false;
    for (int k = 0; k < 3; k++)
        v->near.x[k] = ldexp((double)whole.x[k], whole.unit);
    return true;
}
#else
static int whole_dot_sign(sepal_exact *p, sepal_exact *q, const sepal_cores *cores) {
    (void)p, (void)q, (void)cores;
    return NOT_WHOLE;
}
static int whole_component_sign(sepal_exact *v, int k, const sepal_cores *cores) {
    (void)v, (void)k, (void)cores;
    return NOT_WHOLE;
}
static bool whole_refine(sepal_exact *v, const sepal_cores *cores) {
    (void)v, (void)cores;
    return false;
}
#endif

/* --- Signs ------------------------------------------------------------------------------------ */

bool sepal_exact_dot_in_double(const sepal_exact *p, const sepal_exact *q, double *out) {
    const double *a = p->near.x, *b = q->near.x;
    *out = (a[0] * b[0] + a[1] * b[1]) + a[2] * b[2];
    return unit_of_products(sepal_largest_of(a) * sepal_largest_of(b), p->near.unit * q->near.unit) > 0;
}

void sepal_exact_refine(sepal_exact *v, const sepal_cores *cores) {
    if (v->near.error == 0)
        return;
    if (v->known == SEPAL_KNOWN_NUMBERS || !whole_refine(v, cores)) {
        sepal_exact_know(v, cores);
        for (int k = 0; k < 3; k++)
            v->near.x[k] = sepal_number_value(&v->x[k]);
    }
    v->near.error = 0x1p-52 * sepal_largest_of(v->near.x);
}

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
    if (error == 0 || unit_of_products(size_a * size_b, p->near.unit * q->near.unit) > 0) /* 0: one of them is the null vector */
        return (value > 0) - (value < 0);
    const int sign = whole_dot_sign(p, q, cores);
    if (sign != NOT_WHOLE)
        return sign;
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
    const int sign = whole_component_sign(v, k, cores);
    if (sign != NOT_WHOLE)
        return sign;
    sepal_exact_know(v, cores);
    return sepal_number_sign(&v->x[k]);
}

bool sepal_exact_is_zero(sepal_exact *v, const sepal_cores *cores) {
    return sepal_exact_component_sign(v, 0, cores) == 0 && sepal_exact_component_sign(v, 1, cores) == 0 &&
           sepal_exact_component_sign(v, 2, cores) == 0;
}

/* --- Extreme vertices --------------------------------------------------------------------------- */

void sepal_cores_heights(const sepal_cores *cores, bool of_b, const double n[3], uint32_t first, uint32_t count, double *out) {
    const sepal_core *core = &cores->core[of_b];
    const uint32_t still = of_b ? cores->still_b : UINT32_MAX;
    const float *x = core->x;
    const size_t step = core->step;
    const double m[3] = {cores->scale * n[0], cores->scale * n[1], cores->scale * n[2]};
    for (uint32_t done = 0; done < count;) { /* what is at rest, and then what has moved */
        const uint32_t number = first + done, from = number < still ? number : number - still, left = count - done,
                       here = number < still && still - number < left ? still - number : left;
        const double onward = number < still ? 0 : d3_dot(n, cores->way.x);
        for (uint32_t k = 0; k < here && core->is_small; k++)
            out[done + k] = ((n[0] * core->at[0][from + k] + n[1] * core->at[1][from + k]) + n[2] * core->at[2][from + k]) + onward;
        for (uint32_t k = 0; k < here && !core->is_small; k++)
            out[done + k] =
                (m[0] * (double)x[from + k] + m[1] * (double)x[step + from + k] + m[2] * (double)x[2 * step + from + k]) + onward;
        done += here;
    }
}

static double height_error(const sepal_exact_vector *n, double extent, double wrong) {
    const double size = sepal_largest_of(n->x);
    return SUPPORT_ERROR * (size * extent) + 3 * SLACK * ((size + n->error) * wrong + extent * n->error);
}

double sepal_cores_height_error(const sepal_cores *cores, bool of_b, const sepal_exact_vector *n) {
    return height_error(n, sepal_cores_extent(cores, of_b), sepal_cores_error(cores, of_b));
}

#define NO_VERTEX UINT32_MAX

/* The first of the vertices of a core that are extreme. Exact signs choose among those that are highest in double but for its error. If all
 * have moved, they are looked at where they rest: that changes no difference of theirs. */
static uint32_t extreme_vertex(const sepal_cores *cores, bool of_b, const sepal_directions *d) {
    const bool swept = sepal_cores_moved(cores, of_b) && cores->first_b == 0;
    const uint32_t size = sepal_cores_end(cores, of_b) - sepal_cores_first(cores, of_b);
    const int upward = d->sign * d->times[0] * (of_b ? 1 : -1);
    const double *x = d->n[0]->near.x, n[3] = {upward * x[0], upward * x[1], upward * x[2]};
    double height[SEPAL_HEIGHTS], bound = -INFINITY;
    uint32_t best = NO_VERTEX;
    if (size == 1)
        return sepal_cores_first(cores, of_b);
    for (uint32_t part = 0; part < size; part += SEPAL_HEIGHTS) {
        const uint32_t count = size - part < SEPAL_HEIGHTS ? size - part : SEPAL_HEIGHTS;
        sepal_cores_heights(cores, of_b, n, part, count, height);
        for (uint32_t k = 0; k < count; k++)
            bound = height[k] > bound ? height[k] : bound;
    }
    bound -= 2 * (swept ? sepal_cores_height_error(cores, of_b, &d->n[0]->near)
                        : height_error(&d->n[0]->near, cores->core[of_b].extent, cores->core[of_b].wrong));
    for (uint32_t part = 0; part < size; part += SEPAL_HEIGHTS) {
        const uint32_t count = size - part < SEPAL_HEIGHTS ? size - part : SEPAL_HEIGHTS;
        if (size > SEPAL_HEIGHTS)
            sepal_cores_heights(cores, of_b, n, part, count, height);
        for (uint32_t k = 0; k < count; k++) {
            const uint32_t at = part + k;
            sepal_exact step;
            int sign = 0;
            if (height[k] < bound)
                continue;
            if (best == NO_VERTEX) {
                best = at;
                continue;
            }
            sepal_exact_between(&step, cores, (sepal_vertex){of_b, best}, (sepal_vertex){of_b, at});
            for (int i = 0; i < d->count && sign == 0; i++)
                sign = d->sign * d->times[i] * sepal_exact_dot_sign(d->n[i], &step, cores);
            if (of_b ? sign > 0 : sign < 0)
                best = at;
        }
    }
    return sepal_cores_first(cores, of_b) + best;
}

sepal_member sepal_exact_extreme(const sepal_cores *cores, const sepal_directions *directions) {
    return (sepal_member){extreme_vertex(cores, false, directions), extreme_vertex(cores, true, directions)};
}

sepal_member sepal_exact_support(const sepal_cores *cores, sepal_exact *n) {
    const sepal_directions down = {1, -1, {n}, {1}};
    return sepal_exact_extreme(cores, &down);
}

/* The sign of n . (to - from), for two vertices of one core. */
static int sign_between(const sepal_cores *cores, sepal_exact *n, bool of_b, uint32_t from, uint32_t to) {
    sepal_exact step;
    sepal_exact_between(&step, cores, (sepal_vertex){of_b, from}, (sepal_vertex){of_b, to});
    return sepal_exact_dot_sign(n, &step, cores);
}

/* Has no vertex at rest a greater sign * n . x than this one? Of a box, those at its edges tell: it is a sum of three segments. */
static bool is_extreme_at_rest(const sepal_cores *cores, bool of_b, sepal_exact *n, int sign, uint32_t number) {
    const sepal_core *core = &cores->core[of_b];
    const uint32_t size = of_b ? cores->still_b : cores->size_a;
    if (core->box != NULL) {
        for (uint32_t k = 0; k < 3; k++)
            if (sign * sign_between(cores, n, of_b, number, number ^ 1U << k) > 0)
                return false;
        return true;
    }
    const double m[3] = {sign * n->near.x[0], sign * n->near.x[1], sign * n->near.x[2]};
    double at[3];
    sepal_core_place(core, cores->scale, number, at);
    const double own = d3_dot(m, at), bound = own - 2 * height_error(&n->near, cores->core[of_b].extent, cores->core[of_b].wrong);
    double height[SEPAL_HEIGHTS];
    for (uint32_t part = 0; part < size; part += SEPAL_HEIGHTS) {
        const uint32_t count = size - part < SEPAL_HEIGHTS ? size - part : SEPAL_HEIGHTS;
        sepal_cores_heights(cores, of_b, m, part, count, height);
        for (uint32_t k = 0; k < count; k++)
            if (height[k] >= bound && part + k != number && sign * sign_between(cores, n, of_b, number, part + k) > 0)
                return false;
    }
    return true;
}

bool sepal_exact_is_support(const sepal_cores *cores, sepal_exact *n, sepal_member member) {
    const bool moved = member.b >= cores->still_b;
    const uint32_t b = moved ? member.b - cores->still_b : member.b;
    if (sepal_cores_moved(cores, true) && cores->first_b == 0 &&
        sign_between(cores, n, true, member.b, moved ? b : b + cores->still_b) < 0)
        return false;
    return is_extreme_at_rest(cores, false, n, 1, member.a) && (cores->size_b == 1 || is_extreme_at_rest(cores, true, n, -1, b));
}
