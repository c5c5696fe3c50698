/* Memory: where it comes from, what happens if there is none, and which calls do not ask for any. */
#include "../common/allocators.h"
#include "../common/check.h"

#include <criterion/criterion.h>
#include <stdlib.h>

/* Step number `step` of a sequence of all calls that allocate. */
enum { STEPS = 6 };

static sepal_status take_step(sepal_polys *set, const polygon_list *list, int step) {
    static const float unit[] = {1, 1, 1, 1, 1, 1, 1, 1};
    static const uint32_t first[] = {0, 1, 3, 8};
    switch (step) {
    case 0:
        return sepal_polys_add(set, list->items[0].x, list->items[0].y, list->items[0].count, NULL);
    case 1:
        return sepal_polys_reserve(set, 300, 2000);
    case 2:
        return sepal_polys_add_many(set, unit, unit, first, 3, NULL, NULL, NULL);
    case 3:
        return sepal_polys_add_hulls(set, unit, unit, first, 3, NULL, NULL, NULL);
    case 4: {
        static box rows[1000];
        rng r = {4};
        for (int k = 0; k < 1000; k++)
            rows[k] = random_box(&r, k, 0, 1, 2);
        sepal_boxes boxes = {.x = &rows->x,
                             .y = &rows->y,
                             .half_x = &rows->half_x,
                             .half_y = &rows->half_y,
                             .cos = &rows->cos,
                             .sin = &rows->sin,
                             .stride = 6};
        return sepal_polys_add_boxes(set, &boxes, 1000, NULL, NULL);
    }
    default:
        for (size_t i = 0; i < list->count; i++) {
            sepal_status status = sepal_polys_add(set, list->items[i].x, list->items[i].y, list->items[i].count, NULL);
            if (status != SEPAL_OK)
                return status;
        }
        return SEPAL_OK;
    }
}

/* The last step adds several polygons one by one, and may have added some before it failed. The other steps add all or none. */
static void check_refusal(sepal_polys *set, const polygon_list *list, int step, content *before) {
    if (step < STEPS - 1) {
        check_content(set, before, "a step without memory");
        return;
    }
    size_t added = sepal_polys_count(set) - before->shapes;
    cr_assert_lt(added, list->count);
    for (size_t i = 0; i < added; i++) {
        const float *x, *y;
        size_t count;
        cr_assert_eq(sepal_polys_vertices(set, (uint32_t)(before->shapes + i), &x, &y, &count), SEPAL_OK);
        cr_assert_eq(count, list->items[i].count);
        cr_assert(x[0] == list->items[i].x[0] && y[count - 1] == list->items[i].y[count - 1]);
    }
    content_release(before);
}

/* Takes all steps while one request is refused, or all from one on. Returns whether a request was refused. */
static bool run_with_refusal(const polygon_list *list, size_t fail_at, bool fail_later) {
    watch w = watch_create();
    w.fail_at = fail_at;
    w.fail_later = fail_later;
    sepal_allocator allocator = watch_allocator(&w);
    sepal_polys *set = NULL;
    bool met = false;
    if (sepal_polys_create(&allocator, &set) != SEPAL_OK) {
        cr_assert_null(set, "untouched");
        cr_assert_eq(w.live, 0);
        return true;
    }
    for (int step = 0; step < STEPS; step++) {
        content before = content_of(set);
        sepal_status status = take_step(set, list, step);
        if (status == SEPAL_OK) {
            content_release(&before);
            continue;
        }
        cr_assert_eq(status, SEPAL_NO_MEMORY);
        cr_assert_gt(w.requests, fail_at, "memory was not refused");
        check_refusal(set, list, step, &before);
        met = true;
        w.fail_at = SIZE_MAX; /* with memory again, the same call works */
        cr_assert_eq(take_step(set, list, step), SEPAL_OK);
        w.fail_at = fail_later ? w.requests : SIZE_MAX;
    }
    cr_assert(met == (w.requests > fail_at), "request %zu was refused and nobody said so", fail_at);
    sepal_polys_destroy(set);
    cr_assert_eq(w.live, 0, "%zu allocations were not released", w.live);
    return met;
}

