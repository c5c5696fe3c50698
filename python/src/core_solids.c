/* core_solids.c — the type of sets of solids, and the questions that only they answer. core_solids_add.c fills sets,
 * core_solids_read.c reads them, and core_solids_place.c has the poses of solids. */
#include "core.h"

static sepal_status create(void **out) {
    sepal_solids *set = NULL;
    sepal_status status = sepal_solids_create(NULL, &set);
    *out = set;
    return status;
}

static void destroy(void *set) {
    sepal_solids_destroy(set);
}

static void clear(void *set) {
    sepal_solids_clear(set);
}

static size_t count(const void *set) {
    return sepal_solids_count(set);
}

static sepal_status radius(const void *set, uint32_t index, float *out) {
    return sepal_solids_radius(set, index, out);
}

static sepal_status remove_shape(void *set, uint32_t index) {
    return sepal_solids_remove(set, index);
}

static sepal_status replace_shape(void *set, uint32_t index, const void *from, uint32_t shape) {
    return sepal_solids_replace(set, index, from, shape);
}

static size_t removed_shapes(const void *set, uint32_t *slots, size_t room) {
    return sepal_solids_removed(set, slots, room);
}

static sepal_status overlap_pairs(const void *a, const void *b, const sepal_pair *pairs, size_t n, const sepal_rule *rule,
                                  uint64_t *bits) {
    return sepal_solids_overlap_pairs(a, b, pairs, n, rule, bits);
}

static sepal_status overlap_one(const void *a, uint32_t index, const void *b, size_t first, size_t n, const sepal_rule *rule,
                                uint64_t *bits) {
    return sepal_solids_overlap_one(a, index, b, first, n, rule, bits);
}

static sepal_status contains_pairs(const void *a, const void *b, const sepal_pair *pairs, size_t n, const sepal_rule *rule,
                                   uint64_t *bits) {
    return sepal_solids_contains_pairs(a, b, pairs, n, rule, bits);
}

static sepal_status overlap_rows(const void *a, const void *b, const sepal_row *rows, size_t n, const sepal_rule *rule,
                                 uint64_t *bits) {
    return sepal_solids_overlap_rows(a, b, rows, n, rule, bits);
}

static sepal_status mtv_rows(const void *a, const void *b, const sepal_row *rows, size_t n, const sepal_rule *rule,
                             float *const *out) {
    const sepal_solid_mtvs mtvs = {.normal_x = out[0], .normal_y = out[1], .normal_z = out[2], .depth = out[3]};
    return sepal_solids_mtv_rows(a, b, rows, n, rule, &mtvs);
}

static sepal_status overlap_groups(const void *a, const sepal_groups *groups_a, const void *b, const sepal_groups *groups_b,
                                   const sepal_pair *pairs, size_t n, const sepal_rule *rule, uint64_t *bits) {
    return sepal_solids_overlap_groups(a, groups_a, b, groups_b, pairs, n, rule, bits);
}

static sepal_status deepest_groups(const void *a, const sepal_groups *groups_a, const void *b, const sepal_groups *groups_b,
                                   const sepal_pair *pairs, size_t n, const sepal_rule *rule, sepal_pair *parts, float *depth) {
    return sepal_solids_deepest_groups(a, groups_a, b, groups_b, pairs, n, rule, parts, depth);
}

static sepal_status push_along_groups(const void *a, const sepal_groups *groups_a, const void *b, const sepal_groups *groups_b,
                                      const sepal_pair *pairs, size_t n, const columns *directions, float *way) {
    return sepal_solids_push_along_groups(a, groups_a, b, groups_b, pairs, n, directions->at[0], directions->at[1],
                                          directions->at[2], way);
}

static sepal_status first_groups(const void *a, const sepal_groups *groups_a, const columns *moves_a, const void *b,
                                 const sepal_groups *groups_b, const columns *moves_b, const sepal_pair *pairs, size_t n,
                                 const sepal_rule *rule, sepal_pair *parts, float *time) {
    const sepal_solid_moves of_a = {moves_a->at[0], moves_a->at[1], moves_a->at[2], moves_a->stride},
                            of_b = {moves_b->at[0], moves_b->at[1], moves_b->at[2], moves_b->stride};
    return sepal_solids_first_groups(a, groups_a, moves_a->used > 0 ? &of_a : NULL, b, groups_b, moves_b->used > 0 ? &of_b : NULL,
                                     pairs, n, rule, parts, time);
}

