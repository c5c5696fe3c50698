/* core_solids_add.c — how sets of solids are filled.
 *
 * A method returns what refused() makes of the library's answer; a set that is refused a solid is as it was. */
#include "core.h"

typedef sepal_status (*add_rows)(sepal_solids *set, const columns *rows, sepal_refusal *refusal);

sepal_solid_turns turns_of(const columns *c, size_t at) {
    sepal_solid_turns turn = {
        .w = c->at[at],
        .x = c->at[at + 1],
        .y = c->at[at + 2],
        .z = c->at[at + 3],
    };
    for (size_t k = 0; k < 9; k++)
        turn.matrix[k] = c->at[at + 4 + k];
    return turn;
}

static sepal_status add_boxes(sepal_solids *set, const columns *c, sepal_refusal *refusal) {
    const sepal_solid_boxes boxes = {
        .x = c->at[0],
        .y = c->at[1],
        .z = c->at[2],
        .half_x = c->at[3],
        .half_y = c->at[4],
        .half_z = c->at[5],
        .radius = c->at[6],
        .turn = turns_of(c, 7),
        .stride = c->stride,
    };
    return sepal_solids_add_boxes(set, &boxes, c->rows, NULL, refusal);
}

static sepal_status add_spheres(sepal_solids *set, const columns *c, sepal_refusal *refusal) {
    const sepal_solid_spheres spheres = {
        .x = c->at[0],
        .y = c->at[1],
        .z = c->at[2],
        .radius = c->at[3],
        .stride = c->stride,
    };
    return sepal_solids_add_spheres(set, &spheres, c->rows, NULL, refusal);
}

static sepal_status add_capsules(sepal_solids *set, const columns *c, sepal_refusal *refusal) {
    const sepal_solid_capsules capsules = {
        .x0 = c->at[0],
        .y0 = c->at[1],
        .z0 = c->at[2],
        .x1 = c->at[3],
        .y1 = c->at[4],
        .z1 = c->at[5],
        .radius = c->at[6],
        .stride = c->stride,
    };
    return sepal_solids_add_capsules(set, &capsules, c->rows, NULL, refusal);
}

/* Boxes by their vectors: c, u, v, w and the radius. */
static sepal_status add_parallelepipeds(sepal_solids *set, const columns *c, sepal_refusal *refusal) {
    sepal_solid_parallelepipeds boxes = {.radius = c->at[12], .stride = c->stride};
    for (size_t k = 0; k < 3; k++) {
        boxes.c[k] = c->at[k];
        boxes.u[k] = c->at[3 + k];
        boxes.v[k] = c->at[6 + k];
        boxes.w[k] = c->at[9 + k];
    }
    return sepal_solids_add_parallelepipeds(set, &boxes, c->rows, NULL, refusal);
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
        result = refused(status, &refusal);
    }
release:
    array_release(a, 5);
    return result;
}
