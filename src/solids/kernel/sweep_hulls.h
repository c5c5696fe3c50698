/* sweep_hulls.h — when and how do two moving hulls, of which one has a reach, as spheres and capsules have, meet? A pair in each lane.
 *
 * The nearest part of the Minkowski difference K at a time, found in float (closest.h), proposes the time at which its point, line or plane
 * is as far away as the reach, until that is the time at which it was found. Double tells whether the part is certainly the nearest one there,
 * and near by; what follows from that is told in sweep_parts.h (docs/numerics/solids_sweep.md, "Moving hulls with a reach in lanes"). */
#ifndef SEPAL_SOLIDS_KERNEL_SWEEP_HULLS_H
#define SEPAL_SOLIDS_KERNEL_SWEEP_HULLS_H

#include "sweep_entry.h"
#include "sweep_parts.h"

enum { NEARING_STEPS = 8, NEARING_LAST_STEPS = 6 };

/* What float has found of a group: the codes of three members, where there are fewer those of the first one again; how many there are. */
typedef struct nearing_found {
    walk_found codes;
    w count;
} nearing_found;

/* How much later the point, line or plane of a part is as far away as the reach, or nearest if it never is. early: are the cores farther apart
 * than that, and come nearer? */
static inline w time_until_reach(const lane_simplex *s, w3 move, w reach, wm *early) {
    const w zero = w_zero(), one = w_set1(1);
    const w3 v = s->v, e = w3_sub(s->m[1].at, s->m[0].at);
    const w inverse = w_div(one, w3_dot(v, v)), inverse_edge = w_div(one, w3_dot(e, e));
    const w3 x = w3_scale(v, w_mul(w3_dot(v, s->m[0].at), inverse));
    const w3 of_face = w3_scale(v, w_mul(w3_dot(v, move), inverse)),
             of_edge = w3_sub(move, w3_scale(e, w_mul(w3_dot(e, move), inverse_edge)));
    const w3 d = w3_select(s->triangle, of_face, w3_select(s->pair, of_edge, move));
    const w a = w3_dot(d, d), b = w_neg(w3_dot(x, d)), c = w_msub(reach, reach, w3_dot(x, x)), root = w_madd(a, c, w_mul(b, b));
    const wm some = w_gt(root, zero);
    *early = wm_and(w_gt(zero, c), w_gt(b, zero));
    return w_div(w_select(some, w_neg(c), b), w_select(some, w_add(b, w_sqrt(w_max(root, zero))), a));
}

/* Not inlined, for its room on the stack. n: the sizes of the blocks. */
static SEPAL_NOINLINE void find_nearing(const solid_sweep_query *q, const sepal_pair *group, sizes n, nearing_found *out) {
    const w zero = w_zero(), one = w_set1(1);
    difference_lanes s;
    lane_simplex near;
    load_swept_shared(q, group, n, &s);
    const w3 d = s.d, move = s.move;
    const w length = w_sqrt(w3_dot(move, move));
    const lane_member front = closest_member(&s, n, w3_scale(move, w_set1(-1)));
    w t = w_div(w_sub(w_div(w_neg(w3_dot(move, front.at)), length), s.reach),
                length); /* the way alone tells nothing of later times */
    t = w_max(zero, w_min(one, t));
    w low = w_set1(-1), high = w_set1(2); /* nothing is known of times before 0 and after 1 */
    wi code[3] = {front.code, front.code, front.code};
    wm done = wm_none();
    out->count = one;
    for (int step = 0; step < NEARING_STEPS; step++) {
        wm early;
        s.d = w3_add(d, w3_scale(move, t));
        s.inside = step == 0 ? w3_sub(w3_add(s.inside, w3_scale(move, t)), w3_scale(move, w_set1(0.5F))) : near.v;
        (void)search_closest(&s, n, &near);
        const w after = time_until_reach(&near, move, s.reach, &early);
        const wm deep = near.inside, take = wm_not(wm_or(done, deep));
        for (int k = 0; k < 3; k++) {
            const wi of = k == 0 ? near.m[0].code : wi_select(k == 1 ? near.pair : near.triangle, near.m[k].code, near.m[0].code);
            code[k] = wi_select(take, of, code[k]);
        }
        out->count = w_select(take, w_select(near.triangle, w_set1(3), w_select(near.pair, w_set1(2), one)), out->count);
        early = wm_andnot(early, deep);
        low = w_select(early, t, low);
        high = w_select(early, high, t);
        const w next = w_max(zero, w_min(one, w_add(t, after)));
        const wm near_by = wm_andnot(w_gt(w_set1(PART_SAME_TIME), w_abs(w_sub(next, t))), deep);
        done = wm_or(done, wm_or(near_by, wm_andnot(w_eq(t, zero), early)));
        if (wm_bits(done) == ALL_LANES)
            break;
        const wm between = wm_andnot(wm_and(w_gt(next, low), w_gt(high, next)), deep);
        t = w_select(between, next, w_max(zero, w_min(one, w_mul(w_set1(0.5F), w_add(low, high)))));
    }
    for (int k = 0; k < 3; k++)
        wi_store(out->codes.code[k], code[k]);
}

