#include "solid_sets.h"
#include "../common/must.h"
#include "shapes.h"

#include <float.h>
#include <math.h>

static sepal_solids *empty_set(const sepal_allocator *allocator) {
    sepal_solids *set = NULL;
    must(sepal_solids_create(allocator, &set) == SEPAL_OK, "a set could not be made");
    return set;
}

/* --- Copies ----------------------------------------------------------------------------------- */

static void copy_solid(const sepal_solids *from, uint32_t index, sepal_solids *to) {
    solid_item as_box = {.box = true};
    const float *x, *y, *z;
    float radius;
    size_t count;
    must(sepal_solids_radius(from, index, &radius) == SEPAL_OK, "there is no solid %u", (unsigned)index);
    if (sepal_solids_vertices(from, index, &x, &y, &z, &count) == SEPAL_OK) {
        must(sepal_solids_add_hull(to, x, y, z, count, radius, NULL) == SEPAL_OK, "solid %u is refused", (unsigned)index);
        return;
    }
    must(sepal_solids_box(from, index, &as_box.vectors) == SEPAL_OK, "solid %u is no box", (unsigned)index);
    as_box.radius = radius;
    solid_add(to, &as_box);
}

sepal_solids *solid_set_copy(const sepal_solids *from, const sepal_allocator *allocator, bool exact_room) {
    size_t count = sepal_solids_count(from), hulls = 0, vertices = 0, size;
    sepal_solids *set = empty_set(allocator);
    const float *x, *y, *z;
    for (uint32_t i = 0; i < count; i++)
        if (sepal_solids_vertices(from, i, &x, &y, &z, &size) == SEPAL_OK)
            hulls++, vertices += size;
    if (exact_room)
        must(sepal_solids_reserve(set, count - hulls, hulls, vertices) == SEPAL_OK, "there is no room for %zu solids", count);
    for (uint32_t i = 0; i < count; i++)
        copy_solid(from, i, set);
    return set;
}

/* --- Inner solids ----------------------------------------------------------------------------- */

/* A ball in the middle of a solid, about as large as fits, or a little larger. */
static solid_item middle_ball(const solid_item *a, size_t k) {
    solid_item ball = {.count = 1, .radius = a->radius + fabsf(a->vectors.u[0]) / 2};
    float *const at[3] = {ball.x, ball.y, ball.z};
    const float *const from[3] = {a->x, a->y, a->z};
    for (int c = 0; c < 3; c++) {
        at[c][0] = a->vectors.c[c];
        for (size_t m = 0; m < a->count; m++)
            at[c][0] += from[c][m] / (float)a->count;
    }
    if (!a->box)
        ball.radius = a->radius + (float)(1 + k % 7) / 32 * fabsf(a->x[0] - at[0][0]);
    return ball;
}

sepal_solids *solid_scene_inner(const solid_scene *s, solid_item *items) {
    sepal_solids *set = empty_set(NULL);
    for (size_t k = 0; k < s->count; k++) {
        solid_item inner = s->b[k];
        if (k % 5 == 0) {
            inner = s->a[k];
            inner.radius = s->b[k].radius;
        } else if (k % 5 < 3) {
            inner.count = inner.count > 2 ? 2 : inner.count;
            for (int c = 0; c < 3; c++) {
                inner.vectors.u[c] *= 0.25F;
                inner.vectors.v[c] = 0;
                inner.vectors.w[c] = inner.vectors.u[c];
            }
            inner.radius *= 0.25F;
        } else if (k % 5 == 3) {
            inner = middle_ball(&s->a[k], k);
        }
        inner.radius = inner.radius > FLT_MAX ? FLT_MAX : inner.radius;
        solid_add(set, &inner);
        if (items != NULL)
            items[k] = inner;
    }
    return set;
}

/* --- Large hulls ------------------------------------------------------------------------------ */

const char *const large_manner_names[LARGE_MANNERS] = {"large hulls", "large hulls on a lattice", "large hulls, small and far"};

/* A point of the unit sphere, rounded: the inverse stereographic projection, which needs no square root. */
static void point_of_sphere(rng *r, double out[3]) {
    double p = rng_real(r, -1, 1), q = rng_real(r, -1, 1), square = p * p + q * q;
    double up = rng_below(r, 2) == 0 ? 1 : -1;
    out[0] = 2 * p / (1 + square);
    out[1] = 2 * q / (1 + square);
    out[2] = up * (1 - square) / (1 + square);
}

static void add_large(sepal_solids *set, rng *r, int manner) {
    static const size_t sizes[] = {3, 4, 5, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65, 100};
    enum { MOST = 100 };
    float at[3][MOST];
    double centre[3], size = manner == 1 ? 1 + rng_below(r, 4) : rng_real(r, 0.5, 1.5);
    size_t count = sizes[rng_below(r, sizeof sizes / sizeof *sizes)];
    for (int k = 0; k < 3; k++)
        centre[k] = manner == 1 ? (double)rng_between(r, -4, 4) : rng_real(r, -2, 2);
    for (size_t i = 0; i < count; i++) {
        double p[3];
        point_of_sphere(r, p);
        for (int k = 0; k < 3; k++) {
            double value = manner == 1 ? centre[k] + (double)rng_between(r, -(int)size, (int)size) : centre[k] + size * p[k];
            at[k][i] = (float)(manner == 2 ? 1000 + value / 1024 : value);
        }
    }
    must(sepal_solids_add_hull(set, at[0], at[1], at[2], count, 0, NULL) == SEPAL_OK, "a hull is refused");
}

sepal_solids *large_hulls_create(int manner, uint64_t seed, size_t count) {
    sepal_solids *set = empty_set(NULL);
    rng r = {seed * 31 + (uint64_t)manner};
    for (size_t i = 0; i < count; i++)
        add_large(set, &r, manner);
    return set;
}
