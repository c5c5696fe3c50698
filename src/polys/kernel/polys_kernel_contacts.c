/* polys_kernel_contacts.c — the contact points of pairs: which pairs have any is a question of overlap; the points of those, by the
 * sizes of their cores. Each lane has its own pair.
 *
 *   circles       the line of the centres ── not certain that they meet, or not this line: as below
 *   any shapes    overlap under the margin ── no: none
 *                                          └─ yes: up to 16 vertices: faces and corners ── no certificate ─┐
 *                                                  more: ──────────────────────────────────────────────────┴─ one by one
 *
 * Lists of a pair or a few are answered one by one (ring.h), lists of one group without a stage before the kernel,
 * which also tells then what is apart. */
#include "../../core/arithmetic.h"

#include "contact_points.h"
#include "mtv_large.h"
#include "ring.h"

/* ===== Circles ================================================================================================================== */

/* Circles, the shapes of one vertex, with each other and with polygons.
 *
 * Two circles: the line of the centres is the normal, and there is one point on it. Each lane has its own pair, and pairs stay in the order
 * of the list, so that whole vectors are written.
 *
 * The operations are those of ../meeting.h for two corners, in the same order. A pair is left to the other kernels where the centres are so
 * near that the normal is not taken from them, out of float's range, and where a radius may be too small for the record of its circle. */

/* --- Two circles -------------------------------------------------------------------------------------------------------------- */

/* The answers of a block of pairs: 0 where there is no point, and in the pairs that are left. A group may be longer than what is left of
 * a list. */
typedef struct circle_points {
    float normal_x[SEPAL_BLOCK + SEPAL_LANES], normal_y[SEPAL_BLOCK + SEPAL_LANES];
    float x[SEPAL_BLOCK + SEPAL_LANES], y[SEPAL_BLOCK + SEPAL_LANES], depth[SEPAL_BLOCK + SEPAL_LANES];
    int32_t count[SEPAL_BLOCK + SEPAL_LANES];
} circle_points;

typedef struct circle_query {
    const polys_query *q;
    circle_points *points;
} circle_query;

/* The radii of circles, which are those of their outer circles, if these are not the least that is stored. Notes the lanes in which they
 * may be smaller. */
static inline w radii_of_circles(const sepal_polys *set, const circle_lanes *circle, wm *left) {
    if (!set->round)
        return w_zero();
    *left = wm_or(*left, wm_not(w_gt(circle->outer, w_set1(SEPAL_RANGE_LEAST))));
    return circle->outer;
}

SPECIALISED lanes circle_points_kernel(const void *question, const sepal_pair *group, size_t k, UNUSED sizes n) {
    const circle_query *query = question;
    const polys_query *q = query->q;
    circle_points *to = query->points;
    circle_lanes a = load_circles(q->a, &group->a), b = load_circles(q->b, &group->b);
    circle_squares reach = reach_squares(a, b, q->margin, q->margin);
    wm apart = w_gt(reach.distance2, reach.beyond2);
    w zero = w_zero(), least = w_set1(q->margin);
    if (wm_bits(apart) == ALL_LANES) {
        float *const arrays[] = {to->normal_x, to->normal_y, to->x, to->y, to->depth};
        for (int i = 0; i < 5; i++)
            w_store(arrays[i] + k, zero);
        wi_store(to->count + k, wi_set1(0));
        return (lanes){0, 0};
    }
    w2 way = w2_sub(b.centre, a.centre);
    w square = w2_along(way, way), length = w_sqrt(square), inverse = w_div(w_set1(1), length);
    wm left = wm_not(w_gt(reach.within2, reach.distance2)); /* it is not certain that they meet */
    left = wm_or(left, wm_or(w_gt(w_set1(SEPAL_LEAST_SQUARE), square), w_eq(w_add(a.outer, b.outer), w_infinity())));
    const contact_radii radii = {radii_of_circles(q->a, &a, &left), radii_of_circles(q->b, &b, &left)};
    w2 normal = {w_mul(way.x, inverse), w_mul(way.y, inverse)};
    w depth = depth_between(q->a->round || q->b->round ? &radii : NULL, length);
    w half = w_mul(w_add(length, w_sub(radii.of_b, radii.of_a)), w_set1(0.5F));
    wm none = wm_or(apart, left);
    w_store(to->normal_x + k, w_select(none, zero, w_add(zero, normal.x)));
    w_store(to->normal_y + k, w_select(none, zero, w_add(zero, normal.y)));
    w_store(to->x + k, w_select(none, zero, w_add(zero, w_add(a.centre.x, w_sub(way.x, w_mul(half, normal.x))))));
    w_store(to->y + k, w_select(none, zero, w_add(zero, w_add(a.centre.y, w_sub(way.y, w_mul(half, normal.y))))));
    w_store(to->depth + k, w_select(none, zero, w_select(w_gt(depth, w_neg(least)), depth, w_sub(zero, least))));
    wi_store(to->count + k, wi_select(none, wi_set1(0), wi_set1(1)));
    return (lanes){wm_bits(wm_not(none)), wm_bits(wm_andnot(left, apart))};
}

