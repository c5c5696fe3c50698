/* polys_chains.c — contact points with chains, whose segments are solid from one side: first those of all pairs, as if the segments
 * were shapes like others; then the answers that a chain gives otherwise are replaced.
 *
 * A chain is the border of an area, which is on the left of the way along it. Its outward normals at a point are those of the area:
 * inside of a segment the normal of the segment, at a convex joint all between the normals of the two segments (the normal cone:
 * Rockafellar, "Convex Analysis", 1970, section 2). No other normal can belong to a contact with the area; a push along one would be
 * that of a shape which catches on the end of a segment where the border goes on ("ghost collision"). */
#include "../core/arithmetic.h"

#include "../core/compiler.h"
#include "../core/fpstate.h"
#include "../exact/motion.h"
#include "bounds.h"
#include "contacts.h"
#include "kernels.h"
#include "set.h"

#include <sepal/groups.h>

typedef struct chain_vec {
    double x, y;
} chain_vec;

static double chain_dot(chain_vec v, chain_vec w) {
    return v.x * w.x + v.y * w.y;
}

static sepal_float2 chain_vertex(const sepal_polys *set, uint32_t index, uint32_t k) {
    return (sepal_float2){sepal_poly_x(set, index)[k], sepal_poly_y(set, index)[k]};
}

static chain_vec way_between(sepal_float2 from, sepal_float2 to) {
    return (chain_vec){(double)to.x - (double)from.x, (double)to.y - (double)from.y};
}

/* --- Which side? ------------------------------------------------------------------------------ */

/* Bounds the error of the sum of two determinants in double, as a multiple of the greatest of their bounds:
 * docs/numerics/contacts.md, "Chains". */
#define SEPAL_CHAIN_SIDE_ERROR 4

/* Is the middle of the shape's projection onto the normal of a segment on the inner side? If not, it is outside, or on the line. The
 * radius moves both ends of the projection by as much, so only the core counts. Exact. */
static bool is_behind_segment(const sepal_float2 segment[2], const sepal_polys *set, uint32_t index) {
    const uint32_t size = set->heads[index].size;
    double least = INFINITY, most = -INFINITY, error = 0;
    for (uint32_t k = 0; k < size; k++) {
        const sepal_float2 p = chain_vertex(set, index, k);
        const sepal_estimate left = sepal_determinant(segment[0].x, segment[0].y, segment[1].x, segment[1].y, p.x, p.y);
        least = left.value < least ? left.value : least;
        most = left.value > most ? left.value : most;
        error = left.error > error ? left.error : error;
    }
    if (fabs(least + most) > SEPAL_CHAIN_SIDE_ERROR * error)
        return least + most > 0;
    const sepal_vector way = sepal_vector_between(segment[0], segment[1]);
    sepal_float2 low = chain_vertex(set, index, 0), high = low;
    for (uint32_t k = 1; k < size; k++) {
        const sepal_float2 p = chain_vertex(set, index, k);
        const sepal_vector over_low = sepal_vector_between(low, p), over_high = sepal_vector_between(high, p);
        if (sepal_vector_cross_sign(&way, &over_low) < 0)
            low = p;
        if (sepal_vector_cross_sign(&way, &over_high) > 0)
            high = p;
    }
    const sepal_vector sum = sepal_vector_at(segment[0], low, segment[0], high, 1); /* of both, as seen from the segment */
    return sepal_vector_cross_sign(&way, &sum) > 0;
}

/* --- Which normals? --------------------------------------------------------------------------- */

/* A segment, and the segments before and after it in its chain; or the same points again, where none is joined to it. */
typedef struct chain_segment {
    sepal_float2 at[2], before, after;
} chain_segment;

static bool is_one_point(sepal_float2 p, sepal_float2 q) {
    return p.x == q.x && p.y == q.y;
}

/* The chain of a segment, as the range of its segments; a segment of no chain is one of its own. */
static void find_chain(const sepal_groups *chains, uint32_t segment, uint32_t range[2]) {
    size_t low = 0, high = chains->count; /* of the chains before `low`, all begin at the segment or before it */
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (chains->first[middle] <= segment)
            low = middle + 1;
        else
            high = middle;
    }
    range[0] = segment;
    range[1] = segment + 1;
    if (low > 0 && segment < chains->first[low]) {
        range[0] = chains->first[low - 1];
        range[1] = chains->first[low];
    }
}

