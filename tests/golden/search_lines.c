#include "search_lines.h"
#include "../common/must.h"
#include "../scenes/crowds.h"
#include "../scenes/doubles_scenes.h"
#include "../scenes/round_scenes.h"
#include "../scenes/solid_scenes.h"
#include "../search/either.h"
#include "../search/rays.h"
#include "../search/solid_rays.h"

#include <float.h>
#include <sepal/sepal.h>
#include <string.h>

/* STEPS is more than the 64 poses that are placed at a time. */
enum {
    SEED = 4201,
    SHAPES = 24,
    CROWD = 300,
    PAIRS_MOST = 80000,
    POINTS = 12,
    GROUPS = 12,
    STEPS = 100,
    TRAJECTORIES = 3,
    RAYS = 40
};

const char *const search_column_names[SEARCH_COLUMNS] = {"pairs",   "near",  "at",    "groups", "first_hit", "rays",
                                                         "nearest", "parts", "casts", "ways",   "inside",    "hits"};

/* Two sets of a scene, of either kind; the finder, and room for what it finds. */
typedef struct whole {
    either kind;
    const void *a, *b;
    size_t count_a, count_b;
    float margin;
    sepal_finder *finder;
    sepal_pair *pairs;
} whole;

/* The first vertex of a shape, or the centre of a box in space. */
static void place_of(either kind, const void *set, uint32_t index, float at[3]) {
    const float *x, *y, *z = at;
    size_t count;
    sepal_parallelepiped solid_box;
    at[2] = 0;
    if (kind == EITHER_SOLIDS && sepal_solids_box(set, index, &solid_box) == SEPAL_OK) {
        for (int k = 0; k < 3; k++)
            at[k] = solid_box.c[k];
        return;
    }
    must((kind == EITHER_SOLIDS ? sepal_solids_vertices(set, index, &x, &y, &z, &count)
                                : sepal_polys_vertices(set, index, &x, &y, &count)) == SEPAL_OK,
         "shape %u has no vertices", (unsigned)index);
    at[0] = x[0], at[1] = y[0], at[2] = z[0];
}

/* --- Answers ----------------------------------------------------------------------------------------------------------------- */

static void take_found(const whole *w, sepal_status status, size_t found, digest *d) {
    must(status == SEPAL_OK, "a call of the finder: %s, %zu pairs", sepal_status_text(status), found);
    take_word(d, found, 4);
    take_pairs(d, w->pairs, found);
}

/* Of two sets and of one, with and without touching, margin and filter. */
static void ask_pairs(const whole *w, digest *pairs, digest *near) {
    const sepal_rule rules[] = {{SEPAL_TOUCHING_OVERLAPS, w->margin, 0}, {SEPAL_TOUCHING_IS_APART, 0, 0}};
    size_t most = w->count_a > w->count_b ? w->count_a : w->count_b, found = 0;
    uint32_t *numbers = must_have(calloc(3 * most + 1, sizeof *numbers));
    for (size_t k = 0; k < 3 * most; k++)
        numbers[k] = (uint32_t)k * UINT32_C(2654435761) >> 29; /* golden ratio: Knuth, TAOCP 3, 6.4 */
    const sepal_filter filter = {{numbers, numbers}, {numbers + most, NULL}, {numbers + 2 * most, numbers + 2 * most}};
    for (int k = 0; k < 2; k++) {
        const sepal_filter *some = k == 0 ? NULL : &filter;
        sepal_status status = either_find_pairs(w->kind, w->finder, w->a, w->b, NULL, &rules[k], PAIRS_MOST, w->pairs, &found);
        take_found(w, status, found, pairs);
        status = either_find_pairs(w->kind, w->finder, w->a, w->a, some, &rules[k], PAIRS_MOST, w->pairs, &found);
        take_found(w, status, found, pairs);
        status = either_find_near(w->kind, w->finder, w->a, w->b, some, rules[k].margin, PAIRS_MOST, w->pairs, &found);
        take_found(w, status, found, near);
    }
    free(numbers);
}

