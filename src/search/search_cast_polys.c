/* search_cast_polys.c — rays and moving shapes among polygons. */
#include "../core/arithmetic.h"

#include "../core/rule.h"
#include "../polys/kernels.h"
#include "../polys/sweep.h"
#include "cast.h"
#include "ray.h"

#include <float.h>

static bool poly_numbers_are_finite(const float *x, const float *y, const sepal_cast *cast) {
    const sepal_poses places = {.x = x, .y = y, .stride = cast->stride};
    return sepal_polys_poses_within(&places, cast->count, FLT_MAX, 0);
}

static bool poly_rays_are_finite(const sepal_cast *cast) {
    const sepal_moves moves = {cast->move[0], cast->move[1], cast->stride};
    if (cast->shapes != NULL)
        return sepal_polys_moves_are_finite(cast->shapes, &moves);
    return poly_numbers_are_finite(cast->from[0], cast->from[1], cast) &&
           poly_numbers_are_finite(cast->move[0], cast->move[1], cast);
}

static void sweep_poly_points(const sepal_finder *finder, const sepal_cast *cast, size_t first, const sepal_pair *pairs,
                              size_t count, const sepal_cast_hits *out) {
    static const float rest = 0;
    const sepal_moves at_rest = {&rest, &rest, 0};
    const sepal_polys *set = cast->shapes == NULL ? finder->points : cast->shapes;
    const size_t at = cast->shapes == NULL ? first * cast->stride : 0;
    const sepal_moves moves = {cast->move[0] + at, cast->move[1] + at, cast->stride};
    const sepal_hits hits = {out->bits, out->time, out->normal[0], out->normal[1]};
    sepal_polys_sweep_pairs_kernels[sepal_isa_in_use()](finder->built, &at_rest, set, &moves, pairs, count, cast->rule, &hits);
    sepal_polys_leave_out_hits(finder->built, set, pairs, count, &hits);
}

static const sepal_cast_kind poly_cast = {2, SLABS_BEYOND, poly_rays_are_finite, sweep_poly_points};

/* Rays, whose answers go nowhere yet. False: an argument has no meaning. */
static bool make_poly_rays(const sepal_finder *finder, const sepal_rays *rays, size_t count, const sepal_filter *filter,
                           const sepal_rule *rule, sepal_cast *cast) {
    if (!sepal_search_can_cast(finder, false) || rays == NULL || rule == NULL ||
        (count > 0 && (rays->x == NULL || rays->y == NULL || rays->dx == NULL || rays->dy == NULL)))
        return false;
    *cast = (sepal_cast){.from = {rays->x, rays->y},
                         .move = {rays->dx, rays->dy},
                         .stride = rays->stride == 0 ? 1 : rays->stride,
                         .count = count,
                         .filter = filter,
                         .rule = rule};
    return true;
}

/* Casts what was made, for the first hits. */
static sepal_status cast_polys(sepal_finder *finder, sepal_cast *cast, const sepal_ray_hits *out) {
    cast->later = out->later != 0;
    cast->shape = out->shape;
    cast->time = out->time;
    cast->normal[0] = out->normal_x;
    cast->normal[1] = out->normal_y;
    return sepal_search_cast(finder, &poly_cast, cast);
}

sepal_status sepal_polys_cast_rays(sepal_finder *finder, const sepal_rays *rays, size_t count, const sepal_filter *filter,
                                   const sepal_rule *rule, const sepal_ray_hits *out) {
    sepal_cast cast;
    if (out == NULL || !make_poly_rays(finder, rays, count, filter, sepal_rule_meaning(rule), &cast))
        return SEPAL_BAD_ARGUMENT;
    if (sepal_finder_polys(finder)->doubles)
        return SEPAL_BAD_KIND;
    return cast_polys(finder, &cast, out);
}

sepal_status sepal_polys_cast_each(sepal_finder *finder, const sepal_rays *rays, size_t count, float limit,
                                   const sepal_filter *filter, const sepal_rule *rule, sepal_take_hit *take, void *context) {
    sepal_cast cast;
    if (take == NULL || !(limit >= 0 && limit <= 1) || count > UINT32_MAX ||
        !make_poly_rays(finder, rays, count, filter, sepal_rule_meaning(rule), &cast))
        return SEPAL_BAD_ARGUMENT;
    if (sepal_finder_polys(finder)->doubles)
        return SEPAL_BAD_KIND;
    return sepal_search_cast_every(finder, &poly_cast, &cast, limit, take, context);
}

sepal_status sepal_polys_cast_shapes(sepal_finder *finder, const sepal_polys *a, const sepal_moves *moves, size_t first,
                                     size_t count, const sepal_filter *filter, const sepal_rule *rule, const sepal_ray_hits *out) {
    sepal_moves moving;
    rule = sepal_rule_meaning(rule);
    if (!sepal_search_can_cast(finder, false) || a == NULL || rule == NULL || out == NULL || first > a->count ||
        count > a->count - first || !sepal_polys_moves_meaning(a, moves, &moving))
        return SEPAL_BAD_ARGUMENT;
    if (!sepal_polys_are_floats(sepal_finder_polys(finder), a))
        return SEPAL_BAD_KIND;
    sepal_cast cast = {.shapes = a,
                       .move = {moving.x, moving.y},
                       .begin = first,
                       .stride = moving.stride,
                       .count = count,
                       .filter = filter,
                       .rule = rule};
    return cast_polys(finder, &cast, out);
}
