/* Bodies that slide over a flat floor without friction keep their speed, wherever its triangles meet; and a wall stops them. The bodies
 * move by small steps and do not turn; what stops them is the impulses that contacts give, each along its own normal (projected
 * Gauss-Seidel: Catto, "Iterative dynamics with temporal coherence", 2005). */
#include "../common/must.h"
#include "grounds.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

enum { SLIDERS = 500, SWEEPS = 8 };
#define STEP   (1.0 / 60)
#define SPEED  5.0
#define MARGIN 0.05
#define SLOP   0.005

typedef struct slider {
    double velocity[3], slowest, jump, farthest;
} slider;

typedef struct impulse {
    uint32_t body;
    double normal[3], depth, sum; /* normal: away from the surface */
} impulse;

static size_t gather(const sepal_pair *near, const contact_row *rows, size_t pairs, impulse *out) {
    size_t count = 0;
    for (size_t k = 0; k < pairs; k++)
        for (int p = 0; p < rows[k].count; p++) {
            impulse i = {near[k].a, {0, 0, 0}, (double)rows[k].point[p].depth, 0};
            for (int c = 0; c < 3; c++)
                i.normal[c] = -(double)rows[k].normal[c];
            out[count++] = i;
        }
    return count;
}

static void solve(impulse *of, size_t count, slider *sliders) {
    for (int sweep = 0; sweep < SWEEPS; sweep++)
        for (size_t k = 0; k < count; k++) {
            double *v = sliders[of[k].body].velocity;
            const double *n = of[k].normal, along = v[0] * n[0] + v[1] * n[1] + v[2] * n[2], d = of[k].depth;
            const double wanted = d < 0 ? d / STEP : d > SLOP ? 0.2 * (d - SLOP) / STEP : 0;
            const double sum = fmax(0, of[k].sum + wanted - along), more = sum - of[k].sum;
            of[k].sum = sum;
            for (int c = 0; c < 3; c++)
                v[c] += more * n[c];
        }
}

static void slide(const ground *g, sepal_mesh_rim rim, body *bodies, slider *sliders, int steps) {
    sepal_mesh *mesh = ground_mesh(g, rim);
    sepal_solids *set = NULL;
    cr_assert_eq(sepal_solids_create(NULL, &set), SEPAL_OK);
    for (int step = 0; step < steps; step++) {
        size_t pairs;
        bodies_put(set, bodies, SLIDERS);
        sepal_pair *near = bodies_near(g, bodies, SLIDERS, MARGIN, &pairs);
        contact_row *rows = ask_contacts(set, mesh, near, pairs, (float)MARGIN);
        impulse *impulses = must_have(malloc((4 * pairs + 1) * sizeof *impulses));
        for (size_t i = 0; i < SLIDERS; i++)
            sliders[i].velocity[2] -= 10 * STEP;
        solve(impulses, gather(near, rows, pairs, impulses), sliders);
        for (size_t i = 0; i < SLIDERS; i++) {
            slider *s = &sliders[i];
            for (int c = 0; c < 3; c++)
                bodies[i].at[c] += s->velocity[c] * STEP;
            s->slowest = fmin(s->slowest, sqrt(s->velocity[0] * s->velocity[0] + s->velocity[1] * s->velocity[1]));
            s->jump = fmax(s->jump, fabs(s->velocity[2]));
            s->farthest = fmax(s->farthest, bodies[i].at[0]);
        }
        free(near);
        free(rows);
        free(impulses);
    }
    sepal_solids_destroy(set);
    sepal_mesh_destroy(mesh);
}

/* A direction, as a cosine and a sine. */
static void some_direction(rng *random, double out[2]) {
    double square = 0;
    out[0] = out[1] = 0;
    while (square < 0.01 || square > 1) {
        out[0] = rng_real(random, -1, 1);
        out[1] = rng_real(random, -1, 1);
        square = out[0] * out[0] + out[1] * out[1];
    }
    out[0] /= sqrt(square);
    out[1] /= sqrt(square);
}

/* On the floor, turned about the vertical, and on their way in any direction. */
static void start(body *bodies, slider *sliders, body_kind kind, double range) {
    rng random = {(uint64_t)kind + 11};
    for (size_t i = 0; i < SLIDERS; i++) {
        double turn[2], way[2];
        some_direction(&random, turn);
        some_direction(&random, way);
        bodies[i] = body_upright(kind, rng_real(&random, -range, range), rng_real(&random, -range, range), 0, turn[0], turn[1]);
        bodies[i].at[2] = body_height(&bodies[i]) - SLOP;
        sliders[i] = (slider){{SPEED * way[0], SPEED * way[1], 0}, SPEED, 0, -INFINITY};
    }
}

