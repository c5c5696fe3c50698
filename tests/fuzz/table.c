#include "table.h"
#include "../common/must.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

float *table_copy(const float *values, size_t count) {
    float *copy = must_have(malloc(count == 0 ? 1 : count * sizeof *copy));
    memcpy(copy, values, count * sizeof *copy);
    return copy;
}

static float *floats(size_t count) {
    float *memory = must_have(malloc(count == 0 ? 1 : count * sizeof *memory));
    for (size_t i = 0; i < count; i++)
        memory[i] = NAN; /* the padding between the rows */
    return memory;
}

static size_t step_of(const table *t) {
    return t->stride == 0 ? 1 : t->stride;
}

float table_value(const table *t, size_t field, size_t row) {
    return t->column[field][row * step_of(t)];
}

table take_table(pen *p, size_t fields, uint32_t lengths, size_t rows) {
    table t = {.stride = take_below(p->from, 4)};
    bool as_rows = take_byte(p->from) % 2 == 1;
    if (as_rows)
        t.stride += fields;
    size_t until_last = rows == 0 ? 0 : (rows - 1) * step_of(&t);
    if (as_rows)
        t.memory[0] = floats(rows == 0 ? 0 : until_last + fields);
    for (size_t field = 0; field < fields; field++) {
        if (!as_rows)
            t.memory[field] = floats(rows == 0 ? 0 : until_last + 1);
        float *column = as_rows ? t.memory[0] + field : t.memory[field];
        t.column[field] = rows == 0 && as_rows ? t.memory[0] : column;
        for (size_t row = 0; row < rows; row++) {
            bool any = take_rarely(p->from);
            float value = any ? take_float(p) : take_finite(p);
            column[row * step_of(&t)] = !any && (lengths >> field & 1) ? fabsf(value) : value;
        }
    }
    return t;
}

void table_release(table *t) {
    for (size_t field = 0; field < FIELDS_MOST; field++)
        free(t->memory[field]);
}
