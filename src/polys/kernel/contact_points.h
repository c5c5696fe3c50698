/* contact_points.h — contact points: two faces, of the reference edge and of the edge that is most nearly parallel to it; and one
 * face clipped to the other, or two corners. Each lane has its own pair.
 *
 * The operations of scalar/polys_scalar_contacts.c in the same order, so that the bits are the same. w_madd is not used here,
 * since it rounds once on some machines and twice on others. */
#ifndef SEPAL_POLYS_KERNEL_CONTACT_POINTS_H
#define SEPAL_POLYS_KERNEL_CONTACT_POINTS_H

#include "../../batch/bins.h"
#include "../contacts.h"
#include "mtv_axes.h"
#include "query.h"
#include "reach.h"
#include <string.h>

/* --- On their way from the lanes to the caller ------------------------------------------------- */

/* What the lanes store of each pair: three quads, as one record. The features are the bits of two integers. */
typedef struct contact_record {
    _Alignas(16) float normal_x;
    float normal_y;
    float count;
    float unused;
    float x[2], y[2];
    float depth[2], feature[2];
} contact_record;
enum { CONTACT_QUADS = sizeof(contact_record) / 16 };

/* The points of both surfaces, if they are wanted. */
typedef struct surface_record {
    _Alignas(16) float a_x[2];
    float a_y[2], b_x[2], b_y[2];
} surface_record;
enum { SURFACE_QUADS = sizeof(surface_record) / 16 };

/* Records of so many pairs: a group may be longer than what is left of a list. */
#define CONTACT_RECORDS(pairs) ((pairs) + SEPAL_LANES)

/* Memory for the answers of a block of pairs; or, with the points of the surfaces, of half a block. */
typedef union contact_room {
    contact_record records[CONTACT_RECORDS(SEPAL_BLOCK)];
    struct {
        contact_record records[CONTACT_RECORDS(SEPAL_BLOCK / 2)];
        surface_record surfaces[CONTACT_RECORDS(SEPAL_BLOCK / 2)];
    } half;
} contact_room;

/* Where the answers of a chunk go: those of its first pair have the number `first`. */
typedef struct contact_target {
    const polys_query *q;
    const sepal_contacts *out;
    const sepal_contact_rule *rule;
    size_t first;
    bool surfaces; /* are their points wanted? */
} contact_target;

/* The question, and where a kernel stores its records. */
typedef struct contact_query {
    const polys_query *q;
    const contact_target *to;
    contact_record *records;
    surface_record *surfaces; /* NULL if they are not wanted */
    uint64_t *unsure;         /* NULL if all pairs are known to meet; else receives those of which the kernel cannot tell */
} contact_query;

/* How many pairs the memory is enough for, and where the points of surfaces go in it. */
static inline size_t contacts_at_once(const contact_target *to) {
    return to->surfaces ? SEPAL_BLOCK / 2 : SEPAL_BLOCK;
}
static inline surface_record *surfaces_in(contact_room *room, const contact_target *to) {
    return to->surfaces ? room->half.surfaces : NULL;
}

/* Makes record k that of an answer of the scalar path. */
static inline void set_record(const contact_query *query, size_t k, const sepal_poly_contacts *found) {
    contact_record *record = &query->records[k];
    *record = (contact_record){.normal_x = found->normal_x, .normal_y = found->normal_y, .count = (float)found->count};
    memcpy(record->x, found->x, sizeof record->x);
    memcpy(record->y, found->y, sizeof record->y);
    memcpy(record->depth, found->depth, sizeof record->depth);
    memcpy(record->feature, found->feature, sizeof record->feature);
    if (query->surfaces == NULL)
        return;
    surface_record *surface = &query->surfaces[k];
    memcpy(surface->a_x, found->a_x, sizeof surface->a_x);
    memcpy(surface->a_y, found->a_y, sizeof surface->a_y);
    memcpy(surface->b_x, found->b_x, sizeof surface->b_x);
    memcpy(surface->b_y, found->b_y, sizeof surface->b_y);
}

/* Writes record k to the caller's records. */
static SEPAL_NOINLINE void write_spread(const contact_query *query, size_t to, size_t k) {
    const contact_record *record = &query->records[k];
    sepal_poly_contacts answer = {.count = (uint32_t)record->count, .normal_x = record->normal_x, .normal_y = record->normal_y};
    memcpy(answer.x, record->x, sizeof record->x);
    memcpy(answer.y, record->y, sizeof record->y);
    memcpy(answer.depth, record->depth, sizeof record->depth);
    memcpy(answer.feature, record->feature, sizeof record->feature);
    if (query->surfaces != NULL) {
        const surface_record *surface = &query->surfaces[k];
        memcpy(answer.a_x, surface->a_x, sizeof surface->a_x);
        memcpy(answer.a_y, surface->a_y, sizeof surface->a_y);
        memcpy(answer.b_x, surface->b_x, sizeof surface->b_x);
        memcpy(answer.b_y, surface->b_y, sizeof surface->b_y);
    }
    sepal_poly_contacts_write(query->to->out, to, &answer);
}

