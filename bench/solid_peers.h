/* solid_peers.h — other code that answers sepal's questions about solids, and solids as other libraries take them. */
#ifndef BENCH_SOLID_PEERS_H
#define BENCH_SOLID_PEERS_H

#include "peers.h"
#include "solid_scenes.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Kinds of solids, as bits. */
enum { PEER_BOXES = 1, PEER_SPHERES = 2, PEER_CAPSULES = 4, PEER_HULLS = 8, PEER_ROUNDED = 16 };

/* One solid: a box with unit axes; a sphere or a capsule about the ends; or a hull, whose points are those of the set. */
typedef struct peer_solid {
    unsigned kind;
    double centre[3], axis[3][3], half[3];
    double end[2][3], radius;
    const float *x, *y, *z;
    size_t count;
} peer_solid;

bool peer_solid_read(const sepal_solids *set, uint32_t index, peer_solid *out);

/* The rotation that takes the z axis to the direction of a capsule, as columns; and half the length of its core. */
double peer_capsule_frame(const peer_solid *s, double axis[3][3]);

/* The list ends with NULL. */
extern const peer *const solid_peers[];

/* The kinds of two sets as bits; whether a peer takes them. */
unsigned solid_peer_kinds(const solid_recipe *recipe);
static inline bool solid_peer_takes(const peer *who, unsigned kinds) {
    return (kinds & ~who->solid_kinds) == 0;
}

extern const peer solid_peer_textbook;
extern const peer peer_textbook_mesh; /* triangles: solids a are boxes, b are flat hulls */
extern const peer solid_peer_fcl, solid_peer_ccd_mpr, solid_peer_ccd_gjk, solid_peer_bullet, solid_peer_bullet_world,
    solid_peer_bullet_tree, solid_peer_ode;

/* Answer i: a pair that is apart has the depth -1. */
static inline void solid_peer_push(sepal_solid_mtvs out, size_t i, double x, double y, double z, double depth) {
    out.normal_x[i] = (float)x;
    out.normal_y[i] = (float)y;
    out.normal_z[i] = (float)z;
    out.depth[i] = (float)depth;
}

#ifdef __cplusplus
}
#endif
#endif
