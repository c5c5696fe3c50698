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
#include "../../exact/orient3.h"
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

/* The plane through three vertices of a, as members with one of b. */
static void set_plane_of_corners(sepal_nearest *plane, const sepal_cores *cores, const uint32_t corner[3], uint32_t b) {
    sepal_nearest_set(plane, cores, 3, (const sepal_member[3]){{corner[0], b}, {corner[1], b}, {corner[2], b}});
}

static const float *vertex_of_hull(const sepal_cores *cores, uint32_t number, float at[3]) {
    const float *x = sepal_solid_x(cores->a, cores->i);
    for (size_t k = 0; k < 3; k++)
        at[k] = x[k * sepal_solid_padded(cores->size_a) + number];
    return at;
}

/* On which side of a plane through vertex `corner` of the box a is vertex k of it? */
static int side_of_corner(sepal_nearest *plane, const sepal_cores *cores, uint32_t corner, uint32_t k) {
    sepal_exact step;
    sepal_exact_between(&step, cores, (sepal_vertex){false, corner}, (sepal_vertex){false, k});
    return sepal_exact_dot_sign(&plane->n, &step, cores);
}

/* Has the plane through three vertices of a, which is not flat, others on one side only? If the three are on one line, it has none on
 * any. */
static bool is_face(const sepal_cores *cores, const uint32_t corner[3]) {
    const bool box = sepal_solid_is_box(cores->a, cores->i);
    sepal_nearest of_box;
    sepal_plane3 of_hull;
    float at[3][3];
    int sides = 0;
    if (box)
        set_plane_of_corners(&of_box, cores, corner, cores->first_b);
    else
        of_hull = sepal_plane_through(vertex_of_hull(cores, corner[0], at[0]), vertex_of_hull(cores, corner[1], at[1]),
                                      vertex_of_hull(cores, corner[2], at[2]));
    for (uint32_t k = 0; k < cores->size_a; k++) {
        if (k == corner[0] || k == corner[1] || k == corner[2])
            continue;
        const int side =
            box ? side_of_corner(&of_box, cores, corner[0], k) : sepal_side_of_plane(&of_hull, vertex_of_hull(cores, k, at[0]));
        if (side * sides < 0)
            return false;
        sides = side != 0 ? side : sides;
    }
    return sides != 0;
}

/* Are the balls around all `count` vertices of b, of this radius above 0, in the core a; if `strict`, in its interior? The vertices
 * are in a. Whether a plane is that of a face does not depend on them. */
static bool holds_balls(sepal_cores *cores, uint32_t count, const sepal_reach3 *radius, bool strict) {
    const uint32_t size = cores->size_a;
    uint32_t corner[3];
    for (corner[0] = 0; corner[0] < size; corner[0]++)
        for (corner[1] = corner[0] + 1; corner[1] < size; corner[1]++)
            for (corner[2] = corner[1] + 1; corner[2] < size; corner[2]++) {
                sepal_nearest plane;
                cores->first_b = 0;
                if (!is_face(cores, corner))
                    continue;
                for (cores->first_b = 0; cores->first_b < count; cores->first_b++) {
                    set_plane_of_corners(&plane, cores, corner, cores->first_b);
                    if (sepal_nearest_compare(&plane, cores, radius) < (strict ? 1 : 0))
                        return false;
                }
            }
    return true;
}

bool sepal_solids_scalar_contains(const sepal_solids *a, uint32_t i, const sepal_solids *b, uint32_t j, const sepal_rule *rule) {
    const double more[3] = {(double)sepal_solid_radius(a, i), -(double)sepal_solid_radius(b, j), -(double)rule->margin};
    sepal_reach3 spare = {{more[0], more[1], more[2], 0}}, short_of = {{-more[0], -more[1], -more[2], 0}};
    const bool strict = rule->touching == SEPAL_TOUCHING_IS_APART;
    const int sign = sepal_sign_of_sum(more, 3);
    const uint32_t count = b->heads[j].size;
    sepal_cores cores;
    if (sign < 0 && (a->heads[i].flags & SEPAL_SOLID_FLAT) != 0)
        return false;
    sepal_cores_set(&cores, a, i, b, j);
    cores.size_b = 1;
    for (cores.first_b = 0; cores.first_b < count; cores.first_b++)
        if (sign > 0 ? !reaches_point(&cores, &spare, strict) : !holds_point(&cores, sign == 0 && strict))
            return false;
    return sign >= 0 || holds_balls(&cores, count, &short_of, strict);
}

void sepal_solids_contains_pairs_scalar(const sepal_solids *a, const sepal_solids *b, const sepal_pair *pairs, size_t count,
                                        const sepal_rule *rule, uint64_t *bits) {
    for (size_t k = 0; k < count; k++)
        sepal_bits_write(bits, k, sepal_solids_scalar_contains(a, pairs[k].a, b, pairs[k].b, rule));
}
