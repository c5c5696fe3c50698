/* traffic.c — which vehicles of recorded or simulated traffic collide?
 *
 *     traffic [--all] rows.csv     reads one state of one vehicle a line, below the header   scenario,t,id,type,x,y,yaw,length,width
 *     traffic [--all]              makes a busy crossing of its own
 *
 * The vehicles of one scenario at one time t are a frame. The rows of a frame may be anywhere in the file. Every pair of each frame
 * is tested; with --all, a finder looks for the pairs of each frame, which pays where frames have thousands of vehicles. x, y: the centre of the vehicle; yaw: in radians; length: along the heading; width: across it, in the unit of x and
 * y. Fields have no quotes, numbers have no blanks around them, and there are no empty lines. The program ends at the first row
 * that breaks these rules, and prints its line number.
 *
 *     cc -O2 -o traffic traffic.c $(pkg-config --cflags --libs sepal) -lm */
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <sepal/sepal.h>

#define HEADER "scenario,t,id,type,x,y,yaw,length,width"

enum { SCENARIO, T, ID, TYPE, X, Y, YAW, LENGTH, WIDTH, COLUMNS };

/* What a field must hold: a number from low to high, or any text if these two are equal. */
static const struct {
    const char *name;
    double low, high;
} COLUMN[COLUMNS] = {{"scenario", 0, 0}, {"t", -1e15, 1e15}, {"id", 0, 0},       {"type", 0, 0},   {"x", -1e9, 1e9},
                     {"y", -1e9, 1e9},   {"yaw", -1e3, 1e3}, {"length", 0, 1e6}, {"width", 0, 1e6}};

/* One row. Its texts point into the text of the file. `later` is how many vehicles of the same frame follow in the sorted rows. */
struct vehicle {
    const char *scenario, *id, *type;
    double t, x, y, yaw, length, width;
    size_t line, later;
};

struct traffic {
    const char *name; /* of the file */
    char *text;       /* all of it, and a '\0' */
    size_t size;      /* without the '\0' */
    struct vehicle *vehicles;
    size_t count, frames;
    uint64_t pairs;
    sepal_polys *boxes; /* vehicle i is box i */
    uint64_t *bits;     /* the answers: for each vehicle SEPAL_BIT_WORDS(later) words */
    /* What --all works with; without it, there is no finder. */
    sepal_finder *finder;
    sepal_polys *frame;
    sepal_pair *found;
    size_t room;
};

static bool fail(const char *what, const char *why) {
    fprintf(stderr, "traffic: cannot %s: %s\n", what, why);
    return false;
}

/* --- Where rows come from ------------------------------------------------------------------------------------------ */

/* Reads the whole file, so that lines may have any length and the file may be a pipe. */
static bool read_file(struct traffic *traffic) {
    FILE *file = fopen(traffic->name, "rb");
    char *grown = NULL;
    size_t room = 1 << 16, got = 1;
    while (file && got != 0 && (grown = realloc(traffic->text, room *= 2))) {
        traffic->text = grown;
        got = fread(traffic->text + traffic->size, 1, room - traffic->size - 1, file);
        traffic->size += got;
    }
    const bool ok = file && grown && !ferror(file);
    if (ok)
        traffic->text[traffic->size] = '\0';
    else
        fprintf(stderr, "traffic: cannot read %s: %s\n", traffic->name, strerror(errno));
    if (file)
        fclose(file);
    return ok;
}

/* Writes the rows of two crossing roads with a lane each way, where nobody gives way. The rows are read like those of a file.
 * Coordinates are written in millimetres, so the collisions do not depend on the last bits of a machine's cosine. */
