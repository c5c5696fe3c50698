/* core_polys_ask.c — the questions that only sets of polygons answer: pushes and the points between which they
 * lead, contacts, and shapes that move.
 *
 * A method returns whether its arguments were accepted. */
#include "core.h"

/* A question with the arguments other, pairs, margin, and `count` arrays of floats: normal_x, normal_y, depth, a_x, a_y, b_x, b_y. */
static PyObject *ask_mtv(PyObject *self, PyObject *const *args, Py_ssize_t given, size_t count) {
    static const per_pair answers[7] = {{sizeof(float), 1}, {sizeof(float), 1}, {sizeof(float), 1}, {sizeof(float), 1},
                                        {sizeof(float), 1}, {sizeof(float), 1}, {sizeof(float), 1}};
    sepal_rule rule;
    asked q;
    if (!has_arguments(given, 3 + (Py_ssize_t)count) || !rule_get(&rule, Py_True, args[2]) ||
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

/* _contacts_pairs(other, pairs, margin, count, normal_x, normal_y, x, y, depth, feature) */
PyObject *polys_contacts_pairs(PyObject *self, PyObject *const *args, Py_ssize_t given) {
    static const per_pair answers[7] = {{1, 1},
                                        {sizeof(float), 1},
                                        {sizeof(float), 1},
                                        {sizeof(float), 2},
                                        {sizeof(float), 2},
                                        {sizeof(float), 2},
                                        {sizeof(uint32_t), 2}};
    sepal_rule rule;
    asked q;
    if (!has_arguments(given, 10) || !rule_get(&rule, Py_True, args[2]) ||
        !asked_begin(&q, self, args[0], args[1], args + 3, answers, 7))
        return NULL;
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
    status = sepal_polys_contacts_pairs(q.a->set, q.b->set, q.pairs.view.buf, q.pairs.count, &rule, &contacts);
    Py_END_ALLOW_THREADS;
    return asked_end(&q, status);
}

/* The moves of two sets, from two pairs of columns; both of a pair are None where the set is at rest. */
typedef struct motions {
    columns columns[2];
    sepal_moves moves[2];
} motions;

static bool motions_get(motions *out, PyObject *const *args, const set_object *a, const set_object *b) {
    const size_t counts[2] = {a->kind->count(a->set), b->kind->count(b->set)};
    for (size_t k = 0; k < 2; k++) {
        if (!columns_get(&out->columns[k], args + 2 * k, 2)) {
            if (k == 1)
                columns_release(&out->columns[0]);
            return false;
        }
        out->moves[k] = (sepal_moves){out->columns[k].at[0], out->columns[k].at[1], out->columns[k].stride};
    }
    bool agree = true;
    for (size_t k = 0; k < 2; k++)
        agree = agree && (out->columns[k].used == 0 || (out->columns[k].used == 2 && out->columns[k].rows == counts[k]));
    if (agree)
        return true;
    PyErr_SetString(PyExc_ValueError, "a move for every shape is expected");
    columns_release(&out->columns[0]);
    columns_release(&out->columns[1]);
    return false;
}

static sepal_status sweep(const asked *q, const motions *m, const sepal_rule *rule) {
    const sepal_moves *moves[2] = {m->columns[0].used > 0 ? &m->moves[0] : NULL, m->columns[1].used > 0 ? &m->moves[1] : NULL};
    const sepal_pair *pairs = q->pairs.view.buf;
    unsigned char *meet = q->out[0].view.buf;
    float *time = q->out[1].view.buf, *normal_x = q->out[2].view.buf, *normal_y = q->out[3].view.buf;
    uint64_t bits[SEPAL_BIT_WORDS(BATCH)];
    for (size_t done = 0; done < q->pairs.count; done += BATCH) {
        size_t count = q->pairs.count - done < BATCH ? q->pairs.count - done : BATCH;
        const sepal_hits hits = {bits, time + done, normal_x + done, normal_y + done};
        sepal_status status = sepal_polys_sweep_pairs(q->a->set, moves[0], q->b->set, moves[1], pairs + done, count, rule, &hits);
        if (status != SEPAL_OK)
            return status;
        bits_to_bytes(bits, count, meet + done);
    }
    return SEPAL_OK;
}

/* _sweep_pairs(other, pairs, touching, margin, x and y of the moves of self, x and y of those of other, meet, time, normal_x,
 * normal_y) */
PyObject *polys_sweep_pairs(PyObject *self, PyObject *const *args, Py_ssize_t given) {
    static const per_pair answers[4] = {{1, 1}, {sizeof(float), 1}, {sizeof(float), 1}, {sizeof(float), 1}};
    sepal_rule rule;
    asked q;
    motions m;
    if (!has_arguments(given, 12) || !rule_get(&rule, args[2], args[3]) ||
        !asked_begin(&q, self, args[0], args[1], args + 8, answers, 4))
        return NULL;
    sepal_status status = SEPAL_BAD_ARGUMENT;
    bool is_whole = motions_get(&m, args + 4, q.a, q.b);
    if (is_whole) {
        Py_BEGIN_ALLOW_THREADS;
        status = sweep(&q, &m, &rule);
        Py_END_ALLOW_THREADS;
        columns_release(&m.columns[0]);
        columns_release(&m.columns[1]);
    }
    PyObject *result = asked_end(&q, status);
    if (!is_whole)
        Py_CLEAR(result);
    return result;
}
