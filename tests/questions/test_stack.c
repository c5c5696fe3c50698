/* "A call needs at most 56 KiB of stack": each is made in a thread of its own, whose stack is larger and holds a known byte everywhere. The
 * bytes that changed are those that the thread needed; what a thread needs that does nothing, as the C library keeps what it knows of the
 * thread there, is not the call's. The quick suite asks about an eighth of the scenes. With --verbose, each test tells what needs most. */
#include "../common/check.h"
#include "../scenes/crowds.h"
#include "../scenes/round_scenes.h"
#include "../scenes/solid_moves.h"
#include "../scenes/solid_scenes.h"
#include "../scenes/stages.h"
#include "../search/either.h"
#include "../search/rays.h"
#include "../search/solid_rays.h"
#include "solids_subjects.h"

#include <criterion/criterion.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

/* The library as it is shipped. Compilers that are told to optimise less, or to check memory, keep more on the stack. */
enum { PROMISED = STACK_PROMISED << 10, STACK = 256 << 10, UNTOUCHED = 0xa5 };

/* One call, or several that belong together, with all arguments. */
typedef struct task {
    void (*run)(void *arguments);
    void *arguments;
} task;

static void *run_task(void *pointer) {
    const task *t = pointer;
    t->run(t->arguments);
    return NULL;
}

/* How many bytes of its stack a thread needs for a task, with what is the C library's. */
static size_t stack_of_thread(void (*run)(void *), void *arguments) {
    static unsigned char *stack;
    task t = {run, arguments};
    pthread_attr_t attributes;
    pthread_t thread;
    size_t untouched = 0;
    if (stack == NULL)
        stack = mmap(NULL, STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    cr_assert_neq(stack, MAP_FAILED);
    memset(stack, UNTOUCHED, STACK);
    cr_assert_eq(pthread_attr_init(&attributes), 0);
    cr_assert_eq(pthread_attr_setstack(&attributes, stack, STACK), 0);
    cr_assert_eq(pthread_create(&thread, &attributes, run_task, &t), 0);
    cr_assert_eq(pthread_join(thread, NULL), 0);
    pthread_attr_destroy(&attributes);
    while (untouched < STACK && stack[untouched] == UNTOUCHED)
        untouched++;
    return STACK - untouched;
}

static void do_nothing(void *arguments) {
    (void)arguments;
}

/* How many bytes more than one that does nothing. */
static size_t stack_of(void (*run)(void *), void *arguments) {
    static size_t idle;
    if (idle == 0)
        idle = stack_of_thread(do_nothing, NULL);
    return stack_of_thread(run, arguments) - idle;
}

/* What needed most so far. */
typedef struct deepest {
    size_t bytes;
    char what[160];
} deepest;

static void check_stack(deepest *most, size_t needed, const char *kind, const char *asked_what, const char *of) {
    if (needed > most->bytes) {
        most->bytes = needed;
        snprintf(most->what, sizeof most->what, "%s, %s, '%s', scene '%s'", sepal_isa(), kind, asked_what, of);
    }
    cr_expect_leq(needed, PROMISED, "%s, %s, '%s', scene '%s': %zu bytes of stack", sepal_isa(), kind, asked_what, of, needed);
}

static void tell(const deepest *most) {
    cr_log_info("at most %zu bytes: %s", most->bytes, most->what);
    cr_assert_gt(most->bytes, 10000, "the painted stack was not used: %zu bytes", most->bytes);
}

/* --- The table of questions -------------------------------------------------------------------------------------------------- */

typedef struct asked {
    const question *question;
    call call;
    reply reply;
    sepal_status status;
} asked;

static void ask(void *arguments) {
    asked *a = arguments;
    a->status = a->question->ask(&a->call, a->reply.arrays);
}

/* On every instruction set. The counts are pairs, or shapes of set b that are asked about with `index` of set a. */
static void check_part(const set_kind *kind, const question *q, const subject *s, uint32_t index, size_t first, size_t count,
                       deepest *most) {
    asked a = {.question = q, .reply = reply_create(q, count)};
    for (size_t i = 0; i < rule_count(q); i++)
        for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
            sepal_rule rule = rule_number(i, s->margin);
            use_isa(isa);
            a.call = call_part(q, s, index, first, isa == 0 && q->slow && count > 4 ? count / 4 : count, &rule);
            size_t needed = stack_of(ask, &a);
            cr_expect_eq(a.status, SEPAL_OK);
            check_stack(most, needed, kind->name, q->name, s->name);
        }
    reply_release(&a.reply);
}

static void check_question(const set_kind *kind, const question *q, const subject *s, deepest *most) {
    check_part(kind, q, s, 0, 0, call_longest(q, s), most);
}

Test(stack, questions_need_little) {
    deepest most = {0};
    for (size_t k = 0; k < set_kind_count; k++)
        for (size_t n = 0; n < set_kinds[k]->subject_count(); n++) {
            const set_kind *kind = set_kinds[k];
            subject s = kind->create(n, 901, 60, 200);
            for (size_t j = 0; j < kind->question_count; j++)
                if (is_asked(j, n))
                    check_question(kind, &kind->questions[j], &s, &most);
            kind->destroy(&s);
        }
    tell(&most);
}

