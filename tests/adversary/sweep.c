/* sweep.c — how near do the filters of moving shapes come to a wrong answer? (sweep_filters.h) */
#include "couple.h"
#include "exact_vector.h"
#include "families.h"

#include <polys/kernel/sweep_cast.h>
#include <polys/kernel/sweep_filters.h>

/* The floats after those of the shapes are the moves of a and of b. */
static sweep_query query_of(const couple *c, const float *moves, sepal_moves out[2]) {
    out[0] = (sepal_moves){moves, moves + 1, 0};
    out[1] = (sepal_moves){moves + 2, moves + 3, 0};
    return (sweep_query){{c->a, c->b, SEPAL_TOUCHING_OVERLAPS, 0, 0}, &out[0], &out[1]};
}

static w2 move_of(const sweep_query *s) {
    return relative_moves(s, couple_group);
}

/* The exact answer; false also if the moves are not finite, which `fit` says. */
static bool meet_exactly(const sweep_query *s, float margin, bool *fit) {
    sepal_mover a = mover_a(s, (sepal_pair){0, 0}), b = mover_b(s, (sepal_pair){0, 0});
    sepal_rule rule = {SEPAL_TOUCHING_OVERLAPS, margin, 0};
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

/* Two triangles with radii, which stand after the moves. False if no part of the one comes within reach of the other during the
 * step, as far as double can tell; the time is that, rounded down. */
static bool cast_of_floats(const float *input, sepal_moves moves[2], cast_question *out, way_entry *e, float *time) {
    couple c;
    float radius_a = fabsf(input[16]), radius_b = fabsf(input[17]);
    if (!couple_of_round(input, 3, radius_a, 3, radius_b, &c) || !(radius_a + radius_b > 0))
        return false;
    for (int i = 12; i < 16; i++)
        if (!isfinite(input[i]))
            return false;
    sweep_query s = query_of(&c, input + 12, moves);
    *out = cast_of(&s, (sepal_pair){0, 0});
    if (out->move == 0)
        return false;
    way_find(&out->way, e);
    if (!(e->time > 0 && e->time < 1))
        return false;
    *time = sepal_time_below(e->time);
    return sepal_next_time(*time) <= 1;
}

static bool meet_until(const cast_question *c, float time) {
    sepal_rule closed = {SEPAL_TOUCHING_OVERLAPS, 0, 0};
    return sepal_polys_scalar_sweep(&c->a, &c->b, time, &closed);
}

/* What a line has to spare that tells that they do not meet until the time, relative to its bound. */
static double wrong_line(const float *input) {
    sepal_moves moves[2];
    cast_question c;
    way_entry e;
    float time;
    if (!cast_of_floats(input, moves, &c, &e, &time))
        return -INFINITY;
    cast_line l = cast_line_along(&c, &e, e.normal);
    double t = (double)time, end = l.least + t * l.speed, least = end < l.least ? end : l.least;
    double share = (least - l.length * c.way.r) / (l.length * CAST_ERROR * (c.way.r + c.extent + t * c.move));
    return !isfinite(share) ? -INFINITY : meet_until(&c, time) ? share : -fabs(share);
}

/* What a point has to spare that tells that they more than touch at the next float. */
static double wrong_point(const float *input) {
    sepal_moves moves[2];
    cast_question c;
    way_entry e;
    float time;
    if (!cast_of_floats(input, moves, &c, &e, &time))
        return -INFINITY;
    double next = (double)sepal_next_time(time), part;
    double2 at = cast_nearest(&c, &e, next, &part);
    double size = cast_size(&e) + next * c.move, share = (c.way.r - sqrt(double2_dot(at, at))) / (CAST_ERROR * (c.way.r + size));
    return !isfinite(share) ? -INFINITY : meet_until(&c, (float)next) ? -fabs(share) : share;
}

/* How much higher than a vertex the lower one of those beside it is, which are not below it: three vertices, the origin, and a direction. */
static double beside_error(const float *input) {
    enum { VERTICES = SEPAL_LANE_VERTICES + 1 };
    const double2 origin = {(double)input[6], (double)input[7]}, n = {(double)input[8] * (double)input[9], (double)input[10]};
    float x[VERTICES], y[VERTICES];
    double extent = 0, worst = -INFINITY;
    for (int k = 3; k < VERTICES; k++) { /* far along the direction */
        x[k] = copysignf(0x1p100F, (float)n.x);
        y[k] = copysignf(0x1p100F, (float)n.y);
    }
    for (int k = 0; k < 3; k++) {
        x[k] = input[2 * k];
        y[k] = input[2 * k + 1];
        extent = fmax(extent, fabs((double)x[k] - origin.x) + fabs((double)y[k] - origin.y));
    }
    const way_shape s = {x, y, VERTICES, false};
    const double error = CAST_ERROR * (fabs(n.x) + fabs(n.y)) * extent;
    cast_range found;
    (void)cast_project_few(&s, n, origin, 1, 1, error, &found);
    if (found.least != double2_dot(n, double2_sub((double2){(double)x[1], (double)y[1]}, origin)))
        return -INFINITY; /* one beside is lower */
    for (int k = 0; k < 3; k += 2) {
        const double e_x[2] = {(double)x[k], -(double)x[1]}, e_y[2] = {(double)y[k], -(double)y[1]};
        sepal_number part, exact, by;
        sepal_number_sum(e_x, 2, &exact);
        sepal_number_sum(&n.x, 1, &by);
        sepal_number_multiply(&exact, &by, &exact);
        sepal_number_sum(e_y, 2, &part);
        sepal_number_sum(&n.y, 1, &by);
        sepal_number_multiply(&part, &by, &part);
        sepal_number_add(&exact, &part, &exact);
        if (double2_dot(n, double2_sub((double2){(double)x[k], (double)y[k]}, origin)) == found.others)
            worst = fmax(worst, fabs(difference(&exact, found.others - found.least)) / error);
    }
    return error > 0 ? worst : -INFINITY;
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
    {"CAST_ERROR",
     "a line",
     wrong_line,
     18,
     4,
     0.024,
     {0x1.3fff26p+23F, 0x1.7fffa2p+22F, 0x1.ffffcap+23F, 0x1p+24F, -0x1.ed664p+6F, -0x1.e2071p+6F, -0x1.a11ee6p+2F, 0x1.5328ecp+2F,
      -0x1.a11ee4p+2F, 0x1.5328f2p+2F, -0x1.a11ee2p+2F, 0x1.5328f4p+2F, -0x1.c9a25ep+1F, -0x1.6a4976p+0F, 0x1.a2be6p+2F, -0x1p+24F,
      0x1.b80024p+1F, -0x1.70ae5cp+1F}},
    {"CAST_ERROR",
     "a point",
     wrong_point,
     18,
     4,
     0.031,
     {-0x1.fffffap+1F, -0x1.51ed3ap+0F, -0x1.4f7e2ep+6F, 0x1.8efffap+4F, -0x1.56fc42p+1F, -0x1.3aac04p+4F, 0x1.5a4bc4p+1F,
      0x1.11a1f4p+2F, 0x1.9fff14p+3F, 0x1.91b1c4p+0F, 0x1.39820cp+0F, 0x1.4f4478p+1F, 0x1.3a840ep+3F, 0x1.39820cp+0F,
      -0x1.2da2f2p+3F, -0x1.90001cp+0F, -0x1.6c0888p+0F, -0x1.47c38ap+2F}},
    {"CAST_ERROR",
     "a vertex beside",
     beside_error,
     11,
     4,
     0.374,
     {0x1.49ced4p+5F, -0x1.ffff44p+1F, -0x1.3a5c86p+5F, -0x1.fffec4p+1F, 0x1.49ced4p+5F, -0x1.ffff44p+1F, 0x1.ee669ep-1F,
      -0x1.ffff04p+1F, -0x1.78000ep-1F, -0x1.151ap+4F, -0x1.017ffep-18F}},
};

const attack_family sweep_attacks = {"sweep", attacks, sizeof attacks / sizeof *attacks};
