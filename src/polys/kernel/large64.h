/* large64.h — polygons of more than 16 vertices, one pair at a time in double, of either kind of set: a few well chosen axes instead of
 * all; and for containment, edges of the outer one in lanes. */
#ifndef SEPAL_POLYS_KERNEL_LARGE64_H
#define SEPAL_POLYS_KERNEL_LARGE64_H

#include "exact.h"

/* The portal search of large.h, which says why, with both polygons relative to the centre of a and all in double: so what it leaves open
 * is about what touches. Vertices of one polygon are in the lanes. Of sets of floats it is asked what float leaves open: a float is a
 * double, so that the proofs are those of sets of doubles. */

/* Bounds on the errors of a projection and of a cross product, relative to the extent of the pair (docs/numerics/doubles.md, "Portals"). */
#define PORTAL64_AXIS_ERROR  (5 * 0x1p-53)
#define PORTAL64_CROSS_ERROR (16 * 0x1p-53)

/* After the first portal; most searches end long before, at a portal that does not move any more. */
enum { PORTAL64_STEPS = 24 };

/* Polygons of more vertices are taken for round at first: a direction is guessed, and so many vertices from there are walked past, if
 * they are about within this angle, times the number of vertices. */
enum { GUESS_VERTICES = 32, GUESS_WALK = 6, GUESS_ANGLE = 24 };

/* Of up to twice so many vectors a search for the farthest vertex looks at all; of a longer run, at one in so many first. Between two
 * vertices, it goes on so many beyond either. */
enum { SUPPORT_VECTORS = 8, SUPPORT_BEYOND = 2 };

typedef struct portal64 {
    const polys_query *q;
    sepal_pair pair;
    double2 origin; /* the centre of a */
    double2 inner;  /* the difference of the centres */
    double
        extent; /* at least all coordinates of a and b relative to it, and the sum of the two radii; infinite, it decides nothing */
    bool apart;
    double along;    /* the greatest product of b - a with the direction that was tried last; of which... */
    double error;    /* ...the error is at most this */
    sepal_pair last; /* the vertices of both that were found last */
} portal64;

/* The vertex that is farthest along a direction: its number, it less the origin, and its product with the direction. */
typedef struct farthest64 {
    double along;
    double2 vertex;
    uint32_t number;
} farthest64;

/* What a search for it reads: the block of a polygon, `count` numbers long, at least one vector; and what it has found: the place in the
 * block, the product, and whether no other is certainly greater. */
typedef struct support_search {
    sepal_coordinates x, y;
    uint32_t count, found;
    double2 origin, direction;
    double margin, along; /* margin: at least twice the error of a product */
    bool sure;
} support_search;

/* HALF_LANES coordinates from number k on. */
static inline wd load_coordinates(const sepal_coordinates *c, uint32_t k) {
    const double *doubles = c->first;
    const float *floats = c->first;
    return c->doubles ? wd_load(doubles + k) : wd_of_floats(floats + k);
}

static inline double product_at(const support_search *s, uint32_t k) {
    return s->direction.x * (sepal_coordinate(&s->x, k) - s->origin.x) +
           s->direction.y * (sepal_coordinate(&s->y, k) - s->origin.y);
}

/* Looks at a run of at least `width` vertices, which goes on from the last vertex to the first one: at all, or at a vector in each
 * `step`. Around a convex polygon the products rise and fall once: so no vertex is farther than the best of a whole run that ends at
 * vertices which are certainly less far. */
static inline void look_at_run(support_search *s, uint32_t begin, uint32_t width, uint32_t step) {
    const wd2 from = {wd_set1(s->origin.x), wd_set1(s->origin.y)}, along = {wd_set1(s->direction.x), wd_set1(s->direction.y)};
    const bool all = width >= s->count;
    const uint32_t most_at = s->count - HALF_LANES, first = all ? 0 : begin < most_at ? begin : most_at;
    const uint32_t enough = all ? s->count : first + width <= s->count ? width : width + step; /* the block may end within a step */
    wd places = wd_set1(0), most = wd_set1(-(double)INFINITY); /* places: where the vector begins that has the best of a lane */
    uint32_t at = first, next = first;
    for (uint32_t done = 0; done < enough; done += step) {
        at = next < most_at ? next : most_at;
        next = next + step < s->count ? next + step : 0;
        const wd2 v = {wd_sub(load_coordinates(&s->x, at), from.x), wd_sub(load_coordinates(&s->y, at), from.y)};
        const wd product = wd_add(wd_mul(along.x, v.x), wd_mul(along.y, v.y));
        places = wd_select(wd_gt(product, most), wd_set1((double)at), places);
        most = wd_max(product, most);
    }
    double numbers[HALF_LANES];
    s->along = wd_greatest(most);
    const unsigned equal = wdm_bits(wd_eq(most, wd_set1(s->along))), lane = equal != 0 ? sepal_lowest_bit(equal) : 0;
    wd_store(numbers, places);
    s->found = (uint32_t)numbers[lane] + lane;
    const double least = s->along - s->margin;
    s->sure = step == HALF_LANES && (all || (product_at(s, first) < least && product_at(s, at + HALF_LANES - 1) < least));
}

/* Looks at few vectors of a long run first, and then at more of them around the best. */
static inline void look_in_steps(support_search *s, uint32_t begin, uint32_t width) {
    uint32_t step = HALF_LANES;
    while (step < width / (2 * SUPPORT_VECTORS))
        step *= SUPPORT_VECTORS;
    look_at_run(s, begin, width, step);
    for (; step > HALF_LANES; step /= SUPPORT_VECTORS)
        look_at_run(s, s->found >= step ? s->found - step : s->found + s->count - step, 2 * step, step / SUPPORT_VECTORS);
}

/* margin: as in support_search. ends: NULL, or two vertices, the farthest ones along directions to the right and to the left of this one: it
 * should be between them. What is found there counts if it is sure; else more are looked at, and at last all. */
