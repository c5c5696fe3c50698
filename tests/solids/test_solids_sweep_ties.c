/* Moving solids with radii of small whole numbers, turned exactly, or so that their coordinates are rounded: they graze, or nearly, roll
 * along an edge, or meet head on above the border of a face; and hulls of few and of many vertices that graze. Answers are those of the
 * reference, to the bit. */
#include "../common/check.h"
#include "contact_answers.h"

enum { PAIRS = 2048 };

static uint32_t below(uint64_t *state, uint32_t n) {
    *state = *state * 6364136223846793005U + 1442695040888963407U; /* Knuth's MMIX generator */
    return (uint32_t)((*state >> 33) % n);
}

static int around(uint64_t *state, int n) {
    return (int)below(state, (uint32_t)(2 * n + 1)) - n;
}

/* A turn by a quaternion of whole numbers, not of unit length: lengths grow by its square. Or one that is not exact. */
typedef struct exact_turn {
    double m[3][3], scale;
} exact_turn;

static exact_turn some_turn(uint64_t *state, bool rounded) {
    static const double q[5][5] = {{1, 0, 0, 0, 1}, {1, 1, 1, 0, 4}, {1, 0, 1, 1, 4}, {2, 1, 1, 1, 8}, {1, 2, 0, 2, 8}};
    double any[5] = {1, 0, 0, 0, 1};
    for (int k = 1; k < 4 && rounded; k++) {
        any[k] = around(state, 1000) / 777.0;
        any[4] += any[k] * any[k];
    }
    const double *c = rounded ? any : q[below(state, 5)], s = c[0], x = c[1], y = c[2], z = c[3];
    exact_turn t = {{{s * s + x * x - y * y - z * z, 2 * (x * y - s * z), 2 * (x * z + s * y)},
                     {2 * (x * y + s * z), s * s - x * x + y * y - z * z, 2 * (y * z - s * x)},
                     {2 * (x * z - s * y), 2 * (y * z + s * x), s * s - x * x - y * y + z * z}},
                    (s * s + x * x + y * y + z * z) / c[4]};
    for (int k = 0; k < 9; k++)
        t.m[k / 3][k % 3] /= c[4];
    return t;
}

static void turn_to(const exact_turn *t, const double from[3], float to[3]) {
    for (int k = 0; k < 3; k++)
        to[k] = (float)(t->m[k][0] * from[0] + t->m[k][1] * from[1] + t->m[k][2] * from[2]);
}

/* A sphere, a capsule, a triangle or a box, also flat ones, with a radius or without. fine: coordinates of points are off by so much. */
static void add_some(sepal_solids *set, uint64_t *state, const exact_turn *t, const double at[3], double fine) {
    static const size_t counts[] = {1, 2, 2, 3, 0, 0};
    const size_t count = counts[below(state, 6)];
    const float radius = below(state, 3) == 0 ? 0 : (float)(t->scale * (double)below(state, 5) / 2);
    float v[4][3], x[3], y[3], z[3];
    if (count == 0) {
        turn_to(t, at, v[0]);
        for (int k = 0; k < 3; k++) {
            double e[3] = {0, 0, 0};
            e[k] = (double)below(state, 4) / 2;
            if (k == 0 && below(state, 6) == 0)
                e[1] = around(state, 2);
            turn_to(t, e, v[k + 1]);
        }
        const sepal_solid_parallelepipeds slab = {.c = {v[0], v[0] + 1, v[0] + 2},
                                                  .u = {v[1], v[1] + 1, v[1] + 2},
                                                  .v = {v[2], v[2] + 1, v[2] + 2},
                                                  .w = {v[3], v[3] + 1, v[3] + 2},
                                                  .radius = &radius};
        cr_assert_eq(sepal_solids_add_parallelepipeds(set, &slab, 1, NULL, NULL), SEPAL_OK);
        return;
    }
    double p[3] = {at[0], at[1], at[2]};
    for (size_t i = 0; i < count; i++) {
        for (int k = 0; k < 3; k++)
            if (i == 0 || below(state, 3) != 0)
                p[k] = at[k] + 0.5 * around(state, 3) + fine * around(state, 3);
        turn_to(t, p, v[0]);
        x[i] = v[0][0], y[i] = v[0][1], z[i] = v[0][2];
    }
    cr_assert_eq(sepal_solids_add_hull(set, x, y, z, count, radius, NULL), SEPAL_OK);
}

typedef struct hits {
    uint64_t bits[SEPAL_BIT_WORDS(PAIRS)], alone[SEPAL_BIT_WORDS(PAIRS)];
    float time[PAIRS], normal[3][PAIRS];
} hits;

typedef struct moving_pairs {
    sepal_solids *a, *b;
    sepal_solid_moves still, moves;
    const sepal_pair *pairs;
    size_t count;
    sepal_rule rule;
} moving_pairs;

static void ask_all(const moving_pairs *q, hits *to) {
    const sepal_solid_hits out = {to->bits, to->time, to->normal[0], to->normal[1], to->normal[2]}, alone = {.bits = to->alone};
    memset(to, 0, sizeof *to);
    cr_assert_eq(sepal_solids_sweep_pairs(q->a, &q->still, q->b, &q->moves, q->pairs, q->count, &q->rule, &out), SEPAL_OK);
    cr_assert_eq(sepal_solids_sweep_pairs(q->a, &q->still, q->b, &q->moves, q->pairs, q->count, &q->rule, &alone), SEPAL_OK);
}

