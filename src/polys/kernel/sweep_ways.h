/* sweep_ways.h — moving shapes that are apart at the beginning, a pair in each lane, in double, half of the lanes at a time: a guess where
 * and when they meet first, and the proof of it; of shapes of more than 8 vertices, by the four vertices of each that are next to the
 * contact. */
#ifndef SEPAL_POLYS_KERNEL_SWEEP_WAYS_H
#define SEPAL_POLYS_KERNEL_SWEEP_WAYS_H

#include "sweep_cast.h"

/* ===== Windows of larger shapes ================================================================== */

/* Where two moving shapes of more than 8 vertices meet first: the two vertices of each that are next
 * to the contact; a pair in each lane, in float.
 *
 * Let K be the Minkowski difference of the cores. Each direction n against which the way leads has a vertex of K that is least far
 * along it, and a place at which the way comes within reach of the line through this vertex. If the vertex is to the left of that
 * place, K is met to the right of it, and the other way round. So a front of K, from the vertex on the right of the way to that on the
 * left, is narrowed from both sides, by the vertex that is least far along the normal of the chord between its ends, as in large.h,
 * until it is an edge of K, or a vertex. It is looked for among 16 vertices of each shape, which are those of the coarse polygon if it
 * has more, and then in windows around what these have found.
 *
 * What is found is a guess: what is below proves that the others do not matter, or leaves the pair open. */

/* The most vertices of a shape; the vertices of a window around what its coarse polygon has found, three chords of the largest one; and
 * the most steps of a search. */
#define FRONT_MOST   64
#define FRONT_WINDOW 12
#define FRONT_STEPS  12

/* A vertex of K, a vertex of b minus one of a, and their numbers. */
typedef struct front_vertex {
    w2 at;
    w a, b;
} front_vertex;

/* The ends of a front, as seen along the way: of an edge of K, or of a vertex, if a search has ended. */
typedef struct front_ends {
    front_vertex right, left;
} front_ends;

/* d: the move of b as seen from a; r: the reach. */
typedef struct front_way {
    w2 d;
    w r;
} front_way;

/* The vertex that is least far along n, and its number. */
static inline w2 front_nearest(const w2 *near, uint32_t size, w2 n, w *number) {
    w least = w_dot(n, near[0]);
    w2 at = near[0];
    *number = w_set1(0);
    for (uint32_t k = 1; k < size; k++) {
        w along = w_dot(n, near[k]);
        wm less = w_gt(least, along);
        least = w_min(along, least);
        at = w2_select(less, near[k], at);
        *number = w_select(less, w_set1((float)k), *number);
    }
    return at;
}

static SEPAL_NOINLINE void front_try(const w2 *a, const w2 *b, uint32_t size, w2 n, front_vertex *out) {
    w2 of_b = front_nearest(b, size, n, &out->b);
    out->at = w2_sub(of_b, front_nearest(a, size, w2_neg(n), &out->a));
}

static inline front_vertex front_select(wm which, const front_vertex *yes, const front_vertex *no) {
    return (front_vertex){w2_select(which, yes->at, no->at), w_select(which, yes->a, no->a), w_select(which, yes->b, no->b)};
}

/* Finds the front among some vertices of both, relative to one point of each lane. */
static SEPAL_NOINLINE void front_find(const w2 *a, const w2 *b, uint32_t size, const front_way *way, front_ends *out) {
    const w zero = w_set1(0);
    w2 d = way->d;
    front_ends f;
    front_try(a, b, size, (w2){d.y, w_neg(d.x)}, &f.right);
    front_try(a, b, size, (w2){w_neg(d.y), d.x}, &f.left);
    for (int step = 0; step < FRONT_STEPS; step++) {
        front_vertex next;
        w2 tangent = w2_sub(f.left.at, f.right.at), n = {tangent.y, w_neg(tangent.x)};
        front_try(a, b, size, n, &next);
        w length = w_sqrt(w_dot(n, n));
        w time = w_div(w_sub(w_mul(way->r, length), w_dot(n, next.at)), w_dot(n, d)), foot = w_mul(time, w_dot(tangent, d));
        wm left = w_gt(w_add(w_dot(tangent, next.at), foot), zero);
        wm end = wm_or(w2_equal(f.right.at, f.left.at), wm_or(w2_equal(next.at, f.right.at), w2_equal(next.at, f.left.at)));
        wm to_right = wm_and(end, w_gt(w_add(w_dot(tangent, f.right.at), foot), zero));
        wm to_left = wm_and(end, w_gt(zero, w_add(w_dot(tangent, f.left.at), foot)));
        front_ends last = f;
        f.left = front_select(wm_andnot(left, end), &next, &f.left);
        f.right = front_select(wm_or(left, end), &f.right, &next);
        f.left = front_select(to_right, &last.right, &f.left);
        f.right = front_select(to_left, &last.left, &f.right);
        if (wm_bits(end) == ALL_LANES)
            break;
    }
    *out = f;
}

