/* The smallest push of many pairs, and its points, on every instruction set: capsules, boxes with spheres and capsules, boxes on a lattice,
 * which kernels have their own ways for, and lists of all kinds have the bits of the reference. */
#include <criterion/criterion.h>
#include <math.h>
#include <sepal/solids.h>
#include <string.h>

enum { CHECKED_MOST = 4096 };

enum { PARTS = 10 };

static sepal_solid_mtvs mtvs_in(float to[PARTS][CHECKED_MOST]) {
    return (sepal_solid_mtvs){to[0], to[1], to[2], to[3], to[4], to[5], to[6], to[7], to[8], to[9]};
}

static uint32_t check_same_bits(const sepal_solids *a, const sepal_solids *b, const sepal_pair *pairs, size_t count) {
    static float scalar[PARTS][CHECKED_MOST], got[PARTS][CHECKED_MOST];
    const sepal_solid_mtvs of_scalar = mtvs_in(scalar), out = mtvs_in(got);
    uint32_t above = 0;
    cr_assert_leq(count, CHECKED_MOST);
    cr_assert_eq(sepal_isa_use("scalar"), SEPAL_OK);
    cr_assert_eq(sepal_solids_mtv_pairs(a, b, pairs, count, NULL, &of_scalar), SEPAL_OK);
    for (size_t i = 0; i < sepal_isa_count(); i++) {
        cr_assert_eq(sepal_isa_use(sepal_isa_at(i)), SEPAL_OK);
        memset(got, 0xff, sizeof got);
        cr_assert_eq(sepal_solids_mtv_pairs(a, b, pairs, count, NULL, &out), SEPAL_OK);
        for (int part = 0; part < PARTS; part++)
            for (size_t k = 0; k < count; k++)
                cr_assert_eq(memcmp(&got[part][k], &scalar[part][k], sizeof(float)), 0, "%s, pair %zu, part %d", sepal_isa(), k,
                             part);
    }
    for (size_t k = 0; k < count; k++)
        above += scalar[3][k] > 0;
    return above;
}

static float next_float(uint32_t *state, bool whole) {
    *state = *state * 1664525 + 1013904223;
    return whole ? (float)(*state >> 30) - 1 : (float)(*state >> 8) * 0x1p-22F - 2;
}

/* Parallelepipeds, some of which are nearly flat, flat, or segments, with each other and with capsules: with any coordinates, or small
 * integers, so that many of them are parallel to each other or touch. */
Test(solids_mtv, of_boxes_and_capsules_has_the_same_bits) {
    enum { SIDE = 48 };
    for (int whole = 0; whole < 2; whole++) {
        sepal_solids *boxes = NULL, *capsules = NULL;
        sepal_pair pairs[SIDE * SIDE], turned[SIDE * SIDE];
        uint32_t state = 5;
        cr_assert_eq(sepal_solids_create(NULL, &boxes), SEPAL_OK);
        cr_assert_eq(sepal_solids_create(NULL, &capsules), SEPAL_OK);
        for (uint32_t i = 0; i < SIDE; i++) {
            float v[12] = {0}, c[6], radius = 0.25F;
            for (int k = 0; k < 12; k++)
                v[k] = next_float(&state, whole) + (i % 4 == 0 && k >= 9 ? 16 * v[k - 3] : 0); /* nearly parallel to another edge */
            for (int k = 6; k < 12 && i % 8 == 3; k++)
                v[k] = k < 9 ? 2 * v[k - 3] : -v[k - 6];
            for (int k = 9; k < 12 && i % 4 == 1; k++)
                v[k] = -v[k - 3];
            for (int k = 0; k < 6; k++)
                c[k] = next_float(&state, whole) * (i % 3 == 0 && k < 3 ? 0.125F : 1);
            const sepal_solid_parallelepipeds box = {
                {v, v + 1, v + 2}, {v + 3, v + 4, v + 5}, {v + 6, v + 7, v + 8}, {v + 9, v + 10, v + 11}, NULL, 1};
            const sepal_solid_capsules capsule = {c, c + 1, c + 2, c + 3, c + 4, c + 5, &radius, 1};
            cr_assert_eq(sepal_solids_add_parallelepipeds(boxes, &box, 1, NULL, NULL), SEPAL_OK);
            cr_assert_eq(sepal_solids_add_capsules(capsules, &capsule, 1, NULL, NULL), SEPAL_OK);
            for (uint32_t j = 0; j < SIDE; j++) {
                pairs[SIDE * i + j] = (sepal_pair){i, j};
                turned[SIDE * i + j] = (sepal_pair){j, i};
            }
        }
        const uint32_t met = check_same_bits(boxes, capsules, pairs, SIDE * SIDE);
        cr_assert(met > SIDE && met < SIDE * SIDE - SIDE);
        cr_assert_eq(check_same_bits(capsules, boxes, turned, SIDE * SIDE), met);
        cr_assert_gt(check_same_bits(boxes, boxes, pairs, SIDE * SIDE), (uint32_t)SIDE);
        for (uint32_t i = 3; i < SIDE; i += 8) /* lists of one flat box alone */
            (void)check_same_bits(boxes, boxes, turned + SIDE * i, SIDE);
        sepal_solids_destroy(boxes);
        sepal_solids_destroy(capsules);
    }
}

