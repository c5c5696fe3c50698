#include "question.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gbench.h"

#ifdef SEPAL_STAGES
#include "../src/core/stages.h"
#endif

/* One benchmark: a question, and who answers it. */
typedef struct subject {
    struct subject *next;
    question *question;
    const char *isa;  /* the instruction set of sepal, or NULL */
    const peer *peer; /* or NULL */
    void *peer_shapes;
    size_t wrong; /* how many answers of the peer are wrong */
    bool checked;
} subject;

/* Shapes are about 2 wide. A peer's figure may be off by this, and its shapes may stop before they meet by this, since tolerances of
 * that size are part of the design of some. */
#define COARSE 1e-3
#define SLOP   0.05

static subject *subjects;
static question *questions;

static const char *name_of(const subject *who) {
    return who->peer ? who->peer->name : who->isa;
}

static void die(const subject *who, const char *what) {
    fprintf(stderr, "\nbench: %s/%s/%s: %s\n", who->question->kind->name, who->question->scene, name_of(who), what);
    exit(EXIT_FAILURE);
}

static void ask(const subject *who, void *answers) {
    question *q = who->question;
    if (q->kind->ask(q, answers) != SEPAL_OK || (q->kind->collect && !q->kind->collect(q, answers)))
        die(who, "the query failed");
}

/* Builds the scene and its exact answers when they are first needed. */
static void prepare(const subject *who) {
    question *q = who->question;
    if (q->exact)
        return;
    if (!q->kind->build(q))
        die(who, "cannot build the scene");
    q->exact = calloc(1, q->bytes);
    q->answers = calloc(1, q->bytes);
    if (!q->exact || !q->answers)
        die(who, "there is no memory for the answers");
    if (sepal_isa_use("scalar") != SEPAL_OK)
        die(who, "the scalar path cannot be chosen");
    ask(who, q->exact);
}

/* The instruction set that the library chooses by itself is measured as it does so: then it answers lists of up to eight pairs with
 * fewer lanes. */
static sepal_status use_isa(const char *name) {
    const sepal_status own = sepal_isa_use(NULL);
    return strcmp(sepal_isa(), name) == 0 ? own : sepal_isa_use(name);
}

static void measure_sepal(gbench_state *state, void *context) {
    subject *who = context;
    question *q = who->question;
    prepare(who);
    if (use_isa(who->isa) != SEPAL_OK)
        die(who, "this instruction set cannot be chosen");
    if (!who->checked) {
        memset(q->answers, 0x55, q->bytes);
        ask(who, q->answers);
        if (memcmp(q->answers, q->exact, q->bytes) != 0)
            die(who, "something is answered unlike the scalar path");
        who->checked = true;
    }
    while (gbench_keep_running(state))
        (void)q->kind->ask(q, q->answers);
    gbench_set_items(state, q->items);
}

static void *create_shapes(const question *q, const peer *who) {
    if (q->solids[0])
        return who->create_solids(q->solids[0], q->solids[1]);
    return who->create_two ? who->create_two(q->shapes, q->partners ? q->partners : q->shapes) : who->create(q->shapes);
}

static void measure_peer(gbench_state *state, void *context) {
    subject *who = context;
    question *q = who->question;
    prepare(who);
    if (!who->checked) {
        who->peer_shapes = create_shapes(q, who->peer);
        if (!who->peer_shapes)
            die(who, "the peer cannot build its shapes");
        q->kind->ask_peer(q, who->peer, who->peer_shapes, q->answers);
        who->wrong = q->kind->judge(q, who->peer);
        who->checked = true;
    }
    while (gbench_keep_running(state))
        q->kind->ask_peer(q, who->peer, who->peer_shapes, q->answers);
    gbench_set_items(state, q->items);
    gbench_counter(state, "wrong", (double)who->wrong);
}

