/* solids_kernel_contacts.c — the contact points of pairs of solids.
 *
 *   filters of overlap under the margin ── certainly apart: none
 *       └─ all others, by the classes of both: push ── deeper than -margin, or as deep and overlap under the margin: points
 *                                                  └─ else none
 *   points: of spheres, capsules, boxes with right angles and hulls of up to 192 vertices in lanes, unless no point is as deep as the push, or
 *   the order of a side's corners is not certain; of all others by the reference */
#include "../../core/arithmetic.h"

#include "closest.h"
#include "contact_points.h"

/* What is asked: the answers of pairs[k] are answers k of `out`. */
typedef struct solid_contact_list {
    const sepal_solids *a, *b;
    const sepal_pair *pairs;
    const sepal_contact_rule *rule;
    const sepal_solid_contacts *out;
} solid_contact_list;

/* --- Two spheres
 *
 * The contact point of two spheres, a pair in each lane: from the distance of the centres, by which the normal and the
 * depth of the push are told, to the arrays of the caller.
 *
 * The operations of solids_scalar_contacts.c for cores of one vertex, in the same order, so that the bits are the same; but what is 0
 * in the frame around the centre of the first sphere is left out: an addition of 0 changes only the sign of a 0, which no answer
 * has. The centre of the second sphere is never lower than that of the first, and never as far aside as it may be
 * (docs/numerics/solid_contacts.md, "Edges"). */

/* A group of pairs of spheres. */
typedef struct sphere_pairs {
    w3 centre_a, centre_b;
    w radius_a, radius_b;
    rounded_push push;
} sphere_pairs;

SPECIALISED void find_sphere_pairs(const sepal_solids *a, const sepal_solids *b, const sepal_pair *group, sphere_pairs *out) {
    const ball_lanes of_a = load_balls(a, &group->a), of_b = load_balls(b, &group->b);
    certified_push push[2];
    wd reach[2];
    out->centre_a = of_a.centre, out->radius_a = of_a.radius;
    out->centre_b = of_b.centre, out->radius_b = of_b.radius;
    for (int half = 0; half < 2; half++) {
        push[half] = find_between_points(wd3_sub(wd3_of(of_b.centre, half), wd3_of(of_a.centre, half)));
        reach[half] = wd_add(wd_of(of_a.radius, half), wd_of(of_b.radius, half));
    }
    out->push = round_push(push, reach);
    if (out->push.sure != ALL_LANES)
        settle_touching_spheres(&of_a, &of_b, 0, &out->push);
}

/* Half a group as it is looked at: the normal leads from the first sphere to the second. depth: of the push. */
typedef struct sphere_half {
    int half;
    wd3 first, second, normal;
    wd radius_first, radius_second, depth;
    wdm turned;
} sphere_half;

static inline sphere_half half_of_spheres(const sphere_pairs *p, w depth, int half) {
    const wd3 a = wd3_of(p->centre_a, half), b = wd3_of(p->centre_b, half), n = wd3_of(p->push.normal, half);
    const wd of_a = wd_of(p->radius_a, half), of_b = wd_of(p->radius_b, half);
    const wdm turned = turns_in_lanes(n);
    return (sphere_half){half,
                         wd3_select(turned, b, a),
                         wd3_select(turned, a, b),
                         wd3_select(turned, wd3_negated(n), n),
                         wd_select(turned, of_b, of_a),
                         wd_select(turned, of_a, of_b),
                         wd_of(depth, half),
                         turned};
}

/* The points of half a group: midway between the surfaces, on that of a, on that of b. */
typedef struct sphere_points {
    wd at[3], on_a[3], on_b[3];
} sphere_points;

/* places: NULL if the points of the surfaces are not wanted, else those of a are of the first solid. Returns the lanes in which the point is as
 * deep as the push, and as the rule asks for. */
