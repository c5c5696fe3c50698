/* members.h — the vertices of two cores in double, half a group at a time, the members of their Minkowski difference K = {b - a}, and which
 * vertices are in the plane of three of these. */
#ifndef SEPAL_SOLIDS_KERNEL_MEMBERS_H
#define SEPAL_SOLIDS_KERNEL_MEMBERS_H

#include "closest.h"

/* Half of a group: the vertices of both relative to vertex 0 of a, or to its centre if it is a box, all x first; extent: R, the greatest sum
 * of the magnitudes of the coordinates of one. */
typedef struct vertices_half {
    uint32_t size;
    wd at[3 * HULL_VERTICES];
} vertices_half;
typedef struct difference_half {
    vertices_half a, b;
    wd extent, unit, length; /* unit: 1 in units of the last bit of the coordinates; length: no member is longer */
    wd3 origin;              /* what members are seen from */
    const solids_query *q;
    sizes n;                 /* of the blocks, 0 of boxes */
    const sepal_pair *group; /* the pairs of this half */
} difference_half;

/* A member of K: its vertices, by their numbers and their places, and their difference. */
typedef struct member_half {
    wd number_a, number_b;
    wd3 a, b, w;
} member_half;

/* Of hulls with blocks of `size`: as many vertices as the largest of them has, up to a multiple of 8. What fills up a block repeats its last
 * vertex, and of equal vertices float names the first: so no code is of a vertex that is left out. */
static SEPAL_NOINLINE void load_hull_half(const sepal_solids *set, const uint32_t *index, uint32_t size, wd3 origin, int half,
                                          vertices_half *out, wd *extent) {
    const float *at[SEPAL_LANES];
    const wd from[3] = {origin.x, origin.y, origin.z};
    const uint32_t step = size > 4 ? 8 : 4;
    uint32_t most = step;
    w f[4];
    for (int lane = 0; lane < WD_LANES; lane++) { /* two quads of each hull at once, where there are more than three */
        const uint32_t of = index[2 * (lane + half * WD_LANES)], count = set->heads[of].size;
        at[lane] = sepal_solid_x(set, of);
        at[lane + WD_LANES] = at[lane] + step - 4;
        most = count > most ? count : most;
    }
    most = (most + step - 1) / step * step;
    out->size = most;
    for (uint32_t k = 0; k < 3; k++) {
        for (uint32_t i = k * most; i < (k + 1) * most; i += step) {
            w_load_quads(at, 1, f);
            for (uint32_t row = 0; row < 4; row++) {
                out->at[i + row] = wd_sub(wd_of(f[row], 0), from[k]);
                out->at[i + step - 4 + row] = wd_sub(wd_of(f[row], (int)(step / 8)), from[k]);
            }
            for (int lane = 0; lane < SEPAL_LANES; lane++)
                at[lane] += step;
        }
        for (int lane = 0; lane < SEPAL_LANES; lane++)
            at[lane] += size - most;
    }
    for (uint32_t i = 0; i < most; i++)
        *extent = wd_max(*extent, wd3_sum((wd3){out->at[i], out->at[most + i], out->at[2 * most + i]}));
}

/* Corners of boxes, in the order of solid_load_corners. */
static SEPAL_NOINLINE void load_box_half(const sepal_solids *set, const uint32_t *index, wd3 origin, int half, vertices_half *out,
                                         wd *extent) {
    const solid_exact_lanes box = load_exact_boxes(set, index);
    const wd3 u = wd3_of(box.edge[0], half), v = wd3_of(box.edge[1], half), along = wd3_of(box.edge[2], half),
              centre = wd3_sub(wd3_of(box.centre, half), origin);
    out->size = 8;
    for (uint32_t k = 0; k < 8; k++) {
        const double sign = k & 4 ? -1 : 1;
        wd3 corner = wd3_add(u, wd3_scale(v, wd_set1(k & 1 ? 1 : -1)));
        corner = wd3_add(corner, wd3_scale(along, wd_set1(k & 2 ? 1 : -1)));
        corner = wd3_add(centre, wd3_scale(corner, wd_set1(sign)));
        out->at[k] = corner.x;
        out->at[8 + k] = corner.y;
        out->at[16 + k] = corner.z;
        *extent = wd_max(*extent, wd3_sum(corner));
    }
}

/* Vertex 0 of each, or its centre. */
SPECIALISED wd3 first_vertices(const sepal_solids *set, const uint32_t *index, uint32_t size, int half) {
    double at[3][WD_LANES];
    for (int lane = 0; lane < WD_LANES; lane++) {
        const uint32_t solid = index[2 * (lane + half * WD_LANES)];
        const float *from = size == 0 ? sepal_solid_exact(set, solid)->c : sepal_solid_x(set, solid);
        for (uint32_t k = 0; k < 3; k++)
            at[k][lane] = (double)from[k * (size == 0 ? 1 : size)];
    }
    return (wd3){wd_load(at[0]), wd_load(at[1]), wd_load(at[2])};
}

