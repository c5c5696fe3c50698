/* Contact points of solids: in every scene what the header says of count, normal, depth, exchange, features and places. */
#include "../common/check.h"
#include "../scenes/solid_scenes.h"
#include "contact_answers.h"

#include <float.h>

#define U 0x1p-24

/* --- In every scene ----------------------------------------------------------------------------- */

/* Twice the box around both cores, and their extents and magnitudes. */
typedef struct bounds {
    double extent[2], magnitude[2], all;
} bounds;

static bounds bounds_of(const solid_item *a, const solid_item *b) {
    const solid_item *items[2] = {a, b};
    double low[2][3], high[2][3];
    bounds out = {.all = 0};
    for (int i = 0; i < 2; i++) {
        const sepal_parallelepiped *v = &items[i]->vectors;
        for (int c = 0; c < 3; c++) {
            low[i][c] = INFINITY, high[i][c] = -INFINITY;
            for (size_t k = 0; k < (items[i]->box ? 1 : items[i]->count); k++) {
                const float *const at[3] = {items[i]->x, items[i]->y, items[i]->z};
                const double reach = items[i]->box ? fabs((double)v->u[c]) + fabs((double)v->v[c]) + fabs((double)v->w[c]) : 0;
                const double p = items[i]->box ? (double)v->c[c] : (double)at[c][k];
                low[i][c] = fmin(low[i][c], p - reach);
                high[i][c] = fmax(high[i][c], p + reach);
            }
            out.extent[i] = fmax(out.extent[i], high[i][c] - low[i][c]);
            out.magnitude[i] = fmax(out.magnitude[i], fmax(fabs(low[i][c]), fabs(high[i][c])));
        }
    }
    for (int c = 0; c < 3; c++)
        out.all = fmax(out.all, fmax(high[0][c], high[1][c]) - fmin(low[0][c], low[1][c]));
    return out;
}

/* The distance of a place from the core of a solid, by its push. */
static double distance_from(const solid_item *item, const float at[3]) {
    sepal_solids *set = new_set();
    solid_item core = *item;
    float depth;
    core.radius = 0;
    solid_add(set, &core);
    cr_assert_eq(sepal_solids_add_hull(set, at, at + 1, at + 2, 1, 0, NULL), SEPAL_OK);
    const sepal_solid_mtvs out = {.depth = &depth};
    cr_assert_eq(sepal_solids_mtv_pairs(set, set, &(sepal_pair){0, 1}, 1, NULL, &out), SEPAL_OK);
    sepal_solids_destroy(set);
    return depth < 0 ? -(double)depth : 0;
}

static bool same_bits(const void *p, const void *q, size_t size) {
    return memcmp(p, q, size) == 0;
}

/* What the header says of "Accuracy", for pair k. deeper: by how much the deepest point may be off. */
static void check_places(const solid_scene *s, size_t k, const answers *got, const sepal_contact_rule *rule) {
    const solid_item *a = &s->a[k], *b = &s->b[k];
    const bounds size = bounds_of(a, b);
    const double reach = (double)a->radius + (double)b->radius,
                 flush = 0x1p-17 * fmin(size.extent[0], size.extent[1]) + 0x1p-22 * fmax(size.magnitude[0], size.magnitude[1]);
    double rectangle = 0;
    float deepest = -INFINITY;
    if (!(size.magnitude[0] < 1e37 && size.magnitude[1] < 1e37 && reach < 1e37))
        return; /* coordinates may leave the range of float */
    for (size_t p = POINTS * k; p < POINTS * k + got->count[k]; p++) {
        deepest = fmaxf(deepest, got->depth[p]);
        for (size_t q = POINTS * k; q < p; q++)
            rectangle =
                fmax(rectangle,
                     hypot(hypot((double)got->at[0][p] - (double)got->at[0][q], (double)got->at[1][p] - (double)got->at[1][q]),
                           (double)got->at[2][p] - (double)got->at[2][q]));
    }
    for (size_t p = POINTS * k; p < POINTS * k + got->count[k]; p++) {
        double between = 0, along = 0, rounding = 0;
        for (int i = 0; i < 2; i++) {
            const solid_item *item = i == 0 ? a : b;
            const double near = 0x1p-19 * size.extent[i] + 0x1p-21 * size.magnitude[i];
            float at[3];
            double of_coordinates = 0x1p-148;
            for (int c = 0; c < 3; c++) {
                const float n = got->normal[c][k], on = i == 0 ? got->a[c][p] : got->b[c][p];
                at[c] = i == 0 ? on - item->radius * n : on + item->radius * n;
                of_coordinates += U * fabs((double)on) + U * fabs((double)at[c]) + U * (double)item->radius;
            }
            const double off = distance_from(item, at), most = 8 * U * (size.all + reach) + 4 * (near + flush) + 2 * of_coordinates;
            rounding += of_coordinates;
            cr_assert(off <= most, "%s, %s, pair %zu, point %zu of %d: %g off %c, at most %g", sepal_isa(), s->kind, k,
                      p - POINTS * k, got->count[k], off, i == 0 ? 'a' : 'b', most);
        }
        for (int c = 0; c < 3; c++) {
            const double n = (double)got->normal[c][k];
            const double gap = ((double)got->b[c][p] + (double)b->radius * n) - ((double)got->a[c][p] - (double)a->radius * n);
            between += gap * gap;
            along += gap * n;
        }
        between = along >= 0 || between > 2 * along * along ? sqrt(between) : along;
        const double error = fabs((double)got->depth[p] - (reach - between));
        const double most =
            8 * U * (size.all + reach) + 4 * rounding +
            (got->depth[p] == deepest ? 0.25 * (double)rule->margin + 0x1p-7 * rectangle + 0x1p-17 * (size.all + reach) : 0);
        cr_assert(error <= most, "%s, %s, pair %zu, point %zu of %d: depth %g is off by %g, at most %g", sepal_isa(), s->kind, k,
                  p - POINTS * k, got->count[k], (double)got->depth[p], error, most);
    }
}

