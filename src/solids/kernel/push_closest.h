/* push_closest.h — the pushes of hulls and boxes that are apart, a pair in each lane: by the part that closest.h proposes, if all other
 * vertices are certainly beyond its plane, as float tells of most; or else by the face in front of it, in double
 * (docs/numerics/solids_kernels.md, "Pushes in lanes", "Hulls that face each other"). */
#ifndef SEPAL_SOLIDS_KERNEL_PUSH_CLOSEST_H
#define SEPAL_SOLIDS_KERNEL_PUSH_CLOSEST_H

#include "../points.h"
#include "closest.h"
#include "mtv_meeting.h"

/* In the place of the codes of a triangle: there is none. */
enum { CLOSEST_NONE = -1 };

/* --- Points
 *
 * A push by a part also tells which vertices are in the slices of both cores, whose points are nearest: those of the part, if all others are
 * lower by enough (docs/numerics/solids_kernels.md, "Points of pushes"). */

/* How far other vertices must be beyond the plane in float, in units of the extent, to be in no slice. */
#define POINTS_BEYOND (304 * 0x1p-24F)

/* Where points go: those of pair k of a list have the number slots[k]. written: the bits of those that are found. */
typedef struct push_points {
    const sepal_solid_mtvs *out;
    size_t count;
    const uint16_t *slots;
    uint64_t *written;
} push_points;

/* points: or NULL. */
typedef struct closest_query {
    push_query push;
    const push_points *points;
} closest_query;

static inline void order_vertices(known_slice *s, wi *number, int i, int j) {
    const wm swap = wi_gt(number[i], number[j]);
    const wi first = number[i];
    const w3 at = s->at[i];
    number[i] = wi_select(swap, number[j], first);
    number[j] = wi_select(swap, first, number[j]);
    s->at[i] = w3_select(swap, s->at[j], at);
    s->at[j] = w3_select(swap, at, s->at[j]);
}

static inline void know_slice(const part_side *side, const hull_cover *cover, known_slice *s) {
    wi number[3];
    s->cover = cover;
    for (int k = 0; k < 3; k++) {
        number[k] = side->through[k];
        s->at[k] = side->vertex[k];
    }
    order_vertices(s, number, 0, 1);
    order_vertices(s, number, 1, 2);
    order_vertices(s, number, 0, 1);
    for (int k = 0; k < 3; k++)
        s->once[k] = k == 0 ? w_set1(1) : w_select(wi_eq(number[k], number[k - 1]), w_zero(), w_set1(1));
}

