/* solids_scalar_hit.c — when and how two cores that move in straight lines meet first, and when they part; exact, one pair at a time.
 * It defines every bit of the answers.
 *
 * As K moves by t d, the origin moves through K along the ray -t d, and the cores meet from the time on at which it enters. On the
 * side that it enters by, with the normal n, all members w have n . w >= g > 0, and n . d < 0: so the time is g / -n . d, a quotient
 * of two polynomials of degree 3, or 4 where K has no volume. The side is found by a portal search (Snethen, "XenoCollide: complex
 * collision made simple", Game Programming Gems 7, 2008) with exact signs: three members such that the line along d leads through
 * their triangle; a member that is beyond its plane replaces one of them, until there is none. So that the line never meets an edge
 * of a triangle, it starts from a point beside the origin, moved towards the inside of K by less than any number (docs/numerics/
 * solids_sweep.md, "The side that is entered", has the proofs). */
#include "../../core/arithmetic.h"

#include "../../core/compiler.h"
#include "../../core/last_time.h"
#include "motion.h"
#include "push.h"
#include "reference.h"

#include <assert.h>
#include <float.h>

/* --- The span of a difference ------------------------------------------------------------------- */

void sepal_frame_set(sepal_frame *f, const sepal_cores *cores) {
    f->rank = 0;
    f->member[0] = sepal_cores_spanning(cores, 0);
    sepal_exact_member(&f->v[0], cores, f->member[0]);
    for (uint32_t k = 1; k < cores->size_a + cores->size_b && f->rank < 3; k++) {
        int r = f->rank;
        f->member[r + 1] = sepal_cores_spanning(cores, k);
        sepal_exact_member(&f->v[r + 1], cores, f->member[r + 1]);
        sepal_exact_minus(&f->e[r], &f->v[r + 1], &f->v[0]);
        if (r == 1)
            sepal_exact_cross(&f->normal, &f->e[0], &f->e[1]);
        bool more = r == 0   ? !sepal_exact_is_zero(&f->e[0], cores)
                    : r == 1 ? !sepal_exact_is_zero(&f->normal, cores)
                             : sepal_exact_dot_sign(&f->normal, &f->e[2], cores) != 0;
        f->rank += more;
    }
}

/* --- The side that is entered ------------------------------------------------------------------- */

/* The start of the line is e v[0] + e^2 v[1] + ... for an infinitely small e. */
typedef struct entry {
    sepal_cores *cores;
    sepal_frame frame;
    sepal_exact d, back; /* the direction of the line, which is d or -d, and its negative */
    sepal_member at;     /* a member on the side */
    sepal_nearest found; /* its normal; the other vectors of it are what that is made of, or what the search needs before */
} entry;

/* The sign of det(d, p, q), where p and q are members as seen from the start of the line; 0 only if q - p is parallel to d. */
static SEPAL_NOINLINE int turn(entry *s, sepal_exact *p, sepal_exact *q) {
    sepal_exact normal, step;
    sepal_exact_cross(&normal, &s->d, p);
    int sign = sepal_exact_dot_sign(&normal, q, s->cores);
    sepal_exact_minus(&step, p, q);
    for (int k = 0; k < 4 && sign == 0; k++)
        sign = sepal_exact_dot_sign(&s->frame.across[k], &step, s->cores);
    return sign;
}

/* Three members with turn < 0 from each to the next: the line leads through their triangle. */
static void find_portal(entry *s, sepal_member out[3]) {
    const sepal_cores *cores = s->cores;
    sepal_exact *first = &s->frame.v[0], *left = &s->found.w[0], *right = &s->found.w[1], *ahead = &s->found.w[2],
                *across = &s->found.across, *from_first = s->frame.across;
    sepal_member at_left, at_right, at;
    sepal_directions sideways = {
        5, 1, {&from_first[0], &from_first[0], &from_first[1], &from_first[2], &from_first[3]}, {1, -1, -1, -1, -1}};
    at_left = sepal_exact_extreme(cores, &sideways);
    sideways.sign = -1;
    at_right = sepal_exact_extreme(cores, &sideways);
    for (;;) {
        sepal_exact_member(left, cores, at_left);
        sepal_exact_member(right, cores, at_right);
        if (turn(s, right, left) < 0)
            break;
        sepal_exact_minus(ahead, right, left); /* the line is beyond these two, as seen from the first */
        sepal_exact_cross(across, ahead, &s->d);
        sepal_directions beyond = {1, 1, {across}, {1}};
        at = sepal_exact_extreme(cores, &beyond);
        sepal_exact_member(ahead, cores, at);
        if (turn(s, first, ahead) > 0)
            at_left = at;
        else
            at_right = at;
    }
    out[0] = s->frame.member[0];
    out[1] = at_right;
    out[2] = at_left;
}

