/* meeting.c — the bounds of hulls that touch or meet: the plane and the line that tell (hulls_touch.h), and of the push of two that meet, one
 * pair in each lane, the distance, its direction, and how much farther all other faces are (push_hulls.h), and how far away a triangle of
 * the growing polytope is (push_meeting.h). */
#include "certified.h"
#include "exact_vector.h"
#include "families.h"
#include "solid_pair.h"

#include <math.h>
#include <solids/kernel/hulls_touch.h>
#include <solids/kernel/push_meeting.h>
#include <solids/scalar/push.h>
#include <string.h>

/* --- Hulls that touch ---------------------------------------------------------------------------- */

/* Two tetrahedra: the side of their difference by which a line leaves it, in the first half of a group. */
typedef struct judged_touch {
    solid_pair of;
    difference_half p;
    walk_found found;
    walk_face face;
} judged_touch;

static bool find_judged_touch(const float *input, judged_touch *out) {
    out->of = solid_pair_emptied();
    if (!add_points(out->of.a, input, 4, 0) || !add_points(out->of.b, input + 12, 4, 0))
        return false;
    const solids_query q = solid_query(out->of);
    find_sides_out(&q, solid_group, (sizes){4, 4, false}, &out->found);
    load_walk(&q, solid_group, (sizes){4, 4, false}, 0, &out->found, &out->p, &out->face);
    walk_in_double(&out->p, wd3_of(out->found.way, 0), wd_scaled(out->p.extent, MEMBER_GAP_ERROR), TOUCH_STEPS, &out->face);
    return (out->found.lanes & 1) != 0 && first_double(out->p.extent) > 0x1p-100 && first_double(out->p.extent) < 0x1p40;
}

static exact_vector exact_member(const float *input, const member_half *m) {
    return vector_between(input + 3 * (int)first_double(m->number_a), input + 12 + 3 * (int)first_double(m->number_b));
}

/* How far the plane of the face is from the origin, times its normal. */
static double height_error(const float *input) {
    judged_touch t;
    if (!find_judged_touch(input, &t))
        return -INFINITY;
    const member_half *m = t.face.m;
    const exact_vector at[3] = {exact_member(input, &m[0]), exact_member(input, &m[1]), exact_member(input, &m[2])};
    const exact_vector n = exact_cross(&at[1], &at[2]);
    sepal_number exact = exact_dot(&at[0], &n), found;
    const wd3 e = wd3_sub(m[1].w, m[0].w), g = wd3_sub(m[2].w, m[0].w);
    const double height = first_double(wd3_dot(t.face.n, m[0].w)),
                 bound = first_double(
                     error_of_gap(t.p.extent, wd3_length(t.face.n), error_of_normal(t.p.extent, wd3_length(e), wd3_length(g))));
    sepal_number_sum(&height, 1, &found);
    sepal_number_subtract(&exact, &found, &exact);
    return bound > 0 ? fabs(sepal_number_value(&exact)) / bound : -INFINITY;
}

