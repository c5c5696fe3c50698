/* solids_kernel_contacts.c — the contact points of pairs of solids: which pairs have any is a question of overlap; those that have
 * are asked for their push, and their points are found along its normal.
 *
 *   overlap under the margin ── no: none
 *                            └─ yes: push ── boxes with right angles, spheres, capsules, hulls of 5 to 8 vertices: points in lanes,
 *                                        │   but where no point is as deep as the push, a deeper one is left over, or the side
 *                                        │   of a hull has not four corners ──┐
 *                                        └── others ──────────────────────────┴── one by one */
#include "../../core/arithmetic.h"

#include "contact_ends.h"
#include "contact_hulls.h"
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

/* What is answered in lanes: boxes with right angles; hulls of up to 8 vertices; spheres; these and capsules; a box and one of them. */
typedef enum solid_contact_kind {
    CONTACT_BOXES,
    CONTACT_HULLS,
    CONTACT_SPHERES,
    CONTACT_SEGMENTS,
    CONTACT_CORED,
    CONTACT_OTHERS
} solid_contact_kind;

static solid_contact_kind solid_contact_kind_of(const solid_contact_list *asked, sepal_pair pair) {
    const unsigned a = asked->a->heads[pair.a].class, b = asked->b->heads[pair.b].class;
    if (a == SEPAL_SOLID_UP_TO_8 && b == SEPAL_SOLID_UP_TO_8)
        return CONTACT_HULLS;
    if (a > SEPAL_SOLID_SEGMENT || b > SEPAL_SOLID_SEGMENT)
        return CONTACT_OTHERS;
    if (a != SEPAL_SOLID_BOX && b != SEPAL_SOLID_BOX)
        return a == SEPAL_SOLID_POINT && b == SEPAL_SOLID_POINT ? CONTACT_SPHERES : CONTACT_SEGMENTS;
    if ((a == SEPAL_SOLID_BOX && !sepal_contact_is_right_box(asked->a, pair.a)) ||
        (b == SEPAL_SOLID_BOX && !sepal_contact_is_right_box(asked->b, pair.b)))
        return CONTACT_OTHERS;
    return a == b ? CONTACT_BOXES : CONTACT_CORED;
}

/* Sets one lane from pair k of a block. */
static void set_contact_lane(const contact_block *b, size_t k, int lane, contact_group *group, solid_contact_target *to) {
    const solid_contact_list *asked = b->asked;
    const sepal_pair pair = b->pairs->pairs[k];
    const float normal[3] = {b->pushes->x[k], b->pushes->y[k], b->pushes->z[k]};
    const bool turned = sepal_contact_turns(normal);
    group->set_first[lane] = turned ? asked->b : asked->a;
    group->set_second[lane] = turned ? asked->a : asked->b;
    group->first[lane] = turned ? pair.b : pair.a;
    group->second[lane] = turned ? pair.a : pair.b;
    group->radius_first[lane] = sepal_solid_radius(group->set_first[lane], group->first[lane]);
    group->radius_second[lane] = sepal_solid_radius(group->set_second[lane], group->second[lane]);
    group->depth[lane] = b->pushes->depth[k] > -asked->rule->margin ? b->pushes->depth[k] : 0 - asked->rule->margin;
    for (int c = 0; c < 3; c++)
        group->normal[c][lane] = turned ? -normal[c] : normal[c];
    to->slot[lane] = b->first + b->pairs->slots[k];
    to->turned[lane] = turned;
}

static bool wants_surfaces(const sepal_solid_contacts *out) {
    return out->a_x != NULL || out->a_y != NULL || out->a_z != NULL || out->b_x != NULL || out->b_y != NULL || out->b_z != NULL;
}

static void set_places(const contact_block *b, size_t k, int lane, solid_contact_target *to) {
    const sepal_pair pair = b->pairs->pairs[k];
    double of_a[3], of_b[3];
    sepal_contact_place(b->asked->out->poses_a, pair.a, of_a);
    sepal_contact_place(b->asked->out->poses_b, pair.b, of_b);
    for (int c = 0; c < 3; c++) {
        to->place_first[c][lane] = to->turned[lane] ? of_b[c] : of_a[c];
        to->place_second[c][lane] = to->turned[lane] ? of_a[c] : of_b[c];
    }
}