/* At places of shapes of either set, one by one, then all together under a filter. */
static void ask_at(const whole *w, digest *d) {
    must(either_find_build(w->kind, w->finder, w->b) == SEPAL_OK, "no tree");
    static float rows[POINTS][3];
    size_t found;
    for (uint32_t k = 0; k < POINTS; k++) {
        const sepal_rule rule = {(sepal_touching)(k % 2), k % 4 < 2 ? 0 : w->margin, 0};
        float *at = rows[k];
        place_of(w->kind, k % 3 == 0 ? w->b : w->a, k % (uint32_t)(k % 3 == 0 ? w->count_b : w->count_a), at);
        must(either_find_at(w->kind, w->finder, at, 1, NULL, &rule, PAIRS_MOST, w->pairs, &found) == SEPAL_OK, "find_at");
        take_word(d, found, 4);
        for (size_t i = 0; i < found; i++)
            take_word(d, w->pairs[i].b, 4);
    }
    uint32_t *numbers = must_have(calloc(POINTS + w->count_b, sizeof *numbers));
    for (uint32_t k = 0; k < POINTS + w->count_b; k++)
        numbers[k] = k * UINT32_C(2654435761) >> 29;
    const sepal_filter filter = {{numbers, numbers + POINTS}, {numbers, NULL}, {numbers, numbers + POINTS}};
    sepal_status status = either_find_at(w->kind, w->finder, rows[0], POINTS, &filter, NULL, PAIRS_MOST, w->pairs, &found);
    take_found(w, status, found, d);
    free(numbers);
}

/* The k nearest of all shapes of a set, with their distances. */
static void take_nearest(const whole *w, const void *of, size_t k, const sepal_filter *filter, float limit, digest *d) {
    const size_t count = either_count(w->kind, of);
    uint32_t *nearest = must_have(calloc(k * count + 1, sizeof *nearest));
    float *distance = must_have(calloc(k * count + 1, sizeof *distance));
    must(either_find_nearest(w->kind, w->finder, of, 0, count, k, filter, limit, nearest, distance) == SEPAL_OK, "find_nearest");
    for (size_t i = 0; i < k * count; i++)
        take_word(d, nearest[i], 4);
    take_floats(d, distance, k * count);
    free(nearest);
    free(distance);
}

/* Of points, of the other set and of the set itself; with and without a filter and a limit. */
static void ask_nearest(const whole *w, digest *d) {
    void *points = either_create(w->kind);
    for (uint32_t k = 0; k < POINTS; k++) {
        float at[3];
        place_of(w->kind, k % 2 == 0 ? w->a : w->b, k % (uint32_t)(k % 2 == 0 ? w->count_a : w->count_b), at);
        must(either_add_ball(w->kind, points, at, 0) == SEPAL_OK, "a point is refused");
    }
    uint32_t *numbers = must_have(calloc(w->count_b, sizeof *numbers));
    for (size_t k = 0; k < w->count_b; k++)
        numbers[k] = (uint32_t)k % 3;
    const sepal_filter odd = {{NULL, numbers}, {NULL, NULL}, {NULL, NULL}}; /* every third shape is in no layer */
    must(either_find_build(w->kind, w->finder, w->b) == SEPAL_OK, "no tree");
    take_nearest(w, points, 3, NULL, FLT_MAX, d);
    take_nearest(w, points, 5, &odd, w->margin, d);
    take_nearest(w, w->a, 4, NULL, FLT_MAX, d);
    take_nearest(w, w->a, 1, &odd, FLT_MAX, d);
    take_nearest(w, w->b, 2, NULL, FLT_MAX, d);
    free(numbers);
    either_destroy(w->kind, points);
}

/* Groups of 0, 1, 2, ... parts, as far as the set goes. */
static sepal_groups groups_of(size_t shapes, uint32_t *first) {
    size_t count = 0;
    first[0] = 0;
    while (count < GROUPS && first[count] + count <= shapes) {
        first[count + 1] = first[count] + (uint32_t)count;
        count++;
    }
    return (sepal_groups){first, count};
}

