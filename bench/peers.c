#include "peers.h"

#include <string.h>

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
    &peer_cgal_predicates,
#endif
#ifdef BENCH_CLIPPER
    &peer_clipper,
#endif
#ifdef BENCH_OPENCV
    &peer_opencv,
#endif
    NULL,
};

bool peer_takes(const peer *who, size_t most, bool round) {
    return (who->radii || !round) && (who->create || who->create_two) && (who->most_vertices == 0 || most <= who->most_vertices);
}

size_t peer_vertices(const sepal_polys *set, uint32_t index, double *x, double *y) {
    const float *float_x, *float_y;
    const double *exact_x, *exact_y;
    size_t count = 0;
    if (sepal_polys_vertices_doubles(set, index, &exact_x, &exact_y, &count) == SEPAL_OK && count <= PEER_MOST_VERTICES) {
        memcpy(x, exact_x, count * sizeof *x);
        memcpy(y, exact_y, count * sizeof *y);
        return count;
    }
    if (sepal_polys_vertices(set, index, &float_x, &float_y, &count) != SEPAL_OK || count > PEER_MOST_VERTICES)
        return 0;
    for (size_t k = 0; k < count; k++) {
        x[k] = (double)float_x[k];
        y[k] = (double)float_y[k];
    }
    return count;
}
