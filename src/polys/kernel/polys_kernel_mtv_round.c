/* polys_kernel_mtv_round.c — the smallest push of shapes with radii, or under a margin, and of points and segments; and the entries of
 * the question, which send others to polys_kernel_mtv.c.
 *
 *   a few kinds of cores   by size, in lanes ─────┬─ known
 *   any, sorted by kind                           ├─ cores that touch, but for rounding: exactly; then known, or open
 *                                                 ├─ signs: in double, or the reference
 *                                                 └─ open: the reference; without a reach, polys_kernel_mtv.c
 *   some core is large     one pair at a time: the push of the cores, and the reach
 *
 * In lanes are the operations of scalar/polys_scalar_mtv_round.c in the same order, so that the bits are the same: what float knows, and
 * double of segments that touch. Left open are pairs out of float's range, those without a certificate, and those without a reach. */
#include "../../core/arithmetic.h"

#include "exact.h"
#include <float.h>

/* --- Cores of any size -------------------------------------------------------------------------------------------------------- */

/* The shapes of one side. */
typedef struct round_lanes {
    circle_lanes circle;
    vertex_lanes core;
    w radius;
} round_lanes;

SPECIALISED void load_round(const sepal_polys *set, const uint32_t *index, uint32_t size, bool same, round_lanes *out) {
    out->circle = load_circles(set, index);
    out->radius = load_radii(set, index);
    load_core(set, index, size, same, &out->core);
}

/* What float knows of a pair. Notes the lanes that are out of its range. */
SPECIALISED nearest_lanes find_line(round_lanes *a, round_lanes *b, sizes n, w extent, wm *unfit) {
    w2 origin = vertex(a->core.world, n.a, 0);
    make_near(&a->core, n.a, origin);
    make_near(&b->core, n.b, origin);
    edge_axis of_a = greatest_unit_gap(&a->core, n.a, a->circle.winding, &b->core, n.b, unfit);
    edge_axis of_b = greatest_unit_gap(&b->core, n.b, b->circle.winding, &a->core, n.a, unfit);
    return nearest_line(a->core.world, &of_a, b->core.world, &of_b, n, extent, true);
}

/* Bound on the error of a depth, relative to the extent of the pair with radii and margin (docs/numerics/mtv.md, "Radii, a
 * margin, and pairs apart"). */
#define ROUND_DEPTH_ERROR (26 * 0x1p-24F)

/* Pairs of a block whose cores touch, but for rounding, so that their pushes are right only if they meet. faces: the best edge faces
 * the other core; corners: it does not, so that the depth is that of the cores, of the right sign, and the reach. gaps: the greatest
 * gaps of the cores. unsure: of all pairs, as in mtv_values. */
typedef struct touching_cores {
    uint64_t faces[SEPAL_BLOCK / 64], corners[SEPAL_BLOCK / 64], unsure[SEPAL_BLOCK / 64];
    float gaps[SEPAL_BLOCK];
    bool any;
} touching_cores;

/* The question, and where the kernel stores its numbers. */
typedef struct mtv_round_query {
    const polys_query *q;
    mtv_values *out;
    touching_cores *touching;
} mtv_round_query;

/* Notes the lanes whose cores touch, but for rounding. Returns them. */
SPECIALISED unsigned note_touching(touching_cores *touching, const nearest_lanes *nearest, wm unfit, size_t k) {
    unsigned all = wm_bits(wm_not(wm_or(wm_or(nearest->meet, nearest->apart), unfit))), faces = all & wm_bits(nearest->touch);
    if (all == 0)
        return 0;
    touching->any = true;
    touching->faces[k / 64] |= (uint64_t)faces << k % 64;
    touching->corners[k / 64] |= (uint64_t)(all & ~faces) << k % 64;
    w_store(touching->gaps + k, nearest->line.gap);
    return all;
}