/* Moves of all shapes of a, three floats each, half of the way to the first vertex of a shape of b. */
static float *moves_towards(const whole *w) {
    float *moves = must_have(calloc(3 * w->count_a + 1, sizeof *moves));
    for (uint32_t i = 0; i < w->count_a; i++) {
        float from[3], to[3];
        place_of(w->kind, w->a, i, from);
        place_of(w->kind, w->b, i % (uint32_t)w->count_b, to);
        for (int axis = 0; axis < 3; axis++)
            moves[3 * i + (uint32_t)axis] = to[axis] * 0.5F - from[axis] * 0.5F; /* which is finite */
    }
    return moves;
}

/* What each shape of a hits among b, and in its own set; with and without what is hit at time 0. */
static void ask_casts(const whole *w, digest *d) {
    float *moves = moves_towards(w), *floats = must_have(calloc(4 * w->count_a, sizeof *floats));
    uint32_t *shape = must_have(calloc(w->count_a, sizeof *shape));
    const size_t n = w->count_a;
    const sepal_moves flat = {moves, moves + 1, 3};
    const sepal_solid_moves solid = {moves, moves + 1, moves + 2, 3};
    for (int k = 0; k < 2; k++) {
        const sepal_rule rule = {(sepal_touching)k, k == 0 ? 0 : w->margin, 0};
        must(either_find_build(w->kind, w->finder, k == 0 ? w->b : w->a) == SEPAL_OK, "no tree");
        must((w->kind == EITHER_SOLIDS
                  ? sepal_solids_cast_shapes(w->finder, w->a, &solid, 0, n, NULL, &rule,
                                             &(sepal_solid_ray_hits){shape, floats, floats + n, floats + 2 * n, floats + 3 * n, k})
                  : sepal_polys_cast_shapes(w->finder, w->a, &flat, 0, n, NULL, &rule,
                                            &(sepal_ray_hits){shape, floats, floats + n, floats + 2 * n, k})) == SEPAL_OK,
             "cast_shapes");
        for (size_t i = 0; i < n; i++)
            take_word(d, shape[i], 4);
        take_floats(d, floats, (w->kind == EITHER_SOLIDS ? 4 : 3) * n);
    }
    free(moves);
    free(floats);
    free(shape);
}

/* Which parts meet first while a moves and b rests. */
static void take_moving(const whole *w, const sepal_groups *of_a, const sepal_groups *of_b, size_t count, const sepal_rule *rule,
                        digest *d) {
    sepal_pair parts[GROUPS * GROUPS];
    float times[GROUPS * GROUPS], *moves = moves_towards(w);
    must(either_first_groups(w->kind, w->a, of_a, moves, w->b, of_b, NULL, w->pairs, count, rule, parts, times) == SEPAL_OK,
         "first");
    take_pairs(d, parts, count);
    take_floats(d, times, count);
    free(moves);
}

static void ask_groups(const whole *w, digest *d, digest *d_parts) {
    uint32_t first_a[GROUPS + 1], first_b[GROUPS + 1];
    uint64_t bits[SEPAL_BIT_WORDS(GROUPS * GROUPS)];
    sepal_pair parts[GROUPS * GROUPS];
    float numbers[GROUPS * GROUPS];
    const sepal_groups of_a = groups_of(w->count_a, first_a), of_b = groups_of(w->count_b, first_b);
    for (int k = 0; k < 2; k++) {
        const sepal_rule rule = {(sepal_touching)k, k == 0 ? 0 : w->margin, 0};
        size_t count = 0;
        for (uint32_t i = 0; i < of_a.count; i++)
            for (uint32_t j = 0; j < of_b.count; j++)
                w->pairs[count++] = (sepal_pair){i, j};
        must(either_overlap_groups(w->kind, w->a, &of_a, w->b, &of_b, w->pairs, count, &rule, bits) == SEPAL_OK, "overlap_groups");
        take_bits(d, bits, count);
        must(either_deepest_groups(w->kind, w->a, &of_a, w->b, &of_b, w->pairs, count, &rule, parts, numbers) == SEPAL_OK,
             "deepest");
        take_pairs(d_parts, parts, count);
        take_floats(d_parts, numbers, count);
        take_moving(w, &of_a, &of_b, count, &rule, d_parts);
    }
}

