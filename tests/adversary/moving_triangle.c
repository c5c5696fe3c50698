/* moving_triangle.c — the bounds of a triangle and a moving point (sweep_points.h). */
#include "exact_vector.h"
#include "families.h"
#include "solid_pair.h"

#include <math.h>
#include <solids/kernel/sweep_points.h>

static w3 vector_at(const float *f) {
    return (w3){w_set1(f[0]), w_set1(f[1]), w_set1(f[2])};
}

enum { TRIANGLE_FLOATS = 15 };

/* Rounds to multiples of 1 / units. */
static void round_to_grid(const float *input, float units, float out[TRIANGLE_FLOATS]) {
    for (int k = 0; k < TRIANGLE_FLOATS; k++)
        out[k] = rintf(input[k] * units) / units;
}

/* The vertices, the point, and its move: 15 floats. */
static triangle_lanes triangle_of(const float *input) {
    triangle_lanes t = {.v = {vector_at(input), vector_at(input + 3), vector_at(input + 6)},
                        .point = vector_at(input + 9),
                        .move = vector_at(input + 12),
                        .other_move = w3_set1(0, 0, 0),
                        .sign = 1};
    find_exact_lanes(&t);
    for (int axis = 0; axis < 3; axis++)
        t.level[axis] = w_zero();
    return t;
}

/* The exact e, f and n. */
static exact_vector exact_normal(const float *input) {
    const exact_vector e = vector_between(input, input + 3), f = vector_between(input, input + 6);
    return exact_cross(&e, &f);
}

/* How far the products of n with vertex 0 and the move, as seen from the point, are from the exact ones. */
static double determinant_error(const float *input) {
    triangle_lanes t = triangle_of(input);
    t.whole = wm_none();
    const triangle_half h = half_of_triangle(&t, 0);
    const triangle_answer found = find_triangle_hit(&h, 1);
    const wd size_e = wd3_sum(h.e), size_f = wd3_sum(h.f);
    const exact_vector n = exact_normal(input), to = vector_between(input + 9, input), way = vector_between(NULL, input + 12);
    const sepal_number gap = exact_dot(&n, &to), speed = exact_dot(&n, &way);
    const double gap_error = first_double(triangle_error(&h, wd3_sum(h.v[0]), size_e, size_f)),
                 speed_error = first_double(triangle_error(&h, wd3_sum(h.m), size_e, size_f)),
                 sign = sepal_number_value(&gap) > 0 ? 1 : -1;
    if (!(gap_error > 0) || !(speed_error > 0))
        return -INFINITY;
    const double ahead = fabs(first_double(found.ahead)), pace = first_double(found.pace);
    const double off = difference(&gap, sign * ahead) / gap_error,
                 off_speed = difference(&speed, sepal_number_value(&speed) > 0 ? pace : -pace) / speed_error;
    return fmax(off, off_speed);
}

/* How far the components of a normal are from the exact ones. exact: where those of n are. */
static double unit_error(const float *input, bool exact) {
    triangle_lanes t = triangle_of(input);
    if (exact && (wm_bits(t.flat) & 1) == 0)
        return -INFINITY;
    if (!exact)
        t.flat = t.whole = wm_none();
    const triangle_half h = half_of_triangle(&t, 0);
    const triangle_answer found = find_triangle_hit(&h, 1);
    if ((wdm_bits(found.hit) & 1) == 0)
        return -INFINITY;
    const exact_vector n = exact_normal(input);
    const double low[3] = {first_double(found.low.x), first_double(found.low.y), first_double(found.low.z)},
                 high[3] = {first_double(found.high.x), first_double(found.high.y), first_double(found.high.z)};
    const sepal_number under = exact_dot(&n, &n);
    double worst = -INFINITY;
    for (int k = 0; k < 3; k++) {
        sepal_number over;
        sepal_number_multiply(&n.x[k], &n.x[k], &over);
        const double lean = (high[k] - low[k]) / 2;
        if (lean > 0)
            worst = fmax(worst, difference_from_root(&over, &under, fabs((low[k] + high[k]) / 2)) / lean);
        else if (sepal_number_value(&n.x[k]) != 0)
            worst = INFINITY;
    }
    return worst;
}