static SEPAL_NOINLINE farthest64 support64(const sepal_polys *set, uint32_t index, double2 origin, double2 direction, double margin,
                                           const uint32_t *ends) {
    const sepal_coordinates x = sepal_poly_any_x(set, index), y = sepal_poly_any_y(set, index);
    const uint32_t size = set->heads[index].size;
    support_search s = {x, y, sepal_padded(size), 0, origin, direction, margin, 0, false};
    double few_x[HALF_LANES], few_y[HALF_LANES];
    if (s.count < HALF_LANES) {
        for (uint32_t k = 0; k < HALF_LANES; k++) {
            few_x[k] = sepal_coordinate(&x, k < s.count ? k : 0);
            few_y[k] = sepal_coordinate(&y, k < s.count ? k : 0);
        }
        s = (support_search){{few_x, true}, {few_y, true}, HALF_LANES, 0, origin, direction, margin, 0, false};
    }
    if (s.count <= 2 * SUPPORT_VECTORS * HALF_LANES)
        look_at_run(&s, 0, s.count, HALF_LANES);
    else if (ends != NULL) {
        const int clockwise = (set->heads[index].flags & SEPAL_CLOCKWISE) != 0 ? 1 : 0;
        const uint32_t from = ends[clockwise], to = ends[1 - clockwise], between = to >= from ? to - from : to + s.count - from;
        look_in_steps(&s, from >= SUPPORT_BEYOND ? from - SUPPORT_BEYOND : from + s.count - SUPPORT_BEYOND,
                      between + 1 + 2 * SUPPORT_BEYOND);
    }
    if (!s.sure)
        look_in_steps(&s, 0, s.count);
    if (!s.sure)
        look_at_run(&s, 0, s.count, HALF_LANES);
    const double at_x = sepal_coordinate(&s.x, s.found), at_y = sepal_coordinate(&s.y, s.found);
    const bool is_first = at_x == sepal_coordinate(&x, 0) && at_y == sepal_coordinate(&y, 0);
    const uint32_t number = s.found < size ? s.found : is_first ? 0 : size - 1;
    return (farthest64){s.along, {at_x - origin.x, at_y - origin.y}, number};
}

/* The support point of b - a along a direction. Notes whether the direction certainly separates. ends: NULL, or what was found along a
 * direction to the right of this one, and to the left. */
static double2 try_direction64(portal64 *p, double2 n, const sepal_pair *ends) {
    const sepal_pair right = ends != NULL ? ends[0] : p->last, left = ends != NULL ? ends[1] : p->last;
    const uint32_t of_a[2] = {right.a, left.a}, of_b[2] = {right.b, left.b};
    p->error = (fabs(n.x) + fabs(n.y)) * p->extent * PORTAL64_AXIS_ERROR;
    const farthest64 b = support64(p->q->b, p->pair.b, p->origin, n, 2 * p->error, ends != NULL ? of_b : NULL);
    const farthest64 a = support64(p->q->a, p->pair.a, p->origin, (double2){-n.x, -n.y}, 2 * p->error, ends != NULL ? of_a : NULL);
    p->along = a.along + b.along;
    p->apart = p->apart || -p->along > p->error;
    p->last = (sepal_pair){a.number, b.number};
    return (double2){b.vertex.x - a.vertex.x, b.vertex.y - a.vertex.y};
}

static inline bool are_same_points(double2 a, double2 b) {
    return a.x == b.x && a.y == b.y;
}

static inline double2 centre64(const sepal_polys *set, uint32_t index) {
    return (double2){(double)set->circles[index].x + set->origin_x, (double)set->circles[index].y + set->origin_y};
}

static inline portal64 begin_portal64(const polys_query *q, sepal_pair pair) {
    const double2 origin = centre64(q->a, pair.a), inner = double2_sub(centre64(q->b, pair.b), origin);
    const double extent =
        fabs((double)q->a->circles[pair.a].outer) + fabs((double)q->b->circles[pair.b].outer) + fmax(fabs(inner.x), fabs(inner.y));
    return (portal64){.q = q, .pair = pair, .origin = origin, .inner = inner, .extent = extent};
}

/* What corners tell where a search has ended, exactly. */
static SEPAL_NOINLINE lanes ask_corners(const portal64 *p, const sepal_pair *corners, int count) {
    for (int k = 0; k < count; k++) {
        const int told =
            sepal_polys_scalar_meet_at_corners(p->q->a, p->pair, p->q->b, corners[k], p->q->touching, margin64_of(p->q));
        if (told != 0)
            return (lanes){told > 0, 0};
    }
    return (lanes){0, 1};
}

/* A vertex of K: that of b less that of a, both less the origin; and their numbers. */
typedef struct knot64 {
    double2 at;
    sepal_pair corners;
} knot64;

static inline knot64 knot_along(portal64 *p, double2 direction, const sepal_pair *ends) {
    const double2 at = try_direction64(p, direction, ends);
    return (knot64){at, p->last};
}

/* Two vertices of K, between which the ray from the inner point through the origin leaves K, and directions along which they are the
 * farthest ones. [0]: on the right of the ray, [1]: on its left. */
typedef struct gate64 {
    knot64 side[2];
    double2 direction[2];
} gate64;

/* Above 0: on the right of the ray. */
static inline double beside_ray(const portal64 *p, double2 at) {
    return double2_cross(double2_sub(at, p->inner), (double2){-p->inner.x, -p->inner.y});
}

/* Is the origin certainly in a triangle of points of K, in counter-clockwise order? */
static inline bool triangle_holds_origin(double2 p, double2 q, double2 r, double error) {
    return double2_cross(p, q) > error && double2_cross(q, r) > error && double2_cross(r, p) > error;
}

static inline uint32_t number_beside(const sepal_polys *set, uint32_t index, uint32_t k, bool clockwise) {
    return sepal_step_around(set->heads[index].size, k, clockwise != ((set->heads[index].flags & SEPAL_CLOCKWISE) != 0));
}

static inline double2 vertex64(const sepal_polys *set, uint32_t index, uint32_t k, double2 origin) {
    const sepal_coordinates x = sepal_poly_any_x(set, index), y = sepal_poly_any_y(set, index);
    return (double2){sepal_coordinate(&x, k) - origin.x, sepal_coordinate(&y, k) - origin.y};
}

