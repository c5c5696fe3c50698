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
    EXPECT(set.overlap_pairs(set, pairs, bits, {SEPAL_TOUCHING_IS_APART, 0, 0}) == SEPAL_OK && bits[0] == 4);
    EXPECT(set.contains_pairs(set, pairs, bits) == SEPAL_OK && bits[0] == 4);
    EXPECT(set.overlap_pairs(set, pairs, {}) == SEPAL_TOO_SMALL);
    std::array<float, 3> depth{};
    sepal_mtvs out{};
    out.depth = depth.data();
    std::array<float, 3> area{}, iou{};
    sepal_commons commons{};
    commons.area = area.data();
    commons.iou = iou.data();
    const sepal_row row = {0, 0, 3};
    const sepal_groups each = {nullptr, 0};
    EXPECT(set.common_pairs(set, pairs, commons) == SEPAL_OK && !(area[0] > 0) && area[2] > 0 && iou[2] > 0.9F);
    EXPECT(set.common_rows(set, {&row, 1}, commons) == SEPAL_OK && area[0] > 0 && !(area[1] > 0));
    EXPECT(set.common_groups(each, set, each, pairs, commons) == SEPAL_OK && !(area[1] > 0) && area[2] > 0);
    std::array<float, 8> corner_x{}, corner_y{};
    std::array<std::uint32_t, 4> corner_first{};
    std::size_t corners = 0;
    EXPECT(set.common_polygons(set, pairs, {}, {}, corner_first, corners) == SEPAL_TOO_SMALL && corners > 4 && corners <= 8);
    EXPECT(set.common_polygons(set, pairs, corner_x, corner_y, corner_first, corners) == SEPAL_OK && corner_first[3] == corners);
    EXPECT(set.common_polygons(set, pairs, corner_x, corner_y, {}, corners) == SEPAL_TOO_SMALL);
    EXPECT(set.areas(0, {area.data(), 3}) == SEPAL_OK && area[0] > 0);
    EXPECT(set.areas(0, {area.data(), 4}) == SEPAL_BAD_SHAPE);
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
    const float holed_x[] = {20, 29, 29, 20, 22, 24, 23}, holed_y[] = {0, 0, 9, 9, 2, 2, 4};
    const std::uint32_t rings[] = {0, 4, 7}, beyond[] = {0, 4, 8};
    std::uint32_t of_holed = 0;
    EXPECT(set.add_with_holes(holed_x, holed_y, rings, nullptr, &of_holed) == SEPAL_OK && of_holed >= 3);
    EXPECT(set.add_with_holes(holed_x, holed_y, beyond) == SEPAL_BAD_ARGUMENT);
    sepal::polys outside;
    EXPECT(outside.add_outside(holed_x, holed_y, rings, 1) == SEPAL_OK && outside.size() > 4 &&
           outside.add_outside(holed_x, holed_y, beyond, 1) == SEPAL_BAD_ARGUMENT);
    const float crossed_x[] = {0, 1, 1, 0}, crossed_y[] = {0, 1, 0, 1};
    sepal_refusal crossed{};
    EXPECT(set.add_concave(crossed_x, crossed_y, nullptr, nullptr, &crossed) == SEPAL_BAD_SHAPE && crossed.reason != nullptr);
    const std::uint32_t ends[] = {first, first + parts};
    const sepal_pair pair[] = {{0, 0}};
    EXPECT(set.overlap_groups({ends, 1}, set, {nullptr, 0}, pair, bits) == SEPAL_OK && bits[0] == 1);
    const float along[] = {1};
    float way[1];
    EXPECT(set.contains_groups({ends, 1}, set, {ends, 1}, pair, bits) == SEPAL_OK && bits[0] == 1 &&
           set.contains_groups({ends, 1}, set, {ends, 1}, pair, {}) == SEPAL_TOO_SMALL);
    EXPECT(set.push_along_groups({ends, 1}, set, {ends, 1}, pair, along, along, way) == SEPAL_OK && way[0] == 3 &&
           set.push_along_groups({ends, 1}, set, {ends, 1}, pair, along, {}, way) == SEPAL_TOO_SMALL);
    sepal_pair nearest[1];
    float number[1];
    EXPECT(set.deepest_groups({ends, 1}, set, {ends, 1}, pair, nearest, number) == SEPAL_OK && number[0] > 0 &&
           set.deepest_groups({ends, 1}, set, {ends, 1}, pair, {}, {}) == SEPAL_OK &&
           set.first_groups({ends, 1}, nullptr, set, {ends, 1}, nullptr, pair, nearest, number) == SEPAL_OK && number[0] == 0);

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

