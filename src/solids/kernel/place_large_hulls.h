/* place_large_hulls.h — hulls of many vertices turned and moved, the vertices of one hull in lanes: the operations of turn.h and
 * solids_records.c in the same order, so that the bits are the same. */
#ifndef SEPAL_SOLIDS_KERNEL_PLACE_LARGE_HULLS_H
#define SEPAL_SOLIDS_KERNEL_PLACE_LARGE_HULLS_H

#include "../pose.h"
#include "../records.h"
#include "place_boxes.h"

/* The blocks of such hulls are filled up to a multiple of sixteen, so that every group of lanes is full; they repeat the last vertex. */

/* Of the vertices of a hull: the parts of the sums of the coordinates, the greatest sum of magnitudes, the least lowest bit of any
 * coordinate other than 0, and the greatest magnitude. */
enum { SUM_REGISTERS = 2 * SEPAL_SUM_PARTS / SEPAL_LANES };
typedef struct hull_measures {
    wd sum[3][SUM_REGISTERS], size;
    w least, greatest;
} hull_measures;

static inline w3 solid_load_vertices(const float *block, uint32_t padded, uint32_t k) {
    return (w3){w_load(block + k), w_load(block + padded + k), w_load(block + 2 * (size_t)padded + k)};
}

/* Takes vertices k .. k + SEPAL_LANES - 1 of `size` into the measures. */
static inline void measure_vertices(hull_measures *m, uint32_t k, uint32_t size, const w v[3]) {
    const wm counts = wi_gt(wi_set1((int32_t)(size - (k < size ? k : size))), wi_lane_numbers());
    for (int axis = 0; axis < 3; axis++) {
        const w magnitude = w_abs(v[axis]), bit = lowest_bit(magnitude), counted = w_select(counts, v[axis], w_zero());
        for (uint32_t half = 0; half < 2; half++) {
            const uint32_t before = SEPAL_LANES < SEPAL_SUM_PARTS ? k % SEPAL_SUM_PARTS / (SEPAL_LANES / 2) : 0;
            wd *sum = &m->sum[axis][(before + half) % SUM_REGISTERS];
            *sum = wd_add(*sum, wd_of(counted, (int)half));
        }
        m->least = w_min(m->least, w_select(w_gt(bit, w_zero()), bit, w_infinity()));
        m->greatest = w_max(m->greatest, magnitude);
    }
    for (int half = 0; half < 2; half++) {
        const wd x = wd_abs(wd_of(v[0], half)), y = wd_abs(wd_of(v[1], half)), z = wd_abs(wd_of(v[2], half));
        m->size = wd_max(m->size, wd_add(wd_add(x, y), z));
    }
}

/* Turns and moves the vertices of a hull into its block, and measures them. */
static inline void pose_large_hull(const sepal_solids *models, uint32_t model, const sepal_solid_poses *poses, size_t i, float *to,
                                   hull_measures *m) {
    const uint32_t size = models->heads[model].size, padded = sepal_solid_padded(size);
    const float *from = sepal_solid_x(models, model);
    float move[3];
    double turn[3][3];
    wd3 row[3];
    sepal_solid_pose_place(poses, i, move);
    sepal_turn_matrix(&poses->turn, i * poses->stride, turn);
    const wd place[3] = {wd_set1((double)move[0]), wd_set1((double)move[1]), wd_set1((double)move[2])};
    m->size = wd_set1(0), m->least = w_infinity(), m->greatest = w_zero();
    for (int axis = 0; axis < 3; axis++) {
        row[axis] = (wd3){wd_set1(turn[axis][0]), wd_set1(turn[axis][1]), wd_set1(turn[axis][2])};
        for (int part = 0; part < SUM_REGISTERS; part++)
            m->sum[axis][part] = wd_set1(0);
    }
    for (uint32_t k = 0; k < padded; k += SEPAL_LANES) {
        const w3 v = solid_load_vertices(from, padded, k);
        const wd3 low = wd3_of(v, 0), high = wd3_of(v, 1);
        w out[3];
        for (int axis = 0; axis < 3; axis++) {
            out[axis] = w_of(turned_and_moved(row[axis], place[axis], low), turned_and_moved(row[axis], place[axis], high));
            w_store(to + (size_t)axis * padded + k, out[axis]);
        }
        measure_vertices(m, k, size, out);
    }
}

