/* The points between which a push of solids leads: cases worked out by hand, and in every scene on their solids, as far from each
 * other as the depth says, and the same on every instruction set. */
#include "../common/check.h"
#include "../scenes/shapes.h"
#include "../scenes/solid_scenes.h"

#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <string.h>

enum { COUNT = 60 };

typedef struct answers {
    float nx[COUNT], ny[COUNT], nz[COUNT], depth[COUNT], ax[COUNT], ay[COUNT], az[COUNT], bx[COUNT], by[COUNT], bz[COUNT];
} answers;

static void ask(const solid_scene *s, const sepal_rule *rule, answers *to) {
    memset(to, 0, sizeof *to);
    const sepal_solid_mtvs out = {.normal_x = to->nx,
                                  .normal_y = to->ny,
                                  .normal_z = to->nz,
                                  .depth = to->depth,
                                  .a_x = to->ax,
                                  .a_y = to->ay,
                                  .a_z = to->az,
                                  .b_x = to->bx,
                                  .b_y = to->by,
                                  .b_z = to->bz};
    cr_assert_eq(sepal_solids_mtv_pairs(s->set_a, s->set_b, s->pairs, s->count, rule, &out), SEPAL_OK);
}

/* --- By hand ----------------------------------------------------------------------------------------------------------------------- */

static const struct {
    const char *what;
    float a[6][3], b[6][3]; /* points */
    size_t count_a, count_b;
    float radius_a, radius_b, expected[2][3];
} cases[] = {
    {"two points", {{1, 1, 1}}, {{4, 5, 1}}, 1, 1, 0, 0, {{1, 1, 1}, {4, 5, 1}}},
    {"spheres", {{0, 0, 0}}, {{6, 8, 0}}, 1, 1, 1, 4, {{0.6F, 0.8F, 0}, {3.6F, 4.8F, 0}}},
    {"spheres that overlap", {{0, 0, 0}}, {{3, 4, 0}}, 1, 1, 5, 5, {{3, 4, 0}, {0, 0, 0}}},
    {"segments that cross above each other", {{-1, 0, 0}, {1, 0, 0}}, {{0, -1, 3}, {0, 3, 3}}, 2, 2, 0, 0, {{0, 0, 0}, {0, 0, 3}}},
    {"segments on one line", {{0, 0, 0}, {4, 0, 0}}, {{6, 0, 0}, {9, 0, 0}}, 2, 2, 0, 0, {{4, 0, 0}, {6, 0, 0}}},
    {"a corner above a triangle",
     {{0, 0, 0}, {6, 0, 0}, {0, 6, 0}},
     {{1, 2, 3}, {0, 0, 9}, {9, 0, 9}, {0, 9, 9}},
     3,
     4,
     0,
     0,
     {{1, 2, 0}, {1, 2, 3}}},
    {"a capsule beside a corner", {{0, 0, 0}, {-4, 0, 0}}, {{3, 4, -5}, {3, 4, 5}}, 2, 2, 0, 2.5F, {{0, 0, 0}, {1.5F, 2, 0}}},
};

Test(solids_mtv_points, cases_worked_out_by_hand) {
    for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
        const char *name = use_isa(isa);
        for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
            sepal_solids *sets[2];
            float found[2][3];
            for (int i = 0; i < 2; i++) {
                float at[3][6];
                const size_t count = i == 0 ? cases[k].count_a : cases[k].count_b;
                for (size_t m = 0; m < count; m++)
                    for (int c = 0; c < 3; c++)
                        at[c][m] = i == 0 ? cases[k].a[m][c] : cases[k].b[m][c];
                cr_assert_eq(sepal_solids_create(NULL, &sets[i]), SEPAL_OK);
                cr_assert_eq(sepal_solids_add_hull(sets[i], at[0], at[1], at[2], count,
                                                   i == 0 ? cases[k].radius_a : cases[k].radius_b, NULL),
                             SEPAL_OK);
            }
            const sepal_solid_mtvs out = {.a_x = &found[0][0],
                                          .a_y = &found[0][1],
                                          .a_z = &found[0][2],
                                          .b_x = &found[1][0],
                                          .b_y = &found[1][1],
                                          .b_z = &found[1][2]};
            cr_assert_eq(sepal_solids_mtv_pairs(sets[0], sets[1], &(sepal_pair){0, 0}, 1, NULL, &out), SEPAL_OK);
            for (int i = 0; i < 2; i++) {
                for (int c = 0; c < 3; c++)
                    cr_assert(fabsf(found[i][c] - cases[k].expected[i][c]) <= 16 * FLT_EPSILON, "%s, %s: %c[%d] is %.9g", name,
                              cases[k].what, i == 0 ? 'a' : 'b', c, (double)found[i][c]);
                sepal_solids_destroy(sets[i]);
            }
        }
    }
}

