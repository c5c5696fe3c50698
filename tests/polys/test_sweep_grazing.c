/* Ways that graze: points and circles whose way is tangent to a circle, or all but, and polygons of 17 to 64 vertices with many of them on one
 * side, which meet side on side or pass along each other. "All is the same to the last bit on every instruction set", in long lists and in
 * lists of a few pairs. The scalar path is the judge. */
#include "../common/check.h"
#include "../scenes/shapes.h"
#include "hits.h"
#include "pushes.h"

#include <criterion/criterion.h>
#include <math.h>

/* Pair k is shape k of both sets. */
enum { GRAZING_PAIRS = 72, SIDES_MOST = 64, FEW = 6 };

typedef struct grazing_sets {
    sepal_polys *sets[2];
    float moves[2][2 * GRAZING_PAIRS];
    sepal_rule rule;
} grazing_sets;

typedef struct grazing_hits {
    uint64_t bits[SEPAL_BIT_WORDS(GRAZING_PAIRS)];
    float time[GRAZING_PAIRS], x[GRAZING_PAIRS], y[GRAZING_PAIRS];
} grazing_hits;

static void ask_grazing(const grazing_sets *m, uint32_t from, uint32_t count, grazing_hits *out) {
    sepal_pair pairs[GRAZING_PAIRS];
    const sepal_moves of_a = moves_of(m->moves[0]), of_b = moves_of(m->moves[1]);
    const sepal_hits hits = {out->bits, out->time, out->x, out->y};
    for (uint32_t k = 0; k < count; k++)
        pairs[k] = (sepal_pair){from + k, from + k};
    cr_assert_eq(sepal_polys_sweep_pairs(m->sets[0], &of_a, m->sets[1], &of_b, pairs, count, &m->rule, &hits), SEPAL_OK);
}

static void compare_grazing(const char *what, const grazing_hits *got, const grazing_hits *expected, uint32_t from,
                            uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t k = from + i;
        cr_assert(bit_at(got->bits, i) == bit_at(expected->bits, k) && same_bits(got->time[i], expected->time[k]) &&
                      same_bits(got->x[i], expected->x[k]) && same_bits(got->y[i], expected->y[k]),
                  "%s, %s, pair %u of %u from %u: %d at %a along (%a, %a), not %d at %a along (%a, %a)", sepal_isa(), what, i,
                  count, from, bit_at(got->bits, i), (double)got->time[i], (double)got->x[i], (double)got->y[i],
                  bit_at(expected->bits, k), (double)expected->time[k], (double)expected->x[k], (double)expected->y[k]);
    }
}

/* Asks about all pairs, and about a few from anywhere. Returns how many meet after the beginning. */
static size_t check_grazing(rng *r, const char *what, const grazing_sets *m) {
    static grazing_hits expected, got;
    size_t later = 0;
    use_isa(0);
    ask_grazing(m, 0, GRAZING_PAIRS, &expected);
    for (size_t isa = 1; isa < sepal_isa_count(); isa++) {
        use_isa(isa);
        ask_grazing(m, 0, GRAZING_PAIRS, &got);
        compare_grazing(what, &got, &expected, 0, GRAZING_PAIRS);
        for (uint32_t count = 1; count < FEW; count++) {
            const uint32_t from = rng_below(r, GRAZING_PAIRS - FEW);
            ask_grazing(m, from, count, &got);
            compare_grazing(what, &got, &expected, from, count);
        }
    }
    for (size_t k = 0; k < GRAZING_PAIRS; k++)
        later += bit_at(expected.bits, k) && expected.time[k] > 0;
    return later;
}

static void begin_sets(grazing_sets *m) {
    for (int i = 0; i < 2; i++) {
        m->sets[i] = NULL;
        cr_assert_eq(sepal_polys_create(NULL, &m->sets[i]), SEPAL_OK);
    }
}

static void end_sets(grazing_sets *m) {
    for (int i = 0; i < 2; i++)
        sepal_polys_destroy(m->sets[i]);
}

/* Adds pair k of a round to both sets, with its moves. */
typedef void add_grazing(rng *r, float scale, uint32_t round, uint32_t k, grazing_sets *m);