/* How far groups have to move along a direction to be free of others, and in the plane, which are inside of others. Radii are refused. */
static void ask_unions(const whole *w, digest columns[SEARCH_COLUMNS]) {
    digest *ways = &columns[COLUMN_WAYS], *inside = &columns[COLUMN_INSIDE];
    uint32_t first_a[GROUPS + 1], first_b[GROUPS + 1];
    const sepal_groups of_a = groups_of(w->count_a, first_a), of_b = groups_of(w->count_b, first_b);
    for (uint32_t i = 0; i < of_a.count; i++)
        for (uint32_t j = 0; j < of_b.count; j++) {
            const float along = (float)(i % 3) - 1, direction[3] = {along, (float)(j % 4) - 1.25F, along};
            const sepal_pair pair = {i, j};
            float way = -1;
            uint64_t bits = 0;
            take_word(ways, either_push_along(w->kind, w->a, &of_a, w->b, &of_b, pair, direction, &way), 4);
            take_floats(ways, &way, 1);
            if (w->kind == EITHER_POLYS)
                take_word(inside, sepal_polys_contains_groups(w->a, &of_a, w->b, &of_b, &pair, 1, &bits), 4);
            take_bits(inside, &bits, 1);
        }
}

/* Shape k % count of the first set, on its way from beside the second set to the place of one of its shapes. */
static void ask_first_hit(const whole *w, digest *d) {
    float rows[STEPS][3];
    void *world = either_create(w->kind);
    for (uint32_t k = 0; k < TRAJECTORIES; k++) {
        const uint32_t model = 7 * k % (uint32_t)w->count_a;
        const sepal_rule rule = {(sepal_touching)(k % 2), k < 2 ? 0 : w->margin, 0};
        float own[3], goal[3];
        size_t first = 0;
        place_of(w->kind, w->a, model, own);
        place_of(w->kind, w->b, 11 * k % (uint32_t)w->count_b, goal);
        for (int step = 0; step < STEPS; step++)
            for (int axis = 0; axis < 3; axis++)
                rows[step][axis] = (goal[axis] - own[axis]) * ((float)(k + 2) - (float)(k + 1) * 0.01F * (float)step);
        const sepal_status status = either_first_hit(w->kind, w->a, model, &rows[0][0], STEPS, w->b, &rule, world, &first);
        must(status == SEPAL_OK || status == SEPAL_BAD_SHAPE, "first_hit"); /* near the largest float, poses overflow */
        take_word(d, status, 4);
        take_word(d, first, 4);
    }
    either_destroy(w->kind, world);
}

/* The first of all hits of a ray, which is enough. */
typedef struct first_hits {
    uint32_t shape[RAYS];
    float time[RAYS];
} first_hits;

static int take_first(void *context, const sepal_ray_hit *hit) {
    first_hits *first = context;
    must(first->shape[hit->ray] == SEPAL_NO_SHAPE, "a ray goes on");
    first->shape[hit->ray] = hit->shape;
    first->time[hit->ray] = hit->time;
    return 0;
}

static int take_every(void *context, const sepal_ray_hit *hit) {
    digest *hits = context;
    const float values[] = {hit->time, hit->normal_x, hit->normal_y, hit->normal_z};
    take_word(hits, hit->ray, 4);
    take_word(hits, hit->shape, 4);
    take_floats(hits, values, 4);
    return 1;
}

/* Everything that rays hit, in order, each ray by itself: those of several rays come in any order. Half of them end in the middle. */
static void ask_every_hit(const whole *w, digest *hits) {
    float rows[RAYS][6];
    must(either_find_build(w->kind, w->finder, w->b) == SEPAL_OK, "no tree");
    for (uint32_t k = 0; k < RAYS; k++) {
        float from[3], to[3];
        place_of(w->kind, w->a, k % (uint32_t)w->count_a, from);
        place_of(w->kind, w->b, 5 * k % (uint32_t)w->count_b, to);
        for (int axis = 0; axis < 3; axis++) {
            rows[k][axis] = from[axis];
            rows[k][3 + axis] = to[axis] * 0.5F - from[axis] * 0.5F;
        }
        const sepal_rule rule = {(sepal_touching)(k % 2), k % 4 < 2 ? 0 : w->margin, 0};
        must(either_cast_each(w->kind, w->finder, rows[k], 1, k % 8 < 4 ? 1 : 0.5F, NULL, &rule, take_every, hits) == SEPAL_OK,
             "cast_each");
    }
}

