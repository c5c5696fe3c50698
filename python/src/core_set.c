/* core_set.c — the type that is common to sets of polygons and sets of solids: the questions that both answer.
 *
 * Methods whose arguments were refused return False, and the Python code that called them says which one it was. */
#include "core.h"

PyTypeObject *set_type, *polys_type, *solids_type, *finder_type, *mesh_type;

static const char refused_of_doubles[] =
    "sets of float64 do not answer this; shapes.astype(numpy.float32, origin=...) makes one that does";

size_t coordinate_size(const set_object *set) {
    return set->is_double ? sizeof(double) : sizeof(float);
}

void raise_bad_kind(const set_object *a, const set_object *b) {
    const char *reason = refused_of_doubles;
    if (a->is_double != b->is_double)
        reason = "one set is of float32 and the other of float64; shapes.astype(numpy.float64) makes one of the kind of the other";
    else if (a->origin[0] != b->origin[0] || a->origin[1] != b->origin[1])
        reason = "the sets of float64 have different origins; shapes.rebase(other.origin) gives one that of the other";
    PyErr_SetString(PyExc_TypeError, reason);
}

PyObject *answered(const set_object *a, const set_object *b, sepal_status status) {
    if (status != SEPAL_BAD_KIND)
        return PyBool_FromLong(status == SEPAL_OK);
    raise_bad_kind(a, b);
    return NULL;
}

bool status_is_ok(sepal_status status) {
    if (status == SEPAL_OK)
        return true;
    if (status == SEPAL_NO_MEMORY)
        PyErr_NoMemory();
    else if (status == SEPAL_BAD_KIND)
        PyErr_SetString(PyExc_TypeError, refused_of_doubles);
    else
        PyErr_SetString(PyExc_SystemError, sepal_status_text(status));
    return false;
}

PyObject *refused(sepal_status status, const sepal_refusal *refusal) {
    if (status == SEPAL_BAD_SHAPE)
        return Py_BuildValue("ns", (Py_ssize_t)refusal->index, refusal->reason);
    if (!status_is_ok(status))
        return NULL;
    Py_RETURN_NONE;
}

static uint64_t last_version;

PyObject *set_new(PyTypeObject *type, const set_kind *kind) {
    allocfunc allocate = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
    set_object *self = (set_object *)allocate(type, 0);
    if (self == NULL)
        return NULL;
    self->kind = kind;
    self->version = ++last_version;
    if (!status_is_ok(kind->create(&self->set))) {
        Py_DECREF(self);
        return NULL;
    }
    return (PyObject *)self;
}

void set_dealloc(PyObject *object) {
    set_object *self = (set_object *)object;
    PyTypeObject *type = Py_TYPE(object);
    if (self->set != NULL)
        self->kind->destroy(self->set);
    ((freefunc)PyType_GetSlot(type, Py_tp_free))(object);
    Py_DECREF(type);
}

set_object *set_of(PyObject *object, PyTypeObject *type) {
    if (PyObject_TypeCheck(object, type))
        return (set_object *)object;
    const char *wanted = type == polys_type ? "a sepal.Polys" : type == solids_type ? "a sepal.Solids" : "a set of shapes";
    PyObject *name = PyType_GetName(Py_TYPE(object));
    if (name != NULL)
        PyErr_Format(PyExc_TypeError, "%s is expected, not %U", wanted, name);
    Py_XDECREF(name);
    return NULL;
}

set_object *set_like(PyObject *object, const set_object *other) {
    return set_of(object, other->kind == &polys_kind ? polys_type : solids_type);
}

bool set_begin_reading(set_object *set) {
    if (set->writers != 0) {
        PyErr_SetString(PyExc_RuntimeError, "another thread is changing this set");
        return false;
    }
    set->readers++;
    return true;
}

void set_end_reading(set_object *set) {
    set->readers--;
}

bool set_begin_changing(set_object *set) {
    if (set->writers != 0 || set->readers != 0) {
        PyErr_SetString(PyExc_RuntimeError, "another thread is using this set, which can be changed afterwards only");
        return false;
    }
    set->writers = 1;
    set->version = ++last_version;
    return true;
}

void set_end_changing(set_object *set) {
    set->writers = 0;
}