/* The first of `window` vertices of each lane, around the middle of those with the numbers `one` and `two` among 16. */
static SEPAL_NOINLINE void front_place(const sepal_polys *set, const uint32_t *index, w one, w two, uint32_t window,
                                       uint32_t *start) {
    float from[SEPAL_LANES], to[SEPAL_LANES];
    w_store(from, w_min(one, two));
    w_store(to, w_max(one, two));
    for (int lane = 0; lane < SEPAL_LANES; lane++) {
        uint32_t size = set->heads[index[2 * lane]].size, low = (uint32_t)from[lane], high = (uint32_t)to[lane], middle;
        if (size > SEPAL_COARSE) {
            middle = low + high + (high - low > SEPAL_COARSE / 2 ? SEPAL_COARSE : 0);
            middle = middle * size / (2 * SEPAL_COARSE);
        } else {
            high = high < size ? high : size - 1; /* blocks repeat the last vertex */
            middle = high - low > 1 ? high : low;
        }
        start[lane] = (middle + 2 * size - (window / 2 - 1)) % size;
    }
}

/* The first of four vertices of each lane, around those with the numbers `one` and `two` in windows. */
static SEPAL_NOINLINE void front_place_in(const sepal_polys *set, const uint32_t *index, w one, w two, uint32_t *start) {
    float from[SEPAL_LANES];
    w_store(from, w_min(one, two));
    for (int lane = 0; lane < SEPAL_LANES; lane++) {
        uint32_t size = set->heads[index[2 * lane]].size;
        start[lane] = (start[lane] + (uint32_t)from[lane] + size - 1) % size;
    }
}

/* The first of four vertices of each shape of a group. */
typedef struct front_starts {
    uint32_t a[SEPAL_LANES], b[SEPAL_LANES];
} front_starts;

static SEPAL_NOINLINE void front_in_windows(const polys_query *q, const sepal_pair *group, const front_way *way,
                                            front_starts *starts) {
    w world[2 * SEPAL_LANE_VERTICES]; /* the block of a window */
    w2 a[FRONT_WINDOW], b[FRONT_WINDOW];
    front_ends found;
    const w2 origin = load_circles(q->a, &group->a).centre;
    load_windows(q->a, &group->a, starts->a, FRONT_WINDOW, world);
    move_windows(world, FRONT_WINDOW, origin, a);
    load_windows(q->b, &group->b, starts->b, FRONT_WINDOW, world);
    move_windows(world, FRONT_WINDOW, origin, b);
    front_find(a, b, FRONT_WINDOW, way, &found);
    front_place_in(q->a, &group->a, found.left.a, found.right.a, starts->a);
    front_place_in(q->b, &group->b, found.left.b, found.right.b, starts->b);
}

static SEPAL_NOINLINE void find_fronts(const sweep_query *s, const sepal_pair *group, front_starts *starts) {
    const polys_query *q = &s->q;
    coarse_lanes a, b;
    front_ends found;
    const w2 origin = load_coarse(q->a, &group->a, NULL, &a);
    (void)load_coarse(q->b, &group->b, &origin, &b);
    w2 d = relative_moves(s, group);
    w2 c = w2_sub(load_circles(q->b, &group->b).centre, load_circles(q->a, &group->a).centre);
    wm away = w_gt(w_dot(c, d), w_set1(0));
    w reach = w_add(w_add(load_radii(q->a, &group->a), load_radii(q->b, &group->b)), w_set1(q->margin));
    const front_way way = {w2_select(away, w2_neg(d), d), reach};
    front_find(a.vertex, b.vertex, SEPAL_COARSE, &way, &found);
    uint32_t most = 0;
    for (int lane = 0; lane < SEPAL_LANES; lane++) {
        uint32_t of_a = q->a->heads[group[lane].a].size, of_b = q->b->heads[group[lane].b].size;
        most = of_a > most ? of_a : most;
        most = of_b > most ? of_b : most;
    }
    const uint32_t window = most > SEPAL_COARSE ? FRONT_WINDOW : 4;
    front_place(q->a, &group->a, found.left.a, found.right.a, window, starts->a);
    front_place(q->b, &group->b, found.left.b, found.right.b, window, starts->b);
    if (most > SEPAL_COARSE)
        front_in_windows(q, group, &way, starts);
}

/* ===== Where the way first comes within reach ==================================================== */

/* Where the way of a shape first comes within reach of another one, which may be 0.
 *
 * The sum of K, the Minkowski difference of the cores, and the disc of the radius r has an edge at the distance r from each edge of K, and
 * between them arcs. Of the lines of the edges in front the way crosses one last. It enters over that edge if the foot is on it; else, in
 * the corner that this line has in common with the next one, it can enter over the arc of the vertex between the two, or leave the corner
 * for ever over one of the two lines. So the entry is known without a walk along K.
 *
 * What is found need not be right: each answer is proved below, or left open (docs/numerics/sweep.md, "Casts in lanes"). */