/* expected: receives the answers of the reference. */
static void check_all(const moving_pairs *q, hits *expected) {
    static hits got;
    use_isa(0);
    ask_all(q, expected);
    for (size_t isa = 1; isa < sepal_isa_count(); isa++) {
        use_isa(isa);
        ask_all(q, &got);
        for (size_t k = 0; k < q->count; k++) {
            const bool meet = (expected->bits[k / 64] >> k % 64 & 1) != 0;
            bool same = (got.bits[k / 64] >> k % 64 & 1) == meet && (got.alone[k / 64] >> k % 64 & 1) == meet &&
                        memcmp(&got.time[k], &expected->time[k], sizeof(float)) == 0;
            for (int c = 0; c < 3; c++)
                same = same && memcmp(&got.normal[c][k], &expected->normal[c][k], sizeof(float)) == 0;
            cr_assert(same, "%s, pair %zu: meet %d, time %a for %a, normal (%a, %a, %a) for (%a, %a, %a)", sepal_isa(), k, meet,
                      (double)got.time[k], (double)expected->time[k], (double)got.normal[0][k], (double)got.normal[1][k],
                      (double)got.normal[2][k], (double)expected->normal[0][k], (double)expected->normal[1][k],
                      (double)expected->normal[2][k]);
        }
    }
}

/* As above, of the only solids of two sets, of which that of b moves; destroys the sets. */
static void check_pair(sepal_solids *a, sepal_solids *b, const float move[3], float margin, hits *expected) {
    static const float still[1] = {0};
    const sepal_pair pair = {0, 0};
    const moving_pairs q = {
        a, b, {still, still, still, 0}, {move, move + 1, move + 2, 0}, &pair, 1, {SEPAL_TOUCHING_OVERLAPS, margin, 0}};
    check_all(&q, expected);
    sepal_solids_destroy(a);
    sepal_solids_destroy(b);
}

Test(solids_sweep_ties, small_numbers_have_the_bits_of_the_reference) {
    static hits expected;
    static float still[PAIRS], move[3][PAIRS];
    static sepal_pair pairs[PAIRS];
    uint64_t state = 32;
    size_t grazing = 0, head_on = 0;
    for (int trial = 0; trial < 30; trial++) {
        sepal_solids *const a = new_set(), *const b = new_set();
        const double fine = trial % 3 == 1 ? ldexp(1, -(int)below(&state, 22)) : 0;
        for (uint32_t i = 0; i < PAIRS; i++) {
            static const double none[3] = {0, 0, 0};
            const exact_turn t = some_turn(&state, trial % 2 == 1);
            const uint32_t axis = below(&state, 5);
            double way[3], at[3];
            float turned[3];
            for (uint32_t k = 0; k < 3; k++) { /* near each other at half of the way, or later */
                way[k] = axis < 3 && axis != k ? 0 : 0.5 * around(&state, 4) * (1 << below(&state, 3));
                at[k] = -0.5 * way[k] * (below(&state, 2) == 0 ? 1 : 1.25) + 0.5 * around(&state, 3);
            }
            add_some(a, &state, &t, none, 0);
            add_some(b, &state, &t, at, fine);
            turn_to(&t, way, turned);
            for (int k = 0; k < 3; k++)
                move[k][i] = turned[k];
            pairs[i] = (sepal_pair){i, i};
        }
        const moving_pairs q = {
            a,
            b,
            {still, still, still, 0},
            {move[0], move[1], move[2], 1},
            pairs,
            PAIRS,
            {trial % 5 == 4 ? SEPAL_TOUCHING_IS_APART : SEPAL_TOUCHING_OVERLAPS, trial % 3 == 0 ? 0.25F : 0, 0}};
        check_all(&q, &expected);
        for (size_t i = 0; i < PAIRS; i++) {
            double along = 0, square = 0;
            for (int k = 0; k < 3; k++) {
                along += (double)expected.normal[k][i] * (double)move[k][i];
                square += (double)move[k][i] * (double)move[k][i];
            }
            const bool later = (expected.bits[i / 64] >> i % 64 & 1) != 0 && expected.time[i] > 0;
            grazing += later && along * along <= 0x1p-20 * square;
            head_on += later && along * along >= (1 - 0x1p-20) * square;
        }
        sepal_solids_destroy(a);
        sepal_solids_destroy(b);
    }
    cr_assert(grazing > 150 && head_on > 1000, "%zu graze, %zu meet head on", grazing, head_on);
}

/* Checks pair i of each two sets, b moved by move[k][i], and destroys the sets. Returns how many meet on their way. */
static size_t end_trial(sepal_solids *a, sepal_solids *b, float move[3][PAIRS], float margin) {
    static hits expected;
    static const float still[PAIRS];
    static sepal_pair pairs[PAIRS];
    size_t later = 0;
    for (uint32_t i = 0; i < PAIRS; i++)
        pairs[i] = (sepal_pair){i, i};
    const moving_pairs q = {
        a, b, {still, still, still, 0}, {move[0], move[1], move[2], 1}, pairs, PAIRS, {SEPAL_TOUCHING_OVERLAPS, margin, 0}};
    check_all(&q, &expected);
    for (size_t i = 0; i < PAIRS; i++)
        later += (expected.bits[i / 64] >> i % 64 & 1) != 0 && expected.time[i] > 0;
    sepal_solids_destroy(a);
    sepal_solids_destroy(b);
    return later;
}

