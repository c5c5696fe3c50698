/* cores_part.h — a part of the Minkowski difference K = {b - a} of one pair, a point, a line or a triangle of its members: is it certainly
 * the nearest one to an origin outside of K, or a face of K with the origin behind it, or in it?
 *
 * Double tells each sign with a bound on its error. Where that leaves a sign open and all coordinates are exact, they are integers in
 * units of their last bit; the number whose sign is asked is then an integer of a known size, so that its last 64 bits tell it. So ties
 * are known as such: a 0 is a 0, and a foot on the border of a part, or a member in its plane, are as good as any other
 * (docs/numerics/solids_kernels.md, "One part"). */
#ifndef SEPAL_SOLIDS_KERNEL_CORES_PART_H
#define SEPAL_SOLIDS_KERNEL_CORES_PART_H

#include "../given.h"
#include "../scalar/push.h"
#include "../wide.h"
#include "cores.h"

/* --- Signs of numbers that are integers -------------------------------------------------------------------------------------------- */

/* A vector in units of the last bit of the coordinates, modulo 2^64. */
typedef struct whole3 {
    uint64_t x[3];
} whole3;

static inline whole3 whole_of(const solid_core_pair *p, const double v[3]) {
    whole3 out;
    assert(p->exact);
    for (int k = 0; k < 3; k++) {
        out.x[k] = (uint64_t)(int64_t)(v[k] * p->unit);
        assert((double)(int64_t)out.x[k] == v[k] * p->unit);
    }
    return out;
}
static inline whole3 whole_cross(const whole3 *a, const whole3 *b) {
    whole3 out;
    for (int k = 0; k < 3; k++)
        out.x[k] = a->x[(k + 1) % 3] * b->x[(k + 2) % 3] - a->x[(k + 2) % 3] * b->x[(k + 1) % 3];
    return out;
}
static inline uint64_t whole_dot(const whole3 *a, const whole3 *b) {
    return (a->x[0] * b->x[0] + a->x[1] * b->x[1]) + a->x[2] * b->x[2];
}

/* The greatest integer that its last 64 bits are asked about, with room for one more error. */
#define WHOLE_MOST 0x1p61

/* Is a number that is at most `most`, a product of so many coordinates, known by its last 64 bits? */
static inline bool fits_whole(const solid_core_pair *p, int degree, double most) {
    for (int k = 0; k < degree; k++)
        most *= p->unit;
    return p->exact && most < WHOLE_MOST;
}

/* The sign of a number: of what double makes of it, if that exceeds the error; else of its last 64 bits; or SIGN_OPEN. */
enum { SIGN_OPEN = 2 };
static inline int sign_by_double(double near, double error) {
    return near > error ? 1 : near < -error ? -1 : SIGN_OPEN;
}
static inline int sign_of_whole(uint64_t whole) {
    return whole == 0 ? 0 : whole >> 63 != 0 ? -1 : 1;
}

/* The sign of det(a, b, c) of exact vectors, where 64 bits do not do; most: as in fits_whole. Not inlined, as it is seldom asked. */
static SEPAL_NOINLINE int sign_of_wide(const solid_core_pair *p, const double a[3], const double b[3], const double c[3],
                                       double most) {
    const double *const v[3] = {a, b, c};
    int64_t whole[3][3];
    assert(p->exact);
    if (!(most * p->unit * p->unit * p->unit < WHOLE_MOST_WIDE))
        return SIGN_OPEN;
    for (int k = 0; k < 9; k++)
        whole[k / 3][k % 3] = (int64_t)(v[k / 3][k % 3] * p->unit);
    return sepal_wide_turn(whole[0], whole[1], whole[2]);
}

/* The sign of det(a, b, c), of vectors that are exact if coordinates are, or SIGN_OPEN. near: what double makes of it. */
static int sign_of_det(const solid_core_pair *p, const double a[3], const double b[3], const double c[3], double near,
                       double error) {
    const int sign = sign_by_double(near, error);
    if (sign != SIGN_OPEN || !p->exact)
        return sign;
    if (!fits_whole(p, 3, 2 * error))
        return sign_of_wide(p, a, b, c, 2 * error);
    const whole3 of_a = whole_of(p, a), of_b = whole_of(p, b), of_c = whole_of(p, c), across = whole_cross(&of_a, &of_b);
    return sign_of_whole(whole_dot(&across, &of_c));
}

