/* mtv_axes.h — the smallest push that parts a pair: the numbers of a block of pairs on their way through the stages, the greatest gap
 * over all edge normals, and for cores that are apart the line of their nearest points. */
#ifndef SEPAL_POLYS_KERNEL_MTV_AXES_H
#define SEPAL_POLYS_KERNEL_MTV_AXES_H

#include "axes.h"

#include <string.h>

/* ===== A block of pairs on its way =============================================================== */

/* The smallest pushes of a block of pairs, on their way through the stages.
 *
 * A stage says yes to the pairs whose pushes it stores. The others are open: they are out of float's range, or lack the certificate
 * that this stage needs. A push that is stored may be final except for the side of 0 of its depth, which is too near to 0: then it is
 * unsure: that is a mask beside the other two. */

/* unsure: the pushes that are final but for the side of 0 of their depth; any_unsure: are there any? apart: of the open pairs, those that
 * are certainly apart, so that only their nearest points are asked for. */
typedef struct mtv_values {
    float x[SEPAL_BLOCK], y[SEPAL_BLOCK], depth[SEPAL_BLOCK];
    uint64_t unsure[SEPAL_BLOCK / 64], apart[SEPAL_BLOCK / 64];
    bool any_unsure;
} mtv_values;

/* The question, and where a kernel stores its numbers. */
typedef struct mtv_query {
    const polys_query *q;
    mtv_values *out;
} mtv_query;

/* A block of pairs on its way: which of them are open, and the pushes of the others. any: may some be open? */
typedef struct mtv_work {
    const polys_query *q;
    const sepal_pair *pairs;
    size_t count;
    bool any;
    verdicts found;
    mtv_values values;
} mtv_work;

/* Before the first push is stored. (A constant number of words: a call about one pair is not to cost a loop.) */
static inline void begin_values(mtv_values *values) {
    memset(values->unsure, 0, sizeof values->unsure);
    memset(values->apart, 0, sizeof values->apart);
    values->any_unsure = false;
}
static inline void begin_mtvs(mtv_work *todo, const polys_query *q, const sepal_pair *pairs, size_t count) {
    todo->q = q;
    todo->pairs = pairs;
    todo->count = count;
    begin_values(&todo->values);
}

static inline void store_push(mtv_work *todo, size_t slot, sepal_poly_mtv push) {
    todo->values.x[slot] = push.x;
    todo->values.y[slot] = push.y;
    todo->values.depth[slot] = push.depth;
}

static inline pair_list list_unsure(const mtv_work *todo, block_room *room) {
    uint64_t unsure[SEPAL_BLOCK / 64];
    for (size_t first = 0; first < todo->count; first += 64) /* a group may be longer than the block */
        unsure[first / 64] = todo->values.unsure[first / 64] & bits_below(todo->count, first);
    return list_block(todo->pairs, todo->count, unsure, room);
}

/* As take_bits, of notes about the groups of a list, the last of which may be longer than the list. */
static inline void take_notes(const pair_list *list, const uint64_t *from, uint64_t *to) {
    size_t k;
    FOR_BITS(k, from, list->count) {
        if (k < list->count)
            set_bit(to, list->slots[k]);
    }
}

/* Copies the pushes of a list to the slots of its pairs. */
static inline void take_values(const pair_list *list, const mtv_values *from, mtv_values *to) {
    for (size_t k = 0; k < list->count; k++) {
        size_t slot = list->slots[k];
        to->x[slot] = from->x[k];
        to->y[slot] = from->y[k];
        to->depth[slot] = from->depth[k];
    }
    take_notes(list, from->unsure, to->unsure);
    take_notes(list, from->apart, to->apart);
    to->any_unsure |= from->any_unsure;
}

/* The arrays that are wanted, from number `first` on. */
static inline sepal_mtvs mtvs_from(const sepal_mtvs *out, size_t first) {
    return (sepal_mtvs){.normal_x = row_from(out->normal_x, first),
                        .normal_y = row_from(out->normal_y, first),
                        .depth = row_from(out->depth, first),
                        .a_x = row_from(out->a_x, first),
                        .a_y = row_from(out->a_y, first),
                        .b_x = row_from(out->b_x, first),
                        .b_y = row_from(out->b_y, first)};
}