SPECIALISED wdm find_sphere_points(const sphere_half *of, const sepal_contact_rule *rule, const solid_contact_target *places,
                                   sphere_points *out) {
    const wdm all = wdm_all();
    const wd zero = wd_set1(0), half = wd_set1(0.5), reach = wd_add(of->radius_first, of->radius_second);
    contact_frame frame;
    find_frame(of->normal, &frame);
    const wd3 way = wd3_sub(of->second, of->first), q = into_frame(&frame, way);
    const wd off_x = wd_mul(half, q.x), off_y = wd_mul(half, q.y);
    const wd depth = wd_sub(reach, wd_sqrt(wd_add(square_aside(off_x, off_y), wd_mul(q.z, q.z))));
    const wd deeper = wd_add(wd_set1(0.25 * (double)rule->margin),
                             wd_mul(wd_set1(SEPAL_CONTACT_DEEPER_BOX), wd_add(wd3_most(wd3_magnitudes(way)), reach)));
    const wd on_first = of->radius_first, on_second = wd_sub(q.z, of->radius_second);
    place_point(&frame, off_x, off_y, wd_mul(half, wd_add(on_first, on_second)), of->first, all, out->at);
    if (places != NULL) {
        const wd3 from_a = relative_to(of->first, places->place_first, of->half),
                  from_b = relative_to(of->first, places->place_second, of->half);
        wd first[3], second[3];
        place_point(&frame, zero, zero, on_first, wd3_select(of->turned, from_b, from_a), all, first);
        place_point(&frame, wd_add(off_x, off_x), wd_add(off_y, off_y), on_second, wd3_select(of->turned, from_a, from_b), all,
                    second);
        for (int c = 0; c < 3; c++) {
            out->on_a[c] = wd_select(of->turned, second[c], first[c]);
            out->on_b[c] = wd_select(of->turned, first[c], second[c]);
        }
    }
    return wdm_and(wd_ge(depth, wd_set1(-(double)rule->point_margin)), wd_ge(depth, wd_sub(of->depth, deeper)));
}

/* A number of the only point of each pair that meets, to an array of the caller. */
static inline void put_only_points(void *array, const solid_contact_target *to, wm meet, w number) {
    put_points(array, to, (const w[SEPAL_CONTACTS_MOST]){w_select(meet, number, w_zero()), w_zero(), w_zero(), w_zero()});
}

/* Where the solids of a pair were placed, in its lane. */
static void set_places(const sepal_solid_contacts *out, sepal_pair pair, int lane, bool turned, solid_contact_target *to) {
    double of_a[3], of_b[3];
    sepal_contact_place(out->poses_a, pair.a, of_a);
    sepal_contact_place(out->poses_b, pair.b, of_b);
    for (int c = 0; c < 3; c++) {
        to->place_first[c][lane] = turned ? of_b[c] : of_a[c];
        to->place_second[c][lane] = turned ? of_a[c] : of_b[c];
    }
}

/* Writes the answers of a group of spheres, of which those of the lanes `meeting` have points; those of the others are all 0. Returns the lanes
 * whose answers are not certain. slots: their numbers. */