/* Are two exact vectors parallel, or one of them 0? Then their product is 0; else 1, or SIGN_OPEN. */
static int sign_of_cross(const solid_core_pair *p, const double a[3], const double b[3]) {
    const double error = 8 * DOUBLE_UNIT * d3_length(a) * d3_length(b);
    double across[3];
    d3_cross(a, b, across);
    const int sign = sign_by_double(d3_length(across), 2 * error);
    if (sign != SIGN_OPEN || !fits_whole(p, 2, 4 * error))
        return sign;
    const whole3 of_a = whole_of(p, a), of_b = whole_of(p, b), whole = whole_cross(&of_a, &of_b);
    return (whole.x[0] | whole.x[1] | whole.x[2]) != 0;
}

/* --- A part ------------------------------------------------------------------------------------------------------------------------ */

/* One to three members, and n at right angles to what they span: w[0] itself, the square of the edge times the foot of the origin
 * on its line, or the product of two edges. No n differs by more than `error`, to which an origin aside adds `turned`; size = |n|.
 * A component of n that is `none` is exactly 0. plane: vertices of each core that are in the plane at right angles to n by their
 * numbers alone; corner: of a parallelogram of these, the member next to both others, else -1. */
typedef struct core_part {
    int count;
    core_member m[4]; /* the last one is only of find_spanning */
    double edge[2][3], n[3], size, error, turned;
    whole3 whole; /* n, if the coordinates are exact */
    bool none[3];
    uint16_t plane[2][4];
    int corner;
    bool meets, touches; /* the origin is in K; it is in the plane, and in K */
} core_part;

/* Nothing but the members: a part is not set to 0, which would take as long as a sign. */
static inline void take_members(core_part *part, const core_member *m, int count) {
    part->count = count;
    for (int k = 0; k < count; k++)
        part->m[k] = m[k];
}

static inline bool is_one_bit(uint32_t v) {
    return v != 0 && (v & (v - 1)) == 0;
}

/* Do three different vertices of a box lie in one face? Then that one is `corner` which differs from both others by an edge, and the fourth one has
 * the sum of their numbers, bit by bit. */
static bool find_box_face(const uint32_t v[3], int *corner) {
    for (int k = 0; k < 3; k++) {
        const uint32_t next = v[k] ^ v[(k + 1) % 3], last = v[k] ^ v[(k + 2) % 3];
        if (is_one_bit(next) && is_one_bit(last) && next != last) {
            *corner = k;
            return true;
        }
    }
    return false;
}

/* n is normal to the edges between members that differ by one vertex only; so all vertices of a part with enough of these are in the
 * plane, and the fourth corner of the face of a box that has three of them. */
static void know_plane(const solid_core_pair *p, core_part *part) {
    int joined = 0;
    part->corner = -1;
    for (int k = 0; k < part->count; k++) {
        const core_member *m = &part->m[k], *other = &part->m[(k + 1) % part->count];
        const bool by_edge = m->a == other->a || m->b == other->b;
        joined += by_edge;
        part->corner = by_edge ? part->corner : (k + 2) % 3;
    }
    for (int side = 0; side < 2; side++) {
        uint32_t v[3];
        for (int k = 0; k < 3; k++) {
            const core_member *m = &part->m[joined >= part->count - 1 && k < part->count ? k : 0];
            v[k] = side == 0 ? m->a : m->b;
            part->plane[side][k] = (uint16_t)v[k];
        }
        const bool fourth = (side == 0 ? p->a.box : p->b.box) && find_box_face(v, &part->corner);
        part->plane[side][3] = (uint16_t)(fourth ? v[0] ^ v[1] ^ v[2] : v[0]);
    }
}

/* Of how many coordinates is n a product? */
static inline int degree_of(const core_part *part) {
    return part->count == 1 ? 1 : part->count == 2 ? 3 : 2;
}

