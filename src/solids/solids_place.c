/* solids_place.c — refills a set with models that are turned and moved, or replaces a range or a list of its solids by such. Everything
 * is checked first; after that nothing can fail, and the kernels write. */
#include "../core/arithmetic.h"

#include "../core/fpstate.h"
#include "../core/refusal.h"
#include "kernels.h"
#include "pose.h"

static sepal_solids_place_kernel *const solids_place_kernels[SEPAL_ISA_COUNT] =
    SEPAL_KERNELS(sepal_solids_place_scalar, sepal_solids_place_sse2, sepal_solids_place_avx2, sepal_solids_place_avx512);

/* Four numbers up to this add up to a finite float: 4 * 2^124 = 2^126. */
#define PLACE_SOLID_MOST_EXPONENT 124

/* What the models of a call need. */
typedef struct solid_survey {
    size_t boxes, hulls, quads;
    int high; /* every coordinate is less than 2^high in magnitude */
} solid_survey;

/* False if an index is outside of the models, or of the world in a list. */
static bool survey_solids(const sepal_solid_placing *p, solid_survey *out, sepal_refusal *refusal) {
    const sepal_solids *models = p->models;
    *out = (solid_survey){0, 0, 0, 0};
    for (size_t k = 0; k < p->count; k++) {
        if (p->solids != NULL && (p->solids[k] >= p->world->count || sepal_solid_is_removed(p->world, p->solids[k]))) {
            sepal_refuse(refusal, k, SEPAL_NOT_THERE);
            return false;
        }
        const uint32_t model = p->model[sepal_solid_placed(p, k)];
        if (model >= models->count || sepal_solid_is_removed(models, model)) {
            sepal_refuse(refusal, k, SEPAL_NO_MODEL);
            return false;
        }
        const sepal_solid_head *head = &models->heads[model];
        if (head->class == SEPAL_SOLID_BOX) {
            out->boxes++;
        } else {
            out->hulls++;
            out->quads += sepal_solid_quads_of(head->size);
        }
        out->high = head->high > out->high ? head->high : out->high;
    }
    return true;
}

static bool coordinates_are_finite(const float *values, int count) {
    for (int k = 0; k < count; k++)
        if (!isfinite(values[k]))
            return false;
    return true;
}

/* Is every coordinate that pose i makes of its model finite? */
static bool model_is_finite(const sepal_solids *models, uint32_t model, const sepal_solid_poses *poses, size_t i,
                            double turn[3][3]) {
    if (sepal_solid_is_box(models, model)) {
        sepal_parallelepiped box;
        sepal_pose_box(models, model, poses, i, turn, &box);
        return coordinates_are_finite(box.c, 3) && coordinates_are_finite(box.u, 3) && coordinates_are_finite(box.v, 3) &&
               coordinates_are_finite(box.w, 3);
    }
    for (uint32_t k = 0; k < models->heads[model].size; k++) {
        float at[3];
        sepal_pose_vertex(models, model, poses, i, turn, k, at);
        if (!coordinates_are_finite(at, 3))
            return false;
    }
    return true;
}

/* Why pose i, or what it makes of its model, is refused; NULL if both are finite. */
static const char *refuse_solid_pose(const sepal_solid_placing *p, size_t i) {
    float place[3];
    double turn[3][3];
    bool finite = true;
    sepal_solid_pose_place(p->poses, i, place);
    sepal_turn_matrix(&p->poses->turn, i * p->poses->stride, turn);
    for (int k = 0; k < 3; k++)
        finite = finite && isfinite(place[k]) && sepal_is_number(turn[k][0]) && sepal_is_number(turn[k][1]) &&
                 sepal_is_number(turn[k][2]);
    if (!finite)
        return SEPAL_BAD_SOLID_POSE;
    return model_is_finite(p->models, p->model[i], p->poses, i, turn) ? NULL : SEPAL_OVERFLOW;
}

/* The sum of the magnitudes of some values of pose i: not finite if one of them is not. */
static inline double magnitudes_at(const float *const *values, int count, size_t at) {
    double sum = 0;
    for (int k = 0; k < count; k++)
        sum += fabs((double)values[k][at]);
    return sum;
}

/* Is every pose finite, and what it makes of its model? Most are known to be so by their magnitudes: no coordinate of a place or of a
 * turned model is above 2^PLACE_SOLID_MOST_EXPONENT. Entries of the matrix of a quaternion other than 0 are below 2. */
static bool solid_poses_are_fine(const sepal_solid_placing *p, int high, sepal_refusal *refusal) {
    const sepal_solid_poses *poses = p->poses;
    const sepal_solid_turns *turn = &poses->turn;
    const float *const quaternion[4] = {turn->w, turn->x, turn->y, turn->z};
    const double most_place = ldexp(1, PLACE_SOLID_MOST_EXPONENT), most_turn = ldexp(1, PLACE_SOLID_MOST_EXPONENT - high);
    for (size_t k = 0; k < p->count; k++) {
        const size_t i = sepal_solid_placed(p, k), at = i * poses->stride;
        float place[3];
        sepal_solid_pose_place(poses, i, place);
        bool small = fabs((double)place[0]) + fabs((double)place[1]) + fabs((double)place[2]) <= most_place;
        if (turn->w != NULL) {
            double sum = magnitudes_at(quaternion, 4, at);
            small = small && sum > 0 && sum < (double)INFINITY && most_turn >= 2;
        } else {
            small = small && (turn->matrix[0] == NULL ? 1 : magnitudes_at(turn->matrix, 9, at)) <= most_turn;
        }
        const char *reason = small ? NULL : refuse_solid_pose(p, i);
        if (reason != NULL) {
            sepal_refuse(refusal, k, reason);
            return false;
        }
    }
    return true;
}

