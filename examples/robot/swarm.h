/* swarm.h — arms with seven joints on their way from one posture to many others. */
#ifndef ROBOT_SWARM_H
#define ROBOT_SWARM_H

#include <sepal/sepal.h>

enum { JOINTS = 7, BODIES = 8, WAYS = 40, STEPS = 100, POSES = WAYS * STEPS, LINKS = POSES * BODIES };

/* Adds the bodies of the arm to `models`, and puts the swarm into `world`: body b of step s of way w is solid
 * (w * STEPS + s) * BODIES + b. */
sepal_status make_swarm(sepal_solids *models, sepal_solids *world);

#endif