/* --- A pair -------------------------------------------------------------------------------------- */

/* p + t * q */
static inline wd2 wd2_ahead(wd2 p, wd t, wd2 q) {
    return (wd2){wd_madd(t, q.x, p.x), wd_madd(t, q.y, p.y)};
}

/* A core: its vertices as stored, and relative to the first vertex of a. */
typedef struct ways_shape {
    wd2 world[SEPAL_LANE_VERTICES], near[SEPAL_LANE_VERTICES];
    wd winding;
} ways_shape;

/* b moves by d as seen from a; r: the reach, as the reference adds it. parts: the sum of the magnitudes that it is made of; move: |d.x| +
 * |d.y|; extent: at least |x| + |y| of all vertices relative to the first one of a; all: the sum of these. */
typedef struct ways_pair {
    ways_shape a, b;
    wd2 d;
    wd r, parts, move, extent, all;
    wdm exact, cores; /* was d not rounded? is r 0? */
} ways_pair;

SPECIALISED void ways_take_shape(const vertex_lanes *v, w winding, uint32_t size, int half, wd2 origin, ways_shape *out) {
    for (uint32_t k = 0; k < size; k++) {
        w2 at = vertex(v->world, size, k);
        out->world[k] = wd2_of(at, half);
        out->near[k] = wd2_sub(out->world[k], origin);
    }
    out->winding = wd_of(winding, half);
}

/* --- The guess ----------------------------------------------------------------------------------- */

/* The line that the way crosses last: along n, from a to b, K begins at gap / |n| from the disc's edge, and comes nearer by speed / |n|.
 */
typedef struct ways_line {
    wd gap, speed;
    wd2 n;
    wdm of_a; /* is it the line of an edge of a? */
} ways_line;

/* Tries the edges of one shape. d: the move of the other one as seen from it. */
SPECIALISED void ways_try_edges(const ways_shape *own, uint32_t size, const ways_shape *other, uint32_t size_other, wd2 d, wd r,
                                bool of_a, ways_line *last) {
    const wd zero = wd_set1(0);
    const bool cores = wdm_bits(wd_gt(r, zero)) == 0; /* a branch, as roots take long */
    for (uint32_t i = 0; i < size; i++) {
        wd2 from = own->near[i], e = wd2_sub(own->world[i + 1 < size ? i + 1 : 0], own->world[i]);
        wd2 out = {wd_mul(e.y, own->winding), wd_mul(wd_minus(e.x), own->winding)};
        wd least = wd2_dot(out, other->near[0]), speed = wd_minus(wd2_dot(out, d));
        for (uint32_t j = 1; j < size_other; j++)
            least = wd_min(least, wd_madd(out.x, other->near[j].x, wd_mul(out.y, other->near[j].y)));
        wd gap = wd_sub(least, wd2_dot(out, from));
        if (!cores)
            gap = wd_sub(gap, wd_mul(r, wd2_length(out)));
        wdm later = wdm_and(wd_gt(speed, zero), wd_gt(wd_mul(gap, last->speed), wd_mul(last->gap, speed)));
        last->gap = wd_select(later, gap, last->gap);
        last->speed = wd_select(later, speed, last->speed);
        last->n = wd2_select(later, of_a ? out : wd2_minus(out), last->n);
        last->of_a = of_a ? wdm_or(last->of_a, later) : wdm_andnot(last->of_a, later);
    }
}

/* --- Faces --------------------------------------------------------------------------------------- */

/* The vertices of a shape that are least far along a direction, but for `behind`: the first and the last along the tangent, how far they
 * are along both, times the length of the direction, and the least of all. more: there are others. */
typedef struct ways_face {
    wd2 low, high;
    wd low_at, high_at, low_height, high_height, least;
    wdm more;
} ways_face;

/* n: the direction; back: is it -n along which the vertices are least far? The tangent is n turned to the left. window: they are a run
 * of the vertices of a larger shape, of which the others are farther than these ones if the ends are. */
SPECIALISED void ways_find_face(const ways_shape *s, uint32_t size, bool window, wd2 n, bool back, wd behind, ways_face *out) {
    wd heights[SEPAL_LANE_VERTICES];
    out->least = wd_set1(INFINITY);
    for (uint32_t k = 0; k < size; k++) {
        wd along = wd2_dot(n, s->near[k]);
        heights[k] = back ? wd_minus(along) : along;
        out->least = wd_min(out->least, heights[k]);
    }
    wd most = wd_add(out->least, behind);
    out->low = out->high = s->world[0];
    out->low_height = out->high_height = out->least;
    out->low_at = size == 1 ? wd2_cross(n, s->near[0]) : wd_set1(INFINITY);
    out->high_at = size == 1 ? out->low_at : wd_set1(-INFINITY);
    out->more = wdm_none();
    if (size == 1)
        return;
    for (uint32_t k = 0; k < size; k++) {
        wdm few = wd_ge(most, heights[k]);
        wd at = wd2_cross(n, s->near[k]);
        wdm low = wdm_and(few, wd_gt(out->low_at, at)), high = wdm_and(few, wd_gt(at, out->high_at));
        out->low = wd2_select(low, s->world[k], out->low);
        out->low_at = wd_select(low, at, out->low_at);
        out->low_height = wd_select(low, heights[k], out->low_height);
        out->high = wd2_select(high, s->world[k], out->high);
        out->high_at = wd_select(high, at, out->high_at);
        out->high_height = wd_select(high, heights[k], out->high_height);
    }
    for (uint32_t k = 0; k < size; k++) {
        wdm is_end = wdm_or(wd2_equal(s->world[k], out->low), wd2_equal(s->world[k], out->high));
        out->more = wdm_or(out->more, wdm_andnot(wd_ge(most, heights[k]), is_end));
    }
    if (window)
        out->more = wdm_or(out->more, wdm_not(wd_gt(wd_min(heights[0], heights[size - 1]), most)));
}

