/* core_polys_place.c — the poses of polygons. */
#include "core.h"

bool polys_poses_get(poses *p, PyObject *const *args) {
    if (!poses_take(p, args, POLYS_POSE_COLUMNS, 2))
        return false;
    p->at.polys = (sepal_poses){
        .x = p->columns.at[0],
        .y = p->columns.at[1],
        .cos = p->columns.at[2],
        .sin = p->columns.at[3],
        .stride = p->columns.stride,
        .x64 = p->far[0].view.buf,
        .y64 = p->far[1].view.buf,
        .origin_x = p->origin[0],
        .origin_y = p->origin[1],
    };
    return true;
}

sepal_status polys_place(void *world, Py_ssize_t first, const array *listed, const void *models, const uint32_t *model,
                         const poses *p, sepal_refusal *refusal) {
    if (listed != NULL)
        return sepal_polys_place_list(world, listed->view.buf, listed->count, models, model, &p->at.polys, refusal);
    if (first < 0)
        return sepal_polys_place(world, models, model, &p->at.polys, p->count, refusal);
    return sepal_polys_place_range(world, (size_t)first, models, model, &p->at.polys, p->count, refusal);
}

sepal_status polys_first_hit(const void *models, uint32_t model, const poses *p, const void *obstacles, const sepal_rule *rule,
                             void *world, size_t *first) {
    return sepal_polys_first_hit(models, model, &p->at.polys, p->count, obstacles, rule, world, first);
}
