/* meshes_rays.c — which triangle each ray hits first. Rays are taken along a space-filling curve, block by block. A ray goes through the
 * tree from the nearest box on. Of a triangle, three determinants in double say whether the ray meets it, and two of them when; what they
 * leave open, and the normal of the first hit, the sweep of solids tells, which defines the answer. */
#include "../core/arithmetic.h"

#include "../core/compiler.h"
#include "../core/fpstate.h"
#include "../core/rule.h"
#include "../exact/expansion.h"
#include "../exact/orient3.h"
#include "../search/filter.h"
#include "../solids/kernels.h"
#include "../solids/sweep.h"
#include "triangles.h"
#include "ways.h"
#include <math.h>
#include <string.h>

/* More than the error of a determinant of three rounded differences, of the sum of the magnitudes of its six products; and by how much of
 * the denominator's bound the denominator has to be greater, so that the error of a quotient is below MESH_QUOTIENT of its share. What is
 * earlier than MESH_EARLIEST is left to the sweep (docs/numerics/meshes.md, "A ray and a triangle"). By which share the terms are widened
 * that tell whether a ray with a margin misses ("A ray with a margin"). */
#define MESH_DETERMINANT_ERROR 0x1p-49
#define MESH_CERTAIN           128.0
#define MESH_QUOTIENT          1.01
#define MESH_QUOTIENT_ROUNDING 0x1p-50
#define MESH_EARLIEST          0x1p-100
#define MESH_MARGIN_ROUNDING   0x1p-48

enum { RAY_BLOCK = 64, RAYS_AT_ONCE = 8 };

/* The rays of a question, and what is said of them. */
typedef struct mesh_rays {
    sepal_finder *finder;
    const sepal_mesh *mesh;
    const float *from[3], *move[3];
    size_t stride, count;
    bool both;    /* triangles are hit from behind, too */
    bool plain;   /* the determinants may answer: touching overlaps, and there is no margin */
    bool none;    /* nothing can be hit: without a margin, touching is apart, and triangles have no inside */
    bool later;   /* what is hit at time 0 does not count */
    bool ordered; /* the finder's order says which ray comes when; else one comes after the other */
    const sepal_filter *filter;
    const sepal_rule *rule;
} mesh_rays;

/* A ray on its way, and its first hit so far. */
typedef struct mesh_ray {
    uint32_t number; /* of the question, */
    uint32_t place;  /* and in its block */
    sepal_mesh_way way;
    uint32_t triangle; /* hit at the time at which the way ends */
} mesh_ray;

/* Rays that are asked about together; their origins are in the finder's set of points. */
typedef struct ray_block {
    size_t count;
    float from[3][RAY_BLOCK], move[3][RAY_BLOCK];
    mesh_ray rays[RAY_BLOCK];
} ray_block;

/* --- A triangle ---------------------------------------------------------------------------------- */

/* The determinant of a, b and c, and a bound of its error. */
typedef struct bounded {
    double value, error;
} bounded;

static bounded determinant(const double a[3], const double b[3], const double c[3]) {
    const double yz = b[1] * c[2], zy = b[2] * c[1], zx = b[2] * c[0], xz = b[0] * c[2], xy = b[0] * c[1], yx = b[1] * c[0];
    const double size =
        fabs(a[0]) * (fabs(yz) + fabs(zy)) + fabs(a[1]) * (fabs(zx) + fabs(xz)) + fabs(a[2]) * (fabs(xy) + fabs(yx));
    return (bounded){a[0] * (yz - zy) + a[1] * (zx - xz) + a[2] * (xy - yx), size * MESH_DETERMINANT_ERROR};
}

/* The greatest float that is not above v, which is normal in float. */
static float float_below(double v) {
    float out = (float)v;
    if ((double)out > v) {
        uint32_t word;
        memcpy(&word, &out, sizeof word);
        word--;
        memcpy(&out, &word, sizeof out);
    }
    return out;
}

typedef enum ray_answer { RAY_MISSES, RAY_HITS, RAY_OPEN } ray_answer;