/* What all calls ask of their arguments. */
static bool solid_arguments_are_good(const sepal_solids *world, const sepal_solids *models, const uint32_t *model,
                                     const sepal_solid_poses *poses, size_t count) {
    return world != NULL && models != NULL && world != models && sepal_solid_poses_are_whole(poses, count) &&
           (count == 0 || model != NULL);
}

static sepal_solid_poses with_solid_strides(const sepal_solid_poses *poses) {
    sepal_solid_poses out = *poses;
    out.stride = poses->stride == 0 ? 1 : poses->stride;
    out.stride64 = poses->stride64 == 0 ? 1 : poses->stride64;
    return out;
}

/* --- All solids ------------------------------------------------------------------------------- */

/* Empties the world, which has room, and gives each solid of the call its place. */
static void lay_out(const sepal_solid_placing *p) {
    sepal_solids *world = p->world;
    sepal_solids_clear(world);
    for (size_t i = 0; i < p->count; i++) {
        const sepal_solid_head *model = &p->models->heads[p->model[i]];
        sepal_solid_head *head = &world->heads[i];
        *head = *model;
        if (model->class == SEPAL_SOLID_BOX) {
            head->at = (uint32_t)world->boxes++;
            world->stored_boxes = world->boxes;
            continue;
        }
        head->at = (uint32_t)(world->used + SEPAL_HULL_RECORD_QUADS);
        world->used += sepal_solid_quads_of(model->size);
        world->largest = model->size > world->largest ? model->size : world->largest;
    }
    world->count = p->count;
    world->regular = world->boxes == p->count;
}

sepal_status sepal_solids_place(sepal_solids *world, const sepal_solids *models, const uint32_t *model,
                                const sepal_solid_poses *poses, size_t count, sepal_refusal *refusal) {
    if (!solid_arguments_are_good(world, models, model, poses, count))
        return SEPAL_BAD_ARGUMENT;
    if (count > UINT32_MAX)
        return SEPAL_NO_MEMORY;
    if (count == 0) {
        sepal_solids_clear(world);
        return SEPAL_OK;
    }
    solid_survey needs;
    const sepal_solid_poses stepped = with_solid_strides(poses);
    const sepal_solid_placing placing = {world, models, model, &stepped, NULL, 0, count};
    if (!survey_solids(&placing, &needs, refusal))
        return SEPAL_BAD_ARGUMENT;
    sepal_fpstate callers = sepal_fpstate_enter();
    sepal_status status = solid_poses_are_fine(&placing, needs.high, refusal) ? SEPAL_OK : SEPAL_BAD_SHAPE;
    if (status == SEPAL_OK)
        status = sepal_solids_store_room(world, needs.boxes, needs.hulls, needs.quads);
    if (status == SEPAL_OK) {
        lay_out(&placing);
        solids_place_kernels[sepal_isa_in_use()](&placing);
    }
    sepal_fpstate_leave(callers);
    return status;
}

/* --- A range, or a list ----------------------------------------------------------------------- */

/* Is every model of the kind and size of the solid that it replaces? Other threads may write other solids. */
static bool kinds_fit(const sepal_solid_placing *p, sepal_refusal *refusal) {
    for (size_t k = 0; k < p->count; k++) {
        const size_t i = sepal_solid_placed(p, k);
        const sepal_solid_head *model = &p->models->heads[p->model[i]], *head = &p->world->heads[p->first + i];
        if (model->class != head->class || model->size != head->size) {
            sepal_refuse(refusal, k, SEPAL_OTHER_SOLID);
            return false;
        }
    }
    return true;
}

static sepal_status place_some_solids(const sepal_solid_placing *p, sepal_refusal *refusal) {
    solid_survey needs;
    if (p->count == 0)
        return SEPAL_OK;
    if (!survey_solids(p, &needs, refusal))
        return SEPAL_BAD_ARGUMENT;
    sepal_fpstate callers = sepal_fpstate_enter();
    bool good = kinds_fit(p, refusal) && solid_poses_are_fine(p, needs.high, refusal);
    if (good)
        solids_place_kernels[sepal_isa_in_use()](p);
    sepal_fpstate_leave(callers);
    return good ? SEPAL_OK : SEPAL_BAD_SHAPE;
}

sepal_status sepal_solids_place_range(sepal_solids *world, size_t first, const sepal_solids *models, const uint32_t *model,
                                      const sepal_solid_poses *poses, size_t count, sepal_refusal *refusal) {
    if (!solid_arguments_are_good(world, models, model, poses, count) || first > world->count || count > world->count - first)
        return SEPAL_BAD_ARGUMENT;
    for (size_t i = 0; i < count && world->removed > 0; i++)
        if (sepal_solid_is_removed(world, (uint32_t)(first + i))) {
            sepal_refuse(refusal, i, SEPAL_NOT_THERE);
            return SEPAL_BAD_ARGUMENT;
        }
    const sepal_solid_poses stepped = with_solid_strides(poses);
    return place_some_solids(&(sepal_solid_placing){world, models, model, &stepped, NULL, first, count}, refusal);
}

sepal_status sepal_solids_place_list(sepal_solids *world, const uint32_t *solids, size_t count, const sepal_solids *models,
                                     const uint32_t *model, const sepal_solid_poses *poses, sepal_refusal *refusal) {
    if (!solid_arguments_are_good(world, models, model, poses, count) || (solids == NULL && count > 0))
        return SEPAL_BAD_ARGUMENT;
    const sepal_solid_poses stepped = with_solid_strides(poses);
    return place_some_solids(&(sepal_solid_placing){world, models, model, &stepped, solids, 0, count}, refusal);
}
