/* work_scenes.h — shapes as programs of several trades have them: made by formulas, the same in every run. */
#ifndef BENCH_WORK_SCENES_H
#define BENCH_WORK_SCENES_H

#include <stdbool.h>

#include <sepal/sepal.h>

/* Each adds its shapes to an empty set; false if memory is short or the library refuses a valid shape. */

/* Unit boxes, 2 `count`: each of an odd number lies on the one before, shifted and sunk in a little; all are turned by up to `turn`. */
bool work_scene_rocking(double turn, uint32_t count, sepal_polys *set);

/* Bodies of 1 to 8 vertices, some of them round, that have pushed each other apart until few still overlap. */
bool work_scene_crowd(uint32_t count, sepal_polys *set);

/* Hills as a chain of `segments` segments, each of length 1/2 along x, whose outside is up; and unit boxes that lie on them, one on every
 * second segment, sunk in by up to 0.01, a few of them tilted. */
bool work_scene_hills(uint32_t segments, sepal_polys *chain, sepal_polys *boxes);

/* Boxes on belts, nearly side by side. */
bool work_scene_conveyor(uint32_t count, sepal_polys *set);

/* The copper of a board, in millimetres: rounded pads of chips, tracks that leave them with a bend, and vias at their ends. */
bool work_scene_copper(sepal_polys *set);

/* Outlines of countries that share their borders, which are crooked as coasts are, cut into convex parts. */
bool work_scene_countries(sepal_polys *set);

/* Vehicles on the four lanes of a crossing where nobody gives way: `frames` moments, each of WORK_VEHICLES shapes in a row. */
enum { WORK_VEHICLES = 128 };
bool work_scene_traffic(uint32_t frames, sepal_polys *set);

#endif
