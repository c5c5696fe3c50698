/* Contact points of solids, beyond what is usual: far from the origin, upright on edges, beside solids of far other sizes, and of hulls
 * with many vertices. */
#include "../common/check.h"
#include "../scenes/shapes.h"
#include "contact_answers.h"

#define U 0x1p-24

/* A direction, or a quaternion, of any length from 0.1 to 1. */
static void random_direction(rng *r, int count, double *out) {
    double square;
    do {
        square = 0;
        for (int c = 0; c < count; c++) {
            out[c] = rng_real(r, -1, 1);
            square += out[c] * out[c];
        }
    } while (square > 1 || square < 0.01);
}

/* The matrix of a quaternion, as in solids.h. */
static void matrix_of(const double q[4], double m[9]) {
    const double w = q[0], x = q[1], y = q[2], z = q[3], s = 2 / (w * w + x * x + y * y + z * z);
    const double turn[9] = {1 - s * (y * y + z * z), s * (x * y - w * z),     s * (x * z + w * y),
                            s * (x * y + w * z),     1 - s * (x * x + z * z), s * (y * z - w * x),
                            s * (x * z - w * y),     s * (y * z + w * x),     1 - s * (x * x + y * y)};
    memcpy(m, turn, sizeof turn);
}

static void turn_point(const double m[9], double x, double y, double z, double out[3]) {
    for (int c = 0; c < 3; c++)
        out[c] = m[3 * c] * x + m[3 * c + 1] * y + m[3 * c + 2] * z;
}

/* --- Far from the origin ------------------------------------------------------------------------ */

enum { CRATES = 3000 };

static void add_crate_as_hull(sepal_solids *set, float half) {
    float x[8], y[8], z[8];
    for (int k = 0; k < 8; k++) {
        x[k] = k & 1 ? half : -half;
        y[k] = k & 2 ? half : -half;
        z[k] = k & 4 ? half : -half;
    }
    cr_assert_eq(sepal_solids_add_hull(set, x, y, z, 8, 0, NULL), SEPAL_OK);
}

/* Crates in pairs, those of a pair turned alike: the upper one, of the same size or smaller, is 0.002 deep in the lower one. */
static void place_crates(sepal_solids *world, const sepal_solids *models, double away, rng *r) {
    static float q[4][2 * CRATES], at[3][2 * CRATES];
    static uint32_t model[2 * CRATES];
    const sepal_solid_poses poses = {.x = at[0], .y = at[1], .z = at[2], .turn = {.w = q[0], .x = q[1], .y = q[2], .z = q[3]}};
    for (size_t k = 0; k < CRATES; k++) {
        double of[4], m[9], direction[3], up[3];
        random_direction(r, 4, of);
        random_direction(r, 3, direction);
        const double length = sqrt(direction[0] * direction[0] + direction[1] * direction[1] + direction[2] * direction[2]);
        const bool smaller = k % 2 == 1;
        matrix_of(of, m);
        turn_point(m, smaller ? rng_real(r, -0.2, 0.2) : 0, smaller ? rng_real(r, -0.2, 0.2) : 0, (smaller ? 0.75 : 1) - 0.002, up);
        for (size_t i = 0; i < 2; i++) {
            model[2 * k + i] = smaller && i == 1;
            for (int c = 0; c < 4; c++)
                q[c][2 * k + i] = (float)of[c];
            for (int c = 0; c < 3; c++)
                at[c][2 * k + i] = (float)(direction[c] / length * away + (i == 0 ? 0 : up[c]));
        }
    }
    cr_assert_eq(sepal_solids_place(world, models, model, &poses, (size_t)2 * CRATES, NULL), SEPAL_OK);
}

/* "The corners of a parallelogram are on its side wherever it is placed": so crates that are given as hulls rest on four points, which
 * go round most of the common part. */