/* Boxes on each other: the points are in the middle of the faces' common part, where their means are near each other. */
Test(solids_mtv_points, of_faces_are_within_both) {
    const float x[] = {0, 0.5F}, y[] = {0, 0.25F}, z[] = {0, 1.75F}, half[] = {1, 1};
    const sepal_solid_boxes boxes = {x, y, z, half, half, half, {.w = NULL}, NULL, 1};
    float a[3], b[3], depth;
    sepal_solids *set;
    cr_assert_eq(sepal_solids_create(NULL, &set), SEPAL_OK);
    cr_assert_eq(sepal_solids_add_boxes(set, &boxes, 2, NULL, NULL), SEPAL_OK);
    const sepal_solid_mtvs out = {
        .depth = &depth, .a_x = &a[0], .a_y = &a[1], .a_z = &a[2], .b_x = &b[0], .b_y = &b[1], .b_z = &b[2]};
    cr_assert_eq(sepal_solids_mtv_pairs(set, set, &(sepal_pair){0, 1}, 1, NULL, &out), SEPAL_OK);
    cr_assert(depth == 0.25F && a[2] == 1 && b[2] == 0.75F);
    cr_assert(a[0] == 0.25F && a[1] == 0.125F && b[0] == 0.25F && b[1] == 0.125F, "(%g, %g), (%g, %g)", (double)a[0], (double)a[1],
              (double)b[0], (double)b[1]);
    sepal_solids_destroy(set);
}

/* "Vertices count as equally far along the normal if they are within 68 u D of the farthest one": a box on another one, apart by a half
 * and tilted by a number of u. Of one and then of two corners of hulls, and of boxes. D is at least 5.3, so that up to 181 u the whole
 * face of the upper one is equally far. */
