/* control.h — the part of the floating-point state that <fenv.h> does not cover: flushing subnormals to zero. */
#ifndef SEPAL_TESTS_CONTROL_H
#define SEPAL_TESTS_CONTROL_H

#if defined(__SSE2__)
#include <xmmintrin.h>

/* FTZ and DAZ: Intel 64 and IA-32 Architectures Software Developer's Manual, volume 1, section 10.2.3. */
enum { CONTROL_FLUSH = 1 << 15 | 1 << 6 };

static inline unsigned control_word(void) {
    return _mm_getcsr();
}
static inline void set_control_word(unsigned word) {
    _mm_setcsr(word);
}

#elif defined(__aarch64__)

/* FZ of FPCR: Arm Architecture Reference Manual for A-profile, section C5.2.8. */
enum { CONTROL_FLUSH = 1 << 24 };

static inline unsigned control_word(void) {
    unsigned long word;
    __asm__ volatile("mrs %0, fpcr" : "=r"(word));
    return (unsigned)word;
}
static inline void set_control_word(unsigned word) {
    __asm__ volatile("msr fpcr, %0" : : "r"((unsigned long)word));
}

#elif defined(__arm__) && defined(__ARM_FP)

/* FZ of FPSCR: the same manual, section G8.2.57. Its upper four bits belong to the last comparison. */
enum { CONTROL_FLUSH = 1 << 24, CONTROL_BITS = 0x0fffffff };

static inline unsigned control_word(void) {
    unsigned word;
    __asm__ volatile("vmrs %0, fpscr" : "=r"(word));
    return word & CONTROL_BITS;
}
static inline void set_control_word(unsigned word) {
    __asm__ volatile("vmsr fpscr, %0" : : "r"(word));
}

#else /* RISC-V, S/390 and WebAssembly have no such mode */

enum { CONTROL_FLUSH = 0 };

static inline unsigned control_word(void) {
    return 0;
}
static inline void set_control_word(unsigned word) {
    (void)word;
}

#endif

static inline void flush_subnormals(void) {
    set_control_word(control_word() | CONTROL_FLUSH);
}

#endif