/* Is the time at which the ray meets the plane of a triangle before a float (-1), this float, or after it (1)? That is exact where the
 * place of the ray at that float has float coordinates, as on floors and lattices; false: it has not. rises: the move leads to the front
 * of the triangle. */
static bool find_side_of_float(const mesh_ray *ray, float corner[3][3], float near, bool rises, int *side) {
    float place[3];
    for (int k = 0; k < 3; k++) {
        double sum, error;
        sepal_two_sum((double)ray->way.from[k], (double)near * (double)ray->way.move[k], &sum, &error);
        place[k] = (float)sum;
        if (error != 0 || (double)place[k] != sum)
            return false;
    }
    const int front = sepal_orient3(corner[0], corner[1], corner[2], place);
    *side = rises ? -front : front;
    return true;
}

/* Does the ray meet a triangle, and when? Open where it has no area and may be met, as the last determinant is 0 then. Where a determinant
 * leaves open on which side of an edge the ray passes, its exact sign tells; a ray that passes through an edge or a vertex meets all triangles
 * there. With times d = 1 apart, it is at the plane at t = det(a - o, e, f) / det(d, e, f). */
static ray_answer ask_determinants(const mesh_ray *ray, float corner[3][3], bool both, float *time) {
    double d[3], p[3][3], e[3], f[3];
    for (int k = 0; k < 3; k++) {
        d[k] = (double)ray->way.move[k];
        for (int i = 0; i < 3; i++)
            p[i][k] = (double)corner[i][k] - (double)ray->way.from[k];
        e[k] = (double)corner[1][k] - (double)corner[0][k];
        f[k] = (double)corner[2][k] - (double)corner[0][k];
    }
    const bounded s[3] = {determinant(d, p[0], p[1]), determinant(d, p[1], p[2]), determinant(d, p[2], p[0])};
    bool above = false, below = false;
    for (int k = 0; k < 3; k++) {
        above = above || s[k].value > s[k].error;
        below = below || s[k].value < -s[k].error;
    }
    for (int k = 0; k < 3 && !(above && below); k++)
        if (fabs(s[k].value) <= s[k].error) { /* at an edge, or nearly */
            const int side = sepal_side_of_direction(ray->way.from, corner[k], corner[(k + 1) % 3], ray->way.move);
            above = above || side > 0;
            below = below || side < 0;
        }
    if (above && below)
        return RAY_MISSES;
    const bounded den = determinant(d, e, f);
    if (!both && den.value > den.error)
        return RAY_MISSES; /* it comes from behind */
    if (!(fabs(den.value) > MESH_CERTAIN * den.error))
        return RAY_OPEN;
    const bounded num = determinant(p[0], e, f);
    const double t = num.value / den.value;
    const double error = (fabs(t) * den.error + num.error) / fabs(den.value) * MESH_QUOTIENT + fabs(t) * MESH_QUOTIENT_ROUNDING;
    const double low = t - error, high = t + error;
    if (high < 0 || low > 1)
        return RAY_MISSES;
    if (!(low >= MESH_EARLIEST))
        return RAY_OPEN;
    *time = float_below(low);
    if (high <= 1 && *time == float_below(high))
        return RAY_HITS;
    const float near = (float)t;
    int side;
    if (!((double)near >= low && (double)near <= high && near <= 1) || !find_side_of_float(ray, corner, near, den.value > 0, &side))
        return RAY_OPEN;
    if (near == 1 && side > 0)
        return RAY_MISSES;
    *time = side < 0 ? float_below(low) : near;
    return RAY_HITS;
}

/* Does a ray with a margin certainly miss a triangle until its first hit? It does if their boxes do not meet until then, if it does not come
 * within the margin of the plane, or if it passes an edge on the outer side at more than the margin: seen along the move d, an edge e from
 * p to q has the distance |det(d, p, q)| / |d x e| from it, and the triangle is on the other side if det(d, p, q) and the sum of the three
 * such determinants have opposite signs. */
