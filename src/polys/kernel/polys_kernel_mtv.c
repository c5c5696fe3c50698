/* polys_kernel_mtv.c — the smallest pushes of pairs of polygons: all edge normals in float, by size; then the exact signs, and the
 * pairs out of float's range; and the nearest points, in double, of pairs that are apart and that float does not decide, such as faces
 * that are nearly parallel.
 *
 *   sets of one block size    all axes ──────────────┬─ signs: in double, or ── apart: in double ── the rest: the reference
 *   any polygons              by size: all axes, ────┘  the reference           (below)
 *                             or one pair at a time
 *
 * Lists of a pair or a few, without points: one by one (ring.h); what is not certain goes the way above. */
#include "../../core/arithmetic.h"

#include "../scalar/difference.h"
#include "exact.h"
#include "mtv_large.h"
#include "ring.h"

/* ===== The nearest points in double ============================================================== */

/* The nearest points of two cores that are apart, in double. Each lane has its own pair.
 *
 * These are the pairs that float has no certificate for, such as faces that are nearly parallel. The reference takes the shortest way
 * from a vertex to a vertex or to an edge (scalar/polys_scalar_nearest.c). Here only the ways between two edges are tried, one of each
 * core, which face the other core along the best axis. They are compared by the squares of their lengths, and the shortest one is computed
 * by the operations of the reference, so that the bits are the same. Left open are lanes in which some other way may be as short, or
 * that need expansions (docs/numerics/mtv.md, "Radii, a margin, and pairs apart"). */

/* Proved in docs/numerics/mtv.md, "Radii, a margin, and pairs apart". */
#define FACES_ROUNDING  0x1p-50         /* of two products of differences in double, relative to their magnitudes */
#define FACES_BEHIND    0x1p-21F        /* the same in float, */
#define FACES_UNDERFLOW 0x1p-126F       /* and what underflow may take from it */
#define FACES_LONGER    (1 + 0x1p-10F)  /* a way that is longer than another one by this factor in float is longer */
#define FACES_SURE      0x1p-24         /* a determinant above this share of its products needs no expansion */
#define FACES_TIE       (1 + 0x1p-46)   /* a square that exceeds another one by this factor is that of a longer way */
#define FACES_HEIGHTS   (64 * 0x1p-24F) /* of differences of heights, relative to the greatest coordinate */
#define FACES_LEAST     0x1p-60         /* lengths between these do not underflow, nor do their squares */
#define FACES_MOST      0x1p100

/* --- The edges that face each other -------------------------------------------------------------- */

/* Of larger cores so many vertices are loaded, around one that is highest along the axis. */
enum { FRONT_VERTICES = 8 };

/* Returns the lanes in which these are all vertices, once or again and again. */
static SEPAL_NOINLINE wm load_fronts(const sepal_polys *set, const uint32_t *index, w2 axis, w *world) {
    float x[SEPAL_LANES], y[SEPAL_LANES];
    uint32_t start[SEPAL_LANES];
    unsigned whole = 0;
    w_store(x, axis.x);
    w_store(y, axis.y);
    for (int lane = 0; lane < SEPAL_LANES; lane++) {
        const uint32_t shape = index[2 * lane], size = set->heads[shape].size;
        const vertex_run coarse = coarse_run(set, shape);
        const sepal_rim rim = sepal_rim_at(set, shape);
        const uint32_t near = farthest_of_coarse(&coarse, size, x[lane], y[lane]),
                       at = sepal_farthest_from(&rim, near, (double)x[lane], (double)y[lane]);
        start[lane] = (at + FRONT_VERTICES * size - (FRONT_VERTICES / 2 - 1)) % size;
        whole |= (unsigned)(FRONT_VERTICES % size == 0) << lane;
    }
    load_windows(set, index, start, FRONT_VERTICES, world);
    return wm_of_bits(whole);
}

/* The edge of a core that is highest along an axis, from `first` to `second`, and the vertices before and after it; the height of the
 * highest vertex, and of the highest one that is not an end of the edge; the greatest coordinate from the origin. */
