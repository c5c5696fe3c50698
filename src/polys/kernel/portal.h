/* portal.h — a few well chosen axes instead of all of them. Each lane has its own pair.
 *
 * Minkowski portal refinement (Snethen, "XenoCollide", Game Programming Gems 7, 2008) in the plane. Two polygons overlap if and
 * only if their difference b - a contains the origin. Start from a point `inner` inside the difference. The support point of the
 * difference in some direction either lies short of the origin, and the direction is a separating axis, or it is a new vertex. Two
 * vertices on either side of the ray from `inner` to the origin are a portal: if the origin is inside the triangle of the three, it
 * is inside the difference; otherwise the portal moves out along its normal. A step costs one pass over the vertices, and two to
 * four steps decide all but the near contacts. Near contacts, and polygons whose centre is not certainly inside of them, stay open. */
#ifndef SEPAL_POLYS_KERNEL_PORTAL_H
#define SEPAL_POLYS_KERNEL_PORTAL_H

#include "axes.h"

/* After the first portal. What is open then is faster on all axes. */
#define PORTAL_STEPS 4

/* Which vertices of the polygons are used: a block of 16, or the coarse polygon of a larger one; or all vertices. */
typedef enum vertex_source { FROM_COARSE, FROM_ALL } vertex_source;

/* The vertices of the polygons of one side, relative to one point of each lane. Repeated vertices change no support point. */
typedef struct cloud {
    w2 origin;
    w slack;                         /* no vertex of the polygon is farther from the hull of these */
    uint32_t size;                   /* of the largest, filled up */
    w near[2 * SEPAL_LANE_VERTICES]; /* first all x, then all y */
    /* FROM_ALL: nothing is kept in `near` */
    const float *x[SEPAL_LANES];
    uint32_t padded[SEPAL_LANES];
} cloud;

SPECIALISED void make_cloud(const sepal_polys *set, const uint32_t *index, vertex_source source, w2 origin, cloud *c) {
    float slack[SEPAL_LANES];
    uint32_t largest = 0;
    for (int lane = 0; lane < SEPAL_LANES; lane++) {
        const sepal_poly_head *head = &set->heads[index[2 * lane]];
        const float *block = set->vertices + 4 * (size_t)head->at;
        bool coarse = source == FROM_COARSE && head->size > SEPAL_COARSE;
        slack[lane] = coarse ? block[SEPAL_COARSE_SLACK - SEPAL_COARSE_FLOATS] : 0;
        c->x[lane] = coarse ? block - SEPAL_COARSE_FLOATS : block;
        c->padded[lane] = sepal_padded(head->size);
        largest = c->padded[lane] > largest ? c->padded[lane] : largest;
    }
    c->origin = origin;
    c->slack = w_load(slack);
    c->size = source == FROM_ALL ? largest : SEPAL_COARSE;
    if (source != FROM_ALL) {
        w_load_quads(c->x, (int)c->size / 2, c->near);
        for (uint32_t k = 0; k < c->size; k++) {
            c->near[k] = w_sub(c->near[k], origin.x);
            c->near[c->size + k] = w_sub(c->near[c->size + k], origin.y);
        }
    }
}

/* Four vertices of each lane, from number `from` on. A polygon with fewer vertices repeats its last four. */
static inline void take_four(const cloud *c, uint32_t from, w2 *out) {
    const float *at_x[SEPAL_LANES], *at_y[SEPAL_LANES];
    for (int lane = 0; lane < SEPAL_LANES; lane++) {
        at_x[lane] = c->x[lane] + (from < c->padded[lane] ? from : c->padded[lane] - 4);
        at_y[lane] = at_x[lane] + c->padded[lane];
    }
    w x[4], y[4];
    w_load_quads(at_x, 1, x);
    w_load_quads(at_y, 1, y);
    for (int k = 0; k < 4; k++)
        out[k] = w2_sub((w2){x[k], y[k]}, c->origin);
}

/* The vertex that is farthest along a direction, and its product with the direction. */
typedef struct farthest {
    w along;
    w2 vertex;
} farthest;

static inline void improve(farthest *best, w2 candidate, w2 direction) {
    w along = w_dot(direction, candidate);
    wm better = w_gt(along, best->along);
    best->along = w_max(along, best->along);
    best->vertex = w2_select(better, candidate, best->vertex);
}