/* --- The finder, groups, trajectories, rays ---------------------------------------------------------------------------------- */

enum { ROOM = 40000, STEPS = 100, RAYS = 150, GROUPS = 8, SHAPES_CAST = 200 };

/* Two sets of one kind, and what the calls about them write. */
typedef struct sets {
    either kind;
    const void *a, *b;
    float margin;
    sepal_finder *finder;
    void *world;
    sepal_status status;
    size_t found;
    sepal_pair pairs[ROOM];
    uint32_t shapes[ROOM];
    uint64_t bits[SEPAL_BIT_WORDS(ROOM)];
    float rows[STEPS][3], rays[6 * RAYS];
    ray_hit hits[RAYS];
    solid_ray_hit solid_hits[RAYS];
} sets;

static sepal_rule rule_of(const sets *s) {
    return (sepal_rule){.margin = s->margin};
}

static void find_pairs(void *arguments) {
    sets *s = arguments;
    const sepal_rule rule = rule_of(s);
    s->status = either_find_pairs(s->kind, s->finder, s->a, s->b, NULL, &rule, ROOM, s->pairs, &s->found);
}
static void find_near(void *arguments) {
    sets *s = arguments;
    s->status = either_find_near(s->kind, s->finder, s->a, s->a, NULL, s->margin, ROOM, s->pairs, &s->found);
}
static int count_pairs(void *context, const sepal_pair *pairs, size_t count) {
    sets *s = context;
    (void)pairs;
    s->found += count;
    return 1;
}
static void find_each(void *arguments) {
    sets *s = arguments;
    const sepal_rule rule = rule_of(s);
    s->status = either_find_each(s->kind, s->finder, s->a, s->b, NULL, &rule, count_pairs, s);
}
static void find_build(void *arguments) {
    sets *s = arguments;
    s->status = either_find_build(s->kind, s->finder, s->b);
}
static void find_range(void *arguments) {
    sets *s = arguments;
    const sepal_rule rule = rule_of(s);
    size_t half = either_count(s->kind, s->a) / 2;
    s->status = either_find_range(s->kind, s->finder, s->a, half, half, NULL, &rule, ROOM, s->pairs, &s->found);
}
static void find_in(void *arguments) {
    sets *s = arguments;
    const sepal_rule rule = rule_of(s);
    const float low[3] = {-1, -1, -1}, high[3] = {1, 1, 1};
    s->status = either_find_in(s->kind, s->finder, low, high, NULL, &rule, ROOM, s->shapes, &s->found);
}
static void find_list(void *arguments) {
    static const uint32_t shapes[] = {0, 1, 0};
    sets *s = arguments;
    const sepal_rule rule = rule_of(s);
    s->status = either_find_list(s->kind, s->finder, s->a, shapes, 3, NULL, &rule, ROOM, s->pairs, &s->found);
}
static void find_each_range(void *arguments) {
    sets *s = arguments;
    const sepal_rule rule = rule_of(s);
    size_t half = either_count(s->kind, s->a) / 2;
    s->status = either_find_each_range(s->kind, s->finder, s->a, half, half, NULL, &rule, count_pairs, s);
}
static void find_each_list(void *arguments) {
    static const uint32_t shapes[] = {0, 1, 0};
    sets *s = arguments;
    const sepal_rule rule = rule_of(s);
    s->status = either_find_each_list(s->kind, s->finder, s->a, shapes, 3, NULL, &rule, count_pairs, s);
}
static void find_keep(void *arguments) {
    sets *s = arguments;
    s->status = either_find_keep(s->kind, s->finder, s->b, 1);
}
static void find_update(void *arguments) {
    sets *s = arguments;
    s->status = either_find_update(s->kind, s->finder, NULL, 0);
}
static void find_kept(void *arguments) {
    sets *s = arguments;
    const sepal_rule rule = rule_of(s);
    s->status = either_find_kept(s->kind, s->finder, NULL, &rule, ROOM, s->pairs, &s->found);
}
static void find_each_kept(void *arguments) {
    sets *s = arguments;
    const sepal_rule rule = rule_of(s);
    s->status = either_find_each_kept(s->kind, s->finder, NULL, &rule, count_pairs, s);
}
static void find_near_kept(void *arguments) {
    sets *s = arguments;
    s->status = either_find_near_kept(s->kind, s->finder, NULL, s->margin, ROOM, s->pairs, &s->found);
}
static void find_at(void *arguments) {
    sets *s = arguments;
    const sepal_rule rule = rule_of(s);
    const float at[2][3] = {{0, 0, 0}, {1, 0, 0}};
    s->status = either_find_at(s->kind, s->finder, at[0], 2, NULL, &rule, ROOM, s->pairs, &s->found);
}
static void cast(void *arguments) {
    sets *s = arguments;
    const sepal_rule rule = rule_of(s);
    if (s->kind == EITHER_POLYS)
        s->status = cast_rays(s->finder, s->rays, RAYS, NULL, &rule, s->hits);
    else
        s->status = cast_solid_rays(s->finder, s->rays, RAYS, NULL, &rule, s->solid_hits);
}
static int count_hits(void *context, const sepal_ray_hit *hit) {
    sets *s = context;
    (void)hit;
    s->found++;
    return 1;
}
static void cast_each(void *arguments) {
    sets *s = arguments;
    const sepal_rule rule = rule_of(s);
    if (s->kind == EITHER_POLYS) {
        const sepal_rays rays = rays_of(s->rays);
        s->status = sepal_polys_cast_each(s->finder, &rays, RAYS, 1, NULL, &rule, count_hits, s);
    } else {
        const sepal_solid_rays rays = solid_rays_of(s->rays);
        s->status = sepal_solids_cast_each(s->finder, &rays, RAYS, 1, NULL, &rule, count_hits, s);
    }
}
static void cast_shapes(void *arguments) {
    sets *s = arguments;
    const sepal_rule rule = rule_of(s);
    uint32_t shape[SHAPES_CAST];
    const size_t all = either_count(s->kind, s->a), count = all < SHAPES_CAST ? all : SHAPES_CAST;
    s->status =
        s->kind == EITHER_POLYS
            ? sepal_polys_cast_shapes(s->finder, s->a, NULL, 0, count, NULL, &rule, &(sepal_ray_hits){.shape = shape})
            : sepal_solids_cast_shapes(s->finder, s->a, NULL, 0, count, NULL, &rule, &(sepal_solid_ray_hits){.shape = shape});
}
/* What is asked about groups: do they overlap, and which of their parts are deepest or meet first? */
typedef enum groups_question { OVERLAP, DEEPEST, FIRST } groups_question;

