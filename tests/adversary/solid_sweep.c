/* solid_sweep.c — the bounds of moving solids in lanes: boxes (sweep_filters.h), supports and determinants of members of what the
 * difference of hulls covers (portal.h); of the first contact in double, and of planes of exact coordinates (sweep_entry.h);
 * until when they are apart (sweep_hulls.h). */
#include "exact_vector.h"
#include "families.h"
#include "solid_pair.h"

#include <solids/kernel/sweep_entry.h>
#include <solids/kernel/sweep_entry_one.h>
#include <solids/kernel/sweep_filters.h>
#include <solids/kernel/sweep_hulls.h>

/* For the vertices of the pair that is looked at. */
static double room[3 * CORE_ROOM];

/* The first solid rests, and the second one moves. */
static solid_sweep_query moving_query(solid_pair of, const float *move, sepal_solid_moves moves[2]) {
    static const float rest[3] = {0, 0, 0};
    moves[0] = (sepal_solid_moves){rest, rest + 1, rest + 2, 0};
    moves[1] = (sepal_solid_moves){move, move + 1, move + 2, 0};
    return (solid_sweep_query){solid_query(of), &moves[0], &moves[1]};
}

static double triple(const double p[3], const double q[3], const double r[3]) {
    return (r[0] * (p[1] * q[2] - p[2] * q[1]) + r[1] * (p[2] * q[0] - p[0] * q[2])) + r[2] * (p[0] * q[1] - p[1] * q[0]);
}

/* Two turned boxes and a move: how near the filter comes to saying the opposite of what is true. */
static double wrong_boxes(const float *input) {
    const solid_pair of = solid_pair_emptied();
    if (!add_turned_box(of.a, input, 0) || !add_turned_box(of.b, input + 10, 0))
        return -INFINITY;
    sepal_solid_moves moves[2];
    const float *move = input + 20;
    const solid_sweep_query s = moving_query(of, move, moves);
    const solid_box_lanes a = solid_load_boxes(of.a, &solid_group->a, true), b = solid_load_boxes(of.b, &solid_group->b, true);
    const swept_gaps found = find_swept_gaps(&a, &b, w3_scale(load_relative_moves(&s, solid_group), w_set1(0.5F)));
    const double error = first_float(found.error), aside_error = first_float(found.aside_error);
    if ((wm_bits(found.in_range) & 1) == 0 || (wm_bits(found.at_rest) & 1) != 0 || !(error < INFINITY))
        return -INFINITY;
    const double gap = first_float(found.gap) / error, aside = first_float(found.aside) / aside_error;
    const sepal_solid_mover at_rest = {of.a, 0, {0, 0, 0}}, moving = {of.b, 0, {move[0], move[1], move[2]}};
    if (sepal_solids_scalar_sweep(&at_rest, &moving, &(sepal_rule){SEPAL_TOUCHING_OVERLAPS, 0, 0}))
        return fmax(gap, aside);
    return fmin(-gap, -aside);
}

/* Two triangles and a move in lanes; what the coordinates were multiplied by. */
static double load_triangles(const float *input, const float *move, difference_lanes *out) {
    const solid_pair of = solid_pair_emptied();
    out->a.size = out->b.size = 0;
    if (!add_points(of.a, input, 3, 0) || !add_points(of.b, input + 9, 3, 0))
        return 0;
    sepal_solid_moves moves[2];
    const solid_sweep_query s = moving_query(of, move, moves);
    load_swept(&s, solid_group, (sizes){4, 4, false}, out);
    return first_float(w_div(w_set1(1), out->extent));
}

/* A direction: how far the farthest member is along it. */
static double support_error(const float *input) {
    const float *n = input + 18, *move = input + 21;
    difference_lanes s;
    const double inverse = load_triangles(input, move, &s);
    const w3 along_n = {w_set1(n[0]), w_set1(n[1]), w_set1(n[2])};
    w found;
    double exact = -INFINITY, on = 0;
    if (!(inverse > 0) || !(inverse < 0x1p100))
        return -INFINITY;
    member_along(&s, along_n, &found);
    for (int k = 0; k < 3; k++)
        on += (double)n[k] * (double)move[k];
    for (int i = 0; i < 9; i++) {
        double along = fmax(on, 0);
        for (int k = 0; k < 3; k++)
            along += (double)n[k] * ((double)input[9 + 3 * (i / 3) + k] - (double)input[3 * (i % 3) + k]);
        exact = fmax(exact, along * inverse);
    }
    const double bound = first_float(w_madd(w3_sum(along_n), w_set1(SWEPT_AXIS_ERROR), w_set1(HULL_UNDERFLOW)));
    return bound > 0 && bound < INFINITY ? fabs(first_float(found) - exact) / bound : -INFINITY;
}

