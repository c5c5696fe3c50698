// sepal.hpp — sets and finders for C++17 and later, as classes over the functions of the C headers, which stay the manual: a method
// is the function of its name, sepal::polys::overlap_pairs is sepal_polys_overlap_pairs. What is added: memory is given back by
// destructors; arrays are spans, whose sizes are checked; lists of what was found are vectors, which grow. Structures with arrays,
// such as sepal_boxes and sepal_mtvs, are those of C: their arrays have as many values as there are shapes, pairs or rays, or are
// null.
//
// Nothing throws, but sepal::require, which makes an exception of a status where you call it, and a std::vector that
// grows. A set whose memory could not be had is null (`if (!set)`), and every call about it returns SEPAL_BAD_ARGUMENT.
#ifndef SEPAL_HPP
#define SEPAL_HPP

#include "sepal.h"

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <type_traits>
#include <utility>
#include <vector>
#if defined(__cpp_exceptions)
#include <stdexcept>
#include <string>
#endif

namespace sepal {

/// Values in a row, which belong to somebody else: made of an array, a std::vector, a std::span, or a pointer and a size. A
/// std::vector that is a temporary is refused. Values in braces are taken as an argument, {{0, 1}, {0, 2}} for pairs: they live as
/// long as the call.
template <class T> class span {
    struct nothing {};
    /// What is listed in braces; what is written to is not.
    using listed = std::conditional_t<std::is_const_v<T>, std::remove_const_t<T>, nothing>;
    /// Is this an lvalue, or a view, whose constness says nothing of its values?
    template <class Values>
    static constexpr bool stays = std::is_lvalue_reference_v<Values> ||
                                  std::is_same_v<decltype(std::declval<std::remove_reference_t<Values> &>().data()),
                                                 decltype(std::declval<const std::remove_reference_t<Values> &>().data())>;

  public:
    constexpr span() noexcept = default;
    constexpr span(T *data, std::size_t size) noexcept : first(data), count(size) {
    }
    template <std::size_t N> constexpr span(T (&array)[N]) noexcept : first(array), count(N) {
    }
    template <class Values, class = std::enable_if_t<std::is_convertible_v<decltype(std::declval<Values &>().data()), T *>>,
              class = std::enable_if_t<stays<Values>>>
    constexpr span(Values &&values) noexcept : first(values.data()), count(values.size()) {
    }
    constexpr span(std::initializer_list<listed> values) noexcept : span(values.begin(), values.size()) {
    }

    constexpr T *data() const noexcept {
        return first;
    }
    constexpr std::size_t size() const noexcept {
        return count;
    }
    constexpr T &operator[](std::size_t i) const noexcept {
        return first[i];
    }
    constexpr T *begin() const noexcept {
        return first;
    }
    constexpr T *end() const noexcept {
        return first + count;
    }

  private:
    T *first = nullptr;
    std::size_t count = 0;
};

/// Answer i of some bits.
inline bool answer(span<const std::uint64_t> bits, std::size_t i) noexcept {
    return (bits[i / 64] >> i % 64 & 1) != 0;
}

/// How many pairs some rows have.
inline std::size_t pairs_of(span<const sepal_row> rows) noexcept {
    std::size_t pairs = 0;
    for (const sepal_row &row : rows)
        pairs += row.count;
    return pairs;
}

#if defined(__cpp_exceptions)
/// What require() throws.
class error : public std::runtime_error {
  public:
    explicit error(sepal_status failed) : std::runtime_error(sepal_status_text(failed)), status(failed) {
    }
    error(sepal_status failed, const std::string &message) : std::runtime_error(message), status(failed) {
    }
    sepal_status status;
};

/// Throws an error unless the status is SEPAL_OK.
inline void require(sepal_status status) {
    if (status != SEPAL_OK)
        throw error(status);
}

/// Throws an error unless the status is SEPAL_OK, after a call about many shapes that was given this refusal, which was empty
/// before: what() names the shape and the reason.
inline void require(sepal_status status, const sepal_refusal &refusal) {
    if (status != SEPAL_OK && refusal.reason != nullptr)
        throw error(status, "shape " + std::to_string(refusal.index) + " of the call: " + refusal.reason);
    require(status);
}

/// Throws an error unless the status is SEPAL_OK, after a question about pairs of two sets: what() names the first pair that has an
/// index outside of its set.
template <class Set> void require(sepal_status status, const Set &a, const Set &b, span<const sepal_pair> pairs) {
    for (std::size_t i = 0; status == SEPAL_BAD_ARGUMENT && i < pairs.size(); i++) {
        const bool is_first = pairs[i].a >= a.size();
        const std::size_t size = is_first ? a.size() : b.size();
        if (is_first || pairs[i].b >= b.size())
            throw error(status, "pairs[" + std::to_string(i) + "] is {" + std::to_string(pairs[i].a) + ", " +
                                    std::to_string(pairs[i].b) + "}, but the " + (is_first ? "first" : "second") + " set has " +
                                    std::to_string(size) + (size == 1 ? " shape" : " shapes"));
    }
    require(status);
}
#endif

/// Are these offsets into so many values, in ascending order?
inline bool are_offsets(span<const std::uint32_t> first, std::size_t values) noexcept {
    for (std::size_t i = 1; i < first.size(); i++)
        if (first[i] < first[i - 1])
            return false;
    return first.size() > 0 && first[first.size() - 1] <= values;
}

/// What owns an object of the library: moved, and copied by copy() of sets alone.
template <class Object, void destroy(Object *)> class owner {
  public:
    owner(owner &&from) noexcept : object(std::exchange(from.object, nullptr)) {
    }
    owner &operator=(owner &&from) noexcept {
        if (this != &from) {
            release();
            object = std::exchange(from.object, nullptr);
        }
        return *this;
    }
    ~owner() {
        release();
    }

    explicit operator bool() const noexcept {
        return object != nullptr;
    }
    /// The object, for functions of C.
    Object *get() const noexcept {
        return object;
    }

  protected:
    owner() noexcept = default;
    void release() noexcept {
        destroy(object);
        object = nullptr;
    }
    Object *object = nullptr;
};

/// A set of shapes in the plane (polys.h, groups.h).
class polys : public owner<sepal_polys, sepal_polys_destroy> {
  public:
    explicit polys(const sepal_allocator *allocator = nullptr) noexcept {
        (void)sepal_polys_create(allocator, &object);
    }
    /// A set of doubles. It has no object if the origin is out of range.
    static polys create_doubles(double origin_x, double origin_y, const sepal_allocator *allocator = nullptr) noexcept {
        sepal_polys *made = nullptr;
        (void)sepal_polys_create_doubles(allocator, origin_x, origin_y, &made);
        return polys(made);
    }

    std::size_t size() const noexcept {
        return sepal_polys_count(object);
    }
    void clear() noexcept {
        sepal_polys_clear(object);
    }
    sepal_status reserve(std::size_t shapes, std::size_t vertices) noexcept {
        return sepal_polys_reserve(object, shapes, vertices);
    }

