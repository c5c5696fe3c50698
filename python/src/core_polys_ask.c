/* core_polys_ask.c — the questions that only sets of polygons answer: areas, what two have in common, pushes and the points
 * between which they lead, contacts, and shapes that move.
 *
 * A method returns whether its arguments were accepted. */
#include "core.h"

/* _common_pairs(other, pairs, area, iou, share, other_share) */
PyObject *polys_common_pairs(PyObject *self, PyObject *const *args, Py_ssize_t given) {
    static const per_pair answers[4] = {{sizeof(float), 1}, {sizeof(float), 1}, {sizeof(float), 1}, {sizeof(float), 1}};
    asked q;
    if (!has_arguments(given, 6) || !asked_begin(&q, self, args[0], args[1], args + 2, answers, 4))
        return NULL;
    const sepal_commons commons = {q.out[0].view.buf, q.out[1].view.buf, q.out[2].view.buf, q.out[3].view.buf};
    sepal_status status;
    Py_BEGIN_ALLOW_THREADS;
    status = sepal_polys_common_pairs(q.a->set, q.b->set, q.pairs.view.buf, q.pairs.count, &commons);
    Py_END_ALLOW_THREADS;
    return asked_end(&q, status);
}

/* _common_groups(other, offsets of self or None, offsets of other or None, pairs, area, iou, share, other_share) */
PyObject *polys_common_groups(PyObject *self, PyObject *const *args, Py_ssize_t given) {
    static const per_pair answers[4] = {{sizeof(float), 1}, {sizeof(float), 1}, {sizeof(float), 1}, {sizeof(float), 1}};
    sepal_groups groups[2];
    array offsets[2] = {0};
    asked q;
    PyObject *result = NULL;
    if (has_arguments(given, 8) && groups_get(&groups[0], &offsets[0], args[1]) && groups_get(&groups[1], &offsets[1], args[2]) &&
        asked_begin(&q, self, args[0], args[3], args + 4, answers, 4)) {
        const sepal_commons commons = {q.out[0].view.buf, q.out[1].view.buf, q.out[2].view.buf, q.out[3].view.buf};
        sepal_status status;
        Py_BEGIN_ALLOW_THREADS;
        status = sepal_polys_common_groups(q.a->set, &groups[0], q.b->set, &groups[1], q.pairs.view.buf, q.pairs.count, &commons);
        Py_END_ALLOW_THREADS;
        result = asked_end(&q, status);
    }
    array_release(offsets, 2);
    return result;
}

/* _common_polygons(other, pairs, touching, offsets, x, y): the number of corners, which x and y had no room for if it is greater than
 * theirs; or None */
PyObject *polys_common_polygons(PyObject *self, PyObject *const *args, Py_ssize_t given) {
    array out[3] = {0};
    PyObject *const none = PyFloat_FromDouble(0);
    sepal_rule rule;
    asked q;
    size_t found = 0;
    const bool known = none != NULL && has_arguments(given, 6) && rule_get(&rule, self, args[2], none);
    Py_XDECREF(none);
    if (!known || !asked_begin(&q, self, args[0], args[1], NULL, NULL, 0))
        return NULL;
    bool good = true;
    for (int k = 0; k < 3; k++)
        good = good && array_get(&out[k], args[3 + k], sizeof(float), true);
    if (good && (out[0].count != q.pairs.count + 1 || out[1].count != out[2].count)) {
        PyErr_SetString(PyExc_ValueError, "an offset more than pairs, and as many x as y, are expected");
        good = false;
    }
    sepal_status status = SEPAL_BAD_ARGUMENT;
    if (good) {
        Py_BEGIN_ALLOW_THREADS;
        status = sepal_polys_common_polygons(q.a->set, q.b->set, q.pairs.view.buf, q.pairs.count, &rule, out[1].count,
                                             out[1].view.buf, out[2].view.buf, out[0].view.buf, &found);
        Py_END_ALLOW_THREADS;
    }
    array_release(out, 3);
    PyObject *const ended = asked_end(&q, status);
    Py_XDECREF(ended);
    if (!good || ended == NULL)
        return NULL;
    if (status == SEPAL_OK || status == SEPAL_TOO_SMALL)
        return PyLong_FromSize_t(found);
    Py_RETURN_NONE;
}

