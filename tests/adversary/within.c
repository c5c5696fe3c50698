/* within.c — containment in boxes and spheres (within.h): on the side on which the answer would be wrong, how much of its error does
 * the computed excess use up? And of one pair of hulls at a time: how wrong are the height of a vertex above a face, the
 * difference of the radii, and the sign of a determinant of whole numbers? Is what is noted as within reach? */
#include "exact_vector.h"
#include "families.h"
#include "solid_pair.h"

#include <solids/kernel/within.h>
#include <solids/scalar/reference.h>

static bool is_contained(solid_pair of, float margin) {
    const sepal_rule rule = {SEPAL_TOUCHING_OVERLAPS, margin, 0};
    return sepal_solids_scalar_contains(of.a, 0, of.b, 0, &rule);
}

/* `more`: what the kernel adds to the excess of the cores if it says that b is inside, and if it says that b is not. */
static double wrong_share(bool contained, solid_excess_lanes e, double more_inside, double more_outside) {
    const double error = first_float(e.error), beyond = first_float(e.beyond);
    if (!(error > 0) || !(error < INFINITY))
        return -INFINITY;
    return contained ? (beyond + more_outside) / error : -(beyond + more_inside) / error;
}

static double wrong_in_box(solid_pair of, float margin, solid_excess_lanes e) {
    const double more = first_float(e.more);
    return wrong_share(is_contained(of, margin), e, fmax(more, 0), more);
}

static double box_within(const float *input, float margin) {
    const solid_pair of = solid_pair_emptied();
    if (!add_turned_box(of.a, input, fabsf(input[20])) || !add_turned_box(of.b, input + 10, fabsf(input[21])))
        return -INFINITY;
    solids_query q = solid_query(of);
    q.margin = margin;
    return wrong_in_box(of, margin, box_in_box(&q, solid_group));
}
static double box_in_a_box(const float *input) {
    return box_within(input, 0);
}
static double box_in_a_box_with_margin(const float *input) {
    return box_within(input, fabsf(input[22]));
}

/* Three vertices in a box. */
static double hull_in_a_box(const float *input) {
    const solid_pair of = solid_pair_emptied();
    if (!add_turned_box(of.a, input, fabsf(input[19])) || !add_points(of.b, input + 10, 3, fabsf(input[20])))
        return -INFINITY;
    const solids_query q = solid_query(of);
    return wrong_in_box(of, 0, hull_in_box(&q, solid_group, 4));
}

static double wrong_in_sphere(solid_pair of, solid_excess_lanes e) {
    const double more = first_float(e.more);
    return wrong_share(is_contained(of, 0), e, more, more);
}

/* The radius of the sphere, then its centre. */
static double box_in_a_sphere(const float *input) {
    const solid_pair of = solid_pair_emptied();
    if (!add_points(of.a, input + 1, 1, fabsf(input[0])) || !add_turned_box(of.b, input + 4, 0))
        return -INFINITY;
    const solids_query q = solid_query(of);
    return wrong_in_sphere(of, in_sphere(&q, solid_group, 0));
}

static double hull_in_a_sphere(const float *input) {
    const solid_pair of = solid_pair_emptied();
    if (!add_points(of.a, input + 1, 1, fabsf(input[0])) || !add_points(of.b, input + 4, 3, fabsf(input[13])))
        return -INFINITY;
    const solids_query q = solid_query(of);
    return wrong_in_sphere(of, in_sphere(&q, solid_group, 4));
}

/* --- One pair at a time ------------------------------------------------------------------------------------------------------ */

/* Three vertices of a as a face, and one of b. */
typedef struct faced_vertex {
    solid_core_pair p;
    grow_body body;
    exact_vector normal;
    sepal_number height; /* normal . (b - a) */
} faced_vertex;

static bool set_faced(const float *input, faced_vertex *out) {
    static double room[3 * CORE_ROOM];
    const solid_pair of = solid_pair_emptied();
    const solids_query q = solid_query(of);
    if (!add_points(of.a, input, 3, 0) || !add_points(of.b, input + 9, 1, 0) ||
        !solid_load_cores(&q, solid_group[0], &solids_kernel_core_searches, (core_room){room, CORE_ROOM, 1}, &out->p))
        return false;
    out->body.corners = 3, out->body.faces = 1;
    for (int k = 0; k < 9; k++)
        out->body.corner[k / 3][k % 3] = out->p.a.at[k % 3][k / 3];
    for (uint32_t k = 0; k < 3; k++)
        out->body.member[k] = (sepal_member){k, 0};
    const exact_vector edge = vector_between(input, input + 3), other = vector_between(input, input + 6);
    const exact_vector step = vector_between(input, input + 9);
    out->normal = exact_cross(&edge, &other);
    out->height = exact_dot(&out->normal, &step);
    end_faces(&out->body);
    return set_face(&out->body, 0, 0, 1, 2);
}

