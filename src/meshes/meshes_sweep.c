/* meshes_sweep.c — how far moving solids get: the first triangle of a mesh that each hits from the front. The tree gives the
 * triangles on the way of the box around a solid, the nearest leaves first; those that are not hit from the front fall out by exact signs,
 * those that would be hit later than another one by their boxes; the rest is asked about as flat hulls, those of several solids together. */
#include "../core/arithmetic.h"

#include "../core/compiler.h"
#include "../core/fpstate.h"
#include "../core/rule.h"
#include "../exact/orient3.h"
#include "../search/filter.h"
#include "../solids/kernels.h"
#include "../solids/sweep.h"
#include "block.h"
#include "outward.h"
#include "triangles.h"
#include "ways.h"

/* By how much of itself half a side of a box is widened: more than it may lose when it is rounded to float (likewise). */
#define SEPAL_MESH_REACH_SHARE 0x1p-22

/* Solids that go through the tree by turns, each with one triangle in a block: so triangles of several fill the lanes, and while memory is
 * on its way, others go on. And solids whose boxes are made together. */
enum { SWEEPS_AT_ONCE = MESH_BLOCK, SWEEP_SOLIDS = 256 };

/* A triangle that may be hit, from some time on. */
typedef struct mesh_candidate {
    double enter;
    uint32_t triangle;
} mesh_candidate;

/* A solid on its way, and its first hit so far. */
typedef struct mesh_mover {
    double low[3], high[3]; /* the box around it and its margin, at time 0 */
    sepal_mesh_way way;     /* of this box, up to what may have the time of the hit */
    uint32_t solid, triangle;
    float time, normal[3];
    size_t waiting; /* triangles of the leaf where it is, which are not asked about yet */
    mesh_candidate candidates[SEPAL_MESH_FANOUT];
} mesh_mover;

typedef struct mesh_sweeps {
    const sepal_solids *a;
    const sepal_mesh *mesh;
    sepal_solid_moves moves;
    const sepal_filter *filter;
    const sepal_rule *rule;
    bool later; /* what is hit at time 0 does not count */
} mesh_sweeps;

/* Candidates, as hulls, and what is asked about them. */
typedef struct mesh_hulls {
    mesh_block block;
    mesh_mover *mover[MESH_BLOCK];
    uint32_t triangle[MESH_BLOCK];
    size_t count;
    sepal_pair pairs[MESH_BLOCK];
    float time[MESH_BLOCK], normal[3][MESH_BLOCK];
} mesh_hulls;

static void take_sweep(const mesh_sweeps *q, mesh_mover *m, uint32_t triangle, float time, const float normal[3]) {
    const bool sooner = time < m->time || (time <= m->time && triangle < m->triangle);
    if (!sooner || (q->later && time <= 0))
        return;
    m->triangle = triangle;
    m->time = time;
    for (int c = 0; c < 3; c++)
        m->normal[c] = normal[c];
    m->way.time = (float)sepal_mesh_last_time_of(time);
}

/* Asks about the candidates. */
static void ask_hulls_of_movers(const mesh_sweeps *q, mesh_hulls *hulls) {
    static const float rest = 0;
    const sepal_solid_moves at_rest = {&rest, &rest, &rest, 0};
    uint64_t bits[SEPAL_BIT_WORDS(MESH_BLOCK)];
    const sepal_solid_hits hits = {bits, hulls->time, hulls->normal[0], hulls->normal[1], hulls->normal[2]};
    for (size_t k = 0; k < hulls->count; k++)
        hulls->pairs[k] = (sepal_pair){(uint32_t)k, hulls->mover[k]->solid};
    if (hulls->count > 0)
        sepal_solids_sweep_pairs_kernels[sepal_isa_in_use()](&hulls->block.set, &at_rest, q->a, &q->moves, hulls->pairs,
                                                             hulls->count, q->rule, &hits);
    for (size_t k = 0; k < hulls->count; k++)
        if ((bits[k / 64] >> (k % 64) & 1) != 0)
            take_sweep(q, hulls->mover[k], hulls->triangle[k], hulls->time[k],
                       (const float[3]){hulls->normal[0][k], hulls->normal[1][k], hulls->normal[2][k]});
    hulls->count = 0;
    sepal_mesh_block_clear(&hulls->block);
}

/* Can a triangle be hit from the front, and not after what is hit already? Where it has no area, there is no front. enter: receives a time
 * before which it is not hit. */
