// gbench.cc — implements gbench.h by Google Benchmark. The opaque C types are casts of Google Benchmark's own objects.
#include "gbench.h"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
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
// Tells on a terminal, by one line on stderr, how far the run is and what is running. Google Benchmark calls a function with more and
// more iterations until it takes long enough; that call is the first repetition, and all others have as many iterations. So those calls
// are counted that have the most iterations of their benchmark.
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
    }

    void clear() const {
        if (terminal_)
            std::fputs("\r\033[K", stderr);
    }

  private:
    struct Calls {
        std::int64_t iterations;
        std::size_t repetitions;
    };
    std::map<std::string, Calls> of_;
    std::size_t planned_ = 0, done_ = 0;
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
// Keeps the medians, or the only repetition if there is one, of the row that was run last, and writes everything as JSON.
class Reporter final : public benchmark::BenchmarkReporter {
  public:
    std::vector<Run> medians;

    bool write_to(const std::string &path) {
        file_.open(path);
        json_.SetOutputStream(&file_);
        return file_.good();
    }

    bool ReportContext(const Context &context) override {
        if (file_.is_open() && !has_context_)
            json_.ReportContext(context);
        has_context_ = true;
        return true;
    }

    void ReportRuns(const std::vector<Run> &report) override {
        for (const Run &run : report)
            if (run.run_type == Run::RT_Aggregate ? run.aggregate_name == "median" : run.repetitions <= 1)
                medians.push_back(run);
        if (file_.is_open())
            json_.ReportRuns(report);
    }

    void end() {
        if (file_.is_open())
            json_.Finalize();
    }

  private:
    benchmark::JSONReporter json_;
    std::ofstream file_;
    bool has_context_ = false;
};

// The benchmarks of one row: its name, with '/' at the end, and theirs.
struct Row {
    std::string name;
    std::vector<std::string> benchmarks;
};
} // namespace

// "/real_time" is what Google Benchmark adds to names.
static std::string without_suffix(std::string name) {
    static const std::string suffix = "/real_time";
    if (name.size() > suffix.size() && name.compare(name.size() - suffix.size(), suffix.size(), suffix) == 0)
        name.resize(name.size() - suffix.size());
    return name;
}

// What the command line selects.
static std::vector<Row> selected_rows(std::vector<char *> options) {
    static char list[] = "--benchmark_list_tests=true";
    options.push_back(list);
    int argc = static_cast<int>(options.size());
    benchmark::Initialize(&argc, options.data());
    std::stringstream names;
    Reporter reporter;
    reporter.SetOutputStream(&names);
    benchmark::RunSpecifiedBenchmarks(&reporter);
    std::vector<Row> rows;
    for (std::string name; std::getline(names, name);) {
        const std::string plain = without_suffix(name);
        const std::string row = plain.substr(0, plain.rfind('/') + 1);
        if (rows.empty() || rows.back().name != row)
            rows.push_back({row, {}});
        rows.back().benchmarks.push_back(name);
    }
    return rows;
}

// A regular expression that matches these names only.
static std::string pattern_of(const std::vector<std::string> &names) {
    std::string pattern = "^(";
    for (const std::string &name : names) {
        if (&name != &names.front())
            pattern += '|';
        for (const char c : name) {
            if (std::strchr(".[](){}*+?|^$\\", c))
                pattern += '\\';
            pattern += c;
        }
    }
    return pattern + ")$";
}

// Removes the options that begin so, and returns the value of the last one.
static std::string take(std::vector<char *> &options, const char *beginning) {
    std::string value;
    const std::size_t length = std::strlen(beginning);
    for (auto option = options.begin(); option != options.end();) {
        if (std::strncmp(*option, beginning, length) == 0) {
            value = *option + length;
            option = options.erase(option);
        } else {
            ++option;
        }
    }
    return value;
}

static int repetitions(const std::vector<char *> &options) {
    static const char option[] = "--benchmark_repetitions=";
    int count = 1;
    for (const char *text : options)
        if (std::strncmp(text, option, sizeof option - 1) == 0)
            count = std::atoi(text + sizeof option - 1);
    return count;
}

static bool by_family(const Run &a, const Run &b) {
    return a.family_index < b.family_index;
}

int gbench_run(int argc, char **argv, const gbench_listener *listener) {
    std::vector<char *> options(argv, argv + argc);
    const std::string path = take(options, "--benchmark_out="), format = take(options, "--benchmark_out_format=");
    Reporter reporter;
    if ((!format.empty() && format != "json") || (!path.empty() && !reporter.write_to(path))) {
        std::fprintf(stderr, "bench: cannot write %s as %s\n", path.c_str(), format.empty() ? "json" : format.c_str());
        return -1;
    }
    const std::vector<Row> rows = selected_rows(options);
    std::size_t benchmarks = 0;
    for (const Row &row : rows)
        for (const std::string &name : row.benchmarks) {
            listener->planned(without_suffix(name).c_str(), listener->context);
            benchmarks++;
        }
    progress.plan(benchmarks, repetitions(options));

    static char run[] = "--benchmark_list_tests=false"; // before the user's options, which override it
    options.insert(options.begin() + 1, run);
    argc = static_cast<int>(options.size());
    benchmark::Initialize(&argc, options.data());
    if (benchmark::ReportUnrecognizedArguments(argc, options.data()))
        return -1;
    for (const Row &row : rows) {
        reporter.medians.clear();
        benchmark::RunSpecifiedBenchmarks(&reporter, pattern_of(row.benchmarks));
        progress.clear();
        std::stable_sort(reporter.medians.begin(), reporter.medians.end(), by_family);
        for (const Run &median : reporter.medians)
            listener->measured(reinterpret_cast<const gbench_result *>(&median), listener->context);
        listener->row_measured(row.name.c_str(), listener->context);
    }
    reporter.end();
    benchmark::Shutdown();
    return static_cast<int>(benchmarks);
}
