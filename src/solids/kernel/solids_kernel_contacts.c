/* solids_kernel_contacts.c — the contact points of pairs of solids: which pairs have any is a question of overlap; those that have
 * are asked for their push, and their points are found along its normal.
 *
 *   overlap under the margin ── no: none
 *                            └─ yes: push ── boxes with right angles, hulls of 3 to 32 vertices, boxes and hulls, spheres, capsules,
 *                                        │   boxes and these: points in lanes, but where no point is as deep as the push, a
 *                                        │   deeper one is left over, or the side of a hull has not 3 to 12 corners ──┐
 *                                        └── others ────────────────────────────────────────────────────────────────┴── one by one */
#include "../../core/arithmetic.h"

#include "contact_spheres.h"
#include "names.h"

/* What is asked: the answers of pairs[k] are answers k of `out`. */
typedef struct solid_contact_list {
    const sepal_solids *a, *b;
    const sepal_pair *pairs;
    const sepal_contact_rule *rule;
    const sepal_solid_contacts *out;
} solid_contact_list;

static void clear_array(void *array, size_t size, size_t first, size_t count) {
    if (array != NULL)
        memset((unsigned char *)array + size * first, 0, size * count);
}

/* Answers first .. first + count - 1 become those of pairs without points. */
static void solid_clear_contacts(const sepal_solid_contacts *out, size_t first, size_t count) {
    static const sepal_solid_manifold none = {.count = 0};
    if (out->stride != 0) {
        for (size_t k = first; k < first + count; k++)
            sepal_solid_manifold_write(out, k, &none);
        return;
    }
    float *const of_pair[3] = {out->normal_x, out->normal_y, out->normal_z};
    float *const of_points[10] = {out->x, out->y, out->z, out->a_x, out->a_y, out->a_z, out->b_x, out->b_y, out->b_z, out->depth};
    clear_array(out->count, 1, first, count);
    for (int k = 0; k < 3; k++)
        clear_array(of_pair[k], sizeof(float), first, count);
    for (int k = 0; k < 10; k++)
        clear_array(of_points[k], SEPAL_CONTACTS_MOST * sizeof(float), first, count);
    clear_array(out->feature, SEPAL_CONTACTS_MOST * sizeof(uint32_t), first, count);
}

/* Pushes of pairs that are found at a time: fewer than a block, since they need much of the stack. */
enum { PUSHES_AT_ONCE = 64 };
typedef struct contact_pushes {
    float x[PUSHES_AT_ONCE], y[PUSHES_AT_ONCE], z[PUSHES_AT_ONCE], depth[PUSHES_AT_ONCE];
} contact_pushes;

/* Up to PUSHES_AT_ONCE pairs, all of which have points; pair k of them is answer first + slots[k]. */
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
    sepal_solid_manifold_write(asked->out, b->first + b->pairs->slots[k], &found);
}

/* --- Pairs in lanes --------------------------------------------------------------------------- */

/* What is answered in lanes, besides spheres: boxes with right angles; hulls of up to 8 vertices, of up to 16 and of up to 32; a box and
 * one of them; capsules, with each other or spheres; a box and one of these. */
typedef enum solid_contact_kind {
    CONTACT_BOXES,
    CONTACT_HULLS_OF_8,
    CONTACT_HULLS_OF_16,
    CONTACT_HULLS_OF_32,
    CONTACT_BOXES_AND_HULLS,
    CONTACT_SEGMENTS,
    CONTACT_CORED,
    CONTACT_OTHERS
} solid_contact_kind;