/* Numbers as the first of two. */
static inline void write_firsts(float *to, const float *from, size_t count) {
    if (to == NULL)
        return;
    for (size_t k = 0; k < count; k++) {
        to[2 * k] = from[k];
        to[2 * k + 1] = 0;
    }
}

/* Writes the answers of a block to arrays without gaps from number `first` on. */
static inline void write_circle_points(const sepal_contacts *out, size_t first, size_t count, const circle_points *from) {
    for (size_t k = 0; out->count != NULL && k < count; k++)
        out->count[first + k] = (uint8_t)from->count[k];
    write_row(out->normal_x, first, from->normal_x, count);
    write_row(out->normal_y, first, from->normal_y, count);
    write_firsts(row_from(out->x, 2 * first), from->x, count);
    write_firsts(row_from(out->y, 2 * first), from->y, count);
    write_firsts(row_from(out->depth, 2 * first), from->depth, count);
    if (out->feature != NULL)
        memset(out->feature + 2 * first, 0, count * sizeof(uint32_t[2]));
}

/* ===== Any shapes: pairs that meet ============================================================== */

/* Asks the kernel for sizes that are read; for quads of two sets of which every block has room for four; and for a circle and up to four
 * vertices. Three functions: query.h, "Sizes". */
static SEPAL_NOINLINE void ask_any_contacts(const contact_query *query, sizes n, const sepal_pair *pairs, size_t count,
                                            verdicts *answers) {
    ask_groups(contacts_kernel, NULL, query, pairs, count, (sizes){n.a, n.b, false}, answers);
}
static SEPAL_NOINLINE void ask_quad_contacts(const contact_query *query, const sepal_pair *pairs, size_t count, verdicts *answers) {
    ask_groups(contacts_kernel, NULL, query, pairs, count, (sizes){4, 4, true}, answers);
}
static SEPAL_NOINLINE void ask_contacts(const contact_query *query, sizes n, const sepal_pair *pairs, size_t count,
                                        verdicts *answers) {
    if (are_sizes(n, 4, 4) && query->q->a->same && query->q->b->same)
        ask_quad_contacts(query, pairs, count, answers);
    else if (are_sizes(n, 1, 4))
        ask_groups(contacts_kernel, NULL, query, pairs, count, (sizes){1, 4, false}, answers);
    else if (are_sizes(n, 4, 1))
        ask_groups(contacts_kernel, NULL, query, pairs, count, (sizes){4, 1, false}, answers);
    else
        ask_any_contacts(query, n, pairs, count, answers);
}

/* Polygons of more than 16 vertices: the greatest gaps with an axis in each lane, and the rest by the reference, which takes linear
 * time for it. */
