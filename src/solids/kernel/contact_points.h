/* contact_points.h — the points of a group of pairs of one kind, half a group at a time: from the sides to the corners that are chosen, to
 * the numbers of the answers in lanes, and into the arrays of the caller. Functions that find points return the lanes that they have
 * answered, as bits; the others have a side that is not certain, or no point as deep as the push. */
#ifndef SEPAL_SOLIDS_KERNEL_CONTACT_POINTS_H
#define SEPAL_SOLIDS_KERNEL_CONTACT_POINTS_H

#include "contact_one.h"
#include <float.h>

/* Where a group goes: how many lanes have an answer (those behind may repeat the last one, so that lanes are written backwards); the number
 * of each answer, and whether these numbers follow each other in arrays; which lanes were looked at from the other side (1, else 0), and to
 * what the points of the two surfaces are relative. */
typedef struct solid_contact_target {
    const sepal_solid_contacts *out;
    int lanes;
    size_t slot[SEPAL_LANES];
    bool run;
    float turned[SEPAL_LANES];
    double place_first[3][SEPAL_LANES], place_second[3][SEPAL_LANES];
} solid_contact_target;

static inline bool answers_are_run(const sepal_solid_contacts *out, const size_t slot[SEPAL_LANES]) {
    size_t off = out->stride;
    for (size_t lane = 0; lane < SEPAL_LANES; lane++)
        off |= slot[lane] ^ (slot[0] + lane);
    return off == 0;
}

/* Three coordinates of each point of both halves, as they are rounded. */
typedef struct solid_point_lanes {
    wd half[2][SEPAL_CONTACTS_MOST][3];
} solid_point_lanes;

static inline wd nearest_in_float(wd a) {
    return wd_max(wd_min(a, wd_set1((double)FLT_MAX)), wd_set1(-(double)FLT_MAX));
}

/* A point at (x, y, h) of the frame, relative to a place; 0 if it is not there. */
SPECIALISED void place_point(const contact_frame *f, wd x, wd y, wd h, wd3 origin, wdm there, wd out[3]) {
    const wd u[3] = {f->u.x, f->u.y, f->u.z}, v[3] = {f->v.x, f->v.y, f->v.z}, n[3] = {f->n.x, f->n.y, f->n.z};
    const wd from[3] = {origin.x, origin.y, origin.z};
    for (int c = 0; c < 3; c++) {
        const wd at = wd_add(wd_add(wd_mul(x, u[c]), wd_mul(y, v[c])), wd_mul(h, n[c]));
        out[c] = wd_select(there, nearest_in_float(wd_add(at, from[c])), wd_set1(0));
    }
}

static inline wd3 relative_to(wd3 origin, const double (*place)[SEPAL_LANES], int half) {
    const size_t from = (size_t)half * CONTACT_LANES;
    return wd3_sub(origin, (wd3){wd_load(place[0] + from), wd_load(place[1] + from), wd_load(place[2] + from)});
}

/* Four numbers of each lane, one of each point, to an array of the caller, which need not be aligned: by whole registers if the answers follow
 * each other. */
SPECIALISED void put_points(void *array, const solid_contact_target *to, const w in[SEPAL_CONTACTS_MOST]) {
    const size_t stride = to->out->stride, point_stride = to->out->point_stride;
    _Alignas(64) float values[SEPAL_LANES][SEPAL_CONTACTS_MOST];
    if (array == NULL)
        return;
    if (to->run) {
        w_store_run((float *)array + SEPAL_CONTACTS_MOST * to->slot[0], 1, in);
        return;
    }
    w_store_run(values[0], 1, in);
    if (stride == 0) {
        for (int lane = SEPAL_LANES; lane-- > 0;)
            memcpy((unsigned char *)array + to->slot[lane] * sizeof values[lane], values[lane], sizeof values[lane]);
        return;
    }
    for (int lane = SEPAL_LANES; lane-- > 0;) {
        const sepal_contact_offsets of = sepal_contact_offsets_of(to->slot[lane], stride, point_stride, SEPAL_CONTACTS_MOST);
        for (size_t p = 0; p < SEPAL_CONTACTS_MOST; p++)
            sepal_contact_put(array, of.points + p * of.step, &values[lane][p], sizeof(float));
    }
}

