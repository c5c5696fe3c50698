/* cores.c — one scene on all cores: placing shapes, asking about pairs, and finding all pairs, cut into parts by OpenMP.
 *
 *     cores [shapes]
 *
 * The library starts no thread. What it promises makes cutting simple: sets may be read by any number of threads, and an answer
 * depends neither on the others of a call nor on who asks. Each question is asked by one thread first, then in parts by all, the
 * answers are compared one by one, and the times are printed.
 *
 *     cc -O2 -fopenmp -o cores cores.c $(pkg-config --cflags --libs sepal) */
#include "cores_scene.h"

#include <omp.h>
#include <string.h>

enum { ROUNDS = 5, MOST_SHAPES = 10000000 };

/* --- Placing: each part has a world of its own --------------------------------------------------------------------------------*/

static bool place(struct scene *s) {
    const sepal_poses poses = {.x = s->x, .y = s->y, .cos = s->cos, .sin = s->sin};
    return done("place the shapes", sepal_polys_place(s->world, s->models, s->model, &poses, s->count, NULL));
}

static bool place_in_parts(struct scene *s) {
    bool good = true;
#pragma omp parallel for schedule(dynamic) reduction(&& : good)
    for (int k = 0; k < PARTS; k++) {
        const size_t first = first_of(s->count, k), count = first_of(s->count, k + 1) - first;
        const sepal_poses poses = {.x = s->x + first, .y = s->y + first, .cos = s->cos + first, .sin = s->sin + first};
        good = good && done("place a part", sepal_polys_place(s->part[k].set, s->models, s->model + first, &poses, count, NULL));
    }
    return good;
}

static bool same_places(const struct scene *s) {
    for (int k = 0; k < PARTS; k++)
        for (size_t first = first_of(s->count, k), i = first; i < first_of(s->count, k + 1); i++) {
            const float *x, *y, *part_x, *part_y;
            size_t count, part_count;
            if (sepal_polys_vertices(s->world, (uint32_t)i, &x, &y, &count) != SEPAL_OK ||
                sepal_polys_vertices(s->part[k].set, (uint32_t)(i - first), &part_x, &part_y, &part_count) != SEPAL_OK ||
                count != part_count || memcmp(x, part_x, count * sizeof *x) != 0 || memcmp(y, part_y, count * sizeof *y) != 0)
                return false;
        }
    return true;
}

/* --- Pairs: a list may be cut at multiples of 64, so that no two threads write one word ----------------------------------------*/

static bool list_near(struct scene *s) {
    sepal_status status = sepal_polys_find_near(s->finder, s->world, s->world, NULL, 0.1F, 0, NULL, &s->near_count);
    if (status != SEPAL_TOO_SMALL && !done("count the near pairs", status))
        return false;
    s->near = calloc(s->near_count + 1, sizeof *s->near);
    s->bits = calloc(SEPAL_BIT_WORDS(s->near_count) + 1, sizeof *s->bits);
    s->bits_in_parts = calloc(SEPAL_BIT_WORDS(s->near_count) + 1, sizeof *s->bits_in_parts);
    return there(s->near) && there(s->bits) && there(s->bits_in_parts) &&
           done("find near pairs",
                sepal_polys_find_near(s->finder, s->world, s->world, NULL, 0.1F, s->near_count, s->near, &s->near_count));
}

static bool ask(struct scene *s) {
    return done("ask about pairs", sepal_polys_overlap_pairs(s->world, s->world, s->near, s->near_count, NULL, s->bits));
}

static bool ask_in_parts(struct scene *s) {
    bool good = true;
    const size_t words = SEPAL_BIT_WORDS(s->near_count);
#pragma omp parallel for schedule(dynamic) reduction(&& : good)
    for (int k = 0; k < PARTS; k++) {
        const size_t word = first_of(words, k), first = 64 * word, stop = 64 * first_of(words, k + 1);
        const size_t count = (stop < s->near_count ? stop : s->near_count) - (first < s->near_count ? first : s->near_count);
        good = good && done("ask about a part",
                            sepal_polys_overlap_pairs(s->world, s->world, s->near + first, count, NULL, s->bits_in_parts + word));
    }
    return good;
}

static bool same_answers(const struct scene *s) {
    return memcmp(s->bits, s->bits_in_parts, SEPAL_BIT_WORDS(s->near_count) * sizeof *s->bits) == 0;
}

/* --- All pairs, from the poses: strips side by side ----------------------------------------------------------------------------
 * A pair belongs to the strip in which the right one of its two places is. A strip also has the shapes to its left from which
 * something may reach into it, so that it finds all its pairs, and it drops those of other strips. */

static int strip_of(const struct scene *s, float x) {
    int k = (int)(x / s->side * PARTS);
    return k < PARTS ? k : PARTS - 1;
}

/* Shape i goes to the strip of its place and to those on its right into which it may reach. Part k of the shapes counts how many
 * go to each strip. */
static void count_part(struct scene *s, int k) {
    memset(s->next[k], 0, sizeof s->next[k]);
    for (size_t i = first_of(s->count, k); i < first_of(s->count, k + 1); i++)
        for (int strip = strip_of(s, s->x[i]), last = strip_of(s, s->x[i] + 2 * REACH); strip <= last; strip++)
            s->next[k][strip]++;
}

/* Where each part of the shapes begins in each strip, so that shapes stay in order. */
static void lay_out_strips(struct scene *s) {
    for (int strip = 0; strip < PARTS; strip++) {
        size_t at = 0;
        for (int k = 0; k < PARTS; k++) {
            const size_t count = s->next[k][strip];
            s->next[k][strip] = at;
            at += count;
        }
        s->part[strip].count = at;
    }
}

