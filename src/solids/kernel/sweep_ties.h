/* sweep_ties.h — two moving solids with a reach that touch along a plane of K, and come no nearer, or that meet this plane head on above
 * the border of a part of it: when, and by which normal? One pair at a time.
 *
 * Where they graze, all of K is beyond a plane along the way, just as far from the origin as the reach, and what of K lies in this plane
 * moves in it. So the first contact is a question in the plane: where does the line on which the origin is seen to pass enter the hull of
 * the members there? Each condition is the sign of a polynomial, which double tells or which is an integer known by its last 64 bits
 * (cores_part.h), so that a tie is known as such. Every part of K near the contact holds it, and so has the normal of the plane,
 * whichever of them the reference takes (docs/numerics/solids_sweep.md, "Solids with radii that graze"). */
#ifndef SEPAL_SOLIDS_KERNEL_SWEEP_TIES_H
#define SEPAL_SOLIDS_KERNEL_SWEEP_TIES_H

#include "../../core/last_time.h"
#include "../scalar/motion.h"
#include "cores_part.h"

/* Members in the plane at most, and vertices of each core. */
enum { TIED_MEMBERS = 64 };
typedef struct tied_list {
    uint32_t count;
    uint16_t at[TIED_MEMBERS];
} tied_list;

/* No vertex of a part is nearer to the contact but one that is there, and nothing but the plane is nearer to it, as a share of the extent
 * and the move; how fast the way passes an edge, as a share of the move, where the reference has members without an error and where not, and
 * at least, for the time; what places that the reference looks at are multiples of, as a share of the reach, and twice how far they are off the
 * way; how far the contact is from the next float, as a share of the reach; an error of the normal of the reference; how many times the reach
 * the members of an edge are away whose vectors the reference has as double makes them. Members within GRAZE_FLAT of the line of the way are
 * tried as if they were on it. */
#define GRAZE_ASIDE       0x1p-20
#define GRAZE_STEEP       0x1p-5
#define GRAZE_ROUNDED     0x1p-2
#define GRAZE_LEAST       0x1p-8
#define GRAZE_PLACE       0x1p-44
#define GRAZE_LATTICE     0x1p-41
#define TIED_SHORT        0x1p-34
#define TIED_NORMAL_ERROR 0x1p-45
#define GRAZE_FLAT        0x1p-40
#define GRAZE_KNOWN       31

/* The cores at the beginning, the move and the reach, all of them integers times 1 / unit. n leads from the origin to the
 * plane, and is a polynomial of a degree; no n differs by more than `error`, size = |n|. */
typedef struct met_plane {
    const solid_core_pair *p;
    double way[3], length, reach;
    double most;    /* no coordinate, wherever the cores are on the way, is greater, nor one of a member */
    core_member at; /* in the plane */
    double n[3], size, error;
    int degree;
    whole3 whole, whole_way; /* n, and the move, in units */
} met_plane;

/* With the radii and the margin. */
static void cover_reach(const solid_sweep_query *s, sepal_pair pair, int *low, int *high) {
    sepal_solid_cover(sepal_solid_radius(s->q.a, pair.a), low, high);
    sepal_solid_cover(sepal_solid_radius(s->q.b, pair.b), low, high);
    sepal_solid_cover(s->q.margin, low, high);
}

/* The sign of a polynomial of a degree, of which `near` is off by no more than an error; or SIGN_OPEN. */
static inline int sign_in_units(const met_plane *g, int degree, double near, double error, uint64_t whole) {
    const int sign = sign_by_double(near, error);
    assert(degree >= 1 && degree <= 6 && error >= 0);
    return sign != SIGN_OPEN || !fits_whole(g->p, degree, 2 * error) ? sign : sign_of_whole(whole);
}

/* The plane through the member of a part, or its line, and the edges that it has been given, of which n is towards a member. False if it is not
 * known well. */
static bool set_plane_along(met_plane *g, core_part *part, const double towards[3]) {
    const bool known = set_normal(g->p, part), back = part->count == 3 && d3_dot(part->n, towards) < 0;
    g->at = part->m[0];
    g->degree = degree_of(part);
    for (int k = 0; k < 3; k++) {
        g->n[k] = back ? -part->n[k] : part->n[k];
        g->whole.x[k] = back ? 0 - part->whole.x[k] : part->whole.x[k];
    }
    g->size = part->size;
    g->error = part->error;
    return known;
}

