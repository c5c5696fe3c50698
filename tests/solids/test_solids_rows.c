/* Rows of pairs of solids: the answers are those about the listed pairs, on every instruction set. */
#include "../common/check.h"
#include "../scenes/solid_scenes.h"

#include <criterion/criterion.h>
#include <sepal/solids.h>
#include <string.h>

/* More pairs than the library takes at a time, in rows that are empty, shorter than the lanes, or longer than a chunk. */
enum { SHAPES = 100, ROWS = 90, MOST_PAIRS = ROWS * 1200, ARRAYS = 10, SPHERES = 1200 };

typedef struct rows {
    sepal_row rows[ROWS];
    sepal_pair pairs[MOST_PAIRS];
    size_t count;
} rows;

static void make_rows(const sepal_solids *a, const sepal_solids *b, uint32_t seed, rows *out) {
    static const uint32_t lengths[] = {0, 1, 20, 3, 16, 0, 17, 64, 5, 1100, 8, 2, 31};
    const uint32_t count_a = (uint32_t)sepal_solids_count(a), count_b = (uint32_t)sepal_solids_count(b);
    out->count = 0;
    for (uint32_t r = 0; r < ROWS; r++) {
        const uint32_t first = (r * 7 + seed) % (count_b + 1), left = count_b - first;
        const uint32_t length = lengths[r % (sizeof lengths / sizeof *lengths)];
        sepal_row *row = &out->rows[r];
        *row = (sepal_row){(r * 5 + seed) % count_a, first, length < left ? length : left};
        for (uint32_t i = 0; i < row->count; i++)
            out->pairs[out->count++] = (sepal_pair){row->a, first + i};
    }
}

static void check_overlap(const char *what, const sepal_solids *a, const sepal_solids *b, const rows *r, const sepal_rule *rule) {
    static uint64_t listed[SEPAL_BIT_WORDS(MOST_PAIRS) + 1], found[SEPAL_BIT_WORDS(MOST_PAIRS) + 1];
    const size_t words = SEPAL_BIT_WORDS(r->count);
    memset(found, 0x5a, sizeof found);
    cr_assert_eq(sepal_solids_overlap_pairs(a, b, r->pairs, r->count, rule, listed), SEPAL_OK);
    cr_assert_eq(sepal_solids_overlap_rows(a, b, r->rows, ROWS, rule, found), SEPAL_OK);
    cr_assert_eq(memcmp(listed, found, words * sizeof *found), 0, "%s, %s", sepal_isa(), what);
    cr_assert_eq(found[words], UINT64_C(0x5a5a5a5a5a5a5a5a), "%s, %s: behind the answers", sepal_isa(), what);
}

static sepal_solid_mtvs arrays_of(float (*out)[MOST_PAIRS + 1]) {
    return (sepal_solid_mtvs){out[0], out[1], out[2], out[3], out[4], out[5], out[6], out[7], out[8], out[9]};
}

static void check_pushes(const char *what, const sepal_solids *a, const sepal_solids *b, const rows *r, const sepal_rule *rule) {
    static float listed[ARRAYS][MOST_PAIRS + 1], found[ARRAYS][MOST_PAIRS + 1];
    const sepal_solid_mtvs of_list = arrays_of(listed), of_rows = arrays_of(found);
    for (int k = 0; k < ARRAYS; k++)
        found[k][r->count] = 77;
    cr_assert_eq(sepal_solids_mtv_pairs(a, b, r->pairs, r->count, rule, &of_list), SEPAL_OK);
    cr_assert_eq(sepal_solids_mtv_rows(a, b, r->rows, ROWS, rule, &of_rows), SEPAL_OK);
    for (int k = 0; k < ARRAYS; k++) {
        cr_assert_eq(memcmp(listed[k], found[k], r->count * sizeof **found), 0, "%s, %s, array %d", sepal_isa(), what, k);
        cr_assert_eq(found[k][r->count], 77, "%s, %s: behind the answers", sepal_isa(), what);
    }
    found[3][0] = 77;
    cr_assert_eq(sepal_solids_mtv_rows(a, b, r->rows, ROWS, rule, &(sepal_solid_mtvs){.depth = found[3]}), SEPAL_OK);
    cr_assert_eq(memcmp(listed[3], found[3], r->count * sizeof **found), 0, "%s, %s: depths alone", sepal_isa(), what);
}

Test(solids_rows, have_the_answers_of_their_pairs) {
    static rows r;
    for (size_t kind = 0; kind < solid_scene_kinds(); kind++) {
        solid_scene s = solid_scene_create(kind, 811 + kind, SHAPES);
        make_rows(s.set_a, s.set_b, (uint32_t)kind, &r);
        for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
            use_isa(isa);
            for (int touching = 0; touching < RULES; touching++)
                check_overlap(s.kind, s.set_a, s.set_b, &r, rule_at(touching));
            check_overlap(s.kind, s.set_a, s.set_b, &r, &(sepal_rule){.margin = 0.25F});
        }
        use_isa(sepal_isa_count() - 1);
        check_pushes(s.kind, s.set_a, s.set_b, &r, &(sepal_rule){.margin = 0.125F});
        solid_scene_destroy(&s);
    }
}

/* Spheres on a grid of quarters, many of which just touch a box or another sphere; radii of boxes, and spheres that floats do not hold
 * well. */