    sepal_status add(span<const float> x, span<const float> y, float radius = 0, std::uint32_t *index = nullptr) noexcept {
        if (x.size() != y.size())
            return SEPAL_BAD_ARGUMENT;
        return sepal_polys_add_round(object, x.data(), y.data(), x.size(), radius, index);
    }
    /// Polygon k has the vertices first[k] .. first[k + 1] - 1.
    sepal_status add_many(span<const float> x, span<const float> y, span<const std::uint32_t> first, span<const float> radius = {},
                          std::uint32_t *index = nullptr, sepal_refusal *refusal = nullptr) noexcept {
        if (!are_offsets(first, x.size()) || x.size() != y.size() ||
            (radius.data() != nullptr && radius.size() != first.size() - 1))
            return SEPAL_BAD_ARGUMENT;
        return sepal_polys_add_many(object, x.data(), y.data(), first.data(), first.size() - 1, radius.data(), index, refusal);
    }
    /// Hull k is that of the points first[k] .. first[k + 1] - 1, in any order.
    sepal_status add_hulls(span<const float> x, span<const float> y, span<const std::uint32_t> first, span<const float> radius = {},
                           std::uint32_t *index = nullptr, sepal_refusal *refusal = nullptr) noexcept {
        if (!are_offsets(first, x.size()) || x.size() != y.size() ||
            (radius.data() != nullptr && radius.size() != first.size() - 1))
            return SEPAL_BAD_ARGUMENT;
        return sepal_polys_add_hulls(object, x.data(), y.data(), first.data(), first.size() - 1, radius.data(), index, refusal);
    }
    sepal_status add_boxes(const sepal_boxes &boxes, std::size_t count, std::uint32_t *index = nullptr,
                           sepal_refusal *refusal = nullptr) noexcept {
        return sepal_polys_add_boxes(object, &boxes, count, index, refusal);
    }
    sepal_status add_circles(const sepal_circles &circles, std::size_t count, std::uint32_t *index = nullptr,
                             sepal_refusal *refusal = nullptr) noexcept {
        return sepal_polys_add_circles(object, &circles, count, index, refusal);
    }
    sepal_status add_capsules(const sepal_capsules &capsules, std::size_t count, std::uint32_t *index = nullptr,
                              sepal_refusal *refusal = nullptr) noexcept {
        return sepal_polys_add_capsules(object, &capsules, count, index, refusal);
    }
    sepal_status add_concave(span<const float> x, span<const float> y, std::uint32_t *first = nullptr,
                             std::uint32_t *parts = nullptr, sepal_refusal *refusal = nullptr) noexcept {
        if (x.size() != y.size())
            return SEPAL_BAD_ARGUMENT;
        return sepal_polys_add_concave(object, x.data(), y.data(), x.size(), first, parts, refusal);
    }
    sepal_status add_with_holes(span<const float> x, span<const float> y, span<const std::uint32_t> starts,
                                std::uint32_t *first = nullptr, std::uint32_t *parts = nullptr,
                                sepal_refusal *refusal = nullptr) noexcept {
        if (x.size() != y.size() || (starts.size() > 0 && starts[starts.size() - 1] > x.size()))
            return SEPAL_BAD_ARGUMENT;
        return sepal_polys_add_with_holes(object, x.data(), y.data(), starts.data(), starts.size() - (starts.size() > 0), first,
                                          parts, refusal);
    }
    sepal_status add_outside(span<const float> x, span<const float> y, span<const std::uint32_t> starts, float beyond,
                             std::uint32_t *first = nullptr, std::uint32_t *parts = nullptr,
                             sepal_refusal *refusal = nullptr) noexcept {
        if (x.size() != y.size() || (starts.size() > 0 && starts[starts.size() - 1] > x.size()))
            return SEPAL_BAD_ARGUMENT;
        return sepal_polys_add_outside(object, x.data(), y.data(), starts.data(), starts.size() - (starts.size() > 0), beyond,
                                       first, parts, refusal);
    }
    sepal_status remove(std::uint32_t index) noexcept {
        return sepal_polys_remove(object, index);
    }
    sepal_status replace(std::uint32_t index, const polys &from, std::uint32_t shape) noexcept {
        return sepal_polys_replace(object, index, from.get(), shape);
    }
    /// Writes as many as fit, and returns how many there are.
    std::size_t removed(span<std::uint32_t> slots = {}) const noexcept {
        return sepal_polys_removed(object, slots.data(), slots.size());
    }
    /// As many vertices as the shape has.
    sepal_status update(std::uint32_t index, span<const float> x, span<const float> y) noexcept {
        span<const float> old_x, old_y;
        const sepal_status status = vertices(index, old_x, old_y);
        if (status != SEPAL_OK || x.size() != old_x.size() || y.size() != old_y.size())
            return SEPAL_BAD_ARGUMENT;
        return sepal_polys_update(object, index, x.data(), y.data());
    }
    sepal_status radius(std::uint32_t index, float &radius) const noexcept {
        return sepal_polys_radius(object, index, &radius);
    }

    sepal_status rebase(double origin_x, double origin_y) noexcept {
        return sepal_polys_rebase(object, origin_x, origin_y);
    }
    sepal_status add_doubles(span<const double> x, span<const double> y, std::uint32_t *index = nullptr) noexcept {
        if (x.size() != y.size())
            return SEPAL_BAD_ARGUMENT;
        return sepal_polys_add_doubles(object, x.data(), y.data(), x.size(), index);
    }
    sepal_status add_round_doubles(span<const double> x, span<const double> y, double radius,
                                   std::uint32_t *index = nullptr) noexcept {
        if (x.size() != y.size())
            return SEPAL_BAD_ARGUMENT;
        return sepal_polys_add_round_doubles(object, x.data(), y.data(), x.size(), radius, index);
    }
    /// Polygon k has the vertices first[k] .. first[k + 1] - 1. `radius` may be empty.
    sepal_status add_many_doubles(span<const double> x, span<const double> y, span<const std::uint32_t> first,
                                  span<const double> radius = {}, std::uint32_t *index = nullptr,
                                  sepal_refusal *refusal = nullptr) noexcept {
        if (!are_offsets(first, x.size()) || x.size() != y.size() || (radius.size() > 0 && radius.size() != first.size() - 1))
            return SEPAL_BAD_ARGUMENT;
        return sepal_polys_add_many_doubles(object, x.data(), y.data(), first.data(), first.size() - 1, radius.data(), index,
                                            refusal);
    }
    /// Hull k is that of the points first[k] .. first[k + 1] - 1, in any order. `radius` may be empty.
    sepal_status add_hulls_doubles(span<const double> x, span<const double> y, span<const std::uint32_t> first,
                                   span<const double> radius = {}, std::uint32_t *index = nullptr,
                                   sepal_refusal *refusal = nullptr) noexcept {
        if (!are_offsets(first, x.size()) || x.size() != y.size() || (radius.size() > 0 && radius.size() != first.size() - 1))
            return SEPAL_BAD_ARGUMENT;
        return sepal_polys_add_hulls_doubles(object, x.data(), y.data(), first.data(), first.size() - 1, radius.data(), index,
                                             refusal);
    }
    sepal_status add_circles_doubles(const sepal_circles_doubles &circles, std::size_t count, std::uint32_t *index = nullptr,
                                     sepal_refusal *refusal = nullptr) noexcept {
        return sepal_polys_add_circles_doubles(object, &circles, count, index, refusal);
    }
    sepal_status add_capsules_doubles(const sepal_capsules_doubles &capsules, std::size_t count, std::uint32_t *index = nullptr,
                                      sepal_refusal *refusal = nullptr) noexcept {
        return sepal_polys_add_capsules_doubles(object, &capsules, count, index, refusal);
    }
    sepal_status radius_doubles(std::uint32_t index, double &radius) const noexcept {
        return sepal_polys_radius_doubles(object, index, &radius);
    }
    sepal_status add_boxes_doubles(const sepal_boxes_doubles &boxes, std::size_t count, std::uint32_t *index = nullptr,
                                   sepal_refusal *refusal = nullptr) noexcept {
        return sepal_polys_add_boxes_doubles(object, &boxes, count, index, refusal);
    }
    sepal_status add_concave_doubles(span<const double> x, span<const double> y, std::uint32_t *first = nullptr,
                                     std::uint32_t *parts = nullptr, sepal_refusal *refusal = nullptr) noexcept {
        if (x.size() != y.size())
            return SEPAL_BAD_ARGUMENT;
        return sepal_polys_add_concave_doubles(object, x.data(), y.data(), x.size(), first, parts, refusal);
    }
    sepal_status add_with_holes_doubles(span<const double> x, span<const double> y, span<const std::uint32_t> starts,
                                        std::uint32_t *first = nullptr, std::uint32_t *parts = nullptr,
                                        sepal_refusal *refusal = nullptr) noexcept {
        if (x.size() != y.size() || (starts.size() > 0 && starts[starts.size() - 1] > x.size()))
            return SEPAL_BAD_ARGUMENT;
        return sepal_polys_add_with_holes_doubles(object, x.data(), y.data(), starts.data(), starts.size() - (starts.size() > 0),
                                                  first, parts, refusal);
    }
    sepal_status add_outside_doubles(span<const double> x, span<const double> y, span<const std::uint32_t> starts, double beyond,
                                     std::uint32_t *first = nullptr, std::uint32_t *parts = nullptr,
                                     sepal_refusal *refusal = nullptr) noexcept {
        if (x.size() != y.size() || (starts.size() > 0 && starts[starts.size() - 1] > x.size()))
            return SEPAL_BAD_ARGUMENT;
        return sepal_polys_add_outside_doubles(object, x.data(), y.data(), starts.data(), starts.size() - (starts.size() > 0),
                                               beyond, first, parts, refusal);
    }
    /// As many vertices as the shape has.
    sepal_status update_doubles(std::uint32_t index, span<const double> x, span<const double> y) noexcept {
        span<const double> old_x, old_y;
        const sepal_status status = vertices_doubles(index, old_x, old_y);
        if (status != SEPAL_OK)
            return status;
        if (x.size() != old_x.size() || y.size() != old_y.size())
            return SEPAL_BAD_ARGUMENT;
        return sepal_polys_update_doubles(object, index, x.data(), y.data());
    }
    sepal_status vertices_doubles(std::uint32_t index, span<const double> &x, span<const double> &y) const noexcept {
        const double *at_x = nullptr, *at_y = nullptr;
        std::size_t count = 0;
        const sepal_status status = sepal_polys_vertices_doubles(object, index, &at_x, &at_y, &count);
        if (status == SEPAL_OK) {
            x = span<const double>(at_x, count);
            y = span<const double>(at_y, count);
        }
        return status;
    }

