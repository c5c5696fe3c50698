/* undecided.c — prints which share of the pairs of the benchmark's scenes each filter leaves open. */
#include "../../bench/scenes.h"

#include <polys/kernel/boxes.h>
#include <polys/kernel/kinds.h>
#include <polys/kernel/portal.h>
#include <stdio.h>
#include <stdlib.h>

/* Pairs that came to each stage, and that it left open. */
typedef enum filter { CIRCLES, PARALLELOGRAMS, AXES, COARSE, SEARCH, STAGES } filter;
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

static void note(tally *t, filter at, size_t came, const verdicts *v) {
    t->came[at] += came;
    t->open[at] += count_open(v, came);
}

/* The filter for pairs of one kind of up to 16 vertices. */
static void filter_small(const polys_query *q, unsigned kind, const pair_list *list, tally *t) {
    verdicts found;
    filter at = kind == BOXES ? PARALLELOGRAMS : AXES;
    if (at == PARALLELOGRAMS)
        filter_boxes(q, list->pairs, list->count, (sizes){0}, &found);
    else
        filter_axes(q, list->pairs, list->count, block_sizes(kind), &found);
    note(t, at, list->count, &found);
    t->left += count_open(&found, list->count);
}

/* The filters for larger ones, of which there are two, block by block. */
static void filter_large(const polys_query *q, bool coarse, const pair_list *list, tally *t) {
    for (size_t from = 0; from < list->count; from += SEPAL_BLOCK) {
        pair_list block = part_of_list(list, from, block_from(from, list->count));
        uint64_t bits[SEPAL_CHUNK / 64] = {0};
        block_portals portals;
        verdicts found;
        if (coarse) {
            filter_coarse_portal(q, block.pairs, block.count, &portals, &found);
            note(t, COARSE, block.count, &found);
            take_answers(&block, &found, bits);
        }
        if (block.count == 0)
            continue;
        filter_portal(q, block.pairs, block.count, coarse ? &portals : NULL, &found);
        note(t, SEARCH, block.count, &found);
        t->left += count_open(&found, block.count);
    }
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
        sort_pairs(filter_kind, FILTER_KINDS, &q, pairs, size, found.open, &waiting);
        for (unsigned kind = 0; kind < FILTER_KINDS; kind++) {
            pair_list list = bin(&waiting, kind);
            if (list.count > 0 && (kind == LARGE_COARSE || kind == LARGE_FINE))
                filter_large(&q, kind == LARGE_COARSE, &list, t);
            else if (list.count > 0)
                filter_small(&q, kind, &list, t);
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