static inline void clear_floats(float *array, size_t first, size_t count) {
    if (array != NULL)
        memset(array + first, 0, count * sizeof(float));
}

/* Sets `count` answers from number `first` on to none. */
static inline void clear_contacts(const sepal_contacts *out, size_t first, size_t count) {
    static const sepal_poly_contacts none = {.count = 0};
    if (out->stride != 0) {
        for (size_t k = first; k < first + count; k++)
            sepal_poly_contacts_write(out, k, &none);
        return;
    }
    if (out->count != NULL)
        memset(out->count + first, 0, count);
    clear_floats(out->normal_x, first, count);
    clear_floats(out->normal_y, first, count);
    clear_floats(out->x, 2 * first, 2 * count);
    clear_floats(out->y, 2 * first, 2 * count);
    clear_floats(out->depth, 2 * first, 2 * count);
    if (out->feature != NULL)
        memset(out->feature + 2 * first, 0, count * sizeof(uint32_t[2]));
    clear_floats(out->a_x, 2 * first, 2 * count);
    clear_floats(out->a_y, 2 * first, 2 * count);
    clear_floats(out->b_x, 2 * first, 2 * count);
    clear_floats(out->b_y, 2 * first, 2 * count);
}

/* Writes a record to arrays without gaps, those of the surfaces excepted: to those that are wanted. */
SPECIALISED void write_record(const sepal_contacts *out, size_t to, const contact_record *from, bool all) {
    if (all || out->count != NULL)
        out->count[to] = (uint8_t)from->count;
    if (all || out->normal_x != NULL)
        out->normal_x[to] = from->normal_x;
    if (all || out->normal_y != NULL)
        out->normal_y[to] = from->normal_y;
    if (all || out->x != NULL)
        memcpy(out->x + 2 * to, from->x, sizeof from->x);
    if (all || out->y != NULL)
        memcpy(out->y + 2 * to, from->y, sizeof from->y);
    if (all || out->depth != NULL)
        memcpy(out->depth + 2 * to, from->depth, sizeof from->depth);
    if (all || out->feature != NULL)
        memcpy(out->feature + 2 * to, from->feature, sizeof from->feature);
}

/* How the records of a question go to the caller: one by one with all that is wanted; to all arrays but those of the surfaces; or to some of
 * these. */
typedef enum contact_writing { WRITE_SPREAD, WRITE_ALL, WRITE_SOME } contact_writing;

static inline contact_writing writing_of(const contact_query *query) {
    const sepal_contacts *out = query->to->out;
    if (out->stride != 0 || query->surfaces != NULL)
        return WRITE_SPREAD;
    const bool all = out->count != NULL && out->normal_x != NULL && out->normal_y != NULL && out->x != NULL && out->y != NULL &&
                     out->depth != NULL && out->feature != NULL;
    return all ? WRITE_ALL : WRITE_SOME;
}

/* Writes record k as answer `to`. */
static inline void write_answer(const contact_query *query, contact_writing way, size_t to, size_t k) {
    if (way == WRITE_SPREAD)
        write_spread(query, to, k);
    else if (way == WRITE_ALL)
        write_record(query->to->out, to, &query->records[k], true);
    else
        write_record(query->to->out, to, &query->records[k], false);
}

/* --- Faces --------------------------------------------------------------------------------------- */

/* The shapes of a pair as reference and incident shape: vertices as stored, filled up to `size` by repeating vertices; and the
 * reference edge by its normal, outward from the reference shape, the gap above it and its height. */
typedef struct contact_lanes {
    w2 origin; /* the first vertex of a */
    uint32_t size, incident_size;
    w2 reference[SEPAL_LANE_VERTICES], incident[SEPAL_LANE_VERTICES];
    w winding; /* of the incident shape; its sign bit is set if it is clockwise */
    wm from_b; /* the reference shape is b */
    w2 normal;
    w gap, level;
    w greatest; /* no gap along a normal of either shape is greater, apart from roundings */
    w extent, thickness;
    w most;   /* with a greater gap a pair is certainly apart; infinite if all pairs are known to meet */
    wm apart; /* such lanes, of which no points are wanted */
} contact_lanes;

/* Number k as the bits of a float. */
static inline w number_bits(uint32_t k) {
    return w_of_bits(wi_set1((int32_t)k));
}

