/* boxes.c — the gap between two parallelograms (axes.h), and how far one is beyond the other. The bound contains
 * how far the vertices stray from the parallelogram, so the error is that against the vertices themselves. */
#include "couple.h"
#include "families.h"

#include <polys/kernel/axes.h>

static box_lanes box_of(const sepal_polys *set) {
    return load_boxes(set, &couple_group->a);
}

/* The least and the greatest product of the vertices with a normal of the direction (gx, gy). */
static void project(const sepal_polys *set, double gx, double gy, double *low, double *high) {
    const float *x = sepal_poly_x(set, 0), *y = sepal_poly_y(set, 0);
    *low = INFINITY;
    *high = -INFINITY;
    for (int k = 0; k < 4; k++) {
        double along = gx * (double)y[k] - gy * (double)x[k];
        *low = fmin(*low, along);
        *high = fmax(*high, along);
    }
}

static double gap_across(const couple *c, float gx, float gy) {
    double low_a, high_a, low_b, high_b;
    project(c->a, (double)gx, (double)gy, &low_a, &high_a);
    project(c->b, (double)gx, (double)gy, &low_b, &high_b);
    return fmax(low_b - high_a, low_a - high_b);
}

/* The greater of the gaps across both half-edges of a box. */
static double greatest_gap_across(const couple *c, const sepal_poly_parallelogram *of) {
    return fmax(gap_across(c, of->ux, of->uy), gap_across(c, of->vx, of->vy));
}

static double larger(float p, float q) {
    return fmax(fabs((double)p), fabs((double)q));
}

/* The bound holds for pairs whose centres are no farther apart, in x and in y, than those of boxes that meet. In other pairs
 * one gap is certain. */
static bool may_meet(const sepal_poly_parallelogram *a, const sepal_poly_parallelogram *b) {
    double size = larger(a->ux, a->uy) + larger(a->vx, a->vy) + larger(b->ux, b->uy) + larger(b->vx, b->vy);
    return larger(b->x - a->x, b->y - a->y) <= size;
}

static gap_lanes boxes_gaps(box_lanes a, box_lanes b) {
    const box_gaps g = box_gaps_of(a, b, w2_sub(b.centre, a.centre), NULL);
    return greatest_box_gaps(a, b, &g);
}

static double gap_error(const float *input) {
    couple c;
    if (!couple_of_boxes(input, &c) || !may_meet(&c.a->cores->parallelogram, &c.b->cores->parallelogram))
        return -INFINITY;
    gap_lanes g = boxes_gaps(box_of(c.a), box_of(c.b));
    double exact_a = greatest_gap_across(&c, &c.a->cores->parallelogram),
           exact_b = greatest_gap_across(&c, &c.b->cores->parallelogram);
    return fmax(fabs((double)lane_of(g.gap_a) - exact_a) / (double)lane_of(g.error_a),
                fabs((double)lane_of(g.gap_b) - exact_b) / (double)lane_of(g.error_b));
}

static double wrong_overlap(const float *input) {
    couple c;
    if (!couple_of_boxes(input, &c))
        return -INFINITY;
    gap_lanes g = boxes_gaps(box_of(c.a), box_of(c.b));
    return wrong_share(&g, &c);
}

static double wrong_containment(const float *input) {
    couple c;
    if (!couple_of_boxes(input, &c))
        return -INFINITY;
    excess_lanes e = boxes_excess(box_of(c.a), box_of(c.b));
    double share = (double)lane_of(e.excess) / (double)lane_of(e.error);
    return sepal_polys_scalar_contains(c.a, 0, c.b, 0, &(sepal_rule){SEPAL_TOUCHING_OVERLAPS, 0, 0}) ? share : -share;
}

static const attack attacks[] = {
    {"SEPAL_BOX_ERROR",
     "a gap",
     gap_error,
     12,
     4,
     0.459,
     {0x1.cb0084p+2F, 0x1.177fp+3F, 0x1.1c84a2p-2F, -0x1.3370e2p+1F, -0x1.3d95fcp-2F, -0x1.1c849ep-2F, -0x1.34db1ep+3F,
      0x1.3370dcp+1F, 0x1.f66908p+3F, -0x1.210c58p+3F, 0x1.c08858p+0F, 0x1.56e07ep+0F}},
    {"SEPAL_BOX_ERROR",
     "a wrong overlap",
     wrong_overlap,
     12,
     4,
     0.212,
     {-0x1.9df406p+0F, 0x1.a1d9fep+4F, 0x1.effe6ep+3F, 0x1.2ffffcp-2F, 0x1.12c1d4p+0F, 0x1.51c002p+0F, 0x1.8140bp+3F,
      -0x1.b06804p+2F, -0x1.e15fdcp+2F, 0x1.4b5594p+2F, 0x1.b2f438p+1F, 0x1.a942aap+4F}},
    {"SEPAL_BOX_ERROR",
     "a wrong containment",
     wrong_containment,
     12,
     4,
     0.138,
     {0x1.189e5p-23F, 0x1.498412p-21F, -0x1.c0413cp+2F, -0x1.108c96p-22F, -0x1.88ffdap-22F, 0x1.2467b6p+3F, -0x1.c04138p+2F,
      -0x1.14fff6p+3F, 0x1.7fbffcp-22F, 0x1p-24F, 0x1.188c68p-22F, 0x1.a21034p-23F}},
};

const attack_family boxes_attacks = {"boxes", attacks, sizeof attacks / sizeof *attacks};