    sepal_status place(const polys &models, span<const std::uint32_t> model, const sepal_poses &poses,
                       sepal_refusal *refusal = nullptr) noexcept {
        return sepal_polys_place(object, models.get(), model.data(), &poses, model.size(), refusal);
    }
    sepal_status place_range(std::size_t first, const polys &models, span<const std::uint32_t> model, const sepal_poses &poses,
                             sepal_refusal *refusal = nullptr) noexcept {
        return sepal_polys_place_range(object, first, models.get(), model.data(), &poses, model.size(), refusal);
    }
    /// SEPAL_TOO_SMALL unless there is a model for each shape of the set.
    sepal_status place_list(span<const std::uint32_t> shapes, const polys &models, span<const std::uint32_t> model,
                            const sepal_poses &poses, sepal_refusal *refusal = nullptr) noexcept {
        if (model.size() < size())
            return SEPAL_TOO_SMALL;
        return sepal_polys_place_list(object, shapes.data(), shapes.size(), models.get(), model.data(), &poses, refusal);
    }
    sepal_status vertices(std::uint32_t index, span<const float> &x, span<const float> &y) const noexcept {
        const float *at_x = nullptr, *at_y = nullptr;
        std::size_t count = 0;
        const sepal_status status = sepal_polys_vertices(object, index, &at_x, &at_y, &count);
        if (status == SEPAL_OK) {
            x = span<const float>(at_x, count);
            y = span<const float>(at_y, count);
        }
        return status;
    }

    /// Another set of the same shapes, in the same slots; null if its memory could not be had.
    polys copy(const sepal_allocator *allocator = nullptr) const noexcept {
        polys made(allocator);
        sepal_status status = made ? SEPAL_OK : SEPAL_NO_MEMORY;
        for (std::uint32_t i = 0; status == SEPAL_OK && i < size(); i++) {
            const float origin = 0;
            span<const float> x, y;
            float grown = 0;
            (void)vertices(i, x, y);
            (void)radius(i, grown);
            if (x.size() > 0)
                status = made.add(x, y, grown);
            else if ((status = made.add({&origin, 1}, {&origin, 1})) == SEPAL_OK)
                status = made.remove(i);
        }
        if (status != SEPAL_OK)
            made.release();
        return made;
    }

