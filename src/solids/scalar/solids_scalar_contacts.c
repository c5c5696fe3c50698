/* solids_scalar_contacts.c — the contact points of one pair. It defines every bit of the answers.
 *
 * Both solids are seen along the normal of their push. Where the sides that face each other have a common part, its corners are
 * candidates: the gap between two planes is least at a corner of the part over which it is looked at, so one of them is as deep as
 * the push (docs/numerics/solid_contacts.md, "Depth"). No side is the reference, and a pair is looked at from that side from which
 * its normal has a certain sign: so an exchange of a and b changes nothing. Sides, candidates and choice are those of ../sides.h and
 * ../common_part.h, compiled here for one pair. */
#include "../../core/arithmetic.h"

#include "../../simd/one.h"
#include "../set.h"
#include "reference.h"
#include <math.h>

/* Room for the corners of a side; and for the vertices of a core in the frame: of a larger one each is computed when it is needed. */
enum { CONTACT_SIDE_CORNERS = 64, CONTACT_SEEN = 256 };

#include "../seen.h"

/* A core in the frame. origin: the place that is 0. */
typedef struct contact_core {
    const sepal_solids *set;
    const contact_frame *frame;
    wd3 origin;
    uint32_t index;
    int count;
    wd size;
    contact_cover cover;
    contact_box box; /* of a box */
    wd x[CONTACT_SEEN], y[CONTACT_SEEN], h[CONTACT_SEEN];
} contact_core;

static wd3 vertex_in_frame(const contact_core *core, int k) {
    const float at[3] = {sepal_solid_x(core->set, core->index)[k], sepal_solid_y(core->set, core->index)[k],
                         sepal_solid_z(core->set, core->index)[k]};
    return into_frame(core->frame, wd3_sub(wd3_at(at), core->origin));
}

static inline wd3 contact_vertex(const contact_core *core, int k) {
    return core->count <= CONTACT_SEEN ? (wd3){core->x[k], core->y[k], core->h[k]} : vertex_in_frame(core, k);
}

/* The halves of features. */
static inline wd feature_of_corner(bool many, wd number) {
    return many ? (double)((uint32_t)number % SEPAL_FEATURE_EDGES) : number * 257;
}
static inline wd feature_of_edge(bool many, wd low, wd high) {
    if (!many)
        return low * 256 + high;
    return (double)(SEPAL_FEATURE_EDGES +
                    (uint32_t)(((uint64_t)low + SEPAL_FEATURE_FACTOR * (uint64_t)high) % SEPAL_FEATURE_REMAINDERS));
}

/* Of up to 64 numbers, as bits: a loop that compilers make vectors of, as they do not of one with comparisons. */
static inline uint64_t which_are_below_zero(const wd *of, int count) {
#define FOUR_BITS(k) UINT64_C(1) << (k), UINT64_C(2) << (k), UINT64_C(4) << (k), UINT64_C(8) << (k)
    static const uint64_t single[64] = {FOUR_BITS(0),  FOUR_BITS(4),  FOUR_BITS(8),  FOUR_BITS(12), FOUR_BITS(16), FOUR_BITS(20),
                                        FOUR_BITS(24), FOUR_BITS(28), FOUR_BITS(32), FOUR_BITS(36), FOUR_BITS(40), FOUR_BITS(44),
                                        FOUR_BITS(48), FOUR_BITS(52), FOUR_BITS(56), FOUR_BITS(60)};
    uint64_t out = 0;
    for (int k = 0; k < count; k++) {
        const double with_sign = of[k] + 0; /* -0 becomes 0 */
        uint64_t bits;
        memcpy(&bits, &with_sign, sizeof bits);
        out |= (0 - (bits >> 63)) & single[k];
    }
    return out;
}

#include "../common_part.h"

/* --- Cores ------------------------------------------------------------------------------------ */