/* K has volume. */
static SEPAL_NOINLINE void enter_volume(entry *s) {
    sepal_cores *cores = s->cores;
    sepal_member portal[3];
    for (int k = 0; k < 4; k++)
        sepal_exact_cross(&s->frame.across[k], &s->d, &s->frame.v[k]);
    find_portal(s, portal);
    for (;;) {
        sepal_exact w, step;
        sepal_nearest_set(&s->found, cores, 3, portal);
        sepal_member at = sepal_exact_support(cores, &s->found.n);
        sepal_exact_member(&w, cores, at);
        sepal_exact_minus(&step, &w, &s->found.w[0]);
        if (sepal_exact_dot_sign(&s->found.n, &step, cores) >= 0)
            break;
        int side[3];
        for (int k = 0; k < 3; k++)
            side[k] = turn(s, &s->found.w[k], &w);
        int kept = side[0] > 0 && side[1] < 0 ? 0 : side[1] > 0 && side[2] < 0 ? 1 : 2;
        portal[(kept + 2) % 3] = at;
    }
    s->at = portal[0];
}

/* K lies in a plane that d is parallel to: the same with two members and an edge. found.across: in the plane, across d. */
static int side_in_plane(entry *s, sepal_exact *w) {
    int sign = sepal_exact_dot_sign(&s->found.across, w, s->cores);
    for (int k = 0; k < 3 && sign == 0; k++)
        sign = -sepal_exact_dot_sign(&s->found.across, &s->frame.v[k], s->cores);
    return sign;
}

static void enter_plane(entry *s) {
    sepal_cores *cores = s->cores;
    sepal_exact *corner = s->found.w, *edge = s->found.edge, *w = &corner[2], *across = &s->found.across;
    sepal_exact_cross(across, &s->frame.normal, &s->d);
    sepal_directions left = {1, 1, {across}, {1}}, right = {1, -1, {across}, {1}};
    sepal_member at_left = sepal_exact_extreme(cores, &left), at_right = sepal_exact_extreme(cores, &right);
    for (;;) {
        sepal_exact_member(&corner[0], cores, at_left);
        sepal_exact_member(&corner[1], cores, at_right);
        sepal_exact_minus(&edge[0], &corner[0], &corner[1]);
        sepal_exact_cross(&s->found.n, &s->frame.normal, &edge[0]);
        sepal_member at = sepal_exact_support(cores, &s->found.n);
        sepal_exact_member(w, cores, at);
        sepal_exact_minus(&edge[1], w, &corner[0]);
        if (sepal_exact_dot_sign(&s->found.n, &edge[1], cores) >= 0)
            break;
        if (side_in_plane(s, w) > 0)
            at_left = at;
        else
            at_right = at;
    }
    s->at = at_left;
}

/* K lies in a plane, or on a line, and moves out of it: all of it is met at once. */
static void enter_across(entry *s) {
    sepal_cores *cores = s->cores;
    s->at = s->frame.member[0];
    if (s->frame.rank == 1) {
        sepal_exact_cross(&s->found.across, &s->frame.e[0], &s->d);
        sepal_exact_cross(&s->found.n, &s->frame.e[0], &s->found.across);
    } else if (sepal_exact_dot_sign(&s->frame.normal, &s->d, cores) < 0) {
        sepal_exact_cross(&s->found.n, &s->frame.e[0], &s->frame.e[1]);
    } else {
        sepal_exact_cross(&s->found.n, &s->frame.e[1], &s->frame.e[0]);
    }
}

/* K lies on a line and moves along it, or is a point. */
static void enter_line(entry *s) {
    s->found.n = s->back;
    s->at = sepal_exact_support(s->cores, &s->back);
}

static SEPAL_NOINLINE bool is_along_way(entry *s) {
    sepal_exact normal;
    if (s->frame.rank == 0)
        return true;
    sepal_exact_cross(&normal, &s->frame.e[0], &s->d);
    return sepal_exact_is_zero(&normal, s->cores);
}

/* The side that the line along d enters by, or with `sign` = -1 that along -d. */
static void find_side(entry *s, sepal_cores *cores, int sign) {
    s->cores = cores;
    sepal_exact_way(&s->d, cores, sign);
    sepal_exact_way(&s->back, cores, -sign);
    sepal_frame_set(&s->frame, cores);
    s->found.count = 2; /* the normal is n */
    if (s->frame.rank == 3)
        enter_volume(s);
    else if (s->frame.rank == 2 && sepal_exact_dot_sign(&s->frame.normal, &s->d, cores) == 0)
        enter_plane(s);
    else if (s->frame.rank < 2 && is_along_way(s))
        enter_line(s);
    else
        enter_across(s);
}

/* --- The time ------------------------------------------------------------------------------------- */

typedef struct open_side {
    sepal_cores *cores;
    sepal_exact *n;
    sepal_member at;
} open_side;

