/* ground.c — the ground of level.c as two meshes. */
#include "ground.h"

#include <stddef.h>

/* --- The field ---------------------------------------------------------------------------------- */

/* How far a coordinate is beyond another, as a part of the width of the bank. */
static float beyond(int at, int begin) {
    const float part = (float)(at - begin) / BANK;
    return part > 0 ? part : 0;
}

float ground_height(int x, int y) {
    static const struct {
        float x, y, reach, height;
    } hill[] = {{6, 19, 6, 2}, {15, 22, 7, 2.5F}, {20, 16, 5, 1}, {28, 20, 7, 2}, {38, 17, 6, 1.5F}, {45, 22, 6, 2.5F}};
    float out = beyond(BANK, x);
    out = out > beyond(x, LENGTH - BANK) ? out : beyond(x, LENGTH - BANK);
    out = out > beyond(y, WIDTH - BANK) ? out : beyond(y, WIDTH - BANK);
    float sum = y <= YARD ? 0 : BANK_HEIGHT * out * out;
    sum += y == YARD + 1 || y == YARD + 2 ? RIDGE_HEIGHT : 0;
    for (size_t k = 0; y > YARD && k < sizeof hill / sizeof *hill; k++) {
        const float from_x = (float)x - hill[k].x, from_y = (float)y - hill[k].y;
        const float part = 1 - (from_x * from_x + from_y * from_y) / (hill[k].reach * hill[k].reach);
        sum += part > 0 ? hill[k].height * part * part : 0;
    }
    return sum;
}

bool is_street(int x, int y) {
    return x >= STREET_X && x < STREET_END && y >= STREET_Y && y < STREET_EDGE;
}

sepal_status ground_fill_field(sepal_mesh *mesh) {
    float height[(LENGTH + 1) * (WIDTH + 1)];
    uint64_t hole[SEPAL_BIT_WORDS(LENGTH * WIDTH)] = {0};
    for (int y = 0; y <= WIDTH; y++)
        for (int x = 0; x <= LENGTH; x++)
            height[x + y * (LENGTH + 1)] = ground_height(x, y);
    for (int y = 0; y < WIDTH; y++)
        for (int x = 0; x < LENGTH; x++)
            if (is_street(x, y))
                hole[(x + y * LENGTH) / 64] |= UINT64_C(1) << (x + y * LENGTH) % 64;
    const sepal_heights heights = {
        .height = height, .columns = LENGTH + 1, .rows = WIDTH + 1, .step_x = 1, .step_y = 1, .hole = hole};
    return sepal_mesh_fill_heights(mesh, &heights, SEPAL_RIM_GOES_ON, NULL);
}

/* --- The street --------------------------------------------------------------------------------- */

enum { MOST_QUADS = 32 };

/* Corners of quadrangles, each with its own; the mesh takes equal ones for one vertex. */
typedef struct quads {
    float vertex[4 * MOST_QUADS][3];
    uint32_t corner[2 * MOST_QUADS][3];
    size_t count;
} quads;

/* Counter-clockwise as seen from the front. Where c is d, it is a triangle. */
static void add_quad(quads *q, const float a[3], const float b[3], const float c[3], const float d[3]) {
    const float *const corner[] = {a, b, c, d};
    const uint32_t first = (uint32_t)(4 * q->count);
    for (uint32_t k = 0; k < 4; k++)
        for (int i = 0; i < 3; i++)
            q->vertex[first + k][i] = corner[k][i];
    for (uint32_t k = 0; k < 2; k++) {
        q->corner[2 * q->count + k][0] = first;
        q->corner[2 * q->count + k][1] = first + 1 + k;
        q->corner[2 * q->count + k][2] = first + 2 + k;
    }
    q->count++;
}

/* Flat from corner to corner, at the height z0 on the side of the lesser x and z1 on the other. */
static void add_top(quads *q, float x0, float y0, float z0, float x1, float y1, float z1) {
    add_quad(q, (float[]){x0, y0, z0}, (float[]){x1, y0, z1}, (float[]){x1, y1, z1}, (float[]){x0, y1, z0});
}

/* Upright on (x0, y0) to (x1, y1), as high as z0 there and z1 here; its front is to the right of the way. */
static void add_wall(quads *q, float x0, float y0, float z0, float x1, float y1, float z1) {
    add_quad(q, (float[]){x0, y0, 0}, (float[]){x1, y1, 0}, (float[]){x1, y1, z1}, (float[]){x0, y0, z0});
}

sepal_status ground_fill_street(sepal_mesh *mesh) {
    quads q = {.count = 0};
    for (int x = STREET_X; x < STREET_END; x += 3) /* no vertex of these is one of the other lane, but at its ends and corners */
        add_top(&q, (float)x, LANE_Y, 0, (float)x + 3, STREET_EDGE, 0);
    add_top(&q, STREET_X, STREET_Y, RAMP_HEIGHT, RAMP_END, LANE_Y, 0);
    add_wall(&q, STREET_X, LANE_Y, RAMP_HEIGHT, STREET_X, STREET_Y, RAMP_HEIGHT);
    add_wall(&q, STREET_X, STREET_Y, RAMP_HEIGHT, RAMP_END, STREET_Y, 0);
    add_wall(&q, RAMP_END, LANE_Y, 0, STREET_X, LANE_Y, RAMP_HEIGHT);
    add_top(&q, RAMP_END, STREET_Y, 0, 0.5F * (RAMP_END + KERB_X), LANE_Y, 0);
    add_top(&q, 0.5F * (RAMP_END + KERB_X), STREET_Y, 0, KERB_X, LANE_Y, 0);
    add_top(&q, KERB_X, STREET_Y, KERB_HEIGHT, STREET_END, LANE_Y, KERB_HEIGHT);
    add_wall(&q, KERB_X, LANE_Y, KERB_HEIGHT, KERB_X, STREET_Y, KERB_HEIGHT);
    add_wall(&q, KERB_X, STREET_Y, KERB_HEIGHT, STREET_END, STREET_Y, KERB_HEIGHT);
    add_wall(&q, STREET_END, STREET_Y, KERB_HEIGHT, STREET_END, LANE_Y, KERB_HEIGHT);
    add_wall(&q, STREET_END, LANE_Y, KERB_HEIGHT, KERB_X, LANE_Y, KERB_HEIGHT);
    const sepal_triangles triangles = {.x = &q.vertex[0][0],
                                       .y = &q.vertex[0][1],
                                       .z = &q.vertex[0][2],
                                       .stride = 3,
                                       .vertices = 4 * q.count,
                                       .a = &q.corner[0][0],
                                       .b = &q.corner[0][1],
                                       .c = &q.corner[0][2],
                                       .corner_stride = 3};
    return sepal_mesh_fill(mesh, &triangles, 2 * q.count, SEPAL_RIM_GOES_ON, NULL);
}