/* How the segments of a scene lie: anyhow; with ends at small integers, so that many are parallel, touch or cross; almost parallel; in a
 * plane; along coordinate axes; with lengths from 2^-30 to 1, so that ends beside a middle are told by few bits. */
enum { ANYHOW, WHOLE, ALMOST_PARALLEL, IN_A_PLANE, UPRIGHT, OF_ANY_LENGTH, SEGMENT_SCENES };

static void place_segment(unsigned scene, uint32_t i, uint32_t *state, float from[3], float to[3]) {
    for (int k = 0; k < 3; k++)
        from[k] = next_float(state, scene == WHOLE), to[k] = next_float(state, scene == WHOLE);
    for (int k = 0; k < 3; k++) {
        if (scene == ALMOST_PARALLEL)
            to[k] = from[k] + (k == 0 ? 2 : to[k] * ldexpf(1, -(int)(i % 24)));
        if (scene == UPRIGHT && (uint32_t)k != i % 3)
            to[k] = from[k];
        if (scene == OF_ANY_LENGTH)
            to[k] = from[k] + to[k] * ldexpf(1, -(int)(i % 31));
    }
    if (scene == IN_A_PLANE)
        from[i % 2] = to[i % 2] = (float)(i % 2);
}

/* Capsules and spheres. */
Test(solids_mtv, of_capsules_has_the_same_bits) {
    enum { SIDE = 60 };
    for (unsigned scene = 0; scene < SEGMENT_SCENES; scene++) {
        sepal_solids *set = NULL;
        sepal_pair pairs[SIDE * SIDE];
        uint32_t state = 11;
        cr_assert_eq(sepal_solids_create(NULL, &set), SEPAL_OK);
        for (uint32_t i = 0; i < SIDE; i++) {
            float from[3], to[3];
            const float radius = scene == WHOLE ? 0.5F : 0.125F * (float)(i % 8);
            place_segment(scene, i, &state, from, to);
            const sepal_solid_capsules capsule = {from, from + 1, from + 2, to, to + 1, to + 2, &radius, 1};
            const sepal_solid_spheres sphere = {from, from + 1, from + 2, &radius, 1};
            cr_assert_eq(i % 5 == 4 ? sepal_solids_add_spheres(set, &sphere, 1, NULL, NULL)
                                    : sepal_solids_add_capsules(set, &capsule, 1, NULL, NULL),
                         SEPAL_OK);
            for (uint32_t j = 0; j < SIDE; j++)
                pairs[SIDE * i + j] = (sepal_pair){i, j};
        }
        const uint32_t above = check_same_bits(set, set, pairs, SIDE * SIDE);
        cr_assert(above > SIDE && above < SIDE * SIDE - SIDE, "scene %u: %u", scene, above);
        sepal_solids_destroy(set);
    }
}

