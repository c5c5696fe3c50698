/* cliffs.c — where does a pair cost many times what its kind usually costs? A map of cells: kind of pairs, place, question. Only times
 * are measured; no answer is judged.
 *
 * A cell's time is CPU time of this thread, for a list of up to 512 pairs of that kind in that place: the least of several calls. Its
 * usual cost is what the same question costs the same kind where nothing is special. */
#include "cells.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct options {
    bool quick, digest;
    const char *kind, *numbers, *place, *question; /* only those with this in their names */
    const char *file, *isa;
    int worst;
    double seconds; /* to ask each cell again, for a profiler */
    cell_limits limits;
} options;

static const char usage[] =
    "cliffs [quick] [digest] [OPTION=VALUE...]: where does a pair cost many times what its kind usually costs?\n"
    "quick          fewer kinds and places: some 15 CPU seconds instead of three minutes\n"
    "digest         prints a number made of all answers, which a change that only makes them faster leaves as it is\n"
    "kind= numbers= place= ask=  only those with this text in their names; the usual place is always measured\n"
    "isa=NAME       asks this instruction set; isa=scalar: the reference, which answers what the others leave open, for all pairs\n"
    "list=N         prints the N worst cells (40)\n"
    "file=PATH      writes a line for each cell: kind, place, question, ns, times, shares that overlap, digest\n"
    "spin=SECONDS   asks each chosen cell again and again, for a profiler\n"
    "share=PERCENT times=N growth=N  the limits (1, 100, 3): how many cells may cost more than 10 times what is usual and 1 us,\n"
    "               how many times any may cost, how much more than in proportion more than 64 vertices may cost.\n"
    "               The exit status is 1 if one of them is exceeded.\n";

static double cpu_ns(void) {
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

/* ns a pair. The list is longer where a pair takes less time: a single pair stands for those that take more than 1 ms. */
static double measure(const pair_list *list, int question, int repeats) {
    static const struct {
        int pairs;
        double ns_enough; /* so many for a pair, and the list need not be longer */
    } lengths[] = {{1, 1e6}, {8, 40e3}, {64, 4e3}, {PAIRS_MOST, 0}};
    double least = 0;
    for (size_t k = 0; k < sizeof lengths / sizeof *lengths; k++) {
        const int count = lengths[k].pairs < list->count ? lengths[k].pairs : list->count;
        const int calls = k == 0 ? 1 : repeats;
        double spent = 0;
        least = INFINITY;
        for (int i = 0; i < calls && (i < 2 || spent < 4e6) && (k > 1 || spent < 2e6); i++) {
            double begin = cpu_ns();
            ask_about(list, question, count);
            double took = cpu_ns() - begin;
            spent += took;
            least = fmin(least, took / count);
        }
        if (least > lengths[k].ns_enough || count == list->count)
            break;
    }
    return least;
}

/* Measures again what seems to be bad: something else may have taken the time. */
static double measure_again(const pair_list *list, int question, double ns, double usual) {
    for (int i = 0; i < 2 && ns > 8 * usual && ns > 0.8 * NS_THAT_COUNT; i++)
        ns = fmin(ns, measure(list, question, 3));
    return ns;
}

static void measure_list(const options *o, const pair_list *list, int kind, int place, double usual[QUESTIONS], cell_table *table) {
    double touching = 0, overlapping = 0;
    if (o->file != NULL) {
        ask_about(list, 0, list->count);
        touching = (double)count_yes(list->count) / list->count;
        ask_about(list, 1, list->count);
        overlapping = (double)count_yes(list->count) / list->count;
    }
    for (int q = 0; q < QUESTIONS; q++) {
        if (strstr(question_name(q), o->question) == NULL || !question_suits(q, list->numbers))
            continue;
        double ns = measure(list, q, place == USUAL_PLACE ? 9 : 3);
        if (place == USUAL_PLACE)
            usual[q] = ns = fmin(ns, measure(list, q, 9));
        else
            ns = measure_again(list, q, ns, usual[q]);
        uint64_t digest = o->digest ? digest_answers(list, q, list->count < 64 ? 2 : 16) : 0;
        table->cells[table->count++] = (cell){kind, place, q, list->numbers, ns, ns / usual[q], touching, overlapping, digest};
        double until = cpu_ns() + 1e9 * o->seconds;
        while (place != USUAL_PLACE && cpu_ns() < until)
            ask_about(list, q, list->count < 64 ? list->count : 64);
    }
}

static void measure_kind(const options *o, int kind, number_type numbers, cell_table *table) {
    static pair_list list;
    double usual[QUESTIONS] = {0};
    const int pairs = kind_vertices(&kinds[kind]) > 64 ? 32 : o->quick ? 256 : PAIRS_MOST;
    for (int place = 0; place < place_count; place++) {
        const place_row *p = &places[place];
        if (place != USUAL_PLACE && (strstr(place_name(p), o->place) == NULL || (o->quick && !p->in_quick)))
            continue;
        if (!place_suits(p, &kinds[kind]))
            continue;
        if (!pair_list_create(&kinds[kind], p, numbers, pairs, &list)) {
            table->left_out++;
            continue;
        }
        measure_list(o, &list, kind, place, usual, table);
        pair_list_destroy(&list);
    }
}

/* The value of an argument NAME=VALUE, or NULL if it has another name. */
static const char *value_of(const char *argument, const char *name) {
    size_t length = strlen(name);
    return strncmp(argument, name, length) == 0 && argument[length] == '=' ? argument + length + 1 : NULL;
}

static bool read_option(const char *argument, options *o) {
    const struct {
        const char *name, **text;
        double *number;
    } known[] = {{"kind", &o->kind, NULL},          {"numbers", &o->numbers, NULL},
                 {"place", &o->place, NULL},        {"ask", &o->question, NULL},
                 {"file", &o->file, NULL},          {"isa", &o->isa, NULL},
                 {"spin", NULL, &o->seconds},       {"share", NULL, &o->limits.percent},
                 {"times", NULL, &o->limits.times}, {"growth", NULL, &o->limits.growth}};
    const char *value = value_of(argument, "list");
    if (value != NULL) {
        o->worst = (int)strtol(value, NULL, 10);
        return true;
    }
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        value = value_of(argument, known[k].name);
        if (value == NULL)
            continue;
        char *end = NULL;
        if (known[k].text != NULL)
            *known[k].text = value;
        else
            *known[k].number = strtod(value, &end);
        return end == NULL || (end != value && *end == '\0');
    }
    o->quick = o->quick || strcmp(argument, "quick") == 0;
    o->digest = o->digest || strcmp(argument, "digest") == 0;
    return strcmp(argument, "quick") == 0 || strcmp(argument, "digest") == 0;
}

