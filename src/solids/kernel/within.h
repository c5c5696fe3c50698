/* within.h — does a box, a sphere or a hull contain another solid? By how far that reaches along the box's axes, or from the sphere's
 * centre; and by whether each of its vertices is in the hull.
 *
 * With radii, a contains b if a reaches at least as far in every direction: h_a + r_a >= h_b + r_b. If r_b exceeds r_a, it is as if
 * b alone had a radius; if r_a exceeds r_b, that b's core is inside of a's is enough, but not needed. What is compared is only
 * moved by a bound on all rounding errors (docs/numerics/solids_kernels.md, "Containment"). */
#ifndef SEPAL_SOLIDS_KERNEL_WITHIN_H
#define SEPAL_SOLIDS_KERNEL_WITHIN_H

#include "../../core/d3.h"
#include "../wide.h"
#include "cores.h"
#include "hulls.h"
#include "nearest.h"
#include "portal.h"

#include "../scalar/polytope.h"

/* --- In a box or a sphere ----------------------------------------------------------------------------------------------------- */

/* `beyond`: by how much the core of b reaches beyond that of a; `more`: how much greater its radius is, with the margin. `error` bounds what
 * rounding moves. */
typedef struct solid_excess_lanes {
    w beyond, more, error;
} solid_excess_lanes;

static inline lanes decide_within(solid_excess_lanes e) {
    w zero = w_set1(0);
    wm yes = w_gt(w_sub(zero, e.error), w_add(e.beyond, w_max(e.more, zero))), no = w_gt(w_add(e.beyond, e.more), e.error);
    return decided(no, yes);
}

/* How much greater the radius of b is than that of a, with the margin; size: of what that is a sum. */
static inline w radius_excess(const solids_query *q, w of_a, w of_b, w *size) {
    const w more = w_sub(of_b, of_a), margin = w_set1(q->margin);
    *size = w_add(w_abs(more), margin);
    return w_add(more, margin);
}
SPECIALISED w solid_radius_excess(const solids_query *q, const sepal_pair *group, w *size) {
    return radius_excess(q, solid_load_radii(q->a, &group->a), solid_load_radii(q->b, &group->b), size);
}

SPECIALISED solid_excess_lanes box_in_box(const solids_query *q, const sepal_pair *group) {
    solid_box_lanes a = solid_load_boxes(q->a, &group->a, false), b = solid_load_boxes(q->b, &group->b, false);
    w3 d = w3_sub(b.centre, a.centre);
    w beyond = w_set1(-INFINITY), radii, more = solid_radius_excess(q, group, &radii);
    for (int i = 0; i < 3; i++) {
        w reach = w_abs(w3_dot(a.axis[i], d));
        for (int j = 0; j < 3; j++)
            reach = w_madd(b.half[j], w_abs(w3_dot(a.axis[i], b.axis[j])), reach);
        beyond = w_max(beyond, w_sub(reach, a.half[i]));
    }
    w size = w_add(w_add(half_sum(&a), half_sum(&b)), w_add(w3_sum(d), radii));
    return (solid_excess_lanes){beyond, more, w_mul(w_add(w_add(a.slack, b.slack), w_set1(NEAREST_BOX_ERROR)), size)};
}

/* Spheres and points: the centre is that of the ball. */
SPECIALISED lanes point_in_box_kernel(const void *question, const sepal_pair *group, UNUSED size_t k, UNUSED sizes n) {
    const solids_query *q = question;
    const solid_box_lanes a = solid_load_boxes(q->a, &group->a, false);
    const ball_lanes b = load_balls(q->b, &group->b);
    const w3 d = w3_sub(b.centre, a.centre);
    w beyond = w_set1(-INFINITY), radii;
    const w more = radius_excess(q, solid_load_radii(q->a, &group->a), b.radius, &radii);
    for (int i = 0; i < 3; i++)
        beyond = w_max(beyond, w_sub(w_abs(w3_dot(a.axis[i], d)), a.half[i]));
    const w size = w_add(half_sum(&a), w_add(w3_sum(d), radii));
    return decide_within((solid_excess_lanes){beyond, more, w_mul(w_add(a.slack, w_set1(NEAREST_BOX_ERROR)), size)});
}