/* A prism of three to six sides that stands upright: some corners of a hexagon of small whole numbers, below and above. */
static void add_prism(sepal_solids *set, uint64_t *state, const exact_turn *t, const double at[3]) {
    static const double corner[6][2] = {{2, 0}, {1, 2}, {-1, 2}, {-2, 0}, {-1, -2}, {1, -2}};
    const uint32_t first = below(state, 2), step = 1 + below(state, 2);
    const double height = 1 + (double)below(state, 2);
    float x[12], y[12], z[12], turned[3];
    size_t count = 0;
    for (uint32_t i = first; i < 6; i += step)
        for (int end = 0; end < 2; end++, count++) {
            turn_to(t, (const double[3]){at[0] + corner[i][0], at[1] + corner[i][1], at[2] + end * height}, turned);
            x[count] = turned[0], y[count] = turned[1], z[count] = turned[2];
        }
    cr_assert_eq(sepal_solids_add_hull(set, x, y, z, count, 0, NULL), SEPAL_OK);
}

/* Prisms under a margin meet by faces of up to sixteen members, by edges that are parallel, and above the borders of these; the ways lead along
 * axes, or do not. */
Test(solids_sweep_ties, faces_and_parallel_edges_under_a_margin_have_the_bits_of_the_reference) {
    static float move[3][PAIRS];
    uint64_t state = 7;
    size_t later = 0;
    for (int trial = 0; trial < 12; trial++) {
        sepal_solids *const a = new_set(), *const b = new_set();
        for (uint32_t i = 0; i < PAIRS; i++) {
            static const double none[3] = {0, 0, 0};
            const exact_turn t = some_turn(&state, trial % 4 == 3);
            const uint32_t axis = below(&state, 5);
            double way[3], at[3];
            float turned[3];
            for (uint32_t k = 0; k < 3; k++) {
                way[k] = axis < 3 && axis != k ? 0 : around(&state, 8);
                at[k] = -0.5 * way[k] + 0.5 * around(&state, 8);
            }
            add_prism(a, &state, &t, none);
            add_prism(b, &state, &t, at);
            turn_to(&t, way, turned);
            for (int k = 0; k < 3; k++)
                move[k][i] = turned[k];
        }
        later += end_trial(a, b, move, trial % 2 == 0 ? 0.25F : 0.05F);
    }
    cr_assert(later > 5000, "%zu meet on their way", later);
}

/* Spheres that begin within prisms, near a corner, where their balls hardly meet; some are at rest. */
Test(solids_sweep_ties, spheres_within_prisms_meet_at_once) {
    static float move[3][PAIRS];
    uint64_t state = 11;
    for (int trial = 0; trial < 8; trial++) {
        sepal_solids *const a = new_set(), *const b = new_set();
        for (uint32_t i = 0; i < PAIRS; i++) {
            static const double none[3] = {0, 0, 0};
            const exact_turn t = some_turn(&state, false);
            const bool rests = below(&state, 2) == 0;
            const double at[3] = {around(&state, 16) / 8.0, around(&state, 16) / 8.0, below(&state, 17) / 8.0};
            float p[3], radius = (float)below(&state, 2) / 8;
            add_prism(a, &state, &t, none);
            turn_to(&t, at, p);
            cr_assert_eq(sepal_solids_add_hull(b, p, p + 1, p + 2, 1, radius, NULL), SEPAL_OK);
            for (int k = 0; k < 3; k++)
                move[k][i] = rests ? 0 : (float)around(&state, 4);
        }
        (void)end_trial(a, b, move, trial % 2 == 0 ? 0x1p-9F : 0x1p-4F);
    }
}

/* Two to four vertices of a parallelogram that the edges e and f span. */
static void add_part_of_face(sepal_solids *set, uint64_t *state, const exact_turn *t, const double from[3], const double e[3],
                             const double f[3]) {
    const size_t count = 2 + below(state, 3);
    float x[4], y[4], z[4], turned[3];
    for (size_t i = 0; i < count; i++) {
        double p[3];
        for (int k = 0; k < 3; k++)
            p[k] = from[k] + (i == 1 || i == 3 ? e[k] : 0) + (i >= 2 ? f[k] : 0);
        turn_to(t, p, turned);
        x[i] = turned[0], y[i] = turned[1], z[i] = turned[2];
    }
    cr_assert_eq(sepal_solids_add_hull(set, x, y, z, count, 0, NULL), SEPAL_OK);
}

/* Points that meet points, corners and edges that meet corners and edges within a radius or a margin, each at a time that is a float or not; the
 * foot stays at a corner, as the way is at right angles to an edge there. */
Test(solids_sweep_ties, touches_at_floats_have_the_bits_of_the_reference) {
    static float move[3][PAIRS];
    uint64_t state = 5;
    size_t later = 0;
    for (int trial = 0; trial < 16; trial++) {
        sepal_solids *const a = new_set(), *const b = new_set();
        for (uint32_t i = 0; i < PAIRS; i++) {
            const exact_turn t = some_turn(&state, false);
            const int off = trial % 4 == 0 ? 0 : 2;
            const double time = (double)(1 + below(&state, 16)) / 16;
            const uint32_t axis = below(&state, 6);
            double way[3], at[3];
            float turned[3];
            for (uint32_t k = 0; k < 3; k++) { /* a point of one is then in the other one's reach, or nearly */
                way[k] = axis < 3 && axis != k ? 0 : around(&state, 8);
                at[k] = -time * way[k] + 0.5 * around(&state, off);
            }
            for (int of = 0; of < 2; of++) {
                static const double none[3] = {0, 0, 0};
                const double *const from = of == 0 ? none : at;
                const float radius = off == 0 ? 0 : (float)(t.scale * (double)below(&state, 3) / 2);
                float x[8], y[8], z[8], corner[3];
                const size_t count = off == 0 ? 1 : (size_t)1 << below(&state, 4);
                for (size_t v = 0; v < count; v++) {
                    const double p[3] = {from[0] + (double)(v & 1), from[1] + (double)(v >> 1 & 1), from[2] + (double)(v >> 2 & 1)};
                    turn_to(&t, p, corner);
                    x[v] = corner[0], y[v] = corner[1], z[v] = corner[2];
                }
                cr_assert_eq(sepal_solids_add_hull(of == 0 ? a : b, x, y, z, count, radius, NULL), SEPAL_OK);
            }
            turn_to(&t, way, turned);
            for (int k = 0; k < 3; k++)
                move[k][i] = turned[k];
        }
        later += end_trial(a, b, move, trial % 4 == 2 ? 0.5F : trial % 4 == 3 ? 0.05F : 0);
    }
    cr_assert(later > 8000, "%zu meet on their way", later);
}

