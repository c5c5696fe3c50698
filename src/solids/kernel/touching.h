/* touching.h — two hulls that rest on each other: as high along a coordinate axis as the other one is low, or with a vertex in common.
 *
 * Comparing coordinates is exact. So the plane between the two parts their insides; and they touch if three differences of vertices
 * in it are certainly around the origin. These are sought as portals are (portal.h), in the plane, from one difference on: the ray
 * from it through the origin leaves between two others, which are moved outwards (docs/numerics/solids_kernels.md, "Hulls that
 * touch"). */
#ifndef SEPAL_SOLIDS_KERNEL_TOUCHING_H
#define SEPAL_SOLIDS_KERNEL_TOUCHING_H

#include "hulls.h"

/* Bounds the error of the cross product of two differences in the plane, as a share of the sum of the magnitudes of its products. */
#define TOUCHING_ERROR (8 * 0x1p-24F)
enum { TOUCHING_STEPS = 12 };

typedef struct plane_point {
    w x, y;
} plane_point;

/* The coordinate axis across which the two of a lane touch, as a mask for each; and how high the plane is. */
typedef struct touching_plane {
    wm across[3];
    w level;
} touching_plane;

SPECIALISED touching_plane find_touching_plane(const hull_lanes *a, uint32_t size_a, const hull_lanes *b, uint32_t size_b) {
    touching_plane out = {{wm_none(), wm_none(), wm_none()}, w_set1(0)};
    wm found = wm_none();
    for (uint32_t axis = 0; axis < 3; axis++) {
        const w *of_a = a->at + axis * size_a, *of_b = b->at + axis * size_b;
        w low_a = of_a[0], high_a = of_a[0], low_b = of_b[0], high_b = of_b[0];
        for (uint32_t k = 1; k < size_a; k++)
            low_a = w_min(low_a, of_a[k]), high_a = w_max(high_a, of_a[k]);
        for (uint32_t k = 1; k < size_b; k++)
            low_b = w_min(low_b, of_b[k]), high_b = w_max(high_b, of_b[k]);
        wm above = wm_andnot(w_eq(high_a, low_b), found), below = wm_andnot(w_eq(low_a, high_b), wm_or(found, above));
        out.across[axis] = wm_or(above, below);
        out.level = w_select(above, high_a, w_select(below, low_a, out.level));
        found = wm_or(found, out.across[axis]);
    }
    return out;
}

/* Replaces coordinates by those in the plane, all x first, and the height. Vertices that are not in it get the place of one that is. */
SPECIALISED void see_in_plane(hull_lanes *h, uint32_t size, const touching_plane *plane) {
    w *x = h->at, *y = h->at + size, *z = h->at + 2 * (size_t)size;
    plane_point some = {x[0], y[0]};
    for (uint32_t k = 0; k < size; k++) {
        w height = w_select(plane->across[0], x[k], w_select(plane->across[1], y[k], z[k]));
        wm in = w_eq(height, plane->level);
        x[k] = w_select(plane->across[0], z[k], x[k]);
        y[k] = w_select(plane->across[1], z[k], y[k]);
        z[k] = height;
        some = (plane_point){w_select(in, x[k], some.x), w_select(in, y[k], some.y)};
    }
    for (uint32_t k = 0; k < size; k++) {
        wm in = w_eq(z[k], plane->level);
        x[k] = w_select(in, x[k], some.x);
        y[k] = w_select(in, y[k], some.y);
    }
}

/* The vertex of greatest n . v. */
static inline plane_point farthest_in_lanes(const hull_lanes *h, w nx, w ny) {
    const w *x = h->at, *y = h->at + h->size;
    plane_point best = {x[0], y[0]};
    w most = w_madd(nx, best.x, w_mul(ny, best.y));
    for (uint32_t k = 1; k < h->size; k++) {
        w along = w_madd(nx, x[k], w_mul(ny, y[k]));
        wm more = w_gt(along, most);
        best = (plane_point){w_select(more, x[k], best.x), w_select(more, y[k], best.y)};
        most = w_max(along, most);
    }
    return best;
}

/* The difference of greatest n . w. */
static SEPAL_NOINLINE plane_point difference_along(const hull_lanes *a, const hull_lanes *b, w nx, w ny) {
    w zero = w_set1(0);
    plane_point of_a = farthest_in_lanes(a, w_sub(zero, nx), w_sub(zero, ny)), of_b = farthest_in_lanes(b, nx, ny);
    return (plane_point){w_sub(of_b.x, of_a.x), w_sub(of_b.y, of_a.y)};
}

static inline w cross_of_points(plane_point p, plane_point q) {
    return w_msub(p.x, q.y, w_mul(p.y, q.x));
}

/* Is q certainly to the left of p, seen from the origin? */
static inline wm is_left_of(plane_point p, plane_point q) {
    w size = w_add(w_abs(w_mul(p.x, q.y)), w_abs(w_mul(p.y, q.x)));
    return w_gt(cross_of_points(p, q), w_madd(size, w_set1(TOUCHING_ERROR), w_set1(HULL_UNDERFLOW)));
}