/* One end of a face. */
typedef struct end_lanes {
    w2 point; /* relative to the origin */
    w at;     /* along the reference face */
    w number; /* the bits of an integer */
} end_lanes;

/* A face from right to left, seen from outside. */
typedef struct face_lanes {
    end_lanes first, last;
} face_lanes;

/* Counter-clockwise from a normal. */
static inline w2 w2_left(w2 n) {
    return (w2){w_sub(w_set1(0), n.y), n.x};
}

SPECIALISED end_lanes select_end(wm m, end_lanes a, end_lanes b) {
    return (end_lanes){w2_select(m, a.point, b.point), w_select(m, a.at, b.at), w_select(m, a.number, b.number)};
}

/* The ends of the vertices that are at least at `level` along n. */
SPECIALISED face_lanes face_above(const w2 *vertices, uint32_t size, w2 origin, w2 n, w level) {
    w2 t = w2_left(n), start = w2_sub(vertices[0], origin);
    face_lanes f = {{start, w_set1(INFINITY), w_zero()}, {start, w_set1(-INFINITY), w_zero()}};
    for (uint32_t k = 0; k < size; k++) {
        w2 p = w2_sub(vertices[k], origin);
        w at = w2_along(t, p), number = number_bits(k);
        wm below = w_gt(level, w2_along(n, p));
        w from_right = w_select(below, w_infinity(), at), from_left = w_select(below, w_neg(w_infinity()), at);
        f.first = select_end(w_gt(f.first.at, from_right), (end_lanes){p, at, number}, f.first);
        f.last = select_end(w_gt(from_left, f.last.at), (end_lanes){p, at, number}, f.last);
    }
    return f;
}

/* The outward normal of the edge of the incident shape that is most nearly parallel to the reference edge, among those that look
 * towards it, and the height of the edge along it. If there is no such edge, the reversed normal and the lowest vertex. */
SPECIALISED w2 incident_normal(const contact_lanes *c, w *level) {
    w zero = w_zero(), rise = w_set1(1), run = zero;
    w2 n = c->normal, t = w2_left(n), edge = {zero, zero}, from = {zero, zero};
    for (uint32_t k = 0; k < c->incident_size && c->incident_size > 1; k++) {
        w2 start = c->incident[k], e = w2_sub(c->incident[k + 1 < c->incident_size ? k + 1 : 0], start);
        w e_rise = w_abs(w2_along(n, e)), e_run = w_flip(w_neg(w2_along(t, e)), c->winding);
        wm flatter = w_gt(w_mul(rise, e_run), w_mul(e_rise, run)); /* so e_run > 0, since the others are not negative */
        edge = w2_select(flatter, e, edge);
        from = w2_select(flatter, start, from);
        rise = w_select(flatter, e_rise, rise);
        run = w_select(flatter, e_run, run);
    }
    w inverse = w_div(w_set1(1), w_sqrt(w_max(w2_along(edge, edge), w_set1(SEPAL_LEAST_SQUARE))));
    w2 m = {w_flip(w_mul(edge.y, inverse), c->winding), w_flip(w_mul(w_sub(zero, edge.x), inverse), c->winding)};
    wm found = w_gt(run, zero);
    *level = w_select(found, w2_along(m, w2_sub(from, c->origin)), w_neg(w_add(c->gap, c->level)));
    return w2_select(found, m, w2_neg(n));
}

SPECIALISED face_lanes reference_face(const contact_lanes *c) {
    return face_above(c->reference, c->size, c->origin, c->normal, w_sub(c->level, c->thickness));
}

/* The ends along the reference face: seen from the other side, right is left. */
SPECIALISED face_lanes incident_face(const contact_lanes *c) {
    w level;
    w2 m = incident_normal(c, &level), t = w2_left(c->normal);
    face_lanes f = face_above(c->incident, c->incident_size, c->origin, m, w_sub(level, c->thickness));
    f.first.at = w2_along(t, f.first.point);
    f.last.at = w2_along(t, f.last.point);
    return (face_lanes){f.last, f.first};
}

/* --- Points -------------------------------------------------------------------------------------- */

/* A point of the incident shape, how far it is from the reference face, and the numbers of the vertices that bound the contact
 * there. */
typedef struct point_lanes {
    w2 at;
    w distance, of_reference, of_incident;
} point_lanes;

/* One or two points, and the normal from the reference shape. */
typedef struct meeting_lanes {
    w2 normal;
    wm two;
    point_lanes points[2];
} meeting_lanes;

SPECIALISED point_lanes select_point(wm m, point_lanes a, point_lanes b) {
    return (point_lanes){w2_select(m, a.at, b.at), w_select(m, a.distance, b.distance), w_select(m, a.of_reference, b.of_reference),
                         w_select(m, a.of_incident, b.of_incident)};
}

