/* core_polys.c — the type of sets of polygons. core_polys_*.c have its methods. */
#include "core.h"

static sepal_status create(void **out) {
    sepal_polys *set = NULL;
    sepal_status status = sepal_polys_create(NULL, &set);
    *out = set;
    return status;
}

static void destroy(void *set) {
    sepal_polys_destroy(set);
}

static void clear(void *set) {
    sepal_polys_clear(set);
}

static size_t count(const void *set) {
    return sepal_polys_count(set);
}

static sepal_status radius(const void *set, uint32_t index, float *out) {
    return sepal_polys_radius(set, index, out);
}

static sepal_status remove_shape(void *set, uint32_t index) {
    return sepal_polys_remove(set, index);
}

static sepal_status replace_shape(void *set, uint32_t index, const void *from, uint32_t shape) {
    return sepal_polys_replace(set, index, from, shape);
}

static size_t removed_shapes(const void *set, uint32_t *slots, size_t room) {
    return sepal_polys_removed(set, slots, room);
}

static sepal_status overlap_pairs(const void *a, const void *b, const sepal_pair *pairs, size_t n, const sepal_rule *rule,
                                  uint64_t *bits) {
    return sepal_polys_overlap_pairs(a, b, pairs, n, rule, bits);
}

static sepal_status overlap_one(const void *a, uint32_t index, const void *b, size_t first, size_t n, const sepal_rule *rule,
                                uint64_t *bits) {
    return sepal_polys_overlap_one(a, index, b, first, n, rule, bits);
}

static sepal_status contains_pairs(const void *a, const void *b, const sepal_pair *pairs, size_t n, const sepal_rule *rule,
                                   uint64_t *bits) {
    return sepal_polys_contains_pairs(a, b, pairs, n, rule, bits);
}

static sepal_status overlap_rows(const void *a, const void *b, const sepal_row *rows, size_t n, const sepal_rule *rule,
                                 uint64_t *bits) {
    return sepal_polys_overlap_rows(a, b, rows, n, rule, bits);
}

static sepal_status mtv_rows(const void *a, const void *b, const sepal_row *rows, size_t n, const sepal_rule *rule,
                             float *const *out) {
    const sepal_mtvs mtvs = {.normal_x = out[0], .normal_y = out[1], .depth = out[2]};
    return sepal_polys_mtv_rows(a, b, rows, n, rule, &mtvs);
}

static sepal_status overlap_groups(const void *a, const sepal_groups *groups_a, const void *b, const sepal_groups *groups_b,
                                   const sepal_pair *pairs, size_t n, const sepal_rule *rule, uint64_t *bits) {
    return sepal_polys_overlap_groups(a, groups_a, b, groups_b, pairs, n, rule, bits);
}

static sepal_status deepest_groups(const void *a, const sepal_groups *groups_a, const void *b, const sepal_groups *groups_b,
                                   const sepal_pair *pairs, size_t n, const sepal_rule *rule, sepal_pair *parts, float *depth) {
    return sepal_polys_deepest_groups(a, groups_a, b, groups_b, pairs, n, rule, parts, depth);
}

static sepal_status push_along_groups(const void *a, const sepal_groups *groups_a, const void *b, const sepal_groups *groups_b,
                                      const sepal_pair *pairs, size_t n, const columns *directions, float *way) {
    return sepal_polys_push_along_groups(a, groups_a, b, groups_b, pairs, n, directions->at[0], directions->at[1], way);
}

static sepal_status first_groups(const void *a, const sepal_groups *groups_a, const columns *moves_a, const void *b,
                                 const sepal_groups *groups_b, const columns *moves_b, const sepal_pair *pairs, size_t n,
                                 const sepal_rule *rule, sepal_pair *parts, float *time) {
    const sepal_moves of_a = {moves_a->at[0], moves_a->at[1], moves_a->stride},
                      of_b = {moves_b->at[0], moves_b->at[1], moves_b->stride};
    return sepal_polys_first_groups(a, groups_a, moves_a->used > 0 ? &of_a : NULL, b, groups_b, moves_b->used > 0 ? &of_b : NULL,
                                    pairs, n, rule, parts, time);
}

static sepal_status find_pairs(sepal_finder *finder, const void *a, const void *b, const sepal_filter *filter,
                               const sepal_rule *rule, size_t room, sepal_pair *pairs, size_t *found) {
    return sepal_polys_find_pairs(finder, a, b, filter, rule, room, pairs, found);
}

static sepal_status find_each(sepal_finder *finder, const void *a, const void *b, const sepal_filter *filter,
                              const sepal_rule *rule, sepal_take_pairs *take, void *context) {
    return sepal_polys_find_each(finder, a, b, filter, rule, take, context);
}

static sepal_status find_near(sepal_finder *finder, const void *a, const void *b, const sepal_filter *filter, float margin,
                              size_t room, sepal_pair *pairs, size_t *found) {
    return sepal_polys_find_near(finder, a, b, filter, margin, room, pairs, found);
}

