#include "peers.h"

const peer *const peers[] = {
    &peer_textbook,
#ifdef BENCH_PEERS /* set by the meson option `peers` */
    &peer_box2d_distance,
    &peer_box2d_cast,
    &peer_box2d_ray,
    &peer_box2d_manifold,
    &peer_box2d_points,
    &peer_box2d_chain,
    &peer_box2d_tree,
    &peer_box2d_kept,
    &peer_chipmunk,
    &peer_chipmunk_space,
    &peer_geos_prepared,
    &peer_geos,
    &peer_boost,
#endif
#ifdef BENCH_CGAL
    &peer_cgal,
#endif
    NULL,
};

bool peer_takes(const peer *who, size_t most, bool round) {
    return (who->radii || !round) && (who->create || who->create_two) && (who->most_vertices == 0 || most <= who->most_vertices);
}
