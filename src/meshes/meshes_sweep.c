/* meshes_sweep.c — how far moving solids get: the first triangle of a mesh that each hits from the front. The tree gives the
 * triangles near the way, piece by piece of it; those that are not hit from the front fall out by exact signs, those that would be
 * hit later than another one by their boxes; the rest is asked about as flat hulls. */
#include "../core/arithmetic.h"

#include "../core/fpstate.h"
#include "../core/rule.h"
#include "../exact/orient3.h"
#include "../search/filter.h"
#include "../solids/kernels.h"
#include "../solids/sweep.h"
#include "block.h"
#include "outward.h"
#include "triangles.h"
#include <float.h>
#include <math.h>

/* More than the rounding errors of the times at which two boxes meet, relative to them; of a corner of a box on its way, relative to where it
 * begins and how far it goes, and then as a float, relative to it; and by how much a time may be later than the float that tells it:
 * docs/numerics/mesh_contacts.md, "Sweeps". */
#define SEPAL_MESH_TIME_SHARE   0x1p-48
#define SEPAL_MESH_WAY_SHARE    0x1p-48
#define SEPAL_MESH_PLACE_SHARE  0x1p-20
#define SEPAL_MESH_PLACE_BEYOND 0x1p-140
#define SEPAL_MESH_LATER_SHARE  0x1p-22
#define SEPAL_MESH_LATER_BEYOND 0x1p-61

/* A way is looked at in pieces of about the length of the solid, and so many of them at most. */
enum { SWEEP_PIECES = 64, SWEEP_SOLIDS = 256 };

/* A solid on its way, and its first hit so far. */
typedef struct mesh_mover {
    uint32_t solid;
    float move[3], low[3], high[3]; /* the box around it and its margin, at time 0 */
    double begin, end;              /* the piece of the way */
    uint32_t triangle;
    float time, normal[3];
} mesh_mover;

typedef struct mesh_sweeps {
    const sepal_solids *a;
    const sepal_mesh *mesh;
    sepal_solid_moves moves;
    const sepal_filter *filter;
    const sepal_rule *rule;
    bool later; /* what is hit at time 0 does not count */
} mesh_sweeps;

/* The candidates of a solid, as hulls. */
typedef struct mesh_hulls {
    mesh_block block;
    uint32_t triangle[MESH_BLOCK];
    size_t count;
} mesh_hulls;

/* Asks about the candidates. */
static void ask_hulls_of_mover(const mesh_sweeps *q, mesh_hulls *hulls, mesh_mover *m) {
    static const float rest = 0;
    const sepal_solid_moves at_rest = {&rest, &rest, &rest, 0};
    sepal_pair pairs[MESH_BLOCK] = {{0, 0}};
    uint64_t bits[SEPAL_BIT_WORDS(MESH_BLOCK)];
    float time[MESH_BLOCK], normal[3][MESH_BLOCK];
    const sepal_solid_hits hits = {bits, time, normal[0], normal[1], normal[2]};
    for (size_t k = 0; k < hulls->count; k++)
        pairs[k] = (sepal_pair){(uint32_t)k, m->solid};
    if (hulls->count > 0)
        sepal_solids_sweep_pairs_kernels[sepal_isa_in_use()](&hulls->block.set, &at_rest, q->a, &q->moves, pairs, hulls->count,
                                                             q->rule, &hits);
    for (size_t k = 0; k < hulls->count; k++) {
        const uint32_t triangle = hulls->triangle[k];
        const bool sooner = time[k] < m->time || (time[k] <= m->time && triangle < m->triangle);
        if ((bits[k / 64] >> (k % 64) & 1) == 0 || (q->later && time[k] <= 0) || !sooner)
            continue;
        m->triangle = triangle;
        m->time = time[k];
        for (int c = 0; c < 3; c++)
            m->normal[c] = normal[c][k];
    }
    hulls->count = 0;
    sepal_mesh_block_clear(&hulls->block);
}

/* Is a time later than all that the float of the first hit may stand for? */
static bool is_after_hit(const mesh_mover *m, double time) {
    const double hit = (double)m->time;
    return time > hit + (SEPAL_MESH_LATER_SHARE * hit + SEPAL_MESH_LATER_BEYOND);
}

/* Times from which, and until which, the boxes of a moving solid and a triangle may meet. */
static void times_of_boxes(const mesh_mover *m, const float corner[3][3], double *enter, double *leave) {
    *enter = -INFINITY;
    *leave = INFINITY;
    for (int c = 0; c < 3; c++) {
        const double low = fmin((double)corner[0][c], fmin((double)corner[1][c], (double)corner[2][c])),
                     high = fmax((double)corner[0][c], fmax((double)corner[1][c], (double)corner[2][c]));
        const double move = (double)m->move[c], before = low - (double)m->high[c], behind = high - (double)m->low[c];
        if (move == 0) {
            if (before > 0 || behind < 0)
                *leave = -INFINITY;
            continue;
        }
        const double first = (move > 0 ? before : behind) / move, last = (move > 0 ? behind : before) / move;
        *enter = fmax(*enter, first - SEPAL_MESH_TIME_SHARE * fabs(first));
        *leave = fmin(*leave, last + SEPAL_MESH_TIME_SHARE * fabs(last));
    }
}

/* Can a triangle be hit from the front, and before what is hit already, and was it not asked about in an earlier piece of the way? Where it has
 * no area, there is no front. */
