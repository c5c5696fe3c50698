/* bench_contacts_solids.c — where the solids of each pair touch, under a margin of 0.02: of random solids, and of a rocking stack. */
#include <math.h>
#include <stdlib.h>

#include "question.h"
#include "questions.h"
#include "solid_peers.h"
#include "solid_scenes.h"

static const solid_recipe recipes[] = {
    {"boxes, near", SOLIDS_NEAR, SOLID_BOXES, SOLID_BOXES, 0, 0},
    {"boxes, far", SOLIDS_FAR, SOLID_BOXES, SOLID_BOXES, 0, 0},
    {"spheres", SOLIDS_NEAR, SOLID_SPHERES, SOLID_SPHERES, 0, 0},
    {"capsules", SOLIDS_NEAR, SOLID_CAPSULES, SOLID_CAPSULES, 0, 0},
    {"boxes and capsules", SOLIDS_NEAR, SOLID_BOXES, SOLID_CAPSULES, 0, 0},
    {"hulls of 8, near", SOLIDS_NEAR, SOLID_HULLS, SOLID_HULLS, 8, 0},
    {"hulls of 16, near", SOLIDS_NEAR, SOLID_HULLS, SOLID_HULLS, 16, 0},
    {"crates tilted", SOLIDS_TILTED, SOLID_HULLS, SOLID_HULLS, 8, 0},
    {"prisms of 8 tilted", SOLIDS_TILTED, SOLID_HULLS, SOLID_HULLS, 16, 0},
    {"robot's cell", SOLIDS_CELL, SOLID_CAPSULES, SOLID_BOXES, 0, 0},
    {"prisms of 12 tilted", SOLIDS_TILTED, SOLID_HULLS, SOLID_HULLS, 24, 0},
    {"prisms of 24 tilted", SOLIDS_TILTED, SOLID_HULLS, SOLID_HULLS, 48, 0},
    {"boxes and hulls of 8", SOLIDS_NEAR, SOLID_BOXES, SOLID_HULLS, 8, 0},
    {"boxes and spheres", SOLIDS_NEAR, SOLID_BOXES, SOLID_SPHERES, 0, 0},
    {"hulls of 16 and spheres", SOLIDS_NEAR, SOLID_HULLS, SOLID_SPHERES, 16, 0},
    {"boxes, turned pallet", SOLIDS_PALLET, SOLID_BOXES, SOLID_BOXES, 0, 0},
    {"boxes and prisms of 12 tilted", SOLIDS_TILTED, SOLID_BOXES, SOLID_HULLS, 24, 0},
    {"rounded hulls of 8, near", SOLIDS_NEAR, SOLID_ROUNDED, SOLID_ROUNDED, 8, 0},
};
enum { RECIPES = sizeof recipes / sizeof recipes[0] };

/* Boxes of sides 1, 1.2 and 1, each on another one, shifted, sunk a little, and both turned by any angle about the vertical axis and by up
 * to some radians about the others. */
typedef struct stack_recipe {
    const char *name;
    double rocking;
} stack_recipe;
static const stack_recipe stacks[] = {{"boxes resting", 0}, {"boxes resting, rocking 1e-3", 1e-3}};
enum { STACKS = sizeof stacks / sizeof stacks[0], STACK_PAIRS = 4096 };

typedef struct contacts_question {
    question base;
    const solid_recipe *recipe; /* or */
    const stack_recipe *stack;
    solid_scene scene;
} contacts_question;

/* For each pair: 4 points with x, y, z, depth and feature, the normal, and the count. */
enum { NUMBERS = 4 * 5 + 3, BYTES = NUMBERS * sizeof(float) + 1 };

static bool begin(question *q, size_t pairs) {
    const contacts_question *s = (contacts_question *)q;
    q->solids[0] = s->scene.a;
    q->solids[1] = s->scene.b;
    q->items = pairs;
    q->bytes = BYTES * pairs;
    return true;
}

static bool build(question *q) {
    contacts_question *s = (contacts_question *)q;
    return solid_scene_build(s->recipe, &s->scene) && begin(q, SOLID_PAIRS);
}

static double next_share(uint64_t *state) {
    *state = *state * 6364136223846793005U + 1442695040888963407U; /* Knuth's MMIX generator */
    return (double)(*state >> 40) * 0x1p-24;
}

static void release(question *q) {
    solid_scene_free(&((contacts_question *)q)->scene);
}