static SEPAL_NOINLINE unsigned contacts_of_spheres(const solid_contact_list *asked, const sepal_pair *group, unsigned meeting,
                                                   const size_t *slots) {
    const sepal_solid_contacts *out = asked->out;
    const w least = w_set1(0 - asked->rule->margin), zero = w_zero();
    sphere_pairs pairs;
    sphere_points points[2];
    solid_contact_target of_group, *const to = &of_group;
    const bool surfaces = wants_surfaces(out);
    unsigned deep = 0;
    to->out = out;
    memcpy(to->slot, slots, sizeof to->slot);
    to->run = answers_are_run(out, slots);
    find_sphere_pairs(asked->a, asked->b, group, &pairs);
    const w depth = w_select(w_gt(pairs.push.depth, least), pairs.push.depth, least);
    const wm meet = wm_of_bits(meeting);
    for (int lane = 0; lane < SEPAL_LANES && surfaces; lane++)
        set_places(out, group[lane], lane, false, to);
    for (int half = 0; half < 2; half++) {
        const sphere_half of = half_of_spheres(&pairs, depth, half);
        deep |= wdm_bits(find_sphere_points(&of, asked->rule, surfaces ? to : NULL, &points[half])) << half * CONTACT_LANES;
    }
    float *const of_points[9] = {out->x, out->y, out->z, out->a_x, out->a_y, out->a_z, out->b_x, out->b_y, out->b_z};
    for (int c = 0; c < 3; c++) {
        put_only_points(of_points[c], to, meet, both_halves((const wd[2]){points[0].at[c], points[1].at[c]}));
        if (surfaces) {
            put_only_points(of_points[3 + c], to, meet, both_halves((const wd[2]){points[0].on_a[c], points[1].on_a[c]}));
            put_only_points(of_points[6 + c], to, meet, both_halves((const wd[2]){points[0].on_b[c], points[1].on_b[c]}));
        }
    }
    put_only_points(out->depth, to, meet, w_add(zero, depth));
    put_only_points(out->feature, to, meet, zero);
    put_values(out->normal_x, to, w_select(meet, pairs.push.normal.x, zero));
    put_values(out->normal_y, to, w_select(meet, pairs.push.normal.y, zero));
    put_values(out->normal_z, to, w_select(meet, pairs.push.normal.z, zero));
    put_counts(to, w_select(meet, w_set1(1), zero));
    return meeting & ~(deep & pairs.push.sure);
}

/* --- Any solids */

/* Answers first .. first + count - 1 become those of pairs without points. Of records, the words of each are listed once. */
static SEPAL_NOINLINE void solid_clear_contacts(const sepal_solid_contacts *out, size_t first, size_t count) {
    enum { OF_PAIR = 3, FIELDS = 14 };
    void *const fields[FIELDS] = {out->normal_x, out->normal_y, out->normal_z, out->x,   out->y,   out->z,     out->a_x,
                                  out->a_y,      out->a_z,      out->b_x,      out->b_y, out->b_z, out->depth, out->feature};
    unsigned char *words[OF_PAIR + (FIELDS - OF_PAIR) * SEPAL_CONTACTS_MOST];
    const size_t step = out->stride != 0 ? out->stride : 1;
    const size_t of_point = sepal_contact_offsets_of(0, out->stride, out->point_stride, SEPAL_CONTACTS_MOST).step;
    size_t listed = 0;
    for (int k = 0; k < FIELDS; k++) {
        const size_t numbers = fields[k] == NULL ? 0 : k < OF_PAIR ? 1 : SEPAL_CONTACTS_MOST;
        if (numbers > 0 && out->stride == 0)
            memset((float *)fields[k] + numbers * first, 0, numbers * count * sizeof(float));
        for (size_t p = 0; p < numbers && out->stride != 0; p++)
            words[listed++] = (unsigned char *)fields[k] + p * of_point;
    }
    for (size_t at = first * step; at < (first + count) * step; at += step) {
        if (out->count != NULL)
            out->count[at] = 0;
        for (size_t k = 0; k < listed; k++)
            memset(words[k] + at, 0, sizeof(float));
    }
}

/* Pushes of pairs that are found at a time: fewer than a block, since they need much of the stack; and so many that a filter which leaves few
 * pairs open does not ask the next one about a nearly empty group each time. */
enum { PUSHES_AT_ONCE = 96 };
typedef struct contact_pushes {
    float x[PUSHES_AT_ONCE], y[PUSHES_AT_ONCE], z[PUSHES_AT_ONCE], depth[PUSHES_AT_ONCE];
} contact_pushes;

/* The slot of a pair that waits for its points: the number of its answer, seen from a first one, and CONTACT_SLOTS more if it certainly has
 * points. */