/* The next vertex of K around it: along the edge of b, or that of a reversed, whose direction comes first. */
static inline knot64 knot_beside(const portal64 *p, const knot64 *k, bool clockwise) {
    const uint32_t a = number_beside(p->q->a, p->pair.a, k->corners.a, clockwise),
                   b = number_beside(p->q->b, p->pair.b, k->corners.b, clockwise);
    const double2 from_a = vertex64(p->q->a, p->pair.a, k->corners.a, p->origin), to_a = vertex64(p->q->a, p->pair.a, a, p->origin);
    const double2 from_b = vertex64(p->q->b, p->pair.b, k->corners.b, p->origin), to_b = vertex64(p->q->b, p->pair.b, b, p->origin);
    const double turn = double2_cross(double2_sub(to_b, from_b), double2_sub(from_a, to_a));
    if (a == k->corners.a || (b != k->corners.b && ((clockwise ? -turn : turn) > 0 || are_same_points(to_b, from_b))))
        return (knot64){double2_sub(to_b, from_a), {k->corners.a, b}};
    return (knot64){double2_sub(from_b, to_a), {a, k->corners.b}};
}

/* Goes on around K from a vertex of it, until one is beyond the ray, by a few vertices: are the sides an edge now? */
static bool walk_past_ray(const portal64 *p, knot64 last, gate64 *gate) {
    const int side = beside_ray(p, last.at) > 0 ? 0 : 1;
    bool beyond = false;
    for (int steps = 0; steps < GUESS_WALK && !beyond; steps++) {
        const knot64 next = knot_beside(p, &last, side == 1);
        beyond = (beside_ray(p, next.at) > 0) != (side == 0);
        gate->side[1 - side] = beyond ? next : gate->side[1 - side];
        last = beyond ? last : next;
    }
    gate->side[side] = last;
    return beyond;
}

/* Is the ray so near to a point of K that, of round polygons, it leaves K a few vertices from there? */
static inline bool is_near_ray(const portal64 *p, double2 at, uint32_t vertices) {
    const double2 v = double2_sub(at, p->inner);
    return fabs(beside_ray(p, at)) * vertices < -GUESS_ANGLE * double2_dot(v, p->inner);
}

/* Around a circle, the direction in which the ray leaves it divides the angle between those of both sides as the ray divides the way
 * between them, nearly. From the vertex that is found there, some vertices on around K: if one is beyond the ray, the sides are an edge. */
static SEPAL_NOINLINE void guess_gate(portal64 *p, gate64 *gate) {
    const double right = beside_ray(p, gate->side[0].at), left = beside_ray(p, gate->side[1].at);
    const double2 r = gate->direction[0], l = gate->direction[1];
    const double of_r = -left / sqrt(r.x * r.x + r.y * r.y), of_l = right / sqrt(l.x * l.x + l.y * l.y);
    const double2 guess = {of_r * r.x + of_l * l.x, of_r * r.y + of_l * l.y};
    if (!(fabs(guess.x) + fabs(guess.y) > 0)) /* no ray: both have the same centre */
        return;
    const sepal_pair ends[2] = {gate->side[0].corners, gate->side[1].corners};
    const knot64 found = knot_along(p, guess, ends);
    if (!p->apart)
        (void)walk_past_ray(p, found, gate);
}

static inline bool are_neighbours(const sepal_polys *set, uint32_t index, uint32_t k, uint32_t m) {
    const uint32_t apart = k > m ? k - m : m - k;
    return apart == 1 || apart + 1 == set->heads[index].size;
}

/* Is the way between two vertices of K an edge of one polygon, beside a vertex of the other? */
static inline bool is_edge_between(const polys_query *q, sepal_pair pair, sepal_pair right, sepal_pair left) {
    return (right.a == left.a && are_neighbours(q->b, pair.b, right.b, left.b)) ||
           (right.b == left.b && are_neighbours(q->a, pair.a, right.a, left.a));
}

/* Finds an axis that separates the pair, or a triangle of points of b - a that has the origin inside; or asks the corners where the search
 * ended. The centres are inside. */
static SEPAL_NOINLINE lanes meet_by_portals(const polys_query *q, sepal_pair pair) {
    portal64 p = begin_portal64(q, pair);
    const double2 inner = p.inner, to_origin = {-inner.x, -inner.y};
    const double error = p.extent * p.extent * PORTAL64_CROSS_ERROR;
    const uint32_t size_a = q->a->heads[pair.a].size, size_b = q->b->heads[pair.b].size;
    const bool are_round = size_a > GUESS_VERTICES && size_b > GUESS_VERTICES;
    const knot64 first = knot_along(&p, to_origin, NULL);
    gate64 gate = {{first, first}, {to_origin, to_origin}};
    knot64 *const right = &gate.side[0], *const left = &gate.side[1];
    const bool is_found = are_round && !p.apart && is_near_ray(&p, first.at, size_a + size_b) && walk_past_ray(&p, first, &gate);
    if (!is_found && !p.apart) {
        const double2 ray = double2_sub(first.at, inner);
        const int other = double2_cross(ray, to_origin) > 0 ? 1 : 0; /* the side of the origin */
        gate.direction[other] = other == 1 ? (double2){-ray.y, ray.x} : (double2){ray.y, -ray.x};
        gate.side[1 - other] = first;
        gate.side[other] = knot_along(&p, gate.direction[other], NULL);
        if (are_round && !p.apart && !triangle_holds_origin(inner, right->at, left->at, error))
            guess_gate(&p, &gate);
    }
    bool is_still = false; /* the portal does not move any more, or the origin is about on the line across its normal */
    for (int step = 0; step < PORTAL64_STEPS && !is_still && !p.apart; step++) {
        if (triangle_holds_origin(inner, right->at, left->at, error))
            return (lanes){1, 0};
        const double2 across = double2_sub(left->at, right->at), normal = {across.y, -across.x};
        if (is_edge_between(q, pair, right->corners, left->corners) && -double2_dot(normal, right->at) <= p.error)
            break;
        const sepal_pair ends[2] = {right->corners, left->corners};
        const knot64 next = knot_along(&p, normal, ends);
        is_still = are_same_points(next.at, left->at) || are_same_points(next.at, right->at) || fabs(p.along) <= p.error;
        *(beside_ray(&p, next.at) > 0 ? right : left) = next;
    }
    const sepal_pair corners[3] = {p.last, right->corners, left->corners};
    return p.apart ? (lanes){0, 0} : ask_corners(&p, corners, 3);
}

