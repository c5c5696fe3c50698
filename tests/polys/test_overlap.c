/* Overlap: cases worked out by hand, on every instruction set, in both orders and under both rules. */
#include "shape.h"

#include <criterion/criterion.h>
#include <float.h>
#include <sepal/sepal.h>

typedef enum contact { APART, TOUCH, OVERLAP } contact;

typedef struct example {
    const char *what;
    shape a, b;
    contact contact;
} example;

static const example examples[] = {
    {"squares side by side", {4, {0, 1, 1, 0}, {0, 0, 1, 1}}, {4, {1, 2, 2, 1}, {0, 0, 1, 1}}, TOUCH},
    {"squares that share part of a side", {4, {0, 1, 1, 0}, {0, 0, 1, 1}}, {4, {1, 2, 2, 1}, {0.75F, 0.75F, 2, 2}}, TOUCH},
    {"squares that share a corner", {4, {0, 1, 1, 0}, {0, 0, 1, 1}}, {4, {1, 2, 2, 1}, {1, 1, 2, 2}}, TOUCH},
    {"squares an ulp apart", {4, {0, 1, 1, 0}, {0, 0, 1, 1}}, {4, {1 + ULP, 2, 2, 1 + ULP}, {0, 0, 1, 1}}, APART},
    {"squares an ulp into each other",
     {4, {0, 1, 1, 0}, {0, 0, 1, 1}},
     {4, {1 - ULP / 2, 2, 2, 1 - ULP / 2}, {0, 0, 1, 1}},
     OVERLAP},
    {"a square and itself", {4, {0, 1, 1, 0}, {0, 0, 1, 1}}, {4, {0, 0, 1, 1}, {0, 1, 1, 0}}, OVERLAP},
    {"a square in a square", {4, {0, 9, 9, 0}, {0, 0, 9, 9}}, {4, {4, 5, 5, 4}, {4, 4, 5, 5}}, OVERLAP},
    {"a square in a square, at its side", {4, {0, 9, 9, 0}, {0, 0, 9, 9}}, {4, {4, 5, 5, 4}, {0, 0, 1, 1}}, OVERLAP},
    {"a cross of bars", {4, {-9, 9, 9, -9}, {-1, -1, 1, 1}}, {4, {-1, 1, 1, -1}, {-9, -9, 9, 9}}, OVERLAP},
    {"diamonds whose bounds overlap", {4, {0, 2, 0, -2}, {-2, 0, 2, 0}}, {4, {2.5F, 4.5F, 2.5F, 0.5F}, {0, 2, 4, 2}}, APART},
    {"diamonds along a side", {4, {0, 2, 0, -2}, {-2, 0, 2, 0}}, {4, {2, 4, 2, 0}, {0, 2, 4, 2}}, TOUCH},
    {"a corner on a side", {4, {0, 1, 1, 0}, {0, 0, 1, 1}}, {3, {1, 2, 2}, {0.5F, 0, 1}}, TOUCH},
    {"a corner through a side", {4, {0, 1, 1, 0}, {0, 0, 1, 1}}, {3, {1 - ULP / 2, 2, 2}, {0.5F, 0, 1}}, OVERLAP},
    {"a corner short of a side", {4, {0, 1, 1, 0}, {0, 0, 1, 1}}, {3, {1 + ULP, 2, 2}, {0.5F, 0, 1}}, APART},
    {"a corner 2^-60 short of a slanted side", {3, {-3, 3, -3}, {-3, 3, 3}}, {3, {0x1p-60F, 1, 3}, {0, -3, -1}}, APART},
    {"a corner on a slanted side", {3, {-3, 3, -3}, {-3, 3, 3}}, {3, {0, 1, 3}, {0, -3, -1}}, TOUCH},
    {"a corner 2^-60 through a slanted side", {3, {-3, 3, -3}, {-3, 3, 3}}, {3, {-0x1p-60F, 1, 3}, {0, -3, -1}}, OVERLAP},
    {"triangles corner to corner", {3, {0, -1, -1}, {0, 0, 1}}, {3, {0, 1, 1}, {0, 0, 1}}, TOUCH},
    {"triangles that only an oblique axis parts", {3, {0, 4, 0}, {0, 0, 4}}, {3, {5, 5, 1}, {0, 5, 5}}, APART},
    {"triangles along their long sides", {3, {0, 4, 0}, {0, 0, 4}}, {3, {4, 4, 0}, {0, 4, 4}}, TOUCH},
    {"a star of two triangles", {3, {-3, 3, 0}, {-2, -2, 4}}, {3, {-3, 3, 0}, {2, 2, -4}}, OVERLAP},
    {"octagons along a slant",
     {8, {-1, 1, 2, 2, 1, -1, -2, -2}, {-2, -2, -1, 1, 2, 2, 1, -1}},
     {8, {2, 4, 5, 5, 4, 2, 1, 1}, {1, 1, 2, 4, 5, 5, 4, 2}},
     TOUCH},
    {"two points", {1, {1}, {2}}, {1, {1}, {2 + 2 * ULP}}, APART},
    {"a point and itself", {1, {1}, {2}}, {1, {1}, {2}}, TOUCH},
    {"zeros of either sign", {1, {0.0F}, {-0.0F}}, {1, {-0.0F}, {0.0F}}, TOUCH},
    {"a point on a segment", {1, {2}, {1}}, {2, {0, 4}, {0, 2}}, TOUCH},
    {"a point at the end of a segment", {1, {4}, {2}}, {2, {0, 4}, {0, 2}}, TOUCH},
    {"a point beyond a segment, in line", {1, {6}, {3}}, {2, {0, 4}, {0, 2}}, APART},
    {"a point beside a segment", {1, {2}, {1 + ULP}}, {2, {0, 4}, {0, 2}}, APART},
    {"segments that cross", {2, {-1, 1}, {-1, 1}}, {2, {-1, 1}, {1, -1}}, OVERLAP},
    {"segments in a T", {2, {-1, 1}, {0, 0}}, {2, {0, 0}, {0, 5}}, TOUCH},
    {"segments in an L", {2, {0, 1}, {0, 0}}, {2, {0, 0}, {0, 5}}, TOUCH},
    {"segments just short of a T", {2, {-1, 1}, {0, 0}}, {2, {0, 0}, {TINY, 5}}, APART},
    {"segments in line, one over the other", {2, {0, 4}, {0, 2}}, {2, {2, 6}, {1, 3}}, TOUCH},
    {"segments in line, end to end", {2, {0, 4}, {0, 2}}, {2, {4, 6}, {2, 3}}, TOUCH},
    {"segments in line with a gap", {2, {0, 4}, {0, 2}}, {2, {6, 8}, {3, 4}}, APART},
    {"segments side by side", {2, {0, 4}, {0, 2}}, {2, {0, 4}, {1, 3}}, APART},
    {"upright segments with a gap", {2, {3, 3}, {0, 1}}, {2, {3, 3}, {2, 4}}, APART},
    {"a segment and itself, turned round", {2, {0, 4}, {0, 2}}, {2, {4, 0}, {2, 0}}, TOUCH},
    {"a segment with repeated and inner vertices", {5, {0, 0, 2, 4, 4}, {0, 0, 1, 2, 2}}, {1, {3}, {1.5F}}, TOUCH},
    {"a point of many vertices", {6, {1, 1, 1, 1, 1, 1}, {1, 1, 1, 1, 1, 1}}, {4, {0, 1, 1, 0}, {0, 0, 1, 1}}, TOUCH},
    {"a point inside", {1, {0.5F}, {0.5F}}, {4, {0, 1, 1, 0}, {0, 0, 1, 1}}, OVERLAP},
    {"a segment inside", {2, {0.25F, 0.5F}, {0.25F, 0.75F}}, {4, {0, 1, 1, 0}, {0, 0, 1, 1}}, OVERLAP},
    {"a segment through", {2, {-5, 5}, {0.5F, 0.5F}}, {4, {0, 1, 1, 0}, {0, 0, 1, 1}}, OVERLAP},
    {"a segment over a corner", {2, {0, 2}, {2, 0}}, {4, {0, 1, 1, 0}, {0, 0, 1, 1}}, TOUCH},
    {"a segment along a side", {2, {-5, 5}, {1, 1}}, {4, {0, 1, 1, 0}, {0, 0, 1, 1}}, TOUCH},
    {"a segment from a corner inwards", {2, {1, 0.5F}, {1, 0.5F}}, {4, {0, 1, 1, 0}, {0, 0, 1, 1}}, OVERLAP},
    {"repeated and inner vertices", {8, {0, 0, 1, 2, 2, 2, 2, 0}, {0, 0, 0, 0, 1, 2, 2, 2}}, {1, {2}, {1.5F}}, TOUCH},
    {"the least difference there is", {4, {0, TINY, TINY, 0}, {0, 0, TINY, TINY}}, {1, {2 * TINY}, {0}}, APART},
    {"the least squares, side by side",
     {4, {0, TINY, TINY, 0}, {0, 0, TINY, TINY}},
     {4, {TINY, 2 * TINY, 2 * TINY, TINY}, {0, 0, TINY, TINY}},
     TOUCH},
    {"the whole plane and a point",
     {4, {-FLT_MAX, FLT_MAX, FLT_MAX, -FLT_MAX}, {-FLT_MAX, -FLT_MAX, FLT_MAX, FLT_MAX}},
     {1, {0}, {TINY}},
     OVERLAP},
    {"opposite ends of the plane", {1, {-FLT_MAX}, {-FLT_MAX}}, {1, {FLT_MAX}, {FLT_MAX}}, APART},
    {"the diagonals of the plane",
     {2, {-FLT_MAX, FLT_MAX}, {-FLT_MAX, FLT_MAX}},
     {2, {-FLT_MAX, FLT_MAX}, {FLT_MAX, -FLT_MAX}},
     OVERLAP},
    {"half the plane and the least point outside",
     {3, {-FLT_MAX, FLT_MAX, -FLT_MAX}, {-FLT_MAX, FLT_MAX, FLT_MAX}},
     {1, {TINY}, {0}},
     APART},
    {"half the plane and the least point inside",
     {3, {-FLT_MAX, FLT_MAX, -FLT_MAX}, {-FLT_MAX, FLT_MAX, FLT_MAX}},
     {1, {-TINY}, {0}},
     OVERLAP},
    {"a needle past a square", {3, {-0x1p60F, 0x1p60F, 0}, {1, 1, 1 + ULP}}, {4, {0, 1, 1, 0}, {0, 0, 1, 1}}, TOUCH},
};

