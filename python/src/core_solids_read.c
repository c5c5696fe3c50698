/* core_solids_read.c — what a set of solids holds.
 *
 * The points of a box are its centre and its half edges, c, u, v, w; those of a hull are the points that it was given. */
#include "core.h"

#include <math.h>
#include <string.h>

enum { BOX_POINTS = 4 };

/* The points of one solid: where each coordinate begins, which for a box is in `vectors`. One that was removed has one point of nan. */
typedef struct points_of_solid {
    const float *at[3];
    size_t count;
    bool is_box, is_removed;
    float vectors[3][BOX_POINTS];
} points_of_solid;

static const float no_number = NAN;

static void points_get(points_of_solid *out, const sepal_solids *set, uint32_t index) {
    sepal_parallelepiped box;
    out->is_box = sepal_solids_box(set, index, &box) == SEPAL_OK;
    if (!out->is_box) {
        (void)sepal_solids_vertices(set, index, &out->at[0], &out->at[1], &out->at[2], &out->count);
        out->is_removed = out->count == 0;
        for (size_t k = 0; out->is_removed && k < 3; k++)
            out->at[k] = &no_number;
        out->count = out->is_removed ? 1 : out->count;
        return;
    }
    out->is_removed = false;
    out->count = BOX_POINTS;
    for (size_t k = 0; k < 3; k++) {
        out->at[k] =
            memcpy(out->vectors[k], (const float[BOX_POINTS]){box.c[k], box.u[k], box.v[k], box.w[k]}, sizeof out->vectors[k]);
    }
}

/* _points(index): (whether it is a box, bytes of x, of y, of z) */
PyObject *solids_points(PyObject *self, PyObject *number) {
    set_object *set = (set_object *)self;
    size_t index = PyLong_AsSize_t(number);
    if (PyErr_Occurred() != NULL)
        return NULL;
    if (index >= sepal_solids_count(set->set)) {
        PyErr_SetString(PyExc_IndexError, "there is no solid of this index");
        return NULL;
    }
    if (!set_begin_reading(set))
        return NULL;
    points_of_solid p;
    points_get(&p, set->set, (uint32_t)index);
    Py_ssize_t bytes = (Py_ssize_t)(p.count * sizeof(float));
    PyObject *result = NULL;
    if (p.is_removed)
        PyErr_Format(PyExc_IndexError, "solid %zd was removed", (Py_ssize_t)index);
    else
        result = Py_BuildValue("Oy#y#y#", p.is_box ? Py_True : Py_False, (const char *)p.at[0], bytes, (const char *)p.at[1], bytes,
                               (const char *)p.at[2], bytes);
    set_end_reading(set);
    return result;
}

/* _sizes(is_box, out): for every solid whether it is a box, as a byte, and the number of its points, as uint32 */
PyObject *solids_sizes(PyObject *self, PyObject *const *args, Py_ssize_t given) {
    set_object *set = (set_object *)self;
    array is_box = {0}, sizes = {0};
    PyObject *result = NULL;
    if (!has_arguments(given, 2))
        return NULL;
    if (array_get(&is_box, args[0], 1, true) && array_get(&sizes, args[1], sizeof(uint32_t), true)) {
        size_t count = sepal_solids_count(set->set);
        if (is_box.count != count || sizes.count != count)
            PyErr_SetString(PyExc_ValueError, "a number for every solid is expected");
        else if (set_begin_reading(set)) {
            for (size_t i = 0; i < count; i++) {
                points_of_solid p;
                points_get(&p, set->set, (uint32_t)i);
                ((unsigned char *)is_box.view.buf)[i] = p.is_box;
                ((uint32_t *)sizes.view.buf)[i] = (uint32_t)p.count;
            }
            set_end_reading(set);
            result = Py_None;
            Py_INCREF(result);
        }
    }
    array_release(&is_box, 1);
    array_release(&sizes, 1);
    return result;
}

static void copy_cores(const sepal_solids *set, float *const at[3], float *radii, size_t room) {
    size_t done = 0;
    for (size_t i = 0; i < sepal_solids_count(set); i++) {
        points_of_solid p;
        points_get(&p, set, (uint32_t)i);
        (void)sepal_solids_radius(set, (uint32_t)i, &radii[i]);
        if (p.count > room - done)
            return;
        for (size_t k = 0; k < 3; k++)
            memcpy(at[k] + done, p.at[k], p.count * sizeof(float));
        done += p.count;
    }
}

/* _cores(x, y, z, radius): the points of all solids, one after the other, and all radii */
PyObject *solids_cores(PyObject *self, PyObject *const *args, Py_ssize_t given) {
    set_object *set = (set_object *)self;
    array a[4] = {0};
    PyObject *result = NULL;
    if (!has_arguments(given, 4))
        return NULL;
    bool is_whole = true;
    for (size_t k = 0; is_whole && k < 4; k++)
        is_whole = array_get(&a[k], args[k], sizeof(float), true);
    if (is_whole) {
        if (a[0].count != a[1].count || a[0].count != a[2].count || a[3].count != sepal_solids_count(set->set))
            PyErr_SetString(PyExc_ValueError, "three coordinates for every point and a radius for every solid are expected");
        else if (set_begin_reading(set)) {
            copy_cores(set->set, (float *const[3]){a[0].view.buf, a[1].view.buf, a[2].view.buf}, a[3].view.buf, a[0].count);
            set_end_reading(set);
            result = Py_None;
            Py_INCREF(result);
        }
    }
    array_release(a, 4);
    return result;
}
