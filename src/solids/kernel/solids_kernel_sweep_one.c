/* solids_kernel_sweep_one.c — do two moving solids meet, when and how? One pair at a time, in double: what lanes leave open, and then by
 * the reference. It is compiled once, for the narrowest instruction set of the build (query.h, "One pair"). */
#include "../../core/arithmetic.h"

#include "query.h"

#if defined(SEPAL_NARROWEST)
#include "sweep_entry_one.h"
#include "sweep_round.h"

/* --- Two boxes, or a box and a point, without a reach: do they meet? ----------------------------------------------------------------
 *
 * The Minkowski difference K is a zonotope of three or six half edges g around d, and what it covers as it moves by m one of these and
 * m / 2 around d + m / 2. So they meet if the origin is not beyond any of the facets, which are normal to cross products of two of the
 * generators (docs/numerics/solids_sweep.md, "Moving boxes"). */

enum { ZONOTOPE_EDGES = 6 };

/* The generators: the half edges, and behind them m / 2. size: |g|_1. */
typedef struct zonotope {
    double g[ZONOTOPE_EDGES + 1][3], size[ZONOTOPE_EDGES + 1], d[3], m[3], low_d[3],
        low_m[3]; /* low: what d and m lack by rounding */
    int edges;
    double extent; /* of the half edges and d */
    bool exact;    /* m was not rounded to more than a float */
} zonotope;

/* Adds the half edges of a box; the centre of that, or the point. */
static void zonotope_take(zonotope *z, const sepal_solids *set, uint32_t index, double centre[3]) {
    if (!sepal_solid_is_box(set, index)) {
        centre[0] = (double)*sepal_solid_x(set, index);
        centre[1] = (double)*sepal_solid_y(set, index);
        centre[2] = (double)*sepal_solid_z(set, index);
        return;
    }
    const sepal_box_exact *box = sepal_solid_exact(set, index);
    const float *const edges[3] = {box->u, box->v, box->w};
    for (int e = 0; e < 3; e++, z->edges++)
        for (int k = 0; k < 3; k++)
            z->g[z->edges][k] = (double)edges[e][k];
    for (int k = 0; k < 3; k++)
        centre[k] = (double)box->c[k];
}

/* False if they are not two boxes, or a box and a point, whose difference has volume. */
static SEPAL_NOINLINE bool zonotope_of(const solid_sweep_query *s, sepal_pair pair, zonotope *z) {
    const sepal_solid_head *of_a = &s->q.a->heads[pair.a], *of_b = &s->q.b->heads[pair.b];
    bool boxes = of_a->class <= SEPAL_SOLID_POINT && of_b->class <= SEPAL_SOLID_POINT;
    if (!boxes || (of_a->flags & of_b->flags & SEPAL_SOLID_FLAT) != 0 || solid_has_reach(&s->q, pair))
        return false;
    const sepal_solid_mover a = solid_mover_a(s, pair), b = solid_mover_b(s, pair);
    double at_a[3], at_b[3];
    z->edges = 0;
    zonotope_take(z, s->q.a, pair.a, at_a);
    zonotope_take(z, s->q.b, pair.b, at_b);
    z->exact = true;
    for (int k = 0; k < 3; k++) {
        sepal_two_sum(at_b[k], -at_a[k], &z->d[k], &z->low_d[k]);
        sepal_two_sum((double)b.move[k], -(double)a.move[k], &z->m[k], &z->low_m[k]);
        z->g[z->edges][k] = z->m[k] / 2;
        z->exact = z->exact && (a.move[k] == 0 || b.move[k] == 0);
    }
    z->extent = d3_sum(z->d);
    for (int e = 0; e <= z->edges; e++) {
        z->size[e] = d3_sum(z->g[e]);
        z->extent += e < z->edges ? z->size[e] : 0;
    }
    return true;
}

/* Is the origin certainly inside, or outside, of what K covers? Gaps that double leaves open are exact if all numbers are integers in units of
 * the last bit, and none exceeds 2^53; then what is on the border counts as inside if touching does. */