/* The height of a vertex above the plane of a face. */
static double height_above_face(const float *input) {
    faced_vertex f;
    if (!set_faced(input, &f))
        return -INFINITY;
    const double n[3] = {f.body.n[0][0], f.body.n[1][0], f.body.n[2][0]}, computed = greatest_along(&f.p.b, n) - f.body.distance[0];
    const double bound = (f.body.distance[0] - behind_face(&f.body, 0, f.p.extent)) + WITHIN_HEIGHT_ERROR * f.p.extent;
    const sepal_number under = exact_dot(&f.normal, &f.normal);
    sepal_number square;
    if (sepal_number_sign(&under) == 0 || !(bound > 0 && bound < INFINITY))
        return -INFINITY;
    sepal_number_multiply(&f.height, &f.height, &square);
    return difference_from_root(&square, &under, sepal_number_sign(&f.height) < 0 ? -computed : computed) / bound;
}

/* How far one vertex is farther than another along a unit vector, beside what is asked of the plane. */
static double height_of_vertices(const float *input) {
    faced_vertex f;
    if (!set_faced(input, &f))
        return -INFINITY;
    exact_vector n;
    const double along[3] = {f.body.n[0][0], f.body.n[1][0], f.body.n[2][0]};
    for (int k = 0; k < 3; k++)
        sepal_number_sum(&along[k], 1, &n.x[k]);
    const exact_vector step = vector_between(input, input + 9);
    const sepal_number height = exact_dot(&n, &step);
    return difference(&height, greatest_along(&f.p.b, along) - d3_dot(along, f.body.corner[0])) /
           (WITHIN_HEIGHT_ERROR * f.p.extent);
}

/* Two radii and a margin: what is asked for beyond the exact difference is at least nothing, and at most twice the error. */
static double radii_error(const float *input) {
    const solid_pair of = solid_pair_emptied();
    static const float origin[3] = {0, 0, 0};
    solids_query q = solid_query(of);
    q.margin = fabsf(input[2]);
    if ((fabsf(input[0]) == fabsf(input[1]) && input[2] == 0) || !add_points(of.a, origin, 1, fabsf(input[0])) ||
        !add_points(of.b, origin, 1, fabsf(input[1])))
        return -INFINITY;
    const double more[3] = {fabs((double)input[1]), -fabs((double)input[0]), (double)q.margin};
    const double wrong = WITHIN_RADII_ERROR * ((fabs((double)input[0]) + fabs((double)input[1])) + (double)q.margin);
    sepal_number exact;
    sepal_number_sum(more, 3, &exact);
    return difference(&exact, wrong - within_rule_of(&q, solid_group[0]).outside) / wrong;
}

/* Whole numbers: on which side of the plane of a face is a vertex? 2 if the answer is wrong. */
static double side_of_whole_numbers(const float *input) {
    faced_vertex f;
    float at[12];
    for (int k = 0; k < 12; k++) {
        at[k] = floorf(input[k] * 0x1p8F);
        if (!(fabsf(at[k]) < 0x1p24F))
            return -INFINITY;
    }
    if (!set_faced(at, &f) || !f.p.exact)
        return -INFINITY;
    double edge[2][3];
    for (int e = 0; e < 2; e++)
        d3_sub(f.body.corner[e + 1], f.body.corner[0], edge[e]);
    const double most = (d3_sum(edge[0]) * f.p.unit) * (d3_sum(edge[1]) * f.p.unit) * (f.p.extent * f.p.unit);
    if (most >= WITHIN_WHOLE_MOST)
        return -INFINITY;
    return (side_of_face(&f.p, &f.body, 0, -INFINITY, 0) > 0) == (sepal_number_sign(&f.height) <= 0) ? most / WITHIN_WHOLE_MOST : 2;
}

/* Whole numbers: is a ball, around one vertex of b, behind the plane of three of a? By how near that is to a tie; 2 if the answer is wrong. */
static double ball_behind_face(const float *input) {
    static const double any[3] = {0, 0, 0};
    faced_vertex f;
    float at[12];
    for (int k = 0; k < 12; k++)
        at[k] = floorf(input[k] * 0x1p4F);
    const double radius = floor(fabs((double)input[12]) * 0x1p4);
    if (!set_faced(at, &f) || !f.p.exact || !(radius > 0))
        return -INFINITY;
    const sepal_number under = exact_dot(&f.normal, &f.normal);
    sepal_number reach, square;
    sepal_number_sum(&radius, 1, &reach);
    sepal_number_multiply(&reach, &reach, &reach);
    sepal_number_multiply(&reach, &under, &reach);
    sepal_number_multiply(&f.height, &f.height, &square);
    sepal_number_subtract(&square, &reach, &reach);
    const bool behind = sepal_number_sign(&f.height) < 0 && sepal_number_sign(&reach) >= 0;
    const int side = sepal_solids_keep_behind(&f.p, (const uint32_t[3]){0, 1, 2}, any, -INFINITY, radius);
    const double far =
        fabs(greatest_along(&f.p.b, (const double[3]){f.body.n[0][0], f.body.n[1][0], f.body.n[2][0]}) - f.body.distance[0]);
    return side != 0 && (side > 0) != behind ? 2 : fmin(far, radius) / fmax(far, radius) / 2;
}