SPECIALISED lanes mtv_round_kernel(const void *question, const sepal_pair *group, size_t k, sizes n) {
    const mtv_round_query *m = question;
    round_lanes a, b;
    load_round(m->q->a, &group->a, n.a, n.same, &a);
    load_round(m->q->b, &group->b, n.b, n.same, &b);
    w zero = w_set1(0), most = w_set1(FLT_MAX), extent = pair_extent(a.circle, b.circle);
    mtv_values *out = m->out;
    float margin = m->q->margin;
    wm unfit = w_eq(extent, w_set1(INFINITY));
    nearest_lanes nearest = find_line(&a, &b, n, extent, &unfit);
    if (n.a == 1 && n.b == 1) { /* two points that are one have the axis (1, 0), along which they touch */
        const wm equal = w2_equal(a.circle.centre, b.circle.centre);
        nearest.line.normal = w2_select(equal, (w2){w_set1(1), zero}, nearest.line.normal);
        nearest.line.gap = w_select(equal, zero, nearest.line.gap);
        nearest.certain = wm_or(nearest.certain, equal);
    }
    axis_lanes line = nearest.line;
    wd depth[2];
    for (int half = 0; half < 2; half++) {
        wd reach = wd_add(wd_add(wd_of(a.radius, half), wd_of(b.radius, half)), wd_set1((double)margin));
        depth[half] = wd_sub(reach, wd_of(line.gap, half));
    }
    w rounded = w_min(w_max(w_of(depth[0], depth[1]), w_neg(most)), most);
    w_store(out->depth + k, rounded);
    w_store(out->x + k, w_add(zero, line.normal.x)); /* 0 + -0 is 0 */
    w_store(out->y + k, w_add(zero, line.normal.y));
    const bool segments = n.a <= 2 && n.b <= 2;
    if (segments && !(margin > 0)) { /* without a reach, the push of segments that meet is not that of float */
        const wm bare = w_eq(w_max(a.radius, b.radius), zero);
        nearest.meet = wm_andnot(nearest.meet, bare);
        nearest.touch = wm_andnot(nearest.touch, bare);
    }
    unsigned known =
        wm_bits(wm_andnot(wm_or(nearest.meet, nearest.certain), unfit)) | note_touching(m->touching, &nearest, unfit, k);
    if (!segments && !(margin > 0)) /* of polygons without a reach, the push is that of polys_kernel_mtv.c */
        known &= ~wm_bits(w_eq(w_max(a.radius, b.radius), zero));
    wm sure = w_gt(w_abs(rounded), w_mul(w_add(extent, w_set1(margin)), w_set1(ROUND_DEPTH_ERROR)));
    m->touching->unsure[k / 64] |= (uint64_t)(known & ~wm_bits(sure)) << k % 64;
    return (lanes){known, ALL_LANES & ~known};
}

/* --- Segments that touch ------------------------------------------------------------------------------------------------------ */

/* Two segments, or a segment and a point, with a reach, so near to each other that float does not know whether they
 * meet: whether they do, exactly, and their push. Each lane has its own pair.
 *
 * The operations of scalar/polys_scalar_overlap.c, of the part of polys_scalar_mtv.c that computes in double, and of
 * polys_scalar_nearest.c, in the same order where that matters, so that the bits are the same. Where all coordinates are multiples of
 * a common unit (exact.h), the determinants and the products that decide are exact. Each axis of the reference has its opposite,
 * and each edge its reverse, with the same numbers but for the sign, and no rounding of its own; so they are computed once. */

/* A segment, seen from the other one: its edge with its length; (edge) x (end k of the other - its own start); whether it is a point. */
typedef struct segment_view {
    const core_half *core;
    wd2 edge;
    wd length, side[2];
    wdm point;
} segment_view;

static inline segment_view view_segment(const core_half *a, const core_half *b) {
    wd2 edge = wd2_sub(a->vertex[1], a->vertex[0]);
    return (segment_view){
        .core = a,
        .edge = edge,
        .length = wd2_length(edge),
        .side = {wd2_cross(edge, wd2_sub(b->vertex[0], a->vertex[0])), wd2_cross(edge, wd2_sub(b->vertex[1], a->vertex[0]))},
        .point = wd2_is_zero(edge),
    };
}

/* --- Do they meet? ------------------------------------------------------------------------------- */

/* Numbers of which only the sign counts, as in depth_behind_edges: negative if something separates the two, 0 if it separates all but
 * a common boundary. */
static inline wd depth_of_line(const segment_view *a) {
    wd low = wd_min(a->side[0], a->side[1]), high = wd_max(a->side[0], a->side[1]);
    return wd_select(a->point, wd_set1((double)INFINITY), wd_min(high, wd_minus(low)));
}

/* --- The best axis, for those that meet ---------------------------------------------------------- */

