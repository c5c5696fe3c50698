/* threads.c — many threads query shared sets and their own. Their first use of the library happens at the same time. The
 * answers must be those of one thread alone. This is a plain program; `./dev threads` runs it under ThreadSanitizer. */
#include "work.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { THREADS = 8, SEEDS = 24, RACES = 10 };

static pthread_barrier_t start; /* so that all begin at once */
static atomic_int failures;

static void fail(const char *what) {
    fprintf(stderr, "FAILED: %s\n", what);
    atomic_fetch_add(&failures, 1);
}

static void check(bool fine, const char *what) {
    if (!fine)
        fail(what);
}

/* Runs the function in all threads, each with its number. */
typedef struct task {
    void (*run)(size_t number);
    size_t number;
} task;

static void *run_task(void *argument) {
    const task *mine = argument;
    pthread_barrier_wait(&start);
    mine->run(mine->number);
    return NULL;
}

static void run_together(void (*run)(size_t number)) {
    pthread_t threads[THREADS];
    task tasks[THREADS];
    for (size_t i = 0; i < THREADS; i++) {
        tasks[i] = (task){run, i};
        if (pthread_create(&threads[i], NULL, run_task, &tasks[i]) != 0) {
            fail("a thread could not be started");
            exit(1);
        }
    }
    for (size_t i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
}

/* --- The first use -------------------------------------------------------------------------------
 * It happens once in a process, so each race is one of a child's. */

static const char *wanted;

static void use_first(size_t number) {
    (void)number;
    check(strcmp(sepal_isa(), wanted) == 0, "the first use does not obey SEPAL_ISA");
}

/* If one thread chooses an instruction set while another is inside its first use, the first use must not undo the choice. The
 * library calls getenv inside its first use, so for this race getenv is replaced by a function that waits there for the choice.
 * (The linker prefers the program's own definition to that of the C library.) */
static atomic_bool waits_for_choice;
static atomic_int midst, chosen;

/* NOLINTNEXTLINE: the parameter has a reserved name in the C library */
char *getenv(const char *name) {
    if (atomic_load(&waits_for_choice)) {
        atomic_fetch_add(&midst, 1);
        while (!atomic_load(&chosen))
            sched_yield();
    }
    size_t length = strlen(name);
    for (char **entry = environ; *entry != NULL; entry++)
        if (strncmp(*entry, name, length) == 0 && (*entry)[length] == '=')
            return *entry + length + 1;
    return NULL;
}

static void use_or_choose(size_t number) {
    if (number > 0) {
        check(strcmp(sepal_isa(), wanted) == 0, "a first use undoes the choice of another thread");
        return;
    }
    while (atomic_load(&midst) < THREADS - 1)
        sched_yield();
    must_succeed(sepal_isa_use(wanted), wanted);
    atomic_store(&chosen, 1);
}

static void query_first(size_t number) {
    (void)number;
    float x = 1, y = 2;
    sepal_pair pair = {0, 0};
    uint64_t bits = 0;
    sepal_polys *set;
    must_succeed(sepal_polys_create(NULL, &set), "create");
    must_succeed(sepal_polys_add(set, &x, &y, 1, NULL), "add");
    must_succeed(sepal_polys_overlap_pairs(set, set, &pair, 1, NULL, &bits), "overlap_pairs");
    check(bits == 1, "a point does not overlap itself");
    sepal_polys_destroy(set);
}

static void race(void (*run)(size_t number), const char *environment, const char *expected) {
    pid_t child = fork();
    if (child == 0) {
        wanted = expected;
        waits_for_choice = run == use_or_choose;
        setenv("SEPAL_ISA", environment, 1);
        run_together(run);
        check(strcmp(sepal_isa(), expected) == 0, "another instruction set than was chosen");
        exit(failures > 0);
    }
    int status = 1;
    check(child > 0 && waitpid(child, &status, 0) == child && status == 0, "a race for the first use");
}

static void race_for_the_first_use(void) {
    size_t count = sepal_isa_count();
    for (int times = 0; times < RACES; times++)
        for (size_t i = 0; i < count; i++) {
            const char *name = sepal_isa_at(i), *other = sepal_isa_at((i + 1) % count);
            race(use_first, name, name);
            race(use_or_choose, other, name);
            race(query_first, name, name);
        }
}

/* --- Queries -----------------------------------------------------------------------------------*/

static work_common common;
static uint64_t expected[SEEDS];

/* Each thread does all pieces in an order of its own. Thread 0 changes the instruction set in between, which must not change an
 * answer. */
static void work(size_t number) {
    worker w = worker_create(&common, NULL);
    for (size_t i = 0; i < SEEDS; i++) {
        size_t seed = (i * 5 + number) % SEEDS;
        if (number == 0)
            must_succeed(sepal_isa_use(sepal_isa_at(i % sepal_isa_count())), "use");
        check(worker_do(&w, seed) == expected[seed], "another digest than that of one thread");
    }
    worker_destroy(&w);
}

/* One list, cut at multiples of 64, so that all threads write parts of one array. */
enum { PART = 640, LIST = PART * THREADS - 30 };
static sepal_pair list[LIST];
static uint64_t parts[SEPAL_BIT_WORDS(LIST)], whole[SEPAL_BIT_WORDS(LIST)];

static void ask_part(size_t number) {
    size_t begin = number * PART, end = number == THREADS - 1 ? LIST : begin + PART;
    must_succeed(sepal_polys_overlap_pairs(common.shapes, common.shapes, list + begin, end - begin, NULL, parts + begin / 64),
                 "part");
}

static void cut_a_list(void) {
    uint32_t count = (uint32_t)sepal_polys_count(common.shapes);
    for (uint32_t i = 0; i < LIST; i++)
        list[i] = (sepal_pair){i % count, i / 7 % count};
    must_succeed(sepal_polys_overlap_pairs(common.shapes, common.shapes, list, LIST, NULL, whole), "whole");
    run_together(ask_part);
    check(memcmp(parts, whole, sizeof whole) == 0, "parts of a list are answered otherwise than the whole");
}

/* Two worlds of the same shapes: one is placed as a whole, the other by all threads at once, each of which places every eighth run
 * of shapes of a length that shares cache lines, and blocks of lanes, with its neighbours. */
enum { PLACED = 3000, RUN = 7 };
static sepal_polys *whole_world, *common_world;
static float rows[PLACED][4];
static uint32_t model_of[PLACED];

static sepal_poses rows_from(size_t first) {
    const float *row = rows[first];
    return (sepal_poses){.x = row, .y = row + 1, .cos = row + 2, .sin = row + 3, .stride = 4};
}

static void place_runs(size_t number) {
    for (size_t first = number * RUN; first < PLACED; first += THREADS * RUN) {
        size_t count = PLACED - first < RUN ? PLACED - first : RUN;
        sepal_poses poses = rows_from(first);
        must_succeed(sepal_polys_place_range(common_world, first, common.shapes, model_of + first, &poses, count, NULL), "range");
    }
}

/* The vertices of all shapes, and which of those that follow each other overlap. */
static void compare_worlds(void) {
    static sepal_pair pairs[PLACED];
    static uint64_t bits[2][SEPAL_BIT_WORDS(PLACED)];
    sepal_polys *const worlds[] = {whole_world, common_world};
    for (uint32_t i = 0; i < PLACED; i++) {
        const float *x[2], *y[2];
        size_t count[2];
        for (int k = 0; k < 2; k++)
            must_succeed(sepal_polys_vertices(worlds[k], i, &x[k], &y[k], &count[k]), "vertices");
        check(count[0] == count[1] && memcmp(x[0], x[1], count[0] * sizeof(float)) == 0 &&
                  memcmp(y[0], y[1], count[0] * sizeof(float)) == 0,
              "a shape that threads placed is another one");
        pairs[i] = (sepal_pair){i, (i + 1) % PLACED};
    }
    for (int k = 0; k < 2; k++)
        must_succeed(sepal_polys_overlap_pairs(worlds[k], worlds[k], pairs, PLACED, NULL, bits[k]), "overlap");
    check(memcmp(bits[0], bits[1], sizeof bits[0]) == 0, "shapes that threads placed overlap otherwise");
}

static void place_one_world(void) {
    uint32_t shapes = (uint32_t)sepal_polys_count(common.shapes);
    must_succeed(sepal_polys_create(NULL, &whole_world), "create");
    must_succeed(sepal_polys_create(NULL, &common_world), "create");
    for (uint32_t i = 0; i < PLACED; i++) {
        const float row[4] = {0, 0, 1, 0};
        model_of[i] = i % shapes;
        memcpy(rows[i], row, sizeof row);
    }
    sepal_poses poses = rows_from(0);
    must_succeed(sepal_polys_place(common_world, common.shapes, model_of, &poses, PLACED, NULL), "place");
    for (uint32_t i = 0; i < PLACED; i++) {
        const float row[4] = {(float)(i % 40), (float)(i / 40 % 40), 0.6F, i % 2 == 0 ? 0.8F : -0.8F};
        memcpy(rows[i], row, sizeof row);
    }
    must_succeed(sepal_polys_place(whole_world, common.shapes, model_of, &poses, PLACED, NULL), "place");
    run_together(place_runs);
    compare_worlds();
    sepal_polys_destroy(whole_world);
    sepal_polys_destroy(common_world);
}

int main(void) {
    pthread_barrier_init(&start, NULL, THREADS);
    race_for_the_first_use();
    common = work_common_create(NULL);
    must_succeed(sepal_isa_use("scalar"), "scalar");
    worker alone = worker_create(&common, NULL);
    for (size_t seed = 0; seed < SEEDS; seed++)
        expected[seed] = worker_do(&alone, seed);
    worker_destroy(&alone);
    run_together(work);
    must_succeed(sepal_isa_use(NULL), "the best");
    cut_a_list();
    place_one_world();
    work_common_destroy(&common);
    pthread_barrier_destroy(&start);
    printf("%d threads, %d pieces of work each, %zu instruction sets: %s\n", THREADS, SEEDS, sepal_isa_count(),
           failures == 0 ? "as one thread alone" : "FAILED");
    return failures > 0;
}
