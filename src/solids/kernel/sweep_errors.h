/* sweep_errors.h — bounds of moving solids that lanes and one pair at a time share (docs/numerics/solids_sweep.md). */
#ifndef SEPAL_SOLIDS_KERNEL_SWEEP_ERRORS_H
#define SEPAL_SOLIDS_KERNEL_SWEEP_ERRORS_H

#include "query.h"

/* --- Boxes and points --- */

/* Errors of a gap and of a speed in double, relative to the generators and the extent; of a quotient; of a component of a unit normal
 * ("Moving boxes"). */
#define ZONOTOPE_GAP_ERROR      (24 * DOUBLE_UNIT)
#define ZONOTOPE_SPEED_ERROR    (12 * DOUBLE_UNIT)
#define ZONOTOPE_QUOTIENT_ERROR (4 * DOUBLE_UNIT)
#define ZONOTOPE_NORMAL_ERROR   0x1p-48

/* --- Hulls --- */

/* Errors of a speed; of a determinant of the way and two members, relative to the square of the extent and the way; of a component of a unit
 * normal. */
#define ENTRY_SPEED_ERROR       (8 * DOUBLE_UNIT)
#define ENTRY_DETERMINANT_ERROR (128 * DOUBLE_UNIT)
#define ENTRY_NORMAL_ERROR      (16 * DOUBLE_UNIT)

/* --- Spheres --- */

/* Errors of a distance, of the speed of its square, and of a component of the normal in double (docs/numerics/solids_sweep.md, "Moving
 * spheres"); how far the way must be from a tangent, and the earliest time, for these. */
#define SPHERE_DISTANCE_ERROR (16 * DOUBLE_UNIT)
#define SPHERE_SPEED_ERROR    (16 * DOUBLE_UNIT)
#define SPHERE_NORMAL_ERROR   0x1p-43
#define SPHERE_TANGENT        0x1p-4
#define SPHERE_GRAZING_ERROR  0x1p-38
#define SPHERE_LEAST_LEFT     0x1p-30
#define SPHERE_EARLIEST       0x1p-30

/* --- Solids with a reach --- */

/* The earliest time. */
#define ROUND_EARLIEST 0x1p-30

/* Errors of a distance, relative to the extent, of the product of a direction and the move, and of the reach and other lengths; of the
 * normal of the reference, and of that where the solids come nearer by no more than a share of the move across the part. */
#define ROUND_GAP_ERROR     (256 * DOUBLE_UNIT)
#define ROUND_SPEED_ERROR   (16 * DOUBLE_UNIT)
#define ROUND_REACH_ERROR   0x1p-48
#define ROUND_NORMAL_ERROR  0x1p-45
#define ROUND_GRAZING_ERROR 0x1p-38
#define ROUND_TANGENT       0x1p-4

/* How far from r K may be where the reference takes the part that it meets: a share of the reach, and of the extent. */
#define ROUND_MET_REACH  0x1p-33
#define ROUND_MET_EXTENT 0x1p-64

#endif
