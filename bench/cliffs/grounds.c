/* grounds.c — the map of costs of triangle meshes: where does a body on a mesh cost many times what it usually costs? A cell is a kind of
 * body, a place, a question; its usual cost is that of the question for a body of that kind on bumpy ground, for as many triangles as are near
 * it in the place. Only times are measured; no answer is judged. */
#include "bodies.h"

#include <float.h>
#include <math.h>
#include <sepal/sepal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SIDE = 48, TRIANGLES = 2 * SIDE * SIDE, VERTICES = (SIDE + 1) * (SIDE + 1), BODIES = 256, ROOM = 1 << 16 };

/* --- Places -------------------------------------------------------------------------------------------------------------------- */

typedef enum ground_kind { GROUND_BUMPY, GROUND_FLAT, GROUND_SLOPE, GROUND_STEPS, GROUND_NEEDLES, GROUNDS } ground_kind;

/* Where the middle of a body is over the grid, whose cells have a side of 1. */
typedef enum spot_kind { ANYWHERE, OVER_VERTEX, OVER_EDGE, ON_LATTICE } spot_kind;

/* sunk: how deep it is in the ground. tilt: by which a body leans that would lie flat; less than 0: it is turned at random. */
typedef struct ground_place {
    const char *name;
    ground_kind ground;
    spot_kind spot;
    double sunk, tilt;
} ground_place;

static const ground_place ground_places[] = {
    {"bumpy ground", GROUND_BUMPY, ANYWHERE, 0.02, -1},
    {"flush on a floor", GROUND_FLAT, ANYWHERE, 0, 0},
    {"resting on a floor, sunk by 1/256", GROUND_FLAT, ANYWHERE, 0x1p-8, 0},
    {"above a floor by 1/1024", GROUND_FLAT, ANYWHERE, -0x1p-10, 0},
    {"tilted by 1e-6", GROUND_FLAT, ANYWHERE, 0, 1e-6},
    {"tilted by 1e-4", GROUND_FLAT, ANYWHERE, 0, 1e-4},
    {"tilted by 1e-2", GROUND_FLAT, ANYWHERE, 0.01, 1e-2},
    {"flush, over a vertex", GROUND_FLAT, OVER_VERTEX, 0, 0},
    {"flush, over an edge", GROUND_FLAT, OVER_EDGE, 0, 0},
    {"flush, all on a lattice", GROUND_FLAT, ON_LATTICE, 0, 0},
    {"turned, over a vertex", GROUND_FLAT, OVER_VERTEX, 0.02, -1},
    {"half in a floor", GROUND_FLAT, ANYWHERE, 0.5, 0},
    {"flush on a slope, up to rounding", GROUND_SLOPE, ANYWHERE, 0, 0},
    {"steps, all on a lattice", GROUND_STEPS, ON_LATTICE, 0, 0},
    {"steps, turned", GROUND_STEPS, ANYWHERE, 0.1, -1},
    {"needles, flush", GROUND_NEEDLES, ANYWHERE, 0, 0},
    {"needles, turned", GROUND_NEEDLES, OVER_EDGE, 0.02, -1},
};
enum { GROUND_PLACES = sizeof ground_places / sizeof *ground_places };

/* The height of a ground at a vertex, or on its way. */
static double ground_height(ground_kind kind, double x, double y) {
    return kind == GROUND_SLOPE ? 0.3 * x + 0.2 * y : kind == GROUND_STEPS ? 0.25 * fmod(floor(x) + 2 * floor(y), 3) : 0;
}