enum { EXAMPLES = sizeof examples / sizeof *examples };

static bool overlaps(const sepal_polys *set, sepal_pair pair, sepal_touching touching) {
    sepal_rule rule = {touching, 0, 0};
    uint64_t listed = 0, one = 0;
    cr_assert_eq(sepal_polys_overlap_pairs(set, set, &pair, 1, &rule, &listed), SEPAL_OK);
    cr_assert_eq(sepal_polys_overlap_one(set, pair.a, set, pair.b, 1, &rule, &one), SEPAL_OK);
    cr_assert_eq(listed, one);
    return listed == 1;
}

static void check(const sepal_polys *set, const example *e, sepal_pair pair) {
    sepal_pair back = {pair.b, pair.a};
    cr_assert_eq(overlaps(set, pair, SEPAL_TOUCHING_OVERLAPS), e->contact != APART, "%s: %s", sepal_isa(), e->what);
    cr_assert_eq(overlaps(set, back, SEPAL_TOUCHING_OVERLAPS), e->contact != APART, "%s: %s, exchanged", sepal_isa(), e->what);
    cr_assert_eq(overlaps(set, pair, SEPAL_TOUCHING_IS_APART), e->contact == OVERLAP, "%s: %s, strictly", sepal_isa(), e->what);
    cr_assert_eq(overlaps(set, back, SEPAL_TOUCHING_IS_APART), e->contact == OVERLAP, "%s: %s, strictly, exchanged", sepal_isa(),
                 e->what);
}

