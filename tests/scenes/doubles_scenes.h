/* doubles_scenes.h — scenes of polygons whose vertices are doubles: in every family nearly all pairs touch, or nearly do.
 *
 * They are made by + - * / and exact scaling only, so that a seed makes the same scene on every machine. */
#ifndef SEPAL_TESTS_DOUBLES_SCENES_H
#define SEPAL_TESTS_DOUBLES_SCENES_H

#include <sepal/sepal.h>

enum { DOUBLES_SHAPES = 64, DOUBLES_VERTICES = 48 * DOUBLES_SHAPES };

/* Polygons one after the other, as sepal_polys_add_many_doubles takes them; all are convex. */
typedef struct doubles_scene {
    double x[DOUBLES_VERTICES], y[DOUBLES_VERTICES];
    uint32_t first[DOUBLES_SHAPES + 1];
    size_t shapes;
    double origin_x, origin_y; /* near, 100 sizes off, or 0 */
    double size;               /* of shapes */
    double radius[DOUBLES_SHAPES], margin;
} doubles_scene;

int doubles_families(void);
const char *doubles_family_name(int number);

/* seed: also chooses the size, from 2^-150 to 2^60, and the place, up to 3.7e9 sizes of a metre from 0. */
void doubles_scene_make(doubles_scene *s, int number, uint64_t seed);

/* Gives a scene, which is made without, radii and a margin: for many pairs the reach is their distance, or nearly. */
void doubles_scene_grow(doubles_scene *s, uint64_t seed);

/* A set of the scene. */
sepal_polys *doubles_scene_set(const doubles_scene *s);

#endif
