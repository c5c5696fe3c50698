/* expand.h — the face of the Minkowski difference K = {b - a} that is nearest to the origin inside, searched for in double.
 *
 * The expanding polytope of van den Bergen, "Proximity queries and penetration depth computation on 3D game objects", GDC 2001: a
 * polytope P of members of K around the origin; its face nearest to the origin; the member farthest along its normal, which P takes
 * in, until there is none beyond the face. Every face carries a lower bound on the distance of its plane: if that of all others is
 * greater than the distance found, no other face of K can be as near (docs/numerics/solids_kernels.md, "Pushes of hulls"). For that
 * P need not be convex: only closed, and around the origin. */
#ifndef SEPAL_SOLIDS_KERNEL_EXPAND_H
#define SEPAL_SOLIDS_KERNEL_EXPAND_H

#include "approach.h"

enum { EXPAND_CORNERS = 64, EXPAND_FACES = 2 * EXPAND_CORNERS, EXPAND_RIM = 3 * EXPAND_CORNERS };
/* A member that is beyond a face by less of the extent is in its plane. */
#define EXPAND_PROGRESS 0x1p-42
/* How much farther than the nearest plane all others are, of the extent: more than what the reference may confuse. */
#define EXPAND_GAP 0x1p-34

/* n points away from the origin; least: of the distance of the plane, certainly. */
typedef struct expand_face {
    uint8_t corner[3];
    double n[3], size, distance, least;
} expand_face;

typedef struct expand_body {
    int corners, faces;
    core_member corner[EXPAND_CORNERS];
    expand_face face[EXPAND_FACES];
} expand_body;

/* False if the plane of the face is not certainly in front of the origin, or there is no room. */
static bool add_face(expand_body *p, double extent, int a, int b, int c) {
    const double u = DOUBLE_UNIT, *at = p->corner[a].w;
    double e[3], g[3];
    if (p->faces == EXPAND_FACES)
        return false;
    expand_face *f = &p->face[p->faces++];
    f->corner[0] = (uint8_t)a, f->corner[1] = (uint8_t)b, f->corner[2] = (uint8_t)c;
    d3_sub(p->corner[b].w, at, e);
    d3_sub(p->corner[c].w, at, g);
    d3_cross(e, g, f->n);
    f->size = d3_length(f->n);
    f->distance = d3_dot(f->n, at) / f->size;
    double lengths = d3_length(e) + d3_length(g);
    f->least = f->distance - extent * (32 * u + 6 * u * (8 * lengths * lengths + 32 * extent * lengths) / f->size);
    return f->least > 0;
}

/* Directed edges of faces that were taken away; those whose opposites are there too are inside. */
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

/* Takes in a member. */
static bool take_in(expand_body *p, double extent, const core_member *more) {
    expand_rim r = {.count = 0};
    if (p->corners == EXPAND_CORNERS)
        return false;
    for (int k = 0; k < p->faces;) {
        const expand_face *f = &p->face[k];
        if (d3_dot(f->n, more->w) - f->distance * f->size <= EXPAND_PROGRESS / 4 * extent * f->size) {
            k++;
            continue;
        }
        for (int e = 0; e < 3; e++)
            if (!note_edge(&r, f->corner[e], f->corner[(e + 1) % 3]))
                return false;
        p->face[k] = p->face[--p->faces];
    }
    p->corner[p->corners] = *more;
    for (int k = 0; k < r.count; k++)
        if (!add_face(p, extent, r.from[k], r.to[k], p->corners))
            return false;
    p->corners++;
    return r.count > 0;
}

static bool set_tetrahedron(expand_body *p, double extent, const simplex *s) {
    double e[3], g[3], h[3], n[3];
    for (int k = 0; k < 4; k++)
        p->corner[k] = s->m[k];
    p->corners = 4;
    p->faces = 0;
    d3_sub(s->m[1].w, s->m[0].w, e);
    d3_sub(s->m[2].w, s->m[0].w, g);
    d3_sub(s->m[3].w, s->m[0].w, h);
    d3_cross(e, g, n);
    int one = d3_dot(n, h) > 0 ? 2 : 1, two = 3 - one; /* 3 is behind 0 one two */
    return add_face(p, extent, 0, one, two) && add_face(p, extent, 0, two, 3) && add_face(p, extent, two, one, 3) &&
           add_face(p, extent, one, 0, 3);
}

/* Finds the nearest face, from a tetrahedron around the origin. NULL if that fails. */
static const expand_face *search_face(const core_pair *pair, const simplex *start, expand_body *p) {
    double extent = pair->extent;
    if (!set_tetrahedron(p, extent, start))
        return NULL;
    for (;;) {
        core_member farthest;
        int best = 0;
        for (int k = 1; k < p->faces; k++)
            best = p->face[k].distance < p->face[best].distance ? k : best;
        const expand_face *f = &p->face[best];
        support_along(pair, f->n, &farthest);
        if (d3_dot(f->n, farthest.w) - f->distance * f->size <= EXPAND_PROGRESS * extent * f->size)
            return f;
        if (!take_in(p, extent, &farthest))
            return NULL;
    }
}

/* Are the planes of all faces farther, but for those in the plane of `nearest`, whose corners are all made of these vertices? */
static bool is_alone(const expand_body *p, const expand_face *nearest, double extent, uint64_t of_a, uint64_t of_b) {
    double beyond = 2 * nearest->distance - nearest->least + EXPAND_GAP * extent; /* its distance is within the bound of it */
    for (int k = 0; k < p->faces; k++) {
        const expand_face *f = &p->face[k];
        bool same = true;
        if (f->least > beyond)
            continue;
        for (int c = 0; c < 3; c++) {
            const core_member *m = &p->corner[f->corner[c]];
            same = same && (of_a >> m->a & 1) != 0 && (of_b >> m->b & 1) != 0;
        }
        if (!same)
            return false;
    }
    return true;
}

#endif