/* Not inlined: inlined four times, gcc would keep all vertices in registers, and spill them. */
static SEPAL_NOINLINE farthest support(const cloud *c, vertex_source source, w2 direction) {
    farthest best = {w_set1(-INFINITY), {w_set1(0), w_set1(0)}};
    if (source != FROM_ALL) {
        for (uint32_t k = 0; k < c->size; k++)
            improve(&best, vertex(c->near, c->size, k), direction);
    } else {
        for (uint32_t from = 0; from < c->size; from += 4) {
            w2 four[4];
            take_four(c, from, four);
            for (int k = 0; k < 4; k++)
                improve(&best, four[k], direction);
        }
    }
    return best;
}

/* Bounds on the errors of a projection and of a cross product, relative to the extent of the pair; and on what underflow adds to
 * the first (docs/numerics/overlap.md, "Portal search"). */
#define PORTAL_AXIS_ERROR  (5 * 0x1p-24F)
#define PORTAL_CROSS_ERROR (16 * 0x1p-24F)
#define PORTAL_LEAST       0x1p-110F

typedef struct portal_search {
    vertex_source source;
    cloud a, b;
    w extent; /* at least all coordinates of a and b relative to the centre of a, and the sum of the two radii */
    w slack;  /* of both polygons */
    wm apart;
} portal_search;

/* The support point of b - a along a direction, the product of both, and a bound on the error of that. */
typedef struct support_lanes {
    w2 point;
    w along, error;
} support_lanes;

SPECIALISED support_lanes support_of_difference(const portal_search *s, w2 direction) {
    farthest b = support(&s->b, s->source, direction);
    farthest a = support(&s->a, s->source, w2_neg(direction));
    w length = w_add(w_abs(direction.x), w_abs(direction.y));
    w error = w_madd(length, w_madd(s->extent, w_set1(PORTAL_AXIS_ERROR), s->slack), w_set1(PORTAL_LEAST));
    return (support_lanes){w2_sub(b.vertex, a.vertex), w_add(a.along, b.along), error};
}

/* The support point. Notes the lanes in which the direction certainly separates. */
SPECIALISED w2 try_direction(portal_search *s, w2 direction) {
    support_lanes found = support_of_difference(s, direction);
    s->apart = wm_or(s->apart, w_gt(w_neg(found.along), found.error));
    return found.point;
}

/* A bound on the error of the cross product of two points of b - a. */
static inline w cross_error(const portal_search *s) {
    return w_mul(w_mul(s->extent, s->extent), w_set1(PORTAL_CROSS_ERROR));
}

/* Two points of b - a, on either side of the ray from the inner point to the origin. */
typedef struct portal_lanes {
    w2 right, left;
} portal_lanes;

/* The first portal. inner: a point of b - a. */
SPECIALISED portal_lanes first_portal(portal_search *s, w2 inner) {
    w2 to_origin = w2_neg(inner), first = try_direction(s, to_origin);
    /* the second direction: normal to the ray inner -> first, on the side of the origin */
    w2 ray = w2_sub(first, inner);
    w side = w_cross(ray, to_origin);
    w2 second = try_direction(s, (w2){w_flip(w_neg(ray.y), side), w_flip(ray.x, side)});
    wm origin_is_left = w_gt(side, w_zero());
    return (portal_lanes){w2_select(origin_is_left, first, second), w2_select(origin_is_left, second, first)};
}

/* Moves the portal out. The inner point is certain in the lanes `sound`. */
SPECIALISED lanes refine_portal(portal_search *s, w2 inner, wm sound, portal_lanes *portal) {
    w2 right = portal->right, left = portal->left, to_origin = w2_neg(inner);
    w error = cross_error(s);
    wm overlap = wm_none();
    for (int step = 0;; step++) {
        wm inside = wm_and(wm_and(w_gt(w_cross(inner, right), error), w_gt(w_cross(right, left), error)),
                           w_gt(w_cross(left, inner), error));
        overlap = wm_or(overlap, wm_and(inside, sound));
        lanes now = decided(s->apart, overlap);
        *portal = (portal_lanes){right, left};
        if (step == PORTAL_STEPS || now.open == 0)
            return now;
        w2 across = w2_sub(left, right);
        w2 next = try_direction(s, (w2){across.y, w_neg(across.x)});
        wm keep_left = w_gt(w_cross(w2_sub(next, inner), to_origin), w_zero()); /* the origin is left of the ray inner -> next */
        right = w2_select(keep_left, next, right);
        left = w2_select(keep_left, left, next);
    }
}