/* A vertex of a core, or the centre of a box: a point to which all is relative. */
static wd3 contact_origin(const sepal_solids *set, uint32_t index) {
    if (sepal_solid_is_box(set, index))
        return wd3_at(sepal_solid_exact(set, index)->c);
    return wd3_at((float[3]){*sepal_solid_x(set, index), *sepal_solid_y(set, index), *sepal_solid_z(set, index)});
}

static contact_cover cover_of_hull(const sepal_solids *set, uint32_t index) {
    const float *x = sepal_solid_x(set, index), *y = sepal_solid_y(set, index), *z = sepal_solid_z(set, index);
    float low[3] = {x[0], y[0], z[0]}, high[3] = {x[0], y[0], z[0]};
    for (uint32_t k = 1; k < set->heads[index].size; k++) {
        low[0] = x[k] < low[0] ? x[k] : low[0];
        low[1] = y[k] < low[1] ? y[k] : low[1];
        low[2] = z[k] < low[2] ? z[k] : low[2];
        high[0] = x[k] > high[0] ? x[k] : high[0];
        high[1] = y[k] > high[1] ? y[k] : high[1];
        high[2] = z[k] > high[2] ? z[k] : high[2];
    }
    return cover_between(wd3_at(low), wd3_at(high));
}

static void place_box(contact_core *core) {
    const contact_box *box = &core->box;
    for (int k = 0; k < 8; k++) {
        wd3 way[3];
        for (int m = 0; m < 3; m++)
            way[m] = k & 1 << m ? box->half[m] : wd3_negated(box->half[m]);
        const wd3 at = wd3_add(box->centre, wd3_add(wd3_add(way[0], way[1]), way[2]));
        core->x[k] = at.x;
        core->y[k] = at.y;
        core->h[k] = at.z;
    }
}

static void place_hull(contact_core *core) {
    const float *x = sepal_solid_x(core->set, core->index), *y = sepal_solid_y(core->set, core->index),
                *z = sepal_solid_z(core->set, core->index);
    const contact_frame f = *core->frame;
    const wd3 origin = core->origin;
    for (int k = 0; k < core->count; k++) {
        const wd3 at = into_frame(&f, (wd3){(double)x[k] - origin.x, (double)y[k] - origin.y, (double)z[k] - origin.z});
        core->x[k] = at.x;
        core->y[k] = at.y;
        core->h[k] = at.z;
    }
}

static void see_core(const sepal_solids *set, uint32_t index, const contact_frame *frame, wd3 origin, contact_core *out) {
    out->set = set;
    out->frame = frame;
    out->origin = origin;
    out->index = index;
    out->count = (int)set->heads[index].size;
    out->size = out->count;
    if (sepal_solid_is_box(set, index)) {
        const sepal_box_exact *box = sepal_solid_exact(set, index);
        const wd3 g[3] = {wd3_at(box->u), wd3_at(box->v), wd3_at(box->w)};
        see_box(frame, wd3_at(box->c), g, origin, &out->box);
        out->cover = out->box.cover;
        place_box(out);
        return;
    }
    out->cover = cover_of_hull(set, index);
    if (out->count <= CONTACT_SEEN)
        place_hull(out);
}

/* --- Sides ------------------------------------------------------------------------------------ */

SPECIALISED int list_on_plane(const contact_core *core, const side_plane *plane, wd up, solid_side *out) {
    int count = 0;
    for (int k = 0; k < core->count; k++) {
        const wd3 p = contact_vertex(core, k);
        if (!is_on_plane(plane, up, p))
            continue;
        if (count < CONTACT_SIDE_CORNERS)
            put_listed(p, k, true, count, out);
        count++;
    }
    out->count = count >= 3 && count <= CONTACT_SIDE_CORNERS ? count : 1;
    return count == 0 ? 1 : count < CONTACT_SIDE_CORNERS ? count : CONTACT_SIDE_CORNERS;
}