/* v: the centre and the half edges. */
static void add_box(sepal_solids *set, float v[4][3]) {
    const sepal_solid_parallelepipeds box = {{&v[0][0], &v[0][1], &v[0][2]},
                                             {&v[1][0], &v[1][1], &v[1][2]},
                                             {&v[2][0], &v[2][1], &v[2][2]},
                                             {&v[3][0], &v[3][1], &v[3][2]},
                                             NULL,
                                             1};
    cr_assert_eq(sepal_solids_add_parallelepipeds(set, &box, 1, NULL, NULL), SEPAL_OK);
}

/* Boxes with right angles, or nearly: turned anyhow, some of them thin; along coordinate axes, with spheres at small integers, so that
 * coordinates are equal; with an edge that leans by a share of 2^-16 to 2^-27 of another one. With spheres and capsules. */
enum { TURNED, ON_A_LATTICE, LEANING, SQUARE_SCENES };

static void add_square_box(sepal_solids *set, unsigned scene, uint32_t i, uint32_t *state) {
    static const float axes[3][3] = {{1, 2, 2}, {2, 1, -2}, {2, -2, 1}};
    float v[4][3] = {{0}}, turn[4], c[3], h[3];
    for (int k = 0; k < 4; k++)
        turn[k] = next_float(state, false) + (k == 3 ? 2.5F : 0);
    for (int k = 0; k < 3; k++) {
        c[k] = next_float(state, scene == ON_A_LATTICE);
        h[k] = scene == ON_A_LATTICE ? 1 : (0.75F + 0.25F * next_float(state, false)) * (i % 3 == 0 && k == 2 ? 0x1p-10F : 1);
    }
    if (scene == TURNED) {
        const sepal_solid_boxes box = {c, c + 1, c + 2, h, h + 1, h + 2, {turn, turn + 1, turn + 2, turn + 3, {NULL}}, NULL, 1};
        cr_assert_eq(sepal_solids_add_boxes(set, &box, 1, NULL, NULL), SEPAL_OK);
        return;
    }
    for (int k = 0; k < 3; k++) {
        v[0][k] = c[k];
        for (int m = 0; m < 3; m++)
            v[1 + m][k] = scene == LEANING ? 0.25F * h[m] * axes[m][k] : m == k ? 1 : 0;
        if (scene == LEANING)
            v[1][k] += ldexpf(v[2][k], -16 - (int)(i % 12));
    }
    add_box(set, v);
}

Test(solids_mtv, of_boxes_with_right_angles_has_the_same_bits) {
    enum { SIDE = 60 };
    for (unsigned scene = 0; scene < SQUARE_SCENES; scene++) {
        sepal_solids *boxes = NULL, *round = NULL;
        sepal_pair pairs[SIDE * SIDE], turned[SIDE * SIDE];
        uint32_t state = 17;
        cr_assert_eq(sepal_solids_create(NULL, &boxes), SEPAL_OK);
        cr_assert_eq(sepal_solids_create(NULL, &round), SEPAL_OK);
        for (uint32_t i = 0; i < SIDE; i++) {
            float from[3], to[3], radius = 0.0625F * (float)(i % 4);
            add_square_box(boxes, scene, i, &state);
            place_segment(scene == ON_A_LATTICE ? WHOLE : ANYHOW, i, &state, from, to);
            const sepal_solid_capsules capsule = {from, from + 1, from + 2, to, to + 1, to + 2, &radius, 1};
            const sepal_solid_spheres sphere = {from, from + 1, from + 2, &radius, 1};
            cr_assert_eq(i % 4 == 3 ? sepal_solids_add_capsules(round, &capsule, 1, NULL, NULL)
                                    : sepal_solids_add_spheres(round, &sphere, 1, NULL, NULL),
                         SEPAL_OK);
            for (uint32_t j = 0; j < SIDE; j++) {
                pairs[SIDE * i + j] = (sepal_pair){i, j};
                turned[SIDE * i + j] = (sepal_pair){j, i};
            }
        }
        const uint32_t met = check_same_bits(boxes, round, pairs, SIDE * SIDE);
        cr_assert(met > SIDE && met < SIDE * SIDE - SIDE, "scene %u: %u", scene, met);
        cr_assert_eq(check_same_bits(round, boxes, turned, SIDE * SIDE), met);
        sepal_solids_destroy(boxes);
        sepal_solids_destroy(round);
    }
}