/* --- To the arrays that are wanted --------------------------------------------------------------- */

/* Where the pushes of a chunk go: those of its first pair have the number `first`. */
typedef struct mtv_target {
    const polys_query *q;
    const sepal_mtvs *out;
    size_t first;
} mtv_target;

static inline void copy_numbers(float *to, size_t first, const float *from, size_t count) {
    if (to == NULL)
        return;
    if (count == 1) { /* the shortest lists without a call of memcpy */
        to[first] = *from;
    } else if (count >= 4 && count <= 8) {
        float begin[4], end[4];
        memcpy(begin, from, sizeof begin);
        memcpy(end, from + count - 4, sizeof end);
        memcpy(to + first, begin, sizeof begin);
        memcpy(to + first + count - 4, end, sizeof end);
    } else
        memcpy(to + first, from, count * sizeof *from);
}

/* Copies the pushes of a block of the chunk, and finds their points, to the arrays that are wanted. from: where it begins. */
static inline void copy_block_wanted(const mtv_target *to, size_t from, const mtv_work *done) {
    const size_t first = to->first + from;
    copy_numbers(to->out->normal_x, first, done->values.x, done->count);
    copy_numbers(to->out->normal_y, first, done->values.y, done->count);
    copy_numbers(to->out->depth, first, done->values.depth, done->count);
    if (!sepal_mtvs_want_points(to->out))
        return;
    const sepal_mtvs points = mtvs_from(to->out, first);
    polys_kernel_mtv_points(done->q, done->pairs, done->count, &done->values, &points);
}

/* The points of a block of a list, to the slots of its pairs. */
static SEPAL_NOINLINE void copy_list_points(const polys_query *q, const pair_list *list, const mtv_values *from,
                                            const sepal_mtvs *to) {
    float at[4][SEPAL_BLOCK];
    polys_kernel_mtv_points(q, list->pairs, list->count, from,
                            &(sepal_mtvs){.a_x = at[0], .a_y = at[1], .b_x = at[2], .b_y = at[3]});
    write_to_slots(to->a_x, list, at[0]);
    write_to_slots(to->a_y, list, at[1]);
    write_to_slots(to->b_x, list, at[2]);
    write_to_slots(to->b_y, list, at[3]);
}

/* Copies the pushes of a list, and finds their points, to the slots of its pairs in the chunk. */
static inline void copy_list_wanted(const mtv_target *target, const pair_list *list, const mtv_values *from) {
    sepal_mtvs to = mtvs_from(target->out, target->first);
    write_to_slots(to.normal_x, list, from->x);
    write_to_slots(to.normal_y, list, from->y);
    write_to_slots(to.depth, list, from->depth);
    if (sepal_mtvs_want_points(&to))
        copy_list_points(target->q, list, from, &to);
}

/* ===== Axes ====================================================================================== */

/* The smallest push that parts a pair: the greatest gap over all edge normals; and for cores that are apart the line
 * of their nearest points. Each lane has its own pair.
 *
 * The operations of scalar/polys_scalar_mtv.c and polys_scalar_mtv_round.c in the same order, so that the bits are the same. Left
 * open are pairs out of float's range, which are computed in double. w_madd is not used here, since it rounds once on some
 * machines and twice on others. */

/* --- Nearest points. What is certain, and why, is said in scalar/polys_scalar_mtv_round.c. */

/* n . p, each operation rounded */
static inline w w2_along(w2 n, w2 p) {
    return w_add(w_mul(n.x, p.x), w_mul(n.y, p.y));
}

/* Axes with their gaps: the distance of the cores along the axis, which is negative if they overlap along it. */
typedef struct axis_lanes {
    w2 normal;
    w gap;
} axis_lanes;