static inline void load_core_half(const sepal_solids *set, const uint32_t *index, uint32_t size, wd3 origin, int half,
                                  vertices_half *out, wd *extent) {
    if (size == 0)
        load_box_half(set, index, origin, half, out, extent);
    else
        load_hull_half(set, index, size, origin, half, out, extent);
}

/* The vertices of both, and R. n: the sizes of the blocks, 0 for boxes. */
SPECIALISED void load_cores_half(const solids_query *q, const sepal_pair *group, sizes n, int half, difference_half *p) {
    const wd3 origin = first_vertices(q->a, &group->a, n.a, half);
    p->extent = wd_set1(0);
    p->origin = (wd3){wd_set1(0), wd_set1(0), wd_set1(0)};
    load_core_half(q->a, &group->a, n.a, origin, half, &p->a, &p->extent);
    load_core_half(q->b, &group->b, n.b, origin, half, &p->b, &p->extent);
}

/* The vertex of greatest n . v, of several the first one. */
static inline wd3 farthest_vertex_half(const vertices_half *c, wd3 n, wd *number) {
    const wd *x = c->at, *y = c->at + c->size, *z = c->at + 2 * (size_t)c->size;
    wd3 out = {x[0], y[0], z[0]};
    wd most = wd3_dot(n, out), best = wd_set1(0);
    for (uint32_t k = 1; k < c->size; k++) {
        wd3 v = {x[k], y[k], z[k]};
        wd along = wd3_dot(n, v);
        wdm more = wd_gt(along, most);
        best = wd_select(more, wd_set1((double)k), best);
        out = wd3_select(more, v, out);
        most = wd_max(along, most);
    }
    *number = best;
    return out;
}

static inline member_half farthest_member_half(const difference_half *p, wd3 n) {
    member_half out;
    out.a = farthest_vertex_half(&p->a, wd3_scale(n, wd_set1(-1)), &out.number_a);
    out.b = farthest_vertex_half(&p->b, n, &out.number_b);
    out.w = wd3_sub(wd3_sub(out.b, out.a), p->origin);
    return out;
}

static inline member_half member_half_select(wdm m, const member_half *p, const member_half *q) {
    return (member_half){wd_select(m, p->number_a, q->number_a), wd_select(m, p->number_b, q->number_b), wd3_select(m, p->a, q->a),
                         wd3_select(m, p->b, q->b), wd3_select(m, p->w, q->w)};
}

/* Do two members differ by an edge of one core? */
static inline wdm share_vertex(const member_half *p, const member_half *q) {
    return wdm_or(wd_eq(p->number_a, q->number_a), wd_eq(p->number_b, q->number_b));
}

/* Do three members differ by edges of one core each? Then the plane through them is parallel to each edge between two of their
 * vertices of one core. */
static inline wdm are_joined(const member_half *m) {
    const wdm j01 = share_vertex(&m[0], &m[1]), j12 = share_vertex(&m[1], &m[2]), j20 = share_vertex(&m[2], &m[0]);
    return wdm_or(wdm_and(j01, j12), wdm_and(j20, wdm_or(j01, j12)));
}

static inline wd3 triangle_normal(const member_half *m) {
    return wd3_cross(wd3_sub(m[1].w, m[0].w), wd3_sub(m[2].w, m[0].w));
}

/* --- Vertices in a plane ---------------------------------------------------------------------------------------------------------- */

/* In units of the last bit of the coordinates: the greatest R, and the greatest product with the normal of a plane, for which integers
 * tell whether a vertex is in it. */
#define MEETING_INTEGER_EXTENT 0x1p48
#define MEETING_INTEGER        0x1p61

/* A plane in units of the last bit of the coordinates and modulo 2^64: its normal, where that tells which vertices of no more than
 * `most` along n, up or down, are in it. */
typedef struct meeting_plane {
    wdm asked;
    wl3 n;
    wd unit, most;
} meeting_plane;

/* Of the plane through three members, in the lanes `asked`, as far as integers tell. limit: more than what rounding may move a vertex by. */
static inline meeting_plane plane_in_integers(wd extent, wd unit, const member_half *m, wd limit, wdm asked) {
    const wl3 e = wl3_of(wd3_scale(wd3_sub(m[1].w, m[0].w), unit)), g = wl3_of(wd3_scale(wd3_sub(m[2].w, m[0].w), unit));
    const wd most = wd_scaled(limit, 2), cube = wd_mul(wd_mul(unit, unit), unit);
    asked = wdm_and(asked, wd_ge(wd_set1(MEETING_INTEGER_EXTENT), wd_mul(extent, unit)));
    asked = wdm_and(asked, wd_ge(wd_set1(MEETING_INTEGER), wd_mul(most, cube)));
    return (meeting_plane){asked, wl3_cross(e, g), unit, most};
}

/* A value that is known but for `error`: its sign, where an integer has it. */
static inline wd settled(wd value, wd error, wl exactly) {
    const wd sign = wd_select(wl_negative(exactly), wd_set1(-1), wd_select(wl_zero(exactly), wd_set1(0), wd_set1(1)));
    return wd_select(wd_gt(wd_abs(value), error), value, sign);
}

