/* golden.c — the same answers on every machine. Makes scenes of every kind, asks every question about them, and compares digests of
 * the answers with a stored table, for every instruction set that this machine has.
 *
 *     golden TABLE     compares
 *     golden --write   prints the table anew, by the scalar path
 *
 * A plain program, without Criterion or GMP, so that it can be built for any machine; the scenes are made of whole numbers and of
 * operations that IEEE 754 defines to the last bit. Digests are of the bits, in an order that does not depend on the machine. */
#include "../common/must.h"
#include "../scenes/nests.h"
#include "../scenes/round_scenes.h"
#include "../scenes/stages.h"
#include "digest.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void take_set(digest *d, const sepal_polys *set) {
    for (size_t i = 0; i < sepal_polys_count(set); i++) {
        const float *x, *y;
        float radius;
        size_t count;
        must(sepal_polys_vertices(set, (uint32_t)i, &x, &y, &count) == SEPAL_OK, "shape %zu has no vertices", i);
        must(sepal_polys_radius(set, (uint32_t)i, &radius) == SEPAL_OK, "shape %zu has no radius", i);
        take_word(d, count, 4);
        take_floats(d, x, count);
        take_floats(d, y, count);
        take_floats(d, &radius, 1);
    }
}

static void take_pairs(digest *d, const sepal_pair *pairs, size_t count) {
    for (size_t i = 0; i < count; i++) {
        take_word(d, pairs[i].a, 4);
        take_word(d, pairs[i].b, 4);
    }
}

/* --- Questions ---------------------------------------------------------------------------------*/

enum { OVERLAP, ONE, PUSH, CONTAINS, PLACE, SCENE, COLUMNS };
static const char *const column_names[COLUMNS] = {"overlap", "one", "push", "contains", "place", "scene"};

/* What is asked about: two sets and pairs of them. */
typedef struct subject {
    const sepal_polys *a, *b;
    const sepal_pair *pairs;
    size_t count;
    float margin;
} subject;

static void ask_overlap(const subject *s, digest *d) {
    uint64_t *bits = must_have(malloc((SEPAL_BIT_WORDS(s->count) + 1) * sizeof *bits));
    for (int touching = 0; touching < 2; touching++) {
        const sepal_rule rule = {.touching = (sepal_touching)touching, .margin = s->margin};
        must(sepal_polys_overlap_pairs(s->a, s->b, s->pairs, s->count, &rule, bits) == SEPAL_OK, "overlap_pairs failed");
        take_bits(d, bits, s->count);
    }
    free(bits);
}

/* The first shapes of some pairs, each against a range of the other set. */
static void ask_one(const subject *s, digest *d) {
    const size_t all = sepal_polys_count(s->b);
    uint64_t *bits = must_have(malloc((SEPAL_BIT_WORDS(all) + 1) * sizeof *bits));
    for (size_t i = 0; i < 8 && i < s->count; i++) {
        const size_t first = i * all / 9, count = all - first - i;
        const sepal_rule rule = {.touching = (sepal_touching)(i % 2), .margin = s->margin};
        must(sepal_polys_overlap_one(s->a, s->pairs[i].a, s->b, first, count, &rule, bits) == SEPAL_OK, "overlap_one failed");
        take_bits(d, bits, count);
    }
    free(bits);
}

static void ask_push(const subject *s, digest *d) {
    float *rows = must_have(malloc((3 * s->count + 1) * sizeof *rows));
    const sepal_mtvs out = {rows, rows + s->count, rows + 2 * s->count};
    const sepal_rule rule = {.margin = s->margin};
    must(sepal_polys_mtv_pairs(s->a, s->b, s->pairs, s->count, &rule, &out) == SEPAL_OK, "mtv_pairs failed");
    take_floats(d, rows, 3 * s->count);
    free(rows);
}

static void ask_contains(const subject *s, digest *d) {
    uint64_t *bits = must_have(malloc((SEPAL_BIT_WORDS(s->count) + 1) * sizeof *bits));
    must(sepal_polys_contains_pairs(s->a, s->b, s->pairs, s->count, bits) == SEPAL_OK, "contains_pairs failed");
    take_bits(d, bits, s->count);
    free(bits);
}

static void ask(const subject *s, digest columns[COLUMNS]) {
    ask_overlap(s, &columns[OVERLAP]);
    ask_one(s, &columns[ONE]);
    ask_push(s, &columns[PUSH]);
    ask_contains(s, &columns[CONTAINS]);
}