SPECIALISED axis_lanes select_axis(wm m, axis_lanes a, axis_lanes b) {
    return (axis_lanes){w2_select(m, a.normal, b.normal), w_select(m, a.gap, b.gap)};
}

/* An axis, and the number of the edge that it is normal to; 0 if there is no edge. */
typedef struct edge_axis {
    axis_lanes axis;
    w edge;
} edge_axis;

/* The vertices of the polygon that does not have the edge. Those of a smaller polygon are filled up by repeating its first vertex.
 * Returns their number. */
SPECIALISED uint32_t take_other(wm edge_of_b, const w *a, const w *b, sizes n, w2 *out) {
    uint32_t size = n.a == 1 || n.b == 1 ? 1 : n.a > n.b ? n.a : n.b; /* a point has no edge */
    for (uint32_t k = 0; k < size; k++) {
        w2 of_a = vertex(a, n.a, k < n.a ? k : 0), of_b = vertex(b, n.b, k < n.b ? k : 0);
        out[k] = n.b == 1 ? of_b : n.a == 1 ? of_a : w2_select(edge_of_b, of_a, of_b);
    }
    return size;
}

/* Vertex k of the polygon that has the edge; of one with fewer vertices, its first vertex. */
SPECIALISED w2 own_vertex(wm of_b, const w *a, const w *b, sizes n, uint32_t k) {
    w2 in_a = vertex(a, n.a, k < n.a ? k : 0), in_b = vertex(b, n.b, k < n.b ? k : 0);
    return n.b == 1 ? in_a : n.a == 1 ? in_b : w2_select(of_b, in_b, in_a);
}

/* Do the edge with the best normal and the vertices of the other polygon that are nearest along it face each other? `error`: how
 * much farther than the nearest vertex another one may be along the normal to be among them. If they do not face each other,
 * `corner` receives the end of the edge that is nearer to them. */
SPECIALISED wm face_each_other(w2 normal, w2 from, w2 to, w2 origin, const w2 *other, uint32_t size, w error, w2 *corner) {
    w along[MTV_WIDE], least = w_set1(INFINITY), zero = w_set1(0), after = zero, before = zero;
    for (uint32_t k = 0; k < size; k++) {
        along[k] = w2_along(normal, w2_sub(other[k], origin));
        least = w_min(least, along[k]);
    }
    w most = w_add(least, error);
    w2 edge = w2_sub(to, from);
    for (uint32_t k = 0; k < size; k++) {
        wm farther = w_gt(along[k], most);
        after = w_max(after, w_select(farther, zero, w2_along(edge, w2_sub(other[k], from))));
        before = w_max(before, w_select(farther, zero, w2_along(edge, w2_sub(to, other[k]))));
    }
    wm past_from = w_gt(after, zero);
    *corner = w2_select(past_from, to, from);
    return wm_and(past_from, w_gt(before, zero));
}

/* How far a core extends along a vector beyond one of its vertices, times the length of the vector. */
SPECIALISED w extent_beyond(const w *core, uint32_t size, w2 from, w2 way) {
    w most = w_set1(0);
    for (uint32_t k = 0; k < size && size > 1; k++)
        most = w_max(most, w2_along(way, w2_sub(vertex(core, size, k), from)));
    return most;
}

typedef struct corner_lanes {
    w2 of_a, of_b;
} corner_lanes;

/* The line from a corner to the nearest vertex of the other polygon; and these two. Returns the lanes in which the cores are certainly
 * not nearer to each other than these two points. */