/* How far a corner of the face is from the plane of the line and the next corner, beside the line from a point of K exactly. */
static double line_error(const float *input) {
    static const struct {
        float weight;
        int a, b;
    } parts[] = {{0.1F, 1, 2}, {0.07F, 3, 0}, {0.04F, 2, 3}};
    judged_touch t;
    double way[3], worst = -INFINITY, turn[2], extent;
    if (!find_judged_touch(input, &t))
        return -INFINITY;
    const ball_lanes a = load_balls(t.of.a, &solid_group->a), b = load_balls(t.of.b, &solid_group->b);
    extent = first_float(w_add(w_add(a.radius, b.radius), w3_greatest(w3_sub(b.centre, a.centre))));
    for (int k = 0; k < 3; k++) {
        double mean = 0, sum = (double)0.79F;
        for (int i = 0; i < 4; i++)
            mean += 0.25 * ((double)input[12 + 3 * i + k] - (double)input[3 * i + k]);
        way[k] = sum * mean;
        for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
            way[k] += (double)parts[i].weight * ((double)input[12 + 3 * parts[i].b + k] - (double)input[3 * parts[i].a + k]);
            sum += (double)parts[i].weight;
        }
        way[k] = -way[k] / (sum * extent);
    }
    const wd3 exact = {wd_set1(way[0]), wd_set1(way[1]), wd_set1(way[2])}, found = wd3_of(t.found.way, 0);
    const double rounding = TOUCH_TURN * first_double(t.p.extent) * first_double(t.p.extent);
    for (int k = 0; k < 3; k++) {
        const wd3 across = wd3_cross(t.face.m[k].w, t.face.m[(k + 1) % 3].w);
        turn[0] = first_double(wd3_dot(found, across));
        turn[1] = first_double(wd3_dot(exact, across));
        worst = fmax(worst, fabs(turn[0] - turn[1]) / (TOUCH_LINE * first_double(wd3_sum(across)) + rounding));
    }
    return worst;
}

/* The cross product of two corners of the face. */
static double cross_error(const float *input) {
    judged_touch t;
    double worst = -INFINITY;
    if (!find_judged_touch(input, &t))
        return -INFINITY;
    const double bound = TOUCH_TURN * first_double(t.p.extent) * first_double(t.p.extent);
    for (int corner = 0; corner < 3; corner++) {
        const member_half *m = &t.face.m[corner], *next = &t.face.m[(corner + 1) % 3];
        const exact_vector from = exact_member(input, m), to = exact_member(input, next), across = exact_cross(&from, &to);
        const wd3 found = wd3_cross(m->w, next->w);
        worst = fmax(worst, fabs(difference(&across.x[0], first_double(found.x))) / bound);
        worst = fmax(worst, fabs(difference(&across.x[1], first_double(found.y))) / bound);
        worst = fmax(worst, fabs(difference(&across.x[2], first_double(found.z))) / bound);
    }
    return worst;
}

/* --- The growing polytope ------------------------------------------------------------------------ */

/* Three vertices of a and three of b, and the triangle of their differences: how much of the bound it takes that the real triangle is not
 * nearer than it is said to be. */
static double polytope_plane_error(const float *input) {
    const solid_pair of = solid_pair_emptied();
    if (!add_points(of.a, input, 3, 0) || !add_points(of.b, input + 9, 3, 0))
        return -INFINITY;
    const ball_lanes a = load_balls(of.a, &solid_group->a), b = load_balls(of.b, &solid_group->b);
    const w3 d = w3_sub(b.centre, a.centre);
    const w inverse = w_div(w_set1(1), w_add(w_add(a.radius, b.radius), w3_greatest(d)));
    w at_a[12], at_b[12];
    load_polytope_hull(of.a, &solid_group->a, 4, a.centre, inverse, at_a);
    load_polytope_hull(of.b, &solid_group->b, 4, b.centre, inverse, at_b);
    w3 corner[3];
    for (int k = 0; k < 3; k++)
        corner[k] =
            w3_add(w3_sub((w3){at_b[k], at_b[4 + k], at_b[8 + k]}, (w3){at_a[k], at_a[4 + k], at_a[8 + k]}), w3_scale(d, inverse));
    const w3 e = w3_sub(corner[1], corner[0]), g = w3_sub(corner[2], corner[0]), n = w3_cross(e, g);
    const double m[3] = {first_float(n.x), first_float(n.y), first_float(n.z)},
                 length = sqrt(m[0] * m[0] + m[1] * m[1] + m[2] * m[2]);
    const double low = first_float(plane_through(corner[0], e, g).low), sizes = first_float(w3_sum(e)) * first_float(w3_sum(g)),
                 bound = (double)POLYTOPE_ERROR * (1 + sizes / length);
    double least = INFINITY;
    for (int k = 0; k < 3; k++) {
        double along = 0;
        for (int c = 0; c < 3; c++)
            along += m[c] * ((double)input[9 + 3 * k + c] - (double)input[3 * k + c]);
        least = fmin(least, along * first_float(inverse) / length);
    }
    return low > -4 && bound < INFINITY ? 1 + (low - least) / bound : -INFINITY;
}

