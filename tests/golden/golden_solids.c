/* golden_solids.c — golden.c for solids: digests of all answers about scenes of every kind, against a stored table, on every
 * instruction set that this machine has.
 *
 *     golden_solids TABLE     compares
 *     golden_solids --write   prints the table anew, by the scalar path */
#include "../common/must.h"
#include "../scenes/solid_scenes.h"
#include "digest.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { SEED = 2027, PAIRS = 300, COLUMNS = 5 };

static void ask_overlap(const solid_scene *s, digest *d) {
    for (int touching = 0; touching < 2; touching++) {
        uint64_t bits[SEPAL_BIT_WORDS(PAIRS)];
        const sepal_rule rule = {(sepal_touching)touching, s->margin};
        must(sepal_solids_overlap_pairs(s->set_a, s->set_b, s->pairs, s->count, &rule, bits) == SEPAL_OK, "overlap_pairs failed");
        take_bits(d, bits, s->count);
    }
}

static void ask_one(const solid_scene *s, digest *d) {
    for (uint32_t i = 0; i < 4; i++) {
        uint64_t bits[SEPAL_BIT_WORDS(PAIRS)];
        const size_t first = 10 * i, count = s->count - first - i;
        const sepal_rule rule = {(sepal_touching)(i % 2), s->margin};
        must(sepal_solids_overlap_one(s->set_a, 3 * i, s->set_b, first, count, &rule, bits) == SEPAL_OK, "overlap_one failed");
        take_bits(d, bits, count);
    }
}

static void ask_push(const sepal_solids *a, const sepal_solids *b, const sepal_pair *pairs, size_t count, float margin, digest *d) {
    static float rows[4][PAIRS];
    const sepal_solid_mtvs out = {rows[0], rows[1], rows[2], rows[3]};
    const sepal_rule rule = {.margin = margin};
    must(sepal_solids_mtv_pairs(a, b, pairs, count, &rule, &out) == SEPAL_OK, "mtv_pairs failed");
    for (int k = 0; k < 4; k++)
        take_floats(d, rows[k], count);
}

/* Each against its pair, and the small ones of the next scene against those of this. */
static void ask_contains(const solid_scene *s, const sepal_solids *others, digest *d) {
    uint64_t bits[SEPAL_BIT_WORDS(PAIRS)];
    must(sepal_solids_contains_pairs(s->set_a, s->set_b, s->pairs, s->count, bits) == SEPAL_OK, "contains_pairs failed");
    take_bits(d, bits, s->count);
    must(sepal_solids_contains_pairs(s->set_a, others, s->pairs, s->count, bits) == SEPAL_OK, "contains_pairs failed");
    take_bits(d, bits, s->count);
}

/* Solids of the scene, placed in three ways; what is stored of them, and pushes of neighbours. */
static void ask_place(const solid_scene *s, digest *d) {
    enum { COPIES = 60, WIDTH = 16 };
    float rows[COPIES][WIDTH];
    uint32_t state = SEED, model[COPIES];
    sepal_pair pairs[COPIES];
    sepal_solids *world = NULL;
    must(sepal_solids_create(NULL, &world) == SEPAL_OK, "no set");
    for (uint32_t i = 0; i < COPIES; i++) {
        for (int k = 0; k < WIDTH; k++) {
            state = state * 1664525 + 1013904223;
            rows[i][k] = (float)(state >> 8) * 0x1p-23F - 1;
        }
        model[i] = (state >> 8) % PAIRS;
        pairs[i] = (sepal_pair){i, (i + 1) % COPIES};
    }
    for (int way = 0; way < 3; way++) {
        sepal_solid_poses poses = {&rows[0][0], &rows[0][1], &rows[0][2], {.w = NULL}, WIDTH};
        if (way == 1)
            poses.turn = (sepal_solid_turns){&rows[0][3], &rows[0][4], &rows[0][5], &rows[0][6], {NULL}};
        for (int k = 0; way == 2 && k < 9; k++)
            poses.turn.matrix[k] = &rows[0][7 + k];
        const sepal_status status = sepal_solids_place(world, s->set_a, model, &poses, COPIES);
        take_word(d, status, 4);
        if (status != SEPAL_OK) /* extremes overflow */
            continue;
        for (uint32_t i = 0; i < COPIES; i++) {
            sepal_parallelepiped box;
            const float *x, *y, *z;
            size_t count;
            if (sepal_solids_box(world, i, &box) == SEPAL_OK) {
                take_floats(d, box.c, 3);
                take_floats(d, box.u, 3);
                take_floats(d, box.v, 3);
                take_floats(d, box.w, 3);
            } else {
                must(sepal_solids_vertices(world, i, &x, &y, &z, &count) == SEPAL_OK, "solid %u has no vertices", (unsigned)i);
                take_floats(d, x, count);
                take_floats(d, y, count);
                take_floats(d, z, count);
            }
        }
        ask_push(world, world, pairs, COPIES, 0, d);
    }
    sepal_solids_destroy(world);
}

