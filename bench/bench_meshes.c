/* bench_meshes.c — a terrain of a million triangles: filling it, ns a triangle; which triangles boxes overlap, whether they do, which is
 * nearest, where they touch, pair by pair and as manifolds, and how far they get, ns a box; and which triangle a ray hits first, ns a ray. */
#include <float.h>
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "question.h"
#include "questions.h"
#include "solid_peers.h"

/* A grid of cells of 1 x 1 with hills and noise. Boxes of side 1 rest on it, turned about the vertical; those that move begin 2 above,
 * and fall by 4 while they move by up to 3 along each other axis. Rays begin 20 above, and come down at 45 degrees or steeper. */
enum {
    SIDE = 707,
    TRIANGLES = 2 * SIDE * SIDE,
    VERTICES = (SIDE + 1) * (SIDE + 1),
    BODIES = 16384,
    RAYS = 65536,
    MANIFOLDS = 8 * BODIES
};

typedef enum mesh_asked {
    MESH_FILL,
    MESH_FIND,
    MESH_MEETS,
    MESH_NEAREST,
    MESH_RAYS,
    MESH_CONTACTS,
    MESH_MANIFOLDS,
    MESH_SWEEP,
    MESH_ASKED
} mesh_asked;

typedef struct mesh_bench {
    question base;
    mesh_asked asked;
    float *vertex, *rows;
    uint32_t *corner;
    sepal_mesh *mesh;
    sepal_solids *bodies, *hulls;
    sepal_finder *finder;
    size_t found, room; /* of a peer */
    sepal_pair *of_a_peer;
    size_t near_count; /* pairs that are near each other */
    sepal_pair *near;
    float *moves;
    size_t manifold_count;
    sepal_mesh_manifold *manifolds;
} mesh_bench;

/* SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014). */
static double random_share(uint64_t *state) {
    uint64_t z = (*state += UINT64_C(0x9e3779b97f4a7c15));
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return (double)((z ^ z >> 31) >> 11) * 0x1p-53;
}

static void make_terrain(mesh_bench *m, uint64_t *state) {
    for (uint32_t j = 0; j <= SIDE; j++)
        for (uint32_t i = 0; i <= SIDE; i++) {
            float *at = m->vertex + 3 * ((size_t)j * (SIDE + 1) + i);
            at[0] = (float)i;
            at[1] = (float)j;
            at[2] = (float)(3 * sin(0.11 * i) * cos(0.13 * j) + 0.3 * random_share(state));
        }
    uint32_t *to = m->corner;
    for (uint32_t j = 0; j < SIDE; j++)
        for (uint32_t i = 0; i < SIDE; i++) {
            const uint32_t a = j * (SIDE + 1) + i, b = a + 1, c = a + SIDE + 1, d = c + 1;
            const uint32_t both[6] = {a, b, d, a, d, c};
            memcpy(to, both, sizeof both);
            to += 6;
        }
}

static sepal_status fill(mesh_bench *m) {
    const sepal_triangles triangles = {.x = m->vertex,
                                       .y = m->vertex + 1,
                                       .z = m->vertex + 2,
                                       .stride = 3,
                                       .vertices = VERTICES,
                                       .a = m->corner,
                                       .b = m->corner + 1,
                                       .c = m->corner + 2,
                                       .corner_stride = 3};
    return sepal_mesh_fill(m->mesh, &triangles, TRIANGLES, SEPAL_RIM_ENDS, NULL);
}

static bool make_bodies(mesh_bench *m, uint64_t *state) {
    bool fine = sepal_solids_create(NULL, &m->bodies) == SEPAL_OK;
    for (size_t k = 0; fine && k < BODIES; k++) {
        const double x = 1 + (SIDE - 2) * random_share(state), y = 1 + (SIDE - 2) * random_share(state);
        const double angle = 6.283185307179586 * random_share(state), u = 0.5 * cos(angle), v = 0.5 * sin(angle);
        const float ground = m->vertex[3 * ((size_t)y * (SIDE + 1) + (size_t)x) + 2];
        const sepal_parallelepiped box = {{(float)x, (float)y, ground + (m->asked == MESH_SWEEP ? 2.5F : 0.45F)},
                                          {(float)u, (float)v, 0},
                                          {(float)-v, (float)u, 0},
                                          {0, 0, 0.5F}};
        const sepal_solid_parallelepipeds one = {{box.c, box.c + 1, box.c + 2},
                                                 {box.u, box.u + 1, box.u + 2},
                                                 {box.v, box.v + 1, box.v + 2},
                                                 {box.w, box.w + 1, box.w + 2},
                                                 NULL,
                                                 1};
        fine = sepal_solids_add_parallelepipeds(m->bodies, &one, 1, NULL, NULL) == SEPAL_OK;
    }
    return fine;
}

