/* core.h — what the files of the extension module share. The module is a thin layer: it takes buffers of the right type and length
 * (python/sepal/ makes them), releases the interpreter's lock, and calls the library. It is compiled for Python's limited interface,
 * so that one binary serves Python 3.11 and all later versions. */
#ifndef SEPAL_PYTHON_CORE_H
#define SEPAL_PYTHON_CORE_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <sepal/sepal.h>
#include <stdbool.h>

/* A contiguous array of `count` items of `size` bytes, as found in a Python buffer. */
typedef struct array {
    Py_buffer view;
    size_t count;
} array;

/* Columns: `count` one-dimensional float arrays of one length and one stride (in floats), at most COLUMNS_MOST. None is a NULL
 * pointer. */
enum { COLUMNS_MOST = 20 };
typedef struct columns {
    Py_buffer views[COLUMNS_MOST];
    const float *at[COLUMNS_MOST];
    size_t used, rows, stride;
    uint32_t sides; /* of prisms */
} columns;

/* Poses of `count` shapes, as arguments of a method. */
typedef struct poses {
    columns columns;
    array far[3]; /* positions in double, a coordinate each, or nothing */
    double origin[3];
    union {
        sepal_poses polys;
        sepal_solid_poses solids;
    } at;
    size_t count;
} poses;

/* When and how shapes are met first: arrays of the answers, of a normal as many as there are dimensions. */
typedef struct hits {
    uint64_t *bits;
    float *time, *normal[3];
    int later; /* of casts: what is hit at time 0 does not count */
} hits;

/* Places models in a world.
 * first: the shape that becomes the first of them; below 0: all shapes are replaced, or those listed.
 * listed: indices into the world, whose models and poses are read; NULL if there is no list. */
typedef sepal_status place_shapes(void *world, Py_ssize_t first, const array *listed, const void *models, const uint32_t *model,
                                  const poses *p, sepal_refusal *refusal);