static inline wdm ways_is_corner(const ways_face *f) {
    return wd2_equal(f->low, f->high);
}

/* --- Discs --------------------------------------------------------------------------------------- */

/* The entry into a disc, by the operations of sepal_polys_scalar_try_disc. same: is every number that is computed here that of
 * the reference? */
typedef struct ways_disc {
    wd2 w; /* the centre: a vertex of b minus one of a */
    wd2 normal;
    wd time, across, inside;
    wdm same;
} ways_disc;

static inline ways_disc ways_into_disc(wd2 of_b, wd2 of_a, wd2 d, wd r) {
    const wd zero = wd_set1(0);
    wd2 v = wd2_sub(of_b, of_a);
    wd length = wd2_length(d);
    wd ahead = wd_div(wd_minus(wd2_dot(v, d)), length);
    wd left = wd_mul(d.x, v.y), right = wd_mul(d.y, v.x), cross = wd_sub(left, right), p = wd_div(cross, length);
    wd inside = wd_mul(wd_sub(r, p), wd_add(r, p)), half = wd_sqrt(wd_max(inside, zero));
    wd ux = wd_div(d.x, length), uy = wd_div(d.y, length);
    /* sepal_vector_cross_value is the rounded difference if its error is certainly small, else the exact one */
    wd seen = wd_sub(cross, left), lost = wd_add(wd_sub(left, wd_sub(cross, seen)), wd_sub(wd_minus(right), seen));
    wd error = wd_add(wd_add(wd_abs(wd_tail(d.x, v.y, left)), wd_abs(wd_tail(d.y, v.x, right))), wd_abs(lost));
    wdm small = wd_ge(wd_mul(wd_abs(cross), wd_set1(0x1p-53)), wd_mul(error, wd_set1(1 + 32 * 0x1p-53)));
    wdm exact = wdm_and(is_difference(of_b.x, of_a.x, v.x), is_difference(of_b.y, of_a.y, v.y));
    return (ways_disc){.w = v,
                       .time = wd_div(wd_sub(ahead, half), length),
                       .normal = {wd_div(wd_sub(wd_mul(wd_minus(half), ux), wd_mul(p, uy)), r),
                                  wd_div(wd_add(wd_mul(wd_minus(half), uy), wd_mul(p, ux)), r)},
                       .across = p,
                       .inside = inside,
                       .same = wdm_and(wdm_and(small, exact), wdm_and(wd_ge(ahead, zero), wd_ge(inside, zero)))};
}

/* --- Entries ------------------------------------------------------------------------------------- */

/* The guess of a pair, with the faces of both along its normal: the line along n, and where the contact is along the tangent. */
typedef struct ways_entry {
    ways_face a, b;
    wd2 n;
    wd length, height, speed, time, at; /* height: of K, speed: n . d, both times the length */
    wdm of_a;
} ways_entry;

/* Vertices of both: how far along the tangent their difference is from the contact. */
static inline wd ways_aside(const ways_entry *e, wd at_b, wd at_a) {
    return wd_sub(wd_sub(at_b, at_a), e->at);
}

/* The entry as a guess. side: 1, or -1 in the lanes in which the shapes seem to have passed each other: then the way back is looked at,
 * since its entry parts them. vertex: the lanes in which it is a disc. */
