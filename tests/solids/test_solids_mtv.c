/* The smallest push: its sign, that it parts the two and no shorter one does, and what it says of distances. */
#include "judged.h"

#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PAIRS = 60 };

typedef struct answers {
    float x[PAIRS], y[PAIRS], z[PAIRS], depth[PAIRS];
} answers;

/* A solid as points in double. */
static size_t points_of(const solid_item *s, double out[SOLID_MOST_VERTICES][3]) {
    if (!s->box) {
        for (size_t k = 0; k < s->count; k++)
            out[k][0] = (double)s->x[k], out[k][1] = (double)s->y[k], out[k][2] = (double)s->z[k];
        return s->count;
    }
    for (int corner = 0; corner < 8; corner++)
        for (int k = 0; k < 3; k++)
            out[corner][k] = (double)s->vectors.c[k] + (corner & 1 ? 1 : -1) * (double)s->vectors.u[k] +
                             (corner & 2 ? 1 : -1) * (double)s->vectors.v[k] + (corner & 4 ? 1 : -1) * (double)s->vectors.w[k];
    return 8;
}

/* The members b - a of the difference of a pair, and the largest coordinate of both. */
typedef struct difference {
    size_t size_a, size_b;
    double a[SOLID_MOST_VERTICES][3], b[SOLID_MOST_VERTICES][3], extent;
} difference;

static difference difference_of(const solid_item *a, const solid_item *b) {
    difference d = {.extent = 0};
    double least[3] = {INFINITY, INFINITY, INFINITY}, most[3] = {-INFINITY, -INFINITY, -INFINITY};
    d.size_a = points_of(a, d.a);
    d.size_b = points_of(b, d.b);
    for (int k = 0; k < 3; k++) {
        for (size_t i = 0; i < d.size_a; i++)
            least[k] = fmin(least[k], d.a[i][k]), most[k] = fmax(most[k], d.a[i][k]);
        for (size_t i = 0; i < d.size_b; i++)
            least[k] = fmin(least[k], d.b[i][k]), most[k] = fmax(most[k], d.b[i][k]);
        d.extent = hypot(d.extent, most[k] - least[k]);
    }
    return d;
}

/* How far the two have to move along a unit vector, b forward, until they touch: max n . a - min n . b. */
static double depth_along(const difference *d, const double n[3]) {
    double most = -INFINITY, least = INFINITY;
    for (size_t i = 0; i < d->size_a; i++)
        most = fmax(most, n[0] * (d->a[i][0] - d->a[0][0]) + n[1] * (d->a[i][1] - d->a[0][1]) + n[2] * (d->a[i][2] - d->a[0][2]));
    for (size_t i = 0; i < d->size_b; i++)
        least = fmin(least, n[0] * (d->b[i][0] - d->a[0][0]) + n[1] * (d->b[i][1] - d->a[0][1]) + n[2] * (d->b[i][2] - d->a[0][2]));
    return most - least;
}

static void try_direction(const difference *d, const double n[3], double *best) {
    const double length = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    if (length == 0)
        return;
    for (int sign = -1; sign <= 1; sign += 2) {
        const double unit[3] = {sign * n[0] / length, sign * n[1] / length, sign * n[2] / length};
        *best = fmin(*best, depth_along(d, unit));
    }
}

/* The least over all normals to two lines between points of one solid each, in double. */
static double brute_depth(const difference *d) {
    double best = INFINITY, (*edges)[3] = malloc(2 * SOLID_MOST_VERTICES * SOLID_MOST_VERTICES * sizeof *edges);
    size_t count = 0;
    for (int of_b = 0; of_b < 2; of_b++)
        for (size_t i = 0; i < (of_b ? d->size_b : d->size_a); i++)
            for (size_t j = 0; j < i; j++, count++)
                for (int k = 0; k < 3; k++)
                    edges[count][k] = of_b ? d->b[i][k] - d->b[j][k] : d->a[i][k] - d->a[j][k];
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < i; j++) {
            const double *p = edges[i], *q = edges[j];
            const double n[3] = {p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]};
            /* directions that cancelled are no face, or a face whose normal others have better */
            if (fabs(n[0]) + fabs(n[1]) + fabs(n[2]) >
                1e-9 * (fabs(p[0]) + fabs(p[1]) + fabs(p[2])) * (fabs(q[0]) + fabs(q[1]) + fabs(q[2])))
                try_direction(d, n, &best);
        }
    free(edges);
    return best;
}

