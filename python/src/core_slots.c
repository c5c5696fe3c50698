/* core_slots.c — shapes that are removed from their slots, and others that are put there, for sets of either kind. */
#include "core.h"

/* _remove(index): whether there was a shape */
PyObject *set_remove(PyObject *self, PyObject *number) {
    set_object *set = (set_object *)self;
    const size_t index = PyLong_AsSize_t(number);
    if (PyErr_Occurred() != NULL || !set_begin_changing(set))
        return NULL;
    const sepal_status status = index <= UINT32_MAX ? set->kind->remove(set->set, (uint32_t)index) : SEPAL_BAD_ARGUMENT;
    set_end_changing(set);
    return status == SEPAL_BAD_ARGUMENT || status_is_ok(status) ? PyBool_FromLong(status == SEPAL_OK) : NULL;
}

/* _replace(index, other, shape): whether there is such a slot, and such a shape in the other set */
PyObject *set_replace(PyObject *self, PyObject *const *args, Py_ssize_t given) {
    set_object *set = (set_object *)self;
    if (!has_arguments(given, 3))
        return NULL;
    const size_t index = PyLong_AsSize_t(args[0]), shape = PyErr_Occurred() == NULL ? PyLong_AsSize_t(args[2]) : 0;
    set_object *from = PyErr_Occurred() == NULL ? set_like(args[1], set) : NULL;
    if (from == NULL || (from != set && !set_begin_reading(from)))
        return NULL;
    sepal_status status = SEPAL_BAD_ARGUMENT;
    const bool changing = set_begin_changing(set);
    if (changing && index <= UINT32_MAX && shape <= UINT32_MAX)
        status = set->kind->replace(set->set, (uint32_t)index, from->set, (uint32_t)shape);
    if (changing)
        set_end_changing(set);
    if (from != set)
        set_end_reading(from);
    if (!changing || (status != SEPAL_BAD_ARGUMENT && status != SEPAL_BAD_KIND && !status_is_ok(status)))
        return NULL;
    return answered(set, from, status);
}

/* _removed(out): writes the numbers of empty slots, as many as there is room for; how many there are */
PyObject *set_removed(PyObject *self, PyObject *object) {
    set_object *set = (set_object *)self;
    array out;
    if (!array_get(&out, object, sizeof(uint32_t), true))
        return NULL;
    PyObject *result = NULL;
    if (set_begin_reading(set)) {
        result = PyLong_FromSize_t(set->kind->removed(set->set, out.view.buf, out.count));
        set_end_reading(set);
    }
    array_release(&out, 1);
    return result;
}
