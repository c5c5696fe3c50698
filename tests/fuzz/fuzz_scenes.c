/* fuzz_scenes.c — whole scenes from bytes: the finder, rays, groups and trajectories, of polygons and of solids, on every instruction set.
 * The judge is the scalar path, asked about every pair; fuzz_pairs and fuzz_solids judge that. */
#include "../common/must.h"
#include "../search/either.h"
#include "cast.h"
#include "model.h"

#include <float.h>
#include <math.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { DIFFERENT_MOST = 4, COUNT_MOST = 40, PAIRS_MOST = COUNT_MOST * COUNT_MOST, POINTS = 3 };

/* Two sets, which may be one, and which shapes of a overlap which of b under a rule. */
typedef struct whole {
    either kind;
    void *models, *a, *b;
    size_t count_a, count_b;
    sepal_rule rule;
    bool overlap[COUNT_MOST][COUNT_MOST];
    float depth[COUNT_MOST][COUNT_MOST]; /* minus the distances of those that do not overlap */
    sepal_finder *finder;
} whole;

static bool bit_at(const uint64_t *bits, size_t i) {
    return bits[i / 64] >> i % 64 & 1;
}

/* --- From bytes ------------------------------------------------------------------------------- */

static void add_shape(pen *p, either kind, void *set, bool round) {
    const shape s = take_convex(p);
    float z[VERTICES_MOST];
    const float radius = round ? take_reach(p) : 0;
    if (kind == EITHER_POLYS) {
        must(sepal_polys_add_round(set, s.x, s.y, s.count, radius, NULL) == SEPAL_OK, "a convex shape is refused");
        return;
    }
    const size_t count = s.count < 8 ? s.count : 8; /* the scalar path takes long for many */
    const bool flat = take_byte(p->from) % 2 == 0;
    for (size_t k = 0; k < count; k++)
        z[k] = flat ? s.x[0] : take_finite(p);
    must(sepal_solids_add_hull(set, s.x, s.y, z, count, radius, NULL) == SEPAL_OK, "a solid is refused");
}

/* Places on a lattice, some of them more than once. */
static void take_rows(pen *p, float rows[COUNT_MOST][3]) {
    int step[3], wrap[3];
    for (int axis = 0; axis < 3; axis++) {
        step[axis] = take_small(p->from);
        wrap[axis] = 1 + take_byte(p->from);
    }
    for (int i = 0; i < COUNT_MOST; i++)
        for (int axis = 0; axis < 3; axis++)
            rows[i][axis] = to_float(ldexp((double)(i * step[axis] % wrap[axis]), p->scale));
    for (uint32_t far = take_below(p->from, 4); far > 0; far--)
        rows[take_below(p->from, COUNT_MOST)][take_below(p->from, 3)] = take_finite(p);
}

/* A trajectory of even steps. */
static void take_path(pen *p, float rows[COUNT_MOST][3]) {
    for (int axis = 0; axis < 3; axis++) {
        const int start = take_small(p->from), step = take_small(p->from) / 8;
        for (int i = 0; i < COUNT_MOST; i++)
            rows[i][axis] = to_float(ldexp((double)(start + i * step), p->scale));
    }
    if (take_rarely(p->from))
        rows[take_below(p->from, COUNT_MOST)][0] = take_finite(p);
}

/* Copies of the models at these places; the models as they are if a place takes one beyond the largest float. */
static void *take_set(pen *p, either kind, void *models, const float *rows) {
    uint32_t chosen[COUNT_MOST];
    const uint32_t step = take_byte(p->from), count = take_below(p->from, COUNT_MOST + 1);
    for (uint32_t i = 0; i < COUNT_MOST; i++)
        chosen[i] = i * step % (uint32_t)either_count(kind, models);
    void *set = either_create(kind);
    if (either_place(kind, set, models, chosen, rows, count) == SEPAL_OK)
        return set;
    either_destroy(kind, set);
    return models;
}