static inline sepal_poly_contacts contacts_of_large(const contact_query *query, sepal_pair pair) {
    const sepal_polys *a = query->q->a, *b = query->q->b;
    const contact_target *to = query->to;
    sepal_axis of_a, of_b;
    const float extent = extent_of_one(&a->circles[pair.a], &b->circles[pair.b]);
    const bool fit = greatest_gaps_of_large(a, pair.a, b, pair.b, extent, &of_a, &of_b);
    return fit ? sepal_polys_scalar_manifold_of(a, pair.a, b, pair.b, &of_a, &of_b, to->rule, to->out)
               : sepal_polys_scalar_manifold_double(a, pair.a, b, pair.b, to->rule, to->out);
}

/* The points of a block of pairs that meet. */
static SEPAL_NOINLINE void contacts_of_block(const contact_target *to, sizes n, const pair_list *block) {
    const size_t at_once = to->surfaces ? SEPAL_BLOCK / 2 : SEPAL_BLOCK; /* what there is memory for */
    const bool large = n.a > SEPAL_LANE_VERTICES || n.b > SEPAL_LANE_VERTICES;
    const polys_query *q = to->q;
    contact_room room;
    const contact_query query = {q, to, room.records, to->surfaces ? room.half.surfaces : NULL, NULL};
    for (size_t from = 0; from < block->count; from += at_once) {
        const pair_list part = part_of_list(block, from, block->count - from < at_once ? block->count - from : at_once);
        verdicts answers;
        size_t k;
        if (large)
            leave_all_open(&answers, part.count);
        else
            ask_contacts(&query, n, part.pairs, part.count, &answers);
        FOR_BITS(k, answers.open, part.count) {
            const sepal_pair pair = part.pairs[k];
            const sepal_poly_contacts points = large ? contacts_of_large(&query, pair)
                                                     : sepal_polys_scalar_manifold(q->a, pair.a, q->b, pair.b, to->rule, to->out);
            set_record(&query, k, &points);
        }
        for (k = 0; k < part.count; k++)
            write_answer(&query, to->first + part.slots[k], k);
    }
}

static void contacts_of_cores(void *to, unsigned kind, pair_list *block) {
    contacts_of_block(to, core_sizes(cores_of(kind), false), block);
}

static SEPAL_NOINLINE void contacts_of_kinds(contact_target *to, const chunk *c, const uint64_t *meet) {
    for_kinds(contacts_of_cores, to, kind_of_cores, CORE_KINDS * CORE_KINDS, c, meet);
}

/* A chunk of any shapes: first which pairs have points. */
static void contacts_after_overlap(contact_target *to, const chunk *c) {
    const polys_query *q = to->q;
    const sepal_rule rule = rule_of(q);
    uint64_t meet[SEPAL_CHUNK / 64];
    polys_kernel_overlap_pairs(q->a, q->b, c->pairs, c->count, &rule, &(sepal_policy){0}, meet);
    clear_contacts(to->out, to->first, c->count);
    contacts_of_kinds(to, c, meet);
}

/* --- A pair or a few ----------------------------------------------------------------------------- */

/* The contact points of one pair of polygons of up to 8 vertices, with a vertex or an edge in each lane: the greatest
 * gaps and the ends of the two faces. The reference computes the points between these.
 *
 * The operations of ../meeting.h in the same order, so that the bits are the same. */

typedef struct ring_vector {
    float x, y;
} ring_vector;

SPECIALISED float ring_along(ring_vector n, ring_vector p) {
    return n.x * p.x + n.y * p.y;
}

SPECIALISED ring_vector ring_vertex(const ring_numbers *of, uint32_t k) {
    return (ring_vector){of->x[k], of->y[k]};
}

/* The lanes of a ring that hold something of its own. */
SPECIALISED unsigned ring_bits(uint32_t count) {
    return (1U << count) - 1;
}

/* The greatest coordinate of a vertex. */
SPECIALISED w ring_most(const ring *r, const ring_numbers *near) {
    w most = w_zero();
    for (uint32_t at = 0; at < ring_words(r->padded) * SEPAL_LANES; at += SEPAL_LANES)
        most = w_max(most, w_max(w_abs(w_load(near->x + at)), w_abs(w_load(near->y + at))));
    return most;
}

