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
    if (o->is_double)
        return sepal_polys_add_many_doubles(set, o->at[0], o->at[1], o->first, o->shapes, o->radius, NULL, refusal);
    return sepal_polys_add_many(set, o->at[0], o->at[1], o->first, o->shapes, o->radius, NULL, refusal);
}

/* _add_rings(x, y, first, radius or None) */
PyObject *polys_add_rings(PyObject *self, PyObject *const *args, Py_ssize_t given) {
    return set_fill_outlines(self, args, given, add_rings);
}

static sepal_status add_hulls(void *set, const outlines *o, sepal_refusal *refusal) {
    if (o->is_double)
        return sepal_polys_add_hulls_doubles(set, o->at[0], o->at[1], o->first, o->shapes, o->radius, NULL, refusal);
    return sepal_polys_add_hulls(set, o->at[0], o->at[1], o->first, o->shapes, o->radius, NULL, refusal);
}

/* _add_hulls(x, y, first, radius or None) */
PyObject *polys_add_hulls(PyObject *self, PyObject *const *args, Py_ssize_t given) {
    return set_fill_outlines(self, args, given, add_hulls);
}

/* _update(index, x, y): whether the vertices were accepted */
PyObject *polys_update(PyObject *self, PyObject *const *args, Py_ssize_t given) {
    set_object *set = (set_object *)self;
    if (!has_arguments(given, 3))
        return NULL;
    size_t index = PyLong_AsSize_t(args[0]);
    array a[2] = {0};
    PyObject *result = NULL;
    if (PyErr_Occurred() == NULL && array_get(&a[0], args[1], coordinate_size(set), false) &&
        array_get(&a[1], args[2], coordinate_size(set), false) && set_begin_changing(set)) {
        const void *x, *y;
        size_t n = 0;
        sepal_status status = polys_vertices(set, index, &x, &y, &n);
        if (status != SEPAL_OK)
            PyErr_SetString(PyExc_IndexError, "there is no shape of this index");
        else if (n == 0)
            PyErr_Format(PyExc_IndexError, "shape %zd was removed", (Py_ssize_t)index);
        else if (a[0].count != n || a[1].count != n)
            PyErr_Format(PyExc_ValueError, "shape %zd has %zd vertices, and as many are expected", (Py_ssize_t)index,
                         (Py_ssize_t)n);
        else {
            status = set->is_double ? sepal_polys_update_doubles(set->set, (uint32_t)index, a[0].view.buf, a[1].view.buf)
                                    : sepal_polys_update(set->set, (uint32_t)index, a[0].view.buf, a[1].view.buf);
            result = status == SEPAL_OK ? Py_True : Py_False;
            Py_INCREF(result);
        }
        set_end_changing(set);
    }
    array_release(a, 2);
    return result;
}

/* Do ascending numbers, of which the last is at most `most`, say where each of count - 1 things begins? */
static bool are_starts(const array *first, size_t most) {
    const uint32_t *begin = first->view.buf;
    for (size_t k = 0; k + 1 < first->count; k++)
        if (begin[k] > begin[k + 1])
            return false;
    return first->count > 0 && begin[first->count - 1] <= most;
}

static sepal_status add_with_holes(set_object *set, const void *x, const void *y, const uint32_t *starts, size_t rings,
                                   uint32_t *parts, sepal_refusal *refusal) {
    return set->is_double ? sepal_polys_add_with_holes_doubles(set->set, x, y, starts, rings, NULL, parts, refusal)
                          : sepal_polys_add_with_holes(set->set, x, y, starts, rings, NULL, parts, refusal);
}

static sepal_status add_outside(set_object *set, const void *x, const void *y, const uint32_t *starts, size_t rings, double beyond,
                                uint32_t *parts, sepal_refusal *refusal) {
    return set->is_double ? sepal_polys_add_outside_doubles(set->set, x, y, starts, rings, beyond, NULL, parts, refusal)
                          : sepal_polys_add_outside(set->set, x, y, starts, rings, (float)beyond, NULL, parts, refusal);
}

