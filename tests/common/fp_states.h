/* fp_states.h — floating-point states that a caller may be in: rounding modes, flushed subnormals, traps, raised flags. */
#ifndef SEPAL_TESTS_FP_STATES_H
#define SEPAL_TESTS_FP_STATES_H

#include <fenv.h>
#include <stddef.h>

size_t fp_state_count(void);
const char *fp_state_name(size_t state);

/* What a call must leave as it was. */
typedef struct fp_snapshot {
    int rounding, flags, error; /* error: errno */
    unsigned control;
} fp_snapshot;

/* Enters a state. *usual receives what fesetenv restores; the snapshot is of the new state. Nothing between these two calls may
 * compute with floats or fail an assertion, except the call under test. */
fp_snapshot fp_state_enter(size_t state, fenv_t *usual);
fp_snapshot fp_snapshot_take(void);

/* Fails if a snapshot differs from the one that was taken before; `what` was called between them. */
void check_fp_snapshots(const fp_snapshot *before, const fp_snapshot *after, size_t state, const char *what);

#endif
