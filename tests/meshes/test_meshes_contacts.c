/* Contact points with meshes: what the header says of each answer beside that of the triangle as a hull; and what may not change it. */
#include "../common/must.h"
#include "grounds.h"

#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <string.h>

enum { BODIES = 200 };
#define MARGIN 0.05F

/* Bodies, their pairs with a ground, and what the ground and its triangles as hulls answer. */
typedef struct trial {
    body bodies[BODIES];
    sepal_solids *set, *hulls;
    sepal_mesh *mesh;
    sepal_pair *near;
    size_t pairs;
    contact_row *rows, *alone;
} trial;

static contact_row *ask_hulls(const trial *t, float margin) {
    contact_row *rows = must_have(calloc(t->pairs + 1, sizeof *rows));
    const sepal_contact_rule rule = {.margin = margin};
    const sepal_solid_contacts columns = contact_columns(rows);
    cr_assert_eq(sepal_solids_contacts_pairs(t->set, t->hulls, t->near, t->pairs, &rule, &columns), SEPAL_OK);
    return rows;
}

/* Bodies of all kinds, each turned at random, near the ground or in it. */
static trial try_ground(const ground *g, sepal_mesh_rim rim, uint64_t seed, double lowest, double highest) {
    trial t;
    rng random = {seed};
    for (size_t i = 0; i < BODIES; i++)
        t.bodies[i] = body_turned((body_kind)(i % BODY_KINDS), rng_real(&random, -6, 6), rng_real(&random, -6, 6), 0, &random);
    bodies_lower(g, t.bodies, BODIES, 0);
    for (size_t i = 0; i < BODIES; i++)
        t.bodies[i].at[2] += rng_real(&random, lowest, highest);
    cr_assert_eq(sepal_solids_create(NULL, &t.set), SEPAL_OK);
    bodies_put(t.set, t.bodies, BODIES);
    t.mesh = ground_mesh(g, rim);
    t.hulls = ground_hulls(g);
    t.near = bodies_near(g, t.bodies, BODIES, 0.1, &t.pairs);
    t.rows = ask_contacts(t.set, t.mesh, t.near, t.pairs, MARGIN);
    t.alone = ask_hulls(&t, MARGIN);
    return t;
}

static void end_trial(trial *t) {
    sepal_solids_destroy(t->set);
    sepal_solids_destroy(t->hulls);
    sepal_mesh_destroy(t->mesh);
    free(t->near);
    free(t->rows);
    free(t->alone);
}

/* Of some points, the bytes that count. */
static bool same_rows(const contact_row *p, const contact_row *q) {
    return p->count == q->count && memcmp(p->normal, q->normal, sizeof p->normal) == 0 &&
           memcmp(p->point, q->point, p->count * sizeof p->point[0]) == 0;
}

static void normal_of(const ground *g, uint32_t triangle, double out[3]) {
    double p[3][3], length = 0;
    for (size_t k = 0; k < 3; k++)
        for (size_t c = 0; c < 3; c++)
            p[k][c] = (double)g->xyz[3 * (size_t)g->corner[3 * (size_t)triangle + k] + c];
    for (size_t c = 0; c < 3; c++) {
        const size_t d = (c + 1) % 3, e = (c + 2) % 3;
        out[c] = (p[1][d] - p[0][d]) * (p[2][e] - p[0][e]) - (p[1][e] - p[0][e]) * (p[2][d] - p[0][d]);
        length += out[c] * out[c];
    }
    for (size_t c = 0; c < 3; c++)
        out[c] /= sqrt(length);
}

/* Each answer is that of the hull, or has the normal of the triangle, or is none; there is none where the hull has none. */
Test(meshes_contacts, answers_beside_those_of_hulls) {
    ground g = ground_of_grid(20, GROUND_BUMPY);
    trial t = try_ground(&g, SEPAL_RIM_ENDS, 3, -0.1, 0.05);
    size_t kept = 0, faces = 0, dropped = 0;
    for (size_t k = 0; k < t.pairs; k++) {
        const contact_row *p = &t.rows[k], *q = &t.alone[k];
        if (q->count == 0)
            cr_assert_eq(p->count, 0, "pair %zu has points, and its hull none", k);
        dropped += q->count > 0 && p->count == 0;
        if (p->count == 0)
            continue;
        if (same_rows(p, q)) {
            kept++;
            continue;
        }
        double n[3];
        normal_of(&g, t.near[k].b, n);
        faces++;
        for (int c = 0; c < 3; c++)
            cr_assert_eq((double)p->normal[c], (double)(0 - (float)n[c]), "pair %zu has neither normal", k);
        for (int c = 0; c < p->count; c++)
            cr_assert_geq(p->point[c].depth, -MARGIN);
    }
    cr_expect(kept > 100 && faces > 100 && dropped > 100, "kept %zu, reference faces %zu, dropped %zu", kept, faces, dropped);
    end_trial(&t);
    ground_release(&g);
}