static void ask_groups(sets *s, groups_question what) {
    const sepal_rule rule = rule_of(s);
    uint32_t first_a[GROUPS + 1], first_b[GROUPS + 1];
    sepal_pair pairs[GROUPS * GROUPS], parts[GROUPS * GROUPS];
    const sepal_groups of_a = {first_a, GROUPS}, of_b = {first_b, GROUPS};
    for (uint32_t k = 0; k <= GROUPS; k++) {
        first_a[k] = (uint32_t)either_count(s->kind, s->a) * k / GROUPS;
        first_b[k] = (uint32_t)either_count(s->kind, s->b) * k / GROUPS;
    }
    for (uint32_t k = 0; k < GROUPS * GROUPS; k++)
        pairs[k] = (sepal_pair){k / GROUPS, k % GROUPS};
    const size_t count = sizeof pairs / sizeof *pairs;
    if (what == OVERLAP)
        s->status = either_overlap_groups(s->kind, s->a, &of_a, s->b, &of_b, pairs, count, &rule, s->bits);
    else if (what == DEEPEST)
        s->status = either_deepest_groups(s->kind, s->a, &of_a, s->b, &of_b, pairs, count, &rule, parts, NULL);
    else
        s->status = either_first_groups(s->kind, s->a, &of_a, NULL, s->b, &of_b, NULL, pairs, count, &rule, parts, NULL);
}
static void overlap_groups(void *arguments) {
    ask_groups(arguments, OVERLAP);
}
static void deepest_groups(void *arguments) {
    ask_groups(arguments, DEEPEST);
}
static void push_along_groups(void *arguments) {
    sets *s = arguments;
    const sepal_groups each = {NULL, 0};
    const sepal_pair pair = {0, 0};
    const float one = 1;
    float way;
    if (s->kind == EITHER_POLYS)
        s->status = sepal_polys_push_along_groups(s->a, &each, s->b, &each, &pair, 1, &one, &one, &way);
    else
        s->status = sepal_solids_push_along_groups(s->a, &each, s->b, &each, &pair, 1, &one, &one, &one, &way);
    s->status = s->status == SEPAL_BAD_SHAPE ? SEPAL_OK : s->status; /* shapes with radii are refused */
}
static void contains_groups(void *arguments) {
    sets *s = arguments;
    s->status = SEPAL_OK;
    if (s->kind == EITHER_POLYS) { /* shapes with radii are refused */
        const uint32_t first_a[] = {0, (uint32_t)either_count(s->kind, s->a)},
                       first_b[] = {0, (uint32_t)either_count(s->kind, s->b)};
        const sepal_pair pair = {0, 0};
        uint64_t bits;
        s->status =
            sepal_polys_contains_groups(s->a, &(sepal_groups){first_a, 1}, s->b, &(sepal_groups){first_b, 1}, &pair, 1, &bits);
    }
}
static void first_groups(void *arguments) {
    ask_groups(arguments, FIRST);
}
static void first_hit(void *arguments) {
    sets *s = arguments;
    const sepal_rule rule = rule_of(s);
    s->status = either_first_hit(s->kind, s->a, 0, s->rows[0], STEPS, s->b, &rule, s->world, &s->found);
}

