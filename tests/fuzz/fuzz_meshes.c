/* fuzz_meshes.c — surfaces of triangles from bytes: fans, strips, duplicates, needles, triangles without area and of any size, and height
 * fields; and solids near them. Sets of flat hulls judge what is found, swept, hit and nearest; of contacts and manifolds what the header
 * says of all of them. The first instruction set judges the others, to the last bit. */
#include "../common/must.h"
#include "points.h"
#include <sepal/sepal.h>

#include <float.h>
#include <math.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { VERTICES_MOST = 12, TRIANGLES_MOST = 32, SIDE_MOST = 5, BODIES_MOST = 4, POINTS_MOST = 8, NEAREST = 2, RAYS = 4 };
enum { PAIRS_MOST = BODIES_MOST * TRIANGLES_MOST, MANIFOLDS_MOST = PAIRS_MOST };

/* --- From bytes ------------------------------------------------------------------------------- */

/* A whole number on the lattice of the pen, or any number. */
static float take_number(pen *p) {
    if (take_byte(p->from) % 8 == 7)
        return take_finite(p);
    const int whole = take_small(p->from) / 16;
    return to_float(ldexp(whole, p->scale));
}

static sepal_mesh *new_mesh(void) {
    sepal_mesh *mesh = NULL;
    must(sepal_mesh_create(NULL, &mesh) == SEPAL_OK, "no mesh");
    return mesh;
}

/* Corners in any order, of a fan about the first vertex, or of a strip. */
static sepal_mesh *take_mesh(pen *p, sepal_mesh_rim rim) {
    float vertex[3][VERTICES_MOST];
    uint32_t corner[3][TRIANGLES_MOST];
    sepal_mesh *mesh = new_mesh();
    const uint32_t vertices = 1 + take_below(p->from, VERTICES_MOST), count = take_below(p->from, TRIANGLES_MOST + 1);
    const uint8_t manner = take_byte(p->from) % 3;
    const bool flat = take_byte(p->from) % 4 == 3;
    for (uint32_t i = 0; i < vertices; i++)
        for (int k = 0; k < 3; k++)
            vertex[k][i] = flat && k == 2 ? 0 : take_number(p);
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = 0; k < 3; k++) {
            const uint32_t along = manner == 1 ? (k == 0 ? 0 : i + k) : i + (i % 2 == 1 && k > 0 ? 3 - k : k);
            corner[k][i] = manner == 0 ? take_below(p->from, vertices) : along % vertices;
        }
    const sepal_triangles triangles = {
        .x = vertex[0], .y = vertex[1], .z = vertex[2], .vertices = vertices, .a = corner[0], .b = corner[1], .c = corner[2]};
    must(sepal_mesh_fill(mesh, &triangles, count, rim, NULL) == SEPAL_OK, "triangles are refused");
    must(sepal_mesh_count(mesh) == count, "%zu triangles of %u", sepal_mesh_count(mesh), (unsigned)count);
    return mesh;
}

/* Without triangles, if the steps are none. */
static sepal_mesh *take_field(pen *p, sepal_mesh_rim rim) {
    float height[SIDE_MOST * SIDE_MOST];
    sepal_mesh *mesh = new_mesh();
    const uint64_t turned = take_word(p->from);
    sepal_heights heights = {.height = height, .turned = &turned};
    heights.columns = 2 + take_below(p->from, SIDE_MOST - 1), heights.rows = 2 + take_below(p->from, SIDE_MOST - 1);
    heights.origin_x = take_number(p), heights.origin_y = take_number(p);
    heights.step_x = take_number(p), heights.step_y = take_number(p);
    for (size_t k = 0; k < heights.columns * heights.rows; k++)
        height[k] = take_number(p);
    const sepal_status status = sepal_mesh_fill_heights(mesh, &heights, rim, NULL);
    must(status == SEPAL_OK || status == SEPAL_BAD_SHAPE, "heights: %s", sepal_status_text(status));
    must(sepal_mesh_count(mesh) == (status == SEPAL_OK ? 2 * (heights.columns - 1) * (heights.rows - 1) : 0), "%zu triangles",
         sepal_mesh_count(mesh));
    return mesh;
}