/* rules: for how many rounds each rule stays the same; least: how many must meet after the beginning, at each scale. */
static void check_rounds(const char *what, add_grazing *add, uint64_t seed, const float *scales, size_t count, uint32_t rounds,
                         uint32_t rules, float margin, size_t least) {
    rng r = {seed};
    for (size_t s = 0; s < count; s++) {
        size_t later = 0;
        for (uint32_t round = 0; round < rounds; round++) {
            grazing_sets m;
            begin_sets(&m);
            m.rule = (sepal_rule){(sepal_touching)(round / rules % RULES), round % 8 == 7 ? margin * scales[s] : 0, 0};
            for (uint32_t k = 0; k < GRAZING_PAIRS; k++)
                add(&r, scales[s], round, k, &m);
            later += check_grazing(&r, what, &m);
            end_sets(&m);
        }
        cr_assert(later > least, "%s, scale %a: only %zu meet later", what, (double)scales[s], later);
    }
}

/* The next float above or below, or the same. */
static float nearly(rng *r, float v) {
    const uint32_t how = rng_below(r, 6);
    return how > 1 ? v : nextafterf(v, how == 0 ? INFINITY : -INFINITY);
}

/* --- Circles ------------------------------------------------------------------------------------- */

/* Whole numbers with x^2 + y^2 = z^2, so that the tangent in (x, y) of the circle of radius z is known exactly. */
static const int triples[][3] = {{1, 0, 1}, {0, 1, 1}, {3, 4, 5}, {4, 3, 5}, {5, 12, 13}, {8, 15, 17}, {7, 24, 25}};

/* manner 0: tangent; 1: from the circle; 2: from inside; 3: no move; 4: through it, anyhow. points: which of both is one: none, the first,
 * the second. */
static void add_tangent(rng *r, float scale, uint32_t round, uint32_t k, grazing_sets *m) {
    const uint32_t points = round / 2 % 3;
    const int *t = triples[rng_below(r, sizeof triples / sizeof *triples)], side = rng_below(r, 2) ? 1 : -1;
    const uint32_t manner = rng_below(r, 8) < 4 ? 0 : 1 + rng_below(r, 4);
    const float x = (float)(side * t[0]), y = (float)t[1], reach = (float)t[2], along = (float)rng_between(r, 0, 9) / 2,
                far_x = rng_below(r, 2) && round % 4 == 3 ? 65536 : 0;
    float at[2] = {x + y * along, y - x * along}, way[2] = {-2 * y * along, 2 * x * along};
    if (manner == 1 || manner == 2) {
        at[0] = manner == 1 ? x : x / 2, at[1] = manner == 1 ? y : y / 2;
        way[0] = (float)rng_between(r, -9, 9), way[1] = (float)rng_between(r, -9, 9);
    } else if (manner == 3) {
        way[0] = way[1] = 0;
    } else if (manner == 4) {
        way[0] = (float)rng_real(r, -1.5, 1.5) * reach - 2 * at[0], way[1] = (float)rng_real(r, -1.5, 1.5) * reach - 2 * at[1];
    }
    const float radius[2] = {points == 0 ? reach - 0.5F : points == 1 ? 0 : reach, points == 0 ? 0.5F : points == 1 ? reach : 0};
    for (int i = 0; i < 2; i++) {
        const float sign = points == 1 ? -1 : 1, place_x = i == 0 ? 0 : sign * at[0], place_y = i == 0 ? 0 : sign * at[1];
        const float cx = nearly(r, (place_x + far_x) * scale), cy = nearly(r, place_y * scale), rad = nearly(r, radius[i] * scale);
        const float shared = (float)rng_between(r, -1, 1) * scale;
        const sepal_circles one = {&cx, &cy, &rad, 0};
        if (radius[i] > 0)
            cr_assert_eq(sepal_polys_add_circles(m->sets[i], &one, 1, NULL, NULL), SEPAL_OK);
        else
            cr_assert_eq(sepal_polys_add(m->sets[i], &cx, &cy, 1, NULL), SEPAL_OK);
        m->moves[i][2 * k] = i == 0 ? shared : m->moves[0][2 * k] + sign * way[0] * scale;
        m->moves[i][2 * k + 1] = i == 0 ? -shared : m->moves[0][2 * k + 1] + sign * way[1] * scale;
    }
}