/* Calls in the order in which they are made: the tree is built before it is asked. */
static const struct search {
    const char *name;
    void (*run)(void *arguments);
} searches[] = {
    {"find_pairs", find_pairs},
    {"find_near", find_near},
    {"find_each", find_each},
    {"find_build", find_build},
    {"find_range", find_range},
    {"find_at", find_at},
    {"find_in", find_in},
    {"find_list", find_list},
    {"find_each_range", find_each_range},
    {"find_each_list", find_each_list},
    {"find_keep", find_keep},
    {"find_update", find_update},
    {"find_kept", find_kept},
    {"find_each_kept", find_each_kept},
    {"find_near_kept", find_near_kept},
    {"cast_rays", cast},
    {"cast_each", cast_each},
    {"cast_shapes", cast_shapes},
    {"overlap_groups", overlap_groups},
    {"deepest_groups", deepest_groups},
    {"first_groups", first_groups},
    {"contains_groups", contains_groups},
    {"push_along_groups", push_along_groups},
    {"first_hit", first_hit},
};

/* Searches in two sets, which may have any coordinates. */
static void check_searches(const char *of, either kind, const void *a, const void *b, float margin, deepest *most) {
    sets *s = calloc(1, sizeof *s);
    cr_assert_neq(s, NULL);
    *s = (sets){.kind = kind, .a = a, .b = b, .margin = margin, .world = either_create(kind)};
    cr_assert_eq(sepal_finder_create(NULL, &s->finder), SEPAL_OK);
    if (kind == EITHER_POLYS)
        make_rays(a, b, RAYS, s->rays);
    else
        make_solid_rays(a, b, RAYS, s->rays);
    for (int k = 0; k < STEPS; k++)
        s->rows[k][0] = s->rows[k][1] = s->rows[k][2] = (float)k / STEPS;
    for (size_t isa = 0; isa < sepal_isa_count(); isa++)
        for (size_t k = 0; k < sizeof searches / sizeof *searches; k++) {
            use_isa(isa);
            size_t needed = stack_of(searches[k].run, s);
            cr_expect(s->status == SEPAL_OK || s->status == SEPAL_BAD_SHAPE || s->status == SEPAL_TOO_SMALL, "%s: %s",
                      searches[k].name, sepal_status_text(s->status)); /* steps of shapes near the largest float overflow */
            check_stack(most, needed, kind == EITHER_POLYS ? "polygons" : "solids", searches[k].name, of);
        }
    sepal_finder_destroy(s->finder);
    either_destroy(kind, s->world);
    free(s);
}

Test(stack, searches_need_little) {
    deepest most = {0};
    for (size_t n = 0; n < scene_kind_count(); n++) {
        if (!is_asked(0, n))
            continue;
        round_scene s = round_scene_create(n, 902, 60, 1, (radius_manner)(n % RADIUS_MANNERS));
        check_searches(s.base.kind, EITHER_POLYS, s.a, s.b, s.margin, &most);
        round_scene_destroy(&s);
    }
    for (size_t n = 0; n < solid_scene_kinds(); n++) {
        if (!is_asked(0, n))
            continue;
        solid_scene s = solid_scene_create(n, 903, 60);
        check_searches(s.kind, EITHER_SOLIDS, s.set_a, s.set_b, s.margin, &most);
        solid_scene_destroy(&s);
    }
    sepal_polys *many = crowd_set(EVEN, 300); /* a tree of several levels */
    check_searches("crowd", EITHER_POLYS, many, many, 0, &most);
    sepal_polys_destroy(many);
    tell(&most);
}

/* --- Wide sides -------------------------------------------------------------------------------------------------------------- */

enum { WIDE_SORTS = 9, WIDE_TURNS = 8, WIDE_RING = 96 };

/* A solid from 1 below its middle to 1 above it: a hull of rings of so many vertices below, above and round the middle; or a box or
 * ball. */
typedef struct wide_sort {
    size_t ends, round_middle;
    double around;
    float radius;
} wide_sort;

/* Prisms and a barrel; a box, a sphere, and a capsule that reaches beyond the ends of the others. */
static const wide_sort wide_sorts[WIDE_SORTS] = {
    {13, 0, 0, 0},     {16, 0, 0, 0}, {32, 0, 0, 0}, {64, 0, 0, 0},   {96, 0, 0, 0},
    {50, 50, 1.25, 0}, {0, 0, 0, 0},  {0, 1, 0, 1},  {0, 2, 1.25, 1},
};

static size_t add_ring(float (*at)[3], size_t count, double radius, double turned, const double middle[3], double height) {
    for (size_t k = 0; k < count; k++) {
        const double angle = turned + 6.283185307179586 * (double)k / (double)count;
        at[k][0] = (float)(middle[0] + radius * cos(angle));
        at[k][1] = (float)(middle[1] + radius * sin(angle));
        at[k][2] = (float)(middle[2] + height);
    }
    return count;
}