/* --- Nearest points. With a reach, or without known inner points: a search for the point of K, all b - a, that is nearest to the origin
 * (Gilbert, Johnson, Keerthi, "A Fast Procedure for Computing the Distance Between Complex Objects in Three-Dimensional Space", IEEE
 * Journal of Robotics and Automation 4, 1988), in the plane. A side of K, or a vertex, has the nearest point that is known. The vertex of K
 * that is farthest from there towards the origin bounds the distance from below, and with it the next side is made. Where the search does
 * not get nearer any more, or the side is an edge of one polygon and about as far as the reach, corners tell. */

/* Bounds on the error of the length of a way to a point of a side of K, relative to the extent of the pair; and of a reach, and of its
 * product with a length, relative to itself (docs/numerics/doubles.md, "Nearest points"). */
#define NEAREST64_ERROR       (40 * 0x1p-53)
#define NEAREST64_REACH_ERROR (8 * 0x1p-53)

enum { NEAREST64_STEPS = 24, NEAREST64_WALK = 6 };

/* A side of K between two knots, or one knot; and the point of it that is nearest to the origin. */
typedef struct side64 {
    knot64 knots[2];
    int count;
    double2 nearest;
} side64;

static inline side64 side_of_knots(const knot64 *p, const knot64 *q) {
    const double2 e = double2_sub(q->at, p->at);
    const double along = -double2_dot(p->at, e), length2 = double2_dot(e, e);
    if (!(along > 0))
        return (side64){{*p, *p}, 1, p->at};
    if (along >= length2)
        return (side64){{*q, *q}, 1, q->at};
    const double t = along / length2;
    return (side64){{*p, *q}, 2, {p->at.x + t * e.x, p->at.y + t * e.y}};
}

/* The side of the triangle, or of what is known of it, that is nearest to the origin, of those that `next` is an end of. */
static inline side64 side_with(const side64 *s, const knot64 *next) {
    const side64 first = side_of_knots(&s->knots[0], next);
    if (s->count == 1)
        return first;
    const side64 second = side_of_knots(&s->knots[1], next);
    return double2_dot(second.nearest, second.nearest) < double2_dot(first.nearest, first.nearest) ? second : first;
}

/* From a vertex of K that was found towards the origin, some vertices on around K, as long as they come nearer to it: of cores of many
 * vertices the side that is nearest is mostly not far. */
static SEPAL_NOINLINE void walk_nearer(const portal64 *p, const knot64 *from, side64 *side) {
    double length2 = double2_dot(side->nearest, side->nearest);
    bool nearer = false;
    for (int way = 0; way < 2 && !nearer; way++) {
        knot64 last = *from;
        for (int steps = 0; steps < NEAREST64_WALK; steps++) {
            const knot64 next = knot_beside(p, &last, way == 1);
            const side64 beside = side_of_knots(&last, &next);
            if (!(double2_dot(beside.nearest, beside.nearest) < length2))
                break;
            *side = beside;
            length2 = double2_dot(beside.nearest, beside.nearest);
            if (beside.count == 2)
                return;
            nearer = true;
            last = next;
        }
    }
}

static SEPAL_NOINLINE lanes meet_by_nearest(const polys_query *q, sepal_pair pair) {
    portal64 p = begin_portal64(q, pair);
    if (!(p.extent < (double)INFINITY))
        return (lanes){0, 1};
    const double reach = sepal_poly_radius64(q->a, pair.a) + sepal_poly_radius64(q->b, pair.b) + margin64_of(q);
    const double least = reach * (1 - NEAREST64_REACH_ERROR) - p.extent * NEAREST64_ERROR,
                 most = reach * (1 + NEAREST64_REACH_ERROR);
    const double error = p.extent * p.extent * PORTAL64_CROSS_ERROR;
    const knot64 first = knot_along(&p, (double2){-p.inner.x, -p.inner.y}, NULL);
    side64 side = {{first, first}, 1, first.at};
    for (int step = 0; step < NEAREST64_STEPS; step++) {
        const double length = sqrt(double2_dot(side.nearest, side.nearest));
        if (length < least)
            return (lanes){1, 0};
        if (length <= p.extent * NEAREST64_ERROR) /* hardly a direction */
            break;
        if (length <= most + p.extent * NEAREST64_ERROR && side.count == 2 &&
            is_edge_between(q, pair, side.knots[0].corners, side.knots[1].corners))
            break;
        const int left = double2_cross(double2_sub(side.knots[0].at, p.inner), double2_sub(side.knots[1].at, p.inner)) > 0 ? 1 : 0;
        const sepal_pair ends[2] = {side.knots[1 - left].corners, side.knots[left].corners};
        const knot64 next = knot_along(&p, (double2){-side.nearest.x, -side.nearest.y}, side.count == 2 ? ends : NULL);
        if (-p.along - p.error > most * length)
            return (lanes){0, 0};
        const double2 from = side.knots[0].at, to = side.knots[1].at;
        if (side.count == 2 && (triangle_holds_origin(from, to, next.at, error) || triangle_holds_origin(to, from, next.at, error)))
            return (lanes){1, 0};
        if (are_same_points(next.at, side.knots[0].at) || are_same_points(next.at, side.knots[1].at))
            break;
        const side64 nearer = side_with(&side, &next);
        if (!(double2_dot(nearer.nearest, nearer.nearest) < double2_dot(side.nearest, side.nearest)))
            break;
        side = nearer;
        if (step == 0)
            walk_nearer(&p, &first, &side);
    }
    const sepal_pair corners[2] = {side.knots[0].corners, side.knots[1].corners};
    return ask_corners(&p, corners, side.count == 2 ? 2 : 1);
}

