/* The floating-point state of the caller: rounding mode, flush-to-zero, traps and sticky flags change no answer and are not
 * changed; nor is errno. */
#include "../common/check.h"
#include "../common/control.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <fenv.h>
#include <stdlib.h>

/* --- States ------------------------------------------------------------------------------------*/

static void round_to_nearest(void) {
    fesetround(FE_TONEAREST);
}

static void round_up(void) {
    fesetround(FE_UPWARD);
}

static void round_down(void) {
    fesetround(FE_DOWNWARD);
}

static void round_to_zero(void) {
    fesetround(FE_TOWARDZERO);
}

static void raise_all_flags(void) {
    feraiseexcept(FE_ALL_EXCEPT);
}

static void flush_and_round_up(void) {
    flush_subnormals();
    fesetround(FE_UPWARD);
}

#if defined(__GLIBC__)
static void trap_everything(void) {
    feenableexcept(FE_ALL_EXCEPT);
}

static void trap_and_round_down(void) {
    trap_everything();
    fesetround(FE_DOWNWARD);
}
#endif

static const struct {
    const char *name;
    void (*enter)(void);
} states[] = {
    {"rounding to nearest", round_to_nearest},
    {"rounding up", round_up},
    {"rounding down", round_down},
    {"rounding to zero", round_to_zero},
    {"all flags raised", raise_all_flags},
    {"flushing subnormals", flush_subnormals},
    {"flushing subnormals and rounding up", flush_and_round_up},
#if defined(__GLIBC__)
    {"trapping everything", trap_everything},
    {"trapping everything and rounding down", trap_and_round_down},
#endif
};
enum { STATES = sizeof states / sizeof *states };

typedef struct snapshot {
    int rounding, flags, error;
    unsigned control;
} snapshot;

static snapshot take_snapshot(void) {
    return (snapshot){.rounding = fegetround(), .flags = fetestexcept(FE_ALL_EXCEPT), .error = errno, .control = control_word()};
}

static void check_snapshots(const snapshot *before, const snapshot *after, const char *state, const char *what) {
    cr_assert_eq(after->rounding, before->rounding, "%s, %s, %s: another rounding mode", sepal_isa(), state, what);
    cr_assert_eq(after->flags, before->flags, "%s, %s, %s: flags %x instead of %x", sepal_isa(), state, what,
                 (unsigned)after->flags, (unsigned)before->flags);
    cr_assert_eq(after->control, before->control, "%s, %s, %s: control %x instead of %x", sepal_isa(), state, what, after->control,
                 before->control);
    cr_assert_eq(after->error, before->error, "%s, %s, %s: errno is %d", sepal_isa(), state, what, after->error);
}

/* --- Queries -----------------------------------------------------------------------------------*/

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

/* Asks in a state; the comparison happens outside of it. */
static void ask_in_state(const scene *s, size_t state, int touching, const uint8_t *expected) {
    uint64_t *bits = malloc(SEPAL_BIT_WORDS(s->pair_count) * sizeof *bits);
    const size_t row = sepal_polys_count(s->set_b);
    uint64_t *row_bits = malloc(SEPAL_BIT_WORDS(row) * sizeof *row_bits);
    cr_assert(bits != NULL && row_bits != NULL);
    fenv_t usual;
    feholdexcept(&usual);
    errno = ENOTTY;
    states[state].enter();
    const snapshot before = take_snapshot();
    const sepal_status status = sepal_polys_overlap_pairs(s->set_a, s->set_b, s->pairs, s->pair_count, rule_at(touching), bits);
    const snapshot between = take_snapshot();
    const sepal_status one = sepal_polys_overlap_one(s->set_a, s->pairs[0].a, s->set_b, 0, row, rule_at(touching), row_bits);
    const snapshot after = take_snapshot();
    fesetenv(&usual);
    cr_assert(status == SEPAL_OK && one == SEPAL_OK);
    check_snapshots(&before, &between, states[state].name, "sepal_polys_overlap_pairs");
    check_snapshots(&before, &after, states[state].name, "sepal_polys_overlap_one");
    for (size_t i = 0; i < s->pair_count; i++) {
        cr_assert_eq(bit_at(bits, i), expected[i], "%s, %s, scene '%s', pair %zu", sepal_isa(), states[state].name, s->kind, i);
        if (s->pairs[i].a == s->pairs[0].a)
            cr_assert_eq(bit_at(row_bits, s->pairs[i].b), expected[i], "%s, %s, scene '%s', pair %zu alone", sepal_isa(),
                         states[state].name, s->kind, i);
    }
    free(row_bits);
    free(bits);
}