/* Parallel segments, flat cores in parallel planes: their difference is on a line, or in a plane, and the way leads along it, across it, past it
 * or through its border. */
Test(solids_sweep_ties, flat_differences_have_the_bits_of_the_reference) {
    static float move[3][PAIRS];
    uint64_t state = 7;
    size_t later = 0;
    for (int trial = 0; trial < 6; trial++) {
        sepal_solids *const a = new_set(), *const b = new_set();
        for (uint32_t i = 0; i < PAIRS; i++) {
            const exact_turn t = some_turn(&state, false);
            const double e[3] = {1 + below(&state, 3), around(&state, 1), 0}, none[3] = {0, 0, 0};
            const double f[3] = {around(&state, 1), around(&state, 1), below(&state, 2)};
            double way[3], at[3];
            float turned[3];
            for (int k = 0; k < 3; k++) {
                way[k] = below(&state, 3) == 0 ? 0 : around(&state, 4);
                at[k] = -0.5 * way[k] + 0.5 * around(&state, 2);
            }
            add_part_of_face(a, &state, &t, none, e, f);
            add_part_of_face(b, &state, &t, at, e, f);
            turn_to(&t, way, turned);
            for (int k = 0; k < 3; k++)
                move[k][i] = turned[k];
        }
        later += end_trial(a, b, move, 0);
    }
    cr_assert(later > 1500, "%zu meet later", later);
}

/* A box with the edges u, v and w, of which those of b are turned by some 2^-tilt. */
static void add_leaning_box(sepal_solids *set, uint64_t *state, const float centre[3], int tilt) {
    float e[3][3];
    for (int k = 0; k < 3; k++)
        for (int c = 0; c < 3; c++)
            e[k][c] = k == c       ? (float)(1 + below(state, 200)) / 256
                      : tilt > 100 ? 0
                                   : ldexpf((float)around(state, 1000), -tilt - 10);
    const sepal_solid_parallelepipeds leaning = {.c = {centre, centre + 1, centre + 2},
                                                 .u = {e[0], e[0] + 1, e[0] + 2},
                                                 .v = {e[1], e[1] + 1, e[1] + 2},
                                                 .w = {e[2], e[2] + 1, e[2] + 2}};
    cr_assert_eq(sepal_solids_add_parallelepipeds(set, &leaning, 1, NULL, NULL), SEPAL_OK);
}

/* The side of their difference is made of facets that differ by a millionth of a degree, or by less than double has digits for: whichever is
 * entered gives the normal. */
Test(solids_sweep_ties, boxes_that_are_nearly_parallel_have_the_bits_of_the_reference) {
    static hits expected;
    static float still[PAIRS], move[3][PAIRS];
    static sepal_pair pairs[PAIRS];
    uint64_t state = 7;
    size_t leaning = 0;
    for (int trial = 0; trial < 6; trial++) {
        sepal_solids *const a = new_set(), *const b = new_set();
        for (uint32_t i = 0; i < PAIRS; i++) {
            static const float none[3] = {0, 0, 0};
            const uint32_t axis = below(&state, 3);
            float at[3];
            for (uint32_t k = 0; k < 3; k++) {
                move[k][i] = k == axis ? 6 : trial % 2 == 0 ? 0 : ldexpf((float)around(&state, 9), -(int)below(&state, 30));
                at[k] = k == axis ? -3 : below(&state, 3) == 0 ? 0 : (float)around(&state, 120) / 256;
            }
            add_leaning_box(a, &state, none, trial < 4 ? 200 : 30);
            add_leaning_box(b, &state, at, 20 + (int)below(&state, 36));
            pairs[i] = (sepal_pair){i, i};
        }
        const moving_pairs q = {a,
                                b,
                                {still, still, still, 0},
                                {move[0], move[1], move[2], 1},
                                pairs,
                                PAIRS,
                                {trial % 3 == 2 ? SEPAL_TOUCHING_IS_APART : SEPAL_TOUCHING_OVERLAPS, 0, 0}};
        check_all(&q, &expected);
        for (size_t i = 0; i < PAIRS; i++)
            for (int k = 0; k < 3; k++)
                leaning += expected.normal[k][i] != 0 && fabsf(expected.normal[k][i]) < 0x1p-20F;
        sepal_solids_destroy(a);
        sepal_solids_destroy(b);
    }
    cr_assert(leaning > 2000, "%zu", leaning);
}

/* A capsule that moves along its own axis touches the border of a face with its end, and rolls on with all of its side: of such parts, one
 * along the way, the reference need not find any at the contact, and then has the normal of a place before it. */
