/* Version, status texts, and the choice of the instruction set. */
#include <criterion/criterion.h>
#include <sepal/sepal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* Runs in a process of its own, because the library reads the environment only at its first use. For the same reason no test
 * that uses the library may come before these in one process. */
static bool environment_leads_to(const char *value, const char *isa) {
    pid_t child = fork();
    cr_assert_geq(child, 0);
    if (child == 0) {
        if (value == NULL)
            unsetenv("SEPAL_ISA");
        else
            setenv("SEPAL_ISA", value, 1);
        _exit(strcmp(sepal_isa(), isa) == 0 ? 0 : 1);
    }
    int status = 0;
    cr_assert_eq(waitpid(child, &status, 0), child);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

Test(base, listens_to_the_environment_at_the_first_use) {
    size_t count = sepal_isa_count();
    const char *best = sepal_isa_at(count - 1);
    for (size_t i = 0; i < count; i++)
        cr_assert(environment_leads_to(sepal_isa_at(i), sepal_isa_at(i)), "SEPAL_ISA=%s", sepal_isa_at(i));
    cr_assert(environment_leads_to(NULL, best));
    cr_assert(environment_leads_to("", best));
    cr_assert(environment_leads_to("no such thing", best));
}

Test(base, says_which_version_it_is) {
    char version[32];
    snprintf(version, sizeof version, "%d.%d.%d", SEPAL_VERSION_MAJOR, SEPAL_VERSION_MINOR, SEPAL_VERSION_PATCH);
    cr_assert_str_eq(sepal_version(), version);
}

Test(base, has_a_text_of_its_own_for_every_status) {
    for (int i = SEPAL_OK; i <= SEPAL_BAD_KIND; i++) {
        const char *text = sepal_status_text((sepal_status)i);
        cr_assert_not_null(text);
        cr_assert_gt(strlen(text), 0);
        for (int j = SEPAL_OK; j < i; j++)
            cr_assert_str_neq(text, sepal_status_text((sepal_status)j), "statuses %d and %d", i, j);
    }
    cr_assert_not_null(sepal_status_text((sepal_status)77));
    cr_assert_not_null(sepal_status_text((sepal_status)-1));
}

Test(base, counts_words_of_answers) {
    cr_assert_eq(SEPAL_BIT_WORDS(0), 0);
    cr_assert_eq(SEPAL_BIT_WORDS(1), 1);
    cr_assert_eq(SEPAL_BIT_WORDS(64), 1);
    cr_assert_eq(SEPAL_BIT_WORDS(65), 2);
}

Test(base, lists_the_instruction_sets) {
    static const char *const known[] = {"scalar", "sse2", "avx2", "avx512", "neon", "simd128"};
    size_t count = sepal_isa_count(), known_count = sizeof known / sizeof *known;
    cr_assert_geq(count, 1);
    size_t last = 0;
    for (size_t i = 0; i < count; i++) {
        size_t place = 0;
        while (place < known_count && strcmp(known[place], sepal_isa_at(i)) != 0)
            place++;
        cr_assert_lt(place, known_count, "'%s' is not in the header", sepal_isa_at(i));
        cr_assert(i == 0 ? place == 0 : place > last, "slowest first, each once");
        last = place;
    }
    cr_assert_null(sepal_isa_at(count));
    cr_assert_null(sepal_isa_at(SIZE_MAX));
}

Test(base, uses_the_instruction_set_that_is_asked_for) {
    size_t count = sepal_isa_count();
    for (size_t i = 0; i < count; i++) {
        cr_assert_eq(sepal_isa_use(sepal_isa_at(i)), SEPAL_OK);
        cr_assert_str_eq(sepal_isa(), sepal_isa_at(i));
        for (const char *const *no = (const char *const[]){"", "mmx", "SCALAR", "scalar ", "x16", NULL}; *no != NULL; no++) {
            cr_assert_eq(sepal_isa_use(*no), SEPAL_BAD_ARGUMENT, "'%s'", *no);
            cr_assert_str_eq(sepal_isa(), sepal_isa_at(i));
        }
    }
    cr_assert_eq(sepal_isa_use(NULL), SEPAL_OK);
    cr_assert_str_eq(sepal_isa(), sepal_isa_at(count - 1));
}
