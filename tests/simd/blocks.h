/* blocks.h — words that transpose what lies in memory. Every float of the memory is another number, so that each can be told. */
#ifndef SEPAL_TESTS_SIMD_BLOCKS_H
#define SEPAL_TESTS_SIMD_BLOCKS_H

#include "floats.h"

/* Blocks of up to MOST_QUADS quads for each lane, in an order that is not that of the lanes, with room around each. */
enum { MOST_QUADS = 8, ROOM = 4 * MOST_QUADS + 8 };
typedef struct memory {
    _Alignas(64) float all[LANES * ROOM];
    float *at[LANES];
} memory;

static void number_memory(memory *m, int shift) {
    for (int i = 0; i < LANES * ROOM; i++)
        m->all[i] = (float)(i + 1);
    for (int lane = 0; lane < LANES; lane++)
        m->at[lane] = m->all + ROOM * ((5 * lane + 3) % LANES) + 4 + shift;
}
static void clear_memory(memory *m) {
    for (int i = 0; i < LANES * ROOM; i++)
        m->all[i] = 0;
}

static void expect_loaded(const char *word, const memory *m, int quads, const w *got) {
    for (int f = 0; f < 4 * quads; f++) {
        float expected[LANES];
        for (int lane = 0; lane < LANES; lane++)
            expected[lane] = m->at[lane][f];
        expect_lanes(word, got[f], expected);
    }
}

/* w_load_quads takes the addresses as const. */
static void const_addresses(const memory *m, const float **at) {
    for (int lane = 0; lane < LANES; lane++)
        at[lane] = m->at[lane];
}

static void test_w_load_quads(const char *word) {
    memory m;
    const float *at[LANES];
    w got[4 * MOST_QUADS];
    number_memory(&m, 0);
    const_addresses(&m, at);
    for (int quads = 1; quads <= MOST_QUADS; quads++) {
        w_load_quads(at, quads, got);
        expect_loaded(word, &m, quads, got);
    }
}
static void test_w_load_eight(const char *word) {
    memory m;
    const float *at[LANES];
    w got[8];
    number_memory(&m, 0);
    const_addresses(&m, at);
    w_load_eight(at, got);
    expect_loaded(word, &m, 2, got);
}
static void test_w_load_any_quad(const char *word) {
    memory m;
    const float *at[LANES];
    w got[4];
    for (int shift = 0; shift < 4; shift++) {
        number_memory(&m, shift);
        const_addresses(&m, at);
        w_load_any_quad(at, got);
        expect_loaded(word, &m, 1, got);
    }
}

/* Registers full of numbers that differ. */
static void number_registers(w *in, int count) {
    for (int f = 0; f < count; f++) {
        float lanes[LANES];
        for (int lane = 0; lane < LANES; lane++)
            lanes[lane] = (float)(100 * f + lane + 1);
        in[f] = w_load(lanes);
    }
}
static float lane_of_register(const w *in, int f, int lane) {
    float lanes[LANES];
    w_store(lanes, in[f]);
    return lanes[lane];
}

static void expect_memory(const char *word, const memory *got, const memory *expected) {
    for (int i = 0; i < LANES * ROOM; i++)
        if (got->all[i] != expected->all[i])
            failed(word, "float %d is %g, where %g was expected", i, (double)got->all[i], (double)expected->all[i]);
}

static void test_w_store_quads(const char *word) {
    w in[4 * MOST_QUADS];
    number_registers(in, 4 * MOST_QUADS);
    for (int quads = 1; quads <= MOST_QUADS; quads++) {
        memory got, expected;
        number_memory(&got, 0);
        number_memory(&expected, 0);
        clear_memory(&got);
        clear_memory(&expected);
        w_store_quads(got.at, quads, in);
        for (int lane = 0; lane < LANES; lane++)
            for (int f = 0; f < 4 * quads; f++)
                expected.at[lane][f] = lane_of_register(in, f, lane);
        expect_memory(word, &got, &expected);
    }
}
static void test_w_store_run(const char *word) {
    w in[4 * MOST_QUADS];
    number_registers(in, 4 * MOST_QUADS);
    for (int quads = 1; quads <= MOST_QUADS; quads++) {
        memory got, expected;
        clear_memory(&got);
        clear_memory(&expected);
        w_store_run(got.all + 4, quads, in);
        for (int lane = 0; lane < LANES; lane++)
            for (int f = 0; f < 4 * quads; f++)
                expected.all[4 + 4 * quads * lane + f] = lane_of_register(in, f, lane);
        expect_memory(word, &got, &expected);
    }
}

static void test_w_load_part(const char *word) {
    memory m;
    number_memory(&m, 0);
    for (int quads = 1; quads <= LANES / 4; quads++) {
        float expected[LANES] = {0};
        memcpy(expected, m.all + 4, (size_t)quads * 16);
        expect_lanes(word, w_load_part(m.all + 4, quads), expected);
    }
}
static void test_w_load_around(const char *word) {
    memory m;
    number_memory(&m, 0);
    for (int quads = 1; quads <= 2; quads++) {
        float expected[LANES];
        for (int lane = 0; lane < LANES; lane++)
            expected[lane] = m.all[4 + lane % (4 * quads)];
        expect_lanes(word, w_load_around(m.all + 4, quads), expected);
    }
}
/* --- The parts of these words -----------------------------------------------------------------------------------------------*/