/* The inner point, a member, and two that are moved. */
static double determinant_error(const float *input) {
    const float *move = input + 18;
    difference_lanes s;
    const double inverse = load_triangles(input, move, &s);
    double v[4][3], worst = -INFINITY;
    w3 member[3];
    if (!(inverse > 0) || !(inverse < 0x1p100))
        return -INFINITY;
    for (int i = 0; i < 3; i++) {
        const w3 of_a = {s.a.at[i], s.a.at[4 + i], s.a.at[8 + i]}, of_b = {s.b.at[i], s.b.at[4 + i], s.b.at[8 + i]};
        member[i] = w3_add(w3_sub(of_b, of_a), s.d);
        member[i] = i == 0 ? member[i] : w3_add(member[i], s.move);
    }
    for (int k = 0; k < 3; k++) {
        v[0][k] = inverse * (double)move[k] / 2;
        for (int i = 0; i < 3; i++) {
            const double at = inverse * ((double)input[9 + 3 * i + k] - (double)input[3 * i + k]);
            v[0][k] += at / 3;
            v[1 + i][k] = at + (i == 0 ? 0 : inverse * (double)move[k]);
        }
    }
    for (int beside = 0; beside < 2; beside++) {
        for (int k = 0; k < 3 && beside == 1; k++) { /* as middle_beside; the last vertex fills up the block */
            const double one = inverse * ((double)input[15 + k] - (double)input[k]),
                         other = inverse * ((double)input[9 + k] - (double)input[6 + k]);
            v[0][k] = 0.84 * v[0][k] + 0.11 * one + 0.05 * other;
        }
        const w3 inside = beside == 1 ? middle_beside(&s, (sizes){4, 4, false}) : s.inside;
        const tetrahedron_lanes found = find_determinants(inside, member[0], member[1], member[2], w_set1(SWEPT_DETERMINANT_ERROR));
        const double bound = first_float(found.error), exact[4] = {triple(v[2], v[3], v[1]), triple(v[2], v[3], v[0]),
                                                                   triple(v[3], v[1], v[0]), triple(v[1], v[2], v[0])};
        for (int k = 0; k < 4; k++)
            worst = fmax(worst, fabs(first_float(k == 0 ? found.of_portal : found.with_inside[k - 1]) - exact[k]) / bound);
        if (!(bound > 0 && bound < INFINITY))
            return -INFINITY;
    }
    return worst;
}

/* Of the plane of what is proposed, where coordinates are exact. */
static bool bound_proposed(const entry_search *s, entry_bounds *bounds) {
    core_part part = {.count = 3, .m = {s->face[0], s->face[1], s->face[2]}};
    return s->p->exact && set_part(s->p, &part) && bound_side(s, &part, NULL, bounds);
}

/* The bounds of that plane in twice the digits. */
static bool bound_in_twice_the_digits(const entry_search *s, entry_bounds *bounds) {
    core_part part = {.count = 3, .m = {s->face[0], s->face[1], s->face[2]}};
    twofold_part of;
    if (!s->p->exact || !set_part(s->p, &part) || !has_twofold(s->p, &part, 0))
        return false;
    find_twofold(s->p, &part, &of);
    return bound_side(s, &part, &of, bounds);
}

typedef bool bound_entered(const entry_search *s, entry_bounds *bounds);

/* Two triangles and a move: what the search finds, and the plane through it, exactly. False if it is not certain, or not the side that is
 * entered. */
static bool find_side(const float *input, bound_entered *bound, entry_bounds *bounds, sepal_nearest *plane, sepal_cores *cores) {
    const solid_pair of = solid_pair_emptied();
    if (!add_points(of.a, input, 3, 0) || !add_points(of.b, input + 9, 3, 0))
        return false;
    sepal_solid_moves moves[2];
    const solid_sweep_query s = moving_query(of, input + 18, moves);
    solid_core_pair p;
    entry_search search = {.p = &p, .spans = -1};
    sepal_member face[3];
    sepal_solid_hit hit;
    sepal_solid_mover a = {of.a, 0, {0, 0, 0}}, b = {of.b, 0, {input[18], input[19], input[20]}};
    if (!load_moving_cores(&s, *solid_group, &solids_kernel_core_searches, (core_room){room, CORE_ROOM, 1}, &p, search.way))
        return false;
    search.length = d3_length(search.way);
    if (!search_entry(&search, NULL) || !bound(&search, bounds))
        return false;
    for (int k = 0; k < 3; k++)
        face[k] = (sepal_member){search.face[k].a, search.face[k].b};
    if (bounds->most > 1 || !sepal_solids_scalar_hit_face(&a, &b, face, &hit))
        return false;
    sepal_cores_set(cores, of.a, 0, of.b, 0);
    sepal_nearest_set(plane, cores, 3, face);
    return true;
}

static bool find_side_of_one(const float *input, entry_bounds *bounds, sepal_nearest *plane, sepal_cores *cores) {
    return find_side(input, bound_proposed, bounds, plane, cores);
}
static bool find_twofold_side(const float *input, entry_bounds *bounds, sepal_nearest *plane, sepal_cores *cores) {
    return find_side(input, bound_in_twice_the_digits, bounds, plane, cores);
}

/* Two triangles and a move: their cores, and three members, also exactly. False if coordinates are not exact. */
static bool load_exact_members(const float *input, solid_core_pair *p, double way[3], core_member member[3], exact_vector w[3]) {
    const solid_pair of = solid_pair_emptied();
    if (!add_points(of.a, input, 3, 0) || !add_points(of.b, input + 9, 3, 0))
        return false;
    sepal_solid_moves moves[2];
    const solid_sweep_query s = moving_query(of, input + 18, moves);
    if (!load_moving_cores(&s, *solid_group, &solids_kernel_core_searches, (core_room){room, CORE_ROOM, 1}, p, way) || !p->exact)
        return false;
    for (uint32_t k = 0; k < 3; k++) {
        set_member(p, k, 2 - k, &member[k]);
        w[k] = vector_between(input + (size_t)3 * k, input + 9 + (size_t)3 * (2 - k));
    }
    return true;
}

