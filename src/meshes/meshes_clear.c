/* meshes_clear.c — which spheres certainly have no contact with a triangle of a surface: most of those whose boxes meet its box. A few
 * products tell them, without a branch, before the triangle becomes a hull, which takes longer than they do.
 *
 * The sphere is apart from the triangle if its centre is farther from the line of an edge than it reaches, and beyond that edge, or farther
 * from a corner, and both edges there lead away from it (Ericson, "Real-Time Collision Detection", 2005, section 5.1.5). And if it touches
 * an edge at which the surface has no normals but those of its triangles, its contact belongs to the triangle beyond that edge. What is
 * not certain is left to the exact question: docs/numerics/mesh_contacts.md, "Clear". */
#include "../core/arithmetic.h"

#include "../core/d3.h"
#include "../solids/set.h"
#include "contacts.h"

/* An error of products of two squares of lengths, as a share of the square of the sum of the squares that they are made of. */
#define SEPAL_MESH_CLEAR_ERROR 0x1p-43

/* What is asked of a way to an edge, and of the edge, as shares of that sum; the squares of the least cosine of the way and another edge, and
 * of the least sine of an angle of the triangle; and how far beside an edge a centre is, as a share of its coordinates and of its distances. */
#define SEPAL_MESH_CLEAR_WAY       0x1p-16
#define SEPAL_MESH_CLEAR_EDGE      0x1p-10
#define SEPAL_MESH_CLEAR_COSINE    0x1p-24
#define SEPAL_MESH_CLEAR_NARROW    0x1p-20
#define SEPAL_MESH_CLEAR_MAGNITUDE 0x1p-20
#define SEPAL_MESH_CLEAR_DISTANCE  0x1p-14

/* How many times its error a product is at least, where its square is compared. */
#define SEPAL_MESH_CLEAR_OVER 0x1p10

/* An edge as a centre sees it. Lengths are squares: of the edge; from its first corner to the centre; the product of both ways; of the
 * distance of the centre from its line, times that of the edge; and, times it as well, how far the way from the line to the centre leads along
 * the way to the third corner: less than 0 beyond the edge. */
typedef struct clear_edge {
    double length, corner, along, line, inwards;
} clear_edge;

static inline clear_edge clear_edge_of(double length, double corner, double along, double to_third, double edge_to_third) {
    return (clear_edge){length, corner, along, corner * length - along * along, length * to_third - along * edge_to_third};
}

static void clear_way(const float from[3], const float to[3], double out[3]) {
    for (int k = 0; k < 3; k++)
        out[k] = (double)to[k] - (double)from[k];
}

/* Of a triangle and a centre: the square of twice the area, that of the longest edge, the sum of squares, and the square of how far beside an
 * edge is enough. */
typedef struct clear_scale {
    double area, longest, sum, beside;
} clear_scale;

static bool is_clear_of_edge(const clear_edge *e, const clear_scale *of) {
    const double square = e->inwards * e->inwards;
    return (e->inwards < 0) & (e->along >= 0) & (e->along <= e->length) & (e->line > SEPAL_MESH_CLEAR_WAY * (of->sum * e->length)) &
           (e->length > SEPAL_MESH_CLEAR_EDGE * of->sum) & (of->area > SEPAL_MESH_CLEAR_NARROW * (of->longest * of->longest)) &
           (square > SEPAL_MESH_CLEAR_COSINE * (e->line * e->length * of->longest)) &
           (square > of->beside * (of->area * e->length));
}