    /// SEPAL_TOO_SMALL if there are fewer than SEPAL_BIT_WORDS(pairs.size()) words; so in the other questions that answer in bits.
    sepal_status overlap_pairs(const polys &b, span<const sepal_pair> pairs, span<std::uint64_t> bits,
                               const sepal_rule &rule = {}) const noexcept {
        if (bits.size() < SEPAL_BIT_WORDS(pairs.size()))
            return SEPAL_TOO_SMALL;
        return sepal_polys_overlap_pairs(object, b.object, pairs.data(), pairs.size(), &rule, bits.data());
    }
    /// One shape and the range first .. first + count - 1 of b.
    sepal_status overlap_one(std::uint32_t index, const polys &b, std::size_t first, std::size_t count, span<std::uint64_t> bits,
                             const sepal_rule &rule = {}) const noexcept {
        if (bits.size() < SEPAL_BIT_WORDS(count))
            return SEPAL_TOO_SMALL;
        return sepal_polys_overlap_one(object, index, b.object, first, count, &rule, bits.data());
    }
    sepal_status overlap_rows(const polys &b, span<const sepal_row> rows, span<std::uint64_t> bits,
                              const sepal_rule &rule = {}) const noexcept {
        if (bits.size() < SEPAL_BIT_WORDS(pairs_of(rows)))
            return SEPAL_TOO_SMALL;
        return sepal_polys_overlap_rows(object, b.object, rows.data(), rows.size(), &rule, bits.data());
    }
    sepal_status contains_pairs(const polys &b, span<const sepal_pair> pairs, span<std::uint64_t> bits,
                                const sepal_rule &rule = {}) const noexcept {
        if (bits.size() < SEPAL_BIT_WORDS(pairs.size()))
            return SEPAL_TOO_SMALL;
        return sepal_polys_contains_pairs(object, b.object, pairs.data(), pairs.size(), &rule, bits.data());
    }
    sepal_status common_pairs(const polys &b, span<const sepal_pair> pairs, const sepal_commons &out) const noexcept {
        return sepal_polys_common_pairs(object, b.object, pairs.data(), pairs.size(), &out);
    }
    sepal_status common_rows(const polys &b, span<const sepal_row> rows, const sepal_commons &out) const noexcept {
        return sepal_polys_common_rows(object, b.object, rows.data(), rows.size(), &out);
    }
    /// What each pair has in common, as a polygon: the corners of pair i are first[i] .. first[i + 1] - 1 of x and y.
    /// SEPAL_TOO_SMALL if x or y has no room for all corners, whose number `found` then is, or `first` none for pairs.size() + 1
    /// offsets.
    sepal_status common_polygons(const polys &b, span<const sepal_pair> pairs, span<float> x, span<float> y,
                                 span<std::uint32_t> first, std::size_t &found, const sepal_rule &rule = {}) const noexcept {
        if (first.size() < pairs.size() + 1)
            return SEPAL_TOO_SMALL;
        return sepal_polys_common_polygons(object, b.object, pairs.data(), pairs.size(), &rule,
                                           x.size() < y.size() ? x.size() : y.size(), x.data(), y.data(), first.data(), &found);
    }
    sepal_status areas(std::size_t first, span<float> area) const noexcept {
        return sepal_polys_areas(object, first, area.size(), area.data());
    }
    sepal_status mtv_pairs(const polys &b, span<const sepal_pair> pairs, const sepal_mtvs &out,
                           const sepal_rule &rule = {}) const noexcept {
        return sepal_polys_mtv_pairs(object, b.object, pairs.data(), pairs.size(), &rule, &out);
    }
    sepal_status mtv_rows(const polys &b, span<const sepal_row> rows, const sepal_mtvs &out,
                          const sepal_rule &rule = {}) const noexcept {
        return sepal_polys_mtv_rows(object, b.object, rows.data(), rows.size(), &rule, &out);
    }
    sepal_status sweep_pairs(const sepal_moves *moves, const polys &b, const sepal_moves *moves_b, span<const sepal_pair> pairs,
                             const sepal_hits &out, const sepal_rule &rule = {}) const noexcept {
        return sepal_polys_sweep_pairs(object, moves, b.object, moves_b, pairs.data(), pairs.size(), &rule, &out);
    }
    sepal_status contacts_pairs(const polys &b, span<const sepal_pair> pairs, const sepal_contacts &out,
                                const sepal_contact_rule &rule = {}) const noexcept {
        return sepal_polys_contacts_pairs(object, b.object, pairs.data(), pairs.size(), &rule, &out);
    }
    /// The first of `count` poses in which the model of this set meets an obstacle; `count` if there is none. `world` is a set to
    /// work in.
    sepal_status first_hit(std::uint32_t model, const sepal_poses &poses, std::size_t count, const polys &obstacles, polys &world,
                           std::size_t &first, const sepal_rule &rule = {}) const noexcept {
        return sepal_polys_first_hit(object, model, &poses, count, obstacles.object, &rule, world.object, &first);
    }
    sepal_status overlap_groups(const sepal_groups &groups, const polys &b, const sepal_groups &groups_b,
                                span<const sepal_pair> pairs, span<std::uint64_t> bits,
                                const sepal_rule &rule = {}) const noexcept {
        if (bits.size() < SEPAL_BIT_WORDS(pairs.size()))
            return SEPAL_TOO_SMALL;
        return sepal_polys_overlap_groups(object, &groups, b.object, &groups_b, pairs.data(), pairs.size(), &rule, bits.data());
    }
    sepal_status common_groups(const sepal_groups &groups, const polys &b, const sepal_groups &groups_b,
                               span<const sepal_pair> pairs, const sepal_commons &out) const noexcept {
        return sepal_polys_common_groups(object, &groups, b.object, &groups_b, pairs.data(), pairs.size(), &out);
    }
    /// Are the groups of b inside of the unions of those of this set?
    sepal_status contains_groups(const sepal_groups &groups, const polys &b, const sepal_groups &groups_b,
                                 span<const sepal_pair> pairs, span<std::uint64_t> bits) const noexcept {
        if (bits.size() < SEPAL_BIT_WORDS(pairs.size()))
            return SEPAL_TOO_SMALL;
        return sepal_polys_contains_groups(object, &groups, b.object, &groups_b, pairs.data(), pairs.size(), bits.data());
    }
    sepal_status push_along_groups(const sepal_groups &groups, const polys &b, const sepal_groups &groups_b,
                                   span<const sepal_pair> pairs, span<const float> dx, span<const float> dy,
                                   span<float> way) const noexcept {
        if (dx.size() < pairs.size() || dy.size() < pairs.size() || way.size() < pairs.size())
            return SEPAL_TOO_SMALL;
        return sepal_polys_push_along_groups(object, &groups, b.object, &groups_b, pairs.data(), pairs.size(), dx.data(), dy.data(),
                                             way.data());
    }
    /// The nearest or deepest parts of each pair of groups. SEPAL_TOO_SMALL if a span that is not empty has no room for all pairs;
    /// what is written to an empty one is not wanted.
    sepal_status deepest_groups(const sepal_groups &groups, const polys &b, const sepal_groups &groups_b,
                                span<const sepal_pair> pairs, span<sepal_pair> parts, span<float> depth,
                                const sepal_rule &rule = {}) const noexcept {
        if ((parts.size() > 0 && parts.size() < pairs.size()) || (depth.size() > 0 && depth.size() < pairs.size()))
            return SEPAL_TOO_SMALL;
        return sepal_polys_deepest_groups(object, &groups, b.object, &groups_b, pairs.data(), pairs.size(), &rule,
                                          parts.size() == 0 ? nullptr : parts.data(), depth.size() == 0 ? nullptr : depth.data());
    }
    /// The parts of each pair of groups that meet first; parts and time as in deepest_groups.
    sepal_status first_groups(const sepal_groups &groups, const sepal_moves *moves, const polys &b, const sepal_groups &groups_b,
                              const sepal_moves *moves_b, span<const sepal_pair> pairs, span<sepal_pair> parts, span<float> time,
                              const sepal_rule &rule = {}) const noexcept {
        if ((parts.size() > 0 && parts.size() < pairs.size()) || (time.size() > 0 && time.size() < pairs.size()))
            return SEPAL_TOO_SMALL;
        return sepal_polys_first_groups(object, &groups, moves, b.object, &groups_b, moves_b, pairs.data(), pairs.size(), &rule,
                                        parts.size() == 0 ? nullptr : parts.data(), time.size() == 0 ? nullptr : time.data());
    }
    sepal_status contacts_chains(const sepal_groups &chains, const polys &b, span<const sepal_pair> pairs,
                                 const sepal_contacts &out, const sepal_contact_rule &rule = {}) const noexcept {
        return sepal_polys_contacts_chains(object, &chains, b.object, pairs.data(), pairs.size(), &rule, &out);
    }

  private:
    explicit polys(sepal_polys *made) noexcept {
        object = made;
    }
};

/// A set of solids in space (solids.h).
class solids : public owner<sepal_solids, sepal_solids_destroy> {
  public:
    explicit solids(const sepal_allocator *allocator = nullptr) noexcept {
        (void)sepal_solids_create(allocator, &object);
    }

    std::size_t size() const noexcept {
        return sepal_solids_count(object);
    }
    void clear() noexcept {
        sepal_solids_clear(object);
    }
    sepal_status reserve(std::size_t boxes, std::size_t hulls, std::size_t vertices) noexcept {
        return sepal_solids_reserve(object, boxes, hulls, vertices);
    }

