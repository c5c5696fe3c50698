/* core_finder.c — the memory that finding pairs works in, and the calls that find them, the shapes at points, or what rays hit. */
#include "core.h"

#include <math.h>
#include <string.h>

typedef struct finder_object {
    PyObject_HEAD sepal_finder *finder;
    bool is_used;      /* by a thread that runs without the interpreter's lock */
    uint64_t built_of; /* the version of the set that its tree was built of; 0: it has no tree */
    const void *kept;  /* the set whose tree is kept while it changes; NULL: that of no set */
} finder_object;

static PyObject *finder_new(PyTypeObject *type, PyObject *args, PyObject *keywords) {
    (void)args;
    (void)keywords;
    allocfunc allocate = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
    finder_object *self = (finder_object *)allocate(type, 0);
    if (self != NULL && !status_is_ok(sepal_finder_create(NULL, &self->finder))) {
        Py_DECREF(self);
        return NULL;
    }
    return (PyObject *)self;
}

static void finder_dealloc(PyObject *object) {
    PyTypeObject *type = Py_TYPE(object);
    sepal_finder_destroy(((finder_object *)object)->finder);
    ((freefunc)PyType_GetSlot(type, Py_tp_free))(object);
    Py_DECREF(type);
}

/* What a search is asked: which pairs of a and b overlap or are near; which of the shapes first .. first+count-1 of a overlap which
 * of b; which of b are at some points; or what rays hit of b. */
typedef struct search search;
typedef sepal_status (*searching)(search *s);
struct search {
    finder_object *finder;
    set_object *a, *b;
    const columns *points; /* one for each dimension, in place of a; of rays the origin and the move */
    uint32_t *hit_shapes;
    const hits *hits;
    size_t first, count;    /* the range in a */
    const uint32_t *shapes; /* `count` listed shapes of a, in place of a range */
    float slack;
    sepal_filter filter;
    sepal_rule rule;
    sepal_pair *pairs;
    float *distances; /* of the k nearest, whose numbers are in hit_shapes */
    size_t k;
    size_t room, found;
    PyObject *grown; /* an array of bytes that holds the pairs, or every hit of rays, if it is to grow with them; */
    char *values;    /* and its memory */
    float limit;     /* of every hit: the latest time */
    bool is_one_enough, is_out_of_memory;
};

/* The margin of the boxes that are near, which is a float: no less than that of the rule. */
static float near_margin(const search *s) {
    const float margin = (float)s->rule.margin64;
    return !s->b->is_double ? s->rule.margin : (double)margin < s->rule.margin64 ? nextafterf(margin, INFINITY) : margin;
}

static sepal_status search_near(search *s) {
    return s->a->kind->find_near(s->finder->finder, s->a->set, s->b->set, &s->filter, near_margin(s), s->room, s->pairs, &s->found);
}

static sepal_status search_all(search *s) {
    return s->a->kind->find_pairs(s->finder->finder, s->a->set, s->b->set, &s->filter, &s->rule, s->room, s->pairs, &s->found);
}

/* Appends values to the array that grows. Only there the interpreter's lock is taken. */
static bool append(search *s, const void *values, size_t count, size_t size) {
    if (count > s->room - s->found) {
        const size_t room = 2 * s->room + count;
        PyGILState_STATE state = PyGILState_Ensure();
        s->is_out_of_memory = PyByteArray_Resize(s->grown, (Py_ssize_t)(room * size)) != 0;
        PyErr_Clear();
        s->values = PyByteArray_AsString(s->grown);
        PyGILState_Release(state);
        if (s->is_out_of_memory)
            return false;
        s->room = room;
    }
    memcpy(s->values + s->found * size, values, count * size);
    s->found += count;
    return true;
}

static int take_pairs(void *context, const sepal_pair *pairs, size_t count) {
    search *s = context;
    return append(s, pairs, count, sizeof *pairs) && !s->is_one_enough;
}

static int take_hit(void *context, const sepal_ray_hit *hit) {
    search *s = context;
    return append(s, hit, 1, sizeof *hit) ? 1 : -1;
}

