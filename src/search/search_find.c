/* search_find.c — from candidates to pairs: asks about them exactly, and puts what was found into order, or gives it to the caller's
 * function. For every kind of set. */
#include "../core/arithmetic.h"

#include "../core/compiler.h"
#include "filter.h"
#include "question.h"
#include "sort.h"

#include <string.h>

void sepal_question_begin(sepal_question *q, sepal_finder *finder, const sepal_find_kind *kind, const sepal_tree *tree,
                          const sepal_find *asked, size_t first, size_t count_a) {
    *q = (sepal_question){
        .candidates = {.pairs = finder->candidates, .room = SEPAL_FIND_CANDIDATES, .empty = sepal_question_take},
        .finder = finder,
        .kind = kind,
        .tree = tree,
        .asked = asked,
        .first = first,
        .count_a = count_a,
        .count_b = kind->count(asked->b),
    };
}

/* --- From candidates to pairs ---------------------------------------------------------------------------------------------------
 */

/* Of candidates that begin with a shape of a list, in one set: the lesser number first, and a pair of two of them once. */
static size_t keep_once(const sepal_question *q, sepal_pair *pairs, size_t count) {
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        sepal_pair p = pairs[i];
        bool both = (q->listed[p.b / 64] >> p.b % 64 & 1) != 0;
        pairs[kept] = p.a < p.b ? p : (sepal_pair){p.b, p.a};
        kept += p.a != p.b && (!both || p.a < p.b);
    }
    return kept;
}

static size_t keep_wanted(const sepal_find *asked, sepal_pair *pairs, size_t count) {
    int second = asked->a == asked->b ? 0 : 1;
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        pairs[kept] = pairs[i];
        kept += sepal_filter_wants(asked->filter, second, pairs[i]);
    }
    return kept;
}

/* Pairs are kept as bits of a matrix once it takes no more memory than they do: then it takes a fraction of the time of a sort to
 * read them in order. Fewer pairs are sorted as quickly. */
enum { MATRIX_LEAST = 65536 };

static size_t row_words(const sepal_question *q) {
    return SEPAL_BIT_WORDS(q->count_b);
}

static void put_bits(const sepal_question *q, const sepal_pair *pairs, size_t count) {
    size_t words = row_words(q);
    for (size_t i = 0; i < count; i++)
        q->matrix[(pairs[i].a - q->first) * words + pairs[i].b / 64] |= UINT64_C(1) << (pairs[i].b % 64);
}

/* Moves the pairs that were found to a matrix if they are dense enough, and there is memory for it. (Those of one shape are dense, too,
 * but are not worth it.) */
static void consider_matrix(sepal_question *q) {
    if (q->no_matrix || q->found < MATRIX_LEAST || q->count_a == 1 || (double)q->found < (double)q->count_a * (double)row_words(q))
        return;
    size_t words = q->count_a * row_words(q);
    if (!sepal_finder_room(q->finder, &q->finder->sorted, words * sizeof(uint64_t), 0)) {
        q->no_matrix = true;
        return;
    }
    q->matrix = q->finder->sorted.memory;
    memset(q->matrix, 0, words * sizeof(uint64_t));
    put_bits(q, q->finder->pairs.memory, q->found);
}

/* Writes the pairs of the matrix in order. */
static void read_matrix(const sepal_question *q, sepal_pair *to) {
    size_t words = row_words(q);
    for (size_t row = 0; row < q->count_a; row++)
        for (size_t word = 0; word < words; word++)
            for (uint64_t bits = q->matrix[row * words + word]; bits != 0; bits &= bits - 1)
                *to++ = (sepal_pair){(uint32_t)(q->first + row), (uint32_t)(word * 64 + sepal_lowest_bit(bits))};
}

/* Room for `count` more pairs behind those that were found; NULL if there is no memory. */
static sepal_pair *more_room(sepal_question *q, size_t count) {
    sepal_buffer *pairs = &q->finder->pairs;
    size_t needed = q->found + count, half_more = q->found + q->found / 2, room = needed > half_more ? needed : half_more;
    if (needed * sizeof(sepal_pair) > pairs->bytes &&
        (room > SIZE_MAX / sizeof(sepal_pair) ||
         !sepal_finder_room(q->finder, pairs, room * sizeof(sepal_pair), q->found * sizeof(sepal_pair))))
        return NULL;
    return (sepal_pair *)pairs->memory + q->found;
}

/* Writes those of the candidates that overlap to `to`, which may be where they are; returns how many these are. */
static size_t keep_overlapping(sepal_question *q, size_t count, sepal_pair *to) {
    const sepal_pair *room = q->candidates.pairs;
    uint64_t bits[SEPAL_BIT_WORDS(SEPAL_FIND_CANDIDATES)];
    size_t kept = 0;
    if (q->asked->rule == NULL) {
        memmove(to, room, count * sizeof *to);
        return count;
    }
    q->kind->overlap_pairs(q->asked->a, q->asked->b, room, count, q->asked->rule, &q->round, bits);
    for (size_t i = 0; i < count; i++) { /* every candidate is written, and the next one over it if it is not kept */
        to[kept] = room[i];
        kept += bits[i / 64] >> (i % 64) & 1;
    }
    return kept;
}