static void begin_first(first_hits *first) {
    for (int i = 0; i < RAYS; i++) {
        first->shape[i] = SEPAL_NO_SHAPE;
        first->time[i] = 1;
    }
}

/* With and without touching and margin. */
static void ask_solid_rays(const whole *w, digest *d) {
    float rows[6 * RAYS];
    solid_ray_hit hits[RAYS];
    make_solid_rays(w->a, w->b, RAYS, rows);
    must(sepal_solids_find_build(w->finder, w->b) == SEPAL_OK, "no tree");
    for (int k = 0; k < 2; k++) {
        const sepal_rule rule = {(sepal_touching)k, k == 0 ? 0 : w->margin, 0};
        const sepal_solid_rays rays = solid_rays_of(rows);
        first_hits first;
        begin_first(&first);
        must(cast_solid_rays(w->finder, rows, RAYS, NULL, &rule, hits) == SEPAL_OK, "cast_rays");
        must(sepal_solids_cast_each(w->finder, &rays, RAYS, 1, NULL, &rule, take_first, &first) == SEPAL_OK, "cast_each");
        for (int i = 0; i < RAYS; i++) {
            must(first.shape[i] == hits[i].shape && first.time[i] == hits[i].time, "cast_each: ray %d", i);
            take_word(d, hits[i].shape, 4);
            take_floats(d, &hits[i].time, 1);
            take_floats(d, hits[i].normal, 3);
        }
    }
}
static void ask_rays(const whole *w, digest *d) {
    float rows[4 * RAYS];
    ray_hit hits[RAYS];
    if (w->kind == EITHER_SOLIDS) {
        ask_solid_rays(w, d);
        return;
    }
    make_rays(w->a, w->b, RAYS, rows);
    must(sepal_polys_find_build(w->finder, w->b) == SEPAL_OK, "no tree");
    for (int k = 0; k < 2; k++) {
        const sepal_rule rule = {(sepal_touching)k, k == 0 ? 0 : w->margin, 0};
        const sepal_rays rays = rays_of(rows);
        first_hits first;
        begin_first(&first);
        must(cast_rays(w->finder, rows, RAYS, NULL, &rule, hits) == SEPAL_OK, "cast_rays");
        must(sepal_polys_cast_each(w->finder, &rays, RAYS, 1, NULL, &rule, take_first, &first) == SEPAL_OK, "cast_each");
        for (int i = 0; i < RAYS; i++) {
            must(first.shape[i] == hits[i].shape && first.time[i] == hits[i].time, "cast_each: ray %d", i);
            const float values[] = {hits[i].time, hits[i].normal_x, hits[i].normal_y};
            take_word(d, hits[i].shape, 4);
            take_floats(d, values, 3);
        }
    }
}

static void ask_whole(whole *w, digest columns[SEARCH_COLUMNS]) {
    must(sepal_finder_create(NULL, &w->finder) == SEPAL_OK, "no finder");
    w->pairs = must_have(calloc(PAIRS_MOST, sizeof *w->pairs));
    w->count_a = either_count(w->kind, w->a);
    w->count_b = either_count(w->kind, w->b);
    ask_pairs(w, &columns[COLUMN_PAIRS], &columns[COLUMN_NEAR]);
    ask_at(w, &columns[COLUMN_AT]);
    ask_groups(w, &columns[COLUMN_GROUPS], &columns[COLUMN_PARTS]);
    ask_first_hit(w, &columns[COLUMN_FIRST_HIT]);
    ask_rays(w, &columns[COLUMN_RAYS]);
    ask_nearest(w, &columns[COLUMN_NEAREST]);
    ask_casts(w, &columns[COLUMN_CASTS]);
    ask_every_hit(w, &columns[COLUMN_HITS]);
    sepal_finder_destroy(w->finder);
    free(w->pairs);
}