/* Arrays of a filter that are there or not; small numbers, so that many pairs are left out and many are not. */
static sepal_filter take_filter(pen *p, uint32_t numbers[6][COUNT_MOST]) {
    sepal_filter f = {{NULL}, {NULL}, {NULL}};
    const uint8_t given = take_byte(p->from);
    const uint32_t step = take_byte(p->from);
    for (uint32_t k = 0; k < 6; k++) {
        const uint32_t **array = (k < 2 ? f.member : k < 4 ? f.mask : f.owner) + k % 2;
        for (uint32_t i = 0; i < COUNT_MOST; i++)
            numbers[k][i] = (i * step + k) >> 1 & 7;
        *array = given >> k & 1 ? numbers[k] : NULL;
    }
    return f;
}

static bool is_wanted(const sepal_filter *f, bool one_set, uint32_t i, uint32_t j) {
    const int second = one_set ? 0 : 1;
    const uint32_t all = UINT32_MAX; /* what a missing array of members or masks stands for */
    const uint32_t member_a = f->member[0] ? f->member[0][i] : all, member_b = f->member[second] ? f->member[second][j] : all;
    const uint32_t mask_a = f->mask[0] ? f->mask[0][i] : all, mask_b = f->mask[second] ? f->mask[second][j] : all;
    const bool of_one_owner = f->owner[0] && f->owner[second] && f->owner[0][i] == f->owner[second][j];
    return (member_a & mask_b) != 0 && (member_b & mask_a) != 0 && !of_one_owner;
}

/* --- The judge -------------------------------------------------------------------------------- */

static void judge_every_pair(whole *w) {
    sepal_pair pairs[COUNT_MOST];
    uint64_t bits[SEPAL_BIT_WORDS(COUNT_MOST)];
    for (uint32_t i = 0; i < w->count_a; i++) {
        for (uint32_t j = 0; j < w->count_b; j++)
            pairs[j] = (sepal_pair){i, j};
        must(either_overlap_pairs(w->kind, w->a, w->b, pairs, w->count_b, &w->rule, bits) == SEPAL_OK, "overlap is refused");
        must(either_depths(w->kind, w->a, w->b, pairs, w->count_b, NULL, w->depth[i]) == SEPAL_OK, "pushes are refused");
        for (size_t j = 0; j < w->count_b; j++)
            w->overlap[i][j] = bit_at(bits, j);
    }
}

static size_t expected_pairs(const whole *w, const sepal_filter *f, sepal_pair *out) {
    size_t count = 0;
    for (uint32_t i = 0; i < w->count_a; i++)
        for (uint32_t j = w->a == w->b ? i + 1 : 0; j < w->count_b; j++)
            if (w->overlap[i][j] && is_wanted(f, w->a == w->b, i, j))
                out[count++] = (sepal_pair){i, j};
    return count;
}

/* None of the expected pairs is missing, and they are in order. */
static void has_pairs(const char *what, const sepal_pair *got, size_t found, const sepal_pair *expected, size_t count) {
    for (size_t k = 0, at = 0; k < count; k++, at++) {
        while (at < found && (got[at].a != expected[k].a || got[at].b != expected[k].b))
            at++;
        must(at < found, "%s, %s: (%u, %u) is missing", what, sepal_isa(), (unsigned)expected[k].a, (unsigned)expected[k].b);
    }
}

static void same_pairs(const char *what, const sepal_pair *got, size_t found, const sepal_pair *expected, size_t count) {
    must(found == count, "%s, %s: %zu pairs instead of %zu", what, sepal_isa(), found, count);
    for (size_t k = 0; k < count; k++)
        must(got[k].a == expected[k].a && got[k].b == expected[k].b, "%s, %s: pair %zu is (%u, %u)", what, sepal_isa(), k,
             (unsigned)got[k].a, (unsigned)got[k].b);
}

/* --- Questions -------------------------------------------------------------------------------- */

