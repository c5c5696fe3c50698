/* meshes_contacts.c — contact points of solids with a surface of triangles: first those with the flat hull of each triangle;
 * then, unless their normal is one of the surface at an edge or a vertex, those with the triangle as the reference face. */
#include "../core/arithmetic.h"

#include "../core/compiler.h"
#include "../core/d3.h"
#include "../core/fpstate.h"
#include "../core/rule.h"
#include "../exact/orient3.h"
#include "../solids/kernels.h"
#include "block.h"
#include "contacts.h"

/* Pairs that are asked about at a time whether they touch, whose bits are on the stack. */
enum { MESH_ASKED = 512 };

void sepal_mesh_find_touching(const mesh_asked *q, const sepal_solids *hulls, const sepal_pair *pairs, size_t count,
                              mesh_touching *out) {
    const sepal_rule closed = {SEPAL_TOUCHING_OVERLAPS, q->rule->margin, 0};
    out->count = 0;
    for (size_t k = 0; k < count; k++)
        out->pairs[k] = (sepal_pair){pairs[k].a, (uint32_t)k};
    for (size_t from = 0; from < count; from += MESH_ASKED) {
        uint64_t bits[SEPAL_BIT_WORDS(MESH_ASKED)] = {0};
        const size_t some = count - from < MESH_ASKED ? count - from : MESH_ASKED;
        sepal_solids_overlap_pairs_kernels[sepal_isa_in_use()](q->a, hulls, out->pairs + from, some, &closed, bits);
        sepal_solids_leave_out(q->a, hulls, out->pairs + from, some, bits);
        for (size_t k = 0; k < some; k++) {
            out->pairs[out->count] = out->pairs[from + k];
            out->count += bits[k / 64] >> (k % 64) & 1;
        }
    }
    const sepal_solid_mtvs pushes = {
        .normal_x = out->normal[0], .normal_y = out->normal[1], .normal_z = out->normal[2], .depth = out->depth};
    (void)sepal_solids_mtv_pairs(q->a, hulls, out->pairs, out->count, NULL, &pushes); /* which has nothing to refuse */
}

/* Places that are that far beside a triangle are certainly not over it, as a share of their coordinates and of the triangle:
 * docs/numerics/mesh_contacts.md, "Beside". */
#define SEPAL_MESH_BESIDE_MAGNITUDE 0x1p-21
#define SEPAL_MESH_BESIDE_EXTENT    0x1p-40

/* Is the centre of a sphere certainly beside the triangle, so that nothing of it is over that? */
static bool is_sphere_beside(const sepal_solids *a, uint32_t i, const mesh_triangle *t) {
    const double p[3] = {(double)*sepal_solid_x(a, i), (double)*sepal_solid_y(a, i), (double)*sepal_solid_z(a, i)};
    const double magnitude = SEPAL_MESH_BESIDE_MAGNITUDE * sepal_largest_of(p);
    for (int k = 0; k < 3; k++) {
        const float *from = t->at[k], *to = t->at[k == 2 ? 0 : k + 1];
        double edge[3], way[3], across[3];
        for (int c = 0; c < 3; c++) {
            edge[c] = (double)to[c] - (double)from[c];
            way[c] = p[c] - (double)from[c];
        }
        d3_cross(edge, way, across);
        const double beside = -d3_dot(t->normal, across),
                     enough = magnitude + SEPAL_MESH_BESIDE_EXTENT * (d3_sum(edge) + d3_sum(way));
        if (beside > 0 && beside * beside > enough * enough * d3_dot(edge, edge))
            return true;
    }
    return false;
}

/* A normal of the triangle, which has points by an exact yes, keeps those of the hull where rounding says that the triangle is just beyond
 * the margin. */
bool sepal_mesh_contact_of(const mesh_asked *q, const sepal_solids *hulls, const sepal_pair *pairs, const mesh_touching *touching,
                           size_t k, mesh_contact *out, sepal_triangle_points *all) {
    const uint32_t slot = touching->pairs[k].b;
    const sepal_pair pair = pairs[slot];
    const sepal_solid_mtv push = {touching->normal[0][k], touching->normal[1][k], touching->normal[2][k], touching->depth[k]};
    const double v[3] = {-(double)push.x, -(double)push.y, -(double)push.z};
    mesh_triangle t;
    *out = (mesh_contact){{.count = 0}, MESH_AT_NONE};
    sepal_mesh_see_triangle(q->mesh, pair.b, &t);
    if (!mesh_has_area(&t) || sepal_mesh_is_behind(&t, q->a, pair.a))
        return false;
    out->part = sepal_mesh_outward_part(q->mesh, &t, v);
    if (out->part == MESH_AT_NONE && q->a->heads[pair.a].class == SEPAL_SOLID_POINT && is_sphere_beside(q->a, pair.a, &t))
        return false;
    if (out->part == MESH_AT_NONE || out->part == MESH_AT_INSIDE) {
        out->found = sepal_solids_manifold_on_triangle_scalar(q->a, pair.a, hulls, slot, t.normal, q->rule, &q->places, all);
        const bool is_reference = out->part == MESH_AT_NONE || out->found.count > 0;
        out->part = MESH_AT_INSIDE;
        if (is_reference)
            return true;
    }
    out->found = sepal_solids_manifold_of_push_scalar(q->a, pair.a, hulls, slot, &push, q->rule, &q->places);
    return false;
}

