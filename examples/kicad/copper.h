/* copper.h — the copper of a board of KiCad: pads, tracks and vias as convex shapes with radii. */
#ifndef KICAD_COPPER_H
#define KICAD_COPPER_H

#include "expressions.h"

#include <stdint.h>

#include <sepal/sepal.h>

#define UNITS 10000.0 /* in a millimetre */
enum { MOST_LAYERS = 32 };

enum kind { PAD, TRACK, VIA };

struct item {
    enum kind kind;
    size_t line;
    size_t number;    /* of the pad, track or via on the board; the pieces of an arc have one number */
    const char *name; /* of a pad, with that of its footprint; else empty */
    const char *part;
};

struct board {
    sepal_polys *shapes;
    struct item *items;
    uint32_t *layers, *owners; /* bits of layers; nets, and numbers above them for what has none */
    size_t count, of_kind[3];  /* shapes; pads, tracks and vias */
    const char *layer[MOST_LAYERS];
    int layer_count;
    const char **net;
    size_t net_count;
    uint32_t free_owner; /* the next number for copper without a net */
};

struct place {
    double x, y, angle; /* mm, degrees */
};

/* Fills an empty board, which has a set, from the whole file. */
void read_board(struct board *b, const struct node *root);

#endif