static whole3 whole_normal(const solid_core_pair *p, const core_part *part) {
    const whole3 from = whole_of(p, part->m[0].w);
    if (part->count == 1)
        return from;
    const whole3 edge = whole_of(p, part->edge[0]), other = part->count == 3 ? whole_of(p, part->edge[1]) : from;
    const whole3 across = whole_cross(&edge, &other);
    return part->count == 3 ? across : whole_cross(&across, &edge);
}

/* n and what belongs to it, of a member and edges. False if it is not known well. */
static bool set_normal(const solid_core_pair *p, core_part *part) {
    const double u = DOUBLE_UNIT, rounded = p->exact ? 0 : u * p->extent; /* what coordinates may be off by */
    const double *c = part->m[0].w, far = d3_length(c);
    double length[2] = {0, 0}, across[3];
    assert(part->count >= 1 && part->count <= 3 && !(p->exact && p->aside > 0));
    for (int e = 0; e + 1 < part->count; e++) {
        for (int k = 0; k < 3 && p->edges > 1; k++)
            part->edge[e][k] /= p->edges;
        length[e] = d3_length(part->edge[e]);
    }
    const double square = length[0] * length[0];
    part->turned = part->count == 3 ? 0 : part->count == 2 ? square * p->aside : p->aside;
    if (part->count == 3) {
        d3_cross(part->edge[0], part->edge[1], part->n);
        part->error = 8 * u * length[0] * length[1] + 32 * rounded * (length[0] + length[1]);
    } else if (part->count == 2) {
        d3_cross(part->edge[0], c, across);
        d3_cross(across, part->edge[0], part->n);
        part->error = 16 * u * square * far + rounded * length[0] * (72 * far + 20 * length[0]) + part->turned;
    } else {
        memcpy(part->n, c, sizeof part->n);
        part->error = 16 * rounded + part->turned;
    }
    part->size = d3_length(part->n);
    part->whole = p->exact ? whole_normal(p, part) : (whole3){{0, 0, 0}};
    const bool known = fits_whole(p, degree_of(part), 2 * part->error);
    for (int k = 0; k < 3; k++)
        part->none[k] = known && fabs(part->n[k]) <= part->error && part->whole.x[k] == 0;
    return part->size > 16 * part->error && part->size > 0x1p-400;
}

/* Fills in all but the members. False if n is not known well. */
static bool set_part(const solid_core_pair *p, core_part *part) {
    const core_member *m = part->m;
    for (int e = 0; e + 1 < part->count; e++)
        for (int k = 0; k < 3; k++)
            part->edge[e][k] = (p->b.at[k][m[e + 1].b] - p->b.at[k][m[0].b]) - (p->a.at[k][m[e + 1].a] - p->a.at[k][m[0].a]);
    know_plane(p, part);
    return set_normal(p, part);
}

/* --- Twice the digits -------------------------------------------------------------------------------------------------------------- */

static inline sepal_given_triangle given_triangle(const core_part *part) {
    const core_member *m = part->m;
    return (sepal_given_triangle){{m[0].a, m[1].a, m[2].a}, {m[0].b, m[1].b, m[2].b}};
}

/* Are the differences of coordinates exact, also those of hulls as given, and such that no product of eight leaves the range of double? */
static inline bool has_twofold(const solid_core_pair *p, const core_part *part, double reach) {
    return (p->exact || (p->given.x[0] != NULL && part->count == 3)) && p->extent > SEPAL_GROW_LEAST &&
           p->extent < SEPAL_GROW_MOST && reach < SEPAL_GROW_MOST;
}

/* n, n . n and n . w[0] of a part that has_twofold, in twice the digits. error: of n, as a share of its length; far: that of n . w[0],
 * as a share of itself. A component that is `none` is exactly 0. */
typedef struct twofold_part {
    sepal_twofold n[3], square, along;
    double error, far;
    bool none[3];
} twofold_part;

