/* meshes_outward.c — the outward normals of a surface of triangles.
 *
 * Behind the surface is the region whose border it is. Its outward normals at a point are those of the normal cone of the region
 * (Rockafellar, "Convex Analysis", 1970, section 2): inside of a triangle the normal of the triangle, at a convex edge all between
 * the normals of both triangles, at a vertex all that lead along no edge there. A contact with any other normal is one with the
 * side of a triangle that is not there, since the surface goes on beyond it ("ghost collision"). */
#include "../core/arithmetic.h"

#include "../core/d3.h"
#include "../exact/number.h"
#include "../exact/orient3.h"
#include "../solids/set.h"
#include "outward.h"
#include <math.h>

/* Bounds the angle, in radians, between the normal of a contact and one of the surface at the same part of a triangle:
 * docs/numerics/mesh_contacts.md, "Angle". */
#define SEPAL_MESH_ANGLE 0x1p-16

/* If a cross product in double is that much shorter than the product of the lengths of its factors, its components are computed
 * exactly, and rounded once: docs/numerics/mesh_contacts.md, "Normals". */
#define SEPAL_MESH_NARROW 0x1p-20

static void mesh_way(const float from[3], const float to[3], double out[3]) {
    for (int k = 0; k < 3; k++)
        out[k] = (double)to[k] - (double)from[k];
}

/* --- Exact numbers ------------------------------------------------------------------------------------------------------------------ */

static void mesh_difference(float from, float to, sepal_number *out) {
    const double terms[2] = {(double)to, -(double)from};
    sepal_number_sum(terms, 2, out);
}

/* (b - a) x (c - a), exactly. */
static void exact_normal(const float (*at)[3], sepal_number out[3]) {
    sepal_number way[2][3];
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 3; k++)
            mesh_difference(at[0][k], at[i + 1][k], &way[i][k]);
    for (int k = 0; k < 3; k++) {
        const int next = (k + 1) % 3, last = (k + 2) % 3;
        sepal_number left, right;
        sepal_number_multiply(&way[0][next], &way[1][last], &left);
        sepal_number_multiply(&way[0][last], &way[1][next], &right);
        sepal_number_subtract(&left, &right, &out[k]);
    }
}

/* n . (p - from) */
static void exact_height(const sepal_number n[3], const float from[3], const float p[3], sepal_number *out) {
    out->length = 0;
    for (int k = 0; k < 3; k++) {
        sepal_number way;
        mesh_difference(from[k], p[k], &way);
        sepal_number_multiply(&way, &n[k], &way);
        sepal_number_add(out, &way, out);
    }
}

/* --- A triangle --------------------------------------------------------------------------------------------------------------------- */

void sepal_mesh_see_triangle(const sepal_mesh *mesh, uint32_t number, mesh_triangle *out) {
    out->number = number;
    for (int k = 0; k < 3; k++) {
        out->vertex[k] = sepal_mesh_corner(mesh, number, k);
        sepal_mesh_point(mesh, out->vertex[k], out->at[k]);
    }
    double p[3], q[3], n[3];
    mesh_way(out->at[0], out->at[1], p);
    mesh_way(out->at[0], out->at[2], q);
    d3_cross(p, q, n);
    double length = d3_length(n);
    if (!(length > SEPAL_MESH_NARROW * (d3_length(p) * d3_length(q)))) {
        sepal_number exact[3];
        exact_normal((const float(*)[3])out->at, exact);
        for (int k = 0; k < 3; k++)
            n[k] = sepal_number_value(&exact[k]);
        length = d3_length(n);
    }
    for (int k = 0; k < 3; k++)
        out->normal[k] = length > 0 ? n[k] / length : 0;
}

/* --- On which side? ----------------------------------------------------------------------------------------------------------------- */

/* Bounds the error of a height above a plane in double, as a multiple of the product of the greatest components of the three ways that it
 * is made of: docs/numerics/mesh_contacts.md, "Behind". */
#define SEPAL_MESH_HEIGHT_ERROR (56 * 0x1p-53)

/* The least and the greatest height of the vertices, and a bound on the error of each. */
typedef struct mesh_heights {
    double least, most, error;
} mesh_heights;

