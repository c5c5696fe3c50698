/* Contact points of spheres, capsules and boxes, of hulls of up to 32 vertices, and of prisms of up to 64 sides: the same bits on every
 * instruction set, in scenes dense with contacts of each kind. */
#include "../common/check.h"
#include "contact_answers.h"

enum { SOLIDS = 120, PAIRS = 3000, BYTES = PAIRS * (1 + 4 * (3 + POINTS * 11)) };

static double share_of(uint64_t *state) {
    *state = *state * 6364136223846793005U + 1442695040888963407U; /* Knuth's MMIX generator */
    return (double)(*state >> 40) * 0x1p-24;
}

/* A coordinate in -size .. size; on a lattice of halves if there is one. */
static float coordinate(uint64_t *state, double size, bool lattice) {
    const double at = (2 * share_of(state) - 1) * size;
    return (float)(lattice ? 0.5 * floor(2 * at + 0.5) : at);
}

/* Points, segments and boxes, with and without radii; some segments have ends in one place, or nearly so, or are along an axis. */
static void add_some(sepal_solids *set, uint64_t *state, bool lattice, double far) {
    for (int k = 0; k < SOLIDS; k++) {
        const double kind = share_of(state);
        const float radius = share_of(state) < 0.2 ? 0 : coordinate(state, 0.25, lattice) + 0.5F;
        float at[3][2], c[3], half[3], m[9];
        for (int i = 0; i < 3; i++) {
            c[i] = (float)far + coordinate(state, 2, lattice);
            half[i] = 1 + coordinate(state, 0.5, lattice);
            at[i][0] = c[i];
            at[i][1] = c[i] + (share_of(state) < 0.4 ? 0 : coordinate(state, share_of(state) < 0.1 ? 1e-5 : 2, lattice));
        }
        turn_matrix(lattice ? 0 : share_of(state), lattice ? 0 : share_of(state), lattice ? 0 : share_of(state), m);
        if (kind < 0.35)
            cr_assert_eq(sepal_solids_add_hull(set, at[0], at[1], at[2], 1, radius, NULL), SEPAL_OK);
        else if (kind < 0.7)
            cr_assert_eq(sepal_solids_add_hull(set, at[0], at[1], at[2], 2, radius, NULL), SEPAL_OK);
        else
            add_turned_box(set, c, half, m, share_of(state) < 0.5 ? 0 : radius);
    }
}

static void shuffle(float *x, float *y, float *z, int count, uint64_t *state) {
    float *const of[3] = {x, y, z};
    for (int k = count - 1; k > 0; k--) {
        const int other = (int)((k + 1) * share_of(state));
        for (int i = 0; i < 3; i++) {
            const float p = of[i][k];
            of[i][k] = of[i][other];
            of[i][other] = p;
        }
    }
}

/* The corners of a parallelepiped in any order, all of them or the first five to seven; some are thin, some are turned by a little only, and
 * some have a corner twice, in the middle of a side, or anywhere. */
static void add_crate(sepal_solids *set, uint64_t *state, bool lattice, double far) {
    static const double turns[] = {0, 1e-7, 1e-3, 1}, thin[] = {1, 1, 1, 1e-2, 1e-5, 1e-6};
    const double turn = lattice ? 0 : turns[(int)(4 * share_of(state))];
    const uint32_t size = share_of(state) < 0.6 ? 8 : 5 + (uint32_t)(3 * share_of(state));
    float at[3][8], m[9], c[3], half[3];
    turn_matrix(turn * share_of(state), turn * share_of(state), turn * share_of(state), m);
    for (int i = 0; i < 3; i++) {
        c[i] = (float)far + coordinate(state, 2, lattice);
        half[i] = 1 + coordinate(state, 0.5, lattice);
    }
    half[(int)(3 * share_of(state))] *= lattice ? 1 : (float)thin[(int)(6 * share_of(state))];
    for (int k = 0; k < 8; k++)
        for (int i = 0; i < 3; i++)
            at[i][k] = c[i] + (k & 1 ? half[0] : -half[0]) * m[3 * i] + (k & 2 ? half[1] : -half[1]) * m[3 * i + 1] +
                       (k & 4 ? half[2] : -half[2]) * m[3 * i + 2];
    const double odd = share_of(state);
    for (int i = 0; i < 3 && odd < 0.3; i++)
        at[i][7] = odd < 0.1 ? at[i][2] : odd < 0.2 ? 0.5F * (at[i][0] + at[i][3]) : c[i] + coordinate(state, 2, lattice);
    shuffle(at[0], at[1], at[2], 8, state);
    cr_assert_eq(sepal_solids_add_hull(set, at[0], at[1], at[2], size, share_of(state) < 0.6 ? 0 : 0.125F, NULL), SEPAL_OK);
}

