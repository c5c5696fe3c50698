/* boxes.h — two parallelograms c ± u ± v: at most four axes to try, each from a handful of cross products.
 *
 * On the axis normal to g (one of u_a, v_a, u_b, v_b) the projection of a parallelogram has the half width |g x u| + |g x v|, and
 * the centres are |g x d| apart. One of the terms g x g is 0, and parallel axes are one: Gottschalk, Lin, Manocha, "OBBTree",
 * SIGGRAPH 1996, in the plane and without unit vectors. */
#ifndef SEPAL_POLYS_KERNEL_BOXES_H
#define SEPAL_POLYS_KERNEL_BOXES_H

#include "../../batch/verdicts.h"
#include "../set.h"

typedef struct box_lanes {
    w2 centre, u, v;
    w slack, reach;
} box_lanes;

static inline box_lanes load_boxes_at(const float *const *at) {
    w f[8];
    w_load_eight(at, f);
    return (box_lanes){{f[0], f[1]}, {f[2], f[3]}, {f[4], f[5]}, f[6], f[7]};
}

/* index[2 * lane] is the box: the one or the other of a group of pairs. */
SPECIALISED box_lanes load_boxes(const sepal_polys *set, const uint32_t *index) {
    const float *at[SEPAL_LANES];
    for (int lane = 0; lane < SEPAL_LANES; lane++)
        at[lane] = &set->cores[index[2 * lane]].parallelogram.x;
    return load_boxes_at(at);
}

/* The bound needs no term for the distance of the centres: where that could matter, the pair is apart beyond doubt
 * (docs/numerics.md, "Parallelograms"). */
static inline gap_lanes boxes_gaps(box_lanes a, box_lanes b) {
    w2 d = w2_sub(b.centre, a.centre);
    w slack = w_add(a.slack, b.slack);
    w uu = w_abs(w_cross(a.u, b.u)), uv = w_abs(w_cross(a.u, b.v)), vu = w_abs(w_cross(a.v, b.u)), vv = w_abs(w_cross(a.v, b.v));
    w own_a = w_abs(w_cross(a.u, a.v)), own_b = w_abs(w_cross(b.u, b.v));
    w gap_ua = w_sub(w_abs(w_cross(a.u, d)), w_add(w_add(uu, uv), own_a));
    w gap_va = w_sub(w_abs(w_cross(a.v, d)), w_add(w_add(vu, vv), own_a));
    w gap_ub = w_sub(w_abs(w_cross(b.u, d)), w_add(w_add(uu, vu), own_b));
    w gap_vb = w_sub(w_abs(w_cross(b.v, d)), w_add(w_add(uv, vv), own_b));

    return (gap_lanes){w_max(gap_ua, gap_va), w_max(gap_ub, gap_vb), w_mul(a.reach, slack), w_mul(b.reach, slack)};
}

static inline lanes boxes_decide(box_lanes a, box_lanes b) {
    gap_lanes g = boxes_gaps(a, b);
    return decided(gaps_apart(&g), gaps_overlap(&g));
}

/* Sets that do not fit the second-level cache are fetched some groups ahead; in smaller ones that would only cost. */
#define BOX_PREFETCH_AHEAD 64
#define BOX_PREFETCH_FROM  32768 /* boxes: 1 MiB of parallelograms */

static inline void prefetch_boxes(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, size_t k, size_t count) {
    for (size_t ahead = k + BOX_PREFETCH_AHEAD; ahead < k + BOX_PREFETCH_AHEAD + SEPAL_LANES && ahead < count; ahead++) {
        sepal_prefetch(&a->cores[pairs[ahead].a]);
        sepal_prefetch(&b->cores[pairs[ahead].b]);
    }
}

static void filter_boxes(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, size_t count, verdicts *out) {
    verdicts_clear(out);
    bool prefetch = a->count > BOX_PREFETCH_FROM || b->count > BOX_PREFETCH_FROM;
    for (size_t k = 0; k < count; k += SEPAL_LANES) {
        if (prefetch)
            prefetch_boxes(a, b, pairs, k, count);
        sepal_pair spare[SEPAL_LANES];
        const sepal_pair *group = group_at(pairs, k, count, spare);
        verdicts_note(out, k, count, boxes_decide(load_boxes(a, &group->a), load_boxes(b, &group->b)));
    }
}

/* Box `index` of a against the boxes first .. first+count-1 of b. */
static void filter_boxes_one(const sepal_polys *a, uint32_t index, const sepal_polys *b, size_t first, size_t count,
                             verdicts *out) {
    verdicts_clear(out);
    const sepal_poly_parallelogram *one = &a->cores[index].parallelogram;
    box_lanes one_lanes = {{w_set1(one->x), w_set1(one->y)},
                           {w_set1(one->ux), w_set1(one->uy)},
                           {w_set1(one->vx), w_set1(one->vy)},
                           w_set1(one->slack),
                           w_set1(one->reach)};
    for (size_t k = 0; k < count; k += SEPAL_LANES) {
        const sepal_poly_core *many = &b->cores[first + k];
        const float *at[SEPAL_LANES];
        if (count - k >= SEPAL_LANES) { /* fixed distances from one address */
            for (size_t lane = 0; lane < SEPAL_LANES; lane++)
                at[lane] = &many[lane].parallelogram.x;
        } else {
            for (size_t lane = 0; lane < SEPAL_LANES; lane++)
                at[lane] = &many[k + lane < count ? lane : 0].parallelogram.x;
        }
        verdicts_note(out, k, count, boxes_decide(one_lanes, load_boxes_at(at)));
    }
}

#endif