static sepal_status find_pairs(sepal_finder *finder, const void *a, const void *b, const sepal_filter *filter,
                               const sepal_rule *rule, size_t room, sepal_pair *pairs, size_t *found) {
    return sepal_solids_find_pairs(finder, a, b, filter, rule, room, pairs, found);
}

static sepal_status find_each(sepal_finder *finder, const void *a, const void *b, const sepal_filter *filter,
                              const sepal_rule *rule, sepal_take_pairs *take, void *context) {
    return sepal_solids_find_each(finder, a, b, filter, rule, take, context);
}

static sepal_status find_near(sepal_finder *finder, const void *a, const void *b, const sepal_filter *filter, float margin,
                              size_t room, sepal_pair *pairs, size_t *found) {
    return sepal_solids_find_near(finder, a, b, filter, margin, room, pairs, found);
}

static sepal_status find_build(sepal_finder *finder, const void *b) {
    return sepal_solids_find_build(finder, b);
}

static sepal_status find_range(sepal_finder *finder, const void *a, size_t first, size_t n, const sepal_filter *filter,
                               const sepal_rule *rule, size_t room, sepal_pair *pairs, size_t *found) {
    return sepal_solids_find_range(finder, a, first, n, filter, rule, room, pairs, found);
}

static sepal_status find_at(sepal_finder *finder, const columns *points, const sepal_filter *filter, const sepal_rule *rule,
                            size_t room, sepal_pair *pairs, size_t *found) {
    const sepal_solid_points at = {points->at[0], points->at[1], points->at[2], points->stride};
    return sepal_solids_find_at(finder, &at, points->rows, filter, rule, room, pairs, found);
}

static sepal_status find_in(sepal_finder *finder, const float *low, const float *high, const sepal_filter *filter,
                            const sepal_rule *rule, size_t room, uint32_t *shapes, size_t *found) {
    return sepal_solids_find_in(finder, low, high, filter, rule, room, shapes, found);
}

static sepal_status find_nearest(sepal_finder *finder, const void *a, size_t first, size_t n, size_t k, const sepal_filter *filter,
                                 float limit, uint32_t *nearest, float *distance) {
    return sepal_solids_find_nearest(finder, a, first, n, k, filter, limit, nearest, distance);
}

static sepal_status find_list(sepal_finder *finder, const void *a, const uint32_t *shapes, size_t n, const sepal_filter *filter,
                              const sepal_rule *rule, size_t room, sepal_pair *pairs, size_t *found) {
    return sepal_solids_find_list(finder, a, shapes, n, filter, rule, room, pairs, found);
}

static sepal_status find_keep(sepal_finder *finder, const void *b, float slack) {
    return sepal_solids_find_keep(finder, b, slack);
}

static sepal_status find_update(sepal_finder *finder, const uint32_t *shapes, size_t n) {
    return sepal_solids_find_update(finder, shapes, n);
}

static sepal_status find_kept(sepal_finder *finder, const sepal_filter *filter, const sepal_rule *rule, size_t room,
                              sepal_pair *pairs, size_t *found) {
    return sepal_solids_find_kept(finder, filter, rule, room, pairs, found);
}

static sepal_status find_near_kept(sepal_finder *finder, const sepal_filter *filter, float margin, size_t room, sepal_pair *pairs,
                                   size_t *found) {
    return sepal_solids_find_near_kept(finder, filter, margin, room, pairs, found);
}

static sepal_status sweep_pairs(const void *a, const columns *moves_a, const void *b, const columns *moves_b,
                                const sepal_pair *pairs, size_t n, const sepal_rule *rule, const hits *out) {
    const sepal_solid_moves of_a = {moves_a->at[0], moves_a->at[1], moves_a->at[2], moves_a->stride};
    const sepal_solid_moves of_b = {moves_b->at[0], moves_b->at[1], moves_b->at[2], moves_b->stride};
    const sepal_solid_hits found = {out->bits, out->time, out->normal[0], out->normal[1], out->normal[2]};
    return sepal_solids_sweep_pairs(a, moves_a->used > 0 ? &of_a : NULL, b, moves_b->used > 0 ? &of_b : NULL, pairs, n, rule,
                                    &found);
}

