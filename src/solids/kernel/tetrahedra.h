/* tetrahedra.h — two hulls of at most four vertices: by the planes of their faces, in float.
 *
 * With the edges e_1, e_2, e_3 from one vertex, N_1 = e_2 x e_3 and so on, and V = e_1 . N_1, a point q beside that vertex is beyond
 * face k if N_k . q has not the sign of V, and beyond the face opposite to the vertex if (N_1 + N_2 + N_3) . q is beyond V: these are
 * the barycentric coordinates of q, times V. If all vertices of the other are certainly beyond one face, the two are apart; if one
 * of them is certainly beyond none, it is inside. Of tetrahedra that are apart, only some 4 in 100 are not beyond one face. */
#ifndef SEPAL_SOLIDS_KERNEL_TETRAHEDRA_H
#define SEPAL_SOLIDS_KERNEL_TETRAHEDRA_H

#include "../../simd/vec3.h"
#include "query.h"

/* Bounds the errors of these products, as a share of E^2 T, and what underflow may take (docs/numerics/solids_kernels.md,
 * "Tetrahedra: faces"). */
#define TETRAHEDRON_ERROR     (48 * 0x1p-24F)
#define TETRAHEDRON_UNDERFLOW 0x1p-110F

/* The vertices of one solid of each lane; the last one repeated, if there are fewer. */
typedef struct four_vertices {
    w3 at[4];
} four_vertices;

/* index[2 * lane] is the solid. */
SPECIALISED four_vertices load_four(const sepal_solids *set, const uint32_t *index) {
    const float *at[SEPAL_LANES];
    for (int lane = 0; lane < SEPAL_LANES; lane++)
        at[lane] = sepal_solid_x(set, index[2 * lane]);
    w f[12];
    w_load_quads(at, 3, f);
    return (four_vertices){{{f[0], f[4], f[8]}, {f[1], f[5], f[9]}, {f[2], f[6], f[10]}, {f[3], f[7], f[11]}}};
}

/* By how much all vertices of the other are beyond one face, and by how much one of them is beyond none: the greatest, as far as
 * errors allow. Volumes, times 6. */
typedef struct face_margins {
    w beyond, inside;
} face_margins;

/* edge: from one vertex to the three others. other: the vertices of the other, from there. */
static inline face_margins find_margins(const w3 edge[3], const w3 other[4]) {
    w3 normal[3];
    for (int k = 0; k < 3; k++)
        normal[k] = w3_cross(edge[(k + 1) % 3], edge[(k + 2) % 3]);
    w volume = w3_dot(edge[0], normal[0]), size = w_abs(volume);
    for (int k = 0; k < 3; k++)
        normal[k] = w3_flip(normal[k], volume);
    w most[3], least = w_infinity(), inside = w_neg(w_infinity());
    most[0] = most[1] = most[2] = inside;
    for (int j = 0; j < 4; j++) {
        w x = w3_dot(normal[0], other[j]), y = w3_dot(normal[1], other[j]), z = w3_dot(normal[2], other[j]);
        w sum = w_add(x, w_add(y, z));
        most[0] = w_max(most[0], x);
        most[1] = w_max(most[1], y);
        most[2] = w_max(most[2], z);
        least = w_min(least, sum);
        inside = w_max(inside, w_min(w_min(x, y), w_min(z, w_sub(size, sum))));
    }
    w opposite = w_sub(least, size);
    return (face_margins){w_max(w_neg(w_min(w_min(most[0], most[1]), most[2])), opposite), inside};
}

/* Margins of a group, and what bounds their errors. */
typedef struct solid_face_lanes {
    w beyond, inside, error;
} solid_face_lanes;

static inline solid_face_lanes find_faces(const four_vertices *a, const four_vertices *b) {
    w3 edge_a[3], edge_b[3], of_b[4], of_a[4];
    w size_a = w_zero(), size_b = w_zero();
    for (int i = 0; i < 4; i++) {
        of_b[i] = w3_sub(b->at[i], a->at[0]);
        of_a[i] = w3_sub(a->at[i], b->at[0]);
    }
    for (int i = 0; i < 3; i++) {
        edge_a[i] = w3_sub(a->at[i + 1], a->at[0]);
        edge_b[i] = w3_sub(b->at[i + 1], b->at[0]);
        size_a = w_max(size_a, w3_sum(edge_a[i]));
        size_b = w_max(size_b, w3_sum(edge_b[i]));
    }
    w size = w_max(size_a, size_b), extent = w_add(w_add(size_a, size_b), w3_greatest(of_b[0]));
    /* infinite where a sum of products of three lengths may be */
    w product = w_mul(w_mul(size, size), w_mul(extent, w_set1(16))), lost = w_set1(TETRAHEDRON_UNDERFLOW);
    face_margins by_a = find_margins(edge_a, of_b), by_b = find_margins(edge_b, of_a);
    return (solid_face_lanes){w_max(by_a.beyond, by_b.beyond), w_max(by_a.inside, by_b.inside),
                              w_madd(product, w_set1(TETRAHEDRON_ERROR / 16), w_madd(extent, lost, lost))};
}

SPECIALISED lanes tetrahedra_kernel(const void *question, const sepal_pair *group, UNUSED size_t k, UNUSED sizes n) {
    const solids_query *q = question;
    four_vertices a = load_four(q->a, &group->a), b = load_four(q->b, &group->b);
    solid_face_lanes found = find_faces(&a, &b);
    return decided(w_gt(found.beyond, found.error), w_gt(found.inside, found.error));
}

STAGE_OF_GROUPS(filter_tetrahedra, tetrahedra_kernel);

#endif