enum { CONTACT_SLOTS = 1 << 15 };
static inline size_t contact_slot(uint16_t slot) {
    return slot % CONTACT_SLOTS;
}

/* Up to PUSHES_AT_ONCE pairs, all of which have points; pair k of them is answer first + contact_slot(slots[k]). */
typedef struct contact_block {
    const solid_contact_list *asked;
    const pair_list *pairs;
    const contact_pushes *pushes;
    size_t first;
} contact_block;

static void contacts_of_one(const contact_block *b, size_t k) {
    const solid_contact_list *asked = b->asked;
    const sepal_pair pair = b->pairs->pairs[k];
    const sepal_solid_mtv push = {b->pushes->x[k], b->pushes->y[k], b->pushes->z[k], b->pushes->depth[k]};
    const sepal_solid_manifold found =
        sepal_solids_scalar_manifold(asked->a, pair.a, asked->b, pair.b, &push, asked->rule, asked->out);
    sepal_solid_manifold_write(asked->out, b->first + contact_slot(b->pairs->slots[k]), &found);
}

/* --- Pairs in lanes --------------------------------------------------------------------------- */

/* How pairs are answered in lanes: spheres; boxes; any others. */
typedef enum solid_contact_kind { CONTACT_SPHERES, CONTACT_BOXES, CONTACT_OTHERS } solid_contact_kind;

/* Pairs are sorted by the classes of both solids, whichever is the first, those above 64 vertices with those above 32. */
enum { CONTACT_CLASSES = SEPAL_SOLID_UP_TO_64 + 1, CONTACT_PAIRS_OF_CLASSES = CONTACT_CLASSES * CONTACT_CLASSES };

_Static_assert(CONTACT_PAIRS_OF_CLASSES <= 64, "a bit for each");

static inline unsigned contact_classes(const solid_contact_list *asked, sepal_pair pair) {
    const unsigned a = asked->a->heads[pair.a].class, b = asked->b->heads[pair.b].class, most = CONTACT_CLASSES - 1;
    const unsigned less = a < b ? a : b, more = a < b ? b : a;
    return CONTACT_CLASSES * (less < most ? less : most) + (more < most ? more : most);
}

static solid_contact_kind solid_contact_kind_of(unsigned classes) {
    const unsigned a = classes / CONTACT_CLASSES, b = classes % CONTACT_CLASSES;
    return a != b                   ? CONTACT_OTHERS
           : a == SEPAL_SOLID_POINT ? CONTACT_SPHERES
           : a == SEPAL_SOLID_BOX   ? CONTACT_BOXES
                                    : CONTACT_OTHERS;
}

/* Is a solid a skewed box, whose side has to be searched for, or does it have more vertices than lanes take? */
static inline bool is_for_reference(const sepal_solids *set, uint32_t index) {
    return sepal_solid_is_box(set, index) ? !sepal_contact_is_right_box(set, index)
                                          : set->heads[index].size > CONTACT_HULL_VERTICES;
}