static void add_crates(sepal_solids *set, uint64_t *state, bool lattice, double far) {
    for (int k = 0; k < SOLIDS; k++)
        add_crate(set, state, lattice, far);
}

/* Upright prisms, cut off or whole cones and pyramids with 3 to 14 sides, in two layers, so that one rests on another: more or fewer
 * corners than are computed in lanes. Some are thin, some have corners that are nearly on a line or nearly on a plane, once more, inside
 * of a face or a little above it; they are listed round about, the other way round, or in any order. */
static void add_prism(sepal_solids *set, uint64_t *state, bool lattice, double far) {
    static const double thin[] = {1, 1, 1, 1, 1e-2, 1e-5}, bulges[] = {0, 0, 0, 1e-7, 1e-6, 3e-6, 1e-5, 1e-3};
    static const double jitters[] = {0, 0, 0.9, 0.9999}, tapers[] = {1, 1, 1, 0.5, 0, 1.0001}, tilts[] = {0, 0, 1e-6, 1e-4, 1e-2};
    const int sides = share_of(state) < 0.2 ? 4 : 3 + (int)(12 * share_of(state));
    const double bulge = bulges[(int)(8 * share_of(state))], jitter = jitters[(int)(4 * share_of(state))];
    const double taper = tapers[(int)(6 * share_of(state))], wide = thin[(int)(6 * share_of(state))];
    const double begin = lattice ? 0 : 6.3 * share_of(state), way = share_of(state) < 0.5 ? 1 : -1;
    const double layer = share_of(state) < 0.5 ? 0 : share_of(state) < 0.5 ? 0.99 : 1.01;
    const double tilt[2] = {tilts[(int)(5 * share_of(state))], tilts[(int)(5 * share_of(state))]};
    const double x = coordinate(state, 0.5, lattice), y = coordinate(state, 0.5, lattice);
    float at[3][32];
    int count = 0;
    for (int k = 0; k < 2 * sides; k++) {
        const int side = k / 2;
        const double angle = begin + way * 6.283185307179586 * (side + jitter * share_of(state)) / sides;
        const double out = k % 2 ? taper : 1, p = out * cos(angle), q = out * wide * sin(angle);
        const double h = (k % 2 ? 0.5 : -0.5) + bulge * (share_of(state) - 0.5);
        at[0][count] = (float)(far + x + p);
        at[1][count] = (float)(far + y + q);
        at[2][count] = (float)(far + layer + h + tilt[0] * p + tilt[1] * q);
        count += taper > 0 || k < 2 || k % 2 == 0;
    }
    for (int extra = (int)(4 * share_of(state)); extra > 0 && count < 32; extra--, count++) {
        const int of = (int)(share_of(state) * count), to = share_of(state) < 0.4 ? of : (int)(share_of(state) * count);
        for (int i = 0; i < 3; i++)
            at[i][count] = 0.5F * (at[i][of] + at[i][to]);
    }
    if (share_of(state) < 0.4)
        shuffle(at[0], at[1], at[2], count, state);
    cr_assert_eq(sepal_solids_add_hull(set, at[0], at[1], at[2], (size_t)count, share_of(state) < 0.8 ? 0 : 0.125F, NULL),
                 SEPAL_OK);
}

/* Upright prisms with 13 to 64 sides in two layers, their vertices in any order. */
static void add_drum(sepal_solids *set, uint64_t *state, bool lattice, double far) {
    const int sides = 13 + (int)(52 * share_of(state));
    const double x = far + coordinate(state, 0.5, lattice), y = far + coordinate(state, 0.5, lattice);
    const double layer = far + (share_of(state) < 0.5 ? 0 : 0.99);
    float at[3][128];
    for (int k = 0; k < 2 * sides; k++) {
        const int side = k / 2;
        const double angle = 6.283185307179586 * side / sides;
        at[0][k] = (float)(x + cos(angle));
        at[1][k] = (float)(y + sin(angle));
        at[2][k] = (float)(layer + (k % 2 ? 0.5 : -0.5));
    }
    shuffle(at[0], at[1], at[2], 2 * sides, state);
    cr_assert_eq(sepal_solids_add_hull(set, at[0], at[1], at[2], 2 * (size_t)sides, 0, NULL), SEPAL_OK);
}

static void add_drums(sepal_solids *set, uint64_t *state, bool lattice, double far) {
    for (int k = 0; k < SOLIDS; k++)
        add_drum(set, state, lattice, far);
}