static void find_twofold(const solid_core_pair *p, const core_part *part, twofold_part *out) {
    sepal_twofold c[3], edge[3], other[3], across[3];
    sepal_given_normal given;
    double most = d3_length(part->m[0].w);
    assert(has_twofold(p, part, 0));
    for (int k = 0; k < 3; k++) {
        c[k] = out->n[k] = (sepal_twofold){part->m[0].w[k], 0};
        edge[k] = (sepal_twofold){part->edge[0][k], 0};
        other[k] = part->count == 3 ? (sepal_twofold){part->edge[1][k], 0} : c[k];
        out->none[k] = part->none[k];
    }
    if (p->given.x[0] != NULL) {
        const sepal_given_triangle triangle = given_triangle(part);
        sepal_given_normal_of(&p->given, &triangle, &given);
        for (int k = 0; k < 3; k++) {
            c[k] = sepal_given_difference(&p->given, true, part->m[0].b, false, part->m[0].a, k);
            out->n[k] = given.n[k];
            out->none[k] = given.most[k] == 0;
        }
    } else if (part->count > 1)
        sepal_twofold_cross(edge, other, part->count == 3 ? out->n : across);
    if (part->count == 2)
        sepal_twofold_cross(across, edge, out->n);
    const double length = part->count > 1 ? d3_length(part->edge[0]) : 0;
    const double product = part->count == 1 ? 0 : part->count == 3 ? length * d3_length(part->edge[1]) : length * length * most;
    out->square = sepal_twofold_dot(out->n, out->n);
    out->along = sepal_twofold_dot(out->n, c);
    out->error = 8 * TWOFOLD_UNIT * product / part->size;
    out->far = (out->error + 4 * TWOFOLD_UNIT) * most * part->size / fabs(out->along.high);
}

/* n . v, and what it may be off. v: exact. */
static sepal_twofold twofold_along(const twofold_part *of, double size, const double v[3], double *error) {
    const sepal_twofold to[3] = {{v[0], 0}, {v[1], 0}, {v[2], 0}};
    *error = (of->error + 8 * TWOFOLD_UNIT) * size * d3_length(v);
    return sepal_twofold_dot(of->n, to);
}

/* --- Sides ------------------------------------------------------------------------------------------------------------------------- */

/* More than the error of n . v for a member or a difference of two vertices of one core; while the origin may be aside, of a point and an edge
 * for the latter alone. */
static inline double error_along(const solid_core_pair *p, const core_part *part) {
    return p->extent * (32 * DOUBLE_UNIT * part->size + 2.25 * (part->error - part->turned)) + part->turned * p->spread;
}

/* The sign of n . v. v: exact if the coordinates are. */
static int sign_along(const solid_core_pair *p, const core_part *part, const double v[3]) {
    const double error = error_along(p, part);
    const int sign = sign_by_double(d3_dot(part->n, v), error);
    if (sign != SIGN_OPEN || !p->exact)
        return sign;
    if (!fits_whole(p, degree_of(part) + 1, 2 * error))
        return part->count == 3 ? sign_of_wide(p, part->edge[0], part->edge[1], v, 2 * error) : SIGN_OPEN;
    const whole3 of_v = whole_of(p, v);
    return sign_of_whole(whole_dot(&part->whole, &of_v));
}

/* The sign of n . v for the way v between two vertices of one core, as given, if that is certain. */
static SEPAL_NOINLINE int sign_as_given(const solid_core_pair *p, const core_part *part, bool of_b, uint32_t i, uint32_t from) {
    double error;
    if (p->given.x[0] == NULL || part->count != 3 || p->extent > SEPAL_GROW_MOST)
        return SIGN_OPEN;
    const sepal_given_triangle triangle = given_triangle(part);
    const sepal_twofold along = sepal_given_along(&p->given, &triangle, of_b, i, from, &error);
    return error == 0 ? 0 : sign_by_double(along.high, error); /* without an error all products are 0 */
}

/* Vertices of one core. */
typedef struct core_list {
    uint32_t count;
    uint16_t at[CORE_VERTICES];
} core_list;