static bool may_be_hit(const mesh_sweeps *q, const mesh_mover *m, uint32_t triangle, const float corner[3][3], double *enter) {
    const sepal_pair pair = {m->solid, triangle};
    if (!sepal_mesh_boxes_meet_on_way(m->low, m->high, &m->way, corner, (double)m->way.time, enter))
        return false;
    if (q->filter != NULL && !sepal_filter_wants(q->filter, 1, pair))
        return false;
    if (!sepal_mesh_has_area(q->mesh, triangle))
        return true;
    if (sepal_side_of_direction(corner[0], corner[1], corner[2], m->way.move) >= 0)
        return false;
    const double plane = sepal_mesh_time_of_plane(&m->way, corner);
    *enter = plane > *enter ? plane : *enter;
    if (*enter > (double)m->way.time)
        return false;
    mesh_triangle t;
    sepal_mesh_see_triangle(q->mesh, triangle, &t);
    return !sepal_mesh_is_behind(&t, q->a, m->solid);
}

static void read_corners(const mesh_sweeps *q, uint32_t triangle, float corner[3][3]) {
    for (int c = 0; c < 3; c++)
        sepal_mesh_point(q->mesh, sepal_mesh_corner(q->mesh, triangle, c), corner[c]);
}

/* Takes the triangles of a leaf that may be hit. Apart from the kernels, so that what both need is not on the stack together. */
static SEPAL_NOINLINE void take_leaf(const mesh_sweeps *q, mesh_mover *m, const sepal_mesh_way_walk *walk) {
    for (size_t k = 0; k < walk->count; k++) {
        mesh_candidate *to = &m->candidates[m->waiting];
        float corner[3][3];
        read_corners(q, walk->triangles[k], corner);
        to->triangle = walk->triangles[k];
        m->waiting += may_be_hit(q, m, to->triangle, (const float(*)[3])corner, &to->enter);
    }
}

/* Puts the triangle of a solid that may be hit first into the block; those that can no longer be hit first are dropped. */
static void put_candidate(const mesh_sweeps *q, mesh_hulls *hulls, mesh_mover *m) {
    size_t kept = 0, best = 0;
    for (size_t k = 0; k < m->waiting; k++)
        if (m->candidates[k].enter <= (double)m->way.time) {
            m->candidates[kept] = m->candidates[k];
            best = m->candidates[kept].enter < m->candidates[best].enter ? kept : best;
            kept++;
        }
    m->waiting = kept;
    if (kept == 0)
        return;
    float corner[3][3];
    hulls->mover[hulls->count] = m;
    hulls->triangle[hulls->count++] = m->candidates[best].triangle;
    read_corners(q, m->candidates[best].triangle, corner);
    sepal_mesh_block_add(&hulls->block, (const float(*)[3])corner);
    m->candidates[best] = m->candidates[--m->waiting];
}

static SEPAL_NOINLINE void begin_mover(const mesh_sweeps *q, uint32_t solid, const sepal_bounds *bounds, const sepal_span *span,
                                       mesh_mover *out) {
    const size_t at = solid * q->moves.stride;
    mesh_mover m = {.solid = solid,
                    .low = {(double)bounds->low_x, (double)bounds->low_y, (double)span->low},
                    .high = {(double)bounds->high_x, (double)bounds->high_y, (double)span->high},
                    .way = {.move = {q->moves.x[at], q->moves.y[at], q->moves.z[at]}, .time = 1},
                    .triangle = SEPAL_NO_SHAPE,
                    .time = 1};
    for (int k = 0; k < 3; k++) {
        m.way.from[k] = (float)(0.5 * m.low[k] + 0.5 * m.high[k]);
        const double above = m.high[k] - (double)m.way.from[k], below = (double)m.way.from[k] - m.low[k];
        const double reach = above > below ? above : below;
        m.way.reach[k] = (float)(reach * (1 + SEPAL_MESH_REACH_SHARE));
    }
    *out = m;
}

static void write_mesh_hit(const sepal_solid_ray_hits *out, size_t k, const mesh_mover *m) {
    if (out->shape != NULL)
        out->shape[k] = m->triangle;
    if (out->time != NULL)
        out->time[k] = m->time;
    if (out->normal_x != NULL)
        out->normal_x[k] = m->normal[0];
    if (out->normal_y != NULL)
        out->normal_y[k] = m->normal[1];
    if (out->normal_z != NULL)
        out->normal_z[k] = m->normal[2];
}

/* The solids that are swept at a time, and their candidates: in memory of the finder, since the kernels need most of the stack that a call
 * may have. */
typedef struct mesh_turns {
    mesh_hulls hulls;
    mesh_mover movers[SWEEPS_AT_ONCE];
    sepal_mesh_way_walk walks[SWEEPS_AT_ONCE];
    size_t on[SWEEPS_AT_ONCE], idle[SWEEPS_AT_ONCE]; /* numbers of solids without an answer, and without a triangle */
} mesh_turns;

