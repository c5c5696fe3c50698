#include "work.h"

#include "../questions/solids_questions.h"

#include <stdlib.h>
#include <string.h>

enum { SOLIDS = 40, SPREAD = 6, POINTS = 24 };

/* --- Filling ---------------------------------------------------------------------------------- */

static float somewhere(rng *r, double spread) {
    return (float)rng_real(r, -spread / 2, spread / 2);
}

/* Rows of eleven floats: a place, lengths, a quaternion, a radius. */
typedef struct solid_row {
    float place[3], half[3], turn[4], radius;
} solid_row;
enum { ROW_FLOATS = sizeof(solid_row) / sizeof(float) };

static void make_rows(rng *r, solid_row rows[SOLIDS]) {
    for (int i = 0; i < SOLIDS; i++) {
        for (int k = 0; k < 3; k++) {
            rows[i].place[k] = somewhere(r, SPREAD);
            rows[i].half[k] = (float)rng_real(r, 0.25, 1);
        }
        for (int k = 0; k < 4; k++)
            rows[i].turn[k] = (float)rng_real(r, 0.1, 1);
        rows[i].radius = (float)rng_below(r, 3) / 4;
    }
}

static sepal_solid_turns turns_of(const solid_row *rows) {
    return (sepal_solid_turns){&rows->turn[0], &rows->turn[1], &rows->turn[2], &rows->turn[3], {NULL}};
}

static void add_boxes(sepal_solids *set, rng *r, bool round) {
    solid_row rows[SOLIDS];
    make_rows(r, rows);
    const sepal_solid_boxes boxes = {&rows->place[0], &rows->place[1], &rows->place[2], &rows->half[0],
                                     &rows->half[1],  &rows->half[2],  turns_of(rows),  round ? &rows->radius : NULL,
                                     ROW_FLOATS};
    must_succeed(sepal_solids_add_boxes(set, &boxes, SOLIDS, NULL, NULL), "boxes");
}

static void add_round(sepal_solids *set, rng *r) {
    solid_row rows[SOLIDS];
    make_rows(r, rows);
    const sepal_solid_spheres spheres = {&rows->place[0], &rows->place[1], &rows->place[2], &rows->radius, ROW_FLOATS};
    const sepal_solid_capsules capsules = {&rows->place[0], &rows->place[1], &rows->place[2], &rows->half[0],
                                           &rows->half[1],  &rows->half[2],  &rows->radius,   ROW_FLOATS};
    must_succeed(sepal_solids_add_spheres(set, &spheres, SOLIDS, NULL, NULL), "spheres");
    must_succeed(sepal_solids_add_capsules(set, &capsules, SOLIDS, NULL, NULL), "capsules");
}

/* Whole coordinates, so that many touch exactly; or any. */
static void add_hulls(sepal_solids *set, rng *r) {
    for (int i = 0; i < SOLIDS; i++) {
        float at[3][POINTS];
        const bool whole = rng_below(r, 2) == 0;
        const size_t count = 1 + rng_below(r, POINTS);
        const int32_t middle = rng_between(r, -SPREAD / 2, SPREAD / 2);
        for (size_t m = 0; m < count; m++)
            for (int k = 0; k < 3; k++)
                at[k][m] = whole ? (float)(middle + rng_between(r, -1, 1)) : (float)middle + somewhere(r, 2);
        must_succeed(sepal_solids_add_hull(set, at[0], at[1], at[2], count, 0, NULL), "hull");
    }
}

/* Any combination of kinds, because sets of one kind take other routes through the library than mixed ones. */
static void fill(sepal_solids *set, rng *r) {
    const uint32_t kinds = 1 + rng_below(r, 15);
    if (kinds & 1)
        add_boxes(set, r, false);
    if (kinds & 2)
        add_round(set, r);
    if (kinds & 4)
        add_hulls(set, r);
    if (kinds & 8)
        add_boxes(set, r, true);
}

void add_common_solids(sepal_solids *set) {
    rng r = {2};
    add_boxes(set, &r, false);
    add_hulls(set, &r);
    add_round(set, &r);
}

/* Hills, from vertices and triangles. */
void fill_common_mesh(sepal_mesh *mesh) {
    enum { SIDE = 13 };
    rng r = {3};
    float vertex[SIDE * SIDE][3];
    uint32_t corner[2 * (SIDE - 1) * (SIDE - 1)][3], count = 0;
    for (uint32_t i = 0; i < SIDE * SIDE; i++) {
        const uint32_t row = i / SIDE;
        vertex[i][0] = 0.75F * (float)(i % SIDE) - 4.5F;
        vertex[i][1] = 0.75F * (float)row - 4.5F;
        vertex[i][2] = somewhere(&r, 1);
    }
    for (uint32_t i = 0; i < SIDE * (SIDE - 1); i++) {
        if (i % SIDE == SIDE - 1)
            continue;
        const uint32_t both[2][3] = {{i, i + 1, i + SIDE + 1}, {i, i + SIDE + 1, i + SIDE}};
        memcpy(corner[count], both, sizeof both);
        count += 2;
    }
    const sepal_triangles triangles = {.x = vertex[0],
                                       .y = vertex[0] + 1,
                                       .z = vertex[0] + 2,
                                       .stride = 3,
                                       .vertices = SIDE * SIDE,
                                       .a = corner[0],
                                       .b = corner[0] + 1,
                                       .c = corner[0] + 2,
                                       .corner_stride = 3};
    must_succeed(sepal_mesh_fill(mesh, &triangles, count, SEPAL_RIM_GOES_ON, NULL), "hills");
}