static inline wdm wd3_same(wd3 a, wd3 b) {
    return wdm_and(wd_eq(a.x, b.x), wdm_and(wd_eq(a.y, b.y), wd_eq(a.z, b.z)));
}

/* Where all coordinates are exact: is a vertex certainly in a plane that goes through another one, from which `step` leads to it?
 * none: the components of the normal n that are 0. in: the lanes in which that is known before. plane: NULL where only zeros in all
 * products tell it; behind: n . step; e and g lead to two more vertices, which are in the plane in the lanes `joined`. */
static inline wdm is_in_plane(wd3 step, const wdm *none, wdm in, const meeting_plane *plane, wd behind, wd3 e, wd3 g, wdm joined) {
    const wd zero = wd_set1(0);
    in = wdm_or(in, wdm_and(wdm_or(none[0], wd_eq(step.x, zero)),
                            wdm_and(wdm_or(none[1], wd_eq(step.y, zero)), wdm_or(none[2], wd_eq(step.z, zero)))));
    if (plane == NULL)
        return in;
    /* does the step lead from one of three corners of a parallelogram to the fourth one? */
    const wdm fourth = wdm_or(wd3_same(step, wd3_add(e, g)), wdm_or(wd3_same(step, wd3_sub(e, g)), wd3_same(step, wd3_sub(g, e))));
    in = wdm_or(in, wdm_and(joined, fourth));
    const wdm near = wdm_and(plane->asked, wd_ge(plane->most, wd_abs(behind)));
    if (wdm_bits(wdm_andnot(near, in)) != 0)
        in = wdm_or(in, wdm_and(near, wl_zero(wl3_dot(plane->n, wl3_of(wd3_scale(step, plane->unit))))));
    return in;
}

/* Of one core, the vertex v with the least n . v but for those through which the plane of three members goes: by how much that is more than
 * n . corner[0]. corner: the vertices of the members, of the numbers `through`; joined: all three are in the plane, else the first one.
 * size: how many vertices the core has; what fills up the block is the last one again. none, plane: NULL; or, where all coordinates are
 * exact, what tells which further vertices are in the plane (is_in_plane): these are left out, too. */
typedef struct core_behind {
    wd least, number;
    wd3 at;
} core_behind;

static inline core_behind behind_members_of(const vertices_half *c, wd size, wd3 n, const wd3 *corner, const wd *through,
                                            wdm joined, const wdm *none, const meeting_plane *plane) {
    const wd3 from = corner[0], e = wd3_sub(corner[1], from), g = wd3_sub(corner[2], from);
    core_behind out = {wd_set1(INFINITY), through[0], from};
    for (uint32_t k = 0; k < c->size; k++) {
        const wd number = wd_set1((double)k);
        const wd3 v = {c->at[k], c->at[c->size + k], c->at[2 * (size_t)c->size + k]}, step = wd3_sub(v, from);
        wdm in = wdm_and(joined, wdm_or(wd_eq(through[1], number), wd_eq(through[2], number)));
        in = wdm_or(in, wdm_or(wd_eq(through[0], number), wd_ge(number, size)));
        const wd behind = wd3_dot(n, step);
        if (none != NULL)
            in = is_in_plane(step, none, in, plane, behind, e, g, joined);
        const wdm less = wdm_andnot(wd_gt(out.least, behind), in);
        out.least = wd_select(less, behind, out.least);
        out.number = wd_select(less, number, out.number);
        out.at = wd3_select(less, v, out.at);
    }
    return out;
}

/* --- Members by their codes (closest.h) ------------------------------------------------------------------------------------------- */

static inline wd number_of_code(const int32_t *code, int half, bool of_a) {
    double number[WD_LANES];
    for (int lane = 0; lane < WD_LANES; lane++) {
        const int32_t of = code[half * WD_LANES + lane];
        number[lane] = (double)(of_a ? of / CLOSEST_CODE : of % CLOSEST_CODE);
    }
    return wd_load(number);
}

static inline wd3 vertex_of_number(const vertices_half *c, wd number) {
    double of[WD_LANES], at[3][WD_LANES];
    wd_store(of, number);
    for (int lane = 0; lane < WD_LANES; lane++)
        for (uint32_t k = 0; k < 3; k++)
            at[k][lane] = ((const double *)&c->at[k * c->size + (uint32_t)of[lane]])[lane];
    return (wd3){wd_load(at[0]), wd_load(at[1]), wd_load(at[2])};
}

static inline member_half member_of_code(const difference_half *p, const int32_t *code, int half) {
    member_half m;
    m.number_a = number_of_code(code, half, true);
    m.number_b = number_of_code(code, half, false);
    m.a = vertex_of_number(&p->a, m.number_a);
    m.b = vertex_of_number(&p->b, m.number_b);
    m.w = wd3_sub(wd3_sub(m.b, m.a), p->origin);
    return m;
}

#endif
