/* sweep_round.h — do two moving solids with a reach meet, when and how? One pair at a time, in double, where that is certain.
 *
 * With f(t) the distance of the cores at a time, which is convex, they meet first where f(t) is the reach r. Each nearest part (vertex,
 * edge or face of the Minkowski difference K) proposes the time at which its point, line or plane is r away, until one is its own
 * nearest part there. The float T below is the answer if the solids are certainly apart then and coming nearer, and certainly meet at the
 * next float. The part, if it is certain (cores_part.h) everywhere near the place at which it was found, is the one whose normal the
 * reference takes (docs/numerics/solids_sweep.md, "Moving solids with radii in double"). */
#ifndef SEPAL_SOLIDS_KERNEL_SWEEP_ROUND_H
#define SEPAL_SOLIDS_KERNEL_SWEEP_ROUND_H

#include "cores_meet.h"
#include "sweep_shared.h"
#include "sweep_ties.h"

/* Proposals at most; the share of the reach that makes a way graze a part, so that the time is proposed at which it passes it; the share
 * of a time by which one that is as good may differ; the sine between the way and the nearest points of what may meet head on. None bounds an
 * error. */
enum { ROUND_PROPOSALS = 16 };
#define ROUND_GRAZES    0x1p-40
#define ROUND_SAME_TIME 0x1p-34
#define ROUND_HEAD_ON   0x1p-20

/* Members are taken for nearest within this share of the extent: more than what the way until they meet turns the direction by. */
#define LINE_ASIDE 0x1p-24

/* What double knows. */
typedef enum sweep_verdict { SWEEP_OPEN, SWEEP_APART, SWEEP_MEET } sweep_verdict;

/* The cores at the beginning, and at a time, which have the same vertices. */
typedef struct round_sweep {
    _Alignas(64) double room[3 * CORE_ROOM];
    solid_core_pair first, now, tied; /* tied: at the beginning, in a unit that the move has, too */
    double way[3], length, reach, time;
    simplex part;       /* the nearest one now */
    bool on_line;       /* are all members that may be nearest certainly on a line through it? */
    double off_members; /* then: so far from the foot of the origin, or more, but for one that the foot stays at */
} round_sweep;

/* False if there are too many vertices. The extent is twice what vertices and move have together, so that the errors of moved vertices
 * are within the bounds of cores.h. */
static bool set_round_sweep(const solid_sweep_query *s, sepal_pair pair, const core_searches *searches, round_sweep *out) {
    const sepal_solid_mover a = solid_mover_a(s, pair), b = solid_mover_b(s, pair);
    if (!solid_load_cores(&s->q, pair, searches, (core_room){out->room, CORE_ROOM, 1}, &out->first))
        return false;
    for (int k = 0; k < 3; k++)
        out->way[k] = (double)b.move[k] - (double)a.move[k];
    out->length = d3_length(out->way);
    const double of_a = (double)sepal_solid_radius(s->q.a, pair.a), of_b = (double)sepal_solid_radius(s->q.b, pair.b);
    out->reach = (of_a + of_b) + (double)s->q.margin;
    out->now = out->first;
    out->now.spread = 2 * fmax((double)s->q.a->balls[pair.a].r - of_a, (double)s->q.b->balls[pair.b].r - of_b) * (1 + 0x1p-50);
    out->now.extent = 2 * (out->first.extent + d3_sum(out->way)) * (1 + 0x1p-50);
    out->now.exact = false;
    return out->length > 0x1p-100 && out->now.extent < 0x1p120 && out->reach < 0x1p120;
}

static void move_to(round_sweep *s, double time) {
    for (int k = 0; k < 3; k++)
        s->now.shift[k] = time * s->way[k];
    s->time = time;
    for (int k = 0; k < s->part.count; k++)
        set_member(&s->now, s->part.m[k].a, s->part.m[k].b, &s->part.m[k]);
}

/* How long after now the point, line or plane of the part is as near as the reach, about; if it never is, how long after now it is
 * nearest; -INFINITY if a plane has long been nearer. grazes: does it seem to be just as near as the reach there? */
