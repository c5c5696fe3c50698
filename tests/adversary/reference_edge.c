/* reference_edge.c — contact points: the numbers by which the kernels choose the reference edge, and by its gap tell pairs that are
 * apart. */
#include "couple.h"
#include "families.h"

#include "../oracle/contacts.h"
#include <polys/kernel/contact_kernels.h>

/* The gap of the edge that the guess finds, as guessed and as it is defined. */
typedef struct two_gaps {
    w guessed, defined;
} two_gaps;

static two_gaps gaps_of(const vertex_lanes *a, w winding, const vertex_lanes *b, wm *unfit) {
    gap_guess g = guess_gaps(a, 4, winding, b, 4, unfit);
    uint32_t i = (uint32_t)lane_of(g.edge);
    w2 edge = w2_sub(vertex(a->world, 4, (i + 1) % 4), vertex(a->world, 4, i));
    return (two_gaps){g.best, unit_gap(vertex(a->near, 4, i), edge, winding, b->near, 4, SEPAL_LEAST_SQUARE, unfit).gap};
}

/* By how much the gap of b is greater than that of a and the tie: the sign decides whose edge is the reference. */
static double lead_of(w of_a, w of_b, w extent) {
    return (double)lane_of(w_sub(of_b, w_add(of_a, w_mul(extent, w_set1(SEPAL_CONTACT_TIE)))));
}

static double lead_error(const float *f) {
    couple c;
    if (!couple_of_polygons(f, 3, 3, 4, &c) || !c.a->plain || !c.b->plain)
        return -INFINITY;
    vertex_lanes a = couple_vertices(c.a, 4), b = couple_vertices(c.b, 4);
    w2 origin = vertex(a.world, 4, 0);
    wm unfit = wm_none();
    w extent = w_zero();
    make_near(&a, 4, origin);
    make_near(&b, 4, origin);
    for (uint32_t k = 0; k < 8; k++)
        extent = w_max(extent, w_max(w_abs(a.near[k]), w_abs(b.near[k])));
    two_gaps of_a = gaps_of(&a, couple_circle(c.a).winding, &b, &unfit), of_b = gaps_of(&b, couple_circle(c.b).winding, &a, &unfit);
    double error = fabs(lead_of(of_a.guessed, of_b.guessed, extent) - lead_of(of_a.defined, of_b.defined, extent));
    return wm_bits(unfit) == 0 && isfinite(error) ? error / ((double)GUESS_ERROR * (double)lane_of(extent)) : -INFINITY;
}

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
    {"GUESS_ERROR",
     "whose edge it is",
     lead_error,
     12,
     3,
     0.137,
     {0x1.178482p+1F, 0x1.61418cp+1F, 0x1.c161ccp+2F, -0x1.37326cp+0F, -0x1.26p+1F, 0x1.dep+2F, -0x1.a14558p-2F, -0x1.e162e6p+0F,
      0x1.bbfef6p+2F, 0x1.a4467ap+2F, -0x1.407f3ep+0F, 0x1.51fff8p+2F}},
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