static void add_wide(sepal_solids *set, const wide_sort *sort, double turned, const double middle[3]) {
    float at[2 * WIDE_RING][3], x[2 * WIDE_RING], y[2 * WIDE_RING], z[2 * WIDE_RING];
    const float half = 1;
    size_t count = add_ring(at, sort->ends, 1, turned, middle, -1);
    count += add_ring(at + count, sort->round_middle, sort->around, turned, middle, 0);
    count += add_ring(at + count, sort->ends, 1, turned, middle, 1);
    for (size_t k = 0; k < count; k++)
        x[k] = at[k][0], y[k] = at[k][1], z[k] = at[k][2];
    if (count == 0) {
        x[0] = (float)middle[0], y[0] = (float)middle[1], z[0] = (float)middle[2];
        cr_assert_eq(sepal_solids_add_boxes(
                         set, &(sepal_solid_boxes){.x = x, .y = y, .z = z, .half_x = &half, .half_y = &half, .half_z = &half}, 1,
                         NULL, NULL),
                     SEPAL_OK);
    } else {
        cr_assert_eq(sepal_solids_add_hull(set, x, y, z, count, sort->radius, NULL), SEPAL_OK);
    }
}

/* Each sort below each sort, end on end, in several turns and a little aside, so that the ends have a common part of many corners:
 * pairs of a solid `i` of the first set come one after the other. */
static subject wide_subject(void) {
    sepal_solids *both[2];
    rng r = {908};
    subject s = {.name = "wide sides", .count_a = WIDE_SORTS, .count_b = WIDE_SORTS * WIDE_TURNS, .margin = 0.125F};
    for (int k = 0; k < 2; k++)
        cr_assert_eq(sepal_solids_create(NULL, &both[k]), SEPAL_OK);
    for (size_t i = 0; i < WIDE_SORTS; i++)
        add_wide(both[0], &wide_sorts[i], 0, (const double[3]){0, 0, 0});
    for (size_t k = 0; k < s.count_b; k++) {
        const double sink = k % 2 == 0 ? 0.015625 : -0.015625;
        add_wide(both[1], &wide_sorts[k / WIDE_TURNS], rng_real(&r, 0, 0.5),
                 (const double[3]){rng_real(&r, -0.02, 0.02), rng_real(&r, -0.02, 0.02), 2 - sink});
    }
    s.pair_count = s.count_a * s.count_b;
    s.pairs = calloc(s.pair_count, sizeof *s.pairs);
    cr_assert_neq(s.pairs, NULL);
    for (size_t k = 0; k < s.pair_count; k++)
        s.pairs[k] = (sepal_pair){(uint32_t)(k / s.count_b), (uint32_t)(k % s.count_b)};
    s.a = both[0], s.b = both[1];
    return s;
}

/* All questions about pairs, in a long list and about one pair; then searches. */
Test(stack, wide_sides_need_little) {
    deepest most = {0};
    subject s = wide_subject();
    sepal_solids *a = (sepal_solids *)s.a, *b = (sepal_solids *)s.b;
    solid_moves moves = solid_moves_create(a, b, s.pairs, s.pair_count, 909);
    s.moves_a = moves.a, s.moves_b = moves.b;
    for (size_t j = 0; j < solids_kind.question_count; j++) {
        const question *q = &solids_kind.questions[j];
        check_part(&solids_kind, q, &s, 0, 0, call_longest(q, &s), &most);
        for (size_t k = 0; k < s.pair_count; k += WIDE_TURNS / 2)
            check_part(&solids_kind, q, &s, q->one_against_many ? s.pairs[k].a : 0, q->one_against_many ? s.pairs[k].b : k, 1,
                       &most);
    }
    check_searches(s.name, EITHER_SOLIDS, a, b, s.margin, &most);
    tell(&most);
    solid_moves_destroy(&moves);
    sepal_solids_destroy(a);
    sepal_solids_destroy(b);
    free(s.pairs);
}

/* --- Meshes ------------------------------------------------------------------------------------------------------------------ */

enum { MESH_SIDE = 12, MESH_BODIES = 64, MESH_ROOM = 1 << 13 };

/* Boxes, capsules, spheres and hulls on hills, and what is asked about them. */
typedef struct level {
    sepal_mesh *mesh;
    sepal_solids *bodies;
    sepal_finder *finder;
    sepal_status status;
    size_t found;
    sepal_pair pairs[MESH_ROOM];
    sepal_mesh_manifold manifolds[8 * MESH_BODIES];
    float vertex[MESH_SIDE * MESH_SIDE][3], rows[MESH_BODIES][6], depth[4 * MESH_ROOM], distance[MESH_BODIES];
    uint32_t shape[MESH_BODIES], corner[2 * MESH_SIDE * MESH_SIDE][3];
    uint64_t bits[SEPAL_BIT_WORDS(MESH_BODIES)];
} level;

