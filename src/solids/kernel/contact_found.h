/* contact_found.h — the points of a group of pairs of one kind, half a group at a time, as numbers that are still in lanes. Each function
 * returns the lanes that it has answered, as bits; the others have a side that it does not take, no point as deep as the push, or a
 * deeper one that is left over. */
#ifndef SEPAL_SOLIDS_KERNEL_CONTACT_FOUND_H
#define SEPAL_SOLIDS_KERNEL_CONTACT_FOUND_H

#include "contact_ends.h"
#include "contact_hulls.h"

static bool wants_surfaces(const sepal_solid_contacts *out) {
    return out->a_x != NULL || out->a_y != NULL || out->a_z != NULL || out->b_x != NULL || out->b_y != NULL || out->b_z != NULL;
}

/* The numbers of both halves of a group, until they are written. */
typedef struct contact_numbers {
    solid_point_lanes at, on_first, on_second;
    wd depth[2][SEPAL_CONTACTS_MOST], feature[2][SEPAL_CONTACTS_MOST], count[2];
} contact_numbers;

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
    const contact_frame *f = &view->frame;
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

/* The points of half a group that were chosen. */
SPECIALISED unsigned put_chosen_points(const contact_half *of, const contact_view_lanes *view, const contact_choice *choice,
                                       contact_numbers *out) {
    const wd zero = wd_set1(0), one = wd_set1(1);
    const int half = of->half;
    wd kept = wd_set1(INFINITY), count = zero;
    for (int p = 0; p < SEPAL_CONTACTS_MOST; p++) {
        const chosen_corner *c = &choice->chosen[p];
        const wd distance = wd_sub(c->second, c->first);
        const point_between_solids point = {c->x, c->y, zero, zero, c->first, c->second, distance, c->there};
        kept = wd_min(kept, wd_select(c->there, distance, kept));
        put_contact_point(of, view, p, &point, out);
        out->feature[half][p] = wd_select(c->there, c->feature, zero);
        count = wd_add(count, wd_select(c->there, one, zero));
    }
    out->count[half] = count;
    const wdm known = wdm_and(choice->deep, choice->chosen[0].there);
    return wdm_bits(wdm_andnot(known, wd_gt(wd_sub(kept, choice->nearest), choice->deeper))) << half * CONTACT_LANES;
}

/* Both halves of a group are looked at by turns where there are registers for both: each step waits for the one before. */
enum { HALVES_AT_ONCE = SEPAL_LANES == 16 ? 2 : 1 };

/* The frequent case, as straight code: all sides have four corners. */
static SEPAL_NOINLINE unsigned contacts_of_quadrilaterals(const contact_sides *sides, const contact_half *of,
                                                          contact_numbers *out) {
    enum { CORNERS = 3 * 4 };
    wd room[HALVES_AT_ONCE][5][CORNERS];
    contact_choice choices[HALVES_AT_ONCE];
    unsigned found = 0;
    for (int h = 0; h < HALVES_AT_ONCE; h++) {
        choices[h].corners = (contact_corners){room[h][0], room[h][1], room[h][2], room[h][3], room[h][4], 0};
        find_corners(&sides[h], (contact_shape){4, 4, true}, &choices[h].corners);
        keep_deep(&choices[h], CORNERS, &sides[h].view, &of[h].measure);
    }
    choose_corners(choices, HALVES_AT_ONCE, CORNERS);
    for (int h = 0; h < HALVES_AT_ONCE; h++)
        found |= put_chosen_points(&of[h], &sides[h].view, &choices[h], out);
    return found;
}

static unsigned contacts_of_all_quadrilaterals(const contact_sides sides[2], const contact_half of[2], contact_numbers *out) {
    unsigned found = 0;
    for (int half = 0; half < 2; half += HALVES_AT_ONCE)
        found |= contacts_of_quadrilaterals(&sides[half], &of[half], out);
    return found;
}

/* Half a group of any sides. */
static SEPAL_NOINLINE unsigned contacts_of_many_corners(const contact_sides *sides, const contact_half *of, contact_numbers *out) {
    const contact_shape shape = {(int)wd_greatest(sides->first.count), (int)wd_greatest(sides->second.count), false};
    wd room[5][CONTACT_CORNERS];
    contact_choice choice;
    choice.corners = (contact_corners){room[0], room[1], room[2], room[3], room[4], 0};
    find_corners(sides, shape, &choice.corners);
    keep_deep(&choice, choice.corners.count, &sides->view, &of->measure);
    choose_corners(&choice, 1, choice.corners.count);
    return put_chosen_points(of, &sides->view, &choice, out);
}