/* Features, counts and normals, which go to one pair at a time. */
static void put_features(const contact_block *b, const uint16_t *pairs, const solid_contact_target *to,
                         const chosen_points *points) {
    const sepal_solid_contacts *out = to->out;
    for (int lane = 0; lane < SEPAL_LANES; lane++) {
        const chosen_points *half = &points[lane / CONTACT_LANES];
        const sepal_contact_offsets of =
            sepal_contact_offsets_of(to->slot[lane], out->stride, out->point_stride, SEPAL_CONTACTS_MOST);
        const uint8_t count = (uint8_t)half->count[lane % CONTACT_LANES];
        const size_t from = pairs[lane];
        sepal_contact_put(out->count, of.count, &count, 1);
        sepal_contact_put(out->normal_x, of.normal, &b->pushes->x[from], sizeof(float));
        sepal_contact_put(out->normal_y, of.normal, &b->pushes->y[from], sizeof(float));
        sepal_contact_put(out->normal_z, of.normal, &b->pushes->z[from], sizeof(float));
        for (size_t p = 0; p < SEPAL_CONTACTS_MOST && out->feature != NULL; p++) {
            const uint32_t feature = half->feature[p][lane % CONTACT_LANES];
            const uint32_t turned = to->turned[lane] ? sepal_feature_turned(feature) : feature;
            sepal_contact_put(out->feature, of.points + p * of.step, &turned, sizeof turned);
        }
    }
}

/* The numbers of both halves of a group, until they are written. */
typedef struct contact_numbers {
    solid_point_lanes at, on_first, on_second;
    wd depth[2][SEPAL_CONTACTS_MOST];
    chosen_points chosen[2];
} contact_numbers;

/* Lanes of a group, as bits: those that are answered, and those whose point is that of the push. */
typedef struct found_contacts {
    unsigned answered, by_push;
} found_contacts;

/* What half a group is asked, and for whom. */
typedef struct contact_half {
    int half;
    wd radius_first, radius_second;
    contact_measure measure;
    const solid_contact_target *to;
} contact_half;

static contact_half half_of_group(const contact_group *group, int half, const solid_contact_target *to,
                                  const sepal_contact_rule *rule) {
    const wd first = wd_of(w_load(group->radius_first), half), second = wd_of(w_load(group->radius_second), half);
    const contact_measure measure = {wd_add(first, second), wd_set1((double)rule->margin), wd_set1((double)rule->point_margin),
                                     wd_of(w_load(group->depth), half)};
    return (contact_half){half, first, second, measure, to};
}

/* A point between two places, each under one of the surfaces; there: in which lanes there is one. */
typedef struct point_between_solids {
    wd x, y, off_x, off_y, below, above, distance;
    wdm there;
} point_between_solids;

/* Point p of half a group. */
SPECIALISED void put_contact_point(const contact_half *of, const contact_view_lanes *view, int p, const point_between_solids *point,
                                   contact_numbers *out) {
    const contact_frame_lanes *f = &view->frame;
    const int half = of->half;
    const wdm there = point->there;
    const wd on_first = wd_add(point->below, of->radius_first), on_second = wd_sub(point->above, of->radius_second);
    out->depth[half][p] = wd_select(there, nearest_in_float(wd_sub(of->measure.reach, point->distance)), wd_set1(-INFINITY));
    place_point(f, point->x, point->y, wd_mul(wd_set1(0.5), wd_add(on_first, on_second)), view->origin, there,
                out->at.half[half][p]);
    if (!wants_surfaces(of->to->out))
        return;
    place_point(f, wd_sub(point->x, point->off_x), wd_sub(point->y, point->off_y), on_first,
                relative_to(view->origin, of->to->place_first, half), there, out->on_first.half[half][p]);
    place_point(f, wd_add(point->x, point->off_x), wd_add(point->y, point->off_y), on_second,
                relative_to(view->origin, of->to->place_second, half), there, out->on_second.half[half][p]);
}

