/* core_solids_place.c — solids placed by poses, and the first of many poses at which one hits something. */
#include "core.h"

/* Poses from sixteen columns: x, y, z, and the thirteen of a rotation. */
enum { POSE_COLUMNS = 16 };

static sepal_solid_poses poses_of(const columns *c) {
    return (sepal_solid_poses){.x = c->at[0], .y = c->at[1], .z = c->at[2], .turn = turns_of(c, 3), .stride = c->stride};
}

static PyObject *place(set_object *world, set_object *models, const uint32_t *model, const columns *c) {
    PyObject *result = NULL;
    if (!set_begin_reading(models))
        return NULL;
    if (set_begin_changing(world)) {
        const sepal_solid_poses poses = poses_of(c);
        sepal_status status;
        sepal_refusal refusal = {0};
        Py_BEGIN_ALLOW_THREADS;
        status = sepal_solids_place(world->set, models->set, model, &poses, c->rows, &refusal);
        Py_END_ALLOW_THREADS;
        set_end_changing(world);
        result = refused(status, &refusal);
    }
    set_end_reading(models);
    return result;
}

/* _place(models, model, poses): what refused() makes of the answer */
PyObject *solids_place(PyObject *self, PyObject *const *args, Py_ssize_t given) {
    columns c;
    array model = {0};
    PyObject *result = NULL;
    if (!has_arguments(given, 2 + POSE_COLUMNS))
        return NULL;
    set_object *models = set_of(args[0], solids_type);
    if (models == NULL || !columns_get(&c, args + 2, POSE_COLUMNS))
        return NULL;
    if (array_get(&model, args[1], sizeof(uint32_t), false)) {
        if (model.count != c.rows)
            PyErr_SetString(PyExc_ValueError, "as many poses as models are expected");
        else
            result = place((set_object *)self, models, model.view.buf, &c);
        array_release(&model, 1);
    }
    columns_release(&c);
    return result;
}

/* _first_hit(model, poses, obstacles, touching, margin, world): see first_hit_report */
PyObject *solids_first_hit(PyObject *self, PyObject *const *args, Py_ssize_t given) {
    set_object *models = (set_object *)self;
    sepal_rule rule;
    columns c;
    PyObject *result = NULL;
    if (!has_arguments(given, 5 + POSE_COLUMNS) || !rule_get(&rule, args[2 + POSE_COLUMNS], args[3 + POSE_COLUMNS]))
        return NULL;
    size_t model = PyLong_AsSize_t(args[0]);
    set_object *obstacles = PyErr_Occurred() == NULL ? set_of(args[1 + POSE_COLUMNS], solids_type) : NULL;
    set_object *world = obstacles != NULL ? set_of(args[4 + POSE_COLUMNS], solids_type) : NULL;
    if (world == NULL || !columns_get(&c, args + 1, POSE_COLUMNS))
        return NULL;
    if (set_begin_reading(models)) {
        if (set_begin_reading(obstacles)) {
            if (set_begin_changing(world)) {
                const sepal_solid_poses poses = poses_of(&c);
                sepal_status status = SEPAL_BAD_ARGUMENT;
                size_t first = 0;
                Py_BEGIN_ALLOW_THREADS;
                if (model <= UINT32_MAX)
                    status = sepal_solids_first_hit(models->set, (uint32_t)model, &poses, c.rows, obstacles->set, &rule, world->set,
                                                    &first);
                Py_END_ALLOW_THREADS;
                set_end_changing(world);
                result = first_hit_report(status, first);
            }
            set_end_reading(obstacles);
        }
        set_end_reading(models);
    }
    columns_release(&c);
    return result;
}