/* The ends of the vertices that are at least at `level` along n, from right to left. */
SPECIALISED void ring_face(const ring *r, const ring_numbers *near, ring_vector n, float level, uint32_t *first, uint32_t *last) {
    float along[RING_ROOM], first_at = INFINITY, last_at = -INFINITY;
    w2 height = {w_set1(n.x), w_set1(n.y)}, across = {w_set1(0 - n.y), w_set1(n.x)};
    unsigned above = 0;
    for (uint32_t at = 0; at < ring_words(r->padded) * SEPAL_LANES; at += SEPAL_LANES) {
        w2 p = {w_load(near->x + at), w_load(near->y + at)};
        above |= (ALL_LANES & ~wm_bits(w_gt(w_set1(level), w2_along(height, p)))) << at;
        w_store(along + at, w2_along(across, p));
    }
    *first = *last = 0;
    for (above &= ring_bits(r->size); above != 0; above &= above - 1) {
        const uint32_t k = sepal_lowest_bit(above);
        *first = along[k] < first_at ? k : *first;
        first_at = along[k] < first_at ? along[k] : first_at;
        *last = along[k] > last_at ? k : *last;
        last_at = along[k] > last_at ? along[k] : last_at;
    }
}

/* The outward normal of the edge that is most nearly parallel to a face with the outward normal n, among those that look towards it,
 * and how far this edge is along that normal. If there is no such edge, -n and the vertex that is `lowest` along n. */
SPECIALISED ring_vector ring_incident(const ring *r, const ring_numbers *near, w winding, ring_vector n, float lowest,
                                      float *level) {
    float rises[RING_ROOM], runs[RING_ROOM], rise = 1, run = 0;
    w2 height = {w_set1(n.x), w_set1(n.y)}, across = {w_set1(0 - n.y), w_set1(n.x)};
    unsigned towards = 0, best = 0;
    for (uint32_t k = 0; k < ring_words(r->padded); k++) {
        w e_run = w_flip(w_neg(w2_along(across, r->edge[k])), winding);
        w_store(rises + k * SEPAL_LANES, w_abs(w2_along(height, r->edge[k])));
        w_store(runs + k * SEPAL_LANES, e_run);
        towards |= wm_bits(w_gt(e_run, w_zero())) << (k * SEPAL_LANES);
    }
    for (towards &= ring_bits(r->padded); towards != 0; towards &= towards - 1) {
        const uint32_t k = sepal_lowest_bit(towards);
        const bool flatter = rises[k] * run < rise * runs[k];
        best = flatter ? k : best;
        rise = flatter ? rises[k] : rise;
        run = flatter ? runs[k] : run;
    }
    if (!(run > 0)) {
        *level = -lowest;
        return (ring_vector){-n.x, -n.y};
    }
    ring_vector m = {near->normal_x[best], near->normal_y[best]};
    *level = ring_along(m, ring_vertex(near, best));
    return m;
}

/* The faces with the reference edge of b if from_b. */
static inline void find_ring_faces(const polys_query *q, sepal_pair pair, const ring_pair *p, sepal_contact_faces *out) {
    const ring *reference = out->from_b ? &p->b : &p->a, *incident = out->from_b ? &p->a : &p->b;
    const ring_numbers *near_reference = out->from_b ? &p->near_b : &p->near_a,
                       *near_incident = out->from_b ? &p->near_a : &p->near_b;
    out->axis = out->from_b ? p->of_b : p->of_a;
    const ring_vector n = {out->axis.x, out->axis.y};
    const float thickness = out->extent * SEPAL_CONTACT_FACE, level = ring_along(n, ring_vertex(near_reference, out->axis.edge));
    const float winding = out->from_b ? q->a->circles[pair.a].outer : q->b->circles[pair.b].outer;
    float level_incident;
    ring_face(reference, near_reference, n, level - thickness, &out->reference[0], &out->reference[1]);
    const ring_vector m = ring_incident(incident, near_incident, w_set1(winding), n, out->axis.gap + level, &level_incident);
    ring_face(incident, near_incident, m, level_incident - thickness, &out->incident[1],
              &out->incident[0]); /* seen from the other side */
}

