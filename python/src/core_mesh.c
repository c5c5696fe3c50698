/* core_mesh.c — the type of meshes, and the questions about solids, rays and the triangles of a mesh. A mesh is filled once, before anyone
 * else has it, so any number of threads may ask it. */
#include "core.h"

typedef struct mesh_object {
    PyObject_HEAD sepal_mesh *mesh;
    bool is_filled;
} mesh_object;

static PyObject *mesh_new(PyTypeObject *type, PyObject *args, PyObject *keywords) {
    (void)args;
    (void)keywords;
    allocfunc allocate = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
    mesh_object *self = (mesh_object *)allocate(type, 0);
    if (self != NULL && !status_is_ok(sepal_mesh_create(NULL, &self->mesh))) {
        Py_DECREF(self);
        return NULL;
    }
    return (PyObject *)self;
}

static void mesh_dealloc(PyObject *object) {
    PyTypeObject *type = Py_TYPE(object);
    sepal_mesh_destroy(((mesh_object *)object)->mesh);
    ((freefunc)PyType_GetSlot(type, Py_tp_free))(object);
    Py_DECREF(type);
}

/* Whether the mesh is still to be filled; else a RuntimeError. */
static bool begin_filling(mesh_object *self) {
    if (!self->is_filled) {
        self->is_filled = true;
        return true;
    }
    PyErr_SetString(PyExc_RuntimeError, "a mesh is filled once, when it is made");
    return false;
}

static sepal_mesh_rim rim_of(PyObject *goes_on) {
    return PyObject_IsTrue(goes_on) == 1 ? SEPAL_RIM_GOES_ON : SEPAL_RIM_ENDS;
}

/* _fill(vertices, faces, whether the rim goes on): rows of three floats, and of three numbers; what refused() makes of the answer. */
static PyObject *mesh_fill(PyObject *object, PyObject *const *args, Py_ssize_t given) {
    mesh_object *self = (mesh_object *)object;
    array rows[2] = {0};
    PyObject *result = NULL;
    if (has_arguments(given, 3) && array_get(&rows[0], args[0], sizeof(float[3]), false) &&
        array_get(&rows[1], args[1], sizeof(uint32_t[3]), false) && begin_filling(self)) {
        const float *vertex = rows[0].view.buf;
        const uint32_t *corner = rows[1].view.buf;
        const sepal_mesh_rim rim = rim_of(args[2]);
        const sepal_triangles triangles = {vertex, vertex + 1, vertex + 2, 3, rows[0].count, corner, corner + 1, corner + 2, 3};
        sepal_refusal refusal = {0};
        sepal_status status;
        Py_BEGIN_ALLOW_THREADS;
        status = sepal_mesh_fill(self->mesh, &triangles, rows[1].count, rim, &refusal);
        Py_END_ALLOW_THREADS;
        result = refused(status, &refusal);
    }
    array_release(rows, 2);
    return result;
}

/* _fill_heights(heights, columns, x, y, step x, step y, bits of turned cells or None, bits of holes or None, whether the rim goes on) */
static PyObject *mesh_fill_heights(PyObject *object, PyObject *const *args, Py_ssize_t given) {
    mesh_object *self = (mesh_object *)object;
    array given_arrays[3] = {0};
    double number[4] = {0};
    PyObject *result = NULL;
    if (!has_arguments(given, 9))
        return NULL;
    const size_t in_row = PyLong_AsSize_t(args[1]);
    for (int k = 0; k < 4 && PyErr_Occurred() == NULL; k++)
        number[k] = PyFloat_AsDouble(args[2 + k]);
    if (PyErr_Occurred() == NULL && array_get(&given_arrays[0], args[0], sizeof(float), false) &&
        (args[6] == Py_None || array_get(&given_arrays[1], args[6], sizeof(uint64_t), false)) &&
        (args[7] == Py_None || array_get(&given_arrays[2], args[7], sizeof(uint64_t), false)) && begin_filling(self)) {
        const sepal_heights heights = {.height = given_arrays[0].view.buf,
                                       .columns = in_row,
                                       .rows = in_row > 0 ? given_arrays[0].count / in_row : 0,
                                       .origin_x = (float)number[0],
                                       .origin_y = (float)number[1],
                                       .step_x = (float)number[2],
                                       .step_y = (float)number[3],
                                       .turned = given_arrays[1].view.buf,
                                       .hole = given_arrays[2].view.buf};
        sepal_refusal refusal = {0};
        sepal_status status;
        const sepal_mesh_rim rim = rim_of(args[8]);
        Py_BEGIN_ALLOW_THREADS;
        status = sepal_mesh_fill_heights(self->mesh, &heights, rim, &refusal);
        Py_END_ALLOW_THREADS;
        result = refused(status, &refusal);
    }
    array_release(given_arrays, 3);
    return result;
}

