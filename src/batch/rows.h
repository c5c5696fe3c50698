/* rows.h — lists of rows: a shape against a range of shapes, many times over. */
#ifndef SEPAL_BATCH_ROWS_H
#define SEPAL_BATCH_ROWS_H

#include "chunk.h"

/* A place in a list of rows: so many pairs of the row are behind it. */
typedef struct row_place {
    const sepal_row *row;
    uint32_t done;
} row_place;

/* How many of `most` pairs the row at a place still has. */
static inline size_t row_run(row_place at, size_t most) {
    assert(at.done <= at.row->count);
    size_t left = at.row->count - at.done;
    return left < most ? left : most;
}

/* The place after so many pairs of the same row. */
static inline row_place row_after(row_place at, size_t count) {
    at.done += (uint32_t)count;
    return at.done == at.row->count ? (row_place){at.row + 1, 0} : at;
}

/* Lists the `count` pairs after a place; returns the place after them. */
static inline row_place list_rows(row_place at, size_t count, sepal_pair *pairs) {
    for (size_t k = 0, run; k < count; k += run, at = row_after(at, run)) {
        run = row_run(at, count - k);
        for (size_t i = 0; i < run; i++)
            pairs[k + i] = (sepal_pair){at.row->a, at.row->first + at.done + (uint32_t)i};
    }
    return at;
}

/* Answers shape a with the shapes first .. first+count-1, of which there are 1 to SEPAL_LANES. */
typedef lanes row_kernel(const void *question, uint32_t a, uint32_t first, size_t count);

/* Asks a kernel about the `count` pairs after a place, at most SEPAL_CHUNK, and moves the place after them; returns whether any pair
 * is left open. */
SPECIALISED bool ask_rows(row_kernel *kernel, const void *question, row_place *place, size_t count, verdicts *out) {
    row_place at = *place;
    uint64_t yes = 0, open = 0, any_open = 0;
    assert(count <= SEPAL_CHUNK);
    for (size_t k = 0, run; k < count; at = row_after(at, run)) {
        uint32_t a = at.row->a, first = at.row->first + at.done;
        run = row_run(at, count - k);
        for (size_t left = run, some; left > 0; left -= some, k += some, first += (uint32_t)some) {
            some = left < SEPAL_LANES ? left : SEPAL_LANES;
            lanes found = kernel(question, a, first, some);
            uint64_t below = (UINT64_C(1) << some) - 1;
            yes |= (found.yes & below) << (k % 64);
            open |= (found.open & below) << (k % 64);
            if (k % 64 + some >= 64) { /* what does not go into this word begins the next one */
                any_open |= store_words(out, k / 64 * 64, count, yes, open);
                yes = (found.yes & below) >> (64 - k % 64);
                open = (found.open & below) >> (64 - k % 64);
            }
        }
    }
    *place = at;
    if (count % 64 != 0)
        any_open |= store_words(out, count / 64 * 64, count, yes, open);
    STAGES_LEAVE(NULL, count, out->yes, out->open);
    return any_open != 0;
}

#ifdef SEPAL_STAGES
#define ask_rows(kernel, ...) (sepal_stages_enter(#kernel), (ask_rows)(kernel, __VA_ARGS__))
#endif

#endif
