/* polys_scalar_hit_round.c — when and how two shapes that move in straight lines meet first, if they have radii or are asked about
 * under a margin; and the question about any shapes, which sends those without either to polys_scalar_hit.c. One pair at a time. It
 * defines every bit of the answers.
 *
 * K is the Minkowski difference of the cores, d the move of b as seen from a, and r the sum of the radii and the margin. The origin
 * comes within r of K where it enters the disc around a vertex of K, or crosses the line at the distance r from an edge of K, with
 * its foot on the edge (Ericson, Real-Time Collision Detection, 2005, sections 5.3.2 and 5.5.5). The first of these entries, in
 * double, gives the normal and a guess of the time. The time itself is exact: the last float until which the shapes certainly do
 * not meet is found by asking the exact question about parts of the step. */
#include "../../core/arithmetic.h"

#include "difference.h"
#include "reference.h"
#include <math.h>

/* --- Entries, in double -------------------------------------------------------------------------- */

static const sepal_entry no_entry = {INFINITY, 0, 0, INFINITY};

static void take_entry(sepal_entry entry, sepal_entry *best) {
    if (entry.miss < best->miss || (entry.miss == best->miss && entry.time < best->time))
        *best = entry;
}

/* The rounded difference of two points. Products of such vectors are those of motion.h without their errors, to the last bit. */
typedef struct entry_vector {
    double x, y;
} entry_vector;

static inline entry_vector entry_between(sepal_float2 from, sepal_float2 to) {
    return (entry_vector){(double)to.x - (double)from.x, (double)to.y - (double)from.y};
}
static inline double entry_dot(entry_vector v, entry_vector w) {
    return v.x * w.x + v.y * w.y;
}
static inline double entry_cross(entry_vector v, entry_vector w) {
    return v.x * w.y - v.y * w.x;
}

double sepal_polys_scalar_reach_sum(const sepal_reach *reach) {
    return ((double)reach->part[0] + (double)reach->part[1]) + (double)reach->part[2];
}

/* Into the disc of radius r around w, a vertex of K. In the frame of the way, p is how far the disc's centre is to the left. Most discs are
 * certainly missed by more than the best part, or entered no earlier, which is seen before p is known to the last bit. */
void sepal_polys_scalar_try_disc(const sepal_mover *a, uint32_t i, const sepal_mover *b, uint32_t j, double r, sepal_entry *best) {
    const sepal_float2 from = sepal_mover_vertex(a, i), to = sepal_mover_vertex(b, j);
    const entry_vector w = entry_between(from, to), d = entry_between(a->move, b->move);
    const double length = sqrt(entry_dot(d, d)), ahead = -entry_dot(w, d) / length;
    if (ahead < 0)
        return;
    if (sepal_least_aside(d.x, d.y, w.x, w.y) > r * length * (1 + best->miss) * (1 + SEPAL_DISC_ERROR) ||
        (best->miss == 0 && (ahead - r * (1 + SEPAL_DISC_ERROR)) / length >= best->time))
        return;
    const sepal_vector exact_w = sepal_vector_between(from, to), exact_d = sepal_vector_between(a->move, b->move);
    double p = sepal_vector_cross_value(&exact_d, &exact_w) / length;
    double inside = (r - p) * (r + p), half = sqrt(inside > 0 ? inside : 0);
    p = p > r ? r : p < -r ? -r : p;
    double x = (-half * (d.x / length) - p * (d.y / length)) / r, y = (-half * (d.y / length) + p * (d.x / length)) / r;
    take_entry((sepal_entry){(ahead - half) / length, x, y, inside < 0 ? -inside / (r * r) : 0}, best);
}

/* Over the line at the distance r outside of an edge of K: e, with the polygon on the left, and with the vectors v from its start and
 * w from its end to the vertex of the other polygon. The foot is compared with each end from there, so that its error is a share of
 * its distance from that end, however long the edge is. sign: -1 if the edge is one of b. */
void sepal_polys_scalar_try_edge(const sepal_mover *a, uint32_t edge, const sepal_mover *b, uint32_t k, double r, double sign,
                                 sepal_entry *best) {
    sepal_float2 from, to, vertex = sepal_mover_vertex(b, k);
    if (!sepal_polys_scalar_edge_ends(a, edge, &from, &to))
        return;
    entry_vector e = entry_between(from, to), d = entry_between(a->move, b->move);
    entry_vector v = entry_between(from, vertex), w = entry_between(to, vertex);
    double length = sqrt(entry_dot(e, e)), gap = -entry_cross(e, v) / length - r, speed = entry_cross(e, d) / length;
    if (!(speed > 0))
        return;
    double time = gap / speed, way = time * entry_dot(e, d);
    if (entry_dot(e, v) + way > 0 && entry_dot(e, w) + way < 0)
        take_entry((sepal_entry){time, sign * e.y / length, -sign * e.x / length, 0}, best);
}