Test(state, does_not_change_answers_and_is_not_changed) {
    for (size_t k = 0; k < NAMES; k++) {
        scene s = scene_create(scene_kind_find(names[k]), 701, 120, 900);
        uint8_t *expected = answers_create(s.pair_count);
        for (int touching = 0; touching < RULES; touching++) {
            use_isa(0);
            ask_pairs(s.set_a, s.set_b, s.pairs, s.pair_count, touching, expected);
            for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
                use_isa(isa);
                for (size_t state = 0; state < STATES; state++)
                    ask_in_state(&s, state, touching, expected);
            }
        }
        free(expected);
        scene_destroy(&s);
    }
}

/* --- Sets --------------------------------------------------------------------------------------*/

/* Adds, replaces and is refused, as ever; the vertices are those of any state, and so are the answers. */
static void build_in_state(const scene *s, size_t state, const uint8_t *expected) {
    static const float bow_tie_x[] = {0, 0x1p-149f, 0, 0x1p-149f}, bow_tie_y[] = {0, 0, 0x1p-149f, 0x1p-149f};
    fenv_t usual;
    feholdexcept(&usual);
    states[state].enter();
    const snapshot before = take_snapshot();
    sepal_polys *set = load_set(&s->a, NULL);
    sepal_status updated = SEPAL_OK;
    for (size_t i = 0; s->a.boxes == NULL && i < s->a.count; i++)
        if (sepal_polys_update(set, (uint32_t)i, s->a.items[i].x, s->a.items[i].y) != SEPAL_OK)
            updated = SEPAL_BAD_SHAPE;
    const sepal_status refused = sepal_polys_add(set, bow_tie_x, bow_tie_y, 4, NULL);
    const snapshot after = take_snapshot();
    fesetenv(&usual);
    cr_assert_eq(updated, SEPAL_OK, "%s, scene '%s'", states[state].name, s->kind);
    cr_assert_eq(refused, SEPAL_BAD_SHAPE, "%s, scene '%s'", states[state].name, s->kind);
    cr_assert(after.rounding == before.rounding && after.flags == before.flags && after.control == before.control, "%s: changed",
              states[state].name);
    content usual_content = content_of(s->set_a);
    check_content(set, &usual_content, states[state].name);
    for (size_t isa = 0; isa < sepal_isa_count(); isa++)
        check_pairs(s, use_isa(isa), set, s->one_set ? set : s->set_b, s->pairs, s->pair_count, SEPAL_TOUCHING_OVERLAPS, expected);
    sepal_polys_destroy(set);
}

Test(state, does_not_change_sets_and_is_not_changed) {
    for (size_t k = 0; k < NAMES; k++) {
        scene s = scene_create(scene_kind_find(names[k]), 702, 120, 900);
        uint8_t *expected = answers_create(s.pair_count);
        use_isa(0);
        ask_pairs(s.set_a, s.set_b, s.pairs, s.pair_count, SEPAL_TOUCHING_OVERLAPS, expected);
        for (size_t state = 0; state < STATES; state++)
            build_in_state(&s, state, expected);
        free(expected);
        scene_destroy(&s);
    }
}