static double time_of_part(const round_sweep *s, bool *grazes) {
    const core_member *m = s->part.m;
    *grazes = false;
    double from[3] = {m[0].w[0], m[0].w[1], m[0].w[2]}, d[3] = {s->way[0], s->way[1], s->way[2]}, e[3], g[3], n[3];
    if (s->part.count == 3) {
        d3_sub(m[1].w, m[0].w, e);
        d3_sub(m[2].w, m[0].w, g);
        d3_cross(e, g, n);
        const double size = d3_length(n), gap = d3_dot(n, from) / size, speed = (gap < 0 ? -1 : 1) * d3_dot(n, d) / size;
        const bool within = fabs(gap) < s->reach * (1 - ROUND_GRAZES) && speed > -ROUND_GRAZES * s->length;
        *grazes = fabs(speed) <= ROUND_GRAZES * s->length && fabs(fabs(gap) - s->reach) <= ROUND_GRAZES * s->reach;
        return *grazes ? 0 : within ? -(double)INFINITY : (s->reach - fabs(gap)) / speed;
    }
    if (s->part.count == 2) {
        d3_sub(m[1].w, m[0].w, e);
        const double square = d3_dot(e, e), of_w = d3_dot(from, e) / square, of_d = d3_dot(d, e) / square;
        for (int k = 0; k < 3; k++) {
            from[k] -= of_w * e[k];
            d[k] -= of_d * e[k];
        }
    }
    const double a = d3_dot(d, d), b = -d3_dot(from, d), c = d3_dot(from, from) - s->reach * s->reach, root = b * b - a * c;
    /* where it grazes, rounding moves the root but not where it is nearest */
    *grazes = fabs(root) <= ROUND_GRAZES * (a * (s->reach * s->reach));
    return root > 0 && !*grazes && (b > 0 || c < 0) ? c / (b + sqrt(root)) : b / a;
}

/* What double knows of a pair. time: if it is above 0, they do not meet before, and this is the time. seems_to_meet: which is not certain. */
typedef struct round_answer {
    sweep_verdict verdict;
    float time, normal[3];
    bool normal_known, seems_to_meet;
} round_answer;

/* No coordinate of what is inside is greater. */
static double most_of_ball(const sepal_solid_ball *ball) {
    return (fmax(fmax(fabs((double)ball->x), fabs((double)ball->y)), fabs((double)ball->z)) + (double)ball->r) * (1 + 0x1p-20);
}

/* The question in whole numbers, if it is one; then ties are known as such. reaching: is it also about the reach? The plane is the one at right
 * angles to the way, by which a member of the part comes to meet the origin head on. */
static bool set_met_plane(const solid_sweep_query *q, sepal_pair pair, round_sweep *s, bool reaching, met_plane *out) {
    int low, high;
    find_moving_span(q, pair, &low, &high);
    if (reaching)
        cover_reach(q, pair, &low, &high);
    if (high - low > CORE_SPAN_EXACT)
        return false;
    s->tied = s->first;
    set_core_unit(low, high, &s->tied);
    out->p = &s->tied;
    out->reach = s->reach;
    out->most = most_of_ball(&q->q.a->balls[pair.a]) + most_of_ball(&q->q.b->balls[pair.b]) + s->length * (1 + 0x1p-20);
    out->length = out->size = s->length;
    out->error = 0;
    out->degree = 1;
    set_member(&s->first, s->part.m[0].a, s->part.m[0].b, &out->at);
    for (int k = 0; k < 3; k++)
        out->way[k] = s->way[k], out->n[k] = -s->way[k];
    out->whole_way = whole_of(out->p, out->way);
    out->whole = whole_of(out->p, out->n);
    return true;
}

/* Of solids that certainly graze, and so never do more than touch: the answer. */
static bool solids_graze(const solid_sweep_query *q, sepal_pair pair, round_sweep *s, round_answer *out) {
    met_plane plane;
    round_answer told = *out;
    if (!set_met_plane(q, pair, s, true, &plane) || !find_grazed_plane(&plane, &s->part) ||
        !certify_graze(&plane, &told.time, told.normal, &told.normal_known))
        return false;
    *out = told;
    out->verdict = q->q.touching == SEPAL_TOUCHING_OVERLAPS ? SWEEP_MEET : SWEEP_APART;
    return true;
}

/* Begins with the members of a proposed part (query.h), of no more than two of the half edges that have both ends. The core that the other
 * one is seen from is taken away: it has the opposite ends. */