/* A number of each lane. */
static inline void put_values(float *array, const solid_contact_target *to, w in) {
    const size_t step = to->out->stride == 0 ? sizeof(float) : to->out->stride;
    float values[SEPAL_LANES];
    if (array == NULL)
        return;
    if (to->run) {
        w_store(array + to->slot[0], in);
        return;
    }
    w_store(values, in);
    for (int lane = SEPAL_LANES; lane-- > 0;)
        sepal_contact_put(array, to->slot[lane] * step, &values[lane], sizeof(float));
}

static inline void put_counts(const solid_contact_target *to, w in) {
    const size_t step = to->out->stride == 0 ? 1 : to->out->stride;
    uint8_t *const counts = to->out->count;
    float values[SEPAL_LANES];
    if (counts == NULL)
        return;
    w_store(values, in);
    for (int lane = SEPAL_LANES; lane-- > 0;)
        counts[to->slot[lane] * step] = (uint8_t)values[lane];
}

/* 0 + -0 is 0. */
static inline w both_halves(const wd halves[2]) {
    return w_add(w_zero(), w_of(halves[0], halves[1]));
}

SPECIALISED void put_coordinates(float *const arrays[3], const solid_contact_target *to, const solid_point_lanes *points) {
    for (int c = 0; c < 3; c++) {
        w in[SEPAL_CONTACTS_MOST];
        if (arrays[c] == NULL)
            continue;
        for (int p = 0; p < SEPAL_CONTACTS_MOST; p++)
            in[p] = both_halves((const wd[2]){points->half[0][p][c], points->half[1][p][c]});
        put_points(arrays[c], to, in);
    }
}

/* The deepest point gets the depth of the push; no other one is deeper. depth: -infinity where there is no point. */
static inline void put_depths(const solid_contact_target *to, w push, const w depth[SEPAL_CONTACTS_MOST]) {
    const w none = w_neg(w_infinity());
    const w most = w_max(w_max(depth[0], depth[1]), w_max(depth[2], depth[3]));
    wm before = wm_none();
    w in[SEPAL_CONTACTS_MOST];
    for (int p = 0; p < SEPAL_CONTACTS_MOST; p++) {
        const wm deepest = wm_andnot(w_eq(depth[p], most), before);
        in[p] = w_select(wm_or(deepest, w_gt(depth[p], push)), push, depth[p]);
        in[p] = w_add(w_zero(), w_select(w_eq(depth[p], none), w_zero(), in[p]));
        before = wm_or(before, deepest);
    }
    put_points(to->out->depth, to, in);
}

/* features: of both halves, as doubles. */
static inline void put_features(const solid_contact_target *to, const wd features[2][SEPAL_CONTACTS_MOST]) {
    const wm turned = w_gt(w_load(to->turned), w_zero());
    const w whole = w_set1(0x1p23F); /* below it, the last bits of a sum are those of the integer that was added */
    w in[SEPAL_CONTACTS_MOST];
    for (int p = 0; p < SEPAL_CONTACTS_MOST; p++) {
        wd of_first[2], of_second[2];
        for (int half = 0; half < 2; half++) { /* of the feature, a multiple of 2^-16 of this, the integer part */
            const wd both = wd_mul(features[half][p], wd_set1(0x1p-16)), shift = wd_set1(0x1.8p52);
            of_first[half] = wd_sub(wd_add(wd_sub(both, wd_set1(0.5 - 0x1p-17)), shift), shift);
            of_second[half] = wd_mul(wd_sub(both, of_first[half]), wd_set1(65536));
        }
        const w first = w_add(w_of(of_first[0], of_first[1]), whole), second = w_add(w_of(of_second[0], of_second[1]), whole);
        in[p] = w_of_bits(wi_halves(wi_of_bits(w_select(turned, first, second)), wi_of_bits(w_select(turned, second, first))));
    }
    put_points(to->out->feature, to, in);
}

static bool wants_surfaces(const sepal_solid_contacts *out) {
    return out->a_x != NULL || out->a_y != NULL || out->a_z != NULL || out->b_x != NULL || out->b_y != NULL || out->b_z != NULL;
}

/* The numbers of both halves of a group, until they are written. */
typedef struct contact_numbers {
    solid_point_lanes at, on_first, on_second;
    wd depth[2][SEPAL_CONTACTS_MOST], feature[2][SEPAL_CONTACTS_MOST], count[2];
} contact_numbers;

/* What half a group is asked, and for whom; and which lanes have an answer. */
typedef struct contact_half {
    int half;
    unsigned used;
    wd radius_first, radius_second;
    contact_measure measure;
    const solid_contact_target *to;
} contact_half;