static sepal_status search_each(search *s) {
    sepal_status status = s->a->kind->find_each(s->finder->finder, s->a->set, s->b->set, &s->filter, &s->rule, take_pairs, s);
    return s->is_out_of_memory ? SEPAL_NO_MEMORY : status;
}

/* Keeps a tree of b while it changes. */
static sepal_status search_keep(search *s) {
    s->finder->built_of = 0;
    s->finder->kept = NULL;
    sepal_status status = s->b->kind->find_keep(s->finder->finder, s->b->set, s->slack);
    if (status == SEPAL_OK) {
        s->finder->built_of = s->b->version;
        s->finder->kept = s->b->set;
    }
    return status;
}

/* Makes the tree that is kept of b follow it: the listed shapes, or all. */
static sepal_status search_update(search *s) {
    if (s->finder->kept != s->b->set)
        return SEPAL_BAD_ARGUMENT;
    s->finder->built_of = 0;
    sepal_status status = s->b->kind->find_update(s->finder->finder, s->shapes, s->count);
    if (status == SEPAL_OK) /* else the tree is as it was, and the next search looks at all shapes */
        s->finder->built_of = s->b->version;
    return status;
}

/* Sees to it that the finder's tree is that of b as it is. */
static sepal_status build(const search *s) {
    if (s->finder->built_of == s->b->version)
        return SEPAL_OK;
    if (s->finder->kept == s->b->set) {
        search all = *s;
        all.shapes = NULL;
        return search_update(&all);
    }
    s->finder->built_of = 0;
    s->finder->kept = NULL;
    sepal_status status = s->b->kind->find_build(s->finder->finder, s->b->set);
    if (status == SEPAL_OK)
        s->finder->built_of = s->b->version;
    return status;
}

static sepal_status search_kept(search *s) {
    sepal_status status = build(s);
    if (status != SEPAL_OK)
        return status;
    return s->b->kind->find_kept(s->finder->finder, &s->filter, &s->rule, s->room, s->pairs, &s->found);
}

static sepal_status search_near_kept(search *s) {
    sepal_status status = build(s);
    if (status != SEPAL_OK)
        return status;
    return s->b->kind->find_near_kept(s->finder->finder, &s->filter, near_margin(s), s->room, s->pairs, &s->found);
}

static sepal_status search_list(search *s) {
    sepal_status status = build(s);
    if (status != SEPAL_OK)
        return status;
    return s->a->kind->find_list(s->finder->finder, s->a->set, s->shapes, s->count, &s->filter, &s->rule, s->room, s->pairs,
                                 &s->found);
}

static sepal_status search_range(search *s) {
    sepal_status status = build(s);
    if (status != SEPAL_OK)
        return status;
    return s->a->kind->find_range(s->finder->finder, s->a->set, s->first, s->count, &s->filter, &s->rule, s->room, s->pairs,
                                  &s->found);
}

static sepal_status search_points(search *s) {
    sepal_status status = build(s);
    if (status == SEPAL_OK)
        status = s->b->kind->find_at(s->finder->finder, s->points, &s->filter, &s->rule, s->room, s->pairs, &s->found);
    return status == SEPAL_BAD_SHAPE ? SEPAL_BAD_ARGUMENT : status;
}

/* A filter about window `number` alone. */
static sepal_filter filter_of(const sepal_filter *f, size_t number) {
    sepal_filter one = *f;
    one.member[0] = f->member[0] == NULL ? NULL : f->member[0] + number;
    one.mask[0] = f->mask[0] == NULL ? NULL : f->mask[0] + number;
    one.owner[0] = f->owner[0] == NULL ? NULL : f->owner[0] + number;
    return one;
}

/* The shapes in one window, written behind what was found before as pairs: the number of the window and that of the shape. The library
 * writes the shapes where their pairs will begin, which are then spread out from the last one, so that none is overwritten early. */
