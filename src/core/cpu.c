#include "arithmetic.h"

#include "cpu.h"

#if defined(__x86_64__) || defined(__i386__)

/* __builtin_cpu_supports also asks the operating system (XGETBV) whether it saves the wide registers. */
bool sepal_cpu_has_avx2(void) {
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi") &&
           __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt");
}

bool sepal_cpu_has_avx512(void) {
    return sepal_cpu_has_avx2() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
           __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl");
}

#else

bool sepal_cpu_has_avx2(void) {
    return false;
}

bool sepal_cpu_has_avx512(void) {
    return false;
}

#endif
