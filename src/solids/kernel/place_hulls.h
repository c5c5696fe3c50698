/* place_hulls.h — hulls of up to sixteen vertices turned and moved, one in each lane, and what is derived from them: the operations of
 * turn.h and solids_records.c in the same order, so that the bits are the same. */
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

/* most, here and below: no hull of the group has more vertices; a constant: 1, 2, 4, 8 or 16. Blocks of fewer than four repeat the
 * last vertex. */
static inline uint32_t padded_of(uint32_t most) {
    return most < 4 ? 4 : most;
}

SPECIALISED void pose_hulls(const solid_place_group *group, uint32_t most, placed_hulls *out) {
    const uint32_t padded = padded_of(most);
    const sepal_solids *models = group->placing->models;
    const float *from[SEPAL_LANES];
    int32_t size[SEPAL_LANES];
    float radius[SEPAL_LANES];
    for (unsigned lane = 0; lane < SEPAL_LANES; lane++) {
        const uint32_t model = model_in(group, lane);
        from[lane] = sepal_solid_x(models, model);
        size[lane] = (int32_t)models->heads[model].size;
        radius[lane] = sepal_solid_radius(models, model);
    }
    w block[3 * HULL_LANE_VERTICES];
    turn_half turn[2];
    w_load_quads(from, (int)padded / 4 * 3, block);
    const w3 place = solid_take_places(group);
    /* most spheres are centred on the origin of their model: their places, which are not -0, are where they are */
    const w zero = w_zero();
    const wm turns = wm_not(w_eq(w3_sum((w3){block[0], block[padded], block[2 * padded]}), zero));
    const wm signs = wm_or(w_eq(place.x, zero), wm_or(w_eq(place.y, zero), w_eq(place.z, zero)));
    if (most == 1 && wm_bits(wm_or(turns, signs)) == 0) {
        out->vertex[0] = place;
    } else {
        take_turns(group, turn);
        for (uint32_t k = 0; k < most; k++)
            out->vertex[k] = move_points(turn, place, (w3){block[k], block[padded + k], block[2 * padded + k]});
    }
    out->size = wi_load(size);
    out->radius = w_load(radius);
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

/* The record, in the order of its members. */
SPECIALISED void find_hull_records(const placed_hulls *hull, uint32_t most, w record[4 * SEPAL_HULL_RECORD_QUADS]) {
    const wd margin = wd_set1(1 + SEPAL_BALL_MARGIN), least = wd_set1(SEPAL_BALL_LEAST), zero = wd_set1(0);
    const wd infinite = wd_set1((double)INFINITY);
    wd3 mean[2];
    wd part[2][8];
    w counts = w_zero();
    for (uint32_t k = 0; k < most; k++) /* at most sixteen: exactly */
        counts = w_add(counts, w_select(wi_gt(hull->size, wi_set1((int32_t)k)), w_set1(1), w_zero()));
    for (int half = 0; half < 2; half++) /* a point is its own mean, -0 as well */
        mean[half] = most == 1 ? wd3_of(hull->vertex[0], half) : mean_of_vertices(hull, wd_of(counts, half), most, half);
    const w3 centre = {w_of(mean[0].x, mean[1].x), w_of(mean[0].y, mean[1].y), w_of(mean[0].z, mean[1].z)};
    for (int half = 0; half < 2; half++) {
        const wd3 c = wd3_of(centre, half), offset = most == 1 ? (wd3){zero, zero, zero} : wd3_sub(mean[half], c);
        wd square = zero, extent = zero, off = zero;
        for (uint32_t k = 0; k < most && most > 1; k++) {
            const wd3 v = wd3_of(hull->vertex[k], half);
            square = wd_max(square, square_length(wd3_sub(v, c)));
            extent = wd_max(extent, wd_add(wd_add(wd_abs(v.x), wd_abs(v.y)), wd_abs(v.z)));
        }
        const wd radius = wd_of(hull->radius, half), rounding = wd_mul(wd_mul(wd_of(counts, half), wd_set1(0x1p-52)), extent);
        if (most > 1)
            off = wd_add(wd_mul(wd_add(wd_sqrt(square_length(offset)), rounding), margin), least);
        const wd outer = wd_add(wd_mul(wd_add(wd_mul(wd_sqrt(square), margin), radius), margin), least);
        const wdm beyond = wd_gt(wd_max(outer, wd3_greatest(c)), wd_set1(SEPAL_SOLID_RANGE_MOST));
        const wd inner = wd_sub(radius, off), share = wd_select(wd_gt(inner, zero), wd_set1(1 - SEPAL_BALL_MARGIN), margin);
        part[half][3] = wd_select(beyond, infinite, most == 1 ? radius : outer);
        part[half][4] = offset.x, part[half][5] = offset.y, part[half][6] = offset.z;
        part[half][7] = wd_select(beyond, wd_set1(-(double)INFINITY), wd_mul(inner, share));
    }
    record[0] = centre.x, record[1] = centre.y, record[2] = centre.z;
    for (int k = 3; k < 8; k++)
        record[k] = w_of(part[0][k], part[1][k]);
}

/* The lanes whose first four vertices certainly span a volume. The differences are rounded once besides (docs/numerics/solids.md,
 * "Determinants"). */
static inline unsigned lanes_with_volume(const placed_hulls *hull) {
    unsigned out = 0;
    for (int half = 0; half < 2; half++) {
        const wd3 first = wd3_of(hull->vertex[0], half), a = wd3_sub(wd3_of(hull->vertex[1], half), first);
        const wd3 b = wd3_sub(wd3_of(hull->vertex[2], half), first), c = wd3_sub(wd3_of(hull->vertex[3], half), first);
        const wd lengths = wd_mul(wd_mul(square_length(a), square_length(b)), square_length(c));
        const wd volume = wd3_dot(wd3_cross(a, b), c), error = wd_mul(wd_sqrt(lengths), wd_set1(PLACE_VOLUME_ERROR));
        out |= wdm_bits(wd_gt(wd_abs(volume), error)) << (half * SEPAL_LANES / 2);
    }
    return out;
}

SPECIALISED void place_hulls_of(const solid_place_group *group, uint32_t most) {
    sepal_solids *world = group->placing->world;
    const sepal_solids *models = group->placing->models;
    const uint32_t padded = padded_of(most);
    placed_hulls hull;
    w out[4 * (SEPAL_HULL_RECORD_QUADS + 3 * HULL_LANE_VERTICES / 4)], least = w_infinity(), greatest = w_zero();
    float *block[SEPAL_LANES];
    int32_t class[SEPAL_LANES];
    for (unsigned lane = 0; lane < SEPAL_LANES; lane++) {
        block[lane] = world->vertices + 4 * ((ptrdiff_t)group->at[lane] - SEPAL_HULL_RECORD_QUADS);
        class[lane] = models->heads[model_in(group, lane)].class;
    }
    pose_hulls(group, most, &hull);
    find_hull_records(&hull, most, out);
    for (uint32_t k = 0; k < padded; k++) {
        const w3 *v = &hull.vertex[k < most ? k : most - 1];
        const w coordinate[3] = {v->x, v->y, v->z};
        for (uint32_t axis = 0; axis < 3; axis++) {
            const w magnitude = w_abs(coordinate[axis]), bit = lowest_bit(magnitude);
            out[4 * SEPAL_HULL_RECORD_QUADS + axis * padded + k] = coordinate[axis];
            least = w_min(least, w_select(w_gt(bit, w_zero()), bit, w_infinity()));
            greatest = w_max(greatest, magnitude);
        }
    }
    const wm few = wi_gt(wi_set1(4), hull.size); /* which lie in one plane */
    const wi flags = wi_select(few, wi_set1(SEPAL_SOLID_FLAT), wi_set1(0));
    const wi low = wi_sub(wi_exponent(least), wi_set1(127)), high = wi_sub(wi_exponent(greatest), wi_set1(126));
    const w words[4] = {w_of_bits(wi_load(group->at)), w_of_bits(hull.size), w_of_bits(wi_halves(low, high)),
                        w_of_bits(wi_halves(flags, wi_load(class)))};
    const int quads = SEPAL_HULL_RECORD_QUADS + (int)padded / 4 * 3;
    const bool run = group->in_order && group->count == SEPAL_LANES;
    if (run && quads <= 8) /* their blocks follow each other, too */
        w_store_run(block[0], quads, out);
    else
        w_store_quads(block, quads, out);
    solid_store_records(group, world->balls, group->index, 1, out);
    solid_store_records(group, world->heads, group->index, 1, words);
    /* Exponents of subnormals and of the origin, and what is flat or nearly so, are written again one by one. */
    const unsigned odd = wm_bits(wm_or(w_gt(w_set1(0x1p-126F), least), w_eq(greatest, w_zero())));
    const unsigned flat = most < 4 ? 0 : ~(wm_bits(few) | lanes_with_volume(&hull));
    if (run && world->round)
        w_store(world->radii + group->index[0], hull.radius);
    else if (models->round || world->round)
        for (unsigned lane = 0; lane < group->count; lane++)
            sepal_solid_write_radius(world, group->index[lane], sepal_solid_radius(models, model_in(group, lane)));
    for (unsigned lane = 0; lane < group->count && (odd | flat) != 0; lane++)
        if (((odd | flat) >> lane & 1) != 0)
            sepal_solids_scalar_place_one(group->placing, group->solid[lane]);
}

/* Hulls of one size of block each: of one vertex, of two, of up to 4, 8 and 16. */
static SEPAL_NOINLINE void place_hulls(const solid_place_group *group, uint32_t most) {
    if (most == 1)
        place_hulls_of(group, 1);
    else if (most == 2)
        place_hulls_of(group, 2);
    else if (most == 4)
        place_hulls_of(group, 4);
    else if (most == 8)
        place_hulls_of(group, 8);
    else
        place_hulls_of(group, 16);
}

#endif