/* ===== Containment =============================================================================================================== */

/* Does a core contain another, within a reach? One pair at a time, with edges of the outer core in the lanes (docs/numerics/doubles.md,
 * "Edges in lanes").
 *
 * Of each edge the vertices of the inner core count that are the least far on its inner side. They are found as in large.h, which says
 * why: going round both polygons takes linear time. */

static inline double winding64(const sepal_polys *set, uint32_t index) {
    return set->heads[index].flags & SEPAL_CLOCKWISE ? -1 : 1;
}

/* Bounds on the error of a distance from an edge, times its length, relative to the extent of the pair and the length; and of what is
 * compared with a reach, relative to the sum of its parts. */
#define EDGES64_ERROR       (16 * 0x1p-53)
#define EDGES64_REACH_ERROR (8 * 0x1p-53)

/* Of more edges than this those that the circle of b is inside of are passed over; after so many, the next vertices are looked for; and after
 * one that is not passed, so many are not tried. */
enum { EDGES64_MANY = 32, EDGES64_PASSED = 16 };

/* Vertices of b that may be outside of the core of a are marked, where b has at most so many. */
enum { MARKED_VERTICES = 512 };

/* What is asked: are all vertices of b at least `reach` on the inner side of each edge of a? Below 0: may they be so far on its outer
 * side? parts: of the reach, which are all that it is, exactly; its sign is that of `sign`. */
typedef struct edges64 {
    const sepal_polys *a, *b;
    uint32_t i, j;
    bool strict;
    double2 origin; /* the centre of a */
    double extent;  /* as in portal64 */
    int sign;
    double reach, scale; /* rounded; the sum of the magnitudes of its parts */
    double part[3];
    uint64_t outside[MARKED_VERTICES / 64]; /* with a reach below 0: the marks; */
    uint32_t near;                          /* and the vector of edges that was the last to mark some */
} edges64;

static inline edges64 begin_edges64(const polys_query *q, sepal_pair pair) {
    const portal64 p = begin_portal64(q, pair);
    const double part[3] = {sepal_poly_radius64(q->b, pair.b), margin64_of(q), -sepal_poly_radius64(q->a, pair.a)};
    const double reach = (part[0] + part[1]) + part[2], scale = part[0] + part[1] - part[2];
    const bool known = fabs(reach) > scale * EDGES64_REACH_ERROR || scale == 0;
    return (edges64){.a = q->a,
                     .b = q->b,
                     .i = pair.a,
                     .j = pair.b,
                     .strict = q->touching != SEPAL_TOUCHING_OVERLAPS,
                     .origin = p.origin,
                     .extent = p.extent,
                     .sign = known ? (reach > 0) - (reach < 0) : sepal_polys_scalar_sign_of_reach(part),
                     .reach = reach,
                     .scale = scale,
                     .part = {part[0], part[1], part[2]}};
}

/* Edges k, k + 1, ...: where they begin and end, and the way between, turned as if the polygon went round counter-clockwise. */
typedef struct edge_run64 {
    wd2 from, to, edge; /* from, to: less the origin */
    wd length, error;   /* length: 0 where no reach is asked. error: of a distance times the length */
    wdm none;           /* between repeated vertices, and past the last edge */
} edge_run64;

SPECIALISED edge_run64 load_edge_run64(const edges64 *s, uint32_t k, wd winding, bool reaching) {
    const sepal_coordinates x = sepal_poly_any_x(s->a, s->i), y = sepal_poly_any_y(s->a, s->i);
    const uint32_t size = s->a->heads[s->i].size;
    wd2 from, to;
    if (k + HALF_LANES >= size) { /* past the end, vertex 0 is repeated */
        double closed_x[HALF_LANES + 1], closed_y[HALF_LANES + 1];
        for (uint32_t lane = 0; lane <= HALF_LANES; lane++) {
            closed_x[lane] = sepal_coordinate(&x, k + lane < size ? k + lane : 0);
            closed_y[lane] = sepal_coordinate(&y, k + lane < size ? k + lane : 0);
        }
        from = (wd2){wd_load(closed_x), wd_load(closed_y)};
        to = (wd2){wd_load(closed_x + 1), wd_load(closed_y + 1)};
    } else {
        from = (wd2){load_coordinates(&x, k), load_coordinates(&y, k)};
        to = (wd2){load_coordinates(&x, k + 1), load_coordinates(&y, k + 1)};
    }
    const wd2 e = {wd_mul(wd_sub(to.x, from.x), winding), wd_mul(wd_sub(to.y, from.y), winding)};
    const wd2 origin = {wd_set1(s->origin.x), wd_set1(s->origin.y)};
    const wd zero = wd_set1(0), length = reaching ? wd_sqrt(wd_add(wd_mul(e.x, e.x), wd_mul(e.y, e.y))) : zero;
    wd error = wd_mul(wd_add(wd_abs(e.x), wd_abs(e.y)), wd_set1(s->extent * EDGES64_ERROR));
    if (reaching)
        error = wd_add(error, wd_mul(length, wd_set1(s->scale * EDGES64_REACH_ERROR)));
    return (edge_run64){{wd_sub(from.x, origin.x), wd_sub(from.y, origin.y)},
                        {wd_sub(to.x, origin.x), wd_sub(to.y, origin.y)},
                        e,
                        length,
                        error,
                        wd2_is_zero(e)};
}

/* A run of vertices of b, as in large.h: `count` from number `first` on. */
typedef struct vertex_run64 {
    sepal_coordinates x, y;
    uint32_t size, first, count;
    bool backwards, whole;
} vertex_run64;

/* How far vertex k of b, less the origin, is along the inner normals of edges. */
SPECIALISED wd along_vertex64(const edges64 *s, const vertex_run64 *run, uint32_t k, wd2 edge) {
    const wd x = wd_set1(sepal_coordinate(&run->x, k) - s->origin.x);
    const wd y = wd_set1(sepal_coordinate(&run->y, k) - s->origin.y);
    return wd_sub(wd_mul(edge.x, y), wd_mul(edge.y, x));
}