static sepal_status search_window(search *s, size_t number) {
    float corners[2][3] = {{0}};
    const size_t dimension = s->b->kind->dimension;
    const sepal_filter filter = filter_of(&s->filter, number);
    for (size_t k = 0; k < 2 * dimension; k++)
        corners[k / dimension][k % dimension] = s->points->at[k][number * s->points->stride];
    size_t room = s->found < s->room ? s->room - s->found : 0, found = 0;
    uint32_t *shapes = room > 0 ? &s->pairs[s->found].a : NULL;
    sepal_status status = s->b->kind->find_in(s->finder->finder, corners[0], corners[1], &filter, &s->rule, room, shapes, &found);
    if (status == SEPAL_OK && shapes != NULL)
        for (size_t i = found; i-- > 0;) {
            uint32_t shape = shapes[i];
            s->pairs[s->found + i] = (sepal_pair){(uint32_t)number, shape};
        }
    s->found += found;
    return status;
}

/* After a window whose shapes have no room, those of the others are counted. */
static sepal_status search_windows(search *s) {
    sepal_status status = build(s);
    for (size_t i = 0; i < s->points->rows && (status == SEPAL_OK || status == SEPAL_TOO_SMALL); i++) {
        status = search_window(s, i);
        if (status == SEPAL_TOO_SMALL)
            s->room = 0;
    }
    return status == SEPAL_TOO_SMALL ? SEPAL_OK : status;
}

static sepal_status search_rays(search *s) {
    sepal_status status = build(s);
    if (status == SEPAL_OK)
        status = s->b->kind->cast_rays(s->finder->finder, s->points, &s->filter, &s->rule, s->hit_shapes, s->hits);
    return status == SEPAL_BAD_SHAPE ? SEPAL_BAD_ARGUMENT : status;
}

static sepal_status search_every_hit(search *s) {
    sepal_status status = build(s);
    if (status == SEPAL_OK)
        status = s->b->kind->cast_each(s->finder->finder, s->points, s->limit, &s->filter, &s->rule, take_hit, s);
    return s->is_out_of_memory ? SEPAL_NO_MEMORY : status == SEPAL_BAD_SHAPE ? SEPAL_BAD_ARGUMENT : status;
}

static sepal_status search_shapes(search *s) {
    sepal_status status = build(s);
    if (status == SEPAL_OK)
        status = s->a->kind->cast_shapes(s->finder->finder, s->a->set, s->points, &s->filter, &s->rule, s->hit_shapes, s->hits);
    return status == SEPAL_BAD_SHAPE ? SEPAL_BAD_ARGUMENT : status;
}

static sepal_status search_nearest(search *s) {
    sepal_status status = build(s);
    if (status != SEPAL_OK)
        return status;
    return s->a->kind->find_nearest(s->finder->finder, s->a->set, 0, s->a->kind->count(s->a->set), s->k, &s->filter, s->rule.margin,
                                    s->hit_shapes, s->distances);
}

/* Runs a search while its sets are marked as read. It reports how many pairs there are, which are in the output if they fit; -1 if the
 * rule, a point or a ray is refused. */
static PyObject *run(search *s, searching call) {
    sepal_status status = SEPAL_BAD_ARGUMENT;
    if (s->finder->is_used) {
        PyErr_SetString(PyExc_RuntimeError, "another thread is using this finder");
        return NULL;
    }
    if (!set_begin_reading(s->a))
        return NULL;
    if (!set_begin_reading(s->b)) {
        set_end_reading(s->a);
        return NULL;
    }
    s->finder->is_used = true;
    Py_BEGIN_ALLOW_THREADS;
    status = call(s);
    Py_END_ALLOW_THREADS;
    s->finder->is_used = false;
    set_end_reading(s->b);
    set_end_reading(s->a);
    if (status == SEPAL_OK || status == SEPAL_TOO_SMALL)
        return PyLong_FromSize_t(s->found);
    if (status == SEPAL_BAD_ARGUMENT)
        return PyLong_FromLong(-1);
    if (status == SEPAL_BAD_KIND)
        raise_bad_kind(s->a, s->b);
    else
        status_is_ok(status);
    return NULL;
}

