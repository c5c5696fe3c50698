/* solids_kernel_one.c — one pair at a time, in double: what the filters in lanes leave open. It is compiled once, for the narrowest
 * instruction set of the build (query.h, "One pair"). */
#include "../../core/arithmetic.h"

#if defined(SEPAL_NARROWEST)
#include "cores_meet.h"

bool sepal_solids_know_overlap(const solids_query *q, sepal_pair pair, const core_searches *searches, const uint32_t *code,
                               bool *meet) {
    double room[3 * CORE_ROOM];
    solid_core_pair p;
    const core_rule rule = core_rule_of(q, pair);
    core_gap gap = {.part.count = 1};
    core_member m[3];
    if (!solid_load_cores(q, pair, searches, (core_room){room, CORE_ROOM, 1}, &p))
        return false;
    set_member(&p, 0, 0, &gap.part.m[0]);
    if (code != NULL)
        take_coded_members(&p, code, m, &gap.part);
    return (code != NULL && !(rule.reach > 0) && know_by_plane(&p, m, rule.touching, meet)) ||
           know_overlap_from(&rule, &p, &gap, meet);
}

/* --- Containment ---------------------------------------------------------------------------------------------------------------- */

/* Each vertex of b overlaps the core of a, as a solid of one vertex. Where a is flat, whether its plane has them is told first. */
bool sepal_solids_know_within(const solid_core_pair *both, double reach, bool touching, const noted_vertices *noted, bool *within) {
    const core_rule rule = {reach, true, touching, noted == NULL};
    const double span = 2 * both->extent * both->unit;
    bool in_plane = reach == 0 && touching && both->exact && 4 * span * span <= 0x1p53; /* the search in the plane rounds nothing */
    double one[3][8];
    core_part plane; /* large, as lists are, and mostly not needed */
    core_list in[2];
    solid_core_pair p = *both;
    p.b = (core_vertices){1, false, {one[0], one[1], one[2]}};
    plane.count = 0, in[1].count = 1, in[1].at[0] = 0;
    *within = true;
    for (uint32_t i = 0; i < both->b.size && *within; i++) {
        if (noted != NULL && (noted->beyond[i / 64] >> i % 64 & 1) == 0)
            continue;
        for (int k = 0; k < 24; k++)
            one[k / 8][k % 8] = both->b.at[k / 8][i];
        if (in_plane && plane.count == 0) {
            plane.count = find_spanning(&p, plane.m);
            in_plane = plane.count == 3 && set_part(&p, &plane) && is_on_side(&p, &plane, false, 1, in);
        }
        if (in_plane) {
            set_member(&p, plane.m[0].a, 0, &plane.m[0]);
            const int touched = is_touched(&p, &plane, in);
            if (touched == SIGN_OPEN)
                return false;
            *within = touched == 1;
            continue;
        }
        core_gap gap = {.part.count = noted != NULL ? 3 : p.a.size < 3 ? (int)p.a.size : 1};
        for (uint32_t k = 0; k < (uint32_t)gap.part.count; k++)
            set_member(&p, noted != NULL ? noted->near[i][k] : k, 0, &gap.part.m[k]);
        if (!know_overlap_from(&rule, &p, &gap, within))
            return false;
    }
    return true;
}

/* The plane has one normal for all vertices of b: that of their members. */
int sepal_solids_keep_behind(const solid_core_pair *p, const uint32_t face[3], const double n[3], double base, double radius) {
    const core_vertices *b = &p->b;
    core_part part = {.count = 3};
    double excess = 0;
    for (int k = 0; k < 3; k++)
        set_member(p, face[k], 0, &part.m[k]);
    if (!p->exact || !set_part(p, &part))
        return 0;
    for (uint32_t i = 0; i < b->size; i++) {
        if ((n[0] * b->at[0][i] + n[1] * b->at[1][i]) + n[2] * b->at[2][i] <= base)
            continue;
        set_member(p, face[0], i, &part.m[0]);
        const int side = sign_along(p, &part, part.m[0].w);
        if (side == SIGN_OPEN)
            return 0;
        if (side < 0 && radius > 0 && !find_excess_of_part(p, &part, radius, &excess))
            return 0;
        if (side > 0 || (side == 0 && radius > 0) || excess > 0)
            return is_on_side(p, &part, false, -1, NULL) ? -1 : 0;
    }
    return 1;
}