static void ask(const solid_scene *s, float margin, answers *out) {
    const sepal_rule rule = {SEPAL_TOUCHING_OVERLAPS, margin, 0};
    const sepal_solid_mtvs arrays = {.normal_x = out->x, .normal_y = out->y, .normal_z = out->z, .depth = out->depth};
    cr_assert_eq(sepal_solids_mtv_pairs(s->set_a, s->set_b, s->pairs, s->count, &rule, &arrays), SEPAL_OK);
}

Test(solids_mtv, is_what_the_vertices_say) {
    for (size_t kind = 0; kind < solid_scene_kinds(); kind++) {
        solid_scene s = solid_scene_create(kind, 2, PAIRS);
        answers got;
        uint64_t closed[SEPAL_BIT_WORDS(PAIRS)], open[SEPAL_BIT_WORDS(PAIRS)];
        ask(&s, s.margin, &got);
        cr_assert_eq(sepal_solids_overlap_pairs(s.set_a, s.set_b, s.pairs, s.count,
                                                &(sepal_rule){SEPAL_TOUCHING_OVERLAPS, s.margin, 0}, closed),
                     SEPAL_OK);
        cr_assert_eq(sepal_solids_overlap_pairs(s.set_a, s.set_b, s.pairs, s.count,
                                                &(sepal_rule){SEPAL_TOUCHING_IS_APART, s.margin, 0}, open),
                     SEPAL_OK);
        size_t met = 0;
        for (size_t k = 0; k < s.count; k++) {
            const difference d = difference_of(&s.a[k], &s.b[k]);
            const double n[3] = {(double)got.x[k], (double)got.y[k], (double)got.z[k]}, depth = (double)got.depth[k];
            const double reach = (double)s.a[k].radius + (double)s.b[k].radius + (double)s.margin, along = depth_along(&d, n);
            const bool overlaps = (open[k / 64] >> (k % 64) & 1) != 0, meets = (closed[k / 64] >> (k % 64) & 1) != 0;
            cr_assert(overlaps ? depth > 0 : meets ? depth == 0 : depth < 0, "%s, pair %zu: the sign of %g", s.kind, k, depth);
            cr_assert_float_eq(n[0] * n[0] + n[1] * n[1] + n[2] * n[2], 1, 1e-6, "%s, pair %zu: not a unit vector", s.kind, k);
            const double slack = 0x1p-22 * d.extent + 0x1p-22 * fabs(depth) + 0x1p-148;
            if (fabs(depth) >= (double)FLT_MAX) /* beyond the range of float */
                continue;
            /* along its normal the two are so far apart, or so deep in each other */
            cr_assert(fabs(along + reach - depth) <= slack, "%s, pair %zu: depth %.9g, along its normal %.9g", s.kind, k, depth,
                      along + reach);
            if (depth - reach >= 0) { /* and no direction is shorter */
                const double least = brute_depth(&d);
                met++;
                cr_assert(isinf(least) || fabs(fmax(least, 0) + reach - depth) <= slack, "%s, pair %zu: depth %.9g, least %.9g",
                          s.kind, k, depth, least + reach);
                /* each of those directions parts the two: of hulls, whose vertices are floats, depth exceeds none by more than it may */
                const double bound = 0x1p-24 * depth + 0x1p-40 * d.extent + 0x1p-149;
                cr_assert(s.a[k].box || s.b[k].box || depth <= fmax(least, 0) + reach + bound + 0x1p-46 * d.extent,
                          "%s, pair %zu: depth %.17g, least %.17g", s.kind, k, depth, least + reach);
            }
        }
        cr_assert(met > 0, "%s: no cores meet", s.kind);
        solid_scene_destroy(&s);
    }
}

/* The float next to v towards 0, and half of the difference of the two. */
static float before(float v, float *half) {
    const float other = nextafterf(v, 0);
    *half = (v - other) / 2;
    return other;
}

/* Apart, the depth is the nearest float: the exact distance is between the midpoints around it, as the oracle compares it with a
 * radius that is a float and a margin that is the rest. */
