/* meshes_contacts.c — contact points of solids with a surface of triangles: first those with the flat hull of each triangle;
 * then, unless their normal is one of the surface at an edge or a vertex, those with the triangle as the reference face. */
#include "../core/arithmetic.h"

#include "../core/compiler.h"
#include "../core/fpstate.h"
#include "../core/rule.h"
#include "block.h"
#include "contacts.h"

/* What the kernels say of a pair: from it the push follows, and so all of its points. */
typedef struct mesh_row {
    float normal[3], depth[SEPAL_CONTACTS_MOST];
    uint8_t count;
} mesh_row;

/* The depth of the deepest point is that of the push, or the negative of the margin, which is taken for it. */
static sepal_solid_mtv push_of_row(const mesh_row *row) {
    float depth = row->depth[0];
    for (int k = 1; k < row->count; k++)
        depth = row->depth[k] > depth ? row->depth[k] : depth;
    return (sepal_solid_mtv){row->normal[0], row->normal[1], row->normal[2], depth};
}

/* A block on its way. */
typedef struct mesh_asked {
    const sepal_solids *a;
    const sepal_mesh *mesh;
    const sepal_contact_rule *rule;
    sepal_solid_contacts places;
    mesh_block block;
    mesh_row row[MESH_BLOCK];
} mesh_asked;

/* The answer of the surface to pair k of a block, of which the hull of the triangle has points. True if the triangle is the reference face;
 * then `all`, if it is not NULL, has all points. A normal of the triangle, which has points by an exact yes, keeps those of the hull
 * where rounding says that the triangle is just beyond the margin. */
static bool answer_of_surface(const mesh_asked *q, uint32_t k, sepal_pair pair, mesh_contact *out, sepal_triangle_points *all) {
    const sepal_solids *hulls = &q->block.set;
    const sepal_solid_mtv push = push_of_row(&q->row[k]);
    const double v[3] = {-(double)push.x, -(double)push.y, -(double)push.z};
    mesh_triangle t;
    sepal_mesh_see_triangle(q->mesh, pair.b, &t);
    if (!mesh_has_area(&t) || sepal_mesh_is_behind(&t, q->a, pair.a))
        return false;
    out->part = sepal_mesh_outward_part(q->mesh, &t, v);
    if (out->part == MESH_AT_NONE || out->part == MESH_AT_INSIDE) {
        out->found = sepal_solids_manifold_on_triangle_scalar(q->a, pair.a, hulls, k, t.normal, q->rule, &q->places, all);
        const bool is_reference = out->part == MESH_AT_NONE || out->found.count > 0;
        out->part = MESH_AT_INSIDE;
        if (is_reference)
            return true;
    }
    out->found = sepal_solids_manifold_of_push_scalar(q->a, pair.a, hulls, k, &push, q->rule, &q->places);
    return false;
}

/* Apart from the kernels, so that what both need is not on the stack together. */
static SEPAL_NOINLINE bool take_answer(const mesh_asked *q, size_t k, sepal_pair pair, bool wants_all, mesh_take_contact *take,
                                       void *context) {
    sepal_triangle_points all;
    mesh_contact contact = {{.count = 0}, MESH_AT_NONE};
    bool has_all = false;
    if (q->row[k].count > 0)
        has_all = answer_of_surface(q, (uint32_t)k, pair, &contact, wants_all ? &all : NULL);
    return take(context, k, pair, &contact, has_all && wants_all ? &all : NULL);
}

bool sepal_mesh_contacts_answer(const sepal_solids *a, const sepal_mesh *mesh, const sepal_pair *pairs, size_t count,
                                const sepal_contact_rule *rule, const sepal_solid_poses *poses, bool wants_all,
                                mesh_take_contact *take, void *context) {
    mesh_asked q = {.a = a, .mesh = mesh, .rule = rule, .places = {.poses_a = poses}};
    sepal_pair asked[MESH_BLOCK] = {{0, 0}};
    bool goes_on = true;
    sepal_mesh_block_clear(&q.block);
    for (size_t k = 0; k < count; k++) {
        float corner[3][3];
        for (int c = 0; c < 3; c++)
            sepal_mesh_point(mesh, sepal_mesh_corner(mesh, pairs[k].b, c), corner[c]);
        sepal_mesh_block_add(&q.block, (const float(*)[3])corner);
        asked[k] = (sepal_pair){pairs[k].a, (uint32_t)k};
    }
    const sepal_solid_contacts to = {.count = &q.row->count,
                                     .normal_x = &q.row->normal[0],
                                     .normal_y = &q.row->normal[1],
                                     .normal_z = &q.row->normal[2],
                                     .depth = q.row->depth,
                                     .stride = sizeof q.row[0]};
    sepal_solids_contacts_answer(a, &q.block.set, asked, count, rule, &to);
    for (size_t k = 0; k < count && goes_on; k++)
        goes_on = take_answer(&q, k, pairs[k], wants_all, take, context);
    return goes_on;
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

/* Where the answers of a block go. */
typedef struct mesh_answers {
    const sepal_solid_contacts *out;
    size_t from;
} mesh_answers;

static bool write_contact(void *context, size_t k, sepal_pair pair, const mesh_contact *contact, const sepal_triangle_points *all) {
    const mesh_answers *to = context;
    (void)pair;
    (void)all;
    sepal_solid_manifold_write(to->out, to->from + k, &contact->found);
    return true;
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
    for (size_t from = 0; finite && from < count; from += MESH_BLOCK) {
        const size_t some = count - from < MESH_BLOCK ? count - from : MESH_BLOCK;
        mesh_answers to = {out, from};
        (void)sepal_mesh_contacts_answer(a, mesh, pairs + from, some, &meaning, given, false, write_contact, &to);
    }
    sepal_fpstate_leave(callers);
    return finite ? SEPAL_OK : SEPAL_BAD_SHAPE;
}
