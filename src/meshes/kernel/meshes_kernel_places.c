/* meshes_kernel_places.c — which of the sixteen places of a node a ray or a moving box enters, and which are near a box.
 *
 * Loops over sixteen without branches: of rays in lanes, of boxes in plain C, which compilers make wide. */
#include "../../core/arithmetic.h"

#include "../../core/compiler.h"
#include "../../search/seeker.h"
#include "names.h"
#if defined(SEPAL_LANES)
#include "../../simd/simd.h"
#endif
#include <math.h>

/* By how much a box is widened for a ray, in cells: at all, and of the distance of the origin in cells. Beyond MESH_FAR cells an axis tells
 * nothing; a move of less than MESH_STILL cells along it counts as one of so many. Times may be off by a share, and besides
 * (docs/numerics/meshes.md, "A ray and a node"). */
#define MESH_CELL_SLACK  0x1p-4F
#define MESH_CELL_SHARE  0x1p-18F
#define MESH_FAR         0x1p60F
#define MESH_STILL       0x1p-60F
#define MESH_TIME_SHARE  0x1p-18F
#define MESH_TIME_BEYOND 0x1p-60F

/* By how many cells a side of a box may be off, besides the cell that its byte stands for (docs/numerics/meshes.md, "Nearest"). */
#define MESH_SIDE_SLACK 0x1p-4

/* --- Rays ---------------------------------------------------------------------------------------- */

/* Along one axis of a node: a side b of a place, in cells, is crossed at b * inverse + near (or + far) for the side that comes first (or
 * last). */
typedef struct ray_slab {
    float inverse, near, far;
    const uint8_t *first, *last;
} ray_slab;

SPECIALISED ray_slab slab_of(const sepal_mesh_node *node, int axis, const sepal_mesh_way *way) {
    const float reach = 0.5F * way->reach[axis] * (1 + MESH_TIME_SHARE);
    const float at = sepal_mesh_cell(node, axis, 0.5F * way->from[axis]);
    float move = 0.5F * way->move[axis] * node->scale[axis];
    const float wide = (MESH_CELL_SLACK + MESH_CELL_SHARE * fabsf(at)) + reach * node->scale[axis];
    if (!(fabsf(at) < MESH_FAR && fabsf(move) < MESH_FAR && wide < MESH_FAR))
        return (ray_slab){0, -1, 4, node->low[axis], node->high[axis]};
    if (fabsf(move) < MESH_STILL)
        move = MESH_STILL;
    const float inverse = 1 / move, ends[2] = {((1 + wide) - at) * inverse, (-wide - at) * inverse};
    const uint8_t *const sides[2] = {node->high[axis], node->low[axis]};
    const int up = move > 0; /* which of a ray's signs cannot be foreseen: no branch */
    return (ray_slab){inverse, ends[up], ends[1 - up], sides[up], sides[1 - up]};
}

#if defined(SEPAL_LANES)

uint32_t mesh_places_on_ray(const sepal_mesh_node *node, const sepal_mesh_way *way, float near[SEPAL_MESH_FANOUT]) {
    const ray_slab slab[3] = {slab_of(node, 0, way), slab_of(node, 1, way), slab_of(node, 2, way)};
    const w zero = w_zero(), beyond = w_set1(MESH_TIME_BEYOND), limit = w_set1(way->time);
    uint32_t entered = 0;
    for (int k = 0; k < SEPAL_MESH_FANOUT; k += SEPAL_LANES) {
        w enter = zero, leave = w_set1(2);
        for (int axis = 0; axis < 3; axis++) {
            const w inverse = w_set1(slab[axis].inverse);
            enter = w_max(enter, w_add(w_mul(w_of_bytes(slab[axis].first + k), inverse), w_set1(slab[axis].near)));
            leave = w_min(leave, w_add(w_mul(w_of_bytes(slab[axis].last + k), inverse), w_set1(slab[axis].far)));
        }
        const w from = w_sub(w_mul(enter, w_set1(1 - MESH_TIME_SHARE)), beyond);
        const w to = w_add(w_mul(leave, w_set1(1 + MESH_TIME_SHARE)), beyond);
        const wm empty = w_gt(w_of_bytes(node->low[0] + k), w_of_bytes(node->high[0] + k));
        const wm passes = wm_or(w_gt(from, to), wm_or(w_gt(zero, to), w_gt(from, limit)));
        entered |= wm_bits(wm_not(wm_or(passes, empty))) << k;
        w_store(near + k, from);
    }
    return entered;
}