static bool may_be_hit(const mesh_sweeps *q, const mesh_mover *m, uint32_t triangle, const float corner[3][3]) {
    double enter, leave;
    const sepal_pair pair = {m->solid, triangle};
    times_of_boxes(m, corner, &enter, &leave);
    if (enter > leave || leave < 0 || is_after_hit(m, enter) || (m->begin > 0 && enter < m->begin - 4 * SEPAL_MESH_TIME_SHARE))
        return false;
    if (q->filter != NULL && !sepal_filter_wants(q->filter, 1, pair))
        return false;
    if (!sepal_mesh_has_area(q->mesh, triangle))
        return true;
    if (sepal_side_of_direction(corner[0], corner[1], corner[2], m->move) >= 0)
        return false;
    mesh_triangle t;
    sepal_mesh_see_triangle(q->mesh, triangle, &t);
    return !sepal_mesh_is_behind(&t, q->a, m->solid);
}

/* A corner on its way, moved outwards by more than all rounding. */
static float corner_on_way(float from, double way, int up) {
    const double at = (double)from + way;
    const double slack =
        SEPAL_MESH_PLACE_SHARE * fabs(at) + SEPAL_MESH_WAY_SHARE * (fabs((double)from) + fabs(way)) + SEPAL_MESH_PLACE_BEYOND;
    const double out = up > 0 ? at + slack : at - slack;
    if (fabs(out) > (double)FLT_MAX)
        return out > 0 ? INFINITY : -INFINITY;
    return (float)out;
}

/* The triangles near a piece of the way. */
static void sweep_piece(const mesh_sweeps *q, mesh_hulls *hulls, mesh_mover *m) {
    float low[3], high[3];
    uint32_t triangles[SEPAL_MESH_FANOUT];
    sepal_mesh_walk walk;
    for (int c = 0; c < 3; c++) {
        const double from = m->begin * (double)m->move[c], to = m->end * (double)m->move[c];
        low[c] = corner_on_way(m->low[c], fmin(from, to), -1);
        high[c] = corner_on_way(m->high[c], fmax(from, to), 1);
    }
    sepal_mesh_walk_begin(&walk, q->mesh, low, high);
    for (size_t count; (count = sepal_mesh_walk_next(&walk, triangles)) > 0;)
        for (size_t k = 0; k < count; k++) {
            float corner[3][3];
            for (int c = 0; c < 3; c++)
                sepal_mesh_point(q->mesh, sepal_mesh_corner(q->mesh, triangles[k], c), corner[c]);
            if (!may_be_hit(q, m, triangles[k], (const float(*)[3])corner))
                continue;
            hulls->triangle[hulls->count++] = triangles[k];
            sepal_mesh_block_add(&hulls->block, (const float(*)[3])corner);
            if (hulls->count == MESH_BLOCK)
                ask_hulls_of_mover(q, hulls, m);
        }
    ask_hulls_of_mover(q, hulls, m);
}

/* Pieces about as long as the solid, as long as nothing was hit before they begin. */
static void sweep_solid(const mesh_sweeps *q, mesh_hulls *hulls, mesh_mover *m) {
    double size = 0, way = 0;
    for (int c = 0; c < 3; c++) {
        size = fmax(size, (double)m->high[c] - (double)m->low[c]);
        way = fmax(way, fabs((double)m->move[c]));
    }
    const int pieces = way > SWEEP_PIECES * size ? SWEEP_PIECES : way > size ? (int)(way / size) + 1 : 1;
    for (int p = 0; p < pieces; p++) {
        m->begin = (double)p / pieces;
        m->end = (double)(p + 1) / pieces;
        if (is_after_hit(m, m->begin))
            break;
        sweep_piece(q, hulls, m);
    }
}

static mesh_mover mesh_mover_of(const mesh_sweeps *q, uint32_t solid, const sepal_bounds *bounds, const sepal_span *span) {
    const size_t at = solid * q->moves.stride;
    return (mesh_mover){.solid = solid,
                        .move = {q->moves.x[at], q->moves.y[at], q->moves.z[at]},
                        .low = {bounds->low_x, bounds->low_y, span->low},
                        .high = {bounds->high_x, bounds->high_y, span->high},
                        .triangle = SEPAL_NO_SHAPE,
                        .time = 1};
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
        !sepal_finder_room(finder, &finder->spans, most * sizeof(sepal_span), 0))
        return SEPAL_NO_MEMORY;
    q.later = out->later != 0;
    sepal_fpstate callers = sepal_fpstate_enter();
    const sepal_bounds *bounds = finder->bounds.memory;
    const sepal_span *spans = finder->spans.memory;
    mesh_hulls hulls = {.count = 0};
    sepal_mesh_block_clear(&hulls.block);
    for (size_t from = 0; from < count; from += SWEEP_SOLIDS) {
        const size_t size = count - from < SWEEP_SOLIDS ? count - from : SWEEP_SOLIDS;
        sepal_solids_find_kind.bounds(a, first + from, size, q.rule->margin, finder->bounds.memory, finder->spans.memory);
        for (size_t k = 0; k < size; k++) {
            mesh_mover m = mesh_mover_of(&q, (uint32_t)(first + from + k), &bounds[k], &spans[k]);
            if (!sepal_solid_is_removed(a, m.solid))
                sweep_solid(&q, &hulls, &m);
            write_mesh_hit(out, from + k, &m);
        }
    }
    sepal_fpstate_leave(callers);
    return SEPAL_OK;
}
