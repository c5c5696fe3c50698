/* Contact points of solids that are stacked straight, and disturbed by a little noise: their features stay. Corners lie on corners there,
 * and edges along edges, so that noise decides which of them cross, and which of many corners that are equally far from each other are
 * taken. */
#include "../common/check.h"
#include "../scenes/shapes.h"
#include "contact_answers.h"

enum { DISTURBANCES = 1000 };

/* The vertices of a prism on the z axis, of which one may be at any angle; sides: 0 for a cube. */
typedef struct steady_model {
    int sides;
    size_t count;
    double at[128][3];
} steady_model;

static void make_model(int sides, double angle, steady_model *out) {
    out->sides = sides;
    out->count = 2 * (size_t)sides;
    for (int k = 0; k < 2 * sides; k++) {
        const int corner = k / 2;
        const double turn = angle + 6.283185307179586 * corner / sides;
        out->at[k][0] = 0.5 * cos(turn);
        out->at[k][1] = 0.5 * sin(turn);
        out->at[k][2] = k % 2 ? 0.5 : -0.5;
    }
}

static double some_noise(rng *r, double noise) {
    return noise * (2 * rng_real(r, 0, 1) - 1);
}

/* Adds the model at a place, which is moved and turned by as much as the noise. */
static void add_disturbed(sepal_solids *set, const steady_model *model, const double place[3], double angle, double noise, rng *r) {
    const float half[3] = {0.5F, 0.5F, 0.5F};
    float m[9], x[128], y[128], z[128];
    double c[3];
    turn_matrix(some_noise(r, noise), some_noise(r, noise), (model->sides == 0 ? angle : 0) + some_noise(r, noise), m);
    for (int k = 0; k < 3; k++)
        c[k] = place[k] + some_noise(r, noise);
    if (model->sides == 0) {
        add_turned_box(set, (const float[3]){(float)c[0], (float)c[1], (float)c[2]}, half, m, 0);
        return;
    }
    for (size_t k = 0; k < model->count; k++) {
        const double *at = model->at[k];
        x[k] = (float)(c[0] + (double)m[0] * at[0] + (double)m[1] * at[1] + (double)m[2] * at[2]);
        y[k] = (float)(c[1] + (double)m[3] * at[0] + (double)m[4] * at[1] + (double)m[5] * at[2]);
        z[k] = (float)(c[2] + (double)m[6] * at[0] + (double)m[7] * at[1] + (double)m[8] * at[2]);
    }
    cr_assert_eq(sepal_solids_add_hull(set, x, y, z, model->count, 0, NULL), SEPAL_OK);
}

/* The features in any order: their sum and their product modulo 2^64. */
typedef struct feature_sums {
    uint64_t sum, product;
    unsigned count;
} feature_sums;

static feature_sums sums_of(const answers *got) {
    feature_sums out = {0, 1, got->count[0]};
    for (unsigned p = 0; p < out.count; p++) {
        out.sum += got->feature[p];
        out.product *= 2 * (uint64_t)got->feature[p] + 1;
    }
    return out;
}

/* In how many disturbances are features others than in the one before? The upper solid is `aside` from above the lower one. */
static int changes_of(const steady_model *model, double angle, const double aside[2], double noise) {
    const sepal_contact_rule rule = {SEPAL_TOUCHING_OVERLAPS, 0.02F, INFINITY};
    const double low[3] = {3, 2, 1}, high[3] = {3 + aside[0], 2 + aside[1], 1.999};
    sepal_solids *set = new_set();
    feature_sums before = {0, 0, 0};
    rng r = {77};
    int changes = 0;
    for (int step = 0; step < DISTURBANCES; step++) {
        answers got;
        sepal_solids_clear(set);
        add_disturbed(set, model, low, angle, noise, &r);
        add_disturbed(set, model, high, angle, noise, &r);
        ask(set, set, &(sepal_pair){0, 1}, 1, &rule, &got);
        const feature_sums now = sums_of(&got);
        cr_assert(now.count >= 3, "%d sides: %u points", model->sides, now.count);
        changes += step > 0 && (now.sum != before.sum || now.product != before.product || now.count != before.count);
        before = now;
    }
    sepal_solids_destroy(set);
    return changes;
}

/* Above each other, and aside by half a solid along a side, as bricks are. */
static void judge_stacks(const steady_model *model, double angle) {
    const double noises[] = {1e-7, 1e-6, 1e-5};
    for (size_t k = 0; k < sizeof noises / sizeof *noises; k++)
        for (int brick = 0; brick < 2; brick++) {
            const double aside[2] = {brick * 0.25 * cos(angle), brick * 0.25 * sin(angle)};
            const int changes = changes_of(model, angle, aside, noises[k]);
            cr_assert_eq(changes, 0, "%d sides, turned by %g, noise of %g%s: features change %d times", model->sides, angle,
                         noises[k], brick ? ", aside" : "", changes);
        }
}

Test(solids_contacts_steady, stacks_of_boxes_keep_their_features) {
    for (int turn = 0; turn < 8; turn++) {
        const steady_model of_boxes = {.sides = 0};
        judge_stacks(&of_boxes, 0.8 * turn);
    }
}

Test(solids_contacts_steady, stacks_of_prisms_keep_their_features) {
    const int sides[] = {3, 4, 5, 6, 8, 12, 13, 16, 24, 32, 48, 64};
    for (size_t k = 0; k < sizeof sides / sizeof *sides; k++) {
        steady_model model;
        make_model(sides[k], 0.3 * (double)k, &model);
        judge_stacks(&model, 0.3 * (double)k);
    }
}
