/* test_meshes_set.c — meshes: what is filled in, what edges are, what is refused, and memory. */
#include "../common/allocators.h"
#include "counted.h"
#include "surfaces.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A mesh of these triangles, given by rows. */
static sepal_mesh *mesh_of(const float *vertex, size_t vertices, const uint32_t *corner, size_t count) {
    surface s = {vertices, count, malloc(vertices * 3 * sizeof *vertex), malloc(count * 3 * sizeof *corner)};
    cr_assert(s.vertex != NULL && s.corner != NULL);
    memcpy(s.vertex, vertex, vertices * 3 * sizeof *vertex);
    memcpy(s.corner, corner, count * 3 * sizeof *corner);
    sepal_mesh *mesh = surface_mesh(&s);
    surface_release(&s);
    return mesh;
}

/* How many edges are of each kind; each that is not of the rim is that of the neighbour, too. */
typedef struct edge_counts {
    size_t of[4];
} edge_counts;

static edge_counts count_edges(const sepal_mesh *mesh) {
    edge_counts out = {{0}};
    for (uint32_t i = 0; i < sepal_mesh_count(mesh); i++) {
        sepal_mesh_edge kind[3];
        uint32_t beyond[3], vertex[3];
        float corner[3][3];
        cr_assert_eq(sepal_mesh_edges(mesh, i, kind, beyond), SEPAL_OK);
        cr_assert_eq(sepal_mesh_triangle(mesh, i, corner, vertex), SEPAL_OK);
        for (int k = 0; k < 3; k++) {
            out.of[kind[k]]++;
            cr_assert_eq(kind[k] == SEPAL_EDGE_RIM, beyond[k] == SEPAL_NO_SHAPE);
            if (beyond[k] == SEPAL_NO_SHAPE)
                continue;
            sepal_mesh_edge back[3];
            uint32_t from[3], other[3];
            bool found = false;
            cr_assert_eq(sepal_mesh_edges(mesh, beyond[k], back, from), SEPAL_OK);
            cr_assert_eq(sepal_mesh_triangle(mesh, beyond[k], corner, other), SEPAL_OK);
            for (int j = 0; j < 3; j++)
                found = found ||
                        (other[j] == vertex[(k + 1) % 3] && other[(j + 1) % 3] == vertex[k] && from[j] == i && back[j] == kind[k]);
            cr_assert(found, "triangle %u, edge %d", (unsigned)i, k);
        }
    }
    return out;
}

static void check_edges(const sepal_mesh *mesh, size_t rim, size_t flat, size_t convex, size_t concave, const char *of) {
    const edge_counts is = count_edges(mesh);
    cr_assert(is.of[SEPAL_EDGE_RIM] == rim && is.of[SEPAL_EDGE_FLAT] == flat && is.of[SEPAL_EDGE_CONVEX] == convex &&
                  is.of[SEPAL_EDGE_CONCAVE] == concave,
              "%s: %zu %zu %zu %zu", of, is.of[0], is.of[1], is.of[2], is.of[3]);
}

static const float cube_vertices[24] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0, 0, 0, 1, 1, 0, 1, 0, 1, 1, 1, 1, 1};
static const uint32_t cube_corners[36] = {0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4,
                                          2, 6, 7, 2, 7, 3, 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5};

Test(meshes_set, edges_of_a_cube) {
    uint32_t inward[36];
    for (size_t i = 0; i < 12; i++)
        inward[3 * i] = cube_corners[3 * i], inward[3 * i + 1] = cube_corners[3 * i + 2],
                   inward[3 * i + 2] = cube_corners[3 * i + 1];
    sepal_mesh *mesh = mesh_of(cube_vertices, 8, cube_corners, 12);
    check_edges(mesh, 0, 12, 24, 0, "cube");
    sepal_mesh_destroy(mesh);
    mesh = mesh_of(cube_vertices, 8, inward, 12);
    check_edges(mesh, 0, 12, 0, 24, "room");
    sepal_mesh_destroy(mesh);
    mesh = mesh_of(cube_vertices, 8, cube_corners, 11);
    check_edges(mesh, 3, 10, 20, 0, "open cube");
    sepal_mesh_destroy(mesh);
    memcpy(inward, cube_corners, sizeof inward);
    inward[1] = cube_corners[2], inward[2] = cube_corners[1]; /* the first one winds the other way */
    mesh = mesh_of(cube_vertices, 8, inward, 12);
    check_edges(mesh, 6, 10, 20, 0, "cube with a triangle that is turned");
    sepal_mesh_destroy(mesh);
}