/* The radius of a disc, and how far away it is, in units of the depth of a cap: how wide the cap is beside the cone from the centre of its ball
 * over the disc, wherever it is widest beside it, if the disc is said to cover it. */
static double cap_beside_cone(const float *input) {
    const double radius = fabs((double)input[0]), distance = fabs((double)input[1]), ball = distance + 0x1p-26;
    if ((wdm_bits(covers_cap(wd_set1(radius), wd_set1(distance), wd_set1(ball), wd_set1(1))) & 1) == 0)
        return -INFINITY;
    double worst = -INFINITY;
    for (int k = 0; k <= 16; k++) {
        const double height = distance - (double)k / 16;
        worst = fmax(worst, sqrt(ball * ball - height * height) * distance / (radius * height));
    }
    return worst;
}

/* --- Pushes -------------------------------------------------------------------------------------- */

/* Two hulls of four vertices, and in which lanes all of their coordinates are exact; false if they are no hulls. */
static bool load_four_each(const float *input, difference_half *p, wdm *exact, certified *out) {
    const solid_pair of = solid_pair_emptied();
    if (!add_points(of.a, input, 4, 0) || !add_points(of.b, input + 12, 4, 0))
        return false;
    static solids_query q; /* p refers to it */
    q = solid_query(of);
    *exact = load_difference_half(&q, solid_group, (sizes){4, 4, false}, 0, p);
    sepal_cores_set(&out->cores, of.a, 0, of.b, 0);
    return true;
}

/* The face by which they leave each other, if that is certain, and they do more than touch. */
static bool find_way_out(const float *input, difference_half *p, certified *out) {
    wdm exact;
    if (!load_four_each(input, p, &exact, out))
        return false;
    const solids_query q = {out->cores.a, out->cores.b, SEPAL_TOUCHING_OVERLAPS, 0, false};
    member_half m[3];
    const w3 towards = w3_sub(load_balls(q.a, &solid_group->a).centre, load_balls(q.b, &solid_group->b).centre);
    const wdm has = find_triangle(p, &towards, 0, m);
    out->found = settle_meeting(p, m, wdm_and(has, exact), NULL);
    return is_certified(out) && first_double(out->found.distance) != 0 &&
           sepal_solids_scalar_nearest_face(&out->cores, &out->exact);
}
static bool find_meeting(const float *input, certified *out) {
    difference_half p;
    return find_way_out(input, &p, out);
}

/* The face by which hulls of whole numbers that have a vertex in common leave each other, if they touch and it is certain; many are as near. */
static bool find_touching(const float *input, certified *out) {
    float whole[24] = {0};
    difference_half p;
    wdm exact;
    member_half m[3];
    walk_found walked;
    walk_face face;
    for (int k = 0; k < 24; k++)
        whole[k] = (float)(fmod(floor((double)input[k]), 8) +
                           (k < 12 ? 0 : (double)whole[k % 3] - fmod(floor((double)input[12 + k % 3]), 8)));
    if (!load_four_each(whole, &p, &exact, out))
        return false;
    find_sides_left(p.q, solid_group, (sizes){4, 4, false}, &walked);
    load_walk_face(p.q, solid_group, 0, &walked, &p, &face);
    walk_in_double(&p, wd3_of(walked.way, 0), wd_scaled(p.extent, MEMBER_GAP_ERROR), TOUCH_STEPS, &face);
    for (int k = 0; k < 3; k++)
        m[k] = face.m[(3 - k) % 3];
    out->found = settle_meeting(&p, m, exact, NULL);
    return is_certified(out) && first_double(out->found.distance) == 0 &&
           sepal_solids_scalar_nearest_face(&out->cores, &out->exact);
}

