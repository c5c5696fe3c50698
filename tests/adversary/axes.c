/* axes.c — the gap along an edge normal, computed in float, as overlap (axes.h) and containment (contain.h) use it. */
#include "couple.h"
#include "families.h"

#include <polys/kernel/axes.h>

/* Two triangles. */
static bool take(const float *input, couple *c, circle_lanes *ca, circle_lanes *cb, vertex_lanes *va, vertex_lanes *vb) {
    if (!couple_of_polygons(input, 3, 3, 3, c))
        return false;
    *ca = couple_circle(c->a), *cb = couple_circle(c->b);
    *va = couple_vertices(c->a, 3), *vb = couple_vertices(c->b, 3);
    return true;
}

static const sizes triangles = {3, 3, true};

static double gap_error(const float *input) {
    couple c;
    circle_lanes ca, cb;
    vertex_lanes va, vb;
    if (!take(input, &c, &ca, &cb, &va, &vb))
        return -INFINITY;
    gap_lanes g = axes_gaps(ca, &va, cb, &vb, triangles);
    double error_a = fabs((double)lane_of(g.gap_a) - couple_gap(c.a, c.b)) / (double)lane_of(g.error_a);
    double error_b = fabs((double)lane_of(g.gap_b) - couple_gap(c.b, c.a)) / (double)lane_of(g.error_b);
    return fmax(error_a, error_b);
}

static double wrong_overlap(const float *input) {
    couple c;
    circle_lanes ca, cb;
    vertex_lanes va, vb;
    if (!take(input, &c, &ca, &cb, &va, &vb))
        return -INFINITY;
    gap_lanes g = axes_gaps(ca, &va, cb, &vb, triangles);
    return wrong_share(&g, &c);
}

static double wrong_containment(const float *input) {
    couple c;
    circle_lanes ca, cb;
    vertex_lanes va, vb;
    if (!take(input, &c, &ca, &cb, &va, &vb))
        return -INFINITY;
    excess_lanes e = axes_excess(ca, &va, cb, &vb, triangles);
    double share = (double)lane_of(e.excess) / (double)lane_of(e.error);
    return sepal_polys_scalar_contains(c.a, 0, c.b, 0, &(sepal_rule){SEPAL_TOUCHING_OVERLAPS, 0, 0}) ? share : -share;
}

static const attack attacks[] = {
    {"AXES_ERROR",
     "a gap",
     gap_error,
     12,
     4,
     0.462,
     {0x1.9bd73ap+1F, 0x1.5bff72p-2F, 0x1.b65d56p+1F, -0x1.78762p+0F, 0x1.7c3836p+1F, -0x1.48bb8p+0F, 0x1.237648p+0F,
      -0x1.3c06c2p+3F, 0x1.b5ff78p-3F, -0x1.38p+3F, 0x1.087eb4p+1F, -0x1.3f3722p+3F}},
    {"AXES_ERROR",
     "a wrong overlap",
     wrong_overlap,
     12,
     4,
     0.317,
     {-0x1.bfe802p+0F, 0x1.602d6cp+2F, 0x1.80db2cp+11F, 0x1.57d7d2p+3F, 0x1.7f5d8p+11F, -0x1.2d8ea4p+0F, -0x1.eff5e8p-2F,
      0x1.fce2ep+3F, -0x1.18004p+1F, 0x1.801b46p+2F, -0x1.743cp+1F, -0x1.0135dp+2F}},
    {"AXES_ERROR",
     "a wrong containment",
     wrong_containment,
     12,
     4,
     0.249,
     {0x1.de045ap+4F, 0x1.4fffdp+3F, 0x1.36f946p+3F, -0x1.140c8ap+3F, 0x1.37697ap+3F, 0x1.717086p+3F, 0x1.36f946p+3F,
      -0x1.140c8ap+3F, 0x1.370eaap+3F, -0x1.7bc392p+2F, 0x1.3709fcp+3F, -0x1.c872p+2F}},
};

const attack_family axes_attacks = {"axes", attacks, sizeof attacks / sizeof *attacks};