/* The point at a share of the way along the incident face, in the lanes `cut`. */
SPECIALISED void cut_at(wm cut, w share, const face_lanes *q, const w *ends, point_lanes *out) {
    w2 p = q->first.point, way = w2_sub(q->last.point, p);
    w2 at = {w_add(p.x, w_mul(share, way.x)), w_add(p.y, w_mul(share, way.y))};
    w distance = w_add(ends[0], w_mul(share, w_sub(ends[1], ends[0])));
    out->at = w2_select(cut, at, out->at);
    out->distance = w_select(cut, distance, out->distance);
}

/* Clips the incident face to the reference face. Returns the lanes in which a point is as near as the gap says. */
SPECIALISED wm clip(const contact_lanes *c, const face_lanes *p, const face_lanes *q, const w *ends, meeting_lanes *out) {
    w one = w_set1(1), zero = w_zero();
    w low = w_sub(p->first.at, c->thickness), high = w_add(p->last.at, c->thickness);
    wm beside = wm_or(w_gt(q->first.at, high), w_gt(low, q->last.at));
    wm cut_first = w_gt(low, q->first.at), cut_last = w_gt(q->last.at, high);
    w inverse = w_div(one, w_sub(q->last.at, q->first.at));
    w share_first = w_mul(w_sub(p->first.at, q->first.at), inverse), share_last = w_mul(w_sub(p->last.at, q->first.at), inverse);
    share_first = w_select(w_gt(one, share_first), share_first, one);
    share_last = w_select(w_gt(share_last, zero), share_last, zero);
    point_lanes first = {q->first.point, ends[0], p->first.number, q->first.number};
    point_lanes last = {q->last.point, ends[1], p->last.number, q->last.number};
    cut_at(cut_first, share_first, q, ends, &first);
    cut_at(cut_last, share_last, q, ends, &last);
    w first_at = w_select(cut_first, p->first.at, q->first.at), last_at = w_select(cut_last, p->last.at, q->last.at);
    wm lower = w_gt(first.distance, last.distance);
    w least = w_select(lower, last.distance, first.distance);
    out->normal = c->normal;
    out->two = w_gt(w_sub(last_at, first_at), w_mul(c->extent, w_set1(SEPAL_CONTACT_MERGE)));
    out->points[0] = select_point(wm_andnot(lower, out->two), last, first);
    out->points[1] = last;
    return wm_not(wm_or(beside, w_gt(least, w_add(c->gap, c->thickness))));
}

/* A vertex as stored, with its number. */
typedef struct corner_at {
    w2 point;
    w number;
} corner_at;

/* The vertex with a number. */
SPECIALISED corner_at corner_number(const w2 *vertices, uint32_t size, w number) {
    w2 found = vertices[0];
    for (uint32_t k = 1; k < size; k++)
        found = w2_select(wi_eq(wi_of_bits(number), wi_set1((int32_t)k)), vertices[k], found);
    return (corner_at){found, number};
}

SPECIALISED w square_between(w2 p, w2 q) {
    w2 way = w2_sub(q, p);
    return w2_along(way, way);
}

/* The vertex that is nearest to a point: `start`, or the first that is nearer than all before it. */
SPECIALISED corner_at nearest_corner(const w2 *vertices, uint32_t size, w2 from, corner_at start) {
    corner_at nearest = start;
    w least = square_between(from, start.point);
    for (uint32_t k = 0; k < size; k++) {
        w square = square_between(from, vertices[k]);
        wm nearer = w_gt(least, square);
        nearest = (corner_at){w2_select(nearer, vertices[k], nearest.point), w_select(nearer, number_bits(k), nearest.number)};
        least = w_min(least, square);
    }
    return nearest;
}

/* The lanes in which two corners are the nearest points of the shapes, but for SEPAL_CONTACT_CORNER; and those in which they are so
 * alone, and not by less than this. */
typedef struct corner_masks {
    wm nearly, surely;
} corner_masks;

/* Takes lanes from it in which a core is not behind the line through one of its vertices across `way`. */
SPECIALISED void keep_behind(const w2 *vertices, uint32_t size, w2 corner, w2 way, w length, corner_masks *found) {
    for (uint32_t k = 0; k < size; k++) {
        w2 d = w2_sub(vertices[k], corner);
        w past = w2_along(way, d), error = w_mul(length, w2_sum(d));
        found->nearly = wm_andnot(found->nearly, w_gt(past, error));
        found->surely = wm_andnot(found->surely, w_gt(past, w_neg(error)));
    }
}

/* Two corners that are near to each other, beginning with the end of the reference face on the side of the lower end of the incident
 * one. */