/* The turn of two members, seen along the line, and that of one and the step between both. */
static double line_turn_error(const float *input) {
    certified of;
    difference_half p;
    wdm exact;
    double line[3];
    if (!load_four_each(input, &p, &exact, &of) || (wdm_bits(exact) & 1) == 0)
        return -INFINITY;
    way_through(p.q, solid_group[0], line, 1);
    exact_vector w[2], step, way;
    wd3 at[2];
    for (uint32_t i = 0; i < 2; i++) {
        w[i] = vector_between(input + 3 * (size_t)i, input + 12 + 3 * (size_t)i);
        at[i] = wd3_sub((wd3){p.b.at[i], p.b.at[p.b.size + i], p.b.at[2 * (size_t)p.b.size + i]},
                        (wd3){p.a.at[i], p.a.at[p.a.size + i], p.a.at[2 * (size_t)p.a.size + i]});
    }
    for (int k = 0; k < 3; k++) {
        sepal_number_sum(&line[k], 1, &way.x[k]);
        sepal_number_subtract(&w[0].x[k], &w[1].x[k], &step.x[k]);
    }
    const wd3 seen = {wd_set1(line[0]), wd_set1(line[1]), wd_set1(line[2])};
    const exact_vector across = exact_cross(&way, &w[0]);
    const sepal_number turn = exact_dot(&across, &w[1]), beside = exact_dot(&across, &step);
    const double bound = ENTRY_DETERMINANT_ERROR * first_double(wd_mul(wd3_sum(seen), wd_mul(p.extent, p.extent)));
    return bound > 0 ? fmax(difference(&turn, first_double(wd3_triple(seen, at[0], at[1]))),
                            difference(&beside, first_double(wd3_triple(seen, at[0], wd3_sub(at[0], at[1]))))) /
                           bound
                     : -INFINITY;
}

/* The triangle of three vertices of a and one of b, if the hulls are apart by it, certainly. */
static bool find_facing(const float *input, certified *out) {
    static const sepal_member members[3] = {{0, 0}, {1, 0}, {2, 0}};
    difference_half p;
    member_half m[3];
    wdm exact;
    int32_t code[SEPAL_LANES];
    if (!load_four_each(input, &p, &exact, out))
        return false;
    for (int corner = 0; corner < 3; corner++) {
        wi_store(code, wi_set1(corner * CLOSEST_CODE));
        m[corner] = member_of_code(&p, code, 0);
    }
    const member_half second = m[1];
    const wdm turned = wd_gt(wd3_dot(triangle_normal(m), m[0].w), wd_set1(0));
    m[1] = member_half_select(turned, &m[2], &m[1]);
    m[2] = member_half_select(turned, &second, &m[2]);
    out->found = settle_meeting(&p, m, exact, NULL);
    sepal_nearest_set(&out->exact, &out->cores, 3, members);
    return is_certified(out);
}

/* The same of hulls that nearly touch, as b is moved until its first vertex is in the plane but for rounding: the distance is known in twice the
 * digits. */
static bool find_near_facing(const float *input, certified *out) {
    float moved[24];
    memcpy(moved, input, sizeof moved);
    for (int k = 0; k < 12; k++)
        moved[12 + k] += (input[k % 3] + input[3 + k % 3] + input[6 + k % 3]) / 3 - input[12 + k % 3];
    return find_facing(moved, out) &&
           first_double(out->found.distance_error) < 0x1p-60 * first_float(load_balls(out->cores.a, &solid_group->a).radius);
}