/* Hulls of up to `size` vertices. */
SPECIALISED solid_excess_lanes hull_in_box(const solids_query *q, const sepal_pair *group, uint32_t size) {
    solid_box_lanes a = solid_load_boxes(q->a, &group->a, false);
    hull_lanes b;
    w3 mean;
    load_hulls(q->b, &group->b, size, a.centre, w_set1(1), &mean, &b);
    w beyond = w_set1(-INFINITY), away = w_set1(0), radii, more = solid_radius_excess(q, group, &radii);
    for (uint32_t vertex = 0; vertex < size; vertex++) {
        w3 at = {b.at[vertex], b.at[size + vertex], b.at[2 * size + vertex]};
        for (int i = 0; i < 3; i++)
            beyond = w_max(beyond, w_sub(w_abs(w3_dot(a.axis[i], at)), a.half[i]));
        away = w_max(away, w3_sum(at));
    }
    w extent = w_add(half_sum(&a), w_add(away, radii));
    return (solid_excess_lanes){beyond, more, w_mul(w_add(a.slack, w_set1(NEAREST_BOX_ERROR)), extent)};
}

/* What is in a sphere: of a box the farthest corner counts, of a hull the farthest of up to `size` vertices; 0: boxes. Its core is a point: so
 * how far b reaches counts, whichever radius is greater. */
SPECIALISED solid_excess_lanes in_sphere(const solids_query *q, const sepal_pair *group, uint32_t size) {
    ball_lanes a = load_balls(q->a, &group->a);
    hull_lanes b;
    w3 mean, d = w3_set1(0, 0, 0);
    if (size == 0) {
        d = w3_sub(load_balls(q->b, &group->b).centre, a.centre);
        solid_load_corners(q->b, &group->b, w_set1(1), &mean, &b);
    } else {
        load_hulls(q->b, &group->b, size, a.centre, w_set1(1), &mean, &b);
    }
    w away2 = w_set1(0);
    for (uint32_t vertex = 0; vertex < b.size; vertex++) {
        w3 at = w3_add(d, (w3){b.at[vertex], b.at[b.size + vertex], b.at[2 * b.size + vertex]});
        away2 = w_max(away2, w3_dot(at, at));
    }
    w radii, away = w_sqrt(away2), more = solid_radius_excess(q, group, &radii);
    w extent = w_add(away, w_add(w_add(a.radius, load_balls(q->b, &group->b).radius), w_set1(q->margin)));
    return (solid_excess_lanes){w_add(away, more), w_set1(0), w_madd(extent, w_set1(NEAREST_SEGMENT_ERROR), w_set1(0x1p-55F))};
}

SPECIALISED lanes box_in_box_kernel(const void *question, const sepal_pair *group, UNUSED size_t k, UNUSED sizes n) {
    return decide_within(box_in_box(question, group));
}
SPECIALISED lanes point_in_sphere_kernel(const void *question, const sepal_pair *group, UNUSED size_t k, UNUSED sizes n) {
    const solids_query *q = question;
    const ball_lanes a = load_balls(q->a, &group->a), b = load_balls(q->b, &group->b);
    const w3 d = w3_sub(b.centre, a.centre);
    w radii;
    const w away = w_sqrt(w3_dot(d, d)), more = radius_excess(q, a.radius, b.radius, &radii);
    const w extent = w_add(away, w_add(w_add(a.radius, b.radius), w_set1(q->margin)));
    return decide_within(
        (solid_excess_lanes){w_add(away, more), w_set1(0), w_madd(extent, w_set1(NEAREST_SEGMENT_ERROR), w_set1(0x1p-55F))});
}
SPECIALISED lanes hull_in_box_kernel(const void *question, const sepal_pair *group, UNUSED size_t k, sizes n) {
    return decide_within(hull_in_box(question, group, n.b));
}
SPECIALISED lanes in_sphere_kernel(const void *question, const sepal_pair *group, UNUSED size_t k, sizes n) {
    return decide_within(in_sphere(question, group, n.b));
}