Test(solids_contacts_sizes, crates_as_hulls_rest_on_four_points_wherever_they_are) {
    static const double distances[] = {10, 100, 300, 1000, 3000, 10000};
    static sepal_pair pairs[CRATES];
    static uint8_t count[CRATES];
    static float at[3][POINTS * CRATES];
    const sepal_contact_rule rule = {.margin = 0.02F, .point_margin = 0.02F};
    const sepal_solid_contacts out = {.count = count, .x = at[0], .y = at[1], .z = at[2]};
    sepal_solids *models = new_set(), *world = new_set();
    rng r = {51};
    add_crate_as_hull(models, 0.5F);
    add_crate_as_hull(models, 0.25F);
    for (size_t k = 0; k < CRATES; k++)
        pairs[k] = (sepal_pair){(uint32_t)(2 * k), (uint32_t)(2 * k + 1)};
    for (size_t d = 0; d < sizeof distances / sizeof *distances; d++) {
        place_crates(world, models, distances[d], &r);
        use_isa(d % sepal_isa_count());
        cr_assert_eq(sepal_solids_contacts_pairs(world, world, pairs, CRATES, &rule, &out), SEPAL_OK);
        for (size_t k = 0; k < CRATES; k++) {
            const double side = k % 2 == 1 ? 0.5 : 1;
            cr_assert_eq(count[k], 4, "%s, %g from the origin, pair %zu: %d points", sepal_isa(), distances[d], k, count[k]);
            for (size_t p = POINTS * k; p < POINTS * (k + 1); p++)
                for (size_t q = POINTS * k; q < p; q++) {
                    double square = 0;
                    for (int c = 0; c < 3; c++)
                        square += pow((double)at[c][p] - (double)at[c][q], 2);
                    cr_assert(sqrt(square) > 0.9 * side, "%s, %g from the origin, pair %zu: two points %g from each other",
                              sepal_isa(), distances[d], k, sqrt(square));
                }
        }
    }
    sepal_solids_destroy(models);
    sepal_solids_destroy(world);
}

/* --- Accuracy ----------------------------------------------------------------------------------- */

/* A box by its vectors, or the hull of some points. */
typedef struct thing {
    bool is_box;
    int count;
    float c[3], u[3], v[3], w[3];
    double at[8][3]; /* the vertices */
    float radius;
} thing;

static void add_thing(sepal_solids *set, const thing *t, float radius) {
    if (t->is_box) {
        sepal_solid_parallelepipeds one = {.radius = &radius};
        for (int c = 0; c < 3; c++)
            one.c[c] = &t->c[c], one.u[c] = &t->u[c], one.v[c] = &t->v[c], one.w[c] = &t->w[c];
        cr_assert_eq(sepal_solids_add_parallelepipeds(set, &one, 1, NULL, NULL), SEPAL_OK);
        return;
    }
    float x[8], y[8], z[8];
    for (int k = 0; k < t->count; k++)
        x[k] = (float)t->at[k][0], y[k] = (float)t->at[k][1], z[k] = (float)t->at[k][2];
    cr_assert_eq(sepal_solids_add_hull(set, x, y, z, (size_t)t->count, radius, NULL), SEPAL_OK);
}

static void find_vertices_of_box(thing *t) {
    t->is_box = true;
    t->count = 8;
    for (int k = 0; k < 8; k++)
        for (int c = 0; c < 3; c++)
            t->at[k][c] = (double)t->c[c] + (k & 1 ? 1 : -1) * (double)t->u[c] + (k & 2 ? 1 : -1) * (double)t->v[c] +
                          (k & 4 ? 1 : -1) * (double)t->w[c];
}

enum { BOX, CRATE, PLATE, SKEW_BOX, TETRAHEDRON, TRIANGLE, SEGMENT, SHEET, KINDS };

