/* core_asked.c — what questions about pairs have in common: the two sets, the pairs, and the arrays for the answers. */
#include "core.h"

#include <string.h>

static void release(asked *q) {
    array_release(q->out, ASKED_MOST);
    array_release(&q->pairs, 1);
}

bool asked_begin(asked *q, PyObject *self, PyObject *other, PyObject *pairs, PyObject *const *out, const per_pair *answers,
                 size_t count) {
    memset(q, 0, sizeof *q);
    q->a = (set_object *)self;
    q->b = set_like(other, q->a);
    if (q->b == NULL || !array_get(&q->pairs, pairs, sizeof(sepal_pair), false))
        return false;
    for (size_t k = 0; k < count; k++) {
        if (!array_get(&q->out[k], out[k], answers[k].size, true)) {
            release(q);
            return false;
        }
        if (q->out[k].count != q->pairs.count * answers[k].number) {
            PyErr_SetString(PyExc_ValueError, "as many answers as pairs are expected");
            release(q);
            return false;
        }
    }
    if (set_begin_reading(q->a)) {
        if (set_begin_reading(q->b))
            return true;
        set_end_reading(q->a);
    }
    release(q);
    return false;
}

PyObject *asked_end(asked *q, sepal_status status) {
    set_end_reading(q->a);
    set_end_reading(q->b);
    release(q);
    return answered(q->a, q->b, status);
}
