/* push_closest.h — the pushes of hulls and boxes that are apart, a pair in each lane: by the part that closest.h proposes, if all other
 * vertices are certainly beyond its plane. Float tells that of most; of faces that are hardly flat double does
 * (docs/numerics/solids_kernels.md, "Pushes in lanes"). */
#ifndef SEPAL_SOLIDS_KERNEL_PUSH_CLOSEST_H
#define SEPAL_SOLIDS_KERNEL_PUSH_CLOSEST_H

#include "../../core/d3.h"
#include "../twofold.h"
#include "closest.h"
#include "mtv_meeting.h"

/* Bounds the error of n . (v - v0) in double, for a unit vector n that is exact and vertices v and v0 of one core, in units of the extent:
 * as CLOSEST_BEYOND does in float. */
#define CLOSEST_BEYOND_DOUBLE (16 * CLOSEST_UNIT)
/* How often a proposal is looked at, at most: that of float, and with another vertex of a face. Hulls with more vertices may have more than
 * four in a face: of these, push_facing looks for the face. */
enum { CLOSEST_ROUNDS = 2, CLOSEST_FOUR_IN_A_FACE = 8 };
/* In the place of the codes of a triangle: there is none. */
enum { CLOSEST_NONE = -1 };

/* --- Faces that are hardly flat
 *
 * The faces of a crate that was turned and rounded are parallelograms of which the fourth vertex is hardly off the plane of three, so that
 * float does not know on which side it is. Double does. If the vertex is before the plane, the part that was proposed has it in the
 * place of another one. */

/* A core of a group: its vertices are beyond the plane along sign * n. */
typedef struct closest_core {
    const sepal_solids *set;
    const uint32_t *index; /* as in solid_load_boxes */
    int32_t step;
    double sign;
} closest_core;

/* What double knows of a group, lane by lane. n: from the origin to the part, whose members of K are `member`, of the codes `code`; limit:
 * what the products of n with the ways to vertices may be off; of_a, of_b: the vertices that the plane goes through, as in part_side. */
typedef struct closest_lanes {
    double n[3][SEPAL_LANES], limit[SEPAL_LANES], member[3][3][SEPAL_LANES];
    int32_t code[3][SEPAL_LANES], of_a[4][SEPAL_LANES], of_b[4][SEPAL_LANES];
} closest_lanes;

/* The vertex that is least far beyond the plane, of those of a hull that the plane is not known to go through; and how far it is. */
typedef struct least_vertex_beyond {
    uint32_t number;
    double along, way[3]; /* way: to it, from the first vertex of the part */
} least_vertex_beyond;

/* Is p + q = r + s? */
static bool have_one_sum(float p, float q, float r, float s) {
    double first, second, lost_by_first, lost_by_second;
    sepal_two_sum((double)p, (double)q, &first, &lost_by_first);
    sepal_two_sum((double)r, (double)s, &second, &lost_by_second);
    return first == second && lost_by_first == lost_by_second;
}

/* Is a vertex the fourth corner of a parallelogram with three others, and so in their plane? */
static bool is_fourth_corner(const float *const at[3], uint32_t k, const uint32_t of[3]) {
    for (int m = 0; m < 3; m++) {
        const uint32_t opposite = of[m], next = of[(m + 1) % 3], last = of[(m + 2) % 3];
        bool same = true;
        for (int c = 0; c < 3; c++)
            same = same && have_one_sum(at[c][k], at[c][opposite], at[c][next], at[c][last]);
        if (same)
            return true;
    }
    return false;
}

static least_vertex_beyond find_least_beyond(const sepal_solids *set, uint32_t index, const uint32_t through[4], const double n[3],
                                             double limit) {
    const float *const at[3] = {sepal_solid_x(set, index), sepal_solid_y(set, index), sepal_solid_z(set, index)};
    const double from[3] = {(double)at[0][through[0]], (double)at[1][through[0]], (double)at[2][through[0]]};
    least_vertex_beyond least = {0, (double)INFINITY, {0, 0, 0}};
    for (uint32_t k = 0; k < set->heads[index].size; k++) {
        const double way[3] = {(double)at[0][k] - from[0], (double)at[1][k] - from[1], (double)at[2][k] - from[2]};
        const double along = d3_dot(n, way);
        if (along < least.along && k != through[0] && k != through[1] && k != through[2] && k != through[3] &&
            !(fabs(along) <= limit && is_fourth_corner(at, k, through)))
            least = (least_vertex_beyond){k, along, {way[0], way[1], way[2]}};
    }
    return least;
}