Test(memory, may_run_out_at_any_allocation) {
    scene s = scene_create(scene_kind_find("everything"), 401, 300, 0);
    for (int later = 0; later < 2; later++) {
        size_t refused = 0;
        while (run_with_refusal(&s.a, refused, later))
            refused++;
        cr_assert_gt(refused, 4, "only %zu allocations", refused);
    }
    scene_destroy(&s);
}

Test(memory, is_reserved_once) {
    scene s = scene_create(scene_kind_find("everything"), 402, 500, 0);
    size_t vertices = 0;
    for (size_t i = 0; i < s.a.count; i++)
        vertices += s.a.items[i].count;
    watch w = watch_create();
    sepal_allocator allocator = watch_allocator(&w);
    sepal_polys *set;
    cr_assert_eq(sepal_polys_create(&allocator, &set), SEPAL_OK);
    cr_assert_eq(sepal_polys_reserve(set, s.a.count, vertices), SEPAL_OK);
    size_t requests = w.requests;
    for (int times = 0; times < 3; times++) {
        for (size_t i = 0; i < s.a.count; i++)
            cr_assert_eq(sepal_polys_add(set, s.a.items[i].x, s.a.items[i].y, s.a.items[i].count, NULL), SEPAL_OK);
        cr_assert_eq(w.requests, requests, "there was room");
        cr_assert_eq(sepal_polys_reserve(set, s.a.count / 2, 0), SEPAL_OK);
        cr_assert_eq(w.requests, requests, "less than there is changes nothing");
        if (times == 1) /* replacing shapes allocates nothing either */
            for (size_t i = 0; i < s.a.count; i++)
                cr_assert_eq(sepal_polys_update(set, (uint32_t)i, s.a.items[i].x, s.a.items[i].y), SEPAL_OK);
        cr_assert_eq(w.requests, requests);
        sepal_polys_clear(set);
    }
    sepal_polys_destroy(set);
    cr_assert_eq(w.live, 0);
    scene_destroy(&s);
}

/* More than 32-bit indices can address is refused without a request for memory (and if size_t has 32 bits, the size does not
 * overflow). */
Test(memory, is_not_reserved_beyond_the_indices) {
    watch w = watch_create();
    sepal_allocator allocator = watch_allocator(&w);
    sepal_polys *set;
    cr_assert_eq(sepal_polys_create(&allocator, &set), SEPAL_OK);
    cr_assert_eq(sepal_polys_reserve(set, 300, 0), SEPAL_OK);
    size_t requests = w.requests;
    cr_assert_eq(sepal_polys_reserve(set, 0, UINT32_MAX), SEPAL_NO_MEMORY);
    cr_assert_eq(sepal_polys_reserve(set, 255, UINT32_MAX), SEPAL_NO_MEMORY);
    cr_assert_eq(sepal_polys_reserve(set, 0, SIZE_MAX), SEPAL_NO_MEMORY);
    cr_assert_eq(w.requests, requests);
    sepal_polys_destroy(set);
    cr_assert_eq(w.live, 0);
}

Test(memory, is_kept_when_a_set_is_cleared) {
    scene s = scene_create(scene_kind_find("lattice, dressed"), 403, 500, 0);
    watch w = watch_create();
    sepal_allocator allocator = watch_allocator(&w);
    sepal_polys *set = load_set(&s.a, &allocator);
    size_t requests = w.requests;
    sepal_polys_clear(set);
    for (size_t i = 0; i < s.a.count; i++)
        cr_assert_eq(sepal_polys_add(set, s.a.items[i].x, s.a.items[i].y, s.a.items[i].count, NULL), SEPAL_OK);
    cr_assert_eq(w.requests, requests);
    sepal_polys_destroy(set);
    cr_assert_eq(w.live, 0);
    scene_destroy(&s);
}

/* The set copies the allocator, and gives the same answers in memory that is aligned only as asked for and whose bits are all
 * set. */