/* Half a group of pairs whose sides have four corners. */
static SEPAL_NOINLINE found_contacts contacts_of_sides(const contact_sides *sides, const contact_half *of, contact_numbers *out) {
    const wd zero = wd_set1(0);
    contact_corners corners;
    contact_choice choice;
    wd nearest, deeper, kept = wd_set1(INFINITY);
    chosen_points *points = &out->chosen[of->half];
    find_corners(sides, &corners);
    const wdm deep = choose_corners(&corners, sides, &of->measure, &nearest, &deeper, &choice);
    look_up(&corners, &choice, points);
    for (int p = 0; p < SEPAL_CONTACTS_MOST; p++) {
        const wd below = wd_load(points->first[p]), above = wd_load(points->second[p]), distance = wd_sub(above, below);
        const point_between_solids point = {.x = wd_load(points->x[p]),
                                            .y = wd_load(points->y[p]),
                                            .off_x = zero,
                                            .off_y = zero,
                                            .below = below,
                                            .above = above,
                                            .distance = distance,
                                            .there = choice.there[p]};
        kept = wd_min(kept, wd_select(point.there, distance, kept));
        put_contact_point(of, &sides->view, p, &point, out);
    }
    const wdm open = wd_gt(wd_sub(kept, nearest), deeper);
    return (found_contacts){wdm_bits(wdm_andnot(deep, open)), wdm_bits(wdm_not(deep))};
}

/* The points of half a group with spheres or capsules. */
static found_contacts put_points_of_ends(const contact_half *of, const ends_points *found, contact_numbers *out) {
    const ends_candidates *c = &found->points;
    chosen_points *points = &out->chosen[of->half];
    double feature[2][CONTACT_LANES];
    unsigned there[2];
    for (int p = 0; p < SEPAL_CONTACTS_MOST; p++) {
        const int k = p < 2 ? p : 1;
        const point_between_solids point = {c->x[k],     c->y[k],      c->off_x[k],    c->off_y[k],
                                            c->first[k], c->second[k], c->distance[k], p < 2 ? c->there[k] : wdm_none()};
        put_contact_point(of, &found->view, p, &point, out);
    }
    for (int k = 0; k < 2; k++) {
        wd_store(feature[k], c->feature[k]);
        there[k] = wdm_bits(c->there[k]);
    }
    for (int lane = 0; lane < CONTACT_LANES; lane++) {
        points->count[lane] = (there[0] >> lane & 1) + (there[1] >> lane & 1);
        for (int p = 0; p < SEPAL_CONTACTS_MOST; p++)
            points->feature[p][lane] = p < 2 && there[p] >> lane & 1 ? (uint32_t)feature[p][lane] : 0;
    }
    return (found_contacts){wdm_bits(wdm_andnot(found->deep, found->open)), wdm_bits(wdm_not(wdm_or(found->deep, found->open)))};
}

/* Those of the points of both surfaces that belong to a, or to b. */
static void choose_surface(const solid_contact_target *to, bool of_a, const contact_numbers *numbers, float *const arrays[3]) {
    double turned[SEPAL_LANES];
    solid_point_lanes points;
    for (int lane = 0; lane < SEPAL_LANES; lane++)
        turned[lane] = to->turned[lane] == of_a ? 1 : 0;
    for (int half = 0; half < 2; half++) {
        const wdm second = wd_gt(wd_load(turned + half * CONTACT_LANES), wd_set1(0));
        for (int p = 0; p < SEPAL_CONTACTS_MOST; p++)
            for (int c = 0; c < 3; c++)
                points.half[half][p][c] =
                    wd_select(second, numbers->on_second.half[half][p][c], numbers->on_first.half[half][p][c]);
    }
    put_coordinates(arrays, to, &points);
}

static inline void take_contacts_of_half(found_contacts of_half, int half, found_contacts *out) {
    out->answered |= of_half.answered << half * CONTACT_LANES;
    out->by_push |= of_half.by_push << half * CONTACT_LANES;
}

static SEPAL_NOINLINE found_contacts points_of_boxes(const contact_group *group, const solid_contact_target *to,
                                                     const sepal_contact_rule *rule, contact_numbers *out) {
    const solid_exact_lanes first = load_contact_boxes(group->set_first, group->first);
    const solid_exact_lanes second = load_contact_boxes(group->set_second, group->second);
    found_contacts found = {0, 0};
    for (int half = 0; half < 2; half++) {
        const contact_half of = half_of_group(group, half, to, rule);
        contact_sides sides;
        find_sides(group, &first, &second, half, &sides);
        take_contacts_of_half(contacts_of_sides(&sides, &of, out), half, &found);
    }
    return found;
}