/* Is no vertex of one core on the other side of the plane, than where sign * n leads? in: NULL, or receives those that are in it. */
static bool is_on_side(const solid_core_pair *p, const core_part *part, bool of_b, double sign, core_list *in) {
    const core_vertices *c = of_b ? &p->b : &p->a;
    const uint16_t *plane = part->plane[of_b ? 1 : 0];
    const uint32_t from = of_b ? part->m[0].b : part->m[0].a;
    const double error = error_along(p, part), n[3] = {sign * part->n[0], sign * part->n[1], sign * part->n[2]};
    const double base = d3_dot(n, (const double[3]){c->at[0][from], c->at[1][from], c->at[2][from]});
    if (in != NULL)
        in->count = 0;
    uint64_t open[CORE_VERTICES / 64];
    if (!p->searches->are_behind(c, n, base, error, open))
        return false;
    for (uint32_t first = 0; first < c->size; first += 64)
        for (; open[first / 64] != 0; open[first / 64] &= open[first / 64] - 1) {
            const uint32_t i = first + sepal_lowest_bit(open[first / 64]);
            const double step[3] = {c->at[0][i] - c->at[0][from], c->at[1][i] - c->at[1][from], c->at[2][i] - c->at[2][from]};
            const bool known = i == plane[0] || i == plane[1] || i == plane[2] || i == plane[3];
            int side = known ? 0 : sign_along(p, part, step);
            if (side == SIGN_OPEN)
                side = sign_as_given(p, part, of_b, i, from);
            if (side == SIGN_OPEN || side == (sign > 0 ? -1 : 1))
                return false;
            if (side == 0 && in != NULL)
                in->at[in->count++] = (uint16_t)i;
        }
    return true;
}

/* --- Cores apart ------------------------------------------------------------------------------------------------------------------- */

/* (m[i] x m[j]) . n, which is the weight of the third member at the foot of the origin, times n . n: of m[i] and the side between both. */
static double weight_of(const solid_core_pair *p, const core_part *part, int i, int j, double *error) {
    const double u = DOUBLE_UNIT, r = p->extent;
    double side[3], x[3];
    d3_sub(part->m[j].w, part->m[i].w, side);
    d3_cross(part->m[i].w, side, x);
    *error = d3_length(side) * (r * (32 * u * part->size + 2.5 * part->error) + p->aside * part->size) +
             (p->exact ? 0 : 128 * u * r * r * part->size);
    return d3_dot(x, part->n);
}

static int sign_of_weight(const solid_core_pair *p, const core_part *part, int i, int j) {
    double error;
    const double weight = weight_of(p, part, i, j, &error);
    const int sign = sign_by_double(weight, error);
    if (sign != SIGN_OPEN || !fits_whole(p, 4, 2 * error))
        return sign;
    const whole3 of_i = whole_of(p, part->m[i].w), of_j = whole_of(p, part->m[j].w), of_x = whole_cross(&of_i, &of_j);
    return sign_of_whole(whole_dot(&of_x, &part->whole));
}

/* The sign of w . e of a member and the edge of two members. */
static int sign_along_edge(const solid_core_pair *p, const core_part *part, const core_member *of) {
    const double *e = part->edge[0], u = DOUBLE_UNIT * p->extent, length = d3_length(e);
    const double error = p->exact ? 8 * u * length : u * (24 * length + 72 * p->extent) + p->aside * length;
    const int sign = sign_by_double(d3_dot(of->w, e), error);
    if (sign != SIGN_OPEN || !fits_whole(p, 2, 2 * error))
        return sign;
    const whole3 of_w = whole_of(p, of->w), of_e = whole_of(p, e);
    return sign_of_whole(whole_dot(&of_w, &of_e));
}

/* Is the foot of the origin certainly in the part, or on its border? */
static bool has_foot(const solid_core_pair *p, const core_part *part) {
    const core_member *m = part->m;
    if (part->count == 2) {
        const int first = sign_along_edge(p, part, &m[0]), last = sign_along_edge(p, part, &m[1]);
        return (first == 0 || first == -1) && (last == 0 || last == 1);
    }
    for (int k = 0; k < 3 && part->count == 3; k++) {
        const int weight = sign_of_weight(p, part, k, (k + 1) % 3);
        if (weight != 0 && weight != 1)
            return false;
    }
    return true;
}

/* The part of one to three members that a search has ended with. True if the foot of the origin, which is outside of its plane, is certainly in
 * it; n then leads from the origin to that point of K. Of a point or an edge it always does. */
static bool set_part_before_origin(const solid_core_pair *p, const simplex *found, core_part *part) {
    take_members(part, found->m, found->count);
    part->meets = part->touches = false;
    if (found->count > 3 || !set_part(p, part))
        return false;
    const int side = part->count < 3 ? 1 : sign_along(p, part, part->m[0].w);
    if (side == -1) { /* n turns with the members */
        part->m[1] = found->m[2], part->m[2] = found->m[1];
        (void)set_part(p, part);
    }
    return (side == 1 || side == -1) && has_foot(p, part);
}

