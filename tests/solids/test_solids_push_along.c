/* test_solids_push_along.c — how far groups of solids have to move along a direction to be free of others: against intervals in rational
 * numbers. */
#include "../common/check.h"
#include "../scenes/solid_scenes.h"

#include <criterion/criterion.h>
#include <float.h>
#include <gmp.h>
#include <math.h>
#include <sepal/sepal.h>

enum { POINTS_MOST = 8, EDGES_MOST = 15, PARTS_MOST = 8 };

/* --- The judge ---------------------------------------------------------------------------------------------------------------- */

typedef struct rational3 {
    mpq_t x[3];
} rational3;

/* A hull of few points, and the directions of all its edges, and perhaps more. */
typedef struct solid_of_rationals {
    size_t points, edges;
    rational3 point[POINTS_MOST], edge[EDGES_MOST];
} solid_of_rationals;

typedef struct interval {
    mpq_t from, to;
} interval;

static void init3(rational3 *v) {
    for (int k = 0; k < 3; k++)
        mpq_init(v->x[k]);
}

static void clear3(rational3 *v) {
    for (int k = 0; k < 3; k++)
        mpq_clear(v->x[k]);
}

static void set3(rational3 *v, const float from[3]) {
    for (int k = 0; k < 3; k++)
        mpq_set_d(v->x[k], (double)from[k]);
}

static void dot3(mpq_t out, const rational3 *p, const rational3 *q) {
    mpq_t product;
    mpq_init(product);
    mpq_set_ui(out, 0, 1);
    for (int k = 0; k < 3; k++) {
        mpq_mul(product, p->x[k], q->x[k]);
        mpq_add(out, out, product);
    }
    mpq_clear(product);
}

static void cross3(rational3 *out, const rational3 *p, const rational3 *q) {
    mpq_t right;
    mpq_init(right);
    for (int k = 0; k < 3; k++) {
        const int i = (k + 1) % 3, j = (k + 2) % 3;
        mpq_mul(out->x[k], p->x[i], q->x[j]);
        mpq_mul(right, p->x[j], q->x[i]);
        mpq_sub(out->x[k], out->x[k], right);
    }
    mpq_clear(right);
}

static void init_solid(solid_of_rationals *s) {
    for (size_t k = 0; k < POINTS_MOST; k++)
        init3(&s->point[k]);
    for (size_t k = 0; k < EDGES_MOST; k++)
        init3(&s->edge[k]);
}

static void clear_solid(solid_of_rationals *s) {
    for (size_t k = 0; k < POINTS_MOST; k++)
        clear3(&s->point[k]);
    for (size_t k = 0; k < EDGES_MOST; k++)
        clear3(&s->edge[k]);
}

static void set_solid(solid_of_rationals *s, const solid_item *item) {
    s->points = item->box ? 8 : item->count;
    s->edges = 0;
    if (item->box) {
        const float *half[3] = {item->vectors.u, item->vectors.v, item->vectors.w};
        for (s->edges = 0; s->edges < 3; s->edges++)
            set3(&s->edge[s->edges], half[s->edges]);
        for (size_t corner = 0; corner < 8; corner++) {
            set3(&s->point[corner], item->vectors.c);
            for (int e = 0; e < 3; e++)
                for (int k = 0; k < 3; k++)
                    if ((corner >> e & 1) != 0)
                        mpq_add(s->point[corner].x[k], s->point[corner].x[k], s->edge[e].x[k]);
                    else
                        mpq_sub(s->point[corner].x[k], s->point[corner].x[k], s->edge[e].x[k]);
        }
        return;
    }
    for (size_t i = 0; i < s->points; i++) {
        set3(&s->point[i], (const float[]){item->x[i], item->y[i], item->z[i]});
        for (size_t j = 0; j < i; j++, s->edges++)
            for (int k = 0; k < 3; k++)
                mpq_sub(s->edge[s->edges].x[k], s->point[i].x[k], s->point[j].x[k]);
    }
}