static solid_contact_kind solid_contact_kind_of(const solid_contact_list *asked, sepal_pair pair) {
    const unsigned a = asked->a->heads[pair.a].class, b = asked->b->heads[pair.b].class;
    const bool box_a = a == SEPAL_SOLID_BOX, box_b = b == SEPAL_SOLID_BOX;
    const bool hull_a = a >= SEPAL_SOLID_UP_TO_4 && a <= SEPAL_SOLID_UP_TO_32;
    const bool hull_b = b >= SEPAL_SOLID_UP_TO_4 && b <= SEPAL_SOLID_UP_TO_32;
    if (hull_a && hull_b) {
        const unsigned larger = a > b ? a : b;
        return larger <= SEPAL_SOLID_UP_TO_8    ? CONTACT_HULLS_OF_8
               : larger <= SEPAL_SOLID_UP_TO_16 ? CONTACT_HULLS_OF_16
                                                : CONTACT_HULLS_OF_32;
    }
    if ((box_a && !sepal_contact_is_right_box(asked->a, pair.a)) || (box_b && !sepal_contact_is_right_box(asked->b, pair.b)))
        return CONTACT_OTHERS;
    if ((box_a && hull_b) || (hull_a && box_b))
        return CONTACT_BOXES_AND_HULLS;
    if (a > SEPAL_SOLID_SEGMENT || b > SEPAL_SOLID_SEGMENT)
        return CONTACT_OTHERS;
    if (!box_a && !box_b)
        return CONTACT_SEGMENTS;
    return a == b ? CONTACT_BOXES : CONTACT_CORED;
}