SPECIALISED corner_masks meet_at_corners(const contact_lanes *c, const face_lanes *p, const face_lanes *q, const w *ends,
                                         meeting_lanes *out) {
    w low_at = w_select(w_gt(ends[0], ends[1]), q->last.at, q->first.at);
    wm last = w_gt(w_sub(low_at, p->first.at), w_sub(p->last.at, low_at));
    corner_at end = corner_number(c->reference, c->size, w_select(last, p->last.number, p->first.number));
    corner_at first = corner_number(c->incident, c->incident_size, q->first.number),
              other = corner_number(c->incident, c->incident_size, q->last.number);
    wm nearer = w_gt(square_between(end.point, first.point), square_between(end.point, other.point));
    other = (corner_at){w2_select(nearer, other.point, first.point), w_select(nearer, other.number, first.number)};
    other = nearest_corner(c->incident, c->incident_size, end.point, other);
    corner_at corner = nearest_corner(c->reference, c->size, other.point, end);
    w2 way = w2_sub(other.point, corner.point);
    w square = w2_along(way, way), length = w_sqrt(square), inverse = w_div(w_set1(1), length);
    out->normal = (w2){w_mul(way.x, inverse), w_mul(way.y, inverse)};
    out->two = wm_none();
    out->points[0] = (point_lanes){w2_sub(other.point, c->origin), length, corner.number, other.number};
    out->points[1] = out->points[0];
    wm far = wm_not(w_gt(w_set1(SEPAL_LEAST_SQUARE), square));
    corner_masks found = {far, far};
    w error = w_mul(length, w_set1(SEPAL_CONTACT_CORNER));
    keep_behind(c->reference, c->size, corner.point, way, error, &found);
    keep_behind(c->incident, c->incident_size, other.point, w2_neg(way), error, &found);
    return found;
}

/* The lanes in which corners may be nearest although the faces meet: as is_at_an_end, and where the shapes may be apart. */
SPECIALISED wm are_at_an_end(const contact_lanes *c, const face_lanes *p, const face_lanes *q) {
    wm first = w_gt(w_add(p->first.at, c->thickness), q->first.at), last = w_gt(q->last.at, w_sub(p->last.at, c->thickness));
    return wm_andnot(wm_and(wm_or(first, last), w_gt(c->greatest, w_neg(c->thickness))), c->apart);
}

SPECIALISED meeting_lanes select_meeting(wm m, const meeting_lanes *a, const meeting_lanes *b) {
    meeting_lanes out;
    out.normal = w2_select(m, a->normal, b->normal);
    out.two = wm_or(wm_and(m, a->two), wm_andnot(b->two, m));
    for (int k = 0; k < 2; k++)
        out.points[k] = select_point(m, a->points[k], b->points[k]);
    return out;
}

/* Takes the corners where they are what is nearest. faces: the lanes in which the faces meet; at_an_end: those in which corners may
 * be nearest nevertheless. Returns the lanes with a certificate. */
SPECIALISED wm take_corners(const contact_lanes *c, const face_lanes *p, const face_lanes *q, const w *ends, wm faces, wm at_an_end,
                            meeting_lanes *m) {
    meeting_lanes corners;
    corner_masks found = meet_at_corners(c, p, q, ends, &corners);
    wm taken = wm_or(wm_andnot(found.nearly, faces), wm_and(found.surely, at_an_end));
    *m = select_meeting(taken, &corners, m);
    return wm_or(faces, taken);
}

/* The points of two faces. Returns the lanes with a certificate. */
SPECIALISED wm meet(const contact_lanes *c, const face_lanes *p, const face_lanes *q, meeting_lanes *m) {
    w ends[2] = {w_sub(w2_along(c->normal, q->first.point), c->level), w_sub(w2_along(c->normal, q->last.point), c->level)};
    wm sure = wm_or(clip(c, p, q, ends, m), c->apart), at_an_end = are_at_an_end(c, p, q);
    if (wm_bits(sure) == ALL_LANES && wm_bits(at_an_end) == 0)
        return sure;
    return take_corners(c, p, q, ends, sure, at_an_end, m);
}

/* The radii of both shapes. */
typedef struct radius_lanes {
    w of_a, of_b;
} radius_lanes;

/* The sum of the radii, if there are any, less a distance, rounded once. */
SPECIALISED w depth_of(const radius_lanes *radii, w distance) {
    wd depth[2];
    if (radii == NULL)
        return w_sub(w_zero(), distance);
    for (int half = 0; half < 2; half++)
        depth[half] = wd_sub(wd_add(wd_of(radii->of_a, half), wd_of(radii->of_b, half)), wd_of(distance, half));
    return w_of(depth[0], depth[1]);
}

/* --- Answers ------------------------------------------------------------------------------------- */

/* What the points of both surfaces are made of. */
typedef struct surface_lanes {
    w2 origin, normal, at[2];
    w distance[2];
    wm from_b, both;
    radius_lanes radii;
} surface_lanes;

