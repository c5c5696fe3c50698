/* moving_parts.c — the bounds of a moving capsule and a box in lanes (sweep_parts.h): the distance of the part that is nearest at a time, its
 * nearest point, and the move across an edge. */
#include "exact_vector.h"
#include "families.h"
#include "solid_pair.h"

#include <math.h>
#include <solids/kernel/sweep_parts.h>
#include <solids/scalar/motion.h>

/* A box, two points, their move, and the time, of which the fraction counts. */
enum { POINTS = 12, MOVE = 18, TIME = 21, PART_FLOATS };

/* What the lanes find, if it is certain, and the reference. */
typedef struct moved_part {
    moving_half of;
    solid_part part;
    w signs[4];
    certified_push near;
    sepal_solid_mover a, b; /* the cores refer to their moves */
    sepal_cores cores;
    sepal_nearest found;
} moved_part;

/* False if they meet, or the part is not certain; `of` is there unless the floats are no input. */
static bool find_moved_part(const float *input, moved_part *out) {
    const solid_pair of = solid_pair_emptied();
    if (!add_slanted_box(of.a, input) || !add_points(of.b, input + POINTS, 2, 0))
        return false;
    const float fraction = fabsf(input[TIME] - truncf(input[TIME])), time = floorf(0x1p20F * fraction) * 0x1p-20F;
    out->a = (sepal_solid_mover){of.a, 0, {0, 0, 0}};
    out->b = (sepal_solid_mover){of.b, 0, {input[MOVE], input[MOVE + 1], input[MOVE + 2]}};
    sepal_cores_of_movers(&out->cores, &out->a, &out->b, 1);
    sepal_cores_advance(&out->cores, time);
    if (!sepal_solids_scalar_nearest(&out->cores, &out->found))
        return false;
    const sepal_box_exact *exact[SEPAL_LANES];
    find_exact(of.a, &solid_group->a, exact);
    const solid_exact_lanes lanes_of = load_exact(exact);
    const solid_segment_lanes segment = solid_load_segments(of.b, &solid_group->b);
    const cored_half z = cored_half_of(&lanes_of, &segment, 0);
    const w3 move = w3_set1(input[MOVE], input[MOVE + 1], input[MOVE + 2]);
    const solid_box_lanes seen_from = solid_load_boxes(of.a, &solid_group->a, false);
    core_from_box v = {.at = see_along_axes(&seen_from, &segment), .reach = w_set1(0)};
    for (int k = 0; k < 3; k++)
        v.move[k] = w3_dot(seen_from.axis[k], move);
    const part_at_time at = find_part_at(&v, w_set1(time), 3, true);
    for (int k = 0; k < 4; k++) {
        out->of.edge[k] = z.edge[k];
        out->signs[k] = at.signs[k];
    }
    out->of.edges = 4;
    out->of.d = z.d;
    out->of.m = wd3_of(move, 0);
    wd signs[4];
    for (int k = 0; k < 4; k++)
        signs[k] = wd_of(at.signs[k], 0);
    set_part_by_signs(z.d, z.edge, 4, signs, &out->part);
    move_part(&out->of, wd_set1((double)time), &out->part);
    certify_part(&out->part, out->of.edge, 4, 0, NULL, NULL, &out->near, NULL, NULL);
    return (wdm_bits(out->near.sure) & 1) != 0;
}

static double distance_error(const float *input) {
    moved_part j;
    sepal_number over, under;
    if (!find_moved_part(input, &j))
        return -INFINITY;
    sepal_nearest_square(&j.found, &j.cores, &over, &under);
    return difference_from_root(&over, &under, first_double(j.near.distance)) / first_double(j.near.distance_error);
}

/* (over - computed * under) / under */
static double difference_of_quotient(const sepal_number *over, const sepal_number *under, double computed) {
    sepal_number number, product, rest;
    sepal_number_sum(&computed, 1, &number);
    sepal_number_multiply(&number, under, &product);
    sepal_number_subtract(over, &product, &rest);
    return fabs(sepal_number_value(&rest) / sepal_number_value(under));
}

static double place_error(const float *input) {
    moved_part j;
    sepal_number along, square, over;
    double sum = 0;
    if (!find_moved_part(input, &j))
        return -INFINITY;
    sepal_exact *const n = sepal_nearest_normal(&j.found);
    sepal_exact_dot(n, &j.found.w[0], &j.cores, &along);
    sepal_exact_dot(n, n, &j.cores, &square);
    const wd3 x = wd3_scale(j.near.n, j.near.distance);
    const double at[3] = {first_double(x.x), first_double(x.y), first_double(x.z)};
    for (int k = 0; k < 3; k++) {
        sepal_number_multiply(&n->x[k], &along, &over);
        const double error = difference_of_quotient(&over, &square, at[k]);
        sum += error * error;
    }
    return sqrt(sum) / first_double(error_of_place(&j.near, j.part.extent));
}