Test(solids_sweep_ties, a_capsule_along_its_own_axis_has_the_normal_of_the_reference) {
    static const float c[3] = {0, 0, 0}, u[3] = {0.0625F, 0.25F, 0.5F}, v[3] = {0, 0, 0}, w[3] = {0.5F, -0.25F, 0.0625F};
    static const float move[3] = {-0.75F, -1.3125F, 0.75F}, radius = 0.5625F;
    static const float x[2] = {-0.09375F, -0.34375F}, y[2] = {1.9453125F, 1.5078125F}, z[2] = {-1.59375F, -1.34375F};
    static hits expected;
    const sepal_solid_parallelepipeds slab = {
        .c = {c, c + 1, c + 2}, .u = {u, u + 1, u + 2}, .v = {v, v + 1, v + 2}, .w = {w, w + 1, w + 2}};
    sepal_solids *const a = new_set(), *const b = new_set();
    cr_assert_eq(sepal_solids_add_parallelepipeds(a, &slab, 1, NULL, NULL), SEPAL_OK);
    cr_assert_eq(sepal_solids_add_hull(b, x, y, z, 2, radius, NULL), SEPAL_OK);
    check_pair(a, b, move, 0, &expected);
    cr_assert(expected.bits[0] == 1 && expected.time[0] == 0x1.eaaaaap-1F, "%a", (double)expected.time[0]);
}

/* A ball touches a segment where a coordinate of the way is 0, but for the rounding of a third: the component of the normal is not 0. */
Test(solids_sweep_ties, a_coordinate_that_is_0_in_passing_is_not_taken_for_0) {
    static const float c[3] = {0, 0, 0}, u[3] = {1.5F, 0, 0}, none[3] = {0, 0, 0}, move[3] = {-1, -6, 6};
    static const float x[1] = {0}, y[1] = {2}, z[1] = {-0.5F};
    static hits expected;
    const sepal_solid_parallelepipeds slab = {
        .c = {c, c + 1, c + 2}, .u = {u, u + 1, u + 2}, .v = {none, none + 1, none + 2}, .w = {none, none + 1, none + 2}};
    sepal_solids *const a = new_set(), *const b = new_set();
    cr_assert_eq(sepal_solids_add_parallelepipeds(a, &slab, 1, NULL, NULL), SEPAL_OK);
    cr_assert_eq(sepal_solids_add_hull(b, x, y, z, 1, 1, NULL), SEPAL_OK);
    check_pair(a, b, move, 0.5F, &expected);
    cr_assert(expected.bits[0] == 1 && expected.normal[2][0] != 0, "%a", (double)expected.normal[2][0]);
}

/* A triangle that slides above a ball and touches it with an edge, at a time that is less than a float by less than double tells, and by too
 * many bits for an integer. */
Test(solids_sweep_ties, a_time_that_is_not_certain_is_that_of_the_reference) {
    static const float middle[1] = {0}, move[3] = {88986, 154886, 0};
    static const float x[3] = {-235559, 26585, 0}, y[3] = {-4, -3, -131076}, z[3] = {1024, 1024, 1024};
    static hits expected;
    sepal_solids *const a = new_set(), *const b = new_set();
    cr_assert_eq(sepal_solids_add_hull(a, middle, middle, middle, 1, 1024, NULL), SEPAL_OK);
    cr_assert_eq(sepal_solids_add_hull(b, x, y, z, 3, 0, NULL), SEPAL_OK);
    check_pair(a, b, move, 0, &expected);
    cr_assert(expected.bits[0] == 1 && expected.time[0] == 0x1.4ff1f4p-16F, "%a", (double)expected.time[0]);
}

/* Hulls slide along each other, face on face, and touch at a corner from which an edge leads along the way. The reference looks at a place beyond
 * the contact, in two coordinates in which the way leads down: seen along the normal, that is on the edge. */
Test(solids_sweep_ties, a_place_beyond_the_contact_on_an_edge_along_the_way) {
    static const float move[3] = {-10, 5, -1.25F};
    static const float ax[8] = {-0.6875F, -0.3125F, -2.6875F, -2.3125F, 2.3125F, 2.6875F, 0.3125F, 0.6875F},
                       ay[8] = {1.75F, 3.25F, -1.75F, -0.25F, 0.25F, 1.75F, -3.25F, -1.75F},
                       az[8] = {-2.6875F, 0.3125F, -0.6875F, 2.3125F, -2.3125F, 0.6875F, -0.3125F, 2.6875F};
    static const float bx[8] = {6.4375F, 6.9375F, 5.4375F, 5.9375F, 7.4375F, 7.9375F, 6.4375F, 6.9375F},
                       by[8] = {1, 3, -0.75F, 1.25F, 0.5F, 2.5F, -1.25F, 0.75F},
                       bz[8] = {3.125F, 7.125F, 4.125F, 8.125F, 3.25F, 7.25F, 4.25F, 8.25F};
    static hits expected;
    sepal_solids *const a = new_set(), *const b = new_set();
    cr_assert_eq(sepal_solids_add_hull(a, ax, ay, az, 8, 2.25F, NULL), SEPAL_OK);
    cr_assert_eq(sepal_solids_add_hull(b, bx, by, bz, 8, 0, NULL), SEPAL_OK);
    check_pair(a, b, move, 0, &expected);
    cr_assert(expected.bits[0] == 1 && expected.time[0] == 0x1.666666p-2F, "%a", (double)expected.time[0]);
}

/* An edge of a triangle meets an edge of a box flat, where the foot of the origin is on the diagonal of the parallelogram of both: the reference
 * takes that. Two vertices of the box, one of them twice, are none of its faces, whose corner would be another one. */