/* Where the shapes of one side were placed, as seen from the origin. index[2 * lane] is the shape. */
static inline w2 origin_from_places(const surface_lanes *s, const sepal_poses *poses, const uint32_t *index) {
    float x[SEPAL_LANES], y[SEPAL_LANES];
    for (int lane = 0; lane < SEPAL_LANES; lane++) {
        x[lane] = sepal_poly_place_x(poses, index[2 * lane]);
        y[lane] = sepal_poly_place_y(poses, index[2 * lane]);
    }
    return w2_sub(s->origin, (w2){w_load(x), w_load(y)});
}

static inline w nearest_finite(w a) {
    return w_add(w_zero(), w_max(w_min(a, w_set1(FLT_MAX)), w_set1(-FLT_MAX))); /* 0 + -0 is 0 */
}

/* The point of a surface that is `back` behind a point of the incident shape, relative to a place. */
static inline w2 on_surface(const surface_lanes *s, int slot, w back, w2 offset) {
    w x = w_add(w_sub(s->at[slot].x, w_mul(back, s->normal.x)), offset.x);
    w y = w_add(w_sub(s->at[slot].y, w_mul(back, s->normal.y)), offset.y);
    w2 point = {nearest_finite(x), nearest_finite(y)};
    return slot == 0 ? point : w2_select(s->both, point, (w2){w_zero(), w_zero()});
}

/* Stores the points of the surfaces of a group. Not inlined, since they are not always wanted. */
static SEPAL_NOINLINE void store_surfaces(const surface_lanes *s, const contact_query *query, const sepal_pair *group, size_t k) {
    const sepal_contacts *out = query->to->out;
    w2 from_a = origin_from_places(s, out->poses_a, &group->a), from_b = origin_from_places(s, out->poses_b, &group->b);
    w record[4 * SURFACE_QUADS];
    for (int slot = 0; slot < 2; slot++) {
        w of_a = s->radii.of_a, of_b = s->radii.of_b, distance = s->distance[slot];
        w2 on_a = on_surface(s, slot, w_select(s->from_b, of_a, w_sub(distance, of_a)), from_a);
        w2 on_b = on_surface(s, slot, w_select(s->from_b, w_sub(distance, of_b), of_b), from_b);
        record[slot] = on_a.x;
        record[2 + slot] = on_a.y;
        record[4 + slot] = on_b.x;
        record[6 + slot] = on_b.y;
    }
    w_store_run(query->surfaces[k].a_x, SURFACE_QUADS, record);
}

/* A point as the caller gets it, in the lanes `used`. */
typedef struct contact_point_lanes {
    w x, y, depth, feature;
} contact_point_lanes;

SPECIALISED contact_point_lanes describe_point(const contact_lanes *c, w2 n, const point_lanes *p, w shift, w depth, wm used) {
    w zero = w_zero(), half = w_mul(w_add(p->distance, shift), w_set1(0.5F));
    w x = w_add(zero, w_add(c->origin.x, w_sub(p->at.x, w_mul(half, n.x))));
    w y = w_add(zero, w_add(c->origin.y, w_sub(p->at.y, w_mul(half, n.y))));
    wi of_reference = wi_of_bits(p->of_reference), of_incident = wi_of_bits(p->of_incident);
    wi feature = wi_halves(wi_select(c->from_b, of_reference, of_incident), wi_select(c->from_b, of_incident, of_reference));
    return (contact_point_lanes){w_select(used, x, zero), w_select(used, y, zero), w_select(used, depth, zero),
                                 w_select(used, w_of_bits(feature), zero)};
}

/* The points of a record in their order; both: the lanes with two. */
typedef struct described_points {
    point_lanes slots[2];
    wm both;
} described_points;

