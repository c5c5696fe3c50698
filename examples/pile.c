/* pile.c — two thousand bodies of many shapes fall into a box, pile up, come to rest, and are shot at.
 *
 *     pile [drawing.svg]
 *
 * sepal is the whole of collision detection here. In each step the bodies that move are placed (sepal_polys_place_range; those that
 * sleep, and the walls, cost nothing), near pairs are found (sepal_polys_find_near), and their contact points
 * (sepal_polys_contacts_pairs), which the solver in pile_solver.h turns into impulses. Bullets move farther than their own size in a
 * step; they go as far as the first thing that they hit (sepal_polys_sweep_pairs). Four moments are drawn: layers that fell
 * together have one colour, bullets are red. Only + - * / and sqrt are used, each rounded by itself, so the last state is the same on
 * every machine, to the last bit; its digest is printed.
 *
 *     cc -O2 -ffp-contract=off -o pile pile.c $(pkg-config --cflags --libs sepal) -lm */
#include "pile_solver.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    WALLS = 3,
    COLUMNS = 40,
    ROWS = 50,
    BULLETS = 6,
    FALLING = COLUMNS * ROWS,
    STEPS = 900,
    SHOT = 600,
    REPORT = 60,
    MODELS = 9
};

#define WIDTH  64.0F  /* m, of the box */
#define HEIGHT 100.0F /* m, of its walls */
#define SHOWN  36.0F  /* m, of the box in the drawing */
#define APART  1.5F   /* m, between bodies before they fall */
#define SPEED  150.0F /* m/s, of a bullet */

/* The models: a radius around vertices, and what their mass (per m² and 1) and moment of inertia are. */
static const struct {
    float radius;
    size_t count;
    float x[6], y[6];
    float mass, inertia;
} MODEL[MODELS] = {
    {0, 4, {-WIDTH, WIDTH, WIDTH, -WIDTH}, {-2, -2, 2, 2}, 0, 0},     /* floor */
    {0, 4, {-2, 2, 2, -2}, {-HEIGHT, -HEIGHT, HEIGHT, HEIGHT}, 0, 0}, /* wall */
    {0.4F, 1, {0}, {0}, 20, 1.6F},                                    /* bullet */
    {0, 4, {-0.5F, 0.5F, 0.5F, -0.5F}, {-0.5F, -0.5F, 0.5F, 0.5F}, 1, 0.1667F},
    {0, 4, {-0.7F, 0.7F, 0.7F, -0.7F}, {-0.35F, -0.35F, 0.35F, 0.35F}, 0.98F, 0.2F},
    {0, 3, {-0.6F, 0.6F, 0}, {-0.4F, -0.4F, 0.8F}, 0.72F, 0.104F},
    {0, 6, {0.6F, 0.3F, -0.3F, -0.6F, -0.3F, 0.3F}, {0, 0.52F, 0.52F, 0, -0.52F, -0.52F}, 0.936F, 0.14F},
    {0.5F, 1, {0}, {0}, 0.785F, 0.098F},
    {0.3F, 2, {-0.4F, 0.4F}, {0, 0}, 0.763F, 0.14F},
};
enum { FLOOR, WALL, BULLET, FIRST_FALLING };

typedef struct pile {
    sepal_polys *models, *world;
    sepal_finder *finder;
    bodies bodies;
    uint32_t model[MOST_BODIES], member[MOST_BODIES], mask[MOST_BODIES];
    float move_x[MOST_BODIES], move_y[MOST_BODIES]; /* in a step */
    sepal_pair pairs[MOST_PAIRS];
    uint8_t count[MOST_PAIRS];
    float normal_x[MOST_PAIRS], normal_y[MOST_PAIRS], x[MOST_POINTS], y[MOST_POINTS], depth[MOST_POINTS];
    uint32_t feature[MOST_POINTS];
    float hit_time[MOST_BODIES];
    solver solver;
    FILE *drawing; /* or NULL */
} pile;