Test(solids_sweep_ties, a_foot_on_the_diagonal_of_two_edges) {
    static const float move[3] = {-2, -2, 4}, radius = 1;
    static const float ax[3] = {2, -1, 2}, ay[3] = {0, -0.5F, -1}, az[3] = {-0.5F, 0.5F, 1};
    static const float c[3] = {7.75F, 0.5F, -4.5F}, u[3] = {0, 2, -0.5F}, v[3] = {-0.5F, 0, 1}, w[3] = {2, -0.5F, 0};
    static hits expected;
    const sepal_solid_parallelepipeds slab = {
        .c = {c, c + 1, c + 2}, .u = {u, u + 1, u + 2}, .v = {v, v + 1, v + 2}, .w = {w, w + 1, w + 2}, .radius = &radius};
    sepal_solids *const a = new_set(), *const b = new_set();
    cr_assert_eq(sepal_solids_add_hull(a, ax, ay, az, 3, 0, NULL), SEPAL_OK);
    cr_assert_eq(sepal_solids_add_parallelepipeds(b, &slab, 1, NULL, NULL), SEPAL_OK);
    check_pair(a, b, move, 0.25F, &expected);
    cr_assert(expected.bits[0] == 1 && expected.time[0] == 1 && expected.normal[1][0] != 0, "%a", (double)expected.normal[1][0]);
}

/* A segment or a triangle in a plane, or a box on it, on the side that `up` says. */
static void add_in_plane(sepal_solids *set, uint64_t *state, const exact_turn *t, const double at[3], int up, double radius) {
    const uint32_t count = 2 + below(state, 3);
    const float r = (float)(t->scale * radius);
    float v[3], x[8], y[8], z[8];
    const double wide = 0.5 * (1 + below(state, 4)), deep = 0.5 * (1 + below(state, 4));
    for (uint32_t i = 0; i < (count == 4 ? 8 : count); i++) {
        double p[3] = {at[0] + 0.5 * around(state, 4), at[1] + 0.5 * around(state, 4), at[2]};
        if (count == 4) {
            p[0] = at[0] + (i % 2 != 0 ? wide : 0);
            p[1] = at[1] + (i / 2 % 2 != 0 ? deep : 0);
            p[2] = at[2] + (i >= 4 ? up : 0);
        }
        turn_to(t, p, v);
        x[i] = v[0], y[i] = v[1], z[i] = v[2];
    }
    cr_assert_eq(sepal_solids_add_hull(set, x, y, z, count == 4 ? 8 : count, r, NULL), SEPAL_OK);
}

/* What slides along a plane and first meets a corner: edges lead on from there along the way, or at a small angle to it, or aside. Where the
 * reference looks first, it may be beyond the contact by one unit of its places, on such an edge. Radii from 2^-7 to 2^3 of the size; also
 * far from the origin, where members are rounded. */
Test(solids_sweep_ties, corners_with_edges_along_the_way_have_the_bits_of_the_reference) {
    static float move[3][PAIRS];
    uint64_t state = 36;
    size_t later = 0;
    for (int trial = 0; trial < 24; trial++) {
        sepal_solids *const a = new_set(), *const b = new_set();
        const double far = trial % 4 == 3 ? ldexp(1, (int)below(&state, 14)) : 0;
        for (uint32_t i = 0; i < PAIRS; i++) {
            const exact_turn t = some_turn(&state, false);
            const double radius = ldexp(1 + below(&state, 3), 1 - (int)below(&state, 9));
            const int size = 1 << below(&state, 4), along = below(&state, 2) == 0;
            const double way[3] = {around(&state, 3) * size, along ? 0 : around(&state, 3) * size, 0}, place[3] = {far, -far, far},
                         at[3] = {far - 0.5 * way[0] + 0.5 * around(&state, 4), -far - 0.5 * way[1] + 0.5 * around(&state, 4),
                                  far + radius};
            float turned[3];
            add_in_plane(a, &state, &t, place, -1, 0.25 * radius);
            add_in_plane(b, &state, &t, at, 1, 0.75 * radius);
            turn_to(&t, way, turned);
            for (int k = 0; k < 3; k++)
                move[k][i] = turned[k];
        }
        later += end_trial(a, b, move, 0);
    }
    cr_assert(later > 10000, "%zu meet later", later);
}

/* A segment with a radius slides by a point almost along a coordinate axis, and its edge leads back from the first contact at an angle of less
 * than 2^-9 to the way. Where the reference looks first, a unit of its places before the contact, the origin is beside that edge, whose time of
 * contact is far from there. */
Test(solids_sweep_ties, an_edge_at_a_small_angle_to_a_way_almost_along_an_axis) {
    static const float still[1] = {0}, move[2][3] = {{6, 0, -24543}, {-24558, 0, 3}};
    static const float x[2][2] = {{-4, 0}, {8186, 11325}}, y[2][2] = {{160, 160}, {-160, -160}},
                       z[2][2] = {{16362, 26088}, {-1, 0}};
    for (int k = 0; k < 2; k++) {
        static hits expected;
        sepal_solids *const a = new_set(), *const b = new_set();
        cr_assert_eq(sepal_solids_add_hull(a, still, still, still, 1, k == 0 ? 0 : 80, NULL), SEPAL_OK);
        cr_assert_eq(sepal_solids_add_hull(b, x[k], y[k], z[k], 2, k == 0 ? 160 : 80, NULL), SEPAL_OK);
        check_pair(a, b, move[k], 0, &expected);
        cr_assert(expected.bits[0] == 1 && expected.normal[0][0] != 0, "%a", (double)expected.normal[0][0]);
    }
}