static void find_pairs(const whole *w, const sepal_filter *f, size_t slice) {
    static sepal_pair expected[PAIRS_MOST + 1], got[PAIRS_MOST + 1];
    const size_t count = expected_pairs(w, f, expected);
    size_t found = 0, total = 0;
    got[0] = (sepal_pair){123, 456};
    sepal_status status = either_find_pairs(w->kind, w->finder, w->a, w->b, f, &w->rule, count - (count > 0), got, &found);
    must(status == (count > 0 ? SEPAL_TOO_SMALL : SEPAL_OK) && found == count && got[0].a == 123, "find_pairs, less room");
    status = either_find_pairs(w->kind, w->finder, w->a, w->b, f, &w->rule, count, got, &found);
    must(status == SEPAL_OK, "find_pairs: %s", sepal_status_text(status));
    same_pairs("find_pairs", got, found, expected, count);

    must(either_find_build(w->kind, w->finder, w->b) == SEPAL_OK, "find_build");
    for (size_t first = 0; first < w->count_a; first += slice, total += found) {
        const size_t size = w->count_a - first < slice ? w->count_a - first : slice;
        status = either_find_range(w->kind, w->finder, w->a, first, size, f, &w->rule, count - total, got + total, &found);
        must(status == SEPAL_OK, "find_range: %s", sepal_status_text(status));
    }
    same_pairs("find_range", got, total, expected, count);

    if (w->a == w->b) {
        must(either_find_keep(w->kind, w->finder, w->a, (float)slice) == SEPAL_OK, "find_keep");
        must(either_find_update(w->kind, w->finder, NULL, 0) == SEPAL_OK, "find_update");
        status = either_find_kept(w->kind, w->finder, f, &w->rule, count, got, &found);
        must(status == SEPAL_OK, "find_kept: %s", sepal_status_text(status));
        same_pairs("find_kept", got, found, expected, count);
        status = either_find_near_kept(w->kind, w->finder, f, w->rule.margin, PAIRS_MOST, got, &found);
        must(status == SEPAL_OK, "find_near_kept: %s", sepal_status_text(status));
        has_pairs("find_near_kept", got, found, expected, count);
    }

    status = either_find_near(w->kind, w->finder, w->a, w->b, f, w->rule.margin, PAIRS_MOST, got, &found);
    must(status == SEPAL_OK, "find_near: %s", sepal_status_text(status));
    has_pairs("find_near", got, found, expected, count);
}

/* Points, as a set of them alone. */
static void find_at(const whole *w, const sepal_filter *filter, float at[POINTS][3]) {
    sepal_pair pairs[POINTS * COUNT_MOST], got[POINTS * COUNT_MOST];
    uint64_t bits[SEPAL_BIT_WORDS(POINTS * COUNT_MOST)];
    size_t found, k = 0;
    void *points = either_create(w->kind);
    for (uint32_t i = 0; i < POINTS; i++)
        must(either_add_ball(w->kind, points, at[i], 0) == SEPAL_OK, "a point is refused");
    for (uint32_t i = 0; i < POINTS; i++)
        for (uint32_t j = 0; j < w->count_b; j++)
            pairs[i * w->count_b + j] = (sepal_pair){i, j};
    const size_t all = POINTS * w->count_b;
    must(either_overlap_pairs(w->kind, points, w->b, pairs, all, &w->rule, bits) == SEPAL_OK, "overlap is refused");
    must(either_find_build(w->kind, w->finder, w->b) == SEPAL_OK, "find_build");
    must(either_find_at(w->kind, w->finder, at[0], POINTS, filter, &w->rule, POINTS * COUNT_MOST, got, &found) == SEPAL_OK,
         "find_at");
    for (size_t i = 0; i < all; i++) {
        const sepal_pair p = pairs[i];
        if (bit_at(bits, i) && is_wanted(filter, false, p.a, p.b))
            must(k < found && got[k].a == p.a && got[k++].b == p.b, "find_at, %s: (%u, %u) is missing", sepal_isa(), (unsigned)p.a,
                 (unsigned)p.b);
    }
    must(k == found, "find_at, %s: %zu pairs instead of %zu", sepal_isa(), found, k);
    either_destroy(w->kind, points);
}

