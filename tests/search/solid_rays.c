#include "solid_rays.h"
#include "../common/must.h"
#include "rays.h"

#include <float.h>
#include <math.h>

sepal_solid_rays solid_rays_of(const float *rows) {
    return (sepal_solid_rays){rows, rows + 1, rows + 2, rows + 3, rows + 4, rows + 5, 6};
}

/* --- Rays --------------------------------------------------------------------------------------------------------------------- */

static float finite(double value) {
    return (float)(value > (double)FLT_MAX ? (double)FLT_MAX : value < -(double)FLT_MAX ? -(double)FLT_MAX : value);
}

/* A vertex of a solid, of a box rounded. */
static void corner_of(const sepal_solids *set, size_t index, size_t number, double at[3]) {
    const float *x, *y, *z;
    size_t count;
    sepal_parallelepiped v;
    if (sepal_solids_vertices(set, (uint32_t)index, &x, &y, &z, &count) == SEPAL_OK) {
        at[0] = (double)x[number % count];
        at[1] = (double)y[number % count];
        at[2] = (double)z[number % count];
        return;
    }
    must(sepal_solids_box(set, (uint32_t)index, &v) == SEPAL_OK, "there is no solid %zu", index);
    for (int k = 0; k < 3; k++)
        at[k] = (double)v.c[k] + (number & 1 ? 1 : -1) * (double)v.u[k] + (number & 2 ? 1 : -1) * (double)v.v[k] +
                (number & 4 ? 1 : -1) * (double)v.w[k];
}

void make_solid_rays(const sepal_solids *from, const sepal_solids *to, size_t count, float *rows) {
    static const double shares[8] = {2, 1, 4, 0, 1e30, 1, 1.5, 0.999};
    const size_t solids_from = sepal_solids_count(from), solids_to = sepal_solids_count(to);
    for (size_t k = 0; k < count; k++) {
        double p[3], v[3], next[3];
        float *row = rows + 6 * k;
        corner_of(from, 5 * k % solids_from, k, p);
        corner_of(to, 7 * k % solids_to, k / 3, v);
        corner_of(to, 7 * k % solids_to, k / 3 + 3, next);
        for (int axis = 0; axis < 3; axis++) {
            const double middle = (v[axis] + next[axis]) / 2, goal = k % 3 == 0 ? v[axis] : middle;
            const double start = k % 8 == 2   ? 2 * v[axis] - next[axis] /* along an edge, or through the inside */
                                 : k % 8 == 5 ? middle
                                 : k % 8 == 6 && (k / 8 + (size_t)axis) % 3 != 0 ? goal /* parallel to an axis */
                                                                                 : p[axis];
            row[axis] = finite(start);
            row[3 + axis] = finite(((k % 8 == 5 ? p[axis] : goal) - (double)row[axis]) * shares[k % 8]);
        }
    }
}

/* --- The judge ---------------------------------------------------------------------------------------------------------------- */

void judge_solid_rays(const sepal_solids *set, const float *rows, size_t count, const sepal_filter *filter, const sepal_rule *rule,
                      solid_ray_hit *hits) {
    const size_t solids = sepal_solids_count(set);
    sepal_pair *pairs = must_have(calloc(solids + 1, sizeof *pairs));
    uint64_t *bits = must_have(calloc(SEPAL_BIT_WORDS(solids) + 1, sizeof *bits));
    float *values = must_have(calloc(4 * solids + 1, sizeof *values));
    const sepal_solid_hits out = {bits, values, values + solids, values + 2 * solids, values + 3 * solids};
    for (size_t i = 0; i < count; i++) {
        const float *row = rows + 6 * i;
        const sepal_solid_moves move = {row + 3, row + 4, row + 5, 1};
        sepal_solids *point = NULL;
        hits[i] = (solid_ray_hit){SEPAL_NO_SHAPE, 1, {0, 0, 0}};
        must(sepal_solids_create(NULL, &point) == SEPAL_OK &&
                 sepal_solids_add_hull(point, row, row + 1, row + 2, 1, 0, NULL) == SEPAL_OK,
             "the origin of ray %zu is refused", i);
        for (uint32_t k = 0; k < solids; k++)
            pairs[k] = (sepal_pair){k, 0};
        must(sepal_solids_sweep_pairs(set, NULL, point, &move, pairs, solids, rule, &out) == SEPAL_OK, "ray %zu is refused", i);
        for (uint32_t k = 0; k < solids; k++)
            if ((bits[k / 64] >> k % 64 & 1) != 0 && ray_is_wanted(filter, i, k) &&
                (hits[i].shape == SEPAL_NO_SHAPE || out.time[k] < hits[i].time))
                hits[i] = (solid_ray_hit){k, out.time[k], {out.normal_x[k], out.normal_y[k], out.normal_z[k]}};
        sepal_solids_destroy(point);
    }
    free(pairs);
    free(bits);
    free(values);
}

sepal_status cast_solid_rays(sepal_finder *finder, const float *rows, size_t count, const sepal_filter *filter,
                             const sepal_rule *rule, solid_ray_hit *hits) {
    const sepal_solid_rays rays = solid_rays_of(rows);
    float *values = must_have(calloc(4 * count + 1, sizeof *values));
    uint32_t *shapes = must_have(calloc(count + 1, sizeof *shapes));
    const sepal_solid_ray_hits out = {shapes, values, values + count, values + 2 * count, values + 3 * count, 0};
    const sepal_status status = sepal_solids_cast_rays(finder, &rays, count, filter, rule, &out);
    for (size_t i = 0; status == SEPAL_OK && i < count; i++)
        hits[i] = (solid_ray_hit){shapes[i], out.time[i], {out.normal_x[i], out.normal_y[i], out.normal_z[i]}};
    free(values);
    free(shapes);
    return status;
}