static double meeting_distance_error(const float *input) {
    return distance_error_of(find_meeting, input);
}
static double meeting_direction_error(const float *input) {
    return direction_error_of(find_meeting, input);
}
static double touching_direction_error(const float *input) {
    return direction_error_of(find_touching, input);
}
static double facing_distance_error(const float *input) {
    return distance_error_of(find_facing, input);
}
static double near_distance_error(const float *input) {
    return distance_error_of(find_near_facing, input);
}
static double facing_direction_error(const float *input) {
    return direction_error_of(find_facing, input);
}

/* Vertex k of a, and of b, from vertex 0 of a on. */
static void take_vertices(const difference_half *p, double at[8][3]) {
    for (uint32_t k = 0; k < 8; k++) {
        const vertices_half *of = k < 4 ? &p->a : &p->b;
        for (uint32_t c = 0; c < 3; c++)
            at[k][c] = first_double(of->at[c * of->size + k % 4]);
    }
}

static double along(const double n[3], const double v[3]) {
    return n[0] * v[0] + n[1] * v[1] + n[2] * v[2];
}

/* How far the plane of K with this normal is from the origin; infinite unless a member in it is certainly not in that of the face. */
static double distance_of_plane(const double at[8][3], const double n[3], const double face[3], double extent) {
    double low_a = INFINITY, high_b = -INFINITY, most = -INFINITY, behind = INFINITY;
    for (int k = 0; k < 4; k++) {
        low_a = fmin(low_a, along(n, at[k]));
        high_b = fmax(high_b, along(n, at[4 + k]));
    }
    for (int i = 0; i < 4; i++)
        for (int j = 4; j < 8; j++) {
            const double w[3] = {at[j][0] - at[i][0], at[j][1] - at[i][1], at[j][2] - at[i][2]};
            most = fmax(most, along(face, w));
            if (along(n, w) >= high_b - low_a - 0x1p-46 * extent)
                behind = fmin(behind, along(face, w));
        }
    return behind < most - 0x1p-30 * extent ? high_b - low_a : INFINITY;
}

/* How near another face comes to being too near for the reference to choose as the kernel has: it confuses faces by 1.04 * 2^-41 R. */
static double meeting_other_face(const float *input) {
    certified of;
    difference_half p;
    double at[8][3], nearest = INFINITY;
    if (!find_way_out(input, &p, &of))
        return -INFINITY;
    const double face[3] = {-first_double(of.found.n.x), -first_double(of.found.n.y), -first_double(of.found.n.z)},
                 extent = first_double(p.extent);
    take_vertices(&p, at);
    static const uint8_t edges[6][2] = {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}};
    for (int first = 0; first < 12; first++)
        for (int second = 0; second < first; second++) {
            double e[2][3], n[3], length;
            for (int i = 0; i < 2; i++) {
                const int number = i == 0 ? first : second, from = number < 6 ? 0 : 4;
                const uint8_t *ends = edges[number % 6];
                for (int k = 0; k < 3; k++)
                    e[i][k] = at[from + ends[1]][k] - at[from + ends[0]][k];
            }
            for (int k = 0; k < 3; k++)
                n[k] = e[0][(k + 1) % 3] * e[1][(k + 2) % 3] - e[0][(k + 2) % 3] * e[1][(k + 1) % 3];
            length = sqrt(along(n, n));
            for (int sign = -1; sign < 2 && length > 0; sign += 2) {
                const double unit[3] = {sign * n[0] / length, sign * n[1] / length, sign * n[2] / length};
                nearest = fmin(nearest, distance_of_plane((const double(*)[3])at, unit, face, extent));
            }
        }
    return 1.04 * 0x1p-41 * extent / (nearest + first_double(of.found.distance));
}