static inline double greatest_of(wd a) {
    double lane[SEPAL_LANES / 2], most = 0;
    wd_store(lane, a);
    for (int k = 0; k < SEPAL_LANES / 2; k++)
        most = lane[k] > most ? lane[k] : most;
    return most;
}

/* The greatest square of the distance of a vertex from the centre. */
static inline double farthest_from(const float *block, uint32_t padded, const float centre[3]) {
    const wd3 c = {wd_set1((double)centre[0]), wd_set1((double)centre[1]), wd_set1((double)centre[2])};
    wd most = wd_set1(0);
    for (uint32_t k = 0; k < padded; k += SEPAL_LANES) {
        const w3 v = solid_load_vertices(block, padded, k);
        for (int half = 0; half < 2; half++)
            most = wd_max(most, square_length(wd3_sub(wd3_of(v, half), c)));
    }
    return greatest_of(most);
}

/* Do the first four vertices certainly span a volume? The differences are rounded once besides (docs/numerics/solids.md,
 * "Determinants"). */
static inline bool has_volume(const float *x, const float *y, const float *z) {
    double edge[3][3], square[3];
    for (int k = 0; k < 3; k++) {
        edge[k][0] = (double)x[k + 1] - (double)x[0];
        edge[k][1] = (double)y[k + 1] - (double)y[0];
        edge[k][2] = (double)z[k + 1] - (double)z[0];
        square[k] = (edge[k][0] * edge[k][0] + edge[k][1] * edge[k][1]) + edge[k][2] * edge[k][2];
    }
    double volume = edge[2][0] * (edge[0][1] * edge[1][2] - edge[0][2] * edge[1][1]) +
                    edge[2][1] * (edge[0][2] * edge[1][0] - edge[0][0] * edge[1][2]) +
                    edge[2][2] * (edge[0][0] * edge[1][1] - edge[0][1] * edge[1][0]);
    return fabs(volume) > PLACE_VOLUME_ERROR * sqrt((square[0] * square[1]) * square[2]);
}

/* Places solid i of a call. */
static SEPAL_NOINLINE void place_large_hull(const sepal_solid_placing *p, size_t i) {
    sepal_solids *world = p->world;
    const sepal_solids *models = p->models;
    const uint32_t index = (uint32_t)(p->first + i), at = world->heads[index].at, model = p->model[i];
    const uint32_t size = models->heads[model].size, padded = sepal_solid_padded(size);
    float *x = world->vertices + 4 * (size_t)at, *y = x + padded, *z = y + padded;
    hull_measures m;
    double mean[3];
    pose_large_hull(models, model, p->poses, i, x, &m);
    for (int axis = 0; axis < 3; axis++) {
        double part[SEPAL_SUM_PARTS];
        for (int k = 0; k < SUM_REGISTERS; k++)
            wd_store(part + k * SEPAL_LANES / 2, m.sum[axis][k]);
        mean[axis] = sepal_hull_sum_parts(part) / (double)size;
    }
    const float centre[3] = {(float)mean[0], (float)mean[1], (float)mean[2]}, greatest = w_greatest(m.greatest);
    const float radius = sepal_solid_radius(models, model);
    const sepal_hull_record hull = sepal_hull_record_of(mean, farthest_from(x, padded, centre), greatest_of(m.size), size, radius);
    int low = SEPAL_SOLID_LOW_OF_ZERO, high = SEPAL_SOLID_HIGH_OF_ZERO;
    if (greatest > 0) {
        sepal_solid_cover(w_least(m.least), &low, &high);
        sepal_solid_cover(greatest, &low, &high);
    }
    const uint16_t flags = !has_volume(x, y, z) && sepal_hull_is_flat(x, y, z, size) ? SEPAL_SOLID_FLAT : 0;
    const sepal_solid_head head = {at, size, (int16_t)low, (int16_t)high, flags, models->heads[model].class};
    sepal_hull_note(world, index, head, &hull, radius);
}

#endif