/* The nearest of every shape: those with the least distances, and of these the least indices. */
static void find_nearest(const whole *w, const sepal_filter *f, size_t k, float limit) {
    static uint32_t nearest[PAIRS_MOST + 1];
    static float distance[PAIRS_MOST + 1];
    must(either_find_build(w->kind, w->finder, w->b) == SEPAL_OK, "find_build");
    must(either_find_nearest(w->kind, w->finder, w->a, 0, w->count_a, k, f, limit, nearest, distance) == SEPAL_OK, "find_nearest");
    for (uint32_t i = 0; i < w->count_a; i++) {
        bool taken[COUNT_MOST] = {false};
        for (size_t at = i * k; at < (i + 1) * k; at++) {
            uint32_t best = SEPAL_NO_SHAPE;
            float least = limit;
            for (uint32_t j = 0; j < w->count_b; j++) {
                const float far = w->depth[i][j] < 0 ? -w->depth[i][j] : 0;
                const bool wanted = !taken[j] && !(w->a == w->b && i == j) && is_wanted(f, w->a == w->b, i, j);
                if (wanted && (best == SEPAL_NO_SHAPE ? far <= limit : far < least))
                    best = j, least = far;
            }
            if (best != SEPAL_NO_SHAPE)
                taken[best] = true;
            must(nearest[at] == best && memcmp(&distance[at], &least, sizeof least) == 0,
                 "find_nearest, %s: neighbour %zu of shape %u is %u at %a, not %u at %a", sepal_isa(), at - i * k, (unsigned)i,
                 (unsigned)nearest[at], (double)distance[at], (unsigned)best, (double)least);
        }
    }
}

/* Groups of 0 to 4 parts. */
static sepal_groups take_groups(pen *p, size_t shapes, uint32_t first[COUNT_MOST + 1]) {
    size_t count = 0;
    first[0] = 0;
    while (count < COUNT_MOST) {
        const uint32_t size = take_below(p->from, 5);
        if (first[count] + size > shapes || (size == 0 && p->from->left == 0))
            break;
        first[count + 1] = first[count] + size;
        count++;
    }
    return (sepal_groups){first, count};
}

static bool any_part(const whole *w, const sepal_groups *of_a, const sepal_groups *of_b, sepal_pair pair) {
    for (uint32_t i = of_a->first[pair.a]; i < of_a->first[pair.a + 1]; i++)
        for (uint32_t j = of_b->first[pair.b]; j < of_b->first[pair.b + 1]; j++)
            if (w->overlap[i][j])
                return true;
    return false;
}