Test(solids_mtv_points, vertices_within_68_u_of_the_diagonal_are_equally_far) {
    for (size_t isa = 0; isa < sepal_isa_count(); isa++)
        for (int hulls = 0; hulls < 2; hulls++)
            for (int steep = 0; steep < 2; steep++) {
                const float tilt = (steep != 0 ? 184 : 178) * 0x1p-24F;
                const sepal_parallelepiped boxes[2] = {{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
                                                       {{0, 0, 2.5F}, {1, 0, tilt}, {0, 1, 0}, {-tilt, 0, 1}}};
                float b[3], normal;
                sepal_solids *set;
                use_isa(isa);
                cr_assert_eq(sepal_solids_create(NULL, &set), SEPAL_OK);
                for (int i = 0; i < 2; i++) {
                    solid_item item = {.box = hulls == 0, .count = 8, .vectors = boxes[i]};
                    for (int k = 0; k < 8; k++) {
                        item.x[k] = boxes[i].c[0] + (k & 1 ? 1.0F : -1.0F) * boxes[i].u[0] + (k & 4 ? 1.0F : -1.0F) * boxes[i].w[0];
                        item.y[k] = k & 2 ? 1 : -1;
                        item.z[k] = boxes[i].c[2] + (k & 1 ? 1.0F : -1.0F) * boxes[i].u[2] + (k & 4 ? 1.0F : -1.0F) * boxes[i].w[2];
                    }
                    solid_add(set, &item);
                }
                const sepal_pair pairs[2] = {{0, 1}, {0, 1}}; /* one alone is asked of the reference */
                float x[2] = {0}, y[2] = {0}, n[2] = {0};
                const sepal_solid_mtvs out = {.normal_z = n, .b_x = x, .b_y = y};
                cr_assert_eq(sepal_solids_mtv_pairs(set, set, pairs, 2, NULL, &out), SEPAL_OK);
                b[0] = x[0], b[1] = y[0], normal = n[0];
                cr_assert(normal == 1 && fabsf(b[1]) < 0.5F && (steep != 0 ? b[0] < -0.99F : fabsf(b[0]) < 0.5F),
                          "%s, hulls %d, steep %d: (%g, %g)", sepal_isa(), hulls, steep, (double)b[0], (double)b[1]);
                sepal_solids_destroy(set);
            }
}

/* --- In every scene ---------------------------------------------------------------------------------------------------------------- */

static void widen(double low[3], double high[3], const double at[3]) {
    for (int c = 0; c < 3; c++) {
        low[c] = fmin(low[c], at[c]);
        high[c] = fmax(high[c], at[c]);
    }
}

static void widen_by(const solid_item *item, double low[3], double high[3]) {
    for (size_t k = 0; k < (item->box ? 8 : item->count); k++) {
        const sepal_parallelepiped *v = &item->vectors;
        double at[3] = {(double)item->x[item->box ? 0 : k], (double)item->y[item->box ? 0 : k], (double)item->z[item->box ? 0 : k]};
        for (int c = 0; c < 3 && item->box; c++)
            at[c] = (double)v->c[c] + (k & 1 ? 1 : -1) * (double)v->u[c] + (k & 2 ? 1 : -1) * (double)v->v[c] +
                    (k & 4 ? 1 : -1) * (double)v->w[c];
        widen(low, high, at);
    }
}

/* A sphere of the stated size around the point meets the solid: exactly. */
static bool is_on(const sepal_solids *set, uint32_t index, float x, float y, float z, double extent) {
    const double off = 0x1p-24 * (fabs((double)x) + fabs((double)y) + fabs((double)z)) + 0x1p-40 * extent + 0x1p-148;
    const float radius = nextafterf((float)off, INFINITY);
    const sepal_solid_spheres sphere = {&x, &y, &z, &radius, 1};
    sepal_solids *point;
    uint64_t bits;
    cr_assert_eq(sepal_solids_create(NULL, &point), SEPAL_OK);
    cr_assert_eq(sepal_solids_add_spheres(point, &sphere, 1, NULL, NULL), SEPAL_OK);
    cr_assert_eq(sepal_solids_overlap_pairs(set, point, &(sepal_pair){index, 0}, 1, NULL, &bits), SEPAL_OK);
    sepal_solids_destroy(point);
    return bits != 0;
}

static void check_pair(const solid_scene *s, const answers *f, size_t k, double margin) {
    double low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY};
    const solid_item *a = &s->a[k], *b = &s->b[k];
    widen_by(a, low, high);
    widen_by(b, low, high);
    const double extent = sqrt((high[0] - low[0]) * (high[0] - low[0]) + (high[1] - low[1]) * (high[1] - low[1]) +
                               (high[2] - low[2]) * (high[2] - low[2]));
    const double reach = (double)a->radius + (double)b->radius + margin;
    const float p[3] = {f->ax[k], f->ay[k], f->az[k]}, q[3] = {f->bx[k], f->by[k], f->bz[k]}, n[3] = {f->nx[k], f->ny[k], f->nz[k]};
    for (int c = 0; c < 3; c++) {
        const double between = ((double)f->depth[k] - margin) * (double)n[c];
        const double bound = 0x1p-24 * (256 * (extent + reach) + fabs((double)p[c]) + fabs((double)q[c])) + 0x1p-147;
        cr_assert(isfinite(p[c]) && isfinite(q[c]) && !(p[c] == 0 && signbit(p[c])) && !(q[c] == 0 && signbit(q[c])));
        cr_assert(fabs((double)p[c] - (double)q[c] - between) <= bound, "%s, pair %zu, %d: %.9g - %.9g is not %.9g", s->kind, k, c,
                  (double)p[c], (double)q[c], between);
    }
    cr_assert(is_on(s->set_a, (uint32_t)k, p[0], p[1], p[2], extent), "%s, pair %zu: the point of a is not on it", s->kind, k);
    cr_assert(is_on(s->set_b, (uint32_t)k, q[0], q[1], q[2], extent), "%s, pair %zu: the point of b is not on it", s->kind, k);
}

