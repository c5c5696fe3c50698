/* The scalar path against GMP, pair by pair, and the oracle against cases worked out by hand. */
#include "../common/check.h"
#include "../oracle/oracle.h"

#include <criterion/criterion.h>
#include <stdlib.h>

static oracle_contact contact(const sepal_polys *a, uint32_t i, const sepal_polys *b, uint32_t j) {
    const float *ax, *ay, *bx, *by;
    size_t a_count, b_count;
    cr_assert_eq(sepal_polys_vertices(a, i, &ax, &ay, &a_count), SEPAL_OK);
    cr_assert_eq(sepal_polys_vertices(b, j, &bx, &by, &b_count), SEPAL_OK);
    return oracle_hulls_contact(ax, ay, a_count, bx, by, b_count);
}

/* The number of pairs to judge: fewer if polygons are large, because the oracle goes through all pairs of vertices. */
static size_t affordable(const scene *s, size_t least, size_t budget) {
    size_t i = 0;
    for (size_t spent = 0; i < s->pair_count && (i < least || spent < budget); i++) {
        const polygon_list *b = s->one_set ? &s->a : &s->b;
        spent += s->a.items[s->pairs[i].a].count * b->items[s->pairs[i].b].count;
    }
    return i;
}

static size_t tally[3];

static void judge(size_t kind, uint64_t seed) {
    scene s = scene_create(kind, seed, 160, 3000);
    size_t count = affordable(&s, 150, 250000);
    uint8_t *expected[RULES] = {answers_create(count), answers_create(count)};
    for (size_t i = 0; i < count; i++) {
        oracle_contact c = contact(s.set_a, s.pairs[i].a, s.set_b, s.pairs[i].b);
        tally[c]++;
        expected[SEPAL_TOUCHING_OVERLAPS][i] = c != ORACLE_APART;
        expected[SEPAL_TOUCHING_IS_APART][i] = c == ORACLE_OVERLAP;
    }
    for (int touching = 0; touching < RULES; touching++) {
        check_pairs(&s, "scalar against GMP", s.set_a, s.set_b, s.pairs, count, touching, expected[touching]);
        free(expected[touching]);
    }
    scene_destroy(&s);
}

Test(scalar, is_what_gmp_says) {
    use_isa(0);
    for (size_t kind = 0; kind < scene_kind_count(); kind++)
        for (uint64_t seed = 1; seed <= 2; seed++)
            judge(kind, seed);
    for (int c = 0; c < 3; c++)
        cr_assert_gt(tally[c], 5000, "the scenes have only %zu pairs with contact %d", tally[c], c);
}

Test(oracle, knows_cases_worked_out_by_hand) {
    static const float square_x[] = {0, 2, 2, 0}, square_y[] = {0, 0, 2, 2};
    static const struct {
        float x[4], y[4];
        size_t count;
        oracle_contact contact;
    } cases[] = {
        {{1}, {1}, 1, ORACLE_OVERLAP},                              /* a point inside */
        {{2}, {1}, 1, ORACLE_TOUCH},                                /* on an edge */
        {{2}, {2}, 1, ORACLE_TOUCH},                                /* on a vertex */
        {{0x1.000002p1F}, {2}, 1, ORACLE_APART},                    /* one ulp off */
        {{0x1.fffffep0F}, {0x1.fffffep0F}, 1, ORACLE_OVERLAP},      /* one ulp inside */
        {{-1, 3}, {1, 1}, 2, ORACLE_OVERLAP},                       /* a segment across */
        {{-1, 3}, {2, 2}, 2, ORACLE_TOUCH},                         /* along an edge */
        {{0, 4}, {4, 0}, 2, ORACLE_TOUCH},                          /* over a vertex */
        {{0, 0x1.000002p2F}, {0x1.000002p2F, 0}, 2, ORACLE_APART},  /* just past it */
        {{0.5F, 1.5F}, {0.5F, 1}, 2, ORACLE_OVERLAP},               /* inside */
        {{2, 4, 4, 2}, {0, 0, 2, 2}, 4, ORACLE_TOUCH},              /* along a whole edge */
        {{2, 4, 4, 2}, {2, 2, 4, 4}, 4, ORACLE_TOUCH},              /* at a corner */
        {{0, 2, 2, 0}, {0, 0, 2, 2}, 4, ORACLE_OVERLAP},            /* itself */
        {{-9, 9, 9, -9}, {-9, -9, 9, 9}, 4, ORACLE_OVERLAP},        /* around it */
        {{3, 5, 4}, {-1, -1, 9}, 3, ORACLE_APART},                  /* beside it */
        {{0x1p-149F, 5, 4}, {0x1p-149F, -1, 0}, 3, ORACLE_OVERLAP}, /* by the least subnormal */
        {{-0x1p-149F, -5, -4}, {0, -1, 0x1p100F}, 3, ORACLE_APART}, /* wildly different magnitudes */
        {{-0.0F, -5, -4}, {0, -1, 0x1p100F}, 3, ORACLE_TOUCH},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        oracle_contact c = oracle_hulls_contact(square_x, square_y, 4, cases[i].x, cases[i].y, cases[i].count);
        cr_assert_eq(c, cases[i].contact, "case %zu: %d", i, c);
        oracle_contact back = oracle_hulls_contact(cases[i].x, cases[i].y, cases[i].count, square_x, square_y, 4);
        cr_assert_eq(back, cases[i].contact, "case %zu, exchanged: %d", i, back);
    }
}