/* In which of the lanes `asked` is the origin certainly between differences of both? */
static SEPAL_NOINLINE wm search_in_plane(const hull_lanes *a, const hull_lanes *b, wm asked) {
    w zero = w_set1(0);
    wm found = wm_none();
    const plane_point p = difference_along(a, b, w_set1(1), w_set1(0.3F));
    plane_point left = difference_along(a, b, w_sub(zero, p.y), p.x), right = difference_along(a, b, p.y, w_sub(zero, p.x));
    for (int step = 0; step < TOUCHING_STEPS; step++) {
        const wm around = wm_and(wm_and(is_left_of(p, left), is_left_of(left, right)), is_left_of(right, p));
        found = wm_or(found, wm_and(asked, around));
        asked = wm_andnot(asked, found);
        if (wm_bits(asked) == 0)
            break;
        w nx = w_sub(right.y, left.y), ny = w_sub(left.x, right.x);
        const plane_point next = difference_along(a, b, nx, ny);
        w gain = w_madd(nx, w_sub(next.x, left.x), w_mul(ny, w_sub(next.y, left.y)));
        asked = wm_and(asked, w_gt(gain, zero));
        wm to_left = w_gt(cross_of_points(p, next), zero);
        left = (plane_point){w_select(to_left, next.x, left.x), w_select(to_left, next.y, left.y)};
        right = (plane_point){w_select(to_left, right.x, next.x), w_select(to_left, right.y, next.y)};
    }
    return found;
}

/* The hulls of a group with their coordinates as they are stored. n: the sizes of the blocks. */
SPECIALISED void load_as_stored(const solids_query *q, const sepal_pair *group, sizes n, hull_lanes *a, hull_lanes *b) {
    w3 mean, origin = w3_set1(0, 0, 0);
    load_hulls(q->a, &group->a, n.a, origin, w_set1(1), &mean, a);
    load_hulls(q->b, &group->b, n.b, origin, w_set1(1), &mean, b);
}

SPECIALISED lanes touching_kernel(const void *question, const sepal_pair *group, size_t k, sizes n) {
    const solids_query *q = question;
    hull_lanes a, b;
    (void)k;
    load_as_stored(q, group, n, &a, &b);
    const touching_plane plane = find_touching_plane(&a, n.a, &b, n.b);
    const wm parted = wm_or(plane.across[0], wm_or(plane.across[1], plane.across[2]));
    if (q->touching == SEPAL_TOUCHING_IS_APART || wm_bits(parted) == 0)
        return decided(parted, wm_none());
    see_in_plane(&a, n.a, &plane);
    see_in_plane(&b, n.b, &plane);
    return decided(wm_none(), search_in_plane(&a, &b, parted));
}

/* For pairs of hulls without reach; others are left open. */
static bool filter_touching(const void *question, const sepal_pair *pairs, size_t count, sizes n, verdicts *out) {
    if (solid_some_reach(question) || n.a == 0 || n.b == 0)
        return leave_all_open(out, count);
    return ask_groups(touching_kernel, NULL, question, pairs, count, n, out);
}

/* --- A vertex in common ------------------------------------------------------------------------------------------------------- */

/* Two hulls that touch often share a vertex, as neighbours in a mesh do: then they meet, exactly. */

/* Larger blocks have too many couples of vertices to compare. */
enum { SHARED_VERTICES = 16 };

/* yes: some vertex of a is one of b. */
SPECIALISED lanes shared_kernel(const void *question, const sepal_pair *group, size_t k, sizes n) {
    hull_lanes a, b;
    (void)k;
    load_as_stored(question, group, n, &a, &b);
    wm shared = wm_none();
    for (uint32_t i = 0; i < n.a; i++)
        for (uint32_t j = 0; j < n.b; j++) {
            wm same = wm_and(w_eq(a.at[i], b.at[j]), w_eq(a.at[n.a + i], b.at[n.b + j]));
            shared = wm_or(shared, wm_and(same, w_eq(a.at[2 * n.a + i], b.at[2 * n.b + j])));
        }
    return decided(wm_none(), shared);
}

/* For pairs of hulls of which touching counts as overlap; others are left open. */
static bool filter_shared(const void *question, const sepal_pair *pairs, size_t count, sizes n, verdicts *out) {
    const solids_query *q = question;
    if (q->touching != SEPAL_TOUCHING_OVERLAPS || n.a == 0 || n.b == 0 || n.a > SHARED_VERTICES || n.b > SHARED_VERTICES)
        return leave_all_open(out, count);
    return n.a == 4 && n.b == 4 ? ask_groups(shared_kernel, NULL, q, pairs, count, (sizes){4, 4, false}, out)
                                : ask_groups(shared_kernel, NULL, q, pairs, count, n, out);
}

#endif