/* Every fourth of them is a box in one of the layers. */
static void add_prisms(sepal_solids *set, uint64_t *state, bool lattice, double far) {
    for (int k = 0; k < SOLIDS; k++) {
        if (k % 4 != 0) {
            add_prism(set, state, lattice, far);
            continue;
        }
        const float c[3] = {(float)far + coordinate(state, 0.5, lattice), (float)far + coordinate(state, 0.5, lattice),
                            (float)(far + (share_of(state) < 0.5 ? 0 : 0.99))};
        const float half[3] = {share_of(state) < 0.5 ? 0.75F : 2, 0.75F, 0.5F};
        float m[9];
        turn_matrix(0, share_of(state) < 0.5 ? 0 : 1e-3, lattice ? 0 : 6.3 * share_of(state), m);
        add_turned_box(set, c, half, m, share_of(state) < 0.8 ? 0 : 0.125F);
    }
}

/* All answers as bytes, with the points of surfaces relative to places. */
static void ask_all(sepal_solids *const sets[2], const sepal_pair *pairs, const sepal_contact_rule *rule, unsigned char *bytes) {
    float *at = (void *)bytes;
    float places[3 * SOLIDS];
    const sepal_solid_poses poses = {.x = places, .y = places + SOLIDS, .z = places + (size_t)2 * SOLIDS};
    float *arrays[14];
    for (int k = 0; k < 3 * SOLIDS; k++)
        places[k] = 0.25F * (float)(k % 19);
    for (int k = 0; k < 14; k++) {
        arrays[k] = at;
        at += k < 3 ? PAIRS : POINTS * PAIRS;
    }
    const sepal_solid_contacts out = {.normal_x = arrays[0],
                                      .normal_y = arrays[1],
                                      .normal_z = arrays[2],
                                      .x = arrays[3],
                                      .y = arrays[4],
                                      .z = arrays[5],
                                      .a_x = arrays[6],
                                      .a_y = arrays[7],
                                      .a_z = arrays[8],
                                      .b_x = arrays[9],
                                      .b_y = arrays[10],
                                      .b_z = arrays[11],
                                      .depth = arrays[12],
                                      .feature = (void *)arrays[13],
                                      .count = (void *)at,
                                      .poses_a = &poses,
                                      .poses_b = &poses};
    memset(bytes, 0x55, BYTES);
    cr_assert_eq(sepal_solids_contacts_pairs(sets[0], sets[1], pairs, PAIRS, rule, &out), SEPAL_OK);
}

Test(solids_contacts_round, bits_are_the_same_on_every_instruction_set) {
    static const sepal_contact_rule rules[] = {
        {SEPAL_TOUCHING_OVERLAPS, 0, 0}, {SEPAL_TOUCHING_OVERLAPS, 0.25F, 0}, {SEPAL_TOUCHING_OVERLAPS, 0.125F, INFINITY}};
    static const struct {
        void (*add)(sepal_solids *set, uint64_t *state, bool lattice, double far);
        bool lattice;
        double far;
    } scenes[] = {{add_some, false, 0},     {add_some, true, 0},      {add_some, false, 1000},   {add_some, true, 4096},
                  {add_crates, false, 0},   {add_crates, true, 0},    {add_crates, false, 1000}, {add_crates, true, 4096},
                  {add_crates, false, 1e5}, {add_prisms, false, 0},   {add_prisms, true, 0},     {add_prisms, false, 1000},
                  {add_prisms, true, 4096}, {add_prisms, false, 1e5}, {add_drums, false, 0},     {add_drums, true, 1000}};
    unsigned char *const expected = malloc(BYTES), *const got = malloc(BYTES);
    uint64_t state = 5;
    cr_assert(expected != NULL && got != NULL);
    for (size_t k = 0; k < sizeof scenes / sizeof *scenes; k++) {
        sepal_solids *const sets[2] = {new_set(), new_set()};
        static sepal_pair pairs[PAIRS];
        scenes[k].add(sets[0], &state, scenes[k].lattice, scenes[k].far);
        scenes[k].add(sets[1], &state, scenes[k].lattice, scenes[k].far);
        for (size_t p = 0; p < PAIRS; p++)
            pairs[p] = (sepal_pair){(uint32_t)(share_of(&state) * SOLIDS), (uint32_t)(share_of(&state) * SOLIDS)};
        for (size_t r = 0; r < sizeof rules / sizeof *rules; r++) {
            use_isa(0);
            ask_all(sets, pairs, &rules[r], expected);
            for (size_t isa = 1; isa < sepal_isa_count(); isa++) {
                use_isa(isa);
                ask_all(sets, pairs, &rules[r], got);
                for (size_t b = 0; b < BYTES; b++)
                    cr_assert(got[b] == expected[b], "%s, scene %zu, rule %zu: byte %zu", sepal_isa(), k, r, b);
            }
        }
        sepal_solids_destroy(sets[0]);
        sepal_solids_destroy(sets[1]);
    }
    free(expected);
    free(got);
}
