/* solids_scalar_contain.c — containment as plainly as C can say it; exact, one pair at a time.
 *
 * A core contains another if it contains its vertices. A with the radius r contains B with the radius s if in every direction A
 * reaches at least as far as B does (Schneider, Convex Bodies, section 1.7): h_A + r >= h_B + s. If r >= s, that says that B is
 * inside of A with the radius r - s: no vertex of it is farther from A. If r < s, every vertex of B must be inside of A, s - r or
 * more from the plane of every face; for then the balls around the vertices are in A, and so is their hull. The faces are found
 * among the planes through three vertices: those with no vertex on one side. A margin is added to s. Where touching does not count,
 * all these comparisons are strict: B is in the interior of A. */
#include "../../core/arithmetic.h"

#include "../../core/pairs.h"
#include "../../exact/expansion.h"
#include "distance.h"
#include "reference.h"

/* Is the one vertex of b that counts in the core a; if `strict`, in its interior? */
static bool holds_point(const sepal_cores *cores, bool strict) {
    return sepal_solids_scalar_contact_of(cores) > (strict ? SEPAL_TOUCH : SEPAL_APART);
}

/* Is it within reach of the core; if `strict`, nearer than that? */
static bool reaches_point(const sepal_cores *cores, const sepal_reach3 *reach, bool strict) {
    sepal_nearest found;
    return !sepal_solids_scalar_nearest(cores, &found) || sepal_nearest_compare(&found, cores, reach) < (strict ? 0 : 1);
}

/* Has the plane of a triangle of members, which all have the same vertex of b, vertices of a on one side only? */
static bool is_face(sepal_nearest *plane, const sepal_cores *cores) {
    int sides = 0;
    for (uint32_t k = 0; k < cores->size_a; k++) {
        sepal_exact step;
        sepal_exact_between(&step, cores, (sepal_vertex){false, plane->member[0].a}, (sepal_vertex){false, k});
        int side = sepal_exact_dot_sign(&plane->n, &step, cores);
        if (side * sides < 0)
            return false;
        sides = side != 0 ? side : sides;
    }
    return true;
}

/* Is the ball around the one vertex of b, of this radius above 0, in the core a; if `strict`, in its interior? */
static bool holds_ball(const sepal_cores *cores, const sepal_reach3 *radius, bool strict) {
    uint32_t size = cores->size_a, b = cores->first_b;
    if ((cores->a->heads[cores->i].flags & SEPAL_SOLID_FLAT) != 0 || !holds_point(cores, false))
        return false;
    for (uint32_t i = 0; i < size; i++)
        for (uint32_t j = i + 1; j < size; j++)
            for (uint32_t k = j + 1; k < size; k++) {
                sepal_nearest plane;
                sepal_member corner[3] = {{i, b}, {j, b}, {k, b}};
                sepal_nearest_set(&plane, cores, 3, corner);
                if (sepal_exact_is_zero(&plane.n, cores) || sepal_nearest_compare(&plane, cores, radius) >= (strict ? 1 : 0))
                    continue;
                if (is_face(&plane, cores))
                    return false;
            }
    return true;
}

bool sepal_solids_scalar_contains(const sepal_solids *a, uint32_t i, const sepal_solids *b, uint32_t j, const sepal_rule *rule) {
    const double more[3] = {(double)sepal_solid_radius(a, i), -(double)sepal_solid_radius(b, j), -(double)rule->margin};
    sepal_reach3 spare = {{more[0], more[1], more[2], 0}}, short_of = {{-more[0], -more[1], -more[2], 0}};
    bool strict = rule->touching == SEPAL_TOUCHING_IS_APART;
    int sign = sepal_sign_of_sum(more, 3);
    sepal_cores cores;
    sepal_cores_set(&cores, a, i, b, j);
    cores.size_b = 1;
    for (uint32_t k = 0; k < b->heads[j].size; k++) {
        cores.first_b = k;
        bool holds = sign == 0  ? holds_point(&cores, strict)
                     : sign > 0 ? reaches_point(&cores, &spare, strict)
                                : holds_ball(&cores, &short_of, strict);
        if (!holds)
            return false;
    }
    return true;
}

void sepal_solids_contains_pairs_scalar(const sepal_solids *a, const sepal_solids *b, const sepal_pair *pairs, size_t count,
                                        const sepal_rule *rule, uint64_t *bits) {
    for (size_t k = 0; k < count; k++)
        sepal_bits_write(bits, k, sepal_solids_scalar_contains(a, pairs[k].a, b, pairs[k].b, rule));
}