/* Vertices of a polygon that follow each other, from one on, beyond the last one from the first one on; the numbers in ascending order. */
typedef struct vertex_run {
    uint32_t from, count;
} vertex_run;

static inline uint32_t vertex_of_run(const vertex_run *r, uint32_t size, uint32_t place) {
    const uint32_t begun_again = r->from + r->count > size ? r->from + r->count - size : 0;
    return place < begun_again ? place : r->from + (place - begun_again);
}

/* Over the edges of a that have an end in a run, and into the discs around the vertices where they begin, each with the vertices of a run
 * of b; sign: 1, or -1 if b is the first shape of the pair, and the discs are not tried again. */
static void try_entries(const sepal_mover *a, const vertex_run *ends, const sepal_mover *b, const vertex_run *vertices, double r,
                        double sign, sepal_entry *best) {
    const uint32_t size_a = sepal_mover_size(a), size_b = sepal_mover_size(b);
    const vertex_run edges = {(ends->from > 0 ? ends->from : size_a) - 1, ends->count < size_a ? ends->count + 1 : size_a};
    for (uint32_t i = 0; i < edges.count; i++) {
        const uint32_t edge = vertex_of_run(&edges, size_a, i), start = sepal_polys_scalar_edge_start(a, edge);
        for (uint32_t j = 0; j < vertices->count; j++) {
            const uint32_t k = vertex_of_run(vertices, size_b, j);
            if (sign > 0)
                sepal_polys_scalar_try_disc(a, start, b, k, r, best);
            sepal_polys_scalar_try_edge(a, edge, b, k, r, sign, best);
        }
    }
}

/* The first entry into a part of the border of K. */
static sepal_entry first_on_border(const sepal_mover *a, const sepal_mover *b, double r) {
    sepal_entry first = no_entry;
    for (sepal_border w = sepal_border_of(a->set, a->index, b->set, b->index);; sepal_border_on(&w)) {
        const bool has_edge = sepal_border_edge(&w);
        sepal_polys_scalar_try_disc(a, w.a.at, b, w.b.at, r, &first);
        if (!has_edge)
            return first;
        if (w.of_b)
            sepal_polys_scalar_try_edge(b, w.b.clockwise ? w.to : w.from, a, w.a.at, r, -1, &first);
        else
            sepal_polys_scalar_try_edge(a, w.a.clockwise ? w.to : w.from, b, w.b.at, r, 1, &first);
    }
}

/* The vertex with the least sign * n . p; *extent becomes greater by the greatest |x| + |y|, relative to the origin. */
static uint32_t least_vertex(const sepal_window *n, const sepal_rim *r, double sign, double *least, double *extent) {
    uint32_t at = 0;
    double most = 0;
    *least = INFINITY;
    for (uint32_t k = 0; k < r->size; k++) {
        const double x = (double)r->x[k] - (double)n->origin.x, y = (double)r->y[k] - (double)n->origin.y;
        const double along = sign * (n->x * x + n->y * y), size = fabs(x) + fabs(y);
        at = along < *least ? k : at;
        *least = along < *least ? along : *least;
        most = size > most ? size : most;
    }
    *extent += most;
    return at;
}

/* The vertices with sign * n . p <= most around the least one: going round a convex polygon, that rises and falls once. */
static vertex_run run_around(const sepal_window *n, const sepal_rim *r, double sign, uint32_t least, double most) {
    vertex_run run = {least, 1};
    for (uint32_t next; run.count < r->size; run.count++) {
        next = run.from + run.count < r->size ? run.from + run.count : run.from + run.count - r->size;
        if (sign * sepal_along(n, sepal_rim_vertex(r, next)) > most)
            break;
    }
    for (uint32_t before; run.count < r->size; run.count++) {
        before = (run.from > 0 ? run.from : r->size) - 1;
        if (sign * sepal_along(n, sepal_rim_vertex(r, before)) > most)
            break;
        run.from = before;
    }
    return run;
}