/* Sides whose vertices are listed clockwise, as half of those of prisms, are turned round; others are left as they are, since another way
 * is quicker here. */
SPECIALISED void sort_by_turns(solid_side *f, int most) {
    if (most < 3 || !(triangle_of_corners(f, 0, 1, 2) < 0))
        return;
    for (int i = 1; i < most - i; i++)
        exchange_corners(f, i, f, most - i, true);
}

#include "../side_points.h"

/* Does the way from point i to point j turn left to point k, by more than the tolerance? The square root, at most |ex| + |ey|, is
 * seldom needed. */
static bool turns_left(const side_points *p, int i, int j, int k, double flat) {
    const wd3 from = p->of[i].at, to = p->of[j].at, at = p->of[k].at;
    const double ex = to.x - from.x, ey = to.y - from.y, turn = ex * (at.y - from.y) - ey * (at.x - from.x);
    if (!(turn > 0))
        return false;
    return turn > 2 * flat * (fabs(ex) + fabs(ey)) || turn > flat * sqrt(ex * ex + ey * ey);
}

/* Sorts points by x, and then y; the first in the order given stays of those in one place. */
static int sort_side_points(const side_points *p, int order[CONTACT_SIDE_CORNERS]) {
    int count = 0;
    for (int i = 0; i < p->count; i++) {
        const wd3 at = p->of[i].at;
        int j = count;
        while (j > 0 && (at.x < p->of[order[j - 1]].at.x || (at.x == p->of[order[j - 1]].at.x && at.y < p->of[order[j - 1]].at.y)))
            j--;
        if (j > 0 && p->of[order[j - 1]].at.x == at.x && p->of[order[j - 1]].at.y == at.y)
            continue;
        for (int k = count++; k > j; k--)
            order[k] = order[k - 1];
        order[j] = i;
    }
    return count;
}

static void add_corner(solid_side *s, int *count, side_vertex v) {
    const int k = (*count)++;
    s->x[k] = v.at.x;
    s->y[k] = v.at.y;
    s->h[k] = v.at.z;
    s->number[k] = v.number;
}

/* The hull of the points in the picture (Andrew's monotone chain, Information Processing Letters 9, 1979). The corner with the
 * lowest number becomes the first: which one that is does not depend on how the frame lies. Returns the number of corners: none, where
 * there are fewer than three points. */
static int hull_of_points(solid_side *s, const side_points *p, double flat) {
    int order[CONTACT_SIDE_CORNERS], corners[2 * CONTACT_SIDE_CORNERS], count = 0, lowest = 0, added = 0;
    const int points = sort_side_points(p, order);
    if (points < 3)
        return 0;
    for (int back = 0; back < 2; back++) {
        const int from = count;
        for (int k = 0; k < points; k++) {
            const int i = order[back ? points - 1 - k : k];
            while (count - from >= 2 && !turns_left(p, corners[count - 2], corners[count - 1], i, flat))
                count--;
            corners[count++] = i;
        }
        count--; /* the last one is the first of the other chain */
    }
    for (int k = 1; k < count; k++)
        lowest = p->of[corners[k]].number < p->of[corners[lowest]].number ? k : lowest;
    for (int k = 0; k < count; k++)
        add_corner(s, &added, p->of[corners[lowest + k < count ? lowest + k : lowest + k - count]]);
    return added;
}

/* The side whose plane, or edge, or vertex is known. */
static void side_of_search(const contact_core *core, double up, const side_search *s, solid_side *out) {
    int corners = 0;
    side_vertex ends[2];
    out->many = core->count > SEPAL_FEATURE_NUMBERS;
    if (s->flat) {
        side_points points;
        points_on_plane(core, &s->plane, up, &points);
        corners = hull_of_points(out, &points, s->near);
        out->count = corners;
    }
    if (corners >= 3)
        return;
    find_side_ends(core, s, ends);
    corners = 0;
    for (int end = 0; end < (s->edge ? 2 : 1); end++)
        add_corner(out, &corners, ends[end]);
    out->count = corners;
}