/* _count() */
static PyObject *mesh_count(PyObject *self, PyObject *unused) {
    (void)unused;
    return PyLong_FromSize_t(sepal_mesh_count(((mesh_object *)self)->mesh));
}

/* _triangles(corners, faces): nine floats and three numbers for each triangle. Those of holes stay as they are. */
static PyObject *mesh_triangles(PyObject *self, PyObject *const *args, Py_ssize_t given) {
    const sepal_mesh *mesh = ((mesh_object *)self)->mesh;
    array out[2] = {0};
    PyObject *result = NULL;
    if (has_arguments(given, 2) && array_get(&out[0], args[0], sizeof(float[3][3]), true) &&
        array_get(&out[1], args[1], sizeof(uint32_t[3]), true)) {
        for (size_t i = 0; i < out[0].count && i < out[1].count; i++)
            (void)sepal_mesh_triangle(mesh, (uint32_t)i, (float(*)[3])out[0].view.buf + 3 * i, (uint32_t *)out[1].view.buf + 3 * i);
        result = Py_NewRef(Py_None);
    }
    array_release(out, 2);
    return result;
}

/* _edges(kinds, neighbours): three bytes and three numbers for each triangle. Those of holes stay as they are. */
static PyObject *mesh_edges(PyObject *self, PyObject *const *args, Py_ssize_t given) {
    const sepal_mesh *mesh = ((mesh_object *)self)->mesh;
    array out[2] = {0};
    PyObject *result = NULL;
    if (has_arguments(given, 2) && array_get(&out[0], args[0], 3, true) && array_get(&out[1], args[1], sizeof(uint32_t[3]), true)) {
        for (size_t i = 0; i < out[0].count && i < out[1].count; i++) {
            sepal_mesh_edge kind[3];
            if (sepal_mesh_edges(mesh, (uint32_t)i, kind, (uint32_t *)out[1].view.buf + 3 * i) == SEPAL_OK)
                for (size_t k = 0; k < 3; k++)
                    ((uint8_t *)out[0].view.buf)[3 * i + k] = (uint8_t)kind[k];
        }
        result = Py_NewRef(Py_None);
    }
    array_release(out, 2);
    return result;
}

/* A question about the solids of a set. */
typedef struct mesh_question {
    const mesh_object *mesh;
    set_object *solids;
    sepal_finder *finder;
    sepal_rule rule;
} mesh_question;

/* solids: a set, which is marked as read. False and an exception if something is wrong. */
static bool question_begin(mesh_question *q, PyObject *self, PyObject *solids, PyObject *touching, PyObject *margin) {
    *q = (mesh_question){.mesh = (const mesh_object *)self, .solids = set_of(solids, solids_type)};
    if (q->solids == NULL || !rule_get(&q->rule, solids, touching, margin) || !status_is_ok(sepal_finder_create(NULL, &q->finder)))
        return false;
    if (set_begin_reading(q->solids))
        return true;
    sepal_finder_destroy(q->finder);
    return false;
}

static void question_end(mesh_question *q) {
    set_end_reading(q->solids);
    sepal_finder_destroy(q->finder);
}

/* True, or False where the question was refused; NULL and an exception for other statuses. */
static PyObject *was_answered(sepal_status status) {
    if (status == SEPAL_BAD_ARGUMENT || status == SEPAL_BAD_SHAPE)
        return Py_NewRef(Py_False);
    return status_is_ok(status) ? Py_NewRef(Py_True) : NULL;
}

