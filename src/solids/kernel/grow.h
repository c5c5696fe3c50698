/* grow.h — the polytope of solids_scalar_grow.c, with a vertex or a face in each lane: the same operations in the same order, so that
 * it has the same face. */
#ifndef SEPAL_SOLIDS_KERNEL_GROW_H
#define SEPAL_SOLIDS_KERNEL_GROW_H

#include "../scalar/push.h"
#include "cores.h"

/* The first of the vertices of greatest n . v as rounded. */
static inline uint32_t farthest_of(const core_vertices *c, const double n[3]) {
    wd most = along_lanes(c, n, 0), at = wd_set1(0);
    for (uint32_t i = WD_LANES; i < solid_core_lanes(c->size); i += WD_LANES) {
        wd along = along_lanes(c, n, i);
        at = wd_select(wd_gt(along, most), wd_set1((double)i), at);
        most = wd_max(along, most);
    }
    unsigned best = wdm_bits(wd_eq(most, wd_set1(wd_greatest(most))));
    if (solid_core_lanes(c->size) == WD_LANES)
        return sepal_lowest_bit(best);
    double from[WD_LANES];
    uint32_t found = CORE_VERTICES;
    wd_store(from, at);
    for (; best != 0; best &= best - 1) {
        uint32_t lane = sepal_lowest_bit(best), number = (uint32_t)from[lane] + lane;
        found = number < found ? number : found;
    }
    return found;
}

/* The corners of each face, outside in front; its unit normal; the least n . w of its corners; above 0 if the origin is certainly
 * behind it. Behind the last face, up to a multiple of lanes, there are some that are infinitely far away. added: the numbers of the faces
 * that the last corner has. */
typedef struct grow_body {
    int corners, faces, count_added;
    double corner[SEPAL_GROW_CORNERS][3];
    uint16_t member[SEPAL_GROW_CORNERS][2]; /* of a and b, that a corner is made of */
    uint8_t of[SEPAL_GROW_FACES][3], added[SEPAL_GROW_FACES];
    double n[3][SEPAL_GROW_FACES], distance[SEPAL_GROW_FACES], behind[SEPAL_GROW_FACES];
} grow_body;

/* New faces: each of three corners, and the number that it gets. */
typedef struct grow_faces {
    int count;
    const uint8_t *from, *to, *apex;
    const uint8_t *number;
} grow_faces;

/* One at a time, since they are few: to fill lanes with corners takes longer. False if the corners of one are in a line. */
static bool set_faces(grow_body *p, double extent, const grow_faces *more) {
    for (int k = 0; k < more->count; k++) {
        const uint8_t of[3] = {more->from[k], more->to[k], more->apex[k]}, number = more->number[k];
        const double *corner[3] = {p->corner[of[0]], p->corner[of[1]], p->corner[of[2]]};
        double e[3], g[3], n[3];
        d3_sub(corner[1], corner[0], e);
        d3_sub(corner[2], corner[0], g);
        d3_cross(e, g, n);
        const double square = d3_dot(n, n), inverse = 1 / sqrt(square), lengths = d3_sum(e) + d3_sum(g);
        const double limit = lengths * (lengths * SEPAL_GROW_EDGES + SEPAL_GROW_SIDES * extent);
        if (!(square > 0))
            return false;
        for (int i = 0; i < 3; i++) {
            p->of[number][i] = of[i];
            p->n[i][number] = n[i] *= inverse;
        }
        const double one = d3_dot(n, corner[0]), two = d3_dot(n, corner[1]), three = d3_dot(n, corner[2]);
        const double less = one < two ? one : two, distance = less < three ? less : three;
        p->distance[number] = distance;
        p->behind[number] = distance - extent * (limit * inverse + SEPAL_GROW_PLACE);
    }
    for (int k = p->faces; k % WD_LANES != 0; k++)
        p->n[0][k] = p->n[1][k] = p->n[2][k] = 0, p->distance[k] = p->behind[k] = (double)INFINITY;
    return true;
}

/* The polytope while it gets its first corners. */
typedef struct grow_beginning {
    const solid_core_pair *pair;
    grow_body *body;
} grow_beginning;

static inline void place_corner(grow_body *p, int number, const core_member *to) {
    memcpy(p->corner[number], to->w, sizeof p->corner[number]);
    p->member[number][0] = (uint16_t)to->a, p->member[number][1] = (uint16_t)to->b;
}

