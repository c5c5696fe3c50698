/* fpstate.h — the floating-point state in which the library computes: round to nearest, subnormals kept, no traps.
 *
 * A caller may have switched on flush-to-zero, another rounding mode, or traps. Every entry that computes saves the caller's state,
 * sets ours, and puts the caller's back, its sticky flags included, so that neither side sees the other's. The arithmetic stands in
 * functions of other translation units, where the compiler cannot move it across these calls. */
#ifndef SEPAL_CORE_FPSTATE_H
#define SEPAL_CORE_FPSTATE_H

#if defined(__x86_64__) || defined(_M_X64)
#include <emmintrin.h>

typedef unsigned sepal_fpstate;

static inline sepal_fpstate sepal_fpstate_enter(void) {
    unsigned callers = _mm_getcsr();
    _mm_setcsr(0x1f80); /* all exceptions masked and clear, nearest, no FTZ, no DAZ (Intel SDM, volume 1, 10.2.3) */
    return callers;
}
static inline void sepal_fpstate_leave(sepal_fpstate callers) {
    _mm_setcsr(callers);
}

#else /* <fenv.h> also reaches what stands beside: of 32-bit x86 the x87, by which functions return floats; of ARM the FZ bit */
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
