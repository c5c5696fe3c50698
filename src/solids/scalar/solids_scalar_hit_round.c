/* solids_scalar_hit_round.c — when and how two solids that move in straight lines meet first, if they have radii or are asked about
 * under a margin; one pair at a time. It defines every bit of the answers.
 *
 * Let r be the sum of the radii and the margin. That the solids are apart until a time is an exact question about what the core b
 * covers (solids_scalar_sweep.c), and so is the last float until which they are; the next float is the time instead if they touch
 * just then. The guess goes from part to part, or by Newton's steps, as the distance is a convex function of the time. All
 * coordinates are multiplied by a power of two, so that the signs, of degree 6 in numbers that contain a time, stay in the range of
 * double (docs/numerics/solids_sweep.md, "When solids with a reach meet first"). */
#include "../../core/arithmetic.h"

#include "../../core/d3.h"
#include "../../core/last_time.h"
#include "../../exact/orient3.h"
#include "../records.h"
#include "motion.h"
#include "reference.h"
#include <assert.h>
#include <math.h>
#include <string.h>

/* Two places that are as near to each other as this share of the reach, and this share of the way until the next float, are one; steps of
 * the search in which the parts propose where to look; all coordinates are multiples of the least one. */
#define MET_REACH_SHARE 0x1p-36
#define MET_WAY_SHARE   0x1p-50
#define MET_PLACE_SHARE 0x1p-44
enum { MET_PROPOSALS = 8 };
#define LEAST_SCALED 0x1p-179

/* How the way of K passes the point or the line of a part, of one or two members; 0: of none yet. parallel: d is along it;
 * miss: the least distance from the origin; left: what the square of the reach is more than that of it, or 0. */
typedef struct round_passed {
    int count;
    sepal_member member[2];
    bool parallel;
    double miss, left;
} round_passed;

typedef struct round_sweep {
    sepal_cores cores;
    sepal_reach3 reach;
    double sum;   /* of the reach */
    double grid;  /* times are multiples of it, a power of two; 0 if every float is one */
    double place; /* what b is moved onward by is a multiple of it, a power of two */
    sepal_exact d;
    sepal_nearest found;
    round_passed passed;
    float apart, met;    /* times that were asked about: they are apart until the one, and not until the other */
    bool touches, never; /* touches: just at the latter; never: they do not meet, neither until the end nor after it */
} round_sweep;

/* --- The scale ---------------------------------------------------------------------------------- */

/* Below 2^SCALED_HIGH after scaling; and the bits that all numbers of a pair may span together with a time. */
enum { SCALED_HIGH = 160, SPAN_WITH_TIME = 339 };

static void scale_question(round_sweep *q, const sepal_solid_mover *a, const sepal_solid_mover *b, const float reach[3]) {
    const sepal_solid_head *of_a = &a->set->heads[a->index], *of_b = &b->set->heads[b->index];
    int low = of_a->low < of_b->low ? of_a->low : of_b->low, high = of_a->high > of_b->high ? of_a->high : of_b->high;
    for (int k = 0; k < 3; k++) {
        sepal_solid_cover(a->move[k], &low, &high);
        sepal_solid_cover(b->move[k], &low, &high);
        sepal_solid_cover(reach[k], &low, &high);
    }
    double scale = ldexp(1, SCALED_HIGH - high);
    int time_bits = SPAN_WITH_TIME - (high - low); /* the times that are floats have up to 149 */
    q->grid = time_bits < 149 ? ldexp(1, -time_bits) : 0;
    sepal_cores_of_movers(&q->cores, a, b, scale);
    q->sum = 0;
    for (int k = 0; k < 3; k++) {
        q->reach.part[k] = scale * (double)reach[k];
        q->sum += q->reach.part[k];
    }
    q->reach.part[3] = 0;
    sepal_exact_way(&q->d, &q->cores, 1);
    q->place = fmax(LEAST_SCALED, ldexp(MET_PLACE_SHARE, ilogb(q->sum)));
}

/* A part to begin with, where none is known. */
static void forget_part(round_sweep *q) {
    q->found.count = 1;
    q->found.member[0] = (sepal_member){0, q->cores.still_b};
}

static float on_grid(const round_sweep *q, float time) {
    return q->grid > 0 ? (float)(floor((double)time / q->grid) * q->grid) : time;
}

/* --- A guess ------------------------------------------------------------------------------------ */

/* Most steps. Newton's halve what is left where the solids graze; those of a part's own time find it at once. */
enum { GUESS_TIMES = 12 };

/* A step went too far if the solids overlap by more than this share of the reach. */
#define GUESS_TOO_FAR 0x1p-20

