/* surfaces.c — see surfaces.h. */
#include "surfaces.h"
#include "../common/must.h"

#include <math.h>
#include <string.h>

const char *surface_name(surface_kind kind) {
    static const char *const names[SURFACES] = {"flat", "bumpy", "tilted", "tube", "fan", "crowd", "needles", "huge"};
    return names[kind];
}

static surface make_room(size_t vertices, size_t count) {
    surface out = {vertices, count, must_have(malloc(vertices * 3 * sizeof(float))),
                   must_have(malloc(count * 3 * sizeof(uint32_t)))};
    return out;
}

static void put_vertex(surface *s, size_t at, double x, double y, double z) {
    s->vertex[3 * at] = (float)x;
    s->vertex[3 * at + 1] = (float)y;
    s->vertex[3 * at + 2] = (float)z;
}

static void put_triangle(surface *s, size_t at, uint32_t a, uint32_t b, uint32_t c) {
    s->corner[3 * at] = a;
    s->corner[3 * at + 1] = b;
    s->corner[3 * at + 2] = c;
}

/* Cells of a grid, each cut along one of its diagonals; around: the last column is the first one. */
static void put_cells(surface *s, uint32_t columns, uint32_t rows, bool around, rng *r) {
    const uint32_t wide = around ? columns : columns + 1;
    size_t at = 0;
    for (uint32_t j = 0; j < rows; j++)
        for (uint32_t i = 0; i < columns; i++) {
            const uint32_t next = around ? (i + 1) % columns : i + 1;
            const uint32_t a = j * wide + i, b = j * wide + next, c = (j + 1) * wide + i, d = (j + 1) * wide + next;
            if (rng_below(r, 2) == 0) {
                put_triangle(s, at++, a, b, d);
                put_triangle(s, at++, a, d, c);
            } else {
                put_triangle(s, at++, a, b, c);
                put_triangle(s, at++, b, d, c);
            }
        }
}

static surface make_grid(surface_kind kind, uint32_t size, rng *r) {
    surface out = make_room((size_t)(size + 1) * (size + 1), (size_t)size * size * 2);
    for (uint32_t j = 0; j <= size; j++)
        for (uint32_t i = 0; i <= size; i++) {
            const double x = i, y = j;
            const size_t at = (size_t)j * (size + 1) + i;
            if (kind == SURFACE_FLAT)
                put_vertex(&out, at, x, y, rng_below(r, 2) == 0 ? 0.0 : -0.0);
            else if (kind == SURFACE_BUMPY)
                put_vertex(&out, at, x, y, rng_real(r, 0, 0.7));
            else
                put_vertex(&out, at, 0.8 * x - 0.1 * y, 0.2 * x + 0.9 * y, 0.3 * x + 0.4 * y);
        }
    put_cells(&out, size, size, false, r);
    return out;
}

/* Corner `number` of a polygon round a circle: without sines, whose last bits differ between C libraries. */
static void put_round(double number, double count, double out[2]) {
    const double turn = 4 * number / count, quarter = floor(turn), t = turn - quarter;
    const double x = (1 - t * t) / (1 + t * t), y = 2 * t / (1 + t * t);
    const double turned[4][2] = {{x, y}, {-y, x}, {-x, -y}, {y, -x}};
    out[0] = turned[(int)quarter & 3][0];
    out[1] = turned[(int)quarter & 3][1];
}

static surface make_tube(uint32_t size, rng *r) {
    const uint32_t around = size, along = size;
    surface out = make_room((size_t)around * (along + 1) + 2, (size_t)around * along * 2 + (size_t)2 * around);
    for (uint32_t j = 0; j <= along; j++)
        for (uint32_t i = 0; i < around; i++) {
            const double radius = rng_real(r, 2.5, 3);
            double at[2];
            put_round(i, around, at);
            put_vertex(&out, (size_t)j * around + i, radius * at[0], radius * at[1], j);
        }
    const uint32_t below = around * (along + 1), above = below + 1;
    put_vertex(&out, below, 0, 0, 0);
    put_vertex(&out, above, 0, 0, along);
    put_cells(&out, around, along, true, r);
    size_t at = (size_t)around * along * 2;
    for (uint32_t i = 0; i < around; i++) {
        put_triangle(&out, at++, (i + 1) % around, i, below);
        put_triangle(&out, at++, along * around + i, along * around + (i + 1) % around, above);
    }
    return out;
}

static surface make_fan(uint32_t size, rng *r) {
    surface out = make_room((size_t)size + 1, size);
    put_vertex(&out, size, 0, 0, 1);
    for (uint32_t i = 0; i < size; i++) {
        double at[2];
        put_round(rng_below(r, 8) == 0 ? i / 2 * 2 : i, size, at);
        put_vertex(&out, i, 4 * at[0], 4 * at[1], rng_real(r, 0, 0.2));
        put_triangle(&out, i, size, i, rng_below(r, 16) == 0 ? i : (i + 1) % size);
    }
    return out;
}

