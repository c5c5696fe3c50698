/* solids_kernel_cores.c — one pair of cores, in double, with a vertex or face in each lane: what the searches that take one pair at a time
 * ask about all of them. Those are compiled once (cores.h), and this for each instruction set. */
#include "../../core/arithmetic.h"

#include "cores.h"
#include "names.h"

#include "../scalar/polytope.h"

#include "push_round.h"

static void find_support(const solid_core_pair *p, const double n[3], core_member *out) {
    const double minus[3] = {-n[0], -n[1], -n[2]};
    set_member(p, farthest_of(&p->a, minus), farthest_of(&p->b, n), out);
}

static bool are_behind(const core_vertices *c, const double n[3], double base, double error, uint64_t open[CORE_VERTICES / 64]) {
    const uint32_t end = solid_core_lanes(c->size);
    memset(open, 0, CORE_VERTICES / 8);
    for (uint32_t first = 0; first < c->size; first += WD_LANES) {
        const wd along = wd_sub(along_lanes(c, n, first), wd_set1(base));
        if (wdm_bits(wd_gt(wd_set1(-error), along)) != 0)
            return false;
        open[first / 64] |= (uint64_t)wdm_bits(wd_ge(wd_set1(error), along)) << first % 64;
    }
    if (c->size < end) /* what fills up the last lanes */
        open[c->size / 64] &= ~(~UINT64_C(0) << c->size % 64);
    return true;
}

static void find_farthest(const void *cores, const double n[3], sepal_member *member, double at[3]) {
    core_member found;
    find_support(cores, n, &found);
    *member = (sepal_member){found.a, found.b};
    memcpy(at, found.w, sizeof found.w);
}

static bool grow(const solid_core_pair *p, sepal_grown *out) {
    return grow_around(&(grow_source){find_farthest, p, p->extent}, p->inner, out);
}

const core_searches solids_kernel_core_searches = {find_support, are_behind, grow};

/* The nearest parts of pairs of boxes, capsules and spheres, for what overlap leaves open, and for pushes. */

static SEPAL_NOINLINE void find_segment_by_box(const solids_query *q, const sepal_pair *group, bool box_first, bool all,
                                               parts_found *out) {
    find_beside_box(q, group, box_first, all, false, out);
}
static SEPAL_NOINLINE void find_point_by_box(const solids_query *q, const sepal_pair *group, bool box_first, bool all,
                                             parts_found *out) {
    find_beside_box(q, group, box_first, all, true, out);
}

void solids_kernel_find_parts(const parts_query *asked, const sepal_pair *group, parts_found *out) {
    const solids_query *q = asked->q;
    const unsigned kind = asked->kind;
    if (kind == PARTS_OF_BOXES)
        find_between_boxes(q, group, out);
    else if (kind == PARTS_OF_SEGMENTS)
        find_between_segments(q, group, out);
    else if (kind == PARTS_OF_BOX_POINT || kind == PARTS_OF_POINT_BOX)
        find_point_by_box(q, group, kind == PARTS_OF_BOX_POINT, asked->all, out);
    else
        find_segment_by_box(q, group, kind == PARTS_OF_BOX_SEGMENT, asked->all, out);
}
