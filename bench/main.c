/* main.c — the benchmark.
 *
 *     bench              measures what short_rows names (table.h), in a minute or two, and prints one table
 *     bench all          measures every question, which takes many minutes, and prints a table for each
 *     bench OPTION...    the same under Google Benchmark's options, such as --benchmark_filter=box
 *     bench stages SCENE [QUESTION [PAIR]]   what the stages of questions do, in builds that count it (meson's option `stages`);
 *                        SCENE `all`: of every scene
 */
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

/* A filter for the short table: its rows in the columns of sepal and of textbook code, whatever other libraries are there. */
static void filter_short_rows(char *text, size_t size) {
    size_t length = (size_t)snprintf(text, size, "--benchmark_filter=^(");
    for (size_t k = 0; k < short_row_count && length < size; k++)
        length += (size_t)snprintf(text + length, size - length, "%s%s", k > 0 ? "|" : "", short_rows[k].row);
    for (size_t i = 0; i < sepal_isa_count() && length < size; i++)
        length += (size_t)snprintf(text + length, size - length, "%s%s", i > 0 ? "|" : ")/(", sepal_isa_at(i));
    if (length < size)
        snprintf(text + length, size - length, "|textbook)$");
}

static void add_questions(void) {
    bench_overlap_add();
    bench_calls_add();
    bench_groups_add();
    bench_sizes_add();
    bench_round_add();
    bench_contain_add();
    bench_doubles_add();
    bench_common_add();
    bench_place_add();
    bench_poses_add();
    bench_mtv_add();
    bench_mtv_round_add();
    bench_contacts_add();
    bench_sweep_add();
    bench_hits_add();
    bench_rays_add();
    bench_find_add();
    bench_places_add();
    bench_cast_add();
    bench_solids_add();
    bench_contain_solids_add();
    bench_sweep_solids_add();
    bench_aimed_solids_add();
    bench_place_solids_add();
    bench_contacts_solids_add();
    bench_find_solids_add();
    bench_meshes_add();
    bench_engine_add();
#ifdef BENCH_THREADS
    bench_threads_add();
#endif
}

int main(int argc, char **argv) {
#ifdef SEPAL_STAGES
    if (argc > 2 && strcmp(argv[1], "stages") == 0) {
        add_questions();
        bool found = questions_print_stages(argv[2], argc > 3 ? argv[3] : NULL, argc > 4 ? strtol(argv[4], NULL, 10) : -1);
        questions_free();
        if (!found)
            fprintf(stderr, "bench: no question about the scene %s; those that there are stand above, as QUESTION/SCENE\n",
                    argv[2]);
        return found ? EXIT_SUCCESS : EXIT_FAILURE;
    }
#endif
    static char short_filter[1024];
    const bool is_short = argc == 1, is_all = argc > 1 && strcmp(argv[1], "all") == 0;
    const int skipped = is_all ? 2 : 1, own = DEFAULTS + (is_short ? 1 : 0), given = argc - skipped;
    char **options = malloc((size_t)(1 + own + given + 1) * sizeof *options);
    if (!options)
        return EXIT_FAILURE;
    options[0] = argv[0];
    memcpy(options + 1, default_options, sizeof default_options);
    if (is_short)
        options[own] = short_filter;
    memcpy(options + 1 + own, argv + skipped, (size_t)(given + 1) * sizeof *options);

    add_questions();
    filter_short_rows(short_filter, sizeof short_filter);
    char processor[128], heading[512];
    processor_name(processor, sizeof processor);
    gbench_context("sepal", sepal_version());
    gbench_context("processor", processor);
    gbench_context("compiler", COMPILER);
    snprintf(heading, sizeof heading, "\nsepal %s, %s, %s\nns a pair (or %s), median of CPU time; %s; %s\n", sepal_version(),
             processor, COMPILER, is_short ? "what the row says" : "shape placed",
             is_short ? "textbook: separating axes in plain float" : "in brackets: how many times as fast as scalar",
             "wrong: answers unlike scalar, which is exact");
    table *results = table_create(stdout, heading, is_short);
    int count = -1;
    if (results)
        count = gbench_run(1 + own + given, options, &(gbench_listener){table_plan, table_add, table_print_row, results});
    if (count > 0 && !is_short)
        bench_mtv_explain(stdout);
    if (is_short && results && table_row_count(results) != short_row_count) {
        fprintf(stderr, "bench: %zu of the %zu rows of short_rows exist\n", table_row_count(results), short_row_count);
        count = -1;
    }
    questions_free();
    table_destroy(results);
    free(options);
    return count > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
