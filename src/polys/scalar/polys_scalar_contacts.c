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

#include "../bounds.h"
#include "reference.h"
#include <math.h>

/* One shape of the pair, with coordinates relative to the first vertex of the first shape. */
typedef struct contact_side {
    uint32_t size;
    const float *x, *y;
    float origin_x, origin_y, radius;
    bool clockwise;
    float place_x, place_y; /* to which the points of its surface are relative */
} contact_side;

static contact_side contact_side_of(const sepal_polys *set, uint32_t index, float origin_x, float origin_y,
                                    const sepal_poses *poses) {
    return (contact_side){set->heads[index].size,
                          sepal_poly_x(set, index),
                          sepal_poly_y(set, index),
                          origin_x,
                          origin_y,
                          sepal_poly_radius(set, index),
                          (set->heads[index].flags & SEPAL_CLOCKWISE) != 0,
                          sepal_poly_place_x(poses, index),
                          sepal_poly_place_y(poses, index)};
}

/* A vector. */
typedef struct arrow {
    float x, y;
} arrow;

static float along(arrow n, arrow p) {
    return n.x * p.x + n.y * p.y;
}

static arrow vertex_near(const contact_side *s, uint32_t k) {
    return (arrow){s->x[k] - s->origin_x, s->y[k] - s->origin_y};
}

static arrow edge_after(const contact_side *s, uint32_t k) {
    uint32_t next = k + 1 < s->size ? k + 1 : 0;
    return (arrow){s->x[next] - s->x[k], s->y[next] - s->y[k]};
}

static float greatest_coordinate(const contact_side *s) {
    float most = 0;
    for (uint32_t k = 0; k < s->size; k++) {
        arrow p = vertex_near(s, k);
        most = fabsf(p.x) > most ? fabsf(p.x) : most;
        most = fabsf(p.y) > most ? fabsf(p.y) : most;
    }
    return most;
}

/* The two ends of a face: vertices, and where they are along a direction. */
typedef struct contact_face {
    uint32_t first, last;
    float first_at, last_at;
} contact_face;

/* Counter-clockwise from a normal. */
static arrow left_of(arrow n) {
    return (arrow){0 - n.y, n.x};
}

/* The ends of the vertices that are at least at `level` along the outward normal n, from right to left. */
static contact_face face_above(const contact_side *s, arrow n, float level) {
    contact_face f = {0, 0, INFINITY, -INFINITY};
    arrow t = left_of(n);
    for (uint32_t k = 0; k < s->size; k++) {
        arrow p = vertex_near(s, k);
        float at = along(t, p);
        if (along(n, p) < level)
            continue;
        if (at < f.first_at) {
            f.first = k;
            f.first_at = at;
        }
        if (at > f.last_at) {
            f.last = k;
            f.last_at = at;
        }
    }
    return f;
}

/* The outward normal of the edge that is most nearly parallel to a face with the outward normal n, among those that look towards it,
 * and how far this edge is along that normal. If there is no such edge, -n and the vertex that is `lowest` along n. */
static arrow incident_normal(const contact_side *s, arrow n, float lowest, float *level) {
    arrow edge = {0, 0}, from = {0, 0}, t = left_of(n);
    float rise = 1, run = 0; /* of that edge, across and along the face */
    for (uint32_t k = 0; k < s->size; k++) {
        arrow e = edge_after(s, k);
        float e_rise = fabsf(along(n, e)), e_run = s->clockwise ? along(t, e) : -along(t, e);
        if (e_run > 0 && e_rise * run < rise * e_run) {
            edge = e;
            from = vertex_near(s, k);
            rise = e_rise;
            run = e_run;
        }
    }
    if (!(run > 0)) {
        *level = -lowest;
        return (arrow){-n.x, -n.y};
    }
    float square = along(edge, edge);
    float inverse = 1 / sqrtf(square > SEPAL_LEAST_SQUARE ? square : SEPAL_LEAST_SQUARE);
    arrow m = {edge.y * inverse, (0 - edge.x) * inverse};
    if (s->clockwise)
        m = (arrow){-m.x, -m.y};
    *level = along(m, from);
    return m;
}

/* The face between two vertices, with its ends along the face with the normal n. */
static contact_face face_between(const contact_side *s, arrow n, uint32_t first, uint32_t last) {
    arrow t = left_of(n);
    return (contact_face){first, last, along(t, vertex_near(s, first)), along(t, vertex_near(s, last))};
}