static void take_proposed_part(unsigned code, round_sweep *s) {
    const bool seen_from_b = s->first.b.size > s->first.a.size;
    const unsigned edges = (seen_from_b ? s->first.b : s->first.a).box ? 3 : 1;
    unsigned of[2][3] = {{0, 0, 0}, {0, 0, 0}}; /* numbers of vertices */
    s->part.count = 1;
    for (unsigned e = 0; code != 0; e++, code >>= 2) {
        const unsigned seen = e == edges, bit = seen ? 1 : 1U << e;
        for (int k = 0; k < 3; k++)
            of[seen][k] |= code % 4 == (seen ? 3 : 1) ? bit : 0;
        if (code % 4 == 2 && s->part.count < 3)
            of[seen][s->part.count++] |= bit;
    }
    for (int k = 0; k < s->part.count; k++)
        set_member(&s->first, of[seen_from_b][k], of[!seen_from_b][k], &s->part.m[k]);
}

/* Moves to where they meet first, or are nearest to each other from the time 0 to 1, about, and has `out` receive the answer where a part
 * tells that they graze. False if neither was found. */
static bool find_round_time(const solid_sweep_query *q, sepal_pair pair, sweep_hint hint, round_sweep *s, round_answer *out) {
    bool grazes = false;
    core_member m[3];
    if (hint.members != NULL)
        take_coded_members(&s->first, hint.members, m, &s->part);
    else if (hint.part != 0)
        take_proposed_part(hint.part, s);
    else { /* with the member of K that is foremost on the way, at the time before which that alone tells that they are apart, about */
        s->part.count = 1;
        support_along(&s->first, s->way, &s->part.m[0]);
        s->time = (-d3_dot(s->way, s->part.m[0].w) / s->length - s->reach) / s->length;
    }
    if (hint.members != NULL || hint.part != 0) {
        s->time = 0;
        s->time = time_of_part(s, &grazes);
        if (grazes && solids_graze(q, pair, s, out))
            return true;
    }
    double apart_at = 0, next = s->time > 0 ? fmin(s->time, 1) : 0;
    bool tried = grazes;
    simplex before;
    before.count = 0;
    for (int step = 0; step < ROUND_PROPOSALS; step++) {
        move_to(s, next);
        const double later = search_on(&s->now, &s->part) == APPROACH_APART ? time_of_part(s, &grazes) : -(double)INFINITY;
        if (!(later > -(double)INFINITY)) { /* too late */
            if (!(next > 0))
                return false;
            next = apart_at + (next - apart_at) / 2;
            s->part = before.count > 0 ? before : s->part;
            continue;
        }
        apart_at = later > 0 ? next : apart_at;
        next = s->time + later;
        if (grazes && !tried && solids_graze(q, pair, s, out))
            return true;
        tried |= grazes;
        next = next > 0 ? next < 1 ? next : 1 : 0;
        if (fabs(next - s->time) <= ROUND_SAME_TIME * s->time) {
            move_to(s, next);
            return true;
        }
        before = s->part;
    }
    return false;
}

/* The nearest point of K now, its length, and how far K certainly is from the origin along its direction. */
typedef struct round_gap {
    double at[3], length, least;
} round_gap;

static bool find_round_gap(const round_sweep *s, round_gap *out) {
    simplex part = s->part;
    core_member least;
    if (!reduce_simplex(&part, out->at))
        return false;
    support_against(&s->now, out->at, &least);
    out->length = d3_length(out->at);
    out->least = d3_dot(out->at, least.w) / out->length - ROUND_GAP_ERROR * s->now.extent;
    return true;
}

/* Are they certainly apart from the time 0 to 1, parted by the direction of the nearest points now? */
static bool apart_all_the_time(const round_sweep *s, const round_gap *gap) {
    const double speed = d3_dot(gap->at, s->way) / gap->length, error = ROUND_SPEED_ERROR * s->length;
    const double at_first = gap->least - s->time * speed - error, at_last = gap->least + (1 - s->time) * speed - error;
    return fmin(at_first, at_last) > s->reach * (1 + ROUND_REACH_ERROR);
}