/* A chain whose last segment ends where the first one begins is closed. */
static chain_segment segment_of(const sepal_polys *set, const sepal_groups *chains, uint32_t index) {
    uint32_t range[2];
    find_chain(chains, index, range);
    const uint32_t before = index > range[0] ? index - 1 : range[1] - 1, after = index + 1 < range[1] ? index + 1 : range[0];
    chain_segment s = {
        {chain_vertex(set, index, 0), chain_vertex(set, index, 1)}, chain_vertex(set, index, 0), chain_vertex(set, index, 1)};
    if (!sepal_poly_is_removed(set, before) && is_one_point(chain_vertex(set, before, 1), s.at[0]))
        s.before = chain_vertex(set, before, 0);
    if (!sepal_poly_is_removed(set, after) && is_one_point(chain_vertex(set, after, 0), s.at[1]))
        s.after = chain_vertex(set, after, 1);
    return s;
}

/* Bounds the angle, in radians, between the normal of a contact and that of its side, or the line between its corners:
 * docs/numerics/contacts.md, "Chains". */
#define SEPAL_CHAIN_ANGLE 0x1p-16

/* Do the outward normals at the joint of two segments reach from that of the one to that of the other through more than one? */
static bool is_convex_joint(sepal_float2 p, sepal_float2 q, sepal_float2 r) {
    const int turn = sepal_orient(p.x, p.y, q.x, q.y, r.x, r.y);
    return turn > 0 || (turn == 0 && chain_dot(way_between(p, q), way_between(q, r)) < 0);
}

/* Is a unit vector an outward normal of the chain at the segment? The normal of a segment is its way turned by a quarter turn to the
 * right. So a vector that leans forwards by less than the way turns at the joint does not lean along the next segment. */
static bool is_outward(const chain_segment *s, chain_vec normal) {
    const chain_vec way = way_between(s->at[0], s->at[1]);
    const double length = sqrt(chain_dot(way, way)), forwards = chain_dot(way, normal);
    const double upwards = way.y * normal.x - way.x * normal.y;
    const bool up = upwards > 0;
    if (fabs(forwards) <= SEPAL_CHAIN_ANGLE * length)
        return up;
    const bool at_end = forwards > 0;
    if (at_end ? is_one_point(s->after, s->at[1]) : is_one_point(s->before, s->at[0]))
        return upwards >= -SEPAL_CHAIN_ANGLE * length; /* a chain ends as if it went on downwards */
    const chain_vec next = at_end ? way_between(s->at[1], s->after) : way_between(s->before, s->at[0]);
    const double along_next = at_end ? chain_dot(next, normal) : -chain_dot(next, normal);
    return is_convex_joint(at_end ? s->at[0] : s->before, at_end ? s->at[1] : s->at[0], at_end ? s->after : s->at[1]) &&
           along_next <= SEPAL_CHAIN_ANGLE * sqrt(chain_dot(next, next));
}

/* --- Points on a segment ---------------------------------------------------------------------- */

/* A vertex of a shape: how far it is along the segment from its start, and above it; whether it is before the segment (-1), above or
 * below it (0), or beyond its end (+1), exactly. */
typedef struct chain_point {
    double along, above;
    uint32_t vertex;
    int place;
} chain_point;

/* What the shape is seen from: the segment, and a unit vector along it. */
typedef struct chain_frame {
    const sepal_float2 *at;
    chain_vec t;
    double length;
    double thickness, merge; /* of a side, and the least length of one, as in sepal_polys_contacts_pairs */
    double doubtful;         /* a point this near to the line across an end may be on either side of it */
} chain_frame;

/* Bounds the error of a place along a segment, or above it, in double, relative to the greatest difference of coordinates:
 * docs/numerics/contacts.md, "Chains". */
#define SEPAL_CHAIN_PLACE_ERROR 0x1p-48

/* The place of a point, exactly: where it is on the way from the one end of the segment to the other, and on the way back. */
static SEPAL_NOINLINE int place_exactly(const sepal_float2 at[2], sepal_float2 p) {
    if (sepal_sign_of_dot(at[0].x, at[0].y, at[1].x, at[1].y, p.x, p.y) < 0)
        return -1;
    return sepal_sign_of_dot(at[1].x, at[1].y, at[0].x, at[0].y, p.x, p.y) < 0;
}

