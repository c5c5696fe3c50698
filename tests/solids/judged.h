/* judged.h — a solid of a scene as the oracle takes it. */
#ifndef SEPAL_TESTS_SOLIDS_JUDGED_H
#define SEPAL_TESTS_SOLIDS_JUDGED_H

#include "../oracle/solid.h"
#include "../scenes/solid_scenes.h"

typedef struct judged_room {
    float terms[SOLID_MOST_VERTICES * 12];
} judged_room;

/* Its terms stand in `room`. */
static inline oracle_solid judged(const solid_item *s, judged_room *room) {
    float *const to = room->terms;
    if (!s->box) {
        for (size_t k = 0; k < s->count; k++)
            to[3 * k] = s->x[k], to[3 * k + 1] = s->y[k], to[3 * k + 2] = s->z[k];
        return (oracle_solid){to, s->count, 1, s->radius};
    }
    const float *const vectors[4] = {s->vectors.c, s->vectors.u, s->vectors.v, s->vectors.w};
    for (int corner = 0; corner < 8; corner++)
        for (int t = 0; t < 4; t++)
            for (int k = 0; k < 3; k++)
                to[(corner * 4 + t) * 3 + k] = t > 0 && (corner >> (t - 1) & 1) == 0 ? -vectors[t][k] : vectors[t][k];
    return (oracle_solid){to, 8, 4, s->radius};
}

#endif