static sepal_mesh *make_ground(ground_kind kind) {
    static float vertex[VERTICES][3];
    static uint32_t corner[TRIANGLES][3];
    sepal_mesh *mesh = NULL;
    random_begin(7);
    for (int v = 0; v < VERTICES; v++) {
        const double x = v % (SIDE + 1), row = floor((double)v / (SIDE + 1));
        const double y = kind == GROUND_NEEDLES ? row * 0x1p-5 : row;
        vertex[v][0] = (float)x;
        vertex[v][1] = (float)y;
        vertex[v][2] = (float)(kind == GROUND_BUMPY ? random_between(0, 0.3) : ground_height(kind, x, y));
    }
    for (uint32_t cell = 0; cell < SIDE * SIDE; cell++) {
        const uint32_t a = cell / SIDE * (SIDE + 1) + cell % SIDE, b = a + 1, c = a + SIDE + 1, d = c + 1;
        const uint32_t both[2][3] = {{a, b, d}, {a, d, c}};
        memcpy(corner[(size_t)2 * cell], both, sizeof both);
    }
    const sepal_triangles triangles = {.x = vertex[0],
                                       .y = vertex[0] + 1,
                                       .z = vertex[0] + 2,
                                       .stride = 3,
                                       .vertices = VERTICES,
                                       .a = corner[0],
                                       .b = corner[0] + 1,
                                       .c = corner[0] + 2,
                                       .corner_stride = 3};
    if (sepal_mesh_create(NULL, &mesh) != SEPAL_OK ||
        sepal_mesh_fill(mesh, &triangles, TRIANGLES, SEPAL_RIM_ENDS, NULL) != SEPAL_OK)
        abort();
    return mesh;
}

/* --- Bodies -------------------------------------------------------------------------------------------------------------------- */

typedef enum ground_body { ON_BOX, ON_SPHERE, ON_CAPSULE, ON_HULL_8, ON_PRISM_24, GROUND_BODIES } ground_body;
static const char *const ground_body_names[GROUND_BODIES] = {"box", "sphere", "capsule", "hull of 8", "prism of 24"};

/* About the origin, of a height of 1, its flat side below; coordinates are multiples of 2^-10. */
static void make_ground_body(ground_body kind, body *out) {
    const family families[GROUND_BODIES] = {{BODY_BOX, 8, 8, false, false},
                                            {BODY_POINT, 1, 1, true, false},
                                            {BODY_SEGMENT, 2, 2, true, false},
                                            {BODY_HULL, 8, 8, false, false},
                                            {BODY_PRISM, 12, 12, false, false}};
    make_body(&families[kind], true, FEATURE_FACE, out);
    if (kind == ON_BOX) {
        out->is_box = true;
        memset(out->p, 0, sizeof out->p);
        for (int k = 0; k < 3; k++)
            out->p[1 + k][k] = 0.5;
        return;
    }
    for (int i = 0; i < out->count; i++) { /* what is highest is lowest */
        out->p[i][2] = -out->p[i][2];
        out->p[i][1] = -out->p[i][1];
    }
}

static void add_ground_body(sepal_solids *set, const body *b) {
    float x[3][BODY_MOST];
    const float radius = (float)b->radius;
    for (int i = 0; i < b->count; i++)
        for (int k = 0; k < 3; k++)
            x[k][i] = (float)b->p[i][k];
    const sepal_solid_parallelepipeds box = {.c = {x[0], x[1], x[2]},
                                             .u = {x[0] + 1, x[1] + 1, x[2] + 1},
                                             .v = {x[0] + 2, x[1] + 2, x[2] + 2},
                                             .w = {x[0] + 3, x[1] + 3, x[2] + 3},
                                             .radius = &radius};
    const sepal_status status = b->is_box ? sepal_solids_add_parallelepipeds(set, &box, 1, NULL, NULL)
                                          : sepal_solids_add_hull(set, x[0], x[1], x[2], (size_t)b->count, radius, NULL);
    if (status != SEPAL_OK)
        abort();
}

/* What a cell asks about. */
typedef struct ground_cell {
    sepal_solids *bodies;
    float move[3][BODIES], ray[6][BODIES];
    size_t near_count;
    sepal_pair near[ROOM];
} ground_cell;