/* Returns whether the taker wants more. */
static bool give(const sepal_taker *taker, const sepal_pair *pairs, size_t count) {
    sepal_fpstate_leave(*taker->state);
    bool more = taker->take(taker->context, pairs, count) != 0;
    *taker->state = sepal_fpstate_enter();
    return more;
}

/* Gives the candidates that overlap to the taker, or adds them to what was found. */
void sepal_question_take(sepal_candidates *candidates) {
    sepal_question *q = (sepal_question *)(void *)candidates;
    const sepal_taker *taker = &q->asked->taker;
    sepal_pair *room = candidates->pairs;
    size_t count = candidates->count;
    candidates->count = 0;
    if (q->ended)
        return;
    if (q->listed != NULL && q->asked->a == q->asked->b)
        count = keep_once(q, room, count);
    if (q->asked->filter != NULL)
        count = keep_wanted(q->asked, room, count);
    if (count == 0)
        return;
    if (taker->take == NULL && count > SIZE_MAX / sizeof(sepal_pair) - q->found) { /* no array holds so many; a matrix might */
        q->failed = q->ended = true;
        return;
    }
    if (taker->take == NULL && q->matrix == NULL)
        consider_matrix(q);
    bool stay = taker->take != NULL || q->matrix != NULL;
    sepal_pair *to = stay ? room : more_room(q, count);
    if (to == NULL) {
        q->failed = q->ended = true;
        return;
    }
    count = keep_overlapping(q, count, to);
    q->found += count;
    if (q->matrix != NULL)
        put_bits(q, to, count);
    else if (taker->take != NULL && count > 0)
        q->ended = !give(taker, to, count);
}

/* --- Answers --------------------------------------------------------------------------------------------------------------------
 */

/* Sorts few pairs from the finder's buffer into `to`, which may be that buffer, by insertion. */
static void sort_few(const sepal_question *q, sepal_pair *to) {
    const sepal_pair *from = q->finder->pairs.memory;
    for (size_t i = 0; i < q->found; i++) {
        const sepal_pair pair = from[i];
        size_t at = i;
        for (; at > 0 && (to[at - 1].a > pair.a || (to[at - 1].a == pair.a && to[at - 1].b > pair.b)); at--)
            to[at] = to[at - 1];
        to[at] = pair;
    }
}

/* Sorts what was found into `to`, which may be where it is. */
static bool sort_found(sepal_question *q, sepal_pair *to) {
    enum { FEW = 24 }; /* which insertion sorts faster */
    sepal_finder *f = q->finder;
    if (q->found <= FEW) {
        sort_few(q, to);
        return true;
    }
    sepal_pair_digits digits = sepal_pair_digits_for(q->found, (uint32_t)q->first, q->count_a, q->count_b);
    if (!sepal_finder_room(f, &f->sorted, q->found * sizeof(sepal_pair), 0) ||
        !sepal_finder_room(f, &f->counts, sepal_sort_bytes(&digits), 0))
        return false;
    sepal_sort_pairs(&digits, f->pairs.memory, f->sorted.memory, to, q->found, f->counts.memory);
    return true;
}

/* Writes the pairs in order, if there is room. */
sepal_status sepal_question_answer(sepal_question *q, size_t room, sepal_pair *pairs, size_t *found) {
    if (q->failed)
        return SEPAL_NO_MEMORY;
    if (q->found <= room && q->matrix != NULL)
        read_matrix(q, pairs);
    else if (q->found <= room && q->found > 0 && q->in_order)
        memcpy(pairs, q->finder->pairs.memory, q->found * sizeof *pairs);
    else if (q->found <= room && q->found > 0 && !sort_found(q, pairs))
        return SEPAL_NO_MEMORY;
    *found = q->found;
    return q->found > room ? SEPAL_TOO_SMALL : SEPAL_OK;
}

/* Writes the second numbers of the pairs in order, if there is room. */
sepal_status sepal_question_answer_shapes(sepal_question *q, size_t room, uint32_t *shapes, size_t *found) {
    sepal_pair *pairs = q->finder->pairs.memory;
    if (q->failed || (q->found <= room && !sort_found(q, pairs)))
        return SEPAL_NO_MEMORY;
    for (size_t i = 0; i < q->found && q->found <= room; i++)
        shapes[i] = pairs[i].b;
    *found = q->found;
    return q->found > room ? SEPAL_TOO_SMALL : SEPAL_OK;
}