static SEPAL_NOINLINE found_contacts points_of_hulls(const contact_group *group, const solid_contact_target *to,
                                                     const sepal_contact_rule *rule, contact_numbers *out) {
    contact_hull_lanes first, second;
    contact_sides sides[2];
    unsigned known[2];
    found_contacts found = {0, 0};
    load_contact_hulls(group->set_first, group->first, &first);
    load_contact_hulls(group->set_second, group->second, &second);
    for (int half = 0; half < 2; half++)
        known[half] = wdm_bits(find_sides_of_hulls(group, &first, &second, half, &sides[half]));
    if ((known[0] | known[1]) == 0)
        return found;
    for (int half = 0; half < 2; half++) {
        const contact_half of = half_of_group(group, half, to, rule);
        const found_contacts of_sides = contacts_of_sides(&sides[half], &of, out);
        take_contacts_of_half((found_contacts){of_sides.answered & known[half], of_sides.by_push & known[half]}, half, &found);
    }
    return found;
}

SPECIALISED found_contacts points_of_two_ends(const contact_group *group, bool segments, const solid_contact_target *to,
                                              const sepal_contact_rule *rule, contact_numbers *out) {
    const ends_lanes first = load_ends(group->set_first, group->first), second = load_ends(group->set_second, group->second);
    found_contacts found = {0, 0};
    for (int half = 0; half < 2; half++) {
        const contact_half of = half_of_group(group, half, to, rule);
        ends_points points;
        points_of_ends(group, &first, &second, half, segments, &of.measure, &points);
        take_contacts_of_half(put_points_of_ends(&of, &points, out), half, &found);
    }
    return found;
}

static SEPAL_NOINLINE found_contacts points_of_spheres(const contact_group *group, const solid_contact_target *to,
                                                       const sepal_contact_rule *rule, contact_numbers *out) {
    return points_of_two_ends(group, false, to, rule, out);
}

static SEPAL_NOINLINE found_contacts points_of_segments(const contact_group *group, const solid_contact_target *to,
                                                        const sepal_contact_rule *rule, contact_numbers *out) {
    return points_of_two_ends(group, true, to, rule, out);
}

static SEPAL_NOINLINE found_contacts points_of_cored(const contact_group *group, const solid_contact_target *to,
                                                     const sepal_contact_rule *rule, contact_numbers *out) {
    const sepal_solids *sets[2][SEPAL_LANES];
    uint32_t numbers[2][SEPAL_LANES];
    double box_above[SEPAL_LANES];
    for (int lane = 0; lane < SEPAL_LANES; lane++) {
        const int box = sepal_solid_is_box(group->set_first[lane], group->first[lane]) ? 0 : 1;
        sets[box][lane] = group->set_first[lane];
        sets[1 - box][lane] = group->set_second[lane];
        numbers[box][lane] = group->first[lane];
        numbers[1 - box][lane] = group->second[lane];
        box_above[lane] = box;
    }
    const solid_exact_lanes boxes = load_contact_boxes(sets[0], numbers[0]);
    const ends_lanes ends = load_ends(sets[1], numbers[1]);
    found_contacts found = {0, 0};
    for (int half = 0; half < 2; half++) {
        const contact_half of = half_of_group(group, half, to, rule);
        const wdm above = wd_eq(wd_load(box_above + half * CONTACT_LANES), wd_set1(0));
        ends_points points;
        points_of_box_and_ends(group, &boxes, &ends, above, half, &of.measure, &points);
        take_contacts_of_half(put_points_of_ends(&of, &points, out), half, &found);
    }
    return found;
}

