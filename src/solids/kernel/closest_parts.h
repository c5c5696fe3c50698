/* closest_parts.h — the proposals of closest.h, by the coordinates that they are made of: members of K in double, a pair in each lane.
 *
 * Only those parts are considered that are a vertex of one core with a vertex, an edge or a face of the other, or an edge with an
 * edge: the normal of these is normal to edges of single cores, so it is known without arithmetic which vertices it goes through. */
#ifndef SEPAL_SOLIDS_KERNEL_CLOSEST_PARTS_H
#define SEPAL_SOLIDS_KERNEL_CLOSEST_PARTS_H

#include "closest.h"

/* What the members of a part are made of on one side. Numbers of vertices are multiples of CLOSEST_CODE for a, of 1 for b. */
typedef struct part_side {
    w3 vertex[3];  /* of hulls; of boxes the centre */
    w3 edge[3][3]; /* of boxes: the corner is vertex[m] + edge[m][0] + edge[m][1] + edge[m][2] */
    wi through[4]; /* the vertices of the core that the plane through the part goes through */
    wi size;       /* how many vertices there are, times the same */
} part_side;

static inline w3 w3_side(wm positive, w3 v) {
    return w3_select(positive, v, w3_sub(w3_set1(0, 0, 0), v));
}

/* Is a the same as b? */
static inline wm wm_same(wm a, wm b) {
    return wm_or(wm_and(a, b), wm_not(wm_or(a, b)));
}

static inline wi wi_xor(wi a, wi b) {
    return wi_sub(wi_or(a, b), wi_and(a, b));
}

/* Corner k of load_corners is on the positive side of u but for its bit 2, and of v and w if its bits 0 and 1 are unlike bit 2. Three
 * corners are of one face if they are on the same side of u, v or w; then the fourth one has the sum of their numbers, bit by bit. */
SPECIALISED void set_corners(const sepal_solids *set, const uint32_t *index, int32_t step, const wi number[3], part_side *out) {
    const sepal_box_exact *of[SEPAL_LANES];
    find_exact(set, index, of);
    exact_lanes box = load_exact(of);
    wm positive[3][3], zero[3];
    for (int m = 0; m < 3; m++) {
        out->vertex[m] = box.centre;
        for (int bit = 0; bit < 3; bit++)
            zero[bit] = wi_eq(wi_and(number[m], wi_set1(step << bit)), wi_set1(0));
        positive[m][0] = zero[2];
        positive[m][1] = wm_not(wm_same(zero[0], zero[2]));
        positive[m][2] = wm_not(wm_same(zero[1], zero[2]));
        for (int k = 0; k < 3; k++)
            out->edge[m][k] = w3_side(positive[m][k], box.edge[k]);
    }
    wm face = wm_none();
    for (int k = 0; k < 3; k++)
        face = wm_or(face, wm_and(wm_same(positive[0][k], positive[1][k]), wm_same(positive[0][k], positive[2][k])));
    out->through[3] = wi_select(face, wi_xor(wi_xor(number[0], number[1]), number[2]), number[0]);
    out->size = wi_set1(8 * step);
}

/* Blocks of four are loaded whole; of others the vertices one by one. */
SPECIALISED void set_of_four(const sepal_solids *set, const uint32_t *index, int32_t step, const wi number[3], part_side *out) {
    hull_lanes all;
    w3 mean;
    load_hulls(set, index, 4, w3_set1(0, 0, 0), w_set1(1), &mean, &all);
    for (int m = 0; m < 3; m++)
        out->vertex[m] = (w3){all.at[0], all.at[4], all.at[8]};
    for (int k = 1; k < 4; k++)
        for (int m = 0; m < 3; m++)
            out->vertex[m] =
                w3_select(wi_eq(number[m], wi_set1(k * step)), (w3){all.at[k], all.at[4 + k], all.at[8 + k]}, out->vertex[m]);
}

SPECIALISED void set_of_block(const sepal_solids *set, const uint32_t *index, uint32_t size, int32_t step, const wi number[3],
                              part_side *out) {
    uint32_t numbers[3][SEPAL_LANES];
    float at[3][3][SEPAL_LANES];
    for (int m = 0; m < 3; m++)
        wi_store(numbers[m], number[m]);
    for (int lane = 0; lane < SEPAL_LANES; lane++) {
        const float *x = sepal_solid_x(set, index[2 * lane]);
        for (int m = 0; m < 3; m++) {
            const float *from = x + numbers[m][lane] / (uint32_t)step;
            at[m][0][lane] = from[0];
            at[m][1][lane] = from[size];
            at[m][2][lane] = from[2 * size];
        }
    }
    for (int m = 0; m < 3; m++)
        out->vertex[m] = (w3){w_load(at[m][0]), w_load(at[m][1]), w_load(at[m][2])};
}