static void ask_about_rows_and_moves() {
    sepal::polys set = boxes(3);
    std::uint64_t bits[1];
    const sepal_row rows[] = {{0, 0, 3}, {2, 1, 2}};
    EXPECT(sepal::pairs_of(rows) == 5);
    EXPECT(set.overlap_rows(set, rows, bits) == SEPAL_OK && bits[0] == 27 && set.overlap_rows(set, rows, {}) == SEPAL_TOO_SMALL);
    EXPECT(set.overlap_one(1, set, 1, 2, bits) == SEPAL_OK && bits[0] == 3 && set.overlap_one(1, set, 2, 2, bits) != SEPAL_OK);
    float depth[5] = {0};
    sepal_mtvs pushes{};
    pushes.depth = depth;
    EXPECT(set.mtv_rows(set, rows, pushes) == SEPAL_OK && depth[0] > 0.9F && depth[2] < -0.9F && depth[4] > 0.9F);

    const float x[] = {20, 21, 20, 30, 31, 31, 30}, y[] = {0, 0, 1, 0, 0, 1, 1}, radii[] = {0, 0.25F};
    const std::uint32_t first[] = {0, 3, 7};
    std::uint32_t index = 0;
    float radius = -1;
    EXPECT(set.add_many(x, y, first, radii, &index) == SEPAL_OK && index == 3 && set.size() == 5);
    EXPECT(sepal::polys().add_hulls(x, y, first, radii, &index) == SEPAL_OK && index == 0);
    EXPECT(set.add_hulls(x, y, {}) == SEPAL_BAD_ARGUMENT && set.add_hulls({x, 5}, {y, 5}, first) == SEPAL_BAD_ARGUMENT);
    EXPECT(set.radius(4, radius) == SEPAL_OK && radius > 0.2F && set.radius(5, radius) == SEPAL_BAD_ARGUMENT);
    EXPECT(set.add_many(x, y, {}) == SEPAL_BAD_ARGUMENT && set.add_many({x, 5}, {y, 5}, first) == SEPAL_BAD_ARGUMENT);
    const float new_x[] = {40, 41, 40};
    std::uint32_t empty[2] = {9, 9};
    EXPECT(set.remove(4) == SEPAL_OK && set.remove(4) == SEPAL_BAD_ARGUMENT && set.removed(empty) == 1 && empty[0] == 4);
    EXPECT(set.replace(4, set, 3) == SEPAL_OK && set.removed() == 0 && set.replace(4, set, 9) == SEPAL_BAD_ARGUMENT);
    EXPECT(set.update(3, new_x, {y, 3}) == SEPAL_OK && set.update(3, {x, 2}, {y, 2}) == SEPAL_BAD_ARGUMENT);

    const float move_x[] = {0, 0, -4, 0, 0}, move_y[] = {0, 0, 0, 0, 0};
    const sepal_moves moves = {move_x, move_y, 1};
    const sepal_pair pair[] = {{0, 2}};
    float time = -1;
    sepal_hits hits{};
    hits.time = &time;
    EXPECT(set.sweep_pairs(nullptr, set, &moves, pair, hits) == SEPAL_OK && time > 0.2F && time <= 0.25F);
    std::uint8_t points = 0;
    sepal_contacts contacts{};
    contacts.count = &points;
    const sepal_pair beside[] = {{0, 1}};
    EXPECT(set.contacts_pairs(set, beside, contacts) == SEPAL_OK && points == 2);

    sepal::polys floor;
    const float to_left[] = {3, 0, -3}, level[] = {0, 0, 0}, in_x[] = {-1, 1, 1, -1}, in_y[] = {-0.5F, -0.5F, 2, 2};
    const float thin[] = {0, 0};
    const sepal_capsules segments{to_left, level, to_left + 1, level + 1, thin, 1};
    const std::uint32_t chain[] = {0, 2};
    float up = 0;
    contacts.normal_y = &up;
    contacts.normal_x = &time;
    EXPECT(floor.add_capsules(segments, 2) == SEPAL_OK && floor.add(in_x, in_y) == SEPAL_OK);
    const sepal_pair on_floor[] = {{0, 2}};
    EXPECT(floor.contacts_chains({chain, 1}, floor, on_floor, contacts) == SEPAL_OK && points == 2 && up == 1);

    const float to_x[] = {100, 0.25F, 3}, to_y[] = {0, 0, 0};
    const std::uint32_t model[] = {0, 1, 2}, moved[] = {1};
    sepal_poses poses{};
    poses.x = to_x;
    poses.y = to_y;
    sepal::polys world;
    std::size_t hit = 9;
    EXPECT(set.first_hit(0, poses, 2, set, world, hit) == SEPAL_OK && hit == 1);
    EXPECT(world.place(set, model, poses) == SEPAL_OK && world.place_range(1, set, {model, 2}, poses) == SEPAL_OK);
    EXPECT(world.place_list(moved, set, model, poses) == SEPAL_OK &&
           world.place_list(moved, set, {model, 2}, poses) == SEPAL_TOO_SMALL);
    EXPECT(world.reserve(10, 100) == SEPAL_OK);
    const float centre[] = {0}, half[] = {2};
    EXPECT(world.add_circles({centre, centre, half, 1}, 1) == SEPAL_OK &&
           world.add_capsules({centre, centre, half, half, half, 1}, 1) == SEPAL_OK);
}

