/* solids_scalar_contact.c — how two cores meet: whether the origin is inside of their Minkowski difference K, on its boundary, or
 * outside. Exact, one pair at a time; every decision is the sign of a polynomial in the vertices.
 *
 * A search for a plane through the origin with all of K on one side, by tangent planes (docs/numerics/solids.md, "Contact", has the
 * proofs): with W the members of K and v a vector from the inside of the cone of W, it keeps p and q from W with det(v, p, q) > 0,
 * so that n = p x q is positive on v. A member w with n . w < 0 replaces p or q, as in the simplex method, until no member is
 * beyond the plane, or until it is seen that each plane has members on both sides. What is in the plane is a planar question. */
#include "../../core/arithmetic.h"

#include "../../core/compiler.h"
#include "distance.h"
#include "reference.h"

/* The members that a planar question is about: all, or those in the plane through `through` with the normal n. */
typedef struct members_in_plane {
    const sepal_cores *cores;
    sepal_exact *n; /* NULL: all */
    sepal_member through;
} members_in_plane;

static bool in_face(const members_in_plane *f, bool of_b, uint32_t k) {
    if (f->n == NULL)
        return true;
    sepal_exact step;
    sepal_exact_between(&step, f->cores, (sepal_vertex){of_b, of_b ? f->through.b : f->through.a}, (sepal_vertex){of_b, k});
    return sepal_exact_dot_sign(f->n, &step, f->cores) == 0;
}

/* Component k of p x q: on which side of p is q, seen along axis k? */
static int side_of(const sepal_cores *cores, sepal_exact *p, sepal_exact *q, int k) {
    sepal_exact normal;
    sepal_exact_cross(&normal, p, q);
    return sepal_exact_component_sign(&normal, k, cores);
}

/* --- On a line -------------------------------------------------------------------------------- */

/* Does coordinate k of vertex `to` exceed that of vertex `from`? */
static int compare(const sepal_cores *cores, sepal_vertex from, sepal_vertex to, int k) {
    sepal_exact step;
    sepal_exact_between(&step, cores, from, to);
    return sepal_exact_component_sign(&step, k, cores);
}

/* Those vertices of a face for which the cross product with `along` is the least, for a vertex of b, or the greatest, for one of a,
 * seen along axis k. `best` is one of them. All, if `along` is NULL. */
typedef struct ties {
    const members_in_plane *of;
    sepal_exact *along;
    int k;
    sepal_member best;
} ties;

static bool in_ties(const ties *t, bool of_b, uint32_t number) {
    if (!in_face(t->of, of_b, number))
        return false;
    if (t->along == NULL)
        return true;
    sepal_exact step;
    sepal_exact_between(&step, t->of->cores, (sepal_vertex){of_b, of_b ? t->best.b : t->best.a}, (sepal_vertex){of_b, number});
    return side_of(t->of->cores, t->along, &step, t->k) == 0;
}

/* The tie with the least coordinate (sign -1), or the greatest (+1). */
static sepal_vertex end_of(const ties *t, bool of_b, int coordinate, int sign) {
    const sepal_cores *cores = t->of->cores;
    sepal_vertex best = {of_b, UINT32_MAX};
    for (uint32_t m = sepal_cores_first(cores, of_b); m < sepal_cores_end(cores, of_b); m++) {
        sepal_vertex v = {of_b, m};
        if (in_ties(t, of_b, m) && (best.number == UINT32_MAX || sign * compare(cores, best, v, coordinate) > 0))
            best = v;
    }
    return best;
}

/* Do the intervals meet that the ties of the two cores cover on a line? Its direction has a component other than 0. */
static bool intervals_meet(const ties *t, int coordinate) {
    const sepal_cores *cores = t->of->cores;
    return compare(cores, end_of(t, false, coordinate, -1), end_of(t, true, coordinate, 1), coordinate) >= 0 &&
           compare(cores, end_of(t, true, coordinate, -1), end_of(t, false, coordinate, 1), coordinate) >= 0;
}

static int some_coordinate(const sepal_cores *cores, sepal_exact *v) {
    for (int k = 0; k < 2; k++)
        if (sepal_exact_component_sign(v, k, cores) != 0)
            return k;
    return 2;
}

/* --- In a plane ------------------------------------------------------------------------------- */

/* The member of a face with the least cross product with cur, seen along axis k. */
static sepal_member most_clockwise(const members_in_plane *f, sepal_exact *cur, int k) {
    uint32_t best[2] = {UINT32_MAX, UINT32_MAX};
    for (int of_b = 0; of_b < 2; of_b++)
        for (uint32_t m = sepal_cores_first(f->cores, of_b != 0); m < sepal_cores_end(f->cores, of_b != 0); m++) {
            if (!in_face(f, of_b != 0, m))
                continue;
            if (best[of_b] != UINT32_MAX) {
                sepal_exact step;
                sepal_exact_between(&step, f->cores, (sepal_vertex){of_b != 0, best[of_b]}, (sepal_vertex){of_b != 0, m});
                int side = side_of(f->cores, cur, &step, k);
                if (of_b != 0 ? side >= 0 : side <= 0)
                    continue;
            }
            best[of_b] = m;
        }
    return (sepal_member){best[0], best[1]};
}

static sepal_member first_member(const members_in_plane *f) {
    uint32_t a = 0, b = f->cores->first_b;
    while (!in_face(f, false, a))
        a++;
    while (!in_face(f, true, b))
        b++;
    return (sepal_member){a, b};
}

/* Do the closed faces meet? They lie in one plane, which is not parallel to axis k. The cone of the members is wrapped clockwise.
 */
