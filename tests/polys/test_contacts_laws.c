/* Contact points: laws that hold for every pair. */
#include "../common/check.h"
#include "../oracle/contacts.h"
#include "../scenes/round_scenes.h"
#include "contact_points.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

/* Points exist exactly where overlap under the margin says yes. */
Test(contacts, there_are_points_exactly_where_shapes_overlap) {
    enum { PAIRS = 100 };
    for (size_t kind = 0; kind < scene_kind_count(); kind++)
        for (int manner = 0; manner < RADIUS_MANNERS; manner++) {
            round_scene s = round_scene_create(kind, 1631, 60, PAIRS, (radius_manner)manner);
            uint64_t bits[SEPAL_BIT_WORDS(PAIRS)];
            uint8_t count[PAIRS];
            sepal_rule closed = {SEPAL_TOUCHING_OVERLAPS, s.margin, 0};
            use_isa(0);
            cr_assert_eq(sepal_polys_overlap_pairs(s.a, s.b, s.base.pairs, s.base.pair_count, &closed, bits), SEPAL_OK);
            for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
                use_isa(isa);
                sepal_contact_rule rule = {(sepal_touching)(kind % 2), s.margin, 0};
                memset(count, 0x5a, sizeof count);
                cr_assert_eq(
                    sepal_polys_contacts_pairs(s.a, s.b, s.base.pairs, s.base.pair_count, &rule, &(sepal_contacts){.count = count}),
                    SEPAL_OK);
                for (size_t i = 0; i < s.base.pair_count; i++)
                    cr_assert_eq(count[i] > 0, (int)(bits[i / 64] >> i % 64 & 1), "%s, scene '%s', pair %zu: %d points",
                                 sepal_isa(), s.base.kind, i, count[i]);
            }
            round_scene_destroy(&s);
        }
}

static void add_octagon(sepal_polys *set, double x, double y, double turn) {
    float vx[8], vy[8];
    for (int k = 0; k < 8; k++) {
        double angle = turn + (k + 0.5) * 0.78539816339744831;
        vx[k] = (float)(x + cos(angle));
        vy[k] = (float)(y + sin(angle));
    }
    cr_assert_eq(sepal_polys_add(set, vx, vy, 8, NULL), SEPAL_OK);
}

/* Sides that nearly touch and are nearly parallel: an edge of a is the reference edge, although it may be one of b along which the
 * two are apart. */
Test(contacts, sides_that_nearly_touch_have_points_exactly_where_shapes_overlap) {
    enum { PAIRS = 3000 };
    sepal_polys *set = empty_set(NULL);
    rng r = {77};
    static sepal_pair pairs[PAIRS];
    static uint8_t count[PAIRS];
    uint64_t bits[SEPAL_BIT_WORDS(PAIRS)];
    size_t meet = 0;
    for (uint32_t i = 0; i < PAIRS; i++) {
        double apart = 2 * 0.92387953251128674 + rng_real(&r, -0x1p-14, 0x1p-14);
        add_octagon(set, 0, 0, 0);
        add_octagon(set, apart, rng_real(&r, -0.5, 0.5), rng_real(&r, -0x1p-13, 0x1p-13));
        pairs[i] = (sepal_pair){2 * i, 2 * i + 1};
    }
    use_isa(0);
    cr_assert_eq(sepal_polys_overlap_pairs(set, set, pairs, PAIRS, NULL, bits), SEPAL_OK);
    for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
        use_isa(isa);
        cr_assert_eq(sepal_polys_contacts_pairs(set, set, pairs, PAIRS, NULL, &(sepal_contacts){.count = count}), SEPAL_OK);
        meet = 0;
        for (size_t i = 0; i < PAIRS; i++) {
            cr_assert_eq(count[i] > 0, (int)(bits[i / 64] >> i % 64 & 1), "%s, pair %zu: %d points", sepal_isa(), i, count[i]);
            meet += count[i] > 0;
        }
    }
    cr_assert(meet > PAIRS / 4 && meet < PAIRS - PAIRS / 4, "%zu", meet);
    sepal_polys_destroy(set);
}

