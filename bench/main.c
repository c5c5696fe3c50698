/* main.c — the benchmark: measures every question under Google Benchmark's options, with defaults of its own, and prints tables. */
#include <stdlib.h>
#include <string.h>

#include <sepal/sepal.h>

#include "question.h"
#include "questions.h"
#include "table.h"

#ifdef __clang__
#define COMPILER __VERSION__ /* begins with the name of the compiler */
#else
#define COMPILER "gcc " __VERSION__
#endif

/* Medians of interleaved repetitions, so that a busy moment of the machine does not affect a single benchmark only. These defaults
 * come before the user's options, which therefore override them. */
static char *const default_options[] = {
    "--benchmark_min_time=0.05",
    "--benchmark_repetitions=5",
    "--benchmark_enable_random_interleaving=true",
    "--benchmark_report_aggregates_only=true",
};
enum { DEFAULTS = sizeof default_options / sizeof default_options[0] };

/* The name of the processor as Linux reports it. */
static void processor_name(char *text, size_t size) {
    char line[256];
    FILE *info = fopen("/proc/cpuinfo", "r");
    snprintf(text, size, "unnamed processor");
    while (info && fgets(line, sizeof line, info)) {
        const char *name = strstr(line, ": ");
        if (strncmp(line, "model name", 10) == 0 && name) {
            snprintf(text, size, "%.*s", (int)strcspn(name + 2, "\n"), name + 2);
            break;
        }
    }
    if (info)
        fclose(info);
}

int main(int argc, char **argv) {
    char **options = malloc(((size_t)argc + DEFAULTS + 1) * sizeof *options);
    table *results = table_create();
    if (!options || !results) {
        free(options);
        return EXIT_FAILURE;
    }
    options[0] = argv[0];
    memcpy(options + 1, default_options, sizeof default_options);
    memcpy(options + 1 + DEFAULTS, argv + 1, (size_t)argc * sizeof *options);

    bench_overlap_add();
    bench_calls_add();
    bench_sizes_add();
    bench_round_add();
    bench_contain_add();
    bench_place_add();
    bench_mtv_add();
    bench_mtv_round_add();
    bench_contacts_add();
    bench_sweep_add();
    bench_find_add();
    bench_cast_add();
    bench_solids_add();
    bench_place_solids_add();
#ifdef BENCH_THREADS
    bench_threads_add();
#endif
    char processor[128];
    processor_name(processor, sizeof processor);
    gbench_context("sepal", sepal_version());
    gbench_context("processor", processor);
    gbench_context("compiler", COMPILER);
    const int count = gbench_run(argc + DEFAULTS, options, table_add, results);
    if (count > 0) {
        printf(
            "\nsepal %s, %s, %s\nns a pair (or shape placed), median of CPU time; in brackets: how many times as fast as scalar; "
            "wrong: answers unlike scalar, which is exact\n",
            sepal_version(), processor, COMPILER);
        table_print(results, stdout);
        bench_mtv_explain(stdout);
    }
    questions_free();
    table_destroy(results);
    free(options);
    return count > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
