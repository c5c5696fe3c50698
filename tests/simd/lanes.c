/* lanes.c — the tests of all words on one instruction set, with whose flags this file is compiled. */
#include "blocks.h"
#include "doubles.h"
#include "floats.h"
#include "integers.h"
#include "longs.h"
#include "masks.h"
#include "vectors.h"

#if SEPAL_LANES == 4
#define simd_test simd_test_x4
#elif SEPAL_LANES == 8
#define simd_test simd_test_x8
#else
#define simd_test simd_test_x16
#endif

unsigned simd_test(simd_fail *fail) {
    fail_with = fail;
    return test_floats() + test_doubles() + test_masks() + test_integers() + test_blocks() + test_two_coordinates() +
           test_three_coordinates();
}