static bool done(const char *what, sepal_status status) {
    if (status != SEPAL_OK)
        fprintf(stderr, "pile: cannot %s: %s\n", what, sepal_status_text(status));
    return status == SEPAL_OK;
}

/* --- The scene --------------------------------------------------------------------------------- */

static void add_body(pile *p, uint32_t model, float x, float y) {
    bodies *w = &p->bodies;
    const uint32_t i = w->count++;
    const bool fixed = model < BULLET;
    p->model[i] = model;
    w->x[i] = x, w->y[i] = y, w->cos[i] = 1;
    if (!fixed)
        w->light[i] = 1 / MODEL[model].mass, w->agile[i] = 1 / MODEL[model].inertia;
    p->member[i] = fixed ? 1 : 2; /* walls meet bodies only */
    p->mask[i] = fixed ? 2 : 3;
}

/* A quarter turn and less, by a rational point of the circle. */
static void turn_body(bodies *w, uint32_t i, float t) {
    w->cos[i] = (1 - t * t) / (1 + t * t);
    w->sin[i] = 2 * t / (1 + t * t);
}

static bool begin(pile *p) {
    if (!done("make the sets", sepal_polys_create(NULL, &p->models)) ||
        !done("make the sets", sepal_polys_create(NULL, &p->world)) ||
        !done("make the finder", sepal_finder_create(NULL, &p->finder)))
        return false;
    for (size_t m = 0; m < MODELS; m++)
        if (!done("add a model", sepal_polys_add_round(p->models, MODEL[m].x, MODEL[m].y, MODEL[m].count, MODEL[m].radius, NULL)))
            return false;
    add_body(p, FLOOR, 0, -2);
    add_body(p, WALL, -WIDTH / 2 - 2, HEIGHT);
    add_body(p, WALL, WIDTH / 2 + 2, HEIGHT);
    uint32_t random = 1;
    for (int row = 0; row < ROWS; row++)
        for (int column = 0; column < COLUMNS; column++) {
            random = random * 1664525U + 1013904223U; /* Knuth, The Art of Computer Programming, volume 2, section 3.3.4 */
            const float jitter = (float)(random >> 24) / 1024 - 0.125F;
            add_body(p, FIRST_FALLING + (random >> 16) % (MODELS - FIRST_FALLING),
                     APART * ((float)column - 0.5F * (COLUMNS - 1)) + jitter, 2 + APART * (float)row);
            turn_body(&p->bodies, p->bodies.count - 1, (float)(random >> 8 & 255) / 255);
        }
    for (int k = 0; k < BULLETS; k++) /* they wait above */
        add_body(p, BULLET, 8 * ((float)k - 0.5F * (BULLETS - 1)), HEIGHT + 10);
    for (uint32_t i = p->bodies.count - BULLETS; i < p->bodies.count; i++)
        p->bodies.asleep[i] = true, p->bodies.still[i] = SLEEPY;
    const sepal_poses poses = {.x = p->bodies.x, .y = p->bodies.y, .cos = p->bodies.cos, .sin = p->bodies.sin};
    return done("place the bodies", sepal_polys_place(p->world, p->models, p->model, &poses, p->bodies.count, NULL));
}

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
    const sepal_rule near = {.margin = FORESEEN};
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

/* How much of its move in this step each bullet can make before it hits something. */
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

static uint32_t bits_of(float number) {
    uint32_t bits;
    memcpy(&bits, &number, sizeof bits);
    return bits;
}