/* _find(solids, near, touching, margin): the pairs as bytes, two numbers each; None if it was refused. */
static PyObject *mesh_find(PyObject *self, PyObject *const *args, Py_ssize_t given) {
    mesh_question q;
    if (!has_arguments(given, 4) || !question_begin(&q, self, args[0], args[2], args[3]))
        return NULL;
    const size_t count = sepal_solids_count(q.solids->set);
    const bool near = PyObject_IsTrue(args[1]) == 1;
    PyObject *out = NULL;
    sepal_status status = SEPAL_TOO_SMALL;
    size_t found = 4 * count + 16;
    while (status == SEPAL_TOO_SMALL) {
        const size_t room = found;
        Py_XDECREF(out);
        out = PyByteArray_FromStringAndSize(NULL, (Py_ssize_t)(room * sizeof(sepal_pair)));
        if (out == NULL)
            break;
        sepal_pair *pairs = (void *)PyByteArray_AsString(out);
        Py_BEGIN_ALLOW_THREADS;
        status =
            near ? sepal_mesh_find_near(q.finder, q.solids->set, 0, count, q.mesh->mesh, NULL, q.rule.margin, room, pairs, &found)
                 : sepal_mesh_find(q.finder, q.solids->set, 0, count, q.mesh->mesh, NULL, &q.rule, room, pairs, &found);
        Py_END_ALLOW_THREADS;
    }
    question_end(&q);
    if (out != NULL && status == SEPAL_OK && PyByteArray_Resize(out, (Py_ssize_t)(found * sizeof(sepal_pair))) == 0)
        return out;
    Py_XDECREF(out);
    if (PyErr_Occurred() != NULL)
        return NULL;
    return status == SEPAL_BAD_ARGUMENT ? Py_NewRef(Py_None) : was_answered(status);
}

/* _meets(solids, touching, margin, out): a byte for each solid. */
static PyObject *mesh_meets(PyObject *self, PyObject *const *args, Py_ssize_t given) {
    mesh_question q;
    array out = {0};
    if (!has_arguments(given, 4) || !array_get(&out, args[3], 1, true))
        return NULL;
    PyObject *result = NULL;
    if (question_begin(&q, self, args[0], args[1], args[2])) {
        const size_t count = sepal_solids_count(q.solids->set) < out.count ? sepal_solids_count(q.solids->set) : out.count;
        sepal_status status = SEPAL_OK;
        Py_BEGIN_ALLOW_THREADS;
        for (size_t done = 0; done < count && status == SEPAL_OK; done += BATCH) {
            uint64_t bits[SEPAL_BIT_WORDS(BATCH)];
            const size_t size = count - done < BATCH ? count - done : BATCH;
            status = sepal_mesh_meets(q.finder, q.solids->set, done, size, q.mesh->mesh, NULL, &q.rule, bits);
            if (status == SEPAL_OK)
                bits_to_bytes(bits, size, (unsigned char *)out.view.buf + done);
        }
        Py_END_ALLOW_THREADS;
        question_end(&q);
        result = was_answered(status);
    }
    array_release(&out, 1);
    return result;
}

/* _nearest(solids, k, limit, nearest, distance): k numbers and floats for each solid. */
static PyObject *mesh_nearest(PyObject *self, PyObject *const *args, Py_ssize_t given) {
    mesh_question q;
    array out[2] = {0};
    PyObject *result = NULL;
    if (!has_arguments(given, 5))
        return NULL;
    const size_t k = PyLong_AsSize_t(args[1]);
    const double limit = PyErr_Occurred() == NULL ? PyFloat_AsDouble(args[2]) : 0;
    PyObject *const none = PyLong_FromLong(0);
    if (PyErr_Occurred() == NULL && array_get(&out[0], args[3], sizeof(uint32_t), true) &&
        array_get(&out[1], args[4], sizeof(float), true) && question_begin(&q, self, args[0], Py_True, none)) {
        const size_t count = sepal_solids_count(q.solids->set);
        sepal_status status = SEPAL_BAD_ARGUMENT;
        Py_BEGIN_ALLOW_THREADS;
        if (out[0].count == out[1].count && (k == 0 || out[0].count / k == count))
            status = sepal_mesh_find_nearest(q.finder, q.solids->set, 0, count, q.mesh->mesh, k, NULL, (float)limit,
                                             out[0].view.buf, out[1].view.buf);
        Py_END_ALLOW_THREADS;
        question_end(&q);
        result = was_answered(status);
    }
    Py_XDECREF(none);
    array_release(out, 2);
    return result;
}

