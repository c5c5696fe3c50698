/* parts.c — the bounds of part.h: of two boxes, a box and a segment or a point, and two segments, that are apart, the distance and its
 * direction; on a lattice, where integers tell which products are 0, too. And of a box and a segment, or a point, that meet. */
#include "certified.h"
#include "families.h"
#include "solid_pair.h"

#include <solids/kernel/push_round.h>

static const sepal_box_exact *const *in_all_lanes(const sepal_solids *set, const sepal_box_exact *of[SEPAL_LANES]) {
    for (int lane = 0; lane < SEPAL_LANES; lane++)
        of[lane] = sepal_solid_exact(set, 0);
    return of;
}

/* Two boxes. */
static bool find_apart(const float *input, certified *out) {
    const solid_pair of = solid_pair_emptied();
    const sepal_box_exact *exact[SEPAL_LANES];
    if (!add_slanted_box(of.a, input) || !add_slanted_box(of.b, input + 12))
        return false;
    sepal_cores_set(&out->cores, of.a, 0, of.b, 0);
    if (!sepal_solids_scalar_nearest(&out->cores, &out->exact))
        return false;
    const solid_exact_lanes a = load_exact(in_all_lanes(of.a, exact)), b = load_exact(in_all_lanes(of.b, exact));
    const solid_box_lanes axes_a = box_of_edges(&a), axes_b = box_of_edges(&b);
    const box_part_signs signs = propose_part(&axes_a, &axes_b);
    const solids_query q = solid_query(of);
    const part_group pairs = {&q, solid_group, signs.parallel};
    wd3 edge[PART_EDGES];
    wdm touches;
    const wd3 d = halves_of(&a, &b, 0, edge);
    settle_part_of_signs(d, edge, PART_EDGES, PART_EDGES, signs.of, &pairs, 0, wd_set1(0), &out->found, &touches);
    return is_certified(out);
}

/* Two boxes with the half edges of the first: the others are those, one the other way round and one half as long. */
static bool find_alike(const float *input, certified *out) {
    float both[24];
    memcpy(both, input, 15 * sizeof *both);
    for (int k = 0; k < 9; k++)
        both[15 + k] = k < 3 ? input[3 + k] : k < 6 ? -input[3 + k] : input[3 + k] / 2;
    return find_apart(both, out);
}

/* A box and two points or one, which are apart; in_integers: only where double alone is not certain. */
static bool find_beside(const float *input, size_t points, bool in_integers, certified *out) {
    const solid_pair of = solid_pair_emptied();
    const sepal_box_exact *exact[SEPAL_LANES];
    const int edges = points == 1 ? 3 : 4;
    if (!add_slanted_box(of.a, input) || !add_points(of.b, input + 12, points, 0))
        return false;
    sepal_cores_set(&out->cores, of.a, 0, of.b, 0);
    if (!sepal_solids_scalar_nearest(&out->cores, &out->exact))
        return false;
    const solid_exact_lanes lanes_of = load_exact(in_all_lanes(of.a, exact));
    const solid_segment_lanes segment = solid_load_segments(of.b, &solid_group->b);
    const cored_half z = cored_half_of(&lanes_of, &segment, 0);
    const solids_query q = solid_query(of);
    const part_group pairs = {&q, solid_group, 0};
    w signs[4], inside;
    wd signs_of[4];
    wdm open, touches;
    propose_part_of_segment(&lanes_of, &segment, points == 1, signs, &inside);
    for (int k = 0; k < edges; k++)
        signs_of[k] = wd_of(signs[k], 0);
    solid_part part;
    set_part_by_signs(z.d, z.edge, edges, signs_of, &part);
    certify_part(&part, z.edge, edges, 3, NULL, NULL, &out->found, &open, NULL);
    if (in_integers && is_certified(out))
        return false;
    settle_part_of_signs(z.d, z.edge, edges, 3, signs, &pairs, 0, wd_set1(0), &out->found, &touches);
    return is_certified(out);
}

static bool find_aside(const float *input, certified *out) {
    return find_beside(input, 2, false, out);
}
static bool find_aside_of_point(const float *input, certified *out) {
    return find_beside(input, 1, false, out);
}

/* On multiples of 1/4 below 8. */
static bool find_on_lattice(const float *input, certified *out) {
    float rounded[18];
    for (int k = 0; k < 18; k++)
        rounded[k] = fmodf(rintf(4 * input[k]) / 4, 8);
    return find_beside(rounded, 2, true, out);
}