/* Points of the reference face are on the triangle and on the solid, as deep as they say. */
Test(meshes_contacts, points_are_where_they_say) {
    ground g = ground_of_grid(20, GROUND_BUMPY);
    trial t = try_ground(&g, SEPAL_RIM_ENDS, 5, -0.1, 0.05);
    for (size_t k = 0; k < t.pairs; k++)
        for (int p = 0; p < t.rows[k].count; p++) {
            const float *on_a = t.rows[k].point[p].on_a, *on_b = t.rows[k].point[p].on_b, *n = t.rows[k].normal;
            double along = 0, aside = 0;
            for (int c = 0; c < 3; c++)
                along += ((double)on_a[c] - (double)on_b[c]) * (double)n[c];
            for (int c = 0; c < 3; c++) {
                const double off = ((double)on_a[c] - (double)on_b[c]) - along * (double)n[c];
                aside += off * off;
            }
            /* the deepest point may be less deep than it says, by a quarter of the margin and some of its distance from others */
            const double depth = (double)t.rows[k].point[p].depth, less = p == deepest_point(&t.rows[k]) ? 0.02 : 0;
            cr_assert(along <= depth + 2e-5 && along >= depth - less - 2e-5, "pair %zu, point %d: %g and %g", k, p, along, depth);
            cr_assert_leq(sqrt(aside), 2e-5, "pair %zu, point %d is aside by %g", k, p, sqrt(aside));
        }
    end_trial(&t);
    ground_release(&g);
}

/* Is the normal of one answer that of another, up to rounding, and its deepest point as deep? */
static bool has_contact_like(const contact_row *p, const contact_row *q) {
    double cosine = 0;
    if (p->count == 0)
        return false;
    for (int c = 0; c < 3; c++)
        cosine += (double)p->normal[c] * (double)q->normal[c];
    const float depth = p->point[deepest_point(p)].depth - q->point[deepest_point(q)].depth;
    return cosine > 0.999999 && fabsf(depth) < 1e-5F;
}

/* A body that is apart from the ground keeps the contact with the triangle that is nearest to it. */
Test(meshes_contacts, nothing_near_is_lost) {
    ground g = ground_of_grid(20, GROUND_BUMPY);
    size_t apart = 0;
    for (uint64_t seed = 1; seed <= 4; seed++) {
        trial t = try_ground(&g, SEPAL_RIM_ENDS, seed, 0.001, 0.04);
        for (size_t k = 0; k < t.pairs;) {
            const uint32_t who = t.near[k].a;
            float most = -INFINITY;
            bool kept = false;
            const size_t from = k;
            for (; k < t.pairs && t.near[k].a == who; k++)
                for (int p = 0; p < t.alone[k].count; p++)
                    most = fmaxf(most, t.alone[k].point[p].depth);
            if (!(most > -MARGIN && most < 0))
                continue;
            for (size_t i = from; i < k; i++)
                kept = kept || (t.alone[i].count > 0 && t.alone[i].point[deepest_point(&t.alone[i])].depth >= most &&
                                has_contact_like(&t.rows[i], &t.alone[i]));
            apart++;
            cr_expect(kept, "seed %d: body %u, a %s, loses its nearest contact, %g away", (int)seed, who,
                      body_names[t.bodies[who].kind], -(double)most);
        }
        end_trial(&t);
    }
    cr_expect_gt(apart, 300, "only %zu bodies are apart", apart);
    ground_release(&g);
}

/* --- What changes nothing ---------------------------------------------------------------------------------------------------------- */