Test(solids_mtv_points, are_on_their_solids_and_as_far_as_the_depth_says) {
    static answers expected, found;
    for (size_t kind = 0; kind < solid_scene_kinds(); kind++) {
        solid_scene s = solid_scene_create(kind, 41, COUNT);
        const sepal_rule rules[2] = {{SEPAL_TOUCHING_OVERLAPS, 0, 0}, {SEPAL_TOUCHING_OVERLAPS, s.margin, 0}};
        for (int r = 0; r < 2; r++) {
            cr_assert_eq(sepal_isa_use("scalar"), SEPAL_OK);
            ask(&s, &rules[r], &expected);
            for (size_t k = 0; k < s.count && strcmp(s.kind, "extremes") != 0; k++)
                check_pair(&s, &expected, k, (double)rules[r].margin);
            for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
                use_isa(isa);
                ask(&s, &rules[r], &found);
                cr_assert_eq(memcmp(&found, &expected, sizeof found), 0, "%s on %s", s.kind, sepal_isa());
            }
        }
        solid_scene_destroy(&s);
    }
}

/* --- Large hulls -------------------------------------------------------------------------------------------------------------------- */

/* A prism of so many sides, of radius 1 and height 1, upright and then tilted a little, with its middle at this place; all of it times
 * `scale`. */
static void add_prism(sepal_solids *set, size_t sides, float x, float y, float z, float tilt, float scale) {
    float at[3][2 * 140];
    for (size_t k = 0; k < 2 * sides; k++) {
        const double angle = 6.283185307179586 * (double)(k % sides) / (double)sides;
        const float up = k < sides ? -0.5F : 0.5F, across = (float)cos(angle);
        at[0][k] = scale * (x + across);
        at[1][k] = scale * (y + (float)sin(angle));
        at[2][k] = scale * (z + up + tilt * across);
    }
    cr_assert_eq(sepal_solids_add_hull(set, at[0], at[1], at[2], 2 * sides, 0, NULL), SEPAL_OK);
}

/* Faces of 6 to 140 corners on each other, beside an edge, and above a corner: of blocks of each size, and slices with more vertices than
 * lanes take, or than one pair has room for. Points of faces on each other are within both; all are on the faces, as far from each other as the depth says, and the
 * same as those of the reference. */
Test(solids_mtv_points, of_prisms_with_many_sides) {
    static const size_t sides[] = {6, 12, 24, 30, 34, 80, 140};
    enum { KINDS = 7, PRISMS = KINDS * KINDS * 3 };
    static float expected[7][PRISMS], found[7][PRISMS];
    sepal_solids *set;
    sepal_pair pairs[PRISMS];
    cr_assert_eq(sepal_solids_create(NULL, &set), SEPAL_OK);
    for (uint32_t k = 0; k < PRISMS; k++) {
        const float tilt = (float)(k % 3) * 0.01F;
        add_prism(set, sides[k / 3 % KINDS], 0, 0, 0, 0, 1);
        add_prism(set, sides[k / 3 / KINDS], 0.25F, 0.25F, 1.5F + tilt, tilt, 1);
        pairs[k] = k % 2 == 0 ? (sepal_pair){2 * k, 2 * k + 1} : (sepal_pair){2 * k + 1, 2 * k};
    }
    for (size_t isa = 0; isa <= sepal_isa_count(); isa++) {
        float(*to)[PRISMS] = isa == 0 ? expected : found;
        const sepal_solid_mtvs out = {
            .depth = to[6], .a_x = to[0], .a_y = to[1], .a_z = to[2], .b_x = to[3], .b_y = to[4], .b_z = to[5]};
        if (isa == 0)
            cr_assert_eq(sepal_isa_use("scalar"), SEPAL_OK);
        else
            use_isa(isa - 1);
        cr_assert_eq(sepal_solids_mtv_pairs(set, set, pairs, PRISMS, NULL, &out), SEPAL_OK);
        if (isa > 0) {
            cr_assert_eq(memcmp(found, expected, sizeof found), 0, "%s", sepal_isa());
            continue;
        }
        for (uint32_t k = 0; k < PRISMS; k++) {
            const int low = k % 2 == 0 ? 0 : 3, high = 3 - low;
            const double x = (double)(to[low][k] - to[high][k]), y = (double)(to[low + 1][k] - to[high + 1][k]);
            const double z = (double)(to[low + 2][k] - to[high + 2][k]);
            cr_assert(fabs(sqrt(x * x + y * y + z * z) + (double)to[6][k]) < 256 * 0x1p-24 * 4 && fabs(x) < 0.01 && fabs(y) < 1e-3,
                      "pair %u", k);
            cr_assert(is_on(set, pairs[k].a, to[0][k], to[1][k], to[2][k], 4), "pair %u: the point of a is not on it", k);
            cr_assert(is_on(set, pairs[k].b, to[3][k], to[4][k], to[5][k], 4), "pair %u: the point of b is not on it", k);
        }
    }
    sepal_solids_destroy(set);
}

