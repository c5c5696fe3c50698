/* core_polys_place.c — polygons placed by poses, and the first of many poses at which one hits something. */
#include "core.h"

/* Poses from eight arguments: x, y, cos, sin; x and y in double; the origin of these. */
enum { POSE_ARGUMENTS = 8 };
typedef struct places {
    columns near; /* x, y, cos, sin; the first two are None where positions are in double */
    array far[2]; /* positions in double, or nothing */
    sepal_poses poses;
    size_t count;
} places;

static void places_release(places *p) {
    columns_release(&p->near);
    array_release(p->far, 2);
}

static bool places_get(places *p, PyObject *const *args) {
    *p = (places){0};
    bool is_far = args[4] != Py_None;
    if (!columns_get(&p->near, args, 4) || (is_far && (!array_get(&p->far[0], args[4], sizeof(double), false) ||
                                                       !array_get(&p->far[1], args[5], sizeof(double), false)))) {
        places_release(p);
        return false;
    }
    p->poses = (sepal_poses){
        .x = p->near.at[0],
        .y = p->near.at[1],
        .cos = p->near.at[2],
        .sin = p->near.at[3],
        .stride = p->near.stride,
        .x64 = is_far ? p->far[0].view.buf : NULL,
        .y64 = is_far ? p->far[1].view.buf : NULL,
        .origin_x = PyFloat_AsDouble(args[6]),
        .origin_y = PyFloat_AsDouble(args[7]),
    };
    p->count = is_far ? p->far[0].count : p->near.rows;
    bool agree = (p->near.used == 0 || p->near.rows == p->count) && (!is_far || p->far[1].count == p->count);
    if (!agree && PyErr_Occurred() == NULL)
        PyErr_SetString(PyExc_ValueError, "as many x as y, cosines and sines are expected");
    if (PyErr_Occurred() == NULL)
        return true;
    places_release(p);
    return false;
}

/* first < 0: the whole world. */
static PyObject *place(set_object *world, set_object *models, const uint32_t *model, const places *p, Py_ssize_t first) {
    PyObject *result = NULL;
    if (!set_begin_reading(models))
        return NULL;
    if (set_begin_changing(world)) {
        sepal_status status;
        sepal_refusal refusal = {0};
        Py_BEGIN_ALLOW_THREADS;
        if (first < 0)
            status = sepal_polys_place(world->set, models->set, model, &p->poses, p->count, &refusal);
        else
            status = sepal_polys_place_range(world->set, (size_t)first, models->set, model, &p->poses, p->count, &refusal);
        Py_END_ALLOW_THREADS;
        set_end_changing(world);
        result = refused(status, &refusal);
    }
    set_end_reading(models);
    return result;
}

/* _place(models, model, poses, first): what refused() makes of the answer */
PyObject *polys_place(PyObject *self, PyObject *const *args, Py_ssize_t given) {
    places p;
    array model = {0};
    PyObject *result = NULL;
    if (!has_arguments(given, 3 + POSE_ARGUMENTS))
        return NULL;
    set_object *models = set_of(args[0], polys_type);
    Py_ssize_t first = PyLong_AsSsize_t(args[2 + POSE_ARGUMENTS]);
    if (models == NULL || PyErr_Occurred() != NULL || !places_get(&p, args + 2))
        return NULL;
    if (array_get(&model, args[1], sizeof(uint32_t), false)) {
        if (model.count != p.count)
            PyErr_SetString(PyExc_ValueError, "as many poses as models are expected");
        else
            result = place((set_object *)self, models, model.view.buf, &p, first);
        array_release(&model, 1);
    }
    places_release(&p);
    return result;
}

/* _first_hit(model, poses, obstacles, touching, margin, world): see first_hit_report */
PyObject *polys_first_hit(PyObject *self, PyObject *const *args, Py_ssize_t given) {
    set_object *models = (set_object *)self;
    sepal_rule rule;
    places p;
    PyObject *result = NULL;
    if (!has_arguments(given, 5 + POSE_ARGUMENTS) || !rule_get(&rule, args[2 + POSE_ARGUMENTS], args[3 + POSE_ARGUMENTS]))
        return NULL;
    size_t model = PyLong_AsSize_t(args[0]);
    set_object *obstacles = PyErr_Occurred() == NULL ? set_of(args[1 + POSE_ARGUMENTS], polys_type) : NULL;
    set_object *world = obstacles != NULL ? set_of(args[4 + POSE_ARGUMENTS], polys_type) : NULL;
    if (world == NULL || !places_get(&p, args + 1))
        return NULL;
    if (set_begin_reading(models)) {
        if (set_begin_reading(obstacles)) {
            if (set_begin_changing(world)) {
                sepal_status status = SEPAL_BAD_ARGUMENT;
                size_t first = 0;
                Py_BEGIN_ALLOW_THREADS;
                if (model <= UINT32_MAX)
                    status = sepal_polys_first_hit(models->set, (uint32_t)model, &p.poses, p.count, obstacles->set, &rule,
                                                   world->set, &first);
                Py_END_ALLOW_THREADS;
                set_end_changing(world);
                result = first_hit_report(status, first);
            }
            set_end_reading(obstacles);
        }
        set_end_reading(models);
    }
    places_release(&p);
    return result;
}
