// peers_bullet.cc — Bullet 3, in float, without margins: btGjkEpaSolver2 (GJK, and EPA where solids meet), the algorithms by which its
// dispatcher makes manifolds, btContinuousConvexCollision, the rays of a world with btDbvtBroadphase, and btDbvt.
#include "solid_peers.h"

#include <BulletCollision/CollisionDispatch/btCollisionObjectWrapper.h>
#include <BulletCollision/CollisionDispatch/btManifoldResult.h>
#include <BulletCollision/NarrowPhaseCollision/btContinuousConvexCollision.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpa2.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpaPenetrationDepthSolver.h>
#include <algorithm>
#include <btBulletCollisionCommon.h>
#include <memory>
#include <vector>

struct placed {
    std::unique_ptr<btConvexShape> shape;
    btTransform pose;
};

struct shapes {
    std::vector<placed> a, b;
};

static btVector3 vector_of(const double v[3]) {
    return btVector3(btScalar(v[0]), btScalar(v[1]), btScalar(v[2]));
}

static placed make(const peer_solid &s) {
    placed out;
    double axis[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    out.pose.setIdentity();
    if (s.kind == PEER_HULLS) {
        auto hull = std::make_unique<btConvexHullShape>();
        for (size_t i = 0; i < s.count; i++)
            hull->addPoint(btVector3(s.x[i], s.y[i], s.z[i]), false);
        hull->recalcLocalAabb();
        hull->setMargin(0);
        out.shape = std::move(hull);
        return out;
    }
    if (s.kind == PEER_BOXES) {
        auto box = std::make_unique<btBoxShape>(vector_of(s.half));
        box->setMargin(0);
        out.shape = std::move(box);
        for (int m = 0; m < 9; m++)
            axis[m / 3][m % 3] = s.axis[m / 3][m % 3];
    } else if (s.kind == PEER_SPHERES) {
        out.shape = std::make_unique<btSphereShape>(btScalar(s.radius));
    } else {
        const double half = peer_capsule_frame(&s, axis);
        out.shape = std::make_unique<btCapsuleShapeZ>(btScalar(s.radius), btScalar(2 * half));
    }
    btMatrix3x3 turn;
    for (int k = 0; k < 3; k++)
        turn[k].setValue(btScalar(axis[0][k]), btScalar(axis[1][k]), btScalar(axis[2][k]));
    out.pose.setBasis(turn);
    out.pose.setOrigin(vector_of(s.centre));
    return out;
}

static bool fill(const sepal_solids *set, std::vector<placed> &out) {
    for (uint32_t i = 0; i < sepal_solids_count(set); i++) {
        peer_solid s;
        if (!peer_solid_read(set, i, &s))
            return false;
        out.push_back(make(s));
    }
    return true;
}

static void *create(const sepal_solids *a, const sepal_solids *b) {
    auto made = std::make_unique<shapes>();
    return fill(a, made->a) && fill(b, made->b) ? made.release() : nullptr;
}

static void destroy(void *handle) {
    delete static_cast<shapes *>(handle);
}

static bool ask(const placed &a, const placed &b, btGjkEpaSolver2::sResults &found) {
    const btVector3 guess = b.pose.getOrigin() - a.pose.getOrigin();
    return btGjkEpaSolver2::Penetration(a.shape.get(), a.pose, b.shape.get(), b.pose, guess, found, true);
}

static void overlap(void *handle, const sepal_pair *pairs, size_t count, uint64_t *bits) {
    const shapes &s = *static_cast<shapes *>(handle);
    for (size_t i = 0; i < count; i++) {
        btGjkEpaSolver2::sResults found;
        peer_answer(bits, i, ask(s.a[pairs[i].a], s.b[pairs[i].b], found));
    }
}

// `distance` is minus the depth, along a normal from b to a.
static void push(void *handle, const sepal_pair *pairs, size_t count, sepal_solid_mtvs out) {
    const shapes &s = *static_cast<shapes *>(handle);
    for (size_t i = 0; i < count; i++) {
        btGjkEpaSolver2::sResults found;
        if (ask(s.a[pairs[i].a], s.b[pairs[i].b], found))
            solid_peer_push(out, i, -double(found.normal[0]), -double(found.normal[1]), -double(found.normal[2]),
                            -double(found.distance));
        else
            solid_peer_push(out, i, 1, 0, 0, -1);
    }
}

static void write_point(float *x, float *y, float *z, size_t i, const btVector3 &v) {
    x[i] = v.x();
    y[i] = v.y();
    z[i] = v.z();
}

// The nearest points of solids that are apart. Of those that overlap it only says so. It leaves margins out, which are the radii of spheres
// and capsules.
static void points(void *handle, const sepal_pair *pairs, size_t count, sepal_solid_mtvs out) {
    const shapes &s = *static_cast<shapes *>(handle);
    for (size_t i = 0; i < count; i++) {
        const placed &a = s.a[pairs[i].a], &b = s.b[pairs[i].b];
        btGjkEpaSolver2::sResults found;
        const btVector3 guess = b.pose.getOrigin() - a.pose.getOrigin();
        const bool apart = btGjkEpaSolver2::Distance(a.shape.get(), a.pose, b.shape.get(), b.pose, guess, found);
        const btScalar radius_a = a.shape->getMargin(), radius_b = b.shape->getMargin();
        if (!apart || found.distance <= radius_a + radius_b || found.distance <= 0) {
            solid_peer_push(out, i, 1, 0, 0, 0);
            continue;
        }
        const btVector3 n = (found.witnesses[1] - found.witnesses[0]).normalized(); // found.normal is in the frame of a
        solid_peer_push(out, i, double(n[0]), double(n[1]), double(n[2]), -double(found.distance - radius_a - radius_b));
        write_point(out.a_x, out.a_y, out.a_z, i, found.witnesses[0] + radius_a * n);
        write_point(out.b_x, out.b_y, out.b_z, i, found.witnesses[1] - radius_b * n);
    }
}

// --- Moving solids ---

static btTransform moved(const placed &s, const sepal_solid_moves *by, uint32_t k) {
    const size_t at = k * by->stride;
    return btTransform(s.pose.getBasis(), s.pose.getOrigin() + btVector3(by->x[at], by->y[at], by->z[at]));
}

// The cast says nothing of solids that overlap from the start, so those that it does not see meet are asked for that.
static void sweep(void *handle, const sepal_solid_moves *a, const sepal_solid_moves *b, const sepal_pair *pairs, size_t count,
                  sepal_solid_hits out) {
    const shapes &s = *static_cast<shapes *>(handle);
    btGjkEpaPenetrationDepthSolver penetration;
    for (size_t i = 0; i < count; i++) {
        const placed &of_a = s.a[pairs[i].a], &of_b = s.b[pairs[i].b];
        btVoronoiSimplexSolver simplex;
        btContinuousConvexCollision cast(of_a.shape.get(), of_b.shape.get(), &simplex, &penetration);
        btConvexCast::CastResult found;
        const bool hit = cast.calcTimeOfImpact(of_a.pose, moved(of_a, a, pairs[i].a), of_b.pose, moved(of_b, b, pairs[i].b), found);
        btGjkEpaSolver2::sResults at_first;
        const bool first = !hit && ask(of_a, of_b, at_first);
        peer_answer(out.bits, i, hit || first);
        out.time[i] = hit ? found.m_fraction : first ? 0 : 1;
    }
}

// --- Manifolds ---

namespace {
// The world that holds the solids of a, then those of b if that is another set, and what looks for contacts.
struct world {
    shapes solids;
    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher{&configuration};
    btNullPairCache no_pairs; // nobody asks for them, and objects would be searched in them one by one when they leave
    btDbvtBroadphase broadphase{&no_pairs};
    btCollisionWorld collisions{&dispatcher, &broadphase, &configuration};
    std::vector<std::unique_ptr<btCollisionObject>> of_a, of_b;

    ~world() {
        for (auto *list : {&of_a, &of_b})
            for (auto &object : *list)
                collisions.removeCollisionObject(object.get());
    }
};
} // namespace

static void add_objects(world &w, const std::vector<placed> &solids, std::vector<std::unique_ptr<btCollisionObject>> &out) {
    for (const placed &s : solids) {
        if (s.shape->getShapeType() == CONVEX_HULL_SHAPE_PROXYTYPE) // so that faces are clipped, and manifolds have several points
            static_cast<btPolyhedralConvexShape *>(s.shape.get())->initializePolyhedralFeatures();
        auto object = std::make_unique<btCollisionObject>();
        object->setCollisionShape(s.shape.get());
        object->setWorldTransform(s.pose);
        object->setUserIndex(static_cast<int>(out.size()));
        w.collisions.addCollisionObject(object.get());
        out.push_back(std::move(object));
    }
}

static void *create_world(const sepal_solids *a, const sepal_solids *b) {
    auto made = std::make_unique<world>();
    if (!fill(a, made->solids.a) || (a != b && !fill(b, made->solids.b)))
        return nullptr;
    add_objects(*made, made->solids.a, made->of_a);
    add_objects(*made, made->solids.b, made->of_b);
    made->broadphase.optimize();
    return made.release();
}

static void destroy_world(void *handle) {
    delete static_cast<world *>(handle);
}

// One algorithm serves all pairs, which are of the same two kinds. Most have a manifold of their own, whatever they are given.
static void contacts(void *handle, const sepal_pair *pairs, size_t count, sepal_solid_contacts out) {
    world &w = *static_cast<world *>(handle);
    const auto &second = w.of_b.empty() ? w.of_a : w.of_b;
    const btDispatcherInfo info;
    btPersistentManifold *given = nullptr, *manifold = nullptr;
    btCollisionAlgorithm *algorithm = nullptr;
    for (size_t i = 0; i < count; i++) {
        btCollisionObject *a = w.of_a[pairs[i].a].get(), *b = second[pairs[i].b].get();
        const btCollisionObjectWrapper of_a(nullptr, a->getCollisionShape(), a, a->getWorldTransform(), -1, -1);
        const btCollisionObjectWrapper of_b(nullptr, b->getCollisionShape(), b, b->getWorldTransform(), -1, -1);
        if (algorithm == nullptr) {
            manifold = given = w.dispatcher.getNewManifold(a, b);
            algorithm = w.dispatcher.findAlgorithm(&of_a, &of_b, given, BT_CONTACT_POINT_ALGORITHMS);
        }
        manifold->clearManifold();
        manifold->setBodies(a, b);
        btManifoldResult result(&of_a, &of_b);
        result.setPersistentManifold(manifold);
        algorithm->processCollision(&of_a, &of_b, info, &result);
        manifold = result.getPersistentManifold();
        out.count[i] = 0;
        for (int k = 0; k < manifold->getNumContacts(); k++) {
            const btManifoldPoint &p = manifold->getContactPoint(k);
            const btVector3 middle = (p.getPositionWorldOnA() + p.getPositionWorldOnB()) / 2;
            const size_t at = 4 * i + out.count[i]++;
            write_point(out.x, out.y, out.z, at, middle);
            write_point(out.normal_x, out.normal_y, out.normal_z, i, -p.m_normalWorldOnB);
            out.depth[at] = -p.getDistance();
            out.feature[at] = static_cast<uint32_t>(k);
        }
    }
    if (algorithm != nullptr) {
        algorithm->~btCollisionAlgorithm();
        w.dispatcher.freeCollisionAlgorithm(algorithm);
        w.dispatcher.releaseManifold(given);
    }
}

// --- Rays ---

static void cast(void *handle, const sepal_solid_rays *rays, size_t count, const sepal_solid_ray_hits *hits) {
    const world &w = *static_cast<world *>(handle);
    for (size_t i = 0; i < count; i++) {
        const size_t at = i * rays->stride;
        const btVector3 from(rays->x[at], rays->y[at], rays->z[at]);
        const btVector3 to = from + btVector3(rays->dx[at], rays->dy[at], rays->dz[at]);
        btCollisionWorld::ClosestRayResultCallback first(from, to);
        w.collisions.rayTest(from, to, first);
        hits->shape[i] = first.hasHit() ? static_cast<uint32_t>(first.m_collisionObject->getUserIndex()) : SEPAL_NO_SHAPE;
        hits->time[i] = first.m_closestHitFraction;
        if (first.hasHit())
            write_point(hits->normal_x, hits->normal_y, hits->normal_z, i, first.m_hitNormalWorld);
    }
}

// --- All pairs: the tree of boxes, and textbook code for the pairs, which is the quickest there is ---

namespace {
struct collector : btDbvt::ICollide {
    std::vector<sepal_pair> found;

    void Process(const btDbvtNode *p, const btDbvtNode *q) override {
        const auto a = static_cast<uint32_t>(p->dataAsInt), b = static_cast<uint32_t>(q->dataAsInt);
        found.push_back({std::min(a, b), std::max(a, b)});
    }
};

struct tree {
    shapes solids;
    void *textbook;
};
} // namespace

static void destroy_tree(void *handle) {
    auto *made = static_cast<tree *>(handle);
    solid_peer_textbook.destroy(made->textbook);
    delete made;
}

static void *create_tree(const sepal_solids *a, const sepal_solids *b) {
    auto *made = new tree{{}, solid_peer_textbook.create_solids(a, b)};
    if (made->textbook != nullptr && fill(a, made->solids.a))
        return made;
    destroy_tree(made);
    return nullptr;
}

static size_t find(void *handle, size_t room, sepal_pair *pairs) {
    const tree &t = *static_cast<tree *>(handle);
    btDbvt boxes;
    for (size_t k = 0; k < t.solids.a.size(); k++) {
        btVector3 low, high;
        t.solids.a[k].shape->getAabb(t.solids.a[k].pose, low, high);
        boxes.insert(btDbvtVolume::FromMM(low, high), nullptr)->dataAsInt = static_cast<int>(k);
    }
    collector near;
    boxes.collideTT(boxes.m_root, boxes.m_root, near);
    std::sort(near.found.begin(), near.found.end(), [](sepal_pair p, sepal_pair q) { return p.a != q.a ? p.a < q.a : p.b < q.b; });
    std::vector<uint64_t> bits(SEPAL_BIT_WORDS(near.found.size()));
    solid_peer_textbook.overlap(t.textbook, near.found.data(), near.found.size(), bits.data());
    size_t count = 0;
    for (size_t i = 0; i < near.found.size(); i++)
        if (bits[i / 64] >> (i % 64) & 1)
            count = peer_found(pairs, room, count, near.found[i].a, near.found[i].b);
    return count;
}

static const unsigned all_kinds = PEER_BOXES | PEER_SPHERES | PEER_CAPSULES | PEER_HULLS;

const peer solid_peer_bullet = [] {
    peer p{};
    p.name = "bullet";
    p.poses = true;
    p.destroy = destroy;
    p.solid_kinds = all_kinds;
    p.create_solids = create;
    p.overlap = overlap;
    p.push_solids = push;
    p.points_solids = points;
    p.sweep_solids = sweep;
    return p;
}();

const peer solid_peer_bullet_world = [] {
    peer p{};
    p.name = "bullet-world";
    p.destroy = destroy_world;
    p.solid_kinds = all_kinds;
    p.create_solids = create_world;
    p.contacts_solids = contacts;
    p.cast_solids = cast;
    return p;
}();

const peer solid_peer_bullet_tree = [] {
    peer p{};
    p.name = "bullet-dbvt";
    p.destroy = destroy_tree;
    p.solid_kinds = PEER_BOXES;
    p.create_solids = create_tree;
    p.find_solids = find;
    return p;
}();
