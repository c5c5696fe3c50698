/* mesh_contacts.c — contact points of solids with a surface of triangles: first those with the flat hull of each triangle; then, unless their
 * normal is one of the surface at an edge or a vertex, those with the triangle as the reference face. */
#include "../core/arithmetic.h"

#include "../core/fpstate.h"
#include "../core/rule.h"
#include "mesh_block.h"
#include "mesh_contacts.h"

/* A row of answers of the questions about solids. */
typedef struct mesh_row {
    float normal[3];
    struct {
        float at[3], on_a[3], on_b[3], depth;
        uint32_t feature;
    } point[SEPAL_CONTACTS_MOST];
    uint8_t count;
} mesh_row;

static sepal_solid_manifold manifold_of_row(const mesh_row *row) {
    sepal_solid_manifold out = {.count = row->count, .normal = {row->normal[0], row->normal[1], row->normal[2]}};
    for (uint32_t p = 0; p < out.count; p++) {
        for (int k = 0; k < 3; k++) {
            out.at[p][k] = row->point[p].at[k];
            out.on_a[p][k] = row->point[p].on_a[k];
            out.on_b[p][k] = row->point[p].on_b[k];
        }
        out.depth[p] = row->point[p].depth;
        out.feature[p] = row->point[p].feature;
    }
    return out;
}

static sepal_solid_contacts columns_of_rows(mesh_row *rows, const sepal_solid_poses *poses) {
    return (sepal_solid_contacts){.count = &rows->count,
                                  .normal_x = &rows->normal[0],
                                  .normal_y = &rows->normal[1],
                                  .normal_z = &rows->normal[2],
                                  .x = &rows->point[0].at[0],
                                  .y = &rows->point[0].at[1],
                                  .z = &rows->point[0].at[2],
                                  .depth = &rows->point[0].depth,
                                  .feature = &rows->point[0].feature,
                                  .a_x = &rows->point[0].on_a[0],
                                  .a_y = &rows->point[0].on_a[1],
                                  .a_z = &rows->point[0].on_a[2],
                                  .b_x = &rows->point[0].on_b[0],
                                  .b_y = &rows->point[0].on_b[1],
                                  .b_z = &rows->point[0].on_b[2],
                                  .stride = sizeof *rows,
                                  .point_stride = sizeof rows->point[0],
                                  .poses_a = poses};
}

/* The answer of the surface in place of that of the hull of a triangle, which has points. hull: its number in `set`. True if the triangle is
 * the reference face; then `all`, if it is not NULL, has all points. A normal of the triangle, which has points by an exact yes, keeps those of the hull
 * where rounding says that the triangle is just beyond the margin. */
static bool answer_of_surface(const sepal_solids *a, const sepal_mesh *mesh, const sepal_solids *set, uint32_t hull,
                              sepal_pair pair, const sepal_contact_rule *rule, const sepal_solid_contacts *places,
                              mesh_contact *out, sepal_triangle_points *all) {
    const sepal_solid_manifold none = {.count = 0};
    const float *n = out->found.normal;
    const double v[3] = {-(double)n[0], -(double)n[1], -(double)n[2]};
    mesh_triangle t;
    sepal_mesh_see_triangle(mesh, pair.b, &t);
    if (!mesh_has_area(&t) || sepal_mesh_is_behind(&t, a, pair.a)) {
        out->found = none;
        return false;
    }
    out->part = sepal_mesh_outward_part(mesh, &t, v);
    if (out->part != MESH_AT_NONE && out->part != MESH_AT_INSIDE)
        return false;
    const sepal_solid_manifold on_it = sepal_solids_manifold_on_triangle_scalar(a, pair.a, set, hull, t.normal, rule, places, all);
    const bool is_reference = out->part == MESH_AT_NONE || on_it.count > 0;
    if (is_reference)
        out->found = on_it;
    out->part = MESH_AT_INSIDE;
    return is_reference;
}

bool sepal_mesh_contacts_answer(const sepal_solids *a, const sepal_mesh *mesh, const sepal_pair *pairs, size_t count,
                                const sepal_contact_rule *rule, const sepal_solid_poses *poses, bool wants_all,
                                mesh_take_contact *take, void *context) {
    mesh_block block;
    mesh_row rows[MESH_BLOCK];
    sepal_pair asked[MESH_BLOCK] = {{0, 0}};
    sepal_triangle_points all;
    bool goes_on = true;
    sepal_mesh_block_clear(&block);
    for (size_t k = 0; k < count; k++) {
        float corner[3][3];
        for (int c = 0; c < 3; c++)
            sepal_mesh_point(mesh, sepal_mesh_corner(mesh, pairs[k].b, c), corner[c]);
        sepal_mesh_block_add(&block, (const float(*)[3])corner);
        asked[k] = (sepal_pair){pairs[k].a, (uint32_t)k};
    }
    const sepal_solid_contacts to = columns_of_rows(rows, poses);
    sepal_solids_contacts_answer(a, &block.set, asked, count, rule, &to);
    for (size_t k = 0; k < count && goes_on; k++) {
        mesh_contact contact = {manifold_of_row(&rows[k]), MESH_AT_NONE};
        const bool has_all = contact.found.count > 0 && answer_of_surface(a, mesh, &block.set, (uint32_t)k, pairs[k], rule, &to,
                                                                          &contact, wants_all ? &all : NULL);
        goes_on = take(context, k, pairs[k], &contact, has_all && wants_all ? &all : NULL);
    }
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
