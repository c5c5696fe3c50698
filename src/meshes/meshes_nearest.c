/* meshes_nearest.c — the k triangles that are nearest to each solid: depth first through the tree, from the nearest box on (Roussopoulos,
 * Kelley, Vincent, "Nearest neighbor queries", SIGMOD 1995). */
#include "../core/arithmetic.h"

#include "../core/compiler.h"
#include "../core/fpstate.h"
#include "../core/rule.h"
#include "../search/filter.h"
#include "../search/seeker.h"
#include "kernels.h"
#include "triangles.h"
#include <float.h>
#include <math.h>
#include <string.h>

static sepal_mesh_places_around_kernel *const places_around_kernels[SEPAL_ISA_COUNT] = SEPAL_KERNELS(
    sepal_mesh_places_around_scalar, sepal_mesh_places_around_sse2, sepal_mesh_places_around_avx2, sepal_mesh_places_around_avx512);

typedef struct mesh_seek {
    sepal_finder *finder;
    const sepal_solids *a;
    size_t first, count;
    const sepal_mesh *mesh;
    size_t k;
    const sepal_filter *filter;
    float limit;
    sepal_mesh_places_around_kernel *places;
} mesh_seek;

/* A solid that looks for its nearest triangles; the rows are in ascending order of the distance, then of the triangle. */
typedef struct mesh_seeker {
    uint32_t solid;
    sepal_mesh_around around;
    float limit; /* what is farther is not wanted */
    size_t found;
    uint32_t *nearest;
    float *distance;
} mesh_seeker;

typedef struct seek_level {
    uint32_t node, left;
    double least[SEPAL_MESH_FANOUT]; /* of each place: see sepal_mesh_places_around_kernel */
} seek_level;

/* Goes to a node: which of its places are not too far? */
static void enter_node(const mesh_seek *q, mesh_seeker *s, int at, uint32_t index, seek_level *level) {
    sepal_mesh_node room;
    s->around.limit = (double)s->limit;
    level->node = index;
    level->left = q->places(sepal_mesh_node_at(q->mesh, at, index, &room), &s->around, level->least);
}

/* The nearest of the places of a level that are left; -1 if there is none, or if it is too far. */
static int nearest_place(seek_level *level, float limit) {
    const double reach = (double)limit * (1 + 2 * (double)SEEKER_SHARE_OF_DISTANCE);
    int best = -1;
    for (uint32_t left = level->left; left != 0; left &= left - 1) {
        const int k = (int)sepal_lowest_bit(left);
        if (best < 0 || level->least[k] < level->least[best])
            best = k;
    }
    if (best < 0 || level->least[best] > reach * reach)
        return -1;
    level->left &= ~(UINT32_C(1) << best);
    return best;
}

/* Puts a triangle into the rows, if it is one of the nearest so far. */
static void take_triangle(const mesh_seek *q, mesh_seeker *s, uint32_t triangle, float distance) {
    if (distance > s->limit)
        return;
    size_t at = s->found;
    while (at > 0 && (s->distance[at - 1] > distance || (s->distance[at - 1] == distance && s->nearest[at - 1] > triangle)))
        at--;
    if (at == q->k)
        return;
    s->found += s->found < q->k;
    memmove(s->nearest + at + 1, s->nearest + at, (s->found - 1 - at) * sizeof *s->nearest);
    memmove(s->distance + at + 1, s->distance + at, (s->found - 1 - at) * sizeof *s->distance);
    s->nearest[at] = triangle;
    s->distance[at] = distance;
    if (s->found == q->k)
        s->limit = s->distance[q->k - 1];
}

/* Asks about the triangles of a leaf: first whether those whose boxes meet that of the solid overlap it, which takes less time than a push
 * and says that they are at distance 0; then how far the others are, if anything beyond 0 is wanted. */