/* Sets are made empty: shapes are given to a method, whose name says what they are. */
static int set_init(PyObject *self, PyObject *args, PyObject *keywords) {
    if (PyTuple_Size(args) == 0 && (keywords == NULL || PyDict_Size(keywords) == 0))
        return 0;
    PyObject *name = PyType_GetName(Py_TYPE(self));
    if (name != NULL)
        PyErr_Format(PyExc_TypeError, "%U() is an empty set and takes no shapes; %U.from_hulls, from_boxes and so on take shapes",
                     name, name);
    Py_XDECREF(name);
    return -1;
}

/* _check_like(other): raises TypeError unless it is a set of the same kind */
static PyObject *set_check_like(PyObject *self, PyObject *other) {
    if (set_like(other, (const set_object *)self) == NULL)
        return NULL;
    Py_RETURN_NONE;
}

/* _version(): a number that changes whenever the set may have changed */
static PyObject *set_version(PyObject *self, PyObject *unused) {
    (void)unused;
    return PyLong_FromUnsignedLongLong(((const set_object *)self)->version);
}

static Py_ssize_t set_length(PyObject *self) {
    const set_object *set = (const set_object *)self;
    return (Py_ssize_t)set->kind->count(set->set);
}

static PyObject *set_clear(PyObject *self, PyObject *unused) {
    (void)unused;
    set_object *set = (set_object *)self;
    if (!set_begin_changing(set))
        return NULL;
    set->kind->clear(set->set);
    set_end_changing(set);
    Py_RETURN_NONE;
}

static PyObject *set_radius(PyObject *self, PyObject *index) {
    set_object *set = (set_object *)self;
    size_t number = PyLong_AsSize_t(index);
    float radius = 0;
    double radius64 = 0;
    if (PyErr_Occurred() != NULL || !set_begin_reading(set))
        return NULL;
    sepal_status status = SEPAL_BAD_ARGUMENT;
    if (number <= UINT32_MAX)
        status = set->is_double ? sepal_polys_radius_doubles(set->set, (uint32_t)number, &radius64)
                                : set->kind->radius(set->set, (uint32_t)number, &radius);
    set_end_reading(set);
    if (status == SEPAL_BAD_ARGUMENT) {
        PyErr_SetString(PyExc_IndexError, "there is no shape of this index");
        return NULL;
    }
    return PyFloat_FromDouble(set->is_double ? radius64 : (double)radius);
}

/* A question about pairs whose answers are bits. */
typedef struct pairs_question {
    const set_object *a, *b;
    const sepal_pair *pairs;
    size_t count;
    const sepal_rule *rule;
    bool is_contains; /* whether a contains b, and not whether they overlap */
    unsigned char *out;
} pairs_question;

/* Here and below, of no pairs the library is asked as well, since it refuses sets that do not belong together. */
static sepal_status answer_pairs(const pairs_question *q) {
    uint64_t bits[SEPAL_BIT_WORDS(BATCH)];
    size_t done = 0;
    do {
        size_t count = q->count - done < BATCH ? q->count - done : BATCH;
        const sepal_pair *pairs = q->pairs + done;
        sepal_status status = q->is_contains ? q->a->kind->contains_pairs(q->a->set, q->b->set, pairs, count, q->rule, bits)
                                             : q->a->kind->overlap_pairs(q->a->set, q->b->set, pairs, count, q->rule, bits);
        if (status != SEPAL_OK)
            return status;
        bits_to_bytes(bits, count, q->out + done);
        done += count;
    } while (done < q->count);
    return SEPAL_OK;
}

/* Runs a question with the arguments other, pairs, touching, margin, out. */
static PyObject *ask_pairs(PyObject *self, PyObject *const *args, Py_ssize_t given, bool is_contains) {
    static const per_pair answer = {1, 1};
    sepal_rule rule;
    asked q;
    if (!has_arguments(given, 5) || !rule_get(&rule, self, args[2], args[3]) ||
        !asked_begin(&q, self, args[0], args[1], args + 4, &answer, 1))
        return NULL;
    const pairs_question question = {q.a, q.b, q.pairs.view.buf, q.pairs.count, &rule, is_contains, q.out[0].view.buf};
    sepal_status status;
    Py_BEGIN_ALLOW_THREADS;
    status = answer_pairs(&question);
    Py_END_ALLOW_THREADS;
    return asked_end(&q, status);
}