/* The plane of a part that was found about where they touch: along the way and just as far from the origin as the reach. False if that
 * is not certain. Of one member it is at right angles to the nearest point of its way. */
static bool find_grazed_plane(met_plane *g, const simplex *found) {
    core_part part;
    double n[3], excess;
    if (found->count > 3)
        return false;
    for (int k = 0; k < found->count; k++)
        set_member(g->p, found->m[k].a, found->m[k].b, &part.m[k]);
    for (int k = 1; k < found->count; k++)
        d3_sub(part.m[k].w, part.m[0].w, part.edge[k - 1]);
    part.count = found->count == 3 ? 3 : 2;
    if (found->count == 2) { /* of an edge along the way, but for GRAZE_FLAT, the way of its member */
        d3_cross(part.edge[0], g->way, n);
        part.count = d3_length(n) > GRAZE_FLAT * d3_length(part.edge[0]) * g->length ? 3 : 2;
    }
    if (found->count < 3)
        memcpy(part.edge[part.count - 2], g->way, sizeof g->way);
    if (!set_plane_along(g, &part, part.m[0].w) || !(g->size > 64 * g->error) ||
        !find_excess_of_part(g->p, &part, g->reach, &excess) || excess != 0)
        return false;
    const double off = g->length * (g->error + 4 * DOUBLE_UNIT * g->size);
    return found->count < 3 || sign_in_units(g, 3, d3_dot(g->n, g->way), off, whole_dot(&g->whole, &g->whole_way)) == 0;
}

/* The vertices of one core that are in the plane, or, if the degree is 0, near it. False if not all others are far beyond it, or there are too
 * many. */
static bool find_vertices_in_plane(const met_plane *g, bool of_b, double beyond, tied_list *in) {
    const core_vertices *c = of_b ? &g->p->b : &g->p->a;
    const uint32_t from = of_b ? g->at.b : g->at.a;
    const double sign = of_b ? 1 : -1, n[3] = {sign * g->n[0], sign * g->n[1], sign * g->n[2]};
    const double base = d3_dot(n, (const double[3]){c->at[0][from], c->at[1][from], c->at[2][from]});
    const double error = g->p->extent * (32 * DOUBLE_UNIT * g->size + 3 * g->error);
    in->count = 0;
    for (uint32_t first = 0; first < c->size; first += WD_LANES) {
        unsigned open = wdm_bits(wd_ge(wd_set1(beyond), wd_sub(along_lanes(c, n, first), wd_set1(base))));
        for (; open != 0; open &= open - 1) {
            const uint32_t i = first + sepal_lowest_bit(open);
            if (i >= c->size)
                break;
            const double step[3] = {c->at[0][i] - c->at[0][from], c->at[1][i] - c->at[1][from], c->at[2][i] - c->at[2][from]};
            if (in->count == TIED_MEMBERS)
                return false;
            if (g->degree > 0) {
                const whole3 of_step = whole_of(g->p, step);
                if (sign_in_units(g, g->degree + 1, d3_dot(g->n, step), error, whole_dot(&g->whole, &of_step)) != 0)
                    return false;
            }
            in->at[in->count++] = (uint16_t)i;
        }
    }
    return true;
}

/* The members in the plane, or the given ones of a part; 0 if there are too many, or not all others are far beyond it. */
static int list_members_in_plane(const met_plane *g, double beyond, const simplex *given, core_member m[TIED_MEMBERS]) {
    tied_list of_a, of_b;
    if (!find_vertices_in_plane(g, false, beyond, &of_a) || !find_vertices_in_plane(g, true, beyond, &of_b))
        return 0;
    const uint32_t count = given != NULL ? (uint32_t)given->count : of_a.count * of_b.count;
    for (uint32_t k = 0; k < count && count <= TIED_MEMBERS; k++)
        set_member(g->p, given != NULL ? given->m[k].a : of_a.at[k / of_b.count],
                   given != NULL ? given->m[k].b : of_b.at[k % of_b.count], &m[k]);
    return count <= TIED_MEMBERS ? (int)count : 0;
}