/* Boxes along (1, 2, 2), (2, 1, -2), (2, -2, 1), of a few bits: next to each other they touch, overlap by a little, or are apart by as
 * much; and so they are if only one of them has more bits. */
Test(solids_mtv, of_boxes_on_a_lattice_has_the_same_bits) {
    enum { SIDE = 4, BOXES = SIDE * SIDE * SIDE };
    static const float axes[3][3] = {{1, 2, 2}, {2, 1, -2}, {2, -2, 1}};
    for (int scene = 0; scene < 4; scene++) {
        sepal_solids *set = NULL;
        sepal_pair pairs[BOXES * BOXES];
        size_t count = 0;
        cr_assert_eq(sepal_solids_create(NULL, &set), SEPAL_OK);
        for (uint32_t i = 0; i < BOXES; i++) {
            const uint32_t cell[3] = {i % SIDE, i / SIDE % SIDE, i / SIDE / SIDE};
            float v[4][3] = {{0}};
            for (int m = 0; m < 3; m++)
                for (int k = 0; k < 3; k++) {
                    v[1 + m][k] = (scene == 1 ? 0.53125F : scene == 2 ? 0.46875F : 0.5F) * axes[m][k];
                    v[0][k] += (float)cell[m] * axes[m][k];
                }
            v[0][0] += scene == 3 && i % 7 == 0 ? 0x1p-20F : 0;
            add_box(set, v);
            for (uint32_t j = 0; j < i; j++)
                pairs[count++] = (sepal_pair){i, j};
        }
        const uint32_t above = check_same_bits(set, set, pairs, count);
        cr_assert(scene == 1 || scene == 3 ? above > 0 : above == 0);
        sepal_solids_destroy(set);
    }
}

/* Boxes, spheres, capsules and hulls of five, six, twenty and seventy vertices, each of them with all others. */
Test(solids_mtv, of_all_kinds_has_the_same_bits) {
    enum { SIDE = 63, MOST = 70 };
    static const size_t vertices[] = {5, 6, 20, MOST};
    sepal_solids *set = NULL;
    sepal_pair pairs[SIDE * SIDE];
    uint32_t state = 23;
    cr_assert_eq(sepal_solids_create(NULL, &set), SEPAL_OK);
    for (uint32_t i = 0; i < SIDE; i++) {
        float at[3][MOST], from[3], to[3];
        const float radius = 0.5F;
        place_segment(ANYHOW, i, &state, from, to);
        const sepal_solid_capsules capsule = {from, from + 1, from + 2, to, to + 1, to + 2, &radius, 1};
        const sepal_solid_spheres sphere = {from, from + 1, from + 2, &radius, 1};
        for (int k = 0; k < 3; k++)
            for (size_t j = 0; j < MOST; j++)
                at[k][j] = from[k] + 0.5F * next_float(&state, false);
        if (i % 7 == 0)
            add_square_box(set, TURNED, i, &state);
        else if (i % 7 < 3)
            cr_assert_eq(i % 7 == 1 ? sepal_solids_add_spheres(set, &sphere, 1, NULL, NULL)
                                    : sepal_solids_add_capsules(set, &capsule, 1, NULL, NULL),
                         SEPAL_OK);
        else
            cr_assert_eq(sepal_solids_add_hull(set, at[0], at[1], at[2], vertices[i % 7 - 3], 0, NULL), SEPAL_OK);
        for (uint32_t j = 0; j < SIDE; j++)
            pairs[SIDE * i + j] = (sepal_pair){i, j};
    }
    const uint32_t above = check_same_bits(set, set, pairs, SIDE * SIDE);
    cr_assert(above > SIDE && above < SIDE * SIDE - SIDE, "%u", above);
    sepal_solids_destroy(set);
}