/* A thing around a place; m: the turn of its half edges. */
static void make_thing(rng *r, int kind, const double m[9], const double centre[3], double size, thing *t) {
    double edge[3][3];
    *t = (thing){.radius = 0};
    for (int k = 0; k < 3; k++) {
        const double half = size * rng_real(r, 0.3, 1.3);
        for (int c = 0; c < 3; c++)
            edge[k][c] = half * m[3 * c + k] + (kind == SKEW_BOX ? 0.4 * size * rng_real(r, -1, 1) : 0);
    }
    for (int c = 0; c < 3 && kind == PLATE; c++)
        edge[1][c] = 0;
    for (int c = 0; c < 3; c++) {
        t->c[c] = (float)centre[c];
        t->u[c] = (float)edge[0][c], t->v[c] = (float)edge[1][c], t->w[c] = (float)edge[2][c];
    }
    if (kind == BOX || kind == PLATE || kind == SKEW_BOX) {
        find_vertices_of_box(t);
        return;
    }
    t->count = kind == CRATE ? 8 : kind == SEGMENT ? 2 : kind == TRIANGLE ? 3 : 4;
    for (int k = 0; k < t->count; k++)
        for (int c = 0; c < 3; c++) {
            const double on_edges = (k & 1 ? 1 : -1) * edge[0][c] + (k & 2 ? 1 : -1) * edge[1][c] + (k & 4 ? 1 : -1) * edge[2][c];
            const double on_sheet = (k & 1 ? 1 : -1) * edge[0][c] + (k & 2 ? 1 : -1) * edge[1][c];
            const double off = kind == CRATE ? on_edges : kind == SHEET ? on_sheet : size * rng_real(r, -1, 1);
            t->at[k][c] = (double)(float)(centre[c] + off);
        }
}

/* What the header says of a pair is measured by. */
typedef struct measures {
    double extent[2], magnitude[2], all, reach, flush, near[2];
} measures;

static measures measures_of(const thing *const things[2]) {
    double low[2][3], high[2][3];
    measures m = {.all = 0};
    for (int i = 0; i < 2; i++)
        for (int c = 0; c < 3; c++) {
            low[i][c] = INFINITY, high[i][c] = -INFINITY;
            for (int k = 0; k < things[i]->count; k++) {
                low[i][c] = fmin(low[i][c], things[i]->at[k][c]);
                high[i][c] = fmax(high[i][c], things[i]->at[k][c]);
            }
            m.extent[i] = fmax(m.extent[i], high[i][c] - low[i][c]);
            m.magnitude[i] = fmax(m.magnitude[i], fmax(fabs(low[i][c]), fabs(high[i][c])));
        }
    for (int c = 0; c < 3; c++)
        m.all = fmax(m.all, fmax(high[0][c], high[1][c]) - fmin(low[0][c], low[1][c]));
    for (int i = 0; i < 2; i++)
        m.near[i] = 0x1p-19 * m.extent[i] + 0x1p-21 * m.magnitude[i];
    m.flush = 0x1p-17 * fmin(m.extent[0], m.extent[1]) + 0x1p-22 * fmax(m.magnitude[0], m.magnitude[1]);
    m.reach = (double)things[0]->radius + (double)things[1]->radius;
    return m;
}

/* The least sine of half an angle between three vertices as they are seen along n: no corner of a side is sharper. */
static double sharpest_corner(const thing *t, const double n[3]) {
    double least = 1;
    for (int at = 0; at < t->count; at++)
        for (int i = 0; i < t->count; i++)
            for (int j = 0; j < i; j++) {
                double p[3], q[3], up[2] = {0, 0}, square[2] = {0, 0}, dot = 0;
                for (int c = 0; c < 3; c++) {
                    p[c] = t->at[i][c] - t->at[at][c];
                    q[c] = t->at[j][c] - t->at[at][c];
                    up[0] += p[c] * n[c];
                    up[1] += q[c] * n[c];
                }
                for (int c = 0; c < 3; c++) {
                    p[c] -= up[0] * n[c];
                    q[c] -= up[1] * n[c];
                    square[0] += p[c] * p[c];
                    square[1] += q[c] * q[c];
                    dot += p[c] * q[c];
                }
                const double both = sqrt(square[0] * square[1]);
                if (i != at && j != at && both > 0)
                    least = fmin(least, sqrt(fmax(0, (1 - dot / both) / 2)));
            }
    return least;
}

