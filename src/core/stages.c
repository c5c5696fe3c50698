/* stages.c — counts for developers what the stages of a question do. Only meson's option `stages` compiles it. */
#include "arithmetic.h"

#include "stages.h"

#include <assert.h>
#include <string.h>

enum { MOST_STAGES = 128, MOST_BEGUN = 8 };

static _Thread_local sepal_stage_count stage_counts[MOST_STAGES];
static _Thread_local size_t stages_counted;
static _Thread_local size_t stages_begun[MOST_BEGUN], stages_depth; /* numbers of those that are on their way */
static _Thread_local size_t watched_number;
static _Thread_local sepal_pair watched_pair;
static _Thread_local bool watched_seen;
static _Thread_local bool shapes_referred[SEPAL_STAGES_REFERRED_MOST];

void sepal_stages_reset(size_t watched) {
    stages_counted = stages_depth = 0;
    watched_number = watched;
    watched_seen = false;
    memset(shapes_referred, 0, sizeof shapes_referred);
}

void sepal_stages_refer(uint32_t shape) {
    if (shape < SEPAL_STAGES_REFERRED_MOST)
        shapes_referred[shape] = true;
}

size_t sepal_stages_referred(void) {
    size_t count = 0;
    for (size_t k = 0; k < SEPAL_STAGES_REFERRED_MOST; k++)
        count += shapes_referred[k];
    return count;
}

size_t sepal_stages_counted(const sepal_stage_count **stages) {
    *stages = stage_counts;
    return stages_counted;
}

void sepal_stages_see(const sepal_pair *pairs, size_t count) {
    watched_seen = pairs != NULL && watched_number < count;
    if (watched_seen)
        watched_pair = pairs[watched_number];
}

void sepal_stages_enter(const char *name) {
    size_t k = 0;
    while (k < stages_counted && strcmp(stage_counts[k].name, name) != 0)
        k++;
    if (k == stages_counted) {
        assert(k < MOST_STAGES);
        stage_counts[stages_counted++] = (sepal_stage_count){.name = name, .watched = SEPAL_NOT_ASKED};
    }
    assert(stages_depth < MOST_BEGUN);
    stages_begun[stages_depth++] = k;
}

/* Some questions are also asked the other way round. */
static bool is_watched(sepal_pair pair) {
    return watched_seen &&
           ((pair.a == watched_pair.a && pair.b == watched_pair.b) || (pair.a == watched_pair.b && pair.b == watched_pair.a));
}

void sepal_stages_leave(const sepal_pair *pairs, size_t count, const uint64_t *yes, const uint64_t *open) {
    assert(stages_depth > 0);
    sepal_stage_count *stage = &stage_counts[stages_begun[--stages_depth]];
    stage->calls++;
    stage->pairs += count;
    for (size_t k = 0; k < count; k++) {
        unsigned is_yes = (unsigned)(yes[k / 64] >> (k % 64) & 1), is_open = (unsigned)(open[k / 64] >> (k % 64) & 1);
        stage->yes += is_yes;
        stage->open += is_open;
        if (pairs != NULL && is_watched(pairs[k]))
            stage->watched = is_open ? SEPAL_LEFT_OPEN : is_yes ? SEPAL_SAID_YES : SEPAL_SAID_NO;
    }
}
