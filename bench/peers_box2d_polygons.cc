// peers_box2d_polygons.cc — Box2D 2.4: what it knows of polygons of up to 8 vertices: b2CollidePolygons (contact manifold),
// b2CollideEdgeAndPolygon (with a segment that is solid from one side), b2PolygonShape::TestPoint and RayCast, also behind
// b2DynamicTree, and b2TestOverlap behind it.
#include "peers.h"

#include <box2d/box2d.h>
#include <vector>

using shapes = std::vector<b2PolygonShape>;

static void *create(const sepal_polys *polys) {
    auto *made = new shapes(sepal_polys_count(polys));
    for (uint32_t k = 0; k < made->size(); k++) {
        const float *x, *y;
        size_t n;
        b2Vec2 vertices[b2_maxPolygonVertices];
        if (sepal_polys_vertices(polys, k, &x, &y, &n) != SEPAL_OK || n > b2_maxPolygonVertices) {
            delete made;
            return nullptr;
        }
        for (size_t i = 0; i < n; i++)
            vertices[i].Set(x[i], y[i]);
        (*made)[k].Set(vertices, static_cast<int32>(n));
        (*made)[k].m_radius = 0; // the skin of 0.01 that makes stacks of boxes stable is not part of the shape
    }
    return made;
}

static void destroy(void *handle) {
    delete static_cast<shapes *>(handle);
}

static b2Transform identity() {
    b2Transform transform;
    transform.SetIdentity();
    return transform;
}

static void overlap_manifold(void *handle, const sepal_pair *pairs, size_t count, uint64_t *bits) {
    const shapes &shape = *static_cast<shapes *>(handle);
    const b2Transform here = identity();
    for (size_t i = 0; i < count; i++) {
        b2Manifold manifold;
        b2CollidePolygons(&manifold, &shape[pairs[i].a], here, &shape[pairs[i].b], here);
        peer_answer(bits, i, manifold.pointCount > 0);
    }
}

// The normal of a manifold is that of the reference face, in the frame of its polygon. Here both frames are the world.
static void mtv(void *handle, const sepal_pair *pairs, size_t count, sepal_mtvs out) {
    const shapes &shape = *static_cast<shapes *>(handle);
    const b2Transform here = identity();
    for (size_t i = 0; i < count; i++) {
        b2Manifold manifold;
        b2CollidePolygons(&manifold, &shape[pairs[i].a], here, &shape[pairs[i].b], here);
        if (manifold.pointCount == 0) {
            peer_push(out, i, 1, 0, -1);
            continue;
        }
        b2WorldManifold world;
        world.Initialize(&manifold, here, 0, here, 0);
        float deepest = world.separations[0];
        if (manifold.pointCount == 2)
            deepest = b2Min(deepest, world.separations[1]);
        peer_push(out, i, world.normal.x, world.normal.y, -deepest);
    }
}

static void take_manifold(const b2Manifold &manifold, const b2Transform &here, size_t i, const sepal_contacts &out) {
    out.count[i] = static_cast<uint8_t>(manifold.pointCount);
    if (manifold.pointCount == 0)
        return;
    b2WorldManifold world;
    world.Initialize(&manifold, here, 0, here, 0);
    out.normal_x[i] = world.normal.x;
    out.normal_y[i] = world.normal.y;
    for (int32 k = 0; k < manifold.pointCount; k++) {
        out.x[2 * i + k] = world.points[k].x;
        out.y[2 * i + k] = world.points[k].y;
        out.depth[2 * i + k] = -world.separations[k];
        out.feature[2 * i + k] = manifold.points[k].id.key;
    }
}

static void contacts(void *handle, const sepal_pair *pairs, size_t count, sepal_contacts out) {
    const shapes &shape = *static_cast<shapes *>(handle);
    const b2Transform here = identity();
    for (size_t i = 0; i < count; i++) {
        b2Manifold manifold;
        b2CollidePolygons(&manifold, &shape[pairs[i].a], here, &shape[pairs[i].b], here);
        take_manifold(manifold, here, i, out);
    }
}

// --- Segments that are solid from one side ---

namespace {
struct hillside {
    std::vector<b2EdgeShape> segments; // the shapes a, in the order of the chain
    shapes *others;                    // the shapes b
};
} // namespace