/* The triangles as hulls: what peers copy. */
static bool make_hulls(mesh_bench *m) {
    bool fine = sepal_solids_create(NULL, &m->hulls) == SEPAL_OK &&
                sepal_solids_reserve(m->hulls, 0, TRIANGLES, 3 * (size_t)TRIANGLES) == SEPAL_OK;
    for (size_t i = 0; fine && i < TRIANGLES; i++) {
        float at[3][3];
        for (size_t c = 0; c < 3; c++)
            for (size_t k = 0; k < 3; k++)
                at[k][c] = m->vertex[3 * (size_t)m->corner[3 * i + c] + k];
        fine = sepal_solids_add_hull(m->hulls, at[0], at[1], at[2], 3, 0, NULL) == SEPAL_OK;
    }
    return fine;
}

/* The answers are in an array of the question's. */
static sepal_status ask_manifolds(mesh_bench *m, size_t room) {
    const sepal_contact_rule rule = {.margin = 0.02F};
    return sepal_mesh_manifolds(m->finder, m->bodies, 0, BODIES, m->mesh, NULL, &rule, 0.98F, room, m->manifolds,
                                &m->manifold_count);
}

static bool build(question *q) {
    mesh_bench *m = (mesh_bench *)q;
    uint64_t state = 1;
    m->vertex = malloc((size_t)VERTICES * 3 * sizeof *m->vertex);
    m->corner = malloc((size_t)TRIANGLES * 3 * sizeof *m->corner);
    m->rows = malloc((size_t)RAYS * 6 * sizeof *m->rows);
    if (m->vertex == NULL || m->corner == NULL || m->rows == NULL || sepal_mesh_create(NULL, &m->mesh) != SEPAL_OK ||
        sepal_finder_create(NULL, &m->finder) != SEPAL_OK)
        return false;
    make_terrain(m, &state);
    if (fill(m) != SEPAL_OK || !make_bodies(m, &state) || !make_hulls(m))
        return false;
    for (size_t k = 0; k < RAYS; k++) {
        const double values[6] = {SIDE * random_share(&state),         SIDE * random_share(&state),         20,
                                  40 * (2 * random_share(&state) - 1), 40 * (2 * random_share(&state) - 1), -40};
        for (size_t i = 0; i < 6; i++)
            m->rows[6 * k + i] = (float)values[i];
    }
    m->moves = malloc((size_t)BODIES * 3 * sizeof *m->moves);
    if (m->moves == NULL)
        return false;
    for (size_t k = 0; k < (size_t)BODIES * 3; k++)
        m->moves[k] = k % 3 == 2 ? -4 : (float)(6 * random_share(&state) - 3);
    size_t found = 0;
    sepal_status status = sepal_mesh_find_near(m->finder, m->bodies, 0, BODIES, m->mesh, NULL, 0.02F, 0, NULL, &m->near_count);
    m->near = malloc((m->near_count + 1) * sizeof *m->near);
    if (m->near == NULL || (status != SEPAL_OK && status != SEPAL_TOO_SMALL) ||
        sepal_mesh_find_near(m->finder, m->bodies, 0, BODIES, m->mesh, NULL, 0.02F, m->near_count, m->near, &m->near_count) !=
            SEPAL_OK)
        return false;
    if (m->asked != MESH_SWEEP &&
        sepal_mesh_find(m->finder, m->bodies, 0, BODIES, m->mesh, NULL, NULL, 0, NULL, &found) != SEPAL_TOO_SMALL)
        return false;
    m->room = 2 * found;
    m->of_a_peer = malloc((m->room + 1) * sizeof *m->of_a_peer);
    if (m->asked == MESH_MANIFOLDS) {
        status = ask_manifolds(m, 0);
        m->manifolds = malloc((m->manifold_count + 1) * sizeof *m->manifolds);
        if (m->manifolds == NULL || (status != SEPAL_OK && status != SEPAL_TOO_SMALL))
            return false;
    }
    q->solids[0] = m->bodies;
    q->solids[1] = m->hulls;
    const size_t items[] = {TRIANGLES, BODIES, BODIES, BODIES, RAYS, BODIES, BODIES, BODIES};
    const size_t bytes[] = {3 * sizeof(sepal_mesh_edge) * 4096,
                            found * sizeof(sepal_pair),
                            SEPAL_BIT_WORDS(BODIES) * sizeof(uint64_t),
                            BODIES * (sizeof(uint32_t) + sizeof(float)),
                            RAYS * (sizeof(uint32_t) + sizeof(float)),
                            m->near_count * (1 + 3 * sizeof(float)),
                            m->manifold_count * sizeof(sepal_mesh_manifold),
                            BODIES * (sizeof(uint32_t) + sizeof(float))};
    q->items = items[m->asked];
    q->bytes = bytes[m->asked];
    return m->of_a_peer != NULL;
}

