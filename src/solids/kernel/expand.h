/* expand.h — the face of the Minkowski difference K = {b - a} that is nearest to the origin inside, searched for in double.
 *
 * The expanding polytope of van den Bergen, "Proximity queries and penetration depth computation on 3D game objects", GDC 2001: a
 * polytope P of members of K around the origin; its face nearest to the origin; the member farthest along its normal, which P takes
 * in, until there is none beyond the face. Every face carries a lower bound on the distance of its plane: if that of all others is
 * greater than the distance found, no other face of K can be as near (docs/numerics/solids_kernels.md, "Pushes of hulls"). For that
 * P need not be convex: only closed, and around the origin.
 *
 * P has some twenty faces in the end: a face in each lane. */
#ifndef SEPAL_SOLIDS_KERNEL_EXPAND_H
#define SEPAL_SOLIDS_KERNEL_EXPAND_H

#include "approach.h"

enum { EXPAND_CORNERS = 64, EXPAND_FACES = 2 * EXPAND_CORNERS, EXPAND_RIM = 3 * EXPAND_CORNERS };
/* A member that is beyond a face by less of the extent is in its plane. */
#define EXPAND_PROGRESS 0x1p-42
/* How much farther than the nearest plane all others are, of the extent: more than what the reference may confuse. */
#define EXPAND_GAP 0x1p-34

/* Faces by lanes: of unit normals n away from the origin; least: of the distance of the plane, certainly. */
typedef struct expand_body {
    int corners, faces;
    core_member corner[EXPAND_CORNERS];
    uint8_t of[EXPAND_FACES][3]; /* the corners of each face */
    double n[3][EXPAND_FACES], distance[EXPAND_FACES], least[EXPAND_FACES];
} expand_body;

/* Directed edges of faces that are taken away; those whose opposites are there too are inside. */
typedef struct expand_rim {
    int count;
    uint8_t from[EXPAND_RIM], to[EXPAND_RIM];
} expand_rim;

static bool note_edge(expand_rim *r, uint8_t from, uint8_t to) {
    for (int k = 0; k < r->count; k++)
        if (r->from[k] == to && r->to[k] == from) {
            r->count--;
            r->from[k] = r->from[r->count];
            r->to[k] = r->to[r->count];
            return true;
        }
    if (r->count == EXPAND_RIM)
        return false;
    r->from[r->count] = from;
    r->to[r->count++] = to;
    return true;
}

/* New faces: each of an edge and of one corner that they have in common, and the number that it gets. */
typedef struct expand_faces {
    int count;
    const uint8_t *from, *to;
    uint8_t apex;
    uint8_t number[EXPAND_RIM];
} expand_faces;

/* The planes of a few of them. False if one is not certainly in front of the origin, by half of its distance at least: so what is
 * in front of it by rounding is not behind the origin. */
static bool set_planes(expand_body *p, double extent, const expand_faces *more, int first) {
    const double u = DOUBLE_UNIT;
    double from[3][WD_LANES], to[3][WD_LANES], out[5][WD_LANES];
    int count = more->count - first < WD_LANES ? more->count - first : WD_LANES;
    for (int lane = 0; lane < WD_LANES; lane++) {
        int face = first + (lane < count ? lane : 0);
        for (int k = 0; k < 3; k++) {
            from[k][lane] = p->corner[more->from[face]].w[k];
            to[k][lane] = p->corner[more->to[face]].w[k];
        }
    }
    const double *top = p->corner[more->apex].w;
    wd3 at = {wd_load(from[0]), wd_load(from[1]), wd_load(from[2])}, apex = {wd_set1(top[0]), wd_set1(top[1]), wd_set1(top[2])};
    wd3 e = wd3_sub((wd3){wd_load(to[0]), wd_load(to[1]), wd_load(to[2])}, at), g = wd3_sub(apex, at), n = wd3_cross(e, g);
    wd inverse = wd_div(wd_set1(1), wd_sqrt(wd3_dot(n, n))), distance = wd_mul(wd3_dot(n, at), inverse);
    wd lengths = wd_add(wd3_sum(e), wd3_sum(g));
    wd unsure = wd_mul(lengths, wd_add(wd_mul(lengths, wd_set1(48 * u)), wd_set1(192 * u * extent)));
    wd least = wd_sub(distance, wd_mul(wd_set1(extent), wd_madd(unsure, inverse, wd_set1(32 * u))));
    wd_store(out[0], wd_mul(n.x, inverse));
    wd_store(out[1], wd_mul(n.y, inverse));
    wd_store(out[2], wd_mul(n.z, inverse));
    wd_store(out[3], distance);
    wd_store(out[4], least);
    for (int lane = 0; lane < count; lane++) {
        unsigned number = more->number[first + lane];
        p->of[number][0] = more->from[first + lane], p->of[number][1] = more->to[first + lane], p->of[number][2] = more->apex;
        for (int k = 0; k < 3; k++)
            p->n[k][number] = out[k][lane];
        p->distance[number] = out[3][lane];
        p->least[number] = out[4][lane];
        if (!(out[4][lane] > out[3][lane] / 2))
            return false;
    }
    return true;
}