/* From the least to the greatest n . p of all points. */
static void shadow(const solid_of_rationals *s, const rational3 *n, interval *out) {
    mpq_t value;
    mpq_init(value);
    for (size_t k = 0; k < s->points; k++) {
        dot3(value, n, &s->point[k]);
        if (k == 0 || mpq_cmp(value, out->from) < 0)
            mpq_set(out->from, value);
        if (k == 0 || mpq_cmp(value, out->to) > 0)
            mpq_set(out->to, value);
    }
    mpq_clear(value);
}

/* What is known of the moves t d of a after which it overlaps b. */
typedef struct moves {
    bool any, bounded, never;
    interval during;
} moves;

/* They are those at which the shadows of both along n overlap by more than a point. */
static void bound_moves(const solid_of_rationals *a, const solid_of_rationals *b, const rational3 *n, const rational3 *d,
                        moves *out) {
    interval of_a, of_b;
    mpq_t speed, least, most;
    if (mpq_sgn(n->x[0]) == 0 && mpq_sgn(n->x[1]) == 0 && mpq_sgn(n->x[2]) == 0)
        return;
    mpq_inits(of_a.from, of_a.to, of_b.from, of_b.to, speed, least, most, NULL);
    shadow(a, n, &of_a);
    shadow(b, n, &of_b);
    mpq_sub(least, of_b.from, of_a.to);
    mpq_sub(most, of_b.to, of_a.from);
    dot3(speed, n, d);
    out->any = true;
    if (mpq_sgn(speed) == 0) {
        out->never = out->never || mpq_sgn(least) >= 0 || mpq_sgn(most) <= 0;
    } else {
        if (mpq_sgn(speed) < 0)
            mpq_swap(least, most);
        mpq_div(least, least, speed);
        mpq_div(most, most, speed);
        if (!out->bounded || mpq_cmp(least, out->during.from) > 0)
            mpq_set(out->during.from, least);
        if (!out->bounded || mpq_cmp(most, out->during.to) < 0)
            mpq_set(out->during.to, most);
        out->bounded = true;
    }
    mpq_clears(of_a.from, of_a.to, of_b.from, of_b.to, speed, least, most, NULL);
}

/* Along the normals of all faces of both, and the cross products of their edges (Ericson, Real-Time Collision Detection, 2005, section
 * 5.2.1). False if they never overlap. */
static bool overlaps_during(const solid_of_rationals *a, const solid_of_rationals *b, const rational3 *d, interval *out) {
    moves all = {.any = false};
    rational3 n;
    init3(&n);
    mpq_inits(all.during.from, all.during.to, NULL);
    for (size_t i = 0; i < a->edges + b->edges && !all.never; i++)
        for (size_t j = 0; j < i; j++) {
            cross3(&n, i < a->edges ? &a->edge[i] : &b->edge[i - a->edges], j < a->edges ? &a->edge[j] : &b->edge[j - a->edges]);
            bound_moves(a, b, &n, d, &all);
        }
    mpq_set(out->from, all.during.from);
    mpq_set(out->to, all.during.to);
    mpq_clears(all.during.from, all.during.to, NULL);
    clear3(&n);
    return all.any && all.bounded && !all.never && mpq_cmp(out->from, out->to) < 0;
}

/* The least float that is not below a number. */
static float float_from(const mpq_t number) {
    mpq_t value;
    float least = (float)mpq_get_d(number);
    mpq_init(value);
    if (isinf(least))
        least = FLT_MAX;
    while (least < INFINITY && (mpq_set_d(value, (double)least), mpq_cmp(value, number) < 0))
        least = least == FLT_MAX ? INFINITY : nextafterf(least, INFINITY);
    while (least > 0 && least < INFINITY && (mpq_set_d(value, (double)nextafterf(least, 0)), mpq_cmp(value, number) >= 0))
        least = nextafterf(least, 0);
    mpq_clear(value);
    return least;
}

/* The least float in none of the intervals: behind one that holds a float no float is free before its end. */
static float first_free(const interval *all, size_t count) {
    float place = 0;
    mpq_t at;
    mpq_init(at);
    for (bool has_moved = true; has_moved && place < INFINITY;) {
        has_moved = false;
        for (size_t k = 0; k < count && place < INFINITY; k++) {
            mpq_set_d(at, (double)place);
            if (mpq_cmp(all[k].from, at) >= 0 || mpq_cmp(at, all[k].to) >= 0)
                continue;
            place = float_from(all[k].to);
            has_moved = true;
        }
    }
    mpq_clear(at);
    return place;
}