/* Boxes and hulls, each moved to a corner of a triangle if a byte says so. */
static sepal_solids *take_bodies(pen *p, const sepal_mesh *mesh, uint32_t count) {
    sepal_solids *set = NULL;
    must(sepal_solids_create(NULL, &set) == SEPAL_OK, "no set");
    for (uint32_t i = 0; i < count; i++) {
        float at[3][POINTS_MOST], to[3][3], half[3];
        const uint8_t kind = take_byte(p->from);
        const bool box = kind % 3 == 2;
        const uint32_t points = box ? 1 : 1 + take_below(p->from, POINTS_MOST);
        const float radius = kind % 8 >= 6 ? take_reach(p) : 0;
        for (uint32_t m = 0; m < points; m++)
            for (int k = 0; k < 3; k++)
                at[k][m] = take_number(p);
        if (kind >= 64 && sepal_mesh_count(mesh) > 0) {
            const uint32_t triangle = take_byte(p->from) % (uint32_t)sepal_mesh_count(mesh);
            must(sepal_mesh_triangle(mesh, triangle, to, NULL) == SEPAL_OK, "no triangle %u", (unsigned)triangle);
            for (int k = 0; k < 3; k++) {
                const double way = (double)to[kind / 64 % 3][k] - (double)at[k][0];
                for (uint32_t m = 0; m < points; m++)
                    at[k][m] = to_float((double)at[k][m] + way);
            }
        }
        for (int k = 0; k < 3; k++)
            half[k] = box ? fabsf(take_number(p)) : 0;
        const sepal_solid_boxes boxes = {
            .x = at[0], .y = at[1], .z = at[2], .half_x = &half[0], .half_y = &half[1], .half_z = &half[2]};
        sepal_status status = SEPAL_BAD_SHAPE; /* a box may be too large */
        if (box)
            status = sepal_solids_add_boxes(set, &boxes, 1, NULL, NULL);
        if (status != SEPAL_OK)
            must(sepal_solids_add_hull(set, at[0], at[1], at[2], points, radius, NULL) == SEPAL_OK, "a hull is refused");
    }
    return set;
}

static sepal_solids *hulls_of(const sepal_mesh *mesh) {
    sepal_solids *set = NULL;
    must(sepal_solids_create(NULL, &set) == SEPAL_OK, "no set");
    for (uint32_t t = 0; t < sepal_mesh_count(mesh); t++) {
        float at[3][3];
        must(sepal_mesh_triangle(mesh, t, at, NULL) == SEPAL_OK, "no triangle %u", (unsigned)t);
        const float x[] = {at[0][0], at[1][0], at[2][0]}, y[] = {at[0][1], at[1][1], at[2][1]},
                    z[] = {at[0][2], at[1][2], at[2][2]};
        must(sepal_solids_add_hull(set, x, y, z, 3, 0, NULL) == SEPAL_OK, "a triangle is no hull");
    }
    return set;
}

/* --- Answers ---------------------------------------------------------------------------------- */

typedef struct asked {
    sepal_mesh *mesh;
    sepal_finder *finder;
    sepal_solids *bodies, *hulls;
    uint32_t count, triangles;
    float moves[3][BODIES_MOST], rays[6][RAYS];
    sepal_rule rule;
    float cosine;
    sepal_pair pairs[PAIRS_MOST]; /* of each body and each triangle */
} asked;

typedef struct answers {
    size_t found, manifolds;
    sepal_pair pairs[PAIRS_MOST];
    uint64_t meets[SEPAL_BIT_WORDS(BODIES_MOST)];
    uint32_t nearest[NEAREST * BODIES_MOST], swept[BODIES_MOST], hit[RAYS];
    float distance[NEAREST * BODIES_MOST], sweep_time[BODIES_MOST], hit_time[RAYS];
    uint8_t points[PAIRS_MOST];
    float normal[3][PAIRS_MOST], depth[4 * PAIRS_MOST];
    uint32_t feature[4 * PAIRS_MOST];
    sepal_mesh_manifold manifold[MANIFOLDS_MOST];
} answers;

static sepal_solid_moves moves_of(const asked *a) {
    return (sepal_solid_moves){.x = a->moves[0], .y = a->moves[1], .z = a->moves[2]};
}