    sepal_status add_boxes(const sepal_solid_boxes &boxes, std::size_t count, std::uint32_t *index = nullptr,
                           sepal_refusal *refusal = nullptr) noexcept {
        return sepal_solids_add_boxes(object, &boxes, count, index, refusal);
    }
    sepal_status add_parallelepipeds(const sepal_solid_parallelepipeds &boxes, std::size_t count, std::uint32_t *index = nullptr,
                                     sepal_refusal *refusal = nullptr) noexcept {
        return sepal_solids_add_parallelepipeds(object, &boxes, count, index, refusal);
    }
    sepal_status add_hull(span<const float> x, span<const float> y, span<const float> z, float radius = 0,
                          std::uint32_t *index = nullptr) noexcept {
        if (x.size() != y.size() || x.size() != z.size())
            return SEPAL_BAD_ARGUMENT;
        return sepal_solids_add_hull(object, x.data(), y.data(), z.data(), x.size(), radius, index);
    }
    /// Hull k is that of the points first[k] .. first[k + 1] - 1.
    sepal_status add_hulls(span<const float> x, span<const float> y, span<const float> z, span<const std::uint32_t> first,
                           span<const float> radius = {}, std::uint32_t *index = nullptr,
                           sepal_refusal *refusal = nullptr) noexcept {
        if (!are_offsets(first, x.size()) || x.size() != y.size() || x.size() != z.size() ||
            (radius.data() != nullptr && radius.size() != first.size() - 1))
            return SEPAL_BAD_ARGUMENT;
        return sepal_solids_add_hulls(object, x.data(), y.data(), z.data(), first.data(), first.size() - 1, radius.data(), index,
                                      refusal);
    }
    sepal_status add_spheres(const sepal_solid_spheres &spheres, std::size_t count, std::uint32_t *index = nullptr,
                             sepal_refusal *refusal = nullptr) noexcept {
        return sepal_solids_add_spheres(object, &spheres, count, index, refusal);
    }
    sepal_status add_capsules(const sepal_solid_capsules &capsules, std::size_t count, std::uint32_t *index = nullptr,
                              sepal_refusal *refusal = nullptr) noexcept {
        return sepal_solids_add_capsules(object, &capsules, count, index, refusal);
    }
    sepal_status add_prisms(const sepal_solid_prisms &prisms, std::size_t count, std::uint32_t *index = nullptr,
                            sepal_refusal *refusal = nullptr) noexcept {
        return sepal_solids_add_prisms(object, &prisms, count, index, refusal);
    }
    sepal_status remove(std::uint32_t index) noexcept {
        return sepal_solids_remove(object, index);
    }
    sepal_status replace(std::uint32_t index, const solids &from, std::uint32_t shape) noexcept {
        return sepal_solids_replace(object, index, from.get(), shape);
    }
    /// Writes as many as fit, and returns how many there are.
    std::size_t removed(span<std::uint32_t> slots = {}) const noexcept {
        return sepal_solids_removed(object, slots.data(), slots.size());
    }
    sepal_status update_box(std::uint32_t index, const sepal_parallelepiped &box) noexcept {
        return sepal_solids_update_box(object, index, &box);
    }
    /// As many points as the hull has.
    sepal_status update_hull(std::uint32_t index, span<const float> x, span<const float> y, span<const float> z) noexcept {
        span<const float> old_x, old_y, old_z;
        const sepal_status status = vertices(index, old_x, old_y, old_z);
        if (status != SEPAL_OK || x.size() != old_x.size() || y.size() != old_x.size() || z.size() != old_x.size())
            return SEPAL_BAD_ARGUMENT;
        return sepal_solids_update_hull(object, index, x.data(), y.data(), z.data());
    }
    sepal_status box(std::uint32_t index, sepal_parallelepiped &box) const noexcept {
        return sepal_solids_box(object, index, &box);
    }
    sepal_status vertices(std::uint32_t index, span<const float> &x, span<const float> &y, span<const float> &z) const noexcept {
        const float *at_x = nullptr, *at_y = nullptr, *at_z = nullptr;
        std::size_t count = 0;
        const sepal_status status = sepal_solids_vertices(object, index, &at_x, &at_y, &at_z, &count);
        if (status == SEPAL_OK) {
            x = span<const float>(at_x, count);
            y = span<const float>(at_y, count);
            z = span<const float>(at_z, count);
        }
        return status;
    }
    sepal_status radius(std::uint32_t index, float &radius) const noexcept {
        return sepal_solids_radius(object, index, &radius);
    }
    /// Another set of the same solids, in the same slots; null if its memory could not be had.
    solids copy(const sepal_allocator *allocator = nullptr) const noexcept {
        solids made(allocator);
        sepal_status status = made ? SEPAL_OK : SEPAL_NO_MEMORY;
        for (std::uint32_t i = 0; status == SEPAL_OK && i < size(); i++) {
            const float origin = 0;
            span<const float> x, y, z;
            float grown = 0;
            sepal_parallelepiped of{};
            (void)radius(i, grown);
            if (box(i, of) == SEPAL_OK) {
                sepal_solid_parallelepipeds one{};
                for (std::size_t axis = 0; axis < 3; axis++) {
                    one.c[axis] = &of.c[axis], one.u[axis] = &of.u[axis];
                    one.v[axis] = &of.v[axis], one.w[axis] = &of.w[axis];
                }
                one.radius = &grown;
                status = made.add_parallelepipeds(one, 1);
                continue;
            }
            (void)vertices(i, x, y, z);
            if (x.size() > 0)
                status = made.add_hull(x, y, z, grown);
            else if ((status = made.add_hull({&origin, 1}, {&origin, 1}, {&origin, 1})) == SEPAL_OK)
                status = made.remove(i);
        }
        if (status != SEPAL_OK)
            made.release();
        return made;
    }
    sepal_status place(const solids &models, span<const std::uint32_t> model, const sepal_solid_poses &poses,
                       sepal_refusal *refusal = nullptr) noexcept {
        return sepal_solids_place(object, models.get(), model.data(), &poses, model.size(), refusal);
    }
    sepal_status place_range(std::size_t first, const solids &models, span<const std::uint32_t> model,
                             const sepal_solid_poses &poses, sepal_refusal *refusal = nullptr) noexcept {
        return sepal_solids_place_range(object, first, models.get(), model.data(), &poses, model.size(), refusal);
    }
    /// SEPAL_TOO_SMALL unless there is a model for each shape of the set.
    sepal_status place_list(span<const std::uint32_t> shapes, const solids &models, span<const std::uint32_t> model,
                            const sepal_solid_poses &poses, sepal_refusal *refusal = nullptr) noexcept {
        if (model.size() < size())
            return SEPAL_TOO_SMALL;
        return sepal_solids_place_list(object, shapes.data(), shapes.size(), models.get(), model.data(), &poses, refusal);
    }

