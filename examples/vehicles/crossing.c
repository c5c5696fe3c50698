#include "rows.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* Writes the rows of two crossing roads with a lane each way, where nobody gives way. The rows are read like those of a file.
 * Coordinates are written in millimetres, so the collisions do not depend on the last bits of a machine's cosine. */
bool write_crossing(struct rows *rows) {
    enum { LANES = 4, QUEUE = 64, STEPS = 101, ROW = 96 };
    static const char *const kinds[] = {"car", "car", "van", "truck"};
    static const double lengths[] = {4.1, 4.5, 5.9, 11.5}, widths[] = {1.7, 1.8, 2.0, 2.5};
    static const double yaws[LANES] = {0.3, 0.3 + 3.14159, 1.7, 1.7 + 3.14159}, speeds[LANES] = {13.9, 13.9, 11.1, 11.1};
    const size_t room = sizeof HEADER + 1 + (size_t)LANES * QUEUE * STEPS * ROW;
    if (!(rows->text = malloc(room)))
        return fail("make rows", "out of memory");
    rows->size = (size_t)snprintf(rows->text, room, "%s\n", HEADER);
    uint32_t random = 1;
    for (int lane = 0; lane < LANES; ++lane) {
        const double yaw = yaws[lane], right = 1.75;
        double start = 700; /* metres past the middle of the crossing at t = 0; most of the queue is still on its way there */
        for (int place = 1; place <= QUEUE; ++place) {
            random = random * 1664525u + 1013904223u; /* Press et al., Numerical Recipes in C, 1992, section 7.1 */
            const uint32_t kind = random >> 30;
            start -= 20 + (double)(random >> 8 & 1023) / 100;
            for (int step = 0; step < STEPS; ++step) {
                const double along = start + speeds[lane] * step / 10;
                const double x = along * cos(yaw) + right * sin(yaw), y = along * sin(yaw) - right * cos(yaw);
                rows->size += (size_t)snprintf(rows->text + rows->size, ROW, "crossing,%d,%d,%s,%.3f,%.3f,%.5f,%.1f,%.1f\n", step,
                                               lane * QUEUE + place, kinds[kind], x, y, yaw, lengths[kind], widths[kind]);
            }
        }
    }
    printf("No file given: a crossing of its own, %d vehicles for %d s; t in tenths of a second\n", LANES * QUEUE, STEPS / 10);
    return true;
}