static bool mesh_pairs_are_good(const sepal_solids *a, const sepal_mesh *mesh, const sepal_pair *pairs, size_t count) {
    if (a == NULL || mesh == NULL || (pairs == NULL && count > 0))
        return false;
    const size_t triangles = sepal_mesh_count(mesh);
    for (size_t k = 0; k < count; k++)
        if (pairs[k].a >= a->count || pairs[k].b >= triangles)
            return false;
    return true;
}

/* Pairs at a time where nothing is allocated: as many as there is room for on the stack of a fibre, besides that of the kernels. */
enum { MESH_ON_STACK = 32 };

/* The triangles of some pairs as a set of hulls on the stack, and room for those of the pairs that touch. */
typedef struct mesh_on_stack {
    sepal_solids hulls;
    sepal_pair pairs[MESH_ON_STACK];
    float push[4][MESH_ON_STACK];
    _Alignas(64) sepal_solid_head heads[MESH_ON_STACK];
    _Alignas(64) sepal_solid_ball balls[MESH_ON_STACK];
    _Alignas(64) float vertices[MESH_ON_STACK * 4 * MESH_HULL_QUADS];
} mesh_on_stack;

static void put_on_stack(const sepal_mesh *mesh, const sepal_pair *pairs, size_t count, mesh_on_stack *out) {
    out->hulls = sepal_mesh_hulls_in(MESH_ON_STACK, out->heads, out->balls, out->vertices);
    for (size_t k = 0; k < count; k++) {
        float corner[3][3];
        for (int c = 0; c < 3; c++)
            sepal_mesh_point(mesh, sepal_mesh_corner(mesh, pairs[k].b, c), corner[c]);
        sepal_mesh_hulls_add(&out->hulls, (const float(*)[3])corner);
    }
}

/* Writes an answer: that of number k of those that touch, or, if there are not as many, none. Apart from the kernels, so that what both
 * need is not on the stack together. */
static SEPAL_NOINLINE void write_contact(const mesh_asked *q, const sepal_solids *hulls, const sepal_pair *pairs,
                                         const mesh_touching *touching, size_t k, size_t answer, const sepal_solid_contacts *out) {
    mesh_contact contact = {{.count = 0}, MESH_AT_NONE};
    if (k < touching->count)
        (void)sepal_mesh_contact_of(q, hulls, pairs, touching, k, &contact, NULL);
    sepal_solid_manifold_write(out, answer, &contact.found);
}

/* Up to MESH_ON_STACK pairs, the answers of which are those from `first` on. */
static void contacts_of_some(const mesh_asked *q, const sepal_pair *pairs, size_t count, size_t first,
                             const sepal_solid_contacts *out) {
    mesh_on_stack some;
    mesh_touching touching = {0, some.pairs, {some.push[0], some.push[1], some.push[2]}, some.push[3]};
    size_t touched = 0;
    put_on_stack(q->mesh, pairs, count, &some);
    sepal_mesh_find_touching(q, &some.hulls, pairs, count, &touching);
    for (size_t k = 0; k < count; k++) {
        const bool touches = touched < touching.count && touching.pairs[touched].b == k;
        write_contact(q, &some.hulls, pairs, &touching, touches ? touched : touching.count, first + k, out);
        touched += touches;
    }
}

sepal_status sepal_mesh_contacts_pairs(const sepal_solids *a, const sepal_mesh *mesh, const sepal_pair *pairs, size_t count,
                                       const sepal_contact_rule *rule, const sepal_solid_contacts *out) {
    sepal_contact_rule meaning;
    sepal_solid_poses poses;
    if (out == NULL || out->poses_b != NULL || !sepal_contact_rule_meaning(rule, &meaning) ||
        !mesh_pairs_are_good(a, mesh, pairs, count) || !sepal_solid_places_of(out->poses_a, a, &poses))
        return SEPAL_BAD_ARGUMENT;
    const sepal_solid_poses *given = out->poses_a == NULL ? NULL : &poses;
    sepal_fpstate callers = sepal_fpstate_enter();
    const bool finite = count == 0 || sepal_solid_places_are_finite(a, given, &pairs->a, count);
    const mesh_asked asked = {a, mesh, &meaning, {.poses_a = given}};
    for (size_t from = 0; finite && from < count; from += MESH_ON_STACK)
        contacts_of_some(&asked, pairs + from, count - from < MESH_ON_STACK ? count - from : MESH_ON_STACK, from, out);
    sepal_fpstate_leave(callers);
    return finite ? SEPAL_OK : SEPAL_BAD_SHAPE;
}
