/* solids_scalar_reach.c — is a vertex of b within reach of the core a? By the algorithm of Gilbert, Johnson and Keerthi (distance.h) in
 * double, which proves nothing by itself: a point of a that is near enough proves yes, a plane between the two that is too far away no
 * (docs/numerics/solids.md, "Reach"). It begins with the vertices that it ended with before. */
#include "../../core/arithmetic.h"

#include "../../core/d3.h"
#include "../../exact/orient3.h"
#include "reach.h"

/* The bound on the error of a product of a direction with a vector between vertices, relative to the sum of the direction's components and
 * to the vector, and of a coordinate of a mean of such vectors. */
#define REACH_PRODUCT_ERROR (8 * 0x1p-53)
#define REACH_MEAN_ERROR    (16 * 0x1p-53)

/* It needs 3 to 8. */
enum { REACH_STEPS = 30 };

/* The weights of the point of a segment, a triangle and a tetrahedron that is nearest to the origin (Ericson, Real-Time Collision Detection,
 * 2005, section 5.1). */
static void weigh_segment(const double p[3], const double q[3], double out[2]) {
    double edge[3];
    d3_sub(q, p, edge);
    const double square = d3_dot(edge, edge), along = -d3_dot(p, edge);
    out[1] = !(along > 0) ? 0 : along < square ? along / square : 1;
    out[0] = 1 - out[1];
}

static void weigh_triangle(const double w[3][3], double out[3]) {
    double n[3], edge[2][3], part[3][3], sides[3];
    d3_sub(w[1], w[0], edge[0]);
    d3_sub(w[2], w[0], edge[1]);
    d3_cross(edge[0], edge[1], n);
    for (int k = 0; k < 3; k++) {
        d3_cross(w[(k + 1) % 3], w[(k + 2) % 3], part[k]);
        sides[k] = d3_dot(n, part[k]);
    }
    const double sum = sides[0] + sides[1] + sides[2];
    if (sides[0] >= 0 && sides[1] >= 0 && sides[2] >= 0 && sum > 0) {
        for (int k = 0; k < 3; k++)
            out[k] = sides[k] / sum;
        return;
    }
    double least = INFINITY; /* of its edges the nearest */
    for (int k = 0; k < 3; k++) {
        const int next = (k + 1) % 3;
        double weight[2], at[3];
        weigh_segment(w[k], w[next], weight);
        for (int c = 0; c < 3; c++)
            at[c] = weight[0] * w[k][c] + weight[1] * w[next][c];
        if (d3_dot(at, at) < least) {
            least = d3_dot(at, at);
            out[k] = weight[0], out[next] = weight[1], out[(k + 2) % 3] = 0;
        }
    }
}

static void weigh_tetrahedron(const double w[4][3], double out[4]) {
    double part[4], least = INFINITY;
    bool inside = true;
    for (int k = 0; k < 4; k++) { /* the determinant of the others, with the sign of all four */
        double n[3];
        d3_cross(w[(k + 1) % 4], w[(k + 2) % 4], n);
        part[k] = (k % 2 == 0 ? 1 : -1) * d3_dot(n, w[(k + 3) % 4]);
    }
    const double sum = (part[0] + part[1]) + (part[2] + part[3]);
    for (int k = 0; k < 4; k++)
        inside = inside && part[k] * sum > 0;
    for (int k = 0; k < 4 && inside; k++)
        out[k] = part[k] / sum;
    for (int k = 0; k < 4 && !inside; k++) { /* of the faces the nearest */
        double face[3][3], weight[3], at[3];
        for (int e = 0; e < 3; e++)
            for (int c = 0; c < 3; c++)
                face[e][c] = w[(k + 1 + e) % 4][c];
        weigh_triangle((const double(*)[3])face, weight);
        for (int c = 0; c < 3; c++)
            at[c] = (weight[0] * face[0][c] + weight[1] * face[1][c]) + weight[2] * face[2][c];
        if (d3_dot(at, at) < least) {
            least = d3_dot(at, at);
            for (int e = 0; e < 3; e++)
                out[(k + 1 + e) % 4] = weight[e];
            out[k] = 0;
        }
    }
}

/* The point of the simplex of `near` that is nearest to `from`, as seen from there; leaves out the vertices that it does not need. */
static void find_nearest(sepal_reaching *near, const sepal_corners *s, const double from[3], double out[3]) {
    double w[4][3], weight[4] = {1, 0, 0, 0};
    for (int k = 0; k < near->count; k++) {
        sepal_corner_of(s, 0, near->vertex[k], w[k]);
        d3_sub(w[k], from, w[k]);
    }
    if (near->count == 2)
        weigh_segment(w[0], w[1], weight);
    else if (near->count == 3)
        weigh_triangle((const double(*)[3])w, weight);
    else if (near->count == 4)
        weigh_tetrahedron((const double(*)[3])w, weight);
    int kept = 0;
    out[0] = out[1] = out[2] = 0;
    for (int k = 0; k < near->count; k++) {
        for (int c = 0; c < 3; c++)
            out[c] += weight[k] * w[k][c];
        if (weight[k] > 0)
            near->vertex[kept++] = near->vertex[k];
    }
    near->count = kept;
}

/* The vertex of a that is farthest against the plane's normal. height: how far. */
static uint32_t find_farthest(const sepal_corners *s, const sepal_corner_plane *p, double *height) {
    double heights[SEPAL_INSIDE_PART];
    uint32_t best = 0;
    *height = -INFINITY;
    for (uint32_t first = 0; first < s->size[0]; first += SEPAL_INSIDE_PART) {
        const uint32_t left = s->size[0] - first, count = left < SEPAL_INSIDE_PART ? left : SEPAL_INSIDE_PART;
        sepal_corner_heights(p, s, 0, first, count, heights);
        const uint32_t k = sepal_greatest_of(heights, count);
        if (heights[k] > *height)
            *height = heights[k], best = first + k;
    }
    return best;
}

int sepal_reach_guess(sepal_reaching *near, const sepal_corners *s, uint32_t vertex, double least, double most) {
    const double unsure = 2 * s->error, reach = s->extent[1];
    sepal_corner_plane p; /* through the vertex, with the normal away from a */
    double at[3], height;
    sepal_corner_of(s, 1, vertex, p.at);
    for (int step = 0; step < REACH_STEPS && near->count > 0; step++) {
        find_nearest(near, s, p.at, at);
        const double square = d3_dot(at, at), length = sqrt(square);
        const double wrong = 2 * (REACH_MEAN_ERROR * reach + unsure);
        if (length * (1 + 0x1p-40) + wrong < least)
            return 1;
        if (length <= wrong) /* it is in a, or nearly so: no plane parts them for certain */
            return 0;
        for (int c = 0; c < 3; c++)
            p.n[c] = -at[c];
        const uint32_t farthest = find_farthest(s, &p, &height);
        if (-height - (REACH_PRODUCT_ERROR * reach + unsure) * d3_sum(at) * (1 + 0x1p-40) > most * length * (1 + 0x1p-40))
            return -1;
        if (-height > square * (1 - 0x1p-40) || near->count == 4 || near->count == 0)
            break;
        near->vertex[near->count++] = farthest;
    }
    return 0;
}