/* FNV-1a (Fowler, Noll, Vo) of all places and angles. */
static uint64_t digest(const bodies *w) {
    uint64_t hash = UINT64_C(14695981039346656037);
    for (uint32_t i = 0; i < w->count; i++) {
        const uint32_t numbers[] = {bits_of(w->x[i]), bits_of(w->y[i]), bits_of(w->cos[i]), bits_of(w->sin[i])};
        for (int k = 0; k < 16; k++)
            hash = (hash ^ (numbers[k / 4] >> 8 * (k % 4) & 255)) * UINT64_C(1099511628211);
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

static int hundredths(float v) {
    return (int)floorf(100 * v + 0.5F);
}

static void draw_body(FILE *file, const pile *p, uint32_t i) {
    const float *x, *y;
    size_t count;
    if (sepal_polys_vertices(p->world, i, &x, &y, &count) != SEPAL_OK || fabsf(x[0]) > WIDTH / 2 || y[0] > SHOWN)
        return;
    fprintf(file, "M%d %dl", hundredths(x[0]), -hundredths(y[0]));
    for (size_t k = 1; k < count; k++)
        fprintf(file, "%d %d ", hundredths(x[k]) - hundredths(x[k - 1]), hundredths(y[k - 1]) - hundredths(y[k]));
    fprintf(file, count == 1 ? "0 0z" : "z");
}

/* One panel of the strip: a path for all bodies of one model and colour. */
static void draw(const pile *p, int panel, int at) {
    static const char *const colours[] = {"#26547c", "#2a9d8f", "#e9c46a", "#f4a261", "#8ab17d"};
    enum { BANDS = sizeof colours / sizeof colours[0] };
    const int width = hundredths(WIDTH), height = hundredths(SHOWN);
    if (p->drawing == NULL)
        return;
    fprintf(p->drawing,
            "<g transform=\"translate(%d %d)\"><path d=\"M%d %dV0H%dV%d\" fill=\"none\" stroke=\"#888\" stroke-width=\"20\"/>\n",
            (panel % 2) * (width + 300) + width / 2 + 150, (panel / 2 + 1) * (height + 500) - 300, -width / 2, -height, width / 2,
            -height);
    for (uint32_t model = BULLET; model < MODELS; model++)
        for (int band = 0; band < (model == BULLET ? 1 : BANDS); band++) {
            const char *colour = model == BULLET ? "#d00000" : colours[band];
            fprintf(p->drawing, "<path fill=\"%s\" stroke=\"%s\" stroke-width=\"%d\" d=\"", colour, colour,
                    2 * hundredths(MODEL[model].radius));
            for (uint32_t i = WALLS; i < p->bodies.count; i++)
                if (p->model[i] == model && (model == BULLET || (int)(i - WALLS) / (FALLING / BANDS) == band))
                    draw_body(p->drawing, p, i);
            fprintf(p->drawing, "\"/>\n");
        }
    fprintf(p->drawing, "<text y=\"230\">%.1f s</text></g>\n", (double)at / 60);
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

static bool finish_drawing(FILE *file, const char *name) {
    fprintf(file, "</svg>\n");
    const bool written = !ferror(file);
    if (fclose(file) == 0 && written)
        return true;
    fprintf(stderr, "pile: cannot draw: %s\n", name);
    return false;
}

int main(int argc, char **argv) {
    static pile p;
    if (argc > 2) {
        fputs("usage: pile [drawing.svg]\n", stderr);
        return EXIT_FAILURE;
    }
    if (argc == 2 && (p.drawing = fopen(argv[1], "w")) == NULL) {
        fprintf(stderr, "pile: cannot draw: %s\n", argv[1]);
        return EXIT_FAILURE;
    }
    if (p.drawing != NULL)
        fprintf(p.drawing,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\" font-size=\"200\" "
                "text-anchor=\"middle\" stroke-linecap=\"round\" stroke-linejoin=\"round\">\n<title>%d bodies pile up</title>\n"
                "<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n",
                2 * (hundredths(WIDTH) + 300), 2 * (hundredths(SHOWN) + 500), FALLING);
    bool ok = begin(&p) && run(&p);
    if (p.drawing != NULL && !finish_drawing(p.drawing, argv[1]))
        ok = false;
    sepal_finder_destroy(p.finder);
    sepal_polys_destroy(p.models);
    sepal_polys_destroy(p.world);
    return ok && fflush(stdout) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