static void check_scene(const solid_scene *s, const sepal_contact_rule *rule) {
    answers got, turned;
    uint64_t bits[SEPAL_BIT_WORDS(COUNT)];
    float normal[3][COUNT], depth[COUNT], back[4][COUNT];
    sepal_pair others[COUNT];
    const sepal_rule closed = {SEPAL_TOUCHING_OVERLAPS, rule->margin, 0};
    const sepal_solid_mtvs push = {.normal_x = normal[0], .normal_y = normal[1], .normal_z = normal[2], .depth = depth};
    const sepal_solid_mtvs push_back = {.normal_x = back[0], .normal_y = back[1], .normal_z = back[2], .depth = back[3]};
    for (size_t k = 0; k < s->count; k++)
        others[k] = (sepal_pair){s->pairs[k].b, s->pairs[k].a};
    ask(s->set_a, s->set_b, s->pairs, s->count, rule, &got);
    ask(s->set_b, s->set_a, others, s->count, rule, &turned);
    cr_assert_eq(sepal_solids_overlap_pairs(s->set_a, s->set_b, s->pairs, s->count, &closed, bits), SEPAL_OK);
    cr_assert_eq(sepal_solids_mtv_pairs(s->set_a, s->set_b, s->pairs, s->count, NULL, &push), SEPAL_OK);
    cr_assert_eq(sepal_solids_mtv_pairs(s->set_b, s->set_a, others, s->count, NULL, &push_back), SEPAL_OK);
    for (size_t k = 0; k < s->count; k++) {
        const bool meets = bits[k / 64] >> k % 64 & 1;
        float deepest = -INFINITY;
        bool opposite = depth[k] == back[3][k];
        cr_assert(got.count[k] <= POINTS && (got.count[k] > 0) == meets, "%s, %s, pair %zu: %d points", sepal_isa(), s->kind, k,
                  got.count[k]);
        for (int c = 0; c < 3; c++) {
            cr_assert(got.normal[c][k] == (meets ? normal[c][k] : 0), "%s, %s, pair %zu: normal", sepal_isa(), s->kind, k);
            opposite = opposite && normal[c][k] == -back[c][k];
        }
        for (size_t p = POINTS * k; p < POINTS * (k + 1); p++) {
            const bool there = p < POINTS * k + got.count[k];
            const float numbers[10] = {got.at[0][p], got.at[1][p], got.at[2][p], got.a[0][p], got.a[1][p],
                                       got.a[2][p],  got.b[0][p],  got.b[1][p],  got.b[2][p], got.depth[p]};
            for (int m = 0; m < 10; m++)
                cr_assert(isfinite(numbers[m]) && (there || numbers[m] == 0) && !(numbers[m] == 0 && signbit(numbers[m])),
                          "%s, %s, pair %zu: number %d of point %zu is %g", sepal_isa(), s->kind, k, m, p % POINTS,
                          (double)numbers[m]);
            cr_assert(there || got.feature[p] == 0);
            if (!there)
                continue;
            deepest = fmaxf(deepest, got.depth[p]);
            cr_assert(got.depth[p] >= -fmaxf(rule->point_margin, rule->margin), "%s, %s, pair %zu: depth %g", sepal_isa(), s->kind,
                      k, (double)got.depth[p]);
            for (size_t q = POINTS * k; q < p; q++)
                cr_assert_neq(got.feature[p], got.feature[q], "%s, %s, pair %zu: features", sepal_isa(), s->kind, k);
        }
        cr_assert(!meets || deepest == fmaxf(depth[k], 0 - rule->margin), "%s, %s, pair %zu: deepest %a, push %a", sepal_isa(),
                  s->kind, k, (double)deepest, (double)depth[k]);
        for (size_t p = POINTS * k; p < POINTS * k + got.count[k] && opposite; p++) {
            cr_assert_eq(turned.feature[p], (got.feature[p] >> 16 | got.feature[p] << 16));
            for (int c = 0; c < 3; c++)
                cr_assert(same_bits(&got.at[c][p], &turned.at[c][p], 4) && same_bits(&got.a[c][p], &turned.b[c][p], 4) &&
                              same_bits(&got.b[c][p], &turned.a[c][p], 4),
                          "%s, %s, pair %zu: exchanged", sepal_isa(), s->kind, k);
            cr_assert(same_bits(&got.depth[p], &turned.depth[p], 4));
        }
        check_places(s, k, &got, rule);
    }
}

