/* scenes.h — the scenes of the benchmark: sets of shapes, and pairs of them, the same in every run. */
#ifndef BENCH_SCENES_H
#define BENCH_SCENES_H

#include <stdbool.h>
#include <stddef.h>

#include <sepal/sepal.h>

/* The shapes. Half extents hx and hy are uniform in [0.5, 1.5], orientations random, centres uniform in a square. */
typedef enum scene_shapes {
    SCENE_BOXES,    /* rectangles of those extents, added as boxes */
    SCENE_POLYGONS, /* n vertices at the angles (i + 0.15 + 0.7 random) 2 pi / n of the ellipse with the axes 1.2 hx and 1.2 hy */
    SCENE_GRID,     /* unit squares side by side, rotated together about the origin: neighbours share their rounded corners */
    SCENE_REST, /* boxes of side 1 that lie on each other in columns and rock: turned by up to 1e-3, up to 8e-3 into the one below */
    SCENE_TILING,  /* the same with each corner moved at random by up to a fifth: convex quadrilaterals without gaps */
    SCENE_ROCKING, /* boxes on each other, two by two; from here on the shapes are those of work_scenes.h and settled_scenes.h */
    SCENE_PILE,
    SCENE_PYRAMID,
    SCENE_BRICKS,
    SCENE_CONVEYOR,
    SCENE_COUNTRIES,
    SCENE_CROWD, /* from here on with radii */
    SCENE_COPPER
} scene_shapes;

/* The pairs. A shape is never paired with itself, except in SCENE_ONE. */
typedef enum scene_pairs {
    SCENE_ANY,        /* any two shapes */
    SCENE_AABB,       /* two shapes whose bounding boxes overlap */
    SCENE_ABOVE,      /* a box of SCENE_REST and the one that lies on it */
    SCENE_NEIGHBOURS, /* a cell of the grid and one of the up to eight around it */
    SCENE_TWO,        /* shapes 2k and 2k + 1 */
    SCENE_FOUND,      /* those that a finder finds near each other, within the margin `side` */
    SCENE_ONE         /* one shape with every shape of the set in order, then another one with every shape, ... */
} scene_pairs;

typedef struct scene_recipe {
    const char *name;
    scene_shapes shapes;
    scene_pairs pairs;
    unsigned least, most; /* vertices of a shape */
    float side;           /* of the square that holds the centres; the width of a grid; the margin of SCENE_FOUND */
    float offset;         /* added to every centre, x and y */
    float step;           /* coordinates are multiples of this; 0 = any float32; SCENE_ROCKING: radians */
    uint32_t shape_count; /* SCENE_GRID, SCENE_TILING, SCENE_REST: a square number; 0 = as many as there are */
    size_t pair_count;    /* SCENE_ONE: a multiple of shape_count; SCENE_FOUND, SCENE_TWO: as many as there are */
} scene_recipe;

/* Do shapes have radii, so that only some peers take them? Do they hardly move from step to step, and lie as they do in work? */
static inline bool scene_is_round(const scene_recipe *recipe) {
    return recipe->shapes >= SCENE_CROWD;
}

static inline bool scene_is_work(const scene_recipe *recipe) {
    return recipe->shapes >= SCENE_ROCKING;
}

extern const scene_recipe scene_recipes[];
extern const size_t scene_recipe_count;

typedef struct scene {
    sepal_polys *polys;
    sepal_pair *pairs;
    size_t count; /* of pairs */
} scene;

/* Makes the scene of a recipe; false if memory is short or the library refuses a valid shape. */
bool scene_build(const scene_recipe *recipe, scene *out);
void scene_free(scene *built);

#endif