/* The axis with the greatest gap so far. */
typedef struct double_axis {
    wd2 normal;
    wd gap;
} double_axis;

static inline void try_double_axis(wd2 normal, wd gap, double_axis *best) {
    wdm greater = wd_gt(gap, best->gap);
    best->normal = wd2_select(greater, normal, best->normal);
    best->gap = wd_select(greater, gap, best->gap);
}

/* The products of an axis with the ends of a segment, seen from `origin`, in ascending order. */
static inline void project_segment(wd2 axis, const wd2 *ends, wd2 origin, wd *low, wd *high) {
    wd first = wd2_dot(axis, wd2_sub(ends[0], origin)), second = wd2_dot(axis, wd2_sub(ends[1], origin));
    *low = wd_min(first, second);
    *high = wd_max(first, second);
}

/* Tries an axis of a, and then its opposite. reversed: a is the second shape of the pair. */
static inline void try_opposite_axes(wd2 axis, const wd2 *a, const wd2 *b, bool reversed, double_axis *best) {
    wd low_a, high_a, low_b, high_b;
    wd2 opposite = wd2_minus(axis);
    project_segment(axis, a, a[0], &low_a, &high_a);
    project_segment(axis, b, a[0], &low_b, &high_b);
    try_double_axis(reversed ? opposite : axis, wd_sub(low_b, high_a), best);
    try_double_axis(reversed ? axis : opposite, wd_sub(low_a, high_b), best);
}

/* Outward of an edge in the direction `along`, if that is on its right. */
static inline wd2 axis_outward(wd2 along, wd winding) {
    return (wd2){wd_mul(winding, along.y), wd_minus(wd_mul(winding, along.x))};
}
static inline double_axis best_axis_of_segments(const segment_view *a, const segment_view *b) {
    double_axis best = {{wd_set1(0), wd_set1(0)}, wd_set1(-INFINITY)};
    const wd2 *p = a->core->vertex, *q = b->core->vertex;
    /* Along the edges. What is computed for a point is NaN, and never the greater gap. */
    const wd2 along_a = {wd_div(a->edge.x, a->length), wd_div(a->edge.y, a->length)};
    const wd2 along_b = {wd_div(b->edge.x, b->length), wd_div(b->edge.y, b->length)};
    try_opposite_axes(axis_outward(along_a, a->core->winding), p, q, false, &best);
    try_opposite_axes(axis_outward(along_b, b->core->winding), q, p, true, &best);
    try_opposite_axes(along_a, p, q, false, &best);
    try_opposite_axes(along_b, q, p, true, &best);
    return best;
}

/* --- The nearest points, for those that are apart ------------------------------------------------ */

/* The shortest way so far: `way`, divided by `divisor`, is its direction. */
typedef struct shortest_way {
    wd2 way;
    wd divisor, length;
} shortest_way;

static inline void try_way(wdm asked, wd2 way, wd divisor, wd length, shortest_way *best) {
    wdm shorter = wdm_and(asked, wd_gt(best->length, length));
    best->way = wd2_select(shorter, way, best->way);
    best->divisor = wd_select(shorter, divisor, best->divisor);
    best->length = wd_select(shorter, length, best->length);
}

static inline void try_ends(wd2 p, wd2 q, shortest_way *best) {
    wd2 way = wd2_sub(q, p);
    wd length = wd2_length(way);
    try_way(wdm_all(), way, length, length, best);
}

/* Tries the way from end k of the other segment to the foot of its perpendicular on this one, if the foot is between its ends.
 * reversed: the other segment is the second of the pair. */
static inline void try_foot(const segment_view *a, wd2 end, int k, bool reversed, shortest_way *best) {
    wd zero = wd_set1(0), side = wd_div(a->side[k], a->length);
    wdm after = wd_gt(wd2_dot(a->edge, wd2_sub(end, a->core->vertex[0])), zero);
    wdm before = wd_gt(wd2_dot(a->edge, wd2_sub(a->core->vertex[1], end)), zero), left = wd_gt(side, zero);
    wd2 right = {a->edge.y, wd_minus(a->edge.x)}; /* from an end on the left to the edge */
    if (reversed)
        left = wdm_not(left);
    try_way(wdm_andnot(wdm_and(after, before), a->point), wd2_select(left, right, wd2_minus(right)), a->length, wd_abs(side), best);
}

