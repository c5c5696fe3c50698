/* textbook_meshes.c — triangles as they are usually searched by hand, in float: a binary tree of boxes parallel to the axes, split at the
 * median of the longest side, with four triangles a leaf (Ericson, Real-Time Collision Detection, 2005, chapter 6). Boxes against
 * triangles by thirteen axes (Akenine-Möller, "Fast 3D triangle-box overlap testing", 2001), rays by Möller and Trumbore ("Fast, minimum
 * storage ray/triangle intersection", 1997). Boxes that move by the times at which the projections onto these axes
 * overlap (Ericson, section 5.5.8). Rounding makes all wrong near contact, and lets rays through edges. */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "solid_peers.h"

enum { LEAF = 4, DEPTH = 64 };

typedef struct textbook_node {
    float low[3], high[3];
    uint32_t first, count; /* of a leaf: its triangles; else the second child, and 0. The first child comes next. */
} textbook_node;

typedef struct textbook_mesh {
    float (*corner)[3][3];
    uint32_t *order;
    textbook_node *nodes;
    size_t count, node_count, bodies;
    peer_solid *body;
} textbook_mesh;

static float middle_of(const textbook_mesh *m, uint32_t triangle, int axis) {
    return m->corner[triangle][0][axis] + m->corner[triangle][1][axis] + m->corner[triangle][2][axis];
}

/* Puts the triangle that belongs at place `k` there, those before it before it (Hoare's FIND). */
static void select_median(textbook_mesh *m, size_t low, size_t high, size_t k, int axis) {
    while (low < high) {
        const float pivot = middle_of(m, m->order[(low + high) / 2], axis);
        size_t i = low, j = high;
        while (i <= j) {
            while (middle_of(m, m->order[i], axis) < pivot)
                i++;
            while (middle_of(m, m->order[j], axis) > pivot)
                j--;
            if (i > j)
                break;
            const uint32_t kept = m->order[i];
            m->order[i++] = m->order[j];
            m->order[j] = kept;
            if (j == 0)
                break;
            j--;
        }
        if (k <= j)
            high = j;
        else if (k >= i)
            low = i;
        else
            return;
    }
}

/* NOLINTNEXTLINE(misc-no-recursion): it halves the range */
static void build_node(textbook_mesh *m, size_t first, size_t count) {
    textbook_node *node = &m->nodes[m->node_count++];
    for (int k = 0; k < 3; k++)
        node->low[k] = FLT_MAX, node->high[k] = -FLT_MAX;
    for (size_t i = first; i < first + count; i++)
        for (int c = 0; c < 3; c++)
            for (int k = 0; k < 3; k++) {
                node->low[k] = fminf(node->low[k], m->corner[m->order[i]][c][k]);
                node->high[k] = fmaxf(node->high[k], m->corner[m->order[i]][c][k]);
            }
    *node = (textbook_node){.low = {node->low[0], node->low[1], node->low[2]},
                            .high = {node->high[0], node->high[1], node->high[2]},
                            .first = (uint32_t)first,
                            .count = (uint32_t)count};
    if (count <= LEAF)
        return;
    int axis = 0;
    for (int k = 1; k < 3; k++)
        axis = node->high[k] - node->low[k] > node->high[axis] - node->low[axis] ? k : axis;
    const size_t half = count / 2;
    select_median(m, first, first + count - 1, first + half, axis);
    node->count = 0;
    build_node(m, first, half);
    node->first = (uint32_t)m->node_count;
    build_node(m, first + half, count - half);
}

static void destroy(void *handle) {
    textbook_mesh *m = handle;
    free(m->corner);
    free(m->order);
    free(m->nodes);
    free(m->body);
    free(m);
}