static void fill_level(void *arguments) {
    level *l = arguments;
    uint32_t count = 0;
    for (uint32_t i = 0; i < MESH_SIDE * (MESH_SIDE - 1); i++) {
        if (i % MESH_SIDE == MESH_SIDE - 1)
            continue;
        const uint32_t both[2][3] = {{i, i + 1, i + MESH_SIDE + 1}, {i, i + MESH_SIDE + 1, i + MESH_SIDE}};
        memcpy(l->corner[count], both, sizeof both);
        count += 2;
    }
    const sepal_triangles triangles = {.x = l->vertex[0],
                                       .y = l->vertex[0] + 1,
                                       .z = l->vertex[0] + 2,
                                       .stride = 3,
                                       .vertices = MESH_SIDE * MESH_SIDE,
                                       .a = l->corner[0],
                                       .b = l->corner[0] + 1,
                                       .c = l->corner[0] + 2,
                                       .corner_stride = 3};
    l->status = sepal_mesh_fill(l->mesh, &triangles, count, SEPAL_RIM_ENDS, NULL);
}
static void find_on_level(void *arguments) {
    level *l = arguments;
    l->status = sepal_mesh_find(l->finder, l->bodies, 0, MESH_BODIES, l->mesh, NULL, NULL, MESH_ROOM, l->pairs, &l->found);
}
static void meets_level(void *arguments) {
    level *l = arguments;
    l->status = sepal_mesh_meets(l->finder, l->bodies, 0, MESH_BODIES, l->mesh, NULL, NULL, l->bits);
}
static void nearest_on_level(void *arguments) {
    level *l = arguments;
    l->status = sepal_mesh_find_nearest(l->finder, l->bodies, 0, MESH_BODIES, l->mesh, 1, NULL, 100, l->shape, l->distance);
}
static void cast_at_level(void *arguments) {
    level *l = arguments;
    const float *r = l->rows[0];
    const sepal_solid_rays rays = {r, r + 1, r + 2, r + 3, r + 4, r + 5, 6};
    const sepal_solid_ray_hits hits = {.shape = l->shape, .time = l->distance, .normal_x = l->depth};
    const sepal_rule wide = {.margin = 0.05F};
    l->status = sepal_mesh_cast_rays(l->finder, l->mesh, &rays, MESH_BODIES, SEPAL_MESH_BOTH, NULL, NULL, &hits);
    if (l->status == SEPAL_OK)
        l->status = sepal_mesh_cast_rays(l->finder, l->mesh, &rays, MESH_BODIES, SEPAL_MESH_BOTH, NULL, &wide, &hits);
}
static void sweep_at_level(void *arguments) {
    level *l = arguments;
    const sepal_solid_moves moves = {l->rows[0] + 3, l->rows[0] + 4, l->rows[0] + 5, 6};
    const sepal_solid_ray_hits hits = {.shape = l->shape, .time = l->distance};
    l->status = sepal_mesh_sweep(l->finder, l->bodies, &moves, 0, MESH_BODIES, l->mesh, NULL, NULL, &hits);
}
static void contacts_of_level(void *arguments) {
    level *l = arguments;
    const sepal_contact_rule rule = {.margin = 0.02F};
    l->status =
        sepal_mesh_contacts_pairs(l->bodies, l->mesh, l->pairs, l->found, &rule, &(sepal_solid_contacts){.depth = l->depth});
}
static void manifolds_of_level(void *arguments) {
    level *l = arguments;
    const sepal_contact_rule rule = {.margin = 0.02F};
    l->status = sepal_mesh_manifolds(l->finder, l->bodies, 0, MESH_BODIES, l->mesh, NULL, &rule, 0.98F, 8 * MESH_BODIES,
                                     l->manifolds, &l->found);
}

/* In the order in which they are asked: contacts are asked of the pairs that are found. */
static const struct search on_meshes[] = {
    {"fill", fill_level},      {"meets", meets_level},  {"find_nearest", nearest_on_level},    {"cast_rays", cast_at_level},
    {"sweep", sweep_at_level}, {"find", find_on_level}, {"contacts_pairs", contacts_of_level}, {"manifolds", manifolds_of_level},
};

