/* solids_scalar_contacts.c — the contact points of one pair. It defines every bit of the answers.
 *
 * Both solids are seen along the normal of their push. Where the sides that face each other have a common part, its corners are
 * candidates: the gap between two planes is least at a corner of the part over which it is looked at, so one of them is as deep as
 * the push (docs/numerics/solid_contacts.md, "Depth"). No side is the reference, and a pair is looked at from that side from which
 * its normal has a certain sign: so an exchange of a and b changes nothing. */
#include "../../core/arithmetic.h"

#include "common.h"
#include "reference.h"
#include <math.h>

/* A pair as it is looked at: the first core is below the second. */
typedef struct contact_view {
    const sepal_solids *first, *second;
    uint32_t i, j;
    float normal[3];
    double radius_first, radius_second, reach; /* reach: the sum of the radii */
    double depth;                              /* of the push */
    contact_frame frame;
    wd3 origin;
    sepal_contact_core core_first, core_second;
    sepal_contact_side side_first, side_second;
    double extent, flush;                     /* D of the header, and the tolerance for corners */
    double deeper;                            /* by how much a candidate must be deeper to be taken as well */
    const double *place_first, *place_second; /* to which points of each surface are relative */
    sepal_contact_candidate candidates[SEPAL_CONTACT_CANDIDATES];
} contact_view;

static void look(contact_view *v) {
    sepal_contact_core *p = &v->core_first, *q = &v->core_second;
    v->origin = sepal_contact_origin(v->first, v->i);
    find_frame(wd3_at(v->normal), &v->frame);
    sepal_contact_core_set(p, v->first, v->i, &v->frame, v->origin);
    sepal_contact_core_set(q, v->second, v->j, &v->frame, v->origin);
    sepal_contact_side_set(&v->side_first, p, 1);
    sepal_contact_side_set(&v->side_second, q, -1);
    measure_covers(&p->cover, &q->cover, &v->extent, &v->flush);
}

/* Leaves the candidates that are deep enough. */
static int keep_deep(contact_view *v, int count, const sepal_contact_rule *rule) {
    int kept = 0;
    for (int k = 0; k < count; k++)
        if (v->reach - v->candidates[k].distance >= -(double)rule->point_margin)
            v->candidates[kept++] = v->candidates[k];
    return kept;
}

/* Is some candidate as deep as the push? */
static bool some_is_deep(contact_view *v, int count, const sepal_contact_rule *rule) {
    const double rectangle = sepal_contact_rectangle(v->candidates, count, NULL);
    double nearest = INFINITY;
    v->deeper =
        (0.25 * (double)rule->margin + SEPAL_CONTACT_DEEPER * rectangle) + SEPAL_CONTACT_DEEPER_BOX * (v->extent + v->reach);
    for (int k = 0; k < count; k++)
        nearest = v->candidates[k].distance < nearest ? v->candidates[k].distance : nearest;
    return count > 0 && v->reach - nearest >= v->depth - v->deeper;
}

/* The candidates that count; none if none is as deep as the push. */
static int find_candidates(contact_view *v, const sepal_contact_rule *rule) {
    const sepal_contact_side *p = &v->side_first, *q = &v->side_second;
    int count;
    if (p->count >= 3 || q->count >= 3) {
        count = keep_deep(v, sepal_contact_common(p, q, v->flush, v->candidates), rule);
        return some_is_deep(v, count, rule) ? count : 0;
    }
    count = keep_deep(v, sepal_contact_side_by_side(p, q, v->flush, v->candidates), rule);
    if (some_is_deep(v, count, rule))
        return count;
    count = keep_deep(v, sepal_contact_crossing(p, q, v->flush, v->candidates), rule);
    return some_is_deep(v, count, rule) ? count : 0;
}

/* A point at (x, y, h) of the frame, relative to a place. */
static void write_point(const contact_view *v, double x, double y, double h, const double place[3], float out[3]) {
    const contact_frame *f = &v->frame;
    const wd3 at = wd3_add(wd3_add(wd3_scale(f->u, x), wd3_scale(f->v, y)), wd3_scale(f->n, h));
    out[0] = 0 + sepal_nearest_float(at.x + (v->origin.x - place[0])); /* 0 + -0 is 0 */
    out[1] = 0 + sepal_nearest_float(at.y + (v->origin.y - place[1]));
    out[2] = 0 + sepal_nearest_float(at.z + (v->origin.z - place[2]));
}

/* Point k of an answer. first, second: the points of the surfaces of the first and the second solid. */
static void describe_candidate(const contact_view *v, const sepal_contact_candidate *of, sepal_solid_manifold *out, float first[3],
                               float second[3]) {
    static const double nowhere[3] = {0, 0, 0};
    const double on_first = of->first + v->radius_first, on_second = of->second - v->radius_second;
    const uint32_t k = out->count++;
    write_point(v, of->x, of->y, 0.5 * (on_first + on_second), nowhere, out->at[k]);
    write_point(v, of->x - of->off_x, of->y - of->off_y, on_first, v->place_first, first);
    write_point(v, of->x + of->off_x, of->y + of->off_y, on_second, v->place_second, second);
    out->depth[k] = sepal_nearest_float(v->reach - of->distance);
    out->feature[k] = of->feature;
}

