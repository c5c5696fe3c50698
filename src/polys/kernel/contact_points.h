/* contact_points.h — contact points: two faces, of the reference edge and of the edge that is most nearly parallel to it; and one
 * face clipped to the other, or two corners. Each lane has its own pair.
 *
 * Of one pair scalar/polys_scalar_contacts.c computes the same bits, by ../meeting.h. */
#ifndef SEPAL_POLYS_KERNEL_CONTACT_POINTS_H
#define SEPAL_POLYS_KERNEL_CONTACT_POINTS_H

#include "../contacts.h"
#include "reach.h"
#include <stddef.h>
#include <string.h>

/* --- On their way from the lanes to the caller ------------------------------------------------- */

/* What the lanes store of each pair, as quads: a sepal_poly_contacts but for the points of both surfaces, and these, if they are
 * wanted. The counts and the features are bits of floats there. */
typedef struct contact_record {
    _Alignas(16) float normal_x;
    float normal_y;
    uint32_t count, unused;
    float x[2], y[2], depth[2];
    uint32_t feature[2];
} contact_record;
typedef struct surface_record {
    _Alignas(16) float a_x[2];
    float a_y[2], b_x[2], b_y[2];
} surface_record;
enum { CONTACT_QUADS = sizeof(contact_record) / 16, SURFACE_QUADS = sizeof(surface_record) / 16 };
_Static_assert(offsetof(sepal_poly_contacts, a_x) == sizeof(contact_record) &&
                   sizeof(sepal_poly_contacts) == sizeof(contact_record) + sizeof(surface_record),
               "an answer is a record of each");

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

/* Makes record k that of an answer of the scalar path. */
static inline void set_record(const contact_query *query, size_t k, const sepal_poly_contacts *contacts) {
    memcpy(&query->records[k], contacts, sizeof(contact_record));
    if (query->surfaces != NULL)
        memcpy(&query->surfaces[k], (const char *)contacts + sizeof(contact_record), sizeof(surface_record));
}

