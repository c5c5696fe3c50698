/* place_large_hulls.h — hulls of many vertices turned and moved, the vertices of one hull in lanes: the operations of turn.h and
 * solids_records.c in the same order, so that the bits are the same. */
#ifndef SEPAL_SOLIDS_KERNEL_PLACE_LARGE_HULLS_H
#define SEPAL_SOLIDS_KERNEL_PLACE_LARGE_HULLS_H

#include "place_hulls.h"

/* The blocks of such hulls are filled up to a multiple of sixteen, so that every group of lanes is full; they repeat the last vertex. What
 * has to be done once for each hull is done for a group of hulls, one in each lane: the matrices before, the records behind. */

enum { SUM_REGISTERS = 2 * SEPAL_SUM_PARTS / SEPAL_LANES };

/* The poses of a group, and what is measured of its hulls: of the coordinates the sums, the least lowest bit of any that is not 0, and
 * the greatest magnitude; of vertices the greatest sum of magnitudes, and the greatest square of the distance from the centre. */
typedef struct large_hulls {
    double turn[3][3][SEPAL_LANES];
    float place[3][SEPAL_LANES];
    double sum[3][SEPAL_LANES], extent[SEPAL_LANES], square[SEPAL_LANES], counts[SEPAL_LANES];
    float least[SEPAL_LANES], greatest[SEPAL_LANES];
    int32_t size[SEPAL_LANES], class[SEPAL_LANES];
} large_hulls;

static inline w3 solid_load_vertices(const float *block, uint32_t padded, uint32_t k) {
    return (w3){w_load(block + k), w_load(block + padded + k), w_load(block + 2 * (size_t)padded + k)};
}

static inline void store_column(double *to, wd low, wd high) {
    wd_store(to, low);
    wd_store(to + SEPAL_LANES / 2, high);
}
static inline wd3 load_columns(double columns[3][SEPAL_LANES], int half) {
    const size_t at = (size_t)half * SEPAL_LANES / 2;
    return (wd3){wd_load(columns[0] + at), wd_load(columns[1] + at), wd_load(columns[2] + at)};
}

static inline void take_poses(const solid_place_group *group, large_hulls *to) {
    const w3 place = solid_take_places(group);
    turn_half turn[2];
    take_turns(group, turn);
    w_store(to->place[0], place.x);
    w_store(to->place[1], place.y);
    w_store(to->place[2], place.z);
    for (int row = 0; row < 3; row++) {
        store_column(to->turn[row][0], turn[0].row[row].x, turn[1].row[row].x);
        store_column(to->turn[row][1], turn[0].row[row].y, turn[1].row[row].y);
        store_column(to->turn[row][2], turn[0].row[row].z, turn[1].row[row].z);
    }
}

/* Turns and moves the vertices of the hull of a lane into its block, and measures them. */
static inline void pose_large_hull(large_hulls *hulls, unsigned lane, const float *from, uint32_t size, float *to) {
    const uint32_t padded = sepal_solid_padded(size);
    wd3 row[3];
    wd place[3], sum[3][SUM_REGISTERS], extent = wd_set1(0);
    w least = w_infinity(), greatest = w_zero();
    for (int axis = 0; axis < 3; axis++) {
        const double *const turn[3] = {hulls->turn[axis][0], hulls->turn[axis][1], hulls->turn[axis][2]};
        row[axis] = (wd3){wd_set1(turn[0][lane]), wd_set1(turn[1][lane]), wd_set1(turn[2][lane])};
        place[axis] = wd_set1((double)hulls->place[axis][lane]);
        for (int part = 0; part < SUM_REGISTERS; part++)
            sum[axis][part] = wd_set1(0);
    }
    for (uint32_t k = 0; k < padded; k += SEPAL_LANES) {
        const w3 v = solid_load_vertices(from, padded, k);
        const wd3 low = wd3_of(v, 0), high = wd3_of(v, 1);
        const wm counts = wi_gt(wi_set1((int32_t)(size - (k < size ? k : size))), wi_lane_numbers());
        const uint32_t before = SEPAL_LANES < SEPAL_SUM_PARTS ? k % SEPAL_SUM_PARTS / (SEPAL_LANES / 2) : 0;
        wd across[2] = {wd_set1(0), wd_set1(0)};
        for (int axis = 0; axis < 3; axis++) {
            const w out = w_of(turned_and_moved(row[axis], place[axis], low), turned_and_moved(row[axis], place[axis], high));
            const w counted = w_select(counts, out, w_zero());
            w_store(to + (size_t)axis * padded + k, out);
            cover_coordinate(out, &least, &greatest);
            for (uint32_t half = 0; half < 2; half++) { /* of vertices that repeat the last one, the extent is no other */
                const wd value = wd_of(counted, (int)half);
                wd *const part = &sum[axis][(before + half) % SUM_REGISTERS];
                *part = wd_add(*part, value);
                across[half] = wd_add(across[half], wd_abs(value));
            }
        }
        extent = wd_max(extent, wd_max(across[0], across[1]));
    }
    for (int axis = 0; axis < 3; axis++) {
        for (int parts = SUM_REGISTERS; parts > 1; parts /= 2)
            for (int part = 0; part < parts / 2; part++)
                sum[axis][part] = wd_add(sum[axis][part], sum[axis][part + parts / 2]);
        hulls->sum[axis][lane] = wd_sum(sum[axis][0]);
    }
    hulls->extent[lane] = wd_greatest(extent);
    hulls->least[lane] = w_least(least);
    hulls->greatest[lane] = w_greatest(greatest);
}

