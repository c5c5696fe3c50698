/* polys_scalar_contacts.c — the contact points of one pair. It defines every bit of the answers.
 *
 * The reference edge is the one whose outward normal has the greatest gap, and the incident edge is the edge of the other polygon
 * that is most nearly parallel to it. The incident edge is clipped between the normals at the ends of the reference edge (Catto,
 * "Contact manifolds", GDC 2007; Sutherland and Hodgman's clipping of polygons). Instead of an edge, all vertices near its line are
 * taken, so that vertices on the way along a side do not cut it. Where a corner is nearest to a corner, the line between the two is
 * the normal.
 *
 * All is computed in float, with every operation rounded in the order written, so that the kernels can repeat it. What was found is
 * checked: the lowest point of the clipped edge must be as near as the gap says, or the polygons must lie on their sides of the two
 * corners. If neither holds, rounding has misled, and the pair is computed in double. docs/numerics/contacts.md has the proof. */
#include "../../core/arithmetic.h"

#include "../../simd/one_float.h"
#include "reference.h"
#include <math.h>

/* The vertices as stored. */
typedef struct poly_core {
    uint32_t size;
    const float *x, *y;
} poly_core;

typedef uint32_t contact_number;

static inline uint32_t poly_core_size(const poly_core *core) {
    return core->size;
}
static inline w2 poly_core_vertex(const poly_core *core, uint32_t k) {
    return (w2){core->x[k], core->y[k]};
}
static inline w2 poly_core_numbered(const poly_core *core, uint32_t number) {
    return poly_core_vertex(core, number);
}
static inline uint32_t number_of(uint32_t k) {
    return k;
}
static inline uint32_t number_select(bool m, uint32_t a, uint32_t b) {
    return m ? a : b;
}
static inline uint32_t number_pair(uint32_t of_a, uint32_t of_b) {
    return sepal_poly_feature(of_a, of_b);
}
static inline float depth_of(float radius_a, float radius_b, float distance) {
    return sepal_nearest_float((double)radius_a + (double)radius_b - (double)distance);
}
static inline float finite_of(float v) {
    return 0 + sepal_nearest_float((double)v);
}

#include "../meeting.h"

/* One shape of the pair. */
typedef struct contact_side {
    poly_core core;
    bool clockwise;
    float radius;
    w2 offset; /* the origin, as seen from where the shape was placed */
} contact_side;

static contact_side contact_side_of(const sepal_polys *set, uint32_t index, w2 origin, const sepal_poses *poses) {
    return (contact_side){{set->heads[index].size, sepal_poly_x(set, index), sepal_poly_y(set, index)},
                          (set->heads[index].flags & SEPAL_CLOCKWISE) != 0,
                          sepal_poly_radius(set, index),
                          {origin.x - sepal_poly_place_x(poses, index), origin.y - sepal_poly_place_y(poses, index)}};
}

/* A pair of shapes on its way. */
typedef struct contact_shapes {
    contact_side a, b;
    reference_pair pair;
} contact_shapes;

static contact_shapes contact_shapes_of(const sepal_polys *a, uint32_t i, const sepal_polys *b, uint32_t j,
                                        const sepal_contacts *places) {
    contact_shapes s;
    s.pair.origin = (w2){*sepal_poly_x(a, i), *sepal_poly_y(a, i)};
    s.pair.apart = false;
    s.a = contact_side_of(a, i, s.pair.origin, places->poses_a);
    s.b = contact_side_of(b, j, s.pair.origin, places->poses_b);
    return s;
}

/* The reference edge: of b if from_b. greatest: no gap is greater. */
static void take_reference(contact_shapes *s, bool from_b, const sepal_axis *axis, float greatest, float extent) {
    reference_pair *c = &s->pair;
    const contact_side *reference = from_b ? &s->b : &s->a, *incident = from_b ? &s->a : &s->b;
    c->reference = reference->core;
    c->incident = incident->core;
    c->winding = incident->clockwise ? -1.0F : 1.0F;
    c->from_b = from_b;
    c->normal = (w2){axis->x, axis->y};
    c->gap = axis->gap;
    c->level = w2_along(c->normal, w2_sub(poly_core_vertex(&c->reference, axis->edge), c->origin));
    c->greatest = greatest;
    c->extent = extent;
    c->thickness = extent * SEPAL_CONTACT_FACE;
}

/* Not inlined: it is asked from two places. */
static SEPAL_NOINLINE sepal_poly_contacts describe_shapes(const contact_shapes *s, const contact_meeting *m,
                                                          const sepal_contact_rule *rule, bool surfaces) {
    const contact_radii radii = {s->a.radius, s->b.radius};
    const bool from_b = s->pair.from_b;
    described_points d;
    describe_meeting(&s->pair, m, &radii, rule->margin, rule->point_margin, &d);
    sepal_poly_contacts out = {.count = d.both ? 2 : 1, .normal_x = d.normal.x, .normal_y = d.normal.y};
    for (uint32_t k = 0; k < out.count; k++) {
        const contact_point *from = &d.from[k];
        out.x[k] = d.points[k].x;
        out.y[k] = d.points[k].y;
        out.depth[k] = d.points[k].depth;
        out.feature[k] = d.points[k].feature;
        if (!surfaces)
            continue;
        const w2 on_a = surface_point(from->at, from_b ? radii.of_a : from->distance - radii.of_a, m->normal, s->a.offset);
        const w2 on_b = surface_point(from->at, from_b ? from->distance - radii.of_b : radii.of_b, m->normal, s->b.offset);
        out.a_x[k] = on_a.x;
        out.a_y[k] = on_a.y;
        out.b_x[k] = on_b.x;
        out.b_y[k] = on_b.y;
    }
    return out;
}

