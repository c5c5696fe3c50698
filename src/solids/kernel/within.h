/* within.h — does a box, a sphere or a hull contain another solid? By how far that reaches along the box's axes, or from the sphere's
 * centre; and by whether each of its vertices is in the hull.
 *
 * With radii, a contains b if a reaches at least as far in every direction: h_a + r_a >= h_b + r_b. If r_b exceeds r_a, it is as if
 * b alone had a radius; if r_a exceeds r_b, that b's core is inside of a's is enough, but not needed. What is compared is only
 * moved by a bound on all rounding errors (docs/numerics/solids_kernels.md, "Containment"). */
#ifndef SEPAL_SOLIDS_KERNEL_WITHIN_H
#define SEPAL_SOLIDS_KERNEL_WITHIN_H

#include "../../core/d3.h"
#include "hulls.h"
#include "nearest.h"
#include "portal.h"

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

/* What is in a sphere: of a box the farthest corner counts, of a hull the farthest of up to `size` vertices; 0: boxes. */
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
    return (solid_excess_lanes){away, more, w_madd(extent, w_set1(NEAREST_SEGMENT_ERROR), w_set1(0x1p-55F))};
}

/* The core of a sphere is a point: so how far b reaches counts, whichever radius is greater. */
static inline lanes decide_in_sphere(solid_excess_lanes e) {
    w gap = w_add(e.beyond, e.more);
    return decided(w_gt(gap, e.error), w_gt(w_sub(w_set1(0), e.error), gap));
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
    return decide_in_sphere((solid_excess_lanes){away, more, w_madd(extent, w_set1(NEAREST_SEGMENT_ERROR), w_set1(0x1p-55F))});
}
SPECIALISED lanes hull_in_box_kernel(const void *question, const sepal_pair *group, UNUSED size_t k, sizes n) {
    return decide_within(hull_in_box(question, group, n.b));
}
SPECIALISED lanes in_sphere_kernel(const void *question, const sepal_pair *group, UNUSED size_t k, sizes n) {
    return decide_in_sphere(in_sphere(question, group, n.b));
}

STAGE_OF_GROUPS(filter_box_in_box, box_in_box_kernel);
STAGE_OF_GROUPS(filter_point_in_box, point_in_box_kernel);
STAGE_OF_GROUPS(filter_point_in_sphere, point_in_sphere_kernel);
STAGE_OF_GROUPS(filter_hull_in_box, hull_in_box_kernel);
STAGE_OF_GROUPS(filter_in_sphere, in_sphere_kernel);

/* --- In a hull ---------------------------------------------------------------------------------------------------------------- */

/* Does a hull contain another solid? It does if it contains its vertices, each of which is asked about as a hull of one
 * vertex (portal.h).
 *
 * With radii, a contains b if a reaches at least as far in every direction: h_a + r_a >= h_b + r_b. So a vertex of b that is farther
 * than r_a - r_b from a is certainly too far, and if r_b does not exceed r_a it is enough that the core of b is inside of that of a
 * (docs/numerics/solids_kernels.md, "Containment"). */

/* Whole numbers that double has, half of 2^53; and the most bits that coordinates span whose differences are exact. */
#define WITHIN_WHOLE_MOST 0x1p52
enum { WITHIN_SPAN = 52 };
/* After so many vertices of which the portals of the ones before hold few, these are not asked again. */
enum { WITHIN_MISSES = 3 };

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
    solid_load_side(q->b, &group->b, n.b, b.centre, inverse, &mean_b, &s->b);
    s->d = w3_scale(d, inverse);
    s->moving = false;
    s->round = solid_some_reach(q);
    s->reach = w_mul(w_max(w_sub(zero, more), zero), inverse);
    out->middle = w3_sub(s->d, point_beside(&s->a, mean_a));
    /* a difference that is the margin may be so by rounding */
    out->smaller = q->margin > 0 ? w_gt(zero, w_add(more, w_set1(q->margin))) : wm_not(w_gt(more, zero));
}

/* What is certain of one vertex of b, for which b is this vertex alone. portal: as search_portal. */
static inline portal_found ask_vertex(within_lanes *s, w3 vertex, w3 portal[3]) {
    hull_lanes *b = &s->both.b;
    const w kept[3] = {b->at[0], b->at[1], b->at[2]}, at[3] = {vertex.x, vertex.y, vertex.z};
    const uint32_t size = b->size;
    b->size = 1;
    for (int k = 0; k < 3; k++)
        b->at[k] = at[k];
    s->both.inside = w3_add(s->middle, vertex);
    const portal_found found = search_portal(&s->both, portal);
    b->size = size;
    for (int k = 0; k < 3; k++)
        b->at[k] = kept[k];
    return found;
}

