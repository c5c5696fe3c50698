#include "grounds.h"

#include "../common/must.h"
#include <float.h>
#include <math.h>
#include <string.h>

const char *const body_names[BODY_KINDS] = {"box", "hull", "capsule", "sphere"};

/* --- Surfaces --------------------------------------------------------------------------------------------------------------------- */

static ground ground_with(size_t vertices, size_t triangles) {
    return (ground){vertices, triangles, must_have(malloc(3 * vertices * sizeof(float))),
                    must_have(malloc(3 * triangles * sizeof(uint32_t)))};
}

static void put_vertex(ground *g, size_t at, double x, double y, double z) {
    g->xyz[3 * at] = (float)x;
    g->xyz[3 * at + 1] = (float)y;
    g->xyz[3 * at + 2] = (float)z;
}

static void put_triangle(ground *g, size_t at, size_t a, size_t b, size_t c) {
    g->corner[3 * at] = (uint32_t)a;
    g->corner[3 * at + 1] = (uint32_t)b;
    g->corner[3 * at + 2] = (uint32_t)c;
}

/* A number in [-1, 1] for each place of a lattice. */
static double lattice_value(int64_t i, int64_t j) {
    rng r = {(uint64_t)(i + 1000) * 4096 + (uint64_t)(j + 1000)};
    return rng_real(&r, -1, 1);
}

static double smooth(double t) {
    return t * t * (3 - 2 * t);
}

static double noise_at(double x, double y) {
    const double fi = floor(x), fj = floor(y), s = smooth(x - fi), t = smooth(y - fj);
    const int64_t i = (int64_t)fi, j = (int64_t)fj;
    const double low = lattice_value(i, j) * (1 - s) + lattice_value(i + 1, j) * s;
    const double high = lattice_value(i, j + 1) * (1 - s) + lattice_value(i + 1, j + 1) * s;
    return low * (1 - t) + high * t;
}

static double height_of_kind(ground_kind kind, double x, double y) {
    if (kind == GROUND_TILTED)
        return 0.3 * x + 0.17 * y;
    return kind == GROUND_BUMPY ? 1.5 * noise_at(x / 9, y / 9) + 0.5 * noise_at(x / 3 + 40, y / 3) + 0.15 * noise_at(x, y + 90) : 0;
}

ground ground_of_grid(int cells, ground_kind kind) {
    const size_t n = (size_t)cells, row = n + 1;
    const int half = cells / 2;
    ground g = ground_with(row * row, 2 * n * n);
    for (size_t j = 0; j < row; j++)
        for (size_t i = 0; i < row; i++) {
            const double x = (double)i - half, y = (double)j - half;
            put_vertex(&g, j * row + i, x, y, height_of_kind(kind, x, y));
        }
    for (size_t j = 0, t = 0; j < n; j++)
        for (size_t i = 0; i < n; i++, t += 2) {
            const size_t a = j * row + i, b = a + 1, c = a + row, d = c + 1;
            const bool other = ((i + j) & 1) != 0;
            put_triangle(&g, t, a, b, other ? d : c);
            put_triangle(&g, t + 1, other ? a : b, d, c);
        }
    return g;
}

ground ground_of_tiles(int cells) {
    const size_t n = (size_t)cells;
    const int half = cells / 2;
    ground g = ground_with(9 * n * n, 8 * n * n);
    size_t v = 0, t = 0;
    for (size_t j = 0; j < n; j++)
        for (size_t i = 0; i < n; i++) {
            const size_t cut = ((i + j) & 1) != 0 ? 2 : 1, at = v;
            for (size_t q = 0; q <= cut; q++)
                for (size_t p = 0; p <= cut; p++)
                    put_vertex(&g, v++, (double)i - half + (double)p / (double)cut, (double)j - half + (double)q / (double)cut, 0);
            for (size_t q = 0; q < cut; q++)
                for (size_t p = 0; p < cut; p++, t += 2) {
                    const size_t a = at + q * (cut + 1) + p, c = a + cut + 1;
                    put_triangle(&g, t, a, a + 1, c);
                    put_triangle(&g, t + 1, a + 1, c + 1, c);
                }
        }
    g.vertices = v;
    g.triangles = t;
    return g;
}