static float greatest_coordinate(const poly_core *core, w2 origin) {
    float most = 0;
    for (uint32_t k = 0; k < core->size; k++) {
        const w2 p = w2_sub(poly_core_vertex(core, k), origin);
        most = w_max(most, w_max(w_abs(p.x), w_abs(p.y)));
    }
    return most;
}

sepal_poly_contacts sepal_polys_scalar_manifold_of(const sepal_polys *a, uint32_t i, const sepal_polys *b, uint32_t j,
                                                   const sepal_axis *of_a, const sepal_axis *of_b, const sepal_contact_rule *rule,
                                                   const sepal_contacts *places) {
    contact_shapes s = contact_shapes_of(a, i, b, j, places);
    const float most_a = greatest_coordinate(&s.a.core, s.pair.origin), most_b = greatest_coordinate(&s.b.core, s.pair.origin),
                extent = most_a > most_b ? most_a : most_b, greatest = of_a->gap > of_b->gap ? of_a->gap : of_b->gap;
    bool from_b = of_b->gap > of_a->gap + extent * SEPAL_CONTACT_TIE;
    for (;;) { /* at most twice: without a certificate the edge of a that the tie preferred is given up for that of b */
        contact_meeting m;
        take_reference(&s, from_b, from_b ? of_b : of_a, greatest, extent);
        const contact_face p = reference_face(&s.pair), q = incident_face(&s.pair);
        if (meet_faces(&s.pair, &p, &q, &m))
            return describe_shapes(&s, &m, rule, sepal_poly_surfaces_are_wanted(places));
        if (from_b || !(of_b->gap > of_a->gap))
            return sepal_polys_scalar_manifold_double(a, i, b, j, rule, places);
        from_b = true;
    }
}

/* A face between two vertices, its ends along the face with the normal n. */
static contact_face face_between(const poly_core *core, w2 origin, w2 n, const uint32_t *ends) {
    const w2 t = w2_left(n), first = w2_sub(poly_core_vertex(core, ends[0]), origin),
             last = w2_sub(poly_core_vertex(core, ends[1]), origin);
    return (contact_face){{first, w2_along(t, first), ends[0]}, {last, w2_along(t, last), ends[1]}};
}

bool sepal_polys_scalar_meet_faces(const sepal_polys *a, uint32_t i, const sepal_polys *b, uint32_t j,
                                   const sepal_contact_faces *faces, const sepal_contact_rule *rule, const sepal_contacts *places,
                                   sepal_poly_contacts *out) {
    contact_shapes s = contact_shapes_of(a, i, b, j, places);
    const reference_pair *c = &s.pair;
    contact_meeting m;
    take_reference(&s, faces->from_b, &faces->axis, faces->greatest, faces->extent);
    const contact_face p = face_between(&c->reference, c->origin, c->normal, faces->reference),
                       q = face_between(&c->incident, c->origin, c->normal, faces->incident);
    if (!meet_faces(c, &p, &q, &m))
        return false;
    *out = describe_shapes(&s, &m, rule, sepal_poly_surfaces_are_wanted(places));
    return true;
}

sepal_poly_contacts sepal_polys_scalar_manifold(const sepal_polys *a, uint32_t i, const sepal_polys *b, uint32_t j,
                                                const sepal_contact_rule *rule, const sepal_contacts *places) {
    float origin_x = *sepal_poly_x(a, i), origin_y = *sepal_poly_y(a, i);
    sepal_axis of_a, of_b;
    if (isinf(a->circles[i].outer) || isinf(b->circles[j].outer) ||
        !sepal_polys_scalar_greatest_gap(a, i, b, j, origin_x, origin_y, &of_a) ||
        !sepal_polys_scalar_greatest_gap(b, j, a, i, origin_x, origin_y, &of_b))
        return sepal_polys_scalar_manifold_double(a, i, b, j, rule, places);
    return sepal_polys_scalar_manifold_of(a, i, b, j, &of_a, &of_b, rule, places);
}

sepal_poly_contacts sepal_polys_scalar_contacts(const sepal_polys *a, uint32_t i, const sepal_polys *b, uint32_t j,
                                                const sepal_contact_rule *rule, const sepal_contacts *places) {
    sepal_rule closed = {SEPAL_TOUCHING_OVERLAPS, rule->margin, 0};
    if (!sepal_polys_scalar_overlap_round(a, i, b, j, &closed))
        return (sepal_poly_contacts){0};
    return sepal_polys_scalar_manifold(a, i, b, j, rule, places);
}

void sepal_polys_contacts_pairs_scalar(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, size_t count,
                                       const sepal_contact_rule *rule, const sepal_contacts *out) {
    for (size_t k = 0; k < count; k++) {
        sepal_poly_contacts found = sepal_polys_scalar_contacts(a, pairs[k].a, b, pairs[k].b, rule, out);
        sepal_poly_contacts_write(out, k, &found);
    }
}