/* Are they certainly within reach of each other so much later? */
static bool meet_after(const round_sweep *s, const round_gap *gap, double later) {
    double at[3];
    for (int k = 0; k < 3; k++)
        at[k] = gap->at[k] + later * s->way[k];
    return d3_length(at) + ROUND_GAP_ERROR * s->now.extent < s->reach * (1 - ROUND_REACH_ERROR);
}

/* --- The normal ----------------------------------------------------------------------------------------------------------------- */

/* The foot of the origin is inside of the triangle of a parallelogram, and so off the diagonal that is a side of it. Is it certainly off the other
 * diagonal, through the corner, too, wherever the origin is not more than p->aside from its place now? On one, the reference may take it for
 * the part. */
static bool off_diagonals(const solid_core_pair *p, const core_part *part) {
    double error[2] = {0, 0};
    const int c = part->corner, next = (c + 1) % 3, last = (c + 2) % 3;
    return c < 0 || fabs(weight_of(p, part, c, next, &error[0]) - weight_of(p, part, last, c, &error[1])) > error[0] + error[1];
}

/* How far from its place now the origin may be when K is r away, or where the reference takes the part: K is r away now but for `off`, and
 * comes nearer by `speed`. */
static double way_to_contact(const round_sweep *s, double off, double speed) {
    return (off + (ROUND_MET_REACH * s->reach + ROUND_MET_EXTENT * s->now.extent)) * s->length / speed;
}

/* Of any number of members in a plane, which n leads to: the reference takes a triangle in that plane, or an edge or a member which the foot
 * of the origin stays on, if it is r away early enough before the next float. left: the way from now until then. */
static bool normal_of_plane(const round_sweep *s, const met_plane *g, double left, float normal[3]) {
    const double *n = g->n, extent = s->now.extent, share = g->error / g->size, height = d3_dot(n, s->part.m[0].w) / g->size,
                 speed = -d3_dot(n, s->way) / g->size, rounded = extent * (80 * DOUBLE_UNIT + 12 * share);
    const double off = fabs(height - s->reach) + rounded, aside = way_to_contact(s, off, speed / 2) + rounded,
                 beyond = g->size * extent * (64 * DOUBLE_UNIT + 6 * share + 4 * aside / s->reach);
    const bool early = speed > GRAZE_STEEP * s->length && left > TIED_SHORT * s->reach + 2 * off * s->length / speed;
    double foot[3];
    for (int k = 0; k < 3; k++)
        foot[k] = height * n[k] / g->size - s->now.shift[k];
    return share < 0x1p-4 && speed > 4 * s->length * (ROUND_SPEED_ERROR + share) && aside < 0x1p-3 * s->reach &&
           is_flush(g, &s->part, foot, extent, beyond, aside, early) && round_normal_of_plane(g, normal);
}

/* a = v x d; a x v of an edge v, or d x a of a vertex; and a . from; in twice the digits. */
static double pass_in_twofold(const double v[3], const double d[3], const double from[3], bool edge, double across[3],
                              double turned[3]) {
    const double *given[3] = {v, d, from};
    sepal_twofold of[3][3], a[3], b[3];
    for (int k = 0; k < 9; k++)
        of[k / 3][k % 3] = (sepal_twofold){given[k / 3][k % 3], 0};
    sepal_twofold_cross(of[0], of[1], a);
    sepal_twofold_cross(edge ? a : of[1], edge ? of[0] : a, b);
    for (int k = 0; k < 3; k++)
        across[k] = a[k].high, turned[k] = b[k].high;
    return sepal_twofold_dot(a, of[2]).high;
}

/* Where the vertex, or the line of the edge, is r away: the vector from the origin to where it passes, less what is left of r along the way,
 * or along that across the edge, as in solids_scalar_hit_round.c. Along a coordinate axis it is 0 if the edge is parallel to that, or if neither
 * members nor the move have any of it. first: the part at the beginning. g: NULL, or the question in whole numbers. */
