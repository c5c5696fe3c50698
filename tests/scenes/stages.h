/* stages.h — models of a scene and poses for many copies of them. */
#ifndef SEPAL_TESTS_STAGES_H
#define SEPAL_TESTS_STAGES_H

#include "scenes.h"

typedef struct stage {
    scene scene; /* its first set holds the models */
    size_t count;
    uint32_t *model;
    float *rows; /* x, y, cos, sin */
    sepal_poses poses;
} stage;

/* Ways to place the copies: near and far, in place, larger and smaller, shrunk to almost nothing. */
enum { TRAVELS = 5 };
const char *travel_name(size_t travel);

stage stage_create(size_t kind, size_t travel, uint64_t seed, size_t count);
void stage_destroy(stage *s);

/* The vertices of copy i by the formula that sepal_polys_place states. */
void stage_formula(const stage *s, size_t i, polygon *out);

/* Replaces poses with which a model of this scene would overflow. */
void stage_make_finite(stage *s);

#endif