static void *create(const sepal_solids *a, const sepal_solids *b) {
    textbook_mesh *m = calloc(1, sizeof *m);
    if (m == NULL)
        return NULL;
    m->count = sepal_solids_count(b);
    m->bodies = sepal_solids_count(a);
    m->corner = malloc((m->count + 1) * sizeof *m->corner);
    m->order = malloc((m->count + 1) * sizeof *m->order);
    m->nodes = malloc((m->count + 1) * sizeof *m->nodes);
    m->body = malloc((m->bodies + 1) * sizeof *m->body);
    bool fine = m->corner != NULL && m->order != NULL && m->nodes != NULL && m->body != NULL;
    for (uint32_t i = 0; fine && i < m->count; i++) {
        const float *at[3];
        size_t n = 0;
        m->order[i] = i;
        fine = sepal_solids_vertices(b, i, &at[0], &at[1], &at[2], &n) == SEPAL_OK && n == 3;
        for (int c = 0; fine && c < 3; c++)
            for (int k = 0; k < 3; k++)
                m->corner[i][c][k] = at[k][c];
    }
    for (uint32_t i = 0; fine && i < m->bodies; i++)
        fine = peer_solid_read(a, i, &m->body[i]) && m->body[i].kind == PEER_BOXES;
    if (!fine) {
        destroy(m);
        return NULL;
    }
    build_node(m, 0, m->count);
    return m;
}

/* --- Boxes --------------------------------------------------------------------------------------- */

static void cross(const float p[3], const float q[3], float out[3]) {
    out[0] = p[1] * q[2] - p[2] * q[1];
    out[1] = p[2] * q[0] - p[0] * q[2];
    out[2] = p[0] * q[1] - p[1] * q[0];
}

static float dot(const float p[3], const float q[3]) {
    return p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
}

/* Are a box around the origin, parallel to the axes, and a triangle apart along a direction? */
static bool apart_along(const float direction[3], const float half[3], float corner[3][3]) {
    const float reach = half[0] * fabsf(direction[0]) + half[1] * fabsf(direction[1]) + half[2] * fabsf(direction[2]);
    const float p = dot(direction, corner[0]), q = dot(direction, corner[1]), r = dot(direction, corner[2]);
    return fminf(p, fminf(q, r)) > reach || fmaxf(p, fmaxf(q, r)) < -reach;
}

/* The corners and edges of a triangle in the axes of a box, from its centre. */
static void see_from_box(const peer_solid *box, float triangle[3][3], float half[3], float corner[3][3], float edge[3][3]) {
    for (int k = 0; k < 3; k++) {
        half[k] = (float)box->half[k];
        for (int c = 0; c < 3; c++) {
            corner[c][k] = 0;
            for (int i = 0; i < 3; i++)
                corner[c][k] += (triangle[c][i] - (float)box->centre[i]) * (float)box->axis[k][i];
        }
    }
    for (int k = 0; k < 3; k++)
        for (int c = 0; c < 3; c++)
            edge[c][k] = corner[(c + 1) % 3][k] - corner[c][k];
}

static bool box_meets(const peer_solid *box, float triangle[3][3]) {
    float corner[3][3], edge[3][3], half[3], direction[3];
    see_from_box(box, triangle, half, corner, edge);
    for (int k = 0; k < 3; k++) {
        const float unit[3] = {k == 0, k == 1, k == 2};
        if (apart_along(unit, half, corner))
            return false;
        for (int c = 0; c < 3; c++) {
            cross(unit, edge[c], direction);
            if (apart_along(direction, half, corner))
                return false;
        }
    }
    cross(edge[0], edge[1], direction);
    return !apart_along(direction, half, corner);
}