/* A box and two points. */
static bool find_cored(const float *input, certified *out) {
    const solid_pair of = solid_pair_emptied();
    const sepal_box_exact *exact[SEPAL_LANES];
    if (!add_slanted_box(of.a, input) || !add_points(of.b, input + 12, 2, 0))
        return false;
    sepal_cores_set(&out->cores, of.a, 0, of.b, 0);
    if (sepal_solids_scalar_cores(of.a, 0, of.b, 0) != SEPAL_OVERLAP || !sepal_solids_scalar_nearest_face(&out->cores, &out->exact))
        return false;
    const solid_exact_lanes lanes_of = load_exact(in_all_lanes(of.a, exact));
    const solid_segment_lanes segment = solid_load_segments(of.b, &solid_group->b);
    const cored_half z = cored_half_of(&lanes_of, &segment, 0);
    nearest_of_faces(&z, &out->found);
    return is_certified(out);
}

/* A box and a point that meet. */
static bool find_point_in_box(const float *input, certified *out) {
    const solid_pair of = solid_pair_emptied();
    const sepal_box_exact *exact[SEPAL_LANES];
    if (!add_slanted_box(of.a, input) || !add_points(of.b, input + 12, 1, 0))
        return false;
    sepal_cores_set(&out->cores, of.a, 0, of.b, 0);
    if (sepal_solids_scalar_cores(of.a, 0, of.b, 0) != SEPAL_OVERLAP || !sepal_solids_scalar_nearest_face(&out->cores, &out->exact))
        return false;
    const solid_exact_lanes lanes_of = load_exact(in_all_lanes(of.a, exact));
    const solid_segment_lanes point = solid_load_segments(of.b, &solid_group->b);
    const cored_half z = cored_half_of(&lanes_of, &point, 0);
    nearest_face_of_box(&z, &out->found);
    return is_certified(out);
}

/* Two pairs of points. */
static bool find_between(const float *input, certified *out) {
    const solid_pair of = solid_pair_emptied();
    if (!add_points(of.a, input, 2, 0) || !add_points(of.b, input + 6, 2, 0))
        return false;
    sepal_cores_set(&out->cores, of.a, 0, of.b, 0);
    if (!sepal_solids_scalar_nearest(&out->cores, &out->exact))
        return false;
    const solid_segment_lanes a = solid_load_segments(of.a, &solid_group->a), b = solid_load_segments(of.b, &solid_group->b);
    const solids_query q = solid_query(of);
    const part_group pairs = {&q, solid_group, 0};
    const segments_half z = segments_half_of(&a, &b, 0);
    wd signs[2];
    wdm touches;
    propose_in_double(&z, signs);
    solid_part part;
    set_part_by_signs(z.d, z.edge, 2, signs, &part);
    settle_part(&part, z.edge, 2, 0, &pairs, 0, wd_set1(0), &out->found, &touches);
    return is_certified(out);
}

static double apart_distance(const float *input) {
    return distance_error_of(find_apart, input);
}
static double apart_direction(const float *input) {
    return direction_error_of(find_apart, input);
}
static double alike_distance(const float *input) {
    return distance_error_of(find_alike, input);
}
static double alike_direction(const float *input) {
    return direction_error_of(find_alike, input);
}
static double aside_distance(const float *input) {
    return distance_error_of(find_aside, input);
}
static double aside_direction(const float *input) {
    return direction_error_of(find_aside, input);
}
static double cored_distance(const float *input) {
    return distance_error_of(find_cored, input);
}
static double cored_direction(const float *input) {
    return direction_error_of(find_cored, input);
}

static double point_distance(const float *input) {
    return distance_error_of(find_aside_of_point, input);
}
static double point_direction(const float *input) {
    return direction_error_of(find_aside_of_point, input);
}
static double lattice_distance(const float *input) {
    return distance_error_of(find_on_lattice, input);
}
static double lattice_direction(const float *input) {
    return direction_error_of(find_on_lattice, input);
}
static double inside_distance(const float *input) {
    return distance_error_of(find_point_in_box, input);
}
static double inside_direction(const float *input) {
    return direction_error_of(find_point_in_box, input);
}

static double between_distance(const float *input) {
    return distance_error_of(find_between, input);
}
static double between_direction(const float *input) {
    return direction_error_of(find_between, input);
}