Test(stack, meshes_need_little) {
    deepest most = {0};
    rng r = {907};
    level *l = calloc(1, sizeof *l);
    cr_assert_neq(l, NULL);
    cr_assert_eq(sepal_mesh_create(NULL, &l->mesh), SEPAL_OK);
    cr_assert_eq(sepal_solids_create(NULL, &l->bodies), SEPAL_OK);
    cr_assert_eq(sepal_finder_create(NULL, &l->finder), SEPAL_OK);
    for (uint32_t i = 0; i < MESH_SIDE * MESH_SIDE; i++) {
        const uint32_t row = i / MESH_SIDE;
        l->vertex[i][0] = (float)(i % MESH_SIDE);
        l->vertex[i][1] = (float)row;
        l->vertex[i][2] = (float)rng_real(&r, 0, i % 3 == 0 ? 0 : 0.5);
    }
    for (uint32_t i = 0; i < MESH_BODIES; i++) {
        float at[3][128];
        const size_t points = i % 4 == 0 ? 1 : i % 4 == 1 ? 2 : i % 4 == 2 ? 8 : i % 8 == 3 ? 40 : 128;
        const double middle[3] = {rng_real(&r, 1, MESH_SIDE - 2), rng_real(&r, 1, MESH_SIDE - 2), rng_real(&r, 0.4, 0.9)};
        for (size_t m = 0; m < points; m++)
            for (size_t k = 0; k < 3; k++)
                at[k][m] = (float)(middle[k] + (points == 8 ? ((m >> k & 1) != 0 ? 0.5 : -0.5) : rng_real(&r, -0.5, 0.5)));
        for (size_t m = 0; m < points && points == 128; m++) { /* a prism of 64 sides */
            const size_t corner = m / 2;
            const double angle = 6.283185307179586 * (double)corner / 64;
            at[0][m] = (float)(middle[0] + 0.5 * cos(angle)), at[1][m] = (float)(middle[1] + 0.5 * sin(angle));
            at[2][m] = (float)(middle[2] + (m % 2 == 0 ? -0.5 : 0.5));
        }
        cr_assert_eq(sepal_solids_add_hull(l->bodies, at[0], at[1], at[2], points, points < 3 ? 0.5F : 0, NULL), SEPAL_OK);
        for (size_t k = 0; k < 6; k++)
            l->rows[i][k] = k == 5 ? -4 : (float)(k < 3 ? middle[k] + (k == 2 ? 2 : 0) : rng_real(&r, -1, 1));
    }
    for (size_t isa = 0; isa < sepal_isa_count(); isa++)
        for (size_t k = 0; k < sizeof on_meshes / sizeof *on_meshes; k++) {
            use_isa(isa);
            const size_t needed = stack_of(on_meshes[k].run, l);
            cr_expect_eq(l->status, SEPAL_OK, "%s: %s", on_meshes[k].name, sepal_status_text(l->status));
            check_stack(&most, needed, "meshes", on_meshes[k].name, "hills");
        }
    cr_assert_gt(l->found, 0);
    tell(&most);
    sepal_finder_destroy(l->finder);
    sepal_solids_destroy(l->bodies);
    sepal_mesh_destroy(l->mesh);
    free(l);
}

/* --- Containment in hulls ---------------------------------------------------------------------------------------------------- */

/* Solids 0 and 1 of a set. */
typedef struct containment {
    const sepal_solids *set;
    sepal_rule rule;
    sepal_status status;
    uint64_t bit;
} containment;

static void contain(void *arguments) {
    containment *c = arguments;
    const sepal_pair pair = {0, 1};
    c->status = sepal_solids_contains_pairs(c->set, c->set, &pair, 1, &c->rule, &c->bit);
}

/* A cube of which the faces have many vertices, on a lattice, and one coordinate so small that whole numbers do not hold all of them; the
 * inner one is a ball that touches all faces, and then a rounded copy, for which each vertex is sought. Both are decided by expansions. */
Test(stack, containment_in_hulls_needs_little) {
    enum { SIDE = 9, POINTS = SIDE * SIDE * SIDE };
    static float x[POINTS], y[POINTS], z[POINTS];
    const float zero = 0, half = 0.5F;
    for (int k = 0; k < POINTS; k++) {
        x[k] = (float)(k % SIDE) / 4 - 1;
        const int row = k / SIDE % SIDE, layer = k / SIDE / SIDE;
        y[k] = (float)row / 4 - 1;
        z[k] = (float)layer / 4 - 1;
    }
    x[POINTS / 2] = 0x1p-100F;
    for (int way = 0; way < 2; way++) {
        sepal_solids *set;
        cr_assert_eq(sepal_solids_create(NULL, &set), SEPAL_OK);
        cr_assert_eq(sepal_solids_add_hull(set, x, y, z, POINTS, way == 0 ? 0 : half, NULL), SEPAL_OK);
        if (way == 0)
            cr_assert_eq(sepal_solids_add_spheres(set, &(sepal_solid_spheres){&zero, &zero, &zero, &half, 1}, 1, NULL, NULL),
                         SEPAL_OK);
        else
            cr_assert_eq(sepal_solids_add_hull(set, (float[]){1, -1.5F}, (float[]){1, -1}, (float[]){1, -1}, 2, 0, NULL), SEPAL_OK);
        containment c = {.set = set, .rule = {.margin = way == 0 ? half : 0}};
        for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
            use_isa(isa);
            const size_t needed = stack_of(contain, &c);
            cr_expect_eq(c.status, SEPAL_OK);
            cr_expect_eq(c.bit, 1, "way %d: it touches from within", way);
            cr_expect_leq(needed, PROMISED, "%s, containment in a hull, way %d: %zu bytes of stack", sepal_isa(), way, needed);
        }
        sepal_solids_destroy(set);
    }
}

