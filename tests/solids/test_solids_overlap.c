/* Which solids overlap: the answers of the library against those of the oracle, pair by pair; and laws that hold for all. */
#include "../common/check.h"
#include "judged.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PAIRS = 200, MANY_PAIRS = 64, MANY_VERTICES = 256 };

typedef struct answers {
    uint64_t bits[SEPAL_BIT_WORDS(PAIRS)];
} answers;

static bool bit_of(const answers *a, size_t i) {
    return (a->bits[i / 64] >> (i % 64) & 1) != 0;
}

static answers ask(const sepal_solids *a, const sepal_solids *b, const sepal_pair *pairs, sepal_touching touching, float margin) {
    answers out;
    const sepal_rule rule = {touching, margin, 0};
    memset(&out, 0xff, sizeof out);
    cr_assert_eq(sepal_solids_overlap_pairs(a, b, pairs, PAIRS, &rule, out.bits), SEPAL_OK);
    cr_assert_eq(out.bits[PAIRS / 64] >> PAIRS % 64, 0, "spare bits");
    return out;
}

Test(solids_overlap, as_the_oracle_says) {
    for (size_t i = 0; i < sepal_isa_count(); i++) {
        cr_assert_eq(sepal_isa_use(sepal_isa_at(i)), SEPAL_OK);
        size_t found[3] = {0, 0, 0};
        for (size_t kind = 0; kind < solid_scene_kinds(); kind++) {
            solid_scene s = solid_scene_create(kind, 1 + i, PAIRS);
            const answers closed = ask(s.set_a, s.set_b, s.pairs, SEPAL_TOUCHING_OVERLAPS, s.margin);
            const answers open = ask(s.set_a, s.set_b, s.pairs, SEPAL_TOUCHING_IS_APART, s.margin);
            for (size_t k = 0; k < s.count; k++) {
                judged_room room_a, room_b;
                const oracle_solid a = judged(&s.a[k], &room_a), b = judged(&s.b[k], &room_b);
                const oracle_contact contact = oracle_solids_contact(&a, &b, s.margin);
                found[contact]++;
                cr_assert_eq(bit_of(&closed, k), contact != ORACLE_APART, "%s, %s, pair %zu: closed, contact %d", sepal_isa(),
                             s.kind, k, (int)contact);
                cr_assert_eq(bit_of(&open, k), contact == ORACLE_OVERLAP, "%s, %s, pair %zu: open, contact %d", sepal_isa(), s.kind,
                             k, (int)contact);
            }
            solid_scene_destroy(&s);
        }
        cr_assert(found[ORACLE_APART] > 500 && found[ORACLE_OVERLAP] > 500 && found[ORACLE_TOUCH] > 50, "not all happens");
    }
}

/* Boxes that touch at x = 0. In units of the lowest bit, which is that of one centre, the determinants of the half edges are
 * multiples of 2^64, though they are not 0. */
Test(solids_overlap, volumes_of_many_bits) {
    for (int exponent = -110; exponent <= 110; exponent += 11) {
        const float f = ldexpf(1, exponent);
        const solid_item a = {true, {{-f, 0, 1.5F * f}, {0, f, -0.5F * f}, {f, 0, -f}, {0, 0, f}}, 0, {0}, {0}, {0}, 0};
        const solid_item b = {
            true, {{0.5F * f, 0x1p-24F * f, 0x1.800004p0F * f}, {0.5F * f, 0, 0}, {0, 0.5F * f, 0}, {0, 0, f}}, 0, {0}, {0}, {0},
            0};
        sepal_solids *set = NULL;
        cr_assert_eq(sepal_solids_create(NULL, &set), SEPAL_OK);
        solid_add(set, &a);
        solid_add(set, &b);
        for (size_t i = 0; i < sepal_isa_count(); i++) {
            cr_assert_eq(sepal_isa_use(sepal_isa_at(i)), SEPAL_OK);
            for (int turned = 0; turned < 2; turned++) {
                sepal_pair touching[PAIRS];
                for (size_t k = 0; k < PAIRS; k++)
                    touching[k] = (sepal_pair){turned ? 1 : 0, turned ? 0 : 1};
                const answers closed = ask(set, set, touching, SEPAL_TOUCHING_OVERLAPS, 0);
                const answers open = ask(set, set, touching, SEPAL_TOUCHING_IS_APART, 0);
                for (size_t k = 0; k < PAIRS; k++)
                    cr_assert(bit_of(&closed, k) && !bit_of(&open, k), "%s, 2^%d", sepal_isa(), exponent);
            }
        }
        sepal_solids_destroy(set);
    }
}