SPECIALISED wdm ways_guess(const ways_pair *p, wd side, sizes n, bool window, ways_entry *e, ways_disc *disc) {
    const wd zero = wd_set1(0);
    const bool points = n.a * n.b == 1;
    wd2 d = {wd_mul(p->d.x, side), wd_mul(p->d.y, side)}, back = wd2_minus(d);
    wdm corner = wdm_all();
    e->of_a = wdm_none();
    e->n = d;
    e->time = zero;
    wd2 of_a = p->a.world[0], of_b = p->b.world[0];
    if (!points) {
        ways_line last = {wd_set1(-INFINITY), wd_set1(1), back, wdm_none()};
        ways_try_edges(&p->a, n.a, &p->b, n.b, d, p->r, true, &last);
        ways_try_edges(&p->b, n.b, &p->a, n.a, back, p->r, false, &last);
        e->n = last.n;
        e->of_a = last.of_a;
        e->length = wd2_length(e->n);
        e->time = wd_div(last.gap, last.speed);
        e->at = wd_minus(wd_mul(e->time, wd2_cross(e->n, d)));
        wd behind = wd_mul(wd_set1(CAST_BEHIND), wd_mul(p->all, e->length));
        ways_find_face(&p->a, n.a, window, e->n, true, behind, &e->a);
        ways_find_face(&p->b, n.b, window, e->n, false, behind, &e->b);
        wd low = ways_aside(e, e->b.low_at, e->a.high_at), high = ways_aside(e, e->b.high_at, e->a.low_at);
        corner = wdm_not(wdm_and(wd_gt(zero, low), wd_gt(high, zero)));
        wdm beyond = wd_gt(zero, high);
        of_a = wd2_select(beyond, e->a.low, e->a.high);
        of_b = wd2_select(beyond, e->b.high, e->b.low);
    }
    if (!points && wdm_bits(corner) == 0)
        return corner;
    *disc = ways_into_disc(of_b, of_a, d, p->r);
    wd sign = wd_select(wd_gt(zero, disc->across), wd_set1(-1), wd_set1(1));
    wdm misses = wd_gt(zero, disc->inside);
    wd2 n_disc = wd2_select(misses, (wd2){wd_mul(sign, back.y), wd_mul(sign, d.x)}, wd2_ahead(disc->w, disc->time, d));
    wd time = wd_select(misses, wd_set1(INFINITY), disc->time);
    e->n = wd2_select(corner, n_disc, e->n);
    e->time = wd_select(corner, time, e->time);
    e->length = wd2_length(e->n);
    wd behind = wd_mul(wd_set1(CAST_BEHIND), wd_mul(p->all, e->length));
    ways_find_face(&p->a, n.a, window, e->n, true, behind, &e->a);
    ways_find_face(&p->b, n.b, window, e->n, false, behind, &e->b);
    return corner;
}

/* ===== Hits ====================================================================================== */

/* Do moving shapes meet, when, and how?
 *
 * As in sweep_cast.h, a guess is made, and two certificates at two neighbouring floats prove the time. The normal is that
 * of the first entry as the reference computes it, by the same operations, or of the axis that is closed last; the lanes in which
 * another one might be taken for the first one are left open (docs/numerics/sweep.md, "Casts in lanes"). */

/* Where two faces are parallel but for rounding: how far, relative to all lengths of a pair, the contact must be from the ends of both
 * if their normals are the same floats; or how far behind the one the other must be where the contact is (docs/numerics/sweep.md,
 * "Casts in lanes"). */
#define WAYS_ASIDE 0x1p-9
#define WAYS_APART (16 * CAST_ENTRY_ERROR)

/* --- The certificates ---------------------------------------------------------------------------- */

/* Is K certainly farther than r along the line until `time`? */
static inline wdm ways_is_beyond(const ways_pair *p, const ways_entry *e, wd time) {
    wd least = wd_min(e->height, wd_madd(time, e->speed, e->height));
    wd error = wd_mul(wd_set1(CAST_ERROR), wd_add(wd_add(p->parts, p->extent), wd_mul(time, p->move)));
    return wd_gt(least, wd_mul(e->length, wd_add(p->r, error)));
}

/* The share of an edge, from 0 to 1, at which it is nearest to the origin. */
static inline wd ways_foot(wd2 from, wd2 edge) {
    wd share = wd_div(wd_minus(wd2_dot(from, edge)), wd_max(wd2_dot(edge, edge), wd_set1(0x1p-1000)));
    return wd_min(wd_max(share, wd_set1(0)), wd_set1(1));
}

/* The edge of a face, in the order of the tangent. */
static inline wd2 ways_face_edge(const ways_face *f) {
    return wd2_sub(f->high, f->low);
}

/* Do the shapes certainly more than touch at a time, or before? By a point of K, or, without a reach, as the way crosses the inside of an
 * edge of K. *parallel: the faces are edges that may be parallel, so that it is not known which of them comes first. */
