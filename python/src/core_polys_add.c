/* core_polys_add.c — how sets of polygons are filled and changed. */
#include "core.h"

static sepal_status add_boxes(void *set, const columns *c, sepal_refusal *refusal) {
    const sepal_boxes boxes = {
        .x = c->at[0],
        .y = c->at[1],
        .half_x = c->at[2],
        .half_y = c->at[3],
        .cos = c->at[4],
        .sin = c->at[5],
        .radius = c->at[6],
        .stride = c->stride,
    };
    return sepal_polys_add_boxes(set, &boxes, c->rows, NULL, refusal);
}

static sepal_status add_circles(void *set, const columns *c, sepal_refusal *refusal) {
    const sepal_circles circles = {
        .x = c->at[0],
        .y = c->at[1],
        .radius = c->at[2],
        .stride = c->stride,
    };
    return sepal_polys_add_circles(set, &circles, c->rows, NULL, refusal);
}

static sepal_status add_capsules(void *set, const columns *c, sepal_refusal *refusal) {
    const sepal_capsules capsules = {
        .x0 = c->at[0],
        .y0 = c->at[1],
        .x1 = c->at[2],
        .y1 = c->at[3],
        .radius = c->at[4],
        .stride = c->stride,
    };
    return sepal_polys_add_capsules(set, &capsules, c->rows, NULL, refusal);
}

/* _add_boxes(x, y, half_x, half_y, cos, sin, radius) */
PyObject *polys_add_boxes(PyObject *self, PyObject *const *args, Py_ssize_t given) {
    return set_fill(self, args, given, 7, add_boxes);
}

/* _add_circles(x, y, radius) */
PyObject *polys_add_circles(PyObject *self, PyObject *const *args, Py_ssize_t given) {
    return set_fill(self, args, given, 3, add_circles);
}

/* _add_capsules(x0, y0, x1, y1, radius) */
PyObject *polys_add_capsules(PyObject *self, PyObject *const *args, Py_ssize_t given) {
    return set_fill(self, args, given, 5, add_capsules);
}

static sepal_status add_rings(void *set, const outlines *o, sepal_refusal *refusal) {
    return sepal_polys_add_many(set, o->at[0], o->at[1], o->first, o->shapes, o->radius, NULL, refusal);
}

/* _add_rings(x, y, first, radius or None) */
PyObject *polys_add_rings(PyObject *self, PyObject *const *args, Py_ssize_t given) {
    return set_fill_outlines(self, args, given, add_rings);
}

/* _update(index, x, y): whether the vertices were accepted */
PyObject *polys_update(PyObject *self, PyObject *const *args, Py_ssize_t given) {
    set_object *set = (set_object *)self;
    if (!has_arguments(given, 3))
        return NULL;
    size_t index = PyLong_AsSize_t(args[0]);
    array a[2] = {0};
    PyObject *result = NULL;
    if (PyErr_Occurred() == NULL && array_get(&a[0], args[1], sizeof(float), false) &&
        array_get(&a[1], args[2], sizeof(float), false) && set_begin_changing(set)) {
        const float *x, *y;
        size_t n = 0;
        sepal_status status = SEPAL_BAD_ARGUMENT;
        if (index <= UINT32_MAX)
            status = sepal_polys_vertices(set->set, (uint32_t)index, &x, &y, &n);
        if (status != SEPAL_OK)
            PyErr_SetString(PyExc_IndexError, "there is no shape of this index");
        else if (a[0].count != n || a[1].count != n)
            PyErr_Format(PyExc_ValueError, "shape %zd has %zd vertices, and as many are expected", (Py_ssize_t)index,
                         (Py_ssize_t)n);
        else {
            status = sepal_polys_update(set->set, (uint32_t)index, a[0].view.buf, a[1].view.buf);
            result = status == SEPAL_OK ? Py_True : Py_False;
            Py_INCREF(result);
        }
        set_end_changing(set);
    }
    array_release(a, 2);
    return result;
}

