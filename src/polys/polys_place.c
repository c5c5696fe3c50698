/* polys_place.c — refills a set with models that are turned and moved, or replaces a range or a list of its shapes by such. Everything
 * is checked first; after that nothing can fail, and the kernels write. */
#include "../core/arithmetic.h"

#include "../core/compiler.h"
#include "../core/fpstate.h"
#include "../core/refusal.h"
#include "bounds.h"
#include "kernels.h"
#include "pose.h"

static sepal_polys_place_kernel *const polys_place_kernels[SEPAL_ISA_COUNT] =
    SEPAL_KERNELS(sepal_polys_place_scalar, sepal_polys_place_sse2, sepal_polys_place_avx2, sepal_polys_place_avx512);

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

static bool models_within(const uint32_t *model, size_t count, const sepal_polys *models, sepal_refusal *refusal) {
    uint32_t outside = models->count == 0, last = (uint32_t)(models->count - 1);
    for (size_t i = 0; i < count; i++)
        outside |= (uint32_t)(model[i] > last);
    for (size_t i = 0; outside == 0 && models->removed > 0 && i < count; i++)
        outside |= models->slots[model[i]].removed;
    for (size_t i = 0; outside != 0 && i < count; i++)
        if (models->count == 0 || model[i] > last || sepal_poly_is_removed(models, model[i])) {
            sepal_refuse(refusal, i, SEPAL_NO_MODEL);
            break;
        }
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

static const char *refuse_pose(const sepal_polys *models, uint32_t model, const sepal_poses *poses, size_t i) {
    float x, y;
    if (!isfinite(sepal_pose_x(poses, i)) || !isfinite(sepal_pose_y(poses, i)) || !isfinite(sepal_pose_cos(poses, i)) ||
        !isfinite(sepal_pose_sin(poses, i)))
        return SEPAL_BAD_POSE;
    for (uint32_t k = 0; k < models->heads[model].size; k++) {
        sepal_poly_pose_vertex(models, model, poses, i, k, &x, &y);
        if (!isfinite(x) || !isfinite(y))
            return SEPAL_OVERFLOW;
    }
    return NULL;
}

/* Are all poses finite, and what they make of their models? Most are known to be so by their magnitudes alone. */
static bool poses_are_fine(const sepal_polys *models, const uint32_t *model, const sepal_poses *poses, size_t count, int high,
                           sepal_refusal *refusal) {
    int turn = PLACE_MOST_EXPONENT - (high > 0 ? high : 0);
    if ((poses->cos != NULL || turn >= 0) && /* without an orientation, cos is 1 */
        sepal_polys_poses_within(poses, count, ldexpf(1, PLACE_MOST_EXPONENT), ldexpf(1, turn)))
        return true;
    for (size_t i = 0; i < count; i++) {
        const char *reason = refuse_pose(models, model[i], poses, i);
        if (reason != NULL) {
            sepal_refuse(refusal, i, reason);
            return false;
        }
    }
    return true;
}

/* What both calls ask of their arguments. */
static bool arguments_are_good(const sepal_polys *world, const sepal_polys *models, const uint32_t *model, const sepal_poses *poses,
                               size_t count) {
    return world != NULL && models != NULL && world != models && sepal_poses_are_whole(poses, count) &&
           (count == 0 || model != NULL);
}

static sepal_poses with_strides(const sepal_poses *poses) {
    sepal_poses out = *poses;
    out.stride = poses->stride == 0 ? 1 : poses->stride;
    out.stride64 = poses->stride64 == 0 ? 1 : poses->stride64;
    return out;
}

/* --- All shapes ------------------------------------------------------------------------------- */

/* Every index was checked. */
static sepal_status place_all(sepal_placing *p, sepal_refusal *refusal) {
    sepal_polys *world = p->world;
    const sepal_polys *models = p->models;
    survey needs = survey_models(models, p->model, p->count);
    if (!poses_are_fine(models, p->model, p->poses, p->count, needs.high, refusal))
        return SEPAL_BAD_SHAPE;
    if (needs.quads > UINT32_MAX)
        return SEPAL_NO_MEMORY;
    sepal_status status = sepal_polys_store_room(world, p->count, (size_t)needs.quads);
    if (status != SEPAL_OK)
        return status;
    world->count = p->count;
    world->used = (size_t)needs.quads;
    world->largest = needs.largest;
    world->same = needs.same;
    world->loose = false;
    world->removed = 0;
    world->round = models->round;
    for (size_t i = 0; models->round && i < p->count; i++)
        world->radii[i] = models->radii[p->model[i]];
    polys_place_kernels[sepal_isa_in_use()](p);
    world->boxes = p->boxes;
    world->plain = p->plain;
    return SEPAL_OK;
}

sepal_status sepal_polys_place(sepal_polys *world, const sepal_polys *models, const uint32_t *model, const sepal_poses *poses,
                               size_t count, sepal_refusal *refusal) {
    if (!arguments_are_good(world, models, model, poses, count))
        return SEPAL_BAD_ARGUMENT;
    if (!sepal_polys_are_floats(world, models))
        return SEPAL_BAD_KIND;
    if (count > UINT32_MAX)
        return SEPAL_NO_MEMORY;
    if (count == 0) {
        sepal_polys_clear(world);
        return SEPAL_OK;
    }
    if (!models_within(model, count, models, refusal))
        return SEPAL_BAD_ARGUMENT;
    sepal_poses stepped = with_strides(poses);
    sepal_placing placing = {world, models, model, &stepped, NULL, 0, count, 0, true, true};
    sepal_fpstate callers = sepal_fpstate_enter();
    sepal_status status = place_all(&placing, refusal);
    sepal_fpstate_leave(callers);
    return status;
}

/* --- A range, or a list ----------------------------------------------------------------------- */

/* Shapes that are listed at a time. */
enum { PLACE_LISTED = 256 };

/* Is there a shape in every slot that is to be placed? */
static bool slots_are_filled(const sepal_placing *p, sepal_refusal *refusal) {
    for (size_t k = 0; p->world->removed > 0 && k < p->count; k++)
        if (sepal_poly_is_removed(p->world, (uint32_t)(p->first + sepal_placed(p, k)))) {
            sepal_refuse(refusal, k, SEPAL_NOT_THERE);
            return false;
        }
    return true;
}

/* Has every model as many vertices as the shape that it replaces? Other threads may write other shapes. */
static bool sizes_fit(const sepal_placing *p, sepal_refusal *refusal) {
    const sepal_poly_head *heads = p->world->heads + p->first;
    for (size_t k = 0; k < p->count; k++) {
        size_t i = sepal_placed(p, k);
        if (p->models->heads[p->model[i]].size != heads[i].size) {
            sepal_refuse(refusal, k, SEPAL_OTHER_SIZE);
            return false;
        }
    }
    return true;
}

/* The radii of the shapes. The first radius above 0 in a world makes it keep radii of all of its shapes. */
static void place_radii(const sepal_placing *p) {
    sepal_polys *world = p->world;
    const sepal_polys *models = p->models;
    for (size_t k = 0; k < p->count && !world->round; k++)
        if (sepal_poly_radius(models, p->model[sepal_placed(p, k)]) > 0) {
            for (size_t shape = 0; shape < world->count; shape++)
                world->radii[shape] = 0;
            world->round = true;
        }
    for (size_t k = 0; world->round && k < p->count; k++) {
        size_t i = sepal_placed(p, k);
        world->radii[p->first + i] = sepal_poly_radius(models, p->model[i]);
    }
}

/* Shapes of a range whose blocks need not follow each other: as lists. */
static void place_loose(sepal_placing *range) {
    uint32_t shapes[PLACE_LISTED];
    sepal_placing list = *range;
    list.shapes = shapes;
    for (size_t done = 0; done < range->count; done += list.count) {
        list.count = range->count - done < PLACE_LISTED ? range->count - done : PLACE_LISTED;
        for (size_t k = 0; k < list.count; k++)
            shapes[k] = (uint32_t)(done + k);
        polys_place_kernels[sepal_isa_in_use()](&list);
    }
    range->boxes = list.boxes;
    range->plain = list.plain;
}

/* Everything was checked. */
static void place_some(sepal_placing *p) {
    sepal_polys *world = p->world;
    if (p->models->round || world->round)
        place_radii(p);
    if (p->shapes == NULL && world->loose)
        place_loose(p);
    else
        polys_place_kernels[sepal_isa_in_use()](p);
    if (!p->boxes)
        sepal_clear_shared(&world->boxes);
    if (!p->plain)
        sepal_clear_shared(&world->plain);
}

sepal_status sepal_polys_place_range(sepal_polys *world, size_t first, const sepal_polys *models, const uint32_t *model,
                                     const sepal_poses *poses, size_t count, sepal_refusal *refusal) {
    if (!arguments_are_good(world, models, model, poses, count) || first > world->count || count > world->count - first)
        return SEPAL_BAD_ARGUMENT;
    if (!sepal_polys_are_floats(world, models))
        return SEPAL_BAD_KIND;
    if (count == 0)
        return SEPAL_OK;
    if (!models_within(model, count, models, refusal))
        return SEPAL_BAD_ARGUMENT;
    sepal_poses stepped = with_strides(poses);
    const sepal_poly_head *head = &world->heads[first];
    uint32_t at = head->at - (uint32_t)sepal_quads_before(head->size);
    sepal_placing placing = {world, models, model, &stepped, NULL, first, count, at, true, true};
    if (!slots_are_filled(&placing, refusal))
        return SEPAL_BAD_ARGUMENT;
    sepal_fpstate callers = sepal_fpstate_enter();
    int high = survey_models(models, model, count).high;
    bool good = sizes_fit(&placing, refusal) && poses_are_fine(models, model, &stepped, count, high, refusal);
    if (good)
        place_some(&placing);
    sepal_fpstate_leave(callers);
    return good ? SEPAL_OK : SEPAL_BAD_SHAPE;
}

/* Are the listed shapes in the world, and their models among the models? */
static bool list_within(const sepal_placing *p, sepal_refusal *refusal) {
    for (size_t k = 0; k < p->count; k++) {
        const uint32_t shape = p->shapes[k];
        if (shape < p->world->count && p->model[shape] < p->models->count && !sepal_poly_is_removed(p->models, p->model[shape]))
            continue;
        sepal_refuse(refusal, k, shape < p->world->count ? SEPAL_NO_MODEL : SEPAL_NOT_THERE);
        return false;
    }
    return slots_are_filled(p, refusal);
}

/* Are the models and poses of the listed shapes finite, and small enough not to overflow? poses_are_fine asks this of a range. */
static bool listed_poses_are_fine(const sepal_placing *p, sepal_refusal *refusal) {
    const float most = ldexpf(1, PLACE_MOST_EXPONENT);
    for (size_t k = 0; k < p->count; k++) {
        size_t i = p->shapes[k];
        int high = p->models->heads[p->model[i]].high;
        float turn = ldexpf(1, PLACE_MOST_EXPONENT - (high > 0 ? high : 0));
        if (fabsf(sepal_pose_x(p->poses, i)) <= most && fabsf(sepal_pose_y(p->poses, i)) <= most &&
            fabsf(sepal_pose_cos(p->poses, i)) <= turn && fabsf(sepal_pose_sin(p->poses, i)) <= turn)
            continue;
        const char *reason = refuse_pose(p->models, p->model[i], p->poses, i);
        if (reason != NULL) {
            sepal_refuse(refusal, k, reason);
            return false;
        }
    }
    return true;
}

sepal_status sepal_polys_place_list(sepal_polys *world, const uint32_t *shapes, size_t count, const sepal_polys *models,
                                    const uint32_t *model, const sepal_poses *poses, sepal_refusal *refusal) {
    if (!arguments_are_good(world, models, model, poses, count) || (shapes == NULL && count > 0))
        return SEPAL_BAD_ARGUMENT;
    if (!sepal_polys_are_floats(world, models))
        return SEPAL_BAD_KIND;
    if (count == 0)
        return SEPAL_OK;
    sepal_poses stepped = with_strides(poses);
    sepal_placing placing = {world, models, model, &stepped, shapes, 0, count, 0, true, true};
    if (!list_within(&placing, refusal))
        return SEPAL_BAD_ARGUMENT;
    sepal_fpstate callers = sepal_fpstate_enter();
    bool good = sizes_fit(&placing, refusal) && listed_poses_are_fine(&placing, refusal);
    if (good)
        place_some(&placing);
    sepal_fpstate_leave(callers);
    return good ? SEPAL_OK : SEPAL_BAD_SHAPE;
}