static bool misses_beyond_margin(const mesh_ray *ray, const float corner[3][3]) {
    const sepal_mesh_way *way = &ray->way;
    const double margin = (double)way->reach[0], until = sepal_mesh_last_time_of(way->time);
    double d[3], p[3][3], low[3], high[3], enter;
    for (int k = 0; k < 3; k++) {
        const double from = (double)way->from[k], slack = (fabs(from) + margin) * MESH_MARGIN_ROUNDING;
        low[k] = from - margin - slack;
        high[k] = from + margin + slack;
        d[k] = (double)way->move[k];
        for (int i = 0; i < 3; i++)
            p[i][k] = (double)corner[i][k] - from;
    }
    if (!sepal_mesh_boxes_meet_on_way(low, high, way, corner, until, &enter) || sepal_mesh_time_of_plane(way, corner) > until)
        return true;
    bounded s[3], sum = {0, 0};
    for (int i = 0; i < 3; i++) {
        s[i] = determinant(d, p[i], p[(i + 1) % 3]);
        sum = (bounded){sum.value + s[i].value, sum.error + 2 * s[i].error};
    }
    for (int i = 0; i < 3 && fabs(sum.value) > sum.error; i++) {
        const double beyond = (sum.value > 0 ? -s[i].value : s[i].value) - s[i].error;
        double across = 0, e[3];
        for (int k = 0; k < 3; k++)
            e[k] = (double)corner[(i + 1) % 3][k] - (double)corner[i][k];
        for (int k = 0; k < 3; k++) {
            const double plus = d[(k + 1) % 3] * e[(k + 2) % 3], minus = d[(k + 2) % 3] * e[(k + 1) % 3];
            const double at_most = fabs(plus - minus) + (fabs(plus) + fabs(minus)) * MESH_MARGIN_ROUNDING;
            across += at_most * at_most;
        }
        if (beyond > 0 && beyond * beyond * (1 - MESH_MARGIN_ROUNDING) > margin * margin * across * (1 + MESH_MARGIN_ROUNDING))
            return true;
    }
    return false;
}

/* --- The sweep ----------------------------------------------------------------------------------- */

/* Asks the sweep about pairs of triangles, which the finder's set gets, and rays of the block. */
static sepal_status ask_sweep(const mesh_rays *q, const ray_block *block, const uint32_t *triangles, const sepal_pair *pairs,
                              size_t count, const sepal_solid_hits *out) {
    static const float rest = 0;
    const sepal_status status = sepal_mesh_put_triangles(q->finder, q->mesh, triangles, count);
    if (status != SEPAL_OK)
        return status;
    const sepal_solid_moves at_rest = {&rest, &rest, &rest, 0};
    const sepal_solid_moves moves = {block->move[0], block->move[1], block->move[2], 1};
    sepal_solids_sweep_pairs_kernels[sepal_isa_in_use()](q->finder->space_triangles, &at_rest, q->finder->space_points, &moves,
                                                         pairs, count, q->rule, out);
    return SEPAL_OK;
}

/* Does the ray come from behind? Exact. Where it moves along the plane, or there is no area, it does not. */
static bool is_from_behind(const mesh_ray *ray, float corner[3][3]) {
    return sepal_side_of_direction(corner[0], corner[1], corner[2], ray->way.move) > 0;
}

static void take_hit(const mesh_rays *q, mesh_ray *ray, uint32_t triangle, float time) {
    if (q->later && time == 0)
        return;
    if (time < ray->way.time || (time == ray->way.time && triangle < ray->triangle)) {
        ray->way.time = time;
        ray->triangle = triangle;
    }
}

/* Triangles of leaves, and their rays, that the sweep is to be asked about. */
enum { RAY_PAIRS = RAYS_AT_ONCE * SEPAL_MESH_FANOUT };
typedef struct open_pairs {
    size_t count;
    uint32_t triangle[RAY_PAIRS];
    mesh_ray *ray[RAY_PAIRS];
} open_pairs;