static inline chain_point point_of(const chain_frame *f, const sepal_polys *set, uint32_t index, uint32_t k) {
    const sepal_float2 vertex = chain_vertex(set, index, k);
    const chain_vec p = way_between(f->at[0], vertex);
    const double along = chain_dot(f->t, p), beyond = along - f->length;
    const bool doubtful = fabs(along) <= f->doubtful || fabs(beyond) <= f->doubtful;
    return (chain_point){along, f->t.y * p.x - f->t.x * p.y, k,
                         doubtful ? place_exactly(f->at, vertex) : (beyond > 0) - (along < 0)};
}

/* The distance of a vertex from an end of the segment along it, times the length of the segment; its relative error is below 2^-52,
 * however near the vertex is to the line across the end. */
static SEPAL_NOINLINE double distance_from_end(const chain_frame *f, int end, sepal_float2 vertex) {
    const sepal_vector way = sepal_vector_between(f->at[0], f->at[1]), across = sepal_vector_turned(&way),
                       p = sepal_vector_between(f->at[end], vertex);
    return fabs(sepal_vector_cross_value(&p, &across));
}

/* A side that rises by more than this, in multiples of its run, is steep: docs/numerics/contacts.md, "Chains". */
#define SEPAL_CHAIN_STEEP 0x1p12

/* How high a side is above an end of the segment, with its corners on both sides of the line across the end: the mean of their heights,
 * weighted by their distances from the line. A steep side has no slope that could be computed from rounded places, but these distances
 * can be computed to a relative error each. So can that of a corner on the line, of which 0 must remain. */
static double height_at_end(const chain_frame *f, int end, const sepal_polys *set, uint32_t index, const chain_point *outer,
                            const chain_point *inner) {
    const double at = end == 0 ? 0 : f->length, rise = outer->above - inner->above;
    double of_outer = fabs(outer->along - at), of_inner = fabs(inner->along - at);
    if (of_inner <= f->doubtful || fabs(rise) > SEPAL_CHAIN_STEEP * (of_outer + of_inner)) {
        of_outer = distance_from_end(f, end, chain_vertex(set, index, outer->vertex));
        of_inner = distance_from_end(f, end, chain_vertex(set, index, inner->vertex));
    }
    return inner->above + of_inner / (of_outer + of_inner) * rise;
}

/* Cuts a side off beyond the ends of the segment. False if nothing is left. */
static bool cut_side(const chain_frame *f, const sepal_polys *set, uint32_t index, const chain_point side[2], chain_point out[2]) {
    if (side[1].place < 0 || side[0].place > 0)
        return false;
    out[0] = side[0];
    out[1] = side[1];
    if (side[0].place < 0)
        out[0] = (chain_point){0, height_at_end(f, 0, set, index, &side[0], &side[1]), side[0].vertex, 0};
    if (side[1].place > 0)
        out[1] = (chain_point){f->length, height_at_end(f, 1, set, index, &side[1], &side[0]), side[1].vertex, 0};
    return true;
}

static double lower_height_of(const chain_point side[2]) {
    return side[0].above < side[1].above ? side[0].above : side[1].above;
}

/* How far the lower end of a side that was extended may be from the lowest point, in thicknesses of a side. One that rises by less than
 * its length keeps to it: docs/numerics/contacts.md, "Chains". */
#define SEPAL_CHAIN_SLACK 2

/* The side that the edge between two vertices is part of: all vertices within the thickness of its line. */
static void extend_side(const chain_frame *f, const sepal_polys *set, uint32_t index, chain_point side[2]) {
    const chain_point from = side[0], to = side[1];
    const double run = to.along - from.along, rise = to.above - from.above, length = sqrt(run * run + rise * rise);
    for (uint32_t k = 0; k < set->heads[index].size; k++) {
        const chain_point p = point_of(f, set, index, k);
        if (fabs((p.above - from.above) * run - (p.along - from.along) * rise) > f->thickness * length)
            continue;
        if (p.along < side[0].along)
            side[0] = p;
        if (p.along > side[1].along)
            side[1] = p;
    }
}

