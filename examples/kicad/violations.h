/* violations.h — pairs of copper that are closer than a clearance. */
#ifndef KICAD_VIOLATIONS_H
#define KICAD_VIOLATIONS_H

#include "copper.h"

struct violations {
    sepal_pair *pair;
    float *depth;
    size_t count;
};

/* All pairs of copper on one layer and of two nets that are closer than the clearance; exactly at it is far enough. Of an arc, which is
 * several shapes, a pair has the piece that is nearest. */
struct violations find_violations(const struct board *b, double clearance);

/* The box around a shape from low to high, x and y, in mm. */
void extent_of(const struct board *b, uint32_t shape, double low[2], double high[2]);

/* Where a pair is near: the middle of what the boxes around the two have in common, or of the gap between them. */
struct place place_of(const struct board *b, sepal_pair pair);

void print_violations(const struct board *b, const struct violations *v, double clearance);

/* Writes a drawing (drawing.c): all copper, the first layer's in one colour and the last one's in another, and a circle around each
 * pair that is too near. */
void draw(const struct board *b, const struct violations *v, const char *name);

#endif
