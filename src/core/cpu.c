#include "arithmetic.h"

#include "cpu.h"
#include <stdint.h>

#if defined(_MSC_VER) && (defined(_M_X64) || defined(_M_IX86)) /* also clang in its place, without the builtins below */

#include <immintrin.h>
#include <intrin.h>

/* Bits of CPUID and of XCR0: Intel SDM, volume 2, CPUID; volume 1, 13.3. */
enum {
    CPUID_1_ECX_FMA = 1 << 12,
    CPUID_1_ECX_POPCNT = 1 << 23,
    CPUID_1_ECX_OSXSAVE = 1 << 27,
    CPUID_7_EBX_BMI1 = 1 << 3,
    CPUID_7_EBX_AVX2 = 1 << 5,
    CPUID_7_EBX_BMI2 = 1 << 8,
    CPUID_7_EBX_AVX512F = 1 << 16,
    CPUID_7_EBX_AVX512DQ = 1 << 17,
    CPUID_7_EBX_AVX512BW = 1 << 30,
    CPUID_7_EBX_AVX512VL = INT32_MIN, /* bit 31 */
    XCR0_AVX = 0x06,                  /* the operating system saves the registers of 128 and 256 bits */
    XCR0_AVX512 = 0xe6                /* and those of 512 bits and the masks */
};

/* Are all these bits set: of leaf 1 in ECX, of leaf 7 in EBX, and of XCR0? */
static bool has_bits(int leaf_1, int leaf_7, unsigned xcr0) {
    enum { EAX, EBX, ECX, EDX, COUNT };
    int r[COUNT];
    __cpuid(r, 0);
    if (r[EAX] < 7)
        return false;
    __cpuid(r, 1);
    if ((r[ECX] & CPUID_1_ECX_OSXSAVE) == 0 || (r[ECX] & leaf_1) != leaf_1)
        return false;
    __cpuidex(r, 7, 0);
    return (r[EBX] & leaf_7) == leaf_7 && (_xgetbv(0) & xcr0) == xcr0;
}

bool sepal_cpu_has_avx2(void) {
    return has_bits(CPUID_1_ECX_FMA | CPUID_1_ECX_POPCNT, CPUID_7_EBX_BMI1 | CPUID_7_EBX_AVX2 | CPUID_7_EBX_BMI2, XCR0_AVX);
}

bool sepal_cpu_has_avx512(void) {
    return sepal_cpu_has_avx2() &&
           has_bits(0, CPUID_7_EBX_AVX512F | CPUID_7_EBX_AVX512DQ | CPUID_7_EBX_AVX512BW | CPUID_7_EBX_AVX512VL, XCR0_AVX512);
}

#elif defined(__x86_64__) || defined(__i386__)

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