/* --- Random solids --------------------------------------------------------------------------------------------------------------------- */

static void random_vector(rng *r, float size, float out[3]) {
    for (int c = 0; c < 3; c++)
        out[c] = size * (float)rng_between(r, -8, 8) / 8;
}

static solid_item random_solid(rng *r, float size, size_t points) {
    solid_item out = {.box = points == 0, .count = points};
    random_vector(r, size, out.vectors.u);
    random_vector(r, size, out.vectors.v);
    random_vector(r, size, out.vectors.w);
    for (size_t k = 0; k < points; k++) {
        float at[3];
        random_vector(r, size, at);
        out.x[k] = at[0];
        out.y[k] = at[1];
        out.z[k] = at[2];
    }
    return out;
}

/* --- Round solids in special places ------------------------------------------------------------------------------------------------ */

/* A box with any angles or with right ones, of this size, far from the origin if it is asked for. */
static void make_box(rng *r, float size, float far, solid_item *out) {
    *out = random_solid(r, size, 0);
    sepal_parallelepiped *v = &out->vectors;
    for (int c = 0; c < 3 && rng_below(r, 2) == 0; c++) {
        v->u[c] *= c == 0;
        v->v[c] *= c == 1;
        v->w[c] *= c == 2;
    }
    random_vector(r, far, v->c);
    out->radius = size * (float)rng_below(r, 3) / 4;
}

/* A sphere whose centre is that of the box, or on a face, an edge, a corner of it, or beyond one of these. */
static void make_sphere_at(rng *r, const solid_item *near, float radius, solid_item *out) {
    const sepal_parallelepiped *v = &near->vectors;
    static const float factors[] = {-1, 0, 1, -1, 0.5F, 2};
    const float s = factors[rng_below(r, 6)], t = factors[rng_below(r, 6)], m = factors[rng_below(r, 6)];
    *out = (solid_item){.count = 1, .radius = radius};
    out->x[0] = v->c[0] + s * v->u[0] + t * v->v[0] + m * v->w[0];
    out->y[0] = v->c[1] + s * v->u[1] + t * v->v[1] + m * v->w[1];
    out->z[0] = v->c[2] + s * v->u[2] + t * v->v[2] + m * v->w[2];
}

/* Spheres with equal centres, centres on faces, edges and corners of boxes, capsules along edges; radii of 0 and beside which the cores
 * are specks; far from the origin; subnormal. */
