/* solids_place.c — refills a set with models that are turned and moved, or replaces a range or a list of its solids by such. Everything
 * is checked first; after that nothing can fail, and the kernels write. */
#include "../core/arithmetic.h"

#include "../core/fpstate.h"
#include "../core/refusal.h"
#include "kernels.h"
#include "pose.h"
#include <float.h>

static sepal_solids_place_kernel *const solids_place_kernels[SEPAL_ISA_COUNT] =
    SEPAL_KERNELS(sepal_solids_place_scalar, sepal_solids_place_sse2, sepal_solids_place_avx2, sepal_solids_place_avx512);

/* Four numbers up to this add up to a finite float. */
#define PLACE_SOLID_MOST 0x1p124F

/* What the models of a call need. largest: the number of vertices of the hulls; class: of all, or SEPAL_SOLID_CLASSES. */
typedef struct solid_survey {
    size_t boxes, hulls, quads;
    uint32_t largest;
    int high; /* every coordinate is less than 2^high in magnitude */
    uint16_t class;
} solid_survey;

static inline size_t quads_of_model(const sepal_solid_head *head) {
    static const uint8_t quads[SEPAL_SOLID_CLASSES] = {
        [SEPAL_SOLID_POINT] = 5,     [SEPAL_SOLID_SEGMENT] = 5,   [SEPAL_SOLID_UP_TO_4] = 5,   [SEPAL_SOLID_UP_TO_8] = 8,
        [SEPAL_SOLID_UP_TO_16] = 14, [SEPAL_SOLID_UP_TO_32] = 26, [SEPAL_SOLID_UP_TO_64] = 50,
    };
    return head->class == SEPAL_SOLID_ABOVE_64 ? sepal_solid_quads_of(head->size) : quads[head->class];
}

/* The survey if no models are removed, and all that are placed are of one class, of which little has to be counted. False if not, or if an
 * index is outside of the models. */
static bool survey_one_class(const sepal_solid_placing *placing, solid_survey *out) {
    const sepal_solid_head *heads = placing->models->heads;
    const uint32_t *models = placing->model;
    const size_t count = placing->count, number = placing->models->count;
    if (placing->solids != NULL || placing->models->removed > 0 || models[0] >= number)
        return false;
    const sepal_solid_head first = heads[models[0]];
    const bool box = first.class == SEPAL_SOLID_BOX;
    uint32_t largest = 0;
    int high = 0;
    for (size_t k = 0; k < count; k++) {
        const uint32_t model = models[k];
        if (model >= number || heads[model].class != first.class)
            return false;
        largest = heads[model].size > largest ? heads[model].size : largest;
        high = heads[model].high > high ? heads[model].high : high;
    }
    *out = (solid_survey){.boxes = box ? count : 0,
                          .hulls = box ? 0 : count,
                          .quads = count * quads_of_model(&first),
                          .largest = box ? 0 : largest,
                          .high = high,
                          .class = first.class};
    return first.class != SEPAL_SOLID_ABOVE_64;
}