/* Another order of triangles, and of the pairs; each pair alone; every instruction set. */
Test(meshes_contacts, order_changes_nothing) {
    ground g = ground_of_grid(20, GROUND_BUMPY);
    trial t = try_ground(&g, SEPAL_RIM_ENDS, 7, -0.1, 0.05);
    rng random = {17};
    sepal_pair *other = must_have(malloc(t.pairs * sizeof *other));
    size_t *at = must_have(malloc(t.pairs * sizeof *at));
    for (size_t k = 0; k < t.pairs; k++)
        at[k] = k;
    for (size_t k = t.pairs; k-- > 1;) {
        const size_t j = rng_below(&random, (uint32_t)k + 1), was = at[k];
        at[k] = at[j];
        at[j] = was;
    }
    for (size_t k = 0; k < t.pairs; k++)
        other[k] = t.near[at[k]];
    for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
        cr_assert_eq(sepal_isa_use(sepal_isa_at(isa)), SEPAL_OK);
        contact_row *rows = ask_contacts(t.set, t.mesh, other, t.pairs, MARGIN);
        for (size_t k = 0; k < t.pairs; k++)
            cr_assert(same_rows(&rows[k], &t.rows[at[k]]), "%s: pair %zu differs in another order", sepal_isa_at(isa), at[k]);
        free(rows);
    }
    cr_assert_eq(sepal_isa_use(sepal_isa_at(0)), SEPAL_OK);
    for (size_t k = 0; k < t.pairs; k += 7) {
        contact_row *row = ask_contacts(t.set, t.mesh, &t.near[k], 1, MARGIN);
        cr_assert(same_rows(row, &t.rows[k]), "pair %zu differs alone", k);
        free(row);
    }
    free(other);
    free(at);
    end_trial(&t);
    ground_release(&g);
}

/* A mesh of the triangles in another order: those of a triangle are the same. Its corners stay as they are, since they are named. */
Test(meshes_contacts, order_of_triangles_changes_nothing) {
    ground g = ground_of_grid(20, GROUND_BUMPY), mirror = ground_shuffled(&g, 0);
    const size_t n = g.triangles;
    trial t = try_ground(&g, SEPAL_RIM_ENDS, 9, -0.1, 0.05);
    for (size_t i = 0; i < n; i++)
        memcpy(mirror.corner + 3 * i, g.corner + 3 * (n - 1 - i), 3 * sizeof *g.corner);
    sepal_mesh *mesh = ground_mesh(&mirror, SEPAL_RIM_ENDS);
    for (size_t k = 0; k < t.pairs; k++)
        t.near[k].b = (uint32_t)n - 1 - t.near[k].b;
    contact_row *rows = ask_contacts(t.set, mesh, t.near, t.pairs, MARGIN);
    for (size_t k = 0; k < t.pairs; k++)
        cr_assert(same_rows(&rows[k], &t.rows[k]), "pair %zu differs", k);
    free(rows);
    sepal_mesh_destroy(mesh);
    end_trial(&t);
    ground_release(&g);
    ground_release(&mirror);
}

/* The triangles of a ground, each with vertices of its own. */
static ground ground_in_pieces(const ground *from) {
    ground g = {3 * from->triangles, from->triangles, must_have(malloc(9 * from->triangles * sizeof(float))),
                must_have(malloc(3 * from->triangles * sizeof(uint32_t)))};
    for (size_t i = 0; i < 3 * from->triangles; i++) {
        g.corner[i] = (uint32_t)i;
        memcpy(g.xyz + 3 * i, from->xyz + 3 * (size_t)from->corner[i], 3 * sizeof(float));
    }
    return g;
}

/* A flat floor that is cut into two meshes along a row of edges, whose rims go on: what either half answers of its triangles is what the
 * whole floor does. */
Test(meshes_contacts, a_cut_along_flat_edges_changes_nothing) {
    ground g = ground_of_grid(20, GROUND_FLAT);
    trial t = try_ground(&g, SEPAL_RIM_GOES_ON, 13, -0.1, 0.05);
    for (int side = 0; side < 2; side++) {
        ground half = ground_in_pieces(&g);
        uint32_t *number = must_have(malloc(g.triangles * sizeof *number));
        size_t count = 0, asked = 0;
        for (size_t i = 0; i < g.triangles; i++) {
            const float *p = half.xyz + 9 * i, middle = p[0] + p[3] + p[6];
            number[i] = UINT32_MAX;
            if ((middle > 0) != (side == 1))
                continue;
            memmove(half.xyz + 9 * count, p, 9 * sizeof *p);
            number[i] = (uint32_t)count++;
        }
        half.triangles = count;
        half.vertices = 3 * count;
        sepal_mesh *mesh = ground_mesh(&half, SEPAL_RIM_GOES_ON);
        for (size_t k = 0; k < t.pairs; k++) {
            if (number[t.near[k].b] == UINT32_MAX)
                continue;
            const sepal_pair pair = {t.near[k].a, number[t.near[k].b]};
            contact_row *row = ask_contacts(t.set, mesh, &pair, 1, MARGIN);
            cr_assert(same_rows(row, &t.rows[k]), "pair %zu differs in a half", k);
            asked += row->count > 0;
            free(row);
        }
        cr_expect_gt(asked, 100);
        free(number);
        sepal_mesh_destroy(mesh);
        ground_release(&half);
    }
    end_trial(&t);
    ground_release(&g);
}

