// gbench.cc — implements gbench.h by Google Benchmark. The opaque C types are casts of Google Benchmark's own objects.
#include "gbench.h"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdio>
#include <unistd.h>
#include <vector>

using Run = benchmark::BenchmarkReporter::Run;

static benchmark::State &unwrap(gbench_state *state) {
    return *reinterpret_cast<benchmark::State *>(state);
}

static const Run &unwrap(const gbench_result *result) {
    return *reinterpret_cast<const Run *>(result);
}

// Progress goes to stderr. On a terminal it is one line that names what is running; elsewhere, as in a log, it is one line for each
// benchmark that is done.
static const bool terminal = isatty(STDERR_FILENO) != 0;
static const char *const clear_line = "\r\033[K";

const char *gbench_result_name(const gbench_result *result) {
    return unwrap(result).run_name.function_name.c_str();
}

double gbench_result_counter(const gbench_result *result, const char *name, double otherwise) {
    const auto &counters = unwrap(result).counters;
    const auto found = counters.find(name);
    return found == counters.end() ? otherwise : found->second.value;
}

void gbench_register(const char *name, gbench_function *function, void *context) {
    const std::string text(name);
    benchmark::RegisterBenchmark(name, [=](benchmark::State &state) {
        if (terminal)
            std::fprintf(stderr, "%s%s", clear_line, text.c_str());
        function(reinterpret_cast<gbench_state *>(&state), context);
    });
}

bool gbench_keep_running(gbench_state *state) {
    return unwrap(state).KeepRunning();
}

void gbench_set_items(gbench_state *state, uint64_t items_per_iteration) {
    unwrap(state).SetItemsProcessed(unwrap(state).iterations() * static_cast<int64_t>(items_per_iteration));
}

void gbench_counter(gbench_state *state, const char *name, double value) {
    unwrap(state).counters[name] = value;
}

void gbench_label(gbench_state *state, const char *text) {
    unwrap(state).SetLabel(text);
}

namespace {
// Keeps the medians, or the only repetition if there is one.
class Medians final : public benchmark::BenchmarkReporter {
  public:
    std::vector<Run> runs;

    bool ReportContext(const Context &) override {
        return true;
    }

    void ReportRuns(const std::vector<Run> &report) override {
        for (const Run &run : report)
            if (run.run_type == Run::RT_Aggregate ? run.aggregate_name == "median" : run.repetitions <= 1) {
                if (!terminal)
                    std::fprintf(stderr, "%s done\n", run.run_name.function_name.c_str());
                runs.push_back(run);
            }
    }
};
} // namespace

int gbench_run(int argc, char **argv, gbench_report *report, void *context) {
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv))
        return -1;
    Medians medians;
    benchmark::RunSpecifiedBenchmarks(&medians);
    if (terminal)
        std::fputs(clear_line, stderr);
    auto &runs = medians.runs;
    std::stable_sort(runs.begin(), runs.end(), [](const Run &a, const Run &b) { return a.family_index < b.family_index; });
    for (const Run &run : runs)
        report(reinterpret_cast<const gbench_result *>(&run), context);
    benchmark::Shutdown();
    return static_cast<int>(runs.size());
}
