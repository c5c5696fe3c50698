/* test_simd.c — every word of src/simd/ does in every lane what plain C does, on every instruction set that this machine has. */
#include "suite.h"

#include <criterion/criterion.h>
#include <sepal/base.h>
#include <string.h>

static const char *isa;

static void fail(const char *word, const char *what) {
    cr_assert_fail("%s on %s: %s", word, isa, what);
}

typedef unsigned simd_suite(simd_fail *fail);

/* The suite of an instruction set, by its name in sepal_isa_at; meson.build says which are compiled. */
static simd_suite *suite_of(const char *name) {
    (void)name; /* where only the scalar path is built */
#ifdef SIMD_TEST_AVX512
    if (strcmp(name, "avx512") == 0)
        return simd_test_avx512;
#endif
#ifdef SIMD_TEST_AVX2
    if (strcmp(name, "avx2") == 0)
        return simd_test_avx2;
#endif
#ifdef SIMD_TEST_SSE2
    if (strcmp(name, "sse2") == 0 || strcmp(name, "neon") == 0 || strcmp(name, "simd128") == 0)
        return simd_test_sse2;
#endif
    return NULL;
}

Test(simd, does_for_one_pair_what_plain_c_does) {
    isa = "scalar";
    cr_assert_geq(simd_test_one(fail), 20);
    cr_assert_geq(simd_test_one_float(fail), 9);
}

Test(simd, does_what_plain_c_does) {
    cr_assert_str_eq(sepal_isa_at(0), "scalar");
    for (size_t i = 1; i < sepal_isa_count(); i++) {
        isa = sepal_isa_at(i);
        simd_suite *suite = suite_of(isa);
        cr_assert_not_null(suite, "%s has no tests", isa);
        unsigned words = suite(fail);
        cr_assert_geq(words, 80, "%s: only %u words were tested", isa, words);
    }
}
