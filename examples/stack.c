/* stack.c — a tower of twenty boxes stands for a minute, and a crooked one, too, as long as contact points are recognised from step to
 * step; a thousand boxes, crates, cylinders and balls fall into a pit, pile up, come to rest, and are shot at.
 *
 *     stack [tower | drawing.svg]
 *
 * It is the engine of pile.c in space, and sepal is the whole of collision detection again. In each step the bodies that move are
 * placed (sepal_solids_place_list), the tree of all bodies follows them (sepal_solids_find_update), the pairs that nearly touch are
 * found (sepal_solids_find_kept), and their contact points (sepal_solids_contacts_pairs), which the library writes into the records
 * of the solver in stack_solver.h. Bullets move farther than their own size in a step; they go as far as the first thing that they
 * hit (sepal_solids_sweep_pairs). Four moments are drawn. Only + - * / and sqrt are used, each rounded by itself, so the last state
 * is the same on every machine, to the last bit; its digest is printed. (The scenes are in stack_scene.h, the drawing in
 * stack_drawing.h.)
 *
 *     cc -O2 -ffp-contract=off -o stack stack.c $(pkg-config --cflags --libs sepal) -lm */
#include "digest.h"
#include "stack_drawing.h"

#include <string.h>

/* Wakes the bullets, on their way down. */
static void shoot(scene *s) {
    for (uint32_t i = s->count - BULLETS; i < s->count; i++) {
        s->bodies[i].velocity = (vec){0, 0, -SPEED};
        s->bodies[i].asleep = false;
        s->bodies[i].still = 0;
    }
}

/* --- A step ------------------------------------------------------------------------------------- */

/* Places the bodies that move; the others are where they were. */
static bool place(scene *s) {
    const sepal_solid_poses poses = poses_of(s);
    s->moving_count = 0;
    for (uint32_t i = 0; i < s->count; i++) {
        s->bodies[i].placed = s->bodies[i].at;
        s->bodies[i].turned = (vec){0, 0, 0};
        turn_inertia(&s->bodies[i]);
        if (is_moving(&s->bodies[i]))
            s->moving[s->moving_count++] = i;
    }
    return done("place bodies", sepal_solids_place_list(s->world, s->moving, s->moving_count, s->models, s->model, &poses, NULL)) &&
           done("update the tree", sepal_solids_find_update(s->finder, s->moving, s->moving_count));
}

static bool touch(scene *s) {
    const sepal_filter filter = {.member = {s->member, s->member}, .mask = {s->mask, s->mask}};
    const sepal_rule near = {.margin = FORESEEN};
    const sepal_contact_rule rule = {.margin = FORESEEN};
    const sepal_solid_poses poses = poses_of(s);
    size_t found;
    if (!done("find near pairs", sepal_solids_find_kept(s->finder, &filter, &near, MOST_PAIRS, s->pairs, &found)))
        return false;
    manifold *m = solver_next(&s->solver);
    const sepal_solid_contacts out = {.count = &m->count,
                                      .normal_x = &m->normal.x,
                                      .normal_y = &m->normal.y,
                                      .normal_z = &m->normal.z,
                                      .a_x = &m->points->of_a.x,
                                      .a_y = &m->points->of_a.y,
                                      .a_z = &m->points->of_a.z,
                                      .b_x = &m->points->of_b.x,
                                      .b_y = &m->points->of_b.y,
                                      .b_z = &m->points->of_b.z,
                                      .depth = &m->points->depth,
                                      .feature = &m->points->feature,
                                      .stride = sizeof *m,
                                      .point_stride = sizeof *m->points,
                                      .poses_a = &poses,
                                      .poses_b = &poses};
    if (!done("find contacts", sepal_solids_contacts_pairs(s->world, s->world, s->pairs, found, &rule, &out)))
        return false;
    solver_begin(&s->solver, s->bodies, 0, s->pairs, found);
    return true;
}

/* Takes a bullet back to where it hit the first thing on its way. What it touches already (time 0) has contact points, which hold it;
 * if that counted as a hit, a bullet between bodies would never move again. */
static bool sweep_bullet(scene *s, uint32_t bullet) {
    const sepal_solid_moves moves = {&s->moves->x, &s->moves->y, &s->moves->z, 3};
    const sepal_solid_hits out = {.time = s->hit_time};
    size_t others = 0;
    float first = 1;
    for (uint32_t i = 0; i < s->count; i++)
        if (s->model[i] != BULLET)
            s->pairs[others++] = (sepal_pair){bullet, i};
    if (!done("sweep a bullet", sepal_solids_sweep_pairs(s->world, &moves, s->world, &moves, s->pairs, others, NULL, &out)))
        return false;
    for (size_t i = 0; i < others; i++)
        if (s->hit_time[i] > 0)
            first = lesser(first, s->hit_time[i]);
    s->bodies[bullet].at = add(s->bodies[bullet].placed, first, s->moves[bullet]);
    return true;
}