/* Nearly flat: the far vertex is off the plane by less than any rounding in double shows. */
Test(meshes_set, edges_by_exact_signs) {
    for (int side = -1; side <= 1; side++) {
        const float tiny = (float)side * 0x1p-120F;
        const float vertex[12] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, tiny};
        const uint32_t corner[6] = {0, 1, 2, 2, 1, 3};
        sepal_mesh *mesh = mesh_of(vertex, 4, corner, 2);
        check_edges(mesh, 4, side == 0 ? 2 : 0, side < 0 ? 2 : 0, side > 0 ? 2 : 0, "nearly flat");
        sepal_mesh_destroy(mesh);
    }
    const float tilted[12] = {0, 0, 1, 3, 1, 8388608, 1, 3, 4, 4, 4, 8388611}; /* a parallelogram; one unit beside it */
    for (int side = -1; side <= 1; side++) {
        float vertex[12];
        memcpy(vertex, tilted, sizeof vertex);
        vertex[11] += (float)side;
        const uint32_t corner[6] = {0, 1, 2, 2, 1, 3};
        sepal_mesh *mesh = mesh_of(vertex, 4, corner, 2);
        check_edges(mesh, 4, side == 0 ? 2 : 0, side < 0 ? 2 : 0, side > 0 ? 2 : 0, "tilted");
        sepal_mesh_destroy(mesh);
    }
}

Test(meshes_set, what_lies_on_itself_and_what_branches) {
    const float vertex[15] = {0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 0.5F, 0, -1, 0, 0};
    const uint32_t folded[6] = {0, 1, 2, 1, 0, 3}, branches[9] = {0, 1, 2, 1, 0, 3, 1, 0, 4}, twice[6] = {0, 1, 2, 0, 1, 2};
    sepal_mesh *mesh = mesh_of(vertex, 5, folded, 2);
    check_edges(mesh, 4, 0, 2, 0, "folded back");
    sepal_mesh_destroy(mesh);
    mesh = mesh_of(vertex, 5, branches, 3);
    check_edges(mesh, 9, 0, 0, 0, "three at an edge");
    sepal_mesh_destroy(mesh);
    mesh = mesh_of(vertex, 5, twice, 2);
    check_edges(mesh, 6, 0, 0, 0, "one twice");
    sepal_mesh_destroy(mesh);
}

/* Triangles without area change no edge of others. */
Test(meshes_set, triangles_without_area) {
    uint32_t corner[3 * 15];
    memcpy(corner, cube_corners, sizeof cube_corners);
    const uint32_t added[9] = {0, 0, 1, 5, 5, 5, 0, 3, 0};
    memcpy(corner + 36, added, sizeof added);
    sepal_mesh *mesh = mesh_of(cube_vertices, 8, corner, 15);
    check_edges(mesh, 9, 12, 24, 0, "cube with segments and a point");
    sepal_mesh_destroy(mesh);
}

/* Vertices are equal by their coordinates, and the order of triangles changes nothing but their numbers. */
Test(meshes_set, equal_vertices_are_one) {
    float vertex[3 * 36];
    uint32_t corner[36];
    for (size_t i = 0; i < 36; i++) {
        corner[i] = (uint32_t)i;
        for (size_t k = 0; k < 3; k++) {
            const float at = cube_vertices[3 * cube_corners[i] + k];
            vertex[3 * i + k] = at == 0 && i % 2 == 0 ? -0.0F : at;
        }
    }
    sepal_mesh *mesh = mesh_of(vertex, 36, corner, 12);
    check_edges(mesh, 0, 12, 24, 0, "cube of loose triangles");
    for (uint32_t i = 0; i < 12; i++) {
        float at[3][3];
        uint32_t number[3];
        cr_assert_eq(sepal_mesh_triangle(mesh, i, at, number), SEPAL_OK);
        for (int k = 0; k < 3; k++)
            cr_assert(number[k] < 8 && !signbit(at[k][0]) && !signbit(at[k][1]) && !signbit(at[k][2]));
    }
    sepal_mesh_destroy(mesh);
}