/* All parts of K that may be entered no later than one that is entered at first->time, along whose normal K comes nearer; or, where all
 * are missed, missed by no more than that, have ends in these runs (docs/numerics/sweep.md, "When shapes with a reach meet first"). Without
 * such a part, all parts. */
static void find_runs(const sepal_mover *a, const sepal_mover *b, double r, const sepal_entry *first, vertex_run *run_a,
                      vertex_run *run_b) {
    sepal_window n = {first->x, first->y, INFINITY, sepal_mover_vertex(a, 0)};
    const sepal_rim of_a = sepal_rim_at(a->set, a->index), of_b = sepal_rim_at(b->set, b->index);
    const double dx = (double)b->move.x - (double)a->move.x, dy = (double)b->move.y - (double)a->move.y;
    const double closing = -(n.x * dx + n.y * dy), move = fabs(dx) + fabs(dy);
    const bool missed = first->miss > 0 && first->miss < INFINITY;
    *run_a = (vertex_run){0, of_a.size};
    *run_b = (vertex_run){0, of_b.size};
    if (!missed && !(first->miss == 0 && first->time <= 2 && closing >= -SEPAL_ENTRY_ERROR / 8 * move))
        return;
    double least_a, least_b, extent = move + r;
    const uint32_t at_a = least_vertex(&n, &of_a, -1, &least_a, &extent), at_b = least_vertex(&n, &of_b, 1, &least_b, &extent);
    n.most = (missed ? r * sqrt(1 + first->miss) : r + (first->time > 0 && closing > 0 ? first->time * closing : 0)) +
             SEPAL_ENTRY_ERROR * extent;
    *run_a = run_around(&n, &of_a, -1, at_a, n.most - least_b);
    *run_b = run_around(&n, &of_b, 1, at_b, n.most - least_a);
}

/* Of equal entries it is the first one in the order of the vertices. Of small polygons of which no part is known all are tried. */
sepal_entry sepal_polys_scalar_first_entry(const sepal_mover *a, const sepal_mover *b, const sepal_reach *reach,
                                           const sepal_entry *guess) {
    const double r = sepal_polys_scalar_reach_sum(reach);
    sepal_entry first, known = *guess;
    vertex_run run_a, run_b;
    if (isinf(known.miss) && !sepal_parts_are_few(sepal_mover_size(a), sepal_mover_size(b)))
        known = first_on_border(a, b, r);
    find_runs(a, b, r, &known, &run_a, &run_b);
    first = known;
    first.time = nextafter(known.time, INFINITY); /* it is found again, unless another part comes first */
    try_entries(a, &run_a, b, &run_b, r, 1, &first);
    try_entries(b, &run_b, a, &run_a, r, -1, &first);
    return first;
}

void sepal_polys_scalar_try_part(const sepal_mover *a, const sepal_mover *b, const sepal_part *part, const sepal_reach *reach,
                                 sepal_entry *best) {
    const double r = sepal_polys_scalar_reach_sum(reach);
    if (part->of == NULL)
        sepal_polys_scalar_try_disc(a, part->a, b, part->b, r, best);
    else if (part->of == a)
        sepal_polys_scalar_try_edge(a, part->edge, b, part->b, r, 1, best);
    else
        sepal_polys_scalar_try_edge(b, part->edge, a, part->a, r, -1, best);
}

/* --- A part of K that is proposed ---------------------------------------------------------------- */

/* The sign of the distance of a part at a time, or of its line, less the reach; *nearer: whether it comes nearer then. */
static int compare_part(const sepal_mover *a, const sepal_mover *b, const sepal_part *part, float time, const sepal_reach *reach,
                        bool *nearer) {
    sepal_float2 from, to;
    if (part->of == NULL) {
        const sepal_vector d = sepal_vector_between(a->move, b->move);
        const sepal_vector v =
            sepal_vector_at(sepal_mover_vertex(a, part->a), sepal_mover_vertex(b, part->b), a->move, b->move, time);
        *nearer = sepal_vector_dot_sign(&v, &d) < 0;
        return sepal_vector_compare_length(&v, reach);
    }
    const sepal_mover *of = part->of, *beside = of == a ? b : a;
    sepal_polys_scalar_edge_ends(of, part->edge, &from, &to);
    const sepal_vector e = sepal_vector_between(from, to), way = sepal_vector_between(of->move, beside->move);
    const sepal_float2 vertex = sepal_mover_vertex(beside, of == a ? part->b : part->a);
    const sepal_vector start = sepal_vector_at(from, vertex, of->move, beside->move, time);
    *nearer = sepal_vector_cross_sign(&e, &way) > 0;
    return sepal_vector_compare_line(&e, &start, reach);
}

