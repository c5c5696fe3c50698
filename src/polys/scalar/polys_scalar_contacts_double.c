/* polys_scalar_contacts_double.c — the contact points of one pair in double: for coordinates out of the range of float, and for
 * pairs that float cannot tell (polys_scalar_contacts.c, which has the method and the names). Each number is rounded to float once,
 * at the end.
 *
 * Here the edge of a is given up for that of b where its face does not hold what is nearest. */
#include "../../core/arithmetic.h"

#include "../bounds.h"
#include "../mtv.h"
#include "reference.h"
#include <math.h>

typedef struct vec {
    double x, y;
} vec;

/* One shape of the pair, with coordinates relative to the first vertex of the first shape. */
typedef struct body {
    const float *x, *y;
    uint32_t size;
    bool clockwise;
    double origin_x, origin_y, radius;
    double place_x, place_y; /* to which the points of its surface are relative */
} body;

static body body_of(const sepal_polys *set, uint32_t index, double origin_x, double origin_y, const sepal_poses *poses) {
    bool clockwise = (set->heads[index].flags & SEPAL_CLOCKWISE) != 0;
    return (body){sepal_poly_x(set, index),
                  sepal_poly_y(set, index),
                  set->heads[index].size,
                  clockwise,
                  origin_x,
                  origin_y,
                  (double)sepal_poly_radius(set, index),
                  (double)sepal_poly_place_x(poses, index),
                  (double)sepal_poly_place_y(poses, index)};
}

static double dot_of(vec n, vec p) {
    return n.x * p.x + n.y * p.y;
}

static vec corner_at(const body *s, uint32_t k) {
    return (vec){(double)s->x[k] - s->origin_x, (double)s->y[k] - s->origin_y};
}

static vec way_to_next(const body *s, uint32_t k) {
    uint32_t next = k + 1 < s->size ? k + 1 : 0;
    return (vec){(double)s->x[next] - (double)s->x[k], (double)s->y[next] - (double)s->y[k]};
}

static vec outward(const body *s, vec edge) {
    double length = sqrt(dot_of(edge, edge));
    return s->clockwise ? (vec){-edge.y / length, edge.x / length} : (vec){edge.y / length, -edge.x / length};
}

static double extent_of(const body *s) {
    double most = 0;
    for (uint32_t k = 0; k < s->size; k++) {
        vec p = corner_at(s, k);
        double x = fabs(p.x), y = fabs(p.y), farther = x > y ? x : y;
        most = farther > most ? farther : most;
    }
    return most;
}

/* (These loops have comparisons, since gcc 12 fails on fmin and fmax in them for aarch64.) */

/* --- Faces ------------------------------------------------------------------------------------ */

/* The greatest gap over the edge normals, and the level of the edge along its normal; -infinity if there is no edge. */
typedef struct gap_axis {
    vec normal;
    double gap, level;
} gap_axis;

static gap_axis greatest_gap_of(const body *s, const body *other) {
    gap_axis best = {{0, 0}, -INFINITY, 0};
    for (uint32_t k = 0; k < s->size; k++) {
        vec edge = way_to_next(s, k);
        if (edge.x == 0 && edge.y == 0)
            continue;
        vec n = outward(s, edge);
        double level = dot_of(n, corner_at(s, k)), least = INFINITY;
        for (uint32_t j = 0; j < other->size; j++) {
            double along = dot_of(n, corner_at(other, j));
            least = along < least ? along : least;
        }
        if (least - level > best.gap)
            best = (gap_axis){n, least - level, level};
    }
    return best;
}

/* The ends of the vertices that are at least at `level` along the outward normal n, from right to left. */
typedef struct face_span {
    uint32_t first, last;
    double first_at, last_at;
} face_span;

static vec left_from(vec n) {
    return (vec){-n.y, n.x};
}

