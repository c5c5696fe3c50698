/* gbench.h — Google Benchmark from C: registers functions, runs them, and returns one median for each benchmark. */
#ifndef BENCH_GBENCH_H
#define BENCH_GBENCH_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct gbench_state gbench_state;

/* A benchmark prepares, runs `while (gbench_keep_running(state)) work();`, and then tells how many items were done. What comes
 * before the loop is not timed. The function is called several times: to find the number of iterations, and once for each
 * repetition. */
typedef void gbench_function(gbench_state *state, void *context);

/* The medians of one benchmark over its repetitions. */
typedef struct gbench_result gbench_result;
const char *gbench_result_name(const gbench_result *result);
/* The value of a counter ("items_per_second" is set by gbench_set_items), or `otherwise` if it does not exist. */
double gbench_result_counter(const gbench_result *result, const char *name, double otherwise);

/* What is told of a run. A row is made of the benchmarks whose names differ only behind the last '/'. */
typedef struct gbench_listener {
    void (*planned)(const char *name, void *context);             /* each benchmark, before the first one runs, */
    void (*measured)(const gbench_result *result, void *context); /* and each of a row that was measured, in the same order; */
    void (*row_measured)(const char *row, void *context);         /* then the row, by what its names begin with */
    void *context;
} gbench_listener;

/* on_the_wall: time is that of the clock on the wall, which several threads share, instead of the processor's for this thread. */
void gbench_register(const char *name, gbench_function *function, void *context, bool on_the_wall);

bool gbench_keep_running(gbench_state *state);
void gbench_set_items(gbench_state *state, uint64_t items_per_iteration); /* after the loop */
void gbench_counter(gbench_state *state, const char *name, double value);

/* A fact about the run, which goes into the output in JSON. */
void gbench_context(const char *key, const char *value);

/* Runs what Google Benchmark's command line selects, row by row in the order of registration; a later argument wins over an earlier
 * one. The repetitions within a row are interleaved. On a terminal stderr shows meanwhile how far it is. Results are also written as JSON
 * where --benchmark_out says. Returns the number of results, -1 if an argument is unknown or nothing can be written. */
int gbench_run(int argc, char **argv, const gbench_listener *listener);

#ifdef __cplusplus
}
#endif
#endif