/* Asks about two groups of solids, and returns how far they are pushed. */
static float check_groups(const solid_item *a, size_t parts_a, const solid_item *b, size_t parts_b, const float direction[3],
                          const char *what) {
    static solid_of_rationals of_a[PARTS_MOST], of_b[PARTS_MOST];
    interval all[PARTS_MOST * PARTS_MOST];
    sepal_solids *set[2] = {NULL, NULL};
    size_t count = 0;
    rational3 d;
    float way = -1;
    const uint32_t ends[2][2] = {{0, (uint32_t)parts_a}, {0, (uint32_t)parts_b}};
    init3(&d);
    set3(&d, direction);
    for (int side = 0; side < 2; side++) {
        cr_assert_eq(sepal_solids_create(NULL, &set[side]), SEPAL_OK);
        for (size_t k = 0; k < ends[side][1]; k++) {
            solid_of_rationals *s = side == 0 ? &of_a[k] : &of_b[k];
            init_solid(s);
            set_solid(s, side == 0 ? &a[k] : &b[k]);
            solid_add(set[side], side == 0 ? &a[k] : &b[k]);
        }
    }
    for (size_t i = 0; i < parts_a; i++)
        for (size_t j = 0; j < parts_b; j++) {
            mpq_inits(all[count].from, all[count].to, NULL);
            if (overlaps_during(&of_a[i], &of_b[j], &d, &all[count]))
                count++;
            else
                mpq_clears(all[count].from, all[count].to, NULL);
        }
    const sepal_groups groups[2] = {{ends[0], 1}, {ends[1], 1}};
    cr_assert_eq(sepal_solids_push_along_groups(set[0], &groups[0], set[1], &groups[1], &(sepal_pair){0, 0}, 1, &direction[0],
                                                &direction[1], &direction[2], &way),
                 SEPAL_OK, "%s", what);
    const float wanted = first_free(all, count);
    cr_assert(way == wanted, "%s: %a, not %a", what, (double)way, (double)wanted);
    for (size_t k = 0; k < count; k++)
        mpq_clears(all[k].from, all[k].to, NULL);
    for (size_t k = 0; k < parts_a; k++)
        clear_solid(&of_a[k]);
    for (size_t k = 0; k < parts_b; k++)
        clear_solid(&of_b[k]);
    clear3(&d);
    sepal_solids_destroy(set[0]);
    sepal_solids_destroy(set[1]);
    return way;
}

/* --- Scenes ------------------------------------------------------------------------------------------------------------------- */

/* A solid without radius, of no more points than the judge takes. */
static solid_item few_points(const solid_item *item) {
    solid_item few = *item;
    few.radius = 0;
    if (!few.box && few.count > 6)
        few.count = 6;
    return few;
}

static float coordinate_of(const solid_item *item, int axis) {
    return item->box ? item->vectors.c[axis] : axis == 0 ? item->x[0] : axis == 1 ? item->y[0] : item->z[0];
}

/* Pairs of every kind of scene, along the way between two points, along an axis, and along a diagonal. */
Test(solids_push_along, pairs_of_every_kind) {
    size_t moved = 0;
    for (size_t kind = 0; kind < solid_scene_kinds(); kind++) {
        solid_scene s = solid_scene_create(kind, 5 + kind, 12);
        for (size_t k = 0; k < s.count; k++) {
            const solid_item a = few_points(&s.a[k]), b = few_points(&s.b[k]);
            float direction[3] = {0, 0, 0};
            for (int axis = 0; axis < 3; axis++)
                direction[axis] = k % 3 == 0   ? coordinate_of(&a, axis) - coordinate_of(&b, axis)
                                  : k % 3 == 1 ? (axis == (int)(k / 3 % 3) ? -2.0F : 0)
                                               : (float)(axis + 1);
            const bool is_vector = isfinite(direction[0]) && isfinite(direction[1]) && isfinite(direction[2]);
            if (!is_vector || (direction[0] == 0 && direction[1] == 0 && direction[2] == 0))
                direction[0] = FLT_MAX, direction[1] = -0x1p-149F, direction[2] = 1;
            moved += check_groups(&a, 1, &b, 1, direction, s.kind) > 0;
        }
        solid_scene_destroy(&s);
    }
    cr_assert_gt(moved, 50U, "%zu", moved);
}

/* SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014). */
static uint32_t random_below(uint64_t *state, uint32_t bound) {
    uint64_t z = (*state += UINT64_C(0x9e3779b97f4a7c15));
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return (uint32_t)((z ^ z >> 31) >> 33) % bound;
}

/* A box, or a hull of up to six points, with small whole numbers times a scale. */
static solid_item small_solid(uint64_t *state, float scale) {
    solid_item item = {.box = random_below(state, 2) == 0, .count = 1 + random_below(state, 6)};
    for (int k = 0; k < 3; k++) {
        const float low = (float)random_below(state, 8);
        item.vectors.c[k] = low * scale;
        (k == 0 ? item.vectors.u : k == 1 ? item.vectors.v : item.vectors.w)[k] = (float)(1 + random_below(state, 2)) * scale;
        for (size_t i = 0; i < item.count; i++)
            (k == 0 ? item.x : k == 1 ? item.y : item.z)[i] = (low + (float)random_below(state, 4)) * scale;
    }
    return item;
}

/* Groups on a small lattice, between which gaps are as wide as parts: touching is free, and a gap without width does for what slides along
 * it. */
Test(solids_push_along, gaps_that_just_fit) {
    enum { CASES = 160 };
    uint64_t state = 3;
    size_t moved = 0, far = 0;
    for (int k = 0; k < CASES; k++) {
        const float scale = k % 8 == 6 ? 0x1p-140F : k % 8 == 7 ? 0x1p120F : 1;
        solid_item a[PARTS_MOST], b[PARTS_MOST];
        float direction[3] = {1, 0, 0};
        const size_t parts_a = 1 + random_below(&state, 3), parts_b = random_below(&state, PARTS_MOST + 1);
        for (size_t i = 0; i < parts_a; i++)
            a[i] = small_solid(&state, scale);
        for (size_t i = 0; i < parts_b; i++)
            b[i] = small_solid(&state, scale);
        for (int axis = 0; axis < 3; axis++)
            direction[axis] = (float)random_below(&state, 5) - 2;
        if (direction[0] == 0 && direction[1] == 0 && direction[2] == 0)
            direction[2] = 3;
        const float way = check_groups(a, parts_a, b, parts_b, direction, "a lattice");
        moved += way > 0;
        far += way > 2 * scale;
    }
    cr_assert(moved > 50 && far > 10, "%zu, %zu", moved, far);
}

/* An answer beyond all floats, one that is less than the least, and parts that were removed. */
Test(solids_push_along, ends_of_the_range) {
    const float big = 0x1p127F, tiny = 0x1p-149F;
    const solid_item slab = {.box = true, .vectors = {{0, 0, 0}, {big, 0, 0}, {0, 1, 0}, {0, 0, 1}}},
                     grain = {.count = 4, .x = {0, tiny, 0, 0}, .y = {0, 0, tiny, 0}, .z = {0, 0, 0, tiny}};
    cr_assert_eq(check_groups(&slab, 1, &slab, 1, (const float[]){tiny, 0, 0}, "beyond all floats"), INFINITY);
    cr_assert_eq(check_groups(&grain, 1, &grain, 1, (const float[]){big, big, 0}, "less than the least float"), tiny);
    sepal_solids *set = NULL;
    const float x = 1, zero = 0;
    const sepal_groups both = {(const uint32_t[]){0, 0, 2}, 2};
    float way = -1;
    cr_assert_eq(sepal_solids_create(NULL, &set), SEPAL_OK);
    solid_add(set, &slab);
    solid_add(set, &grain);
    cr_assert_eq(sepal_solids_push_along_groups(set, &both, set, &both, &(sepal_pair){0, 1}, 1, &x, &zero, &zero, &way), SEPAL_OK);
    cr_assert_eq(way, 0);
    cr_assert_eq(sepal_solids_push_along_groups(set, &both, set, &both, &(sepal_pair){1, 1}, 1, &zero, &x, &zero, &way), SEPAL_OK);
    cr_assert_eq(way, 2);
    cr_assert_eq(sepal_solids_remove(set, 0), SEPAL_OK);
    cr_assert_eq(sepal_solids_push_along_groups(set, &both, set, &both, &(sepal_pair){1, 1}, 1, &zero, &x, &zero, &way), SEPAL_OK);
    cr_assert_eq(way, tiny);
    sepal_solids_destroy(set);
}

