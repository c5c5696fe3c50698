/* contact_cores.h — a group of pairs as they are seen along the normals of their pushes: from the records of their cores to the sides with
 * which these face each other, a pair in each lane of double. Sides and their common part are those of ../sides.h and ../common_part.h,
 * compiled here for lanes. */
#ifndef SEPAL_SOLIDS_KERNEL_CONTACT_CORES_H
#define SEPAL_SOLIDS_KERNEL_CONTACT_CORES_H

#include "../../simd/vec3.h"
#include "../seen.h"
#include "boxes_exact.h"

/* Doubles in a register: half a group of pairs. Hulls with more vertices, and sides with more corners, are left to one pair at a time. */
enum { CONTACT_LANES = SEPAL_LANES / 2, CONTACT_HULL_VERTICES = 32, CONTACT_SIDE_CORNERS = 12 };

/* Half a group of hulls in the frame. */
typedef struct contact_core {
    _Alignas(64) double at[CONTACT_HULL_VERTICES][3][CONTACT_LANES];
    contact_cover cover;
    wd size;
    int count;
} contact_core;

static inline wd3 contact_vertex(const contact_core *core, int k) {
    return (wd3){wd_load(core->at[k][0]), wd_load(core->at[k][1]), wd_load(core->at[k][2])};
}

static inline double contact_coordinate(const contact_core *core, int k, int c, int lane) {
    return core->at[k][c][lane];
}

/* The halves of features. many: never, since no core here has so many vertices. */
static inline wd feature_of_corner(bool many, wd number) {
    (void)many;
    return wd_mul(number, wd_set1(257));
}
static inline wd feature_of_edge(bool many, wd low, wd high) {
    (void)many;
    return wd_add(wd_mul(low, wd_set1(256)), high);
}

static inline uint64_t which_are_below_zero(const wd *of, int count) {
    (void)of, (void)count;
    return 0;
}

#include "../common_part.h"
#include "../sides_in_lanes.h"

/* The pairs of a group as they are looked at: the first solid of each is below the second. Their numbers; the normals and depths of
 * the pushes; the radii. */
typedef struct contact_group {
    const sepal_solids *set_first[SEPAL_LANES], *set_second[SEPAL_LANES];
    uint32_t first[SEPAL_LANES], second[SEPAL_LANES];
    float normal[3][SEPAL_LANES], radius_first[SEPAL_LANES], radius_second[SEPAL_LANES], depth[SEPAL_LANES];
} contact_group;

/* sepal_contact_turns of half a group. */
SPECIALISED wdm turns_in_lanes(wd3 n) {
    const wd zero = wd_set1(0);
    const wd sum = wd_add(wd_add(n.x, wd_mul(wd_set1(0.65), n.y)), wd_mul(wd_set1(0.2), n.z));
    const wdm last = wdm_or(wd_lt(n.y, zero), wdm_and(wd_eq(n.y, zero), wd_lt(n.z, zero)));
    const wdm first = wdm_or(wd_lt(n.x, zero), wdm_and(wd_eq(n.x, zero), last));
    return wdm_or(wd_lt(sum, zero), wdm_and(wd_eq(sum, zero), first));
}

static inline wd3 contact_normal(const contact_group *group, int half) {
    return wd3_of((w3){w_load(group->normal[0]), w_load(group->normal[1]), w_load(group->normal[2])}, half);
}

/* --- Boxes with right angles --------------------------------------------------------------------------------------------------- */

SPECIALISED void see_box_of_half(const contact_frame *f, const solid_exact_lanes *box, int half, wd3 origin, contact_box *out) {
    const wd3 g[3] = {wd3_of(box->edge[0], half), wd3_of(box->edge[1], half), wd3_of(box->edge[2], half)};
    see_box(f, wd3_of(box->centre, half), g, origin, out);
}

/* Pairs of two sorts: boxes at [0] and others at [1], or hulls at [0] and spheres and capsules at [1]. Is that at [0] the first of the pair
 * (1, else 0)? */
typedef struct contact_sorted_pairs {
    const sepal_solids *sets[2][SEPAL_LANES];
    uint32_t numbers[2][SEPAL_LANES];
    double first[SEPAL_LANES];
} contact_sorted_pairs;