/* _overlap_pairs(other, pairs, touching, margin, out) */
static PyObject *set_overlap_pairs(PyObject *self, PyObject *const *args, Py_ssize_t given) {
    return ask_pairs(self, args, given, false);
}

/* _contains_pairs(other, pairs, touching, margin, out) */
static PyObject *set_contains_pairs(PyObject *self, PyObject *const *args, Py_ssize_t given) {
    return ask_pairs(self, args, given, true);
}

static sepal_status answer_one(const set_object *a, uint32_t index, const set_object *b, size_t first, size_t total,
                               const sepal_rule *rule, unsigned char *out) {
    uint64_t bits[SEPAL_BIT_WORDS(BATCH)];
    size_t done = 0;
    do {
        size_t count = total - done < BATCH ? total - done : BATCH;
        sepal_status status = a->kind->overlap_one(a->set, index, b->set, first + done, count, rule, bits);
        if (status != SEPAL_OK)
            return status;
        bits_to_bytes(bits, count, out + done);
        done += count;
    } while (done < total);
    return SEPAL_OK;
}

/* overlap_one(index, other, first, touching, margin, out) */
static PyObject *set_overlap_one(PyObject *self, PyObject *const *args, Py_ssize_t given) {
    set_object *a = (set_object *)self;
    sepal_rule rule;
    if (!has_arguments(given, 6) || !rule_get(&rule, self, args[3], args[4]))
        return NULL;
    set_object *b = set_like(args[1], a);
    size_t index = PyLong_AsSize_t(args[0]);
    size_t first = PyErr_Occurred() == NULL ? PyLong_AsSize_t(args[2]) : 0;
    array out = {0};
    PyObject *result = NULL;
    if (b == NULL || PyErr_Occurred() != NULL || !array_get(&out, args[5], 1, true))
        return NULL;
    if (set_begin_reading(a)) {
        if (set_begin_reading(b)) {
            sepal_status status = SEPAL_BAD_ARGUMENT;
            Py_BEGIN_ALLOW_THREADS;
            if (index <= UINT32_MAX)
                status = answer_one(a, (uint32_t)index, b, first, out.count, &rule, out.view.buf);
            Py_END_ALLOW_THREADS;
            set_end_reading(b);
            result = answered(a, b, status);
        }
        set_end_reading(a);
    }
    array_release(&out, 1);
    return result;
}

bool groups_get(sepal_groups *out, array *offsets, PyObject *object) {
    *out = (sepal_groups){0};
    if (object == Py_None)
        return true;
    if (!array_get(offsets, object, sizeof(uint32_t), false))
        return false;
    if (offsets->count < 2) { /* no groups, of which no number is right; a `first` of NULL would mean all shapes */
        static const uint32_t none[1] = {0};
        *out = (sepal_groups){none, 0};
        return true;
    }
    *out = (sepal_groups){offsets->view.buf, offsets->count - 1};
    return true;
}

/* rule: NULL asks whether the unions of the groups of polygons contain the other ones. */
static sepal_status answer_groups(const asked *q, const sepal_groups groups[2], const sepal_rule *rule) {
    uint64_t bits[SEPAL_BIT_WORDS(BATCH)];
    size_t done = 0;
    do {
        const size_t count = q->pairs.count - done < BATCH ? q->pairs.count - done : BATCH;
        const sepal_pair *pairs = (const sepal_pair *)q->pairs.view.buf + done;
        const sepal_status status =
            rule == NULL ? sepal_polys_contains_groups(q->a->set, &groups[0], q->b->set, &groups[1], pairs, count, bits)
                         : q->a->kind->overlap_groups(q->a->set, &groups[0], q->b->set, &groups[1], pairs, count, rule, bits);
        if (status != SEPAL_OK)
            return status;
        bits_to_bytes(bits, count, (unsigned char *)q->out[0].view.buf + done);
        done += count;
    } while (done < q->pairs.count);
    return SEPAL_OK;
}