static double gap_now(const round_sweep *q) {
    const double *n = q->found.count == 1 ? q->found.w[0].near.x : q->found.n.near.x;
    return d3_dot(n, q->found.w[0].near.x) / d3_length(n) - q->sum;
}

/* How long after its time the point, line or plane of the part that was found is as near as the reach, or nearest. */
static double time_of_part(const round_sweep *q) {
    const sepal_nearest *f = &q->found;
    double w[3], v[3];
    memcpy(w, f->w[0].near.x, sizeof w);
    memcpy(v, q->d.near.x, sizeof v);
    if (f->count == 3)
        return -gap_now(q) * d3_length(f->n.near.x) / d3_dot(f->n.near.x, v);
    if (f->count == 2) { /* across the line */
        const double *e = f->edge[0].near.x, square = d3_dot(e, e), of_w = d3_dot(e, w) / square, of_v = d3_dot(e, v) / square;
        for (int k = 0; k < 3; k++)
            w[k] -= of_w * e[k], v[k] -= of_v * e[k];
    }
    const double a = d3_dot(v, v), b = d3_dot(w, v), gap = d3_length(w), c = (gap - q->sum) * (gap + q->sum), root = b * b - a * c;
    return root > 0 ? c / (sqrt(root) - b) : -b / a;
}

/* Newton's step, which never goes too far, as the distance is a convex function of the time. */
static double time_of_slope(const round_sweep *q) {
    const double *n = q->found.count == 1 ? q->found.w[0].near.x : q->found.n.near.x;
    const double slope = -d3_dot(n, q->d.near.x) / d3_length(n);
    return slope > 0 ? gap_now(q) / slope : INFINITY;
}

/* The nearest part at a time, as double finds it from the one that was found before; false if the cores meet. */
static bool guess_part_at(round_sweep *q, float time) {
    sepal_nearest *f = &q->found;
    sepal_member part[4];
    sepal_cores_advance(&q->cores, time);
    for (int k = 0; k < f->count; k++)
        part[k] = f->member[k];
    const int count = sepal_solids_scalar_guess(&q->cores, f->count, part);
    if (count == 0 || count == 4)
        return false;
    sepal_nearest_set(f, &q->cores, count, part);
    if (count == 3 && d3_dot(f->n.near.x, f->w[0].near.x) < 0)
        sepal_nearest_set(f, &q->cores, 3, (const sepal_member[3]){part[0], part[2], part[1]});
    return true;
}

/* From part to part, by the time of each. This may pass by parts that are met earlier: then Newton's steps go on from the time before.
 * *meet: do they seem to be within reach there? */
static float guess_time(round_sweep *q, bool *meet) {
    float time = 0;
    double safe = 0;
    bool by_parts = true;
    for (int step = 0; step < GUESS_TIMES; step++) {
        const bool apart = guess_part_at(q, time);
        *meet = !apart || gap_now(q) < GUESS_TOO_FAR * q->sum;
        const bool too_far = step > 0 && (!apart || gap_now(q) < -GUESS_TOO_FAR * q->sum);
        double next = safe;
        if (by_parts && too_far) {
            by_parts = false;
        } else if (!apart) {
            break;
        } else {
            safe = (double)time + time_of_slope(q);
            next = by_parts ? (double)time + time_of_part(q) : safe;
            if (!((float)next > time))
                break;
        }
        if (!(next < 1))
            break;
        time = (float)next;
    }
    return on_grid(q, time);
}

/* --- The time ----------------------------------------------------------------------------------- */

/* The sign of the distance less the reach; -1 if the cores meet. The search begins with the part that was found before. */
static int side_of_reach(round_sweep *q) {
    return sepal_solids_scalar_nearest_on(&q->cores, &q->found, false) ? sepal_nearest_compare(&q->found, &q->cores, &q->reach)
                                                                       : -1;
}

/* As the distance is a convex function of the time, they are apart until a time at which they are and come nearer, and always if they are
 * and come no nearer, unless they have met before: this alone takes what b covers until then. */
static bool solids_apart_until(const void *context, float time) {
    round_sweep *q = (round_sweep *)context;
    if (q->never || time <= q->apart)
        return true;
    if (time >= q->met)
        return false;
    sepal_cores_advance(&q->cores, on_grid(q, time));
    const int side = side_of_reach(q),
              slope = side > 0 ? sepal_exact_dot_sign(sepal_nearest_normal(&q->found), &q->d, &q->cores) : 1;
    q->never = slope == 0;
    if (side > 0 && slope > 0) {
        sepal_cores_sweep(&q->cores, on_grid(q, time));
        q->never = side_of_reach(q) > 0;
        forget_part(q); /* it may be one of a vertex at rest */
    }
    if (slope < 0 || q->never) {
        q->apart = time;
        return true;
    }
    q->met = time;
    q->touches = side == 0;
    return false;
}