static inline shortest_way nearest_ends(const segment_view *a, const segment_view *b) {
    shortest_way best = {{wd_set1(0), wd_set1(0)}, wd_set1(1), wd_set1(INFINITY)};
    const wd2 *p = a->core->vertex, *q = b->core->vertex;
    for (int k = 0; k < 2; k++) {
        try_ends(p[k], q[0], &best);
        try_foot(b, p[k], k, false, &best);
        try_ends(p[k], q[1], &best);
    }
    for (int k = 0; k < 2; k++)
        try_foot(a, q[k], k, true, &best);
    return best;
}

/* Half of the lanes: those that can be decided here, of these the ones that meet, and the push. Of those that meet the depth is that
 * of the cores, of the right sign; of the others it is that of the shapes. */
typedef struct segments_push {
    wdm asked, meet;
    wd2 normal;
    wd depth;
} segments_push;

static inline segments_push push_half(const core_half *a, const core_half *b, wd reach) {
    wd zero = wd_set1(0);
    wd extent = wd_max(extent_from(a->vertex[0], a->vertex, 2), extent_from(a->vertex[0], b->vertex, 2));
    wd ruler = wd_mul(extent, wd_set1(0x1p28));
    wdm asked = wdm_and(wd_gt(extent, zero), wdm_and(is_measured(a, 2, ruler), is_measured(b, 2, ruler)));
    segment_view va = view_segment(a, b), vb = view_segment(b, a);
    wd contact = wd_min(wd_min(depth_of_line(&va), depth_of_line(&vb)),
                        depth_of_bounds(bounds_of_half(a->vertex, 2), bounds_of_half(b->vertex, 2)));
    double_axis axis = best_axis_of_segments(&va, &vb);
    /* A depth on the wrong side of 0 is taken to be the float next to 0. */
    wd depth = wd_minus(axis.gap), least = wd_set1((double)FLT_TRUE_MIN);
    depth = wd_select(wd_ge(zero, contact), zero, wd_select(wd_gt(least, depth), least, depth));
    segments_push out = {asked, wd_ge(contact, zero), axis.normal, depth};
    if (wdm_bits(wdm_andnot(asked, out.meet)) == 0)
        return out;
    shortest_way shortest = nearest_ends(&va, &vb);
    wd2 normal = {wd_div(shortest.way.x, shortest.divisor), wd_div(shortest.way.y, shortest.divisor)};
    out.normal = wd2_select(out.meet, out.normal, normal);
    out.depth = wd_select(out.meet, out.depth, wd_sub(reach, shortest.length));
    return out;
}

/* yes: lanes that meet. Open lanes cannot be decided here. Of the others, which are apart, the sign of the depth may be wrong. */
SPECIALISED lanes mtv_segments_kernel(const void *question, const sepal_pair *group, size_t k, sizes n) {
    const mtv_query *m = question;
    const polys_query *q = m->q;
    vertex_lanes va, vb;
    load_core(q->a, &group->a, n.a, false, &va);
    load_core(q->b, &group->b, n.b, false, &vb);
    w winding_a = windings(q->a, &group->a), winding_b = windings(q->b, &group->b), zero = w_set1(0), most = w_set1(FLT_MAX);
    w radius_a = load_radii(q->a, &group->a), radius_b = load_radii(q->b, &group->b);
    segments_push part[2];
    wd reach[2];
    unsigned asked = 0, meet = 0;
    for (int half = 0; half < 2; half++) {
        core_half ha, hb;
        take_core_half(&va, zero, winding_a, n.a, half, &ha);
        take_core_half(&vb, zero, winding_b, n.b, half, &hb);
        reach[half] = wd_add(wd_add(wd_of(radius_a, half), wd_of(radius_b, half)), wd_set1((double)q->margin));
        part[half] = push_half(&ha, &hb, reach[half]);
        unsigned shift = (unsigned)half * SEPAL_LANES / 2;
        asked |= wdm_bits(part[half].asked) << shift;
        meet |= wdm_bits(part[half].meet) << shift;
    }
    w depth = w_of(part[0].depth, part[1].depth); /* of cores that meet, rounded before the reach is added */
    wd sum[2];
    for (int half = 0; half < 2; half++)
        sum[half] = wd_select(part[half].meet, wd_add(reach[half], wd_of(depth, half)), part[half].depth);
    w_store(m->out->x + k, w_add(zero, w_of(part[0].normal.x, part[1].normal.x)));
    w_store(m->out->y + k, w_add(zero, w_of(part[0].normal.y, part[1].normal.y)));
    w_store(m->out->depth + k, w_min(w_max(w_of(sum[0], sum[1]), w_neg(most)), most));
    return (lanes){asked & meet, ALL_LANES & ~asked};
}

