/* plan.h — the pairs of a chunk on their way through the stages of a question. A stage answers some of the open pairs and leaves the
 * others to the next one; the last one leaves none. So a question says, from top to bottom, what is asked about the pairs that are
 * still open, the cheapest first. */
#ifndef SEPAL_BATCH_PLAN_H
#define SEPAL_BATCH_PLAN_H

#include "../core/policy.h"
#include "bins.h"
#include <assert.h>

/* Says of each of `count` pairs yes, no or open; returns whether any is open. n: the sizes of all of them. */
typedef bool stage(const void *question, const sepal_pair *pairs, size_t count, sizes n, verdicts *out);

/* A stage that asks a kernel about each group of a list, with the sizes as they are read; and one that asks about each pair. */
#define STAGE_OF_GROUPS(name, kernel)                                                                                              \
    static bool name(const void *question, const sepal_pair *pairs, size_t count, sizes n, verdicts *out) {                        \
        return ask_groups(kernel, NULL, question, pairs, count, n, out);                                                           \
    }                                                                                                                              \
    static stage name
#define STAGE_OF_PAIRS(name, kernel)                                                                                               \
    static bool name(const void *question, const sepal_pair *pairs, size_t count, UNUSED sizes n, verdicts *out) {                 \
        return ask_each(kernel, question, pairs, count, out);                                                                      \
    }                                                                                                                              \
    static stage name

/* A stage of groups that is not inlined: for its room on the stack, or since gcc would take longer with what is beside it. */
#define STAGE_ALONE(name, kernel)                                                                                                  \
    static SEPAL_NOINLINE bool name(const void *question, const sepal_pair *pairs, size_t count, sizes n, verdicts *out) {         \
        return ask_groups(kernel, NULL, question, pairs, count, n, out);                                                           \
    }                                                                                                                              \
    static stage name

/* Stages for pairs of the sizes n, one after the other; NULL ends them. */
typedef struct plan {
    stage *const *stages;
    sizes n;
} plan;

/* The plan of a kind of pairs (pair_kind). */
typedef plan kind_plan(const void *question, unsigned kind);

/* Up to SEPAL_CHUNK pairs that a question is about, and where their answers go. */
typedef struct chunk {
    const void *question;
    const sepal_pair *pairs;
    size_t count;
    uint64_t *bits;
} chunk;

/* The chunk that begins with pair `first` of a list; of a question about numbers, whose stages store these themselves. */
static inline chunk chunk_at(const void *question, const sepal_pair *pairs, size_t first, size_t count, uint64_t *bits) {
    return (chunk){question, pairs + first, count - first < SEPAL_CHUNK ? count - first : SEPAL_CHUNK, bits + first / 64};
}
static inline chunk chunk_of_numbers(const void *question, const sepal_pair *pairs, size_t first, size_t count) {
    return (chunk){question, pairs + first, count - first < SEPAL_CHUNK ? count - first : SEPAL_CHUNK, NULL};
}

/* A chunk on its way. any: is a pair open? Only then are the other members there. found.open: which pairs are; the bits of these are
 * 0. */
typedef struct work {
    bool any;
    const chunk *of;
    verdicts found;
} work;

/* Begins with the answers of a first stage, which are in todo->found. Most small calls end here, so nothing else is written then. */
static inline void begin_work(work *todo, const chunk *c, bool any) {
    copy_bits(c->bits, todo->found.yes, c->count);
    todo->any = any;
    if (any)
        todo->of = c;
}

/* Asks the first stage, about all pairs. */
static inline void ask_first(work *todo, const chunk *c, stage *answer, sizes n) {
    begin_work(todo, c, answer(c->question, c->pairs, c->count, n, &todo->found));
}

/* Asks a filter about the first `asked` pairs of a chunk, and about the others if it pays (policy.h); if not, these are open. Returns
 * whether it does. */