/* The move across the edge, if the part is one. */
static double across_error(const float *input) {
    moved_part j;
    exact_vector e = {0};
    int edges = 0;
    if (!find_moved_part(input, &j))
        return -INFINITY;
    for (int k = 0; k < 4; k++)
        if (first_float(j.signs[k]) == 0) {
            e = k < 3 ? vector_between(NULL, input + 3 * (k + 1)) : vector_between(input + POINTS, input + POINTS + 3);
            edges++;
        }
    if (edges != 1)
        return -INFINITY;
    const exact_vector m = vector_between(NULL, input + MOVE);
    const sepal_number square = exact_dot(&e, &e), along = exact_dot(&m, &e);
    const wd3 d = across_edge(&j.part, j.of.m);
    const double computed[3] = {first_double(d.x), first_double(d.y), first_double(d.z)};
    double sum = 0;
    for (int k = 0; k < 3; k++) {
        sepal_number whole, by;
        sepal_number_multiply(&m.x[k], &square, &whole);
        sepal_number_multiply(&e.x[k], &along, &by);
        sepal_number_subtract(&whole, &by, &whole);
        const double error = difference_of_quotient(&whole, &square, computed[k]);
        sum += error * error;
    }
    return sqrt(sum) / (PART_ACROSS_ERROR * first_double(wd3_sum(j.of.m)));
}

static exact_vector exact_sum(const exact_vector *p, const exact_vector *q, float factor) {
    const double of = (double)factor;
    exact_vector out;
    sepal_number number;
    sepal_number_sum(&of, 1, &number);
    for (int k = 0; k < 3; k++) {
        sepal_number_multiply(&q->x[k], &number, &out.x[k]);
        sepal_number_add(&p->x[k], &out.x[k], &out.x[k]);
    }
    return out;
}

/* How far K is beyond the plane through any of its parts, which the integer part of the time names. All exact lengths are doubled. */
static double least_error(const float *input) {
    moved_part j = {.of.edges = 0};
    if (!find_moved_part(input, &j) && j.of.edges == 0)
        return -INFINITY;
    const float whole = truncf(fabsf(input[TIME])), time = floorf(0x1p20F * (fabsf(input[TIME]) - whole)) * 0x1p-20F;
    exact_vector c = vector_between(input, input + POINTS), edge[4], n, e, g;
    const exact_vector other = vector_between(input, input + POINTS + 3), move = vector_between(NULL, input + MOVE);
    const int signs = (int)fmodf(whole, 81);
    wd sign[4];
    int both = 0;
    c = exact_sum(&c, &other, 1);
    c = exact_sum(&c, &move, 2 * time);
    for (int k = 0, code = signs; k < 4; k++, code /= 3) {
        edge[k] = k < 3 ? vector_between(NULL, input + 3 * (k + 1)) : vector_between(input + POINTS, input + POINTS + 3);
        if (k < 3)
            edge[k] = exact_sum(&edge[k], &edge[k], 1);
        sign[k] = wd_set1(code % 3 - 1);
        c = exact_sum(&c, &edge[k], (float)(code % 3 - 1));
        if (code % 3 == 1) /* of more than two, the first and the last */
            *(both++ == 0 ? &e : &g) = edge[k];
    }
    n = c;
    if (both == 1) {
        const exact_vector across = exact_cross(&e, &c);
        n = exact_cross(&across, &e);
    } else if (both > 1) {
        n = exact_cross(&e, &g);
    }
    sepal_number least = exact_dot(&n, &c), square = exact_dot(&n, &n), along, four;
    const int turned = sepal_number_sign(&least);
    make_positive(&least);
    for (int k = 0, code = signs; k < 4; k++, code /= 3) {
        along = exact_dot(&n, &edge[k]);
        const bool back = sepal_number_sign(&along) * turned * (code % 3 - 1) > 0;
        make_positive(&along);
        for (int twice = 0; twice < 2; twice++)
            if (code % 3 == 1 ? twice == 0 : back)
                sepal_number_subtract(&least, &along, &least);
    }
    if (sepal_number_sign(&least) <= 0 || sepal_number_sign(&square) == 0)
        return -INFINITY;
    sepal_number_multiply(&least, &least, &least);
    const double factor = 4;
    sepal_number_sum(&factor, 1, &four);
    sepal_number_multiply(&square, &four, &square);
    solid_part part;
    set_part_by_signs(j.of.d, j.of.edge, 4, sign, &part);
    move_part(&j.of, wd_set1((double)time), &part);
    certify_part(&part, j.of.edge, 4, 0, NULL, NULL, &j.near, NULL, NULL);
    const double direction = first_double(j.near.direction_error);
    const double bound = first_double(j.near.distance_error) + (direction + ROUND_SPEED_ERROR) * first_double(part.extent);
    const double computed = first_double(least_of_zonotope(&j.of, &part, &j.near)) + bound;
    return direction < 0.125 && computed > 0 ? difference_from_root(&least, &square, computed) / bound : -INFINITY;
}