/* Sets the lanes of a group from the pairs of a block with these numbers. */
SPECIALISED void set_contact_group(const contact_block *b, const uint8_t *pairs, contact_group *group, solid_contact_target *to) {
    const solid_contact_list *asked = b->asked;
    const sepal_solids *const sets[2] = {asked->a, asked->b};
    const float *const normals[3] = {b->pushes->x, b->pushes->y, b->pushes->z};
    const w least = w_set1(0 - asked->rule->margin);
    wd sign[2];
    unsigned turned = 0;
    for (int lane = 0; lane < SEPAL_LANES; lane++) {
        for (int c = 0; c < 3; c++)
            group->normal[c][lane] = normals[c][pairs[lane]];
        group->depth[lane] = b->pushes->depth[pairs[lane]];
        to->slot[lane] = b->first + contact_slot(b->pairs->slots[pairs[lane]]);
    }
    to->run = answers_are_run(asked->out, to->slot);
    const w depth = w_load(group->depth);
    const w3 n = {w_load(group->normal[0]), w_load(group->normal[1]), w_load(group->normal[2])};
    for (int half = 0; half < 2; half++) {
        const wdm turns = turns_in_lanes(wd3_of(n, half));
        sign[half] = wd_select(turns, wd_set1(1), wd_set1(0));
        turned |= wdm_bits(turns) << half * CONTACT_LANES;
    }
    const w is_turned = w_of(sign[0], sign[1]);
    const wm turns = w_gt(is_turned, w_zero());
    w_store(to->turned, is_turned);
    w_store(group->depth, w_select(w_gt(depth, least), depth, least));
    w_store(group->normal[0], w_select(turns, w_neg(n.x), n.x));
    w_store(group->normal[1], w_select(turns, w_neg(n.y), n.y));
    w_store(group->normal[2], w_select(turns, w_neg(n.z), n.z));
    for (int lane = 0; lane < SEPAL_LANES; lane++) {
        const sepal_pair pair = b->pairs->pairs[pairs[lane]];
        const uint32_t of[2] = {pair.a, pair.b};
        const unsigned first = turned >> lane & 1, second = first ^ 1;
        group->set_first[lane] = sets[first];
        group->set_second[lane] = sets[second];
        group->first[lane] = of[first];
        group->second[lane] = of[second];
        group->radius_first[lane] = sepal_solid_radius(sets[first], of[first]);
        group->radius_second[lane] = sepal_solid_radius(sets[second], of[second]);
    }
}

/* Those of the pushes again, from a to b. */
static void put_normals(const contact_group *group, const solid_contact_target *to) {
    float *const arrays[3] = {to->out->normal_x, to->out->normal_y, to->out->normal_z};
    const wm turned = w_gt(w_load(to->turned), w_zero());
    for (int c = 0; c < 3; c++) {
        const w n = w_load(group->normal[c]);
        put_values(arrays[c], to, w_select(turned, w_neg(n), n));
    }
}

/* Those of the points of both surfaces that belong to a, or to b. */
static void choose_surface(const solid_contact_target *to, bool of_a, const contact_numbers *numbers, float *const arrays[3]) {
    const w turned = w_load(to->turned);
    solid_point_lanes points;
    for (int half = 0; half < 2; half++) {
        const wdm of_b = wd_gt(wd_of(turned, half), wd_set1(0)), second = of_a ? of_b : wdm_not(of_b);
        for (int p = 0; p < SEPAL_CONTACTS_MOST; p++)
            for (int c = 0; c < 3; c++)
                points.half[half][p][c] =
                    wd_select(second, numbers->on_second.half[half][p][c], numbers->on_first.half[half][p][c]);
    }
    put_coordinates(arrays, to, &points);
}

/* The pairs of a block with these numbers, as many as lanes, of which the first `count` are answered. */
static SEPAL_NOINLINE unsigned contacts_of_group(const contact_block *b, const uint8_t *pairs, size_t count) {
    const sepal_solid_contacts *out = b->asked->out;
    const sepal_contact_rule *rule = b->asked->rule;
    contact_group group;
    solid_contact_target to;
    to.out = out;
    to.lanes = count < SEPAL_LANES ? (int)count : SEPAL_LANES;
    contact_numbers numbers;
    const contact_numbers *of = &numbers;
    w depth[SEPAL_CONTACTS_MOST];
    set_contact_group(b, pairs, &group, &to);
    for (int lane = 0; lane < SEPAL_LANES && wants_surfaces(out); lane++)
        set_places(out, b->pairs->pairs[pairs[lane]], lane, to.turned[lane] > 0, &to);
    const contact_half halves[2] = {half_of_group(&group, 0, &to, rule), half_of_group(&group, 1, &to, rule)};
    const bool at_once = HALVES_AT_ONCE == 2 && sort_of_core(group.set_first[0], group.first[0]) == SORT_BOX &&
                         sort_of_core(group.set_second[0], group.second[0]) == SORT_BOX;
    const unsigned found = at_once ? points_of_boxes(&group, halves, &numbers) : points_of_group(&group, halves, &numbers);
    if (found == 0)
        return found;
    for (int p = 0; p < SEPAL_CONTACTS_MOST; p++)
        depth[p] = w_of(numbers.depth[0][p], numbers.depth[1][p]);
    put_depths(&to, w_load(group.depth), depth);
    put_coordinates((float *const[3]){out->x, out->y, out->z}, &to, &numbers.at);
    if (wants_surfaces(out)) {
        choose_surface(&to, true, &numbers, (float *const[3]){out->a_x, out->a_y, out->a_z});
        choose_surface(&to, false, &numbers, (float *const[3]){out->b_x, out->b_y, out->b_z});
    }
    put_features(&to, of->feature);
    put_normals(&group, &to);
    put_counts(&to, w_of(of->count[0], of->count[1]));
    return found;
}