/* The side of the shape above the segment that is nearest to it, of two that meet at a corner the one that is more nearly parallel; or
 * the nearest vertex, twice, if no side looks at the segment. It is cut off beyond the ends of the segment. False if nothing of the
 * shape is above the segment. */
static bool nearest_side(const chain_frame *f, const sepal_polys *set, uint32_t index, chain_point out[2]) {
    const uint32_t size = set->heads[index].size;
    const bool clockwise = (set->heads[index].flags & SEPAL_CLOCKWISE) != 0;
    chain_point side[2] = {{0, 0, 0, 0}, {0, 0, 0, 0}}, cut[2], p = point_of(f, set, index, 0), lowest = {0, INFINITY, 0, 0};
    double least = INFINITY, slope = INFINITY;
    for (uint32_t k = 0; k < size; k++) {
        const chain_point q = point_of(f, set, index, k + 1 < size ? k + 1 : 0);
        const chain_point edge[2] = {clockwise ? p : q, clockwise ? q : p}; /* from the start of the segment to its end */
        const double run = edge[1].along - edge[0].along;
        p = q;
        if (q.place == 0 && q.above < lowest.above)
            lowest = q;
        if (edge[0].place > edge[1].place || (edge[0].place == edge[1].place && !(run > 0)) || !cut_side(f, set, index, edge, cut))
            continue;
        const double lower = lower_height_of(cut);
        if (lower > least)
            continue;
        const double steepness = run > 0 ? fabs(edge[1].above - edge[0].above) / run : INFINITY;
        if (lower < least || steepness < slope) {
            least = lower;
            slope = steepness;
            side[0] = edge[0];
            side[1] = edge[1];
            out[0] = cut[0];
            out[1] = cut[1];
        }
    }
    if (lowest.above < least) { /* of a side across the segment only its corners count */
        out[0] = out[1] = lowest;
        return true;
    }
    if (least < INFINITY) { /* of a steep side the vertices that are near to its line may be far below or above it */
        extend_side(f, set, index, side);
        if (cut_side(f, set, index, side, cut) && fabs(lower_height_of(cut) - least) <= SEPAL_CHAIN_SLACK * f->thickness) {
            out[0] = cut[0];
            out[1] = cut[1];
        }
    }
    return least < INFINITY;
}

static double greatest_difference(sepal_float2 origin, const sepal_polys *set, uint32_t index) {
    double most = 0;
    for (uint32_t k = 0; k < set->heads[index].size; k++) {
        const chain_vec p = way_between(origin, chain_vertex(set, index, k));
        const double greater = fabs(p.x) > fabs(p.y) ? fabs(p.x) : fabs(p.y);
        most = greater > most ? greater : most;
    }
    return most;
}

static float float_near(double v) {
    return 0 + sepal_nearest_float(v); /* 0 + -0 is 0 */
}

/* The contact of a pair with the segment as the reference edge; no points if no side of b is above it within the margin. */
static sepal_poly_contacts points_on_segment(const chain_segment *s, const sepal_polys *a, const sepal_polys *b, sepal_pair pair,
                                             const sepal_contact_rule *rule, const sepal_contacts *places) {
    const chain_vec way = way_between(s->at[0], s->at[1]);
    const double length = sqrt(chain_dot(way, way)), of_a = greatest_difference(s->at[0], a, pair.a),
                 of_b = greatest_difference(s->at[0], b, pair.b), extent = of_a > of_b ? of_a : of_b,
                 radius_a = (double)sepal_poly_radius(a, pair.a), radius_b = (double)sepal_poly_radius(b, pair.b);
    const chain_frame f = {s->at,
                           {way.x / length, way.y / length},
                           length,
                           extent * (double)SEPAL_CONTACT_FACE,
                           extent * (double)SEPAL_CONTACT_MERGE,
                           extent * SEPAL_CHAIN_PLACE_ERROR};
    sepal_poly_contacts out = {0};
    chain_point side[2] = {{0, 0, 0, 0}, {0, 0, 0, 0}};
    if (!(length > 0) || !nearest_side(&f, b, pair.b, side))
        return out;
    const int deeper = side[1].above < side[0].above;
    if (radius_a + radius_b - side[deeper].above < -(double)rule->margin)
        return out;
    const chain_vec n = {f.t.y, -f.t.x};
    out.normal_x = float_near(n.x);
    out.normal_y = float_near(n.y);
    for (int k = 0; k < 2; k++) {
        const double depth = radius_a + radius_b - side[k].above, on_a = radius_a, on_b = side[k].above - radius_b;
        if (k != deeper && (!(side[1].along - side[0].along > f.merge) || depth < -(double)rule->point_margin))
            continue;
        const chain_vec core = {(double)s->at[0].x + side[k].along * f.t.x, (double)s->at[0].y + side[k].along * f.t.y};
        const uint32_t p = out.count++;
        out.depth[p] = float_near(depth);
        out.feature[p] = sepal_poly_feature((uint32_t)k, side[k].vertex);
        out.x[p] = float_near(core.x + (on_a + on_b) / 2 * n.x);
        out.y[p] = float_near(core.y + (on_a + on_b) / 2 * n.y);
        out.a_x[p] = float_near(core.x + on_a * n.x - (double)sepal_poly_place_x(places->poses_a, pair.a));
        out.a_y[p] = float_near(core.y + on_a * n.y - (double)sepal_poly_place_y(places->poses_a, pair.a));
        out.b_x[p] = float_near(core.x + on_b * n.x - (double)sepal_poly_place_x(places->poses_b, pair.b));
        out.b_y[p] = float_near(core.y + on_b * n.y - (double)sepal_poly_place_y(places->poses_b, pair.b));
    }
    return out;
}