static bool write_crossing(struct traffic *traffic) {
    enum { LANES = 4, QUEUE = 64, STEPS = 101, ROW = 96 };
    static const char *const kinds[] = {"car", "car", "van", "truck"};
    static const double lengths[] = {4.1, 4.5, 5.9, 11.5}, widths[] = {1.7, 1.8, 2.0, 2.5};
    static const double yaws[LANES] = {0.3, 0.3 + 3.14159, 1.7, 1.7 + 3.14159}, speeds[LANES] = {13.9, 13.9, 11.1, 11.1};
    const size_t room = sizeof HEADER + 1 + (size_t)LANES * QUEUE * STEPS * ROW;
    if (!(traffic->text = malloc(room)))
        return fail("make rows", "out of memory");
    traffic->size = (size_t)snprintf(traffic->text, room, "%s\n", HEADER);
    uint32_t random = 1;
    for (int lane = 0; lane < LANES; ++lane) {
        const double yaw = yaws[lane], right = 1.75;
        double start = 700; /* metres past the middle of the crossing at t = 0; most of the queue is still on its way there */
        for (int place = 1; place <= QUEUE; ++place) {
            random = random * 1664525u + 1013904223u; /* Press et al., Numerical Recipes in C, 1992, section 7.1 */
            const uint32_t kind = random >> 30;
            start -= 20 + (double)(random >> 8 & 1023) / 100;
            for (int step = 0; step < STEPS; ++step) {
                const double along = start + speeds[lane] * step / 10;
                const double x = along * cos(yaw) + right * sin(yaw), y = along * sin(yaw) - right * cos(yaw);
                traffic->size +=
                    (size_t)snprintf(traffic->text + traffic->size, ROW, "crossing,%d,%d,%s,%.3f,%.3f,%.5f,%.1f,%.1f\n", step,
                                     lane * QUEUE + place, kinds[kind], x, y, yaw, lengths[kind], widths[kind]);
            }
        }
    }
    printf("No file given: a crossing of its own, %d vehicles for %d s; t in tenths of a second\n", LANES * QUEUE, STEPS / 10);
    return true;
}

/* --- Reading rows -------------------------------------------------------------------------------------------------- */

/* Reports the line, what was expected and what was found there, shortened, with unprintable bytes in hexadecimal. */
static bool refuse(const char *name, size_t number, const char *expected, const char *text, size_t length) {
    const size_t most = 60;
    fprintf(stderr, "%s:%zu: expected %s, found %s", name, number, expected, length ? "\"" : "nothing\n");
    for (size_t i = 0; i < length && i < most; ++i)
        fprintf(stderr, text[i] >= ' ' && text[i] <= '~' ? "%c" : "\\x%02x", (unsigned char)text[i]);
    fputs(length > most ? "...\"\n" : length ? "\"\n" : "", stderr);
    return false;
}

/* Reads a number written in decimal. (strtod alone would also take blanks, "nan", "inf" and hexadecimal.) */
static bool read_number(const char *field, double low, double high, double *value) {
    char *end;
    if (*field == '\0' || field[strspn(field, "0123456789+-.eE")] != '\0')
        return false;
    *value = strtod(field, &end);
    return *end == '\0' && *value >= low && *value <= high;
}

/* Reads one line, which ends with '\0', and cuts it into its fields. */
static bool read_row(const char *name, size_t number, char *line, size_t length, struct vehicle *vehicle) {
    char expected[96];
    size_t fields = 1;
    for (size_t i = 0; i < length; ++i) {
        const unsigned char c = (unsigned char)line[i];
        if (c < ' ' || c == '"')
            return refuse(name, number, "plain text without quotes and control characters", line + i, length - i);
        fields += c == ',';
    }
    if (fields != COLUMNS) {
        snprintf(expected, sizeof expected, "9 fields, " HEADER ", not %zu", length ? fields : 0);
        return refuse(name, number, expected, line, length);
    }
    const char *text[COLUMNS];
    double value[COLUMNS] = {0};
    for (int i = 0; i < COLUMNS; ++i) {
        text[i] = line;
        line += strcspn(line, ",");
        *line++ = '\0';
        if (COLUMN[i].low < COLUMN[i].high) {
            snprintf(expected, sizeof expected, "a number from %g to %g as %s", COLUMN[i].low, COLUMN[i].high, COLUMN[i].name);
            if (!read_number(text[i], COLUMN[i].low, COLUMN[i].high, &value[i]))
                return refuse(name, number, expected, text[i], strlen(text[i]));
        } else if (*text[i] == '\0') {
            snprintf(expected, sizeof expected, "some text as %s", COLUMN[i].name);
            return refuse(name, number, expected, text[i], 0);
        }
    }
    *vehicle = (struct vehicle){text[SCENARIO], text[ID],      text[TYPE],   value[T], value[X], value[Y],
                                value[YAW],     value[LENGTH], value[WIDTH], number,   0};
    return true;
}