/* Calls of both interfaces give equal answers. */
static void ask_about_solids() {
    sepal::solids set;
    const float zero[] = {0, 0, 0}, x[] = {0, 1, 5}, half[] = {0.5F, 0.5F, 0.5F};
    sepal_solid_boxes rows{};
    rows.x = x, rows.y = rows.z = zero, rows.half_x = rows.half_y = rows.half_z = half;
    EXPECT(set.reserve(8, 8, 64) == SEPAL_OK && set.add_boxes(rows, 3) == SEPAL_OK);
    sepal_parallelepiped box{};
    EXPECT(set.box(2, box) == SEPAL_OK && set.update_box(0, box) == SEPAL_OK && set.box(9, box) == SEPAL_BAD_ARGUMENT);
    const sepal_pair pairs[] = {{0, 2}, {0, 1}, {1, 2}};
    std::uint64_t bits[1], expected[1];
    EXPECT(set.overlap_pairs(set, pairs, bits) == SEPAL_OK && bits[0] == 1);
    EXPECT(set.contains_pairs(set, pairs, bits) == SEPAL_OK && bits[0] == 1);
    EXPECT(set.overlap_one(0, set, 0, 3, bits) == SEPAL_OK && bits[0] == 5);
    const sepal_row row[] = {{0, 0, 3}};
    EXPECT(set.overlap_rows(set, row, bits) == SEPAL_OK && bits[0] == 5);
    float depth[3] = {0}, depth_of_rows[3] = {0};
    sepal_solid_mtvs pushes{};
    pushes.depth = depth;
    EXPECT(set.mtv_pairs(set, pairs, pushes) == SEPAL_OK && depth[0] > 0.9F && depth[1] < -2.9F);
    pushes.depth = depth_of_rows;
    EXPECT(set.mtv_rows(set, row, pushes) == SEPAL_OK && depth_of_rows[2] > 0.9F);

    const float px[] = {0, 1, 0, 0, 9}, py[] = {0, 0, 1, 0, 9}, pz[] = {0, 0, 0, 1, 9}, radii[] = {0, 0.5F};
    const std::uint32_t first[] = {0, 4, 5};
    std::uint32_t index = 0;
    float radius = -1;
    EXPECT(set.add_hull({px, 4}, {py, 4}, {pz, 4}) == SEPAL_OK && set.add_hulls(px, py, pz, first, radii, &index) == SEPAL_OK &&
           index == 4);
    EXPECT(set.add_hulls(px, py, pz, {}) == SEPAL_BAD_ARGUMENT && set.radius(5, radius) == SEPAL_OK && radius > 0.4F);
    sepal::span<const float> at_x, at_y, at_z;
    EXPECT(set.vertices(4, at_x, at_y, at_z) == SEPAL_OK && at_x.size() == 4 && at_z[3] > 0.9F);
    EXPECT(set.update_hull(5, {px, 1}, {py, 1}, {pz, 1}) == SEPAL_OK && set.update_hull(5, px, py, pz) == SEPAL_BAD_ARGUMENT);
    sepal_solid_parallelepipeds skewed{};
    for (int k = 0; k < 3; k++)
        skewed.c[k] = zero, skewed.u[k] = k == 0 ? half : zero, skewed.v[k] = k == 1 ? half : zero, skewed.w[k] = half;
    EXPECT(set.add_parallelepipeds(skewed, 1) == SEPAL_OK &&
           set.add_capsules({zero, zero, zero, x, zero, half, half, 1}, 1) == SEPAL_OK);

    const float move_x[] = {0, 4, 0, 0, 0, 0, 0, 0}, still[] = {0, 0, 0, 0, 0, 0, 0, 0};
    const sepal_solid_moves moves = {move_x, still, still, 1};
    float time[3] = {-1, -1, -1};
    std::uint8_t points[3] = {0};
    sepal_solid_hits hits{};
    hits.time = time;
    hits.bits = bits;
    EXPECT(set.sweep_pairs(&moves, set, nullptr, pairs, hits) == SEPAL_OK && time[2] > 0.7F && time[2] <= 0.75F);
    EXPECT(sepal_solids_sweep_pairs(set.get(), &moves, set.get(), nullptr, pairs, 3, nullptr, &hits) == SEPAL_OK && bits[0] == 5);
    sepal_solid_contacts contacts{};
    contacts.count = points;
    EXPECT(set.contacts_pairs(set, pairs, contacts, {SEPAL_TOUCHING_OVERLAPS, 3.5F, 0}) == SEPAL_OK && points[0] == 4 &&
           points[2] == 4);

    const float to_x[] = {100, 1, 3};
    const std::uint32_t model[] = {1, 1, 2}, moved[] = {1}, ends[] = {0, 1, 3};
    sepal_solid_poses poses{};
    poses.x = to_x, poses.y = poses.z = zero;
    sepal::solids world;
    std::size_t hit = 9;
    EXPECT(set.first_hit(1, poses, 3, set, world, hit) == SEPAL_OK && hit == 1);
    EXPECT(world.place(set, model, poses) == SEPAL_OK && world.place_range(1, set, {model, 2}, poses) == SEPAL_OK);
    EXPECT(world.place_list(moved, set, model, poses) == SEPAL_OK &&
           world.place_list(moved, set, {model, 2}, poses) == SEPAL_TOO_SMALL);
    const sepal_pair groups[] = {{0, 1}};
    EXPECT(set.overlap_groups({ends, 2}, set, {ends, 2}, groups, bits) == SEPAL_OK);
    const sepal_groups same = {ends, 2};
    EXPECT(sepal_solids_overlap_groups(set.get(), &same, set.get(), &same, groups, 1, nullptr, expected) == SEPAL_OK &&
           bits[0] == expected[0]);
    sepal_pair nearest[1];
    float number[1];
    EXPECT(set.deepest_groups({ends, 2}, set, {ends, 2}, groups, nearest, {}) == SEPAL_OK &&
           set.first_groups({ends, 2}, nullptr, set, {ends, 2}, nullptr, groups, {}, number) == SEPAL_OK);
    const sepal_pair itself[] = {{0, 0}};
    EXPECT(set.push_along_groups({ends, 2}, set, {ends, 2}, itself, {move_x + 1, 1}, {still, 1}, {still, 1}, number) == SEPAL_OK &&
           number[0] == 0.25F &&
           set.push_along_groups({ends, 2}, set, {ends, 2}, itself, {move_x + 1, 1}, {still, 1}, {}, number) == SEPAL_TOO_SMALL);
    world.clear();
    EXPECT(world.size() == 0);
}