Test(solids_mtv, of_those_apart_is_the_distance_rounded_once) {
    size_t compared = 0;
    for (size_t kind = 0; kind < solid_scene_kinds(); kind++) {
        solid_scene s = solid_scene_create(kind, 3, PAIRS);
        for (size_t k = 0; k < s.count; k++) {
            sepal_solids *pair = NULL;
            solid_item items[2] = {s.a[k], s.b[k]};
            float depth, x, y, z;
            const sepal_solid_mtvs out = {.normal_x = &x, .normal_y = &y, .normal_z = &z, .depth = &depth};
            items[0].radius = items[1].radius = 0;
            cr_assert_eq(sepal_solids_create(NULL, &pair), SEPAL_OK);
            solid_add(pair, &items[0]);
            solid_add(pair, &items[1]);
            cr_assert_eq(sepal_solids_mtv_pairs(pair, pair, &(sepal_pair){0, 1}, 1, NULL, &out), SEPAL_OK);
            sepal_solids_destroy(pair);
            float below, above;
            const float distance = -depth, less = before(distance, &below), more = nextafterf(distance, INFINITY);
            (void)before(more, &above);
            if (distance < 0x1p-120F || more > FLT_MAX)
                continue;
            judged_room room_a, room_b;
            oracle_solid a = judged(&items[0], &room_a);
            const oracle_solid b = judged(&items[1], &room_b);
            a.radius = less;
            cr_assert_neq(oracle_solids_contact(&a, &b, below), ORACLE_OVERLAP, "%s, pair %zu: nearer than %.9g", s.kind, k,
                          (double)distance);
            a.radius = distance;
            cr_assert_neq(oracle_solids_contact(&a, &b, above), ORACLE_APART, "%s, pair %zu: farther than %.9g", s.kind, k,
                          (double)distance);
            compared++;
        }
        solid_scene_destroy(&s);
    }
    cr_assert_gt(compared, 200);
}

/* A push has the same bits whichever instruction set is in use, and alone or among others. */
Test(solids_mtv, has_the_same_bits_everywhere) {
    enum { SCENES = 6 };
    for (size_t n = 0; n < SCENES * solid_scene_kinds(); n++) {
        solid_scene s = solid_scene_create(n / SCENES, 40 + n % SCENES, PAIRS);
        answers scalar, got;
        cr_assert_eq(sepal_isa_use("scalar"), SEPAL_OK);
        ask(&s, s.margin, &scalar);
        for (size_t i = 0; i < sepal_isa_count(); i++) {
            cr_assert_eq(sepal_isa_use(sepal_isa_at(i)), SEPAL_OK);
            ask(&s, s.margin, &got);
            cr_assert_eq(memcmp(&got, &scalar, sizeof got), 0, "%s, %s", sepal_isa(), s.kind);
        }
        for (size_t k = 0; k < s.count; k++) {
            float depth;
            const sepal_rule rule = {SEPAL_TOUCHING_OVERLAPS, s.margin, 0};
            const sepal_solid_mtvs only = {.depth = &depth};
            cr_assert_eq(sepal_solids_mtv_pairs(s.set_a, s.set_b, &s.pairs[k], 1, &rule, &only), SEPAL_OK);
            cr_assert_eq(memcmp(&depth, &scalar.depth[k], sizeof depth), 0, "%s, pair %zu", s.kind, k);
        }
        solid_scene_destroy(&s);
    }
}

