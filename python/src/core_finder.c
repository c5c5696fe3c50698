/* core_finder.c — the memory that finding pairs works in, and the calls that find them. */
#include "core.h"

typedef struct finder_object {
    PyObject_HEAD sepal_finder *finder;
    bool is_used; /* by a thread that runs without the interpreter's lock */
} finder_object;

static PyObject *finder_new(PyTypeObject *type, PyObject *args, PyObject *keywords) {
    (void)args;
    (void)keywords;
    allocfunc allocate = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
    finder_object *self = (finder_object *)allocate(type, 0);
    if (self != NULL && !status_is_ok(sepal_finder_create(NULL, &self->finder))) {
        Py_DECREF(self);
        return NULL;
    }
    return (PyObject *)self;
}

static void finder_dealloc(PyObject *object) {
    PyTypeObject *type = Py_TYPE(object);
    sepal_finder_destroy(((finder_object *)object)->finder);
    ((freefunc)PyType_GetSlot(type, Py_tp_free))(object);
    Py_DECREF(type);
}

/* What a search is asked. */
typedef struct search {
    sepal_finder *finder;
    const set_object *a, *b;
    sepal_filter filter;
    sepal_rule rule;
    bool is_near;
    sepal_pair *pairs;
    size_t room, found;
} search;

static sepal_status search_all(search *s) {
    if (s->is_near)
        return s->a->kind->find_near(s->finder, s->a->set, s->b->set, &s->filter, s->rule.margin, s->room, s->pairs, &s->found);
    return s->a->kind->find_pairs(s->finder, s->a->set, s->b->set, &s->filter, &s->rule, s->room, s->pairs, &s->found);
}

/* Fills the filter from six arguments, each None or an array with a number for every shape. */
static bool filter_get(sepal_filter *out, array arrays[6], PyObject *const *args, const size_t counts[2]) {
    const uint32_t **at[6] = {&out->member[0], &out->member[1], &out->mask[0], &out->mask[1], &out->owner[0], &out->owner[1]};
    for (size_t k = 0; k < 6; k++) {
        *at[k] = NULL;
        if (args[k] == Py_None)
            continue;
        if (!array_get(&arrays[k], args[k], sizeof(uint32_t), false))
            return false;
        if (arrays[k].count != counts[k % 2]) {
            PyErr_SetString(PyExc_ValueError, "a number for every shape is expected");
            return false;
        }
        *at[k] = arrays[k].view.buf;
    }
    return true;
}

static PyObject *report(const search *s, sepal_status status) {
    if (status == SEPAL_OK || status == SEPAL_TOO_SMALL)
        return PyLong_FromSize_t(s->found);
    if (status == SEPAL_BAD_ARGUMENT)
        return PyLong_FromLong(-1);
    status_is_ok(status);
    return NULL;
}

/* find(a, b, near, touching, margin, member a, member b, mask a, mask b, owner a, owner b, out): how many pairs there are; they are
 * in `out` if they fit. -1 if the rule is refused. */
static PyObject *finder_find(PyObject *self, PyObject *const *args, Py_ssize_t given) {
    finder_object *finder = (finder_object *)self;
    if (!has_arguments(given, 12))
        return NULL;
    set_object *a = set_of(args[0], set_type);
    set_object *b = a != NULL ? set_of(args[1], a->kind == &polys_kind ? polys_type : solids_type) : NULL;
    if (b == NULL)
        return NULL;
    search s = {.finder = finder->finder, .a = a, .b = b};
    array filters[6] = {0}, out = {0};
    PyObject *result = NULL;
    int near = PyObject_IsTrue(args[2]);
    if (near < 0 || !rule_get(&s.rule, args[3], args[4]) ||
        !filter_get(&s.filter, filters, args + 5, (size_t[2]){a->kind->count(a->set), b->kind->count(b->set)}) ||
        !array_get(&out, args[11], sizeof(sepal_pair), true))
        goto release;
    s.is_near = near != 0;
    s.pairs = out.view.buf;
    s.room = out.count;
    if (finder->is_used)
        PyErr_SetString(PyExc_RuntimeError, "another thread is using this finder");
    else if (set_begin_reading(a)) {
        if (set_begin_reading(b)) {
            sepal_status status;
            finder->is_used = true;
            Py_BEGIN_ALLOW_THREADS;
            status = search_all(&s);
            Py_END_ALLOW_THREADS;
            finder->is_used = false;
            set_end_reading(b);
            result = report(&s, status);
        }
        set_end_reading(a);
    }
release:
    array_release(&out, 1);
    array_release(filters, 6);
    return result;
}

static PyMethodDef finder_methods[] = {
    {"find", (PyCFunction)(void (*)(void))finder_find, METH_FASTCALL, NULL},
    {0},
};

static PyType_Slot finder_slots[] = {
    {Py_tp_doc, (void *)"The memory that a search works in, kept from one search to the next."},
    {Py_tp_new, (void *)finder_new},
    {Py_tp_dealloc, (void *)finder_dealloc},
    {Py_tp_methods, finder_methods},
    {0},
};

PyType_Spec finder_spec = {
    .name = "sepal._core.Finder",
    .basicsize = sizeof(finder_object),
    .flags = Py_TPFLAGS_DEFAULT,
    .slots = finder_slots,
};
