/* core_rows.c — questions about rows of pairs: a shape with a range of others.
 *
 * A method returns whether its arguments were accepted. */
#include "core.h"

#include <stdlib.h>

/* A question about rows: the two sets, the rows, and arrays for the answers to the pairs of all rows together. */
enum { ROW_ANSWERS = 4 };
typedef struct row_question {
    set_object *a, *b;
    array rows, out[ROW_ANSWERS];
    size_t pairs;
} row_question;

static void rows_release(row_question *q) {
    array_release(q->out, ROW_ANSWERS);
    array_release(&q->rows, 1);
}

static size_t rows_total(const array *rows) {
    const sepal_row *row = rows->view.buf;
    size_t total = 0;
    for (size_t r = 0; r < rows->count; r++)
        total += row[r].count;
    return total;
}

/* Takes `count` arrays for answers of `size` bytes each, and marks both sets as read; false and an exception if something is wrong. */
static bool rows_begin(row_question *q, PyObject *self, PyObject *other, PyObject *rows, PyObject *const *out, size_t size,
                       size_t count) {
    *q = (row_question){.a = (set_object *)self, .b = set_like(other, (const set_object *)self)};
    if (q->b == NULL || !array_get(&q->rows, rows, sizeof(sepal_row), false))
        return false;
    q->pairs = rows_total(&q->rows);
    bool is_whole = true;
    for (size_t k = 0; is_whole && k < count; k++) {
        is_whole = array_get(&q->out[k], out[k], size, true);
        if (is_whole && q->out[k].count != q->pairs) {
            PyErr_SetString(PyExc_ValueError, "as many answers as pairs of all rows are expected");
            is_whole = false;
        }
    }
    if (is_whole && set_begin_reading(q->a)) {
        if (set_begin_reading(q->b))
            return true;
        set_end_reading(q->a);
    }
    rows_release(q);
    return false;
}

static PyObject *rows_end(row_question *q, sepal_status status) {
    set_end_reading(q->a);
    set_end_reading(q->b);
    rows_release(q);
    if (status == SEPAL_NO_MEMORY)
        return PyErr_NoMemory();
    return answered(q->a, q->b, status);
}

/* Bits begin in the middle of a word where a row does, so that all of them are asked for at once. */
static sepal_status overlap_rows(const row_question *q, const sepal_rule *rule) {
    uint64_t *bits = calloc(SEPAL_BIT_WORDS(q->pairs) + 1, sizeof *bits); /* calloc(0, ...) might return NULL */
    if (bits == NULL)
        return SEPAL_NO_MEMORY;
    sepal_status status = q->a->kind->overlap_rows(q->a->set, q->b->set, q->rows.view.buf, q->rows.count, rule, bits);
    if (status == SEPAL_OK)
        bits_to_bytes(bits, q->pairs, q->out[0].view.buf);
    free(bits);
    return status;
}

/* _overlap_rows(other, rows, touching, margin, out) */
PyObject *set_overlap_rows(PyObject *self, PyObject *const *args, Py_ssize_t given) {
    sepal_rule rule;
    row_question q;
    if (!has_arguments(given, 5) || !rule_get(&rule, self, args[2], args[3]) ||
        !rows_begin(&q, self, args[0], args[1], args + 4, 1, 1))
        return NULL;
    sepal_status status;
    Py_BEGIN_ALLOW_THREADS;
    status = overlap_rows(&q, &rule);
    Py_END_ALLOW_THREADS;
    return rows_end(&q, status);
}

/* _mtv_rows(other, rows, margin, normal_x, normal_y, normal_z in space, depth) */
PyObject *set_mtv_rows(PyObject *self, PyObject *const *args, Py_ssize_t given) {
    sepal_rule rule;
    row_question q;
    const size_t count = ((const set_object *)self)->kind->dimension + 1;
    if (!has_arguments(given, 3 + (Py_ssize_t)count) || !rule_get(&rule, self, Py_True, args[2]) ||
        !rows_begin(&q, self, args[0], args[1], args + 3, sizeof(float), count))
        return NULL;
    float *const out[ROW_ANSWERS] = {q.out[0].view.buf, q.out[1].view.buf, q.out[2].view.buf, q.out[3].view.buf};
    sepal_status status;
    Py_BEGIN_ALLOW_THREADS;
    status = q.a->kind->mtv_rows(q.a->set, q.b->set, q.rows.view.buf, q.rows.count, &rule, out);
    Py_END_ALLOW_THREADS;
    return rows_end(&q, status);
}

/* _common_rows(other, rows, area, iou, share, other_share) */
PyObject *polys_common_rows(PyObject *self, PyObject *const *args, Py_ssize_t given) {
    row_question q;
    if (!has_arguments(given, 6) || !rows_begin(&q, self, args[0], args[1], args + 2, sizeof(float), 4))
        return NULL;
    const sepal_commons commons = {q.out[0].view.buf, q.out[1].view.buf, q.out[2].view.buf, q.out[3].view.buf};
    sepal_status status;
    Py_BEGIN_ALLOW_THREADS;
    status = sepal_polys_common_rows(q.a->set, q.b->set, q.rows.view.buf, q.rows.count, &commons);
    Py_END_ALLOW_THREADS;
    return rows_end(&q, status);
}
