/* core_solids_place.c — the poses of solids. */
#include "core.h"

bool solids_poses_get(poses *p, PyObject *const *args) {
    if (!poses_take(p, args, SOLIDS_POSE_COLUMNS, 3))
        return false;
    p->at.solids = (sepal_solid_poses){
        .x = p->columns.at[0],
        .y = p->columns.at[1],
        .z = p->columns.at[2],
        .turn = turns_of(&p->columns, 3),
        .stride = p->columns.stride,
        .x64 = p->far[0].view.buf,
        .y64 = p->far[1].view.buf,
        .z64 = p->far[2].view.buf,
        .origin_x = p->origin[0],
        .origin_y = p->origin[1],
        .origin_z = p->origin[2],
    };
    return true;
}

sepal_status solids_place(void *world, Py_ssize_t first, const array *listed, const void *models, const uint32_t *model,
                          const poses *p, sepal_refusal *refusal) {
    if (listed != NULL)
        return sepal_solids_place_list(world, listed->view.buf, listed->count, models, model, &p->at.solids, refusal);
    if (first < 0)
        return sepal_solids_place(world, models, model, &p->at.solids, p->count, refusal);
    return sepal_solids_place_range(world, (size_t)first, models, model, &p->at.solids, p->count, refusal);
}

sepal_status solids_first_hit(const void *models, uint32_t model, const poses *p, const void *obstacles, const sepal_rule *rule,
                              void *world, size_t *first) {
    return sepal_solids_first_hit(models, model, &p->at.solids, p->count, obstacles, rule, world, first);
}