/* Reads the header and all rows below it. Lines end with "\n" or "\r\n"; the last one may end with the file. */
static bool read_rows(struct traffic *traffic) {
    char *const end = traffic->text + traffic->size;
    size_t lines = 1;
    for (const char *c = traffic->text; c < end; ++c)
        lines += *c == '\n';
    if (!(traffic->vehicles = calloc(lines, sizeof *traffic->vehicles)))
        return fail("read rows", "out of memory");

    size_t number = 0;
    for (char *line = traffic->text, *next; line < end || number == 0; line = next) {
        char *stop = memchr(line, '\n', (size_t)(end - line));
        if (!stop)
            stop = end;
        next = stop < end ? stop + 1 : end;
        if (stop > line && stop[-1] == '\r')
            --stop;
        *stop = '\0';
        const size_t length = (size_t)(stop - line);
        if (++number > 1) {
            if (!read_row(traffic->name, number, line, length, &traffic->vehicles[traffic->count++]))
                return false;
        } else if (length != strlen(HEADER) || strcmp(line, HEADER) != 0) {
            return refuse(traffic->name, number, "the header " HEADER, line, length);
        }
    }
    return true;
}

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
    struct vehicle *const v = traffic->vehicles;
    uint64_t words = 0;
    qsort(v, traffic->count, sizeof *v, compare_vehicles);
    for (size_t i = traffic->count; i-- > 0;) {
        const bool last = i + 1 == traffic->count || compare_frames(&v[i], &v[i + 1]) != 0;
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
    } *const box = calloc(traffic->count + 1, sizeof *box);
    if (!box)
        return fail("make boxes", "out of memory");
    const struct vehicle *first = NULL;
    for (size_t i = 0; i < traffic->count; ++i) {
        const struct vehicle *v = &traffic->vehicles[i];
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
        status = sepal_polys_add_boxes(traffic->boxes, &rows, traffic->count, NULL, NULL);
    free(box);
    return status == SEPAL_OK ? true : fail("store the vehicles", sepal_status_text(status));
}

/* --- Questions and answers ----------------------------------------------------------------------------------------- */

/* Asks all pairs: each vehicle against those of its frame that follow it. */
static bool ask_each(const struct traffic *traffic) {
    uint64_t *bits = traffic->bits;
    for (size_t i = 0; i < traffic->count; ++i) {
        const size_t later = traffic->vehicles[i].later;
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
    for (size_t first = 0, size; first < traffic->count; first += size) {
        size_t count = 0, k = 0;
        size = traffic->vehicles[first].later + 1;
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
    for (size_t i = 0; i < traffic->count; ++i) {
        const struct vehicle *a = &traffic->vehicles[i];
        for (size_t k = 0; k < a->later; ++k) {
            if ((bits[k / 64] >> k % 64 & 1) == 0)
                continue;
            const struct vehicle *b = a + 1 + k;
            printf("%s, t = %.15g: %s %s and %s %s collide\n", a->scenario, a->t, a->type, a->id, b->type, b->id);
            ++collisions;
        }
        bits += SEPAL_BIT_WORDS(a->later);
    }
    printf("%zu vehicle states, %zu frames, %" PRIu64 " pairs, %" PRIu64 " collisions\n", traffic->count, traffic->frames,
           traffic->pairs, collisions);
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
    struct traffic traffic = {.name = file ? file : "crossing"};
    bool ok = (file ? read_file(&traffic) : write_crossing(&traffic)) && read_rows(&traffic) && make_frames(&traffic) &&
              make_boxes(&traffic) && (!all || make_finder(&traffic)) && ask(&traffic) && list_collisions(&traffic) &&
              print_rate(&traffic);
    if (fflush(stdout) != 0 || ferror(stdout))
        ok = fail("write", strerror(errno));
    sepal_polys_destroy(traffic.boxes);
    sepal_polys_destroy(traffic.frame);
    sepal_finder_destroy(traffic.finder);
    free(traffic.found);
    free(traffic.bits);
    free(traffic.vehicles);
    free(traffic.text);
    return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}
