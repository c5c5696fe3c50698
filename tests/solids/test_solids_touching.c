/* Solids that touch exactly, or all but: spheres, capsules and boxes on lattices. Pushes and contacts have the bits of the reference on
 * every instruction set, and the depth of those that touch is 0. */
#include <criterion/criterion.h>
#include <math.h>
#include <sepal/solids.h>
#include <string.h>

enum { COUPLES = 480 };

/* Whole numbers x, y, z, r with x^2 + y^2 + z^2 = r^2. */
static const int quadruples[][4] = {{1, 0, 0, 1}, {3, 4, 0, 5},  {1, 2, 2, 3},   {2, 3, 6, 7},
                                    {1, 4, 8, 9}, {2, 6, 9, 11}, {6, 10, 15, 19}};

static int next_between(uint32_t *state, int low, int high) {
    *state = *state * 1664525 + 1013904223;
    return low + (int)((*state >> 8) % (uint32_t)(high - low + 1));
}

/* What is done to a couple that touches. But for the first and the last, one of the coordinates or radii is changed so little that double
 * hardly sees it; or, where the difference of two coordinates is rounded, not at all. */
enum { EXACT, ASIDE, ROUNDED, LARGER, MANY_BITS, AWAY, CHANGES };

static void place_couple(uint32_t *state, uint32_t k, float unit, float margin, float at[2][3], float radius[2]) {
    const int *q = quadruples[k % (sizeof quadruples / sizeof quadruples[0])], first = next_between(state, 0, 2);
    const uint32_t change = k / 8 % CHANGES;
    const float scale = (float)next_between(state, 1, 4) * unit * 4, own = (float)next_between(state, 0, 4) / 4;
    for (int c = 0; c < 3; c++) {
        at[0][c] = (float)next_between(state, -9, 9) * unit * (change == AWAY ? 0x1p20F : 1);
        at[1][c] = at[0][c] + (next_between(state, 0, 1) ? 1 : -1) * (float)q[(c + first) % 3] * scale;
    }
    radius[0] = own * ((float)q[3] * scale - margin);
    radius[1] = (float)q[3] * scale - margin - radius[0];
    if (change == ASIDE || change == ROUNDED) {
        at[0][0] = at[0][1] = at[0][2] = 0;
        at[1][0] = (float)q[3] * scale, at[1][1] = at[1][2] = 0;
    }
    if (change == ASIDE)
        at[1][1 + k % 2] = unit * 0x1p-30F;
    if (change == ROUNDED)
        at[0][0] = unit * (k % 4 < 2 ? 0x1p-60F : -0x1p-60F);
    if (change == LARGER)
        radius[k % 2] = nextafterf(radius[k % 2], k % 4 < 2 ? INFINITY : 0);
    if (change == MANY_BITS)
        for (int c = 0; c < 3; c++)
            at[0][c] *= 1 + 0x1p-23F, at[1][c] *= 1 + 0x1p-23F;
}

/* Two solids of each couple: 0, spheres; 1, capsules across the way if that is along x; 2, a box of half its radius and a sphere; 3, two
 * boxes of half their radius; 4, a box and a capsule. */
static void add_solid(sepal_solids *set, int kind, bool second, const float at[3], float radius, float unit) {
    const float half = radius / 2, zero = 0, sides[2] = {at[1] - unit, at[1] + unit};
    const sepal_solid_spheres sphere = {&at[0], &at[1], &at[2], &radius, 1};
    const sepal_solid_capsules capsule = {&at[0], &sides[0], &at[2], &at[0], &sides[1], &at[2], &radius, 1};
    const sepal_solid_parallelepipeds box = {
        {&at[0], &at[1], &at[2]}, {&half, &zero, &zero}, {&zero, &half, &zero}, {&zero, &zero, &half}, &half, 1};
    if (kind == 1 || (kind == 4 && second))
        cr_assert_eq(sepal_solids_add_capsules(set, &capsule, 1, NULL, NULL), SEPAL_OK);
    else if (kind == 3 || (kind >= 2 && !second))
        cr_assert_eq(sepal_solids_add_parallelepipeds(set, &box, 1, NULL, NULL), SEPAL_OK);
    else
        cr_assert_eq(sepal_solids_add_spheres(set, &sphere, 1, NULL, NULL), SEPAL_OK);
}

/* All that is answered: whether they overlap, pushes, then contacts. */
typedef struct answers {
    uint64_t overlap[(COUPLES + 63) / 64];
    float push[4][COUPLES], normal[3][COUPLES], point[4][4 * COUPLES];
    uint8_t count[COUPLES];
} answers;