/* The vertex of b that is farthest from the centre of a along the line between the centres: most pairs are decided by it. */
SPECIALISED lanes farthest_in_hull_kernel(const void *question, const sepal_pair *group, UNUSED size_t k, sizes n) {
    within_lanes s;
    w along;
    load_within(question, group, n, &s);
    return decided(ask_vertex(&s, greatest_vertex(&s.both.b, s.both.d, &along), NULL).apart, wm_none());
}

/* Three vertices of a in each lane, as seen from a vertex of b, through whose triangle the ray from a point inside of a to that vertex
 * passes; `numbered` lanes know the numbers of the three. */
typedef struct within_portal {
    w3 corner[3], from;
    uint32_t number[3][SEPAL_LANES];
    unsigned numbered;
} within_portal;

/* Of each lane the vertex with that number. active: the lanes that matter. */
static inline w3 vertices_of_numbers(const hull_lanes *h, wi number, unsigned active) {
    int32_t of[SEPAL_LANES];
    float at[3][SEPAL_LANES];
    wi_store(of, number);
    const int32_t first = of[sepal_lowest_bit(active)];
    if ((active & ~wm_bits(wi_eq(number, wi_set1(first)))) == 0) {
        const w *x = h->at + first;
        return (w3){x[0], x[h->size], x[2 * (size_t)h->size]};
    }
    for (uint32_t k = 0; k < 3; k++)
        for (uint32_t lane = 0; lane < SEPAL_LANES; lane++)
            memcpy(&at[k][lane], (const char *)(h->at + k * h->size + of[lane]) + sizeof(float) * lane, sizeof(float));
    return (w3){w_load(at[0]), w_load(at[1]), w_load(at[2])};
}

/* Looks for the numbers of the corners: those of the first vertices of a that are in the same place. */
static SEPAL_NOINLINE void find_portal_numbers(const difference_lanes *s, within_portal *p) {
    const hull_lanes *a = &s->a;
    wi number[3] = {wi_set1(-1), wi_set1(-1), wi_set1(-1)};
    for (uint32_t k = a->size; k-- > 0;) {
        const w3 member = w3_add(w3_sub(p->from, (w3){a->at[k], a->at[a->size + k], a->at[2 * a->size + k]}), s->d);
        for (int corner = 0; corner < 3; corner++) {
            const w3 at = p->corner[corner];
            const wm same = wm_and(w_eq(member.x, at.x), wm_and(w_eq(member.y, at.y), w_eq(member.z, at.z)));
            number[corner] = wi_select(same, wi_set1((int32_t)k), number[corner]);
        }
    }
    p->numbered = ALL_LANES;
    for (int corner = 0; corner < 3; corner++) {
        p->numbered &= ~wm_bits(wi_eq(number[corner], wi_set1(-1)));
        wi_store(p->number[corner], number[corner]);
    }
}

/* Three vertices of a hull, as seen from vertex `from` of another one. False if double rounds their determinant, where coordinates are
 * multiples of 1 / scale (docs/numerics/solids_kernels.md, "Containment"). */
static bool see_exactly(const solids_query *q, sepal_pair pair, const uint32_t number[3], uint32_t from, double scale,
                        double v[3][3]) {
    const float *a = sepal_solid_x(q->a, pair.a), *b = sepal_solid_x(q->b, pair.b);
    const size_t step_a = sepal_solid_padded(q->a->heads[pair.a].size), step_b = sepal_solid_padded(q->b->heads[pair.b].size);
    double most = 0;
    for (size_t k = 0; k < 3; k++)
        for (int corner = 0; corner < 3; corner++) {
            v[corner][k] = (double)b[k * step_b + from] - (double)a[k * step_a + number[corner]];
            most = fmax(most, fabs(v[corner][k]));
        }
    most *= scale;
    return 6 * (most * most * most) <= WITHIN_WHOLE_MOST;
}

/* Is the origin, which is in the plane of three points, in their triangle, or on its border? False if they are on a line. */
static bool is_in_triangle(double v[3][3]) {
    double across[3][3], n[3];
    int axis = 0;
    for (int corner = 0; corner < 3; corner++)
        d3_cross(v[corner], v[(corner + 1) % 3], across[corner]);
    for (int k = 0; k < 3; k++) {
        n[k] = across[0][k] + across[1][k] + across[2][k];
        axis = fabs(n[k]) > fabs(n[axis]) ? k : axis;
    }
    bool in = n[axis] != 0;
    for (int corner = 0; corner < 3; corner++)
        in = in && across[corner][axis] * n[axis] >= 0;
    return in;
}

/* The lanes in which a vertex of b is in the tetrahedron of the portal and the point inside of a; or, where touching counts, in the triangle of
 * the portal. number: of the vertices of b. asked: the lanes that matter. */
