/* solid_scenes.h — solids for the benchmark: sets and pairs, the same in every run. */
#ifndef BENCH_SOLID_SCENES_H
#define BENCH_SOLID_SCENES_H

#include <stdbool.h>
#include <stddef.h>

#include <sepal/sepal.h>

/* Half extents of boxes are uniform in [0.5, 1.5], rotations random; hulls have their vertices on the ellipsoid in such a box; radii of
 * spheres and capsules are uniform in [0.3, 1], those of rounded hulls 0.1. */
typedef enum solid_kind { SOLID_BOXES, SOLID_SPHERES, SOLID_CAPSULES, SOLID_HULLS, SOLID_ROUNDED } solid_kind;

/* Where they are, and which pairs are asked about. */
typedef enum solid_places {
    SOLIDS_NEAR, /* anywhere in a cube; pairs whose bounding balls overlap */
    SOLIDS_FAR,  /* any pairs in a larger cube */
    SOLIDS_DEEP, /* pairs whose centres are near */
    SOLIDS_ONE,  /* one solid with all, then another one with all */
    SOLIDS_CELL, /* a: the links of a robot's arm in many postures; b: what stands around it; pairs whose bounding balls overlap */
    SOLIDS_STACK, /* unit boxes on each other, each turned a little about the vertical axis; a box and one of its up to 26 neighbours */
    SOLIDS_ALIGNED, /* unit boxes side by side that fill a cube; neighbours touch exactly */
    SOLIDS_ROTATED, /* the same along (1, 2, 2), (2, 1, -2), (2, -2, 1) */
    SOLIDS_PALLET,  /* boxes of 0.99 side by side in a cube that is turned about the vertical axis: a gap of 0.01 between faces */
    SOLIDS_MESH,    /* cubes side by side, each cut into tetrahedra; neighbours share corners, edges or faces */
    SOLIDS_FLUSH, /* upright prisms, given as hulls, one on another, sunk in by 0.005; of boxes and hulls the lower one is a box */
    SOLIDS_TOUCHING, /* the same, sunk in by nothing */
    SOLIDS_TILTED    /* sunk in by 0.005, the upper one tilted by up to 1e-3 */
} solid_places;

typedef struct solid_recipe {
    const char *name;
    solid_places places;
    solid_kind a, b;
    unsigned vertices; /* of a hull; of a prism, of which half are above */
    float offset;      /* added to every coordinate of a centre */
} solid_recipe;

enum { SOLID_COUNT = 4096, SOLID_PAIRS = 16384 };

typedef struct solid_scene {
    sepal_solids *a, *b; /* one set twice if the recipe has one kind, or solids on each other */
    sepal_pair *pairs;
} solid_scene;

/* False if memory is short or the library refuses what is not to be refused. */
bool solid_scene_build(const solid_recipe *recipe, solid_scene *out);
void solid_scene_free(solid_scene *built);

#endif