/* The questions that both kinds of sets answer, for a set of either kind. */
typedef struct set_kind {
    sepal_status (*create)(void **out);
    void (*destroy)(void *set);
    void (*clear)(void *set);
    size_t (*count)(const void *set);
    sepal_status (*radius)(const void *set, uint32_t index, float *radius);
    sepal_status (*remove)(void *set, uint32_t index);
    sepal_status (*replace)(void *set, uint32_t index, const void *from, uint32_t shape);
    size_t (*removed)(const void *set, uint32_t *slots, size_t room);
    sepal_status (*overlap_pairs)(const void *a, const void *b, const sepal_pair *pairs, size_t count, const sepal_rule *rule,
                                  uint64_t *bits);
    sepal_status (*overlap_one)(const void *a, uint32_t index, const void *b, size_t first, size_t count, const sepal_rule *rule,
                                uint64_t *bits);
    sepal_status (*overlap_rows)(const void *a, const void *b, const sepal_row *rows, size_t count, const sepal_rule *rule,
                                 uint64_t *bits);
    /* out: a normal's coordinates, and the depth */
    sepal_status (*mtv_rows)(const void *a, const void *b, const sepal_row *rows, size_t count, const sepal_rule *rule,
                             float *const *out);
    sepal_status (*contains_pairs)(const void *a, const void *b, const sepal_pair *pairs, size_t count, const sepal_rule *rule,
                                   uint64_t *bits);
    sepal_status (*overlap_groups)(const void *a, const sepal_groups *groups_a, const void *b, const sepal_groups *groups_b,
                                   const sepal_pair *pairs, size_t count, const sepal_rule *rule, uint64_t *bits);
    sepal_status (*deepest_groups)(const void *a, const sepal_groups *groups_a, const void *b, const sepal_groups *groups_b,
                                   const sepal_pair *pairs, size_t count, const sepal_rule *rule, sepal_pair *parts, float *depth);
    /* directions: as many columns as there are coordinates, without gaps */
    sepal_status (*push_along_groups)(const void *a, const sepal_groups *groups_a, const void *b, const sepal_groups *groups_b,
                                      const sepal_pair *pairs, size_t count, const columns *directions, float *way);
    /* moves: as of sweep_pairs */
    sepal_status (*first_groups)(const void *a, const sepal_groups *groups_a, const columns *moves_a, const void *b,
                                 const sepal_groups *groups_b, const columns *moves_b, const sepal_pair *pairs, size_t count,
                                 const sepal_rule *rule, sepal_pair *parts, float *time);
    sepal_status (*find_pairs)(sepal_finder *finder, const void *a, const void *b, const sepal_filter *filter,
                               const sepal_rule *rule, size_t room, sepal_pair *pairs, size_t *found);
    sepal_status (*find_each)(sepal_finder *finder, const void *a, const void *b, const sepal_filter *filter,
                              const sepal_rule *rule, sepal_take_pairs *take, void *context);
    sepal_status (*find_near)(sepal_finder *finder, const void *a, const void *b, const sepal_filter *filter, float margin,
                              size_t room, sepal_pair *pairs, size_t *found);
    sepal_status (*find_build)(sepal_finder *finder, const void *b);
    sepal_status (*find_range)(sepal_finder *finder, const void *a, size_t first, size_t count, const sepal_filter *filter,
                               const sepal_rule *rule, size_t room, sepal_pair *pairs, size_t *found);
    sepal_status (*find_at)(sepal_finder *finder, const columns *points, const sepal_filter *filter, const sepal_rule *rule,
                            size_t room, sepal_pair *pairs, size_t *found);
    sepal_status (*find_in)(sepal_finder *finder, const float *low, const float *high, const sepal_filter *filter,
                            const sepal_rule *rule, size_t room, uint32_t *shapes, size_t *found);
    sepal_status (*find_nearest)(sepal_finder *finder, const void *a, size_t first, size_t count, size_t k,
                                 const sepal_filter *filter, float limit, uint32_t *nearest, float *distance);
    sepal_status (*find_list)(sepal_finder *finder, const void *a, const uint32_t *shapes, size_t count, const sepal_filter *filter,
                              const sepal_rule *rule, size_t room, sepal_pair *pairs, size_t *found);
    sepal_status (*find_keep)(sepal_finder *finder, const void *b, float slack);
    sepal_status (*find_update)(sepal_finder *finder, const uint32_t *shapes, size_t count);
    sepal_status (*find_kept)(sepal_finder *finder, const sepal_filter *filter, const sepal_rule *rule, size_t room,
                              sepal_pair *pairs, size_t *found);
    sepal_status (*find_near_kept)(sepal_finder *finder, const sepal_filter *filter, float margin, size_t room, sepal_pair *pairs,
                                   size_t *found);
    /* moves: a column for each dimension, or none at rest; rays: those of the origins, then those of the moves. */
    sepal_status (*sweep_pairs)(const void *a, const columns *moves_a, const void *b, const columns *moves_b,
                                const sepal_pair *pairs, size_t count, const sepal_rule *rule, const hits *out);
    sepal_status (*cast_rays)(sepal_finder *finder, const columns *rays, const sepal_filter *filter, const sepal_rule *rule,
                              uint32_t *shape, const hits *out);
    sepal_status (*cast_each)(sepal_finder *finder, const columns *rays, float limit, const sepal_filter *filter,
                              const sepal_rule *rule, sepal_take_hit *take, void *context);
    sepal_status (*cast_shapes)(sepal_finder *finder, const void *a, const columns *moves, const sepal_filter *filter,
                                const sepal_rule *rule, uint32_t *shape, const hits *out);
    bool (*poses_get)(poses *out, PyObject *const *args); /* reads `pose_arguments` arguments */
    place_shapes *place;
    sepal_status (*first_hit)(const void *models, uint32_t model, const poses *p, const void *obstacles, const sepal_rule *rule,
                              void *world, size_t *first);
    Py_ssize_t pose_arguments;
    size_t dimension; /* coordinates of a point */
} set_kind;

/* A set as Python sees it. Threads that run without the interpreter's lock may read one set together; `readers` counts them and
 * `writers` is 1 while one changes it. `version` is a number that no other set has, and that this set never has again once it was
 * changed: so a tree with the version of a set is the tree of this set as it is. All of them change only under the lock. */
typedef struct set_object {
    PyObject_HEAD const set_kind *kind; /* PyObject_HEAD brings its semicolon */
    void *set;
    Py_ssize_t readers, writers;
    uint64_t version;
    bool is_double;   /* whether it is a set of polygons whose vertices are doubles */
    double origin[2]; /* that of such a set */
} set_object;

