/* board.c — which copper of different nets on a circuit board is closer than a clearance?
 *
 *     board file.kicad_pcb CLEARANCE [drawing.svg]        clearance in mm
 *
 * Reads boards of KiCad 6: pads (circles, ovals, rectangles, rectangles with round corners), tracks, and vias. Of what else there is,
 * arcs of tracks are taken as 16 straight pieces, trapezoids as rectangles, custom pads as their anchor; zones and drawings are left
 * out. A shape is on some copper layers and has a net, and a filter says which may meet: those on one layer and of two nets. All
 * pairs closer than the clearance are found exactly, in units of a tenth of a micrometre: on the grid of a board these are whole
 * numbers, so that what keeps the clearance to the last bit is not listed. (Shapes turned by other angles than right ones are
 * rounded by some nanometres.)
 *
 *     cc -O2 -o board board.c $(pkg-config --cflags --libs sepal) -lm */
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sepal/sepal.h>

#define UNITS      10000.0 /* in a millimetre */
#define MOST_MM    1600.0  /* of a coordinate: float32 still has these units there */
#define ARC_PIECES 16
enum { MOST_LAYERS = 32 };

static const char *file_name = "board"; /* the file, in messages */

/* Ends the program with a message: of a line of the file, if it is not 0. */
static _Noreturn void fail(size_t line, const char *format, ...) {
    va_list values;
    va_start(values, format);
    if (line > 0)
        fprintf(stderr, "%s:%zu: ", file_name, line);
    else
        fprintf(stderr, "%s: ", file_name);
    vfprintf(stderr, format, values);
    va_end(values);
    fputc('\n', stderr);
    exit(EXIT_FAILURE);
}

static void must(const char *what, sepal_status status) {
    if (status != SEPAL_OK)
        fail(0, "cannot %s: %s", what, sepal_status_text(status));
}

/* Room for one more element of an array that grows. */
static void *grown(void *array, size_t count, size_t size) {
    if (count == 0 || (count >= 64 && (count & (count - 1)) == 0)) /* at powers of two, to twice as many */
        array = realloc(array, (count == 0 ? 64 : 2 * count) * size);
    if (array == NULL)
        fail(0, "out of memory");
    return array;
}

/* --- S-expressions: atoms, and lists of them in parentheses ---------------------------------------------------------------------*/

struct node {
    const char *text; /* of an atom; NULL for a list */
    size_t line;
    struct node *first, *next; /* in a list; behind it in its own list */
};

struct reader {
    char *at;
    size_t line;
    struct node *nodes; /* room for as many as the text can have */
};

static struct node *new_node(struct reader *r, const char *text) {
    *r->nodes = (struct node){text, r->line, NULL, NULL};
    return r->nodes++;
}

static void skip_blanks(struct reader *r) {
    for (; *r->at == ' ' || *r->at == '\t' || *r->at == '\r' || *r->at == '\n'; r->at++)
        r->line += *r->at == '\n';
}

/* Reads an atom. The character behind it is returned and replaced by the end of the text. */
static struct node *read_atom(struct reader *r, char *behind) {
    const bool quoted = *r->at == '"';
    struct node *atom = new_node(r, r->at + quoted);
    if (quoted) {
        for (r->at++; *r->at != '"'; r->at++) {
            r->at += *r->at == '\\' && r->at[1] != '\0';
            if (*r->at == '\0')
                fail(atom->line, "expected the end of the text that begins with \"%.20s", atom->text);
            r->line += *r->at == '\n';
        }
        *r->at++ = '\0';
        *behind = *r->at;
        return atom;
    }
    r->at += strcspn(r->at, " \t\r\n()\"");
    *behind = *r->at;
    *r->at = '\0';
    return atom;
}

