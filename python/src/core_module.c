/* core_module.c — the module sepal._core: its types, the version, and the choice of the instruction set. */
#include "core.h"

static PyObject *isa(PyObject *self, PyObject *unused) {
    (void)self;
    (void)unused;
    return PyUnicode_FromString(sepal_isa());
}

static PyObject *isas(PyObject *self, PyObject *unused) {
    (void)self;
    (void)unused;
    size_t count = sepal_isa_count();
    PyObject *names = PyList_New((Py_ssize_t)count);
    for (size_t i = 0; names != NULL && i < count; i++)
        if (PyList_SetItem(names, (Py_ssize_t)i, PyUnicode_FromString(sepal_isa_at(i))) != 0)
            Py_CLEAR(names);
    return names;
}

static PyObject *use_isa(PyObject *self, PyObject *name) {
    (void)self;
    const char *text = NULL;
    if (name != Py_None && (text = PyUnicode_AsUTF8AndSize(name, NULL)) == NULL)
        return NULL;
    if (sepal_isa_use(text) == SEPAL_OK)
        Py_RETURN_NONE;
    PyErr_Format(PyExc_ValueError, "'%s' is none of sepal.isas()", text);
    return NULL;
}

static PyMethodDef functions[] = {
    {"read_wkb", read_wkb, METH_O, NULL},
    {"export_wkb", export_wkb, METH_VARARGS, NULL},
    {"isa", isa, METH_NOARGS, "isa()\n\nThe name of the instruction set in use, such as 'avx2'."},
    {"isas", isas, METH_NOARGS, "isas()\n\nThe names of the instruction sets that this machine has, slowest first."},
    {"use_isa", use_isa, METH_O,
     "use_isa(name)\n\nUses the named instruction set from now on; None means the fastest. Answers do not depend on it."},
    {0},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, .m_name = "sepal._core", .m_doc = "The layer between sepal and Python.",
    .m_size = -1,          .m_methods = functions,
};

static bool add_type(PyObject *module, PyTypeObject **type, PyType_Spec *spec, PyTypeObject *base) {
    PyObject *bases = base != NULL ? PyTuple_Pack(1, base) : NULL;
    if (base != NULL && bases == NULL)
        return false;
    *type = (PyTypeObject *)PyType_FromSpecWithBases(spec, bases);
    Py_XDECREF(bases);
    return *type != NULL && PyModule_AddType(module, *type) == 0;
}

PyMODINIT_FUNC PyInit__core(void);
PyMODINIT_FUNC PyInit__core(void) {
    PyObject *module = PyModule_Create(&definition);
    if (module == NULL)
        return NULL;
    bits_prepare();
    if (add_type(module, &set_type, &set_spec, NULL) && add_type(module, &polys_type, &polys_spec, set_type) &&
        add_type(module, &solids_type, &solids_spec, set_type) && add_type(module, &finder_type, &finder_spec, NULL) &&
        add_type(module, &mesh_type, &mesh_spec, NULL) && PyModule_AddStringConstant(module, "version", sepal_version()) == 0)
        return module;
    Py_DECREF(module);
    return NULL;
}
