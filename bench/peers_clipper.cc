// peers_clipper.cc — Clipper 6: areas of intersections. Its coordinates are whole numbers: the shapes are scaled so that the greatest has
// 29 bits, up to which it computes with 64 bits.
#include "peers.h"

#include <algorithm>
#include <clipper.hpp>
#include <cmath>

namespace {
struct shapes {
    ClipperLib::Paths paths;
    double scale;
};
} // namespace

static void *create(const sepal_polys *polys) {
    auto *made = new shapes{ClipperLib::Paths(sepal_polys_count(polys)), 0};
    double greatest = 0;
    for (int pass = 0; pass < 2; pass++) {
        for (uint32_t k = 0; k < made->paths.size(); k++) {
            const float *x, *y;
            size_t n;
            if (sepal_polys_vertices(polys, k, &x, &y, &n) != SEPAL_OK) {
                delete made;
                return nullptr;
            }
            for (size_t i = 0; i < n; i++) {
                const double at[] = {static_cast<double>(x[i]), static_cast<double>(y[i])};
                if (pass == 0)
                    greatest = std::max({greatest, std::fabs(at[0]), std::fabs(at[1])});
                else
                    made->paths[k] << ClipperLib::IntPoint(std::llround(at[0] * made->scale), std::llround(at[1] * made->scale));
            }
        }
        made->scale = std::exp2(28 - (greatest > 0 ? std::ilogb(greatest) : 0));
    }
    return made;
}

static void destroy(void *handle) {
    delete static_cast<shapes *>(handle);
}

static void common(void *handle, const sepal_pair *pairs, size_t count, float *area) {
    const shapes *s = static_cast<shapes *>(handle);
    ClipperLib::Clipper clipper;
    ClipperLib::Paths both;
    for (size_t i = 0; i < count; i++) {
        clipper.Clear();
        clipper.AddPath(s->paths[pairs[i].a], ClipperLib::ptSubject, true);
        clipper.AddPath(s->paths[pairs[i].b], ClipperLib::ptClip, true);
        clipper.Execute(ClipperLib::ctIntersection, both, ClipperLib::pftNonZero, ClipperLib::pftNonZero);
        double sum = 0;
        for (const ClipperLib::Path &part : both)
            sum += ClipperLib::Area(part);
        area[i] = static_cast<float>(sum / (s->scale * s->scale));
    }
}

const peer peer_clipper = [] {
    peer p{};
    p.name = "clipper";
    p.create = create;
    p.common = common;
    p.destroy = destroy;
    return p;
}();