/* A set with the vertices of another one, moved. */
static sepal_polys *moved_set(const sepal_polys *from, float dx, float dy) {
    sepal_polys *to = empty_set(NULL);
    for (uint32_t i = 0; i < sepal_polys_count(from); i++) {
        oracle_shape s = round_shape_of(from, i);
        float x[64], y[64];
        cr_assert_leq(s.count, 64);
        for (size_t k = 0; k < s.count; k++) {
            x[k] = s.x[k] + dx;
            y[k] = s.y[k] + dy;
        }
        cr_assert_eq(sepal_polys_add_round(to, x, y, s.count, s.radius, NULL), SEPAL_OK);
    }
    return to;
}

/* Was no vertex of the shape rounded? */
static bool comes_back(const sepal_polys *set, const sepal_polys *moved, uint32_t index, float dx, float dy) {
    oracle_shape p = round_shape_of(set, index), q = round_shape_of(moved, index);
    for (size_t k = 0; k < p.count; k++)
        if (q.x[k] - dx != p.x[k] || q.y[k] - dy != p.y[k])
            return false;
    return true;
}

/* Where no coordinate is rounded, a common translation moves the points and changes nothing else. */
Test(contacts, translations_without_rounding_keep_all_bits_but_those_of_the_points) {
    static const float moves[][2] = {{1, 0}, {-64, 17}, {4096, -4096}, {3, 512}};
    const char *const names[] = {
        "lattice", "lattice, dressed", "boxes on a lattice", "triangles on a lattice", "box grid", "points and segments",
        "segments"};
    size_t points = 0;
    use_isa(sepal_isa_count() - 1);
    for (size_t n = 0; n < sizeof names / sizeof *names; n++) {
        scene s = scene_create(scene_kind_find(names[n]), 1641, 60, 300);
        for (size_t m = 0; m < sizeof moves / sizeof *moves; m++) {
            sepal_polys *a = moved_set(s.set_a, moves[m][0], moves[m][1]), *b = moved_set(s.set_b, moves[m][0], moves[m][1]);
            for (size_t i = 0; i < s.pair_count; i++) {
                if (!comes_back(s.set_a, a, s.pairs[i].a, moves[m][0], moves[m][1]) ||
                    !comes_back(s.set_b, b, s.pairs[i].b, moves[m][0], moves[m][1]))
                    continue;
                contact_points before = contact_points_ask(s.set_a, s.set_b, s.pairs[i], 1),
                               after = contact_points_ask(a, b, s.pairs[i], 1);
                points += before.count;
                for (int k = 0; k < before.count && k < after.count; k++) {
                    cr_assert_float_eq((double)after.x[k], (double)(before.x[k] + moves[m][0]),
                                       1e-6 * (100 + fabs((double)moves[m][0])));
                    cr_assert_float_eq((double)after.y[k], (double)(before.y[k] + moves[m][1]),
                                       1e-6 * (100 + fabs((double)moves[m][1])));
                }
                memcpy(after.x, before.x, sizeof after.x);
                memcpy(after.y, before.y, sizeof after.y);
                cr_assert(after.count == before.count && memcmp(&after.normal_x, &before.normal_x, sizeof(float[8])) == 0 &&
                              memcmp(after.feature, before.feature, sizeof after.feature) == 0,
                          "scene '%s', pair %zu, move %zu", s.kind, i, m);
            }
            sepal_polys_destroy(b);
            sepal_polys_destroy(a);
        }
        scene_destroy(&s);
    }
    cr_assert_gt(points, 2000, "only %zu points", points);
}

static uint32_t turned_feature(uint32_t feature) {
    return feature >> 16 | feature << 16;
}