/* --- Spheres ---------------------------------------------------------------------------------- */

/* A chunk of nothing else, those without points included. touch: which certainly have points; those of them that are not answered are added
 * to `open`. */
static SEPAL_NOINLINE void answer_chunk_of_spheres(const solid_contact_list *asked, size_t first, size_t count,
                                                   const uint64_t *touch, uint64_t *open) {
    const sepal_pair *pairs = asked->pairs + first;
    for (size_t k = 0; k < count; k += SEPAL_LANES) {
        sepal_pair spare[SEPAL_LANES];
        size_t slots[SEPAL_LANES];
        unsigned meeting = (unsigned)(touch[k / 64] >> k % 64) & ALL_LANES;
        for (size_t lane = 0; lane < SEPAL_LANES; lane++)
            slots[lane] = first + (k + lane < count ? k + lane : k);
        if (count - k < SEPAL_LANES && (meeting & 1) != 0)
            meeting |= ALL_LANES << (count - k);
        const unsigned left = contacts_of_spheres(asked, group_at(pairs, k, count, spare), meeting & ALL_LANES, slots);
        open[k / 64] |= ((uint64_t)left << k % 64) & bits_below(count, k / 64 * 64);
    }
}

/* At most PUSHES_AT_ONCE pairs of nothing else: those that certainly have points and are answered leave the block. */
static SEPAL_NOINLINE void answer_spheres_of_block(const solid_contact_list *asked, pair_list *block, size_t first) {
    uint64_t left[SEPAL_BIT_WORDS(PUSHES_AT_ONCE)] = {0};
    for (size_t k = 0; k < block->count; k += SEPAL_LANES) {
        sepal_pair spare[SEPAL_LANES];
        size_t slots[SEPAL_LANES];
        unsigned meeting = 0;
        for (size_t lane = 0; lane < SEPAL_LANES; lane++) {
            const uint16_t slot = block->slots[k + lane < block->count ? k + lane : k];
            meeting |= (unsigned)(slot >= CONTACT_SLOTS) << lane;
            slots[lane] = first + contact_slot(slot);
        }
        const unsigned open = contacts_of_spheres(asked, group_at(block->pairs, k, block->count, spare), meeting, slots);
        for (size_t lane = 0; lane < SEPAL_LANES && k + lane < block->count; lane++)
            left[k / 64] |= (uint64_t)((open | ~meeting) >> lane & 1) << (k + lane) % 64;
    }
    keep_pairs(block, left);
}

/* --- Blocks ----------------------------------------------------------------------------------- */

/* Pairs that wait for their points, as many as the stack has room for: of several chunks, where most pairs are certainly apart, so that each
 * kind fills the lanes. first: the answer from which slots are seen. */
enum { CONTACTS_WAITING = SEPAL_LANES == 16 ? 768 : 1536 };
typedef struct waiting_contacts {
    const solid_contact_list *asked;
    size_t first, count;
    sepal_solids_push_policy quick;
    uint16_t slots[CONTACTS_WAITING];
} waiting_contacts;

