/* textbook_solids.c — two oriented boxes as it is usually written by hand, in float, one pair at a time. Do they overlap? Fifteen axes
 * with an early exit and an epsilon for parallel edges (Ericson, Real-Time Collision Detection, 2005, section 4.4.1; Gottschalk, Lin,
 * Manocha, OBBTree, 1996). Does one contain the other, or a point? All of its corners are between the faces. Rounding and the epsilon
 * make both wrong near contact. */
#include <math.h>
#include <stdlib.h>

#include "solid_peers.h"

/* The axes and half extents of a point are 0. */
typedef struct textbook_box {
    float centre[3], axis[3][3], half[3];
} textbook_box;

typedef struct textbook_sets {
    textbook_box *a, *b;
} textbook_sets;

static textbook_box *read_boxes(const sepal_solids *set) {
    const size_t count = sepal_solids_count(set);
    textbook_box *out = calloc(count + 1, sizeof *out);
    sepal_parallelepiped box;
    const float *at[3];
    size_t n;
    for (uint32_t i = 0; out && i < count; i++) {
        if (sepal_solids_box(set, i, &box) != SEPAL_OK) {
            if (sepal_solids_vertices(set, i, &at[0], &at[1], &at[2], &n) == SEPAL_OK)
                for (int k = 0; k < 3; k++)
                    out[i].centre[k] = at[k][0];
            continue;
        }
        const float *edge[3] = {box.u, box.v, box.w};
        for (int m = 0; m < 3; m++) {
            out[i].centre[m] = box.c[m];
            out[i].half[m] = sqrtf(edge[m][0] * edge[m][0] + edge[m][1] * edge[m][1] + edge[m][2] * edge[m][2]);
            for (int k = 0; k < 3; k++)
                out[i].axis[m][k] = edge[m][k] / out[i].half[m];
        }
    }
    return out;
}

static void destroy(void *handle) {
    textbook_sets *sets = handle;
    free(sets->a);
    free(sets->b);
    free(sets);
}

static void *create(const sepal_solids *a, const sepal_solids *b) {
    textbook_sets *sets = calloc(1, sizeof *sets);
    if (sets == NULL)
        return NULL;
    *sets = (textbook_sets){read_boxes(a), read_boxes(b)};
    if (sets->a == NULL || sets->b == NULL) {
        destroy(sets);
        return NULL;
    }
    return sets;
}

static inline float dot(const float *a, const float *b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static bool boxes_overlap(const textbook_box *a, const textbook_box *b) {
    const float d[3] = {b->centre[0] - a->centre[0], b->centre[1] - a->centre[1], b->centre[2] - a->centre[2]};
    float turn[3][3], size[3][3], t[3];
    for (int i = 0; i < 3; i++) {
        t[i] = dot(a->axis[i], d);
        for (int j = 0; j < 3; j++) {
            turn[i][j] = dot(a->axis[i], b->axis[j]);
            size[i][j] = fabsf(turn[i][j]) + 1e-6F;
        }
    }
    for (int i = 0; i < 3; i++)
        if (fabsf(t[i]) > a->half[i] + dot(b->half, size[i]))
            return false;
    for (int j = 0; j < 3; j++)
        if (fabsf(t[0] * turn[0][j] + t[1] * turn[1][j] + t[2] * turn[2][j]) >
            b->half[j] + a->half[0] * size[0][j] + a->half[1] * size[1][j] + a->half[2] * size[2][j])
            return false;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            const int i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
            if (fabsf(t[i2] * turn[i1][j] - t[i1] * turn[i2][j]) >
                a->half[i1] * size[i2][j] + a->half[i2] * size[i1][j] + b->half[j1] * size[i][j2] + b->half[j2] * size[i][j1])
                return false;
        }
    return true;
}

static void overlap(void *shapes, const sepal_pair *pairs, size_t count, uint64_t *bits) {
    const textbook_sets *sets = shapes;
    for (size_t i = 0; i < count; i++)
        peer_answer(bits, i, boxes_overlap(&sets->a[pairs[i].a], &sets->b[pairs[i].b]));
}

/* The corner of b that is farthest along an axis of a is as far from the centre of b as the halves of b along the axis say together. */
static bool box_contains(const textbook_box *a, const textbook_box *b) {
    const float d[3] = {b->centre[0] - a->centre[0], b->centre[1] - a->centre[1], b->centre[2] - a->centre[2]};
    for (int i = 0; i < 3; i++) {
        float reach = fabsf(dot(a->axis[i], d));
        for (int j = 0; j < 3; j++)
            reach += b->half[j] * fabsf(dot(a->axis[i], b->axis[j]));
        if (reach > a->half[i])
            return false;
    }
    return true;
}

static void contain(void *shapes, const sepal_pair *pairs, size_t count, uint64_t *bits) {
    const textbook_sets *sets = shapes;
    for (size_t i = 0; i < count; i++)
        peer_answer(bits, i, box_contains(&sets->a[pairs[i].a], &sets->b[pairs[i].b]));
}

const peer solid_peer_textbook = {.name = "textbook",
                                  .overlap = overlap,
                                  .contain = contain,
                                  .destroy = destroy,
                                  .solid_kinds = PEER_BOXES,
                                  .create_solids = create};