/* The side along the normal (up = 1), or against it (up = -1): a polygon, or the two ends of an edge, or one vertex. */
static void side_of_core(const contact_core *core, double up, solid_side *out) {
    out->many = core->count > SEPAL_FEATURE_NUMBERS;
    if (sepal_contact_is_right_box(core->set, core->index)) {
        side_of_box(&core->box, up > 0, out);
        return;
    }
    side_search s;
    const int corners = find_side_plane(core, up, &s, out);
    if (corners == 0 || !put_corners_in_order(out, corners, least_triangle(&core->cover)))
        side_of_search(core, up, &s, out);
}

/* --- Points ----------------------------------------------------------------------------------- */

/* A pair as it is looked at: the first core is below the second. place: to which points of each surface are relative. */
typedef struct contact_pair {
    const sepal_solids *first, *second;
    uint32_t i, j;
    float normal[3];
    double radius_first, radius_second, place_first[3], place_second[3];
    contact_measure measure;
} contact_pair;

static void see_sides(const contact_pair *of, contact_sides *out) {
    contact_core core;
    contact_view *v = &out->view;
    v->origin = contact_origin(of->first, of->i);
    find_frame(wd3_at(of->normal), &v->frame);
    see_core(of->first, of->i, &v->frame, v->origin, &core);
    side_of_core(&core, 1, &out->first);
    const contact_cover below = core.cover;
    see_core(of->second, of->j, &v->frame, v->origin, &core);
    side_of_core(&core, -1, &out->second);
    measure_covers(&below, &core.cover, &v->scale);
}

static contact_ends ends_of_side(const solid_side *of) {
    const int last = (int)of->count - 1;
    const double p = of->number[0], q = of->number[last];
    return (contact_ends){{{of->x[0], of->y[0], of->h[0]}, {of->x[last], of->y[last], of->h[last]}},
                          {feature_of_corner(of->many, p), feature_of_corner(of->many, q)},
                          feature_of_edge(of->many, p < q ? p : q, p < q ? q : p),
                          last > 0};
}

/* Candidates of two sides, and those that are kept of them. Their number is 0 if none is as deep as the push. */
static void find_candidates(const contact_sides *s, const contact_measure *of, contact_choice *out) {
    const int p = (int)s->first.count, q = (int)s->second.count;
    const contact_spot no_way = {0, 0};
    contact_candidates *c = &out->corners;
    if (p >= 3 && q >= 3) {
        c->distance = NULL;
        find_common_corners(s, (contact_shape){p, q, false}, c);
        keep_deep(out, c->count, way_of_side(s->first.x, s->first.y), &s->view, of);
    } else if (p >= 3 || q >= 3) {
        const contact_ends ends = ends_of_side(p >= 3 ? &s->second : &s->first);
        const solid_side *side = p >= 3 ? &s->first : &s->second;
        find_over_side(&ends, side, (int)side->count, p >= 3, s->view.scale.flush, c);
        keep_deep(out, c->count, no_way, &s->view, of);
    } else {
        const contact_ends first = ends_of_side(&s->first), second = ends_of_side(&s->second);
        find_side_by_side(&first, &second, s->view.scale.flush, c);
        keep_deep(out, c->count, no_way, &s->view, of);
        if (!out->deep) {
            find_crossing(&first, &second, s->view.scale.flush, true, c);
            keep_deep(out, c->count, no_way, &s->view, of);
        }
    }
    if (!out->deep)
        c->count = 0;
}

/* A side as far as names need it: corners, or ends, which are fewer than three. */
typedef struct named_side {
    const double *x, *y, *number;
    int count;
    bool many;
} named_side;

static named_side side_to_name(const solid_side *of) {
    return (named_side){of->x, of->y, of->number, (int)of->count, of->many};
}