static const attack attacks[] = {
    {"PART_EDGE",
     "a distance of moving cores",
     distance_error,
     PART_FLOATS,
     4,
     0.0586,
     {-0x1.e8a5aap+6F, -0x1.2bad5cp+2F, 0x1.bdb1d8p+0F,  0x1.29dbcp-2F,   0x1.6fc884p+0F, 0x1.b8a278p+3F,
      -0x1.fffffap+0F, -0x1.694f98p+0F, -0x1.6a377cp+1F, 0x1.298158p-5F,  0x1.58p+3F,     -0x1.a60dcp-2F,
      -0x1.6a3786p+0F, -0x1.b00e1cp+1F, 0x1.952bfap+0F,  -0x1.6a37bep+0F, -0x1.bp+1F,     0x1.951bbcp+0F,
      -0x1.29dbcp-2F,  -0x1.15p+0F,     -0x1.6fc884p+0F, -0x1.7881cep+1F}},
    {"PART_PLACE_ERROR",
     "their nearest point",
     place_error,
     PART_FLOATS,
     4,
     0.0503,
     {-0x1.e00108p+2F, -0x1.89379ep+3F,  0x1.9d1p+5F,     -0x1.4345ccp+3F, 0x1.cd5798p-16F, -0x1.31ap-1F,
      0x1.c2ep-2F,     -0x1.8064ap-4F,   -0x1.38a012p-1F, -0x1.81a412p-3F, -0x1.94a296p+2F, -0x1.1dfd3ep-2F,
      -0x1.db2326p+2F, -0x1.8f76dep+3F,  0x1.39e024p+3F,  -0x1.db231ap+2F, -0x1.8f76fap+3F, 0x1.39e032p+3F,
      -0x1.43b926p-6F, -0x1.cd5798p-16F, -0x1.ffffbp+4F,  0x1.fdc6a6p+0F}},
    {"PART_ACROSS_ERROR",
     "a move across an edge",
     across_error,
     PART_FLOATS,
     4,
     0.1732,
     {-0x1.7c1622p+0F, -0x1.fffff8p-3F, -0x1.000036p+9F, 0x1.ffffe6p-8F, -0x1.056b98p-2F, -0x1.f30326p+1F,
      -0x1.3ab944p+0F, -0x1.480004p+1F, -0x1.ff3e54p-8F, 0x1.160006p+1F, 0x1.838p+4F,     -0x1.e0ffeap+1F,
      -0x1.3abb4cp+0F, 0x0p+0F,         0x1.17296p+1F,   0x1.9f554ap+7F, -0x1.e8a388p+2F, -0x1.4ffff4p+0F,
      -0x1.a7b54ep+7F, 0x1.4af5dcp+0F,  -0x1.047b94p+0F, 0x1.fffff8p-3F}},
    {"ROUND_SPEED_ERROR",
     "how far K is beyond a plane",
     least_error,
     PART_FLOATS,
     4,
     0.0334,
     {-0x1.1d6d2cp+7F, 0x1.02830ep+1F,  -0x1.c3bb9cp+1F, 0x1.64a85ep+1F,  -0x1.037cc8p+3F, -0x1.068p+0F,
      0x1.307a56p+1F,  0x1.f1a70ep+3F,  0x1.307a56p+1F,  0x1.b3f9p+1F,    0x1.b7ddccp-2F,  0x1.68a214p+3F,
      0x1.573b1p+1F,   0x1.446712p+0F,  0x1.a397b8p+3F,  -0x1.037cc4p+1F, 0x1.7ep+1F,      0x1.2a8p+0F,
      0x1.30f0dp+2F,   -0x1.c4c316p+0F, 0x1.7ca836p+1F,  0x1.8015a2p+3F}},
};
const attack_family moving_parts_attacks = {"moving_parts", attacks, sizeof attacks / sizeof attacks[0]};