/* The nearest or deepest parts, and those that meet first, if all shapes of a move alike: by every pair of parts. */
static void ask_parts(const whole *w, const sepal_groups *of_a, const sepal_groups *of_b, const sepal_pair *pairs, size_t count,
                      const float *move) {
    static sepal_pair every[PAIRS_MOST], parts[PAIRS_MOST];
    static float rows[3 * COUNT_MOST], numbers[PAIRS_MOST], expected[PAIRS_MOST];
    uint64_t bits[SEPAL_BIT_WORDS(PAIRS_MOST)];
    for (size_t k = 0; k < 3 * COUNT_MOST; k++)
        rows[k] = move[k % 3];
    for (int moving = 0; moving < 2; moving++) {
        must((moving ? either_first_groups(w->kind, w->a, of_a, rows, w->b, of_b, NULL, pairs, count, &w->rule, parts, numbers)
                     : either_deepest_groups(w->kind, w->a, of_a, w->b, of_b, pairs, count, &w->rule, parts, numbers)) == SEPAL_OK,
             "parts of groups");
        for (size_t k = 0; k < count; k++) {
            sepal_pair wanted = {SEPAL_NO_SHAPE, SEPAL_NO_SHAPE};
            float number = moving ? 1 : -FLT_MAX;
            size_t all = 0;
            for (uint32_t i = of_a->first[pairs[k].a]; i < of_a->first[pairs[k].a + 1]; i++)
                for (uint32_t j = of_b->first[pairs[k].b]; j < of_b->first[pairs[k].b + 1]; j++)
                    every[all++] = (sepal_pair){i, j};
            must((moving ? either_times(w->kind, w->a, rows, w->b, NULL, every, all, &w->rule, bits, expected)
                         : either_depths(w->kind, w->a, w->b, every, all, &w->rule, expected)) == SEPAL_OK,
                 "every pair of parts");
            for (size_t i = 0; i < all; i++)
                if (moving ? bit_at(bits, i) && (wanted.a == SEPAL_NO_SHAPE || expected[i] < number)
                           : wanted.a == SEPAL_NO_SHAPE || expected[i] > number) {
                    wanted = every[i];
                    number = expected[i];
                }
            must(parts[k].a == wanted.a && parts[k].b == wanted.b && numbers[k] == number,
                 "parts of groups, %s: pair %zu, moving %d", sepal_isa(), k, moving);
        }
    }
}

/* A group is inside of a union if single parts contain its parts, and is not if one of its parts touches no part. */
static void ask_inside(const whole *w, const sepal_groups *of_a, const sepal_groups *of_b, sepal_pair pair, sepal_status status) {
    uint64_t bits = 0;
    bool surely = true, perhaps = true;
    must(sepal_polys_contains_groups(w->a, of_a, w->b, of_b, &pair, 1, &bits) == status, "contains_groups");
    for (uint32_t j = of_b->first[pair.b]; j < of_b->first[pair.b + 1]; j++) {
        bool one_contains = false, one_touches = false;
        for (uint32_t i = of_a->first[pair.a]; i < of_a->first[pair.a + 1]; i++) {
            uint64_t bit;
            must(sepal_polys_contains_pairs(w->a, w->b, &(sepal_pair){i, j}, 1, NULL, &bit) == SEPAL_OK, "containment is refused");
            one_contains = one_contains || bit != 0;
            must(sepal_polys_overlap_pairs(w->a, w->b, &(sepal_pair){i, j}, 1, NULL, &bit) == SEPAL_OK, "overlap is refused");
            one_touches = one_touches || bit != 0;
        }
        surely = surely && one_contains;
        perhaps = perhaps && one_touches;
    }
    must(status != SEPAL_OK || ((bits != 0 || !surely) && (bits == 0 || perhaps)), "contains_groups: %d", (int)bits);
}

/* A push along a direction is above 0 if and only if some parts overlap where touching is apart. (Radii are refused.) */
static void ask_along(const whole *w, const sepal_groups *of_a, const sepal_groups *of_b, sepal_pair pair, const float *move) {
    const sepal_rule apart = {SEPAL_TOUCHING_IS_APART, 0, 0};
    bool any = false;
    float way = -1;
    if (move[0] == 0 && move[1] == 0 && (w->kind == EITHER_POLYS || move[2] == 0))
        return;
    const sepal_status status = either_push_along(w->kind, w->a, of_a, w->b, of_b, pair, move, &way);
    must(status == SEPAL_OK || status == SEPAL_BAD_SHAPE, "push_along_groups: %s", sepal_status_text(status));
    for (uint32_t i = of_a->first[pair.a]; i < of_a->first[pair.a + 1]; i++)
        for (uint32_t j = of_b->first[pair.b]; j < of_b->first[pair.b + 1]; j++) {
            uint64_t bit;
            must(either_overlap_pairs(w->kind, w->a, w->b, &(sepal_pair){i, j}, 1, &apart, &bit) == SEPAL_OK, "overlap is refused");
            any = any || bit != 0;
        }
    must(status != SEPAL_OK || (way > 0) == any, "push_along_groups: %a", (double)way);
    if (w->kind == EITHER_POLYS)
        ask_inside(w, of_a, of_b, pair, status);
}