/* At the end they are as far from each other as the margin, as they have been for a while: the way is at right angles to the normal of the part
 * there, which double finds to lean against the way. */
Test(solids_sweep_ties, a_touch_that_comes_no_nearer) {
    static const float move[3] = {-0.3125F, -1.25F, 2.5F};
    static const float ax[9] = {-0x1.68p-2F, -0x1.ep-4F,  0x1.18p-2F,  0x1.04p-1F, -0x1.4ap+0F,
                                -0x1.0ep+0F, -0x1.54p-1F, -0x1.b8p-2F, -0x1.ep-3F},
                       ay[9] = {-0x1.0ep+0F, -0x1.ep-4F, 0x1.4p-5F,  0x1.f4p-1F, -0x1.2cp-1F,
                                0x1.68p-2F,  0x1.04p-1F, 0x1.72p+0F, -0x1.2cp-1F},
                       az[9] = {0x1.68p+0F,  -0x1.ep-2F, 0x1.04p+1F, 0x1.4p-3F, 0x1.86p+0F,
                                -0x1.68p-2F, 0x1.13p+1F, 0x1.18p-2F, 0x1.ep-2F};
    static const float bx[10] = {0x1.478p-1F, 0x1.0e0002p-3F, -0x1.8ffffp-6F, -0x1.09p-2F, -0x1.03fffcp-4F,
                                 0x1.4fp-2F,  0x1.478p-1F,    0x1.efp-2F,     0x1.ab8p-1F, 0x1.57cp+0F},
                       by[10] = {0x1.702p+0F, 0x1.d88p-2F, 0x1.144p-1F, -0x1.7c0004p-5F, 0x1.888p-2F,
                                 0x1.3e2p+0F, 0x1.ca2p+0F, 0x1.842p+0F, 0x1.c1fffep-4F,  0x1.702p+0F},
                       bz[10] = {-0x1.90fp-1F,  -0x1.e0fp-1F,  -0x1.403cp+1F, -0x1.043cp+1F, -0x1.183cp+1F,
                                 -0x1.403cp+1F, -0x1.183cp+1F, -0x1.2c3cp+1F, -0x1.b33cp+1F, -0x1.7c78p+0F};
    static hits expected;
    sepal_solids *const a = new_set(), *const b = new_set();
    cr_assert_eq(sepal_solids_add_hull(a, ax, ay, az, 9, 0, NULL), SEPAL_OK);
    cr_assert_eq(sepal_solids_add_hull(b, bx, by, bz, 10, 0, NULL), SEPAL_OK);
    check_pair(a, b, move, 0x1.0ep-6F, &expected);
    cr_assert(expected.bits[0] == 1 && expected.time[0] == 0.375F, "%a", (double)expected.time[0]);
}

/* Two points, or hulls with such corners, that are just the margin apart at the end, and by a little less just before. */
Test(solids_sweep_ties, what_was_nearer_before_the_end_meets) {
    static const float still[1] = {0}, move[3] = {0, 1, -0x1p-20F};
    static const float ax[5] = {1, 1, 0, 1, 1}, ay[5] = {1, 3, 3, 3, 2}, az[5] = {1, 1, 1, 3, 2};
    static const float bx[7] = {1, 1, 2, 1, 1, 0, 2}, by[7] = {0, -1, 0, 0, 1, 0, 0}, bz[7] = {1, 1, -1, 0, 0, 0, 1};
    static const size_t sizes[2][2] = {{1, 1}, {5, 7}};
    static hits expected;
    const sepal_pair pair = {0, 0};
    for (int kind = 0; kind < 4; kind++) {
        sepal_solids *const a = new_set(), *const b = new_set();
        cr_assert_eq(sepal_solids_add_hull(a, ax, ay, az, sizes[kind / 2][0], 0, NULL), SEPAL_OK);
        cr_assert_eq(sepal_solids_add_hull(b, bx, by, bz, sizes[kind / 2][1], 0, NULL), SEPAL_OK);
        const moving_pairs q = {
            a, b, {still, still, still, 0}, {move, move + 1, move + 2, 0}, &pair, 1, {(sepal_touching)(kind % 2), 0x1p-20F, 0}};
        check_all(&q, &expected);
        cr_assert(expected.bits[0] == 1 && expected.time[0] < 1, "%a", (double)expected.time[0]);
        sepal_solids_destroy(a);
        sepal_solids_destroy(b);
    }
}

/* Points, segments, triangles and boxes that pass each other, or meet, with a gap of 2^-6 to 2^-22 in one direction, within a margin that is more:
 * a component of their normal is nearly 0. */
Test(solids_sweep_ties, small_gaps_within_a_margin) {
    static float move[3][PAIRS];
    uint64_t state = 41;
    size_t later = 0;
    for (int trial = 0; trial < 8; trial++) {
        sepal_solids *const a = new_set(), *const b = new_set();
        for (uint32_t i = 0; i < PAIRS; i++) {
            static const double none[3] = {0, 0, 0};
            const exact_turn t = some_turn(&state, trial == 7);
            const double gap = ldexp(1, -6 - (int)below(&state, 17));
            const uint32_t axis = below(&state, 3);
            double way[3], at[3];
            float turned[3];
            for (uint32_t k = 0; k < 3; k++) {
                way[k] = axis == k ? 0 : around(&state, 4);
                at[k] = -0.5 * way[k] + 0.5 * around(&state, 3) + (axis == k ? gap : 0);
            }
            add_some(a, &state, &t, none, 0);
            add_some(b, &state, &t, at, 0);
            turn_to(&t, way, turned);
            for (int k = 0; k < 3; k++)
                move[k][i] = turned[k];
        }
        later += end_trial(a, b, move, trial % 2 == 0 ? 0.05F : 0.25F);
    }
    cr_assert(later > 3000, "%zu meet on their way", later);
}

