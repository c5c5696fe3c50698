/* sweep_hulls.h — when and how do two moving hulls, of which one has a reach, as spheres and capsules have, meet? A pair in each lane.
 *
 * Float tells that they never meet, or proposes a part of the Minkowski difference K; double, whether that is certainly the nearest one where they
 * do, and near by (sweep_parts.h; docs/numerics/solids_sweep.md, "Moving hulls with a reach in lanes"). Of hulls of more vertices than fit in
 * lanes double is asked one pair at a time, from that part on (sweep_round.h). */
#ifndef SEPAL_SOLIDS_KERNEL_SWEEP_HULLS_H
#define SEPAL_SOLIDS_KERNEL_SWEEP_HULLS_H

#include "sweep_entry.h"
#include "sweep_parts.h"

enum { NEARING_STEPS = 24, NEARING_LAST_STEPS = 6 };

/* Moves the members, each lane by its step, and finds the part of them that is nearest then. */
static inline lane_simplex move_members(const lane_simplex *s, w3 step) {
    lane_member m[3] = {s->m[0], s->m[1], s->m[2]};
    for (int k = 0; k < 3; k++)
        m[k].at = w3_add(m[k].at, step);
    lane_simplex part = {{m[0], m[0], m[0]}, wm_none(), wm_none(), m[0].at, wm_none()};
    (void)take_closer(&part, &m[1], wm_and(s->pair, w_gt(w3_dot(part.v, w3_sub(m[0].at, m[1].at)), w_zero())), 1);
    (void)take_closer(&part, &m[2], wm_and(s->triangle, w_gt(w3_dot(part.v, w3_sub(part.m[0].at, m[2].at)), w_zero())), 2);
    return part;
}

/* A group in units of its extent: hulls, with blocks of the sizes n, and the vertices of each pair in its lane; or rows (portal.h), of hulls of
 * any size, with the vertices of one pair after the other in the lanes. axis_error: of a member along n, as a share of |n|_1; idle: lanes
 * without a pair. */
typedef struct nearing_lanes {
    const difference_lanes *hulls;
    row_lanes *rows;
    sizes n;
    w3 inside, move;
    w reach, extent, axis_error;
    wm idle;
} nearing_lanes;

/* Van den Bergen, "Ray casting against general convex objects with application to continuous collision detection" (2004): the plane through each
 * member that is found tells until when they are certainly apart, and K is moved to that time at once. Returns the last such time; infinite
 * where they never meet. Proposes parts: members receives the codes of three, where there are fewer those of the first one again. */