static void add(question *q, const char *isa, const peer *other) {
    subject *who = calloc(1, sizeof *who);
    char name[128];
    if (!who)
        exit(EXIT_FAILURE);
    *who = (subject){.next = subjects, .question = q, .isa = isa, .peer = other};
    subjects = who;
    snprintf(name, sizeof name, "%s/%s/%s", q->kind->name, q->scene, name_of(who));
    gbench_register(name, isa ? measure_sepal : measure_peer, who, q->kind->on_the_wall);
}

question *question_add(const question_kind *kind, const char *scene, size_t size) {
    question *q = calloc(1, size);
    if (!q)
        exit(EXIT_FAILURE);
    *q = (question){.kind = kind, .scene = scene, .next = questions};
    questions = q;
    for (size_t i = 0; i < sepal_isa_count(); i++)
        add(q, sepal_isa_at(i), NULL);
    return q;
}

void question_add_peer(question *q, const peer *who) {
    add(q, NULL, who);
}

void question_offer(question *q, const peer *who, size_t most, bool round) {
    if (peer_takes(who, most, round))
        question_add_peer(q, who);
}

size_t question_wrong_bits(question *q, const peer *who) {
    const uint64_t *found = q->answers, *exact = q->exact;
    size_t wrong = 0;
    (void)who;
    for (size_t i = 0; i < q->items; i++)
        wrong += (found[i / 64] ^ exact[i / 64]) >> (i % 64) & 1;
    return wrong;
}

size_t question_wrong_depths(const float *found, const float *exact, size_t items) {
    size_t wrong = 0;
    for (size_t i = 0; i < items; i++)
        wrong += exact[i] > 0 || found[i] > 0 ? !(fabs(fmax((double)found[i], 0) - fmax((double)exact[i], 0)) < COARSE) : 0;
    return wrong;
}

static int ascending(const void *left, const void *right) {
    const sepal_pair *p = left, *r = right;
    return p->a != r->a ? (p->a > r->a) - (p->a < r->a) : (p->b > r->b) - (p->b < r->b);
}

size_t question_wrong_pairs(sepal_pair *found, size_t found_count, size_t room, const sepal_pair *exact, size_t exact_count) {
    const size_t kept = found_count < room ? found_count : room;
    sepal_pair *in_order = calloc(exact_count + 1, sizeof *in_order); /* those of sepal_polys_find_each are in none */
    size_t wrong = found_count - kept, i = 0, k = 0;
    if (in_order == NULL)
        return exact_count;
    memcpy(in_order, exact, exact_count * sizeof *exact);
    qsort(in_order, exact_count, sizeof *in_order, ascending);
    qsort(found, kept, sizeof *found, ascending);
    while (i < exact_count && k < kept) {
        const int order = ascending(&in_order[i], &found[k]);
        wrong += order != 0;
        i += order <= 0;
        k += order >= 0;
    }
    free(in_order);
    return wrong + (exact_count - i) + (kept - k);
}

size_t question_wrong_points(const sepal_mtvs *found, const sepal_mtvs *exact, size_t items) {
    size_t wrong = 0;
    for (size_t i = 0; i < items; i++) {
        const double depth = fmin(0, (double)exact->depth[i]), given = fmin(0, (double)found->depth[i]);
        const double x = (double)found->b_x[i] - (double)found->a_x[i], y = (double)found->b_y[i] - (double)found->a_y[i];
        wrong += fabs(depth - given) > COARSE || (depth < -COARSE && fabs(hypot(x, y) + depth) > COARSE);
    }
    return wrong;
}