static const attack attacks[] = {
    {"PART_EDGE", "a distance of boxes apart", apart_distance, 24, 4, 0.1253, {0x1.427fc4p+2F,  0x1.44b1a8p+9F,  0x1.ea0242p+3F,
                                                                               0x1.2e0408p+0F,  -0x1.062232p+3F, -0x1.0aa028p+0F,
                                                                               -0x1.ae32fp+2F,  -0x1.fffff6p+1F, 0x1.16b4a6p+1F,
                                                                               0x1.a6362ep+0F,  0x1.80001p+2F,   -0x1.31f10ep+0F,
                                                                               0x1.16b9c8p+2F,  -0x1.5296cp+0F,  0x1.e7adcp+3F,
                                                                               0x1.c7fdeap-1F,  -0x1.54ff88p+1F, 0x1.a76eaep+0F,
                                                                               -0x1.31f126p+3F, -0x1.7b8518p-7F, 0x1.3p+1F,
                                                                               0x1.23ba8p-2F,   0x1.31f10ap+0F,  -0x1.9251cp-4F}},
    {"PART_EDGE", "its direction", apart_direction, 24, 4, 0.4843, {0x1.801a48p+8F,  0x1.ep+5F,      0x1.d47e2ap+1F,
                                                                    -0x1.b6d224p+3F, 0x1.674d92p+0F, -0x1.6c3bep+2F,
                                                                    -0x1.27fd62p+1F, 0x1.3dfbc8p+0F, -0x1.c561a6p+5F,
                                                                    -0x1.3b3fd2p+2F, 0x1.c563a2p+5F, 0x1.a99ed6p+0F,
                                                                    0x1.b88p+5F,     0x1.3a0438p+3F, -0x1.bc0cp+5F,
                                                                    0x1.62a376p+7F,  0x1.3a3d82p+3F, 0x1.6cff3ap+0F,
                                                                    0x1.5a4978p+3F,  0x1.fde87cp+0F, 0x1.c563a2p+5F,
                                                                    -0x1.3b3fd2p+2F, 0x1p-24F,       -0x1.b84674p+5F}},
    {"PART_FACE",
     "a distance of boxes with parallel edges",
     alike_distance,
     15,
     4,
     0.0717,
     {-0x1.000008p+0F, 0x1.c11b4cp+3F, 0x1.e4p+3F, -0x1.a4d416p+0F, -0x1.a9d07ap-1F, 0x1.fefffcp+0F, 0x1.5d581p+0F, 0x1.7e8186p-1F,
      -0x1.db6042p+1F, -0x1.8f08p+3F, 0x1.1d24a2p-1F, -0x1.454066p+0F, -0x1.c7c8b8p+1F, -0x1.5e8ebp+6F, -0x1.89d1bep+1F}},
    {"PART_FACE",
     "its direction",
     alike_direction,
     15,
     4,
     0.1211,
     {-0x1.3a66a4p+3F, -0x1.15efep+3F, 0x1.4fdff8p+4F, -0x1.91b10ep+0F, 0x1.248868p+0F, -0x1.d065acp+3F, -0x1.3a80d6p+3F,
      0x1.1ae8p-1F, 0x1.248a68p+0F, 0x1.15efep+3F, -0x1.2bb128p+0F, -0x1.b2bp+0F, 0x1.f47a92p+1F, -0x1.e33718p+5F, -0x1.db5f9p+0F}},
    {"PART_EDGE",
     "a distance of a box and a segment",
     aside_distance,
     18,
     4,
     0.0655,
     {0x1.a77556p+0F, -0x1.5da9dcp+2F, 0x1.63cp+6F, 0x1.18f8bcp+2F, 0x1.37c2p+2F, 0x1.ffe9aap+1F, -0x1.e4a9d2p+2F, 0x1.548aa4p+0F,
      0x1.e2bdcp-2F, -0x1.c4e6ecp+2F, -0x1.b205bap+2F, 0x1.6a26bep+0F, -0x1.663fcp+2F, 0x1.a51edap+1F, 0x1.c74ffp+3F,
      -0x1.6640dcp+2F, 0x1.b0ec5p+1F, 0x1.c79f96p+3F}},
    {"PART_EDGE",
     "its direction",
     aside_direction,
     18,
     4,
     0.4655,
     {0x1.17ee8p+1F, 0x1.23efb8p+8F, -0x1.8f836p+3F, -0x1.280032p+6F, -0x1.97df42p+1F, -0x1.3c8d42p+3F, -0x1.fffffap+2F, 0x1.4p+6F,
      0x1.92b848p+2F, 0x1.60c242p+0F, 0x1.08p+0F, 0x1.070d14p+4F, 0x1.082p+0F, -0x1.02065ep-1F, 0x1.02p-1F, -0x1.8e9d7ap+3F,
      -0x1p+9F, -0x1.8p+5F}},
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
    {"PART_EDGE",
     "a distance of a box and a point",
     point_distance,
     15,
     4,
     0.0945,
     {-0x1.dcbfb2p+0F, -0x1.210a94p+0F, -0x1.090d6p+4F, 0x1.4618e4p+2F, -0x1.d03abcp+1F, 0x1.f71d96p-23F, -0x1.2c78d2p+2F,
      -0x1.2c1928p-2F, -0x1.f71d9ep-23F, 0x1.2e9d6ap+3F, 0x1.ad7208p+2F, -0x1p+3F, 0x1.ed2488p+3F, 0x1.96b6d2p+1F, 0x1.e524p+6F}},
    {"PART_EDGE",
     "a direction of a box and a point",
     point_direction,
     15,
     4,
     0.4636,
     {0x1.fef4b2p+1F, -0x1.850002p-16F, -0x1.17f59ap+3F, -0x1.cf218ep+2F, 0x1.82a71ap+0F, -0x1.21f64p+0F, -0x1.fef4b4p+1F,
      0x1.a77546p+0F, -0x1.c02652p+3F, -0x1.21f7c6p+0F, -0x1.4p+3F, 0x1.6a26b2p+0F, -0x1.c0001p+3F, -0x1.9e44fcp+0F,
      -0x1.f75578p+3F}},
    {"PART_INTEGER_EXTENT",
     "a distance of a box and a segment on a lattice",
     lattice_distance,
     18,
     4,
     0.0262,
     {-0x1.83fff8p+4F, 0x1.8f50fep+2F, -0x1.63b5cep+4F, 0x1.188978p+1F, 0x1.388552p-4F, 0x1.b01b8p-10F, 0x1.c15bc6p+5F,
      -0x1.b41fa4p-7F, 0x1.77f3c6p-6F, -0x1.5effe6p-5F, 0x1.1ac002p+1F, 0x1.ffe0c2p+0F, 0x1.c1c026p+5F, 0x1.ad801ep+0F,
      0x1.4cf6fcp+5F, 0x1.05851ep+4F, 0x1.c5afcp+0F, 0x1.71acf4p+0F}},
    {"PART_INTEGER_EXTENT",
     "its direction",
     lattice_direction,
     18,
     4,
     0.0412,
     {-0x1.0c2cc8p+3F, 0x1.43c166p+2F, -0x1.4bde4p+3F, 0x1.40e1fcp+0F, 0x1.cfec98p+1F, -0x1.1efffap+3F, 0x1.cf2cc6p+1F,
      -0x1.1cff5ep+4F, -0x1.4bfe3ap+1F, -0x1.44175ep+2F, -0x1.8dbfbcp+0F, -0x1.7bfff8p+1F, 0x1.fp+1F, 0x1.836578p+1F,
      -0x1.5a5994p+2F, 0x1.2d1004p+3F, 0x1.22c004p+1F, -0x1.de7edap+3F}},
    {"CORED_NORMAL",
     "a distance of a box and a point that meet",
     inside_distance,
     15,
     4,
     0.0253,
     {-0x1.adc202p+2F, -0x1.00002p-24F, -0x1p-24F, 0x1.ab01dp+0F, -0x1.00015p-24F, 0x1.ab01dep-8F, 0x1p-24F, -0x1.625f88p+4F,
      0x1.027cp-23F, -0x1p-24F, -0x1.3f9812p-16F, -0x1.e079f4p+1F, -0x1.adbfb2p+2F, -0x1.5352aep+4F, 0x1.ffe126p-1F}},
    {"CORED_NORMAL",
     "a direction of a box and a point that meet",
     inside_direction,
     15,
     4,
     0.5499,
     {-0x1.5d589p+1F, 0x1.5d589p+1F, -0x1.9c7ddcp+2F, -0x1.145fdap-10F, 0x1.6b3aeep+0F, -0x1.3c13bep+4F, -0x1.e41bb4p-1F,
      0x1.9cb63cp+2F, 0x1.2ad81ap+0F, 0x1.83cef8p+1F, 0x1.d8081p+0F, -0x1.83cef8p+1F, 0x1.145fdap-10F, 0x1.259044p+1F,
      -0x1.3c11fap+4F}},
    {"PART_FACE",
     "a distance of two segments",
     between_distance,
     12,
     4,
     0.1023,
     {0x1.636c5p+3F, 0x1.c6c038p+0F, 0x1.aae12p+0F, 0x1.636804p+3F, 0x1.c6d1b4p+0F, 0x1.ab981p+0F, -0x1.f28f46p+2F, 0x1.3cadb6p-1F,
      0x1.6bfbfcp+0F, -0x1.e1c738p+2F, 0x1.bffffcp+0F, -0x1.6b77fcp-1F}},
    {"PART_FACE",
     "its direction",
     between_direction,
     12,
     4,
     0.1331,
     {0x1.a48e02p+0F, 0x1.000006p+1F, -0x1.6f9186p+1F, 0x1.bd39bp+0F, -0x1.bd39bp+0F, -0x1.6a5b02p+1F, -0x1.c5feaep+1F,
      0x1.525106p+0F, -0x1.6a5b02p+1F, 0x1.60b492p+1F, 0x1.9d8044p+0F, -0x1.60b492p+1F}},
};
const attack_family parts_attacks = {"parts", attacks, sizeof attacks / sizeof attacks[0]};
