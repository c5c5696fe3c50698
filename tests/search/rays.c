#include "rays.h"
#include "../common/must.h"

#include <float.h>
#include <math.h>

sepal_rays rays_of(const float *rows) {
    return (sepal_rays){rows, rows + 1, rows + 2, rows + 3, 4};
}

/* --- Rays --------------------------------------------------------------------------------------------------------------------- */

typedef struct place {
    float x, y;
} place;

/* The nearest finite float. */
static float finite(double value) {
    return (float)(value > (double)FLT_MAX ? (double)FLT_MAX : value < -(double)FLT_MAX ? -(double)FLT_MAX : value);
}

static place vertex(const sepal_polys *set, size_t shape, size_t number) {
    const float *x, *y;
    size_t count;
    must(sepal_polys_vertices(set, (uint32_t)shape, &x, &y, &count) == SEPAL_OK, "shape %zu has no vertices", shape);
    return (place){x[number % count], y[number % count]};
}

static place middle(place p, place q) {
    return (place){finite(((double)p.x + (double)q.x) / 2), finite(((double)p.y + (double)q.y) / 2)};
}

/* From p to p + share * (q - p). */
static void put_ray(float *row, place p, place q, double share) {
    row[0] = p.x;
    row[1] = p.y;
    row[2] = finite(((double)q.x - (double)p.x) * share);
    row[3] = finite(((double)q.y - (double)p.y) * share);
}

void make_rays(const sepal_polys *from, const sepal_polys *to, size_t count, float *rows) {
    size_t shapes_from = sepal_polys_count(from), shapes_to = sepal_polys_count(to);
    for (size_t k = 0; k < count; k++) {
        place p = vertex(from, 5 * k % shapes_from, k), v = vertex(to, 7 * k % shapes_to, k / 3);
        place next = vertex(to, 7 * k % shapes_to, k / 3 + 1), across = vertex(to, 7 * k % shapes_to, k / 3 + 2);
        place before = {finite(2 * (double)v.x - (double)next.x), finite(2 * (double)v.y - (double)next.y)};
        double length = fmax(fabs((double)v.x - (double)p.x), fabs((double)v.y - (double)p.y));
        float *row = rows + 4 * k;
        switch (k % 10) {
        case 0:
            put_ray(row, p, v, 2);
            break; /* through a vertex */
        case 1:
            put_ray(row, p, v, 1);
            break; /* up to it */
        case 2:
            put_ray(row, before, v, 4);
            break; /* along an edge */
        case 3:
            put_ray(row, k % 20 < 10 ? v : middle(v, across), v, 0);
            break; /* at rest, on the boundary or within */
        case 4:
            put_ray(row, p, middle(v, across), length > 0 ? 1e30 / length : 1);
            break; /* far out */
        case 5:
            put_ray(row, middle(v, across), p, 1);
            break; /* from within */
        case 6:
            put_ray(row, (place){p.x, v.y}, v, 2);
            break; /* parallel to an axis, grazing a vertex */
        case 7:
            put_ray(row, (place){v.x, p.y}, v, 1.5);
            break;
        case 8:
            put_ray(row, p, middle(v, next), 0.999);
            break; /* nearly up to an edge */
        default:
            put_ray(row, p, middle(v, next), 1e-3);
            break; /* short */
        }
    }
}

/* --- The judge ---------------------------------------------------------------------------------------------------------------- */

bool ray_is_wanted(const sepal_filter *f, size_t ray, size_t shape) {
    if (f == NULL)
        return true;
    const uint32_t all = UINT32_MAX; /* what a missing array of members or masks stands for */
    const uint32_t member_a = f->member[0] ? f->member[0][ray] : all, member_b = f->member[1] ? f->member[1][shape] : all;
    const uint32_t mask_a = f->mask[0] ? f->mask[0][ray] : all, mask_b = f->mask[1] ? f->mask[1][shape] : all;
    const bool of_one_owner = f->owner[0] && f->owner[1] && f->owner[0][ray] == f->owner[1][shape];
    return (member_a & mask_b) != 0 && (member_b & mask_a) != 0 && !of_one_owner;
}

void judge_rays(const sepal_polys *set, const float *rows, size_t count, const sepal_filter *filter, const sepal_rule *rule,
                ray_hit *hits) {
    const size_t shapes = sepal_polys_count(set);
    sepal_pair *pairs = must_have(calloc(shapes + 1, sizeof *pairs));
    uint64_t *bits = must_have(calloc(SEPAL_BIT_WORDS(shapes) + 1, sizeof *bits));
    float *values = must_have(calloc(3 * shapes + 1, sizeof *values));
    sepal_hits out = {bits, values, values + shapes, values + 2 * shapes};
    for (size_t i = 0; i < count; i++) {
        const sepal_moves move = {rows + 4 * i + 2, rows + 4 * i + 3, 1};
        sepal_polys *point = NULL;
        hits[i] = (ray_hit){SEPAL_NO_SHAPE, 1, 0, 0};
        must(sepal_polys_create(NULL, &point) == SEPAL_OK &&
                 sepal_polys_add(point, rows + 4 * i, rows + 4 * i + 1, 1, NULL) == SEPAL_OK,
             "the origin of ray %zu is refused", i);
        for (uint32_t k = 0; k < shapes; k++)
            pairs[k] = (sepal_pair){k, 0};
        must(sepal_polys_sweep_pairs(set, NULL, point, &move, pairs, shapes, rule, &out) == SEPAL_OK, "ray %zu is refused", i);
        for (uint32_t k = 0; k < shapes; k++)
            if ((bits[k / 64] >> k % 64 & 1) != 0 && ray_is_wanted(filter, i, k) &&
                (hits[i].shape == SEPAL_NO_SHAPE || out.time[k] < hits[i].time))
                hits[i] = (ray_hit){k, out.time[k], out.normal_x[k], out.normal_y[k]};
        sepal_polys_destroy(point);
    }
    free(pairs);
    free(bits);
    free(values);
}

sepal_status cast_rays(sepal_finder *finder, const float *rows, size_t count, const sepal_filter *filter, const sepal_rule *rule,
                       ray_hit *hits) {
    const sepal_rays rays = rays_of(rows);
    float *values = must_have(calloc(3 * count + 1, sizeof *values));
    uint32_t *shapes = must_have(calloc(count + 1, sizeof *shapes));
    const sepal_ray_hits out = {shapes, values, values + count, values + 2 * count, 0};
    const sepal_status status = sepal_polys_cast_rays(finder, &rays, count, filter, rule, &out);
    for (size_t i = 0; status == SEPAL_OK && i < count; i++)
        hits[i] = (ray_hit){shapes[i], out.time[i], out.normal_x[i], out.normal_y[i]};
    free(values);
    free(shapes);
    return status;
}