static bool step(scene *s) {
    if (!place(s) || !touch(s))
        return false;
    solver_run(&s->solver, s->bodies, s->moving, s->moving_count);
    for (uint32_t i = 0; i < s->count; i++)
        s->moves[i] = is_moving(&s->bodies[i]) ? add(s->bodies[i].at, -1, s->bodies[i].placed) : (vec){0, 0, 0};
    for (uint32_t i = s->count - BULLETS; i < s->count; i++)
        if (s->model[i] == BULLET && is_moving(&s->bodies[i]) && !sweep_bullet(s, i))
            return false;
    return true;
}

/* --- What is shown ------------------------------------------------------------------------------- */

static uint64_t digest(const scene *s) {
    uint64_t hash = DIGEST_OF_NOTHING;
    for (uint32_t i = 0; i < s->count; i++) {
        const body *b = &s->bodies[i];
        const float numbers[] = {b->at.x, b->at.y, b->at.z, b->w, b->x, b->y, b->z};
        hash = digest_more(hash, numbers, 7);
    }
    return hash;
}

static void report(const scene *s, int at) {
    size_t points = 0;
    uint32_t awake = 0;
    float deepest = 0;
    for (uint32_t i = 0; i < s->count; i++)
        awake += is_moving(&s->bodies[i]);
    for (size_t i = 0; i < s->solver.count[s->solver.now]; i++) {
        const manifold *m = &s->solver.manifolds[s->solver.now][i];
        points += m->count;
        for (unsigned k = 0; k < m->count; k++)
            deepest = greater(deepest, m->points[k].depth);
    }
    printf("%5.1f s  %5zu near pairs  %5zu points  %4u awake  deepest %.3f m\n", (double)at / 60, s->solver.count[s->solver.now],
           points, awake, (double)deepest);
}

/* How far the farthest box is from where it should stand, seen from above, and the most energy of a box: that of its speed. */
typedef struct tower_end {
    float farthest, energy;
} tower_end;

/* Bodies of a tower are never put to sleep. */
static bool run_tower(scene *s, float aside, memory by, int steps, tower_end *end) {
    *end = (tower_end){0, 0};
    s->solver.memory = by;
    if (!begin_tower(s, aside))
        return false;
    for (int at = 1; at <= steps; at++)
        if (!step(s))
            return false;
    s->solver.memory = BY_FEATURE_AND_PLACE;
    for (uint32_t i = 1; i < s->count; i++) {
        const vec at = s->bodies[i].at, speed = s->bodies[i].velocity;
        end->farthest = greater(end->farthest, sqrtf(at.x * at.x + at.y * at.y));
        end->energy = greater(end->energy, 0.5F * dot(speed, speed) / s->bodies[i].light);
    }
    return true;
}

/* One that stands straight must stand; so must one of which no box does, as long as the solver begins each step with the impulses of the
 * step before. */
static bool run_towers(scene *s) {
    static const struct {
        memory by;
        const char *text;
    } ways[] = {{BY_FEATURE_AND_PLACE, "by feature, then by place"}, {BY_FEATURE, "by feature alone"}, {BY_NOTHING, "in no way"}};
    tower_end end;
    if (!run_tower(s, 0, BY_FEATURE_AND_PLACE, 3600, &end))
        return false;
    printf(
        "a tower of %d boxes of 1 m: after 60 s no box is farther than %.4f m from where it stood, seen from above, or moves with "
        "more than %.0e J\n",
        TOWER, (double)end.farthest, (double)end.energy);
    printf("digest %016llx\n", (unsigned long long)digest(s));
    for (size_t k = 0; k < sizeof ways / sizeof *ways; k++) {
        if (!run_tower(s, ASIDE, ways[k].by, 1200, &end))
            return false;
        printf("a crooked one, points recognised %s: after 20 s %.4f m, %.0e J\n", ways[k].text, (double)end.farthest,
               (double)end.energy);
    }
    return true;
}

static bool run_pile(scene *s) {
    static const int moments[] = {60, 120, SHOT, SHOT + 40, 0};
    int drawn = 0;
    if (!begin_pile(s))
        return false;
    for (int at = 1; at <= STEPS; at++) {
        if (at == SHOT + 1)
            shoot(s);
        if (!step(s))
            return false;
        solver_sleep(&s->solver, s->bodies, s->count);
        if (at % REPORT == 0)
            report(s, at);
        if (at == moments[drawn])
            draw(s, drawn++, at);
    }
    printf("digest %016llx\n", (unsigned long long)digest(s));
    return true;
}

int main(int argc, char **argv) {
    static scene s;
    const bool only_tower = argc == 2 && strcmp(argv[1], "tower") == 0;
    if (argc > 2 || (argc == 2 && !only_tower && !is_drawing(argv[1]))) {
        fputs("usage: stack [tower | drawing.svg]\n", stderr);
        return EXIT_FAILURE;
    }
    if (argc == 2 && !only_tower && !begin_drawing(&s, argv[1]))
        return EXIT_FAILURE;
    bool ok = begin(&s) && run_towers(&s) && (only_tower || run_pile(&s));
    if (s.drawing != NULL && !close_drawing(s.drawing, "stack", argv[1]))
        ok = false;
    sepal_finder_destroy(s.finder);
    sepal_solids_destroy(s.models);
    sepal_solids_destroy(s.world);
    return ok && fflush(stdout) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
