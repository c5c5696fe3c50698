/* contact_cores.h — a group of pairs as they are seen along the normals of their pushes: from the records of their cores to the sides with
 * which these face each other, a pair in each lane of double. Sides and their common part are those of ../sides.h and ../common_part.h,
 * compiled here for lanes. */
#ifndef SEPAL_SOLIDS_KERNEL_CONTACT_CORES_H
#define SEPAL_SOLIDS_KERNEL_CONTACT_CORES_H

#include "../../simd/vec3.h"
#include "../seen.h"
#include "boxes_exact.h"

/* CONTACT_LANES: doubles in a register, half a group of pairs. CONTACT_HULL_VERTICES: hulls with more are left to the reference. CONTACT_SEEN:
 * of hulls with more, so many are in the frame at a time, for the stack. CONTACT_SIDE_CORNERS: sides with more are found in lanes, but from there
 * on it is one pair at a time (contact_one.h). CONTACT_WIDE_CORNERS: no side has more; of more vertices on its plane, it has those that are
 * farthest in as many directions (../side_points.h). */
enum {
    CONTACT_LANES = SEPAL_LANES / 2,
    CONTACT_ALL = (1 << CONTACT_LANES) - 1,
    CONTACT_HULL_VERTICES = 192,
    CONTACT_SEEN = 64,
    CONTACT_SIDE_CORNERS = 12,
    CONTACT_WIDE_CORNERS = 64
};

/* Vertices of half a group of hulls in the frame, from this number on. */
typedef struct contact_seen {
    _Alignas(64) double at[CONTACT_SEEN][3][CONTACT_LANES];
    wd3 low, high; /* the box around these, not in the frame */
    int from;
} contact_seen;

/* Half a group of hulls, and how they are seen. */
typedef struct contact_core {
    const struct contact_solids *hulls;
    const struct contact_view *view;
    int half, count;
    contact_seen *seen;
    struct side_members *members; /* of the side that is looked for */
    contact_cover cover;
    wd size;
} contact_core;

/* Vertices from a multiple of CONTACT_SEEN on. */
static void see_vertices(const contact_core *core, int from);