int main(int argc, char **argv) {
    options o = {false, false, "", "", "", "", NULL, NULL, 40, 0, {1, 100, 3}};
    for (int i = 1; i < argc; i++)
        if (!read_option(argv[i], &o)) {
            fputs(usage, stderr);
            return 2;
        }
    if (o.isa != NULL && sepal_isa_use(o.isa) != SEPAL_OK) {
        fprintf(stderr, "this machine has no instruction set of that name\n");
        return 2;
    }
    cell_table table = {malloc(sizeof(cell) * (size_t)kind_count * (size_t)place_count * QUESTIONS * NUMBER_TYPES), 0, 0};
    if (table.cells == NULL)
        return 2;
    const double begin = cpu_ns();
    for (int kind = 0; kind < kind_count; kind++) {
        if (strstr(kinds[kind].name, o.kind) == NULL || (o.quick && !kinds[kind].in_quick))
            continue;
        fprintf(stderr, "%3.0f s  %s\n", 1e-9 * (cpu_ns() - begin), kinds[kind].name);
        for (int numbers = FLOATS; numbers < (kinds[kind].space ? DOUBLES : o.quick ? DECIMALS : NUMBER_TYPES); numbers++)
            if (strstr(number_names[numbers], o.numbers) != NULL)
                measure_kind(&o, kind, (number_type)numbers, &table);
    }
    uint64_t digest = 0;
    for (int i = 0; i < table.count; i++)
        digest = (digest ^ table.cells[i].digest) * 1099511628211U;
    bool is_written = o.file == NULL || write_cells(&table, o.file);
    print_cells(&table, o.worst);
    const bool is_kept = judge_cells(&table, &o.limits);
    if (o.digest)
        printf("digest of all answers: %016llx\n", (unsigned long long)digest);
    printf("%.0f CPU seconds\n", 1e-9 * (cpu_ns() - begin));
    free(table.cells);
    if (!is_written)
        fprintf(stderr, "%s cannot be written\n", o.file);
    return !is_written ? 2 : is_kept ? 0 : 1;
}