/* The least of these, but for edges of length 0; and the run that has all vertices which may be the least. */
SPECIALISED wd find_least64(const edges64 *s, vertex_run64 *run, const edge_run64 *e) {
    const wd margin = wd_add(e->error, e->error);
    wd begin = along_vertex64(s, run, run->first, e->edge), least = begin;
    if (run->whole) {
        for (uint32_t k = 1; k < run->size; k++)
            least = wd_min(along_vertex64(s, run, k, e->edge), least);
        return least;
    }
    uint32_t last = run->first;
    run->count = 1;
    while (run->count < run->size) {
        last = sepal_step_around(run->size, last, run->backwards);
        const wd end = along_vertex64(s, run, last, e->edge);
        least = wd_min(end, least);
        run->count++;
        if (wdm_bits(wdm_or(wd_gt(end, wd_add(least, margin)), e->none)) == (1U << HALF_LANES) - 1)
            break;
    }
    while (run->count < run->size && wdm_bits(wdm_or(wd_gt(begin, wd_add(least, margin)), e->none)) != (1U << HALF_LANES) - 1) {
        run->first = sepal_step_around(run->size, run->first, !run->backwards);
        begin = along_vertex64(s, run, run->first, e->edge);
        least = wd_min(begin, least);
        run->count++;
    }
    return least;
}

/* How much farther on the inner side of the edges the least of the run is than what is asked, times the length. */
SPECIALISED wd beyond_of_run(const edge_run64 *e, wd least, wd reach) {
    const wd gap = wd_sub(least, wd_sub(wd_mul(e->edge.x, e->from.y), wd_mul(e->edge.y, e->from.x)));
    return wd_sub(gap, wd_mul(e->length, reach));
}

/* The vertex where an edge of a begins, or, of the last edge plus 1, where it ends. */
static inline double2 corner_of_edge64(const edges64 *s, uint32_t edge) {
    const sepal_coordinates x = sepal_poly_any_x(s->a, s->i), y = sepal_poly_any_y(s->a, s->i);
    const uint32_t k = edge < s->a->heads[s->i].size ? edge : 0;
    return (double2){sepal_coordinate(&x, k), sepal_coordinate(&y, k)};
}

/* Are the vertices of the run that may be the least far on the inner side of an edge as far as is asked, exactly? Of a reach below 0: on
 * its inner side, or its line. least: the product that was found. */
static SEPAL_NOINLINE bool run_is_inside64(const edges64 *s, uint32_t edge, const vertex_run64 *run, double least, double error) {
    const double winding = winding64(s->a, s->i);
    const double2 from = corner_of_edge64(s, edge), to = corner_of_edge64(s, edge + 1);
    const double2 e = {winding * (to.x - from.x), winding * (to.y - from.y)};
    for (uint32_t count = 0, k = run->first; count < run->count; count++, k = sepal_step_around(run->size, k, run->backwards)) {
        const double px = sepal_coordinate(&run->x, k), py = sepal_coordinate(&run->y, k);
        if (e.x * (py - s->origin.y) - e.y * (px - s->origin.x) > least + 2 * error)
            continue;
        const bool is_end = (px == from.x && py == from.y) || (px == to.x && py == to.y);
        const int inside = is_end ? 0 : sepal_polys_scalar_side64(s->a, s->i, edge, px, py);
        if (inside < (s->sign > 0 || (s->sign == 0 && s->strict) ? 1 : 0))
            return false;
        if (s->sign > 0 && sepal_polys_scalar_compare64(s->a, s->i, edge, px, py, s->part, true) < (s->strict ? 1 : 0))
            return false;
    }
    return true;
}

/* Marks the vertices that are not certainly on the inner side of an edge: they are around those of the run. */
static SEPAL_NOINLINE void mark_outside64(edges64 *s, uint32_t edge, const vertex_run64 *run, double error) {
    const double winding = winding64(s->a, s->i);
    const double2 begin = corner_of_edge64(s, edge), end = corner_of_edge64(s, edge + 1);
    const double2 e = {winding * (end.x - begin.x), winding * (end.y - begin.y)};
    const double from = e.x * (begin.y - s->origin.y) - e.y * (begin.x - s->origin.x);
    for (int back = 0; back < 2; back++) {
        uint32_t k = run->first;
        for (uint32_t count = 0; count < run->size; count++, k = sepal_step_around(run->size, k, run->backwards != (back == 1))) {
            const double2 p = {sepal_coordinate(&run->x, k) - s->origin.x, sepal_coordinate(&run->y, k) - s->origin.y};
            const bool is_inside = e.x * p.y - e.y * p.x > from + error;
            if (!is_inside)
                s->outside[k / 64] |= UINT64_C(1) << k % 64;
            else if (count >= (back == 0 ? run->count : 1))
                break;
        }
    }
}

/* The first edges from number k on that the circle of b, with what is asked, is not certainly on the inner side of, or the last ones. Its
 * radius has more to spare than rounding makes of products with it. */
SPECIALISED uint32_t pass_edges_of(const edges64 *s, uint32_t k, bool doubles) {
    const sepal_coordinates x = {sepal_poly_any_x(s->a, s->i).first, doubles}, y = {sepal_poly_any_y(s->a, s->i).first, doubles};
    const double far = fabs((double)s->b->circles[s->j].outer) + fmax(s->reach, 0);
    const wd winding = wd_set1(winding64(s->a, s->i)), far2 = wd_set1(far * far), zero = wd_set1(0);
    const wd share = wd_set1(s->extent * EDGES64_ERROR), of_reach = wd_set1(s->scale * EDGES64_REACH_ERROR);
    const double2 c = centre64(s->b, s->j);
    const wd2 centre = {wd_set1(c.x), wd_set1(c.y)};
    const uint32_t size = s->a->heads[s->i].size;
    for (; k + HALF_LANES < size; k += HALF_LANES) {
        const wd2 from = {load_coordinates(&x, k), load_coordinates(&y, k)};
        const wd2 e = {wd_sub(load_coordinates(&x, k + 1), from.x), wd_sub(load_coordinates(&y, k + 1), from.y)};
        const wd2 v = {wd_sub(centre.x, from.x), wd_sub(centre.y, from.y)};
        const wd length2 = wd_add(wd_mul(e.x, e.x), wd_mul(e.y, e.y));
        const wd error = wd_mul(wd_add(wd_abs(e.x), wd_abs(e.y)), wd_add(share, of_reach));
        const wd within = wd_sub(wd_mul(winding, wd_sub(wd_mul(e.x, v.y), wd_mul(e.y, v.x))), error);
        const wdm inside = wdm_and(wd_gt(within, zero), wd_gt(wd_mul(within, within), wd_mul(length2, far2)));
        if (wdm_bits(wdm_or(inside, wd_eq(length2, zero))) != (1U << HALF_LANES) - 1)
            break;
    }
    return k;
}