static void put_on_ground(const ground_place *p, ground_body kind, ground_cell *out, int number) {
    const turn lean = turn_of(1, p->tilt / 2, p->tilt / 3, 0, 0);
    const turn about = turn_about_up(true, false), any = any_turn(true);
    const double width = p->ground == GROUND_NEEDLES ? 0x1p-5 : 1;
    double at[3] = {2 + random_below(SIDE - 4), width * (2 + random_below(SIDE - 4)), 0};
    body b;
    make_ground_body(kind, &b);
    if (p->tilt < 0)
        turn_body(&any, &b);
    else if (p->spot != ON_LATTICE && p->ground != GROUND_SLOPE)
        turn_body(&about, &b);
    if (p->tilt > 0)
        turn_body(&lean, &b);
    if (p->spot == ANYWHERE || p->spot == OVER_EDGE)
        at[0] += random_between(0, 1);
    if (p->spot == ANYWHERE)
        at[1] += width * random_between(0, 1);
    if (p->spot == ON_LATTICE) /* the corner of a box on a vertex */
        at[0] += 0.5, at[1] += 0.5;
    const double down[3] = {0, 0, -1};
    at[2] = ground_height(p->ground, at[0], at[1]) + body_support(&b, down) - p->sunk + (p->ground == GROUND_BUMPY ? 0.15 : 0);
    move_body(at, &b);
    add_ground_body(out->bodies, &b);
    const float way[3] = {(float)random_between(-1, 1), (float)random_between(-1, 1), p->tilt < 0 ? -0.5F : 0};
    for (int k = 0; k < 3; k++) {
        out->move[k][number] = way[k];
        out->ray[k][number] = (float)at[k] + (k == 2 ? 2 : 0);
        out->ray[3 + k][number] = k == 2 ? -4 : p->spot == ANYWHERE ? way[k] : 0;
    }
}

static void make_cell(const ground_place *p, ground_body kind, const sepal_mesh *mesh, sepal_finder *finder, ground_cell *out) {
    out->bodies = NULL;
    random_begin(100 + (uint64_t)kind);
    if (sepal_solids_create(NULL, &out->bodies) != SEPAL_OK)
        abort();
    for (int i = 0; i < BODIES; i++)
        put_on_ground(p, kind, out, i);
    if (sepal_mesh_find_near(finder, out->bodies, 0, BODIES, mesh, NULL, 0.02F, ROOM, out->near, &out->near_count) != SEPAL_OK)
        abort();
}

/* --- Questions ----------------------------------------------------------------------------------------------------------------- */

typedef enum ground_question {
    ASK_FIND,
    ASK_MEETS,
    ASK_CONTACTS,
    ASK_MANIFOLDS,
    ASK_NEAREST,
    ASK_RAYS,
    ASK_RAYS_WITH_MARGIN,
    ASK_SWEEP_DOWN,
    ASK_SWEEP_ALONG,
    GROUND_QUESTIONS
} ground_question;
static const char *const ground_question_names[GROUND_QUESTIONS] = {
    "overlap", "meets", "contacts", "manifolds", "nearest", "rays", "rays, margin 0.05", "sweep down", "sweep along"};

static sepal_status ask_ground(ground_question question, const sepal_mesh *mesh, sepal_finder *finder, const ground_cell *c,
                               size_t count) {
    static sepal_pair pairs[ROOM];
    static sepal_mesh_manifold manifolds[32 * BODIES];
    static float numbers[4][BODIES], points[7][4 * ROOM];
    static uint32_t indices[BODIES], features[4 * ROOM];
    static uint64_t bits[SEPAL_BIT_WORDS(BODIES)];
    static uint8_t counts[ROOM];
    static const float none[BODIES] = {0};
    static float down[BODIES];
    size_t found, near = 0;
    const sepal_contact_rule rule = {.margin = 0.02F};
    const sepal_rule wide = {.margin = 0.05F};
    const sepal_solid_ray_hits hits = {indices, numbers[0], numbers[1], numbers[2], numbers[3], 0};
    const sepal_solid_rays rays = {c->ray[0], c->ray[1], c->ray[2], c->ray[3], c->ray[4], c->ray[5], 1};
    switch (question) {
    case ASK_FIND:
        return sepal_mesh_find(finder, c->bodies, 0, count, mesh, NULL, NULL, ROOM, pairs, &found);
    case ASK_MEETS:
        return sepal_mesh_meets(finder, c->bodies, 0, count, mesh, NULL, NULL, bits);
    case ASK_CONTACTS:
        while (near < c->near_count && c->near[near].a < count)
            near++;
        return sepal_mesh_contacts_pairs(c->bodies, mesh, c->near, near, &rule,
                                         &(sepal_solid_contacts){.count = counts,
                                                                 .normal_x = points[0],
                                                                 .normal_y = points[1],
                                                                 .normal_z = points[2],
                                                                 .x = points[3],
                                                                 .y = points[4],
                                                                 .z = points[5],
                                                                 .depth = points[6],
                                                                 .feature = features});
    case ASK_MANIFOLDS:
        return sepal_mesh_manifolds(finder, c->bodies, 0, count, mesh, NULL, &rule, 0.98F, 32 * BODIES, manifolds, &found);
    case ASK_NEAREST:
        return sepal_mesh_find_nearest(finder, c->bodies, 0, count, mesh, 1, NULL, FLT_MAX, indices, numbers[0]);
    case ASK_RAYS:
    case ASK_RAYS_WITH_MARGIN:
        return sepal_mesh_cast_rays(finder, mesh, &rays, count, SEPAL_MESH_FRONT, NULL, question == ASK_RAYS ? NULL : &wide, &hits);
    case ASK_SWEEP_DOWN:
        for (size_t i = 0; i < count; i++)
            down[i] = -1;
        return sepal_mesh_sweep(finder, c->bodies, &(sepal_solid_moves){none, none, down, 1}, 0, count, mesh, NULL, NULL, &hits);
    default:
        return sepal_mesh_sweep(finder, c->bodies, &(sepal_solid_moves){c->move[0], c->move[1], c->move[2], 1}, 0, count, mesh,
                                NULL, NULL, &hits);
    }
}

