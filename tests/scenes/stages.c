#include "stages.h"
#include "../common/must.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name;
    double spread;
    int scale_lo, scale_hi; /* of (cos, sin) and of the place: 2^k */
} travels[TRAVELS] = {
    {"near", 50, 0, 0},
    {"in place", 0, 0, 0},
    {"far", 0x1p22, 0, 0},
    {"larger and smaller", 10, -20, 20},
    {"to nothing", 10, -140, -100},
};
const char *travel_name(size_t travel) {
    return travels[travel].name;
}

stage stage_create(size_t kind, size_t travel, uint64_t seed, size_t count) {
    stage s = {.scene = scene_create(kind, seed, 60, 10), .count = count};
    size_t models = sepal_polys_count(s.scene.set_a);
    s.model = must_have(malloc(count * sizeof *s.model));
    s.rows = must_have(malloc(count * 4 * sizeof *s.rows));
    rng r = {seed};
    for (size_t i = 0; i < count; i++) {
        float *row = s.rows + 4 * i;
        double cosine, sine;
        random_rotation(&r, &cosine, &sine);
        if (rng_below(&r, 4) == 0) {
            cosine = rng_below(&r, 2) ? 1 : 0;
            sine = 1 - cosine;
        }
        double scale = ldexp(1, rng_between(&r, travels[travel].scale_lo, travels[travel].scale_hi));
        s.model[i] = rng_below(&r, (uint32_t)models);
        row[0] = (float)(scale * rng_real(&r, -1, 1) * travels[travel].spread);
        row[1] = (float)(scale * rng_real(&r, -1, 1) * travels[travel].spread);
        row[2] = (float)(scale * cosine);
        row[3] = (float)(scale * sine);
    }
    s.poses = (sepal_poses){.x = s.rows, .y = s.rows + 1, .cos = s.rows + 2, .sin = s.rows + 3, .stride = 4};
    return s;
}

void stage_destroy(stage *s) {
    scene_destroy(&s->scene);
    free(s->model);
    free(s->rows);
}

/* The formula with every step rounded to float32, which `volatile` enforces. */
void stage_formula(const stage *s, size_t i, polygon *out) {
    const float *x, *y, *row = s->rows + 4 * i;
    must(sepal_polys_vertices(s->scene.set_a, s->model[i], &x, &y, &out->count) == SEPAL_OK, "there is no model %u", s->model[i]);
    for (size_t k = 0; k < out->count; k++) {
        volatile float cx = row[2] * x[k], sx = row[3] * x[k], cy = row[2] * y[k], sy = row[3] * y[k];
        volatile float left = row[0] + cx, low = row[1] + sx;
        out->x[k] = left - sy;
        out->y[k] = low + cy;
    }
}

static bool is_finite_polygon(const polygon *p) {
    for (size_t k = 0; k < p->count; k++)
        if (!isfinite(p->x[k]) || !isfinite(p->y[k]))
            return false;
    return true;
}

void stage_make_finite(stage *s) {
    for (size_t i = 0; i < s->count; i++) {
        polygon p;
        stage_formula(s, i, &p);
        if (!is_finite_polygon(&p)) {
            const float still[] = {0, 0, 0.25F, 0};
            memcpy(s->rows + 4 * i, still, sizeof still);
        }
    }
}