/* Reads the list that begins here. Lists inside lists are kept on a stack. */
static struct node *read_list(struct reader *r) {
    struct node *open[100], **end[100], *root = NULL;
    int depth = 0;
    char c = *r->at;
    if (c != '(')
        fail(r->line, "expected a board, (kicad_pcb ...), found \"%.20s\"", r->at);
    for (;;) {
        if (c == '(') {
            struct node *list = new_node(r, NULL);
            if (depth == 100)
                fail(r->line, "expected at most 100 lists inside each other");
            if (depth > 0) {
                *end[depth - 1] = list;
                end[depth - 1] = &list->next;
            } else {
                root = list;
            }
            open[depth] = list;
            end[depth++] = &list->first;
            r->at++;
        } else if (c == ')') {
            r->at++;
            if (--depth == 0)
                return root;
        } else if (c == '\0') {
            fail(r->line, "expected \")\" for the list that begins in line %zu, found the end of the file", open[depth - 1]->line);
        } else {
            struct node *atom = read_atom(r, &c);
            *end[depth - 1] = atom;
            end[depth - 1] = &atom->next;
            if (c == '(' || c == ')') /* it was written over */
                continue;
            if (c == '\n')
                r->line++;
            r->at += c != '\0' && c != '"';
        }
        skip_blanks(r);
        c = *r->at;
    }
}

static bool is_list(const struct node *node, const char *name) {
    return node->text == NULL && node->first != NULL && node->first->text != NULL && strcmp(node->first->text, name) == 0;
}

/* The list of that name in a list, or NULL. */
static const struct node *find(const struct node *in, const char *name) {
    for (const struct node *k = in->first; k != NULL; k = k->next)
        if (is_list(k, name))
            return k;
    return NULL;
}

static const struct node *need(const struct node *in, const char *name) {
    const struct node *found = find(in, name);
    if (found == NULL)
        fail(in->line, "expected (%s ...) in (%s ...)", name, in->first->text);
    return found;
}

/* Element k of a list, counted from 0, its name; NULL if there is none. */
static const struct node *element(const struct node *list, int k) {
    const struct node *at = list->first;
    while (at != NULL && k-- > 0)
        at = at->next;
    return at;
}

static const char *text_at(const struct node *list, int k) {
    const struct node *at = element(list, k);
    if (at == NULL || at->text == NULL)
        fail(list->line, "expected some text as value %d of (%s ...)", k, list->first->text);
    return at->text;
}

static double number_at(const struct node *list, int k, double least, double most) {
    const char *text = text_at(list, k);
    char *end;
    const double value = strtod(text, &end);
    if (end == text || *end != '\0' || !(value >= least && value <= most))
        fail(list->line, "expected a number from %g to %g as value %d of (%s ...), found \"%.20s\"", least, most, k,
             list->first->text, text);
    return value;
}

/* --- The board ------------------------------------------------------------------------------------------------------------------*/

enum kind { PAD, TRACK, VIA };

struct item {
    enum kind kind;
    size_t line;
    const char *name; /* of a pad, with that of its footprint; else empty */
    const char *part;
};

struct board {
    sepal_polys *shapes;
    struct item *items;
    uint32_t *layers, *owners; /* bits of layers; nets, and numbers above them for what has none */
    size_t count, of_kind[3];
    const char *layer[MOST_LAYERS];
    int layer_count;
    const char **net;
    size_t net_count;
    uint32_t free_owner; /* the next number for copper without a net */
};

struct place {
    double x, y, angle; /* mm, degrees */
};

/* The point (x, y) of a frame: KiCad's y leads down, and its angles turn the other way round. Right angles are exact. */
static struct place at_place(struct place frame, double x, double y) {
    const double quarters = frame.angle / 90, turn = frame.angle * 3.14159265358979323846 / 180;
    const bool right = quarters == floor(quarters);
    const int quarter = right ? (int)fmod(fmod(quarters, 4) + 4, 4) : 0;
    const double c = !right ? cos(turn) : quarter == 0 ? 1 : quarter == 2 ? -1 : 0;
    const double s = !right ? sin(turn) : quarter == 1 ? 1 : quarter == 3 ? -1 : 0;
    return (struct place){frame.x + c * x + s * y, frame.y - s * x + c * y, frame.angle};
}