/* The point of the push. */
static void describe_push(const contact_view *v, sepal_solid_manifold *out, float first[3], float second[3]) {
    const sepal_solid_mtv_points points = sepal_solid_find_mtv_points(v->first, v->i, v->second, v->j, v->normal);
    for (int c = 0; c < 3; c++) {
        out->at[0][c] = 0 + sepal_nearest_float(0.5 * ((double)points.a[c] + (double)points.b[c]));
        first[c] = 0 + sepal_nearest_float((double)points.a[c] - v->place_first[c]);
        second[c] = 0 + sepal_nearest_float((double)points.b[c] - v->place_second[c]);
    }
    out->feature[0] = (uint32_t)SEPAL_FEATURE_INSIDE << 16 | SEPAL_FEATURE_INSIDE;
    out->depth[0] = (float)v->depth;
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
static void settle_features(const contact_view *v, sepal_solid_manifold *out) {
    for (uint32_t k = 1; k < out->count && (v->side_first.many || v->side_second.many); k++) {
        const bool of_first = v->side_first.many && out->feature[k] >> 16 != SEPAL_FEATURE_INSIDE;
        while (has_feature(out, k, out->feature[k]))
            out->feature[k] += of_first ? 1 << 16 : 1;
    }
}

sepal_solid_manifold sepal_solids_scalar_manifold(const sepal_solids *a, uint32_t i, const sepal_solids *b, uint32_t j,
                                                  const sepal_solid_mtv *push, const sepal_contact_rule *rule,
                                                  const sepal_solid_contacts *places) {
    const float normal[3] = {push->x, push->y, push->z};
    const bool turned = sepal_contact_turns(normal);
    const float depth = push->depth > -rule->margin ? push->depth : 0 - rule->margin;
    double place_a[3], place_b[3];
    sepal_solid_manifold out = {.normal = {normal[0], normal[1], normal[2]}};
    contact_view v; /* the most of it is scratch memory, which takes time to clear */
    v.first = turned ? b : a;
    v.second = turned ? a : b;
    v.i = turned ? j : i;
    v.j = turned ? i : j;
    sepal_contact_place(places->poses_a, i, place_a);
    sepal_contact_place(places->poses_b, j, place_b);
    v.place_first = turned ? place_b : place_a;
    v.place_second = turned ? place_a : place_b;
    v.depth = (double)depth;
    v.radius_first = (double)sepal_solid_radius(v.first, v.i);
    v.radius_second = (double)sepal_solid_radius(v.second, v.j);
    v.reach = v.radius_first + v.radius_second;
    for (int c = 0; c < 3; c++)
        v.normal[c] = turned ? -normal[c] : normal[c];
    look(&v);
    const int count = find_candidates(&v, rule);
    if (count > 0) {
        int chosen[SEPAL_CONTACTS_MOST];
        const int kept = sepal_contact_choose(v.candidates, count, 4 * v.flush, v.deeper, chosen);
        for (int k = 0; k < kept; k++)
            describe_candidate(&v, &v.candidates[chosen[k]], &out, turned ? out.on_b[k] : out.on_a[k],
                               turned ? out.on_a[k] : out.on_b[k]);
    } else {
        describe_push(&v, &out, turned ? out.on_b[0] : out.on_a[0], turned ? out.on_a[0] : out.on_b[0]);
    }
    settle_depths(&out, depth);
    settle_features(&v, &out);
    for (uint32_t k = 0; k < out.count && turned; k++)
        out.feature[k] = sepal_feature_turned(out.feature[k]);
    return out;
}

sepal_solid_manifold sepal_solids_scalar_contacts(const sepal_solids *a, uint32_t i, const sepal_solids *b, uint32_t j,
                                                  const sepal_contact_rule *rule, const sepal_solid_contacts *places) {
    const sepal_rule closed = {SEPAL_TOUCHING_OVERLAPS, rule->margin}, push = {SEPAL_TOUCHING_OVERLAPS, 0};
    if (!sepal_solids_scalar_overlap(a, i, b, j, &closed))
        return (sepal_solid_manifold){.count = 0};
    const sepal_solid_mtv found = sepal_solids_scalar_mtv(a, i, b, j, &push);
    return sepal_solids_scalar_manifold(a, i, b, j, &found, rule, places);
}

void sepal_solids_contacts_pairs_scalar(const sepal_solids *a, const sepal_solids *b, const sepal_pair *pairs, size_t count,
                                        const sepal_contact_rule *rule, const sepal_solid_contacts *out) {
    for (size_t k = 0; k < count; k++) {
        const sepal_solid_manifold found = sepal_solids_scalar_contacts(a, pairs[k].a, b, pairs[k].b, rule, out);
        sepal_solid_manifold_write(out, k, &found);
    }
}