/* A member in the plane: where it is along the way, times |way|, and beside it, times |n x way|. */
typedef struct grazed_member {
    core_member m;
    double along, beside;
} grazed_member;

/* The first contact: a member, or between two, and where that is along the way, times |way|. */
typedef struct first_in_plane {
    int from, to; /* equal for a member */
    double along;
} first_in_plane;

/* Which member, or which two, the way enters by, about. */
static first_in_plane find_first_in_plane(const grazed_member *z, int count, double flat, double same) {
    first_in_plane best = {-1, -1, -INFINITY};
    for (int i = 0; i < count; i++)
        if (fabs(z[i].beside) <= flat && z[i].along > best.along)
            best = (first_in_plane){i, i, z[i].along};
    for (int i = 0; i < count; i++)
        for (int j = 0; j < count && z[i].beside > flat; j++) {
            if (!(z[j].beside < -flat) || fmax(z[i].along, z[j].along) <= best.along + same)
                continue;
            const double share = z[i].beside / (z[i].beside - z[j].beside);
            const double along = z[i].along + share * (z[j].along - z[i].along);
            if (along > best.along + same)
                best = (first_in_plane){i, j, along};
        }
    return best;
}

/* out: n is in the plane, at right angles to the edge by which the way enters, or else along the way, and not against it. False if the way enters by
 * one member, and it is not certain that it leads through that. Where others are farther on the way than that, the edge to one of them tells. */
static bool find_entering_normal(const met_plane *g, const grazed_member *z, int count, const first_in_plane *first,
                                 met_plane *out) {
    const core_member *from = &z[first->from].m, *to = &z[first->to].m;
    if (first->from == first->to) {
        const double error = d3_length(from->w) * g->length * (g->error + 8 * DOUBLE_UNIT * g->size);
        const whole3 of_from = whole_of(g->p, from->w), across = whole_cross(&g->whole, &g->whole_way);
        double most = 0;
        for (int i = 0; i < count; i++)
            if (z[i].along - first->along > most * fabs(z[i].beside))
                most = (z[i].along - first->along) / fabs(z[i].beside), to = &z[i].m;
        *out = (met_plane){.n = {g->way[0], g->way[1], g->way[2]}, .size = g->length, .degree = 1, .whole = g->whole_way};
        if (sign_in_units(g, g->degree + 2, z[first->from].beside, error, whole_dot(&across, &of_from)) != 0)
            return false;
        if (to == from)
            return true;
    }
    double e[3];
    d3_sub(to->w, from->w, e);
    const whole3 of_e = whole_of(g->p, e);
    d3_cross(g->n, e, out->n);
    out->size = d3_length(out->n);
    out->error = d3_length(e) * (g->error + 4 * DOUBLE_UNIT * g->size);
    out->degree = g->degree + 1;
    out->whole = whole_cross(&g->whole, &of_e);
    const bool back = d3_dot(out->n, g->way) < 0;
    for (int k = 0; k < 3 && back; k++) {
        out->n[k] = -out->n[k];
        out->whole.x[k] = 0 - out->whole.x[k];
    }
    return true;
}

/* The time at which they first touch, rounded down, if that is certain: from . c + t way . c = 0. */
static bool round_grazing_time(const met_plane *g, const core_member *from, const met_plane *n, float *time, bool *touches) {
    const double *c = n->n, size = n->size, speed = d3_dot(c, g->way), gap = -d3_dot(c, from->w), t = gap / speed;
    const double error_of_c = n->error + 4 * DOUBLE_UNIT * size;
    const double error = 1.25 * error_of_c * (d3_length(from->w) + fabs(t) * g->length) / speed + 4 * DOUBLE_UNIT * fabs(t);
    if (!(t - error >= 0x1p-30) || !(t - error < 1))
        return false;
    const float least = sepal_time_below(t - error), most = sepal_time_below(t + error);
    *touches = false;
    *time = most;
    if (least != most) {
        int exponent;
        const uint64_t k = (uint64_t)(int64_t)ldexp((double)frexpf(most, &exponent), 24); /* most = k 2^(exponent - 24) */
        if (least != sepal_previous_time(most) || !fits_whole(g->p, n->degree + 1, 4 * error * speed * ldexp(1, 24 - exponent)))
            return false;
        const whole3 of_from = whole_of(g->p, from->w);
        const int sign =
            sign_of_whole((whole_dot(&n->whole, &of_from) << (24 - exponent)) + k * whole_dot(&n->whole, &g->whole_way));
        *touches = sign == 0;
        *time = sign > 0 ? least : most;
    }
    return *touches || (*time < 1 && ((double)sepal_next_time(*time) - (t + error)) * g->length > TIED_SHORT * g->reach);
}