typedef struct front_edge {
    w2 before, first, second, after;
    w top, rest, extent;
} front_edge;

/* Vertices that repeat the one before them are no ends of edges. Unless it is `whole`, both ends of a window count as the rest. */
static SEPAL_NOINLINE void find_front_edge(const vertex_lanes *v, uint32_t size, w2 axis, w2 origin, wm whole, front_edge *out) {
    w height[SEPAL_LANE_VERTICES], none = w_set1(-INFINITY), highest = none;
    w2 before = vertex(v->world, size, size - 1), end_of_first = before;
    wm begun = wm_none(), waits = wm_none(); /* some edge was there; the vertex after the chosen edge has not come yet */
    *out = (front_edge){before, before, before, before, none, none, w_zero()};
    for (uint32_t k = 0; k < size; k++) {
        w2 near = w2_sub(vertex(v->world, size, k), origin);
        out->extent = w_max(out->extent, w2_greatest(near));
        height[k] = w2_along(axis, near);
        out->top = w_max(out->top, height[k]);
    }
    for (uint32_t k = 0; k < size; k++) {
        uint32_t next = k + 1 < size ? k + 1 : 0;
        w2 from = vertex(v->world, size, k), to = vertex(v->world, size, next);
        wm repeated = w2_equal(from, to);
        w sum = w_select(repeated, none, w_add(height[k], height[next]));
        wm higher = w_gt(sum, highest);
        highest = w_max(sum, highest);
        end_of_first = w2_select(wm_or(begun, repeated), end_of_first, to);
        begun = wm_or(begun, wm_not(repeated));
        out->after = w2_select(wm_andnot(waits, repeated), to, out->after);
        waits = wm_or(wm_and(waits, repeated), higher);
        out->before = w2_select(higher, before, out->before);
        out->first = w2_select(higher, from, out->first);
        out->second = w2_select(higher, to, out->second);
        before = w2_select(repeated, before, from);
    }
    out->after = w2_select(waits, end_of_first, out->after);
    for (uint32_t k = 0; k < size; k++) {
        w2 at = vertex(v->world, size, k);
        wm end = wm_or(w2_equal(at, out->first), w2_equal(at, out->second));
        out->rest = w_max(out->rest, w_select(k > 0 && k + 1 < size ? end : wm_and(end, whole), none, height[k]));
    }
}

/* The lanes in which the way from p to its foot on an edge that leaves a corner is none, as p is certainly behind the beginning of that, or
 * is certainly longer than `length`. */
static inline wm is_no_nearer(w2 corner, w2 edge_to, w2 p, w length) {
    const w2 e = w2_sub(edge_to, corner), r = w2_sub(p, corner);
    const w x = w_mul(e.x, r.x), y = w_mul(e.y, r.y), left = w_mul(e.x, r.y), right = w_mul(e.y, r.x);
    const w share = w_set1(FACES_BEHIND), least = w_set1(FACES_UNDERFLOW);
    const w error = w_add(w_mul(w_add(w_abs(x), w_abs(y)), share), least);
    const w across = w_sub(w_abs(w_sub(left, right)), w_mul(w_add(w_abs(left), w_abs(right)), share));
    const w limit = w_mul(length, w_set1(FACES_LONGER)), square = w_mul(across, w_max(across, w_zero()));
    return wm_or(w_gt(w_neg(error), w_add(x, y)), w_gt(square, w_add(w_mul(w_mul(limit, limit), w2_along(e, e)), least)));
}

/* The lanes in which no way between an end of the edge of b and the edges beside that of a, if any, is as short as `length`. */
static inline wm sides_are_no_nearer(const front_edge *a, const front_edge *b, w length) {
    const wm none = w2_equal(a->before, a->second);
    return wm_or(
        none,
        wm_and(wm_and(is_no_nearer(a->first, a->before, b->first, length), is_no_nearer(a->first, a->before, b->second, length)),
               wm_and(is_no_nearer(a->second, a->after, b->first, length), is_no_nearer(a->second, a->after, b->second, length))));
}