static void set_grown_corner(void *polytope, int number, const double n[3], double sign, double at[3]) {
    const grow_beginning *p = polytope;
    const double along[3] = {sign * n[0], sign * n[1], sign * n[2]};
    core_member m;
    support_along(p->pair, along, &m);
    place_corner(p->body, number, &m);
    memcpy(at, m.w, sizeof m.w);
}

/* c: from the centre of a to that of b. set_corner: finds the first corners. */
static bool start_body(const solid_core_pair *pair, const double c[3], sepal_grow_corner *set_corner, grow_body *p) {
    grow_beginning beginning = {pair, p};
    const uint8_t one = sepal_grow_start(set_corner, &beginning, pair->extent, c), two = (uint8_t)(3 - one);
    const uint8_t from[4] = {0, one, two, 0}, to[4] = {one, 0, one, two}, apex[4] = {two, 3, 3, 3};
    p->corners = p->faces = p->count_added = 4;
    for (uint8_t k = 0; k < 4; k++)
        p->added[k] = k;
    return one != 0 && set_faces(p, pair->extent, &(grow_faces){4, from, to, apex, p->added});
}

/* Takes in a member. The new faces get the numbers of those that are taken away, and further ones. False if there is no room. */
static bool take_in(grow_body *p, double extent, const core_member *more) {
    uint8_t apex[SEPAL_GROW_RIM];
    sepal_grow_rim r;
    int gone = 0;
    r.count = 0;
    if (p->corners == SEPAL_GROW_CORNERS)
        return false;
    const wd3 at = {wd_set1(more->w[0]), wd_set1(more->w[1]), wd_set1(more->w[2])};
    for (int first = 0; first < p->faces; first += WD_LANES) {
        wd along = wd3_dot_in_order((wd3){wd_load(p->n[0] + first), wd_load(p->n[1] + first), wd_load(p->n[2] + first)}, at);
        uint64_t seen = wdm_bits(wd_gt(wd_sub(along, wd_load(p->distance + first)), wd_set1(SEPAL_GROW_BEYOND * extent)));
        for (; seen != 0; seen &= seen - 1) {
            const unsigned face = (unsigned)first + sepal_lowest_bit(seen);
            for (int e = 0; e < 3; e++)
                if (!sepal_grow_note_rim(&r, p->of[face][e], p->of[face][(e + 1) % 3]))
                    return false;
            p->added[gone++] = (uint8_t)face;
        }
    }
    const int added = r.count - gone;
    if (added < 0 || p->faces + added > SEPAL_GROW_FACES)
        return false;
    for (int k = 0; k < added; k++)
        p->added[gone + k] = (uint8_t)p->faces++;
    for (int k = 0; k < r.count; k++)
        apex[k] = (uint8_t)p->corners;
    place_corner(p, p->corners++, more);
    p->count_added = r.count;
    return set_faces(p, extent, &(grow_faces){r.count, r.from, r.to, apex, p->added});
}

/* The number of the first of the nearest faces. */
static int nearest_face(const grow_body *p) {
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

/* Is the origin certainly behind all faces? */
static bool is_around(const grow_body *p) {
    wdm all = wd_gt(wd_load(p->behind), wd_set1(0));
    for (int first = WD_LANES; first < p->faces; first += WD_LANES)
        all = wdm_and(all, wd_gt(wd_load(p->behind + first), wd_set1(0)));
    return wdm_bits(all) == (1U << WD_LANES) - 1;
}

/* The face that it ends with; false if there is none, or not enough room. */
static bool grow_lanes(const solid_core_pair *cores, sepal_grown *out) {
    grow_body p;
    if (!(cores->extent > SEPAL_GROW_LEAST && cores->extent < SEPAL_GROW_MOST) ||
        !start_body(cores, cores->inner, set_grown_corner, &p))
        return false;
    for (;;) {
        core_member more;
        const int best = nearest_face(&p);
        const double n[3] = {p.n[0][best], p.n[1][best], p.n[2][best]};
        support_along(cores, n, &more);
        if (d3_dot(n, more.w) - p.distance[best] <= SEPAL_GROW_PROGRESS * cores->extent) {
            out->around = is_around(&p);
            for (int k = 0; k < 3; k++)
                out->member[k] = (sepal_member){p.member[p.of[best][k]][0], p.member[p.of[best][k]][1]};
            sepal_grown_set_most(out, p.distance[best], cores->extent);
            return true;
        }
        if (!take_in(&p, cores->extent, &more))
            return false;
    }
}

#endif