/* Writes record k to the caller's records. */
static SEPAL_NOINLINE void write_spread(const contact_query *query, size_t to, size_t k) {
    sepal_poly_contacts answer = {0};
    memcpy(&answer, &query->records[k], sizeof(contact_record));
    if (query->surfaces != NULL)
        memcpy((char *)&answer + sizeof(contact_record), &query->surfaces[k], sizeof(surface_record));
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

/* Writes record k as answer `to`; to arrays without gaps, those of the surfaces excepted, here: to those that are wanted. */
static inline void write_answer(const contact_query *query, size_t to, size_t k) {
    const sepal_contacts *out = query->to->out;
    const contact_record *from = &query->records[k];
    if (out->stride != 0 || query->surfaces != NULL) {
        write_spread(query, to, k);
        return;
    }
    if (out->count != NULL)
        out->count[to] = (uint8_t)from->count;
    write_row(out->normal_x, to, &from->normal_x, 1);
    write_row(out->normal_y, to, &from->normal_y, 1);
    write_row(out->x, 2 * to, from->x, 2);
    write_row(out->y, 2 * to, from->y, 2);
    write_row(out->depth, 2 * to, from->depth, 2);
    if (out->feature != NULL)
        memcpy(out->feature + 2 * to, from->feature, sizeof from->feature);
}

/* --- The cores of a pair in lanes ---------------------------------------------------------------- */

typedef w w1;

/* Vertices as stored, filled up to `size` by repeating vertices. */
typedef struct poly_core {
    uint32_t size;
    w2 vertices[SEPAL_LANE_VERTICES];
} poly_core;

SPECIALISED uint32_t poly_core_size(const poly_core *core) {
    return core->size;
}
SPECIALISED w2 poly_core_vertex(const poly_core *core, uint32_t k) {
    return core->vertices[k];
}

/* The bits of an integer. */
typedef w contact_number;

SPECIALISED w number_of(uint32_t k) {
    return w_of_bits(wi_set1((int32_t)k));
}
SPECIALISED w number_select(wm m, w a, w b) {
    return w_select(m, a, b);
}
SPECIALISED w number_pair(w of_a, w of_b) {
    return w_of_bits(wi_halves(wi_of_bits(of_b), wi_of_bits(of_a)));
}
SPECIALISED w2 poly_core_numbered(const poly_core *core, w number) {
    w2 found = core->vertices[0];
    for (uint32_t k = 1; k < core->size; k++)
        found = w2_select(wi_eq(wi_of_bits(number), wi_set1((int32_t)k)), core->vertices[k], found);
    return found;
}

SPECIALISED bool wm_any(wm m) {
    return wm_bits(m) != 0;
}
SPECIALISED bool wm_may_skip(UNUSED wm m) {
    return false;
}
SPECIALISED w finite_of(w a) {
    return w_add(w_zero(), w_max(w_min(a, w_set1(FLT_MAX)), w_set1(-FLT_MAX)));
}

/* Rounded once: in double, half of the lanes at a time. */
SPECIALISED w depth_of(w radius_a, w radius_b, w distance) {
    wd depth[2];
    for (int half = 0; half < 2; half++)
        depth[half] = wd_sub(wd_add(wd_of(radius_a, half), wd_of(radius_b, half)), wd_of(distance, half));
    return w_of(depth[0], depth[1]);
}

#include "../meeting.h"

/* --- Records ------------------------------------------------------------------------------------- */

/* Where the shapes of one side were placed, as seen from the origin. index[2 * lane] is the shape. */
static inline w2 origin_from_places(w2 origin, const sepal_poses *poses, const uint32_t *index) {
    float x[SEPAL_LANES], y[SEPAL_LANES];
    for (int lane = 0; lane < SEPAL_LANES; lane++) {
        x[lane] = sepal_poly_place_x(poses, index[2 * lane]);
        y[lane] = sepal_poly_place_y(poses, index[2 * lane]);
    }
    return w2_sub(origin, (w2){w_load(x), w_load(y)});
}

/* What the points of both surfaces are made of. */
typedef struct surface_lanes {
    w2 origin, normal, at[2];
    w distance[2];
    wm from_b, both;
    contact_radii radii;
} surface_lanes;

/* Stores the points of the surfaces of a group. Not inlined, since they are not always wanted. */
static SEPAL_NOINLINE void store_surfaces(const surface_lanes *s, const contact_query *query, const sepal_pair *group, size_t k) {
    const sepal_contacts *out = query->to->out;
    const w2 none = {w_zero(), w_zero()}, from_a = origin_from_places(s->origin, out->poses_a, &group->a),
             from_b = origin_from_places(s->origin, out->poses_b, &group->b);
    w record[4 * SURFACE_QUADS];
    for (int slot = 0; slot < 2; slot++) {
        const w of_a = s->radii.of_a, of_b = s->radii.of_b, distance = s->distance[slot];
        const wm there = slot == 0 ? wm_all() : s->both;
        w2 on_a = surface_point(s->at[slot], w_select(s->from_b, of_a, w_sub(distance, of_a)), s->normal, from_a);
        w2 on_b = surface_point(s->at[slot], w_select(s->from_b, w_sub(distance, of_b), of_b), s->normal, from_b);
        on_a = w2_select(there, on_a, none);
        on_b = w2_select(there, on_b, none);
        record[slot] = on_a.x;
        record[2 + slot] = on_a.y;
        record[4 + slot] = on_b.x;
        record[6 + slot] = on_b.y;
    }
    w_store_run(query->surfaces[k].a_x, SURFACE_QUADS, record);
}

SPECIALISED void store_contacts(const contact_query *query, const sepal_pair *group, const reference_pair *c,
                                const contact_meeting *m, const contact_radii *radii, size_t k) {
    described_points d;
    describe_meeting(c, m, radii, query->to->rule->margin, query->to->rule->point_margin, &d);
    const described_point *p = d.points;
    w record[4 * CONTACT_QUADS] = {
        d.normal.x, d.normal.y,   number_select(d.both, number_of(2), number_of(1)),
        w_zero(),   p[0].x,       p[1].x,
        p[0].y,     p[1].y,       p[0].depth,
        p[1].depth, p[0].feature, p[1].feature,
    };
    w_store_run(&query->records[k].normal_x, CONTACT_QUADS, record);
    if (query->surfaces != NULL) {
        surface_lanes points; /* written field by field: gcc fills the gaps of an initialiser by a slow instruction */
        points.origin = c->origin;
        points.normal = m->normal;
        points.from_b = c->from_b;
        points.both = d.both;
        points.radii.of_a = radii != NULL ? radii->of_a : w_zero();
        points.radii.of_b = radii != NULL ? radii->of_b : w_zero();
        for (int slot = 0; slot < 2; slot++) {
            points.at[slot] = d.from[slot].at;
            points.distance[slot] = d.from[slot].distance;
        }
        store_surfaces(&points, query, group, k);
    }
}

/* ===== From shapes to records ==================================================================== */

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
    for (uint32_t k = 0; k < size; k++)
        most = w_max(most, w2_greatest(vertex(core->near, size, k)));
    return most;
}

/* The edges of a and of b with the greatest gaps. */
typedef struct edge_pair {
    edge_axis of_a, of_b;
} edge_pair;

/* Takes coordinates from the first vertex of a, and finds the two edges, and from which shape the reference edge is. The greatest gap of a
 * pair that may meet: docs/numerics/mtv.md, "The sign" (a square whose side is twice the extent holds both shapes). */
