/* undecided.c — prints which share of the pairs of the benchmark's scenes each filter leaves open. */
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
    size_t came[STAGES], open[STAGES], pairs, left; /* left: to the exact path */
} tally;

static size_t count_open(const verdicts *v, size_t count) {
    size_t open = 0;
    for (size_t k = 0; k < count; k++)
        open += bit_at(v->open, k);
    return open;
}

static void note(tally *t, stage at, size_t came, const verdicts *v) {
    t->came[at] += came;
    t->open[at] += count_open(v, came);
}

/* The filters for pairs of one kind; large polygons have two. */
static void filter_list(const polys_query *q, unsigned kind, pair_list list, tally *t) {
    verdicts found;
    uint64_t bits[SEPAL_CHUNK / 64] = {0};
    chunk_portals portals;
    if (kind == LARGE_COARSE) {
        filter_coarse_portal(q, &list, &portals, &found);
        note(t, COARSE, list.count, &found);
        take_answers(&list, &found, bits);
    }
    if (list.count == 0)
        return;
    stage at = kind == BOXES ? PARALLELOGRAMS : kind == LARGE_COARSE || kind == LARGE_FINE ? SEARCH : AXES;
    if (at == PARALLELOGRAMS)
        filter_boxes(q, list.pairs, list.count, (sizes){0}, &found);
    else if (at == SEARCH)
        filter_portal(q, &list, kind == LARGE_COARSE ? &portals : NULL, &found);
    else
        filter_axes(q, list.pairs, list.count, block_sizes(kind), &found);
    note(t, at, list.count, &found);
    t->left += count_open(&found, list.count);
}

/* A chunk goes the way that polys_kernel_overlap.c would send it. */
static void take_chunk(const sepal_polys *set, const sepal_pair *pairs, size_t size, tally *t) {
    polys_query q = {set, set, SEPAL_TOUCHING_OVERLAPS, 0};
    uint32_t most = set->largest <= 3 ? 3 : 4;
    verdicts found;
    t->pairs += size;
    if (set->boxes) {
        filter_boxes(&q, pairs, size, (sizes){0}, &found);
        note(t, PARALLELOGRAMS, size, &found);
        t->left += count_open(&found, size);
    } else if (set->largest <= 4) {
        filter_axes(&q, pairs, size, (sizes){most, most, true}, &found);
        note(t, AXES, size, &found);
        t->left += count_open(&found, size);
    } else {
        filter_circles(&q, pairs, size, (sizes){0}, &found);
        note(t, CIRCLES, size, &found);
        bins waiting;
        sort_pairs(filter_kind, FILTER_KINDS, &q, pairs, NULL, size, found.open, &waiting);
        for (unsigned kind = 0; kind < FILTER_KINDS; kind++)
            if (bin(&waiting, kind).count > 0)
                filter_list(&q, kind, bin(&waiting, kind), t);
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