/* --- Blocks of pairs --------------------------------------------------------------------------- */

/* The open pairs of a block: those without a reach as polygons, the others one at a time. */
static SEPAL_NOINLINE void settle_round_open(mtv_work *todo) {
    const polys_query *q = todo->q;
    sepal_rule rule = rule_of(q);
    block_room room;
    mtv_values values;
    pair_list open = list_block(todo->pairs, todo->count, todo->found.open, &room), polygons = {room.pairs, room.slots, 0};
    for (size_t k = 0; k < open.count; k++) {
        sepal_pair pair = open.pairs[k];
        uint16_t slot = open.slots[k];
        if (!has_reach(q, pair)) {
            polygons.pairs[polygons.count] = pair;
            polygons.slots[polygons.count++] = slot;
            continue;
        }
        store_push(todo, slot, sepal_polys_scalar_mtv_round(q->a, pair.a, q->b, pair.b, &rule));
    }
    begin_values(&values);
    polys_kernel_mtv_cores(q, polygons.pairs, polygons.count,
                           &(sepal_mtvs){.normal_x = values.x, .normal_y = values.y, .depth = values.depth});
    take_values(&polygons, &values, &todo->values);
}

/* Puts the depths of the unsure pairs, of two kinds of cores, on the exact side of 0: in double, or by the reference where the exponents
 * are too wide for that. */
static SEPAL_NOINLINE void settle_round_signs(mtv_work *todo, core_pair kinds) {
    const polys_query *q = todo->q;
    sepal_rule rule = rule_of(q);
    block_room room;
    exact_contacts contacts;
    pair_list list = list_unsure(todo, &room);
    if (list.count == 0)
        return;
    find_reach_contacts(q, list.pairs, list.count, core_sizes(kinds, false), &contacts);
    for (size_t k = 0; k < list.count; k++) {
        float *depth = &todo->values.depth[list.slots[k]];
        sepal_contact contact = bit_at(contacts.meet.open, k)
                                    ? sepal_polys_scalar_contact_round(q->a, list.pairs[k].a, q->b, list.pairs[k].b, &rule)
                                    : contact_at(&contacts, k);
        *depth = sepal_signed_depth(*depth, contact);
    }
}

static inline double reach_of_pair(const polys_query *q, sepal_pair pair) {
    return ((double)sepal_poly_radius(q->a, pair.a) + (double)sepal_poly_radius(q->b, pair.b)) + (double)q->margin;
}

/* The push of a pair of cores that meet, and its reach. gap: of the cores along the best axis. corner: that edge does not face the
 * other core, and the depth of the cores has the sign of their contact. */
static inline float depth_with_reach(const polys_query *q, sepal_pair pair, float gap, bool corner, sepal_contact contact) {
    float depth = corner ? sepal_signed_depth(0 - gap, contact) : 0 - gap;
    return sepal_signed_depth(sepal_nearest_float(reach_of_pair(q, pair) + (double)depth), SEPAL_OVERLAP);
}

static inline void leave_open(mtv_work *todo, size_t slot) {
    set_bit(todo->found.open, slot);
    todo->any = true;
}

/* Of the pairs that are right only if their cores meet, settles those that do: with a reach, these overlap. Leaves the others open. */
static SEPAL_NOINLINE void settle_touching(mtv_work *todo, core_pair kinds, const touching_cores *touching, pair_list list) {
    const polys_query *q = todo->q;
    exact_contacts contacts;
    find_contacts(q, list.pairs, list.count, core_sizes(kinds, false), &contacts);
    for (size_t k = 0; k < list.count; k++) {
        sepal_pair pair = list.pairs[k];
        uint32_t slot = list.slots[k];
        clear_bit(todo->values.unsure, slot);
        if (!has_area(q, pair) || !overlap_fits(q, pair) || !bit_at(contacts.meet.yes, k))
            leave_open(todo, slot);
        else
            todo->values.depth[slot] =
                depth_with_reach(q, pair, touching->gaps[slot], bit_at(touching->corners, slot), contact_at(&contacts, k));
    }
}

