/* round_scenes.h — shapes with radii, and margins, for the benchmark: sets and pairs, the same in every run. */
#ifndef BENCH_ROUND_SCENES_H
#define BENCH_ROUND_SCENES_H

#include <stdbool.h>
#include <stddef.h>

#include <sepal/sepal.h>

/* The cores of a set. */
typedef enum core_shape { POINTS, SEGMENTS, RECTANGLES, MIXED, EIGHTS, LARGE } core_shape;

/* Shapes of about unit size, centres uniform in a square; radii uniform in [0.25, 0.75] if there are any. */
typedef struct round_recipe {
    const char *name;
    core_shape a, b;
    bool radii_a, radii_b;
    float side, margin;
    bool near; /* only pairs whose bounding boxes overlap, radii and margin included */
    bool grid; /* vertices on a lattice, all radii alike: many pairs touch */
} round_recipe;

extern const round_recipe round_recipes[];
extern const size_t round_recipe_count;

typedef struct round_scene {
    const round_recipe *recipe;
    sepal_polys *a, *b; /* the same set twice if the recipe has one kind of cores */
    sepal_pair *pairs;
    size_t count; /* of pairs */
} round_scene;

/* Makes the scene of a recipe; false if memory is short or the library refuses a valid shape. */
bool round_scene_build(const round_recipe *recipe, round_scene *out);
void round_scene_free(round_scene *built);

#endif
