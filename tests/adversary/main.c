/* main.c — `adversary test` checks that every worst input known still reaches the ratio that it reached, that all instruction
 * sets answer it alike, and that a short search finds no ratio of 1. `adversary [SECONDS]` searches for this long in all, and
 * prints a table of bounds, constants, ratios and inputs. */
#include "answers.h"
#include "couple.h"
#include "families.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const attack_family *const families[] = {
    &forms_attacks,          &circles_attacks,      &boxes_attacks,
    &axes_attacks,           &search_attacks,       &reach_attacks,
    &nearest_attacks,        &mtv_attacks,          &contact_attacks,
    &reference_edge_attacks, &place_attacks,        &exact_attacks,
    &solids_attacks,         &near_attacks,         &hulls_attacks,
    &within_attacks,         &lanes_attacks,        &sweep_attacks,
    &tetrahedra_attacks,     &upright_attacks,      &points_attacks,
    &parts_attacks,          &solid_sweep_attacks,  &meet_attacks,
    &solid_contacts_attacks, &round_sweep_attacks,  &rays_attacks,
    &meeting_attacks,        &solid_points_attacks, &moving_parts_attacks,
    &pushed_points_attacks,  &planes_attacks,       &core_parts_attacks,
    &entries_attacks,        &common_attacks,       &crossing_attacks,
    &doubles_attacks,        &least_attacks,        &moving_triangle_attacks,
};
enum { FAMILIES = sizeof families / sizeof families[0] };

static double seconds_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void print_input(const attack *a, const float *input) {
    for (size_t i = 0; i < a->floats; i++)
        printf("%s%aF", i == 0 ? "" : ", ", (double)input[i]);
    putchar('\n');
}

/* --- As a test -----------------------------------------------------------------------------------*/

enum { TEST_EVALUATIONS = 20000 };

/* The ratios are the same on every machine with IEEE 754, except for what rounding in double adds to the exact values. */
#define NEARLY (1 - 0x1p-20)

static bool holds(const char *family, const attack *a) {
    float worst[ATTACK_FLOATS];
    rng r = {1};
    couple last;
    double known = a->ratio(a->worst);
    bool fine = !couple_made_last(&last) || answers_agree(a->constant, last.a, last.b);
    double found = attack_climb(a, &r, TEST_EVALUATIONS, NULL, worst);
    if (!(known >= a->reached * NEARLY) || a->reached <= 0) {
        printf("%s, %s: %s: the worst input known reaches only %.4f, not %.4f\n", family, a->constant, a->what, known, a->reached);
        fine = false;
    }
    if (!(known < 1) || !(found < 1)) {
        printf("%s, %s: %s: the bound is exceeded, %.4f, by ", family, a->constant, a->what, fmax(known, found));
        print_input(a, known < 1 ? worst : a->worst);
        fine = false;
    }
    return fine;
}

static int test(void) {
    bool fine = true;
    for (int f = 0; f < FAMILIES; f++)
        for (size_t k = 0; k < families[f]->count; k++)
            fine &= holds(families[f]->name, &families[f]->attacks[k]);
    return fine ? EXIT_SUCCESS : EXIT_FAILURE;
}

/* --- As a search ---------------------------------------------------------------------------------*/

/* Every second climb begins with the worst input so far. */
static double search(const attack *a, rng *r, double seconds, float *worst) {
    enum { PORTION = 20000 };
    double until = seconds_now() + seconds;
    memcpy(worst, a->worst, sizeof a->worst);
    double greatest = a->ratio(worst);
    for (bool anew = false; seconds_now() < until; anew = !anew) {
        float candidate[ATTACK_FLOATS];
        double ratio = attack_climb(a, r, PORTION, anew ? NULL : worst, candidate);
        if (ratio > greatest) {
            greatest = ratio;
            memcpy(worst, candidate, a->floats * sizeof *worst);
        }
    }
    return greatest;
}

static int search_all(double seconds, const char *only) {
    size_t count = 0;
    for (int f = 0; f < FAMILIES; f++)
        if (only == NULL || strcmp(only, families[f]->name) == 0)
            count += families[f]->count;
    rng r = {(uint64_t)time(NULL)};
    printf("seed %llu\n%-8s %-20s %-24s %8s %8s  input\n", (unsigned long long)r.state, "family", "constant", "error of", "known",
           "found");
    bool exceeded = count == 0;
    for (int f = 0; f < FAMILIES; f++)
        for (size_t k = 0; k < families[f]->count; k++) {
            if (only != NULL && strcmp(only, families[f]->name) != 0)
                continue;
            const attack *a = &families[f]->attacks[k];
            float worst[ATTACK_FLOATS];
            double found = search(a, &r, seconds / (double)count, worst);
            printf("%-8s %-20s %-24s %8.4f %8.4f  ", families[f]->name, a->constant, a->what, a->reached, found);
            print_input(a, worst);
            fflush(stdout);
            exceeded |= found >= 1;
        }
    return exceeded ? EXIT_FAILURE : EXIT_SUCCESS;
}

int main(int count, char **arguments) {
    if (count == 2 && strcmp(arguments[1], "test") == 0)
        return test();
    double seconds = count > 1 ? strtod(arguments[1], NULL) : 60;
    return search_all(seconds, count > 2 ? arguments[2] : NULL);
}