/* Two thin boxes in line, whose tips overlap by next to nothing: so their balls hardly overlap, too. */
Test(solids_push_along, needles) {
    const float half = 0x1p-13F;
    for (int k = 0; k < 2; k++) {
        const float beyond = k == 0 ? 0x1p-22F : 0, gap = 2 - beyond;
        const solid_item first = {.box = true, .vectors = {{0, 0, 0}, {1, 0, 0}, {0, half, 0}, {0, 0, half}}},
                         second = {.box = true, .vectors = {{gap, 0, 0}, {1, 0, 0}, {0, half, 0}, {0, 0, half}}};
        cr_assert_eq(check_groups(&first, 1, &second, 1, (const float[]){0, 0, 1}, "needles"), k == 0 ? 2 * half : 0);
        cr_assert_eq(check_groups(&first, 1, &second, 1, (const float[]){-1, 0, 0}, "needles"), beyond);
    }
}

Test(solids_push_along, bad_arguments_write_nothing) {
    sepal_solids *set = NULL;
    const float nan = NAN, zero = 0, one = 1;
    const sepal_groups each = {NULL, 0}, wrong = {NULL, 1};
    const sepal_pair good = {0, 0}, outside = {0, 2}, round = {0, 1};
    solid_item cube = {.box = true, .vectors = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    float way = 123;
    cr_assert_eq(sepal_solids_create(NULL, &set), SEPAL_OK);
    solid_add(set, &cube);
    cube.radius = 0x1p-149F;
    solid_add(set, &cube);
#define REFUSED(status, a, of_a, b, of_b, pairs, dx, dy, dz, out)                                                                  \
    cr_assert_eq(sepal_solids_push_along_groups(a, of_a, b, of_b, pairs, 1, dx, dy, dz, out), status)
    REFUSED(SEPAL_BAD_ARGUMENT, NULL, &each, set, &each, &good, &one, &one, &one, &way);
    REFUSED(SEPAL_BAD_ARGUMENT, set, NULL, set, &each, &good, &one, &one, &one, &way);
    REFUSED(SEPAL_BAD_ARGUMENT, set, &each, NULL, &each, &good, &one, &one, &one, &way);
    REFUSED(SEPAL_BAD_ARGUMENT, set, &each, set, &wrong, &good, &one, &one, &one, &way);
    REFUSED(SEPAL_BAD_ARGUMENT, set, &each, set, &each, NULL, &one, &one, &one, &way);
    REFUSED(SEPAL_BAD_ARGUMENT, set, &each, set, &each, &outside, &one, &one, &one, &way);
    REFUSED(SEPAL_BAD_ARGUMENT, set, &each, set, &each, &good, NULL, &one, &one, &way);
    REFUSED(SEPAL_BAD_ARGUMENT, set, &each, set, &each, &good, &one, NULL, &one, &way);
    REFUSED(SEPAL_BAD_ARGUMENT, set, &each, set, &each, &good, &one, &one, NULL, &way);
    REFUSED(SEPAL_BAD_ARGUMENT, set, &each, set, &each, &good, &one, &one, &one, NULL);
    REFUSED(SEPAL_BAD_SHAPE, set, &each, set, &each, &good, &zero, &zero, &zero, &way);
    REFUSED(SEPAL_BAD_SHAPE, set, &each, set, &each, &good, &one, &one, &nan, &way);
    REFUSED(SEPAL_BAD_SHAPE, set, &each, set, &each, &round, &one, &one, &one, &way);
    cr_assert_eq(way, 123);
    cr_assert_eq(sepal_solids_push_along_groups(set, &each, set, &each, NULL, 0, NULL, NULL, NULL, NULL), SEPAL_OK);
    REFUSED(SEPAL_OK, set, &each, set, &each, &good, &zero, &one, &one, &way);
    cr_assert_eq(way, 2);
    sepal_solids_destroy(set);
}