/* Boxes that meet are parted along one of fifteen axes, with radii or a margin too: also where another way would round depth otherwise. */
static void check_boxes_with_a_reach(bool radii, float margin) {
    enum { BOXES = 120, COUPLES = BOXES * (BOXES - 1) / 2 };
    sepal_solids *set = NULL;
    sepal_pair pairs[COUPLES];
    static float got[2][4][COUPLES];
    const sepal_rule rule = {SEPAL_TOUCHING_OVERLAPS, margin, 0};
    size_t count = 0, met = 0, apart = 0;
    uint32_t state = 11;
    cr_assert_eq(sepal_solids_create(NULL, &set), SEPAL_OK);
    for (uint32_t i = 0; i < BOXES; i++) {
        float f[11]; /* turned so that sums of depth and radius are often near the middle between two floats */
        for (int k = 0; k < 11; k++) {
            state = state * 1664525 + 1013904223;
            const float third = (float)((state >> 8) % 3);
            f[k] = k < 3 ? third : k < 6 ? 0.1F + third / 2 : k < 9 ? third - 1 : k == 9 ? 1 : (float)(state >> 8) * 0x1p-24F;
        }
        const sepal_solid_boxes box = {
            &f[0], &f[1], &f[2], &f[3], &f[4], &f[5], {&f[6], &f[7], &f[8], &f[9], {NULL}}, radii ? &f[10] : NULL, 1};
        cr_assert_eq(sepal_solids_add_boxes(set, &box, 1, NULL, NULL), SEPAL_OK);
        for (uint32_t j = 0; j < i; j++)
            pairs[count++] = (sepal_pair){i, j};
    }
    const sepal_solid_mtvs scalar = {.normal_x = got[0][0], .normal_y = got[0][1], .normal_z = got[0][2], .depth = got[0][3]},
                           out = {.normal_x = got[1][0], .normal_y = got[1][1], .normal_z = got[1][2], .depth = got[1][3]};
    cr_assert_eq(sepal_isa_use("scalar"), SEPAL_OK);
    cr_assert_eq(sepal_solids_mtv_pairs(set, set, pairs, COUPLES, &rule, &scalar), SEPAL_OK);
    for (size_t i = 0; i < sepal_isa_count(); i++) {
        cr_assert_eq(sepal_isa_use(sepal_isa_at(i)), SEPAL_OK);
        cr_assert_eq(sepal_solids_mtv_pairs(set, set, pairs, COUPLES, &rule, &out), SEPAL_OK);
        for (size_t k = 0; k < COUPLES; k++) {
            for (int part = 0; part < 4; part++)
                cr_assert_eq(got[1][part][k], got[0][part][k], "%s, margin %g, pair %zu", sepal_isa(), (double)margin, k);
            met += got[0][3][k] > 2 + margin || (!radii && got[0][3][k] >= margin);
            apart += !radii && got[0][3][k] < margin;
        }
    }
    cr_assert(met > 100 && (radii || apart > 100));
    sepal_solids_destroy(set);
}

Test(solids_mtv, of_boxes_with_radii_has_the_same_bits) {
    check_boxes_with_a_reach(true, 0);
    check_boxes_with_a_reach(true, 0.3F);
}

Test(solids_mtv, of_boxes_under_a_margin_has_the_same_bits) {
    check_boxes_with_a_reach(false, 0x1p-149F);
    check_boxes_with_a_reach(false, 0.3F);
    check_boxes_with_a_reach(false, 1e6F);
}

/* Crates given by their corners, which are rounded: their faces are parallelograms exactly, or have a corner that is hardly off the plane of
 * the others, before or behind it. They stand on each other a little apart, or lie about. */