STAGE_OF_GROUPS(filter_box_in_box, box_in_box_kernel);
STAGE_OF_GROUPS(filter_point_in_box, point_in_box_kernel);
STAGE_OF_GROUPS(filter_point_in_sphere, point_in_sphere_kernel);
STAGE_OF_GROUPS(filter_hull_in_box, hull_in_box_kernel);
STAGE_OF_GROUPS(filter_in_sphere, in_sphere_kernel);

/* --- In a hull ---------------------------------------------------------------------------------------------------------------- */

/* Does a hull contain another solid? It does if it contains its vertices, each of which is asked about as a hull of one vertex (portal.h). One
 * that is farther than r_a - r_b from a is certainly too far. */

/* The largest hulls, and the fewest pairs, that a group asks about vertex by vertex. */
enum { WITHIN_VERTICES = SEPAL_LANES == 16 ? 32 : 16, WITHIN_PAIRS = SEPAL_LANES / 4 };

/* A hull, and another solid that it may contain. */
typedef struct within_lanes {
    difference_lanes both;
    w3 middle;  /* a point inside of a, as seen from the centre of b */
    wm smaller; /* the radius of b, with the margin, does not exceed that of a */
} within_lanes;

/* A point of a hull beside the mean of its vertices: so the rays from there to the vertices of a smaller copy around that mean do not pass
 * through vertices and edges. */
static inline w3 point_beside(const hull_lanes *h, w3 mean) {
    const uint32_t one = h->size / 3, last = h->size - 1;
    const w3 p = {h->at[one], h->at[h->size + one], h->at[2 * h->size + one]},
             q = {h->at[last], h->at[h->size + last], h->at[2 * h->size + last]};
    return w3_add(w3_scale(mean, w_set1(27 / 32.0F)), w3_add(w3_scale(p, w_set1(3 / 32.0F)), w3_scale(q, w_set1(2 / 32.0F))));
}

/* n: the sizes of the blocks, 0 for boxes. */
SPECIALISED void load_within(const solids_query *q, const sepal_pair *group, sizes n, within_lanes *out) {
    difference_lanes *s = &out->both;
    const ball_lanes a = load_balls(q->a, &group->a), b = load_balls(q->b, &group->b);
    const w3 d = w3_sub(b.centre, a.centre);
    const w more = w_sub(solid_load_radii(q->b, &group->b), solid_load_radii(q->a, &group->a)), zero = w_set1(0);
    w3 mean_a, mean_b;
    s->extent = w_add(w_add(a.radius, b.radius), w3_greatest(d));
    const w inverse = w_div(w_set1(1), s->extent);
    load_hulls(q->a, &group->a, n.a, a.centre, inverse, &mean_a, &s->a);
    solid_load_side(q->b, &group->b, n.b, b.centre, inverse, &mean_b, NULL, &s->b);
    s->d = w3_scale(d, inverse);
    s->moving = false;
    s->round = solid_some_reach(q);
    s->reach = w_mul(w_max(w_sub(zero, more), zero), inverse);
    out->middle = w3_sub(s->d, point_beside(&s->a, mean_a));
    /* a difference that is the margin may be so by rounding */
    out->smaller = q->margin > 0 ? w_gt(zero, w_add(more, w_set1(q->margin))) : wm_not(w_gt(more, zero));
}

/* What is certain of one vertex of b, for which b is this vertex alone. */
static inline portal_found ask_vertex(within_lanes *s, w3 vertex) {
    hull_lanes *b = &s->both.b;
    const w kept[3] = {b->at[0], b->at[1], b->at[2]}, at[3] = {vertex.x, vertex.y, vertex.z};
    const uint32_t size = b->size;
    b->size = 1;
    for (int k = 0; k < 3; k++)
        b->at[k] = at[k];
    s->both.inside = w3_add(s->middle, vertex);
    const portal_found portal = search_portal(&s->both);
    b->size = size;
    for (int k = 0; k < 3; k++)
        b->at[k] = kept[k];
    return portal;
}

