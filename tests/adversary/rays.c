/* rays.c — the bounds of rays, and of circles that move, in the plane: on which side of the way a vertex is, in float; when an edge or a
 * circle is met, the square under the root, and the normals, in double; a circle that moves towards a segment (sweep_rays.h). */
#include "couple.h"
#include "exact_vector.h"
#include "families.h"

#include <math.h>
#include <polys/kernel/sweep_rays.h>

static double first_double(wd v) {
    double lanes_of[SEPAL_LANES / 2];
    wd_store(lanes_of, v);
    return lanes_of[0];
}

/* to - from in the plane, for a kernel and exactly. */
static wd2 plane_between(const float *from, const float *to) {
    return (wd2){wd_set1((double)to[0] - (double)from[0]), wd_set1((double)to[1] - (double)from[1])};
}
static exact_vector exact_between(const float *from, const float *to) {
    const float start[3] = {from[0], from[1], 0}, end[3] = {to[0], to[1], 0};
    return vector_between(start, end);
}

/* --- Rays ---------------------------------------------------------------------------------------- */

/* A triangle, a point, and the moves of the point and of the triangle. */
static double side_error(const float *input) {
    const float *moves = input + 8;
    couple c;
    if (!couple_of_polygons(input, 3, 1, 3, &c))
        return -INFINITY;
    const w2 point = couple_circle(c.b).centre, move = {w_set1(moves[0] - moves[2]), w_set1(moves[1] - moves[3])};
    const ray_ways r = ray_ways_of(couple_circle(c.a), point, move);
    const double error = (double)lane_of(r.error), x = (double)moves[0] - (double)moves[2], y = (double)moves[1] - (double)moves[3];
    double worst = -INFINITY;
    for (int k = 0; k < 3; k++) {
        const float *v = input + 2 * k;
        const double found = (double)lane_of(w_cross(move, w2_sub((w2){w_set1(v[0]), w_set1(v[1])}, point)));
        const double exact = x * ((double)v[1] - (double)input[7]) - y * ((double)v[0] - (double)input[6]);
        worst = fmax(worst, fabs(found - exact) / error);
    }
    return (wm_bits(r.in_range) & 1) != 0 && error < INFINITY ? worst : -INFINITY;
}

/* Both ends of an edge, the point, its move and that of the edge. */
static hit_half hit_of_ray(const float *input) {
    const float *from = input, *to = input + 2, *point = input + 4;
    return ray_hit((wd2){wd_set1((double)from[0]), wd_set1((double)from[1])}, (wd2){wd_set1((double)to[0]), wd_set1((double)to[1])},
                   (wd2){wd_set1((double)point[0]), wd_set1((double)point[1])}, plane_between(input + 8, input + 6), wd_set1(1));
}

static double ray_time_error(const float *input) {
    const hit_half found = hit_of_ray(input);
    if ((wdm_bits(found.known) & 1) == 0)
        return -INFINITY;
    const exact_vector e = exact_between(input, input + 2), at = exact_between(input, input + 4),
                       d = exact_between(input + 8, input + 6), gap = exact_cross(&at, &e), speed = exact_cross(&e, &d);
    const double time = first_double(found.time);
    sepal_number rest;
    sepal_number_sum(&time, 1, &rest);
    sepal_number_multiply(&rest, &speed.x[2], &rest);
    sepal_number_subtract(&rest, &gap.x[2], &rest);
    return fabs(sepal_number_value(&rest)) / (fabs(sepal_number_value(&speed.x[2])) * first_double(found.error));
}

static double ray_normal_error(const float *input) {
    const hit_half found = hit_of_ray(input);
    const exact_vector e = exact_between(input, input + 2);
    const sepal_number square = exact_dot(&e, &e);
    const double low[2] = {first_double(found.low.y), first_double(found.low.x)},
                 high[2] = {first_double(found.high.y), first_double(found.high.x)};
    double worst = -INFINITY;
    for (int k = 0; k < 2; k++) {
        const double computed = fabs(low[k] + high[k]) / 2;
        sepal_number over;
        sepal_number_multiply(&e.x[k], &e.x[k], &over);
        if (computed > 0)
            worst = fmax(worst, difference_from_root(&over, &square, computed) / (RAY_NORMAL_ERROR * computed));
    }
    return worst;
}

