/* Hulls that rest on each other, or are as far apart as the margin, exactly or all but: which of them overlap, as the oracle says. */
#include "../scenes/shapes.h"
#include "judged.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

enum { PAIRS = 48 };

/* Prisms over points in a plane, `sides` below and as many above. The points have any coordinates or small whole ones; with the
 * latter the prism may be slanted: then all its coordinates are along (1, 2, 2), (2, 1, -2), (2, -2, 1), exactly. */
typedef enum lie { UPRIGHT_ANY, UPRIGHT_WHOLE, SLANTED, LIES } lie;

static float next_coordinate(rng *r, lie how) {
    return how == UPRIGHT_ANY ? (float)rng_real(r, -9, 9) : (float)rng_between(r, -9, 9);
}

static solid_item prism(rng *r, lie how, float bottom, float top) {
    static const float across[3][3] = {{1, 2, 2}, {2, 1, -2}, {2, -2, 1}};
    solid_item s = {.count = 2 * (3 + rng_below(r, 6))};
    for (size_t k = 0; k < s.count; k++) {
        const bool above = k >= s.count / 2;
        const size_t below = above ? k - s.count / 2 : 0;
        s.x[k] = above ? s.x[below] : next_coordinate(r, how);
        s.y[k] = above ? s.y[below] : next_coordinate(r, how);
        s.z[k] = above ? top : bottom;
    }
    for (size_t k = 0; k < s.count && how == SLANTED; k++) {
        const float x = s.x[k], y = s.y[k], z = s.z[k];
        s.x[k] = x * across[0][0] + y * across[1][0] + z * across[2][0];
        s.y[k] = x * across[0][1] + y * across[1][1] + z * across[2][1];
        s.z[k] = x * across[0][2] + y * across[1][2] + z * across[2][2];
    }
    return s;
}

/* A lower and an upper prism for each pair; the gap between them is lifts[k % 4]. */
static void build(rng *r, const float lifts[4], solid_item *items, sepal_solids **set, sepal_pair *pairs) {
    cr_assert_eq(sepal_solids_create(NULL, set), SEPAL_OK);
    for (uint32_t k = 0; k < PAIRS; k++) {
        const lie how = (lie)(k / 4 % LIES);
        items[2 * k] = prism(r, how, -3, 0);
        items[2 * k + 1] = prism(r, how, lifts[k % 4], 2);
        solid_add(*set, &items[2 * k]);
        solid_add(*set, &items[2 * k + 1]);
        pairs[k] = (sepal_pair){2 * k + k % 2, 2 * k + 1 - k % 2};
    }
}

/* Asks every instruction set under a margin. Returns how many pairs touch. */
static size_t judge(const solid_item *items, const sepal_solids *set, const sepal_pair *pairs, float margin) {
    oracle_contact contact[PAIRS];
    size_t touching = 0;
    for (size_t k = 0; k < PAIRS; k++) {
        judged_room room_a, room_b;
        const oracle_solid a = judged(&items[pairs[k].a], &room_a), b = judged(&items[pairs[k].b], &room_b);
        contact[k] = oracle_solids_contact(&a, &b, margin);
        touching += contact[k] == ORACLE_TOUCH;
    }
    for (size_t i = 0; i < 2 * sepal_isa_count(); i++) {
        const bool closed = i % 2 == 0;
        const sepal_rule rule = {closed ? SEPAL_TOUCHING_OVERLAPS : SEPAL_TOUCHING_IS_APART, margin};
        uint64_t bits[SEPAL_BIT_WORDS(PAIRS)];
        cr_assert_eq(sepal_isa_use(sepal_isa_at(i / 2)), SEPAL_OK);
        cr_assert_eq(sepal_solids_overlap_pairs(set, set, pairs, PAIRS, &rule, bits), SEPAL_OK);
        for (size_t k = 0; k < PAIRS; k++)
            cr_assert_eq(bits[k / 64] >> k % 64 & 1, contact[k] == ORACLE_OVERLAP || (closed && contact[k] == ORACLE_TOUCH),
                         "%s, %s, pair %zu, margin %a", sepal_isa(), closed ? "closed" : "open", k, (double)margin);
    }
    return touching;
}

Test(solids_resting, with_no_gap_or_hardly_any) {
    static const float lifts[4] = {0, -0x1p-14F, 0, 0x1p-14F};
    rng r = {5};
    solid_item items[2 * PAIRS];
    sepal_pair pairs[PAIRS];
    sepal_solids *set;
    build(&r, lifts, items, &set, pairs);
    cr_assert_gt(judge(items, set, pairs, 0), PAIRS / 4, "hardly any touch");
    sepal_solids_destroy(set);
}

Test(solids_resting, as_far_apart_as_the_margin) {
    static const float lifts[4] = {0.125F, 0.125F, 0.25F, 0};
    rng r = {6};
    solid_item items[2 * PAIRS];
    sepal_pair pairs[PAIRS];
    sepal_solids *set;
    size_t touching = 0;
    build(&r, lifts, items, &set, pairs);
    for (int k = 0; k < 2; k++) { /* the gaps of slanted ones are three times as wide */
        const float margin = k == 0 ? 0.125F : 0.375F;
        touching += judge(items, set, pairs, nextafterf(margin, 0)) + judge(items, set, pairs, margin) +
                    judge(items, set, pairs, nextafterf(margin, 1));
    }
    cr_assert_gt(touching, PAIRS / 8, "hardly any touch");
    sepal_solids_destroy(set);
}