/* A tree, and what is found by it, of either kind of set: a row of shapes of size 1. */
template <class Set> static void find_by_tree(const Set &row) {
    sepal::finder finder;
    std::vector<sepal_pair> pairs, kept;
    const std::uint32_t some[] = {5, 7};
    EXPECT(finder.find_build(row) == SEPAL_OK);
    EXPECT(finder.find_range(row, 10, 2, pairs) == SEPAL_OK && pairs.size() == 2 && pairs[0].b == 11);
    EXPECT(finder.find_list(row, some, pairs) == SEPAL_OK && pairs.size() == 4 && pairs[3].a == 7);
    std::size_t seen = 0;
    EXPECT(finder.find_each(row, row, [&](sepal::span<const sepal_pair> found) {
        seen += found.size();
        return true;
    }) == SEPAL_OK);
    std::size_t of_range = 0, of_list = 0;
    EXPECT(finder.find_each_range(row, 10, 2,
                                  [&](sepal::span<const sepal_pair> found) {
                                      of_range += found.size();
                                      return true;
                                  }) == SEPAL_OK &&
           of_range == 2);
    EXPECT(finder.find_each_list(row, some,
                                 [&](sepal::span<const sepal_pair> found) {
                                     of_list += found.size();
                                     return false;
                                 }) == SEPAL_OK &&
           of_list == 4);
    EXPECT(finder.find_keep(row, 0.1F) == SEPAL_OK && finder.template find_update<Set>(some) == SEPAL_OK &&
           finder.template find_update<Set>() == SEPAL_OK);
    EXPECT(finder.template find_kept<Set>(kept) == SEPAL_OK && finder.find_pairs(row, row, pairs) == SEPAL_OK &&
           kept.size() == pairs.size());
    EXPECT(seen == pairs.size() && kept[3].b == pairs[3].b);
    seen = 0;
    EXPECT(finder.template find_each_kept<Set>([&](sepal::span<const sepal_pair> found) {
        seen += found.size();
        return true;
    }) == SEPAL_OK);
    EXPECT(seen == pairs.size());
    EXPECT(finder.template find_near_kept<Set>(kept) == SEPAL_OK && kept.size() >= pairs.size());
}