static SEPAL_NOINLINE uint32_t pass_edges64(const edges64 *s, uint32_t k) {
    return s->a->doubles ? pass_edges_of(s, k, true) : pass_edges_of(s, k, false);
}

/* Where edges before were passed over, a run begins at the vertex that is the least far on the inner side of the first one. */
static SEPAL_NOINLINE void begin_run_anew64(const edges64 *s, vertex_run64 *run, const edge_run64 *e) {
    double x[HALF_LANES], y[HALF_LANES], error[HALF_LANES];
    wd_store(x, e->edge.x);
    wd_store(y, e->edge.y);
    wd_store(error, e->error);
    run->first = support64(s->b, s->j, s->origin, (double2){y[0], -x[0]}, 2 * error[0], NULL).number;
}

/* With a reach of 0 or more, the answer; with one below 0 no where a vertex is certainly farther out, yes where b is in the core of a, and
 * else open, where the vertices outside are marked. */
SPECIALISED lanes edges_hold_lanes(edges64 *s, bool reaching) {
    const uint32_t size_a = s->a->heads[s->i].size, size_b = s->b->heads[s->j].size;
    const wd winding = wd_set1(winding64(s->a, s->i)), zero = wd_set1(0), reach = wd_set1(s->reach);
    const bool whole = size_b <= SEPAL_LANE_VERTICES || size_a <= HALF_LANES;
    vertex_run64 run = {sepal_poly_any_x(s->b, s->j),
                        sepal_poly_any_y(s->b, s->j),
                        size_b,
                        0,
                        whole ? size_b : 1,
                        ((s->a->heads[s->i].flags ^ s->b->heads[s->j].flags) & SEPAL_CLOCKWISE) != 0,
                        whole};
    bool open = false;
    uint32_t ask_at = 0;
    for (uint32_t k = 0; k < size_a; k += HALF_LANES) {
        const uint32_t before = k;
        if (size_a > EDGES64_MANY && k >= ask_at) {
            k = pass_edges64(s, k);
            ask_at = k > before ? k : k + EDGES64_PASSED;
        }
        const edge_run64 e = load_edge_run64(s, k, winding, reaching);
        if (k > before + EDGES64_PASSED && !whole)
            begin_run_anew64(s, &run, &e);
        const wd least = find_least64(s, &run, &e);
        const wd beyond = beyond_of_run(&e, least, reach), gap = beyond_of_run(&e, least, zero);
        const unsigned edges = ((1U << HALF_LANES) - 1) & ~wdm_bits(e.none);
        if ((edges & wdm_bits(wd_gt(wd_sub(zero, e.error), beyond))) != 0)
            return (lanes){0, 0};
        const unsigned yes = wdm_bits(wd_gt(s->sign > 0 ? beyond : gap, e.error)),
                       out = wdm_bits(wd_gt(wd_sub(zero, e.error), gap));
        double leasts[HALF_LANES], errors[HALF_LANES];
        wd_store(leasts, least);
        wd_store(errors, e.error);
        for (unsigned left = edges & ~yes; left != 0; left &= left - 1) {
            const uint32_t lane = sepal_lowest_bit(left);
            if ((out >> lane & 1) == 0 && (k + lane >= size_a || run_is_inside64(s, k + lane, &run, leasts[lane], errors[lane])))
                continue;
            if (s->sign >= 0)
                return (lanes){0, 0};
            open = true;
            s->near = k;
            if (size_b <= MARKED_VERTICES)
                mark_outside64(s, k + lane, &run, errors[lane]);
        }
        for (uint32_t n = 3; n < run.count && !run.whole; n++) /* the next search begins two vertices before the end */
            run.first = sepal_step_around(run.size, run.first, run.backwards);
    }
    return (lanes){!open, open};
}

/* --- A vertex of b outside of the core of a, and not certainly out of its reach */

/* What is known of the distance of a vertex from a: whether it is within reach; or open. */
typedef enum vertex_place { VERTEX_FAR, VERTEX_WITHIN, VERTEX_OPEN } vertex_place;

/* Exactly, for a distance from an end of an edge, or from its line. */
static inline vertex_place exact_place(const edges64 *s, uint32_t edge, double x, double y, bool from_line) {
    const double reach[3] = {-s->part[0], -s->part[1], -s->part[2]};
    const int sign = sepal_polys_scalar_compare64(s->a, s->i, edge, x, y, reach, from_line);
    return sign <= (s->strict ? -1 : 0) ? VERTEX_WITHIN : VERTEX_FAR;
}

/* Where a vertex is certainly outside of an edge, and its foot is certainly inside of the edge, the foot is the nearest point of a; of an a
 * without area also where it is on either side, or on the line. Otherwise it is within reach if it is so from a vertex of a, or on the inner side
 * of all edges, or their lines; and far if it is so from the line of an edge, or, of an a without area, if it is past the ends of all edges
 * and far from all vertices. */