static face_span span_above(const body *s, vec n, double level) {
    face_span f = {0, 0, INFINITY, -INFINITY};
    vec t = left_from(n);
    for (uint32_t k = 0; k < s->size; k++) {
        vec p = corner_at(s, k);
        double at = dot_of(t, p);
        if (dot_of(n, p) < level)
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

/* The outward normal of the edge that is most nearly parallel to a face with the outward normal n, and its level. */
static vec normal_against(const body *s, vec n, double lowest, double *level) {
    vec edge = {0, 0}, from = {0, 0}, t = left_from(n);
    double rise = 1, run = 0;
    for (uint32_t k = 0; k < s->size; k++) {
        vec e = way_to_next(s, k);
        double e_rise = fabs(dot_of(n, e)), e_run = s->clockwise ? dot_of(t, e) : -dot_of(t, e);
        if (e_run > 0 && e_rise * run < rise * e_run) {
            edge = e;
            from = corner_at(s, k);
            rise = e_rise;
            run = e_run;
        }
    }
    if (run == 0) {
        *level = -lowest;
        return (vec){-n.x, -n.y};
    }
    vec m = outward(s, edge);
    *level = dot_of(m, from);
    return m;
}

static face_span incident_span(const body *s, vec n, double lowest, double thickness) {
    double level;
    vec m = normal_against(s, n, lowest, &level), t = left_from(n);
    face_span f = span_above(s, m, level - thickness);
    return (face_span){f.last, f.first, dot_of(t, corner_at(s, f.last)), dot_of(t, corner_at(s, f.first))};
}

/* --- Meeting ---------------------------------------------------------------------------------- */

/* One or two points of the incident shape, as contact_meeting in ../meeting.h. */
typedef struct contact_points {
    vec normal;
    int count;
    vec at[2];
    double distance[2];
    uint32_t of_reference[2], of_incident[2];
} contact_points;

static void keep_one(contact_points *m, int which) {
    m->count = 1;
    m->at[0] = m->at[which];
    m->distance[0] = m->distance[which];
    m->of_reference[0] = m->of_reference[which];
    m->of_incident[0] = m->of_incident[which];
}

static int lower_of(const contact_points *m) {
    return m->distance[1] < m->distance[0] ? 1 : 0;
}

/* The incident face from one share of its length to another. */
static void take_part(const body *incident, const face_span *p, const face_span *q, double first, double last, double level,
                      contact_points *out) {
    vec q0 = corner_at(incident, q->first), q1 = corner_at(incident, q->last);
    double s0 = dot_of(out->normal, q0) - level, s1 = dot_of(out->normal, q1) - level;
    out->count = 2;
    out->at[0] = (vec){q0.x + first * (q1.x - q0.x), q0.y + first * (q1.y - q0.y)};
    out->at[1] = (vec){q0.x + last * (q1.x - q0.x), q0.y + last * (q1.y - q0.y)};
    out->distance[0] = s0 + first * (s1 - s0);
    out->distance[1] = s0 + last * (s1 - s0);
    out->of_reference[0] = p->first;
    out->of_reference[1] = p->last;
    out->of_incident[0] = q->first;
    out->of_incident[1] = q->last;
}

/* --- Corners: as in ../meeting.h ----------------------------------------------------------- */

static double square_apart(vec p, vec q) {
    vec w = {q.x - p.x, q.y - p.y};
    return dot_of(w, w);
}

static uint32_t nearest_corner(vec from, const body *s, uint32_t start) {
    double least = square_apart(from, corner_at(s, start));
    uint32_t nearest = start;
    for (uint32_t k = 0; k < s->size; k++) {
        double square = square_apart(from, corner_at(s, k));
        if (square < least) {
            least = square;
            nearest = k;
        }
    }
    return nearest;
}

static sepal_corner_status body_behind(const body *s, vec corner, vec w, double length) {
    sepal_corner_status status = SEPAL_CORNERS_SURELY;
    for (uint32_t k = 0; k < s->size; k++) {
        vec p = corner_at(s, k), d = {p.x - corner.x, p.y - corner.y};
        double past = dot_of(w, d), error = length * (fabs(d.x) + fabs(d.y));
        if (past > error)
            return SEPAL_CORNERS_UNKNOWN;
        if (past > -error)
            status = SEPAL_CORNERS_NEARLY;
    }
    return status;
}

static sepal_corner_status meet_at_corners(const body *reference, const face_span *p, const body *incident, const face_span *q,
                                           double low_at, contact_points *out) {
    uint32_t end = low_at - p->first_at > p->last_at - low_at ? p->last : p->first;
    vec end_at = corner_at(reference, end);
    bool last = square_apart(end_at, corner_at(incident, q->last)) < square_apart(end_at, corner_at(incident, q->first));
    uint32_t other = nearest_corner(end_at, incident, last ? q->last : q->first),
             corner = nearest_corner(corner_at(incident, other), reference, end);
    vec from = corner_at(reference, corner), to = corner_at(incident, other), w = {to.x - from.x, to.y - from.y},
        back = {-w.x, -w.y};
    double length = sqrt(dot_of(w, w));
    if (length == 0)
        return SEPAL_CORNERS_UNKNOWN;
    *out = (contact_points){.normal = {w.x / length, w.y / length}, .count = 1, .at = {to}, .distance = {length}};
    out->of_reference[0] = corner;
    out->of_incident[0] = other;
    sepal_corner_status of_reference = body_behind(reference, from, w, length * (double)SEPAL_CONTACT_CORNER),
                        of_incident = body_behind(incident, to, back, length * (double)SEPAL_CONTACT_CORNER);
    return of_reference < of_incident ? of_reference : of_incident;
}

/* --- Faces and corners ------------------------------------------------------------------------ */

/* False if no point of the incident face is beside the reference face and as near as the gap says. */
static bool meet_at_faces(const body *incident, const face_span *p, const face_span *q, const gap_axis *axis, double thickness,
                          double merge, contact_points *out) {
    bool cut_first = q->first_at<p->first_at - thickness, cut_last = q->last_at> p->last_at + thickness;
    if (q->first_at > p->last_at + thickness || q->last_at < p->first_at - thickness)
        return false;
    double length = q->last_at - q->first_at;
    double first = cut_first ? fmin((p->first_at - q->first_at) / length, 1) : 0;
    double last = cut_last ? fmax((p->last_at - q->first_at) / length, 0) : 1;
    take_part(incident, p, q, first, last, axis->level, out);
    double least = fmin(out->distance[0], out->distance[1]);
    double first_at = cut_first ? p->first_at : q->first_at, last_at = cut_last ? p->last_at : q->last_at;
    if (!(last_at - first_at > merge))
        keep_one(out, lower_of(out));
    return least <= axis->gap + thickness;
}

/* False if neither the faces nor two corners are what is nearest. Then `out` is one end of the incident face: the nearer one if it is
 * beside the reference face, else the lower one. */
static bool meet(const body *reference, const body *incident, const gap_axis *axis, double extent, contact_points *out) {
    vec n = axis->normal;
    double thickness = extent * (double)SEPAL_CONTACT_FACE;
    face_span p = span_above(reference, n, axis->level - thickness),
              q = incident_span(incident, n, axis->gap + axis->level, thickness);
    *out = (contact_points){.normal = n};
    bool faces = meet_at_faces(incident, &p, &q, axis, thickness, extent * (double)SEPAL_CONTACT_MERGE, out);
    bool at_an_end = q.first_at < p.first_at + thickness || q.last_at > p.last_at - thickness;
    if (faces && !at_an_end)
        return true;
    contact_points all = {.normal = n}, found;
    take_part(incident, &p, &q, 0, 1, axis->level, &all);
    double low_at = lower_of(&all) == 1 ? q.last_at : q.first_at;
    if (meet_at_corners(reference, &p, incident, &q, low_at, &found) >= (faces ? SEPAL_CORNERS_SURELY : SEPAL_CORNERS_NEARLY)) {
        *out = found;
        return true;
    }
    if (!faces) {
        *out = all;
        keep_one(out, q.first_at > p.last_at ? 0 : q.last_at < p.first_at ? 1 : lower_of(&all));
    }
    return faces;
}

/* --- Nearest points --------------------------------------------------------------------------- */

/* Takes the nearest points of a vertex of s and an edge of `edges` into `out`, if they are nearer than those that it has. The shape
 * a is the reference. */
static void try_vertex_and_edge(const body *s, uint32_t k, const body *edges, uint32_t edge, bool vertex_of_a,
                                contact_points *out) {
    vec p = corner_at(s, k), from = corner_at(edges, edge), e = way_to_next(edges, edge), w = {p.x - from.x, p.y - from.y};
    double square = dot_of(e, e), share = square > 0 ? fmin(fmax(dot_of(e, w) / square, 0), 1) : 0;
    vec foot = {from.x + share * e.x, from.y + share * e.y}, way = {foot.x - p.x, foot.y - p.y};
    double length = sqrt(dot_of(way, way)), sign = vertex_of_a ? 1 : -1;
    if (!(length < out->distance[0]))
        return;
    uint32_t end = share <= 0.5 ? edge : edge + 1 < edges->size ? edge + 1 : 0;
    out->normal = (vec){sign * way.x / length, sign * way.y / length};
    out->at[0] = vertex_of_a ? foot : p;
    out->distance[0] = length;
    out->of_reference[0] = vertex_of_a ? k : end;
    out->of_incident[0] = vertex_of_a ? end : k;
}

/* The nearest points of two shapes that are apart, as one contact. */
static contact_points nearest_points(const body *a, const body *b) {
    contact_points out = {.count = 1, .distance = {INFINITY, 0}};
    for (uint32_t i = 0; i < a->size; i++)
        for (uint32_t j = 0; j < b->size; j++) {
            try_vertex_and_edge(a, i, b, j, true, &out);
            try_vertex_and_edge(b, j, a, i, false, &out);
        }
    return out;
}

/* Shapes that are nearer than this, relative to their extent, meet along an axis: the direction between their nearest points would
 * not be known well enough (docs/numerics/contacts.md, "In double"). */
#define CONTACT_LEAST_DISTANCE 0x1p-24

/* --- The pair --------------------------------------------------------------------------------- */

/* A coordinate as the caller gets it. */
static float round_coordinate(double v) {
    return 0 + sepal_nearest_float(v); /* 0 + -0 is 0 */
}

/* Point k as point `slot` of an answer, without the depth. */
static void round_point(const body *a, const body *b, bool from_b, const contact_points *m, int k, uint32_t slot,
                        sepal_poly_contacts *out) {
    const body *reference = from_b ? b : a, *incident = from_b ? a : b;
    vec at = m->at[k], n = m->normal;
    double half = (m->distance[k] + (incident->radius - reference->radius)) / 2;
    double back_of_reference = m->distance[k] - reference->radius;
    double back_a = from_b ? incident->radius : back_of_reference, back_b = from_b ? back_of_reference : incident->radius;
    out->x[slot] = round_coordinate(a->origin_x + (at.x - half * n.x));
    out->y[slot] = round_coordinate(a->origin_y + (at.y - half * n.y));
    out->feature[slot] = from_b ? sepal_poly_feature(m->of_incident[k], m->of_reference[k])
                                : sepal_poly_feature(m->of_reference[k], m->of_incident[k]);
    out->a_x[slot] = round_coordinate((at.x - back_a * n.x) + (a->origin_x - a->place_x));
    out->a_y[slot] = round_coordinate((at.y - back_a * n.y) + (a->origin_y - a->place_y));
    out->b_x[slot] = round_coordinate((at.x - back_b * n.x) + (b->origin_x - b->place_x));
    out->b_y[slot] = round_coordinate((at.y - back_b * n.y) + (b->origin_y - b->place_y));
}

/* The contact points as the caller gets them. from_b: the reference shape is b. */
static sepal_poly_contacts round_contacts(const body *a, const body *b, bool from_b, const contact_points *m,
                                          const sepal_contact_rule *rule) {
    sepal_poly_contacts out = {0};
    int lower = m->count == 2 ? lower_of(m) : 0;
    double sign = from_b ? -1 : 1;
    out.normal_x = 0 + (float)(sign * m->normal.x);
    out.normal_y = 0 + (float)(sign * m->normal.y);
    for (int step = 0; step < m->count; step++) {
        int k = from_b ? m->count - 1 - step : step;
        double depth = (a->radius + b->radius) - m->distance[k];
        if (k == lower)
            depth = fmax(depth, -(double)rule->margin);
        else if (depth < -(double)rule->point_margin)
            continue;
        round_point(a, b, from_b, m, k, out.count, &out);
        out.depth[out.count++] = round_coordinate(depth);
    }
    return out;
}

sepal_poly_contacts sepal_polys_scalar_manifold_double(const sepal_polys *a, uint32_t i, const sepal_polys *b, uint32_t j,
                                                       const sepal_contact_rule *rule, const sepal_contacts *places) {
    double origin_x = (double)*sepal_poly_x(a, i), origin_y = (double)*sepal_poly_y(a, i);
    body of_a = body_of(a, i, origin_x, origin_y, places->poses_a), of_b = body_of(b, j, origin_x, origin_y, places->poses_b);
    double extent = fmax(extent_of(&of_a), extent_of(&of_b));
    gap_axis axis_a = greatest_gap_of(&of_a, &of_b), axis_b = greatest_gap_of(&of_b, &of_a);
    bool from_b = axis_b.gap > axis_a.gap + extent * (double)SEPAL_CONTACT_TIE;
    contact_points found;
    bool sure = from_b ? meet(&of_b, &of_a, &axis_b, extent, &found) : meet(&of_a, &of_b, &axis_a, extent, &found);
    if (!sure && !from_b && axis_b.gap > axis_a.gap) {
        from_b = true;
        sure = meet(&of_b, &of_a, &axis_b, extent, &found);
    }
    if (!sure) {
        contact_points nearest = nearest_points(&of_a, &of_b);
        bool flat = (a->heads[i].flags & b->heads[j].flags & SEPAL_FLAT) != 0;
        if (nearest.distance[0] == 0 && axis_a.gap == -INFINITY && axis_b.gap == -INFINITY) { /* two points in one place */
            found = (contact_points){.normal = {1, 0}, .count = 1};
        } else if ((flat || axis_a.gap > 0 || axis_b.gap > 0) && nearest.distance[0] > CONTACT_LEAST_DISTANCE * extent) {
            found = nearest;
            from_b = false;
        }
    }
    return round_contacts(&of_a, &of_b, from_b, &found, rule);
}
