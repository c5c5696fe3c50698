// peers_fcl.cc — FCL 0.7: fcl::collide with and without contacts, and fcl::distance, in double. Its convex shapes are given as points; their faces are
// not asked for by its collision of convex shapes, which takes support points.
#include "solid_peers.h"

#include <algorithm>
#include <fcl/fcl.h>
#include <memory>
#include <vector>

using object = fcl::CollisionObjectd;

struct shapes {
    std::vector<std::unique_ptr<object>> a, b;
};

static std::unique_ptr<object> make(const peer_solid &s) {
    fcl::Transform3d pose = fcl::Transform3d::Identity();
    std::shared_ptr<fcl::CollisionGeometryd> shape;
    double axis[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    if (s.kind == PEER_HULLS) {
        auto points = std::make_shared<std::vector<fcl::Vector3d>>();
        for (size_t i = 0; i < s.count; i++)
            points->emplace_back(s.x[i], s.y[i], s.z[i]);
        shape = std::make_shared<fcl::Convexd>(points, 0, std::make_shared<std::vector<int>>());
        return std::make_unique<object>(shape, pose);
    }
    if (s.kind == PEER_BOXES) {
        shape = std::make_shared<fcl::Boxd>(2 * s.half[0], 2 * s.half[1], 2 * s.half[2]);
        for (int m = 0; m < 9; m++)
            axis[m / 3][m % 3] = s.axis[m / 3][m % 3];
    } else if (s.kind == PEER_SPHERES) {
        shape = std::make_shared<fcl::Sphered>(s.radius);
    } else {
        const double half = peer_capsule_frame(&s, axis);
        shape = std::make_shared<fcl::Capsuled>(s.radius, 2 * half);
    }
    for (int k = 0; k < 3; k++) {
        pose.translation()[k] = s.centre[k];
        for (int m = 0; m < 3; m++)
            pose.linear()(k, m) = axis[m][k];
    }
    return std::make_unique<object>(shape, pose);
}

static bool fill(const sepal_solids *set, std::vector<std::unique_ptr<object>> &out) {
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

static void overlap(void *handle, const sepal_pair *pairs, size_t count, uint64_t *bits) {
    const shapes &s = *static_cast<shapes *>(handle);
    const fcl::CollisionRequestd request(1, false);
    for (size_t i = 0; i < count; i++) {
        fcl::CollisionResultd result;
        fcl::collide(s.a[pairs[i].a].get(), s.b[pairs[i].b].get(), request, result);
        peer_answer(bits, i, result.isCollision());
    }
}

// Of several contacts the deepest.
static void push(void *handle, const sepal_pair *pairs, size_t count, sepal_solid_mtvs out) {
    const shapes &s = *static_cast<shapes *>(handle);
    const fcl::CollisionRequestd request(8, true);
    for (size_t i = 0; i < count; i++) {
        fcl::CollisionResultd result;
        fcl::collide(s.a[pairs[i].a].get(), s.b[pairs[i].b].get(), request, result);
        fcl::Vector3d n(1, 0, 0);
        double depth = -1;
        for (size_t k = 0; k < result.numContacts(); k++)
            if (result.getContact(k).penetration_depth > depth) {
                depth = result.getContact(k).penetration_depth;
                n = result.getContact(k).normal;
            }
        solid_peer_push(out, i, n[0], n[1], n[2], depth);
    }
}

static void points(void *handle, const sepal_pair *pairs, size_t count, sepal_solid_mtvs out) {
    const shapes &s = *static_cast<shapes *>(handle);
    const fcl::DistanceRequestd request(true);
    for (size_t i = 0; i < count; i++) {
        fcl::DistanceResultd result;
        fcl::distance(s.a[pairs[i].a].get(), s.b[pairs[i].b].get(), request, result);
        const fcl::Vector3d &a = result.nearest_points[0], &b = result.nearest_points[1];
        const fcl::Vector3d n = (b - a).normalized();
        solid_peer_push(out, i, n[0], n[1], n[2], result.min_distance > 0 ? -result.min_distance : 0);
        out.a_x[i] = float(a[0]), out.a_y[i] = float(a[1]), out.a_z[i] = float(a[2]);
        out.b_x[i] = float(b[0]), out.b_y[i] = float(b[1]), out.b_z[i] = float(b[2]);
    }
}

// FCL's normals point from the first object to the second.
static void contacts(void *handle, const sepal_pair *pairs, size_t count, sepal_solid_contacts out) {
    const shapes &s = *static_cast<shapes *>(handle);
    const fcl::CollisionRequestd request(4, true);
    for (size_t i = 0; i < count; i++) {
        fcl::CollisionResultd result;
        fcl::collide(s.a[pairs[i].a].get(), s.b[pairs[i].b].get(), request, result);
        out.count[i] = uint8_t(std::min<size_t>(4, result.numContacts()));
        for (size_t k = 0; k < out.count[i]; k++) {
            const fcl::Contactd &c = result.getContact(k);
            const size_t at = 4 * i + k;
            out.x[at] = float(c.pos[0]), out.y[at] = float(c.pos[1]), out.z[at] = float(c.pos[2]);
            out.normal_x[i] = float(c.normal[0]), out.normal_y[i] = float(c.normal[1]), out.normal_z[i] = float(c.normal[2]);
            out.depth[at] = float(c.penetration_depth);
            out.feature[at] = uint32_t(k);
        }
    }
}

const peer solid_peer_fcl = [] {
    peer p{};
    p.name = "fcl";
    p.poses = true;
    p.overlap = overlap;
    p.destroy = destroy;
    p.solid_kinds = PEER_BOXES | PEER_SPHERES | PEER_CAPSULES | PEER_HULLS;
    p.create_solids = create;
    p.push_solids = push;
    p.points_solids = points;
    p.contacts_solids = contacts;
    return p;
}();
