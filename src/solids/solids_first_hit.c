/* solids_first_hit.c — the first pose of a trajectory that overlaps an obstacle: places some steps at a time and asks about them. */
#include "../core/arithmetic.h"

#include "../core/fpstate.h"
#include "../core/steps.h"
#include "kernels.h"
#include "near.h"
#include "pose.h"

#include <sepal/search.h>

static void ask_solid_steps(sepal_near *near) {
    uint64_t found[SEPAL_BIT_WORDS(SEPAL_NEAR_CANDIDATES)];
    sepal_solids_overlap_pairs_kernels[sepal_isa_in_use()](near->a, near->b, near->pairs, near->count, near->rule, found);
    sepal_solids_leave_out(near->a, near->b, near->pairs, near->count, found);
    sepal_steps_take(near, found);
}

/* The poses from number `first` on. */
static sepal_solid_poses solid_poses_from(const sepal_solid_poses *poses, size_t first) {
    sepal_solid_poses part = *poses;
    size_t by = first * (poses->stride == 0 ? 1 : poses->stride);
    const float **arrays[] = {&part.x, &part.y, &part.z, &part.turn.w, &part.turn.x, &part.turn.y, &part.turn.z};
    for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++) /* NOLINT(bugprone-sizeof-expression): pointers are counted */
        if (*arrays[k] != NULL)
            *arrays[k] += by;
    for (int k = 0; k < 9; k++)
        if (part.turn.matrix[k] != NULL)
            part.turn.matrix[k] += by;
    if (poses->x64 != NULL) {
        size_t by64 = first * (poses->stride64 == 0 ? 1 : poses->stride64);
        part.x64 += by64, part.y64 += by64, part.z64 += by64;
    }
    return part;
}

sepal_status sepal_solids_first_hit(const sepal_solids *models, uint32_t model, const sepal_solid_poses *poses, size_t count,
                                    const sepal_solids *obstacles, const sepal_rule *rule, sepal_solids *world, size_t *first) {
    rule = sepal_rule_meaning(rule);
    if (models == NULL || obstacles == NULL || world == NULL || world == models || world == obstacles || first == NULL)
        return SEPAL_BAD_ARGUMENT;
    if (rule == NULL || model >= models->count || sepal_solid_is_removed(models, model) ||
        !sepal_solid_poses_are_whole(poses, count))
        return SEPAL_BAD_ARGUMENT;
    uint32_t same[SEPAL_STEPS_AT_ONCE];
    for (size_t k = 0; k < SEPAL_STEPS_AT_ONCE; k++)
        same[k] = model;
    sepal_near near = {.a = world, .b = obstacles, .rule = rule, .boxes = sepal_solids_near_boxes, .ask = ask_solid_steps};
    size_t hit = count;
    for (size_t done = 0; done < count && hit == count; done += SEPAL_STEPS_AT_ONCE) {
        size_t at, steps = count - done < SEPAL_STEPS_AT_ONCE ? count - done : SEPAL_STEPS_AT_ONCE;
        const sepal_solid_poses part = solid_poses_from(poses, done);
        sepal_status status = sepal_solids_place(world, models, same, &part, steps, NULL);
        if (status != SEPAL_OK)
            return status;
        sepal_fpstate callers = sepal_fpstate_enter();
        sepal_steps_first(&near, steps, obstacles->count, &at);
        sepal_fpstate_leave(callers);
        hit = at < steps ? done + at : count;
    }
    *first = hit;
    return SEPAL_OK;
}