Test(solids_mtv, of_crates_given_as_hulls_has_the_same_bits) {
    enum { CRATES = 600 };
    static float got[2][4][CRATES];
    sepal_pair pairs[CRATES];
    sepal_solids *boxes = NULL, *hulls = NULL;
    uint32_t state = 5;
    cr_assert(sepal_solids_create(NULL, &boxes) == SEPAL_OK && sepal_solids_create(NULL, &hulls) == SEPAL_OK);
    for (uint32_t i = 0; i < 2 * CRATES; i++) {
        float f[8], corner[3][8];
        sepal_parallelepiped box;
        const bool upper = i % 2 == 1, lies = i / 2 % 3 == 0;
        for (int k = 0; k < 8; k++) {
            state = state * 1664525 + 1013904223;
            f[k] = (float)(state >> 8) * 0x1p-23F - 1; /* -1 .. 1 */
        }
        const float tilt = lies ? 1 : i / 2 % 3 == 1 ? 0x1p-10F : 0, place = (float)(i / 2 % 50), size = 0.5F;
        const float x = 3 * place + f[0] / 4, y = upper ? 1.003F + f[1] / 256 + (lies ? 0.4F : 0) : 0, z = f[2] / 4;
        const float turn[4] = {1, tilt * f[3], lies || i / 2 % 2 == 0 ? f[4] : 0, tilt * f[5]};
        const sepal_solid_boxes one = {&x, &y, &z, &size, &size, &size, {&turn[0], &turn[1], &turn[2], &turn[3], {NULL}}, NULL, 1};
        cr_assert_eq(sepal_solids_add_boxes(boxes, &one, 1, NULL, NULL), SEPAL_OK);
        cr_assert_eq(sepal_solids_box(boxes, i, &box), SEPAL_OK);
        for (int k = 0; k < 8; k++)
            for (int c = 0; c < 3; c++)
                corner[c][k] =
                    box.c[c] + (k & 1 ? box.u[c] : -box.u[c]) + (k & 2 ? box.v[c] : -box.v[c]) + (k & 4 ? box.w[c] : -box.w[c]);
        cr_assert_eq(sepal_solids_add_hull(hulls, corner[0], corner[1], corner[2], 8, 0, NULL), SEPAL_OK);
        pairs[i / 2] = upper ? (sepal_pair){i - 1, i} : (sepal_pair){i, i + 1};
    }
    const sepal_solids *const sets[2] = {hulls, boxes};
    for (int mixed = 0; mixed < 3; mixed++) {
        const sepal_solids *a = sets[mixed == 1], *b = sets[mixed == 2];
        size_t apart = 0;
        for (size_t i = 0; i < sepal_isa_count(); i++) {
            float(*const of)[CRATES] = got[i > 0];
            const sepal_solid_mtvs out = {.normal_x = of[0], .normal_y = of[1], .normal_z = of[2], .depth = of[3]};
            cr_assert_eq(sepal_isa_use(sepal_isa_at(i)), SEPAL_OK);
            cr_assert_eq(sepal_solids_mtv_pairs(a, b, pairs, CRATES, NULL, &out), SEPAL_OK);
            for (size_t k = 0; k < CRATES; k++) {
                for (int part = 0; part < 4 && i > 0; part++)
                    cr_assert_eq(got[1][part][k], got[0][part][k], "%s, %d, pair %zu", sepal_isa(), mixed, k);
                apart += of[3][k] < 0;
            }
        }
        cr_assert_gt(apart, CRATES / 3);
    }
    sepal_solids_destroy(boxes);
    sepal_solids_destroy(hulls);
}

/* The other way round the normal is the opposite, and the depth the same: to the bit while the cores are apart, since both are rounded
 * once; else within the bound. So it is after both were moved by whole numbers, where that is exact. */
Test(solids_mtv, does_not_depend_on_order_or_place) {
    size_t apart = 0;
    for (size_t kind = 0; kind < solid_scene_kinds(); kind++) {
        solid_scene s = solid_scene_create(kind, 6, PAIRS);
        const bool whole = strstr(s.kind, "lattice") != NULL;
        sepal_solids *moved[2] = {NULL, NULL};
        answers one, other, there;
        ask(&s, s.margin, &one);
        const sepal_rule rule = {SEPAL_TOUCHING_OVERLAPS, s.margin, 0};
        const sepal_solid_mtvs out = {.normal_x = other.x, .normal_y = other.y, .normal_z = other.z, .depth = other.depth},
                               out_there = {.normal_x = there.x, .normal_y = there.y, .normal_z = there.z, .depth = there.depth};
        cr_assert_eq(sepal_solids_mtv_pairs(s.set_b, s.set_a, s.pairs, s.count, &rule, &out), SEPAL_OK);
        for (int side = 0; side < 2; side++) {
            const float by[3] = {64, -32, 16};
            uint32_t all[PAIRS];
            for (uint32_t k = 0; k < PAIRS; k++)
                all[k] = k;
            float rows[PAIRS][3];
            for (int k = 0; k < PAIRS; k++)
                for (int c = 0; c < 3; c++)
                    rows[k][c] = whole ? by[c] : 0;
            const sepal_solid_poses poses = {.x = &rows[0][0], .y = &rows[0][1], .z = &rows[0][2], .stride = 3};
            cr_assert_eq(sepal_solids_create(NULL, &moved[side]), SEPAL_OK);
            cr_assert_eq(sepal_solids_place(moved[side], side == 0 ? s.set_a : s.set_b, all, &poses, PAIRS, NULL), SEPAL_OK);
        }
        cr_assert_eq(sepal_solids_mtv_pairs(moved[0], moved[1], s.pairs, s.count, &rule, &out_there), SEPAL_OK);
        for (size_t k = 0; k < s.count; k++) {
            const double reach = (double)s.a[k].radius + (double)s.b[k].radius + (double)s.margin, depth = (double)one.depth[k];
            const double slack = depth < reach ? 0 : 0x1p-22 * depth + 0x1p-38 * difference_of(&s.a[k], &s.b[k]).extent;
            cr_assert(fabs((double)other.depth[k] - depth) <= slack && fabs((double)there.depth[k] - depth) <= slack,
                      "%s, pair %zu: %.9g, %.9g, %.9g", s.kind, k, depth, (double)other.depth[k], (double)there.depth[k]);
            if (depth >= reach * (1 - 0x1p-20) - 0x1p-140)
                continue;
            cr_assert(other.x[k] == -one.x[k] && other.y[k] == -one.y[k] && other.z[k] == -one.z[k], "%s, pair %zu", s.kind, k);
            cr_assert(there.x[k] == one.x[k] && there.y[k] == one.y[k] && there.z[k] == one.z[k], "%s, pair %zu", s.kind, k);
            apart++;
        }
        sepal_solids_destroy(moved[0]);
        sepal_solids_destroy(moved[1]);
        solid_scene_destroy(&s);
    }
    cr_assert_gt(apart, 200);
}

