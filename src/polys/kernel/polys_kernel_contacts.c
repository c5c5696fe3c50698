/* polys_kernel_contacts.c — the contact points of pairs: first which pairs have any, which is a question of overlap; then the points
 * of those, by the sizes of their cores. Each lane has its own pair.
 *
 *   all pairs   overlap under the margin ── no: none
 *                                        └─ yes: up to 16 vertices: faces and corners ── no certificate ─┐
 *                                                more: ──────────────────────────────────────────────────┴─ one pair at a time */
#include "../../core/arithmetic.h"

#include "contact_boxes.h"
#include "contact_large.h"
#include "contact_points.h"
#include "cores.h"
#include "names.h"
#include "reach.h"
#include "sizes.h"

/* The shapes of one side. */
typedef struct contact_side_lanes {
    circle_lanes circle;
    vertex_lanes core;
} contact_side_lanes;

SPECIALISED void load_side(const sepal_polys *set, const uint32_t *index, uint32_t size, bool same, contact_side_lanes *out) {
    out->circle = load_circles(set, index);
    if (size > 1) {
        load_vertices(set, index, size, same, &out->core);
    } else { /* the centre of a point is the point */
        out->core.world[0] = out->circle.centre.x;
        out->core.world[block_size(1)] = out->circle.centre.y;
    }
}

SPECIALISED w greatest_near(const vertex_lanes *core, uint32_t size) {
    w most = w_zero();
    for (uint32_t k = 0; k < size; k++) {
        w2 p = vertex(core->near, size, k);
        most = w_max(most, w_max(w_abs(p.x), w_abs(p.y)));
    }
    return most;
}

/* Finds the reference edge, and makes its shape the reference shape. */
SPECIALISED void choose_reference(contact_side_lanes *a, contact_side_lanes *b, sizes n, contact_lanes *c, wm *unfit) {
    c->origin = vertex(a->core.world, n.a, 0);
    make_near(&a->core, n.a, c->origin);
    make_near(&b->core, n.b, c->origin);
    c->extent = w_max(greatest_near(&a->core, n.a), greatest_near(&b->core, n.b));
    c->thickness = w_mul(c->extent, w_set1(SEPAL_CONTACT_FACE));
    edge_axis of_a = greatest_unit_gap(&a->core, n.a, a->circle.winding, &b->core, n.b, unfit);
    edge_axis of_b = greatest_unit_gap(&b->core, n.b, b->circle.winding, &a->core, n.a, unfit);
    c->from_b = w_gt(of_b.axis.gap, w_add(of_a.axis.gap, w_mul(c->extent, w_set1(SEPAL_CONTACT_TIE))));
    axis_lanes chosen = select_axis(c->from_b, of_b.axis, of_a.axis);
    c->normal = chosen.normal;
    c->gap = chosen.gap;
    c->winding = w_select(c->from_b, a->circle.winding, b->circle.winding);
    c->size = n.a > n.b ? n.a : n.b;
    for (uint32_t k = 0; k < c->size; k++) {
        w2 of_a_k = vertex(a->core.world, n.a, k < n.a ? k : 0), of_b_k = vertex(b->core.world, n.b, k < n.b ? k : 0);
        c->reference[k] = w2_select(c->from_b, of_b_k, of_a_k);
        c->incident[k] = w2_select(c->from_b, of_a_k, of_b_k);
    }
    w edge = w_select(c->from_b, of_b.edge, of_a.edge);
    w2 from = c->reference[0];
    for (uint32_t k = 1; k < c->size; k++)
        from = w2_select(w_eq(edge, w_set1((float)k)), c->reference[k], from);
    c->level = w2_along(c->normal, w2_sub(from, c->origin));
}

SPECIALISED lanes contacts_kernel(const void *question, const sepal_pair *group, size_t k, sizes n) {
    const contact_query *query = question;
    const polys_query *q = query->q;
    contact_side_lanes a, b;
    contact_lanes c;
    load_side(q->a, &group->a, n.a, n.same, &a);
    load_side(q->b, &group->b, n.b, n.same, &b);
    wm unfit = w_eq(w_add(a.circle.outer, b.circle.outer), w_infinity());
    choose_reference(&a, &b, n, &c, &unfit);
    meeting_lanes m = meet(&c, &unfit);
    if (q->a->round || q->b->round)
        store_contacts(&c, &m, &(radius_lanes){load_radii(q->a, &group->a), load_radii(q->b, &group->b)}, q->margin, k, query->out);
    else
        store_contacts(&c, &m, NULL, q->margin, k, query->out);
    return (lanes){ALL_LANES & ~wm_bits(unfit), wm_bits(unfit)};
}

