#include "expect.h"
#include "../common/must.h"

bool went_well(const tracked *to, const char *call, sepal_status status, sepal_status expected) {
    if (to->memory.refused)
        must(status == SEPAL_NO_MEMORY || (status != SEPAL_OK && status == expected), "%s: %s, although memory was refused", call,
             sepal_status_text(status));
    else
        must(status == expected, "%s: %s instead of %s", call, sepal_status_text(status), sepal_status_text(expected));
    return status == SEPAL_OK;
}

void check_index(const tracked *to, bool well, uint32_t index) {
    uint32_t expected = well ? (uint32_t)to->model.count : UNTOUCHED;
    must(index == expected, "index %u instead of %u", index, expected);
}

void keep(tracked *to, const shape *s) {
    to->model.shapes[to->model.count++] = *s;
}

void make_space(tracked *to, size_t shapes) {
    if (shapes <= SHAPES_MOST - to->model.count)
        return;
    sepal_polys_clear(to->set);
    to->model.count = 0;
}

const void *or_null(pen *p, const void *pointer, bool *null) {
    if (!take_rarely(p->from))
        return pointer;
    *null = true;
    return NULL;
}

size_t take_huge(pen *p) {
    static const size_t huge[] = {UINT32_MAX, UINT32_MAX - 1, SIZE_MAX, SIZE_MAX / 2, SIZE_MAX / 4 + 1, 0x80000000U, 0x40000000U};
    return huge[take_below(p->from, sizeof huge / sizeof *huge)];
}