    sepal_status overlap_pairs(const solids &b, span<const sepal_pair> pairs, span<std::uint64_t> bits,
                               const sepal_rule &rule = {}) const noexcept {
        if (bits.size() < SEPAL_BIT_WORDS(pairs.size()))
            return SEPAL_TOO_SMALL;
        return sepal_solids_overlap_pairs(object, b.object, pairs.data(), pairs.size(), &rule, bits.data());
    }
    /// One shape and the range first .. first + count - 1 of b.
    sepal_status overlap_one(std::uint32_t index, const solids &b, std::size_t first, std::size_t count, span<std::uint64_t> bits,
                             const sepal_rule &rule = {}) const noexcept {
        if (bits.size() < SEPAL_BIT_WORDS(count))
            return SEPAL_TOO_SMALL;
        return sepal_solids_overlap_one(object, index, b.object, first, count, &rule, bits.data());
    }
    sepal_status overlap_rows(const solids &b, span<const sepal_row> rows, span<std::uint64_t> bits,
                              const sepal_rule &rule = {}) const noexcept {
        if (bits.size() < SEPAL_BIT_WORDS(pairs_of(rows)))
            return SEPAL_TOO_SMALL;
        return sepal_solids_overlap_rows(object, b.object, rows.data(), rows.size(), &rule, bits.data());
    }
    sepal_status contains_pairs(const solids &b, span<const sepal_pair> pairs, span<std::uint64_t> bits,
                                const sepal_rule &rule = {}) const noexcept {
        if (bits.size() < SEPAL_BIT_WORDS(pairs.size()))
            return SEPAL_TOO_SMALL;
        return sepal_solids_contains_pairs(object, b.object, pairs.data(), pairs.size(), &rule, bits.data());
    }
    sepal_status mtv_pairs(const solids &b, span<const sepal_pair> pairs, const sepal_solid_mtvs &out,
                           const sepal_rule &rule = {}) const noexcept {
        return sepal_solids_mtv_pairs(object, b.object, pairs.data(), pairs.size(), &rule, &out);
    }
    sepal_status mtv_rows(const solids &b, span<const sepal_row> rows, const sepal_solid_mtvs &out,
                          const sepal_rule &rule = {}) const noexcept {
        return sepal_solids_mtv_rows(object, b.object, rows.data(), rows.size(), &rule, &out);
    }
    sepal_status sweep_pairs(const sepal_solid_moves *moves, const solids &b, const sepal_solid_moves *moves_b,
                             span<const sepal_pair> pairs, const sepal_solid_hits &out,
                             const sepal_rule &rule = {}) const noexcept {
        return sepal_solids_sweep_pairs(object, moves, b.object, moves_b, pairs.data(), pairs.size(), &rule, &out);
    }
    sepal_status contacts_pairs(const solids &b, span<const sepal_pair> pairs, const sepal_solid_contacts &out,
                                const sepal_contact_rule &rule = {}) const noexcept {
        return sepal_solids_contacts_pairs(object, b.object, pairs.data(), pairs.size(), &rule, &out);
    }
    sepal_status first_hit(std::uint32_t model, const sepal_solid_poses &poses, std::size_t count, const solids &obstacles,
                           solids &world, std::size_t &first, const sepal_rule &rule = {}) const noexcept {
        return sepal_solids_first_hit(object, model, &poses, count, obstacles.object, &rule, world.object, &first);
    }
    sepal_status overlap_groups(const sepal_groups &groups, const solids &b, const sepal_groups &groups_b,
                                span<const sepal_pair> pairs, span<std::uint64_t> bits,
                                const sepal_rule &rule = {}) const noexcept {
        if (bits.size() < SEPAL_BIT_WORDS(pairs.size()))
            return SEPAL_TOO_SMALL;
        return sepal_solids_overlap_groups(object, &groups, b.object, &groups_b, pairs.data(), pairs.size(), &rule, bits.data());
    }
    sepal_status push_along_groups(const sepal_groups &groups, const solids &b, const sepal_groups &groups_b,
                                   span<const sepal_pair> pairs, span<const float> dx, span<const float> dy, span<const float> dz,
                                   span<float> way) const noexcept {
        if (dx.size() < pairs.size() || dy.size() < pairs.size() || dz.size() < pairs.size() || way.size() < pairs.size())
            return SEPAL_TOO_SMALL;
        return sepal_solids_push_along_groups(object, &groups, b.object, &groups_b, pairs.data(), pairs.size(), dx.data(),
                                              dy.data(), dz.data(), way.data());
    }
    /// The nearest or deepest parts of each pair of groups. SEPAL_TOO_SMALL if a span that is not empty has no room for all pairs;
    /// what is written to an empty one is not wanted.
    sepal_status deepest_groups(const sepal_groups &groups, const solids &b, const sepal_groups &groups_b,
                                span<const sepal_pair> pairs, span<sepal_pair> parts, span<float> depth,
                                const sepal_rule &rule = {}) const noexcept {
        if ((parts.size() > 0 && parts.size() < pairs.size()) || (depth.size() > 0 && depth.size() < pairs.size()))
            return SEPAL_TOO_SMALL;
        return sepal_solids_deepest_groups(object, &groups, b.object, &groups_b, pairs.data(), pairs.size(), &rule,
                                           parts.size() == 0 ? nullptr : parts.data(), depth.size() == 0 ? nullptr : depth.data());
    }
    /// The parts of each pair of groups that meet first; parts and time as in deepest_groups.
    sepal_status first_groups(const sepal_groups &groups, const sepal_solid_moves *moves, const solids &b,
                              const sepal_groups &groups_b, const sepal_solid_moves *moves_b, span<const sepal_pair> pairs,
                              span<sepal_pair> parts, span<float> time, const sepal_rule &rule = {}) const noexcept {
        if ((parts.size() > 0 && parts.size() < pairs.size()) || (time.size() > 0 && time.size() < pairs.size()))
            return SEPAL_TOO_SMALL;
        return sepal_solids_first_groups(object, &groups, moves, b.object, &groups_b, moves_b, pairs.data(), pairs.size(), &rule,
                                         parts.size() == 0 ? nullptr : parts.data(), time.size() == 0 ? nullptr : time.data());
    }
};

/// What finds the pairs of whole scenes (search.h), of sets of either kind. The vectors receive all that is found; their memory is
/// used again. Where no argument says which kind of set the finder has a tree of, it is named: find_kept<sepal::solids>(pairs).
class finder : public owner<sepal_finder, sepal_finder_destroy> {
  public:
    explicit finder(const sepal_allocator *allocator = nullptr) noexcept {
        (void)sepal_finder_create(allocator, &object);
    }

    template <class Set>
    sepal_status find_pairs(const Set &a, const Set &b, std::vector<sepal_pair> &pairs, const sepal_rule &rule = {},
                            const sepal_filter *filter = nullptr) {
        const auto call = of<Set>(sepal_polys_find_pairs, sepal_solids_find_pairs);
        return list(pairs, [&](std::size_t room, sepal_pair *out, std::size_t *found) {
            return call(object, a.get(), b.get(), filter, &rule, room, out, found);
        });
    }
    /// take(span<const sepal_pair>) says whether more are wanted; it may not throw.
    template <class Set, class Take>
    sepal_status find_each(const Set &a, const Set &b, Take take, const sepal_rule &rule = {},
                           const sepal_filter *filter = nullptr) {
        return of<Set>(sepal_polys_find_each, sepal_solids_find_each)(object, a.get(), b.get(), filter, &rule, give<Take>, &take);
    }
    template <class Set>
    sepal_status find_near(const Set &a, const Set &b, std::vector<sepal_pair> &pairs, float margin = 0,
                           const sepal_filter *filter = nullptr) {
        const auto call = of<Set>(sepal_polys_find_near, sepal_solids_find_near);
        return list(pairs, [&](std::size_t room, sepal_pair *out, std::size_t *found) {
            return call(object, a.get(), b.get(), filter, margin, room, out, found);
        });
    }