Test(solids_overlap, does_not_depend_on_the_order) {
    for (size_t kind = 0; kind < solid_scene_kinds(); kind++) {
        solid_scene s = solid_scene_create(kind, 3, PAIRS);
        for (int touching = 0; touching < 2; touching++) {
            const answers one = ask(s.set_a, s.set_b, s.pairs, (sepal_touching)touching, s.margin);
            const answers other = ask(s.set_b, s.set_a, s.pairs, (sepal_touching)touching, s.margin);
            cr_assert_eq(memcmp(&one, &other, sizeof one), 0, "%s", s.kind);
        }
        solid_scene_destroy(&s);
    }
}

/* A box is the hull of its corners, where these are exact; and a hull that of its points in any order. */
Test(solids_overlap, boxes_are_hulls_of_their_corners) {
    for (size_t kind = 0; kind < solid_scene_kinds(); kind++) {
        solid_scene s = solid_scene_create(kind, 4, PAIRS);
        if (strstr(s.kind, "lattice") == NULL) { /* of the others the corners are rounded */
            solid_scene_destroy(&s);
            continue;
        }
        sepal_solids *hulls = NULL;
        cr_assert_eq(sepal_solids_create(NULL, &hulls), SEPAL_OK);
        for (size_t k = 0; k < s.count; k++) {
            solid_item turned = {.radius = s.a[k].radius, .count = s.a[k].box ? 8 : s.a[k].count};
            for (size_t m = 0; m < turned.count; m++) {
                const size_t from = turned.count - 1 - m;
                const sepal_parallelepiped *v = &s.a[k].vectors;
                float *const to[3] = {turned.x, turned.y, turned.z};
                const float *const at[3] = {s.a[k].x, s.a[k].y, s.a[k].z};
                for (int c = 0; c < 3; c++)
                    to[c][m] = !s.a[k].box ? at[c][from]
                                           : v->c[c] + (from & 1 ? v->u[c] : -v->u[c]) + (from & 2 ? v->v[c] : -v->v[c]) +
                                                 (from & 4 ? v->w[c] : -v->w[c]);
            }
            solid_add(hulls, &turned);
        }
        for (int touching = 0; touching < 2; touching++) {
            const answers one = ask(s.set_a, s.set_b, s.pairs, (sepal_touching)touching, s.margin);
            const answers other = ask(hulls, s.set_b, s.pairs, (sepal_touching)touching, s.margin);
            cr_assert_eq(memcmp(&one, &other, sizeof one), 0, "%s", s.kind);
        }
        sepal_solids_destroy(hulls);
        solid_scene_destroy(&s);
    }
}

/* No direction of a regular grid parts a pair that overlaps: in double, but for a share of the extent. */
Test(solids_overlap, no_direction_parts_an_overlap) {
    for (size_t kind = 0; kind < solid_scene_kinds(); kind++) {
        solid_scene s = solid_scene_create(kind, 5, PAIRS);
        const answers closed = ask(s.set_a, s.set_b, s.pairs, SEPAL_TOUCHING_OVERLAPS, 0);
        for (size_t k = 0; k < s.count; k++) {
            const solid_item *const pair[2] = {&s.a[k], &s.b[k]};
            for (int direction = 0; direction < 7 * 7 * 7 && bit_of(&closed, k); direction++) {
                const int step[3] = {direction % 7 - 3, direction / 7 % 7 - 3, direction / 49 - 3};
                const double n[3] = {step[0], step[1], step[2]};
                const double length = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
                double least[2] = {INFINITY, INFINITY}, most[2] = {-INFINITY, -INFINITY}, size = 0;
                for (int side = 0; side < 2; side++)
                    for (size_t m = 0; m < (pair[side]->box ? 8 : pair[side]->count); m++) {
                        const solid_item *const p = pair[side];
                        const float *const x[3] = {p->x, p->y, p->z};
                        double along = 0;
                        for (int c = 0; c < 3; c++) {
                            const double u = (double)p->vectors.u[c], v = (double)p->vectors.v[c], w = (double)p->vectors.w[c];
                            const double at = p->box
                                                  ? (double)p->vectors.c[c] + (m & 1 ? u : -u) + (m & 2 ? v : -v) + (m & 4 ? w : -w)
                                                  : (double)x[c][m];
                            along += n[c] * at;
                            size = fmax(size, fabs(at));
                        }
                        least[side] = fmin(least[side], along - length * (double)p->radius);
                        most[side] = fmax(most[side], along + length * (double)p->radius);
                    }
                const double slack = 1e-14 * length * (size + (double)s.a[k].radius + (double)s.b[k].radius);
                cr_assert(least[0] <= most[1] + slack && least[1] <= most[0] + slack, "%s, pair %zu", s.kind, k);
            }
        }
        solid_scene_destroy(&s);
    }
}