static void destroy_hillside(void *handle) {
    delete static_cast<hillside *>(handle)->others;
    delete static_cast<hillside *>(handle);
}

static void *create_hillside(const sepal_polys *a, const sepal_polys *b) {
    auto *made = new hillside{{}, static_cast<shapes *>(create(b))};
    std::vector<b2Vec2> ends;
    for (uint32_t k = 0; k < sepal_polys_count(a); k++) {
        const float *x, *y;
        size_t n;
        if (made->others == nullptr || sepal_polys_vertices(a, k, &x, &y, &n) != SEPAL_OK || n != 2) {
            destroy_hillside(made);
            return nullptr;
        }
        if (k == 0)
            ends.insert(ends.end(), {b2Vec2(2 * x[0] - x[1], 2 * y[0] - y[1]), b2Vec2(x[0], y[0])});
        ends.emplace_back(x[1], y[1]);
        if (k + 1 == sepal_polys_count(a))
            ends.emplace_back(2 * x[1] - x[0], 2 * y[1] - y[0]);
    }
    for (size_t k = 0; k + 3 < ends.size(); k++) {
        b2EdgeShape segment;
        segment.SetOneSided(ends[k], ends[k + 1], ends[k + 2], ends[k + 3]);
        segment.m_radius = 0;
        made->segments.push_back(segment);
    }
    return made;
}

static void chain(void *handle, const sepal_pair *pairs, size_t count, sepal_contacts out) {
    const hillside &of = *static_cast<hillside *>(handle);
    const b2Transform here = identity();
    for (size_t i = 0; i < count; i++) {
        b2Manifold manifold;
        b2CollideEdgeAndPolygon(&manifold, &of.segments[pairs[i].a], here, &(*of.others)[pairs[i].b], here);
        take_manifold(manifold, here, i, out);
    }
}

// --- Points in polygons ---

namespace {
struct inside {
    shapes *shape;
    std::vector<b2Vec2> points; // the shapes b
};
} // namespace

static void destroy_inside(void *handle) {
    delete static_cast<inside *>(handle)->shape;
    delete static_cast<inside *>(handle);
}

static void *create_inside(const sepal_polys *a, const sepal_polys *b) {
    auto *made = new inside{static_cast<shapes *>(create(a)), {}};
    for (uint32_t k = 0; k < sepal_polys_count(b); k++) {
        const float *x, *y;
        size_t n;
        if (made->shape == nullptr || sepal_polys_vertices(b, k, &x, &y, &n) != SEPAL_OK || n != 1) {
            destroy_inside(made);
            return nullptr;
        }
        made->points.emplace_back(x[0], y[0]);
    }
    return made;
}

static void contain(void *handle, const sepal_pair *pairs, size_t count, uint64_t *bits) {
    const inside &of = *static_cast<inside *>(handle);
    const b2Transform here = identity();
    for (size_t i = 0; i < count; i++)
        peer_answer(bits, i, (*of.shape)[pairs[i].a].TestPoint(here, of.points[pairs[i].b]));
}

// --- The dynamic tree, made ahead ---

struct forest {
    shapes *shape;
    b2DynamicTree tree;
};

static void *create_forest(const sepal_polys *polys) {
    auto *made = new forest{static_cast<shapes *>(create(polys)), {}};
    if (made->shape == nullptr) {
        delete made;
        return nullptr;
    }
    for (uint32_t k = 0; k < made->shape->size(); k++) {
        b2AABB box;
        (*made->shape)[k].ComputeAABB(&box, identity(), 0);
        made->tree.CreateProxy(box, reinterpret_cast<void *>(static_cast<uintptr_t>(k)));
    }
    return made;
}

static void destroy_forest(void *handle) {
    delete static_cast<forest *>(handle)->shape;
    delete static_cast<forest *>(handle);
}

// The nearest hit so far; a ray is cut there.
struct nearest {
    const forest *in;
    uint32_t shape;
    b2RayCastOutput hit;