/* The vertex of b that is farthest from the centre of a along the line between the centres: most pairs are decided by it. */
SPECIALISED lanes farthest_in_hull_kernel(const void *question, const sepal_pair *group, UNUSED size_t k, sizes n) {
    within_lanes s;
    w along;
    load_within(question, group, n, &s);
    return decided(ask_vertex(&s, greatest_vertex(&s.both.b, s.both.d, &along)).apart, wm_none());
}

/* As long as some lane may say yes: what one vertex leaves open goes on to one pair at a time, and so do those of which b alone has a
 * radius. The farthest one is asked again, as it is the one that a solid which touches from within leaves open. */
SPECIALISED lanes hull_in_hull_kernel(const void *question, const sepal_pair *group, UNUSED size_t k, sizes n) {
    within_lanes s;
    w along;
    load_within(question, group, n, &s);
    unsigned out = 0, in = wm_bits(s.smaller) & wm_bits(ask_vertex(&s, greatest_vertex(&s.both.b, s.both.d, &along)).overlap);
    for (uint32_t i = 0; i < s.both.b.size && in != 0; i++) {
        const w *at = s.both.b.at + i;
        const portal_found portal = ask_vertex(&s, (w3){at[0], at[s.both.b.size], at[2 * (size_t)s.both.b.size]});
        out |= in & wm_bits(portal.apart);
        in &= wm_bits(portal.overlap);
    }
    return (lanes){in, ALL_LANES & ~(in | out)};
}

/* Not inlined, so that one call has the vertices of one group on the stack. */
STAGE_ALONE(filter_farthest_in_hull, farthest_in_hull_kernel);
/* Of larger hulls, and of a few pairs, which take the time of a group, one at a time takes less. */
static SEPAL_NOINLINE bool filter_hull_in_hull(const void *question, const sepal_pair *pairs, size_t count, sizes n,
                                               verdicts *out) {
    if (count < WITHIN_PAIRS || n.a > WITHIN_VERTICES || n.b > WITHIN_VERTICES)
        return leave_all_open(out, count);
    return ask_groups(hull_in_hull_kernel, NULL, question, pairs, count, n, out);
}

/* --- In a hull, one pair at a time -------------------------------------------------------------------------------------------- */

/* What groups leave open, in double, with vertices in the lanes.
 *
 * A polytope P of vertices of a grows toward b (../scalar/polytope.h). Each face is asked how far b reaches beyond it. If the balls around the vertices of b
 * are behind all faces they are in P, and so in a; if b reaches farther along some direction than a may, it is not in a; and a face that
 * b may be beyond is taken away by the vertex of a that is farthest beyond it. Signs that double does not know are those of integers
 * (docs/numerics/solids_kernels.md, "Containment"). */

/* Whole numbers that double has, half of 2^53. */
#define WITHIN_WHOLE_MOST 0x1p52
/* Bounds what rounding moves the height of a vertex by, besides what it does to the plane: a share of R. */
#define WITHIN_HEIGHT_ERROR (32 * DOUBLE_UNIT)
/* And what it does to the difference of the radii, less the margin: a share of their sum. */
#define WITHIN_RADII_ERROR 0x1p-49

/* Faces that wait to be asked, some of which may have been taken away. */
enum { WITHIN_WAITING = 512 };

/* WITHIN_BUT: all but some vertices are within reach for certain. */
typedef enum within_answer { WITHIN_OPEN, WITHIN_YES, WITHIN_NO, WITHIN_BUT } within_answer;

/* b is in a if all of its vertices are `inside` behind all faces of P, and not if one is farther than `outside` beyond all of a along some
 * direction. exact: b is rounder by `radius`, or 0, or a by `reach`, which are no rounded sums. in_plane: a ball of this radius around a
 * vertex of b may touch the plane of a face from behind, too. */
typedef struct within_rule {
    double inside, outside, radius, reach;
    bool exact, in_plane, closed;
} within_rule;