    template <class Set> sepal_status find_build(const Set &b) noexcept {
        return of<Set>(sepal_polys_find_build, sepal_solids_find_build)(object, b.get());
    }
    template <class Set>
    sepal_status find_range(const Set &a, std::size_t first, std::size_t count, std::vector<sepal_pair> &pairs,
                            const sepal_rule &rule = {}, const sepal_filter *filter = nullptr) {
        const auto call = of<Set>(sepal_polys_find_range, sepal_solids_find_range);
        return list(pairs, [&](std::size_t room, sepal_pair *out, std::size_t *found) {
            return call(object, a.get(), first, count, filter, &rule, room, out, found);
        });
    }
    /// take: as in find_each.
    template <class Set, class Take>
    sepal_status find_each_range(const Set &a, std::size_t first, std::size_t count, Take take, const sepal_rule &rule = {},
                                 const sepal_filter *filter = nullptr) {
        const auto call = of<Set>(sepal_polys_find_each_range, sepal_solids_find_each_range);
        return call(object, a.get(), first, count, filter, &rule, give<Take>, &take);
    }
    template <class Set>
    sepal_status find_list(const Set &a, span<const std::uint32_t> shapes, std::vector<sepal_pair> &pairs,
                           const sepal_rule &rule = {}, const sepal_filter *filter = nullptr) {
        const auto call = of<Set>(sepal_polys_find_list, sepal_solids_find_list);
        return list(pairs, [&](std::size_t room, sepal_pair *out, std::size_t *found) {
            return call(object, a.get(), shapes.data(), shapes.size(), filter, &rule, room, out, found);
        });
    }
    /// take: as in find_each.
    template <class Set, class Take>
    sepal_status find_each_list(const Set &a, span<const std::uint32_t> shapes, Take take, const sepal_rule &rule = {},
                                const sepal_filter *filter = nullptr) {
        const auto call = of<Set>(sepal_polys_find_each_list, sepal_solids_find_each_list);
        return call(object, a.get(), shapes.data(), shapes.size(), filter, &rule, give<Take>, &take);
    }
    /// Of a tree of polygons.
    sepal_status find_at(const sepal_points &points, std::size_t count, std::vector<sepal_pair> &pairs, const sepal_rule &rule = {},
                         const sepal_filter *filter = nullptr) {
        return list(pairs, [&](std::size_t room, sepal_pair *out, std::size_t *found) {
            return sepal_polys_find_at(object, &points, count, filter, &rule, room, out, found);
        });
    }
    /// Of a tree of solids.
    sepal_status find_at(const sepal_solid_points &points, std::size_t count, std::vector<sepal_pair> &pairs,
                         const sepal_rule &rule = {}, const sepal_filter *filter = nullptr) {
        return list(pairs, [&](std::size_t room, sepal_pair *out, std::size_t *found) {
            return sepal_solids_find_at(object, &points, count, filter, &rule, room, out, found);
        });
    }
    /// Of a tree of polygons.
    sepal_status find_in(const float (&low)[2], const float (&high)[2], std::vector<std::uint32_t> &shapes,
                         const sepal_rule &rule = {}, const sepal_filter *filter = nullptr) {
        return list(shapes, [&](std::size_t room, std::uint32_t *out, std::size_t *found) {
            return sepal_polys_find_in(object, low[0], low[1], high[0], high[1], filter, &rule, room, out, found);
        });
    }
    /// Of a tree of solids.
    sepal_status find_in(const float (&low)[3], const float (&high)[3], std::vector<std::uint32_t> &shapes,
                         const sepal_rule &rule = {}, const sepal_filter *filter = nullptr) {
        return list(shapes, [&](std::size_t room, std::uint32_t *out, std::size_t *found) {
            return sepal_solids_find_in(object, low, high, filter, &rule, room, out, found);
        });
    }
    /// shapes and distances: k of each, in rows.
    template <class Set>
    sepal_status find_nearest(const Set &a, std::size_t first, std::size_t count, std::size_t k, span<std::uint32_t> shapes,
                              span<float> distances, float limit = std::numeric_limits<float>::max(),
                              const sepal_filter *filter = nullptr) noexcept {
        if (k > 0 && (shapes.size() / k < count || distances.size() / k < count))
            return SEPAL_TOO_SMALL;
        return of<Set>(sepal_polys_find_nearest, sepal_solids_find_nearest)(object, a.get(), first, count, k, filter, limit,
                                                                            shapes.data(), distances.data());
    }
    sepal_status cast_rays(const sepal_rays &rays, std::size_t count, const sepal_ray_hits &out, const sepal_rule &rule = {},
                           const sepal_filter *filter = nullptr) noexcept {
        return sepal_polys_cast_rays(object, &rays, count, filter, &rule, &out);
    }
    sepal_status cast_rays(const sepal_solid_rays &rays, std::size_t count, const sepal_solid_ray_hits &out,
                           const sepal_rule &rule = {}, const sepal_filter *filter = nullptr) noexcept {
        return sepal_solids_cast_rays(object, &rays, count, filter, &rule, &out);
    }
    /// Every hit, in order. take: a function of a const sepal_ray_hit & that says as sepal_take_hit whether more are wanted; it
    /// must not throw.
    template <class Take>
    sepal_status cast_each(const sepal_rays &rays, std::size_t count, float limit, Take take, const sepal_rule &rule = {},
                           const sepal_filter *filter = nullptr) noexcept {
        return sepal_polys_cast_each(object, &rays, count, limit, filter, &rule, give_hit<Take>, &take);
    }
    template <class Take>
    sepal_status cast_each(const sepal_solid_rays &rays, std::size_t count, float limit, Take take, const sepal_rule &rule = {},
                           const sepal_filter *filter = nullptr) noexcept {
        return sepal_solids_cast_each(object, &rays, count, limit, filter, &rule, give_hit<Take>, &take);
    }
    /// The moving shapes first .. first + count - 1 of a, among the set of the tree.
    sepal_status cast_shapes(const polys &a, const sepal_moves *moves, std::size_t first, std::size_t count,
                             const sepal_ray_hits &out, const sepal_rule &rule = {},
                             const sepal_filter *filter = nullptr) noexcept {
        return sepal_polys_cast_shapes(object, a.get(), moves, first, count, filter, &rule, &out);
    }
    sepal_status cast_shapes(const solids &a, const sepal_solid_moves *moves, std::size_t first, std::size_t count,
                             const sepal_solid_ray_hits &out, const sepal_rule &rule = {},
                             const sepal_filter *filter = nullptr) noexcept {
        return sepal_solids_cast_shapes(object, a.get(), moves, first, count, filter, &rule, &out);
    }

    template <class Set> sepal_status find_keep(const Set &b, float slack) noexcept {
        return of<Set>(sepal_polys_find_keep, sepal_solids_find_keep)(object, b.get(), slack);
    }
    /// With no list of shapes all are looked at.
    template <class Set> sepal_status find_update(span<const std::uint32_t> shapes = {}) noexcept {
        return of<Set>(sepal_polys_find_update, sepal_solids_find_update)(object, shapes.data(), shapes.size());
    }
    template <class Set>
    sepal_status find_kept(std::vector<sepal_pair> &pairs, const sepal_rule &rule = {}, const sepal_filter *filter = nullptr) {
        const auto call = of<Set>(sepal_polys_find_kept, sepal_solids_find_kept);
        return list(pairs, [&](std::size_t room, sepal_pair *out, std::size_t *found) {
            return call(object, filter, &rule, room, out, found);
        });
    }
    /// take: as in find_each.
    template <class Set, class Take>
    sepal_status find_each_kept(Take take, const sepal_rule &rule = {}, const sepal_filter *filter = nullptr) {
        return of<Set>(sepal_polys_find_each_kept, sepal_solids_find_each_kept)(object, filter, &rule, give<Take>, &take);
    }
    template <class Set>
    sepal_status find_near_kept(std::vector<sepal_pair> &pairs, float margin = 0, const sepal_filter *filter = nullptr) {
        const auto call = of<Set>(sepal_polys_find_near_kept, sepal_solids_find_near_kept);
        return list(pairs, [&](std::size_t room, sepal_pair *out, std::size_t *found) {
            return call(object, filter, margin, room, out, found);
        });
    }