/* Whole numbers: is one vertex of b within reach of three of a? 2 if the answer is wrong. */
static double vertex_within_reach(const float *input) {
    const solid_pair of = solid_pair_emptied();
    const solids_query q = solid_query(of);
    const double reach = floor(fabs((double)input[12]) * 0x1p4);
    static double room[3 * CORE_ROOM];
    solid_core_pair p;
    float at[12];
    bool within;
    for (int k = 0; k < 12; k++)
        at[k] = floorf(input[k] * 0x1p4F);
    if (!add_points(of.a, at, 3, (float)reach) || !add_points(of.b, at + 9, 1, 0) || !(reach > 0) ||
        !solid_load_cores(&q, solid_group[0], &solids_kernel_core_searches, (core_room){room, CORE_ROOM, 1}, &p))
        return -INFINITY;
    const bool known = sepal_solids_know_within(&p, reach, true, NULL, &within);
    return known && within != is_contained(of, 0) ? 2 : 0.5;
}

/* Whole numbers, in units of a sixteenth: is one vertex of b noted as within reach of a face of a? 0.5, or 2 if that is wrong. */
static double vertex_noted(const float *input) {
    const double reach = floor(fabs((double)input[12]) * 0x1p4);
    const bool closed = input[12] > 0;
    const within_rule rule = {.outside = reach, .reach = reach, .exact = true, .closed = closed};
    noted_vertices noted = {.beyond = {0}};
    faced_vertex f;
    float at[12];
    for (int k = 0; k < 12; k++)
        at[k] = floorf(input[k] * 0x1p4F);
    if (!set_faced(at, &f) || !(reach > 0))
        return -INFINITY;
    note_beyond(&f.p, &f.body, 0, (f.body.distance[0] - behind_face(&f.body, 0, f.p.extent)) + WITHIN_HEIGHT_ERROR * f.p.extent,
                &rule, &noted);
    const solid_pair of = solid_pair_emptied();
    if (!add_points(of.a, at, 3, (float)reach) || !add_points(of.b, at + 9, 1, 0))
        return -INFINITY;
    const sepal_rule asked = {closed ? SEPAL_TOUCHING_OVERLAPS : SEPAL_TOUCHING_IS_APART, 0, 0};
    return (noted.within[0] & 1) != 0 && !sepal_solids_scalar_contains(of.a, 0, of.b, 0, &asked) ? 2 : 0.5;
}