static void ask(const asked *a, answers *out) {
    const sepal_contact_rule contact_rule = {.margin = a->rule.margin};
    const sepal_solid_moves moves = moves_of(a);
    const sepal_solid_rays rays = {a->rays[0], a->rays[1], a->rays[2], a->rays[3], a->rays[4], a->rays[5], 1};
    const sepal_solid_ray_hits swept = {.shape = out->swept, .time = out->sweep_time};
    const sepal_solid_ray_hits hit = {.shape = out->hit, .time = out->hit_time};
    const sepal_solid_contacts contacts = {.count = out->points,
                                           .normal_x = out->normal[0],
                                           .normal_y = out->normal[1],
                                           .normal_z = out->normal[2],
                                           .depth = out->depth,
                                           .feature = out->feature};
    const size_t pairs = (size_t)a->count * a->triangles;
    memset(out, 0, sizeof *out);
    must(sepal_mesh_find(a->finder, a->bodies, 0, a->count, a->mesh, NULL, &a->rule, PAIRS_MOST, out->pairs, &out->found) ==
             SEPAL_OK,
         "find");
    must(sepal_mesh_meets(a->finder, a->bodies, 0, a->count, a->mesh, NULL, &a->rule, out->meets) == SEPAL_OK, "meets");
    must(sepal_mesh_find_nearest(a->finder, a->bodies, 0, a->count, a->mesh, NEAREST, NULL, FLT_MAX, out->nearest, out->distance) ==
             SEPAL_OK,
         "nearest");
    must(sepal_mesh_sweep(a->finder, a->bodies, &moves, 0, a->count, a->mesh, NULL, &a->rule, &swept) == SEPAL_OK, "sweep");
    must(sepal_mesh_cast_rays(a->finder, a->mesh, &rays, RAYS, SEPAL_MESH_BOTH, NULL, &a->rule, &hit) == SEPAL_OK, "rays");
    must(sepal_mesh_contacts_pairs(a->bodies, a->mesh, a->pairs, pairs, &contact_rule, &contacts) == SEPAL_OK, "contacts");
    must(sepal_mesh_manifolds(a->finder, a->bodies, 0, a->count, a->mesh, NULL, &contact_rule, a->cosine, MANIFOLDS_MOST,
                              out->manifold, &out->manifolds) == SEPAL_OK,
         "manifolds");
}

static bool bit_at(const uint64_t *bits, size_t i) {
    return bits[i / 64] >> i % 64 & 1;
}

/* --- The judge -------------------------------------------------------------------------------- */

/* Beyond an edge is a triangle that has the same edge, of the same kind. */
static void judge_edges(const sepal_mesh *mesh, uint32_t count) {
    for (uint32_t t = 0; t < count; t++) {
        sepal_mesh_edge kind[3], other[3];
        uint32_t neighbour[3], back[3];
        must(sepal_mesh_edges(mesh, t, kind, neighbour) == SEPAL_OK, "no edges");
        for (int k = 0; k < 3; k++) {
            bool same = false;
            must((neighbour[k] == SEPAL_NO_SHAPE) == (kind[k] == SEPAL_EDGE_RIM), "edge %d of triangle %u", k, (unsigned)t);
            if (kind[k] == SEPAL_EDGE_RIM)
                continue;
            must(sepal_mesh_edges(mesh, neighbour[k], other, back) == SEPAL_OK, "no neighbour");
            for (int i = 0; i < 3; i++)
                same = same || (back[i] == t && other[i] == kind[k]);
            must(same, "triangles %u and %u are no neighbours", (unsigned)t, (unsigned)neighbour[k]);
        }
    }
}

/* Pairs, whether there are any, and the nearest. */
static void judge_found(const asked *a, const answers *out) {
    uint64_t overlap[SEPAL_BIT_WORDS(PAIRS_MOST)];
    float depth[PAIRS_MOST] = {0};
    const sepal_solid_mtvs mtvs = {.depth = depth};
    const size_t count = (size_t)a->count * a->triangles;
    size_t found = 0;
    must(sepal_solids_overlap_pairs(a->bodies, a->hulls, a->pairs, count, &a->rule, overlap) == SEPAL_OK &&
             sepal_solids_mtv_pairs(a->bodies, a->hulls, a->pairs, count, NULL, &mtvs) == SEPAL_OK,
         "hulls are refused");
    for (uint32_t i = 0; i < a->count; i++) {
        float before = -1;
        bool any = false;
        for (uint32_t t = 0; t < a->triangles; t++)
            if (bit_at(overlap, (size_t)i * a->triangles + t)) {
                any = true;
                must(found < out->found && out->pairs[found].a == i && out->pairs[found].b == t, "body %u, triangle %u is lost",
                     (unsigned)i, (unsigned)t);
                found++;
            }
        must(bit_at(out->meets, i) == any, "body %u meets", (unsigned)i);
        for (uint32_t k = 0; k < NEAREST; k++) { /* the next one in the order of distance and index */
            const uint32_t last = k > 0 ? out->nearest[NEAREST * i + k - 1] : 0;
            uint32_t next = SEPAL_NO_SHAPE;
            float least = FLT_MAX;
            for (uint32_t t = 0; t < a->triangles; t++) {
                const float d = depth[i * a->triangles + t] < 0 ? -depth[i * a->triangles + t] : 0;
                if ((k == 0 || d > before || (d == before && t > last)) && (next == SEPAL_NO_SHAPE || d < least))
                    least = d, next = t;
            }
            must(out->nearest[NEAREST * i + k] == next && out->distance[NEAREST * i + k] == least,
                 "nearest %u of body %u: %a, not %a", (unsigned)k, (unsigned)i, (double)out->distance[NEAREST * i + k],
                 (double)least);
            if (next == SEPAL_NO_SHAPE)
                break;
            before = least;
        }
    }
    must(found == out->found, "%zu pairs of %zu", out->found, found);
}

