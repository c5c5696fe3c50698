/* bench_doubles.c — sets of doubles: which shapes of maps and boards overlap, and which points are in parcels? Beside each, the same asked
 * of a float set whose vertices are relative to a near origin and rounded: its answers are those about other shapes. */
#include "question.h"
#include "questions.h"

#include <math.h>
#include <stdlib.h>

#define SIDE        64 /* of the square of shapes */
#define SHAPES      (SIDE * SIDE)
#define POINTS      16384
#define PAIRS       (1 << 18)
#define MOST        64
#define UTM_X       500123.4567
#define UTM_Y       5400123.4567
#define GOLDEN      0.618033988749895
#define PLASTIC     0.7548776662466927
#define PLASTIC_TOO 0.5698402909980532
#define TWO_PI      6.283185307179586

typedef enum doubles_form {
    BOXES,    /* turned rectangles of half extents from 0.5 to 1.5 */
    POLYGONS, /* on ellipses, as those of scenes.h */
    PARCELS,  /* a grid with each corner moved at random by up to a fifth: neighbours share corners */
    BRICKS,   /* rows of rectangles, every second row by a half: corners lie on the edges of the next row */
    CELLS,    /* Voronoi cells of a grid of points moved at random */
    TRACKS,   /* rectangles at multiples of 45 degrees */
    SEGMENTS, /* segments at multiples of 45 degrees */
    WIRES,    /* segments side by side in a grid */
    PADS      /* points of a grid */
} doubles_form;

/* unit: how long 1 is. step: coordinates are rounded to multiples of it; 0 = to doubles. radius, margin: in units of coordinates. */
typedef struct doubles_recipe {
    const char *name;
    doubles_form form;
    unsigned least, most;
    bool points;
    double x, y, unit, step, radius, margin;
} doubles_recipe;

static const doubles_recipe recipes[] = {
    {"UTM boxes", BOXES, 4, 4, false, UTM_X, UTM_Y, 10, 0, 0, 0},
    {"UTM 8", POLYGONS, 8, 8, false, UTM_X, UTM_Y, 10, 0, 0, 0},
    {"UTM 3-16", POLYGONS, 3, 16, false, UTM_X, UTM_Y, 10, 0, 0, 0},
    {"UTM 17", POLYGONS, 17, 17, false, UTM_X, UTM_Y, 10, 0, 0, 0},
    {"UTM 64", POLYGONS, 64, 64, false, UTM_X, UTM_Y, 10, 0, 0, 0},
    {"UTM parcels", PARCELS, 4, 4, false, UTM_X, UTM_Y, 25, 0, 0, 0},
    {"UTM bricks", BRICKS, 4, 4, false, UTM_X, UTM_Y, 25, 0, 0, 0},
    {"UTM Voronoi", CELLS, 3, MOST, false, UTM_X, UTM_Y, 25, 1e-4, 0, 0},
    {"nanometres", TRACKS, 4, 4, false, 1e8, 5e7, 2e5, 1, 0, 0},
    {"degrees", BOXES, 4, 4, false, 9.1234567, 48.7654321, 1e-4, 0, 0, 0},
    {"UTM points in parcels", PARCELS, 4, 4, true, UTM_X, UTM_Y, 25, 0, 0, 0},
    {"nanometre tracks", SEGMENTS, 2, 2, false, 1e8, 5e7, 2e5, 1, 25000, 50000},
    {"UTM 64 with radii", POLYGONS, 64, 64, false, UTM_X, UTM_Y, 10, 0, 0.3, 0},
    {"UTM buses", BOXES, 4, 4, false, UTM_X, UTM_Y, 10, 0, 0.3, 0},
    {"tracks in mm", WIRES, 2, 2, false, 0, 0, 0.35, 0.001, 0.075, 0.2},
    {"pads in mm", PADS, 1, 1, false, 0, 0, 2.54, 0.001, 0.6, 1.34},
};
enum { RECIPES = sizeof recipes / sizeof recipes[0] };

typedef struct doubles_question {
    question base;
    const doubles_recipe *recipe;
    bool rounded; /* the set of floats is asked */
    sepal_polys *set, *inner;
    sepal_pair *pairs;
} doubles_question;

typedef struct doubles_outline {
    double x[MOST], y[MOST];
    size_t count;
} doubles_outline;

static void push(doubles_outline *o, double x, double y) {
    o->x[o->count] = x;
    o->y[o->count++] = y;
}

/* Evenly spread numbers from 0 to 1: the fractional parts of the multiples of an irrational number. */
static double spread(uint32_t i, double irrational) {
    const double value = i * irrational;
    return value - floor(value);
}