/* The face of that edge, its ends along the face with the normal n. */
static contact_face incident_face(const contact_side *s, arrow n, float lowest, float thickness) {
    float level;
    arrow m = incident_normal(s, n, lowest, &level);
    contact_face f = face_above(s, m, level - thickness); /* seen from the other side, right is left */
    return face_between(s, n, f.last, f.first);
}

/* Where two faces meet: one or two points of the incident shape, how far each is from the reference face along its normal, and the
 * vertices of both shapes that bound the contact there. */
typedef struct meeting {
    arrow normal; /* outward from the reference shape */
    int count;
    arrow at[2];
    float distance[2];
    uint32_t of_reference[2], of_incident[2];
} meeting;

static arrow between(arrow p, arrow q, float share) {
    return (arrow){p.x + share * (q.x - p.x), p.y + share * (q.y - p.y)};
}

/* Leaves the lower of two points. */
static void keep_lower(meeting *m) {
    m->count = 1;
    if (m->distance[1] < m->distance[0]) {
        m->at[0] = m->at[1];
        m->distance[0] = m->distance[1];
        m->of_reference[0] = m->of_reference[1];
        m->of_incident[0] = m->of_incident[1];
    }
}

/* Clips the incident face to the reference face. False unless a point remains that is not farther than `farthest`. */
static bool clip(const contact_side *incident, const contact_face *p, const contact_face *q, const float ends[2], float thickness,
                 float merge, float farthest, meeting *out) {
    float low = p->first_at - thickness, high = p->last_at + thickness;
    if (q->first_at > high || q->last_at < low)
        return false;
    arrow q0 = vertex_near(incident, q->first), q1 = vertex_near(incident, q->last);
    float inverse = 1 / (q->last_at - q->first_at), rise = ends[1] - ends[0], first_at = q->first_at, last_at = q->last_at;
    out->at[0] = q0;
    out->at[1] = q1;
    out->distance[0] = ends[0];
    out->distance[1] = ends[1];
    if (q->first_at < low) {
        float share = (p->first_at - q->first_at) * inverse;
        share = share < 1 ? share : 1;
        out->at[0] = between(q0, q1, share);
        out->distance[0] = ends[0] + share * rise;
        first_at = p->first_at;
    }
    if (q->last_at > high) {
        float share = (p->last_at - q->first_at) * inverse;
        share = share > 0 ? share : 0;
        out->at[1] = between(q0, q1, share);
        out->distance[1] = ends[0] + share * rise;
        last_at = p->last_at;
    }
    out->count = 2;
    out->of_reference[0] = p->first;
    out->of_reference[1] = p->last;
    out->of_incident[0] = q->first;
    out->of_incident[1] = q->last;
    float least = out->distance[1] < out->distance[0] ? out->distance[1] : out->distance[0];
    if (!(last_at - first_at > merge))
        keep_lower(out);
    return least <= farthest;
}

static arrow from_to(const contact_side *from, uint32_t p, const contact_side *to, uint32_t q) {
    return (arrow){to->x[q] - from->x[p], to->y[q] - from->y[p]};
}

/* The vertex of `to` that is nearest to vertex p of `from`: `start`, or the first that is nearer than all before it. */
static uint32_t vertex_nearest_to(const contact_side *from, uint32_t p, const contact_side *to, uint32_t start) {
    arrow w = from_to(from, p, to, start);
    float least = along(w, w);
    uint32_t nearest = start;
    for (uint32_t q = 0; q < to->size; q++) {
        w = from_to(from, p, to, q);
        if (along(w, w) < least) {
            least = along(w, w);
            nearest = q;
        }
    }
    return nearest;
}

/* Is all of a core behind the line through one of its vertices across w? */
static sepal_corner_status core_behind(const contact_side *s, uint32_t corner, arrow w, float length) {
    sepal_corner_status status = SEPAL_CORNERS_SURELY;
    for (uint32_t k = 0; k < s->size; k++) {
        arrow d = from_to(s, corner, s, k);
        float past = along(w, d), error = length * (fabsf(d.x) + fabsf(d.y));
        if (past > error)
            return SEPAL_CORNERS_UNKNOWN;
        if (past > -error)
            status = SEPAL_CORNERS_NEARLY;
    }
    return status;
}

/* Two corners that are near to each other, beginning with the end of the reference face on the side of the lower end of the incident
 * one. */