/* The contact points of a pair that meets; false without a certificate. */
SPECIALISED bool ring_points(const contact_target *to, sepal_pair pair, const ring_pair *p, sepal_poly_contacts *out) {
    const polys_query *q = to->q;
    const float gap_a = p->of_a.gap, gap_b = p->of_b.gap;
    const float extent = w_greatest(w_max(ring_most(&p->a, &p->near_a), ring_most(&p->b, &p->near_b)));
    sepal_contact_faces faces = {
        .from_b = gap_b > gap_a + extent * SEPAL_CONTACT_TIE, .greatest = gap_a > gap_b ? gap_a : gap_b, .extent = extent};
    for (;;) { /* at most twice: without a certificate the edge of a that the tie preferred is given up for that of b */
        find_ring_faces(q, pair, p, &faces);
        if (sepal_polys_scalar_meet_faces(q->a, pair.a, q->b, pair.b, &faces, to->rule, to->out, out))
            return true;
        if (faces.from_b || !(gap_b > gap_a))
            return false;
        faces.from_b = true;
    }
}

/* Does the pair overlap under the margin? Of polygons with area and without a reach the gaps mostly tell. */
static inline bool ring_meets(const polys_query *q, sepal_pair pair, bool gaps, const ring_pair *p) {
    uint64_t meet;
    if (gaps) {
        const float gap = p->of_a.gap > p->of_b.gap ? p->of_a.gap : p->of_b.gap,
                    error = extent_of_one(&q->a->circles[pair.a], &q->b->circles[pair.b]) * SEPAL_GAP_ERROR;
        if (gap > error || gap < -error)
            return gap < 0;
    }
    const sepal_rule rule = rule_of(q);
    polys_kernel_overlap_pairs(q->a, q->b, &pair, 1, &rule, &(sepal_policy){0}, &meet);
    return (meet & 1) != 0;
}

/* Writes the contact points of a few pairs that ring_takes. */
static SEPAL_NOINLINE void contacts_of_rings(const contact_target *to, const sepal_pair *pairs, size_t count) {
    const polys_query *q = to->q;
    const bool plain = q->a->plain && q->b->plain && !some_reach(q);
    for (size_t k = 0; k < count; k++) {
        ring_pair p;
        sepal_poly_contacts contacts = {0};
        const bool fit = load_ring_pair(q, pairs[k], &p), meet = ring_meets(q, pairs[k], plain && fit, &p);
        if (meet && !(fit && ring_points(to, pairs[k], &p, &contacts)))
            contacts = sepal_polys_scalar_manifold(q->a, pairs[k].a, q->b, pairs[k].b, to->rule, to->out);
        STAGES_ONE("contacts_of_rings", pairs[k], meet, false);
        sepal_poly_contacts_write(to->out, k, &contacts);
    }
}

/* --- Lists of one group --------------------------------------------------------------------------- */

/* Polygons with area, without a reach, in a list of one group: stages before the kernel that computes the points would cost more than
 * they leave out. */
static SEPAL_NOINLINE void contacts_of_short_list(const contact_target *to, sizes n, const sepal_pair *pairs, size_t count) {
    contact_record records[SEPAL_LANES];
    surface_record surfaces[SEPAL_LANES];
    uint64_t unsure = 0, sure;
    const polys_query *q = to->q;
    const contact_query query = {q, to, records, to->surfaces ? surfaces : NULL, &unsure};
    verdicts answers;
    ask_contacts(&query, n, pairs, count, &answers);
    uint64_t meet = *answers.yes, open = *answers.open;
    if ((unsure & meet) != 0) {
        polys_kernel_overlap_cores(q, pairs, count, &(sepal_policy){0}, &sure);
        meet &= ~unsure | sure;
    }
    for (size_t k = 0; k < count; k++) {
        sepal_poly_contacts points = {.count = 0};
        if (open >> k & 1)
            points = sepal_polys_scalar_contacts(q->a, pairs[k].a, q->b, pairs[k].b, to->rule, to->out);
        if ((meet >> k & 1) == 0)
            set_record(&query, k, &points);
    }
    for (size_t k = 0; k < count; k++)
        write_answer(&query, k, k);
}