/* _add_concave(x, y): the number of parts that the polygon was cut into; 0 if it is refused, and then nothing was added. */
PyObject *polys_add_concave(PyObject *self, PyObject *const *args, Py_ssize_t given) {
    set_object *set = (set_object *)self;
    array a[2] = {0};
    PyObject *result = NULL;
    if (!has_arguments(given, 2))
        return NULL;
    if (array_get(&a[0], args[0], sizeof(float), false) && array_get(&a[1], args[1], sizeof(float), false)) {
        if (a[0].count != a[1].count)
            PyErr_SetString(PyExc_ValueError, "as many x as y are expected");
        else if (set_begin_changing(set)) {
            sepal_status status;
            uint32_t parts = 0;
            Py_BEGIN_ALLOW_THREADS;
            status = sepal_polys_add_concave(set->set, a[0].view.buf, a[1].view.buf, a[0].count, NULL, &parts);
            Py_END_ALLOW_THREADS;
            set_end_changing(set);
            if (status == SEPAL_OK || status == SEPAL_BAD_SHAPE)
                result = PyLong_FromUnsignedLong(status == SEPAL_OK ? parts : 0);
            else
                status_is_ok(status);
        }
    }
    array_release(a, 2);
    return result;
}

/* Adds a polygon as it is if it is convex, else as convex parts. parts: receives their number; 0 if it is refused. */
static sepal_status add_whole_or_parts(sepal_polys *set, const float *x, const float *y, size_t count, uint32_t *parts) {
    *parts = 0;
    sepal_status status = sepal_polys_add(set, x, y, count, NULL);
    if (status == SEPAL_OK)
        *parts = 1;
    else if (status == SEPAL_BAD_SHAPE)
        status = sepal_polys_add_concave(set, x, y, count, NULL, parts);
    return status == SEPAL_BAD_SHAPE ? SEPAL_OK : status;
}

/* _add_parts(x, y, first, parts): adds polygons, convex or not; parts: uint32, receives the number of parts of each, 0 of those that are
 * refused. If memory ends, some are added. */
PyObject *polys_add_parts(PyObject *self, PyObject *const *args, Py_ssize_t given) {
    set_object *set = (set_object *)self;
    array x = {0}, y = {0}, first = {0}, parts = {0};
    PyObject *result = NULL;
    if (!has_arguments(given, 4))
        return NULL;
    if (array_get(&x, args[0], sizeof(float), false) && array_get(&y, args[1], sizeof(float), false) &&
        array_get(&first, args[2], sizeof(uint32_t), false) && array_get(&parts, args[3], sizeof(uint32_t), true)) {
        const uint32_t *begin = first.view.buf;
        bool agree = x.count == y.count && first.count == parts.count + 1;
        for (size_t k = 0; agree && k < parts.count; k++)
            agree = begin[k] <= begin[k + 1] && begin[k + 1] <= x.count;
        if (!agree)
            PyErr_SetString(PyExc_ValueError, "as many x as y, and a number of parts for each polygon are expected");
        else if (set_begin_changing(set)) {
            sepal_status status = SEPAL_OK;
            Py_BEGIN_ALLOW_THREADS;
            for (size_t k = 0; status == SEPAL_OK && k < parts.count; k++)
                status = add_whole_or_parts(set->set, (const float *)x.view.buf + begin[k], (const float *)y.view.buf + begin[k],
                                            begin[k + 1] - begin[k], (uint32_t *)parts.view.buf + k);
            Py_END_ALLOW_THREADS;
            set_end_changing(set);
            if (status_is_ok(status)) {
                result = Py_None;
                Py_INCREF(result);
            }
        }
    }
    array_release(&x, 1);
    array_release(&y, 1);
    array_release(&first, 1);
    array_release(&parts, 1);
    return result;
}