static double distance_from_core(const thing *t, const float at[3]) {
    sepal_solids *set = new_set();
    float depth;
    add_thing(set, t, 0);
    cr_assert_eq(sepal_solids_add_hull(set, at, at + 1, at + 2, 1, 0, NULL), SEPAL_OK);
    cr_assert_eq(sepal_solids_mtv_pairs(set, set, &(sepal_pair){0, 1}, 1, NULL, &(sepal_solid_mtvs){.depth = &depth}), SEPAL_OK);
    sepal_solids_destroy(set);
    return depth < 0 ? -(double)depth : 0;
}

/* Are both halves of a feature of an edge or a vertex, and one of a vertex? */
static bool may_be_side_by_side(uint32_t feature) {
    const uint32_t a = feature >> 16, b = feature & 0xFFFF;
    return a != 0xFFFE && b != 0xFFFE && (a >> 8 == (a & 255) || b >> 8 == (b & 255));
}

/* What the header says of "Accuracy" about the only pair. Returns how many points there are. */
static size_t check_accuracy(const char *what, size_t seed, const thing *a, const thing *b, const sepal_contact_rule *rule) {
    const thing *const things[2] = {a, b};
    const measures m = measures_of(things);
    answers got;
    sepal_solids *set = new_set();
    double rectangle = 0, n[3], nn = 0;
    size_t deepest = 0;
    add_thing(set, a, a->radius);
    add_thing(set, b, b->radius);
    ask(set, set, &(sepal_pair){0, 1}, 1, rule, &got);
    sepal_solids_destroy(set);
    for (int c = 0; c < 3; c++) {
        n[c] = (double)got.normal[c][0];
        nn += n[c] * n[c];
    }
    for (size_t p = 0; p < got.count[0]; p++) {
        deepest = got.depth[p] > got.depth[deepest] ? p : deepest;
        for (size_t q = 0; q < p; q++) {
            double square = 0;
            for (int c = 0; c < 3; c++)
                square += pow((double)got.a[c][p] - (double)got.a[c][q], 2);
            rectangle = fmax(rectangle, sqrt(square));
        }
    }
    for (size_t p = 0; p < got.count[0]; p++) {
        double core[2][3], rounding = 0, along = 0, beside = 0;
        for (int i = 0; i < 2; i++) {
            float at[3];
            double of_coordinates = 0x1p-148;
            for (int c = 0; c < 3; c++) {
                const double on = (double)(i == 0 ? got.a[c][p] : got.b[c][p]), r = (double)things[i]->radius;
                core[i][c] = i == 0 ? on - r * n[c] : on + r * n[c];
                at[c] = (float)core[i][c];
                of_coordinates += U * fabs(on) + U * fabs(core[i][c]);
            }
            const double sharp = sharpest_corner(things[i], n), off = distance_from_core(things[i], at);
            const double most = 8 * U * (m.all + m.reach) + 4 * (m.near[i] + m.flush / sharp) + of_coordinates;
            cr_assert(off <= most, "%s, %s, %zu: point %zu of %d is %g off %c, at most %g", sepal_isa(), what, seed, p,
                      got.count[0], off, i == 0 ? 'a' : 'b', most);
            rounding += of_coordinates;
        }
        for (int c = 0; c < 3; c++)
            along += (core[1][c] - core[0][c]) * n[c];
        for (int c = 0; c < 3; c++)
            beside += pow(core[1][c] - core[0][c] - along * n[c] / nn, 2);
        beside = sqrt(beside);
        const double within = 8 * U * (m.all + m.reach) + 4 * (m.near[0] + m.near[1] + m.flush) + rounding;
        const double deeper = 0.25 * (double)rule->margin + 1.7 * 0x1p-8 * rectangle + 0x1p-17 * (m.all + m.reach);
        const double gap = m.reach - (double)got.depth[p], most = within + (p == deepest ? deeper : 0);
        const double of_both = along > 0 ? sqrt(along * along + beside * beside) : along + beside;
        const bool is_along = fabs(gap - along) <= most && beside <= within;
        const bool is_beside = may_be_side_by_side(got.feature[p]) && fabs(gap - of_both) <= most;
        cr_assert(is_along || is_beside,
                  "%s, %s, %zu: point %zu of %d, feature %08x: %g along, %g beside, %g by the depth, at most %g", sepal_isa(), what,
                  seed, p, got.count[0], (unsigned)got.feature[p], along, beside, gap, most);
    }
    return got.count[0];
}