static sepal_status find_build(sepal_finder *finder, const void *b) {
    return sepal_polys_find_build(finder, b);
}

static sepal_status find_range(sepal_finder *finder, const void *a, size_t first, size_t n, const sepal_filter *filter,
                               const sepal_rule *rule, size_t room, sepal_pair *pairs, size_t *found) {
    return sepal_polys_find_range(finder, a, first, n, filter, rule, room, pairs, found);
}

static sepal_status find_at(sepal_finder *finder, const columns *points, const sepal_filter *filter, const sepal_rule *rule,
                            size_t room, sepal_pair *pairs, size_t *found) {
    const sepal_points at = {.x = points->at[0], .y = points->at[1], .stride = points->stride};
    return sepal_polys_find_at(finder, &at, points->rows, filter, rule, room, pairs, found);
}

static sepal_status find_in(sepal_finder *finder, const float *low, const float *high, const sepal_filter *filter,
                            const sepal_rule *rule, size_t room, uint32_t *shapes, size_t *found) {
    return sepal_polys_find_in(finder, low[0], low[1], high[0], high[1], filter, rule, room, shapes, found);
}

static sepal_status find_nearest(sepal_finder *finder, const void *a, size_t first, size_t n, size_t k, const sepal_filter *filter,
                                 float limit, uint32_t *nearest, float *distance) {
    return sepal_polys_find_nearest(finder, a, first, n, k, filter, limit, nearest, distance);
}

static sepal_status find_list(sepal_finder *finder, const void *a, const uint32_t *shapes, size_t n, const sepal_filter *filter,
                              const sepal_rule *rule, size_t room, sepal_pair *pairs, size_t *found) {
    return sepal_polys_find_list(finder, a, shapes, n, filter, rule, room, pairs, found);
}

static sepal_status find_keep(sepal_finder *finder, const void *b, float slack) {
    return sepal_polys_find_keep(finder, b, slack);
}

static sepal_status find_update(sepal_finder *finder, const uint32_t *shapes, size_t n) {
    return sepal_polys_find_update(finder, shapes, n);
}

static sepal_status find_kept(sepal_finder *finder, const sepal_filter *filter, const sepal_rule *rule, size_t room,
                              sepal_pair *pairs, size_t *found) {
    return sepal_polys_find_kept(finder, filter, rule, room, pairs, found);
}

static sepal_status find_near_kept(sepal_finder *finder, const sepal_filter *filter, float margin, size_t room, sepal_pair *pairs,
                                   size_t *found) {
    return sepal_polys_find_near_kept(finder, filter, margin, room, pairs, found);
}

static sepal_status sweep_pairs(const void *a, const columns *moves_a, const void *b, const columns *moves_b,
                                const sepal_pair *pairs, size_t n, const sepal_rule *rule, const hits *out) {
    const sepal_moves of_a = {moves_a->at[0], moves_a->at[1], moves_a->stride},
                      of_b = {moves_b->at[0], moves_b->at[1], moves_b->stride};
    const sepal_hits found = {out->bits, out->time, out->normal[0], out->normal[1]};
    return sepal_polys_sweep_pairs(a, moves_a->used > 0 ? &of_a : NULL, b, moves_b->used > 0 ? &of_b : NULL, pairs, n, rule,
                                   &found);
}

static sepal_status cast_rays(sepal_finder *finder, const columns *rays, const sepal_filter *filter, const sepal_rule *rule,
                              uint32_t *shape, const hits *out) {
    const sepal_rays all = {rays->at[0], rays->at[1], rays->at[2], rays->at[3], rays->stride};
    const sepal_ray_hits found = {shape, out->time, out->normal[0], out->normal[1], out->later};
    return sepal_polys_cast_rays(finder, &all, rays->rows, filter, rule, &found);
}

static sepal_status cast_each(sepal_finder *finder, const columns *rays, float limit, const sepal_filter *filter,
                              const sepal_rule *rule, sepal_take_hit *take, void *context) {
    const sepal_rays all = {rays->at[0], rays->at[1], rays->at[2], rays->at[3], rays->stride};
    return sepal_polys_cast_each(finder, &all, rays->rows, limit, filter, rule, take, context);
}

static sepal_status cast_shapes(sepal_finder *finder, const void *a, const columns *moves, const sepal_filter *filter,
                                const sepal_rule *rule, uint32_t *shape, const hits *out) {
    const sepal_moves all = {moves->at[0], moves->at[1], moves->stride};
    const sepal_ray_hits found = {shape, out->time, out->normal[0], out->normal[1], out->later};
    return sepal_polys_cast_shapes(finder, a, moves->used > 0 ? &all : NULL, 0, sepal_polys_count(a), filter, rule, &found);
}