Test(memory, of_any_allocator_serves) {
    const char *const names[] = {"everything", "boxes", "box grid", "triangles", "couples, large", "wild"};
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        scene s = scene_create(scene_kind_find(names[k]), 404, 300, 1500);
        watch w = watch_create();
        sepal_allocator allocator = watch_allocator(&w);
        sepal_polys *set = load_set(&s.a, &allocator);
        allocator = (sepal_allocator){NULL, NULL, NULL};
        size_t requests = w.requests;
        uint8_t *expected = answers_create(s.pair_count);
        for (int touching = 0; touching < RULES; touching++)
            for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
                const char *name = use_isa(isa);
                if (isa == 0)
                    ask_pairs(s.set_a, s.set_b, s.pairs, s.pair_count, touching, expected);
                check_pairs(&s, name, set, set, s.pairs, s.pair_count, touching, expected);
            }
        cr_assert_eq(w.requests, requests, "a query allocated");
        free(expected);
        sepal_polys_destroy(set);
        cr_assert_eq(w.live, 0);
        scene_destroy(&s);
    }
}

/* A box takes at most 128 bytes in all columns together, besides the fixed size of a set. */
Test(memory, of_a_box_is_modest) {
    enum { BOXES = 10000, EVERY_SET = 1024 };
    static float column[BOXES];
    sepal_boxes boxes = {.x = column, .y = column, .half_x = column, .half_y = column, .cos = NULL, .sin = NULL, .stride = 1};
    watch w = watch_create();
    sepal_allocator allocator = watch_allocator(&w);
    sepal_polys *set;
    cr_assert_eq(sepal_polys_create(&allocator, &set), SEPAL_OK);
    cr_assert_eq(sepal_polys_add_boxes(set, &boxes, BOXES, NULL, NULL), SEPAL_OK);
    size_t bytes = 0;
    for (size_t i = 0; i < WATCH_MOST; i++)
        if (w.blocks[i].pointer != NULL)
            bytes += w.blocks[i].size;
    cr_assert_leq(bytes, 128 * BOXES + EVERY_SET, "%zu bytes for %d boxes", bytes, BOXES);
    sepal_polys_destroy(set);
    cr_assert_eq(w.live, 0);
}

#if SIZE_MAX > UINT32_MAX
/* Indices have 32 bits. A call that would need more is refused before it reads what it was given, or asks for memory. */
Test(memory, of_more_shapes_than_indices_is_refused) {
    const float none[] = {0};
    const uint32_t model[] = {0};
    sepal_boxes boxes = {.x = none, .y = none, .half_x = none, .half_y = none, .cos = NULL, .sin = NULL, .stride = 1};
    sepal_circles circles = {none, none, none, 1};
    sepal_capsules capsules = {none, none, none, none, none, 1};
    sepal_poses poses = {.x = none, .y = none, .cos = NULL, .sin = NULL, .stride = 1};
    watch w = watch_create();
    sepal_allocator allocator = watch_allocator(&w);
    sepal_polys *set, *models;
    cr_assert_eq(sepal_polys_create(&allocator, &set), SEPAL_OK);
    cr_assert_eq(sepal_polys_create(&allocator, &models), SEPAL_OK);
    cr_assert_eq(sepal_polys_add(set, none, none, 1, NULL), SEPAL_OK);
    cr_assert_eq(sepal_polys_add(models, none, none, 1, NULL), SEPAL_OK);
    size_t requests = w.requests;
    for (size_t count = UINT32_MAX; count <= (size_t)UINT32_MAX + 1;
         count++) { /* with the one shape of the set, both are too many */
        content before = content_of(set);
        cr_assert_eq(sepal_polys_add_boxes(set, &boxes, count, NULL, NULL), SEPAL_NO_MEMORY);
        cr_assert_eq(sepal_polys_add_circles(set, &circles, count, NULL, NULL), SEPAL_NO_MEMORY);
        cr_assert_eq(sepal_polys_add_capsules(set, &capsules, count, NULL, NULL), SEPAL_NO_MEMORY);
        check_content(set, &before, "too many shapes");
    }
    content before = content_of(set);
    cr_assert_eq(sepal_polys_place(set, models, model, &poses, (size_t)UINT32_MAX + 1, NULL), SEPAL_NO_MEMORY);
    cr_assert_eq(sepal_polys_reserve(set, (size_t)UINT32_MAX + 1, 0), SEPAL_NO_MEMORY);
    cr_assert_eq(sepal_polys_reserve(set, 0, (size_t)UINT32_MAX + 1), SEPAL_NO_MEMORY);
    check_content(set, &before, "too many shapes");
    cr_assert_eq(w.requests, requests);
    sepal_polys_destroy(set);
    sepal_polys_destroy(models);
    cr_assert_eq(w.live, 0);
}
#endif