/* Does no edge that begins at vertex k of a polygon lead against v, or, with sign -1, along it? */
static bool no_edge_leads_nearer(const sepal_mover *m, uint32_t k, const sepal_vector *v, int sign) {
    for (int back = 0; back < 2; back++) {
        sepal_rim r = sepal_rim_from(m->set, m->index, k, back == 1);
        uint32_t next;
        if (!sepal_rim_has_edge(&r, &next))
            return true; /* a point */
        const sepal_vector e = sepal_vector_between(sepal_rim_vertex(&r, r.at), sepal_rim_vertex(&r, next));
        if (sign * sepal_vector_dot_sign(v, &e) < 0)
            return false;
    }
    return true;
}

/* Is the point of K that is nearest to the origin at a time one of the part? (docs/numerics/sweep.md, "Lines and points") */
static bool part_is_nearest(const sepal_mover *a, const sepal_mover *b, const sepal_part *part, float time) {
    sepal_float2 from, to;
    if (part->of == NULL) {
        const sepal_vector v =
            sepal_vector_at(sepal_mover_vertex(a, part->a), sepal_mover_vertex(b, part->b), a->move, b->move, time);
        return no_edge_leads_nearer(a, part->a, &v, -1) && no_edge_leads_nearer(b, part->b, &v, 1);
    }
    const sepal_mover *of = part->of, *beside = of == a ? b : a;
    const uint32_t k = of == a ? part->b : part->a;
    sepal_polys_scalar_edge_ends(of, part->edge, &from, &to);
    const sepal_float2 vertex = sepal_mover_vertex(beside, k);
    const sepal_vector e = sepal_vector_between(from, to), start = sepal_vector_at(from, vertex, of->move, beside->move, time);
    const sepal_vector end = sepal_vector_at(to, vertex, of->move, beside->move, time);
    return sepal_vector_cross_sign(&e, &start) <= 0 && sepal_vector_dot_sign(&e, &start) >= 0 &&
           sepal_vector_dot_sign(&e, &end) <= 0 && sepal_is_farthest_left(beside->set, beside->index, k, from, to);
}

sepal_enters sepal_polys_scalar_enters(const sepal_mover *a, const sepal_mover *b, const sepal_part *part, float time,
                                       const sepal_reach *reach, int most) {
    bool nearer, still_nearer;
    const int here = compare_part(a, b, part, time, reach, &nearer);
    if (here < 0 || !nearer)
        return SEPAL_ENTERS_EARLIER;
    if (here == 0)
        return part_is_nearest(a, b, part, time) ? SEPAL_ENTERS_HERE : SEPAL_ENTERS_UNKNOWN;
    const float next = sepal_next_time(time);
    const int then = compare_part(a, b, part, next, reach, &still_nearer);
    if (then >= 0 && still_nearer)
        return SEPAL_ENTERS_LATER;
    if (then >= 0 && part->of == NULL) { /* it has been nearest in between */
        const sepal_vector way = sepal_vector_between(a->move, b->move);
        const sepal_vector v = sepal_vector_between(sepal_mover_vertex(a, part->a), sepal_mover_vertex(b, part->b));
        if (sepal_vector_compare_line(&way, &v, reach) > most)
            return SEPAL_ENTERS_LATER;
    }
    return part_is_nearest(a, b, part, time) && (part->of == NULL || part_is_nearest(a, b, part, next)) ? SEPAL_ENTERS_NEXT
                                                                                                        : SEPAL_ENTERS_UNKNOWN;
}

/* --- The exact time ------------------------------------------------------------------------------ */

typedef struct round_step {
    const sepal_mover *a, *b;
    const sepal_rule *closed; /* touching overlaps */
} round_step;

static bool is_apart_until(const void *context, float time) {
    const round_step *s = context;
    return !sepal_polys_scalar_sweep(s->a, s->b, time, s->closed);
}

/* Notes whether a feature on the border of K that is at the reach comes nearer; false if one is within it. No other feature is nearer to
 * the origin, if that is outside of K, nor touches where these do not. */