/* Adds a polygon, or its outside within a frame, in convex parts. */
static PyObject *add_cut(set_object *set, PyObject *const *args, double beyond, bool is_outside) {
    array a[3] = {0};
    PyObject *result = NULL;
    if (array_get(&a[0], args[0], coordinate_size(set), false) && array_get(&a[1], args[1], coordinate_size(set), false) &&
        array_get(&a[2], args[2], sizeof(uint32_t), false)) {
        if (a[0].count != a[1].count || !are_starts(&a[2], a[0].count))
            PyErr_SetString(PyExc_ValueError, "as many x as y, and ascending offsets into them are expected");
        else if (set_begin_changing(set)) {
            sepal_status status;
            uint32_t parts = 0;
            sepal_refusal refusal = {.reason = is_outside ? "no frame around it has sides in the type of the set"
                                                          : "it has no rings, or too many vertices"};
            Py_BEGIN_ALLOW_THREADS;
            if (is_outside)
                status = add_outside(set, a[0].view.buf, a[1].view.buf, a[2].view.buf, a[2].count - 1, beyond, &parts, &refusal);
            else
                status = add_with_holes(set, a[0].view.buf, a[1].view.buf, a[2].view.buf, a[2].count - 1, &parts, &refusal);
            Py_END_ALLOW_THREADS;
            set_end_changing(set);
            result = status == SEPAL_OK ? PyLong_FromUnsignedLong(parts) : refused(status, &refusal);
        }
    }
    array_release(a, 3);
    return result;
}

/* _add_outside(x, y, first, beyond): as _add_concave, of what is outside of the polygon in a frame. */
PyObject *polys_add_outside(PyObject *self, PyObject *const *args, Py_ssize_t given) {
    if (!has_arguments(given, 4))
        return NULL;
    const double beyond = PyFloat_AsDouble(args[3]);
    return PyErr_Occurred() != NULL ? NULL : add_cut((set_object *)self, args, beyond, true);
}

/* _add_concave(x, y, first): the number of parts that a polygon was cut into whose outline and holes begin there; or if it is refused, a
 * vertex and why, and then nothing was added. */
PyObject *polys_add_concave(PyObject *self, PyObject *const *args, Py_ssize_t given) {
    return has_arguments(given, 3) ? add_cut((set_object *)self, args, 0, false) : NULL;
}

/* Adds a polygon as it is if it is convex and has no holes, else as convex parts. parts: receives their number; 0 if it is refused. */
static sepal_status add_whole_or_parts(set_object *set, const void *x, const void *y, const uint32_t *starts, size_t rings,
                                       uint32_t *parts) {
    sepal_status status = SEPAL_BAD_SHAPE;
    *parts = 0;
    if (rings == 1 && set->is_double)
        status = sepal_polys_add_doubles(set->set, (const double *)x + starts[0], (const double *)y + starts[0],
                                         starts[1] - starts[0], NULL);
    else if (rings == 1)
        status = sepal_polys_add(set->set, (const float *)x + starts[0], (const float *)y + starts[0], starts[1] - starts[0], NULL);
    if (status == SEPAL_OK)
        *parts = 1;
    else if (status == SEPAL_BAD_SHAPE)
        status = add_with_holes(set, x, y, starts, rings, parts, NULL);
    return status == SEPAL_BAD_SHAPE ? SEPAL_OK : status;
}

/* _add_parts(x, y, first, rings, parts): adds polygons, convex or not. first: where each ring begins; rings: where the rings of each
 * polygon begin, its outline and its holes; both uint32, with one number more. parts: uint32, receives the number of parts of each
 * polygon, 0 of those that are refused. If memory ends, some are added. */
PyObject *polys_add_parts(PyObject *self, PyObject *const *args, Py_ssize_t given) {
    set_object *set = (set_object *)self;
    array a[5] = {0};
    PyObject *result = NULL;
    if (!has_arguments(given, 5))
        return NULL;
    if (array_get(&a[0], args[0], coordinate_size(set), false) && array_get(&a[1], args[1], coordinate_size(set), false) &&
        array_get(&a[2], args[2], sizeof(uint32_t), false) && array_get(&a[3], args[3], sizeof(uint32_t), false) &&
        array_get(&a[4], args[4], sizeof(uint32_t), true)) {
        const void *x = a[0].view.buf, *y = a[1].view.buf;
        const uint32_t *first = a[2].view.buf, *rings = a[3].view.buf;
        uint32_t *parts = a[4].view.buf;
        const size_t count = a[4].count;
        if (a[0].count != a[1].count || !are_starts(&a[2], a[0].count) || !are_starts(&a[3], a[2].count - 1) ||
            a[3].count != count + 1)
            PyErr_SetString(PyExc_ValueError,
                            "as many x as y, ascending offsets, and a number of parts for each polygon are expected");
        else if (set_begin_changing(set)) {
            sepal_status status = SEPAL_OK;
            Py_BEGIN_ALLOW_THREADS;
            for (size_t k = 0; status == SEPAL_OK && k < count; k++)
                status = add_whole_or_parts(set, x, y, first + rings[k], rings[k + 1] - rings[k], parts + k);
            Py_END_ALLOW_THREADS;
            set_end_changing(set);
            if (status_is_ok(status)) {
                result = Py_None;
                Py_INCREF(result);
            }
        }
    }
    array_release(a, 5);
    return result;
}