static void expect_row(const char *word, w got, const memory *m, int first) {
    float expected[LANES];
    for (int lane = 0; lane < LANES; lane++)
        expected[lane] = m->at[lane / 4 * 4][first + lane % 4];
    expect_lanes(word, got, expected);
}
static void test_w_quad_row(const char *word) {
    memory m;
    const float *at[LANES];
    number_memory(&m, 0);
    const_addresses(&m, at);
    for (int quad = 0; quad < MOST_QUADS; quad++)
        expect_row(word, w_quad_row(at, quad), &m, 4 * quad);
}
static void test_w_any_row(const char *word) {
    memory m;
    const float *at[LANES];
    for (int shift = 0; shift < 4; shift++) {
        number_memory(&m, shift);
        const_addresses(&m, at);
        expect_row(word, w_any_row(at), &m, 0);
    }
}
static void test_w_store_row(const char *word) {
    w in;
    number_registers(&in, 1);
    for (int quad = 0; quad < MOST_QUADS; quad++) {
        memory got, expected;
        number_memory(&got, 0);
        number_memory(&expected, 0);
        clear_memory(&got);
        clear_memory(&expected);
        w_store_row(got.at, quad, in);
        for (int lane = 0; lane < LANES; lane++)
            expected.at[lane / 4 * 4][4 * quad + lane % 4] = lane_of_register(&in, 0, lane);
        expect_memory(word, &got, &expected);
    }
}

static void test_w_transpose(const char *word) {
    w in[4], got[4];
    number_registers(in, 4);
    memcpy(got, in, sizeof got);
    w_transpose(got);
    for (int f = 0; f < 4; f++) {
        float expected[LANES];
        for (int lane = 0; lane < LANES; lane++)
            expected[lane] = lane_of_register(in, lane % 4, lane / 4 * 4 + f);
        expect_lanes(word, got[f], expected);
    }
}
static void test_w_transpose_quads(const char *word) {
    enum { QUADS = LANES / 4 };
    w in[QUADS], got[QUADS];
    number_registers(in, QUADS);
    memcpy(got, in, sizeof got);
    w_transpose_quads(got);
    for (int f = 0; f < QUADS; f++) {
        float expected[LANES];
        for (int lane = 0; lane < LANES; lane++)
            expected[lane] = lane_of_register(in, lane / 4, 4 * f + lane % 4);
        expect_lanes(word, got[f], expected);
    }
}

#ifdef W_QUAD_PAIRS
static void test_w_load_two(const char *word) {
    memory m;
    float expected[LANES];
    number_memory(&m, 0);
    for (int lane = 0; lane < LANES; lane++)
        expected[lane] = m.all[(lane / 4 % 2 == 0 ? 12 : 4) + lane % 4];
    expect_lanes(word, w_load_two(m.all + 12, m.all + 4), expected);
}
static void test_w_quad_next(const char *word) {
    w in;
    float expected[LANES];
    number_registers(&in, 1);
    for (int lane = 0; lane < LANES; lane++)
        expected[lane] = lane_of_register(&in, 0, lane / 4 * 4 + (lane + 1) % 4);
    expect_lanes(word, w_quad_next(in), expected);
}
static void test_w_quad_swap(const char *word) {
    w in;
    float expected[LANES];
    number_registers(&in, 1);
    for (int lane = 0; lane < LANES; lane++)
        expected[lane] = lane_of_register(&in, 0, lane ^ 4);
    expect_lanes(word, w_quad_swap(in), expected);
}
#endif

#ifdef W_LOADS_EIGHT
static void test_w_eight_row(const char *word) {
    memory m;
    const float *at[LANES];
    float expected[LANES];
    number_memory(&m, 0);
    const_addresses(&m, at);
    for (int lane = 0; lane < LANES; lane++)
        expected[lane] = at[lane / 8 * 4][lane % 8];
    expect_lanes(word, w_eight_row(at), expected);
}
#endif

static const own_test own_tests_of_blocks[] = {
    {"w_load_quads", test_w_load_quads},   {"w_load_eight", test_w_load_eight}, {"w_load_any_quad", test_w_load_any_quad},
    {"w_store_quads", test_w_store_quads}, {"w_store_run", test_w_store_run},   {"w_load_part", test_w_load_part},
    {"w_load_around", test_w_load_around}, {"w_quad_row", test_w_quad_row},     {"w_any_row", test_w_any_row},
    {"w_store_row", test_w_store_row},     {"w_transpose", test_w_transpose},   {"w_transpose_quads", test_w_transpose_quads},
#ifdef W_QUAD_PAIRS
    {"w_load_two", test_w_load_two},       {"w_quad_next", test_w_quad_next},   {"w_quad_swap", test_w_quad_swap},
#endif
#ifdef W_LOADS_EIGHT
    {"w_eight_row", test_w_eight_row},
#endif
};

static unsigned test_blocks(void) {
    return run_own_tests(own_tests_of_blocks, sizeof own_tests_of_blocks / sizeof *own_tests_of_blocks);
}

#endif