static inline wdm ways_is_within(const ways_pair *p, const ways_entry *e, wd time, wdm *parallel) {
    const wd zero = wd_set1(0);
    wd2 edge_a = ways_face_edge(&e->a), edge_b = ways_face_edge(&e->b);
    wd turn = wd2_cross(edge_a, edge_b), lengths = wd_mul(wd2_size(edge_a), wd2_size(edge_b));
    *parallel = wdm_andnot(wd_ge(wd_mul(wd_set1(CAST_ERROR), lengths), wd_abs(turn)), wd_eq(lengths, zero));
    /* in the order in which the border of K has the edges; of parallel ones the line's comes first */
    wdm a_first = wdm_or(wdm_andnot(wd_gt(zero, turn), *parallel), wdm_and(*parallel, e->of_a));
    wd2 own = wd2_select(e->of_a, edge_a, edge_b), other = wd2_select(e->of_a, edge_b, edge_a);
    wd2 from_a = wd2_select(wdm_andnot(a_first, e->of_a), e->a.low, e->a.high);
    wd2 from_b = wd2_select(wdm_andnot(e->of_a, a_first), e->b.high, e->b.low), w0 = wd2_sub(from_b, from_a);
    wdm back = wdm_or(wdm_and(a_first, wdm_not(e->of_a)), wdm_andnot(e->of_a, a_first));
    other = wd2_select(back, wd2_minus(other), other);
    wd2 at = wd2_ahead(w0, time, p->d);
    at = wd2_ahead(at, ways_foot(at, own), own);
    at = wd2_ahead(at, ways_foot(at, other), other);
    wd size = wd_add(wd2_size(w0), wd2_size(own)), way = wd_mul(time, p->move);
    wd r = wd_sub(p->r, wd_mul(wd_set1(CAST_ERROR), wd_add(p->parts, wd_add(wd_add(size, way), wd2_size(other)))));
    wdm inside = wdm_and(wd_gt(r, zero), wd_gt(wd_mul(r, r), wd2_dot(at, at)));
    /* cores: parallel edges are parts of one */
    wd2 both = {wd_add(edge_a.x, edge_b.x), wd_add(edge_a.y, edge_b.y)}, edge = wd2_select(*parallel, both, own);
    wd2 end = {wd_add(w0.x, edge.x), wd_add(w0.y, edge.y)};
    wd edge_size = wd2_size(edge), extent = wd_add(wd2_size(w0), edge_size);
    wd begins = wd2_cross(w0, p->d), ends = wd2_cross(end, p->d), error = wd_mul(wd_set1(CAST_ERROR), wd_mul(extent, p->move));
    wd first = wd2_cross(w0, edge), last = wd_madd(time, wd2_cross(p->d, edge), first);
    wd gap_error = wd_mul(wd_set1(CAST_ERROR), wd_mul(edge_size, wd_add(extent, way)));
    wdm across = wdm_and(wd_gt(wd_minus(error), begins), wd_gt(ends, error));
    across = wdm_and(across, wdm_and(wd_gt(first, gap_error), wd_gt(wd_minus(gap_error), last)));
    return wdm_or(inside, wdm_and(across, p->cores));
}

/* --- The normal ---------------------------------------------------------------------------------- */

/* The normal of an edge, by the operations of try_edge. Its ends are in the order of the tangent. */
static inline wd2 ways_edge_normal(const ways_face *f) {
    wd2 e = ways_face_edge(f);
    wd length = wd2_length(e);
    return (wd2){wd_div(e.y, length), wd_div(wd_minus(e.x), length)};
}

static inline wd ways_as_float(wd value) {
    return wd_of(w_of(value, value), 0);
}

/* Is the edge of one face certainly entered first, and not one of the other face, which is parallel but for rounding? */
static inline wdm ways_first_of_two(const ways_pair *p, const ways_entry *e) {
    wdm of_a = e->of_a, high_a = wd_gt(e->a.low_height, e->a.high_height), high_b = wd_gt(e->b.low_height, e->b.high_height);
    /* of the other face: the end that is less far along n, and by how much; with both ends of the edge */
    wd end = wd_select(of_a, wd_select(high_b, e->b.high_at, e->b.low_at), wd_select(high_a, e->a.high_at, e->a.low_at));
    wd rise = wd_select(of_a, wd_abs(wd_sub(e->b.high_height, e->b.low_height)), wd_abs(wd_sub(e->a.high_height, e->a.low_height)));
    wd width = wd_select(of_a, wd_sub(e->b.high_at, e->b.low_at), wd_sub(e->a.high_at, e->a.low_at));
    wd one = wd_select(of_a, ways_aside(e, end, e->a.high_at), ways_aside(e, e->b.low_at, end));
    wd two = wd_select(of_a, ways_aside(e, end, e->a.low_at), ways_aside(e, e->b.high_at, end));
    wd least = wd_min(wd_minus(one), two); /* positive if the contact is between */
    return wd_gt(wd_mul(rise, least), wd_mul(wd_mul(wd_set1(WAYS_APART), wd_mul(p->all, e->length)), width));
}