/* Which pairs of a block have points, as bits? A depth is the exact one rounded to the nearest float, and its sign is exact: so a depth on
 * one side of -margin tells that the exact one is there, and only a depth of -margin does not. */
static SEPAL_NOINLINE void find_touching_of_block(const waiting_contacts *of, const contact_pushes *pushes, const pair_list *block,
                                                  uint64_t *touch) {
    const float margin = of->asked->rule->margin, least = 0 - margin;
    const sepal_rule closed = {SEPAL_TOUCHING_OVERLAPS, margin, 0};
    for (size_t k = 0; k < block->count; k++) {
        const float depth = pushes->depth[k];
        uint64_t within = depth > least || (margin == 0 && depth == 0) || block->slots[k] >= CONTACT_SLOTS;
        if (depth == least && within == 0)
            solids_kernel_overlap_pairs(of->asked->a, of->asked->b, &block->pairs[k], 1, &closed, &within);
        if (within & 1)
            set_bit(touch, k);
    }
}

/* At most PUSHES_AT_ONCE pairs of one kind. */
static SEPAL_NOINLINE void solid_contacts_of_block(waiting_contacts *of, solid_contact_kind kind, pair_list *block) {
    const solid_contact_list *asked = of->asked;
    contact_pushes pushes;
    uint8_t listed[PUSHES_AT_ONCE + SEPAL_LANES];
    uint64_t touch[SEPAL_BIT_WORDS(PUSHES_AT_ONCE)] = {0};
    size_t count = 0, k;
    const sepal_solid_mtvs to = {.normal_x = pushes.x, .normal_y = pushes.y, .normal_z = pushes.z, .depth = pushes.depth};
    const contact_block b = {asked, block, &pushes, of->first};
    /* boxes without radii and a margin, which are all that are asked whether they do */
    uint64_t meet[SEPAL_BIT_WORDS(PUSHES_AT_ONCE)];
    bool known = kind == CONTACT_BOXES && asked->rule->margin == 0;
    for (k = 0; k < block->count && known; k++)
        known = block->slots[k] >= CONTACT_SLOTS;
    set_all(meet, block->count);
    solids_kernel_mtv_block(asked->a, asked->b, block->pairs, block->count, 0, known ? meet : NULL, &of->quick, &to);
    find_touching_of_block(of, &pushes, block, touch);
    FOR_BITS(k, touch, block->count) {
        if (is_for_reference(asked->a, block->pairs[k].a) || is_for_reference(asked->b, block->pairs[k].b))
            contacts_of_one(&b, k);
        else
            listed[count++] = (uint8_t)k;
    }
    for (k = count; k < count + SEPAL_LANES && count > 0; k++) /* the last one fills up a whole group */
        listed[k] = listed[count - 1];
    for (k = 0; k < count; k += SEPAL_LANES) {
        const unsigned left = ALL_LANES & ~contacts_of_group(&b, listed + k, count - k);
        for (unsigned lane = 0; lane < SEPAL_LANES && k + lane < count; lane++)
            if (left >> lane & 1)
                contacts_of_one(&b, listed[k + lane]);
    }
}

static inline sepal_pair waiting_pair(const waiting_contacts *of, size_t k) {
    return of->asked->pairs[of->first + contact_slot(of->slots[k])];
}

/* By the classes of both solids. end: receives where the pairs of each end, of those that there are: these are returned, as bits. Not inlined,
 * so that its stack is free again for the pushes. */