/* --- Single cases ------------------------------------------------------------------------------------------------------------------ */

/* A triangle as a mesh, and one box or sphere. */
static contact_row ask_one_with_rim(const float corner[3][3], const sepal_solids *set, float margin, sepal_mesh_rim rim) {
    ground g = {3, 1, must_have(malloc(9 * sizeof(float))), must_have(malloc(3 * sizeof(uint32_t)))};
    const sepal_pair pair = {0, 0};
    memcpy(g.xyz, corner, 9 * sizeof(float));
    for (uint32_t k = 0; k < 3; k++)
        g.corner[k] = k;
    sepal_mesh *mesh = ground_mesh(&g, rim);
    contact_row *row = ask_contacts(set, mesh, &pair, 1, margin), out = *row;
    free(row);
    sepal_mesh_destroy(mesh);
    ground_release(&g);
    return out;
}

static contact_row ask_one(const float corner[3][3], const sepal_solids *set, float margin) {
    return ask_one_with_rim(corner, set, margin, SEPAL_RIM_ENDS);
}

static sepal_solids *one_sphere(float x, float y, float z, float radius) {
    sepal_solids *set = NULL;
    cr_assert_eq(sepal_solids_create(NULL, &set), SEPAL_OK);
    cr_assert_eq(sepal_solids_add_hull(set, &x, &y, &z, 1, radius, NULL), SEPAL_OK);
    return set;
}

/* The middle decides, exactly: on the plane is in front of it, and the next float is behind. */
Test(meshes_contacts, front_and_back_are_exact) {
    static const float slope[3][3] = {{0, 0, 0}, {3, 0, 1}, {0, 3, 1}}, level[3][3] = {{-1, -1, 0}, {2, -1, 0}, {-1, 2, 0}};
    for (int i = 0; i < 3; i++) {
        const float z[3] = {FLT_MIN, 0, -FLT_MIN};
        sepal_solids *set = one_sphere(0, 0, z[i], 0.5F);
        cr_expect_eq(ask_one(level, set, 0).count, i < 2 ? 1 : 0, "a sphere at the height %g", (double)z[i]);
        sepal_solids_destroy(set);
    }
    const float x = 0.7F, y = 0.4F, high = (float)(((double)x + (double)y) / 3);
    for (int i = -1; i <= 1; i++) { /* 3 z and x + y are exact in double */
        const float z = i < 0 ? nextafterf(high, -1) : i == 0 ? high : nextafterf(high, 1);
        const bool front = 3 * (double)z >= (double)x + (double)y;
        sepal_solids *set = one_sphere(x, y, z, 0.1F);
        cr_expect_eq(ask_one(slope, set, 0).count, front ? 1 : 0, "a sphere at the height %.9g", (double)z);
        sepal_solids_destroy(set);
    }
}

/* Beside a triangle whose rim goes on a sphere has no point, but up to the tolerance for corners that count as one, 2^-22 of the greatest
 * coordinate: then the triangle is its ground. The centre is so near to the plane that its direction from the edge is not the normal. */
Test(meshes_contacts, beside_a_triangle) {
    static const float level[3][3] = {{-1, 0, 0}, {3, 0, 0}, {1, 5, 0}}, middle = 0.75F, tolerance = 0x1.8p-23F;
    static const float beside[6] = {0.25F, 0.5F, 0.95F, 1.05F, 4, 1000};
    for (int i = 0; i < 6; i++) {
        sepal_solids *set = one_sphere(middle, -beside[i] * tolerance, 0x1p-10F, 0.5F);
        const contact_row of = ask_one_with_rim(level, set, 0, SEPAL_RIM_GOES_ON);
        cr_expect_eq(of.count, beside[i] < 1 ? 1 : 0, "%g times the tolerance beside it", (double)beside[i]);
        sepal_solids_destroy(set);
    }
}

