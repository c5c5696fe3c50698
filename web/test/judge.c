/* judge.c — answers about pairs of shapes, read from standard input, by the library as this machine runs it: the judge of what the
 * page says. A line is `margin move_x move_y radius count x y x y ... radius count x y ...`, for the shapes A and B; the move
 * is that of B. The line of its answer is `verdict contains normal_x normal_y depth meets time normal_x normal_y`. */
#include <sepal/sepal.h>
#include <stdio.h>
#include <stdlib.h>

#define JUDGE_VERTICES 64 /* more than any shape of the page has */

static void fail(const char *why) {
    fprintf(stderr, "judge: %s\n", why);
    exit(1);
}

static double read_number(void) {
    double number;
    if (scanf("%lf", &number) != 1)
        fail("a number was expected");
    return number;
}

static void read_shape(sepal_polys *set) {
    float x[JUDGE_VERTICES], y[JUDGE_VERTICES];
    const float radius = (float)read_number();
    const size_t count = (size_t)read_number();
    if (count > JUDGE_VERTICES)
        fail("a shape has too many vertices");
    for (size_t i = 0; i < count; i++) {
        x[i] = (float)read_number();
        y[i] = (float)read_number();
    }
    if (sepal_polys_add_round(set, x, y, count, radius, NULL) != SEPAL_OK)
        fail("a shape is not convex");
}

static int overlaps(const sepal_polys *set, sepal_touching touching, float margin) {
    const sepal_pair pair = {0, 1};
    const sepal_rule rule = {.touching = touching, .margin = margin};
    uint64_t bits = 0;
    if (sepal_polys_overlap_pairs(set, set, &pair, 1, &rule, &bits) != SEPAL_OK)
        fail("the question was refused");
    return (int)bits;
}

static void answer(const sepal_polys *set, float margin, const float move[2]) {
    const sepal_pair pair = {0, 1};
    float x, y, depth;
    const sepal_mtvs out = {.normal_x = &x, .normal_y = &y, .depth = &depth};
    const float all_x[] = {0, move[0]}, all_y[] = {0, move[1]};
    const sepal_moves moves = {.x = all_x, .y = all_y};
    float time, hit_x, hit_y;
    uint64_t contains = 0, meets = 0;
    const sepal_hits hits = {&meets, &time, &hit_x, &hit_y};
    if (sepal_polys_contains_pairs(set, set, &pair, 1, NULL, &contains) != SEPAL_OK ||
        sepal_polys_mtv_pairs(set, set, &pair, 1, NULL, &out) != SEPAL_OK ||
        sepal_polys_sweep_pairs(set, NULL, set, &moves, &pair, 1, NULL, &hits) != SEPAL_OK)
        fail("the question was refused");
    const char *verdict = !overlaps(set, SEPAL_TOUCHING_OVERLAPS, margin)  ? "apart"
                          : overlaps(set, SEPAL_TOUCHING_IS_APART, margin) ? "overlap"
                                                                           : "touch";
    printf("%s %d %.9g %.9g %.9g ", verdict, (int)contains, (double)x, (double)y, (double)depth);
    printf("%d %.9g %.9g %.9g\n", (int)meets, (double)time, (double)hit_x, (double)hit_y);
}

int main(void) {
    sepal_polys *set = NULL;
    double margin;
    if (sepal_isa_use("scalar") != SEPAL_OK || sepal_polys_create(NULL, &set) != SEPAL_OK)
        fail("there is no memory");
    while (scanf("%lf", &margin) == 1) {
        const float x = (float)read_number(), y = (float)read_number();
        sepal_polys_clear(set);
        read_shape(set);
        read_shape(set);
        answer(set, (float)margin, (const float[]){x, y});
    }
    sepal_polys_destroy(set);
    return 0;
}
