/* swept.c — does a swept solid contain its body also between the two steps? Asked at times of which the swarm knows nothing. */
#include "../swarm.h"

#include <stdio.h>
#include <stdlib.h>

enum { TIMES = 5 };

static sepal_status fill(sepal_solids *sets[4]) {
    sepal_status status = SEPAL_OK;
    for (int k = 0; k < 4 && status == SEPAL_OK; ++k)
        status = sepal_solids_create(NULL, &sets[k]);
    status = status == SEPAL_OK ? add_bodies(sets[0]) : status;
    status = status == SEPAL_OK ? place_swarm(sets[0], 0, sets[1]) : status;
    return status == SEPAL_OK ? add_swept(sets[1], sets[2]) : status;
}

int main(void) {
    static const double times[TIMES] = {0, 0.25, 0.5, 0.9, 1};
    static sepal_pair pairs[SWEPT];
    static uint64_t inside[SEPAL_BIT_WORDS(SWEPT)];
    sepal_solids *sets[4] = {NULL, NULL, NULL,
                             NULL}; /* the models, the swarm at the steps, what it sweeps, the swarm at other times */
    size_t outside = 0;
    sepal_status status = fill(sets);
    for (uint32_t i = 0; i < SWEPT; ++i) {
        const uint32_t way = i / (MOVES * BODIES), rest = i % (MOVES * BODIES);
        pairs[i] = (sepal_pair){i, way * STEPS * BODIES + rest};
    }
    for (int t = 0; t < TIMES && status == SEPAL_OK; ++t) {
        status = place_swarm(sets[0], times[t], sets[3]);
        if (status == SEPAL_OK)
            status = sepal_solids_contains_pairs(sets[2], sets[3], pairs, SWEPT, NULL, inside);
        for (uint32_t i = 0; i < SWEPT && status == SEPAL_OK; ++i)
            if ((inside[i / 64] >> i % 64 & 1) == 0) {
                printf("body %u at %g of move %u of way %u is outside\n", i % BODIES, times[t], i / BODIES % MOVES,
                       i / BODIES / MOVES);
                outside++;
            }
    }
    if (status != SEPAL_OK)
        printf("%s\n", sepal_status_text(status));
    for (int k = 0; k < 4; ++k)
        sepal_solids_destroy(sets[k]);
    return status == SEPAL_OK && outside == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