SPECIALISED wm between_corners(const w *a, const w *b, sizes n, w2 corner, wm of_b, const w2 *other, uint32_t size, w error,
                               axis_lanes *out, corner_lanes *corners) {
    w nearest2 = w_set1(INFINITY);
    w2 nearest = other[0];
    for (uint32_t k = 0; k < size; k++) {
        w2 d = w2_sub(other[k], corner);
        w square = w2_along(d, d);
        wm nearer = w_gt(nearest2, square);
        nearest2 = w_select(nearer, square, nearest2);
        nearest = w2_select(nearer, other[k], nearest);
    }
    w2 p = w2_select(of_b, nearest, corner), q = w2_select(of_b, corner, nearest);
    w2 way = w2_sub(q, p), back = w2_sub(p, q);
    w length = w_sqrt(nearest2), inverse = w_div(w_set1(1), length);
    w shared = w_add(extent_beyond(a, n.a, p, way), extent_beyond(b, n.b, q, back));
    *out = (axis_lanes){{w_mul(way.x, inverse), w_mul(way.y, inverse)}, length};
    *corners = (corner_lanes){p, q};
    wm uncertain = wm_or(w_gt(w_set1(SEPAL_LEAST_SQUARE), nearest2), w_gt(shared, w_mul(length, error)));
    return wm_not(uncertain);
}

/* What float knows of a pair, from the best axes of both. line: an axis from a to b. meet: the cores surely overlap; the line is the best
 * axis. touch: they touch, but for rounding; the line is the best axis, which is right if they meet. apart: they are surely apart; the line is
 * that of their nearest points in the lanes in which it is `certain`. */
typedef struct nearest_lanes {
    axis_lanes line;
    wm meet, touch, apart, certain;
} nearest_lanes;

/* The edge whose normal has the greatest gap; where it begins and ends; and the vertices of the other polygon. All as stored. */
typedef struct best_edge {
    axis_lanes axis;
    wm of_b; /* it is an edge of b, and its normal leads from b to a */
    w2 from, to;
    w2 other[MTV_WIDE]; /* in kernels that take whole polygons, up to SEPAL_LANE_VERTICES; else a window */
    uint32_t size;      /* of the other polygon */
} best_edge;

/* The ends of the edge with this number: that vertex and the next one, which after the last one is the first; and the other polygon's
 * vertices. */
SPECIALISED void take_best(wm of_b, w number, const w *a, const w *b, sizes n, best_edge *out) {
    uint32_t size = n.a > n.b ? n.a : n.b;
    wm here = w_eq(number, w_zero());
    out->of_b = of_b;
    out->from = out->to = own_vertex(of_b, a, b, n, 0);
    for (uint32_t k = 1; k < size; k++) {
        w2 own = own_vertex(of_b, a, b, n, k);
        out->to = w2_select(here, own, out->to);
        here = w_eq(number, w_set1((float)k));
        out->from = w2_select(here, own, out->from);
    }
    out->other[0] = out->from; /* there is always one, which gcc -O2 does not recognise */
    out->size = take_other(of_b, a, b, n, out->other);
}

/* What the greatest gap alone tells. The line is the best axis. */
SPECIALISED nearest_lanes judge_gap(axis_lanes best, wm of_b, w extent) {
    w gap = best.gap;
    wm no_edge = w_eq(gap, w_set1(-INFINITY));
    wm meet = wm_andnot(w_gt(w_neg(w_mul(extent, w_set1(SEPAL_GAP_ERROR))), gap), no_edge);
    wm apart = wm_or(no_edge, w_gt(gap, w_mul(extent, w_set1(SEPAL_APART_ERROR))));
    return (nearest_lanes){
        .line = {w2_select(of_b, w2_neg(best.normal), best.normal), gap},
        .meet = meet,
        .touch = wm_not(wm_or(meet, apart)),
        .apart = apart,
        .certain = wm_none(),
    };
}

/* The line of the nearest points in the lanes that are apart. a, b: vertices as stored; origin: the first vertex of a. faces: where the
 * cores touch, the best edge must face the other core. Returns the lanes in which it leads from a vertex of a to one of b, which `between`
 * receives. */
