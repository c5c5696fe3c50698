/* stages.h — for developers: how many pairs each stage of a question gets, and how many it answers. Only in builds with meson's option
 * `stages`; without it nothing of this is in the library. Each thread counts for itself. `./dev stages` prints what is counted. */
#ifndef SEPAL_CORE_STAGES_H
#define SEPAL_CORE_STAGES_H

#ifdef SEPAL_STAGES

#include <sepal/base.h>
#include <stdbool.h>

/* What was counted of a stage: how often it was asked, about how many pairs, and how many of these it answered with yes or left open.
 * watched: what it said of the watched pair. */
typedef struct sepal_stage_count {
    const char *name;
    size_t calls, pairs, yes, open;
    enum { SEPAL_NOT_ASKED, SEPAL_SAID_NO, SEPAL_SAID_YES, SEPAL_LEFT_OPEN } watched;
} sepal_stage_count;

/* Forgets what was counted, and watches from now on pair number `watched` of every list of pairs that is asked about. */
void sepal_stages_reset(size_t watched);

/* The stages in the order in which they were first asked. */
size_t sepal_stages_counted(const sepal_stage_count **stages);

/* Called where a list of pairs is checked; there may be none. */
void sepal_stages_see(const sepal_pair *pairs, size_t count);

/* Begins a stage; sepal_stages_leave ends the one that was begun last, and adds what it said. pairs: NULL if they are not listed. */
void sepal_stages_enter(const char *name);
void sepal_stages_leave(const sepal_pair *pairs, size_t count, const uint64_t *yes, const uint64_t *open);

/* A stage that takes one pair at a time, outside of the loops of batch/. */
static inline void sepal_stages_one(const char *name, sepal_pair pair, bool yes, bool open) {
    const uint64_t is_yes = yes, is_open = open;
    sepal_stages_enter(name);
    sepal_stages_leave(&pair, 1, &is_yes, &is_open);
}

/* Called where the reference decides something exactly about a pair: `shape` is the number of its first shape. Counts the different
 * numbers below SEPAL_STAGES_REFERRED_MOST. */
enum { SEPAL_STAGES_REFERRED_MOST = 1024 };
void sepal_stages_refer(uint32_t shape);
size_t sepal_stages_referred(void);

#define STAGES_REFER(shape)                   sepal_stages_refer(shape)
#define STAGES_SEE(pairs, count)              sepal_stages_see(pairs, count)
#define STAGES_ONE(name, pair, yes, open)     sepal_stages_one(name, pair, yes, open)
#define STAGES_ENTER(name)                    sepal_stages_enter(name)
#define STAGES_LEAVE(pairs, count, yes, open) sepal_stages_leave(pairs, count, yes, open)

#else

#define STAGES_REFER(shape)                   ((void)0)
#define STAGES_SEE(pairs, count)              ((void)0)
#define STAGES_ONE(name, pair, yes, open)     ((void)0)
#define STAGES_ENTER(name)                    ((void)0)
#define STAGES_LEAVE(pairs, count, yes, open) ((void)0)

#endif
#endif