#else

uint32_t mesh_places_on_ray(const sepal_mesh_node *node, const sepal_mesh_way *way, float near[SEPAL_MESH_FANOUT]) {
    const float limit = way->time;
    float enter[SEPAL_MESH_FANOUT], leave[SEPAL_MESH_FANOUT];
    uint8_t entered[SEPAL_MESH_FANOUT];
    for (int k = 0; k < SEPAL_MESH_FANOUT; k++)
        enter[k] = 0, leave[k] = 2;
    for (int axis = 0; axis < 3; axis++) {
        const ray_slab slab = slab_of(node, axis, way);
        for (int k = 0; k < SEPAL_MESH_FANOUT; k++) {
            const float first = (float)slab.first[k] * slab.inverse + slab.near,
                        last = (float)slab.last[k] * slab.inverse + slab.far;
            enter[k] = first > enter[k] ? first : enter[k];
            leave[k] = last < leave[k] ? last : leave[k];
        }
    }
    for (int k = 0; k < SEPAL_MESH_FANOUT; k++) {
        const float from = enter[k] * (1 - MESH_TIME_SHARE) - MESH_TIME_BEYOND,
                    to = leave[k] * (1 + MESH_TIME_SHARE) + MESH_TIME_BEYOND;
        entered[k] = (uint8_t)((from <= to) & (to >= 0) & (from <= limit) & (node->low[0][k] <= node->high[0][k]));
        near[k] = from;
    }
    return sepal_mesh_bits_of_bytes(entered) | sepal_mesh_bits_of_bytes(entered + 8) << 8;
}

#endif

/* --- Boxes --------------------------------------------------------------------------------------- */

uint32_t mesh_places_around(const sepal_mesh_node *node, const sepal_mesh_around *around, double least[SEPAL_MESH_FANOUT]) {
    double gap[3][SEPAL_MESH_FANOUT], sides[SEPAL_MESH_FANOUT];
    uint8_t wanted[SEPAL_MESH_FANOUT];
    const double reach = around->limit * (1 + 2 * (double)SEEKER_SHARE_OF_DISTANCE), limit = reach * reach;
    for (int k = 0; k < SEPAL_MESH_FANOUT; k++)
        sides[k] = 0;
    for (int axis = 0; axis < 3; axis++) {
        const double origin = 2 * (double)node->origin[axis], cell = 2 / (double)node->scale[axis];
        const double from = around->low[axis], to = around->high[axis];
        for (int k = 0; k < SEPAL_MESH_FANOUT; k++) {
            const double low = origin + ((double)node->low[axis][k] - MESH_SIDE_SLACK) * cell;
            const double high = origin + ((double)node->high[axis][k] + (1 + MESH_SIDE_SLACK)) * cell;
            const double before = low - to, behind = from - high;
            sides[k] += (high > to ? high : to) - (low < from ? low : from);
            gap[axis][k] = before > behind ? before : behind;
        }
    }
    for (int k = 0; k < SEPAL_MESH_FANOUT; k++) {
        const double error = sides[k] * (double)SEEKER_SHARE_OF_SIDES + (double)SEEKER_BEYOND;
        double square = 0;
        for (int axis = 0; axis < 3; axis++) {
            const double beyond = gap[axis][k] - error, at_least = beyond > 0 ? beyond : 0;
            square += at_least * at_least;
        }
        wanted[k] = (uint8_t)((square <= limit) & (node->low[0][k] <= node->high[0][k]));
        least[k] = square;
    }
    return sepal_mesh_bits_of_bytes(wanted) | sepal_mesh_bits_of_bytes(wanted + 8) << 8;
}