/* --- Two points ---------------------------------------------------------------------------------- */

/* A way, and two numbers: how often it leads from one point to the other, and how often it is gone. So they meet at the quotient. A time
 * that is a float stands for all of it and of the next half of a last place. */
static double points_time_error(const float *input) {
    const double p = (double)input[2], q = (double)input[3];
    const wd2 at = {wd_set1(-(p * (double)input[0])), wd_set1(-(p * (double)input[1]))},
              way = {wd_set1(q * (double)input[0]), wd_set1(q * (double)input[1])};
    const hit_half found = point_hit(at, way, wd_eq(at.x, at.x));
    const double time = first_double(found.time), error = first_double(found.error), nearest = (double)(float)time;
    if ((wdm_bits(found.known) & 1) == 0 || !(time < INFINITY))
        return -INFINITY;
    sepal_number met, rest;
    sepal_number_sum(&q, 1, &rest);
    sepal_number_sum(error > 0 ? &time : &nearest, 1, &met);
    sepal_number_multiply(&met, &rest, &met);
    sepal_number_sum(&p, 1, &rest);
    sepal_number_subtract(&met, &rest, &rest);
    if (error > 0)
        return fabs(sepal_number_value(&rest)) / (fabs(q) * error);
    const double half = ((double)nextafterf((float)time, INFINITY) - nearest) / 2;
    return sepal_number_sign(&rest) == 0 && time > nearest ? (time - nearest) / half : INFINITY;
}

static double points_after_error(const float *input) {
    const float on_float[4] = {input[0], input[1], input[2], 1};
    return points_time_error(on_float);
}

/* --- Circles ------------------------------------------------------------------------------------- */

/* Two circles, their moves, and a margin: what a kernel makes of them, and what their hit is made of. Q is under the root. */
enum { MOVES = 6, MARGIN = 10, DISC_FLOATS };
typedef struct moving_discs {
    wd2 at, d;
    wd reach;
    sepal_number along, across, square_of_move, square_of_reach, q;
    exact_vector way;
} moving_discs;

static void set_discs(const float *input, moving_discs *out) {
    const double radii[3] = {(double)fabsf(input[2]), (double)fabsf(input[5]), (double)fabsf(input[MARGIN])};
    const exact_vector at = exact_between(input, input + 3), way = exact_between(input + MOVES, input + MOVES + 2),
                       cross = exact_cross(&way, &at);
    sepal_number square;
    out->at = plane_between(input, input + 3);
    out->d = plane_between(input + MOVES, input + MOVES + 2);
    out->reach = wd_set1(radii[0] + radii[1] + radii[2]);
    out->way = way;
    out->along = exact_dot(&at, &way);
    out->across = cross.x[2];
    out->square_of_move = exact_dot(&way, &way);
    sepal_number_sum(radii, 3, &square);
    sepal_number_multiply(&square, &square, &out->square_of_reach);
    sepal_number_multiply(&out->square_of_reach, &out->square_of_move, &out->q);
    sepal_number_multiply(&out->across, &out->across, &square);
    sepal_number_subtract(&out->q, &square, &out->q);
}

static double disc_root_error(const float *input) {
    moving_discs m;
    set_discs(input, &m);
    disc_steps s;
    disc_root(m.at, m.d, m.reach, &s);
    const double error = DISC_ROOT_ERROR * first_double(s.scale);
    return error > 0 ? difference(&m.q, first_double(s.inside)) / error : -INFINITY;
}

