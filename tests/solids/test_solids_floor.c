/* A large box as a floor, as docs/for_engines.md advises in place of a half-space. */
#include "../common/check.h"

#include <criterion/criterion.h>
#include <math.h>
#include <sepal/solids.h>
#include <stddef.h>

enum { BODIES = 9, KINDS = 3 };

/* The floor is solid 0: half a side is 2^exponent, and its top is at z = 0, which is exact, since c + w is with real numbers. Then
 * KINDS bodies for each of three heights: a cube, a sphere and a prism, of which the lowest point is there. */
static sepal_solids *world_of(int exponent, const float heights[BODIES / KINDS]) {
    const float zero = 0, half = 0.5F, size = ldexpf(1, exponent), centre = -size;
    const float w = 0.875F, z = 0.3125F; /* a quaternion: the cubes are turned about the vertical axis */
    sepal_solids *set = NULL;
    const sepal_solid_boxes ground = {.x = &zero, .y = &zero, .z = &centre, .half_x = &size, .half_y = &size, .half_z = &size};
    cr_assert_eq(sepal_solids_create(NULL, &set), SEPAL_OK);
    cr_assert_eq(sepal_solids_add_boxes(set, &ground, 1, NULL, NULL), SEPAL_OK);
    for (int k = 0; k < BODIES / KINDS; k++) {
        const float x = 3.3F + 2 * (float)k, y = -1.7F, low = heights[k], middle = 0.5F + low, top = 1 + low;
        const sepal_solid_boxes cube = {.x = &x,
                                        .y = &y,
                                        .z = &middle,
                                        .half_x = &half,
                                        .half_y = &half,
                                        .half_z = &half,
                                        .turn = {.w = &w, .x = &zero, .y = &zero, .z = &z}};
        const sepal_solid_prisms drum = {
            .x0 = &x, .y0 = &y, .z0 = &low, .x1 = &x, .y1 = &y, .z1 = &top, .circumradius = &half, .sides = 12};
        cr_assert_eq(sepal_solids_add_boxes(set, &cube, 1, NULL, NULL), SEPAL_OK);
        cr_assert_eq(sepal_solids_add_hull(set, &x, &y, &middle, 1, 0.5F, NULL), SEPAL_OK);
        cr_assert_eq(sepal_solids_add_prisms(set, &drum, 1, NULL, NULL), SEPAL_OK);
    }
    return set;
}

static void list_pairs(sepal_pair pairs[BODIES]) {
    for (uint32_t i = 0; i < BODIES; i++)
        pairs[i] = (sepal_pair){0, i + 1};
}

/* Whatever the size of the floor: what is in it by 2^-24 overlaps, what touches it touches, and what is 2^-24 above is apart. */
Test(solids_floor, yes_and_no_and_signs_are_exact) {
    const float heights[] = {-0x1p-24F, 0, 0x1p-24F};
    const sepal_rule open = {.touching = SEPAL_TOUCHING_IS_APART};
    const int exponents[] = {4, 20, 60, 120};
    sepal_pair pairs[BODIES];
    list_pairs(pairs);
    for (size_t e = 0; e < sizeof exponents / sizeof *exponents; e++) {
        sepal_solids *set = world_of(exponents[e], heights);
        for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
            uint64_t closed_bits = 0, open_bits = 0;
            float depth[BODIES];
            use_isa(isa);
            cr_assert_eq(sepal_solids_overlap_pairs(set, set, pairs, BODIES, NULL, &closed_bits), SEPAL_OK);
            cr_assert_eq(sepal_solids_overlap_pairs(set, set, pairs, BODIES, &open, &open_bits), SEPAL_OK);
            cr_assert_eq(sepal_solids_mtv_pairs(set, set, pairs, BODIES, NULL, &(sepal_solid_mtvs){.depth = depth}), SEPAL_OK);
            for (int i = 0; i < BODIES; i++) {
                const int step = i / KINDS, touches = step == 1;
                cr_assert_eq((int)(closed_bits >> i & 1), step == 0 || touches, "2^%d, %s: body %d", exponents[e], sepal_isa(), i);
                cr_assert_eq((int)(open_bits >> i & 1), step == 0, "2^%d, %s: body %d", exponents[e], sepal_isa(), i);
                cr_assert_eq((depth[i] > 0) - (depth[i] < 0),
                             step == 0 ? 1
                             : touches ? 0
                                       : -1,
                             "2^%d, %s: body %d, depth %a", exponents[e], sepal_isa(), i, (double)depth[i]);
            }
        }
        sepal_solids_destroy(set);
    }
}

/* With a floor of up to 2^16 sizes of a body to each side, cubes and drums that are sunk in have four contact points, and all depths are
 * right; a sphere has one. */
Test(solids_floor, contacts_are_whole_up_to_65536_sizes) {
    const float heights[] = {-0x1p-6F, -0x1p-7F, -0x1p-10F};
    sepal_pair pairs[BODIES];
    list_pairs(pairs);
    for (int exponent = 4; exponent <= 16; exponent += 2) {
        sepal_solids *set = world_of(exponent, heights);
        for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
            uint8_t count[BODIES];
            float depth[4 * BODIES], normal[BODIES];
            use_isa(isa);
            const sepal_solid_contacts out = {.count = count, .normal_z = normal, .depth = depth};
            cr_assert_eq(sepal_solids_contacts_pairs(set, set, pairs, BODIES, NULL, &out), SEPAL_OK);
            for (size_t i = 0; i < BODIES; i++) {
                cr_assert_eq(count[i], i % KINDS == 1 ? 1 : 4, "2^%d, %s: body %zu has %u points", exponent, sepal_isa(), i,
                             count[i]);
                cr_assert_eq(normal[i], 1);
                for (size_t k = 0; k < count[i]; k++)
                    cr_assert_float_eq(depth[4 * i + k], -heights[i / KINDS], ldexpf(1, exponent - 22), "2^%d, %s: body %zu",
                                       exponent, sepal_isa(), i);
            }
        }
        sepal_solids_destroy(set);
    }
}