/* Fills the filter from six arguments, each None or an array with a number for every shape. */
static bool filter_get(sepal_filter *out, array arrays[6], PyObject *const *args, const size_t counts[2]) {
    const uint32_t **at[6] = {&out->member[0], &out->member[1], &out->mask[0], &out->mask[1], &out->owner[0], &out->owner[1]};
    for (size_t k = 0; k < 6; k++) {
        *at[k] = NULL;
        if (args[k] == Py_None)
            continue;
        if (!array_get(&arrays[k], args[k], sizeof(uint32_t), false))
            return false;
        if (arrays[k].count != counts[k % 2]) {
            PyErr_SetString(PyExc_ValueError, "a number for every shape is expected");
            return false;
        }
        *at[k] = arrays[k].view.buf;
    }
    return true;
}

/* Takes touching, margin and six arrays of the filter, and runs a search. */
static PyObject *search_filtered(search *s, PyObject *const *args, searching call) {
    array filters[6] = {0};
    PyObject *result = NULL;
    const size_t counts[2] = {s->a->kind->count(s->a->set), s->b->kind->count(s->b->set)};
    if (rule_get(&s->rule, (PyObject *)s->b, args[0], args[1]) && filter_get(&s->filter, filters, args + 2, counts))
        result = run(s, call);
    array_release(filters, 6);
    return result;
}

/* Runs a search whose pairs go into an array, the ninth argument. */
static PyObject *search_pairs(search *s, PyObject *const *args, searching call) {
    array out;
    PyObject *result = NULL;
    if (array_get(&out, args[8], sizeof(sepal_pair), true)) {
        s->pairs = out.view.buf;
        s->room = out.count;
        result = search_filtered(s, args, call);
    }
    array_release(&out, 1);
    return result;
}

static bool sets_get(search *s, PyObject *self, PyObject *a, PyObject *b) {
    *s = (search){.finder = (finder_object *)self, .a = set_of(a, set_type)};
    s->b = s->a != NULL ? set_like(b, s->a) : NULL;
    return s->b != NULL;
}

/* find(a, b, near, touching, margin, member a, member b, mask a, mask b, owner a, owner b, out): see run */
static PyObject *finder_find(PyObject *self, PyObject *const *args, Py_ssize_t given) {
    search s;
    if (!has_arguments(given, 12) || !sets_get(&s, self, args[0], args[1]))
        return NULL;
    int near = PyObject_IsTrue(args[2]);
    return near < 0 ? NULL : search_pairs(&s, args + 3, near ? search_near : search_all);
}

/* each(a, b, whether one pair is enough, touching, margin, member a, member b, mask a, mask b, owner a, owner b, out): see run. The
 * output is an empty bytearray, which grows with the pairs and may become longer than they are. The pairs are in any order. If one is
 * enough, the search ends with the first ones. */
static PyObject *finder_each(PyObject *self, PyObject *const *args, Py_ssize_t given) {
    search s;
    if (!has_arguments(given, 12) || !sets_get(&s, self, args[0], args[1]))
        return NULL;
    if (!PyByteArray_Check(args[11]) || PyByteArray_Size(args[11]) != 0) {
        PyErr_SetString(PyExc_TypeError, "an empty bytearray is expected");
        return NULL;
    }
    int is_one_enough = PyObject_IsTrue(args[2]);
    s.is_one_enough = is_one_enough != 0;
    s.grown = args[11];
    return is_one_enough < 0 ? NULL : search_filtered(&s, args + 3, search_each);
}

/* range(a, b, first, count, touching, margin, member a, member b, mask a, mask b, owner a, owner b, out): see run. The tree of b serves
 * until b changes. */
static PyObject *finder_range(PyObject *self, PyObject *const *args, Py_ssize_t given) {
    search s;
    if (!has_arguments(given, 13) || !sets_get(&s, self, args[0], args[1]))
        return NULL;
    s.first = PyLong_AsSize_t(args[2]);
    s.count = PyErr_Occurred() == NULL ? PyLong_AsSize_t(args[3]) : 0;
    return PyErr_Occurred() != NULL ? NULL : search_pairs(&s, args + 4, search_range);
}