static inline within_rule within_rule_of(const solids_query *q, sepal_pair pair) {
    const double a = (double)sepal_solid_radius(q->a, pair.a), b = (double)sepal_solid_radius(q->b, pair.b),
                 margin = (double)q->margin;
    const bool alike = a == b && margin == 0;
    double more;
    const bool exact = add_reach_exactly(b, -a, margin, &more), closed = q->touching == SEPAL_TOUCHING_OVERLAPS;
    const double wrong = alike ? 0 : WITHIN_RADII_ERROR * ((a + b) + margin);
    const bool in_plane = more + wrong < 0 || (exact && more >= 0 && closed);
    return (within_rule){fmax(more + wrong, 0), wrong - more, fmax(more, 0), fmax(-more, 0), exact, in_plane, closed};
}

/* For a polytope of vertices of a. */
static void find_farthest_of_a(const void *cores, const double n[3], sepal_member *member, double at[3]) {
    const core_vertices *a = &((const solid_core_pair *)cores)->a;
    *member = (sepal_member){farthest_of(a, n), 0};
    for (int k = 0; k < 3; k++)
        at[k] = a->at[k][member->a];
}

static inline double greatest_along(const core_vertices *c, const double n[3]) {
    wd most = along_lanes(c, n, 0);
    for (uint32_t i = WD_LANES; i < solid_core_lanes(c->size); i += WD_LANES)
        most = wd_max(most, along_lanes(c, n, i));
    return wd_greatest(most);
}

/* As sepal_solids_keep_behind, of a face of P. */
static SEPAL_NOINLINE int side_of_face(const solid_core_pair *p, const grow_body *body, int face, double base, double radius) {
    const uint8_t *of = body->of[face];
    const double *from = body->corner[of[0]], unit[3] = {body->n[0][face], body->n[1][face], body->n[2][face]};
    const uint32_t corner[3] = {body->member[of[0]].a, body->member[of[1]].a, body->member[of[2]].a};
    double edge[2][3], n[3];
    for (int e = 0; e < 2; e++)
        d3_sub(body->corner[of[e + 1]], from, edge[e]);
    d3_cross(edge[0], edge[1], n);
    const double most = (d3_sum(edge[0]) * p->unit) * (d3_sum(edge[1]) * p->unit) * (p->extent * p->unit);
    if (radius == 0 && p->exact && most <= WITHIN_WHOLE_MOST && /* no product is rounded, no sum, and no difference */
        greatest_along(&p->b, n) <= d3_dot(n, from))
        return 1;
    return sepal_solids_keep_behind(p, corner, unit, base, radius);
}

/* Is b behind a face that it may touch? The middle of the first corners has to be behind it, certainly. off: what double may be off by. */
static within_answer is_behind_face(const solid_core_pair *p, const grow_body *body, int face, double off,
                                    const within_rule *rule) {
    const double n[3] = {body->n[0][face], body->n[1][face], body->n[2][face]}, base = body->distance[face] - off;
    double middle[3];
    for (int k = 0; k < 3; k++)
        middle[k] = ((body->corner[0][k] + body->corner[1][k]) + (body->corner[2][k] + body->corner[3][k])) / 4;
    const int side = d3_dot(n, middle) < base ? side_of_face(p, body, face, base - rule->radius, rule->radius) : 0;
    return side > 0 ? WITHIN_YES : side < 0 && rule->exact && rule->reach == 0 ? WITHIN_NO : WITHIN_OPEN;
}

_Static_assert(sizeof((noted_vertices *)0)->beyond * 8 == CORE_VERTICES, "a bit for each vertex of a core");

/* Double knows that the foot of a vertex is in a face if its weights exceed this, and if the square of twice the area of the face is more than
 * that share of R^4. */
#define WITHIN_FOOT   0x1p-12
#define WITHIN_NARROW 0x1p-24

/* Where a has the greater radius: notes which vertices of b may be beyond a face, and which of these are within reach of it, as their foot is
 * certainly in it. off: what double may be off by. */