/* Is the foot of the origin in the triangle of these members, by more than `allowed` in the volumes that tell it? Of a parallelogram, in the
 * lanes that are not of one core alone, it is also to be off both diagonals. */
static inline wdm is_in_triangle(const wd3 at[3], wd3 face, wd allowed, wdm one_core) {
    const wd of[3] = {wd3_triple(at[1], at[2], face), wd3_triple(at[2], at[0], face), wd3_triple(at[0], at[1], face)};
    wdm in = wdm_all();
    for (int k = 0; k < 3; k++) {
        const wd apart = wd_abs(wd_sub(of[k], of[(k + 1) % 3]));
        in = wdm_and(in, wdm_and(wd_gt(of[k], allowed), wdm_or(one_core, wd_gt(apart, wd_scaled(allowed, 2)))));
    }
    return in;
}

/* Which members of a face have the same vertex of a core? */
static inline wdm are_of_one_vertex(wd first, wd second, wd third) {
    return wdm_and(wd_eq(first, second), wd_eq(first, third));
}

/* Of one core, the vertices that are not certainly behind a plane, by more than `limit`, may be in it: is the foot of the origin certainly off
 * each line through two of them, by more than `aside`? from: a vertex in the plane; to: the way from there to the foot; reach: no two vertices
 * are farther apart. */
static SEPAL_NOINLINE wdm is_off_lines(const vertices_half *c, wd size, wd3 n, wd3 from, wd3 to, wd limit, wd aside, wd reach) {
    const wd most = wd_mul(aside, reach);
    wdm in[HULL_VERTICES], off = wdm_all();
    for (uint32_t k = 0; k < c->size; k++) {
        const wd3 step = wd3_sub((wd3){c->at[k], c->at[c->size + k], c->at[2 * c->size + k]}, from);
        in[k] = wdm_andnot(wd_gt(size, wd_set1((double)k)), wd_gt(wd3_dot(n, step), limit));
        if (wdm_bits(in[k]) == 0)
            continue;
        const wd3 across = wd3_cross(n, wd3_sub(step, to));
        for (uint32_t i = 0; i < k; i++) {
            const wd3 other = wd3_sub(wd3_sub((wd3){c->at[i], c->at[c->size + i], c->at[2 * c->size + i]}, from), to);
            off = wdm_andnot(off, wdm_andnot(wdm_and(in[k], in[i]), wd_gt(wd_abs(wd3_dot(across, other)), most)));
        }
    }
    return off;
}

/* Half of a group: where and when its part is asked about, and what is known of that. */
typedef struct nearing_half {
    moving_half h;
    solid_part p;
    wd time, aside;
    certified_push *near;
} nearing_half;

/* Faces with more than three vertices in their plane, as those of prisms that stand upright, in the lanes `flush`, where one of the cores has one
 * vertex in it. Their normal is known if the foot is off all lines through two vertices: then the reference takes a triangle in the plane. */