/* The first of a row of hits of one solid. */
static void judge_first(const uint64_t *bits, const float *time, size_t first, uint32_t triangles, uint32_t shape, float at) {
    uint32_t least = SEPAL_NO_SHAPE;
    for (uint32_t t = 0; t < triangles; t++)
        if (bit_at(bits, first + t) && (least == SEPAL_NO_SHAPE || time[first + t] < time[first + least]))
            least = t;
    must(shape == least && at == (least == SEPAL_NO_SHAPE ? 1 : time[first + least]), "hit %u at %a, not %u", (unsigned)shape,
         (double)at, (unsigned)least);
}

/* Rays as sweeps of points; sweeps of bodies have hits of the hulls, none of them before the first one that a hull has. */
static void judge_moves(const asked *a, const answers *out) {
    static const float still[3 * TRIANGLES_MOST];
    uint64_t bits[SEPAL_BIT_WORDS(PAIRS_MOST)] = {0};
    float time[PAIRS_MOST];
    sepal_solids *points = NULL;
    const sepal_solid_moves moves = moves_of(a), none = {.x = still, .y = still, .z = still};
    const sepal_solid_moves of_rays = {.x = a->rays[3], .y = a->rays[4], .z = a->rays[5]};
    const sepal_solid_hits hits = {.bits = bits, .time = time};
    sepal_pair pairs[PAIRS_MOST];
    must(sepal_solids_create(NULL, &points) == SEPAL_OK, "no set");
    for (uint32_t k = 0; k < RAYS; k++) {
        must(sepal_solids_add_hull(points, &a->rays[0][k], &a->rays[1][k], &a->rays[2][k], 1, 0, NULL) == SEPAL_OK, "no point");
        for (uint32_t t = 0; t < a->triangles; t++)
            pairs[k * a->triangles + t] = (sepal_pair){k, t};
    }
    must(sepal_solids_sweep_pairs(points, &of_rays, a->hulls, &none, pairs, (size_t)RAYS * a->triangles, &a->rule, &hits) ==
             SEPAL_OK,
         "sweeps of points");
    for (uint32_t k = 0; k < RAYS; k++)
        judge_first(bits, time, (size_t)k * a->triangles, a->triangles, out->hit[k], out->hit_time[k]);
    sepal_solids_destroy(points);
    must(sepal_solids_sweep_pairs(a->bodies, &moves, a->hulls, &none, a->pairs, (size_t)a->count * a->triangles, &a->rule, &hits) ==
             SEPAL_OK,
         "sweeps of hulls");
    for (uint32_t i = 0; i < a->count; i++) {
        const uint32_t hit = out->swept[i];
        const size_t of = (size_t)i * a->triangles + hit;
        must(hit == SEPAL_NO_SHAPE ? out->sweep_time[i] == 1
                                   : hit < a->triangles && bit_at(bits, of) && time[of] == out->sweep_time[i],
             "body %u hits %u at %a", (unsigned)i, (unsigned)hit, (double)out->sweep_time[i]);
    }
}

static void judge_normal(const float normal[3]) {
    const double x = (double)normal[0], y = (double)normal[1], z = (double)normal[2];
    must(fabs(x * x + y * y + z * z - 1) <= 12 * 0x1p-24, "a normal of %.17g %.17g %.17g", x, y, z);
}