static sweep_verdict zonotope_meets(const zonotope *z, const solid_sweep_query *s, sepal_pair pair) {
    const int all = z->edges + 1;
    const double extent = z->extent + 2 * z->size[z->edges];
    double centre[3], widest = -INFINITY, most = 0; /* of the gaps that are open */
    bool inside = true;
    for (int k = 0; k < 3; k++)
        centre[k] = z->d[k] + z->g[z->edges][k];
    for (int i = 0; i < all; i++)
        for (int j = i + 1; j < all; j++) {
            double n[3], reach = 0;
            d3_cross(z->g[i], z->g[j], n);
            if (d3_sum(n) == 0) { /* parallel, as products of floats are exact in double */
                inside = inside && (j < z->edges || z->exact);
                continue;
            }
            for (int e = 0; e < all; e++)
                reach += e != i && e != j ? fabs(d3_dot(n, z->g[e])) : 0;
            const double gap = fabs(d3_dot(n, centre)) - reach, product = (z->size[i] * z->size[j]) * extent;
            const int sign = sign_by_double(gap, ZONOTOPE_GAP_ERROR * product);
            if (sign == 1)
                return SWEEP_APART;
            if (sign == SIGN_OPEN) {
                widest = fmax(widest, gap);
                most = fmax(most, product);
            }
        }
    int low = 0, high;
    if (most > 0)
        find_moving_span(s, pair, &low, &high);
    if (!inside || !(most < ldexp(0x1p52, 3 * (low - 1)))) /* in units of m / 2 */
        return SWEEP_OPEN;
    return widest > 0 || (widest == 0 && s->q.touching != SEPAL_TOUCHING_OVERLAPS) ? SWEEP_APART : SWEEP_MEET;
}

/* How the way passes the slab between two facets of K that are alike: n, from a towards b, and its length; between which times it comes
 * in; before which it does not leave. What comes in is before / speed, which double has but for its errors. */
typedef struct zonotope_slab {
    double n[3], size, first, last, left;
    int i, j;
} zonotope_slab;

/* Of the facets normal to two half edges that are not parallel. False if the way hardly passes through the slab, and may not be inside. */
static bool zonotope_pass(const zonotope *z, zonotope_slab *of) {
    double reach = 0, turned = 1;
    assert(of->i < of->j && of->j < z->edges);
    for (int e = 0; e < z->edges; e++)
        reach += e != of->i && e != of->j ? fabs(d3_dot(of->n, z->g[e])) : 0;
    of->size = d3_length(of->n);
    const double error = ZONOTOPE_FACET_ERROR * of->size * z->extent, along = d3_dot(of->n, z->d), pace = d3_dot(of->n, z->m),
                 speed = fabs(pace), speed_error = ZONOTOPE_FACET_ERROR * of->size * (2 * z->size[z->edges]);
    of->first = of->last = -INFINITY;
    of->left = INFINITY;
    if (!(speed > 64 * speed_error))
        return fabs(along) + speed < reach - (error + speed_error);
    if (pace > 0)
        turned = -1;
    for (int k = 0; k < 3; k++)
        of->n[k] *= turned;
    of->first = (turned * along - reach - error) / (speed + speed_error) * (1 - ZONOTOPE_QUOTIENT_ERROR);
    of->last = (turned * along - reach + error) / (speed - speed_error) * (1 + ZONOTOPE_QUOTIENT_ERROR);
    of->left = (turned * along + reach - error) / (speed + speed_error) * (1 - ZONOTOPE_QUOTIENT_ERROR);
    return true;
}