/* --- The shortest way between them --------------------------------------------------------------- */

/* A way that may be the shortest. square: of its length, as small as errors can make it, infinite if it is certainly no candidate; most: as
 * great as they can make it, infinite if it is not certainly one. way, divided by the root of `divisor`, is its direction. cross: of a vertex
 * and an edge, the determinant that gives the length, which is that of the reference if `certain`; of two vertices 0. */
typedef struct candidate_way {
    wd square, most, divisor, cross;
    wd2 way;
    wdm certain;
} candidate_way;

/* The ends of an edge in half of the lanes, the edge, its squared length, and the inverse of that. */
typedef struct edge_half {
    wd2 end[2], edge;
    wd square, inverse;
} edge_half;

static inline edge_half edge_of_half(const front_edge *e, int half) {
    const wd2 from = wd2_of(e->first, half), to = wd2_of(e->second, half);
    const wd2 edge = wd2_sub(to, from);
    const wd square = wd2_dot(edge, edge);
    return (edge_half){{from, to}, edge, square, wd_div(wd_set1(1), square)};
}

/* The way from vertex p to its foot on an edge, if that is between the ends. reversed: p is of b. */
static inline candidate_way foot_on(wd2 p, const edge_half *e, bool reversed) {
    wd zero = wd_set1(0), rounding = wd_set1(FACES_ROUNDING), square = e->square;
    wd2 edge = e->edge, r = wd2_sub(p, e->end[0]), down = {edge.y, wd_minus(edge.x)};
    wd left = wd_mul(edge.x, r.y), right = wd_mul(edge.y, r.x), cross = wd_sub(left, right);
    wd in_x = wd_mul(edge.x, r.x), in_y = wd_mul(edge.y, r.y), after = wd_add(in_x, in_y), before = wd_sub(square, after);
    wd after_error = wd_mul(wd_add(wd_abs(in_x), wd_abs(in_y)), rounding);
    wd before_error = wd_add(after_error, wd_mul(square, rounding));
    wd products = wd_add(wd_abs(left), wd_abs(right)), size = wd_abs(cross), error = wd_mul(products, rounding);
    wdm possible = wdm_and(wd_ge(wd_add(after, after_error), zero), wd_ge(wd_add(before, before_error), zero));
    wdm sure = wdm_and(wd_gt(after, after_error), wd_gt(before, before_error));
    wd least = wd_max(wd_sub(size, error), zero), most = wd_add(size, error), none = wd_set1((double)INFINITY);
    wdm is_left = reversed ? wd_gt(zero, cross) : wd_gt(cross, zero);
    return (candidate_way){.square = wd_select(possible, wd_mul(wd_mul(least, least), e->inverse), none),
                           .most = wd_select(sure, wd_mul(wd_mul(most, most), e->inverse), none),
                           .divisor = square,
                           .cross = cross,
                           .way = wd2_select(is_left, down, wd2_minus(down)),
                           .certain = wd_gt(size, wd_mul(products, wd_set1(FACES_SURE)))};
}

/* The way between the nearest points of two edges in half of the lanes. Returns the lanes in which it is certain: all ways between the two
 * that may be as short have one direction and one length, as those between parallel edges have. */
