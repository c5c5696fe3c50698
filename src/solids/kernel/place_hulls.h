/* place_hulls.h — hulls turned and moved, and what is derived from them: those of up to sixteen vertices one in each lane, of others the
 * vertices of one hull in lanes. The operations of turn.h and solids_records.c in the same order, so that the bits are the same. */
#ifndef SEPAL_SOLIDS_KERNEL_PLACE_HULLS_H
#define SEPAL_SOLIDS_KERNEL_PLACE_HULLS_H

#include "../records.h"
#include "../scalar/reference.h"
#include "place_boxes.h"

/* More vertices than this are placed with the vertices of one hull in lanes. */
enum { HULL_LANE_VERTICES = 16 };

/* The placed vertices, the radii and the numbers of vertices of the hulls in the lanes. */
typedef struct placed_hulls {
    w3 vertex[HULL_LANE_VERTICES];
    w radius;
    wi size;
} placed_hulls;

/* most, here and below: no hull of the group has more vertices: 1, 2, 4, 8 or 16. Blocks of fewer than four repeat the
 * last vertex. */
static inline uint32_t padded_of(uint32_t most) {
    return most < 4 ? 4 : most;
}

/* The radii of the models in the lanes. */
static inline w radii_of_models(const solid_place_group *group) {
    const sepal_solids *models = group->placing->models;
    if (!models->round)
        return w_zero();
    float radius[SEPAL_LANES];
    for (unsigned lane = 0; lane < SEPAL_LANES; lane++)
        radius[lane] = models->radii[group->model[lane]];
    return w_load(radius);
}

/* Points, whose balls are all that there is to know, in range. */
static inline void pose_points(const solid_place_group *group, placed_hulls *out) {
    const sepal_solids *models = group->placing->models;
    const float *from[SEPAL_LANES];
    w ball[4];
    turn_half turn[2];
    for (unsigned lane = 0; lane < SEPAL_LANES; lane++)
        from[lane] = &models->balls[group->model[lane]].x;
    w_load_quads(from, 1, ball);
    const w zero = w_zero();
    const w3 place = solid_take_places(group), point = {ball[0], ball[1], ball[2]};
    /* most spheres are centred on the origin of their model: their places, which are not -0, are where they are */
    const wm turns = wm_not(w_eq(w3_sum(point), zero));
    const wm signs = wm_or(w_eq(place.x, zero), wm_or(w_eq(place.y, zero), w_eq(place.z, zero)));
    out->vertex[0] = place;
    if (wm_bits(wm_or(turns, signs)) != 0) {
        if (group->placing->poses->turn.w != NULL) /* not called, as that would be a tenth of the time */
            take_quaternions(group, turn);
        else
            take_turns(group, turn);
        out->vertex[0] = move_points(turn, place, point);
    }
    out->size = wi_set1(1);
    out->radius = wm_bits(w_eq(ball[3], w_infinity())) == 0 ? ball[3] : radii_of_models(group);
}

SPECIALISED void pose_hulls(const solid_place_group *group, uint32_t most, placed_hulls *out) {
    const uint32_t padded = padded_of(most);
    const sepal_solids *models = group->placing->models;
    const float *from[SEPAL_LANES], *heads[SEPAL_LANES];
    w block[3 * HULL_LANE_VERTICES], head[4];
    turn_half turn[2];
    for (unsigned lane = 0; lane < SEPAL_LANES; lane++) { /* group->model would be turned into addresses in lanes by gcc 12 */
        const uint32_t model = group->placing->model[group->solid[lane]];
        from[lane] = sepal_solid_x(models, model);
        heads[lane] = (const float *)(const void *)&models->heads[model];
    }
    w_load_quads(from, (int)padded / 4 * 3, block);
    w_load_quads(heads, 1, head);
    const w3 place = solid_take_places(group);
    take_turns(group, turn);
    for (uint32_t k = 0; k < most; k++)
        out->vertex[k] = move_points(turn, place, (w3){block[k], block[padded + k], block[2 * padded + k]});
    out->size = wi_of_bits(head[1]);
    out->radius = radii_of_models(group);
}

/* The means of the vertices in half of the lanes, their sums in the order of mean_of in solids_records.c. counts: the numbers of
 * vertices; those behind the last one repeat it. */
SPECIALISED wd3 mean_of_vertices(const placed_hulls *hull, wd counts, uint32_t most, int half) {
    const wd3 zero = {wd_set1(0), wd_set1(0), wd_set1(0)};
    wd3 part[SEPAL_SUM_PARTS];
    for (uint32_t k = 0; k < most; k++) {
        const wm there = wi_gt(hull->size, wi_set1((int32_t)k));
        const wd3 value = wd3_of(w3_select(there, hull->vertex[k], w3_set1(0, 0, 0)), half);
        part[k % SEPAL_SUM_PARTS] = wd3_add(k < SEPAL_SUM_PARTS ? zero : part[k % SEPAL_SUM_PARTS], value);
    }
    for (uint32_t parts = most < SEPAL_SUM_PARTS ? most : SEPAL_SUM_PARTS; parts > 1; parts /= 2)
        for (uint32_t k = 0; k < parts / 2; k++)
            part[k] = wd3_add(part[k], part[k + parts / 2]);
    return (wd3){wd_div(part[0].x, counts), wd_div(part[0].y, counts), wd_div(part[0].z, counts)};
}