Test(overlap, is_right_for_cases_worked_out_by_hand) {
    for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
        cr_assert_eq(sepal_isa_use(sepal_isa_at(isa)), SEPAL_OK);
        for (size_t i = 0; i < EXAMPLES; i++)
            for (int windings = 0; windings < 4; windings++) {
                sepal_polys *set;
                cr_assert_eq(sepal_polys_create(NULL, &set), SEPAL_OK);
                sepal_pair pair = {add_shape(set, &examples[i].a, windings & 1), add_shape(set, &examples[i].b, windings & 2)};
                check(set, &examples[i], pair);
                sepal_polys_destroy(set);
            }
    }
}

/* All examples in one batch, so that lanes hold different kinds. */
Test(overlap, is_right_for_all_cases_at_once) {
    sepal_polys *a, *b;
    sepal_pair pairs[EXAMPLES];
    cr_assert_eq(sepal_polys_create(NULL, &a), SEPAL_OK);
    cr_assert_eq(sepal_polys_create(NULL, &b), SEPAL_OK);
    for (size_t i = 0; i < EXAMPLES; i++)
        pairs[i] = (sepal_pair){add_shape(a, &examples[i].a, false), add_shape(b, &examples[i].b, false)};
    for (size_t isa = 0; isa < sepal_isa_count(); isa++)
        for (int touching = 0; touching < 2; touching++) {
            sepal_rule rule = {(sepal_touching)touching, 0, 0};
            uint64_t bits[SEPAL_BIT_WORDS(EXAMPLES)];
            cr_assert_eq(sepal_isa_use(sepal_isa_at(isa)), SEPAL_OK);
            cr_assert_eq(sepal_polys_overlap_pairs(a, b, pairs, EXAMPLES, touching ? &rule : NULL, bits), SEPAL_OK);
            for (size_t i = 0; i < EXAMPLES; i++)
                cr_assert_eq(bits[i / 64] >> i % 64 & 1, examples[i].contact > (touching ? TOUCH : APART), "%s: %s, rule %d",
                             sepal_isa(), examples[i].what, touching);
        }
    sepal_polys_destroy(a);
    sepal_polys_destroy(b);
}
