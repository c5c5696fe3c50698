#include "solid_peers.h"

#include <math.h>
#include <string.h>

const peer *const solid_peers[] = {
    &solid_peer_textbook,
#ifdef BENCH_SOLID_PEERS /* set by the meson option `peers` */
    &solid_peer_fcl,
    &solid_peer_ccd_mpr,
    &solid_peer_ccd_gjk,
    &solid_peer_bullet,
    &solid_peer_bullet_world,
    &solid_peer_bullet_tree,
    &solid_peer_ode,
#endif
    NULL,
};

static unsigned bit_of(solid_kind kind) {
    return kind == SOLID_BOXES      ? PEER_BOXES
           : kind == SOLID_SPHERES  ? PEER_SPHERES
           : kind == SOLID_CAPSULES ? PEER_CAPSULES
           : kind == SOLID_HULLS    ? PEER_HULLS
                                    : PEER_ROUNDED;
}

unsigned solid_peer_kinds(const solid_recipe *recipe) {
    return bit_of(recipe->a) | bit_of(recipe->b);
}

bool peer_solid_read(const sepal_solids *set, uint32_t index, peer_solid *out) {
    sepal_parallelepiped box;
    float radius;
    memset(out, 0, sizeof *out);
    if (sepal_solids_radius(set, index, &radius) != SEPAL_OK)
        return false;
    out->radius = (double)radius;
    if (sepal_solids_box(set, index, &box) == SEPAL_OK) {
        const float *const edge[3] = {box.u, box.v, box.w};
        out->kind = PEER_BOXES;
        for (int m = 0; m < 3; m++) {
            out->centre[m] = (double)box.c[m];
            double square = 0;
            for (int k = 0; k < 3; k++)
                square += (double)edge[m][k] * (double)edge[m][k];
            out->half[m] = sqrt(square);
            for (int k = 0; k < 3; k++)
                out->axis[m][k] = (double)edge[m][k] / out->half[m];
        }
        return true;
    }
    if (sepal_solids_vertices(set, index, &out->x, &out->y, &out->z, &out->count) != SEPAL_OK)
        return false;
    out->kind = out->count == 1 ? PEER_SPHERES : out->count == 2 ? PEER_CAPSULES : PEER_HULLS;
    for (size_t e = 0; e < 2; e++) {
        const size_t i = e < out->count ? e : 0;
        out->end[e][0] = (double)out->x[i], out->end[e][1] = (double)out->y[i], out->end[e][2] = (double)out->z[i];
    }
    for (int k = 0; k < 3; k++)
        out->centre[k] = (out->end[0][k] + out->end[1][k]) / 2;
    return true;
}

double peer_capsule_frame(const peer_solid *s, double axis[3][3]) {
    double d[3], length, side[3] = {0, 0, 0};
    for (int k = 0; k < 3; k++)
        d[k] = s->end[1][k] - s->end[0][k];
    length = sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
    for (int k = 0; k < 3; k++)
        axis[2][k] = length > 0 ? d[k] / length : k == 2;
    side[fabs(axis[2][0]) < 0.6 ? 0 : 1] = 1;
    for (int k = 0; k < 3; k++) /* x = side x z, made a unit; y = z x x */
        axis[0][k] = side[(k + 1) % 3] * axis[2][(k + 2) % 3] - side[(k + 2) % 3] * axis[2][(k + 1) % 3];
    const double size = sqrt(axis[0][0] * axis[0][0] + axis[0][1] * axis[0][1] + axis[0][2] * axis[0][2]);
    for (int k = 0; k < 3; k++)
        axis[0][k] /= size;
    for (int k = 0; k < 3; k++)
        axis[1][k] = axis[2][(k + 1) % 3] * axis[0][(k + 2) % 3] - axis[2][(k + 2) % 3] * axis[0][(k + 1) % 3];
    return length / 2;
}