/* --- All pairs -------------------------------------------------------------------------------- */

static float read_float(const float *array, size_t offset) {
    float value;
    memcpy(&value, (const unsigned char *)array + offset, sizeof value);
    return value;
}

/* Replaces the answer to pair k, where the chain gives another one. */
static void answer_as_chain(const sepal_polys *a, const sepal_groups *chains, const sepal_polys *b, const sepal_pair *pairs,
                            size_t k, const sepal_contact_rule *rule, const sepal_contacts *out) {
    const sepal_contact_offsets of = sepal_contact_offsets_of(k, out->stride, out->point_stride, SEPAL_POLY_CONTACTS_MOST);
    if (((const unsigned char *)out->count)[of.count] == 0)
        return;
    const chain_segment s = segment_of(a, chains, pairs[k].a);
    const chain_vec normal = {(double)read_float(out->normal_x, of.normal), (double)read_float(out->normal_y, of.normal)};
    sepal_poly_contacts found = {0};
    if (!is_behind_segment(s.at, b, pairs[k].b)) {
        if (is_outward(&s, normal))
            return;
        found = points_on_segment(&s, a, b, pairs[k], rule, out);
    }
    sepal_poly_contacts_write(out, k, &found);
}

/* Are the chains ranges of shapes of the set? */
static bool chains_are_good(const sepal_groups *chains, size_t shapes) {
    if (chains == NULL || (chains->first == NULL && chains->count > 0))
        return false;
    for (size_t g = 0; g < chains->count; g++)
        if (chains->first[g] > chains->first[g + 1])
            return false;
    return chains->count == 0 || chains->first[chains->count] <= shapes;
}

sepal_status sepal_polys_contacts_chains(const sepal_polys *a, const sepal_groups *chains, const sepal_polys *b,
                                         const sepal_pair *pairs, size_t count, const sepal_contact_rule *rule,
                                         const sepal_contacts *out) {
    sepal_contacts_call call;
    if (!sepal_contacts_call_of(a, b, pairs, count, rule, out, &call) || !chains_are_good(chains, a->count))
        return SEPAL_BAD_ARGUMENT;
    if (out->count == NULL || out->normal_x == NULL || out->normal_y == NULL)
        return SEPAL_BAD_ARGUMENT;
    for (size_t k = 0; k < count; k++)
        if (a->heads[pairs[k].a].size != 2 && !sepal_poly_is_removed(a, pairs[k].a))
            return SEPAL_BAD_ARGUMENT;
    if (!sepal_polys_are_floats(a, b))
        return SEPAL_BAD_KIND;
    sepal_fpstate callers = sepal_fpstate_enter();
    const bool finite = sepal_contacts_answer(a, b, pairs, count, &call);
    for (size_t k = 0; k < count && finite; k++)
        answer_as_chain(a, chains, b, pairs, k, &call.rule, call.out);
    sepal_fpstate_leave(callers);
    return finite ? SEPAL_OK : SEPAL_BAD_SHAPE;
}