static double mesh_height(const sepal_plane3 *plane, const float p[3], double *error) {
    const double way[3] = {(double)p[0] - (double)plane->a[0], (double)p[1] - (double)plane->a[1],
                           (double)p[2] - (double)plane->a[2]};
    const double bound = SEPAL_MESH_HEIGHT_ERROR * (plane->size * sepal_largest_of(way));
    *error = *error > bound ? *error : bound;
    return (plane->normal[0] * way[0] + plane->normal[1] * way[1]) + plane->normal[2] * way[2];
}

static void vertex_of_hull(const sepal_solids *set, uint32_t index, uint32_t k, float out[3]) {
    out[0] = sepal_solid_x(set, index)[k];
    out[1] = sepal_solid_y(set, index)[k];
    out[2] = sepal_solid_z(set, index)[k];
}

/* The sign of the sum of the least and the greatest height, where the heights in double leave it open. Only vertices that may be one of
 * the two are compared. */
static bool is_behind_exactly(const mesh_triangle *t, const sepal_plane3 *plane, const sepal_solids *set, uint32_t index,
                              const mesh_heights *known) {
    sepal_number n[3], least = {.length = 0}, most = {.length = 0}, sum;
    bool some_low = false, some_high = false;
    exact_normal((const float(*)[3])t->at, n);
    for (uint32_t k = 0; k < set->heads[index].size; k++) {
        float p[3];
        double error = 0;
        sepal_number height, more;
        vertex_of_hull(set, index, k, p);
        const double about = mesh_height(plane, p, &error);
        const bool low = about <= known->least + 2 * known->error, high = about >= known->most - 2 * known->error;
        if (!low && !high)
            continue;
        exact_height((const sepal_number *)n, t->at[0], p, &height);
        sepal_number_subtract(&height, &least, &more);
        if (low && (!some_low || sepal_number_sign(&more) < 0))
            least = height;
        sepal_number_subtract(&height, &most, &more);
        if (high && (!some_high || sepal_number_sign(&more) > 0))
            most = height;
        some_low = some_low || low;
        some_high = some_high || high;
    }
    sepal_number_add(&least, &most, &sum);
    return sepal_number_sign(&sum) < 0;
}

/* The radius moves both ends of the projection by as much, so only the core counts; and the middle of a box is its centre. */
bool sepal_mesh_is_behind(const mesh_triangle *t, const sepal_solids *set, uint32_t index) {
    const sepal_plane3 plane = sepal_plane_through(t->at[0], t->at[1], t->at[2]);
    if (sepal_solid_is_box(set, index))
        return sepal_side_of_plane(&plane, sepal_solid_exact(set, index)->c) < 0;
    mesh_heights heights = {INFINITY, -INFINITY, 0};
    for (uint32_t k = 0; k < set->heads[index].size; k++) {
        float p[3];
        vertex_of_hull(set, index, k, p);
        const double height = mesh_height(&plane, p, &heights.error);
        heights.least = height < heights.least ? height : heights.least;
        heights.most = height > heights.most ? height : heights.most;
    }
    const double sum = heights.least + heights.most;
    if (fabs(sum) > 4 * heights.error)
        return sum < 0;
    return heights.error > 0 && is_behind_exactly(t, &plane, set, index, &heights);
}

/* --- Which normals? ----------------------------------------------------------------------------------------------------------------- */

/* Does v lead along a way by no more than the tolerance? */
static bool is_not_along(const double v[3], const double way[3]) {
    return d3_dot(v, way) <= SEPAL_MESH_ANGLE * d3_length(way);
}

/* What v leads along at an edge: 1 if it does, -1 if it leads back, 0 if it is across the edge up to the tolerance. */
static int lead_along(const double v[3], const float from[3], const float to[3]) {
    double way[3];
    mesh_way(from, to, way);
    const double along = d3_dot(v, way), enough = SEPAL_MESH_ANGLE * d3_length(way);
    return (along > enough) - (along < -enough);
}

