/* core_wkb.c — geometries as well-known binary (WKB), the form in which databases, files and Shapely give whole columns of them.
 *
 * OpenGIS Implementation Standard for Geographic information, Simple feature access, part 1 (OGC 06-103r4), clause 8; Z, M and SRID as
 * that standard and PostGIS mark them. Geometries are points, lines and polygons, their collections, and collections of these. */
#include "core.h"

#include <string.h>

enum { POINT = 1, LINE = 2, POLYGON = 3, LAST_COLLECTION = 7, DEEPEST = 32 };
enum { IS_NOT_READ = 255 }; /* the kind of what is no WKB, or of another kind */

typedef struct reader {
    const unsigned char *at, *end;
    bool is_swapped;
} reader;

/* What was read: `pieces` points, lines and polygons, which have `rings` lists of points. A point and a line have one list; of a
 * polygon they are its outline and its holes, without the last point, which repeats the first. Arrays are NULL while they are counted;
 * ring_first and point_first receive where the lists of a piece and the points of a list begin. A collection without members is a piece
 * without lists, as a polygon without an outline is. */
typedef struct flat {
    size_t pieces, rings, points;
    unsigned char *kind;
    uint32_t *ring_first, *point_first;
    double *xy;
} flat;

static bool take(reader *r, void *out, size_t size) {
    if ((size_t)(r->end - r->at) < size)
        return false;
    unsigned char *bytes = out;
    for (size_t k = 0; k < size; k++)
        bytes[k] = r->at[r->is_swapped ? size - 1 - k : k];
    r->at += size;
    return true;
}

/* A list of points, each of `numbers` coordinates, of which the first two are kept. */
static bool take_points(reader *r, flat *out, size_t count, size_t numbers, bool is_closed) {
    if ((size_t)(r->end - r->at) / (numbers * sizeof(double)) < count)
        return false;
    const unsigned char *first = r->at, *last = first + (count - (count > 0)) * numbers * sizeof(double);
    size_t kept = is_closed && count > 1 && memcmp(first, last, 2 * sizeof(double)) == 0 ? count - 1 : count;
    if (out->xy != NULL) {
        out->point_first[out->rings] = (uint32_t)out->points;
        for (size_t k = 0; k < kept; k++) {
            reader point = {first + k * numbers * sizeof(double), r->end, r->is_swapped};
            take(&point, &out->xy[2 * (out->points + k)], sizeof(double));
            take(&point, &out->xy[2 * (out->points + k) + 1], sizeof(double));
        }
    }
    r->at += count * numbers * sizeof(double);
    out->rings++;
    out->points += kept;
    return true;
}

static void begin_piece(flat *out, unsigned char kind) {
    if (out->xy != NULL) {
        out->kind[out->pieces] = kind;
        out->ring_first[out->pieces] = (uint32_t)out->rings;
    }
    out->pieces++;
}

/* A point without coordinates has NaN in their place. */
static bool take_point(reader *r, flat *out, size_t numbers) {
    reader ahead = *r;
    double x;
    if (!take(&ahead, &x, sizeof x) || (size_t)(r->end - r->at) < numbers * sizeof x)
        return false;
    if (x == x)
        return take_points(r, out, 1, numbers, false);
    r->at += numbers * sizeof x;
    return take_points(r, out, 0, numbers, false);
}

static bool take_geometry(reader *r, flat *out, unsigned *kind, int depth) {
    static const uint16_t one = 1;
    const bool is_little_here = *(const unsigned char *)&one == 1;
    unsigned char order;
    uint32_t type, count, srid;
    r->is_swapped = false;
    if (depth > DEEPEST || !take(r, &order, 1) || order > 1)
        return false;
    r->is_swapped = (order == 1) != is_little_here;
    if (!take(r, &type, sizeof type) || ((type & 0x20000000) != 0 && !take(r, &srid, sizeof srid)))
        return false;
    const uint32_t base = type & 0x1fffffff, thousands = base / 1000;
    const size_t z = (type & 0x80000000) != 0 || thousands == 1 || thousands == 3, m = (type & 0x40000000) != 0 || thousands >= 2;
    const size_t numbers = 2 + z + m;
    *kind = base % 1000;
    if (thousands > 3 || *kind < POINT || *kind > LAST_COLLECTION)
        return false;
    if (*kind <= POLYGON)
        begin_piece(out, (unsigned char)*kind);
    if (*kind == POINT)
        return take_point(r, out, numbers);
    if (!take(r, &count, sizeof count))
        return false;
    if (*kind == LINE)
        return take_points(r, out, count, numbers, false);
    if (*kind > POLYGON && count == 0)
        begin_piece(out, (unsigned char)*kind);
    const bool is_polygon = *kind == POLYGON, is_swapped = r->is_swapped;
    for (uint32_t k = 0; k < count; k++) {
        uint32_t points;
        unsigned member;
        r->is_swapped = is_swapped; /* members have an order of their own */
        if (is_polygon ? !take(r, &points, sizeof points) || !take_points(r, out, points, numbers, true)
                       : !take_geometry(r, out, &member, depth + 1))
            return false;
    }
    return true;
}

