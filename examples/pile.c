/* pile.c — two thousand bodies of many shapes fall into a box, pile up, come to rest, and are shot at.
 *
 *     pile [drawing.svg]
 *
 * sepal is the whole of collision detection here. In each step the bodies that move are placed (sepal_polys_place_range; those that
 * sleep, and the walls, cost nothing), near pairs are found (sepal_polys_find_near), and their contact points
 * (sepal_polys_contacts_pairs), which the solver in pile_solver.h turns into impulses. Bullets move farther than their own size in a
 * step; they go as far as the first thing that they hit (sepal_polys_sweep_pairs). Four moments are drawn: layers that fell
 * together have one colour, bullets are red. Only + - * / and sqrt are used, each rounded by itself, so the last state is the same on
 * every machine, to the last bit; its digest is printed. (The scene is in pile_scene.h, the drawing in pile_drawing.h.)
 *
 *     cc -O2 -ffp-contract=off -o pile pile.c $(pkg-config --cflags --libs sepal) -lm */
#include "digest.h"
#include "pile_drawing.h"

#include <stdlib.h>

/* Wakes the bullets, on their way down. */
static void shoot(bodies *w) {
    for (uint32_t i = w->count - BULLETS; i < w->count; i++) {
        w->vy[i] = -SPEED;
        w->asleep[i] = false;
        w->still[i] = 0;
    }
}

/* --- A step ------------------------------------------------------------------------------------- */

/* Places runs of bodies that move, one after the other; the others are where they were. */
static bool place(pile *p) {
    const bodies *w = &p->bodies;
    for (uint32_t first = 0, end; first < w->count; first = end + 1) {
        for (end = first; end < w->count && is_moving(w, end); end++)
            continue;
        const sepal_poses poses = {.x = w->x + first, .y = w->y + first, .cos = w->cos + first, .sin = w->sin + first};
        if (end > first &&
            !done("place bodies", sepal_polys_place_range(p->world, first, p->models, p->model + first, &poses, end - first, NULL)))
            return false;
    }
    return true;
}

static bool touch(pile *p, size_t *found) {
    const sepal_filter filter = {.member = {p->member, p->member}, .mask = {p->mask, p->mask}};
    const sepal_contact_rule near = {.margin = FORESEEN};
    const sepal_contacts out = {.count = p->count,
                                .normal_x = p->normal_x,
                                .normal_y = p->normal_y,
                                .x = p->x,
                                .y = p->y,
                                .depth = p->depth,
                                .feature = p->feature};
    if (!done("find near pairs",
              sepal_polys_find_near(p->finder, p->world, p->world, &filter, FORESEEN, MOST_PAIRS, p->pairs, found)) ||
        !done("find contacts", sepal_polys_contacts_pairs(p->world, p->world, p->pairs, *found, &near, &out)))
        return false;
    solver_begin(&p->solver, &p->bodies, p->pairs, *found, &out);
    return true;
}

/* How much of its move in this step each bullet can make before it hits something. What it touches already (time 0) has contact
 * points, which hold it; if that counted as a hit, a bullet between bodies would never move again. */
static bool sweep_bullets(pile *p, float *part) {
    const bodies *w = &p->bodies;
    const sepal_moves moves = {p->move_x, p->move_y, 1};
    const sepal_hits out = {.time = p->hit_time};
    for (uint32_t k = 0; k < BULLETS; k++) {
        const uint32_t bullet = w->count - BULLETS + k;
        size_t others = 0;
        for (uint32_t i = 0; i < w->count - BULLETS; i++)
            p->pairs[others++] = (sepal_pair){bullet, i};
        part[k] = 1;
        if (!done("sweep the bullets", sepal_polys_sweep_pairs(p->world, &moves, p->world, &moves, p->pairs, others, NULL, &out)))
            return false;
        for (size_t i = 0; i < others; i++)
            if (p->hit_time[i] > 0)
                part[k] = lesser(part[k], p->hit_time[i]);
    }
    return true;
}