static SEPAL_NOINLINE w find_nearing(const nearing_lanes *s, uint32_t members[3][SEPAL_LANES]) {
    const w zero = w_zero(), one = w_set1(1), tiny = w_madd(s->extent, w_set1(ROWS_UNDERFLOW), w_set1(HULL_UNDERFLOW));
    lane_simplex near;
    w t = zero, found;
    wm done = s->idle, apart = wm_none();
    near.v = w3_sub(s->inside, w3_scale(s->move, w_set1(0.5F)));
    const w passing = w_div(w_neg(w3_dot(near.v, s->move)), w_max(w3_dot(s->move, s->move), tiny)); /* when the means do */
    near.v = w3_add(near.v, w3_scale(s->move, clamp_lanes(zero, one, passing)));
    for (int step = 0; step < NEARING_STEPS; step++) {
        lane_member last;
        if (s->rows == NULL)
            last = member_against(s->hulls, walk_sizes(s->n), near.v);
        else
            last.at = member_in_rows(s->rows, w3_minus(near.v), ALL_LANES & ~wm_bits(done), &found, &last.code);
        const w along = w3_dot(near.v, last.at), on = w3_dot(near.v, s->move);
        const w length = w_sqrt(w_add(w3_dot(near.v, near.v), tiny)), error = w_mul(w3_sum(near.v), s->axis_error);
        const w over = w_sub(w_madd(t, on, along), w_add(error, w_madd(w_add(s->reach, w_set1(GILBERT_ERROR)), length, tiny)));
        const w later = w_select(w_gt(zero, on), w_div(over, w_neg(on)), w_infinity());
        const wm beyond = wm_andnot(w_gt(over, zero), done);
        apart = wm_or(apart, wm_and(beyond, w_gt(w_add(t, later), one)));
        done = wm_or(done, apart);
        const wm moved = wm_andnot(wm_and(beyond, w_gt(later, w_set1(PART_SAME_TIME))), done);
        const w wait = w_select(moved, later, zero);
        t = w_add(t, wait);
        last.at = w3_add(last.at, w3_scale(s->move, t));
        if (wm_bits(done) == ALL_LANES)
            break;
        if (step == 0) {
            near = (lane_simplex){{last, last, last}, wm_none(), wm_none(), last.at, wm_none()};
            continue;
        }
        if (wm_bits(moved) != 0)
            near = move_members(&near, w3_scale(s->move, wait));
        const wm more = is_closer(&near, &last);
        done = wm_or(done, wm_not(wm_or(more, moved)));
        done = wm_or(done, wm_and(more, take_closer(&near, &last, wm_andnot(more, done), 3)));
    }
    for (int corner = 0; corner < 3; corner++) {
        int32_t code[SEPAL_LANES];
        wi_store(code, wi_select(corner == 2 ? near.triangle : near.pair, near.m[corner].code, near.m[0].code));
        memcpy(members[corner], code, sizeof code);
    }
    return w_select(apart, w_infinity(), t);
}

/* Leaves those open that may meet. */
SPECIALISED lanes nearing_kernel(const void *question, const sepal_pair *group, size_t k, sizes n) {
    const hits_found *asked = question;
    uint32_t members[3][SEPAL_LANES];
    difference_lanes s;
    load_swept_shared(asked->s, group, n, &s);
    const nearing_lanes near = {&s, NULL, n, s.inside, s.move, s.reach, s.extent, hull_axis_error(&s), wm_none()};
    const w time = find_nearing(&near, members);
    for (size_t corner = 0; corner < 3; corner++)
        for (size_t lane = 0; lane < SEPAL_LANES; lane++)
            asked->proposed[corner][k + lane] = (uint16_t)members[corner][lane];
    return (lanes){0, ALL_LANES & ~wm_bits(w_gt(time, w_set1(1)))};
}

/* Hulls of any size. Open are those that may meet at the beginning; yes: those that may meet, but certainly not then. Only the first `count`
 * lanes are asked, as each takes its own time. */
static SEPAL_NOINLINE lanes near_in_rows(const solid_sweep_query *s, const sepal_pair *group, uint32_t count,
                                         uint32_t members[3][SEPAL_LANES]) {
    row_block block;
    row_copies of_a, of_b;
    row_lanes rows;
    memset(&rows, 0, sizeof rows); /* supports read what lanes have that are done */
    if (!set_row_numbers(&s->q, group, SEPAL_LANES, &rows))
        return (lanes){0, ALL_LANES};
    load_row_block(&s->q, s, group, SEPAL_LANES, &block);
    for (unsigned lane = 0; lane < count; lane++) {
        put_row_side(s->q.a, group[lane].a, lane, of_a, &rows.a);
        put_row_side(s->q.b, group[lane].b, lane, of_b, &rows.b);
        (void)put_pair(&block, lane, lane, &rows);
    }
    const nearing_lanes near = {.rows = &rows,
                                .inside = {w_load(block.inside[0]), w_load(block.inside[1]), w_load(block.inside[2])},
                                .move = load_row3(rows.move),
                                .reach = w_load(rows.reach),
                                .extent = w_div(w_set1(1), w_load(rows.inverse)),
                                .axis_error = w_set1(2 * rows.error), /* of the choice, and of the product */
                                .idle = wi_gt(wi_lane_numbers(), wi_set1((int32_t)count - 1))};
    const w time = find_nearing(&near, members);
    const unsigned later = wm_bits(w_gt(time, w_zero()));
    return (lanes){later & ~wm_bits(w_gt(time, w_set1(1))), ALL_LANES & ~later};
}

