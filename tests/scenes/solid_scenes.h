/* solid_scenes.h — lists of solids for the tests, made pair by pair: a of pair k is solid k of the first set, b of the second.
 *
 * The kinds are chosen for what may go wrong: boxes that are sheared, flat or a single point; hulls of every size, flat ones,
 * segments, points, repeated points; exact contact on a lattice, of faces, edges and vertices; contact missed by some ulps;
 * distances that are exactly the reach; scales from the smallest subnormal to the largest float; places far from the origin;
 * slivers; prisms on each other, whose difference has many faces in nearly one plane. */
#ifndef SEPAL_TESTS_SOLID_SCENES_H
#define SEPAL_TESTS_SOLID_SCENES_H

#include <sepal/sepal.h>
#include <stdbool.h>

enum { SOLID_MOST_VERTICES = 20 };

/* NOLINTNEXTLINE(clang-analyzer-optin.performance.Padding): literals begin with the kind */
typedef struct solid_item {
    bool box;
    sepal_parallelepiped vectors; /* of a box */
    size_t count;                 /* of a hull */
    float x[SOLID_MOST_VERTICES], y[SOLID_MOST_VERTICES], z[SOLID_MOST_VERTICES];
    float radius;
} solid_item;

typedef struct solid_scene {
    const char *kind;
    size_t count;
    solid_item *a, *b;
    sepal_solids *set_a, *set_b;
    sepal_pair *pairs; /* k with k */
    float margin;
} solid_scene;

size_t solid_scene_kinds(void);

/* Makes `count` pairs of that kind; the same arguments make the same scene. */
solid_scene solid_scene_create(size_t kind, uint64_t seed, size_t count);
void solid_scene_destroy(solid_scene *s);

/* Adds a solid to a set in the way that fits it. */
void solid_add(sepal_solids *set, const solid_item *item);

#endif
