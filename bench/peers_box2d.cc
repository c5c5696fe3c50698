// peers_box2d.cc — Box2D 2.4: b2Distance (GJK), by which b2TestOverlap says whether shapes are nearer than a tolerance, b2TimeOfImpact,
// b2ShapeCast, and b2DynamicTree. All of them take a cloud of vertices and a radius, of any number.
#include "peers.h"

#include <algorithm>
#include <box2d/b2_distance.h>
#include <box2d/b2_time_of_impact.h>
#include <box2d/box2d.h>
#include <vector>

namespace {
struct cloud {
    std::vector<b2Vec2> vertices;
    b2DistanceProxy proxy;
    b2Transform pose;
};

struct clouds {
    std::vector<cloud> a, b; // b is empty if it is a

    const std::vector<cloud> &of_b() const {
        return b.empty() ? a : b;
    }
};
} // namespace

static bool fill(const sepal_polys *set, std::vector<cloud> &out) {
    out.resize(sepal_polys_count(set));
    for (uint32_t k = 0; k < out.size(); k++) {
        const float *x, *y;
        float radius = 0;
        size_t n;
        if (sepal_polys_vertices(set, k, &x, &y, &n) != SEPAL_OK || sepal_polys_radius(set, k, &radius) != SEPAL_OK)
            return false;
        for (size_t i = 0; i < n; i++)
            out[k].vertices.emplace_back(x[i], y[i]);
        out[k].proxy.Set(out[k].vertices.data(), static_cast<int32>(n), radius);
        out[k].pose.SetIdentity();
    }
    return true;
}

static void *create(const sepal_polys *a, const sepal_polys *b) {
    auto *made = new clouds;
    if (fill(a, made->a) && (a == b || fill(b, made->b)))
        return made;
    delete made;
    return nullptr;
}

static void destroy(void *handle) {
    delete static_cast<clouds *>(handle);
}

static b2DistanceOutput distance(const cloud &a, const cloud &b) {
    b2DistanceInput input;
    input.proxyA = a.proxy;
    input.proxyB = b.proxy;
    input.transformA = a.pose;
    input.transformB = b.pose;
    input.useRadii = true;
    b2SimplexCache cache;
    cache.count = 0;
    b2DistanceOutput found;
    b2Distance(&found, &cache, &input);
    return found;
}

// What b2TestOverlap does.
static bool meet(const cloud &a, const cloud &b) {
    return distance(a, b).distance < 10.0f * b2_epsilon;
}

static void overlap(void *handle, const sepal_pair *pairs, size_t count, uint64_t *bits) {
    const clouds &shape = *static_cast<clouds *>(handle);
    for (size_t i = 0; i < count; i++)
        peer_answer(bits, i, meet(shape.a[pairs[i].a], shape.of_b()[pairs[i].b]));
}

// The nearest points of shapes that are apart. Of those that overlap GJK only says so.
static void points(void *handle, const sepal_pair *pairs, size_t count, sepal_mtvs out) {
    const clouds &shape = *static_cast<clouds *>(handle);
    for (size_t i = 0; i < count; i++) {
        const b2DistanceOutput found = distance(shape.a[pairs[i].a], shape.of_b()[pairs[i].b]);
        b2Vec2 normal = found.pointB - found.pointA;
        normal.Normalize();
        peer_push(out, i, normal.x, normal.y, found.distance > 0 ? -found.distance : 0);
        out.a_x[i] = found.pointA.x;
        out.a_y[i] = found.pointA.y;
        out.b_x[i] = found.pointB.x;
        out.b_y[i] = found.pointB.y;
    }
}

// --- Moving shapes ---

static b2Vec2 move_of(const sepal_moves *moves, uint32_t k) {
    return moves == nullptr ? b2Vec2(0, 0) : b2Vec2(moves->x[k * moves->stride], moves->y[k * moves->stride]);
}

