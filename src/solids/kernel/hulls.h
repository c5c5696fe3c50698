/* hulls.h — vertices of hulls and boxes in lanes, and the farthest of them along a direction.
 *
 * Coordinates are relative to the centre of the solid's own ball and divided by an extent of the pair, so that all are below 1 and
 * their rounding errors are of one size wherever the pair is and however small (docs/numerics/solids_kernels.md, "Hulls"). */
#ifndef SEPAL_SOLIDS_KERNEL_HULLS_H
#define SEPAL_SOLIDS_KERNEL_HULLS_H

#include "boxes_exact.h"

/* No more vertices are put into lanes. */
enum { HULL_VERTICES = 64 };

/* The vertices of one solid of each lane: all x, then all y, then all z; `size` of each. */
typedef struct hull_lanes {
    uint32_t size;
    w at[3 * HULL_VERTICES];
} hull_lanes;

/* Of a hull in each lane: vertex 0, and the ranges of the coordinates. */
typedef struct hull_cover {
    w3 first, low, high;
} hull_cover;

/* Records of hulls: index[2 * lane] is the solid. inverse: of the extent. mean: of the vertices, from the centre. cover: or NULL. */
SPECIALISED void load_hulls_and_cover(const sepal_solids *set, const uint32_t *index, uint32_t size, w3 centre, w inverse, w3 *mean,
                                      hull_cover *cover, hull_lanes *out) {
    const float *at[SEPAL_LANES];
    for (int lane = 0; lane < SEPAL_LANES; lane++)
        at[lane] = &sepal_solid_hull(set, index[2 * lane])->mean_x;
    w f[4];
    w_load_quads(at, 1, f);
    *mean = w3_scale((w3){f[0], f[1], f[2]}, inverse);
    out->size = size;
    for (int lane = 0; lane < SEPAL_LANES; lane++)
        at[lane] += 4;
    for (uint32_t k = 0; k < 3; k++) {
        w origin = k == 0 ? centre.x : k == 1 ? centre.y : centre.z, low = w_infinity(), high = w_neg(low), first = origin;
        for (uint32_t i = 0; i < size; i += 4) {
            w_load_quads(at, 1, f);
            first = i == 0 ? f[0] : first;
            for (int row = 0; row < 4; row++) {
                out->at[size * k + i + (uint32_t)row] = w_mul(w_sub(f[row], origin), inverse);
                low = w_min(f[row], low);
                high = w_max(f[row], high);
            }
            for (int lane = 0; lane < SEPAL_LANES; lane++)
                at[lane] += 4;
        }
        if (cover != NULL) {
            *(k == 0 ? &cover->first.x : k == 1 ? &cover->first.y : &cover->first.z) = first;
            *(k == 0 ? &cover->low.x : k == 1 ? &cover->low.y : &cover->low.z) = low;
            *(k == 0 ? &cover->high.x : k == 1 ? &cover->high.y : &cover->high.z) = high;
        }
    }
}

SPECIALISED void load_hulls(const sepal_solids *set, const uint32_t *index, uint32_t size, w3 centre, w inverse, w3 *mean,
                            hull_lanes *out) {
    load_hulls_and_cover(set, index, size, centre, inverse, mean, NULL, out);
}

/* The eight corners of boxes. */
SPECIALISED void solid_load_corners(const sepal_solids *set, const uint32_t *index, w inverse, w3 *mean, hull_lanes *out) {
    solid_exact_lanes box = load_exact_boxes(set, index);
    w3 u = w3_scale(box.edge[0], inverse), v = w3_scale(box.edge[1], inverse), along = w3_scale(box.edge[2], inverse);
    *mean = w3_set1(0, 0, 0);
    out->size = 8;
    for (int k = 0; k < 8; k++) {
        w3 corner = k & 1 ? w3_add(u, v) : w3_sub(u, v);
        corner = k & 2 ? w3_add(corner, along) : w3_sub(corner, along);
        if (k & 4)
            corner = w3_sub(w3_set1(0, 0, 0), corner);
        out->at[k] = corner.x;
        out->at[8 + k] = corner.y;
        out->at[16 + k] = corner.z;
    }
}

/* The number that a vertex in lanes has in cores.h, where corners of boxes are in another order. */
static inline uint32_t number_in_core(bool of_box, uint32_t k) {
    return !of_box ? k : k & 4 ? (~k & 3) << 1 : (k & 3) << 1 | 1;
}

