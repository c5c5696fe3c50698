/* solids_kernel_parts.c — the nearest parts of pairs of boxes, capsules and spheres, for what overlap leaves open, and for pushes. */
#include "../../core/arithmetic.h"

#include "push_round.h"

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