/* Is the foot of the origin in the triangle of these members, by more than `allowed` in the volumes that tell it? Where the face may be a
 * parallelogram, it is also to be off both diagonals. */
static inline wdm is_in_triangle(const wd3 at[3], wd3 face, wd allowed, wdm parallelogram) {
    const wd of[3] = {wd3_triple(at[1], at[2], face), wd3_triple(at[2], at[0], face), wd3_triple(at[0], at[1], face)};
    wdm in = wdm_all();
    for (int k = 0; k < 3; k++) {
        const wd apart = wd_abs(wd_sub(of[k], of[(k + 1) % 3]));
        in = wdm_and(in, wdm_and(wd_gt(of[k], allowed), wdm_or(wd_gt(apart, wd_scaled(allowed, 2)), wdm_not(parallelogram))));
    }
    return in;
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
    flush = wdm_and(flush, wd_gt(wd3_dot(n, f->n), zero)); /* not if the origin is inside of K, behind the face */
    flush = wdm_and(flush, wdm_or(wdm_and(of_b, off_b), wdm_andnot(off_a, of_b)));
    near->sure = wdm_or(near->sure, wdm_and(flush, wd_gt(plane.behind, zero)));
    near->none[0] = wdm_or(near->none[0], wdm_and(flush, wd_eq(plane.lean.x, zero)));
    near->none[1] = wdm_or(near->none[1], wdm_and(flush, wd_eq(plane.lean.y, zero)));
    near->none[2] = wdm_or(near->none[2], wdm_and(flush, wd_eq(plane.lean.z, zero)));
}

/* Is the part certainly the nearest one of K at a time, and near by? n: the sizes of the blocks. */
static SEPAL_NOINLINE void certify_hull_part(const solids_query *q, const sepal_pair *group, sizes n, int half,
                                             const difference_half *d, const walk_face *f, nearing_half *of) {
    const wd zero = wd_set1(0), any = wd_set1(1);
    const wdm no = wdm_none(), none[3] = {no, no, no};
    const meeting_plane fourth = {.asked = no}; /* of boxes: tells only which corner is the fourth one of a side */
    const member_half *m = f->m;
    certified_push *const near = of->near;
    const solid_part *p = &of->p;
    const wd3 step = wd3_scale(of->h.m, of->time), face = wd3_cross(p->e, p->g);
    const wd3 at[3] = {wd3_add(m[0].w, step), wd3_add(m[1].w, step), wd3_add(m[2].w, step)};
    const wd3 a[3] = {m[0].a, m[1].a, m[2].a}, b[3] = {m[0].b, m[1].b, m[2].b};
    const wd of_a[3] = {m[0].number_a, m[1].number_a, m[2].number_a}, of_b[3] = {m[0].number_b, m[1].number_b, m[2].number_b};
    const wdm one_a = wdm_and(wd_eq(of_a[0], of_a[1]), wd_eq(of_a[0], of_a[2])),
              one_b = wdm_and(wd_eq(of_b[0], of_b[1]), wd_eq(of_b[0], of_b[2])), one_core = wdm_or(one_a, one_b),
              of_hull = wdm_or(n.b == 0 ? no : one_a, n.a == 0 ? no : one_b);
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
    const wdm joined = are_joined(m), inside = wdm_or(is_in_triangle(at, face, allowed, wdm_not(of_hull)), wdm_not(p->two));
    near->sure = wdm_and(near->sure, wdm_and(joined, inside));

    /* all other vertices */
    const wd turn = wd_select(p->two, zero, wd_scaled(wd_div(of->aside, near->distance), 2));
    const wd limit = wd_mul(wd_add(wd_add(near->direction_error, wd_set1(2 * PART_PRODUCT)), turn), p->extent);
    const wd behind_a =
                 behind_members_of(&d->a, f->size_a, wd3_negated(near->n), a, of_a, joined, n.a == 0 ? none : NULL, &fourth).least,
             behind_b = behind_members_of(&d->b, f->size_b, near->n, b, of_b, joined, n.b == 0 ? none : NULL, &fourth).least;
    const wdm behind = wd_gt(wd_min(behind_a, behind_b), limit);
    const wdm alone = wdm_and(one_core, wd_gt(wd_select(one_a, behind_a, behind_b), limit));
    const wdm flush = wdm_andnot(wdm_and(near->sure, wdm_and(p->two, alone)), behind);
    near->sure = wdm_and(near->sure, behind);
    if (wdm_bits(flush) != 0)
        certify_flush_face(q, group, half, d, f, one_a, limit, flush, of);
}