/* Asks the sweep about the open pairs. */
static sepal_status ask_open_pairs(const mesh_rays *q, const ray_block *block, open_pairs *open) {
    sepal_pair pairs[RAY_PAIRS];
    uint64_t meet[SEPAL_BIT_WORDS(RAY_PAIRS)] = {0};
    float times[RAY_PAIRS];
    if (open->count == 0)
        return SEPAL_OK;
    for (size_t i = 0; i < open->count; i++)
        pairs[i] = (sepal_pair){(uint32_t)i, open->ray[i]->place};
    const sepal_status status =
        ask_sweep(q, block, open->triangle, pairs, open->count, &(sepal_solid_hits){.bits = meet, .time = times});
    for (size_t i = 0; i < open->count && status == SEPAL_OK; i++)
        if ((meet[i / 64] >> (i % 64) & 1) != 0)
            take_hit(q, open->ray[i], open->triangle[i], times[i]);
    open->count = 0;
    return status;
}

/* Looks at the triangles of a leaf; those that are left open wait for the sweep. */
static void look_at_triangles(const mesh_rays *q, mesh_ray *ray, const uint32_t *triangles, size_t count, open_pairs *open) {
    for (size_t i = 0; i < count; i++) {
        const uint32_t triangle = triangles[i];
        float corner[3][3], time;
        if (q->filter != NULL && !sepal_filter_wants(q->filter, 1, (sepal_pair){ray->number, triangle}))
            continue;
        for (int k = 0; k < 3; k++)
            sepal_mesh_point(q->mesh, sepal_mesh_corner(q->mesh, triangle, k), corner[k]);
        ray_answer answer = RAY_OPEN;
        if (q->plain)
            answer = ask_determinants(ray, corner, q->both, &time);
        else if (!q->plain && misses_beyond_margin(ray, (const float(*)[3])corner))
            answer = RAY_MISSES;
        if (answer == RAY_HITS)
            take_hit(q, ray, triangle, time);
        if (answer != RAY_OPEN || (!q->both && is_from_behind(ray, corner)))
            continue;
        open->ray[open->count] = ray;
        open->triangle[open->count++] = triangle;
    }
}

/* Casts the rays of a block, some at a time: while the memory of the triangles of one ray is on its way, the others go on. */
static sepal_status cast_by_turns(const mesh_rays *q, ray_block *block) {
    sepal_mesh_way_walk walks[RAYS_AT_ONCE];
    mesh_ray *rays[RAYS_AT_ONCE];
    open_pairs open = {.count = 0};
    size_t on[RAYS_AT_ONCE], count = 0, begun = 0;
    sepal_status status = SEPAL_OK;
    for (size_t i = 0; i < RAYS_AT_ONCE; i++)
        on[i] = i;
    while (status == SEPAL_OK && (count > 0 || begun < block->count)) {
        for (; count < RAYS_AT_ONCE && begun < block->count; begun++, count++) {
            rays[on[count]] = &block->rays[begun];
            sepal_mesh_way_begin(&walks[on[count]], q->mesh, &block->rays[begun].way);
        }
        count = sepal_mesh_ways_go_on(walks, on, count);
        for (size_t i = 0; i < count; i++)
            look_at_triangles(q, rays[on[i]], walks[on[i]].triangles, walks[on[i]].count, &open);
        status = ask_open_pairs(q, block, &open);
    }
    return status;
}

/* --- The question -------------------------------------------------------------------------------- */

