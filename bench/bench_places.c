/* bench_places.c — the shapes of a set that overlap windows, boxes parallel to the axes, or that contain points. ns a window or a point;
 * the tree is made before. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "question.h"
#include "questions.h"
#include "scenes.h"

/* Each shape overlaps seven others or so. */
static const scene_recipe recipe = {"boxes, 100 000", SCENE_BOXES, SCENE_ANY, 4, 4, 510, 0, 0, 100000, 1};
static const float window_half = 4;
enum { WINDOWS = 4096, POINTS = 65536 };

typedef struct places_question {
    question base;
    scene scene;
    sepal_finder *finder;
    peer_window *windows;
    float *points;      /* x, then y */
    size_t room, found; /* of what a peer finds, which may be more than there is */
    sepal_pair *of_a_peer;
} places_question;

/* --- Windows, a call for each --------------------------------------------------------------------------------------------------- */

static sepal_status ask_window(const places_question *f, uint32_t k, size_t room, uint32_t *shapes, size_t *found) {
    const peer_window *w = &f->windows[k];
    return sepal_polys_find_in(f->finder, w->low_x, w->low_y, w->high_x, w->high_y, NULL, NULL, room, shapes, found);
}

static sepal_status ask_in(question *q, void *answers) {
    uint32_t *to = answers;
    size_t left = q->bytes / sizeof *to, found = 0;
    sepal_status status = SEPAL_OK;
    for (uint32_t k = 0; k < WINDOWS && status == SEPAL_OK; k++, to += found, left -= found)
        status = ask_window((places_question *)q, k, left, to, &found);
    return status;
}

/* Windows around the first shapes. */
static bool build_windows(places_question *f) {
    size_t found = 0, all = 0;
    f->windows = calloc(WINDOWS, sizeof *f->windows);
    if (f->windows == NULL)
        return false;
    for (uint32_t k = 0; k < WINDOWS; k++, all += found) {
        const float *x, *y;
        size_t count;
        if (sepal_polys_vertices(f->scene.polys, k, &x, &y, &count) != SEPAL_OK)
            return false;
        f->windows[k] = (peer_window){x[0] - window_half, y[0] - window_half, x[0] + window_half, y[0] + window_half};
        if (ask_window(f, k, 0, NULL, &found) != SEPAL_TOO_SMALL)
            return false;
    }
    f->base.items = WINDOWS;
    f->base.bytes = all * sizeof(uint32_t);
    return true;
}

static void ask_peer_in(question *q, const peer *who, void *shapes, void *answers) {
    places_question *f = (places_question *)q;
    (void)answers;
    f->found = who->find_in(shapes, f->windows, WINDOWS, f->room, f->of_a_peer);
}

/* The exact answers are the shapes alone: here with the numbers of the windows. */
static size_t judge_in(question *q, const peer *who) {
    const places_question *f = (places_question *)q;
    const uint32_t *shapes = q->exact;
    const size_t count = q->bytes / sizeof *shapes;
    sepal_pair *exact = calloc(count, sizeof *exact);
    size_t at = 0, found = 0;
    (void)who;
    if (exact == NULL)
        return count;
    for (uint32_t k = 0; k < WINDOWS; k++, at += found) {
        (void)ask_window(f, k, 0, NULL, &found);
        for (size_t i = at; i < at + found; i++)
            exact[i] = (sepal_pair){k, shapes[i]};
    }
    const size_t wrong = question_wrong_pairs(f->of_a_peer, f->found, f->room, exact, count);
    free(exact);
    return wrong;
}

/* --- Points, all in one call ---------------------------------------------------------------------------------------------------- */

static sepal_points points_of(const places_question *f) {
    return (sepal_points){.x = f->points, .y = f->points + POINTS};
}

static sepal_status ask_at(question *q, void *answers) {
    const places_question *f = (places_question *)q;
    const sepal_points points = points_of(f);
    size_t found;
    return sepal_polys_find_at(f->finder, &points, POINTS, NULL, NULL, q->bytes / sizeof(sepal_pair), answers, &found);
}

/* Points at the fractional parts of the multiples of two irrational numbers. */
static bool build_points(places_question *f) {
    static const double irrational[] = {0.618033988749895, 0.7548776662466927};
    size_t found = 0;
    f->points = calloc(2 * (size_t)POINTS, sizeof *f->points);
    if (f->points == NULL)
        return false;
    for (size_t k = 0; k < 2 * (size_t)POINTS; k++) {
        const double share = (double)(k % POINTS) * irrational[k / POINTS];
        f->points[k] = (float)((share - floor(share)) * (double)recipe.side);
    }
    const sepal_points points = points_of(f);
    if (sepal_polys_find_at(f->finder, &points, POINTS, NULL, NULL, 0, NULL, &found) != SEPAL_TOO_SMALL)
        return false;
    f->base.items = POINTS;
    f->base.bytes = found * sizeof(sepal_pair);
    return true;
}

static void ask_peer_at(question *q, const peer *who, void *shapes, void *answers) {
    places_question *f = (places_question *)q;
    const sepal_points points = points_of(f);
    (void)answers;
    f->found = who->find_at(shapes, &points, POINTS, f->room, f->of_a_peer);
}

static size_t judge_at(question *q, const peer *who) {
    const places_question *f = (places_question *)q;
    (void)who;
    return question_wrong_pairs(f->of_a_peer, f->found, f->room, q->exact, q->bytes / sizeof(sepal_pair));
}

/* --- Both ------------------------------------------------------------------------------------------------------------------------ */

static bool build(places_question *f, bool (*build_places)(places_question *f), size_t bytes_of_one) {
    if (!scene_build(&recipe, &f->scene) || sepal_finder_create(NULL, &f->finder) != SEPAL_OK ||
        sepal_polys_find_build(f->finder, f->scene.polys) != SEPAL_OK || !build_places(f))
        return false;
    f->base.shapes = f->scene.polys;
    f->room = 2 * f->base.bytes / bytes_of_one;
    f->of_a_peer = calloc(f->room, sizeof *f->of_a_peer);
    return f->of_a_peer != NULL;
}

static bool build_in(question *q) {
    return build((places_question *)q, build_windows, sizeof(uint32_t));
}

static bool build_at(question *q) {
    return build((places_question *)q, build_points, sizeof(sepal_pair));
}

static void release(question *q) {
    places_question *f = (places_question *)q;
    scene_free(&f->scene);
    free(f->windows);
    free(f->points);
    free(f->of_a_peer);
    sepal_finder_destroy(f->finder);
}

static const question_kind in_windows = {.name = "find in",
                                         .build = build_in,
                                         .ask = ask_in,
                                         .release = release,
                                         .ask_peer = ask_peer_in,
                                         .judge = judge_in},
                           at_points = {.name = "find at",
                                        .build = build_at,
                                        .ask = ask_at,
                                        .release = release,
                                        .ask_peer = ask_peer_at,
                                        .judge = judge_at};

void bench_places_add(void) {
    question *of_windows = question_add(&in_windows, recipe.name, sizeof(places_question));
    for (size_t i = 0; peers[i]; i++)
        if (peers[i]->find_in)
            question_offer(of_windows, peers[i], recipe.most, false);
    question *of_points = question_add(&at_points, recipe.name, sizeof(places_question));
    for (size_t i = 0; peers[i]; i++)
        if (peers[i]->find_at)
            question_offer(of_points, peers[i], recipe.most, false);
}
