/* Overlap judged by brute force: the gap between A and B along directions at regular angles, in long double. The scenes are of
 * ordinary size, so that rounding is negligible beside the margins. The greatest gap over all directions is the distance of the
 * polygons if it is positive, and minus the depth otherwise. Turning a direction by t radians changes the gap by at most t
 * times the greatest |b - a|, so directions 2h apart miss the greatest gap by at most h times that. */
#include "../common/check.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

enum { DIRECTIONS = 256, PAIRS = 400 };

static long double direction_x[DIRECTIONS], direction_y[DIRECTIONS];
static const long double half_step = 3.14159265358979323846264338327950288L / DIRECTIONS;

static void make_directions(void) {
    for (int k = 0; k < DIRECTIONS; k++) {
        direction_x[k] = cosl(2 * half_step * k);
        direction_y[k] = sinl(2 * half_step * k);
    }
}

/* The greatest product of a vertex with a direction (the support function). */
static long double reach(const polygon *p, long double dx, long double dy) {
    long double most = -INFINITY;
    for (size_t i = 0; i < p->count; i++)
        most = fmaxl(most, dx * p->x[i] + dy * p->y[i]);
    return most;
}

static long double greatest_gap(const polygon *a, const polygon *b) {
    long double greatest = -INFINITY;
    for (int k = 0; k < DIRECTIONS; k++) {
        long double gap = -reach(b, -direction_x[k], -direction_y[k]) - reach(a, direction_x[k], direction_y[k]);
        greatest = fmaxl(greatest, gap);
    }
    return greatest;
}

static long double greatest_distance(const polygon *a, const polygon *b) {
    long double greatest = 0;
    for (size_t i = 0; i < a->count; i++)
        for (size_t j = 0; j < b->count; j++)
            greatest = fmaxl(greatest, hypotl((long double)b->x[j] - a->x[i], (long double)b->y[j] - a->y[i]));
    return greatest;
}

static long double greatest_coordinate(const polygon *p) {
    long double greatest = 0;
    for (size_t i = 0; i < p->count; i++)
        greatest = fmaxl(greatest, fmaxl(fabsl(p->x[i]), fabsl(p->y[i])));
    return greatest;
}

/* Checks that the answer is "apart" if there certainly is a gap, and "overlap" if there certainly is a depth. */
typedef struct view {
    bool surely_apart, surely_overlap;
} view;

static view look(const polygon *a, const polygon *b) {
    long double noise = 0x1p-58L * (greatest_coordinate(a) + greatest_coordinate(b));
    long double gap = greatest_gap(a, b);
    return (view){gap > noise, gap < -noise - half_step * greatest_distance(a, b)};
}

Test(brute, directions_all_round_see_the_same) {
    make_directions();
    const char *const names[] = {"boxes",      "boxes, deep", "box grid",         "triangles",     "triangle tiling",
                                 "8 vertices", "64 vertices", "3 to 16 vertices", "lattice",       "round, dressed",
                                 "couples",    "everything",  "slivers",          "a million away"};
    size_t apart = 0, overlap = 0;
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        scene s = scene_create(scene_kind_find(names[k]), 301, 150, PAIRS);
        const polygon_list *b = s.one_set ? &s.a : &s.b;
        view views[PAIRS];
        for (size_t i = 0; i < PAIRS; i++) {
            views[i] = look(&s.a.items[s.pairs[i].a], &b->items[s.pairs[i].b]);
            apart += views[i].surely_apart;
            overlap += views[i].surely_overlap;
        }
        uint8_t *answers = answers_create(PAIRS);
        for (size_t isa = 0; isa < sepal_isa_count(); isa++)
            for (int touching = 0; touching < RULES; touching++) {
                const char *name = use_isa(isa);
                ask_pairs(s.set_a, s.set_b, s.pairs, PAIRS, touching, answers);
                for (size_t i = 0; i < PAIRS; i++)
                    if (views[i].surely_apart || views[i].surely_overlap)
                        answers[i] = views[i].surely_overlap;
                check_pairs(&s, name, s.set_a, s.set_b, s.pairs, PAIRS, touching, answers);
            }
        free(answers);
        scene_destroy(&s);
    }
    cr_assert(apart > 1000 && overlap > 1000, "%zu surely apart, %zu surely overlapping", apart, overlap);
}
