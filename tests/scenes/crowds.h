/* crowds.h — sets of many shapes, in places that are hard for a search. */
#ifndef SEPAL_TESTS_CROWDS_H
#define SEPAL_TESTS_CROWDS_H

#include <sepal/sepal.h>

/* Boxes: anywhere; one huge one among them; all at one place; long thin diagonals; in clusters; near the largest float. */
typedef enum crowd { EVEN, ONE_HUGE, ONE_PLACE, DIAGONALS, CLUSTERS, FAR_APART, CROWDS } crowd;

sepal_polys *crowd_set(crowd kind, size_t count);

/* Boxes and spheres by turns: in a cube; in a thin layer; in a tower; in clusters; with one huge box. */
enum { SOLID_CROWDS = 5 };

/* seed: another one makes another crowd of the kind. */
sepal_solids *solid_crowd_set(int kind, uint64_t seed, size_t count);

#endif
