/* solids_place.c — refills a set with models that were turned and moved. Checks everything first: then nothing can fail, and the
 * kernels write. */
#include "../core/arithmetic.h"

#include "../core/fpstate.h"
#include "../core/refusal.h"
#include "kernels.h"
#include "pose.h"

/* Four numbers up to this add up to a finite float: 4 * 2^124 = 2^126. */
#define PLACE_SOLID_MOST_EXPONENT 124

/* What the models of a call need. */
typedef struct solid_survey {
    size_t boxes, hulls, quads;
    int high; /* every coordinate is less than 2^high in magnitude */
} solid_survey;

/* False if an index is outside of the models. */
static bool survey_solids(const sepal_solids *models, const uint32_t *model, size_t count, solid_survey *out,
                          sepal_refusal *refusal) {
    *out = (solid_survey){0, 0, 0, 0};
    for (size_t i = 0; i < count; i++) {
        if (model[i] >= models->count) {
            sepal_refuse(refusal, i, SEPAL_NO_MODEL);
            return false;
        }
        const sepal_solid_head *head = &models->heads[model[i]];
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

/* Is pose i finite, and what it makes of its model? */
static bool solid_pose_is_fine(const sepal_solids *models, const uint32_t *model, const sepal_solid_poses *poses, size_t i,
                               sepal_refusal *refusal) {
    size_t at = i * poses->stride;
    double place[3] = {(double)poses->x[at], (double)poses->y[at], (double)poses->z[at]}, turn[3][3];
    bool finite = true;
    sepal_turn_matrix(&poses->turn, at, turn);
    for (int k = 0; k < 3; k++)
        finite = finite && sepal_is_number(place[k]) && sepal_is_number(turn[k][0]) && sepal_is_number(turn[k][1]) &&
                 sepal_is_number(turn[k][2]);
    if (finite && model_is_finite(models, model[i], poses, i, turn))
        return true;
    sepal_refuse(refusal, i, finite ? SEPAL_OVERFLOW : SEPAL_BAD_SOLID_POSE);
    return false;
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
static bool solid_poses_are_fine(const sepal_solids *models, const uint32_t *model, const sepal_solid_poses *poses, size_t count,
                                 int high, sepal_refusal *refusal) {
    const sepal_solid_turns *turn = &poses->turn;
    const float *const place[3] = {poses->x, poses->y, poses->z}, *const quaternion[4] = {turn->w, turn->x, turn->y, turn->z};
    const double most_place = ldexp(1, PLACE_SOLID_MOST_EXPONENT), most_turn = ldexp(1, PLACE_SOLID_MOST_EXPONENT - high);
    for (size_t i = 0; i < count; i++) {
        size_t at = i * poses->stride;
        bool small = magnitudes_at(place, 3, at) <= most_place;
        if (turn->w != NULL) {
            double sum = magnitudes_at(quaternion, 4, at);
            small = small && sum > 0 && sum < (double)INFINITY && most_turn >= 2;
        } else {
            small = small && (turn->matrix[0] == NULL ? 1 : magnitudes_at(turn->matrix, 9, at)) <= most_turn;
        }
        if (!small && !solid_pose_is_fine(models, model, poses, i, refusal))
            return false;
    }
    return true;
}

sepal_status sepal_solids_place(sepal_solids *world, const sepal_solids *models, const uint32_t *model,
                                const sepal_solid_poses *poses, size_t count, sepal_refusal *refusal) {
    if (world == NULL || models == NULL || world == models || poses == NULL || !sepal_turns_are_whole(&poses->turn))
        return SEPAL_BAD_ARGUMENT;
    if (count > 0 && (model == NULL || poses->x == NULL || poses->y == NULL || poses->z == NULL))
        return SEPAL_BAD_ARGUMENT;
    if (count > UINT32_MAX)
        return SEPAL_NO_MEMORY;
    solid_survey needs;
    if (!survey_solids(models, model, count, &needs, refusal))
        return SEPAL_BAD_ARGUMENT;
    sepal_solid_poses stepped = *poses;
    stepped.stride = poses->stride == 0 ? 1 : poses->stride;
    sepal_fpstate callers = sepal_fpstate_enter();
    sepal_status status = solid_poses_are_fine(models, model, &stepped, count, needs.high, refusal) ? SEPAL_OK : SEPAL_BAD_SHAPE;
    if (status == SEPAL_OK)
        status = sepal_solids_store_room(world, needs.boxes, needs.hulls, needs.quads);
    if (status == SEPAL_OK) {
        sepal_solids_clear(world);
        sepal_solids_kernels_in_use()->place(world, models, model, &stepped, count);
    }
    sepal_fpstate_leave(callers);
    return status;
}
