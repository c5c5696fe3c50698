/* core_solids_add.c — how sets of solids are filled and changed. */
#include "core.h"

sepal_solid_turns turns_of(const columns *c, size_t at) {
    sepal_solid_turns turn = {
        .w = c->at[at],
        .x = c->at[at + 1],
        .y = c->at[at + 2],
        .z = c->at[at + 3],
    };
    for (size_t k = 0; k < 9; k++)
        turn.matrix[k] = c->at[at + 4 + k];
    return turn;
}

static sepal_status add_boxes(void *set, const columns *c, sepal_refusal *refusal) {
    const sepal_solid_boxes boxes = {
        .x = c->at[0],
        .y = c->at[1],
        .z = c->at[2],
        .half_x = c->at[3],
        .half_y = c->at[4],
        .half_z = c->at[5],
        .radius = c->at[6],
        .turn = turns_of(c, 7),
        .stride = c->stride,
    };
    return sepal_solids_add_boxes(set, &boxes, c->rows, NULL, refusal);
}

static sepal_status add_spheres(void *set, const columns *c, sepal_refusal *refusal) {
    const sepal_solid_spheres spheres = {
        .x = c->at[0],
        .y = c->at[1],
        .z = c->at[2],
        .radius = c->at[3],
        .stride = c->stride,
    };
    return sepal_solids_add_spheres(set, &spheres, c->rows, NULL, refusal);
}

static sepal_status add_capsules(void *set, const columns *c, sepal_refusal *refusal) {
    const sepal_solid_capsules capsules = {
        .x0 = c->at[0],
        .y0 = c->at[1],
        .z0 = c->at[2],
        .x1 = c->at[3],
        .y1 = c->at[4],
        .z1 = c->at[5],
        .radius = c->at[6],
        .stride = c->stride,
    };
    return sepal_solids_add_capsules(set, &capsules, c->rows, NULL, refusal);
}

static sepal_status add_prisms(void *set, const columns *c, sepal_refusal *refusal) {
    const sepal_solid_prisms prisms = {
        .x0 = c->at[0],
        .y0 = c->at[1],
        .z0 = c->at[2],
        .x1 = c->at[3],
        .y1 = c->at[4],
        .z1 = c->at[5],
        .circumradius = c->at[6],
        .radius = c->at[7],
        .stride = c->stride,
        .sides = c->sides,
    };
    return sepal_solids_add_prisms(set, &prisms, c->rows, NULL, refusal);
}

/* Boxes by their vectors: c, u, v, w and the radius. */
static sepal_status add_parallelepipeds(void *set, const columns *c, sepal_refusal *refusal) {
    sepal_solid_parallelepipeds boxes = {.radius = c->at[12], .stride = c->stride};
    for (size_t k = 0; k < 3; k++) {
        boxes.c[k] = c->at[k];
        boxes.u[k] = c->at[3 + k];
        boxes.v[k] = c->at[6 + k];
        boxes.w[k] = c->at[9 + k];
    }
    return sepal_solids_add_parallelepipeds(set, &boxes, c->rows, NULL, refusal);
}

/* _add_boxes(x, y, z, half_x, half_y, half_z, radius, w, x, y, z of the quaternion, nine entries of the matrix) */
PyObject *solids_add_boxes(PyObject *self, PyObject *const *args, Py_ssize_t given) {
    return set_fill(self, args, given, 20, add_boxes);
}

/* _add_spheres(x, y, z, radius) */
PyObject *solids_add_spheres(PyObject *self, PyObject *const *args, Py_ssize_t given) {
    return set_fill(self, args, given, 4, add_spheres);
}

/* _add_capsules(x0, y0, z0, x1, y1, z1, radius) */
PyObject *solids_add_capsules(PyObject *self, PyObject *const *args, Py_ssize_t given) {
    return set_fill(self, args, given, 7, add_capsules);
}

/* _add_prisms(x0, y0, z0, x1, y1, z1, circumradius, radius, the number of sides) */
PyObject *solids_add_prisms(PyObject *self, PyObject *const *args, Py_ssize_t given) {
    columns rows;
    if (!has_arguments(given, 9))
        return NULL;
    const long sides = PyLong_AsLong(args[8]);
    if (sides == -1 && PyErr_Occurred() != NULL)
        return NULL;
    if (sides < 3 || sides > SEPAL_PRISM_SIDES_MOST) {
        PyErr_Format(PyExc_ValueError, "from 3 to %d sides are expected, not %ld", (int)SEPAL_PRISM_SIDES_MOST, sides);
        return NULL;
    }
    if (!columns_get(&rows, args, 8))
        return NULL;
    rows.sides = (uint32_t)sides;
    return set_fill_rows((set_object *)self, &rows, add_prisms);
}

/* _add_parallelepipeds(x, y, z of c, u, v and w, radius) */
PyObject *solids_add_parallelepipeds(PyObject *self, PyObject *const *args, Py_ssize_t given) {
    return set_fill(self, args, given, 13, add_parallelepipeds);
}

static sepal_status add_hulls(void *set, const outlines *o, sepal_refusal *refusal) {
    return sepal_solids_add_hulls(set, o->at[0], o->at[1], o->at[2], o->first, o->shapes, o->radius, NULL, refusal);
}

/* _add_hulls(x, y, z, first, radius or None) */
PyObject *solids_add_hulls(PyObject *self, PyObject *const *args, Py_ssize_t given) {
    return set_fill_outlines(self, args, given, add_hulls);
}

