/* program.c — the program of a user, for the tests of this folder: a few answers that arithmetic with rounding, or with subnormals
 * flushed to zero, gets wrong. It prints the version of the library and "exact" or "wrong". */
#include <sepal/sepal.h>

#include <stdio.h>
#include <string.h>

/* Does the segment from (x[0], y[0]) to (x[1], y[1]) touch the point? */
static const struct question {
    float x[2], y[2], point[2];
    uint64_t touches;
} questions[] = {
    {{-1, 2}, {-3, 6}, {0, 0}, 1},
    {{-1, 2}, {-3, 0x1.800002p2f}, {0, 0}, 0}, /* one end moved by an ulp */
    /* the smallest subnormal beside 1e36 */
    {{-0x1p-149f, 0x1p-146f}, {-0x1p120f, 0x1p123f}, {0, 0}, 1},
    {{-0x1p-149f, 0x1p-146f}, {-0x1p120f, 0x1.000002p123f}, {0, 0}, 0},
    /* products far below the smallest float32 */
    {{-0x1p-148f, 0x1p-148f}, {-0x1p-149f, 0x1p-149f}, {0, 0}, 1},
    {{-0x1p-148f, 0x1.8p-148f}, {-0x1p-149f, 0x1p-149f}, {0, 0}, 0},
    /* differences that double cannot hold */
    {{-0x1p60f, 0x1p60f}, {-0x1p60f, 0x1p60f}, {0x1p-40f, 0x1p-40f}, 1},
    {{-0x1p60f, 0x1p60f}, {-0x1p60f, 0x1p60f}, {0x1p-40f, 0x1p-39f}, 0},
};

static int ask(sepal_polys *set, const struct question *question) {
    static const sepal_rule apart = {.touching = SEPAL_TOUCHING_IS_APART};
    sepal_pair pair;
    uint64_t touching_counts = 2, touching_is_apart = 2;

    sepal_polys_clear(set);
    return sepal_polys_add(set, &question->point[0], &question->point[1], 1, &pair.a) == SEPAL_OK &&
           sepal_polys_add(set, question->x, question->y, 2, &pair.b) == SEPAL_OK &&
           sepal_polys_overlap_pairs(set, set, &pair, 1, NULL, &touching_counts) == SEPAL_OK &&
           sepal_polys_overlap_pairs(set, set, &pair, 1, &apart, &touching_is_apart) == SEPAL_OK &&
           touching_counts == question->touches && touching_is_apart == 0;
}

int main(void) {
    char header[32];
    sepal_polys *set;
    int exact = 1;

    if (sepal_polys_create(NULL, &set) != SEPAL_OK)
        return 1;
    for (size_t i = 0; i < sizeof questions / sizeof *questions; i++)
        exact &= ask(set, &questions[i]);
    sepal_polys_destroy(set);

    snprintf(header, sizeof header, "%d.%d.%d", SEPAL_VERSION_MAJOR, SEPAL_VERSION_MINOR, SEPAL_VERSION_PATCH);
    if (strcmp(header, sepal_version()) != 0)
        printf("the header is of version %s\n", header);
    printf("sepal %s: %s\n", sepal_version(), exact ? "exact" : "wrong");
    return !exact;
}