static contact_half half_of_group(const contact_group *group, int half, const solid_contact_target *to,
                                  const sepal_contact_rule *rule) {
    const wd first = wd_of(w_load(group->radius_first), half), second = wd_of(w_load(group->radius_second), half);
    const contact_measure measure = {wd_add(first, second), wd_set1((double)rule->margin), wd_set1((double)rule->point_margin),
                                     wd_of(w_load(group->depth), half)};
    const int from = half * CONTACT_LANES;
    return (contact_half){half, to->lanes <= from ? 0 : lanes_before(from, to->lanes), first, second, measure, to};
}

/* Point p of half a group. */
SPECIALISED void put_contact_point(const contact_half *of, const contact_view *view, int p, const contact_choice *choice,
                                   contact_numbers *out) {
    const contact_frame *f = &view->frame;
    const chosen_corner *c = &choice->chosen[p];
    const int half = of->half;
    const wdm there = c->there;
    const wd on_first = wd_add(c->first, of->radius_first), on_second = wd_sub(c->second, of->radius_second);
    const wd depth = nearest_in_float(wd_sub(of->measure.reach, chosen_distance(choice, p)));
    out->depth[half][p] = wd_select(there, depth, wd_set1(-INFINITY));
    out->feature[half][p] = wd_select(there, c->feature, wd_set1(0));
    if (wdm_bits(there) == 0) {
        for (int k = 0; k < 3; k++)
            out->at.half[half][p][k] = out->on_first.half[half][p][k] = out->on_second.half[half][p][k] = wd_set1(0);
        return;
    }
    place_point(f, c->x, c->y, wd_mul(wd_set1(0.5), wd_add(on_first, on_second)), view->origin, there, out->at.half[half][p]);
    if (!wants_surfaces(of->to->out))
        return;
    place_point(f, wd_sub(c->x, c->off_x), wd_sub(c->y, c->off_y), on_first, relative_to(view->origin, of->to->place_first, half),
                there, out->on_first.half[half][p]);
    place_point(f, wd_add(c->x, c->off_x), wd_add(c->y, c->off_y), on_second, relative_to(view->origin, of->to->place_second, half),
                there, out->on_second.half[half][p]);
}

/* The points of half a group that were chosen. */
SPECIALISED unsigned put_chosen_points(const contact_half *of, const contact_view *view, const contact_choice *choice,
                                       contact_numbers *out) {
    const int half = of->half;
    wd count = wd_set1(0);
    for (int p = 0; p < SEPAL_CONTACTS_MOST; p++) {
        put_contact_point(of, view, p, choice, out);
        count = wd_add(count, wd_select(choice->chosen[p].there, wd_set1(1), wd_set1(0)));
    }
    out->count[half] = count;
    return wdm_bits(choice->deep) << half * CONTACT_LANES;
}

static SEPAL_NOINLINE void take_deeper_of_half(contact_choice *choice) {
    take_deeper(choice);
}

/* --- Sides with an area -------------------------------------------------------------------------------------------------------- */

SPECIALISED void name_over_sides(const contact_sides *s, contact_shape shape, contact_choice *choice) {
    const solid_side *first = &s->first, *second = &s->second;
    const wd reach2 = reach_of_names(s->view.scale.named, choice, SEPAL_CONTACTS_MOST);
    for (int p = 0; p < SEPAL_CONTACTS_MOST; p++) {
        chosen_corner *c = &choice->chosen[p];
        const half_name below = name_on_side(first->x, first->y, first->number, shape.first, false, reach2, chosen_spot(c));
        const half_name above = name_on_side(second->x, second->y, second->number, shape.second, false, reach2, chosen_spot(c));
        c->feature = name_of_point(&below, &above, c->feature);
    }
}

/* Both halves of a group are looked at by turns where there are registers for both: each step waits for the one before. */
enum { HALVES_AT_ONCE = SEPAL_LANES == 16 ? 2 : 1 };

/* Not inlined, so that its stack is free again when corners are chosen. */
static SEPAL_NOINLINE void find_common_corners_of_any(const contact_sides *sides, contact_shape shape, contact_candidates *c) {
    find_common_corners(sides, shape, c);
}