SPECIALISED wm find_nearest_line(const w *a, const w *b, const best_edge *best, sizes n, w2 origin, w extent, bool faces,
                                 nearest_lanes *out, corner_lanes *between) {
    w2 corner = best->from;
    if (n.a > 1 || n.b > 1) {
        w face_error = w_mul(extent, w_set1(SEPAL_FACE_ERROR));
        wm facing = face_each_other(best->axis.normal, best->from, best->to, origin, best->other, best->size, face_error, &corner);
        out->certain = wm_and(out->apart, facing);
        if (faces)
            out->touch = wm_and(out->touch, facing);
        if (wm_bits(wm_andnot(out->apart, facing)) == 0)
            return wm_none();
    }

    axis_lanes line;
    w corner_error = w_mul(extent, w_set1(SEPAL_CORNER_ERROR));
    wm found = between_corners(a, b, n, corner, best->of_b, best->other, best->size, corner_error, &line, between);
    wm corners = wm_and(found, wm_andnot(out->apart, out->certain));
    out->certain = wm_or(out->certain, corners);
    out->line = select_axis(corners, line, out->line);
    return corners;
}

/* All of this, from the best axes of both. */
SPECIALISED nearest_lanes nearest_line(const w *a, const edge_axis *of_a, const w *b, const edge_axis *of_b, sizes n, w extent,
                                       bool faces) {
    best_edge best;
    /* A point has no edge, so beside one the edge is always of the other polygon, even if all vertices of that are equal. */
    wm from_b = n.a == 1 && n.b > 1 ? wm_all() : w_gt(of_b->axis.gap, of_a->axis.gap);
    best.axis = select_axis(from_b, of_b->axis, of_a->axis);
    nearest_lanes out = judge_gap(best.axis, from_b, extent);
    if (wm_bits(faces ? wm_not(out.meet) : out.apart) == 0)
        return out;
    take_best(from_b, w_select(from_b, of_b->edge, of_a->edge), a, b, n, &best);
    corner_lanes between;
    (void)find_nearest_line(a, b, &best, n, vertex(a, n.a, 0), extent, faces, &out, &between);
    return out;
}

/* --- Gaps ---------------------------------------------------------------------------------------- */

/* The outward normal of an edge with the given squared length. An edge between repeated vertices has the length 0, so its normal is
 * 0 * (1 / 0). Everything computed from it is NaN, and a NaN is never the greater gap. */
static inline w2 unit_normal(w2 edge, w square, w winding) {
    w inverse = w_div(w_set1(1), w_sqrt(square));
    return (w2){w_flip(w_mul(edge.y, inverse), winding), w_flip(w_mul(w_sub(w_set1(0), edge.x), inverse), winding)};
}

/* The edges whose squared length is less than the least one that float takes, apart from zero-length edges. */
static inline wm too_short(w2 edge, w square) {
    return wm_andnot(w_gt(w_set1(SEPAL_LEAST_SQUARE), square), w2_is_zero(edge));
}

/* An edge: where it begins, relative to the origin, and its outward normal. Notes edges that are too short. */
typedef struct unit_edge {
    w2 from, normal;
} unit_edge;

SPECIALISED unit_edge unit_edge_at(const vertex_lanes *a, uint32_t size, uint32_t i, w winding, wm *shorter) {
    w2 edge = w2_sub(vertex(a->world, size, i + 1 < size ? i + 1 : 0), vertex(a->world, size, i));
    w square = w2_along(edge, edge);
    if (wm_bits(w_gt(w_set1(SEPAL_LEAST_SQUARE), square)) != 0)
        *shorter = wm_or(*shorter, too_short(edge, square));
    return (unit_edge){vertex(a->near, size, i), unit_normal(edge, square, winding)};
}

/* Takes the axis of edge i if its gap is greater. least: of the products of the other polygon with its normal. */
SPECIALISED void try_edge(const unit_edge *e, w least, uint32_t i, edge_axis *best) {
    axis_lanes next = {e->normal, w_sub(least, w2_along(e->normal, e->from))};
    wm greater = w_gt(next.gap, best->axis.gap);
    *best = (edge_axis){select_axis(greater, next, best->axis), w_select(greater, w_set1((float)i), best->edge)};
}

/* The greatest gap over the edge normals of a, and the first axis that has it. Two edges at a time, so that each vertex of b is read half
 * as often; the last one of three twice. */