/* Rounds the normal; a component that is an integer known to be 0 is one. False if a bit of it is not certain. */
static bool round_normal_of_plane(const met_plane *g, float normal[3]) {
    const double error = 2.5 * g->error / g->size + TIED_NORMAL_ERROR;
    for (int k = 0; k < 3; k++) {
        const double v = g->n[k] / g->size;
        const bool none = sign_in_units(g, g->degree, g->n[k], g->error, g->whole.x[k]) == 0;
        normal[k] = 0;
        if (!none && !round_between(v, error, &normal[k]))
            return false;
    }
    return true;
}

/* Has the reference all members without an error, at the time and wherever it looks at them? */
static bool places_are_exact(const met_plane *g, float time) {
    const double place = ldexp(GRAZE_PLACE, ilogb(g->reach));
    return g->most <= 0x1p53 * place && (double)sepal_next_time(time) - (double)time >= place * g->p->unit;
}

/* Of a member that is touched first, from which edges may lead along the way. The reference first looks at K where what was nearest at the time
 * comes within reach, as it computes that, at multiples of a small length below. Where that length divides all coordinates, this is the
 * contact, but for the length itself in some of them. Does the search certainly end there, or, along a coordinate axis, not before?
 * on: is a member on the edge by which the way enters, or, if it is foremost, as far on the way? */
static bool ends_at_contact(const met_plane *g, const grazed_member *z, int count, const first_in_plane *first, bool foremost,
                            const bool on[TIED_MEMBERS], float time) {
    const double *d = g->way, far = 2 * g->p->extent + g->length, place = ldexp(GRAZE_PLACE, ilogb(g->reach));
    const core_member *p = &z[first->from].m;
    double at[3], across[3], nearest[3], x[TIED_MEMBERS], longest = 0, shallow = -1;
    bool left = false, right = false; /* are there other members at an angle to the way? */
    bool parallel = true;             /* are those at a small one along it? */
    whole3 of_at, step;
    if (!(far * g->p->unit <= 0x1p24 && g->reach * g->p->unit <= 0x1p18 && g->reach <= 0x1p8 * far))
        return false;
    for (int i = 0; i < count; i++) {
        d3_sub(z[i].m.w, p->w, at);
        const double length = d3_length(at), along = z[i].along - first->along, aside = GRAZE_STEEP * length * g->size * g->length;
        longest = fmax(longest, length);
        x[i] = foremost ? z[i].beside - z[first->from].beside : along;
        left |= z[i].beside > aside && length > 0;
        right |= z[i].beside < -aside && length > 0;
        if (length > 0 && fabs(z[i].beside) <= aside) {
            shallow = fmax(shallow, fabs(z[i].beside / (g->size * along)));
            d3_cross(at, d, across);
            parallel &= across[0] == 0 && across[1] == 0 && across[2] == 0;
        }
    }
    if ((d[0] == 0) + (d[1] == 0) + (d[2] == 0) == 2 && parallel)
        return longest * g->p->unit * (g->reach * g->p->unit) <= 0x1p26;
    for (int k = 0; k < 3; k++)
        at[k] = p->w[k] + (double)time * d[k];
    for (int k = 0; k < 3; k++) {
        nearest[k] = floor(-d3_dot(at, d) / d3_dot(d, d) * d[k] / place + 0.5);
        step.x[k] = (uint64_t)(int64_t)nearest[k];
        of_at.x[k] = (uint64_t)(int64_t)(at[k] / place + nearest[k]);
    }
    const whole3 aside = whole_cross(&step, &g->whole_way);
    if ((aside.x[0] | aside.x[1] | aside.x[2]) != 0 || whole_dot(&of_at, &g->whole_way) != 0)
        return false;
    d3_cross(g->n, d, across);
    for (int i = 0; i < count; i++)
        for (int j = 0; j < count; j++) { /* the member, or an edge that the foot is strictly inside of */
            const bool edge = on[i] && on[j] && (foremost ? x[i] * x[j] < 0 : (x[i] > 0) != (x[j] > 0));
            double moved[3], e[3], of_e[3], n[3], beside = 0, ahead = 0;
            if (!edge && !(foremost && i == j && i == first->from))
                continue;
            for (int k = 0; k < 3; k++)
                moved[k] = z[i].m.w[k] + (double)time * d[k];
            d3_sub(z[j].m.w, z[i].m.w, e);
            d3_cross(e, moved, of_e);
            d3_cross(of_e, e, n);
            const sepal_passage of = sepal_passage_of(edge ? n : moved, edge ? e : NULL, of_e, d, g->reach);
            if (!(d3_length(moved) <= GRAZE_KNOWN * g->reach && of.root < 0x1p-11 * of.a * (g->reach * g->reach)))
                return false;
            for (int k = 0; k < 3; k++) {
                const double off = floor(of.b / of.a * d[k] / place) - nearest[k];
                if (!(fabs(off) <= 4))
                    return false;
                beside += off * across[k];
                ahead += off * d[k];
            }
            /* beyond the contact, the foot may be on an edge along the way, or outside of it; before, beside one at a small angle */
            const bool held = beside > 0 ? right : left;
            if (ahead > 0 ? shallow >= 0 && !(held && fabs(beside) > (1.25 * shallow + 0x1p-10) * g->size * ahead)
                          : !held && 1.25 * shallow * fabs(beside) > -ahead * g->size)
                return false;
        }
    return true;
}