/* Does the way from edge k to the centre lead along the triangle beyond the edge, so that it is no normal there? */
static bool leads_over_neighbour(const sepal_mesh *mesh, uint32_t triangle, int k, const float at[3][3], const float p[3],
                                 const clear_edge *e) {
    float beyond[3];
    double edge[3], w[3], far[3];
    sepal_mesh_point(mesh, sepal_mesh_far(mesh, triangle, k), beyond);
    clear_way(at[k], at[k == 2 ? 0 : k + 1], edge);
    clear_way(at[k], p, w);
    clear_way(at[k], beyond, far);
    const double square = d3_dot(far, far), along = d3_dot(far, edge), sum = (e->length + e->corner) + square,
                 error = SEPAL_MESH_CLEAR_ERROR * (sum * sum), over = e->length * d3_dot(w, far) - e->along * along,
                 across = (square * e->length - along * along) + error;
    return over > SEPAL_MESH_CLEAR_OVER * error && over * over > SEPAL_MESH_CLEAR_COSINE * (e->line * across);
}

/* Has the surface no normal at an edge along the way from there to the centre, but those of its triangles? */
static bool is_edge_without_normal(const sepal_mesh *mesh, uint32_t triangle, int k, const float at[3][3], const float p[3],
                                   const clear_edge *e) {
    const sepal_mesh_edge kind = sepal_mesh_kind(mesh, triangle, k);
    if (kind == SEPAL_EDGE_CONVEX)
        return leads_over_neighbour(mesh, triangle, k, at, p, e);
    return kind != SEPAL_EDGE_RIM || mesh->rim == SEPAL_RIM_GOES_ON;
}

bool sepal_mesh_is_clear(const sepal_solids *set, uint32_t index, const sepal_mesh *mesh, uint32_t triangle, double margin) {
    const float p[3] = {*sepal_solid_x(set, index), *sepal_solid_y(set, index), *sepal_solid_z(set, index)};
    float at[3][3];
    double b[3], c[3], w[3];
    for (int k = 0; k < 3; k++)
        sepal_mesh_point(mesh, sepal_mesh_corner(mesh, triangle, k), at[k]);
    clear_way(at[0], at[1], b);
    clear_way(at[0], at[2], c);
    clear_way(at[0], p, w);
    const double bb = d3_dot(b, b), bc = d3_dot(b, c), cc = d3_dot(c, c), wb = d3_dot(w, b), wc = d3_dot(w, c), ww = d3_dot(w, w);
    const double sum = (bb + cc) + ww, error = SEPAL_MESH_CLEAR_ERROR * (sum * sum), little = SEPAL_MESH_CLEAR_ERROR * sum;
    const clear_edge edges[3] = {clear_edge_of(bb, ww, wb, wc, bc),
                                 clear_edge_of((bb - 2 * bc) + cc, (ww - 2 * wb) + bb, (wc - bc) - (wb - bb), bb - wb, bb - bc),
                                 clear_edge_of(cc, (ww - 2 * wc) + cc, cc - wc, (wb - bc) - (wc - cc), cc - bc)};
    const double reach = (double)sepal_solid_radius(set, index) + margin, square = reach * reach * (1 + SEPAL_MESH_CLEAR_ERROR);
    bool apart = false;
    for (int k = 0; k < 3; k++) {
        const clear_edge *e = &edges[k], *before = &edges[k == 0 ? 2 : k - 1];
        apart |= (e->inwards < -error) & (e->line > square * e->length + error);
        apart |= (e->along < -little) & (before->along > before->length + little) & (e->corner > square + little);
    }
    if (apart)
        return true;
    const double magnitude = SEPAL_MESH_CLEAR_MAGNITUDE * ((fabs((double)p[0]) + fabs((double)p[1])) + fabs((double)p[2]));
    const double beside = magnitude * magnitude + SEPAL_MESH_CLEAR_DISTANCE * SEPAL_MESH_CLEAR_DISTANCE * sum;
    const double longer = edges[0].length > edges[1].length ? edges[0].length : edges[1].length;
    const clear_scale scale = {bb * cc - bc * bc, longer > edges[2].length ? longer : edges[2].length, sum, 2 * beside};
    for (int k = 0; k < 3; k++)
        if (is_clear_of_edge(&edges[k], &scale) && is_edge_without_normal(mesh, triangle, k, (const float(*)[3])at, p, &edges[k]))
            return true;
    return false;
}
