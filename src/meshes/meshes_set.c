/* meshes_set.c — meshes: memory, filling, and the ways out. */
#include "../core/arithmetic.h"

#include "../core/fpstate.h"
#include "../core/memory.h"
#include "../core/refusal.h"
#include "mesh.h"
#include <string.h>

/* Numbers of corners have to fit 32 bits, and so does SEPAL_NO_SHAPE. */
enum { MOST_TRIANGLES = 1 << 30 };

static size_t at_least_one(size_t count) {
    return count > 0 ? count : 1;
}

sepal_status sepal_mesh_create(const sepal_allocator *allocator, sepal_mesh **out) {
    if (allocator == NULL)
        allocator = &sepal_c_allocator;
    if (out == NULL || allocator->allocate == NULL || allocator->release == NULL)
        return SEPAL_BAD_ARGUMENT;
    sepal_mesh *mesh = sepal_memory_take(allocator, 1, sizeof *mesh);
    if (mesh == NULL)
        return SEPAL_NO_MEMORY;
    *mesh = (sepal_mesh){.allocator = *allocator};
    *out = mesh;
    return SEPAL_OK;
}

void sepal_mesh_release(sepal_mesh *mesh) {
    const sepal_allocator *from = &mesh->allocator;
    sepal_field_release(from, mesh->field);
    sepal_memory_release(from, mesh->point, 3 * at_least_one(mesh->vertices), sizeof *mesh->point);
    sepal_memory_release(from, mesh->corner, 3 * at_least_one(mesh->count), sizeof *mesh->corner);
    sepal_memory_release(from, mesh->kinds, at_least_one(mesh->count), sizeof *mesh->kinds);
    sepal_memory_release(from, mesh->star_first, mesh->vertices + 1, sizeof *mesh->star_first);
    sepal_memory_release(from, mesh->star, at_least_one(mesh->star_count), sizeof *mesh->star);
    sepal_memory_release(from, mesh->facets, mesh->count, sizeof *mesh->facets);
    sepal_memory_release(from, mesh->nodes, mesh->node_count, sizeof *mesh->nodes);
    sepal_memory_release(from, mesh->ids, mesh->count, sizeof *mesh->ids);
}

void sepal_mesh_destroy(sepal_mesh *mesh) {
    if (mesh == NULL)
        return;
    sepal_allocator allocator = mesh->allocator;
    sepal_mesh_release(mesh);
    sepal_memory_release(&allocator, mesh, 1, sizeof *mesh);
}

/* --- Filling ------------------------------------------------------------------------------------ */

/* What is given, with strides that are not 0. */
typedef struct given_triangles {
    const float *coordinate[3];
    const uint32_t *corner[3];
    size_t stride, corner_stride, vertices, count;
} given_triangles;

static bool is_finite_vertex(const given_triangles *given, uint32_t vertex) {
    const size_t at = vertex * given->stride;
    return isfinite(given->coordinate[0][at]) && isfinite(given->coordinate[1][at]) && isfinite(given->coordinate[2][at]);
}

static const char *refuse_triangle(const given_triangles *given, size_t triangle) {
    for (int k = 0; k < 3; k++)
        if (given->corner[k][triangle * given->corner_stride] >= given->vertices)
            return SEPAL_NO_VERTEX;
    for (int k = 0; k < 3; k++)
        if (!is_finite_vertex(given, given->corner[k][triangle * given->corner_stride]))
            return SEPAL_NOT_FINITE;
    return NULL;
}

/* The words of a vertex as it is stored: adding 0 makes -0 to 0. */
static void read_vertex(const given_triangles *given, size_t vertex, float out[3]) {
    for (int k = 0; k < 3; k++)
        out[k] = given->coordinate[k][vertex * given->stride] + 0.0F;
}

static size_t hash_of_vertex(const float at[3]) {
    uint32_t word[3];
    memcpy(word, at, sizeof word);
    uint64_t mixed = ((uint64_t)word[0] << 32 | word[1]) * 0x9e3779b97f4a7c15U;
    mixed = (mixed ^ mixed >> 29 ^ word[2]) * 0xbf58476d1ce4e5b9U;
    return (size_t)(mixed ^ mixed >> 32);
}

/* Numbers the vertices that triangles have, equal ones alike, and writes points and corners. number: of each vertex that is given, not 0
 * where a triangle has it; receives the numbers. table: `slots` places, a power of two, more than the vertices. */
static void weld(const given_triangles *given, uint32_t *number, uint32_t *table, size_t slots, sepal_mesh *made) {
    for (size_t k = 0; k < slots; k++)
        table[k] = UINT32_MAX;
    for (size_t v = 0; v < given->vertices; v++) {
        if (number[v] == 0)
            continue;
        float at[3];
        read_vertex(given, v, at);
        size_t slot = hash_of_vertex(at) & (slots - 1);
        while (table[slot] != UINT32_MAX && memcmp(made->point + 3 * (size_t)table[slot], at, sizeof at) != 0)
            slot = (slot + 1) & (slots - 1);
        if (table[slot] == UINT32_MAX) {
            table[slot] = (uint32_t)made->vertices;
            memcpy(made->point + 3 * made->vertices++, at, sizeof at);
        }
        number[v] = table[slot];
    }
    for (size_t i = 0; i < given->count; i++)
        for (size_t k = 0; k < 3; k++)
            made->corner[3 * i + k] = number[given->corner[k][i * given->corner_stride]];
}

/* Marks the vertices that triangles have by 1, others by 0. Returns how many there are. */
static size_t mark_vertices(const given_triangles *given, uint32_t *mark) {
    size_t used = 0;
    for (size_t v = 0; v < given->vertices; v++)
        mark[v] = 0;
    for (size_t i = 0; i < given->count; i++)
        for (int k = 0; k < 3; k++) {
            uint32_t *of = &mark[given->corner[k][i * given->corner_stride]];
            used += *of == 0;
            *of = 1;
        }
    return used;
}