static void ask_groups(const whole *w, const sepal_groups *of_a, const sepal_groups *of_b, const float *move) {
    static sepal_pair pairs[PAIRS_MOST + 1];
    uint64_t bits[SEPAL_BIT_WORDS(PAIRS_MOST) + 1];
    size_t count = 0;
    for (uint32_t i = 0; i < of_a->count; i++)
        for (uint32_t j = 0; j < of_b->count; j++)
            pairs[count++] = (sepal_pair){i, j};
    must(either_overlap_groups(w->kind, w->a, of_a, w->b, of_b, pairs, count, &w->rule, bits) == SEPAL_OK, "groups");
    for (size_t k = 0; k < count; k++)
        must(bit_at(bits, k) == any_part(w, of_a, of_b, pairs[k]) ||
                 (bit_at(bits, k) && either_may_be_inside(w->kind, w->a, of_a, w->b, of_b, pairs[k], &w->rule)),
             "groups, %s: pair %zu", sepal_isa(), k);
    ask_parts(w, of_a, of_b, pairs, count < 64 ? count : 64, move);
    for (size_t k = 0; k < count && k < 16; k++)
        ask_along(w, of_a, of_b, pairs[k], move);
}

/* What the shapes of a hit among b if all move alike, with and without what is hit at time 0: by the sweep of every pair. */
static void ask_casts(const whole *w, const sepal_filter *filter, const float *move) {
    static float rows[3 * COUNT_MOST], times[COUNT_MOST], every[COUNT_MOST];
    static sepal_pair pairs[COUNT_MOST];
    uint32_t hit[COUNT_MOST] = {0};
    uint64_t bits[SEPAL_BIT_WORDS(COUNT_MOST)];
    const sepal_moves flat = {rows, rows + 1, 3};
    const sepal_solid_moves solid = {rows, rows + 1, rows + 2, 3};
    for (size_t k = 0; k < 3 * COUNT_MOST; k++)
        rows[k] = move[k % 3];
    must(either_find_build(w->kind, w->finder, w->b) == SEPAL_OK, "find_build");
    for (int later = 0; later < 2; later++) {
        must((w->kind == EITHER_SOLIDS ? sepal_solids_cast_shapes(w->finder, w->a, &solid, 0, w->count_a, filter, &w->rule,
                                                                  &(sepal_solid_ray_hits){hit, times, NULL, NULL, NULL, later})
                                       : sepal_polys_cast_shapes(w->finder, w->a, &flat, 0, w->count_a, filter, &w->rule,
                                                                 &(sepal_ray_hits){hit, times, NULL, NULL, later})) == SEPAL_OK,
             "cast_shapes");
        for (uint32_t i = 0; i < w->count_a; i++) {
            uint32_t wanted = SEPAL_NO_SHAPE;
            float time = 1;
            for (uint32_t j = 0; j < w->count_b; j++)
                pairs[j] = (sepal_pair){j, i};
            must(either_times(w->kind, w->b, NULL, w->a, rows, pairs, w->count_b, &w->rule, bits, every) == SEPAL_OK, "sweeps");
            for (uint32_t j = 0; j < w->count_b; j++)
                if (bit_at(bits, j) && !(w->a == w->b && i == j) && is_wanted(filter, w->a == w->b, i, j) &&
                    !(later && every[j] == 0) && (wanted == SEPAL_NO_SHAPE || every[j] < time)) {
                    wanted = j;
                    time = every[j];
                }
            must(hit[i] == wanted && times[i] == time, "cast_shapes, %s: shape %u hits %u at %a, not %u at %a", sepal_isa(),
                 (unsigned)i, (unsigned)hit[i], (double)times[i], (unsigned)wanted, (double)time);
        }
    }
}