static void add_item(struct board *b, struct item item, uint32_t layers, uint32_t owner) {
    b->items = grown(b->items, b->count, sizeof *b->items);
    b->layers = grown(b->layers, b->count, sizeof *b->layers);
    b->owners = grown(b->owners, b->count, sizeof *b->owners);
    b->items[b->count] = item;
    b->layers[b->count] = layers;
    b->owners[b->count++] = owner;
}

/* A shape of `count` points of a frame with a radius. */
static void add_shape(struct board *b, struct place frame, const double *x, const double *y, size_t count, double radius) {
    float to_x[4], to_y[4];
    for (size_t k = 0; k < count; k++) {
        const struct place at = at_place(frame, x[k], y[k]);
        to_x[k] = (float)(at.x * UNITS);
        to_y[k] = (float)(at.y * UNITS);
    }
    must("store a shape", sepal_polys_add_round(b->shapes, to_x, to_y, count, (float)(radius * UNITS), NULL));
}

static uint32_t layer_bit(const struct board *b, const struct node *list, const char *name) {
    const bool all = strcmp(name, "*.Cu") == 0, both = strcmp(name, "F&B.Cu") == 0;
    uint32_t bits = 0;
    for (int k = 0; k < b->layer_count; k++)
        if (all || strcmp(b->layer[k], name) == 0 || (both && (k == 0 || k == b->layer_count - 1)))
            bits |= UINT32_C(1) << k;
    const size_t length = strlen(name);
    if (bits == 0 && length > 3 && strcmp(name + length - 3, ".Cu") == 0)
        fail(list->line, "expected a copper layer of the board, found \"%.20s\"", name);
    return bits;
}

static uint32_t net_of(const struct board *b, const struct node *in) {
    const struct node *net = find(in, "net");
    return net == NULL ? 0 : (uint32_t)number_at(net, 1, 0, (double)b->net_count - 1);
}

static void read_pad(struct board *b, const struct node *pad, struct place part, const char *part_name, size_t first_of_part) {
    const struct node *at = need(pad, "at"), *size = need(pad, "size"), *layers = need(pad, "layers"), *drill = find(pad, "drill");
    const char *name = text_at(pad, 1), *shape = text_at(pad, 3);
    const double w = number_at(size, 1, 0, MOST_MM) / 2, h = number_at(size, 2, 0, MOST_MM) / 2;
    struct place frame = at_place(part, number_at(at, 1, -MOST_MM, MOST_MM), number_at(at, 2, -MOST_MM, MOST_MM));
    const struct node *offset = drill == NULL ? NULL : find(drill, "offset");
    uint32_t bits = 0, owner = net_of(b, pad);
    frame.angle = element(at, 3) != NULL && element(at, 3)->text != NULL && strcmp(element(at, 3)->text, "unlocked") != 0
                      ? number_at(at, 3, -360, 720)
                      : 0; /* that of the footprint is included */
    if (offset != NULL)
        frame = at_place(frame, number_at(offset, 1, -MOST_MM, MOST_MM), number_at(offset, 2, -MOST_MM, MOST_MM));
    for (const struct node *k = element(layers, 1); k != NULL; k = k->next)
        bits |= k->text != NULL ? layer_bit(b, layers, k->text) : 0;
    if (strcmp(text_at(pad, 2), "np_thru_hole") == 0 || bits == 0) /* a hole without copper, or paste alone */
        return;
    for (size_t k = first_of_part; owner == 0 && k < b->count; k++) /* pads of one name are one */
        if (strcmp(b->items[k].name, name) == 0 && b->owners[k] >= b->net_count)
            owner = b->owners[k];
    const double least = w < h ? w : h;
    double round = 0, x[4], y[4];
    size_t count = 4;
    if (strcmp(shape, "circle") == 0 || strcmp(shape, "oval") == 0)
        round = least;
    else if (strcmp(shape, "roundrect") == 0)
        round = 2 * least * number_at(need(pad, "roundrect_rratio"), 1, 0, 0.5);
    else if (strcmp(shape, "rect") != 0 && strcmp(shape, "trapezoid") != 0 && strcmp(shape, "custom") != 0)
        fail(pad->line, "expected circle, oval, rect, roundrect, trapezoid or custom as the shape of a pad, found \"%.20s\"",
             shape);
    const struct node *options = strcmp(shape, "custom") == 0 ? find(pad, "options") : NULL,
                      *anchor = options ? find(options, "anchor") : NULL;
    if (anchor != NULL && strcmp(text_at(anchor, 1), "circle") == 0)
        round = least;
    const double inner_w = w - round, inner_h = strcmp(shape, "circle") == 0 ? w - round : h - round;
    if (inner_w > 0 && inner_h > 0) {
        const double corner_x[] = {-inner_w, inner_w, inner_w, -inner_w}, corner_y[] = {-inner_h, -inner_h, inner_h, inner_h};
        memcpy(x, corner_x, sizeof x), memcpy(y, corner_y, sizeof y);
    } else { /* round ends: a point, or a segment along the longer side */
        count = inner_w > 0 || inner_h > 0 ? 2 : 1;
        x[0] = -inner_w, x[1] = inner_w, y[0] = -inner_h, y[1] = inner_h;
    }
    add_shape(b, frame, x, y, count, round);
    add_item(b, (struct item){PAD, pad->line, name, part_name}, bits, owner > 0 ? owner : b->free_owner++);
    b->of_kind[PAD]++;
}

