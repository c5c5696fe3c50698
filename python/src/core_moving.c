/* core_moving.c — whether shapes of either kind meet while they move. */
#include "core.h"

/* The moves of two sets: columns of each, all None where the set is at rest. */
static bool motions_get(columns out[2], PyObject *const *args, const set_object *a, const set_object *b) {
    const size_t counts[2] = {a->kind->count(a->set), b->kind->count(b->set)}, dimension = a->kind->dimension;
    bool agree = true;
    for (size_t k = 0; k < 2; k++) {
        if (!columns_get(&out[k], args + dimension * k, dimension)) {
            if (k == 1)
                columns_release(&out[0]);
            return false;
        }
        agree = agree && (out[k].used == 0 || (out[k].used == dimension && out[k].rows == counts[k]));
    }
    if (agree)
        return true;
    PyErr_SetString(PyExc_ValueError, "a move for every shape is expected");
    columns_release(&out[0]);
    columns_release(&out[1]);
    return false;
}

static sepal_status sweep(const asked *q, const columns moves[2], const sepal_rule *rule) {
    const sepal_pair *pairs = q->pairs.view.buf;
    unsigned char *meet = q->out[0].view.buf;
    float *numbers[4] = {NULL};
    uint64_t bits[SEPAL_BIT_WORDS(BATCH)];
    for (size_t k = 0; k < 1 + q->a->kind->dimension; k++)
        numbers[k] = q->out[1 + k].view.buf;
    for (size_t done = 0; done < q->pairs.count; done += BATCH) {
        size_t count = q->pairs.count - done < BATCH ? q->pairs.count - done : BATCH;
        hits out = {bits, numbers[0] + done, {NULL}};
        for (size_t k = 0; k < q->a->kind->dimension; k++)
            out.normal[k] = numbers[1 + k] + done;
        sepal_status status = q->a->kind->sweep_pairs(q->a->set, &moves[0], q->b->set, &moves[1], pairs + done, count, rule, &out);
        if (status != SEPAL_OK)
            return status;
        bits_to_bytes(bits, count, meet + done);
    }
    return SEPAL_OK;
}

PyObject *set_sweep_pairs(PyObject *self, PyObject *const *args, Py_ssize_t given) {
    static const per_pair answers[5] = {{1, 1}, {sizeof(float), 1}, {sizeof(float), 1}, {sizeof(float), 1}, {sizeof(float), 1}};
    const size_t dimension = ((set_object *)self)->kind->dimension;
    sepal_rule rule;
    asked q;
    columns moves[2];
    if (!has_arguments(given, 6 + 3 * (Py_ssize_t)dimension) || !rule_get(&rule, args[2], args[3]) ||
        !asked_begin(&q, self, args[0], args[1], args + 4 + 2 * dimension, answers, 2 + dimension))
        return NULL;
    sepal_status status = SEPAL_BAD_ARGUMENT;
    bool is_whole = motions_get(moves, args + 4, q.a, q.b);
    if (is_whole) {
        Py_BEGIN_ALLOW_THREADS;
        status = sweep(&q, moves, &rule);
        Py_END_ALLOW_THREADS;
        columns_release(&moves[0]);
        columns_release(&moves[1]);
    }
    PyObject *result = asked_end(&q, status);
    if (!is_whole)
        Py_CLEAR(result);
    return result;
}