/* Sets those faces. Up to a multiple of lanes, there are planes behind the last one that are infinitely far away. */
static bool set_faces(expand_body *p, double extent, const expand_faces *more) {
    for (int first = 0; first < more->count; first += WD_LANES)
        if (!set_planes(p, extent, more, first))
            return false;
    for (int k = p->faces; k % WD_LANES != 0; k++)
        p->n[0][k] = p->n[1][k] = p->n[2][k] = 0, p->distance[k] = p->least[k] = (double)INFINITY;
    return true;
}

/* How far a point is beyond the planes of some faces. */
static inline wd beyond_faces(const expand_body *p, const double at[3], int first) {
    wd x = wd_mul(wd_load(p->n[0] + first), wd_set1(at[0])), y = wd_madd(wd_load(p->n[1] + first), wd_set1(at[1]), x);
    return wd_sub(wd_madd(wd_load(p->n[2] + first), wd_set1(at[2]), y), wd_load(p->distance + first));
}

/* Takes in a member. The new faces get the numbers of those that are taken away, and further ones. */
static bool take_in(expand_body *p, double extent, const core_member *more) {
    expand_rim r;
    expand_faces set = {.from = r.from, .to = r.to, .apex = (uint8_t)p->corners};
    int gone = 0;
    r.count = 0;
    if (p->corners == EXPAND_CORNERS)
        return false;
    for (int first = 0; first < p->faces; first += WD_LANES) {
        uint64_t seen = wdm_bits(wd_gt(beyond_faces(p, more->w, first), wd_set1(EXPAND_PROGRESS / 4 * extent)));
        for (; seen != 0; seen &= seen - 1) {
            unsigned face = (unsigned)first + sepal_lowest_bit(seen);
            for (int e = 0; e < 3; e++)
                if (!note_edge(&r, p->of[face][e], p->of[face][(e + 1) % 3]))
                    return false;
            set.number[gone++] = (uint8_t)face;
        }
    }
    int added = r.count - gone; /* 2 if the faces that were taken away are one part of the surface without holes */
    if (added < 0 || gone == 0 || p->faces + added > EXPAND_FACES)
        return false;
    for (int k = 0; k < added; k++)
        set.number[gone + k] = (uint8_t)p->faces++;
    set.count = r.count;
    p->corner[p->corners++] = *more;
    return set_faces(p, extent, &set);
}

static bool set_tetrahedron(expand_body *p, double extent, const simplex *s) {
    double e[3], g[3], h[3], n[3];
    for (int k = 0; k < 4; k++)
        p->corner[k] = s->m[k];
    p->corners = 4;
    p->faces = 4;
    d3_sub(s->m[1].w, s->m[0].w, e);
    d3_sub(s->m[2].w, s->m[0].w, g);
    d3_sub(s->m[3].w, s->m[0].w, h);
    d3_cross(e, g, n);
    uint8_t one = d3_dot(n, h) > 0 ? 2 : 1, two = (uint8_t)(3 - one); /* 3 is behind 0 one two */
    const uint8_t from[3] = {one, two, 0}, to[3] = {0, one, two}, side_from[1] = {0}, side_to[1] = {one};
    expand_faces three = {3, from, to, 3, {1, 2, 3}}, last = {1, side_from, side_to, two, {0}};
    return set_faces(p, extent, &three) && set_faces(p, extent, &last);
}

/* The number of the face whose plane is nearest. */
static int nearest_plane(const expand_body *p) {
    wd least = wd_load(p->distance);
    for (int first = WD_LANES; first < p->faces; first += WD_LANES)
        least = wd_min(least, wd_load(p->distance + first));
    wd distance = wd_set1(-wd_greatest(wd_sub(wd_set1(0), least)));
    for (int first = 0;; first += WD_LANES) {
        uint64_t same = wdm_bits(wd_eq(wd_load(p->distance + first), distance));
        if (same != 0)
            return first + (int)sepal_lowest_bit(same);
    }
}

/* Finds the nearest face, from a tetrahedron around the origin. Its number; -1 if that fails. */
static int search_face(const core_pair *pair, const simplex *start, expand_body *p) {
    double extent = pair->extent;
    if (!set_tetrahedron(p, extent, start))
        return -1;
    for (;;) {
        core_member farthest;
        int best = nearest_plane(p);
        const double n[3] = {p->n[0][best], p->n[1][best], p->n[2][best]};
        support_along(pair, n, &farthest);
        if (d3_dot(n, farthest.w) - p->distance[best] <= EXPAND_PROGRESS * extent)
            return best;
        if (!take_in(p, extent, &farthest))
            return -1;
    }
}

/* Are the planes of all faces farther, but for those in the plane of `nearest`, whose corners are all made of these vertices? */
static bool is_alone(const expand_body *p, int nearest, double extent, uint64_t of_a, uint64_t of_b) {
    double beyond = 2 * p->distance[nearest] - p->least[nearest] + EXPAND_GAP * extent; /* its distance is within the bound of it */
    for (int first = 0; first < p->faces; first += WD_LANES) {
        uint64_t near = wdm_bits(wd_ge(wd_set1(beyond), wd_load(p->least + first)));
        for (; near != 0; near &= near - 1)
            for (int c = 0; c < 3; c++) {
                const core_member *m = &p->corner[p->of[(unsigned)first + sepal_lowest_bit(near)][c]];
                if ((of_a >> m->a & 1) == 0 || (of_b >> m->b & 1) == 0)
                    return false;
            }
    }
    return true;
}

#endif
