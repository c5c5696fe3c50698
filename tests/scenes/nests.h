/* nests.h — scenes for containment. */
#ifndef SEPAL_TESTS_NESTS_H
#define SEPAL_TESTS_NESTS_H

#include "scenes.h"

/* A scene whose second set is made from the first. Most of its polygons consist of vertices and edge middles of one polygon of
 * the first set, some with one coordinate moved by an ulp, so that they are contained or only just not. */
typedef struct nest {
    scene outer;
    polygon_list list;
    sepal_polys *inner;
    sepal_pair *pairs;
    size_t count;
} nest;

nest nest_create(size_t kind, uint64_t seed, size_t shapes, size_t pairs);
void nest_destroy(nest *n);

#endif
