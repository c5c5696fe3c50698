// peers_cgal_predicates.cc — CGAL's exact predicates: the sides of all edges on which vertices are, by its kernel of exact predicates and
// inexact constructions, in a textbook separating-axis test behind bounding boxes. CGAL's own test of two polygons makes their intersection,
// and asks about interiors.
#include "peers.h"

#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <array>
#include <vector>

namespace {

using kernel = CGAL::Exact_predicates_inexact_constructions_kernel;

struct polygon {
    std::vector<kernel::Point_2> corners; // counter-clockwise
    CGAL::Bbox_2 box;
};

struct two_sets {
    std::array<std::vector<polygon>, 2> sets;
    bool one;
    const std::vector<polygon> &second() const {
        return sets[one ? 0 : 1];
    }
};

// parted: some edge of a has all of b on its right; outside: some edge has a vertex of b there.
struct sides {
    bool parted = false, outside = false;
};

sides sides_of(const polygon &a, const polygon &b) {
    sides found;
    const std::size_t size = a.corners.size();
    for (std::size_t i = 0; i < size && size > 1; i++) {
        const kernel::Point_2 &from = a.corners[i], &to = a.corners[i + 1 < size ? i + 1 : 0];
        bool beyond = from != to;
        for (std::size_t j = 0; j < b.corners.size() && (beyond || !found.outside); j++) {
            const bool right = CGAL::orientation(from, to, b.corners[j]) == CGAL::RIGHT_TURN;
            beyond = beyond && right;
            found.outside = found.outside || right;
        }
        found.parted = found.parted || beyond;
    }
    return found;
}

bool fill(std::vector<polygon> &to, const sepal_polys *from) {
    std::vector<double> x(PEER_MOST_VERTICES), y(PEER_MOST_VERTICES);
    for (uint32_t k = 0; k < sepal_polys_count(from); k++) {
        polygon p;
        const std::size_t count = peer_vertices(from, k, x.data(), y.data());
        if (count == 0)
            return false;
        for (std::size_t i = 0; i < count; i++)
            p.corners.emplace_back(x[i], y[i]);
        p.box = CGAL::bbox_2(p.corners.begin(), p.corners.end());
        to.push_back(p);
    }
    return true;
}

void destroy(void *handle) {
    delete static_cast<two_sets *>(handle);
}

void *create_two(const sepal_polys *a, const sepal_polys *b) {
    auto *made = new two_sets{{}, a == b};
    if (fill(made->sets[0], a) && (a == b || fill(made->sets[1], b)))
        return made;
    destroy(made);
    return nullptr;
}

bool meet(const polygon &a, const polygon &b) {
    if (!CGAL::do_overlap(a.box, b.box))
        return false;
    if (a.corners.size() == 1 && b.corners.size() == 1)
        return a.corners[0] == b.corners[0];
    return !sides_of(a, b).parted && !sides_of(b, a).parted;
}

void overlap(void *handle, const sepal_pair *pairs, size_t count, uint64_t *bits) {
    const auto &shapes = *static_cast<two_sets *>(handle);
    for (size_t i = 0; i < count; i++)
        peer_answer(bits, i, meet(shapes.sets[0][pairs[i].a], shapes.second()[pairs[i].b]));
}

bool is_within(const CGAL::Bbox_2 &b, const CGAL::Bbox_2 &a) {
    return a.xmin() <= b.xmin() && b.xmax() <= a.xmax() && a.ymin() <= b.ymin() && b.ymax() <= a.ymax();
}

// A point beyond the ends of a polygon without area is on no right side of it: the box tells.
void contain(void *handle, const sepal_pair *pairs, size_t count, uint64_t *bits) {
    const auto &shapes = *static_cast<two_sets *>(handle);
    for (size_t i = 0; i < count; i++) {
        const polygon &a = shapes.sets[0][pairs[i].a], &b = shapes.second()[pairs[i].b];
        peer_answer(bits, i, is_within(b.box, a.box) && !sides_of(a, b).outside);
    }
}

} // namespace

const peer peer_cgal_predicates = [] {
    peer p{};
    p.name = "cgal-predicates";
    p.create_two = create_two;
    p.doubles = true;
    p.destroy = destroy;
    p.overlap = overlap;
    p.contain = contain;
    return p;
}();