    float RayCastCallback(const b2RayCastInput &input, int32 proxy) {
        const auto k = static_cast<uint32_t>(reinterpret_cast<uintptr_t>(in->tree.GetUserData(proxy)));
        b2RayCastOutput found;
        if (!(*in->shape)[k].RayCast(&found, input, identity(), 0))
            return input.maxFraction;
        shape = k;
        hit = found;
        return found.fraction;
    }
};

static void cast(void *handle, const sepal_rays *rays, size_t count, const sepal_ray_hits *hits) {
    const auto *in = static_cast<forest *>(handle);
    for (size_t i = 0; i < count; i++) {
        const size_t at = i * rays->stride;
        const b2Vec2 from(rays->x[at], rays->y[at]), move(rays->dx[at], rays->dy[at]);
        nearest first = {in, SEPAL_NO_SHAPE, {b2Vec2(0, 0), 1}};
        in->tree.RayCast(&first, b2RayCastInput{from, from + move, 1});
        hits->shape[i] = first.shape;
        hits->time[i] = first.hit.fraction;
        hits->normal_x[i] = first.hit.normal.x;
        hits->normal_y[i] = first.hit.normal.y;
    }
}

// Takes the shapes whose boxes in the tree meet a box.
template <class Take> struct visitor {
    const forest *in;
    Take take;

    bool QueryCallback(int32 proxy) {
        take(static_cast<uint32_t>(reinterpret_cast<uintptr_t>(in->tree.GetUserData(proxy))));
        return true;
    }
};
template <class Take> static void visit(const forest *in, const b2AABB &box, Take take) {
    visitor<Take> visits = {in, take};
    in->tree.Query(&visits, box);
}

static size_t find_at(void *handle, const sepal_points *points, size_t points_count, size_t room, sepal_pair *pairs) {
    const auto *in = static_cast<forest *>(handle);
    const b2Transform here = identity();
    size_t count = 0;
    for (uint32_t i = 0; i < points_count; i++) {
        const b2Vec2 at(points->x[i * points->stride], points->y[i * points->stride]);
        visit(in, {at, at}, [&](uint32_t k) {
            if ((*in->shape)[k].TestPoint(here, at))
                count = peer_found(pairs, room, count, i, k);
        });
    }
    return count;
}

static size_t find_in(void *handle, const peer_window *windows, size_t windows_count, size_t room, sepal_pair *pairs) {
    const auto *in = static_cast<forest *>(handle);
    const b2Transform here = identity();
    size_t count = 0;
    for (uint32_t i = 0; i < windows_count; i++) {
        const b2AABB box = {b2Vec2(windows[i].low_x, windows[i].low_y), b2Vec2(windows[i].high_x, windows[i].high_y)};
        const b2Vec2 half = box.GetExtents();
        b2PolygonShape window;
        window.SetAsBox(half.x, half.y, box.GetCenter(), 0);
        window.m_radius = 0;
        visit(in, box, [&](uint32_t k) {
            if (b2TestOverlap(&window, 0, &(*in->shape)[k], 0, here, here))
                count = peer_found(pairs, room, count, i, k);
        });
    }
    return count;
}

const peer peer_box2d_manifold = [] {
    peer p{};
    p.name = "box2d-manifold";
    p.most_vertices = b2_maxPolygonVertices;
    p.create = create;
    p.destroy = destroy;
    p.overlap = overlap_manifold;
    p.poses = true;
    p.mtv = mtv;
    p.contacts = contacts;
    return p;
}();

const peer peer_box2d_chain = [] {
    peer p{};
    p.name = "box2d-chain";
    p.most_vertices = b2_maxPolygonVertices;
    p.create_two = create_hillside;
    p.destroy = destroy_hillside;
    p.chain = chain;
    return p;
}();

const peer peer_box2d_tree = [] {
    peer p{};
    p.name = "box2d-tree";
    p.most_vertices = b2_maxPolygonVertices;
    p.create = create_forest;
    p.destroy = destroy_forest;
    p.cast = cast;
    p.find_at = find_at;
    p.find_in = find_in;
    return p;
}();

const peer peer_box2d_points = [] {
    peer p{};
    p.name = "box2d";
    p.most_vertices = b2_maxPolygonVertices;
    p.create_two = create_inside;
    p.destroy = destroy_inside;
    p.contain = contain;
    p.only_points = true;
    return p;
}();
