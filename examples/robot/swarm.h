/* swarm.h — arms with seven joints on their way from one posture to many others. */
#ifndef ROBOT_SWARM_H
#define ROBOT_SWARM_H

#include <sepal/sepal.h>

enum {
    JOINTS = 7,
    BODIES = 8,
    WAYS = 40,
    STEPS = 100,
    POSES = WAYS * STEPS,
    LINKS = POSES * BODIES,
    MOVES = STEPS - 1, /* of a way, from a step to the next */
    SWEPT = WAYS * MOVES * BODIES
};

/* Adds the bodies of the arm. */
sepal_status add_bodies(sepal_solids *models);

/* Puts the swarm into `world`: body b of step s of way w is solid (w * STEPS + s) * BODIES + b. later: which part of the move to the
 * next step is done, 0 .. 1. */
sepal_status place_swarm(const sepal_solids *models, double later, sepal_solids *world);

/* Adds what the bodies sweep between the steps: body b of move s of way w is solid (w * MOVES + s) * BODIES + b, which contains the body
 * at every time from step s to step s + 1, while all joints turn evenly. world: the swarm at the steps. */
sepal_status add_swept(const sepal_solids *world, sepal_solids *swept);

#endif
