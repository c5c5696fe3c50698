/* c_rate.c — how long the library alone takes for what python/bench/rate.py asks through Python: the same shapes, the same pairs. */
#define _POSIX_C_SOURCE 199309L
#include <sepal/sepal.h>
#include <stdlib.h>
#include <time.h>

double overlap_seconds(const float *x, const float *y, const uint32_t *first, size_t shapes, const sepal_pair *pairs, size_t count,
                       size_t repeats);
double mtv_seconds(const float *x, const float *y, const uint32_t *first, size_t shapes, const sepal_pair *pairs, size_t count,
                   size_t repeats);
double find_seconds(const float *x, const float *y, const uint32_t *first, size_t shapes, size_t repeats, size_t *found);

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static sepal_polys *filled(const float *x, const float *y, const uint32_t *first, size_t shapes) {
    sepal_polys *set = NULL;
    if (sepal_polys_create(NULL, &set) != SEPAL_OK || sepal_polys_add_many(set, x, y, first, shapes, NULL, NULL, NULL) != SEPAL_OK)
        abort();
    return set;
}

/* The least time of one call. */
double overlap_seconds(const float *x, const float *y, const uint32_t *first, size_t shapes, const sepal_pair *pairs, size_t count,
                       size_t repeats) {
    sepal_polys *set = filled(x, y, first, shapes);
    uint64_t *bits = calloc(SEPAL_BIT_WORDS(count), sizeof *bits);
    double least = 1e9;
    for (size_t k = 0; k < repeats; k++) {
        double before = now();
        if (bits == NULL || sepal_polys_overlap_pairs(set, set, pairs, count, NULL, bits) != SEPAL_OK)
            abort();
        double took = now() - before;
        least = took < least ? took : least;
    }
    free(bits);
    sepal_polys_destroy(set);
    return least;
}

double mtv_seconds(const float *x, const float *y, const uint32_t *first, size_t shapes, const sepal_pair *pairs, size_t count,
                   size_t repeats) {
    sepal_polys *set = filled(x, y, first, shapes);
    float *out = calloc(3 * count, sizeof *out);
    if (out == NULL)
        abort();
    const sepal_mtvs mtvs = {.normal_x = out, .normal_y = out + count, .depth = out + 2 * count};
    double least = 1e9;
    for (size_t k = 0; k < repeats; k++) {
        double before = now();
        if (sepal_polys_mtv_pairs(set, set, pairs, count, NULL, &mtvs) != SEPAL_OK)
            abort();
        double took = now() - before;
        least = took < least ? took : least;
    }
    free(out);
    sepal_polys_destroy(set);
    return least;
}

double find_seconds(const float *x, const float *y, const uint32_t *first, size_t shapes, size_t repeats, size_t *found) {
    sepal_polys *set = filled(x, y, first, shapes);
    sepal_finder *finder = NULL;
    size_t room = 16 * shapes;
    sepal_pair *pairs = calloc(room, sizeof *pairs);
    if (pairs == NULL || sepal_finder_create(NULL, &finder) != SEPAL_OK)
        abort();
    double least = 1e9;
    for (size_t k = 0; k < repeats; k++) {
        double before = now();
        if (sepal_polys_find_pairs(finder, set, set, NULL, NULL, room, pairs, found) != SEPAL_OK)
            abort();
        double took = now() - before;
        least = took < least ? took : least;
    }
    free(pairs);
    sepal_finder_destroy(finder);
    sepal_polys_destroy(set);
    return least;
}
