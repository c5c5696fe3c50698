/* The floating-point state of the caller changes no set that is filled in it, and filling a set does not change the state. */
#include "../common/check.h"
#include "../common/fp_states.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *const names[] = {
    "boxes",
    "boxes, small",
    "boxes of all scales",
    "box grid",
    "triangle tiling",
    "parallelogram tiling, tiny",
    "tiny",
    "largest floats",
    "least floats",
    "wild",
    "couples, large",
    "couples of all scales",
    "64 vertices",
    "3 to 20 vertices, small",
    "everything",
    "mixed scales",
};
enum { NAMES = sizeof names / sizeof *names };

/* Adds and replaces shapes, and has one refused. The vertices and the answers are those of a set that was filled as usual. */
static void build_in_state(const scene *s, size_t state, const uint8_t *expected) {
    static const float bow_tie_x[] = {0, 0x1p-149F, 0, 0x1p-149F}, bow_tie_y[] = {0, 0, 0x1p-149F, 0x1p-149F};
    fenv_t usual;
    fp_snapshot before = fp_state_enter(state, &usual);
    sepal_polys *set = load_set(&s->a, NULL);
    sepal_status updated = SEPAL_OK;
    for (size_t i = 0; s->a.boxes == NULL && i < s->a.count; i++)
        if (sepal_polys_update(set, (uint32_t)i, s->a.items[i].x, s->a.items[i].y) != SEPAL_OK)
            updated = SEPAL_BAD_SHAPE;
    sepal_status refused = sepal_polys_add(set, bow_tie_x, bow_tie_y, 4, NULL);
    fp_snapshot after = fp_snapshot_take();
    fesetenv(&usual);
    after.error = before.error; /* the C library's allocator may set errno */
    cr_assert_eq(updated, SEPAL_OK, "%s, scene '%s'", fp_state_name(state), s->kind);
    cr_assert_eq(refused, SEPAL_BAD_SHAPE, "%s, scene '%s'", fp_state_name(state), s->kind);
    check_fp_snapshots(&before, &after, state, "filling a set");
    content usual_content = content_of(s->set_a);
    check_content(set, &usual_content, fp_state_name(state));
    for (size_t isa = 0; isa < sepal_isa_count(); isa++)
        check_pairs(s, use_isa(isa), set, s->one_set ? set : s->set_b, s->pairs, s->pair_count, SEPAL_TOUCHING_OVERLAPS, expected);
    sepal_polys_destroy(set);
}

Test(polys_state, does_not_change_sets_and_is_not_changed) {
    for (size_t k = 0; k < NAMES; k++) {
        scene s = scene_create(scene_kind_find(names[k]), 702, 120, 900);
        uint8_t *expected = answers_create(s.pair_count);
        use_isa(0);
        ask_pairs(s.set_a, s.set_b, s.pairs, s.pair_count, SEPAL_TOUCHING_OVERLAPS, expected);
        for (size_t state = 0; state < fp_state_count(); state++)
            build_in_state(&s, state, expected);
        free(expected);
        scene_destroy(&s);
    }
}

#if defined(__SSE2__)
#include <xmmintrin.h>

/* Subnormal radii and margins under flush-to-zero and denormals-are-zero, and every rounding mode (Intel SDM, volume 1, 10.2.3). */
Test(polys_state, does_not_change_subnormal_radii_and_margins) {
    static const unsigned states[] = {0x1f80 | 1 << 15 | 1 << 6, 0x1f80 | 1 << 13, 0x1f80 | 1 << 14, 0x1f80 | 3 << 13, 0x0000};
    static const float x = 0x1p-149F, none = 0, least = 0x1p-149F, bad = NAN;
    for (size_t k = 0; k < sizeof states / sizeof *states; k++)
        for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
            use_isa(isa);
            sepal_polys *set = NULL;
            cr_assert_eq(sepal_polys_create(NULL, &set), SEPAL_OK);
            sepal_rule margin = {SEPAL_TOUCHING_OVERLAPS, least, 0}, no_margin = {SEPAL_TOUCHING_OVERLAPS, bad, 0};
            const sepal_pair pairs[3] = {{0, 1}, {0, 2}, {1, 2}};
            uint64_t plain = 0, with_margin = 0, refused = 77;
            sepal_status status[7];
            unsigned callers = _mm_getcsr();
            _mm_setcsr(states[k]);
            status[0] = sepal_polys_add(set, &none, &none, 1, NULL);
            status[1] = sepal_polys_add_round(set, &x, &none, 1, 0, NULL);
            status[2] = sepal_polys_add_round(set, &none, &x, 1, least, NULL);
            status[3] = sepal_polys_add_round(set, &none, &none, 1, bad, NULL);
            status[4] = sepal_polys_overlap_pairs(set, set, pairs, 3, NULL, &plain);
            status[5] = sepal_polys_overlap_pairs(set, set, pairs, 3, &margin, &with_margin);
            status[6] = sepal_polys_overlap_pairs(set, set, pairs, 3, &no_margin, &refused);
            unsigned after = _mm_getcsr();
            _mm_setcsr(callers);
            static const sepal_status expected[7] = {SEPAL_OK, SEPAL_OK, SEPAL_OK,          SEPAL_BAD_SHAPE,
                                                     SEPAL_OK, SEPAL_OK, SEPAL_BAD_ARGUMENT};
            cr_assert(memcmp(status, expected, sizeof status) == 0, "state %zu", k);
            cr_assert_eq(after, states[k], "the caller's state was changed");
            cr_assert_eq(plain, 2, "state %zu: %llx", k, (unsigned long long)plain);
            cr_assert_eq(with_margin, 7, "state %zu: %llx", k, (unsigned long long)with_margin);
            cr_assert_eq(refused, 77);
            sepal_polys_destroy(set);
        }
}
#endif