/* Of twenty shapes in a row, each of which meets the next. */
template <class Set> static void find_nearest(const Set &row) {
    sepal::finder finder;
    std::vector<std::uint32_t> shapes(6);
    std::vector<float> distances(6), none;
    EXPECT(finder.find_build(row) == SEPAL_OK && finder.find_nearest(row, 3, 2, 3, shapes, distances) == SEPAL_OK &&
           shapes[0] == 2 && shapes[1] == 4 && shapes[3] == 3 && shapes[4] == 5 && distances[1] == 0);
    EXPECT(finder.find_nearest(row, 3, 2, 3, shapes, none) == SEPAL_TOO_SMALL);
}

static void find_at_places() {
    const sepal::polys row = boxes(20);
    sepal::finder finder;
    std::vector<std::uint32_t> shapes;
    std::vector<sepal_pair> pairs;
    const float where[] = {4.5F, 9}, still_there[] = {0, 0};
    EXPECT(finder.find_build(row) == SEPAL_OK &&
           finder.find_at({where, still_there, 1, nullptr, nullptr, 0}, 2, pairs) == SEPAL_OK && pairs.size() == 3 &&
           pairs[1].a == 0 && pairs[1].b == 5);
    EXPECT(finder.find_in({2, -1}, {4, 1}, shapes) == SEPAL_OK && shapes.size() == 3);
    const float zero[] = {0}, from[] = {-3}, far[] = {100};
    std::uint32_t shape = 9;
    EXPECT(finder.cast_rays({from, zero, far, zero, 1}, 1, {&shape, nullptr, nullptr, nullptr, 0}) == SEPAL_OK && shape == 0);

    sepal::solids balls;
    std::vector<float> x(20), still(20), radius(20, 0.5F);
    for (std::size_t i = 0; i < x.size(); i++)
        x[i] = static_cast<float>(i);
    EXPECT(balls.add_spheres({x.data(), still.data(), still.data(), radius.data(), 1}, 20) == SEPAL_OK &&
           finder.find_build(balls) == SEPAL_OK);
    EXPECT(finder.find_at({where, still_there, still_there, 1}, 1, pairs) == SEPAL_OK && pairs.size() == 2);
    EXPECT(finder.find_in({2, -1, -1}, {4, 1, 1}, shapes) == SEPAL_OK && shapes.size() == 3);
    EXPECT(finder.cast_rays({from, zero, zero, far, zero, zero, 1}, 1, {&shape, nullptr, nullptr, nullptr, nullptr, 0}) ==
               SEPAL_OK &&
           shape == 0);
    find_by_tree(row);
    find_by_tree(balls);
    find_nearest(row);
    find_nearest(balls);
}

/* Rays and moving shapes along two rows of twenty: the shapes that are hit, in order, and what a function that wants no more is given. */
static void cast_along_rows() {
    const sepal::polys row = boxes(20);
    sepal::solids balls;
    std::vector<float> x(20), still(20), radius(20, 0.5F);
    for (std::size_t i = 0; i < x.size(); i++)
        x[i] = static_cast<float>(i);
    EXPECT(balls.add_spheres({x.data(), still.data(), still.data(), radius.data(), 1}, 20) == SEPAL_OK);
    const float zero[] = {0}, from[] = {-3}, far[] = {100};
    std::vector<std::uint32_t> hit;
    float last = 0;
    bool ordered = true;
    const auto all = [&](const sepal_ray_hit &found) {
        ordered = ordered && found.ray == 0 && found.time >= last;
        last = found.time;
        hit.push_back(found.shape);
        return 1;
    };
    const auto one = [&](const sepal_ray_hit &found) {
        hit.push_back(found.shape);
        return 0;
    };
    sepal::finder finder;
    EXPECT(finder.find_build(row) == SEPAL_OK && finder.cast_each({from, zero, far, zero, 1}, 1, 1, all) == SEPAL_OK);
    EXPECT(ordered && hit.size() == 20 && hit[19] == 19);
    EXPECT(finder.cast_each({from, zero, far, zero, 1}, 1, 0.0625F, one) == SEPAL_OK && hit.size() == 21 && hit[20] == 0);
    std::uint32_t shape = 9;
    float time = 0;
    std::vector<float> moves(40, 0.0F);
    moves[38] = -100; /* of the last box, which touches that before it: later, it hits another */
    const sepal_moves back = {moves.data(), moves.data() + 1, 2};
    EXPECT(finder.cast_shapes(row, &back, 19, 1, {&shape, &time, nullptr, nullptr, 1}) == SEPAL_OK && shape == 17 && time == 0.01F);

    hit.clear();
    last = 0;
    EXPECT(finder.find_build(balls) == SEPAL_OK && finder.cast_each({from, zero, zero, far, zero, zero, 1}, 1, 1, all) == SEPAL_OK);
    EXPECT(ordered && hit.size() == 20 && hit[19] == 19);
    EXPECT(finder.cast_each({from, zero, zero, far, zero, zero, 1}, 1, 1, one) == SEPAL_OK && hit.size() == 21 && hit[20] == 0);
    sepal::solids ball;
    const float half[] = {0.5F}, there[] = {4};
    EXPECT(ball.add_spheres({from, zero, zero, half, 1}, 1) == SEPAL_OK);
    const sepal_solid_moves on = {there, zero, zero, 1};
    EXPECT(finder.cast_shapes(ball, &on, 0, 1, {&shape, &time, nullptr, nullptr, nullptr, 0}) == SEPAL_OK && shape == 0 &&
           time == 0.5F);
}