/* Vertices as columns, and one that no triangle has, which is no number. */
Test(meshes_set, columns_and_vertices_that_are_not_read) {
    float at[3][9];
    uint32_t corner[3][12];
    for (size_t i = 0; i < 9; i++)
        for (size_t k = 0; k < 3; k++)
            at[k][i] = i < 4 ? cube_vertices[3 * i + k] : i == 4 ? NAN : cube_vertices[3 * (i - 1) + k];
    for (size_t i = 0; i < 36; i++)
        corner[i % 3][i / 3] = cube_corners[i] + (cube_corners[i] >= 4);
    const sepal_triangles triangles = {
        .x = at[0], .y = at[1], .z = at[2], .vertices = 9, .a = corner[0], .b = corner[1], .c = corner[2]};
    sepal_mesh *mesh = NULL;
    cr_assert_eq(sepal_mesh_create(NULL, &mesh), SEPAL_OK);
    cr_assert_eq(sepal_mesh_fill(mesh, &triangles, 12, SEPAL_RIM_ENDS, NULL), SEPAL_OK);
    check_edges(mesh, 0, 12, 24, 0, "cube in columns");
    sepal_mesh_destroy(mesh);
}

Test(meshes_set, order_of_triangles) {
    for (surface_kind kind = 0; kind < SURFACES; kind++) {
        surface s = surface_create(kind, 10, 3);
        sepal_mesh *mesh = surface_mesh(&s);
        const size_t count = s.count;
        uint32_t *turned = malloc(3 * count * sizeof *turned);
        cr_assert_not_null(turned);
        for (size_t i = 0; i < count; i++) /* from behind, and beginning at another vertex */
            for (size_t k = 0; k < 3; k++)
                turned[3 * i + k] = s.corner[3 * (count - 1 - i) + (k + i) % 3];
        free(s.corner);
        s.corner = turned;
        sepal_mesh *other = surface_mesh(&s);
        for (uint32_t i = 0; i < count; i++) {
            const uint32_t j = (uint32_t)count - 1 - i;
            sepal_mesh_edge kind_i[3], kind_j[3];
            uint32_t beyond_i[3], beyond_j[3];
            cr_assert_eq(sepal_mesh_edges(mesh, j, kind_j, beyond_j), SEPAL_OK);
            cr_assert_eq(sepal_mesh_edges(other, i, kind_i, beyond_i), SEPAL_OK);
            for (size_t k = 0; k < 3; k++) {
                const size_t from = (k + i) % 3;
                cr_assert_eq(kind_i[k], kind_j[from], "%s, triangle %u", surface_name(kind), (unsigned)i);
                if (beyond_i[k] != SEPAL_NO_SHAPE)
                    cr_assert_eq(beyond_i[k], count - 1 - beyond_j[from]);
            }
        }
        (void)count_edges(mesh);
        sepal_mesh_destroy(mesh);
        sepal_mesh_destroy(other);
        surface_release(&s);
    }
}

/* --- Refusals and memory ------------------------------------------------------------------------- */

/* Fails unless the mesh is the cube. */
static void check_cube(const sepal_mesh *mesh) {
    cr_assert_eq(sepal_mesh_count(mesh), 12);
    check_edges(mesh, 0, 12, 24, 0, "cube that a refused call leaves");
}

