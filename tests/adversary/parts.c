/* parts.c — the bounds of two boxes, and of a box and a segment, that are apart, by the part that is proposed, of a box and a segment that
 * meet, of a box and a point, and of two segments that are apart: the distance and its direction. */
#include "exact_vector.h"
#include "families.h"
#include "solid_pair.h"

#include <solids/kernel/mtv_segment.h>
#include <solids/kernel/mtv_segments.h>
#include <solids/kernel/mtv_spheres.h>
#include <solids/kernel/mtv_square.h>
#include <solids/scalar/push.h>

/* What the lanes find, if it is certain; what the reference finds. */
typedef struct judged_push {
    closest_half push;
    sepal_cores cores;
    sepal_nearest found;
} judged_push;

typedef bool push_finder(const float *input, judged_push *out);

static const sepal_box_exact *const *in_all_lanes(const sepal_solids *set, const sepal_box_exact *of[SEPAL_LANES]) {
    for (int lane = 0; lane < SEPAL_LANES; lane++)
        of[lane] = sepal_solid_exact(set, 0);
    return of;
}

/* Two boxes. */
static bool find_apart(const float *input, judged_push *out) {
    const solid_pair of = solid_pair_emptied();
    const sepal_box_exact *exact[SEPAL_LANES];
    if (!add_slanted_box(of.a, input) || !add_slanted_box(of.b, input + 12))
        return false;
    sepal_cores_set(&out->cores, of.a, 0, of.b, 0);
    if (!sepal_solids_scalar_nearest(&out->cores, &out->found))
        return false;
    const solid_exact_lanes a = load_exact(in_all_lanes(of.a, exact)), b = load_exact(in_all_lanes(of.b, exact));
    const solid_box_lanes axes_a = box_of_edges(&a), axes_b = box_of_edges(&b);
    const apart_signs signs = propose_part(&axes_a, &axes_b);
    wd3 edge[6];
    const wd3 d = halves_of(&a, &b, 0, edge);
    settle_part(d, edge, 6, signs.of, 0, &out->push);
    return (wdm_bits(out->push.sure) & 1) != 0;
}

/* A box and two points, which are apart. */
static bool find_aside(const float *input, judged_push *out) {
    const solid_pair of = solid_pair_emptied();
    const sepal_box_exact *exact[SEPAL_LANES];
    if (!add_slanted_box(of.a, input) || !add_points(of.b, input + 12, 2, 0))
        return false;
    sepal_cores_set(&out->cores, of.a, 0, of.b, 0);
    if (!sepal_solids_scalar_nearest(&out->cores, &out->found))
        return false;
    const solid_exact_lanes lanes_of = load_exact(in_all_lanes(of.a, exact));
    const solid_segment_lanes segment = solid_load_segments(of.b, &solid_group->b);
    const cored_half z = cored_half_of(&lanes_of, &segment, 0);
    w signs[4], inside;
    propose_part_of_segment(&lanes_of, &segment, signs, &inside);
    settle_part(z.d, z.edge, 4, signs, 0, &out->push);
    return (wdm_bits(out->push.sure) & 1) != 0;
}

/* A box and two points. */
static bool find_cored(const float *input, judged_push *out) {
    const solid_pair of = solid_pair_emptied();
    const sepal_box_exact *exact[SEPAL_LANES];
    if (!add_slanted_box(of.a, input) || !add_points(of.b, input + 12, 2, 0))
        return false;
    sepal_cores_set(&out->cores, of.a, 0, of.b, 0);
    if (sepal_solids_scalar_cores(of.a, 0, of.b, 0) != SEPAL_OVERLAP || !sepal_solids_scalar_nearest_face(&out->cores, &out->found))
        return false;
    const solid_exact_lanes lanes_of = load_exact(in_all_lanes(of.a, exact));
    const solid_segment_lanes segment = solid_load_segments(of.b, &solid_group->b);
    const cored_half z = cored_half_of(&lanes_of, &segment, 0);
    nearest_of_faces(&z, &out->push);
    return (wdm_bits(out->push.sure) & 1) != 0;
}