/* No points but where the hull has some; and no number that is none. */
static void judge_contacts(const asked *a, const answers *out) {
    const sepal_rule rule = {.margin = a->rule.margin};
    uint64_t overlap[SEPAL_BIT_WORDS(PAIRS_MOST)];
    const size_t count = (size_t)a->count * a->triangles;
    must(sepal_solids_overlap_pairs(a->bodies, a->hulls, a->pairs, count, &rule, overlap) == SEPAL_OK, "hulls are refused");
    for (size_t i = 0; i < count; i++) {
        must(out->points[i] <= 4 && (out->points[i] == 0 || bit_at(overlap, i)), "pair %zu: %u points", i,
             (unsigned)out->points[i]);
        if (out->points[i] > 0)
            judge_normal((float[]){out->normal[0][i], out->normal[1][i], out->normal[2][i]});
        for (size_t k = 4 * i; k < 4 * i + out->points[i]; k++)
            must(isfinite(out->depth[k]) && out->depth[k] >= -a->rule.margin, "pair %zu: depth %a", i, (double)out->depth[k]);
    }
}

/* Each body with points has manifolds, in the order of the bodies; each point is one of a triangle that has points. */
static void judge_manifolds(const asked *a, const answers *out) {
    bool has[BODIES_MOST] = {false};
    for (size_t m = 0; m < out->manifolds; m++) {
        const sepal_mesh_manifold *f = &out->manifold[m];
        must(f->solid < a->count && (m == 0 || f->solid >= f[-1].solid), "manifold %zu is of body %u", m, (unsigned)f->solid);
        must(f->count >= 1 && f->count <= 4, "%u points", (unsigned)f->count);
        judge_normal(f->normal);
        for (uint32_t k = 0; k < f->count; k++) {
            const uint32_t t = f->point[k].triangle;
            must(t < a->triangles && out->points[(size_t)f->solid * a->triangles + t] > 0, "a point of triangle %u", (unsigned)t);
            must(isfinite(f->point[k].depth), "a depth of %a", (double)f->point[k].depth);
        }
        has[f->solid] = true;
    }
    for (size_t i = 0; i < (size_t)a->count * a->triangles; i++)
        must(out->points[i] == 0 || has[i / a->triangles], "body %zu has no manifold", i / a->triangles);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static asked a;
    static answers first, other;
    bytes b = {data, size};
    pen p = pen_create(&b);
    const uint8_t manner = take_byte(&b);
    const sepal_mesh_rim rim = manner & 1 ? SEPAL_RIM_GOES_ON : SEPAL_RIM_ENDS;
    a.mesh = manner % 8 >= 6 ? take_field(&p, rim) : take_mesh(&p, rim);
    a.triangles = (uint32_t)sepal_mesh_count(a.mesh);
    a.count = 1 + (manner >> 3) % BODIES_MOST;
    a.bodies = take_bodies(&p, a.mesh, a.count);
    a.hulls = hulls_of(a.mesh);
    a.rule = (sepal_rule){.touching = manner & 64 ? SEPAL_TOUCHING_IS_APART : SEPAL_TOUCHING_OVERLAPS,
                          .margin = manner & 128 ? take_reach(&p) : 0};
    a.cosine = (float)take_byte(&b) / 255;
    for (uint32_t i = 0; i < a.count; i++)
        for (int k = 0; k < 3; k++)
            a.moves[k][i] = take_number(&p);
    for (uint32_t i = 0; i < RAYS; i++)
        for (int k = 0; k < 6; k++)
            a.rays[k][i] = take_number(&p);
    for (uint32_t k = 0; k < a.count * a.triangles; k++)
        a.pairs[k] = (sepal_pair){k / a.triangles, k % a.triangles};
    must(sepal_finder_create(NULL, &a.finder) == SEPAL_OK, "no finder");
    for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
        must(sepal_isa_use(sepal_isa_at(isa)) == SEPAL_OK, "cannot use %s", sepal_isa_at(isa));
        ask(&a, isa == 0 ? &first : &other);
        must(isa == 0 || memcmp(&first, &other, sizeof first) == 0, "%s has other answers", sepal_isa());
    }
    judge_edges(a.mesh, a.triangles);
    judge_found(&a, &first);
    judge_moves(&a, &first);
    judge_contacts(&a, &first);
    judge_manifolds(&a, &first);
    sepal_finder_destroy(a.finder);
    sepal_solids_destroy(a.hulls);
    sepal_solids_destroy(a.bodies);
    sepal_mesh_destroy(a.mesh);
    return 0;
}