Test(meshes_set, bad_arguments_change_nothing) {
    sepal_mesh *mesh = NULL;
    cr_assert_eq(sepal_mesh_create(NULL, NULL), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_mesh_create(&(sepal_allocator){0}, &mesh), SEPAL_BAD_ARGUMENT);
    cr_assert_null(mesh);
    sepal_mesh_destroy(NULL);
    mesh = mesh_of(cube_vertices, 8, cube_corners, 12);
    float vertex[24];
    memcpy(vertex, cube_vertices, sizeof vertex);
    uint32_t corner[36];
    memcpy(corner, cube_corners, sizeof corner);
    const sepal_triangles good = {.x = vertex,
                                  .y = vertex + 1,
                                  .z = vertex + 2,
                                  .stride = 3,
                                  .vertices = 8,
                                  .a = corner,
                                  .b = corner + 1,
                                  .c = corner + 2,
                                  .corner_stride = 3};
    sepal_refusal refusal = {77, NULL};
    cr_assert_eq(sepal_mesh_fill(NULL, &good, 12, SEPAL_RIM_ENDS, &refusal), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_mesh_fill(mesh, NULL, 12, SEPAL_RIM_ENDS, &refusal), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_mesh_fill(mesh, &good, 12, (sepal_mesh_rim)5, &refusal), SEPAL_BAD_ARGUMENT);
    for (int k = 0; k < 6; k++) {
        sepal_triangles bad = good;
        if (k == 0)
            bad.x = NULL;
        else if (k == 1)
            bad.y = NULL;
        else if (k == 2)
            bad.z = NULL;
        else if (k == 3)
            bad.a = NULL;
        else if (k == 4)
            bad.b = NULL;
        else
            bad.c = NULL;
        cr_assert_eq(sepal_mesh_fill(mesh, &bad, 12, SEPAL_RIM_ENDS, &refusal), SEPAL_BAD_ARGUMENT);
    }
    cr_assert_eq(sepal_mesh_fill(mesh, &good, ((size_t)1 << 30) + 1, SEPAL_RIM_ENDS, &refusal),
                 SEPAL_NO_MEMORY); /* nothing is read */
    cr_assert(refusal.index == 77 && refusal.reason == NULL);
    corner[3 * 5 + 1] = 8;
    cr_assert_eq(sepal_mesh_fill(mesh, &good, 12, SEPAL_RIM_ENDS, &refusal), SEPAL_BAD_SHAPE);
    cr_assert(refusal.index == 5 && refusal.reason != NULL);
    corner[3 * 5 + 1] = cube_corners[3 * 5 + 1];
    const float bad_numbers[] = {NAN, INFINITY, -INFINITY};
    for (int k = 0; k < 3; k++) {
        vertex[3 * 6 + k] = bad_numbers[k]; /* the first triangle that has vertex 6 is number 3 */
        cr_assert_eq(sepal_mesh_fill(mesh, &good, 12, SEPAL_RIM_ENDS, &refusal), SEPAL_BAD_SHAPE);
        cr_assert_eq(refusal.index, 3);
        cr_assert_eq(sepal_mesh_fill(mesh, &good, 12, SEPAL_RIM_ENDS, NULL), SEPAL_BAD_SHAPE);
        vertex[3 * 6 + k] = cube_vertices[3 * 6 + k];
    }
    sepal_mesh_edge kind[3] = {SEPAL_EDGE_FLAT, SEPAL_EDGE_FLAT, SEPAL_EDGE_FLAT};
    float at[3][3] = {{5, 5, 5}, {5, 5, 5}, {5, 5, 5}};
    cr_assert_eq(sepal_mesh_edges(mesh, 12, kind, NULL), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_mesh_edges(NULL, 0, kind, NULL), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_mesh_edges(mesh, 0, NULL, NULL), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_mesh_triangle(mesh, 12, at, NULL), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_mesh_triangle(NULL, 0, at, NULL), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_mesh_triangle(mesh, 0, NULL, NULL), SEPAL_BAD_ARGUMENT);
    cr_assert(kind[0] == SEPAL_EDGE_FLAT && at[0][0] == 5);
    cr_assert_eq(sepal_mesh_count(NULL), 0);
    check_cube(mesh);
    cr_assert_eq(sepal_mesh_fill(mesh, &(sepal_triangles){0}, 0, SEPAL_RIM_GOES_ON, NULL), SEPAL_OK);
    cr_assert_eq(sepal_mesh_count(mesh), 0);
    sepal_mesh_destroy(mesh);
}

