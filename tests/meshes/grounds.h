/* grounds.h — surfaces of triangles, bodies on them, and their pairs, for the tests of contacts with meshes. Made by whole numbers, + - *
 * / and square roots alone, so that a seed makes the same everywhere. */
#ifndef SEPAL_TESTS_GROUNDS_H
#define SEPAL_TESTS_GROUNDS_H

#include "../scenes/shapes.h"

#include <sepal/sepal.h>

typedef struct ground {
    size_t vertices, triangles;
    float *xyz;       /* three a vertex */
    uint32_t *corner; /* three a triangle */
} ground;

typedef enum ground_kind { GROUND_FLAT, GROUND_TILTED, GROUND_BUMPY } ground_kind;

/* cells x cells squares of the side 1 around the origin, two triangles each, cut along alternating diagonals. TILTED: a plane, up to the
 * rounding of each vertex. BUMPY: hills of value noise, some 0.5 high. */
ground ground_of_grid(int cells, ground_kind kind);

/* A flat floor of cells x cells square tiles of the side 1 that share no vertex; every other one is cut into four, so that vertices of
 * it are inside of edges of the tiles beside it. */
ground ground_of_tiles(int cells);

/* A floor of cells x cells squares, higher by `rise` where x > 0, with a wall between. */
ground ground_with_step(int cells, double rise);

/* Another order of triangles and of their corners; seed 0: the same again. */
ground ground_shuffled(const ground *from, uint64_t seed);

void ground_release(ground *g);

sepal_mesh *ground_mesh(const ground *g, sepal_mesh_rim rim);

/* Every triangle as a hull of its three vertices. */
sepal_solids *ground_hulls(const ground *g);

/* The height of the ground at a place, the least float where there is none. */
double ground_height(const ground *g, double x, double y);

/* --- Bodies ---------------------------------------------------------------------------------------------------------------------- */

typedef enum body_kind { BODY_BOX, BODY_HULL, BODY_CAPSULE, BODY_SPHERE, BODY_KINDS } body_kind;
extern const char *const body_names[BODY_KINDS];

/* Of some 1 in size. The columns of turn are its axes. */
typedef struct body {
    body_kind kind;
    double at[3], turn[9];
} body;

body body_upright(body_kind kind, double x, double y, double z, double cosine, double sine); /* turned about the vertical */
body body_turned(body_kind kind, double x, double y, double z, rng *random);
double body_height(const body *b); /* of its middle above its lowest point, if it is upright */

/* The points of the core as they are stored, of a box its centre alone; returns how many. */
enum { BODY_POINTS = 12 };
size_t body_points(const body *b, float out[BODY_POINTS][3]);

void body_add(sepal_solids *set, const body *b);

/* A set of bodies, instead of what was in it. */
void bodies_put(sepal_solids *set, const body *bodies, size_t count);

/* Pairs of a body and a triangle whose boxes are near, in ascending order; the caller frees them. */
sepal_pair *bodies_near(const ground *g, const body *bodies, size_t count, double margin, size_t *pairs);

/* Lowers each body until it touches the ground, and then by `sunk`. */
void bodies_lower(const ground *g, body *bodies, size_t count, double sunk);

/* --- Answers ---------------------------------------------------------------------------------------------------------------------- */

/* All of one pair. */
typedef struct contact_row {
    float normal[3];
    struct {
        float at[3], on_a[3], on_b[3], depth;
        uint32_t feature;
    } point[4];
    uint8_t count;
} contact_row;

sepal_solid_contacts contact_columns(contact_row *rows);
contact_row *ask_contacts(const sepal_solids *set, const sepal_mesh *mesh, const sepal_pair *pairs, size_t count, float margin);

/* The row's deepest point. */
int deepest_point(const contact_row *row);

#endif