const set_kind polys_kind = {
    .create = create,
    .destroy = destroy,
    .clear = clear,
    .count = count,
    .radius = radius,
    .remove = remove_shape,
    .replace = replace_shape,
    .removed = removed_shapes,
    .overlap_pairs = overlap_pairs,
    .overlap_one = overlap_one,
    .overlap_rows = overlap_rows,
    .mtv_rows = mtv_rows,
    .contains_pairs = contains_pairs,
    .overlap_groups = overlap_groups,
    .deepest_groups = deepest_groups,
    .push_along_groups = push_along_groups,
    .first_groups = first_groups,
    .find_pairs = find_pairs,
    .find_each = find_each,
    .find_near = find_near,
    .find_build = find_build,
    .find_range = find_range,
    .find_at = find_at,
    .find_in = find_in,
    .find_nearest = find_nearest,
    .find_list = find_list,
    .find_keep = find_keep,
    .find_update = find_update,
    .find_kept = find_kept,
    .find_near_kept = find_near_kept,
    .sweep_pairs = sweep_pairs,
    .cast_rays = cast_rays,
    .cast_each = cast_each,
    .cast_shapes = cast_shapes,
    .poses_get = polys_poses_get,
    .place = polys_place,
    .first_hit = polys_first_hit,
    .pose_arguments = POLYS_POSE_ARGUMENTS,
    .dimension = 2,
};

static PyObject *polys_new(PyTypeObject *type, PyObject *args, PyObject *keywords) {
    (void)args;
    (void)keywords;
    return set_new(type, &polys_kind);
}

static PyMethodDef polys_methods[] = {
    {"_add_boxes", (PyCFunction)(void (*)(void))polys_add_boxes, METH_FASTCALL, NULL},
    {"_add_circles", (PyCFunction)(void (*)(void))polys_add_circles, METH_FASTCALL, NULL},
    {"_add_capsules", (PyCFunction)(void (*)(void))polys_add_capsules, METH_FASTCALL, NULL},
    {"_add_rings", (PyCFunction)(void (*)(void))polys_add_rings, METH_FASTCALL, NULL},
    {"_add_hulls", (PyCFunction)(void (*)(void))polys_add_hulls, METH_FASTCALL, NULL},
    {"_add_boxes_doubles", (PyCFunction)(void (*)(void))polys_add_boxes_doubles, METH_FASTCALL, NULL},
    {"_make_doubles", (PyCFunction)(void (*)(void))polys_make_doubles, METH_FASTCALL, NULL},
    {"_origin", polys_origin, METH_NOARGS, NULL},
    {"_rebase", (PyCFunction)(void (*)(void))polys_rebase, METH_FASTCALL, NULL},
    {"_update", (PyCFunction)(void (*)(void))polys_update, METH_FASTCALL, NULL},
    {"_points", polys_points, METH_O, NULL},
    {"_sizes", polys_sizes, METH_O, NULL},
    {"_rings", (PyCFunction)(void (*)(void))polys_rings, METH_FASTCALL, NULL},
    {"_add_parts", (PyCFunction)(void (*)(void))polys_add_parts, METH_FASTCALL, NULL},
    {"_add_outside", (PyCFunction)(void (*)(void))polys_add_outside, METH_FASTCALL, NULL},
    {"_add_concave", (PyCFunction)(void (*)(void))polys_add_concave, METH_FASTCALL, NULL},
    {"_common_pairs", (PyCFunction)(void (*)(void))polys_common_pairs, METH_FASTCALL, NULL},
    {"_common_rows", (PyCFunction)(void (*)(void))polys_common_rows, METH_FASTCALL, NULL},
    {"_common_polygons", (PyCFunction)(void (*)(void))polys_common_polygons, METH_FASTCALL, NULL},
    {"_areas", (PyCFunction)(void (*)(void))polys_areas, METH_FASTCALL, NULL},
    {"_common_groups", (PyCFunction)(void (*)(void))polys_common_groups, METH_FASTCALL, NULL},
    {"_contains_groups", (PyCFunction)(void (*)(void))polys_contains_groups, METH_FASTCALL, NULL},
    {"_mtv_pairs", (PyCFunction)(void (*)(void))polys_mtv_pairs, METH_FASTCALL, NULL},
    {"_nearest_pairs", (PyCFunction)(void (*)(void))polys_nearest_pairs, METH_FASTCALL, NULL},
    {"_contacts_pairs", (PyCFunction)(void (*)(void))polys_contacts_pairs, METH_FASTCALL, NULL},
    {0},
};

static PyType_Slot polys_slots[] = {
    {Py_tp_doc, (void *)"A set of polygons; sepal.Polys is made of it."},
    {Py_tp_new, (void *)polys_new},
    {Py_tp_methods, polys_methods},
    {0},
};

PyType_Spec polys_spec = {
    .name = "sepal._core.Polys",
    .basicsize = sizeof(set_object),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .slots = polys_slots,
};
