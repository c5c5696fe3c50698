/* core_moving.c — whether shapes of either kind meet while they move, and which parts of groups meet first or are the deepest. */
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
    size_t done = 0;
    do { /* also of no pairs, since sets that do not belong together are refused */
        size_t count = q->pairs.count - done < BATCH ? q->pairs.count - done : BATCH;
        hits out = {.bits = bits, .time = numbers[0] + done};
        for (size_t k = 0; k < q->a->kind->dimension; k++)
            out.normal[k] = numbers[1 + k] + done;
        sepal_status status = q->a->kind->sweep_pairs(q->a->set, &moves[0], q->b->set, &moves[1], pairs + done, count, rule, &out);
        if (status != SEPAL_OK)
            return status;
        bits_to_bytes(bits, count, meet + done);
        done += count;
    } while (done < q->pairs.count);
    return SEPAL_OK;
}

PyObject *set_sweep_pairs(PyObject *self, PyObject *const *args, Py_ssize_t given) {
    static const per_pair answers[5] = {{1, 1}, {sizeof(float), 1}, {sizeof(float), 1}, {sizeof(float), 1}, {sizeof(float), 1}};
    const size_t dimension = ((set_object *)self)->kind->dimension;
    sepal_rule rule;
    asked q;
    columns moves[2];
    if (!has_arguments(given, 6 + 3 * (Py_ssize_t)dimension) || !rule_get(&rule, self, args[2], args[3]) ||
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

/* The groups of two sets. */
typedef struct both_groups {
    sepal_groups of[2];
    array offsets[2];
} both_groups;

static const per_pair parts_answers[2] = {{sizeof(sepal_pair), 1}, {sizeof(float), 1}};

static bool both_groups_get(both_groups *out, PyObject *const *args) {
    *out = (both_groups){0};
    if (groups_get(&out->of[0], &out->offsets[0], args[0]) && groups_get(&out->of[1], &out->offsets[1], args[1]))
        return true;
    array_release(out->offsets, 2);
    return false;
}

PyObject *set_deepest_groups(PyObject *self, PyObject *const *args, Py_ssize_t given) {
    sepal_rule rule;
    both_groups groups;
    asked q;
    PyObject *result = NULL;
    if (!has_arguments(given, 7) || !rule_get(&rule, self, Py_True, args[4]) || !both_groups_get(&groups, args + 1))
        return NULL;
    if (asked_begin(&q, self, args[0], args[3], args + 5, parts_answers, 2)) {
        sepal_status status;
        Py_BEGIN_ALLOW_THREADS;
        status = q.a->kind->deepest_groups(q.a->set, &groups.of[0], q.b->set, &groups.of[1], q.pairs.view.buf, q.pairs.count, &rule,
                                           q.out[0].view.buf, q.out[1].view.buf);
        Py_END_ALLOW_THREADS;
        result = asked_end(&q, status);
    }
    array_release(groups.offsets, 2);
    return result;
}

PyObject *set_push_along_groups(PyObject *self, PyObject *const *args, Py_ssize_t given) {
    static const per_pair answers[1] = {{sizeof(float), 1}};
    const size_t dimension = ((set_object *)self)->kind->dimension;
    both_groups groups;
    columns directions;
    asked q;
    PyObject *result = NULL;
    if (!has_arguments(given, 5 + (Py_ssize_t)dimension) || !both_groups_get(&groups, args + 1))
        return NULL;
    if (columns_get(&directions, args + 4, dimension)) {
        if (asked_begin(&q, self, args[0], args[3], args + 4 + dimension, answers, 1)) {
            sepal_status status = SEPAL_BAD_ARGUMENT;
            const bool is_whole = directions.used == dimension && directions.rows == q.pairs.count && directions.stride <= 1;
            Py_BEGIN_ALLOW_THREADS;
            if (is_whole)
                status = q.a->kind->push_along_groups(q.a->set, &groups.of[0], q.b->set, &groups.of[1], q.pairs.view.buf,
                                                      q.pairs.count, &directions, q.out[0].view.buf);
            Py_END_ALLOW_THREADS;
            result = asked_end(&q, status);
        }
        columns_release(&directions);
    }
    array_release(groups.offsets, 2);
    return result;
}

PyObject *set_first_groups(PyObject *self, PyObject *const *args, Py_ssize_t given) {
    const size_t dimension = ((set_object *)self)->kind->dimension;
    sepal_rule rule;
    both_groups groups;
    asked q;
    columns moves[2];
    PyObject *result = NULL;
    if (!has_arguments(given, 8 + 2 * (Py_ssize_t)dimension) || !rule_get(&rule, self, args[4], args[5]) ||
        !both_groups_get(&groups, args + 1))
        return NULL;
    if (asked_begin(&q, self, args[0], args[3], args + 6 + 2 * dimension, parts_answers, 2)) {
        sepal_status status = SEPAL_BAD_ARGUMENT;
        const bool is_whole = motions_get(moves, args + 6, q.a, q.b);
        if (is_whole) {
            Py_BEGIN_ALLOW_THREADS;
            status = q.a->kind->first_groups(q.a->set, &groups.of[0], &moves[0], q.b->set, &groups.of[1], &moves[1],
                                             q.pairs.view.buf, q.pairs.count, &rule, q.out[0].view.buf, q.out[1].view.buf);
            Py_END_ALLOW_THREADS;
            columns_release(&moves[0]);
            columns_release(&moves[1]);
        }
        result = asked_end(&q, status);
        if (!is_whole)
            Py_CLEAR(result);
    }
    array_release(groups.offsets, 2);
    return result;
}
