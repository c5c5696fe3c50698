/* lanes.c — the tests of all words on one instruction set, with whose flags this file is compiled. */
#include "blocks.h"
#include "doubles.h"
#include "floats.h"
#include "integers.h"
#include "longs.h"
#include "masks.h"
#include "tails.h"
#include "vectors.h"

#if defined(SEPAL_FOR_SSE2)
#define simd_test simd_test_sse2
#elif defined(SEPAL_FOR_AVX2)
#define simd_test simd_test_avx2
#else
#define simd_test simd_test_avx512
#endif

unsigned simd_test(simd_fail *fail) {
    fail_with = fail;
    return test_floats() + test_doubles() + test_masks() + test_integers() + test_blocks() + test_two_coordinates() +
           test_three_coordinates() + test_tails();
}
