/* core_polys_place.c — the poses of polygons. */
#include "core.h"

bool polys_poses_get(poses *p, PyObject *const *args) {
    *p = (poses){0};
    bool is_far = args[4] != Py_None;
    if (!columns_get(&p->columns, args, 4) || (is_far && (!array_get(&p->far[0], args[4], sizeof(double), false) ||
                                                          !array_get(&p->far[1], args[5], sizeof(double), false)))) {
        poses_release(p);
        return false;
    }
    p->at.polys = (sepal_poses){
        .x = p->columns.at[0],
        .y = p->columns.at[1],
        .cos = p->columns.at[2],
        .sin = p->columns.at[3],
        .stride = p->columns.stride,
        .x64 = is_far ? p->far[0].view.buf : NULL,
        .y64 = is_far ? p->far[1].view.buf : NULL,
        .origin_x = PyFloat_AsDouble(args[6]),
        .origin_y = PyFloat_AsDouble(args[7]),
    };
    p->count = is_far ? p->far[0].count : p->columns.rows;
    bool agree = (p->columns.used == 0 || p->columns.rows == p->count) && (!is_far || p->far[1].count == p->count);
    if (!agree && PyErr_Occurred() == NULL)
        PyErr_SetString(PyExc_ValueError, "as many x as y, cosines and sines are expected");
    if (PyErr_Occurred() == NULL)
        return true;
    poses_release(p);
    return false;
}

sepal_status polys_place(void *world, Py_ssize_t first, const array *listed, const void *models, const uint32_t *model,
                         const poses *p, sepal_refusal *refusal) {
    if (listed != NULL)
        return sepal_polys_place_list(world, listed->view.buf, listed->count, models, model, &p->at.polys, refusal);
    if (first < 0)
        return sepal_polys_place(world, models, model, &p->at.polys, p->count, refusal);
    return sepal_polys_place_range(world, (size_t)first, models, model, &p->at.polys, p->count, refusal);
}

sepal_status polys_first_hit(const void *models, uint32_t model, const poses *p, const void *obstacles, const sepal_rule *rule,
                             void *world, size_t *first) {
    return sepal_polys_first_hit(models, model, &p->at.polys, p->count, obstacles, rule, world, first);
}
