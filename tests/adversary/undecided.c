/* undecided.c — which share of the pairs of the benchmark's scenes does each filter leave open? Prints a table. */
#include "../../bench/scenes.h"

#include <polys/kernel/boxes.h>
#include <polys/kernel/kinds.h>
#include <polys/kernel/portal.h>
#include <stdio.h>
#include <stdlib.h>

/* Pairs that came to each stage, and that it left open. */
typedef enum stage { CIRCLES, PARALLELOGRAMS, AXES, COARSE, SEARCH, STAGES } stage;
static const char *const names[STAGES] = {"circles", "boxes", "all axes", "coarse", "search"};

typedef struct tally {
    size_t came[STAGES], open[STAGES], pairs, left; /* left: to what is exact */
} tally;

static size_t count_open(const verdicts *v) {
    size_t count = 0;
    for (int k = 0; k < SEPAL_CHUNK / 64; k++)
        count += (size_t)__builtin_popcountll(v->open[k]);
    return count;
}

static void note(tally *t, stage at, size_t came, const verdicts *v) {
    t->came[at] += came;
    t->open[at] += count_open(v);
}

/* The filter for the pairs of one kind; that of large ones comes in two. */
static void filter_kind_of_pairs(const sepal_polys *set, int kind, sepal_pair *list, uint32_t *place, size_t size, tally *t) {
    verdicts found;
    if (kind == BOTH_LARGE) {
        filter_search(set, set, list, size, FROM_COARSE, &found);
        note(t, COARSE, size, &found);
        size = keep_open(list, place, size, found.open);
    }
    if (size == 0)
        return;
    const stage at = kind == BOXES ? PARALLELOGRAMS : kind == BOTH_LARGE || kind == ONE_LARGE ? SEARCH : AXES;
    if (at == PARALLELOGRAMS)
        filter_boxes(set, set, list, size, &found);
    else if (at == SEARCH)
        filter_search(set, set, list, size, FROM_ALL, &found);
    else
        filter_axes(set, set, list, size, sizes_of(kind, false), &found);
    note(t, at, size, &found);
    t->left += count_open(&found);
}

/* A chunk goes the way that overlap_pairs would send it. */
static void take_chunk(const sepal_polys *set, const sepal_pair *pairs, size_t size, tally *t) {
    verdicts found;
    t->pairs += size;
    if (set->boxes) {
        filter_boxes(set, set, pairs, size, &found);
        note(t, PARALLELOGRAMS, size, &found);
        t->left += count_open(&found);
    } else if (set->largest <= 4) {
        filter_axes(set, set, pairs, size, (sizes){set->largest, set->largest, true}, &found);
        note(t, AXES, size, &found);
        t->left += count_open(&found);
    } else {
        filter_circles(set, set, pairs, size, &found);
        note(t, CIRCLES, size, &found);
        bins waiting;
        sort_open(set, set, pairs, NULL, size, found.open, filter_kind, KINDS, &waiting);
        for (int kind = 0; kind < KINDS; kind++) {
            const uint32_t from = waiting.start[kind], count = waiting.start[kind + 1] - from;
            if (count > 0)
                filter_kind_of_pairs(set, kind, waiting.pairs + from, waiting.place + from, count, t);
        }
    }
}

static void print_row(const scene_recipe *recipe) {
    scene s;
    tally t = {{0}, {0}, 0, 0};
    if (!scene_build(recipe, &s)) {
        fprintf(stderr, "cannot build the scene %s\n", recipe->name);
        exit(EXIT_FAILURE);
    }
    for (size_t from = 0; from < s.count; from += SEPAL_CHUNK)
        take_chunk(s.polys, s.pairs + from, s.count - from < SEPAL_CHUNK ? s.count - from : SEPAL_CHUNK, &t);
    printf("| %-20s |", recipe->name);
    for (int k = 0; k < STAGES; k++)
        if (t.came[k] > 0)
            printf(" %8.4f |", 100 * (double)t.open[k] / (double)t.came[k]);
        else
            printf("        – |");
    printf(" %9zu of %9zu |\n", t.left, t.pairs);
    scene_free(&s);
}

int main(void) {
    printf("Of the pairs that come to a filter, the share that it leaves open, in percent; what is left in the end\n| %-20s |",
           "scene");
    for (int k = 0; k < STAGES; k++)
        printf(" %8s |", names[k]);
    printf(" %22s |\n", "left");
    for (size_t k = 0; k < scene_recipe_count; k++)
        print_row(&scene_recipes[k]);
    return EXIT_SUCCESS;
}