Test(solids_overlap, one_against_many_is_each_pair) {
    for (size_t kind = 0; kind < solid_scene_kinds(); kind++) {
        solid_scene s = solid_scene_create(kind, 6, PAIRS);
        for (uint32_t index = 0; index < 3; index++)
            for (int touching = 0; touching < 2; touching++) {
                const sepal_rule rule = {(sepal_touching)touching, s.margin, 0};
                const size_t first = index * 7, count = PAIRS - 20;
                sepal_pair pairs[PAIRS];
                uint64_t one[SEPAL_BIT_WORDS(PAIRS) + 1] = {0};
                for (size_t k = 0; k < PAIRS; k++)
                    pairs[k] = (sepal_pair){index, (uint32_t)(first + k < PAIRS ? first + k : 0)};
                const answers each = ask(s.set_a, s.set_b, pairs, (sepal_touching)touching, s.margin);
                cr_assert_eq(sepal_solids_overlap_one(s.set_a, index, s.set_b, first, count, &rule, one), SEPAL_OK);
                for (size_t k = 0; k < count; k++)
                    cr_assert_eq(one[k / 64] >> (k % 64) & 1, bit_of(&each, k), "%s, %zu", s.kind, k);
            }
        solid_scene_destroy(&s);
    }
}

/* Points and segments without radius that are in boxes, outside of them, or within some ulps of a face: every instruction set against the
 * reference, as pairs and in rows. */
Test(solids_overlap, points_and_segments_at_faces_of_boxes) {
    enum { BOXES = 400, EACH = 16, COUNT = BOXES * EACH };
    static sepal_pair pairs[COUNT];
    static sepal_row rows[BOXES];
    sepal_solids *boxes = NULL, *thin[2] = {NULL, NULL};
    rng r = {5};
    cr_assert_eq(sepal_solids_create(NULL, &boxes), SEPAL_OK);
    for (int kind = 0; kind < 2; kind++)
        cr_assert_eq(sepal_solids_create(NULL, &thin[kind]), SEPAL_OK);
    for (uint32_t i = 0; i < BOXES; i++) {
        float at[10], ends[3][2];
        for (int k = 0; k < 10; k++)
            at[k] = (float)(k < 3 ? rng_real(&r, -100, 100) : k < 6 ? rng_real(&r, 0.01, 2) : rng_real(&r, -1, 1));
        const sepal_solid_boxes one = {.x = at,
                                       .y = at + 1,
                                       .z = at + 2,
                                       .half_x = at + 3,
                                       .half_y = at + 4,
                                       .half_z = at + 5,
                                       .turn = {at + 6, at + 7, at + 8, at + 9, {NULL}}};
        sepal_parallelepiped edges;
        cr_assert_eq(sepal_solids_add_boxes(boxes, &one, 1, NULL, NULL), SEPAL_OK);
        cr_assert_eq(sepal_solids_box(boxes, i, &edges), SEPAL_OK);
        rows[i] = (sepal_row){i, EACH * i, EACH};
        for (uint32_t j = 0; j < EACH; j++) {
            for (int end = 0; end < 2; end++) {
                double s[3];
                for (int k = 0; k < 3; k++)
                    s[k] = rng_real(&r, -1.5, 1.5);
                if (rng_below(&r, 2) == 0)
                    s[rng_below(&r, 3)] = 1 + (double)rng_between(&r, -8, 8) * 0x1p-22;
                for (int k = 0; k < 3; k++)
                    ends[k][end] = (float)((double)edges.c[k] + s[0] * (double)edges.u[k] + s[1] * (double)edges.v[k] +
                                           s[2] * (double)edges.w[k]);
            }
            for (size_t kind = 0; kind < 2; kind++)
                cr_assert_eq(sepal_solids_add_hull(thin[kind], ends[0], ends[1], ends[2], kind + 1, 0, NULL), SEPAL_OK);
            pairs[EACH * i + j] = (sepal_pair){i, EACH * i + j};
        }
    }
    for (int kind = 0; kind < 2; kind++)
        for (int touching = 0; touching < 2; touching++) {
            const sepal_rule rule = {touching == 0 ? SEPAL_TOUCHING_OVERLAPS : SEPAL_TOUCHING_IS_APART, 0, 0};
            uint64_t expected[SEPAL_BIT_WORDS(COUNT)], bits[SEPAL_BIT_WORDS(COUNT)];
            size_t overlaps = 0;
            use_isa(0);
            cr_assert_eq(sepal_solids_overlap_pairs(boxes, thin[kind], pairs, COUNT, &rule, expected), SEPAL_OK);
            for (size_t isa = 0; isa < 2 * sepal_isa_count(); isa++) {
                use_isa(isa / 2);
                cr_assert_eq(isa % 2 == 0 ? sepal_solids_overlap_pairs(boxes, thin[kind], pairs, COUNT, &rule, bits)
                                          : sepal_solids_overlap_rows(boxes, thin[kind], rows, BOXES, &rule, bits),
                             SEPAL_OK);
                for (size_t k = 0; k < COUNT; k++)
                    cr_assert_eq(bits[k / 64] >> (k % 64) & 1, expected[k / 64] >> (k % 64) & 1, "%s: pair %zu, kind %d",
                                 sepal_isa(), k, kind);
            }
            for (size_t k = 0; k < COUNT; k++)
                overlaps += expected[k / 64] >> (k % 64) & 1;
            cr_assert(overlaps > COUNT / 16 && overlaps < COUNT * 7 / 8, "%zu overlap", overlaps);
        }
    for (int kind = 0; kind < 2; kind++)
        sepal_solids_destroy(thin[kind]);
    sepal_solids_destroy(boxes);
}