/* Of a hull the middle is that of the farthest vertices, however many are elsewhere; also where doubles do not tell. */
Test(meshes_contacts, the_middle_of_a_hull_is_exact) {
    static const float level[3][3] = {{-1, -1, 0}, {2, -1, 0}, {-1, 2, 0}};
    for (int i = 0; i < 3; i++) {
        const float low = i == 0 ? -1 : i == 1 ? nextafterf(-1, -2) : nextafterf(-1, 0);
        const float x[5] = {0, 0.1F, 0, 0.05F, 0}, y[5] = {0, 0, 0.1F, 0.05F, 0}, z[5] = {low, 0.5F, 0.75F, 0.9F, 1};
        sepal_solids *set = NULL;
        cr_assert_eq(sepal_solids_create(NULL, &set), SEPAL_OK);
        cr_assert_eq(sepal_solids_add_hull(set, x, y, z, 5, 0, NULL), SEPAL_OK);
        cr_expect_eq(ask_one(level, set, 0).count > 0, i != 1, "the lowest vertex at %.9g", (double)low);
        sepal_solids_destroy(set);
    }
}

/* The middle of a segment that is nearer to the plane than the rounding of any height above it. Its corners add up to 0, so that 0 is in
 * the plane. */
Test(meshes_contacts, the_middle_is_exact_beyond_rounding) {
    const float a[3] = {-0x1.4cp0F, -0x1.1a2p0F, -0x1.66cp-1F}, b[3] = {0x1.e6p0F, -0x1.9ap-3F, 0x1.33p-2F};
    const float through[3][3] = {{a[0], a[1], a[2]}, {b[0], b[1], b[2]}, {-(a[0] + b[0]), -(a[1] + b[1]), -(a[2] + b[2])}};
    for (int k = 0; k < 3; k++)
        cr_assert_eq((double)through[0][k] + (double)through[1][k] + (double)through[2][k], 0);
    for (int i = -1; i <= 1; i++) {
        const float x[2] = {-1, 1}, y[2] = {0, 0}, z[2] = {(float)i * 0x1p-80F, (float)i * 0x1p-80F};
        sepal_solids *set = NULL;
        cr_assert_eq(sepal_solids_create(NULL, &set), SEPAL_OK);
        cr_assert_eq(sepal_solids_add_hull(set, x, y, z, 2, 0.25F, NULL), SEPAL_OK);
        cr_expect_eq(ask_one(through, set, 0).count > 0, i >= 0, "by %d", i);
        sepal_solids_destroy(set);
    }
}

/* A cube on a triangle that is a million times as large rests on its four corners. */
Test(meshes_contacts, huge_triangles) {
    static const float sizes[] = {10, 100, 1e3F, 1e4F, 1e5F, 1e6F};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        const float size = sizes[i];
        const float floor_of[3][3] = {{-1, -1, 0}, {size, -1, 0}, {-1, size, 0}};
        const double c = 0.6, s = 0.8, at = 0.3 * (double)size;
        const body b = body_upright(BODY_BOX, at, at, 0.499, c, s);
        sepal_solids *set = NULL;
        cr_assert_eq(sepal_solids_create(NULL, &set), SEPAL_OK);
        bodies_put(set, &b, 1);
        const contact_row row = ask_one(floor_of, set, 0.01F);
        cr_expect_eq(row.count, 4, "size %g: %d points", (double)size, row.count);
        sepal_solids_destroy(set);
    }
}

/* Triangles without area have no points, and neither have solids that were removed. */
Test(meshes_contacts, none_of_nothing) {
    static const float segment[3][3] = {{-1, 0, 0}, {0, 0, 0}, {1, 0, 0}}, level[3][3] = {{-1, -1, 0}, {2, -1, 0}, {-1, 2, 0}};
    sepal_solids *set = one_sphere(0, 0, 0.25F, 0.5F);
    cr_expect_eq(ask_one(segment, set, 0).count, 0);
    cr_expect_eq(ask_one(level, set, 0).count, 1);
    cr_assert_eq(sepal_solids_remove(set, 0), SEPAL_OK);
    cr_expect_eq(ask_one(level, set, 0).count, 0);
    sepal_solids_destroy(set);
}