/* An edge of a solid whose sides there are steep, along x, at the height 0, with the solid below (up = -1) or above (up = 1). */
static void make_ridge(rng *r, int kind, const double m[9], const double centre[3], double up, thing *t) {
    const double half = rng_real(r, 0.3, 1.3), tall = rng_real(r, 0.5, 2), wide = kind == TETRAHEDRON ? rng_real(r, 0, 0.2) : 0;
    const double low = rng_real(r, -1, 1);
    const double at[4][3] = {{-half, 0, 0}, {half, 0, 0}, {low - half, -wide, up * tall}, {low + half, wide, up * tall}};
    *t = (thing){.count = kind == SEGMENT ? 2 : kind == TRIANGLE ? 3 : 4};
    for (int k = 0; k < t->count; k++) {
        double p[3];
        turn_point(m, at[k][0], at[k][1], at[k][2], p);
        for (int c = 0; c < 3; c++)
            t->at[k][c] = (double)(float)(centre[c] + p[c]);
    }
    if (kind != PLATE)
        return;
    for (int c = 0; c < 3; c++) {
        t->u[c] = (float)(half * m[3 * c]);
        t->w[c] = (float)(up * 0.5 * tall * m[3 * c + 2]);
        t->c[c] = (float)(centre[c] + 0.5 * up * tall * m[3 * c + 2]);
    }
    find_vertices_of_box(t);
}

/* Edges that cross at any angle, right angles among them, up to as deep as the solids are high. */
Test(solids_contacts_sizes, points_are_along_the_normal_where_upright_edges_cross) {
    static const int kinds[] = {PLATE, TRIANGLE, TETRAHEDRON, SHEET, SEGMENT};
    rng r = {52};
    size_t points = 0;
    for (size_t k = 0; k < 4000; k++) {
        const double angle = k % 3 == 0 ? 0 : rng_real(&r, 0, 1), cosine = (1 - angle * angle) / (1 + angle * angle);
        const double sine = 2 * angle / (1 + angle * angle), deep = rng_real(&r, -0.02, 0.5);
        const double off[2] = {rng_real(&r, -1, 1), rng_real(&r, -1, 1)}, across[9] = {cosine, -sine, 0, sine, cosine, 0, 0, 0, 1};
        double q[4], m[9], other[9], from[3] = {0, 0, 0}, to[3];
        thing a, b;
        random_direction(&r, 4, q);
        matrix_of(q, m);
        for (int i = 0; i < 3; i++)
            for (int c = 0; c < 3; c++) /* x of the other one is along y of this one, and then turned */
                other[3 * i + c] =
                    (k % 3 == 0 ? (c == 0   ? m[3 * i + 1]
                                   : c == 1 ? -m[3 * i]
                                            : m[3 * i + 2])
                                : m[3 * i] * across[c] + m[3 * i + 1] * across[3 + c] + m[3 * i + 2] * across[6 + c]);
        turn_point(m, off[0], off[1], -deep, to);
        make_ridge(&r, kinds[rng_below(&r, 5)], m, from, -1, &a);
        make_ridge(&r, kinds[rng_below(&r, 5)], other, to, 1, &b);
        const sepal_contact_rule rule = {.margin = k % 2 ? 0.05F : 0, .point_margin = k % 5 ? INFINITY : 0};
        use_isa(k % sepal_isa_count());
        points += check_accuracy("upright edges", k, &a, &b, &rule);
    }
    cr_assert(points > 1000);
}