/* The part of the members at rest, of which some may be alike. */
static SEPAL_NOINLINE void set_part_of_members(const member_half *m, wd extent, wdm exact, solid_part *out) {
    const wdm two = wdm_not(wdm_and(wd_eq(m[2].number_a, m[0].number_a), wd_eq(m[2].number_b, m[0].number_b))),
              same = wdm_and(wd_eq(m[1].number_a, m[0].number_a), wd_eq(m[1].number_b, m[0].number_b)),
              one = wdm_or(two, wdm_not(same));
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

static SEPAL_NOINLINE void move_to_reach(nearing_half *of) {
    of->time = time_of_moving_part(&of->h, &of->p);
    move_part(&of->h, of->time, &of->p);
    of->aside = aside_of_part(&of->h, &of->p);
}
/* Half of a group: the part, and what double knows of it. As what it asks, not inlined, for its room on the stack. */
static SEPAL_NOINLINE void settle_nearing_half(const solid_sweep_query *s, const sepal_pair *group, sizes n, int half,
                                               const walk_found *walked, nearing_half *of) {
    difference_half d;
    walk_face f;
    unit_lanes units;
    find_units(&s->q, group, &units);
    const wdm exact = wd_ge(wd_set1(CORE_SPAN_EXACT), wd_load(units.span + half * WD_LANES));
    load_walk(&s->q, group, n, half, walked, &d, &f);
    set_part_of_members(f.m, d.extent, exact, &of->p);
    face_side_in_front(&d, wd3_scale(of->h.m, time_of_moving_part(&of->h, &of->p)), &f);
    set_part_of_members(f.m, d.extent, exact, &of->p);
    move_to_reach(of);
    certify_hull_part(&s->q, group, n, half, &d, &f, of);
}

SPECIALISED lanes nearing_parts_kernel(const void *question, const sepal_pair *group, size_t k, sizes n) {
    const hits_found *asked = question;
    const solid_sweep_query *s = asked->s;
    walk_found proposed;
    entered_part entered[2];
    wd below[2];
    for (int corner = 0; corner < 3; corner++)
        for (size_t lane = 0; lane < SEPAL_LANES; lane++)
            proposed.code[corner][lane] = asked->proposed[corner][k + lane];
    for (int half = 0; half < 2; half++) {
        nearing_half of;
        of.h.edges = 0; /* those of hulls are not asked for */
        of.h.m = way_of_swept_half(s, group, half);
        of.h.reach = reach_of_swept_half(&s->q, group, half);
        of.near = &entered[half].near;
        settle_nearing_half(s, group, n, half, &proposed, &of);
        const w before = times_below(of.time, of.time), next = w_of_bits(wi_add(wi_of_bits(before), wi_set1(1)));
        below[half] = wd_of(before, 0);
        look_at_part(&of.h, &of.p, (part_times){of.time, below[half], wd_of(next, 0)}, of.aside, wdm_all(),
                     asked->normal[0] != NULL, &entered[half]);
    }
    return store_parts(asked, k, entered, w_of(below[0], below[1]), false);
}

STAGE_ALONE(propose_nearing, nearing_kernel);
STAGE_ALONE(settle_nearing, nearing_parts_kernel);

#endif