/* --- Lists of circles ----------------------------------------------------------------------------- */

/* Of a block, the pairs that the kernel has left open. */
static SEPAL_NOINLINE void settle_circles(const contact_target *to, const sepal_pair *pairs, size_t count, const uint64_t *open) {
    const polys_query *q = to->q;
    const sepal_rule rule = rule_of(q);
    uint64_t meet[SEPAL_BLOCK / 64];
    block_room room;
    pair_list list = list_block(pairs, count, open, &room);
    polys_kernel_overlap_pairs(q->a, q->b, list.pairs, list.count, &rule, &(sepal_policy){0}, meet);
    keep_pairs(&list, meet);
    contacts_of_block(to, (sizes){1, 1, false}, &list);
}

static inline void fetch_touching_circles(const void *question, sepal_pair pair) {
    const circle_query *query = question;
    fetch_circles(query->q, pair);
}

static SEPAL_NOINLINE void contacts_of_circles(contact_target *to, const chunk *c) {
    const bool fetched = to->q->a->count > CIRCLES_IN_CACHE || to->q->b->count > CIRCLES_IN_CACHE;
    for (size_t from = 0; from < c->count; from += SEPAL_BLOCK) {
        const size_t some = block_from(from, c->count);
        const sepal_pair *pairs = c->pairs + from;
        circle_points points;
        verdicts answers;
        uint64_t any = 0;
        const circle_query query = {to->q, &points};
        const bool open = fetched
                              ? ask_groups(circle_points_kernel, fetch_touching_circles, &query, pairs, some, (sizes){0}, &answers)
                              : ask_groups(circle_points_kernel, NULL, &query, pairs, some, (sizes){0}, &answers);
        for (size_t at = 0; at < some; at += 64)
            any |= answers.yes[at / 64];
        if (any != 0 || some < 64)
            write_circle_points(to->out, to->first, some, &points);
        else
            clear_contacts(to->out, to->first, some);
        if (open)
            settle_circles(to, pairs, some, answers.open);
        to->first += some;
    }
}

void polys_kernel_contacts_pairs(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, size_t count,
                                 const sepal_contact_rule *rule, const sepal_contacts *out) {
    const polys_query q = {a, b, SEPAL_TOUCHING_OVERLAPS, rule->margin, 0};
    const bool plain = !some_reach(&q) && a->plain && b->plain;
    const bool circles = a->largest == 1 && b->largest == 1 && out->stride == 0 && !sepal_poly_surfaces_are_wanted(out);
    const bool rings = !circles && ring_takes(&q, pairs, count, RING_CONTACTS);
    /* the sizes that the kernels may take all polygons for: up to four vertices, or five to eight; blocks for more hold two kinds */
    const bool eight = a->same && b->same && sepal_padded(a->largest) == 8 && sepal_padded(b->largest) == 8;
    const bool few = plain && count <= SEPAL_LANES;
    const uint32_t size = few && a->largest <= 4 && b->largest <= 4 ? 4 : few && eight ? 8 : 0;
    if (rings || size > 0) {
        const contact_target to = {&q, out, rule, 0, sepal_poly_surfaces_are_wanted(out)};
        if (rings)
            contacts_of_rings(&to, pairs, count);
        else
            contacts_of_short_list(&to, (sizes){size, size, false}, pairs, count);
        return;
    }
    for (size_t first = 0; first < count; first += SEPAL_CHUNK) {
        const chunk c = chunk_of_numbers(&q, pairs, first, count);
        contact_target to = {&q, out, rule, first, sepal_poly_surfaces_are_wanted(out)};
        if (circles)
            contacts_of_circles(&to, &c);
        else
            contacts_after_overlap(&to, &c);
    }
}