static const char *part_name_of(const struct node *part) {
    for (const struct node *k = part->first; k != NULL; k = k->next)
        if (is_list(k, "fp_text") && strcmp(text_at(k, 1), "reference") == 0)
            return text_at(k, 2);
    return "?";
}

static void read_footprint(struct board *b, const struct node *part) {
    const struct node *at = need(part, "at");
    const struct place frame = {number_at(at, 1, -MOST_MM, MOST_MM), number_at(at, 2, -MOST_MM, MOST_MM),
                                element(at, 3) != NULL ? number_at(at, 3, -360, 720) : 0};
    const size_t first = b->count;
    for (const struct node *k = part->first; k != NULL; k = k->next)
        if (is_list(k, "pad"))
            read_pad(b, k, frame, part_name_of(part), first);
}

static struct place point_in(const struct node *in, const char *name) {
    const struct node *at = need(in, name);
    return (struct place){number_at(at, 1, -MOST_MM, MOST_MM), number_at(at, 2, -MOST_MM, MOST_MM), 0};
}

static void add_track(struct board *b, const struct node *track, struct place from, struct place to) {
    const double x[] = {from.x, to.x}, y[] = {from.y, to.y}, width = number_at(need(track, "width"), 1, 0, MOST_MM);
    const struct node *layer = need(track, "layer");
    const uint32_t bits = layer_bit(b, layer, text_at(layer, 1)), net = net_of(b, track);
    if (bits == 0)
        fail(layer->line, "expected a copper layer of the board, found \"%.20s\"", text_at(layer, 1));
    add_shape(b, (struct place){0, 0, 0}, x, y, from.x == to.x && from.y == to.y ? 1 : 2, width / 2);
    add_item(b, (struct item){TRACK, track->line, "", ""}, bits, net > 0 ? net : b->free_owner++);
}

/* An arc through three points, as straight pieces from point to point of the circle. */
static void read_arc(struct board *b, const struct node *arc) {
    struct place from = point_in(arc, "start"), mid = point_in(arc, "mid"), to = point_in(arc, "end"), last = from;
    const double ax = mid.x - from.x, ay = mid.y - from.y, bx = to.x - from.x, by = to.y - from.y, d = 2 * (ax * by - ay * bx);
    const double cx = from.x + (by * (ax * ax + ay * ay) - ay * (bx * bx + by * by)) / d;
    const double cy = from.y + (ax * (bx * bx + by * by) - bx * (ax * ax + ay * ay)) / d;
    const double start = atan2(from.y - cy, from.x - cx), radius = hypot(from.x - cx, from.y - cy), turn = 6.28318530717958647692;
    double sweep = fmod(atan2(to.y - cy, to.x - cx) - start, turn);
    if (d > 0 && sweep < 0)
        sweep += turn;
    if (d < 0 && sweep > 0)
        sweep -= turn;
    for (int k = 1; d != 0 && k < ARC_PIECES; k++) {
        const double angle = start + sweep * k / ARC_PIECES;
        const struct place next = {cx + radius * cos(angle), cy + radius * sin(angle), 0};
        add_track(b, arc, last, next);
        last = next;
    }
    add_track(b, arc, last, to);
}