/* Is all of K certainly beyond its plane? Then that point is the nearest one. */
static bool is_before_all(const solid_core_pair *p, const core_part *part) {
    return is_on_side(p, part, false, -1, NULL) && is_on_side(p, part, true, 1, NULL);
}
static bool is_nearest_part(const solid_core_pair *p, const simplex *found, core_part *part) {
    return set_part_before_origin(p, found, part) && is_before_all(p, part);
}

/* r^2 n . n - (n . w[0])^2 modulo 2^64, in units; of a point and an edge without the factor of both, n . w[0]. False if r is no whole number. */
static bool find_whole_excess(const solid_core_pair *p, const core_part *part, double reach, double *excess) {
    const int64_t whole_reach = (int64_t)(fmin(reach * p->unit, 0x1p60));
    if (!p->exact || (double)whole_reach != reach * p->unit)
        return false;
    const whole3 from = whole_of(p, part->m[0].w), edge = part->count == 2 ? whole_of(p, part->edge[0]) : from,
                 across = whole_cross(&edge, &from);
    const uint64_t r_whole = (uint64_t)whole_reach, along = whole_dot(&part->whole, &from);
    const uint64_t square = part->count == 3   ? whole_dot(&part->whole, &part->whole)
                            : part->count == 2 ? whole_dot(&edge, &edge)
                                               : 1;
    const uint64_t away = part->count == 3 ? along * along : part->count == 2 ? whole_dot(&across, &across) : along;
    *excess = (double)(int64_t)(r_whole * r_whole * square - away);
    return true;
}

/* r^2 n . n - (n . w[0])^2, which has the sign of the depth of cores apart. False if that is not certain. */
static SEPAL_NOINLINE bool find_excess(const solid_core_pair *p, const core_part *part, const twofold_part *of, double reach,
                                       double *excess, double *error) {
    const sepal_twofold r = sepal_twofold_product(reach, reach), first = sepal_twofold_times(r, of->square),
                        second = sepal_twofold_times(of->along, of->along);
    const double far = of->far + 8 * TWOFOLD_UNIT, share = 2 * of->error + 16 * TWOFOLD_UNIT;
    *excess = sepal_twofold_add(first, sepal_twofold_minus(second)).high;
    *error = 2 * (far * second.high + share * first.high);
    if (fabs(*excess) > *error)
        return true;
    const int degree = part->count == 3 ? 6 : 2 * part->count;
    const double factor = part->count == 3 ? 1 : of->along.high;
    if (!fits_whole(p, degree, 2 * *error / factor) || !find_whole_excess(p, part, reach, excess))
        return false;
    *excess *= factor;
    for (int k = 0; k < degree; k++)
        *excess /= p->unit;
    *error = 4 * DOUBLE_UNIT * fabs(*excess);
    return true;
}

/* Its sign: of whole numbers at once, if 64 bits have both terms. */
static bool find_excess_of_part(const solid_core_pair *p, const core_part *part, double reach, double *excess) {
    const double factor = part->count == 1 ? 1 : part->count == 2 ? d3_length(part->edge[0]) : part->size;
    const double most = factor * fmax(reach, d3_length(part->m[0].w));
    twofold_part of;
    double error;
    if (fits_whole(p, part->count == 3 ? 6 : 2 * part->count, most * most) && find_whole_excess(p, part, reach, excess))
        return true;
    if (!has_twofold(p, part, reach))
        return false;
    find_twofold(p, part, &of);
    return find_excess(p, part, &of, reach, excess, &error);
}

/* --- Cores that touch, in a plane -------------------------------------------------------------------------------------------------- */

/* Vertices of both cores that are in one plane, and the two coordinates that tell them apart there. */
typedef struct plane_view {
    const solid_core_pair *cores;
    const core_list *in;
    int x, y;
} plane_view;