/* |x - sqrt(square)| for an x that is not negative: the difference of the squares by the sum. */
static double difference_from_square(const sepal_number *x, const sepal_number *square) {
    sepal_number rest;
    sepal_number_multiply(x, x, &rest);
    sepal_number_subtract(&rest, square, &rest);
    return fabs(sepal_number_value(&rest)) / (sepal_number_value(x) + sqrt(sepal_number_value(square)));
}

static hit_half hit_of_discs(const moving_discs *m) {
    disc_steps steps;
    disc_root(m->at, m->d, m->reach, &steps);
    disc_quotient(&steps);
    return disc_hit(&steps);
}

static double disc_time_error(const float *input) {
    moving_discs m;
    set_discs(input, &m);
    const hit_half found = hit_of_discs(&m);
    if ((wdm_bits(found.known) & 1) == 0)
        return -INFINITY;
    if (sepal_number_sign(&m.q) <= 0)
        return INFINITY;
    const double back = -first_double(found.time);
    sepal_number root; /* as the time would have it: -h - t d^2 */
    sepal_number_sum(&back, 1, &root);
    sepal_number_multiply(&root, &m.square_of_move, &root);
    sepal_number_subtract(&root, &m.along, &root);
    const double error = sepal_number_sign(&root) < 0 ? sqrt(sepal_number_value(&m.q)) - sepal_number_value(&root)
                                                      : difference_from_square(&root, &m.q);
    return error / sepal_number_value(&m.square_of_move) / first_double(found.error);
}

/* The normal of the reference, which must be between the bounds. */
static double disc_normal_error(const float *input) {
    moving_discs m;
    couple c;
    set_discs(input, &m);
    const hit_half found = hit_of_discs(&m);
    if ((wdm_bits(found.known) & 1) == 0 || !(first_double(found.time) > 0) || !couple_of_circles(input, &c))
        return -INFINITY;
    const sepal_moves of_a = {input + MOVES, input + MOVES + 1, 0}, of_b = {input + MOVES + 2, input + MOVES + 3, 0};
    const sepal_mover a = sepal_mover_of(c.a, &of_a, 0), b = sepal_mover_of(c.b, &of_b, 0);
    sepal_entry entry = {INFINITY, 0, 0, INFINITY};
    sepal_polys_scalar_try_disc(&a, 0, &b, 0, first_double(m.reach), &entry);
    const double x[3] = {first_double(found.low.x), entry.x, first_double(found.high.x)},
                 y[3] = {first_double(found.low.y), entry.y, first_double(found.high.y)};
    const double off_x = fabs(x[1] - (x[0] + x[2]) / 2) / ((x[2] - x[0]) / 2),
                 off_y = fabs(y[1] - (y[0] + y[2]) / 2) / ((y[2] - y[0]) / 2);
    return entry.time < INFINITY ? fmax(off_x, off_y) : INFINITY;
}

/* --- A circle and a segment ---------------------------------------------------------------------- */

/* Both ends of the segment, the centre and the radius of the circle, the moves of the circle and of the segment. */
enum { SEGMENT_CENTRE = 4, SEGMENT_RADIUS = 6, SEGMENT_MOVES, SEGMENT_FLOATS = 11 };