static SEPAL_NOINLINE unsigned lanes_held(const solids_query *q, const sepal_pair *group, const within_lanes *s,
                                          const within_portal *p, w3 vertex, wi number, unsigned asked) {
    const w3 on = w3_sub(vertex, p->from);
    const tetrahedron_lanes t = find_determinants(w3_add(s->middle, vertex), w3_add(p->corner[0], on), w3_add(p->corner[1], on),
                                                  w3_add(p->corner[2], on), w_set1(SWEPT_DETERMINANT_ERROR));
    const w below = w_sub(w_zero(), t.error), greatest = w_max(w_max(t.with_inside[0], t.with_inside[1]), t.with_inside[2]),
            least = w_min(w_min(t.with_inside[0], t.with_inside[1]), t.with_inside[2]);
    const wm up = w_gt(t.of_portal, t.error), down = w_gt(below, t.of_portal);
    unsigned held = asked & wm_bits(wm_or(wm_and(up, w_gt(below, greatest)), wm_and(down, w_gt(least, t.error))));
    unsigned near = q->touching == SEPAL_TOUCHING_OVERLAPS ? asked & p->numbered & ~wm_bits(wm_or(up, down)) : 0;
    if (near == 0)
        return held;
    unit_lanes units;
    int32_t of[SEPAL_LANES];
    find_hull_units(q, group, &units);
    wi_store(of, number);
    for (; near != 0; near &= near - 1) {
        const unsigned lane = sepal_lowest_bit(near);
        const uint32_t corner[3] = {p->number[0][lane], p->number[1][lane], p->number[2][lane]};
        double v[3][3], across[3];
        if (units.span[lane] > WITHIN_SPAN || !see_exactly(q, group[lane], corner, (uint32_t)of[lane], units.scale[lane], v))
            continue;
        d3_cross(v[1], v[2], across);
        if (d3_dot(v[0], across) == 0 && is_in_triangle(v))
            held |= 1U << lane;
    }
    return held;
}

/* As long as some lane may say yes: what one vertex leaves open goes to the reference, and so do those of which b alone has a radius. Each
 * lane asks about its own vertices, one after the other, and first about the portal of the one before, which mostly holds the next
 * one, too. */
SPECIALISED lanes hull_in_hull_kernel(const void *question, const sepal_pair *group, UNUSED size_t k, sizes n) {
    const solids_query *q = question;
    within_lanes s;
    within_portal p = {.numbered = 0};
    wi number = wi_set1(0);
    int32_t last[SEPAL_LANES];
    unsigned known = 0, misses = 0, out = 0, in = 0;
    for (int lane = 0; lane < SEPAL_LANES; lane++)
        last[lane] = (int32_t)q->b->heads[group[lane].b].size - 1;
    load_within(q, group, n, &s);
    for (unsigned active = wm_bits(s.smaller); active != 0;) {
        const w3 vertex = vertices_of_numbers(&s.both.b, number, active);
        unsigned held = misses > WITHIN_MISSES ? 0 : lanes_held(q, group, &s, &p, vertex, number, active & known);
        const bool pays = 2 * sepal_bits_count(&(uint64_t){held}, 64) > sepal_bits_count(&(uint64_t){active}, 64);
        misses = pays ? 0 : misses + 1;
        if (!pays) {
            const portal_found found = ask_vertex(&s, vertex, p.corner);
            p.from = vertex;
            p.numbered = 0;
            held |= active & wm_bits(found.overlap);
            out |= active & wm_bits(found.apart) & ~held;
            const unsigned left = active & ~(held | out);
            if (left != 0 && n.a > 0 && n.b > 0) {
                find_portal_numbers(&s.both, &p);
                held |= lanes_held(q, group, &s, &p, vertex, number, left);
            }
            active = known = held;
        }
        const wm ends = wi_eq(number, wi_load(last)), on = wm_andnot(wm_of_bits(held), ends);
        in |= held & wm_bits(ends);
        active &= ~in;
        number = wi_add(number, wi_select(on, wi_set1(1), wi_set1(0)));
    }
    return (lanes){in, ALL_LANES & ~(in | out)};
}

/* Not inlined, so that one call has the vertices of one group on the stack. */
static SEPAL_NOINLINE bool filter_farthest_in_hull(const void *question, const sepal_pair *pairs, size_t count, sizes n,
                                                   verdicts *out) {
    return ask_groups(farthest_in_hull_kernel, NULL, question, pairs, count, n, out);
}
/* A few pairs take the time of a group: there the reference is faster, which asks about all vertices of b together; so it is of large hulls
 * where a group has four pairs. */
static SEPAL_NOINLINE bool filter_hull_in_hull(const void *question, const sepal_pair *pairs, size_t count, sizes n,
                                               verdicts *out) {
    if (count <= n.b / 16 || (SEPAL_LANES == 4 && n.a > 16 && n.b > 16))
        return leave_all_open(out, count);
    return ask_groups(hull_in_hull_kernel, NULL, question, pairs, count, n, out);
}

#endif