static sepal_status cast_rays(sepal_finder *finder, const columns *rays, const sepal_filter *filter, const sepal_rule *rule,
                              uint32_t *shape, const hits *out) {
    const float *const *at = rays->at;
    const sepal_solid_rays all = {at[0], at[1], at[2], at[3], at[4], at[5], rays->stride};
    const sepal_solid_ray_hits found = {shape, out->time, out->normal[0], out->normal[1], out->normal[2], out->later};
    return sepal_solids_cast_rays(finder, &all, rays->rows, filter, rule, &found);
}

static sepal_status cast_each(sepal_finder *finder, const columns *rays, float limit, const sepal_filter *filter,
                              const sepal_rule *rule, sepal_take_hit *take, void *context) {
    const float *const *at = rays->at;
    const sepal_solid_rays all = {at[0], at[1], at[2], at[3], at[4], at[5], rays->stride};
    return sepal_solids_cast_each(finder, &all, rays->rows, limit, filter, rule, take, context);
}

static sepal_status cast_shapes(sepal_finder *finder, const void *a, const columns *moves, const sepal_filter *filter,
                                const sepal_rule *rule, uint32_t *shape, const hits *out) {
    const sepal_solid_moves all = {moves->at[0], moves->at[1], moves->at[2], moves->stride};
    const sepal_solid_ray_hits found = {shape, out->time, out->normal[0], out->normal[1], out->normal[2], out->later};
    return sepal_solids_cast_shapes(finder, a, moves->used > 0 ? &all : NULL, 0, sepal_solids_count(a), filter, rule, &found);
}

const set_kind solids_kind = {
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
    .poses_get = solids_poses_get,
    .place = solids_place,
    .first_hit = solids_first_hit,
    .pose_arguments = SOLIDS_POSE_ARGUMENTS,
    .dimension = 3,
};

static PyObject *solids_new(PyTypeObject *type, PyObject *args, PyObject *keywords) {
    (void)args;
    (void)keywords;
    return set_new(type, &solids_kind);
}

/* A question with the arguments other, pairs, margin, and `count` arrays of floats: normal_x, normal_y, normal_z, depth, a_x, a_y, a_z,
 * b_x, b_y, b_z. */
static PyObject *ask_push(PyObject *self, PyObject *const *args, Py_ssize_t given, size_t count) {
    static const per_pair answers[10] = {{sizeof(float), 1}, {sizeof(float), 1}, {sizeof(float), 1}, {sizeof(float), 1},
                                         {sizeof(float), 1}, {sizeof(float), 1}, {sizeof(float), 1}, {sizeof(float), 1},
                                         {sizeof(float), 1}, {sizeof(float), 1}};
    sepal_rule rule;
    asked q;
    if (!has_arguments(given, 3 + (Py_ssize_t)count) || !rule_get(&rule, self, Py_True, args[2]) ||
        !asked_begin(&q, self, args[0], args[1], args + 3, answers, count))
        return NULL;
    const sepal_solid_mtvs mtvs = {
        .normal_x = q.out[0].view.buf,
        .normal_y = q.out[1].view.buf,
        .normal_z = q.out[2].view.buf,
        .depth = q.out[3].view.buf,
        .a_x = q.out[4].view.buf,
        .a_y = q.out[5].view.buf,
        .a_z = q.out[6].view.buf,
        .b_x = q.out[7].view.buf,
        .b_y = q.out[8].view.buf,
        .b_z = q.out[9].view.buf,
    };
    sepal_status status;
    Py_BEGIN_ALLOW_THREADS;
    status = sepal_solids_mtv_pairs(q.a->set, q.b->set, q.pairs.view.buf, q.pairs.count, &rule, &mtvs);
    Py_END_ALLOW_THREADS;
    return asked_end(&q, status);
}

/* _mtv_pairs(other, pairs, margin, normal_x, normal_y, normal_z, depth) */
static PyObject *solids_mtv_pairs(PyObject *self, PyObject *const *args, Py_ssize_t given) {
    return ask_push(self, args, given, 4);
}

