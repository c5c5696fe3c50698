// gbench.cc — implements gbench.h by Google Benchmark. The opaque C types are casts of Google Benchmark's own objects.
#include "gbench.h"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <sstream>
#include <string>
#include <unistd.h>
#include <vector>

using Run = benchmark::BenchmarkReporter::Run;

static benchmark::State &unwrap(gbench_state *state) {
    return *reinterpret_cast<benchmark::State *>(state);
}

static const Run &unwrap(const gbench_result *result) {
    return *reinterpret_cast<const Run *>(result);
}

namespace {
// Tells on stderr how far the run is: on a terminal by one line that also names what is running; elsewhere, as in a log, by a line for
// each tenth. Google Benchmark calls a function with more and more iterations until it takes long enough; that call is the first
// repetition, and all others have as many iterations. So those calls are counted that have the most iterations of their benchmark.
class Progress {
  public:
    void plan(std::size_t benchmarks, int repetitions) {
        planned_ = benchmarks * static_cast<std::size_t>(repetitions);
    }

    void running(const std::string &name, std::int64_t iterations) {
        Calls &calls = of_[name];
        if (iterations == calls.iterations) {
            done_++;
        } else {
            done_ -= calls.repetitions;
            calls = {iterations, 0};
        }
        calls.repetitions++;
        done_ += calls.repetitions == 1;
        const std::size_t percent = planned_ > 0 ? std::min<std::size_t>(100, 100 * done_ / planned_) : 100;
        if (terminal_)
            std::fprintf(stderr, "\r\033[K%3zu %%  %s", percent, name.c_str());
        else if (percent >= next_)
            std::fprintf(stderr, "bench: %zu %%\n", percent);
        while (next_ <= percent)
            next_ += 10;
    }

    void end() const {
        if (terminal_)
            std::fputs("\r\033[K", stderr);
    }

  private:
    struct Calls {
        std::int64_t iterations;
        std::size_t repetitions;
    };
    std::map<std::string, Calls> of_;
    std::size_t planned_ = 0, done_ = 0, next_ = 10;
    const bool terminal_ = isatty(STDERR_FILENO) != 0;
};
} // namespace

static Progress progress;

const char *gbench_result_name(const gbench_result *result) {
    return unwrap(result).run_name.function_name.c_str();
}

double gbench_result_counter(const gbench_result *result, const char *name, double otherwise) {
    const auto &counters = unwrap(result).counters;
    const auto found = counters.find(name);
    return found == counters.end() ? otherwise : found->second.value;
}

void gbench_register(const char *name, gbench_function *function, void *context, bool on_the_wall) {
    const std::string text(name);
    auto *registered = benchmark::RegisterBenchmark(name, [=](benchmark::State &state) {
        progress.running(text, static_cast<std::int64_t>(state.max_iterations));
        function(reinterpret_cast<gbench_state *>(&state), context);
    });
    if (on_the_wall)
        registered->UseRealTime();
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

void gbench_context(const char *key, const char *value) {
    benchmark::AddCustomContext(key, value);
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
            if (run.run_type == Run::RT_Aggregate ? run.aggregate_name == "median" : run.repetitions <= 1)
                runs.push_back(run);
    }
};
} // namespace

// How many benchmarks the command line selects.
static std::size_t count_selected(std::vector<char *> options) {
    static char list[] = "--benchmark_list_tests=true";
    options.push_back(list);
    int argc = static_cast<int>(options.size());
    benchmark::Initialize(&argc, options.data());
    std::ostringstream names;
    Medians reporter;
    reporter.SetOutputStream(&names);
    return benchmark::RunSpecifiedBenchmarks(&reporter);
}

static int repetitions(const std::vector<char *> &options) {
    static const char option[] = "--benchmark_repetitions=";
    int count = 1;
    for (const char *text : options)
        if (std::strncmp(text, option, sizeof option - 1) == 0)
            count = std::atoi(text + sizeof option - 1);
    return count;
}

int gbench_run(int argc, char **argv, gbench_report *report, void *context) {
    const std::vector<char *> options(argv, argv + argc);
    progress.plan(count_selected(options), repetitions(options));
    static char run[] = "--benchmark_list_tests=false"; // before the user's options, which override it
    std::vector<char *> all = options;
    all.insert(all.begin() + 1, run);
    argc = static_cast<int>(all.size());
    benchmark::Initialize(&argc, all.data());
    if (benchmark::ReportUnrecognizedArguments(argc, all.data()))
        return -1;
    Medians medians;
    benchmark::RunSpecifiedBenchmarks(&medians);
    progress.end();
    auto &runs = medians.runs;
    std::stable_sort(runs.begin(), runs.end(), [](const Run &a, const Run &b) { return a.family_index < b.family_index; });
    for (const Run &run_of_one : runs)
        report(reinterpret_cast<const gbench_result *>(&run_of_one), context);
    benchmark::Shutdown();
    return static_cast<int>(runs.size());
}