/* The first hits of a block are written; the sweep tells their normals, if these are wanted. */
static sepal_status write_block(const mesh_rays *q, const ray_block *block, const sepal_solid_ray_hits *out) {
    float normal[3][RAY_BLOCK];
    uint32_t triangles[RAY_BLOCK], place[RAY_BLOCK];
    sepal_pair pairs[RAY_BLOCK];
    size_t hits = 0;
    const bool wanted = out->normal_x != NULL || out->normal_y != NULL || out->normal_z != NULL;
    for (size_t i = 0; i < block->count; i++) {
        place[i] = (uint32_t)hits;
        if (block->rays[i].triangle == SEPAL_NO_SHAPE)
            continue;
        pairs[hits] = (sepal_pair){(uint32_t)hits, (uint32_t)i};
        triangles[hits++] = block->rays[i].triangle;
    }
    sepal_status status = SEPAL_OK;
    if (wanted && hits > 0)
        status = ask_sweep(q, block, triangles, pairs, hits,
                           &(sepal_solid_hits){.normal_x = normal[0], .normal_y = normal[1], .normal_z = normal[2]});
    for (size_t i = 0; i < block->count && status == SEPAL_OK; i++) {
        float *const to[3] = {out->normal_x, out->normal_y, out->normal_z};
        const mesh_ray *ray = &block->rays[i];
        for (int k = 0; k < 3; k++)
            if (to[k] != NULL)
                to[k][ray->number] = ray->triangle != SEPAL_NO_SHAPE ? normal[k][place[i]] : 0;
        if (out->shape != NULL)
            out->shape[ray->number] = ray->triangle;
        if (out->time != NULL)
            out->time[ray->number] = ray->way.time;
    }
    return status;
}

/* Asks for the memory of ray k of an order, which may be anywhere among the caller's. */
static void fetch_ray(const mesh_rays *q, size_t k) {
    const size_t at = (uint32_t)((const uint64_t *)q->finder->order.memory)[k] * q->stride;
    for (int axis = 0; axis < 3; axis++) {
        sepal_prefetch(&q->from[axis][at]);
        sepal_prefetch(&q->move[axis][at]);
    }
}

/* Casts the rays from the `first` one on, in their order. */
static sepal_status cast_rays_of_block(const mesh_rays *q, size_t first, size_t count, const sepal_solid_ray_hits *out) {
    ray_block block = {.count = count};
    const uint64_t *order = q->finder->order.memory;
    for (size_t i = 0; i < count; i++) {
        mesh_ray *ray = &block.rays[i];
        if (q->ordered && first + i + RAY_BLOCK < q->count)
            fetch_ray(q, first + i + RAY_BLOCK);
        const uint32_t number = q->ordered ? (uint32_t)order[first + i] : (uint32_t)(first + i);
        *ray = (mesh_ray){.number = number, .place = (uint32_t)i, .triangle = SEPAL_NO_SHAPE};
        ray->way.time = 1;
        for (int k = 0; k < 3; k++) {
            ray->way.reach[k] = q->rule->margin;
            block.from[k][i] = ray->way.from[k] = q->from[k][number * q->stride];
            block.move[k][i] = ray->way.move[k] = q->move[k][number * q->stride];
        }
    }
    const sepal_find_points points = {.at = {block.from[0], block.from[1], block.from[2]}, .stride = 1};
    const void *set = NULL;
    sepal_status status = sepal_solids_find_kind.put_points(q->finder, &points, count, RAY_BLOCK, &set);
    if (status == SEPAL_OK)
        status = q->none ? SEPAL_OK : cast_by_turns(q, &block);
    return status == SEPAL_OK ? write_block(q, &block, out) : status;
}

/* The middle of what a ray has in the box of the mesh: nearby rays have middles nearby, however far they come from or go. It is in the box
 * for every ray. */
static void find_middle(const mesh_rays *q, const sepal_mesh_node *root, size_t i, float out[3]) {
    const float cells = 254; /* of the box of a node; of a thin one there are fewer, which is near enough for an order */
    float enter = 0, leave = 1, high[3];
    for (int k = 0; k < 3; k++) {
        const float from = 0.5F * q->from[k][i * q->stride], inverse = 1 / (0.5F * q->move[k][i * q->stride]);
        high[k] = root->origin[k] + cells / root->scale[k];
        const float a = (root->origin[k] - from) * inverse, b = (high[k] - from) * inverse;
        const float first = a < b ? a : b, last = a < b ? b : a;
        enter = first > enter ? first : enter;
        leave = last < leave ? last : leave;
    }
    const float time = 0.5F * enter + 0.5F * leave;
    for (int k = 0; k < 3; k++) {
        const float at = 0.5F * q->from[k][i * q->stride] + time * (0.5F * q->move[k][i * q->stride]);
        out[k] = 2 * (at > root->origin[k] ? at < high[k] ? at : high[k] : root->origin[k]);
    }
}