/* In the order of boxes, hulls, and what has one or two vertices. */
static inline int sort_of_core(const sepal_solids *set, uint32_t index) {
    return sepal_solid_is_box(set, index) ? 0 : set->heads[index].size > 2 ? 1 : 2;
}

static inline void sort_pairs(const contact_group *group, contact_sorted_pairs *out) {
    for (int lane = 0; lane < SEPAL_LANES; lane++) {
        const sepal_solids *first = group->set_first[lane], *second = group->set_second[lane];
        const int at = sort_of_core(first, group->first[lane]) < sort_of_core(second, group->second[lane]) ? 0 : 1;
        out->sets[at][lane] = first;
        out->sets[1 - at][lane] = second;
        out->numbers[at][lane] = group->first[lane];
        out->numbers[1 - at][lane] = group->second[lane];
        out->first[lane] = 1 - at;
    }
}

/* The boxes that are at these numbers of their sets. */
SPECIALISED solid_exact_lanes load_contact_boxes(const sepal_solids *const *sets, const uint32_t *numbers) {
    const sepal_box_exact *of[SEPAL_LANES];
    for (int lane = 0; lane < SEPAL_LANES; lane++)
        of[lane] = sepal_solid_exact(sets[lane], numbers[lane]);
    return load_exact(of);
}

/* The sides of both halves of a group of boxes. Not inlined, so that the boxes are off the stack again when corners are looked for. */
static SEPAL_NOINLINE unsigned find_sides_of_boxes(const contact_group *group, contact_sides out[2]) {
    const solid_exact_lanes first = load_contact_boxes(group->set_first, group->first);
    const solid_exact_lanes second = load_contact_boxes(group->set_second, group->second);
    for (int half = 0; half < 2; half++) {
        contact_view *view = &out[half].view;
        contact_box below, above;
        find_frame(contact_normal(group, half), &view->frame);
        view->origin = wd3_of(first.centre, half);
        see_box_of_half(&view->frame, &first, half, view->origin, &below);
        see_box_of_half(&view->frame, &second, half, view->origin, &above);
        side_of_box(&below, wdm_all(), &out[half].first);
        side_of_box(&above, wdm_none(), &out[half].second);
        measure_covers(&below.cover, &above.cover, &view->scale);
    }
    return ALL_LANES;
}

/* --- Hulls ---------------------------------------------------------------------------------------------------------------------- */

/* The vertices of a hull in each lane of a group, the last one repeated; how many there are of each; and the box around them. */
typedef struct contact_hull_lanes {
    w3 at[CONTACT_HULL_VERTICES], low, high;
    double size[SEPAL_LANES];
    int count; /* of the largest one, up to a multiple of 4 */
} contact_hull_lanes;

/* Vertices 4 quad .. 4 quad + 3, and those of smaller hulls again. */
SPECIALISED void load_hull_quad(const float *const *x, const uint32_t *padded, uint32_t quad, w3 *out) {
    const float *of[3][SEPAL_LANES];
    w in[3][4];
    for (int lane = 0; lane < SEPAL_LANES; lane++) {
        const uint32_t from = 4 * quad < padded[lane] ? 4 * quad : padded[lane] - 4;
        for (uint32_t c = 0; c < 3; c++)
            of[c][lane] = x[lane] + from + c * padded[lane];
    }
    for (int c = 0; c < 3; c++)
        w_load_quads(of[c], 1, in[c]);
    for (int k = 0; k < 4; k++)
        out[k] = (w3){in[0][k], in[1][k], in[2][k]};
}