/* What half of the lanes needs to know of its hulls for their records: the mean of the vertices, the greatest square of the distance of
 * one from the mean rounded to float, the greatest sum of the magnitudes of the coordinates of one, how many there are, and the radius. */
typedef struct hull_half {
    wd3 mean;
    wd square, extent, counts, radius;
} hull_half;

static inline w3 centres_of(const hull_half half[2]) {
    return (w3){w_of(half[0].mean.x, half[1].mean.x), w_of(half[0].mean.y, half[1].mean.y), w_of(half[0].mean.z, half[1].mean.z)};
}

/* The record, in the order of its members. */
SPECIALISED void make_hull_records(const hull_half hull[2], bool points, w record[4 * SEPAL_HULL_RECORD_QUADS]) {
    const wd margin = wd_set1(1 + SEPAL_BALL_MARGIN), least = wd_set1(SEPAL_BALL_LEAST), zero = wd_set1(0);
    const wd infinite = wd_set1((double)INFINITY);
    const w3 centre = centres_of(hull);
    wd part[2][8];
    for (int half = 0; half < 2; half++) {
        const hull_half *h = &hull[half];
        const wd3 c = wd3_of(centre, half), offset = points ? (wd3){zero, zero, zero} : wd3_sub(h->mean, c);
        const wd rounding = wd_mul(wd_mul(h->counts, wd_set1(0x1p-52)), h->extent);
        const wd off = points ? zero : wd_add(wd_mul(wd_add(wd_sqrt(square_length(offset)), rounding), margin), least);
        const wd outer = wd_add(wd_mul(wd_add(wd_mul(wd_sqrt(h->square), margin), h->radius), margin), least);
        const wdm beyond = wd_gt(wd_max(outer, wd3_greatest(c)), wd_set1(SEPAL_SOLID_RANGE_MOST));
        const wd inner = wd_sub(h->radius, off), share = wd_select(wd_gt(inner, zero), wd_set1(1 - SEPAL_BALL_MARGIN), margin);
        part[half][3] = wd_select(beyond, infinite, points ? h->radius : outer);
        part[half][4] = offset.x, part[half][5] = offset.y, part[half][6] = offset.z;
        part[half][7] = wd_select(beyond, wd_set1(-(double)INFINITY), wd_mul(inner, share));
    }
    record[0] = centre.x, record[1] = centre.y, record[2] = centre.z;
    for (int k = 3; k < 8; k++)
        record[k] = w_of(part[0][k], part[1][k]);
}

SPECIALISED void find_hull_records(const placed_hulls *hull, uint32_t most, w record[4 * SEPAL_HULL_RECORD_QUADS]) {
    hull_half found[2];
    w counts = w_zero();
    for (uint32_t k = 0; k < most; k++) /* at most sixteen: exactly */
        counts = w_add(counts, w_select(wi_gt(hull->size, wi_set1((int32_t)k)), w_set1(1), w_zero()));
    for (int half = 0; half < 2; half++) {
        found[half].counts = wd_of(counts, half);
        found[half].radius = wd_of(hull->radius, half);
        found[half].square = found[half].extent = wd_set1(0);
        found[half].mean = most == 1 ? wd3_of(hull->vertex[0], half) /* its own mean, -0 as well */
                                     : mean_of_vertices(hull, found[half].counts, most, half);
    }
    const w3 centre = centres_of(found);
    for (int half = 0; half < 2 && most > 1; half++)
        for (uint32_t k = 0; k < most; k++) {
            const wd3 v = wd3_of(hull->vertex[k], half);
            found[half].square = wd_max(found[half].square, square_length(wd3_sub(v, wd3_of(centre, half))));
            found[half].extent = wd_max(found[half].extent, wd_add(wd_add(wd_abs(v.x), wd_abs(v.y)), wd_abs(v.z)));
        }
    make_hull_records(found, most == 1, record);
}

/* The lanes whose first four vertices certainly span a volume. The differences are rounded once besides (docs/numerics/solids.md,
 * "Determinants"). */
static inline unsigned lanes_with_volume(const w3 vertex[4]) {
    unsigned out = 0;
    for (int half = 0; half < 2; half++) {
        const wd3 first = wd3_of(vertex[0], half), a = wd3_sub(wd3_of(vertex[1], half), first);
        const wd3 b = wd3_sub(wd3_of(vertex[2], half), first), c = wd3_sub(wd3_of(vertex[3], half), first);
        const wd lengths = wd_mul(wd_mul(square_length(a), square_length(b)), square_length(c));
        const wd volume = wd3_triple(a, b, c), error = wd_mul(wd_sqrt(lengths), wd_set1(PLACE_VOLUME_ERROR));
        out |= wdm_bits(wd_gt(wd_abs(volume), error)) << (half * SEPAL_LANES / 2);
    }
    return out;
}