static sepal_solids *spheres(rng *r, float scale) {
    sepal_solids *set = NULL;
    cr_assert_eq(sepal_solids_create(NULL, &set), SEPAL_OK);
    for (int k = 0; k < SPHERES; k++) {
        float at[3];
        for (int axis = 0; axis < 3; axis++)
            at[axis] = scale * 0.25F * (float)rng_below(r, 24);
        cr_assert_eq(sepal_solids_add_hull(set, &at[0], &at[1], &at[2], 1, scale * 0.25F * (float)rng_below(r, 4), NULL), SEPAL_OK);
    }
    return set;
}

static sepal_solids *boxes(rng *r, float scale, bool round) {
    sepal_solids *set = NULL;
    cr_assert_eq(sepal_solids_create(NULL, &set), SEPAL_OK);
    for (uint32_t k = 0; k < SHAPES; k++) {
        float v[12], radius = round ? scale * 0.25F * (float)rng_below(r, 3) : 0;
        for (int i = 0; i < 12; i++)
            v[i] = scale * 0.25F * (i < 3 ? (float)rng_below(r, 24) : i % 4 == 3 ? (float)(1 + rng_below(r, 3)) : 0);
        if (k % 3 == 0) /* turned by about a quarter of a right angle */
            v[4] = 0.5F * v[3], v[6] = -0.5F * v[7];
        const sepal_solid_parallelepipeds vectors = {
            {&v[0], &v[1], &v[2]}, {&v[3], &v[4], &v[5]}, {&v[6], &v[7], &v[8]}, {&v[9], &v[10], &v[11]}, &radius, 1};
        cr_assert_eq(sepal_solids_add_parallelepipeds(set, &vectors, 1, NULL, NULL), SEPAL_OK);
    }
    return set;
}

Test(solids_rows, of_spheres) {
    static rows r;
    static const float scales[] = {1, 0x1p-140F, 0x1p120F};
    for (size_t k = 0; k < 6; k++) {
        rng random = {31 + k};
        float scale = scales[k / 2];
        sepal_solids *many = spheres(&random, scale), *ones[] = {boxes(&random, scale, k % 2 == 1), spheres(&random, scale)};
        for (int one = 0; one < 2; one++) {
            make_rows(ones[one], many, (uint32_t)k, &r);
            for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
                use_isa(isa);
                for (int touching = 0; touching < RULES; touching++)
                    check_overlap("spheres", ones[one], many, &r, rule_at(touching));
                check_overlap("spheres", ones[one], many, &r,
                              &(sepal_rule){.touching = SEPAL_TOUCHING_IS_APART, .margin = 0.25F * scale});
            }
            sepal_solids_destroy(ones[one]);
        }
        sepal_solids_destroy(many);
    }
}

Test(solids_rows, outside_of_their_sets_are_refused) {
    rng random = {5};
    sepal_solids *a = boxes(&random, 1, false), *b = spheres(&random, 1);
    const uint32_t count_a = SHAPES, count_b = SPHERES;
    const sepal_row good = {0, 0, 1}, empty[] = {{0, 3, 0}, {1, count_b, 0}};
    const sepal_row bad[] = {{count_a, 0, 1},    {count_a, 0, 0},    {0, count_b + 1, 0},
                             {0, count_b, 1},    {0, 1, count_b},    {0, UINT32_MAX, 1},
                             {0, 1, UINT32_MAX}, {UINT32_MAX, 0, 1}, {0, UINT32_MAX, UINT32_MAX}};
    const sepal_rule nonsense = {(sepal_touching)2, 0, 0};
    uint64_t bits = 0x5a;
    float depth = 77;
    const sepal_solid_mtvs out = {.depth = &depth};
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        const sepal_row list[] = {good, bad[k]};
        cr_assert_eq(sepal_solids_overlap_rows(a, b, list, 2, NULL, &bits), SEPAL_BAD_ARGUMENT, "row %zu", k);
        cr_assert_eq(sepal_solids_mtv_rows(a, b, list, 2, NULL, &out), SEPAL_BAD_ARGUMENT, "row %zu", k);
    }
    cr_assert_eq(sepal_solids_overlap_rows(NULL, b, &good, 1, NULL, &bits), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_solids_overlap_rows(a, NULL, &good, 1, NULL, &bits), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_solids_overlap_rows(a, b, NULL, 1, NULL, &bits), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_solids_overlap_rows(a, b, &good, 1, NULL, NULL), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_solids_overlap_rows(a, b, &good, 1, &nonsense, &bits), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_solids_mtv_rows(NULL, b, &good, 1, NULL, &out), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_solids_mtv_rows(a, NULL, &good, 1, NULL, &out), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_solids_mtv_rows(a, b, NULL, 1, NULL, &out), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_solids_mtv_rows(a, b, &good, 1, NULL, NULL), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_solids_mtv_rows(a, b, &good, 1, &nonsense, &out), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_solids_overlap_rows(a, b, NULL, 0, NULL, NULL), SEPAL_OK, "no rows");
    cr_assert_eq(sepal_solids_overlap_rows(a, b, empty, 2, NULL, NULL), SEPAL_OK, "no pairs");
    cr_assert_eq(sepal_solids_mtv_rows(a, b, empty, 2, NULL, &out), SEPAL_OK, "no pairs");
    cr_assert(bits == 0x5a && depth == 77);
    sepal_solids_destroy(a);
    sepal_solids_destroy(b);
}