/* The normal if the entry is over an edge: *sure where it is certainly that of the reference. parallel: as above. */
static inline wd2 ways_over_edge(const ways_pair *p, const ways_entry *e, wdm parallel, wdm *sure) {
    const wd zero = wd_set1(0);
    wdm corner_a = ways_is_corner(&e->a), corner_b = ways_is_corner(&e->b), two = wdm_not(wdm_or(corner_a, corner_b));
    wd2 of_a = ways_edge_normal(&e->a), of_b = ways_edge_normal(&e->b);
    wd ends[4] = {ways_aside(e, e->b.low_at, e->a.high_at), ways_aside(e, e->b.high_at, e->a.low_at),
                  ways_aside(e, e->b.low_at, e->a.low_at), ways_aside(e, e->b.high_at, e->a.high_at)};
    wd near = wd_min(wd_min(wd_abs(ends[0]), wd_abs(ends[1])), wd_min(wd_abs(ends[2]), wd_abs(ends[3])));
    wd scale = wd_mul(p->all, e->length);
    wdm none = wdm_or(wdm_and(e->of_a, corner_a), wdm_andnot(corner_b, e->of_a)), alone = wdm_not(two);
    wdm equal = wdm_and(wd_eq(ways_as_float(of_a.x), ways_as_float(of_b.x)), wd_eq(ways_as_float(of_a.y), ways_as_float(of_b.y)));
    if (wdm_bits(two) != 0)
        alone = wdm_or(alone, ways_first_of_two(p, e));
    *sure = wdm_and(wdm_and(wd_gt(zero, ends[0]), wd_gt(ends[1], zero)), wd_gt(near, wd_mul(scale, wd_set1(CAST_BEHIND))));
    *sure = wdm_and(*sure, wdm_or(alone, wdm_and(equal, wd_gt(near, wd_mul(scale, wd_set1(WAYS_ASIDE))))));
    *sure = wdm_or(*sure, wdm_and(p->cores, wdm_or(wdm_not(parallel), equal)));
    *sure = wdm_andnot(*sure, none);
    return wd2_select(e->of_a, of_a, of_b);
}

/* --- Half of a group ----------------------------------------------------------------------------- */

/* What is found. time, normal: of the lanes in `sure`, whose shapes meet later; within: the lanes in which they certainly meet. */
typedef struct ways_half {
    wd time;
    wd2 normal;
    wdm apart, within, sure;
} ways_half;

/* The greatest float that is not above a time from 0 on, and the next one. */
static inline wd ways_floats_around(wd time, wd *next) {
    w nearest = w_of(time, time);
    wd here = wd_of(nearest, 0), before = wd_of(w_of_bits(wi_sub(wi_of_bits(nearest), wi_set1(1))), 0);
    wd after = wd_of(w_of_bits(wi_add(wi_of_bits(nearest), wi_set1(1))), 0);
    wdm above = wd_gt(here, time);
    *next = wd_select(above, here, after);
    return wd_select(above, before, here);
}

SPECIALISED ways_half ways_find(const ways_pair *p, wd side, sizes n, bool window) {
    const wd zero = wd_set1(0), one = wd_set1(1);
    ways_entry e;
    ways_disc disc;
    ways_half out = {zero, {zero, zero}, wdm_none(), wdm_none(), wdm_none()};
    wdm corner = ways_guess(p, side, n, window, &e, &disc);
    e.height = wd_add(e.a.least, e.b.least);
    e.speed = wd2_dot(e.n, p->d);
    wdm ahead = wdm_and(wd_gt(side, zero), wdm_and(wd_ge(e.time, zero), wd_gt(one, e.time)));
    wdm more = wdm_or(e.a.more, e.b.more);
    out.apart = ways_is_beyond(p, &e, one);
    if (window)
        out.apart = wdm_andnot(out.apart, more);
    if (wdm_bits(ahead) == 0)
        return out;
    e.time = wd_select(ahead, e.time, wd_set1(0.5));
    e.at = wd_minus(wd_mul(e.time, wd2_cross(e.n, p->d)));
    wd next;
    out.time = ways_floats_around(e.time, &next);
    wdm parallel, within = ways_is_within(p, &e, next, &parallel);
    out.within = wdm_and(wdm_and(ahead, wd_ge(one, next)), within);
    wdm edge = wdm_none();
    wd2 normal = {zero, zero};
    if (wdm_bits(wdm_not(corner)) != 0)
        normal = ways_over_edge(p, &e, parallel, &edge);
    wdm sure = wdm_andnot(edge, corner);
    if (wdm_bits(corner) != 0) {
        wdm alone = wdm_and(wdm_and(ways_is_corner(&e.a), ways_is_corner(&e.b)), wdm_and(corner, wdm_and(disc.same, p->exact)));
        alone = wdm_and(alone, wd2_equal(wd2_sub(e.b.low, e.a.low), disc.w));
        alone = wdm_and(alone, wd_ge(p->r, wd_mul(wd_set1(CAST_REACH), p->all)));
        sure = wdm_or(sure, alone);
        normal = wd2_select(corner, disc.normal, normal);
    }
    wd error = wd_mul(e.length, wd_mul(wd_set1(CAST_ENTRY_ERROR), p->all)), reach = wd_mul(e.length, p->r);
    wdm quick = wd_ge(wd_mul(wd_set1(-CAST_SPEED), wd_mul(e.length, p->move)), e.speed);
    wdm meets = wd_ge(error, wd_abs(wd_sub(wd_madd(e.time, e.speed, e.height), reach)));
    sure = wdm_and(wdm_andnot(sure, more), wdm_or(p->cores, wdm_and(quick, meets)));
    out.sure = wdm_and(wdm_and(sure, out.within), ways_is_beyond(p, &e, out.time));
    out.normal = normal;
    return out;
}