static SEPAL_NOINLINE bool ask_if_it_pays(work *todo, const chunk *c, sepal_policy *policy, unsigned eighths, size_t asked,
                                          stage *filter, sizes n) {
    verdicts *answers = &todo->found, others;
    assert(asked > 0 && (asked == c->count || (asked % 64 == 0 && asked < c->count)));
    filter(c->question, c->pairs, asked, n, answers);
    const size_t open = count_bits(answers->open, asked);
    bool pays = sepal_policy_learns(policy, eighths, open, asked), any = open > 0;
    if (pays && asked < c->count) {
        any |= filter(c->question, c->pairs + asked, c->count - asked, n, &others);
        pays = sepal_policy_learns(policy, eighths, open + count_bits(others.open, c->count - asked), c->count);
        copy_bits(answers->yes + asked / 64, others.yes, c->count - asked);
        copy_bits(answers->open + asked / 64, others.open, c->count - asked);
    } else {
        for (size_t at = asked; at < c->count; at += 64) {
            answers->yes[at / 64] = 0;
            answers->open[at / 64] = bits_below(c->count, at);
            any = true;
        }
    }
    begin_work(todo, c, any);
    return pays;
}

/* Asks the stages of a plan about a list; what they leave open stays in it. */
static inline void ask_stages(const void *question, const plan *p, pair_list *list, uint64_t *bits) {
    verdicts answers;
    assert(list->count <= SEPAL_BLOCK);
    for (stage *const *next = p->stages; *next != NULL && list->count > 0; next++) {
        bool any = (*next)(question, list->pairs, list->count, p->n, &answers);
        take_bits(list, answers.yes, bits);
        list->count = any ? list->count : 0;
        keep_pairs(list, answers.open);
    }
}

/* Asks a filter about the pairs the other way round. back: the question with its sets exchanged; n: the sizes of the two as it has them. */
static SEPAL_NOINLINE bool ask_turned(stage *filter, const void *back, const sepal_pair *pairs, size_t count, sizes n,
                                      verdicts *out) {
    bool any = false;
    for (size_t from = 0; from < count; from += SEPAL_BLOCK) {
        sepal_pair turned[SEPAL_BLOCK];
        verdicts answers;
        const size_t some = block_from(from, count);
        turn_pairs(pairs + from, some, turned);
        any |= filter(back, turned, some, n, &answers);
        copy_bits(out->yes + from / 64, answers.yes, some);
        copy_bits(out->open + from / 64, answers.open, some);
    }
    return any;
}

/* Sets the bits of the pairs of a list; returns whether there are any. */
static inline bool set_listed(const pair_list *list, uint64_t *bits) {
    for (size_t k = 0; k < list->count; k++)
        set_bit(bits, list->slots[k]);
    return list->count > 0;
}

/* Lists up to SEPAL_BLOCK open pairs of a chunk, and takes them out of the open ones. word: where to look for the next of them. */
static inline pair_list take_open(work *todo, size_t *word, block_room *room) {
    const chunk *c = todo->of;
    size_t listed = 0;
    room->pairs[0] = c->pairs[0]; /* as in bins.h */
    for (; *word * 64 < c->count; ++*word) {
        uint64_t left = todo->found.open[*word];
        for (; left != 0 && listed < SEPAL_BLOCK; left &= left - 1) {
            size_t k = *word * 64 + sepal_lowest_bit(left);
            room->pairs[listed] = c->pairs[k];
            room->slots[listed++] = (uint16_t)k;
        }
        todo->found.open[*word] = left;
        if (left != 0)
            break;
    }
    return (pair_list){room->pairs, room->slots, listed};
}

/* Asks the stages of a plan about the open pairs of a chunk, block by block. */
static SEPAL_NOINLINE void ask_blocks(work *todo, const plan *p) {
    const chunk *c = todo->of;
    uint64_t left[SEPAL_CHUNK / 64];
    bool any = false;
    for (size_t at = 0; at < c->count; at += 64)
        left[at / 64] = 0;
    for (size_t word = 0; word * 64 < c->count;) {
        block_room room;
        pair_list list = take_open(todo, &word, &room);
        ask_stages(c->question, p, &list, c->bits);
        any |= set_listed(&list, left);
    }
    copy_bits(todo->found.open, left, c->count);
    todo->any = any;
}