/* list(a, b, indices in a, touching, margin, member a, member b, mask a, mask b, owner a, owner b, out): see run. */
static PyObject *finder_list(PyObject *self, PyObject *const *args, Py_ssize_t given) {
    search s;
    array listed;
    PyObject *result = NULL;
    if (!has_arguments(given, 12) || !sets_get(&s, self, args[0], args[1]))
        return NULL;
    if (array_get(&listed, args[2], sizeof(uint32_t), false)) {
        s.shapes = listed.view.buf;
        s.count = listed.count;
        result = search_pairs(&s, args + 3, search_list);
    }
    array_release(&listed, 1);
    return result;
}

/* keep(b, slack): builds a tree of b that is kept while b changes. The set must live as long as the finder is used for it. */
static PyObject *finder_keep(PyObject *self, PyObject *const *args, Py_ssize_t given) {
    search s;
    if (!has_arguments(given, 2) || !sets_get(&s, self, args[0], args[0]))
        return NULL;
    s.slack = (float)PyFloat_AsDouble(args[1]);
    return PyErr_Occurred() != NULL ? NULL : run(&s, search_keep);
}

/* update(b, indices in b, or None: all): makes the tree that is kept follow b. Other calls look at all shapes if b has changed and this
 * one was not made. */
static PyObject *finder_update(PyObject *self, PyObject *const *args, Py_ssize_t given) {
    search s;
    array listed;
    PyObject *result = NULL;
    if (!has_arguments(given, 2) || !sets_get(&s, self, args[0], args[0]))
        return NULL;
    if (args[1] == Py_None)
        return run(&s, search_update);
    if (array_get(&listed, args[1], sizeof(uint32_t), false)) {
        s.shapes = listed.view.buf;
        s.count = listed.count;
        result = run(&s, search_update);
    }
    array_release(&listed, 1);
    return result;
}

/* kept(b, near, touching, margin, member, None, mask, None, owner, None, out): see run; the pairs of a set whose tree is kept. */
static PyObject *finder_kept(PyObject *self, PyObject *const *args, Py_ssize_t given) {
    search s;
    if (!has_arguments(given, 11) || !sets_get(&s, self, args[0], args[0]))
        return NULL;
    int near = PyObject_IsTrue(args[1]);
    return near < 0 ? NULL : search_pairs(&s, args + 2, near ? search_near_kept : search_kept);
}

/* at(b, touching, margin, member of points, member b, mask of points, mask b, owner of points, owner b, points, out), and windows with
 * the columns of both corners in place of the points: see run. Of each point a column for each dimension; a pair is the number of a point, or window,
 * and that of a shape. */
static PyObject *search_places(PyObject *self, PyObject *const *args, Py_ssize_t given, size_t corners, searching call) {
    search s;
    columns points;
    array filters[6] = {0}, out = {0};
    PyObject *result = NULL;
    if (given < 1 ? !has_arguments(given, 1) : !sets_get(&s, self, args[0], args[0]))
        return NULL;
    const size_t wanted = corners * s.b->kind->dimension;
    if (!has_arguments(given, (Py_ssize_t)(10 + wanted)) || !rule_get(&s.rule, (PyObject *)s.b, args[1], args[2]) ||
        !columns_get(&points, args + 9, wanted))
        return NULL;
    const size_t counts[2] = {points.rows, s.b->kind->count(s.b->set)};
    if (points.used != wanted)
        PyErr_SetString(PyExc_ValueError, "a coordinate for each dimension is expected");
    else if (filter_get(&s.filter, filters, args + 3, counts) && array_get(&out, args[9 + wanted], sizeof(sepal_pair), true)) {
        s.points = &points;
        s.pairs = out.view.buf;
        s.room = out.count;
        result = run(&s, call);
    }
    array_release(&out, 1);
    array_release(filters, 6);
    columns_release(&points);
    return result;
}

static PyObject *finder_at(PyObject *self, PyObject *const *args, Py_ssize_t given) {
    return search_places(self, args, given, 1, search_points);
}

static PyObject *finder_windows(PyObject *self, PyObject *const *args, Py_ssize_t given) {
    return search_places(self, args, given, 2, search_windows);
}