SPECIALISED void portal_begin(const sepal_polys *a, const sepal_polys *b, const sepal_pair *group, vertex_source source,
                              circle_lanes ca, circle_lanes cb, portal_search *s) {
    s->source = source;
    make_cloud(a, &group->a, source, ca.centre, &s->a);
    make_cloud(b, &group->b, source, ca.centre, &s->b);
    w2 d = w2_sub(cb.centre, ca.centre);
    s->extent = w_add(w_add(ca.outer, cb.outer), w_max(w_abs(d.x), w_abs(d.y)));
    s->slack = w_add(s->a.slack, s->b.slack);
    s->apart = wm_none();
}

/* The portals of a block of pairs: x and y of the right point, then of the left one. A group may be longer than the block. */
typedef struct block_portals {
    _Alignas(16) float points[SEPAL_BLOCK + SEPAL_LANES][4];
} block_portals;

/* What a portal kernel is asked about a list of pairs. kept: NULL if no portals are kept. */
typedef struct portal_query {
    const polys_query *q;
    block_portals *kept;
} portal_query;

/* Where the portals of the lanes from pair k on are kept. */
static inline void portal_places(const portal_query *p, size_t k, float **at) {
    for (size_t lane = 0; lane < SEPAL_LANES; lane++)
        at[lane] = p->kept->points[k + lane];
}

static inline void keep_portal(const portal_query *p, size_t k, const portal_lanes *portal) {
    float *at[SEPAL_LANES];
    w points[4] = {portal->right.x, portal->right.y, portal->left.x, portal->left.y};
    portal_places(p, k, at);
    w_store_quads(at, 1, points);
}

static inline portal_lanes kept_portal(const portal_query *p, size_t k) {
    float *at[SEPAL_LANES];
    w points[4];
    portal_places(p, k, at);
    w_load_quads((const float *const *)at, 1, points);
    return (portal_lanes){{points[0], points[1]}, {points[2], points[3]}};
}

/* What a search over all vertices begins with: nothing, or the portal that was kept. */
typedef enum portal_start { FROM_NOTHING, FROM_KEPT } portal_start;

SPECIALISED lanes portal_group(const portal_query *p, const sepal_pair *group, size_t k, vertex_source source, portal_start start) {
    const polys_query *q = p->q;
    circle_lanes ca = load_circles(q->a, &group->a), cb = load_circles(q->b, &group->b);
    portal_search s; /* too large to be cleared */
    w2 inner = w2_sub(cb.centre, ca.centre);
    portal_begin(q->a, q->b, group, source, ca, cb, &s);
    wm sound = wm_and(w_gt(ca.inner, w_zero()), w_gt(cb.inner, w_zero())); /* the centres are certainly inside */
    portal_lanes portal = start == FROM_KEPT ? kept_portal(p, k) : first_portal(&s, inner);
    lanes found = refine_portal(&s, inner, sound, &portal);
    if (source == FROM_COARSE && found.open != 0)
        keep_portal(p, k, &portal);
    return found;
}

SPECIALISED lanes coarse_portal_kernel(const void *question, const sepal_pair *group, size_t k, sizes n) {
    (void)n;
    return portal_group(question, group, k, FROM_COARSE, FROM_NOTHING);
}
SPECIALISED lanes portal_kernel(const void *question, const sepal_pair *group, size_t k, sizes n) {
    (void)n;
    return portal_group(question, group, k, FROM_ALL, FROM_NOTHING);
}
SPECIALISED lanes kept_portal_kernel(const void *question, const sepal_pair *group, size_t k, sizes n) {
    (void)n;
    return portal_group(question, group, k, FROM_ALL, FROM_KEPT);
}

/* Every polygon has more than 8 vertices, so a block of 16 or a coarse polygon. Keeps the portals of the pairs that are left open:
 * coarse vertices are vertices, so the search over all of them can go on from there. */
static SEPAL_NOINLINE bool filter_coarse_portal(const polys_query *q, const sepal_pair *pairs, size_t count, block_portals *kept,
                                                verdicts *out) {
    bool open = ask_groups(coarse_portal_kernel, NULL, &(portal_query){q, kept}, pairs, count, (sizes){0}, out);
    size_t left = 0, k;
    FOR_BITS(k, out->open, count)
        memcpy(kept->points[left++], kept->points[k], sizeof kept->points[k]);
    return open;
}

/* kept: of the pairs; NULL if there are none. */
static SEPAL_NOINLINE bool filter_portal(const polys_query *q, const sepal_pair *pairs, size_t count, block_portals *kept,
                                         verdicts *out) {
    portal_query p = {q, kept};
    if (kept == NULL)
        return ask_groups(portal_kernel, NULL, &p, pairs, count, (sizes){0}, out);
    return ask_groups(kept_portal_kernel, NULL, &p, pairs, count, (sizes){0}, out);
}

#endif