static inline wd3 contact_vertex(const contact_core *core, int k) {
    if (core->count > CONTACT_SEEN && k / CONTACT_SEEN * CONTACT_SEEN != core->seen->from)
        see_vertices(core, k / CONTACT_SEEN * CONTACT_SEEN);
    const double(*at)[CONTACT_LANES] = (const double(*)[CONTACT_LANES])core->seen->at[(unsigned)k % CONTACT_SEEN];
    return (wd3){wd_load(at[0]), wd_load(at[1]), wd_load(at[2])};
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

/* --- Solids --------------------------------------------------------------------------------------------------------------------- */

/* Boxes with right angles, hulls, and cores of one or two vertices. */
enum { SORT_BOX, SORT_HULL, SORT_ENDS };

/* The solids of pairs, by sorts. Is that at [0] the first of the pair (1, else 0)? Of one sort it is. */
typedef struct contact_sorted_pairs {
    const sepal_solids *sets[2][SEPAL_LANES];
    uint32_t numbers[2][SEPAL_LANES];
    double first[SEPAL_LANES];
} contact_sorted_pairs;

static inline int sort_of_core(const sepal_solids *set, uint32_t index) {
    return sepal_solid_is_box(set, index) ? SORT_BOX : set->heads[index].size > 2 ? SORT_HULL : SORT_ENDS;
}

static inline void sort_pairs(const contact_group *group, contact_sorted_pairs *out) {
    for (int lane = 0; lane < SEPAL_LANES; lane++) {
        const sepal_solids *first = group->set_first[lane], *second = group->set_second[lane];
        const int at = sort_of_core(first, group->first[lane]) <= sort_of_core(second, group->second[lane]) ? 0 : 1;
        out->sets[at][lane] = first;
        out->sets[1 - at][lane] = second;
        out->numbers[at][lane] = group->first[lane];
        out->numbers[1 - at][lane] = group->second[lane];
        out->first[lane] = 1 - at;
    }
}

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

/* find_side_ends of two vertices. up: 1 for the side along the normal, -1 for that against it. Returns the lanes in which rounding would
 * leave out an end there: far from the origin of the frame, of segments that are short beside that. */
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

/* Those at [0] or [1] of pairs, of one sort. origin: the centre, or vertex 0. Of hulls: the vertices; how many there are, and of the largest
 * one, up to a multiple of 4; and for how many there is room. */
typedef struct contact_solids {
    int sort;
    w3 origin;
    union {
        solid_exact_lanes exact;
        ends_lanes ends;
        struct {
            int most;
            uint32_t padded[SEPAL_LANES];
            const float *at[SEPAL_LANES];
            double count[SEPAL_LANES];
        };
    };
} contact_solids;

/* Vertices 4 quad .. 4 quad + 3, and those of smaller hulls again. */
SPECIALISED void load_hull_quad(const contact_solids *hulls, uint32_t quad, w3 *out) {
    const float *of[3][SEPAL_LANES];
    w in[3][4];
    for (int lane = 0; lane < SEPAL_LANES; lane++) {
        const uint32_t padded = hulls->padded[lane], from = 4 * quad < padded ? 4 * quad : padded - 4;
        for (uint32_t c = 0; c < 3; c++)
            of[c][lane] = hulls->at[lane] + from + c * padded;
    }
    for (int c = 0; c < 3; c++)
        w_load_quads(of[c], 1, in[c]);
    for (int k = 0; k < 4; k++)
        out[k] = (w3){in[0][k], in[1][k], in[2][k]};
}

static SEPAL_NOINLINE void load_contact_solids(const contact_sorted_pairs *pairs, int which, contact_solids *out) {
    const sepal_solids *const *sets = pairs->sets[which];
    const uint32_t *numbers = pairs->numbers[which];
    uint32_t most = 0;
    w3 vertices[4];
    out->sort = sort_of_core(sets[0], numbers[0]);
    if (out->sort == SORT_ENDS) {
        out->ends = load_ends(sets, numbers);
        out->origin = out->ends.at[0];
        return;
    }
    if (out->sort == SORT_BOX) {
        const sepal_box_exact *of[SEPAL_LANES];
        for (int lane = 0; lane < SEPAL_LANES; lane++)
            of[lane] = sepal_solid_exact(sets[lane], numbers[lane]);
        out->exact = load_exact(of);
        out->origin = out->exact.centre;
        return;
    }
    for (int lane = 0; lane < SEPAL_LANES; lane++) {
        const uint32_t size = sets[lane]->heads[numbers[lane]].size;
        out->at[lane] = sepal_solid_x(sets[lane], numbers[lane]);
        out->padded[lane] = sepal_solid_padded(size);
        out->count[lane] = size;
        most = size > most ? size : most;
    }
    out->most = (int)((most + 3) / 4 * 4);
    load_hull_quad(out, 0, vertices);
    out->origin = vertices[0];
}

static SEPAL_NOINLINE void see_vertices(const contact_core *core, int from) {
    const int end = from + CONTACT_SEEN < core->count ? from + CONTACT_SEEN : core->count;
    const contact_frame f = core->view->frame;
    const wd3 origin = core->view->origin;
    wd3 low = wd3_of(core->hulls->origin, core->half), high = low;
    for (int quad = from; quad < end; quad += 4) {
        w3 vertices[4];
        load_hull_quad(core->hulls, (uint32_t)quad / 4, vertices);
        for (int k = 0; k < 4; k++) {
            const wd3 at = wd3_of(vertices[k], core->half), p = into_frame(&f, wd3_sub(at, origin));
            double(*to)[CONTACT_LANES] = core->seen->at[quad - from + k];
            low = wd3_less(low, at);
            high = wd3_more(high, at);
            wd3_store(to[0], to[1], to[2], p);
        }
    }
    core->seen->low = low;
    core->seen->high = high;
    core->seen->from = from;
}

/* All of them one after the other, so that the first ones stay; then the box around all is known. */
static inline void see_all_vertices(contact_core *core) {
    wd3 low = wd3_of(core->hulls->origin, core->half), high = low;
    for (int from = (core->count - 1) / CONTACT_SEEN * CONTACT_SEEN; from >= 0; from -= CONTACT_SEEN) {
        see_vertices(core, from);
        low = wd3_less(low, core->seen->low);
        high = wd3_more(high, core->seen->high);
    }
    core->cover = cover_between(low, high);
}

/* Sides of hulls that have a plane, but too many corners for lanes: in which lanes; which vertices are on it; and what triangles
 * of corners have to be greater than, so that their order is certain. */
typedef struct wide_side {
    unsigned lanes;
    side_members members;
    double least[CONTACT_LANES];
} wide_side;

/* What half a group of solids of one sort faces the others with: in the lanes `flat` a side with an area, which may be wide, in the others an
 * edge or a vertex. Where nothing is told of it, as where the order of its corners is not certain, a lane is neither known nor wide. */
typedef struct seen_face {
    contact_ends ends;
    wide_side wide;
    wdm flat;
    unsigned known;
} seen_face;

static inline int vertices_on_plane(const wide_side *of, int lane) {
    return (int)count_bits(of->members.of[lane], CONTACT_HULL_VERTICES);
}

/* The planes of the sides of half of the hulls, and the vertices on them, or the ends of what they have in their place: where `up`, along the
 * normal. Returns how many places are in use. Not inlined, so that the vertices in the frame are off the stack again when corners are sorted. */
static SEPAL_NOINLINE int list_sides_of_hulls(const contact_view *view, const contact_solids *of, int half, wdm up,
                                              solid_side *side, contact_cover *cover, seen_face *out) {
    const wd way = wd_select(up, wd_set1(1), wd_set1(-1));
    contact_seen seen;
    contact_core hulls = {.hulls = of, .view = view, .half = half, .count = of->most, .seen = &seen, .members = &out->wide.members};
    side_search s;
    hulls.size = wd_load(of->count + half * CONTACT_LANES);
    see_all_vertices(&hulls);
    *cover = hulls.cover;
    side->many = false;
    const int listed = find_side_plane(&hulls, way, &s, side);
    out->flat = s.flat;
    if (wdm_bits(wdm_not(s.flat)) != 0) {
        side_vertex ends[2];
        find_side_ends(&hulls, &s, ends);
        const wd p = ends[0].number, q = ends[1].number;
        out->ends = (contact_ends){{ends[0].at, ends[1].at},
                                   {feature_of_corner(false, p), feature_of_corner(false, q)},
                                   feature_of_edge(false, p, q),
                                   s.edge};
    }
    return listed;
}

/* Puts the corners of their sides in order. */
static SEPAL_NOINLINE void order_sides_of_hulls(int listed, const contact_cover *cover, solid_side *side, seen_face *out) {
    const wd least = least_triangle(cover);
    const wdm polygon = put_corners_in_order(side, listed, least), left = wdm_andnot(out->flat, polygon);
    out->known = wdm_bits(wdm_not(left));
    if (out->known != CONTACT_ALL) {
        for (int lane = 0; lane < CONTACT_LANES; lane++)
            out->wide.lanes |= (wdm_bits(left) & 1U << lane) * (vertices_on_plane(&out->wide, lane) >= 3);
        wd_store(out->wide.least, least);
    }
}

static inline void find_face_of(const contact_view *view, const contact_solids *of, int half, wdm up, solid_side *side,
                                contact_cover *cover, seen_face *out) {
    contact_box box;
    contact_segment segment;
    out->wide.lanes = 0;
    out->known = CONTACT_ALL;
    switch (of->sort) {
    case SORT_BOX:
        see_box(&view->frame, wd3_of(of->exact.centre, half),
                (const wd3[3]){wd3_of(of->exact.edge[0], half), wd3_of(of->exact.edge[1], half), wd3_of(of->exact.edge[2], half)},
                view->origin, &box);
        side_of_box(&box, up, side);
        *cover = box.cover;
        out->flat = wdm_all();
        break;
    case SORT_ENDS:
        see_ends(view, &of->ends, half, &segment);
        *cover = segment.cover;
        out->flat = wdm_none();
        out->known &= ~wdm_bits(find_ends_side(&segment, wd_select(up, wd_set1(1), wd_set1(-1)), &out->ends));
        side->x[0] = side->y[0] = side->h[0] = side->number[0] = side->slope_x = side->slope_y = wd_set1(0);
        side->count = wd_set1(1);
        break;
    default:
        order_sides_of_hulls(list_sides_of_hulls(view, of, half, up, side, cover, out), cover, side, out);
    }
}

/* Half a group of pairs as they are seen. The sides and faces of the first solids, then those of the second ones; but of pairs of which
 * one has an area and the other an edge or a vertex, in the lanes `ended`, that with the area: it is of the first solid in the lanes `below`.
 * beside: the lanes in which neither has an area. exchanged: those in which what is first was found of the solid at [1] of the sorted pair,
 * where wide sides stay. known: those in which all is known of both; alone: those in which one is wide, and the other is known or wide. */
typedef struct contact_faces {
    contact_sides sides;
    seen_face of[2];
    wdm below, beside, ended;
    unsigned exchanged, known, alone;
} contact_faces;

static inline void exchange_masks(wdm *p, wdm *q, wdm which) {
    const wdm was = *p;
    *p = wdm_or(wdm_and(which, *q), wdm_andnot(was, which));
    *q = wdm_or(wdm_and(which, was), wdm_andnot(*q, which));
}

/* Both sides get as many places, and are exchanged in these lanes, and so are edges. */
SPECIALISED void exchange_sides(contact_faces *f, wdm which) {
    solid_side *const first = &f->sides.first, *const second = &f->sides.second;
    const int most = (int)wd_greatest(wd_max(first->count, second->count));
    fill_with_first(first, most);
    fill_with_first(second, most);
    for (int slot = 0; slot < most; slot++)
        exchange_corners(first, slot, second, slot, which);
    exchange_lanes(&first->slope_x, &second->slope_x, which);
    exchange_lanes(&first->slope_y, &second->slope_y, which);
    exchange_lanes(&first->count, &second->count, which);
    if (wdm_bits(f->ended) == 0)
        return;
    seen_face *const p = &f->of[0], *const q = &f->of[1];
    for (int end = 0; end < 2; end++) {
        exchange_lanes(&p->ends.at[end].x, &q->ends.at[end].x, which);
        exchange_lanes(&p->ends.at[end].y, &q->ends.at[end].y, which);
        exchange_lanes(&p->ends.at[end].z, &q->ends.at[end].z, which);
        exchange_lanes(&p->ends.of_corner[end], &q->ends.of_corner[end], which);
    }
    exchange_lanes(&p->ends.of_edge, &q->ends.of_edge, which);
    exchange_masks(&p->ends.edge, &q->ends.edge, which);
    exchange_masks(&p->flat, &q->flat, which);
}

/* The solids of a group of pairs, by sorts, and the normals of the pushes. */
typedef struct contact_sorted {
    contact_solids solids[2];
    w3 normal;
    double first[SEPAL_LANES]; /* as in contact_sorted_pairs */
} contact_sorted;

static SEPAL_NOINLINE void load_sorted(const contact_group *group, contact_sorted *out) {
    contact_sorted_pairs pairs;
    out->normal = (w3){w_load(group->normal[0]), w_load(group->normal[1]), w_load(group->normal[2])};
    sort_pairs(group, &pairs);
    memcpy(out->first, pairs.first, sizeof out->first);
    for (int k = 0; k < 2; k++)
        load_contact_solids(&pairs, k, &out->solids[k]);
}

static SEPAL_NOINLINE void find_faces_of_half(const contact_sorted *of, int half, contact_faces *f) {
    const wdm first = wd_gt(wd_load(of->first + half * CONTACT_LANES), wd_set1(0)), second = wdm_not(first);
    seen_face *p = &f->of[0], *q = &f->of[1];
    contact_view *view = &f->sides.view;
    contact_cover covers[2];
    find_frame(wd3_of(of->normal, half), &view->frame);
    view->origin = wd3_select(first, wd3_of(of->solids[0].origin, half), wd3_of(of->solids[1].origin, half));
    find_face_of(view, &of->solids[0], half, first, &f->sides.first, &covers[0], p);
    find_face_of(view, &of->solids[1], half, second, &f->sides.second, &covers[1], q);
    measure_covers(&covers[0], &covers[1], &view->scale);
    f->known = p->known & q->known;
    f->alone = (p->known | p->wide.lanes) & (q->known | q->wide.lanes) & ~f->known;
    f->ended = wdm_not(wdm_and(p->flat, q->flat));
    f->beside = wdm_not(wdm_or(p->flat, q->flat));
    const wdm later = wdm_or(wdm_not(f->ended), f->beside); /* lanes in which the first solid comes first */
    const wdm which = wdm_or(wdm_and(later, second), wdm_andnot(wdm_not(later), p->flat));
    f->below = wdm_or(wdm_andnot(first, which), wdm_andnot(which, first));
    f->exchanged = wdm_bits(which);
    if (f->exchanged != 0)
        exchange_sides(f, which);
}

/* Those of both halves of a group. Not inlined, so that the solids are off the stack again when corners are looked for. */
static SEPAL_NOINLINE void find_contact_faces(const contact_group *group, contact_faces out[2]) {
    contact_sorted sorted;
    load_sorted(group, &sorted);
    for (int half = 0; half < 2; half++)
        find_faces_of_half(&sorted, half, &out[half]);
}

#endif