/* Which of three members makes way for one before their plane, so that the foot of the origin is inside of the new three? 3: none. */
static int member_that_leaves(const double m[3][3], const double more[3], const double n[3]) {
    double x[3], side[3];
    for (int k = 0; k < 3; k++) {
        d3_cross(m[k], more, x);
        side[k] = d3_dot(x, n);
    }
    d3_cross(m[0], m[1], x);
    const double turn = d3_dot(x, n) < 0 ? -1 : 1;
    for (int k = 0; k < 3; k++)
        if (turn * side[(k + 2) % 3] > 0 && turn * side[(k + 1) % 3] < 0)
            return k;
    return 3;
}

/* Is the part a face of this core? */
static bool is_face_of_core(const int32_t (*own)[SEPAL_LANES], unsigned lane) {
    return own[0][lane] != own[1][lane] && own[0][lane] != own[2][lane] && own[1][lane] != own[2][lane];
}

/* Puts the vertex into the proposal of a lane, of which the part is a face of this core. */
static void take_vertex_before(const closest_core *of, const least_vertex_beyond *vertex, unsigned lane, closest_lanes *s) {
    int32_t(*const own)[SEPAL_LANES] = of->sign < 0 ? s->of_a : s->of_b;
    double m[3][3], more[3], n[3];
    for (int c = 0; c < 3; c++) {
        for (int k = 0; k < 3; k++)
            m[k][c] = s->member[k][c][lane];
        more[c] = m[0][c] + of->sign * vertex->way[c];
        n[c] = s->n[c][lane];
    }
    const int leaves = member_that_leaves((const double(*)[3])m, more, n);
    if (leaves == 3)
        return;
    own[leaves][lane] = (int32_t)vertex->number * of->step;
    for (int k = 0; k < 3; k++)
        s->code[k][lane] = s->of_a[k][lane] + s->of_b[k][lane];
}

/* In which of the lanes `asked` are the vertices of a hull certainly beyond the plane? In others the proposal may be changed. */
static unsigned beyond_in_double(const closest_core *of, unsigned asked, closest_lanes *s) {
    unsigned beyond = 0;
    for (; asked != 0; asked &= asked - 1) {
        const unsigned lane = sepal_lowest_bit(asked);
        const double n[3] = {of->sign * s->n[0][lane], of->sign * s->n[1][lane], of->sign * s->n[2][lane]};
        const int32_t(*own)[SEPAL_LANES] = (const int32_t(*)[SEPAL_LANES])(of->sign < 0 ? s->of_a : s->of_b);
        const bool face = is_face_of_core(own, lane);
        uint32_t through[4];
        if (face && of->set->heads[of->index[2 * lane]].size > CLOSEST_FOUR_IN_A_FACE)
            continue;
        for (int m = 0; m < 4; m++)
            through[m] = (uint32_t)(own[m][lane] / of->step);
        const least_vertex_beyond least = find_least_beyond(of->set, of->index[2 * lane], through, n, s->limit[lane]);
        beyond |= (least.along > s->limit[lane] ? 1U : 0U) << lane;
        if (face && least.along < -s->limit[lane])
            take_vertex_before(of, &least, lane, s);
    }
    return beyond;
}

/* What float has left open of the cores of a group: beyond[0] and beyond[1] are the lanes in which all others of a and of b are beyond the
 * plane, of those that are certain otherwise. n: the sizes of the blocks; cores: as in find_foot. Returns whether a proposal has changed. */
static SEPAL_NOINLINE bool settle_beyond(const solids_query *q, const sepal_pair *group, sizes n, const closest_parts *parts,
                                         const closest_half *found, w cores, unsigned certain, unsigned beyond[2],
                                         lane_simplex *proposal) {
    closest_lanes s;
    int32_t before[3][SEPAL_LANES];
    for (int half = 0; half < 2; half++) {
        const int at = half * (SEPAL_LANES / 2);
        const wd off = wd_add(found[half].direction_error, wd_set1(CLOSEST_BEYOND_DOUBLE));
        wd_store(s.n[0] + at, found[half].n.x);
        wd_store(s.n[1] + at, found[half].n.y);
        wd_store(s.n[2] + at, found[half].n.z);
        wd_store(s.limit + at, wd_mul(wd_scaled(wd_of(cores, half), 2), off));
        for (int k = 0; k < 3; k++) {
            const wd3 member = part_member(parts, n, k, half);
            wd_store(s.member[k][0] + at, member.x);
            wd_store(s.member[k][1] + at, member.y);
            wd_store(s.member[k][2] + at, member.z);
        }
    }
    for (int k = 0; k < 4; k++) {
        wi_store(s.of_a[k], parts->a.through[k]);
        wi_store(s.of_b[k], parts->b.through[k]);
    }
    for (int k = 0; k < 3; k++)
        wi_store(s.code[k], proposal->m[k].code);
    memcpy(before, s.code, sizeof before);
    const closest_core of_a = {q->a, &group->a, CLOSEST_CODE, -1}, of_b = {q->b, &group->b, 1, 1};
    if (n.a > 0)
        beyond[0] |= beyond_in_double(&of_a, certain & ~beyond[0], &s);
    if (n.b > 0)
        beyond[1] |= beyond_in_double(&of_b, certain & ~beyond[1], &s);
    for (int k = 0; k < 3; k++)
        proposal->m[k].code = wi_load(s.code[k]);
    return memcmp(before, s.code, sizeof before) != 0;
}

