#include "bench_mtv.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "gbench.h"
#include "peers.h"
#include "scenes.h"

/* Answers, one array behind the other. */
typedef struct pushes {
    float *memory;
    sepal_mtvs out;
} pushes;

/* A recipe, and what is made of it when the first benchmark that asks for it runs. */
typedef struct situation {
    const scene_recipe *recipe;
    scene scene;
    pushes reference; /* the answers of the scalar path */
    pushes found;     /* the answers that are being measured */
} situation;

/* What is wrong with the answers of a peer. Lengths count as different from `COARSE` on, so that a tolerance that it is built with
 * is not held against it; shapes are about 2 wide. */
#define COARSE 1e-3
typedef struct faults {
    size_t sign; /* overlap where there is none, or the other way round */
    size_t way;  /* does not part the pair: the wrong way, or too short */
    size_t far;  /* parts it, but a shorter push would */
} faults;

/* One benchmark: a situation, and who is asked. */
typedef struct subject {
    struct subject *next;
    situation *situation;
    const char *isa;  /* of sepal, or NULL */
    const peer *peer; /* or NULL */
    void *peer_shapes;
    faults faults;
    bool checked;
} subject;

static situation *situations;
static subject *subjects, **last_subject = &subjects;

static void die(const subject *who, const char *what) {
    fprintf(stderr, "\nbench: mtv/%s/%s: %s\n", who->situation->recipe->name, who->isa ? who->isa : who->peer->name, what);
    exit(EXIT_FAILURE);
}

static pushes pushes_create(size_t count) {
    float *memory = calloc(3 * count, sizeof *memory);
    return (pushes){memory, {memory, memory + count, memory + 2 * count}};
}

static sepal_status ask_sepal(const situation *s, sepal_mtvs out) {
    return sepal_polys_mtv_pairs(s->scene.polys, s->scene.polys, s->scene.pairs, s->scene.count, NULL, out);
}

static void prepare(const subject *who) {
    situation *s = who->situation;
    if (s->reference.memory)
        return;
    s->reference = pushes_create(s->recipe->pair_count);
    s->found = pushes_create(s->recipe->pair_count);
    if (!s->reference.memory || !s->found.memory || !scene_build(s->recipe, &s->scene))
        die(who, "cannot build the scene");
    if (sepal_isa_use("scalar") != SEPAL_OK || ask_sepal(s, s->reference.out) != SEPAL_OK)
        die(who, "the scalar path failed");
}

/* Every bit has to be the scalar path's. */
static void compare(const subject *who) {
    const situation *s = who->situation;
    const size_t size = sizeof(float);
    for (size_t i = 0; i < s->scene.count; i++)
        if (memcmp(&s->found.out.normal_x[i], &s->reference.out.normal_x[i], size) != 0 ||
            memcmp(&s->found.out.normal_y[i], &s->reference.out.normal_y[i], size) != 0 ||
            memcmp(&s->found.out.depth[i], &s->reference.out.depth[i], size) != 0) {
            char text[128];
            snprintf(text, sizeof text, "pair %zu, shapes %" PRIu32 " and %" PRIu32 ", is answered unlike the scalar path", i,
                     s->scene.pairs[i].a, s->scene.pairs[i].b);
            die(who, text);
        }
}

/* How far a reaches into b along (x, y), from a towards b. */
static double shared(const sepal_polys *polys, sepal_pair pair, double x, double y) {
    const float *vx, *vy;
    size_t count = 0;
    double reach_a = -INFINITY, reach_b = INFINITY;
    (void)sepal_polys_vertices(polys, pair.a, &vx, &vy, &count);
    for (size_t i = 0; i < count; i++)
        reach_a = fmax(reach_a, x * (double)vx[i] + y * (double)vy[i]);
    (void)sepal_polys_vertices(polys, pair.b, &vx, &vy, &count);
    for (size_t i = 0; i < count; i++)
        reach_b = fmin(reach_b, x * (double)vx[i] + y * (double)vy[i]);
    return reach_a - reach_b;
}