/* At the end, where K has its nearest point x to the origin at the distance r, and comes no nearer: did it have that point just
 * before, so that the solids slid along each other? x + e d is in K for a small e. that is a question about the members nearest along
 * the normal n, seen along n, where x is the origin. */
static bool has_slid(round_sweep *q) {
    const sepal_cores *cores = &q->cores;
    sepal_exact *n = sepal_nearest_normal(&q->found), across, p, around, r;
    sepal_exact_cross(&across, n, &q->d);
    sepal_directions left = {3, 1, {n, &across, &q->d}, {-1, 1, 1}};
    sepal_exact_member(&p, cores, sepal_exact_extreme(cores, &left));
    if (sepal_exact_dot_sign(&across, &p, cores) == 0)
        return sepal_exact_dot_sign(&q->d, &p, cores) > 0;
    for (;;) { /* p turns clockwise, and stays on the left of d */
        sepal_exact_cross(&around, n, &p);
        sepal_directions clockwise = {2, 1, {n, &around}, {-1, -1}};
        sepal_member at = sepal_exact_extreme(cores, &clockwise);
        sepal_exact_member(&r, cores, at);
        if (sepal_exact_dot_sign(&around, &r, cores) >= 0)
            return false;
        if (sepal_exact_dot_sign(&across, &r, cores) <= 0)
            return true;
        sepal_exact_member(&p, cores, at);
    }
}

/* They are apart until the float before. Are they until this time, but touch now? */
static bool solids_touch_first(round_sweep *q, float time) {
    if (on_grid(q, time) != time || (q->met == time && !q->touches))
        return false;
    sepal_cores_advance(&q->cores, time);
    if (side_of_reach(q) != 0)
        return false;
    int slope = sepal_exact_dot_sign(sepal_nearest_normal(&q->found), &q->d, &q->cores);
    return slope < 0 || (slope == 0 && !has_slid(q));
}

/* --- The part that is met ------------------------------------------------------------------------- */

/* A vector in double that is accurate to the last bits; the sum of the three products likewise. */
static const double *accurate(sepal_exact *v, const sepal_cores *cores) {
    sepal_exact_refine(v, cores);
    return v->near.x;
}
static double accurate_dot(sepal_exact *p, sepal_exact *q, const sepal_cores *cores) {
    sepal_number sum;
    double value;
    if (sepal_exact_dot_in_double(p, q, &value))
        return value;
    sepal_exact_dot(p, q, cores, &sum);
    return sepal_number_value(&sum);
}

/* How the way of K passes the point or the line of the part that was found: w, from a to b at rest; across: edge x d, or w x d. */
typedef struct passing {
    sepal_exact w, across;
} passing;

static void set_passing(round_sweep *q, passing *p) {
    const sepal_cores *cores = &q->cores;
    sepal_nearest *part = &q->found;
    sepal_exact_member(&p->w, cores, (sepal_member){part->member[0].a, part->member[0].b - cores->still_b});
    sepal_exact_cross(&p->across, part->count == 2 ? &part->edge[0] : &p->w, &q->d);
}

/* r^2 - miss^2, or 0, if that is negative; in double if most of it is left, and else from exact numbers: the square of miss is |w x d|^2 /
 * |d|^2, or ((e x d) . w)^2 / |e x d|^2. */
#define MOST_IS_LEFT 0x1p-10
static double square_left(round_sweep *q, passing *p, double miss) {
    const double left = (q->sum - miss) * (q->sum + miss);
    const bool edge = q->found.count == 2;
    sepal_number reach, over, under, square;
    if (left > MOST_IS_LEFT * (q->sum * q->sum))
        return left;
    sepal_exact_dot(&p->across, edge ? &p->w : &p->across, &q->cores, &over);
    if (edge)
        sepal_number_multiply(&over, &over, &over);
    sepal_exact_dot(edge ? &p->across : &q->d, edge ? &p->across : &q->d, &q->cores, &under);
    sepal_number_sum(q->reach.part, SEPAL_REACH_PARTS, &reach);
    sepal_number_multiply(&under, &reach, &square);
    sepal_number_multiply(&square, &reach, &square);
    sepal_number_subtract(&square, &over, &square);
    const double rest = sepal_number_value(&square) / sepal_number_value(&under);
    return rest > 0 ? rest : 0;
}