static size_t find(void *handle, size_t room, sepal_pair *pairs) {
    const textbook_mesh *m = handle;
    size_t found = 0;
    for (uint32_t b = 0; b < m->bodies; b++) {
        const peer_solid *box = &m->body[b];
        float low[3], high[3];
        for (int k = 0; k < 3; k++) {
            double reach = 0;
            for (int i = 0; i < 3; i++)
                reach += fabs(box->axis[i][k]) * box->half[i];
            low[k] = (float)(box->centre[k] - reach), high[k] = (float)(box->centre[k] + reach);
        }
        uint32_t stack[DEPTH], top = 0;
        stack[top++] = 0;
        while (top > 0) {
            const uint32_t at = stack[--top];
            const textbook_node *node = &m->nodes[at];
            if (node->low[0] > high[0] || node->high[0] < low[0] || node->low[1] > high[1] || node->high[1] < low[1] ||
                node->low[2] > high[2] || node->high[2] < low[2])
                continue;
            if (node->count == 0) {
                stack[top++] = node->first;
                stack[top++] = at + 1;
                continue;
            }
            for (uint32_t i = node->first; i < node->first + node->count; i++)
                if (box_meets(box, m->corner[m->order[i]]))
                    found = peer_found(pairs, room, found, b, m->order[i]);
        }
    }
    return found;
}

/* --- Rays ---------------------------------------------------------------------------------------- */

/* When the ray enters a node; FLT_MAX if it does not before `limit`. */
static float entered(const textbook_node *node, const float from[3], const float inverse[3], float limit) {
    float near = 0, far = limit;
    for (int k = 0; k < 3; k++) {
        const float p = (node->low[k] - from[k]) * inverse[k], q = (node->high[k] - from[k]) * inverse[k];
        near = fmaxf(near, fminf(p, q));
        far = fminf(far, fmaxf(p, q));
    }
    return near <= far ? near : FLT_MAX;
}

/* Möller and Trumbore, from the front. */
static bool ray_meets(float corner[3][3], const float from[3], const float move[3], float *time) {
    float e[3], f[3], p[3], q[3], s[3];
    for (int k = 0; k < 3; k++)
        e[k] = corner[1][k] - corner[0][k], f[k] = corner[2][k] - corner[0][k], s[k] = from[k] - corner[0][k];
    cross(move, f, p);
    const float determinant = dot(e, p);
    if (determinant < 1e-12F)
        return false;
    const float u = dot(s, p);
    if (u < 0 || u > determinant)
        return false;
    cross(s, e, q);
    const float v = dot(move, q);
    if (v < 0 || u + v > determinant)
        return false;
    *time = dot(f, q) / determinant;
    return *time >= 0;
}

static void cast(void *handle, const sepal_solid_rays *rays, size_t count, const sepal_solid_ray_hits *hits) {
    const textbook_mesh *m = handle;
    for (size_t i = 0; i < count; i++) {
        const size_t at = i * rays->stride;
        const float from[3] = {rays->x[at], rays->y[at], rays->z[at]}, move[3] = {rays->dx[at], rays->dy[at], rays->dz[at]};
        const float inverse[3] = {1 / move[0], 1 / move[1], 1 / move[2]};
        float limit = 1, time = 0;
        uint32_t best = SEPAL_NO_SHAPE, stack[DEPTH], top = 0;
        stack[top++] = 0;
        while (top > 0) {
            const uint32_t place = stack[--top];
            const textbook_node *node = &m->nodes[place];
            if (entered(node, from, inverse, limit) == FLT_MAX)
                continue;
            if (node->count == 0) { /* the nearer child first */
                const uint32_t child[2] = {place + 1, node->first};
                const bool second =
                    entered(&m->nodes[child[1]], from, inverse, limit) < entered(&m->nodes[child[0]], from, inverse, limit);
                stack[top++] = child[!second];
                stack[top++] = child[second];
                continue;
            }
            for (uint32_t k = node->first; k < node->first + node->count; k++)
                if (ray_meets(m->corner[m->order[k]], from, move, &time) && time <= limit) {
                    limit = time;
                    best = m->order[k];
                }
        }
        hits->shape[i] = best;
        hits->time[i] = limit;
    }
}

/* --- Boxes that move ----------------------------------------------------------------------------- */