/* One column of vertices more than in a grid: those at x = 0 are there below and above. */
ground ground_with_step(int cells, double rise) {
    const size_t n = (size_t)cells, row = n + 2, half = n / 2;
    ground g = ground_with(row * (n + 1), 2 * n * (n + 1));
    for (size_t j = 0; j <= n; j++)
        for (size_t i = 0; i < row; i++)
            put_vertex(&g, j * row + i, (double)i - (double)half - (i > half), (double)j - (double)half, i > half ? rise : 0);
    for (size_t j = 0, t = 0; j < n; j++)
        for (size_t i = 0; i + 1 < row; i++, t += 2) {
            const size_t a = j * row + i, c = a + row;
            put_triangle(&g, t, a, a + 1, c);
            put_triangle(&g, t + 1, a + 1, c + 1, c);
        }
    return g;
}

ground ground_shuffled(const ground *from, uint64_t seed) {
    ground g = ground_with(from->vertices, from->triangles);
    rng r = {seed};
    memcpy(g.xyz, from->xyz, 3 * g.vertices * sizeof(float));
    memcpy(g.corner, from->corner, 3 * g.triangles * sizeof(uint32_t));
    for (size_t i = g.triangles; seed != 0 && i-- > 1;) {
        const size_t j = rng_below(&r, (uint32_t)i + 1), turn = rng_below(&r, 3);
        uint32_t was[3], with[3];
        memcpy(was, g.corner + 3 * i, sizeof was);
        memcpy(with, g.corner + 3 * j, sizeof with);
        memcpy(g.corner + 3 * j, was, sizeof was);
        for (size_t k = 0; k < 3; k++)
            g.corner[3 * i + k] = with[(k + turn) % 3];
    }
    return g;
}

void ground_release(ground *g) {
    free(g->xyz);
    free(g->corner);
}

sepal_mesh *ground_mesh(const ground *g, sepal_mesh_rim rim) {
    sepal_mesh *mesh = NULL;
    const sepal_triangles t = {g->xyz, g->xyz + 1, g->xyz + 2, 3, g->vertices, g->corner, g->corner + 1, g->corner + 2, 3};
    must(sepal_mesh_create(NULL, &mesh) == SEPAL_OK, "no memory for a mesh");
    must(sepal_mesh_fill(mesh, &t, g->triangles, rim, NULL) == SEPAL_OK, "a mesh was refused");
    return mesh;
}

static void corner_of(const ground *g, size_t triangle, size_t k, double out[3]) {
    for (size_t c = 0; c < 3; c++)
        out[c] = (double)g->xyz[3 * (size_t)g->corner[3 * triangle + k] + c];
}

sepal_solids *ground_hulls(const ground *g) {
    sepal_solids *set = NULL;
    must(sepal_solids_create(NULL, &set) == SEPAL_OK, "no memory for a set");
    for (size_t t = 0; t < g->triangles; t++) {
        float at[3][3];
        for (size_t k = 0; k < 3; k++)
            for (size_t c = 0; c < 3; c++)
                at[c][k] = g->xyz[3 * (size_t)g->corner[3 * t + k] + c];
        must(sepal_solids_add_hull(set, at[0], at[1], at[2], 3, 0, NULL) == SEPAL_OK, "a hull was refused");
    }
    return set;
}

double ground_height(const ground *g, double x, double y) {
    double out = -(double)FLT_MAX;
    for (size_t t = 0; t < g->triangles; t++) {
        double p[3][3], share[3], area = 0, height = 0;
        bool inside = true;
        for (size_t k = 0; k < 3; k++)
            corner_of(g, t, k, p[k]);
        for (size_t k = 0; k < 3; k++) {
            const double *q = p[(k + 1) % 3], *r = p[(k + 2) % 3];
            share[k] = (q[0] - x) * (r[1] - y) - (q[1] - y) * (r[0] - x);
            inside = inside && share[k] >= 0;
            area += share[k];
        }
        for (size_t k = 0; k < 3; k++)
            height += share[k] / area * p[k][2];
        if (inside && area > 0 && height > out)
            out = height;
    }
    return out;
}

/* --- Bodies ----------------------------------------------------------------------------------------------------------------------- */

#define HALF_BOX       0.5
#define HALF_CAPSULE   0.4
#define RADIUS_CAPSULE 0.3
#define RADIUS_SPHERE  0.5

body body_upright(body_kind kind, double x, double y, double z, double cosine, double sine) {
    return (body){kind, {x, y, z}, {cosine, -sine, 0, sine, cosine, 0, 0, 0, 1}};
}