/* Concentric balls: as many faces as one search has room for, and more. */
Test(solids_mtv, of_many_vertices) {
    enum { MOST = 300 };
    const size_t sizes[] = {24, 64, MOST};
    for (size_t n = 0; n < sizeof sizes / sizeof *sizes; n++) {
        sepal_solids *set = NULL;
        float x[MOST], y[MOST], z[MOST], nx, ny, nz, depth;
        cr_assert_eq(sepal_solids_create(NULL, &set), SEPAL_OK);
        for (int which = 0; which < 2; which++) {
            for (size_t k = 0; k < sizes[n]; k++) { /* a spiral on the sphere of radius 1 */
                const double height = 1 - (2 * (double)k + 1) / (double)sizes[n], wide = sqrt(1 - height * height);
                const double turn = 2.399963 * (double)k + which;
                x[k] = (float)(wide * cos(turn)), y[k] = (float)(wide * sin(turn)), z[k] = (float)height;
            }
            cr_assert_eq(sepal_solids_add_hull(set, x, y, z, sizes[n], 0, NULL), SEPAL_OK);
        }
        const sepal_solid_mtvs out = {.normal_x = &nx, .normal_y = &ny, .normal_z = &nz, .depth = &depth};
        cr_assert_eq(sepal_solids_mtv_pairs(set, set, &(sepal_pair){0, 1}, 1, NULL, &out), SEPAL_OK);
        cr_assert(depth > 1.5F && depth < 2, "%zu vertices: depth %g", sizes[n], (double)depth);
        for (int less = 0; less < 2; less++) { /* moved by a little less they overlap, by a little more they do not */
            const float *bx, *by, *bz, far = depth * (less ? 0.999F : 1.001F);
            size_t count;
            cr_assert_eq(sepal_solids_vertices(set, 1, &bx, &by, &bz, &count), SEPAL_OK);
            for (size_t k = 0; k < count; k++)
                x[k] = bx[k] + far * nx, y[k] = by[k] + far * ny, z[k] = bz[k] + far * nz;
            cr_assert_eq(sepal_solids_add_hull(set, x, y, z, count, 0, NULL), SEPAL_OK);
        }
        uint64_t bits;
        cr_assert_eq(sepal_solids_overlap_one(set, 0, set, 1, 3, NULL, &bits), SEPAL_OK);
        cr_assert_eq(bits, 1 | 4, "%zu vertices", sizes[n]);
        sepal_solids_destroy(set);
    }
}

/* --- By hand ---------------------------------------------------------------------------------- */

static uint32_t add_cube(sepal_solids *set, bool as_hull, float x, float half, float radius) {
    uint32_t index;
    const float zero = 0, radius_of = radius;
    if (!as_hull) {
        const sepal_solid_boxes box = {&x, &zero, &zero, &half, &half, &half, {.w = NULL}, &radius_of, 1};
        cr_assert_eq(sepal_solids_add_boxes(set, &box, 1, &index, NULL), SEPAL_OK);
        return index;
    }
    float xs[8], ys[8], zs[8];
    for (int k = 0; k < 8; k++)
        xs[k] = x + (k & 1 ? half : -half), ys[k] = k & 2 ? half : -half, zs[k] = k & 4 ? half : -half;
    cr_assert_eq(sepal_solids_add_hull(set, xs, ys, zs, 8, radius, &index), SEPAL_OK);
    return index;
}