/* Is the gap along the normal still open at a time, or just closed? */
static bool side_is_open(const void *context, float time) {
    const open_side *g = context;
    sepal_exact w;
    sepal_cores_advance(g->cores, time);
    sepal_exact_member(&w, g->cores, (sepal_member){g->at.a, g->at.b + g->cores->still_b});
    return sepal_exact_dot_sign(g->n, &w, g->cores) >= 0;
}

static double near_dot(const sepal_exact *p, const sepal_exact *q) {
    return (p->near.x[0] * q->near.x[0] + p->near.x[1] * q->near.x[1]) + p->near.x[2] * q->near.x[2];
}

/* Of a side that is found. */
static SEPAL_NOINLINE sepal_solid_hit hit_of_side(entry *side, sepal_cores *cores) {
    sepal_exact w;
    sepal_solid_hit out = {.meet = true};
    sepal_exact_member(&w, cores, side->at);
    sepal_nearest_direction(&side->found, cores, 1, out.normal);
    open_side gap = {cores, sepal_nearest_normal(&side->found), side->at};
    out.time = sepal_last_time(side_is_open, &gap, near_dot(gap.n, &w) / near_dot(gap.n, &side->back));
    return out;
}

sepal_solid_hit sepal_solids_scalar_hit_cores(const sepal_solid_mover *a, const sepal_solid_mover *b) {
    STAGES_REFER(a->index);
    sepal_cores cores;
    entry side;
    sepal_cores_of_movers(&cores, a, b, 1);
    find_side(&side, &cores, 1);
    return hit_of_side(&side, &cores);
}

/* The line along d leaves K by the side that the line along -d enters by. There n . d > 0, and n . w >= g for all members w: so the cores
 * are apart or touch from -g / n . d on. */
float sepal_solids_scalar_leave_cores(const sepal_solid_mover *a, const sepal_solid_mover *b) {
    sepal_cores cores;
    entry side;
    sepal_exact w;
    sepal_number gap, speed;
    sepal_cores_of_movers(&cores, a, b, 1);
    find_side(&side, &cores, -1);
    assert(side.frame.rank == 3); /* as they overlap */
    open_side open = {&cores, sepal_nearest_normal(&side.found), side.at};
    sepal_exact_member(&w, &cores, side.at);
    sepal_exact_dot(open.n, &w, &cores, &gap);
    sepal_exact_dot(open.n, &side.d, &cores, &speed);
    const double guess = sepal_number_value(&gap) / sepal_number_value(&speed);
    float time = guess < (double)FLT_MAX ? (float)guess : FLT_MAX;
    while (time < INFINITY && !side_is_open(&open, time))
        time = sepal_next_time(time);
    while (time > 0 && side_is_open(&open, sepal_previous_time(time)))
        time = sepal_previous_time(time);
    return time;
}

/* The way leads through the inside of the triangle, and all members are on its plane or beyond it, as the origin is not. */
static SEPAL_NOINLINE bool is_entered(entry *s, const sepal_member face[3]) {
    const sepal_cores *cores = s->cores;
    sepal_exact across, w, step;
    sepal_nearest_set(&s->found, cores, 3, face);
    for (int k = 0; k < 3; k++) {
        sepal_exact_cross(&across, &s->d, &s->found.w[k]);
        if (sepal_exact_dot_sign(&across, &s->found.w[(k + 1) % 3], cores) >= 0)
            return false;
    }
    sepal_exact_member(&w, cores, sepal_exact_support(cores, &s->found.n));
    sepal_exact_minus(&step, &w, &s->found.w[0]);
    return sepal_exact_dot_sign(&s->found.n, &step, cores) >= 0 && sepal_exact_dot_sign(&s->found.n, &s->found.w[0], cores) > 0;
}

/* The line leads from a point of K through one beside the origin: so it leaves K by a side through the origin, but where that point is in all of
 * these. */
bool sepal_solids_scalar_touched_face(sepal_cores *cores, sepal_member face[3]) {
    entry side;
    side.cores = cores;
    sepal_exact_middle(&side.d, cores, -1);
    sepal_frame_set(&side.frame, cores);
    if (side.frame.rank < 3 || sepal_exact_is_zero(&side.d, cores))
        return false;
    enter_volume(&side);
    for (int k = 0; k < 3; k++)
        face[k] = side.found.member[2 - k];
    return sepal_exact_dot_sign(&side.found.n, &side.found.w[0], cores) == 0;
}

bool sepal_solids_scalar_hit_face(const sepal_solid_mover *a, const sepal_solid_mover *b, const sepal_member face[3],
                                  sepal_solid_hit *out) {
    STAGES_REFER(a->index);
    sepal_cores cores;
    entry side;
    sepal_cores_of_movers(&cores, a, b, 1);
    side.cores = &cores;
    side.at = face[0];
    sepal_exact_way(&side.d, &cores, 1);
    sepal_exact_way(&side.back, &cores, -1);
    if (!is_entered(&side, face))
        return false;
    *out = hit_of_side(&side, &cores);
    return true;
}
