/* test_plan.c — what the driver of stages promises: every pair gets the answer of the first stage that does not leave it open, no stage
 * is asked about a pair that is answered, and every stage gets the sizes of its kind. With stages that know nothing but their
 * table. */
#include "../../src/batch/plan.h"

#include <criterion/criterion.h>
#include <string.h>

enum { STAGES = 4, KINDS = 5, MOST = SEPAL_CHUNK };

/* Pair k is {k, kind}. says: by which stage it is answered, and with what; asked: by which it has been asked about. */
static struct { uint8_t answers[MOST], yes[MOST], asked[MOST]; } table;
static size_t most_at_once;

static uint32_t random_word(void) {
    static uint64_t seed = 88172645463325252U;
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return (uint32_t)(seed >> 20);
}

static bool ask_table(unsigned number, bool again, const sepal_pair *pairs, size_t count, sizes n, verdicts *out) {
    bool any = false;
    cr_assert(count > 0 && count <= SEPAL_CHUNK);
    most_at_once = count > most_at_once ? count : most_at_once;
    for (size_t first = 0; first < count; first += 64)
        out->yes[first / 64] = out->open[first / 64] = 0;
    for (size_t k = 0; k < count; k++) {
        uint32_t pair = pairs[k].a;
        cr_assert(again || table.answers[pair] >= number, "pair %u is answered, and stage %u is asked", pair, number);
        cr_assert(again || (table.asked[pair] & 1U << number) == 0, "stage %u is asked twice about pair %u", number, pair);
        cr_assert(n.a == 0 || n.a == pairs[k].b + 1, "pair %u has the sizes of its kind", pair);
        table.asked[pair] |= (uint8_t)(1U << number);
        if (table.answers[pair] > number) {
            set_bit(out->open, k);
            any = true;
        } else if (table.yes[pair]) {
            set_bit(out->yes, k);
        }
    }
    return any;
}

static bool stage_0(const void *question, const sepal_pair *pairs, size_t count, sizes n, verdicts *out) {
    (void)question;
    return ask_table(0, false, pairs, count, n, out);
}
static bool stage_1(const void *question, const sepal_pair *pairs, size_t count, sizes n, verdicts *out) {
    (void)question;
    return ask_table(1, false, pairs, count, n, out);
}
static bool stage_1_again(const void *question, const sepal_pair *pairs, size_t count, sizes n, verdicts *out) {
    (void)question;
    return ask_table(1, true, pairs, count, n, out);
}
static bool stage_2(const void *question, const sepal_pair *pairs, size_t count, sizes n, verdicts *out) {
    (void)question;
    return ask_table(2, false, pairs, count, n, out);
}
static bool stage_3(const void *question, const sepal_pair *pairs, size_t count, sizes n, verdicts *out) {
    (void)question;
    return ask_table(3, false, pairs, count, n, out);
}

static unsigned kind_of_pair(const void *question, sepal_pair pair) {
    (void)question;
    return pair.b;
}

static stage *const later_stages[] = {stage_1, stage_2, stage_3, NULL};
static stage *const two_stages[] = {stage_1, stage_2, NULL};
static plan later_plan(const void *question, unsigned kind) {
    (void)question;
    return (plan){later_stages, {kind + 1, kind + 1, false}};
}
static plan short_plan(const void *question, unsigned kind) {
    (void)question;
    return (plan){two_stages, {kind + 1, kind + 1, false}};
}

/* open: of eight pairs, how many each stage leaves open. */
static chunk make_chunk(size_t count, unsigned open) {
    static sepal_pair pairs[MOST];
    static uint64_t bits[MOST / 64];
    memset(&table, 0, sizeof table);
    memset(bits, 0x55, sizeof bits);
    for (size_t k = 0; k < count; k++) {
        pairs[k] = (sepal_pair){(uint32_t)k, random_word() % KINDS};
        while (table.answers[k] < STAGES - 1 && random_word() % 8 < open)
            table.answers[k]++;
        table.yes[k] = random_word() % 2;
    }
    return (chunk){NULL, pairs, count, bits};
}

static void check_answers(const chunk *c, const work *todo, unsigned stages) {
    bool any = false;
    for (size_t k = 0; k < c->count; k++) {
        bool open = table.answers[k] >= stages;
        any |= open;
        cr_assert_eq(bit_at(c->bits, k), open ? 0U : table.yes[k], "pair %zu of %zu", k, c->count);
        cr_assert(!todo->any || bit_at(todo->found.open, k) == open, "pair %zu of %zu", k, c->count);
    }
    cr_assert_eq(todo->any, any);
}

