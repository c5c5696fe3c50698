/* core_polys_read.c — what a set of polygons holds. */
#include "core.h"

#include <math.h>

/* _sizes(out): the number of vertices of every shape, as uint32; 1 where it was removed */
PyObject *polys_sizes(PyObject *self, PyObject *object) {
    set_object *set = (set_object *)self;
    array out;
    if (!array_get(&out, object, sizeof(uint32_t), true))
        return NULL;
    if (out.count != sepal_polys_count(set->set) || !set_begin_reading(set)) {
        if (PyErr_Occurred() == NULL)
            PyErr_SetString(PyExc_ValueError, "a number for every shape is expected");
        array_release(&out, 1);
        return NULL;
    }
    uint32_t *sizes = out.view.buf;
    for (size_t i = 0; i < out.count; i++) {
        const float *x, *y;
        size_t n = 0;
        (void)sepal_polys_vertices(set->set, (uint32_t)i, &x, &y, &n);
        sizes[i] = n > 0 ? (uint32_t)n : 1;
    }
    set_end_reading(set);
    array_release(&out, 1);
    Py_RETURN_NONE;
}

/* _points(index): the coordinates of one shape, as bytes of x and of y */
PyObject *polys_points(PyObject *self, PyObject *number) {
    set_object *set = (set_object *)self;
    size_t index = PyLong_AsSize_t(number);
    if (PyErr_Occurred() != NULL || !set_begin_reading(set))
        return NULL;
    const float *x, *y;
    size_t n = 0;
    PyObject *result = NULL;
    if (index > UINT32_MAX || sepal_polys_vertices(set->set, (uint32_t)index, &x, &y, &n) != SEPAL_OK)
        PyErr_SetString(PyExc_IndexError, "there is no shape of this index");
    else if (n == 0)
        PyErr_Format(PyExc_IndexError, "shape %zd was removed", (Py_ssize_t)index);
    else
        result = Py_BuildValue("y#y#", (const char *)x, (Py_ssize_t)(n * sizeof *x), (const char *)y, (Py_ssize_t)(n * sizeof *y));
    set_end_reading(set);
    return result;
}

static const float no_number = NAN;

static void copy_rings(const sepal_polys *set, float *x, float *y, float *radii, size_t room) {
    size_t done = 0;
    for (size_t i = 0; i < sepal_polys_count(set); i++) {
        const float *from_x, *from_y;
        size_t n = 0;
        (void)sepal_polys_vertices(set, (uint32_t)i, &from_x, &from_y, &n);
        (void)sepal_polys_radius(set, (uint32_t)i, &radii[i]);
        if (n == 0)
            from_x = from_y = &no_number, n = 1;
        for (size_t k = 0; k < n && done < room; k++, done++) {
            x[done] = from_x[k];
            y[done] = from_y[k];
        }
    }
}

/* _rings(x, y, radius): the vertices of all shapes, one after the other, and all radii; one of nan where a shape was removed */
PyObject *polys_rings(PyObject *self, PyObject *const *args, Py_ssize_t given) {
    set_object *set = (set_object *)self;
    array a[3] = {0};
    PyObject *result = NULL;
    if (!has_arguments(given, 3))
        return NULL;
    if (array_get(&a[0], args[0], sizeof(float), true) && array_get(&a[1], args[1], sizeof(float), true) &&
        array_get(&a[2], args[2], sizeof(float), true)) {
        if (a[0].count != a[1].count || a[2].count != sepal_polys_count(set->set))
            PyErr_SetString(PyExc_ValueError, "two coordinates for every vertex and a radius for every shape are expected");
        else if (set_begin_reading(set)) {
            copy_rings(set->set, a[0].view.buf, a[1].view.buf, a[2].view.buf, a[0].count);
            set_end_reading(set);
            result = Py_None;
            Py_INCREF(result);
        }
    }
    array_release(a, 3);
    return result;
}
