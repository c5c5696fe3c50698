// peers_bullet.cc — Bullet 3: btGjkEpaSolver2::Penetration (GJK, then EPA where they meet), in float, without margins.
#include "solid_peers.h"

#include <BulletCollision/NarrowPhaseCollision/btGjkEpa2.h>
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

const peer solid_peer_bullet = [] {
    peer p{};
    p.name = "bullet";
    p.overlap = overlap;
    p.destroy = destroy;
    p.solid_kinds = PEER_BOXES | PEER_SPHERES | PEER_CAPSULES | PEER_HULLS;
    p.create_solids = create;
    p.push_solids = push;
    return p;
}();
