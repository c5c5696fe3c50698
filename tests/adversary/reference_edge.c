/* reference_edge.c — contact points: the gap of the reference edge, by which the kernels tell pairs that are apart. */
#include "couple.h"
#include "families.h"

#include "../oracle/contacts.h"
#include <polys/kernel/contact_points.h>

/* The bound beyond which the gap of the reference edge tells that the pair is apart. */
static double sign_error(const float *f) {
    couple c;
    if (!couple_of_polygons(f, 3, 3, 4, &c) || !c.a->plain || !c.b->plain)
        return -INFINITY;
    vertex_lanes a = couple_vertices(c.a, 4), b = couple_vertices(c.b, 4);
    w2 origin = vertex(a.world, 4, 0);
    wm unfit = wm_none();
    make_near(&a, 4, origin);
    make_near(&b, 4, origin);
    const oracle_shape p = {sepal_poly_x(c.a, 0), sepal_poly_y(c.a, 0), c.a->heads[0].size, 0};
    const oracle_shape q = {sepal_poly_x(c.b, 0), sepal_poly_y(c.b, 0), c.b->heads[0].size, 0};
    edge_axis best = greatest_unit_gap(&a, 4, couple_circle(c.a).winding, &b, 4, &unfit);
    double error = fabs((double)lane_of(best.axis.gap) - couple_unit_gap(c.a, c.b));
    double bound = 2 * (double)SEPAL_GAP_ERROR * (double)oracle_reach_from_first(&p, &q);
    return wm_bits(unfit) == 0 && isfinite(error) ? error / bound : -INFINITY;
}

static const attack attacks[] = {
    {"SEPAL_GAP_ERROR",
     "a sign",
     sign_error,
     12,
     3,
     0.196,
     {0x1.6f8d58p+0F, -0x1.d851b8p-1F, -0x1.58669ep+1F, -0x1.42924ep+2F, 0x1.14a668p+2F, 0x1.abad72p+0F, 0x1.3d5d62p+2F,
      -0x1.3f5de2p+2F, 0x1.a1cce4p+0F, 0x1.d77412p+0F, -0x1.c01ffep+0F, 0x1.9d7998p+1F}},
};

const attack_family reference_edge_attacks = {"reference", attacks, sizeof attacks / sizeof *attacks};
