/* traffic.c — which vehicles of recorded or simulated traffic collide?
 *
 *     traffic [--all] rows.csv     reads one state of one vehicle a line, below the header   scenario,t,id,type,x,y,yaw,length,width
 *     traffic [--all]              makes a busy crossing of its own
 *
 * The vehicles of one scenario at one time t are a frame. The rows of a frame may be anywhere in the file. Every pair of each frame
 * is tested; with --all, a finder looks for the pairs of each frame, which pays where frames have thousands of vehicles. x, y: the
 * centre of the vehicle; yaw: in radians; length: along the heading; width: across it, in the unit of x and y. Fields have no quotes,
 * numbers have no blanks around them, and there are no empty lines. The program ends at the first row that breaks these rules, and
 * prints its line number.
 *
 * The rows are read, or made up, by vehicles/rows.c and vehicles/crossing.c.
 *
 *     cc -O2 -o traffic traffic.c vehicles/crossing.c vehicles/rows.c $(pkg-config --cflags --libs sepal) -lm */
#include "vehicles/rows.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <sepal/sepal.h>

struct traffic {
    struct rows rows;
    size_t frames;
    uint64_t pairs;
    sepal_polys *boxes; /* vehicle i is box i */
    uint64_t *bits;     /* the answers: for each vehicle SEPAL_BIT_WORDS(later) words */
    /* What --all works with; without it, there is no finder. */
    sepal_finder *finder;
    sepal_polys *frame;
    sepal_pair *found;
    size_t room;
};

/* --- Frames and boxes ---------------------------------------------------------------------------------------------- */

static int compare_frames(const struct vehicle *a, const struct vehicle *b) {
    const int scenarios = strcmp(a->scenario, b->scenario);
    return scenarios != 0 ? scenarios : (a->t > b->t) - (a->t < b->t);
}

/* Orders rows by frame, and within a frame as in the file. */
static int compare_vehicles(const void *left, const void *right) {
    const struct vehicle *a = left, *b = right;
    const int frames = compare_frames(a, b);
    return frames != 0 ? frames : (a->line > b->line) - (a->line < b->line);
}

/* Sorts the rows, so that a frame is a range of rows, and counts the pairs to ask about. */
static bool make_frames(struct traffic *traffic) {
    struct vehicle *const v = traffic->rows.vehicles;
    uint64_t words = 0;
    qsort(v, traffic->rows.count, sizeof *v, compare_vehicles);
    for (size_t i = traffic->rows.count; i-- > 0;) {
        const bool last = i + 1 == traffic->rows.count || compare_frames(&v[i], &v[i + 1]) != 0;
        v[i].later = last ? 0 : v[i + 1].later + 1;
        traffic->frames += last;
        traffic->pairs += v[i].later;
        words += SEPAL_BIT_WORDS(v[i].later);
    }
    traffic->bits = words < SIZE_MAX / sizeof *traffic->bits ? calloc((size_t)words + 1, sizeof *traffic->bits) : NULL;
    return traffic->bits ? true : fail("keep the answers", "out of memory");
}

/* Makes one set of all vehicles. Map coordinates are large: around 5,000,000 m, where UTM northings are, neighbouring float32
 * values are half a metre apart. So the coordinates of each frame are taken relative to its first vehicle, in double, before they
 * are rounded. Different frames then lie on top of each other, but no pair has vehicles of two frames. */
static bool make_boxes(struct traffic *traffic) {
    struct box {
        float x, y, half_length, half_width, cos, sin;
    } *const box = calloc(traffic->rows.count + 1, sizeof *box);
    if (!box)
        return fail("make boxes", "out of memory");
    const struct vehicle *first = NULL;
    for (size_t i = 0; i < traffic->rows.count; ++i) {
        const struct vehicle *v = &traffic->rows.vehicles[i];
        if (i == 0 || v[-1].later == 0)
            first = v;
        box[i] = (struct box){(float)(v->x - first->x), (float)(v->y - first->y), (float)(v->length / 2),
                              (float)(v->width / 2),    (float)cos(v->yaw),       (float)sin(v->yaw)};
    }
    const size_t stride = sizeof *box / sizeof(float);
    const sepal_boxes rows = {.x = &box->x,
                              .y = &box->y,
                              .half_x = &box->half_length,
                              .half_y = &box->half_width,
                              .cos = &box->cos,
                              .sin = &box->sin,
                              .stride = stride};
    sepal_status status = sepal_polys_create(NULL, &traffic->boxes);
    if (status == SEPAL_OK)
        status = sepal_polys_add_boxes(traffic->boxes, &rows, traffic->rows.count, NULL, NULL);
    free(box);
    return status == SEPAL_OK ? true : fail("store the vehicles", sepal_status_text(status));
}

/* --- Questions and answers ----------------------------------------------------------------------------------------- */

/* Asks all pairs: each vehicle against those of its frame that follow it. */
static bool ask_each(const struct traffic *traffic) {
    uint64_t *bits = traffic->bits;
    for (size_t i = 0; i < traffic->rows.count; ++i) {
        const size_t later = traffic->rows.vehicles[i].later;
        const sepal_status status = sepal_polys_overlap_one(traffic->boxes, (uint32_t)i, traffic->boxes, i + 1, later, NULL, bits);
        if (status != SEPAL_OK)
            return fail("test a vehicle", sepal_status_text(status));
        bits += SEPAL_BIT_WORDS(later);
    }
    return true;
}