/* n . d less the reach of K, and -n . m, in twice the digits: the time is their quotient. */
static void zonotope_time(const zonotope *z, const zonotope_slab *of, sepal_twofold *before, sepal_twofold *speed) {
    const int edges = z->edges;
    sepal_twofold g[ZONOTOPE_EDGES][3], n[3], d[3], m[3], along;
    for (int k = 0; k < 3; k++) {
        for (int e = 0; e < edges; e++)
            g[e][k] = (sepal_twofold){z->g[e][k], 0};
        d[k] = (sepal_twofold){z->d[k], z->low_d[k]};
        m[k] = (sepal_twofold){z->m[k], z->low_m[k]};
    }
    sepal_twofold_cross(g[of->i], g[of->j], n);
    *before = sepal_twofold_dot(n, d);
    *speed = sepal_twofold_minus(sepal_twofold_dot(n, m));
    if (speed->high < 0) {
        *before = sepal_twofold_minus(*before);
        *speed = sepal_twofold_minus(*speed);
    }
    for (int e = 0; e < edges; e++) {
        along = sepal_twofold_dot(n, g[e]);
        if (e != of->i && e != of->j)
            *before = sepal_twofold_add(*before, along.high > 0 ? sepal_twofold_minus(along) : along);
    }
}

/* Is the first of two slabs certainly entered after the other? */
static SEPAL_NOINLINE bool zonotope_is_later(const zonotope *z, const zonotope_slab *one, const zonotope_slab *other) {
    sepal_twofold before[2], speed[2];
    zonotope_time(z, one, &before[0], &speed[0]);
    zonotope_time(z, other, &before[1], &speed[1]);
    const sepal_twofold later =
        sepal_twofold_add(sepal_twofold_times(before[0], speed[1]), sepal_twofold_minus(sepal_twofold_times(before[1], speed[0])));
    return later.high > ZONOTOPE_ORDER_ERROR * (one->size * other->size) * (z->extent * (2 * z->size[z->edges]));
}

/* When and how do they meet first, where coordinates are such that members are rounded? K is what is within all slabs, so they meet when
 * the last one is entered, if none is left before; and that is by the side that is entered, if the other ones are entered before. Each
 * component of n is wrong by one rounding, so that even double tells facets that are nearly parallel. False if it is not certain that
 * they meet, or which bits the answer has. */
static bool zonotope_enters(const zonotope *z, sepal_solid_hit *hit) {
    zonotope_slab slab[ZONOTOPE_EDGES * (ZONOTOPE_EDGES - 1) / 2];
    double left = INFINITY, normal[2];
    int count = 0, best = 0;
    for (int i = 0; i < z->edges; i++)
        for (int j = i + 1; j < z->edges; j++) {
            zonotope_slab *of = &slab[count];
            *of = (zonotope_slab){.i = i, .j = j};
            d3_cross(z->g[i], z->g[j], of->n);
            if (d3_sum(of->n) == 0) /* parallel */
                continue;
            if (!zonotope_pass(z, of))
                return false;
            left = fmin(left, of->left);
            best = of->first > slab[best].first ? count : best;
            count++;
        }
    if (count == 0)
        return false;
    for (int k = 0; k < count; k++) /* those that may be as late */
        if (k != best && slab[k].last >= slab[best].first && zonotope_is_later(z, &slab[k], &slab[best]))
            best = k;
    const zonotope_slab *side = &slab[best];
    const float time = sepal_time_below(side->first);
    if (!(side->first > 0x1p-60 && side->last < left && side->last < 1) || time != sepal_time_below(side->last))
        return false;
    for (int k = 0; k < count; k++)
        if (k != best && slab[k].last >= side->first && !zonotope_is_later(z, side, &slab[k]))
            return false;
    *hit = (sepal_solid_hit){.meet = true, .time = time};
    for (int k = 0; k < 3; k++) {
        for (int end = 0; end < 2; end++)
            normal[end] = side->n[k] / side->size * (1 + (end == 0 ? -ZONOTOPE_NORMAL_ERROR : ZONOTOPE_NORMAL_ERROR));
        hit->normal[k] = (float)normal[0] + 0; /* never -0 */
        if ((float)normal[0] != (float)normal[1]) {
            *hit = sepal_solid_no_hit();
            return false;
        }
    }
    return true;
}