SPECIALISED edge_axis greatest_unit_gap(const vertex_lanes *a, uint32_t size_a, w winding, const vertex_lanes *b, uint32_t size_b,
                                        wm *unfit) {
    w zero = w_set1(0);
    edge_axis best = {{{zero, zero}, w_set1(-INFINITY)}, zero};
    for (uint32_t i = 0; i < size_a && size_a > 1; i += 2) {
        uint32_t j = i + 1 < size_a ? i + 1 : i;
        unit_edge e = unit_edge_at(a, size_a, i, winding, unfit), f = unit_edge_at(a, size_a, j, winding, unfit);
        w2 q = vertex(b->near, size_b, 0);
        w least_e = w2_along(e.normal, q), least_f = w2_along(f.normal, q);
        for (uint32_t k = 1; k < size_b; k++) {
            q = vertex(b->near, size_b, k);
            least_e = w_min(least_e, w2_along(e.normal, q));
            least_f = w_min(least_f, w2_along(f.normal, q));
        }
        try_edge(&e, least_e, i, &best);
        try_edge(&f, least_f, j, &best);
    }
    return best;
}

/* Stores the push of a pair of cores, which is unsure where they touch but for rounding. Open are the lanes `open`, and those of which
 * only this is known, that the cores are apart. */
SPECIALISED lanes store_nearest(const nearest_lanes *nearest, unsigned open, size_t k, mtv_values *out) {
    w zero = w_set1(0);
    w_store(out->depth + k, w_sub(zero, nearest->line.gap));
    w_store(out->x + k, w_add(zero, nearest->line.normal.x)); /* 0 + -0 is 0 */
    w_store(out->y + k, w_add(zero, nearest->line.normal.y));
    unsigned apart = wm_bits(wm_andnot(nearest->apart, nearest->certain)) & ~open;
    open |= apart;
    if (apart != 0)
        out->apart[k / 64] |= (uint64_t)apart << k % 64;
    const unsigned unsure = ALL_LANES & ~(open | wm_bits(wm_or(nearest->meet, nearest->certain)));
    if (unsure != 0) {
        out->unsure[k / 64] |= (uint64_t)unsure << k % 64;
        out->any_unsure = true;
    }
    return (lanes){ALL_LANES & ~open, open};
}

/* No two vertices differ by more than the extent in x or y. */
SPECIALISED w pair_extent(circle_lanes a, circle_lanes b) {
    w2 d = w2_sub(b.centre, a.centre);
    w outer = w_add(a.outer, b.outer);
    return w_add(w_add(outer, outer), w2_greatest(d));
}
static inline float extent_of_one(const sepal_poly_circle *a, const sepal_poly_circle *b) {
    float outer = fabsf(a->outer) + fabsf(b->outer), dx = fabsf(b->x - a->x), dy = fabsf(b->y - a->y);
    return (outer + outer) + (dx > dy ? dx : dy);
}

SPECIALISED lanes mtv_kernel(const void *question, const sepal_pair *group, size_t k, sizes n) {
    const mtv_query *m = question;
    vertex_lanes va, vb;
    load_blocks(m->q->a, &group->a, n.a, n.same, n.same, &va);
    load_blocks(m->q->b, &group->b, n.b, n.same, n.same, &vb);
    circle_lanes a = load_circles(m->q->a, &group->a), b = load_circles(m->q->b, &group->b);
    w2 origin = vertex(va.world, n.a, 0);
    make_near(&va, n.a, origin);
    make_near(&vb, n.b, origin);
    w extent = pair_extent(a, b);
    wm unfit = w_eq(extent, w_set1(INFINITY));
    edge_axis of_a = greatest_unit_gap(&va, n.a, a.winding, &vb, n.b, &unfit);
    edge_axis of_b = greatest_unit_gap(&vb, n.b, b.winding, &va, n.a, &unfit);
    nearest_lanes nearest = nearest_line(va.world, &of_a, vb.world, &of_b, n, extent, false);
    return store_nearest(&nearest, wm_bits(unfit), k, m->out);
}

#endif
