// peers_opencv.cc — OpenCV: areas of intersections of convex polygons, in float.
#include "peers.h"

#include <opencv2/imgproc.hpp>
#include <vector>

namespace {
using shapes = std::vector<std::vector<cv::Point2f>>;
} // namespace

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
    }
    return made;
}

static void destroy(void *handle) {
    delete static_cast<shapes *>(handle);
}

static void common(void *handle, const sepal_pair *pairs, size_t count, float *area) {
    const shapes &s = *static_cast<shapes *>(handle);
    std::vector<cv::Point2f> both;
    for (size_t i = 0; i < count; i++)
        area[i] = cv::intersectConvexConvex(s[pairs[i].a], s[pairs[i].b], both);
}

const peer peer_opencv = [] {
    peer p{};
    p.name = "opencv";
    p.create = create;
    p.common = common;
    p.destroy = destroy;
    return p;
}();
