/* polys_place.c — refills a set with models that are turned and moved. Everything is checked first; after that nothing can fail,
 * and the kernels write. */
#include "../core/arithmetic.h"

#include "../core/fpstate.h"
#include "bounds.h"
#include "kernels.h"
#include "pose.h"
#include <math.h>

/* If |x|, |y| and all products of the formula are at most 2^125, no vertex overflows: 3 * 2^125 < 2^127 (docs/numerics/place.md).
 */
#define PLACE_MOST_EXPONENT 125

/* What the models of a call need. */
typedef struct survey {
    uint64_t quads;   /* of vertex storage; more than size_t holds, where that has 32 bits */
    uint32_t largest; /* no model has more vertices */
    bool same;        /* all blocks are of the same size */
    int high;         /* every coordinate is less than 2^high in magnitude */
} survey;

static bool models_within(const uint32_t *model, size_t count, size_t models) {
    uint32_t outside = models == 0, last = (uint32_t)(models - 1);
    for (size_t i = 0; i < count; i++)
        outside |= (uint32_t)(model[i] > last);
    return outside == 0;
}

/* In a set whose blocks are all of one size, the models need not be looked up one by one. */
static survey survey_models(const sepal_polys *models, const uint32_t *model, size_t count) {
    survey out = {(uint64_t)count * sepal_quads_of(models->largest), models->largest, true, SEPAL_HIGH_OF_ZERO};
    if (models->same && models->count <= count) {
        for (size_t k = 0; k < models->count; k++)
            out.high = models->heads[k].high > out.high ? models->heads[k].high : out.high;
        return out;
    }
    uint32_t first = models->heads[model[0]].size;
    out.quads = out.largest = 0;
    for (size_t i = 0; i < count; i++) {
        const sepal_poly_head *head = &models->heads[model[i]];
        out.quads += sepal_quads_of(head->size);
        out.largest = head->size > out.largest ? head->size : out.largest;
        out.same = out.same && sepal_padded(head->size) == sepal_padded(first);
        out.high = head->high > out.high ? head->high : out.high;
    }
    return out;
}

static bool all_finite(const sepal_polys *models, const uint32_t *model, const sepal_poses *poses, size_t count) {
    for (size_t i = 0; i < count; i++)
        for (uint32_t k = 0; k < models->heads[model[i]].size; k++) {
            float x, y;
            sepal_poly_pose_vertex(models, model[i], poses, i, k, &x, &y);
            if (!isfinite(x) || !isfinite(y))
                return false;
        }
    return true;
}

/* Places all shapes; every index was checked, and the stride is not 0. */
static sepal_status place_all(sepal_polys *world, const sepal_polys *models, const uint32_t *model, const sepal_poses *poses,
                              size_t count, const survey *needs) {
    const sepal_polys_kernels *kernels = sepal_polys_kernels_in_use();
    int turn = PLACE_MOST_EXPONENT - (needs->high > 0 ? needs->high : 0);
    bool within = (poses->cos != NULL || turn >= 0) && /* without an orientation, cos is 1 */
                  kernels->poses_within(poses, count, ldexpf(1, PLACE_MOST_EXPONENT), ldexpf(1, turn));
    if (!within && !all_finite(models, model, poses, count))
        return SEPAL_BAD_SHAPE;
    if (needs->quads > UINT32_MAX)
        return SEPAL_NO_MEMORY;
    sepal_status status = sepal_polys_store_room(world, count, (size_t)needs->quads);
    if (status != SEPAL_OK)
        return status;
    world->count = count;
    world->used = (size_t)needs->quads;
    world->largest = needs->largest;
    world->same = needs->same;
    world->boxes = true; /* the kernels clear these two if a shape is not so */
    world->plain = true;
    world->round = models->round;
    for (size_t i = 0; models->round && i < count; i++)
        world->radii[i] = models->radii[model[i]];
    kernels->place(world, models, model, poses, count);
    return SEPAL_OK;
}

sepal_status sepal_polys_place(sepal_polys *world, const sepal_polys *models, const uint32_t *model, const sepal_poses *poses,
                               size_t count) {
    if (world == NULL || models == NULL || world == models || poses == NULL || (poses->cos == NULL) != (poses->sin == NULL))
        return SEPAL_BAD_ARGUMENT;
    if (count > 0 && (model == NULL || poses->x == NULL || poses->y == NULL))
        return SEPAL_BAD_ARGUMENT;
    if (count > UINT32_MAX)
        return SEPAL_NO_MEMORY;
    if (count == 0) {
        sepal_polys_clear(world);
        return SEPAL_OK;
    }
    if (!models_within(model, count, models->count))
        return SEPAL_BAD_ARGUMENT;
    survey needs = survey_models(models, model, count);
    sepal_poses stepped = *poses;
    stepped.stride = poses->stride == 0 ? 1 : poses->stride;
    sepal_fpstate callers = sepal_fpstate_enter();
    sepal_status status = place_all(world, models, model, &stepped, count, &needs);
    sepal_fpstate_leave(callers);
    return status;
}