/* Of those lanes of a group of hulls whose slices are known. Not inlined: one copy serves hulls of all sizes. */
static SEPAL_NOINLINE void write_points(const closest_query *asked, const sepal_pair *group, size_t k, const closest_parts *parts,
                                        unsigned which, const hull_cover cover[2]) {
    const push_points *to = asked->points;
    const push_values *pushes = asked->push.out;
    const float *const normal[3] = {pushes->x + k, pushes->y + k, pushes->z + k};
    known_slice known[2];
    float at[6][SEPAL_LANES];
    know_slice(&parts->a, &cover[0], &known[0]);
    know_slice(&parts->b, &cover[1], &known[1]);
    solids_kernel_known_points(asked->push.q, group, known, normal, at);
    for (; which != 0; which &= which - 1) {
        const unsigned lane = sepal_lowest_bit(which);
        if (k + lane >= to->count)
            break;
        const sepal_solid_mtv_points found = {{at[0][lane], at[1][lane], at[2][lane]}, {at[3][lane], at[4][lane], at[5][lane]}};
        const size_t slot = to->slots[k + lane];
        sepal_solid_points_write(to->out, slot, &found);
        set_bit(to->written, slot);
    }
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

/* n: the sizes of the blocks, 0 for boxes. slices: receives the lanes in which those of both cores are known, which are hulls. Not inlined, so
 * that its stack is free again when points are written. */
static SEPAL_NOINLINE lanes find_closest(const push_query *asked, const sepal_pair *group, size_t k, sizes n, closest_parts *parts,
                                         hull_cover cover[2], uint64_t *slices) {
    difference_lanes s;
    lane_simplex proposal;
    certified_push found[2];
    const bool hulls = n.a > 0 && n.b > 0;
    *slices = 0;
    load_difference_of(asked->q, group, n, NULL, hulls ? cover : NULL, &s);
    sizes vertices = {n.a == 0 ? 8 : n.a, n.b == 0 ? 8 : n.b, false};
    wm sure = search_closest(&s, vertices, &proposal);
    if (n.a + n.b > 0 && wm_bits(sure) == 0) { /* of boxes, what is stored of those that stay open is asked for as well */
        store_codes(asked->out, k, &proposal, wm_all(), wm_none());
        return (lanes){wm_bits(proposal.inside), ALL_LANES};
    }
    const w cores = w_mul(s.extent, w_set1(2)), extent = w_mul(s.extent, w_set1(3)), least = w_set1(CLOSEST_BEYOND);
    const push_values *stored = asked->out;
    gather_parts(asked->q, group, &proposal, n, parts);
    for (int half = 0; half < 2; half++)
        find_foot(parts, n, wd_scaled(wd_of(extent, half), 1 + 0x1p-20), wd_of(cores, half), half, &found[half]);
    const unsigned certain = store_closest(asked, group, k, found) & wm_bits(wm_and(sure, parts->plain));
    const w3 normal = {w_load(stored->x + k), w_load(stored->y + k), w_load(stored->z + k)};
    const w beyond = w_min(others_beyond_plane(&s.a, vertices.a, normal, &parts->a, CLOSEST_CODE, w_set1(-1)),
                           others_beyond_plane(&s.b, vertices.b, normal, &parts->b, 1, w_set1(1)));
    const unsigned answered = certain & wm_bits(w_gt(beyond, least)), open = ALL_LANES & ~answered;
    if (hulls)
        *slices = answered & wm_bits(w_gt(beyond, w_set1(POINTS_BEYOND)));
    if (n.a + n.b > 0 && open != 0)
        store_codes(asked->out, k, &proposal, wm_of_bits(open), wm_and(sure, proposal.triangle));
    return (lanes){wm_bits(proposal.inside), open};
}

SPECIALISED lanes closest_kernel(const void *question, const sepal_pair *group, size_t k, sizes n) {
    const closest_query *asked = question;
    closest_parts parts;
    hull_cover cover[2];
    uint64_t slices;
    const lanes found = find_closest(&asked->push, group, k, n, &parts, cover, &slices);
    if (asked->points != NULL && sepal_bits_count(&slices, SEPAL_LANES) >= SEPAL_LANES / 2)
        write_points(asked, group, k, &parts, (unsigned)slices, cover);
    return found;
}

/* Pairs of hulls of up to 64 vertices, and of boxes; those whose cores meet stay open. Those that seem to meet are told by yes. Of open
 * pairs, not both of them boxes, the normal is the codes of a triangle, or CLOSEST_NONE. */
static SEPAL_NOINLINE void push_closest_and_points(const solids_query *q, const sepal_pair *pairs, size_t count, sizes n,
                                                   const push_points *points, verdicts *found, push_values *out) {
    (void)ask_groups(closest_kernel, NULL, &(closest_query){{q, out}, points}, pairs, count, n, found);
}

static void push_closest(const solids_query *q, const sepal_pair *pairs, size_t count, sizes n, verdicts *found, push_values *out) {
    push_closest_and_points(q, pairs, count, n, NULL, found, out);
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
    certified_push halves[2];
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
    const float *const of[3] = {asked->out->x + k, asked->out->y + k, asked->out->z + k};
    facing_found found;
    for (int c = 0; c < 3; c++) { /* of lanes without a triangle the codes are 0 */
        const wi code = wi_of_bits(w_load(of[c]));
        found.triangle = wi_gt(code, wi_set1(CLOSEST_NONE));
        wi_store(found.code[c], wi_select(found.triangle, code, wi_set1(0)));
    }
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