/* Sets the lanes of a group from the pairs of a block with these numbers. */
SPECIALISED void set_contact_group(const contact_block *b, const uint16_t *pairs, contact_group *group, solid_contact_target *to) {
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
        to->slot[lane] = b->first + b->pairs->slots[pairs[lane]];
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

static void set_places(const contact_block *b, size_t k, int lane, solid_contact_target *to) {
    const sepal_pair pair = b->pairs->pairs[k];
    double of_a[3], of_b[3];
    sepal_contact_place(b->asked->out->poses_a, pair.a, of_a);
    sepal_contact_place(b->asked->out->poses_b, pair.b, of_b);
    for (int c = 0; c < 3; c++) {
        to->place_first[c][lane] = to->turned[lane] > 0 ? of_b[c] : of_a[c];
        to->place_second[c][lane] = to->turned[lane] > 0 ? of_a[c] : of_b[c];
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

/* The pairs of a block with these numbers, as many as lanes. */
static SEPAL_NOINLINE unsigned contacts_of_group(const contact_block *b, solid_contact_kind kind, const uint16_t *pairs) {
    const sepal_solid_contacts *out = b->asked->out;
    const sepal_contact_rule *rule = b->asked->rule;
    contact_group group;
    solid_contact_target to;
    to.out = out;
    contact_numbers numbers;
    const contact_numbers *of = &numbers;
    w depth[SEPAL_CONTACTS_MOST];
    set_contact_group(b, pairs, &group, &to);
    for (int lane = 0; lane < SEPAL_LANES && wants_surfaces(out); lane++)
        set_places(b, pairs[lane], lane, &to);
    const unsigned found = kind == CONTACT_BOXES             ? points_of_boxes(&group, &to, rule, &numbers)
                           : kind <= CONTACT_HULLS_OF_32     ? points_of_hulls(&group, &to, rule, &numbers)
                           : kind == CONTACT_BOXES_AND_HULLS ? points_of_boxes_and_hulls(&group, &to, rule, &numbers)
                           : kind == CONTACT_SEGMENTS        ? points_of_segments(&group, &to, rule, &numbers)
                                                             : points_of_cored(&group, &to, rule, &numbers);
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

/* A group of pairs of spheres, of which those whose bit is set in `meeting` have points; slots: the numbers of their answers. Returns
 * the lanes whose answers are not known. */
static unsigned answer_spheres(const solid_contact_list *asked, const sepal_pair *group, unsigned meeting, const size_t *slots) {
    solid_contact_target to;
    to.out = asked->out;
    for (size_t lane = 0; lane < SEPAL_LANES; lane++)
        to.slot[lane] = slots[lane];
    to.run = answers_are_run(asked->out, slots);
    return contacts_of_spheres(asked->a, asked->b, group, meeting, asked->rule, &to);
}

/* A chunk of nothing else, those without points included. bits: which have points; then, which of these are not answered. */
static SEPAL_NOINLINE void answer_chunk_of_spheres(const solid_contact_list *asked, size_t first, size_t count, uint64_t *bits) {
    const sepal_pair *pairs = asked->pairs + first;
    for (size_t from = 0; from < count; from += 64) {
        uint64_t left = 0;
        for (size_t k = from; k < from + 64 && k < count; k += SEPAL_LANES) {
            sepal_pair spare[SEPAL_LANES];
            size_t slots[SEPAL_LANES];
            unsigned meeting = (unsigned)(bits[from / 64] >> (k - from)) & ALL_LANES;
            for (size_t lane = 0; lane < SEPAL_LANES; lane++)
                slots[lane] = first + (k + lane < count ? k + lane : k);
            if (count - k < SEPAL_LANES && (meeting & 1) != 0)
                meeting |= ALL_LANES << (count - k);
            left |= (uint64_t)answer_spheres(asked, group_at(pairs, k, count, spare), meeting & ALL_LANES, slots) << (k - from);
        }
        bits[from / 64] = left & bits_below(count, from);
    }
}

/* Pairs that have points: those of spheres that are answered leave the list. */
static SEPAL_NOINLINE void answer_spheres_of_block(const solid_contact_list *asked, pair_list *block, size_t first) {
    uint64_t left[SEPAL_BLOCK / 64], spheres[SEPAL_BLOCK / 64] = {0};
    block_room room;
    for (size_t k = 0; k < block->count; k++)
        spheres[k / 64] |= (uint64_t)(asked->a->heads[block->pairs[k].a].class == SEPAL_SOLID_POINT &&
                                      asked->b->heads[block->pairs[k].b].class == SEPAL_SOLID_POINT)
                           << k % 64;
    const pair_list list = list_block(block->pairs, block->count, spheres, &room);
    if (list.count == 0)
        return;
    set_all(left, block->count);
    for (size_t k = 0; k < list.count; k += SEPAL_LANES) {
        sepal_pair spare[SEPAL_LANES];
        size_t slots[SEPAL_LANES];
        for (size_t lane = 0; lane < SEPAL_LANES; lane++)
            slots[lane] = first + block->slots[list.slots[k + lane < list.count ? k + lane : k]];
        const unsigned open = answer_spheres(asked, group_at(list.pairs, k, list.count, spare), ALL_LANES, slots);
        for (size_t lane = 0; lane < SEPAL_LANES && k + lane < list.count; lane++)
            if ((open >> lane & 1) == 0)
                clear_bit(left, list.slots[k + lane]);
    }
    keep_pairs(block, left);
}

/* --- Blocks ----------------------------------------------------------------------------------- */

/* The pairs of a kind, and then the last one repeated up to a whole group. Returns their number. */
static size_t list_contact_kind(const uint8_t *kinds, size_t count, solid_contact_kind kind, uint16_t *to) {
    size_t listed = 0;
    for (size_t k = 0; k < count; k++) {
        to[listed] = (uint16_t)k;
        listed += kinds[k] == kind;
    }
    for (size_t k = listed; k < listed + SEPAL_LANES && listed > 0; k++)
        to[k] = to[listed - 1];
    return listed;
}

/* meet: which pairs of the chunk meet without the margin, or NULL. */
static SEPAL_NOINLINE void solid_contacts_of_block(const solid_contact_list *asked, const pair_list *block, size_t first,
                                                   const uint64_t *meet, sepal_solids_push_policy *quick) {
    contact_pushes pushes;
    uint8_t kinds[PUSHES_AT_ONCE];
    unsigned present = 0;
    uint64_t of_block = 0;
    const sepal_solid_mtvs to = {.normal_x = pushes.x, .normal_y = pushes.y, .normal_z = pushes.z, .depth = pushes.depth};
    const contact_block b = {asked, block, &pushes, first};
    for (size_t k = 0; k < block->count && meet != NULL; k++)
        of_block |= (uint64_t)bit_at(meet, block->slots[k]) << k;
    solids_kernel_mtv_block(asked->a, asked->b, block->pairs, block->count, 0, meet != NULL ? &of_block : NULL, quick, &to);
    for (size_t k = 0; k < block->count; k++) {
        kinds[k] = (uint8_t)solid_contact_kind_of(asked, block->pairs[k]);
        present |= 1U << kinds[k];
        if (kinds[k] == CONTACT_OTHERS)
            contacts_of_one(&b, k);
    }
    for (solid_contact_kind kind = CONTACT_BOXES; kind < CONTACT_OTHERS; kind++) {
        uint16_t listed[PUSHES_AT_ONCE + SEPAL_LANES];
        const size_t count = (present >> kind & 1) != 0 ? list_contact_kind(kinds, block->count, kind, listed) : 0;
        for (size_t k = 0; k < count; k += SEPAL_LANES) {
            const unsigned left = ALL_LANES & ~contacts_of_group(&b, kind, listed + k);
            for (unsigned lane = 0; lane < SEPAL_LANES && k + lane < count; lane++)
                if (left >> lane & 1)
                    contacts_of_one(&b, listed[k + lane]);
        }
    }
}

/* Which pairs of a chunk have points? Boxes without radii that meet are decided sooner without the margin, and `meet` says which pairs
 * do; false if it does not. Not inlined: its list is not to be on the stack while pushes are found. */
static SEPAL_NOINLINE bool find_touching(const solid_contact_list *asked, const sepal_pair *pairs, size_t count, uint64_t *bits,
                                         uint64_t *meet) {
    const sepal_rule meeting = {SEPAL_TOUCHING_OVERLAPS, 0}, closed = {SEPAL_TOUCHING_OVERLAPS, asked->rule->margin};
    const bool margin = closed.margin > 0, boxes = asked->a->boxes > 0 && asked->b->boxes > 0;
    if (margin && (asked->a->round || asked->b->round || !boxes)) {
        solids_kernel_overlap_pairs(asked->a, asked->b, pairs, count, &closed, bits);
        return false;
    }
    solids_kernel_overlap_pairs(asked->a, asked->b, pairs, count, &meeting, bits);
    copy_bits(meet, bits, count);
    for (size_t from = 0; from < count && margin; from += SEPAL_BLOCK) {
        const size_t some = block_from(from, count);
        uint64_t apart[SEPAL_BLOCK / 64], near[SEPAL_BLOCK / 64];
        block_room room;
        for (size_t at = 0; at < some; at += 64)
            apart[at / 64] = bits_below(some, at) & ~bits[(from + at) / 64];
        const pair_list list = list_block(pairs + from, some, apart, &room);
        if (list.count == 0)
            continue;
        solids_kernel_overlap_pairs(asked->a, asked->b, list.pairs, list.count, &closed, near);
        take_bits(&list, near, bits + from / 64);
    }
    return true;
}

static void contact_chunk(const void *question, size_t first, size_t count) {
    const solid_contact_list *asked = question;
    const sepal_pair *pairs = asked->pairs + first;
    uint64_t bits[SEPAL_CHUNK / 64], meet[SEPAL_CHUNK / 64];
    sepal_solids_push_policy quick = {0};
    const bool some_spheres = asked->a->boxes < asked->a->count && asked->b->boxes < asked->b->count;
    const uint64_t *known = find_touching(asked, pairs, count, bits, meet) ? meet : NULL;
    if (all_spheres(asked->a) && all_spheres(asked->b) && 2 * count_bits(bits, count) >= count)
        answer_chunk_of_spheres(asked, first, count, bits);
    else
        solid_clear_contacts(asked->out, first, count);
    for (size_t from = 0; from < count;) {
        block_room room;
        pair_list block = next_block(pairs, count, bits, &from, &room);
        if (some_spheres)
            answer_spheres_of_block(asked, &block, first);
        for (size_t k = 0; k < block.count; k += PUSHES_AT_ONCE) {
            const pair_list some = part_of_list(&block, k, block.count - k < PUSHES_AT_ONCE ? block.count - k : PUSHES_AT_ONCE);
            solid_contacts_of_block(asked, &some, first, known, &quick);
        }
    }
}

void solids_kernel_contacts_pairs(const sepal_solids *a, const sepal_solids *b, const sepal_pair *pairs, size_t count,
                                  const sepal_contact_rule *rule, const sepal_solid_contacts *out) {
    for_chunks(contact_chunk, &(solid_contact_list){a, b, pairs, rule, out}, count);
}