/* Points of a lattice on the surface of a cube, 25 on each side, some of them twice. */
static void add_cube_of_points(sepal_solids *set, uint64_t *state, const exact_turn *t, const double at[3]) {
    enum { MOST = 64 };
    float x[MOST], y[MOST], z[MOST], turned[3];
    const size_t count = 12 + below(state, MOST - 11);
    for (size_t i = 0; i < count; i++) {
        const uint32_t face = below(state, 6);
        double p[3];
        for (uint32_t k = 0; k < 3; k++)
            p[k] = at[k] + 0.5 * (k == face / 2 ? 4 * (int)(face % 2) - 2 : around(state, 2));
        turn_to(t, p, turned);
        x[i] = turned[0], y[i] = turned[1], z[i] = turned[2];
    }
    cr_assert_eq(sepal_solids_add_hull(set, x, y, z, count, 0, NULL), SEPAL_OK);
}

/* More than 64 members of their difference are in one plane, which the way leads to head on, or nearly, or which it leads along. */
Test(solids_sweep_ties, faces_of_many_points_within_a_margin) {
    static float move[3][PAIRS];
    uint64_t state = 43;
    size_t later = 0;
    for (int trial = 0; trial < 3; trial++) {
        sepal_solids *const a = new_set(), *const b = new_set();
        for (uint32_t i = 0; i < PAIRS; i++) {
            static const double none[3] = {0, 0, 0};
            const exact_turn t = some_turn(&state, false);
            const uint32_t axis = below(&state, 3), other = below(&state, 3);
            const double step = ldexp(1, -1 - (int)below(&state, trial == 2 ? 20 : 4));
            double way[3], at[3];
            float turned[3];
            for (uint32_t k = 0; k < 3; k++) {
                way[k] = axis == k ? 4 : other == k ? around(&state, 1) : 0;
                at[k] = -way[k] + step * around(&state, 3);
            }
            add_cube_of_points(a, &state, &t, none);
            add_cube_of_points(b, &state, &t, at);
            turn_to(&t, way, turned);
            for (int k = 0; k < 3; k++)
                move[k][i] = turned[k];
        }
        later += end_trial(a, b, move, trial % 2 == 0 ? 0.05F : 0.25F);
    }
    cr_assert(later > 3000, "%zu meet on their way", later);
}

/* Between two parallel planes, below an arch: of 2 n + 1 vertices each, which are multiples of 1/16. The arch is upright or hangs. */
static void add_arch(sepal_solids *set, int n, int upright, const double at[3]) {
    enum { MOST = 2 * (2 * 18 + 1) };
    float x[MOST], y[MOST], z[MOST];
    size_t count = 0;
    for (int side = 0; side < 2; side++)
        for (int i = -n; i <= n; i++, count++) {
            x[count] = (float)(at[0] + 0.25 * i);
            y[count] = (float)(at[1] + 0.0625 * upright * (n * n - i * i));
            z[count] = (float)(at[2] + side);
        }
    cr_assert_eq(sepal_solids_add_hull(set, x, y, z, count, 0, NULL), SEPAL_OK);
}

Test(solids_sweep_ties, hulls_of_small_numbers_that_graze) {
    static hits expected, apart;
    static float still[PAIRS], move[3][PAIRS];
    static sepal_pair pairs[PAIRS];
    uint64_t state = 33;
    size_t grazing = 0;
    for (int trial = 0; trial < 4; trial++) {
        sepal_solids *const a = new_set(), *const b = new_set();
        const uint32_t count = 384;
        for (uint32_t i = 0; i < count; i++) {
            static const int sizes[] = {1, 2, 3, 6, 9, 18};
            static const double none[3] = {0, 0, 0};
            const int of_a = sizes[below(&state, 6)], of_b = sizes[below(&state, 6)], way = (int)below(&state, 3);
            const double top = 0.0625 * of_a * of_a, place[3] = {0.25 * around(&state, 12), top, around(&state, 1)};
            double at[3] = {place[0], below(&state, 3) == 0 ? 0 : top, place[2]};
            if (below(&state, 3) == 0) /* a gap that float hardly sees */
                at[1] += ldexp(1, -13 - (int)below(&state, 7));
            for (int k = 0; k < 3; k++) {
                move[k][i] = k == way || below(&state, 4) == 0 ? (float)(k == 1 ? -8 : 8) : 0;
                at[k] -= 0.5 * (double)move[k][i];
            }
            add_arch(a, of_a, 1, none);
            add_arch(b, of_b, below(&state, 2) == 0 ? 1 : -1, at);
            pairs[i] = (sepal_pair){i, i};
        }
        moving_pairs q = {a,     b,     {still, still, still, 0},       {move[0], move[1], move[2], 1},
                          pairs, count, {SEPAL_TOUCHING_IS_APART, 0, 0}};
        check_all(&q, &apart);
        q.rule.touching = SEPAL_TOUCHING_OVERLAPS;
        check_all(&q, &expected);
        for (size_t i = 0; i < count; i++)
            grazing += (expected.bits[i / 64] & ~apart.bits[i / 64]) >> i % 64 & 1;
        sepal_solids_destroy(a);
        sepal_solids_destroy(b);
    }
    cr_assert(grazing > 200, "%zu graze", grazing);
}