/* If all coordinates were exact, ties would be known as such (sweep_entry_one.h). Not inlined, for its room on the stack. */
static SEPAL_NOINLINE bool boxes_enter(const solid_sweep_query *s, sepal_pair pair, sepal_solid_hit *hit) {
    zonotope z;
    return !moves_within(s, pair, CORE_SPAN_EXACT) && zonotope_of(s, pair, &z) && zonotope_enters(&z, hit);
}

/* --- Do they meet? ---------------------------------------------------------------------------------------------------------------- */

static SEPAL_NOINLINE sweep_verdict meet_in_double(const solid_sweep_query *s, sepal_pair pair) {
    zonotope boxes;
    return zonotope_of(s, pair, &boxes) ? zonotope_meets(&boxes, s, pair) : SWEEP_OPEN;
}

bool sepal_solids_pair_touches(const solid_sweep_query *s, sepal_pair pair, const uint32_t code[3]) {
    const sepal_solid_mover a = solid_mover_a(s, pair), b = solid_mover_b(s, pair);
    const uint32_t last_a = s->q.a->heads[pair.a].size - 1, last_b = s->q.b->heads[pair.b].size - 1;
    sepal_cores cores;
    sepal_exact corner[3], across[3];
    sepal_cores_of_movers(&cores, &a, &b, 1);
    sepal_cores_sweep(&cores, 1);
    for (int k = 0; k < 3; k++) {
        const uint32_t of_a = code[k] / MEMBER_CODE, of_b = code[k] % MEMBER_MOVED;
        const uint32_t moved = (code[k] & MEMBER_MOVED) != 0 ? cores.still_b : 0;
        sepal_exact_member(&corner[k], &cores,
                           (sepal_member){of_a < last_a ? of_a : last_a, moved + (of_b < last_b ? of_b : last_b)});
    }
    for (int k = 0; k < 3; k++)
        sepal_exact_cross(&across[k], &corner[k], &corner[(k + 1) % 3]);
    if (sepal_exact_dot_sign(&across[0], &corner[2], &cores) != 0)
        return false;
    for (int axis = 0; axis < 3; axis++) {
        unsigned signs = 0; /* bits 0, 1, 2: below 0, 0, above */
        for (int k = 0; k < 3; k++)
            signs |= 1U << (1 + sepal_exact_component_sign(&across[k], axis, &cores));
        if (signs != 2)
            return (signs & 5) != 5;
    }
    return false;
}

/* Where double cannot tell: by ties of one pair, which solids that can only touch at any time have not; then by the reference. */
static bool meet_exactly(const solid_sweep_query *s, sepal_pair pair, const core_searches *searches) {
    const bool flat = (s->q.a->heads[pair.a].flags & s->q.b->heads[pair.b].flags & SEPAL_SOLID_FLAT) != 0;
    bool meet;
    if ((s->q.touching == SEPAL_TOUCHING_OVERLAPS || !flat) && know_swept(s, pair, searches, &meet))
        return meet;
    const sepal_solid_mover a = solid_mover_a(s, pair), b = solid_mover_b(s, pair);
    const sepal_rule rule = solid_rule_of(&s->q);
    return sepal_solids_scalar_sweep(&a, &b, &rule);
}

bool sepal_solids_pair_meets(const solid_sweep_query *s, sepal_pair pair, const core_searches *searches, sweep_hint hint) {
    sweep_verdict verdict = meet_in_double(s, pair);
    if (verdict == SWEEP_OPEN && solid_has_reach(&s->q, pair))
        verdict = sweep_round(s, pair, searches, hint).verdict;
    sepal_member face[3];
    sepal_solid_hit hit;
    if (verdict != SWEEP_OPEN)
        return verdict == SWEEP_MEET;
    /* where touching counts as overlap, the side by which a core is entered tells whether they meet */
    const bool told = !hint.entry_open && s->q.touching == SEPAL_TOUCHING_OVERLAPS &&
                      find_entry(s, pair, searches, false, false, NULL, face, &hit) == ENTRY_TOLD;
    return told ? hit.meet : meet_exactly(s, pair, searches);
}