/* The product of the way and the normal of three members, where coordinates are exact. */
static double twofold_error(const float *input) {
    solid_core_pair p;
    core_part part = {.count = 3};
    twofold_part n;
    double way[3], error;
    exact_vector w[3], e[2];
    if (!load_exact_members(input, &p, way, part.m, w) || !set_part(&p, &part) || !has_twofold(&p, &part, 0))
        return -INFINITY;
    for (int k = 0; k < 6; k++)
        sepal_number_subtract(&w[1 + k / 3].x[k % 3], &w[0].x[k % 3], &e[k / 3].x[k % 3]);
    find_twofold(&p, &part, &n);
    const sepal_twofold found = twofold_along(&n, part.size, way, &error);
    const exact_vector to = vector_between(NULL, input + 18), normal = exact_cross(&e[0], &e[1]);
    sepal_number along = exact_dot(&normal, &to);
    const double of_found[2] = {found.low, found.high};
    for (int k = 0; k < 2; k++) {
        const sepal_number part_of_it = {.length = of_found[k] != 0, .part = {of_found[k]}};
        sepal_number_subtract(&along, &part_of_it, &along);
    }
    return fabs(sepal_number_value(&along)) / error;
}

/* A turn of a member, and of the difference of two; and how two members are beside the way; where coordinates are exact. */
static double turn_error(const float *input) {
    solid_core_pair p;
    entry_search search = {.p = &p};
    core_member member[3];
    exact_vector w[3], step;
    double between[3], beside_way[2][3];
    if (!load_exact_members(input, &p, search.way, member, w))
        return -INFINITY;
    const exact_vector way = vector_between(NULL, input + 18);
    d3_sub(member[1].w, member[2].w, between);
    for (int k = 0; k < 3; k++)
        sepal_number_subtract(&w[1].x[k], &w[2].x[k], &step.x[k]);
    const exact_vector across = exact_cross(&way, &w[0]);
    const exact_vector across_other = exact_cross(&way, &w[1]);
    const sepal_number turn = exact_dot(&across, &w[1]), beside = exact_dot(&across, &step),
                       alike = exact_dot(&across, &across_other);
    for (int k = 0; k < 2; k++)
        d3_cross(search.way, member[k].w, beside_way[k]);
    const double length = d3_length(search.way), bound = ENTRY_DETERMINANT_ERROR * (p.extent * p.extent) * length;
    const double first = difference(&turn, entry_turn(&search, member[0].w, member[1].w)),
                 second = difference(&beside, entry_turn(&search, member[0].w, between)),
                 third = difference(&alike, d3_dot(beside_way[0], beside_way[1])) / length;
    return bound > 0 ? fmax(fmax(first, second), third) / bound : -INFINITY;
}

/* Whole numbers of three vectors: their determinant, which 128 bits tell. */
static double wide_error(const float *input) {
    exact_vector v[3];
    int64_t whole[3][3];
    for (int k = 0; k < 9; k++) {
        const double at = floor((double)input[k] * 0x1p34);
        if (!(fabs(at) < 0x1p54))
            return -INFINITY;
        whole[k / 3][k % 3] = (int64_t)at;
        sepal_number_sum(&at, 1, &v[k / 3].x[k % 3]);
    }
    const exact_vector across = exact_cross(&v[0], &v[1]);
    const sepal_number turn = exact_dot(&across, &v[2]);
    const double size = fabs(sepal_number_value(&turn));
    if (!(size < WHOLE_MOST_WIDE))
        return -INFINITY;
    return sepal_wide_turn(whole[0], whole[1], whole[2]) == sepal_number_sign(&turn) ? size / WHOLE_MOST_WIDE : 2;
}

/* How far the farthest member is along the cross product of an edge and the way. */
static double past_error(const float *input) {
    const solid_pair of = solid_pair_emptied();
    if (!add_points(of.a, input, 3, 0) || !add_points(of.b, input + 9, 3, 0))
        return -INFINITY;
    sepal_solid_moves moves[2];
    const solid_sweep_query s = moving_query(of, input + 18, moves);
    solid_core_pair p;
    entry_search search = {.p = &p};
    core_member one, other, most;
    double u[3], across[3];
    if (!load_moving_cores(&s, *solid_group, &solids_kernel_core_searches, (core_room){room, CORE_ROOM, 1}, &p, search.way))
        return -INFINITY;
    set_member(&p, 0, 2, &one);
    set_member(&p, 2, 0, &other);
    d3_sub(one.w, other.w, u);
    d3_cross(u, search.way, across);
    support_along(&p, across, &most);
    exact_vector edge;
    for (int c = 0; c < 3; c++)
        sepal_number_sum(&u[c], 1, &edge.x[c]);
    const exact_vector way = vector_between(NULL, input + 18), normal = exact_cross(&edge, &way);
    const double bound = ENTRY_DETERMINANT_ERROR * p.extent * d3_length(u) * d3_length(search.way);
    double worst = -INFINITY;
    for (size_t k = 0; k < 9; k++) {
        const exact_vector w = vector_between(input + 3 * (k / 3), input + 9 + 3 * (k % 3));
        sepal_number beyond = exact_dot(&normal, &w);
        const double found = d3_dot(across, most.w);
        const sepal_number as_found = {.length = found != 0, .part = {found}};
        sepal_number_subtract(&beyond, &as_found, &beyond);
        worst = fmax(worst, sepal_number_value(&beyond));
    }
    return bound > 0 ? worst / bound : -INFINITY;
}