/* What is given of a ray: its hits so far, one of which is the last. */
typedef struct given {
    sepal_ray_hit hits[COUNT_MOST];
    size_t count;
} given;

static int take_given(void *context, const sepal_ray_hit *hit) {
    given *g = context;
    must(g->count < COUNT_MOST, "more hits than shapes");
    g->hits[g->count++] = *hit;
    return 1;
}

/* Every hit of a ray from the first place on, by a move, up to a limit: by the sweep of every shape. */
static void ask_every_hit(const whole *w, const float *place, const float *move, float limit) {
    static given g;
    float row[6], every[COUNT_MOST];
    sepal_pair pairs[COUNT_MOST];
    uint64_t bits[SEPAL_BIT_WORDS(COUNT_MOST)];
    void *point = either_create(w->kind);
    size_t wanted = 0;
    memcpy(row, place, 3 * sizeof *row);
    memcpy(row + 3, move, 3 * sizeof *row);
    g.count = 0;
    must(either_add_ball(w->kind, point, place, 0) == SEPAL_OK, "a point is refused");
    must(either_find_build(w->kind, w->finder, w->b) == SEPAL_OK, "find_build");
    must(either_cast_each(w->kind, w->finder, row, 1, limit, NULL, &w->rule, take_given, &g) == SEPAL_OK, "cast_each");
    for (uint32_t j = 0; j < w->count_b; j++)
        pairs[j] = (sepal_pair){j, 0};
    must(either_times(w->kind, w->b, NULL, point, row + 3, pairs, w->count_b, &w->rule, bits, every) == SEPAL_OK, "sweeps");
    for (uint32_t j = 0; j < w->count_b; j++)
        wanted += bit_at(bits, j) && every[j] <= limit;
    must(g.count == wanted, "cast_each, %s: %zu hits, not %zu", sepal_isa(), g.count, wanted);
    for (size_t k = 0; k < g.count; k++) {
        const sepal_ray_hit *hit = &g.hits[k], *before = &g.hits[k == 0 ? 0 : k - 1];
        must(bit_at(bits, hit->shape) && hit->time == every[hit->shape], "cast_each, %s: hit %zu", sepal_isa(), k);
        must(k == 0 || before->time < hit->time || (before->time == hit->time && before->shape < hit->shape),
             "cast_each, %s: hit %zu is out of order", sepal_isa(), k);
    }
    either_destroy(w->kind, point);
}

/* A model along the places, against b. A trajectory of fewer than 64 poses is placed at once, and so refused if any pose is. */
typedef struct hit {
    sepal_status status;
    size_t first;
} hit;

static hit expected_hit(const whole *w, uint32_t mover, const float *rows, size_t count) {
    uint32_t same[COUNT_MOST];
    hit h = {SEPAL_OK, 0};
    void *world = either_create(w->kind);
    for (size_t k = 0; k < COUNT_MOST; k++)
        same[k] = mover;
    h.status = either_place(w->kind, world, w->models, same, rows, count);
    for (bool hits = false; h.status == SEPAL_OK && h.first < count && !hits; h.first += !hits)
        for (uint32_t j = 0; j < w->count_b && !hits; j++) {
            uint64_t bit;
            const sepal_pair pair = {(uint32_t)h.first, j};
            must(either_overlap_pairs(w->kind, world, w->b, &pair, 1, &w->rule, &bit) == SEPAL_OK, "overlap is refused");
            hits = bit != 0;
        }
    either_destroy(w->kind, world);
    return h;
}

static void first_hit(const whole *w, uint32_t mover, const float *rows, size_t count, hit expected) {
    size_t first = 0;
    void *world = either_create(w->kind);
    const sepal_status status = either_first_hit(w->kind, w->models, mover, rows, count, w->b, &w->rule, world, &first);
    must(status == expected.status && first == (status == SEPAL_OK ? expected.first : 0), "first_hit, %s: %s, %zu, not %s, %zu",
         sepal_isa(), sepal_status_text(status), first, sepal_status_text(expected.status), expected.first);
    either_destroy(w->kind, world);
}

