/* core_polys_add.c — how sets of polygons are filled and changed.
 *
 * A method that adds returns -1, or the number of the shape that was refused; the set is then as it was. */
#include "core.h"

/* What is added: columns of boxes, circles or capsules. `add` adds the rows first .. first+count-1 to a set. */
typedef sepal_status (*add_rows)(sepal_polys *set, const columns *rows, size_t first, size_t n);

static const float *from(const float *column, size_t first, size_t stride) {
    return column == NULL ? NULL : column + first * stride;
}

static sepal_status add_boxes(sepal_polys *set, const columns *c, size_t first, size_t n) {
    const sepal_boxes boxes = {
        .x = from(c->at[0], first, c->stride),
        .y = from(c->at[1], first, c->stride),
        .half_x = from(c->at[2], first, c->stride),
        .half_y = from(c->at[3], first, c->stride),
        .cos = from(c->at[4], first, c->stride),
        .sin = from(c->at[5], first, c->stride),
        .stride = c->stride,
    };
    return sepal_polys_add_boxes(set, &boxes, n, NULL, NULL);
}

static sepal_status add_circles(sepal_polys *set, const columns *c, size_t first, size_t n) {
    const sepal_circles circles = {
        .x = from(c->at[0], first, c->stride),
        .y = from(c->at[1], first, c->stride),
        .radius = from(c->at[2], first, c->stride),
        .stride = c->stride,
    };
    return sepal_polys_add_circles(set, &circles, n, NULL, NULL);
}

static sepal_status add_capsules(sepal_polys *set, const columns *c, size_t first, size_t n) {
    const sepal_capsules capsules = {
        .x0 = from(c->at[0], first, c->stride),
        .y0 = from(c->at[1], first, c->stride),
        .x1 = from(c->at[2], first, c->stride),
        .y1 = from(c->at[3], first, c->stride),
        .radius = from(c->at[4], first, c->stride),
        .stride = c->stride,
    };
    return sepal_polys_add_capsules(set, &capsules, n, NULL, NULL);
}

/* The first row that is refused when it is added alone; `rows` if there is none. */
static sepal_status first_refused(const columns *rows, add_rows add, size_t *bad) {
    sepal_polys *trial = NULL;
    sepal_status status = sepal_polys_create(NULL, &trial);
    size_t k = 0;
    while (status == SEPAL_OK && k < rows->rows) {
        status = add(trial, rows, k, 1);
        sepal_polys_clear(trial);
        k += status == SEPAL_OK;
    }
    sepal_polys_destroy(trial);
    *bad = k;
    return status;
}

static PyObject *refused(sepal_status status, size_t bad) {
    if (status == SEPAL_OK)
        return PyLong_FromLong(-1);
    if (status == SEPAL_BAD_SHAPE)
        return PyLong_FromSize_t(bad);
    status_is_ok(status);
    return NULL;
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
    size_t bad = 0;
    Py_BEGIN_ALLOW_THREADS;
    status = add(set->set, &rows, 0, rows.rows);
    if (status == SEPAL_BAD_SHAPE)
        status = first_refused(&rows, add, &bad);
    Py_END_ALLOW_THREADS;
    set_end_changing(set);
    columns_release(&rows);
    return refused(status, bad);
}

/* _add_boxes(x, y, half_x, half_y, cos, sin) */
PyObject *polys_add_boxes(PyObject *self, PyObject *const *args, Py_ssize_t given) {
    return fill(self, args, given, 6, add_boxes);
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

static sepal_status add_ring(sepal_polys *set, const rings *r, size_t k) {
    return sepal_polys_add_round(set, r->x + r->first[k], r->y + r->first[k], r->first[k + 1] - r->first[k], r->radius[k], NULL);
}

/* Rings with radii, all or none: they are first added to a set that is thrown away, and then to one that has room for them. */
static sepal_status add_round_rings(sepal_polys *set, const rings *r, size_t *bad) {
    sepal_polys *trial = NULL;
    sepal_status status = sepal_polys_create(NULL, &trial);
    size_t vertices = r->shapes > 0 ? r->first[r->shapes] - r->first[0] : 0;
    for (size_t k = 0; status == SEPAL_OK && k < r->shapes; k++) {
        status = add_ring(trial, r, k);
        *bad = k;
    }
    sepal_polys_destroy(trial);
    size_t before = 0;
    for (size_t i = 0; status == SEPAL_OK && i < sepal_polys_count(set); i++) {
        const float *x, *y;
        size_t n = 0;
        status = sepal_polys_vertices(set, (uint32_t)i, &x, &y, &n);
        before += n;
    }
    if (status == SEPAL_OK)
        status = sepal_polys_reserve(set, sepal_polys_count(set) + r->shapes, before + vertices);
    for (size_t k = 0; status == SEPAL_OK && k < r->shapes; k++)
        status = add_ring(set, r, k);
    return status;
}

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
        size_t bad = 0;
        sepal_refusal refusal = {0};
        Py_BEGIN_ALLOW_THREADS;
        status = is_round ? add_round_rings(set->set, &r, &bad)
                          : sepal_polys_add_many(set->set, r.x, r.y, r.first, r.shapes, NULL, NULL, &refusal);
        Py_END_ALLOW_THREADS;
        set_end_changing(set);
        result = refused(status, is_round ? bad : refusal.index);
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