/* --- Placing and adding ------------------------------------------------------------------------------------------------------ */

enum { SHAPES = 100, OUTLINE = 60 };

/* Models, and shapes that are added. */
typedef struct additions {
    stage stage;
    const sepal_solids *solids;
    sepal_polys *flat;
    sepal_solids *world;
    sepal_status status;
    uint32_t model[SHAPES], list[SHAPES];
    float rows[SHAPES][7], x[OUTLINE], y[OUTLINE], z[OUTLINE];
} additions;

/* All shapes of a world, then a range of it and a list: half of it each. */
static void place_polys(void *arguments) {
    additions *a = arguments;
    const stage *on = &a->stage;
    a->status = sepal_polys_place(a->flat, on->scene.set_a, on->model, &on->poses, on->count, NULL);
    if (a->status == SEPAL_OK)
        a->status = sepal_polys_place_range(a->flat, 0, on->scene.set_a, on->model, &on->poses, on->count / 2, NULL);
    if (a->status == SEPAL_OK)
        a->status = sepal_polys_place_list(a->flat, a->list, on->count / 2, on->scene.set_a, on->model, &on->poses, NULL);
}
static void place_solids(void *arguments) {
    additions *a = arguments;
    const float *at = a->rows[0];
    const sepal_solid_poses poses = {
        .x = at, .y = at + 1, .z = at + 2, .turn = {at + 3, at + 4, at + 5, at + 6, {NULL}}, .stride = 7};
    a->status = sepal_solids_place(a->world, a->solids, a->model, &poses, SHAPES, NULL);
    if (a->status == SEPAL_OK)
        a->status = sepal_solids_place_range(a->world, 0, a->solids, a->model, &poses, SHAPES / 2, NULL);
    if (a->status == SEPAL_OK)
        a->status = sepal_solids_place_list(a->world, a->list, SHAPES / 2, a->solids, a->model, &poses, NULL);
}
static void add_polys(void *arguments) {
    additions *a = arguments;
    uint32_t first, parts;
    const sepal_boxes boxes = {.x = a->x, .y = a->y, .half_x = a->z, .half_y = a->z};
    a->status = sepal_polys_add_concave(a->flat, a->x, a->y, OUTLINE, &first, &parts, NULL);
    if (a->status == SEPAL_OK)
        a->status = sepal_polys_add_boxes(a->flat, &boxes, OUTLINE, NULL, NULL);
    if (a->status == SEPAL_OK)
        a->status = sepal_polys_add_round(a->flat, a->x, a->y, 1, 0.5F, NULL);
}
static void add_solids(void *arguments) {
    additions *a = arguments;
    a->status = sepal_solids_add_hull(a->world, a->x, a->y, a->z, OUTLINE, 0.5F, NULL);
}

Test(stack, placing_and_adding_need_little) {
    static const struct {
        const char *name;
        void (*run)(void *arguments);
    } calls[] = {{"place", place_polys}, {"place of solids", place_solids}, {"add", add_polys}, {"add of solids", add_solids}};
    deepest most = {0};
    for (size_t n = 0; n < scene_kind_count() + solid_scene_kinds(); n++) {
        if (!is_asked(0, n))
            continue;
        additions a = {.stage = stage_create(n % scene_kind_count(), 0, 904, SHAPES)};
        solid_scene s = solid_scene_create(n % solid_scene_kinds(), 905, SHAPES);
        rng r = {906 + n};
        a.solids = s.set_a;
        cr_assert_eq(sepal_polys_create(NULL, &a.flat), SEPAL_OK);
        cr_assert_eq(sepal_solids_create(NULL, &a.world), SEPAL_OK);
        for (uint32_t i = 0; i < SHAPES; i++) {
            a.model[i] = i;
            a.list[i] = SHAPES - 1 - i;
            for (int k = 0; k < 7; k++)
                a.rows[i][k] = (float)rng_real(&r, -1, 1);
        }
        for (int k = 0; k < OUTLINE; k++) { /* a star */
            double angle = 2 * 3.14159265358979 * k / OUTLINE, far = k % 2 == 0 ? 1 : 2;
            a.x[k] = (float)(far * cos(angle));
            a.y[k] = (float)(far * sin(angle));
            a.z[k] = (float)far;
        }
        for (size_t isa = 0; isa < sepal_isa_count(); isa++)
            for (size_t k = 0; k < sizeof calls / sizeof *calls; k++) {
                use_isa(isa);
                size_t needed = stack_of(calls[k].run, &a);
                cr_expect(a.status == SEPAL_OK || a.status == SEPAL_BAD_SHAPE, "%s: %s", calls[k].name,
                          sepal_status_text(a.status)); /* models near the largest float overflow */
                check_stack(&most, needed, "sets", calls[k].name, s.kind);
            }
        sepal_polys_destroy(a.flat);
        sepal_solids_destroy(a.world);
        stage_destroy(&a.stage);
        solid_scene_destroy(&s);
    }
    tell(&most);
}