/* Does its cost grow with the number of triangles near a body? */
static bool ground_grows(ground_question question) {
    return question != ASK_RAYS && question != ASK_RAYS_WITH_MARGIN && question != ASK_NEAREST;
}

static double ground_cpu_ns(void) {
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

/* ns a body: the least of some calls; a few bodies stand for all where they take long. */
static double measure_ground(ground_question question, const sepal_mesh *mesh, sepal_finder *finder, const ground_cell *c) {
    double least = INFINITY;
    for (size_t count = 8; count <= BODIES && (count == 8 || least < 1e6); count *= 32) {
        least = INFINITY;
        for (int i = 0; i < 5; i++) {
            const double begin = ground_cpu_ns();
            if (ask_ground(question, mesh, finder, c, count) != SEPAL_OK)
                abort();
            least = fmin(least, (ground_cpu_ns() - begin) / (double)count);
        }
    }
    return least;
}

/* A cell counts as a cliff only if it takes longer than this. */
static const double ground_ns_that_count = 1e3;

int main(int count, char **values) {
    static ground_cell cell;
    sepal_mesh *grounds[GROUNDS];
    sepal_finder *finder = NULL;
    const double most = count > 1 ? strtod(values[1], NULL) : 10;
    double usual[GROUND_BODIES][GROUND_QUESTIONS], worst = 0;
    size_t usual_near = 1;
    int cells = 0, above = 0;
    if (sepal_finder_create(NULL, &finder) != SEPAL_OK)
        abort();
    for (int k = 0; k < GROUNDS; k++)
        grounds[k] = make_ground((ground_kind)k);
    printf("ns a body, and times what is usual\n%-12s %-34s", "", "");
    for (int q = 0; q < GROUND_QUESTIONS; q++)
        printf(" %17s", ground_question_names[q]);
    printf("\n");
    for (int kind = 0; kind < GROUND_BODIES; kind++)
        for (int k = 0; k < GROUND_PLACES; k++) {
            const ground_place *p = &ground_places[k];
            const sepal_mesh *mesh = grounds[p->ground];
            make_cell(p, (ground_body)kind, mesh, finder, &cell);
            printf("%-12s %-34s", ground_body_names[kind], p->name);
            for (int q = 0; q < GROUND_QUESTIONS; q++) {
                const double ns = measure_ground((ground_question)q, mesh, finder, &cell);
                if (k == 0) {
                    usual[kind][q] = ns;
                    usual_near = cell.near_count;
                }
                const double more = (double)cell.near_count / (double)usual_near;
                const double times = ns / usual[kind][q] / (more > 1 && ground_grows((ground_question)q) ? more : 1);
                printf(" %10.0f %6.2f", ns, times);
                cells++;
                if (ns > ground_ns_that_count) {
                    above += times > most;
                    worst = fmax(worst, times);
                }
            }
            printf("\n");
            sepal_solids_destroy(cell.bodies);
        }
    printf("%s: of %d cells %d take more than %g times what is usual and 1 us; the worst %.1f times\n", sepal_isa(), cells, above,
           most, worst);
    for (int k = 0; k < GROUNDS; k++)
        sepal_mesh_destroy(grounds[k]);
    sepal_finder_destroy(finder);
    return above > 0;
}