/* How the way passes that part, which does not change with the time: so it is asked once for a part, however often it is found. */
static const round_passed *find_passed(round_sweep *q) {
    const sepal_cores *cores = &q->cores;
    const sepal_nearest *part = &q->found;
    round_passed *out = &q->passed;
    passing p;
    bool same = out->count == part->count;
    for (int k = 0; k < part->count && same; k++)
        same = out->member[k].a == part->member[k].a && out->member[k].b == part->member[k].b;
    if (same)
        return out;
    set_passing(q, &p);
    out->count = part->count;
    for (int k = 0; k < part->count; k++)
        out->member[k] = part->member[k];
    out->parallel = sepal_exact_is_zero(&p.across, cores);
    out->miss = 0;
    if (!out->parallel && part->count == 1)
        out->miss = d3_length(accurate(&p.across, cores)) / d3_length(accurate(&q->d, cores));
    else if (!out->parallel)
        out->miss = accurate_dot(&p.across, &p.w, cores) / d3_length(accurate(&p.across, cores));
    out->left = out->parallel && part->count == 2 ? 0 : square_left(q, &p, out->miss);
    return out;
}

/* A vector that is known to this share of itself is near enough for a proposal. */
#define MET_VECTOR_ERROR 0x1p-42

static const double *known_vector(sepal_exact *v, const sepal_cores *cores) {
    return v->near.error <= MET_VECTOR_ERROR * sepal_largest_of(v->near.x) ? v->near.x : accurate(v, cores);
}

/* The part that is nearest where b is `ahead` of its place at the time, in units of time; false if the cores meet there. again: the one
 * that was found before is tried first. */
static bool look_ahead(round_sweep *q, double ahead, bool again) {
    double onward[3];
    for (int k = 0; k < 3; k++)
        onward[k] = floor(ahead * q->d.near.x[k] / q->place) * q->place;
    sepal_cores_go_on(&q->cores, onward);
    return again ? sepal_solids_scalar_nearest_on(&q->cores, &q->found, true) : sepal_solids_scalar_nearest(&q->cores, &q->found);
}

/* How far from there the point, line or plane of the part is r away for the first time, or nearest if it never is, also in units of time;
 * *gap: how much more than r it is away there. */
static double find_entry_of_part(round_sweep *q, double *gap) {
    sepal_nearest *part = &q->found;
    const double *n = known_vector(sepal_nearest_normal(part), &q->cores), *d = q->d.near.x;
    if (part->count == 3) {
        const sepal_exact_vector *of_n = &part->n.near, *w = &part->w[0].near;
        double size = d3_length(n), far = d3_dot(n, w->x) / size;
        if (of_n->error * d3_sum(w->x) + (w->error + 0x1p-50 * d3_sum(w->x)) * size > MET_VECTOR_ERROR * (q->sum * size))
            far = accurate_dot(&part->n, &part->w[0], &q->cores) / size;
        *gap = far - q->sum;
        return *gap / (-d3_dot(n, d) / size);
    }
    const bool edge = part->count == 2;
    const sepal_passage of = sepal_passage_of(n, edge ? known_vector(&part->edge[0], &q->cores) : NULL,
                                              edge ? known_vector(&part->across, &q->cores) : NULL, d, q->sum);
    *gap = of.gap;
    if (of.root > MOST_IS_LEFT * of.a * (q->sum * q->sum))
        return of.c / (of.b + sqrt(of.root));
    return of.b / of.a - sqrt(find_passed(q)->left / of.a);
}

/* Goes on from the time, at which K is not within r, to where it is, and finds the part of K that is nearest there. It is the one whose
 * point, line or plane is r away just where it is nearest; true. Or there are several as near to each other as no number tells apart, and
 * it is the one before they meet; false. (docs/numerics/solids_sweep.md, "The part that is met") */
static bool find_part_met(round_sweep *q, float time) {
    const double step = fmax((double)sepal_next_time(time) - (double)time, q->grid), size = d3_length(q->d.near.x);
    const double same = (MET_REACH_SHARE * q->sum + MET_WAY_SHARE * (step * size)) / size;
    double low = 0, high = step, at = 0; /* the first touch is between these two */
    bool apart = false;
    for (int k = 0; k == 0 || high - low > same; k++) { /* however short the step: at the time itself the part is not yet r away */
        double gap = -1, next = high;
        apart = look_ahead(q, at, apart);
        if (apart) {
            const double later = find_entry_of_part(q, &gap);
            /* not if it is nearest there, but never so near as r; a face is r away all along */
            if (gap <= 4 * same * size && (fabs(later) <= 2 * same || (q->found.count == 3 && gap >= -4 * same * size)))
                return true;
            next = at + later;
        }
        if (gap >= 0 || at == 0)
            low = at;
        else
            high = at;
        const bool proposed = (k < MET_PROPOSALS || k % 2 == 0) && next > low && next < high;
        at = proposed ? next : low + (high - low) / 2;
        if (!(at > low && at < high))
            break;
    }
    (void)look_ahead(q, low, apart);
    return false;
}