/* Makes the numbers of the records. radii: NULL where there are none. */
SPECIALISED described_points describe_meeting(const sepal_contact_rule *rule, const contact_lanes *c, const meeting_lanes *m,
                                              const radius_lanes *radii, w *record) {
    w zero = w_zero(), least = w_set1(rule->margin), shallowest = w_set1(-rule->point_margin), shift = zero;
    if (radii != NULL)
        shift = w_sub(w_select(c->from_b, radii->of_a, radii->of_b), w_select(c->from_b, radii->of_b, radii->of_a));
    const point_lanes *p = m->points;
    w depth[2] = {depth_of(radii, p[0].distance), depth_of(radii, p[1].distance)};
    wm lower = wm_and(m->two, w_gt(p[0].distance, p[1].distance));
    wm kept_first = wm_or(wm_not(lower), wm_not(w_gt(shallowest, depth[0])));
    wm kept_last = wm_and(m->two, wm_or(lower, wm_not(w_gt(shallowest, depth[1]))));
    for (int end = 0; end < 2; end++) { /* of the deeper point, rounding may have made it less than -margin */
        w raised = w_select(w_gt(depth[end], w_neg(least)), depth[end], w_sub(zero, least));
        depth[end] = end == 0 ? w_select(lower, depth[0], raised) : w_select(lower, raised, depth[1]);
    }
    /* The last point stands first where the reference is b, or where it is the only one that is kept. */
    wm last_first = wm_or(wm_and(c->from_b, kept_last), wm_not(kept_first)), both = wm_and(kept_first, kept_last);
    described_points out = {{select_point(last_first, p[1], p[0]), select_point(last_first, p[0], p[1])}, both};
    w depths[2] = {w_select(last_first, depth[1], depth[0]), w_select(last_first, depth[0], depth[1])};
    contact_point_lanes first = describe_point(c, m->normal, &out.slots[0], shift, depths[0], wm_all());
    contact_point_lanes second = describe_point(c, m->normal, &out.slots[1], shift, depths[1], both);
    w2 n = m->normal;
    const w numbers[4 * CONTACT_QUADS] = {
        w_select(c->from_b, w_sub(zero, n.x), w_add(zero, n.x)),
        w_select(c->from_b, w_sub(zero, n.y), w_add(zero, n.y)),
        w_select(both, w_set1(2), w_set1(1)),
        zero,
        first.x,
        second.x,
        first.y,
        second.y,
        first.depth,
        second.depth,
        first.feature,
        second.feature,
    };
    for (int k = 0; k < 4 * CONTACT_QUADS; k++)
        record[k] = numbers[k];
    return out;
}

/* Stores the records of a group. */
SPECIALISED void store_contacts(const contact_query *query, const sepal_pair *group, const contact_lanes *c, const meeting_lanes *m,
                                const radius_lanes *radii, size_t k) {
    w record[4 * CONTACT_QUADS];
    const described_points described = describe_meeting(query->to->rule, c, m, radii, record);
    w_store_run(&query->records[k].normal_x, CONTACT_QUADS, record);
    if (query->surfaces != NULL) {
        surface_lanes points; /* written field by field: gcc fills the gaps of an initialiser by a slow instruction */
        points.origin = c->origin;
        points.normal = m->normal;
        points.from_b = c->from_b;
        points.both = described.both;
        points.radii.of_a = radii != NULL ? radii->of_a : w_zero();
        points.radii.of_b = radii != NULL ? radii->of_b : w_zero();
        for (int slot = 0; slot < 2; slot++) {
            points.at[slot] = described.slots[slot].at;
            points.distance[slot] = described.slots[slot].distance;
        }
        store_surfaces(&points, query, group, k);
    }
}

/* Stores the record of the first lane. */
SPECIALISED void store_first_contact(const sepal_contact_rule *rule, const contact_lanes *c, const meeting_lanes *m,
                                     const radius_lanes *radii, contact_record *out) {
    w record[4 * CONTACT_QUADS];
    (void)describe_meeting(rule, c, m, radii, record);
    for (int quad = 0; quad < CONTACT_QUADS; quad++) {
        w_transpose(record + 4 * quad);
        w_store_part(&out->normal_x + 4 * quad, 1, record[4 * quad]);
    }
}

/* ===== From shapes to records ==================================================================== */

/* The shapes of one side. */
typedef struct contact_side_lanes {
    circle_lanes circle;
    vertex_lanes core;
} contact_side_lanes;

SPECIALISED void load_side(const sepal_polys *set, const uint32_t *index, uint32_t size, bool same, contact_side_lanes *out) {
    out->circle = load_circles(set, index);
    load_core(set, index, size, same, &out->core);
}

SPECIALISED w greatest_near(const vertex_lanes *core, uint32_t size) {
    w most = w_zero();
    for (uint32_t k = 0; k < size; k++) {
        w2 p = vertex(core->near, size, k);
        most = w_max(most, w2_greatest(p));
    }
    return most;
}

/* The vertices of the two shapes as those of the reference shape and the incident one. Beside a point, the reference shape is the other
 * one. */
SPECIALISED void arrange(const contact_side_lanes *a, const contact_side_lanes *b, sizes n, contact_lanes *c) {
    c->winding = w_select(c->from_b, a->circle.winding, b->circle.winding);
    c->size = n.a > n.b ? n.a : n.b;
    c->incident[0] = vertex(a->core.world, n.a, 0); /* there is always one, which gcc does not recognise */
    c->incident_size = take_other(c->from_b, a->core.world, b->core.world, n, c->incident);
    for (uint32_t k = 0; k < c->size; k++)
        c->reference[k] = own_vertex(c->from_b, a->core.world, b->core.world, n, k);
}