static SEPAL_NOINLINE unsigned nearest_of_half(const front_edge *in_a, const front_edge *in_b, int half, wd2 *normal, wd *length) {
    enum { WAYS = 8 };
    const wd zero = wd_set1(0);
    candidate_way ways[WAYS];
    wd limit = wd_set1((double)INFINITY);
    wdm same = wdm_all(), any = wdm_none();
    const edge_half a = edge_of_half(in_a, half), b = edge_of_half(in_b, half);
    for (int i = 0; i < 2; i++) {
        for (int j = 0; j < 2; j++) {
            wd2 way = wd2_sub(b.end[j], a.end[i]);
            wd square = wd2_dot(way, way);
            ways[4 * i + j] = (candidate_way){square, square, square, zero, way, wdm_all()};
        }
        ways[4 * i + 2] = foot_on(a.end[i], &b, false);
        ways[4 * i + 3] = foot_on(b.end[i], &a, true);
    }
    for (int k = 0; k < WAYS; k++)
        limit = wd_min(limit, ways[k].most);
    limit = wd_mul(limit, wd_set1(FACES_TIE));
    *normal = (wd2){zero, zero};
    *length = zero;
    for (int k = 0; k < WAYS; k++) {
        const wdm near = wd_ge(limit, ways[k].square);
        if (wdm_bits(near) == 0)
            continue;
        const wd divisor = wd_sqrt(ways[k].divisor), x = wd_div(ways[k].way.x, divisor), y = wd_div(ways[k].way.y, divisor);
        const wd own = wd_select(wd_eq(ways[k].cross, zero), divisor, wd_div(wd_abs(ways[k].cross), divisor));
        const wdm new = wdm_andnot(near, any);
        *normal = wd2_select(new, (wd2){x, y}, *normal);
        *length = wd_select(new, own, *length);
        any = wdm_or(any, near);
        const wdm equal = wdm_and(wdm_and(wd_eq(x, normal->x), wd_eq(y, normal->y)), wd_eq(own, *length));
        same = wdm_andnot(same, wdm_andnot(near, wdm_and(equal, ways[k].certain)));
    }
    wdm in_range = wdm_and(wd_gt(*length, wd_set1(FACES_LEAST)), wd_gt(wd_set1(FACES_MOST), *length));
    return wdm_bits(wdm_and(same, in_range));
}

/* The values are those of the best axes before. */
SPECIALISED lanes mtv_nearest_kernel(const void *question, const sepal_pair *group, size_t k, sizes n) {
    const mtv_query *m = question;
    vertex_lanes va, vb;
    front_edge a, b;
    wd2 normal[2];
    wd length[2];
    w2 axis = {w_load(m->out->x + k), w_load(m->out->y + k)};
    unsigned known = 0;
    wm whole_a = wm_all(), whole_b = wm_all();
    if (n.a > 0) {
        load_vertices(m->q->a, &group->a, n.a, n.same, &va);
        load_vertices(m->q->b, &group->b, n.b, n.same, &vb);
    } else {
        n = (sizes){FRONT_VERTICES, FRONT_VERTICES, false};
        whole_a = load_fronts(m->q->a, &group->a, axis, va.world);
        whole_b = load_fronts(m->q->b, &group->b, w2_neg(axis), vb.world);
    }
    w2 origin = vertex(va.world, n.a, 0);
    find_front_edge(&va, n.a, axis, origin, whole_a, &a);
    find_front_edge(&vb, n.b, w2_neg(axis), origin, whole_b, &b);
    for (int half = 0; half < 2; half++)
        known |= nearest_of_half(&a, &b, half, &normal[half], &length[half]) << (half * SEPAL_LANES / 2);
    /* What is not of these edges is at least so far from the other core. Heights of b are along the opposite axis. */
    w distance = w_of(length[0], length[1]), beyond = w_neg(w_max(w_add(b.top, a.rest), w_add(b.rest, a.top)));
    w needed = w_add(w_add(distance, distance), w_mul(w_max(a.extent, b.extent), w_set1(FACES_HEIGHTS)));
    known &=
        wm_bits(wm_and(w_gt(beyond, needed), wm_and(sides_are_no_nearer(&a, &b, distance), sides_are_no_nearer(&b, &a, distance))));
    w_store(m->out->x + k, w_add(w_zero(), w_of(normal[0].x, normal[1].x))); /* 0 + -0 is 0 */
    w_store(m->out->y + k, w_add(w_zero(), w_of(normal[0].y, normal[1].y)));
    w_store(m->out->depth + k, w_sub(w_zero(), distance));
    return (lanes){known, ALL_LANES & ~known};
}