/* Sets of spheres and capsules, against each other and against boxes, on a lattice where many touch, in lists that begin with spheres: every
 * instruction set against the reference. */
Test(solids_overlap, spheres_among_capsules) {
    enum { SOLIDS = 40, COUNT = SOLIDS * SOLIDS };
    static sepal_pair pairs[COUNT];
    for (int round = 0; round < 2; round++) {
        sepal_solids *cores = NULL, *boxes = NULL;
        const float radius = 0.5F * (float)round;
        rng r = {7};
        cr_assert_eq(sepal_solids_create(NULL, &cores), SEPAL_OK);
        cr_assert_eq(sepal_solids_create(NULL, &boxes), SEPAL_OK);
        for (uint32_t i = 0; i < SOLIDS; i++) {
            float at[3][2], half[3];
            for (int c = 0; c < 3; c++) {
                at[c][0] = 0.5F * (float)rng_between(&r, -4, 4);
                at[c][1] = at[c][0] + 0.5F * (float)rng_between(&r, -2, 2);
                half[c] = 0.5F * (float)rng_between(&r, 1, 3);
            }
            const sepal_solid_boxes one = {
                .x = at[0], .y = at[1], .z = at[2], .half_x = half, .half_y = half + 1, .half_z = half + 2, .radius = &radius};
            const size_t count = i < SOLIDS / 4 || rng_below(&r, 2) == 0 ? 1 : 2;
            cr_assert_eq(sepal_solids_add_hull(cores, at[0], at[1], at[2], count, radius, NULL), SEPAL_OK);
            cr_assert_eq(sepal_solids_add_boxes(boxes, &one, 1, NULL, NULL), SEPAL_OK);
            for (uint32_t j = 0; j < SOLIDS; j++)
                pairs[SOLIDS * i + j] = (sepal_pair){i, j};
        }
        for (int kind = 0; kind < 6; kind++) {
            const sepal_solids *a = kind / 2 == 2 ? boxes : cores, *b = kind / 2 == 1 ? boxes : cores;
            const sepal_rule rule = {kind % 2 == 0 ? SEPAL_TOUCHING_OVERLAPS : SEPAL_TOUCHING_IS_APART, 0, 0};
            uint64_t expected[SEPAL_BIT_WORDS(COUNT)], bits[SEPAL_BIT_WORDS(COUNT)];
            use_isa(0);
            cr_assert_eq(sepal_solids_overlap_pairs(a, b, pairs, COUNT, &rule, expected), SEPAL_OK);
            for (size_t isa = 1; isa < sepal_isa_count(); isa++) {
                use_isa(isa);
                cr_assert_eq(sepal_solids_overlap_pairs(a, b, pairs, COUNT, &rule, bits), SEPAL_OK);
                for (size_t k = 0; k < COUNT; k++)
                    cr_assert_eq(bits[k / 64] >> (k % 64) & 1, expected[k / 64] >> (k % 64) & 1, "%s: pair %zu, kind %d, radius %g",
                                 sepal_isa(), k, kind, (double)radius);
            }
        }
        sepal_solids_destroy(cores);
        sepal_solids_destroy(boxes);
    }
}

/* --- Hulls of more vertices than fit in lanes */