/* The edges of a and of b with the greatest gaps. */
typedef struct edge_pair {
    edge_axis of_a, of_b;
} edge_pair;

/* Takes coordinates from the first vertex of a, and finds the two edges, and from which shape the reference edge is. The greatest gap of a
 * pair that may meet: docs/numerics/mtv.md, "The sign" (a square whose side is twice the extent holds both shapes). */
SPECIALISED edge_pair choose_edges(const contact_query *query, contact_side_lanes *a, contact_side_lanes *b, sizes n,
                                   contact_lanes *c, wm *unfit) {
    c->origin = vertex(a->core.world, n.a, 0);
    make_near(&a->core, n.a, c->origin);
    make_near(&b->core, n.b, c->origin);
    c->extent = w_max(greatest_near(&a->core, n.a), greatest_near(&b->core, n.b));
    c->thickness = w_mul(c->extent, w_set1(SEPAL_CONTACT_FACE));
    c->most = query->unsure == NULL ? w_infinity() : w_mul(c->extent, w_set1(2 * SEPAL_GAP_ERROR));
    edge_pair best = {greatest_unit_gap(&a->core, n.a, a->circle.winding, &b->core, n.b, unfit),
                      greatest_unit_gap(&b->core, n.b, b->circle.winding, &a->core, n.a, unfit)};
    c->greatest = w_max(best.of_a.axis.gap, best.of_b.axis.gap);
    c->from_b = w_gt(best.of_b.axis.gap, w_add(best.of_a.axis.gap, w_mul(c->extent, w_set1(SEPAL_CONTACT_TIE))));
    return best;
}

/* The points with the reference edge of the shape that c->from_b says. Returns the lanes with a certificate. */
SPECIALISED wm meet_shapes(const contact_side_lanes *a, const contact_side_lanes *b, sizes n, const edge_pair *best,
                           contact_lanes *c, meeting_lanes *m) {
    axis_lanes chosen = select_axis(c->from_b, best->of_b.axis, best->of_a.axis);
    c->normal = chosen.normal;
    c->gap = chosen.gap;
    c->apart = w_gt(c->gap, c->most);
    arrange(a, b, n, c);
    w edge = w_select(c->from_b, best->of_b.edge, best->of_a.edge);
    w2 from = c->reference[0];
    for (uint32_t k = 1; k < c->size; k++)
        from = w2_select(w_eq(edge, w_set1((float)k)), c->reference[k], from);
    c->level = w2_along(c->normal, w2_sub(from, c->origin));
    face_lanes p = reference_face(c), q = incident_face(c);
    return meet(c, &p, &q, m);
}

SPECIALISED lanes contacts_kernel(const void *question, const sepal_pair *group, size_t k, sizes n) {
    const contact_query *query = question;
    const polys_query *q = query->q;
    contact_side_lanes a, b;
    contact_lanes c;
    load_side(q->a, &group->a, n.a, n.same, &a);
    load_side(q->b, &group->b, n.b, n.same, &b);
    wm unfit = w_eq(w_add(a.circle.outer, b.circle.outer), w_infinity());
    edge_pair best = choose_edges(query, &a, &b, n, &c, &unfit);
    if (n.a == 1 && n.b > 1) /* the edge is one of b, if that has any */
        unfit = wm_or(unfit, w_eq(best.of_b.axis.gap, w_set1(-INFINITY)));
    wm may_change = wm_andnot(w_gt(best.of_b.axis.gap, best.of_a.axis.gap), c.from_b), sure, other;
    meeting_lanes m;
    for (;;) { /* at most twice: without a certificate the edge of a that the tie preferred is given up for that of b */
        sure = meet_shapes(&a, &b, n, &best, &c, &m);
        other = wm_andnot(may_change, wm_or(sure, c.from_b));
        if (wm_bits(other) == 0)
            break;
        c.from_b = wm_or(c.from_b, other);
    }
    if (q->a->round || q->b->round)
        store_contacts(query, group, &c, &m, &(radius_lanes){load_radii(q->a, &group->a), load_radii(q->b, &group->b)}, k);
    else
        store_contacts(query, group, &c, &m, NULL, k);
    const unsigned open = wm_bits(wm_or(unfit, wm_not(sure)));
    if (query->unsure == NULL)
        return (lanes){ALL_LANES & ~open, open};
    const unsigned apart = wm_bits(c.apart) & ~open, meet = wm_bits(w_gt(w_neg(c.most), c.greatest));
    query->unsure[k / 64] |= (uint64_t)(ALL_LANES & ~(apart | meet | open)) << k % 64; /* those of which float cannot tell */
    return (lanes){ALL_LANES & ~(open | apart), open};
}

#endif
