/* polys_first_hit.c — the first pose of a trajectory that overlaps an obstacle: places some steps at a time and asks about them. */
#include "../core/arithmetic.h"

#include "../core/fpstate.h"
#include "../core/steps.h"
#include "kernels.h"
#include "near.h"

#include <sepal/search.h>

static void ask_polygon_steps(sepal_near *near) {
    uint64_t found[SEPAL_BIT_WORDS(SEPAL_NEAR_CANDIDATES)];
    sepal_polys_overlap_pairs_kernels[sepal_isa_in_use()](near->a, near->b, near->pairs, near->count, near->rule,
                                                          &(sepal_policy){0}, found);
    sepal_polys_leave_out(near->a, near->b, near->pairs, near->count, found);
    sepal_steps_take(near, found);
}

/* The poses from number `first` on. */
static sepal_poses polygon_poses_from(const sepal_poses *poses, size_t first) {
    sepal_poses part = *poses;
    size_t by = first * (poses->stride == 0 ? 1 : poses->stride);
    if (poses->x64 != NULL) {
        size_t by64 = first * (poses->stride64 == 0 ? 1 : poses->stride64);
        part.x64 += by64;
        part.y64 += by64;
    } else {
        part.x += by;
        part.y += by;
    }
    if (poses->cos != NULL) {
        part.cos += by;
        part.sin += by;
    }
    return part;
}

sepal_status sepal_polys_first_hit(const sepal_polys *models, uint32_t model, const sepal_poses *poses, size_t count,
                                   const sepal_polys *obstacles, const sepal_rule *rule, sepal_polys *world, size_t *first) {
    rule = sepal_rule_meaning(rule);
    if (models == NULL || obstacles == NULL || world == NULL || world == models || world == obstacles || first == NULL)
        return SEPAL_BAD_ARGUMENT;
    if (rule == NULL || model >= models->count || sepal_poly_is_removed(models, model) || !sepal_poses_are_whole(poses, count))
        return SEPAL_BAD_ARGUMENT;
    if (models->doubles || obstacles->doubles || world->doubles)
        return SEPAL_BAD_KIND;
    uint32_t same[SEPAL_STEPS_AT_ONCE];
    for (size_t k = 0; k < SEPAL_STEPS_AT_ONCE; k++)
        same[k] = model;
    sepal_near near = {.a = world, .b = obstacles, .rule = rule, .boxes = sepal_polys_near_boxes, .ask = ask_polygon_steps};
    size_t hit = count;
    for (size_t done = 0; done < count && hit == count; done += SEPAL_STEPS_AT_ONCE) {
        size_t at, steps = count - done < SEPAL_STEPS_AT_ONCE ? count - done : SEPAL_STEPS_AT_ONCE;
        const sepal_poses part = polygon_poses_from(poses, done);
        sepal_status status = sepal_polys_place(world, models, same, &part, steps, NULL);
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
