/* core_solids_add.c — how sets of solids are filled.
 *
 * A method returns -1, or the number of the solid that was refused; the set is then as it was. */
#include "core.h"

typedef sepal_status (*add_rows)(sepal_solids *set, const columns *rows, size_t first, size_t n);

static const float *from(const float *column, size_t first, size_t stride) {
    return column == NULL ? NULL : column + first * stride;
}

sepal_solid_turns turns_of(const columns *c, size_t at, size_t first) {
    sepal_solid_turns turn = {
        .w = from(c->at[at], first, c->stride),
        .x = from(c->at[at + 1], first, c->stride),
        .y = from(c->at[at + 2], first, c->stride),
        .z = from(c->at[at + 3], first, c->stride),
    };
    for (size_t k = 0; k < 9; k++)
        turn.matrix[k] = from(c->at[at + 4 + k], first, c->stride);
    return turn;
}

static sepal_status add_boxes(sepal_solids *set, const columns *c, size_t first, size_t n) {
    const sepal_solid_boxes boxes = {
        .x = from(c->at[0], first, c->stride),
        .y = from(c->at[1], first, c->stride),
        .z = from(c->at[2], first, c->stride),
        .half_x = from(c->at[3], first, c->stride),
        .half_y = from(c->at[4], first, c->stride),
        .half_z = from(c->at[5], first, c->stride),
        .radius = from(c->at[6], first, c->stride),
        .turn = turns_of(c, 7, first),
        .stride = c->stride,
    };
    return sepal_solids_add_boxes(set, &boxes, n, NULL, NULL);
}

static sepal_status add_spheres(sepal_solids *set, const columns *c, size_t first, size_t n) {
    const sepal_solid_spheres spheres = {
        .x = from(c->at[0], first, c->stride),
        .y = from(c->at[1], first, c->stride),
        .z = from(c->at[2], first, c->stride),
        .radius = from(c->at[3], first, c->stride),
        .stride = c->stride,
    };
    return sepal_solids_add_spheres(set, &spheres, n, NULL, NULL);
}

static sepal_status add_capsules(sepal_solids *set, const columns *c, size_t first, size_t n) {
    const sepal_solid_capsules capsules = {
        .x0 = from(c->at[0], first, c->stride),
        .y0 = from(c->at[1], first, c->stride),
        .z0 = from(c->at[2], first, c->stride),
        .x1 = from(c->at[3], first, c->stride),
        .y1 = from(c->at[4], first, c->stride),
        .z1 = from(c->at[5], first, c->stride),
        .radius = from(c->at[6], first, c->stride),
        .stride = c->stride,
    };
    return sepal_solids_add_capsules(set, &capsules, n, NULL, NULL);
}

/* Boxes by their vectors: c, u, v, w and the radius. */
static sepal_status add_parallelepipeds(sepal_solids *set, const columns *c, size_t first, size_t n) {
    sepal_solid_parallelepipeds boxes = {.radius = from(c->at[12], first, c->stride), .stride = c->stride};
    for (size_t k = 0; k < 3; k++) {
        boxes.c[k] = from(c->at[k], first, c->stride);
        boxes.u[k] = from(c->at[3 + k], first, c->stride);
        boxes.v[k] = from(c->at[6 + k], first, c->stride);
        boxes.w[k] = from(c->at[9 + k], first, c->stride);
    }
    return sepal_solids_add_parallelepipeds(set, &boxes, n, NULL, NULL);
}

/* The first row that is refused when it is added alone; `rows` if there is none. */
static sepal_status first_refused(const columns *rows, add_rows add, size_t *bad) {
    sepal_solids *trial = NULL;
    sepal_status status = sepal_solids_create(NULL, &trial);
    size_t k = 0;
    while (status == SEPAL_OK && k < rows->rows) {
        status = add(trial, rows, k, 1);
        sepal_solids_clear(trial);
        k += status == SEPAL_OK;
    }
    sepal_solids_destroy(trial);
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

/* _add_boxes(x, y, z, half_x, half_y, half_z, radius, w, x, y, z of the quaternion, nine entries of the matrix) */
PyObject *solids_add_boxes(PyObject *self, PyObject *const *args, Py_ssize_t given) {
    return fill(self, args, given, 20, add_boxes);
}

/* _add_spheres(x, y, z, radius) */
PyObject *solids_add_spheres(PyObject *self, PyObject *const *args, Py_ssize_t given) {
    return fill(self, args, given, 4, add_spheres);
}

/* _add_capsules(x0, y0, z0, x1, y1, z1, radius) */
PyObject *solids_add_capsules(PyObject *self, PyObject *const *args, Py_ssize_t given) {
    return fill(self, args, given, 7, add_capsules);
}

/* _add_parallelepipeds(x, y, z of c, u, v and w, radius) */
PyObject *solids_add_parallelepipeds(PyObject *self, PyObject *const *args, Py_ssize_t given) {
    return fill(self, args, given, 13, add_parallelepipeds);
}

/* _add_hulls(x, y, z, first, radius or None) */
PyObject *solids_add_hulls(PyObject *self, PyObject *const *args, Py_ssize_t given) {
    set_object *set = (set_object *)self;
    array a[5] = {0};
    PyObject *result = NULL;
    if (!has_arguments(given, 5))
        return NULL;
    bool is_round = args[4] != Py_None, is_whole = true;
    for (size_t k = 0; is_whole && k < (is_round ? 5 : 4); k++)
        is_whole = array_get(&a[k], args[k], sizeof(float), false); /* offsets have the size of floats */
    if (!is_whole)
        goto release;
    bool agree = a[0].count == a[1].count && a[0].count == a[2].count && a[3].count > 0;
    const uint32_t *first = a[3].view.buf;
    for (size_t k = 0; agree && k + 1 < a[3].count; k++)
        agree = first[k] <= first[k + 1] && first[k + 1] <= a[0].count;
    if (!agree || (is_round && a[4].count != a[3].count - 1))
        PyErr_SetString(PyExc_ValueError, "offsets are expected to ascend from 0 to the number of points");
    else if (set_begin_changing(set)) {
        sepal_status status;
        sepal_refusal refusal = {0};
        Py_BEGIN_ALLOW_THREADS;
        status = sepal_solids_add_hulls(set->set, a[0].view.buf, a[1].view.buf, a[2].view.buf, first, a[3].count - 1,
                                        is_round ? a[4].view.buf : NULL, NULL, &refusal);
        Py_END_ALLOW_THREADS;
        set_end_changing(set);
        result = refused(status, refusal.index);
    }
release:
    array_release(a, 5);
    return result;
}