/* The vertex of one core that is farthest along (x, y), in the plane, about. */
static void farthest_in_plane(const plane_view *v, bool of_b, double x, double y, double out[2]) {
    const core_vertices *c = of_b ? &v->cores->b : &v->cores->a;
    const core_list *in = &v->in[of_b ? 1 : 0];
    double most = -INFINITY;
    for (uint32_t k = 0; k < in->count; k++) {
        const double at[2] = {c->at[v->x][in->at[k]], c->at[v->y][in->at[k]]}, along = x * at[0] + y * at[1];
        if (along > most)
            most = along, out[0] = at[0], out[1] = at[1];
    }
}

static void member_in_plane(const plane_view *v, double x, double y, double out[2]) {
    double of_a[2] = {0, 0}, of_b[2] = {0, 0};
    farthest_in_plane(v, false, -x, -y, of_a);
    farthest_in_plane(v, true, x, y, of_b);
    out[0] = of_b[0] - of_a[0], out[1] = of_b[1] - of_a[1];
}

/* The sign of p x q, for two members. */
static int side_in_plane(const plane_view *v, const double p[2], const double q[2]) {
    const double first = p[0] * q[1], second = p[1] * q[0], error = 4 * DOUBLE_UNIT * (fabs(first) + fabs(second));
    const int sign = sign_by_double(first - second, error);
    if (sign != SIGN_OPEN || !fits_whole(v->cores, 2, 2 * error))
        return sign;
    const double unit = v->cores->unit;
    return sign_of_whole((uint64_t)(int64_t)(p[0] * unit) * (uint64_t)(int64_t)(q[1] * unit) -
                         (uint64_t)(int64_t)(p[1] * unit) * (uint64_t)(int64_t)(q[0] * unit));
}

enum { PLANE_STEPS = 32 };

/* Is the origin certainly between these members, or on their border? The search of Gilbert, Johnson and Keerthi in the plane: two
 * members; the one that is farthest from their line on the side of the origin; which side of the triangle the origin is beyond. All
 * coordinates are exact. */
static int is_between(const plane_view *v) {
    double p[2], q[2], r[2];
    member_in_plane(v, 1, 0, p);
    member_in_plane(v, -p[0], -p[1], q);
    int side = side_in_plane(v, p, q);
    if (side == 0) /* on a line through the origin, or at it */
        return p[0] * q[0] <= 0 && p[1] * q[1] <= 0;
    for (int step = 0; step < PLANE_STEPS && side != SIGN_OPEN; step++) {
        member_in_plane(v, side * (p[1] - q[1]), side * (q[0] - p[0]), r);
        const int beyond_q = side * side_in_plane(v, q, r), beyond_p = side * side_in_plane(v, r, p);
        if (beyond_q >= 0 && beyond_p >= 0 && beyond_q != SIGN_OPEN && beyond_p != SIGN_OPEN)
            return 1;
        if ((r[0] == p[0] && r[1] == p[1]) || (r[0] == q[0] && r[1] == q[1]))
            return 0;
        double *const out = beyond_q == -1 ? p : q;
        out[0] = r[0], out[1] = r[1];
        side = side_in_plane(v, p, q);
    }
    return SIGN_OPEN;
}

/* --- Cores that meet --------------------------------------------------------------------------------------------------------------- */

/* Three members, outside in front. True if no member is beyond their plane; in: NULL, or receives the vertices of both that are in it. */
static bool is_face(const solid_core_pair *p, const sepal_member member[3], core_part *part, core_list *in) {
    part->count = 3;
    part->meets = true;
    part->touches = false;
    for (int k = 0; k < 3; k++)
        set_member(p, member[k].a, member[k].b, &part->m[k]);
    return set_part(p, part) && is_on_side(p, part, false, 1, in) && is_on_side(p, part, true, -1, in != NULL ? in + 1 : NULL);
}

/* Is the origin certainly in a face, so that the cores touch? */
static int is_touched(const solid_core_pair *p, const core_part *part, const core_list in[2]) {
    const double *n = part->n;
    int k = 0;
    assert(part->count == 3 && in[0].count > 0 && in[1].count > 0);
    const int side = p->exact ? sign_along(p, part, part->m[0].w) : SIGN_OPEN;
    if (side != 0)
        return side == SIGN_OPEN ? SIGN_OPEN : 0;
    for (int c = 1; c < 3; c++)
        k = fabs(n[c]) > fabs(n[k]) ? c : k;
    return is_between(&(plane_view){p, in, (k + 1) % 3, (k + 2) % 3});
}