/* By a quaternion in a random direction. */
body body_turned(body_kind kind, double x, double y, double z, rng *random) {
    double q[4] = {0}, square = 0;
    while (square < 0.01 || square > 1) {
        square = 0;
        for (int k = 0; k < 4; k++) {
            q[k] = rng_real(random, -1, 1);
            square += q[k] * q[k];
        }
    }
    const double s = 2 / square, w = q[0], i = q[1], j = q[2], k = q[3];
    return (body){kind,
                  {x, y, z},
                  {1 - s * (j * j + k * k), s * (i * j - w * k), s * (i * k + w * j), s * (i * j + w * k), 1 - s * (i * i + k * k),
                   s * (j * k - w * i), s * (i * k - w * j), s * (j * k + w * i), 1 - s * (i * i + j * j)}};
}

/* Vertex k of a hull: two hexagons, of which the lower one is smaller. */
static void hull_vertex(int k, double out[3]) {
    static const double hexagon[6][2] = {{1, 0}, {0.5, 0.875}, {-0.5, 0.875}, {-1, 0}, {-0.5, -0.875}, {0.5, -0.875}};
    const double size = k < 6 ? 0.4 : 0.55;
    out[0] = size * hexagon[k % 6][0];
    out[1] = size * hexagon[k % 6][1];
    out[2] = k < 6 ? -0.5 : 0.4;
}

double body_height(const body *b) {
    return b->kind == BODY_CAPSULE ? RADIUS_CAPSULE : 0.5;
}

static void place_point(const body *b, const double p[3], float out[3]) {
    for (int r = 0; r < 3; r++)
        out[r] = (float)(b->at[r] + b->turn[3 * r] * p[0] + b->turn[3 * r + 1] * p[1] + b->turn[3 * r + 2] * p[2]);
}

size_t body_points(const body *b, float out[BODY_POINTS][3]) {
    const size_t count = b->kind == BODY_HULL ? BODY_POINTS : b->kind == BODY_CAPSULE ? 2 : 1;
    for (size_t k = 0; k < count; k++) {
        double p[3] = {0, 0, 0};
        if (b->kind == BODY_HULL)
            hull_vertex((int)k, p);
        else if (b->kind == BODY_CAPSULE)
            p[0] = k == 0 ? -HALF_CAPSULE : HALF_CAPSULE;
        place_point(b, p, out[k]);
    }
    return count;
}

void body_add(sepal_solids *set, const body *b) {
    float x[BODY_POINTS], y[BODY_POINTS], z[BODY_POINTS], v[4][3], at[BODY_POINTS][3];
    const size_t count = body_points(b, at);
    sepal_status status = SEPAL_OK;
    for (size_t k = 0; k < count; k++) {
        x[k] = at[k][0];
        y[k] = at[k][1];
        z[k] = at[k][2];
    }
    for (int r = 0; r < 3; r++) {
        v[0][r] = (float)b->at[r];
        for (int k = 0; k < 3; k++)
            v[1 + k][r] = (float)(HALF_BOX * b->turn[3 * r + k]);
    }
    const sepal_solid_parallelepipeds one = {{&v[0][0], &v[0][1], &v[0][2]},
                                             {&v[1][0], &v[1][1], &v[1][2]},
                                             {&v[2][0], &v[2][1], &v[2][2]},
                                             {&v[3][0], &v[3][1], &v[3][2]},
                                             NULL,
                                             1};
    if (b->kind == BODY_BOX)
        status = sepal_solids_add_parallelepipeds(set, &one, 1, NULL, NULL);
    else
        status = sepal_solids_add_hull(set, x, y, z, count,
                                       (float)(b->kind == BODY_CAPSULE  ? RADIUS_CAPSULE
                                               : b->kind == BODY_SPHERE ? RADIUS_SPHERE
                                                                        : 0),
                                       NULL);
    must(status == SEPAL_OK, "a body was refused");
}

void bodies_put(sepal_solids *set, const body *bodies, size_t count) {
    sepal_solids_clear(set);
    for (size_t i = 0; i < count; i++)
        body_add(set, &bodies[i]);
}

/* The box around each triangle: low x, y, z, then high ones. */
static double *boxes_of(const ground *g) {
    double *out = must_have(malloc(6 * g->triangles * sizeof *out));
    for (size_t t = 0; t < g->triangles; t++) {
        double p[3][3];
        for (size_t k = 0; k < 3; k++)
            corner_of(g, t, k, p[k]);
        for (size_t c = 0; c < 3; c++) {
            out[6 * t + c] = fmin(p[0][c], fmin(p[1][c], p[2][c]));
            out[6 * t + 3 + c] = fmax(p[0][c], fmax(p[1][c], p[2][c]));
        }
    }
    return out;
}