static sepal_solid_rays rays_of(const mesh_bench *m) {
    const float *r = m->rows;
    return (sepal_solid_rays){r, r + 1, r + 2, r + 3, r + 4, r + 5, 6};
}

/* Answers: of each pair the normal, then the number of points. Depths and points are not kept, but found. */
static sepal_status ask_contacts(const mesh_bench *m, void *answers) {
    float *normal = answers;
    const size_t n = m->near_count;
    const sepal_contact_rule rule = {.margin = 0.02F};
    const sepal_solid_contacts out = {
        .count = (uint8_t *)(normal + 3 * n), .normal_x = normal, .normal_y = normal + n, .normal_z = normal + 2 * n};
    return sepal_mesh_contacts_pairs(m->bodies, m->mesh, m->near, n, &rule, &out);
}

/* Of them, what was written: points beyond their number are not. */
static bool collect_manifolds(question *q, void *answers) {
    const mesh_bench *m = (const mesh_bench *)q;
    memset(answers, 0, q->bytes);
    for (size_t k = 0; k < m->manifold_count; k++) {
        const sepal_mesh_manifold *from = &m->manifolds[k];
        const size_t bytes = offsetof(sepal_mesh_manifold, point) + from->count * sizeof *from->point;
        memcpy((char *)answers + k * sizeof *from, from, bytes);
    }
    return true;
}

/* Answers: the triangle of each box, then the times. */
static sepal_status ask_sweep(const mesh_bench *m, void *answers) {
    const sepal_solid_moves moves = {m->moves, m->moves + 1, m->moves + 2, 3};
    const sepal_solid_ray_hits hits = {.shape = answers, .time = (float *)answers + BODIES};
    return sepal_mesh_sweep(m->finder, m->bodies, &moves, 0, BODIES, m->mesh, NULL, NULL, &hits);
}

/* Answers: the triangle of each ray, then the times. */
static sepal_solid_ray_hits hits_in(void *answers) {
    return (sepal_solid_ray_hits){.shape = answers, .time = (float *)answers + RAYS};
}

static sepal_status ask(question *q, void *answers) {
    mesh_bench *m = (mesh_bench *)q;
    const sepal_solid_rays rays = rays_of(m);
    const sepal_solid_ray_hits hits = hits_in(answers);
    size_t found;
    switch (m->asked) {
    case MESH_FILL:
        return fill(m);
    case MESH_FIND:
        return sepal_mesh_find(m->finder, m->bodies, 0, BODIES, m->mesh, NULL, NULL, q->bytes / sizeof(sepal_pair), answers,
                               &found);
    case MESH_MEETS:
        return sepal_mesh_meets(m->finder, m->bodies, 0, BODIES, m->mesh, NULL, NULL, answers);
    case MESH_NEAREST:
        return sepal_mesh_find_nearest(m->finder, m->bodies, 0, BODIES, m->mesh, 1, NULL, FLT_MAX, answers,
                                       (float *)answers + BODIES);
    case MESH_CONTACTS:
        return ask_contacts(m, answers);
    case MESH_MANIFOLDS:
        return ask_manifolds(m, m->manifold_count);
    case MESH_SWEEP:
        return ask_sweep(m, answers);
    default:
        return sepal_mesh_cast_rays(m->finder, m->mesh, &rays, RAYS, SEPAL_MESH_FRONT, NULL, NULL, &hits);
    }
}