static void read_via(struct board *b, const struct node *via) {
    const struct node *layers = need(via, "layers");
    const uint32_t ends = layer_bit(b, layers, text_at(layers, 1)) | layer_bit(b, layers, text_at(layers, 2)), net = net_of(b, via);
    const double zero = 0;
    uint32_t bits = ends; /* and all layers between */
    for (int k = 1; k < MOST_LAYERS; k++)
        bits |= (ends >> k) != 0 && (bits >> (k - 1) & 1) != 0 ? UINT32_C(1) << k : 0;
    add_shape(b, point_in(via, "at"), &zero, &zero, 1, number_at(need(via, "size"), 1, 0, MOST_MM) / 2);
    add_item(b, (struct item){VIA, via->line, "", ""}, bits, net > 0 ? net : b->free_owner++);
    b->of_kind[VIA]++;
}

static void read_board(struct board *b, const struct node *root) {
    if (!is_list(root, "kicad_pcb"))
        fail(root->line, "expected a board, (kicad_pcb ...)");
    for (const struct node *k = element(need(root, "layers"), 1); k != NULL; k = k->next) {
        const char *name = k->text == NULL && k->first != NULL ? text_at(k, 1) : "";
        if (strlen(name) > 3 && strcmp(name + strlen(name) - 3, ".Cu") == 0) {
            if (b->layer_count == MOST_LAYERS)
                fail(k->line, "expected at most %d copper layers", MOST_LAYERS);
            b->layer[b->layer_count++] = name;
        }
    }
    for (const struct node *k = root->first; k != NULL; k = k->next)
        if (is_list(k, "net")) {
            if (number_at(k, 1, 0, 1e6) != (double)b->net_count)
                fail(k->line, "expected net %zu, since nets are numbered one by one", b->net_count);
            b->net = grown(b->net, b->net_count, sizeof *b->net);
            b->net[b->net_count++] = text_at(k, 2);
        }
    b->free_owner = (uint32_t)b->net_count;
    for (const struct node *k = root->first; k != NULL; k = k->next) {
        if (is_list(k, "footprint") || is_list(k, "module")) {
            read_footprint(b, k);
        } else if (is_list(k, "segment")) {
            add_track(b, k, point_in(k, "start"), point_in(k, "end"));
            b->of_kind[TRACK]++;
        } else if (is_list(k, "arc")) {
            read_arc(b, k);
            b->of_kind[TRACK]++;
        } else if (is_list(k, "via")) {
            read_via(b, k);
        }
    }
}

/* --- What is too near -----------------------------------------------------------------------------------------------------------*/

struct violations {
    sepal_pair *pair;
    float *depth;
    size_t count;
};

/* All pairs on one layer and of two nets that are closer than the clearance; exactly at it is far enough. */
static struct violations find_violations(const struct board *b, double clearance) {
    const sepal_filter filter = {.member = {b->layers}, .mask = {b->layers}, .owner = {b->owners}};
    const sepal_rule rule = {SEPAL_TOUCHING_IS_APART, (float)(clearance * UNITS)};
    struct violations v = {NULL, NULL, 0};
    sepal_finder *finder = NULL;
    must("make a finder", sepal_finder_create(NULL, &finder));
    sepal_status status = sepal_polys_find_pairs(finder, b->shapes, b->shapes, &filter, &rule, 0, NULL, &v.count);
    v.pair = calloc(v.count + 1, sizeof *v.pair);
    v.depth = calloc(v.count + 1, sizeof *v.depth);
    if (v.pair == NULL || v.depth == NULL)
        fail(0, "out of memory");
    if (status == SEPAL_TOO_SMALL)
        status = sepal_polys_find_pairs(finder, b->shapes, b->shapes, &filter, &rule, v.count, v.pair, &v.count);
    must("find pairs", status);
    must("measure pairs", sepal_polys_mtv_pairs(b->shapes, b->shapes, v.pair, v.count, NULL, &(sepal_mtvs){.depth = v.depth}));
    sepal_finder_destroy(finder);
    return v;
}