static void find() {
    const sepal::polys row = boxes(2000);
    sepal::finder finder;
    std::vector<sepal_pair> pairs;
    EXPECT(finder.find_pairs(row, row, pairs) == SEPAL_OK && pairs.size() == 1999 && pairs[7].b == 8);
    EXPECT(finder.find_pairs(row, row, pairs, {SEPAL_TOUCHING_IS_APART, 0, 0}) == SEPAL_OK && pairs.empty());
    EXPECT(finder.find_near(row, row, pairs, 1) == SEPAL_OK && pairs.size() == 1999 + 1998);
    const float nowhere = -1;
    EXPECT(finder.find_near(row, row, pairs, nowhere) == SEPAL_BAD_ARGUMENT && pairs.size() == 1999 + 1998);

    sepal::solids balls;
    const float x[] = {0, 1, 5}, zero[] = {0, 0, 0}, radius[] = {0.5F, 0.5F, 0.5F};
    EXPECT(balls.add_spheres({x, zero, zero, radius, 1}, 3) == SEPAL_OK && balls.size() == 3);
    EXPECT(finder.find_pairs(balls, balls, pairs) == SEPAL_OK && pairs.size() == 1);
    std::uint64_t bits[1];
    EXPECT(balls.overlap_pairs(balls, pairs, bits) == SEPAL_OK && bits[0] == 1);
    std::uint32_t drum = 0;
    EXPECT(balls.add_prisms({x, zero, zero, x, zero, radius, radius, nullptr, 1, 12}, 3, &drum) == SEPAL_OK && drum == 3 &&
           balls.size() == 6);
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

/// Spans are made of what stays, and of braces in an argument.
static_assert(std::is_constructible_v<sepal::span<const float>, const std::vector<float> &>);
static_assert(!std::is_constructible_v<sepal::span<const float>, std::vector<float>>);
static_assert(!std::is_constructible_v<sepal::span<const float>, std::array<float, 2>>);
#if __cplusplus >= 202002L
static_assert(std::is_constructible_v<sepal::span<const float>, std::span<float>>);
#endif

static void copy_and_list() {
    sepal::polys set;
    std::uint64_t bits[1];
    EXPECT(set.add({0, 1, 0}, {0, 0, 1}) == SEPAL_OK && set.add({0.5F}, {0.5F}, 0.25F) == SEPAL_OK &&
           set.add({9}, {9}) == SEPAL_OK);
    EXPECT(set.overlap_pairs(set, {{0, 0}}, bits) == SEPAL_OK && bits[0] == 1);
    EXPECT(set.overlap_pairs(set, {{0, 0}, {0, 2}, {0, 1}}, bits) == SEPAL_OK && bits[0] == 5);
    EXPECT(set.remove(0) == SEPAL_OK);
    const sepal::polys copy = set.copy();
    std::uint32_t empty[2] = {9, 9};
    float radius = 0;
    EXPECT(copy.size() == 3 && copy.removed(empty) == 1 && empty[0] == 0 && copy.radius(1, radius) == SEPAL_OK && radius > 0.2F);
    EXPECT(copy.overlap_pairs(set, {{1, 1}, {2, 2}, {1, 2}, {0, 0}}, bits) == SEPAL_OK && bits[0] == 3);

    sepal::solids solids;
    const float at[] = {1}, half[] = {2};
    sepal_solid_boxes box{};
    box.x = box.y = box.z = at, box.half_x = box.half_y = box.half_z = box.radius = half;
    EXPECT(solids.add_boxes(box, 1) == SEPAL_OK && solids.add_hull({8, 9}, {0, 0}, {0, 0}, 0.5F) == SEPAL_OK);
    EXPECT(solids.add_hull({0}, {0}, {0}) == SEPAL_OK && solids.remove(2) == SEPAL_OK);
    const sepal::solids same = solids.copy();
    sepal_parallelepiped vectors{};
    EXPECT(same.size() == 3 && same.box(0, vectors) == SEPAL_OK && vectors.v[1] > 1.5F && same.removed(empty) == 1 &&
           empty[0] == 2);
    EXPECT(same.contains_pairs(solids, {{0, 0}, {1, 1}, {0, 1}}, bits) == SEPAL_OK && bits[0] == 3);
    EXPECT(solids.contains_pairs(same, {{0, 0}, {1, 1}}, bits) == SEPAL_OK && bits[0] == 3);
}

#if defined(__cpp_exceptions)
/// What the error says that a call throws.
template <class Call> static std::string said(Call call) {
    try {
        call();
    } catch (const sepal::error &error) {
        return error.what();
    }
    return "nothing";
}
#endif

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
    EXPECT(!boxes(3).copy(&poor) && held == 0);
#if defined(__cpp_exceptions)
    bool thrown = false;
    sepal::require(SEPAL_OK);
    try {
        sepal::require(sepal::polys(&poor).add(one, one));
    } catch (const sepal::error &error) {
        thrown = error.status == SEPAL_BAD_ARGUMENT && error.what()[0] != 0;
    }
    EXPECT(thrown);
    const std::string of_pair = said([] {
        const sepal::polys few = boxes(2), many = boxes(5);
        const sepal_pair pairs[] = {{0, 4}, {1, 5}};
        std::uint64_t bits[1];
        sepal::require(few.overlap_pairs(many, pairs, bits), few, many, pairs);
    });
    EXPECT(of_pair == "pairs[1] is {1, 5}, but the second set has 5 shapes");
    const std::string of_one = said([] {
        const sepal::polys single = boxes(1), many = boxes(5);
        const sepal_pair pairs[] = {{1, 4}};
        std::uint64_t bits[1];
        sepal::require(single.overlap_pairs(many, pairs, bits), single, many, pairs);
    });
    EXPECT(of_one == "pairs[0] is {1, 4}, but the first set has 1 shape");
    const std::string of_shape = said([] {
        const float x[] = {0, 1}, radius[] = {1, -1};
        sepal_circles circles{};
        circles.x = circles.y = x, circles.radius = radius;
        sepal_refusal refusal{};
        sepal::require(sepal::polys().add_circles(circles, 2, nullptr, &refusal), refusal);
    });
    EXPECT(of_shape == "shape 1 of the call: its radius is negative");
#endif
}