static bool move(pile *p) {
    bodies *w = &p->bodies;
    float part[BULLETS];
    for (uint32_t i = 0; i < w->count; i++) {
        const bool moving = is_moving(w, i);
        p->move_x[i] = moving ? SECONDS * w->vx[i] : 0;
        p->move_y[i] = moving ? SECONDS * w->vy[i] : 0;
    }
    if (!sweep_bullets(p, part))
        return false;
    for (uint32_t i = 0; i < w->count; i++) {
        if (!is_moving(w, i))
            continue;
        const float share = i >= w->count - BULLETS ? part[i - (w->count - BULLETS)] : 1;
        w->x[i] += share * p->move_x[i], w->y[i] += share * p->move_y[i];
        const float turn = SECONDS * w->spin[i], cosine = w->cos[i] - turn * w->sin[i], sine = w->sin[i] + turn * w->cos[i];
        const float length = sqrtf(cosine * cosine + sine * sine);
        w->cos[i] = cosine / length, w->sin[i] = sine / length;
    }
    return true;
}

static bool step(pile *p, size_t *pairs) {
    bodies *w = &p->bodies;
    for (uint32_t i = 0; i < w->count; i++)
        if (is_moving(w, i))
            w->vy[i] -= SECONDS * GRAVITY;
    if (!place(p) || !touch(p, pairs))
        return false;
    solver_run(&p->solver, w);
    if (!move(p))
        return false;
    solver_relax(&p->solver, w);
    solver_sleep(&p->solver, w);
    return true;
}

/* --- What is shown ------------------------------------------------------------------------------- */

/* Of all places and angles. */
static uint64_t digest(const bodies *w) {
    uint64_t hash = DIGEST_OF_NOTHING;
    for (uint32_t i = 0; i < w->count; i++) {
        const float numbers[] = {w->x[i], w->y[i], w->cos[i], w->sin[i]};
        hash = digest_more(hash, numbers, 4);
    }
    return hash;
}

static void report(const pile *p, int at, size_t pairs) {
    const bodies *w = &p->bodies;
    uint32_t awake = 0;
    float deepest = 0;
    for (uint32_t i = 0; i < w->count; i++)
        awake += is_moving(w, i);
    for (size_t k = 0; k < pairs; k++)
        for (int at_point = 0; at_point < p->count[k]; at_point++)
            deepest = greater(deepest, p->depth[2 * k + (size_t)at_point]);
    printf("%5.1f s  %5zu near pairs  %5zu points  %4u awake  deepest %.3f m\n", (double)at / 60, pairs,
           p->solver.count[p->solver.now], awake, (double)deepest);
}

static bool run(pile *p) {
    static const int moments[] = {110, 190, SHOT + 54, STEPS};
    int drawn = 0;
    for (int at = 1; at <= STEPS; at++) {
        size_t pairs;
        if (at == SHOT + 1)
            shoot(&p->bodies);
        if (!step(p, &pairs))
            return false;
        if (at % REPORT == 0)
            report(p, at, pairs);
        if (at == moments[drawn])
            draw(p, drawn++, at);
    }
    printf("digest %016llx\n", (unsigned long long)digest(&p->bodies));
    return true;
}

int main(int argc, char **argv) {
    static pile p;
    if (argc > 2 || (argc == 2 && !is_drawing(argv[1]))) {
        fputs("usage: pile [drawing.svg]\n", stderr);
        return EXIT_FAILURE;
    }
    if (argc == 2 && !begin_drawing(&p, argv[1]))
        return EXIT_FAILURE;
    bool ok = begin(&p) && run(&p);
    if (p.drawing != NULL && !close_drawing(p.drawing, "pile", argv[1]))
        ok = false;
    sepal_finder_destroy(p.finder);
    sepal_polys_destroy(p.models);
    sepal_polys_destroy(p.world);
    return ok && fflush(stdout) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