/* The solids from the `first` one on, whose boxes are given. At each turn, each solid without an answer asks about one triangle; one that
 * has none goes on to the next leaf before. */
static void sweep_by_turns(const mesh_sweeps *q, mesh_turns *turns, uint32_t first, size_t size, const sepal_bounds *bounds,
                           const sepal_span *spans, const sepal_solid_ray_hits *out, size_t begin) {
    mesh_mover *movers = turns->movers;
    sepal_mesh_way_walk *walks = turns->walks;
    size_t *on = turns->on, *idle = turns->idle, count = 0, begun = 0;
    for (size_t i = 0; i < SWEEPS_AT_ONCE; i++)
        on[i] = i;
    while (count > 0 || begun < size) {
        for (; count < SWEEPS_AT_ONCE && begun < size; begun++) {
            mesh_mover *m = &movers[on[count]];
            begin_mover(q, first + (uint32_t)begun, &bounds[begun], &spans[begun], m);
            if (sepal_solid_is_removed(q->a, m->solid))
                write_mesh_hit(out, begin + begun, m);
            else
                sepal_mesh_way_begin(&walks[on[count++]], q->mesh, &m->way);
        }
        size_t idle_count = 0, busy = 0;
        for (size_t i = 0; i < count; i++) {
            const size_t at = on[i];
            if (movers[at].waiting == 0)
                idle[idle_count++] = at;
            else
                on[busy++] = at;
        }
        const size_t going = sepal_mesh_ways_go_on(walks, idle, idle_count);
        for (size_t i = 0; i < idle_count; i++) {
            on[busy + i] = idle[i];
            if (i < going)
                take_leaf(q, &movers[idle[i]], &walks[idle[i]]);
            else
                write_mesh_hit(out, begin + (movers[idle[i]].solid - first), &movers[idle[i]]);
        }
        count = busy + going;
        for (size_t i = 0; i < count; i++)
            put_candidate(q, &turns->hulls, &movers[on[i]]);
        ask_hulls_of_movers(q, &turns->hulls);
    }
}

static bool moves_of_range_are_finite(const sepal_solid_moves *moves, size_t first, size_t count) {
    const size_t at = first * moves->stride;
    return count == 0 || sepal_solids_are_finite(moves->x + at, moves->y + at, moves->z + at, moves->stride, count);
}

sepal_status sepal_mesh_sweep(sepal_finder *finder, const sepal_solids *a, const sepal_solid_moves *moves, size_t first,
                              size_t count, const sepal_mesh *mesh, const sepal_filter *filter, const sepal_rule *rule,
                              const sepal_solid_ray_hits *out) {
    mesh_sweeps q = {.a = a, .mesh = mesh, .filter = filter, .rule = sepal_rule_meaning(rule)};
    if (finder == NULL || a == NULL || moves == NULL || mesh == NULL || out == NULL || q.rule == NULL || first > a->count ||
        count > a->count - first || !sepal_solids_moves_meaning(a, moves, &q.moves))
        return SEPAL_BAD_ARGUMENT;
    const size_t most = count < SWEEP_SOLIDS ? count : SWEEP_SOLIDS;
    if (!moves_of_range_are_finite(&q.moves, first, count))
        return SEPAL_BAD_SHAPE;
    if (!sepal_finder_room(finder, &finder->bounds, most * sizeof(sepal_bounds), 0) ||
        !sepal_finder_room(finder, &finder->spans, most * sizeof(sepal_span), 0) ||
        !sepal_finder_room(finder, &finder->spare, sizeof(mesh_turns), 0))
        return SEPAL_NO_MEMORY;
    q.later = out->later != 0;
    sepal_fpstate callers = sepal_fpstate_enter();
    const sepal_bounds *bounds = finder->bounds.memory;
    const sepal_span *spans = finder->spans.memory;
    mesh_turns *turns = finder->spare.memory;
    turns->hulls.count = 0;
    sepal_mesh_block_clear(&turns->hulls.block);
    for (size_t from = 0; from < count; from += SWEEP_SOLIDS) {
        const size_t size = count - from < SWEEP_SOLIDS ? count - from : SWEEP_SOLIDS;
        sepal_solids_find_kind.bounds(a, first + from, size, q.rule->margin, finder->bounds.memory, finder->spans.memory);
        sweep_by_turns(&q, turns, (uint32_t)(first + from), size, bounds, spans, out, from);
    }
    sepal_fpstate_leave(callers);
    return SEPAL_OK;
}