/* --- What float does not know -------------------------------------------------------------------- */

/* The unsure pairs of a block: the depths of cores that meet get their exact sign; others are nearer to each other than float can tell, and
 * their nearest points are found in double. n: the sizes of its blocks of vertices, or 0 if they are large. What double cannot take is left to
 * the reference, and to the corners of large polygons. */
static SEPAL_NOINLINE void settle_signs(mtv_work *todo, sizes n) {
    const polys_query *q = todo->q;
    exact_contacts contacts;
    block_room room;
    pair_list list = list_unsure(todo, &room);
    if (n.a > 0)
        find_contacts(q, list.pairs, list.count, n, &contacts);
    for (size_t k = 0; k < list.count; k++) {
        const sepal_pair pair = list.pairs[k];
        const size_t slot = list.slots[k];
        const sepal_contact contact = n.a > 0 && overlap_fits(q, pair) ? contact_at(&contacts, k)
                                      : some_reach(q)
                                          ? sepal_polys_scalar_contact(q->a, pair.a, q->b, pair.b) /* that of the cores is asked */
                                          : polys_kernel_contact_large(q, pair, todo->values.x[slot], todo->values.y[slot]);
        if (contact == SEPAL_APART) {
            set_bit(todo->found.open, slot);
            set_bit(todo->values.apart, slot);
            todo->any = true;
        } else {
            todo->values.depth[slot] = sepal_signed_depth(todo->values.depth[slot], contact);
        }
    }
}

/* Two polygons without area have axes that the kernels do not try. (No other pair of polygons is without an edge.) */
static inline void leave_flat_open(mtv_work *todo) {
    const sepal_polys *a = todo->q->a, *b = todo->q->b;
    if (a->plain || b->plain)
        return;
    for (size_t k = 0; k < todo->count; k++)
        if (a->heads[todo->pairs[k].a].flags & b->heads[todo->pairs[k].b].flags & SEPAL_FLAT) {
            set_bit(todo->found.open, k);
            clear_bit(todo->values.unsure, k);
            clear_bit(todo->values.apart, k);
            todo->any = true;
        }
}

/* The open pairs that are apart, by lanes in double, which leave few of them open. n: the sizes of their blocks, or 0. */
static SEPAL_NOINLINE void settle_apart_in_double(mtv_work *todo, sizes n) {
    uint64_t asked[SEPAL_BLOCK / 64];
    block_room room;
    const sepal_polys *a = todo->q->a, *b = todo->q->b;
    mtv_values values;
    verdicts now;
    size_t k;
    for (size_t first = 0; first < todo->count; first += 64)
        asked[first / 64] = todo->found.open[first / 64] & todo->values.apart[first / 64] & bits_below(todo->count, first);
    if (!a->plain || !b->plain)
        FOR_BITS(k, asked, todo->count) { /* the edges of a segment lie on each other: the determinants of both have to be exact */
            const sepal_poly_head *head_a = &a->heads[todo->pairs[k].a], *head_b = &b->heads[todo->pairs[k].b];
            if ((head_a->flags | head_b->flags) & SEPAL_FLAT &&
                ((head_a->size > 2 && head_b->size > 2) || !overlap_fits(todo->q, todo->pairs[k])))
                clear_bit(asked, k);
        }
    pair_list list = list_block(todo->pairs, todo->count, asked, &room);
    if (list.count == 0)
        return;
    begin_values(&values);
    read_from_slots(values.x, &list, todo->values.x);
    read_from_slots(values.y, &list, todo->values.y);
    n.same = false; /* a constant, for the sake of the loops */
    ask_groups(mtv_nearest_kernel, NULL, &(mtv_query){todo->q, &values}, list.pairs, list.count, n, &now);
    take_values(&list, &values, &todo->values);
    for (size_t first = 0; first < todo->count; first += 64)
        todo->found.open[first / 64] &= ~asked[first / 64];
    take_bits(&list, now.open, todo->found.open);
}