/* Sets of doubles, which answer part of this: pairs by the finder; in the column of points, containment; groups of parts. grown: with
 * radii and a margin. */
static void ask_doubles(int family, bool grown, digest columns[SEARCH_COLUMNS]) {
    enum { SCENES = 12, MOST = DOUBLES_SHAPES * DOUBLES_SHAPES };
    static doubles_scene s;
    static sepal_pair pairs[MOST], found[MOST];
    uint64_t bits[MOST / 64];
    uint32_t first[GROUPS + 1];
    sepal_finder *finder = NULL;
    size_t number;
    must(sepal_finder_create(NULL, &finder) == SEPAL_OK, "no finder");
    for (uint64_t seed = 0; seed < SCENES; seed++) {
        doubles_scene_make(&s, family, SEED + seed);
        if (grown)
            doubles_scene_grow(&s, SEED + seed);
        sepal_polys *set = doubles_scene_set(&s);
        for (int k = 0; k < 2; k++) {
            const sepal_rule rule = {(sepal_touching)k, 0, s.margin};
            size_t count = 0;
            for (uint32_t i = 0; i < s.shapes; i++)
                for (uint32_t j = 0; j < s.shapes; j++)
                    pairs[count++] = (sepal_pair){i, j};
            must(sepal_polys_overlap_pairs(set, set, pairs, count, &rule, bits) == SEPAL_OK, "overlap");
            take_bits(&columns[COLUMN_PAIRS], bits, count);
            must(sepal_polys_find_pairs(finder, set, set, NULL, &rule, MOST, found, &number) == SEPAL_OK, "find_pairs");
            take_pairs(&columns[COLUMN_PAIRS], found, number);
            must(sepal_polys_contains_pairs(set, set, pairs, count, &rule, bits) == SEPAL_OK, "containment");
            take_bits(&columns[COLUMN_AT], bits, count);
            const sepal_groups groups = groups_of(s.shapes, first);
            count = 0;
            for (uint32_t i = 0; i < groups.count; i++)
                for (uint32_t j = 0; j < groups.count; j++)
                    pairs[count++] = (sepal_pair){i, j};
            must(sepal_polys_overlap_groups(set, &groups, set, &groups, pairs, count, &rule, bits) == SEPAL_OK, "groups");
            take_bits(&columns[COLUMN_GROUPS], bits, count);
        }
        must(sepal_polys_find_near(finder, set, set, NULL, 0, MOST, found, &number) == SEPAL_OK, "find_near");
        take_pairs(&columns[COLUMN_NEAR], found, number);
        sepal_polys_destroy(set);
    }
    sepal_finder_destroy(finder);
}

/* --- Outlines of doubles: a comb with holes in its back, its outside, and the hulls of three of its vertices each */

enum { TEETH = 12, COMB = 2 * TEETH + 1, HULLS = COMB / 3, HOLES = 3, OUTLINE = COMB + 3 * HOLES, OUTLINES = 4 };

/* Where combs are, and how large. */
static const double comb_places[OUTLINES][3] = {
    {0, 0, 1}, {500123.4567, 5400123.4567, 0.37}, {-1e7, 3.3, 0x1p-20}, {0x1p52, -0x1p51, 64}};

static void make_comb(size_t place, uint64_t seed, double *x, double *y, uint32_t *starts) {
    const double *at = comb_places[place];
    rng r = {seed};
    uint32_t n = 0;
    for (uint32_t k = 0; k <= 2 * TEETH; k++) { /* from the right end of the back to the left, up and down */
        const double height = k == 0 || k == 2 * TEETH ? 0 : k % 2 == 1 ? rng_real(&r, 2, 4) : rng_real(&r, 1.25, 1.75);
        x[n] = at[0] + at[2] * (2 * TEETH - k);
        y[n++] = at[1] + at[2] * height;
    }
    starts[0] = 0;
    starts[1] = n;
    for (uint32_t hole = 0; hole < HOLES; hole++) {
        for (uint32_t k = 0; k < 3; k++) {
            x[n] = at[0] + at[2] * (4 + 6 * hole + (k == 1 ? rng_real(&r, 1, 2) : 0));
            y[n++] = at[1] + at[2] * (k == 2 ? rng_real(&r, 0.5, 0.75) : rng_real(&r, 0.25, 0.375));
        }
        starts[hole + 2] = n;
    }
}

