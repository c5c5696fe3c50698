/* scenes.h — whole scenes for the tests: one or two sets of polygons of one kind or of all, and a list of pairs.
 *
 * The kinds cover what may go wrong: every form in which the library stores a shape, alone and mixed; exact contact in tilings
 * and on lattices; contact missed by one ulp; scales from the smallest subnormal to the largest float; very different scales in
 * one pair; places far from the origin; slivers, segments, points; repeated and collinear vertices. */
#ifndef SEPAL_TESTS_SCENES_H
#define SEPAL_TESTS_SCENES_H

#include "recipes.h"

#include <sepal/sepal.h>

typedef struct scene {
    const char *kind;
    uint64_t seed;
    polygon_list a, b;
    sepal_polys *set_a, *set_b; /* if `one_set`, set_b is set_a and b is empty */
    bool one_set;
    sepal_pair *pairs;
    size_t pair_count;
    float *moves_a, *moves_b; /* a move of each shape: x and y in turn; if `one_set`, moves_b is moves_a */
} scene;

/* How many kinds of scenes there are, and the name of each. */
size_t scene_kind_count(void);
const char *scene_kind_name(size_t kind);

/* Makes a scene with about `shapes` polygons in each set and with `pairs` pairs, half of which or more are close to each other.
 * Equal arguments make equal scenes. */
scene scene_create(size_t kind, uint64_t seed, size_t shapes, size_t pairs);
void scene_destroy(scene *s);

/* The number of the kind with this name; the test ends if there is none. */
size_t scene_kind_find(const char *name);

/* A set without shapes. */
sepal_polys *empty_set(const sepal_allocator *allocator);

/* A set with the polygons of a list, in their order; boxes by sepal_polys_add_boxes, the others by sepal_polys_add. */
sepal_polys *load_set(const polygon_list *list, const sepal_allocator *allocator);

#endif
