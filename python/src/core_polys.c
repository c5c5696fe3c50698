/* core_polys.c — the type of sets of polygons, and placing. core_polys_add.c, core_polys_ask.c and core_polys_read.c have more of its
 * methods. */
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

static sepal_status overlap_groups(const void *a, const sepal_groups *groups_a, const void *b, const sepal_groups *groups_b,
                                   const sepal_pair *pairs, size_t n, const sepal_rule *rule, uint64_t *bits) {
    return sepal_polys_overlap_groups(a, groups_a, b, groups_b, pairs, n, rule, bits);
}

static sepal_status find_pairs(sepal_finder *finder, const void *a, const void *b, const sepal_filter *filter,
                               const sepal_rule *rule, size_t room, sepal_pair *pairs, size_t *found) {
    return sepal_polys_find_pairs(finder, a, b, filter, rule, room, pairs, found);
}

static sepal_status find_near(sepal_finder *finder, const void *a, const void *b, const sepal_filter *filter, float margin,
                              size_t room, sepal_pair *pairs, size_t *found) {
    return sepal_polys_find_near(finder, a, b, filter, margin, room, pairs, found);
}

const set_kind polys_kind = {
    .create = create,
    .destroy = destroy,
    .clear = clear,
    .count = count,
    .radius = radius,
    .overlap_pairs = overlap_pairs,
    .overlap_one = overlap_one,
    .contains_pairs = contains_pairs,
    .overlap_groups = overlap_groups,
    .find_pairs = find_pairs,
    .find_near = find_near,
};

static PyObject *polys_new(PyTypeObject *type, PyObject *args, PyObject *keywords) {
    (void)args;
    (void)keywords;
    return set_new(type, &polys_kind);
}

/* A call that places shapes: models and poses, and where in the world they go. */
typedef struct placing {
    const set_object *models;
    array model, far[2]; /* indices; positions in double, or nothing */
    columns near;        /* x, y, cos, sin; the first two are None where positions are in double */
    sepal_poses poses;
    Py_ssize_t first; /* -1: the whole world */
} placing;

static void placing_release(placing *p) {
    columns_release(&p->near);
    array_release(p->far, 2);
    array_release(&p->model, 1);
}

/* Takes models, model, x, y, cos, sin, x and y in double, the origin, first. */
static bool placing_get(placing *p, PyObject *const *args) {
    *p = (placing){.models = set_of(args[0], polys_type)};
    if (p->models == NULL || !array_get(&p->model, args[1], sizeof(uint32_t), false))
        return false;
    bool is_far = args[6] != Py_None;
    if (!columns_get(&p->near, args + 2, 4) || (is_far && (!array_get(&p->far[0], args[6], sizeof(double), false) ||
                                                           !array_get(&p->far[1], args[7], sizeof(double), false)))) {
        placing_release(p);
        return false;
    }
    p->poses = (sepal_poses){
        .x = p->near.at[0],
        .y = p->near.at[1],
        .cos = p->near.at[2],
        .sin = p->near.at[3],
        .stride = p->near.stride,
        .x64 = is_far ? p->far[0].view.buf : NULL,
        .y64 = is_far ? p->far[1].view.buf : NULL,
        .origin_x = PyFloat_AsDouble(args[8]),
        .origin_y = PyFloat_AsDouble(args[9]),
    };
    p->first = PyLong_AsSsize_t(args[10]);
    size_t count = p->model.count;
    bool agree =
        (p->near.used == 0 || p->near.rows == count) && (!is_far || (p->far[0].count == count && p->far[1].count == count));
    if (!agree && PyErr_Occurred() == NULL)
        PyErr_SetString(PyExc_ValueError, "as many poses as models are expected");
    if (PyErr_Occurred() == NULL)
        return true;
    placing_release(p);
    return false;
}

/* _place(models, model, x, y, cos, sin, x and y in double, the origin, first): what refused() makes of the answer. */
static PyObject *polys_place(PyObject *self, PyObject *const *args, Py_ssize_t given) {
    set_object *world = (set_object *)self, *models;
    placing p;
    PyObject *result = NULL;
    if (!has_arguments(given, 11) || !placing_get(&p, args))
        return NULL;
    models = (set_object *)args[0];
    if (set_begin_reading(models)) {
        if (set_begin_changing(world)) {
            sepal_status status;
            sepal_refusal refusal = {0};
            Py_BEGIN_ALLOW_THREADS;
            if (p.first < 0)
                status = sepal_polys_place(world->set, models->set, p.model.view.buf, &p.poses, p.model.count, &refusal);
            else
                status = sepal_polys_place_range(world->set, (size_t)p.first, models->set, p.model.view.buf, &p.poses,
                                                 p.model.count, &refusal);
            Py_END_ALLOW_THREADS;
            set_end_changing(world);
            result = refused(status, &refusal);
        }
        set_end_reading(models);
    }
    placing_release(&p);
    return result;
}

static PyMethodDef polys_methods[] = {
    {"_add_boxes", (PyCFunction)(void (*)(void))polys_add_boxes, METH_FASTCALL, NULL},
    {"_add_circles", (PyCFunction)(void (*)(void))polys_add_circles, METH_FASTCALL, NULL},
    {"_add_capsules", (PyCFunction)(void (*)(void))polys_add_capsules, METH_FASTCALL, NULL},
    {"_add_rings", (PyCFunction)(void (*)(void))polys_add_rings, METH_FASTCALL, NULL},
    {"_update", (PyCFunction)(void (*)(void))polys_update, METH_FASTCALL, NULL},
    {"_place", (PyCFunction)(void (*)(void))polys_place, METH_FASTCALL, NULL},
    {"_points", polys_points, METH_O, NULL},
    {"_sizes", polys_sizes, METH_O, NULL},
    {"_rings", (PyCFunction)(void (*)(void))polys_rings, METH_FASTCALL, NULL},
    {"_add_concave", (PyCFunction)(void (*)(void))polys_add_concave, METH_FASTCALL, NULL},
    {"_mtv_pairs", (PyCFunction)(void (*)(void))polys_mtv_pairs, METH_FASTCALL, NULL},
    {"_contacts_pairs", (PyCFunction)(void (*)(void))polys_contacts_pairs, METH_FASTCALL, NULL},
    {"_sweep_pairs", (PyCFunction)(void (*)(void))polys_sweep_pairs, METH_FASTCALL, NULL},
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