/* Four members: the cross product of two edges from the first one, and the determinant of three, where coordinates are exact. */
static double frame_error(const float *input) {
    const solid_pair of = solid_pair_emptied();
    if (!add_points(of.a, input, 3, 0) || !add_points(of.b, input + 9, 3, 0))
        return -INFINITY;
    const solids_query q = solid_query(of);
    solid_core_pair p;
    core_member first, member;
    if (!solid_load_cores(&q, *solid_group, &solids_kernel_core_searches, (core_room){room, CORE_ROOM, 1}, &p) || !p.exact)
        return -INFINITY;
    exact_vector e[3];
    double found[3][3], normal[3], worst = 0;
    const exact_vector from = vector_between(input, input + 9);
    set_member(&p, 0, 0, &first);
    for (uint32_t k = 0; k < 3; k++) {
        set_member(&p, k, 2 - k, &member);
        d3_sub(member.w, first.w, found[k]);
        const exact_vector to = vector_between(input + (size_t)3 * k, input + 9 + (size_t)3 * (2 - k));
        for (int c = 0; c < 3; c++)
            sepal_number_subtract(&to.x[c], &from.x[c], &e[k].x[c]);
    }
    d3_cross(found[0], found[1], normal);
    const exact_vector across = exact_cross(&e[0], &e[1]);
    const sepal_number volume = exact_dot(&across, &e[2]);
    const double bound = CORES_FRAME_ERROR * (p.extent * p.extent);
    for (int c = 0; c < 3; c++)
        worst = fmax(worst, difference(&across.x[c], normal[c]));
    return bound > 0 ? fmax(worst, difference(&volume, d3_dot(normal, found[2])) / p.extent) / bound : -INFINITY;
}

/* Finds in the first lane of a kernel where the cores come within the margin of each other, or enter. */
static bool find_within(const float *input, float margin, entry_bounds *bounds, sepal_nearest *plane, sepal_cores *cores) {
    const solid_pair of = solid_pair_emptied();
    if (!add_points(of.a, input, 3, 0) || !add_points(of.b, input + 9, 3, 0))
        return false;
    sepal_solid_moves moves[2];
    const float *move = input + 18;
    solid_sweep_query s = moving_query(of, move, moves);
    s.q.margin = margin;
    const sizes n = {4, 4, false};
    walk_found found;
    walk_face face;
    sepal_member member[3];
    sepal_solid_hit hit;
    const sepal_solid_mover a = {of.a, 0, {0, 0, 0}}, b = {of.b, 0, {move[0], move[1], move[2]}};
    find_entries(&s, solid_group, n, &found);
    entry_half half;
    entries_of_half(&s, solid_group, n, 0, &found, &face, &half);
    if ((found.lanes & wdm_bits(half.sure) & 1) == 0)
        return false;
    *bounds = (entry_bounds){first_double(half.least),
                             first_double(half.most),
                             {first_double(half.normal.x), first_double(half.normal.y), first_double(half.normal.z)},
                             {first_double(half.lean.x), first_double(half.lean.y), first_double(half.lean.z)}};
    for (int k = 0; k < 3; k++)
        member[k] = (sepal_member){(uint32_t)first_double(face.m[k].number_a), (uint32_t)first_double(face.m[k].number_b)};
    if (bounds->most > 1 || (margin == 0 && !sepal_solids_scalar_hit_face(&a, &b, member, &hit)))
        return false;
    sepal_cores_set(cores, of.a, 0, of.b, 0);
    sepal_nearest_set(plane, cores, 3, member);
    return true;
}

static bool find_in_lanes(const float *input, entry_bounds *bounds, sepal_nearest *plane, sepal_cores *cores) {
    return find_within(input, 0, bounds, plane, cores);
}

typedef bool find_entered(const float *input, entry_bounds *bounds, sepal_nearest *plane, sepal_cores *cores);

/* How far the time is from the middle of what bounds it. */
static double time_error(const float *input, find_entered *find) {
    entry_bounds bounds;
    sepal_nearest plane;
    sepal_cores cores;
    sepal_number gap;
    if (!find(input, &bounds, &plane, &cores))
        return -INFINITY;
    sepal_exact_dot(&plane.n, &plane.w[0], &cores, &gap);
    const exact_vector way = vector_between(NULL, input + 18), normal = {{plane.n.x[0], plane.n.x[1], plane.n.x[2]}};
    const sepal_number speed = exact_dot(&normal, &way);
    const double exact = sepal_number_value(&gap) / -sepal_number_value(&speed);
    return fabs(exact - (bounds.least + bounds.most) / 2) / ((bounds.most - bounds.least) / 2);
}

static double normal_error(const float *input, find_entered *find) {
    entry_bounds bounds;
    sepal_nearest plane;
    sepal_cores cores;
    sepal_number over, under;
    if (!find(input, &bounds, &plane, &cores))
        return -INFINITY;
    sepal_exact_dot(&plane.n, &plane.n, &cores, &under);
    double worst = -INFINITY;
    for (int k = 0; k < 3; k++) {
        sepal_number_multiply(&plane.n.x[k], &plane.n.x[k], &over);
        worst = fmax(worst, difference_from_root(&over, &under, fabs(bounds.normal[k])) / bounds.lean[k]);
    }
    return worst;
}

static double time_error_of_side(const float *input) {
    return time_error(input, find_side_of_one);
}
static double normal_error_of_side(const float *input) {
    return normal_error(input, find_side_of_one);
}
static double normal_error_of_twofold(const float *input) {
    return normal_error(input, find_twofold_side);
}
static double time_error_in_lanes(const float *input) {
    return time_error(input, find_in_lanes);
}
static double normal_error_in_lanes(const float *input) {
    return normal_error(input, find_in_lanes);
}