static inline void ask_plan(work *todo, const plan *p) {
    if (todo->any)
        ask_blocks(todo, p);
}

/* One stage. */
static inline void ask_next(work *todo, stage *answer, sizes n) {
    ask_plan(todo, &(plan){(stage *const[]){answer, NULL}, n});
}

/* The stages of a chunk whose pairs are all of one kind. */
static inline void ask_plan_first(work *todo, const chunk *c, const plan *p) {
    assert(p->stages[0] != NULL);
    ask_first(todo, c, p->stages[0], p->n);
    ask_plan(todo, &(plan){p->stages + 1, p->n});
}

/* Asks a stage about all pairs of a chunk, also about those that are answered: where most are open, that takes less time than a list. */
static SEPAL_NOINLINE void ask_all(work *todo, stage *answer, sizes n) {
    uint64_t any = 0;
    verdicts all;
    answer(todo->of->question, todo->of->pairs, todo->of->count, n, &all);
    for (size_t word = 0; word * 64 < todo->of->count; word++) {
        todo->of->bits[word] |= all.yes[word] & todo->found.open[word];
        any |= todo->found.open[word] &= all.open[word];
    }
    todo->any = any != 0;
}

static inline bool most_are_open(const work *todo) {
    return todo->any && 2 * count_bits(todo->found.open, todo->of->count) > todo->of->count;
}

/* Has a block of pairs of one kind answered, by stages that store numbers; `to`: where these go. Leaves no pair open. */
typedef void kind_answer(void *to, unsigned kind, pair_list *block);

/* Sorts by kind those pairs of a chunk whose bit is set, and has them answered, block by block. */
SPECIALISED void for_kinds(kind_answer *answer, void *to, pair_kind *kind_of, unsigned kinds, const chunk *c,
                           const uint64_t *bits) {
    slot_bins waiting;
    sort_slots(kind_of, kinds, c->question, c->pairs, c->count, bits, &waiting);
    unsigned kind;
    FOR_KINDS(kind, &waiting)
    for (size_t from = 0; from < kind_count(&waiting, kind); from += SEPAL_BLOCK) {
        sepal_pair room[SEPAL_BLOCK];
        pair_list block = block_of_kind(&waiting, kind, from, c->pairs, room);
        answer(to, kind, &block);
    }
}

/* for_kinds of all pairs of a chunk. */
SPECIALISED void for_all_kinds(kind_answer *answer, void *to, pair_kind *kind_of, unsigned kinds, const chunk *c) {
    uint64_t all[SEPAL_CHUNK / 64];
    set_all(all, c->count);
    for_kinds(answer, to, kind_of, kinds, c, all);
}

/* Has the pairs of a chunk whose bit is set answered, block by block, where all are of one kind. */
static inline void for_one_kind(kind_answer *answer, void *to, unsigned kind, const chunk *c, const uint64_t *bits) {
    for (size_t from = 0; from < c->count;) {
        block_room room;
        pair_list block = next_block(c->pairs, c->count, bits, &from, &room);
        if (block.count > 0)
            answer(to, kind, &block);
    }
}

/* Sorts the open pairs by kind, and asks the stages of each kind, block by block. */
SPECIALISED void ask_by_kind(work *todo, pair_kind *kind_of, unsigned kinds, kind_plan *plan_of) {
    slot_bins waiting;
    if (!todo->any)
        return;
    const chunk *c = todo->of;
    todo->any = false;
    sort_slots(kind_of, kinds, c->question, c->pairs, c->count, todo->found.open, &waiting);
    for (size_t at = 0; at < c->count; at += 64)
        todo->found.open[at / 64] = 0;
    unsigned kind;
    FOR_KINDS(kind, &waiting) {
        const size_t count = kind_count(&waiting, kind);
        const plan p = plan_of(c->question, kind);
        for (size_t from = 0; from < count; from += SEPAL_BLOCK) {
            sepal_pair room[SEPAL_BLOCK];
            pair_list block = block_of_kind(&waiting, kind, from, c->pairs, room);
            ask_stages(c->question, &p, &block, c->bits);
            todo->any |= set_listed(&block, todo->found.open);
        }
    }
}

#endif