static bool faces_meet(const members_in_plane *f, int k) {
    sepal_exact first, current, next;
    sepal_member start = first_member(f), at = start;
    sepal_exact_member(&first, f->cores, start);
    if (sepal_exact_is_zero(&first, f->cores))
        return true;
    for (;;) {
        sepal_exact_member(&current, f->cores, at);
        sepal_member to = most_clockwise(f, &current, k);
        sepal_exact_member(&next, f->cores, to);
        if (side_of(f->cores, &current, &next, k) >= 0) { /* 0, as the current one is a member itself */
            ties on_line = {f, &current, k, to};
            return intervals_meet(&on_line, some_coordinate(f->cores, &current));
        }
        if ((at.a != start.a || at.b != start.b) && side_of(f->cores, &first, &next, k) >= 0)
            return true;
        at = to;
    }
}

/* --- In space --------------------------------------------------------------------------------- */

/* Up to three linearly independent members. */
typedef struct basis {
    int rank;
    sepal_member member[3];
    sepal_exact v[3];
    int axis;   /* with two: a component of their cross product that is not 0 */
    bool touch; /* the origin is a member */
} basis;

static void find_basis(const sepal_cores *cores, basis *out) {
    sepal_exact normal;
    out->rank = 0;
    out->touch = false;
    for (uint32_t k = 0; k < cores->size_a + cores->size_b && out->rank < 3; k++) {
        sepal_exact *w = &out->v[out->rank];
        sepal_exact_member(w, cores, sepal_cores_spanning(cores, k));
        if (sepal_exact_is_zero(w, cores)) {
            out->touch = true;
            continue;
        }
        bool more = true;
        if (out->rank == 1) {
            sepal_exact_cross(&normal, &out->v[0], w);
            more = !sepal_exact_is_zero(&normal, cores);
            out->axis = more ? some_coordinate(cores, &normal) : 0;
        } else if (out->rank == 2) {
            more = sepal_exact_dot_sign(&normal, w, cores) != 0;
        }
        if (more)
            out->member[out->rank++] = sepal_cores_spanning(cores, k);
    }
}

/* The sign of det(v, p, q) for v = v0 + e v1 + e^2 v2 with an infinitely small e: a vector from the inside of the cone of all
 * members. 0 only if p and q are parallel. */
static int turn_of(const sepal_cores *cores, basis *around, sepal_exact *p, sepal_exact *q) {
    sepal_exact normal;
    int sign = 0;
    sepal_exact_cross(&normal, p, q);
    for (int k = 0; k < 3 && sign == 0; k++)
        sign = sepal_exact_dot_sign(&around->v[k], &normal, cores);
    return sign;
}

/* Each face of a plane that no member is beyond. */
static sepal_contact contact_in_plane(const sepal_cores *cores, sepal_exact *n, sepal_member through) {
    members_in_plane in_plane = {cores, n, through};
    return faces_meet(&in_plane, some_coordinate(cores, n)) ? SEPAL_TOUCH : SEPAL_APART;
}

static sepal_contact contact_of_flat(const sepal_cores *cores, basis *all) {
    if (all->touch)
        return SEPAL_TOUCH;
    members_in_plane everything = {cores, NULL, {0, 0}};
    ties whole = {&everything, NULL, 0, {0, 0}};
    bool meet = all->rank < 2 ? intervals_meet(&whole, some_coordinate(cores, &all->v[0])) : faces_meet(&everything, all->axis);
    return meet ? SEPAL_TOUCH : SEPAL_APART;
}

static SEPAL_NOINLINE sepal_proved prove_contact(const sepal_cores *cores) {
    sepal_nearest part;
    part.count = 0;
    return sepal_nearest_prove(cores, &part);
}

sepal_contact sepal_solids_scalar_contact_of(const sepal_cores *cores) {
    return sepal_solids_scalar_contact_as_proved(cores, prove_contact(cores));
}

sepal_contact sepal_solids_scalar_contact_as_proved(const sepal_cores *cores, sepal_proved proved) {
    basis all;
    if (proved == SEPAL_PROVED_APART)
        return SEPAL_APART;
    if (proved == SEPAL_PROVED_TOUCHING || proved == SEPAL_PROVED_INSIDE)
        return proved == SEPAL_PROVED_INSIDE ? SEPAL_OVERLAP : SEPAL_TOUCH;
    find_basis(cores, &all);
    if (all.rank < 3)
        return proved == SEPAL_PROVED_WITHIN ? SEPAL_TOUCH : contact_of_flat(cores, &all);
    sepal_exact p, q, n, w, first_p, first_q;
    sepal_member at_p = all.member[1], at_q = all.member[2];
    if (turn_of(cores, &all, &all.v[1], &all.v[2]) < 0)
        at_p = all.member[2], at_q = all.member[1];
    sepal_exact_member(&first_p, cores, at_p);
    sepal_exact_member(&first_q, cores, at_q);
    for (;;) {
        sepal_exact_member(&p, cores, at_p);
        sepal_exact_member(&q, cores, at_q);
        sepal_exact_cross(&n, &p, &q);
        sepal_member at = sepal_exact_support(cores, &n);
        sepal_exact_member(&w, cores, at);
        int beyond = sepal_exact_dot_sign(&n, &w, cores);
        if (beyond > 0)
            return SEPAL_APART;
        if (beyond == 0)
            return proved == SEPAL_PROVED_WITHIN ? SEPAL_TOUCH : contact_in_plane(cores, &n, at);
        int turn = turn_of(cores, &all, &first_p, &w);
        if (turn == 0)
            turn = turn_of(cores, &all, &first_q, &w);
        if (turn > 0) {
            if (turn_of(cores, &all, &p, &w) <= 0)
                return SEPAL_OVERLAP;
            at_q = at;
        } else {
            if (turn_of(cores, &all, &w, &q) <= 0)
                return SEPAL_OVERLAP;
            at_p = at;
        }
    }
}