/* --- Pushes. Double searches; cores_part.h proves that the part found is the one that defines the answer, which is rounded here where
 * double, or twice its digits, know it well enough. The bits are those of the reference, which takes what is left. */

/* The coordinate axis that n is parallel to, or 3: then the distance of the cores is that coordinate of any member in the plane. */
static int axis_of_part(const core_part *part) {
    int axis = 3;
    for (int k = 0; k < 3; k++)
        if (part->none[(k + 1) % 3] && part->none[(k + 2) % 3])
            axis = k;
    return axis;
}

/* The push of cores that are apart by `gap` along a coordinate axis, exactly. False if the depth is not certain. */
static bool push_along_axis(const core_part *part, int axis, const sepal_reach3 *reach, sepal_solid_mtv *out) {
    const double gap = fabs(part->m[0].w[axis]);
    double sum;
    bool exact = add_reach_exactly(reach->part[0], reach->part[1], reach->part[2], &sum);
    const double depth = sum - gap;
    exact = exact && sum - depth == gap && depth + gap == sum;
    float n[3] = {0, 0, 0};
    n[axis] = part->n[axis] > 0 ? 1 : -1;
    *out = (sepal_solid_mtv){n[0], n[1], n[2], 0};
    return round_between(depth, exact ? 0 : 0x1p-50 * (sum + gap), &out->depth) && ((exact && depth == 0) || out->depth != 0);
}

/* Is the plane certainly no farther than `most`? */
static bool is_near_enough(const solid_core_pair *p, const core_part *part, const sepal_grown *grown) {
    const double distance = d3_dot(part->n, part->m[0].w) / part->size;
    const double error = p->extent * (32 * DOUBLE_UNIT + 5 * part->error / part->size);
    const double most = grown->most.part[0] + grown->most.part[1] - 0x1p-50 * grown->most.part[0];
    if (distance + error <= most || !has_twofold(p, part, 0))
        return distance + error <= most;
    twofold_part of;
    find_twofold(p, part, &of);
    return (1 + 2 * of.far + 0x1p-50) * of.along.high <= most * sqrt(of.square.high);
}

/* The greatest extent, in units of the last bit, with which way_through rounds nothing: ways are 32 times as long. A box may exceed it. */
#define WAY_EXTENT 0x1p47

/* Of cores that touch: the face by which the line of the reference leaves K. */
static bool find_touched_face(const solids_query *q, sepal_pair pair, const solid_core_pair *p, core_part *out) {
    entry_search line = {.p = p, .spans = -1};
    sepal_member face[3];
    way_through(q, pair, line.way, 1);
    line.length = d3_length(line.way);
    find_inner_start(p, &line.face[0]);
    if (!p->exact || p->extent * p->unit > WAY_EXTENT || !find_first_face(&line) || !find_entered_face(&line) ||
        !leads_through(&line))
        return false;
    for (int k = 0; k < 3; k++)
        face[k] = (sepal_member){line.face[2 - k].a, line.face[2 - k].b};
    return out->touches = is_face(p, face, out, NULL) && sign_along(p, out, out->m[0].w) == 0;
}

/* The face of the reference, if the origin is certainly inside of K, or on its boundary. touches: it seems to be there. */
static bool find_way_out(const solids_query *q, sepal_pair pair, const solid_core_pair *p, bool touches, core_part *out) {
    const bool flat = p->a.size + p->b.size <= 4 || (q->a->heads[pair.a].flags & q->b->heads[pair.b].flags & SEPAL_SOLID_FLAT) != 0;
    sepal_grown grown;
    if (p->a.box && p->b.box) /* these have a way out of their own */
        return false;
    if ((flat && is_flat_and_touched(p, out)) || (touches && find_touched_face(q, pair, p, out)))
        return true;
    if (!p->searches->grow(p, &grown))
        return !flat && is_flat_and_touched(p, out);
    if (grown.around)
        return is_face(p, grown.member, out, NULL) && is_near_enough(p, out, &grown);
    return !touches && find_touched_face(q, pair, p, out);
}

