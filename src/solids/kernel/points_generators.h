/* points_generators.h — the cores of pushes of boxes, segments and points, whose points ../generators.h finds: a pair in each lane. */
#ifndef SEPAL_SOLIDS_KERNEL_POINTS_GENERATORS_H
#define SEPAL_SOLIDS_KERNEL_POINTS_GENERATORS_H

#include "../../simd/vec3.h"
#include "../generators.h"
#include "../seen.h"
#include "boxes_exact.h"
#include "nearest.h"

/* Cores with 0, 1 or 3 generators: what is stored of them; and their radii. */
typedef struct generator_lanes {
    w3 centre, of[3]; /* of a segment, instead: both ends */
    w radius;
    uint32_t count;
} generator_lanes;

SPECIALISED void load_generators(const sepal_solids *set, const uint32_t *index, uint32_t count, generator_lanes *out) {
    out->count = count;
    out->radius = solid_load_radii(set, index); /* that of a ball may be infinite instead */
    if (count == 0) {
        out->centre = load_balls(set, index).centre; /* of a point: itself */
        return;
    }
    if (count == 1) {
        const solid_segment_lanes ends = solid_load_segments(set, index);
        out->centre = ends.from;
        out->of[0] = ends.to;
        return;
    }
    const sepal_box_exact *of[SEPAL_LANES];
    find_exact(set, index, of);
    const solid_exact_lanes box = load_exact(of);
    out->centre = box.centre;
    for (int k = 0; k < 3; k++)
        out->of[k] = box.edge[k];
}

static inline void generators_of_half(const generator_lanes *from, int half, core_generators *out) {
    out->count = from->count;
    out->centre = wd3_of(from->centre, half);
    for (uint32_t k = 0; k < from->count; k++)
        out->of[k] = wd3_of(from->of[k], half);
    form_generators(out);
}

#endif