Test(solids_mtv_points, of_round_solids_in_special_places) {
    static answers expected, found;
    static solid_item a[COUNT], b[COUNT];
    sepal_pair pairs[COUNT];
    rng state = {77};
    for (int round = 0; round < 200; round++) {
        static const float sizes[] = {1, 0x1p-140F, 0x1p-60F, 0x1p50F, 1}, fars[] = {0, 0, 0x1p-40F, 0x1p60F, 0x1p20F};
        const uint32_t scale = (uint32_t)round % 5;
        const float size = sizes[scale];
        solid_scene s = {.kind = "special places", .count = COUNT, .a = a, .b = b, .pairs = pairs};
        cr_assert_eq(sepal_solids_create(NULL, &s.set_a), SEPAL_OK);
        cr_assert_eq(sepal_solids_create(NULL, &s.set_b), SEPAL_OK);
        for (uint32_t k = 0; k < COUNT; k++) {
            static const float radii[] = {0, 0.25F, 1, 0x1p40F};
            make_box(&state, size, fars[scale], &a[k]);
            make_sphere_at(&state, &a[k], size * radii[rng_below(&state, 4)], &b[k]);
            if (k % 3 == 1) { /* a capsule to another such place */
                solid_item end;
                make_sphere_at(&state, &a[k], 0, &end);
                b[k].count = 2;
                b[k].x[1] = end.x[0], b[k].y[1] = end.y[0], b[k].z[1] = end.z[0];
            } else if (k % 3 == 2) { /* a sphere there, and another in the same place or in one like it */
                a[k] = b[k];
                a[k].radius = size * radii[rng_below(&state, 4)];
                for (int c = 0; c < 3 && k % 2 == 0; c++)
                    *(c == 0 ? a[k].x : c == 1 ? a[k].y : a[k].z) += size * (float)rng_between(&state, -2, 2);
            }
            if (rng_below(&state, 2) == 0) {
                const solid_item swapped = a[k];
                a[k] = b[k];
                b[k] = swapped;
            }
            solid_add(s.set_a, &a[k]);
            solid_add(s.set_b, &b[k]);
            pairs[k] = (sepal_pair){k, k};
        }
        cr_assert_eq(sepal_isa_use("scalar"), SEPAL_OK);
        ask(&s, NULL, &expected);
        for (size_t k = 0; k < COUNT; k++)
            check_pair(&s, &expected, k, 0);
        for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
            use_isa(isa);
            ask(&s, NULL, &found);
            cr_assert_eq(memcmp(&found, &expected, sizeof found), 0, "round %d on %s", round, sepal_isa());
        }
        sepal_solids_destroy(s.set_a);
        sepal_solids_destroy(s.set_b);
    }
}

/* --- Slivers ----------------------------------------------------------------------------------------------------------------------- */

/* Seen along the normal, the vertices of a thin plate and of a copy of it, or of a speck and of anything, are a few points at nearly
 * the same places: their triangles have hardly any area, in which shares are lost to rounding (solids.h: "the vector from (b_x, b_y,
 * b_z) to (a_x, a_y, a_z) is (depth - margin) * normal"). */

/* A plate, w at right angles to u and v but for rounding; and a copy, in the same place or a part of its thickness off. */
static void make_plates(rng *r, solid_item *a, solid_item *b) {
    const float thin = ldexpf(1, -rng_between(r, 8, 36)), off = 0.5F * (float)rng_between(r, 0, 4);
    *a = random_solid(r, 3, 0);
    sepal_parallelepiped *v = &a->vectors;
    random_vector(r, 1, v->c);
    for (int c = 0; c < 3; c++)
        v->w[c] = thin * (v->u[(c + 1) % 3] * v->v[(c + 2) % 3] - v->u[(c + 2) % 3] * v->v[(c + 1) % 3]);
    *b = *a;
    for (int c = 0; c < 3; c++)
        b->vectors.c[c] += off * v->w[c];
}

static void make_specks(rng *r, solid_item *a, solid_item *b) {
    const float small = ldexpf(1, -rng_between(r, 26, 60));
    static const size_t points[] = {0, 1, 2, 6};
    *a = random_solid(r, small, points[rng_below(r, 4)]);
    random_vector(r, small * (float)rng_below(r, 2), a->vectors.c);
    *b = random_solid(r, 1, 2 + rng_below(r, 3));
}

/* Two hulls of which each has, near each of its points, a second one. */
static void make_doubled(rng *r, solid_item *a, solid_item *b) {
    solid_item *const both[] = {a, b};
    for (int s = 0; s < 2; s++) {
        *both[s] = random_solid(r, 1, 2 * (1 + rng_below(r, 4)));
        for (size_t k = 0; k + 1 < both[s]->count; k += 2) {
            float by[3];
            random_vector(r, ldexpf(1, -rng_between(r, 8, 48)), by);
            both[s]->x[k + 1] = both[s]->x[k] + by[0];
            both[s]->y[k + 1] = both[s]->y[k] + by[1];
            both[s]->z[k + 1] = both[s]->z[k] + by[2];
        }
    }
}