/* The time, and the normal, if it is certain, too. False if not even the time is. */
static SEPAL_NOINLINE bool certify_graze(met_plane *g, float *time, float normal[3], bool *normal_known) {
    const double far = 2 * g->p->extent + g->length, aside = GRAZE_ASIDE * far;
    core_member m[TIED_MEMBERS];
    grazed_member z[TIED_MEMBERS];
    double across[3];
    const int count = list_members_in_plane(g, aside * g->size * fmax(1, g->length / g->reach), NULL, m);
    d3_cross(g->n, g->way, across);
    for (int k = 0; k < count; k++)
        z[k] = (grazed_member){m[k], d3_dot(m[k].w, g->way), d3_dot(m[k].w, across)};
    const double breadth = g->size * g->length;
    const first_in_plane first = find_first_in_plane(z, count, GRAZE_FLAT * far * breadth, GRAZE_FLAT * far * g->length);
    met_plane n;
    if (first.from < 0 || !find_entering_normal(g, z, count, &first, &n) || !(n.error < 0x1p-40 * n.size))
        return false;
    const double slope = d3_dot(n.n, g->way) / (g->length * n.size);
    if (!(slope > GRAZE_LEAST))
        return false;

    /* no member is farther along n */
    const core_member *from = &z[first.from].m;
    bool touches, on[TIED_MEMBERS];
    double least = first.from == first.to ? 1 : slope; /* the sine between the way and an edge there */
    for (int i = 0; i < count; i++) {
        double step[3];
        d3_sub(z[i].m.w, from->w, step);
        on[i] = d3_sum(step) == 0;
        if (first.from == first.to && on[i])
            continue;
        if (!(fabs(z[i].along - first.along) > aside * g->length) && !(fabs(z[i].beside) > aside * breadth))
            return false;
        least = first.from == first.to ? fmin(least, fabs(z[i].beside) / (d3_length(step) * breadth)) : least;
        const whole3 of_step = whole_of(g->p, step);
        const double error = d3_length(step) * (n.error + 4 * DOUBLE_UNIT * n.size);
        const int sign = sign_in_units(g, n.degree + 1, d3_dot(n.n, step), error, whole_dot(&n.whole, &of_step));
        if (i != first.to && i != first.from && sign != 0 && sign != -1)
            return false;
        on[i] = sign == 0;
    }
    const bool foremost = n.degree == 1;
    if (first.from == first.to)
        n = (met_plane){.n = {g->way[0], g->way[1], g->way[2]}, .size = g->length, .degree = 1, .whole = g->whole_way};
    if (!round_grazing_time(g, from, &n, time, &touches))
        return false;
    const bool exact = places_are_exact(g, *time) && slope > GRAZE_STEEP, steep = least > (exact ? GRAZE_STEEP : GRAZE_ROUNDED);
    *normal_known = touches || (g->length <= 0x1p24 * g->reach &&
                                (steep || (exact && ends_at_contact(g, z, count, &first, foremost, on, *time))));
    *normal_known = *normal_known && round_normal_of_plane(g, normal);
    return *normal_known || !touches;
}

