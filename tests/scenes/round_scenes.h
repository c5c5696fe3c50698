/* round_scenes.h — the scenes of scenes.h with radii, and single contacts that are known to the last bit. */
#ifndef SEPAL_TESTS_ROUND_SCENES_H
#define SEPAL_TESTS_ROUND_SCENES_H

#include "scenes.h"

/* How the shapes of a scene get radii. About half of them are chosen so that the shape nearly touches another one. */
typedef enum radius_manner {
    RADII_NONE, /* with a margin only */
    RADII_SOME, /* on every second shape */
    RADII_ALL,
    CIRCLES_ONLY,  /* of each polygon only the first vertex is left */
    CAPSULES_ONLY, /* only the first two, or one twice */
    RADIUS_MANNERS
} radius_manner;

typedef struct round_scene {
    scene base; /* its lists hold the cores */
    sepal_polys *a, *b;
    float *radii_a, *radii_b; /* as lists; of one set where the scene has one */
    float margin;
} round_scene;

round_scene round_scene_create(size_t kind, uint64_t seed, size_t shapes, size_t pairs, radius_manner manner);
void round_scene_destroy(round_scene *s);

/* Two shapes that touch exactly, on a lattice: whole numbers below 2^12, moved by a whole number and scaled by 2^scale without
 * rounding. */
typedef struct contact {
    polygon a, b;
    float radius_a, radius_b, margin; /* whole numbers times 2^scale */
} contact;

/* A random contact: vertex to vertex, vertex to edge or edge to edge, of points, segments and polygons. Their distance comes
 * from a Pythagorean triple and is divided between the radii and the margin. */
contact random_contact(rng *r);

/* A set with one of the shapes. */
sepal_polys *contact_set(const polygon *core, float radius);

#endif