static const attack attacks[] = {
    {"MEMBER_GAP_ERROR", "a height", height_error, 24, 4, 0.0106, {-0x1.2a4588p-1F, 0x1.22d776p+3F,  0x1.006214p-3F,
                                                                   -0x1.bfp+2F,     0x1.9fdfd6p+1F,  0x1.fb100ep+2F,
                                                                   0x1.21dbdep+1F,  0x1.d7fffcp+3F,  0x1.afcef8p+2F,
                                                                   -0x1.eba69ap+0F, 0x1.bdefcp+3F,   -0x1.cp+3F,
                                                                   -0x1.bffffep+2F, -0x1.f42dp+2F,   0x1p-5F,
                                                                   0x1.ffffa8p+1F,  -0x1.c6971p+2F,  -0x1.81c104p-4F,
                                                                   0x1.8p+3F,       -0x1.9f5858p-3F, 0x1.a58434p+0F,
                                                                   0x1.7bp+3F,      -0x1.6affc4p-2F, -0x1.166cd2p+0F}},
    {"TOUCH_LINE", "a turn", line_error, 24, 4, 0.0550, {-0x1.118ad2p+1F, -0x1.35b28p+0F,  -0x1.30318ep+0F, 0x1.f86fccp+0F,
                                                         0x1.ad6786p+1F,  0x1.84b7bcp+3F,  -0x1.fc937ep+2F, -0x1.fffffep-1F,
                                                         0x1.9985ecp+3F,  0x1.b3e4dcp+1F,  0x1.5118dcp+1F,  0x1.f45a5cp+1F,
                                                         0x1.099e4ap+1F,  0x1.13468p+3F,   -0x1.ef9ec8p+3F, -0x1.e065c4p+2F,
                                                         -0x1.35ba7ep+0F, -0x1.53b24ep+0F, -0x1.61667p+2F,  0x1.82f2ap+2F,
                                                         -0x1.ef9ec2p+3F, 0x1.128c78p-4F,  -0x1.e2aa1ap+2F, -0x1.0e0efep+0F}},
    {"TOUCH_TURN", "a cross product", cross_error, 24, 4, 0.0176, {0x1.9ee31ap-2F,  0x1.ef46d2p+2F,  -0x1.4dbc0ap+0F,
                                                                   -0x1p+0F,        0x1.b835b6p+0F,  -0x1.a12276p+0F,
                                                                   0x1.97b55cp-2F,  0x1.6be1c8p+4F,  -0x1.4b12fap+0F,
                                                                   -0x1.fdddc2p+0F, -0x1.164de8p+2F, -0x1.37a93cp+0F,
                                                                   0x1.edb186p+3F,  0x1.ef46d2p+2F,  -0x1.4dbc0ap+0F,
                                                                   -0x1.fddd84p+0F, 0x1.2p-1F,       -0x1.a6c308p-4F,
                                                                   0x1.6bp+2F,      0x1.73ff98p-1F,  -0x1.4be70ap-3F,
                                                                   0x1.c02554p-2F,  -0x1.a9bb6ep+2F, -0x1.73ff8ep-1F}},
    {"POLYTOPE_ERROR",
     "a plane",
     polytope_plane_error,
     18,
     4,
     0.0142,
     {0x1.ffff2p-1F, 0x1.57fffep-21F, -0x1.cp-24F, -0x1.7ecc2ep-18F, 0x1.ffffe2p-1F, 0x1.000102p-24F, -0x1.ac301p-17F, 0x1p-24F,
      0x1.31e03ep+0F, 0x1.000002p+2F, 0x1.ffffdap+1F, 0x1.000004p+2F, 0x1.ffffe4p+1F, 0x1.40003ap+2F, 0x1.fffffep+1F,
      0x1.000a74p+2F, 0x1.8008p+2F, 0x1.fffffcp+1F}},
    {"MEETING_CAP", "a cap", cap_beside_cone, 2, 4, 0.816, {0x1.0f876ep+2F, -0x1.000002p+1F}},
    {"MEETING_KNOWN", "a distance", meeting_distance_error, 24, 4, 0.0259, {-0x1.f90e5ap+1F, 0x1.7d9bb2p+1F,  -0x1.e7694cp+2F,
                                                                            0x1.56390ep+1F,  -0x1.3fbe26p+0F, 0x1.0ba1aap+2F,
                                                                            0x1.d6ep+1F,     0x1.2c9f7ep+0F,  0x1.5dab28p+1F,
                                                                            -0x1.e52e14p+3F, 0x1.6e8926p+1F,  -0x1.86p+4F,
                                                                            0x1.7d3838p+0F,  0x1.0a401p+4F,   0x1.621018p+0F,
                                                                            0x1.108ffcp+0F,  -0x1.65aa5ap+0F, 0x1.3f441p+0F,
                                                                            -0x1.6437e6p+0F, -0x1.69d978p+2F, 0x1.ff187ap-3F,
                                                                            -0x1.22682cp+4F, -0x1.3f61e6p-2F, -0x1.607604p+0F}},
    {"MEETING_KNOWN", "a direction", meeting_direction_error, 24, 4, 0.113, {0x1.9dda88p+0F,   0x1.7e4c64p+15F, 0x1.3e164cp+1F,
                                                                             -0x1.23f488p+1F,  0x1.3e164cp+1F,  -0x1.ecf2bcp+0F,
                                                                             0x1.a1c798p+0F,   0x1.6ba82cp+4F,  0x1.7ffffep+13F,
                                                                             -0x1.75fcb6p+2F,  0x1.23f488p+1F,  0x1.579964p+2F,
                                                                             0x1.b542dcp+1F,   0x1.be1002p+1F,  -0x1.de485ap+2F,
                                                                             0x1.f748p+7F,     -0x1.cf6p+3F,    0x1.f42014p+9F,
                                                                             0x1.cf7fd2p+3F,   0x1.3f741ap+3F,  0x1.6fdbcp+3F,
                                                                             -0x1.580008p+12F, 0x1.4a2a26p-1F,  -0x1.cf7fd2p+3F}},
    {"MEETING_KNOWN",
     "a distance, apart",
     facing_distance_error,
     24,
     4,
     0.0309,
     {0x1.000002p-2F, 0x1.000006p-12F, -0x1.010004p-24F, 0x1p+0F,          -0x1p-24F,       0x0p+0F,
      0x1.0143e8p-9F, 0x1p+0F,         0x0p+0F,          0x1.8002p+0F,     0x1.4692ap-22F,  0x0p+0F,
      0x1.1d3c28p-1F, 0x1.18476cp-10F, 0x1.108aaap+0F,   0x1.08p-3F,       -0x1.08bbfap-3F, 0x1.1dbc04p+0F,
      0x1.27c67p-2F,  0x1.184768p-10F, 0x1.2ffffap+0F,   -0x1.f7804ep-10F, 0x1.5847a6p-8F,  0x1.19b354p+0F}},
    {"MEETING_TWOFOLD",
     "a distance, nearly touching",
     near_distance_error,
     24,
     4,
     0.137,
     {0x1.e7462ap+2F,  -0x1.ca5c26p+0F, -0x1.cb24eap+2F, -0x1.5effb4p+1F, 0x1.77p+0F,      0x1.3c6ebap+7F,
      0x1.544facp+2F,  -0x1.ae31fap+6F, -0x1.cfaf48p+0F, -0x1.b37ffcp+1F, -0x1.dfbffap+2F, 0x1.de8188p+0F,
      -0x1.1e5494p+1F, 0x1.12e58ep+6F,  -0x1.1bab04p+1F, 0x1.ee34fap-2F,  -0x1.fefffap+1F, 0x1.4ddf88p+1F,
      0x1.cbd09p+1F,   -0x1.20f958p+3F, -0x1.68ea48p+2F, -0x1.e20138p+1F, -0x1.6d64eap+2F, 0x1.d8a09p-2F}},
    {"MEETING_KNOWN",
     "a direction, apart",
     facing_direction_error,
     24,
     4,
     0.0843,
     {-0x1p-24F,       0x1.004004p-16F, 0x1.fffffap-3F, 0x1.a35992p+1F,  0x0p+0F,         0x0p+0F,
      0x1.ffe02ap-19F, 0x1.00002p+0F,   0x1.ffe04p-3F,  -0x1.feffe2p+4F, 0x1.feffe2p+4F,  0x1.421ffep+0F,
      0x1.00002p+0F,   0x1.01155cp-2F,  0x1.afc58p-2F,  0x1.fffep-1F,    0x1.3p+1F,       0x1.7fffc8p-1F,
      -0x1.a6a9fep+1F, 0x1.33268p+3F,   0x1.fffp-1F,    -0x1.29d792p+3F, -0x1.dfffdap-3F, 0x1.3ff808p+0F}},
    {"ENTRY_DETERMINANT_ERROR",
     "a turn of the line out",
     line_turn_error,
     24,
     4,
     0.0296,
     {0x1.b98e14p+3F,  -0x1.bd0ee4p+0F, -0x1.39eba4p+0F, -0x1.050eb2p+8F, -0x1.feff48p+0F, 0x1.9cp+3F,
      0x1.39d7bep+1F,  0x1.0e0bdp+5F,   -0x1.739942p+2F, 0x1.ffffd6p-1F,  0x1.b3f91cp+0F,  -0x1.4a3fe8p+2F,
      -0x1.048b8p+8F,  0x1.a6fp+1F,     -0x1.abd07cp+1F, -0x1.5dfffep+0F, 0x1.0c54c6p+8F,  -0x1.96cc42p+2F,
      -0x1.e7fffep+1F, -0x1.4ecc48p+2F, 0x1.0d4eb2p+8F,  0x1.ae1ac8p+2F,  -0x1.838088p+1F, 0x1.cfcp+0F}},
    {"MEETING_KNOWN",
     "a direction, touching",
     touching_direction_error,
     24,
     4,
     0.0484,
     {0x1.07ca02p+2F, 0x1.3c891p+8F,  -0x1.47d806p+1F, -0x1.4255acp+0F, -0x1.a91824p+1F, 0x1.3fb6dp-1F,
      0x1.0ef3b2p+1F, 0x1.3c88acp+8F, 0x1.b0cb48p+1F,  -0x1.4c0494p+1F, -0x1.641778p+0F, 0x1.f2e5dcp+2F,
      -0x1.3ep+5F,    0x1.6082f8p+1F, 0x1.6cp+2F,      -0x1.2235b4p+1F, 0x1.9bd7a4p+1F,  -0x1.07c7b2p+1F,
      0x1.4254p+0F,   0x1.186d5ep+3F, -0x1.a49072p+0F, -0x1.885fb4p+1F, -0x1.2fdbc6p+1F, -0x1.2ffffcp+1F}},
    {"MEETING_GAP", "another face as near", meeting_other_face, 24, 4, 0.513, {0x1.b98e14p+3F,  -0x1.bd0ee6p+0F, -0x1.39d802p+1F,
                                                                               0x1.9bc13cp+4F,  0x1.1c3ffap+2F,  0x1.9cp+2F,
                                                                               -0x1.ba62fcp+2F, 0x1.4e0d5cp+1F,  0x1.45d5c6p+1F,
                                                                               0x1p+0F,         0x1.b3a91cp+2F,  0x1.3ba262p+3F,
                                                                               -0x1.06ff2cp+8F, -0x1.0d9902p+7F, -0x1.0d0fb2p+7F,
                                                                               -0x1.5dfffep+0F, -0x1.34bc0cp+2F, -0x1.96ebfep+2F,
                                                                               -0x1.e93fb8p+1F, 0x1.c2c3c8p+2F,  0x1.fa0576p+1F,
                                                                               -0x1.b3a93cp+2F, 0x1.436cp+0F,    0x1.c7ffaap+1F}},
};
const attack_family meeting_attacks = {"meeting", attacks, sizeof attacks / sizeof attacks[0]};
