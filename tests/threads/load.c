/* load.c — eight threads make, query, update, place and destroy sets for a while: load [SECONDS]. Every piece of work must have
 * the digest that one thread alone has found for it. All memory must be released, as counted by an allocator, by the C library
 * (mallinfo2) and by the system (resident pages). This is a plain program; `./dev load` runs it for ten minutes. */
#include "work.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>
#ifdef HAVE_MALLINFO2
#include <malloc.h>
#endif

enum { THREADS = 8, SEEDS = 64 };
enum { SECONDS_OF_WARMING = 1, SECONDS_BETWEEN_LINES = 5 };
enum { SECONDS_TO_SETTLE = 10 }; /* before that, pages are still touched for the first time, most of all by an emulator */

/* --- Memory ------------------------------------------------------------------------------------*/

static atomic_size_t live_blocks, live_bytes, requests;

static void *count_allocate(void *context, size_t size, size_t alignment) {
    (void)context;
    atomic_fetch_add(&requests, 1);
    atomic_fetch_add(&live_blocks, 1);
    atomic_fetch_add(&live_bytes, size);
    return aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
}

static void count_release(void *context, void *pointer, size_t size) {
    (void)context;
    atomic_fetch_sub(&live_blocks, 1);
    atomic_fetch_sub(&live_bytes, size);
    free(pointer);
}

static const sepal_allocator counting = {NULL, count_allocate, count_release};

/* `in_use` and `resident` are 0 if they are unknown: under a sanitizer or valgrind, which keep freed memory for a while. */
typedef struct memory {
    size_t blocks, bytes, in_use, resident;
} memory;

#ifdef HAVE_MALLINFO2
static size_t resident_bytes(void) { /* the second number of statm, in pages (proc(5)) */
    char line[128] = "", *rest = line;
    FILE *file = fopen("/proc/self/statm", "r");
    if (file != NULL) {
        if (fgets(line, sizeof line, file) != NULL)
            (void)strtoul(line, &rest, 10);
        (void)fclose(file);
    }
    return strtoul(rest, NULL, 10) * (size_t)sysconf(_SC_PAGESIZE);
}
#endif

static memory memory_now(void) {
    memory now = {.blocks = live_blocks, .bytes = live_bytes};
#ifdef HAVE_MALLINFO2
    (void)malloc_trim(0);
    const struct mallinfo2 info = mallinfo2();
    now.in_use = info.uordblks + info.hblkhd;
    if (now.in_use > 0)
        now.resident = resident_bytes();
#endif
    return now;
}

static void print_memory(const char *when, memory m) {
    printf("%s: %zu allocations of sets with %zu bytes; malloc has %zu in use; %zu KiB are resident\n", when, m.blocks, m.bytes,
           m.in_use, m.resident / 1024);
}

/* --- Work --------------------------------------------------------------------------------------*/

static work_common common;
static uint64_t expected[SEEDS];
static atomic_bool stop;
static atomic_size_t pieces, failures;

static void *work(void *argument) {
    size_t number = *(const size_t *)argument;
    worker w = worker_create(&common, number % 2 == 0 ? &counting : NULL);
    for (size_t i = 0; i == 0 || !atomic_load(&stop); i++) {
        size_t seed = (i * (2 * number + 1) + number) % SEEDS;
        if (number == 0) /* for all threads, while they work */
            must_succeed(sepal_isa_use(sepal_isa_at(i % sepal_isa_count())), "use");
        if (worker_do(&w, seed) != expected[seed] && atomic_fetch_add(&failures, 1) < 20)
            fprintf(stderr, "FAILED: thread %zu, piece %zu has another digest than alone\n", number, seed);
        atomic_fetch_add(&pieces, 1);
        if (i % 100 == 99) { /* the sets of the thread are made anew too */
            worker_destroy(&w);
            w = worker_create(&common, number % 2 == 0 ? &counting : NULL);
        }
    }
    worker_destroy(&w);
    return NULL;
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void wait_for(double seconds) {
    double begin = now();
    const struct timespec pause = {0, 20000000};
    double line = begin + SECONDS_BETWEEN_LINES;
    while (now() < begin + seconds) {
        nanosleep(&pause, NULL);
        if (now() >= line) {
            size_t bytes = live_bytes;
            printf("%4.0f s: %zu pieces of work, %zu failed; %zu requests, %zu bytes live\n", now() - begin, (size_t)pieces,
                   (size_t)failures, (size_t)requests, bytes);
            (void)fflush(stdout);
            line += SECONDS_BETWEEN_LINES;
        }
    }
}

static void work_for(double seconds) {
    pthread_t threads[THREADS];
    size_t numbers[THREADS];
    stop = false;
    pieces = 0;
    for (size_t i = 0; i < THREADS; i++) {
        numbers[i] = i;
        if (pthread_create(&threads[i], NULL, work, &numbers[i]) != 0) {
            fprintf(stderr, "FAILED: a thread could not be started\n");
            exit(1);
        }
    }
    wait_for(seconds);
    stop = true;
    for (size_t i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
}

static void check(bool fine, const char *what) {
    if (!fine) {
        fprintf(stderr, "FAILED: %s\n", what);
        failures++;
    }
}

int main(int argc, char **argv) {
    double seconds = argc > 1 ? strtod(argv[1], NULL) : 1;
    common = work_common_create(&counting);
    must_succeed(sepal_isa_use("scalar"), "scalar");
    worker alone = worker_create(&common, NULL);
    for (size_t seed = 0; seed < SEEDS; seed++)
        expected[seed] = worker_do(&alone, seed);
    worker_destroy(&alone);
    work_for(SECONDS_OF_WARMING); /* the first threads leave stacks and arenas behind */
    memory before = memory_now();
    work_for(seconds);
    memory after = memory_now();
    print_memory("before", before);
    print_memory("after ", after);
    check(after.blocks == before.blocks && after.bytes == before.bytes, "memory of sets was not released");
    check(after.in_use <= before.in_use + 65536, "malloc has more in use than before");
    if (seconds >= SECONDS_TO_SETTLE)
        check(after.resident <= before.resident + (1 << 20), "more memory is resident than before");
    work_common_destroy(&common);
    check(live_blocks == 0 && live_bytes == 0, "memory is left when all sets are destroyed");
    printf("%d threads, %.0f s, %zu pieces of work, %zu requests for memory: %s\n", THREADS, seconds, (size_t)pieces,
           (size_t)requests, failures == 0 ? "every digest that of one thread alone, all memory returned" : "FAILED");
    return failures > 0;
}