/* The copies that a stage makes, and all questions about them: each against some that come after it. */
static void ask_place(const stage *s, digest *d) {
    enum { NEIGHBOURS = 3 };
    sepal_polys *world = NULL;
    sepal_pair *pairs = must_have(malloc(NEIGHBOURS * s->count * sizeof *pairs));
    for (size_t i = 0; i < NEIGHBOURS * s->count; i++)
        pairs[i] = (sepal_pair){(uint32_t)(i % s->count), (uint32_t)((i % s->count + i / s->count + 1) % s->count)};
    must(sepal_polys_create(NULL, &world) == SEPAL_OK, "a set could not be made");
    must(sepal_polys_place(world, s->scene.set_a, s->model, &s->poses, s->count) == SEPAL_OK, "place failed");
    take_set(d, world);
    const subject placed = {world, world, pairs, NEIGHBOURS * s->count, 0};
    digest columns[COLUMNS] = {0};
    ask(&placed, columns);
    for (int k = 0; k < COLUMNS; k++)
        take_word(d, columns[k], 8);
    sepal_polys_destroy(world);
    free(pairs);
}

/* --- Scenes ------------------------------------------------------------------------------------*/

enum { SEED = 1301, SHAPES = 120, PAIRS = 1000, ROUND_SHAPES = 60, ROUND_PAIRS = 300, CONTACTS = 500, COPIES = 60 };

/* One line of the table: a kind of scene, plain, nested, with radii and margins in every manner, and placed in every way; or
 * (`contacts`) shapes that touch exactly, each with a margin of its own. */
typedef struct line {
    const char *name;
    bool contacts;
    scene plain;
    nest nest;
    round_scene round[RADIUS_MANNERS];
    stage stages[TRAVELS];
    sepal_polys *contact_a, *contact_b;
    float *margins;
} line;

static subject plain_subject(const scene *s) {
    return (subject){s->set_a, s->set_b, s->pairs, s->pair_count, 0};
}

static subject nest_subject(const nest *n) {
    return (subject){n->outer.set_a, n->inner, n->pairs, n->count, 0};
}

static subject round_subject(const round_scene *s) {
    return (subject){s->a, s->b, s->base.pairs, s->base.pair_count, s->margin};
}

static line line_of_kind(size_t kind) {
    line l = {.name = scene_kind_name(kind)};
    l.plain = scene_create(kind, SEED, SHAPES, PAIRS);
    l.nest = nest_create(kind, SEED, ROUND_SHAPES, PAIRS);
    for (size_t manner = 0; manner < RADIUS_MANNERS; manner++) /* margins with every second seed */
        l.round[manner] = round_scene_create(kind, SEED + manner, ROUND_SHAPES, ROUND_PAIRS, (radius_manner)manner);
    for (size_t travel = 0; travel < TRAVELS; travel++) {
        l.stages[travel] = stage_create(kind, travel, SEED, COPIES);
        stage_make_finite(&l.stages[travel]);
    }
    return l;
}

static line line_of_contacts(void) {
    line l = {.name = "exact contacts", .contacts = true, .margins = must_have(calloc(CONTACTS, sizeof *l.margins))};
    must(sepal_polys_create(NULL, &l.contact_a) == SEPAL_OK, "a set could not be made");
    must(sepal_polys_create(NULL, &l.contact_b) == SEPAL_OK, "a set could not be made");
    rng r = {SEED};
    for (size_t i = 0; i < CONTACTS; i++) {
        const contact c = random_contact(&r);
        l.margins[i] = c.margin;
        must(sepal_polys_add_round(l.contact_a, c.a.x, c.a.y, c.a.count, c.radius_a, NULL) == SEPAL_OK, "contact %zu", i);
        must(sepal_polys_add_round(l.contact_b, c.b.x, c.b.y, c.b.count, c.radius_b, NULL) == SEPAL_OK, "contact %zu", i);
    }
    return l;
}

static void line_destroy(line *l) {
    sepal_polys_destroy(l->contact_a);
    sepal_polys_destroy(l->contact_b);
    free(l->margins);
    if (l->contacts)
        return;
    scene_destroy(&l->plain);
    nest_destroy(&l->nest);
    for (size_t manner = 0; manner < RADIUS_MANNERS; manner++)
        round_scene_destroy(&l->round[manner]);
    for (size_t travel = 0; travel < TRAVELS; travel++)
        stage_destroy(&l->stages[travel]);
}

static void take_subject(const subject *s, digest *d) {
    take_set(d, s->a);
    take_set(d, s->b);
    take_pairs(d, s->pairs, s->count);
    take_floats(d, &s->margin, 1);
}

/* The scenes themselves: where these differ, the generators do, and not the answers. */
static void take_line(const line *l, digest *d) {
    if (l->contacts) {
        take_set(d, l->contact_a);
        take_set(d, l->contact_b);
        take_floats(d, l->margins, CONTACTS);
        return;
    }
    const subject plain = plain_subject(&l->plain), nested = nest_subject(&l->nest);
    take_subject(&plain, d);
    take_subject(&nested, d);
    for (size_t manner = 0; manner < RADIUS_MANNERS; manner++) {
        const subject round = round_subject(&l->round[manner]);
        take_subject(&round, d);
    }
    for (size_t travel = 0; travel < TRAVELS; travel++) {
        const stage *s = &l->stages[travel];
        take_set(d, s->scene.set_a);
        take_floats(d, s->rows, 4 * s->count);
        for (size_t i = 0; i < s->count; i++)
            take_word(d, s->model[i], 4);
    }
}