/* Across an edge, v must not lead into the other triangle. */
static bool is_outward_at_edge(const sepal_mesh *mesh, const mesh_triangle *t, int k, const double v[3], bool upwards) {
    const sepal_mesh_edge kind = sepal_mesh_kind(mesh, t->number, k);
    if (kind == SEPAL_EDGE_RIM)
        return upwards && mesh->rim == SEPAL_RIM_ENDS;
    if (kind != SEPAL_EDGE_CONVEX)
        return false;
    float far[3];
    sepal_mesh_point(mesh, sepal_mesh_far(mesh, t->number, k), far);
    const float *from = t->at[k], *to = t->at[k == 2 ? 0 : k + 1];
    double edge[3], way[3];
    mesh_way(from, to, edge);
    mesh_way(from, far, way);
    const double share = d3_dot(way, edge) / d3_dot(edge, edge);
    for (int c = 0; c < 3; c++)
        way[c] -= share * edge[c];
    return is_not_along(v, way);
}

/* Does v lead along no edge of one triangle at a vertex, its corner k? The edge before the corner is that of a neighbour as well, if it is
 * not of the rim. */
static bool is_outward_at_corner(const sepal_mesh *mesh, uint32_t triangle, int k, const float vertex[3], const double v[3]) {
    float other[3];
    double way[3];
    const int before = k == 0 ? 2 : k - 1;
    const bool begins = sepal_mesh_kind(mesh, triangle, k) == SEPAL_EDGE_RIM,
               ends = sepal_mesh_kind(mesh, triangle, before) == SEPAL_EDGE_RIM;
    if ((begins || ends) && mesh->rim == SEPAL_RIM_GOES_ON)
        return false;
    sepal_mesh_point(mesh, sepal_mesh_corner(mesh, triangle, k == 2 ? 0 : k + 1), other);
    mesh_way(vertex, other, way);
    if (!is_not_along(v, way))
        return false;
    sepal_mesh_point(mesh, sepal_mesh_corner(mesh, triangle, before), other);
    mesh_way(vertex, other, way);
    return !ends || is_not_along(v, way);
}

/* At a vertex, v must lead along no edge. */
static bool is_outward_at_vertex(const sepal_mesh *mesh, const mesh_triangle *t, int k, const double v[3], bool upwards) {
    uint32_t triangle;
    int corner;
    bool outward = upwards;
    sepal_mesh_star star = sepal_mesh_star_of(mesh, t->vertex[k]);
    while (outward && sepal_mesh_star_next(&star, &triangle, &corner))
        outward = is_outward_at_corner(mesh, triangle, corner, t->at[k], v);
    return outward;
}

/* Is v the normal of the triangle? Twice the tolerance, so that what is level along all edges of a triangle that is not narrow is. */
static bool is_normal_of(const mesh_triangle *t, const double v[3], double up) {
    double aside[3];
    d3_cross(v, t->normal, aside);
    return up > 0 && d3_length(aside) <= 2 * SEPAL_MESH_ANGLE;
}

mesh_part sepal_mesh_outward_part(const sepal_mesh *mesh, const mesh_triangle *t, const double v[3]) {
    const double up = d3_dot(v, t->normal);
    const bool upwards = up >= -SEPAL_MESH_ANGLE;
    int leads[3];
    if (is_normal_of(t, v, up))
        return MESH_AT_INSIDE;
    for (int k = 0; k < 3; k++)
        leads[k] = lead_along(v, t->at[k], t->at[k == 2 ? 0 : k + 1]);
    for (int k = 0; k < 3; k++) /* level, and the third vertex is below */
        if (leads[k] == 0 && leads[(k + 1) % 3] < 0)
            return is_outward_at_edge(mesh, t, k, v, upwards) ? (mesh_part)(MESH_AT_EDGE + k) : MESH_AT_NONE;
    for (int k = 0; k < 3; k++) /* both other ones are not above */
        if (leads[k] <= 0 && leads[(k + 2) % 3] >= 0)
            return is_outward_at_vertex(mesh, t, k, v, upwards) ? (mesh_part)(MESH_AT_VERTEX + k) : MESH_AT_NONE;
    return MESH_AT_NONE;
}