static void note_beyond(const solid_core_pair *p, const grow_body *body, int face, double off, const within_rule *rule,
                        noted_vertices *noted) {
    const uint8_t *of = body->of[face];
    const double *from = body->corner[of[0]], along[3] = {body->n[0][face], body->n[1][face], body->n[2][face]};
    const double base = body->distance[face], unit = p->unit, span = 2 * p->extent * unit, extent2 = p->extent * p->extent;
    const double r = rule->reach * unit, most = 2 * rule->reach - rule->outside;
    double edge[2][3], n[3], aside[2][3], step[3], heights[WD_LANES];
    for (int e = 0; e < 2; e++)
        d3_sub(body->corner[of[e + 1]], from, edge[e]);
    d3_cross(edge[0], edge[1], n);
    d3_cross(edge[1], n, aside[0]);
    d3_cross(n, edge[0], aside[1]);
    const double square = d3_dot(n, n), least = square > WITHIN_NARROW * extent2 * extent2 ? WITHIN_FOOT * square : INFINITY;
    const bool whole = p->exact && rule->exact && 6 * (span * span * span) <= WITHIN_WHOLE_MOST && r < 0x1p53 && r == floor(r);
    for (uint32_t i = 0; i < solid_core_lanes(p->b.size); i += WD_LANES) {
        const wd reached = along_lanes(&p->b, along, i);
        wd_store(heights, reached);
        for (unsigned may = wdm_bits(wd_ge(reached, wd_set1(base - off))); may != 0; may &= may - 1) {
            const uint32_t lane = sepal_lowest_bit(may), vertex = i + lane;
            const uint64_t bit = (uint64_t)1 << vertex % 64;
            for (int k = 0; k < 3; k++) {
                step[k] = p->b.at[k][vertex] - from[k];
                noted->near[vertex][k] = (uint16_t)body->member[of[k]].a;
            }
            const double one = d3_dot(aside[0], step), two = d3_dot(aside[1], step);
            noted->beyond[vertex / 64] |= bit;
            if (fmin(fmin(one, two), square - (one + two)) > least &&
                ((4 * off <= most && heights[lane] - base + off <= most) ||
                 (whole && sepal_wide_is_in_reach(n, step, rule->reach, unit, rule->closed))))
                noted->within[vertex / 64] |= bit;
        }
    }
}

/* The six faces of a box, of three corners each, the first four of which are around its middle. False if it has no volume. */
static SEPAL_NOINLINE bool start_box(const core_vertices *a, grow_body *body) {
    static const uint8_t number[8] = {0, 7, 6, 1, 5, 2, 3, 4}, place[8] = {0, 3, 5, 6, 7, 4, 2, 1};
    bool fine = true;
    body->corners = 8, body->faces = body->count_added = 6;
    body->inverse = 0;
    for (int k = 0; k < 24; k++)
        body->corner[k / 3][k % 3] = a->at[k % 3][number[k / 3]];
    for (uint32_t k = 0; k < 8; k++)
        body->member[k] = (sepal_member){number[k], 0};
    for (uint8_t k = 0; k < 6 && fine; k++) { /* bits 0, 1, 2 of a corner's number say on which side of u, v, w it is */
        const unsigned at = k % 2U << k / 2, one = at | 1U << (k / 2 + 1) % 3, two = at | 1U << (k / 2 + 2) % 3;
        fine = set_face(body, body->added[k] = k, place[at], place[one], place[two]);
        if (body->distance[k] < 0) /* the middle is at the origin */
            fine = set_face(body, k, place[at], place[two], place[one]);
    }
    end_faces(body);
    return fine;
}

