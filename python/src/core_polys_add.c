/* core_polys_add.c — how sets of polygons are filled and changed.
 *
 * A method that adds returns what refused() makes of the library's answer; a set that is refused a shape is as it was. */
#include "core.h"

/* What is added: columns of boxes, circles or capsules. `add` adds all rows to a set. */
typedef sepal_status (*add_rows)(sepal_polys *set, const columns *rows, sepal_refusal *refusal);

static sepal_status add_boxes(sepal_polys *set, const columns *c, sepal_refusal *refusal) {
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

static sepal_status add_circles(sepal_polys *set, const columns *c, sepal_refusal *refusal) {
    const sepal_circles circles = {
        .x = c->at[0],
        .y = c->at[1],
        .radius = c->at[2],
        .stride = c->stride,
    };
    return sepal_polys_add_circles(set, &circles, c->rows, NULL, refusal);
}

static sepal_status add_capsules(sepal_polys *set, const columns *c, sepal_refusal *refusal) {
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

static PyObject *fill(PyObject *self, PyObject *const *args, Py_ssize_t given, Py_ssize_t wanted, add_rows add) {
    set_object *set = (set_object *)self;
    columns rows;
    if (!has_arguments(given, wanted) || !columns_get(&rows, args, (size_t)wanted))
        return NULL;
    if (!set_begin_changing(set)) {
        columns_release(&rows);
        return NULL;
    }
    sepal_status status;
    sepal_refusal refusal = {0};
    Py_BEGIN_ALLOW_THREADS;
    status = add(set->set, &rows, &refusal);
    Py_END_ALLOW_THREADS;
    set_end_changing(set);
    columns_release(&rows);
    return refused(status, &refusal);
}

/* _add_boxes(x, y, half_x, half_y, cos, sin, radius) */
PyObject *polys_add_boxes(PyObject *self, PyObject *const *args, Py_ssize_t given) {
    return fill(self, args, given, 7, add_boxes);
}

/* _add_circles(x, y, radius) */
PyObject *polys_add_circles(PyObject *self, PyObject *const *args, Py_ssize_t given) {
    return fill(self, args, given, 3, add_circles);
}

/* _add_capsules(x0, y0, x1, y1, radius) */
PyObject *polys_add_capsules(PyObject *self, PyObject *const *args, Py_ssize_t given) {
    return fill(self, args, given, 5, add_capsules);
}

/* Polygons one after the other, as sepal_polys_add_many takes them. */
typedef struct rings {
    const float *x, *y;
    const uint32_t *first;
    size_t shapes;
    const float *radius; /* NULL = 0 */
} rings;

static bool rings_agree(const array *a, bool is_round) { /* x, y, first, radius */
    bool agree = a[0].count == a[1].count && a[2].count > 0 && (!is_round || a[3].count == a[2].count - 1);
    const uint32_t *first = a[2].view.buf;
    for (size_t k = 0; agree && k + 1 < a[2].count; k++)
        agree = first[k] <= first[k + 1] && first[k + 1] <= a[0].count;
    if (!agree)
        PyErr_SetString(PyExc_ValueError, "offsets are expected to ascend from 0 to the number of vertices");
    return agree;
}

/* _add_rings(x, y, first, radius or None) */
PyObject *polys_add_rings(PyObject *self, PyObject *const *args, Py_ssize_t given) {
    set_object *set = (set_object *)self;
    array a[4] = {0};
    PyObject *result = NULL;
    if (!has_arguments(given, 4))
        return NULL;
    bool is_round = args[3] != Py_None;
    if (array_get(&a[0], args[0], sizeof(float), false) && array_get(&a[1], args[1], sizeof(float), false) &&
        array_get(&a[2], args[2], sizeof(uint32_t), false) && (!is_round || array_get(&a[3], args[3], sizeof(float), false)) &&
        rings_agree(a, is_round) && set_begin_changing(set)) {
        const rings r = {a[0].view.buf, a[1].view.buf, a[2].view.buf, a[2].count - 1, is_round ? a[3].view.buf : NULL};
        sepal_status status;
        sepal_refusal refusal = {0};
        Py_BEGIN_ALLOW_THREADS;
        status = sepal_polys_add_many(set->set, r.x, r.y, r.first, r.shapes, r.radius, NULL, &refusal);
        Py_END_ALLOW_THREADS;
        set_end_changing(set);
        result = refused(status, &refusal);
    }
    array_release(a, 4);
    return result;
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