/* Pairs near each other; size: of the second beside the first. */
static size_t check_near_pairs(const char *what, rng *r, size_t count, double least, double most) {
    size_t points = 0;
    for (size_t k = 0; k < count; k++) {
        const double nowhere[3] = {0, 0, 0}, size = exp2(rng_real(r, least, most));
        double q[4], m[9], weights[8], sum = 0, at[3] = {0, 0, 0}, centre[3];
        thing a, b, moved;
        random_direction(r, 4, q);
        matrix_of(q, m);
        make_thing(r, (int)rng_below(r, KINDS), m, nowhere, 1, &a);
        if (k % 3 != 0) {
            random_direction(r, 4, q);
            matrix_of(q, m);
        }
        const int kind = (int)rng_below(r, KINDS);
        const rng state = *r;
        make_thing(r, kind, m, nowhere, size, &b);
        for (int i = 0; i < b.count; i++) {
            weights[i] = rng_below(r, 2) ? 0 : rng_real(r, 0, 1);
            sum += weights[i];
        }
        for (int c = 0; c < 3; c++) {
            for (int i = 0; i < b.count; i++)
                at[c] += sum > 0 ? weights[i] / sum * b.at[i][c] : i == 0 ? b.at[i][c] : 0;
            centre[c] = rng_real(r, -0.8, 0.8) - at[c];
        }
        rng again = state;
        make_thing(&again, kind, m, centre, size, &moved);
        a.radius = rng_below(r, 3) ? 0 : (float)rng_real(r, 0, 0.3);
        moved.radius = rng_below(r, 3) ? 0 : (float)rng_real(r, 0, 0.3);
        const sepal_contact_rule rule = {.margin = k % 2 ? 0.05F : 0, .point_margin = k % 5 ? INFINITY : 0};
        use_isa(k % sepal_isa_count());
        points += check_accuracy(what, k, &a, &moved, &rule);
    }
    return points;
}

Test(solids_contacts_sizes, accuracy_holds_for_sizes_far_apart) {
    rng r = {53};
    cr_assert(check_near_pairs("2^-24 .. 2^-17", &r, 700, -24, -17) > 100);
    cr_assert(check_near_pairs("as large", &r, 700, -1, 1) > 100);
    cr_assert(check_near_pairs("2^12 .. 2^18", &r, 700, 12, 18) > 100);
    cr_assert(check_near_pairs("2^18 .. 2^26", &r, 700, 18, 26) > 100);
}

/* A short capsule beside a long one touches with both of its ends, and their features are those of its vertices. */
Test(solids_contacts_sizes, features_of_ends_beside_a_longer_capsule) {
    rng r = {54};
    for (int k = 0; k < 2000; k++) {
        const double length = exp2(rng_real(&r, 0, 17)), share = rng_real(&r, 0.1, 0.9);
        double q[4], m[9], ends[4][3];
        sepal_solids *set = new_set();
        answers got;
        random_direction(&r, 4, q);
        matrix_of(q, m);
        turn_point(m, -share * length, 0, 0, ends[0]);
        turn_point(m, 3 + (1 - share) * length, 0, 0, ends[1]);
        turn_point(m, 1, 0, 1.5, ends[2]);
        turn_point(m, 2, 0, 1.5, ends[3]);
        for (int i = 0; i < 2; i++) {
            float at[3][2];
            for (int c = 0; c < 3; c++)
                at[c][0] = (float)ends[2 * i][c], at[c][1] = (float)ends[2 * i + 1][c];
            cr_assert_eq(sepal_solids_add_hull(set, at[0], at[1], at[2], 2, 1, NULL), SEPAL_OK);
        }
        use_isa((size_t)k % sepal_isa_count());
        ask(set, set, &(sepal_pair){0, 1}, 1, NULL, &got);
        sepal_solids_destroy(set);
        cr_assert_eq(got.count[0], 2, "%s, %d: %d points", sepal_isa(), k, got.count[0]);
        const uint32_t first = got.feature[0], second = got.feature[1];
        cr_assert((first == 0x00010000 && second == 0x00010101) || (first == 0x00010101 && second == 0x00010000),
                  "%s, %d: features %08x and %08x", sepal_isa(), k, (unsigned)first, (unsigned)second);
    }
}