static const size_t counts[] = {1, 8, 63, 64, 65, 256, 300, 1000, MOST};
enum { COUNTS = sizeof counts / sizeof *counts };

Test(plan, asks_each_stage_about_what_is_open) {
    for (unsigned open = 0; open <= 8; open++)
        for (size_t i = 0; i < COUNTS; i++) {
            const chunk c = make_chunk(counts[i], open);
            work todo;
            ask_first(&todo, &c, stage_0, (sizes){0});
            check_answers(&c, &todo, 1);
            ask_next(&todo, stage_1, (sizes){0});
            check_answers(&c, &todo, 2);
            ask_plan(&todo, &(plan){(stage *const[]){stage_2, stage_3, NULL}, {0}});
            check_answers(&c, &todo, STAGES);
        }
}

Test(plan, asks_about_all_where_that_is_quicker) {
    for (size_t i = 0; i < COUNTS; i++) {
        const chunk c = make_chunk(counts[i], 7);
        work todo;
        ask_first(&todo, &c, stage_0, (sizes){0});
        if (!todo.any)
            continue;
        ask_all(&todo, stage_1_again, (sizes){0});
        check_answers(&c, &todo, 2);
        ask_plan(&todo, &(plan){(stage *const[]){stage_2, stage_3, NULL}, {0}});
        check_answers(&c, &todo, STAGES);
    }
}

Test(plan, asks_a_plan_for_each_kind) {
    for (unsigned open = 0; open <= 8; open++)
        for (size_t i = 0; i < COUNTS; i++) {
            const chunk c = make_chunk(counts[i], open);
            work todo;
            ask_first(&todo, &c, stage_0, (sizes){0});
            ask_by_kind(&todo, kind_of_pair, KINDS, later_plan);
            check_answers(&c, &todo, STAGES);
            const chunk again = make_chunk(counts[i], open);
            ask_first(&todo, &again, stage_0, (sizes){0});
            ask_by_kind(&todo, kind_of_pair, KINDS, short_plan); /* leaves some open */
            check_answers(&again, &todo, 3);
            ask_next(&todo, stage_3, (sizes){0});
            check_answers(&again, &todo, STAGES);
        }
}

Test(plan, gives_later_stages_blocks) {
    const chunk c = make_chunk(MOST, 8);
    work todo;
    ask_first(&todo, &c, stage_0, (sizes){0});
    most_at_once = 0;
    ask_by_kind(&todo, kind_of_pair, KINDS, short_plan);
    ask_next(&todo, stage_3, (sizes){0});
    cr_assert_eq(most_at_once, SEPAL_BLOCK);
}

Test(plan, asks_a_filter_while_it_pays) {
    for (unsigned open = 0; open <= 8; open++)
        for (size_t i = 0; i < COUNTS; i++) {
            sepal_policy policy = {0};
            for (int call = 0; call < 3; call++) {
                const chunk c = make_chunk(counts[i], open);
                work todo;
                size_t asked = sepal_policy_asks(&policy, 64, c.count);
                if (asked == 0)
                    continue;
                bool paid = ask_if_it_pays(&todo, &c, &policy, 4, asked, stage_0, (sizes){0});
                cr_assert(open > 1 || paid);
                cr_assert(open < 7 || !paid);
                if (paid)
                    ask_plan(&todo, &(plan){later_stages, {0}});
                else if (todo.any)
                    ask_all(&todo, stage_1_again, (sizes){0});
                size_t open_of_sample = 0;
                for (size_t k = 0; k < asked; k++)
                    open_of_sample += table.answers[k] > 0;
                const bool all = 8 * open_of_sample <= 4 * asked; /* which may not pay in the end */
                cr_assert(all || !paid);
                for (size_t k = 0; k < c.count; k++) { /* the filter is asked about all or a sample, and its answers are kept */
                    bool by_filter = (table.asked[k] & 1) != 0;
                    cr_assert_eq(by_filter, all || k < asked);
                    cr_assert(!by_filter || table.answers[k] > 0 || bit_at(c.bits, k) == table.yes[k]);
                }
            }
        }
}