/* The cores of solids as _cores reads them: boxes and hulls in any order. */
typedef struct cores {
    array at[3], first, radius, is_box;
} cores;

static sepal_status add_core(void *set, const cores *c, size_t k) {
    const uint32_t *first = c->first.view.buf;
    const float *const at[3] = {(const float *)c->at[0].view.buf + first[k], (const float *)c->at[1].view.buf + first[k],
                                (const float *)c->at[2].view.buf + first[k]};
    const float *radius = (const float *)c->radius.view.buf + k;
    if (!((const unsigned char *)c->is_box.view.buf)[k])
        return sepal_solids_add_hull(set, at[0], at[1], at[2], first[k + 1] - first[k], *radius, NULL);
    sepal_solid_parallelepipeds box = {.radius = radius};
    for (size_t i = 0; i < 3; i++) {
        box.c[i] = at[i];
        box.u[i] = at[i] + 1;
        box.v[i] = at[i] + 2;
        box.w[i] = at[i] + 3;
    }
    return sepal_solids_add_parallelepipeds(set, &box, 1, NULL, NULL);
}

static bool cores_agree(const cores *c) {
    const uint32_t *first = c->first.view.buf;
    const unsigned char *is_box = c->is_box.view.buf;
    size_t solids = c->is_box.count, points = c->at[0].count;
    bool agree = c->first.count == solids + 1 && c->radius.count == solids && c->at[1].count == points && c->at[2].count == points;
    for (size_t k = 0; agree && k < solids; k++)
        agree = first[k] < first[k + 1] && first[k + 1] <= points && (!is_box[k] || first[k + 1] - first[k] == 4);
    if (!agree)
        PyErr_SetString(PyExc_ValueError, "the points, the radius and the kind of each solid are expected");
    return agree;
}

/* _add_cores(x, y, z, first, radius, is_box): adds what _cores read of another set. If memory ends, some are added. */
PyObject *solids_add_cores(PyObject *self, PyObject *const *args, Py_ssize_t given) {
    set_object *set = (set_object *)self;
    cores c = {0};
    array *const arrays[6] = {&c.at[0], &c.at[1], &c.at[2], &c.first, &c.radius, &c.is_box};
    PyObject *result = NULL;
    if (!has_arguments(given, 6))
        return NULL;
    bool is_whole = true;
    for (size_t k = 0; is_whole && k < 6; k++)
        is_whole = array_get(arrays[k], args[k], k < 5 ? sizeof(float) : 1, false);
    if (is_whole && cores_agree(&c) && set_begin_changing(set)) {
        sepal_status status = SEPAL_OK;
        sepal_refusal refusal = {.reason = "a coordinate is not finite, or its radius is negative"};
        Py_BEGIN_ALLOW_THREADS;
        for (size_t k = 0; status == SEPAL_OK && k < c.is_box.count; k++) {
            refusal.index = k;
            status = add_core(set->set, &c, k);
        }
        Py_END_ALLOW_THREADS;
        set_end_changing(set);
        result = refused(status, &refusal);
    }
    for (size_t k = 0; k < 6; k++)
        array_release(arrays[k], 1);
    return result;
}

static sepal_status update(sepal_solids *set, uint32_t index, const array at[3]) {
    const float *x = at[0].view.buf, *y = at[1].view.buf, *z = at[2].view.buf;
    sepal_parallelepiped box;
    if (sepal_solids_box(set, index, &box) != SEPAL_OK)
        return sepal_solids_update_hull(set, index, x, y, z);
    float *vectors[4] = {box.c, box.u, box.v, box.w};
    for (size_t k = 0; k < 4; k++) {
        vectors[k][0] = x[k];
        vectors[k][1] = y[k];
        vectors[k][2] = z[k];
    }
    return sepal_solids_update_box(set, index, &box);
}

/* How many points _update takes for a solid: those of a hull, or the four vectors of a box; 0 if there is no such solid. */
static size_t points_wanted(const sepal_solids *set, size_t index) {
    const float *x, *y, *z;
    size_t n = 4;
    if (index >= sepal_solids_count(set))
        return 0;
    (void)sepal_solids_vertices(set, (uint32_t)index, &x, &y, &z, &n); /* of a box, n stays */
    return n;
}

/* _update(index, x, y, z): whether the points of a hull, or the vectors c, u, v, w of a box, were accepted */
PyObject *solids_update(PyObject *self, PyObject *const *args, Py_ssize_t given) {
    set_object *set = (set_object *)self;
    if (!has_arguments(given, 4))
        return NULL;
    size_t index = PyLong_AsSize_t(args[0]);
    array at[3] = {0};
    PyObject *result = NULL;
    bool is_whole = PyErr_Occurred() == NULL;
    for (size_t k = 0; is_whole && k < 3; k++)
        is_whole = array_get(&at[k], args[k + 1], sizeof(float), false);
    if (is_whole && set_begin_changing(set)) {
        size_t wanted = points_wanted(set->set, index);
        if (wanted == 0)
            PyErr_SetString(PyExc_IndexError, "there is no solid of this index");
        else if (at[0].count != wanted || at[1].count != wanted || at[2].count != wanted)
            PyErr_Format(PyExc_ValueError, "solid %zd has %zd points, and as many are expected", (Py_ssize_t)index,
                         (Py_ssize_t)wanted);
        else
            result = PyBool_FromLong(update(set->set, (uint32_t)index, at) == SEPAL_OK);
        set_end_changing(set);
    }
    array_release(at, 3);
    return result;
}