/* --- Many vertices ------------------------------------------------------------------------------ */

enum { MANY = 40000 };

/* The features of a hull of `count` points on a floor, sorted; its lowest corners are the points with these numbers. */
static void features_of_many(const uint32_t corner[4], size_t count, double shift, uint32_t features[POINTS], bool floor_first) {
    static float x[MANY], y[MANY], z[MANY];
    const float centre[3] = {0, 0, -1}, half[3] = {10, 10, 1};
    const sepal_solid_boxes floor = {
        .x = centre, .y = centre + 1, .z = centre + 2, .half_x = half, .half_y = half + 1, .half_z = half + 2};
    answers got;
    sepal_solids *set = new_set();
    for (size_t k = 0; k < count; k++) {
        x[k] = (float)shift;
        y[k] = 0;
        z[k] = 1 + (float)k / MANY;
    }
    for (int k = 0; k < 4; k++) {
        x[corner[k]] = (float)(shift + (k & 1 ? 1 : -1));
        y[corner[k]] = k & 2 ? 1 : -1;
        z[corner[k]] = 0;
    }
    cr_assert_eq(sepal_solids_add_hull(set, x, y, z, count, 0, NULL), SEPAL_OK);
    cr_assert_eq(sepal_solids_add_boxes(set, &floor, 1, NULL, NULL), SEPAL_OK);
    ask(set, set, &(sepal_pair){floor_first, !floor_first}, 1, NULL, &got);
    sepal_solids_destroy(set);
    cr_assert_eq(got.count[0], 4);
    for (int k = 0; k < POINTS; k++)
        features[k] = floor_first ? got.feature[k] >> 16 | got.feature[k] << 16 : got.feature[k];
    for (int i = 1; i < POINTS; i++)
        for (int k = i; k > 0 && features[k - 1] > features[k]; k--) {
            const uint32_t lower = features[k];
            features[k] = features[k - 1];
            features[k - 1] = lower;
        }
}

/* "No feature occurs twice in a pair", and they stay the same while the solid slides. */
Test(solids_contacts_sizes, no_feature_occurs_twice_with_many_vertices) {
    static const size_t counts[] = {256, 257, 300, 511, 1000, 4096, 32768, MANY};
    rng r = {55};
    for (size_t k = 0; k < 24; k++) {
        const size_t count = counts[k % 8];
        uint32_t corner[4] = {0, 0, 0, 0}, features[POINTS], later[POINTS], mirrored[POINTS];
        for (int i = 0; i < 4; i++) { /* often those that have a number in common modulo 2^8 or 2^15 */
            const uint32_t step = k / 8 % 2 ? 256 : 32768;
            const uint32_t number = i > 0 && k / 16 % 2 ? corner[i - 1] + step : rng_below(&r, (uint32_t)count);
            corner[i] = number < count ? number : rng_below(&r, (uint32_t)count);
            for (int j = 0; j < i; j++)
                if (corner[j] == corner[i]) { /* once more, with all four */
                    i = -1;
                    break;
                }
        }
        use_isa(k % sepal_isa_count());
        features_of_many(corner, count, 0, features, false);
        features_of_many(corner, count, 0.25, later, false);
        features_of_many(corner, count, 0, mirrored, true);
        for (int i = 0; i < POINTS; i++) {
            const bool few = count <= 256;
            cr_assert_eq(features[i] & 0xFFFF, 0xFFFE);
            cr_assert(i == 0 || features[i] != features[i - 1], "%s, %zu points: feature %08x twice", sepal_isa(), count,
                      (unsigned)features[i]);
            cr_assert(features[i] == later[i] && features[i] == mirrored[i]);
            bool is_vertex = count > 32768;
            for (int j = 0; j < 4; j++)
                is_vertex = is_vertex || features[i] >> 16 == (few ? corner[j] * 257 : corner[j]);
            cr_assert(is_vertex, "%s, %zu points: feature %08x", sepal_isa(), count, (unsigned)features[i]);
        }
    }
}