static bool is_near(const double around[6], const double at[3], double reach) {
    return around[0] <= at[0] + reach && around[3] >= at[0] - reach && around[1] <= at[1] + reach && around[4] >= at[1] - reach &&
           around[2] <= at[2] + reach && around[5] >= at[2] - reach;
}

/* No body reaches farther than 1 from its middle. */
sepal_pair *bodies_near(const ground *g, const body *bodies, size_t count, double margin, size_t *pairs) {
    size_t room = 64 * count + 64, found = 0;
    sepal_pair *out = must_have(malloc(room * sizeof *out));
    double *boxes = boxes_of(g);
    for (size_t i = 0; i < count; i++)
        for (size_t t = 0; t < g->triangles; t++) {
            if (!is_near(boxes + 6 * t, bodies[i].at, 1 + margin))
                continue;
            if (found == room) {
                room *= 2;
                out = must_have(realloc(out, room * sizeof *out));
            }
            out[found++] = (sepal_pair){(uint32_t)i, (uint32_t)t};
        }
    free(boxes);
    *pairs = found;
    return out;
}

/* From three above the ground, within which a body does not touch it. */
void bodies_lower(const ground *g, body *bodies, size_t count, double sunk) {
    sepal_solids *hulls = ground_hulls(g), *set = NULL;
    float *rest = must_have(calloc(count, sizeof *rest)), *down = must_have(malloc(count * sizeof *down)),
          *first = must_have(malloc(count * sizeof *first));
    size_t pairs;
    for (size_t i = 0; i < count; i++) {
        bodies[i].at[2] = ground_height(g, bodies[i].at[0], bodies[i].at[1]) + 3;
        down[i] = -4;
        first[i] = 1;
    }
    must(sepal_solids_create(NULL, &set) == SEPAL_OK, "no memory for a set");
    bodies_put(set, bodies, count);
    sepal_pair *near = bodies_near(g, bodies, count, 4, &pairs);
    float *time = must_have(malloc((pairs + 1) * sizeof *time));
    const sepal_solid_moves moves = {rest, rest, down, 1};
    must(sepal_solids_sweep_pairs(set, &moves, hulls, NULL, near, pairs, NULL, &(sepal_solid_hits){.time = time}) == SEPAL_OK,
         "a sweep failed");
    for (size_t k = 0; k < pairs; k++)
        if (time[k] < first[near[k].a])
            first[near[k].a] = time[k];
    for (size_t i = 0; i < count; i++)
        bodies[i].at[2] -= 4 * (double)first[i] + sunk;
    sepal_solids_destroy(hulls);
    sepal_solids_destroy(set);
    free(rest);
    free(down);
    free(first);
    free(near);
    free(time);
}

/* --- Answers ---------------------------------------------------------------------------------------------------------------------- */

sepal_solid_contacts contact_columns(contact_row *rows) {
    return (sepal_solid_contacts){.count = &rows->count,
                                  .normal_x = &rows->normal[0],
                                  .normal_y = &rows->normal[1],
                                  .normal_z = &rows->normal[2],
                                  .x = &rows->point[0].at[0],
                                  .y = &rows->point[0].at[1],
                                  .z = &rows->point[0].at[2],
                                  .depth = &rows->point[0].depth,
                                  .feature = &rows->point[0].feature,
                                  .a_x = &rows->point[0].on_a[0],
                                  .a_y = &rows->point[0].on_a[1],
                                  .a_z = &rows->point[0].on_a[2],
                                  .b_x = &rows->point[0].on_b[0],
                                  .b_y = &rows->point[0].on_b[1],
                                  .b_z = &rows->point[0].on_b[2],
                                  .stride = sizeof *rows,
                                  .point_stride = sizeof rows->point[0]};
}

contact_row *ask_contacts(const sepal_solids *set, const sepal_mesh *mesh, const sepal_pair *pairs, size_t count, float margin) {
    contact_row *rows = must_have(calloc(count + 1, sizeof *rows));
    const sepal_contact_rule rule = {.margin = margin};
    const sepal_solid_contacts columns = contact_columns(rows);
    must(sepal_mesh_contacts_pairs(set, mesh, pairs, count, &rule, &columns) == SEPAL_OK, "contacts were refused");
    return rows;
}

int deepest_point(const contact_row *row) {
    int out = 0;
    for (int k = 1; k < row->count; k++)
        out = row->point[k].depth > row->point[out].depth ? k : out;
    return out;
}
