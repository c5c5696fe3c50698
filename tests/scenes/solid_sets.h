/* solid_sets.h — sets of solids that go with the scenes of solid_scenes.h: copies, solids that are often inside of others, and hulls
 * of many vertices, for which the oracle would take too long. */
#ifndef SEPAL_TESTS_SOLID_SETS_H
#define SEPAL_TESTS_SOLID_SETS_H

#include "solid_scenes.h"

/* A copy of a set, in the memory of an allocator; with room for exactly these from the beginning, or grown one by one. */
sepal_solids *solid_set_copy(const sepal_solids *from, const sepal_allocator *allocator, bool exact_room);

/* Solid k is often inside of solid k of the first set of the scene: it has itself, parts of it and balls in its middle. items: receives
 * the solids, as many as the scene has pairs; may be NULL. */
sepal_solids *solid_scene_inner(const solid_scene *s, solid_item *items);

/* Hulls whose numbers of vertices are those about the sizes of vertex blocks, from 3 to 100. In the first manner vertices are on balls
 * that often meet; in the second on a lattice, so that faces, edges and vertices touch; in the third as in the first, small and far
 * from the origin. */
enum { LARGE_MANNERS = 3 };
extern const char *const large_manner_names[LARGE_MANNERS];
sepal_solids *large_hulls_create(int manner, uint64_t seed, size_t count);

#endif
