// peers_boost.cc — Boost.Geometry: intersects, on rings in double.
#include "peers.h"

#define BOOST_ALLOW_DEPRECATED_HEADERS // Boost 1.74 itself includes such headers
#include <boost/geometry.hpp>
#include <boost/geometry/geometries/point_xy.hpp>
#include <boost/geometry/geometries/ring.hpp>
#include <vector>

namespace geometry = boost::geometry;
using point = geometry::model::d2::point_xy<double>;
using ring = geometry::model::ring<point>;
using shapes = std::vector<ring>;

static void *create(const sepal_polys *polys) {
    auto *made = new shapes(sepal_polys_count(polys));
    for (uint32_t k = 0; k < made->size(); k++) {
        const float *x, *y;
        size_t n;
        if (sepal_polys_vertices(polys, k, &x, &y, &n) != SEPAL_OK) {
            delete made;
            return nullptr;
        }
        for (size_t i = 0; i < n; i++)
            (*made)[k].emplace_back(x[i], y[i]);
        geometry::correct((*made)[k]); // makes the ring closed and clockwise
    }
    return made;
}

static void destroy(void *handle) {
    delete static_cast<shapes *>(handle);
}

static void overlap(void *handle, const sepal_pair *pairs, size_t count, uint64_t *bits) {
    const shapes &shape = *static_cast<shapes *>(handle);
    for (size_t i = 0; i < count; i++)
        peer_answer(bits, i, geometry::intersects(shape[pairs[i].a], shape[pairs[i].b]));
}

const peer peer_boost = {"boost", 0, create, overlap, nullptr, destroy, 0, nullptr, nullptr, nullptr};