static void take_doubles(digest *d, const double *values, size_t count) {
    for (size_t k = 0; k < count; k++) {
        uint64_t word;
        memcpy(&word, &values[k], sizeof word);
        take_word(d, word, 8);
    }
}

static void take_vertices64(digest *d, const sepal_polys *set) {
    for (uint32_t k = 0; k < sepal_polys_count(set); k++) {
        const double *x, *y;
        size_t count;
        must(sepal_polys_vertices_doubles(set, k, &x, &y, &count) == SEPAL_OK, "vertices");
        take_word(d, count, 4);
        take_doubles(d, x, count);
        take_doubles(d, y, count);
    }
}

/* Which hulls and points of the comb are in it: by its parts, and by those of its outside. */
static void ask_outline(size_t place, digest columns[SEARCH_COLUMNS]) {
    for (uint64_t seed = 0; seed < 6; seed++) {
        double x[OUTLINE], y[OUTLINE];
        uint32_t starts[HOLES + 2], hulls[HULLS + 1], parts, around;
        sepal_polys *set = NULL, *shapes = NULL;
        sepal_pair pairs[HULLS + OUTLINE];
        uint64_t bits[SEPAL_BIT_WORDS(HULLS + OUTLINE)];
        make_comb(place, SEED + seed, x, y, starts);
        must(sepal_polys_create_doubles(NULL, comb_places[place][0], comb_places[place][1], &set) == SEPAL_OK &&
                 sepal_polys_create_doubles(NULL, comb_places[place][0], comb_places[place][1], &shapes) == SEPAL_OK,
             "no set");
        must(sepal_polys_add_with_holes_doubles(set, x, y, starts, HOLES + 1, NULL, &parts, NULL) == SEPAL_OK, "a comb is refused");
        must(sepal_polys_add_outside_doubles(set, x, y, starts, HOLES + 1, comb_places[place][2], NULL, &around, NULL) == SEPAL_OK,
             "its outside is refused");
        for (uint32_t k = 0; k <= HULLS; k++)
            hulls[k] = 1 + 3 * k;
        must(sepal_polys_add_hulls_doubles(shapes, x, y, hulls, HULLS, NULL, NULL, NULL) == SEPAL_OK, "a hull is refused");
        for (uint32_t k = 0; k < OUTLINE; k++)
            must(sepal_polys_add_doubles(shapes, &x[k], &y[k], 1, NULL) == SEPAL_OK, "a point is refused");
        take_vertices64(&columns[COLUMN_PARTS], set);
        take_vertices64(&columns[COLUMN_PARTS], shapes);
        const uint32_t sides[] = {0, parts, parts + around};
        const size_t count = sepal_polys_count(shapes);
        for (uint32_t side = 0; side < 2; side++)
            for (int touching = 0; touching < 2; touching++) {
                for (uint32_t k = 0; k < count; k++)
                    pairs[k] = (sepal_pair){side, k};
                must(sepal_polys_overlap_groups(set, &(sepal_groups){sides, 2}, shapes, &(sepal_groups){0}, pairs, count,
                                                &(sepal_rule){(sepal_touching)touching, 0, 0}, bits) == SEPAL_OK,
                     "groups");
                take_bits(&columns[COLUMN_GROUPS], bits, count);
            }
        sepal_polys_destroy(shapes);
        sepal_polys_destroy(set);
    }
}

/* --- Lines: scenes of every kind, then crowds, which have trees of several levels, and sets of doubles ------------------------ */

static const char *const crowd_names[CROWDS] = {"even", "one huge", "one place", "diagonals", "clusters", "far apart"};
static const char *const solid_crowd_names[SOLID_CROWDS] = {"cube", "layer", "tower", "clusters", "one huge"};

typedef enum form {
    POLYS_SCENE,
    SOLIDS_SCENE,
    POLYS_CROWD,
    SOLIDS_CROWD,
    DOUBLES_SCENE,
    ROUND_DOUBLES,
    DOUBLE_OUTLINES,
    FORMS
} form;