/* Puts the rays into the order of a space-filling curve, so that one after the other reads the same part of the mesh. Any order gives the
 * same answers. */
static sepal_status order_rays(mesh_rays *q, size_t count) {
    sepal_finder *finder = q->finder;
    const sepal_need needs[] = {
        sepal_need_of(&finder->bounds, count, sizeof(sepal_bounds), 0), sepal_need_of(&finder->spans, count, sizeof(sepal_span), 0),
        sepal_need_of(&finder->order, count, sizeof(uint64_t), 0), sepal_need_of(&finder->spare, count, sizeof(uint64_t), 0)};
    if (!sepal_finder_rooms(finder, needs, 4))
        return SEPAL_NO_MEMORY;
    sepal_bounds *bounds = finder->bounds.memory;
    sepal_span *spans = finder->spans.memory;
    sepal_mesh_node room;
    const sepal_mesh_node *root = sepal_mesh_node_at(q->mesh, q->mesh->levels - 1, 0, &room);
    for (size_t i = 0; i < count; i++) {
        float at[3];
        find_middle(q, root, i, at);
        bounds[i] = (sepal_bounds){at[0], at[1], at[0], at[1]};
        spans[i] = (sepal_span){at[2], at[2]};
    }
    sepal_order_boxes(bounds, spans, finder->order.memory, finder->spare.memory, count);
    q->ordered = true;
    return SEPAL_OK;
}

sepal_status sepal_mesh_cast_rays(sepal_finder *finder, const sepal_mesh *mesh, const sepal_solid_rays *rays, size_t count,
                                  sepal_mesh_sides sides, const sepal_filter *filter, const sepal_rule *rule,
                                  const sepal_solid_ray_hits *out) {
    rule = sepal_rule_meaning(rule);
    if (finder == NULL || mesh == NULL || rays == NULL || rule == NULL || out == NULL || count > UINT32_MAX ||
        (sides != SEPAL_MESH_FRONT && sides != SEPAL_MESH_BOTH))
        return SEPAL_BAD_ARGUMENT;
    if (count > 0 &&
        (rays->x == NULL || rays->y == NULL || rays->z == NULL || rays->dx == NULL || rays->dy == NULL || rays->dz == NULL))
        return SEPAL_BAD_ARGUMENT;
    mesh_rays q = {.finder = finder,
                   .mesh = mesh,
                   .from = {rays->x, rays->y, rays->z},
                   .move = {rays->dx, rays->dy, rays->dz},
                   .stride = rays->stride == 0 ? 1 : rays->stride,
                   .count = count,
                   .both = sides == SEPAL_MESH_BOTH,
                   .later = out->later != 0,
                   .filter = filter,
                   .rule = rule};
    sepal_fpstate callers = sepal_fpstate_enter();
    q.none = rule->touching != SEPAL_TOUCHING_OVERLAPS && !(rule->margin > 0);
    q.plain = rule->touching == SEPAL_TOUCHING_OVERLAPS && !(rule->margin > 0);
    sepal_status status = SEPAL_OK;
    if (!sepal_solids_are_finite(q.from[0], q.from[1], q.from[2], q.stride, count) ||
        !sepal_solids_are_finite(q.move[0], q.move[1], q.move[2], q.stride, count))
        status = SEPAL_BAD_SHAPE;
    if (status == SEPAL_OK && count > 0) /* all memory is there before anything is written */
        status = sepal_mesh_reserve_triangles(finder, RAY_PAIRS);
    if (status == SEPAL_OK && count > RAY_BLOCK && mesh->levels > 0)
        status = order_rays(&q, count);
    for (size_t first = 0; first < count && status == SEPAL_OK; first += RAY_BLOCK)
        status = cast_rays_of_block(&q, first, count - first < RAY_BLOCK ? count - first : RAY_BLOCK, out);
    sepal_fpstate_leave(callers);
    return status;
}
