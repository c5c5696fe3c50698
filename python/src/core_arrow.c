/* core_arrow.c — columns of geometries that others read by the Arrow PyCapsule interface, encoded as GeoArrow's extension type
 * geoarrow.wkb says: values of well-known binary.
 *
 * The structures are those of the Arrow C data interface. What they point to is allocated here, and released without the interpreter,
 * so that whoever takes them over may release them in any thread and at any time. */
#include "core.h"

#include <stdlib.h>
#include <string.h>

enum { ARROW_IS_NULLABLE = 2 };

typedef struct arrow_schema {
    const char *format, *name, *metadata;
    int64_t flags, n_children;
    struct arrow_schema **children, *dictionary;
    void (*release)(struct arrow_schema *schema);
    void *private_data;
} arrow_schema;

typedef struct arrow_array {
    int64_t length, null_count, offset, n_buffers, n_children;
    const void **buffers;
    struct arrow_array **children, *dictionary;
    void (*release)(struct arrow_array *array);
    void *private_data;
} arrow_array;

static const char SCHEMA_NAME[] = "arrow_schema", ARRAY_NAME[] = "arrow_array"; /* of capsules, which keep the pointer */

static void release_schema(arrow_schema *schema) {
    free(schema->private_data);
    schema->release = NULL;
}

static void release_array(arrow_array *values) {
    free(values->private_data);
    values->release = NULL;
}

/* Who takes a structure over sets its `release` to NULL. */
static void destroy_schema(PyObject *capsule) {
    arrow_schema *schema = PyCapsule_GetPointer(capsule, SCHEMA_NAME);
    if (schema->release != NULL)
        schema->release(schema);
    free(schema);
}

static void destroy_array(PyObject *capsule) {
    arrow_array *values = PyCapsule_GetPointer(capsule, ARRAY_NAME);
    if (values->release != NULL)
        values->release(values);
    free(values);
}

static unsigned char *put(unsigned char *at, const void *from, size_t size) {
    if (size > 0)
        memcpy(at, from, size);
    return at + size;
}

/* Metadata: how many keys there are; then of each the length of the key, the key, the length of its value, and the value. */
static PyObject *make_schema(bool is_large) {
    static const char key[] = "ARROW:extension:name", value[] = "geoarrow.wkb";
    const int32_t keys = 1, key_size = sizeof key - 1, value_size = sizeof value - 1;
    arrow_schema *schema = malloc(sizeof *schema);
    unsigned char *metadata = malloc(sizeof(int32_t) * 3 + sizeof key - 1 + sizeof value - 1), *at = metadata;
    if (schema == NULL || metadata == NULL) {
        free(schema);
        free(metadata);
        return PyErr_NoMemory();
    }
    at = put(at, &keys, sizeof keys);
    at = put(at, &key_size, sizeof key_size);
    at = put(at, key, sizeof key - 1);
    at = put(at, &value_size, sizeof value_size);
    put(at, value, sizeof value - 1);
    *schema = (arrow_schema){
        .format = is_large ? "Z" : "z",
        .name = "geometry",
        .metadata = (const char *)metadata,
        .flags = ARROW_IS_NULLABLE,
        .release = release_schema,
        .private_data = metadata,
    };
    PyObject *capsule = PyCapsule_New(schema, SCHEMA_NAME, destroy_schema);
    if (capsule == NULL) {
        release_schema(schema);
        free(schema);
    }
    return capsule;
}

/* One block has the pointers to the buffers, where values begin, and the bytes of all. */
static PyObject *make_array(const unsigned char *bytes, const int64_t *begin, size_t count, bool is_large) {
    enum { BUFFERS = 3 };
    const size_t size = (size_t)begin[count], width = is_large ? sizeof(int64_t) : sizeof(int32_t);
    arrow_array *values = malloc(sizeof *values);
    const void **buffers = malloc(BUFFERS * sizeof *buffers + width * (count + 1) + size);
    if (values == NULL || buffers == NULL) {
        free(values);
        free(buffers);
        return PyErr_NoMemory();
    }
    unsigned char *at = (unsigned char *)(buffers + BUFFERS);
    buffers[0] = NULL; /* no value is missing */
    buffers[1] = at;
    for (size_t k = 0; k <= count; k++) {
        const int32_t narrow = (int32_t)begin[k];
        at = is_large ? put(at, &begin[k], sizeof begin[k]) : put(at, &narrow, sizeof narrow);
    }
    buffers[2] = at;
    put(at, bytes, size);
    *values = (arrow_array){
        .length = (int64_t)count,
        .n_buffers = BUFFERS,
        .buffers = buffers,
        .release = release_array,
        .private_data = buffers,
    };
    PyObject *capsule = PyCapsule_New(values, ARRAY_NAME, destroy_array);
    if (capsule == NULL) {
        release_array(values);
        free(values);
    }
    return capsule;
}

/* export_wkb(bytes, begins, is_large): two capsules, of the schema and of the array of a column. begins: int64, where each value begins
 * in the bytes, and where the last ends; those of a column that is not large are int32 in it. */
PyObject *export_wkb(PyObject *self, PyObject *args) {
    (void)self;
    PyObject *given[2], *schema = NULL, *values = NULL, *result = NULL;
    int is_large;
    array bytes = {0}, begins = {0};
    if (!PyArg_ParseTuple(args, "OOp", &given[0], &given[1], &is_large))
        return NULL;
    if (array_get(&bytes, given[0], 1, false) && array_get(&begins, given[1], sizeof(int64_t), false)) {
        const int64_t *begin = begins.view.buf;
        bool agree = begins.count > 0 && begin[0] == 0 && (uint64_t)begin[begins.count - 1] == bytes.count;
        for (size_t k = 0; agree && k + 1 < begins.count; k++)
            agree = begin[k] <= begin[k + 1];
        if (!agree || (!is_large && bytes.count > INT32_MAX))
            PyErr_SetString(PyExc_ValueError, "ascending offsets into all bytes are expected");
        else if ((schema = make_schema(is_large)) != NULL &&
                 (values = make_array(bytes.view.buf, begin, begins.count - 1, is_large)) != NULL)
            result = PyTuple_Pack(2, schema, values);
    }
    Py_XDECREF(schema);
    Py_XDECREF(values);
    array_release(&bytes, 1);
    array_release(&begins, 1);
    return result;
}
