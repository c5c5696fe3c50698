/* polys_kernel_contacts.c — the contact points of pairs: which pairs have any is a question of overlap; the points of those, by the
 * sizes of their cores. Each lane has its own pair.
 *
 *   a reach, or boxes,      overlap under the margin ── no: none
 *   or at most 4 vertices                            └─ yes: up to 16 vertices: faces and corners ── no certificate ─┐
 *                                                            more: ──────────────────────────────────────────────────┴─ one by one
 *   other polygons          circles ── apart: none
 *                                   └─ faces and corners, which also tell what is apart ── not certain: exact
 *
 * Faces are found by a guess where it is certain (contact_quick.h); the other pairs of a list are looked at again. */
#include "../../core/arithmetic.h"

#include "contact_kernels.h"
#include "contact_large.h"
#include "cores.h"
#include "names.h"
#include "sizes.h"

/* The pairs that the quick kernel left. Not inlined, since it is rarely needed. */
static SEPAL_NOINLINE void ask_again(const contact_query *query, sizes n, const sepal_pair *pairs, size_t count, verdicts *found) {
    pair_room room;
    contact_values values;
    verdicts some;
    uint64_t doubtful[SEPAL_CHUNK / 64] = {0};
    pair_list list = list_pairs(pairs, count, query->again, &room);
    ask_sized(SIZES_ANY, contacts_kernel, &(contact_query){query->q, &values, query->doubtful == NULL ? NULL : doubtful, NULL},
              list.pairs, list.count, n, &some);
    take_bits(&list, some.yes, found->yes);
    take_bits(&list, some.open, found->open);
    for (size_t k = 0; k < list.count; k++) {
        query->out->records[list.slots[k]] = values.records[k];
        if (query->doubtful != NULL && bit_at(doubtful, k))
            set_bit(query->doubtful, list.slots[k]);
    }
}

/* Not inlined: among the other kernels gcc 12 gives this one slower code. */
static SEPAL_NOINLINE void ask_boxes(const contact_query *query, const sepal_pair *pairs, size_t count, verdicts *found) {
    ask_groups(contact_boxes_kernel, NULL, query, pairs, count, (sizes){0}, found);
}

/* Asks the kernels for sizes of cores. */
static void ask_contacts(const contact_query *query, sizes n, const sepal_pair *pairs, size_t count, verdicts *found) {
    const polys_query *q = query->q;
    uint64_t any = 0;
    if (q->a->boxes && q->a->plain && !q->a->round && q->b->boxes && q->b->plain && !q->b->round) {
        ask_boxes(query, pairs, count, found);
        return;
    }
    if (n.a < 3 || n.b < 3 || n.a + n.b <= 8) {
        ask_sized(SIZES_1_1 | SIZES_2_2 | SIZES_4_4 | SIZES_1_ANY | SIZES_ANY_1 | SIZES_ANY, contacts_kernel, query, pairs, count,
                  n, found);
        return;
    }
    ask_sized(SIZES_8_8 | SIZES_ANY, contacts_quick_kernel, query, pairs, count, n, found);
    for (size_t at = 0; at < count; at += 64)
        any |= query->again[at / 64] &= bits_below(count, at);
    if (any != 0)
        ask_again(query, n, pairs, count, found);
}

/* The records of a list of pairs, all of which have some point. */
static void contacts_of_meeting(const polys_query *q, sizes n, const pair_list *list, contact_values *out) {
    const sepal_pair *pairs = list->pairs;
    if (n.a > SEPAL_LANE_VERTICES || n.b > SEPAL_LANE_VERTICES) {
        for (size_t k = 0; k < list->count; k++) {
            sepal_poly_contacts points = contacts_of_large(q, pairs[k]);
            out->records[k] = record_of(&points);
        }
        return;
    }
    verdicts found;
    size_t k;
    uint64_t again[SEPAL_CHUNK / 64] = {0};
    ask_contacts(&(contact_query){q, out, NULL, again}, n, pairs, list->count, &found);
    FOR_BITS(k, found.open, list->count) {
        sepal_poly_contacts points = sepal_polys_scalar_manifold(q->a, pairs[k].a, q->b, pairs[k].b, q->margin);
        out->records[k] = record_of(&points);
    }
}