/* --- Groups */

/* Puts the codes of the triangles that were found in the place of the normals, in the lanes `open`: there push_facing finds them. */
static inline void store_codes(push_values *out, size_t k, const lane_simplex *proposal, wm open, wm found) {
    float *const to[3] = {out->x + k, out->y + k, out->z + k};
    for (int c = 0; c < 3; c++) {
        const wi code = wi_select(found, proposal->m[c].code, wi_set1(CLOSEST_NONE));
        w_store(to[c], w_select(open, w_of_bits(code), w_load(to[c])));
    }
}

/* n: the sizes of the blocks, 0 for boxes. */
SPECIALISED lanes closest_kernel(const void *question, const sepal_pair *group, size_t k, sizes n) {
    const push_query *asked = question;
    difference_lanes s;
    lane_simplex proposal;
    closest_parts parts;
    closest_half found[2];
    load_difference(asked->q, group, n, &s);
    sizes vertices = {n.a == 0 ? 8 : n.a, n.b == 0 ? 8 : n.b, false};
    wm sure = search_closest(&s, vertices, &proposal);
    if (n.a + n.b > 0 && wm_bits(sure) == 0) { /* of boxes, what is stored of those that stay open is asked for as well */
        store_codes(asked->out, k, &proposal, wm_all(), wm_none());
        return (lanes){wm_bits(proposal.inside), ALL_LANES};
    }
    const w cores = w_mul(s.extent, w_set1(2)), extent = w_mul(s.extent, w_set1(3)), least = w_set1(CLOSEST_BEYOND);
    const push_values *stored = asked->out;
    unsigned certain = 0, beyond[2] = {0, 0};
    bool changed = true;
    for (int round = 0; round < CLOSEST_ROUNDS && changed; round++) {
        gather_parts(asked->q, group, &proposal, n, &parts);
        for (int half = 0; half < 2; half++)
            find_foot(&parts, n, wd_scaled(wd_of(extent, half), 1 + 0x1p-20), wd_of(cores, half), half, &found[half]);
        certain = store_closest(asked, group, k, found) & wm_bits(wm_and(sure, parts.plain));
        const w3 normal = {w_load(stored->x + k), w_load(stored->y + k), w_load(stored->z + k)};
        beyond[0] = wm_bits(w_gt(others_beyond_plane(&s.a, vertices.a, normal, &parts.a, CLOSEST_CODE, w_set1(-1)), least));
        beyond[1] = wm_bits(w_gt(others_beyond_plane(&s.b, vertices.b, normal, &parts.b, 1, w_set1(1)), least));
        changed = (certain & ~(beyond[0] & beyond[1])) != 0 && n.a + n.b > 0 &&
                  settle_beyond(asked->q, group, n, &parts, found, cores, certain, beyond, &proposal);
    }
    const unsigned open = ALL_LANES & ~(certain & beyond[0] & beyond[1]);
    if (n.a + n.b > 0 && open != 0)
        store_codes(asked->out, k, &proposal, wm_of_bits(open), wm_and(sure, proposal.triangle));
    return (lanes){wm_bits(proposal.inside), open};
}

/* Pairs of hulls of up to 64 vertices, and of boxes; those whose cores meet stay open. Those that seem to meet are told by yes. Of open
 * pairs, not both of them boxes, the normal is the codes of a triangle, or CLOSEST_NONE. */
static SEPAL_NOINLINE bool push_closest(const solids_query *q, const sepal_pair *pairs, size_t count, sizes n, verdicts *found,
                                        push_values *out) {
    return ask_groups(closest_kernel, NULL, &(push_query){q, out}, pairs, count, n, found);
}