/* Lanes that are not in use repeat the first one. */
static inline void repeat_measures(large_hulls *hulls, unsigned lane) {
    for (int axis = 0; axis < 3; axis++)
        hulls->sum[axis][lane] = hulls->sum[axis][0];
    hulls->extent[lane] = hulls->extent[0];
    hulls->least[lane] = hulls->least[0];
    hulls->greatest[lane] = hulls->greatest[0];
}

/* The greatest square of the distance of a vertex from the centre. */
static inline double farthest_from(const float *block, uint32_t padded, float x, float y, float z) {
    const wd3 c = {wd_set1((double)x), wd_set1((double)y), wd_set1((double)z)};
    wd most = wd_set1(0);
    for (uint32_t k = 0; k < padded; k += SEPAL_LANES) {
        const w3 v = solid_load_vertices(block, padded, k);
        for (int half = 0; half < 2; half++)
            most = wd_max(most, square_length(wd3_sub(wd3_of(v, half), c)));
    }
    return wd_greatest(most);
}

/* The first four vertices of each hull. */
static inline void load_first_vertices(float *const *front, const large_hulls *hulls, w3 vertex[4]) {
    const float *at[3][SEPAL_LANES];
    w first[3][4];
    for (unsigned lane = 0; lane < SEPAL_LANES; lane++) {
        const uint32_t padded = sepal_solid_padded((uint32_t)hulls->size[lane]);
        at[0][lane] = front[lane] + (ptrdiff_t)4 * SEPAL_HULL_RECORD_QUADS;
        at[1][lane] = at[0][lane] + padded;
        at[2][lane] = at[1][lane] + padded;
    }
    for (int axis = 0; axis < 3; axis++)
        w_load_quads(at[axis], 1, first[axis]);
    for (int k = 0; k < 4; k++)
        vertex[k] = (w3){first[0][k], first[1][k], first[2][k]};
}

static SEPAL_NOINLINE void place_large_hulls(const solid_place_group *group) {
    const sepal_solids *models = group->placing->models;
    large_hulls hulls;
    hull_half found[2];
    float *front[SEPAL_LANES], centre[3][SEPAL_LANES];
    w record[4 * SEPAL_HULL_RECORD_QUADS];
    w3 vertex[4];
    for (unsigned lane = 0; lane < SEPAL_LANES; lane++)
        front[lane] = front_of(group, lane);
    take_poses(group, &hulls);
    for (unsigned lane = 0; lane < SEPAL_LANES; lane++) {
        const sepal_solid_head *model = &models->heads[group->model[lane]];
        hulls.size[lane] = (int32_t)model->size, hulls.counts[lane] = (double)model->size, hulls.class[lane] = model->class;
        if (lane < group->count)
            pose_large_hull(&hulls, lane, models->vertices + 4 * (size_t)model->at, model->size,
                            front[lane] + (ptrdiff_t)4 * SEPAL_HULL_RECORD_QUADS);
        else
            repeat_measures(&hulls, lane);
    }
    const w radius = radii_of_models(group);
    for (int half = 0; half < 2; half++) {
        const size_t at = (size_t)half * SEPAL_LANES / 2;
        const wd counts = wd_load(hulls.counts + at);
        const wd3 sum = load_columns(hulls.sum, half);
        found[half].mean = (wd3){wd_div(sum.x, counts), wd_div(sum.y, counts), wd_div(sum.z, counts)};
        found[half].counts = counts;
        found[half].extent = wd_load(hulls.extent + at);
        found[half].radius = wd_of(radius, half);
    }
    const w3 centres = centres_of(found);
    w_store(centre[0], centres.x);
    w_store(centre[1], centres.y);
    w_store(centre[2], centres.z);
    for (unsigned lane = 0; lane < group->count; lane++)
        hulls.square[lane] =
            farthest_from(front[lane] + (ptrdiff_t)4 * SEPAL_HULL_RECORD_QUADS, sepal_solid_padded((uint32_t)hulls.size[lane]),
                          centre[0][lane], centre[1][lane], centre[2][lane]);
    for (unsigned lane = group->count; lane < SEPAL_LANES; lane++)
        hulls.square[lane] = hulls.square[0];
    for (int half = 0; half < 2; half++)
        found[half].square = wd_load(hulls.square + (size_t)half * SEPAL_LANES / 2);
    make_hull_records(found, false, record);
    w_store_quads(front, SEPAL_HULL_RECORD_QUADS, record);
    load_first_vertices(front, &hulls, vertex);
    const hull_notes notes = {wi_load(hulls.size),      wi_load(hulls.class), w_load(hulls.least), w_load(hulls.greatest), radius,
                              lanes_with_volume(vertex)};
    note_hulls(group, record, &notes);
}

#endif