static sepal_corner_status corner_to_corner(const contact_side *reference, const contact_face *p, const contact_side *incident,
                                            const contact_face *q, const float ends[2], meeting *out) {
    float low_at = ends[1] < ends[0] ? q->last_at : q->first_at;
    uint32_t end = low_at - p->first_at > p->last_at - low_at ? p->last : p->first;
    arrow first = from_to(reference, end, incident, q->first), last = from_to(reference, end, incident, q->last);
    uint32_t nearer = along(last, last) < along(first, first) ? q->last : q->first;
    uint32_t other = vertex_nearest_to(reference, end, incident, nearer),
             corner = vertex_nearest_to(incident, other, reference, end);
    arrow w = from_to(reference, corner, incident, other), back = {-w.x, -w.y};
    float square = along(w, w), length = sqrtf(square), inverse = 1 / length;
    if (square < SEPAL_LEAST_SQUARE)
        return SEPAL_CORNERS_UNKNOWN;
    *out = (meeting){.normal = {w.x * inverse, w.y * inverse}, .count = 1};
    out->at[0] = vertex_near(incident, other);
    out->distance[0] = length;
    out->of_reference[0] = corner;
    out->of_incident[0] = other;
    sepal_corner_status of_reference = core_behind(reference, corner, w, length * SEPAL_CONTACT_CORNER),
                        of_incident = core_behind(incident, other, back, length * SEPAL_CONTACT_CORNER);
    return of_reference < of_incident ? of_reference : of_incident;
}

/* Is an end of the incident face not well inside of the reference face? Else no corners are nearest where the faces meet. */
static bool is_at_an_end(const contact_face *p, const contact_face *q, float thickness) {
    return q->first_at < p->first_at + thickness || q->last_at > p->last_at - thickness;
}

/* The point of the surface of a shape that is `back` behind a point of the incident shape, along the normal of the reference shape;
 * relative to the place of the shape. */
static arrow on_surface(const contact_side *s, arrow at, float back, arrow n) {
    float x = (at.x - back * n.x) + (s->origin_x - s->place_x), y = (at.y - back * n.y) + (s->origin_y - s->place_y);
    return (arrow){0 + sepal_nearest_float((double)x), 0 + sepal_nearest_float((double)y)}; /* 0 + -0 is 0 */
}

/* The points of both surfaces, of point k of a meeting. */
static void describe_surfaces(const contact_side *a, const contact_side *b, bool from_b, const meeting *m, int k, uint32_t slot,
                              sepal_poly_contacts *out) {
    const contact_side *reference = from_b ? b : a, *incident = from_b ? a : b;
    arrow of_reference = on_surface(reference, m->at[k], m->distance[k] - reference->radius, m->normal),
          of_incident = on_surface(incident, m->at[k], incident->radius, m->normal), on_a = from_b ? of_incident : of_reference,
          on_b = from_b ? of_reference : of_incident;
    out->a_x[slot] = on_a.x;
    out->a_y[slot] = on_a.y;
    out->b_x[slot] = on_b.x;
    out->b_y[slot] = on_b.y;
}

/* The contact points as the caller gets them. from_b: the reference shape is b. */
static void describe(const contact_side *a, const contact_side *b, bool from_b, const meeting *m, const sepal_contact_rule *rule,
                     bool surfaces, sepal_poly_contacts *out) {
    *out = (sepal_poly_contacts){0};
    const contact_side *reference = from_b ? b : a, *incident = from_b ? a : b;
    float shift = incident->radius - reference->radius;
    double radii = (double)a->radius + (double)b->radius;
    int lower = m->count == 2 && m->distance[1] < m->distance[0] ? 1 : 0;
    out->normal_x = from_b ? 0 - m->normal.x : 0 + m->normal.x; /* 0 + -0 is 0 */
    out->normal_y = from_b ? 0 - m->normal.y : 0 + m->normal.y;
    for (int step = 0; step < m->count; step++) {
        int k = from_b ? m->count - 1 - step : step;
        float depth = sepal_nearest_float(radii - (double)m->distance[k]);
        if (k == lower)
            depth = depth > -rule->margin ? depth : 0 - rule->margin;
        else if (depth < -rule->point_margin)
            continue;
        float half = (m->distance[k] + shift) * 0.5F;
        out->x[out->count] = 0 + (a->origin_x + (m->at[k].x - half * m->normal.x));
        out->y[out->count] = 0 + (a->origin_y + (m->at[k].y - half * m->normal.y));
        out->feature[out->count] = from_b ? sepal_poly_feature(m->of_incident[k], m->of_reference[k])
                                          : sepal_poly_feature(m->of_reference[k], m->of_incident[k]);
        if (surfaces)
            describe_surfaces(a, b, from_b, m, k, out->count, out);
        out->depth[out->count++] = depth;
    }
}

/* The points of two faces; false without a certificate. level: how far the reference edge is along its normal. greatest: no gap is
 * greater. Where all gaps are certainly negative the shapes overlap, so that no corners are nearest where the faces meet. */