static void check_floor(const ground *g, sepal_mesh_rim rim, const char *name) {
    static body bodies[SLIDERS];
    static slider sliders[SLIDERS];
    for (int kind = 0; kind < BODY_KINDS; kind++) {
        size_t slower = 0, jumping = 0;
        start(bodies, sliders, (body_kind)kind, 6);
        slide(g, rim, bodies, sliders, 40);
        for (size_t i = 0; i < SLIDERS; i++) {
            slower += sliders[i].slowest < 0.99 * SPEED;
            jumping += sliders[i].jump > 0.1;
        }
        cr_expect_eq(slower, 0, "%s, %s: %zu of %d lose a hundredth of their speed", name, body_names[kind], slower, SLIDERS);
        cr_expect_eq(jumping, 0, "%s, %s: %zu of %d move up or down", name, body_names[kind], jumping, SLIDERS);
    }
}

Test(meshes_slide, floor_of_triangles) {
    ground g = ground_of_grid(24, GROUND_FLAT);
    check_floor(&g, SEPAL_RIM_ENDS, "a grid");
    ground_release(&g);
}

/* Tiles that share no vertices, with vertices of the one inside of edges of the other. */
Test(meshes_slide, floor_of_tiles) {
    ground g = ground_of_tiles(24);
    check_floor(&g, SEPAL_RIM_GOES_ON, "tiles");
    ground_release(&g);
}

/* What is real stays: a wall as high as the bodies stops all of them. */
Test(meshes_slide, wall_stops) {
    static body bodies[SLIDERS];
    static slider sliders[SLIDERS];
    ground g = ground_with_step(24, 1.5);
    for (int kind = 0; kind < BODY_KINDS; kind++) {
        size_t through = 0, fallen = 0, arrived = 0;
        rng random = {(uint64_t)kind + 23};
        start(bodies, sliders, (body_kind)kind, 1);
        for (size_t i = 0; i < SLIDERS; i++) {
            bodies[i].at[0] -= 4;
            sliders[i].velocity[0] = SPEED;
            sliders[i].velocity[1] = rng_real(&random, -1, 1);
        }
        slide(&g, SEPAL_RIM_ENDS, bodies, sliders, 90);
        for (size_t i = 0; i < SLIDERS; i++) {
            arrived += sliders[i].farthest > -1;
            through += sliders[i].farthest > -0.2;
            fallen += bodies[i].at[2] < 0.2;
        }
        cr_expect_eq(arrived, SLIDERS, "%s: only %zu arrive at the wall", body_names[kind], arrived);
        cr_expect_eq(through, 0, "%s: %zu get into the wall", body_names[kind], through);
        cr_expect_eq(fallen, 0, "%s: %zu fall through the floor", body_names[kind], fallen);
    }
    ground_release(&g);
}

/* A kerb stops boxes, and lets spheres over it. */
Test(meshes_slide, kerb_stops_boxes) {
    static body bodies[SLIDERS];
    static slider sliders[SLIDERS];
    ground g = ground_with_step(24, 0.1);
    const body_kind kinds[2] = {BODY_BOX, BODY_SPHERE};
    for (int k = 0; k < 2; k++) {
        size_t over = 0, fallen = 0;
        start(bodies, sliders, kinds[k], 1);
        for (size_t i = 0; i < SLIDERS; i++) {
            bodies[i].at[0] -= 3;
            sliders[i].velocity[0] = SPEED;
            sliders[i].velocity[1] = 0;
        }
        slide(&g, SEPAL_RIM_ENDS, bodies, sliders, 90);
        for (size_t i = 0; i < SLIDERS; i++) {
            over += sliders[i].farthest > 1;
            fallen += bodies[i].at[2] < 0.3;
        }
        cr_expect_eq(over, kinds[k] == BODY_BOX ? 0 : SLIDERS, "%s: %zu get over the kerb", body_names[kinds[k]], over);
        cr_expect_eq(fallen, 0, "%s: %zu fall through the floor", body_names[kinds[k]], fallen);
    }
    ground_release(&g);
}