/* nearest(a, b, touching, limit, member a, member b, mask a, mask b, owner a, owner b, k, shapes, distances): see run; the outputs have k
 * values for each shape of a. */
static PyObject *finder_nearest(PyObject *self, PyObject *const *args, Py_ssize_t given) {
    search s;
    array out[2] = {0};
    PyObject *result = NULL;
    if (!has_arguments(given, 13) || !sets_get(&s, self, args[0], args[1]))
        return NULL;
    s.k = PyLong_AsSize_t(args[10]);
    if (PyErr_Occurred() == NULL && array_get(&out[0], args[11], sizeof(uint32_t), true) &&
        array_get(&out[1], args[12], sizeof(float), true)) {
        const size_t count = s.a->kind->count(s.a->set);
        s.hit_shapes = out[0].view.buf;
        s.distances = out[1].view.buf;
        if (out[0].count != out[1].count ||
            (count > 0 ? out[0].count / count != s.k || out[0].count % count != 0 : out[0].count != 0))
            PyErr_SetString(PyExc_ValueError, "k answers for each shape are expected");
        else
            result = search_filtered(&s, args + 2, search_nearest);
    }
    array_release(out, 2);
    return result;
}

/* Casts what `corners` vectors say of each: the origin and the move of a ray, or the move of a shape of a. args: touching, margin, later,
 * member, mask and owner of both, the vectors, shape, time, normal: of each vector a column for each dimension; the outputs have a value for
 * each of `casts` rays or shapes, or as many as there are vectors if that is SIZE_MAX. */
static PyObject *search_casts(search *s, PyObject *const *args, Py_ssize_t given, size_t corners, size_t casts, searching call) {
    columns vectors;
    array filters[6] = {0}, out[5] = {0};
    PyObject *result = NULL;
    const size_t dimension = s->b->kind->dimension, outputs = 2 + dimension, wanted = corners * dimension;
    if (!has_arguments(given, (Py_ssize_t)(9 + wanted + outputs)) || !rule_get(&s->rule, (PyObject *)s->b, args[0], args[1]))
        return NULL;
    const int later = PyObject_IsTrue(args[2]);
    if (later < 0 || !columns_get(&vectors, args + 9, wanted))
        return NULL;
    const size_t count = casts == SIZE_MAX ? vectors.rows : casts, counts[2] = {count, s->b->kind->count(s->b->set)};
    bool good = (vectors.used == wanted && vectors.rows == count) || (casts != SIZE_MAX && vectors.used == 0);
    if (!good)
        PyErr_SetString(PyExc_ValueError, "a vector for each is expected");
    good = good && filter_get(&s->filter, filters, args + 3, counts);
    for (size_t k = 0; k < outputs && good; k++) {
        good = array_get(&out[k], args[9 + wanted + k], sizeof(float), true);
        if (good && out[k].count != count) {
            PyErr_SetString(PyExc_ValueError, "an answer for each ray is expected");
            good = false;
        }
    }
    if (good) {
        const hits found = {NULL, out[1].view.buf, {out[2].view.buf, out[3].view.buf, out[4].view.buf}, later};
        s->points = &vectors;
        s->hit_shapes = out[0].view.buf;
        s->hits = &found;
        result = run(s, call);
    }
    array_release(out, outputs);
    array_release(filters, 6);
    columns_release(&vectors);
    return result;
}

/* cast(b, touching, margin, later, member of rays, member b, mask of rays, mask b, owner of rays, owner b, origins, moves, shape, time,
 * normal): see run and search_casts */
static PyObject *finder_cast(PyObject *self, PyObject *const *args, Py_ssize_t given) {
    search s;
    if (given < 1 ? !has_arguments(given, 1) : !sets_get(&s, self, args[0], args[0]))
        return NULL;
    return search_casts(&s, args + 1, given - 1, 2, SIZE_MAX, search_rays);
}

/* cast_each(b, touching, margin, limit, member of rays, member b, mask of rays, mask b, owner of rays, owner b, origins, moves, output): every
 * hit, as a sepal_ray_hit; the output is an empty bytearray, which grows with them and may become longer than they are. See run. */
