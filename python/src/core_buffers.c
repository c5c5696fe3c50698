/* core_buffers.c — arguments: arrays by the buffer protocol, and rules. */
#include "core.h"

#include <string.h>

bool has_arguments(Py_ssize_t given, Py_ssize_t wanted) {
    if (given == wanted)
        return true;
    PyErr_Format(PyExc_TypeError, "%zd arguments are expected, %zd were given", wanted, given);
    return false;
}

bool array_get(array *out, PyObject *object, size_t size, bool writable) {
    memset(out, 0, sizeof *out);
    if (PyObject_GetBuffer(object, &out->view, writable ? PyBUF_WRITABLE : PyBUF_SIMPLE) != 0) {
        out->view.obj = NULL;
        return false;
    }
    out->count = (size_t)out->view.len / size;
    if (out->count * size == (size_t)out->view.len)
        return true;
    PyErr_Format(PyExc_ValueError, "a buffer of %zd bytes does not hold items of %zd bytes", out->view.len, (Py_ssize_t)size);
    array_release(out, 1);
    return false;
}

void array_release(array *arrays, size_t count) {
    for (size_t k = 0; k < count; k++)
        if (arrays[k].view.obj != NULL)
            PyBuffer_Release(&arrays[k].view);
}

/* One more column; `stride` in bytes. A single row has the stride of the others, whatever its array says. */
static bool columns_take(columns *out, const Py_buffer *view) {
    if (view->ndim != 1 || view->itemsize != sizeof(float)) {
        PyErr_SetString(PyExc_TypeError, "one-dimensional arrays of float32 are expected");
        return false;
    }
    size_t rows = (size_t)view->shape[0];
    size_t stride = rows > 1 ? (size_t)view->strides[0] / sizeof(float) : 1;
    if (rows > 1 && (view->strides[0] <= 0 || (size_t)view->strides[0] % sizeof(float) != 0)) {
        PyErr_SetString(PyExc_ValueError, "strides of whole, positive numbers of floats are expected");
        return false;
    }
    if (out->stride == 0) {
        out->rows = rows;
        out->stride = stride;
    } else if (rows != out->rows || stride != out->stride) {
        PyErr_SetString(PyExc_ValueError, "arrays of one length and one stride are expected");
        return false;
    }
    return true;
}

bool columns_get(columns *out, PyObject *const *objects, size_t count) {
    memset(out, 0, sizeof *out);
    for (size_t k = 0; k < count; k++) {
        if (objects[k] == Py_None)
            continue;
        Py_buffer *view = &out->views[out->used];
        if (PyObject_GetBuffer(objects[k], view, PyBUF_STRIDED_RO) != 0) {
            columns_release(out);
            return false;
        }
        out->used++;
        if (!columns_take(out, view)) {
            columns_release(out);
            return false;
        }
        out->at[k] = view->buf;
    }
    return true;
}

void columns_release(columns *out) {
    while (out->used > 0)
        PyBuffer_Release(&out->views[--out->used]);
}

/* Whether an object equals True or False, as those of NumPy do; else a TypeError and false. */
static bool truth_get(bool *out, PyObject *touching) {
    int is_true = PyObject_RichCompareBool(touching, Py_True, Py_EQ);
    int is_false = is_true == 0 ? PyObject_RichCompareBool(touching, Py_False, Py_EQ) : 0;
    *out = is_true == 1;
    if (is_true == 1 || is_false == 1)
        return true;
    if (is_true == 0 && is_false == 0)
        PyErr_Format(PyExc_TypeError, "touching is %R; True or False is expected", touching);
    return false;
}

bool rule_get(sepal_rule *out, PyObject *set, PyObject *touching, PyObject *margin) {
    bool overlaps;
    if (!truth_get(&overlaps, touching))
        return false;
    double distance = PyFloat_AsDouble(margin);
    if (PyErr_Occurred() != NULL) {
        if (PyErr_ExceptionMatches(PyExc_TypeError)) {
            PyErr_Clear();
            PyErr_Format(PyExc_TypeError, "margin is %R; a number is expected", margin);
        }
        return false;
    }
    const bool is_double = ((const set_object *)set)->is_double;
    if (is_double && distance != 0 && !(distance >= 0x1p-200 && distance <= 0x1p100)) {
        PyErr_Format(PyExc_ValueError, "margin is %R; 0 or a number from 2**-200 to 2**100 is expected", margin);
        return false;
    }
    *out = (sepal_rule){
        .touching = overlaps ? SEPAL_TOUCHING_OVERLAPS : SEPAL_TOUCHING_IS_APART,
        .margin = is_double ? 0 : (float)distance,
        .margin64 = is_double ? distance : 0,
    };
    return true;
}
