// peers_cgal.cc — CGAL: box_self_intersection_d finds the pairs of boxes that meet. What of CGAL tests two polygons (Boolean operations on
// them) is not meant for so many, so textbook code tests the pairs.
#include "peers.h"

#include <CGAL/Box_intersection_d/Box_d.h>
#include <CGAL/box_intersection_d.h>
#include <algorithm>
#include <vector>

// A box, and the number of its shape.
struct numbered_box : CGAL::Box_intersection_d::Box_d<float, 2, CGAL::Box_intersection_d::ID_EXPLICIT> {
    using base = CGAL::Box_intersection_d::Box_d<float, 2, CGAL::Box_intersection_d::ID_EXPLICIT>;
    uint32_t number = 0;

    numbered_box(float low[2], float high[2], uint32_t k) : base(low, high), number(k) {
    }
};

struct cgal_shapes {
    void *textbook;
    std::vector<float> x, y;
    std::vector<size_t> first;
};

static void destroy(void *handle) {
    auto *made = static_cast<cgal_shapes *>(handle);
    peer_textbook.destroy(made->textbook);
    delete made;
}

static void *create(const sepal_polys *polys) {
    auto *made = new cgal_shapes{peer_textbook.create(polys), {}, {}, {0}};
    for (uint32_t k = 0; k < sepal_polys_count(polys); k++) {
        const float *x, *y;
        size_t n = 0;
        if (sepal_polys_vertices(polys, k, &x, &y, &n) != SEPAL_OK) {
            destroy(made);
            return nullptr;
        }
        made->x.insert(made->x.end(), x, x + n);
        made->y.insert(made->y.end(), y, y + n);
        made->first.push_back(made->x.size());
    }
    return made;
}

// The pairs of boxes that meet, each enlarged by a half of the margin.
static std::vector<sepal_pair> join(const cgal_shapes &shape, float margin, bool ordered) {
    std::vector<numbered_box> boxes;
    std::vector<sepal_pair> near;
    const float half = 0.5F * margin;
    for (uint32_t k = 0; k + 1 < shape.first.size(); k++) {
        const auto x = std::minmax_element(&shape.x[shape.first[k]], shape.x.data() + shape.first[k + 1]);
        const auto y = std::minmax_element(&shape.y[shape.first[k]], shape.y.data() + shape.first[k + 1]);
        float low[2] = {*x.first - half, *y.first - half}, high[2] = {*x.second + half, *y.second + half};
        boxes.emplace_back(low, high, k);
    }
    CGAL::box_self_intersection_d(boxes.begin(), boxes.end(), [&](const numbered_box &p, const numbered_box &q) {
        near.push_back({std::min(p.number, q.number), std::max(p.number, q.number)});
    });
    if (ordered)
        std::sort(near.begin(), near.end(), [](sepal_pair p, sepal_pair q) { return p.a != q.a ? p.a < q.a : p.b < q.b; });
    return near;
}

static size_t search(void *handle, bool ordered, size_t room, sepal_pair *pairs) {
    const auto &shape = *static_cast<cgal_shapes *>(handle);
    const std::vector<sepal_pair> near = join(shape, 0, ordered);
    std::vector<uint64_t> bits(SEPAL_BIT_WORDS(near.size()));
    peer_textbook.overlap(shape.textbook, near.data(), near.size(), bits.data());
    size_t count = 0;
    for (size_t i = 0; i < near.size(); i++)
        if (bits[i / 64] >> (i % 64) & 1)
            count = peer_found(pairs, room, count, near[i].a, near[i].b);
    return count;
}

static size_t find(void *handle, size_t room, sepal_pair *pairs) {
    return search(handle, true, room, pairs);
}

static size_t find_each(void *handle, size_t room, sepal_pair *pairs) {
    return search(handle, false, room, pairs);
}

static size_t find_near(void *handle, float margin, size_t room, sepal_pair *pairs) {
    const std::vector<sepal_pair> near = join(*static_cast<cgal_shapes *>(handle), margin, true);
    size_t count = 0;
    for (const sepal_pair p : near)
        count = peer_found(pairs, room, count, p.a, p.b);
    return count;
}

const peer peer_cgal = [] {
    peer p{};
    p.name = "cgal";
    p.create = create;
    p.destroy = destroy;
    p.find = find;
    p.find_each = find_each;
    p.find_near = find_near;
    return p;
}();
