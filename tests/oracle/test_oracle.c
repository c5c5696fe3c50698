/* Turns that are computed with the integers of C are those that GMP computes. */
#include "../scenes/recipes.h"
#include "turn.h"

#include <criterion/criterion.h>
#include <gmp.h>
#include <stdlib.h>

/* The value in units of 2^-149. */
static void set_float(mpz_t out, float value) {
    mpf_t scaled;
    mpf_init2(scaled, 512);
    mpf_set_d(scaled, (double)value);
    mpf_mul_2exp(scaled, scaled, 149);
    mpz_set_f(out, scaled);
    mpf_clear(scaled);
}

/* to - from */
static void set_difference(mpz_t out, float to, float from, mpz_t scratch) {
    set_float(out, to);
    set_float(scratch, from);
    mpz_sub(out, out, scratch);
}

static int gmp_turn_of(float_point p, float_point q, float_point r) {
    mpz_t ex, ey, fx, fy, scratch;
    mpz_inits(ex, ey, fx, fy, scratch, NULL);
    set_difference(ex, q.x, p.x, scratch);
    set_difference(ey, q.y, p.y, scratch);
    set_difference(fx, r.x, q.x, scratch);
    set_difference(fy, r.y, q.y, scratch);
    mpz_mul(ex, ex, fy);
    mpz_submul(ex, ey, fx);
    int sign = mpz_sgn(ex);
    mpz_clears(ex, ey, fx, fy, scratch, NULL);
    return sign;
}

static void check_list(const polygon_list *list, const char *what, size_t tally[3]) {
    rng r = {17};
    for (size_t i = 0; i < list->count; i++)
        for (int times = 0; times < 8; times++) {
            float_point at[3]; /* of the polygon or of its neighbour */
            for (int k = 0; k < 3; k++) {
                const polygon *p = &list->items[i ^ (rng_below(&r, 4) == 0 && (i ^ 1) < list->count)];
                size_t vertex = rng_below(&r, (uint32_t)p->count);
                at[k] = (float_point){p->x[vertex], p->y[vertex]};
            }
            int turn = turn_of(at[0], at[1], at[2]);
            cr_assert_eq(turn, gmp_turn_of(at[0], at[1], at[2]), "%s: {%a, %a} {%a, %a} {%a, %a}", what, (double)at[0].x,
                         (double)at[0].y, (double)at[1].x, (double)at[1].y, (double)at[2].x, (double)at[2].y);
            tally[turn + 1]++;
        }
}

Test(oracle, turns_as_gmp_says) {
    recipe wild = {.add = add_wild, .least = 6, .most = 9, .biased_lo = 0, .biased_hi = 254};
    recipe ends = {.add = add_wild, .least = 6, .most = 9, .biased_lo = 250, .biased_hi = 254};
    recipe least = {.add = add_wild, .least = 6, .most = 9, .biased_lo = 0, .biased_hi = 2};
    recipe slivers = {.add = add_sliver, .radius = 1 << 19, .spread = 1 << 21};
    recipe hairs = {.add = add_hair_couple, .least = 3, .most = 6, .radius = 1 << 20};
    recipe lattice = {.add = add_lattice, .least = 3, .most = 12, .radius = 4, .spread = 2};
    const struct {
        const char *name;
        const recipe *how;
    } kinds[] = {{"wild", &wild},       {"largest floats", &ends}, {"least floats", &least},
                 {"slivers", &slivers}, {"hairs", &hairs},         {"lattice", &lattice}};
    size_t tally[3] = {0, 0, 0};
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        rng r = {k};
        polygon_list list = list_create(&r, kinds[k].how, 2000);
        check_list(&list, kinds[k].name, tally);
        list_destroy(&list);
    }
    for (int sign = 0; sign < 3; sign++)
        cr_assert_gt(tally[sign], 10000, "%zu turns to the right, %zu straight, %zu to the left", tally[0], tally[1], tally[2]);
}