/* _cast(both sides, touching, margin, later, three columns of origins, three of moves, shape, time, three rows of normals) */
static PyObject *mesh_cast(PyObject *self, PyObject *const *args, Py_ssize_t given) {
    enum { OUT = 5 };
    static set_object of_floats; /* rules about sets of doubles have other margins */
    sepal_rule rule;
    columns rays;
    array out[OUT] = {0};
    PyObject *result = NULL;
    sepal_finder *finder = NULL;
    if (!has_arguments(given, 10 + OUT) || !rule_get(&rule, (PyObject *)&of_floats, args[1], args[2]) ||
        !columns_get(&rays, args + 4, 6))
        return NULL;
    bool fine = status_is_ok(sepal_finder_create(NULL, &finder));
    for (int k = 0; k < OUT && fine; k++)
        fine = array_get(&out[k], args[10 + k], sizeof(float), true);
    for (int k = 0; k < OUT && fine; k++)
        if (out[k].count != rays.rows) {
            PyErr_SetString(PyExc_ValueError, "an answer for each ray is expected");
            fine = false;
        }
    if (fine) {
        const sepal_solid_rays cast = {rays.at[0], rays.at[1], rays.at[2], rays.at[3], rays.at[4], rays.at[5], rays.stride};
        const sepal_solid_ray_hits answers = {out[0].view.buf, out[1].view.buf, out[2].view.buf,
                                              out[3].view.buf, out[4].view.buf, PyObject_IsTrue(args[3]) == 1};
        const sepal_mesh_sides sides = PyObject_IsTrue(args[0]) == 1 ? SEPAL_MESH_BOTH : SEPAL_MESH_FRONT;
        sepal_status status;
        Py_BEGIN_ALLOW_THREADS;
        status = sepal_mesh_cast_rays(finder, ((mesh_object *)self)->mesh, &cast, rays.rows, sides, NULL, &rule, &answers);
        Py_END_ALLOW_THREADS;
        result = was_answered(status);
    }
    sepal_finder_destroy(finder);
    array_release(out, OUT);
    columns_release(&rays);
    return result;
}

/* _sweep(solids, touching, margin, later, three columns of moves, shape, time, three rows of normals): an answer for each solid. */
static PyObject *mesh_sweep(PyObject *self, PyObject *const *args, Py_ssize_t given) {
    enum { OUT = 5 };
    mesh_question q;
    columns moves = {0};
    array out[OUT] = {0};
    PyObject *result = NULL;
    if (!has_arguments(given, 7 + OUT) || !columns_get(&moves, args + 4, 3))
        return NULL;
    bool fine = true;
    for (int k = 0; k < OUT && fine; k++)
        fine = array_get(&out[k], args[7 + k], sizeof(float), true);
    if (fine && question_begin(&q, self, args[0], args[1], args[2])) {
        const size_t count = sepal_solids_count(q.solids->set);
        sepal_status status = SEPAL_BAD_ARGUMENT;
        fine = moves.rows == count;
        for (int k = 0; k < OUT; k++)
            fine = fine && out[k].count == count;
        const sepal_solid_moves by = {moves.at[0], moves.at[1], moves.at[2], moves.stride};
        const sepal_solid_ray_hits answers = {out[0].view.buf, out[1].view.buf, out[2].view.buf,
                                              out[3].view.buf, out[4].view.buf, PyObject_IsTrue(args[3]) == 1};
        Py_BEGIN_ALLOW_THREADS;
        if (fine)
            status = sepal_mesh_sweep(q.finder, q.solids->set, &by, 0, count, q.mesh->mesh, NULL, &q.rule, &answers);
        Py_END_ALLOW_THREADS;
        question_end(&q);
        result = was_answered(status);
    }
    array_release(out, OUT);
    columns_release(&moves);
    return result;
}