static PyObject *ask_groups(PyObject *self, PyObject *const *args, const sepal_rule *rule, PyObject *const *out) {
    static const per_pair answer = {1, 1};
    sepal_groups groups[2];
    array offsets[2] = {0};
    asked q;
    PyObject *result = NULL;
    if (groups_get(&groups[0], &offsets[0], args[1]) && groups_get(&groups[1], &offsets[1], args[2]) &&
        asked_begin(&q, self, args[0], args[3], out, &answer, 1)) {
        sepal_status status;
        Py_BEGIN_ALLOW_THREADS;
        status = answer_groups(&q, groups, rule);
        Py_END_ALLOW_THREADS;
        result = asked_end(&q, status);
    }
    array_release(offsets, 2);
    return result;
}

/* overlap_groups(other, offsets of self or None, offsets of other or None, pairs, touching, margin, out) */
static PyObject *set_overlap_groups(PyObject *self, PyObject *const *args, Py_ssize_t given) {
    sepal_rule rule;
    if (!has_arguments(given, 7) || !rule_get(&rule, self, args[4], args[5]))
        return NULL;
    return ask_groups(self, args, &rule, args + 6);
}

PyObject *polys_contains_groups(PyObject *self, PyObject *const *args, Py_ssize_t given) {
    return has_arguments(given, 5) ? ask_groups(self, args, NULL, args + 4) : NULL;
}

static PyMethodDef set_methods[] = {
    {"clear", set_clear, METH_NOARGS,
     "clear()\n\nEmpties the set; its memory stays for the next shapes.\n\n"
     "RuntimeError: another thread is using the set.\n\n"
     ">>> shapes = sepal.Polys.from_circles([0, 3], 0, 1)\n>>> shapes.clear()\n>>> len(shapes)\n0"},
    {"_check_like", set_check_like, METH_O, NULL},
    {"_version", set_version, METH_NOARGS, NULL},
    {"_radius", set_radius, METH_O, NULL},
    {"_remove", set_remove, METH_O, NULL},
    {"_replace", (PyCFunction)(void (*)(void))set_replace, METH_FASTCALL, NULL},
    {"_removed", set_removed, METH_O, NULL},
    {"_overlap_rows", (PyCFunction)(void (*)(void))set_overlap_rows, METH_FASTCALL, NULL},
    {"_mtv_rows", (PyCFunction)(void (*)(void))set_mtv_rows, METH_FASTCALL, NULL},
    {"_overlap_pairs", (PyCFunction)(void (*)(void))set_overlap_pairs, METH_FASTCALL, NULL},
    {"_overlap_one", (PyCFunction)(void (*)(void))set_overlap_one, METH_FASTCALL, NULL},
    {"_overlap_groups", (PyCFunction)(void (*)(void))set_overlap_groups, METH_FASTCALL, NULL},
    {"_deepest_groups", (PyCFunction)(void (*)(void))set_deepest_groups, METH_FASTCALL, NULL},
    {"_push_along_groups", (PyCFunction)(void (*)(void))set_push_along_groups, METH_FASTCALL, NULL},
    {"_first_groups", (PyCFunction)(void (*)(void))set_first_groups, METH_FASTCALL, NULL},
    {"_contains_pairs", (PyCFunction)(void (*)(void))set_contains_pairs, METH_FASTCALL, NULL},
    {"_sweep_pairs", (PyCFunction)(void (*)(void))set_sweep_pairs, METH_FASTCALL, NULL},
    {"_place", (PyCFunction)(void (*)(void))set_place, METH_FASTCALL, NULL},
    {"_first_hit", (PyCFunction)(void (*)(void))set_first_hit, METH_FASTCALL, NULL},
    {0},
};

static PyType_Slot set_slots[] = {
    {Py_tp_doc, (void *)"What sets of polygons and sets of solids have in common."},
    {Py_tp_init, (void *)set_init},
    {Py_tp_dealloc, (void *)set_dealloc},
    {Py_tp_methods, set_methods},
    {Py_sq_length, (void *)set_length},
    {0},
};

PyType_Spec set_spec = {
    .name = "sepal._core.Set",
    .basicsize = sizeof(set_object),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .slots = set_slots,
};
