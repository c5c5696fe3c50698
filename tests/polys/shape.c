#include "shape.h"

#include <criterion/criterion.h>

uint32_t add_shape(sepal_polys *set, const shape *s, bool reversed) {
    shape copy = *s;
    for (size_t i = 0; reversed && i < s->count; i++) {
        copy.x[i] = s->x[s->count - 1 - i];
        copy.y[i] = s->y[s->count - 1 - i];
    }
    uint32_t index = 0;
    cr_assert_eq(sepal_polys_add(set, copy.x, copy.y, copy.count, &index), SEPAL_OK);
    return index;
}