/* Settles pairs of cores of at most two vertices that may touch. Those that are apart are unsure. */
static SEPAL_NOINLINE void settle_touching_segments(mtv_work *todo, const touching_cores *touching, pair_list list) {
    const polys_query *q = todo->q;
    mtv_values *out = &todo->values, values;
    verdicts meet;
    ask_groups(mtv_segments_kernel, NULL, &(mtv_query){q, &values}, list.pairs, list.count, (sizes){2, 2, false}, &meet);
    for (size_t k = 0; k < list.count; k++) {
        uint32_t slot = list.slots[k];
        clear_bit(out->unsure, slot);
        if (bit_at(meet.open, k)) {
            leave_open(todo, slot);
        } else if (bit_at(meet.yes, k) && bit_at(touching->faces, slot)) {
            out->depth[slot] = depth_with_reach(q, list.pairs[k], touching->gaps[slot], false, SEPAL_TOUCH);
        } else {
            out->x[slot] = values.x[k];
            out->y[slot] = values.y[k];
            const bool overlap = bit_at(meet.yes, k) && has_reach(q, list.pairs[k]);
            out->depth[slot] = overlap ? sepal_signed_depth(values.depth[k], SEPAL_OVERLAP) : values.depth[k];
            if (!bit_at(meet.yes, k)) {
                set_bit(out->unsure, slot);
                out->any_unsure = true;
            }
        }
    }
}

/* Pairs of which some core has more vertices than lanes take. The cores meet for certain, or are apart along a line that is certain:
 * then the push is that of the cores, and the reach. The others go to the reference. */
static SEPAL_NOINLINE void push_large_cores(mtv_work *todo) {
    const polys_query *q = todo->q;
    polys_kernel_mtv_known(q, todo->pairs, todo->count, todo->found.open, &todo->values);
    for (size_t k = 0; k < todo->count; k++) {
        uint32_t i = todo->pairs[k].a, j = todo->pairs[k].b;
        if (bit_at(todo->found.open, k))
            continue;
        float depth = sepal_nearest_float(reach_of_pair(q, todo->pairs[k]) + (double)todo->values.depth[k]);
        float error = (extent_of_one(&q->a->circles[i], &q->b->circles[j]) + q->margin) * ROUND_DEPTH_ERROR;
        if (!(fabsf(depth) > error))
            depth = sepal_signed_depth(depth, polys_kernel_contact_large(q, todo->pairs[k], todo->values.x[k], todo->values.y[k]));
        todo->values.depth[k] = depth;
    }
    settle_round_open(todo);
}

/* Which sizes have code of their own in a function. */
typedef enum made_sizes { FEW_CORES, MORE_CORES, ANY_CORES } made_sizes;

/* What the kernel finds of a block. Its notes are its own until it ends, since the kernel is slower with those of another function. */
SPECIALISED void find_mtvs(made_sizes made, mtv_work *todo, core_pair kinds, touching_cores *touching) {
    verdicts now;
    touching_cores notes;
    for (size_t first = 0; first < todo->count; first += 64)
        notes.faces[first / 64] = notes.corners[first / 64] = notes.unsure[first / 64] = 0;
    notes.any = false;
    const mtv_round_query asked = {todo->q, &todo->values, &notes};
    const sizes n = core_sizes(kinds, false);
    if (made == FEW_CORES && are_sizes(n, 1, 1))
        todo->any = ask_groups(mtv_round_kernel, NULL, &asked, todo->pairs, todo->count, (sizes){1, 1, false}, &now);
    else if (made == FEW_CORES && are_sizes(n, 2, 2))
        todo->any = ask_groups(mtv_round_kernel, NULL, &asked, todo->pairs, todo->count, (sizes){2, 2, false}, &now);
    else if (made == FEW_CORES && are_sizes(n, 4, 4))
        todo->any = ask_groups(mtv_round_kernel, NULL, &asked, todo->pairs, todo->count, (sizes){4, 4, false}, &now);
    else if (made == MORE_CORES && are_sizes(n, 2, 1))
        todo->any = ask_groups(mtv_round_kernel, NULL, &asked, todo->pairs, todo->count, (sizes){2, 1, false}, &now);
    else if (made == MORE_CORES && are_sizes(n, 1, 4))
        todo->any = ask_groups(mtv_round_kernel, NULL, &asked, todo->pairs, todo->count, (sizes){1, 4, false}, &now);
    else if (made == ANY_CORES)
        todo->any = ask_groups(mtv_round_kernel, NULL, &asked, todo->pairs, todo->count, n, &now);
    else
        assert(false && "sizes that have code of their own");
    touching->any = notes.any;
    if (notes.any)
        *touching = notes;
    copy_bits(todo->found.open, now.open, todo->count);
    for (size_t first = 0; first < todo->count; first += 64) {
        todo->values.unsure[first / 64] = notes.unsure[first / 64];
        todo->values.any_unsure |= notes.unsure[first / 64] != 0;
    }
}