static void ask(const sepal_solids *set, const sepal_pair *pairs, sepal_touching touching, float margin, answers *out) {
    const sepal_rule rule = {touching, margin, 0};
    const sepal_contact_rule contact_rule = {.margin = margin};
    const sepal_solid_mtvs pushes = {
        .normal_x = out->push[0], .normal_y = out->push[1], .normal_z = out->push[2], .depth = out->push[3]};
    const sepal_solid_contacts contacts = {.count = out->count,
                                           .normal_x = out->normal[0],
                                           .normal_y = out->normal[1],
                                           .normal_z = out->normal[2],
                                           .x = out->point[0],
                                           .y = out->point[1],
                                           .z = out->point[2],
                                           .depth = out->point[3]};
    memset(out, 0, sizeof *out);
    cr_assert_eq(sepal_solids_overlap_pairs(set, set, pairs, COUPLES, &rule, out->overlap), SEPAL_OK);
    cr_assert_eq(sepal_solids_mtv_pairs(set, set, pairs, COUPLES, &rule, &pushes), SEPAL_OK);
    cr_assert_eq(sepal_solids_contacts_pairs(set, set, pairs, COUPLES, &contact_rule, &contacts), SEPAL_OK);
}

static void check(int kind, float unit, float margin) {
    static answers scalar, got;
    uint32_t state = 7;
    sepal_solids *set = NULL;
    sepal_pair pairs[COUPLES];
    size_t touch = 0;
    cr_assert_eq(sepal_solids_create(NULL, &set), SEPAL_OK);
    for (uint32_t k = 0; k < COUPLES; k++) {
        float at[2][3], radius[2];
        place_couple(&state, k, unit, margin, at, radius);
        add_solid(set, kind, false, at[0], radius[0], unit);
        add_solid(set, kind, true, at[1], radius[1], unit);
        pairs[k] = (sepal_pair){2 * k + k % 2, 2 * k + 1 - k % 2};
    }
    for (int open = 0; open < 2; open++) {
        const sepal_touching touching = open ? SEPAL_TOUCHING_IS_APART : SEPAL_TOUCHING_OVERLAPS;
        cr_assert_eq(sepal_isa_use("scalar"), SEPAL_OK);
        ask(set, pairs, touching, margin, &scalar);
        for (size_t i = 0; i < sepal_isa_count(); i++) {
            cr_assert_eq(sepal_isa_use(sepal_isa_at(i)), SEPAL_OK);
            ask(set, pairs, touching, margin, &got);
            for (size_t b = 0; b < sizeof got; b++)
                cr_assert_eq(((const unsigned char *)&got)[b], ((const unsigned char *)&scalar)[b],
                             "%s, kind %d, unit %a, margin %a: byte %zu", sepal_isa(), kind, (double)unit, (double)margin, b);
        }
    }
    for (uint32_t k = 0; k < COUPLES; k++) {
        touch += scalar.push[3][k] == 0;
        if (kind == 0 && k / 8 % CHANGES == EXACT)
            cr_assert(scalar.push[3][k] == 0 && !signbit(scalar.push[3][k]), "couple %u does not touch", k);
        if (kind == 0 && k / 8 % CHANGES == ASIDE)
            cr_assert(scalar.push[3][k] < 0, "couple %u is not apart", k);
        if (kind == 0 && k / 8 % CHANGES == ROUNDED)
            cr_assert(k % 4 < 2 ? scalar.push[3][k] > 0 : scalar.push[3][k] < 0, "couple %u is taken for one that touches", k);
    }
    cr_assert(touch > COUPLES / 16, "kind %d: %zu touch", kind, touch);
    sepal_solids_destroy(set);
}

Test(solids_touching, has_the_bits_of_the_reference) {
    static const float units[] = {1, 0x1p-60F, 0x1p30F};
    for (int kind = 0; kind < 5; kind++)
        for (size_t k = 0; k < sizeof units / sizeof units[0]; k++)
            for (int wide = 0; wide < 2; wide++)
                check(kind, units[k], wide ? units[k] / 2 : 0);
}

/* Boxes beside each other, one of them with a radius: depths halfway between two floats, rounded up or down to the even one, and one that
 * is a float. */