static SEPAL_NOINLINE void certify_flush_face(const solids_query *q, const sepal_pair *group, int half, const difference_half *d,
                                              const walk_face *f, wdm of_b, wd limit, wdm flush, nearing_half *of) {
    const wd zero = wd_set1(0);
    const wd3 any = {wd_set1(1), wd_set1(1), wd_set1(1)}, n = of->near->n;
    const member_half *m = &f->m[0];
    certified_push *const near = of->near;
    const wd3 to =
        wd3_sub(wd3_scale(n, near->distance), wd3_add(m->w, wd3_scale(of->h.m, of->time))); /* from the member to the foot */
    const wd place = wd_madd(near->direction_error, of->p.extent, error_of_place(near, of->p.extent));
    const wd aside = wd_scaled(wd_add(of->aside, place), 2);
    const wdm off_b = is_off_lines(&d->b, f->size_b, n, m->b, to, limit, aside, of->p.extent),
              off_a = is_off_lines(&d->a, f->size_a, wd3_negated(n), m->a, wd3_negated(to), limit, aside, of->p.extent);
    entry_plane plane = {wd_set1(-1), n, any};
    know_plane_exactly(q, group, half, d, f, &plane);
    flush = wdm_and(flush, wdm_or(wdm_and(of_b, off_b), wdm_andnot(off_a, of_b)));
    near->sure = wdm_or(near->sure, wdm_and(flush, wd_gt(plane.behind, zero)));
    near->none[0] = wdm_or(near->none[0], wdm_and(flush, wd_eq(plane.lean.x, zero)));
    near->none[1] = wdm_or(near->none[1], wdm_and(flush, wd_eq(plane.lean.y, zero)));
    near->none[2] = wdm_or(near->none[2], wdm_and(flush, wd_eq(plane.lean.z, zero)));
}

/* Is the part certainly the nearest one of K at a time, and near by? */
static SEPAL_NOINLINE void certify_hull_part(const solids_query *q, const sepal_pair *group, int half, const difference_half *d,
                                             const walk_face *f, nearing_half *of) {
    const wd zero = wd_set1(0), any = wd_set1(1);
    const member_half *m = f->m;
    certified_push *const near = of->near;
    const solid_part *p = &of->p;
    const wd3 step = wd3_scale(of->h.m, of->time), face = wd3_cross(p->e, p->g);
    const wd3 at[3] = {wd3_add(m[0].w, step), wd3_add(m[1].w, step), wd3_add(m[2].w, step)};
    const wd3 a[3] = {m[0].a, m[1].a, m[2].a}, b[3] = {m[0].b, m[1].b, m[2].b};
    const wd of_a[3] = {m[0].number_a, m[1].number_a, m[2].number_a}, of_b[3] = {m[0].number_b, m[1].number_b, m[2].number_b};
    const wdm one_a = are_of_one_vertex(of_a[0], of_a[1], of_a[2]),
              one_core = wdm_or(one_a, are_of_one_vertex(of_b[0], of_b[1], of_b[2]));
    certify_part(p, NULL, 0, -1, &of->aside, NULL, near, NULL, NULL); /* its edges are exact, but not floats */
    near->none[0] = near->none[1] = near->none[2] = wdm_none();
    if (wdm_bits(wd3_has_zero(near->n)) != 0) {
        note_none(p->e, p->g, p->two, near->none);
        note_none(p->e, (wd3){any, any, any}, wdm_andnot(p->one, p->two), near->none);
    }

    /* the foot of the origin */
    const wd length = wd3_length(face), share = wd_scaled(near->direction_error, 0.5);
    const wd rounded = wd_mul(wd_mul(p->extent, p->extent), wd_madd(share, wd_set1(3), wd_set1(PART_FOOT)));
    const wd allowed = wd_mul(length, wd_madd(of->aside, p->extent, rounded));
    const wdm joined = are_joined(m), inside = wdm_or(is_in_triangle(at, face, allowed, one_core), wdm_not(p->two));
    near->sure = wdm_and(near->sure, wdm_and(joined, inside));

    /* all other vertices */
    const wd turn = wd_select(p->two, zero, wd_scaled(wd_div(of->aside, near->distance), 2));
    const wd limit = wd_mul(wd_add(wd_add(near->direction_error, wd_set1(2 * PART_PRODUCT)), turn), p->extent);
    const wd behind_a = behind_members_of(&d->a, f->size_a, wd3_negated(near->n), a, of_a, joined, NULL, NULL).least,
             behind_b = behind_members_of(&d->b, f->size_b, near->n, b, of_b, joined, NULL, NULL).least;
    const wdm behind = wd_gt(wd_min(behind_a, behind_b), limit);
    const wdm alone = wdm_and(one_core, wd_gt(wd_select(one_a, behind_a, behind_b), limit));
    const wdm flush = wdm_andnot(wdm_and(near->sure, wdm_and(p->two, alone)), behind);
    near->sure = wdm_and(near->sure, behind);
    if (wdm_bits(flush) != 0)
        certify_flush_face(q, group, half, d, f, one_a, limit, flush, of);
}