static void ask_about_meshes() {
    sepal::mesh level, field;
    const float vertices[] = {0, 0, 0, 4, 0, 0, 4, 4, 0, 0, 4, 0}, heights[4] = {};
    const std::uint32_t faces[] = {0, 1, 2, 0, 2, 3};
    const sepal_triangles triangles = {vertices, vertices + 1, vertices + 2, 3, 4, faces, faces + 1, faces + 2, 3};
    sepal_heights grid = {};
    grid.height = heights;
    grid.columns = grid.rows = 2;
    grid.step_x = grid.step_y = 4;
    EXPECT(level.fill(triangles, 2) == SEPAL_OK && level.size() == 2);
    EXPECT(field.fill_heights(grid, SEPAL_RIM_GOES_ON) == SEPAL_OK && field.size() == 2);
    sepal::solids balls;
    const float x[] = {3, 1}, y[] = {0.5F, 3}, z[] = {0.25F, 9}, radius[] = {0.5F, 0.5F};
    EXPECT(balls.add_spheres({x, y, z, radius, 1}, 2) == SEPAL_OK);
    for (const sepal::mesh *one : {&level, &field}) {
        sepal::finder finder;
        float corner[3][3];
        sepal_mesh_edge kind[3];
        std::uint32_t beyond[3], nearest[2];
        float distance[2];
        EXPECT(one->triangle(1, corner) == SEPAL_OK && corner[1][0] == 4 && one->triangle(2, corner) == SEPAL_BAD_ARGUMENT);
        EXPECT(one->edges(0, kind, beyond) == SEPAL_OK && kind[2] == SEPAL_EDGE_FLAT && beyond[2] == 1);
        std::vector<sepal_pair> pairs;
        EXPECT(one->find(finder, balls, 0, 2, pairs) == SEPAL_OK && pairs.size() == 1 && pairs[0].b == 0);
        std::uint8_t count[2];
        float depth[8];
        sepal_solid_contacts contacts = {};
        contacts.count = count;
        contacts.depth = depth;
        EXPECT(one->contacts_pairs(balls, pairs, contacts) == SEPAL_OK && count[0] == 1 && depth[0] == 0.25F);
        EXPECT(one->find_near(finder, balls, 0, 2, pairs) == SEPAL_OK && pairs.size() == 2);
        std::vector<sepal_mesh_manifold> manifolds;
        EXPECT(one->manifolds(finder, balls, 0, 2, manifolds, 0.9F) == SEPAL_OK && manifolds.size() == 1 &&
               manifolds[0].normal[2] == -1);
        const float still[] = {0, 0}, falls[] = {0, -17};
        std::uint32_t first_hit[2];
        float when[2];
        EXPECT(one->sweep(finder, balls, {still, still, falls, 1}, 1, 1, {first_hit, when, nullptr, nullptr, nullptr, 0}) ==
                   SEPAL_OK &&
               first_hit[0] == 1 && when[0] == 0.5F);
        std::vector<std::uint32_t> inside;
        EXPECT(one->find_in(finder, {0, 3, -1}, {1, 4, 1}, inside) == SEPAL_OK && inside.size() == 1 && inside[0] == 1);
        std::uint64_t bits[1];
        EXPECT(one->meets(finder, balls, 0, 2, bits) == SEPAL_OK && bits[0] == 1 &&
               one->meets(finder, balls, 0, 2, {}) == SEPAL_TOO_SMALL);
        EXPECT(one->find_nearest(finder, balls, 0, 2, 1, nearest, distance) == SEPAL_OK && nearest[1] == 1 && distance[1] == 8.5F);
        EXPECT(one->find_nearest(finder, balls, 0, 2, 2, nearest, distance) == SEPAL_TOO_SMALL);
        const float zero[] = {0}, down[] = {-18};
        std::uint32_t hit = 9;
        float time = 0;
        EXPECT(one->cast_rays(finder, {x, y, z + 1, zero, zero, down, 1}, 1, {&hit, &time, nullptr, nullptr, nullptr, 0}) ==
                   SEPAL_OK &&
               hit == 0 && time == 0.5F);
    }
}