static half_name name_of_place(const named_side *of, double reach2, double x, double y) {
    const int last = of->count - 1;
    const double p = of->number[0], q = of->number[last];
    if (of->count >= 3)
        return name_on_side(of->x, of->y, of->number, of->count, of->many, reach2, (contact_spot){x, y});
    const contact_ends ends = {{{of->x[0], of->y[0], 0}, {of->x[last], of->y[last], 0}},
                               {feature_of_corner(of->many, p), feature_of_corner(of->many, q)},
                               feature_of_edge(of->many, p < q ? p : q, p < q ? q : p),
                               last > 0};
    return name_on_ends(&ends, reach2, (contact_spot){x, y});
}

static void name_chosen(const named_side *first, const named_side *second, double named, contact_choice *choice) {
    const double reach2 = reach_of_names(named, choice, SEPAL_CONTACTS_MOST);
    for (int k = 0; k < SEPAL_CONTACTS_MOST && choice->chosen[k].there; k++) {
        chosen_corner *c = &choice->chosen[k];
        const half_name below = name_of_place(first, reach2, c->x - c->off_x, c->y - c->off_y);
        const half_name above = name_of_place(second, reach2, c->x + c->off_x, c->y + c->off_y);
        c->feature = name_of_point(&below, &above, c->feature);
    }
}

/* A point at (x, y, h) of the frame, relative to a place. */
static void write_point(const contact_view *v, double x, double y, double h, const double place[3], float out[3]) {
    const contact_frame *f = &v->frame;
    const wd3 at = wd3_add(wd3_add(wd3_scale(f->u, x), wd3_scale(f->v, y)), wd3_scale(f->n, h));
    out[0] = 0 + sepal_nearest_float(at.x + (v->origin.x - place[0])); /* 0 + -0 is 0 */
    out[1] = 0 + sepal_nearest_float(at.y + (v->origin.y - place[1]));
    out[2] = 0 + sepal_nearest_float(at.z + (v->origin.z - place[2]));
}

/* The chosen candidates as points. first, second: those of the surfaces of the first and the second solid. */
static void describe_chosen(const contact_pair *of, const contact_view *v, const contact_choice *choice, sepal_solid_manifold *out,
                            float (*first)[3], float (*second)[3]) {
    static const double nowhere[3] = {0, 0, 0};
    for (int k = 0; k < SEPAL_CONTACTS_MOST && choice->chosen[k].there; k++) {
        const chosen_corner *c = &choice->chosen[k];
        const double on_first = c->first + of->radius_first, on_second = c->second - of->radius_second;
        write_point(v, c->x, c->y, 0.5 * (on_first + on_second), nowhere, out->at[k]);
        write_point(v, c->x - c->off_x, c->y - c->off_y, on_first, of->place_first, first[k]);
        write_point(v, c->x + c->off_x, c->y + c->off_y, on_second, of->place_second, second[k]);
        out->depth[k] = sepal_nearest_float(of->measure.reach - chosen_distance(choice, k));
        out->feature[k] = (uint32_t)c->feature;
        out->count++;
    }
}

/* The point of the push. */
static void describe_push(const contact_pair *of, sepal_solid_manifold *out, float first[3], float second[3]) {
    const sepal_solid_mtv_points points = sepal_solid_find_mtv_points(of->first, of->i, of->second, of->j, of->normal);
    for (int c = 0; c < 3; c++) {
        out->at[0][c] = 0 + sepal_nearest_float(0.5 * ((double)points.a[c] + (double)points.b[c]));
        first[c] = 0 + sepal_nearest_float((double)points.a[c] - of->place_first[c]);
        second[c] = 0 + sepal_nearest_float((double)points.b[c] - of->place_second[c]);
    }
    out->feature[0] = (uint32_t)SEPAL_FEATURE_INSIDE << 16 | SEPAL_FEATURE_INSIDE;
    out->depth[0] = (float)of->measure.depth;
    out->count = 1;
}