/* Narrows the time in which a box around the origin that moves, and a triangle overlap along a direction; false if none is left. */
static bool narrow_along(const float direction[3], const float half[3], float corner[3][3], const float move[3], float time[2]) {
    const float reach = half[0] * fabsf(direction[0]) + half[1] * fabsf(direction[1]) + half[2] * fabsf(direction[2]);
    const float p = dot(direction, corner[0]), q = dot(direction, corner[1]), r = dot(direction, corner[2]);
    const float low = fminf(p, fminf(q, r)) - reach, high = fmaxf(p, fmaxf(q, r)) + reach, speed = dot(direction, move);
    if (fabsf(speed) < 1e-12F)
        return low <= 0 && high >= 0;
    time[0] = fmaxf(time[0], fminf(low / speed, high / speed));
    time[1] = fminf(time[1], fmaxf(low / speed, high / speed));
    return time[0] <= time[1];
}

/* From the front. */
static bool moving_box_meets(const peer_solid *box, float triangle[3][3], const float way[3], float time[2]) {
    float corner[3][3], edge[3][3], half[3], move[3], direction[3];
    see_from_box(box, triangle, half, corner, edge);
    for (int k = 0; k < 3; k++) {
        move[k] = 0;
        for (int i = 0; i < 3; i++)
            move[k] += way[i] * (float)box->axis[k][i];
    }
    cross(edge[0], edge[1], direction);
    if (dot(direction, move) >= 0 || dot(direction, corner[0]) > 0 || !narrow_along(direction, half, corner, move, time))
        return false;
    for (int k = 0; k < 3; k++) {
        const float unit[3] = {k == 0, k == 1, k == 2};
        if (!narrow_along(unit, half, corner, move, time))
            return false;
        for (int c = 0; c < 3; c++) {
            cross(unit, edge[c], direction);
            if (!narrow_along(direction, half, corner, move, time))
                return false;
        }
    }
    return true;
}

/* The boxes move, one after the other; there are no pairs. */
static void sweep(void *handle, const sepal_solid_moves *rest, const sepal_solid_moves *moves, const sepal_pair *pairs,
                  size_t count, sepal_solid_hits out) {
    const textbook_mesh *m = handle;
    (void)rest;
    (void)pairs;
    for (size_t b = 0; b < count; b++) {
        const peer_solid *box = &m->body[b];
        const size_t at = b * moves->stride;
        const float move[3] = {moves->x[at], moves->y[at], moves->z[at]}, inverse[3] = {1 / move[0], 1 / move[1], 1 / move[2]};
        float centre[3], reach[3], limit = 1;
        for (int k = 0; k < 3; k++) {
            centre[k] = (float)box->centre[k];
            reach[k] = 0;
            for (int i = 0; i < 3; i++)
                reach[k] += (float)(fabs(box->axis[i][k]) * box->half[i]);
        }
        uint32_t stack[DEPTH], top = 0;
        stack[top++] = 0;
        while (top > 0) {
            const uint32_t place = stack[--top];
            textbook_node node = m->nodes[place];
            for (int k = 0; k < 3; k++)
                node.low[k] -= reach[k], node.high[k] += reach[k];
            if (entered(&node, centre, inverse, limit) == FLT_MAX)
                continue;
            if (node.count == 0) {
                stack[top++] = node.first;
                stack[top++] = place + 1;
                continue;
            }
            for (uint32_t i = node.first; i < node.first + node.count; i++) {
                float time[2] = {0, limit};
                if (moving_box_meets(box, m->corner[m->order[i]], move, time))
                    limit = time[0];
            }
        }
        out.time[b] = limit;
    }
}

const peer peer_textbook_mesh = {.name = "textbook",
                                 .create_solids = create,
                                 .destroy = destroy,
                                 .find_solids = find,
                                 .cast_solids = cast,
                                 .sweep_solids = sweep};