/* Each contact under its own margin, in company. */
static void ask_contacts(const line *l, digest columns[COLUMNS]) {
    enum { COMPANY = 12 };
    sepal_pair pairs[COMPANY];
    for (size_t i = 0; i < CONTACTS; i++) {
        for (size_t k = 0; k < COMPANY; k++)
            pairs[k] = (sepal_pair){(uint32_t)((i + k) % CONTACTS), (uint32_t)((i + k) % CONTACTS)};
        const subject s = {l->contact_a, l->contact_b, pairs, COMPANY, l->margins[i]};
        ask_overlap(&s, &columns[OVERLAP]);
        ask_push(&s, &columns[PUSH]);
    }
}

/* All answers of the instruction set in use. */
static void ask_line(const line *l, digest columns[COLUMNS]) {
    for (int k = 0; k < COLUMNS; k++)
        columns[k] = digest_start;
    take_line(l, &columns[SCENE]);
    if (l->contacts) {
        ask_contacts(l, columns);
        return;
    }
    const subject plain = plain_subject(&l->plain), nested = nest_subject(&l->nest);
    ask(&plain, columns);
    ask(&nested, columns);
    for (size_t manner = 0; manner < RADIUS_MANNERS; manner++) {
        const subject round = round_subject(&l->round[manner]);
        ask(&round, columns);
    }
    for (size_t travel = 0; travel < TRAVELS; travel++)
        ask_place(&l->stages[travel], &columns[PLACE]);
}

/* --- The table: a line per scene, `name: digest digest ...`, in the order of the columns; `#` begins a remark ------------------*/

static void write_line(const char *name, const digest columns[COLUMNS]) {
    printf("%s:", name);
    for (int k = 0; k < COLUMNS; k++)
        printf(" %016" PRIx64, columns[k]);
    printf("\n");
}

static void write_header(void) {
    printf("# Digests of the answers: made by `golden --write`, compared by `golden` (tests/golden/golden.c). Columns:\n# scene:");
    for (int k = 0; k < COLUMNS; k++)
        printf(" %s", column_names[k]);
    printf("\n");
}

/* The next line of the table, which is to be of this scene. */
static void read_line(FILE *table, const char *name, digest columns[COLUMNS]) {
    char text[256];
    do
        must(fgets(text, sizeof text, table) != NULL, "the table ends before '%s'", name);
    while (text[0] == '#');
    const size_t length = strlen(name);
    must(strncmp(text, name, length) == 0 && text[length] == ':', "the table has '%.*s' where '%s' should be",
         (int)strcspn(text, ":\n"), text, name);
    char *at = text + length + 1;
    for (int k = 0; k < COLUMNS; k++) {
        char *end;
        columns[k] = strtoull(at, &end, 16);
        must(end != at, "the line '%s' of the table is too short", name);
        at = end;
    }
}

/* Asks on every instruction set and says what differs; true if nothing does. */
static bool check_line(const line *l, FILE *table) {
    digest expected[COLUMNS], found[COLUMNS];
    read_line(table, l->name, expected);
    bool same = true;
    for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
        const char *isa_name = sepal_isa_at(isa);
        must(sepal_isa_use(isa_name) == SEPAL_OK, "%s cannot be used", isa_name);
        ask_line(l, found);
        for (int k = 0; k < COLUMNS; k++)
            if (found[k] != expected[k]) {
                printf("FAIL  scene '%s', question '%s', %s: %016" PRIx64 " instead of %016" PRIx64 "\n", l->name, column_names[k],
                       isa_name, found[k], expected[k]);
                same = false;
            }
    }
    if (same)
        printf("ok    %s\n", l->name);
    fflush(stdout);
    return same;
}

int main(int count, char **arguments) {
    must(count == 2, "usage: golden TABLE | --write");
    const bool write = strcmp(arguments[1], "--write") == 0;
    FILE *table = write ? NULL : fopen(arguments[1], "r");
    must(write || table != NULL, "golden: cannot read '%s'", arguments[1]);
    if (write)
        write_header();
    size_t differ = 0;
    const size_t lines = scene_kind_count() + 1;
    for (size_t k = 0; k < lines; k++) {
        line l = k < scene_kind_count() ? line_of_kind(k) : line_of_contacts();
        if (write) {
            digest columns[COLUMNS];
            must(sepal_isa_use("scalar") == SEPAL_OK, "scalar cannot be used");
            ask_line(&l, columns);
            write_line(l.name, columns);
        } else
            differ += !check_line(&l, table);
        line_destroy(&l);
    }
    if (write)
        return EXIT_SUCCESS;
    must(fgetc(table) == EOF, "the table has more lines than there are scenes");
    fclose(table);
    printf("golden: %zu of %zu scenes have the stored answers on", lines - differ, lines);
    for (size_t isa = 0; isa < sepal_isa_count(); isa++)
        printf(" %s", sepal_isa_at(isa));
    printf("\n");
    return differ == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