/* The deepest point gets the depth of the push; no other one is deeper. */
static void settle_depths(sepal_solid_manifold *out, float depth) {
    uint32_t deepest = 0;
    for (uint32_t k = 1; k < out->count; k++)
        deepest = out->depth[k] > out->depth[deepest] ? k : deepest;
    for (uint32_t k = 0; k < out->count; k++)
        out->depth[k] = 0 + (k == deepest || out->depth[k] > depth ? depth : out->depth[k]);
}

static bool has_feature(const sepal_solid_manifold *of, uint32_t count, uint32_t feature) {
    for (uint32_t k = 0; k < count; k++)
        if (of->feature[k] == feature)
            return true;
    return false;
}

/* Of two points with one feature, the later one gets the next that is free. There are some only where a core has many vertices. */
static void settle_features(const contact_sides *s, sepal_solid_manifold *out) {
    for (uint32_t k = 1; k < out->count && (s->first.many || s->second.many); k++) {
        const bool of_first = s->first.many && out->feature[k] >> 16 != SEPAL_FEATURE_INSIDE;
        while (has_feature(out, k, out->feature[k]))
            out->feature[k] += of_first ? 1 << 16 : 1;
    }
}

/* A pair in the order in which it is looked at. turned: the second solid is the first of the caller's. */
static contact_pair pair_of_push(const sepal_solids *a, uint32_t i, const sepal_solids *b, uint32_t j, const sepal_solid_mtv *push,
                                 const sepal_contact_rule *rule, const sepal_solid_contacts *places, bool turned) {
    const float normal[3] = {push->x, push->y, push->z};
    const float depth = push->depth > -rule->margin ? push->depth : 0 - rule->margin;
    contact_pair of = {.first = turned ? b : a, .second = turned ? a : b, .i = turned ? j : i, .j = turned ? i : j};
    sepal_contact_place(places->poses_a, i, turned ? of.place_second : of.place_first);
    sepal_contact_place(places->poses_b, j, turned ? of.place_first : of.place_second);
    of.radius_first = (double)sepal_solid_radius(of.first, of.i);
    of.radius_second = (double)sepal_solid_radius(of.second, of.j);
    of.measure =
        (contact_measure){of.radius_first + of.radius_second, (double)rule->margin, (double)rule->point_margin, (double)depth};
    for (int c = 0; c < 3; c++)
        of.normal[c] = turned ? -normal[c] : normal[c];
    return of;
}

/* The one point of a pair that has no candidate: where the second core is lowest over the first, which is at the height 0. */
static void describe_lowest(const contact_pair *of, const contact_view *v, wd3 lowest, sepal_solid_manifold *out, float first[3],
                            float second[3]) {
    static const double nowhere[3] = {0, 0, 0};
    const double on_first = of->radius_first, on_second = lowest.z - of->radius_second;
    write_point(v, lowest.x, lowest.y, 0.5 * (on_first + on_second), nowhere, out->at[0]);
    write_point(v, lowest.x, lowest.y, on_first, of->place_first, first);
    write_point(v, lowest.x, lowest.y, on_second, of->place_second, second);
    out->feature[0] = (uint32_t)SEPAL_FEATURE_INSIDE << 16 | SEPAL_FEATURE_INSIDE;
    out->depth[0] = (float)of->measure.depth;
    out->count = 1;
}

/* Chooses points of the candidates, if there are any, and names them. */
static void choose_points(const contact_view *v, const named_side sides[2], contact_choice *choice) {
    if (choice->corners.count == 0)
        return;
    choose_corners(choice, 1, choice->corners.count, SEPAL_CONTACTS_MOST);
    take_deeper(choice);
    name_chosen(&sides[0], &sides[1], v->scale.named, choice);
}

