/* Boxes that touch or stand beside each other with parallel edges: upright along one coordinate axis, turned about it, stacked, side by
 * side, sheared, flat; the same tilted; and spheres and capsules along such edges. Their overlap is as the oracle says, their pushes are as
 * the reference defines them. */
#include "judged.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BOXES = 30, PAIRS = BOXES * BOXES, KINDS = 9 };

/* SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014). */
static double uniform(uint64_t *state, double low, double high) {
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return low + (high - low) * (double)((z ^ z >> 31) >> 11) * 0x1p-53;
}
static int below(uint64_t *state, int n) {
    return (int)uniform(state, 0, n);
}

/* From TILTED on the scene is one of the others, turned as a whole: by a matrix of small integers, which keeps contacts, or by one that
 * rounds. */
enum { STACK, TURNED, LATTICE, SHEARED, TINY_TURNS, NEARLY_UPRIGHT, TILTED, LATTICE_TILTED = TILTED, COPIES_TILTED, TURNED_TILTED };
static const char *const kind_names[KINDS] = {"stack",          "turned",          "lattice",        "sheared",       "tiny turns",
                                              "nearly upright", "lattice, tilted", "copies, tilted", "turned, tilted"};
static const double tilts[3][3][3] = {
    {{1, 2, 2}, {2, 1, -2}, {2, -2, 1}},
    {{0.36, 0.48, -0.8}, {-0.8, 0.6, 0}, {0.48, 0.64, 0.6}},
    {{0.6, 0.64, -0.48}, {-0.8, 0.48, -0.36}, {0, 0.6, 0.8}},
};

static void tilt(const double turn[3][3], float v[3]) {
    const double x = (double)v[0], y = (double)v[1], z = (double)v[2];
    for (int k = 0; k < 3; k++)
        v[k] = (float)(turn[k][0] * x + turn[k][1] * y + turn[k][2] * z);
}

/* Half edges: two across the axis, and one along it. */
static void make_edges(uint64_t *state, int kind, int axis, float edge[3][3]) {
    const int x = (axis + 1) % 3, y = (axis + 2) % 3;
    const double turn = kind == STACK                             ? uniform(state, -0.02, 0.02)
                        : kind == TURNED || kind == TURNED_TILTED ? uniform(state, 0, 7)
                        : kind == TINY_TURNS                      ? ldexp(uniform(state, 1, 2), -below(state, 40))
                                                                  : 0;
    const bool lattice = kind == LATTICE || kind == LATTICE_TILTED;
    const double p = lattice ? 0.25 * below(state, 4) : 0.49, q = lattice ? 0.25 * below(state, 4) : 0.47;
    memset(edge, 0, 9 * sizeof edge[0][0]);
    edge[0][x] = (float)(p * cos(turn)), edge[0][y] = (float)(p * sin(turn));
    edge[1][x] = (float)(-q * sin(turn)), edge[1][y] = (float)(q * cos(turn));
    if (kind == SHEARED)
        for (int m = 0; m < 2; m++)
            edge[m][x] = 0.25F * (float)(below(state, 5) - 2), edge[m][y] = 0.25F * (float)(below(state, 5) - 2);
    edge[2][axis] = lattice ? 0.25F * (float)below(state, 3) : kind == COPIES_TILTED ? 0.4F : 0.5F;
    if (kind == NEARLY_UPRIGHT && below(state, 3) == 0)
        edge[below(state, 3)][below(state, 3)] += (float)ldexp(1, -below(state, 60));
}

static solid_item make_box(uint64_t *state, int kind, int axis, float scale) {
    static const int orders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    const int *order = orders[below(state, 6)];
    float edge[3][3];
    solid_item out = {.box = true};
    float *const to[3] = {out.vectors.u, out.vectors.v, out.vectors.w};
    make_edges(state, kind, axis, edge);
    float centre[3];
    for (int k = 0; k < 3; k++)
        centre[k] = (kind == TURNED && k != axis) || kind == COPIES_TILTED || kind == TURNED_TILTED ? (float)uniform(state, 0, 4)
                                                                                                    : 0.5F * (float)below(state, 7);
    if (kind >= TILTED) {
        tilt(tilts[kind - TILTED], centre);
        for (int m = 0; m < 3; m++)
            tilt(tilts[kind - TILTED], edge[m]);
    }
    for (int m = 0; m < 3; m++) {
        const float sign = below(state, 2) == 0 ? scale : -scale;
        for (int k = 0; k < 3; k++)
            to[order[m]][k] = sign * edge[m][k];
    }
    for (int k = 0; k < 3; k++)
        out.vectors.c[k] = scale * centre[k];
    return out;
}