static inline vertex_place place_of_vertex(const edges64 *s, uint32_t vertex) {
    const uint32_t size = s->a->heads[s->i].size;
    const bool flat = (s->a->heads[s->i].flags & SEPAL_FLAT) != 0, point = size == 1; /* a point has no edge, but an end */
    const sepal_coordinates x = sepal_poly_any_x(s->b, s->j), y = sepal_poly_any_y(s->b, s->j);
    const double at_x = sepal_coordinate(&x, vertex), at_y = sepal_coordinate(&y, vertex);
    const wd winding = wd_set1(winding64(s->a, s->i)), zero = wd_set1(0), reach = wd_set1(-s->reach);
    const wd2 p = {wd_set1(at_x - s->origin.x), wd_set1(at_y - s->origin.y)};
    const wd scale2 = wd_mul(wd_set1(s->scale), wd_set1(s->scale));
    bool inside = !flat, past_ends = flat;
    unsigned any = 0;
    for (uint32_t done = 0, k = s->near; done < size; done += HALF_LANES, k = k + HALF_LANES < size ? k + HALF_LANES : 0) {
        const edge_run64 e = load_edge_run64(s, k, winding, true);
        const unsigned edges = point ? 1 : ((1U << HALF_LANES) - 1) & ~wdm_bits(e.none);
        any |= edges;
        const wd2 v = {wd_sub(p.x, e.from.x), wd_sub(p.y, e.from.y)}, u = {wd_sub(p.x, e.to.x), wd_sub(p.y, e.to.y)};
        const wd signed_out = wd_sub(wd_mul(e.edge.y, v.x), wd_mul(e.edge.x, v.y)), out = flat ? wd_abs(signed_out) : signed_out;
        const wd ahead = wd_mul(winding, wd_add(wd_mul(e.edge.x, v.x), wd_mul(e.edge.y, v.y)));
        const wd behind = wd_mul(winding, wd_add(wd_mul(e.edge.x, u.x), wd_mul(e.edge.y, u.y)));
        const wd beyond = wd_sub(out, wd_mul(e.length, reach));
        if ((edges & wdm_bits(wd_gt(beyond, e.error))) != 0)
            return VERTEX_FAR;
        const wdm beside = wdm_and(wd_gt(ahead, e.error), wd_gt(wd_sub(zero, e.error), behind));
        const unsigned nearest = edges & wdm_bits(flat ? beside : wdm_and(beside, wd_gt(out, e.error)));
        if (nearest != 0) {
            if ((nearest & wdm_bits(wd_gt(wd_sub(zero, e.error), beyond))) != 0)
                return VERTEX_WITHIN;
            return exact_place(s, k + sepal_lowest_bit(nearest), at_x, at_y, true);
        }
        const wd square = wd_add(wd_mul(v.x, v.x), wd_mul(v.y, v.y)), farther = wd_sub(square, wd_mul(reach, reach));
        const wd error = wd_mul(wd_add(wd_set1(s->extent * s->extent * 8), scale2), wd_set1(EDGES64_REACH_ERROR));
        if ((edges & wdm_bits(wd_gt(wd_sub(zero, error), farther))) != 0)
            return VERTEX_WITHIN;
        for (unsigned tied = edges & wdm_bits(wd_ge(error, wd_abs(farther))); tied != 0; tied &= tied - 1)
            if (exact_place(s, k + sepal_lowest_bit(tied), at_x, at_y, false) == VERTEX_WITHIN)
                return VERTEX_WITHIN;
        past_ends =
            past_ends && (point || (edges & ~wdm_bits(wdm_or(wd_gt(wd_sub(zero, e.error), ahead), wd_gt(behind, e.error)))) == 0);
        unsigned doubt = inside ? edges & ~wdm_bits(wd_gt(wd_sub(zero, e.error), out)) : 0;
        for (; doubt != 0 && inside; doubt &= doubt - 1)
            inside = sepal_polys_scalar_side64(s->a, s->i, k + sepal_lowest_bit(doubt), at_x, at_y) >= 0;
    }
    return inside ? VERTEX_WITHIN : past_ends && any != 0 ? VERTEX_FAR : VERTEX_OPEN;
}

/* Of the marked vertices alone. */
static SEPAL_NOINLINE lanes vertices_within(const edges64 *s) {
    const uint32_t size = s->b->heads[s->j].size;
    if (size > MARKED_VERTICES)
        return (lanes){0, 1};
    for (uint32_t first = 0; first < size; first += 64)
        for (uint64_t marks = s->outside[first / 64]; marks != 0; marks &= marks - 1) {
            const vertex_place place = place_of_vertex(s, first + sepal_lowest_bit(marks));
            if (place != VERTEX_WITHIN)
                return (lanes){0, place == VERTEX_OPEN};
        }
    return (lanes){1, 0};
}

static bool are_same_coordinates(sepal_coordinates p, sepal_coordinates q, size_t count) {
    return memcmp(p.first, q.first, count * (p.doubles ? sizeof(double) : sizeof(float))) == 0;
}

static bool is_copy_of(const edges64 *s) {
    const uint32_t size = s->a->heads[s->i].size;
    return size == s->b->heads[s->j].size &&
           are_same_coordinates(sepal_poly_any_x(s->a, s->i), sepal_poly_any_x(s->b, s->j), size) &&
           are_same_coordinates(sepal_poly_any_y(s->a, s->i), sepal_poly_any_y(s->b, s->j), size);
}

static inline lanes edges_hold_kernel(const void *question, sepal_pair pair, UNUSED size_t k) {
    edges64 s = begin_edges64(question, pair);
    const bool flat = (s.a->heads[s.i].flags & SEPAL_FLAT) != 0;
    if ((flat && s.sign >= 0) || !(s.extent < (double)INFINITY))
        return (lanes){0, 1};
    if (s.sign == 0 && is_copy_of(&s))
        return (lanes){!s.strict, 0};
    if (flat) { /* every vertex of b may be outside */
        for (uint32_t i = 0; i < s.b->heads[s.j].size && i < MARKED_VERTICES; i++)
            s.outside[i / 64] |= UINT64_C(1) << i % 64;
        return vertices_within(&s);
    }
    const lanes found = s.scale > 0 ? edges_hold_lanes(&s, true) : edges_hold_lanes(&s, false);
    return found.open == 0 ? found : vertices_within(&s);
}

#endif