/* _contacts(solids, pairs, margin, margin of further points, count, normal_x, normal_y, normal_z, x, y, z, depth, feature): as
 * _contacts_pairs of solids */
static PyObject *mesh_contacts(PyObject *self, PyObject *const *args, Py_ssize_t given) {
    enum { OUT = 9 };
    static const size_t size[OUT] = {1, 4, 4, 4, 16, 16, 16, 16, 16};
    mesh_question q;
    array pairs = {0}, out[OUT] = {0};
    PyObject *result = NULL;
    if (!has_arguments(given, 4 + OUT))
        return NULL;
    const double point_margin = PyFloat_AsDouble(args[3]);
    bool fine = PyErr_Occurred() == NULL && array_get(&pairs, args[1], sizeof(sepal_pair), false);
    for (int k = 0; k < OUT && fine; k++)
        fine = array_get(&out[k], args[4 + k], size[k], true) && out[k].count == pairs.count;
    if (!fine && PyErr_Occurred() == NULL)
        PyErr_SetString(PyExc_ValueError, "an answer for each pair is expected");
    if (fine && question_begin(&q, self, args[0], Py_True, args[2])) {
        const sepal_solid_contacts contacts = {.count = out[0].view.buf,
                                               .normal_x = out[1].view.buf,
                                               .normal_y = out[2].view.buf,
                                               .normal_z = out[3].view.buf,
                                               .x = out[4].view.buf,
                                               .y = out[5].view.buf,
                                               .z = out[6].view.buf,
                                               .depth = out[7].view.buf,
                                               .feature = out[8].view.buf};
        const sepal_contact_rule rule = {.margin = q.rule.margin, .point_margin = (float)point_margin};
        sepal_status status;
        Py_BEGIN_ALLOW_THREADS;
        status = sepal_mesh_contacts_pairs(q.solids->set, q.mesh->mesh, pairs.view.buf, pairs.count, &rule, &contacts);
        Py_END_ALLOW_THREADS;
        question_end(&q);
        result = was_answered(status);
    }
    array_release(&pairs, 1);
    array_release(out, OUT);
    return result;
}

static PyMethodDef mesh_methods[] = {
    {"_fill", (PyCFunction)(void (*)(void))mesh_fill, METH_FASTCALL, NULL},
    {"_fill_heights", (PyCFunction)(void (*)(void))mesh_fill_heights, METH_FASTCALL, NULL},
    {"_count", mesh_count, METH_NOARGS, NULL},
    {"_triangles", (PyCFunction)(void (*)(void))mesh_triangles, METH_FASTCALL, NULL},
    {"_edges", (PyCFunction)(void (*)(void))mesh_edges, METH_FASTCALL, NULL},
    {"_find", (PyCFunction)(void (*)(void))mesh_find, METH_FASTCALL, NULL},
    {"_meets", (PyCFunction)(void (*)(void))mesh_meets, METH_FASTCALL, NULL},
    {"_nearest", (PyCFunction)(void (*)(void))mesh_nearest, METH_FASTCALL, NULL},
    {"_cast", (PyCFunction)(void (*)(void))mesh_cast, METH_FASTCALL, NULL},
    {"_sweep", (PyCFunction)(void (*)(void))mesh_sweep, METH_FASTCALL, NULL},
    {"_contacts", (PyCFunction)(void (*)(void))mesh_contacts, METH_FASTCALL, NULL},
    {0},
};

static PyType_Slot mesh_slots[] = {
    {Py_tp_doc, (void *)"A surface of triangles."},
    {Py_tp_new, (void *)mesh_new},
    {Py_tp_dealloc, (void *)mesh_dealloc},
    {Py_tp_methods, mesh_methods},
    {0},
};

PyType_Spec mesh_spec = {
    .name = "sepal._core.Mesh",
    .basicsize = sizeof(mesh_object),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .slots = mesh_slots,
};