Test(sweep_grazing, circles_and_points_on_tangents) {
    static const float scales[] = {1, 0x1p-20F, 0x1p58F, 0x1p100F, 0x1p-120F, 0x1p-140F};
    check_rounds("tangents", add_tangent, 2029, scales, sizeof scales / sizeof *scales, 24, 1, 0.5F, 200);
}

/* --- Sides of many vertices ---------------------------------------------------------------------- */

/* A box or an octagon with corners on a lattice, whose sides have vertices on them; some vertices stand twice. Some are moved by a float,
 * where that leaves it convex. */
static void add_sides(rng *r, sepal_polys *set, uint32_t count, float x, float y, float scale, float radius) {
    const bool octagon = rng_below(r, 2) == 0, back = rng_below(r, 3) == 0;
    const int sides = octagon ? 8 : 4;
    const float bx[4] = {-8, 8, 8, -8}, by[4] = {-8, -8, 8, 8};
    const float ox[8] = {-4, 4, 8, 8, 4, -4, -8, -8}, oy[8] = {-8, -8, -4, 4, 8, 8, 4, -4};
    float px[SIDES_MOST], py[SIDES_MOST];
    for (bool moved = rng_below(r, 2) == 0;; moved = false) {
        for (uint32_t i = 0; i < count; i++) {
            const uint32_t k = back ? count - 1 - i : i, at = k * (uint32_t)sides;
            const uint32_t side = at / count, next = (side + 1) % (uint32_t)sides, sixteenths = at % count * 16 / count;
            const float share = (float)sixteenths / 16; /* so that it is exact, and sometimes repeated */
            const float fx = octagon ? ox[side] : bx[side], fy = octagon ? oy[side] : by[side];
            const float tx = octagon ? ox[next] : bx[next], ty = octagon ? oy[next] : by[next];
            px[i] = (fx + share * (tx - fx) + x) * scale;
            py[i] = (fy + share * (ty - fy) + y) * scale;
            if (moved && rng_below(r, 8) == 0)
                px[i] = nearly(r, px[i]), py[i] = nearly(r, py[i]);
        }
        if (sepal_polys_add_round(set, px, py, count, radius * scale, NULL) == SEPAL_OK)
            return;
        cr_assert(moved, "a polygon of %u vertices was refused", count);
    }
}

static void add_sided_pair(rng *r, float scale, uint32_t round, uint32_t k, grazing_sets *m) {
    const bool rounded = round % 2 == 1;
    const float far = rng_below(r, 3) == 0 ? 4096 : 0, x = (float)rng_between(r, -40, 40),
                y = (float)rng_between(r, 17, 40) * (rng_below(r, 2) ? 1 : -1),
                radius = rounded ? (float)rng_below(r, 3) * 0.5F : 0, share = (float)rng_between(r, 1, 4) / 2;
    const uint32_t manner = rng_below(r, 4);
    const bool upright = rng_below(r, 2) == 0;
    const float at[2] = {upright ? x : y, upright ? y : x};
    float way[2] = {-at[0] * share, -at[1] * share}; /* 0: towards each other */
    if (manner == 1)                                 /* straight, side on side */
        way[upright ? 0 : 1] = 0;
    else if (manner == 2) /* along each other */
        way[upright ? 1 : 0] = 0;
    else if (manner == 3)
        way[0] = nearly(r, way[0]), way[1] = nearly(r, way[1] * 0.75F);
    add_sides(r, m->sets[0], 17 + rng_below(r, SIDES_MOST - 16), far, far, scale, radius);
    add_sides(r, m->sets[1], rng_below(r, 4) == 0 ? 4 + rng_below(r, 13) : 17 + rng_below(r, SIDES_MOST - 16), far + at[0],
              far + at[1], scale, rounded ? 0.5F : 0);
    for (int i = 0; i < 2; i++) {
        m->moves[0][2 * k + (uint32_t)i] = (float)rng_between(r, -1, 1) * scale;
        m->moves[1][2 * k + (uint32_t)i] = m->moves[0][2 * k + (uint32_t)i] + way[i] * scale;
    }
}