/* (b, a) has the contacts of (a, b) with the normal turned round, but where the choice of an edge is nearly a tie. */
Test(contacts, pairs_turned_round_have_the_same_points) {
    size_t same = 0, all = 0;
    use_isa(sepal_isa_count() - 1);
    for (size_t kind = 0; kind < scene_kind_count(); kind++) {
        round_scene s = round_scene_create(kind, 1651, 60, 150, (radius_manner)(kind % RADIUS_MANNERS));
        for (size_t i = 0; i < s.base.pair_count; i++) {
            sepal_pair pair = s.base.pairs[i];
            contact_points p = contact_points_ask(s.a, s.b, pair, s.margin),
                           q = contact_points_ask(s.b, s.a, (sepal_pair){pair.b, pair.a}, s.margin);
            cr_assert_eq(p.count > 0, q.count > 0);
            if (p.count == 0)
                continue;
            all++;
            bool alike = p.count == q.count;
            for (int k = 0; k < p.count && alike; k++)
                alike = p.feature[k] == turned_feature(q.feature[p.count - 1 - k]);
            oracle_shape a = round_shape_of(s.a, pair.a), b = round_shape_of(s.b, pair.b);
            long double bound =
                2 * CONTACT_ROUNDINGS * CONTACT_UNIT * oracle_extent(&a, &b, (long double)s.margin) + CONTACT_LEAST_FLOAT;
            long double nx = (long double)p.normal_x + (long double)q.normal_x,
                        ny = (long double)p.normal_y + (long double)q.normal_y;
            if (!alike || fabsl(nx) + fabsl(ny) > 1e-6L)
                continue;
            same++;
            for (int k = 0; k < p.count; k++) {
                int other = p.count - 1 - k;
                cr_assert_leq(fabsl((long double)p.depth[k] - (long double)q.depth[other]), bound, "'%s', pair %zu", s.base.kind,
                              i);
            }
        }
        round_scene_destroy(&s);
    }
    cr_assert(all > 3000 && same > all / 10 * 7, "only %zu of %zu pairs have the same contacts turned round", same, all);
}

/* Shapes that lie on each other, overhang, and rock: the edge of a is preferred to that of b, and given up where what is nearest does
 * not lie beside it. The scalar path judges. */
Test(contacts, shapes_that_rock_on_each_other_are_the_same_on_every_instruction_set) {
    enum { PAIRS = 500 };
    static const int sides[] = {3, 4, 6, 8, 13};
    static sepal_pair pairs[PAIRS];
    static contact_points expected[PAIRS];
    rng r = {1661};
    for (size_t k = 0; k < sizeof sides / sizeof *sides; k++) {
        sepal_polys *set = empty_set(NULL);
        for (uint32_t i = 0; i < 2 * PAIRS; i++) {
            float x[16], y[16];
            int upper = (int)(i % 2);
            double rock = ldexp(rng_real(&r, -1, 1), -(int)rng_between(&r, 6, 18)), step = 6.28318530717959 / sides[k];
            double flat = (upper ? -1 : 1) * 1.5707963267949 + step / 2, apothem = cos(step / 2);
            double right = upper * rng_real(&r, -1, 1), up = upper * (2 * apothem + rng_real(&r, -0.004, 0.01));
            for (int v = 0; v < sides[k]; v++) {
                x[v] = (float)(right + cos(flat + rock + step * v));
                y[v] = (float)(up + sin(flat + rock + step * v));
            }
            cr_assert_eq(sepal_polys_add(set, x, y, (size_t)sides[k], NULL), SEPAL_OK);
            pairs[i / 2] = (sepal_pair){i - i % 2, i - i % 2 + 1};
        }
        const sepal_contact_rule rule = {.margin = 0.02F};
        for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
            static uint8_t count[PAIRS];
            static float nx[PAIRS], ny[PAIRS], x[2 * PAIRS], y[2 * PAIRS], depth[2 * PAIRS];
            static uint32_t feature[2 * PAIRS];
            use_isa(isa);
            cr_assert_eq(
                sepal_polys_contacts_pairs(
                    set, set, pairs, PAIRS, &rule,
                    &(sepal_contacts){
                        .count = count, .normal_x = nx, .normal_y = ny, .x = x, .y = y, .depth = depth, .feature = feature}),
                SEPAL_OK);
            for (size_t i = 0; i < PAIRS; i++) {
                contact_points got;
                memset(&got, 0, sizeof got);
                got.count = count[i];
                got.normal_x = nx[i];
                got.normal_y = ny[i];
                for (int p = 0; p < 2; p++) {
                    got.x[p] = x[2 * i + (size_t)p];
                    got.y[p] = y[2 * i + (size_t)p];
                    got.depth[p] = depth[2 * i + (size_t)p];
                    got.feature[p] = feature[2 * i + (size_t)p];
                }
                if (isa == 0)
                    expected[i] = got;
                cr_assert(memcmp(&got, &expected[i], sizeof got) == 0, "%s: %d sides, pair %zu", sepal_isa(), sides[k], i);
            }
        }
        sepal_polys_destroy(set);
    }
}