static SEPAL_NOINLINE void settle_open(mtv_work *todo) {
    const sepal_rule rule = {todo->q->touching, 0, 0};
    size_t k;
    FOR_BITS(k, todo->found.open, todo->count) {
        const sepal_polys *a = todo->q->a, *b = todo->q->b;
        const sepal_pair pair = todo->pairs[k];
        const bool apart = bit_at(todo->values.apart, k);
        store_push(todo, k,
                   apart ? sepal_polys_scalar_mtv_apart(a, pair.a, b, pair.b)
                         : sepal_polys_scalar_mtv_round(a, pair.a, b, pair.b, &rule));
    }
}

/* n: the sizes of the blocks, or 0 if they are large. */
static inline void settle_mtv(mtv_work *todo, sizes n) {
    leave_flat_open(todo);
    if (todo->values.any_unsure)
        settle_signs(todo, n);
    if (todo->any)
        settle_apart_in_double(todo, n);
    if (todo->any)
        settle_open(todo);
}

/* --- Blocks -------------------------------------------------------------------------------------- */

/* window: MTV_SMALL or MTV_NARROW if every polygon has more than 16 vertices, MTV_WIDE if each has at least as many as these. */
static SEPAL_NOINLINE void push_by_windows(mtv_work *todo, uint32_t window) {
    todo->any = ask_groups(mtv_window_kernel, NULL, &(mtv_query){todo->q, &todo->values}, todo->pairs, todo->count,
                           (sizes){window, window, false}, &todo->found);
}

/* Pairs of polygons of up to 16 vertices. n: 3 or 4 vertices, for sets in which all blocks of vertices have room for four; otherwise two
 * of 4, 8, 12 and 16. Not inlined, since its vectors need not be on the stack in the stages after it. Sizes that are read have
 * a function of their own (query.h, "Sizes"). */
static SEPAL_NOINLINE void push_by_edges(mtv_work *todo, sizes n) {
    const mtv_query m = {todo->q, &todo->values};
    if (n.a == 3)
        todo->any = ask_groups(mtv_kernel, NULL, &m, todo->pairs, todo->count, (sizes){3, 3, true}, &todo->found);
    else if (n.a == 4)
        todo->any = ask_groups(mtv_kernel, NULL, &m, todo->pairs, todo->count, (sizes){4, 4, true}, &todo->found);
    else
        todo->any = ask_groups(mtv_kernel, NULL, &m, todo->pairs, todo->count, (sizes){8, 8, false}, &todo->found);
}
static SEPAL_NOINLINE void push_by_edges_of_any(mtv_work *todo, sizes n) {
    todo->any = ask_groups(mtv_kernel, NULL, &(mtv_query){todo->q, &todo->values}, todo->pairs, todo->count, n, &todo->found);
}

/* What float knows of a block of pairs of up to 16 vertices. */
static inline void push_of_sizes(mtv_work *todo, sizes n) {
    if (n.a == n.b && (n.a == 8 || (n.same && n.a <= 4)))
        push_by_edges(todo, n);
    else
        push_by_edges_of_any(todo, n);
}

/* What float knows of a block of pairs of one kind (mtv_kind). */
static void push_of_kind(mtv_work *todo, unsigned kind) {
    static const uint32_t windows[] = {MTV_SMALL, MTV_NARROW, MTV_WIDE};
    if (kind >= MTV_SMALLS && kind <= MTV_WIDES) /* one call: gcc makes a copy for each constant */
        push_by_windows(todo, windows[kind - MTV_SMALLS]);
    else if (kind == MTV_LARGE)
        push_large(todo);
    else
        push_of_sizes(todo, mtv_sizes(kind));
}

void polys_kernel_mtv_block(void *to, unsigned kind, pair_list *block) {
    mtv_target *target = to;
    mtv_work todo;
    begin_mtvs(&todo, target->q, block->pairs, block->count);
    push_of_kind(&todo, kind);
    settle_mtv(&todo, mtv_sizes(kind));
    copy_list_wanted(target, block, &todo.values);
}