/* Corners of the second side, whose numbers are the same modulo 2^15, inside of the first side, which has as many points: the half of the
 * first goes on to say that. */
Test(solids_contacts_sizes, features_of_two_solids_with_many_vertices) {
    enum { TWICE_MANY = 3 * 32768 + 104 };
    static float x[TWICE_MANY], y[TWICE_MANY], z[TWICE_MANY];
    answers got;
    sepal_solids *set = new_set();
    for (int solid = 0; solid < 2; solid++) {
        const float half = solid == 0 ? 1 : 0.5F, up = solid == 0 ? -1 : 1;
        for (size_t k = 0; k < TWICE_MANY; k++) {
            x[k] = y[k] = 0;
            z[k] = up * (1 + (float)k / TWICE_MANY);
        }
        for (size_t k = 0; k < 4; k++) {
            x[32768 * k] = k & 1 ? half : -half;
            y[32768 * k] = k & 2 ? half : -half;
            z[32768 * k] = solid == 0 ? 0.01F : 0;
        }
        cr_assert_eq(sepal_solids_add_hull(set, x, y, z, TWICE_MANY, 0, NULL), SEPAL_OK);
    }
    ask(set, set, &(sepal_pair){0, 1}, 1, NULL, &got);
    cr_assert_eq(got.count[0], 4);
    for (int i = 0; i < POINTS; i++) {
        cr_assert_eq(got.feature[i] >> 16, 0xFFFE, "feature %08x", (unsigned)got.feature[i]);
        for (int k = 0; k < i; k++)
            cr_assert_neq(got.feature[i], got.feature[k], "feature %08x twice", (unsigned)got.feature[i]);
    }
    sepal_solids_destroy(set);
}

/* Prisms with many sides, one turned on the other: edges cross, and edges have features too. */
Test(solids_contacts_sizes, no_feature_of_edges_occurs_twice_with_many_vertices) {
    enum { SIDES = 32, STRIDE = 128, VERTICES = 2 * SIDES * STRIDE }; /* those of an end have one number modulo 256 */
    rng r = {56};
    for (size_t k = 0; k < 40; k++) {
        sepal_solids *set = new_set();
        answers got;
        for (int i = 0; i < 2; i++) {
            static float x[VERTICES], y[VERTICES], z[VERTICES];
            const double begin = rng_real(&r, 0, 1);
            for (int p = 0; p < VERTICES; p++)
                x[p] = y[p] = 0, z[p] = (float)(1.9 * i);
            for (int p = 0; p < 2 * SIDES; p++) {
                const int side = p / 2;
                const double angle = 6.283185307179586 * (side + begin) / SIDES;
                const int at = STRIDE * p + (int)(k % 5);
                x[at] = (float)cos(angle), y[at] = (float)sin(angle), z[at] = (float)(1.9 * i + (p % 2 ? 1 : -1));
            }
            cr_assert_eq(sepal_solids_add_hull(set, x, y, z, VERTICES, 0, NULL), SEPAL_OK);
        }
        use_isa(k % sepal_isa_count());
        ask(set, set, &(sepal_pair){0, 1}, 1, NULL, &got);
        sepal_solids_destroy(set);
        cr_assert_eq(got.count[0], 4);
        for (int i = 0; i < 4; i++)
            for (int j = 0; j < i; j++)
                cr_assert_neq(got.feature[i], got.feature[j], "%s, %zu: feature %08x twice", sepal_isa(), k,
                              (unsigned)got.feature[i]);
    }
}