  private:
    friend class mesh;

    /// Gives pairs to the function that `context` points to.
    template <class Take> static int give(void *context, const sepal_pair *pairs, std::size_t count) noexcept {
        return (*static_cast<Take *>(context))(span<const sepal_pair>(pairs, count)) ? 1 : 0;
    }

    template <class Take> static int give_hit(void *context, const sepal_ray_hit *hit) noexcept {
        return (*static_cast<Take *>(context))(*hit);
    }

    /// Of the functions for both kinds of set, the one for this kind.
    template <class Set, class Polys, class Solids> static constexpr auto of(Polys *for_polys, Solids *for_solids) noexcept {
        static_assert(std::is_same_v<Set, polys> || std::is_same_v<Set, solids>, "a set is sepal::polys or sepal::solids");
        if constexpr (std::is_same_v<Set, polys>)
            return for_polys;
        else
            return for_solids;
    }
    /// Asks with the room that there is, and again with as much as is needed. A call that fails leaves the list as it was.
    template <class Value, class Ask> static sepal_status list(std::vector<Value> &values, Ask ask) {
        const std::size_t before = values.size();
        std::size_t found = 0;
        values.resize(values.capacity());
        sepal_status status = ask(values.size(), values.data(), &found);
        if (status == SEPAL_TOO_SMALL) {
            values.resize(found);
            status = ask(values.size(), values.data(), &found);
        }
        values.resize(status == SEPAL_OK ? found : before);
        return status;
    }
};

/// A surface of triangles (meshes.h). Searches work in the memory of a finder; a tree that it has stays as it is.
class mesh : public owner<sepal_mesh, sepal_mesh_destroy> {
  public:
    explicit mesh(const sepal_allocator *allocator = nullptr) noexcept {
        (void)sepal_mesh_create(allocator, &object);
    }

    sepal_status fill(const sepal_triangles &triangles, std::size_t count, sepal_mesh_rim rim = SEPAL_RIM_ENDS,
                      sepal_refusal *refusal = nullptr) noexcept {
        return sepal_mesh_fill(object, &triangles, count, rim, refusal);
    }
    sepal_status fill_heights(const sepal_heights &heights, sepal_mesh_rim rim = SEPAL_RIM_ENDS,
                              sepal_refusal *refusal = nullptr) noexcept {
        return sepal_mesh_fill_heights(object, &heights, rim, refusal);
    }
    std::size_t size() const noexcept {
        return sepal_mesh_count(object);
    }
    sepal_status triangle(std::uint32_t triangle, float (&corner)[3][3], std::uint32_t *vertex = nullptr) const noexcept {
        return sepal_mesh_triangle(object, triangle, corner, vertex);
    }
    sepal_status edges(std::uint32_t triangle, sepal_mesh_edge (&kind)[3], std::uint32_t *neighbour = nullptr) const noexcept {
        return sepal_mesh_edges(object, triangle, kind, neighbour);
    }

    sepal_status find(finder &with, const solids &a, std::size_t first, std::size_t count, std::vector<sepal_pair> &pairs,
                      const sepal_rule &rule = {}, const sepal_filter *filter = nullptr) const {
        return finder::list(pairs, [&](std::size_t room, sepal_pair *out, std::size_t *found) {
            return sepal_mesh_find(with.get(), a.get(), first, count, object, filter, &rule, room, out, found);
        });
    }
    sepal_status find_near(finder &with, const solids &a, std::size_t first, std::size_t count, std::vector<sepal_pair> &pairs,
                           float margin = 0, const sepal_filter *filter = nullptr) const {
        return finder::list(pairs, [&](std::size_t room, sepal_pair *out, std::size_t *found) {
            return sepal_mesh_find_near(with.get(), a.get(), first, count, object, filter, margin, room, out, found);
        });
    }
    sepal_status find_in(finder &with, const float (&low)[3], const float (&high)[3], std::vector<std::uint32_t> &triangles,
                         const sepal_rule &rule = {}, const sepal_filter *filter = nullptr) const {
        return finder::list(triangles, [&](std::size_t room, std::uint32_t *out, std::size_t *found) {
            return sepal_mesh_find_in(with.get(), low, high, object, filter, &rule, room, out, found);
        });
    }
    /// bits: an answer for each of the solids first .. first + count - 1.
    sepal_status meets(finder &with, const solids &a, std::size_t first, std::size_t count, span<std::uint64_t> bits,
                       const sepal_rule &rule = {}, const sepal_filter *filter = nullptr) const noexcept {
        if (bits.size() < SEPAL_BIT_WORDS(count))
            return SEPAL_TOO_SMALL;
        return sepal_mesh_meets(with.get(), a.get(), first, count, object, filter, &rule, bits.data());
    }
    /// triangles and distances: k of each, in rows.
    sepal_status find_nearest(finder &with, const solids &a, std::size_t first, std::size_t count, std::size_t k,
                              span<std::uint32_t> triangles, span<float> distances, float limit = std::numeric_limits<float>::max(),
                              const sepal_filter *filter = nullptr) const noexcept {
        if (k > 0 && (triangles.size() / k < count || distances.size() / k < count))
            return SEPAL_TOO_SMALL;
        return sepal_mesh_find_nearest(with.get(), a.get(), first, count, object, k, filter, limit, triangles.data(),
                                       distances.data());
    }
    sepal_status cast_rays(finder &with, const sepal_solid_rays &rays, std::size_t count, const sepal_solid_ray_hits &out,
                           sepal_mesh_sides sides = SEPAL_MESH_FRONT, const sepal_rule &rule = {},
                           const sepal_filter *filter = nullptr) const noexcept {
        return sepal_mesh_cast_rays(with.get(), object, &rays, count, sides, filter, &rule, &out);
    }
    sepal_status contacts_pairs(const solids &a, span<const sepal_pair> pairs, const sepal_solid_contacts &out,
                                const sepal_contact_rule &rule = {}) const noexcept {
        return sepal_mesh_contacts_pairs(a.get(), object, pairs.data(), pairs.size(), &rule, &out);
    }
    /// cosine: of the angle up to which points are of one manifold.
    sepal_status manifolds(finder &with, const solids &a, std::size_t first, std::size_t count,
                           std::vector<sepal_mesh_manifold> &found_ones, float cosine, const sepal_contact_rule &rule = {},
                           const sepal_filter *filter = nullptr) const {
        return finder::list(found_ones, [&](std::size_t room, sepal_mesh_manifold *out, std::size_t *found) {
            return sepal_mesh_manifolds(with.get(), a.get(), first, count, object, filter, &rule, cosine, room, out, found);
        });
    }
    /// moves: of all solids of a.
    sepal_status sweep(finder &with, const solids &a, const sepal_solid_moves &moves, std::size_t first, std::size_t count,
                       const sepal_solid_ray_hits &out, const sepal_rule &rule = {},
                       const sepal_filter *filter = nullptr) const noexcept {
        return sepal_mesh_sweep(with.get(), a.get(), &moves, first, count, object, filter, &rule, &out);
    }
};

} // namespace sepal

#endif