/* Triangles that have no vertices in common but by chance. */
static surface make_loose(surface_kind kind, uint32_t size, rng *r) {
    surface out = make_room((size_t)size * 3, size);
    for (uint32_t i = 0; i < size; i++) {
        const double scale = kind == SURFACE_HUGE ? ldexp(1, rng_between(r, -40, 30)) : 1;
        double at[3], way[3];
        for (int k = 0; k < 3; k++)
            at[k] = rng_real(r, -3, 3), way[k] = rng_real(r, -10, 10);
        for (uint32_t c = 0; c < 3; c++) {
            double v[3];
            for (int k = 0; k < 3; k++) {
                if (kind == SURFACE_CROWD)
                    v[k] = rng_between(r, -2, 2);
                else if (kind == SURFACE_HUGE)
                    v[k] = at[k] + scale * rng_real(r, -1, 1);
                else
                    v[k] = at[k] + way[k] * c + (rng_below(r, 3) == 0 ? 0 : rng_real(r, -1e-4, 1e-4));
            }
            put_vertex(&out, (size_t)3 * i + c, v[0], v[1], v[2]);
        }
        put_triangle(&out, i, 3 * i, 3 * i + 1, rng_below(r, 16) == 0 ? 3 * i : 3 * i + 2);
        if (i > 0 && rng_below(r, 8) == 0)
            memcpy(out.corner + 3 * (size_t)i, out.corner + 3 * (size_t)rng_below(r, i), 3 * sizeof *out.corner);
    }
    return out;
}

surface surface_create(surface_kind kind, uint32_t size, uint64_t seed) {
    rng r = {seed * SURFACES + kind};
    switch (kind) {
    case SURFACE_TUBE:
        return make_tube(size, &r);
    case SURFACE_FAN:
        return make_fan(size, &r);
    case SURFACE_CROWD:
    case SURFACE_NEEDLES:
    case SURFACE_HUGE:
        return make_loose(kind, size, &r);
    default:
        return make_grid(kind, size, &r);
    }
}

void surface_release(surface *s) {
    free(s->vertex);
    free(s->corner);
}

sepal_triangles surface_triangles(const surface *s) {
    return (sepal_triangles){.x = s->vertex,
                             .y = s->vertex + 1,
                             .z = s->vertex + 2,
                             .stride = 3,
                             .vertices = s->vertices,
                             .a = s->corner,
                             .b = s->corner + 1,
                             .c = s->corner + 2,
                             .corner_stride = 3};
}

sepal_mesh *surface_mesh(const surface *s) {
    const sepal_triangles triangles = surface_triangles(s);
    sepal_mesh *mesh = NULL;
    must(sepal_mesh_create(NULL, &mesh) == SEPAL_OK, "no mesh");
    must(sepal_mesh_fill(mesh, &triangles, s->count, SEPAL_RIM_ENDS, NULL) == SEPAL_OK, "mesh not filled");
    return mesh;
}

sepal_solids *surface_hulls(const sepal_mesh *mesh) {
    sepal_solids *set = NULL;
    must(sepal_solids_create(NULL, &set) == SEPAL_OK, "no set");
    for (uint32_t i = 0; i < sepal_mesh_count(mesh); i++) {
        float corner[3][3];
        must(sepal_mesh_triangle(mesh, i, corner, NULL) == SEPAL_OK, "no triangle");
        float of[3][3];
        for (int k = 0; k < 3; k++)
            for (int c = 0; c < 3; c++)
                of[k][c] = corner[c][k];
        must(sepal_solids_add_hull(set, of[0], of[1], of[2], 3, 0, NULL) == SEPAL_OK, "no hull");
    }
    return set;
}

sepal_solids *surface_bodies(const surface *s, size_t count, uint64_t seed) {
    rng r = {seed};
    sepal_solids *set = NULL;
    must(sepal_solids_create(NULL, &set) == SEPAL_OK, "no set");
    for (size_t i = 0; i < count; i++) {
        const uint32_t *corner = s->corner + 3 * (size_t)rng_below(&r, (uint32_t)s->count);
        double weight[3] = {rng_below(&r, 3), rng_below(&r, 3), rng_below(&r, 3)}, at[3] = {0, 0, 0};
        const double sum = weight[0] + weight[1] + weight[2] + 1, half = 0.01 * ldexp(1, rng_between(&r, 0, 7));
        weight[0] += 1;
        for (int k = 0; k < 3; k++) {
            for (int c = 0; c < 3; c++)
                at[k] += weight[c] / sum * (double)s->vertex[3 * (size_t)corner[c] + (size_t)k];
            at[k] += rng_below(&r, 2) == 0 ? 0 : rng_real(&r, -2 * half, 2 * half);
        }
        float x[8], y[8], z[8];
        const size_t points = 1 + rng_below(&r, 8);
        for (size_t k = 0; k < 8; k++)
            x[k] = (float)(at[0] + rng_real(&r, -half, half)), y[k] = (float)(at[1] + rng_real(&r, -half, half)),
            z[k] = (float)(at[2] + rng_real(&r, -half, half));
        if (i % 4 == 0) {
            sepal_parallelepiped cube = {
                {(float)at[0], (float)at[1], (float)at[2]}, {(float)half, 0, 0}, {0, (float)half, 0}, {0, 0, (float)half}};
            const float turned[3][3] = {{0.6F, 0.8F, 0}, {-0.8F, 0.6F, 0}, {0, 0, 1}};
            for (int k = 0; i % 8 == 0 && k < 3; k++)
                cube.u[k] = turned[0][k] * (float)half, cube.v[k] = turned[1][k] * (float)half,
                cube.w[k] = turned[2][k] * (float)half;
            const sepal_solid_parallelepipeds one = {{cube.c, cube.c + 1, cube.c + 2},
                                                     {cube.u, cube.u + 1, cube.u + 2},
                                                     {cube.v, cube.v + 1, cube.v + 2},
                                                     {cube.w, cube.w + 1, cube.w + 2},
                                                     NULL,
                                                     1};
            must(sepal_solids_add_parallelepipeds(set, &one, 1, NULL, NULL) == SEPAL_OK, "no box");
        } else {
            const float radius = i % 4 == 1 ? 0 : (float)half;
            must(sepal_solids_add_hull(set, x, y, z, points, radius, NULL) == SEPAL_OK, "no hull");
        }
    }
    return set;
}
