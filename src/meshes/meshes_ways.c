/* meshes_ways.c — walks through the tree of a mesh along a way. Of the places that are left on a level, the one that is entered first comes
 * next, so that what is hit early shortens the way for the rest. */
#include "../core/arithmetic.h"

#include "../core/compiler.h"
#include "ways.h"
#include <math.h>

/* More than the rounding errors of the times at which two boxes meet, relative to them; of the time at which a box meets a plane, relative to
 * the magnitudes of its terms; and by how much a hit may be later than the float that tells its time, and more than the rounding of the sum
 * of both: docs/numerics/mesh_contacts.md, "Sweeps". */
#define SEPAL_MESH_TIME_SHARE   0x1p-48
#define SEPAL_MESH_PLANE_SHARE  0x1p-48
#define SEPAL_MESH_LATER_SHARE  0x1p-21
#define SEPAL_MESH_LATER_BEYOND 0x1p-60

static sepal_mesh_places_on_ray_kernel *const places_on_ray_kernels[SEPAL_ISA_COUNT] = SEPAL_KERNELS(
    sepal_mesh_places_on_ray_scalar, sepal_mesh_places_on_ray_sse2, sepal_mesh_places_on_ray_avx2, sepal_mesh_places_on_ray_avx512);

/* The place of a level that is entered first of those that are left, and not behind the end of the way; -1 if there is none. */
static int next_place(sepal_mesh_way_level *level, float limit) {
    int best = -1;
    for (uint32_t left = level->left; left != 0; left &= left - 1) {
        const int k = (int)sepal_lowest_bit(left);
        if (level->near[k] > limit)
            level->left &= ~(UINT32_C(1) << k);
        else if (best < 0 || level->near[k] < level->near[best])
            best = k;
    }
    if (best >= 0)
        level->left &= ~(UINT32_C(1) << best);
    return best;
}

static void enter_node_on_way(sepal_mesh_way_walk *walk, uint32_t index) {
    sepal_mesh_node room;
    sepal_mesh_way_level *level = &walk->levels[walk->at];
    level->node = index;
    level->left = walk->places(sepal_mesh_node_at(walk->mesh, walk->at, index, &room), walk->way, level->near);
}

void sepal_mesh_way_begin(sepal_mesh_way_walk *walk, const sepal_mesh *mesh, const sepal_mesh_way *way) {
    walk->mesh = mesh;
    walk->way = way;
    walk->places = places_on_ray_kernels[sepal_isa_in_use()];
    walk->count = 0;
    walk->at = mesh->levels - 1;
    if (walk->at >= 0)
        enter_node_on_way(walk, 0);
}

bool sepal_mesh_way_next(sepal_mesh_way_walk *walk) {
    const sepal_mesh *mesh = walk->mesh;
    walk->count = 0;
    while (walk->count == 0 && walk->at < mesh->levels && walk->at >= 0) {
        sepal_mesh_way_level *level = &walk->levels[walk->at];
        if (walk->at == 0) {
            for (; level->left != 0; level->left &= level->left - 1) {
                const uint32_t place = sepal_lowest_bit(level->left);
                if (level->near[place] > walk->way->time)
                    continue;
                const uint32_t triangle = sepal_mesh_triangle_at(mesh, level->node, place);
                walk->triangles[walk->count++] = triangle;
                sepal_mesh_fetch_corners(mesh, triangle);
            }
            walk->at++;
            continue;
        }
        const int place = next_place(level, walk->way->time);
        if (place < 0) {
            walk->at++;
            continue;
        }
        walk->at--;
        enter_node_on_way(walk, level->node * SEPAL_MESH_FANOUT + (uint32_t)place);
        if (walk->at > 0)
            sepal_mesh_fetch_children(mesh, walk->at, walk->levels[walk->at].node, walk->levels[walk->at].left);
    }
    return walk->count > 0;
}

size_t sepal_mesh_ways_go_on(sepal_mesh_way_walk *walks, size_t *on, size_t count) {
    for (size_t i = 0; i < count;) {
        if (sepal_mesh_way_next(&walks[on[i]])) {
            i++;
            continue;
        }
        const size_t ended = on[i];
        on[i] = on[--count];
        on[count] = ended;
    }
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < walks[on[i]].count; k++)
            sepal_mesh_fetch_points(walks[on[i]].mesh, walks[on[i]].triangles[k]);
    return count;
}

double sepal_mesh_last_time_of(float time) {
    return (double)time * (1 + SEPAL_MESH_LATER_SHARE) + SEPAL_MESH_LATER_BEYOND;
}

bool sepal_mesh_boxes_meet_on_way(const double low[3], const double high[3], const sepal_mesh_way *way, const float corner[3][3],
                                  double until, double *enter) {
    double first_time = 0, leave = INFINITY;
    for (int c = 0; c < 3; c++) {
        const double least = fmin((double)corner[0][c], fmin((double)corner[1][c], (double)corner[2][c])),
                     most = fmax((double)corner[0][c], fmax((double)corner[1][c], (double)corner[2][c]));
        const double move = (double)way->move[c], before = least - high[c], behind = most - low[c];
        if (move == 0) {
            if (before > 0 || behind < 0)
                return false;
            continue;
        }
        const double first = (move > 0 ? before : behind) / move, last = (move > 0 ? behind : before) / move;
        first_time = fmax(first_time, first - SEPAL_MESH_TIME_SHARE * fabs(first));
        leave = fmin(leave, last + SEPAL_MESH_TIME_SHARE * fabs(last));
    }
    *enter = first_time;
    return first_time <= leave && first_time <= until;
}

double sepal_mesh_time_of_plane(const sepal_mesh_way *way, const float corner[3][3]) {
    double e[3], f[3], height = 0, reach = 0, move = 0, slack = 0, slack_of_move = 0;
    for (int k = 0; k < 3; k++) {
        e[k] = (double)corner[1][k] - (double)corner[0][k];
        f[k] = (double)corner[2][k] - (double)corner[0][k];
    }
    for (int k = 0; k < 3; k++) {
        const double plus = e[(k + 1) % 3] * f[(k + 2) % 3], minus = e[(k + 2) % 3] * f[(k + 1) % 3];
        const double normal = plus - minus, size = fabs(plus) + fabs(minus);
        const double from = (double)way->from[k] - (double)corner[0][k];
        height += normal * from;
        reach += fabs(normal) * (double)way->reach[k];
        move += normal * (double)way->move[k];
        slack += size * (fabs(from) + (double)way->reach[k]);
        slack_of_move += size * fabs((double)way->move[k]);
    }
    const double beyond = fabs(height) - reach - SEPAL_MESH_PLANE_SHARE * slack;
    return beyond > 0 ? beyond / (fabs(move) + SEPAL_MESH_PLANE_SHARE * slack_of_move) * (1 - SEPAL_MESH_PLANE_SHARE) : 0;
}