Test(meshes_set, without_memory_the_mesh_is_as_it_was) {
    surface s = surface_create(SURFACE_TUBE, 8, 1);
    const sepal_triangles triangles = surface_triangles(&s);
    const sepal_triangles cube = {.x = cube_vertices,
                                  .y = cube_vertices + 1,
                                  .z = cube_vertices + 2,
                                  .stride = 3,
                                  .vertices = 8,
                                  .a = cube_corners,
                                  .b = cube_corners + 1,
                                  .c = cube_corners + 2,
                                  .corner_stride = 3};
    size_t fails = 0;
    watch none = watch_create();
    none.fail_at = 0;
    const sepal_allocator refuses = watch_allocator(&none);
    sepal_mesh *untouched = NULL;
    cr_assert_eq(sepal_mesh_create(&refuses, &untouched), SEPAL_NO_MEMORY);
    cr_assert_null(untouched);
    for (size_t fail = 0;; fail++) {
        watch w = watch_create();
        const sepal_allocator from = watch_allocator(&w);
        sepal_mesh *mesh = NULL;
        cr_assert_eq(sepal_mesh_create(&from, &mesh), SEPAL_OK);
        cr_assert_eq(sepal_mesh_fill(mesh, &cube, 12, SEPAL_RIM_ENDS, NULL), SEPAL_OK);
        const size_t live = w.live;
        w.fail_at = w.requests + fail;
        const sepal_status status = sepal_mesh_fill(mesh, &triangles, s.count, SEPAL_RIM_ENDS, NULL);
        if (status == SEPAL_NO_MEMORY) {
            fails++;
            cr_assert_eq(w.live, live);
            check_cube(mesh);
        }
        sepal_mesh_destroy(mesh);
        cr_assert_eq(w.live, 0);
        if (status == SEPAL_OK)
            break;
        cr_assert_eq(status, SEPAL_NO_MEMORY);
    }
    cr_assert_gt(fails, 8);
    surface_release(&s);
}

/* "At most 50 bytes a triangle where there are half as many vertices, and 16 for each vertex beyond; while it is filled, some 50 bytes a
 * triangle more, besides what it held before." A grid, and the same triangles without a common vertex. */
Test(meshes_set, fifty_bytes_a_triangle) {
    surface s = surface_create(SURFACE_BUMPY, 100, 1);
    for (int loose = 0; loose < 2; loose++) {
        counted u = {0, 0, SIZE_MAX};
        const sepal_allocator from = {&u, take_counted, release_counted};
        sepal_mesh *mesh = NULL;
        if (loose != 0) { /* vertices that differ by their triangle */
            float *apart = malloc(9 * s.count * sizeof *apart);
            cr_assert_not_null(apart);
            for (size_t i = 0; i < 3 * s.count; i++) {
                const size_t triangle = i / 3;
                for (size_t k = 0; k < 3; k++)
                    apart[3 * i + k] = s.vertex[3 * (size_t)s.corner[i] + k] + (k == 2 ? (float)triangle : 0);
                s.corner[i] = (uint32_t)i;
            }
            free(s.vertex);
            s.vertex = apart;
            s.vertices = 3 * s.count;
        }
        const sepal_triangles triangles = surface_triangles(&s);
        const double beyond = 16 * ((double)s.vertices - 0.5 * (double)s.count), count = (double)s.count;
        cr_assert_eq(sepal_mesh_create(&from, &mesh), SEPAL_OK);
        for (int again = 0; again < 2; again++) {
            const double before = (double)u.bytes;
            u.most = u.bytes;
            cr_assert_eq(sepal_mesh_fill(mesh, &triangles, s.count, SEPAL_RIM_ENDS, NULL), SEPAL_OK);
            const double held = (double)u.bytes, most = (double)u.most - before - held;
            cr_assert_gt(held, 30 * count);
            cr_assert_leq(held, 50 * count + (loose != 0 ? beyond : 1000), "%.1f bytes a triangle", held / count);
            cr_assert_leq(most, 50 * count, "%.1f bytes a triangle more while it is filled", most / count);
        }
        sepal_mesh_destroy(mesh);
        cr_assert_eq(u.bytes, 0);
    }
    surface_release(&s);
}