static SEPAL_NOINLINE uint64_t sort_waiting(waiting_contacts *of, uint16_t end[CONTACT_PAIRS_OF_CLASSES]) {
    uint8_t classes[CONTACTS_WAITING];
    uint16_t sorted[CONTACTS_WAITING];
    uint32_t next[CONTACT_PAIRS_OF_CLASSES], sum = 0; /* as in sort_block */
    uint64_t present = 0;
    for (size_t k = 0; k < of->count; k++) {
        const unsigned kind = contact_classes(of->asked, waiting_pair(of, k));
        if ((present >> kind & 1) == 0)
            next[kind] = 0;
        present |= UINT64_C(1) << kind;
        next[kind]++;
        classes[k] = (uint8_t)kind;
    }
    for (uint64_t left = present; left != 0; left &= left - 1) {
        const unsigned kind = sepal_lowest_bit(left);
        sum += next[kind];
        next[kind] = sum - next[kind];
        end[kind] = (uint16_t)sum;
    }
    for (size_t k = 0; k < of->count; k++)
        sorted[next[classes[k]]++] = of->slots[k];
    memcpy(of->slots, sorted, of->count * sizeof *sorted);
    return present;
}

/* Answers the pairs that wait. */
static SEPAL_NOINLINE void answer_waiting(waiting_contacts *of) {
    uint16_t end[CONTACT_PAIRS_OF_CLASSES];
    size_t at = 0;
    of->quick = (sepal_solids_push_policy){0};
    for (uint64_t left = sort_waiting(of, end); left != 0; left &= left - 1) {
        const unsigned classes = sepal_lowest_bit(left);
        const solid_contact_kind kind = solid_contact_kind_of(classes);
        while (at < end[classes]) {
            const size_t some = end[classes] - at;
            sepal_pair pairs[PUSHES_AT_ONCE];
            pair_list block = {pairs, of->slots + at, some < PUSHES_AT_ONCE ? some : PUSHES_AT_ONCE};
            for (size_t k = 0; k < block.count; k++)
                pairs[k] = waiting_pair(of, at + k);
            at += block.count;
            if (kind == CONTACT_SPHERES)
                answer_spheres_of_block(of->asked, &block, of->first);
            if (block.count > 0)
                solid_contacts_of_block(of, kind, &block);
        }
    }
    of->count = 0;
}

/* Answers a chunk as far as it is certain without pushes; the other pairs wait. */
static void contact_chunk(waiting_contacts *of, size_t first, size_t count) {
    const solid_contact_list *asked = of->asked;
    const sepal_rule closed = {SEPAL_TOUCHING_OVERLAPS, asked->rule->margin, 0};
    uint64_t touch[SEPAL_CHUNK / 64], open[SEPAL_CHUNK / 64];
    size_t k;
    solids_kernel_overlap_filter(asked->a, asked->b, asked->pairs + first, count, &closed, touch, open);
    const size_t certain = count_bits(touch, count);
    if (all_spheres(asked->a) && all_spheres(asked->b) && 2 * certain >= count) {
        answer_chunk_of_spheres(asked, first, count, touch, open);
    } else {
        for (size_t at = 0; at < count; at += 64)
            open[at / 64] |= touch[at / 64];
        if (certain < count)
            solid_clear_contacts(asked->out, first, count);
    }
    FOR_BITS(k, open, count) {
        if (of->count == CONTACTS_WAITING || (of->count > 0 && first + k - of->first >= CONTACT_SLOTS))
            answer_waiting(of);
        if (of->count == 0)
            of->first = first;
        of->slots[of->count++] = (uint16_t)(first + k - of->first + CONTACT_SLOTS * bit_at(touch, k));
    }
}

void solids_kernel_contacts_pairs(const sepal_solids *a, const sepal_solids *b, const sepal_pair *pairs, size_t count,
                                  const sepal_contact_rule *rule, const sepal_solid_contacts *out) {
    const solid_contact_list asked = {a, b, pairs, rule, out};
    waiting_contacts waiting;
    waiting.asked = &asked;
    waiting.count = 0;
    for (size_t first = 0; first < count; first += SEPAL_CHUNK)
        contact_chunk(&waiting, first, count - first < SEPAL_CHUNK ? count - first : SEPAL_CHUNK);
    if (waiting.count > 0)
        answer_waiting(&waiting);
}