/* noted: where that is not known of these vertices alone. Not inlined, so that the polytope is not on the stack when these are asked about. */
static SEPAL_NOINLINE within_answer grow_toward(const solid_core_pair *p, const within_rule *rule, noted_vertices *noted) {
    grow_body body;
    bool some = false;
    uint8_t waiting[WITHIN_WAITING];
    bool open[SEPAL_GROW_FACES];
    int count = 0;
    const double error = WITHIN_HEIGHT_ERROR * p->extent;
    const grow_source source = {find_farthest_of_a, p, p->extent};
    /* Of large ones no group has asked whether b reaches farther from a than a does, which tells of most pairs. */
    const double length = d3_length(p->inner), way[3] = {p->inner[0] / length, p->inner[1] / length, p->inner[2] / length};
    if ((p->a.size > HULL_VERTICES || p->b.size > HULL_VERTICES) &&
        greatest_along(&p->b, way) - greatest_along(&p->a, way) > rule->outside + error)
        return WITHIN_NO;
    if (!(p->extent > SEPAL_GROW_LEAST && p->extent < SEPAL_GROW_MOST) ||
        !(p->a.box ? start_box(&p->a, &body) : start_body(&source, p->inner, &body)))
        return WITHIN_OPEN;
    for (;;) {
        if (count + body.count_added > WITHIN_WAITING)
            return WITHIN_OPEN;
        for (int k = 0; k < body.count_added; k++)
            open[body.added[k]] = true, waiting[count++] = body.added[k];
        for (body.count_added = 0; body.count_added == 0;) {
            if (count == 0)
                return some ? WITHIN_BUT : WITHIN_YES;
            const int face = waiting[--count];
            const double n[3] = {body.n[0][face], body.n[1][face], body.n[2][face]}, base = body.distance[face];
            if (!open[face])
                continue;
            const double coarse = p->extent * (SEPAL_GROW_ANY * (p->extent * p->extent) * body.inverse + 2 * SEPAL_GROW_PLACE);
            const double off = (coarse < 0x1p-24 * p->extent ? coarse : base - behind_face(&body, face, p->extent)) + error;
            const double reached = greatest_along(&p->b, n);
            open[face] = false;
            if ((reached - base) + rule->inside < -off)
                continue;
            if (rule->inside == 0 && rule->outside > 0 &&
                reached - base <= rule->outside + off) { /* as they may be within reach of P */
                note_beyond(p, &body, face, off, rule, noted);
                some = true;
                continue;
            }
            sepal_member more;
            double at[3];
            find_farthest_of_a(p, n, &more, at);
            const double reach_of_a = d3_dot(n, at);
            if (reached - reach_of_a > rule->outside + error)
                return WITHIN_NO;
            const within_answer known = reach_of_a - base > SEPAL_GROW_PROGRESS * p->extent
                                            ? take_in(&body, p->extent, more, at) ? WITHIN_YES : WITHIN_OPEN
                                        : rule->in_plane ? is_behind_face(p, &body, face, off, rule)
                                                         : WITHIN_OPEN;
            if (known != WITHIN_YES)
                return known;
        }
    }
}

/* Does a contain b? Without volume it holds nothing that is rounder, and nothing strictly. */
static SEPAL_NOINLINE within_answer know_contained(const solids_query *q, sepal_pair pair) {
    double room[3 * CORE_ROOM];
    solid_core_pair p;
    noted_vertices noted;
    const within_rule rule = within_rule_of(q, pair);
    const bool flat = (q->a->heads[pair.a].flags & SEPAL_SOLID_FLAT) != 0;
    bool within, known = false;
    uint64_t left = 0;
    if (rule.in_plane && rule.radius == 0 && sepal_solids_scalar_is_copy(q->a, pair.a, q->b, pair.b))
        return WITHIN_YES;
    if (flat && rule.outside <= 0 && (rule.radius > 0 || !rule.in_plane))
        return WITHIN_NO;
    if (sepal_solid_is_box(q->a, pair.a) && rule.exact)
        within = sepal_solids_scalar_box_holds(q->a, pair.a, q->b, pair.b, rule.radius - rule.reach, !rule.closed, &known);
    if (known)
        return within ? WITHIN_YES : WITHIN_NO;
    if (!solid_load_cores(q, pair, &solids_kernel_core_searches, (core_room){room, CORE_ROOM, 1}, &p))
        return WITHIN_OPEN;
    memset(&noted, 0, offsetof(noted_vertices, near)); /* its bits: it is large */
    const within_answer answer = flat ? WITHIN_BUT : grow_toward(&p, &rule, &noted);
    if (answer != WITHIN_BUT)
        return answer;
    for (int k = 0; k < CORE_VERTICES / 64; k++)
        left |= noted.beyond[k] &= ~noted.within[k];
    if (!flat && left == 0)
        return WITHIN_YES;
    if (!rule.exact || rule.radius > 0 || !sepal_solids_know_within(&p, rule.reach, rule.closed, flat ? NULL : &noted, &within))
        return WITHIN_OPEN;
    return within ? WITHIN_YES : WITHIN_NO;
}

#endif