/* --- K without volume -------------------------------------------------------------------------------------------------------------- */

/* All members are on a line along edge[0] from m[0] on. If the origin is between them, n is at right angles to the line and to the
 * coordinate axis that is farthest from it. */
static bool is_line_touched(const solid_core_pair *p, core_part *part) {
    const double *e = part->edge[0];
    core_member first, last;
    int least = 0;
    assert(p->exact); /* or find_spanning has no line */
    part->count = 2;
    if (set_part(p, part) || !part->none[0] || !part->none[1] || !part->none[2])
        return false;
    support_against(p, e, &first);
    support_along(p, e, &last);
    const int before = sign_along_edge(p, part, &first), behind = sign_along_edge(p, part, &last);
    if (!(before == 0 || before == -1) || !(behind == 0 || behind == 1))
        return false;
    for (int k = 1; k < 3; k++)
        least = fabs(e[k]) < fabs(e[least]) ? k : least;
    const int next = (least + 1) % 3, third = (least + 2) % 3;
    part->n[least] = 0, part->n[next] = e[third], part->n[third] = -e[next];
    part->size = d3_length(part->n);
    part->error = part->turned = 0;
    for (int k = 0; k < 3; k++)
        part->none[k] = part->n[k] == 0;
    return true;
}

/* The error of the determinant of three edges between members, where coordinates are exact, relative to the cube of the extent. */
#define CORES_FRAME_ERROR (1024 * DOUBLE_UNIT)

/* Members that span K, in the order of the reference (sepal_cores_spanning). Returns how many; 0 if that is not certain. */
static int find_spanning(const solid_core_pair *p, core_member m[4]) {
    const double error = CORES_FRAME_ERROR * (p->extent * p->extent) * p->extent;
    double edge[3] = {0, 0, 0}, second[3] = {0, 0, 0}, normal[3] = {0, 0, 0}, step[3];
    whole3 whole = {{0, 0, 0}}, of_edge, of_step;
    int count = 1;
    set_member(p, 0, 0, &m[0]);
    for (uint32_t k = 1; k < p->a.size + p->b.size && count < 4; k++) {
        set_member(p, k < p->b.size ? 0 : k - p->b.size, k < p->b.size ? k : 0, &m[count]);
        d3_sub(m[count].w, m[0].w, step);
        int side = p->exact ? d3_sum(step) > 0 : SIGN_OPEN;
        if (count == 1) {
            memcpy(edge, step, sizeof edge);
        } else if (count == 2) {
            side = sign_of_cross(p, edge, step);
            memcpy(second, step, sizeof second);
            d3_cross(edge, second, normal);
            of_edge = whole_of(p, edge), of_step = whole_of(p, step), whole = whole_cross(&of_edge, &of_step);
        } else if (fits_whole(p, 3, 2 * error) && fabs(d3_dot(normal, step)) <= error) {
            of_step = whole_of(p, step);
            side = sign_of_whole(whole_dot(&whole, &of_step));
        } else
            side = sign_of_det(p, edge, second, step, d3_dot(normal, step), error);
        if (side == SIGN_OPEN)
            return 0;
        count += side != 0;
    }
    return count;
}

/* If K is flat and holds the origin, n is the normal of the reference: of the members that span K. False if that is not certain. */
static SEPAL_NOINLINE bool is_flat_and_touched(const solid_core_pair *p, core_part *part) {
    core_list in[2];
    part->count = find_spanning(p, part->m);
    part->meets = false;
    part->touches = true;
    if (part->count == 2)
        return is_line_touched(p, part);
    return part->count == 3 && set_part(p, part) && sign_along(p, part, part->m[0].w) == 0 && is_on_side(p, part, false, 1, in) &&
           is_on_side(p, part, true, 1, in + 1) && is_touched(p, part, in) == 1;
}

/* Rounds a number that is known but for an error; false if that is not certain. */
static inline bool round_between(double value, double error, float *out) {
    *out = sepal_nearest_float(value - error) + 0; /* no -0 */
    return *out == sepal_nearest_float(value + error);
}

#endif