static SEPAL_NOINLINE void load_contact_hulls(const sepal_solids *const *sets, const uint32_t *numbers, contact_hull_lanes *out) {
    const float *x[SEPAL_LANES];
    uint32_t padded[SEPAL_LANES], most = 0;
    for (int lane = 0; lane < SEPAL_LANES; lane++) {
        const uint32_t size = sets[lane]->heads[numbers[lane]].size;
        x[lane] = sepal_solid_x(sets[lane], numbers[lane]);
        padded[lane] = sepal_solid_padded(size);
        out->size[lane] = size;
        most = size > most ? size : most;
    }
    out->count = (int)((most + 3) / 4 * 4);
    for (uint32_t quad = 0; 4 * quad < most; quad++) {
        w3 *at = out->at + (size_t)4 * quad;
        load_hull_quad(x, padded, quad, at);
        for (int k = 0; k < 4; k++) {
            const bool is_first = quad == 0 && k == 0;
            out->low = is_first ? at[k] : (w3){w_min(out->low.x, at[k].x), w_min(out->low.y, at[k].y), w_min(out->low.z, at[k].z)};
            out->high =
                is_first ? at[k] : (w3){w_max(out->high.x, at[k].x), w_max(out->high.y, at[k].y), w_max(out->high.z, at[k].z)};
        }
    }
}

static inline void see_hull(const contact_view *view, const contact_hull_lanes *of, int half, contact_core *out) {
    out->cover = cover_between(wd3_of(of->low, half), wd3_of(of->high, half));
    out->size = wd_load(of->size + half * CONTACT_LANES);
    out->count = of->count;
    for (int k = 0; k < of->count; k++) {
        const wd3 p = into_frame(&view->frame, wd3_sub(wd3_of(of->at[k], half), view->origin));
        wd_store(out->at[k][0], p.x);
        wd_store(out->at[k][1], p.y);
        wd_store(out->at[k][2], p.z);
    }
}

/* up: 1 where the side is that along the normal, -1 for that against it. False in lanes in which it is not known. */
static SEPAL_NOINLINE wdm find_side_of_hull(const contact_core *hull, wd up, solid_side *out) {
    out->many = false;
    return find_solid_side(hull, up, out).polygon;
}

/* The sides of both halves of a group. Returns the lanes in which both are known, as bits. */
static SEPAL_NOINLINE unsigned find_sides_of_hulls(const contact_group *group, contact_sides out[2]) {
    contact_hull_lanes hulls;
    contact_core hull;
    contact_cover below[2];
    unsigned known = 0, both = 0;
    load_contact_hulls(group->set_first, group->first, &hulls);
    for (int half = 0; half < 2; half++) {
        find_frame(contact_normal(group, half), &out[half].view.frame);
        out[half].view.origin = wd3_of(hulls.at[0], half);
        see_hull(&out[half].view, &hulls, half, &hull);
        below[half] = hull.cover;
        known |= wdm_bits(find_side_of_hull(&hull, wd_set1(1), &out[half].first)) << half * CONTACT_LANES;
    }
    if (known == 0)
        return known;
    load_contact_hulls(group->set_second, group->second, &hulls);
    for (int half = 0; half < 2; half++) {
        see_hull(&out[half].view, &hulls, half, &hull);
        measure_covers(&below[half], &hull.cover, &out[half].view.scale);
        both |= wdm_bits(find_side_of_hull(&hull, wd_set1(-1), &out[half].second)) << half * CONTACT_LANES;
    }
    return known & both;
}

/* Both sides get as many places, and are exchanged in these lanes. */
SPECIALISED void exchange_sides(contact_sides *s, wdm which) {
    const int most = (int)wd_greatest(wd_max(s->first.count, s->second.count));
    fill_with_first(&s->first, most);
    fill_with_first(&s->second, most);
    for (int slot = 0; slot < most; slot++)
        exchange_corners(&s->first, slot, &s->second, slot, which);
    exchange_lanes(&s->first.slope_x, &s->second.slope_x, which);
    exchange_lanes(&s->first.slope_y, &s->second.slope_y, which);
    exchange_lanes(&s->first.count, &s->second.count, which);
}