/* Not inlined, since their vectors need not be on the stack in the stages after them; and three: see query.h, "Sizes". */
static SEPAL_NOINLINE void find_mtvs_of_few(mtv_work *todo, core_pair kinds, touching_cores *touching) {
    find_mtvs(FEW_CORES, todo, kinds, touching);
}
static SEPAL_NOINLINE void find_mtvs_of_more(mtv_work *todo, core_pair kinds, touching_cores *touching) {
    find_mtvs(MORE_CORES, todo, kinds, touching);
}
static SEPAL_NOINLINE void find_mtvs_of_any(mtv_work *todo, core_pair kinds, touching_cores *touching) {
    find_mtvs(ANY_CORES, todo, kinds, touching);
}

/* Those pairs of a block whose cores touch, but for rounding. */
static inline void settle_all_touching(mtv_work *todo, core_pair kinds, const touching_cores *touching) {
    uint64_t either[SEPAL_BLOCK / 64];
    block_room room;
    for (size_t first = 0; first < todo->count; first += 64)
        either[first / 64] = (touching->faces[first / 64] | touching->corners[first / 64]) & bits_below(todo->count, first) &
                             ~todo->found.open[first / 64];
    pair_list list = list_block(todo->pairs, todo->count, either, &room);
    if (list.count > 0 && kinds.a <= CORE_2 && kinds.b <= CORE_2)
        settle_touching_segments(todo, touching, list);
    else if (list.count > 0)
        settle_touching(todo, kinds, touching, list);
}

/* A block of pairs of two kinds of cores. */
static void push_cores(mtv_work *todo, core_pair kinds) {
    touching_cores touching;
    if (has_large_core(kinds)) {
        push_large_cores(todo);
        return;
    }
    if (kinds.a == kinds.b && kinds.a <= CORE_4)
        find_mtvs_of_few(todo, kinds, &touching);
    else if ((kinds.a == CORE_1 && kinds.b == CORE_4) || (kinds.a == CORE_2 && kinds.b == CORE_1))
        find_mtvs_of_more(todo, kinds, &touching);
    else
        find_mtvs_of_any(todo, kinds, &touching);
    if (touching.any)
        settle_all_touching(todo, kinds, &touching);
    if (todo->values.any_unsure)
        settle_round_signs(todo, kinds);
    if (todo->any)
        settle_round_open(todo);
}

/* Points and segments have the kernels of cores with a reach and without one. */
static inline bool are_segments(uint32_t size_a, uint32_t size_b) {
    return size_a <= 2 && size_b <= 2;
}

/* The kinds of pairs (query.h): of segments, or with a reach, those of the cores; of others mtv_kind from NO_REACH on. */
enum { MTV_ROUND_KINDS = NO_REACH + MTV_KINDS };
_Static_assert((int)MTV_ROUND_KINDS <= (int)SEPAL_MOST_BINS, "bins.h has room for as many");

static inline unsigned mtv_round_kind(const void *question, sepal_pair pair) {
    const polys_query *q = question;
    unsigned kind = are_segments(q->a->heads[pair.a].size, q->b->heads[pair.b].size) ? kind_of_cores(q, pair) : round_kind(q, pair);
    return kind == NO_REACH ? NO_REACH + mtv_kind(question, pair) : kind;
}