/* Takes a coordinate of a vertex into the least lowest bit of any that is not 0, and the greatest magnitude. */
static inline void cover_coordinate(w coordinate, w *least, w *greatest) {
    const w magnitude = w_abs(coordinate), bit = lowest_bit(magnitude);
    *least = w_min(*least, w_select(w_gt(bit, w_zero()), bit, w_infinity()));
    *greatest = w_max(*greatest, magnitude);
}

/* What is told of hulls whose records and blocks are written. least, greatest: as cover_coordinate leaves them; solid: the lanes that
 * certainly have a volume. */
typedef struct hull_notes {
    wi size, class;
    w least, greatest, radius;
    unsigned solid;
} hull_notes;

/* Writes their heads, balls and radii. The notes by address: gcc 12 lets a function that is given vectors return without clearing the upper
 * halves of the registers (vzeroupper), and then the code for SSE behind it takes several times as long. */
static SEPAL_NOINLINE void note_hulls(const solid_place_group *group, const w *record, const hull_notes *notes) {
    sepal_solids *world = group->placing->world;
    const sepal_solids *models = group->placing->models;
    const wi size = notes->size;
    const w least = notes->least, greatest = notes->greatest;
    const wm few = wi_gt(wi_set1(4), size); /* which lie in one plane */
    const wi flags = wi_select(few, wi_set1(SEPAL_SOLID_FLAT), wi_set1(0));
    const wi low = wi_sub(wi_exponent(least), wi_set1(127)), high = wi_sub(wi_exponent(greatest), wi_set1(126));
    const w words[4] = {w_of_bits(wi_load(group->at)), w_of_bits(size), w_of_bits(wi_halves(low, high)),
                        w_of_bits(wi_halves(flags, notes->class))};
    solid_store_records(group, world->balls, group->index, 1, record);
    solid_store_records(group, world->heads, group->index, 1, words);
    if (is_run(group) && world->round)
        w_store(world->radii + group->index[0], notes->radius);
    else if (models->round || world->round)
        for (unsigned lane = 0; lane < group->count; lane++)
            sepal_solid_write_radius(world, group->index[lane], sepal_solid_radius(models, group->model[lane]));
    /* Exponents of subnormals and of the origin, and what is flat or nearly so, are written again one by one. */
    const unsigned odd = wm_bits(wm_or(w_gt(w_set1(0x1p-126F), least), w_eq(greatest, w_zero())));
    const unsigned again = odd | (ALL_LANES & ~(notes->solid | wm_bits(few)));
    for (unsigned lane = 0; lane < group->count && again != 0; lane++)
        if ((again >> lane & 1) != 0)
            sepal_solids_scalar_place_one(group->placing, group->solid[lane]);
}

/* Where the record of a lane begins. */
static inline float *front_of(const solid_place_group *group, unsigned lane) {
    return group->placing->world->vertices + 4 * ((ptrdiff_t)group->at[lane] - SEPAL_HULL_RECORD_QUADS);
}

SPECIALISED void place_hulls_of(const solid_place_group *group, unsigned class, uint32_t most) {
    const uint32_t padded = padded_of(most);
    placed_hulls hull;
    w out[4 * (SEPAL_HULL_RECORD_QUADS + 3 * HULL_LANE_VERTICES / 4)], least = w_infinity(), greatest = w_zero();
    if (most == 1)
        pose_points(group, &hull);
    else
        pose_hulls(group, most, &hull);
    find_hull_records(&hull, most, out);
    for (uint32_t k = 0; k < padded; k++) {
        const w3 *v = &hull.vertex[k < most ? k : most - 1];
        const w coordinate[3] = {v->x, v->y, v->z};
        for (uint32_t axis = 0; axis < 3; axis++) {
            out[4 * SEPAL_HULL_RECORD_QUADS + axis * padded + k] = coordinate[axis];
            if (k < most)
                cover_coordinate(coordinate[axis], &least, &greatest);
        }
    }
    const int quads = SEPAL_HULL_RECORD_QUADS + (int)padded / 4 * 3;
    if (is_run(group) && quads <= 8) { /* their blocks follow each other, too */
        w_store_run(front_of(group, 0), quads, out);
    } else {
        float *front[SEPAL_LANES];
        for (unsigned lane = 0; lane < SEPAL_LANES; lane++)
            front[lane] = front_of(group, lane);
        w_store_quads(front, quads, out);
    }
    const hull_notes notes = {
        hull.size, wi_set1((int32_t) class), least, greatest, hull.radius, most < 4 ? 0 : lanes_with_volume(hull.vertex)};
    note_hulls(group, out, &notes);
}

/* Hulls of one class. Points need neither turns nor means; the others are one function that reads how many vertices they have: one for each
 * number takes a fifth less time for few vertices, and three times the code. */
static SEPAL_NOINLINE void place_hulls(const solid_place_group *group, unsigned class) {
    if (class == SEPAL_SOLID_POINT)
        place_hulls_of(group, SEPAL_SOLID_POINT, 1);
    else
        place_hulls_of(group, class, 1U << (class - SEPAL_SOLID_POINT));
}

/* --- Hulls of many vertices: the vertices of one hull in lanes ---------------------------------------------------------------------- */

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
