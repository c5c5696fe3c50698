#include "answers.h"

#include <stdio.h>
#include <stdlib.h>

enum { MOST = 24 };

/* A set with one shape, whose last vertex is repeated up to a size. */
static sepal_polys *filled_up(const sepal_polys *from, size_t size) {
    const float *x, *y;
    float all_x[MOST], all_y[MOST], radius;
    size_t count;
    sepal_polys *set;
    if (sepal_polys_vertices(from, 0, &x, &y, &count) != SEPAL_OK || sepal_polys_radius(from, 0, &radius) != SEPAL_OK)
        abort();
    size = size > count ? size : count;
    for (size_t k = 0; k < size; k++) {
        all_x[k] = x[k < count ? k : count - 1];
        all_y[k] = y[k < count ? k : count - 1];
    }
    if (sepal_polys_create(NULL, &set) != SEPAL_OK || sepal_polys_add_round(set, all_x, all_y, size, radius, NULL) != SEPAL_OK)
        abort();
    return set;
}

/* One bit each for overlap under both rules and in both orders, and for containment in both orders. */
static unsigned ask(const sepal_polys *a, const sepal_polys *b) {
    sepal_pair pair = {0, 0};
    unsigned answers = 0;
    for (int turned = 0; turned < 2; turned++) {
        const sepal_polys *first = turned ? b : a, *second = turned ? a : b;
        uint64_t bits[3];
        for (int touching = 0; touching < 2; touching++) {
            sepal_rule rule = {(sepal_touching)touching, 0, 0};
            if (sepal_polys_overlap_pairs(first, second, &pair, 1, &rule, &bits[touching]) != SEPAL_OK)
                abort();
        }
        if (sepal_polys_contains_pairs(first, second, &pair, 1, NULL, &bits[2]) != SEPAL_OK)
            abort();
        answers = answers << 3 | (unsigned)(bits[0] << 2 | bits[1] << 1 | bits[2]);
    }
    return answers;
}

bool answers_agree(const char *about, const sepal_polys *a, const sepal_polys *b) {
    static const size_t sizes[] = {1, 5, 9, 17};
    bool agree = true;
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        sepal_polys *first = filled_up(a, sizes[k]), *second = filled_up(b, sizes[k]);
        unsigned expected = 0;
        for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
            if (sepal_isa_use(sepal_isa_at(isa)) != SEPAL_OK)
                abort();
            unsigned answers = ask(first, second);
            if (isa == 0)
                expected = answers;
            if (answers != expected) {
                printf("%s, filled up to %zu vertices: %s answers %o, not %o\n", about, sizes[k], sepal_isa(), answers, expected);
                agree = false;
            }
        }
        sepal_polys_destroy(second);
        sepal_polys_destroy(first);
    }
    return agree;
}