static void push_box(doubles_outline *o, double x, double y, double angle, double half_x, double half_y) {
    const double ux = half_x * cos(angle), uy = half_x * sin(angle), vx = -half_y * sin(angle), vy = half_y * cos(angle);
    push(o, x - ux - vx, y - uy - vy);
    push(o, x + ux - vx, y + uy - vy);
    push(o, x + ux + vx, y + uy + vy);
    push(o, x - ux + vx, y - uy + vy);
}

/* Corner or site (i, j) of a grid. */
static void grid_point(uint32_t i, uint32_t j, double moved, double *x, double *y) {
    const uint32_t number = i * (SIDE + 8) + j;
    *x = i + moved * (spread(number, GOLDEN) - 0.5);
    *y = j + moved * (spread(number, PLASTIC) - 0.5);
}

/* What is nearer to (x, y) than to another site. */
static void cut(doubles_outline *o, double x, double y, double other_x, double other_y) {
    doubles_outline kept = {.count = 0};
    const double nx = other_x - x, ny = other_y - y, middle = (nx * (x + other_x) + ny * (y + other_y)) * 0.5;
    for (size_t k = 0; k < o->count; k++) {
        const size_t next = (k + 1) % o->count;
        const double here = nx * o->x[k] + ny * o->y[k] - middle, there = nx * o->x[next] + ny * o->y[next] - middle;
        if (here <= 0)
            push(&kept, o->x[k], o->y[k]);
        if ((here < 0 && there > 0) || (here > 0 && there < 0)) {
            const double share = here / (here - there);
            push(&kept, o->x[k] + share * (o->x[next] - o->x[k]), o->y[k] + share * (o->y[next] - o->y[k]));
        }
    }
    *o = kept;
}

/* Shape k, where 1 is as long as the recipe says. */
static void make_outline(const doubles_recipe *r, uint32_t k, doubles_outline *o) {
    const uint32_t i = 2 + k % SIDE, j = 2 + k / SIDE;
    const double half_x = 0.5 + spread(k, PLASTIC_TOO), half_y = 0.5 + spread(k, 0.414213562373095);
    double x = 40 * spread(k, GOLDEN), y = 40 * spread(k, PLASTIC);
    o->count = 0;
    switch (r->form) {
    case BOXES:
        push_box(o, x, y, TWO_PI * spread(k, 0.732050807568877), half_x, half_y);
        break;
    case SEGMENTS: {
        const double angle = TWO_PI / 8 * (k % 8);
        push(o, x - half_x * cos(angle), y - half_x * sin(angle));
        push(o, x + half_x * cos(angle), y + half_x * sin(angle));
        break;
    }
    case WIRES:
        push(o, 6 * i, j);
        push(o, 6 * i + 5, j);
        break;
    case PADS:
        push(o, i, j);
        break;
    case TRACKS:
        push_box(o, x, y, TWO_PI / 8 * (k % 8), half_x, 0.2);
        break;
    case POLYGONS: {
        const uint32_t count = r->least + k % (r->most - r->least + 1);
        for (uint32_t n = 0; n < count; n++) {
            const double angle = TWO_PI * (n + 0.15 + 0.7 * spread(k * MOST + n, GOLDEN)) / count;
            push(o, x + 1.2 * half_x * cos(angle), y + 1.2 * half_y * sin(angle));
        }
        break;
    }
    case PARCELS:
        for (uint32_t corner = 0; corner < 4; corner++) {
            grid_point(i + (corner == 1 || corner == 2), j + corner / 2, 0.4, &x, &y);
            push(o, x, y);
        }
        break;
    case BRICKS:
        push_box(o, 2 * i + j % 2, j, 0, 1, 0.5);
        break;
    case CELLS:
        grid_point(i, j, 0.8, &x, &y);
        push_box(o, x, y, 0, 2, 2);
        for (uint32_t n = 0; n < 25; n++) {
            double other_x, other_y;
            grid_point(i + n % 5 - 2, j + n / 5 - 2, 0.8, &other_x, &other_y);
            if (n != 12)
                cut(o, x, y, other_x, other_y);
        }
        break;
    }
}

/* The nearest multiple of a step of 1, or of one that is the inverse of a whole number: the nearest double, as a decimal is read. */
static double rounded_to(double value, double step) {
    return step >= 1 ? floor(value / step + 0.5) * step : floor(value / step + 0.5) / floor(1 / step + 0.5);
}