/* What filling makes: the edges of the first triangles. */
static bool collect_edges(question *q, void *answers) {
    const mesh_bench *m = (const mesh_bench *)q;
    sepal_mesh_edge *kinds = answers;
    for (uint32_t i = 0; i < 4096; i++)
        if (sepal_mesh_edges(m->mesh, i, kinds + 3 * (size_t)i, NULL) != SEPAL_OK)
            return false;
    return true;
}

static void ask_peer(question *q, const peer *who, void *shapes, void *answers) {
    mesh_bench *m = (mesh_bench *)q;
    const sepal_solid_rays rays = rays_of(m);
    const sepal_solid_ray_hits hits = hits_in(answers);
    const sepal_solid_moves moves = {m->moves, m->moves + 1, m->moves + 2, 3};
    if (m->asked == MESH_SWEEP)
        who->sweep_solids(shapes, NULL, &moves, NULL, BODIES, (sepal_solid_hits){.time = (float *)answers + BODIES});
    else if (m->asked == MESH_FIND)
        m->found = who->find_solids(shapes, m->room, m->of_a_peer);
    else
        who->cast_solids(shapes, &rays, RAYS, &hits);
}

/* Pairs that are wrong; rays with another triangle; boxes that stop elsewhere by a thousandth of their way. */
static size_t judge(question *q, const peer *who) {
    const mesh_bench *m = (const mesh_bench *)q;
    (void)who;
    if (m->asked == MESH_FIND)
        return question_wrong_pairs(m->of_a_peer, m->found, m->room, q->exact, q->bytes / sizeof(sepal_pair));
    const uint32_t *found = q->answers, *exact = q->exact;
    const float *time = (const float *)q->answers + BODIES, *right = (const float *)q->exact + BODIES;
    size_t wrong = 0;
    if (m->asked == MESH_SWEEP) {
        for (size_t k = 0; k < BODIES; k++)
            wrong += !(fabsf(time[k] - right[k]) <= 1e-3F);
        return wrong;
    }
    for (size_t k = 0; k < RAYS; k++)
        wrong += found[k] != exact[k];
    return wrong;
}

static void release(question *q) {
    mesh_bench *m = (mesh_bench *)q;
    sepal_mesh_destroy(m->mesh);
    sepal_solids_destroy(m->bodies);
    sepal_solids_destroy(m->hulls);
    sepal_finder_destroy(m->finder);
    free(m->vertex);
    free(m->corner);
    free(m->rows);
    free(m->of_a_peer);
    free(m->near);
    free(m->manifolds);
    free(m->moves);
}

static const question_kind filled = {.name = "mesh fill", .build = build, .ask = ask, .collect = collect_edges, .release = release};
static const question_kind found = {
    .name = "mesh find", .build = build, .ask = ask, .release = release, .ask_peer = ask_peer, .judge = judge};
static const question_kind meets = {.name = "mesh meets", .build = build, .ask = ask, .release = release};
static const question_kind nearest = {.name = "mesh nearest", .build = build, .ask = ask, .release = release};
static const question_kind rays = {
    .name = "mesh rays", .build = build, .ask = ask, .release = release, .ask_peer = ask_peer, .judge = judge};
static const question_kind contacts = {.name = "mesh contacts", .build = build, .ask = ask, .release = release};
static const question_kind manifolds = {
    .name = "mesh manifolds", .build = build, .ask = ask, .collect = collect_manifolds, .release = release};
static const question_kind sweep = {
    .name = "mesh sweep", .build = build, .ask = ask, .release = release, .ask_peer = ask_peer, .judge = judge};

void bench_meshes_add(void) {
    const question_kind *const kinds[MESH_ASKED] = {&filled, &found, &meets, &nearest, &rays, &contacts, &manifolds, &sweep};
    for (int k = 0; k < MESH_ASKED; k++) {
        question *q = question_add(kinds[k], "terrain, 1 000 000", sizeof(mesh_bench));
        ((mesh_bench *)q)->asked = (mesh_asked)k;
        if (kinds[k]->ask_peer != NULL)
            question_add_peer(q, &peer_textbook_mesh);
    }
}