static double side_time_error(const float *input) {
    const float *centre = input + SEGMENT_CENTRE, *moves = input + SEGMENT_MOVES;
    const wd2 edge = plane_between(input, input + 2);
    const double radius = fabs((double)input[SEGMENT_RADIUS]);
    const capsule_side found =
        way_to_capsule_side(edge, wd2_length(edge), plane_between(input, centre), plane_between(moves + 2, moves), wd_set1(radius));
    const exact_vector e = exact_between(input, input + 2), at = exact_between(input, centre), d = exact_between(moves + 2, moves);
    const exact_vector across = exact_cross(&e, &at), turn = exact_cross(&e, &d);
    const double time = first_double(found.time), sign = sepal_number_sign(&across.x[2]) < 0 ? -1 : 1;
    if (!(first_double(found.speed) > 0) || !(first_double(found.gap) > 0) || !(time < 2) || sign != first_double(found.side))
        return -INFINITY;
    sepal_number rest, way, square = exact_dot(&e, &e); /* the reach, as the time would have it: the distance less the way */
    sepal_number_sum(&time, 1, &way);
    sepal_number_multiply(&way, &turn.x[2], &way);
    sepal_number_sum(&radius, 1, &rest);
    sepal_number_multiply(&rest, &rest, &rest);
    sepal_number_multiply(&rest, &square, &square);
    double minus = -1;
    sepal_number_sum(&minus, 1, &rest);
    sepal_number_multiply(&way, &rest, &way);
    sepal_number_subtract(&across.x[2], &way, &rest);
    sepal_number_sum(&sign, 1, &way);
    sepal_number_multiply(&rest, &way, &rest);
    if (sepal_number_sign(&rest) < 0)
        return -INFINITY;
    return difference_from_square(&rest, &square) / (fabs(sepal_number_value(&turn.x[2])) * first_double(found.error));
}

/* The normal of the first entry of all that the reference finds, which must be between the bounds. */
static double first_entry_error(const float *input) {
    const float *moves = input + SEGMENT_MOVES, radius = fabsf(input[SEGMENT_RADIUS]);
    couple c;
    if (!couple_of_round(input, 2, 0, 1, radius, &c))
        return -INFINITY;
    const wd2 from = {wd_set1((double)input[0]), wd_set1((double)input[1])},
              to = {wd_set1((double)input[2]), wd_set1((double)input[3])},
              centre = {wd_set1((double)input[4]), wd_set1((double)input[5])};
    const hit_half found = segment_hit(from, to, centre, plane_between(moves + 2, moves), wd_set1((double)radius), wd_set1(1));
    const double time = first_double(found.time);
    if ((wdm_bits(found.known) & 1) == 0 || !(time > first_double(found.error)) || !(time < 1))
        return -INFINITY;
    const sepal_moves of_a = {moves + 2, moves + 3, 0}, of_b = {moves, moves + 1, 0};
    const sepal_mover a = sepal_mover_of(c.a, &of_a, 0), b = sepal_mover_of(c.b, &of_b, 0);
    const sepal_reach reach = {.part = {0, radius, 0}};
    const sepal_entry none = {INFINITY, 0, 0, INFINITY}, entry = sepal_polys_scalar_first_entry(&a, &b, &reach, &none);
    const double x[3] = {first_double(found.low.x), entry.x, first_double(found.high.x)},
                 y[3] = {first_double(found.low.y), entry.y, first_double(found.high.y)};
    if (entry.miss > 0)
        return INFINITY;
    const double wide_x = fabs(x[2] - x[0]) / 2, wide_y = fabs(y[2] - y[0]) / 2, off_x = fabs(x[1] - (x[0] + x[2]) / 2),
                 off_y = fabs(y[1] - (y[0] + y[2]) / 2);
    return fmax(off_x > 0 ? off_x / wide_x : 0, off_y > 0 ? off_y / wide_y : 0);
}