extern const set_kind polys_kind, solids_kind;
extern PyType_Spec set_spec, polys_spec, solids_spec, finder_spec, mesh_spec;
extern PyTypeObject *set_type, *polys_type, *solids_type, *finder_type,
    *mesh_type; /* made from the specs when the module is first imported */

/* --- core_set.c */

PyObject *set_new(PyTypeObject *type, const set_kind *kind);
void set_dealloc(PyObject *self);

/* The set of an object, if it is a `type`; else NULL and a TypeError that says what the object is. */
set_object *set_of(PyObject *object, PyTypeObject *type);

/* The set of an object, if it is of the kind of another set. */
set_object *set_like(PyObject *object, const set_object *other);

/* Marks a set as read or changed; false and a RuntimeError where another thread is in the way. */
bool set_begin_reading(set_object *set);
void set_end_reading(set_object *set);
bool set_begin_changing(set_object *set);
void set_end_changing(set_object *set);

/* The statuses that Python code does not look into: true for SEPAL_OK, else false with MemoryError or SystemError set. */
bool status_is_ok(sepal_status status);

/* Raises TypeError for SEPAL_BAD_KIND in a question about two sets, and says what to do. */
void raise_bad_kind(const set_object *a, const set_object *b);

/* Whether such a question was answered, as True or False; NULL and what raise_bad_kind raises. */
PyObject *answered(const set_object *a, const set_object *b, sepal_status status);

/* The size of a coordinate of a set. */
size_t coordinate_size(const set_object *set);

/* The answer to a call that takes all shapes or none: None for SEPAL_OK, (index, reason) for SEPAL_BAD_SHAPE; else NULL with
 * MemoryError or SystemError set. */
PyObject *refused(sepal_status status, const sepal_refusal *refusal);

/* Groups from an argument: offsets, which the caller releases, or None for a group of each shape. False and an exception if it is
 * neither. */
bool groups_get(sepal_groups *out, array *offsets, PyObject *object);

/* --- core_buffers.c: arguments */

/* Fills an array; false and an exception if the object is no contiguous buffer, or not of whole items, or not writable though it
 * is asked to be. Released by array_release, which allows an array that is all zero. */
bool array_get(array *out, PyObject *object, size_t size, bool writable);
void array_release(array *arrays, size_t count);

/* Takes `count` objects, at most COLUMNS_MOST, of which each is an array or None. */
bool columns_get(columns *out, PyObject *const *objects, size_t count);
void columns_release(columns *out);

/* Whether there are `wanted` arguments; else false and a TypeError. */
bool has_arguments(Py_ssize_t given, Py_ssize_t wanted);

/* Reads a rule from two arguments, touching (True or False, of Python or of NumPy) and margin (a number). */
bool rule_get(sepal_rule *out, PyObject *set, PyObject *touching, PyObject *margin);

/* --- core_fill.c: methods that add shapes. They return what refused() makes of the library's answer; a set that is refused a shape is
 * as it was. */

/* Takes `wanted` arguments as columns, each row of which makes a shape. */
typedef sepal_status (*add_rows)(void *set, const columns *rows, sepal_refusal *refusal);
PyObject *set_fill(PyObject *self, PyObject *const *args, Py_ssize_t given, Py_ssize_t wanted, add_rows add);

/* Makes a shape of each row of columns that were taken, and releases them. */
PyObject *set_fill_rows(set_object *set, columns *rows, add_rows add);

/* The points of shapes, one shape after the other: shape k has the points first[k] .. first[k+1]-1. */
typedef struct outlines {
    const void *at[3]; /* x, y and, in space, z: floats, or doubles for a set of these */
    bool is_double;
    const uint32_t *first;
    size_t shapes;
    const void *radius; /* of the type of the coordinates; NULL = 0 */
} outlines;

/* Takes the coordinates of all points, a contiguous array for each dimension, then offsets, then the radii or None. */
typedef sepal_status (*add_outlines)(void *set, const outlines *outlines, sepal_refusal *refusal);
PyObject *set_fill_outlines(PyObject *self, PyObject *const *args, Py_ssize_t given, add_outlines add);

/* --- core_asked.c: questions about pairs */

/* So many pairs are asked about at once where answers are bits: these fit the stack, and stay in the first cache until they are
 * bytes. A multiple of 64, large enough that the library sorts its work well. */
enum { BATCH = 16384 };