/* A set of doubles is filled and changed, moves to another origin, and refuses a set that has not moved. */
static void change_doubles() {
    const double east = 500123.4567, north = 5400123.4567;
    sepal::polys lots = sepal::polys::create_doubles(500000, 5400000), other = sepal::polys::create_doubles(0, 0);
    EXPECT(lots && other && !sepal::polys::create_doubles(1e-300, 0));
    std::vector<double> x = {0, 3, 3, 1, 1, 0}, y = {0, 0, 1, 1, 3, 3}, around_x = {0, 9, 9, 0, 3, 6, 6, 3},
                        around_y = {0, 0, 9, 9, 3, 3, 6, 6};
    for (std::size_t k = 0; k < x.size(); k++) {
        x[k] += east;
        y[k] += north;
    }
    const std::uint32_t rings[] = {0, 4, 8}, hull[] = {0, 6};
    std::uint32_t first = 9, parts = 9, court = 9;
    EXPECT(lots.add_concave_doubles(x, y, &first, &parts) == SEPAL_OK && first == 0 && parts == 2);
    EXPECT(lots.add_with_holes_doubles(around_x, around_y, rings, &court, &parts) == SEPAL_OK && court == 2 && parts > 2);
    EXPECT(lots.add_hulls_doubles(x, y, hull, {}, &first) == SEPAL_OK && first == court + parts);
    sepal::span<const double> now_x, now_y;
    EXPECT(lots.vertices_doubles(first, now_x, now_y) == SEPAL_OK && now_x.size() == 5 && now_y.data()[0] == north);
    const double corner_x[] = {east, east + 1, east}, corner_y[] = {north, north, north + 1};
    EXPECT(other.add_doubles(corner_x, corner_y) == SEPAL_OK && lots.update_doubles(first, corner_x, corner_y) != SEPAL_OK);
    EXPECT(lots.update_doubles(first, x, y) != SEPAL_OK && lots.replace(first, other, 0) == SEPAL_BAD_KIND);
    const sepal_pair pairs[] = {{first, 0}, {0, 0}};
    std::uint64_t bits[1] = {77};
    EXPECT(lots.overlap_pairs(other, pairs, bits) == SEPAL_BAD_KIND && bits[0] == 77);
    EXPECT(other.rebase(500000, 1e300) == SEPAL_BAD_ARGUMENT && other.rebase(500000, 5400000) == SEPAL_OK);
    EXPECT(lots.replace(first, other, 0) == SEPAL_OK && lots.overlap_pairs(other, pairs, bits) == SEPAL_OK && bits[0] == 3);
    EXPECT(lots.vertices_doubles(first, now_x, now_y) == SEPAL_OK && now_x.size() == 3 && now_x.data()[1] == east + 1);
    EXPECT(lots.update_doubles(first, corner_x, corner_y) == SEPAL_OK && lots.remove(first) == SEPAL_OK);
    EXPECT(lots.vertices_doubles(first, now_x, now_y) == SEPAL_OK && now_x.size() == 0);
    EXPECT(lots.overlap_pairs(other, pairs, bits) == SEPAL_OK && bits[0] == 2);
}

int main() {
    ask_about_polys();
    ask_about_meshes();
    ask_about_rows_and_moves();
    ask_about_solids();
    find();
    find_at_places();
    cast_along_rows();
    copy_and_list();
    own();
    change_doubles();
    std::puts("the classes do what they should");
}