/* Reads one object of the list, if it is bytes; its kind, or IS_NOT_READ, and then `out` is as it was. */
static unsigned char take_object(PyObject *object, flat *out) {
    char *text;
    Py_ssize_t size;
    unsigned kind = IS_NOT_READ;
    const flat before = *out;
    if (!PyBytes_Check(object) || PyBytes_AsStringAndSize(object, &text, &size) != 0)
        return IS_NOT_READ;
    reader r = {(const unsigned char *)text, (const unsigned char *)text + size, false};
    if (take_geometry(&r, out, &kind, 0))
        return (unsigned char)kind;
    *out = before;
    return IS_NOT_READ;
}

/* read_wkb(list of bytes): six buffers: the kind of each geometry, or 255; where its pieces begin, uint32, and one number more; the kind
 * of each piece; where its lists of points begin, and one more; where the points of each list begin, and one more; and x and y of all
 * points in turn, float64. */
PyObject *read_wkb(PyObject *self, PyObject *list) {
    (void)self;
    if (!PyList_Check(list)) {
        PyErr_SetString(PyExc_TypeError, "a list is expected");
        return NULL;
    }
    const size_t count = (size_t)PyList_Size(list);
    PyObject *buffers[6] = {PyByteArray_FromStringAndSize(NULL, (Py_ssize_t)count)};
    if (buffers[0] == NULL)
        return NULL;
    unsigned char *kind = (unsigned char *)PyByteArray_AsString(buffers[0]);
    flat sizes = {0};
    for (size_t i = 0; i < count; i++)
        kind[i] = take_object(PyList_GetItem(list, (Py_ssize_t)i), &sizes);
    bool is_whole = sizes.points < UINT32_MAX && sizes.rings < UINT32_MAX && sizes.pieces < UINT32_MAX;
    if (!is_whole)
        PyErr_NoMemory();
    const size_t bytes[6] = {count,
                             sizeof(uint32_t) * (count + 1),
                             sizes.pieces,
                             sizeof(uint32_t) * (sizes.pieces + 1),
                             sizeof(uint32_t) * (sizes.rings + 1),
                             2 * sizeof(double) * sizes.points};
    for (size_t k = 1; k < 6 && is_whole; k++)
        is_whole = (buffers[k] = PyByteArray_FromStringAndSize(NULL, (Py_ssize_t)bytes[k])) != NULL;
    if (is_whole) {
        uint32_t *piece_first = (void *)PyByteArray_AsString(buffers[1]);
        flat out = {
            .kind = (unsigned char *)PyByteArray_AsString(buffers[2]),
            .ring_first = (void *)PyByteArray_AsString(buffers[3]),
            .point_first = (void *)PyByteArray_AsString(buffers[4]),
            .xy = (void *)PyByteArray_AsString(buffers[5]),
        };
        for (size_t i = 0; i < count; i++) {
            piece_first[i] = (uint32_t)out.pieces;
            if (kind[i] != IS_NOT_READ) /* what ends early has no room */
                take_object(PyList_GetItem(list, (Py_ssize_t)i), &out);
        }
        piece_first[count] = (uint32_t)out.pieces;
        out.ring_first[out.pieces] = (uint32_t)out.rings;
        out.point_first[out.rings] = (uint32_t)out.points;
    }
    PyObject *result = is_whole ? PyTuple_Pack(6, buffers[0], buffers[1], buffers[2], buffers[3], buffers[4], buffers[5]) : NULL;
    for (size_t k = 0; k < 6; k++)
        Py_XDECREF(buffers[k]);
    return result;
}
