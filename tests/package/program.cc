// program.cc — the classes of sepal.hpp: what they answer, what they check, and what becomes of their objects.
#include <sepal/sepal.hpp>

#include <array>
#include <cstdio>
#include <cstdlib>
#if __cplusplus >= 202002L
#include <span>
#endif

static void expect(bool is_so, const char *what) {
    if (!is_so) {
        std::fprintf(stderr, "program.cc: not so: %s\n", what);
        std::exit(1);
    }
}
#define EXPECT(condition) expect(condition, #condition)

static sepal::polys boxes(std::size_t count) {
    sepal::polys made;
    std::vector<float> x(count), zero(count), half(count, 0.5F);
    for (std::size_t i = 0; i < count; i++)
        x[i] = static_cast<float>(i);
    const sepal_boxes rows = {x.data(), zero.data(), half.data(), half.data(), nullptr, nullptr, 1, nullptr};
    EXPECT(made.add_boxes(rows, count) == SEPAL_OK);
    return made;
}

static void ask_about_polys() {
    sepal::polys set = boxes(3);
    const float x[] = {9, 10}, y[] = {0, 0};
    std::uint32_t index = 0;
    EXPECT(set.add(x, y, 0.25F, &index) == SEPAL_OK && index == 3 && set.size() == 4);
    EXPECT(set.add(x, sepal::span<const float>(y, 1)) == SEPAL_BAD_ARGUMENT);
    const std::array<sepal_pair, 3> pairs = {{{0, 1}, {0, 2}, {2, 2}}};
    std::uint64_t bits[1];
    EXPECT(set.overlap_pairs(set, pairs, bits) == SEPAL_OK && bits[0] == 5 && sepal::answer(bits, 2) && !sepal::answer(bits, 1));
    EXPECT(set.overlap_pairs(set, pairs, bits, {SEPAL_TOUCHING_IS_APART, 0}) == SEPAL_OK && bits[0] == 4);
    EXPECT(set.contains_pairs(set, pairs, bits) == SEPAL_OK && bits[0] == 4);
    EXPECT(set.overlap_pairs(set, pairs, {}) == SEPAL_TOO_SMALL);
    std::array<float, 3> depth{};
    sepal_mtvs out{};
    out.depth = depth.data();
    EXPECT(set.mtv_pairs(set, pairs, out) == SEPAL_OK && !(depth[0] < 0) && !(depth[0] > 0) && depth[1] < 0);
#if __cplusplus >= 202002L
    EXPECT(set.overlap_pairs(set, std::span(pairs), std::span(bits)) == SEPAL_OK && bits[0] == 5);
#endif
    sepal::span<const float> at_x, at_y;
    EXPECT(set.vertices(3, at_x, at_y) == SEPAL_OK && at_x.size() == 2 && at_x[1] > 9.5F);
    EXPECT(set.vertices(4, at_x, at_y) == SEPAL_BAD_ARGUMENT && at_x.size() == 2);

    const float notched_x[] = {0, 4, 4, 3, 3, 1, 1, 0}, notched_y[] = {0, 0, 3, 3, 1, 1, 3, 3};
    std::uint32_t first = 0, parts = 0;
    EXPECT(set.add_concave(notched_x, notched_y, &first, &parts) == SEPAL_OK && first == 4 && parts >= 3);
    const std::uint32_t ends[] = {first, first + parts};
    const sepal_pair pair[] = {{0, 0}};
    EXPECT(set.overlap_groups({ends, 1}, set, {nullptr, 0}, pair, bits) == SEPAL_OK && bits[0] == 1);

    const std::uint32_t model[] = {0};
    const float to_x[] = {5}, to_y[] = {6};
    sepal::polys world;
    sepal_poses poses{};
    poses.x = to_x;
    poses.y = to_y;
    EXPECT(world.place(set, model, poses) == SEPAL_OK && world.size() == 1);
    world.clear();
    EXPECT(world.size() == 0);
}

static void find() {
    const sepal::polys row = boxes(2000);
    sepal::finder finder;
    std::vector<sepal_pair> pairs;
    EXPECT(finder.find_pairs(row, row, pairs) == SEPAL_OK && pairs.size() == 1999 && pairs[7].b == 8);
    EXPECT(finder.find_pairs(row, row, pairs, {SEPAL_TOUCHING_IS_APART, 0}) == SEPAL_OK && pairs.empty());
    EXPECT(finder.find_near(row, row, pairs, 1) == SEPAL_OK && pairs.size() == 1999 + 1998);
    const float nowhere = -1;
    EXPECT(finder.find_near(row, row, pairs, nowhere) == SEPAL_BAD_ARGUMENT && pairs.size() == 1999 + 1998);

    sepal::solids balls;
    const float x[] = {0, 1, 5}, zero[] = {0, 0, 0}, radius[] = {0.5F, 0.5F, 0.5F};
    EXPECT(balls.add_spheres({x, zero, zero, radius, 1}, 3) == SEPAL_OK && balls.size() == 3);
    EXPECT(finder.find_pairs(balls, balls, pairs) == SEPAL_OK && pairs.size() == 1);
    std::uint64_t bits[1];
    EXPECT(balls.overlap_pairs(balls, pairs, bits) == SEPAL_OK && bits[0] == 1);
}

static std::size_t held; // bytes that an allocator has given and not got back
static void *take(void *, std::size_t size, std::size_t) {
    held += size;
    return std::aligned_alloc(64, (size + 63) / 64 * 64);
}
static void give_back(void *, void *pointer, std::size_t size) {
    held -= size;
    std::free(pointer);
}
static void *take_nothing(void *, std::size_t, std::size_t) {
    return nullptr;
}

static void own() {
    const sepal_allocator counting = {nullptr, take, give_back}, poor = {nullptr, take_nothing, give_back};
    const float one[] = {1};
    {
        sepal::polys a(&counting), b(&counting);
        EXPECT(a && b && a.add(one, one) == SEPAL_OK && held > 0);
        b = std::move(a);
        EXPECT(!a && b.size() == 1 && a.add(one, one) == SEPAL_BAD_ARGUMENT);
        const sepal::polys c = std::move(b);
        EXPECT(c.size() == 1 && sepal_polys_count(c.get()) == 1);
    }
    EXPECT(held == 0);
    EXPECT(!sepal::polys(&poor) && !sepal::solids(&poor) && !sepal::finder(&poor));
#if defined(__cpp_exceptions)
    bool thrown = false;
    sepal::require(SEPAL_OK);
    try {
        sepal::require(sepal::polys(&poor).add(one, one));
    } catch (const sepal::error &error) {
        thrown = error.status == SEPAL_BAD_ARGUMENT && error.what()[0] != 0;
    }
    EXPECT(thrown);
#endif
}

int main() {
    ask_about_polys();
    find();
    own();
    std::puts("the classes do what they should");
}