/* An array of answers: `number` values of `size` bytes for each pair. */
typedef struct per_pair {
    size_t size, number;
} per_pair;

enum { ASKED_MOST = 10 };
typedef struct asked {
    set_object *a, *b;
    array pairs, out[ASKED_MOST];
} asked;

/* Takes the arguments of a question of `self` about another set of its kind, and marks both sets as read; false and an exception
 * if something is wrong. out: `count` objects for the answers. */
bool asked_begin(asked *q, PyObject *self, PyObject *other, PyObject *pairs, PyObject *const *out, const per_pair *answers,
                 size_t count);

/* Releases all that, and returns whether the status is SEPAL_OK. */
PyObject *asked_end(asked *q, sepal_status status);

/* --- core_moving.c */

/* _sweep_pairs(other, pairs, touching, margin, the moves of self, those of other, meet, time, normal): of each vector a column for each
 * dimension. */
PyObject *set_sweep_pairs(PyObject *self, PyObject *const *args, Py_ssize_t given);

/* _push_along_groups(other, offsets of self or None, offsets of other or None, pairs, each coordinate of the directions, way) */
PyObject *set_push_along_groups(PyObject *self, PyObject *const *args, Py_ssize_t given);

/* _deepest_groups(other, offsets of self or None, offsets of other or None, pairs, margin, parts, depth)
 * _first_groups(other, offsets of self or None, offsets of other or None, pairs, touching, margin, the moves of self, those of other,
 * parts, time): moves as of _sweep_pairs */
PyObject *set_deepest_groups(PyObject *self, PyObject *const *args, Py_ssize_t given);
PyObject *set_first_groups(PyObject *self, PyObject *const *args, Py_ssize_t given);

/* _contains_groups(other, offsets of self or None, offsets of other or None, pairs, out): of polygons; in core_set.c */
PyObject *polys_contains_groups(PyObject *self, PyObject *const *args, Py_ssize_t given);

/* --- core_place.c: poses */

PyObject *set_place(PyObject *self, PyObject *const *args, Py_ssize_t given);
PyObject *set_first_hit(PyObject *self, PyObject *const *args, Py_ssize_t given);

/* Takes the arguments of poses: `wanted` columns, which begin with a coordinate for each dimension; the same coordinates in double, or
 * None for each (or those in the columns are None); and the origin of these. False and an exception if something is wrong. */
bool poses_take(poses *p, PyObject *const *args, size_t wanted, size_t dimension);

/* Releases what it took. */
void poses_release(poses *p);

/* --- core_polys_place.c: the poses of polygons: the columns x, y, cosine and sine; x and y in double; their origin */

enum { POLYS_POSE_COLUMNS = 4, POLYS_POSE_ARGUMENTS = POLYS_POSE_COLUMNS + 2 * 2 };
bool polys_poses_get(poses *p, PyObject *const *args);
place_shapes polys_place;
sepal_status polys_first_hit(const void *models, uint32_t model, const poses *p, const void *obstacles, const sepal_rule *rule,
                             void *world, size_t *first);

/* --- core_solids_place.c: the poses of solids: the columns x, y, z, and the thirteen of a rotation; x, y and z in double; their
 * origin */

enum { SOLIDS_POSE_COLUMNS = 16, SOLIDS_POSE_ARGUMENTS = SOLIDS_POSE_COLUMNS + 2 * 3 };
bool solids_poses_get(poses *p, PyObject *const *args);
place_shapes solids_place;
sepal_status solids_first_hit(const void *models, uint32_t model, const poses *p, const void *obstacles, const sepal_rule *rule,
                              void *world, size_t *first);

/* --- core_slots.c: methods, with their arguments as stated there */

PyObject *set_remove(PyObject *self, PyObject *number);
PyObject *set_replace(PyObject *self, PyObject *const *args, Py_ssize_t given);
PyObject *set_removed(PyObject *self, PyObject *object);

/* --- core_bits.c */

/* Makes the table that the next function reads; called when the module is imported. */
void bits_prepare(void);

/* Writes bit i of `bits` to out[i] as 0 or 1, for i < count. */
void bits_to_bytes(const uint64_t *bits, size_t count, unsigned char *out);

/* --- core_polys_add.c, core_polys_ask.c, core_polys_doubles.c, core_polys_read.c, core_rows.c: methods, with their arguments as stated there */