static const attack attacks[] = {
    {"NEAREST_BOX_ERROR", "a box in a box", box_in_a_box, 22, 4, 0.0315, {0x1.7692p+2F,    0x1.51636p+1F,   -0x1.4bfffep+0F,
                                                                          -0x1.9b6198p+1F, -0x1.adf332p+3F, -0x1.660adep+2F,
                                                                          0x1.a20952p+0F,  0x1.c07cp+3F,    0x1.81e794p+0F,
                                                                          -0x1.817ff6p+0F, 0x1.9be29p+3F,   -0x1.e5ae5ep+3F,
                                                                          0x1.7693a8p+2F,  -0x1.907ba2p+1F, 0x1.1ffd5p-2F,
                                                                          0x1.c88002p+0F,  -0x1.ee009cp+0F, -0x1.600018p+0F,
                                                                          -0x1.0ea636p+2F, 0x1.397fa8p+1F,  0x1.9bfa7ep+3F,
                                                                          -0x1.c1034ep+1F}},
    {"NEAREST_BOX_ERROR",
     "a box in a box, with a margin",
     box_in_a_box_with_margin,
     23,
     4,
     0.0315,
     {0x1.7692p+2F,
      0x1.51636p+1F,
      -0x1.4bfffep+0F,
      -0x1.9b6198p+1F,
      -0x1.adf332p+3F,
      -0x1.660adep+2F,
      0x1.a20952p+0F,
      0x1.c07cp+3F,
      0x1.81e794p+0F,
      -0x1.817ff6p+0F,
      0x1.9be29p+3F,
      -0x1.e5ae5ep+3F,
      0x1.7693a8p+2F,
      -0x1.907ba2p+1F,
      0x1.1ffd5p-2F,
      0x1.c88002p+0F,
      -0x1.ee009cp+0F,
      -0x1.600018p+0F,
      -0x1.0ea636p+2F,
      0x1.397fa8p+1F,
      0x1.9bfa7ep+3F,
      -0x1.c1034ep+1F,
      0}},
    {"NEAREST_BOX_ERROR", "a hull in a box", hull_in_a_box, 21, 4, 0.0447, {0x1.c4ff9p-1F,   0x1.295f84p+1F,  -0x1.a2bcacp+0F,
                                                                            -0x1.722c3ap+0F, 0x1.dfef1ap+2F,  0x1p+1F,
                                                                            0x1.ec28p+1F,    -0x1.fbdffcp+2F, -0x1.20003cp+1F,
                                                                            0x1.8946cap+2F,  0x1.1a00a2p+0F,  0x1.f5245p+3F,
                                                                            0x1.43dd7cp+3F,  -0x1.67f344p+1F, 0x1.b97684p+1F,
                                                                            0x1.43abb6p+3F,  0x1.09442ep+1F,  0x1.678a94p+2F,
                                                                            -0x1.a2bcdep+0F, 0x1.20cddap+4F,  -0x1.fbe02ep+2F}},
    {"NEAREST_SEGMENT_ERROR",
     "a box in a sphere",
     box_in_a_sphere,
     14,
     4,
     0.0396,
     {0x1.7f2426p+2F, 0x1.b0272p+1F, 0x1.e90708p+1F, 0x1.b0333ap+1F, -0x1.ea00fcp+0F, 0x1.b3ff82p+1F, 0x1.2ffffcp+2F,
      -0x1.ed1e4ep-20F, -0x1.3fafb2p-1F, -0x1.5d10f2p-9F, -0x1.5b9ac6p+2F, 0x1.efbf9cp+1F, 0x1.ea7e2p+0F, 0x1.6a9e98p+0F}},
    {"NEAREST_SEGMENT_ERROR",
     "a hull in a sphere",
     hull_in_a_sphere,
     14,
     4,
     0.0434,
     {0x1.6f9342p+3F, -0x1.333ddap+3F, -0x1.12606ep+0F, -0x1.1aa00cp+0F, 0x1.c120bcp+0F, 0x1.954f9cp-4F, -0x1.6c0f44p-1F,
      0x1.c120c6p+0F, 0x1.954f1ep-4F, -0x1.6c0f56p-1F, 0x1.c120c6p+0F, 0x1.954fa8p-4F, -0x1.6c0f42p-1F, 0x1.066c6cp-4F}},
    {"WITHIN_HEIGHT_ERROR",
     "a height above a face",
     height_above_face,
     12,
     4,
     0.0061,
     {-0x1.e5fdc6p+3F, 0x1.6650fp+0F, -0x1.46bc0cp+3F, -0x1.fa270cp+3F, -0x1.e7f0fp+4F, -0x1.4f1p+3F, -0x1.ee516p+3F,
      0x1.ee304cp+0F, 0x1.cfc716p+3F, 0x1.2679ep+4F, 0x1.82e0b2p+0F, -0x1.5cp+3F}},
    {"WITHIN_HEIGHT_ERROR",
     "a height of two vertices",
     height_of_vertices,
     12,
     4,
     0.0899,
     {-0x1.2a2a5ap+1F, -0x1.4d2bdcp+2F, -0x1.dac70cp+1F, -0x1.11a71cp+0F, 0x1.033464p+2F, -0x1.133c1p+0F, -0x1.e39bap+1F,
      -0x1.ef3f3cp+3F, 0x1.5a001ep+1F, 0x1.f64f22p+5F, -0x1.524p+2F, -0x1.663e76p+1F}},
    {"WITHIN_RADII_ERROR", "a difference of radii", radii_error, 3, 24, 0.1249, {0x1.000002p+23F, 0x1.04p-24F, -0x1.04p-24F}},
    {"WITHIN_WHOLE_MOST",
     "a side by whole numbers",
     side_of_whole_numbers,
     12,
     4,
     0.9999,
     {0, 0, 0, 0x1.428ap+9F, 0, 0, 0, 0x1.42898p+9F, 0x1p-8F, 0x1.4p-6F, 0, 0}},
    {"WHOLE_MOST", "a ball behind a face", ball_behind_face, 13, 4, 0.5000, {0, 0, 0, 8, 0, 0, 0, 8, 0, 1, 1, -3, 3}},
    {"WHOLE_MOST", "a vertex within reach", vertex_within_reach, 13, 4, 0.5000, {0, 0, 0, 8, 0, 0, 0, 8, 0, 1, 1, -3, 3}},
    {"WITHIN_FOOT", "a vertex noted as within reach", vertex_noted, 13, 4, 0.5000, {0, 0, 0, 8, 0, 0, 0, 8, 0, 1, 1, 3, 3}},
};
const attack_family within_attacks = {"within", attacks, sizeof attacks / sizeof attacks[0]};