/* Where the answers of a chunk go: those of its first pair have the number `first`. */
typedef struct contact_target {
    const sepal_contacts *out;
    size_t first;
} contact_target;

/* The points of a list of pairs, all of which have some. */
static void contacts_of_list(const polys_query *q, sizes n, const pair_list *list, const contact_target *to) {
    contact_values values;
    if (list->count == 0)
        return;
    contacts_of_meeting(q, n, list, &values);
    write_list(to->out, to->first, list, &values);
}

static inline unsigned contact_kind(const void *question, sepal_pair pair) {
    const polys_query *q = question;
    return core_kind(q->a->heads[pair.a].size) * CORE_KINDS + core_kind(q->b->heads[pair.b].size);
}

/* Do all cores of a set have the kind of the largest one? */
static inline bool has_one_kind(const sepal_polys *set) {
    return set->largest <= 1 || set->boxes;
}

/* A chunk of any shapes: first which pairs have points. */
static void contacts_after_overlap(const polys_query *q, const sepal_pair *pairs, size_t count, const contact_target *to) {
    sepal_rule rule = rule_of(q);
    uint64_t bits[SEPAL_CHUNK / 64];
    kernel_overlap_pairs(q->a, q->b, pairs, count, &rule, bits);
    clear_contacts(to->out, to->first, count);
    if (has_one_kind(q->a) && has_one_kind(q->b)) {
        sizes n = core_sizes((core_pair){core_kind(q->a->largest), core_kind(q->b->largest)}, false);
        pair_room room;
        pair_list list = list_pairs(pairs, count, bits, &room);
        contacts_of_list(q, n, &list, to);
        return;
    }
    bins waiting;
    sort_pairs(contact_kind, CORE_KINDS * CORE_KINDS, q, pairs, NULL, count, bits, &waiting);
    for (unsigned kind = 0; kind < CORE_KINDS * CORE_KINDS; kind++) {
        pair_list some = bin(&waiting, kind);
        contacts_of_list(q, core_sizes(cores_of(kind), false), &some, to);
    }
}

/* Takes the yes of doubtful pairs back that do not meet. */
static void settle_doubtful(const polys_query *q, const sepal_pair *pairs, size_t count, const uint64_t *doubtful, uint64_t *yes) {
    pair_room room;
    uint64_t meet[SEPAL_CHUNK / 64];
    pair_list list = list_pairs(pairs, count, doubtful, &room);
    if (list.count == 0)
        return;
    kernel_overlap_cores(q, list.pairs, list.count, meet);
    for (size_t k = 0; k < list.count; k++)
        if (!bit_at(meet, k))
            clear_bit(yes, list.slots[k]);
}

/* The points of a list of polygons without a reach, which may be apart. */
static void contacts_if_any(const polys_query *q, sizes n, const pair_list *list, const contact_target *to) {
    uint64_t doubtful[SEPAL_CHUNK / 64] = {0}, again[SEPAL_CHUNK / 64] = {0};
    const sepal_pair *pairs = list->pairs;
    size_t count = list->count, k;
    contact_values values;
    verdicts found;
    if (count == 0)
        return;
    ask_contacts(&(contact_query){q, &values, doubtful, again}, n, pairs, count, &found);
    doubtful[(count - 1) / 64] &= bits_below(count, (count - 1) / 64 * 64); /* a group may be longer than the list */
    settle_doubtful(q, pairs, count, doubtful, found.yes);
    FOR_BITS(k, found.open, count) {
        sepal_rule rule = rule_of(q);
        sepal_poly_contacts points = sepal_polys_scalar_contacts(q->a, pairs[k].a, q->b, pairs[k].b, &rule);
        values.records[k] = record_of(&points);
        set_bit(found.yes, k);
    }
    write_contacts(to->out, to->first, list, found.yes, &values);
}