/* Puts the vehicles of the frame that begins with vehicle `first` into a set of their own. */
static sepal_status fill_frame(struct traffic *traffic, size_t first, size_t count) {
    sepal_status status = SEPAL_OK;
    sepal_polys_clear(traffic->frame);
    for (size_t i = first; i < first + count && status == SEPAL_OK; ++i) {
        const float *x, *y;
        size_t corners;
        status = sepal_polys_vertices(traffic->boxes, (uint32_t)i, &x, &y, &corners);
        if (status == SEPAL_OK)
            status = sepal_polys_add(traffic->frame, x, y, corners, NULL);
    }
    return status;
}

/* Finds the pairs of that set, with more room if they do not fit. */
static sepal_status find_in_frame(struct traffic *traffic, size_t *count) {
    sepal_status status;
    while ((status = sepal_polys_find_pairs(traffic->finder, traffic->frame, traffic->frame, NULL, NULL, traffic->room,
                                            traffic->found, count)) == SEPAL_TOO_SMALL) {
        free(traffic->found);
        traffic->found = calloc(*count, sizeof *traffic->found);
        traffic->room = traffic->found ? *count : 0;
        if (!traffic->found)
            return SEPAL_NO_MEMORY;
    }
    return status;
}

/* Asks all pairs by a finder, frame by frame. They come in ascending order, as the bits do. */
static bool ask_all(struct traffic *traffic) {
    uint64_t *bits = traffic->bits;
    for (size_t first = 0, size; first < traffic->rows.count; first += size) {
        size_t count = 0, k = 0;
        size = traffic->rows.vehicles[first].later + 1;
        sepal_status status = fill_frame(traffic, first, size);
        if (status == SEPAL_OK)
            status = find_in_frame(traffic, &count);
        if (status != SEPAL_OK)
            return fail("find pairs", sepal_status_text(status));
        for (size_t i = 0; i < size; ++i) {
            const size_t words = SEPAL_BIT_WORDS(size - i - 1);
            memset(bits, 0, words * sizeof *bits);
            for (; k < count && traffic->found[k].a == i; ++k) {
                const size_t bit = traffic->found[k].b - i - 1;
                bits[bit / 64] |= UINT64_C(1) << bit % 64;
            }
            bits += words;
        }
    }
    return true;
}

static bool ask(struct traffic *traffic) {
    return traffic->finder ? ask_all(traffic) : ask_each(traffic);
}

static bool make_finder(struct traffic *traffic) {
    sepal_status status = sepal_finder_create(NULL, &traffic->finder);
    if (status == SEPAL_OK)
        status = sepal_polys_create(NULL, &traffic->frame);
    return status == SEPAL_OK ? true : fail("make a finder", sepal_status_text(status));
}

static bool list_collisions(const struct traffic *traffic) {
    const uint64_t *bits = traffic->bits;
    uint64_t collisions = 0;
    for (size_t i = 0; i < traffic->rows.count; ++i) {
        const struct vehicle *a = &traffic->rows.vehicles[i];
        for (size_t k = 0; k < a->later; ++k) {
            if ((bits[k / 64] >> k % 64 & 1) == 0)
                continue;
            const struct vehicle *b = a + 1 + k;
            printf("%s, t = %.15g: %s %s and %s %s collide\n", a->scenario, a->t, a->type, a->id, b->type, b->id);
            ++collisions;
        }
        bits += SEPAL_BIT_WORDS(a->later);
    }
    const size_t states = traffic->rows.count, frames = traffic->frames;
    printf("%zu vehicle state%s, %zu frame%s, %" PRIu64 " pair%s, %" PRIu64 " collision%s\n", states, states == 1 ? "" : "s",
           frames, frames == 1 ? "" : "s", traffic->pairs, traffic->pairs == 1 ? "" : "s", collisions, collisions == 1 ? "" : "s");
    return true;
}

/* Times only the questions. One round may take microseconds, so rounds are repeated until the clock can measure them. */
static bool print_rate(struct traffic *traffic) {
    double seconds = 0, rounds = 0;
    clock_t start = clock();
    while (seconds < 0.1) {
        if (!ask(traffic))
            return false;
        seconds = (double)(clock() - start) / (double)CLOCKS_PER_SEC;
        ++rounds;
    }
    printf("rate: %.1f million pairs a second (%s, mean of %.0f rounds)\n", 1e-6 * rounds * (double)traffic->pairs / seconds,
           sepal_isa(), rounds);
    return true;
}

int main(int argc, char **argv) {
    const bool all = argc > 1 && strcmp(argv[1], "--all") == 0;
    const char *file = argc > 1 + all ? argv[1 + all] : NULL;
    if (argc > 2 + all) {
        fputs("usage: traffic [--all] [rows.csv]\n", stderr);
        return EXIT_FAILURE;
    }
    struct traffic traffic = {.rows = {.name = file ? file : "crossing"}};
    bool ok = (file ? read_file(&traffic.rows) : write_crossing(&traffic.rows)) && read_rows(&traffic.rows) &&
              make_frames(&traffic) && make_boxes(&traffic) && (!all || make_finder(&traffic)) && ask(&traffic) &&
              list_collisions(&traffic) && print_rate(&traffic);
    if (fflush(stdout) != 0 || ferror(stdout))
        ok = fail("write", strerror(errno));
    sepal_polys_destroy(traffic.boxes);
    sepal_polys_destroy(traffic.frame);
    sepal_finder_destroy(traffic.finder);
    free(traffic.found);
    free(traffic.bits);
    free(traffic.rows.vehicles);
    free(traffic.rows.text);
    return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}