static double unit_error_anywhere(const float *input) {
    return unit_error(input, false);
}
static double unit_error_on_grid(const float *input) {
    float rounded[TRIANGLE_FLOATS];
    round_to_grid(input, 0x1p12F, rounded);
    return unit_error(rounded, true);
}

/* How far the exact time is from the middle of what it lies between. */
static double time_error(const float *input) {
    triangle_lanes t = triangle_of(input);
    t.whole = wm_none();
    const triangle_half h = half_of_triangle(&t, 0);
    const triangle_answer found = find_triangle_hit(&h, 1);
    const double least = first_double(found.least), most = first_double(found.most), middle = (least + most) / 2;
    if ((wdm_bits(found.hit) & 1) == 0 || most >= 1)
        return -INFINITY;
    const exact_vector n = exact_normal(input), to = vector_between(input + 9, input), way = vector_between(NULL, input + 12);
    sepal_number gap = exact_dot(&n, &to), speed = exact_dot(&n, &way), at, reached, off;
    make_positive(&gap);
    make_positive(&speed);
    sepal_number_sum(&middle, 1, &at);
    sepal_number_multiply(&at, &speed, &reached);
    sepal_number_subtract(&gap, &reached, &off);
    return 2 * fabs(sepal_number_value(&off)) / sepal_number_value(&speed) / (most - least);
}

static const attack attacks[] = {
    {"TRIANGLE_DETERMINANT_ERROR",
     "the plane of a triangle and a moving point",
     determinant_error,
     15,
     4,
     0.2923,
     {-0x1.f9p+1F, -0x1.62a1ccp+1F, -0x1.97c60ap+1F, -0x1.0110e4p+2F, 0x1.ff77b6p+3F, -0x1.64258p+1F, -0x1.fab6c2p+1F, -0x1p+1F,
      -0x1.d3783p+5F, 0x1.bbdc88p+4F, -0x1.5ff8e6p+1F, -0x1.c9cbp+1F, -0x1.a45636p+2F, 0x1.611e02p+0F, 0x1.ff75b8p-9F}},
    {"TRIANGLE_DETERMINANT_ERROR",
     "the time of a triangle and a moving point",
     time_error,
     15,
     4,
     0.1689,
     {0x1.796778p+1F, 0x1.71508ap+1F, -0x1.b2ee5ep+2F, 0x1.97c664p+3F, 0x1.6ep+1F, -0x1.96dcf4p+2F, 0x1.734922p+1F, 0x1.6c14p+1F,
      0x1.ab378p+2F, 0x1.6f0feap+1F, 0x1.b9e406p+2F, -0x1.b6188ep+2F, 0x1.73491ep+1F, -0x1.ffe986p+3F, 0x1.3cb23cp+0F}},
    {"TRIANGLE_CROSS_ERROR",
     "the normal of a triangle",
     unit_error_anywhere,
     15,
     4,
     0.2827,
     {-0x1.1b7586p+0F, -0x1.22cbd6p+0F, -0x1.6af892p+4F, -0x1.1cbedcp+2F, 0x1.409a08p+5F, -0x1.0eae28p+3F, -0x1.2abe26p+2F,
      -0x1.6e813ap+1F, 0x1.b32174p+4F, 0x1.11b7fap-1F, 0x1.1cb804p+2F, 0x1.7b1e62p+0F, -0x1.3ef568p+2F, -0x1.6c53fcp+1F,
      0x1.ee60fap+1F}},
    {"TRIANGLE_NORMAL_ERROR",
     "the normal of a triangle on a grid",
     unit_error_on_grid,
     15,
     2,
     0.4763,
     {-0x1.b2143cp+0F, -0x1.5f8bfap+0F, 0x1.a47fe2p+1F, -0x1.101846p+0F, -0x1.4b69p+0F, 0x1.270ddep+0F, -0x1.387cp+1F,
      -0x1.528082p+0F, -0x1.a83dd6p+1F, 0x1.030ce8p-3F, 0x1.000002p-7F, 0x1.880f18p+0F, -0x1.a47cccp+1F, -0x1.3b1448p+1F,
      0x1.54648cp-2F}},
};
const attack_family moving_triangle_attacks = {"moving_triangle", attacks, sizeof attacks / sizeof attacks[0]};