/* Adds an outline to one set or the other; what rounding has bent becomes a point in both. */
static bool add_outline(const doubles_question *s, sepal_polys *set, const doubles_outline *o, size_t count) {
    const doubles_recipe *r = s->recipe;
    float float_x[MOST], float_y[MOST];
    double x[MOST], y[MOST];
    for (size_t k = 0; k < count; k++) {
        x[k] = r->x + r->unit * o->x[k];
        y[k] = r->y + r->unit * o->y[k];
        if (r->step > 0) {
            x[k] = rounded_to(x[k], r->step);
            y[k] = rounded_to(y[k], r->step);
        }
        float_x[k] = (float)(x[k] - r->x);
        float_y[k] = (float)(y[k] - r->y);
    }
    const float radius = (float)r->radius;
    sepal_status status = s->rounded ? sepal_polys_add_round(set, float_x, float_y, count, radius, NULL)
                                     : sepal_polys_add_round_doubles(set, x, y, count, r->radius, NULL);
    if (status == SEPAL_BAD_SHAPE)
        status = s->rounded ? sepal_polys_add(set, float_x, float_y, 1, NULL) : sepal_polys_add_doubles(set, x, y, 1, NULL);
    return status == SEPAL_OK;
}

static sepal_polys *new_set(const doubles_question *s) {
    sepal_polys *set = NULL;
    const sepal_status status =
        s->rounded ? sepal_polys_create(NULL, &set) : sepal_polys_create_doubles(NULL, s->recipe->x, s->recipe->y, &set);
    return status == SEPAL_OK ? set : NULL;
}

/* Points in the boxes around parcels; some two of three are in the parcel. */
static bool build_points(doubles_question *s) {
    s->inner = new_set(s);
    for (uint32_t k = 0; k < POINTS && s->inner != NULL; k++) {
        doubles_outline o;
        make_outline(s->recipe, k % SHAPES, &o);
        o.x[0] += spread(k, GOLDEN) * (o.x[2] - o.x[0]);
        o.y[0] += spread(k, PLASTIC) * (o.y[2] - o.y[0]);
        if (!add_outline(s, s->inner, &o, 1))
            return false;
        s->pairs[k] = (sepal_pair){k % SHAPES, k};
    }
    s->base.items = POINTS;
    return s->inner != NULL;
}

static bool build(question *q) {
    doubles_question *s = (doubles_question *)q;
    sepal_finder *finder = NULL;
    bool fine = (s->set = new_set(s)) != NULL && (s->pairs = malloc(PAIRS * sizeof *s->pairs)) != NULL;
    for (uint32_t k = 0; k < SHAPES && fine; k++) {
        doubles_outline o;
        make_outline(s->recipe, k, &o);
        fine = add_outline(s, s->set, &o, o.count);
    }
    if (fine && s->recipe->points)
        fine = build_points(s);
    else if (fine)
        fine =
            sepal_finder_create(NULL, &finder) == SEPAL_OK &&
            sepal_polys_find_near(finder, s->set, s->set, NULL, (float)s->recipe->margin, PAIRS, s->pairs, &q->items) == SEPAL_OK;
    sepal_finder_destroy(finder);
    q->bytes = SEPAL_BIT_WORDS(q->items) * sizeof(uint64_t);
    q->shapes = s->set;
    q->partners = s->inner;
    return fine;
}

static sepal_status ask(question *q, void *answers) {
    const doubles_question *s = (doubles_question *)q;
    if (s->recipe->points)
        return sepal_polys_contains_pairs(s->set, s->inner, s->pairs, q->items, NULL, answers);
    const double margin = s->recipe->margin;
    const sepal_rule rule = {SEPAL_TOUCHING_OVERLAPS, s->rounded ? (float)margin : 0, s->rounded ? 0 : margin};
    return sepal_polys_overlap_pairs(s->set, s->set, s->pairs, q->items, &rule, answers);
}

static void ask_peer(question *q, const peer *who, void *shapes, void *answers) {
    const doubles_question *s = (doubles_question *)q;
    (s->recipe->points ? who->contain : who->overlap)(shapes, s->pairs, q->items, answers);
}

static void release(question *q) {
    doubles_question *s = (doubles_question *)q;
    sepal_polys_destroy(s->set);
    sepal_polys_destroy(s->inner);
    free(s->pairs);
}

static const question_kind kinds[2] = {
    {.name = "doubles", .build = build, .ask = ask, .release = release, .ask_peer = ask_peer, .judge = question_wrong_bits},
    {.name = "doubles rounded", .build = build, .ask = ask, .release = release},
};

void bench_doubles_add(void) {
    for (size_t k = 0; k < RECIPES; k++)
        for (int rounded = 0; rounded < 2; rounded++) {
            question *q = question_add(&kinds[rounded], recipes[k].name, sizeof(doubles_question));
            ((doubles_question *)q)->recipe = &recipes[k];
            ((doubles_question *)q)->rounded = rounded != 0;
            for (size_t i = 0; peers[i] && !rounded; i++)
                if (peers[i]->doubles && recipes[k].radius == 0 &&
                    (recipes[k].points ? peers[i]->contain != NULL : peers[i]->overlap != NULL))
                    question_offer(q, peers[i], recipes[k].most, false);
        }
}