/* The pairs of a block with these numbers, as many as lanes. */
static SEPAL_NOINLINE found_contacts contacts_of_group(const contact_block *b, solid_contact_kind kind, const uint16_t *pairs) {
    const sepal_solid_contacts *out = b->asked->out;
    const sepal_contact_rule *rule = b->asked->rule;
    contact_group group;
    solid_contact_target to = {.out = out};
    contact_numbers numbers;
    w depth[SEPAL_CONTACTS_MOST];
    for (int lane = 0; lane < SEPAL_LANES; lane++) {
        set_contact_lane(b, pairs[lane], lane, &group, &to);
        if (wants_surfaces(out))
            set_places(b, pairs[lane], lane, &to);
    }
    const found_contacts found = kind == CONTACT_BOXES      ? points_of_boxes(&group, &to, rule, &numbers)
                                 : kind == CONTACT_HULLS    ? points_of_hulls(&group, &to, rule, &numbers)
                                 : kind == CONTACT_SPHERES  ? points_of_spheres(&group, &to, rule, &numbers)
                                 : kind == CONTACT_SEGMENTS ? points_of_segments(&group, &to, rule, &numbers)
                                                            : points_of_cored(&group, &to, rule, &numbers);
    if (found.answered == 0)
        return found;
    for (int p = 0; p < SEPAL_CONTACTS_MOST; p++)
        depth[p] = w_of(numbers.depth[0][p], numbers.depth[1][p]);
    put_depths(&to, w_load(group.depth), depth);
    put_coordinates((float *const[3]){out->x, out->y, out->z}, &to, &numbers.at);
    if (wants_surfaces(out)) {
        choose_surface(&to, true, &numbers, (float *const[3]){out->a_x, out->a_y, out->a_z});
        choose_surface(&to, false, &numbers, (float *const[3]){out->b_x, out->b_y, out->b_z});
    }
    put_features(b, pairs, &to, numbers.chosen);
    return found;
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

static SEPAL_NOINLINE void solid_contacts_of_block(const solid_contact_list *asked, const pair_list *block, size_t first) {
    static const sepal_rule no_margin = {SEPAL_TOUCHING_OVERLAPS, 0};
    contact_pushes pushes;
    uint8_t kinds[PUSHES_AT_ONCE];
    unsigned present = 0;
    const sepal_solid_mtvs to = {.normal_x = pushes.x, .normal_y = pushes.y, .normal_z = pushes.z, .depth = pushes.depth};
    const contact_block b = {asked, block, &pushes, first};
    solids_kernel_mtv_pairs(asked->a, asked->b, block->pairs, block->count, &no_margin, &to);
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
            const found_contacts found = contacts_of_group(&b, kind, listed + k);
            const unsigned left = ALL_LANES & ~found.answered;
            for (unsigned lane = 0; lane < SEPAL_LANES && k + lane < count; lane++)
                if (left >> lane & 1)
                    contacts_of_one(&b, listed[k + lane]);
        }
    }
}

/* Which pairs of a chunk have points? Solids without radii that meet are decided sooner without the margin. Not inlined: its list is
 * not to be on the stack while pushes are found. */
static SEPAL_NOINLINE void find_touching(const solid_contact_list *asked, const sepal_pair *pairs, size_t count, uint64_t *bits) {
    const sepal_rule meeting = {SEPAL_TOUCHING_OVERLAPS, 0}, closed = {SEPAL_TOUCHING_OVERLAPS, asked->rule->margin};
    if (!(closed.margin > 0) || asked->a->round || asked->b->round) {
        solids_kernel_overlap_pairs(asked->a, asked->b, pairs, count, &closed, bits);
        return;
    }
    solids_kernel_overlap_pairs(asked->a, asked->b, pairs, count, &meeting, bits);
    for (size_t from = 0; from < count; from += SEPAL_BLOCK) {
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
}

static void contact_chunk(const void *question, size_t first, size_t count) {
    const solid_contact_list *asked = question;
    const sepal_pair *pairs = asked->pairs + first;
    uint64_t bits[SEPAL_CHUNK / 64];
    find_touching(asked, pairs, count, bits);
    solid_clear_contacts(asked->out, first, count);
    for (size_t from = 0; from < count;) {
        block_room room;
        const pair_list block = next_block(pairs, count, bits, &from, &room);
        for (size_t k = 0; k < block.count; k += PUSHES_AT_ONCE) {
            const pair_list some = part_of_list(&block, k, block.count - k < PUSHES_AT_ONCE ? block.count - k : PUSHES_AT_ONCE);
            solid_contacts_of_block(asked, &some, first);
        }
    }
}

void solids_kernel_contacts_pairs(const sepal_solids *a, const sepal_solids *b, const sepal_pair *pairs, size_t count,
                                  const sepal_contact_rule *rule, const sepal_solid_contacts *out) {
    for_chunks(contact_chunk, &(solid_contact_list){a, b, pairs, rule, out}, count);
}