static size_t form_count(form f) {
    return f == POLYS_SCENE       ? scene_kind_count()
           : f == SOLIDS_SCENE    ? solid_scene_kinds()
           : f == POLYS_CROWD     ? CROWDS
           : f == SOLIDS_CROWD    ? SOLID_CROWDS
           : f == DOUBLE_OUTLINES ? OUTLINES
                                  : (size_t)doubles_families();
}

static form form_of(size_t *number) {
    form f = POLYS_SCENE;
    for (; *number >= form_count(f); f++)
        *number -= form_count(f);
    return f;
}

size_t search_line_count(void) {
    size_t count = 0;
    for (form f = POLYS_SCENE; f < FORMS; f++)
        count += form_count(f);
    return count;
}

const char *search_line_name(size_t number, const char **kind) {
    static const char *const kinds[FORMS] = {
        "polygons", "solids", "crowd of polygons", "crowd of solids", "doubles", "doubles with radii", "outlines of doubles"};
    static const char *const comb_names[OUTLINES] = {"at the origin", "on the UTM grid", "small and far", "whole numbers"};
    const form f = form_of(&number);
    *kind = kinds[f];
    if (f == SOLIDS_SCENE) {
        solid_scene s = solid_scene_create(number, SEED, 0);
        const char *name = s.kind;
        solid_scene_destroy(&s);
        return name;
    }
    if (f == DOUBLES_SCENE || f == ROUND_DOUBLES)
        return doubles_family_name((int)number);
    if (f == DOUBLE_OUTLINES)
        return comb_names[number];
    return f == POLYS_SCENE ? scene_kind_name(number) : f == POLYS_CROWD ? crowd_names[number] : solid_crowd_names[number];
}

void ask_search_line(size_t number, digest columns[SEARCH_COLUMNS]) {
    const form f = form_of(&number);
    for (int k = 0; k < SEARCH_COLUMNS; k++)
        columns[k] = digest_start();
    if (f == POLYS_SCENE) {
        round_scene s = round_scene_create(number, SEED + number, SHAPES, 1, (radius_manner)(number % RADIUS_MANNERS));
        whole w = {.a = s.a, .b = s.b, .margin = s.margin};
        ask_whole(&w, columns);
        round_scene_destroy(&s);
        s = round_scene_create(number, SEED + number, SHAPES, 1, RADII_NONE);
        w = (whole){.a = s.a, .b = s.b, .count_a = sepal_polys_count(s.a), .count_b = sepal_polys_count(s.b)};
        ask_unions(&w, columns);
        round_scene_destroy(&s);
    } else if (f == SOLIDS_SCENE) {
        solid_scene s = solid_scene_create(number, SEED, SHAPES);
        whole w = {.kind = EITHER_SOLIDS, .a = s.set_a, .b = s.set_b, .margin = s.margin};
        ask_whole(&w, columns);
        ask_unions(&w, columns);
        solid_scene_destroy(&s);
    } else if (f == POLYS_CROWD) {
        sepal_polys *a = crowd_set((crowd)number, CROWD / 5), *b = crowd_set((crowd)number, CROWD);
        whole w = {.a = a, .b = b, .margin = 0.125F};
        ask_whole(&w, columns);
        ask_unions(&w, columns);
        sepal_polys_destroy(a);
        sepal_polys_destroy(b);
    } else if (f == DOUBLES_SCENE || f == ROUND_DOUBLES) {
        ask_doubles((int)number, f == ROUND_DOUBLES, columns);
    } else if (f == DOUBLE_OUTLINES) {
        ask_outline(number, columns);
    } else {
        sepal_solids *a = solid_crowd_set((int)number, SEED, CROWD / 5), *b = solid_crowd_set((int)number, SEED + 1, CROWD);
        whole w = {.kind = EITHER_SOLIDS, .a = a, .b = b, .margin = 0.125F};
        ask_whole(&w, columns);
        ask_unions(&w, columns);
        sepal_solids_destroy(a);
        sepal_solids_destroy(b);
    }
}
