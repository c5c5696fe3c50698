/* core_place.c — shapes placed by poses, and the first of many poses at which one hits something, for sets of either kind. */
#include "core.h"

bool poses_take(poses *p, PyObject *const *args, size_t wanted, size_t dimension) {
    *p = (poses){0};
    bool is_far = args[wanted] != Py_None;
    bool good = columns_get(&p->columns, args, wanted);
    for (size_t k = 0; k < dimension && good; k++) {
        good = !is_far || array_get(&p->far[k], args[wanted + k], sizeof(double), false);
        p->origin[k] = good ? PyFloat_AsDouble(args[wanted + dimension + k]) : 0;
    }
    p->count = is_far ? p->far[0].count : p->columns.rows;
    bool agree = p->columns.used == 0 || p->columns.rows == p->count;
    for (size_t k = 0; k < dimension && is_far; k++)
        agree = agree && p->far[k].count == p->count;
    if (good && !agree && PyErr_Occurred() == NULL)
        PyErr_SetString(PyExc_ValueError, "as many positions are expected in each column, and as many turns");
    if (PyErr_Occurred() == NULL)
        return true;
    poses_release(p);
    return false;
}

void poses_release(poses *p) {
    columns_release(&p->columns);
    array_release(p->far, 3);
}

/* The answer to a search for the first of some poses: its number, their count if there is none, None if a pose is refused, -1 if the
 * rule is; else NULL with an exception. */
static PyObject *first_hit_report(sepal_status status, size_t first) {
    if (status == SEPAL_OK)
        return PyLong_FromSize_t(first);
    if (status == SEPAL_BAD_ARGUMENT)
        return PyLong_FromLong(-1);
    if (status == SEPAL_BAD_SHAPE)
        Py_RETURN_NONE;
    status_is_ok(status);
    return NULL;
}

static PyObject *place(set_object *world, Py_ssize_t first, const array *listed, set_object *models, const uint32_t *model,
                       const poses *p) {
    PyObject *result = NULL;
    if (!set_begin_reading(models))
        return NULL;
    if (set_begin_changing(world)) {
        size_t count = world->kind->count(world->set);
        if (listed != NULL && p->count != count)
            PyErr_Format(PyExc_ValueError,
                         "model: with shapes, an index for each of the %zu shapes of the set is expected, not %zu", count,
                         p->count);
        else {
            sepal_status status;
            sepal_refusal refusal = {0};
            Py_BEGIN_ALLOW_THREADS;
            status = world->kind->place(world->set, first, listed, models->set, model, p, &refusal);
            Py_END_ALLOW_THREADS;
            if (status == SEPAL_BAD_ARGUMENT && refusal.reason != NULL)
                PyErr_Format(PyExc_IndexError, "shape %zd: %s", (Py_ssize_t)refusal.index, refusal.reason);
            else
                result = refused(status, &refusal);
        }
        set_end_changing(world);
    }
    set_end_reading(models);
    return result;
}

/* _place(models, model, first or -1, a list of shapes or None, poses): what refused() makes of the answer. Without a first and a list
 * the whole world is replaced; with a list there are models and poses for all its shapes. */
PyObject *set_place(PyObject *self, PyObject *const *args, Py_ssize_t given) {
    set_object *world = (set_object *)self;
    poses p;
    array model = {0}, listed = {0};
    PyObject *result = NULL;
    if (!has_arguments(given, 4 + world->kind->pose_arguments))
        return NULL;
    set_object *models = set_like(args[0], world);
    Py_ssize_t first = models != NULL ? PyLong_AsSsize_t(args[2]) : 0;
    if (PyErr_Occurred() != NULL || !world->kind->poses_get(&p, args + 4))
        return NULL;
    bool has_list = args[3] != Py_None;
    if (array_get(&model, args[1], sizeof(uint32_t), false) &&
        (!has_list || array_get(&listed, args[3], sizeof(uint32_t), false))) {
        if (model.count != p.count)
            PyErr_SetString(PyExc_ValueError, "as many poses as models are expected");
        else
            result = place(world, first, has_list ? &listed : NULL, models, model.view.buf, &p);
    }
    array_release(&listed, 1);
    array_release(&model, 1);
    poses_release(&p);
    return result;
}

/* _first_hit(model, obstacles, touching, margin, world, poses): see first_hit_report */
PyObject *set_first_hit(PyObject *self, PyObject *const *args, Py_ssize_t given) {
    set_object *models = (set_object *)self;
    sepal_rule rule;
    poses p;
    PyObject *result = NULL;
    if (!has_arguments(given, 5 + models->kind->pose_arguments) || !rule_get(&rule, self, args[2], args[3]))
        return NULL;
    size_t model = PyLong_AsSize_t(args[0]);
    set_object *obstacles = PyErr_Occurred() == NULL ? set_like(args[1], models) : NULL;
    set_object *world = obstacles != NULL ? set_like(args[4], models) : NULL;
    if (world == NULL || !models->kind->poses_get(&p, args + 5))
        return NULL;
    if (set_begin_reading(models)) {
        if (set_begin_reading(obstacles)) {
            if (set_begin_changing(world)) {
                sepal_status status = SEPAL_BAD_ARGUMENT;
                size_t first = 0;
                Py_BEGIN_ALLOW_THREADS;
                if (model <= UINT32_MAX)
                    status = models->kind->first_hit(models->set, (uint32_t)model, &p, obstacles->set, &rule, world->set, &first);
                Py_END_ALLOW_THREADS;
                set_end_changing(world);
                result = first_hit_report(status, first);
            }
            set_end_reading(obstacles);
        }
        set_end_reading(models);
    }
    poses_release(&p);
    return result;
}
