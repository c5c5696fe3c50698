// peers_boost.cc — Boost.Geometry: intersects, and areas of intersections, on rings in double.
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
using box = geometry::model::box<point>;
using entry = std::pair<box, uint32_t>;
using packed_tree = geometry::index::rtree<entry, geometry::index::linear<16>>;

// The rings, and a packed R-tree of their envelopes for what is asked about one set many times.
namespace {
struct shapes {
    std::vector<ring> rings;
    packed_tree tree;
};
} // namespace

static std::vector<entry> envelopes_of(const std::vector<ring> &rings) {
    std::vector<entry> entries(rings.size());
    for (uint32_t k = 0; k < rings.size(); k++)
        entries[k] = {geometry::return_envelope<box>(rings[k]), k};
    return entries;
}

static void *create(const sepal_polys *polys) {
    auto *made = new shapes{std::vector<ring>(sepal_polys_count(polys)), packed_tree()};
    for (uint32_t k = 0; k < made->rings.size(); k++) {
        static double x[PEER_MOST_VERTICES], y[PEER_MOST_VERTICES];
        const size_t n = peer_vertices(polys, k, x, y);
        if (n == 0) {
            delete made;
            return nullptr;
        }
        for (size_t i = 0; i < n; i++)
            made->rings[k].emplace_back(x[i], y[i]);
        geometry::correct(made->rings[k]); // makes the ring closed and clockwise
    }
    made->tree = packed_tree(envelopes_of(made->rings));
    return made;
}

static void destroy(void *handle) {
    delete static_cast<shapes *>(handle);
}

static void overlap(void *handle, const sepal_pair *pairs, size_t count, uint64_t *bits) {
    const std::vector<ring> &shape = static_cast<shapes *>(handle)->rings;
    for (size_t i = 0; i < count; i++)
        peer_answer(bits, i, geometry::intersects(shape[pairs[i].a], shape[pairs[i].b]));
}

static void common(void *handle, const sepal_pair *pairs, size_t count, float *area) {
    const std::vector<ring> &shape = static_cast<shapes *>(handle)->rings;
    std::vector<ring> both;
    for (size_t i = 0; i < count; i++) {
        double sum = 0;
        both.clear();
        geometry::intersection(shape[pairs[i].a], shape[pairs[i].b], both);
        for (const ring &part : both)
            sum += geometry::area(part);
        area[i] = static_cast<float>(sum);
    }
}

// The entries of a tree whose envelopes meet a box or contain a point.
template <class Place, class Take> static void visit(const packed_tree &tree, const Place &place, Take take) {
    tree.query(geometry::index::intersects(place), boost::make_function_output_iterator(take));
}

// A tree of the envelopes, made anew.
static size_t search(void *handle, bool ordered, size_t room, sepal_pair *pairs) {
    const std::vector<ring> &shape = static_cast<shapes *>(handle)->rings;
    const std::vector<entry> entries = envelopes_of(shape);
    const packed_tree tree(entries);
    std::vector<uint32_t> near;
    size_t count = 0;
    for (uint32_t k = 0; k < shape.size(); k++) {
        near.clear();
        visit(tree, entries[k].first, [&](const entry &e) {
            if (e.second > k)
                near.push_back(e.second);
        });
        if (ordered)
            std::sort(near.begin(), near.end());
        for (const uint32_t j : near)
            if (geometry::intersects(shape[k], shape[j]))
                count = peer_found(pairs, room, count, k, j);
    }
    return count;
}

static size_t find(void *handle, size_t room, sepal_pair *pairs) {
    return search(handle, true, room, pairs);
}

static size_t find_each(void *handle, size_t room, sepal_pair *pairs) {
    return search(handle, false, room, pairs);
}

// The tree has the envelopes themselves; those that ask are larger by the margin.
static size_t find_near(void *handle, float margin, size_t room, sepal_pair *pairs) {
    const std::vector<entry> entries = envelopes_of(static_cast<shapes *>(handle)->rings);
    const packed_tree tree(entries);
    std::vector<uint32_t> near;
    size_t count = 0;
    for (const entry &asking : entries) {
        const point low = asking.first.min_corner(), high = asking.first.max_corner();
        const box wide({low.x() - margin, low.y() - margin}, {high.x() + margin, high.y() + margin});
        near.clear();
        visit(tree, wide, [&](const entry &e) {
            if (e.second > asking.second)
                near.push_back(e.second);
        });
        std::sort(near.begin(), near.end());
        for (const uint32_t j : near)
            count = peer_found(pairs, room, count, asking.second, j);
    }
    return count;
}

static size_t find_in(void *handle, const peer_window *windows, size_t windows_count, size_t room, sepal_pair *pairs) {
    const shapes &shape = *static_cast<shapes *>(handle);
    size_t count = 0;
    for (uint32_t k = 0; k < windows_count; k++) {
        const box window({windows[k].low_x, windows[k].low_y}, {windows[k].high_x, windows[k].high_y});
        visit(shape.tree, window, [&](const entry &e) {
            if (geometry::intersects(window, shape.rings[e.second]))
                count = peer_found(pairs, room, count, k, e.second);
        });
    }
    return count;
}

static size_t find_at(void *handle, const sepal_points *points, size_t points_count, size_t room, sepal_pair *pairs) {
    const shapes &shape = *static_cast<shapes *>(handle);
    size_t count = 0;
    for (uint32_t k = 0; k < points_count; k++) {
        const point at(points->x[k * points->stride], points->y[k * points->stride]);
        visit(shape.tree, at, [&](const entry &e) {
            if (geometry::covered_by(at, shape.rings[e.second]))
                count = peer_found(pairs, room, count, k, e.second);
        });
    }
    return count;
}

// The tree gives so many envelopes by ascending distance, which is at most that of the rings. Returns whether these were enough.
static bool find_nearest_among(const shapes &shape, uint32_t k, size_t asked, size_t each,
                               std::vector<std::pair<double, uint32_t>> &best) {
    const box around = geometry::return_envelope<box>(shape.rings[k]);
    best.clear();
    for (auto e = shape.tree.qbegin(geometry::index::nearest(around, static_cast<unsigned>(asked))); e != shape.tree.qend(); ++e) {
        if (best.size() == each && geometry::distance(around, e->first) > best.back().first)
            return true;
        if (e->second == k)
            continue;
        const std::pair<double, uint32_t> found(geometry::distance(shape.rings[k], shape.rings[e->second]), e->second);
        best.insert(std::upper_bound(best.begin(), best.end(), found), found);
        if (best.size() > each)
            best.pop_back();
    }
    return asked >= shape.tree.size();
}

static void find_nearest(void *handle, size_t each, uint32_t *index, float *distance) {
    const shapes &shape = *static_cast<shapes *>(handle);
    std::vector<std::pair<double, uint32_t>> best;
    for (uint32_t k = 0; k < shape.rings.size(); k++) {
        size_t asked = 4 * each;
        while (!find_nearest_among(shape, k, asked, each, best))
            asked *= 4;
        for (size_t i = 0; i < each; i++) {
            index[k * each + i] = i < best.size() ? best[i].second : UINT32_MAX;
            distance[k * each + i] = i < best.size() ? static_cast<float>(best[i].first) : -1;
        }
    }
}

const peer peer_boost = [] {
    peer p{};
    p.name = "boost";
    p.create = create;
    p.doubles = true;
    p.overlap = overlap;
    p.common = common;
    p.destroy = destroy;
    p.find = find;
    p.find_each = find_each;
    p.find_near = find_near;
    p.find_in = find_in;
    p.find_at = find_at;
    p.find_nearest = find_nearest;
    return p;
}();