/* False if an index is outside of the models, or of the world in a list. */
static bool survey_solids(const sepal_solid_placing *placing, solid_survey *out, sepal_refusal *refusal) {
    const sepal_solid_placing p = *placing; /* its members and the counts are not read again after each one */
    const sepal_solid_head *heads = p.models->heads;
    const bool gaps = p.models->removed > 0;
    solid_survey needs = {0};
    unsigned any = 0, all = ~0U; /* bits of the classes */
    if (survey_one_class(placing, out))
        return true;
    for (size_t k = 0; k < p.count; k++) {
        if (p.solids != NULL && (p.solids[k] >= p.world->count || sepal_solid_is_removed(p.world, p.solids[k]))) {
            sepal_refuse(refusal, k, SEPAL_NOT_THERE);
            return false;
        }
        const uint32_t model = p.model[sepal_solid_placed(&p, k)];
        if (model >= p.models->count || (gaps && sepal_solid_is_removed(p.models, model))) {
            sepal_refuse(refusal, k, SEPAL_NO_MODEL);
            return false;
        }
        const sepal_solid_head *head = &heads[model];
        const bool box = head->class == SEPAL_SOLID_BOX;
        const uint32_t size = box ? 0 : head->size;
        any |= head->class;
        all &= head->class;
        needs.boxes += box;
        needs.quads += quads_of_model(head);
        needs.largest = size > needs.largest ? size : needs.largest;
        needs.high = head->high > needs.high ? head->high : needs.high;
    }
    needs.hulls = p.count - needs.boxes;
    needs.class = (uint16_t)(any == all ? any : SEPAL_SOLID_CLASSES);
    *out = needs;
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

/* Is the sum of the magnitudes of n values at least `least` and at most `most`? It is rounded to float, in which only zeros have the sum
 * 0. Without a branch, so that compilers add in lanes. */
static inline unsigned sum_is_within(const float *const *values, int n, size_t at, float least, float most) {
    float sum = 0;
    for (int k = 0; k < n; k++)
        sum += fabsf(values[k][at]);
    return (sum >= least ? 1U : 0U) & (sum <= most ? 1U : 0U);
}

static inline bool sums_are_within(const float *const *values, int n, size_t stride, size_t count, float least, float most) {
    unsigned within = 1;
    for (size_t i = 0; i < count; i++)
        within &= sum_is_within(values, n, i * stride, least, most);
    return within != 0;
}

/* Are `count` poses finite, the first of them at [at] of the arrays, and what they make of their models, as their magnitudes tell? No
 * coordinate of a place or of a turned model is above PLACE_SOLID_MOST, but for the rounding of sums. Entries of the matrix of a
 * quaternion other than 0 are below 2. most_turn: what the sum of the entries of a matrix may be. */
static inline bool places_are_small(const float *const place[3], size_t stride, size_t count) {
    return stride == 1 ? sums_are_within(place, 3, 1, count, 0, PLACE_SOLID_MOST)
                       : sums_are_within(place, 3, stride, count, 0, PLACE_SOLID_MOST);
}
static inline bool turns_are_small(const sepal_solid_turns *turn, size_t at, size_t stride, size_t count, float most_turn) {
    const float *matrix[9];
    if (turn->w == NULL) {
        for (int k = 0; k < 9; k++)
            matrix[k] = turn->matrix[0] == NULL ? NULL : turn->matrix[k] + at;
        return turn->matrix[0] == NULL ? most_turn >= 1 : sums_are_within(matrix, 9, stride, count, 0, most_turn);
    }
    const float *const q[4] = {turn->w + at, turn->x + at, turn->y + at, turn->z + at};
    return most_turn >= 2 && (stride == 1 ? sums_are_within(q, 4, 1, count, FLT_TRUE_MIN, FLT_MAX)
                                          : sums_are_within(q, 4, stride, count, FLT_TRUE_MIN, FLT_MAX));
}

/* Is every pose finite, and what it makes of its model? Most are known to be so by their magnitudes: all at once, or in lists, and where
 * some pose is far away, one by one. */
static bool solid_poses_are_fine(const sepal_solid_placing *p, int high, sepal_refusal *refusal) {
    const sepal_solid_poses *poses = p->poses;
    const float *const near[3] = {poses->x, poses->y, poses->z};
    const float most_turn = ldexpf(PLACE_SOLID_MOST, -high); /* finite, since `high` of the survey is at least 0 */
    if (p->solids == NULL && poses->x64 == NULL && places_are_small(near, poses->stride, p->count) &&
        turns_are_small(&poses->turn, 0, poses->stride, p->count, most_turn))
        return true;
    for (size_t k = 0; k < p->count; k++) {
        const size_t i = sepal_solid_placed(p, k);
        float place[3];
        sepal_solid_pose_place(poses, i, place);
        const bool small = places_are_small((const float *const[3]){&place[0], &place[1], &place[2]}, 1, 1) &&
                           turns_are_small(&poses->turn, i * poses->stride, 1, 1, most_turn);
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

/* Gives each solid of the call its place. The kernels write the rest of its head. */
static void lay_out_places(const sepal_solid_placing *p, sepal_solid_head *heads) {
    const sepal_solid_head *models = p->models->heads;
    size_t boxes = 0, used = 0;
    if (p->class < SEPAL_SOLID_ABOVE_64) {
        const bool box = p->class == SEPAL_SOLID_BOX;
        const uint32_t step = box ? 1 : (uint32_t)quads_of_model(&models[p->model[0]]);
        uint32_t at = box ? 0 : SEPAL_HULL_RECORD_QUADS;
        for (size_t i = 0; i < p->count; i++, at += step)
            heads[i].at = at;
        return;
    }
    for (size_t i = 0; i < p->count; i++) {
        const sepal_solid_head *head = &models[p->model[i]];
        if (head->class == SEPAL_SOLID_BOX) {
            heads[i].at = (uint32_t)boxes++;
            continue;
        }
        heads[i].at = (uint32_t)(used + SEPAL_HULL_RECORD_QUADS);
        used += quads_of_model(head);
    }
}

/* Empties the world, which has room for the solids of the call, and lays these out. */
static void lay_out(const sepal_solid_placing *p, const solid_survey *needs) {
    sepal_solids *world = p->world;
    sepal_solids_clear(world);
    lay_out_places(p, world->heads);
    world->boxes = world->stored_boxes = needs->boxes;
    world->used = needs->quads;
    world->largest = needs->largest;
    world->count = p->count;
    world->regular = needs->boxes == p->count;
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
    sepal_solid_placing placing = {world, models, model, &stepped, NULL, 0, count, SEPAL_SOLID_CLASSES};
    if (!survey_solids(&placing, &needs, refusal))
        return SEPAL_BAD_ARGUMENT;
    placing.class = needs.class;
    sepal_fpstate callers = sepal_fpstate_enter();
    sepal_status status = solid_poses_are_fine(&placing, needs.high, refusal) ? SEPAL_OK : SEPAL_BAD_SHAPE;
    if (status == SEPAL_OK)
        status = sepal_solids_store_room(world, needs.boxes, needs.hulls, needs.quads);
    if (status == SEPAL_OK) {
        lay_out(&placing, &needs);
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

static sepal_status place_some_solids(sepal_solid_placing *p, sepal_refusal *refusal) {
    solid_survey needs;
    if (p->count == 0)
        return SEPAL_OK;
    if (!survey_solids(p, &needs, refusal))
        return SEPAL_BAD_ARGUMENT;
    p->class = needs.class;
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
    return place_some_solids(&(sepal_solid_placing){world, models, model, &stepped, NULL, first, count, SEPAL_SOLID_CLASSES},
                             refusal);
}

sepal_status sepal_solids_place_list(sepal_solids *world, const uint32_t *solids, size_t count, const sepal_solids *models,
                                     const uint32_t *model, const sepal_solid_poses *poses, sepal_refusal *refusal) {
    if (!solid_arguments_are_good(world, models, model, poses, count) || (solids == NULL && count > 0))
        return SEPAL_BAD_ARGUMENT;
    const sepal_solid_poses stepped = with_solid_strides(poses);
    return place_some_solids(&(sepal_solid_placing){world, models, model, &stepped, solids, 0, count, SEPAL_SOLID_CLASSES},
                             refusal);
}
