/* core_fill.c — how shapes come into a set of either kind, from columns or from points with offsets. */
#include "core.h"

PyObject *set_fill(PyObject *self, PyObject *const *args, Py_ssize_t given, Py_ssize_t wanted, add_rows add) {
    columns rows;
    if (!has_arguments(given, wanted) || !columns_get(&rows, args, (size_t)wanted))
        return NULL;
    return set_fill_rows((set_object *)self, &rows, add);
}

PyObject *set_fill_rows(set_object *set, columns *rows, add_rows add) {
    if (!set_begin_changing(set)) {
        columns_release(rows);
        return NULL;
    }
    sepal_status status;
    sepal_refusal refusal = {0};
    Py_BEGIN_ALLOW_THREADS;
    status = add(set->set, rows, &refusal);
    Py_END_ALLOW_THREADS;
    set_end_changing(set);
    columns_release(rows);
    return refused(status, &refusal);
}

static bool offsets_ascend(const array *offsets, size_t total) {
    const uint32_t *first = offsets->view.buf;
    bool agree = offsets->count > 0;
    for (size_t k = 0; agree && k + 1 < offsets->count; k++)
        agree = first[k] <= first[k + 1] && first[k + 1] <= total;
    if (!agree)
        PyErr_SetString(PyExc_ValueError, "offsets are expected to ascend from 0 to the number of points");
    return agree;
}

PyObject *set_fill_outlines(PyObject *self, PyObject *const *args, Py_ssize_t given, add_outlines add) {
    set_object *set = (set_object *)self;
    size_t dimension = set->kind->dimension;
    array at[3] = {0}, first = {0}, radius = {0};
    PyObject *result = NULL;
    if (!has_arguments(given, (Py_ssize_t)dimension + 2))
        return NULL;
    bool is_round = args[dimension + 1] != Py_None, is_whole = true;
    for (size_t k = 0; is_whole && k < dimension; k++)
        is_whole = array_get(&at[k], args[k], coordinate_size(set), false);
    if (!is_whole || !array_get(&first, args[dimension], sizeof(uint32_t), false) ||
        (is_round && !array_get(&radius, args[dimension + 1], coordinate_size(set), false)) || !offsets_ascend(&first, at[0].count))
        goto release;
    bool agree = !is_round || radius.count == first.count - 1;
    for (size_t k = 1; k < dimension; k++)
        agree = agree && at[k].count == at[0].count;
    if (!agree)
        PyErr_SetString(PyExc_ValueError, "as many coordinates as points and as many radii as shapes are expected");
    else if (set_begin_changing(set)) {
        const outlines given_outlines = {
            .at = {at[0].view.buf, at[1].view.buf, at[2].view.buf},
            .is_double = set->is_double,
            .first = first.view.buf,
            .shapes = first.count - 1,
            .radius = radius.view.buf,
        };
        sepal_status status;
        sepal_refusal refusal = {0};
        Py_BEGIN_ALLOW_THREADS;
        status = add(set->set, &given_outlines, &refusal);
        Py_END_ALLOW_THREADS;
        set_end_changing(set);
        result = refused(status, &refusal);
    }
release:
    array_release(at, 3);
    array_release(&first, 1);
    array_release(&radius, 1);
    return result;
}