Test(sweep_grazing, polygons_with_many_vertices_on_a_side) {
    static const float scales[] = {1, 0x1p90F, 0x1p-130F};
    check_rounds("sides", add_sided_pair, 2030, scales, sizeof scales / sizeof *scales, 4, 2, 0, 50);
}

/* --- Corners that stand many times --------------------------------------------------------------- */

/* The corners of a regular polygon of 4 to 12, each as often as it comes, so that the vertices beside one of them may all be the same, and
 * what the way meets first is beside the few vertices that a search of the kernels ends at. */
static void add_corners(rng *r, sepal_polys *set, uint32_t count, const float at[2], float scale, float radius) {
    const uint32_t corners = 4 + rng_below(r, 9), few = count < corners ? count : corners;
    const bool back = rng_below(r, 3) == 0;
    const double begin = rng_real(r, 0, 7);
    float px[SIDES_MOST], py[SIDES_MOST];
    uint32_t times[SIDES_MOST] = {0}, i = 0;
    for (uint32_t k = 0; k < count; k++)
        times[k < few ? k : rng_below(r, rng_below(r, 2) == 0 ? 3 : few)]++;
    for (uint32_t corner = 0; corner < few; corner++)
        for (uint32_t k = 0; k < times[corner]; k++, i++) {
            const double turn = begin + 2 * acos(-1.0) * corner / few * (back ? -1 : 1);
            px[i] = ((float)(8 * cos(turn)) + at[0]) * scale;
            py[i] = ((float)(8 * sin(turn)) + at[1]) * scale;
        }
    cr_assert_eq(sepal_polys_add_round(set, px, py, count, radius * scale, NULL), SEPAL_OK);
}

static void add_cornered_pair(rng *r, float scale, uint32_t round, uint32_t k, grazing_sets *m) {
    const uint32_t least = round % 4 < 2 ? 9 : 17; /* vertices */
    const float here[2] = {0, 0}, turn = (float)rng_real(r, 0, 7), far = (float)rng_real(r, 17, 40),
                share = (float)rng_real(r, 0.8, 2), at[2] = {far * cosf(turn), far * sinf(turn)},
                aside = (float)rng_real(r, -0.4, 0.4),
                way[2] = {-share * (at[0] - aside * at[1]), -share * (at[1] + aside * at[0])};
    for (int i = 0; i < 2; i++) {
        const uint32_t count = least + rng_below(r, SIDES_MOST + 1 - least);
        const float radius = round % 2 == 0 ? 0 : i == 1 ? 0.5F : (float)rng_below(r, 3) * 0.5F;
        add_corners(r, m->sets[i], count, i == 0 ? here : at, scale, radius);
    }
    for (uint32_t i = 0; i < 2; i++) {
        m->moves[0][2 * k + i] = (float)rng_between(r, -1, 1) * scale;
        m->moves[1][2 * k + i] = m->moves[0][2 * k + i] + way[i] * scale;
    }
}

/* The kernels of windows must see that what they found is not all that matters (docs/numerics/sweep.md, "Casts in lanes"). */
Test(sweep_grazing, corners_that_stand_many_times) {
    static const float scales[] = {1, 0x1p90F, 0x1p-130F};
    check_rounds("corners", add_cornered_pair, 2031, scales, sizeof scales / sizeof *scales, 8, 4, 0, 200);
}

/* Two pairs of which the search ends at a wrong place, and only what is asked about the ends of the windows tells: of the first pair, the
 * first end of one window is no farther than a vertex within it, while the last one is; of the second pair, an end is on the line of the edge
 * that was found, and double rounds it to beyond. */
typedef struct cornered {
    float scale, move[2];
    uint32_t corners[2];
    float at[2][13][3]; /* x, y, and how often */
} cornered;