/* The part of one, two or three members at rest. */
static SEPAL_NOINLINE void set_part_of_members(const member_half *m, wd count, wd extent, wdm exact, solid_part *out) {
    const wdm two = wd_gt(count, wd_set1(2.5)), one = wd_gt(count, wd_set1(1.5));
    const wd3 e = wd3_scale(wd3_sub(m[1].w, m[0].w), wd_select(two, wd_set1(1), wd_set1(0.5)));
    *out = (solid_part){.c = wd3_select(wdm_andnot(one, two), wd3_add(m[0].w, e), m[0].w),
                        .e = e,
                        .g = wd3_sub(m[2].w, m[0].w),
                        .extent = wd_scaled(extent, 2),
                        .one = one,
                        .two = two,
                        .many = wdm_not(exact)};
}

/* Moves the triangles of half of a group on to the sides in front of them, as float does not know the sides of prisms: along the line through
 * the foot of the origin, once K has moved, and the origin before. */
static SEPAL_NOINLINE void face_side_in_front(const difference_half *d, wd3 move, walk_face *f) {
    member_half *const m = f->m;
    const wd3 n = triangle_normal(m);
    const wd height = wd3_dot(n, wd3_add(m[0].w, move));
    const wdm turned = wd_gt(wd_set1(0), height);
    const member_half second = m[1];
    m[1] = member_half_select(turned, &m[2], &m[1]);
    m[2] = member_half_select(turned, &second, &m[2]);
    const wd3 foot = wd3_scale(n, wd_div(height, wd3_dot(n, n)));
    walk_in_double(d, wd3_sub(move, foot), wd_scaled(d->extent, MEMBER_GAP_ERROR), NEARING_LAST_STEPS, f);
}

/* Functions of their own, for their room on the stack. */
static SEPAL_NOINLINE void move_to_reach(nearing_half *of) {
    of->time = time_of_moving_part(&of->h, &of->p);
    of->p = move_part(&of->h, &of->p, of->time);
    of->aside = aside_of_part(&of->h, &of->p);
}
static SEPAL_NOINLINE void load_nearing_half(const solids_query *q, const sepal_pair *group, sizes n, int half,
                                             const nearing_found *found, difference_half *d, walk_face *f) {
    load_cores_half(q, group, n, half, d);
    load_walk_face(q, group, half, &found->codes, d, f);
}

/* Half of a group: the part, and what double knows of it. Not inlined, for its room on the stack. */
static SEPAL_NOINLINE void settle_nearing_half(const solid_sweep_query *s, const sepal_pair *group, sizes n, int half,
                                               const nearing_found *found, nearing_half *of) {
    const wd count = wd_of(found->count, half);
    difference_half d;
    walk_face f;
    unit_lanes units;
    find_hull_units(&s->q, group, &units);
    const wdm exact = wd_ge(wd_set1(CORE_SPAN_EXACT), wd_load(units.span + half * WD_LANES));
    load_nearing_half(&s->q, group, n, half, found, &d, &f);
    set_part_of_members(f.m, count, d.extent, exact, &of->p);
    face_side_in_front(&d, wd3_scale(of->h.m, time_of_moving_part(&of->h, &of->p)), &f);
    set_part_of_members(f.m, count, d.extent, exact, &of->p);
    move_to_reach(of);
    certify_hull_part(&s->q, group, half, &d, &f, of);
}

/* n: the sizes of the blocks. */
SPECIALISED lanes nearing_kernel(const void *question, const sepal_pair *group, size_t k, sizes n) {
    const hits_found *asked = question;
    const solid_sweep_query *s = asked->s;
    nearing_found proposed;
    entered_part found[2];
    wd below[2], reach[2];
    find_nearing(s, group, n, &proposed);
    load_reaches(&s->q, group, reach);
    for (int half = 0; half < 2; half++) {
        const w3 move_a = solid_load_moves(s->moves_a, &group->a), move_b = solid_load_moves(s->moves_b, &group->b);
        nearing_half of;
        of.h = (moving_half){.m = wd3_sub(wd3_of(move_b, half), wd3_of(move_a, half)), .reach = reach[half]};
        of.near = &found[half].near;
        settle_nearing_half(s, group, n, half, &proposed, &of);
        const w before = times_below(of.time, of.time), next = w_of_bits(wi_add(wi_of_bits(before), wi_set1(1)));
        below[half] = wd_of(before, 0);
        look_at_part(&of.h, &of.p, (part_times){of.time, below[half], wd_of(next, 0)}, of.aside, wdm_all(),
                     asked->normal[0] != NULL, &found[half]);
    }
    return store_parts(asked, k, found, w_of(below[0], below[1]), false);
}

STAGE_ALONE(sweep_hulls, nearing_kernel);

#endif