static bool normal_in_time(const round_sweep *s, const core_part *first, const met_plane *g, float normal[3]) {
    const double u = DOUBLE_UNIT, r = s->reach, rounded = s->first.exact ? 0 : 64 * u * s->now.extent;
    const bool edge = first->count == 2;
    const double *from = first->m[0].w, *v = edge ? first->edge[0] : from, far = d3_length(from), long_v = d3_length(v);
    double across[3], turned[3], foot[3], along, unit = u;
    if (g != NULL) {
        along = pass_in_twofold(v, s->way, from, edge, across, turned);
        unit = TWOFOLD_UNIT;
    } else {
        d3_cross(v, s->way, across);
        d3_cross(edge ? across : s->way, edge ? v : across, turned);
        along = d3_dot(across, from);
    }
    const double *d = edge ? turned : s->way, square = d3_dot(across, across),
                 turn = edge ? 4 * long_v * s->length / sqrt(square) * (10 * unit + rounded / long_v) : 8 * unit;
    for (int k = 0; k < 3; k++)
        foot[k] = edge ? along / square * across[k] : turned[k] / (s->length * s->length);
    /* of what vectors are off by, and what is a share of each component */
    const double off = far * (turn + 16 * unit) + rounded, miss = d3_length(foot), left = (r - miss) * (r + miss);
    const double off_left = 2 * r * off + off * off + 32 * u * (r * r), size = d3_length(d);
    if (!(turn < 0x1p-24) || !(left > 4 * off_left))
        return false;
    const double front = sqrt(left), of_reference = front > ROUND_TANGENT * r ? ROUND_NORMAL_ERROR : ROUND_GRAZING_ERROR;
    const double error = off / r + turn + 8 * u, share = off_left / (front * r) + 32 * u + of_reference;
    /* numbers of so many digits are 0 if they are nearer to that than to any other whole number */
    const double least = g != NULL ? 0.5 / (g->p->unit * g->p->unit * g->p->unit) : 0;
    const bool whole = 64 * TWOFOLD_UNIT * long_v * s->length * fmax(fmax(long_v, far), s->length) < least;
    for (int k = 0; k < 3; k++) {
        const double beside = foot[k] / r, ahead = d[k] / size;
        const bool level = from[k] == 0 && s->way[k] == 0 && (!edge || v[k] == 0),
                   parallel = edge && v[(k + 1) % 3] == 0 && v[(k + 2) % 3] == 0,
                   none = (s->first.exact && (level || parallel)) ||
                          (whole && fabs(turned[k]) < least &&
                           (edge ? fabs(along) < least || fabs(across[k]) < least * g->p->unit : s->way[k] == 0));
        normal[k] = 0;
        if (!none && !round_between(beside - front / r * ahead, error + share * (fabs(beside) + fabs(ahead)), &normal[k]))
            return false;
    }
    return true;
}

/* Of the part alone, or of the line that it is on, if it is certainly the nearest one until K is r away, and where the reference takes it. Of a
 * face it is that of the cores at the beginning. */
static bool normal_of_part(round_sweep *s, const met_plane *g, float normal[3]) {
    core_part now, first;
    s->now.aside = 0;
    if (!set_part_before_origin(&s->now, &s->part, &now))
        return false;
    const bool face = now.count == 3;
    const double share = now.error / now.size, slope = -d3_dot(now.n, s->way) / (now.size * s->length);
    const double height = face             ? d3_dot(now.n, now.m[0].w) / now.size
                          : now.count == 2 ? now.size / d3_dot(now.edge[0], now.edge[0])
                                           : now.size;
    const double extent = s->now.extent, unit = DOUBLE_UNIT,
                 off = fabs(height - s->reach) + 80 * unit * extent + share * (face ? 12 * extent : 2 * height),
                 aside = way_to_contact(s, off, 0.5 * slope * s->length);
    s->now.aside = aside;
    if (!(slope > 4 * (ROUND_SPEED_ERROR + share)) || !(aside < (face ? height / 2 : 0x1p-3 * slope * s->reach)) ||
        !set_part_before_origin(&s->now, &s->part, &now) || (face && !off_diagonals(&s->now, &now)))
        return false;
    if (s->on_line) { /* all others are farther beyond */
        const double away = aside + 128 * unit * extent * (now.count == 2 ? 1 + extent / d3_length(now.edge[0]) : 1);
        if (!(s->off_members > away) || !(4 * aside + (64 * unit + 6 * share) * height < LINE_ASIDE * height))
            return false;
    } else if (!is_before_all(&s->now, &now))
        return false;
    first.count = now.count;
    for (int k = 0; k < now.count; k++)
        set_member(&s->first, now.m[k].a, now.m[k].b, &first.m[k]);
    const bool known = set_part(&s->first, &first);
    if (!face)
        return normal_in_time(s, &first, g, normal);
    for (int k = 0; k < 3 && known; k++) {
        const double value = first.n[k] / first.size;
        normal[k] = 0;
        if (!first.none[k] && !round_between(value, 2.5 * first.error / first.size + 16 * DOUBLE_UNIT * fabs(value), &normal[k]))
            return false;
    }
    return known;
}