/* Not inlined, so that the pushes of cores are not on the stack in the stages of pairs without a reach. */
static SEPAL_NOINLINE void push_cores_of_block(mtv_target *target, unsigned kind, pair_list *block) {
    mtv_work todo;
    begin_mtvs(&todo, target->q, block->pairs, block->count);
    push_cores(&todo, cores_of(kind));
    copy_list_wanted(target, block, &todo.values);
}

static void push_block_of_kind(void *to, unsigned kind, pair_list *block) {
    if (kind >= NO_REACH)
        polys_kernel_mtv_block(to, kind - NO_REACH, block);
    else
        push_cores_of_block(to, kind, block);
}

/* A chunk of any shapes, by the kinds of their cores. */
static SEPAL_NOINLINE void mtv_round_any(mtv_target *to, const chunk *c) {
    for_all_kinds(push_block_of_kind, to, mtv_round_kind, MTV_ROUND_KINDS, c);
}

/* A chunk of shapes of one kind in each set. */
static SEPAL_NOINLINE void mtv_round_alike(mtv_target *to, const chunk *c) {
    core_pair kinds = {core_kind(to->q->a->largest), core_kind(to->q->b->largest)};
    for (size_t from = 0; from < c->count; from += SEPAL_BLOCK) {
        mtv_work todo;
        begin_mtvs(&todo, to->q, c->pairs + from, block_from(from, c->count));
        push_cores(&todo, kinds);
        copy_block_wanted(to, from, &todo);
    }
}

static inline bool of_one_size(const sepal_polys *set) {
    return set->largest <= 2 || set->boxes || (set->same && set->largest > 4 && set->largest <= SEPAL_LANE_VERTICES);
}

/* Is a chunk not worth a sort? Pairs without a reach, of which a few tell, are computed twice without it. */
enum { REACH_SAMPLE = 64 };
static inline bool of_one_kind(const polys_query *q, const sepal_pair *pairs, size_t count) {
    if (are_segments(q->a->largest, q->b->largest))
        return true;
    if (!of_one_size(q->a) || !of_one_size(q->b))
        return false;
    for (size_t k = 0; k < count && k < REACH_SAMPLE; k++)
        if (!has_reach(q, pairs[k]))
            return false;
    return true;
}

static void mtv_pairs(const polys_query *q, const sepal_pair *pairs, size_t count, const sepal_mtvs *out) {
    if (!some_reach(q) && !are_segments(q->a->largest, q->b->largest)) {
        polys_kernel_mtv_cores(q, pairs, count, out);
        return;
    }
    for (size_t first = 0; first < count; first += SEPAL_CHUNK) {
        const chunk c = chunk_of_numbers(q, pairs, first, count);
        mtv_target to = {.q = q, .out = out, .first = first};
        if (of_one_kind(q, c.pairs, c.count))
            mtv_round_alike(&to, &c);
        else
            mtv_round_any(&to, &c);
    }
}

void polys_kernel_mtv_pairs(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, size_t count,
                            const sepal_rule *rule, const sepal_mtvs *out) {
    mtv_pairs(&(polys_query){a, b, rule->touching, rule->margin, 0}, pairs, count, out);
}

/* Rows, and where the next chunk of their pairs begins. */
typedef struct mtv_rows {
    polys_query q;
    row_place *at;
    const sepal_mtvs *out;
} mtv_rows;

/* The pairs of rows that are listed at a time: they are on the stack beside the lists of a chunk. */
enum { MTV_ROWS = SEPAL_BLOCK };

static void mtv_rows_chunk(const void *question, size_t first, size_t count) {
    const mtv_rows *rows = question;
    for (size_t from = 0; from < count; from += MTV_ROWS) {
        sepal_pair pairs[MTV_ROWS];
        size_t some = count - from < MTV_ROWS ? count - from : MTV_ROWS;
        sepal_mtvs out = mtvs_from(rows->out, first + from);
        *rows->at = list_rows(*rows->at, some, pairs);
        mtv_pairs(&rows->q, pairs, some, &out);
    }
}

void polys_kernel_mtv_rows(const sepal_polys *a, const sepal_polys *b, const sepal_row *rows, size_t count, const sepal_rule *rule,
                           const sepal_mtvs *out) {
    row_place at = {rows, 0};
    for_chunks(mtv_rows_chunk, &(mtv_rows){{a, b, rule->touching, rule->margin, 0}, &at, out}, count);
}