/* Every box of the first list with every one of the second. */
typedef struct beside_scene {
    solid_item item[BOXES];
    sepal_solids *set;
    sepal_pair pairs[PAIRS];
} beside_scene;

/* Spheres and capsules instead of every other box: along an edge of a box, along a coordinate axis, or slanted, from a point as of a
 * lattice or from any. */
static void put_cores(beside_scene *s, uint64_t seed) {
    uint64_t state = seed;
    for (int k = 1; k < BOXES; k += 2) {
        const sepal_parallelepiped *along = &s->item[k - 1].vectors;
        const float *const edges[3] = {along->u, along->v, along->w};
        const float scale = fabsf(edges[0][0]) + fabsf(edges[0][1]) + fabsf(edges[0][2]), times = 0.5F * (float)below(&state, 4);
        const int kind = below(&state, 4), which = below(&state, 3);
        solid_item *out = &s->item[k];
        const float radius = out->radius;
        float *const to[3] = {out->x, out->y, out->z};
        const sepal_parallelepiped box = out->vectors;
        *out = (solid_item){.count = kind == 0 ? 1 : 2, .radius = radius};
        for (int i = 0; i < 3; i++) {
            to[i][0] = box.c[i];
            to[i][1] = kind == 1   ? box.c[i] + times * edges[which][i]
                       : kind == 2 ? box.c[i] + (i == which ? times * scale : 0)
                                   : box.c[i] + scale * (float)uniform(&state, -2, 2);
        }
    }
}

static void make_scene(beside_scene *s, uint64_t seed, int kind, float radius, bool cores) {
    uint64_t state = seed;
    const int axis = below(&state, 3);
    const float scale = ldexpf(1, seed % 3 == 0 ? below(&state, 160) - 80 : 0);
    cr_assert_eq(sepal_solids_create(NULL, &s->set), SEPAL_OK);
    for (int k = 0; k < BOXES; k++) {
        s->item[k] = make_box(&state, kind, axis, scale);
        s->item[k].radius = below(&state, 2) == 0 ? radius * scale : 0;
    }
    if (cores)
        put_cores(s, seed);
    for (int k = 0; k < BOXES; k++)
        solid_add(s->set, &s->item[k]);
    for (uint32_t k = 0; k < PAIRS; k++)
        s->pairs[k] = (sepal_pair){k / BOXES, k % BOXES};
}

typedef struct push_answers {
    float x[PAIRS], y[PAIRS], z[PAIRS], depth[PAIRS];
} push_answers;

static void ask_pushes(const beside_scene *s, float margin, push_answers *out) {
    const sepal_rule rule = {SEPAL_TOUCHING_OVERLAPS, margin, 0};
    const sepal_solid_mtvs arrays = {.normal_x = out->x, .normal_y = out->y, .normal_z = out->z, .depth = out->depth};
    cr_assert_eq(sepal_solids_mtv_pairs(s->set, s->set, s->pairs, PAIRS, &rule, &arrays), SEPAL_OK);
}