PyObject *polys_add_boxes(PyObject *self, PyObject *const *args, Py_ssize_t given);
PyObject *polys_add_circles(PyObject *self, PyObject *const *args, Py_ssize_t given);
PyObject *polys_add_capsules(PyObject *self, PyObject *const *args, Py_ssize_t given);
PyObject *polys_add_rings(PyObject *self, PyObject *const *args, Py_ssize_t given);
PyObject *polys_add_hulls(PyObject *self, PyObject *const *args, Py_ssize_t given);
PyObject *polys_add_concave(PyObject *self, PyObject *const *args, Py_ssize_t given);
PyObject *polys_add_outside(PyObject *self, PyObject *const *args, Py_ssize_t given);
PyObject *polys_add_parts(PyObject *self, PyObject *const *args, Py_ssize_t given);
PyObject *polys_common_pairs(PyObject *self, PyObject *const *args, Py_ssize_t given);
PyObject *polys_common_groups(PyObject *self, PyObject *const *args, Py_ssize_t given);
PyObject *polys_common_polygons(PyObject *self, PyObject *const *args, Py_ssize_t given);
PyObject *polys_areas(PyObject *self, PyObject *const *args, Py_ssize_t given);
PyObject *polys_mtv_pairs(PyObject *self, PyObject *const *args, Py_ssize_t given);
PyObject *polys_nearest_pairs(PyObject *self, PyObject *const *args, Py_ssize_t given);
PyObject *polys_contacts_pairs(PyObject *self, PyObject *const *args, Py_ssize_t given);
PyObject *set_overlap_rows(PyObject *self, PyObject *const *args, Py_ssize_t given);
PyObject *set_mtv_rows(PyObject *self, PyObject *const *args, Py_ssize_t given);
PyObject *polys_common_rows(PyObject *self, PyObject *const *args, Py_ssize_t given);
PyObject *polys_add_boxes_doubles(PyObject *self, PyObject *const *args, Py_ssize_t given);
PyObject *polys_make_doubles(PyObject *self, PyObject *const *args, Py_ssize_t given);
PyObject *polys_origin(PyObject *self, PyObject *unused);
PyObject *polys_rebase(PyObject *self, PyObject *const *args, Py_ssize_t given);
PyObject *polys_update(PyObject *self, PyObject *const *args, Py_ssize_t given);
PyObject *polys_sizes(PyObject *self, PyObject *object);
PyObject *polys_points(PyObject *self, PyObject *number);
PyObject *polys_rings(PyObject *self, PyObject *const *args, Py_ssize_t given);

/* --- core_polys_read.c: the vertices of a shape, floats or doubles; their number is 0 where it was removed */

sepal_status polys_vertices(const set_object *set, size_t index, const void **x, const void **y, size_t *count);

/* --- core_arrow.c: a function of the module, with its arguments as stated there */

PyObject *export_wkb(PyObject *self, PyObject *args);

/* --- core_wkb.c: a function of the module, with its argument as stated there */

PyObject *read_wkb(PyObject *self, PyObject *list);

/* --- core_solids_add.c, core_solids_read.c: methods, with their arguments as stated there */

PyObject *solids_add_boxes(PyObject *self, PyObject *const *args, Py_ssize_t given);
PyObject *solids_add_spheres(PyObject *self, PyObject *const *args, Py_ssize_t given);
PyObject *solids_add_capsules(PyObject *self, PyObject *const *args, Py_ssize_t given);
PyObject *solids_add_prisms(PyObject *self, PyObject *const *args, Py_ssize_t given);
PyObject *solids_add_parallelepipeds(PyObject *self, PyObject *const *args, Py_ssize_t given);
PyObject *solids_add_hulls(PyObject *self, PyObject *const *args, Py_ssize_t given);
PyObject *solids_add_cores(PyObject *self, PyObject *const *args, Py_ssize_t given);
PyObject *solids_update(PyObject *self, PyObject *const *args, Py_ssize_t given);
PyObject *solids_points(PyObject *self, PyObject *number);
PyObject *solids_sizes(PyObject *self, PyObject *const *args, Py_ssize_t given);
PyObject *solids_cores(PyObject *self, PyObject *const *args, Py_ssize_t given);

/* Rotations from thirteen columns, at .. at + 12: a quaternion w, x, y, z, and the nine entries of a matrix. */
sepal_solid_turns turns_of(const columns *c, size_t at);

#endif