static void check_push(const sepal_solids *set, uint32_t a, uint32_t b, float margin, float x, float y, float z, float depth) {
    float got[4];
    const sepal_rule rule = {SEPAL_TOUCHING_OVERLAPS, margin, 0};
    const sepal_solid_mtvs out = {.normal_x = &got[0], .normal_y = &got[1], .normal_z = &got[2], .depth = &got[3]};
    cr_assert_eq(sepal_solids_mtv_pairs(set, set, &(sepal_pair){a, b}, 1, &rule, &out), SEPAL_OK);
    cr_assert(got[0] == x && got[1] == y && got[2] == z && got[3] == depth, "%u and %u: %g %g %g, depth %g", a, b, (double)got[0],
              (double)got[1], (double)got[2], (double)got[3]);
}

Test(solids_mtv, of_simple_solids) {
    sepal_solids *set = NULL;
    cr_assert_eq(sepal_solids_create(NULL, &set), SEPAL_OK);
    for (int first = 0; first < 2; first++)
        for (int second = 0; second < 2; second++) {
            const uint32_t a = add_cube(set, first != 0, 0, 1, 0), near = add_cube(set, second != 0, 1.5F, 1, 0);
            const uint32_t at = add_cube(set, second != 0, 2, 1, 0), far = add_cube(set, second != 0, 4, 1, 0.5F);
            const uint32_t inside = add_cube(set, second != 0, 0.25F, 0.25F, 0);
            check_push(set, a, near, 0, 1, 0, 0, 0.5F);
            check_push(set, near, a, 0, -1, 0, 0, 0.5F);
            check_push(set, a, near, 0.25F, 1, 0, 0, 0.75F);
            check_push(set, a, at, 0, 1, 0, 0, 0);
            check_push(set, a, at, 1, 1, 0, 0, 1);
            check_push(set, a, far, 0, 1, 0, 0, -1.5F);
            check_push(set, a, far, 1.5F, 1, 0, 0, 0);
            check_push(set, a, far, 2, 1, 0, 0, 0.5F);
            check_push(set, a, inside, 0, 1, 0, 0, 1);
        }
    const float x[] = {0, 3, 0}, y[] = {0, 4, 0}, z[] = {0, 0, 0}, radius[] = {1, 1, 2}, ends[] = {0, 3, 5},
                heights[] = {-5, -5, -5};
    const sepal_solid_spheres spheres = {x, y, z, radius, 1};
    const sepal_solid_capsules capsules = {ends, heights, z, ends, y + 1, z, radius, 0};
    uint32_t s, c;
    cr_assert_eq(sepal_solids_add_spheres(set, &spheres, 3, &s, NULL), SEPAL_OK);
    check_push(set, s, s + 1, 0, 0.6F, 0.8F, 0, -3);
    check_push(set, s + 1, s, 3, -0.6F, -0.8F, 0, 0);
    check_push(set, s, s + 2, 0, 1, 0, 0, 3);                                       /* about one point */
    cr_assert_eq(sepal_solids_add_capsules(set, &capsules, 1, &c, NULL), SEPAL_OK); /* from (0, -5, 0) to (0, 4, 0) */
    check_push(set, c, s + 1, 0, 1, 0, 0, -1);
    check_push(set, c, s + 1, 1, 1, 0, 0, 0);
    /* two squares of one plane that overlap in it can be parted by as little as one likes */
    const float square_x[] = {0, 2, 0, 2}, square_y[] = {0, 0, 2, 2}, flat_z[] = {0, 0, 0, 0};
    uint32_t q;
    cr_assert_eq(sepal_solids_add_hull(set, square_x, square_y, flat_z, 4, 0, &q), SEPAL_OK);
    float nx, ny, nz, depth;
    const sepal_solid_mtvs out = {.normal_x = &nx, .normal_y = &ny, .normal_z = &nz, .depth = &depth};
    cr_assert_eq(sepal_solids_mtv_pairs(set, set, &(sepal_pair){q, q}, 1, NULL, &out), SEPAL_OK);
    cr_assert(nx == 0 && ny == 0 && fabsf(nz) == 1 && depth == 0);
    sepal_solids_destroy(set);
}