/* _nearest_pairs(other, pairs, margin, normal_x, ..., depth, a_x, ..., b_z) */
static PyObject *solids_nearest_pairs(PyObject *self, PyObject *const *args, Py_ssize_t given) {
    return ask_push(self, args, given, 10);
}

/* _contacts_pairs(other, pairs, margin, point_margin, count, normal_x, normal_y, normal_z, x, y, z, depth, feature) */
static PyObject *solids_contacts_pairs(PyObject *self, PyObject *const *args, Py_ssize_t given) {
    static const per_pair answers[9] = {{1, 1},
                                        {sizeof(float), 1},
                                        {sizeof(float), 1},
                                        {sizeof(float), 1},
                                        {sizeof(float), 4},
                                        {sizeof(float), 4},
                                        {sizeof(float), 4},
                                        {sizeof(float), 4},
                                        {sizeof(uint32_t), 4}};
    sepal_rule rule, further;
    asked q;
    if (!has_arguments(given, 13) || !rule_get(&rule, self, Py_True, args[2]) || !rule_get(&further, self, Py_True, args[3]) ||
        !asked_begin(&q, self, args[0], args[1], args + 4, answers, 9))
        return NULL;
    const sepal_contact_rule meaning = {rule.touching, rule.margin, further.margin};
    const sepal_solid_contacts contacts = {
        .count = q.out[0].view.buf,
        .normal_x = q.out[1].view.buf,
        .normal_y = q.out[2].view.buf,
        .normal_z = q.out[3].view.buf,
        .x = q.out[4].view.buf,
        .y = q.out[5].view.buf,
        .z = q.out[6].view.buf,
        .depth = q.out[7].view.buf,
        .feature = q.out[8].view.buf,
    };
    sepal_status status;
    Py_BEGIN_ALLOW_THREADS;
    status = sepal_solids_contacts_pairs(q.a->set, q.b->set, q.pairs.view.buf, q.pairs.count, &meaning, &contacts);
    Py_END_ALLOW_THREADS;
    return asked_end(&q, status);
}

static PyMethodDef solids_methods[] = {
    {"_add_boxes", (PyCFunction)(void (*)(void))solids_add_boxes, METH_FASTCALL, NULL},
    {"_add_spheres", (PyCFunction)(void (*)(void))solids_add_spheres, METH_FASTCALL, NULL},
    {"_add_capsules", (PyCFunction)(void (*)(void))solids_add_capsules, METH_FASTCALL, NULL},
    {"_add_prisms", (PyCFunction)(void (*)(void))solids_add_prisms, METH_FASTCALL, NULL},
    {"_add_parallelepipeds", (PyCFunction)(void (*)(void))solids_add_parallelepipeds, METH_FASTCALL, NULL},
    {"_add_hulls", (PyCFunction)(void (*)(void))solids_add_hulls, METH_FASTCALL, NULL},
    {"_update", (PyCFunction)(void (*)(void))solids_update, METH_FASTCALL, NULL},
    {"_add_cores", (PyCFunction)(void (*)(void))solids_add_cores, METH_FASTCALL, NULL},
    {"_points", solids_points, METH_O, NULL},
    {"_sizes", (PyCFunction)(void (*)(void))solids_sizes, METH_FASTCALL, NULL},
    {"_cores", (PyCFunction)(void (*)(void))solids_cores, METH_FASTCALL, NULL},
    {"_mtv_pairs", (PyCFunction)(void (*)(void))solids_mtv_pairs, METH_FASTCALL, NULL},
    {"_nearest_pairs", (PyCFunction)(void (*)(void))solids_nearest_pairs, METH_FASTCALL, NULL},
    {"_contacts_pairs", (PyCFunction)(void (*)(void))solids_contacts_pairs, METH_FASTCALL, NULL},
    {0},
};

static PyType_Slot solids_slots[] = {
    {Py_tp_doc, (void *)"A set of solids; sepal.Solids is made of it."},
    {Py_tp_new, (void *)solids_new},
    {Py_tp_methods, solids_methods},
    {0},
};

PyType_Spec solids_spec = {
    .name = "sepal._core.Solids",
    .basicsize = sizeof(set_object),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .slots = solids_slots,
};