/* Is v, a member or the move, certainly at right angles to an edge? */
static bool is_level(const met_plane *g, const double e[3], const double v[3]) {
    const whole3 of_e = whole_of(g->p, e), of_v = whole_of(g->p, v);
    return sign_in_units(g, 2, d3_dot(e, v), 4 * DOUBLE_UNIT * d3_length(e) * d3_length(v), whole_dot(&of_e, &of_v)) == 0;
}

/* Where more members than those of the part may be nearest. If they are on one line, as of parallel edges, the part becomes the one of them which the
 * foot of the origin certainly stays at, as the way is at right angles to the line, or the two that are farthest apart; else three of them span a
 * plane. g: NULL, or the question in whole numbers; left: as above. */
static bool normal_of_nearest(round_sweep *s, met_plane *g, double left, float normal[3]) {
    const solid_core_pair *p = &s->first;
    core_member m[TIED_MEMBERS];
    simplex part = s->part;
    double at[3], e[3], step[3], across[3], along[TIED_MEMBERS], longest = 0, widest = 0;
    int far = 0, aside = 0, first = 0, last = 0, at_foot = -1, count = part.count;
    for (int k = 0; k < count; k++)
        set_member(p, part.m[k].a, part.m[k].b, &m[k]);
    if (!p->exact || !reduce_simplex(&part, at))
        return false;
    if (count < 3) {
        met_plane near;
        near.p = p;
        near.at = m[0];
        memcpy(near.n, at, sizeof at);
        near.size = near.error = 0;
        near.degree = 0;
        count = list_members_in_plane(&near, LINE_ASIDE * s->now.extent * d3_length(at), NULL, m);
    }
    for (int k = 1; k < count; k++) {
        d3_sub(m[k].w, m[0].w, step);
        far = d3_dot(step, step) > longest ? k : far;
        longest = fmax(longest, d3_dot(step, step));
    }
    if (count == 0)
        return false;
    d3_sub(m[far].w, m[0].w, e);
    for (int k = 0; k < 3; k++)
        at[k] -= s->now.shift[k] + m[0].w[k];
    const double middle = d3_dot(at, e);
    const bool level = g != NULL && is_level(g, e, g->way);
    s->on_line = s->part.count < 3;
    s->off_members = INFINITY;
    for (int k = 0; k < count; k++) {
        d3_sub(m[k].w, m[0].w, step);
        d3_cross(e, step, across);
        s->on_line &= sign_of_cross(p, e, step) == 0;
        aside = d3_length(across) > widest ? k : aside;
        widest = fmax(widest, d3_length(across));
        along[k] = d3_dot(step, e);
        first = along[k] < along[first] ? k : first;
        last = along[k] > along[last] ? k : last;
        at_foot = level && is_level(g, e, m[k].w) ? k : at_foot;
    }
    const double foot = at_foot < 0 ? middle : along[at_foot];
    for (int k = 0; k < count; k++)
        if (at_foot < 0 || along[k] != foot)
            s->off_members = fmin(s->off_members, fabs(along[k] - foot) / sqrt(longest));
    if (!s->on_line) {
        if (g == NULL)
            return false;
        core_part plane;
        take_members(&plane, m, 1);
        plane.count = 3;
        memcpy(plane.edge[0], e, sizeof e);
        d3_sub(m[aside].w, m[0].w, plane.edge[1]);
        (void)set_plane_along(g, &plane, s->part.m[0].w);
        return normal_of_plane(s, g, left, normal);
    }
    first = at_foot < 0 ? first : at_foot;
    s->part.count = at_foot < 0 ? 2 : 1;
    set_member(&s->now, m[first].a, m[first].b, &s->part.m[0]);
    set_member(&s->now, m[last].a, m[last].b, &s->part.m[1]);
    return normal_of_part(s, g, normal);
}

/* Are they certainly just as far from each other as the reach at a time, to which they are moved, and come nearer? Only a time of few bits, of which
 * all coordinates are exact, too. */