size_t question_wrong_hits(const question *q, const sepal_pair *pairs, const sepal_moves *a, const sepal_moves *b) {
    const uint64_t *found = q->answers, *exact = q->exact;
    const float *time = (const void *)(found + SEPAL_BIT_WORDS(q->items)),
                *exact_time = (const void *)(exact + SEPAL_BIT_WORDS(q->items));
    size_t wrong = 0;
    for (size_t i = 0; i < q->items; i++) {
        const uint64_t hit = exact[i / 64] >> (i % 64) & 1;
        const size_t of_a = pairs[i].a * (a ? a->stride : 0), of_b = pairs[i].b * (b ? b->stride : 0);
        const double x = (b ? (double)b->x[of_b] : 0) - (a ? (double)a->x[of_a] : 0),
                     y = (b ? (double)b->y[of_b] : 0) - (a ? (double)a->y[of_a] : 0);
        if (hit != (found[i / 64] >> (i % 64) & 1))
            wrong++;
        else if (hit)
            wrong += !(fabs((double)time[i] - (double)exact_time[i]) * hypot(x, y) < SLOP);
    }
    return wrong;
}

#ifdef SEPAL_STAGES
/* The name of a kernel as words: without what all of them end in. */
static void stage_words(const char *name, char *words, size_t room) {
    size_t length = strlen(name), ending = strlen("_kernel");
    if (length > ending && strcmp(name + length - ending, "_kernel") == 0)
        length -= ending;
    snprintf(words, room, "%.*s", (int)length, name);
    for (char *c = words; *c != 0; c++)
        *c = *c == '_' ? ' ' : *c;
}

static void print_stages(question *q, long pair) {
    static const char *const said[] = {"", "no", "yes", "open"};
    const sepal_stage_count *stages;
    if (!q->kind->build(q) || (q->answers = calloc(1, q->bytes)) == NULL) {
        fprintf(stderr, "bench: cannot build the scene %s\n", q->scene);
        exit(EXIT_FAILURE);
    }
    sepal_stages_reset(pair < 0 ? SIZE_MAX : (size_t)pair);
    if (q->kind->ask(q, q->answers) != SEPAL_OK)
        exit(EXIT_FAILURE);
    printf("\n%s/%s on %s, %zu answers\n%-28s %9s %12s %12s %12s %12s %9s%s\n", q->kind->name, q->scene, sepal_isa(), q->items,
           "stage", "calls", "pairs in", "yes", "no", "left open", "decided", pair < 0 ? "" : "  pair");
    size_t referred = 0; /* the last stage of a question, by its name */
    for (size_t k = 0, count = sepal_stages_counted(&stages); k < count; k++) {
        const sepal_stage_count *s = &stages[k];
        referred += strstr(s->name, "reference") != NULL ? s->pairs : 0;
        char words[64];
        stage_words(s->name, words, sizeof words);
        printf("%-28s %9zu %12zu %12zu %12zu %12zu %7.1f %%%s%s\n", words, s->calls, s->pairs, s->yes, s->pairs - s->yes - s->open,
               s->open, s->pairs == 0 ? 0 : 100.0 * (double)(s->pairs - s->open) / (double)s->pairs, pair < 0 ? "" : "  ",
               pair < 0 ? "" : said[s->watched]);
    }
    printf("%zu of %zu reach the reference: %.1f of 100,000\n", referred, q->items, 1e5 * (double)referred / (double)q->items);
}

bool questions_print_stages(const char *scene, const char *kind, long pair) {
    bool found = false;
    for (question *q = questions; q; q = q->next)
        if ((strcmp(scene, "all") == 0 || strcmp(q->scene, scene) == 0) && (!kind || strcmp(q->kind->name, kind) == 0)) {
            print_stages(q, pair);
            found = true;
        }
    for (const question *q = questions; q && !found; q = q->next)
        if (!kind || strcmp(q->kind->name, kind) == 0)
            fprintf(stderr, "%s/%s\n", q->kind->name, q->scene);
    return found;
}
#endif

void questions_free(void) {
    while (subjects) {
        subject *who = subjects;
        subjects = who->next;
        if (who->peer_shapes)
            who->peer->destroy(who->peer_shapes);
        free(who);
    }
    while (questions) {
        question *q = questions;
        questions = q->next;
        q->kind->release(q);
        free(q->exact);
        free(q->answers);
        free(q);
    }
}
