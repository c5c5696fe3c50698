/* search_cast_solids.c — rays and moving solids among solids. */
#include "../core/arithmetic.h"

#include "../core/rule.h"
#include "../solids/kernels.h"
#include "../solids/sweep.h"
#include "cast.h"
#include "ray.h"

static bool solid_rays_are_finite(const sepal_cast *cast) {
    const float *const *from = cast->from, *const *move = cast->move;
    const sepal_solid_moves moves = {move[0], move[1], move[2], cast->stride};
    if (cast->shapes != NULL)
        return sepal_solids_moves_are_finite(cast->shapes, &moves);
    return sepal_solids_are_finite(from[0], from[1], from[2], cast->stride, cast->count) &&
           sepal_solids_are_finite(move[0], move[1], move[2], cast->stride, cast->count);
}

static void sweep_solid_points(const sepal_finder *finder, const sepal_cast *cast, size_t first, const sepal_pair *pairs,
                               size_t count, const sepal_cast_hits *out) {
    static const float rest = 0;
    const sepal_solids *set = cast->shapes == NULL ? finder->space_points : cast->shapes;
    const size_t at = cast->shapes == NULL ? first * cast->stride : 0;
    const sepal_solid_moves at_rest = {&rest, &rest, &rest, 0};
    const sepal_solid_moves moves = {cast->move[0] + at, cast->move[1] + at, cast->move[2] + at, cast->stride};
    const sepal_solid_hits hits = {out->bits, out->time, out->normal[0], out->normal[1], out->normal[2]};
    sepal_solids_sweep_pairs_kernels[sepal_isa_in_use()](finder->built, &at_rest, set, &moves, pairs, count, cast->rule, &hits);
    sepal_solids_leave_out_hits(finder->built, set, pairs, count, &hits);
}

static const sepal_cast_kind solid_cast = {3, SLABS_BEYOND_IN_SPACE, solid_rays_are_finite, sweep_solid_points};

/* Rays, whose answers go nowhere yet. False: an argument has no meaning. */
static bool make_solid_rays(const sepal_finder *finder, const sepal_solid_rays *rays, size_t count, const sepal_filter *filter,
                            const sepal_rule *rule, sepal_cast *cast) {
    if (!sepal_search_can_cast(finder, true) || rays == NULL || rule == NULL ||
        (count > 0 &&
         (rays->x == NULL || rays->y == NULL || rays->z == NULL || rays->dx == NULL || rays->dy == NULL || rays->dz == NULL)))
        return false;
    *cast = (sepal_cast){.from = {rays->x, rays->y, rays->z},
                         .move = {rays->dx, rays->dy, rays->dz},
                         .stride = rays->stride == 0 ? 1 : rays->stride,
                         .count = count,
                         .filter = filter,
                         .rule = rule};
    return true;
}

/* Casts what was made, for the first hits. */
static sepal_status cast_solids(sepal_finder *finder, sepal_cast *cast, const sepal_solid_ray_hits *out) {
    cast->later = out->later != 0;
    cast->shape = out->shape;
    cast->time = out->time;
    cast->normal[0] = out->normal_x;
    cast->normal[1] = out->normal_y;
    cast->normal[2] = out->normal_z;
    return sepal_search_cast(finder, &solid_cast, cast);
}

sepal_status sepal_solids_cast_rays(sepal_finder *finder, const sepal_solid_rays *rays, size_t count, const sepal_filter *filter,
                                    const sepal_rule *rule, const sepal_solid_ray_hits *out) {
    sepal_cast cast;
    if (out == NULL || !make_solid_rays(finder, rays, count, filter, sepal_rule_meaning(rule), &cast))
        return SEPAL_BAD_ARGUMENT;
    return cast_solids(finder, &cast, out);
}

sepal_status sepal_solids_cast_each(sepal_finder *finder, const sepal_solid_rays *rays, size_t count, float limit,
                                    const sepal_filter *filter, const sepal_rule *rule, sepal_take_hit *take, void *context) {
    sepal_cast cast;
    if (take == NULL || !(limit >= 0 && limit <= 1) || count > UINT32_MAX ||
        !make_solid_rays(finder, rays, count, filter, sepal_rule_meaning(rule), &cast))
        return SEPAL_BAD_ARGUMENT;
    return sepal_search_cast_every(finder, &solid_cast, &cast, limit, take, context);
}

sepal_status sepal_solids_cast_shapes(sepal_finder *finder, const sepal_solids *a, const sepal_solid_moves *moves, size_t first,
                                      size_t count, const sepal_filter *filter, const sepal_rule *rule,
                                      const sepal_solid_ray_hits *out) {
    sepal_solid_moves moving;
    rule = sepal_rule_meaning(rule);
    if (!sepal_search_can_cast(finder, true) || a == NULL || rule == NULL || out == NULL || first > a->count ||
        count > a->count - first || !sepal_solids_moves_meaning(a, moves, &moving))
        return SEPAL_BAD_ARGUMENT;
    sepal_cast cast = {.shapes = a,
                       .move = {moving.x, moving.y, moving.z},
                       .begin = first,
                       .stride = moving.stride,
                       .count = count,
                       .filter = filter,
                       .rule = rule};
    return cast_solids(finder, &cast, out);
}