/* From low to high, x and y, in mm. */
static void extent_of(const struct board *b, uint32_t shape, double low[2], double high[2]) {
    const float *x, *y;
    float radius;
    size_t count;
    must("read a shape", sepal_polys_vertices(b->shapes, shape, &x, &y, &count));
    must("read a shape", sepal_polys_radius(b->shapes, shape, &radius));
    low[0] = low[1] = INFINITY, high[0] = high[1] = -INFINITY;
    for (size_t k = 0; k < count; k++) {
        const double at[2] = {(double)x[k] / UNITS, (double)y[k] / UNITS}, r = (double)radius / UNITS;
        for (int axis = 0; axis < 2; axis++) {
            low[axis] = fmin(low[axis], at[axis] - r);
            high[axis] = fmax(high[axis], at[axis] + r);
        }
    }
}

/* Where a pair is near: the middle of what the boxes around the two have in common, or of the gap between them. */
static struct place place_of(const struct board *b, sepal_pair pair) {
    double low[2][2], high[2][2];
    extent_of(b, pair.a, low[0], high[0]);
    extent_of(b, pair.b, low[1], high[1]);
    return (struct place){(fmax(low[0][0], low[1][0]) + fmin(high[0][0], high[1][0])) / 2,
                          (fmax(low[0][1], low[1][1]) + fmin(high[0][1], high[1][1])) / 2, 0};
}

static void print_item(const struct board *b, uint32_t i) {
    const struct item *item = &b->items[i];
    const char *net = b->owners[i] < b->net_count ? b->net[b->owners[i]] : "no net";
    if (item->kind == PAD)
        printf("pad %s of %s (%s, line %zu)", item->name, item->part, net, item->line);
    else
        printf("%s (%s, line %zu)", item->kind == TRACK ? "track" : "via", net, item->line);
}

static void print_violations(const struct board *b, const struct violations *v, double clearance) {
    for (size_t k = 0; k < v->count; k++) {
        const struct place at = place_of(b, v->pair[k]);
        const uint32_t common = b->layers[v->pair[k].a] & b->layers[v->pair[k].b];
        int layer = 0;
        while ((common >> layer & 1) == 0)
            layer++;
        printf("(%.2f, %.2f) on %s: ", at.x, at.y, b->layer[layer]);
        print_item(b, v->pair[k].a);
        printf(" and ");
        print_item(b, v->pair[k].b);
        if (v->depth[k] < 0)
            printf(", %.6f mm apart\n", (double)-v->depth[k] / UNITS);
        else
            printf(" %s\n", v->depth[k] > 0 ? "overlap" : "touch");
    }
    printf("%zu pads, %zu tracks, %zu vias on %d copper layers, %zu nets: %zu pairs closer than %g mm\n", b->of_kind[PAD],
           b->of_kind[TRACK], b->of_kind[VIA], b->layer_count, b->net_count, v->count, clearance);
}

