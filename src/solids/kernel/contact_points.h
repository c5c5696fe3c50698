/* contact_points.h — from the corners that were chosen to the numbers of the answers, in lanes, and into the arrays of the caller. */
#ifndef SEPAL_SOLIDS_KERNEL_CONTACT_POINTS_H
#define SEPAL_SOLIDS_KERNEL_CONTACT_POINTS_H

#include "contact_corners.h"
#include <float.h>

/* Where a group goes: the number of each answer, and whether these follow each other in arrays; which lanes were looked at from the other
 * side (1, else 0), and to what the points of the two surfaces are relative. */
typedef struct solid_contact_target {
    const sepal_solid_contacts *out;
    size_t slot[SEPAL_LANES];
    bool run;
    float turned[SEPAL_LANES];
    double place_first[3][SEPAL_LANES], place_second[3][SEPAL_LANES];
} solid_contact_target;

static inline bool answers_are_run(const sepal_solid_contacts *out, const size_t slot[SEPAL_LANES]) {
    size_t off = out->stride;
    for (size_t lane = 0; lane < SEPAL_LANES; lane++)
        off |= slot[lane] ^ (slot[0] + lane);
    return off == 0;
}

/* Three coordinates of each point of both halves, as they are rounded. */
typedef struct solid_point_lanes {
    wd half[2][SEPAL_CONTACTS_MOST][3];
} solid_point_lanes;

static inline wd nearest_in_float(wd a) {
    return wd_max(wd_min(a, wd_set1((double)FLT_MAX)), wd_set1(-(double)FLT_MAX));
}

/* A point at (x, y, h) of the frame, relative to a place; 0 if it is not there. */
SPECIALISED void place_point(const contact_frame *f, wd x, wd y, wd h, wd3 origin, wdm there, wd out[3]) {
    const wd u[3] = {f->u.x, f->u.y, f->u.z}, v[3] = {f->v.x, f->v.y, f->v.z}, n[3] = {f->n.x, f->n.y, f->n.z};
    const wd from[3] = {origin.x, origin.y, origin.z};
    for (int c = 0; c < 3; c++) {
        const wd at = wd_add(wd_add(wd_mul(x, u[c]), wd_mul(y, v[c])), wd_mul(h, n[c]));
        out[c] = wd_select(there, nearest_in_float(wd_add(at, from[c])), wd_set1(0));
    }
}

static inline wd3 relative_to(wd3 origin, const double (*place)[SEPAL_LANES], int half) {
    const size_t from = (size_t)half * CONTACT_LANES;
    return wd3_sub(origin, (wd3){wd_load(place[0] + from), wd_load(place[1] + from), wd_load(place[2] + from)});
}

/* Four numbers of each lane, one of each point, to an array of the caller, which need not be aligned. */
SPECIALISED void put_points(void *array, const solid_contact_target *to, const w in[SEPAL_CONTACTS_MOST]) {
    const size_t stride = to->out->stride, point_stride = to->out->point_stride;
    _Alignas(64) float values[SEPAL_LANES][SEPAL_CONTACTS_MOST];
    if (array == NULL)
        return;
    w_store_run(values[0], 1, in);
    if (stride == 0) {
        for (int lane = 0; lane < SEPAL_LANES; lane++)
            memcpy((unsigned char *)array + to->slot[lane] * sizeof values[lane], values[lane], sizeof values[lane]);
        return;
    }
    for (int lane = 0; lane < SEPAL_LANES; lane++) {
        const sepal_contact_offsets of = sepal_contact_offsets_of(to->slot[lane], stride, point_stride, SEPAL_CONTACTS_MOST);
        for (size_t p = 0; p < SEPAL_CONTACTS_MOST; p++)
            sepal_contact_put(array, of.points + p * of.step, &values[lane][p], sizeof(float));
    }
}

/* A number of each lane. */
static inline void put_values(float *array, const solid_contact_target *to, w in) {
    const size_t step = to->out->stride == 0 ? sizeof(float) : to->out->stride;
    float values[SEPAL_LANES];
    if (array == NULL)
        return;
    if (to->run) {
        w_store(array + to->slot[0], in);
        return;
    }
    w_store(values, in);
    for (int lane = 0; lane < SEPAL_LANES; lane++)
        sepal_contact_put(array, to->slot[lane] * step, &values[lane], sizeof(float));
}

static inline void put_counts(const solid_contact_target *to, w in) {
    const size_t step = to->out->stride == 0 ? 1 : to->out->stride;
    uint8_t *const counts = to->out->count;
    float values[SEPAL_LANES];
    if (counts == NULL)
        return;
    w_store(values, in);
    for (int lane = 0; lane < SEPAL_LANES; lane++)
        counts[to->slot[lane] * step] = (uint8_t)values[lane];
}

/* 0 + -0 is 0. */
static inline w both_halves(const wd halves[2]) {
    return w_add(w_zero(), w_of(halves[0], halves[1]));
}

SPECIALISED void put_coordinates(float *const arrays[3], const solid_contact_target *to, const solid_point_lanes *points) {
    for (int c = 0; c < 3; c++) {
        w in[SEPAL_CONTACTS_MOST];
        if (arrays[c] == NULL)
            continue;
        for (int p = 0; p < SEPAL_CONTACTS_MOST; p++)
            in[p] = both_halves((const wd[2]){points->half[0][p][c], points->half[1][p][c]});
        put_points(arrays[c], to, in);
    }
}

/* The deepest point gets the depth of the push; no other one is deeper. depth: -infinity where there is no point. */
static inline void put_depths(const solid_contact_target *to, w push, const w depth[SEPAL_CONTACTS_MOST]) {
    const w none = w_neg(w_infinity());
    const w most = w_max(w_max(depth[0], depth[1]), w_max(depth[2], depth[3]));
    wm before = wm_none();
    w in[SEPAL_CONTACTS_MOST];
    for (int p = 0; p < SEPAL_CONTACTS_MOST; p++) {
        const wm deepest = wm_andnot(w_eq(depth[p], most), before);
        in[p] = w_select(wm_or(deepest, w_gt(depth[p], push)), push, depth[p]);
        in[p] = w_add(w_zero(), w_select(w_eq(depth[p], none), w_zero(), in[p]));
        before = wm_or(before, deepest);
    }
    put_points(to->out->depth, to, in);
}

/* features: of both halves, as doubles. */
static inline void put_features(const solid_contact_target *to, const wd features[2][SEPAL_CONTACTS_MOST]) {
    const wm turned = w_gt(w_load(to->turned), w_zero());
    const w whole = w_set1(0x1p23F); /* below it, the last bits of a sum are those of the integer that was added */
    w in[SEPAL_CONTACTS_MOST];
    for (int p = 0; p < SEPAL_CONTACTS_MOST; p++) {
        wd of_first[2], of_second[2];
        for (int half = 0; half < 2; half++) { /* of the feature, a multiple of 2^-16 of this, the integer part */
            const wd both = wd_mul(features[half][p], wd_set1(0x1p-16)), shift = wd_set1(0x1.8p52);
            of_first[half] = wd_sub(wd_add(wd_sub(both, wd_set1(0.5 - 0x1p-17)), shift), shift);
            of_second[half] = wd_mul(wd_sub(both, of_first[half]), wd_set1(65536));
        }
        const w first = w_add(w_of(of_first[0], of_first[1]), whole), second = w_add(w_of(of_second[0], of_second[1]), whole);
        in[p] = w_of_bits(wi_halves(wi_of_bits(w_select(turned, first, second)), wi_of_bits(w_select(turned, second, first))));
    }
    put_points(to->out->feature, to, in);
}

#endif