static b2Sweep sweep_by(b2Vec2 move) {
    b2Sweep sweep;
    sweep.localCenter.SetZero();
    sweep.c0.SetZero();
    sweep.c = move;
    sweep.a0 = sweep.a = sweep.alpha0 = 0;
    return sweep;
}

// The time at which shapes are as near as Box2D lets them come: a slop of 0.005, with a tolerance of a quarter of that.
static void sweep_time(void *handle, const sepal_moves *a, const sepal_moves *b, const sepal_pair *pairs, size_t count,
                       sepal_hits out) {
    const clouds &shape = *static_cast<clouds *>(handle);
    for (size_t i = 0; i < count; i++) {
        b2TOIInput input;
        input.proxyA = shape.a[pairs[i].a].proxy;
        input.proxyB = shape.of_b()[pairs[i].b].proxy;
        input.sweepA = sweep_by(move_of(a, pairs[i].a));
        input.sweepB = sweep_by(move_of(b, pairs[i].b));
        input.tMax = 1;
        b2TOIOutput found;
        b2TimeOfImpact(&found, &input);
        peer_answer(out.bits, i, found.state != b2TOIOutput::e_separated);
        out.time[i] = found.state == b2TOIOutput::e_overlapped ? 0 : found.t;
    }
}

// b2ShapeCast says nothing of shapes that overlap from the start, so those that it does not see meet are asked for that.
static void sweep_cast(void *handle, const sepal_moves *a, const sepal_moves *b, const sepal_pair *pairs, size_t count,
                       sepal_hits out) {
    const clouds &shape = *static_cast<clouds *>(handle);
    for (size_t i = 0; i < count; i++) {
        const cloud &of_a = shape.a[pairs[i].a], &of_b = shape.of_b()[pairs[i].b];
        b2ShapeCastInput input;
        input.proxyA = of_a.proxy;
        input.proxyB = of_b.proxy;
        input.transformA = of_a.pose;
        input.transformB = of_b.pose;
        input.translationB = move_of(b, pairs[i].b) - move_of(a, pairs[i].a);
        b2ShapeCastOutput found;
        const bool later = b2ShapeCast(&found, &input);
        peer_answer(out.bits, i, later || meet(of_a, of_b));
        out.time[i] = later ? found.lambda : 0;
    }
}

// --- All pairs ---

static b2AABB box_of(const cloud &s) {
    b2AABB box = {s.vertices[0], s.vertices[0]};
    for (const b2Vec2 &v : s.vertices) {
        box.lowerBound = b2Min(box.lowerBound, v);
        box.upperBound = b2Max(box.upperBound, v);
    }
    const b2Vec2 around(s.proxy.m_radius, s.proxy.m_radius);
    box.lowerBound += s.pose.p - around;
    box.upperBound += s.pose.p + around;
    return box;
}

namespace {
// What a query of the tree reports: shapes with greater numbers than the one that asks.
struct partners {
    const b2DynamicTree *tree;
    uint32_t than;
    std::vector<uint32_t> found;

    bool QueryCallback(int32 proxy) {
        const auto k = static_cast<uint32_t>(reinterpret_cast<uintptr_t>(tree->GetUserData(proxy)));
        if (k > than)
            found.push_back(k);
        return true;
    }
};
} // namespace

static size_t find(void *handle, size_t room, sepal_pair *pairs) {
    const std::vector<cloud> &shape = static_cast<clouds *>(handle)->a;
    b2DynamicTree tree;
    std::vector<b2AABB> box(shape.size());
    for (uint32_t k = 0; k < shape.size(); k++) {
        box[k] = box_of(shape[k]);
        tree.CreateProxy(box[k], reinterpret_cast<void *>(static_cast<uintptr_t>(k)));
    }
    partners near = {&tree, 0, {}};
    size_t count = 0;
    for (uint32_t k = 0; k < shape.size(); k++) {
        near.than = k;
        near.found.clear();
        tree.Query(&near, box[k]);
        std::sort(near.found.begin(), near.found.end());
        for (const uint32_t j : near.found)
            if (meet(shape[k], shape[j]))
                count = peer_found(pairs, room, count, k, j);
    }
    return count;
}