/* --- Asking and changing ---------------------------------------------------------------------- */

static void ask(uint64_t *d, rng *r, const sepal_solids *a, const sepal_solids *b) {
    subject s = {.a = a, .b = b, .count_a = sepal_solids_count(a), .count_b = sepal_solids_count(b)};
    ask_questions(d, r, solids_questions, SOLIDS_QUESTIONS, s);
}

/* Moves every third solid. */
static void update_some(uint64_t *d, rng *r, sepal_solids *set) {
    for (uint32_t i = rng_below(r, 3); i < sepal_solids_count(set); i += 3) {
        const float *x, *y, *z;
        float moved[POINTS];
        size_t count;
        sepal_parallelepiped vectors;
        if (sepal_solids_box(set, i, &vectors) == SEPAL_OK) {
            vectors.c[rng_below(r, 3)] += 1;
            must_succeed(sepal_solids_update_box(set, i, &vectors), "update_box");
            digest_bytes(d, &vectors, sizeof vectors);
            continue;
        }
        must_succeed(sepal_solids_vertices(set, i, &x, &y, &z, &count), "vertices");
        for (size_t m = 0; m < count; m++)
            moved[m] = x[m] + 1;
        float kept[2][POINTS];
        memcpy(kept[0], y, count * sizeof *y);
        memcpy(kept[1], z, count * sizeof *z);
        must_succeed(sepal_solids_update_hull(set, i, moved, kept[0], kept[1]), "update_hull");
        digest_bytes(d, moved, count * sizeof *moved);
    }
}

static void place_some(uint64_t *d, rng *r, sepal_solids *world, const sepal_solids *models) {
    solid_row rows[SOLIDS];
    uint32_t model[SOLIDS];
    make_rows(r, rows);
    for (int i = 0; i < SOLIDS; i++)
        model[i] = rng_below(r, (uint32_t)sepal_solids_count(models));
    const sepal_solid_poses poses = {
        .x = &rows->place[0], .y = &rows->place[1], .z = &rows->place[2], .turn = turns_of(rows), .stride = ROW_FLOATS};
    digest(d, sepal_solids_place(world, models, model, &poses, SOLIDS, NULL));
}

/* Which triangles the solids overlap, and where they touch them. The finder is the thread's own. */
static void ask_mesh(uint64_t *d, const worker *w, const sepal_solids *set) {
    enum { ROOM = 4096, MANIFOLDS = 1024 };
    const sepal_contact_rule rule = {.margin = 0.01F};
    sepal_pair *pairs = calloc(ROOM, sizeof *pairs);
    sepal_mesh_manifold *manifolds = calloc(MANIFOLDS, sizeof *manifolds);
    sepal_finder *finder;
    size_t found = 0, count = sepal_solids_count(set);
    if (pairs == NULL || manifolds == NULL)
        abort();
    must_succeed(sepal_finder_create(w->allocator, &finder), "create");
    must_succeed(sepal_mesh_find(finder, set, 0, count, w->common->mesh, NULL, NULL, ROOM, pairs, &found), "triangles");
    digest_bytes(d, pairs, found * sizeof *pairs);
    must_succeed(sepal_mesh_manifolds(finder, set, 0, count, w->common->mesh, NULL, &rule, 0.9F, MANIFOLDS, manifolds, &found),
                 "manifolds");
    digest_bytes(d, manifolds, found * sizeof *manifolds);
    sepal_finder_destroy(finder);
    free(manifolds);
    free(pairs);
}

void do_solids(worker *w, rng *r, uint64_t *d) {
    sepal_solids *fresh;
    must_succeed(sepal_solids_create(w->allocator, &fresh), "create");
    if (rng_below(r, 2))
        must_succeed(sepal_solids_reserve(fresh, 2 * SOLIDS, 3 * SOLIDS, 30 * SOLIDS), "reserve");
    fill(fresh, r);
    sepal_solids_clear(w->kept_solids);
    fill(w->kept_solids, r);
    ask(d, r, fresh, w->common->solids);
    update_some(d, r, w->kept_solids);
    ask(d, r, w->kept_solids, fresh);
    ask_mesh(d, w, fresh);
    place_some(d, r, w->world_solids, rng_below(r, 2) ? w->common->solids : w->kept_solids);
    ask(d, r, w->world_solids, w->world_solids);
    sepal_solids_destroy(fresh);
}