static long double magnitude_of(const sepal_number *number) {
    long double sum = 0;
    for (int k = 0; k < number->length; k++)
        sum += (long double)number->part[k];
    return fabsl(sum);
}

/* How far the time at which a face is as far away as the margin is from the middle of what bounds it. */
static double reach_error_in_lanes(const float *input) {
    const float margin = fabsf(input[21]);
    entry_bounds bounds;
    sepal_nearest plane;
    sepal_cores cores;
    sepal_number gap, square;
    if (!find_within(input, margin, &bounds, &plane, &cores))
        return -INFINITY;
    sepal_exact_dot(&plane.n, &plane.w[0], &cores, &gap);
    sepal_exact_dot(&plane.n, &plane.n, &cores, &square);
    const exact_vector way = vector_between(NULL, input + 18), normal = {{plane.n.x[0], plane.n.x[1], plane.n.x[2]}};
    const sepal_number speed = exact_dot(&normal, &way);
    const long double nearer = (long double)margin * sqrtl(magnitude_of(&square)),
                      exact = (magnitude_of(&gap) - nearer) / magnitude_of(&speed),
                      middle = ((long double)bounds.least + (long double)bounds.most) / 2;
    return (double)fabsl(exact - middle) / ((bounds.most - bounds.least) / 2);
}

/* What is found of the plane through three of four vertices and a point, where coordinates are exact; else false. An edge is level, and the
 * fourth vertex is opposite of the first one, but for rounding. error: of how far the fourth vertex is behind the plane. */
static bool find_tied(const float *input, entry_plane *plane, double *error, exact_vector *n, sepal_number *behind) {
    const solid_pair of = solid_pair_emptied();
    float at[12];
    for (int k = 0; k < 3; k++) {
        at[k] = input[k];
        at[3 + k] = k == 2 ? input[2] : input[3 + k];
        at[6 + k] = input[6 + k];
        at[9 + k] = at[3 + k] + at[6 + k] - at[k];
    }
    if (!add_points(of.a, at, 4, 0) || !add_points(of.b, input + 9, 1, 0))
        return false;
    const solids_query q = solid_query(of);

    walk_found found = {.lanes = ALL_LANES};
    difference_half p;
    walk_face face;
    for (int32_t lane = 0; lane < SEPAL_LANES; lane++)
        for (int32_t k = 0; k < 3; k++)
            found.code[k][lane] = k * CLOSEST_CODE;
    load_walk(&q, solid_group, (sizes){4, 4, false}, 0, &found, &p, &face);
    look_behind(&p, NULL, NULL, &face);
    const wd unknown = wd_set1(-INFINITY);
    *plane = (entry_plane){unknown, face.n, {unknown, unknown, unknown}};
    know_plane_exactly(&q, solid_group, 0, &p, &face, plane);
    const exact_vector e = vector_between(at, at + 3), g = vector_between(at, at + 6), step = vector_between(at, at + 9);
    const double size = first_double(wd3_length(face.n)), off = 8 * DOUBLE_UNIT *
                                                                first_double(wd3_length(wd3_sub(face.m[1].w, face.m[0].w))) *
                                                                first_double(wd3_length(wd3_sub(face.m[2].w, face.m[0].w)));
    *n = exact_cross(&e, &g); /* also of K = b - a, whose edges are those of a turned round */
    *behind = exact_dot(n, &step);
    *error = first_double(p.extent) * (MEMBER_GAP_ERROR * size + 2 * off);
    return first_double(plane->lean.x) > -INFINITY && size > 64 * off;
}

/* How far the fourth vertex is behind the plane, where that is not known to be 0. */
static double tied_gap_error(const float *input) {
    entry_plane plane;
    exact_vector n;
    sepal_number behind;
    double error;
    if (!find_tied(input, &plane, &error, &n, &behind))
        return -INFINITY;
    const double found = first_double(plane.behind);
    if (found < INFINITY)
        return difference(&behind, -(found + error)) / error;
    return sepal_number_sign(&behind) == 0 ? -INFINITY : 2; /* left out as one in the plane */
}

/* The normal of the plane, of which components that are 0 are known as such. */
static double tied_normal_error(const float *input) {
    entry_plane plane;
    exact_vector n;
    sepal_number behind, over;
    double error, worst = -INFINITY;
    if (!find_tied(input, &plane, &error, &n, &behind))
        return -INFINITY;
    const sepal_number under = exact_dot(&n, &n);
    const double size = first_double(wd3_length(plane.n)),
                 of[3] = {first_double(plane.n.x), first_double(plane.n.y), first_double(plane.n.z)},
                 lean[3] = {first_double(plane.lean.x), first_double(plane.lean.y), first_double(plane.lean.z)};
    for (int k = 0; k < 3; k++) {
        sepal_number_multiply(&n.x[k], &n.x[k], &over);
        const double off = difference_from_root(&over, &under, fabs(of[k] / size));
        worst = fmax(worst, lean[k] > 0 ? off / lean[k] : off > 0 || of[k] != 0 ? 2 : 0);
    }
    return worst;
}

