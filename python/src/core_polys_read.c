/* core_polys_read.c — what a set of polygons holds. */
#include "core.h"

#include <math.h>
#include <string.h>

sepal_status polys_vertices(const set_object *set, size_t index, const void **x, const void **y, size_t *count) {
    if (index > UINT32_MAX)
        return SEPAL_BAD_ARGUMENT;
    const float *x32 = NULL, *y32 = NULL;
    const double *x64 = NULL, *y64 = NULL;
    const sepal_status status = set->is_double ? sepal_polys_vertices_doubles(set->set, (uint32_t)index, &x64, &y64, count)
                                               : sepal_polys_vertices(set->set, (uint32_t)index, &x32, &y32, count);
    *x = set->is_double ? (const void *)x64 : x32;
    *y = set->is_double ? (const void *)y64 : y32;
    return status;
}

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
        const void *x, *y;
        size_t n = 0;
        (void)polys_vertices(set, i, &x, &y, &n);
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
    const void *x, *y;
    size_t n = 0;
    PyObject *result = NULL;
    if (polys_vertices(set, index, &x, &y, &n) != SEPAL_OK)
        PyErr_SetString(PyExc_IndexError, "there is no shape of this index");
    else if (n == 0)
        PyErr_Format(PyExc_IndexError, "shape %zd was removed", (Py_ssize_t)index);
    else
        result = Py_BuildValue("y#y#", (const char *)x, (Py_ssize_t)(n * coordinate_size(set)), (const char *)y,
                               (Py_ssize_t)(n * coordinate_size(set)));
    set_end_reading(set);
    return result;
}

static void copy_rings(const set_object *set, char *x, char *y, void *radii, size_t room) {
    static const float no_number = NAN;
    static const double no_number64 = NAN;
    const size_t size = coordinate_size(set);
    size_t done = 0;
    for (size_t i = 0; i < sepal_polys_count(set->set); i++) {
        const void *from_x, *from_y;
        size_t n = 0;
        (void)polys_vertices(set, i, &from_x, &from_y, &n);
        if (set->is_double)
            (void)sepal_polys_radius_doubles(set->set, (uint32_t)i, (double *)radii + i);
        else
            (void)sepal_polys_radius(set->set, (uint32_t)i, (float *)radii + i);
        if (n == 0) {
            from_x = from_y = set->is_double ? (const void *)&no_number64 : &no_number;
            n = 1;
        }
        if (n > room - done) /* another thread has changed the set since its sizes were asked */
            return;
        memcpy(x + done * size, from_x, n * size);
        memcpy(y + done * size, from_y, n * size);
        done += n;
    }
}

/* _rings(x, y, radius): the vertices of all shapes, one after the other, and all radii; one of nan where a shape was removed */
PyObject *polys_rings(PyObject *self, PyObject *const *args, Py_ssize_t given) {
    set_object *set = (set_object *)self;
    array a[3] = {0};
    PyObject *result = NULL;
    if (!has_arguments(given, 3))
        return NULL;
    if (array_get(&a[0], args[0], coordinate_size(set), true) && array_get(&a[1], args[1], coordinate_size(set), true) &&
        array_get(&a[2], args[2], coordinate_size(set), true)) {
        if (a[0].count != a[1].count || a[2].count != sepal_polys_count(set->set))
            PyErr_SetString(PyExc_ValueError, "two coordinates for every vertex and a radius for every shape are expected");
        else if (set_begin_reading(set)) {
            copy_rings(set, a[0].view.buf, a[1].view.buf, a[2].view.buf, a[0].count);
            set_end_reading(set);
            result = Py_None;
            Py_INCREF(result);
        }
    }
    array_release(a, 3);
    return result;
}