/* A group of boxes by the kernel for any polygons. Not inlined, since it is rarely needed. */
static SEPAL_NOINLINE lanes contact_boxes_again(const void *question, const sepal_pair *group, size_t k) {
    return contacts_kernel(question, group, k, (sizes){4, 4, true});
}

SPECIALISED lanes contact_boxes_kernel(const void *question, const sepal_pair *group, size_t k, sizes n) {
    const contact_query *query = question;
    const polys_query *q = query->q;
    corner_lanes a, b;
    wm unfit = wm_none();
    (void)n;
    load_corners(q->a, &group->a, &a);
    load_corners(q->b, &group->b, &b);
    if (!contact_boxes_group(&a, &b, q->margin, k, query->out, &unfit))
        return contact_boxes_again(question, group, k);
    return (lanes){ALL_LANES & ~wm_bits(unfit), wm_bits(unfit)};
}

/* Asks the kernel for two kinds of cores; returns whether any pair is left open. */
static bool ask_contacts(const polys_query *q, core_pair kinds, const pair_list *list, contact_values *out, verdicts *found) {
    contact_query query = {q, out};
    bool boxes = q->a->boxes && q->a->plain && !q->a->round && q->b->boxes && q->b->plain && !q->b->round;
    if (has_large_core(kinds)) {
        set_all(found->open, list->count);
        return true;
    }
    if (boxes)
        return ask_groups(contact_boxes_kernel, NULL, &query, list->pairs, list->count, (sizes){0}, found);
    return ask_sized(SIZES_1_1 | SIZES_2_2 | SIZES_4_4 | SIZES_8_8 | SIZES_1_ANY | SIZES_ANY_1 | SIZES_ANY, contacts_kernel, &query,
                     list->pairs, list->count, core_sizes(kinds, false), found);
}

/* The points of pairs of two kinds of cores, all of which have some. */
static void contacts_of_cores(const polys_query *q, core_pair kinds, const pair_list *list, contact_values *out) {
    verdicts found;
    size_t k;
    bool large = has_large_core(kinds);
    if (!ask_contacts(q, kinds, list, out, &found))
        return;
    FOR_BITS(k, found.open, list->count) {
        sepal_pair pair = list->pairs[k];
        sepal_poly_contacts points =
            large ? contacts_of_large(q, pair) : sepal_polys_scalar_manifold(q->a, pair.a, q->b, pair.b, q->margin);
        out->records[k] = record_of(&points);
    }
}

static inline unsigned contact_kind(const void *question, sepal_pair pair) {
    const polys_query *q = question;
    return core_kind(q->a->heads[pair.a].size) * CORE_KINDS + core_kind(q->b->heads[pair.b].size);
}

/* Do all cores of a set have the kind of the largest one? */
static inline bool has_one_kind(const sepal_polys *set) {
    return set->largest <= 1 || set->boxes;
}

typedef struct contact_list {
    polys_query q;
    const sepal_pair *pairs;
    const sepal_contacts *out;
} contact_list;

static void contact_list_chunk(const void *question, size_t first, size_t count) {
    const contact_list *list = question;
    const polys_query *q = &list->q;
    const sepal_pair *pairs = list->pairs + first;
    sepal_rule rule = rule_of(q);
    uint64_t bits[SEPAL_CHUNK / 64];
    contact_values values;
    kernel_overlap_pairs(q->a, q->b, pairs, count, &rule, bits);
    clear_contacts(list->out, first, count);
    if (has_one_kind(q->a) && has_one_kind(q->b)) {
        pair_room room;
        pair_list some = list_pairs(pairs, count, bits, &room);
        contacts_of_cores(q, (core_pair){core_kind(q->a->largest), core_kind(q->b->largest)}, &some, &values);
        write_contacts(list->out, first, &some, &values);
        return;
    }
    bins waiting;
    sort_pairs(contact_kind, CORE_KINDS * CORE_KINDS, q, pairs, NULL, count, bits, &waiting);
    for (unsigned kind = 0; kind < CORE_KINDS * CORE_KINDS; kind++) {
        pair_list some = bin(&waiting, kind);
        if (some.count == 0)
            continue;
        contacts_of_cores(q, cores_of(kind), &some, &values);
        write_contacts(list->out, first, &some, &values);
    }
}

void kernel_contacts_pairs(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, size_t count,
                           const sepal_rule *rule, const sepal_contacts *out) {
    for_chunks(contact_list_chunk, &(contact_list){{a, b, SEPAL_TOUCHING_OVERLAPS, rule->margin}, pairs, out}, count);
}