static sepal_status measure_triangles(const mesh_seek *q, mesh_seeker *s, const seek_level *leaf) {
    uint32_t triangles[SEPAL_MESH_FANOUT];
    sepal_pair pairs[SEPAL_MESH_FANOUT], near[SEPAL_MESH_FANOUT];
    float depth[SEPAL_MESH_FANOUT];
    size_t count = 0, apart = 0, nearby = 0;
    for (uint32_t left = leaf->left; left != 0; left &= left - 1) {
        const unsigned place = sepal_lowest_bit(left);
        const uint32_t triangle = sepal_mesh_triangle_at(q->mesh, leaf->node, place);
        if (q->filter != NULL && !sepal_filter_wants(q->filter, 1, (sepal_pair){s->solid, triangle}))
            continue;
        const sepal_pair pair = {s->solid, (uint32_t)count};
        triangles[count++] = triangle;
        if (leaf->least[place] > 0)
            pairs[apart++] = pair;
        else
            near[nearby++] = pair;
    }
    if (count == 0)
        return SEPAL_OK;
    uint64_t overlap = 0;
    sepal_status status = sepal_mesh_put_triangles(q->finder, q->mesh, triangles, count);
    if (status == SEPAL_OK && nearby > 0)
        status = sepal_solids_overlap_pairs(q->a, q->finder->space_triangles, near, nearby, NULL, &overlap);
    for (size_t i = 0; i < nearby && status == SEPAL_OK; i++)
        if ((overlap >> i & 1) != 0)
            take_triangle(q, s, triangles[near[i].b], 0);
        else
            pairs[apart++] = near[i];
    if (status != SEPAL_OK || apart == 0 || !(s->limit > 0)) /* those that are apart are farther than 0 */
        return status;
    status = sepal_solids_mtv_pairs(q->a, q->finder->space_triangles, pairs, apart, NULL, &(sepal_solid_mtvs){.depth = depth});
    for (size_t i = 0; i < apart && status == SEPAL_OK; i++)
        take_triangle(q, s, triangles[pairs[i].b], depth[i] < 0 ? -depth[i] : 0);
    return status;
}

static sepal_status seek_of_solid(const mesh_seek *q, mesh_seeker *s) {
    seek_level levels[SEPAL_MESH_LEVELS];
    int at = q->mesh->levels - 1;
    if (at < 0)
        return SEPAL_OK;
    enter_node(q, s, at, 0, &levels[at]);
    while (at < q->mesh->levels) {
        if (at == 0) {
            const sepal_status status = measure_triangles(q, s, &levels[0]);
            if (status != SEPAL_OK)
                return status;
            at++;
            continue;
        }
        const int place = nearest_place(&levels[at], s->limit);
        if (place < 0) {
            at++;
            continue;
        }
        const uint32_t child = levels[at].node * SEPAL_MESH_FANOUT + (uint32_t)place;
        at--;
        enter_node(q, s, at, child, &levels[at]);
    }
    return SEPAL_OK;
}

/* All solids of the range, in the order of a space-filling curve, so that one after the other reads the same part of the mesh. */
/* NOLINTNEXTLINE(readability-non-const-parameter): both are written by way of a seeker */
static sepal_status seek_of_range(const mesh_seek *q, uint32_t *nearest, float *distance) {
    sepal_finder *finder = q->finder;
    sepal_status status = sepal_mesh_reserve_triangles(finder, SEPAL_MESH_FANOUT); /* before anything is written */
    if (status == SEPAL_OK && !sepal_finder_order(finder, &sepal_solids_find_kind, q->a, q->first, q->count, 0))
        status = SEPAL_NO_MEMORY;
    const uint64_t *order = finder->order.memory;
    for (size_t i = 0; i < q->count && status == SEPAL_OK; i++) {
        const uint32_t number = (uint32_t)order[i];
        const sepal_bounds b = ((const sepal_bounds *)finder->bounds.memory)[number];
        const sepal_span z = ((const sepal_span *)finder->spans.memory)[number];
        mesh_seeker s = {.solid = (uint32_t)(q->first + number),
                         .around = {{(double)b.low_x, (double)b.low_y, (double)z.low},
                                    {(double)b.high_x, (double)b.high_y, (double)z.high},
                                    (double)q->limit},
                         .limit = q->limit,
                         .nearest = nearest + number * q->k,
                         .distance = distance + number * q->k};
        if (!sepal_solids_find_kind.is_removed(q->a, s.solid))
            status = seek_of_solid(q, &s);
        for (size_t at = s.found; at < q->k; at++) {
            s.nearest[at] = SEPAL_NO_SHAPE;
            s.distance[at] = q->limit;
        }
    }
    return status;
}

sepal_status sepal_mesh_find_nearest(sepal_finder *finder, const sepal_solids *a, size_t first, size_t count,
                                     const sepal_mesh *mesh, size_t k, const sepal_filter *filter, float limit, uint32_t *nearest,
                                     float *distance) {
    const sepal_rule rule = {.margin = limit};
    if (finder == NULL || a == NULL || mesh == NULL || sepal_rule_meaning(&rule) == NULL || first > sepal_solids_count(a) ||
        count > sepal_solids_count(a) - first ||
        (count > 0 && k > 0 && (nearest == NULL || distance == NULL || k > SIZE_MAX / sizeof(float) / count)))
        return SEPAL_BAD_ARGUMENT;
    if (count == 0 || k == 0)
        return SEPAL_OK;
    const mesh_seek q = {finder, a, first, count, mesh, k, filter, limit, places_around_kernels[sepal_isa_in_use()]};
    sepal_fpstate callers = sepal_fpstate_enter();
    sepal_status status = seek_of_range(&q, nearest, distance);
    sepal_fpstate_leave(callers);
    return status;
}
