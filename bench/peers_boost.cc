// peers_boost.cc — Boost.Geometry: intersects, on rings in double.
#include "peers.h"

#define BOOST_ALLOW_DEPRECATED_HEADERS // Boost 1.74 itself includes such headers
#include <algorithm>
#include <boost/geometry.hpp>
#include <boost/geometry/geometries/point_xy.hpp>
#include <boost/geometry/geometries/ring.hpp>
#include <boost/geometry/index/rtree.hpp>
#include <boost/iterator/function_output_iterator.hpp>
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

// A packed R-tree of the envelopes.
static size_t find(void *handle, size_t room, sepal_pair *pairs) {
    using box = geometry::model::box<point>;
    using entry = std::pair<box, uint32_t>;
    const shapes &shape = *static_cast<shapes *>(handle);
    std::vector<entry> entries(shape.size());
    for (uint32_t k = 0; k < shape.size(); k++)
        entries[k] = {geometry::return_envelope<box>(shape[k]), k};
    const geometry::index::rtree<entry, geometry::index::linear<16>> tree(entries);
    std::vector<uint32_t> near;
    size_t count = 0;
    for (uint32_t k = 0; k < shape.size(); k++) {
        near.clear();
        tree.query(geometry::index::intersects(entries[k].first), boost::make_function_output_iterator([&](const entry &e) {
                       if (e.second > k)
                           near.push_back(e.second);
                   }));
        std::sort(near.begin(), near.end());
        for (const uint32_t j : near)
            if (geometry::intersects(shape[k], shape[j]))
                count = peer_found(pairs, room, count, k, j);
    }
    return count;
}

const peer peer_boost = [] {
    peer p{};
    p.name = "boost";
    p.create = create;
    p.overlap = overlap;
    p.destroy = destroy;
    p.find = find;
    return p;
}();
