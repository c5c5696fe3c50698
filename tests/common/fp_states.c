#include "fp_states.h"
#include "control.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <sepal/base.h>

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

static void flush_and_round_down(void) {
    flush_subnormals();
    fesetround(FE_DOWNWARD);
}

static void flush_and_round_to_zero(void) {
    flush_subnormals();
    fesetround(FE_TOWARDZERO);
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
    {"flushing subnormals and rounding down", flush_and_round_down},
    {"flushing subnormals and rounding to zero", flush_and_round_to_zero},
#if defined(__GLIBC__)
    {"trapping everything", trap_everything},
    {"trapping everything and rounding down", trap_and_round_down},
#endif
};

size_t fp_state_count(void) {
    return sizeof states / sizeof *states;
}

const char *fp_state_name(size_t state) {
    return states[state].name;
}

fp_snapshot fp_snapshot_take(void) {
    return (fp_snapshot){.rounding = fegetround(), .flags = fetestexcept(FE_ALL_EXCEPT), .error = errno, .control = control_word()};
}

fp_snapshot fp_state_enter(size_t state, fenv_t *usual) {
    feholdexcept(usual);
    errno = ENOTTY;
    states[state].enter();
    return fp_snapshot_take();
}

void check_fp_snapshots(const fp_snapshot *before, const fp_snapshot *after, size_t state, const char *what) {
    const char *name = states[state].name;
    cr_assert_eq(after->rounding, before->rounding, "%s, %s, %s: another rounding mode", sepal_isa(), name, what);
    cr_assert_eq(after->flags, before->flags, "%s, %s, %s: flags %x instead of %x", sepal_isa(), name, what, (unsigned)after->flags,
                 (unsigned)before->flags);
    cr_assert_eq(after->control, before->control, "%s, %s, %s: control %x instead of %x", sepal_isa(), name, what, after->control,
                 before->control);
    cr_assert_eq(after->error, before->error, "%s, %s, %s: errno is %d", sepal_isa(), name, what, after->error);
}