/* --- The normal --------------------------------------------------------------------------------- */

/* As the way passes it at the distance |miss|, in the direction `beside`, it is r away where it is the root of `left` in front of it,
 * against the direction `along`. */
static void normal_in_front(double miss, double left, const double beside[3], const double along[3], double out[3]) {
    const double front = sqrt(left), b = d3_length(beside), a = d3_length(along);
    for (int k = 0; k < 3; k++)
        out[k] = (b > 0 ? miss * (beside[k] / b) : 0) - front * (along[k] / a);
}

/* Where the point, line or plane of a part is r away. The vector from the origin to the line of w's way is d x (w x d) / |d|^2; across both
 * the line of an edge and the way is e x d, and (e x d) x e is along the way. */
static void find_normal_of_part(round_sweep *q, double out[3]) {
    const sepal_cores *cores = &q->cores;
    sepal_nearest *part = &q->found;
    passing p;
    sepal_exact beside;
    const round_passed *passed = part->count < 3 ? find_passed(q) : NULL;
    if (passed == NULL || (part->count == 2 && passed->parallel)) {
        memcpy(out, accurate(sepal_nearest_normal(part), cores), 3 * sizeof *out);
        return;
    }
    set_passing(q, &p);
    sepal_exact_cross(&beside, part->count == 1 ? &q->d : &p.across, part->count == 1 ? &p.across : &part->edge[0]);
    normal_in_front(passed->miss, passed->left, accurate(part->count == 1 ? &beside : &p.across, cores),
                    accurate(part->count == 1 ? &q->d : &beside, cores), out);
}

/* touches: they touch at the time, and not a little later. */
static void find_round_normal(round_sweep *q, float time, bool touches, float normal[3]) {
    double out[3];
    sepal_cores_advance(&q->cores, time);
    if (touches ? sepal_solids_scalar_nearest(&q->cores, &q->found) : find_part_met(q, time)) {
        find_normal_of_part(q, out);
    } else {
        const double *n = accurate(sepal_nearest_normal(&q->found), &q->cores);
        for (int k = 0; k < 3; k++)
            out[k] = n[k];
    }
    double length = d3_length(out);
    for (int k = 0; k < 3; k++)
        normal[k] = (float)(out[k] / length) + 0; /* never -0 */
}

static void begin_round_sweep(round_sweep *q, const sepal_solid_mover *a, const sepal_solid_mover *b, const sepal_rule *rule) {
    const float reach[3] = {sepal_solid_radius(a->set, a->index), sepal_solid_radius(b->set, b->index), rule->margin};
    assert(reach[0] > 0 || reach[1] > 0 || reach[2] > 0);
    scale_question(q, a, b, reach);
    forget_part(q);
    q->passed.count = 0;
    q->apart = -1;
    q->met = INFINITY;
    q->touches = q->never = false;
}

void sepal_solids_scalar_round_normal(const sepal_solid_mover *a, const sepal_solid_mover *b, const sepal_rule *rule, float time,
                                      float normal[3]) {
    STAGES_REFER(a->index);
    round_sweep q;
    assert(time >= 0 && time <= 1);
    begin_round_sweep(&q, a, b, rule);
    find_round_normal(&q, time, false, normal);
}

sepal_solid_hit sepal_solids_scalar_hit_round(const sepal_solid_mover *a, const sepal_solid_mover *b, const sepal_rule *rule) {
    STAGES_REFER(a->index);
    round_sweep q;
    sepal_solid_hit out = {.meet = true};
    bool meet;
    begin_round_sweep(&q, a, b, rule);
    const double guess = guess_time(&q, &meet);
    const float early = (float)guess;
    if (!meet && !sepal_solids_scalar_sweep(a, b, rule)) /* told more quickly than by times */
        return sepal_solid_no_hit();
    if (solids_apart_until(&q, early) && (!(early < 1) || solids_apart_until(&q, sepal_next_time(early))) &&
        solids_apart_until(&q, 1))
        return sepal_solid_no_hit();
    out.time = on_grid(&q, sepal_last_time(solids_apart_until, &q, guess));
    float next = sepal_next_time(out.time);
    const bool touches = next <= 1 && solids_touch_first(&q, next);
    if (touches)
        out.time = next;
    find_round_normal(&q, out.time, touches, out.normal);
    return out;
}