static PyObject *finder_cast_each(PyObject *self, PyObject *const *args, Py_ssize_t given) {
    search s;
    columns rays;
    array filters[6] = {0};
    PyObject *result = NULL;
    if (given < 1 ? !has_arguments(given, 1) : !sets_get(&s, self, args[0], args[0]))
        return NULL;
    const size_t wanted = 2 * s.b->kind->dimension;
    if (!has_arguments(given, (Py_ssize_t)(11 + wanted)) || !rule_get(&s.rule, (PyObject *)s.b, args[1], args[2]))
        return NULL;
    s.limit = (float)PyFloat_AsDouble(args[3]);
    s.grown = args[10 + wanted];
    if (PyErr_Occurred() != NULL)
        return NULL;
    if (!PyByteArray_Check(s.grown) || PyByteArray_Size(s.grown) != 0) {
        PyErr_SetString(PyExc_TypeError, "an empty bytearray is expected");
        return NULL;
    }
    if (!columns_get(&rays, args + 10, wanted))
        return NULL;
    const size_t counts[2] = {rays.rows, s.b->kind->count(s.b->set)};
    if (rays.used != wanted) {
        PyErr_SetString(PyExc_ValueError, "a vector for each is expected");
    } else if (filter_get(&s.filter, filters, args + 4, counts)) {
        s.points = &rays;
        result = run(&s, search_every_hit);
    }
    array_release(filters, 6);
    columns_release(&rays);
    return result;
}

/* cast_shapes(a, b, touching, margin, later, member a, member b, mask a, mask b, owner a, owner b, moves of a, shape, time, normal): see run
 * and search_casts */
static PyObject *finder_cast_shapes(PyObject *self, PyObject *const *args, Py_ssize_t given) {
    search s;
    if (given < 2 ? !has_arguments(given, 2) : !sets_get(&s, self, args[0], args[1]))
        return NULL;
    return search_casts(&s, args + 2, given - 2, 1, s.a->kind->count(s.a->set), search_shapes);
}

static PyMethodDef finder_methods[] = {
    {"find", (PyCFunction)(void (*)(void))finder_find, METH_FASTCALL, NULL},
    {"each", (PyCFunction)(void (*)(void))finder_each, METH_FASTCALL, NULL},
    {"range", (PyCFunction)(void (*)(void))finder_range, METH_FASTCALL, NULL},
    {"list", (PyCFunction)(void (*)(void))finder_list, METH_FASTCALL, NULL},
    {"keep", (PyCFunction)(void (*)(void))finder_keep, METH_FASTCALL, NULL},
    {"update", (PyCFunction)(void (*)(void))finder_update, METH_FASTCALL, NULL},
    {"kept", (PyCFunction)(void (*)(void))finder_kept, METH_FASTCALL, NULL},
    {"at", (PyCFunction)(void (*)(void))finder_at, METH_FASTCALL, NULL},
    {"windows", (PyCFunction)(void (*)(void))finder_windows, METH_FASTCALL, NULL},
    {"nearest", (PyCFunction)(void (*)(void))finder_nearest, METH_FASTCALL, NULL},
    {"cast", (PyCFunction)(void (*)(void))finder_cast, METH_FASTCALL, NULL},
    {"cast_each", (PyCFunction)(void (*)(void))finder_cast_each, METH_FASTCALL, NULL},
    {"cast_shapes", (PyCFunction)(void (*)(void))finder_cast_shapes, METH_FASTCALL, NULL},
    {0},
};

static PyType_Slot finder_slots[] = {
    {Py_tp_doc, (void *)"The memory that a search works in, kept from one search to the next."},
    {Py_tp_new, (void *)finder_new},
    {Py_tp_dealloc, (void *)finder_dealloc},
    {Py_tp_methods, finder_methods},
    {0},
};

PyType_Spec finder_spec = {
    .name = "sepal._core.Finder",
    .basicsize = sizeof(finder_object),
    .flags = Py_TPFLAGS_DEFAULT,
    .slots = finder_slots,
};