/* Points of the solid are relative to where it was placed. */
Test(meshes_contacts, places) {
    ground g = ground_of_grid(4, GROUND_FLAT);
    sepal_mesh *mesh = ground_mesh(&g, SEPAL_RIM_ENDS);
    sepal_solids *set = one_sphere(0.25F, 0.125F, 0.4375F, 0.5F);
    const float x = 1, y = 2, z = 3;
    const sepal_solid_poses poses = {.x = &x, .y = &y, .z = &z};
    const sepal_pair pairs[2] = {{0, 12}, {0, 13}};
    for (size_t k = 0; k < 32; k++) {
        const sepal_pair pair = {0, (uint32_t)k};
        contact_row row = {.count = 0};
        sepal_solid_contacts columns = contact_columns(&row);
        columns.poses_a = &poses;
        cr_assert_eq(sepal_mesh_contacts_pairs(set, mesh, &pair, 1, NULL, &columns), SEPAL_OK);
        if (row.count == 0)
            continue;
        cr_expect_eq(row.point[0].on_a[0], 0.25F - x);
        cr_expect_eq(row.point[0].on_a[1], 0.125F - y);
        cr_expect_eq(row.point[0].on_a[2], -0.0625F - z);
        cr_expect_eq(row.point[0].on_b[0], 0.25F);
        cr_expect_eq(row.point[0].on_b[2], 0);
    }
    uint8_t count[2] = {77, 77};
    float nowhere = NAN;
    const sepal_solid_poses lost = {.x = &x, .y = &nowhere, .z = &z};
    cr_expect_eq(sepal_mesh_contacts_pairs(set, mesh, pairs, 2, NULL, &(sepal_solid_contacts){.count = count, .poses_a = &lost}),
                 SEPAL_BAD_SHAPE);
    cr_expect_eq(count[0], 77);
    sepal_solids_destroy(set);
    sepal_mesh_destroy(mesh);
    ground_release(&g);
}

Test(meshes_contacts, refused) {
    ground g = ground_of_grid(4, GROUND_FLAT);
    sepal_mesh *mesh = ground_mesh(&g, SEPAL_RIM_ENDS);
    sepal_solids *set = one_sphere(0, 0, 0.25F, 0.5F);
    const float x = 1;
    const sepal_solid_poses poses = {.x = &x, .y = &x, .z = &x}, part = {.x = &x};
    const sepal_pair good[1] = {{0, 0}}, no_solid[1] = {{1, 0}}, no_triangle[1] = {{0, 32}};
    const sepal_contact_rule bad_margin = {.margin = -1};
    uint8_t count = 77;
    const sepal_solid_contacts out = {.count = &count}, of_b = {.count = &count, .poses_b = &poses},
                               of_part = {.count = &count, .poses_a = &part};
    cr_expect_eq(sepal_mesh_contacts_pairs(NULL, mesh, good, 1, NULL, &out), SEPAL_BAD_ARGUMENT);
    cr_expect_eq(sepal_mesh_contacts_pairs(set, NULL, good, 1, NULL, &out), SEPAL_BAD_ARGUMENT);
    cr_expect_eq(sepal_mesh_contacts_pairs(set, mesh, NULL, 1, NULL, &out), SEPAL_BAD_ARGUMENT);
    cr_expect_eq(sepal_mesh_contacts_pairs(set, mesh, good, 1, NULL, NULL), SEPAL_BAD_ARGUMENT);
    cr_expect_eq(sepal_mesh_contacts_pairs(set, mesh, no_solid, 1, NULL, &out), SEPAL_BAD_ARGUMENT);
    cr_expect_eq(sepal_mesh_contacts_pairs(set, mesh, no_triangle, 1, NULL, &out), SEPAL_BAD_ARGUMENT);
    cr_expect_eq(sepal_mesh_contacts_pairs(set, mesh, good, 1, &bad_margin, &out), SEPAL_BAD_ARGUMENT);
    cr_expect_eq(sepal_mesh_contacts_pairs(set, mesh, good, 1, NULL, &of_b), SEPAL_BAD_ARGUMENT);
    cr_expect_eq(sepal_mesh_contacts_pairs(set, mesh, good, 1, NULL, &of_part), SEPAL_BAD_ARGUMENT);
    cr_expect_eq(count, 77);
    cr_expect_eq(sepal_mesh_contacts_pairs(set, mesh, NULL, 0, NULL, &out), SEPAL_OK);
    cr_expect_eq(count, 77);
    sepal_solids_destroy(set);
    sepal_mesh_destroy(mesh);
    ground_release(&g);
}