// --- All pairs, step by step ---

namespace {
// The pairs whose fat boxes overlap, as the contacts of b2ContactManager; those of each shape with greater ones.
struct kept {
    clouds *shapes;
    b2DynamicTree tree;
    std::vector<int32> proxy;
    std::vector<uint32_t> fresh; // shapes whose boxes are new
    std::vector<std::vector<uint32_t>> near;
    uint32_t asking;

    bool QueryCallback(int32 found) {
        const auto k = static_cast<uint32_t>(reinterpret_cast<uintptr_t>(tree.GetUserData(found)));
        if (k == asking || (tree.WasMoved(found) && found > proxy[asking]))
            return true;
        auto &list = near[std::min(k, asking)];
        const uint32_t other = std::max(k, asking);
        if (std::find(list.begin(), list.end(), other) == list.end())
            list.push_back(other);
        return true;
    }
};
} // namespace

static void destroy_kept(void *handle) {
    destroy(static_cast<kept *>(handle)->shapes);
    delete static_cast<kept *>(handle);
}

static void *create_kept(const sepal_polys *a, const sepal_polys *b) {
    auto *made = new kept{static_cast<clouds *>(create(a, b)), {}, {}, {}, {}, 0};
    if (made->shapes == nullptr) {
        delete made;
        return nullptr;
    }
    for (uint32_t k = 0; k < made->shapes->a.size(); k++) {
        made->proxy.push_back(
            made->tree.CreateProxy(box_of(made->shapes->a[k]), reinterpret_cast<void *>(static_cast<uintptr_t>(k))));
        made->fresh.push_back(k);
    }
    made->near.resize(made->proxy.size());
    return made;
}

static size_t find_moved(void *handle, const uint32_t *moved, size_t count, float along, size_t room, sepal_pair *pairs) {
    kept &all = *static_cast<kept *>(handle);
    std::vector<cloud> &shape = all.shapes->a;
    size_t found = 0;
    for (size_t i = 0; i < count; i++) {
        const uint32_t k = moved[i];
        shape[k].pose.p.x += along;
        if (all.tree.MoveProxy(all.proxy[k], box_of(shape[k]), b2Vec2(along, 0)))
            all.fresh.push_back(k);
    }
    for (const uint32_t k : all.fresh) {
        all.asking = k;
        all.tree.Query(&all, all.tree.GetFatAABB(all.proxy[k]));
    }
    for (const uint32_t k : all.fresh)
        all.tree.ClearMoved(all.proxy[k]);
    all.fresh.clear();
    for (uint32_t k = 0; k < shape.size(); k++) {
        auto &list = all.near[k];
        for (size_t i = 0; i < list.size();) {
            const uint32_t j = list[i];
            if (!b2TestOverlap(all.tree.GetFatAABB(all.proxy[k]), all.tree.GetFatAABB(all.proxy[j]))) {
                list[i] = list.back();
                list.pop_back();
                continue;
            }
            if (meet(shape[k], shape[j]))
                found = peer_found(pairs, room, found, k, j);
            i++;
        }
    }
    return found;
}

const peer peer_box2d_kept = [] {
    peer p{};
    p.name = "box2d-kept";
    p.create_two = create_kept;
    p.radii = true;
    p.destroy = destroy_kept;
    p.find_moved = find_moved;
    return p;
}();

const peer peer_box2d_distance = [] {
    peer p{};
    p.name = "box2d";
    p.create_two = create;
    p.radii = true;
    p.destroy = destroy;
    p.overlap = overlap;
    p.poses = true;
    p.points = points;
    p.sweep = sweep_time;
    p.find = find;
    return p;
}();

const peer peer_box2d_cast = [] {
    peer p{};
    p.name = "box2d-cast";
    p.create_two = create;
    p.radii = true;
    p.destroy = destroy;
    p.sweep = sweep_cast;
    return p;
}();