/* --- A group ------------------------------------------------------------------------------------- */

/* more: the times and the normals are wanted. */
typedef struct ways_query {
    const sweep_query *s;
    bool more;
    sweep_values *out;
} ways_query;

/* starts: NULL, or of windows of four vertices of larger shapes. */
SPECIALISED lanes ways_group(const ways_query *t, const sepal_pair *group, size_t k, sizes n, const front_starts *starts) {
    const sweep_query *s = t->s;
    const polys_query *q = &s->q;
    vertex_lanes va, vb;
    if (starts != NULL) {
        load_windows(q->a, &group->a, starts->a, 4, va.world);
        load_windows(q->b, &group->b, starts->b, 4, vb.world);
    } else {
        load_core(q->a, &group->a, n.a, false, &va);
        next_load();
        load_core(q->b, &group->b, n.b, false, &vb);
        next_load();
    }
    circle_lanes ca = load_circles(q->a, &group->a), cb = load_circles(q->b, &group->b);
    next_load();
    w radius_a = load_radii(q->a, &group->a), radius_b = load_radii(q->b, &group->b);
    w winding_a = windings(q->a, &group->a), winding_b = windings(q->b, &group->b);
    w2 move_a = load_moves(s->moves_a, &group->a), move_b = load_moves(s->moves_b, &group->b), c = w2_sub(cb.centre, ca.centre);
    w outer = w_add(ca.outer, cb.outer);
    w extent = w_add(w_mul(outer, w_set1(3)), w_mul(w2_sum(c), w_set1(1.5F)));
    ways_half found[2];
    unsigned apart = 0, within = 0, sure = 0;
    for (int half = 0; half < 2; half++) {
        ways_pair p;
        w2 first = vertex(va.world, n.a, 0);
        wd2 origin = wd2_of(first, half);
        wd2 ma = wd2_of(move_a, half), mb = wd2_of(move_b, half);
        wd ra = wd_of(radius_a, half), rb = wd_of(radius_b, half), margin = wd_set1((double)q->margin);
        ways_take_shape(&va, winding_a, n.a, half, origin, &p.a);
        ways_take_shape(&vb, winding_b, n.b, half, origin, &p.b);
        p.d = wd2_sub(mb, ma);
        p.exact = wdm_and(is_difference(mb.x, ma.x, p.d.x), is_difference(mb.y, ma.y, p.d.y));
        p.r = wd_add(wd_add(ra, rb), margin);
        p.cores = wd_eq(p.r, wd_set1(0));
        p.parts = wd_add(wd_add(ra, rb), wd_abs(margin));
        p.move = wd2_size(p.d);
        p.extent = wd_of(extent, half);
        p.all = wd_add(wd_add(p.parts, p.move), p.extent);
        wd along = wd2_dot(wd2_of(c, half), p.d);
        found[half] = ways_find(&p, wd_select(wd_gt(along, wd_set1(0)), wd_set1(-1), wd_set1(1)), n, starts != NULL);
        unsigned shift = (unsigned)half * SEPAL_LANES / 2;
        apart |= wdm_bits(found[half].apart) << shift;
        within |= wdm_bits(found[half].within) << shift;
        sure |= wdm_bits(found[half].sure) << shift;
    }
    if (!t->more)
        return (lanes){within, ALL_LANES & ~(within | apart)};
    w_store(t->out->time + k, w_of(found[0].time, found[1].time));
    w_store(t->out->x + k, w_add(w_zero(), w_of(found[0].normal.x, found[1].normal.x)));
    w_store(t->out->y + k, w_add(w_zero(), w_of(found[0].normal.y, found[1].normal.y)));
    return (lanes){sure, ALL_LANES & ~(sure | apart)};
}

SPECIALISED lanes ways_kernel(const void *question, const sepal_pair *group, size_t k, sizes n) {
    return ways_group(question, group, k, n, NULL);
}

SPECIALISED lanes ways_window_kernel(const void *question, const sepal_pair *group, size_t k, sizes n) {
    const ways_query *t = question;
    front_starts starts;
    find_fronts(t->s, group, &starts);
    return ways_group(t, group, k, n, &starts);
}

/* Answers pairs of cores of more than 8 vertices that do not overlap at the beginning. */
static SEPAL_NOINLINE bool sweep_ways_in_windows(const ways_query *t, const sepal_pair *pairs, size_t count, verdicts *answers) {
    return ask_groups(ways_window_kernel, NULL, t, pairs, count, (sizes){4, 4, false}, answers);
}

/* Answers pairs of cores of up to 16 vertices with the sizes n that do not overlap at the beginning. Two without area and a reach must not
 * be asked whether they meet where touching is apart. The values of those that meet are stored, if they are wanted. */
STAGE_ALONE(sweep_ways, ways_kernel);

#endif