static bool meet_between(const contact_side *reference, const contact_side *incident, const sepal_axis *axis, float level,
                         const contact_face *p, const contact_face *q, float extent, float greatest, meeting *out) {
    float thickness = extent * SEPAL_CONTACT_FACE;
    arrow n = {axis->x, axis->y};
    float ends[2] = {along(n, vertex_near(incident, q->first)) - level, along(n, vertex_near(incident, q->last)) - level};
    out->normal = n;
    bool faces = clip(incident, p, q, ends, thickness, extent * SEPAL_CONTACT_MERGE, axis->gap + thickness, out);
    if (faces && (!is_at_an_end(p, q, thickness) || greatest < -thickness))
        return true;
    meeting corners;
    if (corner_to_corner(reference, p, incident, q, ends, &corners) < (faces ? SEPAL_CORNERS_SURELY : SEPAL_CORNERS_NEARLY))
        return faces;
    *out = corners;
    return true;
}

/* The points with this reference edge; false without a certificate. */
static bool meet_faces(const contact_side *reference, const contact_side *incident, const sepal_axis *axis, float extent,
                       meeting *out) {
    float thickness = extent * SEPAL_CONTACT_FACE;
    arrow n = {axis->x, axis->y};
    float level = along(n, vertex_near(reference, axis->edge));
    contact_face p = face_above(reference, n, level - thickness), q = incident_face(incident, n, axis->gap + level, thickness);
    return meet_between(reference, incident, axis, level, &p, &q, extent, INFINITY, out);
}

/* False without a certificate. of_a, of_b: the greatest gaps. */
static bool manifold_in_float(const contact_side *a, const contact_side *b, const sepal_axis *of_a, const sepal_axis *of_b,
                              const sepal_contact_rule *rule, bool surfaces, sepal_poly_contacts *out) {
    float most_a = greatest_coordinate(a), most_b = greatest_coordinate(b), extent = most_a > most_b ? most_a : most_b;
    bool from_b = of_b->gap > of_a->gap + extent * SEPAL_CONTACT_TIE;
    meeting m;
    bool sure = from_b ? meet_faces(b, a, of_b, extent, &m) : meet_faces(a, b, of_a, extent, &m);
    if (!sure && !from_b && of_b->gap > of_a->gap) {
        from_b = true;
        sure = meet_faces(b, a, of_b, extent, &m);
    }
    if (sure)
        describe(a, b, from_b, &m, rule, surfaces, out);
    return sure;
}

sepal_poly_contacts sepal_polys_scalar_manifold_of(const sepal_polys *a, uint32_t i, const sepal_polys *b, uint32_t j,
                                                   const sepal_axis *of_a, const sepal_axis *of_b, const sepal_contact_rule *rule,
                                                   const sepal_contacts *places) {
    float origin_x = *sepal_poly_x(a, i), origin_y = *sepal_poly_y(a, i);
    contact_side side_a = contact_side_of(a, i, origin_x, origin_y, places->poses_a),
                 side_b = contact_side_of(b, j, origin_x, origin_y, places->poses_b);
    sepal_poly_contacts found;
    if (manifold_in_float(&side_a, &side_b, of_a, of_b, rule, sepal_poly_surfaces_are_wanted(places), &found))
        return found;
    return sepal_polys_scalar_manifold_double(a, i, b, j, rule, places);
}

bool sepal_polys_scalar_meet_faces(const sepal_polys *a, uint32_t i, const sepal_polys *b, uint32_t j,
                                   const sepal_contact_faces *faces, const sepal_contact_rule *rule, const sepal_contacts *places,
                                   sepal_poly_contacts *out) {
    float origin_x = *sepal_poly_x(a, i), origin_y = *sepal_poly_y(a, i);
    contact_side side_a = contact_side_of(a, i, origin_x, origin_y, places->poses_a),
                 side_b = contact_side_of(b, j, origin_x, origin_y, places->poses_b);
    const contact_side *reference = faces->from_b ? &side_b : &side_a, *incident = faces->from_b ? &side_a : &side_b;
    const sepal_axis *axis = &faces->axis;
    arrow n = {axis->x, axis->y};
    contact_face p = face_between(reference, n, faces->reference[0], faces->reference[1]),
                 q = face_between(incident, n, faces->incident[0], faces->incident[1]);
    meeting m;
    if (!meet_between(reference, incident, axis, along(n, vertex_near(reference, axis->edge)), &p, &q, faces->extent,
                      faces->greatest, &m))
        return false;
    describe(&side_a, &side_b, faces->from_b, &m, rule, sepal_poly_surfaces_are_wanted(places), out);
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