/* Of one half or several, with room for `each` candidates of each. */
SPECIALISED void choose_of_shape(const contact_faces *f, const contact_half *of, int halves, contact_shape shape, wd *room,
                                 int each, contact_choice *choices) {
    int count = 0;
    for (int h = 0; h < halves; h++, room += 5 * each) {
        const contact_sides *sides = &f[h].sides;
        contact_candidates *c = &choices[h].corners;
        *c = (contact_candidates){
            .x = room, .y = room + each, .first = room + 2 * each, .second = room + 3 * each, .feature = room + 4 * each};
        if (shape.same)
            find_common_corners(sides, shape, c);
        else
            find_common_corners_of_any(sides, shape, c);
        count = c->count > count ? c->count : count;
        keep_deep(&choices[h], c->count, way_of_side(sides->first.x, sides->first.y), &sides->view, &of[h].measure);
    }
    for (int h = 0; h < halves; h++)
        for (int k = choices[h].corners.count; k < count; k++) /* the other half has more */
            choices[h].corners.x[k] = choices[h].corners.y[k] = wd_set1(NAN);
    choose_corners(choices, halves, count, SEPAL_CONTACTS_MOST);
    for (int h = 0; h < halves; h++) {
        take_deeper_of_half(&choices[h]);
        if (of[h].to->out->feature != NULL)
            name_over_sides(&f[h].sides, shape, &choices[h]);
    }
}

/* The frequent case, as straight code: all sides have four corners. */
SPECIALISED unsigned contacts_of_quadrilaterals(const contact_faces *f, const contact_half *of, int halves, contact_numbers *out) {
    enum { CORNERS = 3 * 4 };
    wd room[HALVES_AT_ONCE * 5 * CORNERS];
    contact_choice choices[HALVES_AT_ONCE];
    unsigned found = 0;
    choose_of_shape(f, of, halves, (contact_shape){4, 4, true}, room, CORNERS, choices);
    for (int h = 0; h < halves; h++)
        found |= put_chosen_points(&of[h], &f[h].sides.view, &choices[h], out);
    return found;
}

static SEPAL_NOINLINE unsigned contacts_of_half(const contact_faces *f, const contact_half *of, contact_numbers *out) {
    return contacts_of_quadrilaterals(f, of, 1, out);
}

static SEPAL_NOINLINE unsigned contacts_of_both(const contact_faces f[2], const contact_half of[2], contact_numbers *out) {
    return contacts_of_quadrilaterals(f, of, HALVES_AT_ONCE, out);
}

/* Room for two candidates. */
typedef struct ends_room {
    wd of[8][2];
} ends_room;

static inline contact_candidates candidates_in(ends_room *r) {
    return (contact_candidates){r->of[0], r->of[1], r->of[2], r->of[3], r->of[4], r->of[5], r->of[6], r->of[7], 2};
}

/* Of the lanes in which some face is an edge or a vertex. There are two candidates, which need no order. Not inlined, so that its stack is
 * free again for one pair at a time. */
static SEPAL_NOINLINE void choose_of_ends(const contact_faces *f, const contact_half *of, ends_room *room, contact_choice *choice) {
    const solid_side *side = &f->sides.first;
    const contact_ends *p = &f->of[0].ends, *q = &f->of[1].ends;
    const contact_view *view = &f->sides.view;
    const contact_spot no_way = {wd_set1(0), wd_set1(0)};
    const int corners = (int)wd_greatest(side->count);
    const bool beside = wdm_bits(f->beside) != 0, over = wdm_bits(wdm_andnot(f->ended, f->beside)) != 0;
    choice->corners = candidates_in(room);
    if (over)
        find_over_side(q, side, corners, f->below, view->scale.flush, &choice->corners);
    if (beside) {
        ends_room other;
        contact_candidates c = candidates_in(over ? &other : room);
        find_side_by_side(p, q, view->scale.flush, &c);
        for (int k = 0; k < 16 && over; k++)
            room->of[k / 2][k % 2] = wd_select(f->beside, other.of[k / 2][k % 2], room->of[k / 2][k % 2]);
    }
    keep_deep(choice, 2, no_way, view, &of->measure);
    const wdm crossing = wdm_andnot(f->beside, choice->deep);
    if (wdm_bits(crossing) != 0) {
        find_crossing(p, q, view->scale.flush, crossing, &choice->corners);
        keep_deep(choice, 2, no_way, view, &of->measure);
    }
    choose_corners(choice, 1, 2, 2);
    take_deeper_of_half(choice);
    const wd reach2 = reach_of_names(view->scale.named, choice, 2);
    for (int k = 0; k < 2 && of->to->out->feature != NULL; k++) {
        chosen_corner *c = &choice->chosen[k];
        const half_name of_q = name_on_ends(q, reach2, (contact_spot){wd_add(c->x, c->off_x), wd_add(c->y, c->off_y)});
        wd feature = c->feature;
        if (beside) {
            const half_name of_p = name_on_ends(p, reach2, (contact_spot){wd_sub(c->x, c->off_x), wd_sub(c->y, c->off_y)});
            feature = wd_select(f->beside, name_of_point(&of_p, &of_q, feature), feature);
        }
        if (over) {
            const half_name of_side = name_on_side(side->x, side->y, side->number, corners, false, reach2, chosen_spot(c));
            const wd below = name_of_point(&of_side, &of_q, c->feature), above = name_of_point(&of_q, &of_side, c->feature);
            feature = wd_select(f->beside, feature, wd_select(f->below, below, above));
        }
        c->feature = feature;
    }
}