/* Two triangles and a move: are they said to stay apart under this margin? */
static bool lanes_part(solid_pair of, const float *move, float margin) {
    sepal_solid_moves moves[2];
    solid_sweep_query s = moving_query(of, move, moves);
    uint16_t proposed[3][SEPAL_LANES];
    uint32_t members[3][SEPAL_LANES];
    const hits_found asked = {.s = &s, .proposed = {proposed[0], proposed[1], proposed[2]}};
    s.q.margin = margin;
    const lanes of_lanes = nearing_kernel(&asked, solid_group, 0, (sizes){4, 4, false}),
                of_rows = near_in_rows(&s, solid_group, 1, members); /* the same with vertices in the lanes */
    return (of_lanes.open & 1) == 0 || ((of_rows.yes | of_rows.open) & 1) == 0;
}

/* How near that comes to a margin under which they meet. */
static double parting_error(const float *input) {
    const solid_pair of = solid_pair_emptied();
    const float *move = input + 18;
    difference_lanes s;
    if (!(load_triangles(input, move, &s) > 0)) /* into the same pair */
        return -INFINITY;
    const sepal_solid_mover at_rest = {of.a, 0, {0, 0, 0}}, moving = {of.b, 0, {move[0], move[1], move[2]}};
    float least = 0, most = (float)solid_distance(of), low, high, middle;
    if (!(most > 0) || sepal_solids_scalar_sweep(&at_rest, &moving, &(sepal_rule){SEPAL_TOUCHING_OVERLAPS, 0, 0}))
        return -INFINITY;
    middle = most / 2;
    while (middle > least && middle < most) {
        *(sepal_solids_scalar_sweep(&at_rest, &moving, &(sepal_rule){SEPAL_TOUCHING_OVERLAPS, middle, 0}) ? &most : &least) =
            middle;
        middle = least + (most - least) / 2;
    }
    low = least * 0.99F;
    high = most * 1.01F;
    if (!lanes_part(of, move, low))
        return -INFINITY;
    middle = least;
    while (middle > low && middle < high) {
        *(lanes_part(of, move, middle) ? &low : &high) = middle;
        middle = low + (high - low) / 2;
    }
    const double bound = (double)(GILBERT_ERROR + SWEPT_AXIS_ERROR) * first_double(wd_of(s.extent, 0));
    return bound > 0 && bound < INFINITY ? 1 + ((double)low - (double)least) / bound : -INFINITY;
}