void polys_kernel_mtv_known(const polys_query *q, const sepal_pair *pairs, size_t count, uint64_t *open, mtv_values *out) {
    uint64_t all[SEPAL_BLOCK / 64];
    block_room room;
    set_all(all, count);
    pair_list rest = list_block(pairs, count, all, &room);
    begin_values(out);
    for (size_t at = 0; at < count; at += 64)
        open[at / 64] = 0;
    for (unsigned kind = MTV_SMALLS; kind < MTV_KINDS; kind++) {
        mtv_work todo;
        size_t some = kind_first(mtv_kind, kind, q, &rest);
        pair_list list = part_of_list(&rest, 0, some);
        rest = part_of_list(&rest, some, rest.count - some);
        if (some == 0)
            continue;
        begin_mtvs(&todo, q, list.pairs, some);
        push_of_kind(&todo, kind);
        leave_flat_open(&todo);
        take_values(&list, &todo.values, out);
        take_bits(&list, todo.found.open, open);
    }
    for (size_t at = 0; at < count; at += 64)
        open[at / 64] |= out->unsure[at / 64];
}

/* --- Lists --------------------------------------------------------------------------------------- */

/* A chunk of any polygons, by size. */
static SEPAL_NOINLINE void mtv_any(mtv_target *to, const chunk *c) {
    for_all_kinds(polys_kernel_mtv_block, to, mtv_kind, MTV_KINDS, c);
}

/* A chunk of polygons of sets whose blocks of vertices are all of one size. */
static SEPAL_NOINLINE void mtv_alike(mtv_target *to, const chunk *c) {
    const uint32_t largest = to->q->a->largest > to->q->b->largest ? to->q->a->largest : to->q->b->largest;
    const uint32_t size = largest <= 3 ? 3 : largest <= 4 ? 4 : sepal_padded(largest);
    for (size_t from = 0; from < c->count; from += SEPAL_BLOCK) {
        mtv_work todo;
        begin_mtvs(&todo, to->q, c->pairs + from, block_from(from, c->count));
        push_of_sizes(&todo, (sizes){size, size, true});
        settle_mtv(&todo, (sizes){block_size(size), block_size(size), true});
        copy_block_wanted(to, from, &todo);
    }
}

/* The `count` pairs from number `first` on. */
static SEPAL_NOINLINE void mtv_list(const polys_query *q, const sepal_pair *pairs, size_t first, size_t count,
                                    const sepal_mtvs *out) {
    const sepal_polys *a = q->a, *b = q->b;
    const bool alike =
        a->same && b->same && sepal_padded(a->largest) == sepal_padded(b->largest) && a->largest <= SEPAL_LANE_VERTICES;
    for (const size_t end = first + count; first < end; first += SEPAL_CHUNK) {
        const chunk c = chunk_of_numbers(q, pairs, first, end);
        mtv_target to = {.q = q, .out = out, .first = first};
        if (alike)
            mtv_alike(&to, &c);
        else
            mtv_any(&to, &c);
    }
}

void polys_kernel_mtv_cores(const polys_query *q, const sepal_pair *pairs, size_t count, const sepal_mtvs *out) {
    if (sepal_mtvs_want_points(out) || !ring_takes(q, pairs, count, RING_PUSHES)) {
        mtv_list(q, pairs, 0, count, out);
        return;
    }
    for (size_t k = 0; k < count; k++) {
        const bool known = has_area(q, pairs[k]) && push_ring(q, pairs[k], out, k);
        STAGES_ONE("push_ring", pairs[k], known, !known);
        if (!known)
            mtv_list(q, pairs, k, 1, out);
    }
}

#ifndef SEPAL_UNITS_APART
/* A program that has the one has the others, too, so that they are one unit (sepal_lanes.h). */
#include "polys_kernel_mtv_points.c"
#include "polys_kernel_mtv_round.c"
#endif