static const attack attacks[] = {
    {"RAY_SIDE_ERROR",
     "a side",
     side_error,
     12,
     4,
     0.498,
     {0x1.d40c8p-3F, -0x1.c42f9cp-3F, 0x1.21e35cp-1F, -0x1.d7501ap+0F, -0x1.911efp+0F, -0x1.07d848p+0F, 0x1.ce6284p+3F,
      -0x1.c73862p+3F, -0x1.8a9658p+0F, 0x1.c73872p+3F, -0x1.915742p+0F, -0x1.dp+0F}},
    {"RAY_TIME_ERROR",
     "a time",
     ray_time_error,
     10,
     4,
     0.341,
     {-0x1.6bc2bep+1F, -0x1.53afaep+1F, -0x1.c8p+1F, 0x1.94f9b4p+4F, 0x1.ef4a4cp+3F, 0x1.2776cp-3F, -0x1.786db2p+2F,
      -0x1.d59e48p+1F, 0x1.effffcp+4F, -0x1.fd766ep+2F}},
    {"RAY_NORMAL_ERROR",
     "its normal",
     ray_normal_error,
     10,
     4,
     0.208,
     {-0x1.b9b498p+8F, 0x1.d31d08p+2F, -0x1.000008p-24F, 0x1.faabp-3F, -0x1.f556aep+1F, 0x1p+2F, -0x1.802386p+3F, -0x1.1fffc8p+0F,
      0x1.15a638p+9F, 0x1.faabp-3F}},
    {"RAY_TIME_ERROR",
     "a time of two points",
     points_time_error,
     4,
     4,
     0.1249,
     {-0x1.3c01fap+17F, 0x1p-24F, -0x1.feb2ecp+14F, -0x1.feb0e8p+14F}},
    {"RAY_AFTER", "a time of two points that is a float", points_after_error, 3, 4, 0.0312, {0x1p+0F, 0x1p+1F, 0x1.fffffep-1F}},
    {"DISC_ROOT_ERROR",
     "the square under the root",
     disc_root_error,
     DISC_FLOATS,
     4,
     0.183,
     {0x1.38p+6F, 0x1.94ca9ap+2F, -0x1.38fe88p-1F, -0x1.3977fap+0F, 0x1.95f24p+2F, 0x1.099744p-3F, -0x1.ad16ccp+1F, 0x1.e92646p+3F,
      0x1.6ceb96p+1F, 0x1.16731p+1F, -0x1.04a2d4p+0F}},
    {"DISC_TIME_ERROR",
     "a time of circles",
     disc_time_error,
     DISC_FLOATS,
     4,
     0.143,
     {-0x1.f8b35ep+2F, -0x1.2285d8p+2F, -0x1.024354p+4F, -0x1.79a008p+2F, -0x1.2206f4p+2F, -0x1.08c6ap+0F, -0x1.83108cp+3F,
      0x1.ac66ecp+2F, -0x1.43b1fap+0F, 0x1.db096ap+3F, -0x1.6536d4p+4F}},
    {"DISC_NORMAL_ERROR",
     "their normal",
     disc_normal_error,
     DISC_FLOATS,
     4,
     0.155,
     {-0x1.226cd4p+3F, 0x1.3027cp+3F, -0x1.ce484p+1F, -0x1.257f06p+0F, -0x1.6b8cf4p-3F, -0x1.4f5268p+2F, -0x1.ce4844p+1F,
      -0x1.f98046p+3F, -0x1.925cdp+1F, 0x1.894a1ep-2F, -0x1.d36502p+1F}},
    {"SIDE_TIME_ERROR",
     "a time beside a segment",
     side_time_error,
     SEGMENT_FLOATS,
     4,
     0.211,
     {0x1.4p+2F, 0x1.c84db4p+0F, 0x1.4e824ep+0F, 0x1.6241p+7F, -0x1.796c18p+0F, 0x1.00f616p+0F, 0x1.2e57p-1F, 0x1p+3F,
      0x1.a3f068p+3F, 0x1.cdf0fep+1F, -0x1.000006p+2F}},
    {"CAST_BEHIND",
     "the normal of a segment and a circle",
     first_entry_error,
     SEGMENT_FLOATS,
     4,
     0.128,
     {-0x1.02008p-3F, 0x1.fe8048p+2F, -0x1.02008p-3F, 0x1.e8e584p-12F, 0x1.114ed6p+1F, 0x1.308p+2F, 0x1.d6028ap+0F, -0x1.08p+3F,
      -0x1.6338fap+2F, -0x1.7p+2F, 0x1.0c8b9cp+3F}},
};
const attack_family rays_attacks = {"rays", attacks, sizeof attacks / sizeof attacks[0]};
