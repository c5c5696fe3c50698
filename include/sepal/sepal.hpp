// sepal.hpp — sets and finders for C++17 and later, as classes over the functions of the C headers, which stay the manual: a method is
// the function of its name, sepal::polys::overlap_pairs is sepal_polys_overlap_pairs. What is added: memory is given back by
// destructors; arrays are spans, whose sizes are checked; lists of pairs are vectors, which grow. Functions that have no method here,
// such as rows of pairs, most of the finder, and contacts and sweeps of solids, are called with get().
//
// Nothing throws, but sepal::require where it is asked for, and a std::vector that grows. A set whose memory could not be had is null
// (`if (!set)`), and every call about it returns SEPAL_BAD_ARGUMENT.
#ifndef SEPAL_HPP
#define SEPAL_HPP

#include "sepal.h"

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>
#if defined(__cpp_exceptions)
#include <stdexcept>
#endif

namespace sepal {

/// Values in a row, which belong to somebody else: made of an array, a std::vector, a std::span, or a pointer and a size.
template <class T> class span {
  public:
    constexpr span() noexcept = default;
    constexpr span(T *data, std::size_t size) noexcept : first(data), count(size) {
    }
    template <std::size_t N> constexpr span(T (&array)[N]) noexcept : first(array), count(N) {
    }
    template <class Values, class = std::enable_if_t<std::is_convertible_v<decltype(std::declval<Values &>().data()), T *>>>
    constexpr span(Values &&values) noexcept : first(values.data()), count(values.size()) {
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

#if defined(__cpp_exceptions)
/// What require() throws.
class error : public std::runtime_error {
  public:
    explicit error(sepal_status failed) : std::runtime_error(sepal_status_text(failed)), status(failed) {
    }
    sepal_status status;
};

/// Throws an error unless the status is SEPAL_OK.
inline void require(sepal_status status) {
    if (status != SEPAL_OK)
        throw error(status);
}
#endif

/// What owns an object of the library: moved, and not copied.
template <class Object, void destroy(Object *)> class owner {
  public:
    owner(owner &&from) noexcept : object(std::exchange(from.object, nullptr)) {
    }
    owner &operator=(owner &&from) noexcept {
        if (this != &from) {
            destroy(object);
            object = std::exchange(from.object, nullptr);
        }
        return *this;
    }
    ~owner() {
        destroy(object);
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
    Object *object = nullptr;
};

/// A set of shapes in the plane (polys.h, groups.h).
class polys : public owner<sepal_polys, sepal_polys_destroy> {
  public:
    explicit polys(const sepal_allocator *allocator = nullptr) noexcept {
        (void)sepal_polys_create(allocator, &object);
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
                             std::uint32_t *parts = nullptr) noexcept {
        if (x.size() != y.size())
            return SEPAL_BAD_ARGUMENT;
        return sepal_polys_add_concave(object, x.data(), y.data(), x.size(), first, parts);
    }
    sepal_status place(const polys &models, span<const std::uint32_t> model, const sepal_poses &poses,
                       sepal_refusal *refusal = nullptr) noexcept {
        return sepal_polys_place(object, models.get(), model.data(), &poses, model.size(), refusal);
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

    /// SEPAL_TOO_SMALL if there are fewer than SEPAL_BIT_WORDS(pairs.size()) words; so in the other questions that answer in bits.
    sepal_status overlap_pairs(const polys &b, span<const sepal_pair> pairs, span<std::uint64_t> bits,
                               const sepal_rule &rule = {}) const noexcept {
        if (bits.size() < SEPAL_BIT_WORDS(pairs.size()))
            return SEPAL_TOO_SMALL;
        return sepal_polys_overlap_pairs(object, b.object, pairs.data(), pairs.size(), &rule, bits.data());
    }
    sepal_status contains_pairs(const polys &b, span<const sepal_pair> pairs, span<std::uint64_t> bits,
                                const sepal_rule &rule = {}) const noexcept {
        if (bits.size() < SEPAL_BIT_WORDS(pairs.size()))
            return SEPAL_TOO_SMALL;
        return sepal_polys_contains_pairs(object, b.object, pairs.data(), pairs.size(), &rule, bits.data());
    }
    /// Here, and in sweep_pairs and contacts_pairs, the arrays of `out` are those of C: as long as the list of pairs, or null.
    sepal_status mtv_pairs(const polys &b, span<const sepal_pair> pairs, const sepal_mtvs &out,
                           const sepal_rule &rule = {}) const noexcept {
        return sepal_polys_mtv_pairs(object, b.object, pairs.data(), pairs.size(), &rule, &out);
    }
    sepal_status sweep_pairs(const sepal_moves *moves, const polys &b, const sepal_moves *moves_b, span<const sepal_pair> pairs,
                             const sepal_hits &out, const sepal_rule &rule = {}) const noexcept {
        return sepal_polys_sweep_pairs(object, moves, b.object, moves_b, pairs.data(), pairs.size(), &rule, &out);
    }
    sepal_status contacts_pairs(const polys &b, span<const sepal_pair> pairs, const sepal_contacts &out,
                                const sepal_rule &rule = {}) const noexcept {
        return sepal_polys_contacts_pairs(object, b.object, pairs.data(), pairs.size(), &rule, &out);
    }
    sepal_status overlap_groups(const sepal_groups &groups, const polys &b, const sepal_groups &groups_b,
                                span<const sepal_pair> pairs, span<std::uint64_t> bits,
                                const sepal_rule &rule = {}) const noexcept {
        if (bits.size() < SEPAL_BIT_WORDS(pairs.size()))
            return SEPAL_TOO_SMALL;
        return sepal_polys_overlap_groups(object, &groups, b.object, &groups_b, pairs.data(), pairs.size(), &rule, bits.data());
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
    sepal_status add_hull(span<const float> x, span<const float> y, span<const float> z, float radius = 0,
                          std::uint32_t *index = nullptr) noexcept {
        if (x.size() != y.size() || x.size() != z.size())
            return SEPAL_BAD_ARGUMENT;
        return sepal_solids_add_hull(object, x.data(), y.data(), z.data(), x.size(), radius, index);
    }
    sepal_status add_spheres(const sepal_solid_spheres &spheres, std::size_t count, std::uint32_t *index = nullptr,
                             sepal_refusal *refusal = nullptr) noexcept {
        return sepal_solids_add_spheres(object, &spheres, count, index, refusal);
    }
    sepal_status add_capsules(const sepal_solid_capsules &capsules, std::size_t count, std::uint32_t *index = nullptr,
                              sepal_refusal *refusal = nullptr) noexcept {
        return sepal_solids_add_capsules(object, &capsules, count, index, refusal);
    }
    sepal_status place(const solids &models, span<const std::uint32_t> model, const sepal_solid_poses &poses,
                       sepal_refusal *refusal = nullptr) noexcept {
        return sepal_solids_place(object, models.get(), model.data(), &poses, model.size(), refusal);
    }

    sepal_status overlap_pairs(const solids &b, span<const sepal_pair> pairs, span<std::uint64_t> bits,
                               const sepal_rule &rule = {}) const noexcept {
        if (bits.size() < SEPAL_BIT_WORDS(pairs.size()))
            return SEPAL_TOO_SMALL;
        return sepal_solids_overlap_pairs(object, b.object, pairs.data(), pairs.size(), &rule, bits.data());
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
};

/// What finds the pairs of whole scenes (search.h). The vectors receive all of them; their memory is used again.
class finder : public owner<sepal_finder, sepal_finder_destroy> {
  public:
    explicit finder(const sepal_allocator *allocator = nullptr) noexcept {
        (void)sepal_finder_create(allocator, &object);
    }

    sepal_status find_pairs(const polys &a, const polys &b, std::vector<sepal_pair> &pairs, const sepal_rule &rule = {},
                            const sepal_filter *filter = nullptr) {
        return list(pairs, [&](std::size_t room, sepal_pair *out, std::size_t *found) {
            return sepal_polys_find_pairs(object, a.get(), b.get(), filter, &rule, room, out, found);
        });
    }
    sepal_status find_pairs(const solids &a, const solids &b, std::vector<sepal_pair> &pairs, const sepal_rule &rule = {},
                            const sepal_filter *filter = nullptr) {
        return list(pairs, [&](std::size_t room, sepal_pair *out, std::size_t *found) {
            return sepal_solids_find_pairs(object, a.get(), b.get(), filter, &rule, room, out, found);
        });
    }
    sepal_status find_near(const polys &a, const polys &b, std::vector<sepal_pair> &pairs, float margin = 0,
                           const sepal_filter *filter = nullptr) {
        return list(pairs, [&](std::size_t room, sepal_pair *out, std::size_t *found) {
            return sepal_polys_find_near(object, a.get(), b.get(), filter, margin, room, out, found);
        });
    }
    sepal_status find_near(const solids &a, const solids &b, std::vector<sepal_pair> &pairs, float margin = 0,
                           const sepal_filter *filter = nullptr) {
        return list(pairs, [&](std::size_t room, sepal_pair *out, std::size_t *found) {
            return sepal_solids_find_near(object, a.get(), b.get(), filter, margin, room, out, found);
        });
    }

  private:
    /// Asks with the room that there is, and again with as much as is needed. A call that fails leaves the list as it was.
    template <class Ask> static sepal_status list(std::vector<sepal_pair> &pairs, Ask ask) {
        const std::size_t before = pairs.size();
        std::size_t found = 0;
        pairs.resize(pairs.capacity());
        sepal_status status = ask(pairs.size(), pairs.data(), &found);
        if (status == SEPAL_TOO_SMALL) {
            pairs.resize(found);
            status = ask(pairs.size(), pairs.data(), &found);
        }
        pairs.resize(status == SEPAL_OK ? found : before);
        return status;
    }
};

} // namespace sepal

#endif