SPECIALISED void set_vertices(const sepal_solids *set, const uint32_t *index, uint32_t size, int32_t step, const wi number[3],
                              part_side *out) {
    int32_t sizes_of[SEPAL_LANES];
    for (int lane = 0; lane < SEPAL_LANES; lane++)
        sizes_of[lane] = (int32_t)set->heads[index[2 * lane]].size * step;
    if (size == 4)
        set_of_four(set, index, step, number, out);
    else
        set_of_block(set, index, size, step, number, out);
    for (int m = 0; m < 3; m++)
        out->edge[m][0] = out->edge[m][1] = out->edge[m][2] = w3_set1(0, 0, 0);
    out->through[3] = number[0];
    out->size = wi_load(sizes_of);
}

/* size: of the blocks, 0 for boxes. number: of the three members. */
SPECIALISED void set_side(const sepal_solids *set, const uint32_t *index, uint32_t size, int32_t step, const wi number[3],
                          part_side *out) {
    for (int m = 0; m < 3; m++)
        out->through[m] = number[m];
    if (size == 0)
        set_corners(set, index, step, number, out);
    else
        set_vertices(set, index, size, step, number, out);
}

/* Where a vertex is in double: of a box from its centre, of a hull from the origin. */
SPECIALISED wd3 offset_in_half(const part_side *side, bool box, int member, int half) {
    const w3 *edge = side->edge[member];
    if (!box)
        return wd3_of(side->vertex[member], half);
    return wd3_add(wd3_of(edge[0], half), wd3_add(wd3_of(edge[1], half), wd3_of(edge[2], half)));
}

/* The same relative to a point near the pair if one of the two is a box. */
SPECIALISED wd3 place_in_half(const part_side *side, bool box, bool relative, w3 origin, int member, int half) {
    wd3 offset = offset_in_half(side, box, member, half);
    if (!relative)
        return offset;
    wd3 from = wd3_of(origin, half);
    return box ? wd3_add(wd3_sub(wd3_of(side->vertex[member], half), from), offset) : wd3_sub(offset, from);
}

/* The parts of a group. */
typedef struct closest_parts {
    part_side a, b;
    w count;  /* of members: 1, 2, 3 */
    wm plain; /* it is of a kind that is considered */
} closest_parts;

/* The member of half a group. n: the sizes of the blocks. */
SPECIALISED wd3 part_member(const closest_parts *p, sizes n, int member, int half) {
    w3 origin = n.a == 0 ? p->a.vertex[0] : p->b.vertex[0];
    bool relative = n.a == 0 || n.b == 0;
    return wd3_sub(place_in_half(&p->b, n.b == 0, relative, origin, member, half),
                   place_in_half(&p->a, n.a == 0, relative, origin, member, half));
}

/* The difference of that member and the first one. */
SPECIALISED wd3 part_edge(const closest_parts *p, sizes n, int member, int half) {
    wd3 of_a = wd3_sub(offset_in_half(&p->a, n.a == 0, member, half), offset_in_half(&p->a, n.a == 0, 0, half));
    wd3 of_b = wd3_sub(offset_in_half(&p->b, n.b == 0, member, half), offset_in_half(&p->b, n.b == 0, 0, half));
    return wd3_sub(of_b, of_a);
}

static inline wm none_alike(const wi v[3]) {
    return wm_not(wm_or(wi_eq(v[0], v[1]), wm_or(wi_eq(v[0], v[2]), wi_eq(v[1], v[2]))));
}

/* Members that are not there become the first one. */
SPECIALISED void gather_parts(const solids_query *q, const sepal_pair *group, const lane_simplex *s, sizes n, closest_parts *out) {
    wi code[3] = {s->m[0].code, wi_select(s->pair, s->m[1].code, s->m[0].code), wi_select(s->triangle, s->m[2].code, s->m[0].code)};
    wi of_a[3], of_b[3];
    for (int m = 0; m < 3; m++) {
        of_b[m] = wi_and(code[m], wi_set1(CLOSEST_CODE - 1));
        of_a[m] = wi_sub(code[m], of_b[m]);
    }
    set_side(q->a, &group->a, n.a, CLOSEST_CODE, of_a, &out->a);
    set_side(q->b, &group->b, n.b, 1, of_b, &out->b);
    wm one_a = wm_and(wi_eq(of_a[0], of_a[1]), wi_eq(of_a[0], of_a[2])),
       one_b = wm_and(wi_eq(of_b[0], of_b[1]), wi_eq(of_b[0], of_b[2]));
    /* two members: the edge is of one core; three: of one core, or two edges */
    wm edges = wm_and(s->triangle, wm_not(wm_or(none_alike(of_a), none_alike(of_b))));
    out->plain = wm_or(wm_or(one_a, one_b), edges);
    out->count = w_select(s->triangle, w_set1(3), w_select(s->pair, w_set1(2), w_set1(1)));
}

#endif