/* Of what was chosen to the answer. lowest: the point to take where there are no candidates; NULL: that of the push. */
static sepal_solid_manifold points_of_choice(const contact_pair *of, const contact_view *v, const contact_choice *choice,
                                             const sepal_solid_mtv *push, const wd3 *lowest, bool turned) {
    sepal_solid_manifold out = {.normal = {push->x, push->y, push->z}};
    float(*const first)[3] = turned ? out.on_b : out.on_a, (*const second)[3] = turned ? out.on_a : out.on_b;
    if (choice->corners.count > 0) {
        describe_chosen(of, v, choice, &out, first, second);
    } else if (lowest != NULL) {
        describe_lowest(of, v, *lowest, &out, first[0], second[0]);
    } else {
        describe_push(of, &out, first[0], second[0]);
    }
    settle_depths(&out, (float)of->measure.depth);
    return out;
}

static void turn_features(sepal_solid_manifold *out) {
    for (uint32_t k = 0; k < out->count; k++)
        out->feature[k] = sepal_feature_turned(out->feature[k]);
}

sepal_solid_manifold sepal_solids_scalar_manifold(const sepal_solids *a, uint32_t i, const sepal_solids *b, uint32_t j,
                                                  const sepal_solid_mtv *push, const sepal_contact_rule *rule,
                                                  const sepal_solid_contacts *places) {
    const bool turned = sepal_contact_turns((const float[3]){push->x, push->y, push->z});
    const contact_pair of = pair_of_push(a, i, b, j, push, rule, places, turned);
    wd room[8][CONTACT_CANDIDATES];
    contact_sides sides;
    contact_choice choice;
    choice.corners = (contact_candidates){room[0], room[1], room[2], room[3], room[4], room[5], room[6], room[7], 0};
    see_sides(&of, &sides);
    find_candidates(&sides, &of.measure, &choice);
    const named_side named[2] = {side_to_name(&sides.first), side_to_name(&sides.second)};
    choose_points(&sides.view, named, &choice);
    sepal_solid_manifold out = points_of_choice(&of, &sides.view, &choice, push, NULL, turned);
    settle_features(&sides, &out);
    if (turned)
        turn_features(&out);
    return out;
}

sepal_solid_manifold sepal_solids_manifold_of_push_scalar(const sepal_solids *a, uint32_t i, const sepal_solids *b, uint32_t j,
                                                          const sepal_solid_mtv *push, const sepal_contact_rule *rule,
                                                          const sepal_solid_contacts *places) {
    return sepal_solids_scalar_manifold(a, i, b, j, push, rule, places);
}

#include "../above.h"

sepal_solid_manifold sepal_solids_manifold_on_triangle_scalar(const sepal_solids *a, uint32_t i, const sepal_solids *b, uint32_t j,
                                                              const double normal[3], const sepal_contact_rule *rule,
                                                              const sepal_solid_contacts *places, sepal_triangle_points *all) {
    return manifold_on_triangle(a, i, b, j, normal, rule, places, all);
}

sepal_solid_manifold sepal_solids_scalar_contacts(const sepal_solids *a, uint32_t i, const sepal_solids *b, uint32_t j,
                                                  const sepal_contact_rule *rule, const sepal_solid_contacts *places) {
    sepal_solid_mtv found;
    if (!sepal_solids_scalar_mtv_within(a, i, b, j, rule->margin, 0, &found))
        return (sepal_solid_manifold){.count = 0};
    return sepal_solids_scalar_manifold(a, i, b, j, &found, rule, places);
}

void sepal_solids_contacts_pairs_scalar(const sepal_solids *a, const sepal_solids *b, const sepal_pair *pairs, size_t count,
                                        const sepal_contact_rule *rule, const sepal_solid_contacts *out) {
    for (size_t k = 0; k < count; k++) {
        const sepal_solid_manifold found = sepal_solids_scalar_contacts(a, pairs[k].a, b, pairs[k].b, rule, out);
        sepal_solid_manifold_write(out, k, &found);
    }
}