static const attack attacks[] = {
    {"SWEPT_BOX_ERROR",
     "a wrong answer, moving boxes",
     wrong_boxes,
     23,
     4,
     0.0859,
     {0x1.254d1ap+0F, 0x1.620564p+2F,  -0x1.6fcbbep+3F, -0x1.e0881p+0F,   0x1.bdfb32p+0F,  0x1.c4001cp+2F,
      0x1.e08ad2p+0F, -0x1.32fe3p+2F,  -0x1.7c369p+2F,  -0x1.32fe2p+2F,   -0x1.be4618p+2F, 0x1.3a813ap+3F,
      0x1.61becp+1F,  -0x1.222104p+1F, -0x1.a0287p+3F,  0x1.df7ffap+2F,   -0x1.4ef7bcp+0F, 0x1.f80e7ap+1F,
      0x1.6097fep+0F, -0x1.c473fep+2F, -0x1.1e2ce8p+8F, -0x1.28002ap-13F, -0x1.5fc3bp+0F}},
    {"SWEPT_AXIS_ERROR", "a support, moving", support_error, 24, 4, 0.2674, {-0x1.6abbeep-1F, -0x1.a2c21cp+5F, -0x1.34ab0ep+1F,
                                                                             -0x1.34e8aep+2F, 0x1.ea3f94p+3F,  -0x1.2b991ep+3F,
                                                                             0x1.500fd6p+3F,  0x1.d2131ap+2F,  0x1.2314dp+2F,
                                                                             -0x1.d1d794p+0F, 0x1.3161a4p+3F,  -0x1.d4f118p+0F,
                                                                             0x1.304504p+2F,  -0x1.df0a9p+2F,  0x1.ce2152p+1F,
                                                                             0x1.2b9972p+3F,  -0x1.439b5p+1F,  0x1.c812fep+1F,
                                                                             0x1.100028p+0F,  0x1.a0e312p+5F,  0x1.34ab9ep+1F,
                                                                             0x1.144892p+2F,  0x1.7a929ep+1F,  0x1.23c072p+2F}},
    {"SWEPT_DETERMINANT_ERROR",
     "a determinant, moving",
     determinant_error,
     21,
     4,
     0.0367,
     {-0x1.5356e4p+3F, -0x1.d88d38p+3F, 0x1.0fc666p+2F, 0x1.e2f3a6p+3F,  -0x1.cd9e4ap+0F, -0x1.533cfcp+2F, -0x1.08d684p+0F,
      0x1.241d38p+0F,  -0x1.4b8166p+3F, 0x1.01a4a8p+0F, 0x1.7d0018p+0F,  -0x1.27ea24p+3F, -0x1.991feap+3F, 0x1.357a3ap+1F,
      -0x1.1c720cp+3F, 0x1.2190acp+1F,  0x1.0776aep+3F, -0x1.08d664p+0F, 0x1.4b816ap+3F,  0x1.37ffep+3F,   0x1.002052p+3F}},
    {"ENTRY_SPEED_ERROR",
     "a time of moving hulls, exact coordinates",
     time_error_of_side,
     21,
     4,
     0.0528,
     {0x1.9f2dfcp+0F, -0x1.61b2f8p+2F, -0x1.b6f2e2p+0F, -0x1.001408p-11F, -0x1.8fe964p+1F, -0x1.ee5d3ap+2F, -0x1.96d53ap+0F,
      -0x1.1fp+2F,    -0x1.b5ec3ep+1F, 0x1.4b7ffcp+1F,  -0x1.fc4p+0F,     0x1.7c3976p+3F,  -0x1.8fe936p+1F, 0x1.199864p+2F,
      0x1.705c4p-1F,  0x1.aff3e6p-2F,  0x1.c88bp+2F,    -0x1.4e774ep+2F,  -0x1.000022p+3F, -0x1.a2fc06p+5F, -0x1.3e0044p+3F}},
    {"ENTRY_NORMAL_ERROR",
     "their normal, exact coordinates",
     normal_error_of_side,
     21,
     4,
     0.0715,
     {0x1.800008p+0F,  0x1.000038p+4F, -0x1.fb1802p+7F, -0x1.000038p+3F, -0x1.f89f64p+2F, -0x1.38003cp+1F, 0x1.fb1802p+7F,
      0x1.ffeffap+0F,  0x1.f89ecap+2F, 0x1.f5aa3p+1F,   0x1.080002p+0F,  0x1.fffffcp+0F,  0x1.b01efcp+2F,  0x1.75fffep+8F,
      -0x1.ffeffap+0F, 0x1.a146dep+1F, 0x1.ee901p+8F,   0x1.830358p+2F,  0x1.3a448p+9F,   -0x1.fc537ep+3F, -0x1.2620acp+3F}},
    {"TWOFOLD_UNIT",
     "n . d of moving hulls, twice the digits",
     twofold_error,
     21,
     4,
     0.0163,
     {0x1.d4347ep+0F, 0x1.0bd64p+3F,  -0x1.a19cfp-20F, -0x1.6a2ceap-4F, -0x1.0a806ap+2F, -0x1.0d2d44p-2F, -0x1.cf7b86p+0F,
      0x1.fee3b8p+1F, 0x1.51b43ep+6F, -0x1.b4e1eap+0F, 0x1.e1bcfp-20F,  0x1.dfdccep+2F,  0x1.09b20ep-6F,  -0x1.a9363ap+3F,
      0x1.0feeb8p+4F, 0x1.eefb1p+0F,  0x1.d3f14ep+2F,  0x1.181fb2p+4F,  0x1.588002p+6F,  0x1.00009ap-3F,  0x1.00403ap-4F}},
    {"TWOFOLD_UNIT",
     "their normal, twice the digits",
     normal_error_of_twofold,
     21,
     4,
     0.4066,
     {0x1.70a69ap+1F,  -0x1.200002p+1F, 0x1.32da88p+1F, -0x1.affa2p+7F,  -0x1.20043ep+1F, 0x1.082372p+1F, -0x1.5fad52p+0F,
      0x1.145002p+3F,  -0x1.ce8p+3F,    0x1p+2F,        -0x1.e4ece6p+5F, 0x1.1d20fep+3F,  0x1.fb2d58p-3F, -0x1.fffbfep+0F,
      -0x1.a1c638p+3F, 0x1.d06142p+0F,  0x1.bc3d68p+2F, -0x1.25742ep+1F, -0x1.a4f5fcp+2F, 0x1.080222p+6F, 0x1.277e44p+5F}},
    {"WHOLE_MOST_WIDE",
     "a turn of whole numbers",
     wide_error,
     9,
     4,
     0.9999,
     {0x1.28961cp+0F, 0x1.6ba5e4p+8F, -0x1.c07fdp+1F, -0x1.acff6ep+4F, 0x1.9462fap+8F, 0x1.847628p+7F, 0x1.9df606p+6F,
      0x1.cc1ef6p-4F, 0x1.6cef9ap+6F}},
    {"ENTRY_DETERMINANT_ERROR",
     "a turn, exact coordinates",
     turn_error,
     21,
     4,
     0.0561,
     {0x1.7bdd4p+1F,  -0x1.510cf8p+0F, 0x1.fbdd88p+2F,  -0x1.4e331ap+2F, -0x1.dap+2F,     -0x1.7bdd4p+1F,  0x1.783176p+0F,
      0x1.1dd16ep+0F, 0x1.c6cb0cp+4F,  -0x1.ae42acp+1F, -0x1.7429fep+1F, -0x1.0e99eap+3F, 0x1.00bffap+1F,  -0x1.083e1p+1F,
      0x1.f54bfcp+4F, -0x1.5bdd8ap+4F, -0x1.3fa956p+0F, 0x1.dcp+2F,      -0x1.a40a6ep+1F, -0x1.4e8518p+3F, -0x1.ec75p-1F}},
    {"ENTRY_DETERMINANT_ERROR",
     "what the way leads past",
     past_error,
     21,
     4,
     0.0396,
     {0x1.c4e804p+1F, 0x1.a6aafp+1F,   0x1.3d490ep+1F, 0x1.507b5cp+0F, -0x1.ecp+3F,     0x1.1caap+1F,   0x1.ed72e6p+1F,
      0x1.2e8p+3F,    -0x1.2eb31cp+3F, 0x1.38942ep+0F, 0x1.12308p+4F,  0x1.2eb36ap+3F,  -0x1.32237p+3F, 0x1.dad2ep+1F,
      0x1.236702p+2F, 0x1.671748p+1F,  0x1.3223a4p+3F, 0x1.dad2a6p+1F, -0x1.e1e174p+3F, -0x1.8477dp+1F, 0x1.4bebbap+1F}},
    {"CORES_FRAME_ERROR",
     "edges between members, exact coordinates",
     frame_error,
     18,
     4,
     0.0122,
     {-0x1.88474p+0F, -0x1.f888p+0F, -0x1.c108cap+1F, -0x1.7ffffap+0F, 0x1.4a048p+3F, -0x1.c12b34p+1F, -0x1.9c9702p+3F,
      -0x1.6e448cp+0F, -0x1.a41136p+1F, -0x1.885bcep+0F, 0x1.7fd966p+0F, -0x1.872258p+3F, -0x1.af8002p+0F, -0x1.bf689ep+3F,
      -0x1.c1d556p+1F, -0x1.56faaep-1F, -0x1.548268p+0F, 0x1.c6cabep+2F}},
    {"MEMBER_GAP_ERROR", "a time in lanes", time_error_in_lanes, 21, 4, 0.0025, {-0x1.771fap+1F,  -0x1.d84034p+0F, 0x1.7ca008p+2F,
                                                                                 -0x1.d50802p+3F, -0x1.523b0ep+1F, 0x1.e44f5ap+0F,
                                                                                 0x1.3a653ep+2F,  -0x1.6964b4p+0F, 0x1.fcf71ap+2F,
                                                                                 -0x1.642768p+1F, -0x1.02258ep+1F, -0x1.d648aep+1F,
                                                                                 -0x1.6991bep+0F, 0x1.857d2ep+3F,  0x1.bf556p+2F,
                                                                                 -0x1.186feep+0F, 0x1.52cp+0F,     -0x1.ae02bcp+0F,
                                                                                 0x1.204784p+0F,  -0x1.523b0ep+1F, 0x1.ff801p+4F}},
    {"MEMBER_EDGE_ERROR",
     "a normal in lanes",
     normal_error_in_lanes,
     21,
     4,
     0.0106,
     {-0x1.3ff6a4p+0F, -0x1.d0036cp+1F, -0x1.460236p+2F, 0x1.c0a90cp+0F,  0x1.57a64ep+1F,  -0x1.a614p+3F,   -0x1.148caep+0F,
      -0x1.d6bffep+3F, -0x1.d669dp+0F,  0x1.7c0f94p+1F,  -0x1.51p+1F,     0x1.111654p+3F,  -0x1.b977f2p+0F, -0x1.cee78p+3F,
      -0x1.93c55p+3F,  0x1.02cecap+2F,  -0x1.6bde02p+2F, -0x1.380486p+2F, -0x1.027806p-1F, 0x1.6a9adcp+1F,  0x1.d81368p+1F}},
    {"MEMBER_GAP_ERROR",
     "a time in lanes, within a margin",
     reach_error_in_lanes,
     22,
     4,
     0.0076,
     {-0x1.dc4054p+0F, -0x1.9a9d28p+1F, 0x1.ec9b7cp+0F, -0x1.d50004p+3F, -0x1.185592p+0F, 0x1.67becap+0F,
      -0x1.021ff4p+1F, 0x1.3dd516p+1F,  0x1.9401b8p+1F, -0x1.18687cp+0F, -0x1.6e1448p+3F, -0x1.20d7p+1F,
      -0x1.ab39ap+0F,  -0x1.49e0f6p+4F, 0x1.5c1e62p+3F, -0x1.84eabep+2F, 0x1.4ce1e8p+2F,  -0x1.4p+3F,
      0x1.050004p+2F,  -0x1.7d7f4p+2F,  0x1.99d07ap+3F, -0x1.6e5236p-12F}},
    {"MEMBER_GAP_ERROR",
     "a vertex behind a plane, exact coordinates",
     tied_gap_error,
     12,
     4,
     0.0169,
     {-0x1.726144p+1F, -0x1.2000cp-22F, 0x1.384a8ap+2F, -0x1.2095f2p+1F, -0x1.802af2p+0F, 0x1.fc67aep+0F, 0x1.37fdeap+1F,
      0x1.0f1394p+0F, -0x1.603598p+1F, 0x1.2095f2p+1F, -0x1.0001f4p-2F, 0x1.784f58p+2F}},
    {"TRIANGLE_CROSS_ERROR",
     "a normal in lanes, exact coordinates",
     tied_normal_error,
     12,
     4,
     0.2313,
     {0x1.800008p+2F, 0x1.611692p+1F, -0x1.5f9688p+1F, 0x1.af07cap+2F, -0x1.fb5fe6p+4F, -0x1.611692p+1F, -0x1.f49f42p+0F,
      -0x1.74665ap-1F, -0x1.f6116ap+5F, -0x1.fae498p+4F, 0x1.baf47p+4F, -0x1.af07cap+2F}},
    {"GILBERT_ERROR",
     "until when they are apart",
     parting_error,
     21,
     4,
     0.0022,
     {-0x1.efffaep+0F, -0x1.7ffff4p+0F, -0x1.88daa6p+3F, -0x1.d0001cp+3F, -0x1.947cb8p+0F, 0x1.aa5194p+1F,  -0x1.a282bep+1F,
      0x1p+3F,         0x1.a348f4p+3F,  -0x1.73fff2p+1F, -0x1.ab4276p+3F, -0x1.6055d2p+3F, -0x1.cc798ap+2F, -0x1.900034p+4F,
      -0x1.360f88p+2F, -0x1.ffffc6p-1F, -0x1.c4b68ap+3F, 0x1.0aa9bp+0F,   -0x1.22c3d2p+0F, -0x1.6055d2p+3F, 0x1.900004p+3F}},
};
const attack_family solid_sweep_attacks = {"solid_sweep", attacks, sizeof attacks / sizeof attacks[0]};
