/* The smallest push of boxes and of shapes that are nearly boxes, where a kernel that leaves out edges could take another axis than
 * the scalar path does: bent boxes, boxes with equal gaps, and boxes that were placed. And faces side by side, of boxes and others. */
#include "../common/check.h"
#include "pushes.h"

#include <criterion/criterion.h>
#include <math.h>

/* Boxes that are slightly bent, side by side in all directions and in line with each other's edges. A kernel that leaves out
 * the edges on the far side must notice the bend. The scales go down to edges too short for float. */
static sepal_polys *bent_boxes(rng *r, size_t count, int exponent, double bend, bool aligned) {
    sepal_polys *set;
    cr_assert_eq(sepal_polys_create(NULL, &set), SEPAL_OK);
    while (sepal_polys_count(set) < count) {
        double side = aligned ? rng_between(r, -3, 3) : rng_real(r, -3, 3),
               up = aligned ? rng_between(r, -3, 3) : rng_real(r, -3, 3);
        double cosine = 1, sine = 0;
        if (!aligned || rng_below(r, 4) == 0)
            random_rotation(r, &cosine, &sine);
        double half_x = aligned ? 1 : rng_real(r, 0.5, 1.5), half_y = aligned ? 1 : rng_real(r, 0.5, 1.5);
        if (bend == 0) { /* this is a box at every scale */
            box one = {(float)ldexp(side, exponent),
                       (float)ldexp(up, exponent),
                       (float)ldexp(half_x, exponent),
                       (float)ldexp(half_y, exponent),
                       (float)cosine,
                       (float)sine};
            sepal_boxes row = {.x = &one.x,
                               .y = &one.y,
                               .half_x = &one.half_x,
                               .half_y = &one.half_y,
                               .cos = &one.cos,
                               .sin = &one.sin,
                               .stride = 0};
            cr_assert_eq(sepal_polys_add_boxes(set, &row, 1, NULL, NULL), SEPAL_OK);
            continue;
        }
        static const double corner[4][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
        float x[4], y[4];
        for (int k = 0; k < 4; k++) {
            double u = corner[k][0] * half_x, v = corner[k][1] * half_y;
            x[k] = (float)ldexp(side + u * cosine - v * sine + rng_real(r, -bend, bend), exponent);
            y[k] = (float)ldexp(up + u * sine + v * cosine + rng_real(r, -bend, bend), exponent);
        }
        cr_assert_eq(sepal_polys_add(set, x, y, 4, NULL), SEPAL_OK);
    }
    return set;
}

Test(mtv_boxes, bent_boxes_agree) {
    static const double bends[] = {0, 0x1p-30, 0x1p-22, 1e-5, 1e-4, 1e-3, 5e-3};
    static const int exponents[] = {0, 20, -38, -48, -50, -51};
    enum { BOXES = 150, PAIRS = 2000 };
    rng r = {922};
    for (size_t e = 0; e < sizeof exponents / sizeof *exponents; e++)
        for (size_t k = 0; k < 2 * (sizeof bends / sizeof *bends); k++) {
            scene s = {.kind = "bent boxes", .seed = 922};
            s.set_a = bent_boxes(&r, BOXES, exponents[e], bends[k / 2], k % 2 == 0);
            s.set_b = bent_boxes(&r, BOXES, exponents[e], bends[k / 2], k % 2 == 0);
            sepal_pair pairs[PAIRS];
            for (size_t i = 0; i < PAIRS; i++)
                pairs[i] = (sepal_pair){rng_below(&r, BOXES), rng_below(&r, BOXES)};
            check_pushes_agree(&s, s.set_a, s.set_b, pairs, PAIRS);
            sepal_polys_destroy(s.set_a);
            sepal_polys_destroy(s.set_b);
        }
}

/* Bricks of a wall at rest: faces side by side, nearly parallel, a little apart or in each other, and corners nearly level. There float
 * does not tell which vertices are nearest. All sets agree, and the oracle finds the answers right. */
Test(mtv_boxes, faces_side_by_side) {
    enum { BRICKS = 64, PAIRS = BRICKS - 1 };
    static const double gaps[] = {-1e-6, 0, 1e-7, 1e-5, 1e-3};
    static const double tilts[] = {0, 1e-8, 1e-7, 1e-6, 1e-4};
    rng r = {924};
    push_errors worst = {0, 0, 0};
    for (size_t g = 0; g < sizeof gaps / sizeof *gaps; g++)
        for (size_t t = 0; t < sizeof tilts / sizeof *tilts; t++) {
            scene s = {.kind = "faces side by side", .seed = 924};
            sepal_pair pairs[PAIRS];
            cr_assert_eq(sepal_polys_create(NULL, &s.set_a), SEPAL_OK);
            for (uint32_t k = 0; k < BRICKS; k++) {
                const double left = (2 + gaps[g]) * (double)k - 30, up = rng_real(&r, -1, 1) * tilts[t];
                const double turn = rng_real(&r, -1, 1) * tilts[t];
                const float x[] = {(float)(left + turn), (float)(left + 2 + turn), (float)(left + 2), (float)left};
                const float y[] = {(float)(7 + up), (float)(7 + up + 2 * turn), (float)(8 + up + 2 * turn), (float)(8 + up)};
                cr_assert_eq(sepal_polys_add(s.set_a, x, y, 4, NULL), SEPAL_OK);
                if (k > 0)
                    pairs[k - 1] = rng_below(&r, 2) == 0 ? (sepal_pair){k - 1, k} : (sepal_pair){k, k - 1};
            }
            check_pushes_agree(&s, s.set_a, s.set_a, pairs, PAIRS);
            pushes found = pushes_ask(s.set_a, s.set_a, pairs, PAIRS, NULL);
            for (size_t i = 0; i < PAIRS; i++) {
                const oracle_shape a = core_of(s.set_a, pairs[i].a), b = core_of(s.set_a, pairs[i].b);
                judge_push(s.kind, i, &a, &b, 0, (push){found.x[i], found.y[i], found.depth[i]}, &worst);
            }
            pushes_release(&found);
            sepal_polys_destroy(s.set_a);
        }
    cr_log_info("worst depth %.2f u D, worst normal %.2f u D, worst push %.2f u D", worst.depth, worst.normal, worst.left);
    cr_assert(worst.depth > 0 && worst.normal > 0 && worst.left > 0, "the oracle sees no rounding at all");
}

/* Half of an ellipse, below its chord from (-half, 0) to (half, 0), or, turned round, above it; then turned and moved. */
typedef struct half_ellipse {
    size_t vertices; /* at least 3, at most 16 with the one that is repeated, if that is one of them */
    size_t repeated;
    double half, deep, turn, x, y;
} half_ellipse;

static void add_half_ellipse(sepal_polys *set, const half_ellipse *h, double cosine, double sine, int exponent) {
    const double pi = 3.14159265358979;
    float x[16], y[16];
    size_t count = 0;
    for (size_t k = 0; k < h->vertices; k++) {
        const double angle = pi * (double)k / (double)(h->vertices - 1);
        const double u = -h->half * cos(angle), v = k == 0 || k + 1 == h->vertices ? 0 : -h->deep * sin(angle);
        const double own_x = u * cos(h->turn) - v * sin(h->turn) + h->x, own_y = u * sin(h->turn) + v * cos(h->turn) + h->y;
        for (int times = k == h->repeated ? 2 : 1; times > 0; times--, count++) {
            x[count] = (float)ldexp(own_x * cosine - own_y * sine + 3, exponent);
            y[count] = (float)ldexp(own_x * sine + own_y * cosine - 5, exponent);
        }
    }
    cr_assert_eq(sepal_polys_add(set, x, y, count, NULL), SEPAL_OK);
}

/* Shapes of 3 to 16 vertices side by side, in all directions and at all scales: faces over each other, corners nearly level with the ends of
 * the other face, and corners that are nearly the nearest points. */
Test(mtv_boxes, faces_of_other_shapes_side_by_side) {
    enum { SHAPES = 200 };
    static const double gaps[] = {1e-6, 1e-5, 1e-3, 0.05, 0.7}, tilts[] = {0, 1e-8, 1e-6, 1e-4, 1e-2};
    static const int exponents[] = {0, 14, -20, -47, 58};
    rng r = {925};
    for (size_t g = 0; g < sizeof gaps / sizeof *gaps; g++)
        for (size_t t = 0; t < sizeof tilts / sizeof *tilts; t++)
            for (size_t e = 0; e < sizeof exponents / sizeof *exponents; e++) {
                scene s = {.kind = "faces of other shapes side by side", .seed = 925};
                sepal_pair pairs[SHAPES];
                const double pi = 3.14159265358979;
                cr_assert_eq(sepal_polys_create(NULL, &s.set_a), SEPAL_OK);
                cr_assert_eq(sepal_polys_create(NULL, &s.set_b), SEPAL_OK);
                for (uint32_t k = 0; k < SHAPES; k++) {
                    const size_t least = 3 + k / (SHAPES / 3), most = least < 5 ? least : 15; /* triangles, quadrangles, others */
                    const uint32_t more = (uint32_t)(most - least + 1);
                    const half_ellipse a = {least + rng_below(&r, more), rng_below(&r, 30), rng_real(&r, 0.4, 1), 0.8, 0, 0, 0};
                    half_ellipse b = {least + rng_below(&r, more), rng_below(&r, 30), rng_real(&r, 0.4, 1), 0.8, pi, 0, gaps[g]};
                    const double near_end[] = {a.half + b.half, a.half - b.half, rng_real(&r, 0, 0.5)};
                    b.turn += rng_real(&r, -1, 1) * tilts[t];
                    b.x =
                        (rng_below(&r, 2) == 0 ? 1 : -1) * (near_end[rng_below(&r, 3)] + rng_real(&r, -1, 1) * tilts[t] * gaps[g]);
                    double cosine = 1, sine = 0;
                    if (rng_below(&r, 4) != 0)
                        random_rotation(&r, &cosine, &sine);
                    add_half_ellipse(s.set_a, &a, cosine, sine, exponents[e]);
                    add_half_ellipse(s.set_b, &b, cosine, sine, exponents[e]);
                    pairs[k] = (sepal_pair){k, k};
                }
                check_pushes_agree(&s, s.set_a, s.set_b, pairs, SHAPES);
                check_pushes_agree(&s, s.set_b, s.set_a, pairs, SHAPES);
                sepal_polys_destroy(s.set_a);
                sepal_polys_destroy(s.set_b);
            }
}

/* Boxes on a rotated lattice, where the gaps along different edges are equal up to rounding. An edge that a kernel leaves out
 * may then be the best by an ulp, although another edge, which certainly faces the other box, has the greatest gap of those
 * tried. */
Test(mtv_boxes, boxes_with_equal_gaps_agree) {
    enum { TURNS = 40, BOXES = 60, PAIRS = 1500 };
    rng r = {923};
    for (int turn = 0; turn < TURNS; turn++) {
        scene s = {.kind = "boxes with equal gaps", .seed = 923};
        double cosine, sine;
        random_rotation(&r, &cosine, &sine);
        cr_assert_eq(sepal_polys_create(NULL, &s.set_a), SEPAL_OK);
        for (int k = 0; k < BOXES; k++) {
            double u = rng_between(&r, -4, 4), v = rng_between(&r, -4, 4);
            box one = {(float)(u * cosine - v * sine),
                       (float)(u * sine + v * cosine),
                       (float)rng_between(&r, 1, 4),
                       (float)rng_between(&r, 1, 4),
                       (float)cosine,
                       (float)sine};
            sepal_boxes row = {.x = &one.x,
                               .y = &one.y,
                               .half_x = &one.half_x,
                               .half_y = &one.half_y,
                               .cos = &one.cos,
                               .sin = &one.sin,
                               .stride = 0};
            cr_assert_eq(sepal_polys_add_boxes(s.set_a, &row, 1, NULL, NULL), SEPAL_OK);
        }
        sepal_pair pairs[PAIRS];
        for (size_t i = 0; i < PAIRS; i++)
            pairs[i] = (sepal_pair){rng_below(&r, BOXES), rng_below(&r, BOXES)};
        check_pushes_agree(&s, s.set_a, s.set_a, pairs, PAIRS);
        sepal_polys_destroy(s.set_a);
    }
}

/* Sets that were filled by placing models. What a set records about all of its shapes must be true of placed shapes too. */
Test(mtv_boxes, placed_shapes_agree_with_added_ones) {
    static const char *const names[] = {"boxes", "parallelograms", "triangles", "segments", "everything", "boxes of all scales"};
    enum { SHAPES = 200, PAIRS = 1500 };
    for (size_t n = 0; n < sizeof names / sizeof *names; n++)
        for (int mirrored = 0; mirrored < 2;
             mirrored++) { /* all models are mirrored, so that counter-clockwise ones become clockwise */
            scene s = scene_create(scene_kind_find(names[n]), 923, SHAPES, 0);
            sepal_polys *models, *world, *added;
            cr_assert_eq(sepal_polys_create(NULL, &models), SEPAL_OK);
            cr_assert_eq(sepal_polys_create(NULL, &world), SEPAL_OK);
            cr_assert_eq(sepal_polys_create(NULL, &added), SEPAL_OK);
            for (size_t i = 0; i < s.a.count; i++) {
                polygon p = s.a.items[i];
                if (mirrored)
                    polygon_reverse(&p);
                cr_assert_eq(sepal_polys_add(models, p.x, p.y, p.count, NULL), SEPAL_OK);
            }
            rng r = {924};
            uint32_t model[SHAPES];
            float x[SHAPES], y[SHAPES];
            for (size_t i = 0; i < SHAPES; i++) {
                model[i] = rng_below(&r, (uint32_t)s.a.count);
                x[i] = (float)rng_real(&r, -3, 3);
                y[i] = (float)rng_real(&r, -3, 3);
            }
            sepal_pair pairs[PAIRS];
            for (size_t i = 0; i < PAIRS; i++)
                pairs[i] = (sepal_pair){rng_below(&r, SHAPES), rng_below(&r, SHAPES)};
            for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
                const char *name = use_isa(isa);
                cr_assert_eq(sepal_polys_place(world, models, model, &(sepal_poses){.x = x, .y = y}, SHAPES, NULL), SEPAL_OK);
                sepal_polys_clear(added);
                for (uint32_t i = 0; i < SHAPES; i++) {
                    oracle_shape placed = core_of(world, i);
                    cr_assert_eq(sepal_polys_add(added, placed.x, placed.y, placed.count, NULL), SEPAL_OK);
                }
                pushes expected = pushes_ask(added, added, pairs, PAIRS, NULL);
                pushes m = pushes_ask(world, world, pairs, PAIRS, NULL);
                check_same_pushes(&s, name, &m, &expected);
                pushes_release(&expected);
                pushes_release(&m);
            }
            sepal_polys_destroy(models);
            sepal_polys_destroy(world);
            sepal_polys_destroy(added);
            scene_destroy(&s);
        }
}