static const cornered cornered_pairs[] = {
    {1,
     {836, 205},
     {7, 6},
     {{{147, -210, 21}, {252, -44, 1}, {222, 128, 3}, {-24, 255, 2}, {-185, 177, 1}, {-256, -5, 2}, {-145, -211, 4}},
      {{-438, 71, 1}, {-655, 266, 1}, {-929, -69, 5}, {-752, -235, 2}, {-531, -191, 4}, {-438, 71, 12}}}},
    {0x1p-60F,
     {-0x1.307f2ep2F, 0x1.33158cp2F},
     {4, 13},
     {{{-0x1.8d2c36p1F, 0x1.407d36p1F, 2},
       {-0x1.b6efeap1F, 0x1.e590fp1F, 5},
       {-0x1.c4045p0F, 0x1.fb21a4p1F, 15},
       {-0x1.8b28a8p0F, 0x1.a39cd8p1F, 4}},
      {{0x1.9186cap-1F, 0x1.3dae08p-21F, 4},
       {0x1.d7f206p-1F, 0x1.8d0bf8p-22F, 2},
       {0x1.d97af6p-1F, -0x1.85ab24p-22F, 3},
       {0x1.717b02p-1F, -0x1.6270cep-21F, 3},
       {0x1.327456p-2F, -0x1.e888bp-21F, 2},
       {-0x1.7eca5cp-2F, -0x1.dae182p-21F, 21},
       {-0x1.25564p-1F, -0x1.a3a3c2p-21F, 5},
       {-0x1.f5cc32p-1F, -0x1.96ce04p-23F, 4},
       {-0x1.d27d26p-1F, 0x1.a60d8p-22F, 2},
       {-0x1.7654cep-1F, 0x1.5d5052p-21F, 1},
       {-0x1.8cc618p-2F, 0x1.d800b8p-21F, 2},
       {0x1.f4f58p-3F, 0x1.f07246p-21F, 2},
       {0x1.9186cap-1F, 0x1.3dae08p-21F, 2}}}},
};

static void add_cornered(const cornered *c, int of, sepal_polys *set) {
    float px[SIDES_MOST], py[SIDES_MOST];
    uint32_t count = 0;
    for (uint32_t corner = 0; corner < c->corners[of]; corner++)
        for (int times = (int)c->at[of][corner][2]; times > 0; times--, count++) {
            px[count] = c->at[of][corner][0] * c->scale;
            py[count] = c->at[of][corner][1] * c->scale;
        }
    cr_assert_eq(sepal_polys_add(set, px, py, count, NULL), SEPAL_OK);
}

Test(sweep_grazing, ends_of_windows_that_are_not_beyond) {
    rng r = {2032};
    for (size_t i = 0; i < sizeof cornered_pairs / sizeof *cornered_pairs; i++) {
        const cornered *c = &cornered_pairs[i];
        grazing_sets m = {.rule = {SEPAL_TOUCHING_OVERLAPS, 0, 0}};
        begin_sets(&m);
        for (size_t k = 0; k < GRAZING_PAIRS; k++)
            for (size_t of = 0; of < 2; of++) {
                add_cornered(c, (int)of, m.sets[of]);
                m.moves[0][2 * k + of] = 0;
                m.moves[1][2 * k + of] = c->move[of] * c->scale;
            }
        cr_assert_eq(check_grazing(&r, "ends of windows", &m), (size_t)GRAZING_PAIRS);
        end_sets(&m);
    }
}

/* --- Contacts among many vertices ----------------------------------------------------------------- */

/* So many vertices next to the contact that the kernels do not compute the normal from a few of them, and ask exact signs about one vertex:
 * with `side` 0 the contact is at the vertex in their middle, which comes within the radius 5, to the last bit, at the time 1/2, and comes
 * nearer; else it is inside of a side of that length, of which that vertex is an end, and a way that the vertex alone tells is too late. */
enum { CROWD = 18, CROWDED = 2 * CROWD + 3 };