/* By the reference, of a pair that meets, and does not overlap at the beginning; where touching is apart, it may touch then. With a reach,
 * and where touching counts, it need not meet. */
static sepal_solid_hit hit_exactly(const solid_sweep_query *s, sepal_pair pair) {
    const sepal_solid_mover a = solid_mover_a(s, pair), b = solid_mover_b(s, pair);
    const sepal_rule rule = solid_rule_of(&s->q);
    if (s->q.touching != SEPAL_TOUCHING_OVERLAPS)
        return sepal_solids_scalar_first_hit(&a, &b, &rule);
    return solid_has_reach(&s->q, pair) ? sepal_solids_scalar_hit_round(&a, &b, &rule) : sepal_solids_scalar_hit_cores(&a, &b);
}

/* The first contact of solids with a reach, which do not overlap at the beginning. */
static sepal_solid_hit find_round_hit(const solid_sweep_query *s, sepal_pair pair, const core_searches *searches, sweep_hint hint) {
    const round_answer found = sweep_round(s, pair, searches, hint);
    /* where touching counts, the time also tells whether they meet; but where they seem not to, that is told with less */
    const bool tells = hint.meets || (found.seems_to_meet && s->q.touching == SEPAL_TOUCHING_OVERLAPS);
    if (found.verdict == SWEEP_APART || (found.verdict == SWEEP_OPEN && !tells && !meet_exactly(s, pair, searches)))
        return sepal_solid_no_hit();
    const sepal_solid_mover a = solid_mover_a(s, pair), b = solid_mover_b(s, pair);
    const sepal_rule rule = solid_rule_of(&s->q);
    sepal_solid_hit hit = {true, found.time, {found.normal[0], found.normal[1], found.normal[2]}};
    if (!(found.time > 0))
        return hit_exactly(s, pair);
    if (!found.normal_known)
        sepal_solids_scalar_round_normal(&a, &b, &rule, found.time, hit.normal);
    return hit;
}

bool sepal_solids_pair_enters(const solid_sweep_query *s, sepal_pair pair, const core_searches *searches, const uint32_t start[3],
                              sepal_solid_hit *hit) {
    sepal_member face[3];
    assert(!solid_has_reach(&s->q, pair));
    return find_entry(s, pair, searches, false, false, start, face, hit) == ENTRY_TOLD;
}

sepal_solid_hit sepal_solids_pair_hit(const solid_sweep_query *s, sepal_pair pair, const core_searches *searches, sweep_hint hint) {
    sepal_solid_hit hit = sepal_solid_no_hit();
    sepal_member face[3];
    if (solid_has_reach(&s->q, pair))
        return find_round_hit(s, pair, searches, hint);
    /* of few bits, the side that is entered tells whether they meet, too, ties included */
    const bool told = !hint.entry_open && s->q.touching == SEPAL_TOUCHING_OVERLAPS;
    sweep_verdict verdict = hint.meets                                       ? SWEEP_MEET
                            : told && moves_within(s, pair, CORE_SPAN_EXACT) ? SWEEP_OPEN
                                                                             : meet_in_double(s, pair);
    if (verdict == SWEEP_OPEN && !told)
        verdict = meet_exactly(s, pair, searches) ? SWEEP_MEET : SWEEP_APART;
    if (verdict == SWEEP_APART)
        return hit;
    if (verdict == SWEEP_MEET && boxes_enter(s, pair, &hit))
        return hit;
    const sepal_solid_mover a = solid_mover_a(s, pair), b = solid_mover_b(s, pair);
    const entry_found found = find_entry(s, pair, searches, verdict == SWEEP_MEET, true, NULL, face, &hit);
    if (found == ENTRY_TOLD || (verdict == SWEEP_OPEN && !meet_exactly(s, pair, searches)) ||
        (found == ENTRY_FACE && sepal_solids_scalar_hit_face(&a, &b, face, &hit)))
        return hit;
    return hit_exactly(s, pair);
}

#endif
