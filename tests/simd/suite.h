/* suite.h — the tests of src/simd/ on one instruction set: lanes.c, compiled once for each; and of one pair in plain C. */
#ifndef SEPAL_TESTS_SIMD_SUITE_H
#define SEPAL_TESTS_SIMD_SUITE_H

/* Told of a word whose lanes differ from plain C. */
typedef void simd_fail(const char *word, const char *what);

/* Runs all tests; returns how many words they are about. */
unsigned simd_test_one(simd_fail *fail); /* one.c: one pair, in plain C */
unsigned simd_test_one_float(simd_fail *fail);
unsigned simd_test_sse2(simd_fail *fail);
unsigned simd_test_avx2(simd_fail *fail);
unsigned simd_test_avx512(simd_fail *fail);

#endif