Test(solids_mtv_points, of_slivers_belong_together) {
    static const struct {
        const char *kind;
        void (*make)(rng *r, solid_item *a, solid_item *b);
    } kinds[] = {{"thin plates", make_plates}, {"specks", make_specks}, {"doubled points", make_doubled}};
    static answers found;
    static solid_item a[COUNT], b[COUNT];
    sepal_pair pairs[COUNT];
    rng state = {1201};
    for (size_t kind = 0; kind < sizeof kinds / sizeof *kinds; kind++)
        for (int round = 0; round < 100; round++) {
            solid_scene s = {.kind = kinds[kind].kind, .count = COUNT, .a = a, .b = b, .pairs = pairs};
            cr_assert_eq(sepal_solids_create(NULL, &s.set_a), SEPAL_OK);
            cr_assert_eq(sepal_solids_create(NULL, &s.set_b), SEPAL_OK);
            for (uint32_t k = 0; k < COUNT; k++) {
                kinds[kind].make(&state, &a[k], &b[k]);
                solid_add(s.set_a, &a[k]);
                solid_add(s.set_b, &b[k]);
                pairs[k] = (sepal_pair){k, k};
            }
            ask(&s, NULL, &found);
            for (size_t k = 0; k < COUNT; k++)
                check_pair(&s, &found, k, 0);
            sepal_solids_destroy(s.set_a);
            sepal_solids_destroy(s.set_b);
        }
}

/* Upright and tilted prisms, of up to as many vertices as one pair has room for and of two more, on boxes that are tilted: the points are those
 * of the reference. */
Test(solids_mtv_points, of_prisms_on_boxes) {
    enum { SIDES = 4, PRISMS = 16 * SIDES };
    static const size_t sides[SIDES] = {20, 40, 128, 129};
    static float found[2][7][PRISMS];
    sepal_solids *set;
    sepal_pair pairs[PRISMS];
    cr_assert_eq(sepal_solids_create(NULL, &set), SEPAL_OK);
    for (uint32_t k = 0; k < PRISMS; k++) {
        const float tilt = (float)(k % 4) * 0.01F, x = 1.5F * (float)(k / SIDES % 2);
        const float c[3] = {0, 0, 0}, u[3] = {1, 0, tilt}, v[3] = {0, 1, tilt}, w[3] = {-tilt, -tilt, 1};
        const sepal_solid_parallelepipeds ground = {
            {c, c + 1, c + 2}, {u, u + 1, u + 2}, {v, v + 1, v + 2}, {w, w + 1, w + 2}, NULL, 1};
        cr_assert_eq(sepal_solids_add_parallelepipeds(set, &ground, 1, NULL, NULL), SEPAL_OK);
        const uint32_t row = k / 32;
        add_prism(set, sides[k % SIDES], x, 0, 1.4F + (float)row, k / 8 % 2 == 0 ? 0 : tilt, 1);
        pairs[k] = k % 3 == 0 ? (sepal_pair){2 * k, 2 * k + 1} : (sepal_pair){2 * k + 1, 2 * k};
    }
    for (size_t isa = 0; isa <= sepal_isa_count(); isa++) {
        float(*to)[PRISMS] = found[isa == 0 ? 0 : 1];
        const sepal_solid_mtvs out = {
            .depth = to[6], .a_x = to[0], .a_y = to[1], .a_z = to[2], .b_x = to[3], .b_y = to[4], .b_z = to[5]};
        if (isa == 0)
            cr_assert_eq(sepal_isa_use("scalar"), SEPAL_OK);
        else
            use_isa(isa - 1);
        cr_assert_eq(sepal_solids_mtv_pairs(set, set, pairs, PRISMS, NULL, &out), SEPAL_OK);
        cr_assert(isa == 0 || memcmp(found[0], found[1], sizeof found[0]) == 0, "%s", sepal_isa());
    }
    sepal_solids_destroy(set);
}

/* Prisms above each other, tilted by some u, so that vertices are in the slice, just out of it, or so near that float cannot tell: the
 * points are those of the reference, whatever the size of both. */