/* A box with right angles, but for how far two edges lean, and a point: 10, 3 and 3 floats. */
static bool find_square(const float *input, judged_push *out) {
    const solid_pair of = solid_pair_emptied();
    const sepal_box_exact *exact[SEPAL_LANES];
    if (!add_turned_box(of.a, input, 0) || !add_points(of.b, input + 10, 1, 0))
        return false;
    const sepal_box_exact *const straight = sepal_solid_exact(of.a, 0);
    float leaning[12];
    for (int k = 0; k < 3; k++) {
        leaning[k] = straight->c[k], leaning[3 + k] = straight->u[k];
        leaning[6 + k] = straight->v[k] + 0x1p-22F * input[13] * straight->u[k];
        leaning[9 + k] = straight->w[k] + 0x1p-22F * (input[14] * straight->u[k] + input[15] * straight->v[k]);
    }
    sepal_solids_clear(of.a);
    if (!add_slanted_box(of.a, leaning))
        return false;
    sepal_cores_set(&out->cores, of.a, 0, of.b, 0);
    if (sepal_solids_scalar_cores(of.a, 0, of.b, 0) == SEPAL_OVERLAP ? !sepal_solids_scalar_nearest_face(&out->cores, &out->found)
                                                                     : !sepal_solids_scalar_nearest(&out->cores, &out->found))
        return false;
    const solid_exact_lanes lanes_of = load_exact(in_all_lanes(of.a, exact));
    const w3 point = load_balls(of.b, &solid_group->b).centre;
    square_part part;
    find_square_part(&lanes_of, point, &part);
    settle_square_part(&lanes_of, point, &part, 0, &out->push);
    return (wm_bits(part.sure) & wdm_bits(out->push.sure) & 1) != 0;
}

/* Two pairs of points. */
static bool find_between(const float *input, judged_push *out) {
    const solid_pair of = solid_pair_emptied();
    if (!add_points(of.a, input, 2, 0) || !add_points(of.b, input + 6, 2, 0))
        return false;
    sepal_cores_set(&out->cores, of.a, 0, of.b, 0);
    if (!sepal_solids_scalar_nearest(&out->cores, &out->found))
        return false;
    const solid_segment_lanes a = solid_load_segments(of.a, &solid_group->a), b = solid_load_segments(of.b, &solid_group->b);
    const segments_extent extent = segments_extent_of(&a, &b);
    find_between_segments(&a, &b, &extent, 0, &out->push);
    return (wdm_bits(out->push.sure) & 1) != 0;
}

/* A place on the first of them, against 0 and 1. */
static double between_place(const float *input) {
    const solid_pair of = solid_pair_emptied();
    if (!add_points(of.a, input, 2, 0) || !add_points(of.b, input + 6, 2, 0))
        return -INFINITY;
    const solid_segment_lanes a = solid_load_segments(of.a, &solid_group->a), b = solid_load_segments(of.b, &solid_group->b);
    const segments_extent extent = segments_extent_of(&a, &b);
    segments_half z;
    set_segments(&a, &b, 0, &z);
    const double s_over = first_double(z.s_over), area = first_double(z.area);
    const double bound = SEGMENTS_PLACE * first_float(extent.all) * first_float(extent.p) * first_double(z.qq);
    const exact_vector p = vector_between(input, input + 3), q = vector_between(input + 6, input + 9),
                       d = vector_between(input, input + 6);
    sepal_number pp = exact_dot(&p, &p), qq = exact_dot(&q, &q), pq = exact_dot(&p, &q), dp = exact_dot(&d, &p),
                 dq = exact_dot(&d, &q), place, past;
    sepal_number_multiply(&dp, &qq, &place);
    sepal_number_multiply(&dq, &pq, &dq);
    sepal_number_subtract(&place, &dq, &place);
    sepal_number_multiply(&pp, &qq, &pp);
    sepal_number_multiply(&pq, &pq, &pq);
    sepal_number_subtract(&pp, &pq, &past);
    sepal_number_subtract(&place, &past, &past);
    return bound > 0 ? fmax(difference(&place, s_over), difference(&past, s_over - area)) / bound : -INFINITY;
}

static double distance_error(push_finder *find, const float *input) {
    judged_push j;
    sepal_number over, under;
    if (!find(input, &j))
        return -INFINITY;
    sepal_nearest_square(&j.found, &j.cores, &over, &under);
    return difference_from_root(&over, &under, fabs(first_double(j.push.distance))) / first_double(j.push.distance_error);
}

static double direction_error(push_finder *find, const float *input) {
    judged_push j;
    sepal_number over, under;
    if (!find(input, &j))
        return -INFINITY;
    sepal_exact *const normal = sepal_nearest_normal(&j.found);
    sepal_exact_dot(normal, normal, &j.cores, &under);
    const double n[3] = {first_double(j.push.n.x), first_double(j.push.n.y), first_double(j.push.n.z)};
    double worst = -INFINITY;
    for (int k = 0; k < 3; k++) {
        sepal_number_multiply(&normal->x[k], &normal->x[k], &over);
        const double bound = first_double(j.push.direction_error) + 8 * CLOSEST_UNIT * fabs(n[k]);
        if (sepal_number_sign(&over) > 0 && fabs(n[k]) > 0)
            worst = fmax(worst, difference_from_root(&over, &under, fabs(n[k])) / bound);
    }
    return worst;
}