/* --- Cores that face each other
 *
 * One of them has many vertices that are nearly in one plane, as the ends of prisms are: float does not know which three of them are
 * nearest, double does. From a place behind the triangle that float has proposed, which is inside of the Minkowski difference K, the face is
 * looked for through which the way to the origin leads, as of hulls that meet (mtv_meeting.h). If the foot of the origin is inside of that
 * triangle, and no member is in front of its plane, certainly, it holds the point of K that is nearest to the origin
 * (docs/numerics/solids_kernels.md, "Hulls that face each other"). */

/* How far behind the triangle the place is, as a share of R. */
#define FACING_BEHIND 0x1p-10

/* What float has found of a group. */
typedef struct facing_found {
    int32_t code[3][SEPAL_LANES];
    wm triangle;
} facing_found;

/* Of lanes without a triangle the codes are 0. */
static inline void load_codes(const push_values *from, size_t k, facing_found *out) {
    const float *const of[3] = {from->x + k, from->y + k, from->z + k};
    for (int c = 0; c < 3; c++) {
        const wi code = wi_of_bits(w_load(of[c]));
        out->triangle = wi_gt(code, wi_set1(CLOSEST_NONE));
        wi_store(out->code[c], wi_select(out->triangle, code, wi_set1(0)));
    }
}

/* Moves the triangle to the face that is in front of it. Returns the lanes in which there is one. */
SPECIALISED wdm face_in_front(difference_half *p, member_half *m) {
    const wd zero = wd_set1(0);
    const wd3 across = wd3_unit(triangle_normal(m));
    const wd height = wd3_dot(across, m[0].w);
    const wd3 ray = wd3_minus(across, wd_gt(height, zero)); /* towards the origin */
    p->origin = wd3_scale(ray, wd_sub(zero, wd_add(wd_abs(height), wd_scaled(p->extent, FACING_BEHIND))));
    for (int k = 0; k < 3; k++)
        m[k].w = wd3_sub(m[k].w, p->origin);
    const member_half second = m[1];
    const wdm turned = wd_gt(height, zero);
    m[1] = member_half_select(turned, &m[2], &m[1]);
    m[2] = member_half_select(turned, &second, &m[2]);
    const wdm has = move_triangle(p, m, ray, wdm_all());
    p->origin = (wd3){zero, zero, zero};
    for (int k = 0; k < 3; k++)
        m[k].w = wd3_sub(m[k].b, m[k].a);
    return has;
}

/* Goes on in double from triangles that were found in float, and rounds. Returns the lanes that are certain. By itself, and not inlined, as
 * it needs much of the stack. */
static SEPAL_NOINLINE unsigned settle_facing_group(const push_query *asked, const sepal_pair *group, size_t k, sizes n,
                                                   const facing_found *found) {
    closest_half halves[2];
    for (int half = 0; half < 2; half++) {
        member_half m[3];
        difference_half p;
        const wdm exact = load_difference_half(asked->q, group, n, half, &p);
        for (int corner = 0; corner < 3; corner++)
            m[corner] = member_of_code(&p, found->code[corner], half);
        halves[half] = settle_meeting(&p, m, wdm_and(face_in_front(&p, m), exact), NULL);
    }
    return wm_bits(found->triangle) & store_closest(asked, group, k, halves);
}

SPECIALISED lanes facing_kernel(const void *question, const sepal_pair *group, size_t k, sizes n) {
    const push_query *asked = question;
    facing_found found;
    load_codes(asked->out, k, &found);
    if (wm_bits(found.triangle) == 0)
        return (lanes){0, ALL_LANES};
    return (lanes){0, ALL_LANES & ~settle_facing_group(asked, group, k, n, &found)};
}

/* Pairs of cores of these sizes that seem to be apart, not both of them boxes. out: has the codes that push_closest left of each. What is
 * not certain stays open. */
static SEPAL_NOINLINE void push_facing(const solids_query *q, const sepal_pair *pairs, size_t count, sizes n, verdicts *found,
                                       push_values *out) {
    const int32_t none = CLOSEST_NONE;
    float *const codes[3] = {out->x, out->y, out->z};
    assert(n.a + n.b > 0);
    for (size_t k = count; k % SEPAL_LANES != 0; k++) /* what fills up the last group */
        for (int c = 0; c < 3; c++)
            memcpy(codes[c] + k, &none, sizeof none);
    (void)ask_groups(facing_kernel, NULL, &(push_query){q, out}, pairs, count, n, found);
}

#endif