static void move_part(struct scene *s, int k) {
    for (size_t i = first_of(s->count, k); i < first_of(s->count, k + 1); i++)
        for (int strip = strip_of(s, s->x[i]), last = strip_of(s, s->x[i] + 2 * REACH); strip <= last; strip++) {
            const struct part *p = &s->part[strip];
            const size_t at = s->next[k][strip]++;
            p->shape[at] = (uint32_t)i;
            p->model[at] = s->model[i];
            p->x[at] = s->x[i], p->y[at] = s->y[i];
            p->cos[at] = s->cos[i], p->sin[at] = s->sin[i];
        }
}

static bool find_in_strip(const struct scene *s, int k, struct part *p) {
    const sepal_poses poses = {.x = p->x, .y = p->y, .cos = p->cos, .sin = p->sin};
    sepal_status status = sepal_polys_place(p->set, s->models, p->model, &poses, p->count, NULL);
    if (!done("place a strip", status))
        return false;
    while ((status = sepal_polys_find_pairs(p->finder, p->set, p->set, NULL, NULL, p->room, p->pairs, &p->found)) ==
           SEPAL_TOO_SMALL) {
        free(p->pairs);
        p->room = p->found + p->found / 4;
        if (!there(p->pairs = malloc(p->room * sizeof *p->pairs)))
            return false;
    }
    if (!done("find the pairs of a strip", status))
        return false;
    size_t kept = 0;
    for (size_t i = 0; i < p->found; i++) {
        const sepal_pair pair = p->pairs[i];
        if (strip_of(s, p->x[pair.a] > p->x[pair.b] ? p->x[pair.a] : p->x[pair.b]) == k)
            p->pairs[kept++] = (sepal_pair){p->shape[pair.a], p->shape[pair.b]};
    }
    p->found = kept;
    return true;
}

static bool find(struct scene *s) {
    return place(s) && done("find all pairs",
                            sepal_polys_find_pairs(s->finder, s->world, s->world, NULL, NULL, s->near_count, s->pairs, &s->found));
}

static bool find_in_parts(struct scene *s) {
    bool good = true;
#pragma omp parallel for
    for (int k = 0; k < PARTS; k++)
        count_part(s, k);
    lay_out_strips(s);
#pragma omp parallel for
    for (int k = 0; k < PARTS; k++)
        move_part(s, k);
#pragma omp parallel for schedule(dynamic) reduction(&& : good)
    for (int k = 0; k < PARTS; k++)
        good = good && find_in_strip(s, k, &s->part[k]);
    return good;
}

static int compare_pairs(const void *left, const void *right) {
    const sepal_pair *p = left, *q = right;
    return p->a != q->a ? (p->a > q->a) - (p->a < q->a) : (p->b > q->b) - (p->b < q->b);
}

/* The pairs of all strips together. */
static bool same_pairs(const struct scene *s) {
    sepal_pair *all = malloc((s->near_count + 1) * sizeof *all);
    size_t count = 0;
    if (!there(all))
        return false;
    for (int k = 0; k < PARTS && count + s->part[k].found <= s->near_count; count += s->part[k++].found)
        if (s->part[k].found > 0)
            memcpy(all + count, s->part[k].pairs, s->part[k].found * sizeof *all);
    qsort(all, count, sizeof *all, compare_pairs);
    const bool same = count == s->found && memcmp(all, s->pairs, count * sizeof *all) == 0;
    free(all);
    return same;
}

/* --- One thread against all ----------------------------------------------------------------------------------------------------*/

/* The least time of some rounds in milliseconds; less than 0 if one fails. */
static double time_of(struct scene *s, bool (*work)(struct scene *)) {
    double least = 1e30;
    for (int round = 0; round < ROUNDS; round++) {
        const double start = omp_get_wtime();
        if (!work(s))
            return -1;
        const double taken = 1e3 * (omp_get_wtime() - start);
        least = taken < least ? taken : least;
    }
    return least;
}

static bool compare(struct scene *s, const char *what, bool (*alone)(struct scene *), bool (*in_parts)(struct scene *),
                    bool (*same)(const struct scene *)) {
    const double one = time_of(s, alone), all = one < 0 ? -1 : time_of(s, in_parts);
    if (one < 0 || all < 0)
        return false;
    const bool equal = same(s);
    printf("%s: %s answers\n", what, equal ? "the same" : "DIFFERENT");
    printf("time: %s: one thread %.2f ms, %d threads %.2f ms, %.2f times as fast\n", what, one, omp_get_max_threads(), all,
           one / all);
    return equal;
}

int main(int argc, char **argv) {
    struct scene scene = {.count = 200000};
    char *rest = "";
    if (argc == 2)
        scene.count = strtoul(argv[1], &rest, 10);
    if (argc > 2 || *rest != '\0' || scene.count == 0 || scene.count > MOST_SHAPES) {
        fprintf(stderr, "usage: cores [shapes], from 1 to %d\n", MOST_SHAPES);
        return EXIT_FAILURE;
    }
    bool good = begin(&scene) && compare(&scene, "placing", place, place_in_parts, same_places) && list_near(&scene) &&
                compare(&scene, "pairs", ask, ask_in_parts, same_answers) &&
                there(scene.pairs = malloc((scene.near_count + 1) * sizeof *scene.pairs)) &&
                compare(&scene, "all pairs", find, find_in_parts, same_pairs);
    if (good)
        printf("%zu shapes, %zu near pairs, %zu pairs that overlap\n", scene.count, scene.near_count, scene.found);
    end(&scene);
    return good && fflush(stdout) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
