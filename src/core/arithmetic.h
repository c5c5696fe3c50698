/* arithmetic.h — how floats must be computed. Every source file of the library includes this first, so that the promises hold
 * whatever flags an engine compiles with.
 *
 * Every operation on floats is rounded to float at once, in the order written, and none is fused with another. Push-outs therefore
 * have the same bits on every machine, and every bound of docs/numerics assumes it. (A SIMD word that may be fused says so in its
 * description.)
 *
 * With gcc the optimisation level is fixed as well: at -O2 the kernels take three to four times as long as at -O3
 * (docs/tried.md). Without aggressive-loop-optimizations, gcc does not take the length of an array for the number of passes of a
 * loop whose bound is read at run time: it would write all of them out, which is a tenth of the code. Without unswitch-loops and
 * ipa-cp-clone it makes no second copy of a loop for each way that a condition may go, nor of a function for each constant that it is
 * given: kernels that gain by a constant are SPECIALISED (compiler.h), and the other copies are a twentieth of the code and no faster
 * (docs/tried.md). Clang's -O2 and -O3 compile the kernels alike. SEPAL_FORCED_O3=0 leaves the level to the command line, for a
 * debugger and for quick builds: answers are the same at every level. */
#ifndef SEPAL_CORE_ARITHMETIC_H
#define SEPAL_CORE_ARITHMETIC_H

#if defined(__FAST_MATH__) || (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__ != 0)
#error "sepal is exact and cannot be compiled with -ffast-math, -Ofast or -ffinite-math-only: leave them out for its files"
#endif
#if defined(__ASSOCIATIVE_MATH__) || defined(__RECIPROCAL_MATH__) || defined(__NO_SIGNED_ZEROS__)
#error "sepal is exact and cannot be compiled with -fassociative-math, -freciprocal-math or -fno-signed-zeros"
#endif
#if defined(_M_FP_FAST)
#error "sepal is exact and cannot be compiled with /fp:fast: use /fp:precise for its files"
#endif

/* Clang has no macros for the options of the second #error, but this pragma takes them all back. It also allows contraction within
 * an expression, so the second pragma must follow it. (Against -ffp-contract=fast no pragma of clang 14 helps: docs/building.md.)
 */
#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wignored-pragmas" /* some targets have no such pragma */
#pragma float_control(precise, on)
#pragma clang diagnostic pop
#pragma STDC FP_CONTRACT OFF
#elif defined(__GNUC__)
#if !defined(SEPAL_FORCED_O3) || SEPAL_FORCED_O3
#pragma GCC optimize("O3", "no-aggressive-loop-optimizations", "no-unswitch-loops", "no-ipa-cp-clone", "fp-contract=off")
#else
#pragma GCC optimize("fp-contract=off")
#endif
#elif defined(_MSC_VER)
#pragma fp_contract(off)
#endif

/* C11, 5.2.4.2.2: 0 says that operations are computed in their own type; 16 says the same beside a shorter type. */
#include <float.h>
#if FLT_EVAL_METHOD != 0 && FLT_EVAL_METHOD != 16
#error "floats are computed in a wider type here: on x86 use -msse2 -mfpmath=sse, on S/390 -fexcess-precision=fast"
#endif
_Static_assert(sizeof 1.0 == sizeof(double), "sepal cannot be compiled with -fsingle-precision-constant");

#endif