Test(solids_beside, overlap_as_the_oracle_says) {
    size_t found[3] = {0, 0, 0};
    beside_scene *s = malloc(sizeof *s);
    cr_assert_not_null(s);
    for (uint64_t seed = 1; seed <= 3; seed++)
        for (int kind = 0; kind < KINDS; kind++) {
            static oracle_contact contact[PAIRS];
            uint64_t closed[SEPAL_BIT_WORDS(PAIRS)], open[SEPAL_BIT_WORDS(PAIRS)];
            make_scene(s, seed, kind, 0, seed == 3);
            for (size_t k = 0; k < PAIRS; k++) {
                judged_room room_a, room_b;
                const oracle_solid a = judged(&s->item[s->pairs[k].a], &room_a), b = judged(&s->item[s->pairs[k].b], &room_b);
                contact[k] = oracle_solids_contact(&a, &b, 0);
                found[contact[k]]++;
            }
            for (size_t i = 0; i < sepal_isa_count(); i++) {
                cr_assert_eq(sepal_isa_use(sepal_isa_at(i)), SEPAL_OK);
                cr_assert_eq(sepal_solids_overlap_pairs(s->set, s->set, s->pairs, PAIRS,
                                                        &(sepal_rule){SEPAL_TOUCHING_OVERLAPS, 0, 0}, closed),
                             SEPAL_OK);
                cr_assert_eq(
                    sepal_solids_overlap_pairs(s->set, s->set, s->pairs, PAIRS, &(sepal_rule){SEPAL_TOUCHING_IS_APART, 0, 0}, open),
                    SEPAL_OK);
                for (size_t k = 0; k < PAIRS; k++) {
                    cr_assert_eq(closed[k / 64] >> (k % 64) & 1, contact[k] != ORACLE_APART, "%s, %s, pair %zu: closed, contact %d",
                                 sepal_isa(), kind_names[kind], k, (int)contact[k]);
                    cr_assert_eq(open[k / 64] >> (k % 64) & 1, contact[k] == ORACLE_OVERLAP, "%s, %s, pair %zu: open, contact %d",
                                 sepal_isa(), kind_names[kind], k, (int)contact[k]);
                }
            }
            sepal_solids_destroy(s->set);
        }
    free(s);
    cr_assert(found[ORACLE_APART] > 2000 && found[ORACLE_OVERLAP] > 1500 && found[ORACLE_TOUCH] > 800, "not all happens");
}

/* Does each instruction set give the bits of the reference? Counts those that are apart, and those that touch. */
static void compare_pushes(const beside_scene *s, float margin, const char *name, size_t *apart, size_t *touching) {
    static push_answers scalar, got;
    cr_assert_eq(sepal_isa_use("scalar"), SEPAL_OK);
    ask_pushes(s, margin, &scalar);
    for (size_t k = 0; k < PAIRS; k++)
        *apart += scalar.depth[k] < 0, *touching += !(scalar.depth[k] < 0) && !(scalar.depth[k] > 0);
    for (size_t i = 0; i < sepal_isa_count(); i++) {
        cr_assert_eq(sepal_isa_use(sepal_isa_at(i)), SEPAL_OK);
        ask_pushes(s, margin, &got);
        for (size_t k = 0; k < PAIRS; k++)
            cr_assert(memcmp(&got.x[k], &scalar.x[k], sizeof(float)) == 0 && memcmp(&got.y[k], &scalar.y[k], sizeof(float)) == 0 &&
                          memcmp(&got.z[k], &scalar.z[k], sizeof(float)) == 0 &&
                          memcmp(&got.depth[k], &scalar.depth[k], sizeof(float)) == 0,
                      "%s, %s, pair %zu: (%a %a %a) %a, the reference (%a %a %a) %a", sepal_isa(), name, k, (double)got.x[k],
                      (double)got.y[k], (double)got.z[k], (double)got.depth[k], (double)scalar.x[k], (double)scalar.y[k],
                      (double)scalar.z[k], (double)scalar.depth[k]);
    }
}

/* Radii or not; boxes alone, and with spheres and capsules. */
Test(solids_beside, pushes_have_the_same_bits_everywhere) {
    beside_scene *s = malloc(sizeof *s);
    cr_assert_not_null(s);
    for (int cores = 0; cores < 2; cores++) {
        size_t apart = 0, touching = 0;
        for (uint64_t seed = 1; seed <= 4; seed++)
            for (int kind = 0; kind < KINDS; kind++) {
                make_scene(s, 10 + seed, kind, seed == 2 ? 0.1F : 0, cores != 0);
                compare_pushes(s, seed == 4 ? 0.125F : 0, kind_names[kind], &apart, &touching);
                sepal_solids_destroy(s->set);
            }
        cr_assert(apart > 5000 && touching > 200, "not all happens: %zu apart, %zu touching", apart, touching);
    }
    free(s);
}