/* Kinds of pairs of polygons: kind CONTACT_BLOCKS * i + j has at most 4 * (i + 1) and 4 * (j + 1) vertices; or one has more than lanes
 * take. */
enum { CONTACT_BLOCKS = SEPAL_LANE_VERTICES / 4, CONTACT_LARGE = CONTACT_BLOCKS * CONTACT_BLOCKS, CONTACT_KINDS };

static inline unsigned polygon_kind(const void *question, sepal_pair pair) {
    const polys_query *q = question;
    uint32_t size_a = q->a->heads[pair.a].size, size_b = q->b->heads[pair.b].size;
    if (size_a > SEPAL_LANE_VERTICES || size_b > SEPAL_LANE_VERTICES)
        return CONTACT_LARGE;
    return CONTACT_BLOCKS * ((size_a - 1) / 4) + (size_b - 1) / 4;
}

/* Have all polygons of both sets five to eight vertices? (Up to four are not asked about here, and blocks for more hold two kinds.) */
static inline bool have_one_kind(const polys_query *q) {
    return q->a->same && q->b->same && sepal_padded(q->a->largest) == 8 && sepal_padded(q->b->largest) == 8;
}

static void contacts_of_large_list(const polys_query *q, const pair_list *list, const contact_target *to) {
    pair_room room;
    uint64_t bits[SEPAL_CHUNK / 64];
    if (list->count == 0)
        return;
    kernel_overlap_cores(q, list->pairs, list->count, bits);
    pair_list meet = list_pairs(list->pairs, list->count, bits, &room);
    for (size_t k = 0; k < meet.count; k++)
        meet.slots[k] = list->slots[meet.slots[k]];
    contacts_of_list(q, (sizes){SEPAL_LANE_VERTICES + 1, SEPAL_LANE_VERTICES + 1, false}, &meet, to);
}

/* A chunk of polygons with area, without a reach: the kernel that computes the points tells as well which pairs have none. */
static void contacts_of_polygons(const polys_query *q, const sepal_pair *pairs, size_t count, const contact_target *to) {
    verdicts found;
    bins waiting;
    filter_circles(q, pairs, count, (sizes){0}, &found);
    for (size_t at = 0; at < count; at += 64)
        found.yes[at / 64] |= found.open[at / 64];
    clear_contacts(to->out, to->first, count);
    if (have_one_kind(q)) {
        pair_room room;
        pair_list list = list_pairs(pairs, count, found.yes, &room);
        contacts_if_any(q, (sizes){8, 8, false}, &list, to);
        return;
    }
    sort_pairs(polygon_kind, CONTACT_KINDS, q, pairs, NULL, count, found.yes, &waiting);
    for (unsigned kind = 0; kind < CONTACT_KINDS; kind++) {
        pair_list list = bin(&waiting, kind);
        sizes n = {4 * (kind / CONTACT_BLOCKS + 1), 4 * (kind % CONTACT_BLOCKS + 1), false};
        if (kind == CONTACT_LARGE)
            contacts_of_large_list(q, &list, to);
        else
            contacts_if_any(q, n, &list, to);
    }
}

typedef struct contact_list {
    polys_query q;
    const sepal_pair *pairs;
    const sepal_contacts *out;
} contact_list;

static void contact_list_chunk(const void *question, size_t first, size_t count) {
    const contact_list *list = question;
    const polys_query *q = &list->q;
    contact_target to = {list->out, first};
    uint32_t largest = q->a->largest > q->b->largest ? q->a->largest : q->b->largest;
    if (!some_reach(q) && q->a->plain && q->b->plain && largest > 4)
        contacts_of_polygons(q, list->pairs + first, count, &to);
    else
        contacts_after_overlap(q, list->pairs + first, count, &to);
}

void kernel_contacts_pairs(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, size_t count,
                           const sepal_rule *rule, const sepal_contacts *out) {
    for_chunks(contact_list_chunk, &(contact_list){{a, b, SEPAL_TOUCHING_OVERLAPS, rule->margin}, pairs, out}, count);
}
