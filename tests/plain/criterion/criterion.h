/* criterion.h — so much of Criterion's interface as the tests here use, for machines that Criterion is not there for: all tests of
 * a program one after the other in one process, which ends at the first check that fails. Names and macros are Criterion's. */
#ifndef SEPAL_TESTS_PLAIN_CRITERION_H
#define SEPAL_TESTS_PLAIN_CRITERION_H

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

typedef struct plain_test {
    const char *suite, *name;
    void (*body)(void);
    struct plain_test *next;
} plain_test;

void plain_add(plain_test *test);
void plain_check(const char *file, int line, bool holds, const char *what, const char *format, ...);

/* Test(suite, name) { ... } */
#define Test(...) PLAIN_TEST(__VA_ARGS__, 0)
#define PLAIN_TEST(suite, name, ...)                                                                                               \
    static void suite##_##name(void);                                                                                              \
    __attribute__((constructor)) static void suite##_##name##_add(void) {                                                          \
        static plain_test test = {#suite, #name, suite##_##name, NULL};                                                            \
        plain_add(&test);                                                                                                          \
    }                                                                                                                              \
    static void suite##_##name(void)

/* What follows the one or two values is a format and its arguments, or nothing: a last NULL stands in for it. */
#define PLAIN_CHECK(holds, what, ...)                  plain_check(__FILE__, __LINE__, holds, what, __VA_ARGS__)
#define PLAIN_ONE(value, ...)                          (value)
#define PLAIN_AFTER_ONE(value, ...)                    __VA_ARGS__
#define PLAIN_COMPARE(relation, left, right, ...)      ((left)relation(right))
#define PLAIN_STRINGS(relation, left, right, ...)      (strcmp(left, right) relation 0)
#define PLAIN_NEAR(left, right, tolerance, ...)        ((left) - (right) <= (tolerance) && (right) - (left) <= (tolerance))
#define PLAIN_AFTER_TWO(left, right, ...)              __VA_ARGS__
#define PLAIN_AFTER_THREE(left, right, tolerance, ...) __VA_ARGS__

#define cr_assert(...)          PLAIN_CHECK(PLAIN_ONE(__VA_ARGS__, NULL), #__VA_ARGS__, PLAIN_AFTER_ONE(__VA_ARGS__, NULL))
#define cr_assert_null(...)     PLAIN_CHECK(PLAIN_ONE(__VA_ARGS__, NULL) == NULL, #__VA_ARGS__, PLAIN_AFTER_ONE(__VA_ARGS__, NULL))
#define cr_assert_not_null(...) PLAIN_CHECK(PLAIN_ONE(__VA_ARGS__, NULL) != NULL, #__VA_ARGS__, PLAIN_AFTER_ONE(__VA_ARGS__, NULL))
#define cr_assert_fail(...)     PLAIN_CHECK(false, "failed", __VA_ARGS__, NULL)
#define cr_assert_eq(...)       PLAIN_CHECK(PLAIN_COMPARE(==, __VA_ARGS__, NULL), #__VA_ARGS__, PLAIN_AFTER_TWO(__VA_ARGS__, NULL))
#define cr_assert_neq(...)      PLAIN_CHECK(PLAIN_COMPARE(!=, __VA_ARGS__, NULL), #__VA_ARGS__, PLAIN_AFTER_TWO(__VA_ARGS__, NULL))
#define cr_assert_lt(...)       PLAIN_CHECK(PLAIN_COMPARE(<, __VA_ARGS__, NULL), #__VA_ARGS__, PLAIN_AFTER_TWO(__VA_ARGS__, NULL))
#define cr_assert_leq(...)      PLAIN_CHECK(PLAIN_COMPARE(<=, __VA_ARGS__, NULL), #__VA_ARGS__, PLAIN_AFTER_TWO(__VA_ARGS__, NULL))
#define cr_assert_gt(...)       PLAIN_CHECK(PLAIN_COMPARE(>, __VA_ARGS__, NULL), #__VA_ARGS__, PLAIN_AFTER_TWO(__VA_ARGS__, NULL))
#define cr_assert_geq(...)      PLAIN_CHECK(PLAIN_COMPARE(>=, __VA_ARGS__, NULL), #__VA_ARGS__, PLAIN_AFTER_TWO(__VA_ARGS__, NULL))
#define cr_assert_str_eq(...)   PLAIN_CHECK(PLAIN_STRINGS(==, __VA_ARGS__, NULL), #__VA_ARGS__, PLAIN_AFTER_TWO(__VA_ARGS__, NULL))
#define cr_assert_str_neq(...)  PLAIN_CHECK(PLAIN_STRINGS(!=, __VA_ARGS__, NULL), #__VA_ARGS__, PLAIN_AFTER_TWO(__VA_ARGS__, NULL))
#define cr_assert_float_eq(...) PLAIN_CHECK(PLAIN_NEAR(__VA_ARGS__, NULL), #__VA_ARGS__, PLAIN_AFTER_THREE(__VA_ARGS__, NULL))

#define cr_log_info(...) plain_say(__VA_ARGS__)
void plain_say(const char *format, ...);

#endif