/* --- One input -------------------------------------------------------------------------------- */

static void use(size_t isa) {
    must(sepal_isa_use(sepal_isa_at(isa)) == SEPAL_OK, "cannot use %s", sepal_isa_at(isa));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static whole w;
    float rows[COUNT_MOST][3], path[COUNT_MOST][3], at[POINTS][3];
    uint32_t numbers[6][COUNT_MOST], first_a[COUNT_MOST + 1], first_b[COUNT_MOST + 1];
    bytes b = {data, size};
    pen p = pen_create(&b);
    const uint8_t manner = take_byte(&b);
    const bool round = manner & 2, one_set = manner & 4;
    w = (whole){.kind = manner & 1 ? EITHER_SOLIDS : EITHER_POLYS};
    w.rule = (sepal_rule){manner & 8 ? SEPAL_TOUCHING_IS_APART : SEPAL_TOUCHING_OVERLAPS, round ? take_reach(&p) : 0, 0};
    w.models = either_create(w.kind);
    for (int k = 0; k < 1 + (manner >> 4) % DIFFERENT_MOST; k++)
        add_shape(&p, w.kind, w.models, round);
    take_rows(&p, rows);
    w.a = take_set(&p, w.kind, w.models, rows[0]);
    w.b = one_set ? w.a : take_set(&p, w.kind, w.models, rows[0]);
    w.count_a = either_count(w.kind, w.a);
    w.count_b = either_count(w.kind, w.b);
    must(sepal_finder_create(NULL, &w.finder) == SEPAL_OK, "no finder");
    const sepal_filter filter = take_filter(&p, numbers);
    const size_t slice = 1 + take_below(&b, COUNT_MOST);
    for (int axis = 0; axis < 3; axis++)
        at[0][axis] = take_byte(&b) % 2 == 0 ? rows[0][axis] : take_finite(&p);
    memcpy(at[1], rows[1], sizeof at - sizeof at[0]);
    const uint32_t mover = take_below(&b, (uint32_t)either_count(w.kind, w.models)), steps = take_below(&b, COUNT_MOST + 1);
    take_path(&p, path);
    const sepal_groups of_a = take_groups(&p, w.count_a, first_a), of_b = take_groups(&p, w.count_b, first_b);
    use(0);
    judge_every_pair(&w);
    const hit expected = expected_hit(&w, mover, path[0], steps);
    few_rays rays = {0};
    few_solid_rays solid_rays = {0};
    if (w.kind == EITHER_POLYS)
        take_rays(&p, w.b, &filter, &w.rule, &rays);
    else
        take_solid_rays(&p, w.b, &filter, &w.rule, &solid_rays);
    for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
        use(isa);
        find_pairs(&w, &filter, slice);
        find_at(&w, &filter, at);
        find_nearest(&w, &filter, slice % 6, slice % 2 == 0 ? FLT_MAX : w.rule.margin);
        if (w.kind == EITHER_POLYS)
            ask_rays(w.finder, w.b, &filter, &w.rule, &rays);
        else
            ask_solid_rays(w.finder, w.b, &filter, &w.rule, &solid_rays);
        ask_groups(&w, &of_a, &of_b, path[0]);
        ask_casts(&w, &filter, path[0]);
        ask_every_hit(&w, at[0], path[0], slice % 3 == 0 ? 0.5F : 1);
        first_hit(&w, mover, path[0], steps, expected);
    }
    sepal_finder_destroy(w.finder);
    if (w.b != w.a && w.b != w.models)
        either_destroy(w.kind, w.b);
    if (w.a != w.models)
        either_destroy(w.kind, w.a);
    either_destroy(w.kind, w.models);
    return 0;
}