/* All copper, the first layer's in one colour and the last one's in another, and a circle around each pair that is too near. */
static void draw(const struct board *b, const struct violations *v, const char *name) {
    double low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY}, l[2], h[2];
    for (uint32_t i = 0; i < b->count; i++) {
        extent_of(b, i, l, h);
        for (int axis = 0; axis < 2; axis++) {
            low[axis] = fmin(low[axis], l[axis]);
            high[axis] = fmax(high[axis], h[axis]);
        }
    }
    FILE *file = fopen(name, "w");
    if (file == NULL)
        fail(0, "cannot draw %s: %s", name, strerror(errno));
    fprintf(file, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"%.3f %.3f %.3f %.3f\" width=\"1200\">\n", low[0] - 2,
            low[1] - 2, high[0] - low[0] + 4, high[1] - low[1] + 4);
    fprintf(file, "<title>%zu pairs that are too near</title>\n", v->count);
    fprintf(file, "<g stroke-linecap=\"round\" stroke-linejoin=\"round\" opacity=\"0.8\">\n");
    for (uint32_t i = 0; i < b->count; i++) {
        const char *colour = b->items[i].kind == VIA ? "#718096" : b->layers[i] & 1 ? "#c05621" : "#2b6cb0";
        const float *x, *y;
        float radius;
        size_t count;
        must("read a shape", sepal_polys_vertices(b->shapes, i, &x, &y, &count));
        must("read a shape", sepal_polys_radius(b->shapes, i, &radius));
        fprintf(file, "<path fill=\"%s\" stroke=\"%s\" stroke-width=\"%.4f\" d=\"", colour, colour, 2 * (double)radius / UNITS);
        for (size_t k = 0; k < count; k++)
            fprintf(file, "%c%.4f %.4f", k == 0 ? 'M' : 'L', (double)x[k] / UNITS, (double)y[k] / UNITS);
        fprintf(file, "%s\"/>\n", count == 1 ? "h0" : "z");
    }
    fprintf(file, "</g>\n<g fill=\"none\" stroke=\"#e53e3e\" stroke-width=\"0.3\">\n");
    for (size_t k = 0; k < v->count; k++) {
        const struct place at = place_of(b, v->pair[k]);
        fprintf(file, "<circle cx=\"%.3f\" cy=\"%.3f\" r=\"1\"/>\n", at.x, at.y);
    }
    fprintf(file, "</g>\n</svg>\n");
    if (ferror(file) || fclose(file) != 0)
        fail(0, "cannot draw %s: %s", name, strerror(errno));
}

/* --- The file -------------------------------------------------------------------------------------------------------------------*/

static char *read_text(size_t *size) {
    FILE *file = fopen(file_name, "rb");
    char *text = NULL;
    size_t room = 0;
    *size = 0;
    if (file == NULL)
        fail(0, "cannot be read: %s", strerror(errno));
    do {
        if (*size + 1 >= room) {
            room = 2 * room + 65536;
            text = realloc(text, room);
            if (text == NULL)
                fail(0, "out of memory");
        }
        *size += fread(text + *size, 1, room - *size - 1, file);
    } while (!feof(file) && !ferror(file));
    if (ferror(file))
        fail(0, "cannot be read: %s", strerror(errno));
    fclose(file);
    text[*size] = '\0';
    if (strlen(text) != *size)
        fail(0, "expected text, found a byte 0 at %zu", strlen(text));
    return text;
}

int main(int argc, char **argv) {
    char *end = "x";
    const double clearance = argc >= 3 ? strtod(argv[2], &end) : 0;
    if (argc < 3 || argc > 4 || *argv[2] == '\0' || *end != '\0' || !(clearance >= 0 && clearance <= 100)) {
        fputs("usage: board file.kicad_pcb CLEARANCE [drawing.svg], clearance from 0 to 100 mm\n", stderr);
        return EXIT_FAILURE;
    }
    file_name = argv[1];
    size_t size, most = 2;
    char *text = read_text(&size);
    for (size_t k = 0; k < size; k++) /* every list begins with one of these, and every atom is behind one */
        most += strchr("( \t\r\n)\"", text[k]) == NULL ? 0 : text[k] == '(' ? 2 : 1;
    struct node *nodes = calloc(most, sizeof *nodes);
    if (nodes == NULL)
        fail(0, "out of memory");
    struct reader reader = {text, 1, nodes};
    struct board board = {0};
    must("make a set", sepal_polys_create(NULL, &board.shapes));
    skip_blanks(&reader);
    const struct node *root = read_list(&reader);
    skip_blanks(&reader);
    if (*reader.at != '\0')
        fail(reader.line, "expected the end of the file behind the board, found \"%.20s\"", reader.at);
    read_board(&board, root);
    struct violations violations = find_violations(&board, clearance);
    print_violations(&board, &violations, clearance);
    if (argc == 4)
        draw(&board, &violations, argv[3]);
    sepal_polys_destroy(board.shapes);
    free(violations.pair), free(violations.depth);
    free(board.items), free(board.layers), free(board.owners), free(board.net);
    free(nodes), free(text);
    return fflush(stdout) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