static void add_crowded_pair(rng *r, float scale, uint32_t round, uint32_t k, grazing_sets *m) {
    const float side = round % 2 == 0 ? 0 : 0x1p-8F * (float)rng_between(r, 1, 64), share = (float)rng_between(r, 1, 15) / 16;
    const int flip = rng_below(r, 2) == 0 ? 1 : -1;
    const float nx = (float)(rng_below(r, 2) == 0 ? 3 : -3), ny = (float)flip * 4; /* of length 5 */
    float px[CROWDED], py[CROWDED], bx, by, way[2] = {0, 0};
    uint32_t count = 0;
    for (int i = -CROWD; i <= CROWD; i++)
        for (int end = i == 0 && side > 0 ? 0 : 1; end < 2; end++) { /* a parabola, cut in two at its top by the side */
            float along = (float)i * 0x1p-12F + (i > 0 || (i == 0 && end == 1) ? side : 0);
            const float deep = (float)(i * i) * 0x1p-20F;
            if (i == 0 && end == 0) /* of many bits, so that double has to round */
                along = (float)(0x200001 + 2 * rng_below(r, 0xFFFFF)) * 0x1p-60F;
            px[count] = (along * -ny - deep * nx) * scale;
            py[count++] = (along * nx - deep * ny) * scale;
        }
    px[count] = -nx * scale;
    py[count++] = -ny * scale;
    while (!(way[0] * nx + way[1] * ny < 0)) {
        way[0] = (float)rng_between(r, -30, 30) / 8;
        way[1] = (float)rng_between(r, -30, 30) / 8;
    }
    bx = (nx - share * side * ny - way[0] / 2) * scale;
    by = (ny + share * side * nx - way[1] / 2) * scale;
    cr_assert_eq(sepal_polys_add_round(m->sets[0], px, py, count, 5 * scale, NULL), SEPAL_OK);
    cr_assert_eq(sepal_polys_add(m->sets[1], &bx, &by, 1, NULL), SEPAL_OK);
    for (uint32_t i = 0; i < 2; i++) {
        m->moves[0][2 * k + i] = 0;
        m->moves[1][2 * k + i] = way[i] * scale;
    }
}

Test(sweep_grazing, contacts_among_many_vertices) {
    static const float scales[] = {1, 0x1p40F, 0x1p-60F};
    check_rounds("crowds", add_crowded_pair, 2034, scales, sizeof scales / sizeof *scales, 12, 2, 0.5F, 200);
}

/* --- Reaches that double does not see ------------------------------------------------------------ */

/* A corner that comes straight to a side. At the time k / 64 it is by the reach behind the side, not in front of it; beside their distance
 * at the beginning, double sees no such reach. with_side: which of the two shapes has the side; along: the coordinate along the way. */
static void add_sunk_pair(int with_side, int along, float distance, float reach, grazing_sets *m) {
    const float side[2][4] = {{-1, 1, 1, -1}, {-1, -1, reach, reach}};
    const float corner[2][3] = {{0, 1, -1}, {distance, distance + 1, distance + 1}};
    cr_assert_eq(sepal_polys_add(m->sets[with_side], side[1 - along], side[along], 4, NULL), SEPAL_OK);
    cr_assert_eq(sepal_polys_add(m->sets[1 - with_side], corner[1 - along], corner[along], 3, NULL), SEPAL_OK);
}

Test(sweep_grazing, corners_behind_a_side_by_the_reach) {
    const float reach = 0x1p-62F;
    rng r = {2033};
    grazing_sets m = {.rule = {SEPAL_TOUCHING_OVERLAPS, reach, 0}};
    begin_sets(&m);
    for (size_t k = 0; k < GRAZING_PAIRS; k++) {
        const int with_side = k % 2 == 0, along = k % 4 < 2;
        add_sunk_pair(with_side, along, (float)(k % 63 + 1) / 64, reach, &m);
        m.moves[with_side][2 * k] = m.moves[with_side][2 * k + 1] = 0;
        m.moves[1 - with_side][2 * k + (size_t)along] = -1;
        m.moves[1 - with_side][2 * k + (size_t)(1 - along)] = 0;
    }
    cr_assert_eq(check_grazing(&r, "corners behind a side", &m), (size_t)GRAZING_PAIRS);
    end_sets(&m);
}