static void ask_all(size_t kind, digest columns[COLUMNS]) {
    solid_scene s = solid_scene_create(kind, SEED, PAIRS), other = solid_scene_create(kind, SEED + 1, PAIRS);
    for (int k = 0; k < COLUMNS; k++)
        columns[k] = digest_start();
    ask_overlap(&s, &columns[0]);
    ask_one(&s, &columns[1]);
    ask_push(s.set_a, s.set_b, s.pairs, s.count, s.margin, &columns[2]);
    ask_contains(&s, other.set_b, &columns[3]);
    ask_place(&s, &columns[4]);
    solid_scene_destroy(&s);
    solid_scene_destroy(&other);
}

static void line_of(size_t kind, char *out, size_t size) {
    digest columns[COLUMNS];
    ask_all(kind, columns);
    solid_scene named = solid_scene_create(kind, SEED, 0);
    snprintf(out, size, "%s: %016" PRIx64 " %016" PRIx64 " %016" PRIx64 " %016" PRIx64 " %016" PRIx64 "\n", named.kind, columns[0],
             columns[1], columns[2], columns[3], columns[4]);
    solid_scene_destroy(&named);
}

static int write_table(void) {
    char line[200];
    must(sepal_isa_use("scalar") == SEPAL_OK, "no scalar path");
    puts("# Digests of the answers about solids: made by `golden_solids --write` (tests/golden/golden_solids.c). Columns:\n"
         "# scene: overlap one push contains place");
    for (size_t kind = 0; kind < solid_scene_kinds(); kind++) {
        line_of(kind, line, sizeof line);
        fputs(line, stdout);
    }
    return EXIT_SUCCESS;
}

/* The next line of a table that is no comment. */
static void next_line(FILE *table, char *out, int size) {
    do
        must(fgets(out, size, table) != NULL, "the table ends early");
    while (out[0] == '#');
}

static int compare(const char *path) {
    int wrong = 0;
    for (size_t i = 0; i < sepal_isa_count(); i++) {
        FILE *table = fopen(path, "r");
        must(table != NULL, "%s cannot be read", path);
        must(sepal_isa_use(sepal_isa_at(i)) == SEPAL_OK, "an instruction set is not there");
        for (size_t kind = 0; kind < solid_scene_kinds(); kind++) {
            char expected[200], line[200];
            next_line(table, expected, sizeof expected);
            line_of(kind, line, sizeof line);
            if (strcmp(line, expected) != 0) {
                printf("%s\n  expected %s  found    %s", sepal_isa(), expected, line);
                wrong++;
            }
        }
        fclose(table);
        printf("%s: %s\n", sepal_isa(), wrong == 0 ? "as stored" : "differs");
    }
    return wrong == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

int main(int count, char **values) {
    must(count == 2, "usage: golden_solids TABLE, or golden_solids --write");
    return strcmp(values[1], "--write") == 0 ? write_table() : compare(values[1]);
}