Test(solids_contacts, are_what_the_header_says_in_every_scene) {
    for (size_t kind = 0; kind < solid_scene_kinds(); kind++) {
        solid_scene s = solid_scene_create(kind, 2100 + kind, COUNT);
        const sepal_contact_rule rules[] = {
            {SEPAL_TOUCHING_OVERLAPS, 0, 0}, {SEPAL_TOUCHING_IS_APART, s.margin, 0}, {SEPAL_TOUCHING_OVERLAPS, s.margin, INFINITY}};
        for (size_t rule = 0; rule < 3; rule++) {
            use_isa((kind + rule) % sepal_isa_count());
            check_scene(&s, &rules[rule]);
        }
        solid_scene_destroy(&s);
    }
}

/* The margin is the gap, rounded to float as depths are: whether there are points is then not told by the depth. */
static void check_margins_like_gaps(const solid_scene *s, int *within, int *beyond) {
    float depth[COUNT];
    cr_assert_eq(sepal_solids_mtv_pairs(s->set_a, s->set_b, s->pairs, s->count, NULL, &(sepal_solid_mtvs){.depth = depth}),
                 SEPAL_OK);
    for (size_t k = 0; k < s->count; k++) {
        const float gap = 0 - depth[k], margins[3] = {gap, nextafterf(gap, 0), nextafterf(gap, INFINITY)};
        for (int m = 0; m < 3 && gap > 0 && gap < FLT_MAX / 2; m++) {
            const sepal_contact_rule rule = {SEPAL_TOUCHING_OVERLAPS, margins[m], INFINITY};
            const sepal_rule closed = {SEPAL_TOUCHING_OVERLAPS, margins[m], 0};
            uint64_t bit;
            answers got;
            use_isa((k + (size_t)m) % sepal_isa_count());
            ask(s->set_a, s->set_b, &s->pairs[k], 1, &rule, &got);
            use_isa(0);
            cr_assert_eq(sepal_solids_overlap_pairs(s->set_a, s->set_b, &s->pairs[k], 1, &closed, &bit), SEPAL_OK);
            cr_assert((got.count[0] > 0) == (bit & 1), "%s, pair %zu, margin %a, gap %a: %d points", s->kind, k, margins[m], gap,
                      got.count[0]);
            *within += m == 0 && (bit & 1) != 0;
            *beyond += m == 0 && (bit & 1) == 0;
        }
    }
}

Test(solids_contacts, margins_like_gaps) {
    int within = 0, beyond = 0;
    for (size_t kind = 0; kind < solid_scene_kinds(); kind++) {
        solid_scene s = solid_scene_create(kind, 2500 + kind, COUNT);
        check_margins_like_gaps(&s, &within, &beyond);
        solid_scene_destroy(&s);
    }
    cr_assert(within > 50 && beyond > 50, "%d pairs within, %d beyond", within, beyond);
}
