#include "copper.h"
#include "messages.h"

#include <math.h>
#include <string.h>

#define MOST_MM    1600.0 /* of a coordinate: float32 still has these units there */
#define ARC_PIECES 16

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
    item.number = b->of_kind[PAD] + b->of_kind[TRACK] + b->of_kind[VIA];
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
    add_item(b, (struct item){PAD, pad->line, 0, name, part_name}, bits, owner > 0 ? owner : b->free_owner++);
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

/* A straight piece of a track or an arc. owner: of its copper, which is the same for all pieces of an arc. */
static void add_track(struct board *b, const struct node *track, uint32_t owner, struct place from, struct place to) {
    const double x[] = {from.x, to.x}, y[] = {from.y, to.y}, width = number_at(need(track, "width"), 1, 0, MOST_MM);
    const struct node *layer = need(track, "layer");
    const uint32_t bits = layer_bit(b, layer, text_at(layer, 1));
    if (bits == 0)
        fail(layer->line, "expected a copper layer of the board, found \"%.20s\"", text_at(layer, 1));
    add_shape(b, (struct place){0, 0, 0}, x, y, from.x == to.x && from.y == to.y ? 1 : 2, width / 2);
    add_item(b, (struct item){TRACK, track->line, 0, "", ""}, bits, owner);
}

/* An arc through three points, as straight pieces from point to point of the circle. */
static void read_arc(struct board *b, const struct node *arc, uint32_t owner) {
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
        add_track(b, arc, owner, last, next);
        last = next;
    }
    add_track(b, arc, owner, last, to);
}

/* The net of a track or via; if it has none, a number of its own. */
static uint32_t owner_of(struct board *b, const struct node *in) {
    const uint32_t net = net_of(b, in);
    return net > 0 ? net : b->free_owner++;
}

static void read_via(struct board *b, const struct node *via) {
    const struct node *layers = need(via, "layers");
    const uint32_t ends = layer_bit(b, layers, text_at(layers, 1)) | layer_bit(b, layers, text_at(layers, 2));
    const double zero = 0;
    uint32_t bits = ends; /* and all layers between */
    for (int k = 1; k < MOST_LAYERS; k++)
        bits |= (ends >> k) != 0 && (bits >> (k - 1) & 1) != 0 ? UINT32_C(1) << k : 0;
    add_shape(b, point_in(via, "at"), &zero, &zero, 1, number_at(need(via, "size"), 1, 0, MOST_MM) / 2);
    add_item(b, (struct item){VIA, via->line, 0, "", ""}, bits, owner_of(b, via));
    b->of_kind[VIA]++;
}

void read_board(struct board *b, const struct node *root) {
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
            add_track(b, k, owner_of(b, k), point_in(k, "start"), point_in(k, "end"));
            b->of_kind[TRACK]++;
        } else if (is_list(k, "arc")) {
            read_arc(b, k, owner_of(b, k));
            b->of_kind[TRACK]++;
        } else if (is_list(k, "via")) {
            read_via(b, k);
        }
    }
}