/* The sides of pairs of a box with right angles and a hull. */
static SEPAL_NOINLINE unsigned find_sides_of_boxes_and_hulls(const contact_group *group, contact_sides out[2]) {
    contact_sorted_pairs pairs;
    contact_hull_lanes hulls;
    unsigned known = 0;
    sort_pairs(group, &pairs);
    const solid_exact_lanes boxes = load_contact_boxes(pairs.sets[0], pairs.numbers[0]);
    load_contact_hulls(pairs.sets[1], pairs.numbers[1], &hulls);
    for (int half = 0; half < 2; half++) {
        const wdm first = wd_gt(wd_load(pairs.first + half * CONTACT_LANES), wd_set1(0));
        contact_view *view = &out[half].view;
        contact_core hull;
        contact_box box;
        find_frame(contact_normal(group, half), &view->frame);
        view->origin = wd3_select(first, wd3_of(boxes.centre, half), wd3_of(hulls.at[0], half));
        see_box_of_half(&view->frame, &boxes, half, view->origin, &box);
        see_hull(view, &hulls, half, &hull);
        measure_covers(&box.cover, &hull.cover, &view->scale);
        const wdm found = find_side_of_hull(&hull, wd_select(first, wd_set1(-1), wd_set1(1)), &out[half].first);
        side_of_box(&box, first, &out[half].second);
        exchange_sides(&out[half], first);
        known |= wdm_bits(found) << half * CONTACT_LANES;
    }
    return known;
}

/* --- Spheres and capsules --------------------------------------------------------------------------------------------------------- */

/* The vertices of a sphere or capsule in each lane of a group: of a sphere one vertex, which its block repeats (set.h), as a segment of
 * length 0. */
typedef struct ends_lanes {
    w3 at[2];
} ends_lanes;

static inline ends_lanes load_ends(const sepal_solids *const *sets, const uint32_t *numbers) {
    const float *of[SEPAL_LANES];
    w in[12]; /* the x of four vertices, then the y, then the z */
    for (int lane = 0; lane < SEPAL_LANES; lane++)
        of[lane] = sepal_solid_x(sets[lane], numbers[lane]);
    w_load_quads(of, 3, in);
    return (ends_lanes){{{in[0], in[4], in[8]}, {in[1], in[5], in[9]}}};
}

/* Half a group of them in the frame. */
typedef struct contact_segment {
    contact_cover cover;
    wd3 at[2];
} contact_segment;

static inline void see_ends(const contact_view *view, const ends_lanes *of, int half, contact_segment *out) {
    const wd3 p = wd3_of(of->at[0], half), q = wd3_of(of->at[1], half);
    out->cover = cover_between(wd3_less(p, q), wd3_more(p, q));
    out->at[0] = into_frame(&view->frame, wd3_sub(p, view->origin));
    out->at[1] = into_frame(&view->frame, wd3_sub(q, view->origin));
}

/* up: 1 for the side along the normal, -1 for that against it. Returns the lanes in which rounding lets
 * side_on_edge leave out an end: far from the origin of the frame, of segments that are short beside that. */
SPECIALISED wdm find_ends_side(const contact_segment *core, wd up, contact_ends *out) {
    const wd zero = wd_set1(0), one = wd_set1(1);
    const wd near = near_in_picture(&core->cover);
    const wd3 *p = &core->at[0], *q = &core->at[1];
    const wdm from_q = wd_gt(wd_mul(up, q->z), wd_mul(up, p->z));
    const wd3 from = wd3_select(from_q, *q, *p), to = wd3_select(from_q, *p, *q), step = wd3_sub(to, from);
    const wd square = wd_add(wd_mul(step.x, step.x), wd_mul(step.y, step.y)), drop = wd_sub(from.z, to.z);
    const wd fall = fall_from(drop, up);
    const wdm edge =
        wdm_and(wd_gt(square, wd_mul(near, near)), wd_ge(wd_mul(wd_set1(SEPAL_SIDE_STEEP), square), wd_mul(fall, fall)));
    const wd slope = wd_div(step.z, square), slopes = wd_mul(wd_mul(slope, slope), square);
    const wd thickness = wd_mul(near, wd_sqrt(wd_add(one, slopes)));
    const wdm both = wd_ge(thickness, wd_abs(wd_sub(wd_add(from.z, wd_mul(slope, square)), to.z)));
    const wd number = wd_select(from_q, one, zero);
    out->edge = edge;
    out->at[0] = wd3_select(edge, *p, from);
    out->at[1] = wd3_select(edge, *q, from);
    out->of_corner[0] = feature_of_corner(false, wd_select(edge, zero, number));
    out->of_corner[1] = feature_of_corner(false, wd_select(edge, one, number));
    out->of_edge = feature_of_edge(false, zero, one);
    return wdm_andnot(edge, both);
}

#endif