static bool touch_at(const solid_sweep_query *q, sepal_pair pair, round_sweep *s, float time) {
    const core_rule rule = core_rule_of(&q->q, pair);
    core_part part;
    double excess;
    float whole = time; /* in the units that coordinates have then, of which edges have more */
    double edges = 1;
    int low, high;
    find_moving_span(q, pair, &low, &high);
    while (whole != floorf(whole)) {
        whole *= 2, edges *= 2;
        low--;
    }
    cover_reach(q, pair, &low, &high);
    if (high + 1 - low > CORE_SPAN_EXACT)
        return false;
    move_to(s, (double)time);
    solid_core_pair p = s->now;
    set_core_unit(low, high + 1, &p);
    p.edges = edges;
    if (!rule.exact || !(rule.reach > 0) || !p.exact || !is_nearest_part(&p, &s->part, &part) ||
        sign_along(&p, &part, s->way) != -1)
        return false;
    return find_excess_of_part(&p, &part, rule.reach, &excess) && excess == 0;
}

/* What is certain of a pair that seems to meet first, or to be nearest, at the time `at`, to which it has been moved. */
static bool tell_at_time(const solid_sweep_query *q, sepal_pair pair, round_sweep *s, double at, round_answer *out) {
    const float near = (float)at;
    const bool touches =
        fabs((double)near - at) * s->length <= TIED_SHORT * (s->now.extent + s->reach) && touch_at(q, pair, s, near);
    const float time = touches ? near : sepal_time_below(at), next = sepal_next_time(time);
    round_gap gap;
    met_plane plane;
    double across[3];
    const bool ends = touches && next > 1; /* they touch just at the end */
    if (!(time >= (float)ROUND_EARLIEST) || !(next <= 1 || ends))
        return false;
    move_to(s, (double)time);
    if (!find_round_gap(s, &gap))
        return false;
    /* what touches at the end may have been nearer before */
    const bool nearer = d3_dot(gap.at, s->way) < -ROUND_SPEED_ERROR * gap.length * s->length,
               late = ends && nearer && q->q.touching != SEPAL_TOUCHING_OVERLAPS,
               apart = touches ? late : apart_all_the_time(s, &gap);
    out->verdict = apart ? SWEEP_APART : SWEEP_OPEN;
    if (out->verdict == SWEEP_APART)
        return true;
    if (!(touches || gap.least > s->reach * (1 + ROUND_REACH_ERROR)) || !nearer ||
        !(ends || meet_after(s, &gap, (double)next - (double)time)))
        return false;
    out->verdict = SWEEP_MEET;
    out->time = time;
    at = touches ? (double)time : at;
    move_to(s, at);
    s->on_line = false;
    d3_cross(gap.at, s->way, across);
    const bool head_on = d3_length(across) < ROUND_HEAD_ON * gap.length * s->length;
    const double left = ((double)next - at) * s->length;
    out->normal_known = (head_on && set_met_plane(q, pair, s, false, &plane) && normal_of_plane(s, &plane, left, out->normal)) ||
                        normal_of_part(s, NULL, out->normal) ||
                        normal_of_nearest(s, set_met_plane(q, pair, s, false, &plane) ? &plane : NULL, left, out->normal);
    return true;
}

static SEPAL_NOINLINE round_answer sweep_round(const solid_sweep_query *q, sepal_pair pair, const core_searches *searches,
                                               sweep_hint hint) {
    round_answer out = {.verdict = SWEEP_OPEN};
    round_sweep s;
    round_gap gap;
    if (!set_round_sweep(q, pair, searches, &s))
        return out;
    const bool found = find_round_time(q, pair, hint, &s, &out);
    const double time = s.time;
    if (out.verdict != SWEEP_OPEN || (found && tell_at_time(q, pair, &s, time, &out)))
        return out;
    move_to(&s, time);
    if (!find_round_gap(&s, &gap))
        return out;
    if (meet_after(&s, &gap, 0) || apart_all_the_time(&s, &gap))
        out.verdict = meet_after(&s, &gap, 0) ? SWEEP_MEET : SWEEP_APART;
    out.seems_to_meet = found && gap.length <= s.reach * (1 + ROUND_GRAZES);
    return out;
}

#endif