/* The points, cut to the vertices that there are. */
static sepal_status cut_points(sepal_mesh *made, size_t room) {
    if (made->vertices == room)
        return SEPAL_OK;
    float *cut = sepal_memory_take(&made->allocator, 3 * at_least_one(made->vertices), sizeof *cut);
    if (cut != NULL)
        memcpy(cut, made->point, 3 * made->vertices * sizeof *cut);
    sepal_memory_release(&made->allocator, made->point, 3 * at_least_one(room), sizeof *made->point);
    made->point = cut;
    return cut != NULL ? SEPAL_OK : SEPAL_NO_MEMORY;
}

/* Points and corners. What `made` has can be released, whatever is returned. */
static sepal_status take_triangles(const given_triangles *given, sepal_mesh *made) {
    const sepal_allocator *from = &made->allocator;
    sepal_status status = SEPAL_NO_MEMORY;
    uint32_t *number = sepal_memory_take(from, at_least_one(given->vertices), sizeof *number), *table = NULL;
    size_t slots = 1, used = 0;
    if (number != NULL) {
        used = mark_vertices(given, number);
        while (slots < 2 * used)
            slots *= 2;
        table = sepal_memory_take(from, slots, sizeof *table);
    }
    if (table != NULL) {
        made->point = sepal_memory_take(from, 3 * at_least_one(used), sizeof *made->point);
        made->corner = sepal_memory_take(from, 3 * at_least_one(given->count), sizeof *made->corner);
        made->count = given->count;
        if (made->point != NULL && made->corner != NULL) {
            weld(given, number, table, slots, made);
            status = cut_points(made, used);
        } else {
            sepal_memory_release(from, made->point, 3 * at_least_one(used), sizeof *made->point);
            made->point = NULL;
        }
    }
    sepal_memory_release(from, number, at_least_one(given->vertices), sizeof *number);
    sepal_memory_release(from, table, slots, sizeof *table);
    return status;
}

sepal_status sepal_mesh_fill(sepal_mesh *mesh, const sepal_triangles *triangles, size_t count, sepal_mesh_rim rim,
                             sepal_refusal *refusal) {
    if (mesh == NULL || triangles == NULL || (rim != SEPAL_RIM_ENDS && rim != SEPAL_RIM_GOES_ON))
        return SEPAL_BAD_ARGUMENT;
    if (count > 0 && (triangles->x == NULL || triangles->y == NULL || triangles->z == NULL || triangles->a == NULL ||
                      triangles->b == NULL || triangles->c == NULL))
        return SEPAL_BAD_ARGUMENT;
    if (count > MOST_TRIANGLES)
        return SEPAL_NO_MEMORY;
    const given_triangles given = {{triangles->x, triangles->y, triangles->z},
                                   {triangles->a, triangles->b, triangles->c},
                                   triangles->stride == 0 ? 1 : triangles->stride,
                                   triangles->corner_stride == 0 ? 1 : triangles->corner_stride,
                                   triangles->vertices,
                                   count};
    const char *reason = NULL;
    sepal_fpstate callers = sepal_fpstate_enter();
    for (size_t i = 0; i < count && reason == NULL; i++) {
        reason = refuse_triangle(&given, i);
        if (reason != NULL)
            sepal_refuse(refusal, i, reason);
    }
    sepal_status status = reason == NULL ? SEPAL_OK : SEPAL_BAD_SHAPE;
    sepal_mesh made = {.allocator = mesh->allocator, .rim = rim};
    if (status == SEPAL_OK)
        status = take_triangles(&given, &made);
    if (status == SEPAL_OK)
        status = sepal_mesh_link(&made);
    if (status == SEPAL_OK)
        status = sepal_mesh_find_facets(&made);
    if (status == SEPAL_OK && count > 0)
        status = sepal_mesh_build_tree(&made);
    sepal_mesh *old = status == SEPAL_OK ? mesh : &made;
    sepal_mesh_release(old);
    if (status == SEPAL_OK)
        *mesh = made;
    sepal_fpstate_leave(callers);
    return status;
}

/* --- The ways out -------------------------------------------------------------------------------- */

size_t sepal_mesh_count(const sepal_mesh *mesh) {
    return mesh == NULL ? 0 : mesh->count;
}

sepal_status sepal_mesh_triangle(const sepal_mesh *mesh, uint32_t triangle, float corner[3][3], uint32_t vertex[3]) {
    if (mesh == NULL || corner == NULL || !sepal_mesh_is_there(mesh, triangle))
        return SEPAL_BAD_ARGUMENT;
    for (int k = 0; k < 3; k++) {
        sepal_mesh_point(mesh, sepal_mesh_corner(mesh, triangle, k), corner[k]);
        if (vertex != NULL)
            vertex[k] = sepal_mesh_corner(mesh, triangle, k);
    }
    return SEPAL_OK;
}

sepal_status sepal_mesh_edges(const sepal_mesh *mesh, uint32_t triangle, sepal_mesh_edge kind[3], uint32_t neighbour[3]) {
    if (mesh == NULL || kind == NULL || !sepal_mesh_is_there(mesh, triangle))
        return SEPAL_BAD_ARGUMENT;
    for (int k = 0; k < 3; k++) {
        kind[k] = sepal_mesh_kind(mesh, triangle, k);
        if (neighbour != NULL)
            neighbour[k] = sepal_mesh_neighbour(mesh, triangle, k);
    }
    return SEPAL_OK;
}