/* The points of half a group with spheres or capsules. */
static unsigned put_points_of_ends(const contact_half *of, const ends_points *found, contact_numbers *out) {
    const ends_candidates *c = &found->points;
    const wd zero = wd_set1(0);
    const int half = of->half;
    out->count[half] = zero;
    for (int p = 0; p < SEPAL_CONTACTS_MOST; p++) {
        const int k = p < 2 ? p : 1;
        const wdm there = p < 2 ? c->there[k] : wdm_none();
        const point_between_solids point = {c->x[k],     c->y[k],      c->off_x[k],    c->off_y[k],
                                            c->first[k], c->second[k], c->distance[k], there};
        put_contact_point(of, &found->view, p, &point, out);
        out->feature[half][p] = wd_select(there, c->feature[k], zero);
        out->count[half] = wd_add(out->count[half], wd_select(there, wd_set1(1), zero));
    }
    return wdm_bits(wdm_andnot(found->deep, found->open));
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

static SEPAL_NOINLINE unsigned points_of_boxes(const contact_group *group, const solid_contact_target *to,
                                               const sepal_contact_rule *rule, contact_numbers *out) {
    const solid_exact_lanes first = load_contact_boxes(group->set_first, group->first);
    const solid_exact_lanes second = load_contact_boxes(group->set_second, group->second);
    const contact_half of[2] = {half_of_group(group, 0, to, rule), half_of_group(group, 1, to, rule)};
    contact_sides sides[2];
    for (int half = 0; half < 2; half++)
        find_sides(group, &first, &second, half, &sides[half]);
    return contacts_of_all_quadrilaterals(sides, of, out);
}

static bool all_have_four(const contact_sides sides[2]) {
    const wd four = wd_set1(4);
    wdm fours = wdm_all();
    for (int half = 0; half < 2; half++)
        fours = wdm_and(fours, wdm_and(wd_eq(sides[half].first.count, four), wd_eq(sides[half].second.count, four)));
    return wdm_bits(wdm_not(fours)) == 0;
}

/* The points of both halves, of which the sides are known in these lanes. */
static unsigned contacts_of_sides(const contact_group *group, const contact_sides sides[2], unsigned known,
                                  const solid_contact_target *to, const sepal_contact_rule *rule, contact_numbers *out) {
    const contact_half of[2] = {half_of_group(group, 0, to, rule), half_of_group(group, 1, to, rule)};
    if (known == 0)
        return 0;
    if (all_have_four(sides))
        return contacts_of_all_quadrilaterals(sides, of, out) & known;
    return (contacts_of_many_corners(&sides[0], &of[0], out) | contacts_of_many_corners(&sides[1], &of[1], out)) & known;
}

static SEPAL_NOINLINE unsigned points_of_hulls(const contact_group *group, const solid_contact_target *to,
                                               const sepal_contact_rule *rule, contact_numbers *out) {
    contact_sides sides[2];
    const unsigned known = find_sides_of_hulls(group, sides);
    return contacts_of_sides(group, sides, known, to, rule, out);
}

static SEPAL_NOINLINE unsigned points_of_boxes_and_hulls(const contact_group *group, const solid_contact_target *to,
                                                         const sepal_contact_rule *rule, contact_numbers *out) {
    contact_sides sides[2];
    contact_box_pairs pairs;
    part_boxes(group, &pairs);
    const unsigned known = find_sides_of_boxes_and_hulls(group, &pairs, sides);
    return contacts_of_sides(group, sides, known, to, rule, out);
}

static SEPAL_NOINLINE unsigned points_of_segments(const contact_group *group, const solid_contact_target *to,
                                                  const sepal_contact_rule *rule, contact_numbers *out) {
    const ends_lanes first = load_ends(group->set_first, group->first), second = load_ends(group->set_second, group->second);
    unsigned found = 0;
    for (int half = 0; half < 2; half++) {
        const contact_half of = half_of_group(group, half, to, rule);
        ends_points points;
        points_of_ends(group, &first, &second, half, &of.measure, &points);
        found |= put_points_of_ends(&of, &points, out) << half * CONTACT_LANES;
    }
    return found;
}

static SEPAL_NOINLINE unsigned points_of_cored(const contact_group *group, const solid_contact_target *to,
                                               const sepal_contact_rule *rule, contact_numbers *out) {
    contact_box_pairs pairs;
    part_boxes(group, &pairs);
    const solid_exact_lanes boxes = load_contact_boxes(pairs.sets[0], pairs.numbers[0]);
    const ends_lanes ends = load_ends(pairs.sets[1], pairs.numbers[1]);
    unsigned found = 0;
    for (int half = 0; half < 2; half++) {
        const contact_half of = half_of_group(group, half, to, rule);
        const wdm above = wd_gt(wd_load(pairs.box_first + half * CONTACT_LANES), wd_set1(0));
        ends_points points;
        points_of_box_and_ends(group, &boxes, &ends, above, half, &of.measure, &points);
        found |= put_points_of_ends(&of, &points, out) << half * CONTACT_LANES;
    }
    return found;
}

#endif