/* _areas(first, out) */
PyObject *polys_areas(PyObject *self, PyObject *const *args, Py_ssize_t given) {
    set_object *set = (set_object *)self;
    array out = {0};
    sepal_status status = SEPAL_BAD_ARGUMENT;
    if (!has_arguments(given, 2))
        return NULL;
    const size_t first = PyLong_AsSize_t(args[0]);
    if (PyErr_Occurred() != NULL || !array_get(&out, args[1], sizeof(float), true))
        return NULL;
    const bool begun = set_begin_reading(set);
    if (begun) {
        Py_BEGIN_ALLOW_THREADS;
        status = sepal_polys_areas(set->set, first, out.count, out.view.buf);
        Py_END_ALLOW_THREADS;
        set_end_reading(set);
    }
    array_release(&out, 1);
    return begun ? answered(set, set, status) : NULL;
}

/* A question with the arguments other, pairs, margin, and `count` arrays of floats: normal_x, normal_y, depth, a_x, a_y, b_x, b_y. */
static PyObject *ask_mtv(PyObject *self, PyObject *const *args, Py_ssize_t given, size_t count) {
    static const per_pair answers[7] = {{sizeof(float), 1}, {sizeof(float), 1}, {sizeof(float), 1}, {sizeof(float), 1},
                                        {sizeof(float), 1}, {sizeof(float), 1}, {sizeof(float), 1}};
    sepal_rule rule;
    asked q;
    if (!has_arguments(given, 3 + (Py_ssize_t)count) || !rule_get(&rule, self, Py_True, args[2]) ||
        !asked_begin(&q, self, args[0], args[1], args + 3, answers, count))
        return NULL;
    const sepal_mtvs mtvs = {
        .normal_x = q.out[0].view.buf,
        .normal_y = q.out[1].view.buf,
        .depth = q.out[2].view.buf,
        .a_x = q.out[3].view.buf,
        .a_y = q.out[4].view.buf,
        .b_x = q.out[5].view.buf,
        .b_y = q.out[6].view.buf,
    };
    sepal_status status;
    Py_BEGIN_ALLOW_THREADS;
    status = sepal_polys_mtv_pairs(q.a->set, q.b->set, q.pairs.view.buf, q.pairs.count, &rule, &mtvs);
    Py_END_ALLOW_THREADS;
    return asked_end(&q, status);
}

/* _mtv_pairs(other, pairs, margin, normal_x, normal_y, depth) */
PyObject *polys_mtv_pairs(PyObject *self, PyObject *const *args, Py_ssize_t given) {
    return ask_mtv(self, args, given, 3);
}

/* _nearest_pairs(other, pairs, margin, normal_x, normal_y, depth, a_x, a_y, b_x, b_y) */
PyObject *polys_nearest_pairs(PyObject *self, PyObject *const *args, Py_ssize_t given) {
    return ask_mtv(self, args, given, 7);
}

/* _contacts_pairs(other, pairs, margin, point_margin, offsets of chains or None, count, normal_x, normal_y, x, y, depth, feature) */
PyObject *polys_contacts_pairs(PyObject *self, PyObject *const *args, Py_ssize_t given) {
    static const per_pair answers[7] = {{1, 1},
                                        {sizeof(float), 1},
                                        {sizeof(float), 1},
                                        {sizeof(float), 2},
                                        {sizeof(float), 2},
                                        {sizeof(float), 2},
                                        {sizeof(uint32_t), 2}};
    sepal_rule rule, further;
    sepal_groups chains;
    array offsets = {0};
    asked q;
    if (!has_arguments(given, 12) || !rule_get(&rule, self, Py_True, args[2]) || !rule_get(&further, self, Py_True, args[3]) ||
        !groups_get(&chains, &offsets, args[4]))
        return NULL;
    if (!asked_begin(&q, self, args[0], args[1], args + 5, answers, 7)) {
        array_release(&offsets, 1);
        return NULL;
    }
    const sepal_contact_rule meaning = {rule.touching, rule.margin, further.margin};
    const sepal_contacts contacts = {
        .count = q.out[0].view.buf,
        .normal_x = q.out[1].view.buf,
        .normal_y = q.out[2].view.buf,
        .x = q.out[3].view.buf,
        .y = q.out[4].view.buf,
        .depth = q.out[5].view.buf,
        .feature = q.out[6].view.buf,
    };
    sepal_status status;
    Py_BEGIN_ALLOW_THREADS;
    if (args[4] == Py_None)
        status = sepal_polys_contacts_pairs(q.a->set, q.b->set, q.pairs.view.buf, q.pairs.count, &meaning, &contacts);
    else
        status = sepal_polys_contacts_chains(q.a->set, &chains, q.b->set, q.pairs.view.buf, q.pairs.count, &meaning, &contacts);
    Py_END_ALLOW_THREADS;
    array_release(&offsets, 1);
    return asked_end(&q, status);
}