/* Does the foot certainly stay on the line through two members? Along it the way leads, and at right angles to the plane. */
static bool stays_on_line(const met_plane *g, const core_member *p, const core_member *q) {
    double e[3], c[3];
    d3_sub(q->w, p->w, e);
    d3_cross(g->n, e, c);
    const double share = d3_length(e) * (g->error + 4 * DOUBLE_UNIT * g->size);
    const whole3 of_e = whole_of(g->p, e), whole = whole_cross(&g->whole, &of_e), of_p = whole_of(g->p, p->w);
    return sign_in_units(g, g->degree + 2, d3_dot(c, p->w), 2 * share * d3_length(p->w), whole_dot(&whole, &of_p)) == 0 &&
           sign_in_units(g, g->degree + 2, d3_dot(c, g->way), 2 * share * g->length, whole_dot(&whole, &g->whole_way)) == 0;
}

/* Is the foot of the origin on the plane in the hull of the members there, and does it stay at a member, or on the line through any two, or is
 * it off that by more than `aside`? It is in the hull if it is at a member, or between two, or if from each member, seen from the foot, there is
 * one to the left. beyond: how far all other members are; tied: may it stay on a line? part: three members, or fewer, that it seems to be in; on a
 * way along n, and a lattice so coarse that it stays on each line which any place that is looked at is near, they are enough. */
static bool is_flush(const met_plane *g, const simplex *part, const double foot[3], double extent, double beyond, double aside,
                     bool tied) {
    core_member m[TIED_MEMBERS];
    double from[TIED_MEMBERS][3], across[3];
    bool left[TIED_MEMBERS], inside = false;
    const double least = g->size * extent * (2 * aside + 256 * DOUBLE_UNIT * extent), cube = g->p->unit * g->p->unit * g->p->unit;
    const bool coarse = tied && g->degree == 1 && g->size * extent * (GRAZE_LATTICE * g->reach + 0x1p-75 * g->length) * cube < 1;
    const int count = list_members_in_plane(g, beyond, coarse ? part : NULL, m);
    int followed = 0;
    for (int i = 0; i < count; i++) {
        d3_sub(m[i].w, foot, from[i]);
        left[i] = false;
        const bool here = d3_length(from[i]) <= 2 * aside;
        if ((here && !(tied && g->degree == 1 && sign_of_cross(g->p, g->n, m[i].w) == 0)) ||
            (coarse && fabs(d3_dot(from[i], g->n)) > beyond / 2))
            return false;
        inside |= here;
        for (int j = 0; j < i; j++) {
            d3_cross(from[i], from[j], across);
            const double beside = d3_dot(across, g->n);
            if (fabs(beside) > least)
                left[beside > 0 ? i : j] = true;
            else if (!inside && d3_dot(from[i], from[j]) > 4 * aside * extent)
                continue; /* they are on one side of the foot */
            else if (tied && stays_on_line(g, &m[i], &m[j]))
                inside |= d3_dot(from[i], from[j]) < 0;
            else
                return false;
        }
    }
    for (int i = 0; i < count; i++)
        followed += left[i];
    return inside || (count > 0 && followed == count);
}

#endif