/* The vertex of the least n . v, or of the greatest, and this product. */
SPECIALISED w3 extreme_vertex(const hull_lanes *h, w3 n, bool is_least, w *product) {
    const w *x = h->at, *y = h->at + h->size, *z = h->at + 2 * (size_t)h->size;
    w3 best = {x[0], y[0], z[0]};
    w value = w3_dot(n, best);
    for (uint32_t k = 1; k < h->size; k++) {
        w3 at = {x[k], y[k], z[k]};
        w along = w3_dot(n, at);
        best = w3_select(is_least ? w_gt(value, along) : w_gt(along, value), at, best);
        value = is_least ? w_min(along, value) : w_max(along, value);
    }
    *product = value;
    return best;
}
static inline w3 least_vertex(const hull_lanes *h, w3 n, w *least) {
    return extreme_vertex(h, n, true, least);
}
static inline w3 greatest_vertex(const hull_lanes *h, w3 n, w *greatest) {
    return extreme_vertex(h, n, false, greatest);
}

/* The Minkowski difference of a group, a point inside of it, and the reach of the pair, all in units of its extent. While b moves by
 * `move`, as seen from a, it is what the difference covers: the hull of its members, and of the same members moved. */
typedef struct difference_lanes {
    hull_lanes a, b;
    w3 d, move, inside;
    w extent, reach; /* the extent in the units of the coordinates */
    bool round;      /* some reach is not 0 */
    bool moving;     /* false: the move is 0 */
} difference_lanes;

/* Bounds the error of n . w over members w of the difference, as a share of |n|_1; the same where it moves (docs/numerics/
 * solids_sweep.md, "Moving hulls in lanes"); and what underflow may take. */
#define HULL_AXIS_ERROR  (12 * 0x1p-24F)
#define SWEPT_AXIS_ERROR (18 * 0x1p-24F)
#define HULL_UNDERFLOW   0x1p-110F

static inline w hull_axis_error(const difference_lanes *s) {
    return w_set1(s->moving ? SWEPT_AXIS_ERROR : HULL_AXIS_ERROR);
}

/* One side of a group: hulls with blocks of `size`, or boxes. */
SPECIALISED void solid_load_side(const sepal_solids *set, const uint32_t *index, uint32_t size, w3 centre, w inverse, w3 *mean,
                                 hull_cover *cover, hull_lanes *out) {
    if (size == 0)
        solid_load_corners(set, index, inverse, mean, out);
    else
        load_hulls_and_cover(set, index, size, centre, inverse, mean, cover, out);
}

/* n: the sizes of the blocks, 0 for boxes. move: NULL if nothing moves. cover: of both, if they are hulls, or NULL. */
SPECIALISED void load_difference_of(const solids_query *q, const sepal_pair *group, sizes n, const w3 *move, hull_cover *cover,
                                    difference_lanes *out) {
    ball_lanes a = load_balls(q->a, &group->a), b = load_balls(q->b, &group->b);
    w3 d = w3_sub(b.centre, a.centre), mean_a, mean_b;
    out->extent = w_add(w_add(a.radius, b.radius), w3_greatest(d));
    out->moving = move != NULL;
    if (move != NULL)
        out->extent = w_add(out->extent, w3_greatest(*move));
    w inverse = w_div(w_set1(1), out->extent);
    solid_load_side(q->a, &group->a, n.a, a.centre, inverse, &mean_a, cover, &out->a);
    solid_load_side(q->b, &group->b, n.b, b.centre, inverse, &mean_b, cover == NULL ? NULL : cover + 1, &out->b);
    out->d = w3_scale(d, inverse);
    out->inside = w3_add(out->d, w3_sub(mean_b, mean_a));
    if (move != NULL) {
        out->move = w3_scale(*move, inverse);
        out->inside = w3_add(out->inside, w3_scale(out->move, w_set1(0.5F)));
    }
    out->round = solid_some_reach(q);
    out->reach = w_mul(load_reach(q, group), inverse);
}

SPECIALISED void load_difference(const solids_query *q, const sepal_pair *group, sizes n, difference_lanes *out) {
    load_difference_of(q, group, n, NULL, NULL, out);
}

/* --- Points of pushes ------------------------------------------------------------------------------------------------------------ */

enum { KNOWN_VERTICES = 3 };
/* Of the hulls of a group, what pushes tell of their points: the vertices of the slice (points_cores.h) in ascending order; one
 * may be there again, which does not count: then `once` is 0. */
typedef struct known_slice {
    const hull_cover *cover;
    w3 at[KNOWN_VERTICES];
    w once[KNOWN_VERTICES];
} known_slice;

/* The points of a group with these normals, compiled in another unit: three coordinates of that of a, then of b. */
void solids_kernel_known_points(const solids_query *q, const sepal_pair *group, const known_slice known[2],
                                const float *const normal[3], float (*out)[SEPAL_LANES]);

#endif