static double apart_distance(const float *input) {
    return distance_error(find_apart, input);
}
static double apart_direction(const float *input) {
    return direction_error(find_apart, input);
}
static double aside_distance(const float *input) {
    return distance_error(find_aside, input);
}
static double aside_direction(const float *input) {
    return direction_error(find_aside, input);
}
static double cored_distance(const float *input) {
    return distance_error(find_cored, input);
}
static double cored_direction(const float *input) {
    return direction_error(find_cored, input);
}

static double square_distance(const float *input) {
    return distance_error(find_square, input);
}
static double square_direction(const float *input) {
    return direction_error(find_square, input);
}

static double between_distance(const float *input) {
    return distance_error(find_between, input);
}
static double between_direction(const float *input) {
    return direction_error(find_between, input);
}

static const attack attacks[] = {
    {"APART_EDGE", "a distance of boxes apart", apart_distance, 24, 4, 0.1252, {0x1.427fc4p+2F,  0x1.44b1a8p+9F,  0x1.ea0242p+3F,
                                                                                0x1.2e0408p+0F,  -0x1.062232p+3F, -0x1.0aa028p+0F,
                                                                                -0x1.ae32fp+2F,  -0x1.fffff6p+1F, 0x1.16b4a6p+1F,
                                                                                0x1.a6362ep+0F,  0x1.80001p+2F,   -0x1.31f10ep+0F,
                                                                                0x1.16b9c8p+2F,  -0x1.5296cp+0F,  0x1.e7adcp+3F,
                                                                                0x1.c7fdeap-1F,  -0x1.54ff88p+1F, 0x1.a76eaep+0F,
                                                                                -0x1.31f126p+3F, -0x1.7b8518p-7F, 0x1.3p+1F,
                                                                                0x1.23ba8p-2F,   0x1.31f10ap+0F,  -0x1.9251cp-4F}},
    {"APART_EDGE", "its direction", apart_direction, 24, 4, 0.1553, {0x1.993a66p+3F,  0x0p+0F,         -0x1.c1214p-1F,
                                                                     -0x1.71c378p+5F, -0x1.bcbf8ep+1F, -0x1.1e6c96p+3F,
                                                                     -0x1.07fd62p+1F, 0x1.3dfbc8p+0F,  -0x1.c561a6p+5F,
                                                                     -0x1.3b3fdap+2F, 0x1.c563a2p+5F,  0x1.a99ed8p+0F,
                                                                     -0x1.7aeap+5F,   -0x1.90054p+3F,  0x1.3b3fdap+2F,
                                                                     -0x1.3f9b2cp+2F, 0x1.3b3fd8p+2F,  0x1.200004p+2F,
                                                                     -0x1.08697ep-1F, 0x1.ce61f8p+1F,  -0x1.b1a282p+1F,
                                                                     0x1.03bfb2p+2F,  -0x1.55a83p+2F,  0x1.f35bbcp+0F}},
    {"APART_EDGE",
     "a distance of a box and a segment",
     aside_distance,
     18,
     4,
     0.0615,
     {0x1.a77546p+0F, -0x1.5da9dcp+2F, 0x1.63cp+6F, 0x1.18f8c8p+2F, 0x1.37c214p+2F, 0x1.ffe9bp+1F, -0x1.e4a9d2p+2F, 0x1.548aa4p+0F,
      0x1.e2bdcp-2F, -0x1.c60002p+2F, -0x1.4085d8p+2F, 0x1.6a26b2p+0F, -0x1.3fffbep+2F, 0x1.7b49d6p+1F, 0x1.c12666p+3F,
      -0x1.6640cep+2F, 0x1.b0ec6p+1F, 0x1.c79f96p+3F}},
    {"APART_EDGE",
     "its direction",
     aside_direction,
     18,
     4,
     0.1299,
     {0x1.81a264p-1F, 0x1.6141bep+2F, 0x1.18p+5F, -0x1.bcap+2F, 0x1.28b67cp+5F, 0x1.4b9094p+0F, 0x1.84fd04p+3F, 0x1.a22966p+0F,
      0x1.60c106p+2F, 0x1.336p+0F, -0x1.f02a3p+2F, -0x1.2d693ep+2F, 0x1.0f4746p+4F, -0x1.66f152p-2F, -0x1.d9bb16p+2F,
      -0x1.62379cp+3F, -0x1.243074p+0F, -0x1.d9bb1ap+2F}},
    {"CORED_NORMAL",
     "a distance of a box and a segment that meet",
     cored_distance,
     18,
     4,
     0.0127,
     {0x1.e00004p+1F, -0x1.6cf59ap+0F, -0x1.b7dc6ep+1F, 0x1.478552p+0F, 0x1.6eeff6p+3F, -0x1.ep+0F, -0x1.96370cp+0F, 0x1.2f7508p+0F,
      -0x1.cc96d2p+3F, -0x1.cc909p+3F, 0x1.69fdcap+0F, 0x1.ep-1F, -0x1.6cf59ap+0F, 0x1.805934p+1F, -0x1.db6p+1F, 0x1.9bb976p+0F,
      -0x1.9133ap+1F, -0x1.bb0464p+1F}},
    {"CORED_NORMAL",
     "its direction",
     cored_direction,
     18,
     4,
     0.5557,
     {0x1.0c004p+3F, 0x1.5bad76p-1F, 0x1.822046p+3F, 0x1.28b58p+0F, 0x1.19f4c6p+0F, 0x1.cp+3F, 0x1.af949ep+1F, 0x1.2b0c7ap+6F,
      0x1.82219ep+3F, 0x1p+2F, 0x1.63ffd6p+2F, 0x1.8c7166p+1F, 0x1.0a805p+0F, 0x1.8p-20F, -0x1.8adp+0F, 0x1.63ffcep+2F,
      0x1.6fff14p+1F, 0x1.eff932p+3F}},
    {"SQUARE_BESIDE",
     "a distance of a box with right angles and a point",
     square_distance,
     16,
     4,
     0.1346,
     {0x1.998e56p+1F, 0x1.ffff5cp-12F, 0x1.f63bp+5F, 0x1.44e11ap+0F, -0x1.41fffcp+1F, 0x1.7d2c78p+2F, -0x1.f63b9cp+3F,
      0x1.f63b9ep+3F, 0x1.000002p-24F, 0x1.1faffep-22F, 0x1.d76216p+2F, 0x1.e6b1d8p+0F, -0x1.6f11a8p+2F, -0x1.0d7bb2p+1F,
      -0x1.f7bc98p-10F, 0x1.1219cep+1F}},
    {"SQUARE_BESIDE",
     "its direction",
     square_direction,
     16,
     4,
     0.4677,
     {0x1.2b706ep+5F, 0x1.cb9606p+3F, 0x1.dd788cp+0F, -0x1.2b6684p+5F, -0x1.bfffaap+3F, -0x1.08cap+2F, -0x1.b64844p+2F,
      0x1.2d3c56p+2F, 0x1.c0c604p+7F, 0x1.c04694p+7F, 0x1.0f44e8p+5F, -0x1.1c33c6p+0F, -0x1.1b032cp+3F, 0x1.7028cep+0F, 0x1.cp-17F,
      0x1.200004p-1F}},
    {"SEGMENTS_PLACE",
     "a place on one of two segments",
     between_place,
     12,
     4,
     0.3779,
     {0x1.4e706cp+3F, 0x1.1151c6p+2F, 0x1.f866acp+1F, 0x1.80020cp+7F, 0x1.7f7efcp+1F, 0x1.fffffcp+1F, 0x1.a586d6p+0F,
      0x1.6286c4p+0F, -0x1.cb65b6p+0F, -0x1.3614fap+3F, 0x1.1b6aa2p+0F, -0x1.96caccp+0F}},
    {"SEGMENTS_EDGE",
     "a distance of two segments",
     between_distance,
     12,
     4,
     0.275,
     {-0x1.a1129ap+3F, 0x1.05e882p+1F, -0x1.fc17eap+0F, -0x1.a1129ap+3F, 0x1.05e882p+1F, 0x1.05e882p+1F, -0x1.b7cb9ep+0F,
      0x1.b7bab2p+0F, -0x1.10dcc2p+3F, -0x1.b7cb9ep+0F, 0x1.b7bab2p+0F, -0x1.03127cp+1F}},
    {"SEGMENTS_EDGE",
     "its direction",
     between_direction,
     12,
     4,
     0.463,
     {-0x1.4a4496p+3F, 0x1.42d63ap+1F, -0x1.a06ec2p+1F, -0x1.fbffe6p+8F, -0x1.3a072p+1F, -0x1.cp+1F, 0x1.050d96p+0F, 0x1.050dd2p+0F,
      -0x1.41f1f6p+0F, 0x0p+0F, -0x1.d5p+1F, 0x1.3eb5ep+0F}},
};
const attack_family parts_attacks = {"parts", attacks, sizeof attacks / sizeof attacks[0]};