static faults judge(const situation *s) {
    faults f = {0};
    const sepal_mtvs *found = &s->found.out;
    for (size_t i = 0; i < s->scene.count; i++) {
        const double exact = (double)s->reference.out.depth[i], depth = (double)found->depth[i];
        if ((depth >= 0) != (exact >= 0))
            f.sign++;
        else if (exact < 0)
            continue;
        else if (depth < shared(s->scene.polys, s->scene.pairs[i], (double)found->normal_x[i], (double)found->normal_y[i]) - COARSE)
            f.way++;
        else if (depth > exact + COARSE)
            f.far++;
    }
    return f;
}

static void measure_sepal(gbench_state *state, void *context) {
    subject *who = context;
    const situation *s = who->situation;
    prepare(who);
    if (sepal_isa_use(who->isa) != SEPAL_OK)
        die(who, "this instruction set cannot be chosen");
    if (!who->checked) {
        memset(s->found.memory, 0x55, 3 * s->scene.count * sizeof(float));
        if (ask_sepal(s, s->found.out) != SEPAL_OK)
            die(who, "the query failed");
        compare(who);
        who->checked = true;
    }
    while (gbench_keep_running(state))
        (void)ask_sepal(s, s->found.out);
    gbench_set_items(state, s->scene.count);
}

static void measure_peer(gbench_state *state, void *context) {
    subject *who = context;
    const situation *s = who->situation;
    prepare(who);
    if (!who->checked) {
        who->peer_shapes = who->peer->create(s->scene.polys);
        if (!who->peer_shapes)
            die(who, "the peer cannot build its shapes");
        who->peer->mtv(who->peer_shapes, s->scene.pairs, s->scene.count, s->found.out);
        who->faults = judge(s);
        who->checked = true;
    }
    while (gbench_keep_running(state))
        who->peer->mtv(who->peer_shapes, s->scene.pairs, s->scene.count, s->found.out);
    gbench_set_items(state, s->scene.count);
    gbench_counter(state, "wrong", (double)(who->faults.sign + who->faults.way + who->faults.far));
}

static void add(situation *s, const char *isa, const peer *other) {
    subject *who = calloc(1, sizeof *who);
    char name[128];
    if (!who)
        exit(EXIT_FAILURE);
    *who = (subject){.situation = s, .isa = isa, .peer = other};
    *last_subject = who;
    last_subject = &who->next;
    snprintf(name, sizeof name, "mtv/%s/%s", s->recipe->name, isa ? isa : other->name);
    gbench_register(name, isa ? measure_sepal : measure_peer, who);
}

void bench_mtv_register(void) {
    situations = calloc(scene_recipe_count, sizeof *situations);
    if (!situations)
        exit(EXIT_FAILURE);
    for (size_t k = 0; k < scene_recipe_count; k++) {
        const scene_recipe *recipe = &scene_recipes[k];
        if (recipe->pairs == SCENE_ONE || recipe->shape_count > 4096) /* these are about reading memory */
            continue;
        situations[k].recipe = recipe;
        for (size_t i = 0; i < sepal_isa_count(); i++)
            add(&situations[k], sepal_isa_at(i), NULL);
        for (size_t i = 0; peers[i]; i++)
            if (peers[i]->mtv && (peers[i]->most_vertices == 0 || recipe->most <= peers[i]->most_vertices))
                add(&situations[k], NULL, peers[i]);
    }
}

void bench_mtv_explain(FILE *out) {
    bool any = false;
    for (const subject *who = subjects; who; who = who->next) {
        const faults *f = &who->faults;
        if (f->sign + f->way + f->far == 0)
            continue;
        if (!any)
            fprintf(out, "\n| mtv: wrong answers | overlap or not | does not part them | not the shortest |\n|-|-:|-:|-:|\n");

        any = true;
        fprintf(out, "| %s, %s | %zu | %zu | %zu |\n", who->situation->recipe->name, who->peer->name, f->sign, f->way, f->far);
    }
}

void bench_mtv_free(void) {
    while (subjects) {
        subject *who = subjects;
        subjects = who->next;
        if (who->peer_shapes)
            who->peer->destroy(who->peer_shapes);
        free(who);
    }
    last_subject = &subjects;
    for (size_t k = 0; k < scene_recipe_count; k++) {
        scene_free(&situations[k].scene);
        free(situations[k].reference.memory);
        free(situations[k].found.memory);
    }
    free(situations);
}
