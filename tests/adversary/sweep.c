/* sweep.c — how near do the filters of moving shapes come to a wrong answer? (sweep_filters.h) */
#include "couple.h"
#include "families.h"

#include <polys/kernel/sweep_filters.h>

/* The floats after those of the shapes are the moves of a and of b. */
static sweep_query query_of(const couple *c, const float *moves, sepal_moves out[2]) {
    out[0] = (sepal_moves){moves, moves + 1, 0};
    out[1] = (sepal_moves){moves + 2, moves + 3, 0};
    return (sweep_query){{c->a, c->b, SEPAL_TOUCHING_OVERLAPS, 0}, &out[0], &out[1]};
}

static w2 move_of(const sweep_query *s) {
    relative_moves moves;
    find_moves(s, couple_group, SEPAL_LANES, &moves);
    return moves_from(&(moving_query){s, &moves}, 0);
}

/* The exact answer; false also if the moves are not finite, which `fit` says. */
static bool meet_exactly(const sweep_query *s, float margin, bool *fit) {
    sepal_mover a = mover_a(s, (sepal_pair){0, 0}), b = mover_b(s, (sepal_pair){0, 0});
    sepal_rule rule = {SEPAL_TOUCHING_OVERLAPS, margin};
    *fit = isfinite(a.move.x) && isfinite(a.move.y) && isfinite(b.move.x) && isfinite(b.move.y);
    return *fit && sepal_polys_scalar_sweep(&a, &b, 1, &rule);
}

/* The gaps relative to their bounds, on the side of the wrong answer. */
static double wrong_gaps(const sweep_gaps *g, bool meet) {
    double a = (double)lane_of(g->a) / (double)lane_of(g->error_a), b = (double)lane_of(g->b) / (double)lane_of(g->error_b),
           across = (double)lane_of(g->across) / (double)lane_of(g->error_across);
    double greatest = fmax(fmax(a, b), across);
    if ((wm_bits(g->in_range) & 1) == 0 || !isfinite(greatest))
        return -INFINITY;
    return meet ? greatest : -greatest;
}

static double wrong_boxes(const float *input) {
    couple c;
    sepal_moves moves[2];
    bool fit;
    if (!couple_of_boxes(input, &c))
        return -INFINITY;
    sweep_query s = query_of(&c, input + 12, moves);
    bool meet = meet_exactly(&s, 0, &fit);
    sweep_gaps g = sweep_boxes_gaps(load_boxes(c.a, &couple_group->a), load_boxes(c.b, &couple_group->a), move_of(&s));
    return fit ? wrong_gaps(&g, meet) : -INFINITY;
}

/* Two triangles. */
static double wrong_axes(const float *input) {
    couple c;
    sepal_moves moves[2];
    bool fit;
    if (!couple_of_polygons(input, 3, 3, 3, &c))
        return -INFINITY;
    sweep_query s = query_of(&c, input + 12, moves);
    bool meet = meet_exactly(&s, 0, &fit);
    vertex_lanes va = couple_vertices(c.a, 3), vb = couple_vertices(c.b, 3);
    sweep_gaps g = sweep_axes_gaps(couple_circle(c.a), &va, couple_circle(c.b), &vb, move_of(&s), (sizes){3, 3, true});
    return fit ? wrong_gaps(&g, meet) : -INFINITY;
}

/* Two circles, and a margin after the moves. The spare of a length is what both constants give. */
static double wrong_circles(const float *input) {
    couple c;
    sepal_moves moves[2];
    bool fit;
    float margin = fabsf(input[10]);
    if (!couple_of_circles(input, &c) || !isfinite(margin))
        return -INFINITY;
    sweep_query s = query_of(&c, input + 6, moves);
    bool meet = meet_exactly(&s, margin, &fit);
    sweep_distances d = sweep_circle_distances(couple_circle(c.a), couple_circle(c.b), move_of(&s), margin);
    double length = sqrt((double)lane_of(d.distance2)), error = (double)lane_of(d.error), outer = (double)lane_of(d.outer),
           inner = (double)lane_of(d.inner), spare = (double)SWEEP_CIRCLE_MARGIN;
    if (!fit || (wm_bits(d.in_range) & 1) == 0)
        return -INFINITY;
    double share =
        meet ? ((double)lane_of(d.along) / length - outer) / (outer * spare + error) : (inner - length) / (inner * spare + error);
    return isfinite(share) ? share : -INFINITY;
}

static const attack attacks[] = {
    {"SWEEP_BOX_ERROR",
     "a wrong answer, boxes",
     wrong_boxes,
     16,
     4,
     0.152,
     {-0x1.045744p+0F, -0x1.c33f06p+2F, 0x1.ec716ap+6F, 0x1.c5befep+3F, -0x1.15e1e6p+0F, -0x1.58b614p+0F, 0x1.f7021ep+6F,
      0x1.800022p+2F, 0x1.518ef2p+1F, -0x1.fed356p-1F, 0x1.842b68p+0F, 0x1.1665dp+5F, -0x1.db357ep+4F, -0x1.f83588p+3F,
      -0x1.db3584p+4F, -0x1.f8357p+3F}},
    {"SWEEP_AXES_ERROR",
     "a wrong answer, triangles",
     wrong_axes,
     16,
     4,
     0.258,
     {-0x1.2bc264p-1F, -0x1.8f3ffap+9F, 0x1.9b6a98p+4F, -0x1.7b9458p+9F, 0x1.70fcbep+3F, 0x1.0001p+1F, 0x1.82bac4p+2F,
      0x1.82df8p+2F, -0x1.92385cp+3F, 0x1.2dfc86p+2F, -0x1.ad2d4cp+1F, 0x1.a8e104p+2F, -0x1.8ffe98p+3F, 0x1.021b64p+1F,
      -0x1.8e3796p+0F, -0x1.a3bb9ap+0F}},
    {"SWEEP_CIRCLE_ERROR",
     "a wrong answer, circles",
     wrong_circles,
     11,
     4,
     0.167,
     {-0x1.2e4fd8p+4F, -0x1.ad0ffep+3F, -0x1.0dad74p+4F, 0x1.ad1f8cp+3F, -0x1.e62062p+3F, 0x1.b9c5eep+0F, 0x1.5dff3p+2F,
      -0x1.441p-4F, -0x1.ba8044p+2F, -0x1.e9408ep-18F, 0x1.69feeep+0F}},
};

const attack_family sweep_attacks = {"sweep", attacks, sizeof attacks / sizeof *attacks};