Test(solids_touching, a_depth_between_two_floats_is_that_of_the_reference) {
    static const float cases[][3] = {/* place, radius, depth */
                                     {3 + 0x1p-22F, 0x1p-24F, -1 - 0x1p-22F},
                                     {3 + 0x1p-21F, 0x1p-24F, -1 - 0x1p-21F},
                                     {3 + 0x1p-22F, 0x3p-24F, -1},
                                     {3 + 0x1p-21F, 0x3p-24F, -1 - 0x1p-22F},
                                     {3, 0x1p-24F, -1 + 0x1p-24F}};
    enum { CASES = sizeof cases / sizeof *cases };
    const float zero = 0, one = 1;
    sepal_solids *set = NULL;
    sepal_pair pairs[CASES];
    cr_assert_eq(sepal_solids_create(NULL, &set), SEPAL_OK);
    for (uint32_t k = 0; k <= CASES; k++) {
        const float *x = k == CASES ? &zero : &cases[k][0], *radius = k == CASES ? &zero : &cases[k][1];
        const sepal_solid_parallelepipeds box = {
            {x, &zero, &zero}, {&one, &zero, &zero}, {&zero, &one, &zero}, {&zero, &zero, &one}, radius, 1};
        cr_assert_eq(sepal_solids_add_parallelepipeds(set, &box, 1, NULL, NULL), SEPAL_OK);
    }
    for (uint32_t k = 0; k < CASES; k++)
        pairs[k] = (sepal_pair){CASES, k};
    for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
        float push[4][CASES];
        const sepal_solid_mtvs out = {.normal_x = push[0], .normal_y = push[1], .normal_z = push[2], .depth = push[3]};
        cr_assert_eq(sepal_isa_use(sepal_isa_at(isa)), SEPAL_OK);
        cr_assert_eq(sepal_solids_mtv_pairs(set, set, pairs, CASES, NULL, &out), SEPAL_OK);
        for (int k = 0; k < CASES; k++) {
            cr_assert(push[0][k] == 1 && push[1][k] == 0 && push[2][k] == 0, "%s, case %d", sepal_isa(), k);
            cr_assert(memcmp(&push[3][k], &cases[k][2], sizeof(float)) == 0, "%s, case %d: %a, not %a", sepal_isa(), k,
                      (double)push[3][k], (double)cases[k][2]);
        }
    }
    sepal_solids_destroy(set);
}

/* --- At any scale --------------------------------------------------------------------------------------------------------------- */

enum { SCALED = 256 };

/* Couples of boxes and capsules, side by side along x, with gaps that are the sum of their radii or nearly so. */
static void add_couples_at_scale(sepal_solids *set, uint32_t *state, float scale) {
    float x = 0, radius = 0;
    for (int k = 0; k < SCALED; k++) {
        float half[3], at[3], gap = radius;
        radius = (float)next_between(state, 0, 32) / 16 * scale;
        gap += radius + (float)next_between(state, -2, 2) * 0x1p-18F * scale;
        for (int c = 0; c < 3; c++) {
            half[c] = (float)next_between(state, 1, 32) / 16 * scale;
            at[c] = (float)next_between(state, -8, 8) / 16 * scale;
        }
        const float low = at[1] - half[1], high = at[1] + half[1], zero = 0;
        x = k % 2 == 0 ? 0 : x + half[0] + gap;
        const sepal_solid_parallelepipeds box = {
            {&x, &at[1], &at[2]}, {&half[0], &zero, &zero}, {&zero, &half[1], &zero}, {&zero, &zero, &half[2]}, &radius, 1};
        const sepal_solid_capsules capsule = {&x, &low, &at[2], &x, &high, &at[2], &radius, 1};
        if (k % 8 < 4 || k % 8 == 7)
            cr_assert_eq(sepal_solids_add_parallelepipeds(set, &box, 1, NULL, NULL), SEPAL_OK);
        else
            cr_assert_eq(sepal_solids_add_capsules(set, &capsule, 1, NULL, NULL), SEPAL_OK);
        x += half[0];
    }
}

/* The answers do not depend on the unit of all numbers, even where squares of them leave the range of float. */
Test(solids_touching, does_not_depend_on_the_unit) {
    static const int scales[] = {0, -70, 40, 58, 59, 60, 61, 62, 63, 64, 66, 90, 120};
    sepal_pair pairs[SCALED / 2];
    uint64_t first[SEPAL_BIT_WORDS(SCALED / 2)] = {0}, bits[SEPAL_BIT_WORDS(SCALED / 2)] = {0};
    float depths[SCALED / 2] = {0}, depth[SCALED / 2] = {0};
    for (uint32_t k = 0; k < SCALED / 2; k++)
        pairs[k] = (sepal_pair){2 * k, 2 * k + 1};
    for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
        cr_assert_eq(sepal_isa_use(sepal_isa_at(isa)), SEPAL_OK);
        for (size_t s = 0; s < sizeof scales / sizeof *scales; s++) {
            sepal_solids *set = NULL;
            uint32_t state = 7;
            cr_assert_eq(sepal_solids_create(NULL, &set), SEPAL_OK);
            add_couples_at_scale(set, &state, ldexpf(1, scales[s]));
            cr_assert_eq(sepal_solids_overlap_pairs(set, set, pairs, SCALED / 2, NULL, s == 0 ? first : bits), SEPAL_OK);
            cr_assert_eq(
                sepal_solids_mtv_pairs(set, set, pairs, SCALED / 2, NULL, &(sepal_solid_mtvs){.depth = s == 0 ? depths : depth}),
                SEPAL_OK);
            for (size_t k = 0; k < SCALED / 2 && s > 0; k++) {
                cr_assert_eq(bits[k / 64] >> k % 64 & 1, first[k / 64] >> k % 64 & 1, "%s, scale 2^%d, pair %zu", sepal_isa(),
                             scales[s], k);
                cr_assert(depth[k] == ldexpf(depths[k], scales[s]), "%s, scale 2^%d, pair %zu: %a", sepal_isa(), scales[s], k,
                          (double)depth[k]);
            }
            sepal_solids_destroy(set);
        }
    }
}