SPECIALISED edge_pair choose_edges(const contact_query *query, contact_side_lanes *a, contact_side_lanes *b, sizes n,
                                   reference_pair *c, w *most, wm *unfit) {
    c->origin = vertex(a->core.world, n.a, 0);
    make_near(&a->core, n.a, c->origin);
    make_near(&b->core, n.b, c->origin);
    c->extent = w_max(greatest_near(&a->core, n.a), greatest_near(&b->core, n.b));
    c->thickness = w_mul(c->extent, w_set1(SEPAL_CONTACT_FACE));
    *most = query->unsure == NULL ? w_infinity() : w_mul(c->extent, w_set1(2 * SEPAL_GAP_ERROR));
    edge_pair best = {greatest_unit_gap(&a->core, n.a, a->circle.winding, &b->core, n.b, unfit),
                      greatest_unit_gap(&b->core, n.b, b->circle.winding, &a->core, n.a, unfit)};
    c->greatest = w_max(best.of_a.axis.gap, best.of_b.axis.gap);
    c->from_b = w_gt(best.of_b.axis.gap, w_add(best.of_a.axis.gap, w_mul(c->extent, w_set1(SEPAL_CONTACT_TIE))));
    return best;
}

/* The points with the reference edge of the shape that c->from_b says; beside a point, this is the other shape. Returns the lanes with a
 * certificate. */
SPECIALISED wm meet_shapes(const contact_side_lanes *a, const contact_side_lanes *b, sizes n, const edge_pair *best, w most,
                           reference_pair *c, contact_meeting *m) {
    axis_lanes chosen = select_axis(c->from_b, best->of_b.axis, best->of_a.axis);
    c->normal = chosen.normal;
    c->gap = chosen.gap;
    c->apart = w_gt(c->gap, most);
    c->winding = w_select(c->from_b, a->circle.winding, b->circle.winding);
    c->reference.size = n.a > n.b ? n.a : n.b;
    c->incident.vertices[0] = vertex(a->core.world, n.a, 0); /* there is always one, which gcc does not recognise */
    c->incident.size = take_other(c->from_b, a->core.world, b->core.world, n, c->incident.vertices);
    for (uint32_t k = 0; k < c->reference.size; k++)
        c->reference.vertices[k] = own_vertex(c->from_b, a->core.world, b->core.world, n, k);
    w edge = w_select(c->from_b, best->of_b.edge, best->of_a.edge);
    w2 from = c->reference.vertices[0];
    for (uint32_t k = 1; k < c->reference.size; k++)
        from = w2_select(w_eq(edge, w_set1((float)k)), c->reference.vertices[k], from);
    c->level = w2_along(c->normal, w2_sub(from, c->origin));
    contact_face p = reference_face(c), q = incident_face(c);
    return meet_faces(c, &p, &q, m);
}

SPECIALISED lanes contacts_kernel(const void *question, const sepal_pair *group, size_t k, sizes n) {
    const contact_query *query = question;
    const polys_query *q = query->q;
    contact_side_lanes a, b;
    reference_pair c;
    w most; /* with a greater gap a pair is certainly apart; infinite if all pairs are known to meet */
    load_side(q->a, &group->a, n.a, n.same, &a);
    load_side(q->b, &group->b, n.b, n.same, &b);
    wm unfit = w_eq(w_add(a.circle.outer, b.circle.outer), w_infinity());
    edge_pair best = choose_edges(query, &a, &b, n, &c, &most, &unfit);
    if (n.a == 1 && n.b > 1) /* the edge is one of b, if that has any */
        unfit = wm_or(unfit, w_eq(best.of_b.axis.gap, w_set1(-INFINITY)));
    wm may_change = wm_andnot(w_gt(best.of_b.axis.gap, best.of_a.axis.gap), c.from_b), sure, other;
    contact_meeting m;
    for (;;) { /* at most twice: without a certificate the edge of a that the tie preferred is given up for that of b */
        sure = meet_shapes(&a, &b, n, &best, most, &c, &m);
        other = wm_andnot(may_change, wm_or(sure, c.from_b));
        if (wm_bits(other) == 0)
            break;
        c.from_b = wm_or(c.from_b, other);
    }
    if (q->a->round || q->b->round)
        store_contacts(query, group, &c, &m, &(contact_radii){load_radii(q->a, &group->a), load_radii(q->b, &group->b)}, k);
    else
        store_contacts(query, group, &c, &m, NULL, k);
    const unsigned open = wm_bits(wm_or(unfit, wm_not(sure)));
    if (query->unsure == NULL)
        return (lanes){ALL_LANES & ~open, open};
    const unsigned apart = wm_bits(c.apart) & ~open, meet = wm_bits(w_gt(w_neg(most), c.greatest));
    query->unsure[k / 64] |= (uint64_t)(ALL_LANES & ~(apart | meet | open)) << k % 64; /* those of which float cannot tell */
    return (lanes){ALL_LANES & ~(open | apart), open};
}

#endif
