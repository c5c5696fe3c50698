// peers_box2d_rays.cc — Box2D 2.4: b2PolygonShape::RayCast and b2CircleShape::RayCast, of one ray against one shape.
#include "peers.h"

#include <box2d/box2d.h>
#include <memory>
#include <vector>

namespace {
struct targets {
    std::vector<std::unique_ptr<b2Shape>> shapes; // the shapes a
    std::vector<b2Vec2> from;                     // the shapes b, which are points
};
} // namespace

static std::unique_ptr<b2Shape> circle_at(b2Vec2 centre, float radius) {
    auto made = std::make_unique<b2CircleShape>();
    made->m_p = centre;
    made->m_radius = radius;
    return made;
}

static std::unique_ptr<b2Shape> polygon_of(const float *x, const float *y, size_t n) {
    b2Vec2 vertices[b2_maxPolygonVertices];
    for (size_t i = 0; i < n; i++)
        vertices[i].Set(x[i], y[i]);
    auto made = std::make_unique<b2PolygonShape>();
    made->Set(vertices, static_cast<int32>(n));
    return made;
}

static void destroy(void *handle) {
    delete static_cast<targets *>(handle);
}

static void *create(const sepal_polys *a, const sepal_polys *b) {
    auto made = std::make_unique<targets>();
    const float *x, *y;
    float radius;
    size_t n;
    for (uint32_t k = 0; k < sepal_polys_count(a); k++) {
        if (sepal_polys_vertices(a, k, &x, &y, &n) != SEPAL_OK || sepal_polys_radius(a, k, &radius) != SEPAL_OK ||
            n > b2_maxPolygonVertices)
            return nullptr;
        made->shapes.push_back(n == 1 ? circle_at(b2Vec2(x[0], y[0]), radius) : polygon_of(x, y, n));
    }
    for (uint32_t k = 0; k < sepal_polys_count(b); k++) {
        if (sepal_polys_vertices(b, k, &x, &y, &n) != SEPAL_OK || n != 1)
            return nullptr;
        made->from.emplace_back(x[0], y[0]);
    }
    return made.release();
}

static void ray(void *handle, const sepal_moves *, const sepal_moves *moves, const sepal_pair *pairs, size_t count,
                sepal_hits out) {
    const targets &of = *static_cast<targets *>(handle);
    b2Transform here;
    here.SetIdentity();
    for (size_t i = 0; i < count; i++) {
        const b2Vec2 from = of.from[pairs[i].b];
        const size_t at = pairs[i].b * moves->stride;
        b2RayCastOutput found = {b2Vec2(0, 0), 0};
        peer_answer(out.bits, i,
                    of.shapes[pairs[i].a]->RayCast(&found, {from, from + b2Vec2(moves->x[at], moves->y[at]), 1}, here, 0));
        out.time[i] = found.fraction;
        out.normal_x[i] = found.normal.x;
        out.normal_y[i] = found.normal.y;
    }
}

const peer peer_box2d_ray = [] {
    peer p{};
    p.name = "box2d-ray";
    p.most_vertices = b2_maxPolygonVertices;
    p.create_two = create;
    p.radii = true;
    p.poses = true;
    p.destroy = destroy;
    p.ray = ray;
    return p;
}();
