/* meshes_nearest.c — the k triangles that are nearest to each solid: depth first through the tree, from the nearest box on (Roussopoulos,
 * Kelley, Vincent, "Nearest neighbor queries", SIGMOD 1995). */
#include "../core/arithmetic.h"

#include "../core/compiler.h"
#include "../core/fpstate.h"
#include "../core/rule.h"
#include "../search/filter.h"
#include "../search/seeker.h"
#include "triangles.h"
#include <float.h>
#include <math.h>
#include <string.h>

/* By how many cells a side of a box may be off, besides the cell that its byte stands for (docs/numerics/meshes.md, "Nearest"). */
#define MESH_SIDE_SLACK 0x1p-4

typedef struct mesh_seek {
    sepal_finder *finder;
    const sepal_solids *a;
    size_t first, count;
    const sepal_mesh *mesh;
    size_t k;
    const sepal_filter *filter;
    float limit;
} mesh_seek;

/* A solid that looks for its nearest triangles; the rows are in ascending order of the distance, then of the triangle. */
typedef struct mesh_seeker {
    uint32_t solid;
    double low[3], high[3];
    float limit; /* what is farther is not wanted */
    size_t found;
    uint32_t *nearest;
    float *distance;
} mesh_seeker;

typedef struct seek_level {
    uint32_t node, left;
    double least[SEPAL_MESH_FANOUT]; /* how far the triangles of a place are, at least */
} seek_level;

/* How far are the places of a node? Leaves those that are not too far. */
static void measure_places(const mesh_seek *q, const mesh_seeker *s, int at, uint32_t index, seek_level *level) {
    sepal_mesh_node room;
    const sepal_mesh_node *node = sepal_mesh_node_at(q->mesh, at, index, &room);
    level->node = index;
    level->left = 0;
    for (int k = 0; k < SEPAL_MESH_FANOUT; k++) {
        double gap[3], sides = 0, square = 0;
        for (int axis = 0; axis < 3; axis++) {
            const double origin = (double)node->origin[axis], cell = 2 / (double)node->scale[axis];
            const double low = 2 * origin + ((double)node->low[axis][k] - MESH_SIDE_SLACK) * cell;
            const double high = 2 * origin + ((double)node->high[axis][k] + (1 + MESH_SIDE_SLACK)) * cell;
            const double before = low - s->high[axis], behind = s->low[axis] - high;
            sides += (high > s->high[axis] ? high : s->high[axis]) - (low < s->low[axis] ? low : s->low[axis]);
            gap[axis] = before > behind ? before : behind;
        }
        const double error = sides * (double)SEEKER_SHARE_OF_SIDES + (double)SEEKER_BEYOND;
        for (int axis = 0; axis < 3; axis++)
            square += gap[axis] > error ? (gap[axis] - error) * (gap[axis] - error) : 0;
        level->least[k] = sqrt(square) * (1 - (double)SEEKER_SHARE_OF_DISTANCE);
        const bool is_there = node->low[0][k] <= node->high[0][k];
        level->left |= (uint32_t)(is_there && !(level->least[k] > (double)s->limit)) << k;
    }
}

/* The nearest of the places of a level that are left and not too far; -1 if there is none. */
static int nearest_place(seek_level *level, float limit) {
    int best = -1;
    for (uint32_t left = level->left; left != 0; left &= left - 1) {
        const int k = (int)sepal_lowest_bit(left);
        if (level->least[k] > (double)limit)
            level->left &= ~(UINT32_C(1) << k);
        else if (best < 0 || level->least[k] < level->least[best])
            best = k;
    }
    if (best >= 0)
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

static sepal_status measure_triangles(const mesh_seek *q, mesh_seeker *s, const seek_level *leaf) {
    uint32_t triangles[SEPAL_MESH_FANOUT];
    sepal_pair pairs[SEPAL_MESH_FANOUT];
    float depth[SEPAL_MESH_FANOUT];
    size_t count = 0;
    for (uint32_t left = leaf->left; left != 0; left &= left - 1) {
        const uint32_t triangle = sepal_mesh_triangle_at(q->mesh, leaf->node, sepal_lowest_bit(left));
        if (q->filter != NULL && !sepal_filter_wants(q->filter, 1, (sepal_pair){s->solid, triangle}))
            continue;
        pairs[count] = (sepal_pair){s->solid, (uint32_t)count};
        triangles[count++] = triangle;
    }
    if (count == 0)
        return SEPAL_OK;
    sepal_status status = sepal_mesh_put_triangles(q->finder, q->mesh, triangles, count);
    if (status == SEPAL_OK)
        status = sepal_solids_mtv_pairs(q->a, q->finder->space_triangles, pairs, count, NULL, &(sepal_solid_mtvs){.depth = depth});
    for (size_t i = 0; i < count && status == SEPAL_OK; i++)
        take_triangle(q, s, triangles[i], depth[i] < 0 ? -depth[i] : 0);
    return status;
}

static sepal_status seek_of_solid(const mesh_seek *q, mesh_seeker *s) {
    seek_level levels[SEPAL_MESH_LEVELS];
    int at = q->mesh->levels - 1;
    if (at < 0)
        return SEPAL_OK;
    measure_places(q, s, at, 0, &levels[at]);
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
        measure_places(q, s, at, child, &levels[at]);
    }
    return SEPAL_OK;
}

static sepal_status seek_of_range(const mesh_seek *q, uint32_t *nearest, float *distance) {
    sepal_bounds b;
    sepal_span z;
    sepal_status status = sepal_mesh_reserve_triangles(q->finder, SEPAL_MESH_FANOUT); /* before anything is written */
    for (size_t i = 0; i < q->count && status == SEPAL_OK; i++) {
        mesh_seeker s = {
            .solid = (uint32_t)(q->first + i), .limit = q->limit, .nearest = nearest + i * q->k, .distance = distance + i * q->k};
        if (!sepal_solids_find_kind.is_removed(q->a, s.solid)) {
            sepal_solids_find_kind.bounds(q->a, s.solid, 1, 0, &b, &z);
            const double low[3] = {(double)b.low_x, (double)b.low_y, (double)z.low};
            const double high[3] = {(double)b.high_x, (double)b.high_y, (double)z.high};
            memcpy(s.low, low, sizeof low);
            memcpy(s.high, high, sizeof high);
            status = seek_of_solid(q, &s);
        }
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
    const mesh_seek q = {finder, a, first, count, mesh, k, filter, limit};
    sepal_fpstate callers = sepal_fpstate_enter();
    sepal_status status = seek_of_range(&q, nearest, distance);
    sepal_fpstate_leave(callers);
    return status;
}