/* Box `k`: an even one lies below, the next one on it. */
static bool add_stacked(sepal_solids *set, double rocking, uint64_t *state, size_t k) {
    const double upper = (double)(k % 2), x = rocking * (next_share(state) - 0.5), y = rocking * (next_share(state) - 0.5);
    const double yaw = 6.3 * next_share(state);
    const float q[4] = {(float)cos(yaw / 2), (float)(x * cos(yaw / 2) + y * sin(yaw / 2)),
                        (float)(y * cos(yaw / 2) - x * sin(yaw / 2)), (float)sin(yaw / 2)};
    const float c[3] = {(float)(upper * (0.6 * next_share(state) - 0.3)), (float)(upper * (0.6 * next_share(state) - 0.3)),
                        (float)(0.995 * upper)};
    const float half[3] = {0.5F, 0.6F, 0.5F};
    const sepal_solid_boxes box = {.x = c,
                                   .y = c + 1,
                                   .z = c + 2,
                                   .half_x = half,
                                   .half_y = half + 1,
                                   .half_z = half + 2,
                                   .turn = {.w = q, .x = q + 1, .y = q + 2, .z = q + 3}};
    return sepal_solids_add_boxes(set, &box, 1, NULL, NULL) == SEPAL_OK;
}

static bool build_stacks(question *q) {
    contacts_question *s = (contacts_question *)q;
    uint64_t state = 7;
    solid_scene *scene = &s->scene;
    bool built = sepal_solids_create(NULL, &scene->a) == SEPAL_OK;
    scene->b = scene->a;
    scene->pairs = calloc(STACK_PAIRS, sizeof *scene->pairs);
    built = built && scene->pairs != NULL;
    for (uint32_t k = 0; k < 2 * STACK_PAIRS && built; k++) {
        built = add_stacked(scene->a, s->stack->rocking, &state, k);
        scene->pairs[k / 2] = (sepal_pair){k - k % 2, k - k % 2 + 1};
    }
    if (!built)
        release(q);
    return built && begin(q, STACK_PAIRS);
}

static sepal_solid_contacts arrays_in(void *answers, size_t n) {
    float *at = answers;
    return (sepal_solid_contacts){.x = at,
                                  .y = at + 4 * n,
                                  .z = at + 8 * n,
                                  .depth = at + 12 * n,
                                  .feature = (uint32_t *)(void *)(at + 16 * n),
                                  .normal_x = at + 20 * n,
                                  .normal_y = at + 21 * n,
                                  .normal_z = at + 22 * n,
                                  .count = (uint8_t *)(at + NUMBERS * n)};
}

static sepal_status ask(question *q, void *answers) {
    const contacts_question *s = (contacts_question *)q;
    const sepal_contact_rule rule = {.margin = 0.02F};
    const sepal_solid_contacts out = arrays_in(answers, q->items);
    return sepal_solids_contacts_pairs(s->scene.a, s->scene.b, s->scene.pairs, q->items, &rule, &out);
}

static void ask_peer(question *q, const peer *who, void *shapes, void *answers) {
    who->contacts_solids(shapes, ((contacts_question *)q)->scene.pairs, q->items, arrays_in(answers, q->items));
}

/* Wrong is a peer's contact of solids that are apart by more than the margin, and none of solids that overlap: not all know margins. */
static size_t judge(question *q, const peer *who) {
    const sepal_solid_contacts found = arrays_in(q->answers, q->items), exact = arrays_in(q->exact, q->items);
    size_t wrong = 0;
    (void)who;
    for (size_t i = 0; i < q->items; i++) {
        bool overlap = false;
        for (size_t k = 0; k < exact.count[i]; k++)
            overlap |= exact.depth[4 * i + k] >= 0;
        wrong += found.count[i] > 0 ? exact.count[i] == 0 : overlap;
    }
    return wrong;
}

static const question_kind contacts = {
    .name = "solids contacts", .build = build, .ask = ask, .release = release, .ask_peer = ask_peer, .judge = judge};
static const question_kind contacts_stack = {
    .name = "solids contacts", .build = build_stacks, .ask = ask, .release = release, .ask_peer = ask_peer, .judge = judge};

static void add_peers(question *q, unsigned kinds) {
    for (const peer *const *p = solid_peers; *p != NULL; p++)
        if ((*p)->contacts_solids && solid_peer_takes(*p, kinds))
            question_add_peer(q, *p);
}

void bench_contacts_solids_add(void) {
    for (size_t k = 0; k < RECIPES; k++) {
        question *q = question_add(&contacts, recipes[k].name, sizeof(contacts_question));
        ((contacts_question *)q)->recipe = &recipes[k];
        add_peers(q, solid_peer_kinds(&recipes[k]));
    }
    for (size_t k = 0; k < STACKS; k++) {
        question *q = question_add(&contacts_stack, stacks[k].name, sizeof(contacts_question));
        ((contacts_question *)q)->stack = &stacks[k];
        add_peers(q, PEER_BOXES);
    }
}