/* All whole points of a sphere, none of which is inside of the hull of the others; several are in one face. */
static size_t points_of_sphere(int square, float at[3][MANY_VERTICES]) {
    size_t count = 0;
    for (int x = -20; x <= 20; x++)
        for (int y = -20; y <= 20; y++)
            for (int z = -20; z <= 20; z++)
                if (x * x + y * y + z * z == square) {
                    at[0][count] = (float)x, at[1][count] = (float)y, at[2][count] = (float)z;
                    count++;
                }
    return count;
}

/* Copies of these points. The first one stays; of four others, three are moved by the sum of two of the points, one near the other: where
 * both are in one face, that is where they touch; and one is moved so that a face is in the plane of a face of the first one, on it or just
 * beside it. unit: of the coordinates; away: how much farther they are moved; lift: how far the planes of the faces are from each other. */
static void add_moved_spheres(sepal_solids *set, size_t count, float at[3][MANY_VERTICES], float unit, float away, float lift) {
    float moved[3][MANY_VERTICES], top = 0;
    for (size_t v = 0; v < count; v++)
        top = fmaxf(top, at[2][v]);
    for (size_t k = 0; k < MANY_PAIRS; k++) {
        const size_t i = count == 0 ? 0 : 7 * k % count, row = k / 16;
        size_t j = i;
        float near = 0;
        for (size_t other = 0, ties = 0; k % 4 != 0 && other < count; other++) {
            const float along = at[0][i] * at[0][other] + at[1][i] * at[1][other] + at[2][i] * at[2][other];
            if (other != i && (along > near || (along == near && ties++ % 3 == k % 3)))
                near = along, j = other;
        }
        const float to[3] = {at[0][i] + at[0][j], at[1][i] + at[1][j], at[2][i] + at[2][j]},
                    flush[3] = {(1 + away) * (float)(k / 4 % 4), (1 + away) * (float)row, 2 * top + lift / unit};
        for (size_t c = 0; c < 3; c++)
            for (size_t v = 0; v < count; v++)
                moved[c][v] = unit * (at[c][v] + (k == 0 ? 0 : k % 4 == 2 ? flush[c] : (1 + away) * to[c]));
        cr_assert_eq(sepal_solids_add_hull(set, moved[0], moved[1], moved[2], count, 0, NULL), SEPAL_OK);
    }
}

/* Copies, and hulls that touch in vertices, edges and faces, or nearly do, or are beside each other, or a margin apart: as the reference
 * says. */
Test(solids_overlap, hulls_of_many_vertices_that_touch) {
    static const int squares[] = {26, 41, 89, 101, 69, 5, 14, 17};
    static const float units[] = {1, 1 / 3.0F}, gaps[] = {0, 0x1p-20F, -0x1p-20F};
    sepal_pair pairs[MANY_PAIRS];
    size_t touching = 0, total = 0;
    for (uint32_t k = 0; k < MANY_PAIRS; k++)
        pairs[k] = (sepal_pair){0, k};
    for (size_t kind = 0; kind < 8 * 12; kind++) {
        const float unit = units[kind % 2], margin = kind / 6 % 2 == 0 ? 0 : 0.25F;
        float at[3][MANY_VERTICES];
        const size_t count = points_of_sphere(squares[kind / 12], at);
        sepal_solids *set = NULL;
        cr_assert(count > (kind < 5 * 12 ? 64 : 16) && count <= MANY_VERTICES);
        cr_assert_eq(sepal_solids_create(NULL, &set), SEPAL_OK);
        add_moved_spheres(set, count, at, unit, gaps[kind / 2 % 3], margin);
        uint64_t expected[2] = {0, 0}, bits;
        for (size_t isa = 0; isa < sepal_isa_count(); isa++)
            for (int rule = 0; rule < 2; rule++) {
                use_isa(isa);
                cr_assert_eq(sepal_solids_overlap_pairs(
                                 set, set, pairs, MANY_PAIRS,
                                 &(sepal_rule){rule == 0 ? SEPAL_TOUCHING_OVERLAPS : SEPAL_TOUCHING_IS_APART, margin, 0}, &bits),
                             SEPAL_OK);
                expected[rule] = isa == 0 ? bits : expected[rule];
                cr_assert_eq(bits, expected[rule], "%s: %zu vertices, kind %zu, rule %d", sepal_isa(), count, kind, rule);
            }
        cr_assert((expected[1] & 1) != 0, "copies overlap");
        touching += sepal_bits_count(&(uint64_t){expected[0] & ~expected[1]}, MANY_PAIRS);
        total += MANY_PAIRS;
        sepal_solids_destroy(set);
    }
    cr_assert(touching > total / 16, "%zu of %zu touch", touching, total);
}