static bool note_features(const sepal_mover *a, const sepal_mover *b, float time, const sepal_reach *reach, bool *touches) {
    sepal_vector d = sepal_vector_between(a->move, b->move);
    for (sepal_border w = sepal_border_of(a->set, a->index, b->set, b->index);; sepal_border_on(&w)) {
        bool has_edge = sepal_border_edge(&w);
        sepal_vector v = sepal_vector_at(sepal_rim_vertex(&w.a, w.a.at), sepal_rim_vertex(&w.b, w.b.at), a->move, b->move, time);
        const int disc = sepal_vector_compare_length(&v, reach);
        if (disc < 0)
            return false;
        *touches = *touches || (disc == 0 && sepal_vector_dot_sign(&v, &d) < 0);
        if (!has_edge)
            return true;
        sepal_float2 from, to, p, of = w.of_b ? b->move : a->move, beside = w.of_b ? a->move : b->move;
        sepal_border_points(&w, &from, &to, &p);
        const sepal_vector e = sepal_vector_between(from, to), from_start = sepal_vector_at(from, p, of, beside, time);
        const int line = sepal_vector_compare_line(&e, &from_start, reach);
        if (line > 0)
            continue;
        const sepal_vector from_end = sepal_vector_at(to, p, of, beside, time), way = sepal_vector_between(of, beside);
        if (sepal_vector_dot_sign(&e, &from_start) <= 0 || sepal_vector_dot_sign(&e, &from_end) >= 0) /* no foot on the edge */
            continue;
        if (line < 0)
            return false;
        *touches = *touches || sepal_vector_cross_sign(&e, &from_start) * sepal_vector_cross_sign(&e, &way) < 0;
    }
}

/* Do the shapes touch at a time at which they come nearer to each other? Then they do not meet before. (docs/numerics/sweep.md) */
static bool touch_coming(const sepal_mover *a, const sepal_mover *b, float time, const sepal_reach *reach) {
    bool touches = false;
    return !sepal_polys_scalar_sweep_cores(a, b, time, SEPAL_TOUCHING_OVERLAPS) && note_features(a, b, time, reach, &touches) &&
           touches;
}

sepal_poly_hit sepal_polys_scalar_hit_round(const sepal_mover *a, const sepal_mover *b, const sepal_rule *rule) {
    STAGES_REFER(a->index);
    sepal_reach reach = sepal_polys_scalar_reach(a, b, rule);
    sepal_rule closed = {SEPAL_TOUCHING_OVERLAPS, rule->margin, 0};
    sepal_entry first = sepal_polys_scalar_first_entry(a, b, &reach, &no_entry);
    round_step step = {a, b, &closed};
    float time = sepal_last_time(is_apart_until, &step, first.time), next = sepal_next_time(time);
    if (next <= 1 && touch_coming(a, b, next, &reach))
        time = next;
    return (sepal_poly_hit){true, time, 0 + (float)first.x, 0 + (float)first.y};
}

/* --- Any shapes ----------------------------------------------------------------------------------- */

sepal_poly_hit sepal_polys_scalar_hit(const sepal_mover *a, const sepal_mover *b, const sepal_rule *rule) {
    if (!sepal_polys_scalar_sweep(a, b, 1, rule))
        return sepal_poly_no_hit();
    sepal_rule closed = {SEPAL_TOUCHING_OVERLAPS, rule->margin, 0};
    if (sepal_polys_scalar_overlap_round(a->set, a->index, b->set, b->index, &closed)) {
        sepal_poly_mtv push = sepal_polys_scalar_mtv_round(a->set, a->index, b->set, b->index, rule);
        return (sepal_poly_hit){true, 0, push.x, push.y};
    }
    sepal_reach reach = sepal_polys_scalar_reach(a, b, rule);
    return reach.square == 0 ? sepal_polys_scalar_hit_cores(a, b) : sepal_polys_scalar_hit_round(a, b, rule);
}

void sepal_polys_sweep_pairs_scalar(const sepal_polys *a, const sepal_moves *moves_a, const sepal_polys *b,
                                    const sepal_moves *moves_b, const sepal_pair *pairs, size_t count, const sepal_rule *rule,
                                    const sepal_hits *out) {
    for (size_t k = 0; k < count; k++) {
        sepal_mover p = sepal_mover_of(a, moves_a, pairs[k].a), q = sepal_mover_of(b, moves_b, pairs[k].b);
        sepal_poly_hit found = {.meet = false};
        if (sepal_hits_want_more(out))
            found = sepal_polys_scalar_hit(&p, &q, rule);
        else
            found.meet = sepal_polys_scalar_sweep(&p, &q, 1, rule);
        sepal_poly_hit_write(out, k, found);
    }
}
