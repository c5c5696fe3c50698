/* ground.h — what the bodies of level.c move over: a field of heights, and a street in a hole of it. Both end in rims that go on, so
 * that nobody feels where they meet, although they are cut into triangles in different ways. */
#ifndef LEVEL_GROUND_H
#define LEVEL_GROUND_H

#include <stdbool.h>

#include <sepal/sepal.h>

/* The field has a vertex at each metre. Up to YARD it is flat. Behind are hills, in front of them a ridge, and a bank along the edges
 * of the field, so that nothing rolls off. */
enum { LENGTH = 48, WIDTH = 24, YARD = 12, BANK = 4 };
#define RIDGE_HEIGHT 1.0F
#define BANK_HEIGHT  4.0F

/* The street: a lane that is flat all the way, and one with a ramp, which falls from its beginning on, and a kerb at its end. */
enum { STREET_X = 8, STREET_END = 32, STREET_Y = 2, LANE_Y = 6, STREET_EDGE = 10, RAMP_END = 14, KERB_X = 26 };
#define RAMP_HEIGHT 2.0F
#define KERB_HEIGHT 0.25F

float ground_height(int x, int y); /* of the vertex (x, y) of the field */
bool is_street(int x, int y);      /* is the cell from (x, y) to (x + 1, y + 1) a hole? */

sepal_status ground_fill_field(sepal_mesh *mesh);
sepal_status ground_fill_street(sepal_mesh *mesh);

#endif