/* What double knows of the answer is often enough to round it. */
static bool round_part(const solid_core_pair *p, const core_part *part, double reach, sepal_solid_mtv *out) {
    const double u = DOUBLE_UNIT, *n = part->n, sign = part->meets ? -1 : 1;
    double share = part->error / part->size, distance = d3_dot(n, part->m[0].w) / part->size;
    double error = p->extent * (32 * u + 5 * share) + 0x1p-50 * (reach + distance);
    float x[3];
    for (int k = 0; k < 3; k++) {
        double value = sign * n[k] / part->size;
        x[k] = 0;
        if (!part->none[k] && !round_between(value, 2.5 * share + 8 * u * fabs(value), &x[k]))
            return false;
    }
    *out = (sepal_solid_mtv){.x = x[0], .y = x[1], .z = x[2]};
    if (part->touches) /* at no distance */
        return round_between(reach, 0x1p-50 * reach, &out->depth);
    return round_between(reach - sign * distance, error, &out->depth);
}

/* The push of a part, rounded from numbers of twice the digits: what cancels where the cores are nearly as far apart as the reach, or a
 * component of the normal is nearly 0. False if all of that does not do. */
static SEPAL_NOINLINE bool round_twofold(const solid_core_pair *p, const core_part *part, const sepal_reach3 *radii,
                                         sepal_solid_mtv *out) {
    const double sign = part->meets ? -1 : 1;
    double reach, depth, error;
    twofold_part of;
    float x[3];
    if (!add_reach_exactly(radii->part[0], radii->part[1], radii->part[2], &reach) || !has_twofold(p, part, reach))
        return false;
    find_twofold(p, part, &of);
    const double size = sqrt(of.square.high), distance = of.along.high / size;
    for (int k = 0; k < 3; k++) {
        const double value = sign * of.n[k].high / size;
        x[k] = 0;
        if (!of.none[k] && !round_between(value, 2.5 * of.error + 0x1p-50 * fabs(value), &x[k]))
            return false;
    }
    *out = (sepal_solid_mtv){.x = x[0], .y = x[1], .z = x[2]};
    if (part->touches)
        return round_between(reach, 0x1p-50 * reach, &out->depth);
    if (part->meets || reach == 0) {
        depth = reach - sign * distance;
        error = 0x1p-50 * (reach + distance) + 2 * of.far * distance;
    } else {
        double excess, excess_error;
        if (!find_excess(p, part, &of, reach, &excess, &excess_error))
            return false;
        const double over = size * (reach * size + of.along.high);
        depth = excess / over;
        error = excess_error / over + 0x1p-49 * fabs(depth);
        if (excess == 0)
            return round_between(0, 0, &out->depth);
    }
    return round_between(depth, error, &out->depth) && out->depth != 0;
}

bool sepal_solids_push_one(const solids_query *q, sepal_pair pair, const core_searches *searches, sepal_contact *seems,
                           sepal_solid_mtv *out) {
    double room[3 * CORE_ROOM];
    solid_core_pair p;
    core_part part;
    simplex found;
    const sepal_reach3 reach = {
        {(double)sepal_solid_radius(q->a, pair.a), (double)sepal_solid_radius(q->b, pair.b), (double)q->margin, 0}};
    if (!solid_load_cores(q, pair, searches, (core_room){room, CORE_ROOM, 1}, &p))
        return false;
    note_given(q, pair, &p);
    if (!(*seems != SEPAL_APART && find_way_out(q, pair, &p, *seems == SEPAL_TOUCH, &part))) {
        found.count = 1;
        set_member(&p, 0, 0, &found.m[0]);
        const bool apart = search_on(&p, &found) == APPROACH_APART && is_nearest_part(&p, &found, &part);
        if (!apart && (*seems != SEPAL_APART || !find_way_out(q, pair, &p, false, &part)))
            return false;
    }
    *seems = part.touches ? SEPAL_TOUCH : part.meets ? SEPAL_OVERLAP : SEPAL_APART;
    const int axis = p.exact && !part.meets ? axis_of_part(&part) : 3;
    if (axis < 3)
        return push_along_axis(&part, axis, &reach, out);
    if (round_part(&p, &part, (reach.part[0] + reach.part[1]) + reach.part[2], out) && (part.touches || out->depth != 0))
        return true; /* a depth rounded once has the sign of the exact one, unless it became 0 */
    return round_twofold(&p, &part, &reach, out);
}

#endif