/* Not inlined, so that its stack is free again for one pair at a time. */
static SEPAL_NOINLINE void choose_of_many_corners(const contact_faces *f, const contact_half *of, contact_choice *choice) {
    const contact_shape shape = {(int)wd_greatest(f->sides.first.count), (int)wd_greatest(f->sides.second.count), false};
    wd room[5 * CONTACT_CANDIDATES];
    choose_of_shape(f, of, 1, shape, room, CONTACT_CANDIDATES, choice);
}

/* Adds the lanes `ended` to the choice of those with two sides, whose candidates are as far apart as their heights are. */
static SEPAL_NOINLINE void choose_of_ends_too(const contact_faces *f, const contact_half *of, ends_room *room,
                                              contact_choice *choice) {
    contact_choice of_ends;
    choose_of_ends(f, of, room, &of_ends);
    for (int k = 0; k < SEPAL_CONTACTS_MOST; k++) {
        chosen_corner *c = &choice->chosen[k], *from = &of_ends.chosen[k];
        c->distance = wd_sub(c->second, c->first);
        take_chosen(f->ended, from, true, c);
        exchange_masks(&c->there, &from->there, f->ended);
    }
    exchange_masks(&choice->deep, &of_ends.deep, f->ended);
    choice->corners = of_ends.corners;
}

/* Half a group of any faces. */
static SEPAL_NOINLINE unsigned contacts_of_any_faces(const contact_group *group, const contact_faces *f, const contact_half *of,
                                                     known_rings *rings, contact_numbers *out) {
    contact_choice choice;
    ends_room room;
    unsigned known = f->known;
    const unsigned ended = wdm_bits(f->ended) & known;
    if ((known & ~ended) == 0 && ended != 0) {
        choose_of_ends(f, of, &room, &choice);
    } else if ((known & ~ended) != 0) {
        choose_of_many_corners(f, of, &choice);
        choice.corners.distance = NULL;
        if (ended != 0)
            choose_of_ends_too(f, of, &room, &choice);
    } else {
        memset(&choice, 0, sizeof choice);
    }
    for (unsigned left = f->alone & of->used; left != 0; left &= left - 1)
        if (points_of_one(group, f, of->half, (int)sepal_lowest_bit(left), &of->measure, rings, &choice))
            known |= left & (0 - left);
    return put_chosen_points(of, &f->sides.view, &choice, out) & known << of->half * CONTACT_LANES;
}

static bool all_have_four(const contact_faces *f) {
    const wd four = wd_set1(4);
    return wdm_bits(wdm_not(wdm_and(wd_eq(f->sides.first.count, four), wd_eq(f->sides.second.count, four)))) == 0;
}

/* The points of a group of boxes, whose sides have four corners: of both halves at once. */
static SEPAL_NOINLINE unsigned points_of_boxes(const contact_group *group, const contact_half of[2], contact_numbers *out) {
    contact_faces faces[2];
    find_contact_faces(group, faces);
    return contacts_of_both(faces, of, out);
}

/* The points of a group of any solids: one half after the other, since the stack has no room for both beside what many corners need. */
static SEPAL_NOINLINE unsigned points_of_group(const contact_group *group, const contact_half of[2], contact_numbers *out) {
    known_rings rings = {0};
    contact_sorted sorted;
    unsigned found = 0;
    load_sorted(group, &sorted);
    for (int half = 0; half < 2; half++) {
        contact_faces faces;
        find_faces_of_half(&sorted, half, &faces);
        found |= all_have_four(&faces) ? contacts_of_half(&faces, &of[half], out) & faces.known << half * CONTACT_LANES
                                       : contacts_of_any_faces(group, &faces, &of[half], &rings, out);
    }
    return found;
}

#endif