Test(solids_mtv_points, of_prisms_tilted_by_some_u) {
    static const size_t sides[] = {3, 4, 8, 12, 24, 40};
    static const float scales[] = {1, 0x1p-60F, 0x1p-120F, 0x1p-135F, 0x1p98F, 0x1p120F};
    enum { KINDS = 6, TILTS = 60, TILTED = KINDS * TILTS };
    static float expected[7][TILTED], found[7][TILTED];
    static sepal_pair pairs[TILTED];
    for (size_t size = 0; size < sizeof scales / sizeof *scales; size++) {
        sepal_solids *set;
        cr_assert_eq(sepal_solids_create(NULL, &set), SEPAL_OK);
        for (uint32_t k = 0; k < TILTED; k++) {
            const uint32_t tilted = k / KINDS;
            const float tilt = (float)tilted * 5 * 0x1p-24F;
            add_prism(set, sides[k % KINDS], 0, 0, 0, 0, scales[size]);
            add_prism(set, sides[k % KINDS], 0.25F, 0.25F, k % 5 == 0 ? 0.75F : 2, tilt, scales[size]);
            pairs[k] = k % 2 == 0 ? (sepal_pair){2 * k, 2 * k + 1} : (sepal_pair){2 * k + 1, 2 * k};
        }
        for (size_t isa = 0; isa <= sepal_isa_count(); isa++) {
            float(*to)[TILTED] = isa == 0 ? expected : found;
            const sepal_solid_mtvs out = {
                .depth = to[6], .a_x = to[0], .a_y = to[1], .a_z = to[2], .b_x = to[3], .b_y = to[4], .b_z = to[5]};
            if (isa == 0)
                cr_assert_eq(sepal_isa_use("scalar"), SEPAL_OK);
            else
                use_isa(isa - 1);
            cr_assert_eq(sepal_solids_mtv_pairs(set, set, pairs, TILTED, NULL, &out), SEPAL_OK);
            cr_assert(isa == 0 || memcmp(found, expected, sizeof found) == 0, "%s, scale %zu", sepal_isa(), size);
        }
        sepal_solids_destroy(set);
    }
}

/* Cuboids along (1, 2, 2), (2, 1, -2) and (2, -2, 1), given as hulls with faces on parallel planes exactly, as small as floats are: the
 * corners of a face are equally far, however their heights round. */
Test(solids_mtv_points, of_small_cuboids) {
    static const float axes[3][3] = {{1, 2, 2}, {2, 1, -2}, {2, -2, 1}};
    enum { CUBOIDS = 40 };
    static float expected[7][CUBOIDS], found[7][CUBOIDS];
    for (int exponent = -149; exponent <= -122; exponent += 3) {
        sepal_pair pairs[CUBOIDS];
        sepal_solids *set;
        cr_assert_eq(sepal_solids_create(NULL, &set), SEPAL_OK);
        for (int i = 0; i < CUBOIDS; i++) {
            for (int second = 0; second < 2; second++) {
                float v[3][8];
                for (int k = 0; k < 8; k++)
                    for (int c = 0; c < 3; c++) {
                        float sum = second != 0 ? axes[0][c] * (float)(10 + i % 3) + axes[1][c] * (float)(i % 5) : 0;
                        for (int m = 0; m < 3; m++)
                            sum += (k >> m & 1 ? 1.0F : -1.0F) * (float)(1 + (i + m + second) % 4) * axes[m][c];
                        v[c][k] = ldexpf(sum, exponent);
                    }
                cr_assert_eq(sepal_solids_add_hull(set, v[0], v[1], v[2], 8, 0, NULL), SEPAL_OK);
            }
            pairs[i] = (sepal_pair){2 * (uint32_t)i, 2 * (uint32_t)i + 1};
        }
        for (size_t isa = 0; isa <= sepal_isa_count(); isa++) {
            float(*to)[CUBOIDS] = isa == 0 ? expected : found;
            const sepal_solid_mtvs out = {
                .depth = to[6], .a_x = to[0], .a_y = to[1], .a_z = to[2], .b_x = to[3], .b_y = to[4], .b_z = to[5]};
            if (isa == 0)
                cr_assert_eq(sepal_isa_use("scalar"), SEPAL_OK);
            else
                use_isa(isa - 1);
            cr_assert_eq(sepal_solids_mtv_pairs(set, set, pairs, CUBOIDS, NULL, &out), SEPAL_OK);
            cr_assert(isa == 0 || memcmp(found, expected, sizeof found) == 0, "%s, 2^%d", sepal_isa(), exponent);
        }
        sepal_solids_destroy(set);
    }
}
