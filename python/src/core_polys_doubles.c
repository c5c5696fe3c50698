/* core_polys_doubles.c — sets of polygons whose vertices are doubles. */
#include "core.h"

static bool origin_get(double out[2], PyObject *const *args, Py_ssize_t given) {
    if (!has_arguments(given, 2))
        return false;
    for (size_t axis = 0; axis < 2; axis++)
        out[axis] = PyFloat_AsDouble(args[axis]);
    return PyErr_Occurred() == NULL;
}

/* Whether an origin was accepted, as True or False. */
static PyObject *take_origin(set_object *set, const double origin[2], sepal_status status) {
    if (status == SEPAL_OK) {
        set->origin[0] = origin[0];
        set->origin[1] = origin[1];
    }
    if (status != SEPAL_BAD_ARGUMENT && !status_is_ok(status))
        return NULL;
    return PyBool_FromLong(status == SEPAL_OK);
}

/* _make_doubles(x, y): makes an empty set of doubles of an empty set, with this origin; whether the origin is in range */
PyObject *polys_make_doubles(PyObject *self, PyObject *const *args, Py_ssize_t given) {
    set_object *set = (set_object *)self;
    double origin[2];
    sepal_polys *made = NULL;
    if (!origin_get(origin, args, given) || !set_begin_changing(set))
        return NULL;
    sepal_status status = SEPAL_BAD_ARGUMENT;
    if (sepal_polys_count(set->set) == 0)
        status = sepal_polys_create_doubles(NULL, origin[0], origin[1], &made);
    if (status == SEPAL_OK) {
        sepal_polys_destroy(set->set);
        set->set = made;
        set->is_double = true;
    }
    set_end_changing(set);
    return take_origin(set, origin, status);
}

/* _add_boxes_doubles(x, y, half_x, half_y, cos, sin, radius): the last three may be None */
PyObject *polys_add_boxes_doubles(PyObject *self, PyObject *const *args, Py_ssize_t given) {
    set_object *set = (set_object *)self;
    array a[7] = {0};
    PyObject *result = NULL;
    if (!has_arguments(given, 7))
        return NULL;
    bool is_whole = true;
    for (size_t k = 0; k < 7 && is_whole; k++)
        is_whole = (k >= 4 && args[k] == Py_None) || array_get(&a[k], args[k], sizeof(double), false);
    for (size_t k = 1; k < 7 && is_whole; k++)
        if (a[k].view.obj != NULL && a[k].count != a[0].count) {
            PyErr_SetString(PyExc_ValueError, "arrays of one length are expected");
            is_whole = false;
        }
    if (is_whole && set_begin_changing(set)) {
        const sepal_boxes_doubles boxes = {
            .x = a[0].view.buf,
            .y = a[1].view.buf,
            .half_x = a[2].view.buf,
            .half_y = a[3].view.buf,
            .cos = a[4].view.buf,
            .sin = a[5].view.buf,
            .radius = a[6].view.buf,
        };
        sepal_status status;
        sepal_refusal refusal = {0};
        Py_BEGIN_ALLOW_THREADS;
        status = sepal_polys_add_boxes_doubles(set->set, &boxes, a[0].count, NULL, &refusal);
        Py_END_ALLOW_THREADS;
        set_end_changing(set);
        result = refused(status, &refusal);
    }
    array_release(a, 7);
    return result;
}

/* _rebase(x, y): gives a set of doubles another origin; whether it is in range */
PyObject *polys_rebase(PyObject *self, PyObject *const *args, Py_ssize_t given) {
    set_object *set = (set_object *)self;
    double origin[2];
    if (!origin_get(origin, args, given) || !set_begin_changing(set))
        return NULL;
    sepal_status status;
    Py_BEGIN_ALLOW_THREADS;
    status = sepal_polys_rebase(set->set, origin[0], origin[1]);
    Py_END_ALLOW_THREADS;
    set_end_changing(set);
    return take_origin(set, origin, status);
}

/* _origin(): that of a set of doubles, or None of a set of floats */
PyObject *polys_origin(PyObject *self, PyObject *unused) {
    (void)unused;
    const set_object *set = (const set_object *)self;
    if (!set->is_double)
        Py_RETURN_NONE;
    return Py_BuildValue("dd", set->origin[0], set->origin[1]);
}
